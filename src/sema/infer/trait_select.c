/* trait_select.c: selects the assumption, impl or builtin rule that makes `Self: Trait` true, as rustc does. */
#include "sema/infer/infer_internal.h"

typedef VEC(trait_candidate) candidate_list;

static bool trait_probe_args(infer_ctx *c, const sema_ty *a, const sema_ty *b, uint32_t n)
{
    infer_snapshot before = infer_save(c);
    const bool probed = c->probes;
    c->probes = c->is_raw;
    bool same = c->is_raw ? infer_unify_all(c, a, b, n) : infer_unify_known(c, a, b, n);
    c->probes = probed;
    infer_restore(c, before);
    return same;
}

static void trait_add_assumptions(infer_ctx *c, const infer_env *env, const ty_subst *subst, sema_def trait,
                                  const sema_ty *args, uint32_t n_args, candidate_list *list)
{
    for (uint32_t i = 0; i < env->predicates.n; i++) {
        const def_predicate *p = &env->predicates.at[i];
        if (p->kind != PREDICATE_TRAIT || p->trait != trait || p->n_args != n_args)
            continue;
        const sema_ty *assumed = subst ? trait_subst_all(c->s, p->args, p->n_args, subst) : p->args;
        if (!trait_probe_args(c, assumed, args, n_args))
            continue;
        uint32_t j = 0;
        for (; j < list->n; j++)
            if (list->at[j].kind == CANDIDATE_ENV && !memcmp(list->at[j].args, assumed, n_args * sizeof *args))
                break;
        if (j == list->n)
            vec_push(c->s->memory, list,
                     (trait_candidate){.kind = CANDIDATE_ENV,
                                       .args = assumed,
                                       .is_global = env == c->env && !infer_any(c, assumed, n_args, TY_OPEN)});
    }
}

bool trait_match_impl(infer_ctx *c, sema_def impl, const sema_ty *args, uint32_t n_args, const sema_ty **impl_args,
                      uint32_t *n_impl_args)
{
    def_trait_ref of = def_impl_trait(c->s, impl);
    if (of.n_args != n_args)
        return false;
    for (uint32_t i = 0; i < n_args; i++)
        if (!trait_may_match(c, of.args[i], args[i]))
            return false;
    sema_span nowhere = {0, 0, 0};
    *impl_args = infer_fresh_args(c, impl, NULL, 0, nowhere, n_impl_args);
    ty_subst subst = {impl, *impl_args, *n_impl_args};
    const sema_ty *wanted = trait_subst_all(c->s, of.args, of.n_args, &subst);
    return infer_unify_all(c, wanted, args, n_args);
}

bool trait_matches_exactly(infer_ctx *c, sema_def impl, const sema_ty *args, uint32_t n_args)
{
    const infer_snapshot before = infer_save(c);
    const def_trait_ref of = def_impl_trait(c->s, impl);
    uint32_t n_impl_args;
    const sema_ty *impl_args = infer_fresh_args(c, impl, NULL, 0, (sema_span){0, 0, 0}, &n_impl_args);
    const ty_subst subst = {impl, impl_args, n_impl_args};
    const bool same = infer_unify_exactly(c, trait_subst_all(c->s, of.args, of.n_args, &subst), args, n_args);
    infer_restore(c, before);
    return same;
}

static void trait_add_impls(infer_ctx *c, sema_def trait, const sema_ty *args, uint32_t n_args, candidate_list *list)
{
    uint32_t n;
    const sema_def *impls = trait_impls_for(c, trait, infer_shallow(c, args[0]), &n);
    for (uint32_t i = 0; i < n; i++) {
        const sema_ty *impl_args;
        uint32_t n_impl_args;
        infer_snapshot before = infer_save(c);
        bool matches = trait_match_impl(c, impls[i], args, n_args, &impl_args, &n_impl_args);
        infer_restore(c, before);
        if (matches)
            vec_push(c->s->memory, list, (trait_candidate){.kind = CANDIDATE_IMPL, .impl = impls[i]});
    }
}

bool trait_is_sized_wrongly(infer_ctx *c, sema_def impl, const sema_ty *args, uint32_t n_args)
{
    sema *s = c->s;
    const def_generics_list generics = def_generics(s, impl);
    for (uint32_t i = 0; !def_get(s, impl)->is_library && i < generics.n_params && i < n_args; i++) {
        const ty_kind kind = ty_kind_of(s, infer_shallow(c, args[i]));
        if ((kind == TY_SLICE || kind == TY_STR || kind == TY_DYN) &&
            def_kind_of(s, generics.params[i]) == DEF_TYPE_PARAM && def_param_is_sized(s, generics.params[i]))
            return true;
    }
    return false;
}

