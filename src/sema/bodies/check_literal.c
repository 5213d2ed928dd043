/* check_literal.c: types literals by their suffix or by what is expected, and takes their bits once the type is
 * known. */
#include "base/c_number.h"
#include "sema/bodies/check_internal.h"
#include "sema/lints/lint.h"
#include "rustg/diagnostic_kind.h"

/* What the `sub` of a THIR_LITERAL says while its body is checked. */
enum {
    LITERAL_SETTLED,
    LITERAL_OPEN /* its type may be inferred yet */,
    LITERAL_NEGATED /* and a minus is before it */
};

static sema_ty check_literal_suffix_type(sema *s, sema_symbol suffix)
{
    static const struct {
        const char *name;
        sema_ty ty;
    } all[] = {{"i8", TY_I8},       {"i16", TY_I16},     {"i32", TY_I32}, {"i64", TY_I64}, {"i128", TY_I128},
               {"isize", TY_ISIZE}, {"u8", TY_U8},       {"u16", TY_U16}, {"u32", TY_U32}, {"u64", TY_U64},
               {"u128", TY_U128},   {"usize", TY_USIZE}, {"f32", TY_F32}, {"f64", TY_F64}};
    for (uint32_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, sema_text(s, suffix)) == 0)
            return all[i].ty;
    return TY_NONE;
}

static sema_ty check_integer_type(check *c, check_expect expect, sema_span at)
{
    if (expect.kind != EXPECT_NONE) {
        sema_ty t = check_shallow(c, expect.ty);
        const ty_info *i = ty_get(c->s, t);
        if (ty_is_integer(c->s, t) || (i->kind == TY_INFER && i->sub == INFER_INT))
            return t;
        if (expect.kind == EXPECT_CASTABLE && i->kind == TY_CHAR)
            return TY_U8;
        if (expect.kind == EXPECT_CASTABLE && (i->kind == TY_PTR || i->kind == TY_FN_PTR))
            return TY_USIZE;
    }
    return infer_new(c->infer, INFER_INT, at);
}

static sema_ty check_float_type(check *c, check_expect expect, sema_span at)
{
    if (expect.kind != EXPECT_NONE) {
        sema_ty t = check_shallow(c, expect.ty);
        const ty_info *i = ty_get(c->s, t);
        if (ty_is_float(c->s, t) || (i->kind == TY_INFER && i->sub == INFER_FLOAT))
            return t;
    }
    return infer_new(c->infer, INFER_FLOAT, at);
}

static void check_report_suffix(check *c, sema_span at, const char *suffix, bool is_float)
{
    bool width = (suffix[0] == 'i' || suffix[0] == 'u' || suffix[0] == 'f') && suffix[1];
    for (uint32_t i = 1; width && suffix[i]; i++)
        width = suffix[i] >= '0' && suffix[i] <= '9';
    if (width && (!is_float || suffix[0] == 'f')) {
        sema_report r = check_error(c, RUSTG_DIAG_LITERAL_WIDTH, at);
        sema_arg(&r, "%s", suffix + 1);
        sema_arg(&r, "%s", suffix[0] == 'f' ? "float" : "integer");
        sema_help(&r, "%s", suffix[0] == 'f' ? "valid widths are 32 and 64" : "valid widths are 8, 16, 32, 64 and 128");
        return;
    }
    sema_report r = check_error(c, RUSTG_DIAG_LITERAL_SUFFIX, at);
    sema_arg(&r, "%s", suffix);
    sema_arg(&r, "%s", is_float ? "float" : "number");
    sema_help(&r, "%s",
              is_float ? "valid suffixes are `f32` and `f64`"
                       : "the suffix must be one of the numeric types (`u32`, `isize`, `f32`, etc.)");
}

sema_ty check_c_str_type(sema *s)
{
    return ty_ref(s, ty_erased(s), false, ty_adt(s, def_lang(s, LANG_C_STR), NULL, 0));
}

