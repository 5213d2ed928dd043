/* matmul.h: products of matrices in device memory, by rustg's own kernels or by NVIDIA's library. Part of runtime.h.
 *
 * Several threads may call at once with different streams and buffers; one stream, or one buffer, belongs to one thread
 * at a time. Buffers stay the caller's, who may free them when the call has returned, but for a capture, whose
 * graph they must outlive; options, matrices and info are read and written during the call alone. */
#ifndef RUSTG_MATMUL_H
#define RUSTG_MATMUL_H

#include "context.h"
#include "kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rustg_matmul_backend {
    RUSTG_MATMUL_AUTO, /* what a table in rustg says of the device and the shape, which was measured; no timer decides.
                            Own where the library is missing or has no such product; the library where the own kernel
                            would be one for sm_90a, which NVRTC alone compiles, and NVRTC is missing */
    RUSTG_MATMUL_OWN,  /* rustg's own: C on the CPU device; kernels in Rust on CUDA, compiled when first used, by NVRTC
                            or, where that is missing, by rustg alone; those for sm_90a are left out then */
    RUSTG_MATMUL_LIBRARY /* cuBLASLt, opened when first used: libcublasLt.so of CUDA 12 or 13 */
} rustg_matmul_backend;

typedef enum rustg_activation {
    RUSTG_ACTIVATION_NONE,
    RUSTG_ACTIVATION_RELU, /* max(x, 0) */
    RUSTG_ACTIVATION_GELU  /* x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))) */
} rustg_activation;

/* A matrix, or a batch of them, by rows: element (i, j) of matrix b lies at offset + b batch_stride + i row_stride + j.
 * All count elements. row_stride 0: as many as a row has. batch_stride 0: the same matrix for the whole batch. */
typedef struct rustg_matrix {
    rustg_buffer *buffer;
    uint64_t offset, row_stride, batch_stride;
} rustg_matrix;

/* C = activation(alpha op(A) op(B) + beta C + bias), where op(A) has m rows and k columns, op(B) k rows and n columns
 * and C m rows and n columns.
 *   element      of A and B: RUSTG_ELEMENT_F64, _F32, _F16 or _BF16
 *   output       of C and bias: element, or _F32 where that has 16 bits. _NONE: element
 *   n_batch      matrices in the batch; 0 is 1. With more than 1 C has a batch_stride of at least one matrix
 *   transpose_a  nonzero: A lies with k rows and m columns. transpose_b: B with n rows and k columns
 *   allow_tf32   nonzero: the factors of an F32 product may be rounded to 10 bits of fraction
 *   alpha, beta  0 times anything is 0 here: with alpha 0 A and B are not read, with beta 0 C is not
 *   bias         n elements, which are added to each row; buffer NULL: none. Its strides do not count */
typedef struct rustg_matmul_options {
    size_t struct_size; /* sizeof(rustg_matmul_options) */
    rustg_matmul_backend backend;
    rustg_element element, output;
    uint64_t m, n, k, n_batch;
    uint32_t transpose_a, transpose_b, allow_tf32;
    rustg_activation activation;
    double alpha, beta;
    rustg_matrix bias;
} rustg_matmul_options;

/* Who did it.
 *   backend  OWN or LIBRARY
 *   kernel   "avx512", "hopper", "cuBLASLt", ...; static storage
 *   why      of AUTO: why it was not the library where the table names that; "" elsewhere. Static storage */
typedef struct rustg_matmul_info {
    size_t struct_size; /* set by the caller to sizeof(rustg_matmul_info) */
    rustg_matmul_backend backend;
    const char *kernel, *why;
} rustg_matmul_info;

/* Put a product into a stream. Sums are of f64 for F64 and of f32 for the others, alpha and beta of the same; a result
 * is rounded once more to `output`. Own products add in an order that depends on the shape and the kernel alone, so a
 * run repeats bit for bit on the same device. For f32 sums an element differs from the exact one by at most (k + 8)
 * 2^-24 of the sum of all magnitudes that go into it, but for the last rounding; by tensor cores 2^-20 instead, and
 * 2^-10 with allow_tf32. The library may round alpha op(A) op(B), or that with beta C, to an `output` of 16 bits before
 * it goes on. It has no products with k or alpha 0, nor GELU of F64, since its sqrt(2 / pi) is 0.79788456. An
 * activation of an infinity is what its formula gives; RELU of NaN is NaN.
 * in     a, b, c  of stream's context; c overlaps nothing else; elements are aligned
 * out    info     may be NULL
 * fails  RUSTG_ERR_ARGUMENT: a matrix leaves its buffer, or the library has no such product; _NO_LIBRARY: the library
 *        was asked for and is not there, as on the CPU device; _MEMORY, and on CUDA _NO_NVRTC, _DEVICE_MEMORY, _CUDA,
 *        _CUDA_STICKY
 * source cublasLtMatmul of NVIDIA's cuBLAS */
rustg_status rustg_matmul(rustg_stream *stream, const rustg_matmul_options *options, const rustg_matrix *a,
                          const rustg_matrix *b, const rustg_matrix *c, rustg_matmul_info *info, rustg_error *error);
/* "cuBLASLt 13.1.0", or why it cannot be used; the first call opens the library. is_there: set to 1 where it can be
 * used, else to 0; may be NULL. Static storage, never NULL. Thread-safe. */
const char *rustg_matmul_library(int *is_there);

#ifdef __cplusplus
}
#endif
#endif
