/* utf8.h: reads one character of UTF-8. */
#ifndef RUSTG_UTF8_H
#define RUSTG_UTF8_H

#include "base/hd.h"

/* What utf8_decode answers for bytes that are no UTF-8. */
#define UTF8_INVALID 0xFFFFFFFFu

/* The character at pos < n_bytes and its length in bytes. Bytes that begin no shortest-form UTF-8 character (surrogates
 * and cut characters included) give UTF8_INVALID and length 1. */
RUSTG_HD uint32_t utf8_decode(const uint8_t *bytes, uint32_t n_bytes, uint32_t pos, uint32_t *length)
{
    uint32_t b0 = bytes[pos], left = n_bytes - pos, need, c, least, i;
    *length = 1;
    if (b0 < 0x80)
        return b0;
    if (b0 < 0xC2 || b0 > 0xF4)
        return UTF8_INVALID;
    need = b0 < 0xE0 ? 1 : b0 < 0xF0 ? 2 : 3;
    if (left <= need)
        return UTF8_INVALID;
    c = b0 & (0x3Fu >> need);
    for (i = 1; i <= need; i++) {
        uint32_t b = bytes[pos + i];
        if ((b & 0xC0) != 0x80)
            return UTF8_INVALID;
        c = c << 6 | (b & 0x3F);
    }
    least = need == 1 ? 0x80 : need == 2 ? 0x800 : 0x10000;
    if (c < least || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
        return UTF8_INVALID;
    *length = need + 1;
    return c;
}

#endif
