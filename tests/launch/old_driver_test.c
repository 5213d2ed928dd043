/* old_driver_test.c: drivers of CUDA 12.0 to 13.0, as the fake driver is told, under the toolkit that is here: a driver
 * that refuses the toolkit's cubin gets PTX with a .version that it knows. Each case is a process of its own. NVRTC
 * asks the driver things that the fake one does not know: rustgc, without the fake, makes the PTX, and the linker puts
 * this file's tool_nvrtc in the place of the library's
 * (--wrap). Exits 77 without NVRTC. */
#define _GNU_SOURCE
#include <sys/wait.h>
#include <unistd.h>

#include "codegen/codegen.h"
#include "codegen/toolchain/toolchain.h"
#include "runtime/fake_cuda/fake_check.h"

static const char text[] = "use rustg_std::prelude::*;\n"
                           "#[kernel]\n"
                           "pub fn scan(x: &[u32], first: u32, mut out: GridMut<u32>) {\n"
                           "    let i = thread::index();\n"
                           "    let sum = warp::shuffle_xor(x[i.get() % x.len()] + first, 1);\n"
                           "    if i < out.len() {\n"
                           "        out[i] = sum / first;\n"
                           "    }\n"
                           "}\n";
static const rustg_source source = {.name = "old.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};

static char *ptx; /* of the kernel, for the fake driver's sm_90 */

rustg_status __wrap_tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin,
                               const codegen_options *options, tool_cuda_code *result, rustg_error *why);
rustg_status __wrap_tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin,
                               const codegen_options *options, tool_cuda_code *result, rustg_error *why)
{
    static const char elf[64] = "\177ELF\2\1\1";
    const char *bytes = cubin ? elf : ptx;
    size_t n = cubin ? sizeof elf : strlen(ptx);
    (void)cuda, (void)arch, (void)options, (void)why;
    *result =
        (tool_cuda_code){.bytes = (uint8_t *)arena_text(memory, bytes, n), .n = n, .log = arena_text(memory, "", 0)};
    return RUSTG_OK;
}

static bool make_ptx(void)
{
    char path[600], command[1500];
    const char *build = getenv("RUSTG_BUILD_DIR"), *rustgc = getenv("RUSTGC");
    size_t n = 0, capacity = 1 << 20;
    snprintf(path, sizeof path, "%s/old_driver_test.rs", build ? build : "/tmp");
    FILE *file = fopen(path, "wb");
    CHECK(rustgc && file && fputs(text, file) >= 0 && fclose(file) == 0);
    snprintf(command, sizeof command, "env -u LD_LIBRARY_PATH '%s' --emit=ptx --arch=sm_90 '%s' 2>/dev/null", rustgc,
             path);
    ptx = calloc(capacity, 1);
    FILE *out = popen(command, "r");
    CHECK(ptx && out);
    n = fread(ptx, 1, capacity - 1, out);
    return pclose(out) == 0 && n > 0;
}

static void on_driver(int version, int toolkit)
{
    rustg_context *context;
    rustg_module *module;
    rustg_function *function;
    char number[16];
    snprintf(number, sizeof number, "%d", version);
    setenv("FAKE_CUDA_VERSION", number, 1);
    CHECK(rustg_initialize(NULL, &error) == RUSTG_OK);
    CHECK(rustg_context_open(RUSTG_BACKEND_CUDA, 0, NULL, &context, &error) == RUSTG_OK);
    rustg_status status = rustg_module_from_rust(context, &source, 1, NULL, &module, &error);
    if (version < toolkit) {
        CHECK(status == RUSTG_OK && fake_calls("cuModuleLoadDataEx") == 2);
        CHECK(rustg_module_function(module, "scan", &function, &error) == RUSTG_OK && rustg_function_raw(function));
        rustg_module_free(module);
        static const char newer[] = ".version 9.1\n.target sm_90\n.visible .entry k()\n{ nanosleep.u32 1; ret; }\n";
        CHECK(rustg_module_load(context, newer, sizeof newer, &module, &error) == RUSTG_ERR_CUDA &&
              error.cuda_result == 222);
        CHECK(strstr(error.hint, "driver"));
        /* what says nothing young loads with a lower .version, hints left out */
        static const char plain[] =
            ".version 9.9\n.target sm_90\n.visible .entry k()\n{\n.pragma \"used_bytes_mask 1\";\nret;\n}\n";
        CHECK(rustg_module_load(context, plain, sizeof plain, &module, &error) == RUSTG_OK);
        rustg_module_free(module);
    } else { /* not refused for its age: there is nothing else to try */
        CHECK(status == RUSTG_ERR_CUDA && error.cuda_result == 209 && fake_calls("cuModuleLoadDataEx") == 1);
    }
    rustg_context_close(context);
    rustg_shutdown();
}

/* The PTX that was asked for serves without a second compile. */
static void with_ready_ptx(void)
{
    static const char *const archs[] = {"sm_80"};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels,
                                    .outputs = 1u << RUSTG_OUTPUT_PTX | 1u << RUSTG_OUTPUT_CUBIN,
                                    .archs = archs,
                                    .n_archs = 1};
    rustg_compile_options options = {.struct_size = sizeof options, .kernels = &kernels};
    rustg_context *context;
    rustg_module *module;
    rustg_result *result;
    CHECK(rustg_initialize(NULL, &error) == RUSTG_OK);
    CHECK(rustg_compile(&source, 1, &options, &result, &error) == RUSTG_OK && rustg_result_success(result));
    CHECK(rustg_context_open(RUSTG_BACKEND_CUDA, 0, NULL, &context, &error) == RUSTG_OK);
    CHECK(rustg_module_from_result(context, result, &module, &error) == RUSTG_OK);
    rustg_module_free(module);
    rustg_context_close(context);
    rustg_result_free(result);
    rustg_shutdown();
}

static void run_case(size_t i, int driver)
{
    int major, minor;
    if (i == 0) {
        with_ready_ptx();
        return;
    }
    CHECK(sscanf(tool_nvrtc_version(), "%d.%d", &major, &minor) == 2);
    on_driver(driver, 1000 * major + 10 * minor);
}

int main(void)
{
    static const int drivers[] = {0, 12000, 12010, 12020, 12030, 12040, 12050, 12060, 12080, 12090, 13000};
    int n_failed = 0;
    if (!make_ptx()) {
        puts("skipped: no NVRTC here");
        return 77;
    }
    for (size_t i = 0; i < sizeof drivers / sizeof drivers[0]; i++) {
        int status = 0;
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            run_case(i, drivers[i]);
            exit(0);
        }
        CHECK(child > 0 && waitpid(child, &status, 0) == child);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
            printf("driver %d failed: %d\n", drivers[i], status);
            n_failed++;
        }
    }
    return n_failed != 0;
}
