/* scan_test.c: the scalar lexer on small sources whose tokens are written beside them.
 * Expected tokens are `KIND[+flag...]:bytes`, separated by single blanks; inside a token a blank is written as a
 * dot, CR as `<` and LF as `|`. EOF is checked for every source and not written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lexer/lex_scan.h"
#include "lexer/lexer.h"

static int n_failures;

static void expect(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "%s\n", what);
        n_failures++;
    }
}

typedef struct scan_case {
    uint32_t first_edition, last_edition; /* the expectation holds from the first to the last */
    const char *source;
    const char *expected;
} scan_case;

static const scan_case cases[] = {
    /* nothing, white space, comments */
    {2015, 2024, "", ""},
    {2015, 2024, " \t\v\f\r\n\xC2\x85\xE2\x80\x8E\xE2\x80\x8F\xE2\x80\xA8\xE2\x80\xA9", ""},
    {2015, 2024, "a//b\nc", "IDENT:a IDENT:c"},
    {2015, 2024, "a/*/**/*/b/*/", "IDENT:a IDENT:b"},
    {2015, 2024, "a//", "IDENT:a"},
    {2015, 2024, "/* /* */ a", ""},
    {2015, 2024, "/**/ /***/ ////", ""},
    {2015, 2024, "///a\n//!b\r\n/**c*/ /*!d*/",
     "DOC_COMMENT:///a DOC_COMMENT+inner://!b DOC_COMMENT+block:/**c*/ DOC_COMMENT+inner+block:/*!d*/"},
    {2015, 2024, "///\r\r\n///", "DOC_COMMENT:///< DOC_COMMENT:///"},
    {2015, 2024, "///a\r", "DOC_COMMENT:///a<"},
    {2015, 2024, "/** /* */", "DOC_COMMENT+block:/**./*.*/"},
    {2015, 2024, "/**", "DOC_COMMENT+block:/**"},
    /* words */
    {2015, 2024, "_ __ _a a1 r#fn r#_ r",
     "UNDERSCORE:_ IDENT:__ IDENT:_a IDENT:a1 IDENT+raw:r#fn IDENT+raw:r#_ IDENT:r"},
    {2015, 2024, "fn Self union macro_rules",
     "KW_FN:fn KW_SELF_TYPE:Self WEAK_UNION:union WEAK_MACRO_RULES:macro_rules"},
    {2015, 2015, "async dyn try gen", "IDENT:async IDENT:dyn IDENT:try IDENT:gen"},
    {2018, 2021, "async dyn try gen", "KW_ASYNC:async KW_DYN:dyn KW_TRY:try IDENT:gen"},
    {2024, 2024, "async dyn try gen", "KW_ASYNC:async KW_DYN:dyn KW_TRY:try KW_GEN:gen"},
    {2015, 2024, "\xC3\xA9t\xC3\xA9 a\xCC\x81", "IDENT:\xC3\xA9t\xC3\xA9 IDENT:a\xCC\x81"},
    {2015, 2024, "fn\xF0\x9F\xA6\x80x\xE2\x80\x8Dy \xF0\x9F\xA6\x80",
     "IDENT:fn\xF0\x9F\xA6\x80x\xE2\x80\x8Dy IDENT:\xF0\x9F\xA6\x80"},
    {2015, 2024, "k#a fn'a'", "IDENT:k POUND:# IDENT:a KW_FN:fn CHAR:'a'"},
    /* lifetimes and characters */
    {2015, 2024, "'a 'static 'a' '_ '0", "LIFETIME:'a LIFETIME:'static CHAR:'a' LIFETIME:'_ LIFETIME:'0"},
    {2015, 2024, "'abc'x ''' '\\'' '\\\\'", "CHAR:'abc' IDENT:x CHAR:''' CHAR:'\\'' CHAR:'\\\\'"},
    {2015, 2024, "'+'u8 b'a'_ b'\\''", "CHAR+suffix:'+'u8 BYTE+suffix:b'a'_ BYTE:b'\\''"},
    {2015, 2024, "'\r\n' '\n'", "CHAR:'<|' CHAR:'|'"},
    {2015, 2024, "'+\r\na", "CHAR:'+ IDENT:a"},
    {2015, 2024, "'\\\r\n'", "CHAR:'\\<|'"},
    {2015, 2024, "'+ab/", "CHAR:'+ab SLASH:/"},
    {2015, 2024, "'", "CHAR:'"},
    {2015, 2024, "'\xF0\x9F\xA6\x80' '\xC3\xA9", "CHAR:'\xF0\x9F\xA6\x80' LIFETIME:'\xC3\xA9"},
    {2015, 2018, "'r#a 'r#1", "LIFETIME:'r POUND:# IDENT:a LIFETIME:'r POUND:# INT:1"},
    {2021, 2024, "'r#a 'r#1", "LIFETIME+raw:'r#a LIFETIME:'r POUND:# INT:1"},
    {2021, 2024, "'a#b 'r'", "LIFETIME:'a POUND:# IDENT:b CHAR:'r'"},
    /* numbers */
    {2015, 2024, "1..2 1.foo 1. 1.0 1.e",
     "INT:1 DOT+joint:. DOT:. INT:2 INT:1 DOT:. IDENT:foo FLOAT:1. FLOAT:1.0 INT:1 DOT:. IDENT:e"},
    {2015, 2024, "1e5 1E+_3 1e 1em 1f32 1_u8",
     "FLOAT:1e5 FLOAT:1E+_3 FLOAT:1e FLOAT+suffix:1em INT+suffix:1f32 INT+suffix:1_u8"},
    {2015, 2024, "0x1e+1 0x 0xg 0b12 0o_ 0b1e3 0b1.0",
     "INT:0x1e PLUS:+ INT:1 INT:0x INT+suffix:0xg INT:0b12 INT:0o_ FLOAT:0b1e3 FLOAT:0b1.0"},
    {2015, 2024, "0. 0u8 00 0_0.0_0e1_i8 0.\xC3\xA9",
     "FLOAT:0. INT+suffix:0u8 INT:00 FLOAT+suffix:0_0.0_0e1_i8 INT:0 DOT:. IDENT:\xC3\xA9"},
    /* strings */
    {2015, 2024, "\"a\\\"b\"c b\"\\\\\" \"", "STR+suffix:\"a\\\"b\"c BYTE_STR:b\"\\\\\" STR:\""},
    {2015, 2024, "r\"a\\\" br#\"\"#x r##\"\"#\"##_",
     "RAW_STR:r\"a\\\" RAW_BYTE_STR+suffix:br#\"\"#x RAW_STR+suffix:r##\"\"#\"##_"},
    {2015, 2023, "r\"\"## r#\"\"#\"#", "RAW_STR:r\"\" POUND+joint:# POUND:# RAW_STR:r#\"\"# STR:\"#"},
    {2015, 2024, "r#", "RAW_STR:r#"},
    {2015, 2023, "r##~# br#\r\na", "RAW_STR:r##~ POUND:# RAW_BYTE_STR:br#<| IDENT:a"},
    {2015, 2024, "r##\"\"#", "RAW_STR:r##\"\"#"},
    {2021, 2024, "c\"\" cr#\"\"# c'", "C_STR:c\"\" RAW_C_STR:cr#\"\"# IDENT:c CHAR:'"},
    {2015, 2018, "c\"\" cr#\"\"# c'", "IDENT:c STR:\"\" IDENT:cr POUND:# STR:\"\" POUND:# IDENT:c CHAR:'"},
    {2015, 2021, "#\"a\"# ##", "POUND:# STR:\"a\" POUND:# POUND+joint:# POUND:#"},
    {2024, 2024, "#\"a\"#x ##\"\"### ####!",
     "GUARDED_STR+suffix:#\"a\"#x GUARDED_STR:##\"\"## POUND:# GUARDED_STR:## GUARDED_STR:## BANG:!"},
    {2024, 2024, "###= ### =", "GUARDED_STR:## POUND+joint:# EQ:= GUARDED_STR:## POUND:# EQ:="},
    {2024, 2024, "x##\"", "IDENT:x GUARDED_STR:##\""},
    /* punctuation */
    {2015, 2024, ">>=(-) . . ", "GT+joint:> GT+joint:> EQ:= L_PAREN:( MINUS:- R_PAREN:) DOT:. DOT:."},
    {2015, 2024, "+//\n+/**/+/ /=", "PLUS:+ PLUS:+ PLUS+joint:+ SLASH:/ SLASH+joint:/ EQ:="},
    {2015, 2024, ";,.@#~?:$=!<>-&|+*/^%",
     "SEMI+joint:; COMMA+joint:, DOT+joint:. AT+joint:@ POUND+joint:# TILDE+joint:~ QUESTION+joint:? COLON+joint:: "
     "DOLLAR+joint:$ EQ+joint:= BANG+joint:! LT+joint:< GT+joint:> MINUS+joint:- AND+joint:& OR+joint:| PLUS+joint:+ "
     "STAR+joint:* SLASH+joint:/ CARET+joint:^ PERCENT:%"},
    {2015, 2024, "[{()}]", "L_BRACKET:[ L_BRACE:{ L_PAREN:( R_PAREN:) R_BRACE:} R_BRACKET:]"},
    {2024, 2024, "=#\"\"", "EQ:= GUARDED_STR:#\"\""},
    {2015, 2021, "=#\"\"", "EQ+joint:= POUND:# STR:\"\""},
    /* what is no Rust */
    {2015, 2024, "`\\\x01\x7F", "UNKNOWN:` UNKNOWN:\\ UNKNOWN:\x01 UNKNOWN:\x7F"},
    {2015, 2024, "\xC2\xA0\xE2\x80\x9C a", "UNKNOWN:\xC2\xA0 UNKNOWN:\xE2\x80\x9C IDENT:a"},
    {2015, 2024, "\xFF\xE2\x82 a\x80\xED\xA0\x80",
     "UNKNOWN:\xFF UNKNOWN:\xE2 UNKNOWN:\x82 IDENT:a UNKNOWN:\x80 UNKNOWN:\xED UNKNOWN:\xA0 UNKNOWN:\x80"},
    {2015, 2024, "\"\xFF\" '\xFF'", "STR:\"\xFF\" CHAR:'\xFF'"},
    /* before the tokens */
    {2015, 2024,
     "\xEF\xBB\xBF"
     "a\xEF\xBB\xBF",
     "IDENT:a UNKNOWN:\xEF\xBB\xBF"},
    {2015, 2024, "\xEF\xBB\xBF#!/bin/x [\r\na", "IDENT:a"},
    {2015, 2024, "#!/bin/x", ""},
    {2015, 2024, "#! // c\n/* */ [a]", "POUND+joint:# BANG:! L_BRACKET:[ IDENT:a R_BRACKET:]"},
    {2015, 2024, "#! /// c\n[a]", "L_BRACKET:[ IDENT:a R_BRACKET:]"},
    {2015, 2024, " #!x", "POUND+joint:# BANG:! IDENT:x"},
    {2015, 2024, "#!x\n---\n[dependencies]\n---\na", "IDENT:a"},
    {2015, 2024, "\n \n---- cargo.toml-1 \r\n---\r\n---- x\r\na", "IDENT:a"},
    {2015, 2024, " ---\nx\n---\na", "IDENT:a"},
    {2015, 2024, "-----\nx\n--- y\na", "IDENT:a"},
    {2015, 2024, "---\nx\nuse a;", "KW_USE:use IDENT:a SEMI:;"},
    {2015, 2024, "---\nx\n//!b", "DOC_COMMENT+inner://!b"},
    {2015, 2024, "---\nx\n#![b]", "POUND+joint:# BANG:! L_BRACKET:[ IDENT:b R_BRACKET:]"},
    {2015, 2024, "---\nx --- y\n \t--- z\na", "IDENT:a"},
    {2015, 2024, "---\nx --- --- y\na", "IDENT:a"},
    {2015, 2024, "---\nx\na", ""},
    {2015, 2024, "-- -", "MINUS+joint:- MINUS:- MINUS:-"},
    {2015, 2024, "/**/---", "MINUS+joint:- MINUS+joint:- MINUS:-"},
};

