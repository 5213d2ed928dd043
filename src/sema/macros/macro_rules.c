/* macro_rules.c: reads the definition of a macro. */

#include "sema/macros/macro.h"
#include "rustg/diagnostic_kind.h"

const char *macro_fragment_name(macro_fragment fragment)
{
    static const char *const names[FRAGMENT_N] = {"",     "ident", "lifetime",  "tt",      "expr", "expr_2021",
                                                  "ty",   "pat",   "pat_param", "literal", "vis",  "block",
                                                  "stmt", "path",  "item",      "meta"};
    return names[fragment];
}

const macro_view *macro_view_of(sema *s, uint32_t file)
{
    macro_table *t = s->macros;
    uint32_t *known = arena_map_at(s->memory, &t->view_of, (uint64_t)file + 1, 1);
    if (*known)
        return &t->views.at[*known - 1];
    const sema_file *f = s->files.at[file];
    parse_scratch scratch = {0};
    parse_file text = {f->bytes,      f->n_bytes,   0,
                       f->edition,    f->toks.kind, f->toks.flags,
                       f->toks.start, f->toks.end,  (uint32_t)f->toks.n_toks - 1};
    if (parse_groups(&text, &scratch) == PARSE_NO_MEMORY) {
        parse_scratch_free(&scratch);
        longjmp(*s->memory->out_of_memory, 1);
    }
    jmp_buf failed, *outer = s->memory->out_of_memory;
    s->memory->out_of_memory = &failed;
    if (setjmp(failed)) {
        s->memory->out_of_memory = outer;
        parse_scratch_free(&scratch);
        longjmp(*outer, 1);
    }
    size_t n = f->toks.n_toks + 2;
    macro_view view = {file, arena_copy(s->memory, scratch.kinds, n),
                       arena_copy(s->memory, scratch.partner, n * sizeof *scratch.partner)};
    s->memory->out_of_memory = outer;
    parse_scratch_free(&scratch);
    vec_push(s->memory, &t->views, view);
    *arena_map_at(s->memory, &t->view_of, (uint64_t)file + 1, 1) = t->views.n;
    return &t->views.at[t->views.n - 1];
}

sema_span macro_toks_span(const sema *s, const macro_view *v, uint32_t first, uint32_t last)
{
    sema_span span = syntax_tok_span(s, v->file, first);
    span.end = syntax_tok_span(s, v->file, last - 1).end;
    return span;
}

/* What is known while one rule is read. */
typedef struct reader {
    sema *s;
    const macro_view *v;
    macro_rule *rule;
} reader;

static uint32_t macro_rules_behind(const reader *r, uint32_t tok)
{
    return tok + parse_kind_toks(r->v->kinds[tok]);
}

static bool macro_rules_is_name(uint32_t kind)
{
    return PARSE_IS_IDENT(kind) || (PARSE_IS_RESERVED(kind) && kind != T_UNDERSCORE);
}

static sema_symbol macro_var_name(const reader *r, uint32_t tok)
{
    return sema_local_name(r->s, syntax_tok_name(r->s, r->v->file, tok), syntax_tok_span(r->s, r->v->file, tok));
}

static uint32_t macro_find_var(const reader *r, uint32_t tok)
{
    sema_symbol name = macro_var_name(r, tok);
    for (uint32_t i = 0; i < r->rule->vars.n; i++)
        if (r->rule->vars.at[i].name == name)
            return i;
    return UINT32_MAX;
}

/* Reads what stands behind `$(...)`: a separator (*sep is 0 without one) and how often it repeats. False: an error
 * was reported. */
static bool macro_read_repeat(reader *r, uint32_t *tok, uint32_t end, uint32_t *sep, uint8_t *repeat)
{
    uint32_t group = *tok - 1;
    *sep = 0;
    for (int i = 0; i < 2; i++) {
        uint32_t kind = *tok < end ? r->v->kinds[*tok] : T_EOF;
        if (kind == T_STAR || kind == T_PLUS || kind == T_QUESTION) {
            *repeat = kind == T_STAR ? REPEAT_ANY : kind == T_PLUS ? REPEAT_SOME : REPEAT_OPTIONAL;
            if (kind == T_QUESTION && *sep) {
                macro_report(r->s, macro_toks_span(r->s, r->v, *sep, macro_rules_behind(r, *sep)),
                             "the `?` macro repetition operator does not take a separator");
                return false;
            }
            ++*tok;
            return true;
        }
        if (i || kind == T_EOF || PARSE_IS_OPEN(kind) || PARSE_IS_CLOSE(kind))
            break;
        *sep = *tok;
        *tok = macro_rules_behind(r, *tok);
    }
    bool ended = *tok >= end || PARSE_IS_CLOSE(r->v->kinds[*tok]);
    macro_report(r->s,
                 ended ? macro_toks_span(r->s, r->v, r->v->partner[group], group + 1)
                       : macro_toks_span(r->s, r->v, *tok, macro_rules_behind(r, *tok)),
                 "expected one of: `*`, `+`, or `?`");
    return false;
}

