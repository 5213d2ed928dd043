/* ir_interp_intrinsic.c: runs the intrinsics that one thread does alone. */
#include <math.h>

#include "ir/ir_interp.h"

__extension__ typedef unsigned __int128 wide_u64;
__extension__ typedef __int128 wide_i64;

static int64_t ir_read_signed(const uint8_t *from, uint8_t size)
{
    const uint64_t sign = UINT64_C(1) << (8 * size - 1);
    return (int64_t)((ir_load_bits(from, size) ^ sign) - sign);
}

static void write_u64(uint8_t *to, uint64_t bits) /* a scalar's place has 8 bytes */
{
    memcpy(to, &bits, sizeof bits);
}

static uint64_t ir_reversed(uint64_t bits, uint8_t size, bool by_bytes)
{
    uint64_t result = 0;
    const uint32_t step = by_bytes ? 8 : 1;
    for (uint32_t i = 0; i < 8u * size; i += step)
        result = result << step | (bits >> i & (by_bytes ? 0xFF : 1));
    return result;
}

static uint64_t ir_mul_high(uint64_t a, uint64_t b, uint8_t kind)
{
    switch ((ir_kind)kind) {
    case IR_U32: return (a & UINT32_MAX) * (b & UINT32_MAX) >> 32;
    case IR_I32: return (uint64_t)((int64_t)(int32_t)a * (int32_t)b >> 32);
    case IR_I64: return (uint64_t)((wide_i64)(int64_t)a * (int64_t)b >> 64);
    case IR_VOID:
    case IR_BOOL:
    case IR_I8:
    case IR_I16:
    case IR_U8:
    case IR_U16:
    case IR_U64:
    case IR_F32:
    case IR_F64:
    case IR_PTR:
    case IR_ARRAY:
    case IR_STRUCT:
    case IR_UNION:
    case IR_CODED: break;
    }
    return (uint64_t)((wide_u64)a * b >> 64);
}

static float ir_interp_intrinsic_divide(float a, float b) __attribute__((no_sanitize("float-divide-by-zero")));
static float ir_interp_intrinsic_divide(float a, float b)
{
    return a / b;
}

static double ir_divide_wide(double a, double b) __attribute__((no_sanitize("float-divide-by-zero")));
static double ir_divide_wide(double a, double b)
{
    return a / b;
}

/* -0 is less than +0, and a NaN loses, as in PTX's min and max. */
static double ir_least(double a, double b)
{
    if (a != a || b != b)
        return a != a ? b : a;
    return a < b || (a == b && signbit(a)) ? a : b;
}

static double ir_interp_intrinsic_most(double a, double b)
{
    if (a != a || b != b)
        return a != a ? b : a;
    return a > b || (a == b && !signbit(a)) ? a : b;
}

/* Rows of IR_MATH call the C function of their name. A switch that lacks a row does not compile. */
#define MATH_1(function) function(v[0])
#define MATH_2(function) function(v[0], v[1])
#define MATH_3(function) function(v[0], v[1], v[2])
#define MATH_F32(name, n_args, group, function, fast, rust, text)                                                      \
    case IR_IN_##name: {                                                                                               \
        return MATH_##n_args(function##f);                                                                             \
    }
#define MATH_F64(name, n_args, group, function, fast, rust, text)                                                      \
    case IR_IN_##name: {                                                                                               \
        return MATH_##n_args(function);                                                                                \
    }

static float ir_math_f32(ir_intrinsic what, const float v[3])
{
    switch (what) {
#define IR_MATH MATH_F32
#define IR_FLOAT(name, ...)
#define IR_INTRINSIC(name, ...) case IR_IN_##name:
#include "ir/ir_intrinsic.def"
    case IR_N_INTRINSICS: break; /* not of floats */
    case IR_IN_FMIN: return (float)ir_least((double)v[0], (double)v[1]);
    case IR_IN_FMAX: return (float)ir_interp_intrinsic_most((double)v[0], (double)v[1]);
    case IR_IN_FAST_DIV: return ir_interp_intrinsic_divide(v[0], v[1]);
    case IR_IN_RSQRT: return ir_interp_intrinsic_divide(1, sqrtf(v[0]));
    }
    return 0;
}

