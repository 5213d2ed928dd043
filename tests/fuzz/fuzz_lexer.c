/* fuzz_lexer.c: libFuzzer's entry for the lexer. scripts/fuzz.sh runs it with clang; fuzz_replay_test.c without.
 *
 * The last byte of an input picks the edition, the rest is the source: so an input is also a Rust file, and the corpus
 * test compares it with rustc. Checked: the fast lexer equals the plain one on every instruction set of this machine;
 * tokens are ordered, well formed, and leave out nothing but white space and plain comments; diagnostics are ordered,
 * lie inside the file, can be rendered, and are empty wherever the fast lexer saw nothing suspicious. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lexer/lexer.h"
#include "rustg/rustg.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_data);

static const char *const spellings[] = {
#define TOK(name, spelling, class) spelling,
#include "rustg/token_kind.def"
};
static const uint8_t classes[] = {
#define TOK(name, spelling, class) RUSTG_CLASS_##class,
#include "rustg/token_kind.def"
};
static const char *const instruction_sets[] = {"portable", "AVX2", "AVX-512"};

typedef struct arrays {
    lex_tokens toks;
    size_t n_toks;
} arrays;

static const uint8_t *input;
static size_t n_input;

/* Prints the input as a C string, for the reader and for tests/fuzz/saved. */
static void fail(const char *what, size_t at)
{
    fprintf(stderr, "fuzz_lexer: %s at %zu; input of %zu bytes:\n\"", what, at, n_input);
    for (size_t i = 0; i < n_input && i < 4096; i++)
        fprintf(stderr, input[i] < ' ' || input[i] > '~' || input[i] == '"' || input[i] == '\\' ? "\\%03o" : "%c",
                input[i]);
    fprintf(stderr, "\"\n");
    abort();
}

static void *allocate(size_t n_bytes)
{
    void *memory = malloc(n_bytes ? n_bytes : 1);
    if (!memory)
        fail("out of memory", n_bytes);
    return memory;
}

static void make_arrays(arrays *a, size_t n_bytes)
{
    size_t n = lex_max_toks(n_bytes);
    a->toks.kind = allocate(n);
    a->toks.flags = allocate(n);
    a->toks.start = allocate(n * sizeof *a->toks.start);
    a->toks.end = allocate(n * sizeof *a->toks.end);
}

static void free_arrays(arrays *a)
{
    free(a->toks.kind);
    free(a->toks.flags);
    free(a->toks.start);
    free(a->toks.end);
}

static size_t space_length(const uint8_t *text, size_t n)
{
    if (text[0] == ' ' || (text[0] >= '\t' && text[0] <= '\r'))
        return 1;
    if (n >= 2 && text[0] == 0xC2 && text[1] == 0x85)
        return 2;
    if (n >= 3 && text[0] == 0xE2 && text[1] == 0x80 &&
        (text[2] == 0x8E || text[2] == 0x8F || text[2] == 0xA8 || text[2] == 0xA9))
        return 3;
    return 0;
}

static size_t comment_length(const uint8_t *text, size_t n)
{
    size_t at = 2, depth = 1;
    if (n < 2 || text[0] != '/')
        return 0;
    if (text[1] == '/') {
        while (at < n && text[at] != '\n')
            at++;
        return at;
    }
    if (text[1] != '*')
        return 0;
    while (at < n && depth > 0) {
        if (at + 1 < n && text[at] == '/' && text[at + 1] == '*') {
            depth++;
            at += 2;
        } else if (at + 1 < n && text[at] == '*' && text[at + 1] == '/') {
            depth--;
            at += 2;
        } else {
            at++;
        }
    }
    return at;
}

/* Bytes that no token holds must be white space and comments. */
static void check_gap(const uint8_t *bytes, size_t start, size_t end)
{
    while (start < end) {
        size_t length = space_length(bytes + start, end - start);
        if (!length)
            length = comment_length(bytes + start, end - start);
        if (!length)
            fail("bytes that are in no token", start);
        start += length;
    }
}

static void check_token(const uint8_t *bytes, const lex_tokens *toks, size_t i)
{
    uint32_t start = toks->start[i], n = toks->end[i] - start;
    uint8_t kind = toks->kind[i], flags = toks->flags[i], class;
    uint32_t suffix;
    bool joint;
    if (kind >= RUSTG_N_TOKEN_KINDS || kind == RUSTG_TOK_NONE || kind == RUSTG_TOK_EOF || n == 0)
        fail("a token that is none", i);
    class = classes[kind];
    if (spellings[kind][0] && (strlen(spellings[kind]) != n || memcmp(spellings[kind], bytes + start, n) != 0))
        fail("a token that is not spelled as its kind", i);
    joint = class == RUSTG_CLASS_PUNCT && classes[toks->kind[i + 1]] == RUSTG_CLASS_PUNCT &&
            toks->start[i + 1] == toks->end[i];
    if (joint != ((flags & RUSTG_TOKEN_JOINT) != 0))
        fail("joint mark", i);
    if ((flags & RUSTG_TOKEN_RAW) && kind != RUSTG_TOK_IDENT && kind != RUSTG_TOK_LIFETIME)
        fail("raw mark", i);
    if ((flags & (RUSTG_TOKEN_INNER | RUSTG_TOKEN_BLOCK)) && class != RUSTG_CLASS_DOC)
        fail("doc marks", i);
    suffix = rustg_token_suffix(bytes + start, n, kind);
    if (suffix > n || (suffix < n) != ((flags & RUSTG_TOKEN_SUFFIX) != 0))
        fail("suffix mark", i);
    if ((flags & RUSTG_TOKEN_SUFFIX) && class != RUSTG_CLASS_LITERAL)
        fail("suffix mark on no literal", i);
}

