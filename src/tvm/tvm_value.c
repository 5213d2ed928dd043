/* tvm_value.c: makes a kernel's scalars of tvm-ffi's integers and numbers. */
#include "tvm/tvm_value.h"

#include <math.h>
#include <string.h>

#include "rustg/kernel.h"

/* The nearest float of so many bits, ties to even, of a type with an infinity. */
static uint64_t tvm_value_round(double x, int n_mantissa, int n_exponent)
{
    const int bias = (1 << (n_exponent - 1)) - 1;
    const uint64_t infinity = (uint64_t)(2 * bias + 1) << n_mantissa;
    const uint64_t sign = (uint64_t)(signbit(x) != 0) << (n_mantissa + n_exponent);
    int exponent;
    if (isnan(x))
        return infinity | UINT64_C(1) << (n_mantissa - 1);
    const double size = fabs(x);
    if (size == 0 || isinf(size))
        return sign | (size == 0 ? 0 : infinity);
    frexp(size, &exponent);
    exponent--; /* of 1.xxx */
    if (exponent > bias)
        return sign | infinity;
    const int least = 1 - bias, at = exponent < least ? least : exponent;
    const uint64_t digits = (uint64_t)nearbyint(ldexp(size, n_mantissa - at));
    /* A carry out of the digits is one of the exponent. */
    const uint64_t bits =
        exponent < least ? digits : ((uint64_t)(at + bias) << n_mantissa) + digits - (UINT64_C(1) << n_mantissa);
    return sign | bits;
}

static tvm_fit tvm_value_integer(const tvm_param *param, int64_t given, uint64_t *value)
{
    const bool is_signed = param->code == 0;
    const uint32_t n = param->bits;
    *value = (uint64_t)given;
    if (n >= 64)
        return is_signed || given >= 0 ? TVM_FITS : TVM_OUT_OF_RANGE;
    const int64_t most = (INT64_C(1) << (is_signed ? n - 1 : n)) - 1, least = is_signed ? -most - 1 : 0;
    return given >= least && given <= most ? TVM_FITS : TVM_OUT_OF_RANGE;
}

static tvm_fit tvm_value_number(const tvm_param *param, double given, uint64_t *value)
{
    const float narrow = (float)given;
    *value = 0;
    switch (param->element) {
    case RUSTG_ELEMENT_F64: memcpy(value, &given, sizeof given); return TVM_FITS;
    case RUSTG_ELEMENT_F32: memcpy(value, &narrow, sizeof narrow); return TVM_FITS;
    case RUSTG_ELEMENT_F16: *value = tvm_value_round(given, 10, 5); return TVM_FITS;
    case RUSTG_ELEMENT_BF16: *value = tvm_value_round(given, 7, 8); return TVM_FITS;
    default: return TVM_NO_SUCH_VALUES;
    }
}

tvm_fit tvm_value(const tvm_param *param, const tvm_any *given, uint64_t *value)
{
    const bool is_whole = given->type_index == TVM_INT || given->type_index == TVM_BOOL;
    *value = 0;
    if (param->element == RUSTG_ELEMENT_BOOL) {
        *value = given->integer != 0;
        return given->type_index == TVM_BOOL ? TVM_FITS : TVM_WRONG_TYPE;
    }
    if (param->element == RUSTG_ELEMENT_CHAR) {
        const int64_t code = given->integer;
        *value = (uint64_t)code;
        if (given->type_index != TVM_INT)
            return TVM_WRONG_TYPE;
        return code >= 0 && code <= 0x10FFFF && (code < 0xD800 || code >= 0xE000) ? TVM_FITS : TVM_OUT_OF_RANGE;
    }
    if (param->bits <= 64 && param->bits && (param->code == 0 || param->code == 1))
        return is_whole ? tvm_value_integer(param, given->integer, value) : TVM_WRONG_TYPE;
    if (!is_whole && given->type_index != TVM_FLOAT)
        return TVM_WRONG_TYPE;
    return tvm_value_number(param, is_whole ? (double)given->integer : given->number, value);
}
