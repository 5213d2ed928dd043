/* parallel.h: runs a function over 0..n-1 on several threads. */
#ifndef RUSTG_PARALLEL_H
#define RUSTG_PARALLEL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* No call uses more threads than this. */
#define PARALLEL_MAX_THREADS 512u

typedef void (*parallel_fn)(void *context, size_t index, uint32_t thread);

/* Calls fn(context, i, thread) once for each i in 0..n-1, in any order, on at most n_threads threads (the caller's
 * is number 0; thread < n_threads). Returns when all are done. Where threads cannot be started the caller does the
 * work. Safe to call from many threads at once. */
void parallel_for(size_t n, uint32_t n_threads, parallel_fn fn, void *context);

/* A thread that runs job(context) beside the caller, who gives it back by parallel_await. That waits for the job, or
 * takes it back where the thread has not begun it. NULL: none can be started. */
typedef struct parallel_helper parallel_helper;
parallel_helper *parallel_help(void (*job)(void *context), void *context);
void parallel_await(parallel_helper *helper);
/* Whether threads that are given back wait for the next call, as from now on; those that wait are ended if not. */
void parallel_keep(bool wanted);
/* In a child process, which has none of its parent's threads; called while global_lock's locks are held. */
void parallel_forked(void);

/* Starts a thread on which no signal is delivered, and which must be joined. False: it could not be started. */
bool parallel_start(pthread_t *id, void *(*main)(void *argument), void *argument);

/* How many hardware threads this process may use, by its affinity and cgroup; at least 1. */
uint32_t parallel_hardware_threads(void);

#endif
