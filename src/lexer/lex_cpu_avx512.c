/* lex_cpu_avx512.c: the CPU lexer with AVX-512 (VBMI and VBMI2 among it). */
#include "lexer/lex_cpu.h"

#if LEX_CPU_X86

#include <immintrin.h>
#include <string.h>

#define LEX_TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,bmi,bmi2,popcnt")))
#define LEX_FN(name) lex_avx512_##name

typedef __m512i lex_vec;

LEX_TARGET static inline lex_vec lex_avx512_load(const uint8_t *bytes, uint32_t left)
{
    if (left >= 64)
        return _mm512_loadu_si512(bytes);
    return _mm512_mask_loadu_epi8(_mm512_set1_epi8(' '), (UINT64_C(1) << left) - 1, bytes);
}

LEX_TARGET static inline uint64_t lex_avx512_equal(lex_vec v, uint8_t byte)
{
    return _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8((char)byte));
}

LEX_TARGET static inline uint64_t lex_avx512_high(lex_vec v)
{
    return _mm512_movepi8_mask(v);
}

/* table[byte & 127] */
LEX_TARGET static inline __m512i lex_avx512_lookup(lex_vec v, const uint8_t *table)
{
    return _mm512_permutex2var_epi8(_mm512_loadu_si512(table), v, _mm512_loadu_si512(table + 64));
}

LEX_TARGET static inline uint64_t lex_avx512_any(__m512i v, int bits)
{
    return _mm512_test_epi8_mask(v, _mm512_set1_epi8((char)bits));
}

LEX_TARGET static inline void lex_avx512_classify(lex_vec v, lex_masks *m)
{
    const __m512i class = _mm512_maskz_mov_epi8(~_mm512_movepi8_mask(v), lex_avx512_lookup(v, lex_cpu_class));
    m->word = lex_avx512_any(class, LEX_CLASS_DIGIT | LEX_CLASS_LETTER | LEX_CLASS_UNDERSCORE);
    m->digit = lex_avx512_any(class, LEX_CLASS_DIGIT);
    m->letter = lex_avx512_any(class, LEX_CLASS_LETTER);
    m->single = lex_avx512_any(class, LEX_CLASS_PUNCT | LEX_CLASS_DELIMITER);
    m->punct = lex_avx512_any(class, LEX_CLASS_PUNCT);
    m->slash = lex_avx512_equal(v, '/');
    m->star = lex_avx512_equal(v, '*');
    m->hash = lex_avx512_equal(v, '#');
    m->dot = lex_avx512_equal(v, '.');
    m->quote = lex_avx512_equal(v, '"');
    m->odd = ~_mm512_movepi8_mask(class);
}

LEX_TARGET static inline uint64_t lex_avx512_cut(uint64_t bytes, uint32_t n)
{
    return _bzhi_u64(bytes, 8 * n);
}

#include "lexer/lex_cpu_emission.h"

static const uint8_t lex_avx512_iota[64] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
    22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
    44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};

/* Writes offset + bit for each bit of places. */
LEX_TARGET static inline void lex_avx512_offsets(uint32_t *out, uint64_t places, uint32_t offset)
{
    const __m512i at = _mm512_maskz_compress_epi8(places, _mm512_loadu_si512(lex_avx512_iota));
    const __m512i add = _mm512_set1_epi32((int)offset);
    _mm512_storeu_si512(out, _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_castsi512_si128(at)), add));
    if (__builtin_popcountll(places) > 16) {
        _mm512_storeu_si512(out + 16,
                            _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(at, 1)), add));
        if (__builtin_popcountll(places) > 32) {
            _mm512_storeu_si512(out + 32,
                                _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(at, 2)), add));
            _mm512_storeu_si512(out + 48,
                                _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(at, 3)), add));
        }
    }
}

LEX_TARGET static inline void lex_avx512_emit(const lex_tokens *toks, const lex_emission *e)
{
    const __m512i iota = _mm512_loadu_si512(lex_avx512_iota);
    __m512i kind = lex_avx512_lookup(e->bytes, lex_cpu_kind), flags, slots;
    kind = _mm512_mask_loadu_epi8(kind, e->patch->set, e->patch->kind);
    flags = _mm512_maskz_set1_epi8(e->joint, RUSTG_TOKEN_JOINT);
    flags = _mm512_mask_loadu_epi8(flags, e->patch->set, e->patch->flags);
    _mm512_storeu_si512(toks->kind + e->n_starts, _mm512_maskz_compress_epi8(e->starts, kind));
    _mm512_storeu_si512(toks->flags + e->n_starts, _mm512_maskz_compress_epi8(e->starts, flags));
    lex_avx512_offsets(toks->start + e->n_starts, e->starts, e->offset);
    lex_avx512_offsets(toks->end + e->n_ends, e->ends, e->offset);
    /* At most 32 words begin in 64 bytes. */
    slots = _mm512_maskz_compress_epi8(_pext_u64(e->words, e->starts), iota);
    slots = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(slots));
    _mm512_storeu_si512(e->word_slots, _mm512_add_epi16(slots, _mm512_set1_epi16((short)e->word_slot_0)));
}

#include "lexer/lex_cpu_walk.h"

#else
typedef int lex_avx512_unused;
#endif
