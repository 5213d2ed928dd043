/* diag_suggest.c: draws the lines as a suggestion would change them, laid out as rustc 1.95 does. source: rustc's
 * --error-format=human output; annotate-snippets 0.12, which rustc draws with. */
#include "diagnostics/diag_snippet.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_SHOWN = 1 << 14, /* bytes of source: a larger suggestion is told, not shown */
    MAX_PLAIN = 3,       /* more unchanged lines in a row are shown as the first, "..." and the last */
    MAX_WAYS = 4         /* of more the others are counted */
};

/* A patch without what it leaves as it is, and the place of its text in the changed lines. */
typedef struct change {
    uint32_t start, end;
    const char *text;
    size_t n_text;
    size_t from, to;
    bool replaces; /* takes away more than white space */
} change;

typedef struct changes {
    change *rows;
    size_t n;
    uint32_t low, high; /* the patches as given */
    diag_line first;    /* the line of low */
    diag_text complete; /* the changed lines */
    bool deletes;
} changes;

static void diag_trim(const char **text, size_t *n)
{
    size_t start = 0, end = 0, pos = 0;
    uint32_t length;
    bool seen = false;
    for (; pos < *n; pos += length) {
        if (diag_is_space(text_char_at(*text, *n, pos, &length)))
            continue;
        if (!seen)
            start = pos;
        seen = true;
        end = pos + length;
    }
    *text += start;
    *n = end - start;
}

/* Whether `after` is `before` with something put in at one place: before the first *n_prefix and the last *n_suffix
 * bytes. */
static bool diag_is_insertion(const char *before, size_t n_before, const char *after, size_t n_after, size_t *n_prefix,
                              size_t *n_suffix)
{
    size_t n = 0;
    *n_prefix = *n_suffix = 0;
    if (n_after < n_before)
        return false;
    if (memcmp(before, after, n_before) == 0) {
        *n_prefix = n_before;
        return true;
    }
    if (memcmp(before, after + n_after - n_before, n_before) == 0) {
        *n_suffix = n_before;
        return true;
    }
    while (n < n_before && before[n] == after[n])
        n++;
    while (n > 0 && n < n_before && ((uint8_t)before[n] & 0xC0) == 0x80)
        n--;
    *n_prefix = n;
    *n_suffix = n_before - n;
    return memcmp(before + n, after + n_after - *n_suffix, *n_suffix) == 0;
}

static void diag_add_change(changes *all, const diag_view *view, const diag_patch *patch)
{
    change *row = &all->rows[all->n];
    diag_text before = {0};
    size_t n_prefix, n_suffix, n_old, n_new;
    const char *old_text, *new_text;
    row->text = diag_view_text(view, patch->text);
    row->n_text = strlen(row->text);
    row->start = patch->start;
    row->end = patch->end;
    text_source(&before, view->bytes + patch->start, patch->end - patch->start);
    old_text = before.data ? before.data : "";
    n_old = before.n;
    /* Prefix and suffix count bytes with CR LF as LF; where there is a CR the patch stays as it is. */
    if (n_old == patch->end - patch->start &&
        diag_is_insertion(old_text, n_old, row->text, row->n_text, &n_prefix, &n_suffix)) {
        row->start += (uint32_t)n_prefix;
        row->end -= (uint32_t)n_suffix;
        row->text += n_prefix;
        row->n_text -= n_prefix + n_suffix;
        old_text += n_prefix;
        n_old -= n_prefix + n_suffix;
    } else if (n_old != patch->end - patch->start && n_old < row->n_text &&
               memcmp(old_text, row->text + row->n_text - n_old, n_old) == 0) {
        row->end = row->start;
        row->n_text -= n_old;
        n_old = 0;
    }
    new_text = row->text;
    n_new = row->n_text;
    diag_trim(&old_text, &n_old);
    diag_trim(&new_text, &n_new);
    row->replaces = n_old > 0;
    if (n_old > 0 && (n_new == 0 || !diag_is_insertion(old_text, n_old, new_text, n_new, &n_prefix, &n_suffix)))
        all->deletes = true;
    text_free(&before);
    all->n++;
}

