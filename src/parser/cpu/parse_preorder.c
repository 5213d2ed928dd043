/* parse_preorder.c: nodes in the order in which they finish become preorder arrays.
 *
 * A node at place p (children before parents) whose first inner node lies at place m has p - m inside it. Before it in
 * preorder come the m nodes that finish before anything of it begins, and those around it: its place is m plus its
 * depth. The depth follows from that of the node before: one less, and one more for each node that begins here. The
 * kernels in kernels/parser do the same by scans. */
#include "parser/parser.h"

#include <stdlib.h>
#include <string.h>

static bool preorder_reserve(parse_scratch *scratch)
{
    if (scratch->capacity_opened > scratch->n_nodes)
        return true;
    free(scratch->opened);
    scratch->capacity_opened = scratch->capacity_nodes + 1;
    scratch->opened = (uint32_t *)malloc(scratch->capacity_opened * sizeof *scratch->opened);
    if (!scratch->opened)
        scratch->capacity_opened = 0;
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

parse_verdict parse_preorder(const parse_file *file, parse_scratch *scratch, uint32_t first_tok, uint32_t first_node,
                             parse_ast ast)
{
    const parse_node *nodes = scratch->nodes;
    const uint32_t n_nodes = (uint32_t)scratch->n_nodes;
    if (!preorder_reserve(scratch))
        return PARSE_NO_MEMORY;
    uint32_t *opened = scratch->opened; /* by place: how many nodes begin there */
    memset(opened, 0, n_nodes * sizeof *opened);
    for (uint32_t i = 0; i < n_nodes; i++)
        opened[nodes[i].mark]++;
    uint32_t depth = 0;
    for (uint32_t i = 0; i < n_nodes; i++) {
        const parse_node *node = &nodes[i];
        depth += opened[i] - 1;
        const uint32_t to = node->mark + depth;
        ast.kind[to] = node->kind;
        ast.tok[to] = first_tok + node->anchor;
        ast.start[to] = file->start[node->start];
        ast.end[to] = preorder_end(file, node);
        ast.next[to] = first_node + to + (i - node->mark + 1);
        ast.parent[to] = depth;
    }
    uint32_t *around = scratch->opened; /* from here on by depth: the node that those of that depth lie in */
    around[0] = 0;
    for (uint32_t i = 0; i < n_nodes; i++) {
        const uint32_t level = ast.parent[i];
        ast.parent[i] = around[level];
        around[level + 1] = first_node + i;
    }
    return PARSE_GOOD;
}
