/* graph.c: captures a sequence of work and replays it. It is the driver's graph, or on the CPU device a list. */
#include "runtime/profile_record.h"
#include "base/global_lock.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/heap.h"
#include "runtime/error_note.h"

typedef struct graph_use {
    rustg_buffer *buffer;
    bool is_written;
} graph_use;

typedef struct graph_row {
    graph_hook hook;
    void *what;
} graph_row;

typedef struct graph_item {
    stream_work work;
    size_t offset; /* of its payload */
} graph_item;

/* uses is what each launch makes its stream wait for; items is the CPU's work, in order. */
struct rustg_graph {
    rustg_context *context;
    rustg_graph *next_capturing;
    cuda_graph cuda;
    cuda_graph_exec exec;
    graph_use *uses;
    graph_row *hooks;
    graph_item *items;
    unsigned char *payloads;
    size_t n_uses, n_hooks, n_items, n_payload_bytes;
    size_t uses_capacity, hooks_capacity, items_capacity, payload_capacity;
};

static rustg_status graph_no_memory(rustg_error *error)
{
    return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for a graph");
}

rustg_status graph_add_use(rustg_graph *graph, rustg_buffer *buffer, bool is_written, rustg_error *error)
{
    for (size_t i = 0; i < graph->n_uses; i++)
        if (graph->uses[i].buffer == buffer) {
            graph->uses[i].is_written |= is_written;
            return RUSTG_OK;
        }
    graph_use *uses = heap_grow(graph->uses, &graph->uses_capacity, graph->n_uses + 1, 8, sizeof *uses);
    if (!uses)
        return graph_no_memory(error);
    graph->uses = uses;
    uses[graph->n_uses++] = (graph_use){buffer, is_written};
    return RUSTG_OK;
}

rustg_status graph_add_hook(rustg_stream *stream, graph_hook hook, void *what, rustg_error *error)
{
    rustg_graph *graph = stream->capture;
    graph_row *hooks = heap_grow(graph->hooks, &graph->hooks_capacity, graph->n_hooks + 1, 8, sizeof *hooks);
    if (!hooks)
        return graph_no_memory(error);
    graph->hooks = hooks;
    hooks[graph->n_hooks++] = (graph_row){hook, what};
    return RUSTG_OK;
}

rustg_status graph_add_work(rustg_graph *graph, stream_work work, const void *payload, size_t n_bytes,
                            rustg_error *error)
{
    size_t room = (n_bytes + 15) / 16 * 16;
    graph_item *items = heap_grow(graph->items, &graph->items_capacity, graph->n_items + 1, 8, sizeof *items);
    if (!items)
        return graph_no_memory(error);
    graph->items = items;
    if (room > 0) {
        unsigned char *payloads =
            heap_grow(graph->payloads, &graph->payload_capacity, graph->n_payload_bytes + room, 256, 1);
        if (!payloads)
            return graph_no_memory(error);
        graph->payloads = payloads;
        memcpy(payloads + graph->n_payload_bytes, payload, n_bytes);
    }
    items[graph->n_items++] = (graph_item){work, graph->n_payload_bytes};
    graph->n_payload_bytes += room;
    return RUSTG_OK;
}

static bool graph_driver_has_graphs(const cuda_driver *driver)
{
    return driver->cuStreamBeginCapture && driver->cuStreamEndCapture && driver->cuGraphInstantiateWithFlags &&
           driver->cuGraphLaunch && driver->cuGraphExecDestroy && driver->cuGraphDestroy;
}

/* All graphs that are being captured, in any context. Two contexts may share a CUcontext, and the driver waits for
 * that as a whole. */
static rustg_graph *capturing;

static void graph_add_capturing(rustg_graph *graph)
{
    global_lock(GLOBAL_LOCK_GRAPH_CAPTURING);
    graph->next_capturing = capturing;
    capturing = graph;
    global_unlock(GLOBAL_LOCK_GRAPH_CAPTURING);
}

static void graph_remove_capturing(const rustg_graph *graph)
{
    global_lock(GLOBAL_LOCK_GRAPH_CAPTURING);
    rustg_graph **at = &capturing;
    while (*at != graph)
        at = &(*at)->next_capturing;
    *at = graph->next_capturing;
    global_unlock(GLOBAL_LOCK_GRAPH_CAPTURING);
}

bool graph_is_capturing(const rustg_context *context)
{
    global_lock(GLOBAL_LOCK_GRAPH_CAPTURING);
    const rustg_graph *at = capturing;
    while (at && at->context != context && (!context->cuda || at->context->cuda != context->cuda))
        at = at->next_capturing;
    global_unlock(GLOBAL_LOCK_GRAPH_CAPTURING);
    return at != NULL;
}

static void graph_unmark(rustg_stream *stream)
{
    pthread_mutex_lock(&stream->context->lock);
    stream->is_marked = false;
    pthread_mutex_unlock(&stream->context->lock);
}

/* Other streams wait for what was in the stream before, because from now on nothing can be recorded in it that they
 * could wait for. */
static rustg_status graph_begin_cuda(rustg_stream *stream, rustg_error *error)
{
    rustg_context *context = stream->context;
    rustg_status status = stream_set_mark(stream, error);
    if (status == RUSTG_OK)
        status = runtime_check(context, context->driver->cuStreamBeginCapture(stream->cuda, CUDA_CAPTURE_RELAXED),
                               "cuStreamBeginCapture", error);
    if (status != RUSTG_OK)
        graph_unmark(stream);
    return status;
}

