/* lex_cpu_avx2.c: the CPU lexer with AVX2. */
#include "lexer/cpu/lex_cpu.h"

#if LEX_CPU_X86

#include <immintrin.h>
#include <string.h>

#define LEX_TARGET   __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define LEX_FN(name) lex_avx2_##name

typedef struct lex_vec {
    __m256i low, high;
} lex_vec;

LEX_TARGET static inline lex_vec lex_avx2_load(const uint8_t *bytes, uint32_t left)
{
    uint8_t block[64];
    lex_vec v;
    if (left < 64) {
        memset(block, ' ', 64);
        memcpy(block, bytes, left);
        bytes = block;
    }
    v.low = _mm256_loadu_si256((const __m256i *)bytes);
    v.high = _mm256_loadu_si256((const __m256i *)(bytes + 32));
    return v;
}

LEX_TARGET static inline uint64_t lex_avx2_join(__m256i low, __m256i high)
{
    return (uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

LEX_TARGET static inline uint64_t lex_avx2_equal(lex_vec v, uint8_t byte)
{
    const __m256i all = _mm256_set1_epi8((char)byte);
    return lex_avx2_join(_mm256_cmpeq_epi8(v.low, all), _mm256_cmpeq_epi8(v.high, all));
}

LEX_TARGET static inline uint64_t lex_avx2_high(lex_vec v)
{
    return lex_avx2_join(v.low, v.high);
}

/* lex_cpu_class[byte], 0 from 0x80 on: a shuffle for each row of 16; 0x10 has only odd bytes. In a shuffle an index
 * from 0x80 on gives 0: the saturating addition makes it so for the bytes of other rows. */
LEX_TARGET static inline __m256i lex_avx2_class(__m256i v)
{
    const __m256i lift = _mm256_set1_epi8(0x70);
    __m256i class = _mm256_setzero_si256();
    uint32_t row;
    for (row = 0; row < 8; row++) {
        const __m256i table = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(lex_cpu_class + 16 * row)));
        const __m256i other = _mm256_xor_si256(v, _mm256_set1_epi8((char)(16 * row)));
        class = _mm256_or_si256(class, _mm256_shuffle_epi8(table, _mm256_adds_epu8(other, lift)));
    }
    return class;
}

/* Which bytes have the class bit 1 << bit. */
LEX_TARGET static inline uint64_t lex_avx2_bit(lex_vec class, int bit)
{
    return lex_avx2_join(_mm256_slli_epi64(class.low, 7 - bit), _mm256_slli_epi64(class.high, 7 - bit));
}

LEX_TARGET static inline unsigned lex_avx2_rare(const uint8_t *bytes)
{
    const __m256i cr = _mm256_set1_epi8('\r');
    __m256i low = cr, all = _mm256_setzero_si256();
    uint32_t i;
    for (i = 0; i < 256; i += 32) {
        const __m256i v = _mm256_loadu_si256((const __m256i *)(bytes + i));
        low = _mm256_min_epu8(low, _mm256_min_epu8(v, _mm256_xor_si256(v, cr)));
        all = _mm256_or_si256(all, v);
    }
    return (unsigned)(_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, _mm256_setzero_si256())) != 0) |
           (unsigned)(_mm256_movemask_epi8(all) != 0) << 1;
}

#include "lexer/cpu/lex_cpu_ahead.inc"

LEX_TARGET static inline void lex_avx2_classify(const uint8_t *bytes, uint32_t left, lex_vec v, lex_masks *m)
{
    lex_vec class;
    uint64_t mark_a, mark_b;
    class.low = lex_avx2_class(v.low);
    class.high = lex_avx2_class(v.high);
    m->digit = lex_avx2_bit(class, 0);
    m->word = m->digit | lex_avx2_bit(class, 1) | lex_avx2_bit(class, 2);
    m->punct = lex_avx2_bit(class, 3);
    m->single = m->punct | lex_avx2_bit(class, 4);
    mark_a = lex_avx2_bit(class, 5);
    mark_b = lex_avx2_bit(class, 6);
    m->odd = ~lex_avx2_bit(class, 7);
    m->high = lex_avx2_high(v);
    m->hash = mark_a & ~mark_b;
    m->dot = mark_b & ~mark_a;
    /* Of the words with a capital only Self is a keyword; `_` is in the row of the capitals. */
    m->keyish = lex_avx2_bit(v, 5) | lex_avx2_equal(v, 'S') | lex_avx2_equal(v, '_');
    lex_avx2_look_ahead(bytes, left, mark_a & mark_b, lex_avx2_equal(v, '*'), lex_avx2_equal(v, '"'), m);
}

LEX_TARGET static inline uint64_t lex_avx2_cut(uint64_t bytes, uint32_t n)
{
    return _bzhi_u64(bytes, 8 * n);
}

#include "lexer/cpu/lex_cpu_emission.inc"
#include "lexer/cpu/lex_cpu_emit.inc"
#include "lexer/cpu/lex_cpu_walk.inc"

#else
typedef int lex_avx2_unused;
#endif
