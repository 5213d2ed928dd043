/* fake_cuda_work.h: what a stream of the fake driver is to do. */
#ifndef FAKE_CUDA_WORK_H
#define FAKE_CUDA_WORK_H

#include "fake_cuda_internal.h"

typedef enum op_kind { OP_COPY, OP_STAGED, OP_FILL, OP_LAUNCH, OP_WAIT, OP_MARK, OP_FREE, OP_CALL } op_kind;

typedef struct op {
    struct op *next;
    op_kind kind;
    uint64_t number; /* of its stream, from 1 */
    void *to;
    const void *from; /* OP_STAGED: freed with it */
    size_t n_bytes, width;
    unsigned value;
    cuda_stream other; /* OP_WAIT: its work up to until */
    uint64_t until;
    cuda_host_call call;
    char name[128];
    unsigned shape[6], shared_bytes;
    uint64_t parameters[FAKE_MAX_PARAMETERS];
    cuda_context context;
} op;

/* n_queued, n_done: numbers of work. A destroyed stream stays until its work is done, which is at the end of the test
 * at latest. */
struct CUstream_st {
    cuda_context context;
    op *first, *last;
    uint64_t n_queued, n_done;
    int is_destroyed, is_default;
    cuda_graph capture;
    cuda_stream next;
};

struct CUgraph_st {
    op *first, *last;
};

/* A stream, or for the default handles the current context's own. */
cuda_stream fake_stream_of(cuda_stream handle);
void fake_append(op **first, op **last, op *o);
void fake_free_op(op *o);

#endif
