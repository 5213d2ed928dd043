/* diag_snippet.c: draws source lines with marks below them, laid out as rustc 1.95 does. At most one mark spans
 * several lines, so one column left of the code holds its bar. source: rustc's --error-format=human output;
 * annotate-snippets 0.12, which rustc draws with. */
#include "diagnostics/diag_snippet.h"

#include <stdlib.h>
#include <string.h>

enum {
    SHOWN_AFTER_START = 4, /* lines shown below the first of a span of several lines */
    PAGE_WIDTH = 140,      /* what rustc takes where there is no terminal */
    ELLIPSIS = 6,          /* room for "..." around a cut line */
    LONG_BLANK = 20,       /* leading blanks beyond this are cut */
    LONG_BLANK_KEPT = 4,
    MAX_COLUMNS = 1 << 12 /* of all marks; further right they are drawn here: a line may be a gigabyte long */
};

typedef enum note_shape { SHAPE_LINE, SHAPE_START, SHAPE_MIDDLE, SHAPE_END } note_shape;

/* One mark's part in one line; columns as displayed. */
typedef struct line_note {
    note_shape shape;
    size_t start, end;
    uint32_t start_char;
    bool primary;
    const char *label;
} line_note;

typedef struct note_line {
    diag_line line;
    line_note *notes;
    size_t n_notes, room;
} note_line;

typedef struct note_lines {
    note_line *lines;
    size_t n, room;
    bool several; /* one mark spans several lines */
    bool failed;  /* out of memory */
} note_lines;

typedef struct margin {
    size_t left, right, width;
} margin;

static diag_style diag_mark_style(const diag_page *page, bool primary)
{
    return primary ? page->primary : DIAG_STYLE_SECONDARY;
}

void page_bar(diag_page *page, size_t row)
{
    grid_put(page->grid, row, page->gutter + 1, '|', DIAG_STYLE_FRAME);
}

void page_number(diag_page *page, size_t row, uint32_t number)
{
    size_t n_digits = 1;
    uint32_t rest = number;
    while (rest >= 10) {
        rest /= 10;
        n_digits++;
    }
    (void)grid_number(page->grid, row, page->gutter > n_digits ? page->gutter - n_digits : 0, number, DIAG_STYLE_FRAME);
}

/* As diag_line_at, without a carriage return that is left before the line ending: rustc does not draw it. */
static diag_line diag_shown_line(const diag_view *view, diag_line line)
{
    if (line.end < view->n_bytes && line.end > line.start && view->bytes[line.end - 1] == '\r')
        line.end--;
    return line;
}

static size_t diag_snippet_line_column(const diag_view *view, const diag_line *line, size_t at)
{
    return diag_line_column(view->lines, line, at);
}

/* Makes room for twice the rows. NULL: memory has run out, and the rows are as before. */
static void *diag_more_room(note_lines *lines, void *rows, size_t *room, size_t size)
{
    size_t more = *room ? 2 * *room : 4;
    void *grown = realloc(rows, more * size);
    if (grown)
        *room = more;
    else
        lines->failed = true;
    return grown;
}

static note_line *diag_snippet_line_of(note_lines *lines, diag_line line)
{
    size_t i = lines->n;
    while (i > 0 && lines->lines[i - 1].line.number > line.number)
        i--;
    if (i > 0 && lines->lines[i - 1].line.number == line.number)
        return &lines->lines[i - 1];
    if (lines->n == lines->room) {
        note_line *grown = diag_more_room(lines, lines->lines, &lines->room, sizeof *grown);
        if (!grown)
            return NULL;
        lines->lines = grown;
    }
    memmove(&lines->lines[i + 1], &lines->lines[i], (lines->n - i) * sizeof lines->lines[0]);
    lines->n++;
    memset(&lines->lines[i], 0, sizeof lines->lines[i]);
    lines->lines[i].line = line;
    return &lines->lines[i];
}

static void diag_add_note(note_lines *lines, diag_line line, line_note note)
{
    note_line *place = diag_snippet_line_of(lines, line);
    if (!place)
        return;
    if (place->n_notes == place->room) {
        line_note *grown = diag_more_room(lines, place->notes, &place->room, sizeof *grown);
        if (!grown)
            return;
        place->notes = grown;
    }
    place->notes[place->n_notes++] = note;
}

