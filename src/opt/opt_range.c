/* opt_range.c: ranges and orders of integers: what conditions teach, what results are, which conditions that decides.
 */
#include "opt/opt_range.h"

enum { MOST_STEPS = 24, MOST_DEPTH = 4 };

void fact_narrow(facts *p, ir_value v, uint64_t least, uint64_t most)
{
    if (!fact_is_known(p, v) || (least <= p->low[v] && most >= p->high[v]))
        return;
    least = least > p->low[v] ? least : p->low[v];
    most = most < p->high[v] ? most : p->high[v];
    if (least > most) /* it is dead code */
        return;
    vec_push(p->t->m->memory, &p->undone, (fact_undo){v, p->low[v], p->high[v]});
    p->low[v] = least;
    p->high[v] = most;
}

/* ---- orders ---- */

static bool is_less_in(const facts *p, ir_value a, ir_value b, bool strictly, uint32_t depth, uint32_t *steps)
{
    if ((a == b && !strictly) || (strictly ? fact_high(p, a) < fact_low(p, b) : fact_high(p, a) <= fact_low(p, b)))
        return true;
    for (uint32_t k = p->orders.n; depth && k-- > 0 && *steps;) {
        const fact_order *o = &p->orders.at[k];
        if (o->less != a)
            continue;
        --*steps;
        if (is_less_in(p, o->more, b, strictly && !o->strictly, depth - 1, steps))
            return true;
    }
    return false;
}

bool fact_is_less(const facts *p, ir_value a, ir_value b, bool strictly)
{
    uint32_t steps = MOST_STEPS;
    return is_less_in(p, a, b, strictly, MOST_DEPTH, &steps);
}

static void learn_order(facts *p, ir_value less, ir_value more, bool strictly)
{
    uint64_t gap = strictly;
    if (fact_high(p, more) >= gap)
        fact_narrow(p, less, 0, fact_high(p, more) - gap);
    if (fact_low(p, less) <= UINT64_MAX - gap)
        fact_narrow(p, more, fact_low(p, less) + gap, UINT64_MAX);
    vec_push(p->t->m->memory, &p->orders, (fact_order){less, more, strictly});
}

void fact_assume(facts *p, ir_value condition, bool holds)
{
    const ir_node *node = ir_definition(&p->index, condition);
    fact_narrow(p, condition, holds, holds);
    if (!node || node->i.n_args == 0)
        return;
    ir_value a = node->args[0], b = node->i.n_args > 1 ? node->args[1] : 0;
    switch ((ir_op)node->i.op) {
    case IR_NOT:
        if (node->i.type == IR_BOOL)
            fact_assume(p, a, !holds);
        return;
    case IR_AND:
    case IR_OR:
        if (node->i.type == IR_BOOL && holds == (node->i.op == IR_AND)) {
            fact_assume(p, a, holds);
            fact_assume(p, b, holds);
        }
        return;
    case IR_OVERFLOWS: {
        const ir_type type = p->t->f->values.at[a];
        if (holds || !fact_is_number(type) || fact_is_signed(type))
            return;
        if (node->i.aux == IR_SUB)
            learn_order(p, b, a, false);
        for (uint32_t k = 0; k < 2; k++) {
            const uint64_t most = fact_most(p, type), other = fact_low(p, k ? a : b);
            if (node->i.aux == IR_ADD)
                fact_narrow(p, k ? b : a, 0, most - other);
            else if (node->i.aux == IR_MUL && other)
                fact_narrow(p, k ? b : a, 0, most / other);
        }
        return;
    }
    case IR_EQ:
    case IR_NE:
        if ((node->i.op == IR_EQ) == holds && fact_is_number(p->t->f->values.at[a])) {
            learn_order(p, a, b, false);
            learn_order(p, b, a, false);
        } else if (fact_low(p, b) == fact_high(p, b) && fact_low(p, a) == fact_low(p, b) &&
                   fact_is_number(p->t->f->values.at[a])) {
            fact_narrow(p, a, fact_low(p, a) + (fact_low(p, a) < UINT64_MAX), UINT64_MAX);
        }
        return;
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE: {
        bool less_first = (node->i.op == IR_LT || node->i.op == IR_LE) == holds;
        bool strictly = (node->i.op == IR_LT || node->i.op == IR_GT) == holds;
        if (fact_is_natural(p, a) && fact_is_natural(p, b))
            learn_order(p, less_first ? a : b, less_first ? b : a, strictly);
        return;
    }
    default: return;
    }
}

/* ---- ranges of results ---- */

static bool multiplies(uint64_t a, uint64_t b, uint64_t most, uint64_t *product)
{
    if (a && b > most / a)
        return false;
    *product = a * b;
    return true;
}

