/* fake_cuda_stream.c: memory, streams and events of the fake driver. Work waits in its stream until somebody
 * must see it done; then the stream runs as far as needed, and others as far as it waits for them. */
#include "fake_cuda_work.h"

#include <stdlib.h>
#include <string.h>

/* What an event stands for is the last record of it. time: a count of all work done, as milliseconds. */
struct CUevent_st {
    cuda_stream stream;
    uint64_t until, time;
    unsigned flags;
};

struct CUmemPoolHandle_st {
    int device;
    uint64_t reserved, used;
};

/* Pieces of memory, device's and page-locked. */
typedef struct piece {
    struct piece *next;
    char *begin;
    size_t n_bytes;
    cuda_pool pool;
    cuda_context context;
    int is_host;
} piece;

static piece *pieces;
static cuda_stream streams;
static uint64_t n_ever_done;

/* A stream, or the default one of the current context for what stands for it: NULL and CUDA's 1 and 2. Streams of this
 * driver never wait for it, nor it for them, as they are made non-blocking. */
cuda_stream fake_stream_of(cuda_stream handle)
{
    if ((uintptr_t)handle > 2) {
        if (handle->is_destroyed) /* as the real driver may, too */
            abort();
        return handle;
    }
    pthread_mutex_lock(&fake_lock);
    cuda_stream stream = streams;
    while (stream && !(stream->is_default && stream->context == fake_current()))
        stream = stream->next;
    if (!stream) {
        stream = calloc(1, sizeof *stream);
        stream->is_default = 1;
        stream->context = fake_current();
        stream->next = streams;
        streams = stream;
    }
    pthread_mutex_unlock(&fake_lock);
    return stream;
}

static piece *piece_at(const void *pointer)
{
    for (piece *p = pieces; p; p = p->next)
        if ((const char *)pointer >= p->begin && (const char *)pointer < p->begin + p->n_bytes)
            return p;
    return NULL;
}

/* A range that is in one piece of the device's memory. */
static int is_device_range(cuda_pointer at, size_t n_bytes)
{
    const char *begin = (const char *)(uintptr_t)at;
    piece *p = piece_at(begin);
    return p && !p->is_host && (size_t)(p->begin + p->n_bytes - begin) >= n_bytes;
}

void *fake_take(size_t n_bytes, int is_host, cuda_pool pool)
{
    piece *made = calloc(1, sizeof *made);
    made->begin = aligned_alloc(256, (n_bytes + 255) / 256 * 256);
    memset(made->begin, 0xEE, n_bytes);
    made->n_bytes = n_bytes;
    made->is_host = is_host;
    made->pool = pool;
    made->context = fake_current();
    made->next = pieces;
    pieces = made;
    fake_n_live++;
    if (!is_host)
        made->context->n_bytes += n_bytes;
    return made->begin;
}

int fake_give(const void *pointer)
{
    for (piece **at = &pieces; *at; at = &(*at)->next) {
        piece *p = *at;
        if (p->begin != pointer)
            continue;
        *at = p->next;
        if (!p->is_host)
            p->context->n_bytes -= p->n_bytes;
        if (p->pool)
            p->pool->used -= p->n_bytes;
        free(p->begin);
        free(p);
        fake_n_live--;
        return 0;
    }
    return 1;
}

void fake_give_all(cuda_context context)
{
    for (piece *p = pieces, *next; p; p = next) {
        next = p->next;
        if (p->context == context)
            fake_give(p->begin);
    }
}

/* ---- doing work ---- */

static void run_until(cuda_stream stream, uint64_t until);

static void do_op(op *o)
{
    switch (o->kind) {
    case OP_COPY:
    case OP_STAGED: memcpy(o->to, o->from, o->n_bytes); break;
    case OP_FILL:
        for (size_t i = 0; i < o->n_bytes; i += o->width)
            memcpy((char *)o->to + i, &o->value, o->width); /* little-endian, as the device */
        break;
    case OP_LAUNCH:
        if (fake_kernel && !o->context->lost)
            fake_kernel(o->name, o->shape, o->shared_bytes, o->parameters);
        break;
    case OP_WAIT: run_until(o->other, o->until); break;
    case OP_MARK: break;
    case OP_FREE: fake_give(o->to); break;
    case OP_CALL: o->call(o->to); break;
    }
}

