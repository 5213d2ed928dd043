/* check_pat_bind.c: checks names in patterns, and alternatives, which must all bind the same names. */
#include "sema/names/resolve.h"
#include "sema/patterns/check_pat.h"
#include "rustg/diagnostic_kind.h"

/* What a pattern is of, for messages. */
static const char *check_pattern_source(const sema *s, sema_node n)
{
    for (n = syntax_parent(s, n); syntax_is(n); n = syntax_parent(s, n)) {
        uint8_t kind = syntax_kind(s, n);
        if (kind == RUSTG_AST_StmtLet || kind == RUSTG_AST_ExprLet)
            return "let binding";
        if (kind == RUSTG_AST_Param)
            return "function parameter";
        if (kind == RUSTG_AST_ExprForLoop)
            return "for loop binding";
        if (rustg_ast_kind_class(kind) != RUSTG_AST_CLASS_PAT && kind != RUSTG_AST_FieldPat)
            break;
    }
    return "match binding";
}

static pat_binding *check_pat_bind_find(pat_binding *list, uint32_t n, sema_symbol name)
{
    while (n-- > 0)
        if (list[n].name == name)
            return &list[n];
    return NULL;
}

/* By which mode a name binds: what is written, else the default. */
static pat_mode check_binding_mode(pat_ctx *p, sema_node n, syntax_binding written, pat_mode mode)
{
    sema *s = p->c->s;
    if (!written.by_ref && !written.mutable)
        return mode;
    if (mode != BIND_VALUE && s->files.at[n.file]->edition >= 2024) {
        sema_span at = syntax_tok_span(s, n.file, syntax_first_tok(s, n));
        uint32_t kind = written.by_ref ? RUSTG_DIAG_PATTERN_REF_IN_IMPLICIT : RUSTG_DIAG_PATTERN_MUT_IN_IMPLICIT;
        if (written.ref_mut)
            at.end = syntax_tok_span(s, n.file, syntax_first_tok(s, n) + 1).end;
        pat_implicit_error(p, kind, at, written.ref_mut ? "ref mut" : "ref");
    }
    return written.by_ref ? written.ref_mut ? BIND_REF_MUT : BIND_REF : BIND_VALUE;
}

/* The local for a name, which is new unless the first alternative has made it. */
static thir_local check_binding_local(pat_ctx *p, sema_node n, sema_ty ty, pat_mode mode, syntax_binding written)
{
    check *c = p->c;
    sema_span span = syntax_name_span(c->s, n);
    sema_symbol name = sema_local_name(c->s, syntax_name(c->s, n), span);
    pat_binding binding = {.name = name, .span = span, .mode = (uint8_t)mode, .written_ref = written.by_ref};
    if (check_pat_bind_find(p->bound.at, p->bound.n, name)) {
        bool param = strcmp(check_pattern_source(c->s, n), "function parameter") == 0;
        sema_report r = check_error(c, param ? RUSTG_DIAG_PARAM_TWICE : RUSTG_DIAG_PATTERN_BOUND_TWICE, span);
        sema_arg(&r, "%s", sema_text(c->s, name));
    } else {
        pat_binding *first = check_pat_bind_find(p->offered.at, p->offered.n, name);
        if (first) {
            thir_local local = first->local;
            sema_ty other = c->frame->body->locals.at[local].ty;
            if (first->written_ref != written.by_ref) {
                sema_report r = check_error(c, RUSTG_DIAG_PATTERN_BOUND_INCONSISTENTLY, span);
                sema_arg(&r, "%s", sema_text(c->s, name));
                sema_label(&r, first->span, "first binding");
            } else if (!infer_unify(c->infer, other, ty)) {
                check_why why = {
                    .at = first->span,
                    .label = arena_format(c->s->memory, "first introduced with type `%s` here", check_show(c, other))};
                sema_report r = check_mismatch(c, span, other, ty, 0, &why);
                sema_note(&r, "in the same arm, a binding must have the same type in all alternatives");
            }
            binding.local = local;
            vec_push(c->s->memory, &p->bound, binding);
            return local;
        }
    }
    binding.local = check_local_new(c, name, ty, sema_node_span(c->s, n), written.mutable);
    if (ty != c->sized_elsewhere)
        check_require_sized(c, ty, span, "all local variables must have a statically known size");
    vec_push(c->s->memory, &p->bound, binding);
    return binding.local;
}

