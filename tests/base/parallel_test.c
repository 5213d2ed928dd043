/* parallel_test.c: a loop does each index once, also in loops of several threads; threads are kept for the next loop
 * while that is wanted; a job that nobody has begun is taken back; and a child of a fork starts threads of its own. */
#include "base/global_lock.h"
#include "base/parallel.h"

#include <assert.h>
#include <dirent.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 1000, N_THREADS = 4, N_LOOPS = 200 };

typedef struct counts {
    atomic_int of[N];
    pthread_t caller;
} counts;

static void count_one(void *context, size_t index, uint32_t thread)
{
    counts *all = context;
    assert(thread < N_THREADS && (thread == 0) == (pthread_equal(pthread_self(), all->caller) != 0));
    atomic_fetch_add(&all->of[index], 1);
}

static void loop_once(void *context, size_t index, uint32_t thread)
{
    counts all = {.caller = pthread_self()};
    (void)context;
    (void)index;
    (void)thread;
    parallel_for(N, N_THREADS, count_one, &all);
    for (int i = 0; i < N; i++)
        assert(atomic_load(&all.of[i]) == 1);
}

/* 0 where the system does not tell. */
static int n_threads_here(void)
{
    int n = 0;
    DIR *tasks = opendir("/proc/self/task");
    for (struct dirent *entry; tasks && (entry = readdir(tasks)) != NULL;)
        n += entry->d_name[0] != '.';
    if (tasks)
        closedir(tasks);
    return n;
}

/* Whether there are so many; a thread that was joined may stay in the list for a moment. */
static bool there_are(int n)
{
    for (int i = 0; i < 2000 && n_threads_here() != n; i++)
        usleep(1000);
    return n_threads_here() == n;
}

static void meet(void *context)
{
    atomic_int *n = context;
    atomic_fetch_add(n, 1);
    while (atomic_load(n) < N_THREADS)
        usleep(100);
}

/* As many threads as are asked for work at one time. */
static void check_all_come(void)
{
    atomic_int n = 0;
    parallel_helper *helpers[N_THREADS - 1];
    for (int i = 0; i < N_THREADS - 1; i++) {
        helpers[i] = parallel_help(meet, &n);
        assert(helpers[i]);
    }
    meet(&n);
    for (int i = 0; i < N_THREADS - 1; i++)
        parallel_await(helpers[i]);
    assert(atomic_load(&n) == N_THREADS);
}

static void note(void *context)
{
    atomic_fetch_add((atomic_int *)context, 1);
}

/* Behind parallel_await nobody begins the job. */
static void check_taken_back(void)
{
    for (int i = 0; i < N_LOOPS; i++) {
        atomic_int n = 0;
        parallel_helper *helper = parallel_help(note, &n);
        assert(helper);
        parallel_await(helper);
        const int done = atomic_load(&n);
        check_all_come(); /* the thread that was given back works for these */
        assert(done <= 1 && atomic_load(&n) == done);
    }
}

/* A thread that was given back looks for a job, is about to sleep or sleeps, by how long ago that was: it comes. */
static void check_pauses(void)
{
    for (unsigned i = 0; i < N_LOOPS; i++) {
        atomic_int n = 0;
        parallel_helper *helper = parallel_help(note, &n);
        assert(helper);
        while (atomic_load(&n) == 0)
            sched_yield();
        parallel_await(helper);
        assert(atomic_load(&n) == 1);
        usleep(i % 120);
    }
}

static void check_loops(void)
{
    for (int i = 0; i < N_LOOPS; i++)
        loop_once(NULL, 0, 0);
    parallel_for(N_THREADS, N_THREADS, loop_once, NULL);
}

static void check_fork(int n_before)
{
#ifdef __SANITIZE_THREAD__
    puts("the thread sanitizer lets no child of a process with threads start its own: not asked");
    (void)n_before;
#else
    const pid_t child = fork();
    assert(child >= 0);
    if (child == 0) {
        alarm(60);
        check_all_come();
        check_loops();
        parallel_keep(false);
        _exit(n_threads_here() <= n_before ? 0 : 1);
    }
    int status;
    assert(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
#endif
}

int main(void)
{
    check_all_come(); /* a sanitizer's own thread may begin here */
    usleep(10000);
    const int n_before = n_threads_here();
    check_loops();
    check_all_come();
    assert(there_are(n_before));
    global_lock_watch_forks(parallel_forked);
    parallel_keep(true);
    check_all_come();
    assert(n_before == 0 || there_are(n_before + N_THREADS - 1));
    check_taken_back();
    check_pauses();
    assert(n_before == 0 || there_are(n_before + N_THREADS - 1));
    check_loops();
    check_fork(n_before);
    check_all_come();
    parallel_keep(false);
    assert(there_are(n_before));
    check_loops();
    assert(global_lock_n_disorders() == 0);
    puts("7 passed, 0 failed");
    return 0;
}
