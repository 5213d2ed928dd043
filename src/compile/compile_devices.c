/* compile_devices.c: gives batches to the lanes of the CUDA devices in turn. A lane is a host thread with an engine,
 * and works on one batch at a time; a device has several, so that one batch is staged while others are lexed and
 * parsed. The next batch of the lane that ends first waits there, so that no lane waits while the host reads and plans.
 * A lane that is alone is the compiling thread itself, when it takes the batch: to start another and to wake it and be
 * woken takes longer than a small batch. Batches come back in the order in which they were given. */
#include "compile/compile_job.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/parallel.h"
#include "base/tuning.h"

/* A device. While one of its lanes must be alone, for there was too little memory, no other begins a batch. */
typedef struct compile_device {
    uint32_t n_running;
    bool is_alone;
} compile_device;

enum { LANE_BATCHES = 2 }; /* the one that is worked on, and the next */

/* Batch number n of a lane is work[n % LANE_BATCHES] while n_done <= n < n_given, and until it is taken.
 *   status, error  of the first failure; after it nothing more is begun */
typedef struct compile_lane {
    compile_devices *all;
    compile_device *device;
    int32_t ordinal;
    uint32_t n_threads;
    engine_cuda *engine;
    pthread_t thread;
    bool is_running;
    batch *work[LANE_BATCHES];
    size_t n_given, n_done;
    rustg_status status;
    rustg_error error;
} compile_lane;

/* The lock guards no_more and is_cancelled, the devices, and the lanes' work, counts and status; changed is signalled
 * at each change. Lane i is of device i % n_devices. */
struct compile_devices {
    uint32_t n_devices, n_lanes;
    bool leave_on_device;
    size_t n_given, n_taken; /* of all lanes; the compiling thread's alone */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool no_more, is_cancelled;
    compile_device devices[RUSTG_MAX_DEVICES];
    compile_lane lanes[];
};

/* Waits for the next batch. NULL: none is to come. */
static batch *compile_lane_next(compile_lane *lane)
{
    compile_devices *all = lane->all;
    pthread_mutex_lock(&all->lock);
    while (lane->n_done == lane->n_given && !all->no_more)
        pthread_cond_wait(&all->changed, &all->lock);
    batch *next = lane->n_done < lane->n_given && !all->is_cancelled ? lane->work[lane->n_done % LANE_BATCHES] : NULL;
    pthread_mutex_unlock(&all->lock);
    return next;
}

static void compile_lane_done(compile_lane *lane, rustg_status status, const rustg_error *error)
{
    pthread_mutex_lock(&lane->all->lock);
    if (status != RUSTG_OK && lane->status == RUSTG_OK) {
        lane->status = status;
        lane->error = *error;
    }
    lane->n_done++;
    pthread_cond_broadcast(&lane->all->changed);
    pthread_mutex_unlock(&lane->all->lock);
}

/* Waits until the lane may begin, alone or beside others; compile_lane_leave when it is done. */
static void compile_lane_enter(compile_lane *lane, bool is_alone)
{
    compile_device *device = lane->device;
    pthread_mutex_lock(&lane->all->lock);
    while (device->is_alone)
        pthread_cond_wait(&lane->all->changed, &lane->all->lock);
    device->is_alone = is_alone;
    while (is_alone && device->n_running > 0)
        pthread_cond_wait(&lane->all->changed, &lane->all->lock);
    device->n_running++;
    pthread_mutex_unlock(&lane->all->lock);
}

static void compile_lane_leave(compile_lane *lane, bool was_alone)
{
    compile_device *device = lane->device;
    pthread_mutex_lock(&lane->all->lock);
    device->n_running--;
    if (was_alone)
        device->is_alone = false;
    pthread_cond_broadcast(&lane->all->changed);
    pthread_mutex_unlock(&lane->all->lock);
}

static rustg_status compile_lane_run(compile_lane *lane, batch *work, bool is_alone, rustg_error *error)
{
    compile_lane_enter(lane, is_alone);
    rustg_status status = engine_cuda_run(lane->engine, work, error);
    compile_lane_leave(lane, is_alone);
    return status;
}

