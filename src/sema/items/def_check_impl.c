/* def_check_impl.c: checks impls against their trait, and whether they may stand where they do. */
#include "sema/items/def_table.h"
#include "sema/infer/infer.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

static const char *def_check_impl_name_of(const sema *s, sema_def d)
{
    return sema_text(s, def_get(s, d)->name);
}

sema_span def_item_span(const sema *s, sema_def d)
{
    return sema_node_span(s, def_get(s, d)->node);
}

/* ---- Orphans ---- */

bool def_is_local(sema *s, sema_ty t)
{
    ty_info info = *ty_get(s, t);
    if (info.kind == TY_REF)
        return def_is_local(s, ty_arg(s, t, 1));
    return info.kind == TY_ERROR ||
           ((info.kind == TY_ADT || (info.kind == TY_DYN && info.def)) && !def_get(s, info.def)->is_library);
}

static const char *def_foreign_label(sema *s, sema_ty t)
{
    ty_info info = *ty_get(s, t);
    const char *always = info.kind == TY_ARRAY   ? "arrays"
                         : info.kind == TY_SLICE ? "slices"
                         : info.kind == TY_TUPLE ? "tuples"
                                                 : NULL;
    if (always)
        return arena_format(s->memory, "this is not defined in the current crate because %s are always foreign",
                            always);
    if (info.kind == TY_PTR)
        return arena_format(s->memory,
                            "`%s` is not defined in the current crate because raw pointers are always foreign",
                            ty_print(s, t));
    if (info.kind == TY_ADT)
        return arena_format(s->memory, "`%s` is not defined in the current crate", def_check_impl_name_of(s, info.def));
    return arena_format(s->memory, "`%s` is not defined in the current crate", ty_print(s, t));
}

static const char *def_foreign_kind(sema *s, sema_ty t)
{
    ty_kind kind = ty_kind_of(s, t);
    return kind == TY_ADT || kind == TY_PARAM ? "types defined outside of the crate"
           : kind <= TY_STR                   ? "primitive types"
                                              : "arbitrary types";
}

static bool check_orphan(sema *s, sema_def impl, def_trait_ref of, const syntax_impl *parts)
{
    if (!def_get(s, of.trait)->is_library || def_get(s, impl)->is_library)
        return true;
    for (uint32_t i = 0; i < of.n_args; i++) {
        if (ty_kind_of(s, of.args[i]) == TY_REGION)
            continue;
        if (def_is_local(s, of.args[i]))
            return true;
        sema_ty t = of.args[i];
        while (ty_kind_of(s, t) == TY_REF)
            t = ty_arg(s, t, 1);
        if (ty_kind_of(s, t) == TY_PARAM) {
            sema_report r = sema_error(s, RUSTG_DIAG_ORPHAN_PARAM, def_span(s, ty_get(s, t)->def));
            sema_arg(&r, "%s", ty_print(s, t));
            sema_note(&r, "implementing a foreign trait is only possible if at least one of the types for which it is "
                          "implemented is local");
            sema_note(&r, "only traits defined in the current crate can be implemented for a type parameter");
            return false;
        }
    }
    sema_report r = sema_error(s, RUSTG_DIAG_ORPHAN, def_head_span(s, impl));
    sema_arg(&r, "%s", def_foreign_kind(s, of.args[0]));
    sema_label(&r, sema_node_span(s, parts->self_ty), "%s", def_foreign_label(s, of.args[0]));
    sema_note(&r, "impl doesn't have any local type before any uncovered type parameters");
    sema_note(&r,
              "for more information see https://doc.rust-lang.org/reference/items/implementations.html#orphan-rules");
    sema_note(&r, "define and implement a trait or new type instead");
    return false;
}

static void check_inherent(sema *s, sema_def impl, sema_ty self)
{
    ty_info info = *ty_get(s, self);
    sema_span at = def_head_span(s, impl);
    if (info.kind == TY_ERROR || (info.kind != TY_REF && def_is_local(s, self)) || def_get(s, impl)->is_library)
        return;
    if (info.kind == TY_ADT || info.kind == TY_DYN) {
        sema_report r = sema_error(s, RUSTG_DIAG_INHERENT_FOREIGN, at);
        sema_help(&r, "consider defining a trait and implementing it for the type or using a newtype wrapper like "
                      "`struct MyType(ExternalType);` and implement it");
        sema_note(&r, "for more details about the orphan rules, see "
                      "<https://doc.rust-lang.org/reference/items/implementations.html?highlight=orphan#orphan-rules>");
    } else if (info.kind == TY_PARAM || info.kind == TY_PROJECTION) {
        sema_error(s, RUSTG_DIAG_INHERENT_NO_NOMINAL, at);
    } else {
        sema_report r = sema_error(s, RUSTG_DIAG_INHERENT_PRIMITIVE, at);
        sema_help(&r, "consider using an extension trait instead");
    }
}

/* ---- Members ---- */

