/* lex_cpu_portable.c: the CPU lexer in plain C: 64-bit words for vectors. */
#include <string.h>

#include "lexer/lex_cpu.h"

#define LEX_TARGET
#define LEX_FN(name) lex_portable_##name

typedef struct lex_vec {
    uint8_t bytes[64];
} lex_vec;

static inline lex_vec lex_portable_load(const uint8_t *bytes, uint32_t left)
{
    lex_vec v;
    if (left >= 64) {
        memcpy(v.bytes, bytes, 64);
    } else {
        memset(v.bytes, ' ', 64);
        memcpy(v.bytes, bytes, left);
    }
    return v;
}

/* Eight bytes, the first in the lowest bits. */
static inline uint64_t lex_portable_eight(const uint8_t *bytes)
{
    uint64_t eight = 0;
    uint32_t i;
    for (i = 0; i < 8; i++)
        eight |= (uint64_t)bytes[i] << (8 * i);
    return eight;
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
        uint64_t x = lex_portable_eight(v.bytes + 8 * i) ^ (UINT64_C(0x0101010101010101) * byte);
        mask |= lex_portable_top_bits(~(((x & low) + low) | x)) << (8 * i);
    }
    return mask;
}

static inline uint64_t lex_portable_high(lex_vec v)
{
    uint64_t mask = 0;
    uint32_t i;
    for (i = 0; i < 8; i++)
        mask |= lex_portable_top_bits(lex_portable_eight(v.bytes + 8 * i)) << (8 * i);
    return mask;
}

static inline void lex_portable_classify(lex_vec v, lex_masks *m)
{
    uint64_t bit[8] = {0};
    uint32_t i, j;
    for (i = 0; i < 8; i++) {
        uint64_t class = 0;
        for (j = 0; j < 8; j++) {
            uint8_t b = v.bytes[8 * i + j];
            class |= (uint64_t)(b < 0x80 ? lex_cpu_class[b] : 0) << (8 * j);
        }
        for (j = 0; j < 8; j++)
            bit[j] |= lex_portable_top_bits(class << (7 - j)) << (8 * i);
    }
    m->digit = bit[0];
    m->letter = bit[1];
    m->word = bit[0] | bit[1] | bit[2];
    m->punct = bit[3];
    m->single = bit[3] | bit[4];
    m->slash = bit[5] & bit[6];
    m->hash = bit[5] & ~bit[6];
    m->dot = bit[6] & ~bit[5];
    m->odd = ~bit[7];
    m->star = lex_portable_equal(v, '*');
    m->quote = lex_portable_equal(v, '"');
}

static inline uint64_t lex_portable_cut(uint64_t bytes, uint32_t n)
{
    return n >= 8 ? bytes : bytes & ((UINT64_C(1) << (8 * n)) - 1);
}

#include "lexer/lex_cpu_emission.h"
#include "lexer/lex_cpu_emit.h"
#include "lexer/lex_cpu_walk.h"
