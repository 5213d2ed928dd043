/* ptx_number.h: numbers as PTX has them. */
#ifndef PTX_NUMBER_H
#define PTX_NUMBER_H

#include "ptx.h"

__extension__ typedef unsigned __int128 ptx_u128;
__extension__ typedef __int128 ptx_i128;

static inline float ptx_f32(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float x;
    memcpy(&x, &low, 4);
    return x;
}

static inline double ptx_f64(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, 8);
    return x;
}

/* A NaN that is computed is always the same one. */
static inline uint64_t ptx_bits32(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, 4);
    return x != x ? 0x7FFFFFFFu : bits;
}

static inline uint64_t ptx_bits64(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, 8);
    return x != x ? UINT64_C(0xFFF8000000000000) : bits;
}

typedef enum ptx_arithmetic {
    PTX_DO_ADD,
    PTX_DO_SUB,
    PTX_DO_MUL,
    PTX_DO_FMA,
    PTX_DO_DIV,
    PTX_DO_SQRT,
    PTX_DO_RCP,
    PTX_DO_NEG,
    PTX_DO_ABS,
    PTX_DO_MIN,
    PTX_DO_MAX
} ptx_arithmetic;
/* flags: PTX_NEAREST .. PTX_UP, PTX_FTZ, PTX_SAT; bits in, bits out. */
uint64_t ptx_do_f32(ptx_arithmetic what, uint64_t a, uint64_t b, uint64_t c, unsigned flags);
uint64_t ptx_do_f64(ptx_arithmetic what, uint64_t a, uint64_t b, uint64_t c, unsigned flags);

typedef enum ptx_approximation {
    PTX_OF_EX2,
    PTX_OF_LG2,
    PTX_OF_SIN,
    PTX_OF_COS,
    PTX_OF_TANH,
    PTX_OF_RSQRT,
    PTX_OF_SQRT,
    PTX_OF_RCP,
    PTX_OF_DIV
} ptx_approximation;
uint64_t ptx_approximate_f32(ptx_approximation what, uint64_t a, uint64_t b, unsigned flags);
uint64_t ptx_approximate_f64(ptx_approximation what, uint64_t a); /* rcp and rsqrt: the upper half of the bits */

typedef enum ptx_order { PTX_IS_EQ, PTX_IS_NE, PTX_IS_LT, PTX_IS_LE, PTX_IS_GT, PTX_IS_GE, PTX_IS_NUM } ptx_order;
/* or_nan: the answer where an operand is a NaN. */
static inline bool ptx_order_of(double a, double b, ptx_order order, bool or_nan)
{
    if (a != a || b != b)
        return or_nan;
    switch (order) {
    case PTX_IS_EQ: return a == b;
    case PTX_IS_NE: return a != b;
    case PTX_IS_LT: return a < b;
    case PTX_IS_LE: return a <= b;
    case PTX_IS_GT: return a > b;
    case PTX_IS_GE: return a >= b;
    default: return !or_nan; /* num, nan */
    }
}
uint64_t ptx_flush32(uint64_t bits, unsigned flags); /* a subnormal as 0, if flags say so */
static inline uint64_t ptx_flush64(uint64_t bits, unsigned flags)
{
    (void)flags; /* .ftz is for f32 alone */
    return bits;
}

uint64_t ptx_convert(uint64_t bits, ptx_type from, ptx_type to, unsigned flags, uint32_t width);
/* A sum, difference or product of two f16, which an f64 holds exactly. */
uint16_t ptx_of_halves(char op, uint16_t a, uint16_t b);
/* Two f32, rounded to 16 bits: PTX_F or PTX_BF. */
uint32_t ptx_two_halves(uint64_t upper, uint64_t lower, unsigned kind);
/* FP8 with so many bits of fraction, 3: E4M3, 2: E5M2. From the bits of an f32; to those of an f16. */
uint32_t ptx_to_fp8(uint64_t f32, unsigned fraction);
uint32_t ptx_from_fp8(unsigned fp8, unsigned fraction);
uint32_t ptx_permute(uint32_t a, uint32_t b, uint32_t selector);
uint32_t ptx_lop3(uint32_t a, uint32_t b, uint32_t c, uint32_t table);
/* c and the products of a's parts of n_bits with bytes of b from the first on. */
uint32_t ptx_dot(uint32_t a, uint32_t b, uint32_t c, unsigned n_bits, unsigned first, bool a_signed, bool b_signed);
uint64_t ptx_reverse(uint64_t x, uint32_t n_bits);
uint64_t ptx_extract(uint64_t x, uint32_t start, uint32_t length, uint32_t n_bits, bool is_signed);
uint64_t ptx_insert(uint64_t x, uint64_t into, uint32_t start, uint32_t length, uint32_t n_bits);
uint32_t ptx_find_first(uint64_t x, uint32_t n_bits, bool is_signed, bool as_shift);
uint32_t ptx_shift_pair(uint32_t low, uint32_t high, uint32_t by, bool left, bool wrap);

#endif
