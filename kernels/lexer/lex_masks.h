/* lex_masks.h: the 64 bytes of a chunk as bit masks, bit i for byte i.
 *
 * The bytes are turned into eight bit planes (plane k holds bit k of every byte), from which a class costs a handful
 * of three-input logic operations for 32 bytes at once; comparing bytes would cost as much for four. */
#ifndef RUSTG_LEX_MASKS_H
#define RUSTG_LEX_MASKS_H

#include "base/hd.h"

/* word has [A-Za-z0-9_] and every byte of a non-ASCII character (lex_marks.h sorts out those that belong to no word).
 * blank has spaces alone.
 * other has the ASCII that begins no token: controls, backslash, back quote and DEL. */
typedef struct lex_masks {
    uint64_t word, digit, space, quote, apostrophe, hash, slash, star, backslash, newline, cr, high, r, dot, sign,
        other, nul, bang, blank, n, t;
} lex_masks;

RUSTG_HD void lex_swap_bits(uint32_t *a, uint32_t *b, uint32_t shift, uint32_t mask)
{
    uint32_t t = ((*a >> shift) ^ *b) & mask;
    *b ^= t;
    *a ^= t << shift;
}

RUSTG_HD uint32_t lex_pick_bytes(uint32_t x, uint32_t y, uint32_t selector)
{
#ifdef __CUDA_ARCH__
    return __byte_perm(x, y, selector);
#else
    uint64_t pool = (uint64_t)y << 32 | x;
    uint32_t out = 0;
    for (int i = 0; i < 4; i++)
        out |= (uint32_t)(pool >> 8 * (selector >> 4 * i & 7) & 255) << 8 * i;
    return out;
#endif
}

/* Rows i: words in[i] hold bytes 4i..4i+3. out[k] bit p = bit k of byte p. */
RUSTG_HD void lex_bit_planes(const uint32_t in[8], uint32_t out[8])
{
    /* byte lane l of row i becomes byte 8l + i, so that planes come out in source order */
    for (int half = 0; half < 2; half++) {
        uint32_t a = in[half], b = in[2 + half], c = in[4 + half], d = in[6 + half];
        uint32_t ab_lo = lex_pick_bytes(a, b, 0x5140), ab_hi = lex_pick_bytes(a, b, 0x7362);
        uint32_t cd_lo = lex_pick_bytes(c, d, 0x5140), cd_hi = lex_pick_bytes(c, d, 0x7362);
        out[4 * half + 0] = lex_pick_bytes(ab_lo, cd_lo, 0x5410);
        out[4 * half + 1] = lex_pick_bytes(ab_lo, cd_lo, 0x7632);
        out[4 * half + 2] = lex_pick_bytes(ab_hi, cd_hi, 0x5410);
        out[4 * half + 3] = lex_pick_bytes(ab_hi, cd_hi, 0x7632);
    }
    lex_swap_bits(&out[0], &out[4], 4, 0x0F0F0F0Fu);
    lex_swap_bits(&out[1], &out[5], 4, 0x0F0F0F0Fu);
    lex_swap_bits(&out[2], &out[6], 4, 0x0F0F0F0Fu);
    lex_swap_bits(&out[3], &out[7], 4, 0x0F0F0F0Fu);
    lex_swap_bits(&out[0], &out[2], 2, 0x33333333u);
    lex_swap_bits(&out[1], &out[3], 2, 0x33333333u);
    lex_swap_bits(&out[4], &out[6], 2, 0x33333333u);
    lex_swap_bits(&out[5], &out[7], 2, 0x33333333u);
    lex_swap_bits(&out[0], &out[1], 1, 0x55555555u);
    lex_swap_bits(&out[2], &out[3], 1, 0x55555555u);
    lex_swap_bits(&out[4], &out[5], 1, 0x55555555u);
    lex_swap_bits(&out[6], &out[7], 1, 0x55555555u);
}

typedef struct lex_masks_half {
    uint32_t word, digit, space, quote, apostrophe, hash, slash, star, backslash, newline, cr, high, r, dot, sign,
        other, nul, bang, blank, n, t;
} lex_masks_half;

