/* parse_suggest.h: labels and suggestions of errors that the grammar finds by itself (ERROR, SOFT_ERROR). */
#ifndef RUSTG_PARSE_SUGGEST_H
#define RUSTG_PARSE_SUGGEST_H

#include "parser/diagnose/parse_report.h"

/* Adds those of the row that was added last, which lies over the tokens [from, to). */
void suggest_for_kind(parse_report *report, uint32_t from, uint32_t to);

#endif
