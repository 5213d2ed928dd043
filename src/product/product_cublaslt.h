/* product_cublaslt.h: cuBLASLt without its headers; it is opened at run time. */
#ifndef RUSTG_PRODUCT_CUBLASLT_H
#define RUSTG_PRODUCT_CUBLASLT_H

#include <stdatomic.h>
#include <stddef.h>

#include "product/product.h"
#include "runtime/runtime_objects.h"
#include "rustg/module.h"

typedef struct cublasLtContext *lt_handle;
typedef void *lt_object;
typedef struct lt_algorithm {
    uint64_t data[8]; /* cublasLtMatmulAlgo_t */
} lt_algorithm;
typedef struct lt_found { /* cublasLtMatmulHeuristicResult_t */
    lt_algorithm algorithm;
    size_t workspace_bytes;
    int status;
    float waves;
    int reserved[4];
} lt_found;
_Static_assert(sizeof(lt_found) == 96, "cublasLtMatmulHeuristicResult_t");

enum {
    LT_OK = 0,
    LT_ALLOCATION = 3,   /* CUBLAS_STATUS_ALLOC_FAILED */
    LT_INVALID = 7,      /* CUBLAS_STATUS_INVALID_VALUE */
    LT_ARCHITECTURE = 8, /* CUBLAS_STATUS_ARCH_MISMATCH */
    LT_UNSUPPORTED = 15, /* CUBLAS_STATUS_NOT_SUPPORTED */
    LT_R_32F = 0,        /* cudaDataType */
    LT_R_64F = 1,
    LT_R_16F = 2,
    LT_R_16BF = 14,
    LT_COMPUTE_32F = 68, /* cublasComputeType_t */
    LT_COMPUTE_64F = 70,
    LT_COMPUTE_TF32 = 77,
    LT_DESC_TRANSA = 3, /* cublasLtMatmulDescAttributes_t */
    LT_DESC_TRANSB = 4,
    LT_DESC_EPILOGUE = 7,
    LT_DESC_BIAS = 8,
    LT_OP_T = 1,
    LT_EPILOGUE_DEFAULT = 1, /* cublasLtEpilogue_t; with a bias the sum of both */
    LT_EPILOGUE_RELU = 2,
    LT_EPILOGUE_BIAS = 4,
    LT_EPILOGUE_GELU = 32,
    LT_LAYOUT_BATCH = 5, /* cublasLtMatrixLayoutAttribute_t */
    LT_LAYOUT_BATCH_STRIDE = 6,
    LT_PREFERENCE_WORKSPACE = 1, /* cublasLtMatmulPreferenceAttributes_t */
    LT_PREFERENCE_REDUCTION = 3,
    LT_PREFERENCE_ALIGNMENT_A = 5, /* and of B, C and D behind it */
    LT_REDUCTION_ALL = 7,          /* cublasLtReductionScheme_t */
    LT_REDUCTION_COMPUTE_TYPE = 2,
    LT_WORKSPACE_BYTES = 32 << 20
};

typedef struct product_cublaslt {
#define FN(name, parameters)          int(*name) parameters;
#define VALUE(type, name, parameters) type(*name) parameters;
#include "product/product_cublaslt.def"
    char text[64];
} product_cublaslt;

/* The library, which the first call opens, and which is kept for the life of the process. NULL: there is none, and
 * rustg_matmul_library says why. Thread-safe. */
const product_cublaslt *product_cublaslt_get(void);
/* What the table says; LIBRARY or OWN. */
rustg_matmul_backend product_choice(const rustg_stream *stream, const product *p);

/* The library's objects for products of one kind, and what it found best for them.
 * key  all that decides it: the product without its pointers, alpha and beta */
typedef struct product_plan {
    product key;
    uint32_t alignment[4]; /* of A, B, C and the bias */
    bool has_workspace;
    bool is_made;
    rustg_status status;
    lt_object desc, a, b, c;
    lt_found found;
} product_plan;
void product_plan_free(const product_cublaslt *library, product_plan *plan);

enum { PRODUCT_N_PLANS = 64, PRODUCT_N_KERNELS = 1173 };
enum { ATTENTION_N_KERNELS = 48, PRODUCT_N_MODULES = PRODUCT_N_KERNELS + ATTENTION_N_KERNELS };

/* lock guards all. modules: attention's are the last ones. plans: the oldest makes room. */
struct product_state {
    pthread_mutex_t lock;
    atomic_bool lacks_nvrtc; /* code for sm_90a was wanted, and could not be had */
    lt_handle handle;
    product_plan plans[PRODUCT_N_PLANS];
    uint32_t next_plan;
    rustg_module *modules[PRODUCT_N_MODULES];
    rustg_result *results[PRODUCT_N_MODULES]; /* of modules that do not own theirs */
};

#endif
