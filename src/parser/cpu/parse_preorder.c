/* parse_preorder.c: nodes in the order in which they finish become preorder arrays.
 *
 * A node at place p (children before parents) whose first inner node lies at place m has p - m inside it. Before it in
 * preorder come all nodes that began no later, less those inside it: with opened(p) = the nodes whose m is at most p,
 * its preorder place is opened(p) - (p - m + 1). The kernels in kernels/parser do the same by scans. */
#include "parser/parser.h"

#include <stdlib.h>
#include <string.h>

static bool preorder_reserve(parse_scratch *scratch)
{
    if (scratch->capacity_opened >= scratch->n_nodes)
        return true;
    free(scratch->opened);
    scratch->opened = (uint32_t *)malloc(scratch->capacity_nodes * sizeof *scratch->opened);
    scratch->capacity_opened = scratch->opened ? scratch->capacity_nodes : 0;
    return scratch->opened != NULL;
}

static uint32_t preorder_end(const parse_file *file, const parse_node *node)
{
    if (node->start == node->end)
        return file->start[node->start];
    if (!node->split)
        return file->end[node->end - 1];
    uint32_t at = file->start[node->end - 1];
    while (file->bytes[at - file->base] != '.')
        at++;
    return at;
}

/* A node's parent is the last node before it that lies one level higher. How many nodes end before node i stands in
 * ast.parent[i]; last_of_level has room for as many levels as there are nodes. No branch depends on the tree's shape.
 */
static void preorder_parents(uint32_t n_nodes, uint32_t first_node, parse_ast ast, uint32_t *last_of_level)
{
    uint32_t level = 0;
    ast.parent[0] = 0;
    last_of_level[0] = 0;
    for (uint32_t i = 1; i < n_nodes; i++) {
        level += 1 - ast.parent[i];
        ast.parent[i] = last_of_level[level - 1] + first_node;
        last_of_level[level] = i;
    }
}

parse_verdict parse_preorder(const parse_file *file, parse_scratch *scratch, uint32_t first_tok, uint32_t first_node,
                             parse_ast ast)
{
    const parse_node *nodes = scratch->nodes;
    uint32_t n_nodes = (uint32_t)scratch->n_nodes, opened = 0;
    if (!preorder_reserve(scratch))
        return PARSE_NO_MEMORY;
    memset(scratch->opened, 0, n_nodes * sizeof *scratch->opened);
    for (uint32_t i = 0; i < n_nodes; i++)
        scratch->opened[nodes[i].mark]++;
    memset(ast.parent, 0, n_nodes * sizeof *ast.parent);
    for (uint32_t i = 0; i < n_nodes; i++) {
        const parse_node *node = &nodes[i];
        uint32_t size = i - node->mark + 1;
        opened += scratch->opened[i];
        uint32_t to = opened - size;
        ast.kind[to] = node->kind;
        ast.tok[to] = first_tok + node->anchor;
        ast.start[to] = file->start[node->start];
        ast.end[to] = preorder_end(file, node);
        ast.next[to] = first_node + to + size;
        if (to + size < n_nodes)
            ast.parent[to + size]++;
    }
    preorder_parents(n_nodes, first_node, ast, scratch->opened);
    return PARSE_GOOD;
}
