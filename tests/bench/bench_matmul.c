/* bench_matmul.c: rustg_matmul on random data: on a GPU rustg's kernels beside cuBLASLt, on the CPU its own product on
 * one thread and on all, beside OpenBLAS.
 *   bench_matmul gpu [bf16|f16|f32|tf32|f64]
 *   bench_matmul cpu [LIBOPENBLAS [CORETYPE]]
 * A line a product: 10^9 (CPU) or 10^12 (GPU) operations a second, medians; on the GPU of 21 launches, in turn.
 * OpenBLAS may not know the processor: CORETYPE (SKYLAKEX for AVX-512, HASWELL for AVX2) says what it is. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/error_check.h"
#include "product/product_cpu_half.h"

enum { N_PASSES = 21 };

typedef struct shape {
    uint64_t m, n, k;
} shape;
/* Squares; then the layers of GPT-2 of 124 M and 1.5 B parameters, of Llama 2 of 7 B and of Llama 3 of 8 B and 70 B, of
 * 4,096 or 2,048 vectors; and those of a few. */
static const shape gpu_shapes[] = {
    {512, 512, 512},       {1024, 1024, 1024},  {2048, 2048, 2048},  {4096, 4096, 4096},  {8192, 8192, 8192},
    {16384, 16384, 16384}, {4096, 2304, 768},   {4096, 768, 768},    {4096, 3072, 768},   {4096, 768, 3072},
    {4096, 50304, 768},    {4096, 4800, 1600},  {4096, 6400, 1600},  {4096, 1600, 6400},  {2048, 12288, 4096},
    {2048, 4096, 4096},    {2048, 11008, 4096}, {2048, 4096, 11008}, {2048, 32000, 4096}, {4096, 6144, 4096},
    {4096, 14336, 4096},   {4096, 4096, 14336}, {4096, 8192, 8192},  {4096, 28672, 8192}, {4096, 8192, 28672},
    {1, 4096, 4096},       {16, 4096, 4096},
};
static const shape cpu_shapes[] = {{64, 64, 64},       {256, 256, 256},  {512, 512, 512},  {1000, 1000, 1000},
                                   {2048, 2048, 2048}, {1024, 64, 1024}, {64, 1024, 1024}, {1, 1024, 1024}};

static int bench_compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double bench_median(double *times, int n)
{
    qsort(times, (size_t)n, sizeof *times, bench_compare);
    return times[n / 2];
}

/* A block of random numbers, again and again; its length divides no matrix's rows. */
static void *bench_random(rustg_element element, size_t n)
{
    enum { BLOCK = 4194301 };
    const size_t bytes = rustg_element_size(element), n_random = n < BLOCK ? n : BLOCK;
    char *values = malloc(n * bytes);
    uint64_t seed = n;
    CHECK(values);
    for (size_t i = 0; i < n_random; i++) {
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const double x = (double)(seed >> 33) / 0x1p30 - 1;
        const float single = (float)x;
        const uint16_t half = element == RUSTG_ELEMENT_F16 ? half_to_f16(single) : half_to_bf16(single);
        memcpy(values + i * bytes, bytes == 8 ? (const void *)&x : bytes == 4 ? (const void *)&single : &half, bytes);
    }
    for (size_t i = n_random; i < n; i += n_random)
        memcpy(values + i * bytes, values, (n - i < n_random ? n - i : n_random) * bytes);
    return values;
}

typedef struct operands {
    rustg_buffer *a, *b, *c;
    rustg_matmul_options options;
} operands;

static void bench_make(operands *o, rustg_context *context, rustg_stream *stream, rustg_element element, const shape *s,
                       unsigned layout)
{
    const size_t bytes = rustg_element_size(element);
    void *x = bench_random(element, s->m * s->k), *y = bench_random(element, s->n * s->k);
    GOOD(rustg_buffer_allocate(context, s->m * s->k * bytes, stream, &o->a, &error));
    GOOD(rustg_buffer_allocate(context, s->n * s->k * bytes, stream, &o->b, &error));
    GOOD(rustg_buffer_allocate(context, s->m * s->n * bytes, stream, &o->c, &error));
    GOOD(rustg_copy_to_buffer(o->a, 0, x, s->m * s->k * bytes, stream, &error));
    GOOD(rustg_copy_to_buffer(o->b, 0, y, s->n * s->k * bytes, stream, &error));
    GOOD(rustg_stream_wait(stream, &error));
    free(x);
    free(y);
    o->options = (rustg_matmul_options){.struct_size = sizeof o->options,
                                        .element = element,
                                        .m = s->m,
                                        .n = s->n,
                                        .k = s->k,
                                        .transpose_a = layout & 1,
                                        .transpose_b = layout >> 1,
                                        .alpha = 1};
}

