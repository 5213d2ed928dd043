/* diag_parts.c: adds the parts of a diagnostic to its view. */
#include "diagnostics/diag_view_build.h"

#include <string.h>

const char *diag_part_text(const rustg_diagnostic *diagnostic, uint32_t index)
{
    for (uint32_t i = 0; i < diagnostic->n_parts; i++)
        if (diagnostic->parts[i].kind == RUSTG_PART_TEXT && index-- == 0)
            return diagnostic->parts[i].text;
    return "";
}

bool diag_part_is_there(const rustg_diagnostic *diagnostic, rustg_part_kind kind)
{
    uint32_t i = 0;
    while (i < diagnostic->n_parts && diagnostic->parts[i].kind != (uint32_t)kind)
        i++;
    return i < diagnostic->n_parts;
}

static bool diag_is_here(const diag_view *view, const rustg_diagnostic_part *part)
{
    return part->file == view->diagnostic->file && part->start <= part->end && part->end <= view->n_bytes;
}

static size_t diag_label_text(diag_view *view, const char *label)
{
    return *label ? view_add_text(view, label) : DIAG_EMPTY_TEXT;
}

/* Adds a note or help, without its place if that lies in another file. */
static void diag_add_child(diag_view *view, diag_level level, const rustg_diagnostic_part *part, bool placed)
{
    view_add_child(view, level, part->text);
    if (placed && *part->text && diag_is_here(view, part))
        view_add_child_mark(view, part->start, part->end, true, 0);
}

static void diag_add_child_place(diag_view *view, const rustg_diagnostic_part *part)
{
    bool primary = part->kind == RUSTG_PART_NOTE_PRIMARY;
    if (diag_is_here(view, part) && view->n_children > 0 && view->children[view->n_children - 1].n_marks > 0)
        view_add_child_mark(view, part->start, part->end, primary,
                            primary && !*part->text ? 0 : diag_label_text(view, part->text));
}

static void diag_parts_add_patch(diag_view *view, const rustg_diagnostic_part *part)
{
    if (diag_is_here(view, part))
        view_add_patch(view, part->start, part->end, view_add_text(view, part->patch));
}

/* Adds nothing for a suggestion of another file, since all its patches are of that file too. */
static void diag_add_suggestion(diag_view *view, const rustg_diagnostic_part *part, diag_style_of_suggestion style)
{
    if (!diag_is_here(view, part))
        return;
    if (*part->text) {
        view_suggest(view, part->text, view_maybe_incorrect);
        view_suggest_style(view, style);
    }
    diag_parts_add_patch(view, part);
}

static const char *diag_applicability_named(const char *name)
{
    static const char *const names[] = {"MachineApplicable", "MaybeIncorrect", "HasPlaceholders", "Unspecified"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return names[i];
    return view_maybe_incorrect;
}

/* Puts the label of the error's own place at this turn among the others, and removes one that the place had before. */
static void diag_label_primary(diag_view *view, size_t label)
{
    const rustg_diagnostic *d = view->diagnostic;
    for (size_t i = 0; i < view->n_marks; i++)
        if (view->marks[i].start == d->start && view->marks[i].end == d->end) {
            view->n_marks--;
            memmove(view->marks + i, view->marks + i + 1, (view->n_marks - i) * sizeof *view->marks);
            break;
        }
    view_add_mark(view, d->start, d->end, label);
}

void view_of_parts(diag_view *view)
{
    const rustg_diagnostic *d = view->diagnostic;
    size_t kind_label = view->n_marks > 0 && view->marks[0].primary ? view->marks[0].label : 0;
    for (uint32_t i = 0; i < d->n_parts; i++) {
        const rustg_diagnostic_part *part = &d->parts[i];
        switch ((rustg_part_kind)part->kind) {
        case RUSTG_PART_TEXT:
        case RUSTG_PART_PLACELESS:
        case RUSTG_PART_IS_WARNING: break;
        case RUSTG_PART_PRIMARY_LABEL: diag_label_primary(view, view_add_text(view, part->text)); break;
        case RUSTG_PART_LABEL:
            if (diag_is_here(view, part))
                view_add_mark(view, part->start, part->end, diag_label_text(view, part->text));
            break;
        case RUSTG_PART_PRIMARY:
            if (part->start == d->start && part->end == d->end && part->file == d->file) {
                diag_label_primary(view, kind_label);
            } else if (diag_is_here(view, part)) {
                view_add_mark(view, part->start, part->end, view_add_text(view, part->text));
                view_mark_is_primary(view);
            }
            break;
        case RUSTG_PART_NOTE: diag_add_child(view, DIAG_LEVEL_NOTE, part, false); break;
        case RUSTG_PART_NOTE_AT: diag_add_child(view, DIAG_LEVEL_NOTE, part, true); break;
        case RUSTG_PART_HELP: diag_add_child(view, DIAG_LEVEL_HELP, part, false); break;
        case RUSTG_PART_WARNING: diag_add_child(view, DIAG_LEVEL_WARNING, part, false); break;
        case RUSTG_PART_HELP_AT: diag_add_child(view, DIAG_LEVEL_HELP, part, true); break;
        case RUSTG_PART_NOTE_LABEL:
        case RUSTG_PART_NOTE_PRIMARY: diag_add_child_place(view, part); break;
        case RUSTG_PART_SUGGESTION: diag_add_suggestion(view, part, DIAG_SUGGEST_APART); break;
        case RUSTG_PART_SUGGESTION_BESIDE: diag_add_suggestion(view, part, DIAG_SUGGEST_BESIDE); break;
        case RUSTG_PART_SUGGESTION_MARKED: diag_add_suggestion(view, part, DIAG_SUGGEST_BESIDE_TOLD); break;
        case RUSTG_PART_SUGGESTION_HIDDEN: diag_add_suggestion(view, part, DIAG_SUGGEST_HIDDEN); break;
        case RUSTG_PART_SUGGESTION_TOLD: diag_add_suggestion(view, part, DIAG_SUGGEST_TOLD); break;
        case RUSTG_PART_ALTERNATIVE:
            view_another_way(view);
            diag_parts_add_patch(view, part);
            break;
        case RUSTG_PART_APPLICABILITY:
            if (view->n_suggestions > 0)
                view->suggestions[view->n_suggestions - 1].applicability = diag_applicability_named(part->text);
            break;
        }
    }
}
