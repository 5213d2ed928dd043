/* ast.c: answers questions about node kinds and nodes, and has the cursor. */
#include "lexer/token_class.h"
#include "rustg/ast.h"

#include <stdbool.h>
#include <string.h>

/* The ident column. */
typedef enum ast_ident { AST_IDENT_NO, AST_IDENT_ANCHOR, AST_IDENT_FIELD, AST_IDENT_BEHIND } ast_ident;

static const struct {
    const char *name;
    rustg_ast_class class_of;
    ast_ident ident;
} ast_kinds[] = {
#define NODE(name, class, anchor, ident, children) {#name, RUSTG_AST_CLASS_##class, AST_IDENT_##ident},
#include "rustg/ast_kind.def"
};

_Static_assert(sizeof ast_kinds / sizeof ast_kinds[0] == RUSTG_N_AST_KINDS, "a row for each kind");
_Static_assert(RUSTG_N_AST_KINDS <= 256, "ast_kind.def: a kind is one byte, so 256 rows are the most");

const char *rustg_ast_kind_name(uint8_t kind)
{
    return kind < RUSTG_N_AST_KINDS ? ast_kinds[kind].name : "?";
}

rustg_ast_class rustg_ast_kind_class(uint8_t kind)
{
    return kind < RUSTG_N_AST_KINDS ? ast_kinds[kind].class_of : RUSTG_AST_CLASS_NONE;
}

static bool ast_has(const rustg_ast *ast, uint32_t node)
{
    return node != 0 && node < ast->n_nodes;
}

uint8_t rustg_ast_node_kind(const rustg_ast *ast, uint32_t node)
{
    return ast_has(ast, node) ? ast->kind[node] : RUSTG_AST_None;
}

rustg_span rustg_ast_node_span(const rustg_ast *ast, uint32_t node)
{
    rustg_span span = {0, 0};
    if (ast_has(ast, node)) {
        span.start = ast->start[node];
        span.end = ast->end[node];
    }
    return span;
}

uint32_t rustg_ast_node_parent(const rustg_ast *ast, uint32_t node)
{
    return ast_has(ast, node) ? ast->parent[node] : 0;
}

uint32_t rustg_ast_node_first_child(const rustg_ast *ast, uint32_t node)
{
    return ast_has(ast, node) && ast->next[node] > node + 1 ? node + 1 : 0;
}

uint32_t rustg_ast_node_next_sibling(const rustg_ast *ast, uint32_t node)
{
    /* A File's parent is slot 0, whose subtree ends before every node. */
    if (!ast_has(ast, node) || ast->next[node] >= ast->next[ast->parent[node]])
        return 0;
    return ast->next[node];
}

uint32_t rustg_ast_node_n_children(const rustg_ast *ast, uint32_t node)
{
    uint32_t n = 0;
    for (uint32_t child = rustg_ast_node_first_child(ast, node); child != 0 && child < ast->next[node];
         child = ast->next[child])
        n++;
    return n;
}

const uint8_t *rustg_ast_node_text(const rustg_ast *ast, uint32_t node, const uint8_t *bytes, uint32_t base,
                                   size_t *n_bytes)
{
    rustg_span span = rustg_ast_node_span(ast, node);
    if (n_bytes)
        *n_bytes = span.end - span.start;
    return ast_has(ast, node) ? bytes + (span.start - base) : NULL;
}

static bool ast_is_name(const rustg_tokens *tokens, uint32_t tok)
{
    const uint8_t kind = tok < tokens->n_toks ? tokens->kind[tok] : RUSTG_TOK_EOF;
    return TOKEN_IS_IDENT(kind) || kind == RUSTG_TOK_KW_SELF || kind == RUSTG_TOK_LIFETIME || kind == RUSTG_TOK_INT;
}

static bool ast_tok_is(const rustg_tokens *tokens, uint32_t tok, rustg_token_kind kind)
{
    return tok < tokens->n_toks && tokens->kind[tok] == kind;
}

uint32_t rustg_ast_name_tok(const rustg_ast *ast, const rustg_tokens *tokens, uint32_t node)
{
    if (!ast_has(ast, node))
        return 0;
    uint32_t tok = ast->tok[node];
    switch (ast_kinds[ast->kind[node]].ident) {
    case AST_IDENT_NO: return 0;
    case AST_IDENT_ANCHOR: break;
    case AST_IDENT_FIELD:
        if (!ast_tok_is(tokens, tok + 1, RUSTG_TOK_COLON))
            return 0;
        break;
    case AST_IDENT_BEHIND: /* of `static mut A` and `macro_rules! a` not at once */
        tok++;
        tok += ast_tok_is(tokens, tok, RUSTG_TOK_KW_MUT) || ast_tok_is(tokens, tok, RUSTG_TOK_BANG);
        if (ast->kind[node] == RUSTG_AST_ItemExternCrate && ast_tok_is(tokens, tok + 1, RUSTG_TOK_KW_AS))
            tok += 2;
        break;
    }
    return ast_is_name(tokens, tok) ? tok : 0;
}

const uint8_t *rustg_ast_name(const rustg_ast *ast, const rustg_tokens *tokens, uint32_t node, const uint8_t *bytes,
                              uint32_t base, size_t *n_bytes)
{
    const uint32_t tok = rustg_ast_name_tok(ast, tokens, node);
    const uint32_t n_prefix =
        tok && tokens->flags[tok] & RUSTG_TOKEN_RAW && tokens->kind[tok] != RUSTG_TOK_LIFETIME ? 2 : 0;
    if (n_bytes)
        *n_bytes = tok ? tokens->end[tok] - tokens->start[tok] - n_prefix : 0;
    return tok ? bytes + (tokens->start[tok] + n_prefix - base) : NULL;
}

int rustg_ast_cursor_begin(rustg_ast_cursor *cursor, const rustg_ast *ast, uint32_t root)
{
    bool has = ast_has(ast, root);
    cursor->ast = ast;
    cursor->root = cursor->node = has ? root : 0;
    cursor->depth = 0;
    return has;
}

int rustg_ast_cursor_first_child(rustg_ast_cursor *cursor)
{
    uint32_t child = cursor->node != 0 ? rustg_ast_node_first_child(cursor->ast, cursor->node) : 0;
    if (child == 0)
        return 0;
    cursor->node = child;
    cursor->depth++;
    return 1;
}

int rustg_ast_cursor_next_sibling(rustg_ast_cursor *cursor)
{
    uint32_t sibling = cursor->node != cursor->root ? rustg_ast_node_next_sibling(cursor->ast, cursor->node) : 0;
    if (sibling == 0)
        return 0;
    cursor->node = sibling;
    return 1;
}

int rustg_ast_cursor_parent(rustg_ast_cursor *cursor)
{
    if (cursor->node == cursor->root)
        return 0;
    cursor->node = cursor->ast->parent[cursor->node];
    cursor->depth--;
    return 1;
}

int rustg_ast_cursor_skip(rustg_ast_cursor *cursor)
{
    if (cursor->node == cursor->root)
        return 0;
    const rustg_ast *ast = cursor->ast;
    uint32_t to = ast->next[cursor->node];
    if (to >= ast->next[cursor->root])
        return 0;
    for (uint32_t from = ast->parent[cursor->node]; from != ast->parent[to]; from = ast->parent[from])
        cursor->depth--;
    cursor->node = to;
    return 1;
}

int rustg_ast_cursor_next(rustg_ast_cursor *cursor)
{
    return rustg_ast_cursor_first_child(cursor) || rustg_ast_cursor_skip(cursor);
}
