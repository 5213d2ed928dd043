/* compile_saved.h: turns all that a caller can see of compiled kernels into bytes for the cache, and back. */
#ifndef RUSTG_COMPILE_SAVED_H
#define RUSTG_COMPILE_SAVED_H

#include "cache/cache_entries.h"
#include "compile/compile_kernels.h"

/* A `mod` file that was asked for: what was found under path decides whether the entry still serves.
 * bytes: malloc'd, u8[n] as read by this process; NULL where there is no such file */
typedef struct saved_read {
    const char *path;
    uint8_t digest[SHA256_BYTES];
    bool is_found;
    uint8_t *bytes;
    size_t n;
} saved_read;

/* A row that the result's files get behind the sources. */
typedef struct saved_mod {
    uint32_t read, edition;
} saved_mod;

/* A decoded entry, which is not changed any more. Its texts and bytes point into blob. */
typedef struct compile_saved {
    cache_shared shared;
    cache_blob *blob;
    arena memory;
    saved_read *reads;
    saved_mod *mods;
    rustg_kernel *kernels;
    ir_site *sites; /* [0] none */
    compile_output *outputs[RUSTG_N_OUTPUTS];
    uint32_t n_outputs[RUSTG_N_OUTPUTS];
    const char *ir;
    const char *const *archs; /* of PTX and cubins, in order */
    uint32_t n_reads, n_mods, n_kernels, n_sites, n_ir, n_archs;
} compile_saved;

/* Saves kernels that have no errors, as bytes in kernels->memory. */
void compile_save(compile_kernels *kernels, uint32_t n_sources, const uint8_t **bytes, size_t *n);
/* Retains blob. NULL: the bytes are not compile_save's, or no memory. reads[].bytes are not read yet. */
compile_saved *compile_load(cache_blob *blob);
/* compile_cache.c: kernels are those of saved, which is retained. */
void compile_attach_saved(compile_kernels *kernels, compile_saved *saved, const rustg_kernel_options *options);
/* Whether there is what the options ask for, and nothing else. */
bool compile_has_outputs(const compile_saved *saved, const rustg_kernel_options *options);
/* Are the `mod` files as they were? Reads them; with is_kept their bytes stay in saved. */
bool compile_reads_hold(compile_saved *saved, const rustg_kernel_options *options, bool is_kept);

#endif
