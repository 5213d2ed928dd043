/* ir_interp_intrinsic.c: the intrinsics that one thread does alone. */
#include <math.h>

#include "ir/ir_interp.h"

__extension__ typedef unsigned __int128 wide_u64;
__extension__ typedef __int128 wide_i64;

static uint64_t read_low(const uint8_t *from, uint8_t size)
{
    uint64_t bits = 0;
    memcpy(&bits, from, size);
    return bits;
}

static int64_t read_signed(const uint8_t *from, uint8_t size)
{
    const uint64_t sign = UINT64_C(1) << (8 * size - 1);
    return (int64_t)((read_low(from, size) ^ sign) - sign);
}

static void write_u64(uint8_t *to, uint64_t bits) /* a scalar's place has 8 bytes */
{
    memcpy(to, &bits, sizeof bits);
}

static uint64_t reversed(uint64_t bits, uint8_t size, bool by_bytes)
{
    uint64_t result = 0;
    const uint32_t step = by_bytes ? 8 : 1;
    for (uint32_t i = 0; i < 8u * size; i += step)
        result = result << step | (bits >> i & (by_bytes ? 0xFF : 1));
    return result;
}

static uint64_t mul_high(uint64_t a, uint64_t b, uint8_t kind)
{
    switch (kind) {
    case IR_U32: return (a & UINT32_MAX) * (b & UINT32_MAX) >> 32;
    case IR_I32: return (uint64_t)((int64_t)(int32_t)a * (int32_t)b >> 32);
    case IR_I64: return (uint64_t)((wide_i64)(int64_t)a * (int64_t)b >> 64);
    default: return (uint64_t)((wide_u64)a * b >> 64);
    }
}

static float divide(float a, float b) __attribute__((no_sanitize("float-divide-by-zero")));
static float divide(float a, float b)
{
    return a / b;
}

static double divide_wide(double a, double b) __attribute__((no_sanitize("float-divide-by-zero")));
static double divide_wide(double a, double b)
{
    return a / b;
}

/* -0 is less than +0, and a NaN loses: what PTX's min and max do. */
static double least(double a, double b)
{
    if (a != a || b != b)
        return a != a ? b : a;
    return a < b || (a == b && signbit(a)) ? a : b;
}

static double most(double a, double b)
{
    if (a != a || b != b)
        return a != a ? b : a;
    return a > b || (a == b && !signbit(a)) ? a : b;
}

static float math_f32(ir_intrinsic what, float a, float b, float c)
{
    switch (what) {
    case IR_IN_FMA: return fmaf(a, b, c);
    case IR_IN_SQRT: return sqrtf(a);
    case IR_IN_FABS: return fabsf(a);
    case IR_IN_COPYSIGN: return copysignf(a, b);
    case IR_IN_FLOOR: return floorf(a);
    case IR_IN_CEIL: return ceilf(a);
    case IR_IN_TRUNC: return truncf(a);
    case IR_IN_ROUND: return roundf(a);
    case IR_IN_ROUND_EVEN: return rintf(a);
    case IR_IN_FMIN: return (float)least((double)a, (double)b);
    case IR_IN_FMAX: return (float)most((double)a, (double)b);
    case IR_IN_SIN:
    case IR_IN_FAST_SIN: return sinf(a);
    case IR_IN_COS:
    case IR_IN_FAST_COS: return cosf(a);
    case IR_IN_TAN: return tanf(a);
    case IR_IN_ASIN: return asinf(a);
    case IR_IN_ACOS: return acosf(a);
    case IR_IN_ATAN: return atanf(a);
    case IR_IN_ATAN2: return atan2f(a, b);
    case IR_IN_SINH: return sinhf(a);
    case IR_IN_COSH: return coshf(a);
    case IR_IN_TANH: return tanhf(a);
    case IR_IN_ASINH: return asinhf(a);
    case IR_IN_ACOSH: return acoshf(a);
    case IR_IN_ATANH: return atanhf(a);
    case IR_IN_EXP:
    case IR_IN_FAST_EXP: return expf(a);
    case IR_IN_EXP2: return exp2f(a);
    case IR_IN_EXPM1: return expm1f(a);
    case IR_IN_LN:
    case IR_IN_FAST_LN: return logf(a);
    case IR_IN_LOG2: return log2f(a);
    case IR_IN_LOG10: return log10f(a);
    case IR_IN_LN_1P: return log1pf(a);
    case IR_IN_POW: return powf(a, b);
    case IR_IN_CBRT: return cbrtf(a);
    case IR_IN_HYPOT: return hypotf(a, b);
    case IR_IN_FAST_DIV: return divide(a, b);
    default: return divide(1, sqrtf(a)); /* RSQRT */
    }
}

