/* trait_project.c: works out what `<Self as Trait>::Name` is, and normalizes types. */
#include "sema/infer/infer_internal.h"
#include "rustg/diagnostic_kind.h"

enum { PROJECT_RUNNING = UINT32_MAX };

static project_answer trait_from_assumptions(infer_ctx *c, const infer_env *env, const ty_subst *subst, sema_def assoc,
                                             const sema_ty *args, uint32_t n_args, sema_ty *out)
{
    sema *s = c->s;
    const sema_ty *chosen_args = NULL;
    sema_ty chosen = TY_NONE;
    for (uint32_t i = 0; i < env->predicates.n; i++) {
        const def_predicate *p = &env->predicates.at[i];
        if (p->kind != PREDICATE_PROJECTION || p->trait != assoc || p->n_args != n_args)
            continue;
        const sema_ty *assumed = subst ? trait_subst_all(s, p->args, n_args, subst) : p->args;
        sema_ty equals = subst ? trait_subst(s, p->equals, subst) : p->equals;
        infer_snapshot before = infer_save(c);
        bool same = infer_unify_all(c, assumed, args, n_args);
        infer_restore(c, before);
        if (!same)
            continue;
        if (chosen && chosen != equals && infer_unknowns(c, args, n_args, (uint32_t[INFER_MAX_STALLED]){0}))
            return PROJECT_MAYBE;
        if (!chosen) {
            chosen = equals;
            chosen_args = assumed;
        }
    }
    if (!chosen)
        return PROJECT_NO;
    infer_unify_all(c, chosen_args, args, n_args);
    *out = chosen;
    return PROJECT_YES;
}

static bool trait_is_fn_output(const sema *s, sema_def assoc)
{
    return assoc && assoc == def_lang(s, LANG_FN_ONCE_OUTPUT);
}

/* The type of that name in the impl, or else the trait's default. */
static project_answer trait_from_impl(infer_ctx *c, sema_def impl, const sema_ty *impl_args, uint32_t n_impl_args,
                                      sema_def assoc, const sema_ty *args, uint32_t n_args, uint32_t n_trait,
                                      sema_ty *out)
{
    sema *s = c->s;
    sema_def item = def_assoc_item(s, impl, def_get(s, assoc)->name, DEF_ASSOC_TY);
    if (!item) {
        sema_ty value = def_type(s, assoc);
        ty_subst of_trait = {assoc, args, n_args};
        *out = value ? trait_subst(s, value, &of_trait) : (sema_ty)TY_ERROR;
        return PROJECT_YES;
    }
    uint32_t n_own = n_args - n_trait, n_all = n_impl_args + n_own;
    sema_ty *all = ARENA_ARRAY(s->memory, sema_ty, n_all);
    for (uint32_t i = 0; i < n_all; i++)
        all[i] = i < n_impl_args ? impl_args[i] : args[n_trait + i - n_impl_args];
    ty_subst subst = {n_own ? item : impl, all, n_all};
    sema_ty value = def_type(s, item);
    *out = value ? trait_subst(s, value, &subst) : (sema_ty)TY_ERROR;
    return PROJECT_YES;
}

static project_answer trait_project_project(infer_ctx *c, sema_def assoc, const sema_ty *args, uint32_t n_args,
                                            infer_cause cause, uint32_t parent, sema_ty *out)
{
    sema *s = c->s;
    sema_def trait = def_get(s, assoc)->parent;
    uint32_t n_trait = def_generics(s, trait).n_params;
    if (n_trait > n_args)
        return PROJECT_NO;
    args = infer_resolve_all(c, args, n_args);
    if (infer_any(c, args, n_args, TY_HAS_ERROR)) {
        *out = TY_ERROR;
        return PROJECT_YES;
    }
    ty_info self = *ty_get(s, args[0]);
    if (self.kind == TY_INFER && self.sub == INFER_GENERAL)
        return PROJECT_MAYBE;
    project_answer answer = trait_from_assumptions(c, c->env, NULL, assoc, args, n_args, out);
    for (sema_ty of = infer_bounded(s, args[0]);
         answer == PROJECT_NO && of && !(c->concrete && ty_kind_of(s, of) == TY_OPAQUE);
         of = infer_bounded_next(s, of)) {
        uint32_t n_self;
        const sema_ty *self_args = ty_args(s, of, &n_self);
        ty_subst subst = {ty_get(s, of)->def, self_args, n_self};
        answer = trait_from_assumptions(c, trait_bounds_of(s, subst.owner), &subst, assoc, args, n_args, out);
    }
    if (answer == PROJECT_NO && self.kind == TY_DYN)
        answer = trait_from_assumptions(c, trait_dyn_env(s, args[0]), NULL, assoc, args, n_args, out);
    if (answer != PROJECT_NO)
        return answer;
    trait_candidate candidate;
    switch (trait_select(c, trait, args, n_trait, &candidate)) {
    case ANSWER_NO: return PROJECT_NO;
    case ANSWER_MAYBE: return PROJECT_MAYBE;
    case ANSWER_YES: break;
    }
    const sema_ty *impl_args;
    uint32_t n_impl_args;
    if (!trait_confirm(c, &candidate, trait, args, n_trait, cause, parent, &impl_args, &n_impl_args))
        return PROJECT_NO;
    switch ((trait_candidate_kind)candidate.kind) {
    case CANDIDATE_ENV: return PROJECT_RIGID;
    case CANDIDATE_IMPL:
        return trait_from_impl(c, candidate.impl, impl_args, n_impl_args, assoc, args, n_args, n_trait, out);
    case CANDIDATE_BUILTIN: break;
    }
    sema_ty inputs;
    if (!trait_is_fn_output(s, assoc) || !trait_callable(c, args[0], &inputs, out))
        *out = TY_ERROR;
    return PROJECT_YES;
}

