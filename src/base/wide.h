/* wide.h: 128-bit numbers, as Rust's i128 and u128 have them. */
#ifndef RUSTG_WIDE_H
#define RUSTG_WIDE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide_u128;
__extension__ typedef __int128 wide_i128;

#define WIDE_MAX  (~(wide_u128)0)
#define WIDE_SIGN ((wide_u128)1 << 127)

static inline wide_u128 wide_of(uint64_t low, uint64_t high)
{
    return (wide_u128)high << 64 | low;
}

static inline uint64_t wide_high(wide_u128 value)
{
    return (uint64_t)(value >> 64);
}

/* The decimal digits of a number, behind a minus if it is negative. */
enum { WIDE_ROOM = 42 };
typedef struct wide_text {
    char text[WIDE_ROOM];
} wide_text;
static inline wide_text wide_decimal(wide_u128 size, bool is_negative)
{
    wide_text out;
    char *at = out.text + WIDE_ROOM - 1;
    *at = 0;
    do {
        *--at = (char)('0' + (int)(size % 10));
        size /= 10;
    } while (size);
    if (is_negative)
        *--at = '-';
    memmove(out.text, at, (size_t)(out.text + WIDE_ROOM - at));
    return out;
}

#endif
