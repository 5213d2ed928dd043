/* token_memory.c: token arrays whose size is known only when they are full. */
#define _GNU_SOURCE
#include "engine/token_memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/batch.h"
#include "base/tuning.h"

#define TOKEN_BYTES (2 * sizeof(uint8_t) + 2 * sizeof(uint32_t))

static size_t token_page_round(size_t n_bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (n_bytes + page - 1) / page * page;
}

/* MAP_NORESERVE: the worst case, a token a byte, is promised to nobody; real code writes a sixth of it. */
static void *token_map(size_t n_bytes)
{
    void *data = mmap(NULL, token_page_round(n_bytes), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (data == MAP_FAILED)
        return NULL;
#ifdef MADV_HUGEPAGE
    if (n_bytes >= TUNING_HUGE_BYTES)
        madvise(data, token_page_round(n_bytes), MADV_HUGEPAGE); /* a wish: nothing is lost where it is refused */
#endif
    return data;
}

static void token_unmap(void *data, size_t n_bytes)
{
    if (data)
        munmap(data, token_page_round(n_bytes));
}

bool token_reserve(token_memory *memory, size_t capacity)
{
    memset(memory, 0, sizeof *memory);
    if (capacity > SIZE_MAX / 2 / TOKEN_BYTES)
        return false;
    memory->capacity = capacity;
    memory->reserved = capacity * TOKEN_BYTES >= TUNING_MALLOC_BYTES;
    void *(*take)(size_t) = memory->reserved ? token_map : malloc;
    memory->toks.kind = (uint8_t *)take(capacity);
    memory->toks.flags = (uint8_t *)take(capacity);
    memory->toks.start = (uint32_t *)take(capacity * sizeof(uint32_t));
    memory->toks.end = (uint32_t *)take(capacity * sizeof(uint32_t));
    if (memory->toks.kind && memory->toks.flags && memory->toks.start && memory->toks.end)
        return true;
    token_free(memory);
    return false;
}

/* Returns where the array lies now. */
static void *token_trim_one(bool reserved, void *data, size_t n_before, size_t n_after)
{
    if (reserved) {
        size_t before = token_page_round(n_before), after = token_page_round(n_after);
        if (after < before)
            munmap((uint8_t *)data + after, before - after);
        return data;
    }
    void *exact = realloc(data, n_after);
    return exact ? exact : data;
}

void token_trim(token_memory *memory, size_t n_toks)
{
    lex_tokens *toks = &memory->toks;
    bool reserved = memory->reserved;
    size_t n = memory->capacity;
    toks->kind = (uint8_t *)token_trim_one(reserved, toks->kind, n, n_toks);
    toks->flags = (uint8_t *)token_trim_one(reserved, toks->flags, n, n_toks);
    toks->start = (uint32_t *)token_trim_one(reserved, toks->start, n * sizeof(uint32_t), n_toks * sizeof(uint32_t));
    toks->end = (uint32_t *)token_trim_one(reserved, toks->end, n * sizeof(uint32_t), n_toks * sizeof(uint32_t));
    memory->capacity = n_toks;
}

void token_free(token_memory *memory)
{
    lex_tokens *toks = &memory->toks;
    if (memory->reserved) {
        token_unmap(toks->kind, memory->capacity);
        token_unmap(toks->flags, memory->capacity);
        token_unmap(toks->start, memory->capacity * sizeof(uint32_t));
        token_unmap(toks->end, memory->capacity * sizeof(uint32_t));
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
    token_memory memory = {work->toks, work->n_toks, work->toks_reserved};
    token_free(&memory);
    memset(&work->toks, 0, sizeof work->toks);
    work->n_toks = 0;
    work->toks_reserved = false;
}