static bool def_fits_kind(sema *s, sema_def a, sema_def b)
{
    return def_kind_of(s, a) == def_kind_of(s, b);
}

sema_def def_member(sema *s, sema_def trait, sema_def item)
{
    sema_def found = def_assoc_item(s, trait, def_get(s, item)->name, (def_kind)def_get(s, item)->kind);
    return found && def_fits_kind(s, found, item) ? found : 0;
}

/* Reports what items of traits and of their impls may not say (E0449, E0379). */
void def_check_qualifiers(sema *s, const sema_def *items, uint32_t n, const char *where)
{
    for (uint32_t i = 0; i < n; i++) {
        sema_node node = def_get(s, items[i])->node, vis = syntax_child_of(s, node, RUSTG_AST_Vis);
        if (def_get(s, items[i])->is_library || !node.node)
            continue;
        if (syntax_is(vis)) {
            sema_report r = sema_error(s, RUSTG_DIAG_VISIBILITY_NOT_ALLOWED, sema_node_span(s, vis));
            sema_arg(&r, "trait items always share the visibility of their trait");
            sema_suggest(&r, sema_node_span(s, vis), "", "remove the qualifier");
        }
        if (def_kind_of(s, items[i]) != DEF_FN || !def_get(s, items[i])->is_const)
            continue;
        uint32_t tok = syntax_anchor(s, node);
        while (tok && def_tok_kind(s, node.file, tok) != RUSTG_TOK_KW_CONST)
            tok--;
        sema_report r = sema_error(s, RUSTG_DIAG_CONST_FN_IN_TRAIT, syntax_tok_span(s, node.file, tok));
        sema_arg(&r, "%s", where);
    }
}

static void check_members(sema *s, sema_def impl, sema_def trait)
{
    uint32_t n, n_trait;
    const sema_def *items = def_assoc_items(s, impl, &n), *wanted = def_assoc_items(s, trait, &n_trait);
    arena_map seen[2] = {{0}, {0}};
    for (uint32_t i = 0; i < n; i++) {
        def_kind kind = def_kind_of(s, items[i]);
        sema_def of = def_member(s, trait, items[i]);
        if (!of) {
            uint32_t row = kind == DEF_FN      ? RUSTG_DIAG_METHOD_NOT_IN_TRAIT
                           : kind == DEF_CONST ? RUSTG_DIAG_CONST_NOT_IN_TRAIT
                                               : RUSTG_DIAG_TYPE_NOT_IN_TRAIT;
            sema_report r = sema_error(s, row, def_item_span(s, items[i]));
            sema_arg(&r, "%s", def_check_impl_name_of(s, items[i]));
            sema_arg(&r, "%s", def_check_impl_name_of(s, trait));
            VEC(sema_symbol) names = {0};
            for (uint32_t k = 0; k < n_trait; k++)
                if (def_kind_of(s, wanted[k]) == kind)
                    vec_push(s->memory, &names, def_get(s, wanted[k])->name);
            sema_symbol close = resolve_closest(s, def_get(s, items[i])->name, names.at, names.n);
            if (close)
                sema_suggest(&r, def_span(s, items[i]), sema_text(s, close),
                             "there is an associated %s with a similar name",
                             kind == DEF_FN      ? "function"
                             : kind == DEF_CONST ? "constant"
                                                 : "type");
            continue;
        }
        uint32_t *at = arena_map_at(s->memory, &seen[kind == DEF_ASSOC_TY], def_get(s, items[i])->name, 1);
        if (*at) {
            sema_report r = sema_error(s, RUSTG_DIAG_DUPLICATE_MEMBER, def_item_span(s, items[i]));
            sema_arg(&r, "%s", def_check_impl_name_of(s, items[i]));
            sema_label(&r, def_item_span(s, *at), "previous definition here");
            if (!def_get(s, trait)->is_library)
                sema_label(&r, def_item_span(s, of), "item in trait");
        }
        *at = items[i];
    }
}

