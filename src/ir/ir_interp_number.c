/* ir_interp_number.c: converts between numbers as Rust's `as` does, and handles 16-bit floats. */
#include <math.h>

#include "ir/ir_interp.h"

/* Saturates. low and high are the ends of the type; high is exclusive and a power of two. */
static uint64_t ir_to_int(double value, double low, double high, uint64_t least, uint64_t most)
{
    if (value != value)
        return 0;
    if (value <= low)
        return least;
    if (value >= high)
        return most;
    return value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value;
}

static uint64_t ir_float_to_int(double value, uint8_t kind)
{
    switch ((ir_kind)kind) {
    case IR_I8: return ir_to_int(value, -0x1p7, 0x1p7, (uint64_t)INT8_MIN, INT8_MAX);
    case IR_I16: return ir_to_int(value, -0x1p15, 0x1p15, (uint64_t)INT16_MIN, INT16_MAX);
    case IR_I32: return ir_to_int(value, -0x1p31, 0x1p31, (uint64_t)INT32_MIN, INT32_MAX);
    case IR_I64: return ir_to_int(value, -0x1p63, 0x1p63, (uint64_t)INT64_MIN, INT64_MAX);
    case IR_U8: return ir_to_int(value, 0, 0x1p8, 0, UINT8_MAX);
    case IR_U16: return ir_to_int(value, 0, 0x1p16, 0, UINT16_MAX);
    case IR_U32: return ir_to_int(value, 0, 0x1p32, 0, UINT32_MAX);
    case IR_VOID:
    case IR_BOOL:
    case IR_U64:
    case IR_F32:
    case IR_F64:
    case IR_PTR:
    case IR_ARRAY:
    case IR_STRUCT:
    case IR_UNION:
    case IR_CODED: break;
    }
    return ir_to_int(value, 0, 0x1p64, 0, UINT64_MAX);
}

static uint64_t ir_read_int(const uint8_t *from, uint8_t kind)
{
    static const uint8_t sizes[] = {[IR_BOOL] = 1, [IR_I8] = 1,  [IR_I16] = 2, [IR_I32] = 4, [IR_I64] = 8,
                                    [IR_U8] = 1,   [IR_U16] = 2, [IR_U32] = 4, [IR_U64] = 8};
    uint64_t bits = 0;
    memcpy(&bits, from, sizes[kind]);
    if (kind >= IR_I8 && kind <= IR_I32) {
        const uint64_t sign = UINT64_C(1) << (8 * sizes[kind] - 1);
        bits = (bits ^ sign) - sign;
    }
    return bits;
}

static double ir_interp_number_read_float(const uint8_t *from, uint8_t kind)
{
    double value;
    float narrow;
    if (kind == IR_F64) {
        memcpy(&value, from, sizeof value);
        return value;
    }
    memcpy(&narrow, from, sizeof narrow);
    return (double)narrow;
}

static float ir_narrowed(double value) __attribute__((no_sanitize("float-cast-overflow")));
static float ir_narrowed(double value)
{
    return (float)value;
}

/* Rounds once, and never by way of the wider float. */
static void ir_write_float(uint8_t *to, uint8_t to_kind, const uint8_t *from, uint8_t from_kind)
{
    float narrow;
    double wide;
    if (from_kind == IR_F32 || from_kind == IR_F64) {
        wide = ir_interp_number_read_float(from, from_kind);
        narrow = ir_narrowed(wide);
    } else {
        const uint64_t bits = ir_read_int(from, from_kind);
        const bool is_signed = from_kind >= IR_I8 && from_kind <= IR_I64;
        wide = is_signed ? (double)(int64_t)bits : (double)bits;
        narrow = is_signed ? (float)(int64_t)bits : (float)bits;
    }
    if (to_kind == IR_F32)
        memcpy(to, &narrow, sizeof narrow);
    else
        memcpy(to, &wide, sizeof wide);
}

void interp_convert(uint8_t *to, uint8_t to_kind, const uint8_t *from, uint8_t from_kind)
{
    if (to_kind == IR_F32 || to_kind == IR_F64) {
        ir_write_float(to, to_kind, from, from_kind);
    } else {
        const uint64_t bits = ir_float_to_int(ir_interp_number_read_float(from, from_kind), to_kind);
        memcpy(to, &bits, sizeof bits); /* a scalar's place has 8 bytes */
    }
}

