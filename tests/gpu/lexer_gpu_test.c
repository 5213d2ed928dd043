/* lexer_gpu_test.c: the CUDA engine gives the CPU engine's bytes: arrays and diagnostics, over odd inputs of all sizes,
 * random ones, the worst cases, and the sources under the folder in RUSTG_CORPUS_DIR. Exits 77 where there is no
 * device. */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../lexer/lexer_fragments.h"
#include "diagnostics/same_diagnostics.h"
#include "rustg/rustg.h"

static long n_checks, n_failures;

static void fail(const char *what, const char *detail)
{
    n_failures++;
    if (n_failures <= 20)
        printf("FAIL %s: %s\n", what, detail);
}

static void must(int condition, const char *what, const char *detail)
{
    n_checks++;
    if (!condition)
        fail(what, detail);
}

static rustg_result *compile(const rustg_source *sources, size_t n, rustg_engine engine, uint64_t batch_bytes,
                             const char *what)
{
    rustg_compile_options options = {
        .struct_size = sizeof options, .engine = engine, .batch_bytes = batch_bytes, .stop_after = RUSTG_STAGE_TOKENS};
    rustg_result *result = NULL;
    rustg_error error = {0};
    rustg_status status = rustg_compile(sources, n, &options, &result, &error);
    if (status != RUSTG_OK) {
        printf("FAIL %s: status %d: %s (%s)\n", what, (int)status, error.message, error.hint);
        exit(1);
    }
    return result;
}

static void compare_tokens(const rustg_result *cpu, const rustg_result *gpu, size_t batch, const char *what)
{
    rustg_tokens a, b;
    char detail[160];
    if (rustg_result_tokens(cpu, batch, &a) != RUSTG_OK || rustg_result_tokens(gpu, batch, &b) != RUSTG_OK) {
        fail(what, "no tokens");
        return;
    }
    n_checks++;
    size_t n = a.n_toks < b.n_toks ? a.n_toks : b.n_toks;
    for (size_t i = 0; i < n; i++) {
        if (a.kind[i] == b.kind[i] && a.flags[i] == b.flags[i] && a.start[i] == b.start[i] && a.end[i] == b.end[i])
            continue;
        snprintf(detail, sizeof detail, "batch %zu token %zu: cpu %u..%u %s %u, cuda %u..%u %s %u", batch, i,
                 a.start[i], a.end[i], rustg_token_kind_name(a.kind[i]), a.flags[i], b.start[i], b.end[i],
                 rustg_token_kind_name(b.kind[i]), b.flags[i]);
        fail(what, detail);
        return;
    }
    if (a.n_toks != b.n_toks) {
        snprintf(detail, sizeof detail, "batch %zu: cpu %zu tokens, cuda %zu", batch, a.n_toks, b.n_toks);
        fail(what, detail);
    }
}

static void compare(const rustg_source *sources, size_t n, uint64_t batch_bytes, const char *what)
{
    rustg_result *cpu = compile(sources, n, RUSTG_ENGINE_CPU, batch_bytes, what);
    rustg_result *gpu = compile(sources, n, RUSTG_ENGINE_CUDA, batch_bytes, what);
    size_t n_cpu, n_gpu;
    const rustg_diagnostic *a = rustg_result_diagnostics(cpu, &n_cpu), *b = rustg_result_diagnostics(gpu, &n_gpu);
    must(rustg_result_engine(gpu) == RUSTG_ENGINE_CUDA, what, "not run on CUDA");
    must(n_cpu == n_gpu, what, "different numbers of diagnostics");
    must(n_cpu != n_gpu || same_diagnostics(a, b, n_cpu), what, "different diagnostics");
    must(rustg_result_n_batches(cpu) == rustg_result_n_batches(gpu), what, "different batches");
    for (size_t i = 0; i < rustg_result_n_batches(cpu) && i < rustg_result_n_batches(gpu); i++)
        compare_tokens(cpu, gpu, i, what);
    for (size_t i = 0; i < n; i++) {
        rustg_file x, y;
        rustg_result_file(cpu, i, &x);
        rustg_result_file(gpu, i, &y);
        n_checks++;
        if (x.batch != y.batch || x.base != y.base || x.first_tok != y.first_tok || x.n_toks != y.n_toks ||
            x.first_diag != y.first_diag || x.n_diags != y.n_diags) {
            fail(what, sources[i].name);
            break;
        }
    }
    rustg_result_free(cpu);
    rustg_result_free(gpu);
}

