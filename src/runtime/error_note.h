/* error_note.h: explains the driver's results, and keeps a history of errors. */
#ifndef RUSTG_ERROR_NOTE_H
#define RUSTG_ERROR_NOTE_H

#include <pthread.h>

#include "base/error.h"
#include "rustg/error_record.h"

/* What to do next; "" where there is nothing to say. Static storage. */
const char *cuda_error_hint(int32_t code);
/* Adds a record that error_set filled to the history. NULL is accepted. Thread-safe. */
void error_note(const rustg_error *error);
/* Does error_set, and error_note even if error is NULL, for errors that the runtime finds itself. */
rustg_status error_fail(rustg_error *error, rustg_status status, const char *format, ...) ERROR_FORMAT(3, 4);
/* error_fail of RUSTG_ERR_ARGUMENT, where the call knows better than the status what to do next. */
rustg_status error_refuse(rustg_error *error, const char *next, const char *format, ...) ERROR_FORMAT(3, 4);

#endif