float ir_f16_to_f32(uint16_t bits)
{
    const uint32_t exponent = bits >> 10 & 0x1F, fraction = bits & 0x3FF;
    uint32_t wide = (uint32_t)(bits & 0x8000) << 16;
    float value;
    if (exponent == 0x1F) {
        wide |= 0x7F800000 | fraction << 13 | (fraction ? 0x400000 : 0); /* a NaN becomes quiet */
    } else if (exponent) {
        wide |= (exponent + 112) << 23 | fraction << 13;
    } else {
        value = (float)fraction * 0x1p-24f;
        uint32_t small;
        memcpy(&small, &value, sizeof small);
        wide |= small;
    }
    memcpy(&value, &wide, sizeof value);
    return value;
}

uint16_t ir_f32_to_f16(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    const uint32_t sign = bits >> 16 & 0x8000, rest = bits & 0x7FFFFFFF;
    if (rest > 0x7F800000)
        return (uint16_t)(sign | 0x7E00 | (rest >> 13 & 0x3FF));
    if (rest >= 0x47800000) /* 65536 and more */
        return (uint16_t)(sign | 0x7C00);
    uint32_t shift = 13, whole;
    if (rest >= 0x38800000) { /* 2^-14 and more: normal */
        whole = rest - (112u << 23);
    } else {
        const uint32_t exponent = rest >> 23;
        if (exponent < 102) /* under half of the least */
            return (uint16_t)sign;
        whole = (rest & 0x7FFFFF) | 0x800000;
        shift = 126 - exponent;
    }
    const uint32_t lost = whole & ((1u << shift) - 1), half = 1u << (shift - 1);
    uint32_t kept = whole >> shift;
    if (lost > half || (lost == half && (kept & 1)))
        kept++;
    return (uint16_t)(sign | kept);
}

float ir_bf16_to_f32(uint16_t bits)
{
    const uint32_t wide = (uint32_t)bits << 16;
    float value;
    memcpy(&value, &wide, sizeof value);
    return value;
}

uint16_t ir_f32_to_bf16(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    if ((bits & 0x7FFFFFFF) > 0x7F800000)
        return (uint16_t)(bits >> 16 | 0x40);
    return (uint16_t)((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

uint64_t ir_half_bits(ir_intrinsic what, uint64_t bits)
{
    const bool widens = what == IR_IN_F16_TO_F32 || what == IR_IN_BF16_TO_F32;
    float value;
    if (widens)
        value = what == IR_IN_F16_TO_F32 ? ir_f16_to_f32((uint16_t)bits) : ir_bf16_to_f32((uint16_t)bits);
    else
        memcpy(&value, &(uint32_t){(uint32_t)bits}, sizeof value);
    if (!widens)
        return what == IR_IN_F32_TO_F16 ? ir_f32_to_f16(value) : ir_f32_to_bf16(value);
    uint32_t wide;
    memcpy(&wide, &value, sizeof wide);
    return wide;
}

/* E4M3 has no infinities. The codes above are numbers, except for the last, which is NaN. */
float ir_f8_to_f32(uint8_t bits, uint32_t fraction)
{
    const uint32_t size = bits & 0x7F, bias = fraction == 3 ? 120 : 112, infinity = fraction == 3 ? 0x7F : 0x7C;
    float value;
    if (size >= infinity)
        value = size == infinity && fraction == 2 ? INFINITY : NAN;
    else if (size >> fraction)
        value = ldexpf((float)((size & ((1u << fraction) - 1)) + (1u << fraction)),
                       (int)(size >> fraction) - 127 + (int)bias - (int)fraction);
    else
        value = ldexpf((float)size, (int)bias - 126 - (int)fraction);
    return bits & 0x80 && size <= infinity && !isnan(value) ? -value : value;
}

uint8_t ir_f32_to_f8(float value, uint32_t fraction)
{
    const uint8_t greatest = fraction == 3 ? 0x7E : 0x7B, sign = signbit(value) ? 0x80 : 0;
    const int least = fraction == 3 ? -6 : -14; /* exponent of the least normal number */
    if (isnan(value))
        return 0x7F;
    const float size = fabsf(value);
    if (size >= ir_f8_to_f32(greatest, fraction))
        return sign | greatest;
    int exponent = 0;
    frexpf(size, &exponent);
    exponent = size == 0 || exponent - 1 < least ? least : exponent - 1;
    /* The value is in units of the last place and rounded to even. A carry gives the first number of the next
     * exponent. */
    const uint32_t units = (uint32_t)nearbyintf(ldexpf(size, (int)fraction - exponent));
    return sign | (uint8_t)(units + ((uint32_t)(exponent - least) << fraction));
}
