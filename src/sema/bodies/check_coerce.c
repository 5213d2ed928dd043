/* check_coerce.c: does the coercions: reborrows, deref coercion, arrays to slices, functions and closures to
 * pointers, ! to any type. It also finds the common type of branches. It follows rustc's coercion.rs. */
#include "sema/bodies/check_internal.h"

sema_ty check_unsized_end(check *c, sema_ty t)
{
    enum { MOST_ENDS = 64 }; /* a struct that holds itself has its own error */
    sema *s = c->s;
    t = infer_shallow(c->infer, t);
    for (uint32_t depth = 0; depth < MOST_ENDS; depth++) {
        const ty_info info = *ty_get(s, t);
        const bool is_struct = info.kind == TY_ADT && def_kind_of(s, info.def) == DEF_STRUCT;
        uint32_t n_args, n_fields = 0;
        const sema_ty *args = ty_args(s, t, &n_args);
        const sema_def *fields = is_struct ? def_fields(s, info.def, &n_fields) : NULL;
        if (info.kind == TY_SLICE || info.kind == TY_STR || info.kind == TY_DYN)
            return t;
        if (info.kind == TY_TUPLE && n_args)
            t = infer_shallow(c->infer, args[n_args - 1]);
        else if (n_fields && ty_kind_of(s, def_type(s, fields[n_fields - 1])) > TY_NEVER)
            t = check_shallow(
                c, check_subst(c, def_type(s, fields[n_fields - 1]), info.def, args, n_args, (sema_span){0, 0, 0}));
        else
            break;
    }
    return TY_NONE;
}

bool check_is_unsized_adt(check *c, sema_ty t)
{
    return ty_kind_of(c->s, t) == TY_ADT && ty_get(c->s, t)->n_args && check_unsized_end(c, t) != (sema_ty)TY_NONE;
}

static bool check_is_slice_like(check *c, sema_ty t)
{
    return ty_kind_of(c->s, infer_shallow(c->infer, t)) == TY_SLICE;
}

/* Whether the object may become the other by its traits: it has the other's, or a supertrait of it, and its auto
 * traits. What the two say of types is made equal. */
static bool check_object_fits(check *c, sema_ty from, sema_ty to)
{
    sema *s = c->s;
    const ty_info f = *ty_get(s, from), t = *ty_get(s, to);
    uint32_t n_args, n;
    const sema_ty *args = ty_args(s, to, &n_args);
    for (uint32_t i = 0; i < 2; i++) {
        const uint64_t bit = i == 0 ? TY_AUTO_SEND : TY_AUTO_SYNC;
        const sema_def trait = def_lang(s, i == 0 ? LANG_SEND : LANG_SYNC);
        if (t.value & bit && infer_holds(c->infer, trait, &from, 1) != ANSWER_YES)
            return false;
    }
    if (!t.def)
        return true;
    if (f.def == t.def)
        return infer_unify(c->infer, ty_dyn(s, t.def, 0, args, n_args),
                           ty_dyn(s, t.def, 0, ty_args(s, from, &n_args), n_args));
    const def_predicate *p = infer_dyn_bounds(s, from, &n);
    const def_dyn *about = def_dyn_of(s, t.def);
    const uint32_t n_of = def_generics(s, t.def).n_params;
    for (uint32_t i = 0; i < n; i++) {
        if (p[i].kind != PREDICATE_TRAIT || p[i].trait != t.def)
            continue;
        infer_snapshot before = infer_save(c->infer);
        sema_ty *own = ARENA_ARRAY(s->memory, sema_ty, n_of);
        bool same = true;
        for (uint32_t k = 0; k < n_of; k++) {
            own[k] = k == 0 ? from : p[i].args[k];
            same = same && (k == 0 || infer_unify_known(c->infer, &args[k], &p[i].args[k], 1));
        }
        const ty_subst subst = {t.def, own, n_of};
        for (uint32_t k = 0; same && k < about->n_types; k++) {
            const def_dyn_type *type = &about->types[k];
            sema_ty *of = ARENA_ARRAY(s->memory, sema_ty, type->n_args);
            for (uint32_t j = 0; j < type->n_args; j++)
                of[j] = ty_substitute(s, type->args[j], &subst);
            same = infer_unify(c->infer, args[n_of + k],
                               check_norm(c, ty_projection(s, type->assoc, of, type->n_args), p[i].span));
        }
        if (same)
            return true;
        infer_restore(c->infer, before);
    }
    return false;
}

