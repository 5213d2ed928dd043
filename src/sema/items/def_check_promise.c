/* def_check_promise.c: checks that what an impl's trait promises is true of the implementing type: supertraits, where
 * clauses, and bounds of associated types. */
#include "sema/items/def_table.h"
#include "sema/infer/infer.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

enum { DEF_PROMISE_MOST_ABOVE = 8 };

/* What a bound promises: the trait, and those above it. The impl that makes the bound true may take them for granted,
 * as where it is for all that implements the trait below. */
static void def_promise_require(sema *s, infer_ctx *c, def_predicate wanted, const infer_cause *cause, uint32_t depth)
{
    infer_require(c, wanted, *cause);
    uint32_t n;
    const def_trait_ref *above = wanted.kind == PREDICATE_TRAIT && !def_get(s, wanted.trait)->is_library
                                     ? def_supertraits(s, wanted.trait, &n)
                                     : NULL;
    const ty_subst subst = {wanted.trait, wanted.args, wanted.n_args};
    for (uint32_t i = 0; above && i < n && depth < DEF_PROMISE_MOST_ABOVE; i++) {
        sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, above[i].n_args);
        for (uint32_t k = 0; k < above[i].n_args; k++)
            args[k] = def_no_regions(s, above[i].args[k], &subst);
        const def_predicate next = {.kind = PREDICATE_TRAIT,
                                    .trait = above[i].trait,
                                    .args = args,
                                    .n_args = above[i].n_args,
                                    .span = wanted.span};
        def_promise_require(s, c, next, cause, depth + 1);
    }
}

/* Which module may see all that a type names; DEF_PUBLIC: any. *hidden gets a part that `to` may not see. */
static void def_promise_visit(sema *s, sema_ty t, sema_def *narrowest, sema_def to, sema_def *hidden)
{
    const ty_info info = *ty_get(s, t);
    const sema_def named = info.kind == TY_ADT || info.kind == TY_DYN ? info.def
                           : info.kind == TY_PROJECTION               ? def_get(s, info.def)->parent
                                                                      : 0;
    if (named && !def_get(s, named)->is_library) {
        const sema_def vis = resolve_vis_of(s, named);
        if (vis != DEF_PUBLIC && (*narrowest == DEF_PUBLIC || resolve_sees(s, *narrowest, vis)))
            *narrowest = vis;
        if (vis != DEF_PUBLIC && (to == DEF_PUBLIC || !resolve_sees(s, vis, to)))
            *hidden = *hidden ? *hidden : named;
    }
    for (uint32_t i = 0; i < info.n_args; i++)
        def_promise_visit(s, ty_arg(s, t, i), narrowest, to, hidden);
}

/* E0446: an associated type is seen wherever the trait and the type that has it are. */
static void def_promise_exposed(sema *s, sema_def item, def_trait_ref of)
{
    sema_def seen_in = def_get(s, of.trait)->is_library ? DEF_PUBLIC : resolve_vis_of(s, of.trait), none = 0,
             hidden = 0;
    for (uint32_t i = 0; i < of.n_args; i++)
        def_promise_visit(s, of.args[i], &seen_in, DEF_PUBLIC, &none);
    sema_def narrowest = DEF_PUBLIC;
    def_promise_visit(s, def_type(s, item), &narrowest, seen_in, &hidden);
    if (!hidden)
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_PRIVATE_IN_PUBLIC, def_head_span(s, item));
    sema_arg(&r, "%s", def_kind_of(s, hidden) == DEF_TRAIT ? "trait" : "type");
    const char *name = sema_text(s, def_get(s, hidden)->name);
    sema_arg(&r, "%s", name);
    sema_label(&r, def_head_span(s, hidden), "`%s` declared as private", name);
}

static bool def_promise_wants_size(sema *s, sema_def assoc)
{
    uint32_t n;
    def_own_params(s, assoc, &n);
    return !n && def_assoc_is_sized(s, assoc) &&
           !syntax_is(syntax_child_of(s, def_get(s, assoc)->node, RUSTG_AST_WhereClause));
}

/* The bounds of an associated type hold for what the impl gives. One with parameters may assume what is said of
 * these. */
