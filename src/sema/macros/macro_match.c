/* macro_match.c: matches the arguments of a call against a macro's matchers, following all ways at once as rustc's
 * mbe::macro_parser does. */
#include "sema/macros/macro.h"
#include "rustg/diagnostic_kind.h"

/* What was matched so far, with the last first. Ways that part share what they have in common. */
typedef struct match_log {
    const struct match_log *before;
    uint32_t var, depth, first, last;
    bool empty; /* a repetition begins: an empty list */
} match_log;

typedef struct match_way {
    uint32_t loc;
    const match_log *log;
} match_way;
typedef VEC(match_way) way_list;

typedef struct matcher {
    sema *s;
    const macro_view *v, *own; /* the arguments' and the definition's */
    const macro_rule *rule;
    uint32_t tok, last, n_steps;
    way_list now, next, fragments;
    uint32_t failed_loc; /* a place that wanted something else */
} matcher;

typedef enum verdict { MATCH_GOOD, MATCH_NOT, MATCH_ERROR } verdict;

static bool macro_same_token(const matcher *m, uint32_t own)
{
    if (m->tok >= m->last || m->v->kinds[m->tok] != m->own->kinds[own])
        return false;
    uint32_t end;
    if (macro_group_at(m->s, m->v->file, m->tok, &end))
        return false;
    uint32_t n = parse_kind_toks(m->own->kinds[own]);
    const sema_file *a = m->s->files.at[m->v->file], *b = m->s->files.at[m->own->file];
    uint32_t a_start = a->toks.start[m->tok], a_n = a->toks.end[m->tok + n - 1] - a_start;
    uint32_t b_start = b->toks.start[own], b_n = b->toks.end[own + n - 1] - b_start;
    if (a_n == b_n && memcmp(a->bytes + a_start, b->bytes + b_start, a_n) == 0)
        return true;
    /* Names may be the same in other bytes. */
    const uint8_t kind = m->own->kinds[own];
    return (kind == T_IDENT || kind == T_LIFETIME) &&
           ((a->toks.flags[m->tok] ^ b->toks.flags[own]) & RUSTG_TOKEN_RAW) == 0 &&
           syntax_tok_name(m->s, m->v->file, m->tok) == syntax_tok_name(m->s, m->own->file, own);
}

static const match_log *macro_match_note(matcher *m, const match_log *before, uint32_t var, uint32_t depth,
                                         uint32_t first, uint32_t last, bool empty)
{
    match_log *log = ARENA_NEW(m->s->memory, match_log);
    *log = (match_log){before, var, depth, first, last, empty};
    return log;
}

static void macro_push(matcher *m, way_list *to, uint32_t loc, const match_log *log)
{
    vec_push(m->s->memory, to, (match_way){loc, log});
}

/* Lets all ways that need no token go on, and sorts the others by what they wait for. *ended counts those at the end.
 */
static void macro_step_ways(matcher *m, uint32_t *ended, const match_log **result)
{
    while (m->now.n) {
        match_way way = m->now.at[--m->now.n];
        const macro_loc *loc = &m->rule->locs.at[way.loc];
        m->n_steps++;
        switch ((macro_at)loc->kind) {
        case AT_TOKEN:
            if (macro_same_token(m, loc->tok))
                macro_push(m, &m->next, way.loc + 1, way.log);
            break;
        case AT_REPEAT:
            for (uint32_t i = 0; i < loc->n_vars; i++)
                way.log = macro_match_note(m, way.log, loc->var + i, loc->depth, 0, 0, true);
            if (loc->repeat != REPEAT_SOME)
                macro_push(m, &m->now, loc->to, way.log);
            macro_push(m, &m->now, way.loc + 1, way.log);
            break;
        case AT_AGAIN:
            macro_push(m, &m->now, way.loc + 1, way.log);
            if (loc->repeat != REPEAT_OPTIONAL)
                macro_push(m, &m->now, loc->to, way.log);
            break;
        case AT_SEPARATOR:
            macro_push(m, &m->now, way.loc + 2, way.log);
            if (macro_same_token(m, loc->tok))
                macro_push(m, &m->next, way.loc + 1, way.log);
            break;
        case AT_AFTER: macro_push(m, &m->now, loc->to, way.log); break;
        case AT_VAR:
            if (macro_may_begin(m->s, m->v, (macro_fragment)loc->fragment, m->tok, m->last))
                macro_push(m, &m->fragments, way.loc, way.log);
            break;
        case AT_END:
            if (m->tok >= m->last) {
                ++*ended;
                *result = way.log;
            }
            break;
        }
        if (loc->kind == AT_TOKEN || loc->kind == AT_VAR || loc->kind == AT_SEPARATOR || loc->kind == AT_END)
            m->failed_loc = way.loc;
    }
}