/* rustc reports these behind the items that are there. */
static void def_check_impl_missing(sema *s, sema_def impl, sema_def trait)
{
    uint32_t n_trait;
    const sema_def *wanted = def_assoc_items(s, trait, &n_trait);
    /* The library and derives leave fmt to the compiler. */
    const bool is_formatting = (trait == def_lang(s, LANG_DEBUG) || trait == def_lang(s, LANG_DISPLAY)) &&
                               !def_get(s, impl)->is_library && !sema_is_derived(s, def_item_span(s, impl).file);
    VEC(sema_def) missing = {0};
    for (uint32_t i = 0; i < n_trait; i++) {
        bool given = def_kind_of(s, wanted[i]) == DEF_ASSOC_TY ? def_type(s, wanted[i]) != TY_NONE
                                                               : def_has_body(s, wanted[i]) && !is_formatting;
        if (!given && !def_member(s, impl, wanted[i]))
            vec_push(s->memory, &missing, wanted[i]);
    }
    if (!missing.n)
        return;
    const char *names = "";
    for (uint32_t i = 0; i < missing.n; i++)
        names = arena_format(s->memory, "%s%s`%s`", names, i ? ", " : "", def_check_impl_name_of(s, missing.at[i]));
    sema_report r = sema_error(s, RUSTG_DIAG_MISSING_MEMBERS, def_head_span(s, impl));
    sema_arg(&r, "%s", names);
    for (uint32_t i = 0; i < missing.n; i++) {
        if (!def_get(s, trait)->is_library) {
            sema_label(&r, def_item_span(s, missing.at[i]), "`%s` from trait",
                       def_check_impl_name_of(s, missing.at[i]));
            def_suggest_member(s, &r, impl, missing.at[i]);
            continue;
        }
        sema_span span = def_head_span(s, missing.at[i]);
        const char *text =
            arena_text(s->memory, (const char *)s->files.at[span.file]->bytes + span.start, span.end - span.start);
        size_t length = strlen(text);
        while (length && (text[length - 1] == ';' || text[length - 1] == ' '))
            length--;
        def_kind kind = def_kind_of(s, missing.at[i]);
        sema_help(&r, "implement the missing item: `%.*s%s`", (int)length, text,
                  kind == DEF_FN      ? " { todo!() }"
                  : kind == DEF_CONST ? " = /* value */;"
                                      : " = /* Type */;");
    }
}

/* ---- Signatures ---- */

static uint32_t def_count_own(sema *s, sema_def d, bool synthetic)
{
    uint32_t n, count = 0;
    const sema_def *own = def_own_params(s, d, &n);
    for (uint32_t i = 0; i < n; i++)
        count += def_kind_of(s, own[i]) != DEF_LIFETIME_PARAM && def_answer(s, own[i])->synthetic == synthetic;
    return count;
}

const sema_ty *def_translated_args(sema *s, sema_def item, sema_def trait_item, def_trait_ref of, uint32_t *n)
{
    def_generics_list wanted = def_generics(s, trait_item), have = def_generics(s, item);
    sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, wanted.n_params + of.n_args);
    uint32_t from = have.n_parent;
    *n = wanted.n_params;
    for (uint32_t i = 0; i < wanted.n_params; i++) {
        bool lifetime = def_kind_of(s, wanted.params[i]) == DEF_LIFETIME_PARAM;
        if (i < of.n_args) {
            args[i] = of.args[i];
            continue;
        }
        if (lifetime) {
            args[i] = ty_erased(s);
            continue;
        }
        while (from < have.n_params && def_kind_of(s, have.params[from]) == DEF_LIFETIME_PARAM)
            from++;
        args[i] = from < have.n_params ? ty_param(s, have.params[from++]) : (sema_ty)TY_ERROR;
    }
    return args;
}

sema_ty def_no_regions(sema *s, sema_ty t, const ty_subst *subst)
{
    return ty_erase_regions(s, ty_substitute(s, t, subst));
}

static sema_span def_input_span(sema *s, sema_def fn, uint32_t i)
{
    syntax_fn parts = syntax_fn_of(s, def_get(s, fn)->node);
    sema_node type = i < parts.params.n ? syntax_child_in(s, parts.params.at[i], RUSTG_AST_CLASS_TY, 0) : parts.result;
    if (i < parts.params.n && i == 0 && parts.has_self)
        return sema_node_span(s, parts.params.at[0]);
    if (syntax_is(type))
        return sema_node_span(s, type);
    /* No result is written, so this is the place where it would stand. */
    sema_span span = def_head_span(s, fn);
    span.start = span.end;
    return span;
}

/* Writes what both types have in common: the names of structs, references and tuples, with `_` for the rest. */
static const char *def_shape_of(sema *s, sema_ty t)
{
    ty_info info = *ty_get(s, t);
    const char *text = "";
    if (info.kind == TY_REF) {
        bool is_static = ty_get(s, ty_arg(s, t, 0))->sub == REGION_STATIC;
        return arena_format(s->memory, "&%s%s%s", is_static ? "'static " : "", info.mutable ? "mut " : "",
                            def_shape_of(s, ty_arg(s, t, 1)));
    }
    if (info.kind != TY_ADT && info.kind != TY_TUPLE)
        return "_";
    for (uint32_t i = 0; i < info.n_args; i++)
        if (ty_kind_of(s, ty_arg(s, t, i)) != TY_REGION)
            text = arena_format(s->memory, "%s%s%s", text, *text ? ", " : "",
                                info.kind == TY_ADT ? "_" : def_shape_of(s, ty_arg(s, t, i)));
    if (info.kind == TY_TUPLE)
        return arena_format(s->memory, info.n_args == 1 ? "(%s,)" : "(%s)", text);
    return *text ? arena_format(s->memory, "%s<%s>", def_check_impl_name_of(s, info.def), text)
                 : def_check_impl_name_of(s, info.def);
}

