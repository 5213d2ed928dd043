/* check_path.c: resolves paths in expressions to locals, to items with their generic arguments, and to associated
 * items. */
#include "sema/bodies/check_internal.h"
#include "sema/items/def.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

sema_ty check_array_length(check *c, sema_node count)
{
    sema *s = c->s;
    sema_span at = sema_node_span(s, count);
    uint8_t kind = syntax_kind(s, count);
    while (kind == RUSTG_AST_ExprParen) {
        count = syntax_first_real(s, count);
        kind = syntax_kind(s, count);
    }
    if (kind == RUSTG_AST_ExprLit) {
        syntax_lit lit = syntax_literal(s, count);
        if (lit.kind == LIT_INT && !lit.too_large && (!lit.suffix || strcmp(sema_text(s, lit.suffix), "usize") == 0))
            return ty_usize_const(s, lit.bits);
    }
    if (kind == RUSTG_AST_ExprUnderscore)
        return infer_new(c->infer, INFER_CONST, at);
    if (kind == RUSTG_AST_ExprPath) {
        syntax_path path = syntax_path_of(s, count);
        if (path.n_segments == 1 && !path.global && !syntax_is(path.qself)) {
            res found = resolve_path(s, c->scope, &path, NAMESPACE_VALUE, true);
            if (found.kind == RES_DEF && def_kind_of(s, found.def) == DEF_CONST_PARAM)
                return ty_param(s, found.def);
        }
    }
    sema_def anon = def_add(s, (def_info){.kind = DEF_ANON_CONST,
                                          .parent = c->scope,
                                          .node = count,
                                          .is_library = def_get(s, c->owner)->is_library,
                                          .crate = def_get(s, c->owner)->crate});
    uint32_t n_args;
    const sema_ty *args = def_identity_args(s, c->owner, &n_args);
    sema_ty t = ty_make(s, (ty_info){.kind = TY_CONST_UNEVALUATED, .def = anon, .n_args = n_args}, args);
    return infer_normalize(c->infer, t, at);
}

/* A local in scope, the innermost first, may be what is meant; of very many the innermost ones. */
static void check_report_unresolved(check *c, const syntax_path *path)
{
    enum { MOST_NAMES = 512, MOST_LOCALS = 4096 };
    const char *text = sema_text(c->s, path->segments[0].name);
    sema_symbol last = 0;
    c->near_names.n = 0;
    c->n_near++;
    const uint32_t end = c->bindings.n > MOST_LOCALS ? c->bindings.n - MOST_LOCALS : 0;
    for (uint32_t i = c->bindings.n; i-- > end && c->near_names.n < MOST_NAMES;) {
        const sema_symbol name = c->bindings.at[i].name;
        if (c->bindings.at[i].items || !name || name == last)
            continue;
        last = name;
        uint32_t *seen = arena_map_at(c->s->memory, &c->near_seen, (uint64_t)name + 1, 1);
        if (*seen != c->n_near && strcmp(sema_text(c->s, name), text) != 0)
            vec_push(c->s->memory, &c->near_names, name);
        *seen = c->n_near;
    }
    const sema_symbol *names = c->near_names.at;
    const uint32_t n = c->near_names.n;
    if (resolve_closest(c->s, path->segments[0].name, names, n))
        resolve_report(c->s, c->scope, path, NAMESPACE_VALUE, names, n);
    else
        resolve_path(c->s, c->scope, path, NAMESPACE_VALUE, false);
}

/* What is written of the type in front of what follows. */
static void check_keep_self(check *c)
{
    c->written_self = c->written;
    c->written = TY_NONE;
}

/* The generic arguments of item d, which begin with the given ones of its parents. With segment NULL none are
 * written. */
const sema_ty *check_own_args(check *c, sema_def d, const sema_ty *parents, uint32_t n_parents,
                              const syntax_segment *segment, sema_span at, uint32_t *n_args)
{
    if (segment && syntax_is(segment->args)) {
        ty_lookup how = check_lookup(c);
        const sema_ty *args = ty_args_of_segment(c->s, &how, d, parents, n_parents, segment, n_args);
        sema_ty *own = ARENA_ARRAY(c->s->memory, sema_ty, *n_args);
        for (uint32_t i = 0; i < *n_args; i++)
            own[i] = check_norm(c, args[i], at);
        for (uint32_t i = n_parents; i < *n_args; i++)
            check_require_formed(c, own[i], at);
        check_note_written(c, d, args, *n_args, n_parents);
        return own;
    }
    const sema_ty *fresh = infer_fresh_args(c->infer, d, parents, n_parents, at, n_args);
    if (c->n_written_trait)
        check_note_written(c, d, NULL, *n_args, n_parents);
    return fresh;
}

