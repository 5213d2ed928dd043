/* macro_write.c: writes the body of a rule with what its variables matched, and records for each stretch of the text
 * where it comes from. */
#include <stdlib.h>

#include "sema/macros/macro.h"
#include "rustg/diagnostic_kind.h"

static void macro_write_put_bytes(sema *s, macro_out *out, const uint8_t *bytes, uint32_t n)
{
    vec_reserve(s->memory, &out->bytes, n + 1);
    if (n)
        memcpy(out->bytes.at + out->bytes.n, bytes, n);
    out->bytes.n += n;
    s->macros->n_work += n;
}

/* Each stretch stands on a line of its own, because the last one may end in a comment. */
static void macro_put_piece(sema *s, macro_out *out, sema_piece piece, const uint8_t *bytes, uint32_t n)
{
    if (out->bytes.n)
        macro_write_put_bytes(s, out, (const uint8_t *)"\n", 1);
    piece.start = out->bytes.n;
    vec_push(s->memory, &out->pieces, piece);
    macro_write_put_bytes(s, out, bytes, n);
}

void macro_put(sema *s, macro_out *out, const char *text, sema_span stands_for, uint32_t nest)
{
    macro_place place = macro_place_of(s, stands_for);
    sema_piece piece = {
        .from = place.at.file, .first = place.at.start, .last = place.at.end, .mark = place.mark, .nest = nest};
    macro_put_piece(s, out, piece, (const uint8_t *)text, (uint32_t)strlen(text));
}

void macro_put_around(sema *s, macro_out *out, const char *text, sema_span call, uint32_t nest)
{
    macro_put(s, out, text, call, nest);
    out->pieces.at[out->pieces.n - 1].is_call = true;
}

static uint32_t macro_new_var(sema *s, macro_place place)
{
    vec_push(s->memory, &s->macros->vars, place);
    return s->macros->vars.n - 1;
}

/* One stretch of an EXPANDED file's piece. */
static sema_piece macro_write_part_of(const sema_piece *whole, uint32_t start, uint32_t end)
{
    sema_piece part = *whole;
    if (part.copied) {
        uint32_t last = part.first + (end - whole->start);
        part.last = last < part.last ? last : part.last; /* the gap before the next piece is none of it */
        part.first += start - whole->start;
    }
    return part;
}

static void macro_finish_piece(sema *s, sema_piece *piece, uint32_t nest, uint32_t expansion, uint32_t var)
{
    if (expansion)
        piece->mark = macro_mark_add(s, piece->mark, expansion);
    if (nest)
        piece->nest = nest;
    if (var)
        piece->var = var;
    else if (expansion && piece->var) {
        macro_place outer = s->macros->vars.at[piece->var];
        outer.mark = macro_mark_add(s, outer.mark, expansion);
        piece->var = macro_new_var(s, outer);
    }
}

static void macro_copy_groups(sema *s, macro_out *out, const sema_file *f, uint32_t start, uint32_t end, uint32_t at)
{
    for (uint32_t low = macro_first_group(f, start); low < f->n_groups && f->groups[low].start < end; low++)
        if (f->groups[low].end <= end)
            vec_push(
                s->memory, &out->groups,
                (sema_group){f->groups[low].start - start + at, f->groups[low].end - start + at, f->groups[low].kind});
}

void macro_copy(sema *s, macro_out *out, sema_span from, uint32_t nest, uint32_t expansion, uint32_t var)
{
    while (s->files.at[from.file]->origin == SEMA_FILE_EXPANSION) {
        const sema_file *file = s->files.at[from.file];
        from.start = (uint32_t)((int64_t)from.start - file->shift);
        from.end = (uint32_t)((int64_t)from.end - file->shift);
        from.file = file->from;
    }
    const sema_file file = *s->files.at[from.file];
    if (from.start >= from.end)
        return;
    sema_piece piece = {.from = from.file, .first = from.start, .last = from.end, .copied = true};
    uint32_t n = from.end - from.start;
    if (file.origin != SEMA_FILE_EXPANDED) {
        macro_finish_piece(s, &piece, nest, expansion, var);
        macro_put_piece(s, out, piece, file.bytes + from.start, n);
        return;
    }
    const sema_piece *end = file.pieces + file.n_pieces;
    bool first = true;
    uint32_t at = 0;
    for (const sema_piece *p = macro_piece_at(&file, from.start); p < end && p->start < from.end; p++) {
        uint32_t stop = p + 1 < end && p[1].start < from.end ? p[1].start : from.end;
        uint32_t start = first ? from.start : p->start;
        piece = macro_write_part_of(p, start, stop);
        macro_finish_piece(s, &piece, nest, expansion, var);
        if (first) {
            macro_put_piece(s, out, piece, file.bytes + start, stop - start);
            at = out->bytes.n - (stop - start);
        } else {
            piece.start = out->bytes.n;
            vec_push(s->memory, &out->pieces, piece);
            macro_write_put_bytes(s, out, file.bytes + start, stop - start);
        }
        first = false;
    }
    macro_copy_groups(s, out, &file, from.start, from.end, at);
}

