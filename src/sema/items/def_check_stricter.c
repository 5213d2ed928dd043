/* def_check_stricter.c: checks that a method of an impl requires no more than the trait's method (E0276). */
#include "sema/items/def_table.h"
#include "sema/infer/infer.h"
#include "rustg/diagnostic_kind.h"

/* Whether what outlives a lifetime are the parts of the type. */
static bool def_check_stricter_is_of_parts(sema *s, sema_ty t)
{
    const ty_kind kind = ty_kind_of(s, t);
    return kind == TY_REF || kind == TY_PTR || kind == TY_TUPLE || kind == TY_ARRAY || kind == TY_SLICE ||
           kind == TY_ADT || kind == TY_FN_PTR;
}

/* By the other bounds, from one lifetime to the next. */
static bool def_check_stricter_chain(sema *s, const def_predicate *known, uint32_t n, const ty_subst *subst, sema_ty a,
                                     sema_ty b)
{
    sema_ty *reached = ARENA_ARRAY(s->memory, sema_ty, n + 1);
    uint32_t n_reached = 0;
    reached[n_reached++] = a;
    for (uint32_t at = 0; at < n_reached; at++)
        for (uint32_t i = 0; i < n; i++) {
            if (known[i].kind != PREDICATE_OUTLIVES)
                continue;
            const sema_ty longer = subst ? ty_substitute(s, known[i].args[0], subst) : known[i].args[0],
                          shorter = subst ? ty_substitute(s, known[i].args[1], subst) : known[i].args[1];
            bool is_new = longer == reached[at];
            for (uint32_t k = 0; k < n_reached; k++)
                is_new &= reached[k] != shorter;
            if (is_new && n_reached <= n)
                reached[n_reached++] = shorter;
        }
    for (uint32_t k = 0; k < n_reached; k++)
        if (reached[k] == b)
            return true;
    return false;
}

/* Whether the trait's method, or the impl around, asks or lets suppose that a outlives b. Whatever a type in the
 * signature or the impl's head might imply counts as supposed. */
static bool def_check_stricter_outlives(sema *s, sema_def fn, const ty_subst *subst, sema_ty a, sema_ty b)
{
    const sema_def impl = def_get(s, fn)->parent;
    const def_sig sig = def_fn_sig(s, subst->owner);
    const def_trait_ref trait = def_impl_trait(s, impl);
    if (a == b || (ty_kind_of(s, a) == TY_REGION && ty_get(s, a)->sub == REGION_STATIC))
        return true;
    for (uint32_t i = 0; i <= sig.n_inputs; i++) {
        const sema_ty t = ty_substitute(s, i < sig.n_inputs ? sig.inputs[i] : sig.output, subst);
        if (ty_mentions(s, t, a) && ty_mentions(s, t, b))
            return true;
    }
    for (uint32_t i = 0; i < trait.n_args; i++)
        if (ty_mentions(s, trait.args[i], a) && ty_mentions(s, trait.args[i], b))
            return true;
    const sema_def owners[] = {subst->owner, impl};
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t n;
        const def_predicate *known = def_predicates(s, owners[k], &n);
        for (uint32_t i = 0; i < n; i++) {
            if (known[i].kind != PREDICATE_OUTLIVES && known[i].kind != PREDICATE_OUTLIVES_TY)
                continue;
            const sema_ty longer = k ? known[i].args[0] : ty_substitute(s, known[i].args[0], subst),
                          shorter = k ? known[i].args[1] : ty_substitute(s, known[i].args[1], subst);
            if (longer == a && (shorter == b || ty_kind_of(s, a) != TY_REGION))
                return true;
            if (shorter == b && def_check_stricter_is_of_parts(s, longer) && ty_mentions(s, longer, a))
                return true;
            if (longer == a && shorter != a && ty_kind_of(s, shorter) == TY_REGION &&
                def_check_stricter_chain(s, known, n, k ? NULL : subst, shorter, b))
                return true;
        }
    }
    return false;
}

const sema_ty *def_with_own_lifetimes(sema *s, sema_def item, sema_def of, const sema_ty *args, uint32_t n_args)
{
    const def_generics_list wanted = def_generics(s, of), have = def_generics(s, item);
    sema_ty *all = ARENA_ARRAY(s->memory, sema_ty, n_args);
    uint32_t from = have.n_parent;
    for (uint32_t i = 0; i < n_args; i++) {
        all[i] = args[i];
        if (i < wanted.n_parent || i >= wanted.n_params || def_kind_of(s, wanted.params[i]) != DEF_LIFETIME_PARAM)
            continue;
        while (from < have.n_params && def_kind_of(s, have.params[from]) != DEF_LIFETIME_PARAM)
            from++;
        if (from < have.n_params)
            all[i] = ty_region_of(s, REGION_PARAM, have.params[from++], 0);
    }
    return all;
}

