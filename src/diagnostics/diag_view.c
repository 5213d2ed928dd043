/* diag_view.c: see diag_view.h. */
#include "diagnostics/diag_view_build.h"

#include <string.h>

const char *diag_level_name(diag_level level)
{
    switch (level) {
    case DIAG_LEVEL_NOTE: return "note";
    case DIAG_LEVEL_HELP: return "help";
    case DIAG_LEVEL_WARNING: break;
    }
    return "warning";
}

const char *diag_view_level(const diag_view *view)
{
    return view->is_warning ? "warning" : "error";
}

static bool diag_has_place(const diag_view *view)
{
    const rustg_diagnostic *d = view->diagnostic;
    return view->bytes && d->start <= d->end && d->end <= view->n_bytes && d->argument_end <= view->n_bytes &&
           !diag_part_is_there(d, RUSTG_PART_PLACELESS);
}

static void diag_add_kind_child(diag_view *view, diag_level level, const char *format)
{
    if (!*format)
        return;
    size_t text = view_begin_text(view);
    diag_message(&view->strings, view->diagnostic, format, view->path, view->bytes, view->n_bytes);
    if (view_begin_text(view) > text)
        view_add_child_text(view, level, view_end_text(view, text));
}

bool diag_view_make(diag_view *view, const rustg_diagnostic *diagnostic, const char *path, rustg_lines *lines)
{
    const rustg_diagnostic *d = diagnostic;
    const char *label = diag_kind_label(d->kind);
    size_t text, i;
    memset(view, 0, sizeof *view);
    view->diagnostic = d;
    view->path = path ? path : "";
    view->lines = lines;
    view->bytes = lines->bytes;
    view->n_bytes = lines->n_bytes;
    view->code = rustg_diagnostic_code(d->kind);
    text_bytes(&view->strings, "\0", 2); /* no text and DIAG_EMPTY_TEXT */
    text = view_begin_text(view);
    diag_message(&view->strings, d, diag_kind_message(d->kind), path, view->bytes, view->n_bytes);
    view->message = view_end_text(view, text);
    view->is_warning = diag_part_is_there(d, RUSTG_PART_IS_WARNING);
    view->placed = diag_has_place(view);
    if (!view->placed)
        return !view->strings.failed;
    if (*label) {
        text = view_begin_text(view);
        diag_message(&view->strings, d, label, path, view->bytes, view->n_bytes);
        view_add_mark(view, d->start, d->end, view_end_text(view, text));
    }
    diag_add_kind_child(view, DIAG_LEVEL_NOTE, diag_kind_note(d->kind));
    view_of_parts(view);
    diag_add_kind_child(view, DIAG_LEVEL_HELP, diag_kind_help(d->kind));
    for (i = 0; i < view->n_marks; i++)
        if (view->marks[i].primary)
            break;
    if (i == view->n_marks)
        view_add_mark(view, d->start, d->end, 0);
    view_order_marks(view->marks, view->n_marks);
    for (i = 0; i < view->n_children; i++)
        if (view->children[i].n_marks)
            view_order_marks(view->child_marks + view->children[i].first_mark, view->children[i].n_marks);
    return !view->strings.failed;
}
