/* diag_view.h: has one diagnostic with all its texts, before it is drawn. */
#ifndef RUSTG_DIAG_VIEW_H
#define RUSTG_DIAG_VIEW_H

#include "base/diag_text.h"
#include "diagnostics/diag_lines.h"
#include "rustg/diagnostic.h"

/* A text is an offset into diag_view.strings; 0 is no text, DIAG_EMPTY_TEXT one without characters. */
#define DIAG_EMPTY_TEXT 1
typedef struct diag_mark {
    uint32_t start, end;
    bool primary;
    size_t label;
} diag_mark;

typedef enum diag_level { DIAG_LEVEL_NOTE, DIAG_LEVEL_HELP, DIAG_LEVEL_WARNING } diag_level;
const char *diag_level_name(diag_level level); /* as rustc writes it */

typedef struct diag_child {
    diag_level level;
    size_t message;
    size_t first_mark, n_marks; /* in diag_view.child_marks; none: it has no place */
} diag_child;

typedef struct diag_patch {
    uint32_t start, end;
    size_t text;
    size_t way; /* patches of one way are applied together */
} diag_patch;

typedef enum diag_style_of_suggestion {
    DIAG_SUGGEST_APART,       /* the changed lines, below all */
    DIAG_SUGGEST_BESIDE,      /* beside the patch's span, if it is the only suggestion and has one short patch */
    DIAG_SUGGEST_BESIDE_TOLD, /* likewise, without the patch's text */
    DIAG_SUGGEST_TOLD,        /* its message alone */
    DIAG_SUGGEST_HIDDEN       /* in JSON only */
} diag_style_of_suggestion;

typedef struct diag_suggestion {
    size_t message;
    const char *applicability;
    diag_style_of_suggestion style;
    size_t first_patch, n_patches; /* in diag_view.patches */
    size_t n_ways;
} diag_suggestion;

typedef struct diag_view {
    const rustg_diagnostic *diagnostic;
    const char *path;
    const uint8_t *bytes;
    size_t n_bytes;
    rustg_lines *lines; /* of bytes */
    diag_text strings;
    const char *code;
    size_t message;
    bool placed;
    bool is_warning;
    diag_mark *marks; /* in rustc's order: labelled ones first as added, then bare primary ones */
    diag_child *children;
    diag_mark *child_marks; /* of each child in the same order */
    diag_suggestion *suggestions;
    diag_patch *patches;
    size_t n_marks, n_children, n_child_marks, n_suggestions, n_patches;
    size_t mark_room, child_room, child_mark_room, suggestion_room, patch_room;
} diag_view;

/* path may be NULL: then the message says "the file". False when memory runs out; free it in any case. */
bool diag_view_make(diag_view *view, const rustg_diagnostic *diagnostic, const char *path, rustg_lines *lines);
void diag_view_free(diag_view *view);
const char *diag_view_text(const diag_view *view, size_t text);
const char *diag_view_level(const diag_view *view); /* "error" or "warning" */
/* The suggestion that stands beside its place, or NULL. */
const diag_suggestion *diag_view_beside(const diag_view *view);

/* The message with its placeholders filled, appended. */
void diag_message(diag_text *text, const rustg_diagnostic *diagnostic, const char *format, const char *path,
                  const uint8_t *bytes, size_t n_bytes);
/* diag_parts.c: the index-th text among the diagnostic's parts, for {0}, {1}, ...; "" where there is none. */
const char *diag_part_text(const rustg_diagnostic *diagnostic, uint32_t index);
bool diag_part_is_there(const rustg_diagnostic *diagnostic, rustg_part_kind kind);
const char *diag_kind_message(uint32_t kind);
const char *diag_kind_label(uint32_t kind);
const char *diag_kind_note(uint32_t kind);
const char *diag_kind_help(uint32_t kind);

/* The three forms, appended. */
void diag_draw_human(diag_text *out, const diag_view *view, bool color);
void diag_draw_short(diag_text *out, const diag_view *view, bool color);
void diag_draw_json(diag_text *out, const diag_view *view, bool color);

#endif