const sema_ty *def_args_in_trait(sema *s, sema_def item, sema_def of, bool own_lifetimes, uint32_t *n)
{
    const def_trait_ref trait = def_impl_trait(s, def_get(s, item)->parent);
    const sema_ty *args = def_translated_args(s, item, of, trait, n);
    if (own_lifetimes)
        return def_with_own_lifetimes(s, item, of, args, *n);
    const def_generics_list wanted = def_generics(s, of);
    sema_ty *all = ARENA_ARRAY(s->memory, sema_ty, *n);
    for (uint32_t i = 0; i < *n; i++)
        all[i] = i >= wanted.n_parent && def_kind_of(s, wanted.params[i]) == DEF_LIFETIME_PARAM
                     ? ty_region_of(s, REGION_PARAM, wanted.params[i], 0)
                     : args[i];
    return all;
}

static void def_check_stricter_report(sema *s, const def_predicate *p, sema_def of, const char *what)
{
    sema_report r = sema_error(s, RUSTG_DIAG_STRICTER_METHOD, p->span);
    sema_arg(&r, "%s", what);
    if (!def_get(s, of)->is_library)
        sema_label(&r, def_head_span(s, of), "definition of `%s` from trait", sema_text(s, def_get(s, of)->name));
}

static void def_check_stricter_lifetimes(sema *s, sema_def item, const ty_subst *subst, const def_predicate *p)
{
    if (!def_check_stricter_outlives(s, item, subst, p->args[0], p->args[1]))
        def_check_stricter_report(s, p, subst->owner,
                                  arena_format(s->memory, "%s: %s", ty_print(s, p->args[0]), ty_print(s, p->args[1])));
}

void def_check_stricter_type(sema *s, sema_def item, sema_def of, const sema_ty *args, uint32_t n_args)
{
    uint32_t n, n_own;
    const ty_subst subst = {of, def_with_own_lifetimes(s, item, of, args, n_args), n_args};
    const def_predicate *predicates = def_predicates(s, item, &n);
    const sema_span own = sema_node_span(s, def_get(s, item)->node);
    def_own_params(s, item, &n_own);
    for (uint32_t i = 0; i < n && n_own; i++)
        if ((predicates[i].kind == PREDICATE_OUTLIVES || predicates[i].kind == PREDICATE_OUTLIVES_TY) &&
            sema_is_within(predicates[i].span, own))
            def_check_stricter_lifetimes(s, item, &subst, &predicates[i]);
}

void def_check_stricter(sema *s, sema_def fn, sema_def of, const sema_ty *args, uint32_t n_args)
{
    uint32_t n;
    const ty_subst subst = {of, args, n_args},
                   with_lifetimes = {of, def_with_own_lifetimes(s, fn, of, args, n_args), n_args};
    const def_predicate *predicates = def_predicates(s, fn, &n);
    sema_span own = sema_node_span(s, def_get(s, fn)->node);
    infer_ctx *c = NULL;
    for (uint32_t i = 0; i < n; i++) {
        const def_predicate *p = &predicates[i];
        if (!sema_is_within(p->span, own))
            continue;
        if (p->kind == PREDICATE_OUTLIVES || p->kind == PREDICATE_OUTLIVES_TY) {
            def_check_stricter_lifetimes(s, fn, &with_lifetimes, p);
            continue;
        }
        if (p->kind != PREDICATE_TRAIT)
            continue;
        if (!c)
            c = infer_begin_method(s, fn, of, &subst);
        sema_ty *wanted = ARENA_ARRAY(s->memory, sema_ty, p->n_args);
        for (uint32_t k = 0; k < p->n_args; k++)
            wanted[k] = infer_resolve(c, infer_normalize(c, ty_erase_regions(s, p->args[k]), p->span));
        if (infer_holds(c, p->trait, wanted, p->n_args) != ANSWER_NO)
            continue;
        def_check_stricter_report(s, p, of,
                                  arena_format(s->memory, "%s: %s", ty_print(s, p->args[0]),
                                               trait_print_ref(s, p->trait, p->args, p->n_args)));
    }
}
