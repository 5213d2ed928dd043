/* lint_panic_value.c: reads, casts and computes known values, and reports what they show. */
#include <inttypes.h>

#include "sema/lints/lint_internal.h"
#include "rustg/diagnostic_kind.h"

known lint_scalar(uint64_t bits)
{
    return (known){.kind = KNOWN_SCALAR, .bits = bits};
}

known lint_unknown(known_kind kind)
{
    return (known){.kind = (uint8_t)kind};
}

known lint_fresh(lint_ctx *c, known v)
{
    v.stamp = ++c->now;
    return v;
}

known lint_alive(const lint_ctx *c, known v)
{
    bool is_dead = v.stamp <= c->dead_until && (v.kind == KNOWN_SCALAR || v.kind == KNOWN_PARTS);
    return is_dead ? lint_unknown(KNOWN_DOUBT) : v;
}

uint64_t lint_fit(const sema *s, sema_ty ty, uint64_t bits)
{
    if (!ty_is_integer(s, ty))
        return bits;
    uint32_t width = ty_bits(s, ty);
    if (width >= 64)
        return bits;
    bits &= (UINT64_C(1) << width) - 1;
    if (ty_is_signed(s, ty) && (bits >> (width - 1) & 1))
        bits |= ~((UINT64_C(1) << width) - 1);
    return bits;
}

known lint_read(lint_ctx *c, const lint_place *place)
{
    if (place->how != KNOWN_PARTS)
        return lint_unknown(place->how);
    known v = place->temp;
    if (place->root) {
        const lint_local *local = &c->locals[place->root];
        v = local->is_doubt ? lint_unknown(KNOWN_DOUBT) : local->is_lost ? lint_unknown(KNOWN_NOT) : local->value;
    }
    v = lint_alive(c, v);
    for (uint32_t i = 0; i < place->n && v.kind != KNOWN_DOUBT; i++)
        v = v.kind == KNOWN_PARTS && place->steps[i] < v.n ? v.parts[place->steps[i]] : lint_unknown(KNOWN_NOT);
    return lint_fresh(c, v);
}

/* ---- Reports ---- */

/* Writes a value as rustc writes a ConstInt: `255_u16`, `u8::MAX`. */
static const char *lint_panic_value_number(lint_ctx *c, sema_ty ty, known v, bool suffixed)
{
    sema *s = c->s;
    if (v.kind != KNOWN_SCALAR)
        return "_";
    const char *name = ty_print(s, ty);
    uint32_t width = ty_bits(s, ty);
    uint64_t top = UINT64_C(1) << (width - 1);
    if (!ty_is_signed(s, ty)) {
        if (v.bits == (top | (top - 1)))
            return arena_format(s->memory, "%s::MAX", name);
        return arena_format(s->memory, suffixed ? "%" PRIu64 "_%s" : "%" PRIu64, v.bits, name);
    }
    if (v.bits == lint_fit(s, ty, top))
        return arena_format(s->memory, "%s::MIN", name);
    if (v.bits == top - 1)
        return arena_format(s->memory, "%s::MAX", name);
    return arena_format(s->memory, suffixed ? "%" PRId64 "_%s" : "%" PRId64, (int64_t)v.bits, name);
}

static void lint_panic_value_report(lint_ctx *c, lint_name lint, sema_span at, const char *label)
{
    sema_span said;
    if (c->is_counting || c->is_in_const_block || c->reach != REACH_YES ||
        !lint_is_denied(c->s, c->body->owner, at, lint, &said))
        return;
    sema_report r = sema_error(
        c->s, lint == LINT_ARITHMETIC_OVERFLOW ? RUSTG_DIAG_ARITHMETIC_OVERFLOW : RUSTG_DIAG_UNCONDITIONAL_PANIC, at);
    sema_primary_label(&r, "%s", label);
    lint_note(c->s, &r, lint, said);
}

/* A shift or sign that an assignment makes has the place of the assignment. */
static sema_span lint_place_of_result(const lint_ctx *c, const thir_node *n)
{
    return n == &c->body->exprs.at[c->assigned] ? c->assigned_span : n->span;
}

/* ---- Arithmetic ---- */

/* Combines a value and one that may be in doubt, if rustc needs both. */
static bool lint_both_known(known a, known b, known *result)
{
    bool not = a.kind == KNOWN_NOT || b.kind == KNOWN_NOT || a.kind == KNOWN_PARTS || b.kind == KNOWN_PARTS;
    *result = lint_unknown(not ? KNOWN_NOT : KNOWN_DOUBT);
    return a.kind == KNOWN_SCALAR && b.kind == KNOWN_SCALAR;
}

