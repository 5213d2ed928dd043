/* def_check_derived.c: what rustc's derives check beside the impls that they write. They refuse unions and look at
 * #[default], and bodies that are not written here want a trait of all fields.
 *
 * Source: rustc 1.95's rustc_builtin_macros/src/deriving. */
#include "sema/infer/infer.h"
#include "sema/items/def_table.h"
#include "rustg/diagnostic_kind.h"

/* ---- #[default] ---- */

static sema_span def_check_derived_attr(sema *s, const def_attr *attr)
{
    return sema_node_span(s, attr->node);
}

static void def_check_derived_no_unit(sema *s, sema_span at)
{
    sema_report r = sema_error(s, RUSTG_DIAG_DEFAULT_NO_UNIT, at);
    sema_help(&r, "consider a manual implementation of `Default`");
}

/* Only a variant may be marked. */
static void def_check_derived_marks(sema *s, sema_def adt, const sema_def *variants, uint32_t n)
{
    def_attr attr;
    uint32_t n_fields;
    for (uint32_t i = 0; def_find_attr(s, def_get(s, adt)->node, "default", i, &attr); i++)
        def_check_derived_no_unit(s, def_check_derived_attr(s, &attr));
    for (uint32_t i = 0; i < n; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t k = 0; k < n_fields; k++)
            for (uint32_t j = 0; def_find_attr(s, def_get(s, fields[k])->node, "default", j, &attr); j++)
                def_check_derived_no_unit(s, def_check_derived_attr(s, &attr));
    }
}

static void def_check_derived_no_default(sema *s, sema_def adt, const sema_def *variants, uint32_t n, sema_span at)
{
    sema_report r = sema_error(s, RUSTG_DIAG_NO_DEFAULT_VARIANT, at);
    sema_label(&r, sema_node_span(s, def_get(s, adt)->node), "this enum needs a unit variant marked with `#[default]`");
    for (uint32_t i = 0; i < n; i++)
        if (def_shape(s, variants[i]) == SHAPE_UNIT) {
            sema_span before = sema_node_span(s, def_get(s, variants[i])->node);
            before.end = before.start;
            sema_suggest(&r, before, "#[default] ", "make this unit variant default by placing `#[default]` on it");
        }
}

static void def_check_derived_two_defaults(sema *s, const sema_def *variants, uint32_t n, sema_span at)
{
    sema_report r = sema_error(s, RUSTG_DIAG_DEFAULT_VARIANTS, at);
    def_attr attr;
    bool is_first = true;
    for (uint32_t i = 0; i < n; i++) {
        if (!def_find_attr(s, def_get(s, variants[i])->node, "default", 0, &attr))
            continue;
        sema_label(&r, def_span(s, variants[i]), is_first ? "first default" : "additional default");
        is_first = false;
    }
    sema_note(&r, "only one variant can be default");
}

static bool def_check_derived_variant(sema *s, sema_def variant)
{
    const sema_node node = def_get(s, variant)->node;
    def_attr attr, more;
    if (def_shape(s, variant) != SHAPE_UNIT) {
        def_check_derived_no_unit(s, def_span(s, variant));
        return false;
    }
    if (def_find_attr(s, node, "non_exhaustive", 0, &attr)) {
        sema_report r = sema_error(s, RUSTG_DIAG_DEFAULT_NON_EXHAUSTIVE, def_span(s, variant));
        sema_label(&r, def_check_derived_attr(s, &attr), "declared `#[non_exhaustive]` here");
        sema_help(&r, "consider a manual implementation of `Default`");
        return false;
    }
    def_find_attr(s, node, "default", 0, &attr);
    if (def_find_attr(s, node, "default", 1, &more)) {
        sema_report r = sema_error(s, RUSTG_DIAG_DEFAULT_TWICE, def_span(s, variant));
        sema_label(&r, def_check_derived_attr(s, &attr), "`#[default]` used here");
        for (uint32_t i = 1; def_find_attr(s, node, "default", i, &more); i++)
            sema_label(&r, def_check_derived_attr(s, &more), "`#[default]` used again here");
        sema_note(&r, "only one `#[default]` attribute is needed");
        return false;
    }
    if (attr.first == attr.last)
        return true;
    sema_report r = sema_error(s, RUSTG_DIAG_DEFAULT_VALUE, def_check_derived_attr(s, &attr));
    sema_help(&r, "try using `#[default]`");
    return false;
}

sema_def def_derived_default(sema *s, sema_def adt, sema_span at)
{
    uint32_t n, n_marked = 0;
    sema_def chosen = def_kind_of(s, adt) == DEF_ENUM ? 0 : adt;
    const sema_def *variants = def_variants(s, adt, &n);
    def_attr attr;
    if (!def_get(s, adt)->is_library)
        def_check_derived_marks(s, adt, variants, n);
    if (chosen)
        return chosen;
    for (uint32_t i = 0; i < n; i++)
        if (def_find_attr(s, def_get(s, variants[i])->node, "default", 0, &attr)) {
            chosen = variants[i];
            n_marked++;
        }
    if (!chosen)
        def_check_derived_no_default(s, adt, variants, n, at);
    else if (n_marked > 1)
        def_check_derived_two_defaults(s, variants, n, at);
    return n_marked == 1 && def_check_derived_variant(s, chosen) ? chosen : 0;
}

