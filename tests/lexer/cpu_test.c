/* cpu_test.c: lex_cpu_file equals lex_scalar_file for every instruction set, and calls a file clean only when
 * lex_diagnose finds nothing in it. Inputs lie in exact-size memory so that a sanitizer sees reads past them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/test_random.h"
#include "lexer/lexer.h"

enum { MAX_BYTES = 1 << 17, N_SOUPS = 8000 };

static const uint32_t editions[4] = {2015, 2018, 2021, 2024};
static const char *const isas[] = {"AVX-512", "AVX2", "portable"};
static int n_failures;
static unsigned long n_checks, n_clean;

static lex_tokens make_tokens(size_t capacity)
{
    lex_tokens toks;
    toks.kind = malloc(capacity);
    toks.flags = malloc(capacity);
    toks.start = malloc(capacity * sizeof *toks.start);
    toks.end = malloc(capacity * sizeof *toks.end);
    if (!toks.kind || !toks.flags || !toks.start || !toks.end) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return toks;
}

static void free_tokens(lex_tokens toks)
{
    free(toks.kind);
    free(toks.flags);
    free(toks.start);
    free(toks.end);
}

static void report(const char *what, const char *isa, uint32_t edition, const uint8_t *bytes, uint32_t n_bytes)
{
    uint32_t i;
    if (n_failures++ > 5)
        return;
    fprintf(stderr, "%s: %s, edition %u, %u bytes: \"", what, isa, edition, n_bytes);
    for (i = 0; i < n_bytes && i < 400; i++)
        fprintf(stderr, bytes[i] >= ' ' && bytes[i] < 0x7F && bytes[i] != '"' && bytes[i] != '\\' ? "%c" : "\\x%02x",
                bytes[i]);
    fprintf(stderr, "\"\n");
}

/* One edition, every instruction set of this machine. */
static void check_edition(const uint8_t *bytes, uint32_t n_bytes, uint32_t edition)
{
    const uint32_t base = 64 * 1000;
    lex_tokens want = make_tokens(lex_max_toks(n_bytes)), got = make_tokens(lex_max_toks(n_bytes));
    const size_t n_want = lex_scalar_file(bytes, n_bytes, edition, base, want);
    bool clean = false;
    size_t i;
    for (i = 0; i < sizeof isas / sizeof isas[0]; i++) {
        const char *isa = isas[i];
        bool suspicious = false;
        size_t n_got;
        if (!lex_cpu_limit(isa))
            continue;
        n_got = lex_cpu_file(bytes, n_bytes, edition, base, got, &suspicious);
        clean |= !suspicious;
        n_checks++;
        if (n_got != n_want)
            report("token count", isa, edition, bytes, n_bytes);
        else if (memcmp(got.start, want.start, n_want * sizeof *want.start) != 0)
            report("starts", isa, edition, bytes, n_bytes);
        else if (memcmp(got.end, want.end, n_want * sizeof *want.end) != 0)
            report("ends", isa, edition, bytes, n_bytes);
        else if (memcmp(got.kind, want.kind, n_want) != 0)
            report("kinds", isa, edition, bytes, n_bytes);
        else if (memcmp(got.flags, want.flags, n_want) != 0)
            report("flags", isa, edition, bytes, n_bytes);
    }
    if (clean) {
        diag_list list = {0};
        lex_diagnose(bytes, n_bytes, edition, 0, &list);
        if (list.n != 0 || list.failed)
            report("not suspicious, but diagnosed", "any", edition, bytes, n_bytes);
        diag_list_free(&list);
        n_clean++;
    }
    free_tokens(want);
    free_tokens(got);
}

/* All editions. The copy ends where its memory ends. */
static void check(const void *source, size_t n_bytes)
{
    uint8_t *bytes = malloc(n_bytes ? n_bytes : 1);
    size_t i;
    if (!bytes)
        exit(1);
    memcpy(bytes, source, n_bytes);
    for (i = 0; i < 4; i++)
        check_edition(bytes, (uint32_t)n_bytes, editions[i]);
    free(bytes);
}

