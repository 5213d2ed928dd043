/* ast_memory.c: the AST arrays of a batch. */
#define _GNU_SOURCE
#include "engine/ast_memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/batch.h"
#include "base/tuning.h"

#define AST_WORDS      5u
#define AST_NODE_BYTES (AST_WORDS * sizeof(uint32_t) + 1)

static size_t ast_bytes(size_t capacity)
{
    return capacity * AST_NODE_BYTES;
}

static void *ast_map(size_t n_bytes, size_t n_likely_bytes)
{
    void *block = mmap(NULL, n_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED)
        return NULL;
#ifdef MADV_HUGEPAGE
    if (n_likely_bytes >= TUNING_HUGE_BYTES)
        madvise(block, n_bytes, MADV_HUGEPAGE); /* a wish: nothing is lost where it is refused */
#endif
    return block;
}

bool ast_reserve(ast_memory *memory, size_t capacity)
{
    return ast_reserve_likely(memory, capacity, capacity);
}

bool ast_reserve_likely(ast_memory *memory, size_t capacity, size_t n_likely)
{
    memset(memory, 0, sizeof *memory);
    if (capacity > SIZE_MAX / 2 / AST_NODE_BYTES)
        return false;
    bool mapped = ast_bytes(capacity) >= TUNING_MALLOC_BYTES;
    uint32_t *block =
        (uint32_t *)(mapped ? ast_map(ast_bytes(capacity), ast_bytes(n_likely)) : malloc(ast_bytes(capacity) + 1));
    if (!block)
        return false;
    parse_ast ast = {(uint8_t *)(block + AST_WORDS * capacity),
                     block,
                     block + capacity,
                     block + 2 * capacity,
                     block + 3 * capacity,
                     block + 4 * capacity};
    memory->ast = ast;
    memory->capacity = capacity;
    memory->mapped = mapped;
    return true;
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
    if (memory->mapped)
        munmap(memory->ast.tok, ast_bytes(memory->capacity));
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
    ast_memory memory = {work->ast, work->ast_capacity, work->ast_mapped};
    ast_free(&memory);
    memset(&work->ast, 0, sizeof work->ast);
    work->n_nodes = work->ast_capacity = 0;
    work->ast_mapped = false;
}
