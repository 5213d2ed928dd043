/* emit_ptx_space.c: in which memory the pointers of a function point, where all that lead to one agree.
 *
 * A local of such a pointer keeps an address of that memory, so that a loop which steps it loads and stores there, and
 * not through generic addresses. */
#include "codegen/ptx/emit_ptx.h"

/* Nothing has been seen yet. */
enum { NO_SPACE = 255 };

typedef struct emit_ptx_spaces {
    emit_ptx_where *values, *locals;
    bool changed;
} emit_ptx_spaces;

static emit_ptx_where emit_ptx_join(emit_ptx_where a, emit_ptx_where b)
{
    if (a.space == NO_SPACE || b.space == NO_SPACE)
        return a.space == NO_SPACE ? b : a;
    const bool is_one = a.space == b.space;
    return (emit_ptx_where){is_one ? a.space : IR_SPACE_GENERIC, is_one && a.is_read_only && b.is_read_only};
}

/* Constants lie in global memory. */
static emit_ptx_where emit_ptx_of_global(const emit *e, uint64_t id)
{
    const uint8_t space = e->m->globals.at[id].space;
    const bool is_nothing = emit_is_nothing(e, e->m->globals.at[id].type) && !e->m->globals.at[id].dynamic;
    if (is_nothing || (space != IR_SPACE_CONST && space != IR_SPACE_GLOBAL && space != IR_SPACE_SHARED))
        return (emit_ptx_where){IR_SPACE_GENERIC, false};
    return (emit_ptx_where){space == IR_SPACE_SHARED ? IR_SPACE_SHARED : IR_SPACE_GLOBAL, false};
}

static emit_ptx_where emit_ptx_pointer(emit *e, const emit_ptx_spaces *p, const ir_instr *i)
{
    const emit_ptx_where generic = {IR_SPACE_GENERIC, false};
    switch ((ir_op)i->op) {
    case IR_UNDEF: return (emit_ptx_where){NO_SPACE, true};
    case IR_GET: return p->locals[i->imm];
    case IR_GLOBAL_ADDR: return emit_ptx_of_global(e, i->imm);
    case IR_FIELD_ADDR:
    case IR_ELEMENT_ADDR: return p->values[emit_arg(e, i, 0)];
    case IR_SELECT: return emit_ptx_join(p->values[emit_arg(e, i, 1)], p->values[emit_arg(e, i, 2)]);
    case IR_INTRINSIC: return i->aux == IR_IN_DYN_SHARED ? (emit_ptx_where){IR_SPACE_SHARED, false} : generic;
    case IR_CONST:
    case IR_ZERO:
    case IR_CASES_ARITHMETIC:
    case IR_CASES_BITS:
    case IR_CASES_UNARY:
    case IR_CASES_COMPARISON:
    case IR_OVERFLOWS:
    case IR_CASES_CAST:
    case IR_SET:
    case IR_LOCAL_ADDR:
    case IR_CASES_MEMORY:
    case IR_CASES_AGGREGATE:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS: break;
    }
    return generic;
}

static void emit_ptx_walk_pointers(emit *e, emit_ptx_spaces *p)
{
    const ir_function *f = e->f;
    for (uint32_t n = 0; n < f->code.n; n++) {
        const ir_instr *i = &f->code.at[n];
        if (i->result && emit_ptx_kind(e, i->type) == IR_PTR)
            p->values[i->result] = emit_ptx_pointer(e, p, i);
        if (i->op != IR_SET || emit_ptx_kind(e, f->locals.at[i->imm].type) != IR_PTR)
            continue;
        emit_ptx_where *of = &p->locals[i->imm];
        const emit_ptx_where joined = emit_ptx_join(*of, p->values[emit_arg(e, i, 0)]);
        p->changed |= joined.space != of->space || joined.is_read_only != of->is_read_only;
        *of = joined;
    }
}

emit_ptx_where *emit_ptx_places(emit *e, bool is_kernel, const uint8_t *is_addressed)
{
    const ir_function *f = e->f;
    emit_ptx_spaces p = {.values = ARENA_ARRAY(e->a, emit_ptx_where, f->values.n + 1),
                         .locals = ARENA_ARRAY(e->a, emit_ptx_where, f->locals.n + 1)};
    for (uint32_t k = 0; k < f->n_params; k++)
        if (is_kernel && emit_ptx_kind(e, f->params[k]) == IR_PTR)
            p.values[k + 1] =
                (emit_ptx_where){IR_SPACE_GLOBAL, f->param_flags && (f->param_flags[k] & IR_PARAM_READ_ONLY)};
    for (ir_local l = 1; l < f->locals.n; l++)
        if (!is_addressed[l])
            p.locals[l] = (emit_ptx_where){NO_SPACE, true};
    for (uint32_t n = 0; n < f->code.n; n++)
        if (f->code.at[n].op == IR_PTX)
            p.locals[f->code.at[n].aux] = (emit_ptx_where){IR_SPACE_GENERIC, false};
    do {
        p.changed = false;
        emit_ptx_walk_pointers(e, &p);
    } while (p.changed);
    for (ir_local l = 1; l < f->locals.n; l++)
        if (p.locals[l].space == NO_SPACE)
            p.locals[l].space = IR_SPACE_GENERIC;
    return p.locals;
}
