/* lex_case.h: tells of each character, ASCII or not, whether it is lower or upper case, and gives its other case, as
 * the methods of Rust's char do. */
#ifndef RUSTG_LEX_CASE_H
#define RUSTG_LEX_CASE_H

#include <stdbool.h>
#include <stddef.h>

#include "lexer/lex_case_tables.h"

enum { LEX_CASE_MOST = 3 }; /* characters that one becomes in its other case */

/* The range that has c; NULL: none. */
static inline const lex_case_range *lex_case_find(const lex_case_range *ranges, uint32_t n, uint32_t c)
{
    uint32_t first = 0, end = n;
    while (first < end) {
        const uint32_t middle = first + (end - first) / 2;
        if (ranges[middle].first <= c)
            first = middle + 1;
        else
            end = middle;
    }
    if (!first)
        return NULL;
    const lex_case_range *range = &ranges[first - 1];
    const uint32_t behind = c - range->first;
    return behind <= range->to_last && behind % range->step == 0 ? range : NULL;
}

static inline bool lex_is_lowercase(uint32_t c)
{
    if (c < 0x80)
        return c >= 'a' && c <= 'z';
    return lex_case_find(lex_lowercase_range, LEX_LOWERCASE_RANGES, c) != NULL;
}

static inline bool lex_is_uppercase(uint32_t c)
{
    if (c < 0x80)
        return c >= 'A' && c <= 'Z';
    return lex_case_find(lex_uppercase_range, LEX_UPPERCASE_RANGES, c) != NULL;
}

/* The number of the characters that a row gives for c; 0: no row is of c. */
static inline uint32_t lex_case_longer(const uint32_t (*rows)[1 + LEX_CASE_MOST], uint32_t n, uint32_t c, uint32_t *to)
{
    for (uint32_t i = 0; i < n && rows[i][0] <= c; i++) {
        if (rows[i][0] != c)
            continue;
        uint32_t n_to = 0;
        for (; n_to < LEX_CASE_MOST && rows[i][1 + n_to]; n_to++)
            to[n_to] = rows[i][1 + n_to];
        return n_to;
    }
    return 0;
}

/* n: of the characters that are written already, 0 for none. */
static inline uint32_t lex_case_of_ranges(uint32_t n, const lex_case_range *range, uint32_t *to)
{
    if (n)
        return n;
    to[0] += range ? (uint32_t)range->delta : 0;
    return 1;
}

/* Each writes what c is in that case, itself if it has no other, to `to` of LEX_CASE_MOST, and gives the number of
 * characters. */
static inline uint32_t lex_to_lowercase(uint32_t c, uint32_t *to)
{
    to[0] = c;
    if (c < 0x80) {
        to[0] += lex_is_uppercase(c) ? 'a' - 'A' : 0;
        return 1;
    }
    return lex_case_of_ranges(lex_case_longer(lex_to_lowercase_longer, LEX_TO_LOWERCASE_LONGER, c, to),
                              lex_case_find(lex_to_lowercase_range, LEX_TO_LOWERCASE_RANGES, c), to);
}

static inline uint32_t lex_to_uppercase(uint32_t c, uint32_t *to)
{
    to[0] = c;
    if (c < 0x80) {
        to[0] -= lex_is_lowercase(c) ? 'a' - 'A' : 0;
        return 1;
    }
    return lex_case_of_ranges(lex_case_longer(lex_to_uppercase_longer, LEX_TO_UPPERCASE_LONGER, c, to),
                              lex_case_find(lex_to_uppercase_range, LEX_TO_UPPERCASE_RANGES, c), to);
}

#endif
