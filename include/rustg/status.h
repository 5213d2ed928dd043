/* status.h: statuses and the error record. A status says that a call failed; a diagnostic (diagnostic.h) says that
 * the Rust source is wrong. */
#ifndef RUSTG_STATUS_H
#define RUSTG_STATUS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rustg_status {
#define STATUS(name, value, text, hint) RUSTG_##name = value,
#include "status.def"
} rustg_status;

/* Filled by a call that fails; the caller owns the storage. Pass NULL where it is not wanted. Strings are cut at
 * the size of their array and always end with a 0. On success nothing is written.
 *   cuda_result  the CUresult behind the failure, 0 for none
 *   source       index of the source concerned, UINT64_MAX for none
 *   start, end   0; no call fills them in so far
 *   message      what failed, naming the argument, file or driver call
 *   hint         what to do next; rustg_status_hint's where the call knows no better */
typedef struct rustg_error {
    rustg_status status;
    int32_t cuda_result;
    uint64_t source;
    uint32_t start, end;
    char message[512];
    char hint[256];
} rustg_error;

/* The text of a status, static storage, never NULL. Thread-safe. */
const char *rustg_status_string(rustg_status status);
/* What to do after it in general, "" for RUSTG_OK and for no status; static storage, never NULL. Thread-safe. */
const char *rustg_status_hint(rustg_status status);

#ifdef __cplusplus
}
#endif
#endif
