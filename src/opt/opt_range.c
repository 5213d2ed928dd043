/* opt_range.c: ranges and orders of integers: what conditions teach, which range a result has, and which conditions
 * that decides. */
#include "opt/opt_range.h"

enum { MOST_STEPS = 24, MOST_DEPTH = 4 };

void opt_range_begin(opt_ranges *p)
{
    arena *a = p->t->m->memory;
    p->low = ARENA_ARRAY(a, uint64_t, p->n_values);
    p->high = ARENA_ARRAY(a, uint64_t, p->n_values);
    p->least = ARENA_ARRAY(a, int64_t, p->n_values);
    p->greatest = ARENA_ARRAY(a, int64_t, p->n_values);
    p->newest_order = ARENA_ARRAY(a, uint32_t, p->n_values);
    for (ir_value v = 1; v < p->n_values; v++) {
        const ir_type type = p->t->f->values.at[v];
        p->high[v] = opt_is_integer_or_bool(type) ? opt_range_most(p, type) : UINT64_MAX;
        p->greatest[v] = opt_is_signed(type) ? (int64_t)(p->high[v] >> 1) : INT64_MAX;
        p->least[v] = -p->greatest[v] - 1;
    }
}

static void opt_range_put(opt_ranges *p, ir_value v, opt_range_undo to)
{
    const uint64_t most = opt_range_most(p, p->t->f->values.at[v]), sign = most ^ most >> 1;
    if (opt_is_signed(p->t->f->values.at[v])) {
        if (to.least >= 0 || to.greatest < 0) { /* the order is the same read as unsigned numbers */
            const uint64_t low = (uint64_t)to.least & most, high = (uint64_t)to.greatest & most;
            to.low = low > to.low ? low : to.low;
            to.high = high < to.high ? high : to.high;
        }
        if (to.low >= sign || to.high < sign) {
            const int64_t least = (int64_t)((to.low ^ sign) - sign), greatest = (int64_t)((to.high ^ sign) - sign);
            to.least = least > to.least ? least : to.least;
            to.greatest = greatest < to.greatest ? greatest : to.greatest;
        }
    }
    if (to.low > to.high || to.least > to.greatest) /* control cannot get here */
        return;
    vec_push(p->t->m->memory, &p->undone, (opt_range_undo){v, p->low[v], p->high[v], p->least[v], p->greatest[v]});
    p->low[v] = to.low;
    p->high[v] = to.high;
    p->least[v] = to.least;
    p->greatest[v] = to.greatest;
}

void opt_range_narrow(opt_ranges *p, ir_value v, uint64_t low, uint64_t high)
{
    if (!opt_range_is_known(p, v) || (low <= p->low[v] && high >= p->high[v]))
        return;
    opt_range_put(p, v,
                  (opt_range_undo){v, low > p->low[v] ? low : p->low[v], high < p->high[v] ? high : p->high[v],
                                   p->least[v], p->greatest[v]});
}

void opt_range_narrow_signed(opt_ranges *p, ir_value v, int64_t least, int64_t greatest)
{
    if (!opt_range_is_known(p, v) || !opt_is_signed(p->t->f->values.at[v]) ||
        (least <= p->least[v] && greatest >= p->greatest[v]))
        return;
    opt_range_put(p, v,
                  (opt_range_undo){v, p->low[v], p->high[v], least > p->least[v] ? least : p->least[v],
                                   greatest < p->greatest[v] ? greatest : p->greatest[v]});
}

/* ---- orders ---- */

static uint32_t *opt_range_newest_order(const opt_ranges *p, ir_value less)
{
    return &p->newest_order[less < p->n_values ? less : 0];
}

void opt_range_put_order(opt_ranges *p, ir_value less, ir_value more, bool strictly)
{
    uint32_t *newest = opt_range_newest_order(p, less);
    vec_push(p->t->m->memory, &p->orders, (opt_range_order){less, more, strictly, *newest});
    *newest = p->orders.n;
}

void opt_range_drop_orders(opt_ranges *p, uint32_t n_left)
{
    while (p->orders.n > n_left) {
        const opt_range_order *o = &p->orders.at[--p->orders.n];
        *opt_range_newest_order(p, o->less) = o->before;
    }
}

