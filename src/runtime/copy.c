/* copy.c: copies and fills memory on both backends, within a device and between two. */
#include "runtime/profile_record.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/error_note.h"

/* One piece of work for the CPU device. */
typedef struct cpu_copy {
    void *to;
    const void *from;
    size_t n_bytes;
} cpu_copy;

static rustg_status copy_cpu_copy_work(rustg_stream *stream, void *payload, rustg_error *error)
{
    const cpu_copy *copy = payload;
    (void)stream, (void)error;
    memcpy(copy->to, copy->from, copy->n_bytes);
    return RUSTG_OK;
}

typedef struct cpu_fill {
    unsigned char *to;
    uint32_t value, value_bytes;
    uint64_t n_bytes;
} cpu_fill;

static rustg_status copy_cpu_fill_work(rustg_stream *stream, void *payload, rustg_error *error)
{
    const cpu_fill *fill = payload;
    uint16_t half = (uint16_t)fill->value;
    (void)stream, (void)error;
    if (fill->value_bytes == 1)
        memset(fill->to, (int)(fill->value & 0xFF), (size_t)fill->n_bytes);
    else if (fill->value_bytes == 2)
        for (uint64_t i = 0; i < fill->n_bytes; i += 2)
            memcpy(fill->to + i, &half, 2);
    else
        for (uint64_t i = 0; i < fill->n_bytes; i += 4)
            memcpy(fill->to + i, &fill->value, 4);
    return RUSTG_OK;
}

static void *copy_cpu_at(const rustg_buffer *buffer, uint64_t offset)
{
    return (void *)(uintptr_t)(buffer->pointer + offset);
}

static const char *const transfer_names[RUSTG_N_PROFILE_KINDS] = {
    [RUSTG_PROFILE_COPY_TO] = "host to device",
    [RUSTG_PROFILE_COPY_FROM] = "device to host",
    [RUSTG_PROFILE_COPY_BETWEEN] = "device to device",
    [RUSTG_PROFILE_FILL] = "fill",
};

/* Begin enters the stream's context and notes the use. Then the work is put into the stream, and end counts it and
 * leaves the context. */
typedef struct cuda_transfer {
    rustg_stream *stream;
    rustg_buffer *to, *from; /* either may be NULL: the host */
    const char *call;
    rustg_profile_kind kind;
    uint64_t n_bytes;
    profile_span span;
} cuda_transfer;

static rustg_status copy_begin(cuda_transfer *t, rustg_error *error)
{
    rustg_status status = context_enter(t->stream->context, error);
    if (status != RUSTG_OK)
        return status;
    if (t->from)
        status = buffer_note_use(t->from, t->stream, false, error);
    if (status == RUSTG_OK && t->to)
        status = buffer_note_use(t->to, t->stream, true, error);
    if (status != RUSTG_OK)
        context_leave(t->stream->context);
    else if (profile_is_on(t->stream->context))
        profile_begin(t->stream, t->kind, transfer_names[t->kind], t->n_bytes, &t->span);
    return status;
}

static rustg_status copy_end(cuda_transfer *t, cuda_result result, rustg_error *error)
{
    rustg_status status = runtime_check(t->stream->context, result, t->call, error);
    if (t->span.is_open)
        profile_end(t->stream, &t->span, status);
    if (status == RUSTG_OK)
        runtime_submitted(t->stream);
    context_leave(t->stream->context);
    return status;
}

static rustg_status copy_run_on_cpu(rustg_stream *stream, rustg_profile_kind kind, uint64_t n_bytes, stream_work work,
                                    const void *payload, size_t n_payload, rustg_error *error)
{
    profile_span span = {0};
    if (profile_is_on(stream->context))
        profile_begin(stream, kind, transfer_names[kind], n_bytes, &span);
    rustg_status status = stream_run(stream, work, payload, n_payload, error);
    if (span.is_open)
        profile_end(stream, &span, status);
    return status;
}

rustg_status rustg_copy_to_buffer(rustg_buffer *to, uint64_t offset, const void *from, uint64_t n_bytes,
                                  rustg_stream *stream, rustg_error *error)
{
    rustg_status status = buffer_check_range(to, offset, n_bytes, "to", error);
    if (status == RUSTG_OK)
        status = context_check_stream(to->context, stream, error);
    if (status != RUSTG_OK || n_bytes == 0)
        return status;
    if (!from)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "from is NULL");
    if (!to->context->driver) {
        cpu_copy copy = {copy_cpu_at(to, offset), from, (size_t)n_bytes};
        return copy_run_on_cpu(stream, RUSTG_PROFILE_COPY_TO, n_bytes, copy_cpu_copy_work, &copy, sizeof copy, error);
    }
    cuda_transfer t = {stream, to, NULL, "cuMemcpyHtoDAsync", RUSTG_PROFILE_COPY_TO, n_bytes, {0}};
    status = copy_begin(&t, error);
    if (status != RUSTG_OK)
        return status;
    return copy_end(
        &t, to->context->driver->cuMemcpyHtoDAsync(to->pointer + offset, from, (size_t)n_bytes, stream->cuda), error);
}