static void check_tokens(const uint8_t *bytes, size_t n_bytes, const arrays *a)
{
    size_t covered = lex_prologue(bytes, (uint32_t)n_bytes), last = a->n_toks - 1;
    if (a->n_toks == 0 || a->n_toks > n_bytes + 1 || covered > n_bytes)
        fail("number of tokens", a->n_toks);
    if (a->toks.kind[last] != RUSTG_TOK_EOF || a->toks.start[last] != n_bytes || a->toks.end[last] != n_bytes)
        fail("end of file token", last);
    for (size_t i = 0; i < last; i++) {
        if (a->toks.start[i] < covered || a->toks.end[i] > n_bytes || a->toks.end[i] <= a->toks.start[i])
            fail("order of tokens", i);
        check_gap(bytes, covered, a->toks.start[i]);
        check_token(bytes, &a->toks, i);
        covered = a->toks.end[i];
    }
    check_gap(bytes, covered, n_bytes);
}

static void check_equal(const arrays *a, const arrays *b, uint32_t base, const char *isa)
{
    if (a->n_toks != b->n_toks)
        fail(isa, a->n_toks < b->n_toks ? a->n_toks : b->n_toks);
    for (size_t i = 0; i < a->n_toks; i++) {
        if (a->toks.kind[i] != b->toks.kind[i] || a->toks.flags[i] != b->toks.flags[i] ||
            a->toks.start[i] + base != b->toks.start[i] || a->toks.end[i] + base != b->toks.end[i])
            fail(isa, i);
    }
}

static void check_diagnostics(const uint8_t *bytes, size_t n_bytes, uint32_t edition, const arrays *a, bool suspicious)
{
    diag_list list = {0};
    bool unknown = false;
    char text[4096];
    lex_diagnose(bytes, (uint32_t)n_bytes, edition, 7, &list);
    if (list.failed)
        fail("lex_diagnose ran out of memory", n_bytes);
    if (list.n && !suspicious)
        fail("errors in a file that was not suspicious", list.data[0].start);
    for (size_t i = 0; i < a->n_toks; i++)
        unknown |= a->toks.kind[i] == RUSTG_TOK_UNKNOWN || a->toks.kind[i] == RUSTG_TOK_GUARDED_STR;
    if (unknown && !list.n)
        fail("a bad token without an error", 0);
    for (size_t i = 0; i < list.n; i++) {
        const rustg_diagnostic *diag = &list.data[i];
        if (diag->file != 7 || diag->kind >= RUSTG_N_DIAGNOSTIC_KINDS || diag->start > diag->end ||
            diag->end > n_bytes || diag->argument_start > diag->argument_end || diag->argument_end > n_bytes ||
            (i && diag->start < list.data[i - 1].start))
            fail("bad diagnostic", i);
        if (i < 8) {
            rustg_diagnostic_message(diag, bytes, n_bytes, text, 16);
            for (int format = RUSTG_FORMAT_HUMAN; format <= RUSTG_FORMAT_JSON; format++)
                rustg_diagnostic_render(diag, "in.rs", bytes, n_bytes, (rustg_error_format)format, (int)(i & 1), text,
                                        sizeof text);
        }
    }
    diag_list_free(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_data)
{
    static const uint32_t editions[] = {2015, 2018, 2021, 2024};
    uint32_t edition = editions[n_data ? data[n_data - 1] & 3 : 3];
    size_t n_bytes = n_data ? n_data - 1 : 0;
    uint8_t *bytes = allocate(n_bytes); /* no byte more than the source has: a read past its end is found */
    arrays plain, fast;
    bool suspicious = true;
    input = data;
    n_input = n_data;
    if (n_bytes)
        memcpy(bytes, data, n_bytes);
    make_arrays(&plain, n_bytes);
    make_arrays(&fast, n_bytes);
    plain.n_toks = lex_scalar_file(bytes, (uint32_t)n_bytes, edition, 0, plain.toks);
    check_tokens(bytes, n_bytes, &plain);
    for (size_t i = 0; i < sizeof instruction_sets / sizeof *instruction_sets; i++) {
        uint32_t base = (uint32_t)i * 64;
        if (!lex_cpu_limit(instruction_sets[i]))
            continue;
        fast.n_toks = lex_cpu_file(bytes, (uint32_t)n_bytes, edition, base, fast.toks, &suspicious);
        check_equal(&plain, &fast, base, instruction_sets[i]);
        check_diagnostics(bytes, n_bytes, edition, &plain, suspicious);
    }
    lex_cpu_limit("");
    free_arrays(&plain);
    free_arrays(&fast);
    free(bytes);
    return 0;
}