static bool opt_range_is_less_in(const opt_ranges *p, ir_value a, ir_value b, bool strictly, uint32_t depth,
                                 uint32_t *steps)
{
    if ((a == b && !strictly) ||
        (strictly ? opt_range_high(p, a) < opt_range_low(p, b) : opt_range_high(p, a) <= opt_range_low(p, b)))
        return true;
    const opt_range_order *o;
    for (uint32_t k = depth ? *opt_range_newest_order(p, a) : 0; k && *steps; k = o->before) {
        o = &p->orders.at[k - 1];
        if (o->less != a)
            continue;
        --*steps;
        if (opt_range_is_less_in(p, o->more, b, strictly && !o->strictly, depth - 1, steps))
            return true;
    }
    return false;
}

bool opt_range_is_less(const opt_ranges *p, ir_value a, ir_value b, bool strictly)
{
    uint32_t steps = MOST_STEPS;
    return opt_range_is_less_in(p, a, b, strictly, MOST_DEPTH, &steps);
}

static void opt_range_learn_order(opt_ranges *p, ir_value less, ir_value more, bool strictly)
{
    uint64_t gap = strictly;
    if (opt_range_high(p, more) >= gap)
        opt_range_narrow(p, less, 0, opt_range_high(p, more) - gap);
    if (opt_range_low(p, less) <= UINT64_MAX - gap)
        opt_range_narrow(p, more, opt_range_low(p, less) + gap, UINT64_MAX);
    opt_range_put_order(p, less, more, strictly);
}

void opt_range_assume(opt_ranges *p, ir_value condition, bool holds)
{
    const opt_node *node = opt_definition(&p->index, condition);
    opt_range_narrow(p, condition, holds, holds);
    if (!node || node->i.n_args == 0)
        return;
    ir_value a = node->args[0], b = node->i.n_args > 1 ? node->args[1] : 0;
    switch ((ir_op)node->i.op) {
    case IR_NOT:
        if (node->i.type == IR_BOOL)
            opt_range_assume(p, a, !holds);
        return;
    case IR_AND:
    case IR_OR:
        if (node->i.type == IR_BOOL && holds == (node->i.op == IR_AND)) {
            opt_range_assume(p, a, holds);
            opt_range_assume(p, b, holds);
        }
        return;
    case IR_OVERFLOWS: {
        const ir_type type = p->t->f->values.at[a];
        if (holds || !opt_is_integer_or_bool(type) || opt_is_signed(type))
            return;
        if (node->i.aux == IR_SUB)
            opt_range_learn_order(p, b, a, false);
        for (uint32_t k = 0; k < 2; k++) {
            const uint64_t most = opt_range_most(p, type), other = opt_range_low(p, k ? a : b);
            if (node->i.aux == IR_ADD)
                opt_range_narrow(p, k ? b : a, 0, most - other);
            else if (node->i.aux == IR_MUL && other)
                opt_range_narrow(p, k ? b : a, 0, most / other);
        }
        return;
    }
    case IR_EQ:
    case IR_NE:
        if ((node->i.op == IR_EQ) == holds && opt_is_integer_or_bool(p->t->f->values.at[a])) {
            opt_range_learn_order(p, a, b, false);
            opt_range_learn_order(p, b, a, false);
        } else if (opt_range_low(p, b) == opt_range_high(p, b) && opt_range_low(p, a) == opt_range_low(p, b) &&
                   opt_is_integer_or_bool(p->t->f->values.at[a])) {
            opt_range_narrow(p, a, opt_range_low(p, a) + (opt_range_low(p, a) < UINT64_MAX), UINT64_MAX);
        }
        return;
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE: {
        bool less_first = (node->i.op == IR_LT || node->i.op == IR_LE) == holds;
        bool strictly = (node->i.op == IR_LT || node->i.op == IR_GT) == holds;
        if (opt_range_is_natural(p, a) && opt_range_is_natural(p, b))
            opt_range_learn_order(p, less_first ? a : b, less_first ? b : a, strictly);
        opt_range_assume_less(p, less_first ? a : b, less_first ? b : a, strictly);
        return;
    }
    case IR_CASES_CONSTANT:
    case IR_CASES_ARITHMETIC:
    case IR_XOR:
    case IR_SHL:
    case IR_SHR:
    case IR_NEG:
    case IR_CASES_CAST:
    case IR_SELECT:
    case IR_CASES_LOCAL:
    case IR_CASES_ADDRESS:
    case IR_CASES_MEMORY:
    case IR_CASES_AGGREGATE:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_INTRINSIC:
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS: break;
    }
    return;
}

