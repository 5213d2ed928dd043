/* profile.h: what ran when, and for how long. Part of runtime.h. */
#ifndef RUSTG_PROFILE_H
#define RUSTG_PROFILE_H

#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rustg_profile_kind {
    RUSTG_PROFILE_KERNEL, RUSTG_PROFILE_COPY_TO, RUSTG_PROFILE_COPY_FROM, RUSTG_PROFILE_COPY_BETWEEN, RUSTG_PROFILE_FILL,
    RUSTG_PROFILE_COMPILE
} rustg_profile_kind;

/* All runs of one kernel, or all copies of one kind. Seconds of the device's clock; occupancy: resident warps of a
 * multiprocessor over the most it can hold, by the driver's calculation for the launch's shape, 0 where there is none. */
typedef struct rustg_profile_row {
    rustg_profile_kind kind;
    uint32_t reserved;
    const char *name;
    uint64_t n, n_bytes; /* n_bytes: copied and filled; for kernels the bytes of their buffer arguments */
    double seconds_total, seconds_min, seconds_max, occupancy;
} rustg_profile_row;

/* Record from now on, in all streams of the context; two events a launch or copy. Thread-safe. */
rustg_status rustg_profile_start(rustg_context *context, rustg_error *error);
rustg_status rustg_profile_stop(rustg_context *context, rustg_error *error);
/* What was recorded since the last start, rows by total time; waits for the context. Rows are the context's until the next call. */
rustg_status rustg_profile_rows(rustg_context *context, const rustg_profile_row **rows, size_t *n_rows, rustg_error *error);
/* A table as text, and Chrome's trace format (JSON, for chrome://tracing and Perfetto); sizes as for rustg_diagnostic_message. */
size_t rustg_profile_text(rustg_context *context, char *buffer, size_t capacity);
size_t rustg_profile_trace(rustg_context *context, char *buffer, size_t capacity);
/* A range of the caller's in the trace and, where the library is there, in NVTX. Ranges nest, a thread's own. */
void rustg_profile_range_begin(rustg_context *context, const char *name);
void rustg_profile_range_end(rustg_context *context);

#ifdef __cplusplus
}
#endif
#endif
