/* fake_blas.c: a libcublasLt.so.13 for tests. It keeps what it is told, answers as FAKE_BLAS says, and multiplies f32
 * matrices when the fake driver, whose device memory is the host's, gets there.
 *   FAKE_BLAS=unsupported  the search finds nothing
 *   FAKE_BLAS=broken       the product fails with CUBLAS_STATUS_EXECUTION_FAILED
 *   FAKE_BLAS=old          the library's version is 12.4.5 */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "product/product_cublaslt.h"

enum { NOT_SUPPORTED = 15, EXECUTION_FAILED = 13, INVALID_VALUE = 7, WORKSPACE = 4096, MAGIC = 0x5eed };

typedef struct fake_desc {
    int compute, scale;
    int32_t transpose_a, transpose_b;
    uint32_t epilogue;
    const float *bias;
} fake_desc;

typedef struct fake_layout {
    int type;
    uint64_t rows, columns;
    int64_t stride, batch_stride;
    int32_t n_batch;
} fake_layout;

typedef struct fake_preference {
    uint64_t workspace;
    uint32_t reduction, alignment[4];
} fake_preference;

#define FN(name, parameters)          int name parameters;
#define VALUE(type, name, parameters) type name parameters;
#include "product/product_cublaslt.def"

/* Objects that are there, products and searches so far: what tests ask. */
int rustg_fake_blas_live, rustg_fake_blas_products, rustg_fake_blas_searches, rustg_fake_blas_compute;
uint32_t rustg_fake_blas_reduction;

static const char *fake_mode(void)
{
    const char *mode = getenv("FAKE_BLAS");
    return mode ? mode : "";
}

static int fake_new(lt_object *object, const void *from, size_t n_bytes)
{
    *object = malloc(n_bytes);
    if (!*object)
        return 3;
    memcpy(*object, from, n_bytes);
    rustg_fake_blas_live++;
    return 0;
}

static int fake_free(void *object)
{
    rustg_fake_blas_live--;
    free(object);
    return 0;
}

int cublasLtCreate(lt_handle *handle)
{
    const int magic = MAGIC;
    return fake_new((lt_object *)(void *)handle, &magic, sizeof magic);
}

int cublasLtDestroy(lt_handle handle)
{
    return fake_free(handle);
}

int cublasLtMatmulDescCreate(lt_object *desc, int compute_type, int scale_type)
{
    const fake_desc made = {.compute = compute_type, .scale = scale_type, .epilogue = LT_EPILOGUE_DEFAULT};
    return fake_new(desc, &made, sizeof made);
}

int cublasLtMatmulDescSetAttribute(lt_object desc, int attribute, const void *value, size_t n_bytes)
{
    fake_desc *to = desc;
    switch (attribute) {
    case LT_DESC_TRANSA: memcpy(&to->transpose_a, value, sizeof to->transpose_a); return n_bytes != 4;
    case LT_DESC_TRANSB: memcpy(&to->transpose_b, value, sizeof to->transpose_b); return n_bytes != 4;
    case LT_DESC_EPILOGUE: memcpy(&to->epilogue, value, sizeof to->epilogue); return n_bytes != 4;
    case LT_DESC_BIAS: memcpy(&to->bias, value, sizeof to->bias); return n_bytes != 8;
    default: return INVALID_VALUE;
    }
}

int cublasLtMatmulDescDestroy(lt_object desc)
{
    return fake_free(desc);
}

int cublasLtMatrixLayoutCreate(lt_object *layout, int type, uint64_t rows, uint64_t columns, int64_t stride)
{
    const fake_layout made = {type, rows, columns, stride, 0, 1};
    return stride < (int64_t)rows ? INVALID_VALUE : fake_new(layout, &made, sizeof made);
}

int cublasLtMatrixLayoutSetAttribute(lt_object layout, int attribute, const void *value, size_t n_bytes)
{
    fake_layout *to = layout;
    if (attribute == LT_LAYOUT_BATCH && n_bytes == 4)
        memcpy(&to->n_batch, value, n_bytes);
    else if (attribute == LT_LAYOUT_BATCH_STRIDE && n_bytes == 8)
        memcpy(&to->batch_stride, value, n_bytes);
    else
        return INVALID_VALUE;
    return 0;
}

int cublasLtMatrixLayoutDestroy(lt_object layout)
{
    return fake_free(layout);
}

int cublasLtMatmulPreferenceCreate(lt_object *preference)
{
    const fake_preference made = {0, 0, {0}};
    return fake_new(preference, &made, sizeof made);
}

int cublasLtMatmulPreferenceSetAttribute(lt_object preference, int attribute, const void *value, size_t n_bytes)
{
    fake_preference *to = preference;
    if (attribute == LT_PREFERENCE_WORKSPACE && n_bytes == 8)
        memcpy(&to->workspace, value, n_bytes);
    else if (attribute == LT_PREFERENCE_REDUCTION && n_bytes == 4)
        memcpy(&to->reduction, value, n_bytes);
    else if (attribute >= LT_PREFERENCE_ALIGNMENT_A && attribute < LT_PREFERENCE_ALIGNMENT_A + 4 && n_bytes == 4)
        memcpy(&to->alignment[attribute - LT_PREFERENCE_ALIGNMENT_A], value, n_bytes);
    else
        return INVALID_VALUE;
    return 0;
}

