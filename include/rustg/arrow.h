/* arrow.h: a result's arrays for Apache Arrow: record batches by the C data interface, and IPC files. docs/arrow.md has
 * the columns. rustg.h does not include it. */
#ifndef RUSTG_ARROW_H
#define RUSTG_ARROW_H

#include "compile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Arrow's own declarations (arrow.apache.org, "The Arrow C data interface"), which other headers may have too. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE           2
#define ARROW_FLAG_MAP_KEYS_SORTED    4

struct ArrowSchema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct ArrowSchema **children, *dictionary;
    void (*release)(struct ArrowSchema *schema);
    void *private_data;
};

struct ArrowArray {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct ArrowArray **children, *dictionary;
    void (*release)(struct ArrowArray *array);
    void *private_data;
};
#endif

typedef enum rustg_arrow_table {
    RUSTG_ARROW_TOKENS = 0, /* a batch's tokens */
    RUSTG_ARROW_AST = 1,    /* a batch's nodes */
    RUSTG_ARROW_FILES = 2   /* all files; of no batch */
} rustg_arrow_table;

/* One table as a struct array, which record batches are imported from. Numbers are not copied: they are the result's
 * memory, which stays until both the result is freed and the array is released, in any order and on any thread.
 * in     batch   index; 0 for RUSTG_ARROW_FILES
 * out    schema, array   the caller's structs, to be released or moved as Arrow says; NULL where one is not wanted.
 *                Untouched on failure
 * fails  RUSTG_ERR_ARGUMENT, _MEMORY, _TOO_LONG (2 GiB of paths), _DEVICE: the arrays were left on a device
 * thread-safe: any number at once */
rustg_status rustg_result_arrow(rustg_result *result, rustg_arrow_table table, size_t batch, struct ArrowSchema *schema,
                                struct ArrowArray *array, rustg_error *error);

/* One table, all batches of it, as an Arrow IPC file: one record batch for each batch, little-endian, not compressed,
 * buffers at multiples of 64 bytes, so that readers can map it.
 * in     path    written anew; a file that a failure leaves incomplete is deleted
 * fails  as rustg_result_arrow, and RUSTG_ERR_IO
 * thread-safe: any number at once */
rustg_status rustg_result_arrow_file(rustg_result *result, rustg_arrow_table table, const char *path,
                                     rustg_error *error);

#ifdef __cplusplus
}
#endif
#endif
