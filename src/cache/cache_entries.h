/* cache_entries.h: bytes under a key: on disk for all processes, in memory for this one.
 *
 *   cache_config.c  the environment: folder, limit, on or off
 *   cache_disk.c    one entry as a file: read and checked, written and renamed
 *   cache_sweep.c   all entries: the limit, stale temporary files, clearing
 *   cache_memory.c  entries and whole requests in this process' memory
 *   cache_flight.c  a lookup that lets one thread at a time make an entry
 *   cache_info.c    the public functions, the counts
 *
 * Nothing here fails a compile: what cannot be read is a miss, what cannot be written is counted. */
#ifndef RUSTG_CACHE_ENTRIES_H
#define RUSTG_CACHE_ENTRIES_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/sha256.h"
#include "rustg/cache.h"

typedef struct cache_key {
    uint8_t bytes[SHA256_BYTES];
} cache_key;

/* Something that several owners share; the last cache_release ends it. weight is its size in bytes, for the bounds of
 * tables. */
typedef struct cache_shared {
    _Atomic uint32_t n_users;
    size_t weight;
    void (*end)(struct cache_shared *self);
} cache_shared;
static inline void cache_retain(cache_shared *self)
{
    atomic_fetch_add_explicit(&self->n_users, 1, memory_order_relaxed);
}
void cache_release(cache_shared *self); /* NULL is accepted */

/* An entry's bytes, aligned to 16. */
typedef struct cache_blob {
    cache_shared shared;
    const uint8_t *bytes;
    size_t n;
    void *memory; /* malloc'd, holds bytes */
} cache_blob;
/* A copy of bytes, with one user; NULL without memory. */
cache_blob *cache_blob_new(const uint8_t *bytes, size_t n);

/* The first rustg_initialize opens the cache and the last rustg_shutdown closes it. open, or else the first use,
 * reads the environment. */
void cache_open(void);
void cache_close(void);
/* initialize.c holds the lock while the process forks. In the child, with the lock held, this frees entries that
 * other threads were making, since these threads are gone, so that they are made again. */
void cache_forked(void);
bool cache_is_on(void);

/* What a compile met, for its stats. */
typedef struct cache_tally {
    uint64_t n_hits, n_misses, n_damaged;
} cache_tally;

typedef enum cache_answer {
    CACHE_HIT,  /* *blob, to release */
    CACHE_MISS, /* *flight: make the bytes and call cache_end; until then other threads that want the key wait */
    CACHE_PASS  /* make the bytes, keep nothing: the cache is off, or whoever made them before failed */
} cache_answer;
typedef struct cache_flight cache_flight;

/* accept, which may be NULL, is called on this thread and says whether a found entry serves; false makes it a miss,
 * as for one that has grown old. If wait is false and another thread is making the entry, the answer is CACHE_PASS. */
typedef bool (*cache_accept)(void *user, cache_blob *blob);
cache_answer cache_begin(const cache_key *key, bool wait, cache_accept accept, void *user, cache_blob **blob,
                         cache_flight **flight, cache_tally *tally);
/* Ends the flight, which may be NULL. With bytes NULL the key stays without an entry. Returns what was kept,
 * retained, or NULL. */
cache_blob *cache_end(cache_flight *flight, const uint8_t *bytes, size_t n);

/* Whole requests of this process, found by their own bytes, without a file or a digest. find returns what is to be
 * released, or NULL. add retains `what` and copies the request; a request that is there already gets the new one. */
cache_shared *cache_recent_find(const uint8_t *request, size_t n);
void cache_recent_add(const uint8_t *request, size_t n, cache_shared *what);

#endif
