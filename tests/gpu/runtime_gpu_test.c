/* runtime_gpu_test.c: the runtime on a GPU: copies, streams, events, graphs, shapes of launches, and every fault that a
 * caller or a kernel can make: what is told, and that the context lives on, or is lost and others live on. In front of
 * the fake driver too.
 *   runtime_gpu_test [lost-ptx|lost-rust|lost-deep]
 * An argument asks for one fault that loses the context, in a process of its own. RUSTG_TEST_SMALL, for tools that
 * count the driver's refusals as errors, leaves out the faults of the driver. Exits 77 without a device. */
#define _GNU_SOURCE
#include <sys/wait.h>
#include <unistd.h>

#include "launch/module_internal.h"
#include "gpu/gpu_kernels.h"

static const char rust_text[] =
    "use rustg_std::prelude::*;\n"
    "#[kernel]\npub fn gather(x: &[u32], at: u32, mut out: GridMut<u32>) {\n"
    "    let i = thread::index();\n    if i < out.len() {\n        out[i] = x[i.get() + at as usize];\n    }\n}\n"
    "#[kernel]\npub unsafe fn poke(p: *mut u32, mut out: GridMut<u32>) {\n"
    "    let i = thread::index();\n    if i < out.len() {\n        *p.add(i.get()) = 1;\n        out[i] = 1;\n    "
    "}\n}\n"
    "#[kernel]\npub fn rustg_x2_gather(mut out: GridMut<u32>) {\n" /* no coarse entry of gather's */
    "    let i = thread::index();\n    if i < out.len() {\n        out[i] = 77;\n    }\n}\n";
static const char deep_text[] =
    "use rustg_std::prelude::*;\n"
    "fn down(n: u32) -> u32 {\n    if n == 0 { 1 } else { (down(n - 1) ^ n).wrapping_mul(5).rotate_left(3) }\n}\n"
    "#[kernel]\npub fn deep(n: u32, mut out: GridMut<u32>) {\n"
    "    let i = thread::index();\n    if i < out.len() {\n        out[i] = down(n);\n    }\n}\n";

/* is_short: small arrays */
static bool is_fake, is_small, is_short, has_nvrtc;
static fake_cuda_fail_fn fail;

typedef struct rig {
    rustg_context *context;
    rustg_stream *stream;
    rustg_module *ptx, *rust; /* rust: NULL without NVRTC */
} rig;

static rustg_stream *new_stream(rustg_context *context)
{
    rustg_stream *stream;
    GOOD(rustg_stream_create(context, &stream, &error));
    return stream;
}

static rustg_buffer *new_words(rig *r, uint32_t n, uint32_t word)
{
    rustg_buffer *buffer;
    GOOD(rustg_buffer_allocate(r->context, 4 * (uint64_t)n, r->stream, &buffer, &error));
    GOOD(rustg_fill_buffer(buffer, 0, word, 4, 4 * (uint64_t)n, r->stream, &error));
    return buffer;
}

/* All n words are this one. */
static void expect_words(rig *r, rustg_buffer *buffer, uint32_t n, uint32_t word)
{
    uint32_t *words = malloc(4 * (size_t)n);
    CHECK(words);
    GOOD(rustg_copy_from_buffer(words, buffer, 0, 4 * (uint64_t)n, r->stream, &error));
    GOOD(rustg_stream_wait(r->stream, &error));
    for (uint32_t i = 0; i < n; i++)
        CHECK(words[i] == word);
    free(words);
}

/* The context works: a launch, and its result. */
static void expect_alive(rig *r)
{
    rustg_buffer *buffer = new_words(r, 100, 41);
    GOOD(launch_words(function_of(r->ptx, "add_one"), r->stream, buffer, 100, 0));
    expect_words(r, buffer, 100, 42);
    rustg_buffer_free(buffer);
    CHECK(!rustg_context_is_lost(r->context));
}

static void load_rust(rig *r, const char *text)
{
    rustg_source source = {.name = "faults.rs", .bytes = (const uint8_t *)text, .n_bytes = strlen(text)};
    if (!has_nvrtc)
        return;
    GOOD(rustg_module_from_rust(r->context, &source, 1, NULL, &r->rust, &error));
}

static rig open_rig(int32_t ordinal)
{
    rig r = {0};
    GOOD(rustg_context_open(RUSTG_BACKEND_CUDA, ordinal, NULL, &r.context, &error));
    r.stream = new_stream(r.context);
    r.ptx = load_ptx(r.context);
    return r;
}

static void close_rig(rig *r)
{
    rustg_module_free(r->rust);
    rustg_module_free(r->ptx);
    rustg_stream_destroy(r->stream);
    rustg_context_close(r->context);
}

/* ---- what works ---- */

