/* lint_const_generic.c: lifetimes and generic `Self` types, which the constants in types may not name: lengths of
 * arrays, arguments and defaults of const parameters. */
#include "lexer/token_class.h"
#include "sema/lints/lint.h"
#include "rustg/diagnostic_kind.h"

/* The lifetime parameter of that name that one node declares, in its Generics or behind `for`. */
static bool const_declares(const sema *s, sema_node n, sema_symbol name)
{
    const sema_node generics = syntax_child_of(s, n, RUSTG_AST_Generics);
    sema_node list = syntax_is(generics) ? generics : n;
    for (sema_node p = syntax_first(s, list); syntax_is(p); p = syntax_next(s, p))
        if (syntax_kind(s, p) == RUSTG_AST_GenericParamLifetime && syntax_name(s, p) == name)
            return true;
    return false;
}

static void const_check_lifetime(sema *s, sema_node lifetime, sema_node constant)
{
    const sema_symbol name = syntax_tok_name(s, lifetime.file, syntax_anchor(s, lifetime));
    bool outside = false;
    for (sema_node n = lifetime; syntax_is(n); n = syntax_parent(s, n)) {
        if (const_declares(s, n, name)) {
            if (!outside)
                return;
            sema_report r = sema_error(s, RUSTG_DIAG_GENERIC_IN_CONST, sema_node_span(s, lifetime));
            sema_arg(&r, "'%s", sema_text(s, name));
            sema_note(&r, "lifetime parameters may not be used in const expressions");
            return;
        }
        outside |= n.node == constant.node;
    }
}

/* Does a type name a parameter of the impl, or a lifetime that is not 'static? */
static bool const_mentions(const sema *s, sema_node type, sema_node impl)
{
    const rustg_ast *ast = &syntax_file_of(s, type.file)->ast;
    const sema_node generics = syntax_child_of(s, impl, RUSTG_AST_Generics);
    for (uint32_t node = type.node; node < ast->next[type.node]; node++) {
        const sema_node n = {type.file, node};
        const uint8_t kind = ast->kind[node];
        if (kind == RUSTG_AST_Lifetime &&
            strcmp(sema_text(s, syntax_tok_name(s, n.file, ast->tok[node])), "static") != 0)
            return true;
        if (kind != RUSTG_AST_TyPath && kind != RUSTG_AST_ExprPath)
            continue;
        for (uint32_t tok = syntax_first_tok(s, n); tok <= syntax_last_tok(s, n); tok++)
            for (sema_node p = syntax_first(s, generics);
                 TOKEN_IS_IDENT(syntax_tok_kind(s, n.file, tok)) && syntax_is(p); p = syntax_next(s, p))
                if (syntax_name(s, p) == syntax_tok_name(s, n.file, tok))
                    return true;
    }
    return false;
}

static void const_check_self(sema *s, sema_node path, sema_node constant)
{
    bool outside = false;
    for (sema_node n = path; syntax_is(n); n = syntax_parent(s, n)) {
        const uint8_t kind = syntax_kind(s, n);
        const bool is_adt = kind == RUSTG_AST_ItemStruct || kind == RUSTG_AST_ItemUnion || kind == RUSTG_AST_ItemEnum;
        if (is_adt || kind == RUSTG_AST_ItemImpl || kind == RUSTG_AST_ItemTrait) {
            const sema_node type = syntax_child_in(s, n, RUSTG_AST_CLASS_TY, 0);
            const bool generic = is_adt ? syntax_is(syntax_first(s, syntax_child_of(s, n, RUSTG_AST_Generics)))
                                        : kind == RUSTG_AST_ItemImpl && const_mentions(s, type, n);
            if (!outside || !generic)
                return;
            sema_report r =
                sema_error(s, RUSTG_DIAG_SELF_IN_CONST, syntax_tok_span(s, path.file, syntax_first_tok(s, path)));
            if (!is_adt)
                sema_note_at(&r, sema_node_span(s, type), "not a concrete type");
            return;
        }
        outside |= n.node == constant.node;
    }
}

/* The count of `[x; n]` may name a generic `Self`. */
static void const_check_constant(sema *s, sema_node constant, bool is_count)
{
    if (!syntax_is(constant))
        return;
    const uint32_t end = syntax_file_of(s, constant.file)->ast.next[constant.node];
    for (sema_node n = constant; n.node < end; n.node++) {
        const uint8_t kind = syntax_kind(s, n);
        if (kind == RUSTG_AST_Lifetime)
            const_check_lifetime(s, n, constant);
        else if (!is_count &&
                 (kind == RUSTG_AST_ExprPath || kind == RUSTG_AST_TyPath || kind == RUSTG_AST_ExprStruct) &&
                 syntax_tok_kind(s, n.file, syntax_first_tok(s, n)) == RUSTG_TOK_KW_SELF_TYPE)
            const_check_self(s, n, constant);
    }
}

void lint_check_constants(sema *s, sema_node n)
{
    switch (syntax_kind(s, n)) {
    case RUSTG_AST_TyArray:
    case RUSTG_AST_GenericParamConst:
        const_check_constant(s, syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0), false);
        return;
    case RUSTG_AST_ExprRepeat: const_check_constant(s, syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 1), true); return;
    case RUSTG_AST_GenericArgs:
        for (sema_node c = syntax_first(s, n); syntax_is(c); c = syntax_next(s, c))
            if (rustg_ast_kind_class(syntax_kind(s, c)) == RUSTG_AST_CLASS_EXPR)
                const_check_constant(s, c, false);
        return;
    default: return;
    }
}
