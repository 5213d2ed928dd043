/* check_deref.c: dereferences automatically, turns places into mutable ones, and checks the `*` operator. */
#include "sema/bodies/check_internal.h"
#include "sema/macros/macro.h"
#include "rustg/diagnostic_kind.h"

/* What *t is through the Deref trait, or TY_NONE. */
static sema_ty deref_target(check *c, sema_ty t, sema_span at)
{
    sema *s = c->s;
    ty_kind kind = ty_kind_of(s, t);
    sema_def trait = def_lang(s, LANG_DEREF);
    if (!trait || (kind != TY_ADT && kind != TY_PARAM && kind != TY_PROJECTION && kind != TY_OPAQUE))
        return TY_NONE;
    sema_ty *args = ARENA_NEW(s->memory, sema_ty);
    *args = t;
    if (infer_holds(c->infer, trait, args, 1) != ANSWER_YES)
        return TY_NONE;
    sema_def target = def_assoc_item(s, trait, sema_intern_text(s, "Target"), DEF_ASSOC_TY);
    return target ? infer_shallow(c->infer, check_norm(c, ty_projection(s, target, args, 1), at)) : (sema_ty)TY_NONE;
}

void check_autoderef(check *c, sema_ty from, check_steps *steps, bool raw)
{
    check_autoderef_within(c, from, steps, raw, CHECK_ALL_STEPS);
}

void check_autoderef_within(check *c, sema_ty from, check_steps *steps, bool raw, uint32_t most)
{
    sema *s = c->s;
    steps->n = 1;
    steps->unknown = false;
    steps->overloaded[0] = false;
    steps->ty[0] = check_shallow(c, from);
    while (steps->n < most) {
        sema_ty t = steps->ty[steps->n - 1];
        ty_kind kind = ty_kind_of(s, t);
        if (check_is_var(c, t)) {
            steps->unknown = true;
            return;
        }
        sema_ty next = TY_NONE;
        bool overloaded = false;
        if (kind == TY_REF || (raw && kind == TY_PTR))
            next = check_shallow(c, ty_arg(s, t, kind == TY_REF));
        else {
            next = deref_target(c, t, (sema_span){0});
            overloaded = true;
        }
        if (!next)
            return;
        steps->overloaded[steps->n] = overloaded;
        steps->ty[steps->n++] = next;
    }
}

sema_ty check_past_deref_limit(check *c, const check_steps *steps)
{
    enum { FEW_STEPS = 5 }; /* few types have so many that it is worth to ask for the limit */
    sema *s = c->s;
    if (steps->n <= FEW_STEPS)
        return TY_NONE;
    const sema_def crate = def_crate_of(s, c->scope);
    const uint32_t limit = macro_recursion_limit(s, def_get(s, crate)->node.file);
    return steps->n - 1 > limit ? steps->ty[limit + 1] : TY_NONE;
}

void check_report_deref_limit(check *c, sema_ty ty, sema_span at)
{
    sema *s = c->s;
    const sema_def crate = def_crate_of(s, c->scope);
    sema_report r = check_error(c, RUSTG_DIAG_DEREF_LIMIT, at);
    sema_arg(&r, "%s", check_show(c, ty));
    macro_help_recursion_limit(&r, crate, macro_recursion_limit(s, def_get(s, crate)->node.file));
}

/* *e through Deref::deref: *Deref::deref(&e) */
static thir_expr check_overloaded_deref(check *c, thir_expr e, sema_ty to, sema_span at)
{
    sema *s = c->s;
    sema_def trait = def_lang(s, LANG_DEREF);
    sema_def fn = def_assoc_item(s, trait, sema_intern_text(s, "deref"), DEF_FN);
    sema_ty *args = ARENA_NEW(s->memory, sema_ty);
    *args = check_ty_of(c, e);
    thir_expr borrow = check_borrow(c, e, BORROW_SHARED, at);
    thir_expr callee = check_fn_value(c, fn, args, 1, at);
    thir_expr call = check_node(c, (thir_node){.op = THIR_CALL,
                                               .ty = ty_ref(s, ty_erased(s), false, to),
                                               .span = at,
                                               .a = callee,
                                               .desugared = true,
                                               .first = check_list(c, &borrow, 1),
                                               .n = 1});
    return check_node(c, (thir_node){.op = THIR_DEREF, .is_place = true, .ty = to, .span = at, .a = call});
}

thir_expr check_apply_steps(check *c, thir_expr e, const check_steps *steps, uint32_t n, sema_span at)
{
    for (uint32_t i = 1; i <= n; i++)
        e = steps->overloaded[i] ? check_overloaded_deref(c, e, steps->ty[i], at) : check_deref(c, e, at);
    return e;
}

bool check_is_place(check *c, thir_expr e)
{
    return check_at(c, e)->is_place;
}

