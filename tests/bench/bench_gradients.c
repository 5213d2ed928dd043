/* bench_gradients.c: how long a kernel's adjoint takes beside the kernel, and the tape that it needs.
 * bench_gradients [--cpu] [--passes N] [KERNELS.rs]   default: tests/bench/gradients/kernels.rs, on CUDA device 0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/measure.h"
#include "rustg/rustg.h"
#include "rustg/runtime.h"

enum { MOST_PARAMS = 24, LAUNCHES = 5 };

/* n: elements of each slice, on CUDA and on the CPU; number: of each integer parameter, or 0: n. */
static const struct {
    const char *name;
    uint64_t n[2], number[2];
    uint32_t block[2], grid[2][2];
} rows[] = {
    {"elementwise", {1 << 24, 1 << 18}, {0, 0}, {256, 1}, {{1 << 16, 1}, {1 << 10, 1}}},
    {"stencil", {1 << 24, 1 << 18}, {0, 0}, {256, 1}, {{1 << 16, 1}, {1 << 10, 1}}},
    {"reduction", {1 << 24, 1 << 18}, {0, 0}, {256, 1}, {{1 << 10, 1}, {64, 1}}},
    {"n_body", {1 << 14, 1 << 9}, {0, 0}, {256, 1}, {{1 << 6, 1}, {2, 1}}},
    {"matrix", {1 << 20, 1 << 12}, {1 << 10, 64}, {16, 16}, {{64, 64}, {4, 4}}},
};

typedef struct gradients_bench {
    rustg_context *context;
    rustg_stream *stream;
    rustg_module *module;
    int is_cpu, n_passes;
} gradients_bench;

static void gradients_good(rustg_status status, const rustg_error *error, const char *what)
{
    if (status == RUSTG_OK)
        return;
    fprintf(stderr, "%s: %s\n", what, error->message);
    exit(1);
}

static int gradients_find(const gradients_bench *b, const char *name, rustg_kernel *kernel)
{
    const rustg_result *result = rustg_module_result(b->module);
    for (size_t k = 0; k < rustg_result_n_kernels(result); k++)
        if (rustg_result_kernel(result, k, kernel) == RUSTG_OK && strcmp(kernel->name, name) == 0)
            return 1;
    return 0;
}

/* The buffer of floats in 0.5..1.5. */
static rustg_buffer *gradients_floats(const gradients_bench *b, uint64_t n)
{
    rustg_buffer *buffer;
    rustg_error error;
    float *values = malloc(n * sizeof *values);
    if (!values)
        exit(1);
    for (uint64_t i = 0; i < n; i++)
        values[i] = 0.5f + (float)(i * UINT64_C(2654435761) % 65536) / 65536;
    gradients_good(rustg_buffer_allocate(b->context, n * sizeof *values, b->stream, &buffer, &error), &error, "memory");
    gradients_good(rustg_copy_to_buffer(buffer, 0, values, n * sizeof *values, b->stream, &error), &error, "a copy");
    free(values);
    return buffer;
}

