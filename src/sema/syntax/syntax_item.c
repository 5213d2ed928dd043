/* syntax_item.c: reads operators, small facts and the parts of items. */
#include "sema/syntax/syntax.h"

static uint8_t syntax_item_kind_at(const sema *s, sema_node n, uint32_t tok)
{
    return syntax_tok_kind(s, n.file, tok);
}

static bool syntax_follows(const sema *s, sema_node n, uint32_t tok, uint8_t kind)
{
    return syntax_tok_joint(s, n.file, tok) && syntax_item_kind_at(s, n, tok + 1) == kind;
}

/* The operator that begins at the anchor, without the `=` of an assignment; *n_toks gets its length. */
static syntax_op syntax_read_operator(const sema *s, sema_node n, uint32_t *n_toks)
{
    uint32_t tok = syntax_anchor(s, n);
    bool assign = syntax_kind(s, n) == RUSTG_AST_ExprAssignOp;
    *n_toks = 1;
    switch (syntax_item_kind_at(s, n, tok)) {
    case RUSTG_TOK_PLUS: return OP_ADD;
    case RUSTG_TOK_MINUS: return OP_SUB;
    case RUSTG_TOK_STAR: return OP_MUL;
    case RUSTG_TOK_SLASH: return OP_DIV;
    case RUSTG_TOK_PERCENT: return OP_REM;
    case RUSTG_TOK_CARET: return OP_BIT_XOR;
    case RUSTG_TOK_AND:
        *n_toks = !assign && syntax_follows(s, n, tok, RUSTG_TOK_AND) ? 2 : 1;
        return *n_toks == 2 ? OP_AND : OP_BIT_AND;
    case RUSTG_TOK_OR:
        *n_toks = !assign && syntax_follows(s, n, tok, RUSTG_TOK_OR) ? 2 : 1;
        return *n_toks == 2 ? OP_OR : OP_BIT_OR;
    case RUSTG_TOK_EQ: *n_toks = 2; return OP_EQ;
    case RUSTG_TOK_BANG: *n_toks = 2; return OP_NE;
    case RUSTG_TOK_LT:
        *n_toks = 2;
        if (syntax_follows(s, n, tok, RUSTG_TOK_LT))
            return OP_SHL;
        if (syntax_follows(s, n, tok, RUSTG_TOK_EQ))
            return OP_LE;
        *n_toks = 1;
        return OP_LT;
    case RUSTG_TOK_GT:
        *n_toks = 2;
        if (syntax_follows(s, n, tok, RUSTG_TOK_GT))
            return OP_SHR;
        if (syntax_follows(s, n, tok, RUSTG_TOK_EQ))
            return OP_GE;
        *n_toks = 1;
        return OP_GT;
    default: return OP_NONE;
    }
}

bool syntax_inclusive(const sema *s, sema_node n)
{
    uint32_t tok = syntax_anchor(s, n);
    return syntax_follows(s, n, tok, RUSTG_TOK_DOT) &&
           (syntax_follows(s, n, tok + 1, RUSTG_TOK_EQ) || syntax_follows(s, n, tok + 1, RUSTG_TOK_DOT));
}

syntax_op syntax_operator(const sema *s, sema_node n)
{
    uint32_t n_toks;
    switch (syntax_kind(s, n)) {
    case RUSTG_AST_ExprRange: return syntax_inclusive(s, n) ? OP_RANGE_INCLUSIVE : OP_RANGE;
    case RUSTG_AST_ExprUnary:
        switch (syntax_item_kind_at(s, n, syntax_anchor(s, n))) {
        case RUSTG_TOK_MINUS: return OP_NEG;
        case RUSTG_TOK_BANG: return OP_NOT;
        case RUSTG_TOK_STAR: return OP_DEREF;
        default: return OP_NONE;
        }
    case RUSTG_AST_ExprBinary:
    case RUSTG_AST_ExprAssignOp: return syntax_read_operator(s, n, &n_toks);
    default: return OP_NONE;
    }
}

sema_span syntax_operator_span(const sema *s, sema_node n)
{
    uint32_t tok = syntax_anchor(s, n), n_toks = 1;
    switch (syntax_kind(s, n)) {
    case RUSTG_AST_ExprBinary: syntax_read_operator(s, n, &n_toks); break;
    case RUSTG_AST_ExprAssignOp:
        syntax_read_operator(s, n, &n_toks);
        n_toks++;
        break;
    case RUSTG_AST_ExprRange: n_toks = syntax_inclusive(s, n) ? 3 : 2; break;
    default: break;
    }
    sema_span span = syntax_tok_span(s, n.file, tok);
    span.end = syntax_tok_span(s, n.file, tok + n_toks - 1).end;
    return span;
}

