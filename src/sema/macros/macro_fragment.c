/* macro_fragment.c: reads fragments of a call's arguments, by the parser's own rules. */
#include "sema/macros/macro.h"

static bool macro_begins_type(const macro_view *v, uint32_t tok)
{
    uint32_t k = v->kinds[tok];
    if (PARSE_IS_IDENT(k) || PARSE_IS_PATH_SEGMENT(k))
        return true;
    switch (k) {
    case T_UNDERSCORE:
    case T_KW_FOR:
    case T_KW_IMPL:
    case T_KW_FN:
    case T_KW_UNSAFE:
    case T_KW_EXTERN:
    case T_KW_DYN:
    case T_L_PAREN:
    case T_L_BRACKET:
    case T_BANG:
    case T_STAR:
    case T_AND:
    case T_AND_AND:
    case T_QUESTION:
    case T_LIFETIME:
    case T_LT:
    case T_SHL:
    case T_PATH_SEP: return true;
    default: return false;
    }
}

static bool macro_begins_pattern(const macro_view *v, uint32_t tok)
{
    uint32_t k = v->kinds[tok];
    if (PARSE_IS_WORD(k) || PARSE_IS_LITERAL(k))
        return true;
    switch (k) {
    case T_L_PAREN:
    case T_L_BRACKET:
    case T_AND:
    case T_AND_AND:
    case T_MINUS:
    case T_DOT_DOT:
    case T_DOT_DOT_DOT:
    case T_PATH_SEP:
    case T_LT:
    case T_SHL: return true;
    default: return false;
    }
}

/* Whether a piece that was a fragment before may be this fragment; it is taken as a whole. */
static bool macro_group_may_be(macro_fragment wanted, uint8_t is, const macro_view *v, uint32_t tok)
{
    bool expr = is == FRAGMENT_EXPR || is == FRAGMENT_EXPR_2021 || is == FRAGMENT_LITERAL || is == FRAGMENT_PATH;
    switch (wanted) {
    case FRAGMENT_TT:
    case FRAGMENT_ITEM:
    case FRAGMENT_STMT: return true;
    case FRAGMENT_EXPR:
    case FRAGMENT_EXPR_2021: return expr || is == FRAGMENT_BLOCK;
    case FRAGMENT_LITERAL:
        return is == FRAGMENT_LITERAL || ((is == FRAGMENT_EXPR || is == FRAGMENT_EXPR_2021) &&
                                          (PARSE_IS_LIT(v->kinds[tok]) || v->kinds[tok] == T_MINUS));
    case FRAGMENT_TY: return is == FRAGMENT_TY || is == FRAGMENT_PATH;
    case FRAGMENT_PAT:
    case FRAGMENT_PAT_PARAM: return expr || is == FRAGMENT_PAT || is == FRAGMENT_PAT_PARAM;
    case FRAGMENT_PATH:
    case FRAGMENT_META: return is == wanted || is == FRAGMENT_PATH;
    case FRAGMENT_BLOCK: return is == FRAGMENT_BLOCK || is == FRAGMENT_STMT || expr;
    case FRAGMENT_VIS: return true;
    case FRAGMENT_NONE:
    case FRAGMENT_IDENT:
    case FRAGMENT_LIFETIME:
    case FRAGMENT_N: break;
    }
    return false;
}

