/* parallel.c: runs a loop over threads that live for one call. It hands out indices in order, one at a time. */
#define _GNU_SOURCE
#include "base/parallel.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct parallel_loop {
    atomic_size_t next;
    size_t n;
    parallel_fn fn;
    void *context;
} parallel_loop;

typedef struct parallel_worker {
    parallel_loop *loop;
    uint32_t thread;
    pthread_t id;
} parallel_worker;

static void parallel_drain(parallel_loop *loop, uint32_t thread)
{
    size_t i;
    while ((i = atomic_fetch_add_explicit(&loop->next, 1, memory_order_relaxed)) < loop->n)
        loop->fn(loop->context, i, thread);
}

static void *parallel_worker_main(void *argument)
{
    parallel_worker *worker = (parallel_worker *)argument;
    parallel_drain(worker->loop, worker->thread);
    return NULL;
}

/* Signals belong to the program that called us: its handlers must not run on our threads. */
bool parallel_start(pthread_t *id, void *(*main)(void *argument), void *argument)
{
    sigset_t all, before;
    sigfillset(&all);
    bool masked = pthread_sigmask(SIG_SETMASK, &all, &before) == 0;
    bool started = pthread_create(id, NULL, main, argument) == 0;
    if (masked)
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

void parallel_for(size_t n, uint32_t n_threads, parallel_fn fn, void *context)
{
    parallel_worker workers[PARALLEL_MAX_THREADS];
    parallel_loop loop = {0, n, fn, context};
    uint32_t n_workers = 0;

    if (n_threads > PARALLEL_MAX_THREADS)
        n_threads = PARALLEL_MAX_THREADS;
    if (n_threads > n)
        n_threads = (uint32_t)n;
    if (n_threads > 1) {
        for (uint32_t t = 1; t < n_threads; t++) {
            parallel_worker *worker = &workers[n_workers];
            worker->loop = &loop;
            worker->thread = t;
            if (!parallel_start(&worker->id, parallel_worker_main, worker))
                break;
            n_workers++;
        }
    }
    if (n_workers == 0) { /* no index needs an atomic then, which takes as long as a short fn */
        for (size_t i = 0; i < n; i++)
            fn(context, i, 0);
        return;
    }
    parallel_drain(&loop, 0);
    for (uint32_t t = 0; t < n_workers; t++)
        pthread_join(workers[t].id, NULL);
}

#ifdef __linux__
static uint32_t parallel_affinity(void)
{
    for (size_t n_cpus = 1024; n_cpus <= 1 << 20; n_cpus *= 4) {
        cpu_set_t *set = CPU_ALLOC(n_cpus);
        if (!set)
            return 0;
        int count = 0;
        int status = sched_getaffinity(0, CPU_ALLOC_SIZE(n_cpus), set);
        if (status == 0)
            count = CPU_COUNT_S(CPU_ALLOC_SIZE(n_cpus), set);
        CPU_FREE(set);
        if (status == 0)
            return (uint32_t)count;
        if (errno != EINVAL)
            return 0;
    }
    return 0;
}

/* Reads "quota period" (cgroup 2), or two files with one number each (cgroup 1). 0: there is no limit. */
static uint32_t parallel_quota(const char *quota_path, const char *period_path)
{
    long long quota = -1, period = 0;
    FILE *file = fopen(quota_path, "re");
    if (!file)
        return 0;
    int n_read = fscanf(file, period_path ? "%lld" : "%lld %lld", &quota, &period);
    fclose(file);
    if (n_read == 1 && period_path) {
        file = fopen(period_path, "re");
        if (!file)
            return 0;
        if (fscanf(file, "%lld", &period) != 1)
            period = 0;
        fclose(file);
    }
    if (quota <= 0 || period <= 0)
        return 0;
    long long threads = (quota + period - 1) / period;
    return threads > PARALLEL_MAX_THREADS ? PARALLEL_MAX_THREADS : (uint32_t)threads;
}

static uint32_t parallel_least(uint32_t a, uint32_t b)
{
    return a == 0 || (b != 0 && b < a) ? b : a;
}

/* The smallest quota of this process's group and the groups above it. 0: there is none. */
static uint32_t parallel_cgroup(void)
{
    char group[1024] = "", path[1200], line[1100];
    uint32_t least = parallel_quota("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "/sys/fs/cgroup/cpu/cpu.cfs_period_us");
    FILE *file = fopen("/proc/self/cgroup", "re");
    if (file) {
        while (fgets(line, sizeof line, file)) {
            if (strncmp(line, "0::", 3) == 0) {
                line[strcspn(line, "\n")] = 0;
                snprintf(group, sizeof group, "%.1000s", line + 3);
            }
        }
        fclose(file);
    }
    for (;;) {
        snprintf(path, sizeof path, "/sys/fs/cgroup%s/cpu.max", group);
        least = parallel_least(least, parallel_quota(path, NULL));
        char *slash = strrchr(group, '/');
        if (!slash)
            return least;
        *slash = 0;
    }
}
#endif

uint32_t parallel_hardware_threads(void)
{
    uint32_t n = 0;
#ifdef __linux__
    n = parallel_least(parallel_affinity(), parallel_cgroup());
#endif
    if (n == 0) {
        long online = sysconf(_SC_NPROCESSORS_ONLN);
        n = online > 0 ? (uint32_t)online : 1;
    }
    return n < PARALLEL_MAX_THREADS ? n : PARALLEL_MAX_THREADS;
}