/* What a launch can have, and what the block's checks have told. */
static void range_of_place(facts *p, const ir_node *node)
{
    static const uint64_t block_most[3] = {1024, 1024, 64}, grid_most[3] = {0x7FFFFFFF, 65535, 65535};
    uint64_t most = 0, d = node->i.imm % 3;
    switch (node->i.aux) {
    case IR_IN_BLOCK_DIM:
        fact_narrow(p, node->i.result, 1, block_most[d]);
        if (p->has_shape)
            fact_narrow(p, node->i.result, p->t->f->block[d] ? p->t->f->block[d] : 1,
                        p->t->f->block[d] ? p->t->f->block[d] : 1);
        return;
    case IR_IN_GRID_DIM: fact_narrow(p, node->i.result, 1, grid_most[d]); return;
    case IR_IN_BLOCK_IDX: fact_narrow(p, node->i.result, 0, grid_most[d] - 1); return;
    case IR_IN_LANE: fact_narrow(p, node->i.result, 0, 31); return;
    case IR_IN_THREAD_IDX:
        most = (p->has_shape && p->t->f->block[d] ? p->t->f->block[d] : p->has_shape ? 1 : block_most[d]) - 1;
        for (uint32_t k = p->made.n; k-- > 0;) {
            const ir_instr *i = &p->made.at[k].node->i;
            if (i->op == IR_INTRINSIC && i->aux == IR_IN_BLOCK_DIM && i->imm == node->i.imm)
                most = fact_high(p, i->result) - 1 < most ? fact_high(p, i->result) - 1 : most;
        }
        fact_narrow(p, node->i.result, 0, most);
        return;
    case IR_IN_COUNT_ONES:
    case IR_IN_LEADING_ZEROS:
    case IR_IN_TRAILING_ZEROS: fact_narrow(p, node->i.result, 0, 64); return;
    default: return;
    }
}

void fact_range(facts *p, const ir_node *node)
{
    const ir_value v = node->i.result, a = node->i.n_args ? node->args[0] : 0,
                   b = node->i.n_args > 1 ? node->args[1] : 0;
    const uint64_t most = fact_most(p, node->i.type);
    uint64_t x;
    switch ((ir_op)node->i.op) {
    case IR_CONST: fact_narrow(p, v, node->i.imm & most, node->i.imm & most); break;
    case IR_INTRINSIC: range_of_place(p, node); break;
    case IR_ADD:
        if (fact_high(p, a) > most || fact_high(p, b) > most - fact_high(p, a))
            break;
        fact_narrow(p, v, fact_low(p, a) + fact_low(p, b), fact_high(p, a) + fact_high(p, b));
        vec_push(p->t->m->memory, &p->orders, (fact_order){a, v, fact_low(p, b) > 0});
        vec_push(p->t->m->memory, &p->orders, (fact_order){b, v, fact_low(p, a) > 0});
        break;
    case IR_SUB:
        if (fact_low(p, a) >= fact_high(p, b))
            fact_narrow(p, v, fact_low(p, a) - fact_high(p, b), fact_high(p, a) - fact_low(p, b));
        else if (fact_is_less(p, b, a, false))
            fact_narrow(p, v, 0, fact_high(p, a) - fact_low(p, b));
        else
            break;
        vec_push(p->t->m->memory, &p->orders, (fact_order){v, a, fact_low(p, b) > 0});
        break;
    case IR_MUL:
        if (multiplies(fact_high(p, a), fact_high(p, b), most, &x))
            fact_narrow(p, v, fact_low(p, a) * fact_low(p, b), x);
        break;
    case IR_DIV:
        if (fact_low(p, b) && fact_is_natural(p, a) && fact_is_natural(p, b)) {
            fact_narrow(p, v, fact_low(p, a) / fact_high(p, b), fact_high(p, a) / fact_low(p, b));
            vec_push(p->t->m->memory, &p->orders, (fact_order){v, a, false});
        }
        break;
    case IR_REM:
        if (fact_low(p, b) && fact_is_natural(p, a) && fact_is_natural(p, b)) {
            fact_narrow(p, v, 0, fact_high(p, b) - 1 < fact_high(p, a) ? fact_high(p, b) - 1 : fact_high(p, a));
            vec_push(p->t->m->memory, &p->orders, (fact_order){v, b, true});
        }
        break;
    case IR_AND: fact_narrow(p, v, 0, fact_high(p, a) < fact_high(p, b) ? fact_high(p, a) : fact_high(p, b)); break;
    case IR_SHR:
        if (fact_low(p, b) == fact_high(p, b) && fact_low(p, b) < 64 && most >> fact_low(p, b) &&
            fact_is_natural(p, a)) {
            fact_narrow(p, v, fact_low(p, a) >> fact_low(p, b), fact_high(p, a) >> fact_low(p, b));
            vec_push(p->t->m->memory, &p->orders, (fact_order){v, a, false});
        }
        break;
    case IR_SHL:
        if (fact_low(p, b) == fact_high(p, b) && fact_low(p, b) < 64 && most >> fact_low(p, b) &&
            fact_high(p, a) <= most >> fact_low(p, b))
            fact_narrow(p, v, fact_low(p, a) << fact_low(p, b), fact_high(p, a) << fact_low(p, b));
        break;
    case IR_SELECT:
        fact_narrow(p, v, fact_low(p, b) < fact_low(p, node->args[2]) ? fact_low(p, b) : fact_low(p, node->args[2]),
                    fact_high(p, b) > fact_high(p, node->args[2]) ? fact_high(p, b) : fact_high(p, node->args[2]));
        break;
    case IR_CONVERT: /* the bits stay, or zeros come before them */
        if (fact_is_known(p, a) && fact_is_natural(p, a) && fact_high(p, a) <= most && node->i.type != IR_BOOL) {
            fact_narrow(p, v, fact_low(p, a), fact_high(p, a));
            vec_push(p->t->m->memory, &p->orders, (fact_order){v, a, false});
            vec_push(p->t->m->memory, &p->orders, (fact_order){a, v, false});
        }
        break;
    default: break;
    }
}

