/* attention_checked.h: attention whose arguments were checked, and who can do it. */
#ifndef RUSTG_ATTENTION_CHECKED_H
#define RUSTG_ATTENTION_CHECKED_H

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
    uint64_t log_sums; /* 0: none */
} attention;

/* Queries of a head for which kernels of the gradient have room, of so many. */
#define ATTENTION_ROOM(n_queries) (((n_queries) + 127) / 128 * 128)

/* Its gradient: all of it is read, and so is o_gradient; the others are written. */
typedef struct attention_gradient {
    attention of;
    attention_tensor o_gradient, q_gradient, k_gradient, v_gradient;
    uint64_t workspace; /* 0: none is given */
} attention_gradient;

/* A tensor of a call. n: batches, heads and vectors. pointer, end: its bytes. tensor: NULL where it was checked. */
typedef struct attention_part {
    const char *name;
    const rustg_heads *given;
    attention_tensor *tensor;
    uint64_t n[3], pointer, end;
    rustg_buffer *buffer;
    bool is_written;
} attention_part;

/* How many keys query i sees. */
static inline uint64_t attention_seen(const attention *a, uint64_t i)
{
    const uint64_t n = i + 1 + a->n_keys;
    if (!a->is_causal)
        return a->n_keys;
    return n < a->n_queries ? 0 : n - a->n_queries < a->n_keys ? n - a->n_queries : a->n_keys;
}

/* What is asked for, without tensors; log_sums, which fills the part; and the tensors of a call, of which none that is
 * written may overlap another one. */
rustg_status attention_check_sizes(const rustg_attention_options *options, attention *a, rustg_error *error);
rustg_status attention_check_log_sums(const rustg_context *context, const rustg_attention_options *options,
                                      attention *a, attention_part *part, rustg_error *error);
rustg_status attention_check_parts(const rustg_context *context, const attention *a, attention_part *parts,
                                   size_t n_parts, rustg_error *error);

/* The bytes of a workspace; 0 where 64 bits do not count them. And it, which fills the part. */
uint64_t attention_workspace_bytes(const attention *a);
rustg_status attention_check_workspace(const rustg_context *context, const rustg_attention_options *options,
                                       attention_gradient *g, attention_part *part, rustg_error *error);

/* The CPU device's: does it now. fails RUSTG_ERR_MEMORY */
rustg_status attention_on_cpu(const attention *a, uint32_t n_threads, rustg_error *error);
rustg_status attention_gradient_on_cpu(const attention_gradient *g, uint32_t n_threads, rustg_error *error);
/* Own kernels on CUDA. The context must be current, and the uses of the buffers noted. kernel gets a static name. */
rustg_status attention_by_kernels(rustg_stream *stream, const attention *a, const char **kernel, rustg_error *error);
rustg_status attention_gradient_by_kernels(rustg_stream *stream, const attention_gradient *g, const char **kernel,
                                           rustg_error *error);
/* What kernels of both have in common: the type and its place among modules of one kind; whether a tensor map takes a
 * tensor, of batches, heads and vectors; the map, of tiles of 64 elements of so many vectors. */
const char *attention_type(const attention *a);
size_t attention_kind(const attention *a);
bool attention_map_takes(const attention_tensor *tensor, const uint64_t *n);
rustg_status attention_map(rustg_context *context, const attention *a, const attention_tensor *tensor,
                           const uint64_t *n, uint32_t lines, void *map, rustg_error *error);

#endif
