/* macro_place.c: keeps marks, and finds from a place in expanded text the place that the user wrote. */
#include "sema/macros/macro.h"
#include "rustg/diagnostic_kind.h"

#include <stdarg.h>
#include <stdio.h>

const sema_piece *macro_piece_at(const sema_file *file, uint32_t byte)
{
    uint32_t low = 0, high = file->n_pieces;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (file->pieces[middle].start <= byte)
            low = middle;
        else
            high = middle;
    }
    return file->n_pieces ? &file->pieces[low] : NULL;
}

/* Bytes [start, end) of one piece. */
static sema_span macro_piece_span(const sema_piece *p, uint32_t start, uint32_t end)
{
    sema_span span = {p->from, p->first, p->last};
    if (p->copied) {
        span.end = p->first + (end - p->start);
        span.start = p->first + (start - p->start);
        span.end = span.end < p->last ? span.end : p->last;
        span.start = span.start < p->last ? span.start : p->last;
    }
    return span;
}

static bool macro_place_join(const macro_place *first, const macro_place *last, macro_place *both)
{
    if (first->mark != last->mark || first->at.file != last->at.file || first->at.start > last->at.end)
        return false;
    both->mark = first->mark;
    both->at = (sema_span){first->at.file, first->at.start, last->at.end};
    return true;
}

/* Joins two spans as rustc does. Spans of one context are one stretch. A variable's place in the body stands in for
 * what it brought. Otherwise the place that a macro wrote is told. */
static macro_place macro_expanded_place(const sema *s, const sema_file *file, sema_span span)
{
    const sema_piece *a = macro_piece_at(file, span.start);
    const sema_piece *b = macro_piece_at(file, span.end > span.start ? span.end - 1 : span.start);
    macro_place none = {{0, 0, 0}, 0}, both = none;
    if (!a)
        return none;
    while (a->is_call && b->is_call && a + 1 < b) { /* what a call stands for, without the parentheses around it */
        span.start = (++a)->start;
        span.end = (b--)->start;
    }
    macro_place first = {macro_piece_span(a, span.start, a == b ? span.end : UINT32_MAX), a->mark};
    if (a == b)
        return first;
    macro_place last = {macro_piece_span(b, b->start, span.end), b->mark};
    const macro_place *vars = s->macros->vars.at;
    if (a->var == b->var && macro_place_join(&first, &last, &both))
        return both;
    if (macro_place_join(a->var ? &vars[a->var] : &first, b->var ? &vars[b->var] : &last, &both) ||
        macro_place_join(&first, &last, &both))
        return both;
    return first.mark || !last.mark ? first : last;
}

macro_place macro_place_of(const sema *s, sema_span span)
{
    while (span.file < s->files.n) {
        const sema_file *file = s->files.at[span.file];
        if (file->origin == SEMA_FILE_EXPANDED)
            return macro_expanded_place(s, file, span);
        if (file->origin != SEMA_FILE_EXPANSION)
            break;
        bool inside = file->last > file->first && span.start >= file->first && span.end <= file->last;
        if (!inside) {
            const sema_piece *p = macro_piece_at(file, span.start);
            const bool is_of_piece = p && p->from && p->start <= span.start &&
                                     p == macro_piece_at(file, span.end > span.start ? span.end - 1 : span.start);
            span = is_of_piece ? (sema_span){p->from, p->first, p->last} : file->call;
            continue;
        }
        span.start = (uint32_t)((int64_t)span.start - file->shift);
        span.end = (uint32_t)((int64_t)span.end - file->shift);
        span.file = file->from;
    }
    return (macro_place){span, 0};
}

/* The mark of the name that begins at a byte. */
static uint32_t macro_mark_at(const sema *s, uint32_t file, uint32_t byte)
{
    while (s->files.at[file]->origin == SEMA_FILE_EXPANSION) {
        const sema_file *f = s->files.at[file];
        bool inside = byte >= f->first && byte < f->last;
        byte = inside ? (uint32_t)((int64_t)byte - f->shift) : f->call.start;
        file = inside ? f->from : f->call.file;
    }
    const sema_piece *p = macro_piece_at(s->files.at[file], byte);
    return p ? p->mark : 0;
}

