/* trait_env.c: collects what a body may assume: the predicates of its owner, with all that their supertraits say. */
#include "sema/items/def.h"
#include "sema/infer/infer_internal.h"
#include "rustg/diagnostic_kind.h"

sema_ty trait_subst(sema *s, sema_ty t, const ty_subst *subst)
{
    if (ty_has(s, t, TY_HAS_PARAM | TY_HAS_REGION))
        t = ty_substitute(s, t, subst);
    return ty_has(s, t, TY_HAS_REGION) ? ty_erase_regions(s, t) : t;
}

const sema_ty *trait_subst_all(sema *s, const sema_ty *types, uint32_t n, const ty_subst *subst)
{
    sema_ty *out = ARENA_ARRAY(s->memory, sema_ty, n);
    for (uint32_t i = 0; i < n; i++)
        out[i] = trait_subst(s, types[i], subst);
    return out;
}

sema_ty infer_bounded(const sema *s, sema_ty t)
{
    return ty_kind_of(s, t) == TY_PROJECTION || ty_kind_of(s, t) == TY_OPAQUE ? t : (sema_ty)TY_NONE;
}

sema_ty infer_bounded_next(const sema *s, sema_ty t)
{
    return ty_kind_of(s, t) == TY_PROJECTION && ty_get(s, t)->n_args ? infer_bounded(s, ty_arg(s, t, 0))
                                                                     : (sema_ty)TY_NONE;
}

static void trait_add_predicate(sema *s, infer_env *env, arena_map *seen, def_predicate p)
{
    if (p.kind == PREDICATE_TRAIT) {
        uint32_t *before = arena_map_at(s->memory, seen, ty_fn_def(s, p.trait, p.args, p.n_args), 1);
        if (*before)
            return;
        *before = 1;
    }
    vec_push(s->memory, &env->predicates, p);
}

/* Adds what supertraits say about Self, until nothing is new. */
static void trait_elaborate(sema *s, infer_env *env, arena_map *seen)
{
    for (uint32_t i = 0; i < env->predicates.n; i++) {
        def_predicate of = env->predicates.at[i];
        if (of.kind != PREDICATE_TRAIT)
            continue;
        def_generics_list generics = def_generics(s, of.trait);
        if (!generics.n_params)
            continue;
        sema_ty self = ty_param(s, generics.params[0]);
        uint32_t n;
        const def_predicate *supers = def_predicates(s, of.trait, &n);
        ty_subst subst = {of.trait, of.args, of.n_args};
        for (uint32_t j = 0; j < n; j++) {
            def_predicate p = supers[j];
            if ((p.kind != PREDICATE_TRAIT && p.kind != PREDICATE_PROJECTION) ||
                (p.args[0] != self && p.bound_of != self))
                continue;
            if (p.kind == PREDICATE_TRAIT && p.trait == of.trait)
                continue;
            p.args = trait_subst_all(s, p.args, p.n_args, &subst);
            if (p.kind == PREDICATE_PROJECTION)
                p.equals = trait_subst(s, p.equals, &subst);
            trait_add_predicate(s, env, seen, p);
        }
    }
}

static infer_env *trait_note_concrete(sema *s, infer_env *env)
{
    for (uint32_t i = 0; i < env->predicates.n; i++) {
        const def_predicate *p = &env->predicates.at[i];
        bool has_param = false;
        for (uint32_t k = 0; k < p->n_args; k++)
            has_param |= ty_has(s, p->args[k], TY_HAS_PARAM | TY_HAS_OPAQUE);
        env->has_concrete |= !has_param;
    }
    return env;
}