/* Whether a line is worth showing at the end of a span, that is, not blank, a comment or a lone delimiter. */
static bool diag_line_says_much(const diag_view *view, const diag_line *line)
{
    const uint8_t *bytes = view->bytes;
    size_t start = line->start, end = line->end;
    while (start < end && (bytes[start] == ' ' || (bytes[start] >= '\t' && bytes[start] <= '\r')))
        start++;
    while (end > start && (bytes[end - 1] == ' ' || (bytes[end - 1] >= '\t' && bytes[end - 1] <= '\r')))
        end--;
    if (end - start >= 2 && bytes[start] == '/' && bytes[start + 1] == '/')
        return end - start > 2 && (bytes[start + 2] == '/' || bytes[start + 2] == '!');
    return end > start && !(end - start == 1 && strchr("{}()[]", bytes[start]));
}

static void diag_snippet_add_span(note_lines *lines, const diag_view *view, const diag_mark *mark, diag_line first,
                                  diag_line last)
{
    line_note note = {0};
    diag_line shown[SHOWN_AFTER_START], line = first, before_last;
    size_t n_shown = 0, n_kept = 0, i;
    bool more = true;
    lines->several = true;
    note.primary = mark->primary;
    note.shape = SHAPE_START;
    note.start = diag_snippet_line_column(view, &first, mark->start);
    note.end = note.start + 1;
    note.start_char = diag_line_chars(view->lines, &first, mark->start);
    diag_add_note(lines, first, note);
    memset(&note, 0, sizeof note);
    note.primary = mark->primary;
    note.shape = SHAPE_MIDDLE;
    while (more && n_shown + 1 < SHOWN_AFTER_START) {
        more = diag_line_next(view->lines, &line) && line.number < last.number;
        if (more) {
            shown[n_shown++] = line;
            if (diag_line_says_much(view, &line))
                n_kept = n_shown;
        }
    }
    for (i = 0; i < n_kept; i++)
        diag_add_note(lines, shown[i], note);
    before_last = diag_line_at(view->lines, last.start - 1);
    if (first.number + SHOWN_AFTER_START < before_last.number && diag_line_says_much(view, &before_last))
        diag_add_note(lines, before_last, note);
    note.shape = SHAPE_END;
    note.label = mark->label ? diag_view_text(view, mark->label) : NULL;
    note.end = diag_snippet_line_column(view, &last, mark->end) + (mark->end > last.end ? 1 : 0);
    note.start = note.end > 0 ? note.end - 1 : 0;
    note.start_char = diag_line_chars(view->lines, &last, mark->end);
    diag_add_note(lines, last, note);
}

static void diag_snippet_collect(note_lines *lines, const diag_view *view, const diag_mark *marks, size_t n_marks)
{
    size_t i;
    for (i = 0; i < n_marks; i++) {
        const diag_mark *mark = &marks[i];
        diag_line first = diag_line_at(view->lines, mark->start);
        diag_line last = mark->end > first.end ? diag_line_at(view->lines, mark->end) : first;
        line_note note = {0};
        if (first.number != last.number)
            continue;
        note.shape = SHAPE_LINE;
        note.primary = mark->primary;
        note.label = mark->label ? diag_view_text(view, mark->label) : NULL;
        note.start = diag_snippet_line_column(view, &first, mark->start);
        note.end = diag_snippet_line_column(view, &first, mark->end);
        if (note.end <= note.start)
            note.end = note.start + 1;
        note.start_char = diag_line_chars(view->lines, &first, mark->start);
        diag_add_note(lines, first, note);
    }
    for (i = 0; i < n_marks; i++) {
        diag_line first = diag_line_at(view->lines, marks[i].start);
        diag_line last = diag_line_at(view->lines, marks[i].end);
        if (first.number != last.number)
            diag_snippet_add_span(lines, view, &marks[i], first, last);
    }
}

/* No mark is further right than it can be drawn. */
static void diag_limit_columns(note_lines *lines)
{
    size_t left = SIZE_MAX, i, j;
    for (i = 0; i < lines->n; i++)
        for (j = 0; j < lines->lines[i].n_notes; j++)
            if (lines->lines[i].notes[j].shape != SHAPE_MIDDLE && lines->lines[i].notes[j].start < left)
                left = lines->lines[i].notes[j].start;
    for (i = 0; i < lines->n; i++) {
        for (j = 0; left < SIZE_MAX && j < lines->lines[i].n_notes; j++) {
            line_note *note = &lines->lines[i].notes[j];
            note->start = note->start < left + MAX_COLUMNS ? note->start : left + MAX_COLUMNS;
            note->end = note->end < left + MAX_COLUMNS + 1 ? note->end : left + MAX_COLUMNS + 1;
        }
    }
}

