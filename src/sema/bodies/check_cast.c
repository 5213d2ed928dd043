/* check_cast.c: checks `as` when the types on both sides are known. */
#include "sema/bodies/check_internal.h"
#include "rustg/diagnostic_kind.h"

static void check_report_bad_cast(check *c, check_deferred *d, uint32_t kind, sema_ty from)
{
    sema_report r = check_error(c, kind, d->span);
    sema_arg(&r, "%s", check_show(c, from));
    sema_arg(&r, "%s", check_show(c, d->ty));
}

static bool check_is_fieldless_enum(check *c, sema_ty t)
{
    const ty_info *i = ty_get(c->s, t);
    if (i->kind != TY_ADT || def_kind_of(c->s, i->def) != DEF_ENUM)
        return false;
    uint32_t n, n_fields;
    const sema_def *variants = def_variants(c->s, i->def, &n);
    bool all_units = true, has_numbers = false; /* of variants like `A()` and `A {}` */
    for (uint32_t k = 0; k < n; k++) {
        def_fields(c->s, variants[k], &n_fields);
        const bool has_number =
            syntax_is(syntax_child_in(c->s, def_get(c->s, variants[k])->node, RUSTG_AST_CLASS_EXPR, 0));
        const bool is_unit = def_shape(c->s, variants[k]) == SHAPE_UNIT;
        if (n_fields)
            return false;
        all_units &= is_unit;
        has_numbers |= has_number && !is_unit;
    }
    return all_units || !has_numbers;
}

/* What `as` takes at all. */
static bool check_is_castable(check *c, sema_ty t)
{
    const ty_info *i = ty_get(c->s, t);
    return ty_is_scalar(c->s, t) || i->kind == TY_PTR || i->kind == TY_FN_DEF || i->kind == TY_FN_PTR ||
           (i->kind == TY_INFER && i->sub != INFER_GENERAL) || check_is_fieldless_enum(c, t);
}

/* Reports that a constant makes a number of a pointer. */
static bool check_cast_in_const(check *c, const check_deferred *d)
{
    if (!d->in_const)
        return false;
    sema_report r = check_error(c, RUSTG_DIAG_CONST_POINTER_CAST, d->span);
    sema_note(&r, "at compile-time, pointers do not have an integer value");
    sema_note(&r, "avoiding this restriction via `transmute`, `union`, or raw pointers leads to compile-time undefined "
                  "behavior");
    return true;
}

/* Whether a pointer to it holds more than an address. */
static bool check_is_wide(check *c, sema_ty t)
{
    return check_unsized_end(c, t) != (sema_ty)TY_NONE;
}