static double math_f64(ir_intrinsic what, double a, double b, double c)
{
    switch (what) {
    case IR_IN_FMA: return fma(a, b, c);
    case IR_IN_SQRT: return sqrt(a);
    case IR_IN_FABS: return fabs(a);
    case IR_IN_COPYSIGN: return copysign(a, b);
    case IR_IN_FLOOR: return floor(a);
    case IR_IN_CEIL: return ceil(a);
    case IR_IN_TRUNC: return trunc(a);
    case IR_IN_ROUND: return round(a);
    case IR_IN_ROUND_EVEN: return rint(a);
    case IR_IN_FMIN: return least(a, b);
    case IR_IN_FMAX: return most(a, b);
    case IR_IN_SIN:
    case IR_IN_FAST_SIN: return sin(a);
    case IR_IN_COS:
    case IR_IN_FAST_COS: return cos(a);
    case IR_IN_TAN: return tan(a);
    case IR_IN_ASIN: return asin(a);
    case IR_IN_ACOS: return acos(a);
    case IR_IN_ATAN: return atan(a);
    case IR_IN_ATAN2: return atan2(a, b);
    case IR_IN_SINH: return sinh(a);
    case IR_IN_COSH: return cosh(a);
    case IR_IN_TANH: return tanh(a);
    case IR_IN_ASINH: return asinh(a);
    case IR_IN_ACOSH: return acosh(a);
    case IR_IN_ATANH: return atanh(a);
    case IR_IN_EXP:
    case IR_IN_FAST_EXP: return exp(a);
    case IR_IN_EXP2: return exp2(a);
    case IR_IN_EXPM1: return expm1(a);
    case IR_IN_LN:
    case IR_IN_FAST_LN: return log(a);
    case IR_IN_LOG2: return log2(a);
    case IR_IN_LOG10: return log10(a);
    case IR_IN_LN_1P: return log1p(a);
    case IR_IN_POW: return pow(a, b);
    case IR_IN_CBRT: return cbrt(a);
    case IR_IN_HYPOT: return hypot(a, b);
    case IR_IN_FAST_DIV: return divide_wide(a, b);
    default: return divide_wide(1, sqrt(a)); /* RSQRT */
    }
}

static void math(ir_intrinsic what, const interp_slow *slow, uint8_t *to, const uint8_t *const from[3], uint32_t n_args)
{
    float narrow[3] = {0};
    double wide[3] = {0};
    for (uint32_t i = 0; i < n_args; i++) {
        if (slow->kind == IR_F32)
            memcpy(&narrow[i], from[i], sizeof *narrow);
        else
            memcpy(&wide[i], from[i], sizeof *wide);
    }
    if (slow->kind == IR_F32) {
        narrow[0] = math_f32(what, narrow[0], narrow[1], narrow[2]);
        memcpy(to, narrow, sizeof *narrow);
    } else {
        wide[0] = math_f64(what, wide[0], wide[1], wide[2]);
        memcpy(to, wide, sizeof *wide);
    }
}

static uint64_t add_floats(uint64_t a, uint64_t b, uint8_t kind)
{
    uint64_t bits = 0;
    if (kind == IR_F32) {
        float x, y;
        memcpy(&x, &a, sizeof x);
        memcpy(&y, &b, sizeof y);
        x += y;
        memcpy(&bits, &x, sizeof x);
    } else {
        double x, y;
        memcpy(&x, &a, sizeof x);
        memcpy(&y, &b, sizeof y);
        x += y;
        memcpy(&bits, &x, sizeof x);
    }
    return bits;
}

