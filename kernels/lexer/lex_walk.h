/* lex_walk.h: what is code and what is literal or comment in one chunk of 64 bytes.
 *
 * A chunk is entered in one of 16 states. lex_walk() visits only the bytes that can change the state (4 to 6% of real
 * code), notes where tokens begin and end in literals and comments and what else the mark kernel wants, and returns the
 * state at the end. The map kernel has a way of its own to that state from all 16 (lex_chunk_map.h).
 *
 * Constructs that are nearly always errors, or deeper than the states can count, set LEX_WEIRD:
 * the file is then lexed again by lex_scan.h, one thread a file. What lex_walk returns after such a construct does not
 * matter, since no state flows from one file to the next.
 *
 * Rules where a construct meets the edge of a chunk:
 *   a pair that opens a comment at bytes 63|64 belongs to the chunk of its first byte,
 *   a pair that closes a comment at 63|64 and closing hashes past 63 belong to the next chunk, which looks back,
 *   a word that goes on past 63 needs no state unless it is glued to what stood before it (LEX_GLUED). */
#ifndef RUSTG_LEX_WALK_H
#define RUSTG_LEX_WALK_H

#include "lexer/lex_batch.h"
#include "lex_masks.h"
#include "lexer/lex_scan.h"

enum {
    LEX_CODE,  /* between tokens, or in a word that began as a token of its own */
    LEX_GLUED, /* byte 0 continues a suffix, lifetime or raw identifier */
    LEX_LINE,  /* plain line comment */
    LEX_LINE_DOC,
    LEX_BLOCK,     /* plain block comment, depth 1 */
    LEX_BLOCK_DOC, /* doc block comment, depth 1 */
    LEX_BLOCK_2,   /* plain block comment, depth 2 */
    LEX_STRING,
    LEX_STRING_ESCAPE, /* byte 0 is escaped */
    LEX_CHAR,
    LEX_CHAR_ESCAPE,
    LEX_RAW_0, /* raw string, no hash */
    LEX_RAW_1,
    LEX_RAW_2,
    LEX_RAW_3,
    LEX_BLOCK_DOC_2, /* doc block comment, depth 2 */
    LEX_N_STATES
};

/* src[at + i] is byte i of the chunk. Readable: 64 bytes before the batch, LEX_FILE_GAP bytes past each file.
 * n_left: bytes from byte 0 to the end of the file (at most 1024 is told apart). */
typedef struct lex_chunk {
    const uint8_t *src;
    uint32_t at;
    uint32_t edition;
    int n_left;
    lex_masks m;
} lex_chunk;

typedef struct lex_marks {
    uint64_t start, last;       /* of literals and doc comments */
    uint64_t covered;           /* bytes of literals and comments, prefixes included, suffixes not */
    uint64_t no_start, no_last; /* code bytes that neither begin nor end a token though they look so */
    uint32_t flags;
} lex_marks;

RUSTG_HD uint32_t lex_chunk_byte(const lex_chunk *c, int i)
{
    return c->src[(int64_t)c->at + i];
}

RUSTG_HD bool lex_chunk_word_byte(uint32_t b)
{
    return b - '0' < 10u || (b | 32u) - 'a' < 26u || b == '_' || b >= 0x80;
}

/* Does byte i begin an identifier? */
RUSTG_HD bool lex_chunk_starts_ident(const lex_chunk *c, int i)
{
    uint32_t b = lex_chunk_byte(c, i);
    if (b < 0x80)
        return (b | 32u) - 'a' < 26u || b == '_';
    uint32_t length;
    return lex_is_xid_start(utf8_decode(c->src + c->at + i, 4, 0, &length));
}

RUSTG_HD uint64_t lex_bits(int from, int to)
{
    from = from < 0 ? 0 : from;
    return from >= to ? 0 : lex_from(from) & lex_below(to);
}

/* The length of the literal prefix (b, c, r, br, cr) that ends before byte q, or 0. With raw only r, br and cr count.
 */
RUSTG_HD int lex_chunk_prefix(const lex_chunk *c, int q, bool raw)
{
    uint32_t b1 = lex_chunk_byte(c, q - 1);
    bool has_c = c->edition >= 2021;
    if (b1 == 'r') {
        uint32_t b2 = lex_chunk_byte(c, q - 2);
        if (!lex_chunk_word_byte(b2))
            return 1;
        if ((b2 == 'b' || (b2 == 'c' && has_c)) && !lex_chunk_word_byte(lex_chunk_byte(c, q - 3)))
            return 2;
        return 0;
    }
    if (!raw && (b1 == 'b' || (b1 == 'c' && has_c)) && !lex_chunk_word_byte(lex_chunk_byte(c, q - 2)))
        return 1;
    return 0;
}

