/* profile_test.c: what a profile holds of kernels, copies, graphs, compiles and ranges; its table and its trace; NVTX.
 *   profile_test [cuda] [nvtx2|nvtx3]
 * On the CPU device, or in front of the fake driver of fake_cuda/. fake_nvtx.c is the tool that listens. */
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/fake_cuda/fake_check.h"
#include "runtime/json_check.h"
#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#define HAS_NVTX_HEADER
#endif

static const char kernel_text[] =
    "use rustg_std::prelude::*;\n#[kernel]\npub fn twice(mut out: GridMut<u32>) {\n    let i = thread::index();\n"
    "    if i < out.len() {\n        out[i] ^= 2;\n    }\n}\n";
static const char ptx_text[] = ".version 8.0\n.visible .entry twice(\n";

static fake_cuda_fail_fn fail;
static fake_cuda_calls_fn calls;
static fake_cuda_live_fn live;

typedef struct rig {
    bool is_cuda;
    rustg_context *context;
    rustg_stream *stream;
    rustg_module *module;
    rustg_function *twice;
    rustg_buffer *buffer;
} rig;
enum { N = 100 };

static void launch(rig *r)
{
    rustg_launch_argument arg = {.buffer = r->buffer, .length = N};
    rustg_launch_config config = {.struct_size = sizeof config, .grid = {4, 1, 1}, .block = {32, 1, 1}};
    GOOD(rustg_launch(r->twice, r->stream, &config, &arg, 1, &error));
}

static const rustg_profile_row *row_of(rig *r, rustg_profile_kind kind, const char *name)
{
    const rustg_profile_row *rows;
    size_t n;
    GOOD(rustg_profile_rows(r->context, &rows, &n, &error));
    for (size_t i = 0; i < n; i++) {
        CHECK(i == 0 || rows[i - 1].seconds_total >= rows[i].seconds_total);
        CHECK(rows[i].n > 0 && rows[i].seconds_min >= 0 && rows[i].seconds_min <= rows[i].seconds_max);
        CHECK(rows[i].seconds_total < 60 && rows[i].seconds_total >= 0.999 * (double)rows[i].n * rows[i].seconds_min);
        if (rows[i].kind == kind && strcmp(rows[i].name, name) == 0)
            return &rows[i];
    }
    return NULL;
}

static char *text_of(rustg_context *context, size_t (*text)(rustg_context *, char *, size_t))
{
    size_t n = text(context, NULL, 0);
    char *made = malloc(n + 1);
    CHECK(made && text(context, made, n + 1) == n && strlen(made) == n);
    if (n > 4) { /* cut where it does not fit */
        char few[5];
        CHECK(text(context, few, sizeof few) == n && memcmp(few, made, 4) == 0 && few[4] == 0);
    }
    return made;
}

static size_t n_of(const char *text, const char *word)
{
    size_t n = 0;
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        n++;
    return n;
}

static void open_rig(rig *r)
{
    rustg_source source = {
        .name = "twice.rs", .bytes = (const uint8_t *)kernel_text, .n_bytes = sizeof kernel_text - 1};
    GOOD(rustg_context_open(r->is_cuda ? RUSTG_BACKEND_CUDA : RUSTG_BACKEND_CPU, 0, NULL, &r->context, &error));
    GOOD(rustg_stream_create(r->context, &r->stream, &error));
    GOOD(rustg_buffer_allocate(r->context, N * 4, r->stream, &r->buffer, &error));
    GOOD(rustg_profile_start(r->context, &error));
    if (r->is_cuda)
        GOOD(rustg_module_load(r->context, ptx_text, sizeof ptx_text, &r->module, &error));
    else
        GOOD(rustg_module_from_rust(r->context, &source, 1, NULL, &r->module, &error));
    GOOD(rustg_module_function(r->module, "twice", &r->twice, &error));
    GOOD(rustg_profile_stop(r->context, &error));
    CHECK(r->is_cuda || row_of(r, RUSTG_PROFILE_COMPILE, "twice.rs"));
}

static void close_rig(rig *r)
{
    rustg_buffer_free(r->buffer);
    rustg_module_free(r->module);
    rustg_stream_destroy(r->stream);
    rustg_context_close(r->context);
}

