/* diag_lines.c: see diag_lines.h. A text is read once, line by line, up to where a place was asked for; a column is
 * then found from the step before it. */
#include "diagnostics/diag_lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag_text.h"

enum { LINES_STEP = 256 };

void diag_lines_begin(rustg_lines *lines, const uint8_t *bytes, size_t n_bytes)
{
    memset(lines, 0, sizeof *lines);
    lines->bytes = bytes;
    lines->n_bytes = n_bytes;
    lines->indented = SIZE_MAX;
}

void diag_lines_end(rustg_lines *lines)
{
    free(lines->starts);
    free(lines->steps);
}

rustg_lines *rustg_lines_make(const uint8_t *bytes, size_t n_bytes)
{
    rustg_lines *lines = (rustg_lines *)malloc(sizeof *lines);
    if (lines)
        diag_lines_begin(lines, bytes, n_bytes);
    return lines;
}

void rustg_lines_free(rustg_lines *lines)
{
    if (lines)
        diag_lines_end(lines);
    free(lines);
}

static size_t diag_mark_length(const rustg_lines *lines)
{
    const uint8_t *bytes = lines->bytes;
    return lines->n_bytes >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0;
}

static void diag_add_start(rustg_lines *lines, size_t start)
{
    if (lines->n_starts == lines->start_room) {
        size_t room = lines->start_room ? 2 * lines->start_room : 64;
        uint32_t *starts = (uint32_t *)realloc(lines->starts, room * sizeof *starts);
        if (!starts) {
            lines->failed = true;
            return;
        }
        lines->starts = starts;
        lines->start_room = room;
    }
    lines->starts[lines->n_starts++] = (uint32_t)start;
}

static void diag_add_step(rustg_lines *lines)
{
    if (lines->n_steps == lines->step_room) {
        size_t room = lines->step_room ? 2 * lines->step_room : 64;
        lines_step *steps = (lines_step *)realloc(lines->steps, room * sizeof *steps);
        if (!steps) {
            lines->failed = true;
            return;
        }
        lines->steps = steps;
        lines->step_room = room;
    }
    lines->steps[lines->n_steps++] = lines->read;
}

/* Past the characters that begin before `end`. */
static void diag_step_over(const rustg_lines *lines, lines_step *step, size_t end)
{
    while (step->at < end) {
        uint32_t n = (uint32_t)text_n_plain(lines->bytes + step->at, end - step->at);
        step->at += n;
        step->n_chars += n;
        step->n_columns += n;
        if (step->at == end)
            break;
        uint32_t length, c = diag_char_at(lines->bytes, lines->n_bytes, step->at, &length);
        step->at += length;
        step->n_chars++;
        step->n_columns += diag_char_width(c);
    }
}

/* Reads on until the line of a byte is known, with the start of the next one. */
static void diag_read_lines(rustg_lines *lines, size_t at)
{
    if (lines->n_starts == 0)
        diag_add_start(lines, diag_mark_length(lines));
    while (!lines->is_whole && !lines->failed && lines->read.at <= at) {
        size_t from = lines->read.at;
        const uint8_t *feed =
            from < lines->n_bytes ? (const uint8_t *)memchr(lines->bytes + from, '\n', lines->n_bytes - from) : NULL;
        size_t end = feed ? (size_t)(feed - lines->bytes) + 1 : lines->n_bytes;
        while (lines->read.at < end && !lines->failed) {
            size_t boundary = lines->n_steps * LINES_STEP;
            if (lines->read.at >= boundary) {
                diag_add_step(lines);
                boundary += LINES_STEP;
            }
            diag_step_over(lines, &lines->read, boundary < end ? boundary : end);
        }
        lines->is_whole = end == lines->n_bytes;
        if (!lines->is_whole)
            diag_add_start(lines, end);
    }
}

/* What stands before a byte that was read. */
static lines_step diag_step_at(const rustg_lines *lines, size_t at)
{
    lines_step step = {0, 0, 0};
    size_t i = at / LINES_STEP;
    if (lines->n_steps > 0) {
        i = i < lines->n_steps ? i : lines->n_steps - 1;
        step = lines->steps[i > 0 && lines->steps[i].at > at ? i - 1 : i];
    }
    diag_step_over(lines, &step, at);
    return step;
}

