/* cache_memory.c: keeps two small tables of what this process used last, each with a bound on its bytes. They are
 * searched from end to end, as they hold few entries. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/global_lock.h"
#include "cache/cache_internal.h"

enum { MOST_ENTRIES = 256, MOST_RECENT = 64 };
#define MOST_BYTES (UINT64_C(32) << 20) /* of either; what is larger than a quarter is not kept */

/* id: of the key or of the request, compared whole where it is equal. */
typedef struct slot {
    uint64_t id[2], used;
    cache_shared *what; /* NULL: free */
    uint8_t *request;
    size_t n_request;
    cache_key key;
} slot;

typedef struct table {
    slot *slots;
    size_t n, most;
    uint64_t n_bytes, clock;
} table;

static slot entry_slots[MOST_ENTRIES], recent_slots[MOST_RECENT];
static table entries = {entry_slots, 0, MOST_ENTRIES, 0, 0}, recents = {recent_slots, 0, MOST_RECENT, 0, 0};

void cache_release(cache_shared *self)
{
    if (self && atomic_fetch_sub_explicit(&self->n_users, 1, memory_order_acq_rel) == 1)
        self->end(self);
}

static size_t cache_slot_bytes(const slot *at)
{
    return at->what->weight + at->n_request;
}

/* The last slot takes its place. What it held is the caller's. */
static slot cache_memory_take(table *of, size_t i)
{
    slot taken = of->slots[i];
    of->n_bytes -= cache_slot_bytes(&taken);
    of->slots[i] = of->slots[--of->n];
    memset(&of->slots[of->n], 0, sizeof of->slots[of->n]);
    return taken;
}

static size_t cache_oldest(const table *of)
{
    size_t found = 0;
    for (size_t i = 1; i < of->n; i++)
        if (of->slots[i].used < of->slots[found].used)
            found = i;
    return found;
}

/* Room for one more; what goes is released by `end` calls, which take no lock of this room. */
static slot *cache_make_room(table *of, size_t n_bytes)
{
    while (of->n > 0 && (of->n == of->most || of->n_bytes + n_bytes > MOST_BYTES)) {
        slot gone = cache_memory_take(of, cache_oldest(of));
        free(gone.request);
        cache_release(gone.what);
    }
    of->n_bytes += n_bytes;
    of->slots[of->n].used = ++of->clock;
    return &of->slots[of->n++];
}

/* Entries by key. */

static size_t cache_find_key(const cache_key *key)
{
    uint64_t id[2];
    memcpy(id, key->bytes, sizeof id);
    for (size_t i = 0; i < entries.n; i++)
        if (entries.slots[i].id[0] == id[0] && memcmp(&entries.slots[i].key, key, sizeof *key) == 0)
            return i;
    return SIZE_MAX;
}

cache_blob *cache_memory_find(const cache_key *key)
{
    size_t i = cache_find_key(key);
    if (i == SIZE_MAX)
        return NULL;
    entries.slots[i].used = ++entries.clock;
    cache_retain(entries.slots[i].what);
    return (cache_blob *)entries.slots[i].what;
}

void cache_memory_keep(const cache_key *key, cache_blob *blob)
{
    size_t i = cache_find_key(key);
    if (i != SIZE_MAX)
        cache_release(cache_memory_take(&entries, i).what);
    if (blob->shared.weight > MOST_BYTES / 4)
        return;
    cache_retain(&blob->shared);
    slot *fresh = cache_make_room(&entries, blob->shared.weight);
    memcpy(fresh->id, key->bytes, sizeof fresh->id);
    fresh->key = *key;
    fresh->what = &blob->shared;
}

void cache_memory_sizes(uint64_t *n_entries, uint64_t *n_bytes)
{
    *n_entries = entries.n + recents.n;
    *n_bytes = entries.n_bytes + recents.n_bytes;
}

/* Requests. */

static size_t cache_find_request(const uint64_t id[2], const uint8_t *request, size_t n)
{
    for (size_t i = 0; i < recents.n; i++) {
        const slot *at = &recents.slots[i];
        if (at->id[0] == id[0] && at->id[1] == id[1] && at->n_request == n && memcmp(at->request, request, n) == 0)
            return i;
    }
    return SIZE_MAX;
}

cache_shared *cache_recent_find(const uint8_t *request, size_t n)
{
    uint64_t id[2];
    cache_shared *found = NULL;
    hash_128(request, n, id);
    global_lock(GLOBAL_LOCK_CACHE);
    size_t i = cache_find_request(id, request, n);
    if (i != SIZE_MAX) {
        recents.slots[i].used = ++recents.clock;
        found = recents.slots[i].what;
        cache_retain(found);
    }
    global_unlock(GLOBAL_LOCK_CACHE);
    return found;
}

void cache_recent_add(const uint8_t *request, size_t n, cache_shared *what)
{
    size_t n_bytes = n + what->weight;
    slot gone = {0};
    uint8_t *copy = n_bytes <= MOST_BYTES / 4 ? malloc(n + 1) : NULL;
    if (!copy)
        return;
    if (n)
        memcpy(copy, request, n);
    cache_retain(what);
    uint64_t id[2];
    hash_128(request, n, id);
    global_lock(GLOBAL_LOCK_CACHE);
    if (!cache_all.is_open) {
        global_unlock(GLOBAL_LOCK_CACHE);
        free(copy);
        cache_release(what);
        return;
    }
    size_t i = cache_find_request(id, request, n);
    if (i != SIZE_MAX)
        gone = cache_memory_take(&recents, i);
    slot *fresh = cache_make_room(&recents, n_bytes);
    memcpy(fresh->id, id, sizeof fresh->id);
    fresh->what = what;
    fresh->request = copy;
    fresh->n_request = n;
    global_unlock(GLOBAL_LOCK_CACHE);
    free(gone.request);
    cache_release(gone.what);
}

void cache_memory_clear(void)
{
    global_lock(GLOBAL_LOCK_CACHE);
    for (table *of = &entries; of; of = of == &entries ? &recents : NULL)
        while (of->n > 0) {
            slot gone = cache_memory_take(of, of->n - 1);
            free(gone.request);
            cache_release(gone.what);
        }
    global_unlock(GLOBAL_LOCK_CACHE);
}