static void test_nothing(rustg_backend backend)
{
    const rustg_profile_row *rows;
    size_t n;
    rustg_context *context;
    GOOD(rustg_context_open(backend, 0, NULL, &context, &error));
    GOOD(rustg_profile_rows(context, &rows, &n, &error));
    CHECK(n == 0 && rustg_profile_text(context, NULL, 0) == 0 && rustg_profile_text(NULL, NULL, 0) == 0);
    char *trace = text_of(context, rustg_profile_trace);
    CHECK(is_json(trace));
    free(trace);
    rustg_profile_range_begin(context, "nobody records");
    rustg_profile_range_end(context);
    rustg_profile_range_end(context);
    CHECK(rustg_profile_start(NULL, &error) == RUSTG_ERR_ARGUMENT &&
          rustg_profile_stop(NULL, &error) == RUSTG_ERR_ARGUMENT);
    CHECK(rustg_profile_rows(context, NULL, &n, &error) == RUSTG_ERR_ARGUMENT);
    GOOD(rustg_profile_start(context, &error));
    char *text = text_of(context, rustg_profile_text);
    CHECK(strstr(text, "nothing was recorded"));
    free(text);
    rustg_context_close(context);
}

static void test_rows(rig *r)
{
    uint32_t words[N] = {0};
    rustg_graph *graph;
    launch(r); /* not recorded */
    GOOD(rustg_profile_start(r->context, &error));
    for (int i = 0; i < 5; i++)
        launch(r);
    GOOD(rustg_copy_to_buffer(r->buffer, 0, words, sizeof words, r->stream, &error));
    GOOD(rustg_copy_from_buffer(words, r->buffer, 0, 40, r->stream, &error));
    GOOD(rustg_copy_from_buffer(words, r->buffer, 0, 60, r->stream, &error));
    GOOD(rustg_copy_between(r->buffer, 0, r->buffer, 200, 100, r->stream, &error));
    GOOD(rustg_fill_buffer(r->buffer, 0, 7, 4, 80, r->stream, &error));
    CHECK(rustg_fill_buffer(r->buffer, 0, 7, 4, 8000, r->stream, &error) == RUSTG_ERR_ARGUMENT);
    GOOD(rustg_graph_begin(r->stream, &error));
    launch(r);
    launch(r);
    GOOD(rustg_graph_end(r->stream, &graph, &error));
    GOOD(rustg_graph_launch(graph, r->stream, &error));
    GOOD(rustg_profile_stop(r->context, &error));
    launch(r); /* not recorded */
    GOOD(rustg_stream_wait(r->stream, &error));
    rustg_graph_free(graph);

    const rustg_profile_row *row = row_of(r, RUSTG_PROFILE_KERNEL, "twice");
    CHECK(row && row->n == 5 && row->n_bytes == 5 * 4 * N);
    CHECK(r->is_cuda ? row->occupancy > 0.499 && row->occupancy < 0.501 : row->occupancy == 0);
    if (r->is_cuda) /* the fake's clock: a millisecond for each piece of work, the end's event is the second */
        CHECK(row->seconds_min > 0.0019 && row->seconds_max < 0.0021);
    else
        CHECK(row->seconds_min > 0);
    row = row_of(r, RUSTG_PROFILE_COPY_TO, "host to device");
    CHECK(row && row->n == 1 && row->n_bytes == sizeof words);
    row = row_of(r, RUSTG_PROFILE_COPY_FROM, "device to host");
    CHECK(row && row->n == 2 && row->n_bytes == 100);
    row = row_of(r, RUSTG_PROFILE_COPY_BETWEEN, "device to device");
    CHECK(row && row->n == 1 && row->n_bytes == 100);
    row = row_of(r, RUSTG_PROFILE_FILL, "fill");
    CHECK(row && row->n == 1 && row->n_bytes == 80);
    row = row_of(r, RUSTG_PROFILE_GRAPH, "graph");
    CHECK(row && row->n == 1);
    CHECK(!row_of(r, RUSTG_PROFILE_COMPILE, "twice.rs")); /* of the recording before */

    char *text = text_of(r->context, rustg_profile_text), *trace = text_of(r->context, rustg_profile_trace);
    CHECK(strstr(text, r->is_cuda ? "profile of CUDA device 0" : "profile of the CPU device") &&
          strstr(text, "device to host"));
    CHECK(n_of(text, "\n") == 2 + 6 && (strstr(text, "50%") != NULL) == r->is_cuda && !strstr(text, "could not be"));
    CHECK(is_json(trace) && n_of(trace, "\"ph\":\"X\"") == 5 + 1 + 2 + 1 + 1 + 1 &&
          n_of(trace, "\"name\":\"twice\"") == 5);
    CHECK(n_of(trace, "\"thread_name\",\"args\":{\"name\":\"stream ") == 1 && n_of(trace, "thread_name") == 1);
    CHECK(n_of(trace, "\"bytes\":400") == 6 && strstr(trace, "\"lost\":0"));
    free(text);
    free(trace);
    rustg_graph *unended = NULL;
    const rustg_profile_row *rows;
    size_t n;
    if (r->is_cuda) {
        GOOD(rustg_graph_begin(r->stream, &error));
        CHECK(rustg_profile_rows(r->context, &rows, &n, &error) == RUSTG_ERR_ARGUMENT && !rows && n == 0);
        GOOD(rustg_graph_end(r->stream, &unended, &error));
        rustg_graph_free(unended);
    }
}

