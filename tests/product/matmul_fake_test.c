/* matmul_fake_test.c: products by cuBLASLt, where fake_blas.c stands for it and the fake driver for CUDA: what the
 * library is told, who is taken, every failure, and that nothing is left. Each case is a process of its own. */
#define _GNU_SOURCE
#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "codegen/toolchain/toolchain.h"
#include "product/matmul_reference.h"
#include "product/product_cublaslt.h"
#include "runtime/fake_cuda/fake_check.h"

void *__real_dlopen(const char *name, int flags);
void *__wrap_dlopen(const char *name, int flags);
static bool hides_blas;
void *__wrap_dlopen(const char *name, int flags)
{
    return hides_blas && name && strstr(name, "cublasLt") ? NULL : __real_dlopen(name, flags);
}

/* In the place of NVRTC: the fake driver takes any text with the entry. */
static bool lacks_nvrtc;
rustg_status __wrap_tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin,
                               const codegen_options *options, tool_cuda_code *result, rustg_error *made);
rustg_status __wrap_tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin,
                               const codegen_options *options, tool_cuda_code *result, rustg_error *made)
{
    static const char text[] =
        ".version 7.0\n.entry product_mma__mma__f32__f32__1__1__0__1__0(.param .u64 a)\n"
        ".entry product_hopper__hopper__bf16__f32__32__64__0__0__1__0(.param .u64 a)\nrustg_panic[168]\n";
    (void)cuda, (void)arch, (void)cubin, (void)options;
    if (lacks_nvrtc)
        return error_set(made, RUSTG_ERR_NO_NVRTC, "NVRTC was not found");
    *result = (tool_cuda_code){.bytes = (uint8_t *)arena_text(memory, text, sizeof text - 1),
                               .n = sizeof text - 1,
                               .log = arena_text(memory, "", 0)};
    return RUSTG_OK;
}

static rustg_context *context;
static rustg_stream *stream;

static int blas_number(const char *name)
{
    void *handle = dlopen("libcublasLt.so.13", RTLD_NOW | RTLD_NOLOAD), *found = handle ? dlsym(handle, name) : NULL;
    int number = -1;
    if (found)
        memcpy(&number, found, sizeof number);
    if (handle)
        dlclose(handle);
    return number;
}

static void start(const char *mode)
{
    setenv("FAKE_BLAS", mode, 1);
    GOOD(rustg_initialize(NULL, &error));
    GOOD(rustg_context_open(RUSTG_BACKEND_CUDA, 0, NULL, &context, &error));
    GOOD(rustg_stream_create(context, &stream, &error));
}

static void finish(void)
{
    fake_cuda_live_fn live;
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    fake_find("rustg_fake_live", &live);
    rustg_shutdown();
    CHECK(live() == 0);
    CHECK(blas_number("rustg_fake_blas_live") <= 0);
}

static rustg_status multiply(rustg_matmul_backend backend, rustg_element element, uint64_t k, rustg_matmul_info *info,
                             rustg_error *why)
{
    rustg_buffer *x, *y;
    const rustg_matmul_options options = {.struct_size = sizeof options,
                                          .backend = backend,
                                          .element = element,
                                          .m = 17,
                                          .n = 3,
                                          .k = k,
                                          .allow_tf32 = 1,
                                          .alpha = 1};
    GOOD(rustg_buffer_allocate(context, 16384, stream, &x, &error));
    GOOD(rustg_buffer_allocate(context, 4096, stream, &y, &error));
    const rustg_matrix a = {.buffer = x}, b = {.buffer = x, .offset = 16}, c = {.buffer = y};
    rustg_status status = rustg_matmul(stream, &options, &a, &b, &c, info, why);
    rustg_buffer_free(x);
    rustg_buffer_free(y);
    return status;
}