/* rustc's bindings_with_variant_name. */
static void check_report_variant_name(pat_ctx *p, sema_node n, sema_ty expected)
{
    check *c = p->c;
    sema *s = c->s;
    sema_ty ty = check_shallow(c, expected);
    while (ty_kind_of(s, ty) == TY_REF)
        ty = check_shallow(c, ty_arg(s, ty, 1));
    ty_info info = *ty_get(s, ty);
    if (info.kind != TY_ADT || def_kind_of(s, info.def) != DEF_ENUM)
        return;
    uint32_t n_variants;
    const sema_def *variants = def_variants(s, info.def, &n_variants);
    sema_symbol name = syntax_name(s, n);
    for (uint32_t i = 0; i < n_variants; i++) {
        if (def_get(s, variants[i])->name != name || def_shape(s, variants[i]) != SHAPE_UNIT)
            continue;
        const char *path = def_path(s, info.def);
        const check_late l = {RUSTG_DIAG_BINDING_NAMED_AS_VARIANT, sema_node_span(s, n), sema_text(s, name), path,
                              TY_NONE};
        vec_push(s->memory, &c->late, l);
    }
}

thir_pat pat_bind(pat_ctx *p, sema_node n, sema_ty expected, pat_mode mode)
{
    check *c = p->c;
    sema *s = c->s;
    syntax_binding written = syntax_pat_ident(s, n);
    pat_mode how = check_binding_mode(p, n, written, mode);
    sema_ty ty = how == BIND_VALUE ? expected : ty_ref(s, ty_erased(s), how == BIND_REF_MUT, expected);
    if (check_shallow(c, expected) == TY_ERROR)
        ty = TY_ERROR;
    thir_local local = check_binding_local(p, n, ty, how, written);
    sema_node sub = syntax_child_in(s, n, RUSTG_AST_CLASS_PAT, 0);
    if (!written.by_ref && !written.mutable && !syntax_is(sub))
        check_report_variant_name(p, n, expected);
    thir_pat a = syntax_is(sub) && syntax_kind(s, sub) != RUSTG_AST_PatRest ? pat_check(p, sub, expected, mode) : 0;
    return pat_new(p, (thir_pat_node){.op = PAT_BINDING,
                                      .ty = expected,
                                      .span = sema_node_span(s, n),
                                      .local = local,
                                      .index = (uint32_t)how,
                                      .a = a});
}

/* A name that is one of these cannot be bound. */
static bool check_cannot_shadow(const pat_ctx *p, sema_def def, const char **what)
{
    sema *s = p->c->s;
    switch (def_kind_of(s, def)) {
    case DEF_STATIC: *what = "static"; return true;
    case DEF_STRUCT:
        *what = "tuple struct";
        return def_shape(s, def) == SHAPE_TUPLE && !resolve_constructor_hidden(s, p->c->scope, def);
    case DEF_VARIANT: *what = "tuple variant"; return def_shape(s, def) == SHAPE_TUPLE;
    case DEF_NONE:
    case DEF_CASES_MODULE:
    case DEF_FN:
    case DEF_UNION:
    case DEF_ENUM:
    case DEF_FIELD:
    case DEF_TRAIT:
    case DEF_IMPL:
    case DEF_CONST:
    case DEF_CASES_ALIAS:
    case DEF_CASES_PARAM:
    case DEF_CASES_NAMELESS: break;
    }
    return false;
}