void fake_free_op(op *o)
{
    if (o->kind == OP_STAGED)
        free((void *)(uintptr_t)o->from);
    free(o);
}

static void run_until(cuda_stream stream, uint64_t until)
{
    while (stream->first && stream->first->number <= until) {
        op *o = stream->first;
        stream->first = o->next;
        if (!stream->first)
            stream->last = NULL;
        do_op(o);
        n_ever_done++;
        stream->n_done = o->number;
        fake_free_op(o);
    }
}

static void run_all(cuda_context context)
{
    for (cuda_stream *at = &streams; *at;) {
        cuda_stream stream = *at;
        if (stream->context == context)
            run_until(stream, UINT64_MAX);
        at = &stream->next;
    }
}

void fake_append(op **first, op **last, op *o)
{
    if (*last)
        (*last)->next = o;
    else
        *first = o;
    *last = o;
}

/* Into the stream, or into the graph that it captures. */
static op *add(cuda_stream stream, op_kind kind)
{
    op *o = calloc(1, sizeof *o);
    o->kind = kind;
    o->context = stream->context;
    if (stream->capture) {
        fake_append(&stream->capture->first, &stream->capture->last, o);
    } else {
        o->number = ++stream->n_queued;
        fake_append(&stream->first, &stream->last, o);
    }
    return o;
}

/* ---- memory ---- */

#ifndef FAKE_CUDA_OLD
cuda_result cuPointerGetAttributes(unsigned n, int *attributes, void **values, cuda_pointer pointer)
{
    int result = fake_enter("cuPointerGetAttributes", fake_current());
    const piece *p = piece_at((const void *)(uintptr_t)pointer);
    for (unsigned i = 0; i < n && !result; i++)
        switch (attributes[i]) {
        case CUDA_POINTER_MEMORY_TYPE: *(unsigned *)values[i] = !p ? 0 : p->is_host ? CUDA_MEMORY_TYPE_HOST : 2; break;
        case CUDA_POINTER_DEVICE_POINTER: *(cuda_pointer *)values[i] = p ? pointer : 0; break;
        case 9: /* CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, which Python asks for */
            *(int *)values[i] = p && p->context ? p->context->device : -2;
            break;
        case CUDA_POINTER_RANGE_START: *(cuda_pointer *)values[i] = p ? (uintptr_t)p->begin : 0; break;
        case CUDA_POINTER_RANGE_BYTES: *(size_t *)values[i] = p ? p->n_bytes : 0; break;
        default: result = CUDA_INVALID_VALUE;
        }
    return fake_leave(result);
}
#endif

static int no_room(size_t n_bytes)
{
    return n_bytes > fake_memory_bytes - fake_current()->n_bytes ? 2 : 0;
}

static cuda_result allocate(const char *call, cuda_pointer *pointer, size_t n_bytes)
{
    int result = fake_enter(call, fake_current());
    if (!result)
        result = no_room(n_bytes);
    *pointer = result ? 0 : (uintptr_t)fake_take(n_bytes, 0, NULL);
    return fake_leave(result);
}

cuda_result cuMemAlloc_v2(cuda_pointer *pointer, size_t n_bytes)
{
    return allocate("cuMemAlloc", pointer, n_bytes);
}

cuda_result cuMemAllocManaged(cuda_pointer *pointer, size_t n_bytes, unsigned flags)
{
    return flags == CUDA_MANAGED_GLOBAL ? allocate("cuMemAllocManaged", pointer, n_bytes) : CUDA_INVALID_VALUE;
}

/* Work that is still to be done with the memory. */
static int is_used(const piece *p)
{
    for (cuda_stream stream = streams; stream; stream = stream->next)
        for (op *o = stream->first; o; o = o->next)
            if (piece_at(o->to) == p || piece_at(o->from) == p)
                return 1;
    return 0;
}

