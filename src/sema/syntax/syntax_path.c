/* syntax_path.c: reads paths from their tokens; only their generic arguments are nodes. */
#include "sema/syntax/syntax.h"

/* Walks the tokens of a path. child is the next QSelf or GenericArgs that belongs to it. */
typedef struct path_walk {
    sema *s;
    uint32_t file, tok;
    sema_node child;
    VEC(syntax_segment) segments;
} path_walk;

static uint8_t syntax_path_kind_at(const path_walk *w, uint32_t tok)
{
    return syntax_tok_kind(w->s, w->file, tok);
}

static bool syntax_is_segment(uint8_t kind)
{
    rustg_token_class class = rustg_token_kind_class(kind);
    return class == RUSTG_CLASS_IDENT || class == RUSTG_CLASS_WEAK || kind == RUSTG_TOK_KW_SELF ||
           kind == RUSTG_TOK_KW_SELF_TYPE || kind == RUSTG_TOK_KW_SUPER || kind == RUSTG_TOK_KW_CRATE;
}

static bool syntax_is_path_sep(const path_walk *w, uint32_t tok)
{
    return syntax_path_kind_at(w, tok) == RUSTG_TOK_COLON && syntax_path_kind_at(w, tok + 1) == RUSTG_TOK_COLON &&
           syntax_tok_joint(w->s, w->file, tok);
}

static void syntax_skip_to_args(path_walk *w)
{
    while (syntax_is(w->child) && syntax_kind(w->s, w->child) != RUSTG_AST_GenericArgs)
        w->child = syntax_next(w->s, w->child);
}

/* Segments from w->tok on. */
static void syntax_walk_segments(path_walk *w)
{
    while (syntax_is_segment(syntax_path_kind_at(w, w->tok))) {
        syntax_segment segment = {
            syntax_tok_name(w->s, w->file, w->tok), syntax_tok_span(w->s, w->file, w->tok), {0, 0}};
        w->tok++;
        uint32_t args_at = syntax_is_path_sep(w, w->tok) ? w->tok + 2 : w->tok;
        syntax_skip_to_args(w);
        if (syntax_is(w->child) && syntax_first_tok(w->s, w->child) == args_at) {
            segment.args = w->child;
            w->tok = syntax_last_tok(w->s, w->child) + 1;
            w->child = syntax_next(w->s, w->child);
        }
        vec_push(w->s->memory, &w->segments, segment);
        if (!syntax_is_path_sep(w, w->tok) || !syntax_is_segment(syntax_path_kind_at(w, w->tok + 2)))
            return;
        w->tok += 2;
    }
}

/* Where the path of a node begins. */
static uint32_t path_begin(const sema *s, sema_node n)
{
    uint32_t tok = syntax_first_tok(s, n), file = n.file;
    switch (syntax_kind(s, n)) {
    case RUSTG_AST_Attr:
        tok += syntax_tok_kind(s, file, tok + 1) == RUSTG_TOK_BANG ? 3 : 2;
        if (syntax_tok_kind(s, file, tok) == RUSTG_TOK_KW_UNSAFE)
            tok += 2;
        return tok;
    case RUSTG_AST_Vis:
        if (syntax_tok_kind(s, file, tok) == RUSTG_TOK_KW_PUB && syntax_tok_kind(s, file, tok + 1) == RUSTG_TOK_L_PAREN)
            tok += syntax_tok_kind(s, file, tok + 2) == RUSTG_TOK_KW_IN ? 3 : 2;
        return tok;
    case RUSTG_AST_ItemMacCall:
    case RUSTG_AST_ForeignItemMacCall:
    case RUSTG_AST_AssocItemMacCall: {
        sema_node vis = syntax_child_of(s, n, RUSTG_AST_Vis);
        return syntax_is(vis) && syntax_last_tok(s, vis) >= tok ? syntax_last_tok(s, vis) + 1 : tok;
    }
    case RUSTG_AST_Bound:
        for (;;) {
            uint8_t kind = syntax_tok_kind(s, file, tok);
            if (kind == RUSTG_TOK_L_PAREN || kind == RUSTG_TOK_QUESTION || kind == RUSTG_TOK_BANG ||
                kind == RUSTG_TOK_TILDE || kind == RUSTG_TOK_KW_CONST || kind == RUSTG_TOK_KW_ASYNC) {
                tok++;
            } else if (kind == RUSTG_TOK_L_BRACKET) {
                tok += 3;
            } else if (kind == RUSTG_TOK_KW_FOR) {
                tok += 2;
                for (sema_node at = syntax_first_real(s, n); syntax_is(at); at = syntax_next_real(s, at)) {
                    uint8_t child = syntax_kind(s, at);
                    if (child == RUSTG_AST_GenericParamLifetime || child == RUSTG_AST_GenericParamType ||
                        child == RUSTG_AST_GenericParamConst)
                        tok = syntax_last_tok(s, at) + 1;
                }
                tok += syntax_tok_kind(s, file, tok) == RUSTG_TOK_COMMA ? 2 : 1;
            } else {
                return tok;
            }
        }
    default: break;
    }
    return tok;
}

