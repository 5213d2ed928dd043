/* parse_lookalike.h: tells which tokens rustc goes on with after characters that begin none. */
#ifndef RUSTG_PARSE_LOOKALIKE_H
#define RUSTG_PARSE_LOOKALIKE_H

#include "parser/parser.h"

/* A file without its unknown tokens, those that look like a token being that one.
 *   file    points into the arrays below, or is the file itself where it has no unknown token
 *   places  u32[file.n_toks + 1]: where each token stands among the file's own; NULL where all do */
typedef struct lookalike_tokens {
    parse_file file;
    uint8_t *kind, *flags;
    uint32_t *start, *end, *places;
} lookalike_tokens;

/* rows: the file's lexical errors. False when memory runs out. */
bool lookalike_make(lookalike_tokens *tokens, const parse_file *file, const rustg_diagnostic *rows, size_t n_rows);
/* The nodes in scratch get the file's own tokens. */
void lookalike_restore(const lookalike_tokens *tokens, parse_scratch *scratch);
void lookalike_free(lookalike_tokens *tokens);

#endif
