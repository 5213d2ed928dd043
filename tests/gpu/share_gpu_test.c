/* share_gpu_test.c: rustg in a program that calls the driver itself: contexts, streams, memory and functions given and
 * taken, work of both in one stream; and two clients of rustg in two threads. In front of the fake driver too. Exits 77
 * without a device. */
#define _GNU_SOURCE
#include <pthread.h>

#include "gpu/gpu_kernels.h"
#include "runtime/cuda_driver.h"

enum { N = 5000, N_ROUNDS = 20, N_CLIENT_ROUNDS = 60, INVALID_CONTEXT = 201 };

static const cuda_driver *driver;

static void must(cuda_result result, const char *call)
{
    if (cuda_check(result, call, &error) != RUSTG_OK) {
        printf("%s\n", error.message);
        exit(1);
    }
}
#define MUST(call) must(driver->call, #call)

static bool has_current_context(void)
{
    cuda_device device;
    return driver->cuCtxGetDevice(&device) == CUDA_OK;
}

/* What the program has of its own. */
typedef struct own {
    cuda_context context;
    cuda_stream stream, second;
    cuda_module module;
    cuda_function scale;
    cuda_pointer memory;
} own;

static void open_own(own *o)
{
    cuda_device device;
    MUST(cuDeviceGet(&device, 0));
    MUST(cuDevicePrimaryCtxRetain(&o->context, device));
    MUST(cuCtxPushCurrent(o->context));
    MUST(cuStreamCreate(&o->stream, CUDA_STREAM_NON_BLOCKING));
    MUST(cuStreamCreate(&o->second, CUDA_STREAM_NON_BLOCKING));
    MUST(cuModuleLoadData(&o->module, gpu_ptx));
    MUST(cuModuleGetFunction(&o->scale, o->module, "scale"));
    MUST(cuMemAlloc(&o->memory, 4 * N));
}

static void close_own(own *o)
{
    cuda_context previous;
    MUST(cuMemFree(o->memory));
    MUST(cuModuleUnload(o->module));
    MUST(cuStreamDestroy(o->stream));
    MUST(cuStreamDestroy(o->second));
    MUST(cuCtxPopCurrent(&previous));
    CHECK(previous == o->context);
    MUST(cuDevicePrimaryCtxRelease(0));
}

static void launch_raw(cuda_function function, cuda_stream stream, cuda_pointer at, uint32_t k)
{
    uint32_t n = N;
    void *params[] = {&at, &n, &k};
    MUST(cuLaunchKernel(function, (N + 127) / 128, 1, 1, 128, 1, 1, 0, stream, params, NULL));
}

/* Everything given to rustg: its launches between the program's in the program's stream, on the program's memory. */
static void test_given(own *o, rustg_context *context, rustg_module *module)
{
    uint32_t words[N], back[N];
    rustg_stream *stream;
    rustg_buffer *buffer;
    rustg_function *add_one = function_of(module, "add_one");
    GOOD(rustg_stream_wrap(context, o->stream, &stream, &error));
    GOOD(rustg_buffer_wrap(context, o->memory, 4 * N, &buffer, &error));
    CHECK(rustg_stream_raw(stream) == o->stream && rustg_buffer_pointer(buffer) == o->memory &&
          rustg_context_raw(context) == o->context);
    for (uint32_t round = 0; round < N_ROUNDS; round++) {
        for (uint32_t i = 0; i < N; i++)
            words[i] = i + round;
        MUST(cuMemcpyHtoDAsync(o->memory, words, sizeof words, o->stream));
        GOOD(launch_words(add_one, stream, buffer, N, 0));
        launch_raw(o->scale, o->stream, o->memory, 3);
        GOOD(launch_words(add_one, stream, buffer, N, 0));
        launch_raw(rustg_function_raw(add_one), rustg_stream_raw(stream), o->memory, 0);
        GOOD(rustg_fill_buffer(buffer, 40, 7, 4, 40, stream, &error));
        launch_raw(o->scale, o->stream, o->memory, 2);
        if (round % 2) {
            GOOD(rustg_copy_from_buffer(back, buffer, 0, sizeof back, stream, &error));
            GOOD(rustg_stream_wait(stream, &error));
        } else {
            MUST(cuMemcpyDtoHAsync(back, o->memory, sizeof back, o->stream));
            MUST(cuStreamSynchronize(o->stream));
        }
        for (uint32_t i = 0; i < N; i++)
            CHECK(back[i] == (i >= 10 && i < 20 ? 14 : 2 * (3 * (i + round + 1) + 2)));
    }
    rustg_buffer_free(buffer);
    rustg_stream_destroy(stream);
}

