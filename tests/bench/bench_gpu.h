/* bench_gpu.h: the GPU's part of bench_lexer. */
#ifndef RUSTG_BENCH_GPU_H
#define RUSTG_BENCH_GPU_H

#include <stdbool.h>
#include <stdint.h>

#include "rustg/compile.h"

/* Lexes about n_bytes (at most 4 GiB - 64 KiB) made of copies of the sources, which are in host memory, from device
 * memory to device memory; prints a line, and one for each kernel; returns bytes of source a second, 0 on failure. */
double bench_gpu_resident(const char *name, const rustg_source *sources, size_t n_sources, uint64_t n_bytes,
                          bool by_kernel);

#endif