static size_t diag_line_end(const rustg_lines *lines, size_t index)
{
    const uint8_t *bytes = lines->bytes;
    size_t start = lines->starts[index], end = lines->n_bytes;
    if (index + 1 < lines->n_starts)
        end = lines->starts[index + 1] - 1;
    else if (end > start && bytes[end - 1] == '\n')
        end--;
    else
        return end;
    return end > start && bytes[end - 1] == '\r' ? end - 1 : end;
}

static diag_line diag_line_number(const rustg_lines *lines, size_t index)
{
    diag_line line = {(uint32_t)index + 1, lines->starts[index], diag_line_end(lines, index)};
    return line;
}

diag_line diag_line_at(rustg_lines *lines, size_t at)
{
    const diag_line none = {1, 0, 0};
    if (at > lines->n_bytes)
        at = lines->n_bytes;
    diag_read_lines(lines, at);
    if (lines->failed)
        return none;
    size_t low = 0, high = lines->n_starts;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (lines->starts[middle] <= at)
            low = middle;
        else
            high = middle;
    }
    return diag_line_number(lines, low);
}

bool diag_line_next(rustg_lines *lines, diag_line *line)
{
    diag_read_lines(lines, line->end);
    if (lines->failed || line->number >= lines->n_starts)
        return false;
    diag_read_lines(lines, lines->starts[line->number]);
    if (lines->failed)
        return false;
    *line = diag_line_number(lines, line->number);
    return true;
}

uint32_t diag_line_chars(rustg_lines *lines, const diag_line *line, size_t at)
{
    if (at > lines->n_bytes)
        at = lines->n_bytes;
    diag_read_lines(lines, at);
    if (lines->failed || at <= line->start)
        return 0;
    return diag_step_at(lines, at).n_chars - diag_step_at(lines, line->start).n_chars;
}

size_t diag_line_column(rustg_lines *lines, const diag_line *line, size_t at)
{
    if (at > line->end)
        at = line->end;
    diag_read_lines(lines, at);
    if (lines->failed || at <= line->start)
        return 0;
    return diag_step_at(lines, at).n_columns - diag_step_at(lines, line->start).n_columns;
}

bool diag_line_indent(rustg_lines *lines, const diag_line *line, size_t *indent)
{
    if (lines->indented != line->start) {
        size_t pos = line->start, columns = 0;
        uint32_t length, c;
        while (pos < line->end && diag_is_space(c = diag_char_at(lines->bytes, lines->n_bytes, pos, &length))) {
            columns += c == '\t' ? 4 : 1;
            pos += length;
        }
        lines->indented = line->start;
        lines->indent_end = pos;
        lines->indent = columns;
    }
    *indent = lines->indent;
    return lines->indent_end < line->end;
}

size_t diag_line_near(rustg_lines *lines, const diag_line *line, size_t column, size_t *n_before)
{
    size_t low = line->start / LINES_STEP + 1, high = line->end / LINES_STEP + 1, first = low;
    *n_before = 0;
    diag_read_lines(lines, line->end);
    if (lines->failed || column == 0)
        return line->start;
    uint32_t columns = diag_step_at(lines, line->start).n_columns;
    high = high < lines->n_steps ? high : lines->n_steps;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lines->steps[middle].at < line->end && lines->steps[middle].n_columns - columns < column)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == first)
        return line->start;
    *n_before = lines->steps[low - 1].n_columns - columns;
    return lines->steps[low - 1].at;
}

void rustg_lines_find(rustg_lines *lines, uint32_t at, uint32_t *line, uint32_t *column)
{
    diag_line found = diag_line_at(lines, at);
    *line = found.number;
    *column = diag_line_chars(lines, &found, at) + 1;
}

void rustg_line_column(const uint8_t *bytes, size_t n_bytes, uint32_t at, uint32_t *line, uint32_t *column)
{
    const rustg_lines lines = {.bytes = bytes, .n_bytes = n_bytes};
    uint32_t start = (uint32_t)diag_mark_length(&lines), next = start;
    const uint8_t *feed;
    if (at > n_bytes)
        at = (uint32_t)n_bytes;
    *line = 1;
    while (next < at && (feed = (const uint8_t *)memchr(bytes + next, '\n', at - next)) != NULL) {
        next = (uint32_t)(feed - bytes) + 1;
        if (next == n_bytes) /* it begins no line */
            break;
        start = next;
        ++*line;
    }
    lines_step step = {start, 0, 0};
    diag_step_over(&lines, &step, at);
    *column = step.n_chars + 1;
}
