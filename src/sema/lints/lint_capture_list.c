/* lint_capture_list.c: `use<..>` of an `impl Trait`. It stands in results only, names each type and const parameter in
 * scope, and nothing twice. */
#include "lexer/token_class.h"
#include "sema/lints/lint.h"
#include "rustg/diagnostic_kind.h"

static bool capture_is_param(const sema *s, sema_node n)
{
    const uint8_t kind = syntax_kind(s, n);
    return kind == RUSTG_AST_GenericParamType || kind == RUSTG_AST_GenericParamConst ||
           kind == RUSTG_AST_GenericParamLifetime;
}

/* The fn that an `impl Trait` is in the result of, or none. *in_param: it is in a parameter instead. */
static sema_node capture_fn_of(const sema *s, sema_node type, bool *in_param)
{
    for (sema_node n = syntax_parent(s, type); syntax_is(n); n = syntax_parent(s, n)) {
        const uint8_t kind = syntax_kind(s, n);
        *in_param |= kind == RUSTG_AST_Param;
        if (kind == RUSTG_AST_ItemFn || kind == RUSTG_AST_AssocItemFn)
            return n;
        if (kind == RUSTG_AST_Block)
            break;
    }
    return (sema_node){0, 0};
}

static bool capture_list_has(const sema *s, sema_node use, sema_symbol name, bool is_lifetime)
{
    const uint32_t last = syntax_last_tok(s, use);
    for (uint32_t tok = syntax_anchor(s, use) + 2; tok < last; tok++) {
        const uint32_t kind = syntax_tok_kind(s, use.file, tok);
        if (is_lifetime ? kind == RUSTG_TOK_LIFETIME : TOKEN_IS_IDENT(kind) || kind == RUSTG_TOK_KW_SELF_TYPE)
            if (syntax_tok_name(s, use.file, tok) == name)
                return true;
    }
    return false;
}

static void capture_check_params(sema *s, sema_node type, sema_node use, sema_node item)
{
    const sema_node generics = syntax_child_of(s, item, RUSTG_AST_Generics);
    for (sema_node p = syntax_first(s, generics); syntax_is(p); p = syntax_next(s, p)) {
        const bool is_const = syntax_kind(s, p) == RUSTG_AST_GenericParamConst;
        if (!capture_is_param(s, p) || syntax_kind(s, p) == RUSTG_AST_GenericParamLifetime ||
            capture_list_has(s, use, syntax_name(s, p), false))
            continue;
        const sema_span at = is_const ? sema_node_span(s, p) : syntax_name_span(s, p);
        const char *what = is_const ? "const" : "type";
        sema_report r = sema_error_about(s, RUSTG_DIAG_CAPTURES_MISS, sema_node_span(s, type), at);
        sema_arg(&r, "all %s parameters in scope", what);
        sema_label(&r, at, "%s parameter is implicitly captured by this `impl Trait`", what);
        sema_note(&r, "currently, all %s parameters are required to be mentioned in the precise captures list", what);
    }
}

static void capture_check_self(sema *s, sema_node type, sema_node use, sema_node trait)
{
    if (capture_list_has(s, use, sema_intern_text(s, "Self"), false))
        return;
    const sema_span at = syntax_head_span(s, trait);
    sema_report r = sema_error_about(s, RUSTG_DIAG_CAPTURES_MISS, sema_node_span(s, type), at);
    sema_arg(&r, "the `Self` type of the trait");
    sema_label(&r, at, "`Self` type parameter is implicitly captured by this `impl Trait`");
    sema_note(&r, "currently, all type parameters are required to be mentioned in the precise captures list");
}

/* The lifetimes of a trait, all of which an `impl Trait` in it captures. */
static void capture_check_lifetimes(sema *s, sema_node type, sema_node use, sema_node trait)
{
    const sema_node generics = syntax_child_of(s, trait, RUSTG_AST_Generics);
    for (sema_node p = syntax_first(s, generics); syntax_is(p); p = syntax_next(s, p)) {
        if (syntax_kind(s, p) != RUSTG_AST_GenericParamLifetime || capture_list_has(s, use, syntax_name(s, p), true))
            continue;
        sema_report r = sema_error(s, RUSTG_DIAG_CAPTURE_OF_TRAIT, sema_node_span(s, type));
        sema_label(&r, syntax_name_span(s, p),
                   "all lifetime parameters originating from a trait are captured implicitly");
    }
}

