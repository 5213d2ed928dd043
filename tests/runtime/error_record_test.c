/* error_record_test.c: categories, hints, and the history of errors. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "runtime/cuda_driver.h"
#include "runtime/error_note.h"
#include "rustg/runtime.h"

static rustg_error of(rustg_status status, int32_t result)
{
    rustg_error error;
    error_set(&error, status, "status %d, result %d", (int)status, (int)result);
    error.cuda_result = result;
    return error;
}

static void test_categories(void)
{
    static const struct {
        rustg_status status;
        int32_t cuda_result;
        rustg_error_category category;
        int recoverable, can_fallback;
    } rows[] = {
        {RUSTG_OK, 0, RUSTG_CATEGORY_NONE, 1, 0},
        {RUSTG_ERR_ARGUMENT, 0, RUSTG_CATEGORY_USAGE, 1, 0},
        {RUSTG_ERR_MEMORY, 0, RUSTG_CATEGORY_MEMORY, 1, 0},
        {RUSTG_ERR_DEVICE_MEMORY, 2, RUSTG_CATEGORY_MEMORY, 1, 1},
        {RUSTG_ERR_DEVICE_MEMORY, 0, RUSTG_CATEGORY_MEMORY, 1, 1}, /* a limit of ours */
        {RUSTG_ERR_NO_CUDA, 0, RUSTG_CATEGORY_INITIALIZATION, 1, 1},
        {RUSTG_ERR_NO_CC, 0, RUSTG_CATEGORY_INITIALIZATION, 1, 0},
        {RUSTG_ERR_CUDA, 100, RUSTG_CATEGORY_INITIALIZATION, 1, 1},
        {RUSTG_ERR_CUDA, 209, RUSTG_CATEGORY_COMPILE, 1, 1},
        {RUSTG_ERR_CUDA, 701, RUSTG_CATEGORY_LAUNCH, 1, 1},
        {RUSTG_ERR_CUDA_STICKY, 700, RUSTG_CATEGORY_LAUNCH, 0, 1},
        {RUSTG_ERR_CUDA, 217, RUSTG_CATEGORY_TRANSFER, 1, 1},
        {RUSTG_ERR_CUDA, 900, RUSTG_CATEGORY_STREAM, 1, 0},
        {RUSTG_ERR_CUDA, 12345, RUSTG_CATEGORY_DEVICE, 1, 1},
        {RUSTG_ERR_PANIC, 0, RUSTG_CATEGORY_LAUNCH, 1, 0},
        {RUSTG_ERR_SOURCE, 0, RUSTG_CATEGORY_COMPILE, 1, 0},
        {RUSTG_ERR_IO, 0, RUSTG_CATEGORY_IO, 1, 0},
        {RUSTG_ERR_CANCELLED, 0, RUSTG_CATEGORY_CANCELLED, 1, 0},
        {RUSTG_ERR_INTERNAL, 0, RUSTG_CATEGORY_INTERNAL, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rustg_error error = of(rows[i].status, rows[i].cuda_result);
        if (rustg_error_category_of(&error) != rows[i].category ||
            rustg_error_is_recoverable(&error) != rows[i].recoverable ||
            rustg_error_can_fallback(&error) != rows[i].can_fallback) {
            fprintf(stderr, "row %zu: %s, recoverable %d, fallback %d\n", i,
                    rustg_error_category_string(rustg_error_category_of(&error)), rustg_error_is_recoverable(&error),
                    rustg_error_can_fallback(&error));
            assert(0);
        }
    }
    assert(rustg_error_category_of(NULL) == RUSTG_CATEGORY_NONE);
    for (int c = 0; c < RUSTG_N_CATEGORIES; c++)
        for (int d = 0; d < c; d++)
            assert(strcmp(rustg_error_category_string((rustg_error_category)c),
                          rustg_error_category_string((rustg_error_category)d)) != 0);
    assert(cuda_is_sticky(700) && cuda_is_sticky(719) && !cuda_is_sticky(2) && !cuda_is_sticky(701));
    assert(strstr(cuda_error_hint(700), "compute-sanitizer") && strstr(cuda_error_hint(2), "trim"));
}