static double ir_math_f64(ir_intrinsic what, const double v[3])
{
    switch (what) {
#define IR_MATH MATH_F64
#define IR_FLOAT(name, ...)
#define IR_INTRINSIC(name, ...) case IR_IN_##name:
#include "ir/ir_intrinsic.def"
    case IR_N_INTRINSICS: break;
    case IR_IN_FMIN: return ir_least(v[0], v[1]);
    case IR_IN_FMAX: return ir_interp_intrinsic_most(v[0], v[1]);
    case IR_IN_FAST_DIV: return ir_divide_wide(v[0], v[1]);
    case IR_IN_RSQRT: return ir_divide_wide(1, sqrt(v[0]));
    }
    return 0;
}

static void ir_interp_intrinsic_math(ir_intrinsic what, const interp_slow *slow, uint8_t *to,
                                     const uint8_t *const from[3], uint32_t n_args)
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
        narrow[0] = ir_math_f32(what, narrow);
        memcpy(to, narrow, sizeof *narrow);
    } else {
        wide[0] = ir_math_f64(what, wide);
        memcpy(to, wide, sizeof *wide);
    }
}

static uint64_t ir_add_floats(uint64_t a, uint64_t b, uint8_t kind)
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

static bool ir_is_less(uint64_t a, uint64_t b, uint8_t kind)
{
    switch ((ir_kind)kind) {
    case IR_I8: return (int8_t)a < (int8_t)b;
    case IR_I16: return (int16_t)a < (int16_t)b;
    case IR_I32: return (int32_t)a < (int32_t)b;
    case IR_I64: return (int64_t)a < (int64_t)b;
    case IR_VOID:
    case IR_BOOL:
    case IR_U8:
    case IR_U16:
    case IR_U32:
    case IR_U64:
    case IR_F32:
    case IR_F64:
    case IR_PTR:
    case IR_ARRAY:
    case IR_STRUCT:
    case IR_UNION:
    case IR_CODED: break;
    }
    return a < b;
}

/* What memory holds afterwards. */
static uint64_t ir_updated(ir_intrinsic what, uint64_t old, uint64_t operand, uint64_t other, uint8_t kind)
{
    switch (what) {
    case IR_IN_ATOMIC_LOAD: return old;
    case IR_IN_ATOMIC_STORE:
    case IR_IN_ATOMIC_EXCHANGE: return operand;
    case IR_IN_ATOMIC_COMPARE_EXCHANGE: return old == operand ? other : old;
    case IR_IN_ATOMIC_ADD: return kind == IR_F32 || kind == IR_F64 ? ir_add_floats(old, operand, kind) : old + operand;
    case IR_IN_ATOMIC_SUB: return old - operand;
    case IR_IN_ATOMIC_AND: return old & operand;
    case IR_IN_ATOMIC_OR: return old | operand;
    case IR_IN_ATOMIC_XOR: return old ^ operand;
    case IR_IN_ATOMIC_MIN: return ir_is_less(operand, old, kind) ? operand : old;
    case IR_IN_ATOMIC_MAX: return ir_is_less(old, operand, kind) ? operand : old;
#define IR_INTRINSIC(name, ...) case IR_IN_##name:
#define IR_ATOMIC(name, ...)
#include "ir/ir_intrinsic.def"
    case IR_N_INTRINSICS: break; /* no atomics */
    }
    return old;
}

/* Threads take turns only where they wait, so a plain update is atomic. */
static bool ir_interp_intrinsic_atomic(interp *in, const interp_op *op, const interp_slow *slow, uint8_t *frame)
{
    const ir_intrinsic what = (ir_intrinsic)op->aux;
    const uint64_t address = ir_load_bits(frame + slow->args[0], 8);
    const bool has_operand = ir_intrinsic_rows[what].n_args > 1;
    const bool has_result = ir_intrinsic_rows[what].flags & IR_HAS_RESULT;
    if (in->is_constant)
        return false; /* rustc has none there, and pointers would lose what they belong to */
    uint8_t *set, *memory = interp_reach(in, op, address, slow->size, slow->size, has_operand, &set);
    if (!memory)
        return false;
    interp_meet(in, address, has_result, has_operand, ir_ordering_of(slow->imm));
    const uint64_t old = ir_load_bits(memory, slow->size),
                   operand = has_operand ? ir_load_bits(frame + slow->args[1], slow->size) : 0;
    const uint64_t other = what == IR_IN_ATOMIC_COMPARE_EXCHANGE ? ir_load_bits(frame + slow->args[2], slow->size) : 0;
    if (has_operand) {
        const uint64_t now = ir_updated(what, old, operand, other, slow->kind);
        memcpy(memory, &now, slow->size);
        if (set)
            memset(set, INTERP_SET, slow->size);
    }
    if (has_result)
        memcpy(frame + op->d, &old, slow->size);
    return true;
}