rustg_status rustg_graph_begin(rustg_stream *stream, rustg_error *error)
{
    if (!stream)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "stream is NULL");
    if (stream->capture)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "stream is being captured already");
    rustg_context *context = stream->context;
    if (context->driver && !graph_driver_has_graphs(context->driver))
        return error_fail(error, RUSTG_ERR_CUDA, "the NVIDIA driver is too old for graphs");
    rustg_graph *graph = calloc(1, sizeof *graph);
    if (!graph)
        return graph_no_memory(error);
    graph->context = context;
    rustg_status status = context_enter(context, error);
    if (status == RUSTG_OK) {
        if (context->driver)
            status = graph_begin_cuda(stream, error);
        context_leave(context);
    }
    if (status != RUSTG_OK) {
        free(graph);
        return status;
    }
    graph_add_capturing(graph);
    stream->capture = graph;
    return RUSTG_OK;
}

/* Ends a capture whose context cannot be made current: the stream must leave it, and its work must not be kept. */
static void graph_drop_cuda(rustg_stream *stream, rustg_graph *graph)
{
    if (stream->context->driver->cuStreamEndCapture(stream->cuda, &graph->cuda) != CUDA_OK)
        graph->cuda = NULL;
    graph_unmark(stream);
}

static rustg_status graph_end_cuda(rustg_stream *stream, rustg_graph *graph, rustg_error *error)
{
    rustg_context *context = stream->context;
    const cuda_driver *driver = context->driver;
    rustg_status status =
        runtime_check(context, driver->cuStreamEndCapture(stream->cuda, &graph->cuda), "cuStreamEndCapture", error);
    graph_unmark(stream);
    if (status != RUSTG_OK) {
        graph->cuda = NULL;
        return status;
    }
    status = runtime_check(context, driver->cuGraphInstantiateWithFlags(&graph->exec, graph->cuda, 0),
                           "cuGraphInstantiateWithFlags", error);
    if (status != RUSTG_OK)
        graph->exec = NULL;
    return status;
}

rustg_status rustg_graph_end(rustg_stream *stream, rustg_graph **graph, rustg_error *error)
{
    if (!stream || !graph)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s is NULL", stream ? "graph" : "stream");
    *graph = NULL;
    rustg_graph *made = stream->capture;
    if (!made)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "stream is not being captured: call rustg_graph_begin first");
    stream->capture = NULL;
    rustg_status status = context_enter(stream->context, error);
    if (status == RUSTG_OK) {
        if (stream->context->driver)
            status = graph_end_cuda(stream, made, error);
        context_leave(stream->context);
    } else {
        graph_drop_cuda(stream, made);
    }
    graph_remove_capturing(made);
    if (status != RUSTG_OK) {
        rustg_graph_free(made);
        return status;
    }
    *graph = made;
    return RUSTG_OK;
}

static rustg_status graph_launch(rustg_graph *graph, rustg_stream *stream, rustg_error *error)
{
    rustg_context *context = graph->context;
    rustg_status status = RUSTG_OK;
    for (size_t i = 0; i < graph->n_hooks && status == RUSTG_OK; i++)
        status = graph->hooks[i].hook(stream, graph->hooks[i].what, error);
    for (size_t i = 0; i < graph->n_uses && status == RUSTG_OK; i++)
        status = buffer_note_use(graph->uses[i].buffer, stream, graph->uses[i].is_written, error);
    if (status == RUSTG_OK && context->driver)
        status =
            runtime_check(context, context->driver->cuGraphLaunch(graph->exec, stream->cuda), "cuGraphLaunch", error);
    for (size_t i = 0; i < graph->n_items && status == RUSTG_OK; i++)
        status = graph->items[i].work(stream, graph->payloads ? graph->payloads + graph->items[i].offset : NULL, error);
    if (status == RUSTG_OK)
        runtime_submitted(stream);
    return status;
}

rustg_status rustg_graph_launch(rustg_graph *graph, rustg_stream *stream, rustg_error *error)
{
    if (!graph)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "graph is NULL");
    rustg_status status = context_check_stream(graph->context, stream, error);
    if (status != RUSTG_OK)
        return status;
    if (stream->capture)
        return error_fail(error, RUSTG_ERR_ARGUMENT,
                          "stream is being captured: a graph cannot be launched into another one");
    status = context_enter(graph->context, error);
    if (status != RUSTG_OK)
        return status;
    profile_span span = {0};
    if (profile_is_on(graph->context))
        profile_begin(stream, RUSTG_PROFILE_GRAPH, "graph", 0, &span);
    status = graph_launch(graph, stream, error);
    if (span.is_open)
        profile_end(stream, &span, status);
    context_leave(graph->context);
    return status;
}

void rustg_graph_free(rustg_graph *graph)
{
    if (!graph)
        return;
    const cuda_driver *driver = graph->context->driver;
    bool entered = context_enter(graph->context, NULL) == RUSTG_OK;
    if (graph->exec)
        driver->cuGraphExecDestroy(graph->exec);
    if (graph->cuda)
        driver->cuGraphDestroy(graph->cuda);
    if (entered)
        context_leave(graph->context);
    free(graph->uses);
    free(graph->hooks);
    free(graph->items);
    free(graph->payloads);
    free(graph);
}