static size_t diag_label_width(const char *label)
{
    size_t n = strlen(label), pos = 0, width = 0;
    uint32_t length;
    while (pos < n) {
        width += diag_char_width(text_char_at(label, n, pos, &length));
        pos += length;
    }
    return width;
}

static size_t diag_snippet_less(size_t a, size_t b)
{
    return a > b ? a - b : 0;
}

/* Decides which columns of long lines to show: all marks and labels, if they fit. */
static margin diag_find_margin(const note_lines *lines, const diag_view *view, size_t width)
{
    size_t indent = SIZE_MAX, span_left = SIZE_MAX, span_right = 0, label_right = 0, longest = 0, i, j, one;
    margin m = {0, 0, width};
    for (i = 0; i < lines->n; i++) {
        const note_line *line = &lines->lines[i];
        if (diag_line_indent(view->lines, &line->line, &one) && one < indent)
            indent = one;
        one = diag_snippet_line_column(view, &line->line, line->line.end);
        longest = one > longest ? one : longest;
        for (j = 0; j < line->n_notes; j++) {
            const line_note *note = &line->notes[j];
            size_t right = note->end + (note->label ? diag_label_width(note->label) + 1 : 0);
            span_left = note->start < span_left ? note->start : span_left;
            span_right = note->end > span_right ? note->end : span_right;
            label_right = right > label_right ? right : label_right;
        }
    }
    indent = diag_snippet_less(indent == SIZE_MAX ? 0 : indent, ELLIPSIS);
    span_left = diag_snippet_less(span_left == SIZE_MAX ? 0 : span_left, ELLIPSIS);
    span_right += ELLIPSIS;
    label_right += ELLIPSIS;
    m.left = indent > LONG_BLANK ? indent - (LONG_BLANK - LONG_BLANK_KEPT) : 0;
    m.right = longest > m.left ? longest : m.left;
    if (m.right - m.left <= width)
        return m;
    if (diag_snippet_less(label_right, indent) <= width && label_right >= indent) {
        m.left = indent;
        m.right = m.left + width;
    } else if (label_right - span_left <= width) {
        m.left = diag_snippet_less(span_left, (width - (label_right - span_left)) / 2);
        m.right = m.left + width;
    } else if (span_right - span_left <= width) {
        m.left = diag_snippet_less(span_left, (width - (span_right - span_left)) / 5 * 2);
        m.right = m.left + width;
    } else {
        m.left = span_left;
        m.right = span_right;
    }
    return m;
}

/* Draws the number, the bar and the code; returns how many columns were cut at the left. */
static size_t diag_draw_code(diag_page *page, const diag_line *line, size_t row, size_t code, margin m)
{
    const diag_view *view = page->view;
    const diag_line shown = diag_shown_line(view, *line);
    size_t length = diag_snippet_line_column(view, &shown, shown.end), left = m.left < length ? m.left : length;
    size_t right = diag_snippet_less(length, m.left) <= m.width ? length : (length < m.right ? length : m.right);
    size_t skipped, pos = diag_line_near(view->lines, line, left, &skipped), taken = 0, column = code, hidden = 0;
    size_t n_cut = 0;
    uint32_t n, i;
    bool cut_left = m.left > 0;
    while (pos < shown.end) {
        if (skipped >= left && (!cut_left || hidden >= 3)) {
            size_t most = right - left - taken < shown.end - pos ? right - left - taken : shown.end - pos;
            size_t n_plain = grid_plain(page->grid, row, column, view->bytes + pos, most, DIAG_STYLE_NONE);
            pos += n_plain;
            taken += n_plain;
            column += n_plain;
            if (pos == shown.end)
                break;
        }
        uint32_t c = diag_char_at(view->bytes, view->n_bytes, pos, &n);
        uint32_t width = diag_char_width(c), n_cells = c == '\t' ? 4 : 1, cell_width = c == '\t' ? 1 : width;
        pos += n;
        for (i = 0; i < n_cells; i++) {
            if (skipped < left) {
                skipped += cell_width;
                continue;
            }
            taken += cell_width;
            if (taken > right - left)
                break;
            if (!diag_char_shown(c) && c != '\t')
                continue;
            if (cut_left && hidden < 3) {
                hidden += cell_width;
                grid_put(page->grid, row, column, '.', DIAG_STYLE_FRAME);
            } else {
                grid_put(page->grid, row, column, c == '\t' ? ' ' : diag_char_shown(c), DIAG_STYLE_NONE);
            }
            column++;
        }
        if (taken > right - left)
            break;
    }
    if (length > right)
        for (n_cut = 3; n_cut > 0; n_cut--)
            grid_put(page->grid, row, column - n_cut, '.', DIAG_STYLE_FRAME);
    page_number(page, row, line->number);
    page_bar(page, row);
    return skipped > left ? skipped : left;
}

