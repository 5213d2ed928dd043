/* trait_concrete.c: answers questions about concrete types, each once. Lowering asks them for every instance. */
#include "sema/thir.h"
#include "sema/infer/infer_internal.h"

struct trait_resolved {
    bool found, builtin;
    sema_def item;
    const sema_ty *args;
    uint32_t n_args;
};

static infer_ctx *concrete_ctx(sema *s)
{
    infer_cache *cache = infer_cache_of(s);
    if (!cache->ctx) {
        cache->ctx = infer_begin(s, 0);
        cache->ctx->concrete = true;
    }
    return cache->ctx;
}

/* What stands in `have` where `want` has the opaque type. */
static sema_ty trait_counterpart(sema *s, sema_def opaque, sema_ty want, sema_ty have)
{
    const ty_info w = *ty_get(s, want), h = *ty_get(s, have);
    if (w.kind == TY_OPAQUE && w.def == opaque)
        return have;
    for (uint32_t i = 0; i < w.n_args && w.kind == h.kind && w.n_args == h.n_args; i++) {
        sema_ty found = trait_counterpart(s, opaque, ty_arg(s, want, i), ty_arg(s, have, i));
        if (found != TY_NONE)
            return found;
    }
    return TY_NONE;
}

/* An `impl Trait` of a trait's function is what the impl's function has in its place. */
static sema_ty trait_hidden_in_impl(sema *s, sema_ty opaque, sema_def fn, sema_def *found, ty_subst *subst)
{
    uint32_t n;
    const sema_ty *args = ty_args(s, opaque, &n);
    bool builtin;
    if (!trait_resolve(s, fn, args, n, found, &subst->args, &subst->n_args, &builtin) || builtin)
        return TY_ERROR;
    subst->owner = *found;
    if (*found == fn)
        return TY_NONE;
    return trait_counterpart(s, ty_get(s, opaque)->def, def_fn_sig(s, fn).output, def_fn_sig(s, *found).output);
}

sema_ty trait_hidden(sema *s, sema_ty opaque)
{
    infer_cache *cache = infer_cache_of(s);
    sema_def def = ty_get(s, opaque)->def, fn = def_get(s, def)->parent, found;
    if (def_kind_of(s, def_get(s, fn)->parent) == DEF_TRAIT) {
        ty_subst of_impl = {0};
        sema_ty in_impl = trait_hidden_in_impl(s, opaque, fn, &found, &of_impl);
        if (in_impl != TY_NONE)
            return trait_subst(s, in_impl, &of_impl);
    }
    const uint32_t *hidden = arena_map_at(s->memory, &cache->opaques, def, 0);
    if (!hidden) {
        sema_body(s, def_get(s, def)->parent);
        hidden = arena_map_at(s->memory, &cache->opaques, def, 0);
        if (!hidden)
            return TY_ERROR;
    }
    sema_ty value = *hidden;
    uint32_t n;
    const sema_ty *args = ty_args(s, opaque, &n);
    ty_subst subst = {def, args, n};
    return trait_subst(s, value, &subst);
}

static sema_ty concrete_part(sema *s, sema_ty t, void *user)
{
    (void)user;
    switch (ty_kind_of(s, t)) {
    case TY_OPAQUE: return trait_concrete(s, trait_hidden(s, t));
    case TY_CONST_UNEVALUATED: return trait_evaluate(s, t);
    case TY_PROJECTION: {
        infer_ctx *c = concrete_ctx(s);
        uint32_t n;
        const sema_ty *args = ty_args(s, t, &n);
        infer_snapshot before = infer_save(c);
        uint32_t from = c->pending.n;
        infer_cause cause = {0};
        sema_ty out = t;
        project_answer answer = trait_project(c, ty_get(s, t)->def, args, n, cause, 0, &out);
        if (answer == PROJECT_YES) {
            infer_solve(c, from, false);
            out = infer_resolve(c, out);
        } else {
            out = t;
        }
        infer_restore(c, before);
        return out == t || ty_has(s, out, TY_HAS_INFER) ? out : trait_concrete(s, out);
    }
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_DYN:
    case TY_TUPLE:
    case TY_CASES_LIST:
    case TY_CASES_POINTER:
    case TY_ADT:
    case TY_CASES_CALLABLE:
    case TY_PARAM:
    case TY_INFER:
    case TY_CONST:
    case TY_REGION: break;
    }
    return t;
}

