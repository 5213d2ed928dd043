/* mutate_test.c: real files as they are, then with tokens deleted, doubled, swapped and replaced. Every compile must
 * succeed, every tree be well formed, errors lie in the file, and one thread, many threads and the CUDA engine (where
 * there is one) agree on every byte, of large batches and of small ones.
 *   mutate_test [FOLDER...]   .rs files to mutate; default tests/parser/grammar and examples
 *   RUSTG_MUTATE_ROUNDS       rounds over the files, the first three without changes; 40
 *   RUSTG_MUTATE_SEED         first seed; 1 */
#define _GNU_SOURCE
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/test_random.h"
#include "diagnostics/same_diagnostics.h"
#include "parser/ast_check.h"
#include "rustg/device.h"

enum { MAX_FILES = 50000, BATCH = 256, MAX_BYTES = 200000 };

typedef struct text {
    char *bytes;
    size_t n_bytes, capacity;
} text;

static char *paths[MAX_FILES];
static text originals[MAX_FILES];
static size_t n_files;
static unsigned long n_failures, n_compared, n_good, n_bad;
static uint64_t state = 1;

static void stop(const char *what, const char *detail)
{
    fprintf(stderr, "mutate_test: %s: %s\n", what, detail);
    exit(1);
}

static void append(text *to, const char *bytes, size_t n)
{
    if (to->n_bytes + n > to->capacity) {
        to->capacity = 2 * (to->n_bytes + n) + 64;
        to->bytes = realloc(to->bytes, to->capacity);
        if (!to->bytes)
            stop("out of memory", "a mutated file");
    }
    if (n)
        memcpy(to->bytes + to->n_bytes, bytes, n);
    to->n_bytes += n;
}

static void read_file(const char *path)
{
    char piece[1 << 16];
    FILE *file = fopen(path, "rb");
    text *to = &originals[n_files];
    if (!file || n_files == MAX_FILES)
        stop("cannot read", path);
    for (size_t n; (n = fread(piece, 1, sizeof piece, file)) > 0;)
        append(to, piece, n);
    fclose(file);
    if (to->n_bytes == 0 || to->n_bytes > MAX_BYTES) {
        free(to->bytes);
        memset(to, 0, sizeof *to);
        return;
    }
    paths[n_files++] = strdup(path);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All .rs files below a folder, by name; a list instead of recursion. */
static void read_folder(const char *folder)
{
    char **waiting = malloc(MAX_FILES * sizeof *waiting), **found = malloc(MAX_FILES * sizeof *found);
    size_t n_waiting = 0, n_found = 0;
    if (!waiting || !found)
        stop("out of memory", folder);
    waiting[n_waiting++] = strdup(folder);
    while (n_waiting > 0) {
        char *path = waiting[--n_waiting];
        DIR *dir = opendir(path);
        if (!dir)
            stop("cannot open", path);
        for (struct dirent *entry; (entry = readdir(dir));) {
            char *below = NULL;
            size_t n = strlen(entry->d_name);
            if (entry->d_name[0] == '.' || asprintf(&below, "%s/%s", path, entry->d_name) < 0)
                continue;
            if (entry->d_type == DT_DIR && n_waiting < MAX_FILES)
                waiting[n_waiting++] = below;
            else if (n > 3 && !strcmp(entry->d_name + n - 3, ".rs") && n_found < MAX_FILES)
                found[n_found++] = below;
            else
                free(below);
        }
        closedir(dir);
        free(path);
    }
    qsort(found, n_found, sizeof *found, by_name);
    for (size_t i = 0; i < n_found; i++) {
        read_file(found[i]);
        free(found[i]);
    }
    free(waiting);
    free(found);
}

/* One to four changes to the tokens of a file; the white space between them stays. */
static void mutate(const text *from, const rustg_tokens *toks, const rustg_file *file, text *to)
{
    enum { MAX_CHANGES = 4 };
    uint32_t n = file->n_toks, at[MAX_CHANGES], other[MAX_CHANGES], kind[MAX_CHANGES];
    uint32_t n_changes = 1 + test_random_below(&state, MAX_CHANGES), done = 0;
    for (uint32_t c = 0; c < n_changes; c++) {
        at[c] = test_random_below(&state, n);
        other[c] = test_random_below(&state, 2) ? test_random_below(&state, n)
                                                : (at[c] + 1 + test_random_below(&state, 3)) % n;
        kind[c] = test_random_below(&state, 4);
    }
    to->n_bytes = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t tok = file->first_tok + i, shown = tok, times = 1;
        for (uint32_t c = 0; c < n_changes; c++) {
            if (i == at[c] && kind[c] == 0)
                times = 0;
            else if (i == at[c] && kind[c] == 1)
                times = 2;
            else if (i == at[c])
                shown = file->first_tok + other[c];
            else if (i == other[c] && kind[c] == 2)
                shown = file->first_tok + at[c];
        }
        append(to, from->bytes + done, toks->start[tok] - file->base - done);
        for (; times > 0; times--)
            append(to, from->bytes + toks->start[shown] - file->base, toks->end[shown] - toks->start[shown]);
        done = toks->end[tok] - file->base;
    }
    append(to, from->bytes + done, from->n_bytes - done);
}