/* Random sources, many a batch, of lengths around chunks and tiles. */
static void test_random_sources(int n_rounds)
{
    static const uint32_t editions[] = {2015, 2018, 2021, 2024};
    enum { N_SOURCES = 3000 };
    rustg_source *sources = calloc(N_SOURCES, sizeof *sources);
    for (int round = 0; round < n_rounds; round++) {
        for (size_t i = 0; i < N_SOURCES; i++) {
            size_t limit = random_next() % 8 == 0 ? 8100 + random_next() % 300 : random_next() % 400;
            uint8_t *text = malloc(limit + 64);
            size_t n = 0;
            uint32_t plain = random_next() % 4;
            while (n < limit) {
                const char *f =
                    plain && random_next() % (1 + 3 * plain) ? "ab cd " : fragments[random_next() % N_FRAGMENTS];
                size_t length = strlen(f);
                memcpy(text + n, f, length);
                n += length;
            }
            sources[i] = (rustg_source){"random", text, n, editions[random_next() % 4]};
        }
        compare(sources, N_SOURCES, 0, "random");
        compare(sources, N_SOURCES, 1 << 17, "random, small batches");
        for (size_t i = 0; i < N_SOURCES; i++)
            free((void *)sources[i].bytes);
    }
    free(sources);
}

/* One construct put at every offset around the edges of chunks and tiles. */
static void test_edges(void)
{
    static const char *const constructs[] = {"\"a\\\\\"b",
                                             "r#\"a\"b\"# c",
                                             "r##\"a\"#b\"##c",
                                             "br\"x\" y",
                                             "'a' 'b",
                                             "b'\\'' x",
                                             "// c\r\nd",
                                             "/// c\r\nd",
                                             "/* a /* b */ c */ d",
                                             "/** a */ b",
                                             "1.5e+10 x",
                                             "x.0.1.2",
                                             "0xffu8.x",
                                             "r#fn x",
                                             "'static x",
                                             "/*/ x */ y",
                                             "a\xc3\xa9\xc3\xa9 b",
                                             "\"\xe4\xb8\xad\" x",
                                             "'\xe4\xb8\xad' x",
                                             "'\\u{1F600}' x",
                                             "c\"a\" cr#\"b\"# d",
                                             "==>",
                                             "a//!b\nc",
                                             "/**/x",
                                             "/***/x",
                                             "1..2",
                                             "1.e5",
                                             "\"a\"u8 b"};
    enum { N_CONSTRUCTS = sizeof constructs / sizeof constructs[0], N_OFFSETS = 200 };
    rustg_source *sources = calloc(N_CONSTRUCTS * N_OFFSETS * 2, sizeof *sources);
    size_t n = 0;
    for (size_t c = 0; c < N_CONSTRUCTS; c++)
        for (size_t o = 0; o < N_OFFSETS * 2; o++) {
            size_t pad = o < N_OFFSETS ? o : 8192 - N_OFFSETS + 2 * (o - N_OFFSETS) - N_OFFSETS;
            size_t length = strlen(constructs[c]);
            uint8_t *text = malloc(pad + length);
            memset(text, o % 3 ? ' ' : 'x', pad);
            memcpy(text + pad, constructs[c], length);
            sources[n++] = (rustg_source){constructs[c], text, pad + length, o % 2 ? 2021 : 2018};
        }
    compare(sources, n, 0, "edges");
    for (size_t i = 0; i < n; i++) {
        if (i < 64)
            compare(&sources[i * 131 % n], 1, 0, "edges, alone");
    }
    for (size_t i = 0; i < n; i++)
        free((void *)sources[i].bytes);
    free(sources);
}

