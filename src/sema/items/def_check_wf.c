/* def_check_wf.c: checks that the types in items are well-formed: that generic types get arguments that meet their
 * bounds, and that fields, parameters and results have a size. */
#include "sema/items/def_table.h"
#include "sema/infer/infer.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

typedef struct wf {
    infer_ctx *c;
    sema_def owner;
    sema_span at;
    arena_map seen;
} wf;

static infer_ctx *def_context(sema *s, wf *w)
{
    if (!w->c)
        w->c = infer_begin(s, w->owner);
    return w->c;
}

static void def_require_sized(sema *s, wf *w, sema_ty t)
{
    sema_def sized = def_lang(s, LANG_SIZED);
    ty_kind kind = ty_kind_of(s, t);
    bool plain = kind != TY_SLICE && kind != TY_STR && kind != TY_DYN && kind != TY_PARAM && kind != TY_PROJECTION &&
                 kind != TY_ADT;
    if (!sized || plain || (kind == TY_PARAM && def_param_is_sized(s, ty_get(s, t)->def)))
        return;
    sema_ty *args = ARENA_NEW(s->memory, sema_ty);
    args[0] = t;
    def_predicate predicate = {.kind = PREDICATE_TRAIT, .trait = sized, .args = args, .n_args = 1, .span = w->at};
    infer_require(def_context(s, w), predicate, (infer_cause){.at = w->at});
}

/* A length with type arguments may ask for the size of the type that it is in, which only a use of that settles. */
static bool def_names_types(const sema *s, sema_node n)
{
    if (!syntax_is(n))
        return false;
    const rustg_ast *ast = &s->files.at[n.file]->ast;
    for (uint32_t i = n.node; i < ast->next[n.node]; i++)
        if (ast->kind[i] == RUSTG_AST_GenericArgs)
            return true;
    return false;
}

/* Types that hold nothing generic ask for nothing; most types do not get further than this. */
static bool def_check_wf_is_simple(sema *s, sema_ty t)
{
    ty_kind kind = ty_kind_of(s, t);
    if (kind == TY_REF || kind == TY_PTR) {
        sema_ty to = ty_arg(s, t, kind == TY_REF);
        return ty_kind_of(s, to) == TY_SLICE ? def_check_wf_is_simple(s, ty_arg(s, to, 0))
                                             : ty_kind_of(s, to) == TY_STR || def_check_wf_is_simple(s, to);
    }
    return kind <= TY_NEVER || kind == TY_PARAM;
}

static void check_type(sema *s, wf *w, sema_ty t)
{
    uint32_t *seen = arena_map_at(s->memory, &w->seen, t, 1), n, n_predicates;
    if (*seen || ty_has(s, t, TY_HAS_ERROR))
        return;
    *seen = 1;
    ty_info info = *ty_get(s, t);
    const sema_ty *args = ty_args(s, t, &n);
    if (info.kind == TY_CONST_UNEVALUATED && !def_names_types(s, def_get(s, info.def)->node))
        trait_evaluate(s, t); /* it may fail, which is told whether or not anything uses the type */
    if (!sema_enter(s, w->at))
        return;
    for (uint32_t i = 0; i < n; i++)
        if (ty_kind_of(s, args[i]) != TY_REGION)
            check_type(s, w, args[i]);
    sema_leave(s);
    if (info.kind == TY_ARRAY || info.kind == TY_SLICE)
        def_require_sized(s, w, args[0]);
    for (uint32_t i = 0; info.kind == TY_TUPLE && i + 1 < n; i++)
        def_require_sized(s, w, args[i]);
    sema_def of = info.kind == TY_ADT ? info.def : info.kind == TY_PROJECTION ? def_get(s, info.def)->parent : 0;
    if (!of)
        return;
    def_generics_list generics = def_generics(s, of);
    for (uint32_t i = 0; i < generics.n_params && i < n && info.kind == TY_ADT; i++)
        if (def_kind_of(s, generics.params[i]) == DEF_TYPE_PARAM && def_param_is_sized(s, generics.params[i]))
            def_require_sized(s, w, args[i]);
    const def_predicate *predicates = def_predicates(s, of, &n_predicates);
    ty_subst subst = {of, args, n};
    for (uint32_t i = 0; i < n_predicates; i++) {
        def_predicate wanted = predicates[i];
        if (wanted.kind != PREDICATE_TRAIT && wanted.kind != PREDICATE_PROJECTION)
            continue;
        sema_ty *to = ARENA_ARRAY(s->memory, sema_ty, wanted.n_args);
        for (uint32_t k = 0; k < wanted.n_args; k++)
            to[k] = ty_erase_regions(s, ty_substitute(s, wanted.args[k], &subst));
        wanted.args = to;
        if (wanted.equals)
            wanted.equals = ty_erase_regions(s, ty_substitute(s, wanted.equals, &subst));
        infer_require(def_context(s, w), wanted, (infer_cause){.at = w->at, .bound_of = of});
    }
}

