/* check_literal.c: literals: their types from suffix or expectation, their bits once the type is known. */
#include "base/c_number.h"
#include "sema/check_inside.h"

static sema_ty suffix_type(sema *s, sema_symbol suffix)
{
    static const struct { const char *name; sema_ty ty; } all[] = {
        {"i8", TY_I8}, {"i16", TY_I16}, {"i32", TY_I32}, {"i64", TY_I64}, {"i128", TY_I128}, {"isize", TY_ISIZE},
        {"u8", TY_U8}, {"u16", TY_U16}, {"u32", TY_U32}, {"u64", TY_U64}, {"u128", TY_U128}, {"usize", TY_USIZE},
        {"f32", TY_F32}, {"f64", TY_F64}};
    for (uint32_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, sema_text(s, suffix)) == 0)
            return all[i].ty;
    return TY_NONE;
}

static sema_ty integer_type(check *c, check_expect expect, sema_span at)
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

static sema_ty float_type(check *c, check_expect expect, sema_span at)
{
    if (expect.kind != EXPECT_NONE) {
        sema_ty t = check_shallow(c, expect.ty);
        const ty_info *i = ty_get(c->s, t);
        if (ty_is_float(c->s, t) || (i->kind == TY_INFER && i->sub == INFER_FLOAT))
            return t;
    }
    return infer_new(c->infer, INFER_FLOAT, at);
}

static void report_suffix(check *c, sema_span at, const char *suffix, bool is_float)
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
    sema_help(&r, "%s", is_float ? "valid suffixes are `f32` and `f64`" : "the suffix must be one of the numeric types (`u32`, `isize`, `f32`, etc.)");
}

thir_expr check_literal(check *c, sema_node n, check_expect expect)
{
    sema *s = c->s;
    sema_span at = sema_node_span(s, n);
    syntax_lit lit = syntax_literal(s, n);
    thir_node node = {.op = THIR_LITERAL, .span = at, .bits = lit.bits};
    sema_ty suffix = lit.suffix ? suffix_type(s, lit.suffix) : (sema_ty)TY_NONE;
    if (lit.suffix && !suffix && (lit.kind == LIT_INT || lit.kind == LIT_FLOAT)) {
        report_suffix(c, at, sema_text(s, lit.suffix), lit.kind == LIT_FLOAT);
        return check_error_expr(c, at);
    }
    switch (lit.kind) {
    case LIT_BOOL: node.ty = TY_BOOL; break;
    case LIT_CHAR: node.ty = TY_CHAR; break;
    case LIT_BYTE: node.ty = TY_U8; break;
    case LIT_INT:
        node.ty = suffix ? suffix : integer_type(c, expect, at);
        if (suffix && ty_is_float(s, suffix))
            node.text = lit.digits;
        else {
            node.sub = 1; /* its range is looked at when the type is known */
            node.index = lit.too_large;
        }
        break;
    case LIT_FLOAT:
        node.ty = suffix ? suffix : float_type(c, expect, at);
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
    case LIT_C_STR: return check_not_yet(c, n, "a C string literal", "write a byte string: b\"...\\0\"");
    case LIT_BAD: return check_error_expr(c, at);
    }
    if (node.ty == TY_I128 || node.ty == TY_U128)
        return check_not_yet(c, n, "a 128-bit integer", "use two 64-bit integers");
    return check_node(c, node);
}

static void report_range(check *c, thir_body *body, sema_span at, sema_ty ty)
{
    const char *name = ty_print(c->s, ty);
    body->failed = c->failed = true;
    sema_report r = sema_error(c->s, RUSTG_DIAG_LITERAL_OUT_OF_RANGE, at);
    sema_arg(&r, "%s", name);
    if (ty_is_integer(c->s, ty)) {
        uint32_t bits = ty_bits(c->s, ty);
        uint64_t max = bits >= 64 ? UINT64_MAX : (1ull << bits) - 1;
        if (ty_is_signed(c->s, ty))
            sema_note(&r, "the literal `%s` does not fit into the type `%s` whose range is `-%llu..=%llu`",
                      arena_text(c->s->memory, (const char *)c->s->files.at[at.file].bytes + at.start, at.end - at.start), name,
                      (unsigned long long)(max / 2 + 1), (unsigned long long)(max / 2));
        else
            sema_note(&r, "the literal `%s` does not fit into the type `%s` whose range is `0..=%llu`",
                      arena_text(c->s->memory, (const char *)c->s->files.at[at.file].bytes + at.start, at.end - at.start), name,
                      (unsigned long long)max);
    }
    sema_note(&r, "`#[deny(overflowing_literals)]` on by default");
}

/* Literals under a minus may be as large as the type's least value. */
static void mark_negated(thir_body *body)
{
    for (uint32_t i = 1; i < body->exprs.n; i++)
        if (body->exprs.at[i].op == THIR_UNARY && body->exprs.at[i].sub == OP_NEG) {
            thir_expr a = body->exprs.at[i].a;
            while (body->exprs.at[a].op == THIR_USE)
                a = body->exprs.at[a].a;
            if (body->exprs.at[a].op == THIR_LITERAL && body->exprs.at[a].sub == 1)
                body->exprs.at[a].sub = 2;
        }
}

void check_literals_write_back(check *c, thir_body *body)
{
    sema *s = c->s;
    mark_negated(body);
    for (uint32_t i = 1; i < body->exprs.n; i++) {
        thir_node *e = &body->exprs.at[i];
        if (e->op != THIR_LITERAL)
            continue;
        if (e->text && e->ty == TY_F32) {
            float value = c_strtof(e->text, NULL);
            uint32_t bits;
            memcpy(&bits, &value, sizeof bits);
            e->bits = bits;
            if ((bits & 0x7fffffffu) == 0x7f800000u)
                report_range(c, body, e->span, e->ty);
        } else if (e->text && e->ty == TY_F64) {
            double value = c_strtod(e->text, NULL);
            memcpy(&e->bits, &value, sizeof e->bits);
            if ((e->bits & 0x7fffffffffffffffull) == 0x7ff0000000000000ull)
                report_range(c, body, e->span, e->ty);
        } else if (e->sub && ty_is_integer(s, e->ty)) {
            uint32_t width = ty_bits(s, e->ty);
            uint64_t max = width >= 64 ? UINT64_MAX : (1ull << width) - 1;
            if (ty_is_signed(s, e->ty))
                max = max / 2 + (e->sub == 2);
            if (e->index || e->bits > max)
                report_range(c, body, e->span, e->ty);
        }
        e = &body->exprs.at[i];
        e->text = NULL;
        e->sub = 0;
        e->index = 0;
    }
}
