/* resolve_dyn.c: turns `dyn Trait` into a type. */
#include "sema/items/def_table.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

/* Auto traits that every type of kernels has tell nothing. */
static bool resolve_dyn_is_always(const sema *s, sema_def trait)
{
    static const char *const names[] = {"Unpin", "UnwindSafe", "RefUnwindSafe"};
    for (uint32_t i = 0; trait && def_get(s, trait)->is_library && i < sizeof names / sizeof *names; i++)
        if (strcmp(sema_text(s, def_get(s, trait)->name), names[i]) == 0)
            return true;
    return false;
}

static uint64_t resolve_dyn_auto(const sema *s, sema_def trait)
{
    return trait == def_lang(s, LANG_SEND) ? TY_AUTO_SEND : trait == def_lang(s, LANG_SYNC) ? TY_AUTO_SYNC : 0;
}

/* E0225 */
static void resolve_dyn_second_trait(sema *s, sema_def first, sema_span first_at, sema_def second, sema_span at)
{
    sema_report r = sema_error(s, RUSTG_DIAG_DYN_SECOND_TRAIT, at);
    sema_label(&r, first_at, "first non-auto trait");
    const char *a = sema_text(s, def_get(s, first)->name), *b = sema_text(s, def_get(s, second)->name);
    sema_help(&r,
              "consider creating a new trait with all of these as supertraits and using that trait here instead: "
              "`trait NewTrait: %s + %s {}`",
              a, b);
    sema_note(&r, "auto-traits like `Send` and `Sync` are traits that have special properties; for more information on "
                  "them, visit <https://doc.rust-lang.org/reference/special-types-and-traits.html#auto-traits>");
}

/* E0191 */
static void resolve_dyn_missing_types(sema *s, sema_def trait, const def_dyn *about, const sema_ty *values,
                                      const syntax_segment *segment, sema_span at)
{
    const char *names = "", *fill = "";
    uint32_t n = 0, n_missing = 0;
    sema_def holder = 0;
    for (uint32_t i = 0; i < about->n_types; i++)
        n_missing += !values[i];
    for (uint32_t i = 0; i < about->n_types; i++) {
        if (values[i])
            continue;
        const char *name = sema_text(s, def_get(s, about->types[i].assoc)->name);
        const char *between = !n ? "" : n + 1 < n_missing ? ", " : n > 1 ? ", and " : " and ";
        names = arena_format(s->memory, "%s%s`%s`", names, between, name);
        fill = arena_format(s->memory, "%s%s%s = /* Type */", fill, n ? ", " : "", name);
        holder = holder ? holder : def_get(s, about->types[i].assoc)->parent;
        n++;
    }
    sema_report r = sema_error(s, RUSTG_DIAG_DYN_TYPE_MISSING, at);
    sema_arg(&r, "%s", n == 1 ? "value of the associated type" : "values of the associated types");
    sema_arg(&r, "%s", names);
    sema_arg(&r, "%s", sema_text(s, def_get(s, holder ? holder : trait)->name));
    for (uint32_t i = 0; i < about->n_types; i++) {
        const sema_def assoc = about->types[i].assoc;
        if (!values[i] && !def_get(s, assoc)->is_library)
            sema_label(&r, def_head_span(s, assoc), "`%s` defined here", sema_text(s, def_get(s, assoc)->name));
    }
    if (!syntax_is(segment->args))
        sema_suggest(&r, (sema_span){at.file, at.end, at.end}, arena_format(s->memory, "<%s>", fill),
                     "specify the associated type%s", n == 1 ? "" : "s");
}

/* The types of a trait's associated types, by what is written and by what bounds say. False: reported. */
static bool resolve_dyn_types(sema *s, sema_def trait, const predicate_list *list, const syntax_segment *segment,
                              sema_span at, sema_ty *values)
{
    const def_dyn *about = def_dyn_of(s, trait);
    const def_predicate *of = &list->at[0];
    const ty_subst subst = {trait, of->args, of->n_args};
    bool all = true;
    for (uint32_t i = 0; i < about->n_types; i++) {
        const def_dyn_type *type = &about->types[i];
        values[i] = type->known ? ty_substitute(s, type->known, &subst) : (sema_ty)TY_NONE;
        for (uint32_t k = 1; k < list->n; k++) {
            const def_predicate *p = &list->at[k];
            bool same = p->kind == PREDICATE_PROJECTION && p->trait == type->assoc && p->n_args == type->n_args;
            for (uint32_t j = 0; same && j < p->n_args; j++)
                same = ty_erase_regions(s, p->args[j]) == ty_erase_regions(s, ty_substitute(s, type->args[j], &subst));
            if (same)
                values[i] = p->equals;
        }
        all &= values[i] != TY_NONE;
    }
    for (uint32_t i = 0; i < about->n_types; i++) /* what a bound says may speak of other types of the object */
        for (uint32_t k = 0; k < about->n_types; k++)
            if (values[i] && ty_kind_of(s, values[i]) == TY_PROJECTION &&
                ty_get(s, values[i])->def == about->types[k].assoc && values[k])
                values[i] = values[k];
    if (!all)
        resolve_dyn_missing_types(s, trait, about, values, segment, at);
    return all;
}

/* What the lifetime is if none is written. */
static sema_ty resolve_dyn_lifetime(sema *s, const resolve_lookup *l, sema_def trait)
{
    if (trait && def_trait_has_lifetime(s, trait))
        return ty_region_of(s, REGION_STATIC, 0, 0);
    if (l->around)
        return l->around;
    return l->elide == ELIDE_INFER || l->how.infer ? ty_erased(s) : ty_region_of(s, REGION_STATIC, 0, 0);
}

