/* context_cpu_test.c: contexts, buffers, copies, streams, events and graphs on the CPU device, through the public
 * headers. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "rustg/compile.h"
#include "rustg/runtime.h"

static rustg_error error;
#define GOOD(call)                                                                                                     \
    do {                                                                                                               \
        if ((call) != RUSTG_OK) {                                                                                      \
            printf("%d: %s: %s\n", __LINE__, #call, error.message);                                                    \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)
#define BAD(wanted, call)                                                                                              \
    do {                                                                                                               \
        rustg_status got = (call);                                                                                     \
        if (got != (wanted)) {                                                                                         \
            printf("%d: %s: %d\n", __LINE__, #call, got);                                                              \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

static int64_t log_sum;
static int log_calls;
static void memory_log(void *user, int64_t n_bytes, uint64_t current_bytes)
{
    assert(user == &log_sum);
    log_sum += n_bytes;
    log_calls++;
    assert((uint64_t)log_sum == current_bytes);
}

static int open_and_refuse(void)
{
    rustg_context *context;
    rustg_context_options options = {.struct_size = 1};
    BAD(RUSTG_ERR_NOT_INITIALIZED, rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error));
    assert(!context && strstr(error.hint, "rustg_initialize"));
    GOOD(rustg_initialize(NULL, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_context_open(RUSTG_BACKEND_CPU, 0, &options, &context, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_context_open((rustg_backend)7, 0, NULL, &context, &error));
    BAD(RUSTG_ERR_DEVICE, rustg_context_open(RUSTG_BACKEND_CPU, 1, NULL, &context, &error));
    options = (rustg_context_options){.struct_size = sizeof options, .raw_context = &options};
    BAD(RUSTG_ERR_ARGUMENT, rustg_context_open(RUSTG_BACKEND_CPU, 0, &options, &context, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, NULL, &error));
    GOOD(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error));
    assert(rustg_context_backend(context) == RUSTG_BACKEND_CPU && rustg_context_ordinal(context) == 0);
    assert(!rustg_context_raw(context) && !rustg_context_is_lost(context) && rustg_context_fallback(context)[0] == 0);
    GOOD(rustg_context_wait(context, &error));
    rustg_context_close(context);
    rustg_context_close(NULL);
    return 0;
}

static int memory(void)
{
    rustg_context *context;
    rustg_stream *stream;
    rustg_buffer *a, *b, *none;
    rustg_memory_stats stats = {.struct_size = sizeof stats};
    rustg_context_options options = {
        .struct_size = sizeof options, .memory_limit = 1 << 20, .memory_log = memory_log, .user = &log_sum};
    GOOD(rustg_context_open(RUSTG_BACKEND_CPU, 0, &options, &context, &error));
    GOOD(rustg_stream_create(context, &stream, &error));
    GOOD(rustg_buffer_allocate(context, 1000, stream, &a, &error));
    assert(rustg_buffer_bytes(a) == 1000 && rustg_buffer_pointer(a) % 256 == 0 && rustg_buffer_context(a) == context);
    BAD(RUSTG_ERR_DEVICE_MEMORY, rustg_buffer_allocate(context, 1 << 20, stream, &b, &error));
    assert(!b && strstr(error.message, "limit") && strstr(error.hint, "stays usable"));
    GOOD(rustg_memory_limit(context, 0, &error));
    BAD(RUSTG_ERR_DEVICE_MEMORY, rustg_buffer_allocate(context, UINT64_MAX, stream, &b, &error));
    GOOD(rustg_buffer_allocate(context, 1 << 20, stream, &b, &error));
    GOOD(rustg_buffer_allocate(context, 0, stream, &none, &error));
    assert(rustg_buffer_pointer(none) == 0 && rustg_buffer_bytes(none) == 0);
    GOOD(rustg_memory_stats_get(context, &stats) == RUSTG_OK ? RUSTG_OK : RUSTG_ERR_INTERNAL);
    assert(stats.current_bytes == 1000 + (1 << 20) && stats.n_buffers == 3 && stats.n_hits == 0);
    assert(stats.reserved_bytes >= stats.current_bytes && stats.reserved_bytes < stats.current_bytes * 9 / 8 + 256);
    uint64_t pointer = rustg_buffer_pointer(b);
    rustg_buffer_free(b);
    GOOD(rustg_buffer_allocate(context, (1 << 20) - 100, stream, &b, &error));
    assert(rustg_buffer_pointer(b) == pointer);
    rustg_buffer_free(a);
    rustg_buffer_free(b);
    rustg_buffer_free(none);
    rustg_buffer_free(NULL);
    assert(rustg_memory_stats_get(context, &stats) == RUSTG_OK);
    assert(stats.current_bytes == 0 && stats.n_hits == 1 && stats.n_allocations == 4 && stats.n_releases == 4);
    assert(stats.peak_bytes == 1000 + (1 << 20) && stats.reserved_bytes > 0 && log_sum == 0 && log_calls == 6);
    GOOD(rustg_memory_trim(context, 2000, &error));
    assert(rustg_memory_stats_get(context, &stats) == RUSTG_OK && stats.reserved_bytes > 0 &&
           stats.reserved_bytes <= 2000);
    GOOD(rustg_memory_trim(context, 0, &error));
    assert(rustg_memory_stats_get(context, &stats) == RUSTG_OK && stats.reserved_bytes == 0);
    stats.struct_size = 1;
    BAD(RUSTG_ERR_ARGUMENT, rustg_memory_stats_get(context, &stats));

    rustg_pinned *pinned;
    stats.struct_size = sizeof stats;
    GOOD(rustg_pinned_allocate(context, 5000, &pinned, &error));
    void *first = rustg_pinned_pointer(pinned);
    memset(first, 1, rustg_pinned_bytes(pinned));
    rustg_pinned_free(pinned);
    GOOD(rustg_pinned_allocate(context, 4999, &pinned, &error));
    assert(rustg_pinned_pointer(pinned) == first && rustg_pinned_bytes(pinned) == 4999);
    assert(rustg_memory_stats_get(context, &stats) == RUSTG_OK);
    assert(stats.pinned_current_bytes == 4999 && stats.pinned_peak_bytes == 5000 && stats.n_pinned_hits == 1);
    rustg_pinned_free(pinned);
    rustg_pinned_free(NULL);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    return 0;
}

static int copies(void)
{
    rustg_context *context, *other;
    rustg_stream *stream, *foreign, *none;
    rustg_buffer *a, *b, *wrapped;
    uint16_t words[64], back[64];
    for (int i = 0; i < 64; i++)
        words[i] = (uint16_t)(i * 1000);
    GOOD(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error));
    GOOD(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &other, &error));
    GOOD(rustg_stream_create(context, &stream, &error));
    GOOD(rustg_stream_create(other, &foreign, &error));
    GOOD(rustg_buffer_allocate(context, sizeof words, stream, &a, &error));
    GOOD(rustg_buffer_allocate(other, sizeof words, foreign, &b, &error));
    GOOD(rustg_copy_to_buffer(a, 0, words, sizeof words, stream, &error));
    GOOD(rustg_copy_between(b, 0, a, 0, sizeof words, foreign, &error));
    GOOD(rustg_copy_from_buffer(back, b, 0, sizeof back, foreign, &error));
    assert(memcmp(words, back, sizeof back) == 0);
    GOOD(rustg_fill_buffer(b, 4, 0xABCD1234, 4, 8, foreign, &error));
    GOOD(rustg_fill_buffer(b, 12, 0x5678, 2, 2, foreign, &error));
    GOOD(rustg_fill_buffer(b, 14, 0x99, 1, 1, foreign, &error));
    GOOD(rustg_copy_from_buffer(back, b, 0, sizeof back, foreign, &error));
    assert(back[1] == words[1] && back[2] == 0x1234 && back[3] == 0xABCD && back[4] == 0x1234 && back[5] == 0xABCD);
    assert(back[6] == 0x5678 && (back[7] & 0xFF) == 0x99 && back[7] >> 8 == words[7] >> 8 && back[8] == words[8]);
    GOOD(rustg_copy_between(b, 64, b, 0, 64, foreign, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_copy_between(b, 32, b, 0, 64, foreign, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_copy_between(b, 0, a, 0, 64, stream, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_copy_to_buffer(a, 1, words, sizeof words, stream, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_copy_to_buffer(a, UINT64_MAX, words, 2, stream, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_copy_to_buffer(NULL, 0, words, 2, stream, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_copy_to_buffer(a, 0, NULL, 2, stream, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_copy_to_buffer(a, 0, words, 2, NULL, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_copy_from_buffer(NULL, a, 0, 2, stream, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_fill_buffer(a, 0, 0, 3, 3, stream, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_fill_buffer(a, 1, 0, 2, 2, stream, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_fill_buffer(a, 0, 0, 4, 6, stream, &error));
    GOOD(rustg_copy_to_buffer(a, sizeof words, NULL, 0, stream, &error));
    GOOD(rustg_buffer_wrap(context, (uint64_t)(uintptr_t)back, sizeof back, &wrapped, &error));
    GOOD(rustg_buffer_use(wrapped, stream, 1, &error));
    GOOD(rustg_copy_between(wrapped, 0, a, 0, sizeof back, stream, &error));
    assert(memcmp(words, back, sizeof back) == 0);
    rustg_buffer_free(wrapped);
    BAD(RUSTG_ERR_ARGUMENT, rustg_buffer_wrap(context, 0, 8, &wrapped, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_stream_wrap(context, words, &none, &error));
    assert(!none);
    GOOD(rustg_stream_wrap(context, NULL, &none, &error));
    rustg_stream_destroy(none);
    rustg_stream_destroy(stream);
    rustg_buffer_free(a);
    rustg_buffer_free(b);
    rustg_stream_destroy(foreign);
    rustg_context_close(other);
    rustg_context_close(context);
    return 0;
}

static int events(void)
{
    rustg_context *context;
    rustg_stream *stream;
    rustg_event *start, *end;
    double seconds = -1;
    int is_done = 0;
    GOOD(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error));
    GOOD(rustg_stream_create(context, &stream, &error));
    GOOD(rustg_event_create(context, &start, &error));
    GOOD(rustg_event_create(context, &end, &error));
    GOOD(rustg_event_record(start, stream, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_event_elapsed(start, end, &seconds, &error));
    assert(strstr(error.message, "end has not been recorded"));
    GOOD(rustg_event_record(end, stream, &error));
    GOOD(rustg_event_elapsed(start, end, &seconds, &error));
    assert(seconds >= 0 && seconds < 10);
    GOOD(rustg_event_query(end, &is_done, &error));
    assert(is_done);
    GOOD(rustg_event_wait(end, &error));
    GOOD(rustg_stream_wait_event(stream, end, &error));
    is_done = 0;
    GOOD(rustg_stream_query(stream, &is_done, &error));
    assert(is_done);
    GOOD(rustg_stream_wait(stream, &error));
    rustg_event_destroy(start);
    rustg_event_destroy(end);
    rustg_event_destroy(NULL);
    rustg_stream *first = stream;
    rustg_stream_destroy(stream);
    GOOD(rustg_stream_create(context, &stream, &error));
    assert(stream == first);
    rustg_stream_destroy(stream);
    rustg_stream_destroy(NULL);
    rustg_context_close(context);
    return 0;
}

static int graphs(void)
{
    rustg_context *context;
    rustg_stream *stream, *second;
    rustg_buffer *a, *b, *c;
    rustg_graph *graph;
    uint32_t value = 7, back = 0;
    GOOD(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error));
    GOOD(rustg_stream_create(context, &stream, &error));
    GOOD(rustg_stream_create(context, &second, &error));
    GOOD(rustg_buffer_allocate(context, 4, stream, &a, &error));
    GOOD(rustg_buffer_allocate(context, 4, stream, &b, &error));
    GOOD(rustg_fill_buffer(b, 0, 0, 4, 4, stream, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_graph_end(stream, &graph, &error));
    GOOD(rustg_graph_begin(stream, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_graph_begin(stream, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_stream_wait(stream, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_context_wait(context, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_buffer_allocate(context, 4, stream, &c, &error));
    GOOD(rustg_copy_to_buffer(a, 0, &value, 4, stream, &error));
    GOOD(rustg_copy_between(b, 0, a, 0, 4, stream, &error));
    GOOD(rustg_graph_end(stream, &graph, &error));
    GOOD(rustg_copy_from_buffer(&back, b, 0, 4, stream, &error));
    assert(back == 0); /* captured, not done */
    for (value = 100; value < 103; value++) {
        GOOD(rustg_graph_launch(graph, second, &error));
        GOOD(rustg_stream_wait(second, &error));
        GOOD(rustg_copy_from_buffer(&back, b, 0, 4, stream, &error));
        assert(back == value);
    }
    GOOD(rustg_graph_begin(stream, &error));
    BAD(RUSTG_ERR_ARGUMENT, rustg_graph_launch(graph, stream, &error));
    rustg_graph_free(graph);
    rustg_graph_free(NULL);
    rustg_stream_destroy(stream); /* the capture goes with it */
    GOOD(rustg_context_wait(context, &error));
    rustg_buffer_free(a);
    rustg_buffer_free(b);
    rustg_stream_destroy(second);
    rustg_context_close(context);
    return 0;
}