/* The value that d is with these arguments: its type, and what must hold for it. */
static check_path check_value_of_def(check *c, sema_def d, const sema_ty *args, uint32_t n_args, sema_span at)
{
    sema *s = c->s;
    check_path p = {.def = d, .args = args, .n_args = n_args};
    switch (def_kind_of(s, d)) {
    case DEF_FN:
        p.ty = ty_fn_def(s, d, args, n_args);
        check_require_all(c, d, args, n_args, at);
        return p;
    case DEF_CONST:
        p.ty = check_subst(c, def_type(s, d), d, args, n_args, at);
        check_require_all(c, d, args, n_args, at);
        return p;
    case DEF_STATIC: p.ty = check_norm(c, def_type(s, d), at); return p;
    case DEF_CONST_PARAM: p.ty = check_norm(c, def_const_param_ty(s, d), at); return p;
    case DEF_STRUCT:
    case DEF_VARIANT: {
        sema_def adt = def_kind_of(s, d) == DEF_VARIANT ? def_enum_of(s, d) : d;
        if (def_shape(s, d) == SHAPE_TUPLE)
            p.ty = ty_fn_def(s, d, args, n_args);
        else
            p.ty = ty_adt(s, adt, args, n_args);
        check_require_all(c, adt, args, n_args, at);
        return p;
    }
    case DEF_NONE:
    case DEF_CASES_MODULE:
    case DEF_UNION:
    case DEF_ENUM:
    case DEF_FIELD:
    case DEF_TRAIT:
    case DEF_IMPL:
    case DEF_CASES_ALIAS:
    case DEF_TYPE_PARAM:
    case DEF_LIFETIME_PARAM:
    case DEF_CASES_NAMELESS: break;
    }
    return (check_path){0};
}

static check_path check_report_not_value(check *c, const syntax_path *path, sema_def d)
{
    sema *s = c->s;
    const char *name = sema_text(s, path->segments[path->n_segments - 1].name);
    def_kind kind = def_kind_of(s, d);
    if (kind == DEF_VARIANT) {
        sema_report r = check_error(c, RUSTG_DIAG_EXPECTED_VALUE_VARIANT, path->span);
        sema_arg(&r, "%s::%s", sema_text(s, def_get(s, def_enum_of(s, d))->name), name);
        return (check_path){0};
    }
    sema_report r = check_error(c, RUSTG_DIAG_NAME_IS_NO_VALUE, path->span);
    sema_arg(&r, "value");
    sema_arg(&r, "%s", check_def_word(c, d));
    sema_arg(&r, "%s",
             arena_text(s->memory, (const char *)s->files.at[path->span.file]->bytes + path->span.start,
                        path->span.end - path->span.start));
    if (kind == DEF_STRUCT) {
        sema_primary_label(&r, "help: use struct literal syntax instead: `%s { /* fields */ }`", name);
        sema_label(&r, def_span(s, d), "`%s` defined here", name);
    } else
        sema_primary_label(&r, "not a value");
    return (check_path){0};
}

/* Trait::make(): whose? */
static bool check_step_trait_call(check *c, check_deferred *d, bool last)
{
    if (!check_is_var(c, infer_shallow(c->infer, d->ty)))
        return true;
    if (!last || c->failed)
        return false;
    if (check_has_unknown_local(c, d->span, d->ty)) /* which is told of instead */
        return true;
    sema_def item = *(sema_def *)d->user;
    bool is_fn = def_kind_of(c->s, item) == DEF_FN;
    sema_report r =
        check_error(c, is_fn ? RUSTG_DIAG_TRAIT_FN_WITHOUT_TYPE : RUSTG_DIAG_TRAIT_CONST_WITHOUT_TYPE, d->span);
    sema_label(&r, def_span(c->s, item), "`%s::%s` defined here",
               sema_text(c->s, def_get(c->s, def_get(c->s, item)->parent)->name),
               sema_text(c->s, def_get(c->s, item)->name));
    infer_unify(c->infer, d->ty, TY_ERROR);
    return true;
}