static uint8_t macro_fragment_of(const reader *r, uint32_t tok, uint32_t edition)
{
    for (int i = 1; i < FRAGMENT_N; i++)
        if (syntax_tok_is(r->s, r->v->file, tok, macro_fragment_name((macro_fragment)i)))
            return (uint8_t)(i == FRAGMENT_PAT && edition < 2021    ? FRAGMENT_PAT_PARAM
                             : i == FRAGMENT_EXPR && edition < 2024 ? FRAGMENT_EXPR_2021
                                                                    : i);
    return FRAGMENT_NONE;
}

static bool macro_add_var(reader *r, uint32_t tok, uint32_t end, uint32_t depth, uint32_t *next)
{
    sema *s = r->s;
    uint32_t edition = s->files.at[r->v->file]->edition;
    if (tok + 3 >= end + 0u || r->v->kinds[tok + 2] != T_COLON || !macro_rules_is_name(r->v->kinds[tok + 3])) {
        uint32_t last = tok + 2;
        sema_report report = macro_report(s, macro_toks_span(r->s, r->v, tok, last), "missing fragment specifier");
        sema_note(&report, "fragment specifiers must be provided");
        sema_help(&report, "valid fragment specifiers are `ident`, `block`, `stmt`, `expr`, `pat`, `ty`, `lifetime`, "
                           "`literal`, `path`, `meta`, `tt`, `item` "
                           "and `vis`, along with `expr_2021` and `pat_param` for edition compatibility");
        return false;
    }
    uint8_t fragment = macro_fragment_of(r, tok + 3, edition);
    if (!fragment) {
        sema_span at = syntax_tok_span(s, r->v->file, tok + 3);
        sema_report report = macro_report(
            s, macro_toks_span(r->s, r->v, tok, tok + 4), "invalid fragment specifier `%s`",
            sema_text(s, sema_intern(s, (const char *)s->files.at[at.file]->bytes + at.start, at.end - at.start)));
        sema_help(&report, "valid fragment specifiers are `ident`, `block`, `stmt`, `expr`, `pat`, `ty`, `lifetime`, "
                           "`literal`, `path`, `meta`, `tt`, `item` "
                           "and `vis`, along with `expr_2021` and `pat_param` for edition compatibility");
        return false;
    }
    uint32_t first = macro_find_var(r, tok + 1);
    if (first != UINT32_MAX) {
        sema_report report = macro_report(s, macro_toks_span(r->s, r->v, tok, tok + 4), "duplicate matcher binding");
        sema_primary_label(&report, "duplicate binding");
        uint32_t other = r->rule->vars.at[first].tok;
        sema_label(&report, macro_toks_span(r->s, r->v, other, other + 4), "previous binding");
        return false;
    }
    macro_loc loc = {.kind = AT_VAR, .fragment = fragment, .tok = tok, .var = r->rule->vars.n, .depth = depth};
    vec_push(s->memory, &r->rule->vars, (macro_var){macro_var_name(r, tok + 1), tok, depth, fragment});
    vec_push(s->memory, &r->rule->locs, loc);
    *next = tok + 4;
    return true;
}

typedef struct open_repeat {
    uint32_t loc, close;
} open_repeat;

/* A repetition that may match nothing would match it for ever. */
static bool macro_matches_nothing(const macro_rule *rule, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        const macro_loc *loc = &rule->locs.at[i];
        if (loc->kind == AT_REPEAT && loc->repeat != REPEAT_SOME)
            i = loc->to - 1;
        else if (loc->kind == AT_REPEAT || loc->kind == AT_AGAIN || loc->kind == AT_SEPARATOR || loc->kind == AT_AFTER)
            continue;
        else if (loc->kind != AT_VAR || loc->fragment != FRAGMENT_VIS)
            return false;
    }
    return true;
}

