/* lex_chunk_map.h: the state behind a chunk for every state before it.
 *
 * All sixteen walks are made at once. A lane is a state that the chunk may be entered in; plane k holds bit k of each
 * lane's present state, so that "every lane in LEX_STRING goes to LEX_CODE" is a few logic operations. Masks find the
 * bytes that can move a lane, and what each does depends on the text around it alone:
 *   quote       opens a string or a raw one (CODE); closes them, where not escaped or where enough hashes follow
 *   apostrophe  opens a character (CODE), closes it; that of a lifetime does nothing
 *   slash       opens and closes comments: a star belongs to the slash before it where that opens one
 *   line end    ends line comments
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

/* The masks of the bytes that move lanes: quotes and the line ends that count are in `all` alone. */
typedef struct chunk_events {
    uint64_t all;
    uint64_t escaped; /* by a run of backslashes that begins in this chunk */
    uint64_t opens_char;
    uint64_t closes, line, block; /* slashes that end a block comment, that begin one of either kind */
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
RUSTG_HD uint64_t chunk_find_chars(const lex_chunk *c, uint32_t ahead, chunk_events *e)
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
        if (chunk_byte(c, j + 1 + (int)length) == '\'')
            e->opens_char |= (uint64_t)1 << j;
    }
    if (e->opens_char || m->backslash & 1)
        return apostrophe;
    /* only a character that was open before can end: LEX_CHAR's at the first, LEX_CHAR_ESCAPE's behind byte 0 */
    const uint64_t closes = apostrophe & ~e->escaped, later = closes & ~(uint64_t)1;
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
    return e->closes | e->line | e->block;
}

