/* emit_motion.c: finds how a value moves from round to round of a loop. It makes a graph of what locals are set to
 * there; a value on a cycle through a sum grows, and one on a cycle through a difference shrinks. */
#include "codegen/cuda/emit_cuda.h"

enum { MOST_LOCALS = 24, MOST_STEPS = 400, IS_EDGE = 128, TURNS = 64, BOTH = EMIT_GROWS | EMIT_SHRINKS };

typedef struct graph {
    const emit *e;
    uint32_t first, last; /* instructions of the loop */
    uint32_t n_steps, n_locals, locals[MOST_LOCALS];
    uint8_t edges[MOST_LOCALS + 1]
                 [MOST_LOCALS]; /* from a local, the last from the value, to a local: IS_EDGE and what is on the way */
    unsigned found;
} graph;

/* Whether another round may have another value: one that is made from a local that the loop sets. */
static bool emit_changes(const graph *g, ir_value v, unsigned depth)
{
    const emit *e = g->e;
    const ir_instr *i = emit_definition(e, v);
    if (!i || depth == 0)
        return false;
    if (i->op == IR_GET)
        for (uint32_t set = e->first_set[i->imm]; set; set = e->next_set[set - 1])
            if (set - 1 >= g->first && set - 1 < g->last)
                return true;
    for (uint32_t k = 0; k < i->n_args; k++)
        if (emit_changes(g, emit_arg(e, i, k), depth - 1))
            return true;
    return false;
}

/* Whether the loop stores to what could be the loaded place, which stays one: the same field, elements of the type, the
 * local. */
static bool emit_is_stored(const graph *g, const ir_instr *load)
{
    const emit *e = g->e;
    const ir_instr *from = emit_definition(e, emit_arg(e, load, 0));
    if (from && from->op == IR_ELEMENT_ADDR && emit_changes(g, emit_arg(e, from, 1), 6))
        return false;
    for (uint32_t k = g->first; k < g->last; k++) {
        const ir_instr *at = &e->f->code.at[k];
        if (at->op != IR_STORE || emit_type_of(e, emit_arg(e, at, 1)) != load->type)
            continue;
        const ir_instr *to = emit_definition(e, emit_arg(e, at, 0));
        if (!from || !to || (from->op == to->op && from->imm == to->imm) || from->op == IR_GET || to->op == IR_GET)
            return true;
    }
    return false;
}

static bool emit_adds_negative(const emit *e, const ir_instr *i)
{
    for (uint32_t k = 0; k < i->n_args; k++) {
        const ir_instr *c = emit_definition(e, emit_arg(e, i, k));
        if (c && c->op == IR_CONST && c->imm >> (8 * ir_size(e->m, i->type) - 1) & 1)
            return true;
    }
    return false;
}

/* What adding does to what it is added to: the optimizer knows the sign of constants and of what is made of them. */
static unsigned emit_added(const emit *e, const ir_instr *i)
{
    for (uint32_t k = 0; k < i->n_args; k++) {
        const ir_instr *c = emit_definition(e, emit_arg(e, i, k));
        if (c && c->op == IR_CONST)
            return emit_adds_negative(e, i) ? EMIT_SHRINKS : EMIT_GROWS;
    }
    return emit_is_unknown(e, emit_arg(e, i, 0)) && emit_is_unknown(e, emit_arg(e, i, 1)) ? EMIT_GROWS : BOTH;
}

static uint32_t emit_motion_number_of(graph *g, uint32_t local)
{
    for (uint32_t k = 0; k < g->n_locals; k++)
        if (g->locals[k] == local)
            return k;
    if (g->n_locals == MOST_LOCALS) {
        g->found |= BOTH;
        return 0;
    }
    g->locals[g->n_locals] = local;
    return g->n_locals++;
}

/* Sums and differences of constants and of what stays: all that the optimizer counts by. What else a round does to a
 * local ends the way, unless a mask leaves it as it is. */
static bool emit_motion_is_counted(const emit *e, const ir_instr *i)
{
    const ir_instr *last = i->n_args ? emit_definition(e, emit_arg(e, i, i->n_args - 1)) : NULL;
    switch ((ir_op)i->op) {
    case IR_AND:
    case IR_OR:
    case IR_XOR: return last && last->op == IR_CONST;
    case IR_CONVERT:
    case IR_SELECT:
    case IR_FIELD:
    case IR_MAKE:
    case IR_MUL:
    case IR_SHL:
    case IR_NEG:
    case IR_NOT: return true;
    case IR_CASES_CONSTANT:
    case IR_ADD:
    case IR_SUB:
    case IR_DIV:
    case IR_REM:
    case IR_SHR:
    case IR_CASES_COMPARISON:
    case IR_OVERFLOWS:
    case IR_BITCAST:
    case IR_CASES_LOCAL:
    case IR_CASES_ADDRESS:
    case IR_CASES_MEMORY:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_INTRINSIC:
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS: break;
    }
    return false;
}

static unsigned emit_turned(unsigned way)
{
    return (way & ~(unsigned)BOTH) | (way & EMIT_GROWS ? EMIT_SHRINKS : 0) | (way & EMIT_SHRINKS ? EMIT_GROWS : 0);
}

/* way: from a local, what is on the way so far; from the value, whether what it leads to moves it likewise (GROWS) or
 * the other way. */