static void test_async_copies(rig *r)
{
    uint64_t n = is_short ? 1 << 16 : 16 << 20;
    rustg_pinned *from, *to;
    rustg_buffer *a, *b;
    rustg_stream *second = new_stream(r->context);
    int is_done = 0;
    GOOD(rustg_pinned_allocate(r->context, 4 * n, &from, &error));
    GOOD(rustg_pinned_allocate(r->context, 4 * n, &to, &error));
    GOOD(rustg_buffer_allocate(r->context, 4 * n, r->stream, &a, &error));
    GOOD(rustg_buffer_allocate(r->context, 4 * n, second, &b, &error));
    uint32_t *words = rustg_pinned_pointer(from), *back = rustg_pinned_pointer(to);
    for (uint64_t i = 0; i < n; i++)
        words[i] = (uint32_t)i * 2654435761u;
    GOOD(rustg_copy_to_buffer(a, 0, words, 4 * n, r->stream, &error));
    GOOD(rustg_copy_between(b, 0, a, 0, 4 * n, second, &error)); /* waits for the other stream */
    GOOD(rustg_copy_from_buffer(back, b, 0, 4 * n, second, &error));
    GOOD(rustg_stream_query(second, &is_done, &error)); /* either answer is right */
    GOOD(rustg_stream_wait(second, &error));
    GOOD(rustg_stream_query(second, &is_done, &error));
    CHECK(is_done && memcmp(words, back, 4 * n) == 0);
    rustg_buffer_free(a);
    rustg_buffer_free(b);
    rustg_pinned_free(from);
    rustg_pinned_free(to);
    rustg_stream_destroy(second);
}

static void test_events(rig *r)
{
    uint32_t n = is_short ? 1 << 16 : 16 << 20;
    rustg_event *start, *middle, *end;
    rustg_stream *second = new_stream(r->context);
    double first_part, all;
    int is_done = 0;
    rustg_buffer *buffer = new_words(r, n, 1);
    GOOD(rustg_event_create(r->context, &start, &error));
    GOOD(rustg_event_create(r->context, &middle, &error));
    GOOD(rustg_event_create(r->context, &end, &error));
    GOOD(rustg_event_record(start, r->stream, &error));
    for (int i = 0; i < 10; i++)
        GOOD(launch_words(function_of(r->ptx, "add_one"), r->stream, buffer, n, 0));
    GOOD(rustg_event_record(middle, r->stream, &error));
    GOOD(rustg_stream_wait_event(second, middle, &error));
    GOOD(launch_words(function_of(r->ptx, "scale"), second, buffer, n, 2));
    GOOD(rustg_event_record(end, second, &error));
    GOOD(rustg_event_wait(end, &error));
    GOOD(rustg_event_query(middle, &is_done, &error));
    GOOD(rustg_event_elapsed(start, middle, &first_part, &error));
    GOOD(rustg_event_elapsed(start, end, &all, &error));
    CHECK(is_done && first_part > 0 && (is_fake || first_part <= all) && all < 60);
    expect_words(r, buffer, n, 22);
    rustg_event_destroy(start);
    rustg_event_destroy(middle);
    rustg_event_destroy(end);
    rustg_buffer_free(buffer);
    rustg_stream_destroy(second);
}

static void test_graph(rig *r)
{
    rustg_graph *graph;
    rustg_buffer *buffer = new_words(r, 1000, 0);
    GOOD(rustg_graph_begin(r->stream, &error));
    for (int i = 0; i < 3; i++)
        GOOD(launch_words(function_of(r->ptx, "add_one"), r->stream, buffer, 1000, 0));
    GOOD(rustg_fill_buffer(buffer, 3996, 5, 4, 4, r->stream, &error));
    GOOD(rustg_graph_end(r->stream, &graph, &error));
    for (int i = 0; i < 10; i++)
        GOOD(rustg_graph_launch(graph, r->stream, &error));
    expect_words(r, buffer, 999, 30);
    rustg_graph_free(graph);
    rustg_buffer_free(buffer);
}

/* A block that the occupancy calculation chooses, and a grid that covers a number which is no multiple of it. */
static void test_shapes(rig *r)
{
    uint32_t n = is_short ? 10007 : 10000019, block, min_grid;
    rustg_function *add_one = function_of(r->ptx, "add_one");
    rustg_function_info info = {.struct_size = sizeof info};
    GOOD(rustg_function_occupancy(add_one, 0, &block, &min_grid, &error));
    GOOD(rustg_function_info_get(add_one, &info, &error));
    CHECK(block >= 32 && block <= info.max_threads && min_grid >= 1 && info.registers > 0);
    rustg_buffer *buffer = new_words(r, n, 6);
    GOOD(launch_words(add_one, r->stream, buffer, n, 0));
    expect_words(r, buffer, n, 7);
    rustg_launch_argument args[] = {{.buffer = buffer}, {.value = &n, .n_bytes = 4}};
    rustg_launch_config cooperative = {
        .struct_size = sizeof cooperative, .grid = {2, 1, 1}, .block = {64, 1, 1}, .cooperative = 1};
    n = 128;
    GOOD(rustg_launch(add_one, r->stream, &cooperative, args, 2, &error));
    expect_words(r, buffer, 128, 8);
    rustg_buffer_free(buffer);
}