static void *other_thread(void *context)
{
    rustg_profile_range_end(context); /* not this thread's */
    rustg_profile_range_begin(context, "other");
    rustg_profile_range_end(context);
    return NULL;
}

static void test_ranges(rig *r)
{
    pthread_t thread;
    GOOD(rustg_profile_start(r->context, &error));
    rustg_profile_range_begin(r->context, "outer \"\\\n\x01 \xC3\xA9 \xFF \xED\xA0\x80");
    rustg_profile_range_begin(r->context, "inner");
    launch(r);
    CHECK(pthread_create(&thread, NULL, other_thread, r->context) == 0 && pthread_join(thread, NULL) == 0);
    rustg_profile_range_end(r->context);
    rustg_profile_range_end(r->context);
    rustg_profile_range_end(r->context); /* one too many */
    rustg_profile_range_begin(r->context, "left open");
    GOOD(rustg_profile_stop(r->context, &error));
    const rustg_profile_row *outer = row_of(r, RUSTG_PROFILE_RANGE, "outer \"\\\n\x01 \xC3\xA9 \xFF \xED\xA0\x80");
    const rustg_profile_row *inner = row_of(r, RUSTG_PROFILE_RANGE, "inner");
    CHECK(outer && inner && row_of(r, RUSTG_PROFILE_RANGE, "other") && !row_of(r, RUSTG_PROFILE_RANGE, "left open"));
    char *trace = text_of(r->context, rustg_profile_trace);
    CHECK(n_of(trace, "\"name\":\"thread ") == 2 && n_of(trace, "\"name\":\"stream ") == 1);
    CHECK(is_json(trace) && strstr(trace, "outer \\\"\\\\\\u000a\\u0001 \xC3\xA9 \\ufffd \\ufffd\\ufffd\\ufffd\""));
    free(trace);
}

/* More than are kept waiting, and more names than buckets. */
static void test_many(rig *r)
{
    char name[32];
    unsigned before = r->is_cuda ? calls("cuEventCreate") : 0;
    GOOD(rustg_profile_start(r->context, &error));
    for (int i = 0; i < 2500; i++) {
        launch(r);
        if (i % 100 == 99)
            GOOD(rustg_stream_wait(r->stream, &error));
        if (i % 10 == 0) {
            snprintf(name, sizeof name, "range %d", i);
            rustg_profile_range_begin(r->context, name);
            rustg_profile_range_end(r->context);
        }
    }
    GOOD(rustg_profile_stop(r->context, &error));
    const rustg_profile_row *row = row_of(r, RUSTG_PROFILE_KERNEL, "twice");
    CHECK(row && row->n == 2500);
    for (int i = 0; i < 2500; i += 10) {
        snprintf(name, sizeof name, "range %d", i);
        row = i % 1000 == 0 ? row_of(r, RUSTG_PROFILE_RANGE, name) : row;
        CHECK(row && row->n > 0);
    }
    CHECK(!r->is_cuda || calls("cuEventCreate") - before < 2400);
}

/* Launches in a stream of its own, recorded or not. */
static void *launch_on(void *argument)
{
    rig r = *(rig *)argument;
    rustg_error own = {0};
    rustg_launch_config config = {.struct_size = sizeof config, .grid = {1, 1, 1}, .block = {32, 1, 1}};
    rustg_status status = rustg_stream_create(r.context, &r.stream, &own);
    if (status == RUSTG_OK)
        status = rustg_buffer_allocate(r.context, 4 * N, r.stream, &r.buffer, &own);
    rustg_launch_argument arg = {.buffer = r.buffer, .length = N};
    for (int i = 0; i < 200 && status == RUSTG_OK; i++) {
        rustg_profile_range_begin(r.context, "launch");
        status = rustg_launch(r.twice, r.stream, &config, &arg, 1, &own);
        rustg_profile_range_end(r.context);
        if (status == RUSTG_OK && i % 10 == 0)
            status = rustg_stream_wait(r.stream, &own);
    }
    rustg_buffer_free(r.buffer);
    rustg_stream_destroy(r.stream);
    return status == RUSTG_OK ? NULL : argument;
}

/* Starts, stops and readings while others launch. */
static void test_threads(rig *r)
{
    pthread_t threads[3];
    void *failed = NULL;
    const rustg_profile_row *rows;
    size_t n;
    for (int i = 0; i < 3; i++)
        CHECK(pthread_create(&threads[i], NULL, launch_on, r) == 0);
    for (int i = 0; i < 20; i++) {
        GOOD(rustg_profile_start(r->context, &error));
        GOOD(rustg_profile_rows(r->context, &rows, &n, &error));
        char *text = malloc(1 << 16);
        CHECK(text && rustg_profile_text(r->context, text, 1 << 16) > 0);
        free(text);
        if (i % 2)
            GOOD(rustg_profile_stop(r->context, &error));
    }
    for (int i = 0; i < 3; i++) {
        CHECK(pthread_join(threads[i], &failed) == 0);
        CHECK(!failed);
    }
    GOOD(rustg_profile_stop(r->context, &error));
}