rustg_status rustg_copy_from_buffer(void *to, rustg_buffer *from, uint64_t offset, uint64_t n_bytes,
                                    rustg_stream *stream, rustg_error *error)
{
    rustg_status status = buffer_check_range(from, offset, n_bytes, "from", error);
    if (status == RUSTG_OK)
        status = context_check_stream(from->context, stream, error);
    if (status != RUSTG_OK || n_bytes == 0)
        return status;
    if (!to)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "to is NULL");
    if (!from->context->driver) {
        cpu_copy copy = {to, copy_cpu_at(from, offset), (size_t)n_bytes};
        return copy_run_on_cpu(stream, RUSTG_PROFILE_COPY_FROM, n_bytes, copy_cpu_copy_work, &copy, sizeof copy, error);
    }
    cuda_transfer t = {stream, NULL, from, "cuMemcpyDtoHAsync", RUSTG_PROFILE_COPY_FROM, n_bytes, {0}};
    status = copy_begin(&t, error);
    if (status != RUSTG_OK)
        return status;
    return copy_end(
        &t, from->context->driver->cuMemcpyDtoHAsync(to, from->pointer + offset, (size_t)n_bytes, stream->cuda), error);
}

/* Copies from a GPU to the CPU device, whose streams have nothing to wait with. So the copy goes into a stream of the
 * GPU's, and is waited for. */
static rustg_status copy_to_cpu(rustg_buffer *to, uint64_t to_offset, rustg_buffer *from, uint64_t from_offset,
                                uint64_t n_bytes, rustg_stream *stream, rustg_error *error)
{
    rustg_stream *theirs;
    if (stream->capture)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "a graph of the CPU device cannot copy from a GPU");
    rustg_status status = rustg_stream_create(from->context, &theirs, error);
    if (status != RUSTG_OK)
        return status;
    status = rustg_copy_from_buffer(copy_cpu_at(to, to_offset), from, from_offset, n_bytes, theirs, error);
    if (status == RUSTG_OK)
        status = rustg_stream_wait(theirs, error);
    rustg_stream_destroy(theirs);
    return status;
}

/* Lets to's device read from's memory if the machine can do that. If not, the driver copies through the host. */
static void copy_ask_for_peer(rustg_context *to, rustg_context *from)
{
    const cuda_driver *driver = to->driver;
    uint64_t bit = UINT64_C(1) << (from->ordinal & 63);
    int can = 0;
    pthread_mutex_lock(&to->lock);
    bool asked = (to->peers_asked & bit) != 0;
    to->peers_asked |= bit;
    pthread_mutex_unlock(&to->lock);
    if (asked || to->device == from->device ||
        driver->cuDeviceCanAccessPeer(&can, to->device, from->device) != CUDA_OK || !can)
        return;
    cuda_result result = driver->cuCtxEnablePeerAccess(from->cuda, 0);
    if ((result == CUDA_OK || result == CUDA_PEER_ENABLED) && from->pool && driver->cuMemPoolSetAccess) {
        cuda_access access = {.location_type = 1, .location_id = to->ordinal, .flags = CUDA_ACCESS_READ_WRITE};
        driver->cuMemPoolSetAccess(from->pool, &access, 1);
    }
}

/* A buffer remembers streams of its own context only, because they live as long as it does. So the copy is waited
 * for. */
static rustg_status copy_foreign(cuda_transfer *t, uint64_t to_offset, rustg_buffer *from, uint64_t from_offset,
                                 bool is_peer, rustg_error *error)
{
    rustg_context *context = t->stream->context;
    const cuda_driver *driver = context->driver;
    cuda_pointer d_to = t->to->pointer + to_offset, d_from = from->pointer + from_offset;
    rustg_status status = stream_wait_use(t->stream, &from->writer, error);
    if (status != RUSTG_OK) {
        if (t->span.is_open)
            profile_end(t->stream, &t->span, status);
        context_leave(context);
        return status;
    }
    if (is_peer)
        copy_ask_for_peer(context, from->context);
    cuda_result result = is_peer ? driver->cuMemcpyPeerAsync(d_to, context->cuda, d_from, from->context->cuda,
                                                             (size_t)t->n_bytes, t->stream->cuda)
                                 : driver->cuMemcpyDtoDAsync(d_to, d_from, (size_t)t->n_bytes, t->stream->cuda);
    if (result == CUDA_OK)
        result = driver->cuStreamSynchronize(t->stream->cuda);
    return copy_end(t, result, error);
}

