/* emit_size.c: how much code a call brings along, for NVVM puts functions of any size in the places of their calls; and
 * which functions are kept from that. */
#include "codegen/cuda/emit_cuda.h"

enum { LEAST_LARGE = 200, MOST_COPIED = 4000 };

/* What the place of a call gets: nothing of a function that is cold or large. */
static uint64_t emit_size_of(const emit *e, const uint32_t *n_calls, ir_function_id id)
{
    emit_cuda_own *own = emit_cuda_of(e);
    const ir_function *f = &e->m->functions.at[id];
    if (!own->sizes[id]) {
        uint64_t size = own->sizes[id] = f->code.n + 1; /* where it calls itself */
        for (uint32_t i = 0; i < f->code.n; i++)
            if (f->code.at[i].op == IR_CALL)
                size += emit_size_of(e, n_calls, (ir_function_id)f->code.at[i].imm);
        own->sizes[id] = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
        own->is_large[id] = n_calls[id] > 1 && own->sizes[id] >= LEAST_LARGE &&
                            (n_calls[id] - 1) * (uint64_t)own->sizes[id] > MOST_COPIED;
    }
    return f->cold || own->is_large[id] ? 0 : own->sizes[id];
}

static void emit_size_find(emit *e)
{
    emit_cuda_own *own = emit_cuda_of(e);
    const uint32_t n = e->m->functions.n;
    uint32_t *n_calls = ARENA_ARRAY(e->a, uint32_t, n + 1);
    own->sizes = ARENA_ARRAY(e->a, uint32_t, n + 1);
    own->is_large = ARENA_ARRAY(e->a, bool, n + 1);
    for (ir_function_id id = 1; id < n; id++) {
        const ir_function *f = &e->m->functions.at[id];
        for (uint32_t i = 0; e->function_flags[id] & EMIT_REACHED && i < f->code.n; i++)
            if (f->code.at[i].op == IR_CALL)
                n_calls[f->code.at[i].imm]++;
    }
    for (ir_function_id id = 1; id < n; id++)
        if (e->function_flags[id] & EMIT_REACHED)
            emit_size_of(e, n_calls, id);
}

uint32_t emit_cuda_size(emit *e, ir_function_id id)
{
    if (!emit_cuda_of(e)->sizes)
        emit_size_find(e);
    return emit_cuda_of(e)->sizes[id];
}

bool emit_cuda_is_large(emit *e, ir_function_id id)
{
    return emit_cuda_size(e, id) >= LEAST_LARGE && emit_cuda_of(e)->is_large[id];
}