/* The fn pointer as which `dyn Fn(A) -> B` is called. */
static sema_ty resolve_dyn_called_as(sema *s, const predicate_list *list, sema_ty inputs, sema_ty output)
{
    for (uint32_t i = 0; i < list->n; i++)
        if (list->at[i].called_as)
            return list->at[i].called_as;
    return def_fn_ptr_of(s, inputs, output);
}

/* What the bounds of a trait object say. */
typedef struct dyn_bounds {
    sema_def trait;
    uint64_t autos;
    sema_ty region; /* TY_NONE: none is written */
    sema_span trait_at;
    syntax_segment segment; /* the trait's */
    predicate_list list;
    bool failed, any;
} dyn_bounds;

static void resolve_dyn_bound(sema *s, resolve_lookup *l, sema_node bound, dyn_bounds *into)
{
    const sema_span at = sema_node_span(s, bound);
    if (resolve_bound_is_maybe(s, bound)) {
        sema_report r = sema_error(s, RUSTG_DIAG_DYN_RELAXED_BOUND, at);
        sema_note(&r, "trait object types are not implicitly bounded by `Sized`, so there is nothing to relax");
        into->failed = true;
        return;
    }
    const syntax_path path = resolve_bound_path(s, bound);
    const sema_def named = resolve_trait_path(s, l->how.scope, &path, path.n_segments, false);
    const uint64_t is_auto = resolve_dyn_auto(s, named);
    into->failed |= !named;
    into->any = true;
    into->autos |= is_auto;
    if (!named || is_auto || resolve_dyn_is_always(s, named))
        return;
    if (into->trait) {
        resolve_dyn_second_trait(s, into->trait, into->trait_at, named, at);
        into->failed = true;
        return;
    }
    into->trait = named;
    into->trait_at = at;
    into->segment = path.segments[path.n_segments - 1];
    resolve_bound(s, l, bound, def_self_ty(s, named), &into->list);
}

bool resolve_may_lack_dyn(const sema *s, sema_node node)
{
    const uint32_t edition = s->files.at[node.file]->edition;
    return edition && edition < 2021;
}

sema_ty resolve_trait_object(sema *s, resolve_lookup *l, sema_node node)
{
    dyn_bounds bounds = {0};
    const bool is_bare = syntax_tok_kind(s, node.file, syntax_first_tok(s, node)) != RUSTG_TOK_KW_DYN;
    if (is_bare && !resolve_may_lack_dyn(s, node)) {
        sema_report r = sema_error(s, RUSTG_DIAG_EXPECTED_TYPE_FOUND_TRAIT, sema_node_span(s, node));
        const sema_span at = {node.file, sema_node_span(s, node).start, sema_node_span(s, node).start};
        sema_suggest(&r, at, "dyn ", "you can add the `dyn` keyword if you want a trait object");
        return TY_ERROR;
    }
    if (def_node_kind(s, node) == RUSTG_AST_TyPath)
        resolve_dyn_bound(s, l, node, &bounds);
    else
        EACH_CHILD(s, node, c)
        {
            if (def_node_kind(s, c) == RUSTG_AST_BoundLifetime) {
                if (bounds.region)
                    sema_error(s, RUSTG_DIAG_DYN_SECOND_LIFETIME, sema_node_span(s, c));
                bounds.region = bounds.region ? bounds.region : resolve_lifetime(s, l, c);
            }
            if (def_node_kind(s, c) == RUSTG_AST_Bound)
                resolve_dyn_bound(s, l, c, &bounds);
        }
    if (!bounds.any)
        sema_error(s, RUSTG_DIAG_DYN_NO_TRAIT, sema_node_span(s, node));
    const sema_def trait = bounds.trait;
    const predicate_list list = bounds.list;
    const sema_span trait_at = bounds.trait_at;
    const syntax_segment segment = bounds.segment;
    if (bounds.failed || !bounds.any || (trait && !list.n))
        return TY_ERROR;
    const sema_ty region = bounds.region ? bounds.region : resolve_dyn_lifetime(s, l, trait);
    if (!trait)
        return ty_dyn(s, 0, bounds.autos, &region, 1);
    const uint32_t n_of = list.at[0].n_args, n_types = def_dyn_of(s, trait)->n_types;
    const sema_ty self = def_self_ty(s, trait);
    sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, n_of + n_types + 2);
    args[0] = region;
    for (uint32_t i = 1; i < n_of; i++) {
        args[i] = list.at[0].args[i];
        if (args[i] == self && l->how.scope && def_generics_owner(s, l->how.scope) != trait) {
            sema_report r = sema_error(s, RUSTG_DIAG_DYN_SELF_DEFAULT, trait_at);
            const char *name = sema_text(s, def_get(s, def_generics(s, trait).params[i])->name);
            sema_arg(&r, "%s", name);
            if (!def_get(s, trait)->is_library)
                sema_label(&r, def_head_span(s, trait), "type parameter `%s` must be specified for this", name);
            sema_note(&r, "because the parameter default references `Self`, the parameter must be specified on the "
                          "trait object type");
            if (!syntax_is(segment.args))
                sema_suggest(&r, (sema_span){trait_at.file, trait_at.end, trait_at.end},
                             arena_format(s->memory, "</* %s */>", name), "explicitly specify the type parameter");
            return TY_ERROR;
        }
    }
    if (!resolve_dyn_types(s, trait, &list, &segment, trait_at, args + n_of))
        return TY_ERROR;
    const bool is_called = def_is_fn_trait(s, trait) && ty_kind_of(s, args[1]) == TY_TUPLE;
    if (is_called)
        args[n_of + n_types] = resolve_dyn_called_as(s, &list, args[1], args[n_of]);
    return ty_dyn(s, trait, bounds.autos, args, n_of + n_types + is_called);
}