/* ---- decided conditions ---- */

int fact_decide(const facts *p, const ir_node *node)
{
    const ir_value a = node->i.n_args ? node->args[0] : 0, b = node->i.n_args > 1 ? node->args[1] : 0;
    const ir_type type = a ? p->t->f->values.at[a] : 0;
    uint64_t most = fact_is_number(type) ? fact_most(p, type) : 0, product;
    if (node->i.type != IR_BOOL || node->i.op == IR_CONST || !fact_is_number(type))
        return -1;
    switch ((ir_op)node->i.op) {
    case IR_NOT: return fact_low(p, a) == fact_high(p, a) ? !fact_low(p, a) : -1;
    case IR_AND:
    case IR_OR: {
        uint64_t ends = node->i.op == IR_OR;
        if ((fact_low(p, a) == ends && fact_high(p, a) == ends) || (fact_low(p, b) == ends && fact_high(p, b) == ends))
            return (int)ends;
        return fact_low(p, a) == fact_high(p, a) && fact_low(p, b) == fact_high(p, b) ? !(int)ends : -1;
    }
    case IR_EQ:
    case IR_NE: {
        bool is_eq = node->i.op == IR_EQ;
        if (fact_is_less(p, a, b, true) || fact_is_less(p, b, a, true))
            return !is_eq;
        return fact_is_less(p, a, b, false) && fact_is_less(p, b, a, false) ? is_eq : -1;
    }
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE: {
        bool less_first = node->i.op == IR_LT || node->i.op == IR_LE,
             strictly = node->i.op == IR_LT || node->i.op == IR_GT;
        ir_value less = less_first ? a : b, more = less_first ? b : a;
        if (fact_is_signed(type) && fact_low(p, a) == fact_high(p, a) && fact_low(p, b) == fact_high(p, b)) {
            uint64_t sign = most ^ most >> 1, x = fact_low(p, less) ^ sign, y = fact_low(p, more) ^ sign;
            return strictly ? x < y : x <= y;
        }
        if (!fact_is_natural(p, a) || !fact_is_natural(p, b))
            return -1;
        return fact_is_less(p, less, more, strictly) ? 1 : fact_is_less(p, more, less, !strictly) ? 0 : -1;
    }
    case IR_OVERFLOWS:
        if (fact_is_signed(type))
            most >>= 1;
        if (fact_low(p, b) == 0 && fact_high(p, b) == 0)
            return 0;
        if (!fact_is_natural(p, a) || !fact_is_natural(p, b))
            return -1;
        if (node->i.aux == IR_ADD)
            return fact_high(p, a) <= most - (fact_high(p, b) < most ? fact_high(p, b) : most) &&
                           fact_high(p, b) <= most
                       ? 0
                       : -1;
        if (node->i.aux == IR_MUL)
            return multiplies(fact_high(p, a), fact_high(p, b), most, &product) ? 0 : -1;
        return fact_is_signed(type) || fact_is_less(p, b, a, false) ? 0 : -1;
    default: return -1;
    }
}

bool fact_compares_factor(const facts *p, const ir_node *node, uint64_t *limit)
{
    const ir_node *product =
        node->i.op == IR_OVERFLOWS && node->i.aux == IR_ADD ? ir_definition(&p->index, node->args[0]) : NULL;
    uint64_t most, x;
    if (!product || product->i.op != IR_MUL || fact_is_signed(product->i.type) || !fact_is_number(product->i.type))
        return false;
    const ir_value a = product->args[0], c = product->args[1], d = node->args[1];
    most = fact_most(p, product->i.type);
    if (fact_low(p, c) == 0 || fact_low(p, c) != fact_high(p, c) || fact_low(p, d) != fact_high(p, d) ||
        !multiplies(fact_high(p, a), fact_high(p, c), most, &x))
        return false;
    *limit = (most - fact_low(p, d)) / fact_low(p, c);
    return true;
}
