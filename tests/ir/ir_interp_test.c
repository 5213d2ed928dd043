/* ir_interp_test.c: the interpreter: every op and every intrinsic against values written here, then kernels: barriers,
 * warp operations, shared memory, atomics, panics, deadlock, limits. */
#include <math.h>

#include "ir/ir_check.h"
#include "ir/ir_interp.h"
#include "ir/ir_table.h"

static ir_type any_type(const char *name)
{
    for (ir_type t = 0; t <= IR_F64; t++)
        if (strcmp(name, ir_scalar_names[t]) == 0)
            return t;
    fprintf(stderr, "no type %s\n", name);
    exit(1);
}

/* f(a, b, c) -> result by op or intrinsic of the name, run once. */
static uint64_t run_scalar(const char *name, const ir_type *types, const uint64_t *operands, uint32_t n, ir_type result,
                           uint16_t aux)
{
    ir_module m;
    ir_begin(&m, &memory);
    const ir_function_id f = ir_declare(&m, "f", types, n, result);
    ir_builder b = {.m = &m, .f = f};
    ir_value args[3] = {1, 2, 3}, v = 0;
    for (uint32_t op = 0; op < IR_N_OPS && !v; op++)
        if (op != IR_INTRINSIC && strcmp(name, ir_op_rows[op].text) == 0)
            v = ir_emit(&b, (ir_op)op, result, args, n, aux, 0);
    for (uint32_t what = 0; what < IR_N_INTRINSICS && !v; what++)
        if (strcmp(name, ir_intrinsic_rows[what].text) == 0)
            v = ir_intrinsic_call(&b, (ir_intrinsic)what, result, args, n, 0);
    if (!v) {
        fprintf(stderr, "no op %s\n", name);
        exit(1);
    }
    ir_return(&b, v);
    const char *wrong = ir_verify(&m);
    note_module(&m);
    CHECK(!wrong, "%s: %s", name, wrong);
    if (wrong)
        return 0;
    const void *bytes[3] = {&operands[0], &operands[1], &operands[2]};
    uint64_t out = UINT64_C(0xA5A5A5A5A5A5A5A5);
    const ir_outcome outcome = ir_run_function(&m, f, &(ir_launch){0}, bytes, &out, NULL);
    CHECK(outcome == IR_RAN, "%s: outcome %d", name, outcome);
    return ir_low_bits(out, ir_size(&m, result));
}

#define I(n) ((uint64_t)(int64_t)(n))
#define F(x) f32_bits((float)(x))
#define G(x) f64_bits(x)

