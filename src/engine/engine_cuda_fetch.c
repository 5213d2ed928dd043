/* engine_cuda_fetch.c: hands the results of a batch to the caller: arrays on the host, or those on the device. */
#include "engine/engine_cuda_state.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/parallel.h"
#include "base/tuning.h"
#include "engine/ast_memory.h"
#include "engine/token_memory.h"

enum { FETCH_COPY_BYTES = 1 << 20, FETCH_BOUNCE_BYTES = 8 << 20, FETCH_TOUCH_BYTES = 2 << 20, FETCH_PAGE = 4096 };

/* A block that the driver has pinned. It holds the context, without which it were not pinned any more. */
typedef struct fetch_pin {
    host_pin pin;
    cuda_context_entry *context;
    pid_t process;
} fetch_pin;

/* A child that was forked has the memory, but not the driver. */
static void fetch_unpin(host_pin *pin, void *data)
{
    fetch_pin *mine = (fetch_pin *)pin;
    const cuda_driver *driver = mine->context->driver;
    cuda_context previous;
    if (mine->process == getpid()) {
        if (driver->cuCtxPushCurrent(mine->context->context) == CUDA_OK) {
            driver->cuMemHostUnregister(data);
            driver->cuCtxPopCurrent(&previous);
        }
        cuda_context_release(mine->context);
    }
    free(mine);
}

typedef struct fetch_touch {
    uint8_t *data;
    size_t n_bytes;
} fetch_touch;

static void fetch_touch_part(void *context, size_t index, uint32_t thread)
{
    const fetch_touch *touch = (const fetch_touch *)context;
    const size_t end = (index + 1) * FETCH_TOUCH_BYTES;
    (void)thread;
    for (size_t at = index * FETCH_TOUCH_BYTES; at < end && at < touch->n_bytes; at += FETCH_PAGE)
        *(volatile uint8_t *)(touch->data + at) = 0;
}

/* Pins a block, so that the device writes to it and no thread has to copy. All threads touch its pages before, for the
 * driver would do so with one. A block that is not pinned is good, too. */
static void fetch_pin_block(engine_cuda *engine, host_block *block)
{
    const cuda_driver *driver = engine->driver;
    if (!block->data || block->pin || block->n_bytes < TUNING_PIN_BYTES || !driver->cuMemHostRegister)
        return;
    fetch_pin *mine = (fetch_pin *)malloc(sizeof *mine);
    if (!mine)
        return;
    fetch_touch touch = {(uint8_t *)block->data, block->n_bytes};
    parallel_for((block->n_bytes + FETCH_TOUCH_BYTES - 1) / FETCH_TOUCH_BYTES, engine->n_threads, fetch_touch_part,
                 &touch);
    block->n_used = block->n_bytes;
    *mine = (fetch_pin){{fetch_unpin}, NULL, getpid()};
    if (driver->cuMemHostRegister(block->data, block->n_bytes, CUDA_HOST_PORTABLE) != CUDA_OK) {
        free(mine);
        return;
    }
    if (cuda_context_acquire(engine->context->ordinal, &mine->context, NULL) != RUSTG_OK) {
        driver->cuMemHostUnregister(block->data);
        free(mine);
        return;
    }
    block->pin = &mine->pin;
}

typedef struct fetch_copy {
    uint8_t *to;
    const uint8_t *from;
    size_t n_bytes;
} fetch_copy;

static void fetch_copy_part(void *context, size_t index, uint32_t thread)
{
    const fetch_copy *copy = (const fetch_copy *)context;
    size_t at = index * FETCH_COPY_BYTES;
    size_t n = copy->n_bytes - at < FETCH_COPY_BYTES ? copy->n_bytes - at : FETCH_COPY_BYTES;
    (void)thread;
    memcpy(copy->to + at, copy->from + at, n);
}

