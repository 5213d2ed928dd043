/* ast_check.h: what holds for every AST that a compile returns, whatever the source. */
#ifndef RUSTG_TEST_AST_CHECK_H
#define RUSTG_TEST_AST_CHECK_H

#include "rustg/rustg.h"

static inline const char *ast_check_node(const rustg_ast *ast, const rustg_file *file, uint32_t node)
{
    uint32_t parent = ast->parent[node], end_node = file->first_node + file->n_nodes;
    uint8_t kind = ast->kind[node];
    if (kind == RUSTG_AST_None || kind >= RUSTG_N_AST_KINDS || kind == RUSTG_AST_File)
        return "a kind that cannot be";
    if (parent < file->first_node || parent >= node)
        return "a parent behind its child or outside the file";
    if (ast->next[node] <= node || ast->next[node] > end_node || ast->next[node] > ast->next[parent])
        return "a subtree that reaches past its parent's";
    /* the parent is the last node before this one whose subtree is not over */
    uint32_t before = node - 1;
    while (before > parent && ast->next[before] <= node)
        before = ast->parent[before];
    if (before != parent)
        return "a wrong parent";
    if (ast->tok[node] < file->first_tok || ast->tok[node] > file->first_tok + file->n_toks)
        return "an anchor outside the file";
    if (ast->start[node] > ast->end[node] || ast->start[node] < file->base ||
        ast->end[node] > file->base + file->n_bytes)
        return "a span outside the file";
    if (kind == RUSTG_AST_Attr || kind == RUSTG_AST_DocComment || ast->kind[parent] == RUSTG_AST_File)
        return NULL;
    /* what lies in an attribute lies with it before its owner; the type of a parameter `self` stands behind it */
    if (ast->kind[parent] == RUSTG_AST_Param && ast->start[node] >= ast->end[parent])
        return NULL;
    if (ast->end[node] > ast->end[parent])
        return "a child that ends behind its parent";
    return NULL;
}

/* NULL, or what is wrong with the tree of a file. */
static inline const char *ast_check(const rustg_ast *ast, const rustg_file *file, uint32_t *node)
{
    uint32_t root = file->first_node, end_node = root + file->n_nodes;
    *node = root;
    if (file->n_nodes == 0 || end_node > ast->n_nodes)
        return "no tree";
    if (ast->kind[root] != RUSTG_AST_File || ast->parent[root] != 0 || ast->next[root] != end_node)
        return "a wrong root";
    for (*node = root + 1; *node < end_node; ++*node) {
        const char *wrong = ast_check_node(ast, file, *node);
        if (wrong)
            return wrong;
    }
    return NULL;
}

#endif
