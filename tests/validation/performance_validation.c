/* performance_validation.c: how fast each stage is on this machine: lexing, parsing, compiling kernels stage by stage,
 * launching. Needs no GPU. */
#define _GNU_SOURCE
#include "validation/validation_rig.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_FILES = 16, FILE_BYTES = 1 << 20, CUDA_FILES = 128, VECTOR = 1 << 22, CUDA_VECTOR = 1 << 26 };

/* The example kernels' text again and again: FILE_BYTES, ended between two files. */
static char *make_text(size_t *n_bytes)
{
    char *text = malloc(FILE_BYTES);
    *n_bytes = 0;
    for (size_t i = 0; text; i++) {
        const kernel_text *k = &kernel_texts[i];
        if (!k->name) {
            i = (size_t)-1;
            continue;
        }
        /* inner doc comments belong at a file's beginning */
        const char *from = strncmp(k->text, "//!", 3) == 0 ? strchr(k->text, '\n') : k->text;
        size_t n = strlen(from);
        if (*n_bytes + n > FILE_BYTES)
            break;
        memcpy(text + *n_bytes, from, n);
        *n_bytes += n;
    }
    return text;
}

/* Compiles n_files copies until there are times enough. Nonzero: it worked. */
static int time_compile(report *r, const rustg_compile_options *options, const char *text, size_t n_bytes,
                        size_t n_files, samples *s, rustg_error *error)
{
    static rustg_source sources[CUDA_FILES];
    for (size_t i = 0; i < n_files; i++)
        sources[i] = (rustg_source){.name = "text.rs", .bytes = (const uint8_t *)text, .n_bytes = n_bytes};
    while (samples_want(s)) {
        rustg_result *result;
        double start = report_now();
        if (rustg_compile(sources, n_files, options, &result, error))
            return 0;
        samples_add(s, report_now() - start);
        int success = rustg_result_success(result);
        if (!success)
            report_verdict(r, "stages", "host", "the text has no errors", VERDICT_WRONG, rustg_result_message(result));
        rustg_result_free(result);
        if (!success)
            return 0;
    }
    return 1;
}

/* One stage by one thread and by all. scale: bytes to the unit */
static void measure_stage(report *r, rustg_stage stage, expectation one, expectation all, double scale,
                          const char *text, size_t n_bytes)
{
    rustg_device_info host = {.struct_size = sizeof host};
    rustg_error error = {0};
    samples s = {.n = 0}, s_all = {.n = 0};
    rustg_compile_options options = {
        .struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .stop_after = stage, .n_threads = 1};
    rustg_device_info_get(0, &host, NULL);
    if (!time_compile(r, &options, text, n_bytes, 4, &s, &error)) {
        report_failed(r, "stages", "cpu", stage == RUSTG_STAGE_AST ? "parse" : "lex", &error);
        return;
    }
    double figure = 4 * (double)n_bytes * scale / samples_least(&s);
    report_measured(r, "stages", "cpu", one, figure, 0, &s);
    options.n_threads = 0;
    if (time_compile(r, &options, text, n_bytes, N_FILES, &s_all, &error))
        report_measured(r, "stages", "cpu", all, N_FILES * (double)n_bytes * scale / samples_least(&s_all),
                        figure * host.n_multiprocessors, &s_all);
}

static void measure_cuda_engine(report *r, const rustg_device_info *info, const char *device, const char *text,
                                size_t n_bytes)
{
    rustg_error error = {0};
    samples s = {.n = 0};
    rustg_compile_options options = {.struct_size = sizeof options,
                                     .engine = RUSTG_ENGINE_CUDA,
                                     .stop_after = RUSTG_STAGE_TOKENS,
                                     .device = info->ordinal,
                                     .leave_on_device = 1};
    if (rustg_cuda_missing()[0])
        report_verdict(r, "stages", device, "lex on the CUDA engine", VERDICT_SKIPPED, rustg_cuda_missing());
    else if (time_compile(r, &options, text, n_bytes, CUDA_FILES, &s, &error))
        report_measured(r, "stages", device, EXPECT_LEX_CUDA, CUDA_FILES * (double)n_bytes * 1e-9 / samples_least(&s),
                        0, &s);
    else
        report_failed(r, "stages", device, "lex on the CUDA engine", &error);
}

