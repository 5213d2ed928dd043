/* pattern_warn.c: is the lint unreachable_patterns: it reports arms of matches and alternatives of patterns that no
 * value gets to. */
#include "sema/lints/lint.h"
#include "sema/names/resolve.h"
#include "sema/patterns/pattern_internal.h"
#include "sema/syntax/syntax.h"

#include <stdlib.h>

enum { MOST_SHOWN = 4 };

static sema_span warn_span(const pattern_ctx *c, const pattern *p)
{
    return c->body->pats.at[p->of].span;
}

/* ---- What was meant ---- */

typedef struct warn_names {
    VEC(sema_symbol) names;
    VEC(sema_def) defs;
} warn_names;

/* The constants that are seen from the body and have the type. */
static warn_names warn_constants(pattern_ctx *c, sema_ty ty)
{
    sema *s = c->s;
    warn_names names = {.defs = {0}};
    uint32_t n;
    def_all_bodies(s, &n);
    for (uint32_t i = 0; i < n; i++) {
        const sema_def d = def_all_bodies(s, &n)[i];
        const def_kind outer = def_get(s, d)->parent ? def_kind_of(s, def_get(s, d)->parent) : DEF_NONE;
        if (def_kind_of(s, d) != DEF_CONST || !def_get(s, d)->name || outer == DEF_IMPL || outer == DEF_TRAIT)
            continue;
        if (ty_erase_regions(s, def_type(s, d)) != ty || !def_is_visible(s, d, def_module_of(s, c->body->owner)))
            continue;
        vec_push(s->memory, &names.names, def_get(s, d)->name);
        vec_push(s->memory, &names.defs, d);
    }
    return names;
}

/* The name of a `let` of a plain name in a block around the match, or nowhere. */
static sema_span warn_binding_around(sema *s, sema_span at, sema_symbol name)
{
    sema_span found = {0, 0, 0};
    for (sema_node n = syntax_innermost(s, at); syntax_is(n); n = syntax_parent(s, n)) {
        if (def_is_item(syntax_kind(s, n)) || def_is_assoc(syntax_kind(s, n)))
            break;
        if (syntax_kind(s, n) != RUSTG_AST_Block)
            continue;
        for (sema_node stmt = syntax_first_real(s, n); syntax_is(stmt); stmt = syntax_next_real(s, stmt)) {
            const sema_node pat = syntax_kind(s, stmt) == RUSTG_AST_StmtLet
                                      ? syntax_child_in(s, stmt, RUSTG_AST_CLASS_PAT, 0)
                                      : (sema_node){0, 0};
            if (syntax_kind(s, pat) == RUSTG_AST_PatIdent && syntax_name(s, pat) == name)
                found = syntax_name_span(s, pat);
        }
    }
    return found;
}

/* A name that takes all values may be meant as a constant. */
static void warn_suggest_constant(pattern_ctx *c, sema_report *r, const pattern *p)
{
    sema *s = c->s;
    const thir_pat_node *pat = &c->body->pats.at[p->of];
    if (pat->op != PAT_BINDING || pat->a)
        return;
    const thir_local_node *local = &c->body->locals.at[pat->local];
    const warn_names names = warn_constants(c, local->ty);
    for (uint32_t i = 0; i < names.names.n; i++)
        if (names.names.at[i] == local->name) {
            sema_suggest_beside(r, pat->span, def_path(s, names.defs.at[i]),
                                "you might have meant to pattern match against the value of constant `%s` instead of "
                                "introducing a new catch-all binding",
                                sema_text(s, local->name));
            sema_suggest_is(r, "MachineApplicable");
            return;
        }
    const sema_symbol near = resolve_closest(s, local->name, names.names.at, names.names.n);
    if (near) {
        sema_suggest_beside(r, pat->span, sema_text(s, near),
                            "you might have meant to pattern match against the value of similarly named constant `%s` "
                            "instead of introducing a new catch-all binding",
                            sema_text(s, near));
        sema_suggest_is(r, "MachineApplicable");
        return;
    }
    const sema_span binding = warn_binding_around(s, pat->span, local->name);
    if (binding.file)
        sema_note_at(r, binding,
                     "there is a binding of the same name; if you meant to pattern match against the value of that "
                     "binding, that is a feature of constants that is not available for `let` bindings");
}