static void bench_free(operands *o)
{
    rustg_buffer_free(o->a);
    rustg_buffer_free(o->b);
    rustg_buffer_free(o->c);
}

/* Seconds of one product; -1 where there is none. */
static double bench_on_gpu(operands *o, rustg_stream *stream, rustg_event *events[2], rustg_matmul_backend backend,
                           rustg_matmul_info *info)
{
    const rustg_matrix a = {.buffer = o->a}, b = {.buffer = o->b}, c = {.buffer = o->c};
    double seconds = 0;
    o->options.backend = backend;
    GOOD(rustg_event_record(events[0], stream, &error));
    if (rustg_matmul(stream, &o->options, &a, &b, &c, info, &error) != RUSTG_OK)
        return -1;
    GOOD(rustg_event_record(events[1], stream, &error));
    GOOD(rustg_stream_wait(stream, &error));
    GOOD(rustg_event_elapsed(events[0], events[1], &seconds, &error));
    return seconds;
}

/* only: the type's name; NULL: all. */
static int bench_gpu(const char *only)
{
    static const rustg_element elements[] = {RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_F16, RUSTG_ELEMENT_F32,
                                             RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F64};
    enum { TF32 = 3 };
    rustg_context *context;
    rustg_stream *stream;
    rustg_event *events[2];
    GOOD(rustg_context_open(RUSTG_BACKEND_CUDA, 0, NULL, &context, &error));
    GOOD(rustg_stream_create(context, &stream, &error));
    for (int i = 0; i < 2; i++)
        GOOD(rustg_event_create(context, &events[i], &error));
    printf("%s\n", rustg_matmul_library(NULL));
    for (size_t e = 0; e < sizeof elements / sizeof elements[0]; e++)
        for (size_t s = 0; s < sizeof gpu_shapes / sizeof gpu_shapes[0]; s++)
            for (unsigned layout = 0; layout < 4; layout++) {
                const shape *at = &gpu_shapes[s];
                const char *name = e == TF32 ? "tf32" : rustg_element_name(elements[e]);
                const double work = 2e-12 * (double)at->m * (double)at->n * (double)at->k;
                rustg_matmul_info info[2] = {{.struct_size = sizeof *info}, {.struct_size = sizeof *info}};
                double times[2][N_PASSES] = {{0}};
                operands o;
                if ((only && strcmp(only, name) != 0) || (e > 1 && work > 0.3) ||
                    (layout && (e > 1 || at->m != at->n || at->n != at->k)))
                    continue;
                bench_make(&o, context, stream, elements[e], at, layout);
                o.options.allow_tf32 = e == TF32;
                for (int pass = -1; pass < N_PASSES; pass++)
                    for (int by = 0; by < 2; by++)
                        times[by][pass < 0 ? 0 : pass] =
                            bench_on_gpu(&o, stream, events, by ? RUSTG_MATMUL_OWN : RUSTG_MATMUL_LIBRARY, &info[by]);
                const double library = work / bench_median(times[0], N_PASSES);
                const double own = work / bench_median(times[1], N_PASSES);
                printf("%s %c%c %llu %llu %llu: cuBLASLt %.2f, own %.2f by %s, %.1f%%\n", name, layout & 1 ? 'T' : 'N',
                       layout >> 1 ? 'T' : 'N', (unsigned long long)at->m, (unsigned long long)at->n,
                       (unsigned long long)at->k, library, own, info[1].kernel ? info[1].kernel : "nobody",
                       100 * own / library);
                fflush(stdout);
                bench_free(&o);
            }
    for (int i = 0; i < 2; i++)
        rustg_event_destroy(events[i]);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    return 0;
}

typedef struct open_blas {
    void (*sgemm)(int, int, int, int, int, int, float, const float *, int, const float *, int, float, float *, int);
    void (*dgemm)(int, int, int, int, int, int, double, const double *, int, const double *, int, double, double *,
                  int);
    void (*set_threads)(int);
} open_blas;

