/* emit_ptx_number.c: arithmetic, comparisons and conversions. */
#include "codegen/ptx/emit_ptx.h"

static bool emit_ptx_is_float(const emit *e, ir_type t)
{
    return ir_is_float(e->m, t);
}

uint32_t emit_ptx_bits(const emit *e, ir_type t)
{
    return emit_ptx_kind(e, t) == IR_BOOL ? 1 : 8 * (uint32_t)ir_size(e->m, t);
}

emit_ptx_value emit_ptx_wrap(emit *e, ir_type t, emit_ptx_value v)
{
    const uint32_t bits = emit_ptx_bits(e, t);
    if (bits >= 32 || bits == 1)
        return v;
    emit_ptx_value to = emit_ptx_new(e, EMIT_PTX_32);
    if (emit_ptx_is_signed(e, t))
        EMIT_PTX_LINE(e, "cvt.s32.s%u %s, %s", bits, emit_ptx_register(e, to), emit_ptx_register(e, v));
    else
        EMIT_PTX_LINE(e, "and.b32 %s, %s, %u", emit_ptx_register(e, to), emit_ptx_register(e, v),
                      bits == 8 ? 0xFFu : 0xFFFFu);
    return to;
}

emit_ptx_value emit_ptx_plain(emit *e, ir_type t, emit_ptx_value v)
{
    const uint32_t bits = emit_ptx_bits(e, t);
    if (bits >= 32 || !emit_ptx_is_signed(e, t))
        return v;
    emit_ptx_value to = emit_ptx_new(e, EMIT_PTX_32);
    EMIT_PTX_LINE(e, "and.b32 %s, %s, %u", emit_ptx_register(e, to), emit_ptx_register(e, v),
                  bits == 8 ? 0xFFu : 0xFFFFu);
    return to;
}

/* The bits of a constant as a register of its class has them. */
static uint64_t emit_ptx_canonical(const emit *e, ir_type t, uint64_t bits)
{
    const uint32_t n = emit_ptx_bits(e, t);
    if (n >= 64)
        return bits;
    bits &= (UINT64_C(1) << n) - 1;
    if (n > 1 && emit_ptx_is_signed(e, t) && bits >> (n - 1))
        bits |= ~UINT64_C(0) << n;
    return bits;
}

static emit_ptx_value emit_ptx_shift(emit *e, const ir_instr *i)
{
    const emit_ptx_value a = emit_ptx_arg(e, i, 0);
    emit_ptx_value by = emit_ptx_arg(e, i, 1), to = emit_ptx_new_of(e, i->type);
    const uint32_t bits = emit_ptx_bits(e, i->type), width = emit_ptx_width(e, i->type);
    const char *from = emit_ptx_register(e, a), *amount;
    if (by.form == EMIT_PTX_NUMBER) {
        amount = emit_print(e, "%u", (unsigned)(by.bits & (bits - 1)));
    } else {
        emit_ptx_value low = emit_ptx_new(e, EMIT_PTX_32), masked = emit_ptx_new(e, EMIT_PTX_32);
        if (by.class == EMIT_PTX_64)
            EMIT_PTX_LINE(e, "cvt.u32.u64 %s, %s", emit_ptx_register(e, low), emit_ptx_register(e, by));
        else
            low = by;
        EMIT_PTX_LINE(e, "and.b32 %s, %s, %u", emit_ptx_register(e, masked), emit_ptx_register(e, low), bits - 1);
        amount = emit_ptx_register(e, masked);
    }
    if (i->op == IR_SHL)
        EMIT_PTX_LINE(e, "shl.b%u %s, %s, %s", width, emit_ptx_register(e, to), from, amount);
    else
        EMIT_PTX_LINE(e, "shr.%c%u %s, %s, %s", emit_ptx_is_signed(e, i->type) ? 's' : 'u', width,
                      emit_ptx_register(e, to), from, amount);
    return i->op == IR_SHL ? emit_ptx_wrap(e, i->type, to) : to;
}

