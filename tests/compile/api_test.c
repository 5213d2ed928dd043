/* api_test.c: the calls of compile.h and device.h: what they promise for good and for bad arguments. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/test_random.h"
#include "diagnostics/same_diagnostics.h"
#include "api_check.h"
#include "lexer/lexer.h"
#include "rustg/rustg.h"

static const char plain_text[] = "fn main() { println!(\"{}\", 1 + 2); }\n";

static rustg_source source_of(const char *name, const char *text)
{
    rustg_source source = {name, (const uint8_t *)text, strlen(text), 0};
    return source;
}

static rustg_compile_options cpu_options(void)
{
    rustg_compile_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.engine = RUSTG_ENGINE_CPU;
    return options;
}

static char folder[256];

static const char *path_in_folder(const char *name)
{
    static char path[8][512];
    static unsigned next;
    char *slot = path[next++ % 8];
    snprintf(slot, sizeof path[0], "%s/%s", folder, name);
    return slot;
}

static void write_file(const char *path, const void *bytes, size_t n_bytes)
{
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL);
    if (!file)
        return;
    CHECK(fwrite(bytes, 1, n_bytes, file) == n_bytes);
    CHECK(fclose(file) == 0);
}

static void test_initialize(void)
{
    rustg_source source = source_of("a.rs", plain_text);
    rustg_result *result = NULL;
    rustg_error error;

    rustg_shutdown();
    rustg_shutdown();
    CHECK_STATUS(RUSTG_ERR_NOT_INITIALIZED, rustg_compile(&source, 1, NULL, &result, &error));
    CHECK(result == NULL && error.status == RUSTG_ERR_NOT_INITIALIZED && error.hint[0] != 0);
    CHECK_STATUS(RUSTG_OK, rustg_initialize(NULL, NULL));
    CHECK_STATUS(RUSTG_OK, rustg_initialize(NULL, &error));
    rustg_shutdown();
    CHECK_STATUS(RUSTG_OK, rustg_compile(&source, 1, NULL, &result, NULL));
    rustg_shutdown();
    rustg_shutdown();
    CHECK(rustg_result_success(result) && rustg_result_n_files(result) == 1);
    rustg_result_free(result);
    CHECK_STATUS(RUSTG_ERR_NOT_INITIALIZED, rustg_compile(&source, 1, NULL, &result, NULL));

    rustg_init_options init = {sizeof init, 3};
    CHECK_STATUS(RUSTG_OK, rustg_initialize(&init, &error));
    rustg_shutdown();
    init.struct_size = 0;
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_initialize(&init, &error));
    CHECK(strstr(error.message, "struct_size") != NULL);
    CHECK_STATUS(RUSTG_ERR_NOT_INITIALIZED, rustg_compile(&source, 1, NULL, &result, NULL));

    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", RUSTG_VERSION_MAJOR, RUSTG_VERSION_MINOR, RUSTG_VERSION_PATCH);
    CHECK(strcmp(rustg_version(), version) == 0);
    CHECK(rustg_abi_version() == RUSTG_ABI_VERSION);
    const uint32_t abi = RUSTG_ABI_VERSION, major = RUSTG_VERSION_MAJOR, minor = RUSTG_VERSION_MINOR;
    rustg_error wrong = {0};
    CHECK_STATUS(RUSTG_OK, RUSTG_CHECK_VERSION(&wrong));
    CHECK_STATUS(RUSTG_OK, rustg_check_version(abi, major, minor, RUSTG_VERSION_PATCH + 7, NULL));
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_check_version(abi + 1, major, minor, 0, &wrong));
    CHECK(strstr(wrong.message, version) && strstr(wrong.message, "ABI") && wrong.hint[0]);
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_check_version(abi, major + 1, minor, 0, NULL));
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_check_version(abi, major, minor + 1, 0, NULL));
    CHECK(strcmp(rustg_status_string((rustg_status)999), rustg_status_string(RUSTG_OK)) != 0);
}

/* A failing call must say so, name the argument, and leave no result. */
static void check_bad(const rustg_source *sources, size_t n_sources, const rustg_compile_options *options,
                      rustg_status wanted, const char *named)
{
    rustg_result *result = (rustg_result *)&folder;
    rustg_error error;
    memset(&error, 0, sizeof error);
    CHECK_STATUS(wanted, rustg_compile(sources, n_sources, options, &result, &error));
    CHECK(result == NULL);
    CHECK(error.status == wanted);
    if (!strstr(error.message, named))
        fprintf(stderr, "message is \"%s\"\n", error.message);
    CHECK(strstr(error.message, named) != NULL);
    CHECK_STATUS(wanted, rustg_compile(sources, n_sources, options, &result, NULL));
}

