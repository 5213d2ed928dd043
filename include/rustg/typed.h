/* typed.h: what the launch functions take that rustgc writes for C and C++ (--emit=launch-h). rustg.h leaves it out. */
#ifndef RUSTG_TYPED_H
#define RUSTG_TYPED_H

#include "module.h"

#include <stdbool.h>

/* Scalars that C has no type for, as their bits. */
typedef struct rustg_f16 {
    uint16_t bits;
} rustg_f16;
typedef struct rustg_bf16 {
    uint16_t bits;
} rustg_bf16;
typedef struct rustg_f8_e4m3 {
    uint8_t bits;
} rustg_f8_e4m3;
typedef struct rustg_f8_e5m2 {
    uint8_t bits;
} rustg_f8_e5m2;
typedef struct rustg_complex_f32 {
    float re, im;
} rustg_complex_f32;
typedef struct rustg_complex_f64 {
    double re, im;
} rustg_complex_f64;

/* Elements of one type in a buffer, which launches read (rustg_slice_f32) or write (rustg_slice_mut_f32). offset and
 * length count elements; buffer may be NULL where length is 0. Of elements that are structs, tuples or arrays the
 * function tells their bytes. */
#define RUSTG_TYPED_SLICES(element)                                                                                    \
    typedef struct rustg_slice_##element {                                                                             \
        rustg_buffer *buffer;                                                                                          \
        uint64_t offset, length;                                                                                       \
    } rustg_slice_##element;                                                                                           \
    typedef struct rustg_slice_mut_##element {                                                                         \
        rustg_buffer *buffer;                                                                                          \
        uint64_t offset, length;                                                                                       \
    } rustg_slice_mut_##element
RUSTG_TYPED_SLICES(bool);
RUSTG_TYPED_SLICES(i8);
RUSTG_TYPED_SLICES(i16);
RUSTG_TYPED_SLICES(i32);
RUSTG_TYPED_SLICES(i64);
RUSTG_TYPED_SLICES(u8);
RUSTG_TYPED_SLICES(u16);
RUSTG_TYPED_SLICES(u32);
RUSTG_TYPED_SLICES(u64);
RUSTG_TYPED_SLICES(f16);
RUSTG_TYPED_SLICES(bf16);
RUSTG_TYPED_SLICES(f32);
RUSTG_TYPED_SLICES(f64);
RUSTG_TYPED_SLICES(complex_f32);
RUSTG_TYPED_SLICES(complex_f64);
RUSTG_TYPED_SLICES(f8_e4m3);
RUSTG_TYPED_SLICES(f8_e5m2);
RUSTG_TYPED_SLICES(char);
RUSTG_TYPED_SLICES(struct);
#undef RUSTG_TYPED_SLICES

#endif
