/* lower_wide.c: lowers numbers of 128 bits. The IR has none: they are two u64 in memory as rustc's, aligned to 16, so
 * that nothing behind this file knows of them. What is short is written out here; products, quotients, shifts by what
 * is not known and conversions of floats are calls of the library (kernels/library/num/wide.rs). */
#include "lower/lower_internal.h"

bool lower_is_wide(const lower_fn *f, ir_value v)
{
    return f->l->wide && lower_value_type(f, v) == f->l->wide;
}

ir_value lower_wide_half(lower_fn *f, ir_value v, bool high)
{
    return ir_field(&f->b, v, high);
}

static ir_value lower_wide_make(lower_fn *f, ir_value low, ir_value high)
{
    return ir_make(&f->b, f->l->wide, (ir_value[]){low, high}, 2);
}

static ir_value lower_wide_word(lower_fn *f, uint64_t bits)
{
    return ir_const(&f->b, IR_U64, bits);
}

ir_value lower_wide_const(lower_fn *f, wide_u128 bits)
{
    const ir_value low = lower_wide_word(f, (uint64_t)bits);
    return lower_wide_make(f, low, lower_wide_word(f, wide_high(bits)));
}

static ir_value lower_wide_u64(lower_fn *f, ir_op op, ir_value a, ir_value b)
{
    return ir_binary(&f->b, op, IR_U64, a, b);
}

static ir_value lower_wide_asks(lower_fn *f, ir_op op, ir_value a, ir_value b)
{
    return ir_binary(&f->b, op, IR_BOOL, a, b);
}

/* A u64 as the upper half of a signed number. */
static ir_value lower_wide_signed(lower_fn *f, ir_value high)
{
    return ir_convert(&f->b, IR_I64, high);
}

static ir_value lower_wide_sign(lower_fn *f, ir_value high)
{
    const ir_value sign = ir_binary(&f->b, IR_SHR, IR_I64, lower_wide_signed(f, high), ir_const(&f->b, IR_U32, 63));
    return ir_convert(&f->b, IR_U64, sign);
}

ir_value lower_wide_select(lower_fn *f, ir_value condition, ir_value a, ir_value b)
{
    ir_value halves[2];
    for (uint32_t i = 0; i < 2; i++) {
        const ir_value x = lower_wide_half(f, a, i), y = lower_wide_half(f, b, i);
        halves[i] = ir_emit(&f->b, IR_SELECT, IR_U64, (ir_value[]){condition, x, y}, 3, 0, 0);
    }
    return lower_wide_make(f, halves[0], halves[1]);
}

/* The carry of a sum is that of its lower halves, and the borrow of a difference likewise. */
static ir_value lower_wide_sum(lower_fn *f, ir_op op, ir_value a, ir_value b)
{
    const ir_value x = lower_wide_half(f, a, false), y = lower_wide_half(f, b, false);
    const ir_value low = lower_wide_u64(f, op, x, y);
    const ir_value carry =
        ir_convert(&f->b, IR_U64, op == IR_ADD ? lower_wide_asks(f, IR_LT, low, x) : lower_wide_asks(f, IR_LT, x, y));
    const ir_value high = lower_wide_u64(f, op, lower_wide_half(f, a, true), lower_wide_half(f, b, true));
    return lower_wide_make(f, low, lower_wide_u64(f, op, high, carry));
}

static ir_value lower_wide_equal(lower_fn *f, ir_value a, ir_value b)
{
    const ir_value low = lower_wide_u64(f, IR_XOR, lower_wide_half(f, a, false), lower_wide_half(f, b, false));
    const ir_value high = lower_wide_u64(f, IR_XOR, lower_wide_half(f, a, true), lower_wide_half(f, b, true));
    return lower_wide_asks(f, IR_EQ, lower_wide_u64(f, IR_OR, low, high), lower_wide_word(f, 0));
}

static ir_value lower_wide_less(lower_fn *f, bool is_signed, ir_value a, ir_value b)
{
    ir_value x = lower_wide_half(f, a, true), y = lower_wide_half(f, b, true);
    const ir_value same = lower_wide_asks(f, IR_EQ, x, y);
    if (is_signed) {
        x = lower_wide_signed(f, x);
        y = lower_wide_signed(f, y);
    }
    const ir_value high = lower_wide_asks(f, IR_LT, x, y);
    const ir_value low = lower_wide_asks(f, IR_LT, lower_wide_half(f, a, false), lower_wide_half(f, b, false));
    return ir_emit(&f->b, IR_SELECT, IR_BOOL, (ir_value[]){same, low, high}, 3, 0, 0);
}

