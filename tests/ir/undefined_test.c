/* undefined_test.c: the interpreter finds what the unsafe kernels of tests/ir/undefined do wrong.
 *   undefined_test [FILE.rs...]
 *
 * A program says its threads a block and its blocks. `//~ words` stands on the line that the error names and begins
 * what it says there; where a second access takes part in it, `//~~` stands on that one's line. */
#define _GNU_SOURCE
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rustg/rustg.h"

enum { MOST_THREADS = 64 };

typedef struct program {
    char *text;
    unsigned threads, blocks, line, other_line;
    char words[256];
} program;

static unsigned n_found, n_failed;

static bool fail(const char *path, const char *what, const char *detail)
{
    printf("FAIL %s: %s%s\n", path, what, detail);
    return false;
}

static bool read_program(const char *path, program *p)
{
    FILE *file = fopen(path, "rb");
    size_t n = 0, line = 1;
    memset(p, 0, sizeof *p);
    if (!file || getdelim(&p->text, &n, 0, file) < 0) {
        if (file)
            fclose(file);
        return fail(path, "cannot be read", "");
    }
    fclose(file);
    for (const char *at = p->text; at && *at; line++) {
        const char *end = strchrnul(at, '\n'), *mark = memmem(at, (size_t)(end - at), "//~", 3);
        sscanf(at, "// threads: %u", &p->threads);
        sscanf(at, "// blocks: %u", &p->blocks);
        if (mark && mark[3] == '~') {
            p->other_line = (unsigned)line;
        } else if (mark) {
            p->line = (unsigned)line;
            snprintf(p->words, sizeof p->words, "%.*s", (int)(end - mark - 4), mark + 4);
        }
        at = *end ? end + 1 : NULL;
    }
    if (!p->line || !p->words[0] || !p->blocks || p->threads * p->blocks == 0 || p->threads * p->blocks > MOST_THREADS)
        return fail(path, "does not say its threads, blocks and error", "");
    return true;
}

static bool check(const char *path, const program *p, rustg_status status, const char *message)
{
    char wanted[512];
    if (status != RUSTG_ERR_PANIC)
        return fail(path, "nothing was found: ", message);
    snprintf(wanted, sizeof wanted, "undefined behaviour in kernel `test` at %s:%u: %s", path, p->line, p->words);
    if (strncmp(message, wanted, strlen(wanted)) != 0)
        return fail(path, "found otherwise: ", message);
    snprintf(wanted, sizeof wanted, " at %s:%u (block ", path, p->other_line);
    if (p->other_line && !strstr(message, wanted))
        return fail(path, "the other access is another: ", message);
    return true;
}

/* The same of the saved image, which is what a cache gives: it knows its lines, too. */
static bool run_saved(const char *path, const program *p, rustg_result *result, const rustg_run_options *how,
                      const rustg_argument *args)
{
    rustg_result *loaded = NULL;
    rustg_error error = {0};
    char *bytes = NULL;
    size_t n = 0;
    bool good;
    if (rustg_kernels_save(result, &bytes, &n, &error) != RUSTG_OK ||
        rustg_kernels_load(bytes, n, NULL, 0, &loaded, &error) != RUSTG_OK) {
        good = fail(path, "cannot be saved and loaded: ", error.message);
    } else {
        const rustg_status status = rustg_result_run(loaded, "test", how, args, 2, NULL, &error);
        good = check(path, p, status, status == RUSTG_OK ? "" : error.message);
    }
    rustg_result_free(loaded);
    rustg_log_free(bytes);
    return good;
}

static bool run_program(const char *path)
{
    program p;
    if (!read_program(path, &p)) {
        free(p.text);
        return false;
    }
    uint32_t n = p.threads * p.blocks, out[MOST_THREADS] = {0}, x[MOST_THREADS] = {0};
    rustg_source source = {.name = path};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .no_opt_level = 2};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_run_options how = {.struct_size = sizeof how,
                             .target = RUSTG_TARGET_INTERPRETER,
                             .grid = {p.blocks, 1, 1},
                             .block = {p.threads, 1, 1}};
    const rustg_argument args[2] = {{out, n}, {x, 4}};
    rustg_result *result = NULL;
    rustg_error error = {0};
    bool good;
    if (rustg_compile(&source, 1, &options, &result, &error) != RUSTG_OK || rustg_result_n_kernels(result) != 1) {
        good = fail(path, "does not compile ", error.message);
    } else {
        rustg_status status = rustg_result_run(result, "test", &how, args, 2, NULL, &error);
        good = check(path, &p, status, status == RUSTG_OK ? "" : error.message);
        memset(out, 0, sizeof out);
        memset(x, 0, sizeof x);
        good = good && run_saved(path, &p, result, &how, args);
    }
    rustg_result_free(result);
    free(p.text);
    return good;
}

static void run_all(void)
{
    const char *root = getenv("RUSTG_SOURCE_DIR");
    char pattern[1024];
    glob_t programs = {0};
    snprintf(pattern, sizeof pattern, "%s/tests/ir/undefined/*/*.rs", root ? root : ".");
    if (glob(pattern, 0, NULL, &programs) != 0)
        n_failed += !fail(pattern, "matches no programs", "");
    for (size_t i = 0; i < programs.gl_pathc; i++)
        run_program(programs.gl_pathv[i]) ? n_found++ : n_failed++;
    globfree(&programs);
}

int main(int argc, char **argv)
{
    if (rustg_initialize(NULL, NULL) != RUSTG_OK)
        return 1;
    for (int i = 1; i < argc; i++)
        run_program(argv[i]) ? n_found++ : n_failed++;
    if (argc == 1)
        run_all();
    rustg_shutdown();
    printf("undefined_test: %u found, %u not\n", n_found, n_failed);
    return n_failed > 0 || n_found == 0;
}
