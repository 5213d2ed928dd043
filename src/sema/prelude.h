/* prelude.h: the library's sources (kernels/prelude), embedded by the build. */
#ifndef RUSTG_PRELUDE_H
#define RUSTG_PRELUDE_H

#include <stddef.h>
#include <stdint.h>

/* The index-th file: its text (a 0 follows it), its module's name ("ops", "lib" for the root) and size. NULL behind the
 * last one. Static storage. */
const char *prelude_file(uint32_t index, const char **name, size_t *n_bytes);

#endif
