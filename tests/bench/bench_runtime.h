/* bench_runtime.h: what the files of bench_runtime share. */
#ifndef BENCH_RUNTIME_H
#define BENCH_RUNTIME_H

#include <stdbool.h>

#include "bench/measure.h"
#include "runtime/cuda_driver.h"
#include "rustg/rustg.h"

enum { RUNTIME_VARIANTS = 3, RUNTIME_N = 1024 };

/* What is measured: rustg's stream, and the same by raw calls of the driver.
 *   driver    NULL on the CPU device
 *   pool      the device's default pool, which cuMemAllocAsync takes from; NULL where there are none */
typedef struct runtime_bench {
    const cuda_driver *driver;
    cuda_context raw_context;
    cuda_stream raw_stream;
    cuda_graph_exec raw_graph;
    cuda_pool pool;
    rustg_context *context;
    rustg_stream *stream;
    rustg_module *module;
    rustg_function *function;
    rustg_buffer *x, *y, *large[2];
    rustg_graph *graph;
    uint64_t n_bytes; /* of the row */
    void *host;       /* of the row's copies */
    int n_passes;
} runtime_bench;

typedef void runtime_work(runtime_bench *b, int n);

/* One row: up to three ways to do the same n_each times, taken in turn. A row of n_bytes is printed in GB/s.
 *   name, ways   ways: what the columns are
 *   before       of a pass of one way, untimed; may be NULL. After a pass both streams are waited for, untimed too
 *   goal         the first way may take so much more than the second, microseconds; 0: none */
typedef struct runtime_row {
    const char *name, *ways[RUNTIME_VARIANTS];
    int n_each;
    uint64_t n_bytes;
    runtime_work *work[RUNTIME_VARIANTS];
    runtime_work *before;
    double goal;
} runtime_row;

void runtime_stop(const char *what, const char *detail);
void runtime_good(rustg_status status, const rustg_error *error, const char *what);
void runtime_must(cuda_result result, const char *call);
/* Waits for both streams. */
void runtime_settle(runtime_bench *b);
void runtime_run_row(runtime_bench *b, const runtime_row *row);
/* bench_runtime_memory.c: allocations and copies. */
void runtime_memory_rows(runtime_bench *b);
/* bench_runtime_cache.c: compiles from the cache, and modules. Nothing of b is open. device < 0: the CPU. with_module:
 * NVRTC can be used in front of the device. */
void runtime_cache_rows(int n_passes, int device, bool with_module);

#endif
