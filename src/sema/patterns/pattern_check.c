/* pattern_check.c: checks that every match covers the type of its scrutinee, and that `let`, parameters and `for`
 * have patterns that always match. */
#include "sema/patterns/pattern_internal.h"
#include "sema/syntax/syntax.h"
#include "rustg/diagnostic_kind.h"

enum { MAX_WITNESSES_SHOWN = 5, MAX_WITNESSES_SUGGESTED = 3 };

/* The enum's variants that a witness names. */
static void pattern_label_variants(pattern_ctx *c, sema_report *r, sema_def adt, const pattern *p)
{
    sema *s = c->s;
    uint32_t n;
    if (p->ctor == CTOR_VARIANT && ty_kind_of(s, p->ty) == TY_ADT && ty_get(s, p->ty)->def == adt) {
        const sema_def *variants = def_variants(s, adt, &n);
        sema_note_label(r, def_span(s, variants[p->index]), "not covered");
    }
    for (uint32_t i = 0; i < p->n; i++)
        pattern_label_variants(c, r, adt, p->fields[i]);
}

static void pattern_add_type_notes(pattern_ctx *c, sema_report *r, const pattern_list *missing, sema_ty ty,
                                   bool is_match)
{
    sema *s = c->s;
    sema_ty base = ty;
    while (ty_kind_of(s, base) == TY_REF)
        base = ty_arg(s, base, 1);
    if (ty_kind_of(s, base) == TY_ADT && !def_get(s, ty_get(s, base)->def)->is_library) {
        sema_def adt = ty_get(s, base)->def;
        sema_note_at(r, def_span(s, adt), "`%s` defined here", ty_print(s, base));
        if (is_match)
            sema_note_label(r, def_span(s, adt), "%s", "");
        for (uint32_t i = 0; i < missing->n && i < MAX_WITNESSES_SHOWN; i++)
            pattern_label_variants(c, r, adt, missing->at[i]);
    }
    sema_note(r, "the matched value is of type `%s`", ty_print(s, ty));
}

/* Suggests an arm behind the others, for the patterns that are missing or, if they are many, for all. */
static void pattern_suggest_arm(pattern_ctx *c, sema_report *r, const thir_node *e, const pattern_list *missing,
                                const char *text)
{
    sema *s = c->s;
    const thir_body *body = c->body;
    const char *arm = "_";
    for (uint32_t i = 0; missing->n <= MAX_WITNESSES_SUGGESTED && i < missing->n; i++)
        arm = i ? arena_format(s->memory, "%s | %s", arm, pattern_print(c, missing->at[i]))
                : pattern_print(c, missing->at[i]);
    if (!e->n) {
        const char *indentation = source_indentation(s, body->exprs.at[e->a].span);
        sema_span braces = {e->span.file, body->exprs.at[e->a].span.end, e->span.end};
        sema_suggest(r, braces, arena_format(s->memory, " {\n%s    %s => todo!(),\n%s}", indentation, arm, indentation),
                     "%s", text);
    } else {
        sema_span last = body->arms.at[body->lists.at[e->first + e->n - 1]].span,
                  gap = {last.file, last.start, last.end};
        if (e->n == 1) {
            const uint8_t *bytes = s->files.at[last.file]->bytes;
            while (gap.end < e->span.end && (bytes[gap.end] <= ' ' || bytes[gap.end] == ','))
                gap.end++;
        } else {
            gap.start = body->arms.at[body->lists.at[e->first + e->n - 2]].span.end;
            gap.end = last.start;
        }
        const char *space =
            source_is_multiline(s, gap) ? arena_format(s->memory, "\n%s", source_indentation(s, last)) : " ";
        sema_suggest(r, source_end(last), arena_format(s->memory, ",%s%s => todo!()", space, arm), "%s", text);
    }
    sema_suggest_is(r, "HasPlaceholders");
}

