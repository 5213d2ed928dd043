/* attention.h: attention over heads in device memory, by rustg's own kernels. Part of runtime.h; context.h says how
 * handles are used. */
#ifndef RUSTG_ATTENTION_H
#define RUSTG_ATTENTION_H

#include "context.h"
#include "kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rustg_attention_backend {
    RUSTG_ATTENTION_AUTO,   /* own: there is no library yet that a table could name */
    RUSTG_ATTENTION_OWN,    /* rustg's own: C on the CPU device; kernels in Rust on CUDA, compiled when first used */
    RUSTG_ATTENTION_LIBRARY /* NVIDIA's; no release of rustg opens it yet, so RUSTG_ERR_NO_LIBRARY */
} rustg_attention_backend;

/* Vectors of all heads: element d of vector i of head h in batch b lies at offset + b batch_stride + h head_stride + i
 * row_stride + d. All count elements. All three strides 0: batches of heads of vectors, one behind another. */
typedef struct rustg_heads {
    rustg_buffer *buffer;
    uint64_t offset, batch_stride, head_stride, row_stride;
} rustg_heads;

/* O = softmax(scale Q K^T) V, for each head of each batch.
 *   element     of all four: RUSTG_ELEMENT_F16 or _BF16
 *   n_batch     0 is 1
 *   n_heads     of Q and O. n_kv_heads: of K and V, which divides n_heads; head h sees head h / (n_heads / n_kv_heads).
 *               0: n_heads
 *   n_queries   vectors of Q and O. n_keys: vectors of K and V
 *   head_size   elements of a vector, 64 or 128
 *   is_causal   nonzero: query i sees the keys up to i + n_keys - n_queries alone
 *   scale       above 0; 0: 1 / sqrt(head_size) */
typedef struct rustg_attention_options {
    size_t struct_size; /* sizeof(rustg_attention_options) */
    rustg_attention_backend backend;
    rustg_element element;
    uint64_t n_batch, n_heads, n_kv_heads, n_queries, n_keys, head_size;
    uint32_t is_causal;
    double scale;
} rustg_attention_options;

/* Who did it.
 *   backend  OWN or LIBRARY
 *   kernel   "hopper", "mma", "cpu" or "none"; static storage
 *   why      why AUTO did not take the library; "" elsewhere. Static storage */
typedef struct rustg_attention_info {
    size_t struct_size; /* set by the caller to sizeof(rustg_attention_info) */
    rustg_attention_backend backend;
    const char *kernel, *why;
} rustg_attention_info;

/* Put attention into a stream. Products and sums are of f32; on CUDA weights are rounded to `element` before they meet
 * V, and where V has an infinity or is not a number in a key that a causal query does not see, that query's result may
 * not be a number either, for 0 is multiplied by it. A query that sees no key gets zeros. An element of O differs from
 * the exact one by at most 1.5 u times the sum of all magnitudes weight |v| that go into it, and u of itself, where u
 * is 2^-8 for bf16 and 2^-11 for f16, while scale times the sum of all magnitudes of a product of Q and K stays below
 * 2^7; in f16 weights below 2^-14 of a query's greatest one are rounded to multiples of 2^-24 of it. A run repeats bit
 * for bit on the same device.
 * in     q, k, v, o  of stream's context; o has no part in common with another, each from its first to its last
 *                     element, and its strides nest; elements are aligned
 * out    info        may be NULL
 * fails  RUSTG_ERR_ARGUMENT: a tensor leaves its buffer, or there is no such attention; _NO_LIBRARY: the library was
 *        asked for; on CUDA _NO_NVRTC, _DEVICE_MEMORY, _CUDA, _CUDA_STICKY, _MEMORY; a device before compute capability
 *        8.0 is RUSTG_ERR_ARGUMENT */
rustg_status rustg_attention(rustg_stream *stream, const rustg_attention_options *options, const rustg_heads *q,
                             const rustg_heads *k, const rustg_heads *v, const rustg_heads *o,
                             rustg_attention_info *info, rustg_error *error);

#ifdef __cplusplus
}
#endif
#endif
