/* machine_scaling.h: how much faster this machine's threads are than one of them, whatever the program. */
#ifndef BENCH_MACHINE_SCALING_H
#define BENCH_MACHINE_SCALING_H

#include <stdint.h>

/* Each the throughput of n_threads threads over that of one.
 *   arithmetic  a loop of four independent chains of multiplications, in registers
 *   copying     memcpy between buffers of each thread's own, far larger than its caches */
typedef struct machine_scaling {
    double arithmetic, copying;
} machine_scaling;

/* Takes about a second. Both 0 where there is no memory for the buffers. */
machine_scaling machine_scaling_measure(uint32_t n_threads);

#endif
