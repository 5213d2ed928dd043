/* memory_test.c: every allocation of a compile fails once: the call answers success or RUSTG_ERR_MEMORY, and leaves
 * nothing allocated. This program's malloc family stands before the C library's, so it wants glibc and no sanitizer. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "api_check.h"
#include "base/arena.h"
#include "base/malloc_replaced.h"
#include "rustg/rustg.h"

#if MALLOC_REPLACED

/* Counts only while a compile runs; fail_at 0: nothing fails. Others' threads are none of this program's. */
static atomic_bool counting;
static atomic_long n_calls, fail_at, n_live, n_mapped;

/* One call in a run fails, or with fail_on all from that one on. */
static atomic_bool fail_on;

static bool allocation_fails(void)
{
    if (!counting)
        return false;
    long call = atomic_fetch_add(&n_calls, 1) + 1;
    if (fail_at == 0 || !(call == fail_at || (fail_on && call > fail_at)))
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t n_bytes)
{
    if (allocation_fails())
        return NULL;
    void *data = __libc_malloc(n_bytes);
    if (counting && data)
        n_live++;
    return data;
}

void *calloc(size_t n, size_t n_bytes)
{
    if (allocation_fails())
        return NULL;
    void *data = __libc_calloc(n, n_bytes);
    if (counting && data)
        n_live++;
    return data;
}

void *realloc(void *data, size_t n_bytes)
{
    if (allocation_fails())
        return NULL;
    void *moved = __libc_realloc(data, n_bytes);
    if (counting && moved && !data)
        n_live++;
    return moved;
}

void free(void *data)
{
    if (counting && data)
        n_live--;
    __libc_free(data);
}

void *mmap(void *address, size_t n_bytes, int protection, int flags, int fd, off_t offset)
{
    if (allocation_fails())
        return MAP_FAILED;
    void *data = (void *)syscall(SYS_mmap, address, n_bytes, protection, flags, fd, offset);
    if (counting && data != MAP_FAILED)
        n_mapped += (long)n_bytes;
    return data;
}

int munmap(void *data, size_t n_bytes)
{
    if (counting)
        n_mapped -= (long)n_bytes;
    return (int)syscall(SYS_munmap, data, n_bytes);
}

typedef struct memory_case {
    const char *name;
    const rustg_source *sources;
    size_t n_sources;
    uint32_t n_threads;
    uint64_t batch_bytes;
} memory_case;

/* Compile with the k-th allocation failing; true when there were fewer than k. */
static bool run_failing(const memory_case *one, long k, bool on, rustg_status *status, bool *is_left)
{
    rustg_compile_options options;
    rustg_result *result = NULL;
    rustg_error error;

    memset(&options, 0, sizeof options);
    memset(&error, 0, sizeof error);
    options.struct_size = sizeof options;
    options.engine = RUSTG_ENGINE_CPU;
    options.n_threads = one->n_threads;
    options.batch_bytes = one->batch_bytes;
    n_calls = n_live = n_mapped = 0;
    fail_at = k;
    fail_on = on;
    counting = true;
    *status = rustg_compile(one->sources, one->n_sources, &options, &result, &error);
    fail_at = 0;
    if (*status == RUSTG_OK) {
        CHECK(result != NULL && rustg_result_n_files(result) == one->n_sources);
        for (size_t b = 0; b < rustg_result_n_batches(result); b++) {
            rustg_tokens tokens;
            CHECK_STATUS(RUSTG_OK, rustg_result_tokens(result, b, &tokens));
            CHECK(tokens.n_toks > 0 && tokens.kind[tokens.n_toks - 1] == RUSTG_TOK_EOF);
        }
    } else {
        CHECK(*status == RUSTG_ERR_MEMORY && result == NULL && error.status == *status && error.message[0] != 0);
    }
    rustg_result_free(result);
    rustg_session_trim(NULL, 0); /* what is kept is no leak */
    arena_release_kept();        /* the errors' blocks: the next run is to ask for them anew */
    counting = false;
    *is_left = n_live != 0 || n_mapped != 0;
    return n_calls < k;
}

/* The C library keeps what it took for a thread's stack, so with threads only what is left every time is a leak. */
static bool check_failing(const memory_case *one, long k, bool on, rustg_status *status)
{
    bool is_left = true, past = false;
    for (int attempt = 0; is_left && attempt < (one->n_threads > 1 ? 4 : 1); attempt++)
        past = run_failing(one, k, on, status, &is_left);
    if (is_left)
        fprintf(stderr, "%s, allocation %ld: %ld blocks and %ld mapped bytes left\n", one->name, k, (long)n_live,
                (long)n_mapped);
    CHECK(!is_left);
    return past;
}

