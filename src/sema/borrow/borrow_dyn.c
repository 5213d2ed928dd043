/* borrow_dyn.c: relates the lifetimes of trait objects: to what they are made of, and to what their methods give. */
#include "sema/borrow/borrow_internal.h"
#include "sema/infer/infer.h"

typedef struct dyn_outlives {
    borrow_region region; /* what all regions outlive */
    sema_span span;
} dyn_outlives;

static void borrow_dyn_outlives(borrow_ctx *c, borrow_region r, void *user)
{
    const dyn_outlives *o = user;
    borrow_outlives(c, r, o->region, WHY_OTHER, o->span);
}

/* The trait of an object for another Self, with the object's arguments. */
static const sema_ty *borrow_dyn_trait_args(borrow_ctx *c, sema_ty object, sema_ty self, uint32_t *n_of)
{
    sema *s = c->s;
    uint32_t n;
    const sema_ty *args = ty_args(s, object, &n);
    *n_of = def_generics(s, ty_get(s, object)->def).n_params;
    sema_ty *of = ARENA_ARRAY(s->memory, sema_ty, *n_of);
    for (uint32_t i = 0; i < *n_of; i++)
        of[i] = i == 0 ? self : args[i];
    return of;
}

/* What an object tells of its types is what the impl says of them, lifetimes included. */
static void borrow_dyn_types(borrow_ctx *c, sema_ty value, sema_ty object, sema_span span)
{
    sema *s = c->s;
    const sema_def trait = ty_get(s, object)->def;
    if (!trait)
        return;
    const def_dyn *about = def_dyn_of(s, trait);
    uint32_t n_of;
    const sema_ty *of = borrow_dyn_trait_args(c, object, value, &n_of);
    for (uint32_t i = 0; i < about->n_types; i++) {
        const def_dyn_type *type = &about->types[i];
        sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, type->n_args);
        for (uint32_t k = 0; k < type->n_args; k++)
            args[k] = borrow_subst(c, type->args[k], trait, of, n_of, NULL);
        const sema_ty told = ty_arg(s, object, n_of + i),
                      is = borrow_normalize(c, ty_projection(s, type->assoc, args, type->n_args));
        if (ty_kind_of(s, is) == TY_PROJECTION)
            continue;
        if (type->assoc == def_lang(s, LANG_FN_ONCE_OUTPUT))
            borrow_relate(c, is, told, WHY_OTHER, span); /* a result may live longer */
        else
            borrow_equate(c, is, told, span);
    }
    /* The arguments of the trait are those of the impl for the value. */
    sema_ty *erased = ARENA_ARRAY(s->memory, sema_ty, n_of);
    for (uint32_t i = 0; i < n_of; i++)
        erased[i] = ty_erase_regions(s, of[i]);
    trait_candidate candidate;
    if (n_of < 2 || trait_select(c->infer, trait, erased, n_of, &candidate) != ANSWER_YES ||
        candidate.kind != CANDIDATE_IMPL)
        return;
    uint32_t n_impl;
    const sema_ty *impl_args = borrow_match_impl(c, candidate.impl, of, n_of, &n_impl);
    const def_trait_ref header = def_impl_trait(s, candidate.impl);
    for (uint32_t i = 1; i < header.n_args && i < n_of; i++) {
        const sema_ty is =
            borrow_normalize(c, borrow_subst(c, header.args[i], candidate.impl, impl_args, n_impl, NULL));
        borrow_equate(c, is, of[i], span);
    }
}

/* The arguments of a trait that an object has are those of the object, lifetimes included. */
static void borrow_dyn_has(borrow_ctx *c, sema_ty object, sema_def trait, const sema_ty *args, uint32_t n_args,
                           sema_span span)
{
    sema *s = c->s;
    const sema_def own = ty_get(s, object)->def;
    const def_dyn *about = own ? def_dyn_of(s, own) : NULL;
    uint32_t n_of;
    const sema_ty *of = own ? borrow_dyn_trait_args(c, object, object, &n_of) : NULL;
    for (uint32_t i = 0; about && i < about->n_traits; i++) {
        const def_trait_ref *one = &about->traits[i];
        if (one->trait != trait || one->n_args > n_args)
            continue;
        sema_ty *has = ARENA_ARRAY(s->memory, sema_ty, one->n_args);
        bool same = true;
        for (uint32_t k = 1; k < one->n_args; k++) {
            has[k] = borrow_normalize(c, borrow_subst(c, one->args[k], own, of, n_of, NULL));
            same &= ty_erase_regions(s, has[k]) == ty_erase_regions(s, args[k]);
        }
        for (uint32_t k = 1; same && k < one->n_args; k++)
            borrow_equate(c, has[k], args[k], span);
        if (same)
            return;
    }
}

static void borrow_dyn_becomes(borrow_ctx *c, sema_ty value, sema_ty object, sema_span span)
{
    sema *s = c->s;
    dyn_outlives o = {borrow_region_of(c, ty_arg(s, object, 0)), span};
    const sema_ty called_as = def_dyn_called_as(s, object);
    if (ty_kind_of(s, value) != TY_DYN) {
        borrow_param_outlives(c, value, o.region, span);
        borrow_each_live_region(c, value, borrow_dyn_outlives, &o);
        if (!called_as || !borrow_want_callable(c, value, called_as, ty_get(s, object)->def, WHY_OTHER, span))
            borrow_dyn_types(c, value, object, span);
        return;
    }
    borrow_outlives(c, borrow_region_of(c, ty_arg(s, value, 0)), o.region, WHY_OTHER, span);
    uint32_t n, n_from;
    const sema_ty *args = ty_args(s, object, &n), *own = ty_args(s, value, &n_from);
    if (ty_get(s, value)->def == ty_get(s, object)->def) {
        for (uint32_t i = 1; i < n && i < n_from; i++) {
            if (called_as && i + 1 == n)
                borrow_relate(c, own[i], args[i], WHY_OTHER, span);
            else
                borrow_equate(c, own[i], args[i], span);
        }
    } else {
        borrow_dyn_types(c, value, object, span);
        if (ty_get(s, object)->def)
            borrow_dyn_has(c, value, ty_get(s, object)->def, args, n, span);
    }
}

