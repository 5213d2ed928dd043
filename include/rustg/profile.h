/* profile.h: what ran when, and for how long. Part of runtime.h. */
#ifndef RUSTG_PROFILE_H
#define RUSTG_PROFILE_H

#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rustg_profile_kind {
    RUSTG_PROFILE_KERNEL,
    RUSTG_PROFILE_COPY_TO, /* host to device */
    RUSTG_PROFILE_COPY_FROM,
    RUSTG_PROFILE_COPY_BETWEEN, /* within a device, or from another context */
    RUSTG_PROFILE_FILL,
    RUSTG_PROFILE_GRAPH,   /* a graph's launch as a whole: nothing is recorded inside it */
    RUSTG_PROFILE_COMPILE, /* making a module of source or of a result, on the host */
    RUSTG_PROFILE_RANGE,   /* the caller's, on the host */
    RUSTG_N_PROFILE_KINDS
} rustg_profile_kind;

/* All runs of one kernel, or all copies of one kind, and so on; the mean is seconds_total / n.
 *   seconds    of the device's clock between two events around the work; on the CPU device, and for what the host does,
 *              the host's
 *   n_bytes    copied or filled; for kernels the bytes of their buffer arguments
 *   occupancy  resident warps of a multiprocessor over the most it holds, by the driver's calculation for each launch's
 *              shape, the mean of all; 0 where there is none */
typedef struct rustg_profile_row {
    rustg_profile_kind kind;
    uint32_t reserved;
    const char *name;
    uint64_t n, n_bytes;
    double seconds_total, seconds_min, seconds_max, occupancy;
} rustg_profile_row;

/* Record from now on, in all streams of the context: two events a launch or copy. What an earlier recording found is
 * forgotten. Where NVTX is there (a tool's library in NVTX_INJECTION64_PATH, or libnvToolsExt.so.1) all that is
 * recorded is an NVTX range of the thread too. Not recording costs one branch a launch. Thread-safe.
 * fails RUSTG_ERR_ARGUMENT, _MEMORY, _CUDA, _CUDA_STICKY */
rustg_status rustg_profile_start(rustg_context *context, rustg_error *error);
/* Record no more; what was recorded stays. Thread-safe. fails RUSTG_ERR_ARGUMENT: context is NULL */
rustg_status rustg_profile_stop(rustg_context *context, rustg_error *error);
/* What was recorded since the last start, the longest in total first; waits for the context. The rows are the context's
 * until the next call for it of any function here. fails RUSTG_ERR_ARGUMENT during a capture (rustg_graph_begin),
 * _MEMORY, _CUDA, _CUDA_STICKY */
rustg_status rustg_profile_rows(rustg_context *context, const rustg_profile_row **rows, size_t *n_rows,
                                rustg_error *error);
/* A table as text, and Chrome's trace format (JSON, for chrome://tracing and Perfetto); they wait for the context where
 * they can. The trace has the first million pieces of work; the table counts all. Not while other threads record.
 * out    buffer   char[capacity], ends with a 0; may be NULL when capacity is 0
 * return bytes needed without the final 0; when >= capacity the text was cut */
size_t rustg_profile_text(rustg_context *context, char *buffer, size_t capacity);
size_t rustg_profile_trace(rustg_context *context, char *buffer, size_t capacity);
/* A range of the caller's. The ranges of a thread nest. Where the context does not record they do nothing.
 * Thread-safe. */
void rustg_profile_range_begin(rustg_context *context, const char *name);
void rustg_profile_range_end(rustg_context *context);

#ifdef __cplusplus
}
#endif
#endif