/* Asks for all that a value behind a pointer needs to become a trait object. False: this is no such coercion. */
static bool check_unsize_to_object(check *c, sema_ty from, sema_ty want, sema_ty inner, sema_ty object, sema_span at)
{
    sema *s = c->s;
    const ty_info o = *ty_get(s, object);
    if (check_is_var(c, inner))
        return false;
    if (ty_kind_of(s, inner) == TY_DYN) {
        if (inner == object || ty_erase_regions(s, inner) == ty_erase_regions(s, object))
            return false;
        return check_object_fits(c, inner, object);
    }
    if (o.def && !def_is_dyn_compatible(s, o.def)) {
        const def_kind owner = def_kind_of(s, c->owner);
        if (owner != DEF_CONST && owner != DEF_STATIC) /* their type has told it */
            def_report_dyn_incompatible(s, o.def, at);
        c->failed = c->frame->body->failed = true;
        infer_taint(c->infer);
        return true;
    }
    const char *what =
        arena_format(s->memory, "required for the cast from `%s` to `%s`", check_show(c, from), check_show(c, want));
    uint32_t n_args;
    const sema_ty *args = ty_args(s, object, &n_args);
    for (uint32_t i = 0; i < 2; i++)
        if (o.value & (i == 0 ? TY_AUTO_SEND : TY_AUTO_SYNC))
            check_require_trait(c, def_lang(s, i == 0 ? LANG_SEND : LANG_SYNC), inner, at, what);
    if (o.def) {
        const def_dyn *about = def_dyn_of(s, o.def);
        const uint32_t n_of = def_generics(s, o.def).n_params;
        sema_ty *own = ARENA_ARRAY(s->memory, sema_ty, n_of);
        for (uint32_t k = 0; k < n_of; k++)
            own[k] = k == 0 ? inner : args[k];
        check_require(c, o.def, own, n_of, at, what);
        const ty_subst subst = {o.def, own, n_of};
        for (uint32_t k = 0; k < about->n_types; k++) {
            const def_dyn_type *type = &about->types[k];
            sema_ty *of = ARENA_ARRAY(s->memory, sema_ty, type->n_args);
            for (uint32_t j = 0; j < type->n_args; j++)
                of[j] = ty_erase_regions(s, ty_substitute(s, type->args[j], &subst));
            infer_require(c->infer,
                          (def_predicate){.kind = PREDICATE_PROJECTION,
                                          .trait = type->assoc,
                                          .args = of,
                                          .n_args = type->n_args,
                                          .equals = args[n_of + k],
                                          .span = at},
                          (infer_cause){.at = at, .what = what});
        }
    }
    check_require_sized(c, inner, at, what);
    return true;
}

/* Whether only the last field is written with the parameter, so that it may change where that field loses its size. */
static bool check_is_of_last_field(check *c, const sema_def *fields, uint32_t n_fields, sema_def param)
{
    sema *s = c->s;
    const sema_ty ty = ty_param(s, param);
    for (uint32_t i = 0; i < n_fields; i++)
        if (ty_mentions(s, def_type(s, fields[i]), ty) != (i + 1 == n_fields))
            return false;
    return true;
}

static bool check_unsizes_struct(check *c, sema_ty from, sema_ty to, sema_span at);

/* Whether it is a struct whose last field loses its size on the way to the other type, and nothing else changes. What a
 * trait object asks of the field is required. */
static bool check_is_unsized_struct(check *c, sema_ty from, sema_ty to, sema_span at)
{
    const infer_snapshot before = infer_save(c->infer);
    const bool is = check_unsizes_struct(c, from, to, at);
    if (!is)
        infer_restore(c->infer, before);
    return is;
}

