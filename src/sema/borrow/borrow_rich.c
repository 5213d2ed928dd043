/* borrow_rich.c: resolves `<Self as Trait>::Name` with lifetimes kept: what an iterator's next() gives borrows what
 * the iterator borrows. Trait selection works without lifetimes, so its choice is matched here again with them. */
#include "sema/borrow/borrow_internal.h"
#include "sema/infer/infer.h"

/* The parameters of an impl, found by matching its header with a type. */
typedef struct matching {
    borrow_ctx *c;
    def_generics_list generics;
    sema_ty *args;
} matching;

static void borrow_rich_match(matching *m, sema_ty of_impl, sema_ty t)
{
    sema *s = m->c->s;
    ty_info x = *ty_get(s, of_impl);
    if (x.kind == TY_PARAM || (x.kind == TY_REGION && x.sub == REGION_PARAM)) {
        for (uint32_t i = 0; i < m->generics.n_params; i++)
            if (m->generics.params[i] == x.def && !m->args[i])
                m->args[i] = t;
        return;
    }
    ty_info y = *ty_get(s, t);
    if (x.kind != y.kind || x.def != y.def)
        return;
    uint32_t n;
    const sema_ty *parts = x.kind == TY_FN_PTR ? borrow_open_pointer(m->c, t, false, &n) : NULL;
    for (uint32_t i = 0; i < x.n_args && i < y.n_args; i++)
        borrow_rich_match(m, ty_arg(s, of_impl, i), parts ? parts[i] : ty_arg(s, t, i));
}

static sema_ty borrow_rich_normalize_part(sema *s, sema_ty t, void *user);

/* Finds parameters that the header leaves open by the bounds: in `impl<B, F: FnMut() -> B> ...` a bound says what B
 * is. */
static void borrow_match_bounds(matching *m, sema_def impl)
{
    borrow_ctx *c = m->c;
    sema *s = c->s;
    uint32_t n;
    const def_predicate *predicates = def_predicates(s, impl, &n);
    for (uint32_t i = 0; i < n; i++) {
        if (predicates[i].kind != PREDICATE_PROJECTION)
            continue;
        bool open = false;
        for (uint32_t j = 0; j < m->generics.n_params; j++)
            open |= !m->args[j] && ty_has(s, predicates[i].equals, TY_HAS_PARAM);
        if (!open)
            continue;
        sema_ty *known = ARENA_ARRAY(s->memory, sema_ty, m->generics.n_params);
        for (uint32_t j = 0; j < m->generics.n_params; j++)
            known[j] = m->args[j] ? m->args[j] : (sema_ty)TY_ERROR;
        sema_ty projection = ty_projection(s, predicates[i].trait, predicates[i].args, predicates[i].n_args);
        projection = borrow_subst(c, projection, impl, known, m->generics.n_params, NULL);
        if (!ty_has(s, projection, TY_HAS_ERROR))
            borrow_rich_match(m, predicates[i].equals, borrow_normalize(c, projection));
    }
}

static void borrow_region_below(borrow_ctx *c, borrow_region r, void *user)
{
    sema_span nowhere = {0, 0, 0};
    borrow_outlives(c, *(borrow_region *)user, r, WHY_OTHER, nowhere);
}

/* For a call of a closure, what it is given goes where its parameters are. */
static sema_ty borrow_of_closure(borrow_ctx *c, sema_ty closure, sema_ty given, const closure_summary *summary)
{
    sema *s = c->s;
    region_binder binder = borrow_closure_binder(c, closure, summary);
    uint32_t n = 0;
    const sema_ty *values = ty_kind_of(s, given) == TY_TUPLE ? ty_args(s, given, &n) : NULL;
    for (uint32_t i = 0; i < n && i < summary->n_inputs; i++)
        borrow_relate(c, values[i], borrow_bind(c, summary->inputs[i], &binder), WHY_ARGUMENT, c->call_span);
    return borrow_bind(c, summary->output, &binder);
}

