/* threads_test.c: many threads compile while others initialize, shut down and read one shared result. Its worth shows
 * under ThreadSanitizer (preset tsan). */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "api_check.h"
#include "rustg/rustg.h"

#define N_SOURCES 40
#define N_ROUNDS 12

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
    CHECK(n_diags == n_wanted && memcmp(diags, wanted, n_diags * sizeof *diags) == 0);
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
    static void *(*const work[])(void *) = {compile_often, compile_often, compile_often, initialize_often,
                                            initialize_often, compile_uninitialized, read_shared};
    enum { N_THREADS = sizeof work / sizeof work[0] };
    pthread_t threads[N_THREADS];
    rustg_result *result = NULL;

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
    rustg_shutdown();
    shared = result;
    for (size_t t = 0; t < N_THREADS; t++)
        CHECK(pthread_create(&threads[t], NULL, work[t], (void *)(uintptr_t)t) == 0);
    for (size_t t = 0; t < N_THREADS; t++)
        CHECK(pthread_join(threads[t], NULL) == 0);
    CHECK_STATUS(RUSTG_ERR_NOT_INITIALIZED, rustg_compile(sources, 1, NULL, &result, NULL));
    CHECK(result == NULL);
    rustg_result_free((rustg_result *)(uintptr_t)shared);
    for (size_t i = 0; i < N_SOURCES; i++)
        free((void *)(uintptr_t)sources[i].bytes);
    return check_exit();
}
