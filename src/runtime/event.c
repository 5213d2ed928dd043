/* event.c: records points in streams that the host or other streams wait for, and the time between two of them. */
#define _GNU_SOURCE
#include "runtime/runtime_objects.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/error.h"
#include "runtime/error_note.h"

rustg_status rustg_event_create(rustg_context *context, rustg_event **event, rustg_error *error)
{
    if (!context || !event)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s is NULL", context ? "event" : "context");
    *event = NULL;
    rustg_status status = context_enter(context, error);
    if (status != RUSTG_OK)
        return status;
    pthread_mutex_lock(&context->lock);
    rustg_event *made = context->idle_events;
    if (made)
        context->idle_events = made->next_idle;
    pthread_mutex_unlock(&context->lock);
    if (made) {
        made->is_recorded = false;
    } else {
        made = calloc(1, sizeof *made);
        if (!made)
            status = error_fail(error, RUSTG_ERR_MEMORY, "out of memory for an event");
        else if (context->driver)
            status = runtime_check(context, context->driver->cuEventCreate(&made->cuda, CUDA_EVENT_DEFAULT),
                                   "cuEventCreate", error);
        if (status != RUSTG_OK) {
            free(made);
            made = NULL;
        } else {
            made->context = context;
        }
    }
    context_leave(context);
    *event = made;
    return status;
}

void rustg_event_destroy(rustg_event *event)
{
    if (!event)
        return;
    pthread_mutex_lock(&event->context->lock);
    event->next_idle = event->context->idle_events;
    event->context->idle_events = event;
    pthread_mutex_unlock(&event->context->lock);
}

void *rustg_event_raw(const rustg_event *event)
{
    return event->cuda;
}

rustg_status rustg_event_record(rustg_event *event, rustg_stream *stream, rustg_error *error)
{
    if (!event)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "event is NULL");
    rustg_context *context = event->context;
    rustg_status status = context_check_stream(context, stream, error);
    if (status != RUSTG_OK)
        return status;
    if (stream->capture)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "stream is being captured: no event can be recorded in it");
    status = context_enter(context, error);
    if (status != RUSTG_OK)
        return status;
    if (context->driver) {
        status =
            runtime_check(context, context->driver->cuEventRecord(event->cuda, stream->cuda), "cuEventRecord", error);
    } else {
        event->cpu_seconds = clock_seconds();
    }
    if (status == RUSTG_OK)
        event->is_recorded = true;
    context_leave(context);
    return status;
}

rustg_status rustg_event_wait(rustg_event *event, rustg_error *error)
{
    if (!event)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "event is NULL");
    rustg_context *context = event->context;
    rustg_status status = context_enter(context, error);
    if (status != RUSTG_OK)
        return status;
    if (context->driver && event->is_recorded)
        status = runtime_check(context, context->driver->cuEventSynchronize(event->cuda), "cuEventSynchronize", error);
    context_leave(context);
    return status;
}

rustg_status rustg_event_query(rustg_event *event, int *is_done, rustg_error *error)
{
    if (!event || !is_done)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s is NULL", event ? "is_done" : "event");
    *is_done = 0;
    rustg_context *context = event->context;
    rustg_status status = context_enter(context, error);
    if (status != RUSTG_OK)
        return status;
    cuda_result result = context->driver && event->is_recorded ? context->driver->cuEventQuery(event->cuda) : CUDA_OK;
    *is_done = result == CUDA_OK;
    if (result != CUDA_NOT_READY)
        status = runtime_check(context, result, "cuEventQuery", error);
    context_leave(context);
    return status;
}

rustg_status rustg_stream_wait_event(rustg_stream *stream, rustg_event *event, rustg_error *error)
{
    if (!stream || !event)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s is NULL", stream ? "event" : "stream");
    if (stream->capture)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "stream is being captured: it cannot wait for an event");
    if (!stream->context->driver)
        return rustg_event_wait(event, error); /* nothing to do for the CPU's; a GPU's is waited for here and now */
    rustg_context *context = stream->context;
    rustg_status status = context_enter(context, error);
    if (status != RUSTG_OK)
        return status;
    if (event->cuda && event->is_recorded) {
        status = runtime_check(context, context->driver->cuStreamWaitEvent(stream->cuda, event->cuda, 0),
                               "cuStreamWaitEvent", error);
        if (status == RUSTG_OK)
            runtime_submitted(stream);
    }
    context_leave(context);
    return status;
}

rustg_status rustg_event_elapsed(rustg_event *start, rustg_event *end, double *seconds, rustg_error *error)
{
    float milliseconds = 0;
    if (!start || !end || !seconds)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s is NULL", !start ? "start" : end ? "seconds" : "end");
    if (start->context != end->context)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "start and end belong to two contexts");
    if (!start->is_recorded || !end->is_recorded)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s has not been recorded", start->is_recorded ? "end" : "start");
    rustg_context *context = start->context;
    if (!context->driver) {
        *seconds = end->cpu_seconds - start->cpu_seconds;
        return RUSTG_OK;
    }
    rustg_status status = context_enter(context, error);
    if (status != RUSTG_OK)
        return status;
    cuda_result result = context->driver->cuEventElapsedTime(&milliseconds, start->cuda, end->cuda);
    if (result == CUDA_NOT_READY)
        status = error_fail(error, RUSTG_ERR_ARGUMENT, "start or end is not done: wait for it first");
    else
        status = runtime_check(context, result, "cuEventElapsedTime", error);
    if (status == RUSTG_OK)
        *seconds = (double)milliseconds * 1e-3;
    context_leave(context);
    return status;
}
