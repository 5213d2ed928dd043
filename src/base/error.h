/* error.h: fills the caller's error record. */
#ifndef RUSTG_ERROR_H
#define RUSTG_ERROR_H

#include <stdarg.h>

#include "rustg/status.h"

#if defined(__GNUC__) || defined(__clang__)
#define ERROR_FORMAT(format_at, values_at) __attribute__((format(printf, format_at, values_at)))
#else
#define ERROR_FORMAT(format_at, values_at)
#endif

/* Overwrites the record (the status's hint, no CUresult, no source) and returns status, so that
 * `return error_set(...)` reads well. error may be NULL. Texts that do not fit are cut between characters. */
rustg_status error_set(rustg_error *error, rustg_status status, const char *format, ...) ERROR_FORMAT(3, 4);
rustg_status error_set_list(rustg_error *error, rustg_status status, const char *format, va_list values)
    ERROR_FORMAT(3, 0);
/* Says better than the status's hint what to do next, in a record that error_set filled. */
void error_hint(rustg_error *error, const char *format, ...) ERROR_FORMAT(2, 3);

#endif
