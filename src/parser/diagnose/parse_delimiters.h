/* parse_delimiters.h: reports delimiters that do not pair, as rustc's lexer does. */
#ifndef RUSTG_PARSE_DELIMITERS_H
#define RUSTG_PARSE_DELIMITERS_H

#include "parser/parser.h"

/* Appends the errors: one for each closing delimiter that meets an opening one of another kind, and then either one
 * for a closing delimiter that has no opening one (rustc reads no further), or one for the opening ones that nothing
 * closed. *end_tok gets how many tokens rustc has read. False: memory has run out. */
bool parse_report_delimiters(const parse_file *file, uint32_t index, diag_list *list, uint32_t *end_tok);

#endif
