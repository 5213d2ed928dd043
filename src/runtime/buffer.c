/* buffer.c: allocates device memory, remembers which stream used it last, and allocates page-locked host memory. */
#include "runtime/runtime_objects.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/error_note.h"

/* ---- taking and giving back memory ---- */

static rustg_status buffer_count_allocation(rustg_context *context, uint64_t n_bytes, rustg_error *error)
{
    rustg_status status = RUSTG_OK;
    pthread_mutex_lock(&context->lock);
    uint64_t limit = context->limit_bytes, current = context->current_bytes;
    if (limit > 0 && (n_bytes > limit || current > limit - n_bytes)) {
        status = error_fail(error, RUSTG_ERR_DEVICE_MEMORY,
                            "%llu bytes more than the %llu in use would pass the context's limit of %llu",
                            (unsigned long long)n_bytes, (unsigned long long)current, (unsigned long long)limit);
        error_hint(error, "the context stays usable: free buffers, or raise the limit with rustg_memory_limit");
    } else {
        context->current_bytes += n_bytes;
        context->n_allocations++;
    }
    pthread_mutex_unlock(&context->lock);
    return status;
}

/* An allocation that was to fail is no peak. */
static uint64_t buffer_count_peak(rustg_context *context)
{
    pthread_mutex_lock(&context->lock);
    uint64_t current = context->current_bytes;
    if (current > context->peak_bytes)
        context->peak_bytes = current;
    pthread_mutex_unlock(&context->lock);
    return current;
}

static uint64_t buffer_count_release(rustg_context *context, uint64_t n_bytes)
{
    pthread_mutex_lock(&context->lock);
    context->current_bytes -= n_bytes;
    context->n_releases++;
    uint64_t current = context->current_bytes;
    pthread_mutex_unlock(&context->lock);
    return current;
}

static void buffer_uncount_allocation(rustg_context *context, uint64_t n_bytes)
{
    pthread_mutex_lock(&context->lock);
    context->current_bytes -= n_bytes;
    context->n_allocations--;
    pthread_mutex_unlock(&context->lock);
}

static void buffer_tell_log(rustg_context *context, int64_t n_bytes, uint64_t current_bytes)
{
    if (context->memory_log)
        context->memory_log(context->user, n_bytes, current_bytes);
}

static rustg_status buffer_cpu_take(rustg_context *context, uint64_t n_bytes, uint64_t *pointer, rustg_error *error)
{
    bool is_hit;
    pthread_mutex_lock(&context->lock);
    void *block = block_pool_take(&context->blocks, n_bytes, &is_hit);
    if (block && is_hit)
        context->n_hits++;
    pthread_mutex_unlock(&context->lock);
    if (!block) {
        error_fail(error, RUSTG_ERR_DEVICE_MEMORY, "the CPU device could not allocate %llu bytes",
                   (unsigned long long)n_bytes);
        error_hint(error, "the context stays usable: free buffers or make them smaller");
        return RUSTG_ERR_DEVICE_MEMORY;
    }
    *pointer = (uint64_t)(uintptr_t)block;
    return RUSTG_OK;
}

static cuda_result buffer_cuda_take_once(rustg_context *context, uint64_t n_bytes, cuda_stream stream,
                                         cuda_pointer *pointer)
{
    const cuda_driver *driver = context->driver;
    *pointer = 0;
    n_bytes = cuda_whole_words(n_bytes);
    return context->pool ? driver->cuMemAllocFromPoolAsync(pointer, (size_t)n_bytes, context->pool, stream)
                         : driver->cuMemAlloc(pointer, (size_t)n_bytes);
}

/* When memory runs out, what waits unused in the pools goes back first; the device must be done with it. */
static cuda_result buffer_cuda_take_again(rustg_context *context, uint64_t n_bytes, cuda_stream stream,
                                          cuda_pointer *pointer)
{
    if (rustg_memory_trim(context, 0, NULL) != RUSTG_OK)
        return CUDA_ERROR_MEMORY;
    return buffer_cuda_take_once(context, n_bytes, stream, pointer);
}

