/* host_pool.c: see host_pool.h. */
#define _GNU_SOURCE
#include "engine/host_pool.h"
#include "base/global_lock.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/tuning.h"

/* There are 16 classes between two powers of two, from a page on. */
enum { POOL_PAGE = 4096, POOL_STEPS = 16, POOL_CLASSES = 40 * POOL_STEPS, POOL_WASTE_CLASSES = 2 * POOL_STEPS };

/* Lies at the beginning of a kept block.
 *   next, before   in the list of its class, the last one given first
 *   older, newer   among all kept blocks, by when they were given */
typedef struct pool_free {
    struct pool_free *next, *before, *older, *newer;
    size_t n_bytes, n_used;
    host_pin *pin;
} pool_free;

/* n_users: one until it is closed, one for each block that is held, and who else holds it.
 *   free  kept blocks by size */
struct host_pool {
    uint64_t n_users, keep_bytes, kept_bytes;
    pool_free *free[POOL_CLASSES], *oldest, *newest;
    host_kept *kept;
    bool is_closed;
};

/* Rounds a size up to one of its steps, so that batches of about one size share blocks; *class is that of the rounded
 * size. */
static size_t pool_round(size_t n_bytes, size_t *class)
{
    size_t step = POOL_PAGE, power = 0;
    while (step < n_bytes && step * POOL_STEPS < n_bytes) {
        step *= 2;
        power++;
    }
    size_t n_steps = (n_bytes + step - 1) / step;
    *class = power * POOL_STEPS + n_steps - 1;
    return n_steps * step;
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

/* The lock is held. */
static void pool_put(host_pool *pool, const host_block *block)
{
    size_t class;
    pool_round(block->n_bytes, &class);
    pool_free *top = (pool_free *)block->data;
    *top = (pool_free){.next = pool->free[class],
                       .older = pool->newest,
                       .n_bytes = block->n_bytes,
                       .n_used = block->n_used,
                       .pin = block->pin};
    if (top->next)
        top->next->before = top;
    *(pool->newest ? &pool->newest->newer : &pool->oldest) = top;
    pool->free[class] = pool->newest = top;
    pool->kept_bytes += block->n_used;
}

/* The lock is held. */
static void pool_pull(host_pool *pool, pool_free *kept, host_block *block)
{
    size_t class;
    pool_round(kept->n_bytes, &class);
    *(kept->before ? &kept->before->next : &pool->free[class]) = kept->next;
    if (kept->next)
        kept->next->before = kept->before;
    *(kept->older ? &kept->older->newer : &pool->oldest) = kept->newer;
    *(kept->newer ? &kept->newer->older : &pool->newest) = kept->older;
    pool->kept_bytes -= kept->n_used;
    *block = (host_block){kept, kept->n_bytes, kept->n_used, NULL, kept->pin};
}

/* Takes the block that was given first (or a worker once there is no block) out of a pool that keeps more than n_bytes.
 * False: it does not keep more. The caller holds the lock. */
static bool pool_oldest(host_pool *pool, uint64_t n_bytes, host_block *block, host_kept **kept)
{
    *kept = NULL;
    memset(block, 0, sizeof *block);
    if (pool->kept_bytes <= n_bytes)
        return false;
    if (pool->oldest) {
        pool_pull(pool, pool->oldest, block);
    } else {
        *kept = pool->kept;
        pool->kept = pool->kept->next;
        pool->kept_bytes -= (*kept)->n_bytes;
    }
    return true;
}

static void pool_unmap(const host_block *block)
{
    if (!block->data)
        return;
    if (block->pin)
        block->pin->release(block->pin, block->data);
    munmap(block->data, block->n_bytes);
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
        pool_unmap(&block);
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

/* The smallest kept block that fits, of those that are not far too large. The caller holds the lock. */
static bool pool_find(host_pool *pool, size_t class, host_block *block)
{
    for (size_t c = class; c < class + POOL_WASTE_CLASSES && c < POOL_CLASSES; c++) {
        if (pool->free[c]) {
            pool_pull(pool, pool->free[c], block);
            return true;
        }
    }
    return false;
}

static bool pool_map(size_t n_bytes, size_t n_likely, host_block *block)
{
    /* MAP_NORESERVE says that memory for the worst case, a token and a node for each byte, is promised to nobody;
     * real code writes a sixth of it. */
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
    size_t class;
    n_bytes = pool_round(n_bytes, &class);
    global_lock(GLOBAL_LOCK_HOST_POOL);
    bool is_found = pool_find(pool, class, block);
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
    host_block mine = *block;
    host_pool *pool = mine.pool;
    memset(block, 0, sizeof *block);
    if (!mine.data)
        return;
    if (mine.n_used < POOL_PAGE)
        mine.n_used = POOL_PAGE; /* so that all that is kept counts */
    if (pool) {
        global_lock(GLOBAL_LOCK_HOST_POOL);
        if (!pool->is_closed && mine.n_used <= pool->keep_bytes) {
            pool_put(pool, &mine);
            mine.data = NULL;
        }
        global_unlock(GLOBAL_LOCK_HOST_POOL);
    }
    pool_unmap(&mine);
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
