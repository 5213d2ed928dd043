/* cache_memory_test.c: every allocation of a compile that is found in the cache fails once, and so do allocations of
 * one that is made and kept: the call answers RUSTG_ERR_MEMORY or the right bytes, and leaves nothing allocated. This
 * program's malloc family stands before the C library's, so it wants glibc and no sanitizer. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>

#include "base/malloc_replaced.h"
#include "cache_rig.h"
#include "rustg/rustg.h"

#if MALLOC_REPLACED

static atomic_bool counting;
static atomic_long n_calls, fail_at;

static bool allocation_fails(void)
{
    if (!counting || atomic_fetch_add(&n_calls, 1) + 1 != fail_at)
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t n_bytes)
{
    return allocation_fails() ? NULL : __libc_malloc(n_bytes);
}

void *calloc(size_t n, size_t n_bytes)
{
    return allocation_fails() ? NULL : __libc_calloc(n, n_bytes);
}

void *realloc(void *data, size_t n_bytes)
{
    return allocation_fails() ? NULL : __libc_realloc(data, n_bytes);
}

static const char text[] = "use rustg_std::prelude::*;\nmod part;\n#[kernel]\npub fn one(mut out: GridMut<u32>) {\n"
                           "    out[thread::index()] = part::ONE;\n}\n";
static uint8_t *wanted;
static size_t n_wanted;

static int read_mod(void *user, const char *path, const uint8_t **bytes, size_t *n_bytes)
{
    static const char part[] = "pub const ONE: u32 = 1;\n";
    (void)user;
    if (strcmp(path, "part.rs") != 0)
        return 1;
    *bytes = (const uint8_t *)part;
    *n_bytes = sizeof part - 1;
    return 0;
}

/* The k-th allocation fails; whether there were so many. */
static bool compile_failing(long k, uint64_t *hits)
{
    rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};
    rustg_kernel_options kernels = {
        .struct_size = sizeof kernels, .outputs = 1u << RUSTG_OUTPUT_C, .read_mod = read_mod};
    rustg_compile_options options = {
        .struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .n_threads = 1, .kernels = &kernels};
    rustg_stats stats = {.struct_size = sizeof stats};
    rustg_result *result = NULL;
    rustg_file file;
    rustg_error error = {0};
    const uint8_t *bytes;
    size_t n;
    n_calls = 0;
    fail_at = k;
    counting = true;
    rustg_status status = rustg_compile(&source, 1, &options, &result, &error);
    counting = false;
    *hits = 0;
    if (status == RUSTG_OK) {
        assert(rustg_result_success(result) && rustg_result_output(result, RUSTG_OUTPUT_C, 0, &bytes, &n) == RUSTG_OK);
        if (!wanted) {
            wanted = __libc_malloc(n);
            n_wanted = n;
            memcpy(wanted, bytes, n);
        }
        assert(n == n_wanted && memcmp(bytes, wanted, n) == 0 && rustg_result_n_files(result) == 2);
        assert(rustg_result_file(result, 1, &file) == RUSTG_OK && strcmp(file.name, "part.rs") == 0 &&
               file.n_bytes == 24);
        assert(rustg_result_stats(result, &stats) == RUSTG_OK);
        *hits = stats.n_cache_hits;
    } else {
        assert(status == RUSTG_ERR_MEMORY && !result && error.status == status && error.message[0]);
    }
    rustg_result_free(result);
    return n_calls >= k;
}

static void restart(void)
{
    rustg_shutdown();
    assert(rustg_initialize(NULL, NULL) == RUSTG_OK);
}

int main(void)
{
    uint64_t hits;
    long k;
    rig_begin("memory", NULL);
    assert(rustg_initialize(NULL, NULL) == RUSTG_OK);
    compile_failing(0, &hits);
    assert(hits == 0);
    compile_failing(0, &hits);
    assert(hits == 1);
    for (k = 1; compile_failing(k, &hits); k++) /* in memory; where that fails, the entry by its digest */
        ;
    printf("found in memory: %ld allocations\n", k - 1);
    assert(k > 2 && k < 1000);
    restart();
    for (k = 1; compile_failing(k, &hits); k++)
        restart();
    printf("found on disk: %ld allocations\n", k - 1);
    assert(k > 10 && k < 10000 && hits == 1);
    long n_all;
    rustg_cache_clear(NULL, NULL);
    compile_failing(0, &hits);
    n_all = n_calls;
    for (k = 1; k <= n_all + 3; k += k < n_all - 60 ? 1 + n_all / 40 : 1) { /* the last are the cache's */
        rustg_cache_clear(NULL, NULL);
        compile_failing(k, &hits);
        compile_failing(0, &hits); /* nobody is left to wait for */
    }
    printf("made and kept: some of %ld allocations\n", n_all);
    rustg_shutdown();
    free(wanted);
    return 0;
}

#endif
