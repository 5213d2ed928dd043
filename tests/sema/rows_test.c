/* rows_test.c: every row of diagnostic_sema.def is an error of some program of tests/sema/reject, or a warning of one
 * of tests/sema/warn.
 *
 * A program in a folder of tests/sema/reject is a module of one beside that folder and is read through it. Errors that
 * no small program can have are named below, each with the reason. */
#define _GNU_SOURCE
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rustg/rustg.h"

static const uint32_t rows[] = {
#define DIAG(value, name, code, message, label, note, help) RUSTG_DIAG_##name,
#include "rustg/diagnostic_sema.def"
};
enum { N_ROWS = sizeof rows / sizeof rows[0] };

static const struct {
    uint32_t kind;
    const char *reason;
} without_program[] = {
    {RUSTG_DIAG_FP8_NEEDS_ARCH, "needs PTX for an architecture; tests/cli has one"},
    {RUSTG_DIAG_NEEDS_ARCH, "needs PTX for an architecture; tests/codegen/limits_test.py has one"},
    {RUSTG_DIAG_ADJOINT_TEXT, "needs --emit=adjoint; tests/adjoint/adjoint_text_test.py has one"},
    {RUSTG_DIAG_NESTED_TOO_DEEPLY, "needs a file of megabytes; tests/engine has one"},
};

/* A lint that warns is named in lint.def and, as its code, in diagnostic_sema.def. */
static const struct {
    uint32_t kind;
    const char *name;
} lints[] = {
#define LINT_WARNS(NAME, text, group) {RUSTG_DIAG_##NAME, text},
#include "sema/lints/lint.def"
};

static bool seen[RUSTG_N_DIAGNOSTIC_KINDS];

/* Of a program that begins with `// edition 2015`. */
static uint32_t edition_of(const char *path)
{
    unsigned edition = 0;
    FILE *f = fopen(path, "r");
    if (f && fscanf(f, "// edition %u", &edition) != 1)
        edition = 0;
    if (f)
        fclose(f);
    return edition;
}

static bool compile_one(const char *path)
{
    rustg_source source = {.name = path, .edition = edition_of(path)};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .no_opt_level = 2, .warnings = 1};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_result *result = NULL;
    rustg_error error = {0};
    size_t n = 0;
    if (rustg_compile(&source, 1, &options, &result, &error) != RUSTG_OK) {
        printf("FAIL %s: %s\n", path, error.message);
        return false;
    }
    const rustg_diagnostic *diags = rustg_result_diagnostics(result, &n);
    for (size_t i = 0; i < n; i++)
        seen[diags[i].kind] = true;
    const rustg_diagnostic *warnings = rustg_result_warnings(result, &n);
    for (size_t i = 0; i < n; i++)
        seen[warnings[i].kind] = true;
    rustg_result_free(result);
    return true;
}

/* How many programs there are; *n_failed grows by those that rustg cannot compile. */
static size_t compile_folder(const char *name, unsigned *n_failed)
{
    const char *root = getenv("RUSTG_SOURCE_DIR");
    char pattern[1024];
    glob_t programs;
    snprintf(pattern, sizeof pattern, "%s/tests/sema/%s/*/*.rs", root ? root : ".", name);
    if (glob(pattern, 0, NULL, &programs) != 0)
        return 0;
    for (size_t i = 0; i < programs.gl_pathc; i++)
        *n_failed += !compile_one(programs.gl_pathv[i]);
    const size_t n = programs.gl_pathc;
    globfree(&programs);
    return n;
}

int main(void)
{
    unsigned n_failed = 0;
    if (rustg_initialize(NULL, NULL) != RUSTG_OK)
        return 1;
    const size_t n = compile_folder("reject", &n_failed) + compile_folder("warn", &n_failed);
    for (size_t i = 0; i < sizeof without_program / sizeof without_program[0]; i++) {
        if (seen[without_program[i].kind]) {
            printf("FAIL %s has a program: take it off the list\n",
                   rustg_diagnostic_kind_name(without_program[i].kind));
            n_failed++;
        }
        seen[without_program[i].kind] = true;
    }
    for (size_t i = 0; i < N_ROWS; i++)
        if (!seen[rows[i]]) {
            printf("FAIL no program of tests/sema has the error or warning %s\n", rustg_diagnostic_kind_name(rows[i]));
            n_failed++;
        }
    for (size_t i = 0; i < sizeof lints / sizeof lints[0]; i++)
        if (strcmp(rustg_diagnostic_code(lints[i].kind), lints[i].name) != 0) {
            printf("FAIL lint %s has the code %s\n", lints[i].name, rustg_diagnostic_code(lints[i].kind));
            n_failed++;
        }
    rustg_shutdown();
    printf("%zu programs, %u failed\n", n, n_failed);
    return n_failed > 0 || n == 0;
}