/* More than the 48 KiB that a kernel has without asking. */
static void test_dynamic_shared(rig *r)
{
    uint32_t words[REVERSE_THREADS];
    rustg_buffer *buffer = new_words(r, REVERSE_THREADS, 0);
    rustg_launch_argument arg = {.buffer = buffer};
    rustg_launch_config config = {.struct_size = sizeof config,
                                  .grid = {1, 1, 1},
                                  .block = {REVERSE_THREADS, 1, 1},
                                  .dynamic_shared_bytes = REVERSE_SHARED};
    for (uint32_t i = 0; i < REVERSE_THREADS; i++)
        words[i] = i;
    GOOD(rustg_copy_to_buffer(buffer, 0, words, sizeof words, r->stream, &error));
    GOOD(rustg_launch(function_of(r->ptx, "reverse"), r->stream, &config, &arg, 1, &error));
    GOOD(rustg_copy_from_buffer(words, buffer, 0, sizeof words, r->stream, &error));
    GOOD(rustg_stream_wait(r->stream, &error));
    for (uint32_t i = 0; i < REVERSE_THREADS; i++)
        CHECK(words[i] == REVERSE_THREADS - 1 - i);
    rustg_buffer_free(buffer);
}

/* Times that can be: more than the bus and the memory allow would be a wrong clock. */
static void test_profile(rig *r)
{
    const rustg_profile_row *rows;
    size_t n_rows;
    uint32_t n = is_short ? 1 << 16 : 16 << 20;
    double kernel = 0, copy = 0;
    rustg_buffer *buffer = new_words(r, n, 1);
    GOOD(rustg_profile_start(r->context, &error));
    rustg_profile_range_begin(r->context, "range");
    for (int i = 0; i < 5; i++)
        GOOD(launch_words(function_of(r->ptx, "add_one"), r->stream, buffer, n, 0));
    expect_words(r, buffer, n, 6);
    rustg_profile_range_end(r->context);
    GOOD(rustg_profile_stop(r->context, &error));
    GOOD(rustg_profile_rows(r->context, &rows, &n_rows, &error));
    CHECK(n_rows == 3);
    for (size_t i = 0; i < n_rows; i++) {
        CHECK(rows[i].seconds_min > 0 && rows[i].seconds_max < 60);
        if (rows[i].kind == RUSTG_PROFILE_KERNEL) {
            CHECK(rows[i].n == 5 && strcmp(rows[i].name, "add_one") == 0 && rows[i].occupancy > 0 &&
                  rows[i].occupancy <= 1);
            kernel = 4.0 * n / rows[i].seconds_min;
        } else if (rows[i].kind == RUSTG_PROFILE_COPY_FROM) {
            CHECK(rows[i].n == 1 && rows[i].n_bytes == 4 * (uint64_t)n);
            copy = 4.0 * n / rows[i].seconds_min;
        }
    }
    CHECK(kernel > 0 && kernel < 1e14 && copy > 0 && copy < 1e13);
    rustg_buffer_free(buffer);
}

/* ---- faults after which the context lives ---- */

static void test_out_of_memory(rig *r)
{
    rustg_device_info info = {.struct_size = sizeof info};
    rustg_memory_stats before = {.struct_size = sizeof before}, after = before;
    rustg_buffer *buffer, *half;
    GOOD(rustg_device_info_get(1, &info, &error));
    CHECK(rustg_memory_stats_get(r->context, &before) == RUSTG_OK);
    CHECK(rustg_buffer_allocate(r->context, 2 * info.memory_total, r->stream, &buffer, &error) ==
              RUSTG_ERR_DEVICE_MEMORY &&
          !buffer);
    CHECK(strstr(error.message, "could not allocate") && error.hint[0] && error.cuda_result == CUDA_ERROR_MEMORY);
    CHECK(rustg_error_category_of(&error) == RUSTG_CATEGORY_MEMORY && rustg_error_is_recoverable(&error));
    if (!is_fake) { /* what another buffer gave back is found again: two of them do not fit at once */
        uint64_t most = info.memory_free / 10 * 6;
        GOOD(rustg_buffer_allocate(r->context, most, r->stream, &half, &error));
        CHECK(rustg_buffer_allocate(r->context, most, r->stream, &buffer, &error) == RUSTG_ERR_DEVICE_MEMORY);
        rustg_buffer_free(half);
        GOOD(rustg_buffer_allocate(r->context, most, r->stream, &buffer, &error));
        rustg_buffer_free(buffer);
        GOOD(rustg_memory_trim(r->context, 0, &error));
    }
    CHECK(rustg_memory_stats_get(r->context, &after) == RUSTG_OK && after.current_bytes == before.current_bytes);
    expect_alive(r);
}

