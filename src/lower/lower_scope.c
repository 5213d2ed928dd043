/* lower_scope.c: tells the interpreter where the scopes of locals end whose addresses were taken. */
#include "lower/lower_internal.h"

uint32_t lower_begin_scope(lower_fn *f)
{
    f->n_scopes++;
    return f->in_scope.n;
}

void lower_enter_scope(lower_fn *f, const lower_slot *slot)
{
    if (f->l->options.finds_undefined && !f->is_library && slot->in_memory)
        vec_push(f->l->s->memory, &f->in_scope, slot->local);
}

void lower_leave_scopes(lower_fn *f, uint32_t begin)
{
    if (ir_ends_here(&f->b) || f->l->failed)
        return;
    for (uint32_t i = f->in_scope.n; i > begin; i--) {
        const ir_value at = ir_local_addr(&f->b, f->in_scope.at[i - 1]);
        ir_intrinsic_call(&f->b, IR_IN_LOCAL_GONE, IR_VOID, &at, 1, 0);
    }
}

void lower_end_scope(lower_fn *f, uint32_t begin)
{
    if (--f->n_scopes)
        lower_leave_scopes(f, begin);
    f->in_scope.n = begin;
}