static void def_check_wf_finish(wf *w)
{
    if (!w->c)
        return;
    while (infer_progress(w->c))
        ;
    infer_finish(w->c);
}

/* A bound is well-formed: its types are, and what its trait asks of its arguments holds. What the trait asks of Self
 * itself goes with the bound. */
static void def_check_wf_bound(sema *s, wf *w, const def_predicate *p)
{
    uint32_t n;
    const sema_ty self = ty_param(s, def_generics(s, p->trait).params[0]);
    const def_generics_list generics = def_generics(s, p->trait);
    const ty_subst subst = {p->trait, p->args, p->n_args};
    w->at = p->span;
    for (uint32_t i = 0; i < p->n_args; i++)
        if (ty_has(s, p->args[i], TY_HAS_ERROR))
            return;
    for (uint32_t i = 1; i < p->n_args; i++)
        if (ty_kind_of(s, p->args[i]) != TY_REGION && !def_check_wf_is_simple(s, p->args[i]))
            check_type(s, w, ty_erase_regions(s, p->args[i]));
    for (uint32_t i = 1; i < generics.n_params && i < p->n_args; i++)
        if (def_kind_of(s, generics.params[i]) == DEF_TYPE_PARAM && def_param_is_sized(s, generics.params[i]))
            def_require_sized(s, w, ty_erase_regions(s, p->args[i]));
    const def_predicate *asked = def_predicates(s, p->trait, &n);
    for (uint32_t i = 0; i < n; i++) {
        def_predicate wanted = asked[i];
        if (wanted.kind != PREDICATE_TRAIT || wanted.args[0] == self || wanted.bound_of)
            continue;
        sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, wanted.n_args);
        for (uint32_t k = 0; k < wanted.n_args; k++)
            args[k] = def_no_regions(s, wanted.args[k], &subst);
        wanted.args = args;
        infer_require(def_context(s, w), wanted, (infer_cause){.at = w->at, .bound_of = p->trait});
    }
}

static bool check_holds_adt(const sema *s, sema_ty t, sema_def adt)
{
    const ty_info info = *ty_get(s, t);
    bool holds = info.kind == TY_ADT && info.def == adt;
    for (uint32_t i = 0; i < info.n_args && !holds && info.kind != TY_FN_PTR && info.kind != TY_DYN; i++)
        holds = check_holds_adt(s, ty_arg(s, t, i), adt);
    return holds;
}

static void check_own_formed(sema *s, sema_def adt, sema_node predicate)
{
    const sema_node type = def_type_node(s, predicate);
    if (!syntax_is(type) || syntax_is(syntax_child_of(s, predicate, RUSTG_AST_Bound)) ||
        syntax_is(syntax_child_of(s, predicate, RUSTG_AST_BoundLifetime)))
        return;
    resolve_lookup l = resolve_lookup_in(adt, ELIDE_ERASE, "bounds");
    l.bound_lifetimes[l.n_bound++] = predicate;
    const sema_ty t = resolve_type(s, &l, type);
    if (ty_has(s, t, TY_HAS_ERROR) || !check_holds_adt(s, t, adt))
        return;
    sema_span at = sema_node_span(s, predicate);
    at.end = sema_node_span(s, type).end;
    const char *text = source_text(s, at), *self = strstr(text, "Self");
    if (self)
        text = arena_format(s->memory, "%.*s%s%s", (int)(self - text), text, ty_print(s, def_type(s, adt)), self + 4);
    sema_report r = sema_error(s, RUSTG_DIAG_OVERFLOW_REQUIREMENT, at);
    sema_arg(&r, "%s well-formed", text);
}

