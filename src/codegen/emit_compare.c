/* emit_compare.c: orders and overflow tests, kept from an optimizer's error.
 *
 * CUDA 13.0's optimizer takes a loop with the exit `x < a`, unsigned, where x starts at a and grows (so that the exit tells
 * that x wrapped around), for one that leaves after its first round; `x >= a` likewise. Where an operand of an unsigned order
 * may be made from the other by additions, it goes through an empty asm, which the optimizer cannot see through and which
 * costs nothing in machine code. */
#include "codegen/emit.h"

const ir_instr *emit_definition(const emit *e, ir_value v)
{
    uint32_t at = e->defined_at[v];
    return at ? &e->f->code.at[at - 1] : NULL;
}

/* The local or value that v stands for: a GET is its local. */
static bool is_same(const emit *e, ir_value a, ir_value b)
{
    if (a == b)
        return true;
    const ir_instr *x = emit_definition(e, a), *y = emit_definition(e, b);
    if (!x || !y)
        return false;
    return x->op == y->op && x->imm == y->imm && (x->op == IR_GET || x->op == IR_CONST);
}

typedef struct search { uint32_t n, n_locals, locals[24]; } search;

static bool is_new(search *s, uint32_t local)
{
    for (uint32_t k = 0; k < s->n_locals; k++)
        if (s->locals[k] == local)
            return false;
    s->locals[s->n_locals++] = local;
    return true;
}

/* Whether v may be `from` plus something: through sums, calls and what locals are set to. A long search says yes. */
static bool grows_from(const emit *e, ir_value v, ir_value from, search *s)
{
    if (is_same(e, v, from) || s->n == sizeof s->locals / sizeof s->locals[0])
        return true;
    s->n++;
    const ir_instr *i = emit_definition(e, v);
    if (!i)
        return false;
    if (i->op == IR_GET) {
        if (!is_new(s, (uint32_t)i->imm))
            return false;
        for (uint32_t set = e->first_set[i->imm]; set; set = e->next_set[set - 1])
            if (grows_from(e, emit_arg(e, &e->f->code.at[set - 1], 0), from, s))
                return true;
        return false;
    }
    if (i->op != IR_ADD && i->op != IR_CALL && i->op != IR_CONVERT && i->op != IR_SELECT)
        return false;
    for (uint32_t k = 0; k < i->n_args; k++)
        if (grows_from(e, emit_arg(e, i, k), from, s))
            return true;
    return false;
}

static const char *opaque(emit *e, ir_value v)
{
    return emit_print(e, "%s(%s)", emit_helper_name(e, EMIT_HELPER_OPAQUE, emit_type_of(e, v)), emit_plain(e, v));
}

emit_value emit_compare(emit *e, const ir_instr *i, const char *sign)
{
    ir_value a = emit_arg(e, i, 0), b = emit_arg(e, i, 1);
    ir_type t = emit_type_of(e, a);
    const char *x = emit_operand(e, a), *y = emit_operand(e, b);
    if (e->cuda && i->op != IR_EQ && i->op != IR_NE && ir_is_int(e->m, t) && !ir_is_signed(e->m, t)) {
        search of_a = {0}, of_b = {0};
        if (grows_from(e, a, b, &of_a))
            x = opaque(e, a);
        else if (grows_from(e, b, a, &of_b))
            y = opaque(e, b);
    }
    return emit_value_of(e, emit_print(e, "%s %s %s", x, sign, y), false);
}

/* With a constant c: a > MAX - c, a > MAX / c. NULL: neither operand is one. */
static const char *overflows_constant(emit *e, const ir_instr *i, ir_type t)
{
    ir_value a = emit_arg(e, i, 0), b = emit_arg(e, i, 1);
    const ir_instr *x = emit_definition(e, a), *y = emit_definition(e, b), *constant = y && y->op == IR_CONST ? y : x && x->op == IR_CONST ? x : NULL;
    uint64_t width = 8 * ir_size(e->m, t), most = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
    bool atom;
    if (!constant || (i->aux != IR_ADD && i->aux != IR_MUL))
        return NULL;
    uint64_t c = constant->imm & most;
    if (c == 0)
        return "0";
    return emit_print(e, "%s > %s", emit_operand(e, constant == y ? a : b),
                      emit_literal(e, t, i->aux == IR_ADD ? most - c : most / c, &atom));
}

emit_value emit_overflows(emit *e, const ir_instr *i)
{
    ir_value a = emit_arg(e, i, 0), b = emit_arg(e, i, 1);
    ir_type t = emit_type_of(e, a);
    const char *simple = ir_is_signed(e->m, t) ? NULL : overflows_constant(e, i, t);
    if (simple)
        return emit_value_of(e, simple, false);
    const ir_instr *from = emit_definition(e, b);
    if (e->cuda && i->aux == IR_SUB && !ir_is_signed(e->m, t) && !(from && from->op == IR_CONST)) { /* it is a < b */
        const char *x = opaque(e, a);
        return emit_value_of(e, emit_print(e, "%s(%s, %s)", emit_helper_name(e, EMIT_HELPER_SUB_OVERFLOWS, t), x, emit_plain(e, b)), true);
    }
    emit_helper h = i->aux == IR_ADD ? EMIT_HELPER_ADD_OVERFLOWS : i->aux == IR_SUB ? EMIT_HELPER_SUB_OVERFLOWS : EMIT_HELPER_MUL_OVERFLOWS;
    return emit_value_of(e, emit_print(e, "%s(%s, %s)", emit_helper_name(e, h, t), emit_plain(e, a), emit_plain(e, b)), true);
}