/* The fake's results are those of every layout and stride, but GELU's, which it does not have. */
static void library(void)
{
    static const case_row rows[] = {{"f32", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 7, 5, 9, 1},
                                    {"f32 batch", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 4, 6, 3, 3}};
    int is_there = 0, n = 0;
    start("");
    CHECK(strcmp(rustg_matmul_library(&is_there), "cuBLASLt 13.1.0") == 0 && is_there);
    for (size_t i = 0; i < 2; i++)
        for (uint32_t kind = 0; kind < CASE_N_KINDS - 1; kind++) /* the last one has alpha 0 */
            if ((kind / 4 + kind) % 3 != RUSTG_ACTIVATION_GELU) {
                CHECK(case_run(&rows[i], kind, context, stream, n++ % 2 ? RUSTG_MATMUL_LIBRARY : RUSTG_MATMUL_AUTO,
                               0x1p-24) == 0);
                CHECK(case_info.backend == RUSTG_MATMUL_LIBRARY && strcmp(case_info.kernel, "cuBLASLt") == 0);
                CHECK(!*case_info.why);
            }
    const case_row f64 = {"f64", RUSTG_ELEMENT_F64, RUSTG_ELEMENT_F64, 4, 6, 3, 1};
    CHECK(case_run(&f64, 2, context, stream, RUSTG_MATMUL_LIBRARY, 0) == CASE_REFUSED);
    CHECK(strstr(case_error.message, "GELU is not exact enough for f64"));
    CHECK(blas_number("rustg_fake_blas_products") == n);
    finish();
}

/* The search is done once for all products of a kind; types and sums are the library's. */
static void plans(void)
{
    static const struct {
        rustg_element element;
        int compute, reduction;
    } rows[] = {{RUSTG_ELEMENT_F32, LT_COMPUTE_TF32, LT_REDUCTION_ALL},
                {RUSTG_ELEMENT_F64, LT_COMPUTE_64F, LT_REDUCTION_ALL},
                {RUSTG_ELEMENT_F16, LT_COMPUTE_32F, LT_REDUCTION_COMPUTE_TYPE},
                {RUSTG_ELEMENT_BF16, LT_COMPUTE_32F, LT_REDUCTION_COMPUTE_TYPE}};
    start("old");
    CHECK(strcmp(rustg_matmul_library(NULL), "cuBLASLt 12.4.5") == 0);
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 4; i++) {
            GOOD(multiply(RUSTG_MATMUL_LIBRARY, rows[i].element, 4, NULL, &error));
            CHECK(blas_number("rustg_fake_blas_compute") == rows[i].compute);
            CHECK(round || blas_number("rustg_fake_blas_reduction") == rows[i].reduction);
        }
    CHECK(blas_number("rustg_fake_blas_searches") == 4);
    for (uint64_t k = 5; k < 5 + PRODUCT_N_PLANS; k++)
        GOOD(multiply(RUSTG_MATMUL_LIBRARY, RUSTG_ELEMENT_F32, k, NULL, &error));
    GOOD(multiply(RUSTG_MATMUL_LIBRARY, RUSTG_ELEMENT_F32, 4, NULL, &error));
    CHECK(blas_number("rustg_fake_blas_searches") == 4 + PRODUCT_N_PLANS + 1);
    finish();
}

static void failures(void)
{
    rustg_error why;
    start("broken");
    CHECK(multiply(RUSTG_MATMUL_LIBRARY, RUSTG_ELEMENT_F32, 4, NULL, &why) == RUSTG_ERR_CUDA);
    CHECK(strstr(why.message, "cublasLtMatmul failed with 13: the fake failed"));
    CHECK(multiply(RUSTG_MATMUL_AUTO, RUSTG_ELEMENT_F32, 4, NULL, &why) == RUSTG_ERR_CUDA);
    CHECK(multiply(RUSTG_MATMUL_LIBRARY, RUSTG_ELEMENT_F32, 0, NULL, &why) == RUSTG_ERR_ARGUMENT);
    CHECK(strstr(why.message, "k = 0 or alpha = 0"));
    finish();
}

static void unsupported(void)
{
    rustg_error why;
    start("unsupported");
    for (int i = 0; i < 2; i++)
        CHECK(multiply(RUSTG_MATMUL_LIBRARY, RUSTG_ELEMENT_F32, 4, NULL, &why) == RUSTG_ERR_ARGUMENT);
    CHECK(strstr(why.message, "no such product") && blas_number("rustg_fake_blas_searches") == 1);
    finish();
}

