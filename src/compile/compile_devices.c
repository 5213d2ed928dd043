/* compile_devices.c: gives batches to the CUDA devices in turn, with one host thread and one engine for each device.
 * A device has at most two batches, one that is staged while the other runs. Batches come back in the order in which
 * they were given. */
#include "compile/compile_job.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/parallel.h"

enum { DEVICE_BATCHES = 2 };

/* Batch number n of a device is in slot n % DEVICE_BATCHES.
 *   n_given, n_done  batches that the device was given, and those that are ended or failed
 *   status, error    of the first failure; after it nothing more is begun */
typedef struct compile_device {
    compile_devices *all;
    engine_cuda *engine;
    pthread_t thread;
    bool is_running;
    batch *slots[DEVICE_BATCHES];
    size_t n_given, n_done;
    rustg_status status;
    rustg_error error;
} compile_device;

/* below lock: guarded by it, and the devices' slots, counts and status too; changed is told of each change. */
struct compile_devices {
    uint32_t n_devices;
    size_t n_given, n_taken; /* of all devices; the compiling thread's alone */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool no_more, is_cancelled;
    compile_device devices[];
};

/* One batch more is ended, or will not be. */
static void compile_device_done(compile_device *device, rustg_status status, const rustg_error *error)
{
    compile_devices *all = device->all;
    pthread_mutex_lock(&all->lock);
    if (status != RUSTG_OK && device->status == RUSTG_OK) {
        device->status = status;
        device->error = *error;
    }
    device->n_done++;
    pthread_cond_broadcast(&all->changed);
    pthread_mutex_unlock(&all->lock);
}

/* *next: the next batch, waited for; NULL when there is none to come. False when the work is given up. */
static bool compile_device_next(compile_device *device, size_t n_begun, batch **next)
{
    compile_devices *all = device->all;
    pthread_mutex_lock(&all->lock);
    while (n_begun == device->n_given && !all->no_more)
        pthread_cond_wait(&all->changed, &all->lock);
    *next = n_begun < device->n_given ? device->slots[n_begun % DEVICE_BATCHES] : NULL;
    bool goes_on = !all->is_cancelled;
    pthread_mutex_unlock(&all->lock);
    return goes_on;
}

static void *compile_device_main(void *argument)
{
    compile_device *device = argument;
    batch *begun = NULL, *next;
    rustg_status status = RUSTG_OK;
    rustg_error error = {0};
    for (size_t n_begun = 0; compile_device_next(device, n_begun, &next) && (next || begun); n_begun++) {
        if (next && status == RUSTG_OK)
            status = engine_cuda_begin(device->engine, next, &error);
        if (begun) {
            if (status == RUSTG_OK)
                status = engine_cuda_end(device->engine, begun, &error);
            compile_device_done(device, status, &error);
        }
        begun = next;
    }
    return NULL;
}

static rustg_status devices_engine(compile_job *job, compile_devices *all, uint32_t index, int32_t ordinal,
                                   uint32_t n_threads)
{
    compile_device *device = &all->devices[index];
    device->all = all;
    rustg_status status =
        engine_cuda_open(ordinal, job->options.leave_on_device != 0, n_threads, &device->engine, job->error);
    if (status != RUSTG_OK)
        return status;
    device->is_running = parallel_start(&device->thread, compile_device_main, device);
    if (!device->is_running)
        return error_set(job->error, RUSTG_ERR_MEMORY, "out of memory for the thread of CUDA device %d", (int)ordinal);
    return RUSTG_OK;
}

/* Threads of different devices must not share lists. */
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

rustg_status compile_devices_open(compile_job *job, const int32_t *ordinals, uint32_t n_devices)
{
    uint32_t n_threads = job->options.n_threads / n_devices;
    compile_devices *all = calloc(1, sizeof *all + n_devices * sizeof all->devices[0]);
    if (!all)
        return error_set(job->error, RUSTG_ERR_MEMORY, "out of memory for %u devices", (unsigned)n_devices);
    n_threads = n_threads > 0 ? n_threads : 1;
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->changed, NULL);
    all->n_devices = n_devices;
    job->devices = all;
    rustg_status status = devices_lists(job, (uint64_t)n_devices * n_threads);
    for (uint32_t d = 0; d < n_devices && status == RUSTG_OK; d++)
        status = devices_engine(job, all, d, ordinals ? ordinals[d] : (int32_t)d, n_threads);
    return status;
}

static void devices_give(compile_job *job, compile_devices *all, batch *fresh)
{
    compile_device *device = &all->devices[all->n_given++ % all->n_devices];
    fresh->lists = job->lists + (size_t)(device - all->devices) * (job->n_lists / all->n_devices);
    pthread_mutex_lock(&all->lock);
    device->slots[device->n_given++ % DEVICE_BATCHES] = fresh;
    pthread_cond_broadcast(&all->changed);
    pthread_mutex_unlock(&all->lock);
}

/* The oldest batch that was given, when it is done. */
static rustg_status devices_take(compile_job *job, compile_devices *all, batch **ready)
{
    compile_device *device = &all->devices[all->n_taken % all->n_devices];
    size_t n = all->n_taken / all->n_devices;
    pthread_mutex_lock(&all->lock);
    while (device->n_done <= n)
        pthread_cond_wait(&all->changed, &all->lock);
    rustg_status status = device->status;
    pthread_mutex_unlock(&all->lock);
    if (status != RUSTG_OK) {
        *job->error = device->error;
        return status;
    }
    *ready = device->slots[n % DEVICE_BATCHES];
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
    if (fresh && all->n_given - all->n_taken < (size_t)DEVICE_BATCHES * all->n_devices)
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
    for (uint32_t d = 0; d < all->n_devices; d++) {
        compile_device *device = &all->devices[d];
        if (device->is_running)
            pthread_join(device->thread, NULL);
        if (device->engine) {
            engine_cuda_stats(device->engine, &job->result->stats);
            engine_cuda_close(device->engine);
        }
    }
    pthread_cond_destroy(&all->changed);
    pthread_mutex_destroy(&all->lock);
    free(all);
    job->devices = NULL;
}
