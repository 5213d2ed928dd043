/* token_memory.c: allocates token arrays whose size is known only when they are full. */
#include "engine/token_memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/tuning.h"
#include "engine/batch.h"

enum { TOKEN_BYTES = 2 * sizeof(uint8_t) + 2 * sizeof(uint32_t) };

bool token_reserve_from(host_pool *pool, token_memory *memory, size_t capacity)
{
    lex_tokens *toks = &memory->toks;
    memset(memory, 0, sizeof *memory);
    if (capacity > SIZE_MAX / 2 / TOKEN_BYTES)
        return false;
    if (capacity * TOKEN_BYTES >= (pool ? TUNING_POOL_BYTES : TUNING_MALLOC_BYTES)) {
        if (!host_pool_take(pool, capacity * TOKEN_BYTES, capacity * TOKEN_BYTES, &memory->block))
            return false;
        /* all of the block, so that the arrays lie where those of its last use lay */
        memory->capacity = memory->block.n_bytes / TOKEN_BYTES;
        toks->start = (uint32_t *)memory->block.data;
        toks->end = toks->start + memory->capacity;
        toks->kind = (uint8_t *)(toks->end + memory->capacity);
        toks->flags = toks->kind + memory->capacity;
        return true;
    }
    memory->capacity = capacity;
    toks->kind = (uint8_t *)malloc(capacity);
    toks->flags = (uint8_t *)malloc(capacity);
    toks->start = (uint32_t *)malloc(capacity * sizeof(uint32_t));
    toks->end = (uint32_t *)malloc(capacity * sizeof(uint32_t));
    if (toks->kind && toks->flags && toks->start && toks->end)
        return true;
    token_free(memory);
    return false;
}

bool token_reserve(token_memory *memory, size_t capacity)
{
    return token_reserve_from(NULL, memory, capacity);
}

/* Returns where the array lies now. */
static void *token_trim_one(void *data, size_t n_after)
{
    void *exact = realloc(data, n_after);
    return exact ? exact : data;
}

void token_trim(token_memory *memory, size_t n_toks)
{
    lex_tokens *toks = &memory->toks;
    if (memory->block.data) {
        if (memory->block.n_used < n_toks * TOKEN_BYTES)
            memory->block.n_used = n_toks * TOKEN_BYTES;
        return;
    }
    toks->kind = (uint8_t *)token_trim_one(toks->kind, n_toks);
    toks->flags = (uint8_t *)token_trim_one(toks->flags, n_toks);
    toks->start = (uint32_t *)token_trim_one(toks->start, n_toks * sizeof(uint32_t));
    toks->end = (uint32_t *)token_trim_one(toks->end, n_toks * sizeof(uint32_t));
    memory->capacity = n_toks;
}

void token_free(token_memory *memory)
{
    lex_tokens *toks = &memory->toks;
    if (memory->block.data) {
        host_pool_give(&memory->block);
    } else {
        free(toks->kind);
        free(toks->flags);
        free(toks->start);
        free(toks->end);
    }
    memset(memory, 0, sizeof *memory);
}

void token_copy(lex_tokens to, lex_tokens from, size_t n_toks)
{
    memcpy(to.kind, from.kind, n_toks);
    memcpy(to.flags, from.flags, n_toks);
    memcpy(to.start, from.start, n_toks * sizeof(uint32_t));
    memcpy(to.end, from.end, n_toks * sizeof(uint32_t));
}

void batch_free_toks(batch *work)
{
    token_memory memory = {work->toks, work->n_toks, work->toks_block};
    token_free(&memory);
    memset(&work->toks, 0, sizeof work->toks);
    work->n_toks = 0;
    memset(&work->toks_block, 0, sizeof work->toks_block);
}
