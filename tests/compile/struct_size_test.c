/* struct_size_test.c: structs of callers that were compiled with older or newer headers are taken as far as both know
 * them.
 *
 * Each struct of struct_size.def goes through a call of the library's in memory of its own size, so that a sanitizer
 * finds what lies beyond: with the first release's size, with this one's and with a longer one, and refused with one
 * byte less than the first. Every struct of the headers that begins with struct_size has a row. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/struct_size.h"
#include "compile/api_check.h"
#include "rustg/rustg.h"

enum { FILLER = 0x5A, BEYOND = 64, N = 8 };

static const char text[] = "use rustg_std::prelude::*;\n#[kernel]\npub fn k(mut y: GridMut<u32>) {\n"
                           "    let i = thread::index();\n    if i < y.len() {\n        y[i] = 7;\n    }\n}\n";
static const rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};
static rustg_error error;
static rustg_context *context;
static rustg_stream *stream;
static rustg_module *module;
static rustg_function *function;
static rustg_buffer *buffer;
static rustg_result *with_kernels;

/* ---- A call for each struct; given has its sizes, what the call wants beside them is put in here. ---- */

static rustg_status try_rustg_cache_info(void *given)
{
    return rustg_cache_info_get(given, &error);
}

static rustg_status try_rustg_compile_options(void *given)
{
    rustg_compile_options *options = given;
    rustg_result *result = NULL;
    options->engine = RUSTG_ENGINE_CPU;
    const rustg_status status = rustg_compile(&source, 1, options, &result, &error);
    CHECK((status == RUSTG_OK) == (result != NULL));
    rustg_result_free(result);
    return status;
}

static rustg_status try_rustg_kernel_options(void *given)
{
    const rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = given};
    rustg_kernel_options *kernels = given;
    rustg_result *result = NULL;
    rustg_module *made = NULL;
    kernels->outputs = 1u << RUSTG_OUTPUT_C;
    const rustg_status status = rustg_compile(&source, 1, &options, &result, &error);
    CHECK(status != RUSTG_OK || rustg_result_n_kernels(result) == 1);
    rustg_result_free(result);
    CHECK(rustg_module_from_rust(context, &source, 1, kernels, &made, &error) == status);
    rustg_module_free(made);
    return status;
}

static rustg_status try_rustg_context_options(void *given)
{
    rustg_context_options *options = given;
    rustg_context *made = NULL;
    rustg_memory_stats stats = {.struct_size = sizeof stats};
    options->memory_limit = 1 << 20;
    const rustg_status status = rustg_context_open(RUSTG_BACKEND_CPU, 0, options, &made, &error);
    if (status == RUSTG_OK) {
        CHECK_STATUS(RUSTG_OK, rustg_memory_stats_get(made, &stats));
        CHECK(stats.limit_bytes == 1 << 20);
    }
    rustg_context_close(made);
    return status;
}

/* NVRTC may not be here: then it is asked for after the options were taken. */
static rustg_status try_rustg_cuda_options(void *given)
{
    rustg_cuda_options *options = given;
    char *image = NULL;
    size_t n_bytes = 0;
    options->arch = "sm_90";
    const rustg_status status =
        rustg_cuda_compile("__global__ void k() {}", "k.cu", options, 0, &image, &n_bytes, NULL, &error);
    rustg_log_free(image);
    return status == RUSTG_ERR_NO_NVRTC ? RUSTG_OK : status;
}

static rustg_status try_rustg_device_info(void *given)
{
    const rustg_status status = rustg_device_info_get(0, given, &error);
    CHECK(status != RUSTG_OK || ((rustg_device_info *)given)->usable);
    return status;
}

static rustg_status try_rustg_find_options(void *given)
{
    const char *const path = "k.rs";
    rustg_found *found = NULL;
    const rustg_status status = rustg_find_sources(&path, 1, given, &found, &error);
    rustg_found_free(found);
    return status;
}

static rustg_status try_rustg_adjoint(void *given)
{
    static const char floats[] = "use rustg_std::prelude::*;\n#[kernel(adjoint)]\npub fn k(mut y: GridMut<f32>) {\n"
                                 "    let i = thread::index();\n    if i < y.len() {\n        y[i] *= 2.0;\n    }\n}\n";
    const rustg_source with = {.name = "k.rs", .bytes = (const uint8_t *)floats, .n_bytes = sizeof floats - 1};
    rustg_module *made = NULL;
    CHECK_STATUS(RUSTG_OK, rustg_module_from_rust(context, &with, 1, NULL, &made, &error));
    const rustg_status status = rustg_module_adjoint(made, "k", given, &error);
    const rustg_adjoint *found = given;
    CHECK(status != RUSTG_OK || (found->adjoint && !found->tape && found->n_params == 1 && found->gradients[0] == 1));
    rustg_module_free(made);
    return status;
}

