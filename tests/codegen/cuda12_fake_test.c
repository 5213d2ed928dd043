/* cuda12_fake_test.c: CUDA 12, which is not here: its NVRTC is fake_nvrtc.c, found where CUDA_PATH says, and its driver
 * the fake one of tests/runtime. Each case is a process of its own, as a process opens both once. */
#define _GNU_SOURCE
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/fake_cuda/fake_check.h"

static const char text[] = "use rustg_std::prelude::*;\n"
                           "#[kernel(block = 64)]\n"
                           "pub fn add(x: &[u32], n: u32, mut y: GridMut<u32>) {\n"
                           "    let i = thread::index();\n"
                           "    if i < y.len() {\n"
                           "        y[i] = x[0] + n;\n"
                           "    }\n"
                           "}\n";
static const rustg_source source = {.name = "add.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};

static rustg_status compile_for(const char *arch, rustg_output output, const rustg_source *of, rustg_result **result)
{
    rustg_kernel_options kernels = {
        .struct_size = sizeof kernels, .outputs = 1u << output, .archs = &arch, .n_archs = 1};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    *result = NULL;
    return rustg_compile(of, 1, &options, result, &error);
}

static void launch_once(rustg_context *context, rustg_module *module, bool is_from_rust)
{
    rustg_stream *stream;
    rustg_function *function;
    rustg_buffer *x, *y;
    rustg_launch_config config = {.struct_size = sizeof config, .n_elements = 256};
    const uint32_t n = 5;
    const uint64_t length = 64;
    GOOD(rustg_stream_create(context, &stream, &error));
    GOOD(rustg_module_function(module, "add", &function, &error));
    GOOD(rustg_buffer_allocate(context, 256, stream, &x, &error));
    GOOD(rustg_buffer_allocate(context, 256, stream, &y, &error));
    const rustg_launch_argument args[3] = {
        {.buffer = x, .length = 64}, {.value = &n, .n_bytes = 4}, {.buffer = y, .length = 64}};
    const rustg_launch_argument raw[5] = {{.buffer = x},
                                          {.value = &length, .n_bytes = 8},
                                          {.value = &n, .n_bytes = 4},
                                          {.buffer = y},
                                          {.value = &length, .n_bytes = 8}};
    if (is_from_rust)
        GOOD(rustg_launch(function, stream, &config, args, 3, &error));
    else
        GOOD(rustg_launch(function, stream, &config, raw, 5, &error));
    GOOD(rustg_stream_wait(stream, &error));
    CHECK(fake_calls("cuLaunchKernel") == 1);
    rustg_buffer_free(x);
    rustg_buffer_free(y);
    rustg_stream_destroy(stream);
}

static rustg_context *open_device(void)
{
    rustg_context *context;
    GOOD(rustg_context_open(RUSTG_BACKEND_CUDA, 0, NULL, &context, &error));
    return context;
}

/* NVRTC 12.0 does not know --minimal; the PTX loads on the driver of the same release. */
static void same_release(void)
{
    rustg_result *result;
    rustg_module *module;
    const uint8_t *bytes;
    size_t n;
    GOOD(compile_for("sm_90", RUSTG_OUTPUT_PTX, &source, &result));
    GOOD(rustg_result_output(result, RUSTG_OUTPUT_PTX, 0, &bytes, &n));
    CHECK(strstr((const char *)bytes, ".entry add("));
    rustg_context *context = open_device();
    GOOD(rustg_module_load(context, bytes, n, &module, &error));
    launch_once(context, module, false);
    rustg_module_free(module);
    rustg_context_close(context);
    rustg_result_free(result);
}

/* A driver older than the toolkit refuses its cubin, and gets PTX that it knows. */
static void older_driver(void)
{
    rustg_module *module;
    setenv("FAKE_NVRTC_VERSION", "12.4", 1);
    rustg_context *context = open_device();
    GOOD(rustg_module_from_rust(context, &source, 1, NULL, &module, &error));
    CHECK(fake_calls("cuModuleLoadDataEx") == 2);
    launch_once(context, module, true);
    rustg_module_free(module);
    rustg_context_close(context);
}

static void unknown_architecture(void)
{
    rustg_result *result;
    CHECK(compile_for("sm_100", RUSTG_OUTPUT_CUBIN, &source, &result) == RUSTG_ERR_ARGUMENT && !result);
    CHECK(strstr(error.message, "`sm_100` is not known to NVRTC 12.0") && strstr(error.hint, "sm_89, sm_90"));
}

/* Those of sm_89 came with 12.1. */
static void fp8_numbers(void)
{
    static const char fp8[] =
        "use rustg_std::prelude::*;\n#[kernel]\npub fn k(mut y: GridMut<f8e4m3>, x: f32) {\n"
        "    let i = thread::index();\n    if i < y.len() {\n        y[i] = f8e4m3::from_f32(x);\n"
        "    }\n}\n";
    const rustg_source of = {.name = "fp8.rs", .bytes = (const uint8_t *)fp8, .n_bytes = sizeof fp8 - 1};
    rustg_result *result;
    CHECK(compile_for("sm_89", RUSTG_OUTPUT_CUBIN, &of, &result) == RUSTG_ERR_ARGUMENT);
    CHECK(strstr(error.message, "NVRTC 12.0 for sm_89") && strstr(error.hint, "12.1"));
    GOOD(compile_for("sm_90", RUSTG_OUTPUT_CUBIN, &of, &result));
    CHECK(rustg_result_success(result));
    rustg_result_free(result);
}

static void own_text(void)
{
    static const char cuda[] = "extern \"C\" __global__ void mine(float *x, int n) { x[0] = n; }\n";
    rustg_cuda_options options = {.struct_size = sizeof options, .arch = "sm_80"};
    char *image, *log = NULL;
    size_t n;
    GOOD(rustg_cuda_compile(cuda, "mine.cu", &options, 0, &image, &n, &log, &error));
    CHECK(strstr(image, ".version") && strstr(image, ".entry mine("));
    rustg_log_free(image);
    rustg_log_free(log);
    static const char *const wrong[] = {"--no-such-option"};
    options.options = wrong;
    options.n_options = 1;
    CHECK(rustg_cuda_compile(cuda, "mine.cu", &options, 0, &image, &n, NULL, &error) == RUSTG_ERR_ARGUMENT);
    CHECK(strstr(error.message, "--no-such-option"));
}

/* NVRTC's own lack of memory is no bug of rustg. */
static void out_of_memory(void)
{
    rustg_result *result;
    setenv("FAKE_NVRTC_FAIL", "1", 1);
    CHECK(compile_for("sm_90", RUSTG_OUTPUT_CUBIN, &source, &result) == RUSTG_ERR_MEMORY);
    CHECK(strstr(error.message, "NVRTC"));
}

static void no_builtins(void)
{
    rustg_result *result;
    setenv("FAKE_NVRTC_VERSION", "12.9", 1);
    CHECK(compile_for("sm_90", RUSTG_OUTPUT_CUBIN, &source, &result) == RUSTG_ERR_NO_NVRTC);
    CHECK(strstr(error.message, "libnvrtc-builtins.so.12.9"));
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"same_release", same_release}, {"older_driver", older_driver}, {"unknown_architecture", unknown_architecture},
    {"fp8_numbers", fp8_numbers},   {"own_text", own_text},         {"out_of_memory", out_of_memory},
    {"no_builtins", no_builtins}};

int main(void)
{
    int n_failed = 0;
    setenv("FAKE_CUDA_VERSION", "12000", 1);
    setenv("RUSTG_CACHE", "off", 1);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int state = 0;
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            GOOD(rustg_initialize(NULL, &error));
            cases[i].run();
            rustg_shutdown();
            exit(0);
        }
        CHECK(child > 0 && waitpid(child, &state, 0) == child);
        if (!WIFEXITED(state) || WEXITSTATUS(state)) {
            printf("%s failed\n", cases[i].name);
            n_failed++;
        }
    }
    return n_failed != 0;
}