static double bench_now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void bench_peer(const open_blas *peer, const operands *o)
{
    enum { BY_ROWS = 101, AS_IT_IS = 111 };
    const int m = (int)o->options.m, n = (int)o->options.n, k = (int)o->options.k;
    void *const a = (void *)(uintptr_t)rustg_buffer_pointer(o->a), *const b =
                                                                       (void *)(uintptr_t)rustg_buffer_pointer(o->b);
    void *const c = (void *)(uintptr_t)rustg_buffer_pointer(o->c);
    if (o->options.element == RUSTG_ELEMENT_F64)
        peer->dgemm(BY_ROWS, AS_IT_IS, AS_IT_IS, m, n, k, 1, a, k, b, n, 0, c, n);
    else
        peer->sgemm(BY_ROWS, AS_IT_IS, AS_IT_IS, m, n, k, 1, a, k, b, n, 0, c, n);
}

/* One thread is timed by its own clock, so that others on the machine count less. */
static int bench_cpu(const char *path, uint32_t n_threads)
{
    static const rustg_element elements[] = {RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F64, RUSTG_ELEMENT_BF16};
    const clockid_t clock = n_threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
    open_blas peer = {0};
    void *library = path ? dlopen(path, RTLD_NOW) : NULL;
    rustg_context *context;
    rustg_stream *stream;
    if (path && !library)
        printf("%s\n", dlerror());
    if (library) {
        void *found[] = {dlsym(library, "cblas_sgemm"), dlsym(library, "cblas_dgemm"),
                         dlsym(library, "openblas_set_num_threads")};
        CHECK(found[0] && found[1] && found[2]);
        memcpy(&peer, found, sizeof found);
        peer.set_threads((int)n_threads);
    }
    GOOD(rustg_initialize(&(rustg_init_options){.struct_size = sizeof(rustg_init_options), .n_threads = n_threads},
                          &error));
    GOOD(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error));
    GOOD(rustg_stream_create(context, &stream, &error));
    for (size_t e = 0; e < sizeof elements / sizeof elements[0]; e++)
        for (size_t s = 0; s < sizeof cpu_shapes / sizeof cpu_shapes[0]; s++) {
            const double work = 2e-9 * (double)cpu_shapes[s].m * (double)cpu_shapes[s].n * (double)cpu_shapes[s].k;
            const int n_each = work > 0.1 ? 1 : (int)(0.1 / work) + 1;
            double times[2][N_PASSES] = {{0}};
            rustg_matmul_info info = {.struct_size = sizeof info};
            operands o;
            const bool has_peer = library && elements[e] != RUSTG_ELEMENT_BF16;
            const int n_passes = work > 1 ? 5 : 11;
            bench_make(&o, context, stream, elements[e], &cpu_shapes[s], 0);
            const rustg_matrix a = {.buffer = o.a}, b = {.buffer = o.b}, c = {.buffer = o.c};
            for (int pass = 0; pass < n_passes; pass++) {
                double start = bench_now(clock);
                for (int i = 0; i < n_each; i++)
                    GOOD(rustg_matmul(stream, &o.options, &a, &b, &c, &info, &error));
                times[0][pass] = (bench_now(clock) - start) / n_each;
                start = bench_now(clock);
                for (int i = 0; i < n_each && has_peer; i++)
                    bench_peer(&peer, &o);
                times[1][pass] = (bench_now(clock) - start) / n_each;
            }
            const double own = work / bench_median(times[0], n_passes), other = work / bench_median(times[1], n_passes);
            printf("%s %llu %llu %llu, %u threads: own (%s) %.1f", rustg_element_name(elements[e]),
                   (unsigned long long)cpu_shapes[s].m, (unsigned long long)cpu_shapes[s].n,
                   (unsigned long long)cpu_shapes[s].k, (unsigned)n_threads, info.kernel, own);
            if (has_peer)
                printf(", OpenBLAS %.1f, %.0f%%", other, 100 * own / other);
            printf("\n");
            fflush(stdout);
            bench_free(&o);
        }
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    rustg_shutdown();
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 3)
        setenv("OPENBLAS_CORETYPE", argv[3], 1);
    if (argc > 1 && strcmp(argv[1], "cpu") == 0) {
        rustg_device_info cpu = {.struct_size = sizeof cpu};
        GOOD(rustg_device_info_get(0, &cpu, &error));
        bench_cpu(argc > 2 ? argv[2] : NULL, 1);
        return cpu.n_multiprocessors > 1 ? bench_cpu(argc > 2 ? argv[2] : NULL, (uint32_t)cpu.n_multiprocessors) : 0;
    }
    if (argc < 2 || argc > 3 || strcmp(argv[1], "gpu") != 0) {
        printf("bench_matmul gpu [TYPE] | cpu [LIBOPENBLAS [CORETYPE]]\n");
        return 2;
    }
    GOOD(rustg_initialize(NULL, &error));
    return bench_gpu(argc > 2 ? argv[2] : NULL);
}