/* ---- Reports ---- */

static bool warn_is_catchall(const pattern *p)
{
    if (p->ctor != CTOR_SINGLE)
        return p->ctor == CTOR_WILD;
    for (uint32_t i = 0; i < p->n; i++)
        if (!warn_is_catchall(p->fields[i]))
            return false;
    return true;
}

static int warn_compare(const void *a, const void *b)
{
    const sema_span *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return x->end < y->end ? -1 : x->end > y->end;
}

static void warn_note_many(pattern_ctx *c, sema_report *r, sema_span at, const pattern_list *by)
{
    sema *s = c->s;
    sema_span *spans = ARENA_ARRAY(s->memory, sema_span, by->n);
    for (uint32_t i = 0; i < by->n; i++)
        spans[i] = warn_span(c, by->at[i]);
    qsort(spans, by->n, sizeof *spans, warn_compare);
    sema_note_at(r, at, "multiple earlier patterns match some of the same values");
    for (uint32_t i = 0; i < by->n && i < MOST_SHOWN; i++)
        sema_note_label(r, spans[i], "matches some of the same values");
    if (by->n <= MOST_SHOWN)
        sema_note_label(r, at, "collectively making this unreachable");
    else
        sema_note_label(r, at, "...and %u other patterns collectively make this unreachable", by->n - MOST_SHOWN);
}

/* The type of the first part of a pattern that has no values, or the pattern's own. */
static sema_ty warn_empty_type(pattern_ctx *c, const pattern *p, sema_ty own)
{
    const sema_ty ty = p->of ? c->body->pats.at[p->of].ty : p->ty;
    if (ty && pattern_is_empty(c, ty))
        return ty;
    for (uint32_t i = 0; i < p->n && !(ty && ty_kind_of(c->s, ty) == TY_REF); i++) {
        const sema_ty found = warn_empty_type(c, p->fields[i], TY_NONE);
        if (found)
            return found;
    }
    return own;
}

/* With the comma behind it. */
static sema_span warn_whole_arm(const sema *s, sema_span arm)
{
    arm = sema_origin(s, arm);
    const sema_file *file = s->files.at[arm.file];
    uint32_t end = arm.end;
    while (end < file->n_bytes && file->bytes[end] <= ' ')
        end++;
    if (end < file->n_bytes && file->bytes[end] == ',')
        arm.end = end + 1;
    return arm;
}

/* arm: the arm whose pattern it is, or nowhere. */
static void warn_report(pattern_ctx *c, const pattern *p, sema_span arm)
{
    sema *s = c->s;
    const sema_span at = warn_span(c, p);
    const pattern_list *by = &p->use->covered_by;
    lint_told told;
    if (!lint_begin(s, &told, LINT_UNREACHABLE_PATTERNS, c->body->owner, at, "unreachable pattern"))
        return;
    sema_report *r = &told.report;
    if (by->n)
        sema_primary_label(r, "no value can reach this");
    if (!by->n) {
        sema_primary_label(r, "matches no values because `%s` is uninhabited",
                           ty_print(s, warn_empty_type(c, p, c->body->pats.at[p->of].ty)));
        sema_note(r, "to learn more about uninhabited types, see "
                     "https://doc.rust-lang.org/nomicon/exotic-sizes.html#empty-types");
        if (arm.file) {
            sema_suggest_beside(r, warn_whole_arm(s, arm), "", "remove the match arm");
            sema_suggest_is(r, "MachineApplicable");
        }
    } else if (by->n > 1) {
        warn_note_many(c, r, at, by);
    } else if (warn_is_catchall(by->at[0])) {
        sema_label(r, warn_span(c, by->at[0]), "matches any value");
        warn_suggest_constant(c, r, by->at[0]);
    } else {
        sema_label(r, warn_span(c, by->at[0]), "matches all the relevant values");
    }
    lint_end(&told);
}

static void warn_alternatives(pattern_ctx *c, const pattern *p)
{
    const sema_span nowhere = {0, 0, 0};
    if (p->use && !p->use->is_useful) {
        warn_report(c, p, nowhere);
        return;
    }
    if (!sema_enter(c->s, nowhere))
        return;
    for (uint32_t i = 0; i < p->n; i++)
        warn_alternatives(c, p->fields[i]);
    sema_leave(c->s);
}

