/* def_check_drop.c: what an implementation of Drop may be written for: a struct, enum or union of this crate (E0120),
 * for all arguments that the type takes (E0366, E0367). No field of a union may need one (E0740). */
#include "sema/items/def_table.h"
#include "sema/infer/infer.h"
#include "rustg/diagnostic_kind.h"

static const char *def_drop_kind_name(sema *s, sema_def adt)
{
    const def_kind kind = def_kind_of(s, adt);
    return kind == DEF_ENUM ? "enum" : kind == DEF_UNION ? "union" : "struct";
}

/* The parameter of the impl that an argument of the type stands for; 0: it is anything else. */
static sema_def def_drop_param_of(sema *s, sema_ty arg)
{
    const ty_info *info = ty_get(s, arg);
    const bool is_param = info->kind == TY_PARAM || (info->kind == TY_REGION && info->sub == REGION_PARAM);
    return is_param ? info->def : 0;
}

/* A lifetime without a name is a parameter of its own, and what is wrong has been reported. */
static bool def_drop_is_anonymous(sema *s, sema_ty arg)
{
    const ty_info *info = ty_get(s, arg);
    return info->kind == TY_ERROR ||
           (info->kind == TY_REGION && info->sub != REGION_PARAM && info->sub != REGION_STATIC);
}

static bool def_drop_check_arguments(sema *s, sema_def impl, sema_ty self)
{
    uint32_t n;
    const sema_ty *args = ty_args(s, self, &n);
    const sema_def adt = ty_get(s, self)->def;
    for (uint32_t i = 0; i < n; i++) {
        const sema_def param = def_drop_param_of(s, args[i]);
        bool is_twice = false;
        for (uint32_t k = 0; k < i; k++)
            is_twice |= param && def_drop_param_of(s, args[k]) == param;
        if (def_drop_is_anonymous(s, args[i]) || (param && !is_twice))
            continue;
        sema_report r = sema_error(s, RUSTG_DIAG_DROP_SPECIALIZED, def_head_span(s, impl));
        sema_note(&r, is_twice ? "`%s` is mentioned multiple times" : "`%s` is not a generic parameter",
                  ty_print(s, args[i]));
        sema_note_at(&r, def_head_span(s, adt),
                     "use the same sequence of generic lifetime, type and const parameters as the %s definition",
                     def_drop_kind_name(s, adt));
        return false;
    }
    return true;
}

/* Each bound of the impl must follow from the bounds of the type's own definition. */
static void def_drop_check_bounds(sema *s, sema_def impl, sema_ty self)
{
    uint32_t n_predicates, n_own, n_args, n_params;
    const sema_def adt = ty_get(s, self)->def;
    const def_predicate *predicates = def_predicates(s, impl, &n_predicates);
    const sema_def *own = def_own_params(s, impl, &n_own);
    const sema_ty *args = ty_args(s, self, &n_args), *params = def_identity_args(s, adt, &n_params);
    sema_ty *map = ARENA_ARRAY(s->memory, sema_ty, n_own);
    for (uint32_t i = 0; i < n_own; i++) {
        map[i] = TY_ERROR;
        for (uint32_t k = 0; k < n_args && k < n_params; k++)
            if (def_drop_param_of(s, args[k]) == own[i])
                map[i] = params[k];
    }
    for (uint32_t i = 0; i < n_own; i++) {
        const sema_def theirs = ty_kind_of(s, map[i]) == TY_PARAM ? ty_get(s, map[i])->def : 0;
        if (!theirs || def_kind_of(s, own[i]) != DEF_TYPE_PARAM || !def_param_is_sized(s, own[i]) ||
            def_param_is_sized(s, theirs))
            continue;
        sema_report r = sema_error(s, RUSTG_DIAG_DROP_BOUND, def_span(s, own[i]));
        sema_arg(&r, "%s: Sized", ty_print(s, ty_param(s, own[i])));
        sema_arg(&r, "%s", def_drop_kind_name(s, adt));
        sema_note_at(&r, def_head_span(s, adt), "the implementor must specify the same requirement");
        return;
    }
    const ty_subst subst = {impl, map, n_own};
    infer_ctx *c = infer_begin(s, adt);
    for (uint32_t i = 0; i < n_predicates; i++) {
        const def_predicate *p = &predicates[i];
        if (p->kind != PREDICATE_TRAIT)
            continue;
        sema_ty *wanted = ARENA_ARRAY(s->memory, sema_ty, p->n_args);
        for (uint32_t k = 0; k < p->n_args; k++)
            wanted[k] = infer_resolve(c, infer_normalize(c, def_no_regions(s, p->args[k], &subst), p->span));
        if (infer_holds(c, p->trait, wanted, p->n_args) != ANSWER_NO)
            continue;
        sema_report r = sema_error(s, RUSTG_DIAG_DROP_BOUND, p->span);
        sema_arg(&r, "%s: %s", ty_print(s, p->args[0]), trait_print_ref(s, p->trait, p->args, p->n_args));
        sema_arg(&r, "%s", def_drop_kind_name(s, adt));
        sema_note_at(&r, def_head_span(s, adt), "the implementor must specify the same requirement");
    }
}