static bool check_unsizes_struct(check *c, sema_ty from, sema_ty to, sema_span at)
{
    sema *s = c->s;
    const ty_info f = *ty_get(s, from), t = *ty_get(s, to);
    if (f.kind != TY_ADT || t.kind != TY_ADT || f.def != t.def || !f.n_args || def_kind_of(s, f.def) != DEF_STRUCT)
        return false;
    uint32_t n_fields, n_args;
    const sema_def *fields = def_fields(s, f.def, &n_fields);
    if (!n_fields)
        return false;
    const def_generics_list generics = def_generics(s, f.def);
    for (uint32_t i = 0; i < f.n_args && i < generics.n_params; i++)
        if (!(def_kind_of(s, generics.params[i]) == DEF_TYPE_PARAM &&
              check_is_of_last_field(c, fields, n_fields, generics.params[i])) &&
            !infer_unify(c->infer, ty_arg(s, from, i), ty_arg(s, to, i)))
            return false;
    const sema_ty last = def_type(s, fields[n_fields - 1]), *args = ty_args(s, from, &n_args),
                  a = check_shallow(c, check_subst(c, last, f.def, args, n_args, at));
    args = ty_args(s, to, &n_args);
    const sema_ty b = check_shallow(c, check_subst(c, last, f.def, args, n_args, at));
    const ty_kind is = ty_kind_of(s, a), wants = ty_kind_of(s, b);
    if (wants == TY_SLICE)
        return is == TY_ARRAY && infer_unify(c->infer, ty_arg(s, b, 0), ty_arg(s, a, 0));
    if (wants == TY_DYN)
        return check_unsize_to_object(c, from, to, a, b, at);
    return check_is_unsized_struct(c, a, b, at);
}

/* Coerces &[T; N] to &[T] and &T to &dyn Trait, with any mutability that allows it, and the same for raw pointers.
 * Returns 1 if that was done and 0 if this is no such coercion. */
static bool check_try_unsize(check *c, thir_expr e, sema_ty from, sema_ty want)
{
    sema *s = c->s;
    ty_info f = *ty_get(s, from), w = *ty_get(s, want);
    bool from_ref = f.kind == TY_REF, to_ref = w.kind == TY_REF;
    if ((!from_ref && f.kind != TY_PTR) || (!to_ref && w.kind != TY_PTR) || (!from_ref && to_ref) ||
        (w.mutable && !f.mutable))
        return false;
    sema_ty inner = infer_shallow(c->infer, ty_arg(s, from, from_ref));
    sema_ty slice = infer_shallow(c->infer, ty_arg(s, want, to_ref));
    sema_span at = check_at(c, e)->span;
    if (ty_kind_of(s, slice) == TY_DYN) {
        if (!check_unsize_to_object(c, from, want, inner, slice, at))
            return false;
    } else if (ty_kind_of(s, inner) == TY_ARRAY ? ty_kind_of(s, slice) != TY_SLICE ||
                                                      !infer_unify(c->infer, ty_arg(s, slice, 0), ty_arg(s, inner, 0))
                                                : !check_is_unsized_struct(c, inner, slice, at)) {
        return false;
    }
    if (from_ref) { /* reborrow first */
        thir_expr moved = check_wrap(c, e, (thir_node){.op = THIR_NONE, .span = at});
        thir_expr place = check_deref(c, moved, at);
        thir_expr borrow = check_node(c, (thir_node){.op = THIR_BORROW,
                                                     .ty = ty_ref(s, ty_erased(s), w.mutable, inner),
                                                     .span = at,
                                                     .a = place,
                                                     .index = w.mutable ? BORROW_MUT : BORROW_SHARED});
        if (!to_ref)
            borrow = check_node(c, (thir_node){.op = THIR_RAW_BORROW,
                                               .ty = ty_ptr(s, w.mutable, inner),
                                               .span = at,
                                               .a = place,
                                               .index = w.mutable});
        *check_at(c, e) = (thir_node){.op = THIR_UNSIZE, .ty = want, .span = at, .a = borrow};
    } else
        check_wrap(c, e, (thir_node){.op = THIR_UNSIZE, .ty = want, .span = at});
    return true;
}

