/* profile_record.h: declares the recording of work; profile.c records, profile_text.c reports. */
#ifndef RUSTG_PROFILE_RECORD_H
#define RUSTG_PROFILE_RECORD_H

#include "runtime/runtime_objects.h"
#include "rustg/profile.h"

enum { PROFILE_N_BUCKETS = 256, PROFILE_MOST_RECORDS = 1 << 20 };

/* A name of one kind. next links the rows of its bucket, as a row's number plus 1. */
typedef struct profile_row {
    rustg_profile_row row; /* occupancy: the sum */
    uint32_t next;
} profile_row;

/* Times are seconds since the start; with CUDA they are events until these are read. track is a stream's id, or a
 * host thread's number. */
typedef struct profile_record {
    uint64_t track, n_bytes;
    uint32_t row;
    float occupancy;
    double begin, end;
} profile_record;

typedef struct profile_pending {
    profile_record record;
    cuda_event start, end;
} profile_pending;

/* A range of the caller's that is open. */
typedef struct profile_range profile_range;

/* base      event that stood at the start; NULL on the CPU
 * start     the host's clock then
 * n_starts  starts so far: work begun before the last one is left out
 * n_lost    pieces of work that found no memory or whose events failed; n_untraced: those that the trace has no room
 *           for
 * told      what rustg_profile_rows gave last */
struct runtime_profile {
    pthread_mutex_t lock;
    cuda_stream stream;
    cuda_event base;
    double start;
    uint64_t n_starts, n_lost, n_untraced;
    profile_row *rows;
    profile_record *records;
    profile_pending *pending;
    cuda_event *idle;
    size_t n_rows, n_records, n_pending, n_idle;
    size_t rows_capacity, records_capacity, pending_capacity, idle_capacity;
    uint32_t buckets[PROFILE_N_BUCKETS];
    profile_range *ranges;
    rustg_profile_row *told;
};

/* A piece of work between begin and end. */
typedef struct profile_span {
    rustg_profile_kind kind;
    const char *name;
    uint64_t n_bytes, n_starts;
    double occupancy, begin;
    cuda_event start;
    bool is_open;
} profile_span;

static inline bool profile_is_on(const rustg_context *context)
{
    return __builtin_expect(atomic_load_explicit(&context->is_profiled, memory_order_relaxed), 0);
}

/* These stand around work that is put into stream, whose context is current and recording. In a capture they do
 * nothing. name stays until the end. */
void profile_begin(rustg_stream *stream, rustg_profile_kind kind, const char *name, uint64_t n_bytes,
                   profile_span *span);
void profile_end(rustg_stream *stream, profile_span *span, rustg_status status);
/* These stand around work of the host. begin does nothing if the context does not record. */
void profile_host_begin(rustg_context *context, rustg_profile_kind kind, const char *name, profile_span *span);
void profile_host_end(rustg_context *context, profile_span *span);
/* What the driver calculates for a launch. */
double profile_occupancy(const rustg_context *context, cuda_function function, const uint32_t block[3],
                         uint32_t shared_bytes);
/* Waits for the context and reads all events; context->profile may be NULL after it. */
rustg_status profile_settle(rustg_context *context, rustg_error *error);
/* The context is closing and current, its work done. */
void profile_close(rustg_context *context);

#endif