/* In fast kernels a * b + c is one operation. */
static bool emit_ptx_fuse(emit *e, const ir_instr *i, emit_ptx_value to)
{
    if (i->type != IR_F32 || !(e->f->fast_math || e->o->fast_math) || i->op != IR_ADD)
        return false;
    for (uint32_t k = 0; k < 2; k++) {
        const ir_instr *product = emit_definition(e, emit_arg(e, i, k));
        if (product && product->op == IR_MUL && product->type == IR_F32 && e->how[product->result] != EMIT_UNUSED) {
            const emit_ptx_value x = emit_ptx_arg(e, product, 0), y = emit_ptx_arg(e, product, 1);
            if ((x.is_loose || y.is_loose) && e->how[product->result] != EMIT_INLINE)
                continue;
            const char *a = emit_ptx_register(e, x), *b = emit_ptx_register(e, y),
                       *c = emit_ptx_register(e, emit_ptx_arg(e, i, 1 - k));
            EMIT_PTX_LINE(e, "fma.rn.f32 %s, %s, %s, %s", emit_ptx_register(e, to), a, b, c);
            return true;
        }
    }
    return false;
}

/* The remainder of two f32 is exact in f64, and an f32 again. */
static emit_ptx_value emit_ptx_remainder(emit *e, const ir_instr *i)
{
    const emit_ptx_value a = emit_ptx_convert(e, emit_ptx_arg(e, i, 0), i->type, IR_F64),
                         b = emit_ptx_convert(e, emit_ptx_arg(e, i, 1), i->type, IR_F64),
                         to = emit_ptx_new(e, EMIT_PTX_64);
    const char *x = emit_ptx_register(e, a), *y = emit_ptx_register(e, b);
    emit_ptx_of(e)->uses_remainder = true;
    emit_format(e,
                "\t{\n\t.param .b64 $a0;\n\t.param .b64 $a1;\n\t.param .b64 $ar;\n\tst.param.b64 [$a0], %s;\n"
                "\tst.param.b64 [$a1], %s;\n\tcall ($ar), $frem, ($a0, $a1);\n\tld.param.b64 %s, [$ar];\n\t}\n",
                x, y, emit_ptx_register(e, to));
    return emit_ptx_convert(e, to, IR_F64, i->type);
}

/* The opcode of an operation on integers; what it is on floats is for emit_ptx_float_binary. */
static const char *emit_ptx_word(ir_op op)
{
    switch (op) {
    case IR_ADD: return "add";
    case IR_SUB: return "sub";
    case IR_MUL: return "mul.lo";
    case IR_DIV: return "div";
    case IR_REM: return "rem";
    case IR_AND: return "and";
    case IR_OR: return "or";
    case IR_XOR: return "xor";
    case IR_SHL: return "shl";
    case IR_SHR: return "shr";
    case IR_CASES_CONSTANT:
    case IR_CASES_UNARY:
    case IR_CASES_COMPARISON:
    case IR_OVERFLOWS:
    case IR_CASES_CAST:
    case IR_SELECT:
    case IR_CASES_LOCAL:
    case IR_CASES_ADDRESS:
    case IR_CASES_MEMORY:
    case IR_CASES_AGGREGATE:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_INTRINSIC:
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS: break;
    }
    return "";
}

/* 1 / v, if both are powers of two and normal: a product by it is then what the quotient by v is. */
static bool emit_ptx_reciprocal(const emit *e, ir_type t, emit_ptx_value v, emit_ptx_value *out)
{
    const bool is_wide = ir_size(e->m, t) == 8;
    const uint32_t n_low = is_wide ? 52 : 23, most = is_wide ? 2047 : 255;
    const uint64_t exponent = v.bits >> n_low & most, inverse = most - 1 - exponent;
    if (v.form != EMIT_PTX_NUMBER || v.bits & ((UINT64_C(1) << n_low) - 1) || !exponent || exponent >= most - 1)
        return false;
    *out = v;
    out->bits = (v.bits & ~((uint64_t)most << n_low)) | inverse << n_low;
    return true;
}