/* Without the library `own` is taken. */
static void missing(void)
{
    rustg_matmul_info info = {.struct_size = sizeof info};
    rustg_error why;
    int is_there = 1;
    hides_blas = true;
    start("");
    CHECK(strstr(rustg_matmul_library(&is_there), "was not found") && !is_there);
    CHECK(multiply(RUSTG_MATMUL_LIBRARY, RUSTG_ELEMENT_F32, 4, &info, &why) == RUSTG_ERR_NO_LIBRARY);
    CHECK(strstr(why.message, "libcublasLt.so") && strstr(why.hint, "RUSTG_MATMUL_AUTO"));
    GOOD(multiply(RUSTG_MATMUL_AUTO, RUSTG_ELEMENT_F32, 4, &info, &error));
    CHECK(info.backend == RUSTG_MATMUL_OWN && strcmp(info.kernel, "mma") == 0 && strstr(info.why, "not found"));
    finish();
}

/* Where there is no NVRTC the library does what the table gives to own kernels for sm_90a, if it is there, and else
 * another own kernel, as rustg's own PTX; so are those that are no such kernels. */
static void without_nvrtc_by(const char *mode, rustg_matmul_backend backend, const char *kernel)
{
    rustg_buffer *x, *y;
    rustg_matmul_info info = {.struct_size = sizeof info};
    const rustg_matmul_options thin = {
        .struct_size = sizeof thin, .element = RUSTG_ELEMENT_BF16, .m = 1, .n = 2048, .k = 8192, .alpha = 1};
    rustg_matmul_options square = thin;
    square.m = square.n = square.k = 1024;
    lacks_nvrtc = true;
    start(mode);
    GOOD(rustg_buffer_allocate(context, 2 * thin.n * thin.k, stream, &x, &error));
    GOOD(rustg_buffer_allocate(context, 2 * square.m * square.n, stream, &y, &error));
    const rustg_matrix a = {.buffer = x}, b = {.buffer = x}, c = {.buffer = y};
    GOOD(rustg_matmul(stream, &thin, &a, &b, &c, &info, &error));
    CHECK(info.backend == RUSTG_MATMUL_OWN && strcmp(info.kernel, "thin") == 0 && !*info.why);
    GOOD(rustg_matmul(stream, &square, &a, &b, &c, &info, &error));
    CHECK(info.backend == backend && strcmp(info.kernel, kernel) == 0);
    square.backend = RUSTG_MATMUL_OWN;
    GOOD(rustg_matmul(stream, &square, &a, &b, &c, &info, &error));
    CHECK(info.backend == RUSTG_MATMUL_OWN && strcmp(info.kernel, "mma") == 0 && !*info.why);
    rustg_buffer_free(x);
    rustg_buffer_free(y);
    finish();
}

static void without_nvrtc(void)
{
    without_nvrtc_by("", RUSTG_MATMUL_LIBRARY, "cuBLASLt");
}

static void without_nvrtc_and_library(void)
{
    without_nvrtc_by("unsupported", RUSTG_MATMUL_OWN, "mma");
}

/* Tensor maps have the batch as a dimension, and a launch has as many blocks as there are tiles, or multiprocessors.
 * What they do not fit is done by the other kernel. */