static void test_bad_arguments(void)
{
    rustg_source sources[4];
    rustg_error error;
    for (int i = 0; i < 4; i++)
        sources[i] = source_of("a.rs", plain_text);

    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_compile(sources, 4, NULL, NULL, &error));
    CHECK(strstr(error.message, "result") != NULL);
    check_bad(NULL, 2, NULL, RUSTG_ERR_ARGUMENT, "sources is NULL");
    check_bad(sources, (size_t)UINT32_MAX + 1, NULL, RUSTG_ERR_ARGUMENT, "n_sources");
    sources[3].edition = 2020;
    check_bad(sources, 4, NULL, RUSTG_ERR_ARGUMENT, "sources[3].edition is 2020; it must be 2015, 2018, 2021 or 2024");
    sources[3].edition = 2015;
    sources[1].name = NULL;
    check_bad(sources, 4, NULL, RUSTG_ERR_ARGUMENT, "sources[1].name");
    sources[1].name = "b.rs";

    rustg_compile_options options = cpu_options();
    options.struct_size = 0;
    check_bad(sources, 4, &options, RUSTG_ERR_ARGUMENT, "struct_size");
    options.struct_size = offsetof(rustg_compile_options, user) + sizeof options.user - 1;
    check_bad(sources, 4, &options, RUSTG_ERR_ARGUMENT, "struct_size");
    options = cpu_options();
    options.engine = (rustg_engine)17;
    check_bad(sources, 4, &options, RUSTG_ERR_ARGUMENT, "engine");
    options = cpu_options();
    options.stop_after = (rustg_stage)9;
    check_bad(sources, 4, &options, RUSTG_ERR_ARGUMENT, "stop_after");
    options = cpu_options();
    options.device = -1;
    check_bad(sources, 4, &options, RUSTG_ERR_ARGUMENT, "device");
    options = cpu_options();
    options.batch_bytes = UINT64_C(1) << 32;
    check_bad(sources, 4, &options, RUSTG_ERR_ARGUMENT, "batch_bytes");
    if (rustg_cuda_missing()[0] != 0) {
        options = cpu_options();
        options.engine = RUSTG_ENGINE_CUDA;
        check_bad(sources, 4, &options, RUSTG_ERR_NO_CUDA, rustg_cuda_missing());
    }
}

static void test_struct_size(void)
{
    struct {
        rustg_compile_options known;
        char later[64];
    } options;
    rustg_source source = source_of("a.rs", plain_text);
    rustg_result *result = NULL;
    rustg_error error;

    memset(&options, 0xEE, sizeof options);
    options.known = cpu_options();
    options.known.struct_size = sizeof options;
    memset(&error, 0x5A, sizeof error);
    CHECK_STATUS(RUSTG_OK, rustg_compile(&source, 1, &options.known, &result, &error));
    CHECK(error.message[0] == 0x5A && error.hint[0] == 0x5A); /* nothing is written on success */

    struct {
        rustg_stats known;
        char later[64];
    } stats;
    memset(&stats, 0x5A, sizeof stats);
    stats.known.struct_size = 0;
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_result_stats(result, &stats.known));
    stats.known.struct_size = sizeof stats;
    CHECK_STATUS(RUSTG_OK, rustg_result_stats(result, &stats.known));
    CHECK(stats.known.struct_size == sizeof stats && stats.later[0] == 0x5A);
    CHECK(stats.known.n_files == 1 && stats.known.n_bytes == source.n_bytes && stats.known.n_toks > 10);
    CHECK(stats.known.n_relexed == 0 && stats.known.n_diagnosed == 0);
    CHECK(stats.known.seconds_total > 0 && stats.known.seconds_total >= stats.known.seconds_lex);
    rustg_result_free(result);
}