/* rustg's memory and stream taken by the program; rustg_buffer_use puts work of other streams in order. */
static void test_taken(own *o, rustg_context *context, rustg_module *module)
{
    uint32_t back[N];
    rustg_stream *stream, *second;
    rustg_buffer *buffer;
    rustg_function *add_one = function_of(module, "add_one");
    GOOD(rustg_stream_create(context, &stream, &error));
    GOOD(rustg_stream_wrap(context, o->second, &second, &error));
    GOOD(rustg_buffer_allocate(context, 4 * N, stream, &buffer, &error));
    for (uint32_t round = 0; round < N_ROUNDS; round++) {
        GOOD(rustg_fill_buffer(buffer, 0, round, 4, 4 * N, stream, &error));
        GOOD(launch_words(add_one, stream, buffer, N, 0));
        launch_raw(o->scale, rustg_stream_raw(stream), rustg_buffer_pointer(buffer), 5);
        GOOD(rustg_buffer_use(buffer, stream, 1, &error)); /* what rustg did not see */
        GOOD(rustg_buffer_use(buffer, second, 1, &error)); /* o->second waits for it */
        launch_raw(o->scale, o->second, rustg_buffer_pointer(buffer), 2);
        GOOD(launch_words(add_one, stream, buffer, N, 0)); /* waits for that */
        GOOD(rustg_copy_from_buffer(back, buffer, 0, sizeof back, stream, &error));
        GOOD(rustg_stream_wait(stream, &error));
        for (uint32_t i = 0; i < N; i++)
            CHECK(back[i] == (round + 1) * 10 + 1);
    }
    rustg_buffer_free(buffer);
    rustg_stream_destroy(second);
    rustg_stream_destroy(stream);
}

/* ---- two clients in two threads ---- */

/* shared: a context of both, each with streams and memory of its own; NULL: one of its own on its device. */
typedef struct client {
    rustg_context *shared;
    int32_t ordinal;
    uint32_t seed, n_wrong;
    char message[256];
} client;

static rustg_status client_round(rustg_stream *stream, rustg_module *module, uint32_t seed, uint32_t *n_wrong,
                                 rustg_error *own_error)
{
    rustg_function *add_one, *scale;
    rustg_buffer *buffer = NULL;
    rustg_pinned *pinned = NULL;
    uint32_t n = N, k = 3;
    rustg_status status = rustg_module_function(module, "add_one", &add_one, own_error);
    if (status == RUSTG_OK)
        status = rustg_module_function(module, "scale", &scale, own_error);
    if (status == RUSTG_OK)
        status = rustg_buffer_allocate(rustg_stream_context(stream), 4 * N, stream, &buffer, own_error);
    if (status == RUSTG_OK)
        status = rustg_pinned_allocate(rustg_stream_context(stream), 4 * N, &pinned, own_error);
    if (status == RUSTG_OK)
        status = rustg_fill_buffer(buffer, 0, seed, 4, 4 * N, stream, own_error);
    rustg_launch_argument args[] = {{.buffer = buffer}, {.value = &n, .n_bytes = 4}, {.value = &k, .n_bytes = 4}};
    rustg_launch_config config = {.struct_size = sizeof config, .n_elements = N};
    for (int i = 0; i < 4 && status == RUSTG_OK; i++) {
        status = rustg_launch(add_one, stream, &config, args, 2, own_error);
        if (status == RUSTG_OK)
            status = rustg_launch(scale, stream, &config, args, 3, own_error);
    }
    if (status == RUSTG_OK)
        status = rustg_copy_from_buffer(rustg_pinned_pointer(pinned), buffer, 0, 4 * N, stream, own_error);
    if (status == RUSTG_OK)
        status = rustg_stream_wait(stream, own_error);
    for (uint32_t i = 0; i < N && status == RUSTG_OK; i++)
        *n_wrong += ((uint32_t *)rustg_pinned_pointer(pinned))[i] != 81 * seed + 81 + 27 + 9 + 3;
    rustg_pinned_free(pinned);
    rustg_buffer_free(buffer);
    return status;
}

