/* threads_test.c: many threads compile while others initialize, shut down and read one shared result. Kernels: all
 * compiles share what the library's definitions are, and results outlive it. Its worth shows under ThreadSanitizer
 * (preset tsan). */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <assert.h>

#include "base/global_lock.h"
#include "diagnostics/same_diagnostics.h"
#include "api_check.h"
#include "rustg/rustg.h"

#define N_SOURCES 40
#define N_ROUNDS  12

static rustg_source sources[N_SOURCES];
static const rustg_result *shared; /* the answer all others must equal */

static rustg_compile_options options_of(uint32_t n_threads, uint64_t batch_bytes)
{
    rustg_compile_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.engine = RUSTG_ENGINE_CPU;
    options.n_threads = n_threads;
    options.batch_bytes = batch_bytes;
    return options;
}

static void check_equals_shared(const rustg_result *result)
{
    size_t n_diags, n_wanted;
    const rustg_diagnostic *diags = rustg_result_diagnostics(result, &n_diags);
    const rustg_diagnostic *wanted = rustg_result_diagnostics(shared, &n_wanted);
    CHECK(n_diags == n_wanted && same_diagnostics(diags, wanted, n_diags));
    CHECK(strcmp(rustg_result_message(result), rustg_result_message(shared)) == 0);
    for (size_t i = 0; i < N_SOURCES; i++) {
        rustg_file a, b;
        rustg_tokens x, y;
        CHECK_STATUS(RUSTG_OK, rustg_result_file(result, i, &a));
        CHECK_STATUS(RUSTG_OK, rustg_result_file(shared, i, &b));
        CHECK_STATUS(RUSTG_OK, rustg_result_tokens(result, a.batch, &x));
        CHECK_STATUS(RUSTG_OK, rustg_result_tokens(shared, b.batch, &y));
        CHECK(a.n_toks == b.n_toks);
        CHECK(memcmp(x.kind + a.first_tok, y.kind + b.first_tok, a.n_toks) == 0);
    }
}

static void *compile_often(void *argument)
{
    uint32_t number = (uint32_t)(uintptr_t)argument;
    for (uint32_t round = 0; round < N_ROUNDS; round++) {
        rustg_compile_options options = options_of(1 + (number + round) % 4, round % 3 == 0 ? 70000 : 0);
        rustg_result *result = NULL;
        rustg_error error;
        CHECK_STATUS(RUSTG_OK, rustg_initialize(NULL, &error));
        CHECK_STATUS(RUSTG_OK, rustg_compile(sources, N_SOURCES, &options, &result, &error));
        rustg_shutdown();
        if (result)
            check_equals_shared(result);
        rustg_result_free(result);
    }
    return NULL;
}

/* Each looks at other parts of the library. */
static const char *const kernel_texts[] = {
    "use rustg_std::prelude::*;\n"
    "#[kernel]\npub fn blend(a: &[f32], b: &[f32], t: f32, mut out: GridMut<f32>) {\n"
    "    let i = thread::index();\n    if i < out.len() {\n"
    "        out[i] = a[i].mul_add(1.0 - t, b[i] * t).max(0.0);\n    }\n}\n",
    "use rustg_std::prelude::*;\n#[derive(Clone, Copy, PartialEq)]\nenum Sign { Minus, Zero, Plus }\n"
    "trait Signed { fn sign(self) -> Sign; }\n"
    "impl Signed for i32 {\n    fn sign(self) -> Sign {\n        match self.cmp(&0) {\n"
    "            core::cmp::Ordering::Less => Sign::Minus,\n            core::cmp::Ordering::Equal => Sign::Zero,\n"
    "            core::cmp::Ordering::Greater => Sign::Plus,\n        }\n    }\n}\n"
    "#[kernel]\npub fn count(values: &[i32], mut out: GridMut<u32>) {\n    let i = thread::index();\n"
    "    if i < out.len() {\n        let all = values.iter().enumerate().filter(|(k, v)| k % 2 == 0 && v.sign() == "
    "Sign::Plus);\n"
    "        out[i] = all.map(|(_, v)| *v as u32).sum::<u32>().wrapping_add(values.first().copied().unwrap_or(1) as "
    "u32);\n"
    "    }\n}\n",
    "use rustg_std::prelude::*;\n#[kernel]\npub fn wrong(values: &[i32], mut out: GridMut<u32>) {\n"
    "    let i = thread::index();\n    out[i] = values[i].frist() + missing;\n}\n"};