static bool diag_has_label(const line_note *note)
{
    return note->label && *note->label;
}

static bool diag_takes_space(const line_note *note)
{
    return note->shape == SHAPE_START || note->shape == SHAPE_END;
}

static bool diag_snippet_overlaps(const line_note *a, const line_note *b, size_t padding)
{
    return (a->start >= b->start && a->start < b->end) || (b->start >= a->start && b->start < a->end + padding);
}

/* Whether only what is drawn blank stands before a column. */
static bool diag_blank_before(const diag_view *view, const diag_line *line, size_t column)
{
    size_t pos = line->start, at = 0;
    uint32_t length;
    while (pos < line->end && at < column) {
        uint32_t c = diag_char_at(view->bytes, view->n_bytes, pos, &length);
        if (c != '\t' && (!diag_is_space(c) || diag_char_shown(c) != c))
            return false;
        at += diag_char_width(c);
        pos += length;
    }
    return true;
}

/* A start at the first character of its line needs only a slash at the left. Returns whether it was drawn so. */
static bool diag_draw_short_start(diag_page *page, const note_line *line, size_t row)
{
    size_t i;
    bool start = false;
    for (i = 0; i < line->n_notes; i++) {
        const line_note *note = &line->notes[i];
        if (note->shape == SHAPE_MIDDLE)
            continue;
        if (note->shape != SHAPE_START || !diag_blank_before(page->view, &line->line, note->start))
            return false;
        start = true;
    }
    if (start)
        grid_put(page->grid, row, page->gutter + 3, '/', diag_mark_style(page, line->notes[0].primary));
    return true;
}

/* The row of each note's label below the underlines: the rightmost stays beside its underline if it can.
 * in    notes   sorted from right to left
 * out   rows    a row for each; crowded: whether it overlaps another
 * returns the rows used */
static size_t diag_place_labels(const line_note *notes, size_t n, size_t *rows, bool *crowded)
{
    size_t row = 0, last = 0, i, j;
    for (i = 0; i < n; i++)
        crowded[i] = false;
    for (i = 0; i < n; i++) {
        const line_note *note = &notes[i];
        for (j = 2; j < n; j++)
            if (diag_snippet_overlaps(&notes[j], note, 0))
                crowded[i] = crowded[j] = true;
        for (j = i + 1; j < n && row == 0 && diag_has_label(note); j++) {
            const line_note *next = &notes[j];
            if (!diag_snippet_overlaps(next, note, 0) ||
                (next->start == note->start && next->end == note->end && !diag_has_label(next)))
                continue;
            row++;
        }
        rows[i] = row;
        for (j = i + 1; j < n; j++) {
            const line_note *next = &notes[j];
            size_t room = next->label ? strlen(next->label) + 2 : 0;
            if ((diag_snippet_overlaps(next, note, room) && diag_has_label(note) && diag_has_label(next)) ||
                (diag_takes_space(note) && diag_has_label(next)) || (diag_has_label(note) && diag_takes_space(next)) ||
                (diag_takes_space(note) && diag_takes_space(next)) ||
                (diag_snippet_overlaps(next, note, room) && next->end <= note->end && diag_has_label(next) &&
                 row == 0)) {
                row++;
                break;
            }
        }
        last = row > last ? row : last;
    }
    return last > 0 ? last + 1 : 0;
}