static void pattern_report_match(pattern_ctx *c, const thir_node *e, const pattern_list *missing, sema_ty ty,
                                 sema_span at, bool all_guarded)
{
    sema *s = c->s;
    static const char how[] =
        "ensure that all possible cases are being handled by adding a match arm with a wildcard pattern%s%s";
    if (e->n == 0 && (ty_kind_of(s, ty) != TY_ADT || def_kind_of(s, ty_get(s, ty)->def) != DEF_ENUM)) {
        pattern_list none = {0};
        sema_report r = sema_error(s, RUSTG_DIAG_MATCH_EMPTY, at);
        sema_arg(&r, "%s", ty_print(s, ty));
        pattern_add_type_notes(c, &r, &none, ty, true);
        pattern_suggest_arm(c, &r, e, &none, arena_format(s->memory, how, " as shown", ""));
        return;
    }
    const char *list = pattern_print_list(c, missing);
    sema_report r = sema_error(s, RUSTG_DIAG_MATCH_NOT_EXHAUSTIVE, at);
    sema_arg(&r, "%s", list);
    sema_primary_label(&r, "pattern%s %s not covered", missing->n == 1 ? "" : "s", list);
    pattern_add_type_notes(c, &r, missing, ty, true);
    if (all_guarded)
        sema_note(&r, "match arms with guards don't count towards exhaustivity");
    pattern_suggest_arm(
        c, &r, e, missing,
        arena_format(
            s->memory, how,
            missing->n > 1 && missing->n <= MAX_WITNESSES_SUGGESTED ? ", a match arm with multiple or-patterns" : "",
            missing->n == 1 ? missing->at[0]->ctor == CTOR_WILD ? " as shown" : " or an explicit pattern as shown"
                            : " as shown, or multiple match arms"));
}

static void pattern_report_refutable(pattern_ctx *c, const char *where, const pattern_list *missing, sema_ty ty,
                                     sema_span at, const thir_stmt_node *let)
{
    sema *s = c->s;
    const char *list = pattern_print_list(c, missing);
    sema_report r = sema_error(s, RUSTG_DIAG_REFUTABLE_PATTERN, at);
    sema_arg(&r, "%s", where);
    sema_primary_label(&r, "pattern%s %s not covered", missing->n == 1 ? "" : "s", list);
    if (let) {
        sema_note(&r, "`let` bindings require an \"irrefutable pattern\", like a `struct` or an `enum` with only one "
                      "variant");
        sema_note(&r, "for more information, visit https://doc.rust-lang.org/book/ch19-02-refutability.html");
    }
    pattern_add_type_notes(c, &r, missing, ty, false);
    if (let) {
        sema_suggest(&r, source_end(c->body->exprs.at[let->expr].span), " else { todo!() }",
                     "you might want to use `let...else` to handle the variant%s that %s matched",
                     missing->n == 1 ? "" : "s", missing->n == 1 ? "isn't" : "aren't");
        sema_suggest_is(&r, "HasPlaceholders");
    }
}

static bool pattern_too_many(pattern_ctx *c, sema_span at)
{
    if (!c->gave_up)
        return false;
    sema_report r = sema_error(c->s, RUSTG_DIAG_NOT_COMPILED_YET, at);
    sema_arg(&r, "a match of this many combinations of patterns");
    sema_arg(&r, "match fewer values at once");
    c->gave_up = false;
    return true;
}

static void check_irrefutable(pattern_ctx *c, thir_pat pat, const char *where, const thir_stmt_node *let)
{
    if (!pat || pattern_is_irrefutable(c->body, pat))
        return;
    const thir_pat_node *node = &c->body->pats.at[pat];
    pattern *p = pattern_of(c, pat);
    if (!p || ty_has(c->s, node->ty, TY_HAS_ERROR))
        return;
    c->steps = 0;
    pattern_row row = {&p, false};
    pattern_list missing = pattern_uncovered(c, &row, 1, node->ty);
    if (pattern_too_many(c, node->span) || !missing.n)
        return;
    pattern_report_refutable(c, where, &missing, node->ty, node->span, let);
}

