/* lex_chunk_map.h: the state behind a chunk for every state before it.
 *
 * All sixteen walks are made at once. A lane is a state that the chunk may be entered in; plane k holds bit k of each
 * lane's present state, so that "every lane in LEX_STRING goes to LEX_CODE" is a few logic operations. Masks find the
 * bytes that can move a lane, and what each does depends on the text around it alone:
 *   quote       opens a string or a raw one (CODE); closes them, where not escaped or where enough hashes follow
 *   apostrophe  opens a character (CODE), closes it; that of a lifetime does nothing
 *   slash       opens and closes comments: a star belongs to the slash before it where that opens one
 *   line end    ends line comments: what matters is whether one lies before the next of the others
 * The answer is lex_walk()'s from each state, but where that would set LEX_WEIRD: what comes behind such a place is
 * lexed again. tests/lexer/chunk_test.c compares the two. */
#ifndef RUSTG_LEX_CHUNK_MAP_H
#define RUSTG_LEX_CHUNK_MAP_H

#include "lex_marks.h"

/* The planes' formulas below are of these numbers. */
HD_STATIC_ASSERT(LEX_CODE == 0 && LEX_GLUED == 1 && LEX_LINE == 2 && LEX_LINE_DOC == 3 && LEX_BLOCK == 4 &&
                     LEX_BLOCK_DOC == 5 && LEX_BLOCK_2 == 6 && LEX_STRING == 7 && LEX_STRING_ESCAPE == 8 &&
                     LEX_CHAR == 9 && LEX_CHAR_ESCAPE == 10 && LEX_RAW_0 == 11 && LEX_RAW_1 == 12 && LEX_RAW_2 == 13 &&
                     LEX_RAW_3 == 14 && LEX_BLOCK_DOC_2 == 15 && LEX_N_STATES == 16,
                 "lex_chunk_map.h moves lanes by the bits of the states' numbers in lex_walk.h");

typedef struct chunk_lanes {
    uint32_t p0, p1, p2, p3; /* bits 0 to 15; those above mean nothing */
} chunk_lanes;

/* The masks of the bytes that move lanes. */
typedef struct chunk_events {
    uint64_t all;                    /* quotes and these: */
    uint64_t opens_char;             /* apostrophes in code */
    uint64_t closes, line, block;    /* slashes that end a block comment, that begin one of either kind */
    uint64_t doc;                    /* of those that begin one: it is a doc comment */
    uint64_t ends_string, ends_char; /* quotes and apostrophes that no backslash of this chunk escapes */
    uint64_t raw;                    /* quotes that may begin a raw string, or end one that has hashes */
    bool ends_in_escape;
} chunk_events;

/* The closing quote that was met last: lanes that a raw string of 1, 2, 3 hashes left there. */
typedef struct chunk_closed {
    int quote;
    uint32_t lanes[3];
} chunk_closed;

RUSTG_HD uint32_t chunk_load_4(const lex_chunk *c, int i)
{
#ifdef __CUDA_ARCH__
    return *(const uint32_t *)(c->src + (int64_t)c->at + i);
#else
    uint32_t word;
    memcpy(&word, c->src + (int64_t)c->at + i, sizeof word);
    return word;
#endif
}

/* Bit k: byte k of the word is b. */
RUSTG_HD uint32_t chunk_match_4(uint32_t word, uint32_t b)
{
    const uint32_t x = word ^ b * 0x01010101u;
    const uint32_t differs = ((x & 0x7F7F7F7Fu) + 0x7F7F7F7Fu) | x;
    return ((~differs & 0x80808080u) >> 7) * 0x01020408u >> 24 & 15;
}

/* Bit i becomes that of byte i + n; next: bit k is byte 64 + k. */
RUSTG_HD uint64_t chunk_ahead(uint64_t mask, uint32_t next, int n)
{
    return mask >> n | (uint64_t)next << (64 - n);
}

