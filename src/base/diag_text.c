/* diag_text.c: see diag_text.h. */
#include "base/diag_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

typedef struct char_range {
    uint32_t first, last;
} char_range;

static const char_range zero_width[] = {
#define ZERO_WIDTH(first, last) {first, last},
#include "base/char_ranges.def"
};

static const char_range wide[] = {
#define WIDE(first, last) {first, last},
#include "base/char_ranges.def"
};

static const char_range marks[] = {
#define MARK(first, last) {first, last},
#include "base/char_ranges.def"
};

/* diag_in_ranges searches by halves. */
#define ZERO_WIDTH(first, last) < (first)) && ((first) <= (last)) && ((last)
_Static_assert((0
#include "base/char_ranges.def"
                < 0x110000),
               "char_ranges.def: a row of ZERO_WIDTH does not stand behind those of lower code points");
#define WIDE(first, last) < (first)) && ((first) <= (last)) && ((last)
_Static_assert((0
#include "base/char_ranges.def"
                < 0x110000),
               "char_ranges.def: a row of WIDE does not stand behind those of lower code points");
#define MARK(first, last) < (first)) && ((first) <= (last)) && ((last)
_Static_assert((0
#include "base/char_ranges.def"
                < 0x110000),
               "char_ranges.def: a row of MARK does not stand behind those of lower code points");

#define N_RANGES(ranges) (sizeof(ranges) / sizeof(ranges)[0])

size_t text_n_plain(const uint8_t *bytes, size_t n)
{
    uint8_t other = 0;
    size_t i = 0;
    for (; n - i >= 16 && !other; i += 16)
        for (size_t k = 0; k < 16; k++)
            other |= (uint8_t)(bytes[i + k] - 0x20) > 0x5E;
    i -= other ? 16 : 0;
    while (i < n && (uint8_t)(bytes[i] - 0x20) <= 0x5E)
        i++;
    return i;
}

static bool diag_in_ranges(const char_range *ranges, size_t n, uint32_t c)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c < ranges[middle].first)
            high = middle;
        else if (c > ranges[middle].last)
            low = middle + 1;
        else
            return true;
    }
    return false;
}

void text_free(diag_text *text)
{
    free(text->data);
    memset(text, 0, sizeof *text);
}

/* Where n bytes may be written that text_bytes then adds. NULL: memory has run out. */
static char *text_room(diag_text *text, size_t n)
{
    if (text->failed)
        return NULL;
    if (text->n + n + 1 > text->capacity) {
        size_t capacity = (text->n + n + 1) * 2;
        char *data = realloc(text->data, capacity);
        if (!data) {
            text->failed = true;
            return NULL;
        }
        text->data = data;
        text->capacity = capacity;
    }
    return text->data + text->n;
}

void text_bytes(diag_text *text, const char *bytes, size_t n)
{
    char *to = text_room(text, n);
    if (!to)
        return;
    if (n > 0 && to != bytes)
        memcpy(to, bytes, n);
    text->n += n;
    text->data[text->n] = 0;
}

void text_string(diag_text *text, const char *string)
{
    text_bytes(text, string, strlen(string));
}

void text_number(diag_text *text, uint64_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    text_string(text, digits);
}

void text_char(diag_text *text, uint32_t c)
{
    char bytes[4];
    size_t n;
    if (c < 0x80 && c != 0) {
        bytes[0] = (char)c;
        n = 1;
    } else if (c < 0x800) {
        bytes[0] = (char)(0xC0 | c >> 6);
        bytes[1] = (char)(0x80 | (c & 0x3F));
        n = 2;
    } else if (c < 0x10000) {
        bytes[0] = (char)(0xE0 | c >> 12);
        bytes[1] = (char)(0x80 | (c >> 6 & 0x3F));
        bytes[2] = (char)(0x80 | (c & 0x3F));
        n = 3;
    } else {
        bytes[0] = (char)(0xF0 | c >> 18);
        bytes[1] = (char)(0x80 | (c >> 12 & 0x3F));
        bytes[2] = (char)(0x80 | (c >> 6 & 0x3F));
        bytes[3] = (char)(0x80 | (c & 0x3F));
        n = 4;
    }
    text_bytes(text, bytes, n);
}

static void diag_unicode_escape(diag_text *text, uint32_t c)
{
    char escape[16];
    snprintf(escape, sizeof escape, "\\u{%" PRIx32 "}", c);
    text_string(text, escape);
}

/* The one-letter escapes; false where there is none. */
static bool diag_short_escape(diag_text *text, uint32_t c)
{
    if (c == '\t')
        text_string(text, "\\t");
    else if (c == '\r')
        text_string(text, "\\r");
    else if (c == '\n')
        text_string(text, "\\n");
    else
        return false;
    return true;
}

