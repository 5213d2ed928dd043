/* initialize.h: declares what all compiles of a process share. */
#ifndef RUSTG_INITIALIZE_H
#define RUSTG_INITIALIZE_H

#include "rustg/compile.h"

/* Answers whether the library is initialized, and gives the number of CPU threads that a compile may use, at least 1.
 * Thread-safe. fails RUSTG_ERR_NOT_INITIALIZED */
rustg_status library_threads(uint32_t *n_threads, rustg_error *error);

#endif
