/* module_test.c: modules and launches through the public interface: on the CPU, and on a GPU where there is one. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/global_lock.h"
#include "launch/saxpy_text.h"
#include "rustg/runtime.h"

static const char kernels_text[] = SAXPY_TEXT "#[kernel(block = 64)]\n"
                                              "pub fn count(mut out: GridMut<u32>) {\n"
                                              "    let i = thread::index();\n"
                                              "    if i < out.len() {\n"
                                              "        out[i] += thread::block_dim_x();\n"
                                              "    }\n"
                                              "}\n"
                                              "#[kernel(max_threads = 128)]\n"
                                              "pub fn place(mut out: GridMut<u64>) {\n"
                                              "    let i = thread::index();\n"
                                              "    if i < out.len() {\n"
                                              "        out[i] = i.get() as u64 * 3 + 1;\n"
                                              "    }\n"
                                              "}\n";

static void check(rustg_status status, const rustg_error *error, const char *what)
{
    if (status != RUSTG_OK) {
        fprintf(stderr, "%s: %s (%s)\n", what, error->message, error->hint);
        abort();
    }
}
#define DO(call) check(call, &error, #call)

/* Everything a test needs of a device. */
typedef struct rig {
    rustg_context *context;
    rustg_stream *stream;
    rustg_module *module;
} rig;

static rig open_rig(rustg_backend backend)
{
    rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)kernels_text, .n_bytes = sizeof kernels_text - 1};
    rustg_error error;
    rig made;
    DO(rustg_context_open(backend, 0, NULL, &made.context, &error));
    DO(rustg_stream_create(made.context, &made.stream, &error));
    DO(rustg_module_from_rust(made.context, &source, 1, NULL, &made.module, &error));
    return made;
}

static void close_rig(rig *r)
{
    rustg_module_free(r->module);
    rustg_stream_destroy(r->stream);
    rustg_context_close(r->context);
}

static rustg_function *function(rig *r, const char *name)
{
    rustg_function *found;
    rustg_error error;
    DO(rustg_module_function(r->module, name, &found, &error));
    return found;
}

static rustg_buffer *upload(rig *r, const void *from, uint64_t n_bytes)
{
    rustg_buffer *buffer;
    rustg_error error;
    DO(rustg_buffer_allocate(r->context, n_bytes, r->stream, &buffer, &error));
    DO(rustg_copy_to_buffer(buffer, 0, from, n_bytes, r->stream, &error));
    return buffer;
}

static void test_launch(rig *r)
{
    enum { N = 1000 };
    float x[N], y[N], a = 2.0f;
    rustg_error error;
    for (int i = 0; i < N; i++) {
        x[i] = (float)i;
        y[i] = (float)(10 * i);
    }
    rustg_buffer *d_x = upload(r, x, sizeof x), *d_y = upload(r, y, sizeof y);
    rustg_launch_argument args[] = {
        {.value = &a, .n_bytes = 4}, {.buffer = d_x, .length = N}, {.buffer = d_y, .length = N}};
    rustg_launch_config config = {.struct_size = sizeof config, .n_elements = N};
    DO(rustg_launch(function(r, "saxpy"), r->stream, &config, args, 3, &error));
    DO(rustg_copy_from_buffer(y, d_y, 0, sizeof y, r->stream, &error));
    DO(rustg_stream_wait(r->stream, &error));
    for (int i = 0; i < N; i++)
        assert(y[i] == 12.0f * (float)i);
    /* a part of each buffer: elements 100 to 109 of x onto 200 to 209 of y */
    args[1].offset = 100;
    args[2].offset = 200;
    args[1].length = args[2].length = config.n_elements = 10;
    DO(rustg_launch(function(r, "saxpy"), r->stream, &config, args, 3, &error));
    DO(rustg_copy_from_buffer(y, d_y, 0, sizeof y, r->stream, &error));
    DO(rustg_stream_wait(r->stream, &error));
    assert(y[199] == 12 * 199.0f && y[200] == 12 * 200.0f + 200 && y[209] == 12 * 209.0f + 218 &&
           y[210] == 12 * 210.0f);
    rustg_buffer_free(d_x);
    rustg_buffer_free(d_y);
}