/* An image for an architecture that this device is not. */
static void test_wrong_architecture(rig *r)
{
    static const char text[] = "extern \"C\" __global__ void nothing() {}\n";
    rustg_device_info info = {.struct_size = sizeof info};
    rustg_cuda_options options = {.struct_size = sizeof options};
    unsigned char elf[64] = "\177ELF\2\1\1";
    rustg_module *module;
    char *image = (char *)elf;
    size_t n = sizeof elf;
    GOOD(rustg_device_info_get(1, &info, &error));
    options.arch = info.compute_major == 9 ? "sm_80" : "sm_90";
    if (has_nvrtc)
        GOOD(rustg_cuda_compile(text, "nothing.cu", &options, 1, &image, &n, NULL, &error));
    else if (!is_fake)
        return;
    CHECK(rustg_module_load(r->context, image, n, &module, &error) == RUSTG_ERR_CUDA && !module);
    CHECK(strstr(error.message, "the cubin cannot be loaded") && error.hint[0] && error.cuda_result == 209);
    CHECK(rustg_error_category_of(&error) == RUSTG_CATEGORY_COMPILE);
    if (has_nvrtc)
        rustg_log_free(image);
    expect_alive(r);
}

static void test_bad_images(rig *r)
{
    static const char bad[] =
        ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k()\n{\n    nonsense.u32 %r1;\n}\n";
    rustg_module *module;
    rustg_function *function;
    if (!is_fake) { /* which reads no PTX */
        CHECK(rustg_module_load(r->context, bad, sizeof bad, &module, &error) == RUSTG_ERR_CUDA && !module);
        CHECK(strstr(error.message, "the PTX cannot be loaded") && strstr(error.message, "nonsense") && error.hint[0]);
    }
    CHECK(rustg_module_function(r->ptx, "no_such", &function, &error) == RUSTG_ERR_ARGUMENT && !function);
    CHECK(strstr(error.message, "no_such"));
    test_wrong_architecture(r);
    expect_alive(r);
}

static void test_wrong_shapes(rig *r)
{
    uint32_t n = 64;
    rustg_buffer *buffer = new_words(r, 4096, 0);
    rustg_launch_argument args[] = {{.buffer = buffer}, {.value = &n, .n_bytes = 4}};
    rustg_launch_config config = {
        .struct_size = sizeof config, .grid = {1, 1, 1}, .block = {64, 1, 1}, .dynamic_shared_bytes = 16 << 20};
    rustg_function *add_one = function_of(r->ptx, "add_one");
    CHECK(rustg_launch(add_one, r->stream, &config, args, 2, &error) == RUSTG_ERR_CUDA && error.hint[0]);
    config = (rustg_launch_config){
        .struct_size = sizeof config, .grid = {1 << 20, 1, 1}, .block = {1024, 1, 1}, .cooperative = 1};
    CHECK(rustg_launch(add_one, r->stream, &config, args, 2, &error) == RUSTG_ERR_CUDA);
    CHECK(strstr(error.message, "cuLaunchCooperativeKernel") && error.cuda_result == 720);
    expect_words(r, buffer, 4096, 0);
    rustg_buffer_free(buffer);
    expect_alive(r);
}

static void test_wrong_arguments(rig *r)
{
    uint32_t at = 0;
    uint64_t wide = 0;
    rustg_buffer *x = new_words(r, 64, 3), *out = new_words(r, 64, 0);
    rustg_function *gather = function_of(r->rust, "gather"), *add_one = function_of(r->ptx, "add_one");
    rustg_launch_config config = {.struct_size = sizeof config, .n_elements = 64};
    rustg_launch_argument args[] = {
        {.buffer = x, .length = 64}, {.value = &wide, .n_bytes = 8}, {.buffer = out, .length = 64}};
    CHECK(rustg_launch(gather, r->stream, &config, args, 3, &error) == RUSTG_ERR_ARGUMENT &&
          strstr(error.message, "has 4 bytes"));
    args[1] = (rustg_launch_argument){.value = &at, .n_bytes = 4};
    CHECK(rustg_launch(gather, r->stream, &config, args, 2, &error) == RUSTG_ERR_ARGUMENT &&
          strstr(error.message, "takes 3 arguments"));
    args[0].length = 65;
    CHECK(rustg_launch(gather, r->stream, &config, args, 3, &error) == RUSTG_ERR_ARGUMENT &&
          strstr(error.message, "not all in its buffer"));
    args[0] = (rustg_launch_argument){.buffer = out, .offset = 63, .length = 1};
    CHECK(rustg_launch(gather, r->stream, &config, args, 3, &error) == RUSTG_ERR_ARGUMENT &&
          strstr(error.message, "overlaps"));
    args[0] = (rustg_launch_argument){.value = &at, .n_bytes = 4};
    CHECK(rustg_launch(add_one, r->stream, &config, args, 1, &error) != RUSTG_OK ||
          is_fake); /* as the driver tells, from CUDA 12.4 on */
    expect_words(r, out, 64, 0);
    rustg_buffer_free(x);
    rustg_buffer_free(out);
    expect_alive(r);
}