static bool ir_has_no_value(const uint8_t *set, uint64_t n)
{
    return set && set[0] == INTERP_UNSET && memcmp(set, set + 1, n - 1) == 0;
}

static bool ir_copy_memory(interp *in, const interp_op *op, const interp_slow *slow, const uint8_t *frame)
{
    const uint64_t to = ir_load_bits(frame + slow->args[0], 8), from = ir_load_bits(frame + slow->args[1], 8),
                   n = ir_load_bits(frame + slow->args[2], 8);
    const uint64_t align = UINT64_C(1) << (slow->imm >> 1 & 31);
    uint8_t *source_set, *set;
    if (!interp_is_aligned(in, op, from, align) || !interp_is_aligned(in, op, to, align))
        return false;
    if (n == 0)
        return true;
    in->steps += n >> INTERP_BYTES_A_STEP;
    const uint8_t *source = interp_reach(in, op, from, n, align, false, &source_set);
    uint8_t *memory = source ? interp_reach(in, op, to, n, align, true, &set) : NULL;
    if (!memory)
        return false;
    const bool may_overlap = !(slow->imm & 1) || ir_has_no_value(source_set, n); /* rustc copies nothing then */
    if (!may_overlap && (uint64_t)((uintptr_t)memory - (uintptr_t)source) + n - 1 < 2 * n - 1)
        return interp_fail(in, op, "`copy_nonoverlapping` called on overlapping ranges");
    if (in->is_constant)
        return interp_copy(in, op, memory, set, source, source_set, n, false);
    memmove(memory, source, n);
    if (set && source_set)
        memmove(set, source_set, n);
    else if (set)
        memset(set, INTERP_SET, n);
    return true;
}

static uint64_t ir_thread_index(const interp *in)
{
    const uint32_t *grid = in->launch.grid, *dim = in->launch.block, *at = in->thread->index;
    const uint64_t block = in->block[0] + (in->block[1] + (uint64_t)in->block[2] * grid[1]) * grid[0];
    return block * ((uint64_t)dim[0] * dim[1] * dim[2]) + at[0] + (at[1] + (uint64_t)at[2] * dim[1]) * dim[0];
}

static uint64_t interp_range_number(const interp *in, uint64_t range)
{
    return range == IR_RANGE_GRID ? ir_thread_index(in) : in->thread->index[0];
}

/* False, since it is told. */
static bool interp_is_undefined(interp *in, const interp_op *op, ir_undefined what, uint64_t number)
{
    static const char *const all[] = {
#define IR_UNDEFINED(name, words) words,
#include "ir/ir_undefined.def"
    };
    const char *words = all[what], *hole = strchr(words, '#');
    if (!hole)
        return interp_fail(in, op, "%s", words);
    return interp_fail(in, op, "%.*s0x%llx%s", (int)(hole - words), words, (unsigned long long)number, hole + 1);
}

