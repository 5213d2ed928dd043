/* attention_inner.h: attention whose arguments were checked, and who can do it. */
#ifndef RUSTG_ATTENTION_INNER_H
#define RUSTG_ATTENTION_INNER_H

#include <stdbool.h>

#include "rustg/attention.h"

/* strides: of batches, heads and vectors, in elements. */
typedef struct attention_tensor {
    uint64_t pointer, strides[3];
} attention_tensor;

/* sharing: heads of q that have one of k. */
typedef struct attention {
    rustg_element element;
    uint64_t n_batch, n_heads, n_kv_heads, sharing, n_queries, n_keys, head_size;
    bool is_causal;
    float scale;
    attention_tensor q, k, v, o;
} attention;

/* How many keys query i sees. */
static inline uint64_t attention_seen(const attention *a, uint64_t i)
{
    const uint64_t n = i + 1 + a->n_keys;
    if (!a->is_causal)
        return a->n_keys;
    return n < a->n_queries ? 0 : n - a->n_queries < a->n_keys ? n - a->n_queries : a->n_keys;
}

/* The CPU device's: does it now. fails RUSTG_ERR_MEMORY */
rustg_status attention_on_cpu(const attention *a, uint32_t n_threads, rustg_error *error);
/* Own kernels on CUDA. The context must be current, and the uses of the buffers noted. kernel gets a static name. */
rustg_status attention_by_kernels(rustg_stream *stream, const attention *a, const char **kernel, rustg_error *error);

#endif