static void test_accessor_limits(void)
{
    rustg_source source = source_of("a.rs", plain_text);
    rustg_result *result = NULL;
    rustg_file file;
    rustg_tokens tokens;
    rustg_device_tokens device;
    size_t n_diags = 7;

    rustg_compile_options options = cpu_options();
    options.leave_on_device = 1; /* means nothing to the CPU engine */
    CHECK_STATUS(RUSTG_OK, rustg_compile(&source, 1, &options, &result, NULL));
    CHECK_STATUS(RUSTG_OK, rustg_result_file(result, 0, &file));
    CHECK(file.name == source.name && file.bytes == source.bytes && file.n_bytes == source.n_bytes);
    CHECK(file.edition == 2024 && file.batch == 0 && file.base == 0 && file.first_tok == 1 && file.n_diags == 0);
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_result_file(result, 1, &file));
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_result_file(result, 0, NULL));
    CHECK_STATUS(RUSTG_OK, rustg_result_tokens(result, 0, &tokens));
    CHECK(tokens.n_toks == (size_t)file.n_toks + 2);
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_result_tokens(result, 1, &tokens));
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_result_tokens(result, 0, NULL));
    CHECK_STATUS(RUSTG_ERR_NO_CUDA, rustg_result_device_tokens(result, 0, &device));
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_result_device_tokens(result, 1, &device));
    rustg_result_diagnostics(result, &n_diags);
    CHECK(n_diags == 0);
    CHECK(rustg_result_engine(result) == RUSTG_ENGINE_CPU);
    CHECK(strcmp(rustg_result_message(result), "no errors") == 0);
    rustg_result_free(result);

    rustg_result_free(NULL);
    CHECK(rustg_result_n_files(NULL) == 0 && rustg_result_n_batches(NULL) == 0 && !rustg_result_success(NULL));
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_result_file(NULL, 0, &file));
}

/* The whole result against the plain lexer, file by file, and the rules of a batch's layout. */
static void check_result(const rustg_result *result, const rustg_source *sources, size_t n_sources,
                         uint64_t batch_bytes)
{
    size_t n_toks_seen = 1;
    uint32_t batch = 0, end = 0;
    rustg_tokens tokens;
    memset(&tokens, 0, sizeof tokens);

    CHECK(rustg_result_n_files(result) == n_sources);
    for (size_t i = 0; i < n_sources; i++) {
        rustg_file file;
        CHECK_STATUS(RUSTG_OK, rustg_result_file(result, i, &file));
        CHECK(file.n_bytes == sources[i].n_bytes);
        CHECK(file.n_bytes == 0 || memcmp(file.bytes, sources[i].bytes, file.n_bytes) == 0);
        uint32_t slot = (uint32_t)((file.n_bytes + LEX_FILE_GAP + LEX_FILE_ALIGN - 1) & ~(size_t)(LEX_FILE_ALIGN - 1));
        if (file.batch != batch) {
            CHECK(file.batch == batch + 1 && file.base == 0);
            CHECK((uint64_t)end + slot > batch_bytes); /* it did not fit the batch before */
            CHECK(tokens.n_toks == n_toks_seen);
            batch = file.batch;
            end = 0;
            n_toks_seen = 1;
        }
        CHECK_STATUS(RUSTG_OK, rustg_result_tokens(result, batch, &tokens));
        CHECK(tokens.kind[0] == 0 && tokens.flags[0] == 0 && tokens.start[0] == 0 && tokens.end[0] == 0);
        CHECK(file.base == end);
        CHECK(end == 0 || (uint64_t)end + slot <= batch_bytes);
        end += slot;
        CHECK(file.first_tok == n_toks_seen);
        n_toks_seen += (size_t)file.n_toks + 1;
        CHECK(n_toks_seen <= tokens.n_toks);

        size_t room = lex_max_toks(file.n_bytes);
        lex_tokens wanted = {malloc(room), malloc(room), malloc(room * 4), malloc(room * 4)};
        size_t n = lex_scalar_file(file.bytes, (uint32_t)file.n_bytes, file.edition, file.base, wanted);
        CHECK(n == (size_t)file.n_toks + 1);
        if (n == (size_t)file.n_toks + 1) {
            CHECK(memcmp(wanted.kind, tokens.kind + file.first_tok, n) == 0);
            CHECK(memcmp(wanted.flags, tokens.flags + file.first_tok, n) == 0);
            CHECK(memcmp(wanted.start, tokens.start + file.first_tok, n * 4) == 0);
            CHECK(memcmp(wanted.end, tokens.end + file.first_tok, n * 4) == 0);
        }
        free(wanted.kind);
        free(wanted.flags);
        free(wanted.start);
        free(wanted.end);
    }
    CHECK(n_sources == 0 || tokens.n_toks == n_toks_seen);
    CHECK(rustg_result_n_batches(result) == (n_sources ? (size_t)batch + 1 : 0));

    size_t n_diags;
    const rustg_diagnostic *diags = rustg_result_diagnostics(result, &n_diags);
    size_t next = 0;
    for (size_t i = 0; i < n_sources; i++) {
        rustg_file file;
        rustg_result_file(result, i, &file);
        CHECK(file.first_diag == next);
        for (uint32_t d = 0; d < file.n_diags; d++, next++) {
            CHECK(next < n_diags && diags[next].file == i);
            CHECK(d == 0 || diags[next].start >= diags[next - 1].start);
        }
    }
    CHECK(next == n_diags && rustg_result_success(result) == (n_diags == 0));
}