/* Whether the word that starts at s, which was found before a quote, is surely a token of its own. */
RUSTG_HD bool lex_chunk_surely_fresh(const lex_chunk *c, int s, int glued)
{
    uint32_t b = lex_chunk_byte(c, s - 1);
    if (glued >= 0 && s <= glued)
        return false;
    if (b == '#' || b == '\'' || b == '"')
        return false;
    return !((b == '+' || b == '-') && (lex_chunk_byte(c, s - 2) | 32u) == 'e' &&
             lex_chunk_word_byte(lex_chunk_byte(c, s - 3)));
}

RUSTG_HD int lex_chunk_hex_value(uint32_t b)
{
    if (b - '0' < 10u)
        return (int)(b - '0');
    b |= 32u;
    return b - 'a' < 6u ? (int)(b - 'a' + 10) : -1;
}

/* Checks the escape whose backslash is byte p. Returns its length, or 0 if it may be wrong. */
RUSTG_HD int lex_chunk_check_escape(const lex_chunk *c, int p, uint32_t *flags)
{
    uint32_t b = lex_chunk_byte(c, p + 1);
    switch (b) {
    case '0': *flags |= LEX_HAS_NUL_ESCAPE; return 2;
    case 'n':
    case 'r':
    case 't':
    case '\\':
    case '\'':
    case '"':
    case '\n': return 2;
    case '\r': return lex_chunk_byte(c, p + 2) == '\n' ? 2 : 0;
    case 'x': {
        int hi = lex_chunk_hex_value(lex_chunk_byte(c, p + 2)), lo = lex_chunk_hex_value(lex_chunk_byte(c, p + 3));
        if (hi < 0 || lo < 0)
            return 0;
        if (hi >= 8)
            *flags |= LEX_HAS_HIGH_ESCAPE;
        if (hi + lo == 0)
            *flags |= LEX_HAS_NUL_ESCAPE;
        return 4;
    }
    case 'u': {
        if (lex_chunk_byte(c, p + 2) != '{')
            return 0;
        uint32_t value = 0;
        int n = 0;
        for (; n < 7; n++) {
            int digit = lex_chunk_hex_value(lex_chunk_byte(c, p + 3 + n));
            if (digit < 0)
                break;
            value = value << 4 | (uint32_t)digit;
        }
        if (n == 0 || n > 6 || lex_chunk_byte(c, p + 3 + n) != '}' || value > 0x10FFFF || (value >> 11) == 0x1B)
            return 0;
        *flags |= LEX_HAS_UNICODE_ESCAPE;
        if (value == 0)
            *flags |= LEX_HAS_NUL_ESCAPE;
        return n + 4;
    }
    default: return 0;
    }
}

/* Whether the quote at byte q looks like the one that opens a raw string with h hashes. It is then taken for the
 * opening one if it stands so near the edge that its hashes are in the next chunk. */
RUSTG_HD bool lex_chunk_opens_raw(const lex_chunk *c, int q, int h)
{
    for (int n = 1; n <= h; n++)
        if (lex_chunk_byte(c, q - n) != '#')
            return false;
    return lex_chunk_byte(c, q - h - 1) == 'r';
}

/* The end of a line comment at or after byte i, before LF, CR LF or the end of the file. It is at most 65, which says
 * that it lies further on. */
RUSTG_HD int lex_chunk_line_end(const lex_chunk *c, int newline)
{
    int n = c->n_left;
    if (newline > 63) {
        if (n == 64 || lex_chunk_byte(c, 64) == '\n')
            newline = 64;
        else
            return lex_chunk_byte(c, 64) == '\r' && n > 65 && lex_chunk_byte(c, 65) == '\n' ? 64 : 65;
    }
    return newline < n && lex_chunk_byte(c, newline - 1) == '\r' ? newline - 1 : newline;
}

/* In a glued run from byte e on, the byte at which code goes on, or 65 if the chunk ends in LEX_GLUED. */
RUSTG_HD int lex_chunk_glued_run(const lex_chunk *c, int e, lex_marks *k)
{
    int r = lex_next_bit(~c->m.word, e);
    k->no_start |= lex_bits(e, e + 1);
    if (r < 64) {
        if (lex_chunk_byte(c, r) == '\'')
            k->flags |= LEX_WEIRD;
        return r;
    }
    uint32_t b = lex_chunk_byte(c, 64);
    if (c->n_left > 64 && lex_chunk_word_byte(b))
        return 65;
    if ((b == '"' || b == '\'' || b == '#'))
        k->flags |= LEX_WEIRD;
    return 64;
}

#endif