static infer_env *trait_build_env(sema *s, const def_predicate *predicates, uint32_t n)
{
    infer_env *env = ARENA_NEW(s->memory, infer_env);
    arena_map seen = {0};
    for (uint32_t i = 0; i < n; i++) {
        def_predicate p = predicates[i];
        if (p.kind != PREDICATE_TRAIT && p.kind != PREDICATE_PROJECTION)
            continue;
        sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, p.n_args);
        for (uint32_t j = 0; j < p.n_args; j++)
            args[j] = ty_erase_regions(s, p.args[j]);
        p.args = args;
        if (p.kind == PREDICATE_PROJECTION)
            p.equals = ty_erase_regions(s, p.equals);
        trait_add_predicate(s, env, &seen, p);
    }
    trait_elaborate(s, env, &seen);
    return trait_note_concrete(s, env);
}

/* As in rustc, this is an impl's assumption about a projection that needs the impl itself. */
static void trait_report_circle(sema *s, sema_def impl, const def_predicate *p)
{
    sema_ty projection = p->args[0];
    if (def_kind_of(s, impl) != DEF_IMPL || ty_kind_of(s, projection) != TY_PROJECTION)
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_OVERFLOW_REQUIREMENT, def_head_span(s, impl));
    sema_arg(&r, "%s == _", ty_print(s, projection));
}

/* Normalizes the assumptions, using the assumptions as they are written. */
static infer_env *trait_normalize_env(sema *s, sema_def owner, const infer_env *raw)
{
    bool any = false;
    for (uint32_t i = 0; i < raw->predicates.n && !any; i++) {
        const def_predicate *p = &raw->predicates.at[i];
        for (uint32_t j = 0; j < p->n_args; j++)
            any |= ty_has(s, p->args[j], TY_HAS_PROJECTION | TY_HAS_UNEVALUATED);
        any |= p->kind == PREDICATE_PROJECTION && ty_has(s, p->equals, TY_HAS_PROJECTION | TY_HAS_UNEVALUATED);
    }
    infer_env *env = ARENA_NEW(s->memory, infer_env);
    if (!any) {
        *env = *raw;
        return env;
    }
    infer_ctx *c = ARENA_NEW(s->memory, infer_ctx);
    c->s = s;
    c->owner = owner;
    c->env = raw;
    c->is_raw = true;
    c->n_diags = s->diags.n;
    for (uint32_t i = 0; i < raw->predicates.n; i++) {
        def_predicate p = raw->predicates.at[i];
        sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, p.n_args);
        bool overflowed = c->overflowed;
        for (uint32_t j = 0; j < p.n_args; j++)
            args[j] = infer_resolve(c, infer_normalize(c, p.args[j], p.span));
        if (c->overflowed && !overflowed)
            trait_report_circle(s, owner, &p);
        p.args = args;
        if (p.kind == PREDICATE_PROJECTION)
            p.equals = infer_resolve(c, infer_normalize(c, p.equals, p.span));
        if (infer_any(c, p.args, p.n_args, TY_HAS_INFER) ||
            (p.kind == PREDICATE_PROJECTION && ty_has(s, p.equals, TY_HAS_INFER)))
            p = raw->predicates.at[i];
        vec_push(s->memory, &env->predicates, p);
    }
    return trait_note_concrete(s, env);
}

const infer_env *trait_env_of(sema *s, sema_def owner)
{
    infer_cache *cache = infer_cache_of(s);
    const uint32_t *known = arena_map_at(s->memory, &cache->env_at, (uint64_t)owner + 1, 0);
    if (known)
        return cache->envs.at[*known];
    uint32_t n = 0;
    const def_predicate *predicates = owner ? def_predicates(s, owner, &n) : NULL;
    infer_env *raw = trait_build_env(s, predicates, n);
    uint32_t at = cache->envs.n;
    *arena_map_at(s->memory, &cache->env_at, (uint64_t)owner + 1, 1) = at;
    vec_push(s->memory, &cache->envs, raw); /* what a constant in the assumptions may assume */
    infer_env *env = trait_normalize_env(s, owner, raw);
    cache->envs.at[at] = env;
    return env;
}