thir_pat pat_ident(pat_ctx *p, sema_node n, sema_ty expected, pat_mode mode)
{
    check *c = p->c;
    sema *s = c->s;
    syntax_binding written = syntax_pat_ident(s, n);
    sema_symbol name = syntax_name(s, n);
    bool plain = !written.by_ref && !written.mutable && !syntax_is(syntax_child_in(s, n, RUSTG_AST_CLASS_PAT, 0));
    res found = resolve_name(s, c->scope, name, NAMESPACE_VALUE);
    if (found.kind == RES_DEF && found.def) {
        sema_def def = found.def;
        def_kind kind = def_kind_of(s, def);
        const char *what = "";
        if (plain &&
            (kind == DEF_CONST || ((kind == DEF_STRUCT || kind == DEF_VARIANT) && def_shape(s, def) == SHAPE_UNIT))) {
            uint32_t n_args;
            if (resolve_notes_uses(s))
                resolve_add_name(s, c->scope, name, NAMESPACE_VALUE, sema_node_span(s, n));
            const sema_ty *args = infer_fresh_args(c->infer, kind == DEF_VARIANT ? def_enum_of(s, def) : def, NULL, 0,
                                                   sema_node_span(s, n), &n_args);
            if (kind == DEF_CONST)
                return pat_const_def(p, n, def, args, n_args, def_type(s, def), expected);
            return pat_unit_def(p, n, def, args, n_args, expected, mode);
        }
        if (plain && kind == DEF_CONST_PARAM) {
            sema_span span = sema_node_span(s, n);
            if (check_equal(c, span, check_shallow(c, expected), def_const_param_ty(s, def), p->why))
                check_error(c, RUSTG_DIAG_PATTERN_CONST_PARAM, span);
            return pat_error(p, n);
        }
        const bool is_unit = (kind == DEF_STRUCT || kind == DEF_VARIANT) && def_shape(s, def) == SHAPE_UNIT;
        if (!plain && (is_unit || kind == DEF_CONST || kind == DEF_CONST_PARAM))
            what = kind == DEF_CONST         ? "constant"
                   : kind == DEF_CONST_PARAM ? "const parameter"
                   : kind == DEF_STRUCT      ? "unit struct"
                                             : "unit variant";
        if (*what || check_cannot_shadow(p, def, &what)) {
            sema_report r = check_error(c, RUSTG_DIAG_BINDING_SHADOWS, syntax_name_span(s, n));
            sema_arg(&r, "%ss", check_pattern_source(s, n));
            sema_arg(&r, "%ss", what);
            sema_arg(&r, "a %s", what);
            sema_label(&r, kind == DEF_CONST_PARAM ? def_span(s, def) : sema_node_span(s, def_get(s, def)->node),
                       "the %s `%s` is defined here", what, sema_text(s, name));
            return pat_error(p, n);
        }
    }
    return pat_bind(p, n, expected, mode);
}

/* ---- Alternatives ---- */

/* Names that one alternative binds and the other does not. */
static void check_pat_bind_report_missing(pat_ctx *p, const pat_binding *list, uint32_t n, pat_binding *other,
                                          uint32_t n_other, sema_node lacks)
{
    check *c = p->c;
    for (uint32_t i = 0; i < n; i++) {
        if (check_pat_bind_find(other, n_other, list[i].name))
            continue;
        sema_report r = check_error(c, RUSTG_DIAG_PATTERN_NOT_BOUND, sema_node_span(c->s, lacks));
        sema_arg(&r, "%s", sema_text(c->s, list[i].name));
        sema_label(&r, list[i].span, "variable not in all patterns");
    }
}

thir_pat pat_or(pat_ctx *p, sema_node n, sema_ty expected, pat_mode mode)
{
    check *c = p->c;
    sema *s = c->s;
    uint32_t n_before = p->bound.n, n_offered = p->offered.n, n_alternatives = 0, n_first = 0;
    VEC(uint32_t) list = {0};
    sema_node first = {0, 0};
    pat_binding *made = NULL;
    for (sema_node at = syntax_first_real(s, n); syntax_is(at); at = syntax_next_real(s, at)) {
        p->bound.n = n_before;
        thir_pat pat = pat_check(p, at, expected, mode);
        vec_push(s->memory, &list, pat);
        uint32_t n_new = p->bound.n - n_before;
        if (n_alternatives++ == 0) {
            first = at;
            n_first = n_new;
            made = ARENA_ARRAY(s->memory, pat_binding, n_first);
            for (uint32_t i = 0; i < n_first; i++) {
                made[i] = p->bound.at[n_before + i];
                vec_push(s->memory, &p->offered, made[i]);
            }
            continue;
        }
        pat_binding *now = n_new ? p->bound.at + n_before : NULL;
        check_pat_bind_report_missing(p, made, n_first, now, n_new, at);
        check_pat_bind_report_missing(p, now, n_new, made, n_first, first);
    }
    p->offered.n = n_offered;
    p->bound.n = n_before;
    vec_push_all(s->memory, &p->bound, made, n_first);
    if (list.n == 1)
        return list.at[0];
    return pat_new(p, (thir_pat_node){.op = PAT_OR,
                                      .ty = expected,
                                      .span = sema_node_span(s, n),
                                      .first = check_list(c, list.at, list.n),
                                      .n = list.n});
}
