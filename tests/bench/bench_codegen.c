/* bench_codegen.c: how long a compile of kernels takes, by stage, beside NVRTC alone on the same CUDA C++.
 *   bench_codegen [--arch sm_90] [--passes N]
 * Inputs: a kernel of 50 lines; a module of 100 kernels. Medians in ms. Without NVRTC its columns are left out. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

static double clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
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

int main(int argc, char **argv)
{
    const char *arch = "sm_90";
    int n_passes = 21;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--arch") == 0)
            arch = argv[i + 1];
        else if (strcmp(argv[i], "--passes") == 0)
            n_passes = atoi(argv[i + 1]);
    }
    setenv("RUSTG_CACHE", "off", 1); /* bench_cache is for that */
    if (n_passes < 1 || n_passes > MAX_PASSES || rustg_initialize(NULL, NULL) != RUSTG_OK)
        return 2;
    has_nvrtc = tool_nvrtc_version()[0] != 0;
    printf("medians of %d, ms; NVRTC %s, %s\n", n_passes, has_nvrtc ? tool_nvrtc_version() : "missing", arch);
    printf("%-22s %6s %8s %8s %8s %8s %8s%s\n", "input", "lines", "parse", "sema", "to typed", "lower", "emit",
           has_nvrtc ? "    NVRTC    total NVRTC alone" : "");
    report("one kernel", 1, arch, n_passes);
    report("100 kernels", 100, arch, n_passes < 7 ? n_passes : 7);
    rustg_shutdown();
    return 0;
}
