/* ast_memory.h: allocates the AST arrays of a batch. */
#ifndef RUSTG_AST_MEMORY_H
#define RUSTG_AST_MEMORY_H

#include "engine/host_pool.h"
#include "parser/parser.h"

/* Six arrays of capacity nodes, one behind the other.
 *   block  what they lie in; without .data they are malloc'd */
typedef struct ast_memory {
    parse_ast ast;
    size_t capacity;
    host_block block;
} ast_memory;

/* False when memory ran out; *memory is then empty. */
bool ast_reserve(ast_memory *memory, size_t capacity);
/* The same from pool, which may be NULL, where about n_likely nodes will be written and the rest of the memory never
 * touched. */
bool ast_reserve_likely(host_pool *pool, ast_memory *memory, size_t capacity, size_t n_likely);
/* n_nodes of them have been written. */
void ast_used(ast_memory *memory, size_t n_nodes);
/* Room for at least capacity nodes; the first n_nodes are kept. False when memory ran out; *memory is then as it was.
 */
bool ast_grow(ast_memory *memory, size_t n_nodes, size_t capacity);
/* An empty *memory is accepted. */
void ast_free(ast_memory *memory);

/* The arrays from index on. */
static inline parse_ast ast_at(parse_ast ast, size_t index)
{
    parse_ast rest = {ast.kind + index, ast.tok + index,  ast.start + index,
                      ast.end + index,  ast.next + index, ast.parent + index};
    return rest;
}

/* Copies from[0..n_nodes) to to[0..n_nodes), adding first_tok to tok, and first_node to next and to each parent but
 * 0. */
void ast_copy(parse_ast to, parse_ast from, size_t n_nodes, uint32_t first_tok, uint32_t first_node);

#endif
