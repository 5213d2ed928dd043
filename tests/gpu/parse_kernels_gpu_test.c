/* parse_kernels_gpu_test.c: the kernels before the walk, on made-up tokens, against plain host code: glued kinds,
 * partners and unbalanced files. Exits 77 where there is no device. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/test_random.h"
#include "parser/grammar/parse_kind.h"
#include "engine/parse_cuda_launch.h"
#include "rustg/ast.h"
#include "rustg/rustg.h"

static long n_checks, n_failures;
static cuda_context_entry *context;

static uint32_t random_below(uint32_t n)
{
    static uint64_t state = 88172645463325252u;
    return (uint32_t)(test_random(&state) >> 11) % n;
}

static void must(int condition, const char *what, const char *detail, size_t at)
{
    n_checks++;
    if (condition)
        return;
    n_failures++;
    if (n_failures <= 20)
        printf("FAIL %s: %s at %zu\n", what, detail, at);
}

static void *host_new(size_t n, size_t size)
{
    void *made = calloc(n ? n : 1, size);
    if (!made) {
        printf("FAIL out of memory\n");
        exit(1);
    }
    return made;
}

static void driver_must(cuda_result result, const char *call)
{
    if (result == CUDA_OK)
        return;
    printf("FAIL %s: %d\n", call, result);
    exit(1);
}

/* Device memory of a test case, all freed by device_free_all. */
enum { MAX_BLOCKS = 64 };
static cuda_pointer blocks[MAX_BLOCKS];
static int n_blocks;

static void *device_new(size_t n_bytes)
{
    rustg_error error;
    if (n_blocks == MAX_BLOCKS || cuda_allocate(context, n_bytes + 256, NULL, &blocks[n_blocks], &error) != RUSTG_OK) {
        printf("FAIL no device memory for %zu bytes\n", n_bytes);
        exit(1);
    }
    /* nothing may rely on fresh memory being zero */
    driver_must(context->driver->cuMemsetD8Async(blocks[n_blocks], 0xA5, n_bytes + 256, NULL), "cuMemsetD8Async");
    return (void *)(uintptr_t)blocks[n_blocks++];
}

static void device_free_all(void)
{
    driver_must(context->driver->cuStreamSynchronize(NULL), "cuStreamSynchronize");
    while (n_blocks > 0)
        cuda_release(context, blocks[--n_blocks], NULL);
}

static void *device_copy(const void *from, size_t n_bytes)
{
    void *made = device_new(n_bytes);
    driver_must(context->driver->cuMemcpyHtoDAsync((cuda_pointer)(uintptr_t)made, from, n_bytes, NULL),
                "cuMemcpyHtoDAsync");
    driver_must(context->driver->cuStreamSynchronize(NULL), "cuStreamSynchronize");
    return made;
}

static void *device_fetch(const void *from, size_t n_bytes)
{
    void *to = host_new(n_bytes, 1);
    driver_must(context->driver->cuMemcpyDtoHAsync(to, (cuda_pointer)(uintptr_t)from, n_bytes, NULL),
                "cuMemcpyDtoHAsync");
    driver_must(context->driver->cuStreamSynchronize(NULL), "cuStreamSynchronize");
    return to;
}

static void must_launch(rustg_status status, const rustg_error *error)
{
    if (status == RUSTG_OK)
        return;
    printf("FAIL launch: %s\n", error->message);
    exit(1);
}

/* A batch of made-up tokens. */
typedef struct test_batch {
    uint8_t *kind, *flags;
    uint32_t *file_first_tok;
    uint32_t n_toks, n_files;
    size_t capacity_toks, capacity_files;
} test_batch;

static void batch_token(test_batch *b, uint32_t kind, uint32_t flags)
{
    if (b->n_toks == b->capacity_toks) {
        b->capacity_toks = b->capacity_toks ? 2 * b->capacity_toks : 1 << 12;
        b->kind = realloc(b->kind, b->capacity_toks);
        b->flags = realloc(b->flags, b->capacity_toks);
    }
    b->kind[b->n_toks] = (uint8_t)kind;
    b->flags[b->n_toks++] = (uint8_t)flags;
}