static bool macro_read_matcher(reader *r, uint32_t open)
{
    sema *s = r->s;
    macro_rule *rule = r->rule;
    uint32_t end = r->v->partner[open];
    VEC(open_repeat) opens = {0};
    for (uint32_t tok = open + 1;;) {
        if (opens.n && tok == opens.at[opens.n - 1].close) {
            open_repeat done = opens.at[--opens.n];
            uint32_t sep;
            uint8_t repeat;
            tok++;
            if (!macro_read_repeat(r, &tok, opens.n ? opens.at[opens.n - 1].close : end, &sep, &repeat))
                return false;
            if (macro_matches_nothing(rule, done.loc + 1, rule->locs.n)) {
                macro_report(s, macro_toks_span(r->s, r->v, r->v->partner[done.close], done.close + 1),
                             "repetition matches empty token tree");
                return false;
            }
            macro_loc after = {.kind = sep ? AT_AFTER : AT_AGAIN, .repeat = repeat, .to = done.loc + 1};
            if (sep)
                vec_push(s->memory, &rule->locs, (macro_loc){.kind = AT_SEPARATOR, .tok = sep});
            vec_push(s->memory, &rule->locs, after);
            macro_loc *begin = &rule->locs.at[done.loc];
            begin->repeat = repeat;
            begin->to = rule->locs.n;
            begin->n_vars = rule->vars.n - begin->var;
            continue;
        }
        if (tok >= end)
            break;
        uint32_t kind = r->v->kinds[tok];
        if (kind == T_DOC_COMMENT || kind == T_INNER_DOC) {
            tok++;
            continue;
        }
        if (kind != T_DOLLAR || tok + 1 >= end ||
            (r->v->kinds[tok + 1] != T_L_PAREN && !macro_rules_is_name(r->v->kinds[tok + 1])) ||
            r->v->kinds[tok + 1] == T_KW_CRATE) {
            vec_push(s->memory, &rule->locs, (macro_loc){.kind = AT_TOKEN, .tok = tok});
            tok = macro_rules_behind(r, tok);
        } else if (r->v->kinds[tok + 1] == T_L_PAREN) {
            vec_push(s->memory, &opens, (open_repeat){rule->locs.n, r->v->partner[tok + 1]});
            vec_push(s->memory, &rule->locs,
                     (macro_loc){.kind = AT_REPEAT, .tok = tok, .var = rule->vars.n, .depth = opens.n});
            tok += 2;
        } else if (!macro_add_var(r, tok, opens.n ? opens.at[opens.n - 1].close : end, opens.n, &tok)) {
            return false;
        }
    }
    vec_push(s->memory, &rule->locs, (macro_loc){.kind = AT_END, .tok = end});
    return true;
}

static void macro_rules_add_text(reader *r, uint32_t first, uint32_t last)
{
    if (first < last)
        vec_push(r->s->memory, &r->rule->steps, (macro_step){.kind = STEP_TEXT, .first = first, .last = last});
}

static bool macro_rules_read_body(reader *r, uint32_t open, bool *defines)
{
    sema *s = r->s;
    macro_rule *rule = r->rule;
    uint32_t end = r->v->partner[open], text = open + 1, tok = open + 1;
    VEC(open_repeat) opens = {0};
    for (;;) {
        if (opens.n && tok == opens.at[opens.n - 1].close) {
            open_repeat done = opens.at[--opens.n];
            macro_rules_add_text(r, text, tok);
            tok++;
            uint32_t sep;
            macro_step *begin = &rule->steps.at[done.loc];
            uint8_t repeat;
            if (!macro_read_repeat(r, &tok, opens.n ? opens.at[opens.n - 1].close : end, &sep, &repeat))
                return false;
            begin->repeat = repeat;
            begin->first = sep;
            begin->last = sep ? macro_rules_behind(r, sep) : 0;
            begin->to = rule->steps.n;
            vec_push(s->memory, &rule->steps, (macro_step){.kind = STEP_END, .to = done.loc, .first = done.close});
            text = tok;
            continue;
        }
        if (tok >= end)
            break;
        uint32_t kind = r->v->kinds[tok], next = tok + 1 < end ? r->v->kinds[tok + 1] : T_EOF;
        if (kind == T_DOLLAR && next == T_L_BRACKET) {
            macro_report(s, macro_toks_span(r->s, r->v, tok + 1, r->v->partner[tok + 1] + 1),
                         "expected `(` or `{`, found `[`");
            return false;
        }
        *defines |= kind == T_WEAK_MACRO_RULES;
        uint32_t var = kind == T_DOLLAR && macro_rules_is_name(next) ? macro_find_var(r, tok + 1) : UINT32_MAX;
        if (kind == T_DOLLAR && (next == T_L_BRACE || next == T_DOLLAR)) {
            sema_report report = sema_error(s, RUSTG_DIAG_MACRO_UNSTABLE,
                                            syntax_tok_span(s, r->v->file, next == T_DOLLAR ? tok + 1 : tok + 1));
            sema_note(&report,
                      "see issue #83527 <https://github.com/rust-lang/rust/issues/83527> for more information");
            return false;
        }
        if (kind == T_DOLLAR && (next == T_L_PAREN || next == T_KW_CRATE || var != UINT32_MAX)) {
            macro_rules_add_text(r, text, tok);
            uint8_t step = next == T_L_PAREN ? STEP_REPEAT : next == T_KW_CRATE ? STEP_CRATE : STEP_VAR;
            if (step == STEP_REPEAT)
                vec_push(s->memory, &opens, (open_repeat){rule->steps.n, r->v->partner[tok + 1]});
            vec_push(s->memory, &rule->steps, (macro_step){.kind = step, .first = tok, .last = tok + 2, .var = var});
            tok += 2;
            text = tok;
        } else {
            tok = macro_rules_behind(r, tok);
        }
    }
    macro_rules_add_text(r, text, end);
    return true;
}