RUSTG_HD lex_masks_half lex_masks_from_planes(const uint32_t b[8])
{
    lex_masks_half m;
    uint32_t b0 = b[0], b1 = b[1], b2 = b[2], b3 = b[3], b4 = b[4], b5 = b[5], b6 = b[6], b7 = b[7];
    uint32_t low_half = ~(b7 | b6);      /* 00..3F */
    uint32_t h0 = low_half & ~(b5 | b4); /* 00..0F */
    uint32_t h2 = low_half & b5 & ~b4;   /* 20..2F */
    uint32_t h3 = low_half & b5 & b4;    /* 30..3F */
    uint32_t letters = b6 & ~b7;         /* 40..7F */
    uint32_t l2 = ~(b3 | b2) & b1 & ~b0;
    uint32_t l3 = ~(b3 | b2) & b1 & b0;
    uint32_t l7 = ~b3 & b2 & b1 & b0;
    uint32_t lA = b3 & ~b2 & b1 & ~b0;
    uint32_t lC = b3 & b2 & ~(b1 | b0);
    uint32_t lD = b3 & b2 & ~b1 & b0;
    uint32_t lF = b3 & b2 & b1 & b0;
    uint32_t any = b3 | b2 | b1 | b0;
    uint32_t alpha = letters & (b4 | any) & ~(b4 & b3 & (b2 | (b1 & b0)));
    uint32_t underscore = letters & ~b5 & b4 & lF;
    m.high = b7;
    m.quote = h2 & l2;
    m.hash = h2 & l3;
    m.bang = h2 & ~(b3 | b2 | b1) & b0;
    m.blank = h2 & ~any;
    m.n = letters & b5 & ~b4 & b3 & b2 & b1 & ~b0;
    m.t = letters & b5 & b4 & ~b3 & b2 & ~(b1 | b0);
    m.apostrophe = h2 & l7;
    m.star = h2 & lA;
    m.slash = h2 & lF;
    m.backslash = letters & ~b5 & b4 & lC;
    m.newline = h0 & lA;
    m.cr = h0 & lD;
    m.nul = h0 & ~any;
    m.space = (h0 & b3 & ((~b2 & (b1 | b0)) | (b2 & ~b1))) | (h2 & ~any);
    m.digit = h3 & ~(b3 & (b2 | b1));
    m.word = alpha | m.digit | underscore | b7;
    m.r = letters & b5 & b4 & l2;
    m.dot = h2 & b3 & b2 & b1 & ~b0;
    m.sign = h2 & b3 & b0 & (b2 ^ b1); /* + and - */
    /* The bytes 00..1F without white space, the back quote, the backslash and DEL. */
    m.other = (low_half & ~b5 & ~m.space) | (letters & b5 & ~b4 & ~any) | m.backslash | (letters & b5 & b4 & lF);
    return m;
}

RUSTG_HD uint64_t lex_join(uint32_t lo, uint32_t hi)
{
    return (uint64_t)hi << 32 | lo;
}

RUSTG_HD void lex_masks_of(const uint32_t words[16], lex_masks *m)
{
    uint32_t planes[8];
    lex_bit_planes(words, planes);
    lex_masks_half lo = lex_masks_from_planes(planes);
    lex_bit_planes(words + 8, planes);
    lex_masks_half hi = lex_masks_from_planes(planes);
    m->word = lex_join(lo.word, hi.word);
    m->digit = lex_join(lo.digit, hi.digit);
    m->space = lex_join(lo.space, hi.space);
    m->quote = lex_join(lo.quote, hi.quote);
    m->apostrophe = lex_join(lo.apostrophe, hi.apostrophe);
    m->hash = lex_join(lo.hash, hi.hash);
    m->slash = lex_join(lo.slash, hi.slash);
    m->star = lex_join(lo.star, hi.star);
    m->backslash = lex_join(lo.backslash, hi.backslash);
    m->newline = lex_join(lo.newline, hi.newline);
    m->cr = lex_join(lo.cr, hi.cr);
    m->high = lex_join(lo.high, hi.high);
    m->r = lex_join(lo.r, hi.r);
    m->dot = lex_join(lo.dot, hi.dot);
    m->sign = lex_join(lo.sign, hi.sign);
    m->other = lex_join(lo.other, hi.other);
    m->nul = lex_join(lo.nul, hi.nul);
    m->bang = lex_join(lo.bang, hi.bang);
    m->blank = lex_join(lo.blank, hi.blank);
    m->n = lex_join(lo.n, hi.n);
    m->t = lex_join(lo.t, hi.t);
}

RUSTG_HD int lex_lowest(uint64_t x)
{
#ifdef __CUDA_ARCH__
    return __ffsll((long long)x) - 1;
#else
    return __builtin_ctzll(x);
#endif
}

RUSTG_HD int lex_highest(uint64_t x)
{
#ifdef __CUDA_ARCH__
    return 63 - __clzll((long long)x);
#else
    return 63 - __builtin_clzll(x);
#endif
}

/* The bits from i on, and the bits below i, for 0 <= i <= 64. */
RUSTG_HD uint64_t lex_from(int i)
{
    return i > 63 ? 0 : ~(uint64_t)0 << i;
}
RUSTG_HD uint64_t lex_below(int i)
{
    return ~lex_from(i);
}
/* The first set bit at i or above, 64 if none. */
RUSTG_HD int lex_next_bit(uint64_t x, int i)
{
    x &= lex_from(i);
    return x ? lex_lowest(x) : 64;
}

/* Only these bytes stay in the masks. */
RUSTG_HD void lex_keep_masks(lex_masks *m, uint64_t bytes)
{
    m->word &= bytes;
    m->digit &= bytes;
    m->space &= bytes;
    m->quote &= bytes;
    m->apostrophe &= bytes;
    m->hash &= bytes;
    m->slash &= bytes;
    m->star &= bytes;
    m->backslash &= bytes;
    m->newline &= bytes;
    m->cr &= bytes;
    m->high &= bytes;
    m->r &= bytes;
    m->dot &= bytes;
    m->sign &= bytes;
    m->other &= bytes;
    m->nul &= bytes;
    m->bang &= bytes;
    m->blank &= bytes;
    m->n &= bytes;
    m->t &= bytes;
}

#endif
