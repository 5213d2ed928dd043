/* tool_identity.h: tells which NVRTC and which C compiler a compile would use, from their files. Nothing is loaded or
 * run. */
#ifndef RUSTG_TOOL_IDENTITY_H
#define RUSTG_TOOL_IDENTITY_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/sha256.h"

typedef struct tool_identity {
    uint8_t bytes[SHA256_BYTES];
} tool_identity;

/* Identifies NVRTC and its companion (ptxas is part of NVRTC) by path, size, time of change, inode and build id.
 * False: they were not found. With is_fresh it looks again; otherwise it may answer what it found up to a second ago
 * in the same environment. Once NVRTC is loaded, the answer is about the loaded one. Thread-safe. */
bool tool_identity_nvrtc(bool is_fresh, tool_identity *identity);
/* Does the same for $CC, and for cc, gcc, clang, as and ld at each place along PATH, since one may be a wrapper of
 * the next, and for the variables that steer them. False: there is no compiler. */
bool tool_identity_cc(bool is_fresh, tool_identity *identity);

/* tool_find.c finds the NVRTC that tool_nvrtc.c would open: by $CUDA_PATH, $CUDA_HOME, the loader's own order, the
 * usual folders. */
bool tool_find_nvrtc(char *path, size_t size);

/* The memory sanitizer knows nothing of what a library writes that was built without it. Under it only an NVRTC that
 * the variables name is opened: that of the tests is built with it. */
#ifdef __has_feature
#if __has_feature(memory_sanitizer)
#define TOOL_ONLY_NAMED_NVRTC true
#endif
#endif
#ifndef TOOL_ONLY_NAMED_NVRTC
#define TOOL_ONLY_NAMED_NVRTC false
#endif

/* Says that tool_nvrtc.c has opened this file; from now on tool_identity_nvrtc speaks of it. */
void tool_identity_loaded(const char *path);

#endif
