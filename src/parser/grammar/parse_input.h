/* parse_input.h: the tokens of one file, as the rules read them. */
#ifndef RUSTG_PARSE_INPUT_H
#define RUSTG_PARSE_INPUT_H

#include "parser/grammar/parse_kind.h"

/* gen_parse_table.cpp has a parse_input of its own, whose tokens are not known, but asked for. */
#ifndef PARSE_INPUT_ASKS
/* One file's tokens as the rules see them. first_tok and eof_tok, the file's EOF, count in the arrays. */
typedef struct parse_input {
    const uint8_t *kinds;     /* with glued punctuation (parse_kind.h) */
    const uint32_t *partner;  /* of delimiters, all of which match */
    const uint8_t *tok_flags; /* RUSTG_TOKEN_ bits */
    const uint32_t *tok_start, *tok_end;
    const uint8_t *source; /* the file's bytes */
    uint32_t base;         /* tok_start and tok_end count from this many bytes before source[0] */
    uint32_t first_tok, eof_tok;
    uint32_t edition;
} parse_input;

RUSTG_HD bool parse_text_is(const parse_input *in, uint32_t tok, const char *text, uint32_t n)
{
    if (in->tok_end[tok] - in->tok_start[tok] != n)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        if (in->source[in->tok_start[tok] - in->base + i] != (uint8_t)text[i])
            return false;
    }
    return true;
}
#endif

#endif