static void count_call(void *user)
{
    ++*(uint32_t *)user;
}

/* What only devices have keeps its meaning here: priorities are alike, calls happen at once, memory is the host's. */
static int device_only(void)
{
    rustg_context *context;
    rustg_stream *stream;
    rustg_graph *graph;
    rustg_buffer *buffer;
    int32_t least = 1, greatest = 1;
    uint32_t n = 0;
    GOOD(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error));
    GOOD(rustg_stream_priorities(context, &least, &greatest, &error));
    assert(least == 0 && greatest == 0);
    BAD(RUSTG_ERR_ARGUMENT, rustg_stream_priorities(context, NULL, &greatest, &error));
    GOOD(rustg_stream_create_with_priority(context, -3, &stream, &error));
    assert(rustg_stream_priority(stream) == 0);
    GOOD(rustg_stream_call(stream, count_call, &n, &error));
    assert(n == 1);
    GOOD(rustg_graph_begin(stream, &error));
    GOOD(rustg_stream_call(stream, count_call, &n, &error));
    GOOD(rustg_graph_end(stream, &graph, &error));
    assert(n == 1);
    GOOD(rustg_graph_launch(graph, stream, &error));
    assert(n == 2);
    rustg_graph_free(graph);
    GOOD(rustg_buffer_allocate_managed(context, 8, &buffer, &error));
    GOOD(rustg_fill_buffer(buffer, 0, 3, 4, 8, stream, &error));
    assert(((const uint32_t *)(uintptr_t)rustg_buffer_pointer(buffer))[1] == 3);
    rustg_buffer_free(buffer);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    return 0;
}

