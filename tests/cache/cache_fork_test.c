/* cache_fork_test.c: processes forked while other threads compile: the child, in which those threads are gone, compiles
 * all the same. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>

#include "base/global_lock.h"
#include "cache/cache_entries.h"
#include "cache_rig.h"
#include "rustg/rustg.h"

/* AddressSanitizer's allocator may be locked in the child by a thread that is not there. */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define FORK_UNSUPPORTED 1
#endif
#if __has_feature(address_sanitizer)
#define FORK_WITHOUT_MALLOC 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define FORK_WITHOUT_MALLOC 1
#endif
#if defined(__SANITIZE_THREAD__) || defined(FORK_UNSUPPORTED)
int main(void)
{
    puts("skipped: ThreadSanitizer knows no threads in a process that was forked from threads");
    return 77;
}
#else

enum { N_THREADS = 3, N_FORKS = 30, MOST_SECONDS = 60 };

static atomic_bool is_over;
static pthread_barrier_t together;
static const cache_key held = {{7}};

static void in_child(void (*work)(void))
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    assert(child >= 0);
    if (child == 0) {
        alarm(MOST_SECONDS); /* a lock that nobody drops, a thread that is not there: killed */
        work();
        _exit(0);
    }
    assert(waitpid(child, &status, 0) == child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "the child ended with %d\n", status);
        abort();
    }
}

/* One thread makes an entry and is in the middle of it. */

static void *make_slowly(void *argument)
{
    cache_tally tally = {0};
    cache_blob *blob;
    cache_flight *flight;
    (void)argument;
    assert(cache_begin(&held, true, NULL, NULL, &blob, &flight, &tally) == CACHE_MISS);
    pthread_barrier_wait(&together);
    pthread_barrier_wait(&together);
    blob = cache_end(flight, (const uint8_t *)"bytes", 5);
    assert(blob);
    cache_release(&blob->shared);
    return NULL;
}

static void make_again(void)
{
    cache_tally tally = {0};
    cache_blob *blob;
    cache_flight *flight;
    assert(cache_begin(&held, true, NULL, NULL, &blob, &flight, &tally) == CACHE_MISS);
    blob = cache_end(flight, (const uint8_t *)"bytes", 5);
    assert(blob && blob->n == 5);
    cache_release(&blob->shared);
}

static void test_in_the_middle(void)
{
    pthread_t thread;
    pthread_barrier_init(&together, NULL, 2);
    assert(pthread_create(&thread, NULL, make_slowly, NULL) == 0);
    pthread_barrier_wait(&together);
    in_child(make_again);
    pthread_barrier_wait(&together);
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&together);
}

/* The forking thread's own entry is still its own in the child. */
static cache_flight *own;

static void end_own(void)
{
    cache_blob *blob = cache_end(own, (const uint8_t *)"own", 3);
    assert(blob && blob->n == 3);
    cache_release(&blob->shared);
}

static void test_own(void)
{
    static const cache_key key = {{8}};
    cache_tally tally = {0};
    cache_blob *blob;
    assert(cache_begin(&key, true, NULL, NULL, &blob, &own, &tally) == CACHE_MISS);
    in_child(end_own);
    end_own();
}

/* Threads compile all the time. */

static void compile(int number)
{
    char text[400];
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .outputs = 1u << RUSTG_OUTPUT_C};
    rustg_compile_options options = {
        .struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .n_threads = 1, .kernels = &kernels};
    rustg_error error = {0};
    rustg_result *result;
    int n = snprintf(
        text, sizeof text,
        "use rustg_std::prelude::*;\n#[kernel]\npub fn k(mut o: GridMut<u32>) {\n    let i = thread::index();\n"
        "    if i < o.len() {\n        o[i] = %d;\n    }\n}\n",
        number);
    rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)text, .n_bytes = (size_t)n};
    assert(rustg_compile(&source, 1, &options, &result, &error) == RUSTG_OK && rustg_result_success(result));
    rustg_result_free(result);
}

static void *compile_all_the_time(void *argument)
{
    int number = (int)(uintptr_t)argument * 1000;
    while (!is_over)
        compile(number++ % 100);
    return NULL;
}

static void compile_in_child(void)
{
    rustg_context *context;
    for (int number = 0; number < 4; number++)
        compile(number);
    assert(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, NULL) == RUSTG_OK);
    rustg_context_close(context);
    rustg_shutdown();
    assert(rustg_initialize(NULL, NULL) == RUSTG_OK);
    compile(5000);
}

static void test_beside_compiles(void)
{
    pthread_t threads[N_THREADS];
#ifdef FORK_WITHOUT_MALLOC
    puts("forks beside compiles are not tried: malloc is AddressSanitizer's");
    return;
#endif
    for (size_t i = 0; i < N_THREADS; i++)
        assert(pthread_create(&threads[i], NULL, compile_all_the_time, (void *)(uintptr_t)i) == 0);
    for (int i = 0; i < N_FORKS; i++)
        in_child(compile_in_child);
    is_over = true;
    for (size_t i = 0; i < N_THREADS; i++)
        pthread_join(threads[i], NULL);
}

int main(void)
{
    rig_begin("fork", NULL);
    assert(rustg_initialize(NULL, NULL) == RUSTG_OK);
    test_in_the_middle();
    test_own();
    test_beside_compiles();
    rustg_shutdown();
    assert(global_lock_n_disorders() == 0);
    return 0;
}
#endif