/* Coerces a NonNull as its pointer is coerced. */
static bool check_try_unsize_non_null(check *c, thir_expr e, sema_ty from, sema_ty want)
{
    sema *s = c->s;
    const ty_info f = *ty_get(s, from), w = *ty_get(s, want);
    if (f.kind != TY_ADT || w.kind != TY_ADT || f.def != w.def || f.def != def_lang(s, LANG_NON_NULL))
        return false;
    const sema_span at = check_at(c, e)->span;
    const sema_ty inner = check_shallow(c, ty_arg(s, from, 0)); /* a bound, as From, may tell it now */
    const sema_ty thin = ty_ptr(s, false, inner), wide = ty_ptr(s, false, ty_arg(s, want, 0));
    const thir_expr pointer = check_field_of(c, check_node(c, *check_at(c, e)), 0, thin, at);
    if (!check_try_unsize(c, pointer, thin, wide))
        return false;
    const uint32_t field[2] = {0, pointer};
    const uint32_t first = check_list(c, field, 2);
    *check_at(c, e) =
        (thir_node){.op = THIR_ADT, .ty = want, .span = at, .def = f.def, .desugared = true, .first = first, .n = 1};
    return true;
}

/* Coerces & or &mut to a reference: it dereferences until the inner types agree, and then borrows again. */
static bool coerce_reference(check *c, thir_expr e, sema_ty from, sema_ty want)
{
    sema *s = c->s;
    ty_info f = *ty_get(s, from), w = *ty_get(s, want);
    if (f.kind != TY_REF || (w.mutable && !f.mutable))
        return false;
    sema_ty to = ty_arg(s, want, 1);
    check_steps steps;
    check_autoderef(c, from, &steps, false);
    for (uint32_t i = 1; i < steps.n; i++) {
        if (!infer_unify(c->infer, to, steps.ty[i]))
            continue;
        if (i == 1 && !w.mutable && !f.mutable)
            return true; /* the same shared reference */
        sema_span at = check_at(c, e)->span;
        thir_expr moved = check_wrap(c, e, (thir_node){.op = THIR_NONE, .span = at});
        thir_expr place = check_apply_steps(c, moved, &steps, i, at);
        if (w.mutable)
            check_place_mut(c, place);
        *check_at(c, e) = (thir_node){
            .op = THIR_BORROW, .ty = want, .span = at, .a = place, .index = w.mutable ? BORROW_MUT : BORROW_SHARED};
        return true;
    }
    return false;
}

static bool coerce_pointer(check *c, thir_expr e, sema_ty from, sema_ty want)
{
    sema *s = c->s;
    ty_info f = *ty_get(s, from), w = *ty_get(s, want);
    if ((f.kind != TY_REF && f.kind != TY_PTR) || (w.mutable && !f.mutable))
        return false;
    sema_ty inner = ty_arg(s, from, f.kind == TY_REF);
    if (!infer_unify(c->infer, ty_arg(s, want, 0), inner))
        return false;
    sema_span at = check_at(c, e)->span;
    if (f.kind == TY_REF) {
        thir_expr moved = check_wrap(c, e, (thir_node){.op = THIR_NONE, .span = at});
        thir_expr place = check_deref(c, moved, at);
        *check_at(c, e) = (thir_node){.op = THIR_RAW_BORROW, .ty = want, .span = at, .a = place, .index = w.mutable};
    } else if (f.mutable != w.mutable)
        check_wrap(c, e, (thir_node){.op = THIR_CAST, .ty = want, .span = at});
    return true;
}

