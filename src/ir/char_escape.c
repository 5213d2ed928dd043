/* char_escape.c: decides as char::escape_debug_ext of rustc's library does. */
#include "ir/char_escape.h"

#include <stdbool.h>
#include <stdio.h>

static const struct {
    uint32_t first, last;
    bool joined;
} escaped[] = {
#define ESCAPED(first, last) {first, last, false},
#define JOINED(first, last)  {first, last, true},
#include "ir/char_escaped.def"
#undef ESCAPED
#undef JOINED
};

/* char_is_escaped searches by halves. */
#define ESCAPED(first, last) < (first)) && ((first) <= (last)) && ((last)
#define JOINED ESCAPED
_Static_assert((0
#include "ir/char_escaped.def"
                < 0x110000),
               "char_escaped.def: a row does not stand behind those of lower code points");
#undef ESCAPED
#undef JOINED

static bool char_is_escaped(uint32_t code)
{
    size_t low = 0, high = sizeof escaped / sizeof escaped[0];
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (code > escaped[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    return low < sizeof escaped / sizeof escaped[0] && code >= escaped[low].first;
}

size_t char_escape(uint32_t code, char quote, char room[CHAR_ESCAPE_ROOM])
{
    char letter = code == 0                                      ? '0'
                  : code == '\t'                                 ? 't'
                  : code == '\r'                                 ? 'r'
                  : code == '\n'                                 ? 'n'
                  : code == (unsigned char)quote || code == '\\' ? (char)code
                                                                 : 0;
    if (letter)
        return (size_t)snprintf(room, CHAR_ESCAPE_ROOM, "\\%c", letter);
    return char_is_escaped(code) ? (size_t)snprintf(room, CHAR_ESCAPE_ROOM, "\\u{%x}", (unsigned)code) : 0;
}

size_t char_escaped_ranges(uint32_t *ranges)
{
    const size_t n = sizeof escaped / sizeof escaped[0];
    for (size_t i = 0; ranges && i < n; i++) {
        ranges[2 * i] = escaped[i].first | (escaped[i].joined ? CHAR_ESCAPED_JOINED : 0);
        ranges[2 * i + 1] = escaped[i].last;
    }
    return n;
}
