/* def_generics.c: reads generic parameters. */
#include "sema/items/def_table.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

typedef VEC(sema_def) def_list;

/* A function's parameters must have other names than those of the impl or trait around it. False: one has not. */
static bool def_check_shadowing(sema *s, sema_def d, sema_node param, sema_symbol name, bool lifetime)
{
    if (lifetime && strcmp(sema_text(s, name), "static") == 0) {
        sema_error(s, RUSTG_DIAG_LIFETIME_RESERVED, syntax_name_span(s, param));
        return true;
    }
    sema_def around = def_get(s, d)->parent;
    def_kind kind = around ? def_kind_of(s, around) : DEF_NONE;
    if (kind != DEF_IMPL && kind != DEF_TRAIT)
        return true;
    uint32_t n;
    const sema_def *outer = def_own_params(s, around, &n);
    for (uint32_t i = 0; i < n; i++) {
        if (def_get(s, outer[i])->name != name || (def_kind_of(s, outer[i]) == DEF_LIFETIME_PARAM) != lifetime)
            continue;
        const char *text = arena_format(s->memory, "%s%s", lifetime ? "'" : "", sema_text(s, name));
        sema_report r = sema_error(s, lifetime ? RUSTG_DIAG_LIFETIME_SHADOWS : RUSTG_DIAG_GENERIC_TWICE,
                                   syntax_name_span(s, param));
        sema_arg(&r, "%s", text);
        sema_label(&r, def_span(s, outer[i]), lifetime ? "first declared here" : "first use of `%s`", text);
        return false;
    }
    return true;
}

static void def_add_params(sema *s, sema_def d, sema_node generics, bool lifetimes, def_list *list)
{
    arena_map first = {0}; /* name: its place in list, from 1 */
    for (uint32_t i = 0; i < list->n && !def_get(s, d)->is_library; i++)
        if ((def_kind_of(s, list->at[i]) == DEF_LIFETIME_PARAM) == lifetimes)
            *arena_map_at(s->memory, &first, def_get(s, list->at[i])->name, 1) = i + 1;
    EACH_CHILD(s, generics, c)
    {
        uint8_t kind = def_node_kind(s, c);
        def_kind as = kind == RUSTG_AST_GenericParamLifetime ? DEF_LIFETIME_PARAM
                      : kind == RUSTG_AST_GenericParamType   ? DEF_TYPE_PARAM
                      : kind == RUSTG_AST_GenericParamConst  ? DEF_CONST_PARAM
                                                             : DEF_NONE;
        if (!as || (as == DEF_LIFETIME_PARAM) != lifetimes || !def_cfg_holds(s, c))
            continue;
        sema_symbol name = syntax_name(s, c);
        uint32_t *twice = name && !def_get(s, d)->is_library ? arena_map_at(s->memory, &first, name, 1) : NULL;
        if (twice && *twice) {
            sema_report r = sema_error(s, RUSTG_DIAG_GENERIC_TWICE, syntax_name_span(s, c));
            const char *text = arena_format(s->memory, "%s%s", lifetimes ? "'" : "", sema_text(s, name));
            sema_arg(&r, "%s", text);
            sema_label(&r, def_span(s, list->at[*twice - 1]), "first use of `%s`", text);
        } else if (twice) {
            *twice = list->n + 1;
        }
        if (!def_get(s, d)->is_library && !def_check_shadowing(s, d, c, name, lifetimes) && !lifetimes)
            name = 0; /* the name stays the outer one's */
        vec_push(s->memory, list,
                 def_add(s, (def_info){.kind = (uint8_t)as, .name = name, .parent = d, .node = c, .index = list->n}));
    }
}

