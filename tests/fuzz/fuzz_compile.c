/* fuzz_compile.c: libFuzzer's entry for rustg_compile: an input's last byte picks the edition, the rest is the source.
 * Checked: the call succeeds, the tree is well formed, diagnostics are ordered and lie inside the file, and the message
 * says whether there were any. */
#include <stdio.h>
#include <stdlib.h>

#include "parser/ast_check.h"
#include "rustg/rustg.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_data);

static void fail(const char *what, size_t at)
{
    fprintf(stderr, "fuzz_compile: %s at %zu\n", what, at);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_data)
{
    static const uint32_t editions[] = {2015, 2018, 2021, 2024};
    static int is_ready;
    if (!is_ready && rustg_initialize(NULL, NULL))
        fail("no library", 0);
    is_ready = 1;
    if (n_data == 0)
        return 0;
    rustg_source source = {.name = "fuzz.rs", .bytes = data, .n_bytes = n_data - 1};
    source.edition = editions[data[n_data - 1] & 3];
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .n_threads = 1};
    rustg_result *result;
    rustg_error error;
    if (rustg_compile(&source, 1, &options, &result, &error))
        fail(error.message, 0);
    rustg_file file;
    rustg_ast ast;
    size_t n_diags;
    uint32_t node;
    if (rustg_result_file(result, 0, &file) || rustg_result_ast(result, file.batch, &ast))
        fail("no tree", 0);
    const char *wrong = ast_check(&ast, &file, &node);
    if (wrong)
        fail(wrong, node);
    const rustg_diagnostic *diags = rustg_result_diagnostics(result, &n_diags);
    for (size_t i = 0; i < n_diags; i++)
        if (diags[i].start > diags[i].end || diags[i].end > file.n_bytes || (i && diags[i].start < diags[i - 1].start))
            fail("a diagnostic out of order or outside the file", i);
    if (rustg_result_success(result) != (n_diags == 0))
        fail("success told wrongly", n_diags);
    rustg_result_free(result);
    return 0;
}
