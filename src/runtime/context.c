/* context.c: opens and closes devices, makes one current, and counts its memory. */
#include "runtime/profile_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/struct_size.h"
#include "runtime/error_note.h"
#include "base/tuning.h"

enum { MOST_HINT = 320 };

void context_note_recursion(rustg_context *context, const char *kernel, size_t stack_bytes)
{
    pthread_mutex_lock(&context->recursion_lock);
    snprintf(context->recursing, sizeof context->recursing, "%.*s", (int)sizeof context->recursing - 1, kernel);
    context->recursing_stack = stack_bytes;
    pthread_mutex_unlock(&context->recursion_lock);
}

/* A stack that overflows shows as any of the results that a fault in a kernel has. False: there is nothing to
 * suspect. */
static bool context_suspect_recursion(rustg_context *context, cuda_result result, char hint[MOST_HINT])
{
    if (result != CUDA_ILLEGAL_ADDRESS && (result < CUDA_HARDWARE_STACK || result > CUDA_LAUNCH_FAILED))
        return false;
    pthread_mutex_lock(&context->recursion_lock);
    bool recurses = context->recursing[0] != 0;
    snprintf(
        hint, MOST_HINT,
        "kernel `%.40s` recurses or calls through pointers, with a stack of %zu bytes: if that ran over, set a higher "
        "CU_LIMIT_STACK_SIZE in a CUcontext given as raw_context; this context is unusable: restart the process, or "
        "use the CPU",
        context->recursing, context->recursing_stack);
    pthread_mutex_unlock(&context->recursion_lock);
    return recurses;
}

rustg_status context_failed(rustg_context *context, cuda_result result, const char *call, rustg_error *error)
{
    char hint[MOST_HINT];
    rustg_status status = context_suspect_recursion(context, result, hint)
                              ? cuda_check_hinted(result, call, hint, error)
                              : cuda_check(result, call, error);
    if (status == RUSTG_ERR_CUDA_STICKY)
        atomic_store(&context->is_lost, true);
    return status;
}

rustg_status context_enter(rustg_context *context, rustg_error *error)
{
    if (!context->driver)
        return RUSTG_OK;
    if (atomic_load_explicit(&context->is_lost, memory_order_relaxed)) {
        if (!error) /* whoever frees things asks nobody */
            return RUSTG_ERR_CUDA_STICKY;
        error_fail(error, RUSTG_ERR_CUDA_STICKY, "the CUDA context of device %d was lost by an earlier error",
                   (int)context->ordinal);
        error_hint(error, "restart the process, or open a context of another device or of the CPU");
        return RUSTG_ERR_CUDA_STICKY;
    }
    return runtime_check(context, context->driver->cuCtxPushCurrent(context->cuda), "cuCtxPushCurrent", error);
}

void context_leave(rustg_context *context)
{
    cuda_context previous;
    if (context->driver)
        context->driver->cuCtxPopCurrent(&previous);
}

rustg_status context_check_stream(const rustg_context *context, const rustg_stream *stream, rustg_error *error)
{
    if (!stream)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "stream is NULL");
    if (stream->context != context)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "stream belongs to another context");
    return RUSTG_OK;
}

static void *context_cpu_allocate(void *context, size_t n_bytes)
{
    (void)context;
    return aligned_alloc(BLOCK_ALIGN, n_bytes);
}

static void context_cpu_release(void *context, void *pointer)
{
    (void)context;
    free(pointer);
}

static void *context_pinned_allocate(void *context, size_t n_bytes)
{
    rustg_context *c = context;
    void *pointer = NULL;
    c->pinned_result = c->driver->cuMemHostAlloc(&pointer, n_bytes, CUDA_HOST_PORTABLE);
    return c->pinned_result == CUDA_OK ? pointer : NULL;
}

static void context_pinned_release(void *context, void *pointer)
{
    rustg_context *c = context;
    c->driver->cuMemFreeHost(pointer);
}