/* t: the i-th input or the result, which differs. */
static const char *def_partial_sig(sema *s, sema_ty t, uint32_t i, const def_sig *sig)
{
    const char *text = "fn(";
    for (uint32_t k = 0; k < sig->n_inputs; k++)
        text = arena_format(s->memory, "%s%s%s", text, k ? ", " : "",
                            k == i ? ty_print(s, t) : def_shape_of(s, sig->inputs[k]));
    if (i < sig->n_inputs && sig->output == ty_unit(s))
        return arena_format(s->memory, "%s)", text);
    return arena_format(s->memory, "%s) -> %s", text,
                        i < sig->n_inputs ? def_shape_of(s, sig->output) : ty_print(s, t));
}

static void def_report_incompatible(sema *s, sema_def fn, sema_def of, uint32_t i, uint32_t n_inputs, sema_ty want,
                                    sema_ty have)
{
    bool is_result = i == n_inputs, is_self = i == 0 && !is_result && syntax_fn_of(s, def_get(s, fn)->node).has_self;
    sema_report r = sema_error(s, RUSTG_DIAG_INCOMPATIBLE_METHOD, def_input_span(s, fn, is_result ? UINT32_MAX : i));
    sema_arg(&r, "%s", def_check_impl_name_of(s, fn));
    sema_primary_label(&r, "expected `%s`, found `%s`", ty_print(s, want), ty_print(s, have));
    if (!def_get(s, of)->is_library)
        sema_note_at(&r, def_input_span(s, of, is_result ? UINT32_MAX : i), "type in trait");
    def_sig sig = def_fn_sig(s, fn);
    sema_note(&r, "expected signature `%s`\n   found signature `%s`", def_partial_sig(s, want, i, &sig),
              def_partial_sig(s, have, i, &sig));
    syntax_fn parts = syntax_fn_of(s, def_get(s, fn)->node);
    if (is_result && !syntax_is(parts.result))
        return;
    sema_suggest(&r, def_input_span(s, fn, is_result ? UINT32_MAX : i), is_self ? "self" : ty_print(s, want),
                 is_result ? "change the output type to match the trait"
                 : is_self ? "change the self-receiver type to match the trait"
                           : "change the parameter type to match the trait");
    sema_suggest_is(&r, "MachineApplicable");
}

/* For an `impl Trait` in the result of a trait's function: a variable, whose bounds the impl's result must meet. */
typedef struct opened {
    sema_def fn;
    infer_ctx *c;
    sema_span at;
    VEC(sema_def) opaques;
    VEC(sema_ty) vars;
} opened;

static sema_ty def_open_opaque(sema *s, sema_ty t, void *user)
{
    opened *o = user;
    const ty_info *info = ty_get(s, t);
    if (info->kind != TY_OPAQUE || def_get(s, info->def)->parent != o->fn)
        return t;
    sema_def opaque = info->def;
    for (uint32_t i = 0; i < o->opaques.n; i++)
        if (o->opaques.at[i] == opaque)
            return o->vars.at[i];
    sema_ty var = infer_new(o->c, INFER_GENERAL, o->at);
    vec_push(s->memory, &o->opaques, opaque);
    vec_push(s->memory, &o->vars, var);
    return var;
}

static void def_require_opened(sema *s, opened *o, const ty_subst *subst)
{
    for (uint32_t i = 0; i < o->opaques.n; i++) {
        uint32_t n;
        const def_predicate *bounds = def_bounds(s, o->opaques.at[i], &n);
        for (uint32_t k = 0; k < n; k++) {
            def_predicate wanted = bounds[k];
            if (wanted.kind != PREDICATE_TRAIT && wanted.kind != PREDICATE_PROJECTION)
                continue;
            sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, wanted.n_args);
            for (uint32_t j = 0; j < wanted.n_args; j++)
                args[j] = infer_normalize(
                    o->c, ty_fold(s, def_no_regions(s, wanted.args[j], subst), TY_HAS_OPAQUE, def_open_opaque, o),
                    o->at);
            wanted.args = args;
            if (wanted.equals)
                wanted.equals = infer_normalize(
                    o->c, ty_fold(s, def_no_regions(s, wanted.equals, subst), TY_HAS_OPAQUE, def_open_opaque, o),
                    o->at);
            infer_require(o->c, wanted, (infer_cause){.at = o->at});
        }
    }
    while (infer_progress(o->c))
        ;
    infer_finish(o->c);
}

