/* bench_parser_gpu.h: the CUDA engine's kernels over sources that lie in device memory. */
#ifndef BENCH_PARSER_GPU_H
#define BENCH_PARSER_GPU_H

#include "bench/measure.h"
#include "rustg/rustg.h"

/* Seconds of all kernels over one batch of these sources, at most 4 GiB; empty where it fails, which is printed. */
spread bench_parser_resident(const rustg_source *sources, size_t n_sources, size_t n_passes);

/* Prints, for batches of 64 MiB to 1 GiB made of these sources: rates in device memory, whole and by stage and kernel,
 * and from pinned host memory. */
void bench_parser_gpu(const rustg_source *sources, size_t n_sources);

/* Runs the kernels twice over a batch of n_bytes for a profiler, and prints "profile: N source bytes". */
void bench_parser_profile(const rustg_source *sources, size_t n_sources, uint64_t n_bytes);

#endif
