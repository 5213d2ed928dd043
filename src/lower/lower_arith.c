/* lower_arith.c: lowers operators and casts, with the panics that Rust has for them. */
#include "lower/lower_internal.h"

bool lower_known(const lower_fn *f, ir_value v, uint64_t *bits)
{
    const ir_function *fn = &f->b.m->functions.at[f->b.f];
    for (uint32_t i = fn->code.n, looked = 0; v && i-- > 0 && looked < 64; looked++)
        if (fn->code.at[i].result == v) {
            *bits = fn->code.at[i].imm;
            return fn->code.at[i].op == IR_CONST;
        }
    return false;
}

/* Puts a number into the operands of a message, and returns what stands for it there. */
static const char *lower_operand(lower_fn *f, sema_ty ty, ir_value v, ir_value *operands, uint32_t *n)
{
    if (lower_is_wide(f, v)) {
        operands[(*n)++] = lower_wide_half(f, v, false);
        operands[(*n)++] = lower_wide_half(f, v, true);
        return ty_is_signed(f->l->s, ty) ? "{low}{i128}" : "{low}{u128}";
    }
    const bool is_signed = ir_is_signed(f->b.m, lower_value_type(f, v));
    operands[(*n)++] = ir_convert(&f->b, is_signed ? IR_I64 : IR_U64, v);
    return is_signed ? "{i64}" : "{}";
}

ir_value lower_number(lower_fn *f, sema_ty ty, wide_u128 bits)
{
    const ir_type type = lower_ir_type(f->l, ty, (sema_span){0});
    return type == f->l->wide ? lower_wide_const(f, bits) : ir_const(&f->b, type, (uint64_t)bits);
}

ir_value lower_operate(lower_fn *f, ir_op op, sema_ty ty, ir_value a, ir_value b, sema_span at)
{
    if (lower_is_wide(f, a))
        return lower_wide_compute(f, op, ty_is_signed(f->l->s, ty), a, b, at);
    const bool compares = op == IR_EQ || op == IR_NE || op == IR_LT || op == IR_LE || op == IR_GT || op == IR_GE;
    const ir_type type = compares ? (ir_type)IR_BOOL : lower_value_type(f, a);
    return b ? ir_binary(&f->b, op, type, a, b) : ir_unary(&f->b, op, type, a);
}

ir_value lower_overflows(lower_fn *f, ir_op op, sema_ty ty, ir_value a, ir_value b, sema_span at)
{
    if (lower_is_wide(f, a))
        return lower_wide_overflows(f, op, ty_is_signed(f->l->s, ty), a, b, at);
    return ir_emit(&f->b, IR_OVERFLOWS, IR_BOOL, (ir_value[]){a, b}, 2, (uint16_t)op, 0);
}

static bool lower_is_integer(const lower_fn *f, ir_value v)
{
    return lower_is_wide(f, v) || ir_is_int(f->b.m, lower_value_type(f, v));
}

/* What can go wrong in an operation. message is what rustc says when the program runs. of_constant is what it says of
 * a constant; a (and b) stand for each # in it, and the type's name for T. */
typedef struct fault {
    const char *message, *of_constant;
    ir_value a, b;
    sema_ty ty;
} fault;

static void lower_arith_check(lower_fn *f, ir_value condition, fault what, sema_span at)
{
    lower *l = f->l;
    if (!l->constants) {
        ir_check(&f->b, condition, lower_site(f, at, what.message), NULL, 0);
        return;
    }
    VEC(char) text = {0};
    const char *name = ty_print_short(l->s, what.ty);
    ir_value operands[4];
    uint32_t n = 0;
    const char *const first = lower_operand(f, what.ty, what.a, operands, &n);
    const char *const second = what.b ? lower_operand(f, what.ty, what.b, operands, &n) : NULL;
    const char *next = first;
    for (const char *c = what.of_constant; *c; c++) {
        const char *put = *c == 'T' ? name : *c == '#' ? next : NULL;
        if (*c == '#')
            next = second;
        for (size_t i = 0, n_put = put ? strlen(put) : 1; i < n_put; i++)
            vec_push(l->s->memory, &text, put ? put[i] : *c);
    }
    const char *message = arena_text(l->s->memory, text.at, text.n);
    ir_check(&f->b, condition, lower_site(f, at, message), operands, n);
}

bool lower_finds_undefined(const lower_fn *f)
{
    return f->l->constants || f->l->options.finds_undefined;
}

