/* diag_grid.c: see diag_grid.h. */
#include "diagnostics/diag_grid.h"

#include <stdlib.h>
#include <string.h>

#define CELL_CHAR        0x00FFFFFFu
#define CELL_STYLE_SHIFT 24

enum { BLOCK = 16 }; /* cells that are taken at once, which the C compiler makes vectors of */

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

static void diag_set_cells(uint32_t *cells, size_t n, uint32_t value)
{
    for (; n >= BLOCK; n -= BLOCK, cells += BLOCK)
        for (size_t k = 0; k < BLOCK; k++)
            cells[k] = value;
    while (n-- > 0)
        *cells++ = value;
}

/* The n cells at a column, which the caller writes, with blanks before them where there was nothing. NULL: memory has
 * run out. */
static uint32_t *diag_cells_at(diag_grid *grid, size_t row, size_t column, size_t n)
{
    diag_row *line = diag_row_at(grid, row);
    if (!line)
        return NULL;
    if (column + n > line->capacity) {
        size_t capacity = (column + n + 32) * 2;
        uint32_t *grown = realloc(line->cells, capacity * sizeof *grown);
        if (!grown) {
            grid->failed = true;
            return NULL;
        }
        line->cells = grown;
        line->capacity = capacity;
    }
    if (line->n < column)
        diag_set_cells(line->cells + line->n, column - line->n, ' ');
    line->n = column + n > line->n ? column + n : line->n;
    return line->cells + column;
}

void grid_put(diag_grid *grid, size_t row, size_t column, uint32_t c, diag_style style)
{
    uint32_t *cell = diag_cells_at(grid, row, column, 1);
    if (cell)
        *cell = c | (uint32_t)style << CELL_STYLE_SHIFT;
}

void grid_fill(diag_grid *grid, size_t row, size_t column, size_t n, uint32_t c, diag_style style)
{
    uint32_t *cells = n > 0 ? diag_cells_at(grid, row, column, n) : NULL;
    if (cells)
        diag_set_cells(cells, n, c | (uint32_t)style << CELL_STYLE_SHIFT);
}

size_t grid_plain(diag_grid *grid, size_t row, size_t column, const void *text, size_t n, diag_style style)
{
    const uint8_t *bytes = text;
    const size_t n_plain = text_n_plain(bytes, n);
    const uint32_t styled = (uint32_t)style << CELL_STYLE_SHIFT;
    uint32_t *cells = n_plain > 0 ? diag_cells_at(grid, row, column, n_plain) : NULL;
    size_t i = 0;
    for (; cells && n_plain - i >= BLOCK; i += BLOCK) {
        uint8_t block[BLOCK];
        memcpy(block, bytes + i, BLOCK);
        for (size_t k = 0; k < BLOCK; k++)
            cells[i + k] = block[k] | styled;
    }
    for (; cells && i < n_plain; i++)
        cells[i] = bytes[i] | styled;
    return n_plain;
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
    case DIAG_STYLE_WARNING: return "\x1B[1m\x1B[33m";
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

static void diag_write_cells(const uint32_t *cells, size_t n, diag_text *out)
{
    uint32_t block[BLOCK];
    uint8_t ascii[BLOCK];
    for (; n >= BLOCK; n -= BLOCK, cells += BLOCK) {
        uint32_t any = 0, other = 0;
        memcpy(block, cells, sizeof block);
        for (size_t k = 0; k < BLOCK; k++) {
            uint32_t c = block[k] & CELL_CHAR;
            any |= c;
            other |= c == 0;
            ascii[k] = (uint8_t)c;
        }
        if (any >= 0x80 || other)
            break;
        text_bytes(out, (const char *)ascii, BLOCK);
    }
    for (size_t i = 0; i < n; i++)
        text_char(out, cells[i] & CELL_CHAR);
}

void grid_write(const diag_grid *grid, diag_text *out, bool color)
{
    size_t i, j, from;
    for (i = 0; i < grid->n; i++) {
        const diag_row *row = &grid->rows[i];
        uint32_t style = DIAG_STYLE_NONE;
        for (j = from = 0; color && j < row->n; j++) {
            uint32_t next = row->cells[j] >> CELL_STYLE_SHIFT;
            if (next == style)
                continue;
            diag_write_cells(row->cells + from, j - from, out);
            if (style != DIAG_STYLE_NONE)
                text_string(out, "\x1B[0m");
            text_string(out, diag_style_start(next));
            style = next;
            from = j;
        }
        diag_write_cells(row->cells + from, row->n - from, out);
        if (style != DIAG_STYLE_NONE)
            text_string(out, "\x1B[0m");
        text_string(out, "\n");
    }
}
