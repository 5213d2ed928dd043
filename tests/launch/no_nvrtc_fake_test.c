/* no_nvrtc_fake_test.c: a machine with the driver and without NVRTC: kernels come to the device as rustg's own PTX, and
 * what that has no form for is told with both reasons. The linker puts this file's tool_nvrtc in the place of the
 * library's (--wrap). */
#define _GNU_SOURCE
#include "base/error.h"
#include "codegen/codegen.h"
#include "codegen/toolchain/toolchain.h"
#include "runtime/fake_cuda/fake_check.h"

rustg_status __wrap_tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin,
                               const codegen_options *options, tool_cuda_code *result, rustg_error *why);
rustg_status __wrap_tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin,
                               const codegen_options *options, tool_cuda_code *result, rustg_error *why)
{
    (void)memory, (void)cuda, (void)arch, (void)cubin, (void)options, (void)result;
    error_set(why, RUSTG_ERR_NO_NVRTC, "NVRTC was not found");
    error_hint(why, "install it");
    return RUSTG_ERR_NO_NVRTC;
}

static rustg_source source_of(const char *text)
{
    return (rustg_source){.name = "k.rs", .bytes = (const uint8_t *)text, .n_bytes = strlen(text), .edition = 2021};
}

static const char twice[] = "use rustg_std::prelude::*;\n"
                            "#[kernel]\n"
                            "pub fn double(x: &[f32], mut out: GridMut<f32>) {\n"
                            "    let i = thread::index();\n"
                            "    out[i] = 2.0 * x[i];\n"
                            "}\n";

/* The driver is given one text, and the launch that it counts has the kernel's entry. */
static void check_module(rustg_context *context, rustg_stream *stream, rustg_buffer *buffer)
{
    const rustg_source source = source_of(twice);
    rustg_module *module;
    rustg_function *function;
    const unsigned n_loads = fake_calls("cuModuleLoadDataEx");
    GOOD(rustg_module_from_rust(context, &source, 1, NULL, &module, &error));
    CHECK(fake_calls("cuModuleLoadDataEx") == n_loads + 1);
    GOOD(rustg_module_function(module, "double", &function, &error));
    CHECK(rustg_function_raw(function));
    const rustg_launch_argument args[] = {{.buffer = buffer}, {.buffer = buffer}};
    const rustg_launch_config config = {.struct_size = sizeof config, .grid = {1, 1, 1}, .block = {4, 1, 1}};
    GOOD(rustg_launch(function, stream, &config, args, 2, &error));
    GOOD(rustg_stream_wait(stream, &error));
    rustg_module_free(module);
}

/* More results than an instruction of the backend has. */
static void check_refused(rustg_context *context)
{
    const rustg_source source = source_of("use rustg_std::prelude::*;\n"
                                          "#[kernel]\n"
                                          "pub fn many(mut out: GridMut<u32>) {\n"
                                          "    let mut r = [0u32; 20];\n"
                                          "    unsafe { ptx!(\"add.u32 {0.0}, {0.1}, 1;\", &mut r, cpu = ()) };\n"
                                          "    out[thread::index()] = r[0];\n"
                                          "}\n");
    rustg_module *module;
    CHECK(rustg_module_from_rust(context, &source, 1, NULL, &module, &error) == RUSTG_ERR_NO_NVRTC);
    CHECK(!module && strstr(error.message, "NVRTC was not found; the backend ptx has no form yet for"));
    CHECK(strcmp(error.hint, "install it") == 0);
}

/* PTX that is asked for as such is NVRTC's or, by name, rustg's own. */
static void check_output(void)
{
    static const char *const archs[] = {"sm_90"};
    const rustg_source source = source_of(twice);
    for (uint32_t backend = 0; backend < RUSTG_N_KERNEL_BACKENDS; backend++) {
        const rustg_kernel_options kernels = {.struct_size = sizeof kernels,
                                              .outputs = 1u << RUSTG_OUTPUT_PTX,
                                              .archs = archs,
                                              .n_archs = 1,
                                              .backend = backend};
        const rustg_compile_options options = {.struct_size = sizeof options, .kernels = &kernels};
        rustg_result *result;
        const rustg_status status = rustg_compile(&source, 1, &options, &result, &error);
        CHECK(status != RUSTG_OK || rustg_result_success(result));
        CHECK(status == (backend == RUSTG_KERNEL_BACKEND_PTX ? RUSTG_OK : RUSTG_ERR_NO_NVRTC));
        rustg_result_free(result);
    }
}

int main(void)
{
    rustg_context *context;
    rustg_stream *stream;
    rustg_buffer *buffer;
    GOOD(rustg_initialize(NULL, &error));
    GOOD(rustg_context_open(RUSTG_BACKEND_CUDA, 0, NULL, &context, &error));
    GOOD(rustg_stream_create(context, &stream, &error));
    GOOD(rustg_buffer_allocate(context, 16, stream, &buffer, &error));
    check_module(context, stream, buffer);
    check_refused(context);
    check_output();
    rustg_buffer_free(buffer);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    rustg_shutdown();
    return 0;
}
