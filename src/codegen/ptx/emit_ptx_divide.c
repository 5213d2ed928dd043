/* emit_ptx_divide.c: quotients and remainders of integers. ptxas calls a function for those of 64 bits.
 *
 * By a power of two they are shifts; by another constant the upper half of a product, and shifts (Granlund and
 * Montgomery, "Division by Invariant Integers using Multiplication"); by a variable of 64 bits a division of 32 where
 * both numbers fit, which a branch asks. */
#include "codegen/ptx/emit_ptx.h"

__extension__ typedef unsigned __int128 emit_ptx_u128;

/* With the factor, the upper half of the product, shifted, is the quotient. is_long: the factor has a bit more above
 * those of the number. */
typedef struct emit_ptx_magic {
    uint64_t factor;
    uint32_t shift;
    bool is_long;
} emit_ptx_magic;

/* For dividends of n_bits, or one bit less beside their sign; by is no power of two. */
static emit_ptx_magic emit_ptx_magic_of(uint64_t by, uint32_t n_bits, bool is_signed)
{
    const uint32_t length = 64 - (uint32_t)__builtin_clzll(by);
    for (uint32_t shift = 0; shift < length; shift++) {
        const emit_ptx_u128 power = (emit_ptx_u128)1 << (n_bits + shift), factor = power / by + 1;
        if (factor * by - power <= (emit_ptx_u128)1 << (shift + is_signed) && !(factor >> n_bits))
            return (emit_ptx_magic){(uint64_t)factor, shift, is_signed && factor >> (n_bits - 1)};
    }
    const emit_ptx_u128 rest = ((emit_ptx_u128)1 << length) - by;
    return (emit_ptx_magic){(uint64_t)((rest << n_bits) / by + 1), length - 1, true};
}

static void emit_ptx_finish_remainder(emit *e, const ir_instr *i, const char *quotient, const char *a, const char *b,
                                      emit_ptx_value to)
{
    const uint32_t width = emit_ptx_width(e, i->type);
    const char *product = emit_ptx_register(e, emit_ptx_new(e, (emit_ptx_class)to.class));
    EMIT_PTX_LINE(e, "mul.lo.s%u %s, %s, %s", width, product, quotient, b);
    EMIT_PTX_LINE(e, "sub.s%u %s, %s, %s", width, emit_ptx_register(e, to), a, product);
}

/* False: the divisor is no constant, or a power of two. */
static bool emit_ptx_divide_by_constant(emit *e, const ir_instr *i, emit_ptx_value to)
{
    const emit_ptx_value of = emit_ptx_arg(e, i, 0), by = emit_ptx_arg(e, i, 1);
    const uint32_t width = emit_ptx_width(e, i->type), bits = emit_ptx_bits(e, i->type);
    const bool is_signed = emit_ptx_is_signed(e, i->type);
    if (by.form != EMIT_PTX_NUMBER)
        return false;
    uint64_t size = by.bits & ~UINT64_C(0) >> (64 - bits);
    const bool is_negative = is_signed && size >> (bits - 1);
    if (is_negative)
        size = (0 - size) & ~UINT64_C(0) >> (64 - bits);
    if (size < 3 || !(size & (size - 1)))
        return false;
    const emit_ptx_magic m = emit_ptx_magic_of(size, width, is_signed);
    const emit_ptx_class class = (emit_ptx_class)to.class;
    const char *a = emit_ptx_register(e, of), *q = emit_ptx_register(e, emit_ptx_new(e, class)),
               *rest = emit_ptx_register(e, emit_ptx_new(e, class)),
               *factor = emit_ptx_operand(e, emit_ptx_number(class, m.factor));
    EMIT_PTX_LINE(e, "mul.hi.%c%u %s, %s, %s", is_signed ? 's' : 'u', width, q, a, factor);
    if (is_signed) {
        if (m.is_long) /* the factor was taken for a negative number */
            EMIT_PTX_LINE(e, "add.s%u %s, %s, %s", width, q, q, a);
        if (m.shift)
            EMIT_PTX_LINE(e, "shr.s%u %s, %s, %u", width, q, q, m.shift);
        EMIT_PTX_LINE(e, "shr.u%u %s, %s, %u", width, rest, a, width - 1);
        EMIT_PTX_LINE(e, "add.s%u %s, %s, %s", width, q, q, rest);
        if (is_negative)
            EMIT_PTX_LINE(e, "neg.s%u %s, %s", width, q, q);
    } else {
        if (m.is_long) {
            EMIT_PTX_LINE(e, "sub.s%u %s, %s, %s", width, rest, a, q);
            EMIT_PTX_LINE(e, "shr.u%u %s, %s, 1", width, rest, rest);
            EMIT_PTX_LINE(e, "add.s%u %s, %s, %s", width, q, q, rest);
        }
        if (m.shift)
            EMIT_PTX_LINE(e, "shr.u%u %s, %s, %u", width, q, q, m.shift);
    }
    if (i->op == IR_REM)
        emit_ptx_finish_remainder(e, i, q, a, emit_ptx_operand(e, by), to);
    else
        EMIT_PTX_LINE(e, "mov.b%u %s, %s", width, emit_ptx_register(e, to), q);
    return true;
}