/* The text behind spaces and before a tail, so that it lies across a block edge in every way. */
static void check_shifted(const char *text, size_t n_bytes)
{
    static const char *const tails[] = {"", " x", "+=1", "\"", "'", "é"};
    const size_t n_tails = sizeof tails / sizeof tails[0];
    char *buffer = malloc(n_bytes + 256);
    size_t shift, tail;
    if (!buffer)
        exit(1);
    for (tail = 0; tail < n_tails; tail++) {
        for (shift = 0; shift <= 130; shift += shift == 0 && n_bytes < 60 ? 60 - n_bytes : 1) {
            if (shift > 66 && shift < 124)
                continue;
            if (shift > 0 && (shift + tail) % 3 != 0)
                continue;
            memset(buffer, ' ', shift);
            memcpy(buffer + shift, text, n_bytes);
            memcpy(buffer + shift + n_bytes, tails[tail], strlen(tails[tail]));
            check(buffer, shift + n_bytes + strlen(tails[tail]));
        }
    }
    free(buffer);
}

static const char *const texts[] = {
    "",
    "fn main() { let x = 1; }",
    "a",
    "_",
    "__",
    "r#type",
    "r#crate",
    "r#_",
    "r#self r#Self r#super",
    "r#é",
    "'a",
    "'a'",
    "'static",
    "'_",
    "'r#fn",
    "'r#self",
    "'r#abc'",
    "'ab'",
    "'0",
    "'0'",
    "'0a",
    "'a#",
    "'é'",
    "'é",
    "'\\''",
    "'\\n'",
    "'\\x41'",
    "'\\xff'",
    "'\\u{41}'",
    "'\\u{d800}'",
    "'\\u{110000}'",
    "'\\u{}'",
    "'\\q'",
    "''",
    "'''",
    "'\t'",
    "'\n'",
    "'\r\n'",
    "'\r'",
    "'a'b",
    "'a'_",
    "'ab'cd",
    "'a",
    "' ",
    "'/",
    "'\\",
    "'\\'",
    "b'a'",
    "b'\\xff'",
    "b'\xC3\xA9'",
    "b'\\u{41}'",
    "b''",
    "b'ab'",
    "b'",
    "ab'c'",
    "br'c'",
    "c'x'",
    "r'x'",
    "\"\"",
    "\"a\"b",
    "\"a\"_",
    "\"\\\"\"",
    "\"\\\\\"",
    "\"\\",
    "\"\\\n  x\"",
    "\"\\\r\n x\"",
    "\"\\q\"",
    "\"\\x7f\"",
    "\"\\x80\"",
    "\"\\u{1F600}\"",
    "\"\\u{1_0}\"",
    "\"\\u{1\"",
    "\"\r\"",
    "\"\r\n\"",
    "\"",
    "\"é\"",
    "b\"\"",
    "b\"a\\xff\"",
    "b\"\xC3\xA9\"",
    "b\"\\u{1}\"",
    "c\"\"",
    "c\"\\0\"",
    "c\"\\x00\"",
    "c\"\\u{0}\"",
    "c\"\xC3\xA9\"",
    "c\"\\xff\"",
    "r\"\"",
    "r\"\\\"",
    "r#\"\"#",
    "r#\"\"\"#",
    "r##\"\"# \"##",
    "r##\"\"#",
    "r#",
    "r##",
    "r##a",
    "r##abc",
    "r#\"",
    "r\"a\"b",
    "br\"x\"",
    "br#\"x\"#",
    "br\"\xC3\xA9\"",
    "br#x",
    "br##x",
    "cr\"x\"",
    "cr#\"x\"#",
    "cr#x",
    "rb\"x\"",
    "rc\"x\"",
    "foo\"x\"",
    "foo#bar",
    "foo'a",
    "foo'a'",
    "match\"\"",
    "#\"x\"#",
    "##\"x\"##",
    "##",
    "###",
    "#\"",
    "##\"x\"",
    "#[a]",
    "#![a]",
    "x##y",
    "a #\"\"# b",
    "0",
    "1",
    "12_3",
    "1_",
    "1.",
    "1..2",
    "1.0",
    "1.foo()",
    "1._x",
    "1.e5",
    "1.0e5",
    "1.0e+5",
    "1.0e-_5",
    "1e5",
    "1e+5",
    "1e",
    "1e+",
    "1e_",
    "1e5.0",
    "1.0.0",
    "x.0.1",
    "x.0.1.2",
    "1.\xC3\xA9",
    "1\xC3\xA9",
    "1\xE2\x84\x96",
    "1.\xE2\x84\x96",
    "0x",
    "0x_",
    "0xFF",
    "0xFFu8",
    "0xff_",
    "0x1.0",
    "0x1.e",
    "0x1e+5",
    "0xg",
    "0b",
    "0b01",
    "0b012",
    "0b1e+5",
    "0b1e5",
    "0b1u8",
    "0b.1",
    "0o17",
    "0o18",
    "0o8",
    "0o1.0",
    "1u8",
    "1u8.0",
    "1f32",
    "1_f32",
    "0_b1",
    "00x1",
    "0e1",
    "0E+1",
    "0.5f64",
    "1.0f32",
    "1.0_",
    "1.0é",
    "1\"x\"",
    "1'a'",
    "1#x",
    "0x1F.5",
    "/",
    "//",
    "// a",
    "// a\n",
    "///",
    "/// a",
    "/// a\n",
    "/// a\r\n",
    "/// a\r",
    "/// a\rb\n",
    "////",
    "//// a\nx",
    "//!",
    "//! a\r\n",
    "//\r\n",
    "/**/",
    "/** a */",
    "/*! a */",
    "/***/",
    "/*** a */",
    "/* /* */ */ x",
    "/* /* */",
    "/*",
    "/**",
    "/*/",
    "/*/*/ */ */",
    "/* */*/",
    "/*\r*/",
    "/**\r*/",
    "*/",
    "/ /",
    "a/b",
    "a//b",
    "a/*b*/c",
    "+=",
    "<<=",
    "..=",
    "->",
    "a.b",
    "::<>",
    "&&'a",
    "|x|",
    "$x:expr",
    "@",
    "~",
    "?",
    "%^",
    "\\",
    "`",
    "\x7F",
    "\x01",
    "é",
    "aé",
    "éa",
    "aéb c",
    "日本語",
    "№",
    "a№",
    "№a",
    "a\xC2\x85"
    "b",
    "a\xE2\x80\x8E"
    "b",
    "a\xE2\x80\xA8"
    "b",
    "\xC2\xA0",
    "😀",
    "a😀",
    "😀a",
    "a😀b#",
    "\xFF",
    "a\xFF",
    "\xC3",
    "a\xC3",
    "\xE2\x80",
    "\xED\xA0\x80",
    "\xF4\x90\x80\x80",
    "\xEF\xBB\xBF",
    "\xEF\xBB\xBF#!x\n",
    "#!/bin/sh\nfn",
    "#![a]",
    "#!\n[a]",
    "---\nx\n---\nfn",
    "----\nx\n---\nfn",
    "---",
    "\n---\na\n---\n",
    "macro_rules! x",
    "macro_rule",
    "macro_rulesx",
    "continue",
    "continued",
    "override",
    "async await dyn try gen",
    "union auto default raw safe",
    "abstract",
    "unsized",
    "Self self",
    "x\r\ny",
    "x\ry",
    "\"\xE2\x80\xAE\"",
    "a\vb\fc",
    "'a 'b 'c",
    "<'a,'b>",
    "{'a'}",
    "b\"\\",
    "'\\u{1F600}'",
    "'\\u{1_F}'",
    "'\xFF'",
    "r\"\xFF\"",
    "// \xFF\n",
    "'a\"",
    "'a'\"x\"",
    "\"a\"'b'",
    "\"a\"1.5",
    "\"a\" 1.5",
    "'a'1.5",
    "x\"\\\"\"y",
    "c\"\"c\"\"",
};