static sema_span macro_arg_span(const matcher *m)
{
    sema_span span = syntax_tok_span(m->s, m->v->file, m->tok);
    if (m->tok < m->last)
        span.end = syntax_tok_span(m->s, m->v->file, m->tok + parse_kind_toks(m->v->kinds[m->tok]) - 1).end;
    return span;
}

static void macro_report_ambiguity(matcher *m, uint32_t def)
{
    sema *s = m->s;
    const char *list = "";
    for (uint32_t i = 0; i < m->fragments.n; i++) {
        const macro_loc *loc = &m->rule->locs.at[m->fragments.at[i].loc];
        const macro_var *var = &m->rule->vars.at[loc->var];
        const char *one = arena_format(s->memory, "%s ('%s')", macro_fragment_name((macro_fragment)loc->fragment),
                                       sema_text(s, var->name));
        list = i ? arena_format(s->memory, "%s or %s", list, one) : one;
    }
    const char *options = m->next.n == 0 ? arena_format(s->memory, "built-in NTs %s.", list)
                                         : arena_format(s->memory, "built-in NTs %s or %u other option%s.", list,
                                                        m->next.n, m->next.n == 1 ? "" : "s");
    macro_report(s, macro_arg_span(m), "local ambiguity when calling macro `%s`: multiple parsing options: %s",
                 sema_text(s, s->macros->defs.at[def].name), options);
}

/* Tries one rule. On MATCH_NOT, m->tok is the token that did not fit. */
static verdict match_rule(matcher *m, uint32_t def, const match_log **log)
{
    sema *s = m->s;
    m->now.n = m->next.n = m->fragments.n = 0;
    macro_push(m, &m->now, 0, NULL);
    for (;;) {
        uint32_t ended = 0;
        m->next.n = m->fragments.n = 0;
        macro_step_ways(m, &ended, log);
        if (m->n_steps > LIMIT_MACRO_STEPS) {
            sema_report r = sema_error(s, RUSTG_DIAG_NOT_COMPILED_YET, macro_arg_span(m));
            sema_arg(&r, "a macro call that takes so many steps to match");
            sema_arg(&r, "write shorter arguments");
            return MATCH_ERROR;
        }
        if (m->tok >= m->last) {
            if (ended > 1)
                macro_report(s, macro_arg_span(m), "ambiguity: multiple successful parses");
            return ended == 1 ? MATCH_GOOD : ended ? MATCH_ERROR : MATCH_NOT;
        }
        if (!m->next.n && !m->fragments.n)
            return MATCH_NOT;
        if (!m->fragments.n) {
            m->tok += parse_kind_toks(m->v->kinds[m->tok]);
            way_list swap = m->now;
            m->now = m->next;
            m->next = swap;
            continue;
        }
        if (m->next.n || m->fragments.n > 1) {
            macro_report_ambiguity(m, def);
            return MATCH_ERROR;
        }
        match_way way = m->fragments.at[0];
        const macro_loc *loc = &m->rule->locs.at[way.loc];
        uint32_t end;
        if (!macro_read_fragment(s, m->v, (macro_fragment)loc->fragment, m->tok, m->last, &end))
            return MATCH_ERROR;
        way.log = macro_match_note(m, way.log, loc->var, loc->depth, m->tok, end, false);
        m->tok = end;
        macro_push(m, &m->now, way.loc + 1, way.log);
    }
}

