/* diag_human.c: draws a diagnostic as text, as rustc prints it. */
#include "diagnostics/diag_snippet.h"

#include <stdlib.h>
#include <string.h>

static diag_style diag_own_style(const diag_view *view)
{
    return view->is_warning ? DIAG_STYLE_WARNING : DIAG_STYLE_ERROR;
}

/* The name of a lint is a code in JSON only. */
static void diag_draw_title(diag_grid *grid, const diag_view *view, diag_style message_style)
{
    const diag_style style = diag_own_style(view);
    size_t row = grid->n;
    size_t column = grid_string(grid, row, 0, diag_view_level(view), style);
    if (*view->code >= 'A' && *view->code <= 'Z') {
        column = grid_string(grid, row, column, "[", style);
        column = grid_string(grid, row, column, view->code, style);
        column = grid_string(grid, row, column, "]", style);
    }
    column = grid_string(grid, row, column, ": ", message_style);
    (void)grid_string(grid, row, column, diag_view_text(view, view->message), message_style);
}

/* `= note: ...` below the source. */
static void diag_draw_child(diag_page *page, const diag_child *child)
{
    diag_grid *grid = page->grid;
    size_t row = grid->n, column = grid_string(grid, row, page->gutter + 1, "= ", DIAG_STYLE_FRAME);
    column = grid_string(grid, row, column, diag_level_name(child->level), DIAG_STYLE_BOLD);
    const char *line = diag_view_text(page->view, child->message);
    column = grid_string(grid, row, column, ": ", DIAG_STYLE_NONE);
    (void)grid_string(grid, row, column, line, DIAG_STYLE_NONE);
    while ((line = strchr(line, '\n')) != NULL)
        (void)grid_string(grid, ++row, column, ++line, DIAG_STYLE_NONE);
}

/* `note: ...` at the left, with a source of its own. */
static void diag_draw_heading(diag_page *page, diag_level level, size_t message)
{
    diag_grid *grid = page->grid;
    size_t row = grid->n;
    size_t column =
        grid_string(grid, row, 0, diag_level_name(level), level == DIAG_LEVEL_NOTE ? DIAG_STYLE_NOTE : DIAG_STYLE_HELP);
    column = grid_string(grid, row, column, ": ", DIAG_STYLE_NONE);
    const char *line = diag_view_text(page->view, message);
    (void)grid_string(grid, row, column, line, DIAG_STYLE_NONE);
    while ((line = strchr(line, '\n')) != NULL)
        (void)grid_string(grid, ++row, column, ++line, DIAG_STYLE_NONE);
}

/* The number that the gutter must hold: rustc counts a line feed at the very end of a span, too. */
static uint32_t diag_last_line(const diag_view *view)
{
    uint32_t end = view->diagnostic->end, number, last;
    size_t i;
    for (i = 0; i < view->n_marks; i++)
        end = view->marks[i].end > end ? view->marks[i].end : end;
    for (i = 0; i < view->n_child_marks; i++)
        end = view->child_marks[i].end > end ? view->child_marks[i].end : end;
    number = diag_line_at(view->lines, end).number;
    if (end == view->n_bytes && end > 0 && view->bytes[end - 1] == '\n')
        number++;
    for (i = 0; i < view->n_suggestions; i++) {
        const diag_suggestion *suggestion = &view->suggestions[i];
        if (suggestion->style == DIAG_SUGGEST_HIDDEN || suggestion->style == DIAG_SUGGEST_TOLD)
            continue;
        for (size_t k = 0; k < suggestion->n_patches; k++) {
            uint32_t start = view->patches[suggestion->first_patch + k].start;
            last = diag_line_at(view->lines, start).number;
            number = last > number ? last : number;
        }
    }
    return number;
}

static size_t diag_decimal_digits(uint32_t number)
{
    size_t n = 1;
    while (number >= 10) {
        number /= 10;
        n++;
    }
    return n;
}

