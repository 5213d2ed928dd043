/* lex_marks.h: where tokens start and end in one chunk whose entry state is known. */
#ifndef RUSTG_LEX_MARKS_H
#define RUSTG_LEX_MARKS_H

#include "lex_walk_body.h"

/* Reads the chunk at src[at], of which n_left bytes belong to the file (any more follow in later chunks). src + at is
 * 16-byte aligned. Only what is in the file is set, but newline has the end of the file too. */
RUSTG_HD void lex_chunk_load(lex_chunk *c, const uint8_t *src, uint32_t at, uint32_t n_left, uint32_t edition)
{
    uint32_t words[16];
    c->src = src;
    c->at = at;
    c->edition = edition;
    c->n_left = n_left < 1024 ? (int)n_left : 1024;
#ifdef __CUDA_ARCH__
    const uint4 *line = (const uint4 *)(src + at);
    for (int i = 0; i < 4; i++) {
        uint4 v = line[i];
        words[4 * i] = v.x;
        words[4 * i + 1] = v.y;
        words[4 * i + 2] = v.z;
        words[4 * i + 3] = v.w;
    }
#else
    for (int i = 0; i < 16; i++)
        words[i] = (uint32_t)src[at + 4 * i] | (uint32_t)src[at + 4 * i + 1] << 8 |
                   (uint32_t)src[at + 4 * i + 2] << 16 | (uint32_t)src[at + 4 * i + 3] << 24;
#endif
    lex_masks_of(words, &c->m);
    if (c->n_left < 64) {
        lex_keep_masks(&c->m, lex_below(c->n_left));
        c->m.newline |= (uint64_t)1 << c->n_left;
    }
}

/* The end of the number that starts at byte s of the chunk. */
RUSTG_HD int lex_chunk_number_end(const lex_chunk *c, int s)
{
    lex_text text;
    bool is_float;
    uint32_t suffix;
    text.bytes = c->src + (int64_t)c->at + s;
    text.n_bytes = (uint32_t)(c->n_left - s);
    text.edition = c->edition;
    return s + (int)lex_number_end(&text, 0, &is_float, &suffix);
}

/* Whether a number whose word ends before byte r goes on there, with a dot or the sign of an exponent. */
RUSTG_HD bool lex_chunk_number_goes_on(const lex_chunk *c, int r)
{
    uint32_t b = lex_chunk_byte(c, r);
    if (b == '.')
        return lex_chunk_byte(c, r + 1) != '.' && !lex_chunk_starts_ident(c, r + 1);
    return (b == '+' || b == '-') && (lex_chunk_byte(c, r - 1) | 32u) == 'e';
}

enum { CHUNK_LOOK_BACK = 40 };

/* The end of a number that began in an earlier chunk and lies over byte 0; 0 if there is none, and -1 if it is not
 * known. The chunk is entered in LEX_CODE. */
RUSTG_HD int lex_chunk_number_before(const lex_chunk *c)
{
    int b = 0;
    while (b > -CHUNK_LOOK_BACK) {
        uint32_t x = lex_chunk_byte(c, b - 1);
        bool sign = (x == '+' || x == '-') && (lex_chunk_byte(c, b - 2) | 32u) == 'e';
        if (!lex_chunk_word_byte(x) && x != '.' && !sign)
            break;
        b--;
    }
    if (b == -CHUNK_LOOK_BACK)
        return -1;
    uint32_t first = lex_chunk_byte(c, b);
    if (b < 0 && first - '0' < 10u && lex_chunk_byte(c, b - 1) == '\'')
        return -1;
    while (b < 0) {
        uint32_t x = lex_chunk_byte(c, b);
        if (x - '0' < 10u) {
            b = lex_chunk_number_end(c, b);
        } else if (lex_chunk_word_byte(x)) {
            while (b < 0 && lex_chunk_word_byte(lex_chunk_byte(c, b)))
                b++;
            if (b == 0)
                return 0;
        } else {
            b++;
        }
    }
    return b;
}