/* A constant parameter of a method has the type that it has in the trait. */
static bool def_check_impl_generics_fit(sema *s, sema_def fn, sema_def of, sema_def trait)
{
    uint32_t n_have, n_want, at = 0;
    const sema_def *have = def_own_params(s, fn, &n_have), *want = def_own_params(s, of, &n_want);
    for (uint32_t i = 0; i < n_have; i++) {
        if (def_kind_of(s, have[i]) == DEF_LIFETIME_PARAM)
            continue;
        while (at < n_want && def_kind_of(s, want[at]) == DEF_LIFETIME_PARAM)
            at++;
        const sema_def theirs = at < n_want ? want[at++] : 0;
        const bool is_const = def_kind_of(s, have[i]) == DEF_CONST_PARAM;
        if (!theirs || (is_const == (def_kind_of(s, theirs) == DEF_CONST_PARAM) &&
                        (!is_const || def_const_param_ty(s, have[i]) == def_const_param_ty(s, theirs))))
            continue;
        sema_report r = sema_error(s, RUSTG_DIAG_INCOMPATIBLE_GENERIC, sema_node_span(s, def_get(s, have[i])->node));
        sema_arg(&r, "%s", def_check_impl_name_of(s, fn));
        sema_arg(&r, "%s", def_check_impl_name_of(s, trait));
        if (!def_get(s, of)->is_library)
            sema_label(&r, sema_node_span(s, def_get(s, theirs)->node), "expected the parameter of the trait");
        return false;
    }
    return true;
}

/* Whether the method takes a reference of one lifetime of the impl only, where the trait's takes one of any. */
static bool def_check_impl_is_shorter(sema *s, sema_def fn, sema_def of, sema_ty have, sema_ty want)
{
    uint32_t n;
    if (ty_kind_of(s, have) != TY_REF || ty_kind_of(s, want) != TY_REF)
        return false;
    const ty_info *ours = ty_get(s, ty_arg(s, have, 0)), *theirs = ty_get(s, ty_arg(s, want, 0));
    const def_predicate *bounds = def_predicates(s, of, &n);
    for (uint32_t i = 0; i < n; i++) /* these may tell more of the lifetime */
        if (bounds[i].kind == PREDICATE_OUTLIVES || bounds[i].kind == PREDICATE_OUTLIVES_TY)
            return false;
    const bool is_any =
        theirs->sub == REGION_ELIDED || (theirs->sub == REGION_PARAM && def_get(s, theirs->def)->parent == of);
    return is_any && (ours->sub == REGION_STATIC || (ours->sub == REGION_PARAM && def_get(s, ours->def)->parent != fn));
}