enum { N_KERNEL_TEXTS = sizeof kernel_texts / sizeof kernel_texts[0] };
static rustg_result *kernel_answers[N_KERNEL_TEXTS];

static rustg_result *compile_kernels(size_t which)
{
    rustg_source source = {.name = "kernels.rs", .bytes = (const uint8_t *)kernel_texts[which]};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels};
    rustg_compile_options options = options_of(1, 0);
    rustg_result *result = NULL;
    source.n_bytes = strlen(kernel_texts[which]);
    kernels.outputs = 1u << RUSTG_OUTPUT_CUDA | 1u << RUSTG_OUTPUT_IR;
    options.kernels = &kernels;
    CHECK_STATUS(RUSTG_OK, rustg_compile(&source, 1, &options, &result, NULL));
    return result;
}

static void check_same_kernels(const rustg_result *result, const rustg_result *wanted)
{
    static const rustg_output outputs[] = {RUSTG_OUTPUT_CUDA, RUSTG_OUTPUT_IR};
    size_t n_diags, n_wanted_diags;
    const rustg_diagnostic *diags = rustg_result_diagnostics(result, &n_diags);
    const rustg_diagnostic *wanted_diags = rustg_result_diagnostics(wanted, &n_wanted_diags);
    CHECK(strcmp(rustg_result_message(result), rustg_result_message(wanted)) == 0 && n_diags == n_wanted_diags);
    for (size_t i = 0; i < n_diags && i < n_wanted_diags; i++)
        CHECK(diags[i].kind == wanted_diags[i].kind && diags[i].start == wanted_diags[i].start &&
              diags[i].end == wanted_diags[i].end && diags[i].n_parts == wanted_diags[i].n_parts);
    CHECK(rustg_result_n_kernels(result) == rustg_result_n_kernels(wanted));
    for (size_t i = 0; i < rustg_result_n_kernels(result); i++) {
        rustg_kernel a, b;
        CHECK_STATUS(RUSTG_OK, rustg_result_kernel(result, i, &a));
        CHECK_STATUS(RUSTG_OK, rustg_result_kernel(wanted, i, &b));
        CHECK(strcmp(a.name, b.name) == 0 && a.n_params == b.n_params);
        for (size_t k = 0; k < a.n_params; k++)
            CHECK(strcmp(a.params[k].name, b.params[k].name) == 0 &&
                  strcmp(a.params[k].rust_type, b.params[k].rust_type) == 0);
    }
    for (size_t i = 0; n_wanted_diags == 0 && i < sizeof outputs / sizeof outputs[0]; i++) {
        const uint8_t *text, *wanted_text;
        size_t n_text, n_wanted;
        CHECK_STATUS(RUSTG_OK, rustg_result_output(result, outputs[i], 0, &text, &n_text));
        CHECK_STATUS(RUSTG_OK, rustg_result_output(wanted, outputs[i], 0, &wanted_text, &n_wanted));
        CHECK(n_text == n_wanted && memcmp(text, wanted_text, n_text) == 0);
    }
}

/* The last shutdown gives up the library while results made from it live on. */
static void *compile_kernels_often(void *argument)
{
    uint32_t number = (uint32_t)(uintptr_t)argument;
    for (uint32_t round = 0; round < N_ROUNDS; round++) {
        size_t which = (number + round) % N_KERNEL_TEXTS;
        CHECK_STATUS(RUSTG_OK, rustg_initialize(NULL, NULL));
        rustg_result *result = compile_kernels(which);
        rustg_shutdown();
        if (result)
            check_same_kernels(result, kernel_answers[which]);
        rustg_result_free(result);
    }
    return NULL;
}

