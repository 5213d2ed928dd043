/* fake_cuda_graph.c: graphs of the fake driver: work a stream would have done, which is kept and put into streams. */
#include "fake_cuda_work.h"

#include <stdlib.h>

#ifndef FAKE_CUDA_OLD
struct CUgraphExec_st {
    op *first;
};

cuda_result cuStreamBeginCapture_v2(cuda_stream stream, int mode)
{
    stream = fake_stream_of(stream);
    int result = fake_enter("cuStreamBeginCapture", stream->context);
    if (!result && (stream->capture || mode != CUDA_CAPTURE_RELAXED))
        result = 1;
    if (!result) {
        stream->capture = calloc(1, sizeof *stream->capture);
        fake_n_live++;
    }
    return fake_leave(result);
}

cuda_result cuStreamEndCapture(cuda_stream stream, cuda_graph *graph)
{
    stream = fake_stream_of(stream);
    int result = fake_enter("cuStreamEndCapture", stream->context);
    *graph = NULL;
    cuda_graph made = stream->capture;
    stream->capture = NULL;
    if (!result && !made)
        result = 1;
    if (!result) {
        *graph = made;
    } else if (made) {
        for (op *o = made->first, *next; o; o = next) {
            next = o->next;
            fake_free_op(o);
        }
        free(made);
        fake_n_live--;
    }
    return fake_leave(result);
}

static op *copy_list(const op *from, cuda_stream stream)
{
    op *first = NULL, *last = NULL;
    for (; from; from = from->next) {
        op *o = malloc(sizeof *o);
        *o = *from;
        o->next = NULL;
        if (stream) {
            o->number = ++stream->n_queued;
            fake_append(&stream->first, &stream->last, o);
        } else {
            fake_append(&first, &last, o);
        }
    }
    return first;
}

cuda_result cuGraphInstantiateWithFlags(cuda_graph_exec *exec, cuda_graph graph, unsigned long long flags)
{
    int result = fake_enter("cuGraphInstantiateWithFlags", fake_current());
    (void)flags;
    *exec = NULL;
    if (!result) {
        *exec = calloc(1, sizeof **exec);
        (*exec)->first = copy_list(graph->first, NULL);
        fake_n_live++;
    }
    return fake_leave(result);
}

cuda_result cuGraphLaunch(cuda_graph_exec exec, cuda_stream stream)
{
    stream = fake_stream_of(stream);
    int result = fake_enter("cuGraphLaunch", stream->context);
    if (!result)
        copy_list(exec->first, stream);
    return fake_leave(result);
}

static void free_list(op *first)
{
    for (op *next; first; first = next) {
        next = first->next;
        fake_free_op(first);
    }
    fake_n_live--;
}

cuda_result cuGraphExecDestroy(cuda_graph_exec exec)
{
    int result = fake_enter("cuGraphExecDestroy", fake_current());
    free_list(exec->first);
    free(exec);
    return fake_leave(result);
}

cuda_result cuGraphDestroy(cuda_graph graph)
{
    int result = fake_enter("cuGraphDestroy", fake_current());
    free_list(graph->first);
    free(graph);
    return fake_leave(result);
}
#endif