/* ---- ranges of results ---- */

static bool opt_range_multiplies(uint64_t a, uint64_t b, uint64_t most, uint64_t *product)
{
    if (a && b > most / a)
        return false;
    *product = a * b;
    return true;
}

/* Places in the launch have ranges by CUDA's limits, and by the block's shape where a check or the kernel tells it. */
static void opt_range_range_of_place(opt_ranges *p, const opt_node *node)
{
    static const uint64_t block_most[3] = {1024, 1024, 64}, grid_most[3] = {0x7FFFFFFF, 65535, 65535};
    uint64_t most = 0, d = node->i.imm % 3;
    switch (node->i.aux) {
    case IR_IN_BLOCK_DIM:
        opt_range_narrow(p, node->i.result, 1, block_most[d]);
        if (p->has_shape)
            opt_range_narrow(p, node->i.result, p->t->f->block[d] ? p->t->f->block[d] : 1,
                             p->t->f->block[d] ? p->t->f->block[d] : 1);
        return;
    case IR_IN_GRID_DIM: opt_range_narrow(p, node->i.result, 1, grid_most[d]); return;
    case IR_IN_BLOCK_IDX: opt_range_narrow(p, node->i.result, 0, grid_most[d] - 1); return;
    case IR_IN_LANE: opt_range_narrow(p, node->i.result, 0, 31); return;
    case IR_IN_SHUFFLE:
    case IR_IN_SHUFFLE_XOR:
    case IR_IN_SHUFFLE_DOWN:
    case IR_IN_SHUFFLE_UP:
        if (p->together == OPT_TOGETHER_UNKNOWN)
            p->together = opt_lanes_stay_together(p->t, &p->index) ? OPT_TOGETHER : OPT_TOGETHER_NOT;
        if (p->together == OPT_TOGETHER_NOT) /* else they have come the same way, and values of theirs have one range */
            return;
        opt_range_narrow(p, node->i.result, opt_range_low(p, node->args[0]), opt_range_high(p, node->args[0]));
        opt_range_narrow_signed(p, node->i.result, opt_range_least(p, node->args[0]),
                                opt_range_greatest(p, node->args[0]));
        return;
    case IR_IN_THREAD_IDX:
        most = (p->has_shape && p->t->f->block[d] ? p->t->f->block[d] : p->has_shape ? 1 : block_most[d]) - 1;
        for (uint32_t k = p->made.n; k-- > 0;) {
            const ir_instr *i = &p->made.at[k].node->i;
            if (i->op == IR_INTRINSIC && i->aux == IR_IN_BLOCK_DIM && i->imm == node->i.imm)
                most = opt_range_high(p, i->result) - 1 < most ? opt_range_high(p, i->result) - 1 : most;
        }
        opt_range_narrow(p, node->i.result, 0, most);
        return;
    case IR_IN_COUNT_ONES:
    case IR_IN_LEADING_ZEROS:
    case IR_IN_TRAILING_ZEROS: opt_range_narrow(p, node->i.result, 0, 64); return;
    default: return; /* nothing narrower is known of it */
    }
}