RUSTG_HD void chunk_find_events(const lex_chunk *c, chunk_events *e)
{
    const lex_masks *m = &c->m;
    const uint32_t behind = chunk_load_4(c, -4), ahead = chunk_load_4(c, 64);
    e->escaped = 0;
    e->ends_in_escape = false;
    if (m->backslash)
        e->escaped = chunk_escaped(m->backslash, &e->ends_in_escape);
    e->all = m->quote | chunk_find_comments(c, behind, ahead, e) | chunk_find_chars(c, ahead, e);
    e->all |= e->line ? m->newline : m->newline & (0 - m->newline);
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

/* Lanes in code go to a state. */
RUSTG_HD void chunk_from_code(chunk_lanes *l, uint32_t lanes, int state)
{
    l->p0 |= state & 1 ? lanes : 0;
    l->p1 |= state & 2 ? lanes : 0;
    l->p2 |= state & 4 ? lanes : 0;
    l->p3 |= state & 8 ? lanes : 0;
}

/* The state behind a quote in code. */
RUSTG_HD int chunk_string_at(const lex_chunk *c, int p)
{
    const uint32_t before = chunk_byte(c, p - 1);
    int q = p;
    if (before != 'r' && before != '#')
        return LEX_STRING;
    while (q > p - 256 && chunk_byte(c, q - 1) == '#')
        q--;
    if (!chunk_prefix(c, q, q < p) || chunk_byte(c, q - 1) != 'r')
        return LEX_STRING;
    return LEX_RAW_0 + (p - q > 3 ? 3 : p - q);
}

RUSTG_HD void chunk_at_quote(const lex_chunk *c, const chunk_events *e, uint64_t bit, int p, chunk_lanes *l,
                             chunk_closed *closed)
{
    const uint32_t code = chunk_in_code(l), n_hashes = (uint32_t)(c->m.hash >> p >> 1) & 7;
    const uint32_t string = e->escaped & bit ? 0 : ~l->p3 & l->p2 & l->p1 & l->p0;
    const uint32_t raw_0 = l->p3 & ~l->p2 & l->p1 & l->p0;
    const uint32_t raw_up = n_hashes & 1 ? l->p3 & l->p2 : 0;
    closed->quote = p;
    closed->lanes[0] = raw_up & ~l->p1 & ~l->p0;
    closed->lanes[1] = n_hashes & 2 ? raw_up & ~l->p1 & l->p0 : 0;
    closed->lanes[2] = n_hashes == 7 ? raw_up & l->p1 & ~l->p0 : 0;
    chunk_to_code(l, string | raw_0 | closed->lanes[0] | closed->lanes[1] | closed->lanes[2]);
    chunk_from_code(l, code, chunk_string_at(c, p));
}

RUSTG_HD void chunk_at_apostrophe(const chunk_events *e, uint64_t bit, chunk_lanes *l)
{
    const uint32_t code = chunk_in_code(l);
    chunk_to_code(l, e->escaped & bit ? 0 : l->p3 & ~l->p2 & ~l->p1 & l->p0);
    if (e->opens_char & bit)
        chunk_from_code(l, code, LEX_CHAR);
}

RUSTG_HD void chunk_at_slash(const lex_chunk *c, const chunk_events *e, uint64_t bit, int p, chunk_lanes *l)
{
    const uint32_t code = chunk_in_code(l), comment = ~l->p3 & l->p2 & ~l->p1; /* BLOCK, BLOCK_DOC */
    if (e->closes & bit) {
        const uint32_t plain_2 = ~l->p3 & l->p2 & l->p1 & ~l->p0, doc_2 = l->p3 & l->p2 & l->p1 & l->p0;
        chunk_to_code(l, comment);
        l->p1 &= ~(plain_2 | doc_2);
        l->p3 &= ~doc_2;
    } else if (e->block & bit) {
        l->p1 |= comment;
        l->p3 |= comment & l->p0;
    }
    if ((e->block | e->line) & bit) {
        const bool block = e->block & bit;
        const uint32_t mark = block ? '*' : '/', b2 = chunk_byte(c, p + 2), b3 = chunk_byte(c, p + 3);
        const bool doc = b2 == '!' || (b2 == mark && b3 != mark && b3 != '/');
        chunk_from_code(l, code, (block ? LEX_BLOCK : LEX_LINE) + doc);
    }
}

/* Raw strings of the chunk before whose closing hashes end in this one. */
RUSTG_HD void chunk_close_raw(const lex_chunk *c, chunk_lanes *l, chunk_closed *closed)
{
    for (int h = 1; h <= 3; h++)
        for (int q = -h; q < 0; q++) {
            int n = 0;
            while (n < h && chunk_byte(c, q + 1 + n) == '#')
                n++;
            if (n < h || chunk_byte(c, q) != '"' || chunk_opens_raw(c, q, h))
                continue;
            const uint32_t lane = 1u << (LEX_RAW_0 + h);
            chunk_to_code(l, lane);
            closed->quote = q;
            closed->lanes[h - 1] = lane;
            break;
        }
}

/* The lanes in code at the chunk's end whose word there, or right behind it, is glued to what stands before it. */
RUSTG_HD uint32_t chunk_glued(const lex_chunk *c, const chunk_closed *closed, uint32_t code)
{
    const lex_masks *m = &c->m;
    if (c->n_left <= 64 || !chunk_word_byte(chunk_byte(c, 64)))
        return 0;
    if (m->word == ~(uint64_t)0)
        return code & 1u << LEX_GLUED;
    const int g = lex_highest(~m->word) + 1;
    const uint32_t b = chunk_byte(c, g - 1);
    if ((b != '\'' && b != '"' && b != '#') || !chunk_starts_ident(c, g))
        return 0;
    if (b != '#' || (chunk_byte(c, g - 2) == 'r' && !chunk_word_byte(chunk_byte(c, g - 3))))
        return code;
    const int h = g - 1 - closed->quote;
    return h >= 1 && h <= 3 ? code & closed->lanes[h - 1] : 0;
}

/* Bit i to bit 4 i. */
RUSTG_HD uint64_t chunk_spread(uint32_t lanes)
{
    uint64_t x = lanes & 0xFFFFu;
    x = (x | x << 24) & 0x000000FF000000FFull;
    x = (x | x << 12) & 0x000F000F000F000Full;
    x = (x | x << 6) & 0x0303030303030303ull;
    return (x | x << 3) & 0x1111111111111111ull;
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
    const uint64_t first_two = (uint64_t)15 << 4 * LEX_STRING_ESCAPE | (uint64_t)15 << 4 * LEX_CHAR_ESCAPE;
    chunk_events e;
    lex_map map = 0;
    chunk_find_events(c, &e);
    /* Lanes that begin in an escape differ where the chunk begins with backslashes: then all is done twice. */
    for (int turn = 0; turn < 2; turn++) {
        chunk_lanes l = {0xAAAA & ~(1u << LEX_GLUED), 0xCCCC, 0xF0F0, 0xFF00};
        chunk_closed closed = {-1000, {0, 0, 0}};
        uint64_t rest = e.all;
        if (turn == 1) {
            const int run = ~m->backslash ? lex_lowest(~m->backslash) : 64;
            chunk_leave_escape(&l);
            rest &= lex_from(run + !(run & 1));
            if (run == 64)
                e.ends_in_escape = true;
            else if (run & 1)
                e.escaped &= ~((uint64_t)1 << run);
        } else if (!(rest & 1)) {
            chunk_leave_escape(&l);
        }
        if (m->hash & 1)
            chunk_close_raw(c, &l, &closed);
        while (rest) {
            const int p = lex_lowest(rest);
            const uint64_t bit = rest & (0 - rest);
            rest ^= bit;
            if (m->quote & bit)
                chunk_at_quote(c, &e, bit, p, &l, &closed);
            else if (m->apostrophe & bit)
                chunk_at_apostrophe(&e, bit, &l);
            else if ((e.closes | e.line | e.block) & bit)
                chunk_at_slash(c, &e, bit, p, &l);
            else
                chunk_to_code(&l, ~l.p3 & ~l.p2 & l.p1); /* LINE, LINE_DOC */
            if (p == 0)
                chunk_leave_escape(&l);
        }
        if (e.ends_in_escape) {
            const uint32_t string = ~l.p3 & l.p2 & l.p1 & l.p0, character = l.p3 & ~l.p2 & ~l.p1 & l.p0;
            l.p3 |= string;
            l.p2 &= ~string;
            l.p1 = (l.p1 & ~string) | character;
            l.p0 &= ~(string | character);
        }
        l.p0 |= chunk_glued(c, &closed, chunk_in_code(&l));
        const lex_map now =
            chunk_spread(l.p0) | chunk_spread(l.p1) << 1 | chunk_spread(l.p2) << 2 | chunk_spread(l.p3) << 3;
        if (turn == 0)
            map = now;
        else
            map = (map & ~first_two) | (now & first_two);
        if (!(m->backslash & 1))
            break;
    }
    return begins_file ? (map & 15) * 0x1111111111111111ull : map;
}

#endif
