/* cuda_types_test.c: symbols, sizes and alignments that libclang reads of parameters of the toolkit's types are those
 * of what NVRTC makes of the same text. Skipped where there is no libclang; NVRTC's part where that is not found. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile/api_check.h"
#include "rustg/rustg.h"

static const char text[] =
    "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <cuda_fp8.h>\n#include <cuda/std/cstdint>\n"
    "#include <cuda/std/cstddef>\n#include <cuComplex.h>\n#include <curand_kernel.h>\n#include <cuda.h>\n"
    "enum Plain { A, B }; enum class Small : unsigned char { C };\n"
    "struct Own { float a; half h; }; struct Hidden; template <typename T, int N> struct Row { T v[N]; };\n"
    "__global__ void halves(half a, half2 b, const half *c, __half2 *d, __half_raw e, nv_bfloat16 f,\n"
    "                       __nv_bfloat162 g, const nv_bfloat162 *h) {}\n"
    "__global__ void eights(__nv_fp8_e4m3 a, const __nv_fp8_e5m2 *b, __nv_fp8x2_e4m3 c, __nv_fp8x4_e5m2 *d,\n"
    "                       __nv_fp8_storage_t e) {}\n"
    "__global__ void vectors(float2 a, const float4 *b, uchar4 c, longlong2 d, char3 e, ushort2 f, double2 *g,\n"
    "                        float3 h, double4_16a i, double4_32a j, long2 k, uint3 l, dim3 m) {}\n"
    "__global__ void numbers(cuda::std::size_t a, const cuda::std::uint8_t *b, cuda::std::int64_t *c, long d,\n"
    "                        long long e, wchar_t f, char16_t g, char32_t h, signed char i) {}\n"
    "__global__ void handles(cudaTextureObject_t a, cudaSurfaceObject_t b, CUdeviceptr d, CUstream e) {}\n"
    "__global__ void states(curandState *a, curandStatePhilox4_32_10_t *b, curandStateMRG32k3a c, curandState d,\n"
    "                       curandStatePhilox4_32_10_t e) {}\n"
    "__global__ void own(Plain a, Small b, const Plain *c, Own d, Row<float, 4> e, Hidden *f, const Row<int, 2> *g,\n"
    "                    float h[], const int i[4], void (*j)(int), cuFloatComplex k, const cuDoubleComplex *l) {}\n"
    "template <typename T, int N> __global__ void rows(Row<T, N> a, T *b, const T c) {}\n"
    "template __global__ void rows<float, 4>(Row<float, 4> a, float *b, const float c);\n"
    "template <> __global__ void rows<int, 2>(Row<int, 2> a, int *b, const int c) {}\n"
    "__global__ void map(const __grid_constant__ CUtensorMap a) {}\n";

typedef struct wanted_param {
    const char *function, *name, *type;
    uint32_t role, element, size;
} wanted_param;

enum {
    SCALAR = RUSTG_PARAM_SCALAR,
    SLICE = RUSTG_PARAM_SLICE,
    MUT = RUSTG_PARAM_GRID_MUT,
    POINTER = RUSTG_PARAM_POINTER,
    STRUCT = RUSTG_ELEMENT_STRUCT,
    NONE = RUSTG_ELEMENT_NONE
};
static const wanted_param wanted[] = {
    {"halves", "b", "half2", SCALAR, STRUCT, 4},
    {"halves", "c", "const half *", SLICE, RUSTG_ELEMENT_F16, 2},
    {"halves", "g", "__nv_bfloat162", SCALAR, STRUCT, 4},
    {"halves", "f", "nv_bfloat16", SCALAR, RUSTG_ELEMENT_BF16, 2},
    {"eights", "a", "__nv_fp8_e4m3", SCALAR, RUSTG_ELEMENT_F8_E4M3, 1},
    {"eights", "b", "const __nv_fp8_e5m2 *", SLICE, RUSTG_ELEMENT_F8_E5M2, 1},
    {"eights", "d", "__nv_fp8x4_e5m2 *", MUT, STRUCT, 4},
    {"vectors", "a", "float2", SCALAR, STRUCT, 8},
    {"vectors", "g", "double2 *", MUT, STRUCT, 16},
    {"numbers", "a", "cuda::std::size_t", SCALAR, RUSTG_ELEMENT_U64, 8},
    {"numbers", "b", "const cuda::std::uint8_t *", SLICE, RUSTG_ELEMENT_U8, 1},
    {"handles", "a", "cudaTextureObject_t", SCALAR, RUSTG_ELEMENT_U64, 8},
    {"handles", "b", "cudaSurfaceObject_t", SCALAR, RUSTG_ELEMENT_U64, 8},
    {"states", "a", "curandState *", MUT, STRUCT, 48},
    {"own", "a", "Plain", SCALAR, RUSTG_ELEMENT_U32, 4},
    {"own", "b", "Small", SCALAR, RUSTG_ELEMENT_U8, 1},
    {"own", "d", "Own", SCALAR, STRUCT, 8},
    {"own", "e", "Row<float, 4>", SCALAR, STRUCT, 16},
    {"own", "f", "Hidden *", POINTER, NONE, 8},
    {"own", "h", "float[]", MUT, RUSTG_ELEMENT_F32, 4},
    {"own", "i", "const int[4]", SLICE, RUSTG_ELEMENT_I32, 4},
    {"own", "j", "void (*)(int)", POINTER, NONE, 8},
    {"rows<float, 4>", "a", "Row<float, 4>", SCALAR, STRUCT, 16},
    {"rows<int, 2>", "c", "const int", SCALAR, RUSTG_ELEMENT_I32, 4},
    {"map", "a", "const CUtensorMap", SCALAR, STRUCT, 128},
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

static void check_read(const rustg_cuda_signatures *signatures)
{
    size_t n;
    const rustg_cuda_function *functions = rustg_cuda_signatures_functions(signatures, &n);
    CHECK(n == 10);
    for (size_t i = 0; i < n; i++)
        if (functions[i].unread) {
            fprintf(stderr, "%s: %s\n", functions[i].name, functions[i].unread);
            CHECK(!"read");
        }
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const rustg_cuda_function *function = find_function(signatures, wanted[i].function);
        const size_t at = (size_t)(wanted[i].name[0] - 'a');
        CHECK(function && at < function->n_params);
        if (!function || at >= function->n_params)
            continue;
        const rustg_kernel_param *param = &function->params[at];
        if (strcmp(param->name, wanted[i].name) != 0 || strcmp(param->rust_type, wanted[i].type) != 0 ||
            param->role != wanted[i].role || param->element != wanted[i].element || param->size != wanted[i].size) {
            fprintf(stderr, "%s: %s: %s, role %u, %s, %u bytes\n", function->name, param->name, param->rust_type,
                    param->role, rustg_element_name(param->element), param->size);
            CHECK(!"the parameter that is wanted");
        }
    }
}

/* The bytes of `.param .align 4 .b8 name[8]` or `.param .u64 name`; align is 0 of the latter. */
static uint32_t ptx_size(const char *param, uint32_t *align)
{
    const char *end = param + strcspn(param, ",)\n"), *bytes = strstr(param, "["), *word = strstr(param, ".align");
    *align = 0;
    if (bytes && bytes < end) {
        *align = word && word < end ? (uint32_t)strtoul(word + 6, NULL, 10) : 0;
        return (uint32_t)strtoul(bytes + 1, NULL, 10);
    }
    return (uint32_t)strtoul(param + strcspn(param, "0123456789"), NULL, 10) / 8;
}