static void def_promise_bounds(sema *s, infer_ctx *of_impl, sema_def item, sema_def in_trait, const ty_subst *subst,
                               sema_span at)
{
    uint32_t n, n_own;
    const def_predicate *bounds = def_bounds(s, in_trait, &n);
    def_own_params(s, item, &n_own);
    infer_ctx *c = n && n_own ? infer_begin(s, item) : of_impl;
    for (uint32_t k = 0; k < n; k++) {
        def_predicate wanted = bounds[k];
        if (wanted.kind != PREDICATE_TRAIT && wanted.kind != PREDICATE_PROJECTION)
            continue;
        sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, wanted.n_args);
        for (uint32_t j = 0; j < wanted.n_args; j++)
            args[j] = infer_normalize(c, def_no_regions(s, wanted.args[j], subst), at);
        wanted.args = args;
        if (wanted.equals)
            wanted.equals = def_no_regions(s, wanted.equals, subst);
        def_promise_require(s, c, wanted, &(infer_cause){.at = at, .bound_of = in_trait}, 0);
    }
    if (c == of_impl)
        return;
    while (infer_progress(c))
        ;
    infer_finish(c);
}

/* Supertraits and bounds of associated types hold for the implementing type. */
void def_check_promises(sema *s, sema_def impl, def_trait_ref of)
{
    uint32_t n;
    const def_predicate *predicates = def_predicates(s, of.trait, &n);
    ty_subst subst = {of.trait, of.args, of.n_args};
    infer_ctx *c = infer_begin(s, impl);
    for (uint32_t i = 0; i < n; i++) {
        if (predicates[i].kind != PREDICATE_TRAIT || predicates[i].trait == of.trait ||
            def_said_of_type(s, of.trait, &predicates[i])) /* which is asked below */
            continue;
        def_predicate wanted = predicates[i];
        sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, wanted.n_args);
        for (uint32_t k = 0; k < wanted.n_args; k++)
            args[k] = def_no_regions(s, wanted.args[k], &subst);
        wanted.args = args;
        sema_node self = syntax_impl_of(s, def_get(s, impl)->node).self_ty;
        sema_span at = sema_node_span(s, self);
        sema_ty type = def_type(s, impl);
        if (s->files.at[at.file]->origin == SEMA_FILE_EXPANSION && ty_kind_of(s, type) == TY_ADT)
            at = def_span(s, ty_get(s, type)->def); /* derived: rustc names the type */
        def_promise_require(s, c, wanted, &(infer_cause){.at = at, .bound_of = of.trait}, 0);
    }
    uint32_t n_items, n_bounds;
    const sema_def *items = def_assoc_items(s, impl, &n_items);
    for (uint32_t i = 0; i < n_items; i++) {
        sema_def in_trait = def_kind_of(s, items[i]) == DEF_ASSOC_TY ? def_member(s, of.trait, items[i]) : 0;
        if (!in_trait || ty_has(s, def_type(s, items[i]), TY_HAS_ERROR))
            continue;
        uint32_t n_args;
        const sema_ty *own = def_translated_args(s, items[i], in_trait, of, &n_args);
        ty_subst own_subst = {in_trait, own, n_args};
        if (!def_get(s, impl)->is_library) {
            const ty_subst lifetimes = {in_trait, def_with_own_lifetimes(s, items[i], in_trait, own, n_args), n_args};
            const def_predicate *asked = def_bounds(s, in_trait, &n_bounds);
            def_check_outlives(s, impl, items[i], asked, n_bounds, &lifetimes);
            def_check_stricter_type(s, items[i], in_trait, own, n_args);
            def_promise_exposed(s, items[i], of);
        }
        sema_node type = syntax_child_in(s, def_get(s, items[i])->node, RUSTG_AST_CLASS_TY, 0);
        if (!def_get(s, impl)->is_library && syntax_is(type) && def_promise_wants_size(s, in_trait)) {
            sema_ty *value = ARENA_NEW(s->memory, sema_ty);
            *value = ty_erase_regions(s, def_type(s, items[i]));
            const def_predicate sized = {.kind = PREDICATE_TRAIT,
                                         .trait = def_lang(s, LANG_SIZED),
                                         .args = value,
                                         .n_args = 1,
                                         .span = sema_node_span(s, type)};
            infer_require(c, sized, (infer_cause){.at = sized.span, .bound_of = in_trait});
        }
        def_promise_bounds(s, c, items[i], in_trait, &own_subst, sema_node_span(s, type));
    }
    while (infer_progress(c))
        ;
    infer_finish(c);
}
