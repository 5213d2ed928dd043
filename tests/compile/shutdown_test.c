/* shutdown_test.c: what was made before the last rustg_shutdown is used after it: results stay whole and are freed, as
 * their header says; what wants the library again says that it is shut; handles of the runtime are closed. Then all of
 * it once more, for the library opens again. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "compile/api_check.h"
#include "rustg/rustg.h"

enum { N = 8 };

static const char text[] =
    "use rustg_std::prelude::*;\n#[kernel]\npub fn k(mut y: GridMut<u32>) {\n"
    "    let i = thread::index();\n    if i < y.len() {\n        y[i] = 100 / y[i] + i.get() as u32;\n"
    "    }\n}\n";
static const char wrong[] = "fn main() { let x: u8 = ; \"\\q\" }\n";

static rustg_result *compile_text(const char *source_text, bool has_kernels, rustg_session *session)
{
    rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)source_text, .n_bytes = strlen(source_text)};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels,
                                    .outputs = 1u << RUSTG_OUTPUT_C | 1u << RUSTG_OUTPUT_KERNELS};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .session = session};
    rustg_result *result = NULL;
    rustg_error error = {0};
    options.kernels = has_kernels ? &kernels : NULL;
    CHECK_STATUS(RUSTG_OK, rustg_compile(&source, 1, &options, &result, &error));
    return result;
}

static void look_at(const rustg_result *result, size_t n_bytes, bool is_good)
{
    rustg_file file;
    rustg_tokens tokens;
    rustg_ast ast;
    rustg_stats stats = {.struct_size = sizeof stats};
    size_t n_diags, n;
    const uint8_t *bytes;
    CHECK(rustg_result_success(result) == is_good && rustg_result_n_files(result) >= 1);
    CHECK_STATUS(RUSTG_OK, rustg_result_file(result, 0, &file));
    CHECK(file.n_bytes == n_bytes);
    CHECK_STATUS(RUSTG_OK, rustg_result_tokens(result, 0, &tokens));
    CHECK(tokens.kind[tokens.n_toks - 1] == RUSTG_TOK_EOF);
    CHECK_STATUS(RUSTG_OK, rustg_result_ast(result, 0, &ast));
    CHECK(ast.n_nodes > 1);
    CHECK_STATUS(RUSTG_OK, rustg_result_stats(result, &stats));
    const rustg_diagnostic *diags = rustg_result_diagnostics(result, &n_diags);
    CHECK((n_diags == 0) == is_good);
    for (size_t i = 0; i < n_diags; i++) {
        char drawn[2048];
        CHECK(rustg_diagnostic_render(&diags[i], "k.rs", file.bytes, file.n_bytes, RUSTG_FORMAT_HUMAN, 0, drawn,
                                      sizeof drawn) > 10);
    }
    if (rustg_result_n_kernels(result)) {
        rustg_kernel kernel;
        rustg_panic_site site;
        CHECK_STATUS(RUSTG_OK, rustg_result_output(result, RUSTG_OUTPUT_C, 0, &bytes, &n));
        CHECK(n == strlen((const char *)bytes));
        CHECK_STATUS(RUSTG_OK, rustg_result_kernel(result, 0, &kernel));
        CHECK(strcmp(kernel.name, "k") == 0 && strcmp(kernel.params[0].name, "y") == 0);
        CHECK_STATUS(RUSTG_OK, rustg_result_panic_site(result, 1, &site));
        CHECK(strstr(site.message, "divide"));
    }
}

static rustg_status run(rustg_result *result, rustg_error *error)
{
    uint32_t y[N] = {1, 2, 4, 5, 10, 20, 25, 50};
    rustg_argument arg = {y, N};
    rustg_run_options options = {
        .struct_size = sizeof options, .target = RUSTG_TARGET_INTERPRETER, .grid = {1, 1, 1}, .block = {N, 1, 1}};
    rustg_status status = rustg_result_run(result, "k", &options, &arg, 1, NULL, error);
    CHECK(status != RUSTG_OK || (y[0] == 100 && y[7] == 9));
    return status;
}

static void use_results(void)
{
    rustg_error error = {0};
    rustg_session *session;
    rustg_result *loaded = NULL;
    char *image = NULL;
    size_t n_image = 0;
    CHECK_STATUS(RUSTG_OK, rustg_initialize(NULL, &error));
    CHECK_STATUS(RUSTG_OK, rustg_session_create(NULL, &session, &error));
    rustg_result *good = compile_text(text, true, NULL), *again = compile_text(text, true, NULL);
    rustg_result *bad = compile_text(wrong, false, NULL), *in_session = compile_text(text, false, session);
    rustg_shutdown();
    look_at(good, sizeof text - 1, true);
    look_at(again, sizeof text - 1, true);
    look_at(bad, sizeof wrong - 1, false);
    look_at(in_session, sizeof text - 1, true);

    rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};
    rustg_result *none;
    CHECK_STATUS(RUSTG_ERR_NOT_INITIALIZED, rustg_compile(&source, 1, NULL, &none, &error));
    CHECK(!none && error.hint[0]);
    rustg_status status = run(good, &error);
    CHECK(status == RUSTG_ERR_NOT_INITIALIZED && error.message[0]);
    CHECK_STATUS(RUSTG_OK, rustg_kernels_save(good, &image, &n_image, &error));
    CHECK_STATUS(RUSTG_OK, rustg_kernels_load(image, n_image, NULL, 0, &loaded, &error));
    CHECK(rustg_result_n_kernels(loaded) == 1);
    rustg_shutdown(); /* one too many does nothing */

    CHECK_STATUS(RUSTG_OK, rustg_initialize(NULL, &error));
    CHECK_STATUS(RUSTG_OK, run(good, &error));
    CHECK_STATUS(RUSTG_OK, run(loaded, &error));
    look_at(again, sizeof text - 1, true);
    rustg_shutdown();
    rustg_result_free(good);
    rustg_result_free(loaded);
    rustg_result_free(bad);
    rustg_session_free(session);
    rustg_result_free(in_session);
    rustg_result_free(again);
    rustg_log_free(image);
    CHECK(rustg_session_kept_bytes(NULL) == 0);
}

/* A context that is open when the library is shut goes on, or says why not; it and what is of it can be closed. */
static void use_context(void)
{
    rustg_error error = {0};
    rustg_context *context, *late;
    rustg_stream *stream;
    rustg_buffer *buffer;
    rustg_module *module;
    rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};
    uint32_t word = 0;
    CHECK_STATUS(RUSTG_OK, rustg_initialize(NULL, &error));
    CHECK_STATUS(RUSTG_OK, rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error));
    CHECK_STATUS(RUSTG_OK, rustg_stream_create(context, &stream, &error));
    CHECK_STATUS(RUSTG_OK, rustg_buffer_allocate(context, 64, stream, &buffer, &error));
    CHECK_STATUS(RUSTG_OK, rustg_module_from_rust(context, &source, 1, NULL, &module, &error));
    rustg_shutdown();
    CHECK_STATUS(RUSTG_OK, rustg_fill_buffer(buffer, 0, 7, 4, 64, stream, &error));
    CHECK_STATUS(RUSTG_OK, rustg_copy_from_buffer(&word, buffer, 60, 4, stream, &error));
    CHECK(word == 7);
    CHECK_STATUS(RUSTG_OK, rustg_stream_wait(stream, &error));
    CHECK_STATUS(RUSTG_ERR_NOT_INITIALIZED, rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &late, &error));
    rustg_module_free(module);
    rustg_buffer_free(buffer);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        use_results();
        use_context();
    }
    return check_exit();
}
