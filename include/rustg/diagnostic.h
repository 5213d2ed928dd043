/* diagnostic.h: what is wrong with Rust source, as data.
 *
 * All functions may be called by any number of threads at once, but those that take rustg_lines: lines belong to one
 * thread at a time. */
#ifndef RUSTG_DIAGNOSTIC_H
#define RUSTG_DIAGNOSTIC_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What an error says beside its row.
 *   TEXT           fills {0}, {1}, ... of the kind's texts, in order
 *   PRIMARY_LABEL  stands instead of the kind's label
 *   LABEL          a secondary label at start..end
 *   PRIMARY        a further place of the error itself, with a label if text is not empty. Where it is the error's own
 *                  place, it tells where among the labels the kind's label comes
 *   NOTE, HELP, WARNING  stand below the source
 *   NOTE_AT, HELP_AT  are a note and a help that have a place
 *   NOTE_LABEL     labels start..end for the note or help with a place before it: that place itself, or a secondary one
 *   NOTE_PRIMARY   a further place of the note itself
 *   SUGGESTION     text is the help, and patch replaces the bytes start..end. One with an empty text is a further patch
 *                  of the suggestion before it
 *   SUGGESTION_BESIDE  is shown beside its place where it is the only one
 *   SUGGESTION_MARKED  likewise, without the patch
 *   SUGGESTION_TOLD    is shown by its text alone
 *   SUGGESTION_HIDDEN  is in JSON only
 *   ALTERNATIVE    begins another way of doing what the suggestion before it says
 *   APPLICABILITY  how sure the suggestion before it is, in rustc's words ("MachineApplicable"); without one it is
 *                  "MaybeIncorrect"
 *   PLACELESS      the error is shown by its message alone, as that of a file that could not be read
 *   IS_WARNING     it is a warning and no error: the program may be right */
typedef enum rustg_part_kind {
    RUSTG_PART_TEXT = 0,
    RUSTG_PART_PRIMARY_LABEL = 1,
    RUSTG_PART_LABEL = 2,
    RUSTG_PART_NOTE = 3,
    RUSTG_PART_NOTE_AT = 4,
    RUSTG_PART_HELP = 5,
    RUSTG_PART_SUGGESTION = 6,
    RUSTG_PART_PRIMARY = 7,
    RUSTG_PART_HELP_AT = 8,
    RUSTG_PART_NOTE_LABEL = 9,
    RUSTG_PART_NOTE_PRIMARY = 10,
    RUSTG_PART_SUGGESTION_BESIDE = 11,
    RUSTG_PART_SUGGESTION_TOLD = 12,
    RUSTG_PART_SUGGESTION_HIDDEN = 13,
    RUSTG_PART_ALTERNATIVE = 14,
    RUSTG_PART_APPLICABILITY = 15,
    RUSTG_PART_PLACELESS = 16,
    RUSTG_PART_SUGGESTION_MARKED = 17,
    RUSTG_PART_WARNING = 18,
    RUSTG_PART_IS_WARNING = 19
} rustg_part_kind;

/* One thing that belongs to an error.
 *   kind         rustg_part_kind; those without a place have start and end 0
 *   file         index of the source in the call, UINT32_MAX for a place that no source has
 *   start, end   bytes of the file as read, half-open; may be empty
 *   text, patch  UTF-8 that ends with a 0, the result's memory; "" for none, never NULL. A character NUL that they
 *                quote is the bytes C0 80 */
typedef struct rustg_diagnostic_part {
    uint32_t kind;
    uint32_t file, start, end;
    const char *text;
    const char *patch;
} rustg_diagnostic_part;

/* Words of the set `expected`. */
#define RUSTG_EXPECTED_WORDS 6

/* One error, or one warning (rustg_result_warnings).
 *   file        index of the source in the call
 *   kind        rustg_diagnostic_kind (diagnostic_kind.h)
 *   start, end  bytes of the file as read, half-open; may be empty
 *   argument    a number the message shows, by kind: a code point, a base, a count; else 0
 *   argument_start, argument_end  bytes of the file that the message quotes, by kind; equal for none
 *   expected    RUSTG_DIAG_UNEXPECTED_TOKEN: what could have stood there, as a set: bit i % 32 of expected[i / 32] is
 *               for what rustg_diagnostic_expected(i) names; all other kinds: empty
 *   parts       rustg_diagnostic_part[n_parts], in the order in which they are to be read, the result's; NULL for none.
 *               With their texts they take at most 256 KiB, whatever the source */
