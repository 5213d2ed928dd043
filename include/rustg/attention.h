/* attention.h: attention over heads in device memory, by rustg's own kernels. Part of runtime.h.
 *
 * Several threads may call at once with different streams and buffers; one stream, or one buffer, belongs to one thread
 * at a time. Buffers stay the caller's, who may free them when the call has returned, but for a capture, whose
 * graph they must outlive; options, heads and info are read and written during the call alone. */
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
 *   scale       above 0; 0: 1 / sqrt(head_size)
 *   log_sums    f32 for each query, of heads of batches one behind another, from element log_sums_offset on: the
 *               logarithm of the sum of exp(scale q k) over the keys that it sees, -infinity if there are none; within
 *               2^-12 where errors of O have their bound.
 *               rustg_attention writes them unless it is NULL; rustg_attention_backward wants them
 *   workspace   memory for what rustg_attention_backward keeps between its kernels: rustg_attention_backward_bytes of
 *               it, aligned to 256 bytes. NULL: it allocates them itself, which it cannot in a capture */
typedef struct rustg_attention_options {
    size_t struct_size; /* sizeof(rustg_attention_options) */
    rustg_attention_backend backend;
    rustg_element element;
    uint64_t n_batch, n_heads, n_kv_heads, n_queries, n_keys, head_size;
    uint32_t is_causal;
    double scale;
    rustg_buffer *log_sums;
    uint64_t log_sums_offset;
    rustg_buffer *workspace;
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

/* Attention, and the gradients of some function of O. Those of Q and O have n_heads heads, those of K and V
 * n_kv_heads. */
typedef struct rustg_attention_gradients {
    size_t struct_size; /* sizeof(rustg_attention_gradients) */
    rustg_heads q, k, v, o, o_gradient, q_gradient, k_gradient, v_gradient;
} rustg_attention_gradients;

/* Put the gradients of Q, K and V into a stream, of that of O. options and o are those of the rustg_attention that made
 * o and options->log_sums.
 * With P the weights, G the gradient of O and D = P * (G V^T - sum over elements of G O): v_gradient = P^T G,
 * q_gradient = scale D K, k_gradient = scale D^T Q, and where heads share keys sums over those heads. Products and
 * sums are of f32; on CUDA P and D are rounded to `element` before they are multiplied, D after P, and in f16 a D
 * beyond 65504 is infinite, and of both what is below 2^-14 is rounded to multiples of 2^-24. With u and the limits of
 * rustg_attention an element of v_gradient differs from the exact one by at most 1.5 u times the sum of all magnitudes
 * that go into it, and u of itself; one of the others by at most u of itself, and 5 u times the sum of all magnitudes
 * of scale P (|G| |V|^T + sum over elements of |G| P |V|) times those of K or Q.
 * A query that sees no key gets zeros, and so does a key that no query sees. Of kernel "hopper" sums of q_gradient are
 * added in any order, so its last bits may differ from run to run; all else repeats bit for bit on the same device.
 * in     tensors  the last three are written; each as o of rustg_attention
 * fails  as rustg_attention; also on CUDA RUSTG_ERR_ARGUMENT in a capture without options->workspace */
rustg_status rustg_attention_backward(rustg_stream *stream, const rustg_attention_options *options,
                                      const rustg_attention_gradients *tensors, rustg_attention_info *info,
                                      rustg_error *error);

/* The bytes of options->workspace on any device; 0 where options are NULL or wrong. Of options it reads the sizes.
 * Thread-safe. */
uint64_t rustg_attention_backward_bytes(const rustg_attention_options *options);

#ifdef __cplusplus
}
#endif
#endif
