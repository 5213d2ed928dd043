/* opt_range_signed.c: ranges of signed integers, which may lie on both sides of 0. */
#include "opt/opt_range.h"

bool opt_range_fits(const opt_ranges *p, ir_op op, ir_value a, ir_value b, int64_t *least, int64_t *greatest)
{
    const int64_t x[2] = {opt_range_least(p, a), opt_range_greatest(p, a)},
                  y[2] = {opt_range_least(p, b), opt_range_greatest(p, b)};
    const int64_t most = (int64_t)(opt_range_most(p, p->t->f->values.at[a]) >> 1);
    *least = INT64_MAX;
    *greatest = INT64_MIN;
    for (uint32_t k = 0; k < 4; k++) {
        int64_t z;
        if (op == IR_ADD   ? __builtin_add_overflow(x[k & 1], y[k >> 1], &z)
            : op == IR_SUB ? __builtin_sub_overflow(x[k & 1], y[k >> 1], &z)
                           : __builtin_mul_overflow(x[k & 1], y[k >> 1], &z))
            return false;
        *least = z < *least ? z : *least;
        *greatest = z > *greatest ? z : *greatest;
    }
    return *least >= -most - 1 && *greatest <= most;
}

/* What remains has the sign of a, and is nearer to 0 than b. */
static void opt_range_of_remainder(opt_ranges *p, const opt_node *node)
{
    const ir_value a = node->args[0], b = node->args[1];
    if (opt_range_least(p, b) <= 0)
        return;
    const int64_t far = opt_range_greatest(p, b) - 1;
    const int64_t below = opt_range_least(p, a) < -far ? -far : opt_range_least(p, a),
                  above = opt_range_greatest(p, a) > far ? far : opt_range_greatest(p, a);
    opt_range_narrow_signed(p, node->i.result, below < 0 ? below : 0, above > 0 ? above : 0);
}

/* Whether a is x % b, for a positive b. */
static bool opt_range_is_remainder_by(const opt_ranges *p, ir_value a, ir_value b)
{
    const opt_node *rest = opt_definition(&p->index, a);
    return rest && rest->i.op == IR_REM && rest->args[1] == b && opt_range_least(p, b) > 0;
}

void opt_range_of_signed(opt_ranges *p, const opt_node *node)
{
    const ir_value v = node->i.result, a = node->i.n_args ? node->args[0] : 0,
                   b = node->i.n_args > 1 ? node->args[1] : 0, c = node->i.n_args > 2 ? node->args[2] : 0;
    int64_t least, greatest;
    switch ((ir_op)node->i.op) {
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
        if (!opt_range_fits(p, (ir_op)node->i.op, a, b, &least, &greatest))
            return;
        opt_range_narrow_signed(p, v, least, greatest);
        if (node->i.op == IR_ADD && opt_range_is_remainder_by(p, a, b)) /* of which it is less away from 0 */
            opt_range_narrow_signed(p, v, 1, greatest);
        return;
    case IR_REM: opt_range_of_remainder(p, node); return;
    case IR_SELECT:
        least = opt_range_least(p, b) < opt_range_least(p, c) ? opt_range_least(p, b) : opt_range_least(p, c);
        greatest =
            opt_range_greatest(p, b) > opt_range_greatest(p, c) ? opt_range_greatest(p, b) : opt_range_greatest(p, c);
        opt_range_narrow_signed(p, v, least, greatest);
        return;
    case IR_CONVERT: /* the number stays if the type has it */
        if (opt_range_is_known(p, a) && opt_is_signed(p->t->f->values.at[a]) &&
            opt_range_least(p, a) >= opt_range_least(p, v) && opt_range_greatest(p, a) <= opt_range_greatest(p, v))
            opt_range_narrow_signed(p, v, opt_range_least(p, a), opt_range_greatest(p, a));
        return;
    case IR_CASES_CONSTANT:
    case IR_DIV:
    case IR_CASES_BITS:
    case IR_CASES_UNARY:
    case IR_CASES_COMPARISON:
    case IR_OVERFLOWS:
    case IR_BITCAST:
    case IR_CASES_LOCAL:
    case IR_CASES_ADDRESS:
    case IR_CASES_MEMORY:
    case IR_CASES_AGGREGATE:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_INTRINSIC:
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS: return;
    }
}

void opt_range_assume_less(opt_ranges *p, ir_value less, ir_value more, bool strictly)
{
    const int64_t gap = strictly;
    if (opt_range_greatest(p, more) >= INT64_MIN + gap)
        opt_range_narrow_signed(p, less, INT64_MIN, opt_range_greatest(p, more) - gap);
    if (opt_range_least(p, less) <= INT64_MAX - gap)
        opt_range_narrow_signed(p, more, opt_range_least(p, less) + gap, INT64_MAX);
}

int opt_range_decide_less(const opt_ranges *p, ir_value less, ir_value more, bool strictly)
{
    const int64_t ends = opt_range_greatest(p, less), begins = opt_range_least(p, more),
                  first = opt_range_least(p, less), last = opt_range_greatest(p, more);
    if (strictly ? ends < begins : ends <= begins)
        return 1;
    return (strictly ? last <= first : last < first) ? 0 : -1;
}