/* Whether the driver waits is nobody's promise: memory that is not of a pool must be out of use. */
cuda_result cuMemFree_v2(cuda_pointer pointer)
{
    int result = fake_enter("cuMemFree", fake_current());
    piece *p = piece_at((void *)(uintptr_t)pointer);
    if (p && !p->pool && is_used(p))
        abort();
    run_all(fake_current());
    if (fake_give((void *)(uintptr_t)pointer))
        result = 1;
    return fake_leave(result);
}

#ifndef FAKE_CUDA_OLD
cuda_result cuMemPoolCreate(cuda_pool *pool, const cuda_pool_props *properties)
{
    int result = fake_enter("cuMemPoolCreate", NULL);
    *pool = NULL;
    if (!result && (properties->allocation_type != 1 || properties->location_type != 1))
        result = 1;
    if (!result) {
        *pool = calloc(1, sizeof **pool);
        (*pool)->device = properties->location_id;
        fake_n_live++;
    }
    return fake_leave(result);
}

/* What is still to be freed into the pool, or was never. */
static void run_all_of(cuda_pool pool)
{
    for (cuda_stream stream = streams; stream; stream = stream->next)
        run_until(stream, UINT64_MAX);
    for (piece *p = pieces; p; p = p->next)
        if (p->pool == pool)
            p->pool = NULL;
}

cuda_result cuMemPoolDestroy(cuda_pool pool)
{
    int result = fake_enter("cuMemPoolDestroy", NULL);
    run_all_of(pool);
    fake_n_live--;
    free(pool);
    return fake_leave(result);
}

cuda_result cuMemPoolTrimTo(cuda_pool pool, size_t n_bytes_to_keep)
{
    int result = fake_enter("cuMemPoolTrimTo", fake_current());
    uint64_t most = pool->used > n_bytes_to_keep ? pool->used : n_bytes_to_keep;
    if (!result && pool->reserved > most)
        pool->reserved = most;
    return fake_leave(result);
}

cuda_result cuMemPoolSetAttribute(cuda_pool pool, int attribute, void *value)
{
    (void)pool, (void)attribute, (void)value;
    return fake_leave(fake_enter("cuMemPoolSetAttribute", NULL));
}

cuda_result cuMemPoolGetAttribute(cuda_pool pool, int attribute, void *value)
{
    int result = fake_enter("cuMemPoolGetAttribute", NULL);
    if (!result && attribute != CUDA_POOL_RESERVED)
        result = 1;
    memcpy(value, &pool->reserved, sizeof pool->reserved);
    return fake_leave(result);
}

cuda_result cuMemPoolSetAccess(cuda_pool pool, const cuda_access *access, size_t n)
{
    int result = fake_enter("cuMemPoolSetAccess", NULL);
    return fake_leave(result ? result : n != 1 || access->location_id == pool->device);
}

cuda_result cuMemAllocFromPoolAsync(cuda_pointer *pointer, size_t n_bytes, cuda_pool pool, cuda_stream stream)
{
    stream = fake_stream_of(stream);
    int result = fake_enter("cuMemAllocFromPoolAsync", stream->context);
    if (!result && stream->capture)
        result = 900;
    if (!result) /* what others freed but have not got to yet still counts: reserved memory is not used twice */
        result = pool->used + n_bytes > pool->reserved && n_bytes > fake_memory_bytes - pool->reserved ? 2 : 0;
    *pointer = 0;
    if (!result) {
        *pointer = (uintptr_t)fake_take(n_bytes, 0, pool);
        pool->used += n_bytes;
        if (pool->used > pool->reserved)
            pool->reserved = pool->used;
        add(stream, OP_MARK);
    }
    return fake_leave(result);
}

cuda_result cuMemFreeAsync(cuda_pointer pointer, cuda_stream stream)
{
    stream = fake_stream_of(stream);
    int result = fake_enter("cuMemFreeAsync", stream->context);
    if (!result && (stream->capture || !piece_at((void *)(uintptr_t)pointer)))
        result = 1;
    if (!result)
        add(stream, OP_FREE)->to = (void *)(uintptr_t)pointer;
    return fake_leave(result);
}
#endif

