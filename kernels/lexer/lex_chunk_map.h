/* lex_chunk_map.h: the state behind a chunk for every state before it.
 *
 * One walk from LEX_CODE is made in full. From any other state the chunk is left for code at a byte that a mask tells
 * (the end of the line, the closing quote), and from there the walk is that of LEX_CODE. Most such bytes are code in
 * the first walk too, and then the two end alike; those that are not are walked on, each distinct byte once. */
#ifndef RUSTG_LEX_CHUNK_MAP_H
#define RUSTG_LEX_CHUNK_MAP_H

#include "lex_marks.h"

/* Where a state leaves the chunk.
 *   at      the byte from which code goes on; CHUNK_STAYS: the chunk ends in `state` */
enum { CHUNK_STAYS = 65 };

typedef struct chunk_exit {
    int at, state;
} chunk_exit;

/* A literal ends before byte e: its suffix, if any, belongs to it. */
RUSTG_HD chunk_exit chunk_exit_literal(const lex_chunk *c, int e)
{
    chunk_exit out = {e, LEX_CODE};
    if (!chunk_starts_ident(c, e))
        return out;
    out.at = chunk_glued_run(c, e, LEX_WALK_STATE, NULL);
    out.state = LEX_GLUED;
    return out; /* 65 is CHUNK_STAYS */
}

RUSTG_HD chunk_exit chunk_exit_at(int at, int state)
{
    chunk_exit out = {at, state};
    return out;
}

/* The first quote at or after byte i that no backslash escapes, 64 if none; *escape: the chunk ends in an escape. */
RUSTG_HD int chunk_closing_quote(const lex_chunk *c, int i, bool *escape)
{
    const lex_masks *m = &c->m;
    *escape = false;
    for (;;) {
        int p = lex_next_bit(m->quote | m->backslash, i);
        if (p > 63 || m->quote >> p & 1)
            return p;
        i = p + 2;
        *escape = p == 63;
    }
}

RUSTG_HD chunk_exit chunk_exit_string(const lex_chunk *c, int i)
{
    bool escape;
    int p = chunk_closing_quote(c, i, &escape);
    if (p > 63)
        return chunk_exit_at(CHUNK_STAYS, escape ? LEX_STRING_ESCAPE : LEX_STRING);
    return chunk_exit_literal(c, p + 1);
}

RUSTG_HD void chunk_map_put(lex_map *map, int state, int after)
{
    *map = (*map & ~((lex_map)15 << 4 * state)) | (lex_map)after << 4 * state;
}

/* A map that is being made. code is where the walk from LEX_CODE ends, to which all known bytes lead. leave has the
 * bytes at which other states go on in code that is not known yet. exits holds for each such state its byte's place
 * in leave, plus one. */
typedef struct chunk_map_builder {
    lex_map map;
    int code;
    uint64_t known, leave;
    uint64_t exits[2];
} chunk_map_builder;

RUSTG_HD void chunk_map_leave(chunk_map_builder *b, int state, chunk_exit exit)
{
    if (exit.at >= 64) {
        chunk_map_put(&b->map, state, exit.at == 64 ? LEX_CODE : exit.state);
    } else if (b->known >> exit.at & 1) {
        chunk_map_put(&b->map, state, b->code);
    } else {
        b->leave |= (uint64_t)1 << exit.at;
        b->exits[state >> 3] |= (uint64_t)(exit.at + 1) << 8 * (state & 7);
    }
}

