/* parse_misspelled.c: see parse_misspelled.h. */
#include "parser/diagnose/parse_misspelled.h"

#include <string.h>

enum { MAX_WORD = 32 }; /* a longer word is like no keyword */

static uint8_t parse_lower(uint8_t c)
{
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c + 32) : c;
}

static bool parse_is_alike(const char *a, size_t n_a, const uint8_t *b, size_t n_b, bool lower_a)
{
    size_t i = 0;
    if (n_a != n_b)
        return false;
    while (i < n_a && (lower_a ? parse_lower((uint8_t)a[i]) : (uint8_t)a[i]) == parse_lower(b[i]))
        i++;
    return i == n_a;
}

static size_t parse_min_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The restricted Damerau-Levenshtein distance of two words. */
static size_t parse_misspelled_distance(const uint8_t *a, size_t n_a, const char *b, size_t n_b)
{
    size_t rows[3][MAX_WORD + 1];
    size_t *before = rows[0], *last = rows[1], *row = rows[2], i, j;
    for (j = 0; j <= n_b; j++)
        last[j] = j;
    for (i = 1; i <= n_a; i++) {
        size_t *spare = before;
        row[0] = i;
        for (j = 1; j <= n_b; j++) {
            size_t change = last[j - 1] + (a[i - 1] != (uint8_t)b[j - 1]);
            row[j] = parse_min_of(parse_min_of(last[j], row[j - 1]) + 1, change);
            if (i > 1 && j > 1 && a[i - 1] == (uint8_t)b[j - 2] && a[i - 2] == (uint8_t)b[j - 1])
                row[j] = parse_min_of(row[j], before[j - 2] + 1);
        }
        before = last;
        last = row;
        row = spare;
    }
    return last[n_b];
}

size_t misspelled_find(const char *const *words, size_t n_words, const uint8_t *word, size_t n, bool *wrong_case)
{
    size_t limit = (n > 3 ? n : 3) / 3, best = n_words, i, d;
    *wrong_case = true;
    for (i = 0; i < n_words; i++)
        if (parse_is_alike(words[i], strlen(words[i]), word, n, false))
            return i;
    *wrong_case = false;
    for (i = 0; i < n_words; i++)
        if (parse_is_alike(words[i], strlen(words[i]), word, n, true))
            return i;
    for (i = 0; n <= MAX_WORD && i < n_words; i++) {
        if (strlen(words[i]) > MAX_WORD)
            continue;
        d = parse_misspelled_distance(word, n, words[i], strlen(words[i]));
        if (d > limit)
            continue;
        best = i;
        if (d == 0)
            break;
        limit = d - 1;
    }
    return best;
}
