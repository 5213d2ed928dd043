/* diag_sema.c: what the parts of a diagnostic add to its view: errors of names, types and borrows. */
#include "diagnostics/diag_view_build.h"

#include <string.h>

const char *diag_part_text(const rustg_diagnostic *diagnostic, uint32_t index)
{
    for (uint32_t i = 0; i < diagnostic->n_parts; i++)
        if (diagnostic->parts[i].kind == RUSTG_PART_TEXT && index-- == 0)
            return diagnostic->parts[i].text;
    return "";
}

static bool is_here(const diag_view *view, const rustg_diagnostic_part *part)
{
    return part->file == view->diagnostic->file && part->start <= part->end && part->end <= view->n_bytes;
}

static void add_child(diag_view *view, diag_level level, const rustg_diagnostic_part *part, bool placed)
{
    if (view->n_children == DIAG_MAX_CHILDREN || !*part->text)
        return;
    view_add_child(view, level, part->text);
    if (placed) {
        diag_child *child = &view->children[view->n_children - 1];
        child->placed = true;
        child->start = part->start;
        child->end = part->end;
    }
}

static void add_suggestion(diag_view *view, const rustg_diagnostic_part *part)
{
    diag_suggestion *suggestion = &view->suggestion;
    if (suggestion->n_patches == DIAG_MAX_PATCHES || !is_here(view, part))
        return;
    if (suggestion->n_patches == 0)
        view_suggest(view, part->text, view_maybe_incorrect);
    else if (*part->text) /* a further suggestion; a further patch of the first has no text */
        return;
    view_add_patch(view, part->start, part->end, view_add_text(view, part->patch));
}

void view_of_parts(diag_view *view)
{
    const rustg_diagnostic *d = view->diagnostic;
    for (uint32_t i = 0; i < d->n_parts; i++) {
        const rustg_diagnostic_part *part = &d->parts[i];
        switch ((rustg_part_kind)part->kind) {
        case RUSTG_PART_TEXT: break;
        case RUSTG_PART_PRIMARY_LABEL:
            if (view->n_marks > 0 && view->marks[0].primary)
                view->marks[0].label = view_add_text(view, part->text);
            else
                view_add_mark(view, d->start, d->end, view_add_text(view, part->text));
            break;
        case RUSTG_PART_LABEL:
            if (is_here(view, part) && view->n_marks < DIAG_MAX_MARKS - 1)
                view_add_mark(view, part->start, part->end, view_add_text(view, part->text));
            break;
        case RUSTG_PART_NOTE: add_child(view, DIAG_LEVEL_NOTE, part, false); break;
        case RUSTG_PART_NOTE_AT: add_child(view, DIAG_LEVEL_NOTE, part, is_here(view, part)); break;
        case RUSTG_PART_HELP: add_child(view, DIAG_LEVEL_HELP, part, false); break;
        case RUSTG_PART_SUGGESTION: add_suggestion(view, part); break;
        }
    }
}