static void refuse(rig *r, const char *name, const rustg_launch_config *config, const rustg_launch_argument *args,
                   size_t n_args, const char *words, const char *hint)
{
    rustg_error error = {0};
    rustg_status status = rustg_launch(function(r, name), r->stream, config, args, n_args, &error);
    rustg_error newest = {0};
    rustg_error_history(&newest, 1);
    if (status != RUSTG_ERR_ARGUMENT || !strstr(error.message, words) || !strstr(error.hint, hint) ||
        strcmp(newest.hint, error.hint) != 0) {
        fprintf(stderr, "status %d, `%s` (%s) instead of `%s` (%s)\n", (int)status, error.message, error.hint, words,
                hint);
        abort();
    }
}

static void test_wrong(rig *r)
{
    float x[8] = {0}, a = 1;
    double wide = 1;
    rustg_error error;
    rustg_function *found;
    rustg_buffer *d_x = upload(r, x, sizeof x), *d_y = upload(r, x, sizeof x);
    rustg_launch_argument args[] = {
        {.value = &a, .n_bytes = 4}, {.buffer = d_x, .length = 8}, {.buffer = d_y, .length = 8}};
    rustg_launch_config config = {.struct_size = sizeof config, .grid = {1, 1, 1}, .block = {8, 1, 1}};
    assert(rustg_module_function(r->module, "saxp", &found, &error) == RUSTG_ERR_ARGUMENT && !found);
    assert(strstr(error.message, "saxp") && strstr(error.hint, "`saxpy`"));
    refuse(r, "saxpy", &config, args, 2, "takes 3 arguments", "it takes `a: f32`, `x: &[f32]`, `y: GridMut<");
    args[0] = (rustg_launch_argument){.value = &wide, .n_bytes = 8};
    refuse(r, "saxpy", &config, args, 3, "has 4 bytes", "mend the call");
    args[0] = (rustg_launch_argument){.buffer = d_x, .length = 1};
    refuse(r, "saxpy", &config, args, 3, "wants a value", "mend the call");
    args[0] = (rustg_launch_argument){.value = &a, .n_bytes = 4};
    args[1] = (rustg_launch_argument){.value = &a, .n_bytes = 4};
    refuse(r, "saxpy", &config, args, 3, "wants a buffer", "mend the call");
    args[1] = (rustg_launch_argument){.length = 8};
    refuse(r, "saxpy", &config, args, 3, "is NULL", "mend the call");
    args[1] = (rustg_launch_argument){.buffer = d_x, .offset = 5, .length = 4};
    refuse(r, "saxpy", &config, args, 3, "not all in its buffer", "mend the call");
    args[1] = (rustg_launch_argument){.buffer = d_y, .offset = 7, .length = 1};
    refuse(r, "saxpy", &config, args, 3, "overlaps the output", "of its own");
    args[1] = (rustg_launch_argument){.buffer = d_x, .length = 8};
    config.block[0] = 1025;
    refuse(r, "saxpy", &config, args, 3, "too large", "fewer threads");
    config.block[0] = 0;
    refuse(r, "saxpy", &config, args, 3, "must not be 0", "elements above 0: that chooses both");
    config.block[0] = 8;
    config.n_elements = 8;
    refuse(r, "saxpy", &config, args, 3, "grid and block must be 0", "mend the call");
    config.n_elements = 0;
    config.block[0] = 256;
    refuse(r, "count", &config, args + 2, 1, "at most 64 threads", "smaller blocks");
    refuse(r, "place", &config, args + 2, 1, "at most 128 threads", "smaller blocks");
    config.block[0] = 8;
    config.dynamic_shared_bytes = (227 << 10) + 1;
    if (rustg_context_backend(r->context) == RUSTG_BACKEND_CPU)
        refuse(r, "saxpy", &config, args, 3, "the CPU device has 232448", "less dynamic shared");
    rustg_buffer_free(d_x);
    rustg_buffer_free(d_y);
}

static void test_block(rig *r)
{
    uint32_t out[100] = {0};
    uint64_t wide[100] = {0};
    rustg_error error;
    rustg_buffer *d_out = upload(r, out, sizeof out), *d_wide = upload(r, wide, sizeof wide);
    rustg_launch_argument arg = {.buffer = d_out, .length = 100}, wide_arg = {.buffer = d_wide, .length = 100};
    rustg_launch_config config = {.struct_size = sizeof config, .n_elements = 100};
    rustg_function_info info = {.struct_size = sizeof info};
    uint32_t block, min_grid;
    DO(rustg_launch(function(r, "count"), r->stream, &config, &arg, 1, &error));
    DO(rustg_launch(function(r, "place"), r->stream, &config, &wide_arg, 1, &error));
    DO(rustg_copy_from_buffer(out, d_out, 0, sizeof out, r->stream, &error));
    DO(rustg_copy_from_buffer(wide, d_wide, 0, sizeof wide, r->stream, &error));
    DO(rustg_stream_wait(r->stream, &error));
    for (uint64_t i = 0; i < 100; i++)
        assert(out[i] == 64 && wide[i] == 3 * i + 1);
    DO(rustg_function_info_get(function(r, "place"), &info, &error));
    assert(info.max_threads >= 32 && info.max_threads <= 1024);
    DO(rustg_function_occupancy(function(r, "place"), 0, &block, &min_grid, &error));
    assert(block >= 32 && block <= 128 && min_grid >= 1);
    rustg_buffer_free(d_out);
    rustg_buffer_free(d_wide);
}

