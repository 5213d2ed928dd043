/* cache_internal.h: declares what the files of this room share. */
#ifndef RUSTG_CACHE_INTERNAL_H
#define RUSTG_CACHE_INTERNAL_H

#include <pthread.h>
#include <time.h>

#include "base/limits.h"
#include "cache/cache_entries.h"

enum {
    CACHE_PATH_BYTES = 1024, /* of the folder */
    CACHE_FILE_BYTES = CACHE_PATH_BYTES + 96,
    /* A temporary file this old belongs to a process that was killed, since writing one takes milliseconds. */
    CACHE_STALE_SECONDS = 600
};
#define CACHE_LIMIT_BYTES    ((uint64_t)LIMIT_CACHE_KIB << 10)
#define CACHE_ENTRY_ENDING   ".entry"
#define CACHE_TEMP_BEGINNING "rustg-tmp-"

typedef struct cache_config {
    bool is_on;
    char folder[CACHE_PATH_BYTES]; /* "" for none */
    uint64_t limit_bytes;
    char problem[256];
} cache_config;
void cache_config_read(cache_config *config);

/* Counts; cache_lock is for them, the configuration and the tables. */
typedef struct cache_counts {
    uint64_t n_hits_memory, n_hits_disk, n_misses, n_stored, n_not_stored, n_damaged, n_evicted;
} cache_counts;
typedef struct cache_state {
    pthread_cond_t ended; /* a flight has */
    bool is_read;         /* config is */
    bool is_open;         /* between cache_open and cache_close: only then the tables in memory take what is made */
    cache_config config;
    char problem[256]; /* of the last store; "" where it went well */
    cache_counts counts;
    cache_flight *flights;
} cache_state;
extern cache_state cache_all;
/* With the lock held: reads the configuration, unless that has been done. */
void cache_configure(void);

/* What a name in the folder is. */
typedef enum cache_name { CACHE_NAME_OTHER, CACHE_NAME_ENTRY, CACHE_NAME_TEMP, CACHE_NAME_TOTAL } cache_name;
cache_name cache_name_of(const char *name);

/* cache_disk.c. NONE: there is no entry, or it cannot be had. DAMAGED: it was there, failed its check and was
 * deleted. */
typedef enum cache_read { CACHE_READ_NONE, CACHE_READ_GOOD, CACHE_READ_DAMAGED } cache_read;
cache_read cache_disk_read(const char *folder, const cache_key *key, cache_blob **blob);
/* *n_file: the file's size. False: problem (256 bytes) says why. */
bool cache_disk_write(const char *folder, const cache_key *key, const uint8_t *bytes, size_t n, uint64_t *n_file,
                      char *problem);
/* Makes a file in the folder that goes again or, where the folder is not there, looks whether it could be made: 0, or
 * errno's number of what fails. */
int cache_disk_try(const char *folder);

/* cache_sweep.c keeps the limit after a store of n_file bytes. Returns how many entries it deleted. */
uint64_t cache_sweep_stored(const char *folder, uint64_t n_file, uint64_t limit_bytes);
void cache_sweep_count(const char *folder, uint64_t *n_entries, uint64_t *n_bytes);
/* Returns 0, or the errno of the first failure, whose path goes to failed (CACHE_FILE_BYTES). */
int cache_sweep_clear(const char *folder, uint64_t *n_removed, char *failed);

/* cache_memory.c; with the lock held. Both retain. */
cache_blob *cache_memory_find(const cache_key *key);
void cache_memory_keep(const cache_key *key, cache_blob *blob);
void cache_memory_sizes(uint64_t *n_entries, uint64_t *n_bytes);
/* Empties all tables. Takes the lock itself. */
void cache_memory_clear(void);

#endif