static rustg_event *record_event(rig *r, rustg_event **event)
{
    GOOD(rustg_event_create(r->context, event, &error));
    GOOD(rustg_event_record(*event, r->stream, &error));
    return *event;
}

static void test_panic(rig *r)
{
    uint32_t at = 0;
    rustg_panic panic;
    rustg_event *event;
    rustg_buffer *x = new_words(r, 64, 3), *out = new_words(r, 64, 0);
    rustg_launch_config config = {.struct_size = sizeof config, .n_elements = 64};
    rustg_launch_argument args[] = {
        {.buffer = x, .length = 64}, {.value = &at, .n_bytes = 4}, {.buffer = out, .length = 64}};
    for (int i = 0; i < 3; i++) {
        at = 32; /* threads 32 and on read behind the end */
        GOOD(rustg_launch(function_of(r->rust, "gather"), r->stream, &config, args, 3, &error));
        CHECK(rustg_stream_wait(r->stream, &error) == RUSTG_ERR_PANIC && strstr(error.message, "faults.rs:6:18"));
        CHECK(strstr(error.message, "index out of bounds: the len is 64 but the index is") &&
              rustg_error_is_recoverable(&error));
        CHECK(rustg_stream_panic(r->stream, &panic, NULL) == RUSTG_OK && panic.happened &&
              panic.thread[0] + panic.block[0] * 64 >= 32);
        at = 0;
        GOOD(rustg_launch(function_of(r->rust, "gather"), r->stream, &config, args, 3, &error));
        expect_words(r, out, 64, 3);
    }
    CHECK(r->rust->panic_flag); /* so those waits without a panic copied nothing */
    rustg_stream *second = new_stream(r->context);
    at = 32;
    GOOD(rustg_launch(function_of(r->rust, "gather"), r->stream, &config, args, 3, &error));
    GOOD(rustg_stream_wait_event(second, record_event(r, &event), &error));
    at = 0;
    GOOD(rustg_launch(function_of(r->rust, "gather"), second, &config, args, 3, &error));
    CHECK(rustg_stream_wait(second, &error) == RUSTG_ERR_PANIC); /* streams of one module are all told */
    CHECK(rustg_stream_wait(r->stream, &error) == RUSTG_ERR_PANIC && strstr(error.message, "faults.rs:6:18"));
    GOOD(rustg_launch(function_of(r->rust, "gather"), second, &config, args, 3, &error));
    GOOD(rustg_stream_wait(second, &error));
    rustg_event_destroy(event);
    rustg_stream_destroy(second);
    rustg_buffer_free(x);
    rustg_buffer_free(out);
    expect_alive(r);
}

/* Enough elements that a thread works for several: all words, also where some element panics, whose block and thread
 * are of a launch with one each. */