static bool lint_panic_value_overflows(const sema *s, sema_ty ty, uint8_t op, uint64_t a, uint64_t b, uint64_t *result)
{
    bool wraps;
    if (ty_is_signed(s, ty)) {
        int64_t x = (int64_t)a, y = (int64_t)b, r = 0;
        wraps = op == OP_ADD   ? __builtin_add_overflow(x, y, &r)
                : op == OP_SUB ? __builtin_sub_overflow(x, y, &r)
                               : __builtin_mul_overflow(x, y, &r);
        *result = (uint64_t)r;
    } else {
        wraps = op == OP_ADD   ? __builtin_add_overflow(a, b, result)
                : op == OP_SUB ? __builtin_sub_overflow(a, b, result)
                               : __builtin_mul_overflow(a, b, result);
    }
    return wraps || lint_fit(s, ty, *result) != *result;
}

static known lint_panic_value_compare(const sema *s, sema_ty ty, uint8_t op, uint64_t a, uint64_t b)
{
    bool less = ty_is_integer(s, ty) && ty_is_signed(s, ty) ? (int64_t)a < (int64_t)b : a < b;
    bool is = op == OP_EQ   ? a == b
              : op == OP_NE ? a != b
              : op == OP_LT ? less
              : op == OP_LE ? less || a == b
              : op == OP_GT ? !less && a != b
                            : !less;
    return lint_scalar(is);
}

static known lint_divided(lint_ctx *c, const thir_node *n, const lint_place *place, sema_ty ty, known lhs, known rhs)
{
    sema *s = c->s;
    bool is_div = n->sub == OP_DIV;
    if (rhs.kind == KNOWN_SCALAR && rhs.bits == 0)
        lint_panic_value_report(c, LINT_UNCONDITIONAL_PANIC, n->span,
                                arena_format(s->memory,
                                             is_div
                                                 ? "attempt to divide `%s` by zero"
                                                 : "attempt to calculate the remainder of `%s` with a divisor of zero",
                                             lint_panic_value_number(c, ty, lhs, true)));
    lint_end_block(c, true);
    if (place)
        lhs = lint_read(c, place);
    known result;
    if (ty_is_signed(s, ty)) {
        if (lint_both_known(lhs, rhs, &result) && rhs.bits == UINT64_MAX &&
            lhs.bits == lint_fit(s, ty, UINT64_C(1) << (ty_bits(s, ty) - 1))) {
            lint_panic_value_report(c, LINT_UNCONDITIONAL_PANIC, n->span,
                                    arena_format(s->memory,
                                                 is_div ? "attempt to compute `%s / %s`, which would overflow"
                                                        : "attempt to compute `%s %% %s`, which would overflow",
                                                 lint_panic_value_number(c, ty, lhs, true),
                                                 lint_panic_value_number(c, ty, rhs, true)));
            lint_end_block(c, true);
            return lint_unknown(KNOWN_NOT);
        }
        lint_end_block(c, true);
        if (place)
            lhs = lint_read(c, place);
    }
    if (!lint_both_known(lhs, rhs, &result) || rhs.bits == 0)
        return rhs.kind == KNOWN_SCALAR && rhs.bits == 0 ? lint_unknown(KNOWN_NOT) : result;
    if (ty_is_signed(s, ty))
        return lint_scalar(
            (uint64_t)(is_div ? (int64_t)lhs.bits / (int64_t)rhs.bits : (int64_t)lhs.bits % (int64_t)rhs.bits));
    return lint_scalar(is_div ? lhs.bits / rhs.bits : lhs.bits % rhs.bits);
}

static known lint_shifted(lint_ctx *c, const thir_node *n, const lint_place *place, sema_ty ty, known lhs, known rhs)
{
    sema *s = c->s;
    sema_ty by = c->body->exprs.at[n->b].ty;
    bool is_left = n->sub == OP_SHL;
    lint_end_block(c, true);
    if (place)
        lhs = lint_read(c, place);
    if (rhs.kind == KNOWN_SCALAR && rhs.bits >= ty_bits(s, ty)) {
        lint_panic_value_report(c, LINT_ARITHMETIC_OVERFLOW, lint_place_of_result(c, n),
                                arena_format(s->memory, "attempt to shift %s by `%s`, which would overflow",
                                             is_left ? "left" : "right", lint_panic_value_number(c, by, rhs, true)));
        return lint_unknown(KNOWN_NOT);
    }
    known result;
    if (!lint_both_known(lhs, rhs, &result))
        return result;
    if (is_left)
        return lint_scalar(lint_fit(s, ty, lhs.bits << rhs.bits));
    if (!ty_is_signed(s, ty) || !(lhs.bits >> 63))
        return lint_scalar(lhs.bits >> rhs.bits);
    return lint_scalar(~(~lhs.bits >> rhs.bits));
}

