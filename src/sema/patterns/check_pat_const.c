/* check_pat_const.c: checks literals, constants and ranges in patterns. Bits that depend on types known later are
 * filled in by a deferred step. */
#include "base/c_number.h"
#include "sema/names/resolve.h"
#include "sema/patterns/check_pat.h"
#include "rustg/diagnostic_kind.h"

/* One end of a range, or a literal: what is written. */
typedef struct pat_value {
    sema_node node;
    syntax_lit lit;
    bool negative;
    sema_def constant; /* 0: a literal */
    const sema_ty *args;
    uint32_t n_args;
    sema_ty ty;
    bool bad;
} pat_value;

typedef struct pat_later {
    thir_pat pat;
    pat_value lo, hi;
    bool has_lo, has_hi;
} pat_later;

static uint64_t check_float_bits(const char *digits, bool negative, bool is_f32)
{
    uint64_t bits = 0;
    if (is_f32) {
        float value = c_strtof(digits, NULL);
        uint32_t word;
        memcpy(&word, &value, sizeof word);
        bits = word ^ (negative ? 0x80000000u : 0);
    } else {
        double value = c_strtod(digits, NULL);
        memcpy(&bits, &value, sizeof bits);
        bits ^= negative ? (uint64_t)1 << 63 : 0;
    }
    return bits;
}

/* Does a constant's value depend on the generics around it? */
static bool check_is_generic(sema *s, sema_def constant)
{
    const thir_body *body = sema_body(s, constant);
    for (uint32_t i = 1; body && i < body->exprs.n; i++) {
        const thir_node *n = &body->exprs.at[i];
        if (ty_has(s, n->ty, TY_HAS_PARAM))
            return true;
        for (uint32_t k = 0; k < n->n_args; k++)
            if (ty_has(s, n->args[k], TY_HAS_PARAM))
                return true;
    }
    return !body;
}

/* Finds the constant that is meant by types that name parameters. False: its value depends on these. */
static bool check_constant_for_all(check *c, sema_def *constant, const sema_ty **args, uint32_t *n_args)
{
    sema *s = c->s;
    const sema_def parent = def_get(s, *constant)->parent;
    trait_candidate found;
    bool builtin;
    if (def_kind_of(s, parent) == DEF_TRAIT) {
        const uint32_t n_trait = def_generics(s, parent).n_params;
        if (trait_select(c->infer, parent, *args, n_trait, &found) != ANSWER_YES || found.kind != CANDIDATE_IMPL ||
            !trait_resolve(s, *constant, *args, *n_args, constant, args, n_args, &builtin) || builtin)
            return false;
    }
    return !check_is_generic(s, *constant);
}

/* The value of a constant in a pattern. False: an error was reported. */
static bool check_constant_bits(check *c, const pat_value *v, wide_u128 *bits)
{
    sema *s = c->s;
    sema_span at = sema_node_span(s, v->node);
    sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, v->n_args);
    bool names_params = false;
    for (uint32_t i = 0; i < v->n_args; i++) {
        args[i] = infer_resolve(c->infer, v->args[i]);
        names_params |= ty_has(s, args[i], TY_HAS_PARAM);
        if (ty_has(s, args[i], TY_HAS_INFER | TY_HAS_ERROR)) {
            c->failed = c->frame->body->failed = true; /* E0282 follows */
            return false;
        }
    }
    sema_def constant = v->constant;
    const sema_ty *found_args = args;
    uint32_t n_found = v->n_args;
    if (names_params && !check_constant_for_all(c, &constant, &found_args, &n_found)) {
        sema_report r = check_error(c, RUSTG_DIAG_PATTERN_CONST_GENERIC, at);
        sema_arg(&r, "%s", sema_text(s, def_get(s, v->constant)->name));
        return false;
    }
    if (!names_params && def_kind_of(s, def_get(s, constant)->parent) == DEF_TRAIT) {
        bool builtin = false;
        if (!trait_resolve(s, v->constant, args, v->n_args, &constant, &found_args, &n_found, &builtin)) {
            check_not_yet(c, v->node, "this associated constant in a pattern", "compare with `==` in a guard");
            return false;
        }
    }
    if (s->evaluate && s->evaluate(s, constant, found_args, n_found, bits)) {
        if (!pat_is_nan(s, check_shallow(c, v->ty), *bits))
            return true;
        pat_report_nan(c, at, v->constant);
        return false;
    }
    if (!s->evaluate)
        check_not_yet(c, v->node, "a named constant in a pattern", "write the value, or compare with `==` in a guard");
    c->failed = c->frame->body->failed = true;
    return false;
}

