/* bench_parser_gpu.c: see bench_parser_gpu.h. */
#include "bench/bench_parser_gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/tuning.h"
#include "engine/cuda_parse.h"
#include "engine/engine_cuda.h"

enum { GPU_REPEATS = 15, GPU_WARM_UP = 3, GPU_THREADS = 8, GPU_N_KERNELS = CUDA_N_KERNELS + CUDA_N_PARSE_KERNELS };

/* What engine_cuda_time times, in its order. */
static const char *const gpu_kernels[GPU_N_KERNELS] = {
#define GPU_KERNEL_NAME(kernel)           #kernel,
#define GPU_LAUNCH_NAME(launch, function) #launch,
    CUDA_LEX_KERNELS(GPU_LAUNCH_NAME) CUDA_PARSE_KERNELS(GPU_KERNEL_NAME)
#undef GPU_LAUNCH_NAME
#undef GPU_KERNEL_NAME
};

/* A stage is the kernels from the one of this name on, up to the next stage's. */
static const struct {
    const char *name, *first;
} gpu_stages[] = {{"lex", "lex_map_kernel"},
                  {"match", "parse_match_kernel"},
                  {"divide", "parse_class_kernel"},
                  {"walk", "parse_walk_kernel"},
                  {"compact", "parse_gap_kernel"}};
enum { GPU_N_STAGES = sizeof gpu_stages / sizeof *gpu_stages };

/* Some sources laid out as one batch. */
typedef struct gpu_batch {
    batch work;
    diag_list lists[GPU_THREADS];
    uint64_t n_source_bytes;
} gpu_batch;

static void gpu_batch_free(gpu_batch *b)
{
    for (int t = 0; t < GPU_THREADS; t++)
        diag_list_free(&b->lists[t]);
    free(b->work.files);
    memset(b, 0, sizeof *b);
}

/* The sources once, or with n_bytes again and again up to that size. */
static bool gpu_batch_make(gpu_batch *b, const rustg_source *sources, size_t n_sources, uint64_t n_bytes)
{
    size_t capacity = n_sources, n = 0;
    uint64_t base = 0;
    memset(b, 0, sizeof *b);
    b->work.files = malloc((capacity + 1) * sizeof *b->work.files);
    for (size_t i = 0; b->work.files; i++) {
        const rustg_source *source = &sources[i % n_sources];
        uint64_t end = base + source->n_bytes + LEX_FILE_GAP;
        end = (end + LEX_FILE_ALIGN - 1) / LEX_FILE_ALIGN * LEX_FILE_ALIGN;
        if (n_bytes ? n > 0 && end > n_bytes : i == n_sources)
            break;
        if (n == capacity) {
            capacity *= 2;
            batch_file *more = realloc(b->work.files, (capacity + 1) * sizeof *more);
            if (!more)
                return false;
            b->work.files = more;
        }
        batch_file file = {.bytes = source->bytes,
                           .n_bytes = (uint32_t)source->n_bytes,
                           .edition = source->edition,
                           .base = (uint32_t)base};
        b->work.files[n++] = file;
        b->n_source_bytes += source->n_bytes;
        base = end;
    }
    b->work.n_files = n;
    b->work.n_bytes = (uint32_t)base;
    b->work.parse = true;
    b->work.lists = b->lists;
    return b->work.files != NULL;
}

/* Runs on an engine of its own; false and a line where that fails. */
static bool gpu_time(gpu_batch *b, int n_repeats, engine_cuda_times *times)
{
    engine_cuda *engine = NULL;
    rustg_error error;
    bool failed = engine_cuda_open(0, true, GPU_THREADS, &engine, &error) != RUSTG_OK ||
                  engine_cuda_time(engine, &b->work, n_repeats, times, &error) != RUSTG_OK;
    if (failed)
        printf("  failed: %s\n", error.message);
    engine_cuda_close(engine);
    return !failed;
}

spread bench_parser_resident(const rustg_source *sources, size_t n_sources, size_t n_passes)
{
    float total_ms[MEASURE_MAX + GPU_WARM_UP];
    engine_cuda_times times = {.total_ms = total_ms};
    spread s = {{0}, 0};
    gpu_batch b;
    if (gpu_batch_make(&b, sources, n_sources, 0) && gpu_time(&b, (int)n_passes + GPU_WARM_UP, &times))
        for (size_t i = 0; i < n_passes; i++)
            measure_add(&s, total_ms[GPU_WARM_UP + i] * 1e-3 * (double)b.n_source_bytes /
                                (double)(b.n_source_bytes - times.n_left_bytes));
    gpu_batch_free(&b);
    return s;
}

