/* diag_snippet.h: draws source lines with marks below them, and suggested changes. */
#ifndef RUSTG_DIAG_SNIPPET_H
#define RUSTG_DIAG_SNIPPET_H

#include "diagnostics/diag_grid.h"
#include "diagnostics/diag_view.h"

/* Where a part draws: below what the grid holds. Line numbers are `gutter` columns wide, and primary marks have the
 * style of what they belong to. */
typedef struct diag_page {
    diag_grid *grid;
    const diag_view *view;
    size_t gutter;
    diag_style primary;
} diag_page;

/* A bar alone in the frame. */
void page_bar(diag_page *page, size_t row);
/* A line number, right in the gutter. */
void page_number(diag_page *page, size_t row, uint32_t number);
/* `--> path:line:column`, a bar, and the lines with the marks. */
void page_snippet(diag_page *page, const diag_mark *marks, size_t n_marks);
/* The lines as they are after the suggestion. */
void page_suggestion(diag_page *page, const diag_suggestion *suggestion);

#endif
