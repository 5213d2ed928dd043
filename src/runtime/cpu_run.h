/* cpu_run.h: runs compiled kernels on the CPU's threads. */
#ifndef RUSTG_CPU_RUN_H
#define RUSTG_CPU_RUN_H

#include <stddef.h>

#include "base/cpu_call.h"
#include "base/panic_record.h"
#include "rustg/status.h"

/* What generated C calls back, one for each thread. The text declares the same struct. */
typedef struct rustg_cpu_thread {
    uint32_t thread[3], block[3], block_dim[3], grid_dim[3];
    uint32_t lane, dyn_shared_bytes;
    /* Of CPU_CALL_ROW, CPU_CALL_GRID and CPU_CALL_BLOCK. has_avx2: the processor has AVX2 and fused multiply-add.
     * by_index: GRID; block and thread tell nothing, range_at is the number of the thread at work. ROW begins with
     * thread[0] 0 and keeps it up to date where somebody may ask. BLOCK stays at the block's first thread; where a
     * thread panics, range_at is its number in the block. Its panic record is the block's, whose `reserved` is that
     * number too, and barrier makes the record known. */
    uint64_t by_index, has_avx2, range_first, range_end, range_at;
    uint8_t *shared;     /* the block's: statically known part, of rustg_cpu_K_shared_bytes */
    uint8_t *dyn_shared; /* dyn_shared_bytes of it */
    panic_record *panic;
    void *runner;
    void (*barrier)(const struct rustg_cpu_thread *t);
    /* All lanes of the warp give a value and get that of `lane`; returns whether that lane is there. */
    uint32_t (*exchange)(const struct rustg_cpu_thread *t, uint64_t value,
                         uint64_t all[32]);        /* a mask of lanes that took part */
    void (*end)(const struct rustg_cpu_thread *t); /* does not return */
    /* The last one, as only code that prints knows of it. */
    void (*print)(const struct rustg_cpu_thread *t, uint32_t site, uint32_t n, const uint64_t *operands);
} rustg_cpu_thread;
typedef void cpu_kernel(const rustg_cpu_thread *t, const void *const *args);
typedef struct cpu_run_shape {
    uint32_t grid[3], block[3];
    uint32_t static_shared, dyn_shared, n_threads;
    /* Is told what threads print, by any of the CPU's threads. */
    void (*print)(void *user, uint32_t site, const uint64_t *operands, uint32_t n);
    void *user;
} cpu_run_shape;
/* Spreads blocks over n_threads. */
rustg_status cpu_run(cpu_kernel *kernel, const cpu_run_shape *launch, cpu_call call, const void *const *args,
                     panic_record *panic, rustg_error *error);
#endif
