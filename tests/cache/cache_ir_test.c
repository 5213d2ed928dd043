/* cache_ir_test.c: kernels from the cache are run from their IR's text: for every program of tests/pipeline/run and
 * examples/kernels the text, read back, gives the same C and the same CUDA C++ as the module it was printed from. */
#define _GNU_SOURCE
#include <glob.h>

#include "cache_rig.h"
#include "../codegen/codegen_text_of.h"
#include "rustg/rustg.h"

static int n_programs, n_compared;

static void check_emitted(const rustg_result *result, const char *path, rustg_output output, ir_module *m,
                          const codegen_target *target, const codegen_options *how)
{
    const uint8_t *wanted;
    size_t n;
    assert(rustg_result_output(result, output, 0, &wanted, &n) == RUSTG_OK);
    codegen_text text = codegen_text_of(target, m, how);
    if (text.n != n || memcmp(text.text, wanted, n) != 0) {
        fprintf(stderr, "%s: output %d differs\n", path, (int)output);
        exit(1);
    }
}

static void check_program(const char *path, uint32_t debug)
{
    rustg_source source = {.name = path};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .debug = debug};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_result *result;
    const uint8_t *ir;
    const char *message = "";
    size_t n;
    kernels.outputs = 1u << RUSTG_OUTPUT_C | 1u << RUSTG_OUTPUT_CUDA | 1u << RUSTG_OUTPUT_IR;
    assert(rustg_compile(&source, 1, &options, &result, NULL) == RUSTG_OK);
    n_programs++;
    if (rustg_result_success(result)) {
        arena memory = {0};
        jmp_buf out_of_memory;
        ir_module m;
        memory.out_of_memory = &out_of_memory;
        if (setjmp(out_of_memory))
            abort();
        assert(rustg_result_output(result, RUSTG_OUTPUT_IR, 0, &ir, &n) == RUSTG_OK);
        ir_begin(&m, &memory);
        bool is_read = ir_read(&m, (const char *)ir, n, &message);
        if (!is_read)
            fprintf(stderr, "%s: %s\n", path, message);
        assert(is_read && !ir_verify(&m));
        codegen_options how = {.opt_level = 3, .checks = true, .debug = debug != 0};
        check_emitted(result, path, RUSTG_OUTPUT_C, &m, &codegen_target_c, &how);
        check_emitted(result, path, RUSTG_OUTPUT_CUDA, &m, &codegen_target_cuda, &how);
        arena_free(&memory);
        n_compared++;
    }
    rustg_result_free(result);
}

static void check_matching(const char *root, const char *names)
{
    char pattern[1024];
    glob_t programs;
    snprintf(pattern, sizeof pattern, "%.500s/%s", root, names);
    assert(glob(pattern, 0, NULL, &programs) == 0);
    for (size_t i = 0; i < programs.gl_pathc; i++) {
        check_program(programs.gl_pathv[i], 0);
        if (n_programs % 4 == 0)
            check_program(programs.gl_pathv[i], 1);
    }
    globfree(&programs);
}

int main(void)
{
    const char *root = getenv("RUSTG_SOURCE_DIR");
    setenv("RUSTG_CACHE", "off", 1);
    assert(rustg_initialize(NULL, NULL) == RUSTG_OK);
    check_matching(root ? root : ".", "tests/pipeline/run/*/*.rs");
    check_matching(root ? root : ".", "examples/kernels/*.rs");
    printf("%d of %d programs compared\n", n_compared, n_programs);
    assert(n_compared > 100 && n_compared * 10 > n_programs * 9);
    rustg_shutdown();
    return 0;
}