/* Copies from the device to pageable memory through two pinned halves: one is filled while the other is copied on. */
static rustg_status fetch_bounced(engine_cuda *engine, void *to, const void *d_from, size_t n_bytes, rustg_error *error)
{
    cuda_pointer from = (cuda_pointer)(uintptr_t)d_from;
    fetch_copy ready = {NULL, NULL, 0};
    rustg_status status = engine_cuda_pinned(engine->driver, (void **)&engine->bounce, &engine->bounce_capacity,
                                             2 * FETCH_BOUNCE_BYTES, error);
    if (status != RUSTG_OK)
        return status;
    for (size_t at = 0, half = 0; at < n_bytes || ready.n_bytes; half ^= 1) {
        fetch_copy next = {NULL, NULL, 0};
        if (at < n_bytes) {
            next.n_bytes = n_bytes - at < FETCH_BOUNCE_BYTES ? n_bytes - at : FETCH_BOUNCE_BYTES;
            next.to = (uint8_t *)to + at;
            next.from = engine->bounce + half * FETCH_BOUNCE_BYTES;
            ENGINE_TRY(cuMemcpyDtoHAsync,
                       (engine->bounce + half * FETCH_BOUNCE_BYTES, from + at, next.n_bytes, engine->fetches));
            at += next.n_bytes;
        }
        if (ready.n_bytes)
            parallel_for((ready.n_bytes + FETCH_COPY_BYTES - 1) / FETCH_COPY_BYTES, engine->n_threads, fetch_copy_part,
                         &ready);
        ENGINE_TRY(cuStreamSynchronize, (engine->fetches));
        ready = next;
    }
    return RUSTG_OK;
}

typedef struct fetch_array {
    void *to;
    const void *d_from;
    size_t n_bytes;
} fetch_array;

/* Copies few bytes, all of them at once. */
static rustg_status fetch_small(engine_cuda *engine, const fetch_array *arrays, size_t n, rustg_error *error)
{
    size_t at = 0;
    rustg_status status = engine_cuda_pinned(engine->driver, (void **)&engine->bounce, &engine->bounce_capacity,
                                             2 * FETCH_BOUNCE_BYTES, error);
    if (status != RUSTG_OK)
        return status;
    for (size_t i = 0; i < n; at += arrays[i++].n_bytes)
        ENGINE_TRY(cuMemcpyDtoHAsync, (engine->bounce + at, (cuda_pointer)(uintptr_t)arrays[i].d_from,
                                       arrays[i].n_bytes, engine->fetches));
    ENGINE_TRY(cuStreamSynchronize, (engine->fetches));
    at = 0;
    for (size_t i = 0; i < n; at += arrays[i++].n_bytes)
        memcpy(arrays[i].to, engine->bounce + at, arrays[i].n_bytes);
    return RUSTG_OK;
}

/* Copies arrays that lie in one block, or in none. */
static rustg_status fetch_arrays(engine_cuda *engine, host_block *block, const fetch_array *arrays, size_t n,
                                 rustg_error *error)
{
    rustg_status status = RUSTG_OK;
    size_t n_bytes = 0;
    fetch_pin_block(engine, block);
    for (size_t i = 0; i < n; i++)
        n_bytes += arrays[i].n_bytes;
    if (!block->pin && n_bytes <= TUNING_PIN_BYTES)
        return fetch_small(engine, arrays, n, error);
    for (size_t i = 0; i < n && status == RUSTG_OK; i++) {
        if (block->pin)
            ENGINE_TRY(cuMemcpyDtoHAsync,
                       (arrays[i].to, (cuda_pointer)(uintptr_t)arrays[i].d_from, arrays[i].n_bytes, engine->fetches));
        else
            status = fetch_bounced(engine, arrays[i].to, arrays[i].d_from, arrays[i].n_bytes, error);
    }
    return status;
}

rustg_status engine_cuda_fetch_tokens(engine_cuda *engine, batch *work, rustg_error *error)
{
    const lex_batch_view *v = &engine->view;
    const size_t n = work->n_toks;
    token_memory memory;
    if (!token_reserve_from(work->pool, &memory, n))
        return error_set(error, RUSTG_ERR_MEMORY, "out of host memory for %zu tokens", n);
    token_trim(&memory, n);
    work->toks = memory.toks;
    const fetch_array arrays[] = {{memory.toks.start, v->d_tok_start, n * sizeof(uint32_t)},
                                  {memory.toks.end, v->d_tok_end, n * sizeof(uint32_t)},
                                  {memory.toks.kind, v->d_kind, n},
                                  {memory.toks.flags, v->d_flags, n}};
    rustg_status status = fetch_arrays(engine, &memory.block, arrays, sizeof arrays / sizeof arrays[0], error);
    work->toks_block = memory.block;
    return status;
}