/* ---- Bounds of fields ---- */

static bool def_check_derived_alike(const rustg_diagnostic *a, const rustg_diagnostic *b)
{
    return a->kind == b->kind && strcmp(a->parts[0].text, b->parts[0].text) == 0 &&
           strcmp(a->parts[1].text, b->parts[1].text) == 0;
}

/* Reports what does not hold, a type's bound once, and names the derive. */
static void def_check_derived_finish(sema *s, infer_ctx *c, sema_span derive)
{
    const uint32_t from = s->diags.n;
    infer_finish_together(c);
    for (uint32_t i = from; i < s->diags.n; i++) {
        uint32_t k = from;
        while (k < i && !def_check_derived_alike(&s->diags.data[k], &s->diags.data[i]))
            k++;
        if (k < i)
            sema_order_drop(s, i);
        else
            sema_label(&(sema_report){.s = s, .diag = i}, derive, "in this derive macro expansion");
    }
}

/* A packed type's fields are shown as copies. */
static void def_check_derived_packed(sema *s, infer_ctx *c, sema_def field, sema_ty t, sema_span derive)
{
    if (ty_has(s, t, TY_HAS_ERROR) || infer_is_copy(c, t))
        return;
    const sema_order_key before = sema_order_enter(s, SEMA_STEP_BORROW, derive, 0);
    sema_report r = sema_error(s, RUSTG_DIAG_MOVE_OUT_OF, sema_node_span(s, def_get(s, field)->node));
    sema_arg(&r, "a shared reference");
    sema_primary_label(&r, "move occurs because value has type `%s`, which does not implement the `Copy` trait",
                       ty_print(s, t));
    sema_label(&r, derive, "in this derive macro expansion");
    sema_note(&r, "`#[derive(Debug)]` triggers a move because taking references to the fields of a packed struct is "
                  "undefined behaviour");
    s->order = before;
}

/* A Debug has a call for each variant, and its last field stands behind one reference more, for it may be unsized. All
 * other bounds are asked for together. */
static void def_check_derived_fields(sema *s, sema_def impl, sema_ty self, sema_def trait, bool debug)
{
    uint32_t n_variants, n, n_args;
    const sema_ty *args = ty_args(s, self, &n_args);
    const sema_def adt = ty_get(s, self)->def;
    const ty_subst subst = {adt, args, n_args};
    const sema_def *variants = def_variants(s, adt, &n_variants);
    const sema_span derive = s->files.at[def_get(s, impl)->node.file]->call;
    const bool is_packed = def_repr_of(s, adt).packed;
    infer_ctx *c = infer_begin(s, impl);
    for (uint32_t i = 0; i < n_variants; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n);
        for (uint32_t k = 0; k < n; k++) {
            const sema_span at = sema_node_span(s, def_get(s, fields[k])->node);
            sema_ty *of = ARENA_NEW(s->memory, sema_ty);
            *of = infer_normalize(c, ty_substitute(s, def_type(s, fields[k]), &subst), at);
            if (debug && is_packed)
                def_check_derived_packed(s, c, fields[k], *of, derive);
            if (debug && k + 1 == n)
                *of = ty_ref(s, ty_erased(s), false, *of);
            infer_require(c, (def_predicate){.kind = PREDICATE_TRAIT, .trait = trait, .args = of, .n_args = 1},
                          (infer_cause){.at = at});
        }
        if (debug && n) {
            def_check_derived_finish(s, c, derive);
            c = infer_begin(s, impl);
        }
    }
    def_check_derived_finish(s, c, derive);
}

/* Is it the Clone of a type without type parameters that derives Copy with it? That copies itself as a whole. */
static bool def_check_derived_copies(sema *s, sema_def impl)
{
    const def_table *t = def_tab(s);
    uint32_t i = t->derives.n;
    while (i && t->derives.at[i - 1].impl != impl)
        i--;
    return i && t->derives.at[i - 1].copies;
}

void def_check_derived(sema *s, sema_def impl, sema_ty self, sema_def trait)
{
    if (ty_kind_of(s, self) != TY_ADT || def_get(s, impl)->is_library ||
        !sema_is_derived(s, def_get(s, impl)->node.file))
        return;
    const bool debug = trait == def_lang(s, LANG_DEBUG);
    const sema_order_key before = sema_order_enter(s, SEMA_STEP_BODY, def_span(s, impl), 0);
    if (def_kind_of(s, ty_get(s, self)->def) != DEF_UNION &&
        (debug || strcmp(def_path(s, trait), "cmp::Eq") == 0 ||
         (trait == def_lang(s, LANG_CLONE) && def_check_derived_copies(s, impl))))
        def_check_derived_fields(s, impl, self, trait, debug);
    s->order = before;
}