uint32_t macro_nest_of(const sema *s, sema_span span)
{
    while (span.file < s->files.n && s->files.at[span.file]->origin == SEMA_FILE_EXPANSION) {
        const sema_file *file = s->files.at[span.file];
        bool inside = file->last > file->first && span.start >= file->first && span.end <= file->last;
        sema_span there = {file->from, (uint32_t)((int64_t)span.start - file->shift), 0};
        there.end = there.start;
        span = inside ? there : file->call;
    }
    const sema_piece *p = macro_piece_at(s->files.at[span.file], span.start);
    return p ? p->nest : 0;
}

sema_span sema_origin(const sema *s, sema_span span)
{
    return macro_place_of(s, span).at;
}

sema_span sema_place(const sema *s, sema_span span)
{
    macro_place place = macro_place_of(s, span);
    while (place.mark)
        place = macro_place_of(s, s->macros->expansions.at[s->macros->marks.at[place.mark].expansion].call);
    return place.at;
}

bool sema_is_derived(const sema *s, uint32_t file)
{
    return s->files.at[file]->origin == SEMA_FILE_EXPANSION;
}

/* ---- Marks ---- */

uint32_t macro_mark_add(sema *s, uint32_t mark, uint32_t expansion)
{
    macro_table *t = s->macros;
    uint32_t *known = arena_map_at(s->memory, &t->mark_of, (uint64_t)mark << 32 | expansion, 1);
    if (!*known) {
        *known = t->marks.n;
        vec_push(s->memory, &t->marks, (macro_mark){mark, expansion});
    }
    return *known;
}

static sema_symbol macro_marked_name(sema *s, const char *name, uint32_t mark)
{
    size_t n = strlen(name);
    char *bytes = arena_alloc(s->memory, n + 1 + sizeof mark);
    memcpy(bytes, name, n + 1);
    memcpy(bytes + n + 1, &mark, sizeof mark);
    return mark ? sema_intern(s, bytes, n + 1 + sizeof mark) : sema_intern(s, bytes, n);
}

sema_symbol sema_local_name(sema *s, sema_symbol name, sema_span at)
{
    if (!s->macros || !name)
        return name;
    uint32_t mark = macro_mark_at(s, at.file, at.start);
    return mark ? macro_marked_name(s, sema_text(s, name), mark) : name;
}

sema_symbol sema_local_outside(sema *s, sema_symbol name, uint32_t def, uint32_t mark, uint32_t *outer)
{
    const macro_table *t = s->macros;
    *outer = mark;
    if (!mark || t->expansions.at[t->marks.at[mark].expansion].def != def)
        return name;
    *outer = t->marks.at[mark].outer;
    return macro_marked_name(s, sema_text(s, name), *outer);
}

uint32_t sema_mark_of(const sema *s, sema_span at)
{
    return s->macros ? macro_mark_at(s, at.file, at.start) : 0;
}

/* ---- Reports ---- */

sema_report macro_report(sema *s, sema_span at, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    sema_report r = sema_error(s, RUSTG_DIAG_MACRO_ARGUMENTS, at);
    sema_arg(&r, "%s", text);
    return r;
}

sema_span sema_outermost_call(const sema *s, uint32_t mark, sema_symbol *first, sema_symbol *last)
{
    const macro_table *t = s->macros;
    macro_place place = {{0, 0, 0}, mark};
    *first = 0;
    while (place.mark) {
        const macro_expansion *e = &t->expansions.at[t->marks.at[place.mark].expansion];
        *last = t->defs.at[e->def].name;
        if (!*first)
            *first = *last;
        place = macro_place_of(s, e->call);
    }
    return place.at;
}
