/* product.h: a product whose arguments were checked, and who can do it. */
#ifndef RUSTG_PRODUCT_H
#define RUSTG_PRODUCT_H

#include <stdbool.h>

#include "rustg/matmul.h"

enum { PRODUCT_N_ACTIVATIONS = RUSTG_ACTIVATION_GELU + 1 };

/* A matrix that lies by rows. rows and columns are as it lies, so before a transposition. */
typedef struct product_matrix {
    uint64_t pointer, rows, columns, row_stride, batch_stride;
} product_matrix;

typedef struct product {
    rustg_element element, output;
    uint64_t m, n, k, n_batch;
    bool transpose_a, transpose_b, allow_tf32;
    rustg_activation activation;
    double alpha, beta;
    product_matrix a, b, c;
    uint64_t bias; /* 0: none */
} product;

/* The CPU device's: does it now. kernel gets a static name. */
rustg_status product_on_cpu(const product *p, uint32_t n_threads, rustg_error *error);
const char *product_cpu_name(void);

/* What a context keeps of products: the library's handle and its plans, and the modules of own kernels. */
typedef struct product_state product_state;
/* Made by the first call. fails RUSTG_ERR_MEMORY */
rustg_status product_state_get(rustg_context *context, product_state **state, rustg_error *error);
/* Whether code for sm_90a could not be had, since NVRTC is missing and rustg's own PTX has no form for it. */
bool product_lacks_nvrtc(rustg_context *context);

/* The library's. The context must be current, and the uses of the buffers noted.
 * fails RUSTG_ERR_NO_LIBRARY, RUSTG_ERR_ARGUMENT: it has no such product; and what it answers */
rustg_status product_by_cublaslt(rustg_stream *stream, const product *p, rustg_error *error);
/* Own kernels on CUDA: which it would be. */
typedef enum product_kernel {
    PRODUCT_KERNEL_GENERAL,
    PRODUCT_KERNEL_MMA,
    PRODUCT_KERNEL_THIN,
    PRODUCT_KERNEL_HOPPER
} product_kernel;
product_kernel product_kernel_of(const rustg_stream *stream, const product *p);
rustg_status product_by_kernels(rustg_stream *stream, const product *p, const char **kernel, rustg_error *error);

#endif