/* Could what follows from the candidate be true? */
static bool trait_may_apply(infer_ctx *c, const trait_candidate *candidate, sema_def trait, const sema_ty *args,
                            uint32_t n_args)
{
    infer_snapshot before = infer_save(c);
    uint32_t from = c->pending.n;
    infer_cause cause = {0};
    const sema_ty *impl_args;
    uint32_t n_impl_args;
    bool may =
        trait_confirm(c, candidate, trait, args, n_args, cause, c->current, &impl_args, &n_impl_args) &&
        !(candidate->kind == CANDIDATE_IMPL && trait_is_sized_wrongly(c, candidate->impl, impl_args, n_impl_args)) &&
        infer_solve(c, from, true) != ANSWER_NO;
    infer_restore(c, before);
    return may;
}

/* Of several impls, those that are for other fn pointers are left out if any is for just these types. */
static void trait_keep_exact(infer_ctx *c, const sema_ty *args, uint32_t n_args, candidate_list *list)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < list->n; i++)
        if (list->at[i].kind != CANDIDATE_IMPL)
            return;
    for (uint32_t i = 0; i < list->n; i++)
        if (trait_matches_exactly(c, list->at[i].impl, args, n_args))
            list->at[n++] = list->at[i];
    list->n = n ? n : list->n;
}

static void trait_winnow(infer_ctx *c, sema_def trait, const sema_ty *args, uint32_t n_args, candidate_list *list)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < list->n; i++)
        if (trait_may_apply(c, &list->at[i], trait, args, n_args))
            list->at[n++] = list->at[i];
    list->n = n;
    if (n > 1 && infer_any(c, args, n_args, TY_HAS_LIFETIME))
        trait_keep_exact(c, args, n_args, list);
    n = list->n;
    uint32_t n_env = 0, n_global = 0;
    for (uint32_t i = 0; i < n; i++) {
        n_env += list->at[i].kind == CANDIDATE_ENV;
        n_global += list->at[i].is_global;
    }
    if (!n_env || n_env == n)
        return;
    const bool wants_env = n_global < n_env;
    n = 0;
    for (uint32_t i = 0; i < list->n; i++)
        if ((list->at[i].kind == CANDIDATE_ENV) == wants_env)
            list->at[n++] = list->at[i];
    list->n = n;
}

infer_answer trait_select(infer_ctx *c, sema_def trait, const sema_ty *args, uint32_t n_args, trait_candidate *found)
{
    sema *s = c->s;
    *found = (trait_candidate){.kind = CANDIDATE_BUILTIN};
    if (!n_args || infer_any(c, args, n_args, TY_HAS_ERROR))
        return ANSWER_YES;
    args = infer_resolve_all(c, args, n_args);
    if (infer_any(c, args, n_args, TY_HAS_PROJECTION | TY_HAS_UNEVALUATED)) {
        sema_ty *known = ARENA_ARRAY(s->memory, sema_ty, n_args);
        sema_span nowhere = {0, 0, 0};
        for (uint32_t i = 0; i < n_args; i++)
            known[i] = infer_resolve(c, infer_normalize(c, args[i], nowhere));
        args = known;
    }
    if (infer_any(c, args, n_args, TY_HAS_ERROR))
        return ANSWER_YES;
    ty_info self = *ty_get(s, args[0]);
    if (self.kind == TY_INFER && self.sub == INFER_GENERAL)
        return ANSWER_MAYBE;
    candidate_list list = {0};
    trait_add_assumptions(c, c->env, NULL, trait, args, n_args, &list);
    for (sema_ty of = infer_bounded(s, args[0]); of && !(c->concrete && ty_kind_of(s, of) == TY_OPAQUE);
         of = infer_bounded_next(s, of)) {
        uint32_t n_self;
        const sema_ty *self_args = ty_args(s, of, &n_self);
        ty_subst subst = {ty_get(s, of)->def, self_args, n_self};
        trait_add_assumptions(c, trait_bounds_of(s, subst.owner), &subst, trait, args, n_args, &list);
    }
    if (self.kind == TY_DYN)
        trait_add_assumptions(c, trait_dyn_env(s, args[0]), NULL, trait, args, n_args, &list);
    bool maybe = false;
    switch (trait_builtin(c, trait, args, n_args)) {
    case BUILTIN_YES: vec_push(s->memory, &list, (trait_candidate){.kind = CANDIDATE_BUILTIN}); break;
    case BUILTIN_MAYBE: maybe = true; break;
    case BUILTIN_NO: break;
    case BUILTIN_NONE: trait_add_impls(c, trait, args, n_args, &list);
    }
    if (list.n == 0)
        return maybe ? ANSWER_MAYBE : ANSWER_NO;
    if (list.n > 1 || maybe) {
        trait_winnow(c, trait, args, n_args, &list);
        if (list.n == 0)
            return maybe ? ANSWER_MAYBE : ANSWER_NO;
        if ((list.n > 1 || maybe) && infer_any(c, args, n_args, TY_HAS_INFER))
            return ANSWER_MAYBE;
    }
    *found = list.at[0];
    return ANSWER_YES;
}