/* Same partition, arrays and diagnostics. */
static void check_same(const rustg_result *a, const rustg_result *b)
{
    size_t n_a, n_b;
    const rustg_diagnostic *diags_a = rustg_result_diagnostics(a, &n_a), *diags_b = rustg_result_diagnostics(b, &n_b);
    CHECK(n_a == n_b && same_diagnostics(diags_a, diags_b, n_a));
    CHECK(strcmp(rustg_result_message(a), rustg_result_message(b)) == 0);
    CHECK(rustg_result_n_batches(a) == rustg_result_n_batches(b));
    for (size_t i = 0; i < rustg_result_n_batches(a); i++) {
        rustg_tokens x, y;
        CHECK_STATUS(RUSTG_OK, rustg_result_tokens(a, i, &x));
        CHECK_STATUS(RUSTG_OK, rustg_result_tokens(b, i, &y));
        CHECK(x.n_toks == y.n_toks);
        if (x.n_toks != y.n_toks)
            continue;
        CHECK(memcmp(x.kind, y.kind, x.n_toks) == 0 && memcmp(x.flags, y.flags, x.n_toks) == 0);
        CHECK(memcmp(x.start, y.start, x.n_toks * 4) == 0 && memcmp(x.end, y.end, x.n_toks * 4) == 0);
        rustg_ast t, u;
        CHECK(rustg_result_ast(a, i, &t) == rustg_result_ast(b, i, &u));
        if (rustg_result_ast(a, i, &t) != RUSTG_OK || rustg_result_ast(b, i, &u) != RUSTG_OK)
            continue;
        CHECK(t.n_nodes == u.n_nodes);
        if (t.n_nodes != u.n_nodes)
            continue;
        const size_t n = t.n_nodes;
        CHECK(memcmp(t.kind, u.kind, n) == 0 && memcmp(t.tok, u.tok, n * 4) == 0);
        CHECK(memcmp(t.start, u.start, n * 4) == 0 && memcmp(t.end, u.end, n * 4) == 0);
        CHECK(memcmp(t.next, u.next, n * 4) == 0 && memcmp(t.parent, u.parent, n * 4) == 0);
    }
}

/* So many threads give the result that one gave. */
static void check_threads(const rustg_result *one, const rustg_source *sources, size_t n_sources,
                          rustg_compile_options options, uint32_t n_threads)
{
    rustg_result *many = NULL;
    options.n_threads = n_threads;
    CHECK_STATUS(RUSTG_OK, rustg_compile(sources, n_sources, &options, &many, NULL));
    check_same(one, many);
    rustg_result_free(many);
}

static void test_empty(void)
{
    rustg_result *result = NULL;
    CHECK_STATUS(RUSTG_OK, rustg_compile(NULL, 0, NULL, &result, NULL));
    CHECK(rustg_result_success(result) && strcmp(rustg_result_message(result), "no errors") == 0);
    check_result(result, NULL, 0, 1);
    rustg_result_free(result);

    rustg_source sources[3] = {
        {"a", (const uint8_t *)"", 0, 0}, {"b", (const uint8_t *)"", 0, 2015}, {"c", (const uint8_t *)"", 0, 2018}};
    CHECK_STATUS(RUSTG_OK, rustg_compile(sources, 3, NULL, &result, NULL));
    check_result(result, sources, 3, UINT64_C(1) << 28);
    CHECK(rustg_result_success(result));
    rustg_tokens tokens;
    CHECK_STATUS(RUSTG_OK, rustg_result_tokens(result, 0, &tokens));
    CHECK(tokens.n_toks == 4 && tokens.kind[1] == RUSTG_TOK_EOF && tokens.kind[3] == RUSTG_TOK_EOF);
    rustg_result_free(result);
}

