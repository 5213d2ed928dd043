/* bench_gpu.c: the CUDA engine over sources that lie in device memory, by kernel; and from pageable host memory. */
#include "bench_gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine_cuda.h"

enum { BENCH_REPEATS = 15, BENCH_WARM_UP = 3 };

static int bench_order(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static float bench_median(const float *values, int n, int stride)
{
    float sorted[BENCH_REPEATS];
    for (int i = 0; i < n; i++)
        sorted[i] = values[i * stride];
    qsort(sorted, (size_t)n, sizeof *sorted, bench_order);
    return sorted[n / 2];
}

/* One batch of as many copies of the sources as fit n_bytes. */
static bool bench_make_batch(const rustg_source *sources, size_t n_sources, uint64_t n_bytes, batch *work)
{
    size_t capacity = 0, n = 0;
    uint64_t base = 0;
    memset(work, 0, sizeof *work);
    for (size_t i = 0;; i = (i + 1) % n_sources) {
        uint64_t end = base + sources[i].n_bytes + LEX_FILE_GAP;
        end = (end + LEX_FILE_ALIGN - 1) / LEX_FILE_ALIGN * LEX_FILE_ALIGN;
        if (n > 0 && end > n_bytes)
            break;
        if (n == capacity) {
            capacity = capacity ? 2 * capacity : 4096;
            batch_file *more = realloc(work->files, capacity * sizeof *more);
            if (!more)
                return false;
            work->files = more;
        }
        batch_file file = {.bytes = sources[i].bytes,
                           .n_bytes = (uint32_t)sources[i].n_bytes,
                           .edition = sources[i].edition,
                           .base = (uint32_t)base};
        work->files[n++] = file;
        base = end;
    }
    work->n_files = n;
    work->n_bytes = (uint32_t)base;
    return true;
}

/* Times every kernel and the whole; the whole is the answer, in bytes of source a second. */
double bench_gpu_resident(const char *name, const rustg_source *sources, size_t n_sources, uint64_t n_bytes,
                          bool by_kernel)
{
    static const char *const names[] = {
#define BENCH_KERNEL_NAME(launch, function) #launch,
        CUDA_LEX_KERNELS(BENCH_KERNEL_NAME)
#undef BENCH_KERNEL_NAME
    };
    float total_ms[BENCH_REPEATS + BENCH_WARM_UP];
    float kernel_ms[(BENCH_REPEATS + BENCH_WARM_UP) * CUDA_N_KERNELS];
    engine_cuda_times times = {.total_ms = total_ms, .kernel_ms = kernel_ms};
    engine_cuda *engine = NULL;
    rustg_error error;
    batch work;
    double rate = 0;
    uint64_t source_bytes = 0;
    if (!bench_make_batch(sources, n_sources, n_bytes, &work) || engine_cuda_open(0, false, 8, &engine, &error) ||
        engine_cuda_time(engine, &work, BENCH_REPEATS + BENCH_WARM_UP, &times, &error)) {
        printf("%-28s failed: %s\n", name, error.message);
        goto out;
    }
    for (size_t i = 0; i < work.n_files; i++)
        source_bytes += work.files[i].n_bytes;
    float ms = bench_median(total_ms + BENCH_WARM_UP, BENCH_REPEATS, 1);
    rate = (double)source_bytes / (ms * 1e-3);
    printf("%-28s %8.1f MB %8.3f ms %8.1f GB/s %8.2f Gtok/s\n", name, (double)source_bytes * 1e-6, ms, rate * 1e-9,
           times.n_toks / (ms * 1e6));
    if (!by_kernel)
        goto out;
    times.from_pinned = true;
    if (engine_cuda_time(engine, &work, BENCH_REPEATS + BENCH_WARM_UP, &times, &error)) {
        printf("%-28s failed: %s\n", name, error.message);
        goto out;
    }
    times.from_pinned = false;
    ms = bench_median(total_ms + BENCH_WARM_UP, BENCH_REPEATS, 1);
    printf("    %-24s %20.3f ms %8.1f GB/s\n", "from pinned host memory", ms, (double)source_bytes / (ms * 1e6));
    engine_cuda_close(engine);
    engine = NULL;
    times.by_kernel = true;
    if (engine_cuda_open(0, false, 8, &engine, &error) ||
        engine_cuda_time(engine, &work, BENCH_REPEATS + BENCH_WARM_UP, &times, &error)) {
        printf("%-28s failed: %s\n", name, error.message);
        goto out;
    }
    for (int k = 0; k < CUDA_N_KERNELS; k++) {
        float kernel = bench_median(kernel_ms + BENCH_WARM_UP * CUDA_N_KERNELS + k, BENCH_REPEATS, CUDA_N_KERNELS);
        printf("    %-24s %20.3f ms %8.1f GB/s\n", names[k], kernel, (double)source_bytes / (kernel * 1e6));
    }
out:
    engine_cuda_close(engine);
    free(work.files);
    return rate;
}
