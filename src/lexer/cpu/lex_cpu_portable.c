/* lex_cpu_portable.c: the CPU lexer in plain C: 64-bit words for vectors. */
#include <string.h>

#include "lexer/cpu/lex_cpu.h"

#define LEX_TARGET
#define LEX_FN(name) lex_portable_##name

/* A word holds eight bytes, the first in its lowest bits. */
typedef struct lex_vec {
    uint64_t eight[8];
} lex_vec;

static inline lex_vec lex_portable_load(const uint8_t *bytes, uint32_t left)
{
    lex_vec v;
    if (left >= 64) {
        memcpy(v.eight, bytes, 64);
    } else {
        memset(v.eight, ' ', 64);
        memcpy(v.eight, bytes, left);
    }
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (left = 0; left < 8; left++)
        v.eight[left] = __builtin_bswap64(v.eight[left]);
#endif
    return v;
}

/* Bit 7 of each byte, gathered into 8 bits. */
static inline uint64_t lex_portable_top_bits(uint64_t eight)
{
    return ((eight >> 7 & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080)) >> 56;
}

static inline uint64_t lex_portable_equal(lex_vec v, uint8_t byte)
{
    const uint64_t low = UINT64_C(0x7F7F7F7F7F7F7F7F);
    uint64_t mask = 0;
    uint32_t i;
    for (i = 0; i < 8; i++) {
        uint64_t x = v.eight[i] ^ (UINT64_C(0x0101010101010101) * byte);
        mask |= lex_portable_top_bits(~(((x & low) + low) | x)) << (8 * i);
    }
    return mask;
}

static inline uint64_t lex_portable_high(lex_vec v)
{
    uint64_t mask = 0;
    uint32_t i;
    for (i = 0; i < 8; i++)
        mask |= lex_portable_top_bits(v.eight[i]) << (8 * i);
    return mask;
}

static inline unsigned lex_portable_rare(const uint8_t *bytes)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = UINT64_C(0x8080808080808080);
    uint64_t zero = 0, all = 0;
    uint32_t i;
    for (i = 0; i < 256; i += 8) {
        uint64_t x, y;
        memcpy(&x, bytes + i, 8);
        y = x ^ ones * '\r';
        all |= x;
        /* This says yes too often only where a byte is 0x80 or above. */
        zero |= (x - ones) | (y - ones);
    }
    return (unsigned)((zero & tops) != 0) | (unsigned)((all & tops) != 0) << 1;
}

#include "lexer/cpu/lex_cpu_ahead.inc"

static inline void lex_portable_classify(const uint8_t *bytes, uint32_t left, lex_vec v, lex_masks *m)
{
    uint64_t bit[8] = {0};
    uint32_t i, j;
    for (i = 0; i < 8; i++) {
        uint64_t class = 0;
        for (j = 0; j < 8; j++) {
            class |= (uint64_t)lex_cpu_class[v.eight[i] >> (8 * j) & 127] << (8 * j);
        }
        class &= ~((v.eight[i] >> 7 & UINT64_C(0x0101010101010101)) * 255);
        for (j = 0; j < 8; j++)
            bit[j] |= lex_portable_top_bits(class << (7 - j)) << (8 * i);
    }
    m->digit = bit[0];
    m->word = bit[0] | bit[1] | bit[2];
    m->punct = bit[3];
    m->single = bit[3] | bit[4];
    m->high = lex_portable_high(v);
    m->hash = bit[5] & ~bit[6];
    m->dot = bit[6] & ~bit[5];
    m->odd = ~bit[7];
    m->keyish = ~UINT64_C(0);
    lex_portable_look_ahead(bytes, left, bit[5] & bit[6], lex_portable_equal(v, '*'), lex_portable_equal(v, '"'), m);
}

static inline uint64_t lex_portable_cut(uint64_t bytes, uint32_t n)
{
    return n >= 8 ? bytes : bytes & ((UINT64_C(1) << (8 * n)) - 1);
}

#include "lexer/cpu/lex_cpu_emission.inc"
#include "lexer/cpu/lex_cpu_emit.inc"
#include "lexer/cpu/lex_cpu_walk.inc"
