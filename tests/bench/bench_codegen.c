/* bench_codegen.c: how long a compile of kernels takes, by stage, beside NVRTC alone on the same CUDA C++.
 *   bench_codegen [--arch sm_90] [--passes N]
 *   bench_codegen --instructions   how many instructions rustg's own compile takes, where valgrind is
 *   bench_codegen --cubin FILE...  Rust text to a cubin by NVRTC and by rustg's own PTX with nvJitLink: the first of a
 *                                  process and later ones, in turn; a backend that refuses the file has no figure
 * Inputs: a kernel of 51 lines, also as the first compile of processes and as a later one; a module of 100 kernels; 100
 * kernels compiled by one thread and by all. Medians in ms. Without NVRTC its columns are left out. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "codegen/codegen.h"
#include "codegen/toolchain/toolchain.h"
#include "rustg/rustg.h"

enum { MAX_PASSES = 101 };

typedef struct row {
    double parse, sema, lower, emit, nvrtc, total, alone;
} row;

static const char kernel_text[] =
    "#[repr(C)]\n#[derive(Clone, Copy)]\npub struct Body%d {\n    pub x: f32,\n    pub y: f32,\n    pub z: f32,\n    "
    "pub mass: f32,\n}\n\n"
    "fn square%d(v: f32) -> f32 {\n    v * v\n}\n\n"
    "impl Body%d {\n    fn distance2(&self, other: &Body%d) -> f32 {\n"
    "        square%d(self.x - other.x) + square%d(self.y - other.y) + square%d(self.z - other.z)\n    }\n}\n\n"
    "fn weigh%d<F: Fn(f32) -> f32>(bodies: &[Body%d], at: &Body%d, f: F) -> f32 {\n    let mut sum = 0.0;\n"
    "    for other in bodies.iter() {\n        let d = at.distance2(other) + 1e-6;\n        sum += other.mass * "
    "f(d);\n    }\n    sum\n}\n\n"
    "#[kernel]\npub fn attract%d(bodies: &[Body%d], scale: f32, steps: u32, mut out: GridMut<f32>) {\n"
    "    let i = thread::index();\n    if i < out.len() {\n        let me = bodies[i];\n        let mut total = "
    "0.0f32;\n"
    "        for step in 0..steps {\n            let gain = scale / (step + 1) as f32;\n"
    "            let near = weigh%d(bodies, &me, |d| gain / (d * d.sqrt()));\n"
    "            total = match step %% 3 {\n                0 => total + near,\n                1 => total - 0.5 * "
    "near,\n"
    "                _ => total.max(near),\n            };\n            if total > 1.0e6 {\n                break;\n   "
    "         }\n        }\n"
    "        out[i] = total;\n    }\n}\n";

static double read_ms(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static double clock_ms(void)
{
    return read_ms(CLOCK_MONOTONIC);
}

/* n kernels, each with a type and helpers of its own. */
static char *make_source(int n_kernels)
{
    char *text = NULL;
    size_t n_text;
    FILE *out = open_memstream(&text, &n_text);
    fprintf(out, "use rustg_std::prelude::*;\n\n");
    for (int k = 0; k < n_kernels; k++)
        for (const char *c = kernel_text; *c; c++) {
            if (c[0] == '%' && c[1] == 'd')
                fprintf(out, "%d", k);
            else
                putc(*c, out);
            c += c[0] == '%';
        }
    fclose(out);
    return text;
}

static void stop(const char *what, const char *detail)
{
    fprintf(stderr, "bench_codegen: %s: %s\n", what, detail);
    exit(1);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(const row *rows, int n, size_t offset)
{
    double values[MAX_PASSES];
    for (int i = 0; i < n; i++)
        memcpy(&values[i], (const char *)&rows[i] + offset, sizeof values[i]);
    qsort(values, (size_t)n, sizeof *values, by_value);
    return values[n / 2];
}

static int has_nvrtc;

static row measure(const char *text, const char *arch)
{
    rustg_source source = {.name = "bench.rs", .bytes = (const uint8_t *)text, .n_bytes = strlen(text)};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .archs = &arch, .n_archs = 1};
    kernels.outputs = 1u << RUSTG_OUTPUT_CUDA | (has_nvrtc ? 1u << RUSTG_OUTPUT_PTX : 0);
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_stats stats = {.struct_size = sizeof stats};
    rustg_error error = {0};
    rustg_result *result;
    row r = {0};
    double began = clock_ms();
    if (rustg_compile(&source, 1, &options, &result, &error) != RUSTG_OK)
        stop("compile", error.message);
    r.total = clock_ms() - began;
    if (!rustg_result_success(result))
        stop("the kernels are refused", rustg_result_message(result));
    rustg_result_stats(result, &stats);
    r.parse = 1e3 * (stats.seconds_lex + stats.seconds_parse);
    r.sema = 1e3 * stats.seconds_sema;
    r.lower = 1e3 * stats.seconds_lower;
    r.emit = 1e3 * stats.seconds_emit;
    r.nvrtc = 1e3 * stats.seconds_backend;
    const uint8_t *cuda;
    size_t n_cuda;
    rustg_result_output(result, RUSTG_OUTPUT_CUDA, 0, &cuda, &n_cuda);
    if (has_nvrtc) {
        arena memory = {0};
        jmp_buf out_of_memory;
        codegen_options how = {.opt_level = 3, .checks = true};
        tool_cuda_code made;
        memory.out_of_memory = &out_of_memory;
        if (setjmp(out_of_memory))
            stop("NVRTC", "out of memory");
        began = clock_ms();
        if (tool_nvrtc(&memory, (const char *)cuda, arch, false, &how, &made, &error) != RUSTG_OK)
            stop("NVRTC", error.message);
        r.alone = clock_ms() - began;
        arena_free(&memory);
    }
    rustg_result_free(result);
    return r;
}