static bool macro_rules_refuse(reader *r, uint32_t tok, uint32_t end, const char *text)
{
    macro_report(r->s,
                 tok < end ? macro_toks_span(r->s, r->v, tok, macro_rules_behind(r, tok))
                           : macro_toks_span(r->s, r->v, end, end + 1),
                 "%s", text);
    return false;
}

static bool macro_rules_expected(reader *r, uint32_t tok, uint32_t end, const char *what)
{
    sema *s = r->s;
    sema_span at = tok < end ? macro_toks_span(r->s, r->v, tok, macro_rules_behind(r, tok))
                             : macro_toks_span(r->s, r->v, end, end + 1);
    const char *found = arena_text(s->memory, (const char *)s->files.at[at.file]->bytes + at.start, at.end - at.start);
    sema_report report = tok < end ? macro_report(s, at, "expected `%s`, found `%s`", what, found)
                                   : macro_report(s, at, "expected `%s`, found end of macro arguments", what);
    sema_primary_label(&report, "expected `%s`", what);
    return false;
}

static bool macro_read_rules(sema *s, macro_def *def)
{
    uint32_t first, end, file = def->node.file;
    sema_node group = syntax_child_of(s, def->node, RUSTG_AST_TokenTree);
    if (!syntax_group(s, group, &first, &end))
        return false;
    const macro_view view = *macro_view_of(s, file);
    reader r = {s, &view, NULL};
    if (first == end) {
        macro_report(s, sema_node_span(s, def->node), "macros must contain at least one rule");
        return false;
    }
    bool good = true;
    for (uint32_t tok = first; tok < end;) {
        macro_rule rule = {.lhs = tok};
        r.rule = &rule;
        if (!PARSE_IS_OPEN(view.kinds[tok]))
            return macro_rules_refuse(&r, tok, end,
                                      "invalid macro matcher; matchers must be contained in balanced delimiters");
        tok = view.partner[tok] + 1;
        if (tok >= end || view.kinds[tok] != T_FAT_ARROW)
            return macro_rules_expected(&r, tok, end, "=>");
        tok += 2;
        if (tok >= end || !PARSE_IS_OPEN(view.kinds[tok]))
            return macro_rules_refuse(
                &r, tok, end, tok < end ? "macro rhs must be delimited" : "macro definition ended unexpectedly");
        rule.rhs = tok;
        good = macro_read_matcher(&r, rule.lhs) && macro_check_follow(s, &view, &rule) &&
               macro_rules_read_body(&r, rule.rhs, &def->defines) && good;
        vec_push(s->memory, &def->rules, rule);
        tok = view.partner[tok] + 1;
        if (tok < end && view.kinds[tok] != T_SEMI)
            return macro_rules_expected(&r, tok, end, ";");
        tok++;
    }
    return good;
}

bool macro_read(sema *s, uint32_t index)
{
    macro_def def = s->macros->defs.at[index];
    if (!def.read) {
        def.read = true;
        def.bad = !macro_read_rules(s, &def);
        s->macros->defs.at[index] = def;
    }
    return !def.bad;
}
