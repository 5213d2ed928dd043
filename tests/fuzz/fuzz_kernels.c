/* fuzz_kernels.c: libFuzzer's entry for the compile of kernels. An input is a Rust file of edition 2024.
 * Checked: the call succeeds whatever the source, diagnostics lie inside their files, and what is accepted has IR that
 * reads back as it was, text for NVRTC and for C, and C that the system's compiler takes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "codegen/codegen.h"
#include "codegen/toolchain/toolchain.h"
#include "rustg/rustg.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_data);

/* In the place of the library's (--wrap). The list of kernels would have NVRTC make a cubin of each input, two thirds
 * of the time, for registers that nobody looks at here; what NVRTC takes is tested elsewhere. */
rustg_status __wrap_tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin,
                               const codegen_options *options, tool_cuda_code *result, rustg_error *error);
rustg_status __wrap_tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin,
                               const codegen_options *options, tool_cuda_code *result, rustg_error *error)
{
    (void)memory, (void)cuda, (void)arch, (void)cubin, (void)options;
    memset(result, 0, sizeof *result);
    return error_set(error, RUSTG_ERR_NO_NVRTC, "fuzzing goes without NVRTC");
}

static void fail(const char *what, const char *detail)
{
    fprintf(stderr, "fuzz_kernels: %s: %s\n", what, detail);
    abort();
}

static void check_ir(const char *text, size_t n_bytes)
{
    arena memory = {0};
    jmp_buf out_of_memory;
    ir_module module;
    const char *message = "";
    memory.out_of_memory = &out_of_memory;
    if (setjmp(out_of_memory))
        fail("the IR's text", "out of memory");
    ir_begin(&module, &memory);
    if (!ir_read(&module, text, n_bytes, &message))
        fail("the IR's text does not read back", message);
    const char *again = ir_print(&module);
    if (strlen(again) != n_bytes || memcmp(again, text, n_bytes) != 0)
        fail("the IR's text reads back as another", again);
    arena_free(&memory);
}

static void check_outputs(const rustg_result *result)
{
    const uint8_t *bytes;
    size_t n_bytes;
    const rustg_output outputs[] = {RUSTG_OUTPUT_CUDA, RUSTG_OUTPUT_C, RUSTG_OUTPUT_OBJ, RUSTG_OUTPUT_KERNELS};
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++)
        if (rustg_result_output(result, outputs[i], 0, &bytes, &n_bytes) != RUSTG_OK || n_bytes == 0)
            fail("an output is missing", "");
    if (rustg_result_output(result, RUSTG_OUTPUT_IR, 0, &bytes, &n_bytes) != RUSTG_OK)
        fail("the IR is missing", "");
    check_ir((const char *)bytes, n_bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_data)
{
    static int is_ready;
    if (!is_ready && rustg_initialize(NULL, NULL))
        fail("no library", "");
    is_ready = 1;
    rustg_source source = {.name = "fuzz.rs", .bytes = data, .n_bytes = n_data};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .no_opt_level = 3};
    kernels.outputs = 1u << RUSTG_OUTPUT_CUDA | 1u << RUSTG_OUTPUT_C | 1u << RUSTG_OUTPUT_OBJ | 1u << RUSTG_OUTPUT_IR |
                      1u << RUSTG_OUTPUT_KERNELS;
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .n_threads = 1};
    options.kernels = &kernels;
    rustg_result *result;
    rustg_error error;
    if (rustg_compile(&source, 1, &options, &result, &error))
        fail("the call failed", error.message);
    size_t n_diags;
    const rustg_diagnostic *diags = rustg_result_diagnostics(result, &n_diags);
    for (size_t i = 0; i < n_diags; i++) {
        char text[4096];
        if (diags[i].file == 0 && (diags[i].start > diags[i].end || diags[i].end > n_data))
            fail("a diagnostic outside its file", rustg_diagnostic_kind_name(diags[i].kind));
        rustg_diagnostic_render(&diags[i], "fuzz.rs", data, n_data, RUSTG_FORMAT_HUMAN, 0, text, sizeof text);
    }
    if (rustg_result_success(result) && rustg_result_n_kernels(result) > 0)
        check_outputs(result);
    rustg_result_free(result);
    return 0;
}
