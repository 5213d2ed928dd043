/* matmul_cublaslt_test.c: the cuBLASLt that this machine has takes each object and attribute that product_cublaslt.c
 * sets, with the sizes that it gives, and reads them back: numbers that are copied from its headers are right. No GPU
 * is needed. Exits 77 where there is no cuBLASLt. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

#include "product/product_cublaslt.h"

#include "base/error_check.h"

typedef int (*get_attribute)(lt_object object, int attribute, void *value, size_t n_bytes, size_t *n_written);

static get_attribute find(const product_cublaslt *library, const char *name)
{
    Dl_info about;
    void *symbol, *handle, *found;
    get_attribute get;
    memcpy(&symbol, &library->cublasLtGetVersion, sizeof symbol);
    CHECK(dladdr(symbol, &about) && (handle = dlopen(about.dli_fname, RTLD_NOW | RTLD_NOLOAD)) != NULL);
    CHECK((found = dlsym(handle, name)) != NULL);
    memcpy(&get, &found, sizeof get);
    return get;
}

static void read_back(get_attribute get, lt_object object, int attribute, uint64_t wanted, size_t n_bytes)
{
    uint64_t value = 0;
    size_t n_written = 0;
    CHECK(get(object, attribute, &value, n_bytes, &n_written) == LT_OK && n_written == n_bytes);
    CHECK(value == wanted);
}

int main(void)
{
    enum { COMPUTE_TYPE = 0, SCALE_TYPE = 1, LAYOUT_TYPE = 0, LAYOUT_ROWS = 2, LAYOUT_COLUMNS = 3, LAYOUT_LD = 4 };
    const product_cublaslt *library = product_cublaslt_get();
    if (!library) {
        printf("skipped: %s\n", rustg_matmul_library(NULL));
        return 77;
    }
    get_attribute of_desc = find(library, "cublasLtMatmulDescGetAttribute");
    get_attribute of_layout = find(library, "cublasLtMatrixLayoutGetAttribute");
    get_attribute of_preference = find(library, "cublasLtMatmulPreferenceGetAttribute");
    static const int computes[] = {LT_COMPUTE_32F, LT_COMPUTE_64F, LT_COMPUTE_TF32};
    static const int types[] = {LT_R_32F, LT_R_64F, LT_R_16F, LT_R_16BF};
    lt_object desc, layout, preference;
    const int32_t turned = LT_OP_T, n_batch = 3;
    const int64_t stride = 1000;
    const uint64_t workspace = LT_WORKSPACE_BYTES;
    void *const bias = &desc;
    for (size_t i = 0; i < sizeof computes / sizeof computes[0]; i++) {
        const int scale = computes[i] == LT_COMPUTE_64F ? LT_R_64F : LT_R_32F;
        static const uint32_t epilogues[] = {LT_EPILOGUE_DEFAULT, LT_EPILOGUE_RELU,
                                             LT_EPILOGUE_BIAS,    LT_EPILOGUE_RELU | LT_EPILOGUE_BIAS,
                                             LT_EPILOGUE_GELU,    LT_EPILOGUE_GELU | LT_EPILOGUE_BIAS};
        CHECK(library->cublasLtMatmulDescCreate(&desc, computes[i], scale) == LT_OK);
        read_back(of_desc, desc, COMPUTE_TYPE, (uint64_t)computes[i], 4);
        read_back(of_desc, desc, SCALE_TYPE, (uint64_t)scale, 4);
        for (int side = LT_DESC_TRANSA; side <= LT_DESC_TRANSB; side++) {
            CHECK(library->cublasLtMatmulDescSetAttribute(desc, side, &turned, sizeof turned) == LT_OK);
            read_back(of_desc, desc, side, LT_OP_T, 4);
        }
        for (size_t e = 0; e < sizeof epilogues / sizeof epilogues[0]; e++) {
            CHECK(library->cublasLtMatmulDescSetAttribute(desc, LT_DESC_EPILOGUE, &epilogues[e], 4) == LT_OK);
            read_back(of_desc, desc, LT_DESC_EPILOGUE, epilogues[e], 4);
        }
        CHECK(library->cublasLtMatmulDescSetAttribute(desc, LT_DESC_BIAS, &bias, sizeof bias) == LT_OK);
        read_back(of_desc, desc, LT_DESC_BIAS, (uint64_t)(uintptr_t)bias, sizeof bias);
        CHECK(library->cublasLtMatmulDescDestroy(desc) == LT_OK);
    }
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        CHECK(library->cublasLtMatrixLayoutCreate(&layout, types[i], 5, 7, 9) == LT_OK);
        CHECK(library->cublasLtMatrixLayoutSetAttribute(layout, LT_LAYOUT_BATCH, &n_batch, sizeof n_batch) == LT_OK);
        CHECK(library->cublasLtMatrixLayoutSetAttribute(layout, LT_LAYOUT_BATCH_STRIDE, &stride, sizeof stride) ==
              LT_OK);
        const uint64_t wanted[][3] = {{LAYOUT_TYPE, (uint64_t)types[i], 4},
                                      {LAYOUT_ROWS, 5, 8},
                                      {LAYOUT_COLUMNS, 7, 8},
                                      {LAYOUT_LD, 9, 8},
                                      {LT_LAYOUT_BATCH, 3, 4},
                                      {LT_LAYOUT_BATCH_STRIDE, 1000, 8}};
        for (size_t w = 0; w < sizeof wanted / sizeof wanted[0]; w++)
            read_back(of_layout, layout, (int)wanted[w][0], wanted[w][1], wanted[w][2]);
        CHECK(library->cublasLtMatrixLayoutDestroy(layout) == LT_OK);
    }
    CHECK(library->cublasLtMatmulPreferenceCreate(&preference) == LT_OK);
    CHECK(library->cublasLtMatmulPreferenceSetAttribute(preference, LT_PREFERENCE_WORKSPACE, &workspace, 8) == LT_OK);
    read_back(of_preference, preference, LT_PREFERENCE_WORKSPACE, workspace, 8);
    for (int i = -1; i < 4; i++) {
        const int attribute = i < 0 ? LT_PREFERENCE_REDUCTION : LT_PREFERENCE_ALIGNMENT_A + i;
        const uint32_t value = i < 0 ? LT_REDUCTION_COMPUTE_TYPE : 16u << i;
        CHECK(library->cublasLtMatmulPreferenceSetAttribute(preference, attribute, &value, sizeof value) == LT_OK);
        read_back(of_preference, preference, attribute, value, sizeof value);
    }
    CHECK(library->cublasLtMatmulPreferenceDestroy(preference) == LT_OK);
    for (int status = LT_OK; status <= LT_UNSUPPORTED; status++)
        CHECK(library->cublasLtGetStatusString(status));
    CHECK(strstr(library->cublasLtGetStatusString(LT_UNSUPPORTED), "not supported"));
    printf("%s\n", rustg_matmul_library(NULL));
    return 0;
}