/* Whether it is the call that an overloaded * or [] is, not one that is written. */
static bool check_is_call_of(check *c, thir_expr e, sema_lang_item trait)
{
    const thir_node *n = check_at(c, e);
    if (n->op != THIR_CALL || !n->desugared || !n->a || check_at(c, n->a)->op != THIR_FN)
        return false;
    const ty_info *i = ty_get(c->s, check_at(c, n->a)->ty);
    return i->kind == TY_FN_DEF && def_lang(c->s, trait) && def_get(c->s, i->def)->parent == def_lang(c->s, trait);
}

bool check_is_lasting(check *c, thir_expr e)
{
    for (;;) {
        const thir_node *n = check_at(c, e);
        if (n->op == THIR_FIELD || n->op == THIR_INDEX || (n->op == THIR_USE && n->is_place)) {
            e = n->a;
            continue;
        }
        if (n->op != THIR_DEREF ||
            !(check_is_call_of(c, n->a, LANG_INDEX) || check_is_call_of(c, n->a, LANG_INDEX_MUT)))
            return n->is_place;
        const thir_node *receiver = check_at(c, c->frame->body->lists.at[check_at(c, n->a)->first]);
        if (receiver->op == THIR_UNSIZE)
            receiver = check_at(c, receiver->a);
        if (receiver->op != THIR_BORROW)
            return true;
        e = receiver->a;
    }
}

static void check_make_mut(check *c, thir_expr call, sema_lang_item to, const char *name)
{
    sema *s = c->s;
    thir_node n = *check_at(c, call);
    sema_def trait = def_lang(s, to);
    sema_def fn = trait ? def_assoc_item(s, trait, sema_intern_text(s, name), DEF_FN) : 0;
    uint32_t n_args;
    const sema_ty *args = ty_args(s, check_at(c, n.a)->ty, &n_args);
    sema_ty self = infer_shallow(c->infer, args[0]);
    if (!fn || infer_holds(c->infer, trait, args, n_args) == ANSWER_NO) {
        sema_report r = check_error(c, RUSTG_DIAG_CANNOT_BORROW_AS_MUTABLE_THROUGH, n.span);
        sema_arg(&r, "%s", to == LANG_INDEX_MUT ? "data in an index of" : "data in dereference of");
        sema_arg(&r, "%s", check_show(c, self));
        sema_arg(&r, "%s", to == LANG_INDEX_MUT ? "IndexMut" : "DerefMut");
        return;
    }
    check_at(c, n.a)->ty = ty_fn_def(s, fn, args, n_args);
    sema_ty inner = ty_arg(s, infer_shallow(c->infer, n.ty), 1);
    check_at(c, call)->ty = ty_ref(s, ty_erased(s), true, inner);
    thir_expr receiver = c->frame->body->lists.at[n.first];
    thir_node *borrow = check_at(c, receiver);
    if (borrow->op == THIR_UNSIZE) {
        sema_ty slice = ty_arg(s, borrow->ty, 1);
        borrow->ty = ty_ref(s, ty_erased(s), true, slice);
        borrow = check_at(c, borrow->a);
    }
    if (borrow->op == THIR_BORROW && borrow->index == BORROW_SHARED) {
        borrow->index = BORROW_MUT;
        thir_expr place = borrow->a;
        sema_ty ty = check_ty_of(c, place);
        ty = ty_ref(s, ty_erased(s), true, ty);
        borrow->ty = ty;
        check_place_mut(c, place);
    }
}

void check_place_mut(check *c, thir_expr e)
{
    for (;;) {
        thir_node n = *check_at(c, e);
        if (n.op == THIR_FIELD || n.op == THIR_INDEX || (n.op == THIR_USE && n.is_place)) {
            e = n.a;
            continue;
        }
        if (n.op != THIR_DEREF)
            return;
        if (check_is_call_of(c, n.a, LANG_INDEX)) {
            check_make_mut(c, n.a, LANG_INDEX_MUT, "index_mut");
            return;
        }
        if (check_is_call_of(c, n.a, LANG_DEREF)) {
            check_make_mut(c, n.a, LANG_DEREF_MUT, "deref_mut");
            return;
        }
        if (!check_is_place(c, n.a))
            return;
        e = n.a; /* through a `&mut` that itself lies behind an overloaded place */
    }
}

thir_expr check_deref_of(check *c, thir_expr e, sema_span at)
{
    sema_ty ty = check_known(c, check_at(c, e)->ty, at);
    if (ty == TY_ERROR)
        return check_error_expr(c, at);
    ty_kind kind = ty_kind_of(c->s, ty);
    if (kind == TY_REF)
        return check_deref(c, e, at);
    if (kind == TY_PTR) {
        check_need_unsafe(
            c, at, "dereference of raw pointer",
            "raw pointers may be null, dangling or unaligned; they can violate aliasing rules and cause data races: "
            "all of these are undefined behavior");
        return check_deref(c, e, at);
    }
    sema_ty target = deref_target(c, ty, at);
    if (target)
        return check_overloaded_deref(c, e, target, at);
    sema_report r = check_error(c, RUSTG_DIAG_CANNOT_DEREFERENCE, at);
    sema_arg(&r, "%s", check_show(c, ty));
    return check_error_expr(c, at);
}
