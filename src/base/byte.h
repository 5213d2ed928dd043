/* byte.h: tells what bytes of texts and files mean. */
#ifndef RUSTG_BYTE_H
#define RUSTG_BYTE_H

#include <stdbool.h>
#include <stdint.h>

/* Whether an identifier of ASCII may have it: a letter, a digit or `_`. */
static inline bool byte_is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The number that four bytes are, the highest first. */
static inline uint32_t byte_big_u32(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

#endif
