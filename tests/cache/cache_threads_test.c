/* cache_threads_test.c: many threads on one key, and on many: each key is made once, all get the right bytes, and
 * nobody waits for ever for one that fails. Its worth shows under ThreadSanitizer (preset tsan). */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>

#include "base/global_lock.h"
#include "cache/cache_entries.h"
#include "cache_rig.h"
#include "rustg/rustg.h"

enum { N_THREADS = 8, N_ROUNDS = 30 };

static pthread_barrier_t together;
static atomic_int n_made, n_failed;

static void on_threads(void *(*function)(void *))
{
    pthread_t threads[N_THREADS];
    pthread_barrier_init(&together, NULL, N_THREADS);
    for (size_t i = 0; i < N_THREADS; i++)
        assert(pthread_create(&threads[i], NULL, function, (void *)(uintptr_t)i) == 0);
    for (size_t i = 0; i < N_THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&together);
}

/* Bytes under keys. */

static size_t fill(uint32_t number, uint8_t *bytes)
{
    size_t n = 100 + number % 7 * 3000;
    for (size_t i = 0; i < n; i++)
        bytes[i] = (uint8_t)(number + i * 5);
    return n;
}

static void get(uint32_t number, bool may_fail)
{
    static const size_t most = 100 + 7 * 3000;
    cache_key key = {{0}};
    cache_tally tally = {0};
    cache_blob *blob = NULL;
    cache_flight *flight;
    uint8_t *wanted = malloc(most);
    size_t n = fill(number, wanted);
    memcpy(key.bytes, &number, sizeof number);
    switch (cache_begin(&key, true, NULL, NULL, &blob, &flight, &tally)) {
    case CACHE_MISS:
        if (may_fail && atomic_fetch_add(&n_failed, 1) % 3 == 0) {
            cache_end(flight, NULL, 0);
            break;
        }
        atomic_fetch_add(&n_made, 1);
        blob = cache_end(flight, wanted, n);
        break;
    case CACHE_PASS: assert(may_fail); break;
    case CACHE_HIT: break;
    }
    if (blob) {
        assert(blob->n == n && memcmp(blob->bytes, wanted, n) == 0);
        cache_release(&blob->shared);
    }
    free(wanted);
}

static void *one_key(void *argument)
{
    (void)argument;
    for (uint32_t round = 0; round < N_ROUNDS; round++) {
        pthread_barrier_wait(&together);
        get(round, false);
    }
    return NULL;
}

/* Beside others that clear, look and fail. */
static void *many_keys(void *argument)
{
    uint32_t random = (uint32_t)(uintptr_t)argument * 77 + 1;
    for (uint32_t round = 0; round < 4 * N_ROUNDS; round++) {
        random = random * 1664525 + 1013904223;
        get(1000 + (random >> 16) % 20, true);
        if (argument == NULL && round % 10 == 9)
            assert(rustg_cache_clear(NULL, NULL) == RUSTG_OK);
        if (argument != NULL && round % 16 == 9) {
            rustg_cache_info about = {.struct_size = sizeof about};
            assert(rustg_cache_info_get(&about, NULL) == RUSTG_OK);
        }
    }
    return NULL;
}

/* Compiles. */

static const char text[] =
    "use rustg_std::prelude::*;\n#[kernel]\npub fn scale(a: f32, x: &[f32], mut y: GridMut<f32>) {\n"
    "    let i = thread::index();\n    if i < y.len() {\n        y[i] = a * x[i];\n    }\n}\n";
static rustg_result *results[N_THREADS];
static atomic_uint_fast64_t n_hits, n_misses;

static void check_output(const rustg_result *a, const rustg_result *b, rustg_output output)
{
    const uint8_t *x, *y;
    size_t n, m;
    assert(rustg_result_output(a, output, 0, &x, &n) == RUSTG_OK &&
           rustg_result_output(b, output, 0, &y, &m) == RUSTG_OK);
    assert(n == m && memcmp(x, y, n) == 0);
}

static void check_run(rustg_result *result)
{
    float a = 3, x[4] = {1, 2, 3, 4}, y[4] = {0};
    rustg_argument args[] = {{&a, 0}, {x, 4}, {y, 4}};
    rustg_run_options run = {
        .struct_size = sizeof run, .target = RUSTG_TARGET_INTERPRETER, .grid = {1, 1, 1}, .block = {4, 1, 1}};
    assert(rustg_result_run(result, "scale", &run, args, 3, NULL, NULL) == RUSTG_OK && y[3] == 12);
}

static void *compile_one(void *argument)
{
    size_t index = (size_t)(uintptr_t)argument;
    for (int round = 0; round < N_ROUNDS / 3; round++) {
        /* the same text at another place for each thread, gone before the result is */
        char *bytes = malloc(sizeof text + 40);
        int n = snprintf(bytes, sizeof text + 40, "%s// round %d\n", text, round);
        rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)bytes, .n_bytes = (size_t)n};
        rustg_kernel_options kernels = {.struct_size = sizeof kernels,
                                        .outputs = 1u << RUSTG_OUTPUT_C | 1u << RUSTG_OUTPUT_IR};
        rustg_compile_options options = {
            .struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
        rustg_stats stats = {.struct_size = sizeof stats};
        pthread_barrier_wait(&together);
        assert(rustg_compile(&source, 1, &options, &results[index], NULL) == RUSTG_OK);
        free(bytes);
        assert(rustg_result_success(results[index]) && rustg_result_stats(results[index], &stats) == RUSTG_OK);
        n_hits += stats.n_cache_hits;
        n_misses += stats.n_cache_misses;
        check_run(results[index]);
        pthread_barrier_wait(&together);
        check_output(results[index], results[(index + 1) % N_THREADS], RUSTG_OUTPUT_C);
        check_output(results[index], results[(index + 1) % N_THREADS], RUSTG_OUTPUT_IR);
        pthread_barrier_wait(&together);
        rustg_result_free(results[index]);
    }
    return NULL;
}

int main(void)
{
    rig_begin("threads", "300K");
    assert(rustg_initialize(NULL, NULL) == RUSTG_OK);
    on_threads(one_key);
    assert(n_made == N_ROUNDS);
    on_threads(many_keys);
    rustg_shutdown();
    rig_begin("threads", NULL);
    assert(rustg_initialize(NULL, NULL) == RUSTG_OK);
    on_threads(compile_one);
    assert(n_misses == N_ROUNDS / 3 && n_hits == N_ROUNDS / 3 * (N_THREADS - 1)); /* each compiled once */
    rustg_shutdown();
    assert(global_lock_n_disorders() == 0);
    return 0;
}
