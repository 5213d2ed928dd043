/* worst_test.c: inputs that defeat clever lexers, with every token known in closed form. Run through the public
 * interface on the CPU engine, and on the CUDA engine where a device is there; each input lies between two small files.
 *   RUSTG_WORST_SCALE   1: full size (1 GB, 10 million terms, ...); 0.01 by default
 *   RUSTG_WORST_ENGINE  cpu or cuda alone
 *   worst_test [NAME]   that case alone */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
    row rows[8];
} segment;

/* Segments in order; one token may reach over several of them, from the first byte of long_first to the last byte of
 * long_last; those have no rows. n_diags: errors, or a row of them for each copy of segment diag_segment. */
typedef struct worst_case {
    const char *name;
    uint32_t edition;
    segment segments[4];
    uint8_t long_kind, long_flags, long_first, long_last;
    uint32_t n_diags;
    bool diag_per_copy; /* n_diags for each copy of the second segment */
} worst_case;

#define T(kind, start, end) {RUSTG_TOK_##kind, 0, start, end}
#define J(kind, start, end) {RUSTG_TOK_##kind, RUSTG_TOKEN_JOINT, start, end}
#define B_ROW {"b", 1, 1, {T(IDENT, 0, 1)}}
#define A_ROW {"a ", 1, 1, {T(IDENT, 0, 1)}}

static const double giga = 1e9, mega10 = 1e7, mega = 1e6;

