/* library_files.h: the library's sources (kernels/library), embedded by the build. */
#ifndef RUSTG_LIBRARY_FILES_H
#define RUSTG_LIBRARY_FILES_H

#include <stddef.h>
#include <stdint.h>

/* The index-th file: its text (a 0 follows it), its module's name ("ops", "lib" for the root) and size. NULL behind the
 * last one. Static storage. */
const char *library_file(uint32_t index, const char **name, size_t *n_bytes);

#endif