/* Files of many sizes, some with errors; the same ones each run. */
static rustg_source *make_sources(size_t n_sources, uint64_t seed)
{
    static const char *const pieces[] = {"fn f(x: u32) -> u32 { x + 1 }\n",
                                         "/* c /* d */ */ ",
                                         "let s = \"a\\\"b\";\n",
                                         "r#\"raw\"# 'a' 'b: 1.0e5f32 0x_f\n",
                                         "//! inner\n",
                                         "/// outer\n",
                                         "\n\n    ",
                                         "a.b.0.1 >>= ..= && ",
                                         "\xC3\xA9t\xC3\xA9 ",
                                         "b'\\n' c\"x\" br##\"y\"## "};
    static const char *const faults[] = {"0b12 ", "'' ", "\"\\q\" ", "\x01 ", "0x ", "1e "};
    rustg_source *sources = calloc(n_sources, sizeof *sources);
    for (size_t i = 0; i < n_sources; i++) {
        test_random_mmix(&seed);
        size_t n_pieces = (seed >> 33) % (i % 61 == 0 ? 40000 : i % 7 == 0 ? 300 : 12);
        char *text = malloc(n_pieces * 40 + 1), *at = text;
        for (size_t p = 0; p < n_pieces; p++) {
            test_random_mmix(&seed);
            bool fault = (seed >> 40) % 500 == 0;
            const char *piece = fault ? faults[(seed >> 33) % 6] : pieces[(seed >> 33) % 10];
            memcpy(at, piece, strlen(piece));
            at += strlen(piece);
        }
        sources[i].name = "made.rs";
        sources[i].bytes = (const uint8_t *)text;
        sources[i].n_bytes = (size_t)(at - text);
        sources[i].edition = (uint32_t[]){0, 2015, 2018, 2021, 2024}[i % 5];
    }
    return sources;
}

static void free_sources(rustg_source *sources, size_t n_sources)
{
    for (size_t i = 0; i < n_sources; i++)
        free((void *)(uintptr_t)sources[i].bytes);
    free(sources);
}

static void test_many_files(void)
{
    const size_t n_sources = 700;
    rustg_source *sources = make_sources(n_sources, 1);
    rustg_compile_options options = cpu_options();
    static const uint64_t batch_bytes[] = {1, 64, 4096, 100000, 3000000, 0};
    for (size_t b = 0; b < sizeof batch_bytes / sizeof batch_bytes[0]; b++) {
        rustg_result *one = NULL;
        options.batch_bytes = batch_bytes[b];
        options.n_threads = 1;
        CHECK_STATUS(RUSTG_OK, rustg_compile(sources, n_sources, &options, &one, NULL));
        check_result(one, sources, n_sources, batch_bytes[b] ? batch_bytes[b] : UINT64_C(1) << 28);
        CHECK(!rustg_result_success(one) && strncmp(rustg_result_message(one), "made.rs:", 8) == 0);
        for (uint32_t n_threads = 2; n_threads <= 32; n_threads *= 2)
            check_threads(one, sources, n_sources, options, n_threads);
        rustg_result_free(one);
    }
    free_sources(sources, n_sources);
}

/* Large files between small ones: threads meet places that are known late. */
static void test_large_files(void)
{
    enum { N = 12 };
    rustg_source *made = make_sources(62, 3), sources[N];
    rustg_compile_options options = cpu_options();
    rustg_result *one = NULL;
    for (size_t i = 0; i < N; i++) {
        const rustg_source *piece = &made[i % 3 == 0 ? 61 : 56];
        size_t n_copies = i % 3 == 0 ? (5000000 / (piece->n_bytes + 1)) + 1 : i;
        char *text = malloc(n_copies * piece->n_bytes + 1);
        for (size_t c = 0; c < n_copies; c++)
            memcpy(text + c * piece->n_bytes, piece->bytes, piece->n_bytes);
        sources[i] = *piece;
        sources[i].bytes = (const uint8_t *)text;
        sources[i].n_bytes = n_copies * piece->n_bytes;
    }
    options.n_threads = 1;
    CHECK_STATUS(RUSTG_OK, rustg_compile(sources, N, &options, &one, NULL));
    check_result(one, sources, N, UINT64_C(1) << 28);
    for (uint32_t n_threads = 2; n_threads <= 8; n_threads++)
        check_threads(one, sources, N, options, n_threads);
    rustg_result_free(one);
    for (size_t i = 0; i < N; i++)
        free((void *)(uintptr_t)sources[i].bytes);
    free_sources(made, 62);
}