static const worst_case *find_cases(size_t *n)
{
    static worst_case cases[] = {
        {.name = "ordinary", .edition = 2024, .segments = {
            {"fn f(x) { x + 1 } //c\n", 1, 0, {{0}}}, {"let x = y.z(\"s\");\n", 1, 0, {{0}}}}},
        {.name = "comment", .edition = 2024, .segments = {A_ROW, {"/*", 1, 0, {{0}}}, {"*", 1, 0, {{0}}}, {"*/b", 1, 1, {T(IDENT, 2, 3)}}}},
        {.name = "comment_slashes", .edition = 2024,
         .segments = {A_ROW, {"/*x", 1, 0, {{0}}}, {" /", 1, 0, {{0}}}, {" */b", 1, 1, {T(IDENT, 3, 4)}}}},
        {.name = "comment_nested", .edition = 2024,
         .segments = {A_ROW, {"/*", 1, 0, {{0}}}, {"*/", 1, 0, {{0}}}, {" b", 1, 1, {T(IDENT, 1, 2)}}}},
        {.name = "comment_open", .edition = 2024, .segments = {A_ROW, {"/*", 1, 0, {{0}}}}, .n_diags = 1},
        {.name = "line_comment", .edition = 2024,
         .segments = {A_ROW, {"//", 1, 0, {{0}}}, {"'", 1, 0, {{0}}}, {"\nb", 1, 1, {T(IDENT, 1, 2)}}}},
        {.name = "doc_comment", .edition = 2024,
         .segments = {A_ROW, {"///", 1, 0, {{0}}}, {"\" ", 1, 0, {{0}}}, {"\nb", 1, 1, {T(IDENT, 1, 2)}}},
         .long_kind = RUSTG_TOK_DOC_COMMENT, .long_first = 1, .long_last = 2},
        {.name = "backslashes", .edition = 2024,
         .segments = {{"\"", 1, 0, {{0}}}, {"\\\\", 1, 0, {{0}}}, {"\"", 1, 0, {{0}}}, {" b", 1, 1, {T(IDENT, 1, 2)}}},
         .long_kind = RUSTG_TOK_STR, .long_first = 0, .long_last = 2},
        {.name = "escaped_quotes", .edition = 2024,
         .segments = {{"\"", 1, 0, {{0}}}, {"\\\"", 1, 0, {{0}}}, {"\"", 1, 0, {{0}}}, {" b", 1, 1, {T(IDENT, 1, 2)}}},
         .long_kind = RUSTG_TOK_STR, .long_first = 0, .long_last = 2},
        {.name = "string_open", .edition = 2024, .segments = {{"\"", 1, 0, {{0}}}, {"/*\n", 1, 0, {{0}}}},
         .long_kind = RUSTG_TOK_STR, .long_first = 0, .long_last = 1, .n_diags = 1},
        {.name = "raw_string", .edition = 2024,
         .segments = {{"r##\"", 1, 0, {{0}}}, {"\"#", 1, 0, {{0}}}, {"\"##", 1, 0, {{0}}}, {" b", 1, 1, {T(IDENT, 1, 2)}}},
         .long_kind = RUSTG_TOK_RAW_STR, .long_first = 0, .long_last = 2},
        {.name = "array", .edition = 2024,
         .segments = {{"[", 1, 1, {T(L_BRACKET, 0, 1)}}, {"7,", 1, 2, {T(INT, 0, 1), T(COMMA, 1, 2)}},
                      {"]", 1, 1, {T(R_BRACKET, 0, 1)}}}},
        {.name = "sum", .edition = 2024,
         .segments = {A_ROW, {"1+", 1, 2, {T(INT, 0, 1), T(PLUS, 1, 2)}}, {"1", 1, 1, {T(INT, 0, 1)}}}},
        {.name = "nesting", .edition = 2024,
         .segments = {A_ROW, {"([{", 1, 3, {T(L_PAREN, 0, 1), T(L_BRACKET, 1, 2), T(L_BRACE, 2, 3)}},
                      {"}])", 1, 3, {T(R_BRACE, 0, 1), T(R_BRACKET, 1, 2), T(R_PAREN, 2, 3)}}}},
        {.name = "bangs", .edition = 2024, .segments = {A_ROW, {"!", 1, 1, {J(BANG, 0, 1)}}, {"!", 1, 1, {T(BANG, 0, 1)}}}},
        {.name = "braces_open", .edition = 2024, .segments = {A_ROW, {"{", 1, 1, {T(L_BRACE, 0, 1)}}}},
        {.name = "hashes_2021", .edition = 2021, .segments = {A_ROW, {"#", 1, 1, {J(POUND, 0, 1)}}, {"#", 1, 1, {T(POUND, 0, 1)}}}},
        {.name = "hashes_2024", .edition = 2024, .segments = {A_ROW, {"##", 1, 1, {T(GUARDED_STR, 0, 2)}}, B_ROW},
         .n_diags = 1, .diag_per_copy = true},
        {.name = "strings", .edition = 2024, .segments = {A_ROW, {"\"\" ", 1, 1, {T(STR, 0, 2)}}, B_ROW}},
        {.name = "chars", .edition = 2024, .segments = {A_ROW, {"'\"' ", 1, 1, {T(CHAR, 0, 3)}}, B_ROW}},
        {.name = "lifetimes", .edition = 2024, .segments = {A_ROW, {"'x ", 1, 1, {T(LIFETIME, 0, 2)}}, B_ROW}},
        {.name = "spaces", .edition = 2024, .segments = {A_ROW, {" ", 1, 0, {{0}}}, B_ROW}},
        {.name = "lines", .edition = 2024, .segments = {A_ROW, {"c\r\n", 1, 1, {T(IDENT, 0, 1)}}, B_ROW}},
        {.name = "identifier", .edition = 2024, .segments = {{"a", 1, 0, {{0}}}, {" b", 1, 1, {T(IDENT, 1, 2)}}},
         .long_kind = RUSTG_TOK_IDENT, .long_first = 0, .long_last = 0},
        {.name = "identifier_unicode", .edition = 2024, .segments = {{"\xC3\xA9", 1, 0, {{0}}}, {" b", 1, 1, {T(IDENT, 1, 2)}}},
         .long_kind = RUSTG_TOK_IDENT, .long_first = 0, .long_last = 0},
        {.name = "number", .edition = 2024, .segments = {{"1_", 1, 0, {{0}}}, {" b", 1, 1, {T(IDENT, 1, 2)}}},
         .long_kind = RUSTG_TOK_INT, .long_first = 0, .long_last = 0},
    };
    static const struct { const char *name; uint8_t segment; double count; } sizes[] = {{"", 0, 0}};
    (void)sizes;
    *n = sizeof cases / sizeof *cases;
    return cases;
}