static emit_ptx_value emit_ptx_float_binary(emit *e, const ir_instr *i)
{
    emit_ptx_value to = emit_ptx_new_of(e, i->type), inverse;
    if (i->op == IR_REM)
        return emit_ptx_remainder(e, i);
    if (emit_ptx_fuse(e, i, to))
        return to;
    if (i->op == IR_DIV && emit_ptx_reciprocal(e, i->type, emit_ptx_arg(e, i, 1), &inverse)) {
        EMIT_PTX_LINE(e, "mul.rn.f%u %s, %s, %s", emit_ptx_width(e, i->type), emit_ptx_register(e, to),
                      emit_ptx_register(e, emit_ptx_arg(e, i, 0)), emit_ptx_register(e, inverse));
        return to;
    }
    const char *a = emit_ptx_register(e, emit_ptx_arg(e, i, 0)), *b = emit_ptx_register(e, emit_ptx_arg(e, i, 1));
    const bool is_fast = i->type == IR_F32 && (e->f->fast_math || e->o->fast_math) && i->op == IR_DIV;
    EMIT_PTX_LINE(e, "%s.f%u %s, %s, %s",
                  is_fast           ? "div.approx"
                  : i->op == IR_MUL ? "mul.rn"
                                    : emit_print(e, "%s.rn", emit_ptx_word((ir_op)i->op)),
                  emit_ptx_width(e, i->type), emit_ptx_register(e, to), a, b);
    return to;
}

uint32_t emit_ptx_rotation(emit *e, const ir_instr *i, ir_value *of)
{
    const ir_instr *a = emit_definition(e, emit_arg(e, i, 0)), *b = emit_definition(e, emit_arg(e, i, 1));
    if (i->op != IR_OR || !a || !b || ir_size(e->m, i->type) != 4)
        return 0;
    if (a->op == IR_SHR) {
        const ir_instr *other = a;
        a = b;
        b = other;
    }
    if (a->op != IR_SHL || b->op != IR_SHR || emit_arg(e, a, 0) != emit_arg(e, b, 0) || emit_ptx_is_signed(e, b->type))
        return 0;
    const emit_ptx_value left = emit_ptx_value_of(e, emit_arg(e, a, 1)),
                         right = emit_ptx_value_of(e, emit_arg(e, b, 1)),
                         from = emit_ptx_value_of(e, emit_arg(e, a, 0));
    if (left.form != EMIT_PTX_NUMBER || right.form != EMIT_PTX_NUMBER || from.is_loose ||
        ((left.bits + right.bits) & 31) || !(left.bits & 31))
        return 0;
    *of = emit_arg(e, a, 0);
    return (uint32_t)(left.bits & 31);
}

/* A product by a power of two as a shift; false, and nothing is emitted, by anything else. */
static bool emit_ptx_multiply_by_power(emit *e, const ir_instr *i, emit_ptx_value a, emit_ptx_value b,
                                       emit_ptx_value to)
{
    const uint64_t power = b.bits & ~UINT64_C(0) >> (64 - emit_ptx_bits(e, i->type));
    if (i->op != IR_MUL || b.form != EMIT_PTX_NUMBER || !power || (power & (power - 1)))
        return false;
    EMIT_PTX_LINE(e, "shl.b%u %s, %s, %u", emit_ptx_width(e, i->type), emit_ptx_register(e, to),
                  emit_ptx_register(e, a), (unsigned)__builtin_ctzll(power));
    return true;
}

/* 1.0 where a predicate holds and else 0.0. */
static const char *emit_ptx_bool_as_float(emit *e, emit_ptx_value v)
{
    const emit_ptx_value to = emit_ptx_new(e, EMIT_PTX_32);
    emit_ptx_choose(e, to, "0x3f800000", "0", v);
    return emit_ptx_register(e, to);
}

/* A function of two bools, or for IR_SELECT of three, into a predicate, by arithmetic of floats. Of formulas in which a
 * predicate stands twice ptxas 13.0 and the driver's lose a negation from -O1 on, in logic of predicates and of numbers
 * that are 0 or 1 alike: `(p & q) | !q` became `!q`. It does not look through floats. */
