/* parse_delimiters.h: what is wrong where delimiters do not pair, as rustc's lexer tells it. */
#ifndef RUSTG_PARSE_DELIMITERS_H
#define RUSTG_PARSE_DELIMITERS_H

#include "parser/parser.h"

/* Appends the errors: one for each closing delimiter that meets a foreign opening one, then one for a closing delimiter
 * with no opening one before it (rustc reads no further), or one for the opening ones that nothing closed.
 * *end_tok: how many tokens rustc has read. False when memory runs out. */
bool parse_report_delimiters(const parse_file *file, uint32_t index, diag_list *list, uint32_t *end_tok);

/* The labels of RUSTG_DIAG_UNEXPECTED_CLOSE and RUSTG_DIAG_UNCLOSED_DELIMITER beyond the first span: they need all of
 * the file's delimiters, so they are found again when the error is drawn. */
enum { PARSE_MAX_DELIMITER_LABELS = 12 };
typedef enum parse_delimiter_text {
    PARSE_UNCLOSED,      /* unclosed delimiter */
    PARSE_MORE_UNCLOSED, /* another {number} unclosed delimiters begin from here */
    PARSE_NEAREST_OPEN,  /* the nearest open delimiter */
    PARSE_MISSING_PAREN, /* missing open `(` for this delimiter */
    PARSE_MISSING_BRACKET,
    PARSE_DOUBTFUL_OPEN,  /* this delimiter might not be properly closed... */
    PARSE_DOUBTFUL_CLOSE, /* ...as it matches this but it has different indentation */
    PARSE_EMPTY_BLOCK,    /* block is empty, you might have not meant to close it */
    PARSE_LAST_OPEN,      /* this opening brace... */
    PARSE_LAST_CLOSE      /* ...matches this closing brace */
} parse_delimiter_text;
typedef struct parse_delimiter_label {
    parse_delimiter_text text;
    uint32_t start, end, number;
} parse_delimiter_label;
/* Returns how many; 0 when memory runs out. */
size_t parse_delimiter_labels(const uint8_t *bytes, uint32_t n_bytes, uint32_t edition,
                              parse_delimiter_label labels[PARSE_MAX_DELIMITER_LABELS]);

#endif