static bool check_decide_cast(check *c, check_deferred *d, bool last)
{
    sema *s = c->s;
    thir_expr operand = check_at(c, d->expr)->a;
    sema_ty from = check_shallow(c, check_at(c, operand)->ty), to = check_shallow(c, d->ty);
    if (from == TY_ERROR || to == TY_ERROR)
        return true;
    if (check_is_var(c, from) || check_is_var(c, to)) {
        if (last)
            check_known(c, check_is_var(c, from) ? from : to, d->span);
        return true;
    }
    ty_info f = *ty_get(s, from), t = *ty_get(s, to);
    bool from_int = ty_is_integer(s, from) || (f.kind == TY_INFER && f.sub == INFER_INT);
    bool from_float = ty_is_float(s, from) || (f.kind == TY_INFER && f.sub == INFER_FLOAT);
    bool to_int = ty_is_integer(s, to), to_float = ty_is_float(s, to);
    bool from_enum = check_is_fieldless_enum(c, from), from_ptr = f.kind == TY_PTR;
    if (t.kind == TY_INFER && infer_unify(c->infer, to, from))
        return true;
    if ((from_int && (to_int || to_float)) || (from_float && (to_int || to_float)))
        return true;
    if (t.kind == TY_CHAR) {
        if (from == TY_U8 || from == TY_CHAR)
            return true;
        if (f.kind == TY_INFER && f.sub == INFER_INT)
            return infer_unify(c->infer, from, TY_U8);
        if (check_is_castable(c, from)) {
            sema_report r = check_error(c, RUSTG_DIAG_CAST_TO_CHAR, d->span);
            sema_arg(&r, "%s", check_show(c, from));
            sema_span value = check_at(c, operand)->span;
            if (from == TY_U32) {
                sema_suggest(&r, (sema_span){value.file, d->span.start, value.start}, "char::from_u32(",
                             "consider using `char::from_u32` instead");
                sema_suggest_further(&r, (sema_span){value.file, value.end, d->span.end}, ")");
                sema_suggest_is(&r, "MachineApplicable");
            } else if (from_int || ty_is_float(s, from))
                sema_help_at(&r, d->span, "consider using `char::from_u32` instead (via a `u32`)");
            return true;
        }
    }
    if (t.kind == TY_BOOL && from != TY_BOOL) {
        if (check_is_castable(c, from)) {
            sema_report r = check_error(c, RUSTG_DIAG_CAST_TO_BOOL, d->span);
            sema_arg(&r, "%s", check_show(c, from));
            if (from_int) {
                sema_suggest(&r, (sema_span){d->span.file, check_at(c, operand)->span.end, d->span.end}, " != 0",
                             "compare with zero instead");
                sema_suggest_is(&r, "MachineApplicable");
            } else {
                sema_primary_label(&r, "unsupported cast");
            }
            return true;
        }
    }
    if (to_int && from_enum && def_destructor(s, f.def))
        check_report_bad_cast(c, d, RUSTG_DIAG_ENUM_WITH_DROP_CAST, from);
    if (to_int && (f.kind == TY_BOOL || f.kind == TY_CHAR || from_enum))
        return true;
    if (f.kind == TY_BOOL && t.kind == TY_BOOL)
        return true;
    if (to_float && (f.kind == TY_BOOL || f.kind == TY_CHAR || from_enum)) {
        sema_report r = check_error(c, RUSTG_DIAG_CAST_INVALID, d->span);
        sema_arg(&r, "%s", check_show(c, from));
        sema_arg(&r, "%s", check_show(c, to));
        sema_help(&r, "cast through an integer first");
        return true;
    }
    if (from_ptr && t.kind == TY_PTR) {
        sema_ty a = infer_shallow(c->infer, ty_arg(s, from, 0)), b = infer_shallow(c->infer, ty_arg(s, to, 0));
        if (check_is_var(c, a) || check_is_var(c, b))
            infer_unify(c->infer, b, a);
        bool thin_from = !check_is_wide(c, a), thin_to = !check_is_wide(c, b);
        a = thin_from ? a : check_unsized_end(c, a);
        b = thin_to ? b : check_unsized_end(c, b);
        if (thin_from && !thin_to) {
            check_report_bad_cast(c, d, RUSTG_DIAG_CAST_TO_WIDE_POINTER, from);
            return true;
        }
        if (!thin_from && !thin_to && (ty_kind_of(s, a) == TY_DYN || ty_kind_of(s, b) == TY_DYN) &&
            !(ty_kind_of(s, a) == ty_kind_of(s, b) && ty_get(s, a)->def == ty_get(s, b)->def))
            check_report_bad_cast(c, d, RUSTG_DIAG_CAST_INVALID, from);
        else if (ty_kind_of(s, b) == TY_DYN && ty_get(s, b)->def && ty_get(s, b)->value & ~ty_get(s, a)->value) {
            sema_report r = check_error(c, RUSTG_DIAG_DYN_CAST_ADDS_AUTO, d->span);
            sema_arg(&r, "%s", ty_get(s, b)->value & ~ty_get(s, a)->value & TY_AUTO_SEND ? "Send" : "Sync");
        }
        return true;
    }
    if (from_ptr && to_int) {
        if (check_is_wide(c, infer_shallow(c->infer, ty_arg(s, from, 0))))
            check_report_bad_cast(c, d, RUSTG_DIAG_CAST_INVALID, from);
        else
            check_cast_in_const(c, d);
        return true;
    }
    if (from_int && t.kind == TY_PTR) {
        if (from != TY_USIZE && !(f.kind == TY_INFER && infer_unify(c->infer, from, TY_USIZE)) &&
            !ty_is_integer(s, from))
            check_report_bad_cast(c, d, RUSTG_DIAG_NON_PRIMITIVE_CAST, from);
        if (check_is_wide(c, infer_shallow(c->infer, ty_arg(s, to, 0))))
            check_report_bad_cast(c, d, RUSTG_DIAG_CAST_TO_WIDE_POINTER, from);
        return true;
    }
    if (f.kind == TY_REF && t.kind == TY_PTR) { /* &[T; N] as *const T */
        sema_ty a = infer_shallow(c->infer, ty_arg(s, from, 1)), b = ty_arg(s, to, 0);
        if (ty_kind_of(s, a) == TY_ARRAY && (!t.mutable || f.mutable) && infer_unify(c->infer, ty_arg(s, a, 0), b)) {
            sema_span at = check_at(c, operand)->span;
            thir_expr place = check_deref(c, operand, at);
            thir_expr raw = check_node(
                c,
                (thir_node){
                    .op = THIR_RAW_BORROW, .ty = ty_ptr(s, t.mutable, a), .span = at, .a = place, .index = t.mutable});
            check_at(c, d->expr)->a = raw;
            return true;
        }
    }
    if (f.kind == TY_FN_DEF || f.kind == TY_FN_PTR) {
        if (to_int && check_cast_in_const(c, d))
            return true;
        if (t.kind == TY_PTR && check_is_wide(c, infer_shallow(c->infer, ty_arg(s, to, 0))))
            check_report_bad_cast(c, d, RUSTG_DIAG_CAST_INVALID, from);
        if (to_int || t.kind == TY_PTR) {
            check_fn_to_pointer(c, operand, from);
            return true;
        }
    }
    if (check_is_castable(c, from) && (t.kind == TY_PTR || to_float)) {
        check_report_bad_cast(c, d, RUSTG_DIAG_CAST_INVALID, from);
        return true;
    }
    if (f.kind == TY_REF && (to_int || to_float || t.kind == TY_PTR)) {
        sema_ty inner = infer_shallow(c->infer, ty_arg(s, from, 1));
        sema_report r = check_error(c, RUSTG_DIAG_CAST_INVALID, d->span);
        const bool is_text = check_at(c, operand)->op == THIR_STRING && inner == (sema_ty)TY_STR;
        sema_arg(&r, "%s", is_text ? "&'static str" : check_show(c, from));
        sema_arg(&r, "%s", check_show(c, to));
        sema_span at = check_at(c, operand)->span;
        if (t.kind != TY_PTR && (ty_is_integer(s, inner) || ty_is_float(s, inner))) {
            sema_suggest(&r, (sema_span){at.file, at.start, at.start}, "*", "dereference the expression");
            sema_suggest_is(&r, "MachineApplicable");
        }
        return true;
    }
    sema_report r = check_error(c, RUSTG_DIAG_NON_PRIMITIVE_CAST, d->span);
    sema_arg(&r, "%s", check_show(c, from));
    sema_arg(&r, "%s", check_show(c, to));
    if (check_is_tid(c, from) && to == TY_USIZE) {
        const sema_span at = check_at(c, operand)->span;
        sema_suggest(&r, (sema_span){at.file, at.end, d->span.end}, ".get()", "`get` gives the number of a `Tid`");
        return true;
    }
    if (check_is_tid(c, from) && (to_int || to_float)) {
        check_suggest_number(c, &r, operand, TY_USIZE);
        return true;
    }
    if (check_is_tid(c, from) && check_is_short_float(c, to)) {
        check_suggest_short_cast(c, &r, operand, d->span, TY_USIZE, to);
        return true;
    }
    if (check_is_short_float(c, from) ? to_int || to_float : check_is_short_float(c, to) && (from_int || from_float)) {
        check_suggest_short_cast(c, &r, operand, d->span, from, to);
        return true;
    }
    if (f.kind == TY_ADT && def_kind_of(s, f.def) == DEF_ENUM && (to_int || to_float)) {
        sema_primary_label(&r, "an `as` expression can be used to convert enum types to numeric types only if the enum "
                               "type is unit-only or "
                               "field-less");
        sema_note(&r, "see https://doc.rust-lang.org/reference/items/enumerations.html#casting for more information");
    }
    return true;
}