static void emit_ptx_join_bools(emit *e, ir_op op, const char *to, emit_ptx_value a, emit_ptx_value b, emit_ptx_value c)
{
    const char *x = emit_ptx_bool_as_float(e, a), *y = emit_ptx_bool_as_float(e, b),
               *sum = emit_ptx_register(e, emit_ptx_new(e, EMIT_PTX_32));
    if (op == IR_SELECT) {
        const char *z = emit_ptx_bool_as_float(e, c);
        EMIT_PTX_LINE(e, "sub.f32 %s, %s, %s", sum, y, z);
        EMIT_PTX_LINE(e, "fma.rn.f32 %s, %s, %s, %s", sum, x, sum, z);
    } else {
        EMIT_PTX_LINE(e, "add.f32 %s, %s, %s", sum, x, y);
    }
    switch (op) {
    case IR_AND: EMIT_PTX_LINE(e, "setp.eq.f32 %s, %s, 0f40000000", to, sum); break;
    case IR_XOR:
    case IR_NE: EMIT_PTX_LINE(e, "setp.eq.f32 %s, %s, 0f3F800000", to, sum); break;
    case IR_EQ: EMIT_PTX_LINE(e, "setp.neu.f32 %s, %s, 0f3F800000", to, sum); break;
    case IR_OR:
    case IR_SELECT: EMIT_PTX_LINE(e, "setp.neu.f32 %s, %s, 0f00000000", to, sum); break;
    default: emit_ptx_refuse(e, "this function of bools"); break;
    }
}

emit_ptx_value emit_ptx_binary(emit *e, const ir_instr *i)
{
    const bool is_bits = i->op == IR_AND || i->op == IR_OR || i->op == IR_XOR;
    if (i->op == IR_SHL || i->op == IR_SHR)
        return emit_ptx_shift(e, i);
    if (emit_ptx_is_float(e, i->type))
        return emit_ptx_float_binary(e, i);
    emit_ptx_value to = emit_ptx_new_of(e, i->type);
    if ((i->op == IR_DIV || i->op == IR_REM) && emit_ptx_divide(e, i, to))
        return to;
    emit_ptx_value x = emit_ptx_arg(e, i, 0), y = emit_ptx_arg(e, i, 1);
    if (x.form == EMIT_PTX_NUMBER && (is_bits || i->op == IR_ADD || i->op == IR_MUL)) {
        const emit_ptx_value other = x;
        x = y;
        y = other;
    }
    if (emit_ptx_multiply_by_power(e, i, x, y, to))
        return emit_ptx_wrap(e, i->type, to);
    ir_value turned;
    const uint32_t by = emit_ptx_rotation(e, i, &turned);
    if (by) {
        const char *from = emit_ptx_register(e, emit_ptx_value_of(e, turned));
        EMIT_PTX_LINE(e, "shf.l.wrap.b32 %s, %s, %s, %u", emit_ptx_register(e, to), from, from, by);
        return to;
    }
    if (to.class == EMIT_PTX_PREDICATE) {
        if (is_bits)
            emit_ptx_join_bools(e, (ir_op)i->op, emit_ptx_register(e, to), x, y, y);
        else
            emit_ptx_refuse(e, "arithmetic of bools");
        return to;
    }
    const char *a = emit_ptx_register(e, x), *b = emit_ptx_operand(e, y), *name = emit_ptx_register(e, to);
    EMIT_PTX_LINE(e, "%s.%c%u %s, %s, %s", emit_ptx_word((ir_op)i->op),
                  is_bits                          ? 'b'
                  : emit_ptx_is_signed(e, i->type) ? 's'
                                                   : 'u',
                  emit_ptx_width(e, i->type), name, a, b);
    return is_bits ? to : emit_ptx_wrap(e, i->type, to);
}