/* Compiles every example to the given outputs; the seconds of all files together, or why not. */
static int compile_kernels(uint32_t outputs, rustg_stats *sum, rustg_error *error, size_t *n_files)
{
    memset(sum, 0, sizeof *sum);
    for (*n_files = 0; kernel_texts[*n_files].name; ++*n_files) {
        const kernel_text *k = &kernel_texts[*n_files];
        rustg_source source = {.name = k->name, .bytes = (const uint8_t *)k->text, .n_bytes = strlen(k->text)};
        rustg_kernel_options kernels = {.struct_size = sizeof kernels, .outputs = outputs};
        rustg_compile_options options = {
            .struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
        rustg_stats stats = {.struct_size = sizeof stats};
        rustg_result *result;
        if (rustg_compile(&source, 1, &options, &result, error))
            return 0;
        rustg_result_stats(result, &stats);
        int success = rustg_result_success(result);
        if (!success) {
            error->status = RUSTG_ERR_SOURCE;
            snprintf(error->message, sizeof error->message, "%s", rustg_result_message(result));
        }
        rustg_result_free(result);
        if (!success)
            return 0;
        sum->seconds_sema += stats.seconds_sema;
        sum->seconds_lower += stats.seconds_lower;
        sum->seconds_emit += stats.seconds_emit;
        sum->seconds_backend += stats.seconds_backend;
    }
    return 1;
}

static void measure_kernel_stages(report *r)
{
    rustg_stats stats;
    rustg_error error = {0};
    size_t n_files;
    samples sema = {.n = 0}, lower = {.n = 0}, emit = {.n = 0}, backend = {.n = 0};
    while (samples_want(&sema)) {
        if (!compile_kernels(1u << RUSTG_OUTPUT_CUDA | 1u << RUSTG_OUTPUT_C, &stats, &error, &n_files)) {
            report_failed(r, "stages", "cpu", "kernels", &error);
            return;
        }
        samples_add(&sema, stats.seconds_sema);
        samples_add(&lower, stats.seconds_lower);
        samples_add(&emit, stats.seconds_emit);
    }
    double each = 1e3 / (double)n_files;
    report_measured(r, "stages", "cpu", EXPECT_KERNEL_CHECK, samples_least(&sema) * each, 0, &sema);
    report_measured(r, "stages", "cpu", EXPECT_KERNEL_LOWER, samples_least(&lower) * each, 0, &lower);
    report_measured(r, "stages", "cpu", EXPECT_KERNEL_EMIT, samples_least(&emit) * each, 0, &emit);
    static const struct {
        rustg_output output;
        expectation what;
        const char *name;
    } backends[] = {{RUSTG_OUTPUT_OBJ, EXPECT_KERNEL_NATIVE, "the C compiler"},
                    {RUSTG_OUTPUT_PTX, EXPECT_KERNEL_PTX, "NVRTC"}};
    for (size_t i = 0; i < sizeof backends / sizeof *backends; i++) {
        backend.n = 0;
        if (compile_kernels(1u << backends[i].output, &stats, &error, &n_files)) {
            samples_add(&backend, stats.seconds_backend);
            report_measured(r, "stages", "host", backends[i].what, samples_least(&backend) * each, 0, &backend);
        } else {
            report_failed(r, "stages", "host", backends[i].name, &error);
        }
    }
}

/* A loop that reads one array and writes another, for one thread of several. */
typedef struct loop_part {
    const float *from;
    float *to;
    uint64_t n;
} loop_part;

static void *run_loop(void *of)
{
    const loop_part *part = of;
    for (uint64_t i = 0; i < part->n; i++)
        part->to[i] = 2 * part->from[i];
    return NULL;
}

/* Seconds of the loop over n elements by n_threads threads; 0 where they are not to be had. */
static double time_loop(const float *from, float *to, uint64_t n, uint32_t n_threads)
{
    enum { MOST = 1024 };
    static pthread_t threads[MOST];
    static loop_part parts[MOST];
    uint32_t n_begun = 1;
    n_threads = n_threads < 1 ? 1 : n_threads > MOST ? MOST : n_threads;
    for (uint32_t t = 0; t < n_threads; t++) {
        uint64_t first = n * t / n_threads;
        parts[t] = (loop_part){from + first, to + first, n * (t + 1) / n_threads - first};
    }
    double start = report_now();
    while (n_begun < n_threads && pthread_create(&threads[n_begun], NULL, run_loop, &parts[n_begun]) == 0)
        n_begun++;
    run_loop(&parts[0]);
    for (uint32_t t = 1; t < n_begun; t++)
        pthread_join(threads[t], NULL);
    return n_begun == n_threads ? report_now() - start : 0;
}

/* What the loop reads and writes in a second, in GB; 0 where it is not known. */
static double loop_rate(uint64_t n, uint32_t n_threads)
{
    samples s = {.n = 0};
    float *from = calloc(n, sizeof *from), *to = calloc(n, sizeof *to);
    double seconds = from && to ? time_loop(from, to, n, n_threads) : 0; /* the first touches the pages */
    while (seconds > 0 && samples_want(&s) && (seconds = time_loop(from, to, n, n_threads)) > 0)
        samples_add(&s, seconds);
    free(from);
    free(to);
    return seconds > 0 ? 8 * (double)n * 1e-9 / samples_least(&s) : 0;
}

/* Launches of vector_add over n elements; with_wait: each is waited for. Seconds of n_launches. */
static double time_launches(rig *g, const rustg_launch_argument *args, uint64_t n, size_t n_launches, int with_wait)
{
    double start = report_now();
    for (size_t i = 0; i < n_launches && g->error.status == RUSTG_OK; i++) {
        rig_launch_n(g, "vector_add", n, args, 3);
        if (with_wait)
            rig_wait(g);
    }
    rig_wait(g);
    return report_now() - start;
}

static void measure_launches(rig *g, report *r)
{
    enum { LAUNCHES = 500 };
    int is_cuda = g->info.backend == RUSTG_BACKEND_CUDA;
    uint64_t n = is_cuda ? CUDA_VECTOR : VECTOR, few = 32;
    rustg_buffer *a = rig_buffer(g, 4 * n), *b = rig_buffer(g, 4 * n), *c = rig_buffer(g, 4 * n);
    samples copy = {.n = 0}, add = {.n = 0}, rate = {.n = 0}, wait = {.n = 0};
    if (g->error.status == RUSTG_OK) {
        rustg_fill_buffer(a, 0, 0x3f800000u, 4, 4 * n, g->stream, &g->error);
        rustg_fill_buffer(b, 0, 0x40000000u, 4, 4 * n, g->stream, &g->error);
    }
    rustg_launch_argument args[] = {{.buffer = a, .length = n}, {.buffer = b, .length = n}, {.buffer = c, .length = n}};
    rustg_launch_argument small[] = {
        {.buffer = a, .length = few}, {.buffer = b, .length = few}, {.buffer = c, .length = few}};
    time_launches(g, args, n, 1, 1);
    while (g->error.status == RUSTG_OK && samples_want(&copy)) {
        double start = report_now();
        rustg_copy_between(c, 0, a, 0, 4 * n, g->stream, &g->error);
        rig_wait(g);
        samples_add(&copy, report_now() - start);
    }
    while (g->error.status == RUSTG_OK && samples_want(&add))
        samples_add(&add, time_launches(g, args, n, 1, 1));
    while (g->error.status == RUSTG_OK && samples_want(&rate))
        samples_add(&rate, time_launches(g, small, few, LAUNCHES, 0));
    while (g->error.status == RUSTG_OK && samples_want(&wait))
        samples_add(&wait, time_launches(g, small, few, LAUNCHES, 1));
    if (g->error.status != RUSTG_OK) {
        report_failed(r, "launches", g->device, "vector_add", &g->error);
    } else {
        double copied = is_cuda ? 8 * (double)n * 1e-9 / samples_least(&copy) : loop_rate(n, g->info.n_multiprocessors);
        report_measured(r, "launches", g->device, is_cuda ? EXPECT_CUDA_VECTOR_ADD : EXPECT_CPU_VECTOR_ADD,
                        12 * (double)n * 1e-9 / samples_least(&add), copied, &add);
        report_measured(r, "launches", g->device, is_cuda ? EXPECT_CUDA_LAUNCH : EXPECT_CPU_LAUNCH,
                        LAUNCHES / samples_least(&rate), 0, &rate);
        report_measured(r, "launches", g->device, is_cuda ? EXPECT_CUDA_LAUNCH_WAIT : EXPECT_CPU_LAUNCH_WAIT,
                        samples_least(&wait) * 1e6 / LAUNCHES, 0, &wait);
    }
    rustg_buffer_free(a);
    rustg_buffer_free(b);
    rustg_buffer_free(c);
}

int main(int argc, char **argv)
{
    static report r;
    rustg_error error = {0};
    size_t n_bytes;
    int ended = report_begin(&r, "performance_validation", argc, argv);
    if (ended)
        return ended - 1;
    /* what the cache holds is not compiled: nothing would be measured */
    if (setenv("RUSTG_CACHE", "off", 1) != 0 || rustg_initialize(NULL, &error)) {
        report_failed(&r, "devices", "host", "rustg_initialize", &error);
        return report_end(&r);
    }
    char *text = make_text(&n_bytes);
    if (text && r.with_cpu) {
        measure_stage(&r, RUSTG_STAGE_TOKENS, EXPECT_LEX_ONE, EXPECT_LEX_ALL, 1e-9, text, n_bytes);
        measure_stage(&r, RUSTG_STAGE_AST, EXPECT_PARSE_ONE, EXPECT_PARSE_ALL, 1e-6, text, n_bytes);
        measure_kernel_stages(&r);
    }
    for (size_t i = 0, n = rustg_device_count(); text && i < n; i++) {
        rustg_device_info info = {.struct_size = sizeof info};
        rig g;
        if (rustg_device_info_get(i, &info, &error)) {
            report_failed(&r, "devices", "host", "rustg_device_info_get", &error);
            continue;
        }
        if (!device_wanted(&r, &info) || !rig_open(&g, &r, "devices", &info))
            continue;
        if (info.backend == RUSTG_BACKEND_CUDA)
            measure_cuda_engine(&r, &info, g.device, text, n_bytes);
        measure_launches(&g, &r);
        rig_close(&g);
    }
    if (!text)
        report_verdict(&r, "devices", "host", "memory for the text", VERDICT_WRONG,
                       rustg_status_string(RUSTG_ERR_MEMORY));
    free(text);
    int status = report_end(&r);
    rustg_shutdown();
    return status;
}