sema_ty trait_concrete(sema *s, sema_ty t)
{
    if (!ty_has(s, t, TY_HAS_PROJECTION | TY_HAS_OPAQUE | TY_HAS_UNEVALUATED | TY_HAS_REGION))
        return t;
    infer_cache *cache = infer_cache_of(s);
    const uint32_t *known = arena_map_at(s->memory, &cache->concrete_of, t, 0);
    if (known)
        return *known;
    sema_span nowhere = {0, 0, 0};
    if (!sema_enter(s, nowhere))
        return TY_ERROR;
    sema_ty out =
        ty_fold(s, ty_erase_regions(s, t), TY_HAS_PROJECTION | TY_HAS_OPAQUE | TY_HAS_UNEVALUATED, concrete_part, NULL);
    sema_leave(s);
    *arena_map_at(s->memory, &cache->concrete_of, t, 1) = out;
    return out;
}

bool trait_is_copy(sema *s, sema_ty concrete)
{
    if (ty_is_scalar(s, concrete))
        return true;
    infer_cache *cache = infer_cache_of(s);
    const uint32_t *known = arena_map_at(s->memory, &cache->copies, concrete, 0);
    if (known)
        return *known == SEMA_ANSWER_YES;
    bool copy = infer_is_copy(concrete_ctx(s), trait_concrete(s, concrete));
    *arena_map_at(s->memory, &cache->copies, concrete, 1) = copy ? SEMA_ANSWER_YES : SEMA_ANSWER_NO;
    return copy;
}

bool trait_holds(sema *s, sema_def trait, const sema_ty *concrete, uint32_t n)
{
    infer_ctx *c = concrete_ctx(s);
    const infer_snapshot before = infer_save(c);
    const bool holds = infer_holds(c, trait, concrete, n) == ANSWER_YES;
    infer_restore(c, before);
    return holds;
}

/* Finds the impl that a trait's item is taken from. *impl is 0 where the trait is builtin or provides the item
 * itself. False: there is none. */
static bool trait_find_impl(infer_ctx *c, sema_def trait, const sema_ty *args, uint32_t n_args, sema_def *impl,
                            const sema_ty **impl_args, uint32_t *n_impl_args)
{
    uint32_t n, from = c->pending.n;
    infer_cause cause = {0};
    *impl = 0;
    trait_candidate of_object;
    if (ty_kind_of(c->s, args[0]) == TY_DYN && trait_select(c, trait, args, n_args, &of_object) == ANSWER_YES &&
        of_object.kind == CANDIDATE_ENV)
        return true;
    const sema_def *impls = trait_impls_for(c, trait, args[0], &n);
    bool is_exact = false;
    for (uint32_t i = 0; i < n && !is_exact; i++) {
        infer_snapshot before = infer_save(c);
        trait_candidate candidate = {.kind = CANDIDATE_IMPL, .impl = impls[i]};
        const sema_ty *own_args;
        uint32_t n_own_args;
        if (trait_confirm(c, &candidate, trait, args, n_args, cause, 0, &own_args, &n_own_args) &&
            !trait_is_sized_wrongly(c, impls[i], own_args, n_own_args) && infer_solve(c, from, true) != ANSWER_NO) {
            own_args = infer_resolve_all(c, own_args, n_own_args);
            infer_restore(c, before);
            is_exact = trait_matches_exactly(c, impls[i], args, n_args);
            if (is_exact || !*impl) { /* another one may be for just these fn pointers */
                *impl = impls[i];
                *impl_args = own_args;
                *n_impl_args = n_own_args;
            }
            continue;
        }
        infer_restore(c, before);
    }
    return *impl || trait_builtin(c, trait, args, n_args) == BUILTIN_YES;
}

