/* codegen_ops.h: kernels for every operation and every intrinsic of numbers, one each for every type. */
#ifndef CODEGEN_OPS_H
#define CODEGEN_OPS_H

#include "codegen_rig.h"

static ir_module m;

enum { N_VALUES = 24, BLOCK = 32 };
static const ir_type scalars[] = {IR_BOOL, IR_I8,  IR_I16, IR_I32, IR_I64, IR_U8,
                                  IR_U16,  IR_U32, IR_U64, IR_F32, IR_F64};
enum { N_SCALARS = sizeof scalars / sizeof scalars[0] };

typedef struct kernel_case {
    ir_function_id f;
    ir_type a, b, out; /* b: void where there is one operand */
    uint64_t ulps;
    bool whole_b; /* b without 0 and -1 */
} kernel_case;
static kernel_case cases[2000];
static uint32_t n_cases;

/* Element i of a one-operand case's input: x, or for FP8 a sweep of all codes, of floats around halves of their steps.
 */
static inline uint64_t swept(const kernel_case *c, unsigned i, uint64_t x)
{
    const char *name = m.functions.at[c->f].name;
    if (!strstr(name, "f8e4m3") && !strstr(name, "f8e5m2"))
        return x;
    if (c->a == IR_U8)
        return i & 0xFF;
    return i < N_VALUES ? x : (i & 1 ? 0x80000000u : 0) + 0x37000000u + i * 0x80000u + i % 3 - 1;
}

static uint64_t float_bits(double value, ir_type t)
{
    uint64_t bits = 0;
    float narrow = (float)value;
    if (t == IR_F64)
        memcpy(&bits, &value, 8);
    else {
        uint32_t low;
        memcpy(&low, &narrow, 4);
        bits = low;
    }
    return bits;
}

static uint64_t edge(ir_type t, unsigned i, bool divisor)
{
    static const double floats[N_VALUES] = {
        0.0,    -0.0,  1.0,   -1.0,  0.5,    -0.5,    1.5,          2.5,           -2.5,         3.25, 1e-3,  100.7,
        -100.7, 127.6, 255.4, 256.0, -129.0, 65535.9, 2147483647.0, -2147483904.0, 4294967296.0, 1e20, -1e20, 0.1};
    static const uint64_t numbers[N_VALUES] = {1,
                                               2,
                                               3,
                                               5,
                                               7,
                                               8,
                                               15,
                                               31,
                                               32,
                                               63,
                                               64,
                                               100,
                                               0x7F,
                                               0x80,
                                               0x81,
                                               0xFE,
                                               0x7FFF,
                                               0x8000,
                                               0x7FFFFFFF,
                                               0x80000000,
                                               0x7FFFFFFFFFFFFFFF,
                                               0x8000000000000000,
                                               0xFFFFFFFFFFFFFFFF,
                                               0};
    if (t == IR_BOOL)
        return i & 1;
    if (t == IR_F32 || t == IR_F64) {
        if (i == 20)
            return t == IR_F32 ? 0x7F800000 : 0x7FF0000000000000;
        if (i == 21)
            return t == IR_F32 ? 0xFF800000 : 0xFFF0000000000000;
        if (i == 22)
            return t == IR_F32 ? 0x7FC00000 : 0x7FF8000000000000;
        if (i == 23)
            return 1; /* the least denormal */
        return float_bits(floats[i], t);
    }
    uint64_t value = numbers[i];
    if (divisor) {
        unsigned bits = (unsigned)ir_size(&m, t) * 8;
        uint64_t mask = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
        if ((value & mask) == 0 || (value & mask) == mask)
            value = 3;
    }
    return value;
}

static ir_builder begin(const char *what, ir_type a, ir_type b, ir_value *x, ir_value *y, ir_value *index)
{
    char *name = arena_format(&rig_arena, "k%u_%s_%u_%u", n_cases, what, a, b);
    ir_builder build = rig_kernel(&m, name, 3);
    *index = rig_index(&build);
    *x = rig_load(&build, a, 1, *index);
    *y = b ? rig_load(&build, b, 2, *index) : 0;
    return build;
}

static void finish(ir_builder *b, ir_type a, ir_type second, ir_value index, ir_value result, uint64_t ulps, bool whole)
{
    ir_type out = m.functions.at[b->f].values.at[result];
    rig_store(b, 3, index, result);
    ir_return(b, 0);
    cases[n_cases++] = (kernel_case){b->f, a, second, out, ulps, whole};
}

static void add_binary(const char *what, ir_op op, ir_type t, ir_type right, ir_type out)
{
    ir_value x, y, index;
    ir_builder b = begin(what, t, right, &x, &y, &index);
    ir_value r = ir_binary(&b, op, out, x, y);
    finish(&b, t, right, index, r, 0, (op == IR_DIV || op == IR_REM) && t < IR_F32);
}