emit_ptx_value emit_ptx_unary(emit *e, const ir_instr *i)
{
    emit_ptx_value v = emit_ptx_arg(e, i, 0);
    if (emit_ptx_kind(e, i->type) == IR_BOOL && v.form == EMIT_PTX_NUMBER)
        return emit_ptx_number(EMIT_PTX_PREDICATE, ~v.bits & 1);
    if (emit_ptx_kind(e, i->type) == IR_BOOL) {
        v.is_negated = !v.is_negated;
        return v;
    }
    const char *a = emit_ptx_register(e, v);
    emit_ptx_value to = emit_ptx_new_of(e, i->type);
    const char *name = emit_ptx_register(e, to);
    const uint32_t width = emit_ptx_width(e, i->type);
    if (emit_ptx_is_float(e, i->type)) {
        EMIT_PTX_LINE(e, "neg.f%u %s, %s", width, name, a);
        return to;
    }
    if (i->op == IR_NOT)
        EMIT_PTX_LINE(e, "not.b%u %s, %s", width, name, a);
    else
        EMIT_PTX_LINE(e, "neg.s%u %s, %s", width, name, a);
    return emit_ptx_wrap(e, i->type, to);
}

static emit_ptx_value emit_ptx_bool_as_number(emit *e, emit_ptx_value v)
{
    if (v.form == EMIT_PTX_NUMBER)
        return emit_ptx_number(EMIT_PTX_32, v.bits & 1);
    emit_ptx_value to = emit_ptx_new(e, EMIT_PTX_32);
    emit_ptx_choose(e, to, "1", "0", v);
    return to;
}

emit_ptx_value emit_ptx_compare(emit *e, const ir_instr *i)
{
    static const char *const words[] = {
        [IR_EQ] = "eq", [IR_NE] = "ne", [IR_LT] = "lt", [IR_LE] = "le", [IR_GT] = "gt", [IR_GE] = "ge"};
    const ir_type t = emit_type_of(e, emit_arg(e, i, 0));
    emit_ptx_value a = emit_ptx_arg(e, i, 0), b = emit_ptx_arg(e, i, 1), to = emit_ptx_new(e, EMIT_PTX_PREDICATE);
    const char *name = emit_ptx_register(e, to);
    char letter = emit_ptx_is_signed(e, t) ? 's' : 'u';
    if (emit_ptx_kind(e, t) == IR_BOOL && (i->op == IR_EQ || i->op == IR_NE)) {
        emit_ptx_join_bools(e, (ir_op)i->op, name, a, b, b);
        return to;
    }
    if (emit_ptx_kind(e, t) == IR_BOOL) {
        a = emit_ptx_bool_as_number(e, a);
        b = emit_ptx_bool_as_number(e, b);
    }
    const bool is_float = emit_ptx_is_float(e, t);
    const char *x = emit_ptx_register(e, a), *y = is_float ? emit_ptx_register(e, b) : emit_ptx_operand(e, b);
    if (is_float)
        letter = 'f';
    EMIT_PTX_LINE(e, "setp.%s.%c%u %s, %s, %s", is_float && i->op == IR_NE ? "neu" : words[i->op], letter,
                  emit_ptx_width(e, t), name, x, y);
    return to;
}

/* Of 8 and 16 bits: whether the result does not fit into them. */
static emit_ptx_value emit_ptx_narrow_overflows(emit *e, const ir_instr *i, ir_type t)
{
    emit_ptx_value sum = emit_ptx_new(e, EMIT_PTX_32), to = emit_ptx_new(e, EMIT_PTX_PREDICATE);
    const char *a = emit_ptx_register(e, emit_ptx_arg(e, i, 0)), *b = emit_ptx_operand(e, emit_ptx_arg(e, i, 1));
    const char *word = i->aux == IR_ADD ? "add" : i->aux == IR_SUB ? "sub" : "mul.lo";
    EMIT_PTX_LINE(e, "%s.s32 %s, %s, %s", word, emit_ptx_register(e, sum), a, b);
    const char *low = emit_ptx_register(e, emit_ptx_wrap(e, t, sum));
    EMIT_PTX_LINE(e, "setp.ne.s32 %s, %s, %s", emit_ptx_register(e, to), low, emit_ptx_register(e, sum));
    return to;
}