/* The patches of a way, by their places. */
static size_t diag_sorted_patches(const diag_patch **sorted, const diag_view *view, const diag_suggestion *suggestion,
                                  size_t way)
{
    size_t n = 0, i, to;
    for (i = 0; i < suggestion->n_patches; i++) {
        const diag_patch *patch = &view->patches[suggestion->first_patch + i];
        if (patch->way != way)
            continue;
        for (to = n++; to > 0 && sorted[to - 1]->start > patch->start; to--)
            sorted[to] = sorted[to - 1];
        sorted[to] = patch;
    }
    return n;
}

static bool diag_make_changes(changes *all, const diag_view *view, const diag_patch *const *patches, size_t n_patches)
{
    size_t i, pos;
    diag_line last;
    all->low = patches[0]->start;
    all->high = patches[n_patches - 1]->end;
    all->first = diag_line_at(view->lines, all->low);
    last = diag_line_at(view->lines, all->high);
    if (last.end - all->first.start > MAX_SHOWN)
        return false;
    for (i = 0; i < n_patches; i++)
        diag_add_change(all, view, patches[i]);
    pos = all->first.start;
    for (i = 0; i < all->n; i++) {
        change *row = &all->rows[i];
        if (row->start < pos)
            return false;
        text_source(&all->complete, view->bytes + pos, row->start - pos);
        row->from = all->complete.n;
        text_bytes(&all->complete, row->text, row->n_text);
        row->to = all->complete.n;
        pos = row->end;
    }
    last = diag_line_at(view->lines, pos);
    if (last.end > pos)
        text_source(&all->complete, view->bytes + pos, last.end - pos);
    while (all->complete.n > 0 && all->complete.data[all->complete.n - 1] == '\n')
        all->complete.n--;
    return !all->complete.failed && (all->complete.n > 0 || all->deletes);
}

/* Whether the new text of a patch reaches into a line: one that ends with a line feed does not reach the next line. */
static bool diag_suggest_reaches(const changes *all, const change *row, size_t start, size_t end)
{
    return row->from <= end &&
           (row->to > start || (row->to == start && (row->to == row->from || all->complete.data[row->to - 1] != '\n')));
}

static bool diag_is_changed(const changes *all, size_t start, size_t end)
{
    size_t i;
    for (i = 0; i < all->n; i++)
        if (diag_suggest_reaches(all, &all->rows[i], start, end))
            return true;
    return false;
}

/* Whether the only change is an attribute on a line of its own; then what follows is shown, too. */
static bool diag_suggest_is_attribute(const changes *all)
{
    const change *row = &all->rows[0];
    return all->n == 1 && row->n_text > 3 && row->start == row->end && memcmp(row->text, "#[", 2) == 0 &&
           memcmp(row->text + row->n_text - 2, "]\n", 2) == 0;
}

/* Whether a line is new as a whole. rustc compares columns with bytes, so only ASCII lines can be. */
static bool diag_is_all_new(const changes *all, size_t start, size_t end)
{
    size_t i, pos, n_touching = 0;
    bool covered = false;
    for (i = 0; i < all->n; i++) {
        if (!diag_suggest_reaches(all, &all->rows[i], start, end))
            continue;
        n_touching++;
        covered = all->rows[i].from <= start && all->rows[i].to >= end;
    }
    for (pos = start; pos < end; pos++)
        if ((uint8_t)all->complete.data[pos] >= 0x80 || all->complete.data[pos] == '\t')
            return false;
    return covered && n_touching == 1 && end > start;
}

/* Whether the complete text is new at a byte; *until: up to where it is the same, if before. */
static bool diag_suggest_is_new(const changes *all, size_t at, size_t *until)
{
    bool is_new = false;
    for (size_t i = 0; i < all->n; i++) {
        const change *row = &all->rows[i];
        is_new |= at >= row->from && at < row->to;
        if (row->from > at && row->from < *until)
            *until = row->from;
        if (row->to > at && row->to < *until)
            *until = row->to;
    }
    return is_new;
}

