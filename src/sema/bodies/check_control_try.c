/* check_control_try.c: checks the `?` operator on Option and Result. */
#include "sema/bodies/check_control_internal.h"
#include "sema/items/def_table.h"
#include "rustg/diagnostic_kind.h"

/* What `?` is used in, for messages. */
static const char *check_place_word(const check *c)
{
    return c->frame->is_closure ? "a closure" : c->frame->is_const ? "a constant" : "a function";
}

static sema_span check_body_head(check *c)
{
    return c->frame->is_closure ? sema_node_span(c->s, c->frame->closure) : def_head_span(c->s, c->owner);
}

/* The type that is returned early: an Option, or a Result whose error type is *error. TY_ERROR: reported. */
static sema_ty check_early_type(check *c, sema_def adt, sema_ty operand, sema_ty *error, sema_span at)
{
    sema *s = c->s;
    bool is_result = adt == def_lang(s, LANG_RESULT);
    sema_span mark = {at.file, at.end - 1, at.end};
    sema_ty want = c->frame->returns && c->frame->returns->ty ? c->frame->returns->ty : c->frame->result;
    want = want ? check_shallow(c, want) : check_var(c, at);
    if (want == TY_ERROR)
        return TY_ERROR;
    ty_info info = *ty_get(s, want);
    if (info.kind == TY_INFER && !(c->frame->is_const && !c->frame->is_closure)) {
        sema_ty args[2] = {check_var(c, at), is_result ? check_var(c, at) : (sema_ty)TY_NONE};
        *error = args[1];
        sema_ty made = ty_adt(s, adt, args, is_result ? 2 : 1);
        infer_unify(c->infer, want, made);
        return made;
    }
    if (info.kind == TY_ADT && info.def == adt && !c->frame->is_const) {
        *error = is_result ? ty_arg(s, want, 1) : (sema_ty)TY_NONE;
        return want;
    }
    sema_def other = is_result ? def_lang(s, LANG_OPTION) : def_lang(s, LANG_RESULT);
    if (info.kind == TY_ADT && info.def == other) {
        sema_report r =
            check_error(c, is_result ? RUSTG_DIAG_TRY_RESULT_IN_OPTION : RUSTG_DIAG_TRY_OPTION_IN_RESULT, mark);
        sema_arg(&r, "%s", check_place_word(c));
        if (is_result)
            sema_arg(&r, "Result<Infallible, %s>", check_show(c, ty_arg(s, operand, 1)));
        else
            sema_arg(&r, "%s", check_show(c, want));
        sema_label(&r, check_body_head(c), "this function returns %s", is_result ? "an `Option`" : "a `Result`");
    } else {
        sema_report r = check_error(c, RUSTG_DIAG_TRY_RETURN, mark);
        sema_arg(&r, "%s", check_place_word(c));
        sema_arg(&r, "%s", check_show(c, want));
        sema_label(&r, check_body_head(c), "this function should return `Result` or `Option` to accept `?`");
    }
    return TY_ERROR;
}

static thir_expr check_return_early(check *c, thir_expr value, sema_ty ty, sema_span at)
{
    if (c->frame->returns)
        check_merge_add(c, c->frame->returns, value, NULL);
    thir_expr e =
        check_node(c, (thir_node){.op = THIR_RETURN, .ty = TY_NEVER, .span = at, .a = value, .desugared = true});
    check_wrap(c, e, (thir_node){.op = THIR_NEVER, .ty = ty, .span = at, .desugared = true});
    return e;
}

/* `?` becomes
 *
 * match operand { Some(v) => v, None => return None }
 *
 * match operand { Ok(v) => v, Err(e) => return Err(From::from(e)) } */
thir_expr check_try(check *c, sema_node n)
{
    sema *s = c->s;
    sema_span at = sema_node_span(s, n);
    sema_node inner = syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0);
    thir_expr operand = check_expr(c, inner, CHECK_ANY);
    sema_ty ty = check_known(c, check_at(c, operand)->ty, sema_node_span(s, inner)), error = TY_NONE;
    ty_info info = *ty_get(s, ty);
    sema_def option = def_lang(s, LANG_OPTION), result = def_lang(s, LANG_RESULT);
    if (ty == TY_ERROR || ty == TY_NEVER)
        return ty == TY_NEVER ? operand : check_error_expr(c, at);
    if (info.kind != TY_ADT || (info.def != option && info.def != result)) {
        sema_report r = check_error(c, RUSTG_DIAG_TRY_OPERAND, at);
        sema_arg(&r, "%s", check_show(c, ty));
        return check_error_expr(c, at);
    }
    bool is_result = info.def == result;
    sema_ty early = check_early_type(c, info.def, ty, &error, at);
    if (early == TY_ERROR)
        return check_error_expr(c, at);
    sema_ty good = ty_arg(s, ty, 0);
    thir_local value = check_local_new(c, 0, good, at, false);
    thir_pat value_pat = control_binding_pat(c, value, good, at);
    thir_pat good_pat =
        control_variant_pat(c, def_lang(s, is_result ? LANG_RESULT_OK : LANG_OPTION_SOME), ty, value_pat, at);
    thir_pat bad_pat;
    thir_expr left;
    if (is_result) {
        sema_ty bad = ty_arg(s, ty, 1);
        thir_local err = check_local_new(c, 0, bad, at, false);
        bad_pat = control_variant_pat(c, def_lang(s, LANG_RESULT_ERR), ty, control_binding_pat(c, err, bad, at), at);
        sema_ty pair[2] = {infer_resolve(c->infer, error), infer_resolve(c->infer, bad)};
        if (infer_holds(c->infer, def_lang(s, LANG_FROM), pair, 2) == ANSWER_NO) {
            sema_report r = check_error(c, RUSTG_DIAG_TRY_ERROR_TYPE, (sema_span){at.file, at.end - 1, at.end});
            sema_arg(&r, "%s", check_show(c, error));
            sema_arg(&r, "%s", check_show(c, bad));
            sema_label(&r, sema_node_span(s, inner),
                       "this can't be annotated with `?` because it has type `Result<_, %s>`", check_show(c, bad));
            if (c->frame->result_written)
                sema_label(&r, c->frame->result_span, "expected `%s` because of this", check_show(c, error));
            return check_error_expr(c, at);
        }
        thir_expr from = check_local_expr(c, err, at);
        from = check_lang_call(
            c, def_lang(s, LANG_FROM), "from", error, &from, 1, at,
            "the question mark operation (`?`) implicitly performs a conversion on the error value using the "
            "`From` trait");
        left = control_variant(c, def_lang(s, LANG_RESULT_ERR), early, from, at);
    } else {
        bad_pat = control_variant_pat(c, def_lang(s, LANG_OPTION_NONE), ty, 0, at);
        left = control_variant(c, def_lang(s, LANG_OPTION_NONE), early, 0, at);
    }
    left = check_return_early(c, left, good, at);
    uint32_t arms[2];
    arms[0] = control_arm(c, (thir_arm_node){.pat = good_pat, .body = check_local_expr(c, value, at), .span = at});
    arms[1] = control_arm(c, (thir_arm_node){.pat = bad_pat, .body = left, .span = at});
    return control_match(c, operand, arms, 2, good, at);
}
