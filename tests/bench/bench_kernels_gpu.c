/* bench_kernels_gpu.c: every example of examples/kernels beside the same kernel in CUDA C++
 * (tests/bench/cuda/kernels.cu), with checks on and off, on a GPU.
 *   bench_kernels_gpu [--device N] [--passes N] [--only TEXT] [--cubin FILE] [--backend nvrtc|ptx]
 * FILE is kernels.cu as nvcc compiled it (nvcc -O3 --fmad=false -arch=.. -cubin); without one NVRTC compiles it, with
 * the same floating-point flags. With the backend ptx the kernels are rustg's own PTX; those that it has no form for
 * are named and left out. Before the times, what the three compute is compared: bit for bit, or
 * within the ulps of the table (bench_kernels_gpu.def); kernels with a coarse entry
 * (rustg_kernel_options.coarse_entries) run through that too. With checks on, what a launch takes: the entry without
 * the checks that the launch proves, if there is one; the last column is then the kernel with all checks. Each row: ms
 * (medians of the passes, all taken in turn, after two of warming up), and bandwidth over that of a copy kernel of the
 * same run. Exit code 1: results differ; 77: no GPU. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/codegen.h"
#include "codegen/toolchain/toolchain.h"
#include "launch/module_internal.h"
#include "rustg/rustg.h"

enum { MAX_ARGS = 8, MAX_PASSES = 99, WARM_UP = 2, LARGEST_TEXT = 1 << 18, LARGEST_PROOFS = 1 << 16 };
enum { NVCC, CHECKS_ON, CHECKS_OFF, COARSE_ON, COARSE_OFF, EVERY_CHECK, N_VARIANTS };
static const char *const variants[N_VARIANTS] = {"CUDA C++",          "checks on",          "checks off",
                                                 "coarse, checks on", "coarse, checks off", "every check"};

typedef struct bench_kind {
    uint32_t size, unit, a, b;
    const char *fill, *differ;
} bench_kind;
enum {
#define KIND(name, size, unit, fill, a, b, differ) name,
#include "bench_kernels_gpu.def"
    N_KINDS
};
static const bench_kind kinds[] = {
#define KIND(name, size, unit, fill, a, b, differ) {size, unit, a, b, "fill_" #fill, "differ_" #differ},
#include "bench_kernels_gpu.def"
};

/* role: i, o: a slice of n elements of a kind; f: a float; r: a double; c: a double and its third; u, z: n in 4 and 8
 * bytes */
typedef struct bench_arg {
    char role;
    uint8_t kind;
    uint64_t n;
    double value;
} bench_arg;

typedef struct bench_row {
    const char *file, *kernel;
    uint32_t grid[3], block[3], ulps;
    double moved;
    bench_arg args[MAX_ARGS];
} bench_row;

#define N ((uint64_t)1 << 28)
#define D ((uint64_t)2048)
#define SIZES(x, y)                                                                                                    \
    {                                                                                                                  \
        (uint32_t)(x), (uint32_t)(y), 1                                                                                \
    }
#define SIZE(x)   SIZES(x, 1)
#define BLOCKS(n) SIZE(((n) + 255) / 256)
#define PLAIN     SIZE(256)
#define IN(kind, n)                                                                                                    \
    {                                                                                                                  \
        'i', kind, n, 0                                                                                                \
    }
#define OUT(kind, n)                                                                                                   \
    {                                                                                                                  \
        'o', kind, n, 0                                                                                                \
    }
#define F(x)                                                                                                           \
    {                                                                                                                  \
        'f', 0, 0, x                                                                                                   \
    }
#define R(x)                                                                                                           \
    {                                                                                                                  \
        'r', 0, 0, x                                                                                                   \
    }
#define C(x)                                                                                                           \
    {                                                                                                                  \
        'c', 0, 0, x                                                                                                   \
    }
#define U(n)                                                                                                           \
    {                                                                                                                  \
        'u', 0, n, 0                                                                                                   \
    }
#define Z(n)                                                                                                           \
    {                                                                                                                  \
        'z', 0, n, 0                                                                                                   \
    }
