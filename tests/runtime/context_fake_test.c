/* context_fake_test.c: the runtime on CUDA devices, where the fake driver of fake_cuda/ stands for libcuda: the order
 * of work, what is freed, and every error that a driver gives. Each case is a process of its own, as a process opens
 * the driver once. With the argument `old`: with a fake that lacks pools and graphs. */
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/fake_cuda/fake_check.h"

static fake_cuda_fail_fn fail;
static fake_cuda_calls_fn calls;
static fake_cuda_live_fn live;
#define BAD(wanted, call) CHECK((call) == (wanted))

/* Opens the driver and finds the fake's own functions in it. */
static void start(void)
{
    GOOD(rustg_initialize(NULL, &error));
    (void)rustg_driver_missing();
    fake_find("rustg_fake_fail", &fail);
    fake_find("rustg_fake_calls", &calls);
    fake_find("rustg_fake_live", &live);
}

static rustg_context *open_device(int32_t ordinal)
{
    rustg_context *context;
    GOOD(rustg_context_open(RUSTG_BACKEND_CUDA, ordinal, NULL, &context, &error));
    return context;
}

static rustg_stream *new_stream(rustg_context *context)
{
    rustg_stream *stream;
    GOOD(rustg_stream_create(context, &stream, &error));
    return stream;
}

static rustg_buffer *new_buffer(rustg_context *context, uint64_t n_bytes, rustg_stream *stream)
{
    rustg_buffer *buffer;
    GOOD(rustg_buffer_allocate(context, n_bytes, stream, &buffer, &error));
    return buffer;
}

static uint32_t read_word(rustg_buffer *buffer, rustg_stream *stream)
{
    uint32_t word = 0;
    GOOD(rustg_copy_from_buffer(&word, buffer, 0, 4, stream, &error));
    return word;
}

/* The last lines of a case: nothing is left. */
static void finish(void)
{
    rustg_shutdown();
    if (live() != 0)
        printf("%u objects of the driver are left\n", live());
    CHECK(live() == 0);
}

static void no_device(void)
{
    rustg_context *context;
    rustg_context_options options = {.struct_size = sizeof options, .allow_cpu = 1};
    setenv("FAKE_CUDA_DEVICES", "0", 1);
    start();
    BAD(RUSTG_ERR_NO_CUDA, rustg_context_open(RUSTG_BACKEND_CUDA, 0, NULL, &context, &error));
    CHECK(!context && strstr(error.message, "found no device") && error.hint[0]);
    GOOD(rustg_context_open(RUSTG_BACKEND_CUDA, 0, &options, &context, &error));
    CHECK(rustg_context_backend(context) == RUSTG_BACKEND_CPU &&
          strstr(rustg_context_fallback(context), "found no device"));
    rustg_stream *stream = new_stream(context);
    rustg_buffer *buffer = new_buffer(context, 4, stream);
    GOOD(rustg_fill_buffer(buffer, 0, 5, 4, 4, stream, &error));
    CHECK(read_word(buffer, stream) == 5);
    rustg_buffer_free(buffer);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    finish();
}