/* Alone on its device, and by another engine, for the one that failed may hold anything. */
static rustg_status compile_lane_run_alone(compile_lane *lane, batch *work, const size_t *n_diags, rustg_error *error)
{
    engine_cuda_close(lane->engine);
    lane->engine = NULL;
    engine_cuda_release(work);
    batch_free_toks(work);
    batch_free_ast(work);
    for (uint32_t t = 0; work->parse && t < lane->n_threads; t++) /* else the lists are the compiling thread's */
        work->lists[t].n = n_diags[t];
    rustg_status status =
        engine_cuda_open(lane->ordinal, lane->all->leave_on_device, lane->n_threads, &lane->engine, error);
    return status == RUSTG_OK ? compile_lane_run(lane, work, true, error) : status;
}

static rustg_status compile_lane_do(compile_lane *lane, batch *work, rustg_error *error)
{
    size_t n_diags[PARALLEL_MAX_THREADS];
    for (uint32_t t = 0; work->parse && t < lane->n_threads; t++)
        n_diags[t] = work->lists[t].n;
    rustg_status status = compile_lane_run(lane, work, false, error);
    if (status == RUSTG_ERR_DEVICE_MEMORY && lane->all->n_lanes > lane->all->n_devices)
        status = compile_lane_run_alone(lane, work, n_diags, error);
    return status;
}

static void *compile_lane_main(void *argument)
{
    compile_lane *lane = argument;
    rustg_status status = RUSTG_OK;
    rustg_error error = {0};
    for (batch *work; (work = compile_lane_next(lane)) != NULL;) {
        if (status == RUSTG_OK)
            status = compile_lane_do(lane, work, &error);
        compile_lane_done(lane, status, &error);
    }
    return NULL;
}

static rustg_status devices_lane(compile_job *job, compile_devices *all, compile_lane *lane)
{
    rustg_status status =
        engine_cuda_open(lane->ordinal, all->leave_on_device, lane->n_threads, &lane->engine, job->error);
    if (status != RUSTG_OK || all->n_lanes == 1)
        return status;
    lane->is_running = parallel_start(&lane->thread, compile_lane_main, lane);
    if (!lane->is_running)
        return error_set(job->error, RUSTG_ERR_MEMORY, "out of memory for the thread of CUDA device %d",
                         (int)lane->ordinal);
    return RUSTG_OK;
}

/* Threads of different lanes must not share lists. */
static rustg_status devices_lists(compile_job *job, uint64_t n_lists)
{
    if (n_lists <= job->n_lists)
        return RUSTG_OK;
    free(job->lists);
    job->n_lists = 0;
    job->lists = calloc((size_t)n_lists, sizeof *job->lists);
    if (!job->lists)
        return error_set(job->error, RUSTG_ERR_MEMORY, "out of memory for the lists of %llu threads",
                         (unsigned long long)n_lists);
    job->n_lists = (uint32_t)n_lists;
    return RUSTG_OK;
}

/* Lanes for the batches that there will be. */
static uint32_t devices_lanes(const compile_job *job, uint32_t n_devices)
{
    const uint64_t batch_bytes = job->options.batch_bytes;
    const uint64_t n_batches = job->watch.n_bytes_total / batch_bytes + (job->watch.n_bytes_total % batch_bytes != 0);
    const uint64_t a_device = (n_batches + n_devices - 1) / n_devices;
    return n_devices * (uint32_t)(a_device < 1 ? 1 : a_device < TUNING_DEVICE_LANES ? a_device : TUNING_DEVICE_LANES);
}