static void *initialize_often(void *argument)
{
    for (uint32_t round = 0; round < 200; round++) {
        rustg_init_options init = {sizeof init, 1 + round % 3};
        CHECK_STATUS(RUSTG_OK, rustg_initialize(round % 2 ? &init : NULL, NULL));
        CHECK(rustg_device_count() >= 1);
        CHECK(rustg_cuda_missing() != NULL);
        rustg_shutdown();
    }
    return argument;
}

/* Compiles that meet a library which others are shutting down: one of two answers, never anything else. */
static void *compile_uninitialized(void *argument)
{
    for (int round = 0; round < N_ROUNDS; round++) {
        rustg_result *result = NULL;
        rustg_status status = rustg_compile(sources, 3, NULL, &result, NULL);
        CHECK(status == RUSTG_OK || status == RUSTG_ERR_NOT_INITIALIZED);
        CHECK((status == RUSTG_OK) == (result != NULL));
        rustg_result_free(result);
    }
    return argument;
}

static void *read_shared(void *argument)
{
    for (int round = 0; round < 5; round++)
        check_equals_shared(shared);
    return argument;
}

int main(void)
{
    static void *(*const work[])(void *) = {compile_often,         compile_often,         compile_often,
                                            initialize_often,      initialize_often,      compile_uninitialized,
                                            read_shared,           compile_kernels_often, compile_kernels_often,
                                            compile_kernels_often, compile_kernels_often};
    enum { N_THREADS = sizeof work / sizeof work[0] };
    pthread_t threads[N_THREADS];
    rustg_result *result = NULL;

    setenv("RUSTG_CACHE", "off", 1); /* each compile is to meet the library; cache_threads_test is for the cache */
    for (size_t i = 0; i < N_SOURCES; i++) {
        static const char piece[] = "fn f<'a>(x: &'a str) -> u32 { x.len() as u32 + 0b12 }\n/* c */ \"s\\q\" ";
        size_t n_pieces = i % 8 == 0 ? 6000 : i;
        char *text = malloc(n_pieces * sizeof piece + 1);
        for (size_t p = 0; p < n_pieces; p++)
            memcpy(text + p * (sizeof piece - 1), piece, sizeof piece - 1);
        sources[i].name = "made.rs";
        sources[i].bytes = (const uint8_t *)text;
        sources[i].n_bytes = n_pieces * (sizeof piece - 1);
    }
    rustg_compile_options options = options_of(1, 0);
    CHECK_STATUS(RUSTG_OK, rustg_initialize(NULL, NULL));
    CHECK_STATUS(RUSTG_OK, rustg_compile(sources, N_SOURCES, &options, &result, NULL));
    for (size_t i = 0; i < N_KERNEL_TEXTS; i++) {
        kernel_answers[i] = compile_kernels(i);
        if (!kernel_answers[i])
            return check_exit();
        CHECK(rustg_result_success(kernel_answers[i]) == (i + 1 < N_KERNEL_TEXTS));
    }
    rustg_shutdown();
    assert(global_lock_n_disorders() == 0);
    shared = result;
    for (size_t t = 0; t < N_THREADS; t++)
        CHECK(pthread_create(&threads[t], NULL, work[t], (void *)(uintptr_t)t) == 0);
    for (size_t t = 0; t < N_THREADS; t++)
        CHECK(pthread_join(threads[t], NULL) == 0);
    CHECK_STATUS(RUSTG_ERR_NOT_INITIALIZED, rustg_compile(sources, 1, NULL, &result, NULL));
    CHECK(result == NULL);
    for (size_t i = 0; i < N_KERNEL_TEXTS; i++)
        rustg_result_free(kernel_answers[i]);
    rustg_result_free((rustg_result *)(uintptr_t)shared);
    for (size_t i = 0; i < N_SOURCES; i++)
        free((void *)(uintptr_t)sources[i].bytes);
    return check_exit();
}