static const bench_row rows[] = {
#define ROW(file, kernel, grid, block, ulps, moved, ...) {#file, #kernel, grid, block, ulps, moved, {__VA_ARGS__}},
#include "bench_kernels_gpu.def"
};
enum { N_ROWS = sizeof rows / sizeof rows[0] };

static cuda_context_entry *entry;
static const cuda_driver *driver;
static char arch[16];
static int major, minor;
static int n_passes = 15;
static rustg_kernel_backend backend = RUSTG_KERNEL_BACKEND_NVRTC;

static void stop(const char *what, const char *detail)
{
    fprintf(stderr, "bench_kernels_gpu: %s: %s\n", what, detail);
    exit(2);
}

static void must(cuda_result result, const char *call)
{
    rustg_error error;
    if (cuda_check(result, call, &error) != RUSTG_OK)
        stop(call, error.message);
}

static cuda_module load(const void *image)
{
    cuda_module module;
    must(driver->cuModuleLoadData(&module, image), "cuModuleLoadData");
    return module;
}

static cuda_function find(cuda_module module, const char *kernel)
{
    cuda_function function;
    must(driver->cuModuleGetFunction(&function, module, kernel), kernel);
    return function;
}

/* A file, 0 behind it. */
static char *read_file(const char *path, size_t largest)
{
    FILE *in = fopen(path, "rb");
    char *text = calloc(1, largest);
    if (!in || !text)
        stop("cannot be read", path);
    size_t n = fread(text, 1, largest, in);
    if (n == 0 || n == largest)
        stop("empty, or too large", path);
    fclose(in);
    return text;
}

static char *read_source(const char *format, const char *name)
{
    const char *root = getenv("RUSTG_SOURCE_DIR");
    char path[1024];
    int n = snprintf(path, sizeof path, "%s/", root ? root : ".");
    snprintf(path + n, sizeof path - (size_t)n, format, name);
    return read_file(path, LARGEST_TEXT);
}

/* The CUDA C++ kernels by NVRTC; the image stays. */
static const void *cuda_image(void)
{
    static arena memory;
    jmp_buf out_of_memory;
    codegen_options how = {.opt_level = 3};
    tool_cuda_code made;
    rustg_error error = {0};
    memory.out_of_memory = &out_of_memory;
    if (setjmp(out_of_memory))
        stop("NVRTC", "out of memory");
    if (tool_nvrtc(&memory, read_source("tests/bench/cuda/%s.cu", "kernels"), arch, true, &how, &made, &error) !=
        RUSTG_OK)
        stop("NVRTC", error.message);
    return made.bytes;
}

static rustg_result *results[2]; /* of the modules, by whether they have checks */

/* The module of an example, NULL where own PTX has no form for it; the one before is kept, as rows of a file follow
 * each other. */
static cuda_module rust_module(const char *file, bool checks)
{
    static const char *last[2];
    static cuda_module modules[2];
    if (last[checks] && strcmp(last[checks], file) == 0)
        return modules[checks];
    if (last[checks])
        must(driver->cuModuleUnload(modules[checks]), "cuModuleUnload");
    last[checks] = NULL;
    char *text = read_source("examples/kernels/%s.rs", file);
    const char *archs[] = {arch};
    rustg_source source = {.name = file, .bytes = (const uint8_t *)text, .n_bytes = strlen(text)};
    rustg_kernel_options kernels = {
        .struct_size = sizeof kernels, .archs = archs, .n_archs = 1, .no_checks = !checks, .coarse_entries = 1};
    kernels.backend = backend;
    kernels.outputs = 1u << RUSTG_OUTPUT_CUBIN;
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_result *result;
    rustg_error error = {0};
    const uint8_t *bytes;
    size_t n;
    const rustg_status compiled = rustg_compile(&source, 1, &options, &result, &error);
    const char *problem = compiled != RUSTG_OK ? error.message : NULL;
    if (!problem && rustg_result_output(result, RUSTG_OUTPUT_CUBIN, 0, &bytes, &n) != RUSTG_OK)
        problem = rustg_result_message(result);
    if (problem && !strstr(problem, "has no form yet"))
        stop(file, problem);
    if (problem) {
        printf("%s: %s\n", file, problem);
        rustg_result_free(compiled == RUSTG_OK ? result : NULL);
        free(text);
        return NULL;
    }
    modules[checks] = load(bytes);
    last[checks] = file;
    rustg_result_free(results[checks]);
    results[checks] = result;
    free(text);
    return modules[checks];
}