uint32_t macro_first_group(const sema_file *f, uint32_t start)
{
    uint32_t low = 0, high = f->n_groups;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (f->groups[middle].start < start)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const sema_group *macro_group_at(const sema *s, uint32_t file, uint32_t tok, uint32_t *end)
{
    const sema_file *f = s->files.at[file];
    int64_t shift = 0;
    uint32_t at = syntax_tok_span(s, file, tok).start;
    while (f->origin == SEMA_FILE_EXPANSION && at >= f->first && at < f->last) {
        shift += f->shift;
        at = (uint32_t)((int64_t)at - f->shift);
        f = s->files.at[f->from];
    }
    uint32_t low = macro_first_group(f, at);
    if (low == f->n_groups || f->groups[low].start != at)
        return NULL;
    *end = syntax_tok_at(s, file, (uint32_t)((int64_t)f->groups[low].end + shift));
    return &f->groups[low];
}

bool macro_may_begin(sema *s, const macro_view *v, macro_fragment fragment, uint32_t tok, uint32_t last)
{
    if (tok >= last)
        return false;
    uint32_t end, k = v->kinds[tok];
    const sema_group *group = macro_group_at(s, v->file, tok, &end);
    if (group)
        return macro_group_may_be(fragment, group->kind, v, tok);
    switch (fragment) {
    case FRAGMENT_IDENT: return PARSE_IS_WORD(k) && k != T_UNDERSCORE;
    case FRAGMENT_LIFETIME: return k == T_LIFETIME;
    case FRAGMENT_EXPR: return k != T_KW_LET && (k == T_UNDERSCORE || parse_begins_expr(k));
    case FRAGMENT_EXPR_2021: return k != T_KW_LET && k != T_KW_CONST && parse_begins_expr(k);
    case FRAGMENT_TY: return macro_begins_type(v, tok);
    case FRAGMENT_PAT: return k == T_OR || macro_begins_pattern(v, tok);
    case FRAGMENT_PAT_PARAM: return macro_begins_pattern(v, tok);
    case FRAGMENT_LITERAL: return PARSE_IS_LIT(k) || k == T_MINUS;
    case FRAGMENT_VIS: return k == T_COMMA || PARSE_IS_WORD(k) || macro_begins_type(v, tok);
    case FRAGMENT_BLOCK: return k == T_L_BRACE;
    case FRAGMENT_PATH:
    case FRAGMENT_META: return k == T_PATH_SEP || PARSE_IS_WORD(k);
    case FRAGMENT_NONE:
    case FRAGMENT_TT:
    case FRAGMENT_STMT:
    case FRAGMENT_ITEM:
    case FRAGMENT_N: break;
    }
    return !PARSE_IS_CLOSE(k);
}

typedef struct fragment_reader {
    sema *s;
    const macro_view *v;
    uint32_t tok, last;
} fragment_reader;

static bool macro_by_rule(fragment_reader *r, uint32_t state, uint8_t flags, uint8_t aux)
{
    sema *s = r->s;
    const sema_file *f = s->files.at[r->v->file];
    parse_file text = {f->bytes,      f->n_bytes,   0,
                       f->edition,    f->toks.kind, f->toks.flags,
                       f->toks.start, f->toks.end,  (uint32_t)f->toks.n_toks - 1};
    parse_scratch *scratch = &s->macros->scratch;
    parse_entry entry = {state, r->tok, flags, aux};
    /* The rules only read these arrays. */
    scratch->kinds = (uint8_t *)r->v->kinds;
    scratch->partner = (uint32_t *)r->v->partner;
    parse_verdict verdict = parse_cpu_rule(&text, scratch, &entry, &r->tok);
    scratch->kinds = NULL;
    scratch->partner = NULL;
    if (verdict == PARSE_NO_MEMORY)
        longjmp(*s->memory->out_of_memory, 1);
    return verdict == PARSE_GOOD && r->tok <= r->last;
}

static uint32_t macro_fragment_kind_at(const fragment_reader *r)
{
    return r->tok < r->last ? r->v->kinds[r->tok] : T_EOF;
}

static bool macro_read_pattern(fragment_reader *r, bool alternatives)
{
    if (alternatives && macro_fragment_kind_at(r) == T_OR)
        r->tok++;
    for (;;) {
        if (!macro_by_rule(r, S_pat, 0, 0))
            return false;
        if (!alternatives || macro_fragment_kind_at(r) != T_OR)
            return true;
        r->tok++;
    }
}

static bool macro_read_statement(fragment_reader *r)
{
    const sema_file *f = r->s->files.at[r->v->file];
    parse_input in = {r->v->kinds,
                      r->v->partner,
                      f->toks.flags,
                      f->toks.start,
                      f->toks.end,
                      f->bytes,
                      0,
                      0,
                      (uint32_t)f->toks.n_toks - 1,
                      f->edition};
    while (macro_fragment_kind_at(r) == T_POUND || macro_fragment_kind_at(r) == T_DOC_COMMENT)
        r->tok = macro_fragment_kind_at(r) == T_POUND ? r->v->partner[r->tok + 1] + 1 : r->tok + 1;
    if (macro_fragment_kind_at(r) == T_EOF)
        return false;
    if (macro_fragment_kind_at(r) != T_KW_LET)
        return parse_item_ahead(&in, r->tok, PARSE_ITEM_IN_BLOCK) ? macro_by_rule(r, S_item, 0, PARSE_ITEM_IN_BLOCK)
                                                                  : macro_by_rule(r, S_expr, PARSE_STMT, 0);
    r->tok++;
    if (!macro_read_pattern(r, false))
        return false;
    if (macro_fragment_kind_at(r) == T_COLON && (r->tok++, !macro_by_rule(r, S_type, 0, 0)))
        return false;
    if (macro_fragment_kind_at(r) == T_EQ && (r->tok++, !macro_by_rule(r, S_expr, 0, 0)))
        return false;
    return macro_fragment_kind_at(r) != T_KW_ELSE || (r->tok++, macro_by_rule(r, S_block, 0, 0));
}

static bool macro_read_meta(fragment_reader *r)
{
    if (macro_fragment_kind_at(r) == T_KW_UNSAFE && r->v->kinds[r->tok + 1] == T_L_PAREN) {
        r->tok = r->v->partner[r->tok + 1] + 1;
        return true;
    }
    if (!macro_by_rule(r, S_path_mod, 0, 0))
        return false;
    if (PARSE_IS_OPEN(macro_fragment_kind_at(r)))
        r->tok = r->v->partner[r->tok] + 1;
    else if (macro_fragment_kind_at(r) == T_EQ)
        return r->tok++, macro_by_rule(r, S_expr, 0, 0);
    return true;
}

static bool macro_read_one(fragment_reader *r, macro_fragment fragment)
{
    uint32_t k = macro_fragment_kind_at(r);
    switch (fragment) {
    case FRAGMENT_TT: r->tok = PARSE_IS_OPEN(k) ? r->v->partner[r->tok] + 1 : r->tok + parse_kind_toks(k); return true;
    case FRAGMENT_IDENT:
    case FRAGMENT_LIFETIME: r->tok++; return true;
    case FRAGMENT_EXPR:
    case FRAGMENT_EXPR_2021: return macro_by_rule(r, S_expr, 0, 0);
    case FRAGMENT_TY: return macro_by_rule(r, S_type, 0, 0);
    case FRAGMENT_PAT: return macro_read_pattern(r, true);
    case FRAGMENT_PAT_PARAM: return macro_read_pattern(r, false);
    case FRAGMENT_LITERAL: return macro_by_rule(r, S_lit_or_minus, 0, 0);
    case FRAGMENT_VIS: return macro_by_rule(r, S_visibility, 0, 1);
    case FRAGMENT_BLOCK: return macro_by_rule(r, S_block, 0, 0);
    case FRAGMENT_STMT: return macro_read_statement(r);
    case FRAGMENT_PATH: return macro_by_rule(r, S_path_type, 0, 0);
    case FRAGMENT_ITEM: return macro_by_rule(r, S_item_with_attrs, 0, PARSE_ITEM_IN_MODULE);
    case FRAGMENT_NONE:
    case FRAGMENT_META:
    case FRAGMENT_N: break;
    }
    return macro_read_meta(r);
}

bool macro_is_statement_alone(sema *s, const macro_view *v, uint32_t first, uint32_t last)
{
    fragment_reader r = {s, v, first, last};
    const uint32_t k = v->kinds[first];
    const bool is_block = k == T_L_BRACE || ((k == T_KW_UNSAFE || k == T_KW_CONST) && v->kinds[first + 1] == T_L_BRACE);
    if (last < first + 2 || v->kinds[last - 1] != T_R_BRACE)
        return false;
    return (is_block || k == T_KW_IF || k == T_KW_MATCH || k == T_KW_WHILE || k == T_KW_LOOP || k == T_LIFETIME ||
            (k == T_KW_FOR && v->kinds[first + 1] != T_LT)) &&
           macro_by_rule(&r, S_expr, PARSE_STMT, 0) && r.tok == last;
}

/* What the fragment's rule had to say. */
static void macro_fragment_report(sema *s, const macro_view *v, macro_fragment fragment, uint32_t tok, uint32_t last)
{
    static const char *const prefixes[FRAGMENT_N] = {[FRAGMENT_EXPR] = "const _:()=",
                                                     [FRAGMENT_EXPR_2021] = "const _:()=",
                                                     [FRAGMENT_LITERAL] = "const _:()=",
                                                     [FRAGMENT_TY] = "const _:",
                                                     [FRAGMENT_PATH] = "const _:",
                                                     [FRAGMENT_PAT] = "const _:()=match 0{",
                                                     [FRAGMENT_PAT_PARAM] = "const _:()=match 0{",
                                                     [FRAGMENT_BLOCK] = "const _:()=",
                                                     [FRAGMENT_STMT] = "const _:()={",
                                                     [FRAGMENT_META] = "#["};
    sema_span all = syntax_tok_span(s, v->file, tok);
    if (last > tok)
        all.end = syntax_tok_span(s, v->file, last - 1).end;
    macro_out out = {0};
    uint32_t before = s->diags.n;
    macro_put(s, &out, prefixes[fragment] ? prefixes[fragment] : "", all, 0);
    macro_copy(s, &out, all, 0, 0, 0);
    sema_add_file(s, macro_file(s, &out, s->files.at[v->file]));
    if (s->diags.n == before)
        macro_report(s, syntax_tok_span(s, v->file, tok), "expected a fragment `%s`", macro_fragment_name(fragment));
}

bool macro_read_fragment(sema *s, const macro_view *v, macro_fragment fragment, uint32_t tok, uint32_t last,
                         uint32_t *end)
{
    fragment_reader r = {s, v, tok, last};
    uint32_t group_end;
    const sema_group *group = macro_group_at(s, v->file, tok, &group_end);
    bool whole = group && (fragment == FRAGMENT_TT || group->kind == fragment);
    if (whole)
        r.tok = group_end;
    if (whole && fragment != FRAGMENT_EXPR && fragment != FRAGMENT_EXPR_2021) {
        *end = r.tok;
        return true;
    }
    r.tok = tok;
    bool good = macro_read_one(&r, fragment);
    *end = r.tok;
    if (!good || r.tok > last || (r.tok == tok && fragment != FRAGMENT_VIS)) {
        macro_fragment_report(s, v, fragment, tok, last);
        return false;
    }
    return true;
}
