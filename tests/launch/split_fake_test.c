/* split_fake_test.c: launches split over one, two and four devices of the fake driver. The linker puts this file's
 * tool_nvrtc in the place of the library's (--wrap): the module is a list of the kernels' names, and what they do is
 * below, in C. */
#define _GNU_SOURCE
#include <sys/wait.h>
#include <unistd.h>

#include "codegen/codegen.h"
#include "codegen/toolchain/toolchain.h"
#include "launch/split_check.h"
#include "runtime/fake_cuda/fake_check.h"

rustg_status __wrap_tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin,
                               const codegen_options *options, tool_cuda_code *result, rustg_error *made);
rustg_status __wrap_tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin,
                               const codegen_options *options, tool_cuda_code *result, rustg_error *made)
{
#define PAIR ".param .u64 p, .param .u64 n"
    static const char text[] = ".version 7.0\n.entry add(" PAIR ", " PAIR ", " PAIR ")\n"
                               ".entry number(.param .u32 first, .param .u64 wide, " PAIR ")\n"
                               ".entry matmul(" PAIR ", " PAIR ", " PAIR ", " PAIR ")\nrustg_panic[168]\n";
    (void)cuda, (void)arch, (void)cubin, (void)options, (void)made;
    *result = (tool_cuda_code){.bytes = (uint8_t *)arena_text(memory, text, sizeof text - 1),
                               .n = sizeof text - 1,
                               .log = arena_text(memory, "", 0)};
    return RUSTG_OK;
}

static int n_launches;

static const float *floats(uint64_t pointer)
{
    return (const float *)(uintptr_t)pointer;
}

/* Parameters as the kernels have them: a slice is a pointer and a length; a u32 is the low half. */
static void run(const char *name, const unsigned shape[6], unsigned shared_bytes, const uint64_t *p)
{
    uint64_t n_threads = (uint64_t)shape[0] * shape[3];
    (void)shared_bytes;
    n_launches++;
    for (uint64_t i = 0; i < n_threads; i++) {
        if (strcmp(name, "add") == 0 && i < p[5]) {
            ((float *)(uintptr_t)p[4])[i] = floats(p[0])[i] + floats(p[2])[i];
        } else if (strcmp(name, "number") == 0 && i < p[3]) {
            ((uint64_t *)(uintptr_t)p[2])[i] = ((uint32_t)p[0] + i) * 1000 + p[1];
        } else if (strcmp(name, "matmul") == 0 && i < p[7]) {
            float sum = 0;
            for (uint64_t l = 0; l < p[1]; l++)
                sum += floats(p[2])[i / p[0] * p[1] + l] * floats(p[4])[l * p[0] + i % p[0]];
            ((float *)(uintptr_t)p[6])[i] = sum;
        }
    }
}

static void run_on(int n_devices)
{
    rustg_context *contexts[SPLIT_MOST];
    fake_cuda_run_fn run_kernels;
    fake_cuda_calls_fn calls;
    fake_cuda_live_fn live;
    char number[16];
    snprintf(number, sizeof number, "%d", n_devices);
    setenv("FAKE_CUDA_DEVICES", number, 1);
    GOOD(rustg_initialize(NULL, &error));
    CHECK(rustg_device_count() == 1 + (size_t)n_devices);
    fake_find("rustg_fake_run", &run_kernels);
    fake_find("rustg_fake_calls", &calls);
    fake_find("rustg_fake_live", &live);
    run_kernels(run, 0);
    for (int i = 0; i < n_devices; i++)
        GOOD(rustg_context_open(RUSTG_BACKEND_CUDA, i, NULL, &contexts[i], &error));
    split_check(contexts, (size_t)n_devices);
    for (int i = 0; i < n_devices; i++)
        rustg_context_close(contexts[i]);
    /* three sums of as many parts as there are, one of a single item; numbers; a product; copies of parts to another
     * device */
    CHECK(n_launches == 4 * n_devices + 1);
    CHECK(calls("cuMemcpyPeerAsync") == (n_devices > 1 ? 2 : 0) &&
          calls("cuCtxEnablePeerAccess") == (n_devices > 1 ? 1 : 0));
    rustg_shutdown();
    CHECK(live() == 0);
}

int main(void)
{
    static const int numbers[] = {1, 2, 4};
    int n_failed = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        int status = 0;
        fflush(stdout);
        pid_t child = fork(); /* a process opens the driver once */
        if (child == 0) {
            run_on(numbers[i]);
            exit(0);
        }
        CHECK(child > 0 && waitpid(child, &status, 0) == child);
        n_failed += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    }
    return n_failed != 0;
}
