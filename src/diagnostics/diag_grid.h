/* diag_grid.h: has a page of styled characters that can be written in any order. */
#ifndef RUSTG_DIAG_GRID_H
#define RUSTG_DIAG_GRID_H

#include "base/diag_text.h"

typedef enum diag_style {
    DIAG_STYLE_NONE,
    DIAG_STYLE_ERROR,   /* the word "error", its code and its marks */
    DIAG_STYLE_WARNING, /* "warning" likewise */
    DIAG_STYLE_NOTE,    /* "note" above a source of its own */
    DIAG_STYLE_HELP,    /* "help" likewise */
    DIAG_STYLE_BOLD,    /* the message; "note" and "help" behind a `=` */
    DIAG_STYLE_FRAME,   /* line numbers, bars, arrows */
    DIAG_STYLE_SECONDARY,
    DIAG_STYLE_ADDED,
    DIAG_STYLE_REMOVED
} diag_style;

typedef struct diag_row {
    uint32_t *cells; /* character | style << 24 */
    size_t n, capacity;
} diag_row;

typedef struct diag_grid {
    diag_row *rows;
    size_t n, capacity;
    bool failed;
} diag_grid;

void grid_free(diag_grid *grid);
void grid_put(diag_grid *grid, size_t row, size_t column, uint32_t c, diag_style style);
/* n times the same character. */
void grid_fill(diag_grid *grid, size_t row, size_t column, size_t n, uint32_t c, diag_style style);
/* The printable ASCII with which n bytes begin; returns how many of them that are. */
size_t grid_plain(diag_grid *grid, size_t row, size_t column, const void *text, size_t n, diag_style style);
/* UTF-8 text, drawn as a terminal can take it; returns the column behind it. A line feed ends it. */
size_t grid_string(diag_grid *grid, size_t row, size_t column, const char *string, diag_style style);
size_t grid_number(diag_grid *grid, size_t row, size_t column, uint64_t number, diag_style style);
/* Puts the text behind what the row holds. */
void grid_append(diag_grid *grid, size_t row, const char *string, diag_style style);
/* Puts "..." in place of the cells column..end, if there are any. */
void grid_elide(diag_grid *grid, size_t row, size_t column, size_t end);
/* Writes the rows, each with a line feed. */
void grid_write(const diag_grid *grid, diag_text *out, bool color);

#endif