/* An `impl Trait` in a parameter's type is a type parameter without a name. */
static void def_add_synthetic(sema *s, sema_def d, sema_node param, def_list *list)
{
    const rustg_ast *ast = def_ast(s, param.file);
    for (uint32_t n = param.node + 1; n < ast->next[param.node]; n++) {
        if (ast->kind[n] != RUSTG_AST_TyImplTrait)
            continue;
        sema_node node = {param.file, n};
        sema_span span = sema_node_span(s, node);
        sema_symbol name =
            sema_intern(s, (const char *)s->files.at[param.file]->bytes + span.start, span.end - span.start);
        sema_def p =
            def_add(s, (def_info){.kind = DEF_TYPE_PARAM, .name = name, .parent = d, .node = node, .index = list->n});
        def_answer(s, p)->synthetic = true;
        *arena_map_at(s->memory, &def_tab(s)->item_at, (uint64_t)node.file << 32 | n, 1) = p;
        vec_push(s->memory, list, p);
    }
}

/* An `&` or a `'_` in an impl's header is a lifetime parameter without a name; one in a function's signature is not. */
static void def_add_header_lifetimes(sema *s, sema_def impl, sema_node in, def_list *list)
{
    if (!syntax_is(in))
        return;
    const rustg_ast *ast = def_ast(s, in.file);
    for (uint32_t n = in.node; n < ast->next[in.node]; n++) {
        const sema_node node = {in.file, n};
        const uint8_t kind = ast->kind[n];
        const bool is_name = kind == RUSTG_AST_Lifetime || kind == RUSTG_AST_BoundLifetime;
        if (kind == RUSTG_AST_TyFnPtr ||
            (kind == RUSTG_AST_GenericArgs && def_tok_kind(s, in.file, syntax_anchor(s, node)) == RUSTG_TOK_L_PAREN)) {
            n = ast->next[n] - 1;
            continue;
        }
        if (is_name ? syntax_tok_name(s, in.file, syntax_anchor(s, node)) != def_tab(s)->names.underscore
                    : kind != RUSTG_AST_TyRef || def_node_kind(s, syntax_first_real(s, node)) == RUSTG_AST_Lifetime)
            continue;
        const sema_def p = def_add(s, (def_info){.kind = DEF_LIFETIME_PARAM,
                                                 .name = def_tab(s)->names.underscore,
                                                 .parent = impl,
                                                 .node = node,
                                                 .index = list->n});
        *arena_map_at(s->memory, &def_tab(s)->item_at, (uint64_t)in.file << 32 | n, 1) = p;
        vec_push(s->memory, list, p);
    }
}

const sema_def *def_own_params(sema *s, sema_def d, uint32_t *n)
{
    def_kind kind = def_kind_of(s, d);
    *n = 0;
    switch (kind) {
    case DEF_FN:
    case DEF_STRUCT:
    case DEF_UNION:
    case DEF_ENUM:
    case DEF_TRAIT:
    case DEF_IMPL:
    case DEF_TY_ALIAS:
    case DEF_ASSOC_TY: break;
    case DEF_NONE:
    case DEF_CASES_MODULE:
    case DEF_CASES_OF_ADT:
    case DEF_CASES_VALUE:
    case DEF_CASES_PARAM:
    case DEF_CASES_NAMELESS: return NULL;
    }
    def_answers *a = def_answer(s, d);
    if (a->own_params_state == STATE_UNKNOWN) {
        a->own_params_state = STATE_DONE;
        def_list list = {0};
        sema_node node = def_get(s, d)->node, generics = syntax_child_of(s, node, RUSTG_AST_Generics);
        if (kind == DEF_TRAIT)
            vec_push(s->memory, &list,
                     def_add(s, (def_info){.kind = DEF_TYPE_PARAM,
                                           .name = def_tab(s)->names.self_type,
                                           .parent = d,
                                           .node = node}));
        if (syntax_is(generics))
            def_add_params(s, d, generics, true, &list);
        if (kind == DEF_IMPL && !def_get(s, d)->is_library) {
            def_add_header_lifetimes(s, d, (sema_node){node.file, def_rec(s, d)->impl_self}, &list);
            def_add_header_lifetimes(s, d, (sema_node){node.file, def_rec(s, d)->impl_trait}, &list);
        }
        if (syntax_is(generics))
            def_add_params(s, d, generics, false, &list);
        if (kind == DEF_FN)
            EACH_CHILD(s, node, c)
        if (def_node_kind(s, c) == RUSTG_AST_Param)
            def_add_synthetic(s, d, c, &list);
        a->own_params = list.at;
        a->n_own_params = list.n;
    }
    *n = a->n_own_params;
    return a->own_params;
}