static void add_unary(const char *what, ir_op op, ir_type t, ir_type out)
{
    ir_value x, y, index;
    ir_builder b = begin(what, t, 0, &x, &y, &index);
    ir_value r = ir_unary(&b, op, out, x);
    finish(&b, t, 0, index, r, 0, false);
}

static void add_overflows(ir_op of, ir_type t)
{
    ir_value x, y, index;
    ir_builder b = begin("overflows", t, t, &x, &y, &index);
    ir_value r = ir_emit(&b, IR_OVERFLOWS, IR_BOOL, (ir_value[]){x, y}, 2, (uint16_t)of, 0);
    finish(&b, t, t, index, r, 0, false);
}

static void add_intrinsic(const char *what, ir_intrinsic in, unsigned n, ir_type t, ir_type out, uint64_t ulps)
{
    ir_value x, y, index;
    ir_builder b = begin(what, t, n > 1 ? t : 0, &x, &y, &index);
    ir_value r = ir_intrinsic_call(&b, in, out, (ir_value[]){x, y, x}, n, 0);
    finish(&b, t, n > 1 ? t : 0, index, r, ulps, false);
}

static void add_select(ir_type t)
{
    ir_value x, y, index;
    ir_builder b = begin("select", t, t, &x, &y, &index);
    ir_value c = ir_binary(&b, IR_EQ, IR_BOOL, ir_binary(&b, IR_AND, IR_U64, index, ir_const(&b, IR_U64, 1)),
                           ir_const(&b, IR_U64, 1));
    ir_value r = ir_emit(&b, IR_SELECT, t, (ir_value[]){c, x, y}, 3, 0, 0);
    finish(&b, t, t, index, r, 0, false);
}

/* Constants of the type, one for each thread. */
static void add_constants(ir_type t)
{
    ir_value x, y, index;
    ir_builder b = begin("constants", t, 0, &x, &y, &index);
    ir_value r = x;
    for (unsigned i = 0; i < N_VALUES; i++) {
        ir_value c = ir_binary(&b, IR_EQ, IR_BOOL, index, ir_const(&b, IR_U64, i));
        r = ir_emit(&b, IR_SELECT, t, (ir_value[]){c, ir_const(&b, t, edge(t, i + 1 < N_VALUES ? i + 1 : 0, false)), r},
                    3, 0, 0);
    }
    finish(&b, t, 0, index, r, 0, false);
}

static void add_integers(ir_type t)
{
    add_binary("add", IR_ADD, t, t, t);
    add_binary("sub", IR_SUB, t, t, t);
    add_binary("mul", IR_MUL, t, t, t);
    add_binary("div", IR_DIV, t, t, t);
    add_binary("rem", IR_REM, t, t, t);
    add_binary("shl", IR_SHL, t, t, t);
    add_binary("shr", IR_SHR, t, t, t);
    add_binary("shl", IR_SHL, t, IR_U32, t);
    add_binary("shr", IR_SHR, t, IR_I8, t);
    add_binary("shr", IR_SHR, t, IR_I64, t);
    add_unary("neg", IR_NEG, t, t);
    add_overflows(IR_ADD, t);
    add_overflows(IR_SUB, t);
    add_overflows(IR_MUL, t);
    add_intrinsic("count_ones", IR_IN_COUNT_ONES, 1, t, IR_U32, 0);
    add_intrinsic("leading_zeros", IR_IN_LEADING_ZEROS, 1, t, IR_U32, 0);
    add_intrinsic("trailing_zeros", IR_IN_TRAILING_ZEROS, 1, t, IR_U32, 0);
    add_intrinsic("swap_bytes", IR_IN_SWAP_BYTES, 1, t, t, 0);
    add_intrinsic("reverse_bits", IR_IN_REVERSE_BITS, 1, t, t, 0);
    if (ir_size(&m, t) >= 4)
        add_intrinsic("mul_high", IR_IN_MUL_HIGH, 2, t, t, 0);
}