void opt_range_of(opt_ranges *p, const opt_node *node)
{
    const ir_value v = node->i.result, a = node->i.n_args ? node->args[0] : 0,
                   b = node->i.n_args > 1 ? node->args[1] : 0;
    const uint64_t most = opt_range_most(p, node->i.type);
    uint64_t x;
    if (opt_is_signed(node->i.type))
        opt_range_of_signed(p, node);
    switch ((ir_op)node->i.op) {
    case IR_CONST: opt_range_narrow(p, v, node->i.imm & most, node->i.imm & most); break;
    case IR_INTRINSIC: opt_range_range_of_place(p, node); break;
    case IR_ADD:
        if (opt_range_high(p, a) > most || opt_range_high(p, b) > most - opt_range_high(p, a))
            break;
        opt_range_narrow(p, v, opt_range_low(p, a) + opt_range_low(p, b), opt_range_high(p, a) + opt_range_high(p, b));
        opt_range_put_order(p, a, v, opt_range_low(p, b) > 0);
        opt_range_put_order(p, b, v, opt_range_low(p, a) > 0);
        break;
    case IR_SUB:
        if (opt_range_low(p, a) >= opt_range_high(p, b))
            opt_range_narrow(p, v, opt_range_low(p, a) - opt_range_high(p, b),
                             opt_range_high(p, a) - opt_range_low(p, b));
        else if (opt_range_is_less(p, b, a, false))
            opt_range_narrow(p, v, 0, opt_range_high(p, a) - opt_range_low(p, b));
        else
            break;
        opt_range_put_order(p, v, a, opt_range_low(p, b) > 0);
        break;
    case IR_MUL:
        if (opt_range_multiplies(opt_range_high(p, a), opt_range_high(p, b), most, &x))
            opt_range_narrow(p, v, opt_range_low(p, a) * opt_range_low(p, b), x);
        break;
    case IR_DIV:
        if (opt_range_low(p, b) && opt_range_is_natural(p, a) && opt_range_is_natural(p, b)) {
            opt_range_narrow(p, v, opt_range_low(p, a) / opt_range_high(p, b),
                             opt_range_high(p, a) / opt_range_low(p, b));
            opt_range_put_order(p, v, a, false);
        }
        break;
    case IR_REM:
        if (opt_range_low(p, b) && opt_range_is_natural(p, a) && opt_range_is_natural(p, b)) {
            opt_range_narrow(p, v, 0,
                             opt_range_high(p, b) - 1 < opt_range_high(p, a) ? opt_range_high(p, b) - 1
                                                                             : opt_range_high(p, a));
            opt_range_put_order(p, v, b, true);
        }
        break;
    case IR_AND:
        opt_range_narrow(p, v, 0,
                         opt_range_high(p, a) < opt_range_high(p, b) ? opt_range_high(p, a) : opt_range_high(p, b));
        break;
    case IR_SHR:
        if (opt_range_low(p, b) == opt_range_high(p, b) && opt_range_low(p, b) < 64 && most >> opt_range_low(p, b) &&
            opt_range_is_natural(p, a)) {
            opt_range_narrow(p, v, opt_range_low(p, a) >> opt_range_low(p, b),
                             opt_range_high(p, a) >> opt_range_low(p, b));
            opt_range_put_order(p, v, a, false);
        }
        break;
    case IR_SHL:
        if (opt_range_low(p, b) == opt_range_high(p, b) && opt_range_low(p, b) < 64 && most >> opt_range_low(p, b) &&
            opt_range_high(p, a) <= most >> opt_range_low(p, b))
            opt_range_narrow(p, v, opt_range_low(p, a) << opt_range_low(p, b),
                             opt_range_high(p, a) << opt_range_low(p, b));
        break;
    case IR_SELECT:
        opt_range_narrow(p, v,
                         opt_range_low(p, b) < opt_range_low(p, node->args[2]) ? opt_range_low(p, b)
                                                                               : opt_range_low(p, node->args[2]),
                         opt_range_high(p, b) > opt_range_high(p, node->args[2]) ? opt_range_high(p, b)
                                                                                 : opt_range_high(p, node->args[2]));
        break;
    case IR_CONVERT: /* the bits stay, or zeros are put before them */
        if (opt_range_is_known(p, a) && opt_range_is_natural(p, a) && opt_range_high(p, a) <= most &&
            node->i.type != IR_BOOL) {
            opt_range_narrow(p, v, opt_range_low(p, a), opt_range_high(p, a));
            opt_range_put_order(p, v, a, false);
            opt_range_put_order(p, a, v, false);
        }
        break;
    case IR_ZERO:
    case IR_UNDEF:
    case IR_OR:
    case IR_XOR:
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
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS: break;
    }
}

/* ---- decided conditions ---- */

