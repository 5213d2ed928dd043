/* ptx_number.c: rounding, conversions, approximations, bits. Operands pass through volatile where the host's rounding
 * mode is changed, which the compiler does not know of. */
#include "ptx_number.h"

#include <fenv.h>
#include <math.h>

static const int host_modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

uint64_t ptx_flush32(uint64_t bits, unsigned flags)
{
    return (flags & PTX_FTZ) && (bits & 0x7F800000u) == 0 ? bits & 0x80000000u : bits;
}

static double saturate(double x)
{
    return x != x || x <= 0 ? 0.0 : x > 1 ? 1.0 : x; /* -0 becomes 0 */
}

/* The one that is no NaN; -0 is less than 0. */
static double least(double a, double b)
{
    return a != a ? b : b != b ? a : a < b || (a == b && signbit(a)) ? a : b;
}

#define ARITHMETIC(T, W, fused, root)                                                                                  \
    static T arithmetic##W(ptx_arithmetic what, T a, T b, T c, unsigned mode)                                          \
    {                                                                                                                  \
        volatile T x = a, y = b, z = c, result = 0;                                                                    \
        fesetround(host_modes[mode]);                                                                                  \
        switch (what) {                                                                                                \
        case PTX_DO_ADD: result = x + y; break;                                                                        \
        case PTX_DO_SUB: result = x - y; break;                                                                        \
        case PTX_DO_MUL: result = x * y; break;                                                                        \
        case PTX_DO_FMA: result = fused(x, y, z); break;                                                               \
        case PTX_DO_DIV: result = x / y; break;                                                                        \
        case PTX_DO_SQRT: result = root(x); break;                                                                     \
        case PTX_DO_RCP: result = 1 / x; break;                                                                        \
        case PTX_DO_NEG: result = -x; break;                                                                           \
        case PTX_DO_ABS: result = x < 0 || (x == 0 && signbit(x)) ? -x : x; break;                                     \
        case PTX_DO_MIN: result = (T)least(x, y); break;                                                               \
        case PTX_DO_MAX: result = (T)-least(-x, -y); break;                                                            \
        }                                                                                                              \
        fesetround(FE_TONEAREST);                                                                                      \
        return result;                                                                                                 \
    }
ARITHMETIC(float, 32, fmaf, sqrtf)
ARITHMETIC(double, 64, fma, sqrt)

uint64_t ptx_do_f32(ptx_arithmetic what, uint64_t a, uint64_t b, uint64_t c, unsigned flags)
{
    float x = ptx_f32(ptx_flush32(a, flags)), y = ptx_f32(ptx_flush32(b, flags)), z = ptx_f32(ptx_flush32(c, flags));
    float result = arithmetic32(what, x, y, z, flags & PTX_ROUNDING);
    if (flags & PTX_SAT)
        result = (float)saturate(result);
    return ptx_flush32(ptx_bits32(result), flags);
}

uint64_t ptx_do_f64(ptx_arithmetic what, uint64_t a, uint64_t b, uint64_t c, unsigned flags)
{
    return ptx_bits64(arithmetic64(what, ptx_f64(a), ptx_f64(b), ptx_f64(c), flags & PTX_ROUNDING));
}

uint64_t ptx_approximate_f32(ptx_approximation what, uint64_t a, uint64_t b, unsigned flags)
{
    double x = ptx_f32(ptx_flush32(a, flags)), y = ptx_f32(ptx_flush32(b, flags)), result = 0;
    switch (what) {
    case PTX_OF_EX2: result = exp2(x); break;
    case PTX_OF_LG2: result = x < 0 ? NAN : log2(x); break;
    case PTX_OF_SIN: result = sin(x); break;
    case PTX_OF_COS: result = cos(x); break;
    case PTX_OF_TANH: result = tanh(x); break;
    case PTX_OF_RSQRT: result = 1 / sqrt(x); break;
    case PTX_OF_SQRT: result = sqrt(x); break;
    case PTX_OF_RCP: result = 1 / x; break;
    case PTX_OF_DIV: result = x / y; break;
    }
    return ptx_flush32(ptx_bits32((float)result), flags);
}