/* Trees of many middling files behind a large one, where threads hold more than they have room for, and of a file that
 * is nothing but nodes, so that the arrays reserved for all of them are too small. */
static void test_held_trees(void)
{
    static const char function[] = "fn f(a: u32) -> u32 { let b = a * 3; b + 1 }\n", sum[] = "+1";
    enum { N = 48 };
    for (int dense = 0; dense <= 1; dense++) {
        rustg_source sources[N];
        rustg_compile_options options = cpu_options();
        rustg_result *one = NULL;
        for (size_t i = 0; i < N; i++) {
            const char *piece = dense && i % 5 == 2 ? sum : function;
            const size_t length = strlen(piece), n = (i ? 100000 + 7000 * (i % 9) : 6000000) / length;
            const char *before = piece == sum ? "const A: u32 = 0" : "", *behind = piece == sum ? ";" : "";
            char *text = malloc(n * length + 32), *at = text + sprintf(text, "%s", before);
            for (size_t c = 0; c < n; c++, at += length)
                memcpy(at, piece, length);
            at += sprintf(at, "%s", behind);
            sources[i] = (rustg_source){"made.rs", (const uint8_t *)text, (size_t)(at - text), 2021};
        }
        options.n_threads = 1;
        CHECK_STATUS(RUSTG_OK, rustg_compile(sources, N, &options, &one, NULL));
        CHECK(rustg_result_success(one));
        for (uint32_t n_threads = 2; n_threads <= 16; n_threads *= 2)
            check_threads(one, sources, N, options, n_threads);
        rustg_result_free(one);
        for (size_t i = 0; i < N; i++)
            free((void *)(uintptr_t)sources[i].bytes);
    }
}

static void test_odd_bytes(void)
{
    static const char with_nul[] = "let a\0b = 1;";
    static const char not_utf8[] = "let \xFF\xFE = \"\xC3\"; fn \xE2\x82";
    rustg_source sources[2] = {{"nul.rs", (const uint8_t *)with_nul, sizeof with_nul - 1, 0},
                               {"utf8.rs", (const uint8_t *)not_utf8, sizeof not_utf8 - 1, 0}};
    rustg_compile_options options = cpu_options();
    rustg_result *result = NULL;
    options.stop_after = RUSTG_STAGE_TOKENS;
    CHECK_STATUS(RUSTG_OK, rustg_compile(sources, 2, &options, &result, NULL));
    check_result(result, sources, 2, UINT64_C(1) << 28);
    for (size_t i = 0; i < 2; i++) {
        rustg_file file;
        rustg_tokens tokens;
        CHECK_STATUS(RUSTG_OK, rustg_result_file(result, i, &file));
        CHECK_STATUS(RUSTG_OK, rustg_result_tokens(result, file.batch, &tokens));
        CHECK(file.n_diags > 0 && file.n_toks > 3);
        CHECK(tokens.kind[file.first_tok] == RUSTG_TOK_KW_LET);
    }
    CHECK(strstr(rustg_result_message(result), "nul.rs:1:6: ") != NULL);
    rustg_result_free(result);
}

static void *feed_pipe(void *path)
{
    int fd = open((const char *)path, O_WRONLY);
    for (int i = 0; fd >= 0 && i < 5000; i++) {
        if (write(fd, plain_text, sizeof plain_text - 1) != (ssize_t)sizeof plain_text - 1)
            break;
    }
    if (fd >= 0)
        close(fd);
    return NULL;
}