int cublasLtMatmulPreferenceDestroy(lt_object preference)
{
    return fake_free(preference);
}

int cublasLtMatmulAlgoGetHeuristic(lt_handle handle, lt_object desc, lt_object a, lt_object b, lt_object c, lt_object d,
                                   lt_object preference, int n_wanted, lt_found *found, int *n_found)
{
    const fake_desc *how = desc;
    const fake_layout *left = a, *right = b, *out = d;
    const fake_preference *wish = preference;
    rustg_fake_blas_searches++;
    rustg_fake_blas_reduction = wish->reduction;
    *n_found = 0;
    if (!handle || c != d || n_wanted != 1 || wish->alignment[0] < 2 || wish->alignment[3] < 2)
        return INVALID_VALUE;
    if ((how->transpose_a ? left->columns : left->rows) != out->rows ||
        (how->transpose_b ? right->rows : right->columns) != out->columns)
        return INVALID_VALUE;
    if (strcmp(fake_mode(), "unsupported") == 0)
        return NOT_SUPPORTED;
    memset(found, 0, sizeof *found);
    found->algorithm.data[0] = MAGIC;
    found->workspace_bytes = wish->workspace < WORKSPACE ? 0 : WORKSPACE;
    *n_found = 1;
    return 0;
}

typedef struct fake_product {
    fake_desc how;
    fake_layout left, right, out;
    const float *x, *y;
    float *to, factor, more;
    void *workspace;
    size_t workspace_bytes;
    struct fake_product *before;
} fake_product;

/* A captured product may run never or several times, so all are kept until the end. */
static fake_product *products;
__attribute__((destructor)) static void fake_end(void)
{
    while (products) {
        fake_product *last = products;
        products = last->before;
        free(last);
    }
}

static float fake_sum(const fake_product *p, int32_t batch, uint64_t i, uint64_t j)
{
    const uint64_t depth = p->how.transpose_a ? p->left.rows : p->left.columns;
    const uint64_t left = (uint64_t)p->left.stride, right = (uint64_t)p->right.stride;
    const float *x = p->x + batch * p->left.batch_stride, *y = p->y + batch * p->right.batch_stride;
    float sum = 0;
    for (uint64_t k = 0; k < depth; k++)
        sum +=
            x[p->how.transpose_a ? i * left + k : k * left + i] * y[p->how.transpose_b ? k * right + j : j * right + k];
    return sum;
}

static void fake_multiply(void *user)
{
    const fake_product *p = user;
    memset(p->workspace, 0xff, p->workspace_bytes);
    for (int32_t batch = 0; batch < p->out.n_batch; batch++)
        for (uint64_t i = 0; i < p->out.rows; i++)
            for (uint64_t j = 0; j < p->out.columns; j++) {
                float *at = p->to + batch * p->out.batch_stride + (int64_t)j * p->out.stride + (int64_t)i;
                float sum = p->factor * fake_sum(p, batch, i, j) + (p->more != 0 ? p->more * *at : 0);
                if (p->how.epilogue & LT_EPILOGUE_BIAS)
                    sum += p->how.bias[i];
                *at = p->how.epilogue & LT_EPILOGUE_RELU && sum < 0 ? 0 : sum;
            }
}

int cublasLtMatmul(lt_handle handle, lt_object desc, const void *alpha, const void *a, lt_object a_layout,
                   const void *b, lt_object b_layout, const void *beta, const void *c, lt_object c_layout, void *d,
                   lt_object d_layout, const lt_algorithm *algorithm, void *workspace, size_t workspace_bytes,
                   cuda_stream stream)
{
    int (*call)(cuda_stream stream, void (*fn)(void *user), void *user);
    fake_product made = {.how = *(const fake_desc *)desc,
                         .left = *(const fake_layout *)a_layout,
                         .right = *(const fake_layout *)b_layout,
                         .out = *(const fake_layout *)d_layout,
                         .x = a,
                         .y = b,
                         .to = d,
                         .workspace = workspace,
                         .workspace_bytes = workspace_bytes};
    rustg_fake_blas_products++;
    rustg_fake_blas_compute = made.how.compute;
    if (!handle || algorithm->data[0] != MAGIC || c != d || c_layout != d_layout || !stream ||
        (workspace_bytes && !workspace))
        return INVALID_VALUE;
    if (strcmp(fake_mode(), "broken") == 0)
        return EXECUTION_FAILED;
    if (made.how.scale != LT_R_32F || made.out.type != LT_R_32F || made.left.type != LT_R_32F)
        return 0; /* the fake only remembers what it was told */
    memcpy(&made.factor, alpha, sizeof made.factor);
    memcpy(&made.more, beta, sizeof made.more);
    fake_product *kept = malloc(sizeof *kept);
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    void *found = driver ? dlsym(driver, "cuLaunchHostFunc") : NULL;
    if (!kept || !found) {
        free(kept);
        return EXECUTION_FAILED;
    }
    *kept = made;
    kept->before = products;
    products = kept;
    memcpy(&call, &found, sizeof call);
    return call(stream, fake_multiply, kept);
}

size_t cublasLtGetVersion(void)
{
    return strcmp(fake_mode(), "old") == 0 ? 120405 : 130100;
}

const char *cublasLtGetStatusString(int status)
{
    return status == NOT_SUPPORTED ? "the fake has none" : "the fake failed";
}