/* The objects in bounds, and, of a struct, enum or union, conditions that name nothing but that a type with the item
 * itself in it is well-formed (E0275). */
static void check_written_bounds(sema *s, sema_def d)
{
    const sema_node item = def_get(s, d)->node;
    const bool is_adt =
        def_kind_of(s, d) == DEF_STRUCT || def_kind_of(s, d) == DEF_ENUM || def_kind_of(s, d) == DEF_UNION;
    EACH_CHILD(s, item, c)
    {
        const uint8_t kind = def_node_kind(s, c);
        if (kind != RUSTG_AST_Generics && kind != RUSTG_AST_Bound && kind != RUSTG_AST_WhereClause)
            continue;
        for (uint32_t k = c.node; k < def_ast(s, c.file)->next[c.node]; k++) {
            const sema_node n = {c.file, k};
            if (def_node_kind(s, n) == RUSTG_AST_TyTraitObject)
                def_check_dyn_types(s, d, n, false);
            if (is_adt && def_node_kind(s, n) == RUSTG_AST_WherePredicate)
                check_own_formed(s, d, n);
        }
    }
}

void def_check_wf_bounds(sema *s, sema_def d)
{
    uint32_t n;
    const def_predicate *own = def_predicates(s, d, &n);
    const sema_span item = sema_node_span(s, def_get(s, d)->node);
    wf w = {.owner = d};
    if (!def_get(s, d)->is_library && syntax_is(def_get(s, d)->node))
        check_written_bounds(s, d);
    for (uint32_t i = 0; i < n; i++)
        if (own[i].kind == PREDICATE_TRAIT && own[i].trait != d && own[i].span.file == item.file &&
            own[i].span.start >= item.start && own[i].span.end <= item.end && own[i].n_args)
            def_check_wf_bound(s, &w, &own[i]);
    def_check_wf_finish(&w);
}

void def_check_wf_impl(sema *s, sema_def impl, sema_node trait_ref)
{
    const def_trait_ref of = def_impl_trait(s, impl);
    wf w = {.owner = impl, .at = sema_node_span(s, trait_ref)};
    for (uint32_t i = 1; i < of.n_args; i++)
        if (ty_kind_of(s, of.args[i]) != TY_REGION && !def_check_wf_is_simple(s, of.args[i]))
            check_type(s, &w, ty_erase_regions(s, of.args[i]));
    def_check_wf_finish(&w);
}

static void check_at(sema *s, wf *w, sema_ty t, sema_node node)
{
    if (!def_check_dyn_types(s, w->owner, node, false) || def_check_wf_is_simple(s, t) || !syntax_is(node))
        return;
    /* References ask nothing of what they refer to. */
    for (ty_kind kind = ty_kind_of(s, t); kind == TY_REF || kind == TY_PTR; kind = ty_kind_of(s, t)) {
        const uint8_t written = syntax_kind(s, node);
        if (written != RUSTG_AST_TyRef && written != RUSTG_AST_TyPtr)
            break;
        t = ty_arg(s, t, kind == TY_REF);
        node = def_type_node(s, node);
    }
    w->at = sema_node_span(s, node);
    check_type(s, w, ty_erase_regions(s, t));
}

sema_node def_type_node(sema *s, sema_node n)
{
    return syntax_child_in(s, n, RUSTG_AST_CLASS_TY, 0);
}

