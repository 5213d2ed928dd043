/* diag_view_rows.c: adds marks, notes and suggestions to a view. */
#include "diagnostics/diag_view_build.h"

#include <stdlib.h>
#include <string.h>

const char view_maybe_incorrect[] = "MaybeIncorrect";

const char *diag_view_text(const diag_view *view, size_t text)
{
    return view->strings.data ? view->strings.data + text : "";
}

size_t view_begin_text(const diag_view *view)
{
    return view->strings.n;
}

size_t view_end_text(diag_view *view, size_t text)
{
    text_bytes(&view->strings, "", 1);
    return text;
}

size_t view_add_text(diag_view *view, const char *string)
{
    size_t text = view_begin_text(view);
    if (!*string)
        return 0;
    text_string(&view->strings, string);
    return view_end_text(view, text);
}

/* Room for one row more; false when memory runs out. */
static bool diag_view_rows_has_room(diag_view *view, void **rows, size_t n, size_t *room, size_t size)
{
    if (n < *room)
        return true;
    size_t more = *room ? 2 * *room : 8;
    void *grown = realloc(*rows, more * size);
    if (!grown) {
        view->strings.failed = true;
        return false;
    }
    *rows = grown;
    *room = more;
    return true;
}

#define ROW(name, view, type, rows, n, room)                                                                           \
    static type *name(diag_view *view)                                                                                 \
    {                                                                                                                  \
        void *all = view->rows;                                                                                        \
        bool fits = diag_view_rows_has_room(view, &all, view->n, &view->room, sizeof(type));                           \
        view->rows = (type *)all;                                                                                      \
        return fits ? memset(&view->rows[view->n++], 0, sizeof(type)) : NULL;                                          \
    }

ROW(new_mark, view, diag_mark, marks, n_marks, mark_room)
ROW(new_child, view, diag_child, children, n_children, child_room)
ROW(new_child_mark, view, diag_mark, child_marks, n_child_marks, child_mark_room)
ROW(new_suggestion, view, diag_suggestion, suggestions, n_suggestions, suggestion_room)
ROW(new_patch, view, diag_patch, patches, n_patches, patch_room)

void view_add_mark(diag_view *view, uint32_t start, uint32_t end, size_t label)
{
    diag_mark *mark = new_mark(view);
    if (!mark)
        return;
    mark->start = start;
    mark->end = end;
    mark->primary = start == view->diagnostic->start && end == view->diagnostic->end;
    mark->label = label;
}

void view_mark_is_primary(diag_view *view)
{
    if (view->n_marks > 0)
        view->marks[view->n_marks - 1].primary = true;
}

void view_add_child_text(diag_view *view, diag_level level, size_t message)
{
    diag_child *child = new_child(view);
    if (!child)
        return;
    child->level = level;
    child->message = message;
    child->first_mark = view->n_child_marks;
}

void view_add_child(diag_view *view, diag_level level, const char *message)
{
    if (*message)
        view_add_child_text(view, level, view_add_text(view, message));
}

void view_add_child_mark(diag_view *view, uint32_t start, uint32_t end, bool primary, size_t label)
{
    if (view->n_children == 0)
        return;
    diag_child *child = &view->children[view->n_children - 1];
    for (size_t i = 0; label && i < child->n_marks; i++) {
        diag_mark *own = &view->child_marks[child->first_mark + i];
        if (own->primary && own->start == start && own->end == end) {
            primary = true;
            if (!own->label) { /* labels are ordered as they come */
                memmove(own, own + 1, (child->n_marks - i - 1) * sizeof *own);
                child->n_marks--;
                view->n_child_marks--;
                break;
            }
        }
    }
    diag_mark *mark = new_child_mark(view);
    if (!mark)
        return;
    mark->start = start;
    mark->end = end;
    mark->primary = primary;
    mark->label = label;
    child->n_marks++;
}

static void view_suggest_text(diag_view *view, size_t message, const char *applicability)
{
    diag_suggestion *suggestion = new_suggestion(view);
    if (!suggestion)
        return;
    suggestion->message = message;
    suggestion->applicability = applicability;
    suggestion->first_patch = view->n_patches;
    suggestion->n_ways = 1;
}

void view_suggest(diag_view *view, const char *message, const char *applicability)
{
    view_suggest_text(view, view_add_text(view, message), applicability);
}

void view_suggest_style(diag_view *view, diag_style_of_suggestion style)
{
    if (view->n_suggestions > 0)
        view->suggestions[view->n_suggestions - 1].style = style;
}

void view_another_way(diag_view *view)
{
    if (view->n_suggestions > 0)
        view->suggestions[view->n_suggestions - 1].n_ways++;
}

void view_add_patch(diag_view *view, uint32_t start, uint32_t end, size_t text)
{
    if (view->n_suggestions == 0)
        return;
    diag_patch *patch = new_patch(view);
    if (!patch)
        return;
    diag_suggestion *suggestion = &view->suggestions[view->n_suggestions - 1];
    patch->start = start;
    patch->end = end;
    patch->text = text;
    patch->way = suggestion->n_ways - 1;
    suggestion->n_patches++;
}

const diag_suggestion *diag_view_beside(const diag_view *view)
{
    const diag_suggestion *one = view->suggestions;
    if (view->n_suggestions != 1 || one->n_patches != 1)
        return NULL;
    return one->style == DIAG_SUGGEST_BESIDE || one->style == DIAG_SUGGEST_BESIDE_TOLD ? one : NULL;
}

void view_order_marks(diag_mark *marks, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        diag_mark mark = marks[i];
        size_t to = i;
        for (; mark.label && to > 0 && !marks[to - 1].label; to--)
            marks[to] = marks[to - 1];
        marks[to] = mark;
    }
}

void diag_view_free(diag_view *view)
{
    text_free(&view->strings);
    free(view->marks);
    free(view->children);
    free(view->child_marks);
    free(view->suggestions);
    free(view->patches);
}