/* If the pool did not grow for an allocation, it served the allocation from memory that it held. */
static void buffer_count_hit(rustg_context *context)
{
    uint64_t reserved = 0;
    if (!context->pool || !context->driver->cuMemPoolGetAttribute)
        return;
    pthread_mutex_lock(&context->lock);
    if (context->driver->cuMemPoolGetAttribute(context->pool, CUDA_POOL_RESERVED, &reserved) == CUDA_OK) {
        if (reserved <= context->reserved_bytes)
            context->n_hits++;
        context->reserved_bytes = reserved;
    }
    pthread_mutex_unlock(&context->lock);
}

static rustg_status buffer_cuda_take(rustg_context *context, uint64_t n_bytes, rustg_stream *stream, uint64_t *pointer,
                                     rustg_error *error)
{
    cuda_pointer d_memory;
    cuda_result result = buffer_cuda_take_once(context, n_bytes, stream->cuda, &d_memory);
    if (result == CUDA_ERROR_MEMORY)
        result = buffer_cuda_take_again(context, n_bytes, stream->cuda, &d_memory);
    const char *call = context->pool ? "cuMemAllocFromPoolAsync" : "cuMemAlloc";
    if (result != CUDA_OK)
        return result == CUDA_ERROR_MEMORY ? cuda_check_memory(result, call, n_bytes, error)
                                           : runtime_check(context, result, call, error);
    buffer_count_hit(context);
    *pointer = d_memory;
    return RUSTG_OK;
}

static rustg_status buffer_managed_take(rustg_context *context, uint64_t n_bytes, uint64_t *pointer, rustg_error *error)
{
    const cuda_driver *driver = context->driver;
    cuda_pointer d_memory = 0;
    cuda_result result = driver->cuMemAllocManaged(&d_memory, cuda_whole_words((size_t)n_bytes), CUDA_MANAGED_GLOBAL);
    if (result == CUDA_ERROR_MEMORY && rustg_memory_trim(context, 0, NULL) == RUSTG_OK)
        result = driver->cuMemAllocManaged(&d_memory, cuda_whole_words((size_t)n_bytes), CUDA_MANAGED_GLOBAL);
    if (result == CUDA_ERROR_MEMORY)
        return cuda_check_memory(result, "cuMemAllocManaged", n_bytes, error);
    *pointer = d_memory;
    return runtime_check(context, result, "cuMemAllocManaged", error);
}

/* stream: NULL for managed memory. The context is current. */
static rustg_status buffer_take(rustg_buffer *buffer, rustg_stream *stream, rustg_error *error)
{
    rustg_context *context = buffer->context;
    if (!context->driver)
        return buffer_cpu_take(context, buffer->n_bytes, &buffer->pointer, error);
    if (!stream)
        return buffer_managed_take(context, buffer->n_bytes, &buffer->pointer, error);
    rustg_status status = buffer_cuda_take(context, buffer->n_bytes, stream, &buffer->pointer, error);
    return status == RUSTG_OK ? buffer_note_use(buffer, stream, true, error) : status;
}

static rustg_status buffer_allocate(rustg_context *context, uint64_t n_bytes, rustg_stream *stream,
                                    rustg_buffer **buffer, rustg_error *error)
{
    rustg_buffer *made = calloc(1, sizeof *made);
    if (!made)
        return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for a buffer");
    made->context = context;
    made->n_bytes = n_bytes;
    made->is_managed = !stream;
    rustg_status status = buffer_count_allocation(context, n_bytes, error);
    if (status != RUSTG_OK)
        goto fail;
    if (n_bytes > 0) {
        status = context_enter(context, error);
        if (status == RUSTG_OK) {
            status = buffer_take(made, stream, error);
            context_leave(context);
        }
        if (status != RUSTG_OK) {
            buffer_uncount_allocation(context, n_bytes);
            goto fail;
        }
        if (stream)
            runtime_submitted(stream);
        buffer_tell_log(context, (int64_t)n_bytes, buffer_count_peak(context));
    }
    *buffer = made;
    return RUSTG_OK;
fail:
    free(made);
    return status;
}

