/* parse_foreign.h: what to write for operators and forms of other languages. */
#ifndef RUSTG_PARSE_FOREIGN_H
#define RUSTG_PARSE_FOREIGN_H

#include "parser/diagnose/parse_report.h"

/* Adds suggestions to the last row, an error over the tokens [from, to), if it is of `i++`, `c ? a : b`, `a and b`,
 * `a->b`, `for (x in y)` or `fn f(): T`. */
void foreign_suggest(parse_report *report, uint32_t from, uint32_t to);

#endif