/* An item that was found as a whole, whose generic arguments are in the path's segments. */
static check_path check_value_of_res(check *c, sema_def d, const syntax_path *path)
{
    sema *s = c->s;
    const syntax_segment *last = &path->segments[path->n_segments - 1];
    const syntax_segment *before = path->n_segments > 1 ? last - 1 : NULL;
    sema_span at = path->span;
    uint32_t n = 0, n_parents = 0;
    const sema_ty *parents = NULL, *args;
    switch (def_kind_of(s, d)) {
    case DEF_FN:
    case DEF_CONST: {
        sema_def parent = def_get(s, d)->parent;
        if (def_kind_of(s, parent) == DEF_TRAIT) {
            sema_ty self = check_var(c, at);
            parents = check_own_args(c, parent, &self, 1, before, at, &n_parents);
        } else if (def_kind_of(s, parent) == DEF_IMPL)
            parents = check_own_args(c, parent, NULL, 0, NULL, at, &n_parents);
        args = check_own_args(c, d, parents, n_parents, last, at, &n);
        if (def_kind_of(s, parent) == DEF_TRAIT) {
            sema_def *item = ARENA_NEW(s->memory, sema_def);
            *item = d;
            check_defer(c, (check_deferred){.step = check_step_trait_call, .ty = parents[0], .span = at, .user = item});
        }
        return check_value_of_def(c, d, args, n, at);
    }
    case DEF_STATIC:
    case DEF_CONST_PARAM: return check_value_of_def(c, d, NULL, 0, at);
    case DEF_STRUCT:
        if (def_shape(s, d) == SHAPE_NAMED)
            return check_report_not_value(c, path, d);
        args = check_own_args(c, d, NULL, 0, last, at, &n);
        return check_value_of_def(c, d, args, n, at);
    case DEF_VARIANT:
        if (def_shape(s, d) == SHAPE_NAMED)
            return check_report_not_value(c, path, d);
        args = check_own_args(c, def_enum_of(s, d), NULL, 0, syntax_is(last->args) || !before ? last : before, at, &n);
        return check_value_of_def(c, d, args, n, at);
    case DEF_NONE:
    case DEF_CASES_MODULE:
    case DEF_UNION:
    case DEF_ENUM:
    case DEF_FIELD:
    case DEF_TRAIT:
    case DEF_IMPL:
    case DEF_CASES_ALIAS:
    case DEF_TYPE_PARAM:
    case DEF_LIFETIME_PARAM:
    case DEF_CASES_NAMELESS: break;
    }
    return check_report_not_value(c, path, d);
}

static void check_report_no_assoc(check *c, sema_ty self, const syntax_segment *segment)
{
    sema *s = c->s;
    const ty_info *i = ty_get(s, self);
    bool is_enum = i->kind == TY_ADT && def_kind_of(s, i->def) == DEF_ENUM;
    sema_def adt = i->kind == TY_ADT ? i->def : 0;
    const char *name = def_shown_ident(s, segment->name), *shown = check_show(c, self);
    bool upper = name[0] >= 'A' && name[0] <= 'Z';
    sema_report r = check_error(c, RUSTG_DIAG_NO_ASSOC_ITEM, segment->span);
    const char *what = is_enum ? "variant or associated item"
                       : upper ? "associated item"
                               : "function or associated item";
    sema_arg(&r, "%s", what);
    sema_arg(&r, "%s", name);
    sema_arg(&r, "%s", check_prefix(c, self));
    sema_arg(&r, "%s", check_show_without(c, self, segment->name));
    const char *similar = name[1] ? check_similar_name(c, self, segment->name, false) : NULL;
    bool is_variant = false;
    uint32_t n = 0;
    const sema_def *variants = is_enum ? def_variants(s, adt, &n) : NULL;
    for (uint32_t k = 0; similar && k < n; k++)
        is_variant |= strcmp(sema_text(s, def_get(s, variants[k])->name), similar) == 0;
    if (is_variant) {
        sema_suggest(&r, segment->span, similar, "there is a variant with a similar name");
        sema_suggest_is(&r, "HasPlaceholders");
    } else if (similar) {
        sema_suggest(&r, segment->span, similar, "there is an associated function `%s` with a similar name", similar);
    }
    if (!similar || is_variant)
        sema_primary_label(&r, "%s not found in `%s`", what, shown);
    if (adt && !def_get(s, adt)->is_library)
        sema_label(&r, check_head_span(c, adt), "%s `%s` not found for this %s", what, name, check_prefix(c, self));
}

/* self_ty::segment */
static check_path check_assoc_value(check *c, sema_ty self, const syntax_segment *segment, sema_span at)
{
    sema *s = c->s;
    self = check_known(c, self, at);
    if (self == TY_ERROR)
        return (check_path){0};
    ty_info info = *ty_get(s, self);
    if (info.kind == TY_ADT && def_kind_of(s, info.def) == DEF_ENUM) {
        const sema_def variant = def_variant_named(s, info.def, segment->name);
        if (variant) {
            uint32_t n_args;
            resolve_no_args(s, segment, "this type", "");
            const sema_ty *args = syntax_is(segment->args) ? check_own_args(c, info.def, NULL, 0, segment, at, &n_args)
                                                           : ty_args(s, self, &n_args);
            return check_value_of_def(c, variant, args, n_args, at);
        }
    }
    check_candidate found;
    bool ambiguous = false;
    if (!check_probe_assoc(c, self, segment->name, segment->span, &found, &ambiguous)) {
        if (!ambiguous)
            check_report_no_assoc(c, self, segment);
        return (check_path){0};
    }
    if (!def_is_visible(s, found.item, c->scope)) {
        sema_report r = check_error(c, RUSTG_DIAG_PRIVATE_ASSOC, segment->span);
        sema_arg(&r, "%s", check_def_word(c, found.item));
        sema_arg(&r, "%s", def_shown_ident(s, segment->name));
        sema_label(&r, def_head_span(s, found.item), "private %s defined here", check_def_word(c, found.item));
    }
    uint32_t n;
    const sema_ty *args = check_own_args(c, found.item, found.args, found.n_args, segment, at, &n);
    return check_value_of_def(c, found.item, args, n, at);
}