void lower_expect(lower_fn *f, ir_value holds, lower_undefined what, sema_span at)
{
    ir_builder *b = &f->b;
    if (f->l->constants) {
        ir_check(b, holds, lower_site(f, at, what.of_constant), what.numbers, what.n_numbers);
    } else if (f->l->options.finds_undefined) {
        const ir_value number = what.number ? ir_convert(b, IR_U64, what.number) : ir_const(b, IR_U64, 0);
        ir_intrinsic_call(b, IR_IN_UNDEFINED_UNLESS, IR_VOID, (ir_value[]){holds, number}, 2, what.what);
    }
}

void lower_check_char(lower_fn *f, sema_ty ty, ir_value v, sema_span at)
{
    if (!lower_finds_undefined(f) || ty_kind_of(f->l->s, ty) != TY_CHAR || lower_known(f, v, &(uint64_t){0}))
        return;
    ir_value low = ir_binary(&f->b, IR_LT, IR_BOOL, v, ir_const(&f->b, IR_U32, 0xD800));
    ir_value above = ir_binary(&f->b, IR_SUB, IR_U32, v, ir_const(&f->b, IR_U32, 0xE000));
    ir_value high = ir_binary(&f->b, IR_LT, IR_BOOL, above, ir_const(&f->b, IR_U32, 0x110000 - 0xE000));
    const ir_value number = ir_convert(&f->b, IR_U64, v);
    lower_expect(f, ir_binary(&f->b, IR_OR, IR_BOOL, low, high),
                 (lower_undefined){IR_UNDEFINED_CHAR,
                                   LOWER_UNDEFINED "interpreting an invalid 32-bit value as a char: {x32}", &number, 1,
                                   number},
                 at);
}

void lower_check_bounds(lower_fn *f, ir_value index, ir_value len, sema_span at)
{
    if (!f->bounds_checks)
        return;
    ir_site_id site = lower_site(f, at, "index out of bounds: the len is {} but the index is {}");
    ir_check(&f->b, ir_binary(&f->b, IR_LT, IR_BOOL, index, len), site, (ir_value[]){len, index}, 2);
}

static ir_value lower_minimum(lower_fn *f, sema_ty ty, ir_type type)
{
    return lower_number(f, ty, (wide_u128)1 << (8 * ir_size(f->b.m, type) - 1));
}

static ir_value lower_arith_divide(lower_fn *f, bool remainder, sema_ty ty, ir_type type, ir_value a, ir_value b,
                                   sema_span at)
{
    uint64_t bits = 0;
    bool known = lower_known(f, b, &bits), is_signed = ty_is_signed(f->l->s, ty);
    uint64_t size = 8 * ir_size(f->b.m, type);
    uint64_t ones = size >= 64 ? UINT64_MAX : (UINT64_C(1) << size) - 1;
    if (!known || bits == 0)
        lower_arith_check(f, lower_operate(f, IR_NE, ty, b, lower_number(f, ty, 0), at),
                          remainder
                              ? (fault){"attempt to calculate the remainder with a divisor of zero",
                                        "attempt to calculate the remainder of `#_T` with a divisor of zero", a, 0, ty}
                              : (fault){"attempt to divide by zero", "attempt to divide `#_T` by zero", a, 0, ty},
                          at);
    if (is_signed && (!known || bits == ones)) {
        ir_value is_min = lower_operate(f, IR_EQ, ty, a, lower_minimum(f, ty, type), at);
        ir_value is_one = lower_operate(f, IR_EQ, ty, b, lower_number(f, ty, WIDE_MAX), at);
        lower_arith_check(f, lower_not(f, ir_binary(&f->b, IR_AND, IR_BOOL, is_min, is_one)),
                          remainder ? (fault){"attempt to calculate the remainder with overflow",
                                              "attempt to compute `#_T % #_T`, which would overflow", a, b, ty}
                                    : (fault){"attempt to divide with overflow",
                                              "attempt to compute `#_T / #_T`, which would overflow", a, b, ty},
                          at);
    }
    return lower_operate(f, remainder ? IR_REM : IR_DIV, ty, a, b, at);
}

static ir_value lower_shift(lower_fn *f, bool right, const sema_ty types[2], ir_type type, ir_value a, ir_value b,
                            sema_span at)
{
    uint64_t width = 8 * ir_size(f->b.m, type), bits = 0;
    bool fits = lower_known(f, b, &bits) && bits < width;
    if (f->overflow_checks && !fits) {
        const sema_ty counts = lower_is_wide(f, b) ? TY_U128 : TY_U64;
        ir_value by = counts == TY_U64 ? ir_convert(&f->b, IR_U64, b) : b;
        ir_value is_below = lower_operate(f, IR_LT, counts, by, lower_number(f, counts, width), at);
        lower_arith_check(f, is_below,
                          right ? (fault){"attempt to shift right with overflow",
                                          "attempt to shift right by `#_T`, which would overflow", b, 0, types[1]}
                                : (fault){"attempt to shift left with overflow",
                                          "attempt to shift left by `#_T`, which would overflow", b, 0, types[1]},
                          at);
    }
    if (lower_is_wide(f, b))
        b = lower_wide_half(f, b, false);
    return lower_operate(f, right ? IR_SHR : IR_SHL, types[0], a, b, at);
}

