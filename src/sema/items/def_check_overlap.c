/* def_check_overlap.c: finds two impls of a trait for one type (E0119), and two inherent items of one name (E0592). */
#include "sema/items/def_table.h"
#include "sema/infer/infer.h"
#include "rustg/diagnostic_kind.h"

/* Whether a trait that does not hold now never will: a later version of the library may implement its traits for any
 * types but those of this crate. Sized and the `Fn` traits are known for good. */
static bool def_is_settled(sema *s, sema_def trait, const sema_ty *args, uint32_t n_args)
{
    if (!def_get(s, trait)->is_library || trait == def_lang(s, LANG_SIZED) || def_is_fn_trait(s, trait))
        return true;
    for (uint32_t i = 0; i < n_args; i++) {
        if (def_is_local(s, args[i]))
            return true;
        sema_ty t = args[i];
        while (ty_kind_of(s, t) == TY_REF)
            t = ty_arg(s, t, 1);
        if (ty_kind_of(s, t) == TY_INFER || ty_kind_of(s, t) == TY_PARAM)
            return false;
    }
    return false;
}

static bool def_holds_not(sema *s, infer_ctx *c, sema_def impl, const sema_ty *args, uint32_t n_args)
{
    uint32_t n;
    const def_predicate *predicates = def_predicates(s, impl, &n);
    ty_subst subst = {impl, args, n_args};
    const def_generics_list generics = def_generics(s, impl);
    for (uint32_t i = 0; i < generics.n_params && i < n_args; i++) {
        const sema_ty arg = infer_resolve(c, args[i]);
        if (def_kind_of(s, generics.params[i]) == DEF_TYPE_PARAM && def_param_is_sized(s, generics.params[i]) &&
            infer_holds(c, def_lang(s, LANG_SIZED), &arg, 1) == ANSWER_NO)
            return true;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (predicates[i].kind != PREDICATE_TRAIT)
            continue;
        sema_ty *wanted = ARENA_ARRAY(s->memory, sema_ty, predicates[i].n_args);
        for (uint32_t k = 0; k < predicates[i].n_args; k++)
            wanted[k] = infer_resolve(
                c, infer_normalize(c, def_no_regions(s, predicates[i].args[k], &subst), predicates[i].span));
        if (def_is_settled(s, predicates[i].trait, wanted, predicates[i].n_args) &&
            infer_holds(c, predicates[i].trait, wanted, predicates[i].n_args) == ANSWER_NO)
            return true;
    }
    return false;
}

/* Makes the associated types that an impl's bounds tell of known types what the bounds say. False: they are others. */
static bool def_types_agree(sema *s, infer_ctx *c, sema_def impl, const ty_subst *subst)
{
    uint32_t n;
    const def_predicate *predicates = def_predicates(s, impl, &n);
    for (uint32_t i = 0; i < n; i++) {
        const def_predicate *p = &predicates[i];
        if (p->kind != PREDICATE_PROJECTION)
            continue;
        const sema_ty projection =
            infer_resolve(c, def_no_regions(s, ty_projection(s, p->trait, p->args, p->n_args), subst));
        const sema_def trait = def_get(s, p->trait)->parent;
        uint32_t n_args;
        const sema_ty *args = ty_args(s, projection, &n_args);
        if (!ty_has(s, projection, TY_HAS_INFER) &&
            infer_holds(c, trait, args, def_generics(s, trait).n_params) == ANSWER_YES &&
            !infer_unify(c, infer_normalize(c, projection, p->span), def_no_regions(s, p->equals, subst)))
            return false;
    }
    return true;
}

/* Whether both impls are for some type. Of a trait's impls, *of gets the trait's arguments for that type, as far as
 * they are known; it is NULL for others. */
static bool def_overlap(sema *s, sema_def a, sema_def b, def_trait_ref *of)
{
    infer_ctx *c = infer_begin(s, 0);
    sema_span at = def_head_span(s, a);
    uint32_t n_a, n_b;
    const sema_ty *args_a = infer_fresh_args(c, a, NULL, 0, at, &n_a),
                  *args_b = infer_fresh_args(c, b, NULL, 0, at, &n_b);
    ty_subst subst_a = {a, args_a, n_a}, subst_b = {b, args_b, n_b};
    const sema_ty self_a = def_type(s, a), self_b = def_type(s, b);
    const def_trait_ref ref_a = of ? def_impl_trait(s, a) : (def_trait_ref){.args = &self_a, .n_args = 1},
                        ref_b = of ? def_impl_trait(s, b) : (def_trait_ref){.args = &self_b, .n_args = 1};
    for (uint32_t i = 0; i < ref_a.n_args && i < ref_b.n_args; i++) {
        const sema_ty arg_a = def_no_regions(s, ref_a.args[i], &subst_a),
                      arg_b = def_no_regions(s, ref_b.args[i], &subst_b);
        if (of && (ty_has(s, arg_a, TY_HAS_ERROR) || ty_has(s, arg_b, TY_HAS_ERROR)))
            return false;
        /* Where impls are of no trait rustc does not ask which lifetimes fn pointers leave to each call. */
        if (of ? !infer_unify_exactly(c, &arg_a, &arg_b, 1) : !infer_unify(c, arg_a, arg_b))
            return false;
    }
    if (!def_types_agree(s, c, a, &subst_a) || !def_types_agree(s, c, b, &subst_b) ||
        def_holds_not(s, c, a, args_a, n_a) || def_holds_not(s, c, b, args_b, n_b))
        return false;
    if (of) {
        *of = def_impl_trait(s, a);
        sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, of->n_args);
        for (uint32_t i = 0; i < of->n_args; i++) {
            args[i] = infer_resolve(c, def_no_regions(s, of->args[i], &subst_a));
            /* A constant may be known on the other side alone. */
            if (ty_has(s, args[i], TY_HAS_INFER | TY_HAS_UNEVALUATED))
                args[i] = infer_resolve(c, def_no_regions(s, def_impl_trait(s, b).args[i], &subst_b));
        }
        of->args = args;
    }
    return true;
}