static rustg_status try_rustg_function_info(void *given)
{
    const rustg_status status = rustg_function_info_get(function, given, &error);
    CHECK(status != RUSTG_OK || ((rustg_function_info *)given)->max_threads >= 256);
    return status;
}

static rustg_status try_rustg_init_options(void *given)
{
    const rustg_status status = rustg_initialize(given, &error);
    if (status == RUSTG_OK)
        rustg_shutdown();
    return status;
}

static rustg_status attend(rustg_attention_options *options, rustg_attention_info *info)
{
    const rustg_heads heads = {.buffer = buffer};
    options->element = RUSTG_ELEMENT_BF16;
    options->head_size = 64;
    return rustg_attention(stream, options, &heads, &heads, &heads, &heads, info, &error);
}

static rustg_status try_rustg_attention_info(void *given)
{
    rustg_attention_options options = {.struct_size = sizeof options};
    const rustg_status status = attend(&options, given);
    CHECK(status != RUSTG_OK || strcmp(((rustg_attention_info *)given)->kernel, "none") == 0);
    return status;
}

static rustg_status try_rustg_attention_gradients(void *given)
{
    const rustg_attention_options options = {
        .struct_size = sizeof options, .element = RUSTG_ELEMENT_BF16, .head_size = 64, .log_sums = buffer};
    rustg_attention_gradients *tensors = given;
    rustg_heads *const all[] = {&tensors->q,          &tensors->k,          &tensors->v,          &tensors->o,
                                &tensors->o_gradient, &tensors->q_gradient, &tensors->k_gradient, &tensors->v_gradient};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        all[i]->buffer = buffer;
    return rustg_attention_backward(stream, &options, tensors, NULL, &error);
}

static rustg_status try_rustg_attention_options(void *given)
{
    return attend(given, NULL);
}

static rustg_status try_rustg_launch_config(void *given)
{
    const rustg_launch_argument args[] = {{.buffer = buffer, .length = N}};
    rustg_launch_config *config = given;
    config->n_elements = N;
    const rustg_status status = rustg_launch(function, stream, config, args, 1, &error);
    CHECK_STATUS(RUSTG_OK, rustg_stream_wait(stream, NULL));
    return status;
}

static rustg_status product(rustg_matmul_options *options, rustg_matmul_info *info)
{
    const rustg_matrix at = {.buffer = buffer}, behind = {.buffer = buffer, .offset = 4};
    options->element = options->output = RUSTG_ELEMENT_F32;
    options->m = options->n = options->k = 1;
    return rustg_matmul(stream, options, &at, &at, &behind, info, &error);
}

static rustg_status try_rustg_matmul_info(void *given)
{
    rustg_matmul_options options = {.struct_size = sizeof options};
    const rustg_status status = product(&options, given);
    CHECK(status != RUSTG_OK || !*((rustg_matmul_info *)given)->why);
    return status;
}

static rustg_status try_rustg_matmul_options(void *given)
{
    return product(given, NULL);
}

static rustg_status try_rustg_memory_stats(void *given)
{
    const rustg_status status = rustg_memory_stats_get(context, given);
    CHECK(status != RUSTG_OK || ((rustg_memory_stats *)given)->n_buffers == 1);
    return status;
}

static rustg_status try_rustg_run_options(void *given)
{
    uint32_t y[N] = {0};
    const rustg_argument args[] = {{y, N}};
    rustg_run_options *options = given;
    options->target = RUSTG_TARGET_INTERPRETER;
    for (int i = 0; i < 3; i++)
        options->grid[i] = options->block[i] = 1;
    options->block[0] = N;
    const rustg_status status = rustg_result_run(with_kernels, "k", options, args, 1, NULL, &error);
    CHECK(status != RUSTG_OK || y[N - 1] == 7);
    return status;
}

static rustg_status try_rustg_session_options(void *given)
{
    rustg_session *session = NULL;
    const rustg_status status = rustg_session_create(given, &session, &error);
    rustg_session_free(session);
    return status;
}

