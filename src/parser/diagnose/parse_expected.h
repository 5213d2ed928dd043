/* parse_expected.h: names tokens in errors: those that were expected, and the one that was found. */
#ifndef RUSTG_PARSE_EXPECTED_H
#define RUSTG_PARSE_EXPECTED_H

#include "parser/diagnose/parse_report.h"

/* Names of what was expected, in the order of their bytes, each once. */
typedef struct expected_names {
    const char *names[32 * RUSTG_EXPECTED_WORDS];
    size_t n;
} expected_names;

void expected_collect(expected_names *list, const uint32_t expected[RUSTG_EXPECTED_WORDS]);
/* "`a`, `b`, or `c`". */
void expected_put(diag_text *text, const expected_names *list);

/* "keyword" and the like, "" for kinds of tokens that need no such word. */
const char *expected_word(uint32_t kind);
/* The texts of the last row, a report_tokens's: the token it found ("`x`", "keyword `fn`", "doc comment `/// x`"), and
 * the item that its last token begins, without and with an article. */
const char *expected_found(parse_report *report);
const char *expected_item(const parse_report *report);
const char *expected_an_item(const parse_report *report);

#endif