/* ---- One row ---- */

/* expected: what the CUDA C++ kernel made of an output */
typedef struct bench_run {
    const bench_row *row;
    cuda_module cuda;
    cuda_stream stream;
    cuda_event start, end;
    cuda_function functions[N_VARIANTS]; /* of coarse entries and EVERY_CHECK: NULL where there is none */
    uint32_t n_lanes;
    cuda_pointer given[MAX_ARGS], expected[MAX_ARGS], worst;
} bench_run;

static bool is_slice(const bench_arg *arg)
{
    return arg->role == 'i' || arg->role == 'o';
}

static uint64_t n_units(const bench_arg *arg)
{
    return arg->n * kinds[arg->kind].size / kinds[arg->kind].unit;
}

static void launch_plain(const bench_run *run, const char *kernel, void **params)
{
    must(driver->cuLaunchKernel(find(run->cuda, kernel), 1056, 1, 1, 256, 1, 1, 0, run->stream, params, NULL), kernel);
}

static void fill(const bench_run *run, uint32_t i, cuda_pointer to)
{
    const bench_arg *arg = &run->row->args[i];
    bench_kind kind = kinds[arg->kind];
    uint64_t n = n_units(arg), seed = (uint64_t)i << 40;
    launch_plain(run, kind.fill, (void *[]){&to, &n, &seed, &kind.a, &kind.b});
}

static uint32_t difference(const bench_run *run, uint32_t i)
{
    const bench_arg *arg = &run->row->args[i];
    uint64_t n = n_units(arg);
    uint32_t ulps;
    cuda_pointer a = run->given[i], b = run->expected[i], worst = run->worst;
    must(driver->cuMemsetD8Async(worst, 0, sizeof ulps, run->stream), "cuMemsetD8Async");
    launch_plain(run, kinds[arg->kind].differ, (void *[]){&a, &b, &n, &worst});
    must(driver->cuMemcpyDtoHAsync(&ulps, worst, sizeof ulps, run->stream), "cuMemcpyDtoHAsync");
    must(driver->cuStreamSynchronize(run->stream), "differ");
    return ulps;
}

static bool is_coarse(int variant)
{
    return variant == COARSE_ON || variant == COARSE_OFF;
}

/* The entry that a launch of the row takes where it proves checks; NULL: the kernel itself. */
static cuda_function proved_entry(const bench_row *row, cuda_module module, void **params)
{
    static uint64_t words[LARGEST_PROOFS / 8];
    static launch_proof proof;
    char name[128];
    cuda_pointer d_words;
    size_t n_bytes = 0;
    rustg_kernel kernel = {0};
    for (size_t i = 0; i < rustg_result_n_kernels(results[1]); i++)
        if (rustg_result_kernel(results[1], i, &kernel) != RUSTG_OK || strcmp(kernel.name, row->kernel) == 0)
            break;
    if (driver->cuModuleGetGlobal(&d_words, &n_bytes, module, "rustg_launch_proofs") != CUDA_OK ||
        n_bytes > LARGEST_PROOFS)
        return NULL;
    must(driver->cuMemcpyDtoHAsync(words, d_words, n_bytes, NULL), "cuMemcpyDtoHAsync");
    must(driver->cuStreamSynchronize(NULL), "cuStreamSynchronize");
    snprintf(name, sizeof name, "rustg_proved_%s", row->kernel);
    return launch_proof_find(words, n_bytes / 8, &kernel, &proof) &&
                   launch_proof_holds_of(&proof, row->grid, row->block, params)
               ? find(module, name)
               : NULL;
}