void text_escaped_char(diag_text *text, uint32_t c)
{
    if (c >= 0x20 && c <= 0x7E)
        text_char(text, c);
    else if (!diag_short_escape(text, c))
        diag_unicode_escape(text, c);
}

void text_escape_default(diag_text *text, uint32_t c)
{
    if (c == '\'' || c == '"' || c == '\\')
        text_char(text, '\\');
    text_escaped_char(text, c);
}

void text_debug_char(diag_text *text, uint32_t c)
{
    text_char(text, '\'');
    if (c == 0)
        text_string(text, "\\0");
    else if (c == '\'' || c == '\\')
        text_escape_default(text, c);
    else if (c < 0x20 || c == 0x7F ||
             (c >= 0x80 && (diag_is_mark(c) || diag_is_space(c) || c < 0xA0 || diag_is_zero_width(c)))) {
        if (!diag_short_escape(text, c))
            diag_unicode_escape(text, c);
    } else {
        text_char(text, c);
    }
    text_char(text, '\'');
}

/* How many bytes at the start of bad UTF-8 one U+FFFD stands for: as many as could begin a character. */
static uint32_t diag_bad_length(const uint8_t *bytes, size_t n)
{
    uint8_t lead = bytes[0], low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    uint32_t n_most = lead >= 0xF0 && lead < 0xF5 ? 3 : lead >= 0xE0 && lead < 0xF0 ? 2 : 1, length = 1;
    while (length < n_most && length < n && bytes[length] >= low && bytes[length] <= high) {
        length++;
        low = 0x80;
        high = 0xBF;
    }
    return length;
}

uint32_t diag_char_at(const uint8_t *bytes, size_t n_bytes, size_t pos, uint32_t *length)
{
    size_t n_left = n_bytes - pos;
    uint32_t c = bytes[pos];
    *length = 1;
    if (c == '\r' && n_left > 1 && bytes[pos + 1] == '\n') {
        *length = 2;
        return '\n';
    }
    if (c < 0x80)
        return c;
    c = utf8_decode(bytes + pos, n_left < 8 ? (uint32_t)n_left : 8, 0, length);
    if (c <= 0x10FFFF)
        return c;
    *length = diag_bad_length(bytes + pos, n_left);
    return 0xFFFD;
}

uint32_t text_char_at(const char *text, size_t n, size_t pos, uint32_t *length)
{
    if (n - pos >= 2 && (uint8_t)text[pos] == 0xC0 && (uint8_t)text[pos + 1] == 0x80) {
        *length = 2;
        return 0;
    }
    return diag_char_at((const uint8_t *)text, n, pos, length);
}

void text_replace_nul(diag_text *text, const char *with, size_t n_with)
{
    diag_text replaced = {0};
    size_t pos = 0;
    if (!text->data || !strstr(text->data, "\xC0\x80"))
        return;
    while (pos < text->n) {
        const char *nul = strstr(text->data + pos, "\xC0\x80");
        size_t end = nul ? (size_t)(nul - text->data) : text->n;
        text_bytes(&replaced, text->data + pos, end - pos);
        if (nul)
            text_bytes(&replaced, with, n_with);
        pos = nul ? end + 2 : end;
    }
    replaced.failed = replaced.failed || text->failed;
    text_free(text);
    *text = replaced;
}

void text_source(diag_text *text, const uint8_t *bytes, size_t n)
{
    size_t pos = 0;
    while (pos < n) {
        size_t plain = pos;
        uint32_t length, c;
        while (plain < n && bytes[plain] < 0x80 && bytes[plain] != '\r' && bytes[plain] != 0)
            plain++;
        text_bytes(text, (const char *)bytes + pos, plain - pos);
        pos = plain;
        if (pos < n) {
            c = diag_char_at(bytes, n, pos, &length);
            text_char(text, c);
            pos += length;
        }
    }
}

uint32_t diag_char_shown(uint32_t c)
{
    if (c < 0x20)
        return 0x2400 + c;
    if (c == 0x7F)
        return 0x2421;
    if (c == 0x200D)
        return 0;
    if ((c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069))
        return 0xFFFD;
    return c;
}

uint32_t diag_char_width(uint32_t c)
{
    if (c == '\t')
        return 4;
    if (c < 0xA0 || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069))
        return 1;
    if (diag_is_zero_width(c))
        return 0;
    return diag_in_ranges(wide, N_RANGES(wide), c) ? 2 : 1;
}

bool diag_is_zero_width(uint32_t c)
{
    return c == 0xAD || diag_in_ranges(zero_width, N_RANGES(zero_width), c);
}

bool diag_is_mark(uint32_t c)
{
    return diag_in_ranges(marks, N_RANGES(marks), c);
}

bool diag_is_space(uint32_t c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}
