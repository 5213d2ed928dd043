/* machine_scaling.c: see machine_scaling.h. */
#include "bench/machine_scaling.h"

#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "bench/measure.h"

enum { SCALING_PASSES = 5, SCALING_STEPS = 20000000, SCALING_COPIES = 4 };
static const size_t scaling_copy_bytes = (size_t)32 << 20;

typedef struct scaling_job {
    uint8_t *buffers; /* two for each thread */
    volatile uint64_t sink;
} scaling_job;

static void scaling_multiply(void *context, size_t i, uint32_t thread)
{
    scaling_job *job = context;
    uint64_t a = i, b = i + 1, c = i + 2, d = i + thread;
    for (int k = 0; k < SCALING_STEPS; k++) {
        a = a * 6364136223846793005u + 1;
        b = b * 6364136223846793005u + 3;
        c = c * 6364136223846793005u + 5;
        d = d * 6364136223846793005u + 7;
    }
    job->sink = a ^ b ^ c ^ d;
}

static void scaling_copy(void *context, size_t i, uint32_t thread)
{
    scaling_job *job = context;
    uint8_t *own = job->buffers + i * 2 * scaling_copy_bytes;
    (void)thread;
    for (int k = 0; k < SCALING_COPIES; k++)
        memcpy(own + (k % 2 ? 0 : scaling_copy_bytes), own + (k % 2 ? scaling_copy_bytes : 0), scaling_copy_bytes);
}

/* The work of n_threads threads, one item each, over that of one thread and one item; passes in turn. */
static double scaling_of(parallel_fn fn, scaling_job *job, uint32_t n_threads)
{
    spread one = {{0}, 0}, all = {{0}, 0};
    parallel_for(n_threads, n_threads, fn, job);
    for (int i = 0; i < SCALING_PASSES; i++) {
        double began = clock_seconds();
        parallel_for(1, 1, fn, job);
        measure_add(&one, clock_seconds() - began);
        began = clock_seconds();
        parallel_for(n_threads, n_threads, fn, job);
        measure_add(&all, clock_seconds() - began);
    }
    return n_threads * measure_median(&one) / measure_median(&all);
}

machine_scaling machine_scaling_measure(uint32_t n_threads)
{
    machine_scaling result = {0, 0};
    scaling_job job = {.buffers = malloc(n_threads * 2 * scaling_copy_bytes)};
    if (!job.buffers)
        return result;
    memset(job.buffers, 1, n_threads * 2 * scaling_copy_bytes);
    result.arithmetic = scaling_of(scaling_multiply, &job, n_threads);
    result.copying = scaling_of(scaling_copy, &job, n_threads);
    free(job.buffers);
    return result;
}
