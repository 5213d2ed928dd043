/* macro_text.c: writes an expression of expanded text as its user would read it, for the message of a failed
 * assertion. */
#include "sema/macros/macro.h"

typedef VEC(char) text_list;

static void macro_text_put(sema *s, text_list *to, const uint8_t *bytes, uint32_t n)
{
    vec_push_all(s->memory, to, (const char *)bytes, n);
}

static bool macro_same_place(const sema_piece *a, const sema_piece *b)
{
    return a->from == b->from && a->first == b->first && a->last == b->last && a->is_call == b->is_call && !b->copied;
}

/* Where a piece stands in the body that it was written in. */
static sema_span macro_in_body(const sema *s, const sema_piece *p)
{
    return p->var ? s->macros->vars.at[p->var].at : (sema_span){p->from, p->first, p->last};
}

/* Does the user see both without a space? */
static bool macro_is_joined(const sema *s, const sema_piece *a, const sema_piece *b)
{
    sema_span first = macro_in_body(s, a), second = macro_in_body(s, b);
    return first.file == second.file && first.end == second.start;
}

static bool macro_is_comparison(const sema_piece *p, const uint8_t *text)
{
    uint32_t n = p->last - p->first;
    return p->copied && n <= 2 &&
           (text[0] == '<' || text[0] == '>' || (n == 2 && text[1] == '=' && (text[0] == '=' || text[0] == '!')));
}

/* The parentheses of a fragment are shown if an operator there binds tighter than a comparison. */
static bool macro_shows_parens(const sema_file *file, const sema_piece *open, const sema_piece *close, uint32_t start,
                               uint32_t end)
{
    const sema_piece *before = open > file->pieces && open->start > start ? open - 1 : NULL;
    const sema_piece *after = close + 1 < file->pieces + file->n_pieces && close[1].start < end ? close + 1 : NULL;
    return (before && !macro_is_comparison(before, file->bytes + before->start)) ||
           (after && !macro_is_comparison(after, file->bytes + after->start));
}

const char *macro_text(sema *s, sema_span span, uint32_t *n)
{
    while (s->files.at[span.file]->origin == SEMA_FILE_EXPANSION) {
        const sema_file *file = s->files.at[span.file];
        if (span.start < file->first || span.end > file->last)
            break;
        span = (sema_span){file->from, (uint32_t)((int64_t)span.start - file->shift),
                           (uint32_t)((int64_t)span.end - file->shift)};
    }
    const sema_file *file = s->files.at[span.file];
    text_list text = {0};
    if (file->origin != SEMA_FILE_EXPANDED) {
        span = sema_origin(s, span);
        *n = span.end - span.start;
        return (const char *)s->files.at[span.file]->bytes + span.start;
    }
    const sema_piece *end = file->pieces + file->n_pieces, *last = NULL, *hidden = NULL;
    for (const sema_piece *p = file->n_pieces ? macro_piece_at(file, span.start) : end; p < end && p->start < span.end;
         p++) {
        const sema_piece *close = p + 1;
        bool opens = !p->copied && file->bytes[p->start] == '(';
        while (opens && close < end && !macro_same_place(p, close))
            close++;
        if (opens && close < end && !p->is_call && !macro_shows_parens(file, p, close, span.start, span.end)) {
            hidden = close;
            continue;
        }
        if (p == hidden)
            continue;
        if (text.n && !(last && macro_is_joined(s, last, p)))
            vec_push(s->memory, &text, ' ');
        last = p;
        if (opens && p->is_call && close < end) {
            macro_text_put(s, &text, s->files.at[p->from]->bytes + p->first, p->last - p->first);
            p = close;
            continue;
        }
        uint32_t start = p->start > span.start ? p->start : span.start,
                 stop = p + 1 < end && p[1].start < span.end ? p[1].start : span.end;
        if (stop > start && p + 1 < end && stop == p[1].start && file->bytes[stop - 1] == '\n')
            stop--;
        macro_text_put(s, &text, file->bytes + start, stop - start);
    }
    *n = text.n;
    return text.at ? text.at : "";
}
