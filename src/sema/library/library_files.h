/* library_files.h: declares the kernels' library (kernels/library), which the build embeds with its macros expanded. */
#ifndef RUSTG_LIBRARY_FILES_H
#define RUSTG_LIBRARY_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct library_text {
    const char *module; /* "lib" of the root, "iter/adaptors" of iter::adaptors */
    const char *path;   /* what diagnostics and panics name */
    const char *text;   /* a 0 follows it */
    size_t n_bytes;
    bool is_public; /* its module is `pub` */
} library_text;

/* The index-th file, of which the root is number 0. NULL behind the last one. Static storage. */
const library_text *library_file(uint32_t index);

#endif