static sema_ty trait_normalize(infer_ctx *c, sema_ty t, infer_cause cause, uint32_t parent);

static project_answer project_to_normal(infer_ctx *c, sema_def assoc, const sema_ty *args, uint32_t n_args,
                                        infer_cause cause, uint32_t parent, sema_ty *out)
{
    sema *s = c->s;
    if (c->nesting >= INFER_MAX_NESTING || c->projecting >= INFER_MAX_DEPTH || !infer_step(c, parent != 0)) {
        c->overflowed = true;
        return PROJECT_NO;
    }
    c->nesting++;
    c->projecting++;
    project_answer answer = trait_project_project(c, assoc, args, n_args, cause, parent, out);
    if (answer == PROJECT_RIGID)
        *out = ty_projection(s, assoc, infer_resolve_all(c, args, n_args), n_args);
    if (answer == PROJECT_YES && ty_has(s, *out, TY_HAS_PROJECTION | TY_HAS_UNEVALUATED)) {
        bool itself = ty_kind_of(s, *out) == TY_PROJECTION && ty_get(s, *out)->def == assoc &&
                      *out == ty_projection(s, assoc, infer_resolve_all(c, args, n_args), n_args);
        if (!itself)
            *out = trait_normalize(c, *out, cause, parent);
    }
    c->projecting--;
    c->nesting--;
    return answer;
}

/* A type without variables has one normal form, so it is worked out once, with all that it asks for. */
project_answer trait_project(infer_ctx *c, sema_def assoc, const sema_ty *args, uint32_t n_args, infer_cause cause,
                             uint32_t parent, sema_ty *out)
{
    sema *s = c->s;
    args = infer_resolve_all(c, args, n_args);
    infer_begin_question(c);
    if (infer_any(c, args, n_args, TY_HAS_INFER | TY_HAS_ERROR))
        return project_to_normal(c, assoc, args, n_args, cause, parent, out);
    uint64_t key = ty_projection(s, assoc, args, n_args);
    uint32_t *known = arena_map_at(s->memory, &c->projected, key, 1);
    if (*known == PROJECT_RUNNING && c->probes) { /* rustc does not look into a written assumption to compare it */
        *out = (sema_ty)key;
        return PROJECT_RIGID;
    }
    if (*known == PROJECT_RUNNING) {
        c->overflowed = true;
        return PROJECT_NO;
    }
    if (*known) {
        *out = *known;
        return PROJECT_YES;
    }
    if (infer_is_waiting(c, key)) {
        const sema_def trait = def_get(s, assoc)->parent;
        infer_add(c, infer_trait_predicate(trait, args, def_generics(s, trait).n_params), cause, parent);
        *out = *arena_map_at(s->memory, &c->waiting_normal, key, 1);
        return PROJECT_YES;
    }
    *known = PROJECT_RUNNING;
    uint32_t from = c->pending.n;
    const bool overflowed = c->overflowed;
    c->normalizing++;
    project_answer answer = project_to_normal(c, assoc, args, n_args, cause, parent, out);
    sema_ty normal = 0;
    const infer_answer holds = answer == PROJECT_YES ? infer_solve(c, from, true) : ANSWER_NO;
    if (holds != ANSWER_NO) {
        *out = infer_resolve(c, *out);
        if (!ty_has(s, *out, TY_HAS_INFER | TY_HAS_ERROR) && holds == ANSWER_YES) {
            normal = *out;
        } else if (!ty_has(s, *out, TY_HAS_INFER | TY_HAS_ERROR) && c->overflowed == overflowed) {
            *arena_map_at(s->memory, &c->waiting, key, 1) = c->question;
            *arena_map_at(s->memory, &c->waiting_normal, key, 1) = *out;
        }
    }
    c->normalizing--;
    *arena_map_at(s->memory, &c->projected, key, 1) = normal;
    return answer;
}