/* ---- Bodies ---- */

/* Unions are not followed into. */
static bool warn_has_union(const pattern_ctx *c, const pattern *p)
{
    if (p->ctor == CTOR_OPAQUE && !p->text_is_str && !ty_is_float(c->s, p->ty))
        return true;
    for (uint32_t i = 0; i < p->n; i++)
        if (warn_has_union(c, p->fields[i]))
            return true;
    return false;
}

static bool warn_is_valid(const pattern_ctx *c, thir_expr e)
{
    for (;;) {
        const thir_node *n = &c->body->exprs.at[e];
        if (n->op == THIR_DEREF)
            return false;
        if (n->op != THIR_FIELD && n->op != THIR_INDEX && n->op != THIR_USE && n->op != THIR_CAST)
            return true;
        const sema_ty of = c->body->exprs.at[n->a].ty;
        if (n->op == THIR_FIELD && ty_kind_of(c->s, of) == TY_ADT &&
            def_kind_of(c->s, ty_get(c->s, of)->def) == DEF_UNION)
            return false;
        e = n->a;
    }
}

/* One pattern alone: only its alternatives may be out of reach, or all of it where there is no value. */
static void warn_check_pattern(pattern_ctx *c, thir_pat pat, thir_expr value, bool tells_whole)
{
    const thir_pat_node *node = &c->body->pats.at[pat];
    const sema_ty ty = node->ty;
    const bool is_plain = node->op == PAT_WILD || (node->op == PAT_BINDING && !node->a);
    if (ty_has(c->s, ty, TY_HAS_ERROR) || (is_plain && !tells_whole))
        return;
    pattern *p = pattern_of(c, pat);
    const pattern_row row = {&p, false};
    if (!p || warn_has_union(c, p) || !pattern_find_useful(c, &row, 1, ty, !value || warn_is_valid(c, value)))
        return;
    if ((p->use && p->use->is_useful) || tells_whole)
        warn_alternatives(c, p);
}

/* A match that a macro stands for has arms that nobody wrote. */
static void warn_check_match(pattern_ctx *c, const thir_node *e)
{
    sema *s = c->s;
    const thir_body *body = c->body;
    const thir_node *scrutinee = &body->exprs.at[e->a];
    if (ty_has(s, scrutinee->ty, TY_HAS_ERROR) || !e->n)
        return;
    pattern_row *rows = ARENA_ARRAY(s->memory, pattern_row, e->n);
    for (uint32_t i = 0; i < e->n; i++) {
        const thir_arm_node *arm = &body->arms.at[body->lists.at[e->first + i]];
        pattern **columns = ARENA_NEW(s->memory, pattern *);
        *columns = pattern_of(c, arm->pat);
        if (!*columns || warn_has_union(c, *columns))
            return;
        rows[i] = (pattern_row){columns, arm->guard != 0};
    }
    if (!pattern_find_useful(c, rows, e->n, scrutinee->ty, warn_is_valid(c, e->a)))
        return;
    for (uint32_t i = 0; i < e->n; i++) {
        const pattern *p = rows[i].columns[0];
        if (p->use && p->use->is_useful)
            warn_alternatives(c, p);
        else if (p->use && !e->desugared)
            warn_report(c, p, body->arms.at[body->lists.at[e->first + i]].span);
    }
}

void pattern_warn_body(sema *s, const thir_body *body)
{
    pattern_ctx c = {.s = s, .body = body, .keeps_places = true, .wild = ARENA_NEW(s->memory, pattern)};
    for (uint32_t i = 0; i < body->params.n; i++)
        if (body->params.at[i].pat)
            warn_check_pattern(&c, body->params.at[i].pat, 0, false);
    for (uint32_t i = 1; i < body->exprs.n; i++) {
        const thir_node *e = &body->exprs.at[i];
        if (e->op == THIR_MATCH && !sema_is_derived(s, e->span.file))
            warn_check_match(&c, e);
        else if (e->op == THIR_LET)
            warn_check_pattern(&c, e->pat, e->a, true);
    }
    for (uint32_t i = 1; i < body->stmts.n; i++)
        if (body->stmts.at[i].kind == THIR_STMT_LET)
            warn_check_pattern(&c, body->stmts.at[i].pat, body->stmts.at[i].expr, body->stmts.at[i].otherwise != 0);
}