static void append(char *text, size_t *n, const char *more)
{
    size_t length = strlen(more);
    memcpy(text + *n, more, length + 1);
    *n += length;
}

static void append_token(char *text, size_t *n, const uint8_t *source, lex_token token)
{
    static const char *const flags[] = {"+joint", "+raw", "+suffix", "+inner", "+block"};
    if (*n > 0)
        append(text, n, " ");
    append(text, n, rustg_token_kind_name(token.kind));
    for (int bit = 0; bit < 5; bit++)
        if (token.flags >> bit & 1)
            append(text, n, flags[bit]);
    append(text, n, ":");
    for (uint32_t i = token.start; i < token.end; i++) {
        char c = (char)source[i];
        text[(*n)++] = c;
        if (c == ' ')
            text[*n - 1] = '.';
        else if (c == '\r')
            text[*n - 1] = '<';
        else if (c == '\n')
            text[*n - 1] = '|';
    }
    text[*n] = 0;
}

/* Exactly as long as its contents, so that a sanitizer sees each read past the end. */
static uint8_t *copy_exact(const char *source, size_t n_bytes)
{
    uint8_t *copy = malloc(n_bytes ? n_bytes : 1);
    if (copy == NULL)
        exit(2);
    memcpy(copy, source, n_bytes);
    return copy;
}