sema_ty trait_evaluate(sema *s, sema_ty t)
{
    ty_info info = *ty_get(s, t);
    if (info.kind != TY_CONST_UNEVALUATED || !s->evaluate ||
        ty_has(s, t, TY_HAS_INFER | TY_HAS_PARAM | TY_HAS_PROJECTION))
        return t;
    uint32_t n;
    const sema_ty *args = ty_args(s, t, &n);
    wide_u128 bits = 0;
    infer_cache *cache = infer_cache_of(s);
    for (uint32_t i = 0; i < cache->evaluating.n; i++)
        if (cache->evaluating.at[i] == t) { /* a layout needs its own size */
            sema_report r = sema_error(s, RUSTG_DIAG_CYCLE, def_span(s, info.def));
            sema_arg(&r, "evaluating type-level constant");
            return TY_ERROR;
        }
    vec_push(s->memory, &cache->evaluating, t);
    const bool is_known = s->evaluate(s, info.def, args, n, &bits);
    cache->evaluating.n--;
    if (is_known) {
        const def_kind kind = def_kind_of(s, info.def);
        const sema_ty type = kind == DEF_CONST || kind == DEF_ANON_CONST ? def_type(s, info.def) : (sema_ty)TY_USIZE;
        const bool is_i128 = ty_kind_of(s, type) == TY_I128;
        if (is_i128 ? (wide_i128)bits != (int64_t)bits : wide_high(bits) != 0) {
            sema_report r = sema_error(s, RUSTG_DIAG_NOT_COMPILED_YET, def_span(s, info.def));
            sema_arg(&r, "a const argument beyond 64 bits");
            sema_arg(&r, "make it a constant of the type's own");
            return TY_ERROR;
        }
        return ty_const(s, ty_has(s, type, TY_HAS_PARAM) ? (sema_ty)TY_USIZE : type, (uint64_t)bits);
    }
    return TY_ERROR;
}

typedef struct normalizing {
    infer_ctx *c;
    infer_cause cause;
    uint32_t parent;
} normalizing;

static sema_ty trait_project_normalize_part(sema *s, sema_ty t, void *user)
{
    normalizing *n = user;
    infer_ctx *c = n->c;
    ty_info info = *ty_get(s, t);
    if (info.kind == TY_CONST_UNEVALUATED)
        return trait_evaluate(s, t);
    if (c->concrete && info.kind == TY_OPAQUE)
        return trait_concrete(s, t);
    if (info.kind != TY_PROJECTION)
        return t;
    bool is_known = !ty_has(s, t, TY_HAS_INFER);
    if (is_known && arena_map_at(s->memory, &c->rigid, t, 0))
        return t;
    uint32_t n_args;
    const sema_ty *args = ty_args(s, t, &n_args);
    sema_ty out = t;
    switch (trait_project(c, info.def, args, n_args, n->cause, n->parent, &out)) {
    case PROJECT_YES: return out;
    case PROJECT_RIGID:
        if (is_known && !(c->probes && *arena_map_at(s->memory, &c->projected, t, 1) == PROJECT_RUNNING))
            *arena_map_at(s->memory, &c->rigid, t, 1) = 1;
        return out;
    case PROJECT_MAYBE: {
        sema_ty var = infer_new(c, INFER_GENERAL, n->cause.at);
        def_predicate p = {
            .kind = PREDICATE_PROJECTION, .trait = info.def, .args = args, .n_args = n_args, .equals = var};
        infer_add(c, p, n->cause, n->parent);
        return var;
    }
    case PROJECT_NO: break;
    }
    sema_def trait = def_get(s, info.def)->parent;
    infer_add(c, infer_trait_predicate(trait, args, def_generics(s, trait).n_params), n->cause, n->parent);
    return TY_ERROR;
}

static sema_ty trait_normalize(infer_ctx *c, sema_ty t, infer_cause cause, uint32_t parent)
{
    const uint8_t flags = TY_HAS_PROJECTION | TY_HAS_UNEVALUATED | (c->concrete ? TY_HAS_OPAQUE : 0);
    if (!ty_has(c->s, t, flags))
        return t;
    normalizing n = {c, cause, parent};
    return ty_fold(c->s, infer_resolve(c, t), flags, trait_project_normalize_part, &n);
}

sema_ty infer_normalize(infer_ctx *c, sema_ty t, sema_span at)
{
    infer_cause cause = {.at = at};
    uint32_t parent = c->current;
    if (parent && !at.file)
        cause = c->pending.at[parent - 1].cause;
    return trait_normalize(c, t, cause, parent);
}