thir_expr check_literal(check *c, sema_node n, check_expect expect)
{
    sema *s = c->s;
    sema_span at = sema_node_span(s, n);
    syntax_lit lit = syntax_literal(s, n);
    thir_node node = {.op = THIR_LITERAL, .span = at, .bits = lit.bits, .high = lit.high};
    sema_ty suffix = lit.suffix ? check_literal_suffix_type(s, lit.suffix) : (sema_ty)TY_NONE;
    if (lit.suffix && !suffix && (lit.kind == LIT_INT || lit.kind == LIT_FLOAT)) {
        check_report_suffix(c, at, sema_text(s, lit.suffix), lit.kind == LIT_FLOAT);
        return check_error_expr(c, at);
    }
    switch (lit.kind) {
    case LIT_BOOL: node.ty = TY_BOOL; break;
    case LIT_CHAR: node.ty = TY_CHAR; break;
    case LIT_BYTE: node.ty = TY_U8; break;
    case LIT_INT:
        node.ty = suffix ? suffix : check_integer_type(c, expect, at);
        if (suffix && ty_is_float(s, suffix))
            node.text = lit.digits;
        else {
            node.sub = LITERAL_OPEN; /* its range is looked at when the type is known */
            node.index = lit.beyond;
        }
        break;
    case LIT_FLOAT:
        node.ty = suffix ? suffix : check_float_type(c, expect, at);
        node.text = lit.digits;
        break;
    case LIT_STR:
        node.op = THIR_STRING;
        node.ty = ty_ref(s, ty_erased(s), false, TY_STR);
        node.text = (const char *)lit.bytes;
        node.n_text = lit.n_bytes;
        break;
    case LIT_BYTE_STR:
        node.op = THIR_STRING;
        node.ty = ty_ref(s, ty_erased(s), false, ty_array(s, TY_U8, ty_usize_const(s, lit.n_bytes)));
        node.text = (const char *)lit.bytes;
        node.n_text = lit.n_bytes;
        break;
    case LIT_C_STR:
        node.op = THIR_STRING;
        node.ty = check_c_str_type(s);
        node.n_text = lit.n_bytes + 1;
        node.text = arena_text(s->memory, (const char *)lit.bytes, lit.n_bytes); /* with a final 0 */
        break;
    case LIT_BAD: return check_error_expr(c, at);
    }
    return check_node(c, node);
}

/* rustc's next type that a value fits in, or NULL. */
static const char *check_wider(bool is_signed, bool negative, wide_u128 value, bool beyond)
{
    static const char *const names[2][6] = {{"u8", "u16", "u32", "u64", "u128", NULL},
                                            {"i8", "i16", "i32", "i64", "i128", NULL}};
    uint32_t fits_unsigned = 0, fits_signed = 0;
    wide_u128 most = negative ? value - 1 : value;
    while (fits_unsigned < 5 && (beyond || (fits_unsigned < 4 && value >> (8u << fits_unsigned))))
        fits_unsigned++;
    while (fits_signed < 5 && (beyond || most >> ((8u << fits_signed) - 1)))
        fits_signed++;
    if (is_signed && (negative || fits_signed <= fits_unsigned))
        return names[1][fits_signed];
    return names[0][fits_unsigned];
}

static const char *check_written(const sema *s, sema_span at)
{
    at = sema_origin(s, at);
    return arena_text(s->memory, (const char *)s->files.at[at.file]->bytes + at.start, at.end - at.start);
}

/* For 0xFF or 0b1 the value is written in decimal, with what it would become. */
static void check_note_bits(sema *s, sema_report *r, const thir_node *e, sema_span literal, bool negative)
{
    const char *name = ty_print(s, e->ty), *text = check_written(s, literal);
    uint32_t width = ty_bits(s, e->ty);
    const wide_u128 all = wide_of(e->bits, e->high), mask = WIDE_MAX >> (128 - width), bits = all & mask;
    bool top = ty_is_signed(s, e->ty) && bits >> (width - 1);
    wide_u128 size = top ? (0 - bits) & mask : bits;
    const char *becomes = arena_format(s->memory, "%s", wide_decimal(size, top != negative && size).text);
    const char *about = arena_format(s->memory, "the literal `%s` (decimal `%s`) does not fit into the type `%s`", text,
                                     wide_decimal(all, false).text, name);
    sema_note(r, negative ? "%s" : "%s and will become `%s%s`", about, becomes, name);
    if (negative)
        sema_note(r, "and the value `-%s` will become `%s%s`", text, becomes, name);
}