static void test_coarse(rig *r)
{
    enum { N = (1 << 21) + 77 };
    uint32_t at = 0;
    rustg_panic panic;
    rustg_function *function = function_of(r->rust, "gather");
    rustg_buffer *x = new_words(r, N, 3), *out = new_words(r, N, 0);
    rustg_launch_config config = {.struct_size = sizeof config, .n_elements = N};
    rustg_launch_argument args[] = {
        {.buffer = x, .length = N}, {.value = &at, .n_bytes = 4}, {.buffer = out, .length = N}};
    GOOD(rustg_launch(function, r->stream, &config, args, 3, &error));
    expect_words(r, out, N, 3);
    CHECK(atomic_load(&function->n_lanes) == 4);
    GOOD(rustg_fill_buffer(out, 0, 9, 4, 4 * (uint64_t)N, r->stream, &error));
    args[0].length = N - 70000;
    GOOD(rustg_launch(function, r->stream, &config, args, 3, &error));
    CHECK(rustg_stream_wait(r->stream, &error) == RUSTG_ERR_PANIC &&
          strstr(error.message, "kernel `gather` panicked at faults.rs:6:18"));
    CHECK(rustg_stream_panic(r->stream, &panic, NULL) == RUSTG_OK && panic.thread[0] < 256 &&
          panic.operands[0] == N - 70000);
    CHECK(panic.operands[1] == (uint64_t)panic.block[0] * 256 + panic.thread[0] && panic.operands[1] >= N - 70000);
    uint32_t *words = malloc(4 * (size_t)N);
    CHECK(words);
    GOOD(rustg_copy_from_buffer(words, out, 0, 4 * (uint64_t)N, r->stream, &error));
    GOOD(rustg_stream_wait(r->stream, &error));
    for (uint32_t i = 0; i < N; i++)
        CHECK(words[i] == (i < N - 70000 ? 3 : 9));
    free(words);
    args[0].length = N;
    at = 1; /* the last thread reads behind the end */
    GOOD(rustg_launch(function, r->stream, &config, args, 3, &error));
    CHECK(rustg_stream_wait(r->stream, &error) == RUSTG_ERR_PANIC && strstr(error.message, "index is 2097229"));
    CHECK(rustg_stream_panic(r->stream, &panic, NULL) == RUSTG_OK && panic.block[0] == (N - 1) / 256 &&
          panic.thread[0] == (N - 1) % 256);
    rustg_buffer_free(x);
    rustg_buffer_free(out);
    expect_alive(r);
}

/* Launches that prove the kernel's checks take the entry without them; others panic as exactly as ever. */
static void test_proved(rig *r)
{
    enum { N = 100000, BLOCKS = (N + 255) / 256 };
    rustg_function *function = function_of(r->rust, "gather");
    rustg_buffer *x = new_words(r, N, 3), *out = new_words(r, N, 0);
    rustg_launch_config config = {.struct_size = sizeof config, .grid = {BLOCKS, 1, 1}, .block = {256, 1, 1}};
    rustg_panic panic;
    rustg_graph *graph;
    uint32_t at = 0;
    uint64_t length = N, pointer = 0;
    rustg_launch_argument args[] = {
        {.buffer = x, .length = N}, {.value = &at, .n_bytes = 4}, {.buffer = out, .length = N}};
    void *params[] = {&pointer, &length, &at, &pointer, &length};
    CHECK(function->proved && function->proved != function->cuda);
    CHECK(launch_proof_holds_of(function->proof, config.grid, config.block, params));
    GOOD(rustg_launch(function, r->stream, &config, args, 3, &error));
    expect_words(r, out, N, 3);
    GOOD(rustg_fill_buffer(out, 0, 9, 4, 4 * (uint64_t)N, r->stream, &error));
    GOOD(rustg_graph_begin(r->stream, &error));
    GOOD(rustg_launch(function, r->stream, &config, args, 3, &error));
    GOOD(rustg_graph_end(r->stream, &graph, &error));
    GOOD(rustg_graph_launch(graph, r->stream, &error));
    expect_words(r, out, N, 3);
    rustg_graph_free(graph);
    at = 1; /* the last thread reads behind the end */
    CHECK(!launch_proof_holds_of(function->proof, config.grid, config.block, params));
    GOOD(rustg_launch(function, r->stream, &config, args, 3, &error));
    CHECK(rustg_stream_wait(r->stream, &error) == RUSTG_ERR_PANIC &&
          strstr(error.message,
                 "kernel `gather` panicked at faults.rs:6:18: index out of bounds: the len is 100000 but"));
    CHECK(rustg_stream_panic(r->stream, &panic, NULL) == RUSTG_OK && panic.block[0] == (N - 1) / 256 &&
          panic.thread[0] == (N - 1) % 256 && panic.operands[1] == N);
    at = 0;
    config.grid[0] = 1;
    config.grid[1] = BLOCKS; /* the number of a thread is then told by all dimensions */
    CHECK(!launch_proof_holds_of(function->proof, config.grid, config.block, params));
    GOOD(rustg_fill_buffer(out, 0, 9, 4, 4 * (uint64_t)N, r->stream, &error));
    GOOD(rustg_launch(function, r->stream, &config, args, 3, &error));
    expect_words(r, out, N, 3);
    rustg_buffer_free(x);
    rustg_buffer_free(out);
    expect_alive(r);
}

/* ---- what is left behind ---- */

static uint64_t free_bytes(rig *r)
{
    const cuda_driver *driver = cuda_driver_get(NULL);
    cuda_context previous;
    size_t n_free = 0, n_total = 0;
    CHECK(driver->cuCtxPushCurrent(rustg_context_raw(r->context)) == CUDA_OK);
    CHECK(driver->cuCtxSynchronize() == CUDA_OK && driver->cuMemGetInfo(&n_free, &n_total) == CUDA_OK);
    CHECK(driver->cuCtxPopCurrent(&previous) == CUDA_OK);
    return n_free;
}