/* The bytes behind an odd run of backslashes; *goes_on: so is byte 64. */
RUSTG_HD uint64_t chunk_escaped(uint64_t backslash, bool *goes_on)
{
    const uint64_t even = 0x5555555555555555ull, behind = backslash << 1;
    const uint64_t odd_starts = backslash & ~even & ~behind, ends = odd_starts + backslash;
    *goes_on = ends < backslash;
    return (even ^ ends << 1) & behind;
}

/* Apostrophes in code that open a character, and those that may close one. ahead: bytes 64 to 67. */
RUSTG_HD uint64_t chunk_find_chars(const lex_chunk *c, uint32_t ahead, uint64_t escaped, chunk_events *e)
{
    const lex_masks *m = &c->m;
    const uint64_t apostrophe = m->apostrophe;
    e->opens_char = 0;
    if (!apostrophe)
        return 0;
    const uint64_t high_1 = chunk_ahead(m->high, ahead >> 7 & 1, 1);
    const uint64_t quotes_2 = chunk_ahead(apostrophe, chunk_match_4(ahead, '\''), 2);
    const uint64_t escape_1 = chunk_ahead(m->backslash, chunk_match_4(ahead, '\\'), 1);
    e->opens_char = apostrophe & ((quotes_2 & ~high_1) | escape_1);
    for (uint64_t rest = apostrophe & high_1; rest; rest &= rest - 1) {
        const int j = lex_lowest(rest);
        uint32_t length;
        utf8_decode(c->src + c->at + j + 1, 4, 0, &length);
        if (lex_chunk_byte(c, j + 1 + (int)length) == '\'')
            e->opens_char |= (uint64_t)1 << j;
    }
    if (e->opens_char || m->backslash & 1)
        return apostrophe;
    /* only a character that was open before can end: LEX_CHAR's at the first, LEX_CHAR_ESCAPE's behind byte 0 */
    const uint64_t closes = apostrophe & ~escaped, later = closes & ~(uint64_t)1;
    return (closes & (0 - closes)) | (later & (0 - later));
}

/* Slashes that begin or end comments. */
RUSTG_HD uint64_t chunk_find_comments(const lex_chunk *c, uint32_t behind, uint32_t ahead, chunk_events *e)
{
    const lex_masks *m = &c->m;
    const uint32_t b1 = behind >> 24, b2 = behind >> 16 & 255;
    const uint32_t next_slash = chunk_match_4(ahead, '/'), next_star = chunk_match_4(ahead, '*');
    const uint64_t slash_1 = chunk_ahead(m->slash, next_slash, 1), star_1 = chunk_ahead(m->star, next_star, 1);
    const uint64_t behind_star = m->star << 1 | (uint64_t)(b1 == '*');
    const uint64_t star_taken = m->slash << 2 | (uint64_t)(b1 == '/') << 1 | (uint64_t)(b2 == '/');
    e->closes = m->slash & behind_star & ~star_taken;
    e->block = m->slash & star_1;
    /* the first two of many slashes; behind the end of a block comment too */
    e->line = m->slash & slash_1 & ~(m->slash << 1 & ~(e->closes << 1));
    const uint64_t slash_3 = chunk_ahead(m->slash, next_slash, 3);
    const uint64_t line_2 = chunk_ahead(m->slash, next_slash, 2) & ~slash_3;
    const uint64_t block_2 = chunk_ahead(m->star, next_star, 2) & ~(slash_3 | chunk_ahead(m->star, next_star, 3));
    e->doc = chunk_ahead(m->bang, chunk_match_4(ahead, '!'), 2) | (e->line & line_2) | (e->block & block_2);
    return e->closes | e->line | e->block;
}

