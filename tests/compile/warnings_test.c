/* warnings_test.c: what a result has of warnings: where they are asked for, where a lint is denied, and that a compile
 * with some is made anew while one without is taken from the cache. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rustg/diagnostic_kind.h"
#include "rustg/rustg.h"

static const char badly_named[] = "use rustg_std::prelude::*;\npub mod parts;\npub const tenth: f32 = 0.1;\n#[kernel]\n"
                                  "pub fn k(mut y: GridMut<f32>) {\n    y[thread::index()] = tenth;\n}\n";

static int read_mod(void *user, const char *path, const uint8_t **bytes, size_t *n_bytes)
{
    static const char text[] = "pub fn BadName() {}\n";
    (void)user;
    *bytes = (const uint8_t *)text;
    *n_bytes = sizeof text - 1;
    return strcmp(path, "src/parts.rs") != 0;
}

static rustg_result *compile(const char *text, uint32_t warnings)
{
    const rustg_source source = {.name = "src/k.rs", .bytes = (const uint8_t *)text, .n_bytes = strlen(text)};
    const rustg_kernel_options kernels = {
        .struct_size = sizeof kernels, .outputs = 1u << RUSTG_OUTPUT_C, .read_mod = read_mod, .warnings = warnings};
    const rustg_compile_options options = {
        .struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .n_threads = 1, .kernels = &kernels};
    rustg_result *result = NULL;
    rustg_error error = {0};
    if (rustg_compile(&source, 1, &options, &result, &error) != RUSTG_OK)
        fprintf(stderr, "%s\n", error.message);
    assert(result);
    return result;
}

static uint64_t hits_of(const rustg_result *result)
{
    rustg_stats stats = {.struct_size = sizeof stats};
    assert(rustg_result_stats(result, &stats) == RUSTG_OK);
    return stats.n_cache_hits;
}

static void test_rows(void)
{
    size_t n;
    rustg_result *result = compile(badly_named, 1);
    const rustg_diagnostic *rows = rustg_result_warnings(result, &n);
    assert(rustg_result_success(result) && n == 2 && rustg_result_warnings(result, NULL) == rows);
    assert(rows[0].kind == RUSTG_DIAG_NON_UPPER_CASE_GLOBALS && rows[0].file == 0);
    assert(rows[1].kind == RUSTG_DIAG_NON_SNAKE_CASE && rows[1].file == 1);
    assert(strcmp(rustg_diagnostic_code(rows[1].kind), "non_snake_case") == 0);
    assert(rows[0].parts[0].kind == RUSTG_PART_IS_WARNING);
    (void)rustg_result_diagnostics(result, &n);
    assert(n == 0);
    char text[2048];
    n = rustg_result_render(result, RUSTG_FORMAT_SHORT, 0, text, sizeof text);
    assert(n < sizeof text);
    assert(strcmp(text, "src/k.rs:3:11: warning: constant `tenth` should have an upper case name\n"
                        "src/parts.rs:1:8: warning: function `BadName` should have a snake case name\n") == 0 ||
           (fprintf(stderr, "%s", text), 0));
    rustg_result_free(result);
}

static void test_not_asked(void)
{
    size_t n;
    rustg_result *result = compile(badly_named, 0);
    assert(rustg_result_success(result) && !rustg_result_warnings(result, &n) && n == 0);
    rustg_result_free(result);
    assert(!rustg_result_warnings(NULL, &n) && n == 0);
}

static void test_denied(void)
{
    static const char text[] = "#![deny(non_snake_case)]\npub fn BadName() {}\npub const lower: u32 = 1;\n";
    size_t n;
    rustg_result *result = compile(text, 1);
    assert(!rustg_result_success(result));
    const rustg_diagnostic *rows = rustg_result_diagnostics(result, &n);
    assert(n == 1 && rows[0].kind == RUSTG_DIAG_NON_SNAKE_CASE);
    (void)rustg_result_warnings(result, &n);
    assert(n == 1);
    rustg_result_free(result);
    result = compile(text, 0);
    assert(rustg_result_success(result));
    rustg_result_free(result);
}

static void test_cache(void)
{
    static const char good[] = "use rustg_std::prelude::*;\n#[kernel]\npub fn k(mut y: GridMut<f32>) {\n"
                               "    y[thread::index()] = 0.5;\n}\n";
    for (int round = 0; round < 2; round++) {
        rustg_result *result = compile(good, 1);
        assert((hits_of(result) > 0) == (round > 0));
        rustg_result_free(result);
        size_t n;
        result = compile(badly_named, 1);
        (void)rustg_result_warnings(result, &n);
        assert(n == 2 && hits_of(result) == 0);
        rustg_result_free(result);
    }
}

int main(void)
{
    char folder[] = "/tmp/rustg-warnings-XXXXXX";
    assert(mkdtemp(folder) && setenv("RUSTG_CACHE_DIR", folder, 1) == 0 && unsetenv("RUSTG_CACHE") == 0);
    assert(rustg_initialize(NULL, NULL) == RUSTG_OK);
    test_rows();
    test_not_asked();
    test_denied();
    test_cache();
    rustg_shutdown();
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    assert(system(command) == 0);
    puts("all passed");
    return 0;
}
