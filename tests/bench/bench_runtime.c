/* bench_runtime.c: what the runtime adds to the driver: launches, graphs, profiles, allocations, copies and cache hits
 * beside the raw calls, taken in turn. Medians of the passes. bench_runtime [--device N] [--passes N] [--cpu] [--ptx]
 * --ptx: a kernel of plain PTX instead of one compiled from Rust, where NVRTC is not. Without a GPU the CPU device is
 * measured. */
#define _GNU_SOURCE
#include "bench/bench_runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "launch/saxpy_text.h"

enum { GRAPH_LAUNCHES = 10 };

static const char rust_text[] = SAXPY_TEXT;
static const char ptx_text[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry saxpy(.param .f32 a, .param .u64 x, "
    ".param .u64 nx, .param .u64 y, .param .u64 ny)\n{\n    ret;\n}\n";
static float scale = 2;
static const uint64_t length = RUNTIME_N;

/* ---- launches ---- */

static void launch(runtime_bench *b, const rustg_launch_config *config, int n)
{
    rustg_error error;
    rustg_launch_argument typed[] = {
        {.value = &scale, .n_bytes = 4}, {.buffer = b->x, .length = RUNTIME_N}, {.buffer = b->y, .length = RUNTIME_N}};
    rustg_launch_argument plain[] = {{.value = &scale, .n_bytes = 4},
                                     {.buffer = b->x},
                                     {.value = &length, .n_bytes = 8},
                                     {.buffer = b->y},
                                     {.value = &length, .n_bytes = 8}};
    bool is_typed = rustg_module_result(b->module) != NULL;
    for (int i = 0; i < n; i++)
        runtime_good(rustg_launch(b->function, b->stream, config, is_typed ? typed : plain, is_typed ? 3 : 5, &error),
                     &error, "rustg_launch");
}

static void launch_rustg(runtime_bench *b, int n)
{
    const rustg_launch_config config = {
        .struct_size = sizeof config, .grid = {RUNTIME_N / 256, 1, 1}, .block = {256, 1, 1}};
    launch(b, &config, n);
}

static void launch_elements(runtime_bench *b, int n)
{
    const rustg_launch_config config = {.struct_size = sizeof config, .n_elements = RUNTIME_N};
    launch(b, &config, n);
}

static void launch_raw_into(runtime_bench *b, cuda_stream stream, int n)
{
    cuda_function function = rustg_function_raw(b->function);
    cuda_pointer x = rustg_buffer_pointer(b->x), y = rustg_buffer_pointer(b->y);
    void *params[] = {&scale, &x, (void *)(uintptr_t)&length, &y, (void *)(uintptr_t)&length};
    for (int i = 0; i < n; i++)
        runtime_must(b->driver->cuLaunchKernel(function, RUNTIME_N / 256, 1, 1, 256, 1, 1, 0, stream, params, NULL),
                     "cuLaunchKernel");
}

static void launch_raw(runtime_bench *b, int n)
{
    launch_raw_into(b, b->raw_stream, n);
}

static void wait_rustg(runtime_bench *b, int n)
{
    rustg_error error;
    for (int i = 0; i < n; i++) {
        launch_rustg(b, 1);
        runtime_good(rustg_stream_wait(b->stream, &error), &error, "rustg_stream_wait");
    }
}

static void wait_raw(runtime_bench *b, int n)
{
    for (int i = 0; i < n; i++) {
        launch_raw(b, 1);
        runtime_must(b->driver->cuStreamSynchronize(b->raw_stream), "cuStreamSynchronize");
    }
}

/* The first way records, the others do not. */
static void record_first(runtime_bench *b, int v)
{
    rustg_error error;
    runtime_good(v == 0 ? rustg_profile_start(b->context, &error) : rustg_profile_stop(b->context, &error), &error,
                 "a profile");
}

static void graph_rustg(runtime_bench *b, int n)
{
    rustg_error error;
    for (int i = 0; i < n; i++)
        runtime_good(rustg_graph_launch(b->graph, b->stream, &error), &error, "rustg_graph_launch");
}

static void graph_raw(runtime_bench *b, int n)
{
    for (int i = 0; i < n; i++)
        runtime_must(b->driver->cuGraphLaunch(b->raw_graph, b->raw_stream), "cuGraphLaunch");
}

static void graph_wait_rustg(runtime_bench *b, int n)
{
    rustg_error error;
    for (int i = 0; i < n; i++) {
        graph_rustg(b, 1);
        runtime_good(rustg_stream_wait(b->stream, &error), &error, "rustg_stream_wait");
    }
}

static void graph_wait_raw(runtime_bench *b, int n)
{
    for (int i = 0; i < n; i++) {
        graph_raw(b, 1);
        runtime_must(b->driver->cuStreamSynchronize(b->raw_stream), "cuStreamSynchronize");
    }
}

static void make_graphs(runtime_bench *b)
{
    const cuda_driver *driver = b->driver;
    rustg_error error;
    cuda_graph graph;
    runtime_good(rustg_graph_begin(b->stream, &error), &error, "rustg_graph_begin");
    launch_rustg(b, GRAPH_LAUNCHES);
    runtime_good(rustg_graph_end(b->stream, &b->graph, &error), &error, "rustg_graph_end");
    if (!driver)
        return;
    runtime_must(driver->cuStreamBeginCapture(b->raw_stream, CUDA_CAPTURE_RELAXED), "cuStreamBeginCapture");
    launch_raw(b, GRAPH_LAUNCHES);
    runtime_must(driver->cuStreamEndCapture(b->raw_stream, &graph), "cuStreamEndCapture");
    runtime_must(driver->cuGraphInstantiateWithFlags(&b->raw_graph, graph, 0), "cuGraphInstantiateWithFlags");
    driver->cuGraphDestroy(graph);
}

/* ---- all of it ---- */

static void check_result(runtime_bench *b)
{
    float x[RUNTIME_N], y[RUNTIME_N];
    rustg_error error;
    for (int i = 0; i < RUNTIME_N; i++) {
        x[i] = (float)i;
        y[i] = 1;
    }
    runtime_good(rustg_copy_to_buffer(b->x, 0, x, sizeof x, b->stream, &error), &error, "rustg_copy_to_buffer");
    runtime_good(rustg_copy_to_buffer(b->y, 0, y, sizeof y, b->stream, &error), &error, "rustg_copy_to_buffer");
    launch_elements(b, 1);
    runtime_good(rustg_copy_from_buffer(y, b->y, 0, sizeof y, b->stream, &error), &error, "rustg_copy_from_buffer");
    runtime_good(rustg_stream_wait(b->stream, &error), &error, "rustg_stream_wait");
    for (int i = 0; i < RUNTIME_N && rustg_module_result(b->module); i++)
        if (y[i] != 2 * (float)i + 1)
            runtime_stop("saxpy", "a wrong result");
}

/* Zeroes: the values stay finite however often they are added. */
static void clear(runtime_bench *b)
{
    rustg_error error;
    runtime_good(rustg_fill_buffer(b->x, 0, 0, 4, 4 * RUNTIME_N, b->stream, &error), &error, "rustg_fill_buffer");
    runtime_good(rustg_fill_buffer(b->y, 0, 0, 4, 4 * RUNTIME_N, b->stream, &error), &error, "rustg_fill_buffer");
    runtime_settle(b);
}

static void open_bench(runtime_bench *b, int device, bool is_ptx)
{
    rustg_source source = {.name = "saxpy.rs", .bytes = (const uint8_t *)rust_text, .n_bytes = sizeof rust_text - 1};
    rustg_error error;
    runtime_good(rustg_context_open(device < 0 ? RUSTG_BACKEND_CPU : RUSTG_BACKEND_CUDA, device < 0 ? 0 : device, NULL,
                                    &b->context, &error),
                 &error, "rustg_context_open");
    runtime_good(rustg_stream_create(b->context, &b->stream, &error), &error, "rustg_stream_create");
    runtime_good(is_ptx ? rustg_module_load(b->context, ptx_text, sizeof ptx_text, &b->module, &error)
                        : rustg_module_from_rust(b->context, &source, 1, NULL, &b->module, &error),
                 &error, "the kernel");
    runtime_good(rustg_module_function(b->module, "saxpy", &b->function, &error), &error, "saxpy");
    runtime_good(rustg_buffer_allocate(b->context, 4 * RUNTIME_N, b->stream, &b->x, &error), &error, "a buffer");
    runtime_good(rustg_buffer_allocate(b->context, 4 * RUNTIME_N, b->stream, &b->y, &error), &error, "a buffer");
    if (device < 0)
        return;
    b->driver = cuda_driver_get(NULL);
    b->raw_context = rustg_context_raw(b->context);
    runtime_must(b->driver->cuCtxPushCurrent(b->raw_context), "cuCtxPushCurrent");
    runtime_must(b->driver->cuStreamCreate(&b->raw_stream, CUDA_STREAM_NON_BLOCKING), "cuStreamCreate");
    if (b->driver->cuDeviceGetDefaultMemPool && b->driver->cuDeviceGetDefaultMemPool(&b->pool, device) != CUDA_OK)
        b->pool = NULL;
}

static void close_bench(runtime_bench *b)
{
    cuda_context previous;
    rustg_graph_free(b->graph);
    rustg_buffer_free(b->x);
    rustg_buffer_free(b->y);
    if (b->driver) {
        b->driver->cuGraphExecDestroy(b->raw_graph);
        b->driver->cuStreamDestroy(b->raw_stream);
        b->driver->cuCtxPopCurrent(&previous);
    }
    rustg_module_free(b->module);
    rustg_stream_destroy(b->stream);
    rustg_context_close(b->context);
}

static void launch_rows(runtime_bench *b)
{
    bool raw = b->driver != NULL;
    int n = raw ? 100 : 20;
    runtime_row rows[] = {
        {"launch, grid and block given",
         {"rustg", "cuLaunchKernel"},
         n,
         0,
         {launch_rustg, raw ? launch_raw : NULL},
         NULL,
         0.3},
        {"launch for n elements",
         {"rustg", "cuLaunchKernel"},
         n,
         0,
         {launch_elements, raw ? launch_raw : NULL},
         NULL,
         0.3},
        {"launch and wait", {"rustg", "raw"}, n, 0, {wait_rustg, raw ? wait_raw : NULL}, NULL, 0},
        {"launch, recorded by a profile or not", {"on", "off"}, n, 0, {launch_rustg, launch_rustg}, record_first, 0},
        {"graph of 10 launches, replayed",
         {"rustg", "cuGraphLaunch"},
         20,
         0,
         {graph_rustg, raw ? graph_raw : NULL},
         NULL,
         0},
        {"graph of 10 launches, replayed and waited for",
         {"rustg", "raw"},
         20,
         0,
         {graph_wait_rustg, raw ? graph_wait_raw : NULL},
         NULL,
         0},
    };
    make_graphs(b);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        runtime_run_row(b, &rows[i]);
    rustg_profile_stop(b->context, NULL);
}

int main(int argc, char **argv)
{
    runtime_bench b = {.n_passes = 31};
    int device = 0;
    bool is_ptx = false;
    rustg_error error;
    for (int i = 1; i < argc; i++) {
        if (i + 1 < argc && strcmp(argv[i], "--device") == 0)
            device = atoi(argv[++i]);
        else if (i + 1 < argc && strcmp(argv[i], "--passes") == 0)
            b.n_passes = atoi(argv[++i]);
        else if (strcmp(argv[i], "--cpu") == 0)
            device = -1;
        else if (strcmp(argv[i], "--ptx") == 0)
            is_ptx = true;
        else
            return fputs("usage: bench_runtime [--device N] [--passes N] [--cpu] [--ptx]\n", stderr), 2;
    }
    if (b.n_passes < 1 || b.n_passes > MEASURE_MAX)
        return fputs("bench_runtime: --passes is 1 to 64\n", stderr), 2;
    runtime_good(rustg_initialize(NULL, &error), &error, "rustg_initialize");
    if (device >= 0 && rustg_driver_missing()[0]) {
        printf("no GPU: %s. The CPU device is measured; left out: what the driver's own calls cost\n",
               rustg_driver_missing());
        device = -1;
    }
    is_ptx &= device >= 0;
    open_bench(&b, device, is_ptx);
    printf("%s, %d passes\n", measure_processor(), b.n_passes);
    check_result(&b);
    clear(&b);
    launch_rows(&b);
    runtime_memory_rows(&b);
    close_bench(&b);
    rustg_shutdown();
    runtime_cache_rows(b.n_passes, device, !is_ptx);
    return 0;
}