static size_t lex_all(const uint8_t *bytes, uint32_t n_bytes, uint32_t edition, uint32_t base, lex_token *out,
                      size_t capacity)
{
    uint8_t *kind = malloc(capacity), *flags = malloc(capacity);
    uint32_t *start = malloc(4 * capacity), *end = malloc(4 * capacity);
    if (kind == NULL || flags == NULL || start == NULL || end == NULL)
        exit(2);
    const lex_tokens toks = {kind, flags, start, end};
    size_t n = lex_scalar_file(bytes, n_bytes, edition, base, toks);
    for (size_t i = 0; i < n; i++)
        out[i] = lex_make_token(start[i], end[i], kind[i], flags[i]);
    free(kind);
    free(flags);
    free(start);
    free(end);
    return n;
}

static void check_case(const scan_case *test, uint32_t edition)
{
    enum { CAPACITY = 512, BASE = 64 };
    char found[4096];
    lex_token toks[CAPACITY];
    size_t n_found = 0, n_bytes = strlen(test->source);
    uint8_t *source = copy_exact(test->source, n_bytes);
    size_t n = lex_all(source, (uint32_t)n_bytes, edition, BASE, toks, CAPACITY);

    found[0] = 0;
    for (size_t i = 0; i + 1 < n; i++) {
        toks[i].start -= BASE;
        toks[i].end -= BASE;
        append_token(found, &n_found, source, toks[i]);
    }
    if (strcmp(found, test->expected) != 0) {
        fprintf(stderr, "edition %u\n source   %s\n expected %s\n found    %s\n", edition, test->source, test->expected,
                found);
        n_failures++;
    }
    if (n == 0 || toks[n - 1].kind != RUSTG_TOK_EOF || toks[n - 1].start != BASE + n_bytes ||
        toks[n - 1].end != BASE + n_bytes || toks[n - 1].flags != 0) {
        fprintf(stderr, "edition %u: no EOF token at the end of: %s\n", edition, test->source);
        n_failures++;
    }
    free(source);
}

