/* tool_identity.h: tells which libraries of the CUDA toolkit and which C compiler a compile would use, from their
 * files. Nothing is loaded or run. */
#ifndef RUSTG_TOOL_IDENTITY_H
#define RUSTG_TOOL_IDENTITY_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/sha256.h"

typedef struct tool_identity {
    uint8_t bytes[SHA256_BYTES];
} tool_identity;

/* The libraries of the CUDA toolkit that are opened when first needed. */
typedef enum tool_library {
    TOOL_NVRTC,   /* CUDA C++ into PTX and cubins; ptxas is part of it */
    TOOL_JITLINK, /* nvJitLink: PTX into cubins */
    TOOL_N_LIBRARIES
} tool_library;

/* Identifies a library, and the companion that NVRTC has, by path, size, time of change, inode and build id.
 * False: it was not found. With is_fresh it looks again; otherwise it may answer what it found up to a second ago
 * in the same environment. Once the library is loaded, the answer is about the loaded one. Thread-safe. */
bool tool_identity_library(tool_library which, bool is_fresh, tool_identity *identity);
/* Does the same for $CC, and for cc, gcc, clang, as and ld at each place along PATH, since one may be a wrapper of
 * the next, and for the variables that steer them. False: there is no compiler. */
bool tool_identity_cc(bool is_fresh, tool_identity *identity);

/* tool_find.c finds the file that tool_open_library would open: by $CUDA_PATH, $CUDA_HOME, the loader's own order, the
 * usual folders. */
bool tool_find_library(tool_library which, char *path, size_t size);
/* Opens it with dlopen, or by its bare name where it was not found. NULL: it is not there. */
void *tool_open_library(tool_library which);

/* The memory sanitizer knows nothing of what a library writes that was built without it. Under it only one that
 * the variables name is opened: those of the tests are built with it. */
#ifdef __has_feature
#if __has_feature(memory_sanitizer)
#define TOOL_ONLY_NAMED true
#endif
#endif
#ifndef TOOL_ONLY_NAMED
#define TOOL_ONLY_NAMED false
#endif

/* Says that the library of this function was opened; from now on tool_identity_library speaks of its file. function
 * points to the pointer to it. */
void tool_identity_loaded(tool_library which, const void *function);

#endif