static void hopper(void)
{
    rustg_buffer *x, *y;
    rustg_matmul_info info = {.struct_size = sizeof info};
    const rustg_matmul_options good = {.struct_size = sizeof good,
                                       .backend = RUSTG_MATMUL_OWN,
                                       .element = RUSTG_ELEMENT_BF16,
                                       .output = RUSTG_ELEMENT_F32,
                                       .m = 24,
                                       .n = 16,
                                       .k = 24,
                                       .n_batch = 2,
                                       .transpose_b = 1,
                                       .activation = RUSTG_ACTIVATION_RELU,
                                       .alpha = 1};
    rustg_matmul_options o = good;
    fake_cuda_fail_fn fail;
    rustg_error why;
    start("");
    fake_find("rustg_fake_fail", &fail);
    GOOD(rustg_buffer_allocate(context, 8192, stream, &x, &error));
    GOOD(rustg_buffer_allocate(context, 8192, stream, &y, &error));
    const rustg_matrix a = {.buffer = x, .row_stride = 32, .batch_stride = 24 * 32};
    const rustg_matrix b = {.buffer = x, .offset = 2048, .row_stride = 24};
    const rustg_matrix c = {.buffer = y, .row_stride = 17, .batch_stride = 24 * 17};
    for (int i = 0; i < 2; i++) {
        GOOD(rustg_matmul(stream, &o, &a, &b, &c, &info, &error));
        CHECK(info.backend == RUSTG_MATMUL_OWN && strcmp(info.kernel, "hopper") == 0);
    }
    CHECK(fake_calls("cuTensorMapEncodeTiled") == 4 &&
          fake_calls("cuModuleLoadData") + fake_calls("cuModuleLoadDataEx") == 1);
    fail("cuTensorMapEncodeTiled", 2, CUDA_INVALID_VALUE);
    CHECK(rustg_matmul(stream, &o, &a, &b, &c, NULL, &why) == RUSTG_ERR_CUDA &&
          strstr(why.message, "cuTensorMapEncodeTiled"));
    const rustg_matrix gap = {.buffer = x, .row_stride = 32, .batch_stride = 25 * 32}, odd = {.buffer = x, .offset = 4};
    GOOD(rustg_matmul(stream, &o, &gap, &b, &c, &info, &error));
    CHECK(strcmp(info.kernel, "hopper") == 0 && fake_calls("cuTensorMapEncodeTiled") == 8);
    CHECK(rustg_matmul(stream, &o, &odd, &b, &c, &info, &why) != RUSTG_OK); /* the text has no such entry */
    CHECK(fake_calls("cuTensorMapEncodeTiled") == 8);
    GOOD(rustg_stream_wait(stream, &error));
    rustg_buffer_free(x);
    rustg_buffer_free(y);
    finish();
}

/* In a capture there is no workspace. */
static void captured(void)
{
    rustg_graph *graph;
    rustg_buffer *x, *y;
    const rustg_matmul_options options = {
        .struct_size = sizeof options, .element = RUSTG_ELEMENT_F32, .m = 1, .n = 1, .k = 1, .alpha = 1};
    start("");
    GOOD(rustg_buffer_allocate(context, 64, stream, &x, &error));
    GOOD(rustg_buffer_allocate(context, 64, stream, &y, &error));
    const rustg_matrix a = {.buffer = x}, b = {.buffer = x, .offset = 1}, c = {.buffer = y};
    GOOD(rustg_graph_begin(stream, &error));
    GOOD(rustg_matmul(stream, &options, &a, &b, &c, NULL, &error));
    GOOD(rustg_graph_end(stream, &graph, &error));
    CHECK(blas_number("rustg_fake_blas_searches") == 1);
    GOOD(rustg_matmul(stream, &options, &a, &b, &c, NULL, &error));
    CHECK(blas_number("rustg_fake_blas_searches") == 2);
    rustg_graph_free(graph);
    rustg_buffer_free(x);
    rustg_buffer_free(y);
    finish();
}

int main(void)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } cases[] = {{"library", library},
                 {"plans", plans},
                 {"failures", failures},
                 {"unsupported", unsupported},
                 {"captured", captured},
                 {"missing", missing},
                 {"hopper", hopper},
                 {"without NVRTC", without_nvrtc},
                 {"without both", without_nvrtc_and_library}};
    int n_failed = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int status = 0;
        fflush(stdout);
        const pid_t child = fork();
        if (child == 0) {
            cases[i].run();
            exit(0);
        }
        if (waitpid(child, &status, 0) != child || status != 0)
            n_failed += printf("%s failed\n", cases[i].name) > 0;
    }
    return n_failed != 0;
}