RUSTG_HD void chunk_find_events(const lex_chunk *c, chunk_events *e)
{
    const lex_masks *m = &c->m;
    const uint32_t behind = chunk_load_4(c, -4), ahead = chunk_load_4(c, 64);
    const uint32_t last = behind >> 24;
    uint64_t escaped = 0;
    e->ends_in_escape = false;
    if (m->backslash)
        escaped = chunk_escaped(m->backslash, &e->ends_in_escape);
    e->ends_string = m->quote & ~escaped;
    e->ends_char = m->apostrophe & ~escaped;
    e->raw = m->quote & ((m->r | m->hash) << 1 | (uint64_t)(last == 'r' || last == '#') | m->hash >> 1);
    e->all = m->quote | chunk_find_comments(c, behind, ahead, e) | chunk_find_chars(c, ahead, escaped, e);
}

RUSTG_HD uint32_t chunk_in_code(const chunk_lanes *l)
{
    return ~(l->p0 | l->p1 | l->p2 | l->p3);
}

RUSTG_HD void chunk_to_code(chunk_lanes *l, uint32_t lanes)
{
    l->p0 &= ~lanes;
    l->p1 &= ~lanes;
    l->p2 &= ~lanes;
    l->p3 &= ~lanes;
}

/* The state behind a quote in code. */
RUSTG_HD int chunk_string_at(const lex_chunk *c, int p)
{
    const uint32_t before = lex_chunk_byte(c, p - 1);
    int q = p;
    if (before != 'r' && before != '#')
        return LEX_STRING;
    while (q > p - 256 && lex_chunk_byte(c, q - 1) == '#')
        q--;
    if (!lex_chunk_prefix(c, q, q < p) || lex_chunk_byte(c, q - 1) != 'r')
        return LEX_STRING;
    return LEX_RAW_0 + (p - q > 3 ? 3 : p - q);
}

/* All lanes, if the mask has the bit. */
RUSTG_HD uint32_t chunk_if(uint64_t mask, uint64_t bit)
{
    return mask & bit ? ~(uint32_t)0 : 0;
}

/* Lanes that the quote at p takes out of a raw string that has hashes. Those past the chunk are the next one's. */
RUSTG_HD uint32_t chunk_at_hashed(const lex_chunk *c, int p, const chunk_lanes *l, chunk_closed *closed)
{
    const uint32_t raw_up = l->p3 & l->p2;
    int n = 0;
    while (n < 3 && p + n < 63 && lex_chunk_byte(c, p + 1 + n) == '#')
        n++;
    if (n == 0)
        return 0;
    closed->quote = p;
    closed->lanes[0] = raw_up & ~l->p1 & ~l->p0;
    closed->lanes[1] = n > 1 ? raw_up & ~l->p1 & l->p0 : 0;
    closed->lanes[2] = n > 2 ? raw_up & l->p1 & ~l->p0 : 0;
    return closed->lanes[0] | closed->lanes[1] | closed->lanes[2];
}

/* Lanes in a line comment leave it, if there is a line end. */
RUSTG_HD void chunk_end_lines(chunk_lanes *l, uint64_t line_ends)
{
    const uint32_t ended = line_ends ? ~l->p3 & ~l->p2 & l->p1 : 0;
    l->p0 &= ~ended;
    l->p1 &= ~ended;
}

/* Moves all lanes by what is at byte p. Whatever that is, the same is done: a warp's lanes have different bytes.
 *   flipped  lanes for which a quote or apostrophe is escaped where it is not for others, and the other way round */