/* The source with the marks, and with the suggestion that stands beside its place. */
static void diag_draw_marks(diag_page *page, const diag_suggestion *beside)
{
    const diag_view *view = page->view;
    size_t n_marks = view->n_marks;
    diag_mark *marks = malloc((n_marks + 1) * sizeof *marks), *mark = marks;
    if (!marks) {
        page->grid->failed = true;
        return;
    }
    memcpy(marks, view->marks, n_marks * sizeof *marks);
    if (beside) {
        const diag_patch *patch = &view->patches[beside->first_patch];
        diag_view labelled = *view;
        diag_text label = {0};
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
        text_string(&label, diag_view_text(view, beside->message));
        if (beside->style == DIAG_SUGGEST_BESIDE && patch->text) {
            const char *text = diag_view_text(view, patch->text);
            size_t n = strlen(text);
            while (n > 0 && text[n - 1] == ' ')
                n--;
            while (n > 0 && *text == ' ') {
                text++;
                n--;
            }
            text_string(&label, ": `");
            text_bytes(&label, text, n);
            text_string(&label, "`");
        }
        text_bytes(&label, "", 1);
        page->grid->failed = page->grid->failed || label.failed;
        labelled.strings = label;
        page->view = &labelled;
        page_snippet(page, marks, n_marks);
        page->view = view;
        text_free(&label);
    } else {
        page_snippet(page, marks, n_marks);
    }
    free(marks);
}

static void diag_draw_told(diag_page *page, const diag_suggestion *suggestion)
{
    diag_child told = {.level = DIAG_LEVEL_HELP, .message = suggestion->message};
    diag_draw_child(page, &told);
}

static void diag_draw_placed(diag_page *page)
{
    const diag_view *view = page->view;
    const diag_suggestion *beside = diag_view_beside(view);
    diag_draw_marks(page, beside);
    size_t n_below = view->n_children;
    for (size_t i = 0; i < view->n_suggestions && !beside; i++)
        n_below += view->suggestions[i].style != DIAG_SUGGEST_HIDDEN;
    if (n_below > 0)
        page_bar(page, page->grid->n);
    for (size_t i = 0; i < view->n_children; i++) {
        const diag_child *child = &view->children[i];
        if (child->n_marks == 0) {
            diag_draw_child(page, child);
            continue;
        }
        diag_draw_heading(page, child->level, child->message);
        page->primary = child->level == DIAG_LEVEL_NOTE ? DIAG_STYLE_NOTE : DIAG_STYLE_HELP;
        page_snippet(page, view->child_marks + child->first_mark, child->n_marks);
    }
    for (size_t i = 0; i < view->n_suggestions && !beside; i++) {
        const diag_suggestion *suggestion = &view->suggestions[i];
        if (suggestion->style == DIAG_SUGGEST_TOLD) {
            diag_draw_told(page, suggestion);
        } else if (suggestion->n_patches > 0 && suggestion->style != DIAG_SUGGEST_HIDDEN) {
            diag_draw_heading(page, DIAG_LEVEL_HELP, suggestion->message);
            page_suggestion(page, suggestion);
        }
    }
}

void diag_draw_human(diag_text *out, const diag_view *view, bool color)
{
    diag_grid grid = {0};
    diag_page page = {&grid, view, 0, diag_own_style(view)};
    diag_draw_title(&grid, view, DIAG_STYLE_BOLD);
    if (view->placed) {
        page.gutter = diag_decimal_digits(diag_last_line(view));
        diag_draw_placed(&page);
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
        rustg_lines_find(view->lines, view->diagnostic->start, &line, &column);
        text_string(out, view->path);
        text_string(out, ":");
        text_number(out, line);
        text_string(out, ":");
        text_number(out, column);
        text_string(out, ": ");
    }
    diag_draw_title(&grid, view, DIAG_STYLE_NONE);
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
