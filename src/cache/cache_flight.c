/* cache_flight.c: looks keys up. If several threads of a process want one key, one of them makes the entry and the
 * others wait. */
#include <stdlib.h>
#include <string.h>

#include "cache/cache_internal.h"
#include "base/global_lock.h"

cache_state cache_all = {.ended = PTHREAD_COND_INITIALIZER};

/* One key that is being read or made. The lock guards the list and all fields; the last user frees it. */
struct cache_flight {
    cache_flight *next;
    pthread_t maker;
    cache_key key;
    uint32_t n_users;
    bool has_ended;
    cache_blob *blob; /* once ended: what was made, or NULL */
};

void cache_configure(void)
{
    if (!cache_all.is_read)
        cache_config_read(&cache_all.config);
    cache_all.is_read = true;
}

void cache_open(void)
{
    global_lock(GLOBAL_LOCK_CACHE);
    cache_all.is_read = false;
    cache_all.is_open = true;
    cache_all.problem[0] = 0;
    cache_configure();
    global_unlock(GLOBAL_LOCK_CACHE);
}

void cache_close(void)
{
    global_lock(GLOBAL_LOCK_CACHE);
    cache_all.is_open = false;
    global_unlock(GLOBAL_LOCK_CACHE);
    cache_memory_clear();
}

bool cache_is_on(void)
{
    global_lock(GLOBAL_LOCK_CACHE);
    cache_configure();
    bool is_on = cache_all.config.is_on;
    global_unlock(GLOBAL_LOCK_CACHE);
    return is_on;
}

static cache_flight *cache_find_flight(const cache_key *key)
{
    for (cache_flight *at = cache_all.flights; at; at = at->next)
        if (memcmp(&at->key, key, sizeof *key) == 0)
            return at;
    return NULL;
}

static void cache_unlink_flight(cache_flight *flight)
{
    cache_flight **at = &cache_all.flights;
    while (*at != flight)
        at = &(*at)->next;
    *at = flight->next;
}

void cache_forked(void)
{
    const pthread_cond_t fresh = PTHREAD_COND_INITIALIZER;
    memcpy(&cache_all.ended, &fresh, sizeof fresh); /* nobody waits here */
    for (cache_flight **at = &cache_all.flights; *at;) {
        cache_flight *flight = *at;
        flight->n_users = 1;
        if (pthread_equal(flight->maker, pthread_self())) {
            at = &flight->next;
        } else {
            *at = flight->next;
            free(flight);
        }
    }
}

static void cache_leave_flight(cache_flight *flight)
{
    if (--flight->n_users > 0)
        return;
    if (flight->blob)
        cache_release(&flight->blob->shared);
    free(flight);
}

/* With the lock held: waits for the thread that makes the entry. Returns what it made, retained, or NULL. */
static cache_blob *cache_wait_for(cache_flight *flight)
{
    flight->n_users++;
    while (!flight->has_ended)
        global_lock_wait(GLOBAL_LOCK_CACHE, &cache_all.ended);
    cache_blob *blob = flight->blob;
    if (blob)
        cache_retain(&blob->shared);
    cache_leave_flight(flight);
    return blob;
}

static void cache_end_flight(cache_flight *flight, cache_blob *blob)
{
    global_lock(GLOBAL_LOCK_CACHE);
    flight->blob = blob;
    flight->has_ended = true;
    if (blob && cache_all.is_open)
        cache_memory_keep(&flight->key, blob);
    cache_unlink_flight(flight);
    pthread_cond_broadcast(&cache_all.ended);
    cache_leave_flight(flight);
    global_unlock(GLOBAL_LOCK_CACHE);
}

static bool cache_serves(cache_blob *blob, cache_accept accept, void *user)
{
    if (!accept || accept(user, blob))
        return true;
    cache_release(&blob->shared);
    return false;
}