static void check_report_too_large(check *c, const pat_value *v, sema_ty ty)
{
    sema *s = c->s;
    sema_span at = sema_origin(s, sema_node_span(s, v->node));
    const char *name = ty_print(s, ty);
    bool is_signed = ty_is_signed(s, ty);
    const wide_u128 most = WIDE_MAX >> (128 - ty_bits(s, ty));
    sema_report r = check_error(c, RUSTG_DIAG_LITERAL_OUT_OF_RANGE, sema_node_span(s, v->node));
    sema_arg(&r, "%s", name);
    const char *text = arena_text(s->memory, (const char *)s->files.at[at.file]->bytes + at.start, at.end - at.start);
    if (is_signed)
        sema_note(&r, "the literal `%s` does not fit into the type `%s` whose range is `%s..=%s`", text, name,
                  wide_decimal(most / 2 + 1, true).text, wide_decimal(most / 2, false).text);
    else
        sema_note(&r, "the literal `%s` does not fit into the type `%s` whose range is `0..=%s`", text, name,
                  wide_decimal(most, false).text);
}

static bool check_value_bits(check *c, const pat_value *v, sema_ty ty, wide_u128 *bits)
{
    sema *s = c->s;
    wide_u128 size = 0;
    if (v->constant)
        return check_constant_bits(c, v, bits);
    switch (v->lit.kind) {
    case LIT_BOOL:
    case LIT_CHAR:
    case LIT_BYTE: *bits = v->lit.bits; return true;
    case LIT_INT:
        if (ty_is_float(s, ty)) {
            *bits = check_float_bits(v->lit.digits, v->negative, ty_kind_of(s, ty) == TY_F32);
            return true;
        }
        size = wide_of(v->lit.bits, v->lit.high);
        *bits = v->negative ? 0 - size : size;
        break;
    case LIT_FLOAT: *bits = check_float_bits(v->lit.digits, v->negative, ty_kind_of(s, ty) == TY_F32); return true;
    case LIT_STR:
    case LIT_BYTE_STR:
    case LIT_C_STR:
    case LIT_BAD: return false;
    }
    if (!ty_is_integer(s, ty))
        return true;
    wide_u128 most = WIDE_MAX >> (128 - ty_bits(s, ty));
    if (ty_is_signed(s, ty))
        most = (most >> 1) + (v->negative ? 1 : 0);
    if (size <= most && !v->lit.beyond)
        return true;
    check_report_too_large(c, v, ty);
    return false;
}

static bool check_pat_const_less(const sema *s, sema_ty ty, wide_u128 a, wide_u128 b)
{
    if (ty_kind_of(s, ty) == TY_F32) {
        float x, y;
        uint32_t wx = (uint32_t)a, wy = (uint32_t)b;
        memcpy(&x, &wx, sizeof x);
        memcpy(&y, &wy, sizeof y);
        return x < y;
    }
    if (ty_kind_of(s, ty) == TY_F64) {
        double x, y;
        uint64_t wx = (uint64_t)a, wy = (uint64_t)b;
        memcpy(&x, &wx, sizeof x);
        memcpy(&y, &wy, sizeof y);
        return x < y;
    }
    if (ty_is_signed(s, ty)) /* with the sign bit turned over, order is that of unsigned numbers */
        return (a ^ pattern_bias(s, ty)) < (b ^ pattern_bias(s, ty));
    return a < b;
}