sema_def def_generics_owner(const sema *s, sema_def d)
{
    for (; d; d = def_get(s, d)->parent)
        switch (def_kind_of(s, d)) {
        case DEF_FN:
        case DEF_STRUCT:
        case DEF_UNION:
        case DEF_ENUM:
        case DEF_TRAIT:
        case DEF_IMPL:
        case DEF_TY_ALIAS:
        case DEF_ASSOC_TY:
        case DEF_CONST:
        case DEF_STATIC:
        case DEF_MOD:
        case DEF_CRATE: return d;
        case DEF_NONE:
        case DEF_CASES_OF_ADT:
        case DEF_CASES_PARAM:
        case DEF_CASES_NAMELESS: break;
        }
    return 0;
}

bool def_stands_alone(const sema *s, sema_def anon)
{
    sema_node around = syntax_parent(s, def_get(s, anon)->node);
    while (syntax_kind(s, around) == RUSTG_AST_ExprParen)
        around = syntax_parent(s, around);
    const uint8_t kind = syntax_kind(s, around);
    return kind != RUSTG_AST_ExprRepeat && kind != RUSTG_AST_Variant;
}

/* Whose parameters come before a definition's own. */
static sema_def generics_parent(const sema *s, sema_def d)
{
    sema_def parent = def_get(s, d)->parent;
    def_kind above = parent ? def_kind_of(s, parent) : DEF_NONE;
    switch (def_kind_of(s, d)) {
    case DEF_FN:
    case DEF_CONST:
    case DEF_ASSOC_TY: return above == DEF_IMPL || above == DEF_TRAIT ? parent : 0;
    case DEF_VARIANT:
    case DEF_FIELD: return parent;
    case DEF_ANON_CONST: return def_stands_alone(s, d) ? 0 : def_generics_owner(s, parent);
    case DEF_CLOSURE:
    case DEF_OPAQUE:
    case DEF_BLOCK:
    case DEF_TYPE_PARAM:
    case DEF_CONST_PARAM:
    case DEF_LIFETIME_PARAM: return def_generics_owner(s, parent);
    case DEF_NONE:
    case DEF_CASES_MODULE:
    case DEF_CASES_ADT:
    case DEF_TRAIT:
    case DEF_IMPL:
    case DEF_STATIC:
    case DEF_TY_ALIAS: break;
    }
    return 0;
}

def_generics_list def_generics(sema *s, sema_def d)
{
    def_generics_list none = {0};
    if (!d)
        return none;
    def_answers *a = def_answer(s, d);
    if (a->generics_state == STATE_UNKNOWN) {
        a->generics_state = STATE_DONE;
        sema_def parent = generics_parent(s, d);
        def_generics_list above = parent ? def_generics(s, parent) : none;
        uint32_t n;
        const sema_def *own = def_own_params(s, d, &n);
        a->generics = (def_generics_list){above.params, above.n_params, above.n_params};
        if (n) {
            sema_def *all = ARENA_ARRAY(s->memory, sema_def, above.n_params + n);
            if (above.n_params)
                memcpy(all, above.params, above.n_params * sizeof *all);
            memcpy(all + above.n_params, own, n * sizeof *all);
            a->generics = (def_generics_list){all, above.n_params + n, above.n_params};
        }
    }
    return a->generics;
}

const sema_ty *def_identity_args(sema *s, sema_def d, uint32_t *n)
{
    def_generics_list generics = def_generics(s, d);
    sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, generics.n_params);
    for (uint32_t i = 0; i < generics.n_params; i++)
        args[i] = def_kind_of(s, generics.params[i]) == DEF_LIFETIME_PARAM
                      ? ty_region_of(s, REGION_PARAM, generics.params[i], 0)
                      : ty_param(s, generics.params[i]);
    *n = generics.n_params;
    return args;
}