static void run_case(const memory_case *one)
{
    rustg_status status;
    long n_failed = 0;
    check_failing(one, 0, false, &status);
    CHECK_STATUS(RUSTG_OK, status);
    for (int on = 0; on <= 1; on++) {
        for (long k = 1; !check_failing(one, k, on != 0, &status); k++) {
            n_failed += status == RUSTG_ERR_MEMORY;
            CHECK(k < 100000);
        }
    }
    printf("%s: %ld failures answered\n", one->name, n_failed);
    CHECK(n_failed > 10);
}

/* A failed allocation while kernels are checked and their constants evaluated is no error of the source. */
static void run_constants(void)
{
    static const char text[] = "use rustg_std::prelude::*;\n"
                               "const fn fib(n: u32) -> u32 { if n < 2 { n } else { fib(n - 1) + fib(n - 2) } }\n"
                               "const A: [u32; 300] = { let mut a = [0; 300]; let mut i = 0;\n"
                               "    while i < 300 { a[i] = fib(i as u32 % 9); i += 1; } a };\n"
                               "const B: &[u32] = &A;\n"
                               "#[kernel]\npub fn k(mut out: GridMut<u32>) { let t = thread::index();\n"
                               "    out[t] = B[t.get() % 300] + fib(3); }\n";
    const rustg_source source = {.name = "constants.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .no_opt_level = 2};
    const rustg_compile_options options = {
        .struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .n_threads = 1, .kernels = &kernels};
    long n_failed = 0;
    for (long k = 0; k < 100000; k++) {
        rustg_result *result = NULL;
        rustg_error error = {0};
        n_calls = 0;
        fail_at = k;
        fail_on = false;
        counting = true;
        const rustg_status status = rustg_compile(&source, 1, &options, &result, &error);
        fail_at = 0;
        counting = false;
        if (status != RUSTG_ERR_MEMORY)
            CHECK_STATUS(RUSTG_OK, status);
        if (status == RUSTG_OK && !rustg_result_success(result))
            fprintf(stderr, "allocation %ld: %s\n", k, rustg_result_message(result));
        CHECK(status != RUSTG_OK || rustg_result_success(result));
        n_failed += status == RUSTG_ERR_MEMORY;
        rustg_result_free(result);
        if (k && n_calls < k)
            break;
    }
    printf("constants: %ld failures answered\n", n_failed);
    CHECK(n_failed > 10);
}

/* A fault in most lines, so that diagnostics grow too. */
static char *faulty_text(size_t n_lines, size_t *n_bytes)
{
    static const char line[] = "fn f() { \"\\q\" + 0b12 } // more\n";
    char *text = malloc(n_lines * sizeof line);
    for (size_t i = 0; i < n_lines; i++)
        memcpy(text + i * (sizeof line - 1), line, sizeof line - 1);
    *n_bytes = n_lines * (sizeof line - 1);
    return text;
}

int main(void)
{
    enum { N = 30 };
    rustg_source sources[N];
    char path[512];
    size_t n_small, n_large;
    char *small = faulty_text(3, &n_small), *large = faulty_text(9000, &n_large);
    const char *temporary = getenv("TMPDIR");

    snprintf(path, sizeof path, "%s/rustg_memory_XXXXXX", temporary ? temporary : "/tmp");
    int fd = mkstemp(path);
    CHECK(fd >= 0 && write(fd, large, n_large) == (ssize_t)n_large);
    memset(sources, 0, sizeof sources);
    for (int i = 0; i < N; i++) {
        sources[i].name = i % 10 == 4 ? path : i % 10 == 5 ? "/nonexistent/missing.rs" : "memory.rs";
        sources[i].bytes = i % 10 == 4 || i % 10 == 5 ? NULL : (const uint8_t *)(i % 10 == 7 ? large : small);
        sources[i].n_bytes = i % 10 == 7 ? n_large : n_small;
    }
    CHECK_STATUS(RUSTG_OK, rustg_initialize(NULL, NULL));
    const memory_case cases[] = {
        {"one small source", sources, 1, 1, 0},
        {"many sources", sources, N, 1, 0},
        {"many batches", sources, N, 1, 300000},
        {"four threads", sources, N, 4, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        run_case(&cases[i]);
    run_constants();
    rustg_shutdown();
    if (fd >= 0)
        close(fd);
    unlink(path);
    free(small);
    free(large);
    return check_exit();
}

#endif
