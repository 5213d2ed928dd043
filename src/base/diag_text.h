/* diag_text.h: has a growing UTF-8 string that ends with a 0. A character NUL in it is the two bytes C0 80, which no
 * other character is. */
#ifndef RUSTG_DIAG_TEXT_H
#define RUSTG_DIAG_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* data ends with a 0 once something was written; NULL before. After failed is set nothing more is written. */
typedef struct diag_text {
    char *data;
    size_t n, capacity;
    bool failed;
} diag_text;

void text_free(diag_text *text);
void text_bytes(diag_text *text, const char *bytes, size_t n);
void text_string(diag_text *text, const char *string);
void text_number(diag_text *text, uint64_t number);
/* UTF-8. */
void text_char(diag_text *text, uint32_t c);
/* As rustc shows a character in a message: printable ASCII as it is, else \t, \n, \u{25cf}, ... */
void text_escaped_char(diag_text *text, uint32_t c);
/* As Rust's char::escape_default. */
void text_escape_default(diag_text *text, uint32_t c);
/* As Rust's {:?} shows a character, quotes included. */
void text_debug_char(diag_text *text, uint32_t c);

/* Adds source bytes, with CR LF as LF, and bytes that are not UTF-8 as U+FFFD. */
void text_source(diag_text *text, const uint8_t *bytes, size_t n);

/* The character of the source at pos < n_bytes, and its length. CR LF is one line feed, and bad UTF-8 is U+FFFD. */
uint32_t diag_char_at(const uint8_t *bytes, size_t n_bytes, size_t pos, uint32_t *length);
/* The same of a text, which may hold a NUL. */
uint32_t text_char_at(const char *text, size_t n, size_t pos, uint32_t *length);
/* How many printable ASCII characters, of one column each, the bytes begin with. */
size_t text_n_plain(const uint8_t *bytes, size_t n);
/* Puts the given bytes in place of each NUL. */
void text_replace_nul(diag_text *text, const char *with, size_t n_with);

/* Columns a terminal gives to a character: 0, 1 or 2; 4 for a tab, 1 for a control character (shown as a picture). */
uint32_t diag_char_width(uint32_t c);
/* Whether it takes no column when drawn as itself, as a mark, a joiner or a direction control does. */
bool diag_is_zero_width(uint32_t c);
/* The character to draw in place of one that would disturb a terminal (0: none); otherwise c itself. */
uint32_t diag_char_shown(uint32_t c);
/* General category M (combining marks) and Rust's char::is_whitespace. */
bool diag_is_mark(uint32_t c);
bool diag_is_space(uint32_t c);

#endif