static const char *const fragments[] = {
    "\"",
    "\"",
    "'",
    "r#",
    "r\"",
    "br\"",
    "br#\"",
    "cr#\"",
    "\"#",
    "\"##",
    "//",
    "///",
    "//!",
    "/*",
    "/**",
    "*/",
    "\\",
    "\\\\",
    "\\\"",
    "\\n",
    "1.",
    "1",
    "0",
    "e+",
    "E-",
    "e",
    "0x",
    "0b",
    "0o",
    ".",
    "..",
    "é",
    "№",
    "😀",
    "\xFF",
    "\xC2",
    "\r\n",
    "\n",
    "\n",
    "\r",
    "b'",
    "b\"",
    "c\"",
    "'a",
    "'a'",
    "'\\''",
    "a",
    "fn",
    "match",
    "macro_rules",
    "longer_identifier_here",
    "_",
    " ",
    " ",
    "  ",
    "\t",
    "#",
    "##",
    "+",
    "-",
    "=",
    "<",
    ">",
    "::",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "!",
    "?",
    "$",
    "@",
    "&",
    "|",
    "*",
    "/",
    "12",
    "u8",
    "f32",
    "\\x4",
    "\\u{4}",
    "\xE2\x80\xA8",
    "\xC2\xA0",
    "---",
    "`",
    "                                ",
    "abcdefghijklmnopqrstuvwxyz0123456789",
    "\"text text text\"",
    "// comment comment comment\n",
    "/* c */",
    "self",
    "x.0.1",
    "0..n",
    "1e5",
    "0xFFu8",
};

