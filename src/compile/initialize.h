/* initialize.h: declares what all compiles of a process share. */
#ifndef RUSTG_LIBRARY_H
#define RUSTG_LIBRARY_H

#include "rustg/compile.h"

/* Is the library initialized? Then the number of CPU threads a compile may use, at least 1. Thread-safe.
 * fails RUSTG_ERR_NOT_INITIALIZED */
rustg_status library_threads(uint32_t *n_threads, rustg_error *error);

#endif