sema_ty check_self_type(check *c, sema_def impl_or_trait, sema_span at)
{
    sema *s = c->s;
    if (def_kind_of(s, impl_or_trait) == DEF_TRAIT) {
        uint32_t n;
        const sema_ty *args = def_identity_args(s, impl_or_trait, &n);
        return args[0];
    }
    c->written = def_type(s, impl_or_trait);
    if (c->written == ty_erase_regions(s, c->written) || ty_has(s, c->written, TY_HAS_ERROR))
        c->written = TY_NONE;
    return check_norm(c, def_type(s, impl_or_trait), at);
}

/* The type that the first n segments name; what follows is associated. */
static sema_ty check_type_of_prefix(check *c, const syntax_path *path, const res *found, uint32_t *n_used)
{
    sema *s = c->s;
    sema_span at = path->span;
    *n_used = found->n_resolved;
    switch (found->kind) {
    case RES_PRIMITIVE: return found->ty;
    case RES_SELF_TY:
        resolve_no_args(s, &path->segments[found->n_resolved - 1], "self type", "");
        return check_self_type(c, found->def, at);
    case RES_DEF: {
        sema_def d = found->def;
        uint32_t n;
        const syntax_segment *segment = found->n_resolved ? &path->segments[found->n_resolved - 1] : NULL;
        switch (def_kind_of(s, d)) {
        case DEF_TYPE_PARAM: return ty_param(s, d);
        case DEF_STRUCT:
        case DEF_UNION:
        case DEF_ENUM: {
            const sema_ty *args = check_own_args(c, d, NULL, 0, segment, at, &n);
            return ty_adt(s, d, args, n);
        }
        case DEF_TY_ALIAS: {
            const sema_ty *args = check_own_args(c, d, NULL, 0, segment, at, &n);
            return check_subst(c, def_type(s, d), d, args, n, at);
        }
        case DEF_NONE:
        case DEF_CASES_MODULE:
        case DEF_FN:
        case DEF_CASES_OF_ADT:
        case DEF_TRAIT:
        case DEF_IMPL:
        case DEF_CASES_VALUE:
        case DEF_ASSOC_TY:
        case DEF_CONST_PARAM:
        case DEF_LIFETIME_PARAM:
        case DEF_CASES_NAMELESS: break;
        }
        return TY_NONE;
    }
    case RES_NONE:
    case RES_LOCAL:
    case RES_UNRESOLVED: break;
    }
    return TY_NONE;
}

sema_ty check_assoc_type(check *c, sema_ty base, sema_symbol name, sema_span at)
{
    sema *s = c->s;
    base = check_shallow(c, base);
    if (base == TY_ERROR)
        return TY_ERROR;
    const check_bound *bounds;
    uint32_t n = check_bounds_of(c, base, &bounds);
    for (uint32_t i = 0; i < n; i++) {
        sema_def item = def_assoc_item(s, bounds[i].trait, name, DEF_ASSOC_TY);
        if (item)
            return check_norm(c, ty_projection(s, item, bounds[i].args, bounds[i].n_args), at);
    }
    if (c->self_ty_owner && def_kind_of(s, c->self_ty_owner) == DEF_IMPL) {
        def_trait_ref of = def_impl_trait(s, c->self_ty_owner);
        sema_def item = of.trait && infer_resolve(c->infer, base) == check_norm(c, def_type(s, c->self_ty_owner), at)
                            ? def_assoc_item(s, of.trait, name, DEF_ASSOC_TY)
                            : 0;
        if (item)
            return check_norm(c, ty_projection(s, item, of.args, of.n_args), at);
    }
    sema_report r = check_error(c, RUSTG_DIAG_AMBIGUOUS_ASSOC_TYPE, at);
    (void)r;
    return TY_ERROR;
}