uint64_t ptx_approximate_f64(ptx_approximation what, uint64_t a)
{
    double x = ptx_f64(a);
    if (fpclassify(x) == FP_SUBNORMAL)
        x = copysign(0, x);
    double result = what == PTX_OF_RCP ? 1 / x : 1 / sqrt(x);
    if (fpclassify(result) == FP_SUBNORMAL)
        result = copysign(0, result);
    return ptx_bits64(result) & UINT64_C(0xFFFFFFFF00000000);
}

static double to_integral(double x, unsigned mode)
{
    switch (mode) {
    case PTX_ZERO: return trunc(x);
    case PTX_DOWN: return floor(x);
    case PTX_UP: return ceil(x);
    default: return nearbyint(x);
    }
}

/* Small floats: 1 sign bit, then exponent and n_fraction bits, 16 in all. */
static double from_small(uint64_t bits, int n_fraction)
{
    int n_exponent = 15 - n_fraction, bias = (1 << (n_exponent - 1)) - 1;
    int exponent = (int)(bits >> n_fraction) & ((1 << n_exponent) - 1), fraction = (int)bits & ((1 << n_fraction) - 1);
    double size;
    if (exponent == (1 << n_exponent) - 1)
        size = fraction ? NAN : INFINITY;
    else if (exponent)
        size = ldexp(fraction + (1 << n_fraction), exponent - bias - n_fraction);
    else
        size = ldexp(fraction, 1 - bias - n_fraction);
    return bits >> 15 & 1 ? -size : size;
}

static uint64_t to_small(double x, int n_fraction, unsigned mode)
{
    int n_exponent = 15 - n_fraction, bias = (1 << (n_exponent - 1)) - 1, exponent;
    uint64_t sign = signbit(x) ? 0x8000 : 0, infinity = (uint64_t)((1 << n_exponent) - 1) << n_fraction;
    if (x != x)
        return 0x7FFF;
    if (isinf(x))
        return sign | infinity;
    frexp(x, &exponent); /* |x| is below 2 to that */
    if (exponent < 2 - bias)
        exponent = 2 - bias;
    double unit = ldexp(1, exponent - 1 - n_fraction), rounded = fabs(to_integral(x / unit, mode));
    if (rounded >= ldexp(1, n_fraction + 1)) {
        rounded /= 2;
        exponent++;
    }
    if (exponent > bias + 1) {
        bool to_infinity = mode == PTX_NEAREST || (mode == PTX_UP && !sign) || (mode == PTX_DOWN && sign);
        return sign | (to_infinity ? infinity : infinity - 1);
    }
    uint64_t whole = (uint64_t)rounded;
    if (whole >> n_fraction == 0)
        return sign | whole;
    return sign | (((uint64_t)(exponent - 2 + bias) << n_fraction) + whole);
}

static uint64_t to_width(uint64_t bits, ptx_type type, uint32_t width)
{
    uint32_t n_bits = 8u * type.bytes, n_register = 8 * width;
    if (n_bits < 64) {
        bits &= (UINT64_C(1) << n_bits) - 1;
        if (type.kind == PTX_S && bits >> (n_bits - 1))
            bits |= ~UINT64_C(0) << n_bits;
    }
    return n_register < 64 ? bits & ((UINT64_C(1) << n_register) - 1) : bits;
}

static double read_float(uint64_t bits, ptx_type type, unsigned flags)
{
    if (type.kind == PTX_BF)
        return from_small(bits, 7);
    return type.bytes == 2   ? from_small(bits, 10)
           : type.bytes == 4 ? (double)ptx_f32(ptx_flush32(bits, flags))
                             : ptx_f64(bits);
}

static uint64_t write_float(double x, ptx_type type, unsigned flags)
{
    unsigned mode = flags & PTX_ROUNDING;
    if (flags & PTX_SAT)
        x = saturate(x);
    if (type.kind == PTX_BF || type.bytes == 2)
        return to_small(x, type.kind == PTX_BF ? 7 : 10, mode);
    if (type.bytes == 8)
        return ptx_bits64(x);
    volatile double wide = x;
    fesetround(host_modes[mode]);
    volatile float narrow = (float)wide;
    fesetround(FE_TONEAREST);
    return ptx_flush32(ptx_bits32(narrow), flags);
}