void borrow_to_object(borrow_ctx *c, sema_ty from, sema_ty to, sema_span span)
{
    sema *s = c->s;
    const bool from_ref = ty_kind_of(s, from) == TY_REF, to_ref = ty_kind_of(s, to) == TY_REF;
    if (from_ref && to_ref)
        borrow_outlives(c, borrow_region_of(c, ty_arg(s, from, 0)), borrow_region_of(c, ty_arg(s, to, 0)), WHY_OTHER,
                        span);
    borrow_dyn_becomes(c, ty_arg(s, from, from_ref), ty_arg(s, to, to_ref), span);
}

sema_ty borrow_unsized_as(borrow_ctx *c, sema_ty from, sema_ty to, sema_span span)
{
    sema *s = c->s;
    const ty_info f = *ty_get(s, from), t = *ty_get(s, to);
    if (f.kind == TY_ARRAY && t.kind == TY_SLICE)
        return ty_slice(s, ty_arg(s, from, 0));
    if (t.kind == TY_DYN && ty_erase_regions(s, from) != ty_erase_regions(s, to))
        borrow_dyn_becomes(c, from, to, span);
    if (f.kind != TY_ADT || t.kind != TY_ADT || f.def != t.def || f.n_args != t.n_args)
        return ty_erase_regions(s, from) == ty_erase_regions(s, to) ? from : to;
    sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, f.n_args);
    for (uint32_t i = 0; i < f.n_args; i++)
        args[i] = ty_kind_of(s, ty_arg(s, from, i)) == TY_REGION
                      ? ty_arg(s, from, i)
                      : borrow_unsized_as(c, ty_arg(s, from, i), ty_arg(s, to, i), span);
    return ty_adt(s, f.def, args, f.n_args);
}

static sema_ty borrow_dyn_choose(sema *s, sema_ty t, void *user)
{
    borrow_ctx *c = user;
    if (ty_kind_of(s, t) != TY_REGION || ty_get(s, t)->sub == REGION_LATE)
        return t;
    const borrow_region r = borrow_region_of(c, t);
    if (r == c->of_static || c->regions.at[r].universal)
        return t;
    const borrow_region fresh = borrow_new_region(c);
    borrow_outlives(c, r, fresh, WHY_OTHER, c->call_span);
    vec_push(s->memory, &c->chosen, fresh);
    return borrow_region_ty(c, fresh);
}

static void borrow_dyn_flows(borrow_ctx *c, borrow_region r, void *user)
{
    (void)user;
    for (uint32_t i = 0; i < c->chosen.n; i++)
        borrow_outlives(c, r, c->chosen.at[i], WHY_ARGUMENT, c->call_span);
}

sema_ty borrow_type_of_object(borrow_ctx *c, sema_ty object, sema_def assoc, const sema_ty *args, uint32_t n_args)
{
    sema *s = c->s;
    const sema_def trait = ty_get(s, object)->def;
    if (!trait)
        return TY_NONE;
    const def_dyn *about = def_dyn_of(s, trait);
    uint32_t n_of, found = UINT32_MAX;
    const sema_ty *of = borrow_dyn_trait_args(c, object, object, &n_of);
    const ty_subst subst = {trait, of, n_of};
    for (uint32_t i = 0; i < about->n_types; i++) {
        const def_dyn_type *type = &about->types[i];
        bool same = type->assoc == assoc && type->n_args == n_args;
        for (uint32_t k = 1; same && k < n_args && assoc != def_lang(s, LANG_FN_ONCE_OUTPUT); k++)
            same = ty_erase_regions(s, ty_substitute(s, type->args[k], &subst)) == ty_erase_regions(s, args[k]);
        if (same && found == UINT32_MAX)
            found = i;
    }
    if (found == UINT32_MAX)
        return TY_NONE;
    const sema_ty type = ty_arg(s, object, n_of + found);
    if (assoc != def_lang(s, LANG_FN_ONCE_OUTPUT) || !borrow_has_regions(c, type))
        return borrow_normalize(c, type);
    /* Each call chooses lifetimes: what it gives may borrow from what it is given, and from the object. */
    c->chosen.n = 0;
    const sema_ty result = ty_fold_each(s, type, borrow_part_has_regions, borrow_dyn_choose, c);
    for (uint32_t k = 1; k < n_args; k++)
        borrow_each_region(c, args[k], borrow_dyn_flows, NULL);
    return result;
}

void borrow_call_on_object(borrow_ctx *c, sema_def fn, const sema_ty *args, uint32_t n_args, sema_span span)
{
    sema *s = c->s;
    const sema_def trait = def_get(s, fn)->parent;
    const bool is_of_object = n_args && ty_kind_of(s, args[0]) == TY_DYN && def_kind_of(s, trait) == DEF_TRAIT;
    if (is_of_object && !def_is_fn_trait(s, trait))
        borrow_dyn_has(c, args[0], trait, args, n_args, span);
}
