/* lex_unicode.h: has the character properties that lexing needs. */
#ifndef RUSTG_LEX_UNICODE_H
#define RUSTG_LEX_UNICODE_H

#include "base/hd.h"
#include "base/utf8.h"
#include "lexer/lex_unicode_tables.h"

RUSTG_HD bool lex_unicode_bit(uint32_t block, uint32_t c)
{
    return (lex_unicode_bits[block << 4 | (c >> 5 & 15)] >> (c & 31) & 1) != 0;
}

/* Each of these is false for UTF8_INVALID and for any other number that is no character. */
RUSTG_HD bool lex_is_xid_start(uint32_t c)
{
    return c >> 9 < LEX_XID_START_BLOCKS && lex_unicode_bit(lex_xid_start_block[c >> 9], c);
}

RUSTG_HD bool lex_is_xid_continue(uint32_t c)
{
    return c >> 9 < LEX_XID_CONTINUE_BLOCKS && lex_unicode_bit(lex_xid_continue_block[c >> 9], c);
}

/* Emoji beyond ASCII. */
RUSTG_HD bool lex_is_emoji(uint32_t c)
{
    return c >> 9 < LEX_EMOJI_BLOCKS && lex_unicode_bit(lex_emoji_block[c >> 9], c);
}

#endif
