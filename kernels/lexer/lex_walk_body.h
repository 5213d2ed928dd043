/* lex_walk_body.h: lex_walk(), see lex_walk.h. */
#ifndef RUSTG_LEX_WALK_BODY_H
#define RUSTG_LEX_WALK_BODY_H

#include "lex_walk.h"

/* What follows byte i is not known. */
RUSTG_HD int lex_chunk_give_up(int i, lex_marks *k)
{
    k->covered |= lex_bits(i, 64);
    k->flags |= LEX_WEIRD;
    return LEX_CODE;
}

/* in   c      a chunk whose masks hold only bytes of its file, and newline also the end of the file
 *      state  at byte 0
 *      k      cleared marks to fill
 * out  the state at byte 64 */
RUSTG_HD int lex_walk(const lex_chunk *c, int state, lex_marks *k)
{
    const lex_masks *m = &c->m;
    int i = 0, from = 0; /* first byte of the literal or comment being read */
    int glued = -1;      /* start of the last glued run */
    int close_at = 0;    /* > 0: a literal has just ended before this byte */
    uint32_t b64 = c->n_left > 64 ? lex_chunk_byte(c, 64) : 0;
    uint64_t after_slash = (m->slash | m->star) >> 1 | (uint64_t)(b64 == '/' || b64 == '*') << 63;
    uint64_t after_r = m->r << 1 | (uint64_t)(lex_chunk_byte(c, -1) == 'r');
    uint64_t candidates = m->quote | m->apostrophe | (m->slash & after_slash) | (m->hash & after_r);

    HD_STATIC_ASSERT(LEX_N_STATES == 16, "lex_walk.h: let lex_walk say how the new state begins and goes on");
    switch (state) {
    case LEX_GLUED:
        glued = 0;
        i = lex_chunk_glued_run(c, 0, k);
        if (i > 64)
            return LEX_GLUED;
        state = LEX_CODE;
        break;
    case LEX_STRING_ESCAPE:
        i = 1;
        state = LEX_STRING;
        break;
    case LEX_CHAR_ESCAPE:
        i = 1;
        state = LEX_CHAR;
        break;
    case LEX_CHAR:
        if (lex_chunk_byte(c, -1) == '\'' && lex_chunk_byte(c, -2) != '\\' && lex_chunk_byte(c, 0) != '\\') {
            uint32_t length = 1;
            if (lex_chunk_byte(c, 0) >= 0x80)
                utf8_decode(c->src + c->at, 4, 0, &length);
            if (lex_chunk_byte(c, 0) == '\'' || lex_chunk_byte(c, (int)length) != '\'')
                k->flags |= LEX_WEIRD;
            close_at = (int)length + 1;
        }
        break;
    case LEX_RAW_1:
    case LEX_RAW_2:
    case LEX_RAW_3:
        for (int h = state - LEX_RAW_0, q = -h; q < 0 && !close_at; q++) {
            int n = 0;
            while (n < h && lex_chunk_byte(c, q + 1 + n) == '#')
                n++;
            if (n == h && lex_chunk_byte(c, q) == '"' && !lex_chunk_opens_raw(c, q, h))
                close_at = q + 1 + h;
        }
        break;
    case LEX_BLOCK:
    case LEX_BLOCK_DOC:
    case LEX_BLOCK_2:
    case LEX_BLOCK_DOC_2: {
        uint32_t before = lex_chunk_byte(c, -1), first = lex_chunk_byte(c, 0);
        if (before == '/' && first == '*') {
            i = 1;
        } else if (before == '*' && first == '/') {
            if (lex_chunk_byte(c, -2) == '/')
                k->flags |= LEX_WEIRD; /* whose the star is, the chunk before knows */
            i = 1;
            if (state == LEX_BLOCK_2) {
                state = LEX_BLOCK;
            } else if (state == LEX_BLOCK_DOC_2) {
                state = LEX_BLOCK_DOC;
            } else {
                k->covered |= 1;
                k->last |= state == LEX_BLOCK_DOC;
                state = LEX_CODE;
            }
        }
        break;
    }
    default: break;
    }

    for (;;) {
        if (close_at) {
            k->covered |= lex_bits(from, close_at);
            i = close_at;
            close_at = 0;
            state = LEX_CODE;
            if (lex_chunk_starts_ident(c, i)) {
                if (lex_chunk_byte(c, i) == '_')
                    k->flags |= LEX_MAYBE;
                glued = i;
                i = lex_chunk_glued_run(c, i, k);
                if (i > 64)
                    return LEX_GLUED;
            } else {
                k->last |= lex_bits(i - 1, i);
            }
        }
        switch (state) {
        case LEX_CODE: {
            int j = lex_next_bit(candidates, i);
            if (j > 63)
                return LEX_CODE;
            uint32_t b = lex_chunk_byte(c, j);
            from = j;
            if (b == '/') {
                uint32_t b2 = lex_chunk_byte(c, j + 2), b3 = lex_chunk_byte(c, j + 3);
                if (lex_chunk_byte(c, j + 1) == '/') {
                    bool doc = b2 == '!' || (b2 == '/' && b3 != '/');
                    if (doc)
                        k->start |= (uint64_t)1 << j;
                    state = doc ? LEX_LINE_DOC : LEX_LINE;
                    i = j;
                } else {
                    bool doc = b2 == '!' || (b2 == '*' && b3 != '*' && b3 != '/');
                    if (doc)
                        k->start |= (uint64_t)1 << j;
                    if (j == 62 && b2 == '/')
                        k->flags |= LEX_WEIRD;
                    state = doc ? LEX_BLOCK_DOC : LEX_BLOCK;
                    i = j + 2;
                }
                break;
            }
            int q = j;
            if (b == '"')
                while (q > j - 256 && lex_chunk_byte(c, q - 1) == '#')
                    q--;
            int hashes = j - q;
            int prefix = lex_chunk_prefix(c, q, b == '#' || hashes > 0);
            if (b == '\'' && prefix && !(prefix == 1 && lex_chunk_byte(c, j - 1) == 'b'))
                prefix = 0;
            int s = q - prefix;
            if (prefix && !lex_chunk_surely_fresh(c, s, glued))
                return lex_chunk_give_up(from, k);
            if (b == '#') {
                if (!prefix) {
                    i = j + 1;
                    break;
                }
                int h = 1;
                while (h < 256 && lex_chunk_byte(c, j + h) == '#')
                    h++;
                if (lex_chunk_byte(c, j + h) == '"') {
                    if (j + h >= 128) /* a chunk of nothing but these hashes takes each of them for a token */
                        return lex_chunk_give_up(from, k);
                    k->covered |= lex_bits(s, j + h);
                    k->start |= s >= 0 ? (uint64_t)1 << s : 0;
                    i = j + h;
                } else if (h == 1 && prefix == 1 && lex_chunk_starts_ident(c, j + 1)) {
                    k->covered |= (uint64_t)1 << j;
                    k->no_last |= lex_bits(j - 1, j);
                    glued = j + 1;
                    i = lex_chunk_glued_run(c, j + 1, k);
                    if (i > 64)
                        return LEX_GLUED;
                } else {
                    return lex_chunk_give_up(from, k);
                }
                break;
            }
            if (!prefix) {
                s = j;
                if (hashes && c->edition >= 2024)
                    k->flags |= LEX_WEIRD;
                if (lex_chunk_word_byte(lex_chunk_byte(c, j - 1))) {
                    k->flags |= c->edition >= 2021 ? LEX_MAYBE : 0;
                    if (glued >= 0 && lex_next_bit(~m->word, glued) == j)
                        k->flags |= LEX_WEIRD;
                }
                hashes = 0;
            } else {
                uint32_t p = lex_chunk_byte(c, s);
                k->flags |= p == 'b' ? LEX_HAS_BYTE_LITERAL : p == 'c' ? LEX_HAS_C_STRING : 0;
            }
            from = s;
            k->start |= s >= 0 ? (uint64_t)1 << s : 0;
            if (b == '"') {
                bool raw = prefix && lex_chunk_byte(c, q - 1) == 'r';
                if (hashes > 3) {
                    /* The states count no more than three hashes. Three close such a string nearly where it ends, so
                     * few bytes need to be lexed again. */
                    k->flags |= LEX_WEIRD;
                    hashes = 3;
                }
                state = raw ? LEX_RAW_0 + hashes : LEX_STRING;
                i = j + 1;
                break;
            }
            /* an apostrophe */
            uint32_t c1 = lex_chunk_byte(c, j + 1);
            uint32_t length = 1;
            if (j == 63 && lex_chunk_byte(c, 62) == '\\')
                k->flags |= LEX_WEIRD;
            if (c1 == '\\') {
                int escape = lex_chunk_check_escape(c, j + 1, &k->flags);
                if (!escape || lex_chunk_byte(c, j + 1 + escape) != '\'' || lex_chunk_byte(c, j + 2) == '\n' ||
                    lex_chunk_byte(c, j + 2) == '\r')
                    k->flags |= LEX_MAYBE;
                state = LEX_CHAR;
                i = j + 1;
                break;
            }
            if (c1 >= 0x80)
                utf8_decode(c->src + c->at + j + 1, 4, 0, &length);
            if (lex_chunk_byte(c, j + 1 + (int)length) == '\'') {
                if (c1 == '\'' || j + 1 >= c->n_left)
                    k->flags |= LEX_WEIRD;
                if (c1 == '\n' || c1 == '\r' || c1 == '\t' || (prefix && c1 >= 0x80))
                    k->flags |= LEX_MAYBE;
                int e = j + 2 + (int)length;
                if (e > 64) {
                    k->covered |= lex_bits(s, 64);
                    return LEX_CHAR;
                }
                close_at = e;
                break;
            }
            if (prefix || !lex_chunk_starts_ident(c, j + 1) ||
                (c1 == 'r' && c->edition >= 2021 && lex_chunk_byte(c, j + 2) == '#' &&
                 lex_chunk_starts_ident(c, j + 3))) {
                return lex_chunk_give_up(from, k);
            }
            k->covered |= (uint64_t)1 << j;
            glued = j + 1;
            i = lex_chunk_glued_run(c, j + 1, k);
            if (i > 64)
                return LEX_GLUED;
            break;
        }
        case LEX_LINE:
        case LEX_LINE_DOC: {
            int newline = lex_next_bit(m->newline, i);
            k->covered |= lex_bits(from, newline);
            if (state == LEX_LINE_DOC) {
                int e = lex_chunk_line_end(c, newline);
                if (e > 0 && e < 65)
                    k->last |= (uint64_t)1 << (e - 1);
            }
            if (newline > 63)
                return state;
            state = LEX_CODE;
            i = newline;
            break;
        }
        case LEX_BLOCK:
        case LEX_BLOCK_DOC:
        case LEX_BLOCK_2:
        case LEX_BLOCK_DOC_2: {
            uint64_t opens = m->slash & (m->star >> 1 | (uint64_t)(b64 == '*') << 63);
            uint64_t closes = m->star & (m->slash >> 1); /* one across the edge is the next chunk's */
            int p = lex_next_bit(opens | closes, i);
            if (p > 63) {
                k->covered |= lex_bits(from, 64);
                return state;
            }
            i = p + 2;
            if (opens >> p & 1) {
                if (state != LEX_BLOCK && state != LEX_BLOCK_DOC)
                    return lex_chunk_give_up(from, k);
                if (p == 62 && b64 == '/')
                    k->flags |= LEX_WEIRD;
                state = state == LEX_BLOCK ? LEX_BLOCK_2 : LEX_BLOCK_DOC_2;
            } else if (state == LEX_BLOCK_2 || state == LEX_BLOCK_DOC_2) {
                if (p == 62 && b64 == '*')
                    k->flags |= LEX_WEIRD;
                state = state == LEX_BLOCK_2 ? LEX_BLOCK : LEX_BLOCK_DOC;
            } else {
                k->covered |= lex_bits(from, i);
                if (state == LEX_BLOCK_DOC)
                    k->last |= (uint64_t)1 << (i - 1);
                state = LEX_CODE;
            }
            break;
        }
        case LEX_STRING: {
            int p = lex_next_bit(m->quote | m->backslash, i);
            if (p > 63) {
                k->covered |= lex_bits(from, 64);
                return LEX_STRING;
            }
            if (m->quote >> p & 1) {
                close_at = p + 1;
                break;
            }
            if (!lex_chunk_check_escape(c, p, &k->flags))
                k->flags |= LEX_MAYBE;
            i = p + 2;
            if (p == 63) {
                k->covered |= lex_bits(from, 64);
                return LEX_STRING_ESCAPE;
            }
            break;
        }
        case LEX_CHAR: {
            int p = lex_next_bit(m->backslash | m->apostrophe | m->slash | m->newline, i);
            if (p > 63 || (p == 63 && (m->backslash >> 63))) {
                k->covered |= lex_bits(from, 64);
                return p > 63 ? LEX_CHAR : LEX_CHAR_ESCAPE;
            }
            if (m->backslash >> p & 1) {
                i = p + 2;
            } else if (m->apostrophe >> p & 1) {
                close_at = p + 1;
            } else {
                return lex_chunk_give_up(from, k);
            }
            break;
        }
        default: { /* raw strings */
            int h = state - LEX_RAW_0;
            int p = lex_next_bit(m->quote, i);
            if (p + h > 63) {
                for (int q = p; q < 64; q = lex_next_bit(m->quote, q + 1))
                    if (h && lex_chunk_opens_raw(c, q, h))
                        k->flags |= LEX_WEIRD;
                k->covered |= lex_bits(from, 64);
                return state;
            }
            uint64_t want = ((uint64_t)1 << h) - 1;
            if (h == 0 || (m->hash >> (p + 1) & want) == want)
                close_at = p + 1 + h;
            i = p + 1;
            break;
        }
        }
    }
}

#endif
