/* diag_view.h: one diagnostic with all its texts, before it is drawn. */
#ifndef RUSTG_DIAG_VIEW_H
#define RUSTG_DIAG_VIEW_H

#include "diagnostics/diag_text.h"
#include "rustg/diagnostic.h"

#define DIAG_MAX_MARKS 16
#define DIAG_MAX_CHILDREN 8
#define DIAG_MAX_PATCHES 4

/* A text is an offset into diag_view.strings; 0 is the empty text. */
typedef struct diag_mark {
    uint32_t start, end;
    bool primary;
    size_t label;
} diag_mark;

typedef enum diag_level { DIAG_LEVEL_NOTE, DIAG_LEVEL_HELP } diag_level;

typedef struct diag_child {
    diag_level level;
    size_t message;
    bool placed; /* start..end say where */
    uint32_t start, end;
} diag_child;

typedef struct diag_patch {
    uint32_t start, end;
    size_t text;
} diag_patch;

/* A suggestion; n_patches is 0 where there is none. inline_label: shown beside the patch's span, not apart; hide_text:
 * and without the patch's text. */
typedef struct diag_suggestion {
    size_t message;
    const char *applicability;
    bool inline_label, hide_text;
    diag_patch patches[DIAG_MAX_PATCHES];
    size_t n_patches;
} diag_suggestion;

typedef struct diag_view {
    const rustg_diagnostic *diagnostic;
    const char *path;
    const uint8_t *bytes;
    size_t n_bytes;
    diag_text strings;
    const char *code;
    size_t message;
    bool placed;
    diag_mark marks[DIAG_MAX_MARKS]; /* in rustc's order: labelled ones first as added, then a bare primary one */
    size_t n_marks;
    diag_child children[DIAG_MAX_CHILDREN];
    size_t n_children;
    diag_suggestion suggestion;
} diag_view;

/* path may be NULL: then the message says "the file". False when memory runs out; free it in any case. */
bool diag_view_make(diag_view *view, const rustg_diagnostic *diagnostic, const char *path, const uint8_t *bytes,
                    size_t n_bytes);
void diag_view_free(diag_view *view);
const char *diag_view_text(const diag_view *view, size_t text);

/* Lines as rustc counts them: a line feed that ends the file begins no further line.
 *   number  from 1
 *   start, end  its bytes without byte-order mark and line ending */
typedef struct diag_line {
    uint32_t number;
    size_t start, end;
} diag_line;
diag_line diag_line_at(const uint8_t *bytes, size_t n_bytes, size_t at);
/* The line after one that is not the last; false for the last. */
bool diag_line_next(const uint8_t *bytes, size_t n_bytes, diag_line *line);
/* Characters in a line before a byte, the line ending counted as one. */
uint32_t diag_line_chars(const uint8_t *bytes, size_t n_bytes, const diag_line *line, size_t at);

/* The message with its placeholders filled, appended. */
void diag_message(diag_text *text, const rustg_diagnostic *diagnostic, const char *format, const char *path,
                  const uint8_t *bytes, size_t n_bytes);
/* diag_syntax.c: the placeholders {found}, {expected}, {reserved}, {item} and {an item} of diagnostic_syntax.def. */
void diag_found(diag_text *text, const rustg_diagnostic *diagnostic, const uint8_t *bytes, size_t n_bytes);
void diag_expected(diag_text *text, const rustg_diagnostic *diagnostic, const uint8_t *bytes, size_t n_bytes);
void diag_reserved(diag_text *text, const rustg_diagnostic *diagnostic);
void diag_item(diag_text *text, const rustg_diagnostic *diagnostic, const uint8_t *bytes, size_t n_bytes, bool article);
/* diag_sema.c: the index-th text among the diagnostic's parts, for {0}, {1}, ...; "" where there is none. */
const char *diag_part_text(const rustg_diagnostic *diagnostic, uint32_t index);
const char *diag_kind_message(uint32_t kind);
const char *diag_kind_label(uint32_t kind);
const char *diag_kind_note(uint32_t kind);
const char *diag_kind_help(uint32_t kind);

/* The three forms, appended. */
void diag_draw_human(diag_text *out, const diag_view *view, bool color);
void diag_draw_short(diag_text *out, const diag_view *view, bool color);
void diag_draw_json(diag_text *out, const diag_view *view, bool color);

#endif
