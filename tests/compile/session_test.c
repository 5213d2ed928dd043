/* session_test.c: sessions: memory comes back, caps and trimming hold, results outlive their session, any number of
 * threads share one, and whatever was kept, results are the same bytes. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_check.h"
#include "rustg/rustg.h"

enum { N_SOURCES = 24, N_THREADS = 6, N_ROUNDS = 6 };

static rustg_source sources[N_SOURCES];

/* Sources of 4 KB to 3 MB, which make malloc'd, mapped and handed over arrays. */
static void make_sources(void)
{
    static const char *const units[] = {"fn f(x: u32) -> u32 { x + 1 }\n", "struct S { a: u8, b: [u16; 4] }\n",
                                        "// a comment, and nothing else\n", "const A: &str = \"text\";\n"};
    for (int i = 0; i < N_SOURCES; i++) {
        size_t n_bytes = i == 7 ? (size_t)3 << 20 : (size_t)4096 << i % 8, n = 0;
        char *text = malloc(n_bytes + 64);
        for (int k = i; n < n_bytes; k++) {
            size_t length = strlen(units[k % 4]);
            memcpy(text + n, units[k % 4], length);
            n += length;
        }
        sources[i] = (rustg_source){"session.rs", (const uint8_t *)text, n, 2021};
    }
}

static rustg_result *compile(rustg_session *session, size_t first, size_t n, uint32_t n_threads)
{
    rustg_compile_options options = {.struct_size = sizeof options,
                                     .engine = RUSTG_ENGINE_CPU,
                                     .n_threads = n_threads,
                                     .batch_bytes = 4 << 20,
                                     .session = session};
    rustg_result *result = NULL;
    rustg_error error = {0};
    CHECK(rustg_compile(&sources[first], n, &options, &result, &error) == RUSTG_OK);
    return result;
}

static bool same_words(const uint32_t *a, const uint32_t *b, size_t n)
{
    return memcmp(a, b, n * sizeof *a) == 0;
}

static bool same(const rustg_result *a, const rustg_result *b)
{
    if (rustg_result_n_batches(a) != rustg_result_n_batches(b))
        return false;
    for (size_t i = 0; i < rustg_result_n_batches(a); i++) {
        rustg_tokens s, t;
        rustg_ast x, y;
        if (rustg_result_tokens(a, i, &s) != RUSTG_OK || rustg_result_tokens(b, i, &t) != RUSTG_OK ||
            rustg_result_ast(a, i, &x) != RUSTG_OK || rustg_result_ast(b, i, &y) != RUSTG_OK || s.n_toks != t.n_toks ||
            x.n_nodes != y.n_nodes)
            return false;
        if (memcmp(s.kind, t.kind, s.n_toks) != 0 || memcmp(s.flags, t.flags, s.n_toks) != 0 ||
            !same_words(s.start, t.start, s.n_toks) || !same_words(s.end, t.end, s.n_toks) ||
            memcmp(x.kind, y.kind, x.n_nodes) != 0 || !same_words(x.tok, y.tok, x.n_nodes) ||
            !same_words(x.start, y.start, x.n_nodes) || !same_words(x.end, y.end, x.n_nodes) ||
            !same_words(x.next, y.next, x.n_nodes) || !same_words(x.parent, y.parent, x.n_nodes))
            return false;
    }
    return true;
}

static void test_arguments(void)
{
    rustg_session_options old = {.struct_size = 8};
    rustg_session *session;
    rustg_error error = {0};
    CHECK(rustg_session_create(NULL, NULL, &error) == RUSTG_ERR_ARGUMENT);
    CHECK(rustg_session_create(&old, &session, &error) == RUSTG_ERR_ARGUMENT && !session);
    CHECK(strstr(error.message, "struct_size") != NULL);
    rustg_session_free(NULL);
}

static void test_reuse(void)
{
    rustg_session *session = NULL;
    rustg_session_options small = {.struct_size = sizeof small, .keep_host_bytes = 1 << 20};
    CHECK(rustg_session_create(NULL, &session, NULL) == RUSTG_OK);
    CHECK(rustg_session_kept_bytes(session) == 0);
    /* one thread, for with several it is chance which groups wait for others, and so need arrays of their own */
    rustg_result *first = compile(session, 0, N_SOURCES, 1);
    rustg_ast before, after;
    CHECK(rustg_result_ast(first, 0, &before) == RUSTG_OK);
    const uint32_t *place = before.tok;
    rustg_result_free(first);
    const uint64_t kept = rustg_session_kept_bytes(session);
    CHECK(kept > (1 << 20));
    /* the same again: the arrays lie where they lay, and no more is kept than before */
    rustg_result *second = compile(session, 0, N_SOURCES, 1);
    bool is_there = false;
    for (size_t i = 0; i < rustg_result_n_batches(second); i++)
        is_there |= rustg_result_ast(second, i, &after) == RUSTG_OK && after.tok == place;
    CHECK(is_there);
    rustg_result_free(second);
    CHECK(rustg_session_kept_bytes(session) == kept);
    rustg_session_trim(session, kept / 2);
    CHECK(rustg_session_kept_bytes(session) <= kept / 2);
    rustg_session_trim(session, 0);
    CHECK(rustg_session_kept_bytes(session) == 0);
    rustg_session_free(session);

    CHECK(rustg_session_create(&small, &session, NULL) == RUSTG_OK);
    rustg_result_free(compile(session, 0, N_SOURCES, 2));
    CHECK(rustg_session_kept_bytes(session) <= small.keep_host_bytes);
    rustg_session_free(session);
}