static bool is_less(uint64_t a, uint64_t b, uint8_t kind)
{
    switch (kind) {
    case IR_I32: return (int32_t)a < (int32_t)b;
    case IR_I64: return (int64_t)a < (int64_t)b;
    default: return a < b;
    }
}

/* What memory holds afterwards. */
static uint64_t updated(ir_intrinsic what, uint64_t old, uint64_t operand, uint64_t other, uint8_t kind)
{
    switch (what) {
    case IR_IN_ATOMIC_STORE:
    case IR_IN_ATOMIC_EXCHANGE: return operand;
    case IR_IN_ATOMIC_COMPARE_EXCHANGE: return old == operand ? other : old;
    case IR_IN_ATOMIC_ADD: return kind == IR_F32 || kind == IR_F64 ? add_floats(old, operand, kind) : old + operand;
    case IR_IN_ATOMIC_SUB: return old - operand;
    case IR_IN_ATOMIC_AND: return old & operand;
    case IR_IN_ATOMIC_OR: return old | operand;
    case IR_IN_ATOMIC_XOR: return old ^ operand;
    case IR_IN_ATOMIC_MIN: return is_less(operand, old, kind) ? operand : old;
    case IR_IN_ATOMIC_MAX: return is_less(old, operand, kind) ? operand : old;
    default: return old;
    }
}

/* Threads take turns only where they wait, so a plain update is atomic. */
static bool atomic(interp *in, const interp_op *op, const interp_slow *slow, uint8_t *frame)
{
    const ir_intrinsic what = (ir_intrinsic)op->aux;
    const uint64_t address = read_low(frame + slow->args[0], 8);
    const bool has_operand = ir_intrinsic_rows[what].n_args > 1;
    uint8_t *set, *memory = interp_reach(in, op, address, slow->size, slow->size, has_operand, &set);
    if (!memory)
        return false;
    const uint64_t old = read_low(memory, slow->size),
                   operand = has_operand ? read_low(frame + slow->args[1], slow->size) : 0;
    const uint64_t other = what == IR_IN_ATOMIC_COMPARE_EXCHANGE ? read_low(frame + slow->args[2], slow->size) : 0;
    if (has_operand) {
        const uint64_t now = updated(what, old, operand, other, slow->kind);
        memcpy(memory, &now, slow->size);
        if (set)
            memset(set, 1, slow->size);
    }
    if (ir_intrinsic_rows[what].flags & IR_HAS_RESULT)
        memcpy(frame + op->d, &old, slow->size);
    return true;
}

static bool copy_memory(interp *in, const interp_op *op, const interp_slow *slow, const uint8_t *frame)
{
    const uint64_t to = read_low(frame + slow->args[0], 8), from = read_low(frame + slow->args[1], 8),
                   n = read_low(frame + slow->args[2], 8);
    uint8_t *source_set, *set;
    if (n == 0)
        return true;
    const uint8_t *source = interp_reach(in, op, from, n, 1, false, &source_set);
    uint8_t *memory = source ? interp_reach(in, op, to, n, 1, true, &set) : NULL;
    if (!memory)
        return false;
    memmove(memory, source, n);
    if (set && source_set)
        memmove(set, source_set, n);
    else if (set)
        memset(set, 1, n);
    return true;
}

static uint64_t thread_index(const interp *in)
{
    const uint32_t *grid = in->launch.grid, *dim = in->launch.block, *at = in->thread->index;
    const uint64_t block = in->block[0] + (in->block[1] + (uint64_t)in->block[2] * grid[1]) * grid[0];
    return block * ((uint64_t)dim[0] * dim[1] * dim[2]) + at[0] + (at[1] + (uint64_t)at[2] * dim[1]) * dim[0];
}

