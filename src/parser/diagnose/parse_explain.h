/* parse_explain.h: adds the labels, notes and suggestions of syntax errors. Each call is for the row that was added
 * last. */
#ifndef RUSTG_PARSE_EXPLAIN_H
#define RUSTG_PARSE_EXPLAIN_H

#include "parser/diagnose/parse_report.h"

/* Makes the message of UNEXPECTED_TOKEN and adds what belongs to it. */
void explain_unexpected(parse_report *report);
void explain_ident(parse_report *report);
void explain_item(parse_report *report);
/* Does it for EXPECTED_SEMI. */
void explain_semi(parse_report *report);
/* Does it for RAW_STR_EXTRA_HASHES. */
void explain_extra_hashes(parse_report *report);
/* Suggests to replace the row's bytes. */
void explain_replace(parse_report *report, const char *message, const char *with);
/* Does it for DIFF_MARKER, whose marker is n characters long. */
void explain_marker(parse_report *report, uint32_t n);

#endif
