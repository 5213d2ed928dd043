/* worst_texts.c: see worst_texts.h. */
#include "bench/worst_texts.h"

#include <stdlib.h>
#include <string.h>

typedef struct worst_text {
    const char *name, *before, *unit, *behind;
    double count; /* of unit, at full scale; of behind, where it mirrors unit */
    int mirrored;
} worst_text;

static const worst_text texts[] = {
    {"one comment", "/*", "*", "*/", 1e9, 0},
    {"comment of slashes", "/*x", " /", " */", 5e8, 0},
    {"one line comment", "//", "'", "\n", 1e9, 0},
    {"string of backslashes", "\"", "\\\\", "\"", 5e8, 0},
    {"string of escaped quotes", "\"", "\\\"", "\"", 5e8, 0},
    {"raw string of quotes", "r##\"", "\"#", "\"##", 5e8, 0},
    {"array of 10 M elements", "[", "7,", "]", 1e7, 0},
    {"sum of 10 M terms", "", "1+", "1", 1e7, 0},
    {"nesting", "", "(", ")", 1e7, 1},
    {"10 M bangs", "", "!", "", 1e7, 0},
    {"1 M unclosed braces", "", "{", "", 1e6, 0},
    {"characters of quotes", "", "'\"'", "", 1e8, 0},
    {"empty strings", "", "\"\"", "", 1e8, 0},
    {"spaces", "", " ", "", 1e9, 0},
    {"one identifier", "", "a", "", 1e9, 0},
    {"accented identifier", "", "\xC3\xA9", "", 5e8, 0},
    {"keywords", "", "fn ", "", 3e8, 0},
};

size_t worst_texts_count(void)
{
    return sizeof texts / sizeof *texts;
}
const char *worst_texts_name(size_t i)
{
    return texts[i].name;
}

static size_t put(uint8_t *to, const char *unit, size_t count)
{
    size_t length = strlen(unit);
    for (size_t i = 0; i < count; i++)
        memcpy(to + i * length, unit, length);
    return count * length;
}

uint8_t *worst_texts_make(size_t i, double scale, size_t *n_bytes)
{
    const worst_text *t = &texts[i];
    size_t count = (size_t)(t->count * scale) + 1, n_behind = t->mirrored ? count : 1, n;
    uint8_t *text = malloc(strlen(t->before) + count * strlen(t->unit) + n_behind * strlen(t->behind) + 1);
    if (!text)
        return NULL;
    n = put(text, t->before, 1);
    n += put(text + n, t->unit, count);
    n += put(text + n, t->behind, n_behind);
    *n_bytes = n;
    return text;
}