static void check_suffix(uint8_t kind, const char *literal, uint32_t expected)
{
    size_t length = strlen(literal);
    uint8_t *copy = copy_exact(literal, length);
    uint32_t found = rustg_token_suffix(copy, (uint32_t)length, kind);
    if (found != expected) {
        fprintf(stderr, "suffix of %s: expected %u, found %u\n", literal, expected, found);
        n_failures++;
    }
    free(copy);
}

static void check_suffixes(void)
{
    check_suffix(RUSTG_TOK_INT, "1", 1);
    check_suffix(RUSTG_TOK_INT, "12_u8", 3);
    check_suffix(RUSTG_TOK_INT, "0x1f32", 6);
    check_suffix(RUSTG_TOK_INT, "0b1f32", 3);
    check_suffix(RUSTG_TOK_FLOAT, "1.0e5f64", 5);
    check_suffix(RUSTG_TOK_FLOAT, "1.", 2);
    check_suffix(RUSTG_TOK_CHAR, "'a'x", 3);
    check_suffix(RUSTG_TOK_CHAR, "'abc'", 5);
    check_suffix(RUSTG_TOK_CHAR, "'+abc", 5);
    check_suffix(RUSTG_TOK_CHAR, "'\\''_", 4);
    check_suffix(RUSTG_TOK_CHAR, "'", 1);
    check_suffix(RUSTG_TOK_BYTE, "b'\xFF'\xC3\xA9", 4);
    check_suffix(RUSTG_TOK_STR, "\"a\\\"bc", 6);
    check_suffix(RUSTG_TOK_STR, "\"a\\\"bc\"d", 7);
    check_suffix(RUSTG_TOK_BYTE_STR, "b\"\"u8", 3);
    check_suffix(RUSTG_TOK_C_STR, "c\"\"", 3);
    check_suffix(RUSTG_TOK_RAW_STR, "r#\"\"#z", 5);
    check_suffix(RUSTG_TOK_RAW_STR, "r#\"\"z", 5);
    check_suffix(RUSTG_TOK_RAW_BYTE_STR, "br\"\\\"z", 5);
    check_suffix(RUSTG_TOK_RAW_C_STR, "cr##\"\"##zz", 8);
    check_suffix(RUSTG_TOK_GUARDED_STR, "#\"\"#zz", 4);
    check_suffix(RUSTG_TOK_GUARDED_STR, "##", 2);
    check_suffix(RUSTG_TOK_IDENT, "abc", 3);
    check_suffix(RUSTG_TOK_STR, "", 0);
}

