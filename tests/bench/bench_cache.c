/* bench_cache.c: what the cache costs and saves: a kernel of 50 lines compiled without it, missed, found on disk, in
 * memory by its digest, and in memory by its request. Medians in microseconds.
 *   bench_cache [--passes N]
 * Output: PTX where there is NVRTC, else CUDA C++. Its folder is a new one below $TMPDIR or /tmp, removed at the end.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/hash.h"
#include "base/sha256.h"
#include "rustg/rustg.h"

enum { MAX_PASSES = 1001 };

static const char kernel_text[] =
    "use rustg_std::prelude::*;\n\n#[repr(C)]\n#[derive(Clone, Copy)]\npub struct Body {\n    pub x: f32,\n    pub y: "
    "f32,\n    pub z: f32,\n"
    "    pub mass: f32,\n}\n\nfn square(v: f32) -> f32 {\n    v * v\n}\n\nimpl Body {\n    fn distance2(&self, other: "
    "&Body) -> f32 {\n"
    "        square(self.x - other.x) + square(self.y - other.y) + square(self.z - other.z)\n    }\n}\n\n"
    "fn weigh<F: Fn(f32) -> f32>(bodies: &[Body], at: &Body, f: F) -> f32 {\n    let mut sum = 0.0;\n    for other in "
    "bodies.iter() {\n"
    "        let d = at.distance2(other) + 1e-6;\n        sum += other.mass * f(d);\n    }\n    sum\n}\n\n"
    "#[kernel]\npub fn attract(bodies: &[Body], scale: f32, steps: u32, mut out: GridMut<f32>) {\n    let i = "
    "thread::index();\n"
    "    if i < out.len() {\n        let me = bodies[i];\n        let mut total = 0.0f32;\n        for step in "
    "0..steps {\n"
    "            let gain = scale / (step + 1) as f32;\n            let near = weigh(bodies, &me, |d| gain / (d * "
    "d.sqrt()));\n"
    "            total = match step % 3 {\n                0 => total + near,\n                1 => total - 0.5 * "
    "near,\n"
    "                _ => total.max(near),\n            };\n            if total > 1.0e6 {\n                break;\n   "
    "         }\n        }\n"
    "        out[i] = total;\n    }\n}\n";

static char text[sizeof kernel_text + 32];
static uint32_t output = RUSTG_OUTPUT_PTX;

static double clock_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

static void stop(const char *what, const char *detail)
{
    fprintf(stderr, "bench_cache: %s: %s\n", what, detail);
    exit(1);
}

static double compile_us(uint64_t wanted_hits)
{
    rustg_source source = {.name = "bench.rs", .bytes = (const uint8_t *)text, .n_bytes = strlen(text)};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .outputs = 1u << output};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_stats stats = {.struct_size = sizeof stats};
    rustg_error error = {0};
    rustg_result *result;
    const uint8_t *bytes;
    size_t n;
    double began = clock_us();
    rustg_status status = rustg_compile(&source, 1, &options, &result, &error);
    double took = clock_us() - began;
    if (status != RUSTG_OK)
        stop("compile", error.message);
    if (!rustg_result_success(result) || rustg_result_output(result, (rustg_output)output, 0, &bytes, &n) != RUSTG_OK)
        stop("compile", rustg_result_message(result));
    rustg_result_stats(result, &stats);
    if (stats.n_cache_hits != wanted_hits)
        stop("the cache", wanted_hits ? "no hit where one was wanted" : "a hit where none was wanted");
    rustg_result_free(result);
    return took;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void report(const char *what, double *values, int n)
{
    qsort(values, (size_t)n, sizeof *values, by_value);
    printf("%-44s %6d %11.2f %11.2f %11.2f\n", what, n, values[n / 2], values[0], values[n - 1]);
}

static void reopen(void)
{
    rustg_shutdown();
    if (rustg_initialize(NULL, NULL) != RUSTG_OK)
        stop("rustg_initialize", "failed");
}

/* A comment makes another request of the same kernel. */
static void set_text(int number)
{
    snprintf(text, sizeof text, "%s// %d\n", kernel_text, number);
}

static void bench_digests(void)
{
    double sha[101], fast[101];
    uint64_t out[2];
    uint8_t digest[SHA256_BYTES];
    for (int i = 0; i < 101; i++) {
        sha256 all;
        double began = clock_us();
        for (int k = 0; k < 100; k++) {
            sha256_begin(&all);
            sha256_add(&all, text, strlen(text));
            sha256_end(&all, digest);
        }
        sha[i] = (clock_us() - began) / 100;
        began = clock_us();
        for (int k = 0; k < 100; k++)
            hash_128(text, strlen(text), out);
        fast[i] = (clock_us() - began) / 100;
    }
    report("SHA-256 of the source", sha, 101);
    report("hash_128 of the source", fast, 101);
}

int main(int argc, char **argv)
{
    int n_passes = argc == 3 && strcmp(argv[1], "--passes") == 0 ? atoi(argv[2]) : 101, n_slow;
    double values[MAX_PASSES];
    char folder[256], command[300];
    const char *place = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.200s/rustg-bench-XXXXXX", place && *place ? place : "/tmp");
    if (n_passes < 1 || n_passes > MAX_PASSES || !mkdtemp(folder))
        return 2;
    n_slow = n_passes < 21 ? n_passes : 21;
    setenv("RUSTG_CACHE_DIR", folder, 1);
    setenv("RUSTG_CACHE", "off", 1);
    set_text(0);
    reopen();
    rustg_source source = {.name = "probe.rs", .bytes = (const uint8_t *)"", .n_bytes = 0};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .outputs = 1u << RUSTG_OUTPUT_PTX};
    rustg_compile_options options = {.struct_size = sizeof options, .kernels = &kernels};
    rustg_result *result;
    if (rustg_compile(&source, 1, &options, &result, NULL) == RUSTG_OK)
        rustg_result_free(result);
    else
        output = RUSTG_OUTPUT_CUDA;
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("one kernel, %zu bytes, to %s; microseconds\n%-44s %6s %11s %11s %11s\n", strlen(text),
           output == RUSTG_OUTPUT_PTX ? "PTX" : "CUDA C++ (no NVRTC)", "", "passes", "median", "least", "most");
    bench_digests();
    for (int i = 0; i < n_slow; i++)
        values[i] = compile_us(0);
    report("RUSTG_CACHE=off", values, n_slow);
    setenv("RUSTG_CACHE", "on", 1);
    reopen();
    for (int i = 0; i < n_slow; i++) {
        rustg_cache_clear(NULL, NULL);
        values[i] = compile_us(0);
    }
    report("missed, made and kept", values, n_slow);
    if (output == RUSTG_OUTPUT_PTX) {
        for (int i = 0; i < n_slow; i++) {
            set_text(i + 1);
            values[i] = compile_us(1);
        }
        report("source changed, PTX found", values, n_slow);
    }
    set_text(0);
    rustg_cache_clear(NULL, NULL);
    compile_us(0);
    for (int i = 0; i < n_passes; i++) {
        reopen();
        values[i] = compile_us(1);
    }
    report("found on disk, by a process that begins", values, n_passes);
    compile_us(1);
    for (int i = 0; i < n_passes; i++)
        values[i] = compile_us(1);
    report("found in memory", values, n_passes);
    rustg_shutdown();
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) == 0 ? 0 : 1;
}