void def_check_wf_type(sema *s, sema_def owner, sema_ty t, sema_node node)
{
    const def_kind kind = def_kind_of(s, owner);
    wf w = {.owner = owner};
    check_at(s, &w, t, node);
    if ((kind == DEF_CONST || kind == DEF_STATIC) && syntax_is(node)) {
        w.at = sema_node_span(s, node);
        if (kind == DEF_STATIC)
            w.at.start = sema_node_span(s, def_get(s, owner)->node).start;
        def_require_sized(s, &w, ty_erase_regions(s, t));
    }
    def_check_wf_finish(&w);
}

void def_check_wf_fields(sema *s, sema_def adt)
{
    uint32_t n, n_fields;
    const sema_def *variants = def_variants(s, adt, &n);
    wf w = {.owner = adt};
    for (uint32_t i = 0; i < n; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t k = 0; k < n_fields; k++) {
            sema_ty t = ty_erase_regions(s, def_type(s, fields[k]));
            sema_node node = def_type_node(s, def_get(s, fields[k])->node);
            check_at(s, &w, t, node);
            def_check_static_field(s, adt, fields[k]);
            /* The last field of a struct may be unsized, for which kernels have no use. */
            w.at = sema_node_span(s, node);
            const ty_kind kind = ty_kind_of(s, t);
            const bool may_drop = kind == TY_PARAM || kind == TY_PROJECTION || kind == TY_DYN;
            if (def_kind_of(s, adt) != DEF_STRUCT || k + 1 < n_fields || (may_drop && def_repr_of(s, adt).packed))
                def_require_sized(s, &w, ty_kind_of(s, t) == TY_DYN ? def_type(s, fields[k]) : t);
        }
    }
    def_check_wf_finish(&w);
}

/* Whether two types that are the same without lifetimes name different ones. */
static bool def_check_wf_differs(sema *s, sema_ty a, sema_ty b)
{
    const ty_info x = *ty_get(s, a), y = *ty_get(s, b);
    if (x.kind == TY_REGION && y.kind == TY_REGION)
        return a != b && x.sub != REGION_ERASED && y.sub != REGION_ERASED;
    bool differs = false;
    for (uint32_t i = 0; i < x.n_args && i < y.n_args && !differs && x.kind != TY_FN_PTR && x.kind != TY_DYN; i++)
        differs = def_check_wf_differs(s, ty_arg(s, a, i), ty_arg(s, b, i));
    return differs;
}

/* Whether nothing leads from a type to Self: it is no pointer of the library's, and implements no Deref. */
static bool def_is_no_receiver(sema *s, sema_def fn, sema_ty t, sema_ty self)
{
    static const char *const pointers[] = {"Pin", "Box", "Rc", "Arc", NULL};
    const ty_info info = *ty_get(s, t);
    uint32_t n;
    if (info.kind != TY_ADT)
        return true;
    if (ty_kind_of(s, self) == TY_ADT && ty_get(s, self)->def == info.def)
        return !infer_unify(infer_begin(s, fn), t, self);
    if (def_get(s, info.def)->is_library && syntax_is_one_of(sema_text(s, def_get(s, info.def)->name), pointers))
        return false;
    const sema_def *impls = def_impls_of(s, def_lang(s, LANG_DEREF), &n);
    for (uint32_t i = 0; i < n; i++)
        if (def_impl_may_fit(s, impls[i], t))
            return false;
    return true;
}

