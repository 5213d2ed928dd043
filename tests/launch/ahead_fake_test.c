/* ahead_fake_test.c: which image of kernels compiled ahead a device gets: the fake driver's is an sm_90. In the place
 * of NVRTC (--wrap) this file gives PTX that has the kernel only where it was made for the architecture that should be
 * taken. */
#define _GNU_SOURCE
#include "codegen/codegen.h"
#include "codegen/toolchain/toolchain.h"
#include "runtime/fake_cuda/fake_check.h"

static const char text[] = "use rustg_std::prelude::*;\n#[kernel]\npub fn none() {}\n";
static const char *right_arch;
static char last_arch[16];
static unsigned n_nvrtc;

rustg_status __wrap_tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin,
                               const codegen_options *options, tool_cuda_code *result, rustg_error *why);
rustg_status __wrap_tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin,
                               const codegen_options *options, tool_cuda_code *result, rustg_error *why)
{
    static const char elf[64] = "\177ELF\2\1\1";
    const char *ptx =
        strcmp(arch, right_arch) == 0 ? ".version 7.0\n.entry none()\n" : ".version 7.0\n.entry other()\n";
    const char *bytes = cubin ? elf : ptx;
    size_t n = cubin ? sizeof elf : strlen(ptx);
    (void)cuda, (void)options, (void)why;
    n_nvrtc++;
    snprintf(last_arch, sizeof last_arch, "%s", arch);
    *result =
        (tool_cuda_code){.bytes = (uint8_t *)arena_text(memory, bytes, n), .n = n, .log = arena_text(memory, "", 0)};
    return RUSTG_OK;
}

/* Compiles for archs, saves, loads, and finds the kernel in a module of that. Returns how often NVRTC was asked after
 * the build. */
static unsigned use(rustg_context *context, uint32_t outputs, const char *const *archs, size_t n_archs,
                    const char *right)
{
    rustg_source source = {.name = "none.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};
    rustg_kernel_options kernels = {
        .struct_size = sizeof kernels, .outputs = outputs, .archs = archs, .n_archs = n_archs};
    rustg_compile_options options = {.struct_size = sizeof options, .kernels = &kernels};
    rustg_result *result;
    rustg_module *module;
    rustg_function *function;
    char *bytes;
    size_t n;
    right_arch = right;
    CHECK(rustg_compile(&source, 1, &options, &result, &error) == RUSTG_OK && rustg_result_success(result));
    CHECK(rustg_kernels_save(result, &bytes, &n, &error) == RUSTG_OK);
    rustg_result_free(result);
    unsigned before = n_nvrtc, loads_before = fake_calls("cuModuleLoadDataEx");
    CHECK(rustg_kernels_load(bytes, n, NULL, 0, &result, &error) == RUSTG_OK);
    CHECK(rustg_module_from_result(context, result, &module, &error) == RUSTG_OK &&
          fake_calls("cuModuleLoadDataEx") == loads_before + 1);
    CHECK(rustg_module_function(module, "none", &function, &error) == RUSTG_OK);
    rustg_module_free(module);
    rustg_result_free(result);
    rustg_log_free(bytes);
    return n_nvrtc - before;
}

/* The architecture for which the code of kernels that nobody compiled ahead is made. */
static void made_for(rustg_context *context, const char *kernel, const char *right)
{
    char file[200];
    snprintf(file, sizeof file, "use rustg_std::prelude::*;\n#[kernel]\npub fn none() { %s }\n", kernel);
    rustg_source source = {.name = "none.rs", .bytes = (const uint8_t *)file, .n_bytes = strlen(file)};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels};
    rustg_compile_options options = {.struct_size = sizeof options, .kernels = &kernels};
    rustg_result *result;
    rustg_module *module;
    CHECK(rustg_compile(&source, 1, &options, &result, &error) == RUSTG_OK && rustg_result_success(result));
    if (rustg_module_from_result(context, result, &module, &error) == RUSTG_OK) /* not where the driver looks closer */
        rustg_module_free(module);
    CHECK(strcmp(last_arch, right) == 0);
    rustg_result_free(result);
}

int main(void)
{
    static const char *const all[] = {"sm_75", "sm_90", "sm_80", "sm_100"},
                             *const older[] = {"sm_80", "sm_75", "sm_100", "sm_120a", "sm_89a"},
                             *const own[] = {"sm_80", "sm_90a", "sm_90", "sm_100"};
    const uint32_t ptx = 1u << RUSTG_OUTPUT_PTX, cubin = 1u << RUSTG_OUTPUT_CUBIN;
    rustg_context *context;
    CHECK(rustg_initialize(NULL, &error) == RUSTG_OK);
    CHECK(rustg_context_open(RUSTG_BACKEND_CUDA, 0, NULL, &context, &error) == RUSTG_OK);
    CHECK(use(context, ptx, all, 4, "sm_90") == 0);
    CHECK(use(context, ptx, older, 5, "sm_80") == 0);
    CHECK(use(context, ptx | cubin, older, 5, "sm_80") == 0); /* none of the cubins is for this generation */
    CHECK(use(context, ptx, own, 4, "sm_90a") == 0);
    CHECK(use(context, ptx, own + 1, 1, "sm_90a") == 0);
    made_for(context, "", "sm_90");
    made_for(context, "unsafe { ptx!(\"setmaxnreg.dec.sync.aligned.u32 40;\", cpu = ()) }", "sm_90a");
    rustg_context_close(context);
    rustg_shutdown();
    return 0;
}