/* Bits of a signed type, as many as it has, sign-extended. */
static wide_u128 check_extend(const sema *s, sema_ty ty, wide_u128 all)
{
    if (ty_is_integer(s, ty) && ty_bits(s, ty) == 128)
        return all;
    uint64_t bits = (uint64_t)all;
    if (!ty_is_integer(s, ty) || ty_bits(s, ty) >= 64)
        return bits;
    uint64_t mask = ((uint64_t)1 << ty_bits(s, ty)) - 1;
    bits &= mask;
    if (ty_is_signed(s, ty) && (bits >> (ty_bits(s, ty) - 1) & 1))
        bits |= ~mask;
    return bits;
}

/* Are a constant's arguments known? */
static bool check_is_settled(check *c, const pat_value *v)
{
    for (uint32_t i = 0; i < v->n_args; i++)
        if (ty_has(c->s, infer_resolve(c->infer, v->args[i]), TY_HAS_INFER))
            return false;
    return true;
}

static bool check_fill_later(check *c, check_deferred *d, bool last)
{
    pat_later *later = d->user;
    sema *s = c->s;
    sema_ty ty = infer_resolve(c->infer, check_pat_at(c, later->pat)->ty);
    if (!last && (ty_has(s, ty, TY_HAS_INFER) || !check_is_settled(c, &later->lo) || !check_is_settled(c, &later->hi)))
        return false;
    wide_u128 lo = 0, hi = 0;
    bool good = ty != TY_ERROR && (!later->has_lo || check_value_bits(c, &later->lo, ty, &lo));
    if (!good || (later->has_hi && !check_value_bits(c, &later->hi, ty, &hi))) {
        check_pat_at(c, later->pat)->op = PAT_ERROR;
        return true;
    }
    thir_pat_node *pat = check_pat_at(c, later->pat);
    pat->lo = check_extend(s, ty, lo);
    pat->hi = check_extend(s, ty, hi);
    if (pat->op != PAT_RANGE || !later->has_hi || !later->has_lo)
        return true;
    if (check_pat_const_less(s, ty, pat->hi, pat->lo))
        check_error(c, pat->inclusive ? RUSTG_DIAG_PATTERN_RANGE_EMPTY : RUSTG_DIAG_PATTERN_RANGE_EMPTY_HALF,
                    pat->span);
    else if (!pat->inclusive && !check_pat_const_less(s, ty, pat->lo, pat->hi))
        check_error(c, RUSTG_DIAG_PATTERN_RANGE_EMPTY_HALF, pat->span);
    return true;
}

static void check_defer_bits(pat_ctx *p, pat_later later)
{
    pat_later *kept = ARENA_NEW(p->c->s->memory, pat_later);
    *kept = later;
    check_deferred d = {.step = check_fill_later, .user = kept};
    if (!check_fill_later(p->c, &d, false))
        check_defer(p->c, d);
}

/* ---- Constants ---- */

static const sema_ty *check_all_resolved(check *c, const sema_ty *args, uint32_t n)
{
    sema_ty *known = ARENA_ARRAY(c->s->memory, sema_ty, n);
    for (uint32_t i = 0; i < n; i++)
        known[i] = infer_resolve(c->infer, args[i]);
    return known;
}

static bool check_are_concrete(check *c, const sema_ty *args, uint32_t n)
{
    const sema_ty *known = check_all_resolved(c, args, n);
    for (uint32_t i = 0; i < n; i++)
        if (ty_has(c->s, known[i], TY_HAS_INFER | TY_HAS_PARAM | TY_HAS_ERROR) &&
            ty_kind_of(c->s, known[i]) != TY_REGION)
            return false;
    return true;
}

static bool check_pat_is_unsized(check *c, sema_ty ty)
{
    return ty_kind_of(c->s, ty) == TY_ADT && infer_holds(c->infer, def_lang(c->s, LANG_SIZED), &ty, 1) == ANSWER_NO;
}