void infer_take_only_impl(infer_ctx *c, sema_def trait, const sema_ty *args, uint32_t n_args)
{
    trait_candidate found;
    const sema_ty *impl_args;
    uint32_t n_impl_args;
    const infer_snapshot before = infer_save(c);
    args = infer_resolve_all(c, args, n_args);
    if (trait_select(c, trait, args, n_args, &found) == ANSWER_YES && found.kind == CANDIDATE_IMPL &&
        !trait_match_impl(c, found.impl, args, n_args, &impl_args, &n_impl_args))
        infer_restore(c, before);
}

static void trait_add_bounds_of_types(infer_ctx *c, sema_def trait, const sema_ty *args, uint32_t n_args,
                                      infer_cause cause, uint32_t parent)
{
    sema *s = c->s;
    uint32_t n_items, n;
    const sema_def *items = def_assoc_items(s, trait, &n_items);
    for (uint32_t i = 0; i < n_items; i++) {
        if (def_kind_of(s, items[i]) != DEF_ASSOC_TY || def_wants_sized_self(s, items[i]))
            continue;
        const def_predicate *bounds = def_bounds(s, items[i], &n);
        const ty_subst subst = {trait, args, n_args};
        for (uint32_t k = 0; k < n; k++) {
            def_predicate p = bounds[k];
            if (p.kind != PREDICATE_TRAIT && p.kind != PREDICATE_PROJECTION)
                continue;
            sema_ty *own = ARENA_ARRAY(s->memory, sema_ty, p.n_args);
            for (uint32_t j = 0; j < p.n_args; j++)
                own[j] = infer_normalize(c, trait_subst(s, p.args[j], &subst), cause.at);
            p.args = own;
            if (p.kind == PREDICATE_PROJECTION)
                p.equals = infer_normalize(c, trait_subst(s, p.equals, &subst), cause.at);
            infer_add(c, p, cause, parent);
        }
    }
}

/* A parameter that may be unsized does not stand for one of an impl that may not. */
static void trait_add_sized(infer_ctx *c, sema_def impl, const sema_ty *args, uint32_t n_args, infer_cause cause,
                            uint32_t parent)
{
    sema *s = c->s;
    const def_generics_list generics = def_generics(s, impl);
    for (uint32_t i = 0; !def_get(s, impl)->is_library && i < generics.n_params && i < n_args; i++) {
        const sema_ty arg = infer_shallow(c, args[i]);
        if (ty_kind_of(s, arg) == TY_PARAM && !def_param_is_sized(s, ty_get(s, arg)->def) &&
            def_kind_of(s, generics.params[i]) == DEF_TYPE_PARAM && def_param_is_sized(s, generics.params[i])) {
            sema_ty *self = ARENA_NEW(s->memory, sema_ty);
            *self = arg;
            infer_add(c, infer_trait_predicate(def_lang(s, LANG_SIZED), self, 1), cause, parent);
        }
    }
}

/* The types that an object tells keep the bounds that its trait, and those above it, have for them. */
static void trait_add_object_bounds(infer_ctx *c, sema_def trait, const sema_ty *args, uint32_t n_args,
                                    infer_cause cause, uint32_t parent)
{
    const def_dyn *about = def_dyn_of(c->s, trait);
    const ty_subst subst = {trait, args, n_args};
    for (uint32_t i = 0; i < about->n_traits; i++) {
        const def_trait_ref of = about->traits[i];
        const sema_ty *own = of.trait == trait ? args : trait_subst_all(c->s, of.args, of.n_args, &subst);
        trait_add_bounds_of_types(c, of.trait, own, of.n_args, cause, parent);
    }
}

bool trait_confirm(infer_ctx *c, const trait_candidate *candidate, sema_def trait, const sema_ty *args, uint32_t n_args,
                   infer_cause cause, uint32_t parent, const sema_ty **impl_args, uint32_t *n_impl_args)
{
    *impl_args = NULL;
    *n_impl_args = 0;
    if (!n_args || infer_any(c, args, n_args, TY_HAS_ERROR))
        return true;
    switch ((trait_candidate_kind)candidate->kind) {
    case CANDIDATE_ENV:
        if (!infer_unify_all(c, candidate->args, args, n_args))
            return false;
        if (ty_kind_of(c->s, infer_shallow(c, args[0])) == TY_DYN)
            trait_add_object_bounds(c, trait, candidate->args, n_args, cause, parent);
        return true;
    case CANDIDATE_IMPL: {
        infer_snapshot before = infer_save(c);
        if (!trait_match_impl(c, candidate->impl, args, n_args, impl_args, n_impl_args)) {
            infer_restore(c, before);
            return false;
        }
        infer_add_all(c, candidate->impl, candidate->impl, *impl_args, *n_impl_args, cause, parent);
        trait_add_sized(c, candidate->impl, *impl_args, *n_impl_args, cause, parent);
        return true;
    }
    case CANDIDATE_BUILTIN: break;
    }
    return trait_builtin_confirm(c, trait, args, n_args, cause, parent);
}
