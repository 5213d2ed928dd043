/* diag_view_build.h: the parts of which diag_view.c and diag_syntax.c build a view. */
#ifndef RUSTG_DIAG_VIEW_BUILD_H
#define RUSTG_DIAG_VIEW_BUILD_H

#include "diagnostics/diag_view.h"

extern const char view_maybe_incorrect[];
extern const char view_machine_applicable[];

/* A text begins where view_begin_text says and is complete at view_end_text. */
size_t view_begin_text(const diag_view *view);
size_t view_end_text(diag_view *view, size_t text);
size_t view_add_text(diag_view *view, const char *string);

/* A label of 0 is none. */
void view_add_mark(diag_view *view, uint32_t start, uint32_t end, size_t label);
void view_add_child_text(diag_view *view, diag_level level, size_t message);
void view_add_child(diag_view *view, diag_level level, const char *message);

void view_suggest_text(diag_view *view, size_t message, const char *applicability);
void view_suggest(diag_view *view, const char *message, const char *applicability);
void view_add_patch(diag_view *view, uint32_t start, uint32_t end, size_t text);

/* diag_syntax.c: labels and suggestions of the kinds in diagnostic_syntax.def. */
void view_of_syntax(diag_view *view);
/* diag_sema.c: the diagnostic's parts. */
void view_of_parts(diag_view *view);

#endif
