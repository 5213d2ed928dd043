/* bench_kernels_gpu.c: kernels that rustg compiled beside the same kernels in CUDA C++ (tests/bench/cuda/kernels.cu), with checks
 * on and off, on a GPU. Both texts go through NVRTC with the same floating-point flags.
 *   bench_kernels_gpu [--device N] [--passes N]
 * Each row: ms (median of the passes, the three taken in turn) and what it is of copy bandwidth where it moves memory. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/codegen.h"
#include "runtime/cuda_context.h"
#include "runtime/cuda_run.h"
#include "rustg/rustg.h"

enum { MAX_PARAMS = 12, MAX_PASSES = 41, N_VARIANTS = 3 };
static const char *const variants[N_VARIANTS] = {"CUDA C++", "checks on", "checks off"};

/* params: i, o: a slice that is read, written, of `size` bytes an element; f: 1.5f; u, z: u32, u64 of dim.
 * slice_elements: of each slice in order; moved: bytes read and written */
typedef struct bench_row {
    const char *file, *kernel, *params;
    uint32_t size, grid[3], block[3];
    uint64_t n, dims;
    double moved;
} bench_row;

#define N ((uint64_t)1 << 28)
#define D 2048u
#define BLOCKS(n) {(uint32_t)(((n) + 255) / 256), 1, 1}
static const bench_row rows[] = {
    {"vector_add", "vector_add", "iio", 4, BLOCKS(N), {256, 1, 1}, N, 0, 12.0 * N},
    {"elementwise", "div_f32", "iio", 4, BLOCKS(N), {256, 1, 1}, N, 0, 12.0 * N},
    {"elementwise", "scalar_mul_f32", "fio", 4, BLOCKS(N), {256, 1, 1}, N, 0, 8.0 * N},
    {"elementwise", "abs_f64", "io", 8, BLOCKS(N), {256, 1, 1}, N, 0, 16.0 * N},
    {"elementwise", "mul_c64", "iio", 16, BLOCKS(N / 4), {256, 1, 1}, N / 4, 0, 12.0 * N},
    {"saxpy", "saxpy", "fio", 4, {2112, 1, 1}, {128, 1, 1}, N, 0, 12.0 * N},
    {"transpose", "transpose", "zzio", 8, {D * 4 / 32, D * 4 / 32, 1}, {32, 8, 1}, (uint64_t)D * D * 16, D * 4, 16.0 * D * D * 16},
    {"matmul", "matmul", "zziio", 4, BLOCKS(D *D), {256, 1, 1}, (uint64_t)D *D, D, 0},
    {"matmul_tiled", "matmul_tiled", "uuuiio", 4, {D / 16, D / 16, 1}, {16, 16, 1}, (uint64_t)D *D, D, 0},
};
enum { N_ROWS = sizeof rows / sizeof rows[0] };

static cuda_context_entry *entry;
static const cuda_driver *driver;
static cuda_pointer d_slices[3];
static char arch[16];

static void stop(const char *what, const char *detail)
{
    fprintf(stderr, "bench_kernels_gpu: %s: %s\n", what, detail);
    exit(1);
}

static void must(cuda_result result, const char *call)
{
    rustg_error error;
    if (cuda_check(result, call, &error) != RUSTG_OK)
        stop(call, error.message);
}

static cuda_function load(const void *image, const char *kernel)
{
    cuda_module module;
    cuda_function function;
    must(driver->cuModuleLoadData(&module, image), "cuModuleLoadData");
    must(driver->cuModuleGetFunction(&function, module, kernel), kernel);
    return function;
}

static char *read_text(const char *format, const char *name)
{
    const char *root = getenv("RUSTG_SOURCE_DIR");
    char path[1024];
    int n = snprintf(path, sizeof path, "%s/", root ? root : ".");
    snprintf(path + n, sizeof path - (size_t)n, format, name);
    FILE *in = fopen(path, "rb");
    char *text = calloc(1, 1 << 18);
    if (!in || !text)
        stop("cannot read", path);
    if (fread(text, 1, (1 << 18) - 1, in) == 0)
        stop("empty", path);
    fclose(in);
    return text;
}

static const void *cuda_image(void)
{
    static arena memory;
    jmp_buf out_of_memory;
    gen_options how = {.opt_level = 3};
    gen_cuda_result made;
    rustg_error error;
    memory.out_of_memory = &out_of_memory;
    if (setjmp(out_of_memory))
        stop("NVRTC", "out of memory");
    if (gen_nvrtc(&memory, read_text("tests/bench/cuda/%s.cu", "kernels"), arch, true, &how, &made, &error) != RUSTG_OK)
        stop("NVRTC", error.message);
    return made.bytes;
}

/* The result is kept: its bytes are the module's. */
static const void *rust_image(const char *file, bool checks)
{
    const char *text = read_text("examples/kernels/%s.rs", file), *archs[] = {arch};
    rustg_source source = {.name = file, .bytes = (const uint8_t *)text, .n_bytes = strlen(text)};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .archs = archs, .n_archs = 1, .no_checks = !checks};
    kernels.outputs = 1u << RUSTG_OUTPUT_CUBIN;
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_result *result;
    rustg_error error = {0};
    const uint8_t *bytes;
    size_t n;
    if (rustg_compile(&source, 1, &options, &result, &error) != RUSTG_OK)
        stop(file, error.message);
    if (rustg_result_output(result, RUSTG_OUTPUT_CUBIN, 0, &bytes, &n) != RUSTG_OK)
        stop(file, rustg_result_message(result));
    return bytes;
}

