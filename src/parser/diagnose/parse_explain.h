/* parse_explain.h: adds the labels, notes and suggestions of syntax errors. Each call is for the row that was added
 * last. */
#ifndef RUSTG_PARSE_EXPLAIN_H
#define RUSTG_PARSE_EXPLAIN_H

#include "parser/diagnose/parse_report.h"

/* UNEXPECTED_TOKEN, with its message. */
void explain_unexpected(parse_report *report);
void explain_ident(parse_report *report);
void explain_item(parse_report *report);
/* EXPECTED_SEMI. */
void explain_semi(parse_report *report);
/* RAW_STR_EXTRA_HASHES. */
void explain_extra_hashes(parse_report *report);
/* The row's bytes are to be replaced. */
void explain_replace(parse_report *report, const char *message, const char *with);
/* DIFF_MARKER, n characters long. */
void explain_marker(parse_report *report, uint32_t n);

#endif
