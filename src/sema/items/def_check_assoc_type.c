/* def_check_assoc_type.c: checks what an impl says that an associated type is. */
#include "sema/items/def_table.h"
#include "rustg/diagnostic_kind.h"

/* Whether an impl says, or may imply, that part outlives the lifetime. Any further bound of part counts as that. */
static bool def_assoc_type_outlives(sema *s, sema_def impl, sema_ty part, sema_ty lifetime)
{
    uint32_t n;
    const def_trait_ref of = def_impl_trait(s, impl);
    const def_predicate *known = def_predicates(s, impl, &n);
    bool holds = part == lifetime;
    for (uint32_t i = 0; i < n && !holds; i++)
        holds =
            (known[i].kind == PREDICATE_OUTLIVES || known[i].kind == PREDICATE_OUTLIVES_TY) && known[i].args[0] == part;
    for (uint32_t i = 0; i < of.n_args && !holds; i++)
        holds = ty_mentions(s, of.args[i], part) && ty_kind_of(s, of.args[i]) != TY_PARAM &&
                ty_kind_of(s, of.args[i]) != TY_REGION;
    return holds;
}

/* What is behind a reference in an associated type outlives the reference. */
static void def_assoc_type_behind(sema *s, sema_def impl, sema_def item, sema_ty whole, sema_ty inner)
{
    const ty_info info = *ty_get(s, inner);
    const sema_ty lifetime = ty_arg(s, whole, 0);
    if (!ty_has(s, inner, TY_HAS_LIFETIME))
        return;
    if (info.kind == TY_REGION && info.sub == REGION_PARAM && !def_assoc_type_outlives(s, impl, inner, lifetime)) {
        sema_report r = sema_error(s, RUSTG_DIAG_REF_OUTLIVES_DATA, def_head_span(s, item));
        sema_arg(&r, "%s", ty_print(s, whole));
        sema_note_at(&r, def_span(s, ty_get(s, lifetime)->def),
                     "the pointer is valid for the lifetime `%s` as defined here", ty_print(s, lifetime));
        sema_note_at(&r, def_span(s, info.def),
                     "but the referenced data is only valid for the lifetime `%s` as defined here", ty_print(s, inner));
    }
    for (uint32_t i = 0; i < info.n_args && info.kind != TY_DYN && info.kind != TY_FN_PTR; i++)
        def_assoc_type_behind(s, impl, item, whole, ty_arg(s, inner, i));
}

/* E0275: an associated type that is itself. A where clause that tells of it settles it before the impl does. */
static bool def_assoc_type_is_own(sema *s, sema_def impl, sema_def item, sema_ty t)
{
    const def_trait_ref of = def_impl_trait(s, impl);
    uint32_t n;
    if (ty_kind_of(s, t) != TY_PROJECTION || ty_get(s, t)->def != def_member(s, of.trait, item))
        return false;
    const sema_ty *args = ty_args(s, t, &n);
    for (uint32_t i = 0; i < n && i < of.n_args; i++)
        if (ty_erase_regions(s, args[i]) != ty_erase_regions(s, of.args[i]))
            return false;
    const def_predicate *known = def_predicates(s, impl, &n);
    for (uint32_t i = 0; i < n; i++)
        if (known[i].kind == PREDICATE_TRAIT && known[i].trait == of.trait && known[i].n_args &&
            ty_erase_regions(s, known[i].args[0]) == ty_erase_regions(s, of.args[0]))
            return false;
    const sema_node type = syntax_child_in(s, def_get(s, item)->node, RUSTG_AST_CLASS_TY, 0);
    sema_report r = sema_error(s, RUSTG_DIAG_OVERFLOW_REQUIREMENT, sema_node_span(s, type));
    sema_arg(&r, "%s == _", ty_print(s, t));
    return true;
}

void def_check_assoc_type(sema *s, sema_def impl, sema_def item)
{
    uint32_t n;
    const sema_ty t = def_type(s, item);
    def_own_params(s, item, &n);
    if (!n && def_assoc_type_is_own(s, impl, item, t))
        return;
    if (n || !t || ty_kind_of(s, t) != TY_REF || ty_has(s, t, TY_HAS_PROJECTION | TY_HAS_ERROR))
        return;
    const ty_info *lifetime = ty_get(s, ty_arg(s, t, 0));
    if (lifetime->sub == REGION_PARAM)
        def_assoc_type_behind(s, impl, item, t, ty_arg(s, t, 1));
}