static void test_ops(void)
{
    const struct {
        const char *op;
        ir_type type, result;
        uint64_t a, b, expected;
    } rows[] = {
        {"add", IR_I8, IR_I8, I(127), 1, 0x80},
        {"add", IR_U8, IR_U8, 255, 1, 0},
        {"add", IR_U16, IR_U16, 65535, 2, 1},
        {"add", IR_I32, IR_I32, INT32_MAX, 1, 0x80000000},
        {"add", IR_I64, IR_I64, INT64_MAX, 1, UINT64_C(1) << 63},
        {"add", IR_U64, IR_U64, UINT64_MAX, 1, 0},
        {"sub", IR_U8, IR_U8, 0, 1, 255},
        {"sub", IR_I16, IR_I16, 0x8000, 1, 0x7FFF},
        {"sub", IR_U32, IR_U32, 0, 1, UINT32_MAX},
        {"sub", IR_I64, IR_I64, I(INT64_MIN), 1, INT64_MAX},
        {"mul", IR_U8, IR_U8, 16, 17, 16},
        {"mul", IR_U16, IR_U16, 65535, 65535, 1},
        {"mul", IR_I16, IR_I16, 0x8000, 0x8000, 0},
        {"mul", IR_I32, IR_I32, 65536, 65536, 0},
        {"mul", IR_U64, IR_U64, UINT64_MAX, UINT64_MAX, 1},
        {"div", IR_I8, IR_I8, I(-7), 2, 0xFD},
        {"div", IR_U8, IR_U8, 249, 2, 124},
        {"div", IR_I32, IR_I32, I(-7), I(-2), 3},
        {"div", IR_U64, IR_U64, UINT64_MAX, 10, UINT64_C(1844674407370955161)},
        {"div", IR_I64, IR_I64, I(INT64_MIN), 10, I(-922337203685477580)},
        {"rem", IR_I8, IR_I8, I(-7), 2, 0xFF},
        {"rem", IR_I16, IR_I16, 7, I(-2), 1},
        {"rem", IR_U32, IR_U32, 7, 4, 3},
        {"rem", IR_I64, IR_I64, I(-7), 7, 0},
        {"and", IR_U8, IR_U8, 0xF0, 0x3C, 0x30},
        {"or", IR_U16, IR_U16, 0xF000, 0x000F, 0xF00F},
        {"xor", IR_I32, IR_I32, 0xFF00FF00, 0x0FF00FF0, 0xF0F0F0F0},
        {"and", IR_BOOL, IR_BOOL, 1, 0, 0},
        {"or", IR_BOOL, IR_BOOL, 1, 0, 1},
        {"xor", IR_BOOL, IR_BOOL, 1, 1, 0},
        {"shl", IR_U8, IR_U8, 0x81, 1, 2},
        {"shl", IR_U8, IR_U8, 1, 9, 2},
        {"shl", IR_I32, IR_I32, 1, 31, 0x80000000},
        {"shl", IR_U64, IR_U64, 1, 64 + 63, UINT64_C(1) << 63},
        {"shr", IR_I8, IR_I8, 0x80, 7, 0xFF},
        {"shr", IR_U8, IR_U8, 0x80, 7, 1},
        {"shr", IR_I64, IR_I64, I(INT64_MIN), 63, UINT64_MAX},
        {"shr", IR_U32, IR_U32, 0x80000000, 33, 0x40000000},
        {"neg", IR_I8, IR_I8, 0x80, 0, 0x80},
        {"neg", IR_I32, IR_I32, 5, 0, 0xFFFFFFFB},
        {"neg", IR_U16, IR_U16, 1, 0, 0xFFFF},
        {"not", IR_U8, IR_U8, 0x0F, 0, 0xF0},
        {"not", IR_I64, IR_I64, 0, 0, UINT64_MAX},
        {"not", IR_BOOL, IR_BOOL, 1, 0, 0},
        {"not", IR_BOOL, IR_BOOL, 0, 0, 1},
        {"eq", IR_U8, IR_BOOL, 3, 3, 1},
        {"eq", IR_BOOL, IR_BOOL, 1, 0, 0},
        {"ne", IR_I64, IR_BOOL, 1, I(-1), 1},
        {"lt", IR_I8, IR_BOOL, I(-1), 1, 1},
        {"lt", IR_U8, IR_BOOL, 255, 1, 0},
        {"lt", IR_BOOL, IR_BOOL, 0, 1, 1},
        {"le", IR_I16, IR_BOOL, 0x8000, 0, 1},
        {"gt", IR_U32, IR_BOOL, 0x80000000, 1, 1},
        {"gt", IR_I32, IR_BOOL, 0x80000000, 1, 0},
        {"ge", IR_U64, IR_BOOL, UINT64_MAX, 1, 1},
        {"ge", IR_I64, IR_BOOL, UINT64_MAX, 1, 0},
        {"add", IR_F32, IR_F32, F(0.1f), F(0.2f), F(0.1f + 0.2f)},
        {"add", IR_F32, IR_F32, F(16777216), F(1), F(16777216)},
        {"add", IR_F64, IR_F64, G(0.1), G(0.2), G(0.30000000000000004)},
        {"sub", IR_F32, IR_F32, F(1), F(3), F(-2)},
        {"mul", IR_F32, IR_F32, F(3e38), F(10), 0x7F800000},
        {"div", IR_F32, IR_F32, F(1), F(3), 0x3EAAAAAB},
        {"div", IR_F64, IR_F64, G(1), G(0), UINT64_C(0x7FF0000000000000)},
        {"div", IR_F32, IR_F32, F(-1), F(0), 0xFF800000},
        {"rem", IR_F32, IR_F32, F(-7.5), F(2), F(-1.5)},
        {"rem", IR_F64, IR_F64, G(7.5), G(-2), G(1.5)},
        {"neg", IR_F32, IR_F32, 0, 0, 0x80000000},
        {"neg", IR_F64, IR_F64, G(-2), 0, G(2)},
        {"lt", IR_F32, IR_BOOL, F(1), 0x7FC00000, 0},
        {"ne", IR_F32, IR_BOOL, 0x7FC00000, 0x7FC00000, 1},
        {"eq", IR_F64, IR_BOOL, G(0.0), G(-0.0), 1},
        {"ge", IR_F64, IR_BOOL, G(2), G(2), 1},
        {"le", IR_F32, IR_BOOL, F(-1), F(1), 1},
        {"gt", IR_F32, IR_BOOL, F(1), F(-1), 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const bool unary = strcmp(rows[i].op, "neg") == 0 || strcmp(rows[i].op, "not") == 0;
        const uint64_t operands[3] = {rows[i].a, rows[i].b, 0};
        const ir_type types[3] = {rows[i].type, rows[i].type, 0};
        const uint64_t got = run_scalar(rows[i].op, types, operands, unary ? 1 : 2, rows[i].result, 0);
        CHECK(got == rows[i].expected, "row %zu: %s %s %llx %llx: %llx, not %llx", i, rows[i].op,
              ir_scalar_names[rows[i].type], (unsigned long long)rows[i].a, (unsigned long long)rows[i].b,
              (unsigned long long)got, (unsigned long long)rows[i].expected);
    }
}

/* All pairs of bytes through one function each, against C on wider integers. */
static void test_bytes(void)
{
    static const char *const ops[] = {"add", "sub", "mul", "and", "or", "xor", "shl", "shr", "div", "rem"};
    for (size_t o = 0; o < sizeof ops / sizeof *ops; o++) {
        for (int is_signed = 0; is_signed < 2; is_signed++) {
            const char *type = is_signed ? "i8" : "u8";
            const ir_module *m = module_of(arena_format(
                &memory, "rustg ir 1\nfn \"f\"(%%1: %s, %%2: %s) -> %s {\n%%3: %s = %s %%1, %%2\nreturn %%3\n}\n", type,
                type, type, type, ops[o]));
            unsigned n_wrong = 0;
            for (int a = 0; a < 256; a += 3) {
                for (int b = 0; b < 256; b += 5) {
                    const int x = is_signed ? (int8_t)a : a, y = is_signed ? (int8_t)b : b;
                    if (o >= 8 && (y == 0 || (x == -128 && y == -1)))
                        continue;
                    const int results[] = {
                        x + y,        x - y,         x * y,        x & y, x | y, x ^ y, (int)((unsigned)x << (y & 7)),
                        x >> (y & 7), y ? x / y : 0, y ? x % y : 0};
                    const uint8_t bytes[2] = {(uint8_t)a, (uint8_t)b};
                    const void *args[2] = {&bytes[0], &bytes[1]};
                    uint8_t got = 0;
                    ir_run_function((ir_module *)(uintptr_t)m, 1, &(ir_launch){0}, args, &got, NULL);
                    n_wrong += got != (uint8_t)results[o];
                }
            }
            CHECK(n_wrong == 0, "%s of %s: %u wrong", ops[o], type, n_wrong);
        }
    }
}

static void test_overflows(void)
{
    static const struct {
        uint16_t op;
        ir_type type;
        uint64_t a, b;
        bool expected;
    } rows[] = {
        {IR_ADD, IR_I8, 127, 1, true},
        {IR_ADD, IR_I8, 126, 1, false},
        {IR_ADD, IR_U8, 255, 1, true},
        {IR_ADD, IR_U8, 254, 1, false},
        {IR_SUB, IR_U32, 0, 1, true},
        {IR_SUB, IR_I32, 0, 1, false},
        {IR_SUB, IR_I64, I(INT64_MIN), 1, true},
        {IR_SUB, IR_U64, 1, 1, false},
        {IR_MUL, IR_I16, 256, 128, true},
        {IR_MUL, IR_U16, 256, 128, false},
        {IR_MUL, IR_U64, UINT64_MAX, 2, true},
        {IR_MUL, IR_I64, I(INT64_MIN), I(-1), true},
        {IR_MUL, IR_I32, I(INT32_MIN), 1, false},
        {IR_MUL, IR_U16, 65535, 65535, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ir_type types[2] = {rows[i].type, rows[i].type};
        const uint64_t got =
            run_scalar("overflows", types, (uint64_t[3]){rows[i].a, rows[i].b}, 2, IR_BOOL, rows[i].op);
        CHECK(got == rows[i].expected, "overflows row %zu", i);
    }
}

static void test_conversions(void)
{
    const struct {
        const char *from, *to;
        uint64_t value, expected;
    } rows[] = {
        {"u8", "i32", 255, 255},
        {"i8", "i32", 255, UINT32_MAX},
        {"i8", "u16", 0x80, 0xFF80},
        {"u8", "u64", 200, 200},
        {"i16", "u64", 0xFFFF, UINT64_MAX},
        {"i32", "i64", 0x80000000, I(INT32_MIN)},
        {"u32", "i64", 0x80000000, 0x80000000},
        {"i64", "u8", 0x1FF, 0xFF},
        {"u64", "i8", 0x180, 0x80},
        {"i32", "u32", UINT32_MAX, UINT32_MAX},
        {"bool", "u8", 1, 1},
        {"bool", "i64", 1, 1},
        {"bool", "u32", 0, 0},
        {"f32", "i32", F(3.99), 3},
        {"f32", "i32", F(-3.99), I(-3) & UINT32_MAX},
        {"f32", "i32", F(1e20), INT32_MAX},
        {"f32", "i32", F(-1e20), 0x80000000},
        {"f32", "i32", 0x7FC00000, 0},
        {"f32", "u8", F(256), 255},
        {"f32", "u8", F(-1), 0},
        {"f32", "u8", F(255.9f), 255},
        {"f32", "i8", F(127.5f), 127},
        {"f32", "i8", F(-128.9f), 0x80},
        {"f64", "u64", G(1.8446744073709552e19), UINT64_MAX},
        {"f64", "u64", G(9.3e18), UINT64_C(9300000000000000000)},
        {"f64", "i64", G(-1e300), UINT64_C(1) << 63},
        {"f64", "i64", G(9.2e18), UINT64_C(9200000000000000000)},
        {"f64", "u16", G(-0.5), 0},
        {"f64", "u32", UINT64_C(0x7FF0000000000000), UINT32_MAX},
        {"f64", "i16", UINT64_C(0xFFF0000000000000), 0x8000},
        {"i32", "f32", 16777217, F(16777216)},
        {"u32", "f32", UINT32_MAX, F(4294967296.0)},
        {"u64", "f32", UINT64_MAX, F(18446744073709551616.0)},
        {"i64", "f32", I(-1), F(-1)},
        {"u64", "f32", UINT64_C(0x8000008000000001), 0x5F000001},
        {"i64", "f64", INT64_MAX, G(9223372036854775808.0)},
        {"u8", "f64", 7, G(7)},
        {"i8", "f32", 0xFF, F(-1)},
        {"f32", "f64", F(0.1f), G((double)0.1f)},
        {"f64", "f32", G(0.1), F(0.1f)},
        {"f64", "f32", G(1e300), 0x7F800000},
        {"f64", "f32", G(1e-46), 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ir_type from = any_type(rows[i].from), to = any_type(rows[i].to);
        const uint64_t got = run_scalar("convert", &from, (uint64_t[3]){rows[i].value}, 1, to, 0);
        CHECK(got == rows[i].expected, "%s as %s of %llx: %llx", rows[i].from, rows[i].to,
              (unsigned long long)rows[i].value, (unsigned long long)got);
    }
    const ir_type f32 = IR_F32, u64 = IR_U64;
    CHECK(run_scalar("bitcast", &f32, (uint64_t[3]){F(1)}, 1, IR_U32, 0) == 0x3F800000, "bitcast of a float");
    CHECK(run_scalar("bitcast", &u64, (uint64_t[3]){G(2)}, 1, IR_F64, 0) == G(2), "bitcast to a float");
    const ir_type chosen[3] = {IR_BOOL, IR_U16, IR_U16};
    CHECK(run_scalar("select", chosen, (uint64_t[3]){1, 7, 8}, 3, IR_U16, 0) == 7, "select true");
    CHECK(run_scalar("select", chosen, (uint64_t[3]){0, 7, 8}, 3, IR_U16, 0) == 8, "select false");
}

static void test_integer_intrinsics(void)
{
    static const struct {
        const char *name;
        ir_type type;
        uint64_t a, expected;
    } rows[] = {
        {"count_ones", IR_U8, 0xF1, 5},
        {"count_ones", IR_I64, UINT64_MAX, 64},
        {"leading_zeros", IR_U8, 1, 7},
        {"leading_zeros", IR_U16, 0, 16},
        {"leading_zeros", IR_I32, 1, 31},
        {"leading_zeros", IR_U64, 1, 63},
        {"trailing_zeros", IR_U8, 0, 8},
        {"trailing_zeros", IR_U32, 8, 3},
        {"trailing_zeros", IR_I64, 0, 64},
        {"swap_bytes", IR_U16, 0x1234, 0x3412},
        {"swap_bytes", IR_U32, 0x12345678, 0x78563412},
        {"swap_bytes", IR_U8, 0x12, 0x12},
        {"swap_bytes", IR_U64, 0x0102030405060708, 0x0807060504030201},
        {"reverse_bits", IR_U8, 0x13, 0xC8},
        {"reverse_bits", IR_I32, 1, 0x80000000},
        {"reverse_bits", IR_U64, 2, UINT64_C(1) << 62},
        {"reverse_bits", IR_U16, 0x8001, 0x8001},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ir_type result = i < 9 ? IR_U32 : rows[i].type;
        const uint64_t got = run_scalar(rows[i].name, &rows[i].type, (uint64_t[3]){rows[i].a}, 1, result, 0);
        CHECK(got == rows[i].expected, "%s row %zu: %llx", rows[i].name, i, (unsigned long long)got);
    }
    static const struct {
        ir_type type;
        uint64_t a, b, expected;
    } high[] = {
        {IR_U32, UINT32_MAX, UINT32_MAX, 0xFFFFFFFE}, {IR_I32, UINT32_MAX, UINT32_MAX, 0},
        {IR_I32, 0x80000000, 2, UINT32_MAX},          {IR_U64, UINT64_MAX, UINT64_MAX, UINT64_MAX - 1},
        {IR_I64, UINT64_MAX, 5, UINT64_MAX},          {IR_U64, UINT64_C(1) << 63, 6, 3},
    };
    for (size_t i = 0; i < sizeof high / sizeof *high; i++) {
        const ir_type types[2] = {high[i].type, high[i].type};
        CHECK(run_scalar("mul_high", types, (uint64_t[3]){high[i].a, high[i].b}, 2, high[i].type, 0) ==
                  high[i].expected,
              "mul_high row %zu", i);
    }
}

static void test_float_intrinsics(void)
{
    static const struct {
        const char *name;
        uint32_t n;
        double a, b, c, expected;
    } exact[] = {
        {"fma", 3, 1.000244140625, 1.000244140625, -1, 0x1p-11 + 0x1p-24},
        {"sqrt", 1, 2.25, 0, 0, 1.5},
        {"fabs", 1, -0.0, 0, 0, 0.0},
        {"copysign", 2, 3, -0.0, 0, -3},
        {"floor", 1, -1.5, 0, 0, -2},
        {"ceil", 1, -1.5, 0, 0, -1},
        {"trunc", 1, -1.5, 0, 0, -1},
        {"round", 1, 2.5, 0, 0, 3},
        {"round", 1, -0.5, 0, 0, -1},
        {"round_even", 1, 2.5, 0, 0, 2},
        {"round_even", 1, 3.5, 0, 0, 4},
        {"fmin", 2, 1, 2, 0, 1},
        {"fmax", 2, 1, 2, 0, 2},
        {"fmin", 2, 0.0, -0.0, 0, -0.0},
        {"fmin", 2, -0.0, 0.0, 0, -0.0},
        {"fmax", 2, -0.0, 0.0, 0, 0.0},
        {"fmax", 2, 0.0, -0.0, 0, 0.0},
        {"fast_div", 2, 1, 4, 0, 0.25},
        {"rsqrt", 1, 4, 0, 0, 0.5},
        {"fmin", 2, 5, INFINITY, 0, 5},
        {"fmax", 2, -INFINITY, 5, 0, 5},
        {"floor", 1, 0.9999, 0, 0, 0},
        {"hypot", 2, 3, 4, 0, 5},
    };
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
        const double v[3] = {exact[i].a, exact[i].b, exact[i].c};
        const ir_type wide[3] = {IR_F64, IR_F64, IR_F64}, narrow[3] = {IR_F32, IR_F32, IR_F32};
        const uint64_t wide_got =
            run_scalar(exact[i].name, wide, (uint64_t[3]){G(v[0]), G(v[1]), G(v[2])}, exact[i].n, IR_F64, 0);
        const uint64_t narrow_got =
            run_scalar(exact[i].name, narrow, (uint64_t[3]){F(v[0]), F(v[1]), F(v[2])}, exact[i].n, IR_F32, 0);
        CHECK(wide_got == G(exact[i].expected), "%s row %zu in f64", exact[i].name, i);
        CHECK(narrow_got == F(exact[i].expected), "%s row %zu in f32", exact[i].name, i);
    }
    static const struct {
        const char *name;
        uint32_t n;
        double (*wide)(double);
        float (*narrow)(float);
        double at;
    } by_libm[] = {
        {"sin", 1, sin, sinf, 0.7},       {"cos", 1, cos, cosf, 0.7},       {"tan", 1, tan, tanf, 0.7},
        {"asin", 1, asin, asinf, 0.7},    {"acos", 1, acos, acosf, 0.7},    {"atan", 1, atan, atanf, 0.7},
        {"sinh", 1, sinh, sinhf, 0.7},    {"cosh", 1, cosh, coshf, 0.7},    {"tanh", 1, tanh, tanhf, 0.7},
        {"asinh", 1, asinh, asinhf, 0.7}, {"acosh", 1, acosh, acoshf, 1.7}, {"atanh", 1, atanh, atanhf, 0.7},
        {"exp", 1, exp, expf, 0.7},       {"exp2", 1, exp2, exp2f, 0.7},    {"expm1", 1, expm1, expm1f, 0.7},
        {"ln", 1, log, logf, 0.7},        {"log2", 1, log2, log2f, 0.7},    {"log10", 1, log10, log10f, 0.7},
        {"cbrt", 1, cbrt, cbrtf, 0.7},    {"ln_1p", 1, log1p, log1pf, 0.7}, {"fast_sin", 1, sin, sinf, 0.7},
        {"fast_cos", 1, cos, cosf, 0.7},  {"fast_exp", 1, exp, expf, 0.7},  {"fast_ln", 1, log, logf, 0.7},
    };
    for (size_t i = 0; i < sizeof by_libm / sizeof *by_libm; i++) {
        const ir_type wide = IR_F64, narrow = IR_F32;
        CHECK(run_scalar(by_libm[i].name, &wide, (uint64_t[3]){G(by_libm[i].at)}, 1, IR_F64, 0) ==
                  G(by_libm[i].wide(by_libm[i].at)),
              "%s in f64", by_libm[i].name);
        CHECK(run_scalar(by_libm[i].name, &narrow, (uint64_t[3]){F(by_libm[i].at)}, 1, IR_F32, 0) ==
                  F(by_libm[i].narrow((float)by_libm[i].at)),
              "%s in f32", by_libm[i].name);
    }
    const ir_type wide[2] = {IR_F64, IR_F64};
    CHECK(run_scalar("pow", wide, (uint64_t[3]){G(2), G(10)}, 2, IR_F64, 0) == G(1024), "pow");
    CHECK(run_scalar("atan2", wide, (uint64_t[3]){G(1), G(-1)}, 2, IR_F64, 0) == G(atan2(1, -1)), "atan2");
    const ir_type narrow[2] = {IR_F32, IR_F32};
    CHECK(run_scalar("fmin", narrow, (uint64_t[3]){0x7FC00000, F(2)}, 2, IR_F32, 0) == F(2), "a NaN loses on the left");
    CHECK(run_scalar("fmax", narrow, (uint64_t[3]){F(2), 0x7FC00000}, 2, IR_F32, 0) == F(2),
          "a NaN loses on the right");
}

/* Every 16-bit pattern survives; rounding is to even; against powers and sums that are exact in f64. */
static void test_half(void)
{
    unsigned n_wrong = 0;
    for (uint32_t bits = 0; bits < 65536; bits++) {
        const float value = ir_f16_to_f32((uint16_t)bits), other = ir_bf16_to_f32((uint16_t)bits);
        const uint32_t exponent = bits >> 10 & 31, fraction = bits & 1023;
        const double exact = (bits >> 15 ? -1.0 : 1.0) *
                             (exponent ? ldexp(1024.0 + fraction, (int)exponent - 25) : ldexp(fraction, -24));
        if (exponent == 31)
            n_wrong += fraction ? !isnan(value) : !isinf(value) || (value < 0) != (bits >> 15 != 0);
        else
            n_wrong += (double)value != exact || (signbit(value) != 0) != (bits >> 15 != 0);
        const bool is_nan = isnan(value), other_nan = isnan(other);
        n_wrong += !is_nan && ir_f32_to_f16(value) != bits;
        n_wrong += is_nan && !isnan(ir_f16_to_f32(ir_f32_to_f16(value)));
        n_wrong += !other_nan && ir_f32_to_bf16(other) != bits;
        n_wrong += other_nan && !isnan(ir_bf16_to_f32(ir_f32_to_bf16(other)));
        if (exponent < 30 && !(bits >> 15)) { /* halfway to the next goes to the even one, a little more goes up */
            const float next = ir_f16_to_f32((uint16_t)(bits + 1)), middle = (value + next) / 2;
            n_wrong += ir_f32_to_f16(middle) != (bits & 1 ? bits + 1 : bits);
            n_wrong += ir_f32_to_f16(nextafterf(middle, INFINITY)) != bits + 1;
            n_wrong += ir_f32_to_f16(nextafterf(middle, 0)) != bits;
        }
    }
    CHECK(n_wrong == 0, "%u wrong halves", n_wrong);
    CHECK(ir_f32_to_f16(65519.996f) == 0x7BFF && ir_f32_to_f16(65520) == 0x7C00 && ir_f32_to_f16(-1e30f) == 0xFC00,
          "the largest half");
    CHECK(ir_f32_to_bf16(1.00390625f) == 0x3F80 && ir_f32_to_bf16(1.01171875f) == 0x3F82 &&
              ir_f32_to_bf16(3.4e38f) == 0x7F80,
          "bf16 to even");
    const ir_type u16 = IR_U16, f32 = IR_F32;
    CHECK(run_scalar("f16_to_f32", &u16, (uint64_t[3]){0x3C00}, 1, IR_F32, 0) == F(1), "f16_to_f32");
    CHECK(run_scalar("f32_to_f16", &f32, (uint64_t[3]){F(-2)}, 1, IR_U16, 0) == 0xC000, "f32_to_f16");
    CHECK(run_scalar("bf16_to_f32", &u16, (uint64_t[3]){0x4000}, 1, IR_F32, 0) == F(2), "bf16_to_f32");
    CHECK(run_scalar("f32_to_bf16", &f32, (uint64_t[3]){F(0.5)}, 1, IR_U16, 0) == 0x3F00, "f32_to_bf16");
    const ir_type u8 = IR_U8;
    CHECK(run_scalar("f8e4m3_to_f32", &u8, (uint64_t[3]){0x7E}, 1, IR_F32, 0) == F(448), "f8e4m3_to_f32");
    CHECK(run_scalar("f32_to_f8e4m3", &f32, (uint64_t[3]){F(-1.5)}, 1, IR_U8, 0) == 0xBC, "f32_to_f8e4m3");
    CHECK(run_scalar("f8e5m2_to_f32", &u8, (uint64_t[3]){0x7B}, 1, IR_F32, 0) == F(57344), "f8e5m2_to_f32");
    CHECK(run_scalar("f32_to_f8e5m2", &f32, (uint64_t[3]){F(-1.5)}, 1, IR_U8, 0) == 0xBE, "f32_to_f8e5m2");
}

/* fn "f"(%1: u64) -> u64 of a text, run. */
static uint64_t run_text(const char *text, uint64_t a, ir_outcome wanted)
{
    ir_module *m = module_of(text);
    uint64_t out = 0;
    const void *args[] = {&a};
    const ir_outcome outcome =
        ir_run_function(m, function_of(m, "f"), &(ir_launch){.max_steps = 100000}, args, &out, NULL);
    CHECK(outcome == wanted, "outcome %d, wanted %d:\n%s", outcome, wanted, text);
    return out;
}

static void note_printed(void *user, ir_site_id site, const uint64_t *operands, uint32_t n)
{
    uint64_t *all = user;
    *all = *all * 100 + site * 10 + n + (n == 2 ? operands[0] + operands[1] : 0);
}

static void test_printing(void)
{
    ir_module *m =
        module_of("rustg ir 1\nsite 1 \"k.rs\":7:16 \"{} {i64}\\n\" out\nsite 2 \"k.rs\":8:16 \"two\" err\n"
                  "fn \"f\"(%1: u64) -> u64 {\n%2: i64 = convert %1\nprint.1 %1, %2\nprint.2\nreturn %1\n}\n");
    uint64_t a = 21, out = 0, printed = 0;
    const void *args[] = {&a};
    const ir_launch how = {.max_steps = 100, .print = note_printed, .user = &printed};
    CHECK(ir_run_function(m, function_of(m, "f"), &how, args, &out, NULL) == IR_RAN && out == 21 && printed == 5420,
          "printed %llu", (unsigned long long)printed);
}

static void test_flow(void)
{
    static const char nested[] =
        "rustg ir 1\nfn \"f\"(%1: u64) -> u64 {\nlocal $1 i: u64\nlocal $2 sum: u64\n"
        "%2: u64 = const 0\n%3: u64 = const 1\nset $1, %2\nset $2, %2\n"
        "block '1\n loop '2\n %4: u64 = get $1\n %5: bool = ge %4, %1\n if %5\n break '1\n end\n"
        " %6: u64 = add %4, %3\n set $1, %6\n %7: u64 = and %4, %3\n %8: bool = eq %7, %3\n if %8\n continue '2\n "
        "else\n %9: u64 = get $2\n %10: u64 = add %9, %4\n set $2, %10\n end\n end\nend\n"
        "%11: u64 = get $2\nreturn %11\n}\n";
    CHECK(run_text(nested, 10, IR_RAN) == 20, "the even numbers below 10");
    CHECK(run_text(nested, 0, IR_RAN) == 0, "none");
    run_text(nested, 1000000, IR_TOO_LONG);
    static const char cases[] = "rustg ir 1\nfn \"f\"(%1: u64) -> u64 {\nlocal $1: u64\n%2: i16 = convert %1\nset $1, "
                                "%1\nswitch %2\ncase 1\ncase 2\n%3: u64 = const 12\nset $1, %3\n"
                                "case -1\n%4: u64 = const 100\nset $1, %4\ndefault\n%5: u64 = const 7\nset $1, "
                                "%5\ncase 40\nend\n%6: u64 = get $1\nreturn %6\n}\n";
    static const uint64_t wanted[][2] = {{1, 12}, {2, 12}, {0xFFFF, 100}, {3, 7}, {40, 40}, {0, 7}};
    for (size_t i = 0; i < 6; i++)
        CHECK(run_text(cases, wanted[i][0], IR_RAN) == wanted[i][1], "case %llu: %llu",
              (unsigned long long)wanted[i][0], (unsigned long long)run_text(cases, wanted[i][0], IR_RAN));
    static const char unset[] = "rustg ir 1\nfn \"f\"(%1: u64) -> u64 {\n%2: u64 = undef\n%3: bool = const true\n"
                                "%4: u64 = select %3, %1, %2\nreturn %4\n}\n";
    CHECK(run_text(unset, 5, IR_RAN) == 5, "a value that nobody takes");
    static const char assumed[] = "rustg ir 1\nfn \"f\"(%1: u64) -> u64 {\n%2: u64 = const 3\n%3: bool = lt %1, %2\n"
                                  "undefined_unless.1 %3, %1\nreturn %1\n}\n";
    CHECK(run_text(assumed, 2, IR_RAN) == 2, "what is assumed holds");
    run_text(assumed, 3, IR_BAD_ACCESS);
    static const char recursion[] =
        "rustg ir 1\nfn \"g\"(%1: u64, %2: u64) -> u64 {\n%3: u64 = const 0\n%4: bool = eq %1, %3\nif %4\nreturn "
        "%2\nend\n"
        "%5: u64 = const 1\n%6: u64 = sub %1, %5\n%7: u64 = add %2, %1\n%8: u64 = call \"g\"(%6, %7)\nreturn %8\n}\n"
        "fn \"f\"(%1: u64) -> u64 {\n%2: u64 = const 0\n%3: ptr = function_addr \"g\"\n%4: u64 = call_ptr %3(%1, %2) "
        "like \"g\"\nreturn %4\n}\n";
    CHECK(run_text(recursion, 20000, IR_RAN) == 200010000, "20,000 calls deep");
    static const char forever[] = "rustg ir 1\nfn \"f\"(%1: u64) -> u64 {\n%2: u64 = call \"f\"(%1)\nreturn %2\n}\n";
    run_text(forever, 0, IR_TOO_LONG);
    ir_module *m = module_of(forever);
    uint64_t out;
    const void *args[] = {&out};
    out = 1;
    CHECK(ir_run_function(m, 1, &(ir_launch){0}, args, &out, NULL) == IR_TOO_DEEP, "an endless recursion ends");
    run_text("rustg ir 1\nfn \"f\"(%1: u64) -> u64 {\nloop '1\nend\n}\n", 0, IR_TOO_LONG);
    run_text("rustg ir 1\nfn \"f\"(%1: u64) -> u64 {\n%2: u64 = div %1, %1\nreturn %2\n}\n", 0, IR_BAD_ACCESS);
    run_text("rustg ir 1\nfn \"f\"(%1: u64) -> u64 {\n%2: ptr = const null\n%3: u64 = load %2\nreturn %3\n}\n", 0,
             IR_BAD_ACCESS);
    run_text("rustg ir 1\nfn \"f\"(%1: u64) -> u64 {\n%2: ptr = const null\nstore %2, %1\nreturn %1\n}\n", 0,
             IR_BAD_ACCESS);
    run_text("rustg ir 1\nfn \"f\"(%1: u64) -> u64 {\n%2: ptr = bitcast %1\n%3: u64 = call_ptr %2(%1) like "
             "\"f\"\nreturn %1\n}\n",
             99, IR_BAD_ACCESS);
    CHECK(run_text("rustg ir 1\nfile 0 \"t\"\nfn \"f\"(%1: u64) -> u64 {\nlocal $1: u64\nptx 0 $1, %1\n%2: u64 = add "
                   "%1, %1\nset $1, %2\nend\n%3: u64 = get $1\nreturn %3\n}\n",
                   21, IR_RAN) == 42,
          "ptx runs its list");
    CHECK(run_text("rustg ir 1\nfile 0 \"t\"\ntype #0 = struct { u64, [u64; 2] }\nfn \"f\"(%1: u64) -> u64 {\n"
                   "local $1: #0\n%2: [u64; 2] = make %1, %1\n%3: #0 = make %1, %2\nset $1, %3\nptx 0 $1 tied 1, %1\n"
                   "%4: #0 = get $1\n%5: [u64; 2] = field 1, %4\n%6: u64 = field 1, %5\n%7: u64 = add %6, %1\n"
                   "%8: [u64; 2] = make %1, %7\n%9: #0 = make %7, %8\nset $1, %9\nend\n%10: #0 = get $1\n"
                   "%11: u64 = field 0, %10\nreturn %11\n}\n",
                   21, IR_RAN) == 42,
          "ptx with a tied field runs its list");
    CHECK(run_text("rustg ir 1\nglobal @1 const \"table\": [ptr; 2] = x\"00000000000000000000000000000000\" reloc 8 "
                   "fn \"double\"\nfn \"f\"(%1: u64) -> u64 {\n%2: ptr = global_addr @1\n%3: ptr = field_addr [ptr; "
                   "2] 1, %2\n%4: ptr = load %3\n%5: u64 = call_ptr %4(%1) like \"double\"\nreturn %5\n}\n"
                   "fn \"double\"(%1: u64) -> u64 {\n%2: u64 = add %1, %1\nreturn %2\n}\n",
                   21, IR_RAN) == 42,
          "a function's address in data");
}

static void test_memory(void)
{
    static const char text[] =
        "rustg ir 1\ntype #0 = struct { u8, u32, [u16; 3] } align 32 \"S\"\ntype #1 = union { f32, u32 }\n"
        "global @1 const \"bytes\": [u8; 4] = x\"01020304\"\nglobal @2 const \"points\": [u64; 2] = "
        "x\"00000000000000000000000000000000\" reloc 0 @1 2 reloc 8 @2 0\n"
        "global @3 global \"counter\": u64\n"
        "fn \"first\"(%1: #0, %2: #0) -> #0 {\nreturn %1\n}\n"
        "fn \"f\"(%1: u64) -> u64 {\nlocal $1: #0\nlocal $2: [#0; 3]\n"
        "%2: u8 = const 7\n%3: u32 = convert %1\n%4: u16 = const 5\n%5: [u16; 3] = make %4, %4, %4\n%6: #0 = make %2, "
        "%3, %5\nset $1, %6\n"
        "%7: ptr = local_addr $1\n%8: ptr = field_addr #0 2, %7\n%9: u64 = const 1\n%10: ptr = element_addr u16, %8, "
        "%9\n%11: u16 = load %10\n" /* 5 */
        "%12: u16 = const 9\nstore %10, %12\n%13: #0 = load %7\n%14: #0 = zero\n%15: #0 = call \"first\"(%13, %14)\n"
        "%16: [u16; 3] = field 2, %15\n%17: u16 = field 1, %16\n" /* 9 */
        "%18: u32 = field 1, %15\n"                               /* a */
        "%19: ptr = local_addr $2\n%20: u64 = const 2\n%21: ptr = element_addr #0, %19, %20\nstore %21, %15\n%22: ptr "
        "= field_addr [#0; 3] 2, %19\n%23: #0 = load %22\n%24: u8 = field 0, %23\n"    /* 7 */
        "%25: f32 = const 1.0\n%26: #1 = make field 0, %25\n%27: u32 = field 1, %26\n" /* 3F800000 */
        "%28: ptr = global_addr @2\n%29: ptr = load %28\n%30: u8 = load %29\n"         /* 3 */
        "%31: ptr = global_addr @3\n%32: u64 = load %31\n"                             /* 0 */
        "store %31, %1\n%33: u64 = load volatile %31\n"
        "%34: ptr = field_addr [u64; 2] 1, %28\n%35: ptr = load %34\n%36: bool = eq %35, %28\n" /* true */
        "%37: u64 = const 32\n%38: ptr = element_addr u8, %19, %37\nmemcpy %19, %21, %37\n%39: u8 = load %19\n" /* 7 */
        "%40: u64 = bitcast %7\n%41: u64 = const 31\n%42: u64 = and %40, %41\n" /* 0: aligned */
        "%43: u64 = convert %11\n%44: u64 = convert %17\n%45: u64 = convert %18\n%46: u64 = convert %24\n%47: u64 = "
        "convert %27\n%48: u64 = convert %30\n%49: u64 = convert %36\n%50: u64 = convert %39\n"
        "%51: u64 = mul %43, %44\n%52: u64 = add %51, %45\n%53: u64 = add %52, %46\n%54: u64 = xor %53, %47\n%55: u64 "
        "= add %54, %48\n%56: u64 = add %55, %32\n%57: u64 = add %56, %33\n%58: u64 = add %57, %49\n%59: u64 = add "
        "%58, %50\n%60: u64 = add %59, %42\n"
        "of_one_allocation %28, %34\nscalars_at.788488 %28\n"            /* two of 8 bytes, alignment 8 */
        "aligned_around.2051 %28, %34\nlocal_gone %19\nlocal_gone %28\n" /* 8 bytes, alignment 8 */
        "return %60\n}\n";
    const uint64_t a = 1000, wanted = (((5 * 9 + a + 7) ^ 0x3F800000) + 3 + 0) + a + 1 + 7 + 0;
    const uint64_t got = run_text(text, a, IR_RAN);
    CHECK(got == wanted, "memory: %llu, wanted %llu", (unsigned long long)got, (unsigned long long)wanted);
}

static void test_atomics(void)
{
    const struct {
        const char *op;
        ir_type type;
        uint64_t old, operand, other, after;
    } rows[] = {
        {"atomic_add", IR_U32, UINT32_MAX, 2, 0, 1},
        {"atomic_add", IR_F32, F(1.5), F(2), 0, F(3.5)},
        {"atomic_add", IR_F64, G(1.5), G(2), 0, G(3.5)},
        {"atomic_sub", IR_I64, 1, 2, 0, UINT64_MAX},
        {"atomic_and", IR_U32, 12, 10, 0, 8},
        {"atomic_or", IR_U64, 12, 10, 0, 14},
        {"atomic_xor", IR_I32, 12, 10, 0, 6},
        {"atomic_min", IR_I32, 1, I(-1) & UINT32_MAX, 0, UINT32_MAX},
        {"atomic_min", IR_U32, 1, UINT32_MAX, 0, 1},
        {"atomic_max", IR_I64, 1, UINT64_MAX, 0, 1},
        {"atomic_max", IR_U64, 1, UINT64_MAX, 0, UINT64_MAX},
        {"atomic_exchange", IR_F32, F(1), F(2), 0, F(2)},
        {"atomic_compare_exchange", IR_U32, 5, 5, 9, 9},
        {"atomic_compare_exchange", IR_U64, 5, 6, 9, 5},
        {"atomic_load", IR_U64, 77, 0, 0, 77},
        {"atomic_store", IR_U32, 5, 6, 0, 6},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *type = ir_scalar_names[rows[i].type];
        const bool has_result = strcmp(rows[i].op, "atomic_store") != 0,
                   exchange = strcmp(rows[i].op, "atomic_compare_exchange") == 0;
        const char *operands = strcmp(rows[i].op, "atomic_load") == 0 ? "%1" : exchange ? "%1, %2, %3" : "%1, %2";
        const char *text = arena_format(
            &memory,
            "rustg ir 1\nfn \"f\"(%%1: ptr, %%2: %s, %%3: %s) -> %s {\n%s%s%s.acq_rel.device %s\nreturn %s\n}\n", type,
            type, type, has_result ? "%4: " : "", has_result ? arena_format(&memory, "%s = ", type) : "", rows[i].op,
            operands, has_result ? "%4" : "%2");
        ir_module *m = module_of(text);
        uint64_t cell = rows[i].old, out = 0;
        uint64_t *at = &cell;
        const void *args[] = {&at, &rows[i].operand, &rows[i].other};
        const ir_memory reached = {&cell, sizeof cell, "cell", false};
        const ir_launch how = {.memory = &reached, .n_memory = 1};
        CHECK(ir_run_function(m, 1, &how, args, &out, NULL) == IR_RAN, "%s", text);
        CHECK(ir_low_bits(cell, ir_size(m, rows[i].type)) == rows[i].after, "row %zu: %s leaves %llx", i, rows[i].op,
              (unsigned long long)cell);
        CHECK(!has_result || out == rows[i].old, "row %zu: %s gives %llx", i, rows[i].op, (unsigned long long)out);
    }
}

static void test_panic(void)
{
    ir_module *m = module_of("rustg ir 1\nsite 1 \"k.rs\":7:16 \"index out of bounds: the len is {} but the index is "
                             "{}\"\nsite 2 \"k.rs\":9:1 \"got {i64} and {f64}\"\n"
                             "kernel \"k\"(%1: ptr, %2: u64) {\n%3: u32 = thread_idx.x\n%4: u64 = convert %3\n%5: bool "
                             "= lt %4, %2\ncheck %5, site 1, %2, %4\n"
                             "%6: ptr = element_addr u64, %1, %4\nstore %6, %2\nreturn\n}\nkernel \"t\"() {\n%1: i64 = "
                             "const -3\n%2: u64 = const 4611686018427387904\ntrap site 2, %1, %2\n}\n");
    uint64_t out[8] = {0}, n = 5, *at = out;
    const void *args[] = {&at, &n};
    const ir_memory reached = {out, sizeof out, "out", false};
    const ir_launch launch = {.grid = {1, 1, 1}, .block = {8, 1, 1}, .memory = &reached, .n_memory = 1};
    ir_panic panic;
    CHECK(ir_run_kernel(m, function_of(m, "k"), &launch, args, &panic) == IR_PANICKED, "a check fails");
    CHECK(panic.happened && panic.site == 1 && panic.operands[0] == 5 && panic.operands[1] == 5 &&
              panic.thread[0] == 5 && panic.block[0] == 0,
          "the first panic");
    CHECK(panic.kernel == function_of(m, "k"), "its kernel");
    CHECK(strcmp(ir_panic_text(m, &panic), "index out of bounds: the len is 5 but the index is 5") == 0, "%s",
          ir_panic_text(m, &panic));
    for (int i = 0; i < 8; i++)
        CHECK(out[i] == (i < 5 ? 5 : 0), "the others went on: %d", i);
    CHECK(ir_run_kernel(m, function_of(m, "t"), &launch, NULL, &panic) == IR_PANICKED && panic.site == 2, "a trap");
    CHECK(strcmp(ir_panic_text(m, &panic), "got -3 and 2") == 0, "%s", ir_panic_text(m, &panic));
}

static void test_kernels(void)
{
    ir_module *m = module_of(file_text("tests/ir/block_sum.ir"));
    uint32_t sums[4] = {0}, *at = sums;
    const void *args[] = {&at};
    const ir_memory reached = {sums, sizeof sums, "sums", false};
    const ir_launch launch = {.grid = {4, 1, 1}, .block = {64, 1, 1}, .memory = &reached, .n_memory = 1};
    ir_panic panic;
    CHECK(ir_run_kernel(m, function_of(m, "block_sum"), &launch, args, &panic) == IR_RAN && !panic.happened,
          "block_sum runs");
    CHECK(sums[0] == 64 * 65 / 2 && sums[1] == sums[0] && sums[3] == sums[0], "sum %u", sums[0]);

    m = module_of(file_text("tests/ir/saxpy.ir"));
    enum { N = 1000 };
    float a = 2, x[N], y[N];
    for (int i = 0; i < N; i++) {
        x[i] = (float)i;
        y[i] = 1;
    }
    float *x_at = x, *y_at = y;
    uint64_t n = N, x_n = N - 1;
    const void *saxpy[] = {&a, &x_at, &n, &y_at, &n};
    const ir_memory vectors[] = {{y, sizeof y, "y", false}, {x, sizeof x, "x", false}};
    const ir_launch blocks = {.grid = {4, 1, 1}, .block = {256, 1, 1}, .memory = vectors, .n_memory = 2};
    CHECK(ir_run_kernel(m, 1, &blocks, saxpy, &panic) == IR_RAN, "saxpy runs");
    unsigned n_wrong = 0;
    for (int i = 0; i < N; i++)
        n_wrong += y[i] != 2 * (float)i + 1;
    CHECK(n_wrong == 0, "saxpy: %u wrong", n_wrong);
    saxpy[2] = &x_n;
    CHECK(ir_run_kernel(m, 1, &blocks, saxpy, &panic) == IR_PANICKED && panic.block[0] == 3 && panic.thread[0] == 231,
          "saxpy with a short slice");
    CHECK(strcmp(ir_panic_text(m, &panic), "index out of bounds: the len is 999 but the index is 999") == 0, "%s",
          ir_panic_text(m, &panic));

    m = module_of("rustg ir 1\nglobal @1 shared \"a\": [u64; 3]\nglobal @2 shared dynamic \"d\": [u32; 0]\nkernel "
                  "\"places\"(%1: ptr) {\n"
                  "%2: u32 = thread_idx.x\n%3: u32 = thread_idx.y\n%4: u32 = thread_idx.z\n%5: u32 = block_idx.x\n%6: "
                  "u32 = block_idx.y\n%7: u32 = block_idx.z\n"
                  "%8: u32 = block_dim.x\n%9: u32 = block_dim.y\n%10: u32 = block_dim.z\n%11: u32 = grid_dim.x\n%12: "
                  "u32 = grid_dim.y\n%13: u32 = grid_dim.z\n%14: u32 = lane\n%15: u32 = dyn_shared_bytes\n"
                  "%16: ptr = dyn_shared\n%17: ptr = global_addr @2\n%18: bool = eq %16, %17\n"
                  "%19: u64 = range_first.1\n%20: u64 = convert %2\n%21: bool = eq %19, %20\n"
                  "%22: u64 = range_end.2\n%23: u64 = range_first.2\n%24: u64 = sub %22, %23\n"
                  "%25: u64 = thread_index\n%26: u64 = sub %25, %23\n%27: u64 = sub %24, %26\n"
                  "%28: u64 = const 1\n%29: bool = eq %27, %28\nrange_at.2 %23\nprefetch %1, %28\n"
                  "%30: bool = and %18, %21\n%31: bool = and %30, %29\n%32: u32 = convert %31\n"
                  "%33: [u32; 15] = make %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %32\n"
                  "%34: ptr = element_addr [u32; 15], %1, %25\nstore %34, %33\nreturn\n}\n");
    static uint32_t of_threads[24 * 210][15];
    uint32_t *places_at = of_threads[0], *places = of_threads[24 * 210 - 1];
    const void *places_args[] = {&places_at};
    const ir_memory in_places = {of_threads, sizeof of_threads, "places", false};
    const ir_launch odd = {
        .grid = {2, 3, 4}, .block = {5, 6, 7}, .dynamic_shared = 100, .memory = &in_places, .n_memory = 1};
    static const uint32_t wanted[15] = {4, 5, 6, 1, 2, 3, 5, 6, 7, 2, 3, 4, (5 * 6 * 7 - 1) % 32, 100, 1};
    CHECK(ir_run_kernel(m, 1, &odd, places_args, &panic) == IR_RAN, "places runs");
    for (int i = 0; i < 15; i++)
        CHECK(places[i] == wanted[i], "place %d of the last thread: %u", i, places[i]);
}

static void test_warp(void)
{
    ir_module *m = module_of(
        "rustg ir 1\nkernel \"w\"(%1: ptr, %2: u32) {\n%3: u32 = thread_idx.x\n%4: u64 = convert %3\n%5: u64 = const "
        "8\n%6: u64 = mul %4, %5\n"
        "%7: u32 = shuffle %3, %2\n%8: u32 = shuffle_xor %3, %2\n%9: u32 = shuffle_down %3, %2\n%10: u32 = shuffle_up "
        "%3, %2\n"
        "%11: u32 = const 1\n%12: u32 = and %3, %11\n%13: bool = eq %12, %11\n%14: u32 = ballot %13\n%15: bool = any "
        "%13\n%16: bool = all %13\n%17: u32 = const 1000\n%18: bool = lt %3, %17\n%19: bool = all %18\n%20: bool = gt "
        "%3, %17\n%21: bool = any %20\n"
        "%22: u32 = convert %15\n%23: u32 = convert %16\n%24: u32 = convert %19\n%25: u32 = convert %21\n%26: u32 = "
        "add %22, %23\n%27: u32 = add %24, %24\n%28: u32 = add %26, %27\n%29: u32 = add %28, %25\n"
        "%30: f64 = const 0.5\n%31: f64 = convert %3\n%32: f64 = add %31, %30\n%33: f64 = shuffle_xor %32, %11\n%34: "
        "u32 = convert %33\nwarp_sync\nbarrier\nfence.seq_cst.device\n"
        "%35: [u32; 8] = make %7, %8, %9, %10, %14, %29, %34, %3\n%36: ptr = element_addr u32, %1, %6\nstore %36, "
        "%35\nreturn\n}\n");
    enum { N = 72 };
    uint32_t out[N][8], by = 5;
    void *at = out;
    const void *args[] = {&at, &by};
    uint32_t mask = 0, *mask_at = &mask;
    const ir_memory reached[] = {{out, sizeof out, "out", false}, {&mask, sizeof mask, "mask", false}};
    const ir_launch launch = {.grid = {1, 1, 1}, .block = {N, 1, 1}, .memory = reached, .n_memory = 2};
    CHECK(ir_run_kernel(m, 1, &launch, args, NULL) == IR_RAN, "warp operations run");
    for (uint32_t i = 0; i < N; i++) {
        const uint32_t first = i / 32 * 32, lane = i % 32, n = N - first < 32 ? N - first : 32;
#define FROM(other) ((other) < n ? first + (other) : i)
        CHECK(out[i][0] == first + 5, "shuffle to %u: %u", i, out[i][0]);
        CHECK(out[i][1] == FROM(lane ^ 5), "shuffle_xor to %u: %u", i, out[i][1]);
        CHECK(out[i][2] == (lane + 5 < 32 ? FROM(lane + 5) : i), "shuffle_down to %u: %u", i, out[i][2]);
        CHECK(out[i][3] == (lane >= 5 ? i - 5 : i), "shuffle_up to %u: %u", i, out[i][3]);
        CHECK(out[i][4] == (n == 32 ? 0xAAAAAAAA : 0xAA), "ballot: %x", out[i][4]);
        CHECK(out[i][5] == 3, "any and all: %u", out[i][5]);
        CHECK(out[i][6] == (i ^ 1) && out[i][7] == i, "64 bits: %u", out[i][6]);
    }
    /* lanes that have ended take no part */
    m = module_of("rustg ir 1\nkernel \"w\"(%1: ptr) {\n%2: u32 = lane\n%3: u32 = const 3\n%4: bool = gt %2, %3\nif "
                  "%4\nreturn\nend\n%5: bool = const true\n%6: u32 = ballot %5\n%7: bool = all %5\nbarrier\n%8: u32 = "
                  "thread_idx.x\n%9: bool = eq %8, %3\nif %9\nstore "
                  "%1, %6\nend\nreturn\n}\n");
    const void *mask_args[] = {&mask_at};
    CHECK(ir_run_kernel(m, 1, &launch, mask_args, NULL) == IR_RAN && mask == 0xF, "ended lanes: %x", mask);
}

static void test_deadlock(void)
{
    const ir_launch launch = {.grid = {1, 1, 1}, .block = {4, 1, 1}};
    ir_module *m = module_of("rustg ir 1\nkernel \"d\"() {\n%1: u32 = lane\n%2: u32 = const 1\n%3: bool = lt %1, "
                             "%2\nif %3\nbarrier\nelse\nwarp_sync\nend\nreturn\n}\n");
    CHECK(ir_run_kernel(m, 1, &launch, NULL, NULL) == IR_DEADLOCK, "a barrier not all reach");
    m = module_of("rustg ir 1\nkernel \"d\"() {\n%1: u32 = lane\n%2: u32 = const 1\n%3: bool = lt %1, %2\nif %3\n%4: "
                  "bool = any %3\nelse\n%5: bool = all %3\nend\nreturn\n}\n");
    CHECK(ir_run_kernel(m, 1, &launch, NULL, NULL) == IR_DEADLOCK, "lanes at different operations");
    m = module_of("rustg ir 1\nkernel \"d\"() {\nloop '1\nbarrier\nend\nreturn\n}\n");
    const ir_launch limited = {.grid = {1, 1, 1}, .block = {4, 1, 1}, .max_steps = 1000};
    CHECK(ir_run_kernel(m, 1, &limited, NULL, NULL) == IR_TOO_LONG, "barriers for ever");
    m = module_of("rustg ir 1\nkernel \"d\"() {\nreturn\n}\n");
    const ir_launch many = {.grid = {100, 100, 1}, .block = {4, 1, 1}, .max_steps = 1000};
    CHECK(ir_run_kernel(m, 1, &many, NULL, NULL) == IR_TOO_LONG, "threads count");
    const ir_launch large = {.grid = {1, 1, 1}, .block = {1, 1, 1}, .dynamic_shared = UINT64_C(1) << 40};
    CHECK(ir_run_kernel(m, 1, &large, NULL, NULL) == IR_OUT_OF_MEMORY, "shared memory of 2^40 bytes");
}

/* PTX is a GPU's: what runs is the Rust beside it. */
static void test_all_are_here(void)
{
    for (uint32_t op = 0; op < IR_N_OPS; op++)
        CHECK(has_op[op] || op == IR_PTX, "%s: in no row", ir_op_rows[op].text);
    for (uint32_t what = 0; what < IR_N_INTRINSICS; what++)
        CHECK(has_intrinsic[what], "%s: in no row", ir_intrinsic_rows[what].text);
}

int main(void)
{
    check_begin();
    test_ops();
    test_bytes();
    test_overflows();
    test_conversions();
    test_integer_intrinsics();
    test_float_intrinsics();
    test_half();
    test_printing();
    test_flow();
    test_memory();
    test_atomics();
    test_panic();
    test_kernels();
    test_warp();
    test_deadlock();
    test_all_are_here();
    return check_end("ir_interp_test");
}
