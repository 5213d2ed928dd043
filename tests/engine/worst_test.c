/* worst_test.c: inputs that defeat clever lexers, with every token known in closed form. Run through the public
 * interface on the CPU engine, and on the CUDA engine where a device is there; each input lies between two small files.
 *   RUSTG_WORST_SCALE   1: full size (1 GB, 10 million terms, ...); 0.01 by default
 *   RUSTG_WORST_ENGINE  cpu or cuda alone
 *   worst_test [NAME]   that case alone */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "rustg/rustg.h"

/* Slower than this is taken for more than linear time; sanitizers and busy machines stay well above. */
static const double least_bytes_per_second = 1e6;

typedef struct row {
    uint8_t kind, flags;
    uint8_t start, end; /* in the segment's text */
} row;

/* text, count times; each copy gives the rows. */
typedef struct segment {
    const char *text;
    double count; /* at full scale; 1 stays 1 */
    uint32_t n_rows;
    row rows[9];
} segment;

/* Segments in order; one token may reach over several of them, from the first byte of long_first to the last byte of
 * long_last; those have no rows. n_diags: errors of the file, or of each copy of the second segment. */
typedef struct worst_case {
    const char *name;
    uint32_t edition;
    segment segments[4];
    uint8_t long_kind, long_flags, long_first, long_last;
    uint32_t n_diags;
    bool diag_per_copy;
} worst_case;

/* For errors whose number is not the matter of the case. */
#define ANY_DIAGS 0xFFFFFFFFu

/* A token without flags, and one with the joint mark. */
#define T(kind, start, end)                                                                                            \
    {                                                                                                                  \
        RUSTG_TOK_##kind, 0, start, end                                                                                \
    }
#define J(kind, start, end)                                                                                            \
    {                                                                                                                  \
        RUSTG_TOK_##kind, RUSTG_TOKEN_JOINT, start, end                                                                \
    }