/* NaN: PTX ISA, cvt: 0, but the lowest signed value's bits where an f64 or 64 bits take part. */
static uint64_t float_to_integer(double x, ptx_type from, ptx_type to, unsigned mode)
{
    uint32_t n_bits = 8u * to.bytes;
    uint64_t high_bit = UINT64_C(1) << (n_bits - 1), most = to.kind == PTX_S ? high_bit - 1 : high_bit | (high_bit - 1);
    if (x != x)
        return from.bytes == 8 || to.bytes == 8 ? high_bit : 0;
    x = to_integral(x, mode);
    double limit = ldexp(1, (int)n_bits - (to.kind == PTX_S));
    if (x >= limit)
        return most;
    if (to.kind == PTX_S)
        return x < -limit ? high_bit : (uint64_t)(int64_t)x;
    return x < 0 ? 0 : (uint64_t)x;
}

/* Both kinds of 64 bits are exact in a long double. */
static uint64_t integer_to_float(uint64_t bits, bool is_signed, ptx_type to, unsigned flags)
{
    volatile long double wide = is_signed ? (long double)(int64_t)bits : (long double)bits;
    unsigned mode = flags & PTX_ROUNDING;
    fesetround(host_modes[mode]);
    volatile float narrow = (float)wide;
    volatile double middle = (double)wide;
    fesetround(FE_TONEAREST);
    return to.bytes == 8   ? ptx_bits64(middle)
           : to.bytes == 4 ? ptx_bits32(narrow)
                           : to_small(middle, to.kind == PTX_BF ? 7 : 10, mode);
}

static uint64_t integer_to_integer(uint64_t bits, bool from_signed, ptx_type to)
{
    uint32_t n_bits = 8u * to.bytes;
    uint64_t high_bit = UINT64_C(1) << (n_bits - 1), most = to.kind == PTX_S ? high_bit - 1 : high_bit | (high_bit - 1);
    if (from_signed && (int64_t)bits < 0) {
        if (to.kind != PTX_S)
            return 0;
        return (int64_t)bits < -(int64_t)(high_bit - 1) - 1 ? high_bit : bits;
    }
    return bits > most ? most : bits;
}

uint64_t ptx_convert(uint64_t bits, ptx_type from, ptx_type to, unsigned flags, uint32_t width)
{
    bool from_float = from.kind >= PTX_F, to_float = to.kind >= PTX_F;
    uint64_t result;
    if (from_float) {
        double x = read_float(bits, from, flags);
        if (to_float && (flags & PTX_INTEGRAL)) {
            x = to_integral(x, flags & PTX_ROUNDING);
            flags &= ~(unsigned)PTX_ROUNDING;
        }
        result = to_float ? write_float(x, to, flags) : float_to_integer(x, from, to, flags & PTX_ROUNDING);
    } else {
        bits = to_width(bits, from, 8);
        if (to_float)
            result = integer_to_float(bits, from.kind == PTX_S, to, flags);
        else
            result = flags & PTX_SAT ? integer_to_integer(bits, from.kind == PTX_S, to) : bits;
    }
    return to_width(result, to, width);
}

uint16_t ptx_of_halves(char op, uint16_t a, uint16_t b)
{
    const double x = from_small(a, 10), y = from_small(b, 10);
    return (uint16_t)to_small(op == '+' ? x + y : op == '-' ? x - y : x * y, 10, PTX_NEAREST);
}

uint32_t ptx_two_halves(uint64_t upper, uint64_t lower, unsigned kind)
{
    const ptx_type from = {PTX_F, 4}, to = {(uint8_t)kind, 2};
    const uint64_t high = ptx_convert(upper, from, to, PTX_NEAREST, 2),
                   low = ptx_convert(lower, from, to, PTX_NEAREST, 2);
    return (uint32_t)(high & 0xFFFF) << 16 | (uint32_t)(low & 0xFFFF);
}

/* By the format's definition. E4M3 has one NaN and no infinities. */
static double fp8_value(unsigned fp8, unsigned fraction)
{
    unsigned size = fp8 & 0x7F, exponent = size >> fraction, part = size & ((1u << fraction) - 1);
    int bias = fraction == 3 ? 7 : 15;
    double x;
    if (fraction == 3 ? size == 0x7F : size > 0x7C)
        return NAN;
    if (fraction == 2 && size == 0x7C)
        x = INFINITY;
    else
        x = ldexp((double)part + (exponent ? 1u << fraction : 0),
                  (exponent ? (int)exponent : 1) - bias - (int)fraction);
    return fp8 & 0x80 ? -x : x;
}