void def_check_drop(sema *s, sema_def impl, sema_ty self)
{
    if (ty_kind_of(s, self) != TY_ADT || def_get(s, ty_get(s, self)->def)->is_library) {
        const sema_node at = syntax_impl_of(s, def_get(s, impl)->node).self_ty;
        sema_error(s, RUSTG_DIAG_DROP_NO_ADT, sema_node_span(s, at));
        return;
    }
    if (def_drop_check_arguments(s, impl, self))
        def_drop_check_bounds(s, impl, self);
}

static bool def_drop_fits_union(infer_ctx *c, sema *s, sema_ty t)
{
    uint32_t n;
    const sema_ty *args = ty_args(s, t, &n);
    const ty_kind kind = ty_kind_of(s, t);
    if (kind == TY_TUPLE) {
        for (uint32_t i = 0; i < n; i++)
            if (!def_drop_fits_union(c, s, args[i]))
                return false;
        return true;
    }
    if (kind == TY_ARRAY)
        return def_drop_fits_union(c, s, args[0]);
    if (kind == TY_REF || (kind == TY_ADT && ty_get(s, t)->def == def_lang(s, LANG_MANUALLY_DROP)))
        return true;
    return ty_has(s, t, TY_HAS_ERROR) || infer_is_copy(c, t);
}

void def_check_union(sema *s, sema_def adt)
{
    uint32_t n_variants, n;
    const sema_def *variants = def_variants(s, adt, &n_variants);
    const sema_def *fields = n_variants ? def_fields(s, variants[0], &n) : NULL;
    infer_ctx *c = infer_begin(s, adt);
    for (uint32_t i = 0; fields && i < n; i++) {
        const sema_node node = def_type_node(s, def_get(s, fields[i])->node);
        const sema_span at = sema_node_span(s, node);
        if (def_drop_fits_union(c, s, infer_normalize(c, ty_erase_regions(s, def_type(s, fields[i])), at)))
            continue;
        sema_report r = sema_error(s, RUSTG_DIAG_UNION_FIELD, def_item_span(s, fields[i]));
        sema_note(&r, "union fields must not have drop side-effects, which is currently enforced via either `Copy` or "
                      "`ManuallyDrop<...>`");
        sema_suggest(&r, (sema_span){at.file, at.start, at.start}, "std::mem::ManuallyDrop<",
                     "wrap the field type in `ManuallyDrop<...>`");
        sema_suggest_further(&r, (sema_span){at.file, at.end, at.end}, ">");
        return;
    }
}

sema_def def_destructor(sema *s, sema_def adt)
{
    const sema_def drop = def_lang(s, LANG_DROP);
    const sema_symbol name = def_get(s, adt)->name;
    uint32_t at = 0, n_items;
    for (sema_def impl; drop && (impl = trait_next_impl(s, drop, name, &at)) != 0;) {
        const sema_ty self = def_type(s, impl);
        if (ty_kind_of(s, self) != TY_ADT || ty_get(s, self)->def != adt)
            continue;
        const sema_def *items = def_assoc_items(s, impl, &n_items);
        return n_items ? items[0] : impl;
    }
    return 0;
}

bool def_has_destructors(sema *s)
{
    const sema_def drop = def_lang(s, LANG_DROP);
    uint32_t n = 0;
    const sema_def *impls = drop ? def_impls_of(s, drop, &n) : NULL;
    for (uint32_t i = 0; i < n; i++)
        if (!def_get(s, impls[i])->is_library)
            return true;
    def_table *t = s->defs;
    const sema_ty end = s->types->first + s->types->infos.n;
    for (t->types_seen = t->types_seen ? t->types_seen : s->types->first; !t->has_ref_cells && t->types_seen < end;
         t->types_seen++) {
        const ty_info *info = ty_get(s, t->types_seen);
        t->has_ref_cells = info->kind == TY_ADT && info->def == def_lang(s, LANG_REF_CELL);
    }
    return t->has_ref_cells;
}
