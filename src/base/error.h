/* error.h: fills the caller's error record. */
#ifndef RUSTG_ERROR_H
#define RUSTG_ERROR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

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
/* Adds an item to the list that ends a text; before the first item the text is empty or ends in a space. An item that
 * leaves no room for more has "..." in its place, and the answer is false: the list has ended. n_bytes is at least 6
 * more than the length of what stands before the list. */
bool error_list_add(char *text, size_t n_bytes, const char *format, ...) ERROR_FORMAT(3, 4);

#endif