/* One of the changed lines, start..end in the complete text. */
static void diag_draw_new(diag_page *page, const changes *all, size_t row, uint32_t number, const char *sign,
                          size_t start, size_t end)
{
    diag_grid *grid = page->grid;
    size_t pos = start, column = page->gutter + 3, until, n_plain, i;
    uint32_t length;
    page_number(page, row, number);
    (void)grid_string(grid, row, page->gutter + 1, sign, *sign == '|' ? DIAG_STYLE_FRAME : DIAG_STYLE_ADDED);
    while (pos < end) {
        until = end;
        diag_style style = diag_suggest_is_new(all, pos, &until) ? DIAG_STYLE_ADDED : DIAG_STYLE_NONE;
        n_plain = grid_plain(grid, row, column, all->complete.data + pos, until - pos, style);
        pos += n_plain;
        column += n_plain;
        if (pos == until)
            continue;
        uint32_t c = text_char_at(all->complete.data, end, pos, &length);
        pos += length;
        for (i = 0; i < (c == '\t' ? 4 : 1); i++)
            if (c == '\t' || diag_char_shown(c))
                grid_put(grid, row, column++, c == '\t' ? ' ' : diag_char_shown(c), style);
    }
}

static void diag_draw_old(diag_page *page, const changes *all, size_t row, const diag_line *line)
{
    const diag_view *view = page->view;
    size_t pos = line->start, column = page->gutter + 3, i, j;
    uint32_t length;
    page_number(page, row, line->number);
    (void)grid_string(page->grid, row, page->gutter + 1, "- ", DIAG_STYLE_REMOVED);
    while (pos < line->end) {
        uint32_t c = diag_char_at(view->bytes, view->n_bytes, pos, &length);
        diag_style style = DIAG_STYLE_NONE;
        for (j = 0; j < all->n; j++)
            if (pos >= all->rows[j].start && pos < all->rows[j].end)
                style = DIAG_STYLE_REMOVED;
        pos += length;
        for (i = 0; i < (c == '\t' ? 4 : 1); i++)
            if (c == '\t' || diag_char_shown(c))
                grid_put(page->grid, row, column++, c == '\t' ? ' ' : diag_char_shown(c), style);
    }
}

static size_t diag_text_columns(const char *text, size_t n)
{
    size_t pos = 0, column = 0;
    uint32_t length;
    while (pos < n) {
        column += diag_char_width(text_char_at(text, n, pos, &length));
        pos += length;
    }
    return column;
}

/* `+` below what is new, `~` below what replaces. */
static void diag_draw_below(diag_page *page, const changes *all, size_t row)
{
    const diag_view *view = page->view;
    size_t added = 0, i, p;
    for (i = 0; i < all->n; i++) {
        const change *one = &all->rows[i];
        const char *text = one->text;
        size_t n = one->n_text, lead, old_columns, start, columns;
        diag_text before = {0};
        text_source(&before, view->bytes + all->first.start, one->start - all->first.start);
        start = diag_text_columns(before.data ? before.data : "", before.n) + added;
        text_free(&before);
        text_source(&before, view->bytes + one->start, one->end - one->start);
        old_columns = diag_text_columns(before.data ? before.data : "", before.n);
        text_free(&before);
        diag_trim(&text, &n);
        lead = n > 0 ? (size_t)(text - one->text) : 0;
        columns = n > 0 ? diag_text_columns(text, n) : diag_text_columns(one->text, one->n_text);
        for (p = 0; p < columns; p++)
            grid_put(page->grid, row, page->gutter + 3 + start + lead + p, one->replaces ? '~' : '+', DIAG_STYLE_ADDED);
        added += diag_text_columns(one->text, one->n_text) - old_columns;
    }
}

