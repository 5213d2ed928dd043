/* tool_clang.h: what the kernels of a CUDA C++ text take, read by libclang, which is opened with dlopen. */
#ifndef RUSTG_TOOL_CLANG_H
#define RUSTG_TOOL_CLANG_H

#include "base/arena.h"
#include "rustg/module.h"

/* Reads the __global__ functions of a text, all in the arena. defines and options are those of rustg_cuda_options, of
 * which -I, -D and their long forms are used. RUSTG_ERR_NO_CC: there is no libclang; _INTERNAL: it fails. */
rustg_status tool_clang_read(arena *memory, const char *text, const char *name, const rustg_cuda_options *options,
                             rustg_cuda_function **functions, size_t *n_functions, rustg_error *error);

#endif