/* Sorts out the non-ASCII bytes of a chunk: *word gets those of XID_Continue characters, and *starts the first bytes
 * of XID_Start ones. False: a byte is not valid UTF-8. */
RUSTG_HD bool lex_chunk_high_bytes(const lex_chunk *c, uint64_t *word, uint64_t *starts)
{
    bool valid = true;
    int i = 0;
    uint64_t covered = 0;
    *word = *starts = 0;
    if (c->m.high & 1) { /* a character that began in the chunk before */
        for (int b = -1; b >= -3; b--) {
            uint32_t x = lex_chunk_byte(c, b);
            if (x < 0x80)
                break;
            if (x >= 0xC0) {
                uint32_t length;
                uint32_t code = utf8_decode(c->src + (int64_t)c->at + b, (uint32_t)(c->n_left - b), 0, &length);
                if (code != 0xFFFFFFFFu && b + (int)length > 0) {
                    i = b + (int)length;
                    covered = lex_below(i);
                    if (lex_is_xid_continue(code))
                        *word |= covered;
                }
                break;
            }
        }
    }
    for (uint64_t rest = c->m.high & ~covered; rest; rest &= lex_from(i)) {
        i = lex_lowest(rest);
        uint32_t length;
        uint32_t code = utf8_decode(c->src + c->at + i, (uint32_t)(c->n_left - i), 0, &length);
        if (code == 0xFFFFFFFFu) {
            valid = false;
        } else if (lex_is_xid_continue(code)) {
            *word |= lex_bits(i, i + (int)length);
            if (lex_is_xid_start(code))
                *starts |= (uint64_t)1 << i;
        }
        i += (int)length;
    }
    return valid;
}

typedef struct lex_bounds {
    uint64_t start, last; /* first and last bytes of tokens; the end of the file is a token of one byte */
    uint32_t flags;
} lex_bounds;

/* in   c      as lex_chunk_load leaves it
 *      state  at byte 0
 * out  what starts and ends in this chunk; exact unless flags has LEX_WEIRD */