static rustg_status try_rustg_stats(void *given)
{
    const rustg_status status = rustg_result_stats(with_kernels, given);
    CHECK(status != RUSTG_OK || ((rustg_stats *)given)->n_bytes == source.n_bytes);
    return status;
}

/* ---- All of them ---- */

typedef struct call_row {
    rustg_status (*call)(void *given);
    size_t size;
} call_row;

static const call_row rows[N_STRUCTS] = {
#define STRUCT(type, last) [STRUCT_##type] = {try_##type, sizeof(type)},
#include "base/struct_size.def"
#undef STRUCT
};

/* A struct of n bytes, of which what this release does not know is not 0, or was not written. */
static void try_size(struct_kind kind, size_t n, rustg_status wanted)
{
    const call_row *row = &rows[kind];
    const size_t known = n < row->size ? n : row->size;
    unsigned char *given = malloc(n);
    size_t after;
    if (!given)
        abort();
    memset(given, 0, known);
    memset(given + known, FILLER, n - known);
    memcpy(given, &n, sizeof n);
    const rustg_status status = row->call(given);
    memcpy(&after, given, sizeof after);
    if (status != wanted || after != n)
        fprintf(stderr, "%s of %zu bytes: %s; its size is %zu\n", struct_size_name(kind), n,
                rustg_status_string(status), after);
    CHECK(status == wanted && after == n);
    for (size_t i = known; i < n; i++)
        CHECK(given[i] == FILLER);
    free(given);
}

static bool has_row(const char *name)
{
    for (int kind = 0; kind < N_STRUCTS; kind++)
        if (strcmp(struct_size_name(kind), name) == 0)
            return true;
    return false;
}

/* How many structs of a header begin with struct_size, each of which has a row. */
static int look_at_header(const char *header)
{
    char path[4096], line[512], name[128] = "";
    int n = 0;
    snprintf(path, sizeof path, "%s/include/rustg/%s", getenv("RUSTG_SOURCE_DIR"), header);
    FILE *file = fopen(path, "r");
    CHECK(file != NULL);
    while (file && fgets(line, sizeof line, file)) {
        sscanf(line, "typedef struct %127[a-z_] {", name);
        if (!strstr(line, "size_t struct_size;"))
            continue;
        n++;
        if (!has_row(name))
            fprintf(stderr, "struct_size.def has no row for %s\n", name);
        CHECK(has_row(name));
    }
    if (file)
        fclose(file);
    return n;
}

int main(void)
{
    static const char *const headers[] = {"attention.h", "cache.h",  "compile.h", "context.h", "device.h", "kernel.h",
                                          "launch.h",    "matmul.h", "module.h",  "session.h", "sources.h"};
    const rustg_kernel_options kernels = {.struct_size = sizeof kernels, .outputs = 1u << RUSTG_OUTPUT_KERNELS};
    const rustg_compile_options options = {
        .struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    int n_structs = 0;
    CHECK_STATUS(RUSTG_OK, rustg_initialize(NULL, &error));
    CHECK_STATUS(RUSTG_OK, rustg_compile(&source, 1, &options, &with_kernels, &error));
    CHECK_STATUS(RUSTG_OK, rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error));
    CHECK_STATUS(RUSTG_OK, rustg_stream_create(context, &stream, &error));
    CHECK_STATUS(RUSTG_OK, rustg_module_from_rust(context, &source, 1, NULL, &module, &error));
    CHECK_STATUS(RUSTG_OK, rustg_module_function(module, "k", &function, &error));
    CHECK_STATUS(RUSTG_OK, rustg_buffer_allocate(context, N * sizeof(uint32_t), stream, &buffer, &error));
    for (int kind = 0; kind < N_STRUCTS && !check_n_failed; kind++) {
        const size_t least = struct_size_least(kind), now = rows[kind].size;
        CHECK(least <= now);
        try_size(kind, least, RUSTG_OK);
        try_size(kind, now, RUSTG_OK);
        try_size(kind, now + BEYOND, RUSTG_OK);
        try_size(kind, least - 1, RUSTG_ERR_ARGUMENT);
    }
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        n_structs += look_at_header(headers[i]);
    CHECK(n_structs == N_STRUCTS);
    rustg_buffer_free(buffer);
    rustg_module_free(module);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    rustg_result_free(with_kernels);
    rustg_shutdown();
    return check_exit();
}
