/* source_read.h: reads whole files into memory. */
#ifndef RUSTG_SOURCE_READ_H
#define RUSTG_SOURCE_READ_H

#include <stddef.h>
#include <stdint.h>

/* Size of what lies at path as the system tells it: 0 for a pipe or where nothing is known. A hint, not a promise. */
uint64_t source_size(const char *path);

/* Read a file, pipe or device to its end.
 * out    bytes    malloc'd u8[n_bytes], the caller's to free; never NULL on success, NULL on failure
 * return 0, or an errno value: EFBIG for more than max_bytes, ENOMEM, ENOENT, EISDIR, ... */
int source_read(const char *path, size_t max_bytes, uint8_t **bytes, size_t *n_bytes);

#endif