known lint_binary(lint_ctx *c, const thir_node *n, const lint_place *place, known lhs, known rhs)
{
    sema *s = c->s;
    sema_ty ty = c->body->exprs.at[n->a].ty;
    ty_kind kind = ty_kind_of(s, ty);
    known result;
    bool is_integer = ty_is_integer(s, ty);
    if (!is_integer && kind != TY_BOOL && kind != TY_CHAR) {
        lint_both_known(lhs, rhs, &result);
        return result;
    }
    switch ((syntax_op)n->sub) {
    case OP_ADD:
    case OP_SUB:
    case OP_MUL: {
        uint64_t bits = 0;
        bool known_both = is_integer && lint_both_known(lhs, rhs, &result);
        bool wraps = known_both && lint_panic_value_overflows(s, ty, n->sub, lhs.bits, rhs.bits, &bits);
        if (wraps)
            lint_panic_value_report(c, LINT_ARITHMETIC_OVERFLOW, n->span,
                                    arena_format(s->memory, "attempt to compute `%s %s %s`, which would overflow",
                                                 lint_panic_value_number(c, ty, lhs, true), syntax_op_text(n->sub),
                                                 lint_panic_value_number(c, ty, rhs, true)));
        lint_end_block(c, true);
        return wraps ? lint_unknown(KNOWN_NOT) : known_both ? lint_scalar(bits) : result;
    }
    case OP_DIV:
    case OP_REM: return lint_divided(c, n, place, ty, lhs, rhs);
    case OP_SHL:
    case OP_SHR: return lint_shifted(c, n, place, ty, lhs, rhs);
    case OP_NONE:
    case OP_BIT_AND:
    case OP_BIT_OR:
    case OP_BIT_XOR:
    case OP_EQ:
    case OP_NE:
    case OP_LT:
    case OP_LE:
    case OP_GT:
    case OP_GE:
    case OP_AND:
    case OP_OR:
    case OP_NEG:
    case OP_NOT:
    case OP_DEREF:
    case OP_RANGE:
    case OP_RANGE_INCLUSIVE: break;
    }
    if (!lint_both_known(lhs, rhs, &result))
        return result;
    switch ((syntax_op)n->sub) {
    case OP_BIT_AND: return lint_scalar(lhs.bits & rhs.bits);
    case OP_BIT_OR: return lint_scalar(lhs.bits | rhs.bits);
    case OP_BIT_XOR: return lint_scalar(lhs.bits ^ rhs.bits);
    case OP_NONE:
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_DIV:
    case OP_REM:
    case OP_SHL:
    case OP_SHR:
    case OP_EQ:
    case OP_NE:
    case OP_LT:
    case OP_LE:
    case OP_GT:
    case OP_GE:
    case OP_AND:
    case OP_OR:
    case OP_NEG:
    case OP_NOT:
    case OP_DEREF:
    case OP_RANGE:
    case OP_RANGE_INCLUSIVE: break;
    }
    return lint_panic_value_compare(s, ty, n->sub, lhs.bits, rhs.bits);
}

known lint_negate(lint_ctx *c, const thir_node *n, known value)
{
    sema *s = c->s;
    if (!ty_is_integer(s, n->ty)) {
        known result;
        lint_both_known(value, value, &result);
        return result;
    }
    bool is_least =
        value.kind == KNOWN_SCALAR && value.bits == lint_fit(s, n->ty, UINT64_C(1) << (ty_bits(s, n->ty) - 1));
    lint_end_block(c, true);
    if (is_least)
        lint_panic_value_report(c, LINT_ARITHMETIC_OVERFLOW, lint_place_of_result(c, n),
                                arena_format(s->memory, "attempt to negate `%s`, which would overflow",
                                             lint_panic_value_number(c, n->ty, value, true)));
    if (value.kind != KNOWN_SCALAR)
        return value;
    return is_least ? lint_unknown(KNOWN_NOT) : lint_scalar(lint_fit(s, n->ty, 0 - value.bits));
}

void lint_check_index(lint_ctx *c, const thir_node *n, known index)
{
    sema *s = c->s;
    sema_ty of = c->body->exprs.at[n->a].ty;
    ty_info length = ty_kind_of(s, of) == TY_ARRAY ? *ty_get(s, ty_arg(s, of, 1)) : (ty_info){0};
    if (length.kind == TY_CONST && index.kind == KNOWN_SCALAR && index.bits >= length.value)
        lint_panic_value_report(c, LINT_UNCONDITIONAL_PANIC, n->span,
                                arena_format(s->memory, "index out of bounds: the length is %s but the index is %s",
                                             lint_panic_value_number(c, TY_USIZE, lint_scalar(length.value), false),
                                             lint_panic_value_number(c, TY_USIZE, index, false)));
    lint_end_block(c, true);
}

/* ---- Constants, casts, sizes ---- */