/* x is shorter than y: a thread panics, the others have written, and the next launch knows nothing of it. */
static void test_panic(rig *r)
{
    float x[5] = {1, 2, 3, 4, 5}, y[5] = {10, 20, 30, 40, 50}, a = 2;
    rustg_error error;
    rustg_panic panic;
    const rustg_module *of = NULL;
    char words[128];
    rustg_buffer *d_x = upload(r, x, sizeof x), *d_y = upload(r, y, sizeof y);
    rustg_launch_argument args[] = {
        {.value = &a, .n_bytes = 4}, {.buffer = d_x, .length = 3}, {.buffer = d_y, .length = 4}};
    rustg_launch_config config = {.struct_size = sizeof config, .grid = {1, 1, 1}, .block = {8, 1, 1}};
    DO(rustg_launch(function(r, "saxpy"), r->stream, &config, args, 3, &error));
    assert(rustg_stream_wait(r->stream, &error) == RUSTG_ERR_PANIC);
    assert(strstr(error.message, "k.rs:7:21") && strstr(error.message, "the len is 3 but the index is 3"));
    assert(rustg_error_category_of(&error) == RUSTG_CATEGORY_LAUNCH && rustg_error_is_recoverable(&error));
    assert(rustg_stream_panic(r->stream, &panic, &of) == RUSTG_OK && panic.happened && panic.thread[0] == 3 &&
           of == r->module);
    assert(rustg_panic_message(rustg_module_result(of), &panic, words, sizeof words) == strlen(words));
    assert(strcmp(words, "index out of bounds: the len is 3 but the index is 3") == 0);
    DO(rustg_copy_from_buffer(y, d_y, 0, sizeof y, r->stream, &error));
    DO(rustg_stream_wait(r->stream, &error));
    assert(rustg_stream_panic(r->stream, &panic, NULL) == RUSTG_OK && !panic.happened);
    assert(y[0] == 12 && y[2] == 36 && y[3] == 40 && y[4] == 50);
    args[1].length = 5;
    DO(rustg_launch(function(r, "saxpy"), r->stream, &config, args, 3, &error));
    DO(rustg_stream_wait(r->stream, &error));
    rustg_buffer_free(d_x);
    rustg_buffer_free(d_y);
}

static void test_graph(rig *r)
{
    float x[16], y[16] = {0}, a = 1;
    rustg_error error;
    rustg_graph *graph;
    for (int i = 0; i < 16; i++)
        x[i] = (float)i;
    rustg_buffer *d_x = upload(r, x, sizeof x), *d_y = upload(r, y, sizeof y);
    rustg_launch_argument args[] = {
        {.value = &a, .n_bytes = 4}, {.buffer = d_x, .length = 16}, {.buffer = d_y, .length = 16}};
    rustg_launch_config config = {.struct_size = sizeof config, .n_elements = 16};
    rustg_function *saxpy = function(r, "saxpy");
    DO(rustg_stream_wait(r->stream, &error));
    DO(rustg_graph_begin(r->stream, &error));
    DO(rustg_launch(saxpy, r->stream, &config, args, 3, &error));
    a = 100; /* the launch keeps its own copy */
    args[0].value = &(float){2};
    DO(rustg_launch(saxpy, r->stream, &config, args, 3, &error));
    DO(rustg_graph_end(r->stream, &graph, &error));
    for (int round = 0; round < 5; round++)
        DO(rustg_graph_launch(graph, r->stream, &error));
    DO(rustg_copy_from_buffer(y, d_y, 0, sizeof y, r->stream, &error));
    DO(rustg_stream_wait(r->stream, &error));
    for (int i = 0; i < 16; i++)
        assert(y[i] == 15 * (float)i);
    rustg_graph_free(graph);
    rustg_buffer_free(d_x);
    rustg_buffer_free(d_y);
}

