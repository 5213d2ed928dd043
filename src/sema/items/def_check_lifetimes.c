/* def_check_lifetimes.c: checks lifetimes in items.
 *
 * A method of an impl must have as many early-bound lifetimes as the trait's method (E0195). Early-bound are those
 * that a bound names, and those that the result has and no parameter; all others are chosen anew by each call.
 *
 * A type behind `&'static` in a field must outlive 'static (E0310). Other lifetimes in that place imply the bound. */
#include "sema/items/def_table.h"
#include "rustg/diagnostic_kind.h"

static bool def_mentions(const sema *s, sema_ty t, sema_def lifetime, bool only_fixed)
{
    ty_info info = *ty_get(s, t);
    if (info.kind == TY_REGION)
        return info.sub == REGION_PARAM && info.def == lifetime;
    if (only_fixed && info.kind == TY_PROJECTION)
        return false;
    for (uint32_t i = 0; i < info.n_args; i++)
        if (def_mentions(s, ty_arg(s, t, i), lifetime, only_fixed))
            return true;
    return false;
}

/* Finds the bound that names the lifetime; the span is nowhere if none does. */
static bool def_bound_of(sema *s, sema_def fn, sema_def lifetime, sema_span *at)
{
    uint32_t n;
    const def_predicate *predicates = def_predicates(s, fn, &n);
    for (uint32_t i = 0; i < n; i++) {
        bool found = predicates[i].equals && def_mentions(s, predicates[i].equals, lifetime, false);
        for (uint32_t k = 0; k < predicates[i].n_args && !found; k++)
            found = def_mentions(s, predicates[i].args[k], lifetime, false);
        *at = predicates[i].span;
        if (found)
            return true;
    }
    return false;
}

bool def_is_early(sema *s, sema_def fn, sema_def lifetime)
{
    def_sig sig = def_fn_sig(s, fn);
    sema_span at;
    if (def_get(s, lifetime)->parent != fn)
        return false;
    if (def_bound_of(s, fn, lifetime, &at))
        return true;
    for (uint32_t i = 0; i < sig.n_inputs; i++)
        if (def_mentions(s, sig.inputs[i], lifetime, true))
            return false;
    return def_mentions(s, sig.output, lifetime, false);
}

static uint32_t def_count_early(sema *s, sema_def fn)
{
    uint32_t n, count = 0;
    const sema_def *own = def_own_params(s, fn, &n);
    for (uint32_t i = 0; i < n; i++)
        count += def_kind_of(s, own[i]) == DEF_LIFETIME_PARAM && def_is_early(s, fn, own[i]);
    return count;
}

/* Two lifetimes that stand in one place, one early-bound and the other not. ours is the impl's, or 0 if it is left
 * out. */
typedef struct mismatch {
    sema_def ours, theirs;
    bool ours_is_early;
    uint32_t input;
} mismatch;
typedef struct comparison {
    sema *s;
    sema_def fn, of;
    uint32_t input;
    VEC(mismatch) found;
} comparison;

static void def_check_lifetimes_compare(comparison *c, sema_ty ours, sema_ty theirs)
{
    sema *s = c->s;
    ty_info a = *ty_get(s, ours), b = *ty_get(s, theirs);
    if (a.kind != b.kind)
        return;
    if (a.kind != TY_REGION) {
        for (uint32_t i = 0; i < a.n_args && i < b.n_args; i++)
            def_check_lifetimes_compare(c, ty_arg(s, ours, i), ty_arg(s, theirs, i));
        return;
    }
    bool ours_is_own = a.sub == REGION_PARAM ? def_get(s, a.def)->parent == c->fn : a.sub == REGION_ELIDED;
    bool theirs_is_own = b.sub == REGION_PARAM && def_get(s, b.def)->parent == c->of;
    if (!ours_is_own || !theirs_is_own)
        return;
    bool ours_is_early = a.sub == REGION_PARAM && def_is_early(s, c->fn, a.def);
    if (ours_is_early == def_is_early(s, c->of, b.def))
        return;
    for (uint32_t i = 0; i < c->found.n; i++)
        if (ours_is_early ? c->found.at[i].ours == a.def : c->found.at[i].theirs == b.def)
            return;
    vec_push(s->memory, &c->found, ((mismatch){a.sub == REGION_PARAM ? a.def : 0, b.def, ours_is_early, c->input}));
}