/* <T as Trait>::Name..., <T>::name */
static check_path check_qualified_value(check *c, const syntax_path *path)
{
    sema *s = c->s;
    sema_ty written, self = check_written_type(c, syntax_child_in(s, path->qself, RUSTG_AST_CLASS_TY, 0), &written);
    uint32_t at = path->n_qself;
    if (at == 0) {
        c->written_self = path->n_segments == 1 && !ty_has(s, written, TY_HAS_INFER) ? written : (sema_ty)TY_NONE;
        for (; at + 1 < path->n_segments; at++)
            self = check_assoc_type(c, self, path->segments[at].name, path->segments[at].span);
        return check_assoc_value(c, self, &path->segments[at], path->span);
    }
    syntax_path of_trait = *path;
    of_trait.qself = (sema_node){0};
    of_trait.n_qself = 0;
    of_trait.n_segments = at;
    res found = resolve_path(s, c->scope, &of_trait, NAMESPACE_TYPE, false);
    if (found.kind != RES_DEF || def_kind_of(s, found.def) != DEF_TRAIT || at >= path->n_segments) {
        c->failed = c->frame->body->failed = true;
        return (check_path){0};
    }
    uint32_t n_trait, n;
    const sema_ty *trait_args = check_own_args(c, found.def, &self, 1, &path->segments[at - 1], path->span, &n_trait);
    if (written && !ty_has(s, written, TY_HAS_INFER)) {
        sema_ty *kept = ARENA_ARRAY(s->memory, sema_ty, n_trait);
        for (uint32_t i = 0; i < n_trait; i++)
            kept[i] = i == 0 ? written : c->n_written_trait == n_trait ? c->written_trait[i] : (sema_ty)TY_ERROR;
        c->written_trait = kept;
        c->n_written_trait = n_trait;
    }
    const syntax_segment *segment = &path->segments[at];
    bool last = at + 1 == path->n_segments;
    sema_def item = def_assoc_item(s, found.def, segment->name, last ? DEF_NONE : DEF_ASSOC_TY);
    if (item && last && def_kind_of(s, item) == DEF_ASSOC_TY)
        item = 0;
    if (!item) {
        sema_report r = check_error(c, RUSTG_DIAG_NOT_IN_TRAIT, segment->span);
        sema_arg(&r, "%s", sema_text(s, segment->name));
        sema_arg(&r, "%s", sema_text(s, def_get(s, found.def)->name));
        return (check_path){0};
    }
    if (!last) {
        c->n_written_trait = 0;
        sema_ty base = check_norm(c, ty_projection(s, item, trait_args, n_trait), path->span);
        return check_assoc_value(c, base, &path->segments[at + 1], path->span);
    }
    const sema_ty *args = check_own_args(c, item, trait_args, n_trait, segment, path->span, &n);
    check_require(c, found.def, trait_args, n_trait, path->span, NULL);
    return check_value_of_def(c, item, args, n, path->span);
}

/* Finds where a local of an enclosing function's body is bound that has this name. Items inside that body cannot see
 * it. */
static bool check_outer_local(check *c, sema_symbol name, bool *is_const)
{
    sema *s = c->s;
    sema_node n = def_get(s, c->owner)->node;
    *is_const = def_kind_of(s, c->owner) != DEF_FN;
    for (sema_node at = n, up; syntax_is(up = syntax_parent(s, at)); at = up) {
        uint8_t kind = syntax_kind(s, up);
        bool is_fn = kind == RUSTG_AST_ItemFn || kind == RUSTG_AST_AssocItemFn;
        if (kind != RUSTG_AST_Block && !is_fn)
            continue;
        for (sema_node k = syntax_first_real(s, up); syntax_is(k) && k.node != at.node; k = syntax_next_real(s, k)) {
            if (syntax_kind(s, k) != (is_fn ? RUSTG_AST_Param : RUSTG_AST_StmtLet))
                continue;
            sema_node pat = syntax_child_in(s, k, RUSTG_AST_CLASS_PAT, 0);
            if (syntax_is(pat) && syntax_kind(s, pat) == RUSTG_AST_PatIdent && syntax_name(s, pat) == name)
                return true;
        }
        if (is_fn)
            return false;
    }
    return false;
}

/* Is it a parameter of the fn around a constant? */
static bool check_is_outer_param(check *c, sema_symbol name, sema_span *binding)
{
    sema *s = c->s;
    for (const check_frame *frame = c->frame; frame; frame = frame->outer)
        for (uint32_t i = 1; i < frame->body->locals.n; i++)
            if (frame->body->locals.at[i].name == name && frame->body->locals.at[i].is_param) {
                *binding = frame->body->locals.at[i].span;
                return true;
            }
    for (sema_node at = def_get(s, c->owner)->node; syntax_is(at); at = syntax_parent(s, at)) {
        uint8_t kind = syntax_kind(s, at);
        if (kind != RUSTG_AST_ItemFn && kind != RUSTG_AST_AssocItemFn)
            continue;
        syntax_fn parts = syntax_fn_of(s, at);
        for (uint32_t i = parts.has_self; i < parts.params.n; i++) {
            sema_node pat = syntax_child_in(s, parts.params.at[i], RUSTG_AST_CLASS_PAT, 0);
            if (syntax_is(pat) && syntax_kind(s, pat) == RUSTG_AST_PatIdent && syntax_name(s, pat) == name) {
                *binding = syntax_name_span(s, pat);
                return true;
            }
        }
        return false;
    }
    return false;
}