static void report(const char *what, int n_kernels, const char *arch, int n_passes)
{
    char *text = make_source(n_kernels);
    row rows[MAX_PASSES];
    size_t n_lines = 0;
    for (const char *c = text; *c; c++)
        n_lines += *c == '\n';
    measure(text, arch);
    for (int i = 0; i < n_passes; i++)
        rows[i] = measure(text, arch);
    double parse = median(rows, n_passes, offsetof(row, parse)), sema = median(rows, n_passes, offsetof(row, sema));
    printf("%-22s %6zu %8.3f %8.3f %8.3f %8.3f %8.3f", what, n_lines, parse, sema, parse + sema,
           median(rows, n_passes, offsetof(row, lower)), median(rows, n_passes, offsetof(row, emit)));
    if (has_nvrtc)
        printf(" %8.2f %8.2f %8.2f", median(rows, n_passes, offsetof(row, nvrtc)),
               median(rows, n_passes, offsetof(row, total)), median(rows, n_passes, offsetof(row, alone)));
    putchar('\n');
    free(text);
}

/* ---- rustg alone ---- */

static void compile_alone(const char *text, const char *arch, rustg_stats *stats)
{
    rustg_source source = {.name = "bench.rs", .bytes = (const uint8_t *)text, .n_bytes = strlen(text)};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .archs = &arch, .n_archs = 1};
    kernels.outputs = 1u << RUSTG_OUTPUT_CUDA;
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_error error = {0};
    rustg_result *result;
    if (rustg_compile(&source, 1, &options, &result, &error) != RUSTG_OK)
        stop("compile", error.message);
    if (!rustg_result_success(result))
        stop("the kernels are refused", rustg_result_message(result));
    rustg_result_stats(result, stats);
    rustg_result_free(result);
}

/* A process of its own: its n compiles, a row each on standard output. */
static int be_fresh(const char *arch, int n)
{
    char *text = make_source(1);
    setvbuf(stdout, NULL, _IOFBF, BUFSIZ);
    for (int i = 0; i < n; i++) {
        rustg_stats stats = {.struct_size = sizeof stats};
        double began = clock_ms();
        compile_alone(text, arch, &stats);
        double total = clock_ms() - began;
        printf("%.6f %.6f %.6f %.6f %.6f\n", 1e3 * (stats.seconds_lex + stats.seconds_parse), 1e3 * stats.seconds_sema,
               1e3 * stats.seconds_lower, 1e3 * stats.seconds_emit, total);
    }
    free(text);
    return 0;
}

static FILE *start_self(const char *before, const char *arch, int n)
{
    char self[1024], command[2048];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        stop("/proc/self/exe", "cannot be read");
    self[length] = 0;
    snprintf(command, sizeof command, "%s '%s' --arch %s --fresh %d 2>&1", before, self, arch, n);
    fflush(stdout);
    FILE *from = popen(command, "r");
    if (!from)
        stop(command, "cannot be started");
    return from;
}

static void print_row(const char *what, const row *rows, int n)
{
    double parse = median(rows, n, offsetof(row, parse)), sema = median(rows, n, offsetof(row, sema));
    double lower = median(rows, n, offsetof(row, lower)), emit = median(rows, n, offsetof(row, emit));
    printf("%-22s %6s %8.3f %8.3f %8.3f %8.3f %8.3f   stages %.3f, call %.3f\n", what, "", parse, sema, parse + sema,
           lower, emit, parse + sema + lower + emit, median(rows, n, offsetof(row, total)));
}