/* Of 64 bits, by a variable. */
static void emit_ptx_divide_long(emit *e, const ir_instr *i, emit_ptx_value to)
{
    const char *word = i->op == IR_DIV ? "div" : "rem", *name = emit_ptx_register(e, to);
    const char *a = emit_ptx_register(e, emit_ptx_arg(e, i, 0)), *b = emit_ptx_register(e, emit_ptx_arg(e, i, 1)),
               *both = emit_ptx_register(e, emit_ptx_new(e, EMIT_PTX_64)),
               *is_short = emit_ptx_register(e, emit_ptx_new(e, EMIT_PTX_PREDICATE));
    const char *half[3];
    for (uint32_t k = 0; k < 3; k++)
        half[k] = emit_ptx_register(e, emit_ptx_new(e, EMIT_PTX_32));
    const uint32_t small = emit_ptx_new_label(e), end = emit_ptx_new_label(e);
    EMIT_PTX_LINE(e, "or.b64 %s, %s, %s", both, a, b);
    EMIT_PTX_LINE(e, "setp.lt.u64 %s, %s, 0x100000000", is_short, both);
    EMIT_PTX_LINE(e, "@%s bra $L%u", is_short, small);
    EMIT_PTX_LINE(e, "%s.%c64 %s, %s, %s", word, emit_ptx_is_signed(e, i->type) ? 's' : 'u', name, a, b);
    EMIT_PTX_LINE(e, "bra $L%u", end);
    emit_format(e, "$L%u:\n", small);
    EMIT_PTX_LINE(e, "cvt.u32.u64 %s, %s", half[0], a);
    EMIT_PTX_LINE(e, "cvt.u32.u64 %s, %s", half[1], b);
    EMIT_PTX_LINE(e, "%s.u32 %s, %s, %s", word, half[2], half[0], half[1]);
    EMIT_PTX_LINE(e, "cvt.u64.u32 %s, %s", name, half[2]);
    emit_format(e, "$L%u:\n", end);
}

/* A quotient or remainder by a power of two above 1 as shifts; false, and nothing is emitted, by anything else. A
 * negative dividend is rounded to zero: what the quotient's shift would lose
 * is added first. */
static bool emit_ptx_divide_by_power(emit *e, const ir_instr *i, emit_ptx_value to)
{
    const emit_ptx_value by = emit_ptx_arg(e, i, 1);
    const uint32_t width = emit_ptx_width(e, i->type), bits = emit_ptx_bits(e, i->type);
    const bool is_signed = emit_ptx_is_signed(e, i->type);
    if (by.form != EMIT_PTX_NUMBER)
        return false;
    const uint64_t power = by.bits & ~UINT64_C(0) >> (64 - bits);
    if (power < 2 || (power & (power - 1)) || (is_signed && power >> (bits - 1)))
        return false;
    const uint32_t shift = (uint32_t)__builtin_ctzll(power);
    const char *a = emit_ptx_register(e, emit_ptx_arg(e, i, 0)), *name = emit_ptx_register(e, to), *from = a;
    if (is_signed) {
        from = emit_ptx_register(e, emit_ptx_new(e, to.class));
        EMIT_PTX_LINE(e, "shr.s%u %s, %s, %u", width, from, a, width - 1);
        EMIT_PTX_LINE(e, "shr.u%u %s, %s, %u", width, from, from, width - shift);
        EMIT_PTX_LINE(e, "add.s%u %s, %s, %s", width, from, from, a);
    }
    if (i->op == IR_DIV) {
        EMIT_PTX_LINE(e, "shr.%c%u %s, %s, %u", is_signed ? 's' : 'u', width, name, from, shift);
        return true;
    }
    const uint64_t kept = is_signed ? ~(power - 1) : power - 1;
    EMIT_PTX_LINE(e, "and.b%u %s, %s, %s", width, is_signed ? from : name, from,
                  emit_ptx_operand(e, emit_ptx_number(to.class, kept)));
    if (is_signed)
        EMIT_PTX_LINE(e, "sub.s%u %s, %s, %s", width, name, a, from);
    return true;
}

bool emit_ptx_divide(emit *e, const ir_instr *i, emit_ptx_value to)
{
    if (emit_ptx_divide_by_power(e, i, to) || emit_ptx_divide_by_constant(e, i, to))
        return true;
    if (emit_ptx_width(e, i->type) != 64)
        return false;
    emit_ptx_divide_long(e, i, to);
    return true;
}