static void batch_begin_file(test_batch *b)
{
    if (b->n_toks == 0)
        batch_token(b, T_NONE, 0);
    if (b->n_files == b->capacity_files) {
        b->capacity_files = b->capacity_files ? 2 * b->capacity_files : 64;
        b->file_first_tok = realloc(b->file_first_tok, b->capacity_files * sizeof *b->file_first_tok);
    }
    b->file_first_tok[b->n_files++] = b->n_toks;
}

static void batch_free(test_batch *b)
{
    free(b->kind);
    free(b->flags);
    free(b->file_first_tok);
    memset(b, 0, sizeof *b);
}

static uint32_t batch_file_end(const test_batch *b, uint32_t file)
{
    return file + 1 < b->n_files ? b->file_first_tok[file + 1] : b->n_toks;
}

static void batch_plain_token(test_batch *b)
{
    if (random_below(3))
        batch_token(b, T_IDENT + random_below(T_L_PAREN - T_IDENT), random_below(2) ? RUSTG_TOKEN_INNER : 0);
    else
        batch_token(b, T_SEMI + random_below(T_INNER_DOC - T_SEMI), random_below(2) ? RUSTG_TOKEN_JOINT : 0);
}

/* About n tokens whose delimiters match, rising to about the depth, with mistakes at a rate of 1 in wrong. */
static void batch_nested_body(test_batch *b, uint32_t n, uint32_t depth, uint32_t wrong)
{
    uint8_t *stack = host_new(n + 1, 1);
    uint32_t n_open = 0;
    for (uint32_t i = 0; i + n_open < n; i++) {
        if (wrong && random_below(wrong) == 0) {
            batch_token(b, T_L_PAREN + random_below(6), 0);
        } else if (random_below(100) >= 26 || (n_open == 0 && i + 2 > n)) {
            batch_plain_token(b);
        } else if (n_open == 0 || (i + n_open + 2 <= n && random_below(2 * depth) > n_open)) {
            uint8_t open = (uint8_t)(T_L_PAREN + 2 * random_below(3));
            stack[n_open++] = open;
            batch_token(b, open, 0);
        } else {
            batch_token(b, stack[--n_open] + 1u, 0);
        }
    }
    while (n_open > 0)
        batch_token(b, stack[--n_open] + 1u, 0);
    free(stack);
}

static void batch_nested_file(test_batch *b, uint32_t n, uint32_t depth, uint32_t wrong)
{
    batch_begin_file(b);
    batch_nested_body(b, n, depth, wrong);
    batch_token(b, T_EOF, 0);
}

static void batch_repeated_file(test_batch *b, uint32_t kind, uint32_t n, uint32_t then_kind, uint32_t then_n)
{
    batch_begin_file(b);
    for (uint32_t i = 0; i < n; i++)
        batch_token(b, kind, 0);
    for (uint32_t i = 0; i < then_n; i++)
        batch_token(b, then_kind, 0);
    batch_token(b, T_EOF, 0);
}

static parse_batch_view view_of(const test_batch *b, uint32_t tile)
{
    parse_batch_view v = {.tile = tile};
    v.n_files = b->n_files;
    v.n_toks = b->n_toks;
    v.d_file_first_tok = device_copy(b->file_first_tok, b->n_files * sizeof *b->file_first_tok);
    v.d_kind = device_copy(b->kind, b->n_toks);
    v.d_flags = device_copy(b->flags, b->n_toks);
    v.d_kinds = device_new(b->n_toks);
    v.d_partner = device_new((size_t)b->n_toks * 4);
    parse_cuda_place_zeroed(&v, (cuda_pointer)(uintptr_t)device_new(parse_cuda_zeroed_bytes(&v)));
    parse_cuda_place_list(&v, (cuda_pointer)(uintptr_t)device_new(parse_cuda_list_bytes(&v)));
    return v;
}