static int macro_write_by_start(const void *a, const void *b)
{
    const sema_group *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return x->end > y->end ? -1 : x->end < y->end;
}

sema_file macro_file(sema *s, macro_out *out, const sema_file *like)
{
    /* The lexers read whole vectors. */
    uint8_t *bytes = ARENA_ARRAY(s->memory, uint8_t, out->bytes.n + 64);
    if (out->bytes.n)
        memcpy(bytes, out->bytes.at, out->bytes.n);
    if (out->groups.n)
        qsort(out->groups.at, out->groups.n, sizeof *out->groups.at, macro_write_by_start);
    return (sema_file){.name = like->name,
                       .bytes = bytes,
                       .n_bytes = out->bytes.n,
                       .edition = like->edition,
                       .index = like->index,
                       .origin = SEMA_FILE_EXPANDED,
                       .pieces = out->pieces.at,
                       .n_pieces = out->pieces.n,
                       .groups = out->groups.at,
                       .n_groups = out->groups.n};
}

/* ---- Bodies ---- */

typedef struct writer {
    sema *s;
    const macro_view *v; /* the definition's */
    const macro_rule *rule;
    macro_match *const *vars;
    uint32_t expansion;
    sema_span call;
    macro_out *out;
} writer;

typedef struct turn {
    uint32_t index, n;
} turn;
typedef VEC(turn) turn_list;

/* What a variable stands for in the current rounds of the repetitions around it; *is_list says that it still repeats
 * inside. */
static macro_match *macro_current(const macro_match *match, const turn_list *turns, bool *is_list)
{
    for (uint32_t i = 0; match && match->is_list && i < turns->n; i++)
        match = turns->at[i].index < match->list.n ? match->list.at[turns->at[i].index] : NULL;
    *is_list = match && match->is_list;
    return (macro_match *)match;
}

/* How many rounds a repetition makes, which is how many values its variables have. False: an error was reported. */
static bool macro_count_turns(writer *w, uint32_t step, const turn_list *turns, uint32_t *n)
{
    sema *s = w->s;
    const macro_step *repeat = &w->rule->steps.at[step];
    uint32_t close = w->rule->steps.at[repeat->to].first;
    sema_span group = macro_toks_span(w->s, w->v, w->v->partner[close], close + 1);
    sema_symbol decides = 0;
    *n = 0;
    for (uint32_t i = step + 1; i < repeat->to; i++) {
        const macro_step *inner = &w->rule->steps.at[i];
        bool is_list;
        if (inner->kind != STEP_VAR)
            continue;
        const macro_match *match = macro_current(w->vars[inner->var], turns, &is_list);
        if (!is_list)
            continue;
        sema_symbol name = w->rule->vars.at[inner->var].name;
        if (decides && match->list.n != *n) {
            macro_report(s, group, "meta-variable `%s` repeats %u time%s, but `%s` repeats %u time%s",
                         sema_text(s, decides), *n, *n == 1 ? "" : "s", sema_text(s, name), match->list.n,
                         match->list.n == 1 ? "" : "s");
            return false;
        }
        if (!decides) {
            decides = name;
            *n = match->list.n;
        }
    }
    if (!decides) {
        macro_report(
            s, group,
            "attempted to repeat an expression containing no syntax variables matched as repeating at this depth");
        return false;
    }
    if (repeat->repeat == REPEAT_SOME && *n == 0) {
        macro_report(s, group, "this must repeat at least once");
        return false;
    }
    return true;
}

/* Is it one operand as it stands? */
static bool macro_is_operand(const macro_view *v, uint32_t first, uint32_t last)
{
    uint32_t k = v->kinds[first];
    if (last == first + 1 || (PARSE_IS_OPEN(k) && k != T_L_BRACE && v->partner[first] == last - 1))
        return true;
    if (!PARSE_IS_PATH_SEGMENT(k) && k != T_PATH_SEP && !PARSE_IS_LITERAL(k) && k != T_L_PAREN)
        return false;
    for (uint32_t i = first; i < last; i++) {
        k = v->kinds[i];
        if (k == T_L_PAREN || k == T_L_BRACKET)
            i = v->partner[i];
        else if (!PARSE_IS_PATH_SEGMENT(k) && k != T_PATH_SEP && k != T_COLON && k != T_DOT && k != T_INT &&
                 k != T_FLOAT && k != T_QUESTION)
            return false;
    }
    return true;
}

