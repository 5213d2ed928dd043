/* def_check_stricter.c: checks that a method of an impl requires no more than the trait's method (E0276). */
#include "sema/items/def_table.h"
#include "sema/infer/infer_internal.h"
#include "rustg/diagnostic_kind.h"

/* What may be assumed: the impl's predicates, and the trait's method's for these arguments. */
static infer_ctx *def_begin_with(sema *s, sema_def fn, sema_def of, const ty_subst *subst)
{
    VEC(def_predicate) all = {0};
    uint32_t n_impl, n_of;
    const def_predicate *of_impl = def_predicates(s, def_get(s, fn)->parent, &n_impl);
    for (uint32_t i = 0; i < n_impl; i++)
        vec_push(s->memory, &all, of_impl[i]);
    const def_predicate *of_trait = def_predicates(s, of, &n_of);
    for (uint32_t i = 0; i < n_of; i++) {
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

static bool def_check_stricter_is_within(sema_span inner, sema_span outer)
{
    return inner.file == outer.file && inner.start >= outer.start && inner.end <= outer.end;
}

void def_check_stricter(sema *s, sema_def fn, sema_def of, const sema_ty *args, uint32_t n_args)
{
    uint32_t n;
    ty_subst subst = {of, args, n_args};
    const def_predicate *predicates = def_predicates(s, fn, &n);
    sema_span own = sema_node_span(s, def_get(s, fn)->node);
    infer_ctx *c = NULL;
    for (uint32_t i = 0; i < n; i++) {
        const def_predicate *p = &predicates[i];
        if (p->kind != PREDICATE_TRAIT || !def_check_stricter_is_within(p->span, own))
            continue;
        if (!c)
            c = def_begin_with(s, fn, of, &subst);
        sema_ty *wanted = ARENA_ARRAY(s->memory, sema_ty, p->n_args);
        for (uint32_t k = 0; k < p->n_args; k++)
            wanted[k] = infer_resolve(c, infer_normalize(c, ty_erase_regions(s, p->args[k]), p->span));
        if (infer_holds(c, p->trait, wanted, p->n_args) != ANSWER_NO)
            continue;
        sema_report r = sema_error(s, RUSTG_DIAG_STRICTER_METHOD, p->span);
        sema_arg(&r, "%s: %s", ty_print(s, p->args[0]), trait_print_ref(s, p->trait, p->args, p->n_args));
        if (!def_get(s, of)->is_library)
            sema_label(&r, def_head_span(s, of), "definition of `%s` from trait", sema_text(s, def_get(s, of)->name));
    }
}
