/* bench_runtime_cache.c: a kernel from the cache: compiled by a process that begins, again in it, and as a module that
 * can be launched. Its folder is a new one below $TMPDIR or /tmp, removed at the end. */
#define _GNU_SOURCE
#include "bench/bench_runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char text[] =
    "use rustg_std::prelude::*;\n#[kernel]\npub fn scale(a: f32, x: &[f32], mut y: GridMut<f32>) {\n"
    "    let i = thread::index();\n    if i < y.len() {\n        y[i] = a * x[i];\n    }\n}\n";

static void reopen(void)
{
    rustg_error error;
    rustg_shutdown();
    runtime_good(rustg_initialize(NULL, &error), &error, "rustg_initialize");
}

static double compile_once(rustg_output output, uint64_t wanted_hits)
{
    rustg_source source = {.name = "scale.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .outputs = 1u << output};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_stats stats = {.struct_size = sizeof stats};
    rustg_result *result;
    rustg_error error;
    double began = clock_seconds();
    runtime_good(rustg_compile(&source, 1, &options, &result, &error), &error, "rustg_compile");
    double took = clock_seconds() - began;
    rustg_result_stats(result, &stats);
    if (!rustg_result_success(result) || (wanted_hits && stats.n_cache_hits != wanted_hits))
        runtime_stop("rustg_compile",
                     rustg_result_success(result) ? "no hit where one was wanted" : rustg_result_message(result));
    rustg_result_free(result);
    return took;
}

static double load_once(int device)
{
    rustg_source source = {.name = "scale.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};
    rustg_context *context;
    rustg_module *module;
    rustg_function *function;
    rustg_error error;
    runtime_good(rustg_context_open(device < 0 ? RUSTG_BACKEND_CPU : RUSTG_BACKEND_CUDA, device < 0 ? 0 : device, NULL,
                                    &context, &error),
                 &error, "rustg_context_open");
    double began = clock_seconds();
    runtime_good(rustg_module_from_rust(context, &source, 1, NULL, &module, &error), &error, "rustg_module_from_rust");
    runtime_good(rustg_module_function(module, "scale", &function, &error), &error, "rustg_module_function");
    double took = clock_seconds() - began;
    rustg_module_free(module);
    rustg_context_close(context);
    return took;
}

static void report(const char *name, const spread *times, double goal)
{
    printf("%-44s  rustg %.2f (%.2f to %.2f)", name, 1e6 * measure_median(times), 1e6 * measure_least(times),
           1e6 * measure_most(times));
    if (goal > 0)
        printf("  (goal %.0f)", goal);
    putchar('\n');
    fflush(stdout);
}

void runtime_cache_rows(int n_passes, int device, bool with_module)
{
    char folder[256], command[300];
    const char *place = getenv("TMPDIR");
    spread times[5] = {{.n = 0}};
    rustg_output output = device < 0 || !with_module ? RUSTG_OUTPUT_CUDA : RUSTG_OUTPUT_PTX;
    snprintf(folder, sizeof folder, "%.200s/rustg-bench-XXXXXX", place && *place ? place : "/tmp");
    if (!mkdtemp(folder))
        runtime_stop(folder, "cannot be made");
    setenv("RUSTG_CACHE_DIR", folder, 1);
    setenv("RUSTG_CACHE", "on", 1);
    /* The device's context stays while the library is closed and opened. */
    cuda_context kept = NULL;
    const cuda_driver *driver = device < 0 ? NULL : cuda_driver_get(NULL);
    if (driver)
        runtime_must(driver->cuDevicePrimaryCtxRetain(&kept, device), "cuDevicePrimaryCtxRetain");
    reopen();
    measure_add(&times[0], compile_once(output, 0));
    for (int i = 0; i < n_passes; i++) {
        reopen();
        measure_add(&times[1], compile_once(output, 1));
        measure_add(&times[2], compile_once(output, 1));
    }
    report(output == RUSTG_OUTPUT_PTX ? "compile to PTX, made and kept" : "compile to CUDA C++, made and kept",
           &times[0], 0);
    report("the same from the cache on disk", &times[1], 1000);
    report("the same again in the process", &times[2], 1);
    if (with_module) {
        load_once(device);
        for (int i = 0; i < n_passes; i++) {
            reopen();
            measure_add(&times[3], load_once(device));
            measure_add(&times[4], load_once(device));
        }
        report("source to a function that can be launched", &times[3], 0);
        report("the same again in the process", &times[4], 0);
    } else {
        printf("left out: modules of Rust source, which need NVRTC\n");
    }
    rustg_shutdown();
    if (driver)
        driver->cuDevicePrimaryCtxRelease(device);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0)
        runtime_stop(folder, "cannot be removed");
}
