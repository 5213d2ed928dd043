/* diagnostic_list.h: diagnostics being made: rows, and what whoever reports an error attaches to it.
 *
 * A row is added, then its parts (rustg/diagnostic.h) in the order in which they are to be read. Rows may move while
 * the list grows; parts and texts stay where they are until the list is freed, so rows may be copied out of it. Running
 * out of memory sets `failed`, and all that follows does nothing.
 *
 * Whatever the source, an error takes at most DIAG_MAX_BYTES for its parts and their texts, and a text at most
 * DIAG_MAX_TEXT: a longer quote of the source is cut and ends with "...", a suggestion whose patch would be longer is
 * told as a help, and parts that find no room are left out. Texts that several parts share are counted for each. */
#ifndef RUSTG_DIAGNOSTIC_LIST_H
#define RUSTG_DIAGNOSTIC_LIST_H

#include <stdarg.h>

#include "base/arena.h"
#include "base/diag_text.h"
#include "rustg/diagnostic.h"

enum { DIAG_MAX_TEXT = 1 << 16, DIAG_MAX_BYTES = 1 << 18 };

/* Zeroed is empty.
 *   memory   of parts and texts
 *   scratch  the text that is being put together */
typedef struct diag_list {
    rustg_diagnostic *data;
    uint32_t n, capacity;
    bool failed;
    arena memory;
    diag_text scratch;
} diag_list;

void diag_list_free(diag_list *list);
/* Frees the rows and the scratch text, but not the memory in which the parts of copied rows lie. */
void diag_list_free_rows(diag_list *list);

/* Adds a row at the end, all zero. NULL: memory has run out. */
rustg_diagnostic *diag_list_add(diag_list *list);
/* Adds a copy of another list's row at the end, with its parts and texts. */
rustg_diagnostic *diag_list_add_copy(diag_list *list, const rustg_diagnostic *row);

/* Texts. diag_begin gives an empty text to write into; diag_keep keeps what was written; diag_keep_patch does too, and
 * gives NULL where it is longer than a patch may be. diag_format is printf, and diag_keep_string copies a string. */
diag_text *diag_begin(diag_list *list);
const char *diag_keep(diag_list *list);
const char *diag_keep_patch(diag_list *list);
const char *diag_keep_string(diag_list *list, const char *string);
const char *diag_format(diag_list *list, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *diag_format_values(diag_list *list, const char *format, va_list values);

/* Parts. Texts are kept as given: static ones, or those of the calls above. NULL counts as no memory. */

/* A part of any row. */
void diag_add_part(diag_list *list, uint32_t row, rustg_diagnostic_part part);
/* The parts of a row, to change their places. */
rustg_diagnostic_part *diag_parts(diag_list *list, uint32_t row);

/* Of the last row, in its file. */
void diag_part(diag_list *list, rustg_part_kind kind, const char *text);
void diag_part_at(diag_list *list, rustg_part_kind kind, uint32_t start, uint32_t end, const char *text);
/* kind: one of the SUGGESTIONs. patch NULL: longer than a patch may be */
void diag_suggest(diag_list *list, rustg_part_kind kind, const char *text, uint32_t start, uint32_t end,
                  const char *patch);
/* A further patch of the suggestion before. */
void diag_suggest_further(diag_list *list, uint32_t start, uint32_t end, const char *patch);
/* The suggestion before can be applied by a machine. */
void diag_suggest_surely(diag_list *list);

#endif