static bool macro_has_at_top(const macro_view *v, uint32_t first, uint32_t last, uint32_t kind)
{
    for (uint32_t i = first; i < last; i++) {
        if (PARSE_IS_OPEN(v->kinds[i]))
            i = v->partner[i];
        else if (v->kinds[i] == kind)
            return true;
    }
    return false;
}

/* The first kind of a statement behind its attributes. */
static uint32_t macro_statement_kind(const macro_view *v, const macro_match *m)
{
    uint32_t at = m->first;
    while (at + 1 < m->last && (v->kinds[at] == T_POUND || v->kinds[at] == T_DOC_COMMENT))
        at = v->kinds[at] == T_POUND ? v->partner[at + 1] + 1 : at + 1;
    return at < m->last ? v->kinds[at] : T_EOF;
}

/* Neither `let` nor an item. */
static bool macro_is_value_statement(uint32_t k)
{
    return !parse_begins_item(k) && k != T_KW_LET && k != T_WEAK_MACRO_RULES;
}

/* Makes a fragment one operand whatever stands beside it, by parentheses if it would not be one. next is the kind
 * that follows, and begins whether a statement or the value of an arm begins with it. */
static const char *macro_write_wrapping(sema *s, const macro_match *m, const macro_view *v, uint32_t next, bool begins,
                                        const char **close)
{
    bool postfix = next == T_DOT || next == T_QUESTION || next == T_L_PAREN || next == T_L_BRACKET;
    bool less = next == T_LT || next == T_SHL || next == T_LE;
    bool is_negative =
        m->last == m->first + 2 && v->kinds[m->first] == T_MINUS && PARSE_IS_LITERAL(v->kinds[m->first + 1]);
    *close = ")";
    switch ((macro_fragment)m->fragment) {
    case FRAGMENT_EXPR:
    case FRAGMENT_EXPR_2021: {
        const bool stays = macro_is_operand(v, m->first, m->last) || (is_negative && !postfix) ||
                           (begins && macro_is_statement_alone(s, v, m->first, m->last));
        return stays ? NULL : "(";
    }
    case FRAGMENT_LITERAL: return is_negative && postfix ? "(" : NULL;
    case FRAGMENT_TY: return less || macro_has_at_top(v, m->first, m->last, T_PLUS) ? "(" : NULL;
    case FRAGMENT_STMT: /* without its semicolon: a `let` wants one, a value does not need one */
        if (next == T_SEMI || !macro_is_value_statement(macro_statement_kind(v, m)))
            *close = macro_statement_kind(v, m) == T_KW_LET && next != T_SEMI && v->kinds[m->last - 1] != T_SEMI ? ";"
                                                                                                                 : NULL;
        else
            *close = "}";
        return *close && **close == '}' ? "{" : *close ? "" : NULL;
    case FRAGMENT_PAT: return macro_has_at_top(v, m->first, m->last, T_OR) ? "(" : NULL;
    case FRAGMENT_NONE:
    case FRAGMENT_IDENT:
    case FRAGMENT_LIFETIME:
    case FRAGMENT_TT:
    case FRAGMENT_PAT_PARAM:
    case FRAGMENT_VIS:
    case FRAGMENT_BLOCK:
    case FRAGMENT_PATH:
    case FRAGMENT_ITEM:
    case FRAGMENT_META:
    case FRAGMENT_N: break;
    }
    return NULL;
}

static uint32_t macro_kind_behind(const writer *w, uint32_t step)
{
    const macro_step *next = step + 1 < w->rule->steps.n ? &w->rule->steps.at[step + 1] : NULL;
    return next && next->kind == STEP_TEXT ? w->v->kinds[next->first] : T_EOF;
}

/* Whether a statement or the value of a match's arm begins at a variable of the body. */
static bool macro_begins_statement(const writer *w, uint32_t step)
{
    const macro_step *before = step ? &w->rule->steps.at[step - 1] : NULL;
    if (!before || before->kind != STEP_TEXT)
        return false;
    const uint32_t last = w->v->kinds[before->last - 1];
    return last == T_L_BRACE || last == T_R_BRACE || last == T_SEMI ||
           (before->last > before->first + 1 && w->v->kinds[before->last - 2] == T_FAT_ARROW);
}