static bool check_step_cast(check *c, check_deferred *d, bool last)
{
    while (check_at(c, d->expr)->op != THIR_CAST && check_at(c, d->expr)->a) /* coerced since */
        d->expr = check_at(c, d->expr)->a;
    thir_expr operand = check_at(c, d->expr)->a;
    if (!last) { /* a fn's pointer may tell what trait's fn it is, before that is asked for the last time */
        if (ty_kind_of(c->s, check_shallow(c, check_at(c, operand)->ty)) != TY_FN_DEF ||
            ty_kind_of(c->s, infer_shallow(c->infer, d->ty)) != TY_FN_PTR || !check_try_coerce(c, operand, d->ty))
            return false;
        check_at(c, d->expr)->op = THIR_USE;
        return true;
    }
    if (!check_is_error(c, check_at(c, operand)->ty) && !check_is_var(c, check_shallow(c, check_at(c, operand)->ty))) {
        sema_ty from = check_ty_of(c, operand), to = infer_shallow(c->infer, d->ty);
        ty_kind f = ty_kind_of(c->s, from), t = ty_kind_of(c->s, to);
        bool numeric = ty_is_scalar(c->s, from) && ty_is_scalar(c->s, to) && f != TY_FN_DEF && t != TY_FN_PTR;
        const bool to_wide = t == TY_PTR && f == TY_PTR &&
                             check_is_wide(c, infer_shallow(c->infer, ty_arg(c->s, to, 0))) &&
                             (!check_is_wide(c, infer_shallow(c->infer, ty_arg(c->s, from, 0))) ||
                              ty_kind_of(c->s, check_unsized_end(c, ty_arg(c->s, to, 0))) == TY_DYN);
        if (to_wide && check_try_coerce(c, operand, d->ty)) {
            check_at(c, d->expr)->op = THIR_USE;
            return true;
        }
        if (!numeric && !(f == TY_PTR && from == to) && /* a cast of pointers may change lifetimes */
            (f == TY_REF || f == TY_FN_DEF || f == TY_CLOSURE || f == TY_NEVER || f == TY_ADT || from == to) &&
            check_try_coerce(c, operand, d->ty)) {
            check_at(c, d->expr)->op = THIR_USE;
            return true;
        }
    }
    if (!check_decide_cast(c, d, last))
        check_known(c, d->ty, d->span);
    sema_ty from = check_ty_of(c, check_at(c, d->expr)->a);
    if (from == infer_shallow(c->infer, d->ty) && ty_kind_of(c->s, from) != TY_PTR)
        check_at(c, d->expr)->op = THIR_USE;
    return true;
}