/* The lifetimes of a fn that each call chooses, as its pointer has them. */
static sema_ty check_late_of_fn(sema *s, sema_ty region, uint32_t depth, void *user)
{
    const sema_def fn = *(const sema_def *)user;
    const ty_info info = *ty_get(s, region);
    if (info.sub == REGION_ELIDED)
        return ty_late(s, depth, (uint32_t)info.value);
    if (info.sub != REGION_PARAM || def_get(s, info.def)->parent != fn || def_is_early(s, fn, info.def))
        return region;
    return ty_late(s, depth, def_fn_sig(s, fn).n_elided + def_get(s, info.def)->index);
}

/* The same of a closure: those that are left out where a parameter's type is written. */
static sema_ty check_late_of_closure(sema *s, sema_ty region, uint32_t depth, void *user)
{
    uint32_t *n_late = user;
    return ty_get(s, region)->sub == REGION_ERASED ? ty_late(s, depth, (*n_late)++) : region;
}

/* The fn pointer that a fn item, a closure without captures or a fn pointer becomes; TY_NONE for anything else. */
static sema_ty check_fn_ptr_of(check *c, sema_ty t, sema_span at)
{
    sema *s = c->s;
    ty_info i = *ty_get(s, t);
    if (i.kind == TY_FN_DEF) {
        def_sig sig = def_fn_sig(s, i.def);
        uint32_t n_args;
        const sema_ty *args = ty_args(s, t, &n_args);
        sema_ty *parts = ARENA_ARRAY(s->memory, sema_ty, sig.n_inputs + 1);
        for (uint32_t k = 0; k <= sig.n_inputs; k++) {
            const sema_ty part = k < sig.n_inputs ? sig.inputs[k] : sig.output;
            const bool is_open = ty_has(s, part, TY_HAS_PROJECTION | TY_HAS_OPAQUE);
            parts[k] = check_subst(c, is_open ? part : ty_fold_regions(s, part, check_late_of_fn, &i.def), i.def, args,
                                   n_args, at);
        }
        return ty_fn_ptr(s, sig.is_unsafe, parts, sig.n_inputs + 1);
    }
    if (i.kind == TY_CLOSURE) {
        const infer_closure *about = infer_closure_of(s, i.def);
        const thir_body *body = NULL;
        for (uint32_t k = 0; k < c->bodies.n; k++)
            if (c->bodies.at[k]->owner == i.def)
                body = c->bodies.at[k];
        if (!about || (body && body->captures.n))
            return TY_NONE;
        uint32_t n_late = 0;
        sema_ty *parts = ARENA_ARRAY(s->memory, sema_ty, about->n_inputs + 1);
        for (uint32_t k = 0; k < about->n_inputs; k++) {
            const sema_ty written = body && !body->told_by_bound && body->told ? body->told[k] : (sema_ty)TY_NONE;
            parts[k] = written && !ty_has(s, written, TY_OPEN & ~(TY_HAS_LIFETIME | TY_HAS_REGION | TY_HAS_PARAM))
                           ? ty_erase_regions(s, ty_fold_regions(s, written, check_late_of_closure, &n_late))
                           : about->inputs[k];
        }
        parts[about->n_inputs] = about->output;
        return ty_fn_ptr(s, false, parts, about->n_inputs + 1);
    }
    return i.kind == TY_FN_PTR ? t : (sema_ty)TY_NONE;
}

void check_fn_to_pointer(check *c, thir_expr e, sema_ty fn)
{
    const sema_span at = check_at(c, e)->span;
    if (ty_kind_of(c->s, fn) == TY_FN_DEF)
        check_wrap(c, e, (thir_node){.op = THIR_REIFY, .ty = check_fn_ptr_of(c, fn, at), .span = at});
}

/* A pointer to a safe fn may become one to an unsafe fn. */
static sema_ty check_fn_ptr_unsafe(sema *s, sema_ty pointer, bool is_unsafe)
{
    uint32_t n;
    const sema_ty *parts = ty_args(s, pointer, &n);
    return is_unsafe && !ty_get(s, pointer)->mutable ? ty_fn_ptr(s, true, parts, n) : pointer;
}