/* Nobody holds the key: it may lie on disk. */
static cache_answer cache_read_entry(cache_flight *flight, const char *folder, cache_accept accept, void *user,
                                     cache_blob **blob, cache_tally *tally)
{
    cache_read answer = *folder ? cache_disk_read(folder, &flight->key, blob) : CACHE_READ_NONE;
    bool is_hit = answer == CACHE_READ_GOOD && cache_serves(*blob, accept, user);
    tally->n_hits += is_hit;
    tally->n_misses += !is_hit;
    tally->n_damaged += answer == CACHE_READ_DAMAGED;
    global_lock(GLOBAL_LOCK_CACHE);
    cache_all.counts.n_hits_disk += is_hit;
    cache_all.counts.n_misses += !is_hit;
    cache_all.counts.n_damaged += answer == CACHE_READ_DAMAGED;
    global_unlock(GLOBAL_LOCK_CACHE);
    if (!is_hit)
        return CACHE_MISS;
    cache_retain(&(*blob)->shared);
    cache_end_flight(flight, *blob);
    return CACHE_HIT;
}

cache_answer cache_begin(const cache_key *key, bool wait, cache_accept accept, void *user, cache_blob **blob,
                         cache_flight **flight, cache_tally *tally)
{
    char folder[CACHE_PATH_BYTES] = "";
    *flight = NULL;
    global_lock(GLOBAL_LOCK_CACHE);
    cache_configure();
    cache_flight *other = cache_all.config.is_on ? cache_find_flight(key) : NULL;
    if (!cache_all.config.is_on || (other && !wait)) {
        global_unlock(GLOBAL_LOCK_CACHE);
        return CACHE_PASS;
    }
    *blob = other ? cache_wait_for(other) : cache_memory_find(key);
    cache_flight *fresh = !other && !*blob ? calloc(1, sizeof *fresh) : NULL;
    if (*blob) {
        global_unlock(GLOBAL_LOCK_CACHE);
        bool is_hit = cache_serves(*blob, accept, user);
        global_lock(GLOBAL_LOCK_CACHE);
        if (is_hit) {
            tally->n_hits++;
            cache_all.counts.n_hits_memory++;
            global_unlock(GLOBAL_LOCK_CACHE);
            return CACHE_HIT;
        }
        /* An entry that no longer serves is made again, by one thread. */
        if (!cache_find_flight(key))
            fresh = calloc(1, sizeof *fresh);
    }
    if (fresh) {
        fresh->key = *key;
        fresh->n_users = 1;
        fresh->maker = pthread_self();
        fresh->next = cache_all.flights;
        cache_all.flights = fresh;
        if (cache_all.config.limit_bytes > 0)
            memcpy(folder, cache_all.config.folder, sizeof folder);
    }
    global_unlock(GLOBAL_LOCK_CACHE);
    if (!fresh)
        return CACHE_PASS;
    cache_answer answer = cache_read_entry(fresh, folder, accept, user, blob, tally);
    *flight = answer == CACHE_MISS ? fresh : NULL;
    return answer;
}

cache_blob *cache_end(cache_flight *flight, const uint8_t *bytes, size_t n)
{
    cache_config config;
    char problem[sizeof cache_all.problem] = "";
    uint64_t n_file = 0, n_evicted = 0;
    bool is_stored = false;
    if (!flight)
        return NULL;
    if (!bytes) {
        cache_end_flight(flight, NULL);
        return NULL;
    }
    global_lock(GLOBAL_LOCK_CACHE);
    config = cache_all.config;
    global_unlock(GLOBAL_LOCK_CACHE);
    bool is_wanted = config.folder[0] && config.limit_bytes > 0;
    if (is_wanted && n >= config.limit_bytes) {
        strcpy(problem, "an entry larger than the limit was not kept");
    } else if (is_wanted) {
        is_stored = cache_disk_write(config.folder, &flight->key, bytes, n, &n_file, problem);
        if (is_stored)
            n_evicted = cache_sweep_stored(config.folder, n_file, config.limit_bytes);
    }
    global_lock(GLOBAL_LOCK_CACHE);
    cache_all.counts.n_stored += is_stored;
    cache_all.counts.n_not_stored += is_wanted && !is_stored;
    cache_all.counts.n_evicted += n_evicted;
    if (is_wanted)
        memcpy(cache_all.problem, problem, sizeof problem);
    global_unlock(GLOBAL_LOCK_CACHE);
    cache_blob *blob = cache_blob_new(bytes, n);
    if (blob)
        cache_retain(&blob->shared);
    cache_end_flight(flight, blob);
    return blob;
}
