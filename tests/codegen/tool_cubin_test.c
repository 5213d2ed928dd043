/* tool_cubin_test.c: registers and memory of a cubin's kernels; a cubin that is cut off is no cause of a crash. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "codegen/codegen.h"
#include "codegen/toolchain/toolchain.h"
#include "rustg/rustg.h"

static const char text[] = "extern \"C\" __global__ void plain(int *p) { *p = 1; }\n"
                           "extern \"C\" __global__ void tiled(int *p)\n{\n"
                           "    __shared__ int tile[96];\n    volatile int own[40];\n"
                           "    tile[threadIdx.x] = p[threadIdx.x];\n    own[p[0] % 40] = p[1];\n    __syncthreads();\n"
                           "    p[threadIdx.x] = tile[95 - threadIdx.x] + own[p[2] % 40];\n}\n";

static void check_whole(const tool_cuda_code *made, const char *arch)
{
    tool_resources plain = tool_cubin_resources(made->bytes, made->n, arch, "plain");
    tool_resources tiled = tool_cubin_resources(made->bytes, made->n, arch, "tiled");
    tool_resources none = tool_cubin_resources(made->bytes, made->n, arch, "tile");
    assert(plain.registers > 0 && plain.registers < 64 && plain.shared_bytes == 0 && plain.local_bytes == 0);
    assert(tiled.registers > 0 && tiled.registers < 64 && tiled.shared_bytes == 384 && tiled.local_bytes == 160);
    assert(none.registers == UINT32_MAX && none.shared_bytes == UINT32_MAX && none.local_bytes == UINT32_MAX);
}

/* Each beginning of the file in memory of its own, and the file with each byte of its header and tables of sections
 * changed. */
static void check_broken(const tool_cuda_code *made, const char *arch)
{
    for (size_t n = 0; n < made->n; n += n < 256 ? 1 : 61) {
        uint8_t *copy = malloc(n + 1);
        assert(copy);
        memcpy(copy, made->bytes, n);
        copy = realloc(copy, n ? n : 1);
        tool_cubin_resources(copy, n, arch, "tiled");
        free(copy);
    }
    uint8_t *copy = malloc(made->n);
    assert(copy);
    for (size_t i = 0; i < made->n; i++) {
        memcpy(copy, made->bytes, made->n);
        copy[i] ^= 0xFF;
        tool_cubin_resources(copy, made->n, arch, "tiled");
    }
    free(copy);
}

int main(void)
{
    static const char *const archs[] = {"sm_80", "sm_90"};
    static arena memory;
    jmp_buf out_of_memory;
    assert(rustg_initialize(NULL, NULL) == RUSTG_OK);
    memory.out_of_memory = &out_of_memory;
    if (setjmp(out_of_memory))
        return 1;
    for (size_t i = 0; i < 2; i++) {
        codegen_options how = {.opt_level = 3};
        tool_cuda_code made;
        rustg_error error = {0};
        rustg_status status = tool_nvrtc(&memory, text, archs[i], true, &how, &made, &error);
        if (status == RUSTG_ERR_NO_NVRTC) {
            printf("skipped: %s\n", error.message);
            return 77;
        }
        assert(status == RUSTG_OK);
        check_whole(&made, archs[i]);
        check_broken(&made, archs[i]);
    }
    arena_free(&memory);
    rustg_shutdown();
    return 0;
}