sema_ty def_const_param_ty(sema *s, sema_def param)
{
    def_answers *a = def_answer(s, param);
    if (a->type_state == STATE_UNKNOWN) {
        a->type_state = STATE_RUNNING;
        sema_node type = syntax_child_in(s, def_get(s, param)->node, RUSTG_AST_CLASS_TY, 0);
        resolve_lookup l = resolve_lookup_in(def_get(s, param)->parent, ELIDE_TO, "const parameters");
        l.elide_to = ty_region_of(s, REGION_STATIC, 0, 0);
        sema_ty t = syntax_is(type) ? resolve_type(s, &l, type) : (sema_ty)TY_ERROR;
        if (t != TY_ERROR && t != TY_BOOL && t != TY_CHAR && !ty_is_integer(s, t)) {
            sema_report r = sema_error(s, RUSTG_DIAG_CONST_PARAM_TYPE, sema_node_span(s, type));
            sema_arg(&r, "%s", ty_print(s, t));
            t = TY_ERROR;
        }
        a->type = t;
        a->type_state = STATE_DONE;
    }
    return a->type_state == STATE_RUNNING ? (sema_ty)TY_ERROR : a->type;
}

sema_ty def_param_default(sema *s, sema_def param)
{
    def_answers *a = def_answer(s, param);
    if (a->default_state == STATE_UNKNOWN) {
        a->default_state = STATE_RUNNING;
        const def_info *about = def_get(s, param);
        sema_node node = about->node;
        resolve_lookup l = resolve_lookup_in(about->parent, ELIDE_ERROR, "generic parameters");
        if (def_node_kind(s, node) == RUSTG_AST_GenericParamType) {
            sema_node type = syntax_child_in(s, node, RUSTG_AST_CLASS_TY, 0);
            if (syntax_is(type))
                a->default_type = resolve_type(s, &l, type);
        } else if (def_node_kind(s, node) == RUSTG_AST_GenericParamConst) {
            sema_node expr = syntax_child_in(s, node, RUSTG_AST_CLASS_EXPR, 0);
            if (syntax_is(expr))
                a->default_type = resolve_const(s, &l, expr, def_const_param_ty(s, param));
        }
        a->default_state = STATE_DONE;
    }
    return a->default_state == STATE_RUNNING ? (sema_ty)TY_ERROR : a->default_type;
}

sema_def def_param_named(sema *s, sema_def d, sema_symbol name, def_kind kind)
{
    enum { FEW = 16 };
    uint32_t n;
    const sema_def *own = def_own_params(s, d, &n);
    if (n <= FEW) {
        for (uint32_t i = 0; i < n; i++)
            if (def_get(s, own[i])->name == name && def_kind_of(s, own[i]) == kind)
                return own[i];
        return 0;
    }
    arena_map *named = &def_tab(s)->params_named;
    const uint64_t shape = kind == DEF_LIFETIME_PARAM ? 1 : kind == DEF_TYPE_PARAM ? 2 : 3;
    /* Each parameter is entered once: d's list may be asked for while it is made. */
    uint32_t *entered = arena_map_at(s->memory, named, (uint64_t)d << 34 | 4, 1), from = *entered;
    *entered = n;
    for (uint32_t i = from; i < n; i++) {
        const def_info *about = def_get(s, own[i]);
        const uint64_t of = about->kind == DEF_LIFETIME_PARAM ? 1 : about->kind == DEF_TYPE_PARAM ? 2 : 3;
        uint32_t *first = arena_map_at(s->memory, named, (uint64_t)d << 34 | (uint64_t)about->name << 3 | of, 1);
        *first = *first ? *first : own[i];
    }
    const uint32_t *found = arena_map_at(s->memory, named, (uint64_t)d << 34 | (uint64_t)name << 3 | shape, 0);
    return found ? *found : 0;
}
