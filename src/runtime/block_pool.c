/* block_pool.c: keeps a list of unused blocks for each size class. The owner of a pool locks it. */
#include "runtime/block_pool.h"

#include <string.h>

/* An unused block holds the list's link. */
struct block_header {
    block_header *next;
};

/* Rounds n_bytes up to its class's size. Up to 16 units of BLOCK_ALIGN each size is a class of its own; above, the
 * sizes that have 9 to 16 units of a power of two. */
static uint32_t block_pool_class_of(uint64_t n_bytes, uint64_t *size)
{
    uint64_t n_units = (n_bytes - 1) / BLOCK_ALIGN + 1;
    uint32_t shift = 0;
    while (((n_units - 1) >> shift) + 1 > 16)
        shift++;
    uint64_t steps = ((n_units - 1) >> shift) + 1;
    *size = (steps << shift) * BLOCK_ALIGN;
    return 8 * shift + (uint32_t)steps - 1;
}

static uint64_t block_pool_size_of(uint32_t class)
{
    uint32_t shift = class < 16 ? 0 : (class - 8) / 8;
    return ((uint64_t)(class - 8 * shift + 1) << shift) * BLOCK_ALIGN;
}

void block_pool_open(block_pool *pool, block_source source, uint64_t keep_bytes)
{
    memset(pool, 0, sizeof *pool);
    pool->source = source;
    pool->keep_bytes = keep_bytes;
}

static void *block_pop(block_pool *pool, uint32_t class)
{
    block_header *block = pool->free[class];
    if (block) {
        pool->free[class] = block->next;
        pool->unused_bytes -= block_pool_size_of(class);
    }
    return block;
}

void *block_pool_take(block_pool *pool, uint64_t n_bytes, bool *is_hit)
{
    uint64_t size;
    if (n_bytes > UINT64_MAX / 2 || n_bytes > SIZE_MAX / 2)
        return NULL;
    uint32_t class = block_pool_class_of(n_bytes, &size);
    void *block = block_pop(pool, class);
    if (is_hit)
        *is_hit = block != NULL;
    if (block) {
        pool->n_hits++;
    } else {
        block = pool->source.allocate(pool->source.context, (size_t)size);
        if (!block && pool->unused_bytes > 0) {
            block_pool_trim(pool, 0);
            block = pool->source.allocate(pool->source.context, (size_t)size);
        }
        if (!block)
            return NULL;
        pool->reserved_bytes += size;
    }
    pool->current_bytes += n_bytes;
    if (pool->current_bytes > pool->peak_bytes)
        pool->peak_bytes = pool->current_bytes;
    return block;
}

void block_pool_give(block_pool *pool, void *pointer, uint64_t n_bytes)
{
    uint64_t size;
    uint32_t class = block_pool_class_of(n_bytes, &size);
    pool->current_bytes -= n_bytes;
    if (size > pool->keep_bytes || pool->unused_bytes > pool->keep_bytes - size) {
        pool->source.release(pool->source.context, pointer);
        pool->reserved_bytes -= size;
        return;
    }
    block_header *block = pointer;
    block->next = pool->free[class];
    pool->free[class] = block;
    pool->unused_bytes += size;
}

void block_pool_trim(block_pool *pool, uint64_t n_bytes_to_keep)
{
    for (uint32_t class = BLOCK_N_CLASSES; class -- > 0;)
        while (pool->free[class] && pool->reserved_bytes > n_bytes_to_keep) {
            void *block = block_pop(pool, class);
            pool->source.release(pool->source.context, block);
            pool->reserved_bytes -= block_pool_size_of(class);
        }
}