typedef struct bench_params {
    struct {
        float f;
        uint32_t u;
        double r[2];
        uint64_t z;
        cuda_pointer p;
    } values[MAX_ARGS];
    void *at[2 * MAX_ARGS + 1];
    size_t n;
} bench_params;

/* outputs: where the kernel writes */
static void fill_params(const bench_run *run, const cuda_pointer *outputs, bench_params *to)
{
    const bench_row *row = run->row;
    to->n = 0;
    for (uint32_t i = 0; i < MAX_ARGS && row->args[i].role; i++) {
        const bench_arg *arg = &row->args[i];
        to->values[i].f = (float)arg->value;
        to->values[i].r[0] = arg->value;
        to->values[i].r[1] = arg->value / 3;
        to->values[i].u = (uint32_t)arg->n;
        to->values[i].z = arg->n;
        to->values[i].p = arg->role == 'o' ? outputs[i] : run->given[i];
        switch (arg->role) {
        case 'f': to->at[to->n++] = &to->values[i].f; break;
        case 'u': to->at[to->n++] = &to->values[i].u; break;
        case 'z': to->at[to->n++] = &to->values[i].z; break;
        case 'r':
        case 'c': to->at[to->n++] = to->values[i].r; break;
        default:
            to->at[to->n++] = &to->values[i].p;
            to->at[to->n++] = &to->values[i].z;
            break;
        }
    }
}

static void launch(const bench_run *run, int variant, const cuda_pointer *outputs)
{
    bench_params params;
    const bench_row *row = run->row;
    uint64_t n_threads = (uint64_t)row->grid[0] * row->block[0];
    uint32_t n_lanes = is_coarse(variant) ? run->n_lanes : 1;
    fill_params(run, outputs, &params);
    if (is_coarse(variant))
        params.at[params.n++] = &n_threads;
    must(driver->cuLaunchKernel(run->functions[variant], (row->grid[0] + n_lanes - 1) / n_lanes, row->grid[1],
                                row->grid[2], row->block[0], row->block[1], row->block[2], 0, run->stream, params.at,
                                NULL),
         row->kernel);
}

/* False: own PTX has no form for the kernel. */
static bool begin(bench_run *run)
{
    const bench_row *row = run->row;
    for (uint32_t i = 0; i < MAX_ARGS && row->args[i].role; i++) {
        const bench_arg *arg = &row->args[i];
        uint64_t n_bytes = arg->n * kinds[arg->kind].size;
        if (!is_slice(arg))
            continue;
        must(driver->cuMemAlloc(&run->given[i], n_bytes), "cuMemAlloc");
        if (arg->role == 'o')
            must(driver->cuMemAlloc(&run->expected[i], n_bytes), "cuMemAlloc");
        else
            fill(run, i, run->given[i]);
    }
    run->functions[NVCC] = find(run->cuda, row->kernel);
    for (int checks = 1; checks >= 0; checks--) {
        cuda_module module = rust_module(row->file, checks);
        if (!module)
            return false;
        run->functions[2 - checks] = find(module, row->kernel);
        for (uint32_t lanes = 2; lanes <= 8; lanes *= 2) {
            char name[128];
            cuda_function coarse;
            snprintf(name, sizeof name, "rustg_x%u_%s", (unsigned)lanes, row->kernel);
            if (driver->cuModuleGetFunction(&coarse, module, name) == CUDA_OK) {
                run->functions[COARSE_ON + 1 - checks] = coarse;
                run->n_lanes = lanes;
            }
        }
        bench_params params;
        fill_params(run, run->given, &params);
        const cuda_function proved = checks ? proved_entry(row, module, params.at) : NULL;
        if (proved) {
            run->functions[EVERY_CHECK] = run->functions[CHECKS_ON];
            run->functions[CHECKS_ON] = proved;
        }
    }
    return true;
}

static void end(const bench_run *run)
{
    for (uint32_t i = 0; i < MAX_ARGS; i++) {
        if (run->given[i])
            driver->cuMemFree(run->given[i]);
        if (run->expected[i])
            driver->cuMemFree(run->expected[i]);
    }
}

