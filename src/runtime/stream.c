/* stream.c: makes streams, and lets one stream wait for another. An event is recorded only where a second stream
 * needs it. */
#include "runtime/runtime_objects.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/error_note.h"

static atomic_uint_fast64_t last_stream_id;

/* A stream that rustg made lives as long as its context. */
void stream_hold(rustg_stream *stream)
{
    if (stream->is_wrapped)
        atomic_fetch_add(&stream->n_holders, 1);
}

void stream_release(rustg_stream *stream)
{
    if (!stream || !stream->is_wrapped || atomic_fetch_sub(&stream->n_holders, 1) > 1)
        return;
    if (stream->mark)
        stream->context->driver->cuEventDestroy(stream->mark);
    free(stream);
}

static void stream_retire(rustg_stream *stream)
{
    rustg_context *context = stream->context;
    pthread_mutex_lock(&context->lock);
    stream->next_idle = context->idle_streams;
    context->idle_streams = stream;
    pthread_mutex_unlock(&context->lock);
}

rustg_status stream_run(rustg_stream *stream, stream_work work, const void *payload, size_t n_bytes, rustg_error *error)
{
    if (stream->capture)
        return graph_add_work(stream->capture, work, payload, n_bytes, error);
    return work(stream, (void *)payload, error); /* work reads it: a graph gives the same bytes again */
}

static rustg_status stream_make(rustg_context *context, rustg_stream **stream, rustg_error *error)
{
    *stream = calloc(1, sizeof **stream);
    if (!*stream)
        return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for a stream");
    (*stream)->context = context;
    (*stream)->id = atomic_fetch_add(&last_stream_id, 1) + 1;
    (*stream)->n_holders = 1;
    return RUSTG_OK;
}

rustg_status rustg_stream_priorities(rustg_context *context, int32_t *least, int32_t *greatest, rustg_error *error)
{
    if (!context || !least || !greatest)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s is NULL",
                          !context ? "context"
                          : !least ? "least"
                                   : "greatest");
    *least = *greatest = 0;
    rustg_status status = context_enter(context, error);
    if (status != RUSTG_OK || !context->driver)
        return status;
    int low = 0, high = 0;
    status = runtime_check(context, context->driver->cuCtxGetStreamPriorityRange(&low, &high),
                           "cuCtxGetStreamPriorityRange", error);
    context_leave(context);
    if (status == RUSTG_OK) {
        *least = low;
        *greatest = high;
    }
    return status;
}

static rustg_stream *stream_take_idle(rustg_context *context, int32_t priority)
{
    pthread_mutex_lock(&context->lock);
    rustg_stream **at = &context->idle_streams;
    while (*at && (*at)->priority != priority)
        at = &(*at)->next_idle;
    rustg_stream *idle = *at;
    if (idle)
        *at = idle->next_idle;
    pthread_mutex_unlock(&context->lock);
    if (idle) {
        idle->next_idle = NULL;
        idle->n_holders = 1;
    }
    return idle;
}

static rustg_status stream_make_cuda(rustg_stream *stream, rustg_error *error)
{
    const cuda_driver *driver = stream->context->driver;
    if (stream->priority == 0)
        return runtime_check(stream->context, driver->cuStreamCreate(&stream->cuda, CUDA_STREAM_NON_BLOCKING),
                             "cuStreamCreate", error);
    return runtime_check(stream->context,
                         driver->cuStreamCreateWithPriority(&stream->cuda, CUDA_STREAM_NON_BLOCKING, stream->priority),
                         "cuStreamCreateWithPriority", error);
}

static rustg_status stream_create(rustg_context *context, int32_t priority, rustg_stream **stream, rustg_error *error)
{
    rustg_status status = context_enter(context, error);
    if (status != RUSTG_OK)
        return status;
    *stream = stream_take_idle(context, priority);
    if (!*stream) {
        status = stream_make(context, stream, error);
        if (status == RUSTG_OK) {
            (*stream)->priority = priority;
            if (context->driver)
                status = stream_make_cuda(*stream, error);
        }
        if (status != RUSTG_OK) {
            free(*stream);
            *stream = NULL;
        }
    }
    context_leave(context);
    return status;
}

