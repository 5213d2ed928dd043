/* borrow_any.c: a bound `for<'a> T: Trait<'a>` that a callee has holds for a lifetime of which nothing is known. What
 * is around such a lifetime cannot be it, and what outlives it outlives 'static. */
#include "sema/borrow/borrow_internal.h"
#include "rustg/diagnostic_kind.h"

borrow_region borrow_new_any(borrow_ctx *c)
{
    const borrow_region r = borrow_new_region(c);
    borrow_make_universal(c, r);
    region_node *node = &c->regions.at[r];
    node->any = true;
    node->all_points = false; /* it is known to outlive nothing, not even a point */
    node->any_trait = c->any_trait;
    node->of_mismatch = c->any_mismatch;
    point_span own = {node->end, node->end + 1};
    const point_set one = {&own, 1, 0};
    point_set_add(&c->s->scratch, &node->ends, &one);
    vec_push(&c->s->scratch, &c->any_lifetimes, r);
    return r;
}

sema_ty borrow_any_lifetime(borrow_ctx *c, sema_ty bound)
{
    uint32_t *at = arena_map_at(&c->s->scratch, &c->any_of, bound, 1);
    if (!*at)
        *at = borrow_new_any(c) + 1;
    return borrow_region_ty(c, *at - 1);
}

void borrow_want_of_any(borrow_ctx *c, const def_predicate *p, sema_ty self, sema_def of, const sema_ty *args,
                        uint32_t n_args, sema_span span)
{
    sema *s = c->s;
    const uint32_t universe = c->universe;
    const arena_map any_of = c->any_of;
    const sema_def any_trait = c->any_trait;
    c->universe = ++c->n_universes;
    c->any_of = (arena_map){0};
    c->any_trait = p->kind == PREDICATE_TRAIT ? p->trait : 0;
    sema_ty *own = ARENA_ARRAY(s->memory, sema_ty, p->n_args);
    for (uint32_t i = 0; i < p->n_args; i++)
        own[i] = i == 0 && self ? self : borrow_normalize(c, borrow_subst(c, p->of_any[i], of, args, n_args, NULL));
    if (p->kind == PREDICATE_TRAIT) {
        borrow_want_trait(c, p->trait, own, p->n_args, span);
    } else if (ty_kind_of(s, own[1]) == TY_REGION) {
        const borrow_region any = borrow_region_of(c, own[1]);
        borrow_param_outlives(c, own[0], any, span);
        if (ty_kind_of(s, own[0]) != TY_FN_DEF)
            borrow_each_region(c, own[0], borrow_outlives_region, (void *)&any);
    }
    c->universe = universe;
    c->any_of = any_of;
    c->any_trait = any_trait;
}

static void borrow_any_report(borrow_ctx *c, borrow_region longer, const outlives *by)
{
    sema *s = c->s;
    const region_node *any = &c->regions.at[longer];
    if (!by || !borrow_first_report(c, by->span))
        return;
    if (any->of_mismatch) {
        sema_report r = sema_error(s, RUSTG_DIAG_MISMATCHED_TYPES, by->span);
        sema_primary_label(&r, "one type is more general than the other");
        return;
    }
    if (!any->any_trait) {
        sema_error(s, RUSTG_DIAG_LIFETIME, by->span);
        return;
    }
    const char *trait = sema_text(s, def_get(s, any->any_trait)->name);
    sema_report r = sema_error(s, RUSTG_DIAG_NOT_GENERAL, by->span);
    sema_arg(&r, "%s", trait);
    sema_note(&r, "`%s` must be implemented for any lifetime, but is so for some only", trait);
}

void borrow_report_not_general(borrow_ctx *c, borrow_region longer, borrow_region shorter)
{
    borrow_any_report(c, longer, borrow_blame(c, longer, shorter));
}

void borrow_check_any_points(borrow_ctx *c)
{
    for (uint32_t i = 0; i < c->any_lifetimes.n; i++) {
        const borrow_region any = c->any_lifetimes.at[i];
        if (!c->regions.at[any].points.n)
            continue;
        for (uint32_t k = 0; k < c->constraints.n; k++) {
            const outlives *o = &c->constraints.at[k];
            if (o->sup != any || !c->regions.at[o->sub].points.n || !o->span.file)
                continue;
            borrow_any_report(c, any, o);
            break;
        }
    }
}
