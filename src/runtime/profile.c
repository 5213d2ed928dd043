/* profile.c: records each piece of work with an event before it and one behind it, which are read when the device has
 * passed them. */
#define _GNU_SOURCE
#include "runtime/profile_record.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/error_note.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/heap.h"
#include "runtime/nvtx.h"

/* So many pieces of work may wait before those that are done are read, so that their events can be used again. */
enum { READ_AFTER = 1024 };

struct profile_range {
    profile_range *next;
    pthread_t thread;
    profile_span span;
    char name[];
};

/* Numbers the host threads of the trace, from 1. */
static uint64_t profile_thread_number(void)
{
    static atomic_uint_fast64_t last;
    static _Thread_local uint64_t number;
    if (!number)
        number = atomic_fetch_add(&last, 1) + 1;
    return number;
}

/* Makes room for one more. NULL: out of memory, and the array stays as it is. */
static void *profile_room(void *array, size_t n, size_t *capacity, size_t size)
{
    return heap_grow(array, capacity, n + 1, 64, size);
}

/* ---- what was recorded; the lock is held ---- */

/* UINT32_MAX: out of memory. */
static uint32_t profile_row_of(runtime_profile *profile, rustg_profile_kind kind, const char *name)
{
    uint64_t hash[2];
    size_t n_name = strlen(name);
    hash_128(name, n_name, hash);
    uint32_t *bucket = &profile->buckets[(hash[0] + (uint64_t)kind) % PROFILE_N_BUCKETS];
    for (uint32_t i = *bucket; i; i = profile->rows[i - 1].next)
        if (profile->rows[i - 1].row.kind == kind && strcmp(profile->rows[i - 1].row.name, name) == 0)
            return i - 1;
    profile_row *rows = profile_room(profile->rows, profile->n_rows, &profile->rows_capacity, sizeof *rows);
    if (!rows)
        return UINT32_MAX;
    profile->rows = rows;
    char *copy = malloc(n_name + 1);
    if (!copy)
        return UINT32_MAX;
    memcpy(copy, name, n_name + 1);
    rows[profile->n_rows] = (profile_row){.row = {.kind = kind, .name = copy}, .next = *bucket};
    *bucket = (uint32_t)++profile->n_rows;
    return (uint32_t)profile->n_rows - 1;
}

static void profile_add_record(runtime_profile *profile, const profile_record *record)
{
    rustg_profile_row *row = &profile->rows[record->row].row;
    double seconds = record->end - record->begin;
    if (row->n == 0 || seconds < row->seconds_min)
        row->seconds_min = seconds;
    if (row->n == 0 || seconds > row->seconds_max)
        row->seconds_max = seconds;
    row->n++;
    row->n_bytes += record->n_bytes;
    row->seconds_total += seconds;
    row->occupancy += (double)record->occupancy;
    profile_record *records = NULL;
    if (profile->n_records < PROFILE_MOST_RECORDS)
        records = profile_room(profile->records, profile->n_records, &profile->records_capacity, sizeof *records);
    if (!records) {
        profile->n_untraced++;
        return;
    }
    profile->records = records;
    records[profile->n_records++] = *record;
}

static void profile_give_event(const cuda_driver *driver, runtime_profile *profile, cuda_event event)
{
    cuda_event *idle =
        event ? profile_room(profile->idle, profile->n_idle, &profile->idle_capacity, sizeof *idle) : NULL;
    if (idle) {
        profile->idle = idle;
        idle[profile->n_idle++] = event;
    } else if (event) {
        driver->cuEventDestroy(event);
    }
}

static cuda_event profile_take_event(const cuda_driver *driver, runtime_profile *profile)
{
    cuda_event event = NULL;
    if (profile->n_idle > 0)
        return profile->idle[--profile->n_idle];
    return driver->cuEventCreate(&event, CUDA_EVENT_DEFAULT) == CUDA_OK ? event : NULL;
}