static void context_open_pool(rustg_context *context)
{
    const cuda_driver *driver = context->driver;
    int has_pools = 0;
    uint64_t keep = UINT64_MAX; /* rustg_memory_trim gives back, not each wait */
    cuda_pool_props props = {.allocation_type = 1, .location_type = 1, .location_id = context->ordinal};
    if (!driver->cuMemPoolCreate || !driver->cuMemPoolDestroy || !driver->cuMemPoolSetAttribute ||
        !driver->cuMemPoolTrimTo || !driver->cuMemAllocFromPoolAsync || !driver->cuMemFreeAsync)
        return;
    driver->cuDeviceGetAttribute(&has_pools, CUDA_ATTRIBUTE_MEMORY_POOLS, context->device);
    if (!has_pools || driver->cuMemPoolCreate(&context->pool, &props) != CUDA_OK) {
        context->pool = NULL;
        return;
    }
    driver->cuMemPoolSetAttribute(context->pool, CUDA_POOL_RELEASE_THRESHOLD, &keep);
}

static rustg_status context_open_raw(rustg_context *context, void *raw, rustg_error *error)
{
    const char *why;
    cuda_device device;
    context->driver = cuda_driver_get(&why);
    if (!context->driver)
        return error_fail(error, RUSTG_ERR_NO_CUDA, "%s", why);
    context->cuda = raw;
    rustg_status status = context_enter(context, error);
    if (status != RUSTG_OK)
        return status;
    status = runtime_check(context, context->driver->cuCtxGetDevice(&context->device), "cuCtxGetDevice", error);
    for (int i = 0; i < context->driver->n_devices && status == RUSTG_OK; i++)
        if (context->driver->cuDeviceGet(&device, i) == CUDA_OK && device == context->device)
            context->ordinal = i;
    context_leave(context);
    return status;
}

static rustg_status context_open_cuda(rustg_context *context, int32_t ordinal, void *raw, rustg_error *error)
{
    rustg_status status;
    if (raw) {
        status = context_open_raw(context, raw, error);
    } else {
        status = cuda_context_acquire(ordinal, &context->entry, error);
        if (status == RUSTG_OK) {
            context->driver = context->entry->driver;
            context->cuda = context->entry->context;
            context->device = context->entry->device;
            context->ordinal = ordinal;
        }
    }
    if (status != RUSTG_OK)
        return status;
    context->backend = RUSTG_BACKEND_CUDA;
    context_open_pool(context);
    block_pool_open(&context->pinned, (block_source){context_pinned_allocate, context_pinned_release, context},
                    TUNING_POOL_KEEP_BYTES);
    return RUSTG_OK;
}

static void context_open_cpu(rustg_context *context)
{
    block_source source = {context_cpu_allocate, context_cpu_release, NULL};
    context->backend = RUSTG_BACKEND_CPU;
    context->ordinal = 0;
    context->driver = NULL;
    context->cuda = NULL;
    atomic_store(&context->is_lost, false);
    block_pool_open(&context->blocks, source, TUNING_POOL_KEEP_BYTES);
    block_pool_open(&context->pinned, source, TUNING_POOL_KEEP_BYTES);
}

static rustg_status context_check_open(rustg_backend backend, int32_t ordinal, const rustg_context_options *options,
                                       rustg_error *error)
{
    if (backend != RUSTG_BACKEND_CPU && backend != RUSTG_BACKEND_CUDA)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "backend %d is none of rustg_backend's", (int)backend);
    if (backend == RUSTG_BACKEND_CPU && options && options->raw_context)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "options->raw_context is a CUDA context; the backend is the CPU");
    if (backend == RUSTG_BACKEND_CPU && ordinal != 0)
        return error_fail(error, RUSTG_ERR_DEVICE, "device is %d; there is 1 CPU device, counted from 0", (int)ordinal);
    if (!cuda_contexts_are_kept()) {
        error_fail(error, RUSTG_ERR_NOT_INITIALIZED, "rustg_initialize has not been called");
        error_hint(error, "call rustg_initialize before rustg_context_open");
        return RUSTG_ERR_NOT_INITIALIZED;
    }
    return RUSTG_OK;
}