static emit_ptx_value emit_ptx_product_overflows(emit *e, const char *a, const char *b, uint32_t width, bool is_signed)
{
    const emit_ptx_class class = width == 64 ? EMIT_PTX_64 : EMIT_PTX_32;
    emit_ptx_value high = emit_ptx_new(e, class), to = emit_ptx_new(e, EMIT_PTX_PREDICATE);
    const char *upper = emit_ptx_register(e, high), *name = emit_ptx_register(e, to);
    EMIT_PTX_LINE(e, "mul.hi.%c%u %s, %s, %s", is_signed ? 's' : 'u', width, upper, a, b);
    if (!is_signed) {
        EMIT_PTX_LINE(e, "setp.ne.u%u %s, %s, 0", width, name, upper);
        return to;
    }
    const char *lower = emit_ptx_register(e, emit_ptx_new(e, class)),
               *sign = emit_ptx_register(e, emit_ptx_new(e, class));
    EMIT_PTX_LINE(e, "mul.lo.s%u %s, %s, %s", width, lower, a, b);
    EMIT_PTX_LINE(e, "shr.s%u %s, %s, %u", width, sign, lower, width - 1);
    EMIT_PTX_LINE(e, "setp.ne.s%u %s, %s, %s", width, name, upper, sign);
    return to;
}

/* A sum or difference with a constant on the right overflows beyond a number, which one comparison asks. */
static void emit_ptx_overflows_by(emit *e, const ir_instr *i, ir_type t, emit_ptx_value x, uint64_t by,
                                  const char *name)
{
    const uint32_t width = emit_ptx_width(e, t);
    const uint64_t ones = ~UINT64_C(0) >> (64 - width), least = UINT64_C(1) << (width - 1), greatest = least - 1;
    const emit_ptx_class class = width == 64 ? EMIT_PTX_64 : EMIT_PTX_32;
    const bool is_signed = emit_ptx_is_signed(e, t), is_negative = is_signed && by & least,
               goes_up = (i->aux == IR_ADD) != is_negative;
    /* the end that is passed, and the last number from which it is not */
    const uint64_t from = !is_signed ? (goes_up ? ones : 0)
                          : goes_up  ? greatest
                                     : least,
                   limit = (i->aux == IR_ADD ? from - by : from + by) & ones;
    EMIT_PTX_LINE(e, "setp.%s.%c%u %s, %s, %s", goes_up ? "gt" : "lt", is_signed ? 's' : 'u', width, name,
                  emit_ptx_register(e, x), emit_ptx_operand(e, emit_ptx_number(class, limit)));
}

emit_ptx_value emit_ptx_overflows(emit *e, const ir_instr *i)
{
    const ir_type t = emit_type_of(e, emit_arg(e, i, 0));
    const uint32_t width = emit_ptx_width(e, t);
    const bool is_signed = emit_ptx_is_signed(e, t);
    const emit_ptx_class class = width == 64 ? EMIT_PTX_64 : EMIT_PTX_32;
    if (ir_size(e->m, t) < 4)
        return emit_ptx_narrow_overflows(e, i, t);
    const emit_ptx_value x = emit_ptx_arg(e, i, 0), y = emit_ptx_arg(e, i, 1);
    emit_ptx_value to = emit_ptx_new(e, EMIT_PTX_PREDICATE);
    const char *name = emit_ptx_register(e, to);
    if (!is_signed && i->aux == IR_MUL && (x.form == EMIT_PTX_NUMBER) != (y.form == EMIT_PTX_NUMBER)) {
        const bool is_left = x.form == EMIT_PTX_NUMBER;
        const uint64_t most = ~UINT64_C(0) >> (64 - width), by = (is_left ? x.bits : y.bits) & most;
        EMIT_PTX_LINE(e, "setp.gt.u%u %s, %s, %s", width, name, emit_ptx_register(e, is_left ? y : x),
                      emit_ptx_operand(e, emit_ptx_number(class, by ? most / by : most)));
        return to;
    }
    if (i->aux != IR_MUL && x.form != EMIT_PTX_NUMBER && y.form == EMIT_PTX_NUMBER) {
        emit_ptx_overflows_by(e, i, t, x, y.bits & ~UINT64_C(0) >> (64 - width), name);
        return to;
    }
    const char *a = emit_ptx_register(e, x), *b = emit_ptx_operand(e, y);
    if (i->aux == IR_MUL)
        return emit_ptx_product_overflows(e, a, b, width, is_signed);
    if (!is_signed && i->aux == IR_SUB) {
        EMIT_PTX_LINE(e, "setp.lt.u%u %s, %s, %s", width, name, a, b);
        return to;
    }
    const char *sum = emit_ptx_register(e, emit_ptx_new(e, class));
    if (!is_signed) {
        EMIT_PTX_LINE(e, "add.u%u %s, %s, %s", width, sum, a, b);
        EMIT_PTX_LINE(e, "setp.lt.u%u %s, %s, %s", width, name, sum, a);
        return to;
    }
    /* the signs of the operands and of the result */
    const char *p = emit_ptx_register(e, emit_ptx_new(e, class)), *q = emit_ptx_register(e, emit_ptx_new(e, class)),
               *both = emit_ptx_register(e, emit_ptx_new(e, class));
    EMIT_PTX_LINE(e, "%s.s%u %s, %s, %s", i->aux == IR_ADD ? "add" : "sub", width, sum, a, b);
    EMIT_PTX_LINE(e, "xor.b%u %s, %s, %s", width, p, a, i->aux == IR_ADD ? sum : b);
    EMIT_PTX_LINE(e, "xor.b%u %s, %s, %s", width, q, i->aux == IR_ADD ? b : a, sum);
    EMIT_PTX_LINE(e, "and.b%u %s, %s, %s", width, both, p, q);
    EMIT_PTX_LINE(e, "setp.lt.s%u %s, %s, 0", width, name, both);
    return to;
}