/* A lifetime's declaration, or the `&` that leaves it out. */
static sema_span def_place_of(sema *s, sema_def fn, const mismatch *m)
{
    if (m->ours)
        return def_span(s, m->ours);
    syntax_fn parts = syntax_fn_of(s, def_get(s, fn)->node);
    if (m->input >= parts.params.n)
        return def_span(s, fn);
    sema_node type = syntax_child_in(s, parts.params.at[m->input], RUSTG_AST_CLASS_TY, 0);
    if (!syntax_is(type))
        type = parts.params.at[m->input];
    return syntax_tok_span(s, type.file, syntax_first_tok(s, type));
}

static sema_span def_generics_span(sema *s, sema_def fn)
{
    sema_node generics = syntax_child_of(s, def_get(s, fn)->node, RUSTG_AST_Generics);
    sema_span at = syntax_is(generics) ? sema_node_span(s, generics) : def_span(s, fn);
    if (!syntax_is(generics))
        at.start = at.end;
    return at;
}

static void def_check_lifetimes_report(sema *s, comparison *c)
{
    sema_report r = sema_error(s, RUSTG_DIAG_LIFETIMES_DIFFER, def_place_of(s, c->fn, &c->found.at[0]));
    sema_note(&r, "lifetime parameters differ in whether they are early- or late-bound");
    for (uint32_t i = 0; i < c->found.n; i++) {
        const mismatch *m = &c->found.at[i];
        sema_note_at(&r, def_place_of(s, c->fn, m), "`'%s` differs between the trait and impl",
                     m->ours ? sema_text(s, def_get(s, m->ours)->name) : "_");
    }
}

void def_check_lifetimes(sema *s, sema_def fn, sema_def of)
{
    if (def_get(s, of)->is_library || def_count_early(s, fn) == def_count_early(s, of))
        return;
    comparison c = {.s = s, .fn = fn, .of = of};
    def_sig ours = def_fn_sig(s, fn), theirs = def_fn_sig(s, of);
    for (; c.input < ours.n_inputs; c.input++)
        def_check_lifetimes_compare(&c, ours.inputs[c.input], theirs.inputs[c.input]);
    def_check_lifetimes_compare(&c, ours.output, theirs.output);
    if (c.found.n) {
        def_check_lifetimes_report(s, &c);
        return;
    }
    const char *kind = def_kind_text(s, fn);
    sema_report r = sema_error(s, RUSTG_DIAG_LIFETIMES_DO_NOT_MATCH, def_generics_span(s, fn));
    sema_arg(&r, "%s", kind);
    sema_arg(&r, "%s", sema_text(s, def_get(s, fn)->name));
    sema_label(&r, def_generics_span(s, of), "lifetimes in impl do not match this %s in trait", kind);
}

/* ---- Fields ---- */

static bool def_has_lifetime(sema *s, sema_def trait, uint32_t depth)
{
    uint32_t n;
    const def_predicate *predicates = def_predicates(s, trait, &n);
    for (uint32_t i = 0; i < n; i++)
        if (predicates[i].kind == PREDICATE_OUTLIVES_TY ||
            (predicates[i].kind == PREDICATE_TRAIT && predicates[i].trait != trait && depth < 8 &&
             def_has_lifetime(s, predicates[i].trait, depth + 1)))
            return true;
    return false;
}

bool def_trait_has_lifetime(sema *s, sema_def trait)
{
    return def_has_lifetime(s, trait, 0);
}

bool def_assoc_has_lifetime(sema *s, sema_def assoc)
{
    uint32_t n;
    const def_predicate *bounds = def_bounds(s, assoc, &n);
    for (uint32_t i = 0; i < n; i++)
        if (bounds[i].kind == PREDICATE_OUTLIVES_TY ||
            (bounds[i].kind == PREDICATE_TRAIT && def_trait_has_lifetime(s, bounds[i].trait)))
            return true;
    return false;
}