static void def_check_impl_check_fn(sema *s, sema_def fn, sema_def of, def_trait_ref trait)
{
    const char *name = def_check_impl_name_of(s, fn);
    def_sig have = def_fn_sig(s, fn), want = def_fn_sig(s, of);
    bool in_library = def_get(s, of)->is_library;
    if (have.has_self != want.has_self) {
        sema_def with = have.has_self ? fn : of;
        syntax_fn parts = syntax_fn_of(s, def_get(s, with)->node);
        sema_span self = sema_node_span(s, parts.params.at[0]);
        const char *text =
            arena_text(s->memory, (const char *)s->files.at[self.file]->bytes + self.start, self.end - self.start);
        sema_report r = sema_error(s, have.has_self ? RUSTG_DIAG_SELF_IN_IMPL_ONLY : RUSTG_DIAG_SELF_IN_TRAIT_ONLY,
                                   def_head_span(s, fn));
        sema_arg(&r, "%s", name);
        sema_arg(&r, "%s", text);
        if (!in_library && have.has_self)
            sema_label(&r, def_item_span(s, of), "trait method declared without `%s`", text);
        else if (!in_library)
            sema_label(&r, def_item_span(s, of), "`%s` used in trait", text);
        return;
    }
    uint32_t n_have = def_count_own(s, fn, false), n_want = def_count_own(s, of, false);
    if (n_have != n_want || def_count_own(s, fn, true) != def_count_own(s, of, true)) {
        sema_node generics = syntax_child_of(s, def_get(s, fn)->node, RUSTG_AST_Generics);
        sema_span at = syntax_is(generics) ? sema_node_span(s, generics) : def_span(s, fn);
        if (!syntax_is(generics))
            at.start = at.end;
        sema_report r = sema_error(s, RUSTG_DIAG_GENERIC_MISMATCH, at);
        sema_arg(&r, "%s", def_kind_text(s, fn));
        sema_arg(&r, "%s", name);
        sema_arg(&r, "%u type parameter%s", n_have, n_have == 1 ? "" : "s");
        sema_arg(&r, "%u type parameter%s", n_want, n_want == 1 ? "" : "s");
        if (!in_library) {
            sema_node theirs = syntax_child_of(s, def_get(s, of)->node, RUSTG_AST_Generics);
            sema_label(&r, syntax_is(theirs) ? sema_node_span(s, theirs) : def_span(s, of),
                       "expected %u type parameter%s", n_want, n_want == 1 ? "" : "s");
        }
        return;
    }
    if (have.n_inputs != want.n_inputs) {
        syntax_fn parts = syntax_fn_of(s, def_get(s, fn)->node), theirs = syntax_fn_of(s, def_get(s, of)->node);
        sema_span at = def_span(s, fn);
        if (parts.params.n) {
            at = sema_node_span(s, syntax_child_in(s, parts.params.at[0], RUSTG_AST_CLASS_TY, 0));
            at.end = sema_node_span(s, parts.params.at[parts.params.n - 1]).end;
        }
        sema_report r = sema_error(s, RUSTG_DIAG_PARAM_COUNT, at);
        sema_arg(&r, "%s", name);
        sema_arg(&r, "%u parameter%s", have.n_inputs, have.n_inputs == 1 ? "" : "s");
        sema_arg(&r, "%s::%s", def_check_impl_name_of(s, trait.trait), name);
        sema_arg(&r, "%u", want.n_inputs);
        sema_arg(&r, "%u parameter%s, found %u", want.n_inputs, want.n_inputs == 1 ? "" : "s", have.n_inputs);
        if (!in_library) {
            sema_span there = def_span(s, of);
            if (theirs.params.n) {
                there = sema_node_span(s, syntax_child_in(s, theirs.params.at[0], RUSTG_AST_CLASS_TY, 0));
                there.end = sema_node_span(s, theirs.params.at[theirs.params.n - 1]).end;
            }
            sema_label(&r, there, "trait requires %u parameter%s", want.n_inputs, want.n_inputs == 1 ? "" : "s");
            sema_primary_here(&r, at);
        }
        return;
    }
    if (!def_check_impl_generics_fit(s, fn, of, trait.trait))
        return;
    if (want.is_unsafe && !have.is_unsafe && !in_library) {
        sema_report r = sema_error(s, RUSTG_DIAG_INCOMPATIBLE_METHOD, def_head_span(s, fn));
        sema_arg(&r, "%s", name);
        sema_primary_label(&r, "expected unsafe fn, found safe fn");
        sema_note_at(&r, def_head_span(s, of), "type in trait");
        return;
    }
    def_check_lifetimes(s, fn, of);
    uint32_t n_args;
    const sema_ty *args = def_translated_args(s, fn, of, trait, &n_args);
    ty_subst subst = {of, args, n_args};
    infer_ctx *c = NULL;
    def_check_stricter(s, fn, of, args, n_args);
    for (uint32_t i = 0; i < have.n_inputs; i++)
        if (def_check_impl_is_shorter(s, fn, of, have.inputs[i], want.inputs[i])) {
            sema_report r = sema_error(s, RUSTG_DIAG_LIFETIMES_UNLIKE, def_head_span(s, fn));
            sema_arg(&r, "method");
            sema_note_at(&r, def_input_span(s, fn, i), "the trait's method takes a reference of any lifetime here");
            return;
        }
    for (uint32_t i = 0; i <= have.n_inputs; i++) {
        sema_ty a = i < have.n_inputs ? have.inputs[i] : have.output,
                b = i < have.n_inputs ? want.inputs[i] : want.output;
        a = ty_erase_regions(s, a);
        b = def_no_regions(s, b, &subst);
        if (a == b || ty_has(s, a, TY_HAS_ERROR) || ty_has(s, b, TY_HAS_ERROR))
            continue;
        if (!c)
            c = infer_begin(s, fn);
        sema_span at = def_input_span(s, fn, i < have.n_inputs ? i : UINT32_MAX);
        opened o = {.fn = of, .c = c, .at = at};
        a = infer_resolve(c, infer_normalize(c, a, at));
        b = infer_resolve(c, infer_normalize(c, ty_fold(s, b, TY_HAS_OPAQUE, def_open_opaque, &o), at));
        if (!infer_unify(c, a, b)) {
            def_report_incompatible(s, fn, of, i, have.n_inputs, infer_resolve(c, b), infer_resolve(c, a));
            return;
        }
        if (o.opaques.n)
            def_require_opened(s, &o, &subst);
    }
}

static void check_const(sema *s, sema_def item, sema_def of, def_trait_ref trait)
{
    uint32_t n_args;
    const sema_ty *args = def_translated_args(s, item, of, trait, &n_args);
    ty_subst subst = {of, args, n_args};
    sema_ty have = ty_erase_regions(s, def_type(s, item)), want = def_no_regions(s, def_type(s, of), &subst);
    const sema_ty lives = ty_substitute(s, def_type(s, of), &subst);
    if (have == want && ty_kind_of(s, lives) == TY_REF && ty_get(s, ty_arg(s, lives, 0))->sub == REGION_STATIC &&
        ty_get(s, ty_arg(s, def_type(s, item), 0))->sub == REGION_PARAM) {
        sema_report r = sema_error(s, RUSTG_DIAG_LIFETIMES_UNLIKE, def_head_span(s, item));
        sema_arg(&r, "const");
        sema_note(&r, "expected reference `%s`, found reference `%s`", ty_print(s, lives),
                  ty_print(s, def_type(s, item)));
        return;
    }
    if (have == want || ty_has(s, have, TY_HAS_ERROR) || ty_has(s, want, TY_HAS_ERROR))
        return;
    infer_ctx *c = infer_begin(s, item);
    sema_node type = syntax_child_in(s, def_get(s, item)->node, RUSTG_AST_CLASS_TY, 0);
    sema_span at = syntax_is(type) ? sema_node_span(s, type) : def_span(s, item);
    if (infer_unify(c, infer_normalize(c, have, at), infer_normalize(c, want, at)))
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_CONST_TYPE_MISMATCH, at);
    sema_arg(&r, "%s", def_check_impl_name_of(s, item));
    sema_primary_label(&r, "expected `%s`, found `%s`", ty_print(s, want), ty_print(s, have));
    if (!def_get(s, of)->is_library)
        sema_note_at(&r, sema_node_span(s, syntax_child_in(s, def_get(s, of)->node, RUSTG_AST_CLASS_TY, 0)),
                     "type in trait");
}