static void diag_draw_bars(diag_page *page, const line_note *note, size_t row, size_t at, size_t n_rows, size_t column)
{
    diag_grid *grid = page->grid;
    diag_style style = diag_mark_style(page, note->primary);
    size_t bar = page->gutter + 3, r;
    if (at > 1 && (diag_has_label(note) || diag_takes_space(note)))
        for (r = row + 1; r <= row + at; r++)
            grid_put(grid, r, column, '|', style);
    if (note->shape == SHAPE_START) {
        grid_put(grid, row + at, bar, ' ', style);
        for (r = row + at + 1; r < row + n_rows + 2; r++)
            grid_put(grid, r, bar, '|', style);
    } else if (note->shape == SHAPE_END) {
        for (r = row; r <= row + at; r++)
            grid_put(grid, r, bar, '|', style);
    }
}

static size_t diag_note_length(const line_note *note)
{
    return note->end > note->start ? note->end - note->start : note->start - note->end;
}

/* Sorts from the longest to the shortest, so that the shorter ones stay visible; of equal ones the primary is last. */
static void diag_order_by_length(const line_note *notes, size_t n, size_t *order)
{
    size_t i, j;
    for (i = 0; i < n; i++) {
        for (j = i; j > 0; j--) {
            const line_note *before = &notes[order[j - 1]];
            size_t a = diag_note_length(before), b = diag_note_length(&notes[i]);
            if (a > b || (a == b && (!before->primary || notes[i].primary)))
                break;
            order[j] = order[j - 1];
        }
        order[j] = i;
    }
}

static void diag_draw_underline(diag_page *page, const line_note *note, size_t row, bool beside, size_t code,
                                size_t left)
{
    diag_style style = diag_mark_style(page, note->primary);
    uint32_t c = note->primary ? '^' : '-';
    size_t start = diag_snippet_less(code + note->start, left), end = diag_snippet_less(code + note->end, left);
    if (note->end > note->start) /* what was cut is marked by one */
        grid_fill(page->grid, row + 1, start, end > start ? end - start : 1, c, style);
    if (diag_takes_space(note) || (!beside && diag_has_label(note)))
        grid_put(page->grid, row + 1, diag_snippet_less(code + note->start, left), c, style);
}

/* Room for a row of each note of a line. */
typedef struct note_room {
    line_note *notes;
    size_t *rows, *order;
    bool *crowded;
} note_room;

static void diag_draw_notes(diag_page *page, const note_line *line, size_t code, margin m, note_room room, size_t row,
                            size_t left)
{
    diag_grid *grid = page->grid;
    line_note *notes = room.notes;
    size_t *rows = room.rows, *order = room.order, n = line->n_notes, n_rows, i, j;
    bool drawn = false, *crowded = room.crowded;
    for (i = 0; i < n; i++) {
        for (j = i; j > 0 && (notes[j - 1].start < line->notes[i].start ||
                              (notes[j - 1].start == line->notes[i].start &&
                               notes[j - 1].start_char < line->notes[i].start_char));
             j--)
            notes[j] = notes[j - 1];
        notes[j] = line->notes[i];
        drawn = drawn || line->notes[i].shape != SHAPE_MIDDLE;
    }
    n_rows = diag_place_labels(notes, n, rows, crowded);
    if (!drawn)
        return;
    for (i = 0; i <= n_rows; i++)
        page_bar(page, row + i + 1);
    for (i = 0; i < n; i++)
        if (diag_takes_space(&notes[i]))
            for (j = page->gutter + 4; j < diag_snippet_less(code + notes[i].start, left); j++)
                grid_put(grid, row + rows[i] + 1, j, '_', diag_mark_style(page, notes[i].primary));
    for (i = 0; i < n; i++)
        diag_draw_bars(page, &notes[i], row, rows[i] + 1, n_rows, diag_snippet_less(code + notes[i].start, left));
    for (i = 0; i < n; i++) {
        const line_note *note = &notes[i];
        size_t column = rows[i] == 0 ? diag_snippet_less(note->end + (note->end == 0 ? 2 : 1), left)
                                     : diag_snippet_less(note->start, left);
        if (note->label)
            (void)grid_string(grid, row + rows[i] + (rows[i] == 0 ? 1 : 2), code + column, note->label,
                              diag_mark_style(page, note->primary));
    }
    diag_order_by_length(notes, n, order);
    for (i = 0; i < n; i++)
        diag_draw_underline(page, &notes[order[i]], row, rows[order[i]] == 0, code, left);
    for (i = 0; i < n; i++) {
        const line_note *note = &notes[i];
        size_t width = note->end - note->start, kept = m.width / 3 > 5 ? m.width / 3 : 5;
        if (crowded[i] || note->shape != SHAPE_LINE || width <= m.width * 2)
            continue;
        grid_elide(grid, row, note->start + kept, note->end - kept);
        grid_elide(grid, row + 1, note->start + kept, note->end - kept);
    }
}