static void context_free_context(rustg_context *context)
{
    pthread_mutex_destroy(&context->lock);
    pthread_mutex_destroy(&context->recursion_lock);
    free(context);
}

rustg_status rustg_context_open(rustg_backend backend, int32_t ordinal, const rustg_context_options *options,
                                rustg_context **context, rustg_error *error)
{
    rustg_error why = {0};
    if (!context)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "context is NULL");
    *context = NULL;
    rustg_context_options full;
    rustg_status status = RUSTG_OK;
    if (options) {
        status = struct_size_read(STRUCT_rustg_context_options, &full, sizeof full, options, "options", &why);
        if (status != RUSTG_OK)
            return error_fail(error, status, "%s", why.message);
        options = &full;
    }
    status = context_check_open(backend, ordinal, options, error);
    if (status != RUSTG_OK)
        return status;
    rustg_context *made = calloc(1, sizeof *made);
    if (!made)
        return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for a context");
    pthread_mutex_init(&made->lock, NULL);
    pthread_mutex_init(&made->recursion_lock, NULL);
    if (options) {
        made->limit_bytes = options->memory_limit;
        made->memory_log = options->memory_log;
        made->user = options->user;
    }
    if (backend == RUSTG_BACKEND_CPU) {
        context_open_cpu(made);
    } else {
        status = context_open_cuda(made, ordinal, options ? options->raw_context : NULL, &why);
        if (status != RUSTG_OK && options && options->allow_cpu) {
            snprintf(made->fallback, sizeof made->fallback, "%.255s", why.message);
            context_open_cpu(made);
        } else if (status != RUSTG_OK) {
            context_free_context(made);
            if (error)
                *error = why;
            return status;
        }
    }
    *context = made;
    return RUSTG_OK;
}

static void context_free_idle(rustg_context *context)
{
    const cuda_driver *driver = context->driver;
    for (rustg_stream *stream = context->idle_streams, *next; stream; stream = next) {
        next = stream->next_idle;
        if (driver)
            driver->cuStreamDestroy(stream->cuda);
        if (stream->mark)
            driver->cuEventDestroy(stream->mark);
        free(stream);
    }
    for (rustg_event *event = context->idle_events, *next; event; event = next) {
        next = event->next_idle;
        if (driver)
            driver->cuEventDestroy(event->cuda);
        free(event);
    }
}

void rustg_context_close(rustg_context *context)
{
    if (!context)
        return;
    const cuda_driver *driver = context->driver;
    if (context->close_products)
        context->close_products(context);
    bool entered = driver && driver->cuCtxPushCurrent(context->cuda) == CUDA_OK;
    if (entered)
        driver->cuCtxSynchronize();
    profile_close(context);
    context_free_idle(context);
    if (context->free_stream)
        driver->cuStreamDestroy(context->free_stream);
    if (context->sync_event)
        driver->cuEventDestroy(context->sync_event);
    block_pool_trim(&context->blocks, 0);
    block_pool_trim(&context->pinned, 0);
    if (context->pool)
        driver->cuMemPoolDestroy(context->pool);
    if (entered)
        context_leave(context);
    cuda_context_release(context->entry);
    context_free_context(context);
}

rustg_backend rustg_context_backend(const rustg_context *context)
{
    return context->backend;
}

int32_t rustg_context_ordinal(const rustg_context *context)
{
    return context->ordinal;
}

const char *rustg_context_fallback(const rustg_context *context)
{
    return context->fallback;
}

void rustg_context_on_print(rustg_context *context, rustg_print_fn print, void *user)
{
    if (!context)
        return;
    pthread_mutex_lock(&context->lock);
    context->print = print;
    context->print_user = user;
    pthread_mutex_unlock(&context->lock);
}