thir_pat pat_const_def(pat_ctx *p, sema_node n, sema_def def, const sema_ty *args, uint32_t n_args, sema_ty ty,
                       sema_ty expected)
{
    check *c = p->c;
    sema *s = c->s;
    sema_span span = sema_node_span(s, n);
    resolve_note_mention(s, c->scope, def, span);
    ty = check_subst(c, ty, def, args, n_args, span);
    sema_ty want = check_shallow(c, expected);
    if (ty == TY_ERROR || want == TY_ERROR || !check_equal(c, span, want, ty, p->why))
        return pat_error(p, n);
    sema_ty shown = check_shallow(c, ty);
    sema_ty inner = shown;
    while (ty_kind_of(s, inner) == TY_REF)
        inner = check_shallow(c, ty_arg(s, inner, 1));
    const bool is_object = ty_kind_of(s, inner) == TY_DYN;
    if (is_object || (inner != shown && check_pat_is_unsized(c, inner))) {
        sema_report r = check_error(c, is_object ? RUSTG_DIAG_PATTERN_OBJECT : RUSTG_DIAG_PATTERN_UNSIZED, span);
        sema_arg(&r, "%s", check_show(c, inner));
        if (!def_get(s, def)->is_library)
            sema_label(&r, def_head_span(s, def), "constant defined here");
        return pat_error(p, n);
    }
    if (!ty_is_scalar(s, shown) || ty_kind_of(s, shown) == TY_PTR || ty_kind_of(s, shown) == TY_FN_PTR) {
        if (!ty_has(s, shown, TY_HAS_INFER | TY_HAS_PARAM) && !pat_check_constant(c, span, def, shown))
            return pat_error(p, n);
        thir_pat value =
            n_args || ty_has(s, shown, TY_HAS_INFER | TY_HAS_PARAM) ? 0 : pat_const_value(p, span, def, shown, 0);
        if (value)
            return value;
        if (check_are_concrete(c, args, n_args) && !ty_has(s, shown, TY_HAS_INFER | TY_HAS_PARAM)) {
            bool reported;
            value = pat_const_evaluated(p, span, def, check_all_resolved(c, args, n_args), n_args, &reported);
            if (value)
                return value;
            if (reported) {
                c->failed = c->frame->body->failed = true;
                return pat_error(p, n);
            }
        }
        check_not_yet(c, n, arena_format(s->memory, "a constant of type `%s` in a pattern", check_show(c, ty)),
                      "write its value, or compare with `==` in a guard");
        return pat_error(p, n);
    }
    thir_pat made = pat_new(p, (thir_pat_node){.op = PAT_CONST, .ty = ty, .span = span});
    pat_value value = {.node = n, .constant = def, .args = args, .n_args = n_args, .ty = ty};
    check_defer_bits(p, (pat_later){.pat = made, .lo = value, .has_lo = true});
    return made;
}

/* ---- Literals ---- */

static sema_ty check_pat_const_suffix_type(check *c, sema_symbol suffix)
{
    static const char *const names[] = {"i8",  "i16", "i32", "i64",  "i128",  "isize", "u8",
                                        "u16", "u32", "u64", "u128", "usize", "f32",   "f64"};
    const char *text = sema_text(c->s, suffix);
    for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(text, names[i]) == 0)
            return (sema_ty)(TY_I8 + i);
    return TY_ERROR;
}