/* What is listed twice, and lifetimes behind other parameters. */
static void capture_check_order(sema *s, sema_node use)
{
    const uint32_t first = syntax_anchor(s, use) + 2, last = syntax_last_tok(s, use);
    uint32_t other = 0;
    for (uint32_t tok = first; tok < last; tok++) {
        const uint32_t kind = syntax_tok_kind(s, use.file, tok);
        if (kind == RUSTG_TOK_COMMA)
            continue;
        const sema_span at = syntax_tok_span(s, use.file, tok);
        const char *text = source_text(s, at);
        for (uint32_t before = first; before < tok; before++)
            if (syntax_tok_is(s, use.file, before, text)) {
                sema_report r = sema_error(s, RUSTG_DIAG_CAPTURED_TWICE, syntax_tok_span(s, use.file, before));
                sema_arg(&r, "%s", text);
                sema_label(&r, at, "parameter captured again here");
            }
        if (kind == RUSTG_TOK_LIFETIME && strcmp(text, "'static") == 0) {
            sema_report r = sema_error(s, RUSTG_DIAG_CAPTURE_NO_PARAM, at);
            sema_arg(&r, "%s", text);
        } else if (kind == RUSTG_TOK_LIFETIME && other) {
            sema_report r = sema_error(s, RUSTG_DIAG_CAPTURE_ORDER, at);
            sema_arg(&r, "%s", text);
            sema_label(&r, syntax_tok_span(s, use.file, other), "move the lifetime before this parameter");
        } else if (kind != RUSTG_TOK_LIFETIME && !other) {
            other = tok;
        }
    }
}

static bool capture_has_param(const sema *s, sema_node item, sema_symbol name)
{
    const sema_node generics = syntax_child_of(s, item, RUSTG_AST_Generics);
    for (sema_node p = syntax_first(s, generics); syntax_is(p); p = syntax_next(s, p))
        if (capture_is_param(s, p) && syntax_kind(s, p) != RUSTG_AST_GenericParamLifetime && syntax_name(s, p) == name)
            return true;
    return false;
}

static bool capture_is_argument(sema *s, sema_node fn, sema_symbol name)
{
    const syntax_fn parts = syntax_fn_of(s, fn);
    for (uint32_t i = 0; i < parts.params.n; i++) {
        const sema_node pat = syntax_child_in(s, parts.params.at[i], RUSTG_AST_CLASS_PAT, 0);
        if (syntax_kind(s, pat) == RUSTG_AST_PatIdent && syntax_name(s, pat) == name)
            return true;
    }
    return false;
}

static void capture_check_name(sema *s, sema_node fn, sema_node around, sema_span at, sema_symbol name)
{
    if (capture_has_param(s, fn, name) || capture_has_param(s, around, name))
        return;
    const sema_def module = lint_module_of(s, fn);
    res found = {.kind = RES_UNRESOLVED};
    const bool is_argument = capture_is_argument(s, fn, name);
    for (int space = 0; module && space < 2 && found.kind == RES_UNRESOLVED; space++)
        found = resolve_name(s, module, name, (res_namespace)space);
    if (!is_argument && (!module || found.kind == RES_UNRESOLVED)) {
        sema_report r = sema_error(s, RUSTG_DIAG_CAPTURE_UNKNOWN, at);
        sema_arg(&r, "%s", sema_text(s, name));
        return;
    }
    sema_report r = sema_error(s, RUSTG_DIAG_CAPTURE_OF_NO_PARAM, at);
    sema_arg(&r, "%s",
             is_argument             ? "local variable"
             : found.kind == RES_DEF ? def_kind_text(s, found.def)
                                     : "builtin type");
    sema_arg(&r, "%s", sema_text(s, name));
}

/* Each name in the list is one of a parameter. */
static void capture_check_names(sema *s, sema_node use, sema_node fn, sema_node around)
{
    const uint32_t last = syntax_last_tok(s, use);
    for (uint32_t tok = syntax_anchor(s, use) + 2; tok < last; tok++) {
        const uint32_t kind = syntax_tok_kind(s, use.file, tok);
        const sema_span at = syntax_tok_span(s, use.file, tok);
        if (TOKEN_IS_IDENT(kind))
            capture_check_name(s, fn, around, at, syntax_tok_name(s, use.file, tok));
        else if (kind == RUSTG_TOK_KW_SELF_TYPE && syntax_kind(s, around) != RUSTG_AST_ItemTrait)
            sema_error(
                s, syntax_kind(s, around) == RUSTG_AST_ItemImpl ? RUSTG_DIAG_CAPTURE_ALIAS : RUSTG_DIAG_CAPTURE_SELF,
                at);
    }
}

void lint_check_captures(sema *s, sema_node type)
{
    const sema_node use = syntax_child_of(s, type, RUSTG_AST_BoundUse);
    if (!syntax_is(use))
        return;
    bool in_param = false;
    const sema_node fn = capture_fn_of(s, type, &in_param);
    if (in_param) {
        sema_error(s, RUSTG_DIAG_CAPTURES_IN_ARGUMENT, sema_node_span(s, use));
        return;
    }
    if (!syntax_is(fn))
        return;
    const sema_node around = syntax_parent(s, fn);
    capture_check_order(s, use);
    capture_check_names(s, use, fn, around);
    capture_check_params(s, type, use, fn);
    if (syntax_kind(s, around) == RUSTG_AST_ItemImpl || syntax_kind(s, around) == RUSTG_AST_ItemTrait)
        capture_check_params(s, type, use, around);
    if (syntax_kind(s, around) == RUSTG_AST_ItemTrait) {
        capture_check_self(s, type, use, around);
        capture_check_lifetimes(s, type, use, around);
    }
}