static void *run_client(void *argument)
{
    client *c = argument;
    rustg_context *context = c->shared;
    rustg_error own_error = {0};
    rustg_stream *stream = NULL;
    rustg_module *module = NULL;
    rustg_status status =
        context ? RUSTG_OK : rustg_context_open(RUSTG_BACKEND_CUDA, c->ordinal, NULL, &context, &own_error);
    if (status == RUSTG_OK)
        status = rustg_module_load(context, gpu_ptx, sizeof gpu_ptx, &module, &own_error);
    for (uint32_t round = 0; round < N_CLIENT_ROUNDS && status == RUSTG_OK; round++) {
        status = rustg_stream_create(context, &stream, &own_error);
        if (status == RUSTG_OK)
            status = client_round(stream, module, c->seed + round, &c->n_wrong, &own_error);
        rustg_stream_destroy(stream);
        stream = NULL;
    }
    if (status != RUSTG_OK)
        snprintf(c->message, sizeof c->message, "%.255s", own_error.message);
    rustg_module_free(module);
    if (!c->shared)
        rustg_context_close(context);
    return NULL;
}

static void test_clients(rustg_context *shared, int32_t second_ordinal)
{
    client clients[] = {{.shared = shared, .seed = 100}, {.shared = shared, .ordinal = second_ordinal, .seed = 90000}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        CHECK(pthread_create(&threads[i], NULL, run_client, &clients[i]) == 0);
    for (int i = 0; i < 2; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
    for (int i = 0; i < 2; i++)
        if (clients[i].message[0] || clients[i].n_wrong) {
            printf("client %d: %u wrong words; %s\n", i, (unsigned)clients[i].n_wrong, clients[i].message);
            exit(1);
        }
}

int main(void)
{
    own o = {0};
    rustg_context *context, *primary;
    need_device();
    driver = cuda_driver_get(NULL);
    driver_is_fake();
    GOOD(rustg_context_open(RUSTG_BACKEND_CUDA, 0, NULL, &primary, &error));
    CHECK(!has_current_context()); /* rustg leaves what was current, here nothing */
    open_own(&o);
    CHECK(rustg_context_raw(primary) == o.context); /* the primary context, no other */
    rustg_context_options options = {.struct_size = sizeof options, .raw_context = o.context};
    GOOD(rustg_context_open(RUSTG_BACKEND_CUDA, 0, &options, &context, &error));
    rustg_module *module = load_ptx(context);
    test_given(&o, context, module);
    test_taken(&o, context, module);
    printf("given and taken: passed\n");
    test_clients(NULL, 0);
    test_clients(primary, 0);
    if (rustg_device_count() > 2)
        test_clients(NULL, 1);
    printf("two clients: passed\n");
    rustg_module_free(module);
    rustg_context_close(context);
    rustg_context_close(primary);
    rustg_shutdown();
    launch_raw(o.scale, o.stream, o.memory, 1); /* the program goes on without rustg */
    MUST(cuStreamSynchronize(o.stream));
    close_own(&o);
    CHECK(!has_current_context());
    fake_cuda_live_fn live;
    void *found = driver_symbol("rustg_fake_live");
    memcpy(&live, &found, sizeof live);
    CHECK(!found || live() == 0);
    return 0;
}
