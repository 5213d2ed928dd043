/* host_pool.c: see host_pool.h. */
#define _GNU_SOURCE
#include "engine/host_pool.h"
#include "base/global_lock.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/tuning.h"

enum { POOL_MAX_BLOCKS = 256, POOL_PAGE = 4096, POOL_MAX_WASTE = 4 };

/* n_users: one until it is closed, one for each block that is held, and who else holds it.
 *   free  by when they came back; the last ones are the warmest */
struct host_pool {
    uint64_t n_users, keep_bytes, kept_bytes;
    host_block free[POOL_MAX_BLOCKS];
    size_t n_free;
    host_kept *kept;
    bool is_closed;
};


/* Sizes in steps of an eighth, so that batches of about one size share blocks. */
static size_t pool_round(size_t n_bytes)
{
    size_t step = POOL_PAGE;
    while (step < n_bytes / 16)
        step *= 2;
    return (n_bytes + step - 1) / step * step;
}

host_pool *host_pool_open(uint64_t keep_bytes)
{
    host_pool *pool = calloc(1, sizeof *pool);
    if (pool) {
        pool->n_users = 1;
        pool->keep_bytes = keep_bytes;
    }
    return pool;
}

host_pool *host_pool_hold_locked(host_pool *pool)
{
    if (pool)
        pool->n_users++;
    return pool;
}

void host_pool_release(host_pool *pool)
{
    if (!pool)
        return;
    global_lock(GLOBAL_LOCK_HOST_POOL);
    bool is_last = --pool->n_users == 0;
    global_unlock(GLOBAL_LOCK_HOST_POOL);
    if (is_last)
        free(pool);
}

/* Takes the oldest block, or a worker once there is none, out of a pool that keeps more than n_bytes. False when it
 * does not. The lock is held. */
static bool pool_oldest(host_pool *pool, uint64_t n_bytes, host_block *block, host_kept **kept)
{
    *kept = NULL;
    memset(block, 0, sizeof *block);
    if (pool->kept_bytes <= n_bytes)
        return false;
    if (pool->n_free > 0) {
        *block = pool->free[0];
        memmove(&pool->free[0], &pool->free[1], --pool->n_free * sizeof pool->free[0]);
        pool->kept_bytes -= block->n_used;
    } else {
        *kept = pool->kept;
        pool->kept = pool->kept->next;
        pool->kept_bytes -= (*kept)->n_bytes;
    }
    return true;
}

void host_pool_trim(host_pool *pool, uint64_t n_bytes)
{
    host_block block;
    host_kept *kept;
    bool is_more = true;
    while (is_more) {
        global_lock(GLOBAL_LOCK_HOST_POOL);
        is_more = pool_oldest(pool, n_bytes, &block, &kept);
        global_unlock(GLOBAL_LOCK_HOST_POOL);
        if (block.data)
            munmap(block.data, block.n_bytes);
        if (kept)
            kept->free(kept);
    }
}

void host_pool_close(host_pool *pool)
{
    if (!pool)
        return;
    global_lock(GLOBAL_LOCK_HOST_POOL);
    pool->is_closed = true;
    global_unlock(GLOBAL_LOCK_HOST_POOL);
    host_pool_trim(pool, 0);
    host_pool_release(pool);
}

uint64_t host_pool_kept(host_pool *pool)
{
    global_lock(GLOBAL_LOCK_HOST_POOL);
    uint64_t n_bytes = pool->kept_bytes;
    global_unlock(GLOBAL_LOCK_HOST_POOL);
    return n_bytes;
}

/* The kept block that fits best, the latest of equals. The lock is held. */
static bool pool_find(host_pool *pool, size_t n_bytes, host_block *block)
{
    size_t best = pool->n_free;
    for (size_t i = pool->n_free; i-- > 0;) {
        size_t n = pool->free[i].n_bytes;
        if (n >= n_bytes && n / POOL_MAX_WASTE <= n_bytes && (best == pool->n_free || n < pool->free[best].n_bytes))
            best = i;
    }
    if (best == pool->n_free)
        return false;
    *block = pool->free[best];
    memmove(&pool->free[best], &pool->free[best + 1], (--pool->n_free - best) * sizeof pool->free[0]);
    pool->kept_bytes -= block->n_used;
    return true;
}

