/* parse_delimiters.h: reports delimiters that do not pair, as rustc's lexer does. */
#ifndef RUSTG_PARSE_DELIMITERS_H
#define RUSTG_PARSE_DELIMITERS_H

#include "parser/parser.h"

/* Appends the errors: one for each closing delimiter that meets a foreign opening one, then one for a closing delimiter
 * with no opening one before it (rustc reads no further), or one for the opening ones that nothing closed.
 * *end_tok: how many tokens rustc has read. only_stray: nothing unless there is such a closing delimiter. False when
 * memory runs out. */
bool parse_report_delimiters(const parse_file *file, uint32_t index, bool only_stray, diag_list *list,
                             uint32_t *end_tok);

#endif
