/* borrow_trait.c: a bound `T: Trait<'a>` that a callee has is made true by one assumption or impl, which is chosen
 * without lifetimes. The lifetimes in its header are then those of the bound, and its own bounds have to hold. */
#include "sema/borrow/borrow_internal.h"
#include "sema/infer/infer.h"

enum { MOST_ASSUMED = 64 };

static bool borrow_trait_erases_to(sema *s, const sema_ty *args, const sema_ty *wanted, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (ty_erase_regions(s, args[i]) != ty_erase_regions(s, wanted[i]))
            return false;
    return true;
}

static void borrow_trait_assume(borrow_ctx *c, const def_predicate *p)
{
    for (uint32_t i = 0; i < c->assumed.n; i++) {
        const def_predicate *before = &c->assumed.at[i];
        if (before->trait == p->trait && !memcmp(before->args, p->args, p->n_args * sizeof *p->args))
            return;
    }
    if (c->assumed.n < MOST_ASSUMED)
        vec_push(&c->s->scratch, &c->assumed, *p);
}

/* The traits that the body may assume, with those above them. */
static void borrow_trait_assume_all(borrow_ctx *c)
{
    sema *s = c->s;
    uint32_t n;
    const def_predicate *predicates = def_predicates(s, c->generics_of, &n);
    c->has_assumed = true;
    for (uint32_t i = 0; i < n; i++)
        if (predicates[i].kind == PREDICATE_TRAIT)
            borrow_trait_assume(c, &predicates[i]);
    for (uint32_t i = 0; i < c->assumed.n; i++) {
        const def_predicate of = c->assumed.at[i];
        const def_generics_list generics = def_generics(s, of.trait);
        const def_predicate *above = def_predicates(s, of.trait, &n);
        const ty_subst subst = {of.trait, of.args, of.n_args};
        for (uint32_t j = 0; j < n && generics.n_params; j++) {
            def_predicate p = above[j];
            if (p.kind != PREDICATE_TRAIT || p.trait == of.trait || p.args[0] != ty_param(s, generics.params[0]))
                continue;
            sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, p.n_args);
            for (uint32_t k = 0; k < p.n_args; k++)
                args[k] = ty_substitute(s, p.args[k], &subst);
            p.args = args;
            borrow_trait_assume(c, &p);
        }
    }
}

/* The one assumption that is the bound; *many is set if several are, of which none is chosen then. */
static const def_predicate *borrow_trait_assumed(borrow_ctx *c, sema_def trait, const sema_ty *args, uint32_t n,
                                                 bool *many)
{
    const def_predicate *found = NULL;
    if (!c->has_assumed)
        borrow_trait_assume_all(c);
    for (uint32_t i = 0; i < c->assumed.n; i++) {
        const def_predicate *p = &c->assumed.at[i];
        if (p->trait != trait || p->n_args != n || !borrow_trait_erases_to(c->s, p->args, args, n))
            continue;
        *many |= found != NULL;
        found = p;
    }
    return found;
}

static void borrow_trait_equate(borrow_ctx *c, sema_ty a, sema_ty b, sema_span span)
{
    if (ty_kind_of(c->s, a) != ty_kind_of(c->s, b))
        return;
    borrow_equal(c, a, b, WHY_OTHER, span);
}

static bool borrow_trait_is_followed(sema *s, const sema_ty *args, uint32_t n)
{
    bool has_regions = false;
    for (uint32_t i = 0; i < n; i++) {
        if (ty_has(s, args[i], TY_HAS_ERROR | TY_HAS_OPAQUE))
            return false;
        has_regions |= ty_has(s, args[i], TY_HAS_REGION) ||
                       (ty_kind_of(s, args[i]) == TY_FN_PTR && ty_has(s, args[i], TY_HAS_LIFETIME));
    }
    switch (ty_kind_of(s, args[0])) {
    case TY_FN_PTR: break;
    case TY_FN_DEF:
    case TY_CLOSURE:
    case TY_DYN: return false;
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_TUPLE:
    case TY_CASES_LIST:
    case TY_CASES_POINTER:
    case TY_ADT:
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE: break;
    }
    return has_regions;
}

void borrow_want_trait(borrow_ctx *c, sema_def trait, const sema_ty *args, uint32_t n, sema_span span)
{
    sema *s = c->s;
    if (!n || c->is_closure || !borrow_trait_is_followed(s, args, n) || !sema_enter(s, span))
        return;
    bool many = false;
    const def_predicate *assumed = borrow_trait_assumed(c, trait, args, n, &many);
    for (uint32_t i = 0; assumed && !many && i < n; i++)
        borrow_trait_equate(c, borrow_bind(c, assumed->args[i], NULL), args[i], span);
    sema_ty *erased = ARENA_ARRAY(s->memory, sema_ty, n);
    for (uint32_t i = 0; i < n; i++)
        erased[i] = ty_erase_regions(s, args[i]);
    trait_candidate candidate;
    if (!assumed && trait_select(c->infer, trait, erased, n, &candidate) == ANSWER_YES &&
        candidate.kind == CANDIDATE_IMPL) {
        uint32_t n_impl;
        const def_trait_ref of = def_impl_trait(s, candidate.impl);
        const sema_ty *impl_args = borrow_match_impl(c, candidate.impl, args, n, &n_impl);
        bool known = of.n_args == n;
        for (uint32_t i = 0; i < n_impl; i++)
            known &= !ty_has(s, impl_args[i], TY_HAS_ERROR);
        const sema_def outer = c->in_trait;
        c->in_trait = trait;
        for (uint32_t i = 0; known && i < n; i++)
            borrow_trait_equate(c, borrow_subst(c, of.args[i], candidate.impl, impl_args, n_impl, NULL), args[i], span);
        c->in_trait = outer;
        if (known)
            borrow_outlives_bounds(c, candidate.impl, impl_args, n_impl, span);
    }
    sema_leave(s);
}

void borrow_want_copy(borrow_ctx *c, sema_ty t, sema_span span)
{
    if (ty_kind_of(c->s, t) == TY_ADT)
        borrow_want_trait(c, def_lang(c->s, LANG_COPY), &t, 1, span);
}
