/* nvrtc_memory_test.c: where there is no memory for what NVRTC made, its program is destroyed all the same. Exits 77
 * without NVRTC. */
#include <string.h>

#include "base/error_check.h"
#include "codegen/toolchain/tool_internal.h"

static int n_programs;
static nvrtc *library, real;

static int create(nvrtc_program *program, const char *text, const char *name, int n, const char *const *headers,
                  const char *const *names)
{
    int code = real.nvrtcCreateProgram(program, text, name, n, headers, names);
    n_programs += code == 0;
    return code;
}

static int destroy(nvrtc_program *program)
{
    n_programs--;
    return real.nvrtcDestroyProgram(program);
}

static int huge(nvrtc_program program, size_t *n)
{
    (void)program;
    *n = SIZE_MAX - 8; /* refused without asking malloc, which sanitizers would report */
    return 0;
}

int main(void)
{
    static const char cuda[] = "extern \"C\" __global__ void k(int *a) { *a = 1; }";
    static arena memory;
    jmp_buf out_of_memory;
    const nvrtc *found = tool_nvrtc_open(&error);
    if (!found) {
        printf("skipped: %s\n", error.message);
        return 77;
    }
    if (setjmp(out_of_memory)) {
        printf("the caller's handler was called\n");
        return 1;
    }
    memory.out_of_memory = &out_of_memory;
    library = (nvrtc *)(uintptr_t)found; /* the library's own, which is not const */
    real = *library;
    library->nvrtcCreateProgram = create;
    library->nvrtcDestroyProgram = destroy;
    const codegen_options options = {.opt_level = 3};
    tool_cuda_source source = {.text = cuda, .name = "k.cu"};
    tool_cuda_code made;
    for (int step = 0; step < 4; step++) { /* nothing, the log, PTX, cubin is too large */
        library->nvrtcGetProgramLogSize = step == 1 ? huge : real.nvrtcGetProgramLogSize;
        library->nvrtcGetPTXSize = step == 2 ? huge : real.nvrtcGetPTXSize;
        library->nvrtcGetCUBINSize = step == 3 ? huge : real.nvrtcGetCUBINSize;
        for (int cubin = 0; cubin < 2; cubin++) {
            rustg_status want = step == 1 || step == 2 + cubin ? RUSTG_ERR_MEMORY : RUSTG_OK;
            const rustg_status of_both = step == 2 ? RUSTG_ERR_MEMORY : want; /* a cubin's PTX is kept too */
            CHECK(tool_nvrtc(&memory, cuda, "sm_80", cubin, &options, &made, &error) == of_both && n_programs == 0);
            CHECK(tool_nvrtc_source(&memory, &source, "sm_80", cubin, &made, &error) == want && n_programs == 0);
            CHECK(memory.out_of_memory == &out_of_memory);
        }
    }
    arena_free(&memory);
    return 0;
}