typedef struct rustg_diagnostic {
    uint32_t file;
    uint32_t kind;
    uint32_t start, end;
    uint32_t argument;
    uint32_t argument_start, argument_end;
    uint32_t expected[RUSTG_EXPECTED_WORDS];
    uint32_t n_parts;
    const rustg_diagnostic_part *parts;
} rustg_diagnostic;

/* rustc's code ("E0765"), one of rustg's own for what rustc does not have ("RUSTG0323"), the name of the lint that a
 * warning is of ("unused_variables"), or "". Static storage. */
const char *rustg_diagnostic_code(uint32_t kind);
/* The enumerator's name without RUSTG_DIAG_, "?" for no kind. Static storage. */
const char *rustg_diagnostic_kind_name(uint32_t kind);
/* What a code ("E0502", one that rustg_diagnostic_code gives) means and how the error is usually mended, with a
 * program that has it and one that does not: ASCII, lines of at most 80 characters, each ended by a newline. NULL for
 * any other code; code itself must not be NULL. Static storage. Thread-safe. */
const char *rustg_explain(const char *code);
/* "`;`", "identifier", "an operator" for a bit of `expected`, "" for a bit that is never set. Static storage. */
const char *rustg_diagnostic_expected(uint32_t bit);

typedef enum rustg_error_format { RUSTG_FORMAT_HUMAN, RUSTG_FORMAT_SHORT, RUSTG_FORMAT_JSON } rustg_error_format;

/* Render one diagnostic as rustc renders it (JSON: one line of rustc's --error-format=json).
 * in     diagnostic  as found in a result
 *        path        shown as the file's name
 *        bytes       u8[n_bytes], the file as read
 *        color       nonzero: ANSI colours (in JSON: inside "rendered")
 * out    buffer      char[capacity], ends with a 0; may be NULL when capacity is 0
 * return bytes needed without the final 0; when >= capacity the text was cut; 0 when memory runs out. Thread-safe.
 * It looks for the lines of the file: to draw many diagnostics of one, use rustg_lines_render. */
size_t rustg_diagnostic_render(const rustg_diagnostic *diagnostic, const char *path, const uint8_t *bytes,
                               size_t n_bytes, rustg_error_format format, int color, char *buffer, size_t capacity);

/* The lines of one file, found as far as its diagnostics need them and remembered, so that drawing all diagnostics of a
 * file takes time in proportion to the file and to what is drawn. About a tenth of the file's bytes. One thread at a
 * time.
 * in     bytes  u8[n_bytes], borrowed until the lines are freed
 * return NULL when memory runs out; to be freed by rustg_lines_free, which accepts NULL */
typedef struct rustg_lines rustg_lines;
rustg_lines *rustg_lines_make(const uint8_t *bytes, size_t n_bytes);
void rustg_lines_free(rustg_lines *lines);

/* rustg_diagnostic_render for the file that the lines were made of; sizes and failure as there. */
size_t rustg_lines_render(rustg_lines *lines, const rustg_diagnostic *diagnostic, const char *path,
                          rustg_error_format format, int color, char *buffer, size_t capacity);
/* rustg_line_column for that file. Where memory runs out, now or in an earlier call with these lines, it tells line 1
 * and column 1. */
void rustg_lines_find(rustg_lines *lines, uint32_t at, uint32_t *line, uint32_t *column);

/* The message line alone ("unterminated double quote string"), which may quote a character NUL.
 * in     bytes   u8[n_bytes], the file as read
 * out    buffer  char[capacity], ends with a 0; may be NULL when capacity is 0
 * return bytes needed without the final 0; when >= capacity the text was cut. Where memory runs out the text is shorter
 *        than it should be */
size_t rustg_diagnostic_message(const rustg_diagnostic *diagnostic, const uint8_t *bytes, size_t n_bytes, char *buffer,
                                size_t capacity);

/* Line and column of a byte, both from 1; columns count characters. A byte-order mark counts no column. Linear in at,
 * allocates nothing and cannot fail.
 * in     bytes  u8[n_bytes], the file as read
 *        at     offset of the byte; one beyond the file is taken for its end
 * out    line, column  must not be NULL */
void rustg_line_column(const uint8_t *bytes, size_t n_bytes, uint32_t at, uint32_t *line, uint32_t *column);

#ifdef __cplusplus
}
#endif
#endif