static rustg_result *compile(const rustg_source *sources, size_t n, rustg_engine engine, uint32_t n_threads,
                             rustg_stage stop_after)
{
    rustg_compile_options options = {
        .struct_size = sizeof options, .engine = engine, .n_threads = n_threads, .stop_after = stop_after};
    rustg_result *result = NULL;
    rustg_error error;
    if (rustg_compile(sources, n, &options, &result, &error) != RUSTG_OK)
        stop("compile failed", error.message);
    return result;
}

static void fail(const rustg_source *source, const char *what)
{
    const char *build = getenv("RUSTG_BUILD_DIR");
    char name[1024];
    if (n_failures++ >= 10)
        return;
    snprintf(name, sizeof name, "%s/mutate_failed_%lu.rs", build ? build : ".", n_failures);
    FILE *file = fopen(name, "wb");
    if (file) {
        fwrite(source->bytes, 1, source->n_bytes, file);
        fclose(file);
    }
    printf("FAILED %s (edition %u): %s; kept as %s\n", source->name, (unsigned)source->edition, what, name);
}

static void check_file(const rustg_result *result, size_t index, const rustg_source *source)
{
    rustg_file file;
    rustg_ast ast;
    uint32_t node;
    size_t n_diags;
    const rustg_diagnostic *diags = rustg_result_diagnostics(result, &n_diags);
    if (rustg_result_file(result, index, &file) != RUSTG_OK || rustg_result_ast(result, file.batch, &ast) != RUSTG_OK) {
        fail(source, "no file or no AST");
        return;
    }
    const char *wrong = ast_check(&ast, &file, &node);
    if (wrong)
        fail(source, wrong);
    for (uint32_t d = file.first_diag; d < file.first_diag + file.n_diags; d++) {
        if (diags[d].file != index || diags[d].start > diags[d].end || diags[d].end > file.n_bytes ||
            (d > file.first_diag && diags[d].start < diags[d - 1].start))
            fail(source, "a diagnostic outside the file, or out of order");
    }
    *(file.n_diags ? &n_bad : &n_good) += 1;
}

static bool same_file(const rustg_result *a, const rustg_result *b, size_t index)
{
    rustg_file fa, fb;
    rustg_ast ta, tb;
    size_t n;
    const rustg_diagnostic *da = rustg_result_diagnostics(a, &n), *db = rustg_result_diagnostics(b, &n);
    if (rustg_result_file(a, index, &fa) || rustg_result_file(b, index, &fb) || rustg_result_ast(a, fa.batch, &ta) ||
        rustg_result_ast(b, fb.batch, &tb))
        return false;
    fa.bytes = fb.bytes = NULL;
    fa.name = fb.name = NULL;
    uint32_t first = fa.first_node, words = fa.n_nodes * 4;
    return !memcmp(&fa, &fb, sizeof fa) && !memcmp(ta.kind + first, tb.kind + first, fa.n_nodes) &&
           !memcmp(ta.tok + first, tb.tok + first, words) && !memcmp(ta.start + first, tb.start + first, words) &&
           !memcmp(ta.end + first, tb.end + first, words) && !memcmp(ta.next + first, tb.next + first, words) &&
           !memcmp(ta.parent + first, tb.parent + first, words) &&
           (fa.n_diags == 0 || same_diagnostics(da + fa.first_diag, db + fb.first_diag, fa.n_diags));
}