static void test_outlive(void)
{
    rustg_session *session = NULL;
    CHECK(rustg_session_create(NULL, &session, NULL) == RUSTG_OK);
    rustg_result *plain = compile(NULL, 0, N_SOURCES, 1);
    rustg_result_free(compile(session, 0, N_SOURCES, 2));
    rustg_result *result = compile(session, 0, N_SOURCES, 2);
    rustg_session_free(session);
    CHECK(same(plain, result));
    rustg_result_free(result);
    rustg_result_free(plain);
}

/* What was kept longest goes first: small arrays of earlier compiles do not displace the large ones of this. */
static void test_age(void)
{
    enum { BIG = 7, SMALL = 15, N_SMALL = 12 };
    rustg_session *session = NULL;
    rustg_session_options options = {.struct_size = sizeof options};
    rustg_result *small[N_SMALL];
    CHECK(rustg_session_create(NULL, &session, NULL) == RUSTG_OK);
    rustg_result_free(compile(session, BIG, 1, 1));
    const uint64_t big = rustg_session_kept_bytes(session);
    rustg_session_free(session);

    options.keep_host_bytes = big + big / 2;
    CHECK(rustg_session_create(&options, &session, NULL) == RUSTG_OK);
    for (int i = 0; i < N_SMALL; i++)
        small[i] = compile(session, SMALL, 1, 1);
    for (int i = 0; i < N_SMALL; i++)
        rustg_result_free(small[i]);
    CHECK(rustg_session_kept_bytes(session) > big / 2);
    rustg_result_free(compile(session, BIG, 1, 1));
    CHECK(rustg_session_kept_bytes(session) >= big && rustg_session_kept_bytes(session) <= options.keep_host_bytes);
    rustg_session_free(session);
}

/* Texts that the library reads come from the session, too, and go back to it. */
static void test_files(void)
{
    enum { N_FILES = 3 };
    char names[N_FILES][32];
    rustg_source files[N_FILES];
    rustg_session *session = NULL;
    rustg_result *result = NULL;
    rustg_compile_options options = {
        .struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .n_threads = 1, .stop_after = RUSTG_STAGE_TOKENS};
    uint64_t n_bytes = 0;
    for (int i = 0; i < N_FILES; i++) {
        strcpy(names[i], "session_test_XXXXXX");
        FILE *file = fdopen(mkstemp(names[i]), "wb");
        CHECK(file && fwrite(sources[7 - i].bytes, 1, sources[7 - i].n_bytes, file) == sources[7 - i].n_bytes);
        fclose(file);
        files[i] = (rustg_source){names[i], NULL, 0, 2021};
        n_bytes += sources[7 - i].n_bytes;
    }
    CHECK(rustg_session_create(NULL, &session, NULL) == RUSTG_OK);
    options.session = session;
    for (int round = 0; round < 2; round++) {
        const uint64_t before = rustg_session_kept_bytes(session);
        CHECK(rustg_compile(files, N_FILES, &options, &result, NULL) == RUSTG_OK);
        for (size_t i = 0; i < N_FILES; i++) {
            rustg_file file;
            CHECK(rustg_result_file(result, i, &file) == RUSTG_OK && file.n_bytes == sources[7 - i].n_bytes &&
                  memcmp(file.bytes, sources[7 - i].bytes, file.n_bytes) == 0);
        }
        CHECK(round == 0 || rustg_session_kept_bytes(session) + n_bytes <= before);
        rustg_result_free(result);
        CHECK(rustg_session_kept_bytes(session) >= n_bytes);
    }
    rustg_session_free(session);
    for (int i = 0; i < N_FILES; i++)
        CHECK(remove(names[i]) == 0);
}

static rustg_result *expected[N_SOURCES];

static void *share(void *argument)
{
    rustg_session *session = argument;
    static _Atomic unsigned turn;
    rustg_result *held = NULL;
    size_t held_first = 0;
    for (int round = 0; round < N_ROUNDS; round++) {
        size_t i = turn++ * 7 % N_SOURCES;
        rustg_result *result = compile(session, i, 1, 1 + i % 3);
        CHECK(same(expected[i], result));
        if (held)
            CHECK(same(expected[held_first], held));
        rustg_result_free(held);
        held = result;
        held_first = i;
        if (round == N_ROUNDS / 2)
            rustg_session_trim(session, 0);
    }
    rustg_result_free(held);
    return NULL;
}

static void test_threads(void)
{
    rustg_session *session = NULL;
    pthread_t threads[2 * N_THREADS];
    CHECK(rustg_session_create(NULL, &session, NULL) == RUSTG_OK);
    for (int i = 0; i < N_SOURCES; i++)
        expected[i] = compile(NULL, (size_t)i, 1, 1);
    for (int i = 0; i < 2 * N_THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, share, i % 2 ? session : NULL) == 0);
    for (int i = 0; i < 2 * N_THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < N_SOURCES; i++)
        rustg_result_free(expected[i]);
    rustg_session_free(session);
}

int main(void)
{
    make_sources();
    CHECK(rustg_session_kept_bytes(NULL) == 0);
    rustg_session_trim(NULL, 0);
    CHECK(rustg_initialize(NULL, NULL) == RUSTG_OK);
    test_arguments();
    test_reuse();
    test_outlive();
    test_age();
    test_files();
    test_threads();
    CHECK(rustg_session_kept_bytes(NULL) > 0);
    rustg_session_trim(NULL, 0);
    CHECK(rustg_session_kept_bytes(NULL) == 0);
    rustg_result *late = compile(NULL, 0, N_SOURCES, 2);
    rustg_shutdown();
    rustg_tokens tokens;
    CHECK(rustg_result_tokens(late, 0, &tokens) == RUSTG_OK && tokens.n_toks > 1);
    rustg_result_free(late);
    CHECK(rustg_session_kept_bytes(NULL) == 0);
    for (int i = 0; i < N_SOURCES; i++)
        free((void *)sources[i].bytes);
    return check_exit();
}
