/* diag_human.c: a diagnostic as text, as rustc prints it. */
#include "diagnostics/diag_snippet.h"

#include <string.h>

static void draw_title(diag_grid *grid, const diag_view *view, diag_style message_style)
{
    size_t row = grid->n;
    size_t column = grid_string(grid, row, 0, "error", DIAG_STYLE_ERROR);
    if (*view->code) {
        column = grid_string(grid, row, column, "[", DIAG_STYLE_ERROR);
        column = grid_string(grid, row, column, view->code, DIAG_STYLE_ERROR);
        column = grid_string(grid, row, column, "]", DIAG_STYLE_ERROR);
    }
    column = grid_string(grid, row, column, ": ", message_style);
    (void)grid_string(grid, row, column, diag_view_text(view, view->message), message_style);
}

static const char *level_name(diag_level level)
{
    return level == DIAG_LEVEL_NOTE ? "note" : "help";
}

/* `= note: ...` below the source. */
static void draw_child(diag_page *page, const diag_child *child)
{
    diag_grid *grid = page->grid;
    size_t row = grid->n, column = grid_string(grid, row, page->gutter + 1, "= ", DIAG_STYLE_FRAME);
    column = grid_string(grid, row, column, level_name(child->level), DIAG_STYLE_BOLD);
    const char *line = diag_view_text(page->view, child->message);
    column = grid_string(grid, row, column, ": ", DIAG_STYLE_NONE);
    (void)grid_string(grid, row, column, line, DIAG_STYLE_NONE);
    while ((line = strchr(line, '\n')) != NULL)
        (void)grid_string(grid, ++row, column, ++line, DIAG_STYLE_NONE);
}

/* `note: ...` at the left, with a source of its own. */
static void draw_heading(diag_page *page, diag_level level, size_t message)
{
    diag_grid *grid = page->grid;
    size_t row = grid->n;
    size_t column = grid_string(grid, row, 0, level_name(level),
                                level == DIAG_LEVEL_NOTE ? DIAG_STYLE_NOTE : DIAG_STYLE_HELP);
    column = grid_string(grid, row, column, ": ", DIAG_STYLE_NONE);
    (void)grid_string(grid, row, column, diag_view_text(page->view, message), DIAG_STYLE_NONE);
}

/* The number that the gutter must hold: rustc counts a line feed at the very end of a span, too. */
static uint32_t last_line(const diag_view *view)
{
    uint32_t end = view->diagnostic->end, number, last;
    size_t i;
    for (i = 0; i < view->n_marks; i++)
        end = view->marks[i].end > end ? view->marks[i].end : end;
    for (i = 0; i < view->n_children; i++)
        end = view->children[i].placed && view->children[i].end > end ? view->children[i].end : end;
    number = diag_line_at(view->bytes, view->n_bytes, end).number;
    if (end == view->n_bytes && end > 0 && view->bytes[end - 1] == '\n')
        number++;
    for (i = 0; i < view->suggestion.n_patches; i++) {
        last = diag_line_at(view->bytes, view->n_bytes, view->suggestion.patches[i].start).number;
        number = last > number ? last : number;
    }
    return number;
}

static size_t decimal_digits(uint32_t number)
{
    size_t n = 1;
    while (number >= 10) {
        number /= 10;
        n++;
    }
    return n;
}

static void draw_placed(diag_page *page)
{
    const diag_view *view = page->view;
    diag_mark marks[DIAG_MAX_MARKS + 1];
    size_t n_marks = view->n_marks, n_placed = 0, n_plain = 0, i;
    bool apart = view->suggestion.n_patches > 0 && !view->suggestion.inline_label;
    diag_text label = {0};
    diag_view labelled = *view;
    memcpy(marks, view->marks, sizeof view->marks);
    for (i = 0; i < view->n_children; i++) {
        if (view->children[i].placed)
            n_placed++;
        else
            n_plain++;
    }
    if (view->suggestion.n_patches > 0 && view->suggestion.inline_label) {
        const diag_patch *patch = &view->suggestion.patches[0];
        diag_mark *mark = marks;
        while (mark < marks + n_marks && (mark->start != patch->start || mark->end != patch->end || mark->label))
            mark++;
        if (mark == marks + n_marks) {
            memset(mark, 0, sizeof *mark);
            mark->start = patch->start;
            mark->end = patch->end;
            n_marks++;
        }
        text_bytes(&label, view->strings.data, view->strings.n);
        mark->label = label.n;
        text_string(&label, "help: ");
        text_string(&label, diag_view_text(view, view->suggestion.message));
        if (!view->suggestion.hide_text) {
            text_string(&label, ": `");
            text_string(&label, diag_view_text(view, view->suggestion.patches[0].text));
            text_string(&label, "`");
        }
        text_bytes(&label, "", 1);
        labelled.strings = label;
        page->view = &labelled;
    }
    page_snippet(page, marks, n_marks);
    if (n_plain + n_placed > 0 || apart)
        page_bar(page, page->grid->n);
    for (i = 0; i < view->n_children; i++)
        if (!view->children[i].placed)
            draw_child(page, &view->children[i]);
    for (i = 0; i < view->n_children; i++) {
        const diag_child *child = &view->children[i];
        diag_mark mark = {0};
        if (!child->placed)
            continue;
        draw_heading(page, child->level, child->message);
        mark.start = child->start;
        mark.end = child->end;
        mark.primary = true;
        page->primary = child->level == DIAG_LEVEL_NOTE ? DIAG_STYLE_NOTE : DIAG_STYLE_HELP;
        page_snippet(page, &mark, 1);
    }
    if (apart) {
        draw_heading(page, DIAG_LEVEL_HELP, view->suggestion.message);
        page_suggestion(page, &view->suggestion);
    }
    text_free(&label);
}

void diag_draw_human(diag_text *out, const diag_view *view, bool color)
{
    diag_grid grid = {0};
    diag_page page = {&grid, view, 0, DIAG_STYLE_ERROR};
    draw_title(&grid, view, DIAG_STYLE_BOLD);
    if (view->placed) {
        page.gutter = decimal_digits(last_line(view));
        draw_placed(&page);
    }
    if (grid.failed)
        out->failed = true;
    else
        grid_write(&grid, out, color);
    text_string(out, "\n");
    grid_free(&grid);
}

void diag_draw_short(diag_text *out, const diag_view *view, bool color)
{
    diag_grid grid = {0};
    const diag_mark *label = NULL;
    size_t i;
    if (view->placed) {
        uint32_t line, column;
        rustg_line_column(view->bytes, view->n_bytes, view->diagnostic->start, &line, &column);
        text_string(out, view->path);
        text_string(out, ":");
        text_number(out, line);
        text_string(out, ":");
        text_number(out, column);
        text_string(out, ": ");
    }
    draw_title(&grid, view, DIAG_STYLE_NONE);
    for (i = 0; i < view->n_marks; i++) {
        if (!view->marks[i].primary || !view->marks[i].label)
            continue;
        grid_append(&grid, 0, label ? ", " : ": ", DIAG_STYLE_NONE);
        grid_append(&grid, 0, diag_view_text(view, view->marks[i].label), DIAG_STYLE_NONE);
        label = &view->marks[i];
    }
    if (grid.failed)
        out->failed = true;
    else
        grid_write(&grid, out, color);
    grid_free(&grid);
}