static bool def_has_items(sema *s, sema_def trait)
{
    uint32_t n;
    def_assoc_items(s, trait, &n);
    return n > 0;
}

/* Whether two headers name different types without anything in them that could make them one. It asks no inference,
 * which takes memory for each pair of a trait's impls. */
static bool def_refs_differ(const sema *s, def_trait_ref a, def_trait_ref b)
{
    for (uint32_t i = 0; i < a.n_args && i < b.n_args; i++)
        if (a.args[i] != b.args[i] && !ty_has(s, a.args[i], TY_OPEN) && !ty_has(s, b.args[i], TY_OPEN))
            return true;
    return false;
}

void def_check_overlap(sema *s, sema_def impl, def_trait_ref of)
{
    uint32_t at = 0;
    arena_map *conflicting = &def_tab(s)->conflicting;
    def_trait_ref both;
    for (sema_def other; (other = trait_next_overlapping(s, impl, of, &at)) != 0;) {
        if (other == impl)
            continue;
        bool in_library = def_get(s, other)->is_library;
        /* Send, Sync and Unpin, which all types have unless they say otherwise. */
        bool automatic = in_library && ty_kind_of(s, def_type(s, other)) == TY_PARAM && !def_has_items(s, of.trait);
        if (automatic || (!in_library && other > impl) || arena_map_at(s->memory, conflicting, other, 0) ||
            def_refs_differ(s, of, def_impl_trait(s, other)) || !def_overlap(s, impl, other, &both))
            continue;
        *arena_map_at(s->memory, conflicting, impl, 1) = 1;
        const sema_ty self = both.args[0];
        bool any = ty_kind_of(s, self) == TY_INFER;
        const char *type = arena_format(s->memory, " for type `%s`", ty_print(s, self));
        sema_report r = sema_error(s, RUSTG_DIAG_CONFLICTING_IMPLS, def_head_span(s, impl));
        sema_arg(&r, "%s", trait_print_ref(s, of.trait, both.args, both.n_args));
        sema_arg(&r, "%s", any ? "" : type);
        if (!in_library)
            sema_label(&r, def_head_span(s, other), "first implementation here");
        if (any)
            sema_primary_here(&r, def_head_span(s, impl));
        else
            sema_primary_label(&r, "conflicting implementation for `%s`", ty_print(s, self));
        if (in_library)
            sema_note(&r, "conflicting implementation in crate `core`");
        return;
    }
}

/* Whether any two items of these impls, which are all of one type's, have one name; asked once a list. */
static bool def_has_inherent_twice(sema *s, const sema_def *impls, uint32_t n)
{
    def_table *t = def_tab(s);
    if (!n)
        return false;
    uint32_t *answer = arena_map_at(s->memory, &t->inherent_twice, (uint64_t)impls[0] << 32 | n, 1);
    if (*answer)
        return *answer == SEMA_ANSWER_YES;
    arena_map seen = {0};
    bool is_twice = false;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t n_items;
        const sema_def *items = def_assoc_items(s, impls[i], &n_items);
        for (uint32_t k = 0; k < n_items; k++) {
            const uint64_t key =
                ((uint64_t)def_get(s, items[k])->name << 1 | (def_kind_of(s, items[k]) == DEF_ASSOC_TY)) + 1;
            uint32_t *known = arena_map_at(s->memory, &seen, key, 1);
            is_twice |= *known != 0;
            *known = 1;
        }
    }
    *arena_map_at(s->memory, &t->inherent_twice, (uint64_t)impls[0] << 32 | n, 1) =
        is_twice ? SEMA_ANSWER_YES : SEMA_ANSWER_NO;
    return is_twice;
}

void def_check_inherent_twice(sema *s, sema_def impl)
{
    uint32_t n, n_items, n_other;
    sema_ty self = def_type(s, impl);
    if (ty_kind_of(s, self) == TY_ERROR)
        return;
    const sema_def *impls = def_inherent_impls(s, self, &n), *items = def_assoc_items(s, impl, &n_items);
    if (!def_has_inherent_twice(s, impls, n))
        return;
    for (uint32_t i = 0; i < n; i++) {
        if (impls[i] > impl)
            continue;
        const sema_def *others = def_assoc_items(s, impls[i], &n_other);
        bool together = impls[i] == impl, known = together;
        for (uint32_t k = 0; k < n_items; k++)
            for (uint32_t j = 0; j < n_other; j++) {
                if (def_get(s, items[k])->name != def_get(s, others[j])->name ||
                    (impls[i] == impl && others[j] >= items[k]) ||
                    (def_kind_of(s, items[k]) == DEF_ASSOC_TY) != (def_kind_of(s, others[j]) == DEF_ASSOC_TY))
                    continue;
                if (!known)
                    together = def_overlap(s, impl, impls[i], NULL);
                known = true;
                if (!together)
                    break;
                bool same = impls[i] == impl;
                sema_report r =
                    sema_error(s, RUSTG_DIAG_DUPLICATE_INHERENT, def_head_span(s, same ? items[k] : others[j]));
                sema_arg(&r, "%s", sema_text(s, def_get(s, items[k])->name));
                sema_label(&r, def_head_span(s, same ? others[j] : items[k]), "other definition for `%s`",
                           sema_text(s, def_get(s, items[k])->name));
            }
    }
}
