/* def_check_outlives.c: checks that an associated type lives as long as its trait asks (E0477, E0309, E0310), by what
 * an impl says of its lifetimes, and what the types in its header imply. */
#include "sema/items/def_table.h"
#include "rustg/diagnostic_kind.h"

typedef struct def_outlives {
    sema_ty longer, shorter; /* a lifetime or a type parameter; a lifetime */
} def_outlives;
typedef VEC(def_outlives) def_outlives_list;

static void def_outlives_add(sema *s, sema_ty longer, sema_ty shorter, def_outlives_list *list);

static void def_outlives_add_parts(sema *s, sema_ty whole, sema_ty shorter, def_outlives_list *list)
{
    const uint32_t n = ty_get(s, whole)->n_args;
    for (uint32_t i = 0; i < n; i++)
        def_outlives_add(s, ty_arg(s, whole, i), shorter, list);
}

static void def_outlives_add(sema *s, sema_ty longer, sema_ty shorter, def_outlives_list *list)
{
    const ty_kind kind = ty_kind_of(s, longer);
    if (kind == TY_REGION || kind == TY_PARAM)
        vec_push(s->memory, list, ((def_outlives){longer, shorter}));
    else if (kind != TY_PROJECTION)
        def_outlives_add_parts(s, longer, shorter, list);
}

/* What a type of the header implies, for there are no others in it. */
static void def_outlives_implied(sema *s, sema_ty t, def_outlives_list *list)
{
    uint32_t n, n_args;
    const ty_info info = *ty_get(s, t);
    if (info.kind == TY_REF)
        def_outlives_add(s, ty_arg(s, t, 1), ty_arg(s, t, 0), list);
    if (info.kind == TY_ADT) {
        const sema_ty *args = ty_args(s, t, &n_args);
        const ty_subst subst = {info.def, args, n_args};
        const def_predicate *predicates = def_predicates(s, info.def, &n);
        for (uint32_t i = 0; i < n; i++)
            if (predicates[i].kind == PREDICATE_OUTLIVES || predicates[i].kind == PREDICATE_OUTLIVES_TY)
                def_outlives_add(s, ty_substitute(s, predicates[i].args[0], &subst),
                                 ty_substitute(s, predicates[i].args[1], &subst), list);
    }
    for (uint32_t i = 0; i < info.n_args; i++)
        def_outlives_implied(s, ty_arg(s, t, i), list);
}

static def_outlives_list def_outlives_known(sema *s, sema_def impl, sema_def item)
{
    uint32_t n;
    def_outlives_list list = {0};
    const def_trait_ref of = def_impl_trait(s, impl);
    const def_predicate *own = def_predicates(s, item, &n); /* with the impl's */
    for (uint32_t i = 0; i < n; i++)
        if (own[i].kind == PREDICATE_OUTLIVES || own[i].kind == PREDICATE_OUTLIVES_TY)
            def_outlives_add(s, own[i].args[0], own[i].args[1], &list);
    for (uint32_t i = 0; i < of.n_args; i++)
        def_outlives_implied(s, of.args[i], &list);
    return list;
}

static bool def_outlives_holds(sema *s, const def_outlives_list *known, sema_ty longer, sema_ty shorter)
{
    VEC(sema_ty) reached = {0};
    vec_push(s->memory, &reached, longer);
    for (uint32_t at = 0; at < reached.n; at++) {
        const sema_ty from = reached.at[at];
        if (from == shorter || (ty_kind_of(s, from) == TY_REGION && ty_get(s, from)->sub != REGION_PARAM))
            return true; /* what is not named is not followed */
        for (uint32_t i = 0; i < known->n; i++) {
            bool is_new = known->at[i].longer == from;
            for (uint32_t k = 0; k < reached.n && is_new; k++)
                is_new = reached.at[k] != known->at[i].shorter;
            if (is_new)
                vec_push(s->memory, &reached, known->at[i].shorter);
        }
    }
    return false;
}

/* Bounds by traits that have a lifetime may imply it. */
static bool def_outlives_is_trusted(sema *s, sema_def item, sema_ty param)
{
    uint32_t n;
    const def_predicate *own = def_predicates(s, item, &n);
    for (uint32_t i = 0; i < n; i++)
        if (own[i].kind == PREDICATE_TRAIT && own[i].args[0] == param && def_trait_has_lifetime(s, own[i].trait))
            return true;
    return false;
}

/* The part of the type that need not outlive the lifetime, or TY_NONE. */
static sema_ty def_outlives_short(sema *s, sema_def item, const def_outlives_list *known, sema_ty t, sema_ty shorter)
{
    const ty_info info = *ty_get(s, t);
    if (info.kind == TY_PROJECTION || info.kind == TY_OPAQUE || info.kind == TY_FN_DEF || info.kind == TY_CLOSURE)
        return TY_NONE;
    if (info.kind == TY_REGION || (info.kind == TY_PARAM && def_kind_of(s, info.def) == DEF_TYPE_PARAM))
        return def_outlives_holds(s, known, t, shorter) || def_outlives_is_trusted(s, item, t) ? (sema_ty)TY_NONE : t;
    sema_ty found = TY_NONE;
    for (uint32_t i = 0; i < info.n_args && !found; i++)
        found = def_outlives_short(s, item, known, ty_arg(s, t, i), shorter);
    return found;
}

static void def_outlives_report(sema *s, sema_span at, sema_ty whole, sema_ty part, sema_ty shorter)
{
    const bool is_static = ty_get(s, shorter)->sub == REGION_STATIC;
    if (ty_kind_of(s, part) == TY_REGION) {
        sema_report r = sema_error(s, RUSTG_DIAG_TYPE_TOO_SHORT, at);
        sema_arg(&r, "%s", ty_print(s, whole));
        if (is_static)
            sema_note(&r, "type must satisfy the static lifetime");
        else
            sema_note_at(&r, def_span(s, ty_get(s, shorter)->def),
                         "type must outlive the lifetime `%s` as defined here", ty_print(s, shorter));
        return;
    }
    const char *name = ty_print(s, part);
    sema_report r = sema_error(s, is_static ? RUSTG_DIAG_PARAM_NOT_STATIC : RUSTG_DIAG_PARAM_LIFETIME, at);
    sema_arg(&r, "parameter type `%s`", name);
    sema_arg(&r, "%s", name);
    if (is_static)
        sema_label(&r, at, "...so that the type `%s` will meet its required lifetime bounds", name);
}

void def_check_outlives(sema *s, sema_def impl, sema_def item, const def_predicate *bounds, uint32_t n_bounds,
                        const ty_subst *subst)
{
    const sema_ty value = def_type(s, item);
    const sema_node type = syntax_child_in(s, def_get(s, item)->node, RUSTG_AST_CLASS_TY, 0);
    def_outlives_list known = {0};
    bool has_known = false;
    for (uint32_t i = 0; i < n_bounds; i++) {
        if (bounds[i].kind != PREDICATE_OUTLIVES_TY || ty_kind_of(s, bounds[i].args[0]) != TY_PROJECTION)
            continue;
        const sema_ty shorter = ty_substitute(s, bounds[i].args[1], subst);
        const uint8_t sub = ty_get(s, shorter)->sub;
        if (ty_kind_of(s, shorter) != TY_REGION || (sub != REGION_PARAM && sub != REGION_STATIC))
            continue;
        if (!has_known)
            known = def_outlives_known(s, impl, item);
        has_known = true;
        const sema_ty part = def_outlives_short(s, item, &known, value, shorter);
        if (part) {
            def_outlives_report(s, sema_node_span(s, type), value, part, shorter);
            return;
        }
    }
}