static bool def_may_outlive(sema *s, sema_def adt, sema_ty param)
{
    uint32_t n;
    const def_predicate *predicates = def_predicates(s, adt, &n);
    for (uint32_t i = 0; i < n; i++) {
        const def_predicate *p = &predicates[i];
        if (p->args[0] == param &&
            (p->kind == PREDICATE_OUTLIVES_TY || (p->kind == PREDICATE_TRAIT && def_trait_has_lifetime(s, p->trait))))
            return true;
    }
    return false;
}

/* A parameter in t that need not live as long as 'static, or TY_NONE. */
static sema_ty def_short_lived(sema *s, sema_def adt, sema_ty t)
{
    ty_info info = *ty_get(s, t);
    if (info.kind == TY_PARAM)
        return def_kind_of(s, info.def) == DEF_TYPE_PARAM && !def_may_outlive(s, adt, t) ? t : (sema_ty)TY_NONE;
    sema_ty found = TY_NONE;
    if (info.kind == TY_PROJECTION) {
        bool is_bounded =
            ty_has(s, t, TY_HAS_REGION) || def_assoc_has_lifetime(s, info.def) || def_may_outlive(s, adt, t);
        for (uint32_t i = 0; i < info.n_args && !is_bounded && !found; i++)
            found = def_short_lived(s, adt, ty_arg(s, t, i));
        return found ? t : (sema_ty)TY_NONE;
    }
    bool is_plain = info.kind == TY_REF || info.kind == TY_SLICE || info.kind == TY_ARRAY || info.kind == TY_TUPLE ||
                    info.kind == TY_ADT;
    for (uint32_t i = 0; i < info.n_args && is_plain && !found; i++)
        found = def_short_lived(s, adt, ty_arg(s, t, i));
    return found;
}

static sema_ty def_static_reference(sema *s, sema_ty t, sema_def adt, sema_ty *param)
{
    ty_info info = *ty_get(s, t);
    if (!ty_has(s, t, TY_HAS_PARAM) || !ty_has(s, t, TY_HAS_REGION))
        return TY_NONE;
    if (info.kind == TY_REF && ty_get(s, ty_arg(s, t, 0))->sub == REGION_STATIC &&
        (*param = def_short_lived(s, adt, ty_arg(s, t, 1))))
        return t;
    sema_ty found = TY_NONE;
    for (uint32_t i = 0; i < info.n_args && !found && info.kind != TY_PROJECTION && info.kind != TY_FN_PTR; i++)
        found = def_static_reference(s, ty_arg(s, t, i), adt, param);
    return found;
}

void def_check_static_field(sema *s, sema_def adt, sema_def field)
{
    sema_ty param = TY_NONE, reference = def_static_reference(s, def_type(s, field), adt, &param);
    if (!reference || def_get(s, adt)->is_library)
        return;
    sema_node type = syntax_child_in(s, def_get(s, field)->node, RUSTG_AST_CLASS_TY, 0);
    sema_report r = sema_error(s, RUSTG_DIAG_PARAM_NOT_STATIC, sema_node_span(s, type));
    const char *name = ty_print(s, param);
    bool is_param = ty_kind_of(s, param) == TY_PARAM;
    sema_arg(&r, "%s type `%s`", is_param ? "parameter" : "associated", name);
    sema_label(&r, sema_node_span(s, type),
               "...so that the reference type `&'static %s%s` does not outlive the data it points at",
               ty_get(s, reference)->mutable ? "mut " : "", ty_print(s, ty_arg(s, reference, 1)));
    if (!is_param)
        return;
    sema_def at = ty_get(s, param)->def;
    sema_span end = sema_node_span(s, def_get(s, at)->node);
    bool has_bounds = end.end > def_span(s, at).end;
    end.start = end.end;
    sema_suggest(&r, end, has_bounds ? " + 'static" : ": 'static", "consider adding an explicit lifetime bound");
}
