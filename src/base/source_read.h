/* source_read.h: reads whole files into memory. */
#ifndef RUSTG_SOURCE_READ_H
#define RUSTG_SOURCE_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The size of what lies at path as the system tells it, which is 0 for a pipe or where nothing is known. It is a
 * hint, not a promise. */
uint64_t source_size(const char *path);

/* Whether a regular file lies at path, behind all links. */
bool source_is_file(const char *path);

/* Returns 0 if a regular file lies at path, or else the errno value that tells why none can be read, which is EMSGSIZE
 * for a pipe or device. */
int source_no_file(const char *path);

/* Read a file, pipe or device to its end.
 * out    bytes    malloc'd u8[n_bytes], the caller's to free; never NULL on success, NULL on failure
 * return 0, or an errno value: EFBIG for more than max_bytes, EMSGSIZE for more than limits.def allows of what does not
 * tell its size, ENOMEM, ENOENT, EISDIR, ... */
int source_read(const char *path, size_t max_bytes, uint8_t **bytes, size_t *n_bytes);

/* The same into the caller's room, u8[n_room], where one byte more than the file has fits: then *bytes is room. Else
 * *bytes is malloc'd, as above. */
int source_read_into(const char *path, size_t max_bytes, uint8_t *room, size_t n_room, uint8_t **bytes,
                     size_t *n_bytes);

#endif