static void emit_explore(graph *g, uint32_t node, ir_value v, unsigned way)
{
    const emit *e = g->e;
    const ir_instr *i = emit_definition(e, v);
    const bool from_value = node == MOST_LOCALS;
    if (++g->n_steps > MOST_STEPS) {
        g->found |= BOTH;
        return;
    }
    if (!i)
        return;
    switch ((ir_op)i->op) {
    case IR_GET: g->edges[node][emit_motion_number_of(g, (uint32_t)i->imm)] |= (uint8_t)(IS_EDGE | way); return;
    case IR_LOAD: g->found |= emit_is_stored(g, i) ? BOTH : 0; return;
    case IR_ADD:
        if (!from_value)
            way |= emit_added(e, i);
        break;
    case IR_SUB:
        emit_explore(g, node, emit_arg(e, i, 0), from_value ? way : way | emit_turned(emit_added(e, i)));
        emit_explore(g, node, emit_arg(e, i, 1), from_value ? emit_turned(way) : TURNS);
        return;
    case IR_CALL: way = BOTH; break;
    case IR_NEG:
    case IR_NOT: way = from_value ? emit_turned(way) : way; break;
    case IR_CASES_CONSTANT:
    case IR_MUL:
    case IR_DIV:
    case IR_REM:
    case IR_CASES_BITS:
    case IR_CASES_COMPARISON:
    case IR_OVERFLOWS:
    case IR_CASES_CAST:
    case IR_SELECT:
    case IR_SET:
    case IR_CASES_ADDRESS:
    case IR_STORE:
    case IR_CASES_AGGREGATE:
    case IR_FUNCTION_ADDR:
    case IR_CALL_PTR:
    case IR_INTRINSIC:
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS:
        if (!emit_motion_is_counted(e, i) || (!from_value && (i->op == IR_MUL || i->op == IR_SHL)))
            return;
        if (from_value && (i->op == IR_XOR || (i->op == IR_MUL && emit_adds_negative(e, i))))
            way = BOTH;
        break;
    }
    for (uint32_t k = 0; k < i->n_args; k++)
        emit_explore(g, node, emit_arg(e, i, k), way);
}

/* What is on cycles among the locals that are reached. */
static unsigned emit_on_cycles(const graph *g, const uint32_t *reach, uint32_t locals)
{
    unsigned found = 0;
    for (uint32_t from = 0; from < g->n_locals; from++)
        for (uint32_t to = 0; to < g->n_locals; to++)
            if ((locals >> from & 1) && g->edges[from][to] && (reach[to] >> from & 1))
                found |= g->edges[from][to] & BOTH;
    for (uint32_t from = 0; found && from < g->n_locals; from++)
        for (uint32_t to = 0; to < g->n_locals; to++)
            if ((locals >> from & 1) && (g->edges[from][to] & TURNS) && !(reach[to] >> from & 1))
                return BOTH;
    return found;
}

unsigned emit_motion(const emit *e, ir_value v, uint32_t first, uint32_t last)
{
    graph g = {.e = e, .first = first, .last = last};
    uint32_t reach[MOST_LOCALS] = {0};
    unsigned moved = 0;
    emit_explore(&g, MOST_LOCALS, v, EMIT_GROWS);
    for (uint32_t from = 0; from < g.n_locals; from++)
        for (uint32_t set = e->first_set[g.locals[from]]; set; set = e->next_set[set - 1])
            if (set - 1 >= first && set - 1 < last)
                emit_explore(&g, from, emit_arg(e, &e->f->code.at[set - 1], 0), 0);
    for (uint32_t from = 0; from < g.n_locals; from++)
        for (uint32_t to = 0; to < g.n_locals; to++)
            reach[from] |= g.edges[from][to] ? UINT32_C(1) << to : 0;
    for (uint32_t by = 0; by < g.n_locals; by++)
        for (uint32_t from = 0; from < g.n_locals; from++)
            if (reach[from] >> by & 1)
                reach[from] |= reach[by];
    for (uint32_t to = 0; to < g.n_locals; to++) {
        const unsigned way = g.edges[MOST_LOCALS][to];
        const unsigned found = way ? emit_on_cycles(&g, reach, reach[to] | UINT32_C(1) << to) : 0;
        moved |= (way & EMIT_GROWS ? found : 0) | (way & EMIT_SHRINKS ? emit_turned(found) : 0);
    }
    return g.found | moved;
}

typedef struct origins {
    const emit *e;
    uint32_t n_steps, n_locals, locals[MOST_LOCALS];
} origins;

static bool emit_has_unknown(origins *o, ir_value v)
{
    const emit *e = o->e;
    const ir_instr *i = emit_definition(e, v);
    if (!i || ++o->n_steps > MOST_STEPS || i->op == IR_LOAD || i->op == IR_CALL || i->op == IR_CALL_PTR ||
        i->op == IR_INTRINSIC)
        return true;
    if (i->op == IR_GET) {
        for (uint32_t k = 0; k < o->n_locals; k++)
            if (o->locals[k] == i->imm)
                return false;
        if (o->n_locals == MOST_LOCALS)
            return true;
        o->locals[o->n_locals++] = (uint32_t)i->imm;
        for (uint32_t set = e->first_set[i->imm]; set; set = e->next_set[set - 1])
            if (emit_has_unknown(o, emit_arg(e, &e->f->code.at[set - 1], 0)))
                return true;
        return false;
    }
    for (uint32_t k = 0; k < i->n_args; k++)
        if (emit_has_unknown(o, emit_arg(e, i, k)))
            return true;
    return false;
}

bool emit_is_unknown(const emit *e, ir_value v)
{
    origins o = {.e = e};
    return emit_has_unknown(&o, v);
}
