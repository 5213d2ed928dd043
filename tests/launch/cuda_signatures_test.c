/* cuda_signatures_test.c: what rustg_cuda_signatures_read tells of the kernels of CUDA C++, and of those that it cannot
 * read. Skipped where there is no libclang. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile/api_check.h"
#include "rustg/rustg.h"

static const char text[] =
    "#include <cuda_fp16.h>\n"
    "namespace inner { struct Pair { int a; float b; }; }\n"
    "/* __global__ void commented(int n) {} */\n"
    "template <typename T> __global__ void any(T *x) { x[0] = T(); }\n"
    "extern \"C\" __global__ void declared(int n);\n"
    "extern \"C\" __global__ void __launch_bounds__(256) saxpy(float a, const float *x, float *y,\n"
    "                                                         int n)\n"
    "{\n"
    "    y[n] = a * x[n] + unknown_function(\"__global__ void quoted(\");\n"
    "}\n"
    "extern \"C\" __global__ void declared(int n) { n++; }\n"
    "__global__ void mixed(__half h, inner::Pair p, unsigned long long n, const float4 *v, void *raw,\n"
    "                      LIMIT_T limit, bool flag, char **names) {}\n"
    "__device__ int helper(int a) { return a; }\n"
    "__global__ void odd(thrust::pair<int, int> *p, int n) {}\n"
    "__global__ void behind(int n) {}\n"
    "__global__ void unknown(int *y, const foo_t  *x, std::vector<int> v) { if (*y) { *y = 1'000; } }\n"
    "#define KERNEL(name) __global__ void name(int n) {}\n"
    "KERNEL(of_macro)\n"
    "template <typename T, int N> __global__ void filled(T *y, const T value) {}\n"
    "template <> __global__ void filled<int, 1>(int *y, const int value) {}\n"
    "template __global__ void filled< float,\n"
    "                                4 >(float *y, const float value); template __global__ void filled<short, 2>(\n"
    "    short *y, const short value);\n"
    "struct Broken { foo_t a; int b; };\n"
    "__global__ void broken(Broken b) {}\n"
    "#if __CUDA_ARCH__ >= 900\n"
    "__global__ void newest(int n) {}\n"
    "#endif\n";

typedef struct wanted_param {
    const char *name, *type;
    uint32_t role, element, size;
} wanted_param;

static const wanted_param of_saxpy[] = {{"a", "float", RUSTG_PARAM_SCALAR, RUSTG_ELEMENT_F32, 4},
                                        {"x", "const float *", RUSTG_PARAM_SLICE, RUSTG_ELEMENT_F32, 4},
                                        {"y", "float *", RUSTG_PARAM_GRID_MUT, RUSTG_ELEMENT_F32, 4},
                                        {"n", "int", RUSTG_PARAM_SCALAR, RUSTG_ELEMENT_I32, 4}};
static const wanted_param of_filled[] = {{"y", "float *", RUSTG_PARAM_GRID_MUT, RUSTG_ELEMENT_F32, 4},
                                         {"value", "const float", RUSTG_PARAM_SCALAR, RUSTG_ELEMENT_F32, 4}};
static const wanted_param of_mixed[] = {
    {"h", "__half", RUSTG_PARAM_SCALAR, RUSTG_ELEMENT_F16, 2},
    {"p", "inner::Pair", RUSTG_PARAM_SCALAR, RUSTG_ELEMENT_STRUCT, 8},
    {"n", "unsigned long long", RUSTG_PARAM_SCALAR, RUSTG_ELEMENT_U64, 8},
    {"v", "const float4 *", RUSTG_PARAM_SLICE, RUSTG_ELEMENT_STRUCT, 16},
    {"raw", "void *", RUSTG_PARAM_POINTER, RUSTG_ELEMENT_NONE, 8},
    {"limit", "short", RUSTG_PARAM_SCALAR, RUSTG_ELEMENT_I16, 2},
    {"flag", "bool", RUSTG_PARAM_SCALAR, RUSTG_ELEMENT_BOOL, 1},
    {"names", "char **", RUSTG_PARAM_POINTER, RUSTG_ELEMENT_NONE, 8},
};

static const rustg_cuda_function *find_function(const rustg_cuda_signatures *signatures, const char *name)
{
    size_t n;
    const rustg_cuda_function *functions = rustg_cuda_signatures_functions(signatures, &n);
    for (size_t i = 0; i < n; i++)
        if (strcmp(functions[i].name, name) == 0)
            return &functions[i];
    return NULL;
}

