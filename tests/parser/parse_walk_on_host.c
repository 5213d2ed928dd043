/* parse_walk_on_host.c: from tokens to the AST by the kernels on the host (kernels_on_host.cpp): trees equal the CPU
 * engine's, and no file that it accepts is left to the host; the same of batches whose tokens the host does not know.
 *   parse_walk_on_host FILE...   sources, of several editions each; all of them one batch, then each alone
 *   RUSTG_MAY_LEAVE              set: the sources have what the table of the grammar leaves to the CPU */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/cuda_parse.h"
#include "engine/engine_kernels.h"
#include "parser/parser.h"
#include "rustg/rustg.h"

enum { MOST_SMALL_TOKS = 50000 }; /* for more the host takes too long */

static long n_checks, n_failures, n_bytes_read, n_wrong_guesses, n_small;

static void *host_new(size_t n, size_t size)
{
    void *made = calloc(n + 64, size);
    if (!made) {
        printf("FAIL out of memory\n");
        exit(1);
    }
    return made;
}

static void check(bool good, const char *what, const char *name, size_t at)
{
    n_checks++;
    if (good)
        return;
    if (n_failures++ < 20)
        printf("FAIL %s: %s (at %zu)\n", name, what, at);
}

static rustg_source source_read(const char *path, uint32_t edition)
{
    rustg_source source = {path, (const uint8_t *)"", 0, edition};
    FILE *file = fopen(path, "rb");
    if (!file) {
        printf("FAIL cannot read %s\n", path);
        exit(1);
    }
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    uint8_t *bytes = host_new((size_t)size + 1, 1);
    source.n_bytes = fread(bytes, 1, (size_t)size, file);
    source.bytes = bytes;
    n_bytes_read += size;
    fclose(file);
    return source;
}

static void compare_words(const char *what, const char *name, const uint32_t *expected, const uint32_t *found, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (expected[i] != found[i]) {
            check(false, what, name, i);
            return;
        }
    }
    check(true, what, name, 0);
}

static void compare_nodes(const char *name, const rustg_ast *ast, const parse_batch_view *v)
{
    size_t at = 1;
    while (at < ast->n_nodes && ast->kind[at] == v->d_node_kind[at])
        at++;
    check(at == ast->n_nodes, "kind of a node", name, at);
    compare_words("token of a node", name, ast->tok + 1, v->d_node_tok + 1, ast->n_nodes - 1);
    compare_words("start of a node", name, ast->start + 1, v->d_node_start + 1, ast->n_nodes - 1);
    compare_words("end of a node", name, ast->end + 1, v->d_node_end + 1, ast->n_nodes - 1);
    compare_words("next of a node", name, ast->next + 1, v->d_node_next + 1, ast->n_nodes - 1);
    compare_words("parent of a node", name, ast->parent + 1, v->d_node_parent + 1, ast->n_nodes - 1);
}

/* The batch as a small one, with room for n_room tokens. */
static void test_small(cuda_context_entry *entry, const lex_batch_view *lexed, batch *work, uint32_t n_room,
                       const rustg_ast *ast, const char *name)
{
    const size_t n_toks = work->n_toks;
    cuda_parse parse = {.told = host_new(cuda_parse_told_bytes(work->n_files), 1)};
    rustg_error error;
    bool is_good = true;
    work->n_toks = n_room;
    check(cuda_parse_small_begin(entry, NULL, lexed, work, &parse, &error) == RUSTG_OK &&
              cuda_parse_small_enqueue(entry, NULL, &parse, &error) == RUSTG_OK,
          "a small batch's kernels", name, 0);
    work->n_toks = n_toks;
    for (size_t i = 0; i < work->n_files; i++)
        is_good &= !work->files[i].suspicious;
    const bool is_done = cuda_parse_small_end(&parse, work);
    const bool is_left = parse.told->walked.n_bad > 0 || parse.told->walked.n_queued[1] > 0;
    const bool has_room = n_toks <= n_room && parse.told->counters.n_nodes <= parse.view.capacity_nodes;
    check(is_done == (is_good && !is_left && has_room), "whether a small batch is done", name, n_room);
    if (is_done) {
        n_small++;
        check(work->n_nodes == ast->n_nodes, "number of nodes of a small batch", name, work->n_nodes);
        if (work->n_nodes == ast->n_nodes && ast->n_nodes > 0)
            compare_nodes(name, ast, &parse.view);
    }
    void *told = parse.told;
    cuda_parse_release(entry, NULL, &parse);
    free(told);
}