/* Seconds of a launch, in *s; n_tape: elements of a parameter `tape` or `words`. Returns words[0], if there is one. */
static uint64_t gradients_launch(const gradients_bench *b, size_t row, const char *ending, uint64_t n_tape, spread *s)
{
    static const float scalar = 0.75f;
    char name[64];
    rustg_kernel kernel;
    rustg_function *function;
    rustg_error error;
    rustg_event *start, *end;
    rustg_launch_argument args[MOST_PARAMS] = {{0}};
    rustg_buffer *buffers[MOST_PARAMS] = {0};
    const uint32_t number =
        (uint32_t)(rows[row].number[b->is_cpu] ? rows[row].number[b->is_cpu] : rows[row].n[b->is_cpu]);
    uint64_t words = 0;
    snprintf(name, sizeof name, "%s%s", rows[row].name, ending);
    if (!gradients_find(b, name, &kernel) || kernel.n_params > MOST_PARAMS)
        return 0;
    gradients_good(rustg_module_function(b->module, name, &function, &error), &error, name);
    for (size_t i = 0; i < kernel.n_params; i++) {
        const rustg_kernel_param *param = &kernel.params[i];
        const int is_words = param->element == RUSTG_ELEMENT_U64;
        if (param->role == RUSTG_PARAM_SCALAR) {
            const int is_float = param->element == RUSTG_ELEMENT_F32;
            args[i] = (rustg_launch_argument){.value = is_float ? (const void *)&scalar : &number, .n_bytes = 4};
            continue;
        }
        const uint64_t n = is_words ? n_tape : rows[row].n[b->is_cpu];
        if (is_words) {
            gradients_good(rustg_buffer_allocate(b->context, 8 * n, b->stream, &buffers[i], &error), &error,
                           "the tape");
            gradients_good(rustg_fill_buffer(buffers[i], 0, 0, 4, 8, b->stream, &error), &error, "the tape");
        } else {
            buffers[i] = gradients_floats(b, n);
        }
        args[i] = (rustg_launch_argument){.buffer = buffers[i], .length = n};
    }
    const rustg_launch_config config = {
        .struct_size = sizeof config,
        .grid = {rows[row].grid[b->is_cpu][0], rows[row].grid[b->is_cpu][1], 1},
        .block = {rows[row].block[0], rows[row].block[1], 1},
    };
    gradients_good(rustg_event_create(b->context, &start, &error), &error, "an event");
    gradients_good(rustg_event_create(b->context, &end, &error), &error, "an event");
    for (int pass = 0; pass <= (s ? b->n_passes : 0); pass++) {
        const int n = s ? LAUNCHES : 1;
        double seconds;
        gradients_good(rustg_event_record(start, b->stream, &error), &error, "an event");
        for (int k = 0; k < n; k++)
            gradients_good(rustg_launch(function, b->stream, &config, args, kernel.n_params, &error), &error, name);
        gradients_good(rustg_event_record(end, b->stream, &error), &error, "an event");
        gradients_good(rustg_stream_wait(b->stream, &error), &error, name);
        gradients_good(rustg_event_elapsed(start, end, &seconds, &error), &error, "an event");
        if (s && pass)
            measure_add(s, seconds / n);
    }
    for (size_t i = 0; i < kernel.n_params; i++) {
        if (buffers[i] && strcmp(kernel.params[i].name, "words") == 0) {
            gradients_good(rustg_copy_from_buffer(&words, buffers[i], 0, 8, b->stream, &error), &error, "the words");
            gradients_good(rustg_stream_wait(b->stream, &error), &error, "the words");
        }
        rustg_buffer_free(buffers[i]);
    }
    rustg_event_destroy(start);
    rustg_event_destroy(end);
    return words;
}

static void gradients_measure(const gradients_bench *b, size_t row)
{
    spread forward = {.n = 0}, backward = {.n = 0};
    const uint32_t *grid = rows[row].grid[b->is_cpu], *block = rows[row].block;
    const uint64_t n_threads = (uint64_t)grid[0] * grid[1] * block[0] * block[1];
    const uint64_t words = gradients_launch(b, row, "_tape", 1, NULL);
    gradients_launch(b, row, "", 0, &forward);
    gradients_launch(b, row, "_adjoint", words * n_threads + 1, &backward);
    printf("%-12s forward %10.1f us (%.1f to %.1f)   adjoint %10.1f us (%.1f to %.1f)   %5.2f times   tape %llu MB\n",
           rows[row].name, 1e6 * measure_median(&forward), 1e6 * measure_least(&forward), 1e6 * measure_most(&forward),
           1e6 * measure_median(&backward), 1e6 * measure_least(&backward), 1e6 * measure_most(&backward),
           measure_median(&backward) / measure_median(&forward), (unsigned long long)(words * n_threads * 8 / 1000000));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    gradients_bench b = {.n_passes = 7};
    const char *path = "tests/bench/gradients/kernels.rs";
    rustg_error error;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--cpu") == 0)
            b.is_cpu = 1;
        else if (strcmp(argv[i], "--passes") == 0 && i + 1 < argc)
            b.n_passes = atoi(argv[++i]);
        else
            path = argv[i];
    b.n_passes = b.n_passes < 1 ? 1 : b.n_passes > MEASURE_MAX ? MEASURE_MAX : b.n_passes;
    FILE *file = fopen(path, "rb");
    static char text[1 << 16];
    const size_t n_text = file ? fread(text, 1, sizeof text, file) : 0;
    if (!file) {
        fprintf(stderr, "%s cannot be read\n", path);
        return 1;
    }
    fclose(file);
    const rustg_source source = {.name = path, .bytes = (const uint8_t *)text, .n_bytes = n_text};
    gradients_good(rustg_initialize(NULL, &error), &error, "rustg_initialize");
    gradients_good(rustg_context_open(b.is_cpu ? RUSTG_BACKEND_CPU : RUSTG_BACKEND_CUDA, 0, NULL, &b.context, &error),
                   &error, "a device");
    gradients_good(rustg_stream_create(b.context, &b.stream, &error), &error, "a stream");
    gradients_good(rustg_module_from_rust(b.context, &source, 1, NULL, &b.module, &error), &error, path);
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++)
        gradients_measure(&b, row);
    rustg_module_free(b.module);
    rustg_stream_destroy(b.stream);
    rustg_context_close(b.context);
    rustg_shutdown();
    return 0;
}