static bool pool_map(size_t n_bytes, size_t n_likely, host_block *block)
{
    /* MAP_NORESERVE: the worst case, a token and a node a byte, is promised to nobody; real code writes a sixth */
    void *data = mmap(NULL, n_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (data == MAP_FAILED)
        return false;
#ifdef MADV_HUGEPAGE
    if (n_likely >= TUNING_HUGE_BYTES)
        madvise(data, n_bytes, MADV_HUGEPAGE); /* a wish: nothing is lost where it is refused */
#endif
    block->data = data;
    block->n_bytes = n_bytes;
    block->n_used = 0;
    return true;
}

bool host_pool_take(host_pool *pool, size_t n_bytes, size_t n_likely, host_block *block)
{
    memset(block, 0, sizeof *block);
    if (!pool)
        return pool_map((n_bytes + POOL_PAGE - 1) / POOL_PAGE * POOL_PAGE, n_likely, block);
    n_bytes = pool_round(n_bytes);
    global_lock(GLOBAL_LOCK_HOST_POOL);
    bool is_found = pool_find(pool, n_bytes, block);
    pool->n_users++;
    global_unlock(GLOBAL_LOCK_HOST_POOL);
    if (!is_found && !pool_map(n_bytes, n_likely, block)) {
        host_pool_trim(pool, 0);
        if (!pool_map(n_bytes, n_likely, block)) {
            host_pool_release(pool);
            return false;
        }
    }
    block->pool = pool;
    return true;
}

void host_pool_give(host_block *block)
{
    host_block mine = *block, oldest = {0};
    host_pool *pool = mine.pool;
    memset(block, 0, sizeof *block);
    if (!mine.data)
        return;
    if (mine.n_used < POOL_PAGE)
        mine.n_used = POOL_PAGE; /* so that all that is kept counts */
    if (pool) {
        global_lock(GLOBAL_LOCK_HOST_POOL);
        if (!pool->is_closed && mine.n_used <= pool->keep_bytes) {
            if (pool->n_free == POOL_MAX_BLOCKS) {
                host_kept *none;
                pool_oldest(pool, 0, &oldest, &none);
            }
            if (pool->n_free < POOL_MAX_BLOCKS) {
                mine.pool = NULL;
                pool->free[pool->n_free++] = mine;
                pool->kept_bytes += mine.n_used;
                mine.data = NULL;
            }
        }
        global_unlock(GLOBAL_LOCK_HOST_POOL);
    }
    if (oldest.data)
        munmap(oldest.data, oldest.n_bytes);
    if (mine.data)
        munmap(mine.data, mine.n_bytes);
    if (pool) {
        host_pool_trim(pool, pool->keep_bytes);
        host_pool_release(pool);
    }
}

host_kept *host_pool_take_kept(host_pool *pool)
{
    if (!pool)
        return NULL;
    global_lock(GLOBAL_LOCK_HOST_POOL);
    host_kept *kept = pool->kept;
    if (kept) {
        pool->kept = kept->next;
        pool->kept_bytes -= kept->n_bytes;
    }
    global_unlock(GLOBAL_LOCK_HOST_POOL);
    return kept;
}

void host_pool_give_kept(host_pool *pool, host_kept *kept)
{
    bool is_kept = false;
    if (pool) {
        global_lock(GLOBAL_LOCK_HOST_POOL);
        is_kept = !pool->is_closed && pool->kept_bytes + kept->n_bytes <= pool->keep_bytes;
        if (is_kept) {
            kept->next = pool->kept;
            pool->kept = kept;
            pool->kept_bytes += kept->n_bytes;
        }
        global_unlock(GLOBAL_LOCK_HOST_POOL);
    }
    if (!is_kept)
        kept->free(kept);
}