static ir_value lower_wide_halves(lower_fn *f, ir_op op, ir_value a, ir_value b)
{
    const ir_value low = lower_wide_u64(f, op, lower_wide_half(f, a, false), lower_wide_half(f, b, false));
    return lower_wide_make(f, low, lower_wide_u64(f, op, lower_wide_half(f, a, true), lower_wide_half(f, b, true)));
}

/* A shift by so many bits. */
static ir_value lower_wide_shift_by(lower_fn *f, bool right, bool is_signed, ir_value a, uint32_t n)
{
    const ir_value low = lower_wide_half(f, a, false), high = lower_wide_half(f, a, true);
    if (!n)
        return a;
    const ir_value count = ir_const(&f->b, IR_U32, n % 64), back = ir_const(&f->b, IR_U32, 64 - n % 64);
    const ir_value from = right ? high : low, to = right ? low : high;
    const ir_value filled = right && is_signed ? lower_wide_sign(f, high) : lower_wide_word(f, 0);
    const ir_op op = right ? IR_SHR : IR_SHL;
    ir_value moved = from;
    if (n % 64 && right && is_signed)
        moved = ir_convert(&f->b, IR_U64, ir_binary(&f->b, IR_SHR, IR_I64, lower_wide_signed(f, from), count));
    else if (n % 64)
        moved = lower_wide_u64(f, op, from, count);
    if (n >= 64)
        return right ? lower_wide_make(f, moved, filled) : lower_wide_make(f, filled, moved);
    const ir_value across = lower_wide_u64(f, right ? IR_SHL : IR_SHR, from, back);
    const ir_value kept = lower_wide_u64(f, IR_OR, lower_wide_u64(f, op, to, count), across);
    return right ? lower_wide_make(f, kept, moved) : lower_wide_make(f, moved, kept);
}

static ir_value lower_wide_shift(lower_fn *f, bool right, bool is_signed, ir_value a, ir_value count, sema_span at)
{
    uint64_t bits;
    if (lower_known(f, count, &bits))
        return lower_wide_shift_by(f, right, is_signed, a, bits % 128);
    const sema_lang_item fn = !right ? LANG_WIDE_SHL : is_signed ? LANG_WIDE_SHR_SIGNED : LANG_WIDE_SHR;
    return lower_call_lang(f, fn, (ir_value[]){a, ir_convert(&f->b, IR_U32, count)}, 2, at);
}

ir_value lower_wide_compute(lower_fn *f, ir_op op, bool is_signed, ir_value a, ir_value b, sema_span at)
{
    const ir_value both[2] = {a, b};
    switch (op) {
    case IR_ADD:
    case IR_SUB: return lower_wide_sum(f, op, a, b);
    case IR_MUL: return lower_call_lang(f, LANG_WIDE_MUL, both, 2, at);
    case IR_DIV: return lower_call_lang(f, is_signed ? LANG_WIDE_DIV_SIGNED : LANG_WIDE_DIV, both, 2, at);
    case IR_REM: return lower_call_lang(f, is_signed ? LANG_WIDE_REM_SIGNED : LANG_WIDE_REM, both, 2, at);
    case IR_AND:
    case IR_OR:
    case IR_XOR: return lower_wide_halves(f, op, a, b);
    case IR_SHL:
    case IR_SHR: return lower_wide_shift(f, op == IR_SHR, is_signed, a, b, at);
    case IR_NEG: return lower_wide_sum(f, IR_SUB, lower_wide_const(f, 0), a);
    case IR_NOT: return lower_wide_halves(f, IR_XOR, a, lower_wide_const(f, WIDE_MAX));
    case IR_EQ: return lower_wide_equal(f, a, b);
    case IR_NE: return lower_not(f, lower_wide_equal(f, a, b));
    case IR_LT: return lower_wide_less(f, is_signed, a, b);
    case IR_LE: return lower_not(f, lower_wide_less(f, is_signed, b, a));
    case IR_GT: return lower_wide_less(f, is_signed, b, a);
    case IR_GE: return lower_not(f, lower_wide_less(f, is_signed, a, b));
    case IR_CASES_CONSTANT:
    case IR_OVERFLOWS:
    case IR_CASES_CAST:
    case IR_SELECT:
    case IR_CASES_BEYOND_VALUES: break; /* not of integers alone */
    }
    return 0;
}

