/* error_record.h: errors by category, and their history. Part of runtime.h.
 *
 * Any number of threads may call any of these functions at once. None of them fails. */
#ifndef RUSTG_ERROR_RECORD_H
#define RUSTG_ERROR_RECORD_H

#include <stddef.h>

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rustg_error_category {
    RUSTG_CATEGORY_NONE,
    RUSTG_CATEGORY_USAGE,          /* a wrong call */
    RUSTG_CATEGORY_INITIALIZATION, /* driver, toolkit or C compiler missing, too old or not ready */
    RUSTG_CATEGORY_DEVICE,
    RUSTG_CATEGORY_MEMORY,  /* of host or device */
    RUSTG_CATEGORY_LAUNCH,  /* a kernel's start, or what it did: panics too */
    RUSTG_CATEGORY_COMPILE, /* source, PTX, cubin */
    RUSTG_CATEGORY_TRANSFER,
    RUSTG_CATEGORY_STREAM, /* streams, events, graphs */
    RUSTG_CATEGORY_IO,
    RUSTG_CATEGORY_CANCELLED,
    RUSTG_CATEGORY_INTERNAL,
    RUSTG_N_CATEGORIES
} rustg_error_category;

/* By the CUresult where there is one, else by the status. NULL: NONE. Constant time. */
rustg_error_category rustg_error_category_of(const rustg_error *error);
/* "memory"; "unknown" for a number that is no category. Static storage, never NULL. */
const char *rustg_error_category_string(rustg_error_category category);
/* Nonzero where trying again, or going on in the same context, can succeed; so for NULL, which is no error. */
int rustg_error_is_recoverable(const rustg_error *error);
/* Nonzero where the CPU device can do the same work; 0 for NULL. */
int rustg_error_can_fallback(const rustg_error *error);

/* Errors that the runtime (context.h, module.h) and the CUDA engine met since the process began: every one is counted,
 * the last 64 are kept, also those that a fallback made good.
 * out    errors  rustg_error[capacity], the caller's: copies, newest first; may be NULL
 * return how many are kept, which may be more than capacity */
size_t rustg_error_history(rustg_error *errors, size_t capacity);
/* How many errors of each category were met since the process began or rustg_error_history_clear was called.
 * out    counts  u64[RUSTG_N_CATEGORIES], the caller's; must not be NULL */
void rustg_error_counts(uint64_t counts[RUSTG_N_CATEGORIES]);
/* Forget the errors that are kept, and set all counts to 0. */
void rustg_error_history_clear(void);

#ifdef __cplusplus
}
#endif
#endif
