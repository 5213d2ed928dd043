/* byte.h: tells what bytes of texts and files mean. */
#ifndef RUSTG_BYTE_H
#define RUSTG_BYTE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline bool byte_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Whether it is white space of ASCII. */
static inline bool byte_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Whether an identifier of ASCII may have it: a letter, a digit or `_`. */
static inline bool byte_is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || byte_is_digit(c) || c == '_';
}

/* Whether the n bytes are those of the text. */
static inline bool byte_spells(const char *at, size_t n, const char *text)
{
    return strlen(text) == n && memcmp(at, text, n) == 0;
}

/* The number that four bytes are, the highest first. */
static inline uint32_t byte_big_u32(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

#endif