static void profile_read_pending(const cuda_driver *driver, runtime_profile *profile, profile_pending *pending)
{
    float before = 0, took = 0;
    if (driver->cuEventElapsedTime(&before, profile->base, pending->start) == CUDA_OK &&
        driver->cuEventElapsedTime(&took, pending->start, pending->end) == CUDA_OK) {
        pending->record.begin = (double)before * 1e-3;
        pending->record.end = pending->record.begin + (double)took * 1e-3;
        profile_add_record(profile, &pending->record);
    } else {
        profile->n_lost++;
    }
    profile_give_event(driver, profile, pending->start);
    profile_give_event(driver, profile, pending->end);
}

/* Reads those that are done, up to the first that is not. */
static void profile_read_done(const cuda_driver *driver, runtime_profile *profile)
{
    size_t n = 0;
    while (n < profile->n_pending && driver->cuEventQuery(profile->pending[n].end) != CUDA_NOT_READY)
        profile_read_pending(driver, profile, &profile->pending[n++]);
    if (n == 0)
        return;
    profile->n_pending -= n;
    memmove(profile->pending, profile->pending + n, profile->n_pending * sizeof *profile->pending);
}

static void profile_forget(const cuda_driver *driver, runtime_profile *profile)
{
    for (size_t i = 0; i < profile->n_rows; i++)
        free((char *)(uintptr_t)profile->rows[i].row.name);
    for (size_t i = 0; i < profile->n_pending; i++) {
        profile_give_event(driver, profile, profile->pending[i].start);
        profile_give_event(driver, profile, profile->pending[i].end);
    }
    memset(profile->buckets, 0, sizeof profile->buckets);
    profile->n_rows = profile->n_records = profile->n_pending = 0;
    profile->n_lost = profile->n_untraced = 0;
}

/* ---- around a piece of work ---- */

void profile_begin(rustg_stream *stream, rustg_profile_kind kind, const char *name, uint64_t n_bytes,
                   profile_span *span)
{
    rustg_context *context = stream->context;
    const cuda_driver *driver = context->driver;
    runtime_profile *profile = context->profile;
    *span = (profile_span){.kind = kind, .name = name, .n_bytes = n_bytes};
    if (stream->capture)
        return;
    pthread_mutex_lock(&profile->lock);
    span->n_starts = profile->n_starts;
    span->start = driver ? profile_take_event(driver, profile) : NULL;
    span->is_open = !driver || span->start;
    if (!span->is_open)
        profile->n_lost++;
    pthread_mutex_unlock(&profile->lock);
    if (!span->is_open)
        return;
    nvtx_push(name);
    if (driver)
        driver->cuEventRecord(span->start, stream->cuda);
    else
        span->begin = clock_seconds();
}

/* Adds a span; the caller holds the lock. False: out of memory. */
static bool profile_add_span(rustg_context *context, runtime_profile *profile, const profile_span *span,
                             profile_record *record, cuda_event end)
{
    record->row = profile_row_of(profile, span->kind, span->name);
    if (record->row == UINT32_MAX)
        return false;
    if (!end) {
        profile_add_record(profile, record);
        return true;
    }
    profile_pending *pending =
        profile_room(profile->pending, profile->n_pending, &profile->pending_capacity, sizeof *pending);
    if (!pending)
        return false;
    profile->pending = pending;
    pending[profile->n_pending++] = (profile_pending){*record, span->start, end};
    if (profile->n_pending % READ_AFTER == 0)
        profile_read_done(context->driver, profile);
    return true;
}