const char *syntax_op_text(syntax_op op)
{
    static const char *const texts[] = {"",   "+", "-",  "*", "/",  "%",  "&",  "|", "^", "<<", ">>", "==",
                                        "!=", "<", "<=", ">", ">=", "&&", "||", "-", "!", "*",  "..", "..="};
    return (size_t)op < sizeof texts / sizeof texts[0] ? texts[op] : "";
}

/* ---- Small facts ---- */

/* Is one of the tokens before the anchor of this kind? */
static bool syntax_before_anchor(const sema *s, sema_node n, uint8_t kind)
{
    uint32_t anchor = syntax_anchor(s, n);
    sema_node vis = syntax_child_of(s, n, RUSTG_AST_Vis);
    uint32_t tok = syntax_is(vis) ? syntax_last_tok(s, vis) + 1 : syntax_first_tok(s, n);
    for (; tok < anchor; tok++)
        if (syntax_item_kind_at(s, n, tok) == kind)
            return true;
    return false;
}

syntax_binding syntax_pat_ident(const sema *s, sema_node n)
{
    syntax_binding binding = {false, false, false};
    uint32_t tok = syntax_first_tok(s, n);
    if (syntax_item_kind_at(s, n, tok) == RUSTG_TOK_KW_REF) {
        binding.by_ref = true;
        binding.ref_mut = syntax_item_kind_at(s, n, tok + 1) == RUSTG_TOK_KW_MUT;
    } else {
        binding.mutable = syntax_item_kind_at(s, n, tok) == RUSTG_TOK_KW_MUT;
    }
    return binding;
}

bool syntax_is_raw(const sema *s, sema_node n)
{
    uint32_t tok = syntax_anchor(s, n) + 1;
    uint8_t after = syntax_item_kind_at(s, n, tok + 1);
    return syntax_item_kind_at(s, n, tok) == RUSTG_TOK_WEAK_RAW &&
           (after == RUSTG_TOK_KW_MUT || after == RUSTG_TOK_KW_CONST) &&
           syntax_first_tok(s, syntax_first_real(s, n)) > tok;
}

bool syntax_is_mut(const sema *s, sema_node n)
{
    uint32_t tok = syntax_anchor(s, n);
    switch (syntax_kind(s, n)) {
    case RUSTG_AST_ExprAddrOf: tok += syntax_is_raw(s, n) ? 2 : 1; break;
    case RUSTG_AST_TyPtr:
    case RUSTG_AST_PatRef:
    case RUSTG_AST_ItemStatic:
    case RUSTG_AST_ForeignItemStatic: tok++; break;
    case RUSTG_AST_TyRef:
    case RUSTG_AST_TyPinnedRef:
    case RUSTG_AST_Param:
        tok++;
        if (syntax_item_kind_at(s, n, tok) == RUSTG_TOK_LIFETIME)
            tok++;
        break;
    case RUSTG_AST_PatIdent: return syntax_pat_ident(s, n).mutable;
    default: return false;
    }
    return syntax_item_kind_at(s, n, tok) == RUSTG_TOK_KW_MUT;
}

bool syntax_is_unsafe(const sema *s, sema_node n)
{
    return syntax_before_anchor(s, n, RUSTG_TOK_KW_UNSAFE);
}

bool syntax_is_const(const sema *s, sema_node n)
{
    return syntax_kind(s, n) == RUSTG_AST_ExprConstBlock || syntax_before_anchor(s, n, RUSTG_TOK_KW_CONST);
}

bool syntax_is_move(const sema *s, sema_node n)
{
    return syntax_before_anchor(s, n, RUSTG_TOK_KW_MOVE);
}

bool syntax_is_negative(const sema *s, sema_node n)
{
    uint32_t tok = syntax_first_tok(s, syntax_child_of(s, n, RUSTG_AST_TraitRef));
    return tok > 0 && syntax_item_kind_at(s, n, tok - 1) == RUSTG_TOK_BANG;
}

bool syntax_has_rest(const sema *s, sema_node n)
{
    uint32_t last = syntax_last_tok(s, n);
    if (last < 3 || syntax_item_kind_at(s, n, last - 1) != RUSTG_TOK_DOT ||
        syntax_item_kind_at(s, n, last - 2) != RUSTG_TOK_DOT)
        return false;
    for (sema_node at = syntax_first_real(s, n); syntax_is(at); at = syntax_next_real(s, at))
        if (sema_node_span(s, at).end > syntax_tok_span(s, n.file, last - 2).start)
            return false;
    return true;
}

sema_symbol syntax_label(const sema *s, sema_node n)
{
    uint8_t kind = syntax_kind(s, n);
    uint32_t tok = kind == RUSTG_AST_ExprBreak || kind == RUSTG_AST_ExprContinue ? syntax_anchor(s, n) + 1
                                                                                 : syntax_first_tok(s, n);
    if (!syntax_is(n) || syntax_item_kind_at(s, n, tok) != RUSTG_TOK_LIFETIME)
        return 0;
    return sema_local_name((sema *)s, syntax_tok_name(s, n.file, tok), syntax_tok_span(s, n.file, tok));
}