static void check_decode(const char *bytes, uint32_t n_bytes, uint32_t expected, uint32_t expected_length)
{
    uint8_t *copy = copy_exact(bytes, n_bytes);
    uint32_t length, c = utf8_decode(copy, n_bytes, 0, &length);
    if (c != expected || length != expected_length) {
        fprintf(stderr, "decode %02X..: expected %X of %u bytes, found %X of %u\n", copy[0], expected, expected_length,
                c, length);
        n_failures++;
    }
    free(copy);
}

static void check_unicode(void)
{
    uint32_t n_start = 0, n_continue = 0, n_emoji = 0;
    check_decode("a", 1, 'a', 1);
    check_decode("\x7F", 1, 0x7F, 1);
    check_decode("\xC2\x80", 2, 0x80, 2);
    check_decode("\xDF\xBF", 2, 0x7FF, 2);
    check_decode("\xE0\xA0\x80", 3, 0x800, 3);
    check_decode("\xED\x9F\xBF", 3, 0xD7FF, 3);
    check_decode("\xEE\x80\x80", 3, 0xE000, 3);
    check_decode("\xEF\xBF\xBF", 3, 0xFFFF, 3);
    check_decode("\xF0\x90\x80\x80", 4, 0x10000, 4);
    check_decode("\xF4\x8F\xBF\xBF", 4, 0x10FFFF, 4);
    check_decode("\x80", 1, UTF8_INVALID, 1);
    check_decode("\xC1\xBF", 2, UTF8_INVALID, 1);
    check_decode("\xE0\x9F\xBF", 3, UTF8_INVALID, 1);
    check_decode("\xED\xA0\x80", 3, UTF8_INVALID, 1);
    check_decode("\xF0\x8F\xBF\xBF", 4, UTF8_INVALID, 1);
    check_decode("\xF4\x90\x80\x80", 4, UTF8_INVALID, 1);
    check_decode("\xF5\x80\x80\x80", 4, UTF8_INVALID, 1);
    check_decode("\xE2\x82", 2, UTF8_INVALID, 1);
    check_decode("\xF0\x90\x80x", 4, UTF8_INVALID, 1);
    for (uint32_t c = 0; c <= 0x10FFFF; c++) {
        n_start += lex_is_xid_start(c);
        n_continue += lex_is_xid_continue(c);
        n_emoji += lex_is_emoji(c);
        expect(!lex_is_xid_start(c) || lex_is_xid_continue(c), "a start that does not continue");
    }
    /* Counts of Unicode 17.0.0; of Emoji those beyond ASCII. */
    if (strcmp(LEX_UNICODE_VERSION, "17.0.0") != 0 || n_start != 145893 || n_continue != 149221 || n_emoji != 1426) {
        fprintf(stderr, "Unicode %s: %u start, %u continue, %u emoji\n", LEX_UNICODE_VERSION, n_start, n_continue,
                n_emoji);
        n_failures++;
    }
    expect(!lex_is_xid_start(UTF8_INVALID) && !lex_is_xid_continue(LEX_END) && !lex_is_emoji('#'), "no character");
}

static bool is_gap(const lex_text *text, uint32_t pos, uint32_t end)
{
    while (pos < end) {
        uint32_t space = lex_space_at(text, pos);
        if (space == 0) {
            lex_token comment = lex_token_at(text, pos);
            if (comment.kind != RUSTG_TOK_NONE)
                return false;
            space = comment.end - pos;
        }
        pos += space;
    }
    return pos == end;
}

