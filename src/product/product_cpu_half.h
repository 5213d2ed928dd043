/* product_cpu_half.h: numbers of 16 bits as f32 and back, in a form that the compiler turns into vectors. */
#ifndef RUSTG_PRODUCT_CPU_HALF_H
#define RUSTG_PRODUCT_CPU_HALF_H

#include <stdint.h>
#include <string.h>

static inline float half_float(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint32_t half_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float half_from_bf16(uint16_t h)
{
    return half_float((uint32_t)h << 16);
}

/* The exponent is 15 above zero in f16 and 127 in f32; the product is exact, of numbers without a leading 1 too. */
static inline float half_from_f16(uint16_t h)
{
    const uint32_t magnitude = (uint32_t)(h & 0x7fff) << 13, sign = (uint32_t)(h & 0x8000) << 16;
    const uint32_t finite = half_bits(half_float(magnitude) * 0x1p112f);
    return half_float((magnitude >= 0x0f800000 ? magnitude | 0x7f800000 : finite) | sign);
}

/* To the nearest, ties to even. */
static inline uint16_t half_to_bf16(float x)
{
    const uint32_t bits = half_bits(x), rounded = bits + 0x7fff + (bits >> 16 & 1);
    return (uint16_t)((bits & 0x7fffffff) > 0x7f800000 ? bits >> 16 | 0x40 : rounded >> 16);
}

static inline uint16_t half_to_f16(float x)
{
    const uint32_t bits = half_bits(x), magnitude = bits & 0x7fffffff, sign = bits >> 16 & 0x8000;
    const uint32_t rounded = magnitude - 0x38000000 + 0xfff + (magnitude >> 13 & 1);
    /* Below 2^-14 the unit is 2^-24, which is the last bit of 0.5 in f32. */
    const uint32_t small = half_bits(half_float(magnitude) + 0.5f) - 0x3f000000;
    const uint32_t finite = magnitude < 0x38800000 ? small : rounded >> 13;
    return (uint16_t)((magnitude > 0x7f800000 ? 0x7e00 : magnitude >= 0x477ff000 ? 0x7c00 : finite) | sign);
}

#endif