/* A trait's arguments for fn pointers, with their addresses in the places of the pointers. */
static const sema_ty *trait_of_addresses(sema *s, const sema_ty *in, uint32_t n_in)
{
    sema_ty *of = ARENA_ARRAY(s->memory, sema_ty, n_in);
    for (uint32_t i = 0; i < n_in; i++)
        of[i] = i < 2 && ty_kind_of(s, in[i]) == TY_FN_PTR ? ty_ptr(s, false, ty_unit(s)) : in[i];
    return of;
}

static struct trait_resolved trait_concrete_resolve(sema *s, sema_def item, const sema_ty *in, uint32_t n_in)
{
    sema_def trait = def_get(s, item)->parent;
    if (trait_is_of_addresses(s, trait) && n_in && ty_kind_of(s, in[0]) == TY_FN_PTR)
        in = trait_of_addresses(s, in, n_in);
    struct trait_resolved out = {.item = item, .args = in, .n_args = n_in};
    uint32_t n_trait = def_generics(s, trait).n_params, n_impl_args = 0;
    if (def_kind_of(s, trait) != DEF_TRAIT) {
        out.found = true;
        return out;
    }
    if (!n_trait || n_in < n_trait)
        return out;
    const sema_ty *impl_args = NULL;
    sema_def impl;
    if (!trait_find_impl(concrete_ctx(s), trait, in, n_trait, &impl, &impl_args, &n_impl_args))
        return out;
    out.found = true;
    if (!impl) {
        out.builtin = true;
        return out;
    }
    sema_def found = def_assoc_item(s, impl, def_get(s, item)->name, def_kind_of(s, item));
    if (!found)
        return out;
    uint32_t n_wanted = def_generics(s, found).n_params;
    sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, n_wanted);
    /* An impl may name other lifetimes than the trait; types and constants correspond in order. */
    uint32_t own = n_trait;
    def_generics_list generics = def_generics(s, found);
    for (uint32_t i = 0; i < n_wanted; i++) {
        if (i < n_impl_args) {
            args[i] = trait_concrete(s, impl_args[i]);
        } else if (def_kind_of(s, generics.params[i]) == DEF_LIFETIME_PARAM) {
            args[i] = ty_erased(s);
        } else {
            while (own < n_in && ty_kind_of(s, in[own]) == TY_REGION)
                own++;
            args[i] = own < n_in ? in[own++] : (sema_ty)TY_ERROR;
        }
    }
    out.item = found;
    out.args = args;
    out.n_args = n_wanted;
    return out;
}

bool trait_resolve(sema *s, sema_def item, const sema_ty *in, uint32_t n_in, sema_def *found, const sema_ty **args,
                   uint32_t *n_args, bool *builtin)
{
    infer_cache *cache = infer_cache_of(s);
    sema_ty *known_in = ARENA_ARRAY(s->memory, sema_ty, n_in);
    for (uint32_t i = 0; i < n_in; i++)
        known_in[i] = trait_concrete(s, in[i]);
    uint64_t key = ty_fn_def(s, item, known_in, n_in);
    const uint32_t *known = arena_map_at(s->memory, &cache->resolved_at, key, 0);
    uint32_t at;
    if (known) {
        at = *known;
    } else {
        struct trait_resolved fresh = trait_concrete_resolve(s, item, known_in, n_in);
        at = cache->resolved.n;
        vec_push(s->memory, &cache->resolved, fresh);
        *arena_map_at(s->memory, &cache->resolved_at, key, 1) = at;
    }
    const struct trait_resolved *of = &cache->resolved.at[at];
    *found = of->item;
    *args = of->args;
    *n_args = of->n_args;
    *builtin = of->builtin;
    return of->found;
}