static void test_paths(void)
{
    rustg_source sources[8];
    rustg_result *result = NULL;
    pthread_t writer;
    memset(sources, 0, sizeof sources);

    char *large = malloc(3000000);
    memset(large, ' ', 3000000);
    memcpy(large + 2999990, "fn a() { }", 10);
    sources[0].name = path_in_folder("plain.rs");
    sources[1].name = path_in_folder("missing.rs");
    sources[2].name = path_in_folder("large.rs");
    sources[3].name = folder; /* a directory */
    sources[4].name = path_in_folder("empty.rs");
    sources[5].name = path_in_folder("pipe.rs");
    sources[6].name = path_in_folder("sparse.rs");
    sources[7] = source_of("memory.rs", plain_text);
    write_file(sources[0].name, plain_text, sizeof plain_text - 1);
    write_file(sources[2].name, large, 3000000);
    write_file(sources[4].name, "", 0);
    write_file(sources[6].name, "", 0);
    CHECK(truncate(sources[6].name, (off_t)5 << 30) == 0);
    CHECK(mkfifo(sources[5].name, 0600) == 0);
    CHECK(pthread_create(&writer, NULL, feed_pipe, (void *)(uintptr_t)sources[5].name) == 0);
    CHECK_STATUS(RUSTG_OK, rustg_compile(sources, 8, NULL, &result, NULL));
    pthread_join(writer, NULL);

    static const size_t n_bytes[8] = {sizeof plain_text - 1, 0, 3000000, 0, 0, 5000 * (sizeof plain_text - 1), 0,
                                      sizeof plain_text - 1};
    static const uint32_t n_diags[8] = {0, 1, 0, 1, 0, 0, 1, 0};
    rustg_file file[8];
    size_t n_all;
    const rustg_diagnostic *diags = rustg_result_diagnostics(result, &n_all);
    CHECK(n_all == 3 && !rustg_result_success(result));
    for (size_t i = 0; i < 8; i++) {
        CHECK_STATUS(RUSTG_OK, rustg_result_file(result, i, &file[i]));
        CHECK(file[i].n_bytes == n_bytes[i] && file[i].n_diags == n_diags[i] && file[i].bytes != NULL);
        CHECK((file[i].n_toks > 0) == (n_bytes[i] > 0));
    }
    CHECK(memcmp(file[2].bytes, large, 3000000) == 0);
    CHECK(file[5].n_toks == 5000 * file[0].n_toks && file[7].n_toks == file[0].n_toks);
    CHECK(diags[0].kind == RUSTG_DIAG_FILE_UNREADABLE && diags[0].argument == ENOENT);
    CHECK(diags[1].kind == RUSTG_DIAG_FILE_UNREADABLE && diags[1].argument == EISDIR);
    CHECK(diags[2].kind == RUSTG_DIAG_FILE_TOO_LONG);
    char message[1200];
    snprintf(message, sizeof message, "%s: couldn't read `%s`: ", sources[1].name, sources[1].name);
    CHECK(strncmp(rustg_result_message(result), message, strlen(message)) == 0);
    rustg_result_free(result);

    rustg_source too_long = {"long.rs", (const uint8_t *)plain_text, SIZE_MAX, 0}; /* must not be looked at */
    CHECK_STATUS(RUSTG_OK, rustg_compile(&too_long, 1, NULL, &result, NULL));
    diags = rustg_result_diagnostics(result, &n_all);
    CHECK(n_all == 1 && diags[0].kind == RUSTG_DIAG_FILE_TOO_LONG);
    rustg_result_free(result);
    for (int i = 0; i < 7; i++) {
        if (i != 1 && i != 3)
            unlink(sources[i].name);
    }
    free(large);
}

typedef struct progress_log {
    pthread_t caller;
    int n_calls, cancel_at;
    uint64_t last, total;
} progress_log;

static int log_progress(void *user, uint64_t bytes_done, uint64_t bytes_total)
{
    progress_log *log = (progress_log *)user;
    CHECK(pthread_equal(log->caller, pthread_self()));
    CHECK(bytes_done >= log->last && bytes_done <= bytes_total);
    CHECK(log->n_calls == 0 || bytes_total == log->total);
    log->last = bytes_done;
    log->total = bytes_total;
    return ++log->n_calls == log->cancel_at;
}