void profile_end(rustg_stream *stream, profile_span *span, rustg_status status)
{
    rustg_context *context = stream->context;
    const cuda_driver *driver = context->driver;
    runtime_profile *profile = context->profile;
    if (!span->is_open)
        return;
    double now = driver ? 0 : clock_seconds();
    nvtx_pop();
    profile_record record = {.track = stream->id, .n_bytes = span->n_bytes, .occupancy = (float)span->occupancy};
    cuda_event end = NULL;
    pthread_mutex_lock(&profile->lock);
    bool is_good = status == RUSTG_OK && span->n_starts == profile->n_starts;
    if (is_good && driver) {
        end = profile_take_event(driver, profile);
        is_good = end && driver->cuEventRecord(end, stream->cuda) == CUDA_OK;
    }
    record.begin = span->begin - profile->start;
    record.end = now - profile->start;
    if (!is_good || !profile_add_span(context, profile, span, &record, end)) {
        profile->n_lost += status == RUSTG_OK && span->n_starts == profile->n_starts;
        profile_give_event(driver, profile, span->start);
        profile_give_event(driver, profile, end);
    }
    pthread_mutex_unlock(&profile->lock);
}

void profile_host_begin(rustg_context *context, rustg_profile_kind kind, const char *name, profile_span *span)
{
    *span = (profile_span){.kind = kind, .name = name, .is_open = profile_is_on(context)};
    if (!span->is_open)
        return;
    pthread_mutex_lock(&context->profile->lock);
    span->n_starts = context->profile->n_starts;
    pthread_mutex_unlock(&context->profile->lock);
    nvtx_push(name);
    span->begin = clock_seconds();
}

void profile_host_end(rustg_context *context, profile_span *span)
{
    runtime_profile *profile = context->profile;
    if (!span->is_open)
        return;
    profile_record record = {.track = profile_thread_number()};
    double now = clock_seconds();
    nvtx_pop();
    pthread_mutex_lock(&profile->lock);
    record.begin = span->begin - profile->start;
    record.end = now - profile->start;
    if (span->n_starts == profile->n_starts && !profile_add_span(context, profile, span, &record, NULL))
        profile->n_lost++;
    pthread_mutex_unlock(&profile->lock);
}

double profile_occupancy(const rustg_context *context, cuda_function function, const uint32_t block[3],
                         uint32_t shared_bytes)
{
    const cuda_driver *driver = context->driver;
    int n_blocks = 0, most_threads = 0, warp = 0, n_threads = (int)(block[0] * block[1] * block[2]);
    if (driver->cuOccupancyMaxActiveBlocksPerMultiprocessor(&n_blocks, function, n_threads, shared_bytes) != CUDA_OK ||
        driver->cuDeviceGetAttribute(&most_threads, CUDA_ATTRIBUTE_MULTIPROCESSOR_THREADS, context->device) !=
            CUDA_OK ||
        driver->cuDeviceGetAttribute(&warp, CUDA_ATTRIBUTE_WARP, context->device) != CUDA_OK || most_threads < warp ||
        warp < 1)
        return 0;
    return (double)n_blocks * ((n_threads + warp - 1) / warp) / (most_threads / warp);
}

void rustg_profile_range_begin(rustg_context *context, const char *name)
{
    if (!context || !name || !profile_is_on(context))
        return;
    size_t n_name = strlen(name);
    profile_range *range = malloc(sizeof *range + n_name + 1);
    if (!range)
        return;
    memcpy(range->name, name, n_name + 1);
    range->thread = pthread_self();
    profile_host_begin(context, RUSTG_PROFILE_RANGE, range->name, &range->span);
    pthread_mutex_lock(&context->profile->lock);
    range->next = context->profile->ranges;
    context->profile->ranges = range;
    pthread_mutex_unlock(&context->profile->lock);
}

void rustg_profile_range_end(rustg_context *context)
{
    runtime_profile *profile = context ? context->profile : NULL;
    if (!profile)
        return;
    pthread_mutex_lock(&profile->lock);
    profile_range **at = &profile->ranges;
    while (*at && !pthread_equal((*at)->thread, pthread_self()))
        at = &(*at)->next;
    profile_range *range = *at;
    if (range)
        *at = range->next;
    pthread_mutex_unlock(&profile->lock);
    if (range)
        profile_host_end(context, &range->span);
    free(range);
}

