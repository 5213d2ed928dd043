/* error.h: errors by category, and their history. */
#ifndef RUSTG_ERROR_RECORD_H
#define RUSTG_ERROR_RECORD_H

#include <stddef.h>

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rustg_error_category {
    RUSTG_CATEGORY_NONE, RUSTG_CATEGORY_USAGE, RUSTG_CATEGORY_INITIALIZATION, RUSTG_CATEGORY_DEVICE, RUSTG_CATEGORY_MEMORY,
    RUSTG_CATEGORY_LAUNCH, RUSTG_CATEGORY_COMPILE, RUSTG_CATEGORY_TRANSFER, RUSTG_CATEGORY_STREAM, RUSTG_CATEGORY_IO,
    RUSTG_CATEGORY_INTERNAL, RUSTG_N_CATEGORIES
} rustg_error_category;

/* By the CUresult where there is one, else by the status. NULL: NONE. */
rustg_error_category rustg_error_category_of(const rustg_error *error);
const char *rustg_error_category_string(rustg_error_category category);
/* Nonzero where trying again, or going on in the same context, can succeed. */
int rustg_error_is_recoverable(const rustg_error *error);
/* Nonzero where the CPU device can do the same work. */
int rustg_error_can_fallback(const rustg_error *error);

/* Errors of the runtime since the process began, newest first, at most 64. Thread-safe. */
size_t rustg_error_history(rustg_error *errors, size_t capacity);
void rustg_error_counts(uint64_t counts[RUSTG_N_CATEGORIES]);
void rustg_error_history_clear(void);

#ifdef __cplusplus
}
#endif
#endif