/* Reports a literal that its type cannot hold. literal is where it is written, and at the same with its minus. */
static void check_report_range(check *c, thir_body *body, const thir_node *e, sema_span literal, sema_span at,
                               sema_span said)
{
    sema *s = c->s;
    const char *name = ty_print(s, e->ty), *text = check_written(s, at);
    bool is_signed = ty_is_integer(s, e->ty) && ty_is_signed(s, e->ty), negative = e->sub == LITERAL_NEGATED;
    bool has_bits = ty_is_integer(s, e->ty) && !e->index && text[negative] == '0' &&
                    (text[negative + 1] == 'x' || text[negative + 1] == 'b');
    body->failed = c->failed = true;
    sema_report r = sema_error(s, RUSTG_DIAG_LITERAL_OUT_OF_RANGE, has_bits ? literal : at);
    sema_arg(&r, "%s", name);
    if (has_bits) {
        check_note_bits(s, &r, e, literal, negative);
    } else if (ty_is_integer(s, e->ty)) {
        const wide_u128 max = WIDE_MAX >> (128 - ty_bits(s, e->ty));
        if (is_signed)
            sema_note(&r, "the literal `%s` does not fit into the type `%s` whose range is `%s..=%s`", text, name,
                      wide_decimal(max / 2 + 1, true).text, wide_decimal(max / 2, false).text);
        else
            sema_note(&r, "the literal `%s` does not fit into the type `%s` whose range is `0..=%s`", text, name,
                      wide_decimal(max, false).text);
    } else {
        sema_note(&r, "the literal `%s` does not fit into the type `%s` and will be converted to `%s::INFINITY`", text,
                  name, name);
    }
    const char *wider = is_signed && ty_kind_of(s, e->ty) != TY_ISIZE
                            ? check_wider(is_signed, negative, wide_of(e->bits, e->high), e->index)
                            : NULL;
    if (wider)
        sema_help(&r, "consider using the type `%s` instead", wider);
    lint_note(s, &r, LINT_OVERFLOWING_LITERALS, said);
}

/* A literal under a minus may be as large as the type's least value; under two it may not, as in rustc. signs has the
 * minus of each. Outer expressions come behind inner ones. */
static void check_mark_negated(thir_body *body, thir_expr *signs)
{
    for (uint32_t i = body->exprs.n; i-- > 1;) {
        thir_node *e = &body->exprs.at[i];
        if (e->op != THIR_UNARY || e->sub != OP_NEG)
            continue;
        thir_expr a = e->a;
        while (body->exprs.at[a].op == THIR_USE)
            a = body->exprs.at[a].a;
        bool is_negated = signs[i] != 0;
        if (body->exprs.at[a].op == THIR_UNARY && body->exprs.at[a].sub == OP_NEG)
            signs[a] = is_negated ? 0 : i;
        else if (body->exprs.at[a].op == THIR_LITERAL && body->exprs.at[a].sub == LITERAL_OPEN && !is_negated) {
            body->exprs.at[a].sub = LITERAL_NEGATED;
            signs[a] = i;
        }
    }
}

/* Notes for each number the cast to char, and for each end of a range the range, that it is in. */
static const thir_expr *check_number_users(sema *s, const thir_body *body)
{
    thir_expr *users = ARENA_ARRAY(s->memory, thir_expr, body->exprs.n);
    for (uint32_t i = body->exprs.n; i-- > 1;) {
        const thir_node *user = &body->exprs.at[i];
        if (user->op == THIR_CAST && user->ty == TY_CHAR)
            users[user->a] = i;
        else if (user->op == THIR_ADT && user->def == def_lang(s, LANG_RANGE) && user->n == 2)
            for (uint32_t k = 0; k < 2; k++)
                if (body->lists.at[user->first + 2 * k] == 1)
                    users[body->lists.at[user->first + 2 * k + 1]] = i;
    }
    return users;
}