/* One batch of sources; n_left: files that the kernel may leave to the host. */
static void test_batch(cuda_context_entry *entry, const rustg_source *sources, size_t n, const char *name)
{
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU};
    rustg_result *result;
    rustg_error error;
    if (rustg_compile(sources, n, &options, &result, &error) != RUSTG_OK) {
        check(false, error.message, name, 0);
        return;
    }
    rustg_tokens toks = {0};
    rustg_ast ast = {0};
    check(rustg_result_tokens(result, 0, &toks) == RUSTG_OK && rustg_result_ast(result, 0, &ast) == RUSTG_OK,
          "the arrays of the CPU engine", name, 0);
    batch work = {.n_files = n, .parse = true};
    diag_list list = {0};
    work.files = host_new(n, sizeof *work.files);
    work.lists = &list;
    lex_file_entry *entries = host_new(n, sizeof *entries);
    uint32_t *file_first_tok = host_new(n + 1, 4);
    size_t n_good = 0, base = 0;
    for (size_t i = 0; i < n; i++) {
        rustg_file file;
        rustg_result_file(result, i, &file);
        batch_file *one = &work.files[i];
        *one = (batch_file){sources[i].bytes, (uint32_t)sources[i].n_bytes, sources[i].edition, (uint32_t)base};
        one->first_tok = file_first_tok[i] = (uint32_t)file.first_tok;
        one->n_toks = (uint32_t)file.n_toks;
        one->suspicious = file.n_diags > 0;
        n_good += file.n_diags == 0;
        entries[i] = (lex_file_entry){(uint32_t)base, one->n_bytes, one->edition, 0};
        base += (one->n_bytes + LEX_FILE_GAP + LEX_FILE_ALIGN - 1) / LEX_FILE_ALIGN * LEX_FILE_ALIGN;
    }
    uint8_t *source = host_new(base + 8192, 1);
    for (size_t i = 0; i < n; i++)
        memcpy(source + work.files[i].base, sources[i].bytes, sources[i].n_bytes);
    work.n_toks = toks.n_toks;
    work.n_bytes = (uint32_t)base;
    lex_batch_view lexed = {
        .d_source = source, .d_files = entries, .d_file_first_tok = file_first_tok, .n_files = (uint32_t)n};
    /* rooms that may be read behind their ends */
    uint8_t *kind = host_new(toks.n_toks, 1), *flags = host_new(toks.n_toks, 1);
    uint32_t *start = host_new(toks.n_toks, 4), *end = host_new(toks.n_toks, 4);
    memcpy(kind, toks.kind, toks.n_toks);
    memcpy(flags, toks.flags, toks.n_toks);
    memcpy(start, toks.start, toks.n_toks * 4);
    memcpy(end, toks.end, toks.n_toks * 4);
    lexed.d_kind = kind;
    lexed.d_flags = flags;
    lexed.d_tok_start = start;
    lexed.d_tok_end = end;
    cuda_parse parse = {.told = host_new(cuda_parse_told_bytes(n), 1)};
    rustg_status status = cuda_parse_run(entry, NULL, &lexed, &work, 1, &parse, &error);
    check(status == RUSTG_OK, error.message, name, 0);
    if (status == RUSTG_OK) {
        const parse_batch_view *v = &parse.view;
        n_wrong_guesses += parse.told->walked.n_wrong_guesses;
        check(work.n_nodes == ast.n_nodes, "number of nodes", name, work.n_nodes);
        check(parse.n_diagnosed == n - n_good || getenv("RUSTG_MAY_LEAVE"),
              "a file without errors was left to the host", name, parse.n_diagnosed);
        check(parse.n_left_files == parse.n_diagnosed - (n - n_good), "files left to the host", name,
              (size_t)parse.n_left_files);
        check((parse.n_left_bytes > 0) == (parse.n_left_files > 0) && parse.n_left_bytes <= base,
              "bytes left to the host", name, (size_t)parse.n_left_bytes);
        if (work.n_nodes == ast.n_nodes && ast.n_nodes > 0)
            compare_nodes(name, &ast, v);
    }
    void *told = parse.told;
    cuda_parse_release(entry, NULL, &parse);
    free(told);
    const uint32_t n_toks = (uint32_t)toks.n_toks;
    lexed.d_n_toks = (uint32_t *)&n_toks;
    const uint32_t rooms[] = {n_toks + n_toks / 2 + 9000, n_toks + 40, n_toks - 1};
    static size_t n_tested; /* each batch has one of the rooms */
    if (n_toks <= MOST_SMALL_TOKS)
        test_small(entry, &lexed, &work, rooms[n_tested++ % (sizeof rooms / sizeof *rooms)], &ast, name);
    rustg_result_free(result);
    diag_list_free(&list);
    free(work.files);
    free(entries);
    free(file_first_tok);
    free(source);
    free(kind);
    free(flags);
    free(start);
    free(end);
}

int main(int n_arguments, char **arguments)
{
    static const uint32_t editions[] = {2024, 2015, 2021};
    const size_t n = (size_t)(n_arguments - 1), n_editions = sizeof editions / sizeof *editions;
    cuda_context_entry *entry;
    rustg_error error;
    if (n == 0 || rustg_initialize(NULL, &error) != RUSTG_OK || engine_kernels_acquire(0, &entry, &error) != RUSTG_OK) {
        printf("FAIL no sources, or no kernels\n");
        return 1;
    }
    rustg_source *sources = host_new(n * n_editions, sizeof *sources);
    for (size_t i = 0; i < n * n_editions; i++)
        sources[i] = source_read(arguments[1 + i % n], editions[i / n]);
    test_batch(entry, sources, n * n_editions, "all in one batch");
    for (size_t i = 0; i < n; i++)
        test_batch(entry, &sources[i], 1, sources[i].name);
    for (size_t i = 0; i < n * n_editions; i++)
        free((void *)sources[i].bytes);
    free(sources);
    rustg_shutdown();
    printf("%ld bytes of source, %ld units guessed wrongly, %ld batches as small ones\n", n_bytes_read, n_wrong_guesses,
           n_small);
    printf("%ld passed, %ld failed\n", n_checks - n_failures, n_failures);
    return n_failures != 0;
}