known lint_constant(lint_ctx *c, const thir_node *n)
{
    sema *s = c->s;
    if (c->is_counting)
        return lint_unknown(KNOWN_NOT);
    for (uint32_t i = 0; i < n->n_args; i++)
        if (ty_has(s, n->args[i], TY_HAS_PARAM))
            return lint_unknown(KNOWN_NOT);
    if (ty_has(s, n->ty, TY_HAS_PARAM))
        return lint_unknown(KNOWN_NOT);
    ty_kind kind = ty_kind_of(s, n->ty);
    sema_def constant = n->def;
    const sema_ty *args = n->args;
    uint32_t n_args = n->n_args;
    if ((!ty_is_integer(s, n->ty) && kind != TY_BOOL && kind != TY_CHAR) || lint_is_wide(s, n->ty) || !s->evaluate)
        return lint_unknown(KNOWN_DOUBT);
    if (def_kind_of(s, def_get(s, constant)->parent) == DEF_TRAIT) {
        bool is_builtin = false;
        if (!trait_resolve(s, n->def, n->args, n->n_args, &constant, &args, &n_args, &is_builtin) || is_builtin)
            return lint_unknown(KNOWN_DOUBT);
    }
    wide_u128 bits = 0;
    if (!s->evaluate(s, constant, args, n_args, &bits))
        return lint_unknown(KNOWN_DOUBT);
    return lint_scalar(lint_fit(s, n->ty, (uint64_t)bits));
}

known lint_cast(lint_ctx *c, const thir_node *n, known value)
{
    sema *s = c->s;
    sema_ty from = c->body->exprs.at[n->a].ty;
    ty_kind kind = ty_kind_of(s, from), to = ty_kind_of(s, n->ty);
    if (kind == TY_ADT && value.kind == KNOWN_PARTS && value.variant)
        value = lint_scalar((uint64_t)def_discriminant(s, value.variant));
    else if (!ty_is_scalar(s, from) || kind == TY_PTR || kind == TY_FN_PTR || to == TY_PTR || to == TY_FN_PTR)
        return lint_unknown(value.kind == KNOWN_DOUBT ? KNOWN_DOUBT : KNOWN_NOT);
    if (value.kind != KNOWN_SCALAR)
        return value;
    if (ty_is_float(s, n->ty) || lint_is_wide(s, n->ty))
        return lint_unknown(KNOWN_DOUBT);
    return lint_scalar(lint_fit(s, n->ty, value.bits));
}

enum { LARGE = 1024 };

static uint64_t lint_most_bytes(sema *s, sema_ty ty, uint32_t depth);

static uint64_t lint_fields_bytes(sema *s, sema_ty ty, uint32_t depth)
{
    uint32_t n_variants, n_fields, n_args;
    sema_def def = ty_get(s, ty)->def;
    const sema_ty *args = ty_args(s, ty, &n_args);
    const sema_def *variants = def_variants(s, def, &n_variants);
    uint64_t bytes = 16;
    for (uint32_t i = 0; i < n_variants && bytes < LARGE; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t j = 0; j < n_fields && bytes < LARGE; j++)
            bytes += lint_most_bytes(s, ty_substitute(s, def_type(s, fields[j]), &(ty_subst){def, args, n_args}),
                                     depth + 1) +
                     7;
    }
    return bytes;
}

/* Never less than the size where that is below LARGE. */
static uint64_t lint_most_bytes(sema *s, sema_ty ty, uint32_t depth)
{
    ty_info info = *ty_get(s, ty);
    if (depth > 8)
        return LARGE;
    switch ((ty_kind)info.kind) {
    case TY_BOOL: return 1;
    case TY_CHAR: return 4;
    case TY_REF:
    case TY_PTR:
    case TY_FN_PTR: return 16;
    case TY_FN_DEF:
    case TY_NEVER: return 0;
    case TY_TUPLE: {
        uint64_t bytes = 0;
        for (uint32_t i = 0; i < info.n_args && bytes < LARGE; i++)
            bytes += lint_most_bytes(s, ty_arg(s, ty, i), depth + 1) + 7;
        return bytes;
    }
    case TY_ARRAY: {
        const ty_info *length = ty_get(s, ty_arg(s, ty, 1));
        if (length->kind != TY_CONST || length->value >= LARGE)
            return LARGE;
        return length->value * lint_most_bytes(s, ty_arg(s, ty, 0), depth + 1);
    }
    case TY_ADT: return lint_fields_bytes(s, ty, depth);
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_NUMBER:
    case TY_STR:
    case TY_DYN:
    case TY_SLICE:
    case TY_CLOSURE:
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE: break;
    }
    return ty_is_integer(s, ty) || ty_is_float(s, ty) ? ty_bits(s, ty) / 8 : LARGE;
}

bool lint_is_large(sema *s, sema_ty ty)
{
    return lint_most_bytes(s, ty, 0) >= LARGE;
}