static bool write_var(writer *w, uint32_t step, const turn_list *turns)
{
    sema *s = w->s;
    const macro_step *at = &w->rule->steps.at[step];
    bool is_list;
    const macro_match *m = macro_current(w->vars[at->var], turns, &is_list);
    if (!m || is_list) {
        macro_report(s, macro_toks_span(w->s, w->v, at->first, at->last),
                     "variable `%s` is still repeating at this depth", sema_text(s, w->rule->vars.at[at->var].name));
        return false;
    }
    if (m->first == m->last)
        return true;
    if (m->fragment == FRAGMENT_TY && macro_kind_behind(w, step) == T_PATH_SEP) {
        sema_span var = macro_toks_span(w->s, w->v, at->first, at->last);
        sema_report r = macro_report(s, var, "missing angle brackets in associated item path");
        sema_suggest(
            &r, var, arena_format(s->memory, "<$%s>", sema_text(s, w->rule->vars.at[at->var].name)),
            "types that don't start with an identifier need to be surrounded with angle brackets in qualified paths");
        return false;
    }
    const macro_view v = *macro_view_of(s, m->file);
    sema_span from = syntax_tok_span(s, m->file, m->first);
    from.end = syntax_tok_span(s, m->file, m->last - 1).end;
    macro_place place = macro_place_of(s, macro_toks_span(w->s, w->v, at->first, at->last));
    place.mark = macro_mark_add(s, place.mark, w->expansion);
    uint32_t var = macro_new_var(s, place), end;
    const sema_group *known = macro_group_at(s, m->file, m->first, &end);
    bool opaque = m->fragment != FRAGMENT_IDENT && m->fragment != FRAGMENT_LIFETIME && m->fragment != FRAGMENT_TT &&
                  !(known && end == m->last && known->kind == m->fragment);
    const char *close,
        *open = macro_write_wrapping(s, m, &v, macro_kind_behind(w, step), macro_begins_statement(w, step), &close);
    uint32_t start = w->out->bytes.n + (w->out->bytes.n != 0);
    if (open && *open)
        macro_put(s, w->out, open, from, w->expansion);
    macro_copy(s, w->out, from, w->expansion, 0, var);
    if (open)
        macro_put(s, w->out, close, from, w->expansion);
    if (opaque)
        vec_push(s->memory, &w->out->groups, (sema_group){start, w->out->bytes.n, m->fragment});
    return true;
}

static void write_text(writer *w, uint32_t first, uint32_t last)
{
    macro_copy(w->s, w->out, macro_toks_span(w->s, w->v, first, last), w->expansion, w->expansion, 0);
}

bool macro_write(sema *s, const macro_rule *rule, uint32_t def, macro_match *const *vars, uint32_t expansion,
                 sema_span call, macro_out *out)
{
    const macro_view v = *macro_view_of(s, s->macros->defs.at[def].node.file);
    writer w = {s, &v, rule, vars, expansion, call, out};
    turn_list turns = {0};
    for (uint32_t i = 0; i < rule->steps.n; i++) {
        const macro_step step = rule->steps.at[i];
        uint32_t n;
        if (out->bytes.n > LIMIT_MACRO_TEXT_KIB << 10 || s->macros->n_work > s->macros->most_work) {
            sema_report r = sema_error(s, RUSTG_DIAG_NOT_COMPILED_YET, call);
            sema_arg(&r, "a macro that expands to so much text");
            sema_arg(&r, "use generic functions and loops for some of it");
            return false;
        }
        switch ((macro_step_kind)step.kind) {
        case STEP_TEXT: write_text(&w, step.first, step.last); break;
        case STEP_CRATE: macro_put(s, out, "crate", macro_toks_span(w.s, w.v, step.first, step.last), expansion); break;
        case STEP_VAR:
            if (!write_var(&w, i, &turns))
                return false;
            break;
        case STEP_REPEAT:
            if (!macro_count_turns(&w, i, &turns, &n))
                return false;
            if (n)
                vec_push(s->memory, &turns, (turn){0, n});
            else
                i = step.to;
            break;
        case STEP_END: {
            turn *now = &turns.at[turns.n - 1];
            if (++now->index >= now->n) {
                turns.n--;
                break;
            }
            const macro_step *begin = &rule->steps.at[step.to];
            if (begin->first)
                write_text(&w, begin->first, begin->last);
            i = step.to;
            break;
        }
        }
    }
    return true;
}