static bool reference_match(const test_batch *b, uint32_t file, uint32_t *partner, uint32_t *stack)
{
    uint32_t n_open = 0, end = batch_file_end(b, file);
    for (uint32_t i = b->file_first_tok[file]; i < end; i++) {
        uint32_t kind = b->kind[i];
        if (PARSE_IS_OPEN(kind)) {
            stack[n_open++] = i;
        } else if (PARSE_IS_CLOSE(kind)) {
            if (n_open == 0 || b->kind[stack[n_open - 1]] + 1u != kind)
                return false;
            partner[i] = stack[--n_open];
            partner[partner[i]] = i;
        }
    }
    return n_open == 0;
}

static void check_match_by(const test_batch *b, const char *what, uint32_t tile)
{
    rustg_error error;
    parse_batch_view v = view_of(b, tile);
    must_launch(parse_cuda_launch_match(context, NULL, &v, &error), &error);
    uint8_t *kinds = device_fetch(v.d_kinds, b->n_toks), *flags = device_fetch(v.d_parse_flags, b->n_files);
    uint32_t *partner = device_fetch(v.d_partner, (size_t)b->n_toks * 4);
    uint32_t *expected = host_new(b->n_toks, 4), *stack = host_new(b->n_toks, 4);
    size_t n_unbalanced = 0;
    for (uint32_t i = 0; i < b->n_toks; i++) {
        uint32_t second = i + 1 < b->n_toks ? i + 1 : i, third = i + 2 < b->n_toks ? i + 2 : i;
        uint8_t glued = parse_glue(b->kind[i], b->flags[i], b->kind[second], b->flags[second], b->kind[third]);
        if (kinds[i] != glued) {
            must(0, what, "glued kind", i);
            break;
        }
    }
    for (uint32_t f = 0; f < b->n_files; f++) {
        bool balanced = reference_match(b, f, expected, stack);
        n_unbalanced += !balanced;
        must(flags[f] == (balanced ? 0 : PARSE_UNBALANCED_FILE), what, balanced ? "balanced file" : "unbalanced file",
             f);
        for (uint32_t i = b->file_first_tok[f]; balanced && i < batch_file_end(b, f); i++) {
            uint32_t kind = b->kind[i];
            if (partner[i] != (PARSE_IS_OPEN(kind) || PARSE_IS_CLOSE(kind) ? expected[i] : 0)) {
                must(0, what, "partner", i);
                break;
            }
        }
    }
    printf("match: %s, tiles of %u: %u tokens, %u files, %zu unbalanced\n", what, tile, b->n_toks, b->n_files,
           n_unbalanced);
    free(kinds);
    free(flags);
    free(partner);
    free(expected);
    free(stack);
    device_free_all();
}

static void check_match(test_batch *b, const char *what)
{
    check_match_by(b, what, PARSE_LARGE_TILE);
    check_match_by(b, what, PARSE_SMALL_TILE);
    batch_free(b);
}

