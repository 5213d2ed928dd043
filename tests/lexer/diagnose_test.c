/* diagnose_test.c: which errors lex_diagnose finds, and where. Each row's places are those of rustc 1.95 on the same
 * text, but for emoji identifiers, which rustc reports once for all places of one name. */
#include "lexer/lexer.h"
#include "rustg/diagnostic_kind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT(literal) literal, sizeof literal - 1
#define HASHES_5      "#####"
#define HASHES_255    HASHES_51 HASHES_51 HASHES_51 HASHES_51 HASHES_51
#define HASHES_51     HASHES_5 HASHES_5 HASHES_5 HASHES_5 HASHES_5 HASHES_5 HASHES_5 HASHES_5 HASHES_5 HASHES_5 "#"
#define HASHES_256    HASHES_255 "#"
#define DASHES_16     "----------------"
#define DASHES_64     DASHES_16 DASHES_16 DASHES_16 DASHES_16
#define DASHES_256    DASHES_64 DASHES_64 DASHES_64 DASHES_64

typedef struct row {
    uint32_t edition;
    const char *text;
    size_t n;
    const char *expected; /* KIND start end;... */
} row;

static const row rows[] = {
    {2021, TEXT("fn f() { \"a\\n\\u{48}\" 'b' b'c' 0b1 1e5 r#\"\"# /* x */ }"), ""},
    {2021, TEXT(""), ""},
    {2021, TEXT("\n// a\rb\n/* \r */"), ""},
    {2021, TEXT("#!/bin/sh ' \"\nx"), ""},
    {2021, TEXT("'"), "UNTERMINATED_CHAR 0 1"},
    {2021, TEXT("x = 'ab + c\ny"), ""},
    {2021, TEXT("'a' 'b\\"), "UNKNOWN_TOKEN 6 7"},
    {2021, TEXT("b'"), "UNTERMINATED_BYTE 1 2"},
    {2021, TEXT("b'ab / c'"), "UNTERMINATED_BYTE 1 5"},
    {2021, TEXT("\"abc\n"), "UNTERMINATED_STR 0 5"},
    {2021, TEXT("\"a\\\""), "UNTERMINATED_STR 0 4"},
    {2021, TEXT("b\"x"), "UNTERMINATED_BYTE_STR 1 3"},
    {2021, TEXT("c\"x"), "UNTERMINATED_C_STR 1 3"},
    {2018, TEXT("c\"x"), "UNTERMINATED_STR 1 3"},
    {2021, TEXT("r\"a"), "UNTERMINATED_RAW_STR 0 0"},
    {2021, TEXT("r##\"a\"# b"), "UNTERMINATED_RAW_STR 0 0"},
    {2021, TEXT("br#\""), "UNTERMINATED_RAW_STR 0 0"},
    {2021, TEXT("cr\""), "UNTERMINATED_RAW_STR 0 0"},
    {2021, TEXT("r#~"), "RAW_STR_START 0 3"},
    {2021, TEXT("br##\303\251"), "RAW_STR_START 0 6"},
    {2021, TEXT("r#"), "RAW_STR_START 0 2"},
    {2021, TEXT("r" HASHES_256 "\"\"" HASHES_256), "TOO_MANY_HASHES 0 515"},
    {2021, TEXT("r" HASHES_255 "\"\"" HASHES_255), ""},
    {2021, TEXT("/*"), "UNTERMINATED_BLOCK_COMMENT 0 2"},
    {2021, TEXT("a /* b /* c */"), "UNTERMINATED_BLOCK_COMMENT 2 14"},
    {2021, TEXT("/** x"), "UNTERMINATED_BLOCK_DOC 0 5"},
    {2021, TEXT("/*! x */ /* /* */ *"), "UNTERMINATED_BLOCK_COMMENT 9 19"},
    {2021, TEXT("/*/ */"), ""},
    {2021, TEXT("/// a\rb\r\n"), "CR_DOC_COMMENT 5 6"},
    {2021, TEXT("//! \r"), "CR_DOC_COMMENT 4 5"},
    {2021, TEXT("/** a\r\n\r */"), "CR_BLOCK_DOC_COMMENT 7 8"},
    {2021, TEXT("/*! \r*/"), "CR_BLOCK_DOC_COMMENT 4 5"},
    {2021, TEXT("0b"), "NO_DIGITS 0 2"},
    {2021, TEXT("0x_"), "NO_DIGITS 0 3"},
    {2021, TEXT("0o8"), "INVALID_DIGIT 2 3"},
    {2021, TEXT("0b12_3"), "INVALID_DIGIT 3 4;INVALID_DIGIT 5 6"},
    {2021, TEXT("0b1.5"), "FLOAT_BASE 0 5"},
    {2021, TEXT("0o1e3"), "FLOAT_BASE 0 5"},
    {2021, TEXT("0x1.0"), "FLOAT_BASE 0 5"},
    {2021, TEXT("1e"), "EMPTY_EXPONENT 0 2"},
    {2021, TEXT("1.0e+_"), "EMPTY_EXPONENT 0 6"},
    {2021, TEXT("0b1e_u8"), "EMPTY_EXPONENT 0 7;FLOAT_BASE 0 5"},
    {2021, TEXT("1.0_"), ""},
    {2021, TEXT("\"\"_ 'a'_ b\"\"_"), "UNDERSCORE_SUFFIX 2 3;UNDERSCORE_SUFFIX 7 8;UNDERSCORE_SUFFIX 12 13"},
    {2021, TEXT("0b1_u8 0o7usize 1_f32"), ""},
    {2021, TEXT("''"), "EMPTY_CHAR 1 1"},
    {2021, TEXT("'ab'"), "LONG_CHAR 0 4"},
    {2021, TEXT("'\303\251'"), ""},
    {2021, TEXT("'\t'"), "UNESCAPED_CHAR 1 2"},
    {2021, TEXT("'\n'"), "UNESCAPED_CHAR 1 2"},
    {2021, TEXT("'''"), "UNESCAPED_CHAR 1 2"},
    {2021, TEXT("'\r'"), "CR_CHAR 1 2"},
    {2021, TEXT("b'\t'"), "UNESCAPED_BYTE 2 3"},
    {2021, TEXT("b'\r'"), "CR_CHAR 2 3"},
    {2021, TEXT("\"a\rb\""), "CR_STR 2 3"},
    {2021, TEXT("r\"\r\""), "CR_RAW_STR 2 3"},
    {2021, TEXT("\"\\\r\n  x\""), ""},
    {2021, TEXT("\"\\\r\""), "UNKNOWN_ESCAPE 2 3"},
    {2021, TEXT("'\r\n'"), "UNESCAPED_CHAR 1 3"},
    {2021, TEXT("'\\q'"), "UNKNOWN_ESCAPE 2 3"},
    {2021, TEXT("\"\\ \""), "UNKNOWN_ESCAPE 2 3"},
    {2021, TEXT("b\"\\\303\251\""), "UNKNOWN_BYTE_ESCAPE 3 5"},
    {2021, TEXT("'\\x'"), "SHORT_HEX_ESCAPE 1 3"},
    {2021, TEXT("'\\xz'"), "HEX_ESCAPE_CHAR 3 4"},
    {2021, TEXT("'\\x1z'"), "HEX_ESCAPE_CHAR 4 5"},
    {2021, TEXT("\"\\x80\" c\"\\x80\" b\"\\x80\""), "HEX_ESCAPE_RANGE 1 5"},
    {2021, TEXT("'\\u'"), "UNICODE_ESCAPE_BRACE 1 3"},
    {2021, TEXT("'\\u1'"), "UNICODE_ESCAPE_BRACE 1 4"},
    {2021, TEXT("'\\u{'"), "UNICODE_ESCAPE_UNCLOSED 1 4"},
    {2021, TEXT("'\\u{}'"), "UNICODE_ESCAPE_EMPTY 1 5"},
    {2021, TEXT("'\\u{_1}'"), "UNICODE_ESCAPE_UNDERSCORE 4 5"},
    {2021, TEXT("'\\u{1x}'"), "UNICODE_ESCAPE_CHAR 5 6"},
    {2021, TEXT("'\\u{0000001}'"), "UNICODE_ESCAPE_LONG 1 12"},
    {2021, TEXT("'\\u{D800}'"), "UNICODE_ESCAPE_SURROGATE 1 9"},
    {2021, TEXT("'\\u{110000}'"), "UNICODE_ESCAPE_RANGE 1 11"},
    {2021, TEXT("b'\\u{1}'"), "UNICODE_ESCAPE_BYTE 2 7"},
    {2021, TEXT("'\\u{1_0_f_f_f_f_}'"), ""},
    {2021, TEXT("\"\\u\\\\\""), "UNICODE_ESCAPE_BRACE 1 4;LONE_BACKSLASH 4 5"},
    {2021, TEXT("\"\\u\\\"\""), "UNICODE_ESCAPE_BRACE 1 4;UNESCAPED_CHAR 4 5"},
    {2021, TEXT("'\\"), "UNTERMINATED_CHAR 0 2"},
    {2021, TEXT("b'\303\251' b\"\303\251\" br\"\303\251\""),
     "NON_ASCII_BYTE 2 4;NON_ASCII_BYTE_STR 8 10;NON_ASCII_RAW_BYTE_STR 15 17"},
    {2021, TEXT("c\"\\0\" c\"\\x00\" c\"\\u{0}\" c\"\000\" cr\"\000\""),
     "NUL_IN_C_STR 2 4;NUL_IN_C_STR 8 12;NUL_IN_C_STR 16 21;NUL_IN_C_STR 25 26;NUL_IN_C_STR 31 32"},
    {2021,
     TEXT("`; \342\204\226\342\204\226; \000\000\000; \302\240\302\240 x \302\240; \357\274\233\357\274\233; "
          "\342\200\234a\342\200\235"),
     "UNKNOWN_TOKEN 0 1;UNKNOWN_TOKEN 3 9;UNKNOWN_TOKEN 11 14;UNKNOWN_TOKEN 16 20;UNKNOWN_TOKEN 27 33;"
     "UNKNOWN_TOKEN 30 33;UNKNOWN_TOKEN 35 38;UNKNOWN_TOKEN 39 42"},
    {2021, TEXT("\\ \342\200\213"), "UNKNOWN_TOKEN 0 1;UNKNOWN_TOKEN 2 5"},
    {2021, TEXT("\360\237\246\200 = a\360\237\246\200b; \342\236\226 \342\236\226\342\236\226 \342\204\271"),
     "FERRIS_IDENT 0 4;EMOJI_IDENT 7 13;UNKNOWN_TOKEN 15 18;EMOJI_IDENT 19 25"},
    {2021, TEXT("r#self r#_ r#fn r#crate r#super r#Self r#selfx"),
     "NOT_RAW_IDENT 0 6;NOT_RAW_IDENT 7 10;NOT_RAW_IDENT 16 23;NOT_RAW_IDENT 24 31;NOT_RAW_IDENT 32 38"},
    {2021, TEXT("'r#self 'r#_ 'r#a 'r#ab'x'"), "NOT_RAW_LIFETIME 0 7;NOT_RAW_LIFETIME 8 12;LONG_CHAR 18 24"},
    {2018, TEXT("'r#self"), ""},
    {2021, TEXT("'1 '1a 'a"), "LIFETIME_NUMBER 0 2;LIFETIME_NUMBER 3 6"},
    {2021, TEXT("a\"b\" a'b' a#b 'a#b rb\"\" if'x'"),
     "UNKNOWN_PREFIX 0 1;UNKNOWN_PREFIX 5 6;UNKNOWN_PREFIX 10 11;UNKNOWN_PREFIX 14 16;"
     "UNKNOWN_PREFIX 19 21;UNKNOWN_PREFIX 24 26"},
    {2018, TEXT("a\"b\" a'b' a#b 'a#b rb\"\" if'x'"), ""},
    {2021, TEXT("f('hello world')"), "UNKNOWN_PREFIX 9 14;UNTERMINATED_CHAR 14 16"},
    {2021, TEXT("'a x'b'"), "UNKNOWN_PREFIX 3 4"},
    {2024, TEXT("#\"a\"# ## #\"b\"##"), "RESERVED_STRING 0 5;RESERVED_MULTIHASH 6 8;RESERVED_STRING 9 14"},
    {2021, TEXT("#\"a\"# ## #\"b\"##"), ""},
    {2024, TEXT("##\"abc"), "UNTERMINATED_STR 2 6"},
    {2021, TEXT(" ---\n---\n"), "FRONTMATTER_OPEN_SPACE 0 4"},
    {2021, TEXT("---\nx\n ---\n"), "FRONTMATTER_CLOSE_SPACE 6 10"},
    {2021, TEXT("---a b\n---\n"), "FRONTMATTER_INFOSTRING 3 6"},
    {2021, TEXT("---\na\rb\n---\n"), "FRONTMATTER_CR 5 6"},
    {2021, TEXT("---\nx"), "FRONTMATTER_UNCLOSED 0 5"},
    {2021, TEXT("----\n---\n"), "FRONTMATTER_LENGTH 0 8"},
    {2021, TEXT("---\n---x\n"), "FRONTMATTER_EXTRA 4 8"},
    {2021, TEXT("---\r\nx\r\n---\r\n"), ""},
    {2021, TEXT(DASHES_256 "\n" DASHES_256 "\n"), "FRONTMATTER_DASHES 0 256"},
    {2021, TEXT("ab\377\376"), "INVALID_UTF8 2 2"},
    {2021, TEXT("\342\202"), "INVALID_UTF8 0 0"},
    {2021, TEXT("\355\240\200"), "INVALID_UTF8 0 0"},
    {2021, TEXT("\357\273\2770b2"), "INVALID_DIGIT 5 6"},
    {2021, TEXT("\"\300\200\""), "INVALID_UTF8 1 1"},
};

