/* cache_info.c: has the cache's public functions. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/global_lock.h"
#include "base/struct_size.h"
#include "cache/cache_internal.h"

rustg_status rustg_cache_info_get(rustg_cache_info *info, rustg_error *error)
{
    cache_config config;
    cache_counts counts;
    rustg_cache_info full = {0};
    if (!info)
        return error_set(error, RUSTG_ERR_ARGUMENT, "info is NULL");
    const rustg_status status = struct_size_check(STRUCT_rustg_cache_info, info, "info", error);
    if (status != RUSTG_OK)
        return status;
    global_lock(GLOBAL_LOCK_CACHE);
    cache_configure();
    config = cache_all.config;
    counts = cache_all.counts;
    memcpy(full.problem, cache_all.problem, sizeof full.problem);
    cache_memory_sizes(&full.memory_entries, &full.memory_bytes);
    global_unlock(GLOBAL_LOCK_CACHE);
    if (config.folder[0])
        cache_sweep_count(config.folder, &full.n_entries, &full.n_bytes);
    full.enabled = config.is_on;
    full.limit_bytes = config.limit_bytes;
    full.n_hits_memory = counts.n_hits_memory;
    full.n_hits_disk = counts.n_hits_disk;
    full.n_misses = counts.n_misses;
    full.n_stored = counts.n_stored;
    full.n_not_stored = counts.n_not_stored;
    full.n_damaged = counts.n_damaged;
    full.n_evicted = counts.n_evicted;
    memcpy(full.folder, config.folder, sizeof full.folder);
    int failure = config.folder[0] && config.is_on && config.limit_bytes ? cache_disk_try(config.folder) : 0;
    if (!full.problem[0] && failure) {
        char words[96];
        snprintf(full.problem, sizeof full.problem, "nothing can be written to the folder: %s",
                 strerror_r(failure, words, sizeof words));
    }
    if (!full.problem[0])
        memcpy(full.problem, config.problem, sizeof full.problem);
    struct_size_write(info, &full, sizeof full);
    return RUSTG_OK;
}

rustg_status rustg_cache_clear(uint64_t *n_removed, rustg_error *error)
{
    char folder[CACHE_PATH_BYTES], failed[CACHE_FILE_BYTES], words[96];
    uint64_t n = 0;
    global_lock(GLOBAL_LOCK_CACHE);
    cache_configure();
    memcpy(folder, cache_all.config.folder, sizeof folder);
    global_unlock(GLOBAL_LOCK_CACHE);
    cache_memory_clear();
    int failure = folder[0] ? cache_sweep_clear(folder, &n, failed) : 0;
    if (n_removed)
        *n_removed = n;
    if (!failure)
        return RUSTG_OK;
    return error_set(error, RUSTG_ERR_IO, "`%s` cannot be cleared: %s", failed,
                     strerror_r(failure, words, sizeof words));
}