/* What is too long for the message ends behind a line, and its hint says where the rest is. */
static void check_long_source_error(const rig *r)
{
    char text[1024];
    rustg_error error;
    rustg_module *module;
    char *log;
    size_t n =
        (size_t)snprintf(text, sizeof text, "use rustg_std::prelude::*;\n#[kernel]\npub fn k(mut y: GridMut<f32>) {\n");
    for (int i = 0; i < 8; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "    \"\u00e9\u00e9\u00e9\u00e9\"; unknown_%d;\n", i);
    n += (size_t)snprintf(text + n, sizeof text - n, "}\n");
    rustg_source source = {.name = "long.rs", .bytes = (const uint8_t *)text, .n_bytes = n};
    assert(rustg_module_from_rust_log(r->context, &source, 1, NULL, &module, &log, &error) == RUSTG_ERR_SOURCE);
    n = strlen(error.message);
    assert(n < sizeof error.message && strlen(log) > n && strcmp(error.message + n - 4, "\n...") == 0);
    assert(strncmp(log, error.message, n - 3) == 0 && strstr(error.hint, "rustg_module_from_rust_log"));
    rustg_log_free(log);
    char name[600];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = 0;
    n = (size_t)snprintf(text, sizeof text, "fn k() { let %s: = 1; }", name);
    source.n_bytes = n;
    assert(rustg_module_from_rust(r->context, &source, 1, NULL, &module, &error) == RUSTG_ERR_SOURCE);
    assert(strstr(error.message, "long.rs:1:"));
}

static void test_source_errors(rig *r)
{
    static const char wrong[] =
        "use rustg_std::prelude::*;\n#[kernel]\npub fn k(mut y: GridMut<f32>) {\n    y[thread::index()] = 1u8;\n}\n";
    static const char twice_wrong[] =
        "use rustg_std::prelude::*;\n#[kernel]\npub fn k(mut y: GridMut<f32>) {\n    a;\n    b;\n}\n";
    rustg_source source = {.name = "wrong.rs", .bytes = (const uint8_t *)wrong, .n_bytes = sizeof wrong - 1};
    uint64_t counts[RUSTG_N_CATEGORIES], after[RUSTG_N_CATEGORIES];
    rustg_error error, newest;
    rustg_module *module;
    char *log;
    rustg_error_counts(counts);
    assert(rustg_module_from_rust(r->context, &source, 1, NULL, &module, &error) == RUSTG_ERR_SOURCE && !module);
    assert(strstr(error.message, "error[E0308]: mismatched types\n") && strstr(error.message, "--> wrong.rs:4:26\n"));
    assert(strstr(error.message, "4 |     y[thread::index()] = 1u8;\n"));
    rustg_error_counts(after);
    assert(after[RUSTG_CATEGORY_COMPILE] == counts[RUSTG_CATEGORY_COMPILE] + 1);
    assert(rustg_error_history(&newest, 1) >= 1 && strcmp(newest.message, error.message) == 0);
    source.bytes = (const uint8_t *)twice_wrong;
    source.n_bytes = sizeof twice_wrong - 1;
    assert(rustg_module_from_rust_log(r->context, &source, 1, NULL, &module, &log, &error) == RUSTG_ERR_SOURCE);
    assert(strstr(error.message, "--> wrong.rs:4:5\n") && strstr(log, "error[E0425]: cannot find value `a`"));
    assert(strstr(error.message, "--> wrong.rs:5:5\n") && strncmp(log, error.message, strlen(error.message)) == 0);
    assert(strstr(log, " --> wrong.rs:5:5\n") && strstr(log, "5 |     b;\n"));
    rustg_log_free(log);
    check_long_source_error(r);
    assert(rustg_module_from_rust_log(r->context, NULL, 1, NULL, &module, &log, &error) == RUSTG_ERR_ARGUMENT && !log);
    static const char none[] = "use rustg_std::prelude::*;\npub fn k() {}\n";
    source.bytes = (const uint8_t *)none;
    source.n_bytes = sizeof none - 1;
    assert(rustg_module_from_rust_log(r->context, &source, 1, NULL, &module, &log, &error) == RUSTG_ERR_ARGUMENT);
    assert(!module && !log && strstr(error.message, "no kernel in `wrong.rs`") && strstr(error.hint, "#[kernel]"));
}