static void test_match(uint32_t scale)
{
    test_batch b = {0};
    for (uint32_t n = 1; n < 40; n++)
        batch_nested_file(&b, n, 3, n % 3 ? 0 : 8);
    check_match(&b, "small files");
    for (uint32_t n = 0; n < 40; n += 3) {
        batch_nested_file(&b, PARSE_SMALL_TILE - 20 + n, 6, 0);
        check_match(&b, "one file of about a small tile");
        batch_nested_file(&b, PARSE_LARGE_TILE - 20 + n, 6, 0);
        check_match(&b, "one file of about a tile");
    }
    for (uint32_t i = 0; i < scale / 400; i++)
        batch_nested_file(&b, random_below(3000), 1 + random_below(12), random_below(10) ? 0 : 1 + random_below(3000));
    check_match(&b, "files like code");
    for (uint32_t i = 0; i < scale / 100; i++)
        batch_nested_file(&b, random_below(400), 1 + random_below(200), random_below(2) ? 0 : 200);
    check_match(&b, "steep files");
    batch_nested_file(&b, scale, 20, 0);
    batch_nested_file(&b, scale, 3000, 0);
    batch_nested_file(&b, 100, 3, 0);
    batch_nested_file(&b, scale, 3000, scale);
    check_match(&b, "long files");
    for (uint32_t i = 0; i < 20; i++)
        batch_repeated_file(&b, T_L_PAREN + 2 * random_below(3), random_below(scale / 8), T_R_PAREN, 3);
    check_match(&b, "runs of opening ones");
    for (uint32_t i = 0; i < 20; i++) {
        batch_nested_file(&b, 50, 3, 0);
        batch_repeated_file(&b, T_R_BRACE, 1 + random_below(scale / 8), T_L_BRACE, random_below(100));
    }
    check_match(&b, "runs of closing ones");
    batch_nested_file(&b, 5000, 5, 0);
    batch_repeated_file(&b, T_L_BRACKET, scale, T_R_BRACKET, scale);
    batch_nested_file(&b, 5000, 5, 0);
    batch_repeated_file(&b, T_L_BRACKET, scale, T_R_BRACKET, scale - 1);
    batch_repeated_file(&b, T_L_BRACE, scale, T_L_BRACE, 0);
    batch_nested_file(&b, 5000, 5, 0);
    check_match(&b, "as deep as long");
    for (uint32_t i = 0; i < 6; i++) {
        batch_begin_file(&b);
        batch_token(&b, T_L_PAREN + 2 * (i / 2), 0);
        batch_nested_body(&b, 2 * PARSE_LARGE_TILE, 4, 0);
        batch_token(&b, T_R_PAREN + 2 * (i % 3), 0);
        batch_token(&b, T_EOF, 0);
    }
    check_match(&b, "kinds that differ, two tiles apart");
    for (uint32_t i = 0; i < 3; i++) {
        batch_begin_file(&b);
        batch_token(&b, T_L_BRACE, 0);
        for (uint32_t j = 0; j < scale; j++)
            batch_token(&b, T_L_PAREN, 0);
        for (uint32_t j = 0; j < scale; j++)
            batch_token(&b, T_R_PAREN, 0);
        batch_token(&b, T_R_PAREN + 2 * i, 0);
        batch_token(&b, T_EOF, 0);
    }
    check_match(&b, "kinds that differ, far apart");
    batch_begin_file(&b);
    batch_token(&b, T_L_BRACE, 0);
    for (uint32_t i = 0; i < scale; i++)
        batch_token(&b, T_L_PAREN + i % 2, 0);
    batch_token(&b, T_R_BRACE, 0);
    batch_token(&b, T_EOF, 0);
    check_match(&b, "flat");
    for (uint32_t i = 0; i < scale; i++) {
        batch_begin_file(&b);
        batch_token(&b, T_EOF, 0);
    }
    check_match(&b, "empty files");
    for (uint32_t i = 0; i < scale / 50; i++) {
        batch_begin_file(&b);
        for (uint32_t n = random_below(8); n > 0; n--)
            batch_token(&b, T_L_PAREN + random_below(6), 0);
        batch_token(&b, T_EOF, 0);
    }
    check_match(&b, "random delimiters");
}

int main(void)
{
    cuda_context previous;
    rustg_error error;
    uint32_t scale = getenv("RUSTG_TEST_SMALL") ? 10000 : 1000000;
    if (rustg_cuda_missing()[0]) {
        printf("skipped: %s\n", rustg_cuda_missing());
        return 77;
    }
    if (engine_kernels_acquire(0, &context, &error) != RUSTG_OK ||
        context->driver->cuCtxPushCurrent(context->context) != CUDA_OK) {
        printf("FAIL no context\n");
        return 1;
    }
    test_match(scale);
    printf("%ld passed, %ld failed\n", n_checks - n_failures, n_failures);
    context->driver->cuCtxPopCurrent(&previous);
    cuda_context_release(context);
    return n_failures != 0;
}