check_path check_value_path(check *c, sema_node n)
{
    sema *s = c->s;
    syntax_path path = syntax_path_of(s, n);
    c->written = c->written_self = TY_NONE;
    c->n_written_trait = 0;
    if (path.n_segments == 0) {
        check_error_expr(c, path.span);
        return (check_path){0};
    }
    if (syntax_is(path.qself))
        return check_qualified_value(c, &path);
    if (path.n_segments == 1 && !path.global) {
        const check_binding *b = check_find_local(c, &path.segments[0]);
        if (b)
            resolve_no_args(s, &path.segments[0], "local variable", sema_text(s, path.segments[0].name));
        if (b)
            return (check_path){.local = b->local, .frame = b->frame, .ty = b->frame->body->locals.at[b->local].ty};
    }
    bool single = path.n_segments == 1 && !path.global, is_const = false;
    res found = resolve_path(s, c->scope, &path, NAMESPACE_VALUE, single);
    if (single && found.kind == RES_UNRESOLVED) {
        if (check_outer_local(c, path.segments[0].name, &is_const)) {
            sema_report r =
                check_error(c, is_const ? RUSTG_DIAG_NON_CONSTANT_VALUE : RUSTG_DIAG_DYNAMIC_ENVIRONMENT, path.span);
            sema_span binding;
            if (is_const && check_is_outer_param(c, path.segments[0].name, &binding)) {
                sema_primary_label(&r, "%s", "");
                sema_label(&r, binding, "this would need to be a `const`");
            }
            return (check_path){0};
        }
        check_report_unresolved(c, &path);
    }
    if (found.kind == RES_NONE || found.kind == RES_UNRESOLVED || found.kind == RES_LOCAL) {
        c->failed = c->frame->body->failed = true;
        return (check_path){0};
    }
    if (found.kind == RES_SELF_TY && found.n_resolved >= path.n_segments) { /* Self(..), Self */
        sema_ty self = check_shallow(c, check_self_type(c, found.def, path.span));
        ty_info info = *ty_get(s, self);
        if (info.kind != TY_ADT || def_kind_of(s, info.def) != DEF_STRUCT || def_shape(s, info.def) == SHAPE_NAMED) {
            check_error(c, RUSTG_DIAG_SELF_CONSTRUCTOR, path.span);
            return (check_path){0};
        }
        resolve_no_args(s, &path.segments[0], "self constructor", "");
        if (resolve_constructor_hidden(s, c->scope, info.def)) {
            sema_report r = check_error(c, RUSTG_DIAG_PRIVATE_ITEM, path.span);
            sema_arg(&r, "tuple struct constructor");
            sema_arg(&r, "%s", sema_text(s, def_get(s, info.def)->name));
            return (check_path){0};
        }
        uint32_t n_args;
        const sema_ty *args = ty_args(s, self, &n_args);
        return check_value_of_def(c, info.def, args, n_args, path.span);
    }
    if (found.kind == RES_DEF && found.n_resolved >= path.n_segments) {
        if (def_kind_of(s, found.def) == DEF_FN)
            check_is_stable_call(c, def_get(s, found.def)->parent, path.span);
        return check_value_of_res(c, found.def, &path);
    }
    if (found.kind == RES_DEF && def_kind_of(s, found.def) == DEF_TRAIT && found.n_resolved + 1 == path.n_segments) {
        uint32_t n_trait, n_args; /* Trait::method */
        const syntax_segment *segment = &path.segments[found.n_resolved];
        sema_def item = def_assoc_item(s, found.def, segment->name, DEF_NONE);
        if (item && def_kind_of(s, item) != DEF_ASSOC_TY) {
            sema_ty self = check_var(c, path.span);
            check_is_stable_call(c, found.def, path.span);
            const sema_ty *trait_args = check_own_args(c, found.def, &self, 1, segment - 1, path.span, &n_trait);
            const sema_ty *args = check_own_args(c, item, trait_args, n_trait, segment, path.span, &n_args);
            check_require(c, found.def, trait_args, n_trait, path.span, NULL);
            sema_def *called = ARENA_NEW(s->memory, sema_def);
            *called = item;
            check_defer(c,
                        (check_deferred){.step = check_step_trait_call, .ty = self, .span = path.span, .user = called});
            return check_value_of_def(c, item, args, n_args, path.span);
        }
        sema_report r = check_error(c, RUSTG_DIAG_NOT_IN_TRAIT, segment->span);
        sema_arg(&r, "%s", sema_text(s, segment->name));
        sema_arg(&r, "%s", sema_text(s, def_get(s, found.def)->name));
        return (check_path){0};
    }
    uint32_t used;
    sema_ty self = check_type_of_prefix(c, &path, &found, &used);
    if (!self) {
        if (found.kind == RES_DEF)
            return check_report_not_value(c, &path, found.def);
        c->failed = c->frame->body->failed = true;
        return (check_path){0};
    }
    if (used >= path.n_segments) {
        sema_report r = check_error(c, RUSTG_DIAG_NAME_IS_NO_VALUE, path.span);
        sema_arg(&r, "value");
        sema_arg(&r, "%s", found.kind == RES_PRIMITIVE ? "builtin type" : "type");
        sema_arg(&r, "%s", sema_text(s, path.segments[path.n_segments - 1].name));
        sema_primary_label(&r, "not a value");
        return (check_path){0};
    }
    for (; used + 1 < path.n_segments; used++) {
        self = check_assoc_type(c, self, path.segments[used].name, path.segments[used].span);
        c->written = TY_NONE;
    }
    check_keep_self(c);
    return check_assoc_value(c, self, &path.segments[used], path.span);
}

