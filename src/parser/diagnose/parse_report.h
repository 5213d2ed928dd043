/* parse_report.h: reports syntax errors as rows with their parts. */
#ifndef RUSTG_PARSE_REPORT_H
#define RUSTG_PARSE_REPORT_H

#include "parser/parser.h"

/*   expected    what the grammar has noted since the parser last moved: bits by kind and W_ word
 *   last_want   the last of them
 *   failed_tok  where the last error about what was expected stood; a second one there would only repeat it
 *   pattern     the kind of error where a pattern is missing at the place at hand (parse_context_pattern)
 *   muted_until errors of tokens before it are not reported: rustc skips them
 *   scratch     holds the nodes that are finished */
typedef struct parse_report {
    const parse_input *in;
    const parse_scratch *scratch;
    diag_list *list;
    uint32_t index, n_bytes;
    uint32_t failed_tok, last_want, pattern, muted_until;
    uint32_t expected[RUSTG_EXPECTED_WORDS];
} parse_report;

_Static_assert(PARSE_N_WANTS <= 32 * RUSTG_EXPECTED_WORDS, "the set of what was expected is too small");

/* Notes that `what` is expected, and that the parser moved: nothing is. */
void report_want(parse_report *report, uint32_t what);
void report_clear(parse_report *report);
/* Whether `what` is noted as expected. */
bool report_wants(const parse_report *report, uint32_t what);

/* The byte of the file where a token begins, and the one behind it. */
uint32_t report_start_byte(const parse_report *report, uint32_t tok);
uint32_t report_end_byte(const parse_report *report, uint32_t tok);

/* Adds a row of the file over these bytes. NULL: memory has run out. */
rustg_diagnostic *report_add(diag_list *list, uint32_t index, uint32_t kind, uint32_t start, uint32_t end);
/* Adds a row over the tokens [from, to), with its fields and texts as diagnostic_syntax.def says. parse_explain.h
 * adds labels and suggestions. */
void report_tokens(parse_report *report, uint32_t kind, uint32_t from, uint32_t to);

/* How to go on after an error about what was expected at pos. */
typedef enum report_remedy {
    REPORT_GIVE_UP,
    REPORT_AS_IF_THERE, /* as if it stood before pos: a semicolon; or at pos: a name */
    REPORT_SKIP_ONE     /* another token stands for it: step over that */
} report_remedy;
/* Whether a token begins an item, for guesses at what was meant. */
bool report_begins_item(uint32_t kind);
report_remedy report_unexpected(parse_report *report, uint32_t pos);
/* A name was expected: REPORT_AS_IF_THERE where the token is taken for one, REPORT_SKIP_ONE where the next is. */
report_remedy report_name(parse_report *report, uint32_t pos);

/* The first merge conflict marker, `<<<<<<<` at the start of a line, from a token on; the file's EOF if there is
 * none. */
uint32_t report_find_marker(const parse_input *in, uint32_t from);
/* Reports that a marker stands there. */
void report_marker(parse_report *report, uint32_t tok);

/* Sorts the rows from first_row on by their start; those that start at one byte keep their order. */
void report_sort(diag_list *list, size_t first_row);

#endif
