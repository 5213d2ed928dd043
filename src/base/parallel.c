/* parallel.c: lends threads, which wait for the next call while the library is initialized, and runs a loop over them.
 * It hands out indices in order, one at a time. */
#define _GNU_SOURCE
#include "base/parallel.h"
#include "base/clock.h"
#include "base/global_lock.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* job is what the thread is to do, and NULL once it has begun; ends: it is to end when it has nothing to do. The two
 * that are atomic are looked at before the thread, or who waits for it, goes to sleep. */
struct parallel_helper {
    pthread_mutex_t mutex;
    pthread_cond_t has_come, is_done;
    void (*job)(void *context);
    void *context;
    bool is_at_work, ends;
    atomic_bool is_asked, is_idle;
    pthread_t id;
    parallel_helper *next; /* of those that wait */
};

/* What waits for the next call. GLOBAL_LOCK_HELPERS guards it. */
static struct {
    bool keeps;
    uint32_t n;
    parallel_helper *first;
} kept;

/* Threads that look for what comes, fewer than the processors; and how many those are, 0 before a helper is started. */
static atomic_uint n_looking, n_processors;

static void parallel_pause(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Returns when flag is set, or after a while: to wake a thread that sleeps takes as long, some 40 us on a virtual
 * machine, which is a large part of a short loop. */
static void parallel_look(const atomic_bool *flag)
{
    enum { LOOKS = 32 };
    const double seconds = 50e-6;
    if (atomic_fetch_add_explicit(&n_looking, 1, memory_order_relaxed) + 1 <
        atomic_load_explicit(&n_processors, memory_order_relaxed)) {
        const double until = clock_seconds() + seconds;
        do {
            for (int i = 0; i < LOOKS && !atomic_load_explicit(flag, memory_order_relaxed); i++)
                parallel_pause();
        } while (!atomic_load_explicit(flag, memory_order_relaxed) && clock_seconds() < until);
    }
    atomic_fetch_sub_explicit(&n_looking, 1, memory_order_relaxed);
}

static void *parallel_helper_main(void *of)
{
    parallel_helper *h = (parallel_helper *)of;
    pthread_mutex_lock(&h->mutex);
    for (;;) {
        while (!h->job && !h->ends)
            pthread_cond_wait(&h->has_come, &h->mutex);
        if (!h->job)
            break;
        void (*job)(void *context) = h->job;
        h->job = NULL;
        h->is_at_work = true;
        atomic_store_explicit(&h->is_asked, false, memory_order_relaxed);
        atomic_store_explicit(&h->is_idle, false, memory_order_relaxed);
        pthread_mutex_unlock(&h->mutex);
        job(h->context);
        pthread_mutex_lock(&h->mutex);
        h->is_at_work = false;
        pthread_cond_signal(&h->is_done);
        atomic_store_explicit(&h->is_idle, true, memory_order_relaxed);
        pthread_mutex_unlock(&h->mutex);
        parallel_look(&h->is_asked);
        pthread_mutex_lock(&h->mutex);
    }
    pthread_mutex_unlock(&h->mutex);
    return NULL;
}

static void parallel_free(parallel_helper *h)
{
    pthread_mutex_destroy(&h->mutex);
    pthread_cond_destroy(&h->has_come);
    pthread_cond_destroy(&h->is_done);
    free(h);
}

/* The mutex is held. */
static void parallel_tell(parallel_helper *h)
{
    pthread_cond_signal(&h->has_come);
    atomic_store_explicit(&h->is_asked, true, memory_order_relaxed);
}

static void parallel_end(parallel_helper *h)
{
    pthread_mutex_lock(&h->mutex);
    h->ends = true;
    parallel_tell(h);
    pthread_mutex_unlock(&h->mutex);
    pthread_join(h->id, NULL);
    parallel_free(h);
}

static parallel_helper *parallel_new_helper(void (*job)(void *context), void *context)
{
    parallel_helper *h = (parallel_helper *)calloc(1, sizeof *h);
    if (!h)
        return NULL;
    pthread_mutex_init(&h->mutex, NULL);
    pthread_cond_init(&h->has_come, NULL);
    pthread_cond_init(&h->is_done, NULL);
    h->job = job;
    h->context = context;
    if (atomic_load_explicit(&n_processors, memory_order_relaxed) == 0)
        atomic_store_explicit(&n_processors, parallel_hardware_threads(), memory_order_relaxed);
    if (!parallel_start(&h->id, parallel_helper_main, h)) {
        parallel_free(h);
        return NULL;
    }
    return h;
}

parallel_helper *parallel_help(void (*job)(void *context), void *context)
{
    global_lock(GLOBAL_LOCK_HELPERS);
    parallel_helper *h = kept.first;
    if (h) {
        kept.first = h->next;
        kept.n--;
    }
    global_unlock(GLOBAL_LOCK_HELPERS);
    if (!h)
        return parallel_new_helper(job, context);
    pthread_mutex_lock(&h->mutex);
    h->job = job;
    h->context = context;
    parallel_tell(h);
    pthread_mutex_unlock(&h->mutex);
    return h;
}

void parallel_await(parallel_helper *h)
{
    pthread_mutex_lock(&h->mutex);
    h->job = NULL; /* all is done that it could do, if it has not come yet */
    if (h->is_at_work) {
        pthread_mutex_unlock(&h->mutex);
        parallel_look(&h->is_idle);
        pthread_mutex_lock(&h->mutex);
    }
    while (h->is_at_work)
        pthread_cond_wait(&h->is_done, &h->mutex);
    pthread_mutex_unlock(&h->mutex);
    global_lock(GLOBAL_LOCK_HELPERS);
    const bool is_kept = kept.keeps && kept.n < PARALLEL_MAX_THREADS;
    if (is_kept) {
        h->next = kept.first;
        kept.first = h;
        kept.n++;
    }
    global_unlock(GLOBAL_LOCK_HELPERS);
    if (!is_kept)
        parallel_end(h);
}

void parallel_keep(bool wanted)
{
    global_lock(GLOBAL_LOCK_HELPERS);
    kept.keeps = wanted;
    parallel_helper *h = wanted ? NULL : kept.first;
    if (!wanted) {
        kept.first = NULL;
        kept.n = 0;
    }
    global_unlock(GLOBAL_LOCK_HELPERS);
    while (h) {
        parallel_helper *next = h->next;
        parallel_end(h);
        h = next;
    }
}

void parallel_forked(void)
{
    while (kept.first) {
        parallel_helper *next = kept.first->next;
        free(kept.first);
        kept.first = next;
    }
    kept.n = 0;
    atomic_store_explicit(&n_looking, 0, memory_order_relaxed);
}

typedef struct parallel_loop {
    atomic_size_t next;
    atomic_uint n_threads; /* that have begun, the caller's among them */
    size_t n;
    parallel_fn fn;
    void *context;
} parallel_loop;

static void parallel_drain(parallel_loop *loop, uint32_t thread)
{
    size_t i;
    while ((i = atomic_fetch_add_explicit(&loop->next, 1, memory_order_relaxed)) < loop->n)
        loop->fn(loop->context, i, thread);
}

static void parallel_help_loop(void *of)
{
    parallel_loop *loop = (parallel_loop *)of;
    parallel_drain(loop, atomic_fetch_add_explicit(&loop->n_threads, 1, memory_order_relaxed));
}

void parallel_for(size_t n, uint32_t n_threads, parallel_fn fn, void *context)
{
    parallel_helper *helpers[PARALLEL_MAX_THREADS];
    parallel_loop loop = {0, 1, n, fn, context};
    uint32_t n_helpers = 0;

    if (n_threads > PARALLEL_MAX_THREADS)
        n_threads = PARALLEL_MAX_THREADS;
    if (n_threads > n)
        n_threads = (uint32_t)n;
    while (n_helpers + 1 < n_threads && atomic_load_explicit(&loop.next, memory_order_relaxed) < n &&
           (helpers[n_helpers] = parallel_help(parallel_help_loop, &loop)) != NULL)
        n_helpers++;
    if (n_helpers == 0) { /* no index needs an atomic then, which takes as long as a short fn */
        for (size_t i = 0; i < n; i++)
            fn(context, i, 0);
        return;
    }
    parallel_drain(&loop, 0);
    for (uint32_t k = 0; k < n_helpers; k++)
        parallel_await(helpers[k]);
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
