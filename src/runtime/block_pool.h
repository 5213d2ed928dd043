/* block_pool.h: keeps host memory in blocks that are used again, for page-locked memory and for the memory of the CPU
 * device. */
#ifndef RUSTG_BLOCK_POOL_H
#define RUSTG_BLOCK_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Blocks are aligned to this, and their sizes multiples of it. */
#define BLOCK_ALIGN 256u
/* Sizes of blocks: 8 steps for each power of two, so that at most an eighth is unused. */
#define BLOCK_N_CLASSES 448u

typedef struct block_header block_header;

/* Where memory comes from; allocate answers NULL where there is none. */
typedef struct block_source {
    void *(*allocate)(void *context, size_t n_bytes);
    void (*release)(void *context, void *pointer);
    void *context;
} block_source;

/* reserved_bytes    held from the source, in use or not
 * current_bytes     asked for by who holds blocks now
 * keep_bytes        a block that comes back is kept unless more than this would wait unused */
typedef struct block_pool {
    block_source source;
    block_header *free[BLOCK_N_CLASSES];
    uint64_t keep_bytes, unused_bytes, reserved_bytes, current_bytes, peak_bytes, n_hits;
} block_pool;

void block_pool_open(block_pool *pool, block_source source, uint64_t keep_bytes);
/* Takes a block; n_bytes > 0. NULL: out of memory, even after all unused blocks were given back. *is_hit says that
 * the block had been used before; it may be NULL. */
void *block_pool_take(block_pool *pool, uint64_t n_bytes, bool *is_hit);
/* The n_bytes that it was taken with. */
void block_pool_give(block_pool *pool, void *pointer, uint64_t n_bytes);
/* Give unused blocks back, largest first, until at most so much is reserved or none is left. */
void block_pool_trim(block_pool *pool, uint64_t n_bytes_to_keep);

#endif