/* Random sources of telling pieces: tokens are in order, between them is white space and comments only, and a token
 * is the same when lexed on its own. */
static void check_random(void)
{
    static const char *const pieces[] = {
        "'",    "\"", "#", "##", "r",  "br#", "c\"", "\\", "/",  "/*",  "*/",       "\r\n",
        "\r",   " ",  "a", "0",  "1e", ".",   "=",   "!",  "//", "'r#", "\xC3\xA9", "\xF0\x9F\xA6\x80",
        "\xFF",
    };
    enum { N_PIECES = sizeof pieces / sizeof pieces[0], CAPACITY = 512 };
    static lex_token toks[CAPACITY];
    uint32_t seed = 12345;
    for (int round = 0; round < 20000; round++) {
        char source[256];
        size_t n_bytes = 0;
        uint32_t edition = 2015 + 3 * ((uint32_t)round % 4);
        seed = seed * 1664525u + 1013904223u;
        for (uint32_t n = seed >> 27; n > 0; n--) {
            seed = seed * 1664525u + 1013904223u;
            append(source, &n_bytes, pieces[(seed >> 16) % N_PIECES]);
        }
        uint8_t *copy = copy_exact(source, n_bytes);
        const lex_text text = {copy, (uint32_t)n_bytes, edition};
        size_t n = lex_all(copy, (uint32_t)n_bytes, edition, 0, toks, CAPACITY);
        uint32_t pos = lex_prologue(copy, (uint32_t)n_bytes);
        for (size_t i = 0; i < n; i++) {
            const lex_token token = toks[i];
            lex_token alone = lex_next(&text, pos);
            if (!is_gap(&text, pos, token.start) || alone.start != token.start || alone.end != token.end ||
                alone.kind != token.kind || alone.flags != token.flags || (token.end == token.start && i + 1 < n)) {
                fprintf(stderr, "edition %u: token %zu of %s\n", edition, i, source);
                n_failures++;
                break;
            }
            pos = token.end;
        }
        free(copy);
    }
}

/* A run of n hashes takes linear time, and no quote behind it changes the pairs. */
static void check_hashes(void)
{
    const uint32_t n_bytes = 1000001;
    const size_t capacity = lex_max_toks(n_bytes);
    uint8_t *source = malloc(n_bytes);
    lex_token *toks = malloc(capacity * sizeof *toks);
    if (source == NULL || toks == NULL)
        exit(2);
    memset(source, '#', n_bytes);
    size_t n = lex_all(source, n_bytes, 2024, 0, toks, capacity);
    expect(n == 500002 && toks[499999].end == 1000000 && toks[500000].kind == RUSTG_TOK_POUND, "hashes in 2024");
    source[n_bytes - 1] = '"';
    n = lex_all(source, n_bytes, 2024, 0, toks, capacity);
    expect(n == 2 && toks[0].kind == RUSTG_TOK_GUARDED_STR, "hashes and a quote in 2024");
    n = lex_all(source, n_bytes, 2021, 0, toks, capacity);
    expect(n == n_bytes + 1 && toks[0].flags == RUSTG_TOKEN_JOINT && toks[n_bytes - 2].flags == 0, "hashes in 2021");
    free(source);
    free(toks);
}

static void check_nul(void)
{
    static const char source[] = "'\0' \0 \"\0\"";
    lex_token toks[16];
    uint8_t *copy = copy_exact(source, sizeof source - 1);
    size_t n = lex_all(copy, sizeof source - 1, 2021, 0, toks, 16);
    expect(n == 4 && toks[0].kind == RUSTG_TOK_CHAR && toks[0].end == 3 && toks[1].kind == RUSTG_TOK_UNKNOWN &&
               toks[2].kind == RUSTG_TOK_STR && toks[2].end == 9,
           "NUL bytes");
    free(copy);
}

int main(void)
{
    static const uint32_t editions[] = {2015, 2018, 2021, 2024};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int e = 0; e < 4; e++)
            if (editions[e] >= cases[i].first_edition && editions[e] <= cases[i].last_edition)
                check_case(&cases[i], editions[e]);
    check_suffixes();
    check_unicode();
    check_random();
    check_hashes();
    check_nul();
    if (n_failures != 0)
        fprintf(stderr, "%d failures\n", n_failures);
    return n_failures != 0;
}