/* Everything but the walks: which states leave the chunk where. Returns the states to walk from as they are. */
RUSTG_HD uint32_t chunk_map_exits(const lex_chunk *c, chunk_map_builder *b)
{
    const lex_masks *m = &c->m;
    const uint32_t before = chunk_byte(c, -1), first = chunk_byte(c, 0);
    uint32_t walk = 0;
    chunk_map_leave(b, LEX_GLUED, chunk_exit_at(chunk_glued_run(c, 0, LEX_WALK_STATE, NULL), LEX_GLUED));
    if (m->newline) {
        const int newline = lex_lowest(m->newline);
        chunk_map_leave(b, LEX_LINE, chunk_exit_at(newline, LEX_LINE));
        chunk_map_leave(b, LEX_LINE_DOC, chunk_exit_at(newline, LEX_LINE_DOC));
    }
    if (m->quote | m->backslash) {
        chunk_map_leave(b, LEX_STRING, chunk_exit_string(c, 0));
        chunk_map_leave(b, LEX_STRING_ESCAPE, chunk_exit_string(c, 1));
        if (m->quote)
            chunk_map_leave(b, LEX_RAW_0, chunk_exit_literal(c, lex_lowest(m->quote) + 1));
    } else {
        chunk_map_put(&b->map, LEX_STRING_ESCAPE, LEX_STRING);
    }

    /* a pair across the edge counts; so do closing hashes */
    const uint64_t pairs = (m->slash & m->star >> 1) | (m->star & m->slash >> 1);
    if (pairs || (before == '*' && first == '/') || (m->slash >> 63 && chunk_byte(c, 64) == '*'))
        walk |= 1u << LEX_BLOCK | 1u << LEX_BLOCK_DOC | 1u << LEX_BLOCK_2 | 1u << LEX_BLOCK_DOC_2;
    if (m->hash & (m->quote << 1 | 1))
        walk |= 1u << LEX_RAW_1 | 1u << LEX_RAW_2 | 1u << LEX_RAW_3;

    /* a character that goes on beyond 12 bytes makes its file LEX_WEIRD in chunk_bounds */
    const uint64_t stops = m->backslash | m->apostrophe | m->slash | m->newline;
    chunk_map_put(&b->map, LEX_CHAR_ESCAPE, LEX_CHAR);
    for (int i = 0; i < 2; i++) {
        const int state = i ? LEX_CHAR_ESCAPE : LEX_CHAR;
        const int p = lex_next_bit(stops, i);
        if (p > 12)
            continue;
        if (m->backslash >> p & 1 || (i == 0 && before == '\''))
            walk |= 1u << state;
        else if (m->apostrophe >> p & 1)
            chunk_map_leave(b, state, chunk_exit_literal(c, p + 1));
    }
    return walk;
}

/* in  c            a loaded chunk
 *     begins_file  whatever the state before, the file begins in LEX_CODE */
RUSTG_HD lex_map chunk_map(const lex_chunk *c, bool begins_file)
{
    chunk_map_builder b = {LEX_MAP_IDENTITY, 0, 0, 0, {0, 0}};
    uint32_t walk = 0; /* states to walk from as they are */
    int state = LEX_CODE, at = 0;
    /* one loop, so that lex_walk_from, which is long, is there once */
    for (bool first = true;; first = false) {
        lex_marks k = {0, 0, 0, 0, 0, 0};
        const int after = lex_walk_from(c, state, at, LEX_WALK_COVER, &k, b.known, b.code);
        if (first) {
            if (begins_file)
                return (lex_map)after * 0x1111111111111111ull;
            b.code = after;
            b.known = ~k.covered;
            chunk_map_put(&b.map, LEX_CODE, after);
            walk = chunk_map_exits(c, &b);
        } else if (state != LEX_CODE) {
            chunk_map_put(&b.map, state, after);
        } else {
            const uint64_t same = (~k.covered & lex_from(at)) | (uint64_t)1 << at;
            for (int s = 1; s < LEX_N_STATES; s++) {
                const int exit = (int)(b.exits[s >> 3] >> 8 * (s & 7) & 255) - 1;
                if (exit >= 0 && (b.leave >> exit & 1) && (same >> exit & 1))
                    chunk_map_put(&b.map, s, after);
            }
            b.leave &= ~same;
        }
        if (walk) {
            state = lex_lowest(walk);
            walk &= walk - 1;
            at = 0;
        } else if (b.leave) {
            state = LEX_CODE;
            at = lex_lowest(b.leave);
        } else {
            return b.map;
        }
    }
}

#endif