static emit_ptx_value emit_ptx_float_to_int(emit *e, emit_ptx_value v, ir_type from, ir_type to)
{
    const uint32_t f = emit_ptx_width(e, from), bits = emit_ptx_bits(e, to), width = bits < 32 ? 32 : bits;
    const bool is_signed = emit_ptx_is_signed(e, to);
    const char *a = emit_ptx_register(e, v);
    emit_ptx_value whole = emit_ptx_new(e, width == 64 ? EMIT_PTX_64 : EMIT_PTX_32);
    EMIT_PTX_LINE(e, "cvt.rzi.%c%u.f%u %s, %s", bits < 32 || is_signed ? 's' : 'u', width, f,
                  emit_ptx_register(e, whole), a);
    if (bits < 32) {
        const int32_t least = is_signed ? -(1 << (bits - 1)) : 0,
                      most = is_signed ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
        emit_ptx_value low = emit_ptx_new(e, EMIT_PTX_32), cut = emit_ptx_new(e, EMIT_PTX_32);
        EMIT_PTX_LINE(e, "max.s32 %s, %s, %d", emit_ptx_register(e, low), emit_ptx_register(e, whole), (int)least);
        EMIT_PTX_LINE(e, "min.s32 %s, %s, %d", emit_ptx_register(e, cut), emit_ptx_register(e, low), (int)most);
        whole = cut;
    }
    if (f == 32 && width == 32)
        return whole; /* a NaN is 0 */
    emit_ptx_value is_number = emit_ptx_new(e, EMIT_PTX_PREDICATE);
    EMIT_PTX_LINE(e, "setp.eq.f%u %s, %s, %s", f, emit_ptx_register(e, is_number), a, a);
    return emit_ptx_select(e, is_number, whole, emit_ptx_number((emit_ptx_class)whole.class, 0));
}

/* The nearest float to a constant. */
static uint64_t emit_ptx_float_bits(const emit *e, ir_type from, uint64_t bits, ir_type to)
{
    const uint64_t u = emit_ptx_canonical(e, from, bits);
    const int64_t s = (int64_t)u;
    const bool is_signed = emit_ptx_is_signed(e, from);
    if (ir_size(e->m, to) == 8) {
        const double d = is_signed ? (double)s : (double)u;
        memcpy(&bits, &d, sizeof d);
        return bits;
    }
    const float f = is_signed ? (float)s : (float)u;
    uint32_t low;
    memcpy(&low, &f, sizeof f);
    return low;
}