rustg_status engine_cuda_fetch_ast(engine_cuda *engine, batch *work, const cuda_parse *parse, rustg_error *error)
{
    const parse_batch_view *v = &parse->view;
    const size_t n = work->n_nodes, words = n * sizeof(uint32_t);
    ast_memory memory;
    ENGINE_TRY(cuEventRecord, (engine->done, engine->stream));
    ENGINE_TRY(cuStreamWaitEvent, (engine->fetches, engine->done, 0));
    if (!ast_reserve_likely(work->pool, &memory, n, n))
        return error_set(error, RUSTG_ERR_MEMORY, "out of host memory for %zu nodes", n);
    ast_used(&memory, n);
    work->ast = memory.ast;
    work->ast_capacity = memory.capacity;
    const fetch_array arrays[] = {
        {memory.ast.kind, v->d_node_kind, n},       {memory.ast.tok, v->d_node_tok, words},
        {memory.ast.start, v->d_node_start, words}, {memory.ast.end, v->d_node_end, words},
        {memory.ast.next, v->d_node_next, words},   {memory.ast.parent, v->d_node_parent, words},
    };
    rustg_status status = fetch_arrays(engine, &memory.block, arrays, sizeof arrays / sizeof arrays[0], error);
    work->ast_block = memory.block;
    return status;
}

rustg_status engine_cuda_fetched(engine_cuda *engine, rustg_error *error)
{
    ENGINE_TRY(cuStreamSynchronize, (engine->fetches));
    return RUSTG_OK;
}

rustg_status engine_cuda_leave_begin(engine_cuda *engine, batch *work, rustg_error *error)
{
    engine_left *left = (engine_left *)calloc(1, sizeof *left);
    if (!left)
        return error_set(error, RUSTG_ERR_MEMORY, "out of host memory");
    rustg_status status = cuda_context_acquire(engine->context->ordinal, &left->context, error);
    if (status == RUSTG_OK)
        work->device_memory = left;
    else
        free(left);
    return status;
}

void engine_cuda_leave_tokens(engine_cuda *engine, batch *work)
{
    const lex_batch_view *v = &engine->view;
    engine_left *left = work->device_memory;
    rustg_device_tokens device = {.device = engine->context->ordinal,
                                  .d_kind = (uint64_t)(uintptr_t)v->d_kind,
                                  .d_flags = (uint64_t)(uintptr_t)v->d_flags,
                                  .d_start = (uint64_t)(uintptr_t)v->d_tok_start,
                                  .d_end = (uint64_t)(uintptr_t)v->d_tok_end,
                                  .d_source = (uint64_t)(uintptr_t)v->d_source,
                                  .n_toks = work->n_toks,
                                  .n_bytes = work->n_bytes};
    left->d_input = engine->d_input;
    left->d_toks = engine->d_toks;
    engine->d_input = engine->d_toks = 0;
    work->device = device;
    work->on_device = true;
}

void engine_cuda_leave_ast(engine_cuda *engine, batch *work, cuda_parse *parse)
{
    const parse_batch_view *v = &parse->view;
    rustg_device_ast device = {.device = engine->context->ordinal,
                               .d_kind = (uint64_t)(uintptr_t)v->d_node_kind,
                               .d_tok = (uint64_t)(uintptr_t)v->d_node_tok,
                               .d_start = (uint64_t)(uintptr_t)v->d_node_start,
                               .d_end = (uint64_t)(uintptr_t)v->d_node_end,
                               .d_next = (uint64_t)(uintptr_t)v->d_node_next,
                               .d_parent = (uint64_t)(uintptr_t)v->d_node_parent,
                               .n_nodes = work->n_nodes};
    engine_left *left = work->device_memory;
    left->d_nodes = parse->d_nodes;
    parse->d_nodes = 0;
    work->device_ast = device;
}

void engine_cuda_release(batch *work)
{
    engine_left *left = work->device_memory;
    cuda_context previous;
    if (!left)
        return;
    const cuda_driver *driver = left->context->driver;
    if (driver->cuCtxPushCurrent(left->context->context) == CUDA_OK) {
        cuda_release(left->context, left->d_input, NULL);
        cuda_release(left->context, left->d_toks, NULL);
        cuda_release(left->context, left->d_nodes, NULL);
        driver->cuCtxPopCurrent(&previous);
    }
    cuda_context_release(left->context);
    free(left);
    work->device_memory = NULL;
    work->on_device = false;
}