#define BYTES(text)                                                                                                    \
    {                                                                                                                  \
        text, 1, 0,                                                                                                    \
        {                                                                                                              \
            {                                                                                                          \
                0                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }
#define MANY(text, count)                                                                                              \
    {                                                                                                                  \
        text, count, 0,                                                                                                \
        {                                                                                                              \
            {                                                                                                          \
                0                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }
#define FIRST                                                                                                          \
    {                                                                                                                  \
        "a ", 1, 1,                                                                                                    \
        {                                                                                                              \
            T(IDENT, 0, 1)                                                                                             \
        }                                                                                                              \
    }
#define LAST                                                                                                           \
    {                                                                                                                  \
        " b", 1, 1,                                                                                                    \
        {                                                                                                              \
            T(IDENT, 1, 2)                                                                                             \
        }                                                                                                              \
    }

static const worst_case cases[] = {
    {.name = "ordinary",
     .segments = {FIRST,
                  {"f(x){x+1} //c\n",
                   1e9 / 14,
                   9,
                   {T(IDENT, 0, 1), T(L_PAREN, 1, 2), T(IDENT, 2, 3), T(R_PAREN, 3, 4), T(L_BRACE, 4, 5),
                    T(IDENT, 5, 6), T(PLUS, 6, 7), T(INT, 7, 8), T(R_BRACE, 8, 9)}},
                  LAST}},
    {.name = "comment", .segments = {FIRST, BYTES("/*"), MANY("*", 1e9), {"*/b", 1, 1, {T(IDENT, 2, 3)}}}},
    {.name = "comment_of_slashes",
     .segments = {FIRST, BYTES("/*x"), MANY(" /", 5e8), {" */b", 1, 1, {T(IDENT, 3, 4)}}}},
    {.name = "comment_nested", .segments = {FIRST, MANY("/*", 1e7), MANY("*/", 1e7), LAST}},
    {.name = "comment_open", .segments = {FIRST, MANY("/*", 1e8)}, .n_diags = 1},
    {.name = "line_comment", .segments = {FIRST, BYTES("//"), MANY("'", 1e9), {"\nb", 1, 1, {T(IDENT, 1, 2)}}}},
    {.name = "doc_comment",
     .segments = {FIRST, BYTES("///"), MANY("\" ", 5e8), {"\nb", 1, 1, {T(IDENT, 1, 2)}}},
     .long_kind = RUSTG_TOK_DOC_COMMENT,
     .long_first = 1,
     .long_last = 2},
    {.name = "backslashes",
     .segments = {BYTES("\""), MANY("\\\\", 5e8), BYTES("\""), LAST},
     .long_kind = RUSTG_TOK_STR,
     .long_first = 0,
     .long_last = 2},
    {.name = "escaped_quotes",
     .segments = {BYTES("\""), MANY("\\\"", 5e8), BYTES("\""), LAST},
     .long_kind = RUSTG_TOK_STR,
     .long_first = 0,
     .long_last = 2},
    {.name = "string_open",
     .segments = {FIRST, BYTES("\""), MANY("/*\n", 3e8)},
     .long_kind = RUSTG_TOK_STR,
     .long_first = 1,
     .long_last = 2,
     .n_diags = 1},
    {.name = "raw_string",
     .segments = {BYTES("r##\""), MANY("\"#", 5e8), BYTES("\"##"), LAST},
     .long_kind = RUSTG_TOK_RAW_STR,
     .long_first = 0,
     .long_last = 2},
    {.name = "raw_string_open",
     .segments = {FIRST, BYTES("r##\""), MANY("\"# ", 3e8)},
     .long_kind = RUSTG_TOK_RAW_STR,
     .long_first = 1,
     .long_last = 2,
     .n_diags = 1},
    {.name = "array",
     .segments = {{"[", 1, 1, {T(L_BRACKET, 0, 1)}},
                  {"7,", 1e7, 2, {T(INT, 0, 1), T(COMMA, 1, 2)}},
                  {"]", 1, 1, {T(R_BRACKET, 0, 1)}}}},
    {.name = "sum", .segments = {FIRST, {"1+", 1e7, 2, {T(INT, 0, 1), T(PLUS, 1, 2)}}, {"1", 1, 1, {T(INT, 0, 1)}}}},
    {.name = "nesting",
     .segments = {FIRST,
                  {"([{", 1e6, 3, {T(L_PAREN, 0, 1), T(L_BRACKET, 1, 2), T(L_BRACE, 2, 3)}},
                  {"}])", 1e6, 3, {T(R_BRACE, 0, 1), T(R_BRACKET, 1, 2), T(R_PAREN, 2, 3)}},
                  LAST}},
    {.name = "bangs", .segments = {FIRST, {"!", 1e7, 1, {J(BANG, 0, 1)}}, {"!", 1, 1, {T(BANG, 0, 1)}}}},
    {.name = "braces_open", .segments = {FIRST, {"{", 1e6, 1, {T(L_BRACE, 0, 1)}}}},
    {.name = "hashes_2021",
     .edition = 2021,
     .segments = {FIRST, {"#", 1e7, 1, {J(POUND, 0, 1)}}, {"#", 1, 1, {T(POUND, 0, 1)}}}},
    {.name = "hashes_2024",
     .segments = {FIRST, {"##", 1e7, 1, {T(GUARDED_STR, 0, 2)}}, LAST},
     .n_diags = 1,
     .diag_per_copy = true},
    {.name = "look_alikes",
     .segments = {FIRST, {"\xEF\xBC\x8C", 1e7, 1, {T(UNKNOWN, 0, 3)}}, LAST},
     .n_diags = 1,
     .diag_per_copy = true},
    {.name = "controls", .segments = {FIRST, {"\x01", 1e7, 1, {T(UNKNOWN, 0, 1)}}, LAST}, .n_diags = 1},
    {.name = "backslashes_bare", .segments = {FIRST, {"\\", 1e7, 1, {T(UNKNOWN, 0, 1)}}, LAST}, .n_diags = 1},
    {.name = "no_break_spaces", .segments = {FIRST, {"\xC2\xA0", 1e7, 1, {T(UNKNOWN, 0, 2)}}, LAST}, .n_diags = 1},
    {.name = "frontmatter_open", .segments = {BYTES("---\n"), MANY("x---", 1e7)}, .n_diags = 1},
    {.name = "frontmatter_lines", .segments = {BYTES("-----\n"), MANY("x ---\n", 1e7), BYTES("-----\n"), LAST}},
    {.name = "frontmatter_fences", .segments = {BYTES("----\n"), MANY("  -\n", 1e7), BYTES("----\n"), LAST}},
    {.name = "shebang_comment", .segments = {BYTES("#!"), MANY("/**/", 1e8), BYTES("\n"), LAST}},
    {.name = "escapes_open",
     .segments = {FIRST, BYTES("\""), MANY("\\u{1", 1e6), BYTES("\"")},
     .long_kind = RUSTG_TOK_STR,
     .long_first = 1,
     .long_last = 3,
     .n_diags = ANY_DIAGS},
    {.name = "continued_lines",
     .segments = {FIRST, BYTES("\""), MANY("\\\n ", 1e8), BYTES("\"")},
     .long_kind = RUSTG_TOK_STR,
     .long_first = 1,
     .long_last = 3},
    {.name = "doc_returns",
     .segments = {FIRST, BYTES("/// "), MANY("\r ", 1e6), {"\nb", 1, 1, {T(IDENT, 1, 2)}}},
     .long_kind = RUSTG_TOK_DOC_COMMENT,
     .long_first = 1,
     .long_last = 2,
     .n_diags = ANY_DIAGS},
    {.name = "prefixes",
     .segments = {FIRST, {"k#", 1e6, 2, {T(IDENT, 0, 1), T(POUND, 1, 2)}}, LAST},
     .n_diags = 1,
     .diag_per_copy = true},
    {.name = "strings", .segments = {FIRST, {"\"\" ", 1e8, 1, {T(STR, 0, 2)}}, LAST}},
    {.name = "chars", .segments = {FIRST, {"'\"' ", 1e8, 1, {T(CHAR, 0, 3)}}, LAST}},
    {.name = "lifetimes", .segments = {FIRST, {"'x ", 1e8, 1, {T(LIFETIME, 0, 2)}}, LAST}},
    {.name = "spaces", .segments = {FIRST, MANY(" ", 1e9), LAST}},
    {.name = "lines", .segments = {FIRST, {"c\r\n", 1e8, 1, {T(IDENT, 0, 1)}}, LAST}},
    {.name = "identifier", .segments = {MANY("a", 1e9), LAST}, .long_kind = RUSTG_TOK_IDENT},
    {.name = "identifier_unicode", .segments = {MANY("\xC3\xA9", 5e8), LAST}, .long_kind = RUSTG_TOK_IDENT},
    {.name = "number", .segments = {MANY("1_", 5e8), LAST}, .long_kind = RUSTG_TOK_INT},
};
enum { N_CASES = sizeof cases / sizeof *cases, N_SEGMENTS = 4 };

static const char *failing = "";

static void fail(const char *what, unsigned long long at)
{
    fprintf(stderr, "worst_test: %s: %s at %llu\n", failing, what, at);
    exit(1);
}

static size_t copies(const segment *s, double scale)
{
    double count = s->count * scale;
    if (!s->text)
        return 0;
    return s->count == 1 ? 1 : count < 3 ? 3 : (size_t)count;
}

static uint8_t *make_text(const worst_case *c, double scale, size_t *n_bytes)
{
    size_t n = 0;
    uint8_t *text;
    for (int i = 0; i < N_SEGMENTS; i++)
        n += c->segments[i].text ? copies(&c->segments[i], scale) * strlen(c->segments[i].text) : 0;
    text = malloc(n);
    if (!text)
        fail("memory", n);
    *n_bytes = n;
    n = 0;
    for (int i = 0; i < N_SEGMENTS && c->segments[i].text; i++) {
        size_t length = strlen(c->segments[i].text), many = copies(&c->segments[i], scale);
        for (size_t k = 0; k < many; k++, n += length)
            memcpy(text + n, c->segments[i].text, length);
    }
    return text;
}

/* The next token of a file must be this. */
typedef struct cursor {
    const rustg_tokens *toks;
    size_t tok, end_tok;
    uint64_t base;
} cursor;

static void expect(cursor *at, uint8_t kind, uint8_t flags, uint64_t start, uint64_t end)
{
    size_t i = at->tok++;
    if (i >= at->end_tok)
        fail("too few tokens", i);
    if (at->toks->kind[i] != kind || at->toks->flags[i] != flags || at->toks->start[i] != at->base + start ||
        at->toks->end[i] != at->base + end)
        fail("wrong token", start);
}

static void check_case(const worst_case *c, double scale, const rustg_result *result, size_t index)
{
    rustg_file file;
    rustg_tokens toks;
    cursor at;
    uint64_t offset = 0, long_start = 0, n_diags = c->n_diags;
    if (rustg_result_file(result, index, &file) != RUSTG_OK ||
        rustg_result_tokens(result, file.batch, &toks) != RUSTG_OK)
        fail("no tokens of file", index);
    at = (cursor){&toks, file.first_tok, (size_t)file.first_tok + file.n_toks + 1, file.base};
    for (uint32_t i = 0; i < N_SEGMENTS && c->segments[i].text; i++) {
        const segment *s = &c->segments[i];
        size_t many = copies(s, scale), length = strlen(s->text);
        if (c->long_kind && i == c->long_first)
            long_start = offset;
        for (size_t k = 0; k < many; k++, offset += length)
            for (uint32_t r = 0; r < s->n_rows; r++)
                expect(&at, s->rows[r].kind, s->rows[r].flags, offset + s->rows[r].start, offset + s->rows[r].end);
        if (c->long_kind && i == c->long_last)
            expect(&at, c->long_kind, c->long_flags, long_start, offset);
    }
    expect(&at, RUSTG_TOK_EOF, 0, file.n_bytes, file.n_bytes);
    if (at.tok != at.end_tok)
        fail("too many tokens", at.end_tok - at.tok);
    if (c->diag_per_copy)
        n_diags *= copies(&c->segments[1], scale);
    if (c->n_diags != ANY_DIAGS && file.n_diags != n_diags)
        fail("number of errors", file.n_diags);
}

static void check_neighbour(const rustg_result *result, size_t index)
{
    static const worst_case neighbour = {.segments = {FIRST, LAST}};
    check_case(&neighbour, 1, result, index);
}

static void run_case(const worst_case *c, double scale, rustg_engine engine)
{
    static const uint8_t small[] = "a  b";
    size_t n_bytes;
    uint8_t *text = make_text(c, scale, &n_bytes);
    rustg_source sources[3] = {
        {"before", small, 4, 2024}, {c->name, text, n_bytes, c->edition}, {"behind", small, 4, 2024}};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = engine, .stop_after = RUSTG_STAGE_TOKENS};
    rustg_result *result;
    rustg_error error;
    double seconds = clock_seconds();
    failing = c->name;
    if (rustg_compile(sources, 3, &options, &result, &error) != RUSTG_OK)
        fail(error.message, 0);
    seconds = clock_seconds() - seconds;
    check_neighbour(result, 0);
    check_case(c, scale, result, 1);
    check_neighbour(result, 2);
    rustg_result_free(result);
    free(text);
    printf("%-20s %-4s %12zu bytes %9.3f s %9.3f GB/s\n", c->name, engine == RUSTG_ENGINE_CPU ? "CPU" : "CUDA", n_bytes,
           seconds, (double)n_bytes * 1e-9 / seconds);
    if (seconds > 1 && (double)n_bytes / seconds < least_bytes_per_second)
        fail("more than linear time, bytes", n_bytes);
}

int main(int argc, char **argv)
{
    const char *scale_text = getenv("RUSTG_WORST_SCALE"), *engine = getenv("RUSTG_WORST_ENGINE");
    double scale = scale_text ? atof(scale_text) : 0.01;
    bool cpu = !engine || strcmp(engine, "cpu") == 0;
    bool cuda = engine ? strcmp(engine, "cuda") == 0 : !rustg_cuda_missing()[0];
    if (rustg_initialize(NULL, NULL) != RUSTG_OK)
        fail("rustg_initialize", 0);
    for (size_t i = 0; i < N_CASES; i++) {
        if (argc > 1 && strcmp(argv[1], cases[i].name) != 0)
            continue;
        if (cpu)
            run_case(&cases[i], scale, RUSTG_ENGINE_CPU);
        if (cuda)
            run_case(&cases[i], scale, RUSTG_ENGINE_CUDA);
    }
    rustg_shutdown();
    return 0;
}