static void check_ptx(const rustg_cuda_function *function, const char *ptx)
{
    char entry[1024];
    snprintf(entry, sizeof entry, ".entry %s(", function->symbol);
    const char *at = strstr(ptx, entry), *end = at ? strchr(at, ')') : NULL;
    if (!at || !end)
        fprintf(stderr, "NVRTC makes no `%s`\n", function->symbol);
    CHECK(at && end);
    for (size_t i = 0; at && i < function->n_params; i++) {
        const rustg_kernel_param *param = &function->params[i];
        uint32_t align;
        at = strstr(at + 1, ".param");
        CHECK(at && at < end);
        if (!at || at >= end)
            return;
        const uint32_t size = ptx_size(at + 6, &align);
        const bool is_array = param->role == RUSTG_PARAM_SLICE || param->role == RUSTG_PARAM_GRID_MUT;
        /* That of CUtensorMap is another from CUDA 13 on. */
        if (size != (is_array ? 8 : param->size) || (align != 0 && align != param->align && size != 128)) {
            fprintf(stderr, "%s: %s: %u bytes aligned at %u, but %u at %u\n", function->name, param->name, param->size,
                    param->align, size, align);
            CHECK(!"as NVRTC has it");
        }
    }
    CHECK(!at || !strstr(at + 1, ".param") || strstr(at + 1, ".param") > end);
}

int main(void)
{
    rustg_cuda_signatures *signatures;
    rustg_error error;
    static const rustg_cuda_header headers[] = {
        {"stdlib.h", ""}, {"stdint.h", "#include <cuda/std/cstdint>\n"}}; /* which cuda.h wants, and the word: */
    static const char *const words[] = {"--device-as-default-execution-space"};
    const rustg_cuda_options options = {.struct_size = sizeof options,
                                        .arch = "sm_90",
                                        .headers = headers,
                                        .n_headers = 2,
                                        .options = words,
                                        .n_options = 1};
    const rustg_status status = rustg_cuda_signatures_read(text, "k.cu", &options, &signatures, &error);
    if (status == RUSTG_ERR_NO_CC) {
        printf("skipped: %s\n", error.message);
        return 77;
    }
    CHECK_STATUS(RUSTG_OK, status);
    check_read(signatures);
    char *image, *log;
    size_t n_bytes, n;
    const rustg_status compiled = rustg_cuda_compile(text, "k.cu", &options, 0, &image, &n_bytes, &log, &error);
    if (compiled == RUSTG_OK) {
        const rustg_cuda_function *functions = rustg_cuda_signatures_functions(signatures, &n);
        for (size_t i = 0; i < n; i++)
            check_ptx(&functions[i], image);
    } else
        printf("not compared with NVRTC: %s\n%s\n", error.message, log ? log : "");
    rustg_log_free(image);
    rustg_log_free(log);
    rustg_cuda_signatures_free(signatures);
    return check_exit();
}