const infer_env *trait_bounds_of(sema *s, sema_def assoc_or_opaque)
{
    infer_cache *cache = infer_cache_of(s);
    const uint32_t *known = arena_map_at(s->memory, &cache->bounds_at, assoc_or_opaque, 0);
    if (known)
        return cache->bounds.at[*known];
    uint32_t n;
    const def_predicate *predicates = def_bounds(s, assoc_or_opaque, &n);
    infer_env *env = trait_build_env(s, predicates, n);
    *arena_map_at(s->memory, &cache->bounds_at, assoc_or_opaque, 1) = cache->bounds.n;
    vec_push(s->memory, &cache->bounds, env);
    return env;
}

const infer_env *trait_dyn_env(sema *s, sema_ty dyn)
{
    infer_cache *cache = infer_cache_of(s);
    const uint32_t *known = arena_map_at(s->memory, &cache->dyns_at, dyn, 0);
    if (known)
        return cache->dyns.at[*known];
    const sema_def trait = ty_get(s, dyn)->def;
    VEC(def_predicate) all = {0};
    uint32_t n_args;
    const sema_ty *args = ty_args(s, dyn, &n_args);
    if (trait) {
        const def_dyn *about = def_dyn_of(s, trait);
        const uint32_t n_of = def_generics(s, trait).n_params;
        sema_ty *of = ARENA_ARRAY(s->memory, sema_ty, n_of);
        for (uint32_t i = 0; i < n_of; i++)
            of[i] = i == 0 ? dyn : args[i];
        const ty_subst subst = {trait, of, n_of};
        vec_push(s->memory, &all, infer_trait_predicate(trait, of, n_of));
        for (uint32_t i = 0; i < about->n_types && n_of + i < n_args; i++) {
            const def_dyn_type *type = &about->types[i];
            vec_push(s->memory, &all,
                     ((def_predicate){.kind = PREDICATE_PROJECTION,
                                      .trait = type->assoc,
                                      .args = trait_subst_all(s, type->args, type->n_args, &subst),
                                      .n_args = type->n_args,
                                      .equals = args[n_of + i]}));
        }
    }
    infer_env *env = trait_build_env(s, all.at, all.n);
    *arena_map_at(s->memory, &cache->dyns_at, dyn, 1) = cache->dyns.n;
    vec_push(s->memory, &cache->dyns, env);
    return env;
}

const def_predicate *infer_dyn_bounds(sema *s, sema_ty dyn, uint32_t *n)
{
    const infer_env *env = trait_dyn_env(s, dyn);
    *n = env->predicates.n;
    return env->predicates.at;
}

infer_ctx *infer_begin_method(sema *s, sema_def fn, sema_def of, const ty_subst *subst)
{
    VEC(def_predicate) all = {0};
    uint32_t n_impl, n_of, n_trait;
    const def_predicate *of_impl = def_predicates(s, def_get(s, fn)->parent, &n_impl);
    vec_push_all(s->memory, &all, of_impl, n_impl);
    /* What the trait itself asks is not assumed: of it the impl is made, and its types are those of the impl. */
    def_predicates(s, def_get(s, of)->parent, &n_trait);
    const def_predicate *of_trait = def_predicates(s, of, &n_of);
    for (uint32_t i = n_trait; i < n_of; i++) {
        def_predicate p = of_trait[i];
        if (p.kind != PREDICATE_TRAIT && p.kind != PREDICATE_PROJECTION)
            continue;
        p.args = trait_subst_all(s, p.args, p.n_args, subst);
        if (p.kind == PREDICATE_PROJECTION)
            p.equals = trait_subst(s, p.equals, subst);
        vec_push(s->memory, &all, p);
    }
    infer_ctx *c = ARENA_NEW(s->memory, infer_ctx);
    c->s = s;
    c->owner = fn;
    c->n_diags = s->diags.n;
    c->env = trait_normalize_env(s, 0, trait_build_env(s, all.at, all.n));
    return c;
}