/* Makes a tree for each variable from the log, read from its beginning. */
static macro_match **macro_vars_of(matcher *m, const match_log *log)
{
    sema *s = m->s;
    macro_match **vars = ARENA_ARRAY(s->memory, macro_match *, m->rule->vars.n);
    VEC(const match_log *) order = {0};
    for (; log; log = log->before)
        vec_push(s->memory, &order, log);
    for (uint32_t i = order.n; i-- > 0;) {
        log = order.at[i];
        macro_match *match = ARENA_NEW(s->memory, macro_match), *at = vars[log->var];
        *match = (macro_match){.file = m->v->file,
                               .first = log->first,
                               .last = log->last,
                               .fragment = m->rule->vars.at[log->var].fragment,
                               .is_list = log->empty};
        uint32_t depth = log->depth - log->empty; /* lists around it */
        if (!depth) {
            vars[log->var] = match;
            continue;
        }
        while (--depth)
            at = at->list.at[at->list.n - 1];
        vec_push(s->memory, &at->list, match);
    }
    return vars;
}

/* What the matcher wanted where it failed. */
static void macro_note_wanted(sema *s, sema_report *r, const macro_view *own, const macro_rule *rule, uint32_t at)
{
    const macro_loc *loc = &rule->locs.at[at];
    sema_span span = syntax_tok_span(s, own->file, loc->tok);
    if (loc->kind == AT_VAR) {
        span.end = syntax_tok_span(s, own->file, loc->tok + 3).end;
        sema_note_at(r, span, "while trying to match meta-variable `%s`", source_text(s, span));
    } else if (loc->kind != AT_END) {
        span.end = syntax_tok_span(s, own->file, loc->tok + parse_kind_toks(own->kinds[loc->tok]) - 1).end;
        sema_note_at(r, span, "while trying to match `%s`", source_text(s, span));
    }
}

const macro_rule *macro_match_call(sema *s, uint32_t def_index, uint32_t file, uint32_t first, uint32_t last,
                                   sema_span call, macro_match ***vars)
{
    const macro_def def = s->macros->defs.at[def_index];
    const macro_view own = *macro_view_of(s, def.node.file), v = *macro_view_of(s, file);
    matcher m = {.s = s, .v = &v, .own = &own, .last = last};
    uint32_t best_tok = 0, best_loc = 0;
    const macro_rule *best = NULL;
    for (uint32_t i = 0; i < def.rules.n; i++) {
        const match_log *log = NULL;
        m.rule = &def.rules.at[i];
        m.tok = first;
        verdict found = match_rule(&m, def_index, &log);
        if (found == MATCH_GOOD) {
            *vars = macro_vars_of(&m, log);
            return m.rule;
        }
        if (found == MATCH_ERROR)
            return NULL;
        if (!best || m.tok > best_tok) {
            best = m.rule;
            best_tok = m.tok;
            best_loc = m.failed_loc;
        }
    }
    m.tok = best_tok;
    bool ended = best_tok >= last;
    sema_span at = macro_arg_span(&m);
    if (ended)
        at.end = at.start;
    if (ended && first == last)
        at = call;
    uint32_t kind = ended ? T_EOF : v.kinds[best_tok];
    const char *what = kind == T_UNDERSCORE ? "reserved identifier " : PARSE_IS_RESERVED(kind) ? "keyword " : "";
    sema_report r = ended ? macro_report(s, at, "unexpected end of macro invocation")
                          : macro_report(s, at, "no rules expected %s`%s`", what, source_text(s, at));
    sema_primary_label(&r, ended ? "missing tokens in macro arguments" : "no rules expected this token in macro call");
    sema_label(&r, syntax_head_span(s, def.node), "when calling this macro");
    if (best)
        macro_note_wanted(s, &r, &own, best, best_loc);
    return NULL;
}