/* The same of a fn pointer. */
static sema_ty borrow_of_pointer(borrow_ctx *c, sema_ty pointer, sema_ty given)
{
    sema *s = c->s;
    uint32_t n = 0, n_parts;
    const sema_ty *values = ty_kind_of(s, given) == TY_TUPLE ? ty_args(s, given, &n) : NULL,
                  *parts = borrow_open_pointer(c, pointer, false, &n_parts);
    for (uint32_t i = 0; i < n && i + 1 < n_parts; i++)
        borrow_relate(c, values[i], parts[i], WHY_ARGUMENT, c->call_span);
    return parts[n_parts - 1];
}

static sema_ty borrow_of_callable(borrow_ctx *c, sema_ty self, sema_ty given)
{
    sema *s = c->s;
    ty_info info = *ty_get(s, self);
    uint32_t n;
    const sema_ty *args = ty_args(s, self, &n);
    switch ((ty_kind)info.kind) {
    case TY_FN_PTR: return borrow_of_pointer(c, self, given);
    case TY_FN_DEF: return borrow_signature(c, info.def, args, n, NULL, 0);
    case TY_CLOSURE: {
        sema_ty inputs, output;
        const closure_summary *summary = borrow_summary(s, info.def);
        if (summary)
            return borrow_of_closure(c, self, given, summary);
        if (!trait_callable(c->infer, ty_erase_regions(s, self), &inputs, &output))
            return TY_ERROR;
        output = borrow_fresh(c, infer_resolve(c->infer, output));
        if (n && ty_kind_of(s, args[n - 1]) == TY_REGION) {
            borrow_region captured = borrow_region_of(c, args[n - 1]);
            borrow_each_region(c, output, borrow_region_below, &captured);
        }
        return output;
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
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE: break;
    }
    const sema_ty called_as = borrow_assumed_callable(c, self);
    return called_as ? borrow_of_pointer(c, called_as, given) : (sema_ty)TY_ERROR;
}

const sema_ty *borrow_match_impl(borrow_ctx *c, sema_def impl, const sema_ty *args, uint32_t n_args, uint32_t *n)
{
    sema *s = c->s;
    const def_trait_ref of = def_impl_trait(s, impl);
    matching m = {.c = c, .generics = def_generics(s, impl)};
    m.args = ARENA_ARRAY(s->memory, sema_ty, m.generics.n_params);
    for (uint32_t i = 0; i < of.n_args && i < n_args; i++)
        borrow_rich_match(&m, of.args[i], args[i]);
    bool open = false;
    for (uint32_t i = 0; i < m.generics.n_params; i++)
        open |= !m.args[i];
    if (open)
        borrow_match_bounds(&m, impl);
    for (uint32_t i = 0; i < m.generics.n_params; i++)
        if (!m.args[i])
            m.args[i] = def_kind_of(s, m.generics.params[i]) == DEF_LIFETIME_PARAM
                            ? borrow_region_ty(c, borrow_new_region(c))
                            : (sema_ty)TY_ERROR;
    *n = m.generics.n_params;
    return m.args;
}

static sema_ty borrow_rich_project(borrow_ctx *c, sema_ty t)
{
    sema *s = c->s;
    sema_def assoc = ty_get(s, t)->def, trait = def_get(s, assoc)->parent;
    uint32_t n, n_trait = def_generics(s, trait).n_params;
    const sema_ty *args = ty_args(s, t, &n);
    if (n < n_trait || !n)
        return t;
    sema_ty *erased = ARENA_ARRAY(s->memory, sema_ty, n_trait);
    for (uint32_t i = 0; i < n_trait; i++)
        erased[i] = ty_erase_regions(s, args[i]);
    const bool is_called = assoc == def_lang(s, LANG_FN_ONCE_OUTPUT);
    if (ty_kind_of(s, args[0]) == TY_DYN && !(is_called && def_dyn_called_as(s, args[0]))) {
        const sema_ty of_object = borrow_type_of_object(c, args[0], assoc, args, n_trait);
        if (of_object != (sema_ty)TY_NONE)
            return of_object;
    }
    if (is_called) {
        sema_ty output = borrow_of_callable(c, args[0], n > 1 ? args[1] : (sema_ty)TY_NONE);
        if (output != TY_ERROR)
            return borrow_normalize(c, output);
    }
    trait_candidate candidate;
    if (trait_select(c->infer, trait, erased, n_trait, &candidate) != ANSWER_YES)
        return t;
    if (candidate.kind != CANDIDATE_IMPL) {
        sema_span nowhere = {0, 0, 0};
        sema_ty plain = infer_resolve(c->infer, infer_normalize(c->infer, ty_erase_regions(s, t), nowhere));
        return ty_kind_of(s, plain) == TY_PROJECTION ? t : borrow_fresh(c, plain);
    }
    sema_def item = def_assoc_item(s, candidate.impl, def_get(s, assoc)->name, DEF_ASSOC_TY);
    if (!item)
        return t;
    uint32_t n_impl, n_own = n - n_trait;
    const sema_ty *impl_args = borrow_match_impl(c, candidate.impl, args, n_trait, &n_impl);
    const uint32_t n_all = n_impl + n_own;
    sema_ty *all = ARENA_ARRAY(s->memory, sema_ty, n_all);
    for (uint32_t i = 0; i < n_all; i++)
        all[i] = i < n_impl ? impl_args[i] : args[n_trait + i - n_impl];
    sema_ty value = def_type(s, item);
    if (!value)
        return t;
    value = borrow_subst(c, value, n_own ? item : candidate.impl, all, n_all, NULL);
    return borrow_normalize(c, value);
}

static sema_ty borrow_rich_normalize_part(sema *s, sema_ty t, void *user)
{
    borrow_ctx *c = user;
    switch (ty_kind_of(s, t)) {
    case TY_PROJECTION: {
        sema_span nowhere = {0, 0, 0};
        if (!sema_enter(s, nowhere))
            return TY_ERROR;
        sema_ty out = borrow_rich_project(c, t);
        sema_leave(s);
        return out;
    }
    case TY_CONST_UNEVALUATED: return trait_evaluate(s, t);
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
    case TY_OPAQUE:
    case TY_INFER:
    case TY_CONST:
    case TY_REGION: break;
    }
    return t;
}

static bool borrow_rich_normalizes(sema *s, sema_ty t, void *user)
{
    (void)user;
    return ty_has(s, t, TY_HAS_PROJECTION | TY_HAS_UNEVALUATED);
}

sema_ty borrow_normalize(borrow_ctx *c, sema_ty t)
{
    if (!ty_has(c->s, t, TY_HAS_PROJECTION | TY_HAS_UNEVALUATED))
        return t;
    return ty_fold_each(c->s, t, borrow_rich_normalizes, borrow_rich_normalize_part, c);
}

static bool borrow_agrees(borrow_ctx *c, sema_ty a, sema_ty b)
{
    sema *s = c->s;
    if (a == b)
        return true;
    ty_info x = *ty_get(s, a), y = *ty_get(s, b);
    if (x.kind != y.kind || x.def != y.def || x.mutable != y.mutable)
        return false;
    if (x.kind == TY_REGION)
        return true;
    if (x.n_args == 0 && x.value != y.value)
        return false;
    uint32_t n = x.n_args < y.n_args ? x.n_args : y.n_args;
    if (x.n_args != y.n_args && x.kind != TY_CLOSURE)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (!borrow_agrees(c, ty_arg(s, a, i), ty_arg(s, b, i)))
            return false;
    return true;
}

sema_ty borrow_agree(borrow_ctx *c, sema_ty t, sema_ty want)
{
    return !borrow_has_regions(c, want) || borrow_agrees(c, t, want) ? t : borrow_fresh(c, want);
}