static ir_value lower_overflowing(lower_fn *f, ir_op op, sema_ty ty, ir_value a, ir_value b, sema_span at)
{
    if (f->overflow_checks && lower_is_integer(f, a)) {
        ir_value over = lower_overflows(f, op, ty, a, b, at);
        lower_arith_check(f, lower_not(f, over),
                          op == IR_ADD   ? (fault){"attempt to add with overflow",
                                                   "attempt to compute `#_T + #_T`, which would overflow", a, b, ty}
                          : op == IR_SUB ? (fault){"attempt to subtract with overflow",
                                                   "attempt to compute `#_T - #_T`, which would overflow", a, b, ty}
                                         : (fault){"attempt to multiply with overflow",
                                                   "attempt to compute `#_T * #_T`, which would overflow", a, b, ty},
                          at);
    }
    return lower_operate(f, op, ty, a, b, at);
}

ir_value lower_binary(lower_fn *f, syntax_op op, const sema_ty types[2], ir_value a, ir_value b, sema_span at)
{
    static const uint8_t plain[] = {
        [OP_BIT_AND] = IR_AND, [OP_BIT_OR] = IR_OR, [OP_BIT_XOR] = IR_XOR, [OP_EQ] = IR_EQ,   [OP_NE] = IR_NE,
        [OP_LT] = IR_LT,       [OP_LE] = IR_LE,     [OP_GT] = IR_GT,       [OP_GE] = IR_GE,   [OP_ADD] = IR_ADD,
        [OP_SUB] = IR_SUB,     [OP_MUL] = IR_MUL,   [OP_DIV] = IR_DIV,     [OP_REM] = IR_REM,
    };
    if (!a || !b) { /* all values of a type of size 0 are equal */
        bool equal = op == OP_EQ || op == OP_LE || op == OP_GE;
        return op >= OP_EQ && op <= OP_GE ? ir_const(&f->b, IR_BOOL, equal) : 0;
    }
    const sema_ty ty = types[0];
    ir_type type = lower_value_type(f, a);
    if (type == f->l->ptr && f->l->constants) {
        a = ir_emit(&f->b, IR_BITCAST, IR_U64, &a, 1, IR_COMPARED, 0);
        b = ir_emit(&f->b, IR_BITCAST, IR_U64, &b, 1, IR_COMPARED, 0);
        type = IR_U64;
    }
    if (type == f->l->fat || type == f->l->object) {
        const ir_value near[2] = {ir_field(&f->b, a, 0), ir_field(&f->b, b, 0)},
                       far[2] = {ir_field(&f->b, a, 1), ir_field(&f->b, b, 1)};
        const bool equality = op == OP_EQ || op == OP_NE;
        const ir_op of_far = equality ? IR_EQ : (ir_op)plain[op];
        ir_value same = lower_binary(f, OP_EQ, types, near[0], near[1], at);
        same = ir_binary(&f->b, IR_AND, IR_BOOL, same, ir_binary(&f->b, of_far, IR_BOOL, far[0], far[1]));
        if (equality)
            return op == OP_EQ ? same : lower_not(f, same);
        const syntax_op strictly = op == OP_LT || op == OP_LE ? OP_LT : OP_GT;
        return ir_binary(&f->b, IR_OR, IR_BOOL, same, lower_binary(f, strictly, types, near[0], near[1], at));
    }
    switch (op) {
    case OP_ADD:
    case OP_SUB:
    case OP_MUL: return lower_overflowing(f, (ir_op)plain[op], ty, a, b, at);
    case OP_DIV:
    case OP_REM:
        if (lower_is_integer(f, a))
            return lower_arith_divide(f, op == OP_REM, ty, type, a, b, at);
        return ir_binary(&f->b, (ir_op)plain[op], type, a, b);
    case OP_SHL:
    case OP_SHR: return lower_shift(f, op == OP_SHR, types, type, a, b, at);
    case OP_BIT_AND:
    case OP_BIT_OR:
    case OP_BIT_XOR: return lower_operate(f, (ir_op)plain[op], ty, a, b, at);
    case OP_EQ:
    case OP_NE:
    case OP_LT:
    case OP_LE:
    case OP_GT:
    case OP_GE:
        lower_check_char(f, ty, a, at);
        lower_check_char(f, ty, b, at);
        return lower_operate(f, (ir_op)plain[op], ty, a, b, at);
    case OP_NONE:
    case OP_AND:
    case OP_OR:
    case OP_NEG:
    case OP_NOT:
    case OP_DEREF:
    case OP_RANGE:
    case OP_RANGE_INCLUSIVE: break; /* not of two scalars */
    }
    return 0;
}