/* Of all codes the nearest, of two the even one. */
uint32_t ptx_to_fp8(uint64_t f32, unsigned fraction)
{
    double x = ptx_f32(f32);
    unsigned greatest = fraction == 3 ? 0x7E : 0x7B, best = 0;
    if (x != x)
        return 0x7F;
    for (unsigned code = 1; code <= greatest; code++) {
        double to_code = fabs(fabs(x) - fp8_value(code, fraction)), to_best = fabs(fabs(x) - fp8_value(best, fraction));
        if (to_code < to_best || (to_code == to_best && (code & 1) == 0))
            best = code;
    }
    if (fabs(x) > fp8_value(greatest, fraction))
        best = greatest;
    return best | (signbit(x) ? 0x80u : 0);
}

uint32_t ptx_from_fp8(unsigned fp8, unsigned fraction)
{
    double x = fp8_value(fp8, fraction);
    return x != x ? 0x7FFF : (uint32_t)to_small(x, 10, PTX_NEAREST);
}

uint32_t ptx_permute(uint32_t a, uint32_t b, uint32_t selector)
{
    uint64_t both = (uint64_t)b << 32 | a;
    uint32_t result = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned s = selector >> (4 * i) & 15;
        uint32_t byte = (uint32_t)(both >> (8 * (s & 7))) & 0xFF;
        if (s & 8)
            byte = byte & 0x80 ? 0xFF : 0;
        result |= byte << (8 * i);
    }
    return result;
}

uint32_t ptx_lop3(uint32_t a, uint32_t b, uint32_t c, uint32_t table)
{
    uint32_t result = 0;
    for (unsigned i = 0; i < 32; i++)
        result |= (table >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1)) & 1) << i;
    return result;
}

uint32_t ptx_dot(uint32_t a, uint32_t b, uint32_t c, unsigned n_bits, unsigned first, bool a_signed, bool b_signed)
{
    const ptx_type part = {a_signed ? PTX_S : PTX_U, (uint8_t)(n_bits / 8)}, byte = {b_signed ? PTX_S : PTX_U, 1};
    for (unsigned i = 0; i < 32 / n_bits; i++)
        c += (uint32_t)to_width(a >> (i * n_bits), part, 8) * (uint32_t)to_width(b >> (8 * (i + first)), byte, 8);
    return c;
}

uint64_t ptx_reverse(uint64_t x, uint32_t n_bits)
{
    uint64_t result = 0;
    for (uint32_t i = 0; i < n_bits; i++)
        result |= (x >> i & 1) << (n_bits - 1 - i);
    return result;
}

uint64_t ptx_extract(uint64_t x, uint32_t start, uint32_t length, uint32_t n_bits, bool is_signed)
{
    uint32_t last = start + length - 1 < n_bits - 1 ? start + length - 1 : n_bits - 1;
    uint64_t result = 0, sign = is_signed && length ? x >> last & 1 : 0;
    for (uint32_t i = 0; i < n_bits; i++)
        result |= (i < length && start + i < n_bits ? x >> (start + i) & 1 : sign) << i;
    return result;
}

uint64_t ptx_insert(uint64_t x, uint64_t into, uint32_t start, uint32_t length, uint32_t n_bits)
{
    for (uint32_t i = 0; i < length && start + i < n_bits; i++) {
        into &= ~(UINT64_C(1) << (start + i));
        into |= (x >> i & 1) << (start + i);
    }
    return into;
}

uint32_t ptx_find_first(uint64_t x, uint32_t n_bits, bool is_signed, bool as_shift)
{
    if (is_signed && x >> (n_bits - 1) & 1)
        x = ~x & (n_bits == 64 ? ~UINT64_C(0) : (UINT64_C(1) << n_bits) - 1);
    if (!x)
        return UINT32_MAX;
    uint32_t at = 63 - (uint32_t)__builtin_clzll(x);
    return as_shift ? n_bits - 1 - at : at;
}

uint32_t ptx_shift_pair(uint32_t low, uint32_t high, uint32_t by, bool left, bool wrap)
{
    uint64_t both = (uint64_t)high << 32 | low;
    by = wrap ? by & 31 : by > 32 ? 32 : by;
    return left ? (uint32_t)(both << by >> 32) : (uint32_t)(both >> by);
}
