/* engine_cuda.h: the CUDA engine's own types, and timing for benchmarks. Its calls are in engine/batch.h. */
#ifndef RUSTG_ENGINE_CUDA_H
#define RUSTG_ENGINE_CUDA_H

#include <pthread.h>

#include "engine/batch.h"
#include "engine/engine_kernels.h"
#include "lexer/lex_batch.h"

/* Device memory of a batch that stays on the device. */
typedef struct engine_left {
    cuda_context_entry *context;
    cuda_pointer d_input, d_toks, d_nodes;
} engine_left;

/* Keeps engines between uses until called with false: the first rustg_initialize and
 * the last rustg_shutdown. Thread-safe. */
void engine_cuda_keep(bool keep);
/* Frees the engines that are kept; more may be kept later. Thread-safe. */
void engine_cuda_trim(void);

/* Times of n_repeats runs of all kernels over one batch that lies in device memory.
 *   from_pinned  each run begins with the copy of the batch from pinned host memory, one after the other
 *   from_tokens  the parser's kernels alone, behind one lexing of the batch; not with by_kernel or from_pinned
 *   total_ms   float[n_repeats]
 *   kernel_ms  where by_kernel is set: float[n_repeats * n], n = CUDA_N_KERNELS, and CUDA_N_PARSE_KERNELS more where
 *              the batch is to be parsed; events between kernels lengthen the total */
typedef struct engine_cuda_times {
    bool by_kernel, from_pinned, from_tokens;
    float *total_ms, *kernel_ms;
    uint32_t n_toks;
    uint64_t n_left_files, n_left_bytes; /* of the batch: what the kernels leave to the CPU */
    uint32_t n_units, n_wrong_guesses, n_events;
} engine_cuda_times;

rustg_status engine_cuda_time(engine_cuda *engine, batch *work, int n_repeats, engine_cuda_times *times,
                              rustg_error *error);

#endif