/* Reports what the pattern of a `for` leaves uncovered, that is what is missing inside Some in its match on next(). */
static void pattern_report_for(pattern_ctx *c, const thir_node *e, const pattern_list *missing)
{
    pattern_list inner = {0};
    for (uint32_t i = 0; i < missing->n; i++)
        if (missing->at[i]->n == 1)
            vec_push(c->s->memory, &inner, missing->at[i]->fields[0]);
    for (uint32_t i = 0; i < e->n; i++) {
        const thir_pat_node *pat = &c->body->pats.at[c->body->arms.at[c->body->lists.at[e->first + i]].pat];
        if (pat->op != PAT_VARIANT || pat->n != 1 || !inner.n)
            continue;
        const thir_pat_node *written = &c->body->pats.at[c->body->lists.at[pat->first + 1]];
        pattern_report_refutable(c, "`for` loop binding", &inner, written->ty, written->span, NULL);
        return;
    }
}

static void check_match(pattern_ctx *c, const thir_node *e)
{
    sema *s = c->s;
    const thir_body *body = c->body;
    const thir_node *scrutinee = &body->exprs.at[e->a];
    if (ty_has(s, scrutinee->ty, TY_HAS_ERROR))
        return;
    if (e->n) {
        const thir_arm_node *last = &body->arms.at[body->lists.at[e->first + e->n - 1]];
        if (!last->guard && pattern_is_irrefutable(body, last->pat))
            return;
    }
    pattern_row *rows = ARENA_ARRAY(s->memory, pattern_row, e->n);
    bool all_guarded = e->n > 0;
    for (uint32_t i = 0; i < e->n; i++) {
        const thir_arm_node *arm = &body->arms.at[body->lists.at[e->first + i]];
        pattern **columns = ARENA_NEW(s->memory, pattern *);
        *columns = pattern_of(c, arm->pat);
        if (!*columns)
            return;
        rows[i] = (pattern_row){columns, arm->guard != 0};
        all_guarded &= arm->guard != 0;
    }
    c->steps = 0;
    pattern_list missing = pattern_uncovered(c, rows, e->n, scrutinee->ty);
    if (pattern_too_many(c, scrutinee->span) || !missing.n)
        return;
    if (e->desugared)
        pattern_report_for(c, e, &missing);
    else
        pattern_report_match(c, e, &missing, scrutinee->ty, scrutinee->span, all_guarded);
}

bool pattern_has_no_value(sema *s, const thir_body *body, sema_ty ty)
{
    pattern_ctx c = {.s = s, .body = body, .most_steps = PATTERN_MAX_STEPS};
    return pattern_is_empty(&c, ty);
}

void pattern_check_body(sema *s, thir_body *body)
{
    if (body->failed)
        return;
    pattern_ctx c = {.s = s, .body = body, .most_steps = PATTERN_MAX_STEPS};
    uint32_t n_diags = s->diags.n;
    c.wild = ARENA_NEW(s->memory, pattern);
    bool is_closure = def_kind_of(s, body->owner) == DEF_CLOSURE;
    for (uint32_t i = 0; i < body->params.n; i++)
        check_irrefutable(&c, body->params.at[i].pat, is_closure ? "closure argument" : "function argument", NULL);
    for (uint32_t i = 1; i < body->exprs.n; i++)
        if (body->exprs.at[i].op == THIR_MATCH)
            check_match(&c, &body->exprs.at[i]);
    for (uint32_t i = 0; i < body->stmts.n; i++)
        if (body->stmts.at[i].kind == THIR_STMT_LET && !body->stmts.at[i].otherwise)
            check_irrefutable(&c, body->stmts.at[i].pat, "local binding",
                              body->stmts.at[i].expr ? &body->stmts.at[i] : NULL);
    if (s->diags.n != n_diags)
        body->failed = true;
}