ir_value lower_unary(lower_fn *f, syntax_op op, sema_ty ty, ir_value a, sema_span at)
{
    if (!a)
        return 0;
    ir_type type = lower_value_type(f, a);
    if (op == OP_NOT)
        return lower_operate(f, IR_NOT, ty, a, 0, at);
    uint64_t bits;
    if (lower_known(f, a, &bits)) {
        uint64_t width = 8 * ir_size(f->b.m, type), sign = UINT64_C(1) << (width - 1);
        if (ir_is_float(f->b.m, type))
            return ir_const(&f->b, type, bits ^ sign);
        if (bits != sign || !f->overflow_checks)
            return ir_const(&f->b, type, 0 - bits);
    }
    if (lower_is_integer(f, a) && f->overflow_checks)
        lower_arith_check(
            f, lower_operate(f, IR_NE, ty, a, lower_minimum(f, ty, type), at),
            (fault){"attempt to negate with overflow", "attempt to negate `#_T`, which would overflow", a, 0, ty}, at);
    return lower_operate(f, IR_NEG, ty, a, 0, at);
}

static ir_value lower_arith_bitcast(lower_fn *f, ir_type to, ir_value v)
{
    return lower_value_type(f, v) == to ? v : ir_emit(&f->b, IR_BITCAST, to, &v, 1, 0, 0);
}

ir_value lower_cast(lower_fn *f, const thir_node *n)
{
    lower *l = f->l;
    const lower_layout *from = lower_node_layout(f, n->a), *to = lower_layout_of(l, lower_ty(f, n->ty), n->span);
    if (ty_kind_of(l->s, from->ty) == TY_FN_DEF || ty_kind_of(l->s, from->ty) == TY_CLOSURE) {
        lower_not_yet(l, n->span, "a cast of a fn item", "write `as fn(..) -> ..` first");
        return 0;
    }
    if (from->tag) {
        lower_place p = lower_place_of(f, n->a);
        lower_stand_at(f, n->span);
        ir_value tag = lower_tag(f, &p);
        return to->ir == l->wide ? lower_wide_of(f, ty_is_signed(l->s, to->ty), tag, n->span)
                                 : ir_convert(&f->b, to->ir, tag);
    }
    ir_value v = lower_value(f, n->a);
    if (!v || !to->ir)
        return 0;
    if (from->shape == SHAPE_FAT) {
        if (to->shape == SHAPE_FAT)
            return v;
        v = ir_field(&f->b, v, 0);
    }
    lower_stand_at(f, n->span);
    lower_check_char(f, from->ty, v, n->span);
    bool from_pointer = lower_value_type(f, v) == l->ptr, to_pointer = to->ir == l->ptr;
    if (to->shape == SHAPE_FAT && from->shape == SHAPE_SCALAR && from->element &&
        ty_kind_of(l->s, to->element) != TY_DYN) {
        const lower_layout *array = lower_layout_of(l, from->element, n->span);
        return lower_make_fat(f, v, ir_const(&f->b, IR_U64, array->n));
    }
    if (from_pointer && to_pointer)
        return v;
    if (from_pointer)
        v = lower_arith_bitcast(f, IR_U64, v);
    if (to->ir == l->wide)
        return lower_is_wide(f, v) ? v : lower_wide_of(f, ty_is_signed(l->s, to->ty), v, n->span);
    if (lower_is_wide(f, v) && !to_pointer)
        return lower_wide_to(f, ty_is_signed(l->s, from->ty), to->ir, v, n->span);
    if (lower_is_wide(f, v))
        v = lower_wide_half(f, v, false);
    if (from_pointer)
        return ir_convert(&f->b, to->ir, v);
    if (to_pointer)
        return lower_arith_bitcast(f, l->ptr, ir_convert(&f->b, IR_U64, v));
    uint64_t bits;
    if (lower_known(f, v, &bits) && ir_is_int(l->m, lower_value_type(f, v)) && ir_is_int(l->m, to->ir)) {
        uint64_t width = 8 * ir_size(l->m, lower_value_type(f, v));
        if (width < 64 && ir_is_signed(l->m, lower_value_type(f, v)) && (bits >> (width - 1) & 1))
            bits |= ~((UINT64_C(1) << width) - 1);
        return ir_const(&f->b, to->ir, bits);
    }
    return ir_convert(&f->b, to->ir, v);
}