static void test_repeated(const char *what, const char *before, const char *unit, const char *after, size_t n_bytes)
{
    size_t length = strlen(unit), n_before = strlen(before), n_after = strlen(after);
    size_t n_units = n_bytes / length;
    uint8_t *text = malloc(n_before + n_units * length + n_after);
    memcpy(text, before, n_before);
    for (size_t i = 0; i < n_units; i++)
        memcpy(text + n_before + i * length, unit, length);
    memcpy(text + n_before + n_units * length, after, n_after);
    rustg_source source = {what, text, n_before + n_units * length + n_after, 2021};
    compare(&source, 1, 0, what);
    free(text);
}

static void test_worst(size_t n_bytes)
{
    test_repeated("comment", "/*", "lorem ipsum ", "*/ x", n_bytes);
    test_repeated("nested comment", "", "/*", " x", n_bytes / 64);
    test_repeated("backslashes", "\"", "\\\\", "\" x", n_bytes);
    test_repeated("array", "[", "1,", "]", n_bytes);
    test_repeated("sum", "1", "+1", ";", n_bytes);
    test_repeated("nesting", "", "((((((((", "", n_bytes / 8);
    test_repeated("bangs", "", "!!!!!!!!", "x", n_bytes);
    test_repeated("braces", "", "{", "", n_bytes / 8);
    test_repeated("word", "", "abcdefgh", "", n_bytes / 8);
    test_repeated("digits", "", "12345678", ".5", n_bytes / 64);
    test_repeated("dots", "x", ".0", "", n_bytes / 64);
    test_repeated("quotes", "", "\"a\"", "", n_bytes / 8);
    test_repeated("hashes", "", "#", "\"", n_bytes / 256);
    test_repeated("lines", "", "/// x\r\n", "", n_bytes);
    test_repeated("white space", "", "    \n   ", "x", n_bytes);
}

static void collect(const char *folder, rustg_source **sources, size_t *n, size_t *capacity)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;
    if (!dir)
        return;
    while ((entry = readdir(dir))) {
        char path[4096];
        struct stat info;
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (lstat(path, &info) != 0)
            continue;
        size_t length = strlen(path);
        if (S_ISDIR(info.st_mode)) {
            collect(path, sources, n, capacity);
        } else if (S_ISREG(info.st_mode) && length > 3 && strcmp(path + length - 3, ".rs") == 0) {
            if (*n == *capacity) {
                *capacity = *capacity ? 2 * *capacity : 1024;
                *sources = realloc(*sources, *capacity * sizeof **sources);
            }
            (*sources)[(*n)++] = (rustg_source){strdup(path), NULL, 0, 2021};
        }
    }
    closedir(dir);
}

static void test_corpus(const char *folder)
{
    static const uint32_t editions[] = {2021, 2015, 2018, 2024};
    rustg_source *sources = NULL;
    size_t n = 0, capacity = 0;
    collect(folder, &sources, &n, &capacity);
    must(n > 0, "corpus", "no files");
    for (int e = 0; e < 4; e++) {
        for (size_t i = 0; i < n; i++)
            sources[i].edition = editions[e];
        compare(sources, n, e % 2 ? 24 << 20 : 0, "corpus");
    }
    rustg_result *gpu = compile(sources, n, RUSTG_ENGINE_CUDA, 0, "corpus");
    rustg_stats stats = {.struct_size = sizeof stats};
    rustg_result_stats(gpu, &stats);
    printf("corpus: %zu files, %llu bytes, %llu tokens, %llu files lexed again, %llu diagnosed\n", n,
           (unsigned long long)stats.n_bytes, (unsigned long long)stats.n_toks, (unsigned long long)stats.n_relexed,
           (unsigned long long)stats.n_diagnosed);
    rustg_result_free(gpu);
    for (size_t i = 0; i < n; i++)
        free((void *)sources[i].name);
    free(sources);
}

