/* result.h: defines what a compile leaves behind. */
#ifndef RUSTG_RESULT_H
#define RUSTG_RESULT_H

#include <stdatomic.h>

#include "engine/batch.h"
#include "cache/cache_entries.h"

/* Everything the accessors of compile.h return points in here.
 *   files      rustg_file[n_files]
 *   read_blocks host_block[n_read_blocks]: where the library read the files' texts to
 *   read_bytes u8*[n_files]: the text of a file that was longer than its place there, else NULL
 *   batches    batch[n_batches]; their .files are gone once the compile is over
 *   diags      sorted by file
 *   lists      diag_list[n_lists] without rows: the parts of diags and their texts */
struct rustg_result {
    rustg_engine engine;
    rustg_file *files;
    host_block *read_blocks;
    size_t n_read_blocks;
    uint8_t **read_bytes;
    size_t n_files;
    batch *batches;
    size_t n_batches;
    rustg_diagnostic *diags;
    size_t n_diags;
    diag_list *lists;
    uint32_t n_lists;
    char *message;                   /* NULL: no errors */
    struct compile_kernels *kernels; /* compile_kernels.h; NULL where none were asked for */
    cache_shared *body; /* compile_cache.c's: owns the batches, with other results; NULL: they are this result's */
    rustg_stats stats;
    atomic_uint n_more_holders; /* beside the caller: Arrow's arrays (arrow_export.c) */
};

/* Makes room for n_files >= result->n_files, with the new rows zero; n_files stays as it is. False: out of memory. */
bool result_reserve_files(rustg_result *result, size_t n_files);

/* RUSTG_OK, or why there are no kernels to run or save: RUSTG_ERR_SOURCE with the first error, or RUSTG_ERR_ARGUMENT.
 */
rustg_status result_has_kernels(const rustg_result *result, const char **message);

/* One holder more, who calls rustg_result_free too. */
rustg_result *result_hold(rustg_result *result);

#endif