/* ---- copies and fills ---- */

static void add_copy(cuda_stream stream, void *to, const void *from, size_t n_bytes)
{
    op *o = add(stream, OP_COPY);
    o->to = to;
    o->from = from;
    o->n_bytes = n_bytes;
}

/* Pageable memory is read before the call returns, but in a capture. */
cuda_result cuMemcpyHtoDAsync_v2(cuda_pointer to, const void *from, size_t n_bytes, cuda_stream stream)
{
    stream = fake_stream_of(stream);
    int result = fake_enter("cuMemcpyHtoDAsync", stream->context);
    if (!result && !is_device_range(to, n_bytes))
        result = 1;
    if (!result && !stream->capture && !piece_at(from)) {
        op *o = add(stream, OP_STAGED);
        void *staged = malloc(n_bytes);
        memcpy(staged, from, n_bytes);
        o->to = (void *)(uintptr_t)to;
        o->from = staged;
        o->n_bytes = n_bytes;
    } else if (!result) {
        add_copy(stream, (void *)(uintptr_t)to, from, n_bytes);
    }
    return fake_leave(result);
}

cuda_result cuMemcpyDtoHAsync_v2(void *to, cuda_pointer from, size_t n_bytes, cuda_stream stream)
{
    stream = fake_stream_of(stream);
    int result = fake_enter("cuMemcpyDtoHAsync", stream->context);
    if (!result && !is_device_range(from, n_bytes))
        result = 1;
    if (!result)
        add_copy(stream, to, (void *)(uintptr_t)from, n_bytes);
    if (!result && !stream->capture && !piece_at(to))
        run_until(stream, UINT64_MAX);
    return fake_leave(result);
}

cuda_result cuMemcpyDtoDAsync_v2(cuda_pointer to, cuda_pointer from, size_t n_bytes, cuda_stream stream)
{
    stream = fake_stream_of(stream);
    int result = fake_enter("cuMemcpyDtoDAsync", stream->context);
    if (!result && (!is_device_range(to, n_bytes) || !is_device_range(from, n_bytes)))
        result = 1;
    if (!result)
        add_copy(stream, (void *)(uintptr_t)to, (void *)(uintptr_t)from, n_bytes);
    return fake_leave(result);
}

cuda_result cuMemcpyPeerAsync(cuda_pointer to, cuda_context to_context, cuda_pointer from, cuda_context from_context,
                              size_t n_bytes, cuda_stream stream)
{
    stream = fake_stream_of(stream);
    int result = fake_enter("cuMemcpyPeerAsync", stream->context);
    if (!result && (!is_device_range(to, n_bytes) || !is_device_range(from, n_bytes) || stream->context != to_context ||
                    piece_at((void *)(uintptr_t)from)->context != from_context))
        result = 1;
    if (!result)
        add_copy(stream, (void *)(uintptr_t)to, (void *)(uintptr_t)from, n_bytes);
    return fake_leave(result);
}

static cuda_result fill(const char *call, cuda_pointer to, unsigned value, size_t width, size_t n, cuda_stream stream)
{
    stream = fake_stream_of(stream);
    int result = fake_enter(call, stream->context);
    if (!result && !is_device_range(to, n * width))
        result = 1;
    if (!result) {
        op *o = add(stream, OP_FILL);
        o->to = (void *)(uintptr_t)to;
        o->value = value;
        o->width = width;
        o->n_bytes = n * width;
    }
    return fake_leave(result);
}

cuda_result cuMemsetD8Async(cuda_pointer to, unsigned char value, size_t n_bytes, cuda_stream stream)
{
    return fill("cuMemsetD8Async", to, value, 1, n_bytes, stream);
}

cuda_result cuMemsetD16Async(cuda_pointer to, unsigned short value, size_t n, cuda_stream stream)
{
    return fill("cuMemsetD16Async", to, value, 2, n, stream);
}