/* A tuple struct's constructor is a function; a pattern of its name is none. */
static void check_constructor(check *c, const check_path *p, sema_span at)
{
    sema *s = c->s;
    const sema_def adt = def_kind_of(s, p->def) == DEF_VARIANT ? def_enum_of(s, p->def) : p->def;
    uint32_t n_fields;
    const sema_def *fields = def_fields(s, p->def, &n_fields);
    for (uint32_t i = 0; i < n_fields; i++) {
        const ty_kind kind = ty_kind_of(s, def_type(s, fields[i]));
        if (kind == TY_SLICE || kind == TY_STR || kind == TY_DYN || kind == TY_PARAM)
            check_require_sized(c, check_subst(c, def_type(s, fields[i]), adt, p->args, p->n_args, at), at,
                                "all function arguments must have a statically known size");
    }
}

thir_expr check_path_expr(check *c, sema_node n, check_expect expect)
{
    (void)expect;
    sema *s = c->s;
    sema_span at = sema_node_span(s, n);
    check_path p = check_value_path(c, n);
    if (p.local)
        return check_local_of(c, p.local, p.frame, at);
    if (!p.def)
        return check_error_expr(c, at);
    thir_node node = {.span = at, .ty = p.ty, .def = p.def, .args = p.args, .n_args = p.n_args};
    if (def_kind_of(s, p.def) != DEF_STATIC && def_kind_of(s, p.def) != DEF_CONST_PARAM) {
        node.bits = c->written;
        node.high = c->written_self;
    }
    switch (def_kind_of(s, p.def)) {
    case DEF_FN:
        node.op = THIR_FN;
        if (def_lang(s, LANG_DROP) && def_get(s, p.def)->parent == def_lang(s, LANG_DROP)) {
            sema_report r = check_error(c, RUSTG_DIAG_EXPLICIT_DROP, at);
            sema_suggest(&r, at, "drop", "consider using `drop` function");
        }
        break;
    case DEF_CONST: node.op = THIR_CONST; break;
    case DEF_CONST_PARAM: node.op = THIR_CONST_PARAM; break;
    case DEF_STATIC:
        node.op = THIR_STATIC;
        node.is_place = true;
        if (syntax_is_mut(s, def_get(s, p.def)->node))
            check_need_unsafe(
                c, at, "use of mutable static",
                "mutable statics can be mutated by multiple threads: aliasing violations or data races will cause "
                "undefined behavior");
        break;
    case DEF_NONE:
    case DEF_CASES_MODULE:
    case DEF_CASES_ADT:
    case DEF_CASES_OF_ADT:
    case DEF_TRAIT:
    case DEF_IMPL:
    case DEF_CASES_ALIAS:
    case DEF_TYPE_PARAM:
    case DEF_LIFETIME_PARAM:
    case DEF_CASES_NAMELESS:
        node.op = def_shape(s, p.def) == SHAPE_TUPLE ? THIR_FN : THIR_ADT;
        if (node.op == THIR_FN)
            check_constructor(c, &p, at);
        break;
    }
    return check_node(c, node);
}

static void check_report_no_struct(check *c, const syntax_path *path, const char *what)
{
    const char *name = sema_text(c->s, path->segments[0].name);
    for (uint32_t i = 1; i < path->n_segments; i++)
        name = arena_format(c->s->memory, "%s::%s", name, sema_text(c->s, path->segments[i].name));
    sema_report r = check_error(c, RUSTG_DIAG_NOT_A_STRUCT, path->span);
    sema_arg(&r, "%s", what);
    sema_arg(&r, "%s", name);
}

