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
/* Goes to the next line. False: this line is the last. */
bool diag_line_next(rustg_lines *lines, diag_line *line);
/* How many characters precede a byte in its line; the line ending counts as one. */
uint32_t diag_line_chars(rustg_lines *lines, const diag_line *line, size_t at);
/* How many columns a terminal gives to what precedes a byte in its line, without the line ending. */
size_t diag_line_column(rustg_lines *lines, const diag_line *line, size_t at);
/* The columns of white space before the first other character, where a tab takes four. False: there is no other
 * character. */
bool diag_line_indent(rustg_lines *lines, const diag_line *line, size_t *indent);
/* Finds a character of the line that has fewer columns before it than `column`, and is near that column; the line's
 * start if column is 0. *n_before gets those columns. */
size_t diag_line_near(rustg_lines *lines, const diag_line *line, size_t column, size_t *n_before);

#endif