cuda_result cuMemsetD32Async(cuda_pointer to, unsigned value, size_t n, cuda_stream stream)
{
    return fill("cuMemsetD32Async", to, value, 4, n, stream);
}

static cuda_result launch(const char *call, cuda_function function, const unsigned shape[6], unsigned shared_bytes,
                          cuda_stream stream, void **parameters)
{
    stream = fake_stream_of(stream);
    int result = fake_enter(call, stream->context);
    for (int i = 0; i < 6 && !result; i++)
        result = shape[i] == 0;
    if (!result) {
        op *o = add(stream, OP_LAUNCH);
        memcpy(o->name, fake_function_name(function), sizeof o->name);
        memcpy(o->shape, shape, sizeof o->shape);
        o->shared_bytes = shared_bytes;
        const unsigned *sizes;
        unsigned n = fake_function_parameters(function, &sizes);
        for (unsigned i = 0; i < (n == UINT32_MAX ? fake_n_parameters : n); i++)
            memcpy(&o->parameters[i], parameters[i], n == UINT32_MAX ? sizeof o->parameters[i] : sizes[i]);
    }
    return fake_leave(result);
}

cuda_result cuLaunchKernel(cuda_function function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                           unsigned block_y, unsigned block_z, unsigned shared_bytes, cuda_stream stream,
                           void **parameters, void **extra)
{
    (void)extra;
    return launch("cuLaunchKernel", function, (unsigned[]){grid_x, grid_y, grid_z, block_x, block_y, block_z},
                  shared_bytes, stream, parameters);
}

#ifndef FAKE_CUDA_OLD
cuda_result cuLaunchKernelEx(const cuda_launch_config *c, cuda_function function, void **parameters, void **extra)
{
    (void)extra;
    for (unsigned i = 0; i < c->n_attributes; i++)
        if (c->attributes[i].kind != CUDA_LAUNCH_OVERLAPS)
            return CUDA_INVALID_VALUE;
    return launch("cuLaunchKernelEx", function,
                  (unsigned[]){c->grid_x, c->grid_y, c->grid_z, c->block_x, c->block_y, c->block_z}, c->shared_bytes,
                  c->stream, parameters);
}
#endif

cuda_result cuLaunchCooperativeKernel(cuda_function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                      unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                                      cuda_stream stream, void **parameters)
{
    return launch("cuLaunchCooperativeKernel", function,
                  (unsigned[]){grid_x, grid_y, grid_z, block_x, block_y, block_z}, shared_bytes, stream, parameters);
}

/* ---- streams and events ---- */

cuda_result cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    *least = 0;
    *greatest = -5;
    return fake_leave(fake_enter("cuCtxGetStreamPriorityRange", fake_current()));
}

static cuda_result create(const char *call, cuda_stream *stream, unsigned flags, int priority)
{
    int result = fake_enter(call, fake_current());
    *stream = NULL;
    if (!result && (priority > 0 || priority < -5))
        result = 1;
    if (!result && flags != CUDA_STREAM_NON_BLOCKING)
        result = 1;
    if (!result) {
        *stream = calloc(1, sizeof **stream);
        (*stream)->context = fake_current();
        (*stream)->next = streams;
        streams = *stream;
        fake_n_live++;
    }
    return fake_leave(result);
}

cuda_result cuStreamCreate(cuda_stream *stream, unsigned flags)
{
    return create("cuStreamCreate", stream, flags, 0);
}

cuda_result cuStreamCreateWithPriority(cuda_stream *stream, unsigned flags, int priority)
{
    return create("cuStreamCreateWithPriority", stream, flags, priority);
}

/* Its work is done later all the same; the object stays for those who wait for it. */
cuda_result cuStreamDestroy_v2(cuda_stream stream)
{
    int result = fake_enter("cuStreamDestroy", stream->context);
    if (stream->is_destroyed)
        abort();
    stream->is_destroyed = 1;
    fake_n_live--;
    return fake_leave(result);
}

__attribute__((destructor)) static void free_streams(void)
{
    for (cuda_stream stream = streams, next; stream; stream = next) {
        next = stream->next;
        run_until(stream, UINT64_MAX);
        free(stream);
    }
}

