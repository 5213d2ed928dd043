/* product_cublaslt.c: opens cuBLASLt and multiplies by it. It knows matrices by columns, and what lies by rows is the
 * transposed matrix by columns, so C' = op(B)' op(A)'. */
#include "product/product_cublaslt.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/dynamic_symbol.h"
#include "base/error.h"
#include "runtime/error_note.h"

static pthread_once_t cublaslt_once = PTHREAD_ONCE_INIT;
static product_cublaslt cublaslt_library;
static bool cublaslt_is_usable;

/* Where the process has one already, that one. */
static void *cublaslt_open_file(void)
{
    static const char *const names[] = {"libcublasLt.so.13", "libcublasLt.so.12"};
    static const char *const folders[] = {"lib64/", "lib/"};
    const char *const places[] = {getenv("CUDA_PATH"), getenv("CUDA_HOME"), "/usr/local/cuda"};
    enum { N_NAMES = sizeof names / sizeof names[0], N_PLACES = sizeof places / sizeof places[0] };
    char path[1200];
    void *handle = NULL;
    for (size_t i = 0; i < N_NAMES && !handle; i++)
        handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    for (size_t i = 0; i < N_NAMES && !handle; i++)
        handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    for (size_t i = 0; i < N_PLACES * 2 * N_NAMES && !handle; i++) {
        const char *place = places[i / (2 * N_NAMES)];
        if (!place || !*place)
            continue;
        int n = snprintf(path, sizeof path, "%s/%s%s", place, folders[i / N_NAMES % 2], names[i % N_NAMES]);
        if (n > 0 && (size_t)n < sizeof path)
            handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
    return handle;
}

static void cublaslt_open(void)
{
    void *handle = cublaslt_open_file();
    if (!handle) {
        snprintf(cublaslt_library.text, sizeof cublaslt_library.text, "libcublasLt.so of CUDA 12 or 13 was not found");
        return;
    }
#define VALUE(type, name, parameters) FN(name, parameters)
#define FN(name, parameters)                                                                                           \
    if (!dynamic_symbol_find(handle, #name, &cublaslt_library.name)) {                                                 \
        snprintf(cublaslt_library.text, sizeof cublaslt_library.text, "the cuBLASLt found has no " #name);             \
        dlclose(handle);                                                                                               \
        return;                                                                                                        \
    }
#include "product/product_cublaslt.def"
    const size_t version = cublaslt_library.cublasLtGetVersion();
    snprintf(cublaslt_library.text, sizeof cublaslt_library.text, "cuBLASLt %zu.%zu.%zu", version / 10000,
             version / 100 % 100, version % 100);
    cublaslt_is_usable = true;
}

const product_cublaslt *product_cublaslt_get(void)
{
    pthread_once(&cublaslt_once, cublaslt_open);
    return cublaslt_is_usable ? &cublaslt_library : NULL;
}

const char *rustg_matmul_library(int *is_there)
{
    const bool there = product_cublaslt_get() != NULL;
    if (is_there)
        *is_there = there;
    return cublaslt_library.text;
}

static rustg_status cublaslt_check(int result, const char *call, rustg_error *error)
{
    if (result == LT_OK)
        return RUSTG_OK;
    rustg_status status = result == LT_INVALID || result == LT_ARCHITECTURE || result == LT_UNSUPPORTED
                              ? RUSTG_ERR_ARGUMENT
                          : result == LT_ALLOCATION ? RUSTG_ERR_DEVICE_MEMORY
                                                    : RUSTG_ERR_CUDA;
    const char *text = cublaslt_library.cublasLtGetStatusString(result);
    return error_fail(error, status, "%s failed with %d: %s", call, result, text ? text : "no description");
}

static int cublaslt_type(rustg_element element)
{
    return element == RUSTG_ELEMENT_F64    ? LT_R_64F
           : element == RUSTG_ELEMENT_F32  ? LT_R_32F
           : element == RUSTG_ELEMENT_BF16 ? LT_R_16BF
                                           : LT_R_16F;
}

static uint32_t cublaslt_alignment(uint64_t pointer)
{
    uint32_t alignment = 256;
    while (pointer % alignment)
        alignment /= 2;
    return alignment;
}

void product_plan_free(const product_cublaslt *of, product_plan *plan)
{
    lt_object *const layouts[] = {&plan->a, &plan->b, &plan->c};
    for (size_t i = 0; i < 3; i++)
        if (*layouts[i])
            of->cublasLtMatrixLayoutDestroy(*layouts[i]);
    if (plan->desc)
        of->cublasLtMatmulDescDestroy(plan->desc);
    memset(plan, 0, sizeof *plan);
}

static rustg_status cublaslt_make_layout(const product_matrix *matrix, rustg_element element, uint64_t n_batch,
                                         lt_object *layout, rustg_error *error)
{
    const int32_t count = (int32_t)n_batch;
    const int64_t stride = (int64_t)matrix->batch_stride;
    rustg_status status =
        cublaslt_check(cublaslt_library.cublasLtMatrixLayoutCreate(layout, cublaslt_type(element), matrix->columns,
                                                                   matrix->rows, (int64_t)matrix->row_stride),
                       "cublasLtMatrixLayoutCreate", error);
    if (status == RUSTG_OK && n_batch > 1)
        status = cublaslt_check(
            cublaslt_library.cublasLtMatrixLayoutSetAttribute(*layout, LT_LAYOUT_BATCH, &count, sizeof count),
            "cublasLtMatrixLayoutSetAttribute", error);
    if (status == RUSTG_OK && n_batch > 1)
        status = cublaslt_check(
            cublaslt_library.cublasLtMatrixLayoutSetAttribute(*layout, LT_LAYOUT_BATCH_STRIDE, &stride, sizeof stride),
            "cublasLtMatrixLayoutSetAttribute", error);
    return status;
}

static rustg_status cublaslt_describe(product_plan *plan, rustg_error *error)
{
    const product *p = &plan->key;
    const bool is_f64 = p->element == RUSTG_ELEMENT_F64;
    const int compute = is_f64 ? LT_COMPUTE_64F : p->allow_tf32 ? LT_COMPUTE_TF32 : LT_COMPUTE_32F;
    const uint32_t activation = p->activation == RUSTG_ACTIVATION_RELU   ? LT_EPILOGUE_RELU
                                : p->activation == RUSTG_ACTIVATION_GELU ? LT_EPILOGUE_GELU
                                                                         : 0;
    const uint32_t sum = activation | (p->bias ? LT_EPILOGUE_BIAS : 0), epilogue = sum ? sum : LT_EPILOGUE_DEFAULT;
    const int32_t left = p->transpose_b ? LT_OP_T : 0, right = p->transpose_a ? LT_OP_T : 0;
    const struct {
        int attribute;
        const void *value;
    } rows[] = {{LT_DESC_TRANSA, &left}, {LT_DESC_TRANSB, &right}, {LT_DESC_EPILOGUE, &epilogue}};
    rustg_status status =
        cublaslt_check(cublaslt_library.cublasLtMatmulDescCreate(&plan->desc, compute, is_f64 ? LT_R_64F : LT_R_32F),
                       "cublasLtMatmulDescCreate", error);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && status == RUSTG_OK; i++)
        status = cublaslt_check(
            cublaslt_library.cublasLtMatmulDescSetAttribute(plan->desc, rows[i].attribute, rows[i].value, sizeof left),
            "cublasLtMatmulDescSetAttribute", error);
    if (status == RUSTG_OK)
        status = cublaslt_make_layout(&p->b, p->element, p->n_batch, &plan->a, error);
    if (status == RUSTG_OK)
        status = cublaslt_make_layout(&p->a, p->element, p->n_batch, &plan->b, error);
    return status == RUSTG_OK ? cublaslt_make_layout(&p->c, p->output, p->n_batch, &plan->c, error) : status;
}

static rustg_status cublaslt_set_bias(product_plan *plan, const product *p, rustg_error *error)
{
    const void *bias = (const void *)(uintptr_t)p->bias;
    return cublaslt_check(cublaslt_library.cublasLtMatmulDescSetAttribute(plan->desc, LT_DESC_BIAS, &bias, sizeof bias),
                          "cublasLtMatmulDescSetAttribute", error);
}

/* Sums of parts of k are added in the type of the sums: with 16 bits each part would be rounded. */
static rustg_status cublaslt_search(lt_handle handle, product_plan *plan, rustg_error *error)
{
    const uint64_t workspace = plan->has_workspace ? LT_WORKSPACE_BYTES : 0;
    const uint32_t reduction = rustg_element_size(plan->key.output) > 2 ? LT_REDUCTION_ALL : LT_REDUCTION_COMPUTE_TYPE;
    const uint32_t alignment[4] = {plan->alignment[1], plan->alignment[0], plan->alignment[2], plan->alignment[2]};
    lt_object preference = NULL;
    int n_found = 0;
    rustg_status status = cublaslt_check(cublaslt_library.cublasLtMatmulPreferenceCreate(&preference),
                                         "cublasLtMatmulPreferenceCreate", error);
    if (status != RUSTG_OK)
        return status;
    int result = cublaslt_library.cublasLtMatmulPreferenceSetAttribute(preference, LT_PREFERENCE_WORKSPACE, &workspace,
                                                                       sizeof workspace);
    if (result == LT_OK)
        result = cublaslt_library.cublasLtMatmulPreferenceSetAttribute(preference, LT_PREFERENCE_REDUCTION, &reduction,
                                                                       sizeof reduction);
    for (int i = 0; i < 4 && result == LT_OK; i++)
        result = cublaslt_library.cublasLtMatmulPreferenceSetAttribute(preference, LT_PREFERENCE_ALIGNMENT_A + i,
                                                                       &alignment[i], sizeof alignment[i]);
    status = cublaslt_check(result, "cublasLtMatmulPreferenceSetAttribute", error);
    if (status == RUSTG_OK)
        status = cublaslt_check(cublaslt_library.cublasLtMatmulAlgoGetHeuristic(handle, plan->desc, plan->a, plan->b,
                                                                                plan->c, plan->c, preference, 1,
                                                                                &plan->found, &n_found),
                                "cublasLtMatmulAlgoGetHeuristic", error);
    cublaslt_library.cublasLtMatmulPreferenceDestroy(preference);
    if (status == RUSTG_OK && n_found < 1)
        status = error_fail(error, RUSTG_ERR_ARGUMENT, "cuBLASLt has no such product");
    return status;
}

static bool cublaslt_has_shape(const product_matrix *a, const product_matrix *b)
{
    return a->rows == b->rows && a->columns == b->columns && a->row_stride == b->row_stride &&
           a->batch_stride == b->batch_stride;
}

/* Are the products one but for their numbers and where these are? */
static bool cublaslt_is_alike(const product *a, const product *b)
{
    return a->element == b->element && a->output == b->output && a->m == b->m && a->n == b->n && a->k == b->k &&
           a->n_batch == b->n_batch && a->transpose_a == b->transpose_a && a->transpose_b == b->transpose_b &&
           a->allow_tf32 == b->allow_tf32 && a->activation == b->activation && cublaslt_has_shape(&a->a, &b->a) &&
           cublaslt_has_shape(&a->b, &b->b) && cublaslt_has_shape(&a->c, &b->c) && !a->bias == !b->bias;
}

/* The plan for a product, with the lock held. A product that the library does not have is remembered too. */
static rustg_status cublaslt_plan(product_state *state, const product *p, bool has_workspace, product_plan **plan,
                                  rustg_error *error)
{
    product_plan wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.key = *p;
    wanted.alignment[0] = cublaslt_alignment(p->a.pointer);
    wanted.alignment[1] = cublaslt_alignment(p->b.pointer);
    wanted.alignment[2] = cublaslt_alignment(p->c.pointer);
    wanted.alignment[3] = p->bias ? cublaslt_alignment(p->bias) : 0;
    wanted.has_workspace = has_workspace;
    wanted.key.a.pointer = wanted.key.b.pointer = wanted.key.c.pointer = 0;
    wanted.key.alpha = wanted.key.beta = 0;
    wanted.key.bias = p->bias != 0;
    for (size_t i = 0; i < PRODUCT_N_PLANS; i++) {
        product_plan *at = &state->plans[i];
        if (at->is_made && cublaslt_is_alike(&at->key, &wanted.key) &&
            memcmp(at->alignment, wanted.alignment, sizeof at->alignment) == 0 && at->has_workspace == has_workspace) {
            *plan = at;
            return at->status == RUSTG_OK ? RUSTG_OK : error_fail(error, at->status, "cuBLASLt has no such product");
        }
    }
    product_plan *room = &state->plans[state->next_plan];
    product_plan_free(&cublaslt_library, room);
    *room = wanted;
    *plan = room;
    rustg_status status = cublaslt_describe(room, error);
    if (status == RUSTG_OK && p->bias)
        status = cublaslt_set_bias(room, p, error);
    if (status == RUSTG_OK)
        status = cublaslt_search(state->handle, room, error);
    room->status = status;
    room->is_made = status == RUSTG_OK || status == RUSTG_ERR_ARGUMENT;
    if (room->is_made)
        state->next_plan = (state->next_plan + 1) % PRODUCT_N_PLANS;
    return status;
}

static rustg_status cublaslt_multiply(rustg_stream *stream, product_state *state, product_plan *plan, const product *p,
                                      rustg_error *error)
{
    const float alpha = (float)p->alpha, beta = (float)p->beta;
    const bool is_f64 = p->element == RUSTG_ELEMENT_F64;
    const void *one = is_f64 ? (const void *)&p->alpha : &alpha, *two = is_f64 ? (const void *)&p->beta : &beta;
    const size_t n_bytes = plan->found.workspace_bytes;
    void *const c = (void *)(uintptr_t)p->c.pointer;
    rustg_buffer *workspace = NULL;
    rustg_status status = RUSTG_OK;
    if (p->bias)
        status = cublaslt_set_bias(plan, p, error);
    if (status == RUSTG_OK && n_bytes)
        status = rustg_buffer_allocate(stream->context, n_bytes, stream, &workspace, error);
    if (status == RUSTG_OK)
        status = cublaslt_check(cublaslt_library.cublasLtMatmul(
                                    state->handle, plan->desc, one, (const void *)(uintptr_t)p->b.pointer, plan->a,
                                    (const void *)(uintptr_t)p->a.pointer, plan->b, two, c, plan->c, c, plan->c,
                                    &plan->found.algorithm, workspace ? (void *)(uintptr_t)workspace->pointer : NULL,
                                    n_bytes, stream->cuda),
                                "cublasLtMatmul", error);
    if (workspace && status == RUSTG_OK)
        status = rustg_buffer_use(workspace, stream, 1, error);
    rustg_buffer_free(workspace);
    return status;
}

rustg_status product_by_cublaslt(rustg_stream *stream, const product *p, rustg_error *error)
{
    product_state *state;
    product_plan *plan;
    if (!product_cublaslt_get()) {
        error_fail(error, RUSTG_ERR_NO_LIBRARY, "%s", cublaslt_library.text);
        error_hint(error, "install cuBLAS of CUDA 12 or 13, set CUDA_PATH, or take RUSTG_MATMUL_AUTO");
        return RUSTG_ERR_NO_LIBRARY;
    }
    if (p->k == 0 || p->alpha == 0) /* it does not say that it reads neither A nor B then */
        return error_fail(error, RUSTG_ERR_ARGUMENT, "cuBLASLt has no product with k = 0 or alpha = 0");
    if (p->element == RUSTG_ELEMENT_F64 && p->activation == RUSTG_ACTIVATION_GELU) /* its sqrt(2 / pi) is 0.79788456 */
        return error_fail(error, RUSTG_ERR_ARGUMENT, "cuBLASLt's GELU is not exact enough for f64");
    rustg_status status = product_state_get(stream->context, &state, error);
    if (status != RUSTG_OK)
        return status;
    pthread_mutex_lock(&state->lock);
    if (!state->handle)
        status = cublaslt_check(cublaslt_library.cublasLtCreate(&state->handle), "cublasLtCreate", error);
    if (status == RUSTG_OK)
        status = cublaslt_plan(state, p, !stream->capture, &plan, error);
    if (status == RUSTG_OK)
        status = cublaslt_multiply(stream, state, plan, p, error);
    pthread_mutex_unlock(&state->lock);
    return status;
}