bool check_try_coerce(check *c, thir_expr e, sema_ty want)
{
    sema *s = c->s;
    sema_ty from = check_shallow(c, check_at(c, e)->ty);
    want = check_shallow(c, want);
    bool reborrows = ty_kind_of(s, from) == TY_REF && ty_get(s, from)->mutable && check_at(c, e)->is_place;
    if ((from == want && !reborrows) || from == TY_ERROR || want == TY_ERROR)
        return true;
    ty_kind kind = ty_kind_of(s, from), to = ty_kind_of(s, want);
    sema_span at = check_at(c, e)->span;
    if (kind == TY_NEVER) {
        if (check_is_var(c, want))
            vec_push(s->memory, &c->diverging, want);
        check_wrap(c, e, (thir_node){.op = THIR_NEVER, .ty = want, .span = at});
        return true;
    }
    if (to == TY_INFER || kind == TY_INFER)
        return infer_unify(c->infer, want, from);
    if (check_try_unsize(c, e, from, want) || check_try_unsize_non_null(c, e, from, want))
        return true;
    if (to == TY_PTR)
        return coerce_pointer(c, e, from, want);
    if (to == TY_REF)
        return coerce_reference(c, e, from, want);
    if (to == TY_FN_PTR && (kind == TY_FN_DEF || kind == TY_CLOSURE || kind == TY_FN_PTR)) {
        sema_ty pointer = check_fn_ptr_of(c, from, at);
        if (!pointer || !infer_unify(c->infer, want, check_fn_ptr_unsafe(s, pointer, ty_get(s, want)->mutable)))
            return false;
        if (kind != TY_FN_PTR || ty_get(s, from)->mutable != ty_get(s, want)->mutable)
            check_wrap(c, e, (thir_node){.op = kind == TY_FN_PTR ? THIR_CAST : THIR_REIFY, .ty = want, .span = at});
        return true;
    }
    return infer_unify(c->infer, want, from);
}

bool check_coerce(check *c, thir_expr e, sema_ty want, const check_why *why)
{
    if (check_try_coerce(c, e, want))
        return true;
    check_mismatch(c, check_at(c, e)->span, want, check_at(c, e)->ty, e, why);
    sema_span at = check_at(c, e)->span;
    check_wrap(c, e, (thir_node){.op = THIR_ERROR, .ty = TY_ERROR, .span = at});
    return false;
}

bool check_equal(check *c, sema_span at, sema_ty want, sema_ty found, const check_why *why)
{
    if (infer_unify(c->infer, want, found))
        return true;
    check_mismatch(c, at, want, found, 0, why);
    return false;
}

thir_expr check_expr_coerce(check *c, sema_node n, sema_ty want, const check_why *why)
{
    thir_expr e = check_expr(c, n, (check_expect){EXPECT_TYPE, want});
    check_coerce(c, e, want, why);
    return e;
}

/* ---- Merging ---- */

void check_merge_begin(check_merge *m, sema_ty expected)
{
    *m = (check_merge){.expected = expected};
}

/* Two fn items or closures of one signature become pointers, and the earlier branches with them. */
static bool check_merge_functions(check *c, check_merge *m, thir_expr e, sema_ty ty)
{
    sema_span at = check_at(c, e)->span;
    sema_ty a = check_fn_ptr_of(c, infer_shallow(c->infer, m->ty), at), b = check_fn_ptr_of(c, ty, at);
    if (!a || !b)
        return false;
    const bool is_unsafe = ty_get(c->s, a)->mutable || ty_get(c->s, b)->mutable;
    a = check_fn_ptr_unsafe(c->s, a, is_unsafe);
    if (!infer_unify(c->infer, a, check_fn_ptr_unsafe(c->s, b, is_unsafe)))
        return false;
    for (uint32_t i = 0; i < m->exprs.n; i++)
        if (ty_kind_of(c->s, check_ty_of(c, m->exprs.at[i])) != TY_NEVER)
            check_try_coerce(c, m->exprs.at[i], a);
    m->ty = a;
    return check_try_coerce(c, e, a);
}

