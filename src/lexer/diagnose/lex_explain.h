/* lex_explain.h: adds the labels, notes and suggestions of lexical errors. Each call is for the row that was added
 * last. source: rustc 1.95's rustc_parse (lexer), wording. */
#ifndef RUSTG_LEX_EXPLAIN_H
#define RUSTG_LEX_EXPLAIN_H

#include "lexer/diagnose/lex_report.h"

/* UNKNOWN_TOKEN; the character c stands there n_chars times. */
void lex_explain_unknown(lex_report *report, uint32_t c);
/* UNKNOWN_PREFIX: string_tick is the quote that probably began a string, LEX_NO_TICK for none. */
void lex_explain_prefix(lex_report *report, uint32_t string_tick);
void lex_explain_ferris(lex_report *report);
/* White space is missing at a byte. */
void lex_explain_space(lex_report *report, uint32_t at);
/* A block comment at the row's start that does not end, in which the comment open..close_end does. */
void lex_explain_comment(lex_report *report, const char *message, uint32_t open, uint32_t close_end);
/* UNTERMINATED_CHAR: a string was meant that begins at a tick. */
void lex_explain_string_ticks(lex_report *report, uint32_t tick);
/* UNTERMINATED_RAW_STR: hashes wanted, and those behind the quote that was meant to end it. */
void lex_explain_raw_string(lex_report *report, uint32_t n_hashes, uint32_t start, uint32_t end);
/* LONG_CHAR; the literal is the row's span, and rustc reads only start..end of it. */
void lex_explain_long_char(lex_report *report, uint32_t start, uint32_t end);
/* UNKNOWN_ESCAPE and UNKNOWN_BYTE_ESCAPE, with the character and the literal. */
void lex_explain_escape(lex_report *report, uint32_t c, uint32_t literal_start, uint32_t literal_end);
/* A character that must be escaped. */
void lex_explain_bare(lex_report *report, uint32_t c);
/* HEX_ESCAPE_RANGE; body_bytes lie between the quotes. */
void lex_explain_hex_range(lex_report *report, uint32_t body_bytes);
/* UNICODE_ESCAPE_BRACE: the literal's body ends at body_end. */
void lex_explain_unicode_brace(lex_report *report, uint32_t body_end);
void lex_explain_unicode_unclosed(lex_report *report);
/* NON_ASCII_BYTE and its like. */
void lex_explain_non_ascii(lex_report *report, uint32_t c);

#endif