static void check_soups(void)
{
    uint64_t state = 20240229;
    char soup[512];
    uint32_t i;
    for (i = 0; i < N_SOUPS; i++) {
        size_t n_bytes = 0, want = test_random_below(&state, i % 4 == 0 ? 24 : 300);
        while (n_bytes < want) {
            const char *fragment = fragments[test_random_below(&state, sizeof fragments / sizeof fragments[0])];
            memcpy(soup + n_bytes, fragment, strlen(fragment));
            n_bytes += strlen(fragment);
        }
        check(soup, want); /* cut anywhere, inside characters too */
    }
}

/* Long runs, past the sizes at which the lexer flushes what it gathers. */
static void check_long(void)
{
    static const char *const units[] = {
        "!",
        "a ",
        "a",
        "1+",
        "\\",
        "'a ",
        "{",
        "\"",
        "é",
        "fn(",
        "/",
        "*/",
        "/*",
        "x.0",
        "#",
        "1.",
        "ident_of_18_letters ",
        "\"\\\\\"",
        "\n",
    };
    char *buffer = malloc(MAX_BYTES);
    size_t i;
    if (!buffer)
        exit(1);
    for (i = 0; i < sizeof units / sizeof units[0]; i++) {
        size_t length = strlen(units[i]), n_bytes;
        static const char *const heads[] = {"", "\"", "// ", "/* ", "r#\"", "'", " "};
        size_t head = i % 7;
        memcpy(buffer, heads[head], strlen(heads[head]));
        for (n_bytes = strlen(heads[head]); n_bytes + length <= MAX_BYTES; n_bytes += length)
            memcpy(buffer + n_bytes, units[i], length);
        check_edition((const uint8_t *)buffer, (uint32_t)n_bytes, 2021);
        memmove(buffer, buffer + strlen(heads[head]), n_bytes - strlen(heads[head]));
        check_edition((const uint8_t *)buffer, (uint32_t)(n_bytes - strlen(heads[head])), 2024);
    }
    free(buffer);
}

int main(void)
{
    size_t i;
    int n_isas = 0;
    for (i = 0; i < sizeof isas / sizeof isas[0]; i++) {
        if (!lex_cpu_limit(isas[i]))
            printf("%s: not on this machine\n", isas[i]);
        else if (strcmp(lex_cpu_isa(), isas[i]) != 0)
            report("lex_cpu_isa", isas[i], 0, (const uint8_t *)"", 0);
        else
            n_isas++;
    }
    if (n_isas == 0 || lex_cpu_limit("none"))
        report("lex_cpu_limit", "none", 0, (const uint8_t *)"", 0);
    for (i = 0; i < sizeof texts / sizeof texts[0]; i++)
        check_shifted(texts[i], strlen(texts[i]));
    check_shifted("a\0b", 3);
    check_shifted("\"\0\"", 3);
    check_shifted("c\"\0\"", 4);
    check_soups();
    check_long();
    if (!lex_cpu_limit(""))
        report("lex_cpu_limit", "", 0, (const uint8_t *)"", 0);
    if (n_clean == 0)
        report("every input is suspicious", "", 0, (const uint8_t *)"", 0);
    printf("%lu checks, %lu clean inputs, %d instruction sets, %d failures\n", n_checks, n_clean, n_isas, n_failures);
    return n_failures != 0;
}
