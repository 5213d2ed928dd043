/* opt_monotone.c: conditions that the ends of a stretch of numbers decide for all of it. */
#include "opt/opt_monotone.h"

enum { MOST_DEPTH = 24 };

void opt_monotone_begin(opt_monotone *p, opt_tree *t, ir_value count)
{
    const uint32_t n = t->f->values.n;
    *p = (opt_monotone){.t = t, .index = opt_tree_index(t), .count = count};
    p->trends = ARENA_ARRAY(t->m->memory, uint8_t, n);
    p->is_sound = ARENA_ARRAY(t->m->memory, uint8_t, n);
    p->at_first = ARENA_ARRAY(t->m->memory, ir_value, n);
    p->at_last = ARENA_ARRAY(t->m->memory, ir_value, n);
    p->trends[count] = OPT_TREND_UP;
    p->is_sound[count] = 1;
}

/* ---- trends ---- */

static opt_trend opt_monotone_turned(opt_trend trend)
{
    return trend == OPT_TREND_UP ? OPT_TREND_DOWN : trend == OPT_TREND_DOWN ? OPT_TREND_UP : trend;
}

/* Of a sum: neither may go the other's way. */
static opt_trend opt_monotone_joint(opt_trend a, opt_trend b)
{
    if (a == OPT_TREND_FIXED || a == b)
        return b;
    return b == OPT_TREND_FIXED ? a : OPT_TREND_UNKNOWN;
}

static bool opt_monotone_is_positive(const opt_monotone *p, ir_value v)
{
    const opt_node *node = opt_constant(&p->index, v);
    const uint64_t size = node ? ir_size(p->t->m, node->i.type) : 0;
    return node && node->i.imm && (!ir_is_signed(p->t->m, node->i.type) || !(node->i.imm >> (8 * size - 1) & 1));
}