static void *client(void *argument)
{
    rustg_context *context = argument;
    rustg_error mine = {0};
    for (uint32_t i = 0; i < 200; i++) {
        rustg_stream *stream;
        rustg_buffer *a, *b;
        rustg_pinned *pinned;
        rustg_event *event;
        uint32_t back = 0;
        if (rustg_stream_create(context, &stream, &mine) || rustg_buffer_allocate(context, 64 + i, stream, &a, &mine) ||
            rustg_buffer_allocate(context, 64 + i, stream, &b, &mine) ||
            rustg_pinned_allocate(context, 64 + i, &pinned, &mine) || rustg_event_create(context, &event, &mine) ||
            rustg_fill_buffer(a, 0, i, 4, 64, stream, &mine) || rustg_copy_between(b, 0, a, 0, 64, stream, &mine) ||
            rustg_event_record(event, stream, &mine) ||
            rustg_copy_from_buffer(rustg_pinned_pointer(pinned), b, 0, 64, stream, &mine) ||
            rustg_stream_wait(stream, &mine))
            return argument;
        memcpy(&back, rustg_pinned_pointer(pinned), 4);
        rustg_event_destroy(event);
        rustg_pinned_free(pinned);
        rustg_buffer_free(a);
        rustg_buffer_free(b);
        rustg_stream_destroy(stream);
        if (back != i)
            return argument;
    }
    return NULL;
}

static int threads(void)
{
    rustg_context *context;
    rustg_memory_stats stats = {.struct_size = sizeof stats};
    pthread_t clients[4];
    void *failed;
    GOOD(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error));
    for (int i = 0; i < 4; i++)
        assert(pthread_create(&clients[i], NULL, client, context) == 0);
    for (int i = 0; i < 4; i++) {
        assert(pthread_join(clients[i], &failed) == 0);
        assert(!failed);
    }
    assert(rustg_memory_stats_get(context, &stats) == RUSTG_OK);
    assert(stats.n_buffers == 0 && stats.n_allocations == 1600 && stats.current_bytes == 0 && stats.n_hits > 1000);
    rustg_context_close(context);
    return 0;
}

int main(void)
{
    int failed = open_and_refuse() || memory() || copies() || events() || graphs() || device_only() || threads();
    rustg_shutdown();
    return failed;
}