/* ---- The rest ---- */

static void def_mark(sema *s, sema_ty t, arena_map *used)
{
    ty_info info = *ty_get(s, t);
    if (info.kind == TY_PARAM || (info.kind == TY_REGION && info.def))
        *arena_map_at(s->memory, used, info.def, 1) = 1;
    if (info.kind == TY_PROJECTION || info.kind == TY_CONST_UNEVALUATED)
        return;
    uint32_t n;
    const sema_ty *args = ty_args(s, t, &n);
    for (uint32_t i = 0; i < n; i++)
        def_mark(s, args[i], used);
}

/* Whether an associated type of the impl, or the result in the place of an `impl Trait` of the trait, has a lifetime
 * of the impl. */
static bool def_is_in_types(sema *s, sema_def impl, sema_def trait, sema_def lifetime)
{
    uint32_t n;
    const sema_ty region = ty_region_of(s, REGION_PARAM, lifetime, 0);
    const sema_def *items = trait ? def_assoc_items(s, impl, &n) : NULL;
    for (uint32_t i = 0; items && i < n; i++) {
        const sema_def of = def_member(s, trait, items[i]);
        if (of && def_kind_of(s, of) == DEF_ASSOC_TY && ty_mentions(s, def_type(s, items[i]), region))
            return true;
        if (of && def_kind_of(s, of) == DEF_FN && ty_kind_of(s, def_fn_sig(s, of).output) == TY_OPAQUE &&
            ty_kind_of(s, def_fn_sig(s, items[i]).output) != TY_OPAQUE &&
            ty_mentions(s, def_fn_sig(s, items[i]).output, region))
            return true;
    }
    return false;
}

static void check_constrained(sema *s, sema_def impl, def_trait_ref of)
{
    uint32_t n, n_predicates;
    const sema_def *own = def_own_params(s, impl, &n);
    if (!n || ty_has(s, def_type(s, impl), TY_HAS_ERROR))
        return;
    arena_map used = {0};
    def_mark(s, def_type(s, impl), &used);
    for (uint32_t i = 0; i < of.n_args; i++)
        def_mark(s, of.args[i], &used);
    const def_predicate *predicates = def_predicates(s, impl, &n_predicates);
    for (uint32_t round = 0; round < 4; round++)
        for (uint32_t i = 0; i < n_predicates; i++) {
            if (predicates[i].kind != PREDICATE_PROJECTION)
                continue;
            arena_map inputs = {0};
            bool known = true;
            for (uint32_t k = 0; k < predicates[i].n_args; k++)
                def_mark(s, predicates[i].args[k], &inputs);
            for (uint32_t k = 0; k < n; k++)
                known = known &&
                        (!arena_map_at(s->memory, &inputs, own[k], 0) || arena_map_at(s->memory, &used, own[k], 0));
            if (known)
                def_mark(s, predicates[i].equals, &used);
        }
    for (uint32_t i = 0; i < n; i++) {
        def_kind kind = def_kind_of(s, own[i]);
        if (arena_map_at(s->memory, &used, own[i], 0) ||
            (kind == DEF_LIFETIME_PARAM && !def_is_in_types(s, impl, of.trait, own[i])))
            continue;
        const bool is_lifetime = kind == DEF_LIFETIME_PARAM;
        sema_report r = sema_error(s, RUSTG_DIAG_UNCONSTRAINED_PARAM, def_span(s, own[i]));
        sema_arg(&r, "%s", is_lifetime ? "lifetime" : kind == DEF_CONST_PARAM ? "const" : "type");
        sema_arg(&r, "%s%s", is_lifetime ? "'" : "", def_check_impl_name_of(s, own[i]));
    }
}