RUSTG_HD void chunk_move(const lex_chunk *c, const chunk_events *e, uint64_t bit, int p, uint32_t flipped,
                         chunk_lanes *l, chunk_closed *closed)
{
    const uint32_t p0 = l->p0, p1 = l->p1, p2 = l->p2, p3 = l->p3, code = chunk_in_code(l);
    const uint32_t quote = chunk_if(c->m.quote, bit), opens_char = chunk_if(e->opens_char, bit);
    const uint32_t line = chunk_if(e->line, bit), block = chunk_if(e->block, bit), doc = chunk_if(e->doc, bit);
    const uint32_t closes = chunk_if(e->closes, bit), apostrophe = ~(quote | line | block | closes);
    const uint32_t ends_string = chunk_if(e->ends_string, bit) ^ (quote & flipped);
    const uint32_t ends_char = chunk_if(e->ends_char, bit) ^ (apostrophe & flipped);
    const uint32_t in_string = ~p3 & p2 & p1 & p0, in_raw_0 = p3 & ~p2 & p1 & p0, in_char = p3 & ~p2 & ~p1 & p0;
    const uint32_t in_block = ~p3 & p2 & ~p1, in_block_2 = p2 & p1 & ~(p3 ^ p0);
    uint32_t out = (in_string & ends_string) | (in_raw_0 & quote) | (in_char & ends_char) | (in_block & closes);
    /* the states that lanes in code go to; a comment's end moves those of one more out by one */
    uint32_t to_0 = quote | opens_char | ((line | block) & doc), to_1 = quote | line, to_2 = quote | block;
    uint32_t to_3 = opens_char;
    const uint32_t less = in_block_2 & closes, more = in_block & block & ~closes;
    if (e->raw & bit) {
        const uint32_t state = (uint32_t)chunk_string_at(c, p);
        out |= chunk_at_hashed(c, p, l, closed);
        to_0 = 0 - (state & 1);
        to_1 = 0 - (state >> 1 & 1);
        to_2 = 0 - (state >> 2 & 1);
        to_3 = 0 - (state >> 3);
    }
    l->p0 = (p0 & ~out) | (code & to_0);
    l->p1 = (p1 & ~out & ~less) | more | (code & to_1);
    l->p2 = (p2 & ~out) | (code & to_2);
    l->p3 = (p3 & ~out & ~(less & p0)) | (more & p0) | (code & to_3);
}

/* Raw strings of the chunk before whose closing hashes end in this one. */
RUSTG_HD void chunk_close_raw(const lex_chunk *c, chunk_lanes *l, chunk_closed *closed)
{
    for (int h = 1; h <= 3; h++)
        for (int q = -h; q < 0; q++) {
            int n = 0;
            while (n < h && lex_chunk_byte(c, q + 1 + n) == '#')
                n++;
            if (n < h || lex_chunk_byte(c, q) != '"' || lex_chunk_opens_raw(c, q, h))
                continue;
            const uint32_t lane = 1u << (LEX_RAW_0 + h);
            chunk_to_code(l, lane);
            closed->quote = q;
            closed->lanes[h - 1] = lane;
            break;
        }
}

/* Which lanes in code at the chunk's end have a word there, or right behind it, that is glued to what stands before it:
 * none, that of LEX_GLUED, all, or from 0 on the hash before the word, which may end a raw string. */
enum { CHUNK_GLUED_NONE = -1, CHUNK_GLUED_ONE = -2, CHUNK_GLUED_ALL = -3 };

RUSTG_HD int chunk_find_glued(const lex_chunk *c)
{
    const lex_masks *m = &c->m;
    if (c->n_left <= 64 || !lex_chunk_word_byte(lex_chunk_byte(c, 64)))
        return CHUNK_GLUED_NONE;
    if (m->word == ~(uint64_t)0)
        return CHUNK_GLUED_ONE;
    const int g = lex_highest(~m->word) + 1;
    const uint32_t b = lex_chunk_byte(c, g - 1);
    if ((b != '\'' && b != '"' && b != '#') || !lex_chunk_starts_ident(c, g))
        return CHUNK_GLUED_NONE;
    return b != '#' || (lex_chunk_byte(c, g - 2) == 'r' && !lex_chunk_word_byte(lex_chunk_byte(c, g - 3)))
               ? CHUNK_GLUED_ALL
               : g - 1;
}