thir_expr check_cast(check *c, sema_node n, check_expect expect)
{
    (void)expect;
    sema *s = c->s;
    sema_span at = sema_node_span(s, n);
    sema_node operand = syntax_first_real(s, n);
    sema_ty written, to = check_written_type(c, syntax_child_in(s, n, RUSTG_AST_CLASS_TY, 0), &written);
    thir_expr e = check_expr(c, operand, (check_expect){EXPECT_CASTABLE, to});
    if (check_ty_of(c, e) == TY_ERROR || check_is_error(c, to))
        return check_error_expr(c, at);
    if (ty_kind_of(s, to) == TY_SLICE || ty_kind_of(s, to) == TY_STR || ty_kind_of(s, to) == TY_DYN) {
        sema_ty from = check_ty_of(c, e);
        sema_report r = check_error(c, RUSTG_DIAG_CAST_UNSIZED, at);
        sema_arg(&r, "%s", check_show(c, from));
        sema_arg(&r, "%s", check_show(c, to));
        sema_span type = sema_node_span(s, syntax_child_in(s, n, RUSTG_AST_CLASS_TY, 0));
        if (ty_kind_of(s, from) == TY_REF) {
            sema_suggest(&r, (sema_span){type.file, type.start, type.start}, ty_get(s, from)->mutable ? "&mut " : "&",
                         "consider casting to a reference instead");
            sema_suggest_is(&r, "MachineApplicable");
        }
        return check_error_expr(c, at);
    }
    written = ty_has(s, written, TY_HAS_INFER) ? (sema_ty)TY_NONE : written;
    thir_expr cast = check_node(c, (thir_node){.op = THIR_CAST, .ty = to, .span = at, .a = e, .bits = written});
    check_defer(c, (check_deferred){.step = check_step_cast,
                                    .expr = cast,
                                    .node = n,
                                    .ty = to,
                                    .span = at,
                                    .in_const = check_const_context(c) != NULL});
    return cast;
}
