/* split.h: one elementwise launch over several contexts, each with a part of the items. Part of runtime.h.
 *
 * A split and its buffers belong to one thread at a time; different splits may be used by several threads at once, also
 * where they share contexts. Accessors take handles that are not NULL and cannot fail.
 *
 * Items 0 .. n_items - 1 are shared out in order: context p has n_items / n_contexts of them, the first n_items %
 * n_contexts contexts one more. A kernel is launched once in each context that has items. In a buffer that is split, a
 * part holds its context's items alone, the first at offset 0; so a kernel's slice has the items of its part, and
 * thread::index() counts from the part's first item. A kernel that wants an item's number among all takes the first
 * one's as an argument (RUSTG_SPLIT_FIRST). Kernels in different contexts see nothing of each other's memory. */
#ifndef RUSTG_SPLIT_H
#define RUSTG_SPLIT_H

#include "module.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rustg_split rustg_split;
typedef struct rustg_split_buffer rustg_split_buffer;

/* A stream is made in each context; the contexts are borrowed until rustg_split_close, and one may be listed twice.
 * in     contexts  rustg_context*[n_contexts], at least 1
 * out    split     to be closed with rustg_split_close; NULL on failure
 * fails  RUSTG_ERR_ARGUMENT: split, contexts or one of them is NULL, or n_contexts is 0; _MEMORY, _CUDA,
 *        _CUDA_STICKY */
rustg_status rustg_split_open(rustg_context *const *contexts, size_t n_contexts, rustg_split **split,
                              rustg_error *error);
/* Waits for nothing. The split's buffers must have been freed. NULL is accepted. */
void rustg_split_close(rustg_split *split);
size_t rustg_split_n_parts(const rustg_split *split);
/* What a part works in, the split's; NULL where part is out of range. */
rustg_stream *rustg_split_stream(const rustg_split *split, size_t part);
/* The items first .. first + n - 1 of a part. fails RUSTG_ERR_ARGUMENT: part is out of range */
rustg_status rustg_split_range(const rustg_split *split, uint64_t n_items, size_t part, uint64_t *first, uint64_t *n);
/* Waits for all parts, also where one fails.
 * fails as rustg_stream_wait does, for the first part that failed; rustg_stream_panic of rustg_split_stream tells more
 */
rustg_status rustg_split_wait(rustg_split *split, rustg_error *error);

typedef enum rustg_split_place {
    RUSTG_SPLIT_PARTS, /* each context holds its own items */
    RUSTG_SPLIT_WHOLE  /* each context holds all of them: for what every thread reads */
} rustg_split_place;

/* A buffer in each context. Its contents are undefined.
 * in     n_items     items of all parts together; item_bytes: bytes of one
 * out    buffer      to be freed with rustg_split_buffer_free before the split is closed; NULL on failure
 * fails  RUSTG_ERR_ARGUMENT: split or buffer is NULL, there is no such place, or the bytes do not fit 64 bits; _MEMORY,
 *        _DEVICE_MEMORY, _CUDA, _CUDA_STICKY */
rustg_status rustg_split_buffer_allocate(rustg_split *split, uint64_t n_items, uint64_t item_bytes,
                                         rustg_split_place place, rustg_split_buffer **buffer, rustg_error *error);
/* Work that uses the buffer may still run. NULL is accepted. */
void rustg_split_buffer_free(rustg_split_buffer *buffer);
/* A part's own buffer, for copies between contexts (rustg_copy_between) and launches of its own; the split buffer's.
 * NULL where part is out of range. */
rustg_buffer *rustg_split_buffer_part(const rustg_split_buffer *buffer, size_t part);
/* All items from and to host memory, u8[n_items * item_bytes], as rustg_copy_to_buffer and rustg_copy_from_buffer copy:
 * pinned memory must stay until rustg_split_wait. A whole buffer is read from part 0.
 * fails RUSTG_ERR_ARGUMENT: NULL; and as rustg_copy_to_buffer: then parts before the one that failed are copied */
rustg_status rustg_split_buffer_write(rustg_split_buffer *to, const void *from, rustg_error *error);
rustg_status rustg_split_buffer_read(void *to, rustg_split_buffer *from, rustg_error *error);

typedef enum rustg_split_role {
    RUSTG_SPLIT_VALUE,  /* a scalar, the same everywhere: value, n_bytes */
    RUSTG_SPLIT_BUFFER, /* a slice or GridMut: all that the part's buffer holds */
    RUSTG_SPLIT_FIRST   /* a scalar of n_bytes 4 or 8: the part's first item. 4: it must fit u32 */
} rustg_split_role;

typedef struct rustg_split_argument {
    rustg_split_role role;
    const void *value;
    uint64_t n_bytes;
    rustg_split_buffer *buffer;
} rustg_split_argument;

/* Launches in every part that has items.
 * in     functions         rustg_function*[parts]: the same kernel of a compile, in each part's context
 *        n_items           the items of each buffer that is split
 *        threads_per_item  threads launched for an item, at least 1: 1 for elements, the columns where an item is a row
 *        args              rustg_split_argument[n_args]
 * fails  RUSTG_ERR_ARGUMENT (not kernels of a compile; buffers of another split or of other n_items; an item that is
 * not made of whole elements) and as rustg_launch: then parts before the one that failed are launched */
rustg_status rustg_split_launch(rustg_split *split, rustg_function *const *functions, uint64_t n_items,
                                uint64_t threads_per_item, const rustg_split_argument *args, size_t n_args,
                                rustg_error *error);

#ifdef __cplusplus
}
#endif
#endif