static void test_history(void)
{
    rustg_error kept[100];
    uint64_t counts[RUSTG_N_CATEGORIES];
    rustg_error_history_clear();
    assert(rustg_error_history(NULL, 0) == 0);
    for (int i = 0; i < 70; i++) {
        rustg_error error = of(RUSTG_ERR_CUDA, 1000 + i);
        error_note(&error);
    }
    assert(rustg_error_history(kept, 100) == 64);
    assert(kept[0].cuda_result == 1069 && kept[63].cuda_result == 1006);
    memset(kept, 0, sizeof kept);
    assert(rustg_error_history(kept, 2) == 64 && kept[1].cuda_result == 1068 && kept[2].cuda_result == 0);
    rustg_error_counts(counts);
    assert(counts[RUSTG_CATEGORY_DEVICE] == 70 && counts[RUSTG_CATEGORY_LAUNCH] == 0);
    rustg_error none = of(RUSTG_OK, 0);
    error_note(&none);
    error_note(NULL);
    rustg_error_counts(counts);
    assert(counts[RUSTG_CATEGORY_NONE] == 0);
    rustg_error_history_clear();
    rustg_error_counts(counts);
    assert(rustg_error_history(kept, 100) == 0 && counts[RUSTG_CATEGORY_DEVICE] == 0);
}

static void test_lists(void)
{
    char text[24] = "of ";
    assert(error_list_add(text, sizeof text, "`%s`", "a") && strcmp(text, "of `a`") == 0);
    assert(error_list_add(text, sizeof text, "`%s: %d`", "b", 12) && strcmp(text, "of `a`, `b: 12`") == 0);
    assert(!error_list_add(text, sizeof text, "`c`") && strcmp(text, "of `a`, `b: 12`, ...") == 0);
    char least[9] = "of ", exact[12] = "of ";
    assert(!error_list_add(least, sizeof least, "`a`") && strcmp(least, "of ...") == 0);
    assert(error_list_add(exact, sizeof exact, "`a`") && !error_list_add(exact, sizeof exact, "`b`"));
    assert(strcmp(exact, "of `a`, ...") == 0);
}

static void *note_many(void *unused)
{
    for (int i = 0; i < 1000; i++) {
        rustg_error error = of(RUSTG_ERR_PANIC, 0);
        error_note(&error);
    }
    return unused;
}

static void test_threads(void)
{
    pthread_t threads[4];
    uint64_t counts[RUSTG_N_CATEGORIES];
    rustg_error_history_clear();
    for (int i = 0; i < 4; i++)
        assert(pthread_create(&threads[i], NULL, note_many, NULL) == 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    rustg_error_counts(counts);
    assert(counts[RUSTG_CATEGORY_LAUNCH] == 4000);
}

/* Wrong calls are counted and kept as other errors are. */
static void test_wrong_calls(void)
{
    uint64_t counts[RUSTG_N_CATEGORIES];
    rustg_context *context;
    rustg_error newest, error = {0};
    assert(rustg_initialize(NULL, &error) == RUSTG_OK);
    assert(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error) == RUSTG_OK);
    rustg_error_history_clear();
    assert(rustg_copy_between(NULL, 0, NULL, 0, 4, NULL, &error) == RUSTG_ERR_ARGUMENT);
    assert(rustg_error_history(&newest, 1) == 1 && strcmp(newest.message, error.message) == 0);
    assert(rustg_stream_create(NULL, NULL, NULL) == RUSTG_ERR_ARGUMENT); /* nobody asked for the words */
    rustg_context_close(context);
    assert(rustg_context_open(RUSTG_BACKEND_CPU, 7, NULL, &context, &error) == RUSTG_ERR_DEVICE);
    rustg_error_counts(counts);
    assert(counts[RUSTG_CATEGORY_USAGE] == 2 && counts[RUSTG_CATEGORY_DEVICE] == 1);
    rustg_shutdown();
}

int main(void)
{
    test_wrong_calls();
    test_categories();
    test_history();
    test_lists();
    test_threads();
    return 0;
}
