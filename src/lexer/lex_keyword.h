/* lex_keyword.h: tells which words are keywords. One multiplication finds the only row that a word can match;
 * gen/gen_keywords.c makes the table from token_kind.def. */
#ifndef RUSTG_LEX_KEYWORD_H
#define RUSTG_LEX_KEYWORD_H

#include "base/hd.h"
#include "lexer/lex_keyword_table.h"
#include "rustg/token.h"

/* The kind of a word of at most 8 bytes: keyword of the edition, weak keyword, `_` or IDENT.
 * in  first8  the word's bytes, the first in the lowest bits, zeros behind the last
 * A longer word, cut to its first 8 bytes, must not come here: the only long one is macro_rules, see lex_keyword. */
RUSTG_HD uint8_t lex_keyword_8(uint64_t first8, uint32_t edition)
{
    uint32_t slot = (uint32_t)((first8 * LEX_KEYWORD_MULTIPLIER) >> LEX_KEYWORD_SHIFT);
    uint32_t row = lex_keyword_row[slot];
    bool match = (lex_keyword_word[slot] == first8) & (edition >= LEX_KEYWORD_EDITION_0 + (row >> 8));
    return match ? (uint8_t)row : (uint8_t)RUSTG_TOK_IDENT;
}

/* The kind of an identifier longer than 8 bytes. Reads word[0..length) only. */
RUSTG_HD uint8_t lex_keyword_long(const uint8_t *word, uint32_t length)
{
    const char *spelling = LEX_KEYWORD_LONG;
    uint32_t i;
    if (length != LEX_KEYWORD_LONG_LENGTH)
        return RUSTG_TOK_IDENT;
    for (i = 0; i < LEX_KEYWORD_LONG_LENGTH; i++)
        if (word[i] != (uint8_t)spelling[i])
            return RUSTG_TOK_IDENT;
    return LEX_KEYWORD_LONG_KIND;
}

/* The kind of an identifier-shaped word. Reads word[0..length) only. */
RUSTG_HD uint8_t lex_keyword(const uint8_t *word, uint32_t length, uint32_t edition)
{
    uint64_t first8 = 0;
    uint32_t i;
    if (length > 8)
        return lex_keyword_long(word, length);
    for (i = 0; i < length; i++)
        first8 |= (uint64_t)word[i] << (8 * i);
    return lex_keyword_8(first8, edition);
}

#endif
