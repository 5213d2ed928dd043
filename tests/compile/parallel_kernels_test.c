/* parallel_kernels_test.c: a hundred kernels compiled by four threads at once. Each gives the bytes that it gives
 * alone, and threads neither wait for each other nor work longer: that shows in what they slept and in processor time,
 * which other programs on the machine hardly change, where the time on the clock would tell of the machine. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "api_check.h"
#include "rustg/rustg.h"

enum { N_KERNELS = 100, N_THREADS = 4, N_TRIES = 8, MOST_SLEEPS = N_KERNELS / 4, TEXT = 600 };

#ifndef __has_feature
#define __has_feature(name) 0
#endif
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__) || __has_feature(thread_sanitizer) ||                \
    __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
enum { TELLS_TIME = 0 };
#else
enum { TELLS_TIME = 1 };
#endif

static const char kernel[] =
    "use rustg_std::prelude::*;\n#[repr(C)]\n#[derive(Clone, Copy)]\npub struct Point%d { x: f32, y: f32 }\n"
    "fn weigh%d<F: Fn(f32) -> f32>(all: &[Point%d], f: F) -> f32 { all.iter().map(|p| f(p.x * p.y)).sum() }\n"
    "#[kernel]\npub fn k%d(all: &[Point%d], mut y: GridMut<f32>) {\n    let i = thread::index();\n"
    "    if i < y.len() { y[i] = weigh%d(all, |v| if v > %d.5 { v.sqrt() } else { v * 0.5 }); }\n}\n";
static char texts[N_KERNELS][TEXT];
static char *answers[N_KERNELS];
static atomic_uint n_taken, n_slept, n_wrong;

static char *compile(const char *text)
{
    rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)text, .n_bytes = strlen(text)};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .outputs = 1u << RUSTG_OUTPUT_CUDA};
    rustg_compile_options options = {
        .struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .n_threads = 1, .kernels = &kernels};
    rustg_result *result = NULL;
    const uint8_t *bytes;
    size_t n;
    char *made = NULL;
    if (rustg_compile(&source, 1, &options, &result, NULL) == RUSTG_OK &&
        rustg_result_output(result, RUSTG_OUTPUT_CUDA, 0, &bytes, &n) == RUSTG_OK)
        made = strndup((const char *)bytes, n);
    rustg_result_free(result);
    return made;
}

static void *compile_some(void *none)
{
    struct rusage before, after;
    unsigned k;
    getrusage(RUSAGE_THREAD, &before);
    while ((k = atomic_fetch_add(&n_taken, 1)) < N_KERNELS) {
        char *made = compile(texts[k]);
        if (!made || strcmp(made, answers[k]) != 0)
            atomic_fetch_add(&n_wrong, 1);
        free(made);
    }
    getrusage(RUSAGE_THREAD, &after);
    atomic_fetch_add(&n_slept, (unsigned)(after.ru_nvcsw - before.ru_nvcsw));
    return none;
}

/* The processors' seconds that n threads take for all kernels. */
static double measure(unsigned n)
{
    pthread_t threads[N_THREADS];
    struct timespec began, ended;
    atomic_store(&n_taken, 0);
    atomic_store(&n_slept, 0);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &began);
    for (unsigned t = 0; t < n; t++)
        CHECK(pthread_create(&threads[t], NULL, compile_some, NULL) == 0);
    for (unsigned t = 0; t < n; t++)
        CHECK(pthread_join(threads[t], NULL) == 0);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
    return (double)(ended.tv_sec - began.tv_sec) + 1e-9 * (double)(ended.tv_nsec - began.tv_nsec);
}

int main(void)
{
    bool scales = false;
    setenv("RUSTG_CACHE", "off", 1);
    CHECK_STATUS(RUSTG_OK, rustg_initialize(NULL, NULL));
    for (int k = 0; k < N_KERNELS; k++) {
        snprintf(texts[k], TEXT, kernel, k, k, k, k, k, k, k);
        answers[k] = compile(texts[k]);
        CHECK(answers[k] != NULL);
        if (!answers[k])
            return check_exit();
    }
    for (int i = 0; i < N_TRIES && !scales; i++) {
        const double one = measure(1), all = measure(N_THREADS);
        const unsigned slept = atomic_load(&n_slept);
        scales = !TELLS_TIME || (all < 1.5 * one && slept <= MOST_SLEEPS);
        printf("processors' ms: %.1f by one thread, %.1f by %d, which slept %u times\n", 1e3 * one, 1e3 * all,
               N_THREADS, slept);
    }
    CHECK(scales);
    CHECK(atomic_load(&n_wrong) == 0);
    for (int k = 0; k < N_KERNELS; k++)
        free(answers[k]);
    rustg_shutdown();
    return check_exit();
}