cuda_result cuStreamSynchronize(cuda_stream stream)
{
    stream = fake_stream_of(stream);
    int result = fake_enter("cuStreamSynchronize", stream->context);
    if (!result && stream->capture)
        result = 900;
    if (!result)
        run_until(stream, UINT64_MAX);
    return fake_leave(result ? result : stream->context->lost);
}

/* The first query finds it busy and lets it get done. */
cuda_result cuStreamQuery(cuda_stream stream)
{
    stream = fake_stream_of(stream);
    int result = fake_enter("cuStreamQuery", stream->context);
    if (!result && stream->first) {
        run_until(stream, UINT64_MAX);
        result = 600;
    }
    return fake_leave(result);
}

cuda_result cuCtxSynchronize(void)
{
    int result = fake_enter("cuCtxSynchronize", fake_current());
    for (cuda_stream stream = streams; stream && !result; stream = stream->next)
        if (stream->context == fake_current() && stream->capture)
            result = 900;
    if (!result)
        run_all(fake_current());
    return fake_leave(result ? result : fake_current()->lost);
}

cuda_result cuEventCreate(cuda_event *event, unsigned flags)
{
    int result = fake_enter("cuEventCreate", fake_current());
    *event = NULL;
    if (!result) {
        *event = calloc(1, sizeof **event);
        (*event)->flags = flags;
        fake_n_live++;
    }
    return fake_leave(result);
}

cuda_result cuEventDestroy_v2(cuda_event event)
{
    int result = fake_enter("cuEventDestroy", fake_current());
    fake_n_live--;
    free(event);
    return fake_leave(result);
}

cuda_result cuEventRecord(cuda_event event, cuda_stream stream)
{
    stream = fake_stream_of(stream);
    int result = fake_enter("cuEventRecord", stream->context);
    if (!result && (stream->capture || stream->is_destroyed))
        result = 900;
    if (!result) {
        event->stream = stream;
        event->until = add(stream, OP_MARK)->number;
        event->time = n_ever_done + 1;
    }
    return fake_leave(result);
}

cuda_result cuEventSynchronize(cuda_event event)
{
    int result = fake_enter("cuEventSynchronize", event->stream ? event->stream->context : NULL);
    if (!result && event->stream)
        run_until(event->stream, event->until);
    return fake_leave(result);
}

static int is_done(cuda_event event)
{
    return !event->stream || event->stream->n_done >= event->until;
}

cuda_result cuEventQuery(cuda_event event)
{
    int result = fake_enter("cuEventQuery", fake_current());
    return fake_leave(result ? result : is_done(event) ? 0 : 600);
}

cuda_result cuEventElapsedTime(float *milliseconds, cuda_event start, cuda_event end)
{
    int result = fake_enter("cuEventElapsedTime", fake_current());
    *milliseconds = 0;
    if (!result && ((start->flags | end->flags) & CUDA_EVENT_NO_TIMING || !start->stream || !end->stream))
        result = 400;
    if (!result && (!is_done(start) || !is_done(end)))
        result = 600;
    if (!result)
        *milliseconds = (float)(end->until - start->until);
    return fake_leave(result);
}

cuda_result cuStreamWaitEvent(cuda_stream stream, cuda_event event, unsigned flags)
{
    stream = fake_stream_of(stream);
    int result = fake_enter("cuStreamWaitEvent", stream->context);
    (void)flags;
    if (!result && stream->capture)
        result = 905;
    if (!result && event->stream) {
        op *o = add(stream, OP_WAIT);
        o->other = event->stream;
        o->until = event->until;
    }
    return fake_leave(result);
}

#ifndef FAKE_CUDA_OLD
cuda_result cuLaunchHostFunc(cuda_stream stream, cuda_host_call call, void *user)
{
    stream = fake_stream_of(stream);
    int result = fake_enter("cuLaunchHostFunc", stream->context);
    if (!result) {
        op *o = add(stream, OP_CALL);
        o->call = call;
        o->to = user;
    }
    return fake_leave(result);
}
#endif