int opt_range_decide(const opt_ranges *p, const opt_node *node)
{
    const ir_value a = node->i.n_args ? node->args[0] : 0, b = node->i.n_args > 1 ? node->args[1] : 0;
    const ir_type type = a ? p->t->f->values.at[a] : 0;
    uint64_t most = opt_is_integer_or_bool(type) ? opt_range_most(p, type) : 0, product;
    if (node->i.type != IR_BOOL || node->i.op == IR_CONST || !opt_is_integer_or_bool(type))
        return -1;
    switch ((ir_op)node->i.op) {
    case IR_NOT: return opt_range_low(p, a) == opt_range_high(p, a) ? !opt_range_low(p, a) : -1;
    case IR_AND:
    case IR_OR: {
        uint64_t ends = node->i.op == IR_OR;
        if ((opt_range_low(p, a) == ends && opt_range_high(p, a) == ends) ||
            (opt_range_low(p, b) == ends && opt_range_high(p, b) == ends))
            return (int)ends;
        return opt_range_low(p, a) == opt_range_high(p, a) && opt_range_low(p, b) == opt_range_high(p, b) ? !(int)ends
                                                                                                          : -1;
    }
    case IR_EQ:
    case IR_NE: {
        bool is_eq = node->i.op == IR_EQ;
        if (opt_range_is_less(p, a, b, true) || opt_range_is_less(p, b, a, true))
            return !is_eq;
        return opt_range_is_less(p, a, b, false) && opt_range_is_less(p, b, a, false) ? is_eq : -1;
    }
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE: {
        bool less_first = node->i.op == IR_LT || node->i.op == IR_LE,
             strictly = node->i.op == IR_LT || node->i.op == IR_GT;
        ir_value less = less_first ? a : b, more = less_first ? b : a;
        if (opt_is_signed(type) && opt_range_low(p, a) == opt_range_high(p, a) &&
            opt_range_low(p, b) == opt_range_high(p, b)) {
            uint64_t sign = most ^ most >> 1, x = opt_range_low(p, less) ^ sign, y = opt_range_low(p, more) ^ sign;
            return strictly ? x < y : x <= y;
        }
        if (!opt_range_is_natural(p, a) || !opt_range_is_natural(p, b))
            return opt_is_signed(type) ? opt_range_decide_less(p, less, more, strictly) : -1;
        return opt_range_is_less(p, less, more, strictly) ? 1 : opt_range_is_less(p, more, less, !strictly) ? 0 : -1;
    }
    case IR_OVERFLOWS:
        if (opt_is_signed(type))
            most >>= 1;
        if (opt_range_low(p, b) == 0 && opt_range_high(p, b) == 0)
            return 0;
        if (opt_is_signed(type)) {
            int64_t least, greatest;
            if (opt_range_fits(p, (ir_op)node->i.aux, a, b, &least, &greatest))
                return 0;
        }
        if (!opt_range_is_natural(p, a) || !opt_range_is_natural(p, b))
            return -1;
        if (node->i.aux == IR_ADD)
            return opt_range_high(p, a) <= most - (opt_range_high(p, b) < most ? opt_range_high(p, b) : most) &&
                           opt_range_high(p, b) <= most
                       ? 0
                       : -1;
        if (node->i.aux == IR_MUL)
            return opt_range_multiplies(opt_range_high(p, a), opt_range_high(p, b), most, &product) ? 0 : -1;
        return opt_is_signed(type) || opt_range_is_less(p, b, a, false) ? 0 : -1;
    case IR_CASES_CONSTANT:
    case IR_CASES_ARITHMETIC:
    case IR_XOR:
    case IR_SHL:
    case IR_SHR:
    case IR_NEG:
    case IR_CASES_CAST:
    case IR_SELECT:
    case IR_CASES_LOCAL:
    case IR_CASES_ADDRESS:
    case IR_CASES_MEMORY:
    case IR_CASES_AGGREGATE:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_INTRINSIC:
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS: break;
    }
    return -1;
}

bool opt_range_compares_factor(const opt_ranges *p, const opt_node *node, uint64_t *limit)
{
    const opt_node *product =
        node->i.op == IR_OVERFLOWS && node->i.aux == IR_ADD ? opt_definition(&p->index, node->args[0]) : NULL;
    uint64_t most, x;
    if (!product || product->i.op != IR_MUL || opt_is_signed(product->i.type) ||
        !opt_is_integer_or_bool(product->i.type))
        return false;
    const ir_value a = product->args[0], c = product->args[1], d = node->args[1];
    most = opt_range_most(p, product->i.type);
    if (opt_range_low(p, c) == 0 || opt_range_low(p, c) != opt_range_high(p, c) ||
        opt_range_low(p, d) != opt_range_high(p, d) ||
        !opt_range_multiplies(opt_range_high(p, a), opt_range_high(p, c), most, &x))
        return false;
    *limit = (most - opt_range_low(p, d)) / opt_range_low(p, c);
    return true;
}