syntax_path syntax_path_of(sema *s, sema_node n)
{
    syntax_path path = {0};
    if (!syntax_is(n))
        return path;
    path_walk w = {.s = s, .file = n.file, .tok = path_begin(s, n), .child = syntax_first_real(s, n)};
    uint32_t begin = w.tok;
    sema_node qself = syntax_child_of(s, n, RUSTG_AST_QSelf);
    if (syntax_is(qself) && syntax_first_tok(s, qself) == begin) {
        path.qself = qself;
        sema_node rest = syntax_next(s, qself), type = syntax_first_real(s, qself);
        w.tok = syntax_last_tok(s, type) + 1;
        if (syntax_path_kind_at(&w, w.tok) == RUSTG_TOK_KW_AS) {
            w.tok++;
            if (syntax_is_path_sep(&w, w.tok)) {
                path.global = true;
                w.tok += 2;
            }
            w.child = syntax_next(s, type);
            syntax_walk_segments(&w);
        }
        path.n_qself = w.segments.n;
        w.tok = syntax_last_tok(s, qself) + 1;
        w.child = rest;
        if (syntax_is_path_sep(&w, w.tok))
            w.tok += 2;
    } else if (syntax_is_path_sep(&w, w.tok)) {
        path.global = true;
        w.tok += 2;
    }
    syntax_walk_segments(&w);
    path.segments = w.segments.at;
    path.n_segments = w.segments.n;
    path.span = syntax_tok_span(s, n.file, begin);
    if (w.tok > begin)
        path.span.end = syntax_tok_span(s, n.file, w.tok - 1).end;
    return path;
}

bool syntax_group(const sema *s, sema_node n, uint32_t *first, uint32_t *last)
{
    uint32_t open = syntax_first_tok(s, n), close = syntax_last_tok(s, n);
    if (syntax_kind(s, n) == RUSTG_AST_Attr) {
        open = path_begin(s, n);
        bool wrapped = open > 1 && syntax_tok_kind(s, n.file, open - 1) == RUSTG_TOK_L_PAREN;
        while (syntax_is_segment(syntax_tok_kind(s, n.file, open)) ||
               syntax_tok_kind(s, n.file, open) == RUSTG_TOK_COLON)
            open++;
        close = close > (wrapped ? 2u : 1u) ? close - (wrapped ? 2 : 1) : 0;
    }
    if (open >= close || rustg_token_kind_class(syntax_tok_kind(s, n.file, open)) != RUSTG_CLASS_OPEN ||
        rustg_token_kind_class(syntax_tok_kind(s, n.file, close)) != RUSTG_CLASS_CLOSE)
        return false;
    *first = open + 1;
    *last = close;
    return true;
}

sema_node syntax_attr(const sema *s, sema_node n, const char *name)
{
    for (n = syntax_first(s, n); syntax_is(n); n = syntax_next(s, n)) {
        if (syntax_kind(s, n) != RUSTG_AST_Attr)
            continue;
        uint32_t tok = path_begin(s, n);
        if (syntax_tok_is(s, n.file, tok, "rustg_std") && syntax_tok_kind(s, n.file, tok + 1) == RUSTG_TOK_COLON)
            tok += 3;
        if (syntax_tok_is(s, n.file, tok, name) && syntax_tok_kind(s, n.file, tok + 1) != RUSTG_TOK_COLON)
            return n;
    }
    return n;
}