/* All three from the same inputs; false, and a line, where one is too far off. */
static bool agree(const bench_run *run)
{
    const bench_row *row = run->row;
    bool good = true;
    for (int v = 0; v < N_VARIANTS; v++) {
        if (!run->functions[v])
            continue;
        const cuda_pointer *outputs = v ? run->given : run->expected;
        for (uint32_t i = 0; i < MAX_ARGS; i++)
            if (row->args[i].role == 'o')
                fill(run, i, outputs[i]);
        launch(run, v, outputs);
        must(driver->cuStreamSynchronize(run->stream), row->kernel);
        for (uint32_t i = 0; v && i < MAX_ARGS; i++) {
            uint32_t ulps = row->args[i].role == 'o' ? difference(run, i) : 0;
            if (ulps <= row->ulps)
                continue;
            good = false;
            if (ulps == UINT32_MAX)
                printf("%-16s differs, %s, argument %u\n", row->kernel, variants[v], (unsigned)i);
            else
                printf("%-16s differs, %s, argument %u: %u ulps\n", row->kernel, variants[v], (unsigned)i,
                       (unsigned)ulps);
        }
    }
    return good;
}

static float time_launch(const bench_run *run, int variant)
{
    float ms;
    must(driver->cuEventRecord(run->start, run->stream), "cuEventRecord");
    launch(run, variant, run->given);
    must(driver->cuEventRecord(run->end, run->stream), "cuEventRecord");
    must(driver->cuEventSynchronize(run->end), "cuEventSynchronize");
    must(driver->cuEventElapsedTime(&ms, run->start, run->end), "cuEventElapsedTime");
    return ms;
}

static int by_value(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return x < y ? -1 : x > y;
}

static void measure(const bench_run *run, double medians[])
{
    float times[N_VARIANTS][MAX_PASSES];
    for (int pass = -WARM_UP; pass < n_passes; pass++)
        for (int v = 0; v < N_VARIANTS; v++) {
            float ms = run->functions[v] ? time_launch(run, v) : 0;
            if (pass >= 0)
                times[v][pass] = ms;
        }
    for (int v = 0; v < N_VARIANTS; v++) {
        qsort(times[v], (size_t)n_passes, sizeof *times[v], by_value);
        medians[v] = (double)times[v][n_passes / 2];
    }
}

static double copy_bandwidth(bench_run *run)
{
    static const bench_row copy = {"", "copy", BLOCKS(N / 4), PLAIN, 0, 8.0 * N, {IN(PAIR, N / 4), OUT(PAIR, N / 4)}};
    double ms[N_VARIANTS];
    bench_run own = *run;
    own.row = &copy;
    for (uint32_t i = 0; i < 2; i++)
        must(driver->cuMemAlloc(&own.given[i], 4 * N), "cuMemAlloc");
    fill(&own, 0, own.given[0]);
    own.functions[0] = find(own.cuda, "copy");
    measure(&own, ms);
    end(&own);
    return copy.moved / ms[0] * 1e-6;
}

/* False: the results differ. */
static bool run_row(const bench_run *shared, const bench_row *row, double bandwidth)
{
    double ms[N_VARIANTS];
    bench_run run = *shared;
    run.row = row;
    const bool has_kernel = begin(&run), good = !has_kernel || agree(&run);
    if (has_kernel && good) {
        bool has_coarse = run.functions[COARSE_ON] && run.functions[COARSE_OFF];
        measure(&run, ms);
        printf("%-16s %9.4f ms %9.4f ms %9.4f ms  %7.3f  %7.3f %7.3f", row->kernel, ms[0], ms[1], ms[2], ms[1] / ms[0],
               ms[2] / ms[0], ms[1] / ms[2]);
        if (row->moved > 0)
            printf("   %5.1f%%", 100 * row->moved / ms[1] * 1e-6 / bandwidth);
        if (has_coarse)
            printf("   x%u %.3f %.3f %5.1f%%", (unsigned)run.n_lanes, ms[COARSE_ON] / ms[0], ms[COARSE_OFF] / ms[0],
                   100 * row->moved / ms[COARSE_ON] * 1e-6 / bandwidth);
        if (run.functions[EVERY_CHECK])
            printf("   every check %.3f", ms[EVERY_CHECK] / ms[0]);
        putchar('\n');
        fflush(stdout);
    }
    end(&run);
    return good;
}

