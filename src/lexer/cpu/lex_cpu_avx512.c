/* lex_cpu_avx512.c: the CPU lexer with AVX-512 (VBMI and VBMI2 among it). */
#include "lexer/cpu/lex_cpu.h"

#if LEX_CPU_X86

#include <immintrin.h>
#include <string.h>

#define LEX_TARGET                                                                                                     \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,"                                 \
                          "bmi,bmi2,popcnt")))
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

/* clang-format off */
/* A byte and the byte after it: where a bit is set for both, see LEX_MEET_*. */
static const uint8_t lex_avx512_first[128] __attribute__((aligned(64))) = {
    128, 128, 128, 128, 128, 128, 128, 128, 128, 0, 0, 0, 0, 0, 128, 128,
    128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
    0, 0, 128, 10, 0, 0, 0, 128, 0, 0, 0, 0, 0, 0, 4, 1,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 0, 0, 0,
    128, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128,
};
static const uint8_t lex_avx512_second[128] __attribute__((aligned(64))) = {
    140, 140, 140, 140, 140, 140, 140, 140, 140, 140, 140, 140, 140, 140, 140, 140,
    140, 140, 140, 140, 140, 140, 140, 140, 140, 140, 140, 140, 140, 140, 140, 140,
    140, 140, 142, 142, 140, 140, 140, 140, 140, 140, 141, 140, 140, 140, 136, 141,
    140, 140, 140, 140, 140, 140, 140, 140, 140, 140, 140, 140, 140, 140, 140, 140,
    140, 136, 136, 136, 136, 136, 136, 136, 136, 136, 136, 136, 136, 136, 136, 136,
    136, 136, 136, 136, 136, 136, 136, 136, 136, 136, 136, 140, 140, 140, 140, 136,
    140, 136, 136, 136, 136, 136, 136, 136, 136, 136, 136, 136, 136, 136, 136, 136,
    136, 136, 136, 136, 136, 136, 136, 136, 136, 136, 136, 140, 140, 140, 140, 140,
};
/* clang-format on */

LEX_TARGET static inline unsigned lex_avx512_rare(const uint8_t *bytes)
{
    const __m512i cr = _mm512_set1_epi8('\r');
    const __m512i a = _mm512_loadu_si512(bytes), b = _mm512_loadu_si512(bytes + 64);
    const __m512i c = _mm512_loadu_si512(bytes + 128), d = _mm512_loadu_si512(bytes + 192);
    /* A minimum of v and v ^ CR is 0 where v is 0 or CR. */
    const __m512i low = _mm512_min_epu8(
        _mm512_min_epu8(_mm512_min_epu8(a, _mm512_xor_si512(a, cr)), _mm512_min_epu8(b, _mm512_xor_si512(b, cr))),
        _mm512_min_epu8(_mm512_min_epu8(c, _mm512_xor_si512(c, cr)), _mm512_min_epu8(d, _mm512_xor_si512(d, cr))));
    const __m512i all = _mm512_or_si512(_mm512_ternarylogic_epi64(a, b, c, 0xFE), d);
    return (_mm512_testn_epi8_mask(low, low) != 0) | (unsigned)(_mm512_movepi8_mask(all) != 0) << 1;
}

/* Bit 7 - shift of each byte. On port 0 alone, where a test with a constant would need port 5, the busy one here. */
LEX_TARGET static inline uint64_t lex_avx512_shifted(__m512i v, unsigned char shift)
{
    return _mm512_movepi8_mask(_mm512_slli_epi16(v, shift));
}

/* A constant as a memory operand: GCC would make it anew in each block, on port 5. */
LEX_TARGET static inline __m512i lex_avx512_all(enum lex_repeated which)
{
    return _mm512_load_si512(lex_cpu_repeated[which]);
}

LEX_TARGET static inline void lex_avx512_classify(const uint8_t *bytes, uint32_t left, lex_vec v, lex_masks *m)
{
    const lex_vec next = left > 64 ? _mm512_loadu_si512(bytes + 1) : lex_avx512_load(bytes + 1, left ? left - 1 : 0);
    const uint64_t high = _mm512_movepi8_mask(v), next_high = _mm512_movepi8_mask(next);
    const __m512i kind = _mm512_maskz_mov_epi8(~high, lex_avx512_lookup(v, lex_cpu_kind));
    const __m512i after = _mm512_mask_mov_epi8(lex_avx512_lookup(next, lex_avx512_second), next_high,
                                               lex_avx512_all(LEX_REPEATED_BEHIND_HIGH));
    const __m512i meet = _mm512_and_si512(lex_avx512_lookup(v, lex_avx512_first), after);
    m->digit = _mm512_cmpeq_epi8_mask(kind, lex_avx512_all(LEX_REPEATED_INT));
    m->word = m->digit | _mm512_cmpeq_epi8_mask(kind, lex_avx512_all(LEX_REPEATED_IDENT));
    m->single = _mm512_cmpge_epu8_mask(kind, lex_avx512_all(LEX_REPEATED_L_PAREN));
    m->punct = _mm512_movepi8_mask(_mm512_add_epi8(kind, lex_avx512_all(LEX_REPEATED_ABOVE_SEMI)));
    m->high = high;
    m->odd = high | _mm512_test_epi8_mask(meet, lex_avx512_all(LEX_REPEATED_MEET));
    m->hash = lex_avx512_shifted(meet, 4);
    m->dot = lex_avx512_shifted(meet, 5);
    m->keyish = _mm512_test_epi8_mask(lex_avx512_lookup(v, lex_cpu_pair[0]), lex_avx512_lookup(next, lex_cpu_pair[1]));
}

LEX_TARGET static inline uint64_t lex_avx512_cut(uint64_t bytes, uint32_t n)
{
    return _bzhi_u64(bytes, 8 * n);
}

#include "lexer/cpu/lex_cpu_emission.inc"

/* Writes offset + bit for each bit of places. */
LEX_TARGET static inline void lex_avx512_offsets(uint32_t *out, uint64_t places, uint32_t offset)
{
    const __m512i at = _mm512_maskz_compress_epi8(places, lex_avx512_all(LEX_REPEATED_IOTA));
    const __m512i add = _mm512_set1_epi32((int)offset);
    _mm512_storeu_si512(out, _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_castsi512_si128(at)), add));
    if (__builtin_popcountll(places) > 16) {
        _mm512_storeu_si512(out + 16, _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(at, 1)), add));
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
    const __m512i iota = lex_avx512_all(LEX_REPEATED_IOTA);
    __m512i kind = lex_avx512_lookup(e->bytes, lex_cpu_kind), flags, slots;
    kind = _mm512_mask_loadu_epi8(kind, e->patch->set, e->patch->kind);
    flags = _mm512_maskz_set1_epi8(_pext_u64(e->joint, e->starts), RUSTG_TOKEN_JOINT);
    _mm512_storeu_si512(toks->kind + e->n_starts, _mm512_maskz_compress_epi8(e->starts, kind));
    _mm512_storeu_si512(toks->flags + e->n_starts, flags);
    lex_avx512_offsets(toks->start + e->n_starts, e->starts, e->offset);
    lex_avx512_offsets(toks->end + e->n_ends, e->ends, e->offset);
    /* At most 32 words begin in 64 bytes. */
    slots = _mm512_maskz_compress_epi8(_pext_u64(e->words, e->starts), iota);
    slots = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(slots));
    _mm512_storeu_si512(e->word_slots, _mm512_add_epi16(slots, _mm512_set1_epi16((short)e->word_slot_0)));
}

#include "lexer/cpu/lex_cpu_walk.inc"

#else
typedef int lex_avx512_unused;
#endif