static void test_images(rig *r, rustg_backend backend)
{
    rustg_error error;
    rustg_module *module;
    assert(rustg_module_load(r->context, "no image", 8, &module, &error) == RUSTG_ERR_ARGUMENT && !module);
    assert(strstr(error.hint, "compile source first"));
    assert(rustg_module_load(r->context, "\177ELF and no more", 16, &module, &error) == RUSTG_ERR_ARGUMENT &&
           strstr(error.message, "cut short"));
    assert(rustg_module_load_file(r->context, "no such file", &module, &error) == RUSTG_ERR_IO);
    if (backend == RUSTG_BACKEND_CPU)
        assert(rustg_module_load(r->context, ".version 8.0\n", 13, &module, &error) == RUSTG_ERR_ARGUMENT &&
               strstr(error.message, "CUDA context") && strstr(error.hint, "open a CUDA context"));
    else
        assert(rustg_module_load(r->context, ".version 9.9\n.nonsense", 22, &module, &error) != RUSTG_OK &&
               error.hint[0]);
}

/* CUDA C++ compiles wherever NVRTC is, and runs on a GPU. */
static void test_cuda_source(rig *r, rustg_backend backend)
{
    static const char text[] = "#include \"half.h\"\nextern \"C\" __global__ void scale(int *at, int n)\n{\n"
                               "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n)\n        at[i] = "
                               "half_of(at[i]) + PLUS;\n}\n";
    static const rustg_cuda_header header = {"half.h", "__device__ int half_of(int x) { return x / 2; }\n"};
    static const char *const define = "PLUS=7";
    rustg_cuda_options options = {.struct_size = sizeof options,
                                  .arch = "sm_90",
                                  .defines = &define,
                                  .n_defines = 1,
                                  .headers = &header,
                                  .n_headers = 1};
    rustg_error error;
    char *image, *log;
    size_t n;
    rustg_status status = rustg_cuda_compile(text, "scale.cu", &options, 0, &image, &n, &log, &error);
    if (status == RUSTG_ERR_NO_NVRTC) {
        printf("no NVRTC here: CUDA C++ is not tested\n");
        return;
    }
    check(status, &error, "rustg_cuda_compile");
    assert(strstr(image, ".entry scale") && strlen(image) == n && log);
    rustg_log_free(image);
    rustg_log_free(log);
    options.n_defines = 0;
    assert(rustg_cuda_compile(text, "scale.cu", &options, 0, &image, &n, &log, &error) == RUSTG_ERR_SOURCE && !image);
    assert(strstr(error.message, "scale.cu") && strstr(error.message, "PLUS") && strstr(log, "PLUS"));
    rustg_log_free(log);
    options.arch = "sm_1";
    assert(rustg_cuda_compile(text, "scale.cu", &options, 0, &image, &n, &log, &error) == RUSTG_ERR_ARGUMENT);
    rustg_log_free(log);
    options.arch = NULL;
    options.n_defines = 1;
    rustg_module *module;
    status = rustg_module_from_cuda(r->context, text, "scale.cu", &options, &module, NULL, &error);
    if (backend == RUSTG_BACKEND_CPU) {
        assert(status == RUSTG_ERR_ARGUMENT);
        return;
    }
    check(status, &error, "rustg_module_from_cuda");
    int values[40], count = 40;
    for (int i = 0; i < 40; i++)
        values[i] = 10 * i;
    rustg_function *scale;
    rustg_buffer *d_values = upload(r, values, sizeof values);
    rustg_launch_argument args[] = {{.buffer = d_values}, {.value = &count, .n_bytes = 4}};
    rustg_launch_config config = {.struct_size = sizeof config, .n_elements = 40};
    DO(rustg_module_function(module, "scale", &scale, &error));
    DO(rustg_launch(scale, r->stream, &config, args, 2, &error));
    DO(rustg_copy_from_buffer(values, d_values, 0, sizeof values, r->stream, &error));
    DO(rustg_stream_wait(r->stream, &error));
    for (int i = 0; i < 40; i++)
        assert(values[i] == 5 * i + 7);
    rustg_buffer_free(d_values);
    rustg_module_free(module);
}

static void run_all(rustg_backend backend)
{
    rig r = open_rig(backend);
    test_launch(&r);
    test_wrong(&r);
    test_block(&r);
    test_panic(&r);
    test_graph(&r);
    test_source_errors(&r);
    test_images(&r, backend);
    test_cuda_source(&r, backend);
    close_rig(&r);
}

int main(void)
{
    rustg_error error;
    DO(rustg_initialize(NULL, &error));
    run_all(RUSTG_BACKEND_CPU);
    if (rustg_driver_missing()[0])
        printf("the CPU only: %s\n", rustg_driver_missing());
    else
        run_all(RUSTG_BACKEND_CUDA);
    rustg_shutdown();
    assert(global_lock_n_disorders() == 0);
    return 0;
}