static void add_floats(ir_type t)
{
    static const struct {
        ir_intrinsic in;
        unsigned n;
        uint64_t ulps;
    } rows[] = {
        {IR_IN_FMA, 3, 0},        {IR_IN_SQRT, 1, 0},    {IR_IN_FABS, 1, 0},     {IR_IN_COPYSIGN, 2, 0},
        {IR_IN_FLOOR, 1, 0},      {IR_IN_CEIL, 1, 0},    {IR_IN_TRUNC, 1, 0},    {IR_IN_ROUND, 1, 0},
        {IR_IN_ROUND_EVEN, 1, 0}, {IR_IN_FMIN, 2, 0},    {IR_IN_FMAX, 2, 0},     {IR_IN_SIN, 1, 4},
        {IR_IN_COS, 1, 4},        {IR_IN_TAN, 1, 4},     {IR_IN_ASIN, 1, 4},     {IR_IN_ACOS, 1, 4},
        {IR_IN_ATAN, 1, 4},       {IR_IN_ATAN2, 2, 4},   {IR_IN_SINH, 1, 4},     {IR_IN_COSH, 1, 4},
        {IR_IN_TANH, 1, 4},       {IR_IN_ASINH, 1, 4},   {IR_IN_ACOSH, 1, 4},    {IR_IN_ATANH, 1, 4},
        {IR_IN_EXP, 1, 4},        {IR_IN_EXP2, 1, 4},    {IR_IN_EXPM1, 1, 4},    {IR_IN_LN, 1, 4},
        {IR_IN_LOG2, 1, 4},       {IR_IN_LOG10, 1, 4},   {IR_IN_LN_1P, 1, 4},    {IR_IN_POW, 2, 4},
        {IR_IN_CBRT, 1, 4},       {IR_IN_HYPOT, 2, 4},   {IR_IN_FAST_SIN, 1, 4}, {IR_IN_FAST_COS, 1, 4},
        {IR_IN_FAST_EXP, 1, 4},   {IR_IN_FAST_LN, 1, 4}, {IR_IN_FAST_DIV, 2, 0}, {IR_IN_RSQRT, 1, 4},
    };
    add_binary("add", IR_ADD, t, t, t);
    add_binary("sub", IR_SUB, t, t, t);
    add_binary("mul", IR_MUL, t, t, t);
    add_binary("div", IR_DIV, t, t, t);
    add_binary("rem", IR_REM, t, t, t);
    add_unary("neg", IR_NEG, t, t);
    add_unary("bits", IR_BITCAST, t, t == IR_F32 ? IR_U32 : IR_U64);
    add_unary("bits", IR_BITCAST, t, t == IR_F32 ? IR_I32 : IR_I64);
    add_unary("float", IR_BITCAST, t == IR_F32 ? IR_U32 : IR_U64, t);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        add_intrinsic("math", rows[i].in, rows[i].n, t, t, rows[i].ulps);
}

/* fp8: with what sm_89 and later have. */
static void add_all(bool fp8)
{
    static const ir_op compares[] = {IR_EQ, IR_NE, IR_LT, IR_LE, IR_GT, IR_GE};
    for (unsigned i = 0; i < N_SCALARS; i++) {
        ir_type t = scalars[i];
        for (unsigned k = 0; k < 6; k++)
            add_binary("compare", compares[k], t, t, IR_BOOL);
        for (unsigned k = 0; k < N_SCALARS; k++)
            if (scalars[k] != t && scalars[k] != IR_BOOL && !(t == IR_BOOL && scalars[k] >= IR_F32))
                add_unary("convert", IR_CONVERT, t, scalars[k]);
        add_select(t);
        add_constants(t);
        if (t < IR_F32) {
            add_binary("and", IR_AND, t, t, t);
            add_binary("or", IR_OR, t, t, t);
            add_binary("xor", IR_XOR, t, t, t);
            add_unary("not", IR_NOT, t, t);
        }
        if (t >= IR_I8 && t <= IR_U64)
            add_integers(t);
    }
    add_floats(IR_F32);
    add_floats(IR_F64);
    add_intrinsic("f16_to_f32", IR_IN_F16_TO_F32, 1, IR_U16, IR_F32, 0);
    add_intrinsic("bf16_to_f32", IR_IN_BF16_TO_F32, 1, IR_U16, IR_F32, 0);
    add_intrinsic("f32_to_f16", IR_IN_F32_TO_F16, 1, IR_F32, IR_U16, 0);
    add_intrinsic("f32_to_bf16", IR_IN_F32_TO_BF16, 1, IR_F32, IR_U16, 0);
    if (!fp8)
        return;
    add_intrinsic("f8e4m3_to_f32", IR_IN_F8E4M3_TO_F32, 1, IR_U8, IR_F32, 0);
    add_intrinsic("f8e5m2_to_f32", IR_IN_F8E5M2_TO_F32, 1, IR_U8, IR_F32, 0);
    add_intrinsic("f32_to_f8e4m3", IR_IN_F32_TO_F8E4M3, 1, IR_F32, IR_U8, 0);
    add_intrinsic("f32_to_f8e5m2", IR_IN_F32_TO_F8E5M2, 1, IR_F32, IR_U8, 0);
}

#endif