static void diag_draw_line(diag_page *page, const note_line *line, size_t code, margin m)
{
    diag_grid *grid = page->grid;
    size_t n = line->n_notes, row = grid->n, left = diag_draw_code(page, &line->line, row, code, m);
    if (n == 0 || diag_draw_short_start(page, line, row))
        return;
    line_note *notes = malloc(n * sizeof *notes);
    size_t *rows = malloc(n * sizeof *rows), *order = malloc(n * sizeof *order);
    bool *crowded = malloc(n * sizeof *crowded);
    if (notes && rows && order && crowded)
        diag_draw_notes(page, line, code, m, (note_room){notes, rows, order, crowded}, row, left);
    else
        grid->failed = true;
    free(notes);
    free(rows);
    free(order);
    free(crowded);
}

static void diag_draw_header(diag_page *page, const note_lines *lines)
{
    diag_grid *grid = page->grid;
    size_t row = grid->n, column, i, j;
    const note_line *place = NULL;
    const line_note *note = NULL;
    for (i = 0; i < lines->n && !note; i++) {
        place = &lines->lines[i];
        for (j = 0; j < place->n_notes; j++)
            if (place->notes[j].primary && place->notes[j].shape != SHAPE_MIDDLE &&
                (!note || place->notes[j].start_char < note->start_char))
                note = &place->notes[j];
    }
    column = grid_string(grid, row, page->gutter, "--> ", DIAG_STYLE_FRAME);
    column = grid_string(grid, row, column, page->view->path, DIAG_STYLE_NONE);
    if (note) {
        column = grid_string(grid, row, column, ":", DIAG_STYLE_NONE);
        column = grid_number(grid, row, column, place->line.number, DIAG_STYLE_NONE);
        column = grid_string(grid, row, column, ":", DIAG_STYLE_NONE);
        (void)grid_number(grid, row, column, note->start_char + 1u, DIAG_STYLE_NONE);
    }
    page_bar(page, row + 1);
}

/* Whether the bar of the span of several lines goes on behind line i. */
static bool diag_span_open(const note_lines *lines, size_t i, bool open)
{
    size_t j;
    for (j = 0; j < lines->lines[i].n_notes; j++) {
        if (lines->lines[i].notes[j].shape == SHAPE_START)
            open = true;
        else if (lines->lines[i].notes[j].shape == SHAPE_END)
            open = false;
    }
    return open;
}

void page_snippet(diag_page *page, const diag_mark *marks, size_t n_marks)
{
    diag_grid *grid = page->grid;
    note_lines lines = {0};
    margin m;
    size_t code, i, row;
    bool open = false, primary = false;
    diag_snippet_collect(&lines, page->view, marks, n_marks);
    diag_limit_columns(&lines);
    for (i = 0; i < n_marks; i++)
        primary = primary || marks[i].primary;
    diag_draw_header(page, &lines);
    code = page->gutter + 3 + (lines.several ? 2 : 0);
    m = diag_find_margin(&lines, page->view, diag_snippet_less(PAGE_WIDTH, code));
    for (i = 0; i < lines.n; i++) {
        row = grid->n;
        diag_draw_line(page, &lines.lines[i], code, m);
        if (open && diag_span_open(&lines, i, true))
            for (; row < grid->n; row++)
                grid_put(grid, row, page->gutter + 3, '|', diag_mark_style(page, primary));
        open = diag_span_open(&lines, i, open);
        if (i + 1 == lines.n || lines.lines[i + 1].line.number - lines.lines[i].line.number < 2)
            continue;
        row = grid->n;
        if (lines.lines[i + 1].line.number - lines.lines[i].line.number == 2) {
            diag_line between = lines.lines[i].line;
            (void)diag_line_next(page->view->lines, &between);
            (void)diag_draw_code(page, &between, row, code, m);
        } else {
            (void)grid_string(grid, row, 0, "...", DIAG_STYLE_FRAME);
        }
        if (open)
            grid_put(grid, row, page->gutter + 3, '|', diag_mark_style(page, primary));
    }
    for (i = 0; i < lines.n; i++)
        free(lines.lines[i].notes);
    free(lines.lines);
    grid->failed = grid->failed || lines.failed;
}
