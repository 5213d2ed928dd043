/* cache.h: what compiles of kernels leave for later ones: on disk for all processes, in memory for this one.
 *
 * Kept are results of compiles with options->kernels and without errors, and beside them each PTX, cubin, object and
 * shared object that NVRTC or the C compiler made of generated text. A key is the SHA-256 of all that the result
 * depends on: sources with their names, editions and options, rustg's build, architectures, and the files of NVRTC or
 * of the C compiler (path, size, times, inode, build id). `mod` files are compared by their content. A result from the
 * cache equals one that was compiled.
 *
 * Environment, read when the first rustg_initialize is called (and again after the last rustg_shutdown):
 *   RUSTG_CACHE=off     nothing is looked up and nothing is kept, neither on disk nor in memory
 *   RUSTG_CACHE_DIR     the folder; else $XDG_CACHE_HOME/rustg, else $HOME/.cache/rustg
 *   RUSTG_CACHE_LIMIT   bytes on disk, with K, M or G for their multiples of 1024; default 1G. Over the limit the
 *                       entries used longest ago are deleted. 0: nothing is kept on disk
 * Whoever may write to the folder decides what later compiles return, so it is made for its owner alone. */
#ifndef RUSTG_CACHE_H
#define RUSTG_CACHE_H

#include "status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The cache and what this process has seen of it since it began. Sizes in bytes.
 *   enabled        nonzero: compiles look up and keep entries
 *   folder         "" where there is none ($HOME is not set)
 *   problem        why nothing can be kept on disk ("... : No space left on device"), as last met or met now; else "".
 *                  Compiles go on
 *   n_entries, n_bytes      on disk now
 *   n_hits_memory, n_hits_disk, n_misses  how many were looked up and found in this process' memory, found on disk, and
 *                  not found
 *   n_stored, n_not_stored  entries that were written to disk, and that could not be written
 *   n_damaged      entries that failed their check: deleted, and made again by the compile that met them
 *   n_evicted      entries that this process deleted to keep the limit */
typedef struct rustg_cache_info {
    size_t struct_size; /* set by the caller to sizeof(rustg_cache_info) */
    uint32_t enabled;
    uint32_t reserved;
    uint64_t n_entries, n_bytes, limit_bytes;
    uint64_t memory_entries, memory_bytes;
    uint64_t n_hits_memory, n_hits_disk, n_misses;
    uint64_t n_stored, n_not_stored, n_damaged, n_evicted;
    char folder[1024];
    char problem[256];
} rustg_cache_info;

/* Looks through the folder, and tries to write there. Thread-safe; works before rustg_initialize too.
 * fails RUSTG_ERR_ARGUMENT */
rustg_status rustg_cache_info_get(rustg_cache_info *info, rustg_error *error);

/* Forget all entries, on disk and in memory, with RUSTG_CACHE=off too. Files that are not the cache's stay. Results
 * that are alive stay valid. Thread-safe, also while compiles run here or in other processes.
 * out    n_removed  entries deleted from disk; may be NULL
 * fails  RUSTG_ERR_IO: the folder or an entry cannot be read or deleted; the others are gone */
rustg_status rustg_cache_clear(uint64_t *n_removed, rustg_error *error);

#ifdef __cplusplus
}
#endif
#endif