/* Everything once: what a cycle does not give back is missed in the driver's count. */
static void cycle(void)
{
    rig r = open_rig(0);
    rustg_buffer *large;
    rustg_pinned *pinned;
    rustg_event *event;
    load_rust(&r, rust_text);
    GOOD(rustg_buffer_allocate(r.context, 32 << 20, r.stream, &large, &error));
    GOOD(rustg_fill_buffer(large, 0, 0, 4, 32 << 20, r.stream, &error));
    GOOD(rustg_pinned_allocate(r.context, 1 << 20, &pinned, &error));
    GOOD(rustg_event_create(r.context, &event, &error));
    GOOD(rustg_event_record(event, r.stream, &error));
    test_graph(&r);
    test_dynamic_shared(&r);
    if (r.rust)
        test_panic(&r);
    GOOD(rustg_profile_start(r.context, &error));
    expect_alive(&r);
    rustg_event_destroy(event);
    rustg_pinned_free(pinned);
    rustg_buffer_free(large);
    close_rig(&r);
}

static void test_leaks(rig *r)
{
    enum { N_WARM = 3, N_CYCLES = 20 };
    for (int i = 0; i < N_WARM; i++)
        cycle();
    uint64_t before = free_bytes(r);
    for (int i = 0; i < N_CYCLES; i++)
        cycle();
    uint64_t after = free_bytes(r);
    printf("free on the device before and after %d cycles: %llu, %llu bytes\n", N_CYCLES, (unsigned long long)before,
           (unsigned long long)after);
    CHECK(after + (4 << 20) >= before); /* blocks of 2 MiB that the driver keeps for small things */
}

/* ---- a fault after which it does not ---- */

static void launch_wild(rig *r, bool is_rust)
{
    uint64_t wild = is_rust ? UINT64_C(0x7ff000000000) : 16;
    rustg_buffer *out = is_rust ? new_words(r, 64, 0) : NULL;
    rustg_launch_config config = {.struct_size = sizeof config, .n_elements = is_rust ? 64 : 1};
    rustg_launch_argument args[] = {{.value = &wild, .n_bytes = 8}, {.buffer = out, .length = 64}};
    GOOD(rustg_launch(function_of(is_rust ? r->rust : r->ptx, "poke"), r->stream, &config, args, is_rust ? 2 : 1,
                      &error));
    if (is_fake)
        fail("cuStreamSynchronize", 1, 700);
}

static void expect_lost(rig *r)
{
    rustg_buffer *buffer;
    rustg_stream *stream;
    CHECK(rustg_stream_wait(r->stream, &error) == RUSTG_ERR_CUDA_STICKY && error.cuda_result == 700);
    CHECK(strstr(error.message, "CUDA_ERROR_ILLEGAL_ADDRESS") && error.hint[0] && !rustg_error_is_recoverable(&error));
    CHECK(rustg_context_is_lost(r->context));
    CHECK(rustg_stream_wait(r->stream, &error) == RUSTG_ERR_CUDA_STICKY &&
          strstr(error.message, "was lost by an earlier error"));
    CHECK(rustg_buffer_allocate(r->context, 64, r->stream, &buffer, &error) == RUSTG_ERR_CUDA_STICKY && !buffer);
    CHECK(rustg_stream_create(r->context, &stream, &error) == RUSTG_ERR_CUDA_STICKY && !stream);
    CHECK(rustg_context_wait(r->context, &error) == RUSTG_ERR_CUDA_STICKY);
}

/* The driver of a real device (580, two H200) ends all contexts of the process with one: then that is what rustg says.
 */
static void expect_alive_or_told(rig *r)
{
    rustg_buffer *buffer = NULL;
    rustg_status status = rustg_buffer_allocate(r->context, 64, r->stream, &buffer, &error);
    if (status == RUSTG_OK) {
        rustg_buffer_free(buffer);
        expect_alive(r);
        return;
    }
    CHECK(!is_fake && status == RUSTG_ERR_CUDA_STICKY && !buffer);
    CHECK(error.hint[0] && !rustg_error_is_recoverable(&error) && rustg_context_is_lost(r->context));
    printf("the other device's context is lost too: %s\n", error.message);
}

static int lose_context(bool is_rust)
{
    rustg_context *cpu;
    uint32_t word = 0;
    rig r = open_rig(0), other = {0};
    bool has_other = rustg_device_count() > 2;
    if (is_rust)
        load_rust(&r, rust_text);
    if (has_other)
        other = open_rig(1);
    GOOD(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &cpu, &error));
    launch_wild(&r, is_rust);
    expect_lost(&r);
    if (has_other)
        expect_alive_or_told(&other);
    rustg_stream *stream = new_stream(cpu);
    rustg_buffer *buffer;
    GOOD(rustg_buffer_allocate(cpu, 4, stream, &buffer, &error));
    GOOD(rustg_fill_buffer(buffer, 0, 9, 4, 4, stream, &error));
    GOOD(rustg_copy_from_buffer(&word, buffer, 0, 4, stream, &error));
    CHECK(word == 9);
    rustg_buffer_free(buffer);
    rustg_stream_destroy(stream);
    rustg_context_close(cpu);
    if (has_other)
        close_rig(&other);
    close_rig(&r);
    rustg_shutdown();
    return 0;
}