static void launch(cuda_function function, const bench_row *row, cuda_stream stream)
{
    void *params[MAX_PARAMS];
    float f = 1.5f;
    uint32_t u = (uint32_t)row->dims;
    uint64_t z = row->dims, n = row->n;
    size_t n_params = 0, n_slices = 0;
    for (const char *p = row->params; *p; p++) {
        if (*p == 'i' || *p == 'o') {
            params[n_params++] = &d_slices[*p == 'o' ? 2 : n_slices++];
            params[n_params++] = &n;
        } else {
            params[n_params++] = *p == 'f' ? (void *)&f : *p == 'u' ? (void *)&u : (void *)&z;
        }
    }
    must(driver->cuLaunchKernel(function, row->grid[0], row->grid[1], row->grid[2], row->block[0], row->block[1],
                                row->block[2], 0, stream, params, NULL),
         "cuLaunchKernel");
}

static float time_launch(cuda_function function, const bench_row *row, cuda_stream stream, cuda_event start, cuda_event end)
{
    float ms;
    must(driver->cuEventRecord(start, stream), "cuEventRecord");
    launch(function, row, stream);
    must(driver->cuEventRecord(end, stream), "cuEventRecord");
    must(driver->cuEventSynchronize(end), "cuEventSynchronize");
    must(driver->cuEventElapsedTime(&ms, start, end), "cuEventElapsedTime");
    return ms;
}

static int by_value(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return x < y ? -1 : x > y;
}

static void measure(const bench_row *row, const cuda_function functions[], int n_functions, int n_passes, float medians[])
{
    float times[N_VARIANTS][MAX_PASSES];
    cuda_stream stream;
    cuda_event start, end;
    must(driver->cuStreamCreate(&stream, CUDA_STREAM_NON_BLOCKING), "cuStreamCreate");
    must(driver->cuEventCreate(&start, CUDA_EVENT_DEFAULT), "cuEventCreate");
    must(driver->cuEventCreate(&end, CUDA_EVENT_DEFAULT), "cuEventCreate");
    for (int pass = -2; pass < n_passes; pass++)
        for (int v = 0; v < n_functions; v++) {
            float ms = time_launch(functions[v], row, stream, start, end);
            if (pass >= 0)
                times[v][pass] = ms;
        }
    for (int v = 0; v < n_functions; v++) {
        qsort(times[v], (size_t)n_passes, sizeof *times[v], by_value);
        medians[v] = times[v][n_passes / 2];
    }
    driver->cuEventDestroy(start);
    driver->cuEventDestroy(end);
    driver->cuStreamDestroy(stream);
}

int main(int argc, char **argv)
{
    int32_t device = 0;
    int n_passes = 15;
    rustg_error error = {0};
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--device") == 0)
            device = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--passes") == 0)
            n_passes = atoi(argv[i + 1]);
    }
    if (n_passes < 1 || n_passes > MAX_PASSES || rustg_initialize(NULL, NULL) != RUSTG_OK)
        return 2;
    if (cuda_run_arch(device, arch, &error) != RUSTG_OK || cuda_context_acquire(device, &entry, &error) != RUSTG_OK) {
        printf("skipped: %s\n", error.message);
        return 77;
    }
    driver = entry->driver;
    must(driver->cuCtxPushCurrent(entry->context), "cuCtxPushCurrent");
    for (int i = 0; i < 3; i++) {
        must(driver->cuMemAlloc(&d_slices[i], 8 * N), "cuMemAlloc");
        must(driver->cuMemsetD8Async(d_slices[i], 0, 8 * N, NULL), "cuMemsetD8Async");
    }
    const void *cuda = cuda_image();
    const bench_row copy = {"", "copy", "io", 16, BLOCKS(N / 4), {256, 1, 1}, N / 4, 0, 8.0 * N};
    cuda_function function = load(cuda, "copy");
    float ms[N_VARIANTS];
    measure(&copy, &function, 1, n_passes, ms);
    double bandwidth = copy.moved / ms[0] * 1e-6;
    printf("%s, medians of %d; copy kernel %.0f GB/s\n%-16s", arch, n_passes, bandwidth, "kernel");
    for (int v = 0; v < N_VARIANTS; v++)
        printf(" %12s", variants[v]);
    printf("  on/CUDA off/CUDA  on/off  of copy\n");
    for (size_t r = 0; r < N_ROWS; r++) {
        const bench_row *row = &rows[r];
        cuda_function functions[N_VARIANTS] = {load(cuda, row->kernel), load(rust_image(row->file, true), row->kernel),
                                               load(rust_image(row->file, false), row->kernel)};
        measure(row, functions, N_VARIANTS, n_passes, ms);
        printf("%-16s %9.4f ms %9.4f ms %9.4f ms  %7.3f  %7.3f %7.3f", row->kernel, (double)ms[0], (double)ms[1], (double)ms[2],
               (double)(ms[1] / ms[0]), (double)(ms[2] / ms[0]), (double)(ms[1] / ms[2]));
        if (row->moved > 0)
            printf("   %5.1f%%", 100 * row->moved / (double)ms[1] * 1e-6 / bandwidth);
        putchar('\n');
    }
    return 0;
}