/* The work is done all the same. */
static void test_faults(rig *r)
{
    GOOD(rustg_profile_start(r->context, &error));
    fail("cuEventElapsedTime", 1, 400);
    launch(r);
    launch(r);
    GOOD(rustg_profile_stop(r->context, &error));
    char *text = text_of(r->context, rustg_profile_text);
    CHECK(strstr(text, "1 pieces of work could not be recorded"));
    free(text);
    const rustg_profile_row *row = row_of(r, RUSTG_PROFILE_KERNEL, "twice");
    CHECK(row && row->n == 1);
    fail("cuEventRecord", 1, 1);
    CHECK(rustg_profile_start(r->context, &error) == RUSTG_ERR_CUDA);
    unsigned n = calls("cuEventRecord");
    launch(r); /* nothing is recorded */
    CHECK(calls("cuEventRecord") == n);
    GOOD(rustg_profile_stop(r->context, &error));
}

static void test_lost(void)
{
    rustg_context *context;
    rustg_stream *stream;
    rustg_buffer *buffer;
    const rustg_profile_row *rows;
    size_t n;
    GOOD(rustg_context_open(RUSTG_BACKEND_CUDA, 0, NULL, &context, &error));
    GOOD(rustg_stream_create(context, &stream, &error));
    GOOD(rustg_buffer_allocate(context, 64, stream, &buffer, &error));
    GOOD(rustg_profile_start(context, &error));
    GOOD(rustg_fill_buffer(buffer, 0, 1, 4, 64, stream, &error));
    fail("cuMemsetD32Async", 1, 700);
    CHECK(rustg_fill_buffer(buffer, 0, 1, 4, 64, stream, &error) == RUSTG_ERR_CUDA_STICKY);
    CHECK(rustg_profile_rows(context, &rows, &n, &error) == RUSTG_ERR_CUDA_STICKY && !rows && n == 0);
    char *text = text_of(context, rustg_profile_text);
    CHECK(strstr(text, "1 pieces of work are not done"));
    free(text);
    rustg_buffer_free(buffer);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
}

static void *symbol(const char *library, const char *name)
{
    void *opened = dlopen(library, RTLD_NOW | RTLD_NOLOAD);
    void *found = opened ? dlsym(opened, name) : NULL;
    if (opened)
        dlclose(opened);
    return found;
}

/* What the tool heard: each way by its own calls, and as NVTX's own header makes them where it is. */
static void test_nvtx(const char *version)
{
    const char *(*heard_fn)(void) = NULL;
    char wanted[64];
    const char *library = strcmp(version, "nvtx3") == 0 ? getenv("NVTX_INJECTION64_PATH") : "libnvToolsExt.so.1";
    void *found = symbol(library, "fake_nvtx_heard");
    memcpy(&heard_fn, &found, sizeof found);
    CHECK(heard_fn);
    snprintf(wanted, sizeof wanted, "%cinner%ctwice;", version[4], version[4]);
    CHECK(strstr(heard_fn(), wanted) && strstr(heard_fn(), "host to device;") && strstr(heard_fn(), "graph;"));
#ifdef HAS_NVTX_HEADER
    if (strcmp(version, "nvtx3") == 0) {
        nvtxRangePushA("by the header");
        nvtxRangePop();
        CHECK(strstr(heard_fn(), "3by the header;"));
        printf("compared with NVTX's header\n");
    }
#endif
}

int main(int argc, char **argv)
{
    rig r = {.is_cuda = argc > 1 && strcmp(argv[1], "cuda") == 0};
    GOOD(rustg_initialize(NULL, &error));
    test_nothing(r.is_cuda ? RUSTG_BACKEND_CUDA : RUSTG_BACKEND_CPU);
    if (r.is_cuda) {
        fake_find("rustg_fake_fail", &fail);
        fake_find("rustg_fake_calls", &calls);
        fake_find("rustg_fake_live", &live);
    }
    open_rig(&r);
    test_rows(&r);
    test_ranges(&r);
    if (argc > 1 && strncmp(argv[argc - 1], "nvtx", 4) == 0)
        test_nvtx(argv[argc - 1]);
    test_many(&r);
    test_threads(&r);
    if (r.is_cuda)
        test_faults(&r);
    close_rig(&r);
    rustg_shutdown();
    if (!r.is_cuda)
        return 0;
    CHECK(live() == 0);
    GOOD(rustg_initialize(NULL, &error));
    test_lost();
    rustg_shutdown();
    return 0;
}