check_path check_struct_path(check *c, sema_node n)
{
    sema *s = c->s;
    syntax_path path = syntax_path_of(s, n);
    sema_ty self = TY_NONE;
    uint32_t used = 0, n_args = 0;
    bool is_item = false;
    check_path p = {0};
    c->written = c->written_self = TY_NONE;
    c->n_written_trait = 0;
    if (syntax_is(path.qself) && path.n_qself == 0 && path.n_segments) {
        self = check_type(c, syntax_child_in(s, path.qself, RUSTG_AST_CLASS_TY, 0));
    } else if (syntax_is(path.qself) || path.n_segments == 0) {
        check_not_yet(c, n, "a struct named through a trait", "name the struct itself");
        return p;
    } else {
        res found = resolve_path(s, c->scope, &path, NAMESPACE_TYPE, true);
        if (found.kind == RES_UNRESOLVED) {
            syntax_path prefix = path;
            prefix.n_segments--;
            if (prefix.n_segments && resolve_path(s, c->scope, &prefix, NAMESPACE_TYPE, false).kind != RES_DEF) {
                c->failed = c->frame->body->failed = true;
                return p;
            }
            const syntax_segment *last = &path.segments[path.n_segments - 1];
            if (!prefix.n_segments && resolve_import_failed(s, c->scope, last->name)) {
                c->failed = c->frame->body->failed = true;
                return p;
            }
            res value = resolve_path(s, c->scope, &path, NAMESPACE_VALUE, true);
            if (value.kind == RES_DEF && value.n_resolved == path.n_segments) {
                check_report_no_struct(c, &path, check_def_word(c, value.def));
                return p;
            }
            sema_report r = check_error(c, prefix.n_segments ? RUSTG_DIAG_NO_STRUCT_IN : RUSTG_DIAG_NO_STRUCT,
                                        prefix.n_segments ? last->span : path.span);
            sema_arg(&r, "%s", sema_text(s, last->name));
            if (prefix.n_segments) {
                const char *module = sema_text(s, path.segments[prefix.n_segments - 1].name);
                bool is_crate = !strcmp(module, "crate");
                sema_arg(&r, is_crate ? "the crate root" : "module `%s`", module);
                sema_arg(&r, is_crate ? "the crate root" : "`%s`", module);
            }
            return p;
        }
        if (found.kind == RES_NONE) {
            c->failed = c->frame->body->failed = true;
            return p;
        }
        if (found.kind == RES_DEF && def_kind_of(s, found.def) == DEF_VARIANT) {
            const syntax_segment *last = &path.segments[path.n_segments - 1];
            p.def = found.def;
            sema_def adt = def_enum_of(s, found.def);
            p.args = check_own_args(c, adt, NULL, 0, syntax_is(last->args) || path.n_segments == 1 ? last : last - 1,
                                    path.span, &p.n_args);
            p.ty = ty_adt(s, adt, p.args, p.n_args);
            check_require_all(c, adt, p.args, p.n_args, path.span);
            return p;
        }
        self = check_type_of_prefix(c, &path, &found, &used);
        if (!self) {
            check_report_no_struct(c, &path, found.def ? check_def_word(c, found.def) : "item");
            return p;
        }
        is_item = used == path.n_segments &&
                  (found.kind == RES_PRIMITIVE || (found.kind == RES_DEF && def_kind_of(s, found.def) == DEF_ENUM));
    }
    for (; used < path.n_segments; used++) {
        self = check_known(c, self, path.span);
        ty_info info = *ty_get(s, self);
        bool last = used + 1 == path.n_segments;
        if (last && info.kind == TY_ADT && def_kind_of(s, info.def) == DEF_ENUM) {
            uint32_t n_variants;
            const sema_def *variants = def_variants(s, info.def, &n_variants);
            for (uint32_t i = 0; i < n_variants; i++)
                if (def_get(s, variants[i])->name == path.segments[used].name) {
                    resolve_no_args(s, &path.segments[used], "this type", "");
                    p.def = variants[i];
                    p.ty = self;
                    p.args = ty_args(s, self, &p.n_args);
                    return p;
                }
            const char *name = sema_text(s, path.segments[used].name);
            sema_report r = check_error(c, RUSTG_DIAG_NO_VARIANT, path.segments[used].span);
            sema_arg(&r, "%s", name);
            sema_arg(&r, "%s", check_show(c, self));
            sema_label(&r, check_head_span(c, info.def), "variant `%s` not found here", name);
            return p;
        }
        self = check_assoc_type(c, self, path.segments[used].name, path.segments[used].span);
    }
    self = check_known(c, self, path.span);
    ty_info info = *ty_get(s, self);
    if (self == TY_ERROR)
        return p;
    if (info.kind == TY_PARAM && path.n_segments == 1) {
        sema_report r = check_error(c, RUSTG_DIAG_NOT_A_STRUCT, path.span);
        sema_arg(&r, "type parameter");
        sema_arg(&r, "%s", check_show(c, self));
        return p;
    }
    if (is_item && (info.kind != TY_ADT || def_kind_of(s, info.def) == DEF_ENUM)) {
        check_report_no_struct(c, &path, info.kind == TY_ADT ? "enum" : "builtin type");
        return p;
    }
    if (info.kind != TY_ADT || def_kind_of(s, info.def) == DEF_ENUM) {
        sema_report r = check_error(c, RUSTG_DIAG_NOT_STRUCT_TYPE, path.span);
        sema_arg(&r, "%s", check_show(c, self));
        return p;
    }
    p.def = info.def;
    p.ty = self;
    p.args = ty_args(s, self, &n_args);
    p.n_args = n_args;
    check_require_all(c, info.def, p.args, p.n_args, path.span);
    return p;
}