static void check_params(const rustg_cuda_function *function, const wanted_param *wanted, size_t n)
{
    CHECK(function && !function->unread && function->n_params == n);
    for (size_t i = 0; function && i < n && i < function->n_params; i++) {
        const rustg_kernel_param *param = &function->params[i];
        if (strcmp(param->name, wanted[i].name) != 0 || strcmp(param->rust_type, wanted[i].type) != 0 ||
            param->role != wanted[i].role || param->element != wanted[i].element || param->size != wanted[i].size) {
            fprintf(stderr, "%s: %s: %s, role %u, %s, %u bytes\n", function->name, param->name, param->rust_type,
                    param->role, rustg_element_name(param->element), param->size);
            CHECK(!"the parameter that is wanted");
        }
    }
}

static void check_unread(const rustg_cuda_signatures *signatures, const char *name, uint32_t line, const char *why)
{
    const rustg_cuda_function *function = find_function(signatures, name);
    CHECK(function && function->unread && function->n_params == 0 && function->line == line);
    CHECK(function && function->unread && strstr(function->unread, why));
}

static void test_functions(const rustg_cuda_signatures *signatures)
{
    size_t n;
    rustg_cuda_signatures_functions(signatures, &n);
    CHECK(n == 13);
    const rustg_cuda_function *saxpy = find_function(signatures, "saxpy");
    check_params(saxpy, of_saxpy, 4);
    CHECK(saxpy && strcmp(saxpy->symbol, "saxpy") == 0 && saxpy->line == 6);
    const rustg_cuda_function *mixed = find_function(signatures, "mixed");
    check_params(mixed, of_mixed, 8);
    CHECK(mixed && strncmp(mixed->symbol, "_Z5mixed6__half", 15) == 0);
    CHECK(find_function(signatures, "declared") && !find_function(signatures, "helper"));
    check_unread(signatures, "any", 4, "template");
    check_unread(signatures, "odd", 15, "its declaration, `odd(thrust::pair<int, int> *p, int n)`, could not be read");
    check_unread(signatures, "unknown", 17, "its parameter 1, `const foo_t *x`, is of a type that is not known here");
    check_unread(signatures, "broken", 26, "`Broken b`");
    check_params(find_function(signatures, "behind"), &of_saxpy[3], 1);
    check_params(find_function(signatures, "of_macro"), &of_saxpy[3], 1);
    check_params(find_function(signatures, "newest"), &of_saxpy[3], 1);
    const rustg_cuda_function *filled = find_function(signatures, "filled<float, 4>");
    check_params(filled, of_filled, 2);
    CHECK(filled && strcmp(filled->symbol, "_Z6filledIfLi4EEvPT_S0_") == 0);
    CHECK(filled && filled->line == 22 && filled->column == 26);
    filled = find_function(signatures, "filled<short, 2>");
    CHECK(filled && !filled->unread && filled->line == 23 && filled->column == 92);
    CHECK(find_function(signatures, "filled<int, 1>") && !find_function(signatures, "filled"));
}

static void test_wrong_calls(void)
{
    rustg_cuda_signatures *signatures;
    rustg_cuda_options options = {.struct_size = 3};
    rustg_error error;
    size_t n = 7;
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_cuda_signatures_read(NULL, "k.cu", NULL, &signatures, &error));
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_cuda_signatures_read(text, "k.cu", NULL, NULL, &error));
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_cuda_signatures_read(text, "k.cu", &options, &signatures, &error));
    CHECK(signatures == NULL && strstr(error.message, "struct_size"));
    CHECK(rustg_cuda_signatures_functions(NULL, &n) == NULL && n == 0);
    rustg_cuda_signatures_free(NULL);
}

int main(int argc, char **argv)
{
    rustg_cuda_signatures *signatures, *empty;
    rustg_error error;
    static const char *const defines[] = {"LIMIT_T=short"};
    const rustg_cuda_options options = {
        .struct_size = sizeof options, .arch = "sm_90", .defines = defines, .n_defines = 1};
    if (argc > 1) { /* this program once more, to which a wrong library is named */
        CHECK_STATUS(RUSTG_ERR_NO_CC, rustg_cuda_signatures_read(text, NULL, NULL, &signatures, &error));
        CHECK(strstr(error.message, "libclang") && strstr(error.hint, "RUSTG_LIBCLANG"));
        return check_exit();
    }
    test_wrong_calls();
    char command[4096];
    snprintf(command, sizeof command, "RUSTG_LIBCLANG=/nonexistent '%s' again", argv[0]);
    CHECK(system(command) == 0);
    const rustg_status status = rustg_cuda_signatures_read(text, "k.cu", &options, &signatures, &error);
    if (status == RUSTG_ERR_NO_CC) {
        printf("skipped: %s\n", error.message);
        return check_exit() ? 1 : 77;
    }
    CHECK_STATUS(RUSTG_OK, status);
    test_functions(signatures);
    rustg_cuda_signatures_free(signatures);
    CHECK_STATUS(RUSTG_OK, rustg_cuda_signatures_read("", NULL, NULL, &empty, &error));
    CHECK(find_function(empty, "") == NULL);
    rustg_cuda_signatures_free(empty);
    return check_exit();
}