/* Reads a literal, a negated one or a path. bad: reported. */
static pat_value check_read_value(pat_ctx *p, sema_node n)
{
    check *c = p->c;
    sema *s = c->s;
    sema_span span = sema_node_span(s, n);
    pat_value v = {.node = n};
    while (syntax_kind(s, n) == RUSTG_AST_ExprParen)
        n = syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0);
    if (syntax_kind(s, n) == RUSTG_AST_ExprUnary && syntax_operator(s, n) == OP_NEG) {
        v.negative = true;
        n = syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0);
    }
    if (syntax_kind(s, n) == RUSTG_AST_ExprPath && !v.negative) {
        check_path path = check_value_path(c, n);
        if (path.def && def_kind_of(s, path.def) == DEF_CONST) {
            v.constant = path.def;
            v.args = path.args;
            v.n_args = path.n_args;
            v.ty = path.ty;
            return v;
        }
        if (path.def || path.local) {
            sema_report r = check_error(c, RUSTG_DIAG_PATTERN_NOT_UNIT, span);
            sema_arg(&r, "%s", path.local ? "local variable" : "value");
            sema_arg(&r, "%s", path.def ? sema_text(s, def_get(s, path.def)->name) : "");
            sema_arg(&r, "not a unit struct, unit variant or constant");
        }
        v.bad = true;
        return v;
    }
    if (syntax_kind(s, n) != RUSTG_AST_ExprLit) {
        check_not_yet(c, n, "this expression in a pattern", "write a literal or a constant");
        v.bad = true;
        return v;
    }
    v.lit = syntax_literal(s, n);
    switch (v.lit.kind) {
    case LIT_BOOL: v.ty = TY_BOOL; break;
    case LIT_CHAR: v.ty = TY_CHAR; break;
    case LIT_BYTE: v.ty = TY_U8; break;
    case LIT_INT:
        v.ty = v.lit.suffix ? check_pat_const_suffix_type(c, v.lit.suffix) : infer_new(c->infer, INFER_INT, span);
        break;
    case LIT_FLOAT:
        v.ty = v.lit.suffix ? check_pat_const_suffix_type(c, v.lit.suffix) : infer_new(c->infer, INFER_FLOAT, span);
        break;
    case LIT_STR: v.ty = ty_ref(s, ty_erased(s), false, TY_STR); break;
    case LIT_BYTE_STR:
        v.ty = ty_ref(s, ty_erased(s), false, ty_array(s, TY_U8, ty_usize_const(s, v.lit.n_bytes)));
        break;
    case LIT_C_STR: v.ty = check_c_str_type(s); break;
    case LIT_BAD: v.bad = true; break;
    }
    return v;
}

thir_pat pat_literal(pat_ctx *p, sema_node n, sema_ty expected, pat_mode mode)
{
    check *c = p->c;
    sema *s = c->s;
    sema_span span = sema_node_span(s, n);
    sema_node expr = syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0);
    pat_value v = check_read_value(p, expr);
    if (v.bad)
        return pat_error(p, n);
    if (v.constant)
        return pat_const_def(p, n, v.constant, v.args, v.n_args, v.ty, expected);
    if (v.lit.kind == LIT_C_STR) {
        const sema_ty want = check_shallow(c, expected);
        if (want != TY_ERROR && check_equal(c, span, want, v.ty, p->why)) {
            sema_report r = check_error(c, RUSTG_DIAG_PATTERN_UNSIZED, span);
            sema_arg(&r, "%s", check_show(c, ty_arg(s, v.ty, 1)));
        }
        return pat_error(p, n);
    }
    if (v.lit.kind == LIT_STR || v.lit.kind == LIT_BYTE_STR) {
        sema_ty want = check_shallow(c, expected);
        if (v.lit.kind == LIT_BYTE_STR && ty_kind_of(s, want) == TY_REF &&
            ty_kind_of(s, check_shallow(c, ty_arg(s, want, 1))) == TY_SLICE)
            v.ty = ty_ref(s, ty_erased(s), false, ty_slice(s, TY_U8));
        if (want == TY_ERROR || !check_equal(c, span, want, v.ty, p->why))
            return pat_error(p, n);
        return pat_new(
            p,
            (thir_pat_node){
                .op = PAT_CONST, .ty = v.ty, .span = span, .text = (const char *)v.lit.bytes, .n_text = v.lit.n_bytes});
    }
    pat_peeled peeled = pat_peel(p, expected, mode);
    if (peeled.ty == TY_ERROR || v.ty == TY_ERROR || !check_equal(c, span, peeled.ty, v.ty, p->why))
        return pat_error(p, n);
    thir_pat made = pat_new(p, (thir_pat_node){.op = PAT_CONST, .ty = peeled.ty, .span = span});
    check_defer_bits(p, (pat_later){.pat = made, .lo = v, .has_lo = true});
    return pat_wrap(p, &peeled, made, span);
}