void *rustg_context_raw(const rustg_context *context)
{
    return context->cuda;
}

int rustg_context_is_lost(const rustg_context *context)
{
    return atomic_load(&context->is_lost);
}

/* Waiting for a context breaks the captures in it. The lock is not held, so that other threads go on. */
static rustg_status context_synchronize(rustg_context *context, rustg_error *error)
{
    if (graph_is_capturing(context))
        return error_fail(error, RUSTG_ERR_ARGUMENT,
                          "a stream of the context is being captured: nothing may wait for it");
    if (!context->driver)
        return RUSTG_OK;
    return runtime_check(context, context->driver->cuCtxSynchronize(), "cuCtxSynchronize", error);
}

rustg_status rustg_context_wait(rustg_context *context, rustg_error *error)
{
    if (!context)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "context is NULL");
    rustg_status status = context_enter(context, error);
    if (status != RUSTG_OK)
        return status;
    status = context_synchronize(context, error);
    context_leave(context);
    return status;
}

rustg_status rustg_memory_stats_get(const rustg_context *context, rustg_memory_stats *stats)
{
    if (!context || !stats || struct_size_check(STRUCT_rustg_memory_stats, stats, "stats", NULL) != RUSTG_OK)
        return RUSTG_ERR_ARGUMENT;
    rustg_context *c = (rustg_context *)context; /* its lock changes */
    rustg_memory_stats full = {0};
    pthread_mutex_lock(&c->lock);
    full.current_bytes = c->current_bytes;
    full.peak_bytes = c->peak_bytes;
    full.limit_bytes = c->limit_bytes;
    full.n_allocations = c->n_allocations;
    full.n_releases = c->n_releases;
    full.n_hits = c->n_hits;
    full.n_buffers = c->n_allocations - c->n_releases;
    full.pinned_current_bytes = c->pinned.current_bytes;
    full.pinned_peak_bytes = c->pinned.peak_bytes;
    full.pinned_reserved_bytes = c->pinned.reserved_bytes;
    full.n_pinned_hits = c->pinned.n_hits;
    if (!c->driver)
        full.reserved_bytes = c->blocks.reserved_bytes;
    else if (!c->pool || !c->driver->cuMemPoolGetAttribute ||
             c->driver->cuMemPoolGetAttribute(c->pool, CUDA_POOL_RESERVED, &full.reserved_bytes) != CUDA_OK)
        full.reserved_bytes = c->current_bytes;
    pthread_mutex_unlock(&c->lock);
    struct_size_write(stats, &full, sizeof full);
    return RUSTG_OK;
}

rustg_status rustg_memory_limit(rustg_context *context, uint64_t n_bytes, rustg_error *error)
{
    if (!context)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "context is NULL");
    pthread_mutex_lock(&context->lock);
    context->limit_bytes = n_bytes;
    pthread_mutex_unlock(&context->lock);
    return RUSTG_OK;
}

rustg_status rustg_memory_trim(rustg_context *context, uint64_t n_bytes_to_keep, rustg_error *error)
{
    if (!context)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "context is NULL");
    rustg_status status = context_enter(context, error);
    if (status != RUSTG_OK)
        return status;
    status = context_synchronize(context, error);
    if (status == RUSTG_OK) {
        pthread_mutex_lock(&context->lock);
        block_pool_trim(&context->blocks, n_bytes_to_keep);
        block_pool_trim(&context->pinned, n_bytes_to_keep);
        if (context->pool)
            status = runtime_check(context, context->driver->cuMemPoolTrimTo(context->pool, (size_t)n_bytes_to_keep),
                                   "cuMemPoolTrimTo", error);
        if (context->pool && context->driver->cuMemPoolGetAttribute) /* what an allocation's hit is told by */
            context->driver->cuMemPoolGetAttribute(context->pool, CUDA_POOL_RESERVED, &context->reserved_bytes);
        pthread_mutex_unlock(&context->lock);
    }
    context_leave(context);
    return status;
}