RUSTG_HD uint32_t chunk_glued(int glued, const chunk_closed *closed, uint32_t code)
{
    switch (glued) {
    case CHUNK_GLUED_NONE: return 0;
    case CHUNK_GLUED_ONE: return code & 1u << LEX_GLUED;
    case CHUNK_GLUED_ALL: return code;
    default: break;
    }
    const int h = glued - closed->quote;
    return h >= 1 && h <= 3 ? code & closed->lanes[h - 1] : 0;
}

/* Bit i to bit 4 i, of 8 bits. */
RUSTG_HD uint32_t chunk_spread(uint32_t lanes)
{
    uint32_t x = lanes & 0xFF;
    x = (x | x << 12) & 0x000F000Fu;
    x = (x | x << 6) & 0x03030303u;
    return (x | x << 3) & 0x11111111u;
}

/* The nibbles of 8 lanes, from bit `first` on. */
RUSTG_HD uint32_t chunk_nibbles(const chunk_lanes *l, int first)
{
    return chunk_spread(l->p0 >> first) | chunk_spread(l->p1 >> first) << 1 | chunk_spread(l->p2 >> first) << 2 |
           chunk_spread(l->p3 >> first) << 3;
}

/* Lanes that an escape of the chunk before holds go on behind byte 0. */
RUSTG_HD void chunk_leave_escape(chunk_lanes *l)
{
    const uint32_t string = 1u << LEX_STRING_ESCAPE, character = 1u << LEX_CHAR_ESCAPE;
    l->p3 &= ~string;
    l->p2 |= string;
    l->p1 = (l->p1 | string) & ~character;
    l->p0 |= string | character;
}

/* in  c            a loaded chunk
 *     begins_file  whatever the state before, the file begins in LEX_CODE */
RUSTG_HD lex_map chunk_map(const lex_chunk *c, bool begins_file)
{
    const lex_masks *m = &c->m;
    /* Lanes that begin in an escape: where the chunk begins with backslashes, what is behind those is escaped for them
     * if it is not for others. */
    const uint32_t in_escape = 1u << LEX_STRING_ESCAPE | 1u << LEX_CHAR_ESCAPE;
    const int run = !(m->backslash & 1) ? -1 : ~m->backslash ? lex_lowest(~m->backslash) : 64;
    const int glued = chunk_find_glued(c);
    chunk_lanes l = {0xAAAA & ~(1u << LEX_GLUED), 0xCCCC, 0xF0F0, 0xFF00};
    chunk_closed closed = {-1000, {0, 0, 0}};
    chunk_events e;
    chunk_find_events(c, &e);
    uint64_t rest = e.all, line_ends = m->newline;
    if (!(rest & 1))
        chunk_leave_escape(&l);
    if (m->hash & 1)
        chunk_close_raw(c, &l, &closed);
    while (rest) {
        const int p = lex_lowest(rest);
        const uint64_t bit = rest & (0 - rest), before = line_ends & (bit - 1);
        rest ^= bit;
        line_ends ^= before;
        chunk_end_lines(&l, before);
        chunk_move(c, &e, bit, p, p == run ? in_escape : 0, &l, &closed);
        if (p == 0)
            chunk_leave_escape(&l);
    }
    chunk_end_lines(&l, line_ends);
    const uint32_t escapes = run == 64 ? in_escape : e.ends_in_escape ? ~(uint32_t)0 : 0;
    const uint32_t string = ~l.p3 & l.p2 & l.p1 & l.p0 & escapes, character = l.p3 & ~l.p2 & ~l.p1 & l.p0 & escapes;
    l.p3 |= string;
    l.p2 &= ~string;
    l.p1 = (l.p1 & ~string) | character;
    l.p0 &= ~(string | character);
    l.p0 |= chunk_glued(glued, &closed, chunk_in_code(&l));
    const lex_map map = lex_join(chunk_nibbles(&l, 0), chunk_nibbles(&l, 8));
    return begins_file ? (map & 15) * 0x1111111111111111ull : map;
}

#endif