static int failures;

static void check_row(const row *r, unsigned char *seen)
{
    diag_list list = {0};
    char found[4096] = "";
    size_t n = 0, i;
    /* A copy of its own size, so that a sanitizer sees a read past the end. */
    uint8_t *bytes = malloc(r->n ? r->n : 1);
    if (!bytes) {
        failures++;
        return;
    }
    memcpy(bytes, r->text, r->n);
    lex_diagnose(bytes, (uint32_t)r->n, r->edition, 7, &list);
    for (i = 0; i < list.n; i++) {
        const rustg_diagnostic *d = &list.data[i];
        n += (size_t)snprintf(found + n, sizeof found - n, "%s%s %u %u", i ? ";" : "",
                              rustg_diagnostic_kind_name(d->kind), d->start, d->end);
        seen[d->kind] = 1;
        if (d->file != 7 || d->end > r->n || d->argument_start > d->argument_end || d->argument_end > r->n ||
            (i > 0 && d->start < list.data[i - 1].start)) {
            printf("row %zu: bad diagnostic %zu\n", (size_t)(r - rows), i);
            failures++;
        }
    }
    if (list.failed || strcmp(found, r->expected) != 0) {
        printf("row %zu (%u): %s\n  expected %s\n  found    %s\n", (size_t)(r - rows), r->edition, r->text, r->expected,
               found);
        failures++;
    }
    diag_list_free(&list);
    free(bytes);
}

