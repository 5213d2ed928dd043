/* def_check_stricter.c: checks that a method of an impl requires no more than the trait's method (E0276). */
#include "sema/items/def_table.h"
#include "sema/infer/infer.h"
#include "rustg/diagnostic_kind.h"

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
            c = infer_begin_method(s, fn, of, &subst);
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