bool interp_intrinsic(interp *in, const interp_op *op, uint8_t *frame, const interp_slow *slow)
{
    const ir_intrinsic what = (ir_intrinsic)op->aux;
    uint8_t *to = frame + op->d;
    const uint8_t *const from[3] = {frame + slow->args[0], frame + slow->args[1], frame + slow->args[2]};
    switch (what) {
    case IR_IN_THREAD_IDX: write_u64(to, in->thread->index[slow->imm]); break;
    case IR_IN_BLOCK_IDX: write_u64(to, in->block[slow->imm]); break;
    case IR_IN_BLOCK_DIM: write_u64(to, in->launch.block[slow->imm]); break;
    case IR_IN_GRID_DIM: write_u64(to, in->launch.grid[slow->imm]); break;
    case IR_IN_THREAD_INDEX: write_u64(to, ir_thread_index(in)); break;
    case IR_IN_RANGE_FIRST: write_u64(to, interp_range_number(in, slow->imm)); break;
    case IR_IN_RANGE_END: write_u64(to, interp_range_number(in, slow->imm) + 1); break;
    case IR_IN_RANGE_AT:
    case IR_IN_PREFETCH: break;
    case IR_IN_LANE: write_u64(to, in->thread->lane); break;
    case IR_IN_DYN_SHARED: write_u64(to, in->dynamic_at); break;
    case IR_IN_DYN_SHARED_BYTES: write_u64(to, (uint32_t)in->launch.dynamic_shared); break;
    case IR_IN_FENCE: interp_fence(in, ir_ordering_of(slow->imm)); break;
    case IR_IN_MEMCPY: return ir_copy_memory(in, op, slow, frame);
    case IR_IN_LOCAL_GONE: interp_end_scope(in, frame, ir_load_bits(from[0], 8)); break;
    case IR_IN_UNDEFINED_UNLESS:
        if (!*from[0])
            return interp_is_undefined(in, op, (ir_undefined)slow->imm, ir_load_bits(from[1], 8));
        break;
    case IR_IN_SCALARS_AT: return interp_has_scalars(in, op, ir_load_bits(from[0], 8), ir_scalars_of(slow->imm));
    case IR_IN_OF_ONE_ALLOCATION: return interp_are_of_one(in, op, ir_load_bits(from[0], 8), ir_load_bits(from[1], 8));
    case IR_IN_ALIGNED_AROUND:
        return interp_is_aligned_around(in, op, ir_load_bits(from[0], 8), ir_load_bits(from[1], 8), slow->imm);
    case IR_IN_COUNT_ONES: write_u64(to, (uint64_t)__builtin_popcountll(ir_load_bits(from[0], slow->size))); break;
    case IR_IN_LEADING_ZEROS: {
        const uint64_t bits = ir_load_bits(from[0], slow->size);
        write_u64(to, bits ? (uint64_t)__builtin_clzll(bits) - (64 - 8u * slow->size) : 8u * slow->size);
        break;
    }
    case IR_IN_TRAILING_ZEROS: {
        const uint64_t bits = ir_load_bits(from[0], slow->size);
        write_u64(to, bits ? (uint64_t)__builtin_ctzll(bits) : 8u * slow->size);
        break;
    }
    case IR_IN_SWAP_BYTES: write_u64(to, ir_reversed(ir_load_bits(from[0], slow->size), slow->size, true)); break;
    case IR_IN_REVERSE_BITS: write_u64(to, ir_reversed(ir_load_bits(from[0], slow->size), slow->size, false)); break;
    case IR_IN_MUL_HIGH:
        if (slow->kind == IR_I32 || slow->kind == IR_I64)
            write_u64(to, ir_mul_high((uint64_t)ir_read_signed(from[0], slow->size),
                                      (uint64_t)ir_read_signed(from[1], slow->size), slow->kind));
        else
            write_u64(to,
                      ir_mul_high(ir_load_bits(from[0], slow->size), ir_load_bits(from[1], slow->size), slow->kind));
        break;
    case IR_IN_F16_TO_F32:
    case IR_IN_BF16_TO_F32: {
        const uint16_t bits = (uint16_t)ir_load_bits(from[0], 2);
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
        const float value = ir_f8_to_f32((uint8_t)ir_load_bits(from[0], 1), what == IR_IN_F8E4M3_TO_F32 ? 3 : 2);
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
#define IR_INTRINSIC(name, ...)
#define IR_MATH(name, ...)  case IR_IN_##name:
#define IR_FLOAT(name, ...) case IR_IN_##name:
#include "ir/ir_intrinsic.def"
        ir_interp_intrinsic_math(what, slow, to, from, (uint32_t)ir_intrinsic_rows[what].n_args);
        break;
#define IR_INTRINSIC(name, ...)
#define IR_MATH(name, ...)
#define IR_FLOAT(name, ...)
#define IR_ATOMIC(name, ...) case IR_IN_##name:
#include "ir/ir_intrinsic.def"
        return ir_interp_intrinsic_atomic(in, op, slow, frame);
#define IR_INTRINSIC(name, ...)
#define IR_MATH(name, ...)
#define IR_FLOAT(name, ...)
#define IR_WARP(name, ...) case IR_IN_##name:
#include "ir/ir_intrinsic.def"
    case IR_IN_BARRIER:
    case IR_IN_PRINT:
    case IR_N_INTRINSICS: break; /* decoded otherwise */
    }
    return true;
}