static void def_check_impl_check_copy(sema *s, sema_def impl, sema_ty self)
{
    ty_info info = *ty_get(s, self);
    if (info.kind != TY_ADT)
        return;
    infer_ctx *c = infer_begin(s, impl);
    uint32_t n, n_variants, n_fields, n_wrong = 0;
    sema_report r;
    const sema_ty *args = ty_args(s, self, &n);
    ty_subst subst = {info.def, args, n};
    const sema_def *variants = def_variants(s, info.def, &n_variants);
    sema_node node = syntax_impl_of(s, def_get(s, impl)->node).self_ty;
    const sema_span at =
        s->files.at[node.file]->origin == SEMA_FILE_EXPANSION ? def_span(s, info.def) : sema_node_span(s, node);
    for (uint32_t i = 0; i < n_variants; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t k = 0; k < n_fields; k++) {
            sema_ty t = infer_normalize(c, def_no_regions(s, def_type(s, fields[k]), &subst), def_span(s, fields[k]));
            if (ty_has(s, t, TY_HAS_ERROR) || infer_is_copy(c, t))
                continue;
            if (!n_wrong++)
                r = sema_error(s, RUSTG_DIAG_COPY_FIELD, at);
            sema_label(&r, def_item_span(s, fields[k]), "this field does not implement `Copy`");
        }
    }
    if (n_wrong)
        return;
    const sema_def destructor = def_destructor(s, info.def);
    if (destructor) {
        r = sema_error(s, RUSTG_DIAG_COPY_DROP, at);
        sema_note_at(&r, def_head_span(s, destructor), "destructor declared here");
    }
}

/* E0371: an object implements its own trait and that trait's supertraits. */
static bool def_check_own_object(sema *s, sema_def impl, sema_ty self, sema_def trait)
{
    const sema_def own = ty_kind_of(s, self) == TY_DYN ? ty_get(s, self)->def : 0;
    const def_dyn *about = own ? def_dyn_of(s, own) : NULL;
    for (uint32_t i = 0; about && i < about->n_traits; i++) {
        if (about->traits[i].trait != trait)
            continue;
        sema_report r = sema_error(s, RUSTG_DIAG_DYN_OWN_IMPL, def_head_span(s, impl));
        sema_arg(&r, "%s", ty_print(s, self));
        sema_arg(&r, "%s", sema_text(s, def_get(s, trait)->name));
        return true;
    }
    return false;
}

void def_check_impl(sema *s, sema_def impl)
{
    syntax_impl parts = syntax_impl_of(s, def_get(s, impl)->node);
    sema_ty self = def_type(s, impl);
    def_trait_ref of = def_impl_trait(s, impl);
    check_constrained(s, impl, of);
    if (!syntax_is(parts.trait_ref)) {
        check_inherent(s, impl, self);
        def_check_inherent_twice(s, impl);
        def_check_wf_type(s, impl, self, parts.self_ty);
        return;
    }
    if (!of.trait)
        return;
    if (parts.negative) {
        sema_report r = sema_error(s, RUSTG_DIAG_NOT_COMPILED_YET, def_head_span(s, impl));
        sema_arg(&r, "a negative impl");
        sema_arg(&r, "leave it out");
        return;
    }
    if (def_check_own_object(s, impl, self, of.trait))
        return;
    bool may_stand = check_orphan(s, impl, of, &parts);
    bool wants_unsafe = def_get(s, of.trait)->is_unsafe;
    if (wants_unsafe != parts.is_unsafe) {
        sema_report r = sema_error(s, wants_unsafe ? RUSTG_DIAG_IMPL_WANTS_UNSAFE : RUSTG_DIAG_IMPL_NOT_UNSAFE,
                                   def_head_span(s, impl));
        sema_arg(&r, "%s", def_check_impl_name_of(s, of.trait));
    }
    if (may_stand) {
        uint32_t n_items;
        const sema_def *own = def_assoc_items(s, impl, &n_items);
        def_check_qualifiers(s, own, n_items, "trait impls");
        check_members(s, impl, of.trait);
        def_check_wf_type(s, impl, self, parts.self_ty);
        def_check_wf_impl(s, impl, parts.trait_ref);
    }
    const bool is_typed = self != TY_ERROR && !ty_has(s, self, TY_HAS_ERROR);
    uint32_t n;
    const sema_def *items = def_assoc_items(s, impl, &n);
    for (uint32_t i = 0; is_typed && i < n; i++) {
        sema_def in_trait = def_member(s, of.trait, items[i]);
        if (in_trait && def_kind_of(s, items[i]) == DEF_FN)
            def_check_impl_check_fn(s, items[i], in_trait, of);
        else if (in_trait && def_kind_of(s, items[i]) == DEF_CONST)
            check_const(s, items[i], in_trait, of);
        else if (in_trait && !def_get(s, impl)->is_library)
            def_check_assoc_type(s, impl, items[i]);
    }
    if (may_stand)
        def_check_impl_missing(s, impl, of.trait);
    if (!is_typed)
        return;
    if (may_stand)
        def_check_overlap(s, impl, of);
    def_check_promises(s, impl, of);
    if (of.trait == def_lang(s, LANG_COPY))
        def_check_impl_check_copy(s, impl, self);
    def_check_derived(s, impl, self, of.trait);
    if (of.trait == def_lang(s, LANG_DROP) && !def_get(s, impl)->is_library)
        def_check_drop(s, impl, self);
}
