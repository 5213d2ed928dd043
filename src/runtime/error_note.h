/* error_note.h: results of the driver by meaning, and the history of errors. */
#ifndef RUSTG_ERROR_NOTE_H
#define RUSTG_ERROR_NOTE_H

#include "rustg/error_record.h"

/* What to do next; "" where there is nothing to say. Static storage. */
const char *cuda_error_hint(int32_t code);
/* Adds a record that error_set filled to the history. NULL is accepted. Thread-safe. */
void error_note(const rustg_error *error);

#endif
