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
 * included; thread < n_threads). Returns when all are done. Where threads cannot be started the caller does the
 * work. Safe to call from many threads at once. */
void parallel_for(size_t n, uint32_t n_threads, parallel_fn fn, void *context);

/* Starts a thread on which no signal is delivered; to be joined. False where there is none to be had. */
bool parallel_start(pthread_t *id, void *(*main)(void *argument), void *argument);

/* Hardware threads this process may use (affinity and cgroup respected), at least 1. */
uint32_t parallel_hardware_threads(void);

#endif