rustg_status rustg_stream_create(rustg_context *context, rustg_stream **stream, rustg_error *error)
{
    if (!context || !stream)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s is NULL", context ? "stream" : "context");
    *stream = NULL;
    return stream_create(context, 0, stream, error);
}

rustg_status rustg_stream_create_with_priority(rustg_context *context, int32_t priority, rustg_stream **stream,
                                               rustg_error *error)
{
    int32_t least, greatest;
    if (!context || !stream)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s is NULL", context ? "stream" : "context");
    *stream = NULL;
    rustg_status status = rustg_stream_priorities(context, &least, &greatest, error);
    if (status != RUSTG_OK)
        return status;
    priority = priority > least ? least : priority < greatest ? greatest : priority;
    return stream_create(context, priority, stream, error);
}

int32_t rustg_stream_priority(const rustg_stream *stream)
{
    return stream->priority;
}

rustg_status rustg_stream_wrap(rustg_context *context, void *raw, rustg_stream **stream, rustg_error *error)
{
    if (!context || !stream)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s is NULL", context ? "stream" : "context");
    *stream = NULL;
    if (!context->driver && raw)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "raw is a CUstream; the context is the CPU's");
    rustg_status status = stream_make(context, stream, error);
    if (status == RUSTG_OK) {
        (*stream)->cuda = raw;
        (*stream)->is_wrapped = true;
    }
    return status;
}

void rustg_stream_destroy(rustg_stream *stream)
{
    rustg_graph *graph;
    if (!stream)
        return;
    rustg_context *context = stream->context;
    if (stream->capture && rustg_graph_end(stream, &graph, NULL) == RUSTG_OK)
        rustg_graph_free(graph);
    bool entered = context_enter(context, NULL) == RUSTG_OK;
    if (stream->close_launches)
        stream->close_launches(stream);
    stream->launches = NULL;
    stream->after_wait = NULL;
    stream->close_launches = NULL;
    /* Where the mark cannot be set the driver is past use. */
    if (context->driver && stream->is_wrapped && entered && atomic_load(&stream->n_holders) > 1)
        stream_set_mark(stream, NULL);
    if (stream->is_wrapped)
        stream_release(stream);
    else
        stream_retire(stream);
    if (entered)
        context_leave(context);
}

void *rustg_stream_raw(const rustg_stream *stream)
{
    return stream->cuda;
}

rustg_context *rustg_stream_context(const rustg_stream *stream)
{
    return stream->context;
}

static rustg_status stream_check_host_may_ask(const rustg_stream *stream, rustg_error *error)
{
    if (!stream)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "stream is NULL");
    if (stream->capture)
        return error_fail(error, RUSTG_ERR_ARGUMENT,
                          "stream is being captured: nothing may wait for it before rustg_graph_end");
    return RUSTG_OK;
}

rustg_status rustg_stream_wait(rustg_stream *stream, rustg_error *error)
{
    rustg_status status = stream_check_host_may_ask(stream, error);
    if (status == RUSTG_OK)
        status = context_enter(stream->context, error);
    if (status != RUSTG_OK)
        return status;
    const cuda_driver *driver = stream->context->driver;
    if (driver)
        status =
            runtime_check(stream->context, driver->cuStreamSynchronize(stream->cuda), "cuStreamSynchronize", error);
    if (status == RUSTG_OK && stream->after_wait)
        status = stream->after_wait(stream, error);
    context_leave(stream->context);
    return status;
}

rustg_status rustg_stream_query(rustg_stream *stream, int *is_done, rustg_error *error)
{
    if (!is_done)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "is_done is NULL");
    *is_done = 0;
    rustg_status status = stream_check_host_may_ask(stream, error);
    if (status == RUSTG_OK)
        status = context_enter(stream->context, error);
    if (status != RUSTG_OK)
        return status;
    const cuda_driver *driver = stream->context->driver;
    cuda_result result = driver ? driver->cuStreamQuery(stream->cuda) : CUDA_OK;
    *is_done = result == CUDA_OK;
    if (result != CUDA_NOT_READY)
        status = runtime_check(stream->context, result, "cuStreamQuery", error);
    context_leave(stream->context);
    return status;
}

typedef struct stream_host_call {
    rustg_host_fn call;
    void *user;
} stream_host_call;

static rustg_status stream_call_work(rustg_stream *stream, void *payload, rustg_error *error)
{
    const stream_host_call *call = payload;
    (void)stream, (void)error;
    call->call(call->user);
    return RUSTG_OK;
}