static void report_fresh(const char *arch, int n_passes)
{
    enum { LATER = 10 }; /* compiles of each process */
    row first[MAX_PASSES], later[MAX_PASSES];
    for (int i = 0; i < n_passes; i++) {
        FILE *from = start_self("", arch, LATER);
        for (int k = 0; k < LATER; k++) {
            row r = {0};
            if (fscanf(from, "%lf %lf %lf %lf %lf", &r.parse, &r.sema, &r.lower, &r.emit, &r.total) != 5)
                stop("a fresh process", "printed no row");
            *(k == 0 ? &first[i] : &later[i]) = r;
        }
        pclose(from);
    }
    print_row("first of a process", first, n_passes);
    print_row("tenth of a process", later, n_passes);
}

/* 0: valgrind is not there. */
static double count_instructions(const char *arch, int n)
{
    char line[512];
    double count = 0;
    FILE *from = start_self("valgrind --tool=callgrind --callgrind-out-file=/dev/null", arch, n);
    while (fgets(line, sizeof line, from)) {
        const char *at = strstr(line, "Collected : ");
        if (at)
            count = strtod(at + strlen("Collected : "), NULL);
    }
    pclose(from);
    return count;
}

static void report_instructions(const char *arch)
{
    double none = count_instructions(arch, 0), one = count_instructions(arch, 1), six = count_instructions(arch, 6);
    if (none > 0)
        printf("instructions, M: first %.2f, warm %.2f\n", 1e-6 * (one - none), 1e-6 * (six - one) / 5);
    else
        printf("instructions: no valgrind\n");
}

/* ---- threads ---- */

enum { THREAD_COMPILES = 100, MOST_THREADS = 64 };
static atomic_int n_taken;

static void *compile_some(void *arch)
{
    char *text = make_source(1);
    while (atomic_fetch_add(&n_taken, 1) < THREAD_COMPILES) {
        rustg_stats stats = {.struct_size = sizeof stats};
        compile_alone(text, arch, &stats);
    }
    free(text);
    return NULL;
}

/* *cpu gets the processors' time, which other programs on the machine change less. */
static double time_threads(const char *arch, int n, double *cpu)
{
    pthread_t threads[MOST_THREADS];
    atomic_store(&n_taken, 0);
    double began = clock_ms(), cpu_began = read_ms(CLOCK_PROCESS_CPUTIME_ID);
    for (int i = 0; i < n; i++)
        if (pthread_create(&threads[i], NULL, compile_some, (void *)(uintptr_t)arch))
            stop("threads", "cannot be started");
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    *cpu = read_ms(CLOCK_PROCESS_CPUTIME_ID) - cpu_began;
    return clock_ms() - began;
}

static void report_threads(const char *arch)
{
    int n_cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
    n_cores = n_cores < 1 ? 1 : n_cores > MOST_THREADS ? MOST_THREADS : n_cores;
    double one = 1e9, all = 1e9, cpu, cpu_one = 1e9, cpu_all = 1e9;
    (void)time_threads(arch, n_cores, &cpu);
    for (int i = 0; i < 9; i++) {
        double took = time_threads(arch, 1, &cpu);
        one = took < one ? took : one;
        cpu_one = cpu < cpu_one ? cpu : cpu_one;
        took = time_threads(arch, n_cores, &cpu);
        all = took < all ? took : all;
        cpu_all = cpu < cpu_all ? cpu : cpu_all;
    }
    printf("%d compiles: one thread %.1f ms (cores busy %.1f), %d threads %.1f (%.1f): %.2f times\n", THREAD_COMPILES,
           one, cpu_one, n_cores, all, cpu_all, one / all);
}

/* ---- text to cubin ---- */

static char *read_file(const char *path)
{
    char *text = NULL;
    size_t n = 0;
    FILE *in = fopen(path, "r");
    if (!in || getdelim(&text, &n, 0, in) < 0)
        stop(path, "cannot be read");
    fclose(in);
    return text;
}

/* A negative number: the backend refuses it. */
static double time_cubin(const char *text, const char *arch, rustg_kernel_backend backend)
{
    rustg_source source = {.name = "bench.rs", .bytes = (const uint8_t *)text, .n_bytes = strlen(text)};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .archs = &arch, .n_archs = 1, .backend = backend};
    kernels.outputs = 1u << RUSTG_OUTPUT_CUBIN;
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_result *result;
    const double began = clock_ms();
    const rustg_status status = rustg_compile(&source, 1, &options, &result, NULL);
    const double took = status == RUSTG_OK && rustg_result_success(result) ? clock_ms() - began : -1;
    rustg_result_free(result);
    return took;
}

