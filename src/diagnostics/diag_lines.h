/* diag_lines.h: finds the lines of a text as far as they are asked for, and remembers them. */
#ifndef RUSTG_DIAG_LINES_H
#define RUSTG_DIAG_LINES_H

#include <stdbool.h>

#include "rustg/diagnostic.h"

/* What stands before a character: characters and the columns that a terminal gives them, from the text's start on. */
typedef struct lines_step {
    uint32_t at, n_chars, n_columns;
} lines_step;

/*   starts   where each line begins, the first behind a byte-order mark
 *   steps    for each LINES_STEP bytes the first character that begins there
 *   n_read   bytes that starts and steps tell of: up to a line's end
 *   failed   memory ran out; places are wrong then */
struct rustg_lines {
    const uint8_t *bytes;
    size_t n_bytes;
    uint32_t *starts;
    lines_step *steps;
    size_t n_starts, start_room, n_steps, step_room;
    lines_step read;
    bool is_whole, failed;
    size_t indented, indent_end, indent; /* diag_line_indent's last answer: for the line that starts at `indented` */
};

void diag_lines_begin(rustg_lines *lines, const uint8_t *bytes, size_t n_bytes);
void diag_lines_end(rustg_lines *lines);

/* Lines as rustc counts them: a line feed that ends the file begins no further line.
 *   number  from 1
 *   start, end  its bytes without byte-order mark and line ending */
typedef struct diag_line {
    uint32_t number;
    size_t start, end;
} diag_line;
diag_line diag_line_at(rustg_lines *lines, size_t at);
/* The line after one that is not the last; false for the last. */
bool diag_line_next(rustg_lines *lines, diag_line *line);
/* Characters in a line before a byte, the line ending counted as one. */
uint32_t diag_line_chars(rustg_lines *lines, const diag_line *line, size_t at);
/* Columns that a terminal gives to a line before a byte, the line ending not counted. */
size_t diag_line_column(rustg_lines *lines, const diag_line *line, size_t at);
/* The columns of white space before the first other character, a tab taking four; false where there is none. */
bool diag_line_indent(rustg_lines *lines, const diag_line *line, size_t *indent);
/* A character of the line with fewer columns before it than `column`, near that column; the line's start where column
 * is 0. *n_before: those columns. */
size_t diag_line_near(rustg_lines *lines, const diag_line *line, size_t column, size_t *n_before);

#endif