/* What changes with the counter. */
static opt_trend opt_monotone_of_node(opt_monotone *p, const opt_node *node, const opt_trend *trends)
{
    const ir_module *m = p->t->m;
    const bool is_signed = ir_is_signed(m, node->i.type);
    if (!ir_is_int(m, node->i.type))
        return OPT_TREND_UNKNOWN;
    switch ((ir_op)node->i.op) {
    case IR_ADD: return opt_monotone_joint(trends[0], trends[1]);
    case IR_SUB: return opt_monotone_joint(trends[0], opt_monotone_turned(trends[1]));
    case IR_MUL:
        if (!is_signed)
            return opt_monotone_joint(trends[0], trends[1]);
        return opt_monotone_is_positive(p, node->args[1])   ? trends[0]
               : opt_monotone_is_positive(p, node->args[0]) ? trends[1]
                                                            : OPT_TREND_UNKNOWN;
    case IR_DIV: return opt_monotone_is_positive(p, node->args[1]) ? trends[0] : OPT_TREND_UNKNOWN;
    case IR_SHR: return opt_constant(&p->index, node->args[1]) ? trends[0] : OPT_TREND_UNKNOWN;
    case IR_CONVERT: return ir_is_int(m, p->t->f->values.at[node->args[0]]) ? trends[0] : OPT_TREND_UNKNOWN;
    case IR_CASES_CONSTANT:
    case IR_REM:
    case IR_AND:
    case IR_OR:
    case IR_XOR:
    case IR_SHL:
    case IR_CASES_UNARY:
    case IR_CASES_COMPARISON:
    case IR_OVERFLOWS:
    case IR_BITCAST:
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
    return OPT_TREND_UNKNOWN;
}

/* A division whose divisor may be 0 must not be computed where the program would not. */
static bool opt_monotone_may_stop(const opt_monotone *p, const opt_node *node)
{
    return (node->i.op == IR_DIV || node->i.op == IR_REM) && ir_is_int(p->t->m, node->i.type) &&
           !opt_monotone_is_positive(p, node->args[1]);
}

static opt_trend opt_monotone_look(opt_monotone *p, const opt_node *node, uint32_t depth);

/* Each value is looked at once, for values may be used by many. */
static opt_trend opt_monotone_find(opt_monotone *p, ir_value v, uint32_t depth)
{
    const opt_node *node = opt_definition(&p->index, v);
    if (v >= p->index.n_values)
        return OPT_TREND_UNKNOWN;
    if (p->trends[v] != OPT_TREND_UNSEEN)
        return (opt_trend)p->trends[v];
    const opt_trend is_param = v <= p->t->f->n_params ? OPT_TREND_FIXED : OPT_TREND_UNKNOWN;
    return (opt_trend)(p->trends[v] = (uint8_t)(node ? opt_monotone_look(p, node, depth) : is_param));
}

static opt_trend opt_monotone_look(opt_monotone *p, const opt_node *node, uint32_t depth)
{
    opt_trend trends[3] = {OPT_TREND_FIXED, OPT_TREND_FIXED, OPT_TREND_FIXED};
    bool is_fixed = true;
    if (depth == 0 || !opt_is_pure(&node->i) || node->i.op == IR_LOCAL_ADDR || node->i.n_args > 3 ||
        opt_monotone_may_stop(p, node))
        return OPT_TREND_UNKNOWN;
    for (uint32_t k = 0; k < node->i.n_args; k++) {
        trends[k] = opt_monotone_find(p, node->args[k], depth - 1);
        if (trends[k] == OPT_TREND_UNKNOWN)
            return OPT_TREND_UNKNOWN;
        is_fixed &= trends[k] == OPT_TREND_FIXED;
    }
    return is_fixed ? OPT_TREND_FIXED : opt_monotone_of_node(p, node, trends);
}

opt_trend opt_monotone_trend(opt_monotone *p, ir_value v)
{
    return opt_monotone_find(p, v, MOST_DEPTH);
}

/* ---- what is computed before the stretch ---- */

static ir_value opt_monotone_push(opt_monotone *p, opt_node *node)
{
    vec_push(p->t->m->memory, &p->ahead, node);
    return node->i.result;
}

static ir_value opt_monotone_make(opt_monotone *p, ir_op op, ir_type type, ir_value x, ir_value y)
{
    return opt_monotone_push(p, opt_tree_node(p->t, op, type, (ir_value[]){x, y}, y ? 2 : 1, 0));
}

static void opt_monotone_and(opt_monotone *p, ir_value condition)
{
    p->all = p->all ? opt_monotone_make(p, IR_AND, IR_BOOL, p->all, condition) : condition;
}

/* What v is where the counter is at an end. */
static ir_value opt_monotone_end(opt_monotone *p, ir_value v, bool is_last)
{
    const opt_node *node = opt_definition(&p->index, v);
    ir_value *known = is_last ? p->at_last : p->at_first, args[3];
    if (v == p->count)
        return is_last ? p->last : p->first;
    if (!node)
        return v;
    if (opt_monotone_trend(p, v) == OPT_TREND_FIXED)
        known = p->at_last;
    if (known[v])
        return known[v];
    for (uint32_t k = 0; k < node->i.n_args; k++)
        args[k] = opt_monotone_end(p, node->args[k], is_last);
    opt_node *copy = opt_tree_node(p->t, (ir_op)node->i.op, node->i.type, args, node->i.n_args, node->i.imm);
    copy->i.aux = node->i.aux;
    copy->i.flags = node->i.flags;
    return known[v] = opt_monotone_push(p, copy);
}

static void opt_monotone_no_overflow(opt_monotone *p, const opt_node *node, bool is_last)
{
    ir_value x = opt_monotone_end(p, node->args[0], is_last), y = opt_monotone_end(p, node->args[1], is_last);
    opt_node *overflows = opt_tree_node(p->t, IR_OVERFLOWS, IR_BOOL, (ir_value[]){x, y}, 2, 0);
    overflows->i.aux = node->i.op;
    opt_monotone_and(p, opt_monotone_make(p, IR_NOT, IR_BOOL, opt_monotone_push(p, overflows), 0));
}

/* The number is the same behind the conversion: back again it is what it was, and neither is below 0 where the other
 * type has no such numbers. */
static void opt_monotone_same_number(opt_monotone *p, const opt_node *node, bool is_last)
{
    ir_module *m = p->t->m;
    const ir_type from = p->t->f->values.at[node->args[0]], to = node->i.type;
    const bool grows = ir_size(m, to) > ir_size(m, from), shrinks = ir_size(m, to) < ir_size(m, from);
    ir_value x = opt_monotone_end(p, node->args[0], is_last);
    if (shrinks) {
        ir_value back = opt_monotone_make(p, IR_CONVERT, from, opt_monotone_make(p, IR_CONVERT, to, x, 0), 0);
        opt_monotone_and(p, opt_monotone_make(p, IR_EQ, IR_BOOL, back, x));
    }
    if (ir_is_signed(m, from) != ir_is_signed(m, to) && (!grows || ir_is_signed(m, from))) {
        const ir_type type = ir_is_signed(m, from) ? from : to;
        ir_value low = type == from ? x : opt_monotone_make(p, IR_CONVERT, to, x, 0),
                 zero = opt_monotone_push(p, opt_tree_node(p->t, IR_CONST, type, NULL, 0, 0));
        opt_monotone_and(p, opt_monotone_make(p, IR_GE, IR_BOOL, low, zero));
    }
}

/* Requires that no sum, product or conversion that v is made of overflows, so that a wider type gives the same. v has a
 * trend. */
static void opt_monotone_require_sound(opt_monotone *p, ir_value v)
{
    const opt_node *node = opt_definition(&p->index, v);
    if (!node || p->is_sound[v] || opt_monotone_trend(p, v) == OPT_TREND_FIXED)
        return;
    p->is_sound[v] = 1;
    for (uint32_t k = 0; k < node->i.n_args; k++)
        opt_monotone_require_sound(p, node->args[k]);
    for (int is_last = 0; is_last < 2; is_last++) {
        if (node->i.op == IR_CONVERT)
            opt_monotone_same_number(p, node, is_last);
        else if (node->i.op == IR_ADD || node->i.op == IR_SUB || node->i.op == IR_MUL)
            opt_monotone_no_overflow(p, node, is_last);
    }
}

/* ---- conditions ---- */

/* The comparison as low < high or low <= high. */
static void opt_monotone_sides(const opt_node *node, bool wanted, ir_value *low, ir_value *high)
{
    const bool less = (node->i.op == IR_LT || node->i.op == IR_LE) == wanted;
    *low = node->args[less ? 0 : 1];
    *high = node->args[less ? 1 : 0];
}

/* Whether the exact result goes one way, so that it is out of range nowhere if it is not at the ends. */
static bool opt_monotone_tells_overflow(opt_monotone *p, const opt_node *node)
{
    const opt_node like = {.i = {.op = (uint8_t)node->i.aux, .type = p->t->f->values.at[node->args[0]]},
                           .args = node->args};
    const opt_trend trends[2] = {opt_monotone_trend(p, node->args[0]), opt_monotone_trend(p, node->args[1])};
    return trends[0] != OPT_TREND_UNKNOWN && trends[1] != OPT_TREND_UNKNOWN &&
           opt_monotone_of_node(p, &like, trends) != OPT_TREND_UNKNOWN;
}

bool opt_monotone_tells(opt_monotone *p, ir_value condition, bool wanted)
{
    const opt_node *node = opt_definition(&p->index, condition);
    if (opt_monotone_trend(p, condition) == OPT_TREND_FIXED)
        return true;
    if (!node)
        return false;
    switch ((ir_op)node->i.op) {
    case IR_NOT: return node->i.type == IR_BOOL && opt_monotone_tells(p, node->args[0], !wanted);
    case IR_AND:
    case IR_OR:
        if (node->i.type != IR_BOOL)
            return false;
        if ((node->i.op == IR_AND) != wanted)
            return p->takes_one_side &&
                   (opt_monotone_tells(p, node->args[0], wanted) || opt_monotone_tells(p, node->args[1], wanted));
        return opt_monotone_tells(p, node->args[0], wanted) && opt_monotone_tells(p, node->args[1], wanted);
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE: {
        ir_value low, high;
        opt_monotone_sides(node, wanted, &low, &high);
        return ir_is_int(p->t->m, p->t->f->values.at[low]) && opt_monotone_trend(p, low) != OPT_TREND_UNKNOWN &&
               opt_monotone_trend(p, high) != OPT_TREND_UNKNOWN;
    }
    case IR_OVERFLOWS: return !wanted && opt_monotone_tells_overflow(p, node);
    case IR_CASES_CONSTANT:
    case IR_CASES_ARITHMETIC:
    case IR_XOR:
    case IR_SHL:
    case IR_SHR:
    case IR_NEG:
    case IR_EQ:
    case IR_NE:
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
    return false;
}

static ir_value opt_monotone_most(opt_monotone *p, ir_value v)
{
    return opt_monotone_end(p, v, opt_monotone_trend(p, v) != OPT_TREND_DOWN);
}

static ir_value opt_monotone_least(opt_monotone *p, ir_value v)
{
    return opt_monotone_end(p, v, opt_monotone_trend(p, v) == OPT_TREND_DOWN);
}

static void opt_monotone_require_order(opt_monotone *p, const opt_node *node, bool wanted)
{
    const bool is_strict = (node->i.op == IR_LT || node->i.op == IR_GT) == wanted;
    ir_value low, high;
    opt_monotone_sides(node, wanted, &low, &high);
    opt_monotone_require_sound(p, low);
    opt_monotone_require_sound(p, high);
    ir_value most = opt_monotone_most(p, low), least = opt_monotone_least(p, high);
    opt_monotone_and(p, opt_monotone_make(p, is_strict ? IR_LT : IR_LE, IR_BOOL, most, least));
}

void opt_monotone_require(opt_monotone *p, ir_value condition, bool wanted)
{
    const opt_node *node = opt_definition(&p->index, condition);
    if (opt_monotone_trend(p, condition) == OPT_TREND_FIXED) {
        ir_value holds = opt_monotone_end(p, condition, true);
        opt_monotone_and(p, wanted ? holds : opt_monotone_make(p, IR_NOT, IR_BOOL, holds, 0));
    } else if (node->i.op == IR_NOT) {
        opt_monotone_require(p, node->args[0], !wanted);
    } else if ((node->i.op == IR_AND || node->i.op == IR_OR) && (node->i.op == IR_AND) != wanted) {
        opt_monotone_require(p, node->args[opt_monotone_tells(p, node->args[0], wanted) ? 0 : 1], wanted);
    } else if (node->i.op == IR_AND || node->i.op == IR_OR) {
        opt_monotone_require(p, node->args[0], wanted);
        opt_monotone_require(p, node->args[1], wanted);
    } else if (node->i.op == IR_OVERFLOWS) {
        opt_monotone_require_sound(p, node->args[0]);
        opt_monotone_require_sound(p, node->args[1]);
        const opt_node like = {.i = {.op = (uint8_t)node->i.aux}, .args = node->args};
        opt_monotone_no_overflow(p, &like, false);
        opt_monotone_no_overflow(p, &like, true);
    } else {
        opt_monotone_require_order(p, node, wanted);
    }
}