rustg_status rustg_buffer_allocate(rustg_context *context, uint64_t n_bytes, rustg_stream *stream,
                                   rustg_buffer **buffer, rustg_error *error)
{
    if (!context || !buffer)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s is NULL", context ? "buffer" : "context");
    *buffer = NULL;
    rustg_status status = context_check_stream(context, stream, error);
    if (status != RUSTG_OK)
        return status;
    if (stream->capture)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "stream is being captured: allocate before rustg_graph_begin");
    return buffer_allocate(context, n_bytes, stream, buffer, error);
}

rustg_status rustg_buffer_allocate_managed(rustg_context *context, uint64_t n_bytes, rustg_buffer **buffer,
                                           rustg_error *error)
{
    if (!context || !buffer)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s is NULL", context ? "buffer" : "context");
    *buffer = NULL;
    return buffer_allocate(context, n_bytes, NULL, buffer, error);
}

rustg_status rustg_buffer_wrap(rustg_context *context, uint64_t pointer, uint64_t n_bytes, rustg_buffer **buffer,
                               rustg_error *error)
{
    if (!context || !buffer)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s is NULL", context ? "buffer" : "context");
    *buffer = NULL;
    if (!pointer && n_bytes > 0)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "pointer is 0");
    if (n_bytes > UINT64_MAX - pointer)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "n_bytes passes the end of the address space");
    *buffer = calloc(1, sizeof **buffer);
    if (!*buffer)
        return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for a buffer");
    (*buffer)->context = context;
    (*buffer)->pointer = pointer;
    (*buffer)->n_bytes = n_bytes;
    (*buffer)->is_wrapped = true;
    return RUSTG_OK;
}

static bool buffer_wait_on_host(rustg_stream *stream)
{
    const cuda_driver *driver = stream->context->driver;
    pthread_mutex_lock(&stream->context->lock);
    cuda_result result =
        stream->is_marked ? driver->cuEventSynchronize(stream->mark) : driver->cuStreamSynchronize(stream->cuda);
    pthread_mutex_unlock(&stream->context->lock);
    return result == CUDA_OK;
}

/* Another device's streams, which are rare here: the host waits. */
static bool buffer_wait_for_foreign(const rustg_buffer *buffer, rustg_stream *stream)
{
    return !stream || stream->context == buffer->context || buffer_wait_on_host(stream);
}

/* Managed memory, and all without pools, goes back at once, so all that uses it must be done. */
static void buffer_cuda_give_now(rustg_buffer *buffer)
{
    for (uint32_t i = 0; i < buffer->n_readers; i++)
        buffer_wait_on_host(buffer->readers[i].stream);
    if (buffer->writer.stream)
        buffer_wait_on_host(buffer->writer.stream);
    buffer->context->driver->cuMemFree(buffer->pointer);
}

/* If one stream alone used the memory, it is given back in that stream, else in a stream of the context's, behind all
 * users. A stream that is captured takes nothing more, and neither does a caller's stream that is gone. */
static void buffer_cuda_give(rustg_buffer *buffer)
{
    rustg_context *context = buffer->context;
    const cuda_driver *driver = context->driver;
    rustg_stream *only = buffer->writer.stream;
    bool waited = true;
    if (!context->pool || buffer->is_managed) {
        buffer_cuda_give_now(buffer);
        return;
    }
    for (uint32_t i = 0; i < buffer->n_readers; i++) {
        waited &= buffer_wait_for_foreign(buffer, buffer->readers[i].stream);
        if (buffer->readers[i].stream != only)
            only = NULL;
    }
    waited &= buffer_wait_for_foreign(buffer, buffer->writer.stream);
    pthread_mutex_lock(&context->lock);
    if (only && only->context == context && !only->is_marked) {
        driver->cuMemFreeAsync(buffer->pointer, only->cuda);
        pthread_mutex_unlock(&context->lock);
        return;
    }
    if (!context->free_stream && driver->cuStreamCreate(&context->free_stream, CUDA_STREAM_NON_BLOCKING) != CUDA_OK)
        context->free_stream = NULL;
    for (uint32_t i = 0; context->free_stream && i <= buffer->n_readers; i++) {
        rustg_stream *other = i < buffer->n_readers ? buffer->readers[i].stream : buffer->writer.stream;
        if (other && other->context == context)
            waited &= stream_wait_locked(context, context->free_stream, other, NULL) == RUSTG_OK;
    }
    if (context->free_stream && waited)
        driver->cuMemFreeAsync(buffer->pointer, context->free_stream);
    else
        driver->cuMemFree(buffer->pointer); /* which waits for the device */
    pthread_mutex_unlock(&context->lock);
}

