/* lines_test.c: rustg_lines gives the places and drawings that the calls without it give, whatever the text and the
 * order of the questions, and drawing all errors of a file takes time in proportion to them. */
#include "base/test_random.h"
#include "lexer/lexer.h"
#include "rustg/diagnostic_kind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int failures;
static uint64_t state = 20261122;

static void fail(const char *what, size_t where)
{
    printf("%s at %zu\n", what, where);
    failures++;
}

/* Pieces of every width and length, some no UTF-8. */
static size_t random_text(uint8_t *bytes, size_t room)
{
    static const char *const pieces[] = {"a",
                                         "    ",
                                         "\t",
                                         "\n",
                                         "\r\n",
                                         "\r",
                                         "\x01",
                                         "\xC3\xA9",
                                         "\xE4\xB8\xAD",
                                         "\xCC\x81",
                                         "\xF0\x9F\xA6\x80",
                                         "\xFF",
                                         "\xE4",
                                         "\xF0\x9F",
                                         "\xE2\x80\x8B",
                                         "\x7F",
                                         "0b2 ",
                                         "plain text, a little longer "};
    uint32_t n_kinds = 1 + test_random_below(&state, sizeof pieces / sizeof *pieces),
             rare = test_random_below(&state, 200);
    size_t n = 0;
    if (test_random_below(&state, 4) == 0) {
        memcpy(bytes, "\xEF\xBB\xBF", 3);
        n = 3;
    }
    while (n + 32 < room) {
        const char *piece = test_random_below(&state, 200) < rare ? pieces[test_random_below(&state, n_kinds)] : "x";
        size_t n_piece = strlen(piece);
        memcpy(bytes + n, piece, n_piece);
        n += n_piece;
    }
    return n;
}

static void check_places(void)
{
    enum { ROOM = 3000, N_TEXTS = 60, N_QUESTIONS = 2000 };
    static uint8_t bytes[ROOM];
    for (int i = 0; i < N_TEXTS; i++) {
        size_t n = random_text(bytes, 1 + test_random_below(&state, ROOM));
        rustg_lines *lines = rustg_lines_make(bytes, n);
        if (!lines)
            abort();
        for (int q = 0; q < N_QUESTIONS; q++) {
            uint32_t at = test_random_below(&state, (uint32_t)n + 2), a[2], b[2];
            rustg_lines_find(lines, at, &a[0], &a[1]);
            rustg_line_column(bytes, n, at, &b[0], &b[1]);
            if (a[0] != b[0] || a[1] != b[1])
                fail("another place", at);
        }
        rustg_lines_free(lines);
    }
    rustg_lines_free(NULL);
}

static void check_drawings(void)
{
    enum { ROOM = 3000, N_TEXTS = 20, N_DRAWINGS = 60, N_OUT = 1 << 16 };
    static uint8_t bytes[ROOM];
    static char a[N_OUT], b[N_OUT];
    for (int i = 0; i < N_TEXTS; i++) {
        size_t n = random_text(bytes, 40 + test_random_below(&state, ROOM - 40));
        rustg_lines *lines = rustg_lines_make(bytes, n);
        for (int d = 0; d < N_DRAWINGS; d++) {
            uint32_t start = test_random_below(&state, (uint32_t)n),
                     end = start + test_random_below(&state, (uint32_t)n - start + 1);
            uint32_t other = test_random_below(&state, (uint32_t)n), kind = RUSTG_DIAG_INVALID_DIGIT;
            const rustg_diagnostic_part parts[] = {{RUSTG_PART_LABEL, 0, other, other, "here", ""},
                                                   {RUSTG_PART_SUGGESTION, 0, start, end, "write this", "other"}};
            rustg_diagnostic row = {.kind = kind, .start = start, .end = end, .n_parts = test_random_below(&state, 3)};
            row.parts = row.n_parts ? parts : NULL;
            for (int format = RUSTG_FORMAT_HUMAN; format <= RUSTG_FORMAT_JSON; format++) {
                size_t n_a = rustg_lines_render(lines, &row, "a.rs", (rustg_error_format)format, 0, a, N_OUT);
                size_t n_b = rustg_diagnostic_render(&row, "a.rs", bytes, n, (rustg_error_format)format, 0, b, N_OUT);
                if (n_a == 0 || n_a != n_b || strcmp(a, b) != 0)
                    fail("another drawing", start);
            }
        }
        rustg_lines_free(lines);
    }
}

/* Processor seconds to draw as text (JSON quotes whole lines and literals) the errors of `unit` n times between
 * `before` and a quote where before is one. */
static double draw_all(const char *before, const char *unit, size_t n, size_t *n_errors)
{
    static char out[1 << 16];
    size_t n_before = strlen(before), n_unit = strlen(unit), n_after = *before == '"';
    size_t n_bytes = n_before + n * n_unit + n_after;
    uint8_t *bytes = malloc(n_bytes);
    diag_list list = {0};
    if (!bytes)
        abort();
    memcpy(bytes, before, n_before);
    for (size_t i = 0; i < n; i++)
        memcpy(bytes + n_before + i * n_unit, unit, n_unit);
    if (n_after)
        bytes[n_bytes - 1] = '"';
    clock_t began = clock();
    lex_diagnose(bytes, (uint32_t)n_bytes, 2021, 0, &list);
    rustg_lines *lines = rustg_lines_make(bytes, n_bytes);
    for (uint32_t i = 0; i < list.n; i++)
        for (int format = RUSTG_FORMAT_HUMAN; format <= RUSTG_FORMAT_SHORT; format++)
            if (rustg_lines_render(lines, &list.data[i], "a.rs", (rustg_error_format)format, 0, out, sizeof out) == 0)
                fail("not drawn", i);
    double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    *n_errors = list.n;
    rustg_lines_free(lines);
    diag_list_free(&list);
    free(bytes);
    return seconds;
}

/* Eight times the errors: 64 times the time where each costs as much as the file is long. */
static void check_time(const char *what, const char *before, const char *unit)
{
    enum { N = 1000, TIMES = 8, MOST = 24 };
    size_t n_few, n_many;
    double few = draw_all(before, unit, N, &n_few), many = draw_all(before, unit, TIMES * N, &n_many);
    if (n_few < N || n_many < TIMES * N || many > MOST * few + 0.05) {
        printf("%s: %zu errors in %.3f s, %zu in %.3f s\n", what, n_few, few, n_many, many);
        failures++;
    }
}

int main(void)
{
    char *blanks = malloc(200001);
    if (!blanks)
        abort();
    memset(blanks, ' ', 200000);
    blanks[200000] = 0;
    check_places();
    check_drawings();
    check_time("a line each", "", "0b2; // of some length, as lines are\n");
    check_time("one line", "", "0b2 ");
    check_time("one long line behind blanks", blanks, "0b2 ");
    check_time("one literal", "\"", "\\q ");
    check_time("typographic quotes", "", "\xE2\x80\x9C ");
    check_time("suggestions on lines of their own", "", "'ab';\n");
    check_time("crabs without a space", "", "\xF0\x9F\xA6\x80,");
    free(blanks);
    printf("%d failures\n", failures);
    return failures != 0;
}