rustg_status rustg_stream_call(rustg_stream *stream, rustg_host_fn call, void *user, rustg_error *error)
{
    if (!stream || !call)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s is NULL", stream ? "call" : "stream");
    rustg_context *context = stream->context;
    if (!context->driver) {
        const stream_host_call payload = {call, user};
        return stream_run(stream, stream_call_work, &payload, sizeof payload, error);
    }
    if (!context->driver->cuLaunchHostFunc)
        return error_fail(error, RUSTG_ERR_CUDA, "the NVIDIA driver is too old to call functions of the host");
    rustg_status status = context_enter(context, error);
    if (status != RUSTG_OK)
        return status;
    status =
        runtime_check(context, context->driver->cuLaunchHostFunc(stream->cuda, call, user), "cuLaunchHostFunc", error);
    if (status == RUSTG_OK)
        runtime_submitted(stream);
    context_leave(context);
    return status;
}

/* ---- one stream waits for another ---- */

static rustg_status stream_make_wait_event(rustg_context *context, cuda_event *event, rustg_error *error)
{
    if (*event)
        return RUSTG_OK;
    rustg_status status =
        runtime_check(context, context->driver->cuEventCreate(event, CUDA_EVENT_NO_TIMING), "cuEventCreate", error);
    if (status != RUSTG_OK)
        *event = NULL;
    return status;
}

rustg_status stream_set_mark(rustg_stream *stream, rustg_error *error)
{
    rustg_context *context = stream->context;
    pthread_mutex_lock(&context->lock);
    rustg_status status = stream_make_wait_event(context, &stream->mark, error);
    if (status == RUSTG_OK)
        status =
            runtime_check(context, context->driver->cuEventRecord(stream->mark, stream->cuda), "cuEventRecord", error);
    stream->is_marked = status == RUSTG_OK;
    pthread_mutex_unlock(&context->lock);
    return status;
}

/* A wait keeps to what its event stood for when the wait was put in, so one event serves all pairs of streams. */
rustg_status stream_wait_locked(rustg_context *context, cuda_stream raw, rustg_stream *other, rustg_error *error)
{
    const cuda_driver *driver = context->driver;
    cuda_event event = other->mark;
    rustg_status status = RUSTG_OK;
    if (!other->is_marked) {
        status = stream_make_wait_event(other->context, &other->context->sync_event, error);
        event = other->context->sync_event;
        if (status == RUSTG_OK)
            status = runtime_check(other->context, driver->cuEventRecord(event, other->cuda), "cuEventRecord", error);
    }
    if (status == RUSTG_OK)
        status = runtime_check(context, driver->cuStreamWaitEvent(raw, event, 0), "cuStreamWaitEvent", error);
    return status;
}

static stream_seen *stream_seen_of(rustg_stream *stream, uint64_t id)
{
    for (uint32_t i = 0; i < STREAM_N_SEEN; i++)
        if (stream->seen[i].id == id)
            return &stream->seen[i];
    return NULL;
}

rustg_status stream_wait_use(rustg_stream *stream, const buffer_use *use, rustg_error *error)
{
    rustg_stream *other = use->stream;
    if (!other || other == stream || !stream->context->driver || !other->context->driver)
        return RUSTG_OK;
    stream_seen *seen = stream_seen_of(stream, other->id);
    if (seen && use->n_submitted <= seen->n_submitted)
        return RUSTG_OK;
    rustg_context *theirs = other->context;
    /* The event is made and recorded in the other's context, which may be another device's. */
    rustg_status status = context_enter(theirs, error);
    if (status != RUSTG_OK)
        return status;
    pthread_mutex_lock(&theirs->lock);
    uint64_t n_submitted = atomic_load_explicit(&other->n_submitted, memory_order_relaxed);
    status = stream_wait_locked(stream->context, stream->cuda, other, error);
    pthread_mutex_unlock(&theirs->lock);
    context_leave(theirs);
    if (status != RUSTG_OK)
        return status;
    if (!seen) {
        seen = &stream->seen[stream->next_seen];
        stream->next_seen = (stream->next_seen + 1) % STREAM_N_SEEN;
    }
    seen->id = other->id;
    seen->n_submitted = n_submitted;
    return RUSTG_OK;
}