void rustg_buffer_free(rustg_buffer *buffer)
{
    if (!buffer)
        return;
    rustg_context *context = buffer->context;
    bool is_lost = context_enter(context, NULL) != RUSTG_OK;
    if (!buffer->is_wrapped) {
        if (buffer->n_bytes > 0 && context->driver && !is_lost) {
            buffer_cuda_give(buffer);
        } else if (buffer->n_bytes > 0 && !context->driver) {
            pthread_mutex_lock(&context->lock);
            block_pool_give(&context->blocks, (void *)(uintptr_t)buffer->pointer, buffer->n_bytes);
            pthread_mutex_unlock(&context->lock);
        }
        uint64_t current = buffer_count_release(context, buffer->n_bytes);
        if (buffer->n_bytes > 0)
            buffer_tell_log(context, -(int64_t)buffer->n_bytes, current);
    }
    for (uint32_t i = 0; i < buffer->n_readers; i++)
        stream_release(buffer->readers[i].stream);
    stream_release(buffer->writer.stream);
    if (!is_lost)
        context_leave(context);
    free(buffer->readers);
    free(buffer);
}

uint64_t rustg_buffer_pointer(const rustg_buffer *buffer)
{
    return buffer->pointer;
}

uint64_t rustg_buffer_bytes(const rustg_buffer *buffer)
{
    return buffer->n_bytes;
}

rustg_context *rustg_buffer_context(const rustg_buffer *buffer)
{
    return buffer->context;
}

/* ---- who used it last ---- */

rustg_status buffer_check_range(const rustg_buffer *buffer, uint64_t offset, uint64_t n_bytes, const char *what,
                                rustg_error *error)
{
    if (!buffer)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s is NULL", what);
    if (offset > buffer->n_bytes || n_bytes > buffer->n_bytes - offset)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%llu bytes from %llu on leave %s, which has %llu",
                          (unsigned long long)n_bytes, (unsigned long long)offset, what,
                          (unsigned long long)buffer->n_bytes);
    return RUSTG_OK;
}

static void buffer_set_use(buffer_use *use, rustg_stream *stream, uint64_t n_submitted)
{
    if (use->stream != stream) {
        stream_hold(stream);
        stream_release(use->stream);
        use->stream = stream;
    }
    use->n_submitted = n_submitted;
}

static rustg_status buffer_note_reader(rustg_buffer *buffer, rustg_stream *stream, uint64_t n_submitted,
                                       rustg_error *error)
{
    uint32_t i = 0;
    while (i < buffer->n_readers && buffer->readers[i].stream != stream)
        i++;
    if (i == buffer->readers_capacity) {
        uint32_t capacity = i ? 2 * i : 4;
        buffer_use *readers = realloc(buffer->readers, capacity * sizeof *readers);
        if (!readers)
            return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for the readers of a buffer");
        buffer->readers = readers;
        buffer->readers_capacity = capacity;
    }
    if (i == buffer->n_readers) {
        buffer->readers[i].stream = NULL;
        buffer->n_readers++;
    }
    buffer_set_use(&buffer->readers[i], stream, n_submitted);
    return RUSTG_OK;
}

