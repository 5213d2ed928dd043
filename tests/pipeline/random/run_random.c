/* run_random.c: all kernels of one crate, each on the engines asked for: run_random ROOT.rs THREADS LEVEL ENGINE...
 *
 * Engines: cpu, interpreter, cuda, and ptx, which is CUDA with rustg's own PTX and not to be named beside cuda.
 * A kernel takes one GridMut<u64>, and maybe behind it a &[u64] of the numbers of gen_loops.py and one of them; it runs
 * in one block. Two lines for each kernel and engine, and a third where a thread panics: ENGINE KERNEL THREADS numbers
 *   panic PATH:LINE:COLUMN: WORDS (thread N)
 * Exit code 3: rustg refuses the crate. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rustg/rustg.h"

enum { LARGEST_BLOCK = 1024, N_NUMBERS = 64 };
typedef struct engine {
    const char *name;
    rustg_target target;
} engine;
static const engine engines[] = {{"cpu", RUSTG_TARGET_CPU},
                                 {"cuda", RUSTG_TARGET_CUDA},
                                 {"ptx", RUSTG_TARGET_CUDA},
                                 {"interpreter", RUSTG_TARGET_INTERPRETER}};

static char *read_whole(const char *path, size_t *n)
{
    FILE *in = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    *n = in && text ? fread(text, 1, (1 << 20) - 1, in) : 0;
    if (in)
        fclose(in);
    return text;
}

/* Small, near the ends of the widths, and any: gen_loops.py's NUMBERS. */
static uint64_t number(uint64_t k)
{
    const uint64_t small = k / 4;
    switch (k % 4) {
    case 0: return small;
    case 1: return UINT64_MAX - small;
    case 2: return UINT64_C(0x8080808080808080) - small;
    default: return (k + 1) * UINT64_C(0x9E3779B97F4A7C15);
    }
}

static int run_kernel(rustg_result *result, const rustg_kernel *kernel, uint32_t n_threads, const engine *on)
{
    const char *name = kernel->name;
    uint64_t out[LARGEST_BLOCK] = {0}, numbers[N_NUMBERS];
    for (uint64_t k = 0; k < N_NUMBERS; k++)
        numbers[k] = number(k);
    rustg_run_options options = {
        .struct_size = sizeof options, .target = on->target, .grid = {1, 1, 1}, .block = {n_threads, 1, 1}};
    rustg_argument args[] = {{out, n_threads}, {numbers, N_NUMBERS}, {&numbers[9], 0}};
    rustg_panic panic;
    rustg_panic_site site;
    rustg_error error = {0};
    rustg_status status = rustg_result_run(result, name, &options, args, kernel->n_params, &panic, &error);
    if (status != RUSTG_OK && status != RUSTG_ERR_PANIC) {
        fprintf(stderr, "%s on %s: %s\n", name, on->name, error.message);
        return 1;
    }
    printf("%s %s\n", on->name, name);
    for (uint32_t i = 0; i < n_threads; i++)
        printf("%s%" PRIu64, i ? " " : "", out[i]);
    putchar('\n');
    if (panic.happened) {
        char words[1024];
        if (rustg_result_panic_site(result, panic.site, &site) != RUSTG_OK)
            return 1;
        rustg_panic_message(result, &panic, words, sizeof words);
        printf("panic %s:%u:%u: %s (thread %u)\n", site.path, (unsigned)site.line, (unsigned)site.column, words,
               (unsigned)panic.thread[0]);
    }
    return 0;
}

int main(int argc, char **argv)
{
    int failed = 0;
    if (argc < 5 || atoi(argv[2]) < 1 || atoi(argv[2]) > LARGEST_BLOCK || rustg_initialize(NULL, NULL) != RUSTG_OK)
        return 2;
    size_t n;
    char *text = read_whole(argv[1], &n);
    rustg_source source = {.name = argv[1], .bytes = (const uint8_t *)text, .n_bytes = n, .edition = 2024};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .no_opt_level = 3 - (uint32_t)atoi(argv[3])};
    for (int k = 4; k < argc; k++)
        if (strcmp(argv[k], "ptx") == 0)
            kernels.backend = RUSTG_KERNEL_BACKEND_PTX;
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_result *result;
    rustg_error error = {0};
    if (rustg_compile(&source, 1, &options, &result, &error) != RUSTG_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    if (!rustg_result_success(result))
        failed = 3;
    for (size_t i = 0; !failed && i < rustg_result_n_kernels(result); i++) {
        rustg_kernel kernel;
        rustg_result_kernel(result, i, &kernel);
        for (int k = 4; k < argc; k++)
            for (size_t on = 0; on < sizeof engines / sizeof engines[0]; on++)
                if (strcmp(argv[k], engines[on].name) == 0)
                    failed |= run_kernel(result, &kernel, (uint32_t)atoi(argv[2]), &engines[on]);
    }
    rustg_result_free(result);
    rustg_shutdown();
    free(text);
    return failed;
}
