/* char_escape.h: tells how Rust's {:?} writes characters. */
#ifndef RUSTG_CHAR_ESCAPE_H
#define RUSTG_CHAR_ESCAPE_H

#include <stddef.h>
#include <stdint.h>

enum { CHAR_ESCAPE_ROOM = 12 };

/* Writes the escape of a code point between quotes of that kind (' or "), with its final 0. Returns 0 if it is
 * written as it is. */
size_t char_escape(uint32_t code, char quote, char room[CHAR_ESCAPE_ROOM]);
/* Beside the first code point of a range: these are escaped only because they join the character before them. */
#define CHAR_ESCAPED_JOINED (UINT32_C(1) << 31)
/* Writes the first and the last code point of each range that is written as \u{..}, sorted, unless ranges is NULL.
 * Returns how many there are. */
size_t char_escaped_ranges(uint32_t *ranges);

#endif
