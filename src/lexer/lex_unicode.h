/* lex_unicode.h: UTF-8 and the character properties that lexing needs. */
#ifndef RUSTG_LEX_UNICODE_H
#define RUSTG_LEX_UNICODE_H

#include "base/hd.h"
#include "lexer/lex_unicode_tables.h"

/* What lex_decode answers for bytes that are no UTF-8. */
#define LEX_INVALID_CHAR 0xFFFFFFFFu

/* The character at pos < n_bytes and its length in bytes. Bytes that begin no shortest-form UTF-8 character (surrogates
 * and cut characters included) give LEX_INVALID_CHAR and length 1. */
RUSTG_HD uint32_t lex_decode(const uint8_t *bytes, uint32_t n_bytes, uint32_t pos, uint32_t *length)
{
    uint32_t b0 = bytes[pos], left = n_bytes - pos, need, c, least, i;
    *length = 1;
    if (b0 < 0x80)
        return b0;
    if (b0 < 0xC2 || b0 > 0xF4)
        return LEX_INVALID_CHAR;
    need = b0 < 0xE0 ? 1 : b0 < 0xF0 ? 2 : 3;
    if (left <= need)
        return LEX_INVALID_CHAR;
    c = b0 & (0x3Fu >> need);
    for (i = 1; i <= need; i++) {
        uint32_t b = bytes[pos + i];
        if ((b & 0xC0) != 0x80)
            return LEX_INVALID_CHAR;
        c = c << 6 | (b & 0x3F);
    }
    least = need == 1 ? 0x80 : need == 2 ? 0x800 : 0x10000;
    if (c < least || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
        return LEX_INVALID_CHAR;
    *length = need + 1;
    return c;
}

RUSTG_HD bool lex_unicode_bit(uint32_t block, uint32_t c)
{
    return (lex_unicode_bits[block << 4 | (c >> 5 & 15)] >> (c & 31) & 1) != 0;
}

/* Each of these is false for LEX_INVALID_CHAR and for any other number that is no character. */
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