/* Of column k of rows of n, past the warm-up. */
static double gpu_median(const float *ms, int k, int n)
{
    spread s = {{0}, 0};
    for (int i = GPU_WARM_UP; i < GPU_WARM_UP + GPU_REPEATS; i++)
        measure_add(&s, ms[i * n + k] * 1e-3);
    return measure_median(&s);
}

static void gpu_line(const char *indent, const char *name, double seconds, uint64_t n_bytes)
{
    printf("%s%-*s %9.3f ms %9.1f GB/s\n", indent, 40 - (int)strlen(indent), name, seconds * 1e3,
           (double)n_bytes * 1e-9 / seconds);
}

static int gpu_stage(int kernel)
{
    int stage = 0;
    for (int k = 0; k <= kernel; k++)
        if (stage + 1 < GPU_N_STAGES && strcmp(gpu_kernels[k], gpu_stages[stage + 1].first) == 0)
            stage++;
    return stage;
}

static void gpu_by_kernel(gpu_batch *b)
{
    static float total_ms[GPU_REPEATS + GPU_WARM_UP], kernel_ms[(GPU_REPEATS + GPU_WARM_UP) * GPU_N_KERNELS];
    engine_cuda_times times = {.by_kernel = true, .total_ms = total_ms, .kernel_ms = kernel_ms};
    double stages[GPU_N_STAGES] = {0};
    if (!gpu_time(b, GPU_REPEATS + GPU_WARM_UP, &times))
        return;
    for (int k = 0; k < GPU_N_KERNELS; k++)
        stages[gpu_stage(k)] += gpu_median(kernel_ms, k, GPU_N_KERNELS);
    for (int stage = 0; stage < GPU_N_STAGES; stage++) {
        if (stages[stage] > 0)
            gpu_line("    stage ", gpu_stages[stage].name, stages[stage], b->n_source_bytes);
        for (int k = 0; k < GPU_N_KERNELS; k++)
            if (gpu_stage(k) == stage)
                gpu_line("      ", gpu_kernels[k], gpu_median(kernel_ms, k, GPU_N_KERNELS), b->n_source_bytes);
    }
}

static void gpu_measure(const rustg_source *sources, size_t n_sources, uint64_t n_bytes, bool by_kernel)
{
    float total_ms[GPU_REPEATS + GPU_WARM_UP];
    engine_cuda_times times = {.total_ms = total_ms};
    gpu_batch b;
    if (!gpu_batch_make(&b, sources, n_sources, n_bytes) || !gpu_time(&b, GPU_REPEATS + GPU_WARM_UP, &times)) {
        gpu_batch_free(&b);
        return;
    }
    b.n_source_bytes -= times.n_left_bytes;
    double seconds = gpu_median(total_ms, 0, 1);
    printf("  batch of %.2f MB, %zu files, %.2f M tokens, %.2f M events\n", (double)b.n_source_bytes * 1e-6,
           b.work.n_files, times.n_toks * 1e-6, times.n_events * 1e-6);
    printf("    not counted: %.2f MB of %llu files that the CPU parses; %u units, %u of them guessed wrongly\n",
           (double)times.n_left_bytes * 1e-6, (unsigned long long)times.n_left_files, times.n_units,
           times.n_wrong_guesses);
    gpu_line("    ", "in device memory", seconds, b.n_source_bytes);
    times.from_tokens = true;
    if (gpu_time(&b, GPU_REPEATS + GPU_WARM_UP, &times))
        gpu_line("    ", "from tokens in device memory", gpu_median(total_ms, 0, 1), b.n_source_bytes);
    times.from_tokens = false;
    times.from_pinned = true;
    if (gpu_time(&b, GPU_REPEATS + GPU_WARM_UP, &times))
        gpu_line("    ", "from pinned host memory, one after the other", gpu_median(total_ms, 0, 1), b.n_source_bytes);
    if (by_kernel)
        gpu_by_kernel(&b);
    gpu_batch_free(&b);
}

void bench_parser_gpu(const rustg_source *sources, size_t n_sources)
{
    printf("\nCUDA, bytes to AST; medians of %d runs after %d\n", GPU_REPEATS, GPU_WARM_UP);
    for (uint64_t kilo = 64; kilo <= 1 << 20; kilo *= 4)
        gpu_measure(sources, n_sources, kilo << 10, kilo != 256 && kilo != 4 << 10);
}

void bench_parser_profile(const rustg_source *sources, size_t n_sources, uint64_t n_bytes)
{
    float total_ms[1];
    engine_cuda_times times = {.total_ms = total_ms};
    gpu_batch b;
    if (gpu_batch_make(&b, sources, n_sources, n_bytes) && gpu_time(&b, 1, &times))
        printf("profile: %llu source bytes\n", (unsigned long long)b.n_source_bytes);
    gpu_batch_free(&b);
}