static void compare(const rustg_result *a, rustg_result *b, const rustg_source *sources, size_t n, const char *what)
{
    for (size_t i = 0; i < n; i++) {
        if (!same_file(a, b, i))
            fail(&sources[i], what);
        n_compared++;
    }
    rustg_result_free(b);
}

static void run_batch(size_t first, size_t n, bool is_plain, bool has_cuda)
{
    static const uint32_t editions[4] = {2015, 2018, 2021, 2024};
    rustg_source sources[BATCH] = {{0}};
    text mutated[BATCH] = {{0}};
    for (size_t i = 0; i < n; i++) {
        rustg_source source = {paths[first + i], (const uint8_t *)originals[first + i].bytes,
                               originals[first + i].n_bytes, editions[test_random_below(&state, 4)]};
        sources[i] = source;
    }
    rustg_result *plain = compile(sources, n, RUSTG_ENGINE_CPU, 1, RUSTG_STAGE_TOKENS);
    for (size_t i = 0; i < n; i++) {
        rustg_file file;
        rustg_tokens toks;
        if (rustg_result_file(plain, i, &file) || rustg_result_tokens(plain, file.batch, &toks))
            stop("no tokens", paths[first + i]);
        if (is_plain)
            append(&mutated[i], originals[first + i].bytes, originals[first + i].n_bytes);
        else if (file.n_toks > 0)
            mutate(&originals[first + i], &toks, &file, &mutated[i]);
        sources[i].bytes = (const uint8_t *)mutated[i].bytes;
        sources[i].n_bytes = mutated[i].n_bytes;
        if (!sources[i].bytes)
            sources[i].bytes = (const uint8_t *)"";
    }
    rustg_result_free(plain);
    rustg_result *one = compile(sources, n, RUSTG_ENGINE_CPU, 1, RUSTG_STAGE_AST);
    for (size_t i = 0; i < n; i++)
        check_file(one, i, &sources[i]);
    compare(one, compile(sources, n, RUSTG_ENGINE_CPU, 3, RUSTG_STAGE_AST), sources, n,
            "three threads differ from one");
    if (has_cuda)
        compare(one, compile(sources, n, RUSTG_ENGINE_CUDA, 0, RUSTG_STAGE_AST), sources, n, "CUDA differs from CPU");
    rustg_result_free(one);
    for (size_t i = 0; i < n; i++)
        free(mutated[i].bytes);
}

int main(int argc, char **argv)
{
    const char *rounds = getenv("RUSTG_MUTATE_ROUNDS"), *seed = getenv("RUSTG_MUTATE_SEED");
    unsigned long n_rounds = rounds ? strtoul(rounds, NULL, 10) : 40;
    rustg_error error;
    if (rustg_initialize(NULL, &error) != RUSTG_OK)
        stop("initialize", error.message);
    bool has_cuda = rustg_cuda_missing()[0] == 0;
    state = seed ? strtoull(seed, NULL, 10) : 1;
    for (int i = 1; i < argc; i++)
        read_folder(argv[i]);
    if (argc < 2) {
        read_folder("tests/parser/grammar");
        read_folder("examples");
    }
    for (unsigned long r = 0; r < n_rounds; r++) {
        static const size_t sizes[] = {BATCH, 16, 1};
        enum { N_SIZES = sizeof sizes / sizeof *sizes };
        const size_t most = sizes[r % N_SIZES];
        for (size_t first = 0; first < n_files; first += most)
            run_batch(first, n_files - first < most ? n_files - first : most, r < N_SIZES, has_cuda);
    }
    printf("%zu files, %lu mutants without errors, %lu with, %lu comparisons%s, %lu failures\n", n_files, n_good, n_bad,
           n_compared, has_cuda ? "" : " (no CUDA device: CPU only)", n_failures);
    for (size_t i = 0; i < n_files; i++) {
        free(originals[i].bytes);
        free(paths[i]);
    }
    rustg_shutdown();
    return n_failures != 0 || n_bad == 0 || n_compared == 0;
}
