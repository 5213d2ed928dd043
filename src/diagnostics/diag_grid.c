/* diag_grid.c: see diag_grid.h. */
#include "diagnostics/diag_grid.h"

#include <stdlib.h>
#include <string.h>

#define CELL_CHAR        0x00FFFFFFu
#define CELL_STYLE_SHIFT 24

void grid_free(diag_grid *grid)
{
    size_t i;
    for (i = 0; i < grid->capacity; i++)
        free(grid->rows[i].cells);
    free(grid->rows);
    memset(grid, 0, sizeof *grid);
}

static diag_row *diag_row_at(diag_grid *grid, size_t row)
{
    if (row >= grid->capacity) {
        size_t capacity = (row + 8) * 2;
        diag_row *rows = realloc(grid->rows, capacity * sizeof *rows);
        if (!rows) {
            grid->failed = true;
            return NULL;
        }
        memset(rows + grid->capacity, 0, (capacity - grid->capacity) * sizeof *rows);
        grid->rows = rows;
        grid->capacity = capacity;
    }
    if (row >= grid->n)
        grid->n = row + 1;
    return &grid->rows[row];
}

void grid_put(diag_grid *grid, size_t row, size_t column, uint32_t c, diag_style style)
{
    diag_row *line = diag_row_at(grid, row);
    if (!line)
        return;
    if (column >= line->capacity) {
        size_t capacity = (column + 32) * 2;
        uint32_t *cells = realloc(line->cells, capacity * sizeof *cells);
        if (!cells) {
            grid->failed = true;
            return;
        }
        line->cells = cells;
        line->capacity = capacity;
    }
    while (line->n <= column)
        line->cells[line->n++] = ' ';
    line->cells[column] = c | (uint32_t)style << CELL_STYLE_SHIFT;
}

size_t grid_string(diag_grid *grid, size_t row, size_t column, const char *string, diag_style style)
{
    size_t n = strcspn(string, "\n"), pos = 0;
    uint32_t length;
    (void)diag_row_at(grid, row);
    while (pos < n) {
        uint32_t c = text_char_at(string, n, pos, &length), i;
        pos += length;
        if (c == '\t') {
            for (i = 0; i < 4; i++)
                grid_put(grid, row, column++, ' ', style);
        } else if (diag_char_shown(c)) {
            grid_put(grid, row, column++, diag_char_shown(c), style);
        }
    }
    return column;
}

void grid_elide(diag_grid *grid, size_t row, size_t column, size_t end)
{
    diag_row *line = row < grid->n ? &grid->rows[row] : NULL;
    size_t i;
    if (!line || end > line->n || end < column + 3)
        return;
    for (i = 0; i < 3; i++)
        grid_put(grid, row, column + i, '.', DIAG_STYLE_FRAME);
    memmove(line->cells + column + 3, line->cells + end, (line->n - end) * sizeof *line->cells);
    line->n -= end - column - 3;
}

size_t grid_number(diag_grid *grid, size_t row, size_t column, uint64_t number, diag_style style)
{
    char digits[24];
    size_t i = sizeof digits - 1;
    digits[i] = 0;
    do {
        digits[--i] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    return grid_string(grid, row, column, digits + i, style);
}

void grid_append(diag_grid *grid, size_t row, const char *string, diag_style style)
{
    size_t column = row < grid->n ? grid->rows[row].n : 0;
    (void)grid_string(grid, row, column, string, style);
}

static const char *diag_style_start(uint32_t style)
{
    switch ((diag_style)style) {
    case DIAG_STYLE_ERROR: return "\x1B[1m\x1B[91m";
    case DIAG_STYLE_NOTE: return "\x1B[1m\x1B[92m";
    case DIAG_STYLE_HELP: return "\x1B[1m\x1B[96m";
    case DIAG_STYLE_BOLD: return "\x1B[1m";
    case DIAG_STYLE_FRAME:
    case DIAG_STYLE_SECONDARY: return "\x1B[1m\x1B[94m";
    case DIAG_STYLE_ADDED: return "\x1B[92m";
    case DIAG_STYLE_REMOVED: return "\x1B[91m";
    case DIAG_STYLE_NONE: break;
    }
    return "";
}

void grid_write(const diag_grid *grid, diag_text *out, bool color)
{
    size_t i, j;
    for (i = 0; i < grid->n; i++) {
        const diag_row *row = &grid->rows[i];
        uint32_t style = DIAG_STYLE_NONE;
        for (j = 0; j < row->n; j++) {
            uint32_t next = row->cells[j] >> CELL_STYLE_SHIFT;
            if (color && next != style) {
                if (style != DIAG_STYLE_NONE)
                    text_string(out, "\x1B[0m");
                text_string(out, diag_style_start(next));
                style = next;
            }
            text_char(out, row->cells[j] & CELL_CHAR);
        }
        if (style != DIAG_STYLE_NONE)
            text_string(out, "\x1B[0m");
        text_string(out, "\n");
    }
}