/* Reports a number that is too large in `300 as char` or `0..256`. False: it is neither of these. */
static bool check_report_where_used(sema *s, thir_body *body, thir_expr at, thir_expr user_at, sema_span said)
{
    const thir_node *e = &body->exprs.at[at], *user = &body->exprs.at[user_at];
    if (user_at && user->op == THIR_CAST) {
        sema_report r = sema_error(s, RUSTG_DIAG_CHAR_OF_LARGE_LITERAL, user->span);
        if (e->bits < 0x110000 && !e->high)
            sema_suggest(&r, user->span, arena_format(s->memory, "'\\u{%llX}'", (unsigned long long)e->bits),
                         "use a `char` literal instead");
        lint_note(s, &r, LINT_OVERFLOWING_LITERALS, said);
        return true;
    }
    uint64_t beyond = ty_is_integer(s, e->ty) && ty_bits(s, e->ty) < 64
                          ? (uint64_t)1 << (ty_bits(s, e->ty) - ty_is_signed(s, e->ty))
                          : 0;
    if (!user_at || !beyond || e->bits != beyond || e->high)
        return false;
    sema_report r = sema_error(s, RUSTG_DIAG_RANGE_END_OUT_OF_RANGE, user->span);
    sema_arg(&r, "%s", ty_print(s, e->ty));
    lint_note(s, &r, LINT_OVERFLOWING_LITERALS, said);
    return true;
}

/* The number as its type has it where it is too large. */
static void check_overflow(check *c, thir_body *body, thir_expr at, const thir_expr *signs, const thir_expr **users)
{
    sema *s = c->s;
    thir_node *e = &body->exprs.at[at];
    sema_span span = e->sub == LITERAL_NEGATED ? body->exprs.at[signs[at]].span : e->span;
    sema_span said;
    if (lint_is_denied(s, body->owner, span, LINT_OVERFLOWING_LITERALS, &said)) {
        *users = *users ? *users : check_number_users(s, body);
        if (e->sub == LITERAL_NEGATED || !check_report_where_used(s, body, at, (*users)[at], said))
            check_report_range(c, body, e, e->span, span, said);
    }
    if (ty_is_integer(s, e->ty) && ty_bits(s, e->ty) < 128)
        e->high = 0;
    if (ty_is_integer(s, e->ty) && ty_bits(s, e->ty) < 64)
        e->bits &= (1ull << ty_bits(s, e->ty)) - 1;
}

void check_literals_write_back(check *c, thir_body *body)
{
    sema *s = c->s;
    thir_expr *signs = ARENA_ARRAY(s->memory, thir_expr, body->exprs.n);
    check_mark_negated(body, signs);
    const thir_expr *users = NULL;
    for (uint32_t i = 1; i < body->exprs.n; i++) {
        thir_node *e = &body->exprs.at[i];
        if (e->op != THIR_LITERAL)
            continue;
        bool is_large = false;
        if (e->text && e->ty == TY_F32) {
            float value = c_strtof(e->text, NULL);
            uint32_t bits;
            memcpy(&bits, &value, sizeof bits);
            e->bits = bits;
            is_large = (bits & 0x7fffffffu) == 0x7f800000u;
        } else if (e->text && e->ty == TY_F64) {
            double value = c_strtod(e->text, NULL);
            memcpy(&e->bits, &value, sizeof e->bits);
            is_large = (e->bits & 0x7fffffffffffffffull) == 0x7ff0000000000000ull;
        } else if (e->sub != LITERAL_SETTLED && ty_is_integer(s, e->ty)) {
            wide_u128 max = WIDE_MAX >> (128 - ty_bits(s, e->ty));
            if (ty_is_signed(s, e->ty))
                max = max / 2 + (e->sub == LITERAL_NEGATED);
            is_large = e->index || wide_of(e->bits, e->high) > max;
        }
        if (is_large)
            check_overflow(c, body, i, signs, &users);
        e = &body->exprs.at[i];
        e->text = NULL;
        e->sub = LITERAL_SETTLED;
        e->index = 0;
    }
}
