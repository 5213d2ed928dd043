/* jitlink_fake_test.c: cubins of the backend ptx with fake_jitlink.c, found where CUDA_PATH says, and each way in which
 * it may refuse. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rustg/rustg.h"

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("%s:%d: %s (%s)\n", __FILE__, __LINE__, #condition, error.message);                                 \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

static const char text[] = "use rustg_std::prelude::*;\n#[kernel]\npub fn k(mut y: GridMut<u32>) {\n"
                           "    let i = thread::index();\n    if i < y.len() {\n        y[i] = 1;\n    }\n}\n";
static rustg_error error;

static rustg_status compile_for(const char *arch, uint32_t outputs, rustg_result **result)
{
    const rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};
    const char *const archs[] = {"sm_75", arch};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels,
                                    .outputs = outputs,
                                    .archs = archs,
                                    .n_archs = 2,
                                    .backend = RUSTG_KERNEL_BACKEND_PTX};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    *result = NULL;
    return rustg_compile(&source, 1, &options, result, &error);
}

int main(void)
{
    enum { CUBIN = 1u << RUSTG_OUTPUT_CUBIN, FATBIN = 1u << RUSTG_OUTPUT_FATBIN, LIST = 1u << RUSTG_OUTPUT_KERNELS };
    rustg_result *result;
    const uint8_t *bytes;
    size_t n;
    setenv("RUSTG_CACHE", "off", 1);
    CHECK(rustg_initialize(NULL, &error) == RUSTG_OK);
    CHECK(compile_for("sm_90", CUBIN | FATBIN | LIST, &result) == RUSTG_OK);
    CHECK(rustg_result_output(result, RUSTG_OUTPUT_CUBIN, 1, &bytes, &n) == RUSTG_OK);
    CHECK(n > 100 && memcmp(bytes, "\177ELF", 4) == 0 && memmem(bytes, n, ".target sm_90", 13));
    CHECK(rustg_result_output(result, RUSTG_OUTPUT_FATBIN, 0, &bytes, &n) == RUSTG_OK);
    CHECK(memmem(bytes, n, "\177ELF\2.version", 13) && memmem(bytes, n, ".target sm_75", 13));
    CHECK(rustg_result_output(result, RUSTG_OUTPUT_KERNELS, 0, &bytes, &n) == RUSTG_OK);
    CHECK(memmem(bytes, n, "\"registers\": null", 17)); /* the fake's cubin does not tell them */
    rustg_result_free(result);
    CHECK(compile_for("sm_121", CUBIN, &result) == RUSTG_ERR_ARGUMENT && !result);
    CHECK(strstr(error.message, "`sm_121` is not known to nvJitLink"));
    setenv("FAKE_JITLINK_FAIL", "4", 1);
    CHECK(compile_for("sm_90", FATBIN, &result) == RUSTG_ERR_INTERNAL && !result);
    CHECK(strstr(error.message, "result 4): error   : Unexpected instruction at line 7"));
    CHECK(compile_for("sm_90", LIST, &result) == RUSTG_OK && rustg_result_success(result));
    rustg_result_free(result);
    unsetenv("FAKE_JITLINK_FAIL");
    rustg_shutdown();
    return 0;
}
