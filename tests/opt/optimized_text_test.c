/* optimized_text_test.c: what CUDA C++ and own PTX of a kernel hold, and what they no longer hold: checks that are
 * decided, volatile shared memory where no thread waits, and only there. A case is a file of tests/opt/text/cuda or
 * tests/opt/text/ptx, whose first lines say `// has: TEXT` and `// lacks: TEXT`. Each pass of opt_pass.def changes some
 * case. Programs of tests/pipeline/run show that all of it means the same. */
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/source_read.h"
#include "opt/opt.h"
#include "rustg/rustg.h"

#define TEXT_FOLDER "tests/opt/text/"

enum { MOST_PATH = 512, MOST_LINE = 512, MOST_BYTES = 1 << 16 };

/* ---- passes ---- */

static const char *const passes[] = {
#define OPT_PASS(NAME, text, ...) text,
#include "opt/opt_pass.def"
};
enum { N_PASSES = sizeof passes / sizeof *passes, MOST_FUNCTIONS = 512 };
static bool has_changed[N_PASSES]; /* something, in some case */
static uint64_t sums[MOST_FUNCTIONS];

/* A number that tells two versions of a function apart. */
static uint64_t sum_of(const ir_module *m, const ir_function *f)
{
    uint64_t sum[2] = {f->code.n, 0};
    for (uint32_t k = 0; k < f->code.n; k++) {
        const ir_instr *i = &f->code.at[k];
        const uint64_t words[] = {sum[0], i->op, i->flags, i->aux, i->type, i->result, i->imm};
        hash_128(words, sizeof words, sum);
        for (uint32_t n = 0; n < i->n_args; n++) {
            const uint64_t arg[] = {sum[0], m->args.at[i->first_arg + n]};
            hash_128(arg, sizeof arg, sum);
        }
    }
    return sum[0];
}

static void after_pass(void *user, const char *pass, ir_module *m, ir_function_id id)
{
    const uint64_t sum = sum_of(m, &m->functions.at[id]);
    (void)user;
    for (int n = 0; n < N_PASSES; n++)
        if (strcmp(pass, passes[n]) == 0)
            has_changed[n] |= sum != sums[id];
    sums[id] = sum;
}

/* Optimizes a case's IR once more, and watches the passes. A pass that adds functions has changed something too. */
static void watch(const char *ir, size_t n_ir, bool for_cpu, bool for_ptx)
{
    const opt_options options = {.coarsen = true, .for_cpu = for_cpu, .for_ptx = for_ptx, .after_pass = after_pass};
    const char *message = NULL;
    jmp_buf out_of_memory;
    arena memory = {.out_of_memory = &out_of_memory};
    ir_module m;
    assert(setjmp(out_of_memory) == 0);
    ir_begin(&m, &memory);
    assert(ir_read(&m, ir, n_ir, &message) && m.functions.n <= MOST_FUNCTIONS);
    for (ir_function_id id = 1; id < m.functions.n; id++)
        sums[id] = sum_of(&m, &m.functions.at[id]);
    const ir_module *made = opt_optimize(&m, &options);
    for (ir_function_id id = 1; id < made->functions.n; id++)
        for (int n = 0; n < N_PASSES; n++)
            has_changed[n] |= (made->functions.at[id].n_lanes && strcmp(passes[n], "coarsen") == 0) ||
                              (made->functions.at[id].proof && strcmp(passes[n], "launch-version") == 0);
    arena_free(&memory);
}

/* Whether the kernel has what a line of its source says (`// has: TEXT`, `// lacks: TEXT`), if it says anything. */
static bool check_line(const char *name, const char *line, const char *kernel, int *n_said)
{
    char text[MOST_LINE];
    const bool has = sscanf(line, "// has: %511[^\n]", text) == 1;
    if (!has && sscanf(line, "// lacks: %511[^\n]", text) != 1)
        return true;
    ++*n_said;
    if ((strstr(kernel, text) != NULL) == has)
        return true;
    fprintf(stderr, "%s: %s `%s` in\n%s\n", name, has ? "no" : "there is", text, kernel);
    return false;
}

static bool check_lines(const char *name, const char *source, const char *kernel)
{
    bool good = true;
    int n_said = 0;
    for (const char *line = source; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        good &= check_line(name, line, kernel, &n_said);
    if (n_said == 0)
        fprintf(stderr, "%s: it says neither `// has:` nor `// lacks:`\n", name);
    return good && n_said > 0;
}

static bool check(const char *name, const char *text, bool is_ptx)
{
    const rustg_output output = is_ptx ? RUSTG_OUTPUT_PTX : RUSTG_OUTPUT_CUDA;
    static const char *const arch[] = {"sm_90"};
    rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)text, .n_bytes = strlen(text)};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels,
                                    .archs = arch,
                                    .n_archs = 1,
                                    .backend = is_ptx ? RUSTG_KERNEL_BACKEND_PTX : RUSTG_KERNEL_BACKEND_NVRTC,
                                    .outputs = 1u << output | 1u << RUSTG_OUTPUT_IR};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_result *result;
    rustg_error error = {0};
    const uint8_t *bytes;
    size_t n;
    assert(rustg_compile(&source, 1, &options, &result, &error) == RUSTG_OK);
    if (rustg_result_output(result, output, 0, &bytes, &n) != RUSTG_OK) {
        fprintf(stderr, "%s: %s\n", name, rustg_result_message(result));
        rustg_result_free(result);
        return false;
    }
    const char *kernel = strstr((const char *)bytes, is_ptx ? ".entry k(" : "extern \"C\" __global__ void ");
    const bool good = kernel && check_lines(name, text, kernel);
    if (rustg_result_output(result, RUSTG_OUTPUT_IR, 0, &bytes, &n) == RUSTG_OK)
        for (int for_cpu = 0; for_cpu < 2; for_cpu++)
            watch((const char *)bytes, n, for_cpu, is_ptx && !for_cpu);
    rustg_result_free(result);
    return good;
}

static int is_case(const struct dirent *entry)
{
    const size_t n = strlen(entry->d_name);
    return n > 3 && strcmp(entry->d_name + n - 3, ".rs") == 0;
}

/* Checks each file of a folder of tests/opt/text. */
static bool check_folder(const char *folder, bool is_ptx)
{
    struct dirent **files = NULL;
    bool good = true;
    const int n_files = scandir(folder, &files, is_case, alphasort);
    assert(n_files > 0);
    for (int i = 0; i < n_files; i++) {
        char path[MOST_PATH];
        static uint8_t text[MOST_BYTES];
        uint8_t *bytes = NULL;
        size_t n_bytes = 0;
        snprintf(path, sizeof path, "%s/%s", folder, files[i]->d_name);
        assert(source_read_into(path, sizeof text - 1, text, sizeof text, &bytes, &n_bytes) == 0 && bytes == text);
        text[n_bytes] = 0;
        good &= check(path, (const char *)text, is_ptx);
        free(files[i]);
    }
    free(files);
    return good;
}

int main(void)
{
    assert(rustg_initialize(NULL, NULL) == RUSTG_OK);
    bool good = check_folder(TEXT_FOLDER "cuda", false);
    good &= check_folder(TEXT_FOLDER "ptx", true);
    assert(opt_n_unmet() == 0);
    for (int n = 0; n < N_PASSES; n++)
        if (!has_changed[n]) {
            fprintf(stderr, "no case shows what the pass %s does\n", passes[n]);
            good = false;
        }
    return good ? 0 : 1;
}