/* ---- Items ---- */

/* The name between the quotes of `extern "C"`, which is C if there are no quotes. */
static sema_symbol syntax_read_abi(sema *s, sema_node n, bool *is_extern)
{
    uint32_t anchor = syntax_anchor(s, n), tok = syntax_first_tok(s, n);
    for (; tok < anchor && syntax_item_kind_at(s, n, tok) != RUSTG_TOK_KW_EXTERN; tok++)
        ;
    *is_extern = tok < anchor;
    if (!*is_extern)
        return 0;
    sema_span span = syntax_tok_span(s, n.file, tok + 1);
    if (syntax_item_kind_at(s, n, tok + 1) != RUSTG_TOK_STR || span.end - span.start < 2)
        return sema_intern_text(s, "C");
    return sema_intern(s, (const char *)s->files.at[n.file]->bytes + span.start + 1, span.end - span.start - 2);
}

syntax_fn syntax_fn_of(sema *s, sema_node item)
{
    syntax_fn fn = {0};
    bool closure = syntax_kind(s, item) == RUSTG_AST_ExprClosure;
    for (sema_node at = syntax_first_real(s, item); syntax_is(at); at = syntax_next_real(s, at)) {
        uint8_t kind = syntax_kind(s, at);
        rustg_ast_class class = rustg_ast_kind_class(kind);
        if (kind == RUSTG_AST_Generics)
            fn.generics = at;
        else if (kind == RUSTG_AST_Param)
            vec_push(s->memory, &fn.params, at);
        else if (kind == RUSTG_AST_WhereClause)
            fn.where_clause = at;
        else if (class == RUSTG_AST_CLASS_TY)
            fn.result = at;
        else if (kind == RUSTG_AST_Block || (closure && class == RUSTG_AST_CLASS_EXPR))
            fn.body = at;
    }
    if (fn.params.n) {
        sema_node pat = syntax_first_real(s, fn.params.at[0]);
        fn.has_self = syntax_kind(s, pat) == RUSTG_AST_PatIdent &&
                      syntax_item_kind_at(s, pat, syntax_anchor(s, pat)) == RUSTG_TOK_KW_SELF;
    }
    fn.is_const = syntax_is_const(s, item);
    fn.is_unsafe = syntax_is_unsafe(s, item);
    fn.is_async = syntax_before_anchor(s, item, RUSTG_TOK_KW_ASYNC);
    fn.abi = syntax_read_abi(s, item, &fn.is_extern);
    return fn;
}

syntax_impl syntax_impl_of(const sema *s, sema_node item)
{
    syntax_impl impl = {0};
    for (sema_node at = syntax_first_real(s, item); syntax_is(at); at = syntax_next_real(s, at)) {
        uint8_t kind = syntax_kind(s, at);
        if (kind == RUSTG_AST_Generics)
            impl.generics = at;
        else if (kind == RUSTG_AST_TraitRef)
            impl.trait_ref = at;
        else if (rustg_ast_kind_class(kind) == RUSTG_AST_CLASS_TY)
            impl.self_ty = at;
        else if (kind == RUSTG_AST_WhereClause)
            impl.where_clause = at;
        else if (rustg_ast_kind_class(kind) == RUSTG_AST_CLASS_ASSOC_ITEM)
            break;
    }
    impl.negative = syntax_is(impl.trait_ref) && syntax_is_negative(s, item);
    impl.is_unsafe = syntax_is_unsafe(s, item);
    return impl;
}

sema_span syntax_closure_head(const sema *s, sema_node node)
{
    sema_span span = sema_node_span(s, node);
    sema_node result = syntax_child_in(s, node, RUSTG_AST_CLASS_TY, 0);
    uint32_t tok = syntax_first_tok(s, node), last = syntax_last_tok(s, node);
    sema_node param = {0, 0};
    for (sema_node at = syntax_first_real(s, node); syntax_is(at); at = syntax_next_real(s, at))
        if (syntax_kind(s, at) == RUSTG_AST_Param)
            param = at;
    if (syntax_is(result)) {
        span.end = sema_node_span(s, result).end;
        return span;
    }
    if (syntax_is(param)) {
        tok = syntax_last_tok(s, param) + 1;
    } else {
        while (tok < last && !syntax_tok_is(s, node.file, tok, "|"))
            tok++;
        tok++;
    }
    while (tok < last && !syntax_tok_is(s, node.file, tok, "|"))
        tok++;
    span.end = syntax_tok_span(s, node.file, tok).end;
    return span;
}