/* A recursion that the stack holds, and one that it does not: the error names the kernel and its stack. */
static int overrun_stack(void)
{
    rig r = open_rig(0);
    uint32_t n = 100, words[32], expected = 1;
    load_rust(&r, deep_text);
    rustg_buffer *out = new_words(&r, 32, 0);
    rustg_launch_config config = {.struct_size = sizeof config, .n_elements = 32};
    rustg_launch_argument args[] = {{.value = &n, .n_bytes = 4}, {.buffer = out, .length = 32}};
    for (uint32_t i = 1; i <= n; i++)
        expected = ((expected ^ i) * 5u) << 3 | ((expected ^ i) * 5u) >> 29;
    GOOD(rustg_launch(function_of(r.rust, "deep"), r.stream, &config, args, 2, &error));
    GOOD(rustg_copy_from_buffer(words, out, 0, sizeof words, r.stream, &error));
    GOOD(rustg_stream_wait(r.stream, &error));
    CHECK(words[0] == expected && words[31] == expected);
    n = 10000000;
    GOOD(rustg_launch(function_of(r.rust, "deep"), r.stream, &config, args, 2, &error));
    CHECK(rustg_stream_wait(r.stream, &error) == RUSTG_ERR_CUDA_STICKY && error.cuda_result >= 700 &&
          error.cuda_result <= 719);
    CHECK(rustg_context_is_lost(r.context) && rustg_error_category_of(&error) == RUSTG_CATEGORY_LAUNCH);
    CHECK(strstr(error.hint, "kernel `deep` recurses") && strstr(error.hint, "CU_LIMIT_STACK_SIZE"));
    printf("%s\n%s\n", error.message, error.hint);
    rustg_buffer_free(out);
    close_rig(&r);
    rustg_shutdown();
    return 0;
}

static void run_self(const char *argument)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        execl("/proc/self/exe", "runtime_gpu_test", argument, (char *)NULL);
        _exit(127);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    printf("%s: passed\n", argument);
}

static void find_nvrtc(void)
{
    rustg_cuda_options options = {.struct_size = sizeof options, .arch = "sm_90"};
    char *image;
    size_t n;
    if (is_fake) /* NVRTC looks into libcuda, and finds what it cannot bear */
        return;
    rustg_status status = rustg_cuda_compile("", "empty.cu", &options, 0, &image, &n, NULL, &error);
    has_nvrtc = status == RUSTG_OK;
    rustg_log_free(image);
    CHECK(has_nvrtc || status == RUSTG_ERR_NO_NVRTC);
    if (!has_nvrtc)
        printf("no NVRTC: kernels in Rust are left out\n");
}

int main(int argc, char **argv)
{
    need_device();
    is_fake = driver_is_fake();
    is_small = getenv("RUSTG_TEST_SMALL") != NULL;
    is_short = is_small || is_fake;
    void *found = driver_symbol("rustg_fake_fail");
    memcpy(&fail, &found, sizeof fail);
    find_nvrtc();
    if (argc > 1 && strcmp(argv[1], "lost-deep") == 0)
        return overrun_stack();
    if (argc > 1)
        return lose_context(strcmp(argv[1], "lost-rust") == 0);
    rig r = open_rig(0);
    load_rust(&r, rust_text);
    test_async_copies(&r);
    test_events(&r);
    test_graph(&r);
    test_shapes(&r);
    test_dynamic_shared(&r);
    test_profile(&r);
    if (r.rust) {
        test_wrong_arguments(&r);
        test_panic(&r);
        test_coarse(&r);
        test_proved(&r);
    }
    printf("work and panics: passed\n");
    if (!is_small) {
        test_out_of_memory(&r);
        test_bad_images(&r);
        if (!is_fake)
            test_wrong_shapes(&r);
        test_leaks(&r);
        printf("faults: passed\n");
    }
    close_rig(&r);
    rustg_shutdown();
    if (!is_small) {
        run_self("lost-ptx");
        if (has_nvrtc) {
            run_self("lost-rust");
            run_self("lost-deep");
        }
    }
    fake_cuda_live_fn live;
    found = driver_symbol("rustg_fake_live");
    memcpy(&live, &found, sizeof live);
    CHECK(!found || live() == 0);
    return 0;
}