/* Files that the library reads come in smaller batches than bytes in memory, unless the caller says how large. */
static void test_file_batches(void)
{
    enum { N = 3, N_BYTES = 17 << 20 };
    rustg_source paths[N], texts[N];
    rustg_compile_options options = cpu_options();
    char *blanks = malloc(N_BYTES);
    const char *path = path_in_folder("blank.rs");
    write_file(path, memset(blanks, ' ', N_BYTES), N_BYTES);
    for (size_t i = 0; i < N; i++) {
        paths[i] = (rustg_source){path, NULL, 0, 2024};
        texts[i] = (rustg_source){"blank.rs", (const uint8_t *)blanks, N_BYTES, 2024};
    }
    const struct {
        const rustg_source *sources;
        uint64_t batch_bytes;
        size_t n_batches;
    } rows[] = {{paths, 0, 3}, {texts, 0, 1}, {paths, UINT64_C(256) << 20, 1}, {texts, 16 << 20, 3}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rustg_result *result = NULL;
        options.batch_bytes = rows[i].batch_bytes;
        CHECK_STATUS(RUSTG_OK, rustg_compile(rows[i].sources, N, &options, &result, NULL));
        CHECK(rustg_result_n_batches(result) == rows[i].n_batches);
        rustg_result_free(result);
    }
    free(blanks);
}

static void test_progress(void)
{
    const size_t n_sources = 200;
    rustg_source *sources = make_sources(n_sources, 2);
    rustg_compile_options options = cpu_options();
    uint64_t n_bytes = 0;
    for (size_t i = 0; i < n_sources; i++)
        n_bytes += sources[i].n_bytes;
    for (uint32_t n_threads = 1; n_threads <= 4; n_threads++) {
        progress_log log = {pthread_self(), 0, 0, 0, 0};
        rustg_result *result = NULL;
        options.n_threads = n_threads;
        options.batch_bytes = 1 << 20;
        options.progress = log_progress;
        options.user = &log;
        CHECK_STATUS(RUSTG_OK, rustg_compile(sources, n_sources, &options, &result, NULL));
        CHECK(log.n_calls > 1 && log.last == n_bytes && log.total == n_bytes);
        rustg_result_free(result);
        int n_calls = n_threads == 1 ? log.n_calls : 4;
        for (int at = 1; at <= n_calls; at += 1 + n_calls / 16) {
            rustg_error error;
            result = NULL;
            log.n_calls = 0;
            log.last = 0;
            log.cancel_at = at;
            rustg_status status = rustg_compile(sources, n_sources, &options, &result, &error);
            /* Only the caller's thread calls, which on a busy machine may get less of the work than at other times. */
            if (status == RUSTG_OK && n_threads > 1) {
                CHECK(log.n_calls < at);
                rustg_result_free(result);
                continue;
            }
            CHECK(status == RUSTG_ERR_CANCELLED);
            CHECK(result == NULL && log.n_calls == at && error.message[0] != 0);
        }
    }
    free_sources(sources, n_sources);
}

static void test_devices(void)
{
    rustg_device_info info;
    rustg_error error;
    memset(&info, 0, sizeof info);
    size_t n_devices = rustg_device_count();
    CHECK(n_devices >= 1);
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_device_info_get(0, &info, &error));
    CHECK(strstr(error.message, "struct_size") != NULL);
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_device_info_get(0, NULL, &error));
    info.struct_size = sizeof info;
    CHECK_STATUS(RUSTG_OK, rustg_device_info_get(0, &info, &error));
    CHECK(info.backend == RUSTG_BACKEND_CPU && info.usable && info.name[0] != 0 && info.n_multiprocessors >= 1);
    CHECK(strcmp(info.reason, lex_cpu_isa()) == 0 && info.struct_size == sizeof info);
    CHECK(info.memory_total >= info.memory_free);
    CHECK_STATUS(RUSTG_ERR_DEVICE, rustg_device_info_get(n_devices, &info, &error));
    CHECK(rustg_cuda_missing() != NULL && (n_devices == 1) == (rustg_cuda_missing()[0] != 0));
}

int main(void)
{
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/rustg_api_XXXXXX", temporary ? temporary : "/tmp");
    if (!mkdtemp(folder)) {
        fprintf(stderr, "cannot make %s: %s\n", folder, strerror(errno));
        return 1;
    }
    test_initialize();
    CHECK_STATUS(RUSTG_OK, rustg_initialize(NULL, NULL));
    test_bad_arguments();
    test_struct_size();
    test_accessor_limits();
    test_empty();
    test_many_files();
    test_large_files();
    test_held_trees();
    test_odd_bytes();
    test_paths();
    test_file_batches();
    test_progress();
    test_devices();
    rustg_shutdown();
    rmdir(folder);
    return check_exit();
}