/* ---- Ranges ---- */

static bool check_can_range(check *c, const pat_value *v)
{
    sema *s = c->s;
    sema_ty ty = check_shallow(c, v->ty);
    return ty == TY_CHAR || ty == TY_ERROR || ty_is_integer(s, ty) || ty_is_float(s, ty) || ty_is_numeric_var(s, ty) ||
           ty_kind_of(s, ty) == TY_INFER;
}

static const char *check_end_type(check *c, const pat_value *v)
{
    return v->lit.kind == LIT_STR && !v->constant ? "&'static str" : check_show(c, v->ty);
}

/* Reports both ends in one error if neither can be an end of a range. */
static void check_report_range_type(check *c, sema_span at, const pat_value *lo, const pat_value *hi)
{
    const pat_value *ends[2] = {lo, hi};
    sema_report r =
        check_error(c, RUSTG_DIAG_PATTERN_RANGE_TYPE, lo && hi ? at : sema_node_span(c->s, (lo ? lo : hi)->node));
    for (uint32_t i = 0; i < 2; i++) {
        if (!ends[i])
            continue;
        const char *text = arena_format(c->s->memory, "this is of type `%s` but it should be `char` or numeric",
                                        check_end_type(c, ends[i]));
        if (lo && hi)
            sema_label(&r, sema_node_span(c->s, ends[i]->node), "%s", text);
        else
            sema_primary_label(&r, "%s", text);
    }
}

thir_pat pat_range(pat_ctx *p, sema_node n, sema_ty expected, pat_mode mode)
{
    check *c = p->c;
    sema *s = c->s;
    sema_span span = sema_node_span(s, n);
    sema_node first = syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0),
              second = syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 1);
    sema_span dots = syntax_tok_span(s, n.file, syntax_anchor(s, n));
    pat_later later = {0};
    later.has_lo = syntax_is(first) && sema_node_span(s, first).start < dots.start;
    sema_node hi = later.has_lo ? second : first;
    later.has_hi = syntax_is(hi);
    pat_peeled peeled = pat_peel(p, expected, mode);
    bool good = peeled.ty != TY_ERROR;
    pat_value *ends[2] = {&later.lo, &later.hi}, *bad[2] = {NULL, NULL};
    for (uint32_t i = 0; i < 2; i++) {
        if (i ? !later.has_hi : !later.has_lo)
            continue;
        *ends[i] = check_read_value(p, i ? hi : first);
        if (!ends[i]->bad && !check_can_range(c, ends[i]))
            bad[i] = ends[i];
    }
    if (bad[0] || bad[1]) {
        check_report_range_type(c, span, bad[0], bad[1]);
        return pat_error(p, n);
    }
    for (uint32_t i = 0; i < 2; i++) {
        if (i ? !later.has_hi : !later.has_lo)
            continue;
        good &=
            !ends[i]->bad && ends[i]->ty != TY_ERROR &&
            (peeled.ty == TY_ERROR || check_equal(c, sema_node_span(s, ends[i]->node), peeled.ty, ends[i]->ty, p->why));
    }
    if (!good)
        return pat_error(p, n);
    thir_pat made = pat_new(p, (thir_pat_node){.op = PAT_RANGE,
                                               .ty = peeled.ty,
                                               .span = span,
                                               .inclusive = syntax_inclusive(s, n),
                                               .lo_open = !later.has_lo,
                                               .hi_open = !later.has_hi});
    later.pat = made;
    check_defer_bits(p, later);
    return pat_wrap(p, &peeled, made, span);
}
