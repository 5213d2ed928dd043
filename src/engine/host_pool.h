/* host_pool.h: keeps host memory that compiles leave for later ones. A fresh page costs as much as parsing what it
 * holds, so the arrays of results and the scratch of threads come from a pool and go back to it. */
#ifndef RUSTG_HOST_POOL_H
#define RUSTG_HOST_POOL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct host_pool host_pool;

/* A device's driver that has pinned a block. The block stays pinned until it is unmapped; release is called before. */
typedef struct host_pin {
    void (*release)(struct host_pin *pin, void *data);
} host_pin;

/* A mapping of its own.
 *   n_used  bytes of it that were written, now or in an earlier use; kept up to date by who holds it
 *   pool    where it goes back to, which lives until then; NULL: it is unmapped
 *   pin     NULL: it is not pinned */
typedef struct host_block {
    void *data;
    size_t n_bytes, n_used;
    host_pool *pool;
    host_pin *pin;
} host_block;

/* What a thread of the CPU engine keeps between compiles; the first member of its worker. */
typedef struct host_kept {
    struct host_kept *next;
    size_t n_bytes;
    void (*free)(struct host_kept *kept);
} host_kept;

/* GLOBAL_LOCK_HOST_POOL guards all pools. All below is thread-safe. */

/* Keeps at most keep_bytes. NULL when memory ran out. Wants one host_pool_close. */
host_pool *host_pool_open(uint64_t keep_bytes);
/* Frees what is kept. Blocks that are held live on, and are unmapped when they are given back. NULL is accepted. */
void host_pool_close(host_pool *pool);
/* Retains a pool, or NULL; wants one host_pool_release. Returns the pool. The caller holds GLOBAL_LOCK_HOST_POOL. */
host_pool *host_pool_hold_locked(host_pool *pool);
void host_pool_release(host_pool *pool);
/* Frees kept memory, what was given longest ago first, until no more than n_bytes are kept. */
void host_pool_trim(host_pool *pool, uint64_t n_bytes);
uint64_t host_pool_kept(host_pool *pool);

/* Takes at least n_bytes of reserved address space, not cleared. Only pages that are written cost memory. n_likely,
 * the number of bytes that will be written, settles how large pages are. pool may be NULL. False: memory has run out.
 */
bool host_pool_take(host_pool *pool, size_t n_bytes, size_t n_likely, host_block *block);
/* Clears *block; an empty one is accepted. */
void host_pool_give(host_block *block);

/* Takes a kept worker; NULL if there is none. */
host_kept *host_pool_take_kept(host_pool *pool);
/* Keeps it, or frees it where that would be too much. */
void host_pool_give_kept(host_pool *pool, host_kept *kept);

#endif