static size_t diag_draw_several(diag_page *page, const changes *all, size_t row)
{
    const char *text = all->complete.data;
    size_t start = 0, end, plain_start = 0, n_plain = 0, n = all->complete.n;
    uint32_t number = all->first.number;
    for (; start <= n; start = end + 1, number++) {
        const char *feed = start < n ? memchr(text + start, '\n', n - start) : NULL;
        size_t p, q, k;
        end = feed ? (size_t)(feed - text) : n;
        bool is_blank = start == end && start > 0; /* shown only between others */
        if (is_blank || !diag_is_changed(all, start, end)) {
            if (n_plain++ == 0)
                plain_start = start;
            continue;
        }
        for (p = plain_start, k = 0; k < n_plain; k++, p = q + 1) {
            q = p + strcspn(text + p, "\n");
            if (n_plain > MAX_PLAIN && k > 0 && k + 1 < n_plain) {
                if (k == 1)
                    (void)grid_string(page->grid, row++, page->gutter > 3 ? page->gutter - 3 : 0, "...",
                                      DIAG_STYLE_FRAME);
                continue;
            }
            diag_draw_new(page, all, row++, number - (uint32_t)(n_plain - k), "|", p, q);
        }
        n_plain = 0;
        diag_draw_new(page, all, row++, number, diag_is_all_new(all, start, end) ? "+ " : "~ ", start, end);
    }
    if (n_plain > 0 && diag_suggest_is_attribute(all))
        diag_draw_new(page, all, row++, number - (uint32_t)n_plain, "|", plain_start,
                      plain_start + strcspn(text + plain_start, "\n"));
    return row;
}

/* Whether the new text is all that the line holds: then there is nothing to point at. */
static bool diag_suggest_is_whole(const changes *all)
{
    const char *text = all->rows[0].text, *line = all->complete.data;
    size_t n_text = all->rows[0].n_text, n_line = all->complete.n;
    diag_trim(&text, &n_text);
    diag_trim(&line, &n_line);
    return all->n == 1 && n_text == n_line && memcmp(text, line, n_text) == 0;
}

/* Whether nothing is left of a line but white space. */
static bool diag_suggest_is_blank(const changes *all)
{
    const char *text = all->complete.data;
    size_t n = all->complete.n;
    if (n > 0)
        diag_trim(&text, &n);
    return n == 0;
}

static void diag_draw_changes(diag_page *page, const changes *all)
{
    diag_grid *grid = page->grid;
    const size_t n = all->complete.n;
    size_t row = grid->n;
    if (n > 0 && memchr(all->complete.data, '\n', n)) {
        row = diag_draw_several(page, all, row);
        page_bar(page, row);
    } else if (all->deletes) {
        diag_line line = all->first;
        do {
            diag_draw_old(page, all, row++, &line);
        } while (line.end < all->high && diag_line_next(page->view->lines, &line));
        if (!diag_suggest_is_blank(all))
            diag_draw_new(page, all, row++, all->first.number, "+ ", 0, n);
        page_bar(page, row);
    } else {
        diag_draw_new(page, all, row++, all->first.number, "| ", 0, n);
        page_bar(page, row);
        if (!diag_suggest_is_whole(all))
            diag_draw_below(page, all, row);
    }
}

void page_suggestion(diag_page *page, const diag_suggestion *suggestion)
{
    diag_grid *grid = page->grid;
    size_t n = suggestion->n_patches;
    const diag_patch **patches = malloc(n * sizeof *patches);
    change *rows = malloc(n * sizeof *rows);
    page_bar(page, grid->n);
    if (!patches || !rows)
        grid->failed = true;
    for (size_t way = 0; !grid->failed && way < suggestion->n_ways && way < MAX_WAYS; way++) {
        changes all = {.rows = rows};
        size_t n_of_way = diag_sorted_patches(patches, page->view, suggestion, way);
        if (n_of_way > 0 && diag_make_changes(&all, page->view, patches, n_of_way))
            diag_draw_changes(page, &all);
        text_free(&all.complete);
    }
    if (suggestion->n_ways > MAX_WAYS) {
        size_t row = grid->n, n_more = suggestion->n_ways - MAX_WAYS;
        size_t column = grid_string(grid, row, page->gutter + 1, "= ", DIAG_STYLE_FRAME);
        column = grid_string(grid, row, column, "and ", DIAG_STYLE_NONE);
        column = grid_number(grid, row, column, n_more, DIAG_STYLE_NONE);
        (void)grid_string(grid, row, column, n_more == 1 ? " other candidate" : " other candidates", DIAG_STYLE_NONE);
    }
    free(patches);
    free(rows);
}