ir_value lower_wide_overflows(lower_fn *f, ir_op op, bool is_signed, ir_value a, ir_value b, sema_span at)
{
    if (op == IR_MUL)
        return lower_call_lang(f, is_signed ? LANG_WIDE_MUL_OVERFLOWS_SIGNED : LANG_WIDE_MUL_OVERFLOWS,
                               (ir_value[]){a, b}, 2, at);
    if (!is_signed)
        return op == IR_SUB ? lower_wide_less(f, false, a, b)
                            : lower_wide_less(f, false, lower_wide_sum(f, IR_ADD, a, b), a);
    /* The result's sign differs from that of a, and from that of b in a sum; in a difference a and b differ. */
    const ir_value x = lower_wide_half(f, a, true), y = lower_wide_half(f, b, true);
    const ir_value result = lower_wide_half(f, lower_wide_sum(f, op, a, b), true);
    const ir_value first = lower_wide_u64(f, IR_XOR, x, result);
    const ir_value second = lower_wide_u64(f, IR_XOR, y, op == IR_SUB ? x : result);
    const ir_value sign = lower_wide_signed(f, lower_wide_u64(f, IR_AND, first, second));
    return lower_wide_asks(f, IR_LT, sign, ir_const(&f->b, IR_I64, 0));
}

ir_value lower_wide_of(lower_fn *f, bool to_signed, ir_value v, sema_span at)
{
    const ir_type type = lower_value_type(f, v);
    if (ir_is_float(f->b.m, type)) {
        const ir_value value = ir_convert(&f->b, IR_F64, v);
        return lower_call_lang(f, to_signed ? LANG_WIDE_OF_FLOAT_SIGNED : LANG_WIDE_OF_FLOAT, &value, 1, at);
    }
    if (!ir_is_signed(f->b.m, type))
        return lower_wide_make(f, ir_convert(&f->b, IR_U64, v), lower_wide_word(f, 0));
    const ir_value low = ir_convert(&f->b, IR_U64, ir_convert(&f->b, IR_I64, v));
    return lower_wide_make(f, low, lower_wide_sign(f, low));
}

ir_value lower_wide_to(lower_fn *f, bool is_signed, ir_type to, ir_value v, sema_span at)
{
    if (to == IR_F32)
        return lower_call_lang(f, is_signed ? LANG_WIDE_TO_F32_SIGNED : LANG_WIDE_TO_F32, &v, 1, at);
    if (to == IR_F64)
        return lower_call_lang(f, is_signed ? LANG_WIDE_TO_F64_SIGNED : LANG_WIDE_TO_F64, &v, 1, at);
    return ir_convert(&f->b, to, lower_wide_half(f, v, false));
}

ir_value lower_wide_bits(lower_fn *f, ir_intrinsic what, ir_value v)
{
    ir_value halves[2] = {lower_wide_half(f, v, false), lower_wide_half(f, v, true)};
    if (what == IR_IN_SWAP_BYTES || what == IR_IN_REVERSE_BITS) {
        const ir_value low = ir_intrinsic_call(&f->b, what, IR_U64, &halves[1], 1, 0);
        return lower_wide_make(f, low, ir_intrinsic_call(&f->b, what, IR_U64, &halves[0], 1, 0));
    }
    ir_value counts[2];
    for (uint32_t i = 0; i < 2; i++)
        counts[i] = ir_intrinsic_call(&f->b, what, IR_U32, &halves[i], 1, 0);
    const ir_value sum = ir_binary(&f->b, IR_ADD, IR_U32, counts[0], counts[1]);
    if (what == IR_IN_COUNT_ONES)
        return sum;
    /* Zeros go on in the other half where the one that they begin in has no bit set. */
    const uint32_t begin = what == IR_IN_LEADING_ZEROS;
    const ir_value none = lower_wide_asks(f, IR_EQ, halves[begin], lower_wide_word(f, 0));
    return ir_emit(&f->b, IR_SELECT, IR_U32, (ir_value[]){none, sum, counts[begin]}, 3, 0, 0);
}