/* A process of its own: the first compile, in ms, on standard output. */
static int be_fresh_cubin(const char *arch, const char *path, int backend)
{
    char *text = read_file(path);
    printf("%.6f\n", time_cubin(text, arch, (rustg_kernel_backend)backend));
    free(text);
    return 0;
}

static double time_first_cubin(const char *path, const char *arch, int backend)
{
    char self[1024], command[4096];
    double took = -1;
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        stop("/proc/self/exe", "cannot be read");
    self[length] = 0;
    snprintf(command, sizeof command, "'%s' --arch %s --backend %d --fresh-cubin '%s'", self, arch, backend, path);
    FILE *from = popen(command, "r");
    if (!from || fscanf(from, "%lf", &took) != 1)
        stop(command, "printed no time");
    pclose(from);
    return took;
}

static void report_cubin(const char *path, const char *arch, int n_passes)
{
    double first[RUSTG_N_KERNEL_BACKENDS][MAX_PASSES], later[RUSTG_N_KERNEL_BACKENDS][MAX_PASSES];
    char *text = read_file(path);
    for (int b = 0; b < RUSTG_N_KERNEL_BACKENDS; b++)
        (void)time_cubin(text, arch, (rustg_kernel_backend)b);
    for (int i = 0; i < n_passes; i++)
        for (int b = 0; b < RUSTG_N_KERNEL_BACKENDS; b++) {
            first[b][i] = time_first_cubin(path, arch, b);
            later[b][i] = time_cubin(text, arch, (rustg_kernel_backend)b);
        }
    printf("%-40s", path);
    for (int b = 0; b < RUSTG_N_KERNEL_BACKENDS; b++) {
        qsort(first[b], (size_t)n_passes, sizeof **first, by_value);
        qsort(later[b], (size_t)n_passes, sizeof **later, by_value);
        if (later[b][0] < 0)
            printf(" %9s %9s", "-", "-");
        else
            printf(" %9.2f %9.2f", first[b][n_passes / 2], later[b][n_passes / 2]);
    }
    putchar('\n');
    fflush(stdout);
    free(text);
}

static void report_cubins(char **paths, int n_paths, const char *arch, int n_passes)
{
    printf("Rust text to a cubin for %s, medians of %d, ms\n%-40s %9s %9s %9s %9s\n", arch, n_passes, "file",
           "NVRTC 1st", "later", "own 1st", "later");
    for (int i = 0; i < n_paths; i++)
        report_cubin(paths[i], arch, n_passes);
}

int main(int argc, char **argv)
{
    int cubins = 0, backend = 0;
    const char *fresh_cubin = NULL;
    const char *arch = "sm_90";
    int n_passes = 21, n_fresh = -1;
    for (int i = 1; i + 1 < argc && !cubins; i += 2) {
        if (strcmp(argv[i], "--cubin") == 0)
            cubins = i + 1;
        else if (strcmp(argv[i], "--backend") == 0)
            backend = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--fresh-cubin") == 0)
            fresh_cubin = argv[i + 1];
        else if (strcmp(argv[i], "--arch") == 0)
            arch = argv[i + 1];
        else if (strcmp(argv[i], "--passes") == 0)
            n_passes = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--fresh") == 0)
            n_fresh = atoi(argv[i + 1]);
    }
    setenv("RUSTG_CACHE", "off", 1); /* bench_cache is for that */
    if (n_passes < 1 || n_passes > MAX_PASSES || rustg_initialize(NULL, NULL) != RUSTG_OK)
        return 2;
    if (n_fresh >= 0)
        return be_fresh(arch, n_fresh);
    if (fresh_cubin)
        return be_fresh_cubin(arch, fresh_cubin, backend);
    if (cubins) {
        report_cubins(argv + cubins, argc - cubins, arch, n_passes);
        rustg_shutdown();
        return 0;
    }
    if (argc == 2 && strcmp(argv[1], "--instructions") == 0) {
        report_instructions(arch);
        return 0;
    }
    has_nvrtc = tool_nvrtc_version()[0] != 0;
    printf("medians of %d, ms; NVRTC %s, %s\n", n_passes, has_nvrtc ? tool_nvrtc_version() : "missing", arch);
    printf("%-22s %6s %8s %8s %8s %8s %8s%s\n", "input", "lines", "parse", "sema", "to typed", "lower", "emit",
           has_nvrtc ? "    NVRTC    total NVRTC alone" : "");
    report_fresh(arch, n_passes);
    report("one kernel", 1, arch, n_passes);
    report("100 kernels", 100, arch, n_passes < 7 ? n_passes : 7);
    report_threads(arch);
    report_instructions(arch);
    rustg_shutdown();
    return 0;
}