emit_ptx_value emit_ptx_convert(emit *e, emit_ptx_value v, ir_type from, ir_type to)
{
    const bool from_float = emit_ptx_is_float(e, from), to_float = emit_ptx_is_float(e, to);
    const emit_ptx_class source = emit_ptx_class_of(e, from), target = emit_ptx_class_of(e, to);
    if (from == to)
        return v;
    if (v.form == EMIT_PTX_NUMBER && !from_float && !to_float) {
        const uint64_t bits = emit_ptx_canonical(e, from, v.bits);
        return emit_ptx_number(target, target == EMIT_PTX_PREDICATE ? bits != 0 : emit_ptx_canonical(e, to, bits));
    }
    if (v.form == EMIT_PTX_NUMBER && !from_float && source != EMIT_PTX_PREDICATE)
        return emit_ptx_number(target, emit_ptx_float_bits(e, from, v.bits, to));
    if (source == EMIT_PTX_PREDICATE)
        return emit_ptx_convert(e, emit_ptx_bool_as_number(e, v), IR_U32, to);
    if (target == EMIT_PTX_PREDICATE) {
        emit_ptx_value is = emit_ptx_new(e, EMIT_PTX_PREDICATE);
        EMIT_PTX_LINE(e, "setp.ne.%c%u %s, %s, 0", from_float ? 'f' : 'u', emit_ptx_width(e, from),
                      emit_ptx_register(e, is), emit_ptx_register(e, v));
        return is;
    }
    if (from_float && !to_float)
        return emit_ptx_float_to_int(e, v, from, to);
    emit_ptx_value made = emit_ptx_new(e, target);
    if (from_float) {
        EMIT_PTX_LINE(e, to == IR_F64 ? "cvt.f64.f32 %s, %s" : "cvt.rn.f32.f64 %s, %s", emit_ptx_register(e, made),
                      emit_ptx_register(e, v));
        return made;
    }
    if (to_float) {
        EMIT_PTX_LINE(e, "cvt.rn.f%u.%c%u %s, %s", emit_ptx_width(e, to), emit_ptx_is_signed(e, from) ? 's' : 'u',
                      emit_ptx_width(e, from), emit_ptx_register(e, made), emit_ptx_register(e, v));
        return made;
    }
    if (source == target) {
        const uint32_t a = emit_ptx_bits(e, from), b = emit_ptx_bits(e, to);
        const bool fits = b >= 32 || (a < b && (!emit_ptx_is_signed(e, from) || emit_ptx_is_signed(e, to)));
        return fits ? v : emit_ptx_wrap(e, to, v);
    }
    if (target == EMIT_PTX_64) {
        EMIT_PTX_LINE(e, emit_ptx_is_signed(e, from) ? "cvt.s64.s32 %s, %s" : "cvt.u64.u32 %s, %s",
                      emit_ptx_register(e, made), emit_ptx_register(e, v));
        return made;
    }
    EMIT_PTX_LINE(e, "cvt.u32.u64 %s, %s", emit_ptx_register(e, made), emit_ptx_register(e, v));
    return emit_ptx_wrap(e, to, made);
}

emit_ptx_value emit_ptx_bitcast(emit *e, emit_ptx_value v, ir_type from, ir_type to)
{
    const emit_ptx_class source = emit_ptx_class_of(e, from), target = emit_ptx_class_of(e, to);
    if (source != target)
        return emit_ptx_convert(e, v, from == IR_BOOL ? IR_BOOL : IR_U8, to);
    if (v.form == EMIT_PTX_NUMBER)
        return emit_ptx_number(target, emit_ptx_is_float(e, to) ? v.bits : emit_ptx_canonical(e, to, v.bits));
    return emit_ptx_is_float(e, to) ? v : emit_ptx_wrap(e, to, v);
}

emit_ptx_value emit_ptx_select(emit *e, emit_ptx_value condition, emit_ptx_value a, emit_ptx_value b)
{
    emit_ptx_value to = emit_ptx_new(e, (emit_ptx_class)a.class);
    to.is_reloaded = a.is_reloaded || b.is_reloaded;
    if (to.class == EMIT_PTX_PREDICATE) {
        emit_ptx_join_bools(e, IR_SELECT, emit_ptx_register(e, to), condition, a, b);
        return to;
    }
    const char *x = emit_ptx_operand(e, a), *y = emit_ptx_operand(e, b);
    emit_ptx_choose(e, to, x, y, condition);
    return to;
}
