/* diagnostic.h: what is wrong with Rust source, as data. */
#ifndef RUSTG_DIAGNOSTIC_H
#define RUSTG_DIAGNOSTIC_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds; the columns are explained in diagnostic_kind.def. */
typedef enum rustg_diagnostic_kind {
#define DIAG(name, code, message, label, note, help) RUSTG_DIAG_##name,
#include "diagnostic_kind.def"
    RUSTG_N_DIAGNOSTIC_KINDS
} rustg_diagnostic_kind;

/* One error.
 *   file        index of the source in the call
 *   kind        rustg_diagnostic_kind
 *   start, end  bytes of the file as read, half-open; may be empty
 *   argument    a number the message shows, by kind: a code point, a base, a count; else 0
 *   argument_start, argument_end  bytes of the file that the message or a secondary label quotes; equal for none
 *   expected    RUSTG_DIAG_UNEXPECTED_TOKEN: what could have stood there, as a set: bit i % 32 of expected[i / 32] is
 *               for what rustg_diagnostic_expected(i) names; all other kinds: empty */
#define RUSTG_EXPECTED_WORDS 6
typedef struct rustg_diagnostic {
    uint32_t file;
    uint32_t kind;
    uint32_t start, end;
    uint32_t argument;
    uint32_t argument_start, argument_end;
    uint32_t expected[RUSTG_EXPECTED_WORDS];
} rustg_diagnostic;

/* rustc's code ("E0765") or "" where rustc has none. Static storage. */
const char *rustg_diagnostic_code(uint32_t kind);
/* The enumerator's name without RUSTG_DIAG_, "?" for no kind. Static storage. */
const char *rustg_diagnostic_kind_name(uint32_t kind);
/* "`;`", "identifier", "an operator" for a bit of `expected`, "" for a bit that is never set. Static storage. */
const char *rustg_diagnostic_expected(uint32_t bit);

typedef enum rustg_error_format { RUSTG_FORMAT_HUMAN, RUSTG_FORMAT_SHORT, RUSTG_FORMAT_JSON } rustg_error_format;

/* Render one diagnostic as rustc renders it (JSON: one line of rustc's --error-format=json).
 * in     diagnostic  as found in a result
 *        path        shown as the file's name
 *        bytes       u8[n_bytes], the file as read
 *        color       nonzero: ANSI colours (in JSON: inside "rendered")
 * out    buffer      char[capacity], ends with a 0; may be NULL when capacity is 0
 * return bytes needed without the final 0; when >= capacity the text was cut. Thread-safe. */
size_t rustg_diagnostic_render(const rustg_diagnostic *diagnostic, const char *path, const uint8_t *bytes,
                               size_t n_bytes, rustg_error_format format, int color, char *buffer, size_t capacity);

/* The message line alone ("unterminated double quote string"); sizes as above. */
size_t rustg_diagnostic_message(const rustg_diagnostic *diagnostic, const uint8_t *bytes, size_t n_bytes,
                                char *buffer, size_t capacity);

/* Line and column of a byte, both from 1; columns count characters. A byte-order mark counts no column. */
void rustg_line_column(const uint8_t *bytes, size_t n_bytes, uint32_t at, uint32_t *line, uint32_t *column);

#ifdef __cplusplus
}
#endif
#endif