/* Whether a fn with arguments of its own is another one with those of the other type, as headers of impls differ. */
static bool check_is_other_item(check *c, sema_ty a, sema_ty b)
{
    if (ty_kind_of(c->s, a) != TY_FN_DEF || ty_kind_of(c->s, b) != TY_FN_DEF || a == b)
        return false;
    const infer_snapshot before = infer_save(c->infer);
    const bool same = infer_unify_exactly(c->infer, &a, &b, 1);
    infer_restore(c->infer, before);
    return !same;
}

void check_merge_add(check *c, check_merge *m, thir_expr e, const check_why *why)
{
    sema_ty ty = check_shallow(c, check_at(c, e)->ty);
    vec_push(c->s->memory, &m->exprs, e);
    if (ty == TY_ERROR) {
        m->ty = ty;
        m->failed = true;
        return;
    }
    if (ty_kind_of(c->s, ty) == TY_NEVER)
        return;
    if (!m->ty) {
        sema_ty want = m->expected ? check_shallow(c, m->expected) : (sema_ty)TY_NONE;
        if (want && !check_is_var(c, want)) {
            if (check_coerce(c, e, want, why))
                m->ty = want;
            else {
                m->ty = TY_ERROR;
                m->failed = true;
            }
        } else {
            /* A fn or closure is not unified with the wanted type yet: of several the type is a fn pointer. */
            if (want && ty_kind_of(c->s, ty) != TY_FN_DEF && ty_kind_of(c->s, ty) != TY_CLOSURE)
                infer_unify(c->infer, want, ty);
            m->ty = ty;
        }
        return;
    }
    if ((!check_is_other_item(c, infer_shallow(c->infer, m->ty), ty) && check_try_coerce(c, e, m->ty)) ||
        check_merge_functions(c, m, e, ty))
        return;
    /* The earlier branches may become what this one is. */
    bool all = m->exprs.n > 1;
    for (uint32_t i = 0; all && i + 1 < m->exprs.n; i++) {
        sema_ty earlier = check_ty_of(c, m->exprs.at[i]);
        ty_kind a = ty_kind_of(c->s, earlier), b = ty_kind_of(c->s, ty);
        all = (a == TY_REF && (b == TY_REF || b == TY_PTR) &&
               (check_is_slice_like(c, ty_arg(c->s, ty, b == TY_REF)) || b == TY_PTR || !ty_get(c->s, ty)->mutable)) ||
              a == TY_NEVER;
    }
    if (all) {
        infer_snapshot before = infer_save(c->infer);
        bool done = true;
        for (uint32_t i = 0; done && i + 1 < m->exprs.n; i++)
            if (ty_kind_of(c->s, check_ty_of(c, m->exprs.at[i])) != TY_NEVER)
                done = check_try_coerce(c, m->exprs.at[i], ty);
        if (done) {
            m->ty = ty;
            return;
        }
        infer_restore(c->infer, before);
    }
    check_coerce(c, e, m->ty, why);
    m->ty = TY_ERROR;
    m->failed = true;
}

void check_merge_unit(check *c, check_merge *m, sema_span at, const check_why *why)
{
    sema_ty unit = ty_unit(c->s);
    sema_ty want = m->ty ? m->ty : m->expected;
    if (!want || infer_unify(c->infer, want, unit)) {
        m->ty = unit;
        return;
    }
    if (!check_is_error(c, want))
        check_mismatch(c, at, want, unit, 0, why);
    m->ty = TY_ERROR;
    m->failed = true;
}

sema_ty check_merge_end(check *c, check_merge *m)
{
    if (!m->ty)
        return TY_NEVER;
    sema_ty ty = infer_shallow(c->infer, m->ty);
    for (uint32_t i = 0; i < m->exprs.n; i++) /* branches that never end are of the type of the others */
        if (ty != TY_NEVER && ty != TY_ERROR && ty_kind_of(c->s, check_ty_of(c, m->exprs.at[i])) == TY_NEVER)
            check_try_coerce(c, m->exprs.at[i], ty);
    return m->ty;
}