/* Rows are appended behind what the list holds. */
static void check_appends(void)
{
    diag_list list = {0};
    lex_diagnose((const uint8_t *)"0b2", 3, 2021, 1, &list);
    lex_diagnose((const uint8_t *)"\"", 1, 2021, 2, &list);
    if (list.n != 2 || list.data[0].file != 1 || list.data[1].file != 2 ||
        list.data[1].kind != RUSTG_DIAG_UNTERMINATED_STR) {
        printf("appending to a list failed\n");
        failures++;
    }
    diag_list_free(&list);
}

/* The kinds that the parser and sema report. */
static const unsigned char of_other_stages[RUSTG_N_DIAGNOSTIC_KINDS] = {
#define DIAG(value, ...) [value] = 1,
#include "rustg/diagnostic_sema.def"
#include "rustg/diagnostic_syntax.def"
#undef DIAG
};

int main(void)
{
    unsigned char seen[RUSTG_N_DIAGNOSTIC_KINDS] = {0};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_row(&rows[i], seen);
    check_appends();
    for (i = 0; i < RUSTG_N_DIAGNOSTIC_KINDS; i++) {
        /* The first two come from reading a file, not from lexing it. */
        if (!seen[i] && !of_other_stages[i] && i != RUSTG_DIAG_FILE_UNREADABLE && i != RUSTG_DIAG_FILE_TOO_LONG) {
            printf("%s: in no row\n", rustg_diagnostic_kind_name((uint32_t)i));
            failures++;
        }
    }
    printf("%zu rows, %d failures\n", sizeof rows / sizeof rows[0], failures);
    return failures != 0;
}
