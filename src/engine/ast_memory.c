/* ast_memory.c: allocates the AST arrays of a batch. */
#include "engine/ast_memory.h"

#include <stdlib.h>
#include <string.h>

#include "engine/batch.h"
#include "base/tuning.h"

#define AST_WORDS      5u
#define AST_NODE_BYTES (AST_WORDS * sizeof(uint32_t) + 1)

static size_t ast_bytes(size_t capacity)
{
    return capacity * AST_NODE_BYTES;
}

bool ast_reserve(ast_memory *memory, size_t capacity)
{
    if (!ast_reserve_likely(NULL, memory, capacity, capacity))
        return false;
    ast_used(memory, capacity);
    return true;
}

bool ast_reserve_likely(host_pool *pool, ast_memory *memory, size_t capacity, size_t n_likely)
{
    memset(memory, 0, sizeof *memory);
    if (capacity > SIZE_MAX / 2 / AST_NODE_BYTES)
        return false;
    uint32_t *words;
    if (ast_bytes(capacity) >= (pool ? TUNING_POOL_BYTES : TUNING_MALLOC_BYTES)) {
        if (!host_pool_take(pool, ast_bytes(capacity), ast_bytes(n_likely), &memory->block))
            return false;
        /* all of the block, so that the arrays lie where those of its last use lay */
        capacity = memory->block.n_bytes / AST_NODE_BYTES;
        words = (uint32_t *)memory->block.data;
    } else {
        words = (uint32_t *)malloc(ast_bytes(capacity) + 1);
    }
    if (!words)
        return false;
    parse_ast ast = {(uint8_t *)(words + AST_WORDS * capacity),
                     words,
                     words + capacity,
                     words + 2 * capacity,
                     words + 3 * capacity,
                     words + 4 * capacity};
    memory->ast = ast;
    memory->capacity = capacity;
    return true;
}

void ast_used(ast_memory *memory, size_t n_nodes)
{
    if (memory->block.n_used < ast_bytes(n_nodes))
        memory->block.n_used = ast_bytes(n_nodes);
}

bool ast_grow(ast_memory *memory, size_t n_nodes, size_t capacity)
{
    ast_memory larger;
    if (capacity <= memory->capacity)
        return true;
    if (capacity < 2 * memory->capacity)
        capacity = 2 * memory->capacity;
    if (!ast_reserve(&larger, capacity))
        return false;
    if (n_nodes > 0)
        ast_copy(larger.ast, memory->ast, n_nodes, 0, 0);
    ast_free(memory);
    *memory = larger;
    return true;
}

void ast_free(ast_memory *memory)
{
    if (memory->block.data)
        host_pool_give(&memory->block);
    else
        free(memory->ast.tok);
    memset(memory, 0, sizeof *memory);
}

void ast_copy(parse_ast to, parse_ast from, size_t n_nodes, uint32_t first_tok, uint32_t first_node)
{
    memcpy(to.kind, from.kind, n_nodes);
    memcpy(to.start, from.start, n_nodes * sizeof *to.start);
    memcpy(to.end, from.end, n_nodes * sizeof *to.end);
    for (size_t i = 0; i < n_nodes; i++) {
        to.tok[i] = from.tok[i] + first_tok;
        to.next[i] = from.next[i] + first_node;
        to.parent[i] = from.parent[i] ? from.parent[i] + first_node : 0;
    }
}

void batch_free_ast(batch *work)
{
    ast_memory memory = {work->ast, work->ast_capacity, work->ast_block};
    ast_free(&memory);
    memset(&work->ast, 0, sizeof work->ast);
    work->n_nodes = work->ast_capacity = 0;
    memset(&work->ast_block, 0, sizeof work->ast_block);
}