/* A whole number of the command line; stops where it is none, or out of range. */
static int number(const char *option, const char *text, int least, int most)
{
    char *rest;
    errno = 0;
    long n = strtol(text, &rest, 10);
    if (errno || rest == text || *rest || n < least || n > most)
        stop(option, "not a number of its range");
    return (int)n;
}

int main(int argc, char **argv)
{
    static const char usage[] = "usage: bench_kernels_gpu [--device N] [--passes N] [--only TEXT] [--cubin FILE] "
                                "[--backend nvrtc|ptx]\n";
    const char *only = "", *cubin = NULL;
    int32_t device = 0;
    rustg_error error = {0};
    for (int i = 1; i < argc; i += 2) {
        const char *value = argv[i + 1];
        if (value && strcmp(argv[i], "--device") == 0)
            device = number(argv[i], value, 0, 1023);
        else if (value && strcmp(argv[i], "--passes") == 0)
            n_passes = number(argv[i], value, 1, MAX_PASSES);
        else if (value && strcmp(argv[i], "--only") == 0)
            only = value;
        else if (value && strcmp(argv[i], "--cubin") == 0)
            cubin = value;
        else if (value && strcmp(argv[i], "--backend") == 0 && (!strcmp(value, "nvrtc") || !strcmp(value, "ptx")))
            backend = *value == 'p' ? RUSTG_KERNEL_BACKEND_PTX : RUSTG_KERNEL_BACKEND_NVRTC;
        else
            return fputs(usage, stderr), 2;
    }
    if (rustg_initialize(NULL, &error) != RUSTG_OK)
        stop("rustg_initialize", error.message);
    if (cuda_context_acquire(device, &entry, &error) != RUSTG_OK) {
        printf("skipped: %s\n", error.message);
        return 77;
    }
    driver = entry->driver;
    must(driver->cuDeviceGetAttribute(&major, CUDA_ATTRIBUTE_COMPUTE_MAJOR, entry->device), "cuDeviceGetAttribute");
    must(driver->cuDeviceGetAttribute(&minor, CUDA_ATTRIBUTE_COMPUTE_MINOR, entry->device), "cuDeviceGetAttribute");
    snprintf(arch, sizeof arch, "sm_%d%d", major, minor);
    must(driver->cuCtxPushCurrent(entry->context), "cuCtxPushCurrent");
    bench_run run = {.cuda = load(cubin ? read_file(cubin, 1 << 24) : cuda_image())};
    must(driver->cuStreamCreate(&run.stream, CUDA_STREAM_NON_BLOCKING), "cuStreamCreate");
    must(driver->cuEventCreate(&run.start, CUDA_EVENT_DEFAULT), "cuEventCreate");
    must(driver->cuEventCreate(&run.end, CUDA_EVENT_DEFAULT), "cuEventCreate");
    must(driver->cuMemAlloc(&run.worst, 256), "cuMemAlloc");
    double bandwidth = copy_bandwidth(&run);
    printf("%s, CUDA C++ by %s, medians of %d; copy kernel %.0f GB/s\n%-16s", arch, cubin ? "nvcc" : "NVRTC", n_passes,
           bandwidth, "kernel");
    for (int v = 0; v < COARSE_ON; v++)
        printf(" %12s", variants[v]);
    printf("  on/CUDA off/CUDA  on/off  of copy   coarse entry: on/CUDA off/CUDA of copy\n");
    bool good = true;
    size_t n_run = 0;
    for (size_t r = 0; r < N_ROWS; r++)
        if (strstr(rows[r].kernel, only)) {
            good &= run_row(&run, &rows[r], bandwidth);
            n_run++;
        }
    if (!n_run)
        stop("--only", "no kernel has this in its name");
    printf("%zu kernels%s\n", n_run, good ? "" : ", some with other results");
    return good ? 0 : 1;
}