RUSTG_HD lex_bounds lex_chunk_bounds(const lex_chunk *c, int state)
{
    const lex_masks *m = &c->m;
    lex_bounds out;
    lex_marks k = {0, 0, 0, 0, 0, 0};
    uint64_t valid = c->n_left < 64 ? lex_below(c->n_left) : ~(uint64_t)0;
    int after = lex_walk(c, state, &k);
    uint32_t b64 = c->n_left > 64 ? lex_chunk_byte(c, 64) : 0;
    uint32_t before = lex_chunk_byte(c, -1);

    if ((state == LEX_CHAR || state == LEX_CHAR_ESCAPE) && !((m->apostrophe | m->backslash) & lex_below(13)))
        k.flags |= LEX_WEIRD;
    /* two closings that share no star look to lex_chunk_map.h as one with a star too many */
    if (m->slash & (m->star << 1 | (uint64_t)(before == '*')) & m->star >> 1 & m->slash >> 2)
        k.flags |= LEX_WEIRD;
    if (c->n_left <= 64 && after != LEX_CODE && after != LEX_LINE && after != LEX_LINE_DOC)
        k.flags |= LEX_WEIRD;
    uint64_t code = valid & ~k.covered;
    uint64_t word = m->word & code;
    bool entered_code = state == LEX_CODE || state == LEX_GLUED;
    bool word_before = entered_code && lex_chunk_word_byte(before);
    uint64_t word_start = word & ~(word << 1 | (uint64_t)word_before) & ~k.no_start;
    uint64_t word_last = word & ~(word >> 1 | (uint64_t)lex_chunk_word_byte(b64) << 63);

    if (m->high) {
        uint64_t xid, xid_start;
        if (!lex_chunk_high_bytes(c, &xid, &xid_start))
            k.flags |= LEX_BAD;
        k.flags |= LEX_HAS_HIGH;
        if (m->high & code & ~xid || m->high & word_start & ~xid_start)
            k.flags |= LEX_WEIRD;
    }

    /* numbers that go on behind a dot or a sign */
    if (state == LEX_CODE) {
        bool maybe = false;
        if (word_before) {
            int r = lex_next_bit(~word, 0);
            maybe = lex_chunk_number_goes_on(c, r);
        } else if (word & 1) {
            maybe = before == '.' || ((before == '+' || before == '-') && (lex_chunk_byte(c, -2) | 32u) == 'e');
        }
        if (maybe) {
            int e = lex_chunk_number_before(c);
            if (e < 0)
                k.flags |= LEX_WEIRD;
            k.no_start |= lex_bits(0, e);
            k.no_last |= lex_bits(0, e - 1);
            word_start &= ~k.no_start;
        }
    }
    /* what lies behind the words that begin with a digit: a sum carries each such bit to the end of its word */
    const uint64_t digit_start = word_start & m->digit, behind = (word + digit_start) & ~word;
    if (digit_start && (behind & (m->dot | m->sign) || (word >> 63 && !lex_chunk_word_byte(b64)))) {
        for (uint64_t numbers = digit_start; numbers;) {
            int s = lex_lowest(numbers);
            int r = lex_next_bit(~word, s);
            int e = r;
            if ((r < 64 || !lex_chunk_word_byte(b64)) && lex_chunk_number_goes_on(c, r)) {
                e = lex_chunk_number_end(c, s);
                k.no_start |= lex_bits(s + 1, e);
                k.no_last |= lex_bits(s, e - 1);
                word_start &= ~k.no_start;
            }
            numbers &= lex_from(e) & word_start;
        }
    }

    /* a word that ends at the edge and is the prefix of what follows */
    if (word_last >> 63 && (b64 == '"' || b64 == '\'' || b64 == '#')) {
        int prefix = lex_chunk_prefix(c, 64, b64 == '#');
        if (b64 == '\'' && lex_chunk_byte(c, 63) != 'b')
            prefix = 0;
        if (b64 == '#' && prefix) {
            int h = 1;
            while (h < 256 && lex_chunk_byte(c, 64 + h) == '#')
                h++;
            bool raw_ident = h == 1 && prefix == 1 && lex_chunk_starts_ident(c, 65);
            if (lex_chunk_byte(c, 64 + h) != '"' && !raw_ident)
                prefix = 0;
        }
        if (prefix)
            k.no_last |= (uint64_t)1 << 63;
    }

    uint64_t single = code & ~word & ~m->space;
    if (m->nul || m->cr & ~((m->newline & valid) >> 1 | (uint64_t)(b64 == '\n') << 63))
        k.flags |= LEX_BAD;
    if (m->other & code)
        k.flags |= LEX_MAYBE;
    uint64_t after_word = word << 1 | (uint64_t)word_before;
    if (c->edition >= 2021 && m->hash & code & after_word)
        k.flags |= LEX_MAYBE;
    if (c->edition >= 2024) {
        uint64_t next = (m->hash | m->quote) >> 1 | (uint64_t)(b64 == '#' || b64 == '"') << 63;
        if (m->hash & code & next)
            k.flags |= LEX_WEIRD;
    }
    out.start = k.start | ((word_start | single) & ~k.no_start);
    out.last = k.last | ((word_last | single) & ~k.no_last);
    out.flags = k.flags;
    if (c->n_left < 64) {
        out.start |= (uint64_t)1 << c->n_left;
        out.last |= (uint64_t)1 << c->n_left;
    }
    return out;
}

/* Packed states: nibble s of a map is the state after, when the state before is s. */
typedef uint64_t lex_map;

#define LEX_MAP_IDENTITY 0xFEDCBA9876543210ull

RUSTG_HD int lex_map_at(lex_map map, int state)
{
    return (int)(map >> 4 * state & 15);
}

#endif