/* Sources in page-locked memory, which the device reads itself: side by side, apart, and one of them elsewhere. */
static void test_page_locked(void)
{
    enum { N_SOURCES = 2000, MOST_BYTES = 20000 };
    static const uint32_t aparts[] = {0, 7, 5000};
    rustg_source *sources = calloc(N_SOURCES, sizeof *sources);
    rustg_context *context = NULL;
    rustg_pinned *pinned = NULL;
    uint8_t elsewhere[MOST_BYTES];
    if (rustg_context_open(RUSTG_BACKEND_CUDA, 0, NULL, &context, NULL) != RUSTG_OK ||
        rustg_pinned_allocate(context, (uint64_t)N_SOURCES * (MOST_BYTES + 5000), &pinned, NULL) != RUSTG_OK) {
        fail("page-locked", "no memory");
        return;
    }
    for (size_t a = 0; a < sizeof aparts / sizeof *aparts; a++) {
        uint8_t *to = rustg_pinned_pointer(pinned);
        for (size_t i = 0; i < N_SOURCES; i++) {
            const size_t limit = random_next() % (random_next() % 16 ? 900 : MOST_BYTES - 100);
            size_t n = i % 50 == 0 ? (size_t)sprintf((char *)to, "#!/bin/a b%zu\n", i) : 0;
            while (n < limit) {
                const char *f = random_next() % 4 ? "ab cd " : fragments[random_next() % N_FRAGMENTS];
                memcpy(to + n, f, strlen(f));
                n += strlen(f);
            }
            sources[i] = (rustg_source){"page-locked", to, n, 2021};
            to += n + aparts[a];
        }
        compare(sources, N_SOURCES, 0, "page-locked");
        compare(sources, N_SOURCES, 1 << 17, "page-locked, small batches");
        const rustg_source own = sources[N_SOURCES / 2];
        sources[N_SOURCES / 2].bytes = memcpy(elsewhere, own.bytes, own.n_bytes);
        compare(sources, N_SOURCES, 0, "page-locked but for one");
        compare(&own, 1, 0, "page-locked, one");
    }
    rustg_pinned_free(pinned);
    rustg_context_close(context);
    free(sources);
}

static void test_left_on_device(void)
{
    static const char text[] = "fn main() { println!(\"{}\", 1 + 2); }";
    rustg_source source = {"device", (const uint8_t *)text, sizeof text - 1, 2021};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CUDA, .leave_on_device = 1};
    rustg_result *result = NULL;
    rustg_device_tokens device;
    rustg_tokens host;
    must(rustg_compile(&source, 1, &options, &result, NULL) == RUSTG_OK, "left on device", "compile");
    must(rustg_result_device_tokens(result, 0, &device) == RUSTG_OK, "left on device", "no arrays");
    must(device.d_kind && device.d_start && device.d_end && device.d_flags && device.d_source, "left on device",
         "null");
    must(device.n_toks == 18, "left on device", "wrong number of tokens");
    must(rustg_result_tokens(result, 0, &host) == RUSTG_ERR_DEVICE, "left on device", "host arrays");
    rustg_result_free(result);
}

int main(void)
{
    /* compute-sanitizer is some hundred times slower */
    int quick = getenv("RUSTG_TEST_SMALL") != NULL;
    if (rustg_cuda_missing()[0]) {
        printf("skipped: %s\n", rustg_cuda_missing());
        return 77;
    }
    if (rustg_initialize(NULL, NULL) != RUSTG_OK)
        return 1;
    rustg_compile_options bad = {.struct_size = sizeof bad, .engine = RUSTG_ENGINE_CUDA, .device = 1000};
    rustg_result *none = NULL;
    rustg_source empty = {"empty", (const uint8_t *)"", 0, 2021};
    must(rustg_compile(&empty, 1, &bad, &none, NULL) == RUSTG_ERR_DEVICE, "device 1000", "accepted");
    compare(&empty, 1, 0, "empty");
    compare(&empty, 0, 0, "no sources");
    test_left_on_device();
    test_page_locked();
    test_edges();
    test_random_sources(quick ? 1 : 30);
    test_worst(quick ? 1 << 16 : 64 << 20);
    if (!quick && getenv("RUSTG_CORPUS_DIR"))
        test_corpus(getenv("RUSTG_CORPUS_DIR"));
    rustg_shutdown();
    printf("%ld passed, %ld failed\n", n_checks - n_failures, n_failures);
    return n_failures != 0;
}