/* Checks the type of `self`, which may be Self or references to it (E0307). */
static void check_self(sema *s, sema_def fn, def_sig sig, sema_node param)
{
    sema_def owner = def_get(s, fn)->parent;
    sema_ty self = ty_erase_regions(s, def_self_ty(s, owner)), t = ty_erase_regions(s, sig.inputs[0]);
    if (ty_has(s, self, TY_HAS_ERROR) || ty_has(s, t, TY_HAS_ERROR | TY_HAS_PROJECTION) ||
        ty_has(s, self, TY_HAS_PROJECTION))
        return;
    for (uint32_t depth = 0; depth < 8 && t != self && ty_kind_of(s, t) == TY_REF; depth++)
        t = ty_arg(s, t, 1);
    sema_ty written = sig.inputs[0];
    const sema_ty own = def_self_ty(s, owner);
    for (uint32_t depth = 0; depth < 8 && ty_erase_regions(s, written) != self && ty_kind_of(s, written) == TY_REF;
         depth++)
        written = ty_arg(s, written, 1);
    if (t == self && def_check_wf_differs(s, written, own)) {
        sema_report r = sema_error(s, RUSTG_DIAG_SELF_LIFETIMES, sema_node_span(s, def_type_node(s, param)));
        sema_note(&r, "expected `%s`, found `%s`", ty_print(s, own), ty_print(s, written));
        return;
    }
    if (t == self || !def_is_no_receiver(s, fn, t, self))
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_INVALID_SELF, sema_node_span(s, def_type_node(s, param)));
    sema_arg(&r, "%s", ty_print(s, ty_erase_regions(s, sig.inputs[0])));
}

static bool def_is_above_sized(sema *s, sema_def trait, uint32_t depth)
{
    uint32_t n;
    if (trait == def_lang(s, LANG_SIZED))
        return true;
    const def_trait_ref *above = depth ? def_supertraits(s, trait, &n) : NULL;
    for (uint32_t i = 0; above && i < n; i++)
        if (def_is_above_sized(s, above[i].trait, depth - 1))
            return true;
    return false;
}

/* `-> impl ?Sized`, of which no other bound says that it has a size. */
static void check_opaque_size(sema *s, sema_ty opaque, sema_node type)
{
    enum { MOST_ABOVE = 8 };
    bool is_maybe = false;
    uint32_t n;
    EACH_CHILD(s, type, c)
    is_maybe |= def_node_kind(s, c) == RUSTG_AST_Bound && resolve_bound_is_maybe(s, c);
    const def_predicate *bounds = is_maybe ? def_bounds(s, ty_get(s, opaque)->def, &n) : NULL;
    for (uint32_t i = 0; is_maybe && i < n; i++)
        if (bounds[i].kind == PREDICATE_TRAIT && def_is_above_sized(s, bounds[i].trait, MOST_ABOVE))
            return;
    if (!is_maybe)
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_NOT_SIZED, sema_node_span(s, type));
    sema_arg(&r, "%s", source_text(s, sema_node_span(s, type)));
    sema_note(&r, "the return type of a function must have a statically known size");
}

void def_check_wf_fn(sema *s, sema_def fn)
{
    def_sig sig = def_fn_sig(s, fn);
    syntax_fn parts = syntax_fn_of(s, def_get(s, fn)->node);
    def_kind above = def_kind_of(s, def_get(s, fn)->parent);
    bool assoc = above == DEF_IMPL || above == DEF_TRAIT;
    if (parts.has_self && !assoc)
        sema_error(s, RUSTG_DIAG_SELF_NOT_ALLOWED, sema_node_span(s, parts.params.at[0]));
    else if (parts.has_self && sig.n_inputs)
        check_self(s, fn, sig, parts.params.at[0]);
    if (!syntax_is(parts.body) && above != DEF_TRAIT &&
        def_node_kind(s, def_get(s, fn)->node) != RUSTG_AST_ForeignItemFn) {
        sema_report r = sema_error(s, RUSTG_DIAG_NO_BODY, sema_node_span(s, def_get(s, fn)->node));
        sema_arg(&r, "%s", assoc ? "associated function in `impl`" : "free function");
        sema_arg(&r, "%s", assoc ? "" : " a");
    }
    wf w = {.owner = fn};
    for (uint32_t i = 0; i < sig.n_inputs && i < parts.params.n; i++)
        check_at(s, &w, sig.inputs[i], def_type_node(s, parts.params.at[i]));
    check_at(s, &w, sig.output, parts.result);
    if (ty_kind_of(s, sig.output) == TY_OPAQUE && def_node_kind(s, parts.result) == RUSTG_AST_TyImplTrait)
        check_opaque_size(s, sig.output, parts.result);
    def_check_wf_finish(&w);
}