static rustg_status buffer_note(rustg_buffer *buffer, rustg_stream *stream, bool is_written, uint64_t n_submitted,
                                rustg_error *error)
{
    if (stream->capture)
        return graph_add_use(stream->capture, buffer, is_written, error);
    if (!stream->context->driver)
        return RUSTG_OK;
    rustg_status status = stream_wait_use(stream, &buffer->writer, error);
    if (!is_written)
        return status == RUSTG_OK ? buffer_note_reader(buffer, stream, n_submitted, error) : status;
    for (uint32_t i = 0; i < buffer->n_readers && status == RUSTG_OK; i++)
        status = stream_wait_use(stream, &buffer->readers[i], error);
    if (status != RUSTG_OK)
        return status;
    buffer_set_use(&buffer->writer, stream, n_submitted);
    while (buffer->n_readers > 0)
        stream_release(buffer->readers[--buffer->n_readers].stream);
    return RUSTG_OK;
}

rustg_status buffer_note_use(rustg_buffer *buffer, rustg_stream *stream, bool is_written, rustg_error *error)
{
    uint64_t n_submitted = atomic_load_explicit(&stream->n_submitted, memory_order_relaxed) + 1;
    /* It is used again in the stream that has it already, so there is nobody to wait for and nobody to hold. */
    if (!stream->capture && (buffer->writer.stream == stream || !buffer->writer.stream)) {
        if (is_written && buffer->n_readers == 0 && buffer->writer.stream) {
            buffer->writer.n_submitted = n_submitted;
            return RUSTG_OK;
        }
        if (!is_written && buffer->n_readers == 1 && buffer->readers[0].stream == stream) {
            buffer->readers[0].n_submitted = n_submitted;
            return RUSTG_OK;
        }
    }
    return buffer_note(buffer, stream, is_written, n_submitted, error);
}

rustg_status rustg_buffer_use(rustg_buffer *buffer, rustg_stream *stream, int is_written, rustg_error *error)
{
    if (!buffer)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "buffer is NULL");
    rustg_status status = context_check_stream(buffer->context, stream, error);
    if (status == RUSTG_OK)
        status = context_enter(buffer->context, error);
    if (status != RUSTG_OK)
        return status;
    status = buffer_note(buffer, stream, is_written != 0, UINT64_MAX, error);
    context_leave(buffer->context);
    return status;
}

/* ---- page-locked memory ---- */

rustg_status rustg_pinned_allocate(rustg_context *context, uint64_t n_bytes, rustg_pinned **pinned, rustg_error *error)
{
    if (!context || !pinned)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s is NULL", context ? "pinned" : "context");
    *pinned = NULL;
    rustg_status status = context_enter(context, error);
    if (status != RUSTG_OK)
        return status;
    rustg_pinned *made = calloc(1, sizeof *made);
    cuda_result result = CUDA_ERROR_MEMORY;
    if (made && n_bytes > 0) {
        pthread_mutex_lock(&context->lock);
        context->pinned_result = CUDA_ERROR_MEMORY; /* stays where the pool refuses the size without the driver */
        made->pointer = block_pool_take(&context->pinned, n_bytes, NULL);
        result = context->pinned_result;
        pthread_mutex_unlock(&context->lock);
    }
    if (made && n_bytes > 0 && !made->pointer && result != CUDA_ERROR_MEMORY)
        status = runtime_check(context, result, "cuMemHostAlloc", error);
    context_leave(context);
    if (status != RUSTG_OK) {
        free(made);
        return status;
    }
    if (!made || (n_bytes > 0 && !made->pointer)) {
        free(made);
        return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for %llu bytes of %s", (unsigned long long)n_bytes,
                          context->driver ? "page-locked memory" : "host memory");
    }
    made->context = context;
    made->n_bytes = n_bytes;
    *pinned = made;
    return RUSTG_OK;
}

void rustg_pinned_free(rustg_pinned *pinned)
{
    if (!pinned)
        return;
    rustg_context *context = pinned->context;
    bool entered = context_enter(context, NULL) == RUSTG_OK;
    if (pinned->pointer) {
        pthread_mutex_lock(&context->lock);
        block_pool_give(&context->pinned, pinned->pointer, pinned->n_bytes);
        pthread_mutex_unlock(&context->lock);
    }
    if (entered)
        context_leave(context);
    free(pinned);
}

void *rustg_pinned_pointer(const rustg_pinned *pinned)
{
    return pinned->pointer;
}

uint64_t rustg_pinned_bytes(const rustg_pinned *pinned)
{
    return pinned->n_bytes;
}