bool interp_intrinsic(interp *in, const interp_op *op, uint8_t *frame, const interp_slow *slow)
{
    const ir_intrinsic what = (ir_intrinsic)op->aux;
    uint8_t *to = frame + op->d;
    const uint8_t *const from[3] = {frame + slow->args[0], frame + slow->args[1], frame + slow->args[2]};
    if (ir_is_atomic(what))
        return atomic(in, op, slow, frame);
    switch (what) {
    case IR_IN_THREAD_IDX: write_u64(to, in->thread->index[slow->imm]); break;
    case IR_IN_BLOCK_IDX: write_u64(to, in->block[slow->imm]); break;
    case IR_IN_BLOCK_DIM: write_u64(to, in->launch.block[slow->imm]); break;
    case IR_IN_GRID_DIM: write_u64(to, in->launch.grid[slow->imm]); break;
    case IR_IN_THREAD_INDEX: write_u64(to, thread_index(in)); break;
    case IR_IN_LANE: write_u64(to, in->thread->lane); break;
    case IR_IN_DYN_SHARED: write_u64(to, in->dynamic_at); break;
    case IR_IN_DYN_SHARED_BYTES: write_u64(to, (uint32_t)in->launch.dynamic_shared); break;
    case IR_IN_FENCE: break;
    case IR_IN_MEMCPY: return copy_memory(in, op, slow, frame);
    case IR_IN_COUNT_ONES: write_u64(to, (uint64_t)__builtin_popcountll(read_low(from[0], slow->size))); break;
    case IR_IN_LEADING_ZEROS: {
        const uint64_t bits = read_low(from[0], slow->size);
        write_u64(to, bits ? (uint64_t)__builtin_clzll(bits) - (64 - 8u * slow->size) : 8u * slow->size);
        break;
    }
    case IR_IN_TRAILING_ZEROS: {
        const uint64_t bits = read_low(from[0], slow->size);
        write_u64(to, bits ? (uint64_t)__builtin_ctzll(bits) : 8u * slow->size);
        break;
    }
    case IR_IN_SWAP_BYTES: write_u64(to, reversed(read_low(from[0], slow->size), slow->size, true)); break;
    case IR_IN_REVERSE_BITS: write_u64(to, reversed(read_low(from[0], slow->size), slow->size, false)); break;
    case IR_IN_MUL_HIGH:
        if (slow->kind == IR_I32 || slow->kind == IR_I64)
            write_u64(to, mul_high((uint64_t)read_signed(from[0], slow->size),
                                   (uint64_t)read_signed(from[1], slow->size), slow->kind));
        else
            write_u64(to, mul_high(read_low(from[0], slow->size), read_low(from[1], slow->size), slow->kind));
        break;
    case IR_IN_F16_TO_F32:
    case IR_IN_BF16_TO_F32: {
        const uint16_t bits = (uint16_t)read_low(from[0], 2);
        const float value = what == IR_IN_F16_TO_F32 ? ir_f16_to_f32(bits) : ir_bf16_to_f32(bits);
        memcpy(to, &value, sizeof value);
        break;
    }
    case IR_IN_F32_TO_F16:
    case IR_IN_F32_TO_BF16: {
        float value;
        memcpy(&value, from[0], sizeof value);
        write_u64(to, what == IR_IN_F32_TO_F16 ? ir_f32_to_f16(value) : ir_f32_to_bf16(value));
        break;
    }
    case IR_IN_F8E4M3_TO_F32:
    case IR_IN_F8E5M2_TO_F32: {
        const float value = ir_f8_to_f32((uint8_t)read_low(from[0], 1), what == IR_IN_F8E4M3_TO_F32 ? 3 : 2);
        memcpy(to, &value, sizeof value);
        break;
    }
    case IR_IN_F32_TO_F8E4M3:
    case IR_IN_F32_TO_F8E5M2: {
        float value;
        memcpy(&value, from[0], sizeof value);
        write_u64(to, ir_f32_to_f8(value, what == IR_IN_F32_TO_F8E4M3 ? 3 : 2));
        break;
    }
    default: math(what, slow, to, from, (uint32_t)ir_intrinsic_rows[what].n_args); break;
    }
    return true;
}