static rustg_status copy_cuda(rustg_buffer *to, uint64_t to_offset, rustg_buffer *from, uint64_t from_offset,
                              uint64_t n_bytes, rustg_stream *stream, rustg_error *error)
{
    const cuda_driver *driver = to->context->driver;
    bool is_peer = to->context->cuda != from->context->cuda, is_foreign = to->context != from->context;
    cuda_transfer t = {stream,
                       to,
                       is_foreign ? NULL : from,
                       is_peer ? "cuMemcpyPeerAsync" : "cuMemcpyDtoDAsync",
                       RUSTG_PROFILE_COPY_BETWEEN,
                       n_bytes,
                       {0}};
    if (is_foreign && stream->capture)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "a graph cannot copy from a buffer of another context");
    rustg_status status = copy_begin(&t, error);
    if (status != RUSTG_OK)
        return status;
    if (is_foreign)
        return copy_foreign(&t, to_offset, from, from_offset, is_peer, error);
    return copy_end(
        &t,
        driver->cuMemcpyDtoDAsync(to->pointer + to_offset, from->pointer + from_offset, (size_t)n_bytes, stream->cuda),
        error);
}

rustg_status rustg_copy_between(rustg_buffer *to, uint64_t to_offset, rustg_buffer *from, uint64_t from_offset,
                                uint64_t n_bytes, rustg_stream *stream, rustg_error *error)
{
    rustg_status status = buffer_check_range(to, to_offset, n_bytes, "to", error);
    if (status == RUSTG_OK)
        status = buffer_check_range(from, from_offset, n_bytes, "from", error);
    if (status == RUSTG_OK)
        status = context_check_stream(to->context, stream, error);
    if (status != RUSTG_OK || n_bytes == 0)
        return status;
    uint64_t to_begin = to->pointer + to_offset, from_begin = from->pointer + from_offset;
    bool to_cuda = to->context->driver != NULL, from_cuda = from->context->driver != NULL;
    if (to_cuda == from_cuda && to_begin < from_begin + n_bytes && from_begin < to_begin + n_bytes)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "the ranges of to and from overlap");
    if (to_cuda && from_cuda)
        return copy_cuda(to, to_offset, from, from_offset, n_bytes, stream, error);
    if (from_cuda)
        return copy_to_cpu(to, to_offset, from, from_offset, n_bytes, stream, error);
    if (to_cuda)
        return rustg_copy_to_buffer(to, to_offset, copy_cpu_at(from, from_offset), n_bytes, stream, error);
    cpu_copy copy = {copy_cpu_at(to, to_offset), copy_cpu_at(from, from_offset), (size_t)n_bytes};
    return copy_run_on_cpu(stream, RUSTG_PROFILE_COPY_BETWEEN, n_bytes, copy_cpu_copy_work, &copy, sizeof copy, error);
}

rustg_status rustg_fill_buffer(rustg_buffer *to, uint64_t offset, uint32_t value, uint32_t value_bytes,
                               uint64_t n_bytes, rustg_stream *stream, rustg_error *error)
{
    rustg_status status = buffer_check_range(to, offset, n_bytes, "to", error);
    if (status == RUSTG_OK)
        status = context_check_stream(to->context, stream, error);
    if (status != RUSTG_OK)
        return status;
    if (value_bytes != 1 && value_bytes != 2 && value_bytes != 4)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "value_bytes is %u; it can be 1, 2 or 4", (unsigned)value_bytes);
    if (n_bytes % value_bytes || (to->pointer + offset) % value_bytes)
        return error_fail(error, RUSTG_ERR_ARGUMENT,
                          "value_bytes, %u, does not divide n_bytes and where the fill begins", (unsigned)value_bytes);
    if (n_bytes == 0)
        return RUSTG_OK;
    const cuda_driver *driver = to->context->driver;
    if (!driver) {
        cpu_fill fill = {copy_cpu_at(to, offset), value, value_bytes, n_bytes};
        return copy_run_on_cpu(stream, RUSTG_PROFILE_FILL, n_bytes, copy_cpu_fill_work, &fill, sizeof fill, error);
    }
    const char *call = value_bytes == 1   ? "cuMemsetD8Async"
                       : value_bytes == 2 ? "cuMemsetD16Async"
                                          : "cuMemsetD32Async";
    cuda_transfer t = {stream, to, NULL, call, RUSTG_PROFILE_FILL, n_bytes, {0}};
    status = copy_begin(&t, error);
    if (status != RUSTG_OK)
        return status;
    cuda_pointer d_to = to->pointer + offset;
    size_t n = (size_t)(n_bytes / value_bytes);
    cuda_result result = value_bytes == 1   ? driver->cuMemsetD8Async(d_to, (unsigned char)value, n, stream->cuda)
                         : value_bytes == 2 ? driver->cuMemsetD16Async(d_to, (unsigned short)value, n, stream->cuda)
                                            : driver->cuMemsetD32Async(d_to, value, n, stream->cuda);
    return copy_end(&t, result, error);
}