/* ---- start, stop, read ---- */

static rustg_status profile_set_base(rustg_context *context, runtime_profile *profile, rustg_error *error)
{
    const cuda_driver *driver = context->driver;
    rustg_status status = RUSTG_OK;
    if (driver && !profile->stream)
        status = runtime_check(context, driver->cuStreamCreate(&profile->stream, CUDA_STREAM_NON_BLOCKING),
                               "cuStreamCreate", error);
    if (status == RUSTG_OK && driver && !profile->base)
        status =
            runtime_check(context, driver->cuEventCreate(&profile->base, CUDA_EVENT_DEFAULT), "cuEventCreate", error);
    if (status == RUSTG_OK && driver)
        status = runtime_check(context, driver->cuEventRecord(profile->base, profile->stream), "cuEventRecord", error);
    if (status == RUSTG_OK && driver)
        status = runtime_check(context, driver->cuEventSynchronize(profile->base), "cuEventSynchronize", error);
    profile->start = clock_seconds();
    return status;
}

/* Once made, it stays for the context's life, because others may read the pointer without the lock. */
static rustg_status profile_open_profile(rustg_context *context, rustg_error *error)
{
    rustg_status status = RUSTG_OK;
    pthread_mutex_lock(&context->lock);
    if (!context->profile) {
        runtime_profile *made = calloc(1, sizeof *made);
        if (made && pthread_mutex_init(&made->lock, NULL)) {
            free(made);
            made = NULL;
        }
        context->profile = made;
        if (!made)
            status = error_fail(error, RUSTG_ERR_MEMORY, "out of memory for a profile");
    }
    pthread_mutex_unlock(&context->lock);
    return status;
}

rustg_status rustg_profile_start(rustg_context *context, rustg_error *error)
{
    if (!context)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "context is NULL");
    nvtx_open();
    rustg_status status = profile_open_profile(context, error);
    if (status == RUSTG_OK)
        status = context_enter(context, error);
    if (status != RUSTG_OK)
        return status;
    runtime_profile *profile = context->profile;
    pthread_mutex_lock(&profile->lock);
    profile_forget(context->driver, profile);
    profile->n_starts++;
    status = profile_set_base(context, profile, error);
    pthread_mutex_unlock(&profile->lock);
    context_leave(context);
    atomic_store(&context->is_profiled, status == RUSTG_OK);
    return status;
}

rustg_status rustg_profile_stop(rustg_context *context, rustg_error *error)
{
    if (!context)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "context is NULL");
    atomic_store(&context->is_profiled, false);
    return RUSTG_OK;
}

rustg_status profile_settle(rustg_context *context, rustg_error *error)
{
    runtime_profile *profile = context->profile;
    if (!profile || !context->driver)
        return RUSTG_OK;
    rustg_status status = rustg_context_wait(context, error);
    if (status == RUSTG_OK)
        status = context_enter(context, error);
    if (status != RUSTG_OK)
        return status;
    pthread_mutex_lock(&profile->lock);
    profile_read_done(context->driver, profile);
    pthread_mutex_unlock(&profile->lock);
    context_leave(context);
    return RUSTG_OK;
}

void profile_close(rustg_context *context)
{
    runtime_profile *profile = context->profile;
    const cuda_driver *driver = context->driver;
    if (!profile)
        return;
    profile_forget(driver, profile);
    while (profile->ranges) {
        profile_range *range = profile->ranges;
        profile->ranges = range->next;
        free(range);
    }
    while (profile->n_idle > 0)
        driver->cuEventDestroy(profile->idle[--profile->n_idle]);
    if (profile->base)
        driver->cuEventDestroy(profile->base);
    if (profile->stream)
        driver->cuStreamDestroy(profile->stream);
    free(profile->rows);
    free(profile->records);
    free(profile->pending);
    free(profile->idle);
    free(profile->told);
    pthread_mutex_destroy(&profile->lock);
    free(profile);
}
