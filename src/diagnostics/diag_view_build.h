/* diag_view_build.h: declares the rows from which diag_view.c and diag_parts.c build a view. */
#ifndef RUSTG_DIAG_VIEW_BUILD_H
#define RUSTG_DIAG_VIEW_BUILD_H

#include "diagnostics/diag_view.h"

extern const char view_maybe_incorrect[];

/* A text begins where view_begin_text says and is complete at view_end_text. */
size_t view_begin_text(const diag_view *view);
size_t view_end_text(diag_view *view, size_t text);
size_t view_add_text(diag_view *view, const char *string);

/* A label of 0 is none. */
void view_add_mark(diag_view *view, uint32_t start, uint32_t end, size_t label);
/* The last mark is one of the error's own places. */
void view_mark_is_primary(diag_view *view);
/* Labelled marks before bare ones, each in the order they came. */
void view_order_marks(diag_mark *marks, size_t n);
void view_add_child_text(diag_view *view, diag_level level, size_t message);
void view_add_child(diag_view *view, diag_level level, const char *message);
/* A place of the last child. */
void view_add_child_mark(diag_view *view, uint32_t start, uint32_t end, bool primary, size_t label);

/* A suggestion, to which the patches that are added next belong. */
void view_suggest(diag_view *view, const char *message, const char *applicability);
void view_suggest_style(diag_view *view, diag_style_of_suggestion style);
/* Patches added from now on are another way to do what the suggestion says. */
void view_another_way(diag_view *view);
void view_add_patch(diag_view *view, uint32_t start, uint32_t end, size_t text);

/* diag_parts.c: the diagnostic's parts. */
void view_of_parts(diag_view *view);

#endif