/* What was trimmed away is not there for the next allocation. */
static void trimmed(void)
{
    rustg_memory_stats stats = {.struct_size = sizeof stats};
    start();
    rustg_context *context = open_device(0);
    rustg_stream *stream = new_stream(context);
    static const struct {
        uint64_t n_bytes, n_hits;
        int trims;
    } rows[] = {{600000, 0, 0}, {500000, 1, 1}, {400000, 1, 0}, {400000, 2, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rustg_buffer_free(new_buffer(context, rows[i].n_bytes, stream));
        CHECK(rustg_memory_stats_get(context, &stats) == RUSTG_OK && stats.n_hits == rows[i].n_hits);
        GOOD(rustg_stream_wait(stream, &error));
        if (rows[i].trims)
            GOOD(rustg_memory_trim(context, 0, &error));
    }
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    finish();
}

/* A lost context is told as such by page-locked memory too. */
static void pinned_lost(void)
{
    rustg_pinned *pinned;
    start();
    rustg_context *context = open_device(0);
    fail("cuMemHostAlloc", 1, 719);
    BAD(RUSTG_ERR_CUDA_STICKY, rustg_pinned_allocate(context, 64, &pinned, &error));
    CHECK(!pinned && rustg_context_is_lost(context));
    rustg_context_close(context);
    finish();
}

/* Two contexts of one device are one CUcontext, which nothing may wait for while either has a capture. */
static void shared_capture(void)
{
    rustg_graph *graph;
    rustg_context *third;
    setenv("FAKE_CUDA_DEVICES", "2", 1);
    start();
    rustg_context *one = open_device(0), *two = open_device(0), *other = open_device(1);
    rustg_context_options options = {.struct_size = sizeof options, .raw_context = rustg_context_raw(one)};
    GOOD(rustg_context_open(RUSTG_BACKEND_CUDA, 0, &options, &third, &error));
    rustg_stream *a = new_stream(one), *b = new_stream(two);
    GOOD(rustg_graph_begin(a, &error));
    GOOD(rustg_graph_begin(b, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_context_wait(two, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_memory_trim(third, 0, &error));
    CHECK(strstr(error.message, "being captured"));
    GOOD(rustg_context_wait(other, &error));
    GOOD(rustg_graph_end(a, &graph, &error));
    rustg_graph_free(graph);
    BAD(RUSTG_ERR_ARGUMENT, rustg_context_wait(one, &error));
    GOOD(rustg_graph_end(b, &graph, &error));
    rustg_graph_free(graph);
    GOOD(rustg_context_wait(one, &error));
    GOOD(rustg_memory_trim(third, 0, &error));
    rustg_stream_destroy(a);
    rustg_stream_destroy(b);
    rustg_context_close(one);
    rustg_context_close(two);
    rustg_context_close(other);
    rustg_context_close(third);
    finish();
}

static void bad_driver(void)
{
    rustg_context *context;
    setenv("FAKE_CUDA_INIT", "803", 1);
    start();
    BAD(RUSTG_ERR_NO_CUDA, rustg_context_open(RUSTG_BACKEND_CUDA, 0, NULL, &context, &error));
    CHECK(strstr(error.message, "cuInit failed with 803: system has unsupported display driver"));
    finish();
}

static void wrong_device(void)
{
    rustg_context *context;
    rustg_context_options options = {.struct_size = sizeof options, .allow_cpu = 1};
    start();
    BAD(RUSTG_ERR_DEVICE, rustg_context_open(RUSTG_BACKEND_CUDA, 1, NULL, &context, &error));
    fail("cuDevicePrimaryCtxRetain", 1, 2);
    BAD(RUSTG_ERR_DEVICE_MEMORY, rustg_context_open(RUSTG_BACKEND_CUDA, 0, NULL, &context, &error));
    CHECK(error.cuda_result == 2);
    fail("cuDevicePrimaryCtxRetain", 1, 719);
    GOOD(rustg_context_open(RUSTG_BACKEND_CUDA, 0, &options, &context, &error));
    CHECK(rustg_context_backend(context) == RUSTG_BACKEND_CPU && strstr(rustg_context_fallback(context), "719"));
    rustg_context_close(context);
    finish();
}

/* One stream needs no event; a second one that uses the buffer needs one, and only where something new is to be waited
 * for. */
static void order(void)
{
    uint32_t words[64], *back;
    rustg_pinned *pinned;
    start();
    rustg_context *context = open_device(0);
    rustg_stream *a = new_stream(context), *b = new_stream(context);
    rustg_buffer *x = new_buffer(context, sizeof words, a), *y = new_buffer(context, sizeof words, a);
    GOOD(rustg_pinned_allocate(context, sizeof words, &pinned, &error));
    back = rustg_pinned_pointer(pinned);
    for (uint32_t i = 0; i < 64; i++)
        words[i] = i;
    GOOD(rustg_copy_to_buffer(x, 0, words, sizeof words, a, &error));
    words[0] = 99; /* the copy has read it */
    GOOD(rustg_copy_between(y, 0, x, 0, sizeof words, a, &error));
    CHECK(calls("cuEventRecord") == 0 && calls("cuEventCreate") == 0);
    GOOD(rustg_copy_from_buffer(back, y, 0, sizeof words, b, &error));
    CHECK(calls("cuEventRecord") == 1 && calls("cuStreamWaitEvent") == 1);
    GOOD(rustg_copy_from_buffer(back, x, 0, 128, b, &error));
    CHECK(calls("cuEventRecord") == 1); /* a was waited for */
    GOOD(rustg_copy_from_buffer(back, y, 0, sizeof words, b, &error));
    back[5] = 1234;
    CHECK(back[5] == 1234); /* not done yet */
    /* a writer waits for readers: without that the fill would come first */
    GOOD(rustg_fill_buffer(y, 0, 0xFFFFFFFF, 4, sizeof words, a, &error));
    CHECK(calls("cuEventRecord") == 2);
    GOOD(rustg_stream_wait(a, &error));
    GOOD(rustg_stream_wait(b, &error));
    for (uint32_t i = 0; i < 64; i++)
        CHECK(back[i] == i);
    GOOD(rustg_fill_buffer(y, 0, 0xAB, 1, 2, b, &error));
    GOOD(rustg_fill_buffer(y, 2, 0x1234, 2, 2, b, &error));
    CHECK(read_word(y, a) == 0x1234ABAB);
    rustg_pinned_free(pinned);
    rustg_buffer_free(x);
    rustg_buffer_free(y); /* two streams used it: freed behind both */
    rustg_stream_destroy(a);
    rustg_stream_destroy(b);
    rustg_context_close(context);
    finish();
}

/* Memory that one stream still reads is not given back by the stream that wrote it. */
static void free_behind(void)
{
    rustg_pinned *pinned;
    start();
    rustg_context *context = open_device(0);
    rustg_stream *a = new_stream(context), *b = new_stream(context);
    GOOD(rustg_pinned_allocate(context, 8, &pinned, &error));
    uint32_t *back = rustg_pinned_pointer(pinned);
    for (uint32_t i = 0; i < 20; i++) {
        rustg_buffer *x = new_buffer(context, 4, a);
        GOOD(rustg_fill_buffer(x, 0, i, 4, 4, a, &error));
        GOOD(rustg_copy_from_buffer(back, x, 0, 4, b, &error));
        GOOD(rustg_copy_from_buffer(back + 1, x, 0, 4, a, &error));
        rustg_buffer_free(x);
        GOOD(rustg_stream_wait(i % 2 ? a : b, &error)); /* the other has not begun */
        CHECK(back[i % 2] == i);
        GOOD(rustg_context_wait(context, &error));
        CHECK(back[0] == i && back[1] == i);
    }
    rustg_pinned_free(pinned);
    rustg_stream_destroy(a);
    rustg_stream_destroy(b);
    rustg_context_close(context);
    finish();
}

static void memory(void)
{
    rustg_buffer *x, *y;
    rustg_memory_stats stats = {.struct_size = sizeof stats};
    setenv("FAKE_CUDA_MEMORY", "1000000", 1);
    start();
    rustg_context *context = open_device(0);
    rustg_stream *stream = new_stream(context), *second = new_stream(context);
    x = new_buffer(context, 600000, stream);
    BAD(RUSTG_ERR_DEVICE_MEMORY, rustg_buffer_allocate(context, 700000, stream, &y, &error));
    CHECK(!y && error.cuda_result == 2 && strstr(error.message, "700000") && !rustg_context_is_lost(context));
    GOOD(rustg_fill_buffer(x, 0, 3, 4, 4, stream, &error)); /* and on it goes */
    CHECK(read_word(x, stream) == 3);
    rustg_buffer_free(x);
    x = new_buffer(context, 700000, second); /* what the pool held unused was in the way, and given back */
    rustg_buffer_free(x);
    GOOD(rustg_stream_wait(second, &error));
    x = new_buffer(context, 650000, second);
    CHECK(rustg_memory_stats_get(context, &stats) == RUSTG_OK);
    CHECK(stats.current_bytes == 650000 && stats.peak_bytes == 700000 && stats.n_buffers == 1 &&
          stats.n_allocations == 3);
    if (stats.n_hits != 0) /* with pools */
        CHECK(stats.n_hits == 1 && stats.reserved_bytes == 700000);
    rustg_buffer_free(x);
    GOOD(rustg_memory_trim(context, 0, &error));
    CHECK(rustg_memory_stats_get(context, &stats) == RUSTG_OK && stats.reserved_bytes == 0);
    GOOD(rustg_memory_limit(context, 100, &error));
    BAD(RUSTG_ERR_DEVICE_MEMORY, rustg_buffer_allocate(context, 101, stream, &x, &error));
    CHECK(strstr(error.message, "limit of 100"));
    rustg_pinned *pinned;
    fail("cuMemHostAlloc", 1, 2);
    BAD(RUSTG_ERR_MEMORY, rustg_pinned_allocate(context, 64, &pinned, &error));
    CHECK(!pinned);
    BAD(RUSTG_ERR_MEMORY, rustg_pinned_allocate(context, UINT64_MAX, &pinned, &error));
    fail("cuMemHostAlloc", 1, 1);
    BAD(RUSTG_ERR_CUDA, rustg_pinned_allocate(context, 64, &pinned, &error));
    CHECK(!pinned && error.cuda_result == 1 && strstr(error.message, "cuMemHostAlloc"));
    for (int i = 0; i < 3; i++) {
        GOOD(rustg_pinned_allocate(context, 64, &pinned, &error));
        rustg_pinned_free(pinned);
    }
    CHECK(calls("cuMemHostAlloc") == 3);
    rustg_stream_destroy(stream);
    rustg_stream_destroy(second);
    CHECK(calls("cuStreamCreate") == 2);
    stream = new_stream(context);
    CHECK(calls("cuStreamCreate") == 2);
    fail("cuStreamCreate", 1, 2);
    second = new_stream(context);
    BAD(RUSTG_ERR_DEVICE_MEMORY, rustg_stream_create(context, &(rustg_stream *){NULL}, &error));
    rustg_stream_destroy(stream);
    rustg_stream_destroy(second);
    rustg_context_close(context);
    finish();
}

static void lost(void)
{
    uint32_t word = 7;
    rustg_stream *none;
    setenv("FAKE_CUDA_DEVICES", "2", 1);
    start();
    rustg_context *context = open_device(0), *other = open_device(1);
    rustg_stream *stream = new_stream(context), *alive = new_stream(other);
    rustg_buffer *x = new_buffer(context, 64, stream), *y = new_buffer(other, 64, alive);
    rustg_pinned *pinned;
    rustg_event *event;
    GOOD(rustg_pinned_allocate(context, 64, &pinned, &error));
    GOOD(rustg_event_create(context, &event, &error));
    fail("cuMemcpyHtoDAsync", 1, 1);
    BAD(RUSTG_ERR_CUDA, rustg_copy_to_buffer(x, 0, &word, 4, stream, &error));
    CHECK(!rustg_context_is_lost(context) &&
          strstr(error.message, "cuMemcpyHtoDAsync failed with CUDA_ERROR_INVALID_VALUE"));
    fail("cuStreamSynchronize", 1, 700);
    BAD(RUSTG_ERR_CUDA_STICKY, rustg_stream_wait(stream, &error));
    CHECK(rustg_context_is_lost(context) && error.cuda_result == 700 && error.hint[0]);
    BAD(RUSTG_ERR_CUDA_STICKY, rustg_copy_to_buffer(x, 0, &word, 4, stream, &error));
    CHECK(strstr(error.message, "was lost by an earlier error"));
    BAD(RUSTG_ERR_CUDA_STICKY, rustg_stream_create(context, &none, &error));
    BAD(RUSTG_ERR_CUDA_STICKY, rustg_context_wait(context, &error));
    BAD(RUSTG_ERR_CUDA_STICKY, rustg_event_record(event, stream, &error));
    CHECK(!rustg_context_is_lost(other));
    GOOD(rustg_copy_to_buffer(y, 0, &word, 4, alive, &error));
    CHECK(read_word(y, alive) == 7);
    rustg_event_destroy(event);
    rustg_pinned_free(pinned);
    rustg_buffer_free(x);
    rustg_buffer_free(y);
    rustg_stream_destroy(stream);
    rustg_stream_destroy(alive);
    rustg_context_close(context);
    rustg_context_close(other);
    finish();
}

static void graphs(void)
{
    uint32_t *value;
    rustg_graph *graph;
    rustg_pinned *pinned;
    rustg_event *event;
    start();
    rustg_context *context = open_device(0);
    rustg_stream *a = new_stream(context), *b = new_stream(context);
    rustg_buffer *x = new_buffer(context, 4, a), *y = new_buffer(context, 4, b);
    GOOD(rustg_event_create(context, &event, &error));
    GOOD(rustg_pinned_allocate(context, 4, &pinned, &error));
    value = rustg_pinned_pointer(pinned);
    GOOD(rustg_fill_buffer(y, 0, 1, 4, 4, b, &error));
    GOOD(rustg_fill_buffer(x, 0, 2, 4, 4, a, &error));
    GOOD(rustg_graph_begin(a, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_stream_wait(a, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_context_wait(context, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_memory_trim(context, 0, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_event_record(event, a, &error));
    GOOD(rustg_copy_to_buffer(x, 0, value, 4, a, &error));
    CHECK(read_word(x, b) == 2); /* another stream waits for what was there before, not for the capture */
    GOOD(rustg_copy_between(y, 0, x, 0, 4, a, &error));
    unsigned n_waits = calls("cuStreamWaitEvent");
    GOOD(rustg_graph_end(a, &graph, &error));
    for (*value = 10; *value < 13; ++*value) {
        GOOD(rustg_graph_launch(graph, a, &error));
        CHECK(read_word(y, b) == *value); /* b waits for the launch, which waited for b */
    }
    CHECK(calls("cuStreamWaitEvent") > n_waits);
    rustg_graph_free(graph);
    GOOD(rustg_graph_begin(a, &error));
    fail("cuGraphInstantiateWithFlags", 1, 2);
    BAD(RUSTG_ERR_DEVICE_MEMORY, rustg_graph_end(a, &graph, &error));
    CHECK(!graph);
    GOOD(rustg_stream_wait(a, &error)); /* no longer captured */
    GOOD(rustg_graph_begin(a, &error));
    fail("cuStreamEndCapture", 1, 901);
    BAD(RUSTG_ERR_CUDA, rustg_graph_end(a, &graph, &error));
    GOOD(rustg_graph_begin(a, &error));
    GOOD(rustg_copy_to_buffer(x, 0, value, 4, a, &error));
    fail("cuCtxPushCurrent", 1, 1);
    BAD(RUSTG_ERR_CUDA, rustg_graph_end(a, &graph, &error));
    GOOD(rustg_stream_wait(a, &error));
    GOOD(rustg_graph_begin(a, &error));
    rustg_buffer_free(x); /* a, which wrote it last, is captured: another stream frees */
    rustg_stream_destroy(a);
    rustg_event_destroy(event);
    rustg_pinned_free(pinned);
    rustg_buffer_free(y);
    rustg_stream_destroy(b);
    rustg_context_close(context);
    finish();
}

/* The pool goes although the context cannot be made current for the last time. */
static void closed_elsewhere(void)
{
    start();
    rustg_context *context = open_device(0);
    unsigned n = calls("cuCtxPushCurrent");
    rustg_context_close(context);
    rustg_shutdown();
    n = calls("cuCtxPushCurrent") - n;
    CHECK(n > 0 && live() == 0);
    GOOD(rustg_initialize(NULL, &error));
    context = open_device(0);
    fail("cuCtxPushCurrent", n, 1);
    rustg_context_close(context);
    finish();
}

static void events(void)
{
    double seconds = 0;
    int is_done = 1;
    rustg_event *first, *second;
    start();
    rustg_context *context = open_device(0);
    rustg_stream *a = new_stream(context), *b = new_stream(context);
    rustg_buffer *x = new_buffer(context, 4, a);
    GOOD(rustg_event_create(context, &first, &error));
    GOOD(rustg_event_create(context, &second, &error));
    GOOD(rustg_event_query(first, &is_done, &error));
    CHECK(is_done); /* never recorded */
    GOOD(rustg_event_record(first, a, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_event_elapsed(first, second, &seconds, &error));
    GOOD(rustg_fill_buffer(x, 0, 1, 4, 4, a, &error));
    GOOD(rustg_event_record(second, a, &error));
    GOOD(rustg_event_query(second, &is_done, &error));
    CHECK(!is_done);
    BAD(RUSTG_ERR_ARGUMENT, rustg_event_elapsed(first, second, &seconds, &error));
    CHECK(strstr(error.message, "not done"));
    GOOD(rustg_stream_wait_event(b, second, &error));
    GOOD(rustg_stream_wait(b, &error));
    GOOD(rustg_event_query(second, &is_done, &error));
    CHECK(is_done);
    GOOD(rustg_event_wait(second, &error));
    GOOD(rustg_event_elapsed(first, second, &seconds, &error));
    CHECK(seconds > 0);
    GOOD(rustg_fill_buffer(x, 0, 1, 4, 4, a, &error));
    GOOD(rustg_stream_query(a, &is_done, &error));
    CHECK(!is_done);
    GOOD(rustg_stream_query(a, &is_done, &error));
    CHECK(is_done);
    rustg_event_destroy(first);
    rustg_event_destroy(second);
    unsigned n_created = calls("cuEventCreate");
    GOOD(rustg_event_create(context, &first, &error));
    CHECK(calls("cuEventCreate") == n_created);
    rustg_event_destroy(first);
    rustg_buffer_free(x);
    rustg_stream_destroy(a);
    rustg_stream_destroy(b);
    rustg_context_close(context);
    finish();
}

static void peers_with(const char *has_peers)
{
    rustg_context *cpu;
    setenv("FAKE_CUDA_DEVICES", "2", 1);
    setenv("FAKE_CUDA_PEERS", has_peers, 1);
    start();
    rustg_context *one = open_device(0), *two = open_device(1);
    GOOD(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &cpu, &error));
    rustg_stream *a = new_stream(one), *b = new_stream(two), *c = new_stream(cpu);
    rustg_buffer *x = new_buffer(one, 4, a), *y = new_buffer(two, 4, b), *z = new_buffer(cpu, 4, c);
    for (uint32_t i = 1; i < 4; i++) {
        GOOD(rustg_fill_buffer(x, 0, i, 4, 4, a, &error));
        GOOD(rustg_copy_between(y, 0, x, 0, 4, b, &error));
        GOOD(rustg_fill_buffer(x, 0, 99, 4, 4, a, &error)); /* waits for the copy, which another device does */
        GOOD(rustg_stream_wait(a, &error));
        GOOD(rustg_copy_between(z, 0, y, 0, 4, c, &error));
        CHECK(read_word(z, c) == i);
        GOOD(rustg_fill_buffer(z, 0, 50 + i, 4, 4, c, &error));
        GOOD(rustg_copy_between(x, 0, z, 0, 4, a, &error));
        CHECK(read_word(x, a) == 50 + i);
    }
    CHECK(calls("cuMemcpyPeerAsync") == 3 && calls("cuDeviceCanAccessPeer") == 1);
    CHECK(calls("cuCtxEnablePeerAccess") == (has_peers[0] == '1'));
    BAD(RUSTG_ERR_ARGUMENT, rustg_copy_between(y, 0, x, 0, 4, a, &error));
    CHECK(strstr(error.message, "another context"));
    rustg_buffer_free(x);
    rustg_buffer_free(y);
    rustg_buffer_free(z);
    rustg_stream_destroy(a);
    rustg_stream_destroy(b);
    rustg_stream_destroy(c);
    rustg_context_close(one);
    rustg_context_close(two);
    rustg_context_close(cpu);
    finish();
}

static void peers(void)
{
    peers_with("1");
}

static void no_peers(void)
{
    peers_with("0");
}

/* Two clients share one CUcontext and one CUstream. */
static void raw(void)
{
    rustg_context *mine;
    rustg_stream *wrapped;
    rustg_pinned *pinned;
    start();
    rustg_context *theirs = open_device(0);
    rustg_context_options options = {.struct_size = sizeof options, .raw_context = rustg_context_raw(theirs)};
    CHECK(options.raw_context);
    GOOD(rustg_context_open(RUSTG_BACKEND_CUDA, 0, &options, &mine, &error));
    CHECK(rustg_context_raw(mine) == options.raw_context && rustg_context_ordinal(mine) == 0);
    rustg_stream *a = new_stream(theirs), *b = new_stream(mine);
    GOOD(rustg_stream_wrap(mine, rustg_stream_raw(a), &wrapped, &error));
    CHECK(rustg_stream_raw(wrapped) == rustg_stream_raw(a) && rustg_stream_context(wrapped) == mine);
    rustg_buffer *x = new_buffer(mine, 4, wrapped), *w;
    GOOD(rustg_pinned_allocate(mine, 4, &pinned, &error));
    uint32_t *back = rustg_pinned_pointer(pinned);
    GOOD(rustg_fill_buffer(x, 0, 11, 4, 4, wrapped, &error));
    GOOD(rustg_copy_from_buffer(back, x, 0, 4, wrapped, &error));
    rustg_stream_destroy(wrapped); /* x remembers it: a mark is left behind */
    GOOD(rustg_fill_buffer(x, 0, 12, 4, 4, b, &error));
    GOOD(rustg_stream_wait(b, &error));
    CHECK(*back == 11 && read_word(x, b) == 12);
    /* memory of another client's, whose work rustg does not count: each use is waited for */
    GOOD(rustg_buffer_wrap(theirs, rustg_buffer_pointer(x), 4, &w, &error));
    rustg_stream *c = new_stream(theirs);
    GOOD(rustg_buffer_use(w, a, 1, &error));
    unsigned n = calls("cuEventRecord");
    GOOD(rustg_buffer_use(w, c, 0, &error));
    GOOD(rustg_buffer_use(w, c, 0, &error));
    CHECK(calls("cuEventRecord") == n + 2);
    rustg_buffer_free(w);
    rustg_buffer_free(x);
    rustg_pinned_free(pinned);
    rustg_stream_destroy(a);
    rustg_stream_destroy(b);
    rustg_stream_destroy(c);
    rustg_context_close(mine);
    rustg_context_close(theirs);
    finish();
}

typedef struct client_job {
    rustg_context *context;
    rustg_stream *shared;
} client_job;

static void *client(void *argument)
{
    const client_job *job = argument;
    rustg_error mine = {0};
    for (uint32_t i = 0; i < 100; i++) {
        rustg_stream *a, *b;
        rustg_buffer *x;
        uint32_t back = 0;
        if (rustg_stream_create(job->context, &a, &mine) || rustg_stream_create(job->context, &b, &mine) ||
            rustg_buffer_allocate(job->context, 64, a, &x, &mine) || rustg_fill_buffer(x, 0, i, 4, 64, a, &mine) ||
            rustg_copy_from_buffer(&back, x, 0, 4, b, &mine) || back != i) {
            printf("%s\n", mine.message);
            return argument;
        }
        rustg_buffer_free(x);
        rustg_stream_destroy(a);
        rustg_stream_destroy(b);
    }
    return NULL;
}

static void threads(void)
{
    rustg_memory_stats stats = {.struct_size = sizeof stats};
    pthread_t clients[4];
    void *failed;
    start();
    client_job job = {open_device(0), NULL};
    for (int i = 0; i < 4; i++)
        CHECK(pthread_create(&clients[i], NULL, client, &job) == 0);
    for (int i = 0; i < 4; i++)
        CHECK(pthread_join(clients[i], &failed) == 0 && !failed);
    CHECK(rustg_memory_stats_get(job.context, &stats) == RUSTG_OK && stats.n_buffers == 0 &&
          stats.n_allocations == 400);
    rustg_context_close(job.context);
    finish();
}

static void no_graphs(void)
{
    start();
    rustg_context *context = open_device(0);
    rustg_stream *stream = new_stream(context);
    BAD(RUSTG_ERR_CUDA, rustg_graph_begin(stream, &error));
    CHECK(strstr(error.message, "too old for graphs"));
    GOOD(rustg_stream_wait(stream, &error));
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    finish();
}

static void device(void)
{
    rustg_device_info info = {.struct_size = sizeof info};
    setenv("FAKE_CUDA_DEVICES", "3", 1);
    start();
    CHECK(rustg_device_count() == 4);
    GOOD(rustg_device_info_get(2, &info, &error));
    CHECK(info.backend == RUSTG_BACKEND_CUDA && info.ordinal == 1 && strcmp(info.name, "Fake GPU 1") == 0);
    CHECK(info.peers == 5 && info.uuid[0] == 16 && info.uuid[15] == 31 && info.compute_major == 9);
    CHECK(info.shared_bytes_per_block_optin == 232448 && info.max_block_z == 64 && info.warp_size == 32 &&
          info.is_ecc == 1);
    CHECK(info.memory_bandwidth == UINT64_C(2619000) * 2000 * (5120 / 8) && info.memory_free == info.memory_total);
    GOOD(rustg_device_info_get(0, &info, &error));
    CHECK(info.backend == RUSTG_BACKEND_CPU && info.peers == 0 && info.max_threads_per_block == 1024 &&
          info.shared_bytes_per_block == 227 << 10 && info.max_block_z == 64 && info.max_grid_y == 65535);
    BAD(RUSTG_ERR_DEVICE, rustg_device_info_get(4, &info, &error));
    size_t first_release = offsetof(rustg_device_info, peers);
    info.struct_size = first_release;
    info.peers = 77;
    GOOD(rustg_device_info_get(2, &info, &error));
    CHECK(info.struct_size == first_release && info.peers == 77); /* an older caller's record ends before */
    info.struct_size = first_release - 8;
    BAD(RUSTG_ERR_ARGUMENT, rustg_device_info_get(2, &info, &error));
    CHECK(strcmp(rustg_gpu_interface_at(0)->name, "Vulkan") == 0 && !rustg_gpu_interface_at(8));
    finish();
}

static void count_call(void *user)
{
    *(uint32_t *)user = *(uint32_t *)user * 10 + 1;
}

/* A stream that is given out again has the priority that is asked for. */
static void priorities(void)
{
    int32_t least, greatest;
    rustg_stream *stream, *again;
    start();
    rustg_context *context = open_device(0);
    GOOD(rustg_stream_priorities(context, &least, &greatest, &error));
    CHECK(least == 0 && greatest == -5);
    GOOD(rustg_stream_create_with_priority(context, -100, &stream, &error));
    CHECK(rustg_stream_priority(stream) == -5 && calls("cuStreamCreateWithPriority") == 1);
    rustg_stream_destroy(stream);
    again = new_stream(context);
    CHECK(rustg_stream_priority(again) == 0 && again != stream && calls("cuStreamCreate") == 1);
    rustg_stream_destroy(again);
    GOOD(rustg_stream_create_with_priority(context, -5, &again, &error));
    CHECK(again == stream && calls("cuStreamCreateWithPriority") == 1);
    fail("cuStreamCreateWithPriority", 1, 2);
    BAD(RUSTG_ERR_DEVICE_MEMORY, rustg_stream_create_with_priority(context, -1, &stream, &error));
    CHECK(!stream);
    rustg_stream_destroy(again);
    rustg_context_close(context);
    finish();
}

/* A function of the host is called when its stream gets there, and again by each launch of a graph. */
static void host_calls(void)
{
    uint32_t n = 0;
    rustg_graph *graph;
    start();
    rustg_context *context = open_device(0);
    rustg_stream *stream = new_stream(context);
    GOOD(rustg_stream_call(stream, count_call, &n, &error));
    CHECK(n == 0);
    GOOD(rustg_stream_wait(stream, &error));
    CHECK(n == 1);
    GOOD(rustg_graph_begin(stream, &error));
    GOOD(rustg_stream_call(stream, count_call, &n, &error));
    GOOD(rustg_graph_end(stream, &graph, &error));
    GOOD(rustg_graph_launch(graph, stream, &error));
    GOOD(rustg_graph_launch(graph, stream, &error));
    GOOD(rustg_stream_wait(stream, &error));
    CHECK(n == 111);
    BAD(RUSTG_ERR_ARGUMENT, rustg_stream_call(stream, NULL, &n, &error));
    fail("cuLaunchHostFunc", 1, 700);
    BAD(RUSTG_ERR_CUDA_STICKY, rustg_stream_call(stream, count_call, &n, &error));
    rustg_graph_free(graph);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    rustg_shutdown();
}

/* Managed memory is freed behind its users, is counted, and tries again when pools hold what it needs. */
static void managed(void)
{
    rustg_buffer *buffer;
    rustg_memory_stats stats = {.struct_size = sizeof stats};
    start();
    rustg_context *context = open_device(0);
    rustg_stream *stream = new_stream(context);
    GOOD(rustg_buffer_allocate_managed(context, 64, &buffer, &error));
    GOOD(rustg_fill_buffer(buffer, 0, 7, 4, 64, stream, &error));
    GOOD(rustg_stream_wait(stream, &error));
    CHECK(((const uint32_t *)(uintptr_t)rustg_buffer_pointer(buffer))[15] == 7);
    GOOD(rustg_memory_stats_get(context, &stats));
    CHECK(stats.current_bytes == 64 && calls("cuMemAllocManaged") == 1);
    GOOD(rustg_fill_buffer(buffer, 0, 8, 4, 64, stream, &error));
    rustg_buffer_free(buffer); /* the fake aborts where work still uses it */
    CHECK(calls("cuMemFree") == 1);
    fail("cuMemAllocManaged", 1, 2);
    GOOD(rustg_buffer_allocate_managed(context, 64, &buffer, &error));
    rustg_buffer_free(buffer);
    BAD(RUSTG_ERR_DEVICE_MEMORY, rustg_buffer_allocate_managed(context, UINT64_C(1) << 40, &buffer, &error));
    CHECK(!buffer);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    finish();
}

typedef struct test_case {
    const char *name;
    void (*run)(void);
} test_case;

static const test_case with_all[] = {
    {"no device", no_device},
    {"bad driver", bad_driver},
    {"wrong device", wrong_device},
    {"order", order},
    {"free behind", free_behind},
    {"memory", memory},
    {"lost", lost},
    {"graphs", graphs},
    {"closed elsewhere", closed_elsewhere},
    {"events", events},
    {"peers", peers},
    {"no peers", no_peers},
    {"raw", raw},
    {"threads", threads},
    {"device", device},
    {"trimmed", trimmed},
    {"pinned lost", pinned_lost},
    {"shared capture", shared_capture},
    {"priorities", priorities},
    {"host calls", host_calls},
    {"managed", managed},
};
static const test_case with_old[] = {
    {"order", order}, {"free behind", free_behind}, {"memory", memory},       {"lost", lost},
    {"peers", peers}, {"threads", threads},         {"no graphs", no_graphs}, {"pinned lost", pinned_lost}};

int main(int n_args, char **args)
{
    int n_failed = 0, is_old = n_args > 1 && strcmp(args[1], "old") == 0;
    const test_case *cases = is_old ? with_old : with_all;
    size_t n_cases = is_old ? sizeof with_old / sizeof with_old[0] : sizeof with_all / sizeof with_all[0];
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library || !dlsym(library, "rustg_fake_live")) {
        printf("the fake libcuda.so.1 is not in LD_LIBRARY_PATH\n");
        return 1;
    }
    for (size_t i = 0; i < n_cases; i++) {
        int status = 0;
        fflush(stdout);
        pid_t child = fork();
        assert(child >= 0);
        if (child == 0) {
            cases[i].run();
            exit(0);
        }
        assert(waitpid(child, &status, 0) == child);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
            printf("case `%s` failed: %d\n", cases[i].name, status);
            n_failed++;
        }
    }
    dlclose(library);
    return n_failed != 0;
}