rustg_status compile_devices_open(compile_job *job, const int32_t *ordinals, uint32_t n_devices)
{
    const uint32_t n_lanes = devices_lanes(job, n_devices);
    uint32_t n_threads = job->options.n_threads / n_devices;
    compile_devices *all = calloc(1, sizeof *all + n_lanes * sizeof all->lanes[0]);
    if (!all)
        return error_set(job->error, RUSTG_ERR_MEMORY, "out of memory for %u devices", (unsigned)n_devices);
    n_threads = n_threads > 0 ? n_threads : 1;
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->changed, NULL);
    all->n_devices = n_devices;
    all->n_lanes = n_lanes;
    all->leave_on_device = job->options.leave_on_device != 0;
    job->devices = all;
    rustg_status status = devices_lists(job, (uint64_t)n_lanes * n_threads);
    for (uint32_t i = 0; i < n_lanes; i++) {
        const uint32_t d = i % n_devices;
        compile_lane *lane = &all->lanes[i];
        lane->all = all;
        lane->device = &all->devices[d];
        lane->ordinal = ordinals ? ordinals[d] : (int32_t)d;
        lane->n_threads = n_threads;
        if (status == RUSTG_OK)
            status = devices_lane(job, all, lane);
    }
    return status;
}

static void devices_give(compile_job *job, compile_devices *all, batch *fresh)
{
    const uint32_t n = (uint32_t)(all->n_given++ % all->n_lanes);
    compile_lane *lane = &all->lanes[n];
    fresh->lists = job->lists + (size_t)n * (job->n_lists / all->n_lanes);
    pthread_mutex_lock(&all->lock);
    lane->work[lane->n_given++ % LANE_BATCHES] = fresh;
    pthread_cond_broadcast(&all->changed);
    pthread_mutex_unlock(&all->lock);
}

/* A lane without a thread does what it was given, up to batch n. */
static void devices_do(compile_lane *lane, size_t n)
{
    while (!lane->is_running && lane->n_done <= n) {
        rustg_error error = {0};
        rustg_status status = lane->status;
        if (status == RUSTG_OK)
            status = compile_lane_do(lane, lane->work[lane->n_done % LANE_BATCHES], &error);
        compile_lane_done(lane, status, &error);
    }
}

/* The oldest batch that was given, when it is done. */
static rustg_status devices_take(compile_job *job, compile_devices *all, batch **ready)
{
    compile_lane *lane = &all->lanes[all->n_taken % all->n_lanes];
    const size_t n = all->n_taken / all->n_lanes;
    devices_do(lane, n);
    pthread_mutex_lock(&all->lock);
    while (lane->n_done <= n)
        pthread_cond_wait(&all->changed, &all->lock);
    rustg_status status = lane->status;
    pthread_mutex_unlock(&all->lock);
    if (status != RUSTG_OK) {
        *job->error = lane->error;
        return status;
    }
    *ready = lane->work[n % LANE_BATCHES];
    all->n_taken++;
    return RUSTG_OK;
}

static void devices_no_more(compile_devices *all, bool is_cancelled)
{
    pthread_mutex_lock(&all->lock);
    all->no_more = true;
    all->is_cancelled |= is_cancelled;
    pthread_cond_broadcast(&all->changed);
    pthread_mutex_unlock(&all->lock);
}

rustg_status compile_devices_run(compile_job *job, batch *fresh, batch **ready)
{
    compile_devices *all = job->devices;
    *ready = NULL;
    if (fresh)
        devices_give(job, all, fresh);
    else
        devices_no_more(all, false);
    if (fresh && all->n_given - all->n_taken <= all->n_lanes)
        return RUSTG_OK;
    return all->n_taken < all->n_given ? devices_take(job, all, ready) : RUSTG_OK;
}

bool compile_devices_busy(const compile_job *job)
{
    return job->devices && job->devices->n_taken < job->devices->n_given;
}

void compile_devices_close(compile_job *job)
{
    compile_devices *all = job->devices;
    if (!all)
        return;
    devices_no_more(all, true);
    for (uint32_t i = 0; i < all->n_lanes; i++)
        if (all->lanes[i].is_running)
            pthread_join(all->lanes[i].thread, NULL);
    for (uint32_t i = 0; i < all->n_lanes; i++) {
        if (!all->lanes[i].engine)
            continue;
        engine_cuda_stats(all->lanes[i].engine, &job->result->stats);
        engine_cuda_close(all->lanes[i].engine);
    }
    pthread_cond_destroy(&all->changed);
    pthread_mutex_destroy(&all->lock);
    free(all);
    job->devices = NULL;
}
