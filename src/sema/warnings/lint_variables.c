/* lint_variables.c: are the lints unused_variables, unused_assignments and unused_mut: tells what borrow checking has
 * noted of variables (borrow_unused.c), with what rustc suggests. */
#include "rustg/ast.h"
#include "sema/borrow/borrow.h"
#include "sema/names/resolve.h"
#include "sema/syntax/syntax.h"
#include "sema/warnings/lint_warn.h"

/* A constant that a pattern may have meant. */
typedef struct variables_const {
    sema_def def;
    uint32_t next; /* 1 + the index of another one of its type */
} variables_const;
/* body: what the variables in work are of, and in it: of a variable the first pattern that binds it, of a pattern the
 * next one, and texts with a brace. */
typedef struct variables_ctx {
    sema *s;
    bool has_consts;
    VEC(variables_const) consts;
    arena_map const_of; /* by type: 1 + the index of the last constant */
    const thir_body *body;
    uint32_t *first_pat, *next_pat;
    VEC(thir_expr) texts;
} variables_ctx;

typedef VEC(sema_span) variables_spans;

/* ---- Where and how a variable is bound ---- */

/* The binding with its `mut` or `ref`, without the pattern behind an `@`. */
static sema_span variables_span(sema *s, sema_span pat, sema_node *node)
{
    *node = syntax_innermost(s, pat);
    if (!syntax_is(*node) || syntax_kind(s, *node) != RUSTG_AST_PatIdent)
        return pat;
    const sema_span name = syntax_name_span(s, *node);
    return name.file == pat.file && name.end <= pat.end ? (sema_span){pat.file, pat.start, name.end} : pat;
}

/* `S { x }`: the binding names the field, too. */
static bool variables_is_shorthand(const sema *s, sema_node ident)
{
    if (!syntax_is(ident) || syntax_kind(s, ident) != RUSTG_AST_PatIdent)
        return false;
    const sema_node field = syntax_parent(s, ident);
    return syntax_is(field) && syntax_kind(s, field) == RUSTG_AST_FieldPat &&
           syntax_anchor(s, field) == syntax_anchor(s, ident);
}

static void variables_look_at(variables_ctx *c, const thir_body *body)
{
    if (c->body == body)
        return;
    c->body = body;
    c->texts.n = 0;
    c->first_pat = ARENA_ARRAY(c->s->memory, uint32_t, body->locals.n);
    c->next_pat = ARENA_ARRAY(c->s->memory, uint32_t, body->pats.n);
    for (uint32_t i = body->pats.n; i-- > 1;) {
        const thir_pat_node *p = &body->pats.at[i];
        if (p->op != PAT_BINDING)
            continue;
        c->next_pat[i] = c->first_pat[p->local];
        c->first_pat[p->local] = i;
    }
    for (uint32_t i = 1; i < body->exprs.n; i++) {
        const thir_node *e = &body->exprs.at[i];
        if (e->op == THIR_STRING && ty_kind_of(c->s, ty_arg(c->s, e->ty, 1)) == TY_STR &&
            memchr(e->text, '{', e->n_text))
            vec_push(c->s->memory, &c->texts, i);
    }
}

/* Where the first alternative of a pattern binds it. */
static sema_span variables_first(variables_ctx *c, const borrow_unused *u)
{
    sema_span first = u->body->locals.at[u->local].span;
    sema_node ident;
    variables_look_at(c, u->body);
    for (uint32_t i = c->first_pat[u->local]; i; i = c->next_pat[i]) {
        const sema_span at = u->body->pats.at[i].span;
        if (at.file == first.file && at.start < first.start)
            first = at;
    }
    return variables_span(c->s, first, &ident);
}

/* Alternatives of a pattern bind a variable in several places. */
static void variables_bound_at(variables_ctx *c, const borrow_unused *u, variables_spans *named,
                               variables_spans *of_fields)
{
    sema *s = c->s;
    for (uint32_t i = c->first_pat[u->local]; i; i = c->next_pat[i]) {
        sema_node ident;
        const sema_span at = variables_span(s, u->body->pats.at[i].span, &ident);
        variables_spans *to = variables_is_shorthand(s, ident) ? of_fields : named;
        if (!to->n || !sema_same_span(to->at[to->n - 1], at))
            vec_push(s->memory, to, at);
    }
}

/* ---- What could have been meant ---- */

static void variables_find_consts(variables_ctx *c)
{
    sema *s = c->s;
    uint32_t n;
    c->has_consts = true;
    const sema_def *bodies = def_all_bodies(s, &n);
    for (uint32_t i = 0; i < n; i++) {
        const def_info *about = def_get(s, bodies[i]);
        const def_kind parent = about->parent ? def_kind_of(s, about->parent) : DEF_NONE;
        if (about->kind != DEF_CONST || !about->name || parent == DEF_IMPL || parent == DEF_TRAIT)
            continue;
        uint32_t *last = arena_map_at(s->memory, &c->const_of, def_type(s, bodies[i]), 1);
        vec_push(s->memory, &c->consts, (variables_const){bodies[i], *last});
        *last = c->consts.n;
    }
}

static void variables_suggest_item(sema_report *r, sema_span at, sema_def item)
{
    sema *s = r->s;
    const char *path = def_path(s, item);
    if (def_get(s, item)->is_library)
        path = arena_format(s->memory, "std::%s", item == def_lang(s, LANG_OPTION_NONE) ? "prelude::v1::None" : path);
    sema_suggest(r, at, path, "you might have meant to pattern match on the similarly named %s `%s`",
                 def_kind_text(s, item), sema_text(s, def_get(s, item)->name));
}

static bool variables_suggest_variant(sema_report *r, sema_span at, sema_symbol name, sema_ty ty)
{
    sema *s = r->s;
    while (ty_kind_of(s, ty) == TY_REF)
        ty = ty_arg(s, ty, 1);
    if (ty_kind_of(s, ty) != TY_ADT)
        return false;
    uint32_t n, n_units = 0;
    const sema_def *variants = def_variants(s, ty_get(s, ty)->def, &n);
    sema_def *units = ARENA_ARRAY(s->memory, sema_def, n);
    sema_symbol *names = ARENA_ARRAY(s->memory, sema_symbol, n);
    for (uint32_t i = 0; i < n; i++)
        if (def_shape(s, variants[i]) == SHAPE_UNIT) {
            units[n_units] = variants[i];
            names[n_units++] = def_get(s, variants[i])->name;
        }
    const sema_symbol near = resolve_closest(s, name, names, n_units);
    for (uint32_t i = 0; i < n_units && near; i++)
        if (names[i] == near) {
            variables_suggest_item(r, at, units[i]);
            return true;
        }
    return false;
}

/* What is bound looks like a unit variant of its type or like a constant of it. */
static void variables_suggest_typo(variables_ctx *c, sema_report *r, const borrow_unused *u, sema_span at)
{
    sema *s = c->s;
    const thir_local_node *local = &u->body->locals.at[u->local];
    const sema_symbol name = sema_intern_text(s, sema_text(s, local->name));
    if (local->is_param || variables_suggest_variant(r, at, name, local->ty))
        return;
    if (!c->has_consts)
        variables_find_consts(c);
    VEC(sema_symbol) names = {0};
    VEC(sema_def) fit = {0};
    const uint32_t *last = arena_map_at(s->memory, &c->const_of, local->ty, 0);
    for (uint32_t i = last ? *last : 0; i; i = c->consts.at[i - 1].next) {
        const sema_def def = c->consts.at[i - 1].def;
        if (!def_is_visible(s, def, u->body->owner))
            continue;
        vec_push(s->memory, &names, def_get(s, def)->name);
        vec_push(s->memory, &fit, def);
    }
    for (uint32_t i = 0; i < fit.n / 2; i++) { /* the last one came first, and the first one counts */
        const uint32_t other = fit.n - 1 - i;
        const sema_def def = fit.at[i];
        fit.at[i] = fit.at[other];
        fit.at[other] = def;
        names.at[i] = def_get(s, fit.at[i])->name;
        names.at[other] = def_get(s, def)->name;
    }
    const sema_symbol near = names.n ? resolve_closest(s, name, names.at, names.n) : 0;
    for (uint32_t i = 0; i < fit.n && near; i++)
        if (names.at[i] == near) {
            variables_suggest_item(r, at, fit.at[i]);
            return;
        }
}

/* Whether a text has `{name}` or `{name:` in it. */
static bool variables_is_in_braces(const char *text, uint32_t n_text, const char *name)
{
    const size_t n = strlen(name);
    for (uint32_t i = 0; i + n + 1 < n_text; i++)
        if (text[i] == '{' && memcmp(text + i + 1, name, n) == 0 && (text[i + 1 + n] == '}' || text[i + 1 + n] == ':'))
            return true;
    return false;
}

static void variables_suggest_format(variables_ctx *c, sema_report *r, const char *name)
{
    sema *s = c->s;
    arena_map seen = {0};
    for (uint32_t i = 0; i < c->texts.n; i++) {
        const thir_node *e = &c->body->exprs.at[c->texts.at[i]];
        if (!variables_is_in_braces(e->text, e->n_text, name))
            continue;
        uint32_t *told = arena_map_at(s->memory, &seen, sema_span_key(e->span), 1);
        if (*told)
            continue;
        *told = 1;
        sema_label(r, e->span, "you might have meant to use string interpolation in this string literal");
        sema_suggest(r, source_start(e->span), "format!(", "string interpolation only works in `format!` invocations");
        sema_suggest_further(r, source_end(e->span), ")");
        sema_suggest_is(r, "MachineApplicable");
    }
}

/* ---- Variables ---- */

static void variables_suggest_prefix(sema_report *r, const variables_spans *named, const char *name)
{
    const char *with = arena_format(r->s->memory, "_%s", name);
    for (uint32_t i = 0; i < named->n; i++)
        if (i == 0)
            sema_suggest_beside(r, named->at[i], with, "if this is intentional, prefix it with an underscore");
        else
            sema_suggest_further(r, named->at[i], with);
    sema_suggest_is(r, "MachineApplicable");
}

static void variables_suggest_ignore(sema_report *r, const variables_spans *named, const variables_spans *of_fields,
                                     const char *name)
{
    sema_suggest_beside(r, of_fields->at[0], arena_format(r->s->memory, "%s: _", name), "try ignoring the field");
    for (uint32_t i = 1; i < of_fields->n; i++)
        sema_suggest_further(r, of_fields->at[i], arena_format(r->s->memory, "%s: _", name));
    for (uint32_t i = 0; i < named->n; i++)
        sema_suggest_further(r, named->at[i], "_");
    sema_suggest_is(r, "MachineApplicable");
}

static void variables_tell_unused(variables_ctx *c, const borrow_unused *u)
{
    sema *s = c->s;
    const char *name = sema_text(s, u->body->locals.at[u->local].name);
    variables_spans named = {0}, of_fields = {0};
    const sema_span bound = variables_first(c, u);
    variables_bound_at(c, u, &named, &of_fields);
    lint_told told;
    if ((!named.n && !of_fields.n) ||
        !lint_begin(s, &told, LINT_UNUSED_VARIABLES, u->body->owner, bound, "unused variable: `%s`", name))
        return;
    uint32_t k = 0;
    for (uint32_t i = 0; i < named.n && named.n + of_fields.n > 1; i++) {
        while (k < of_fields.n && of_fields.at[k].start < named.at[i].start)
            sema_primary_here(&told.report, of_fields.at[k++]);
        sema_primary_here(&told.report, named.at[i]);
    }
    while (k < of_fields.n && named.n + of_fields.n > 1)
        sema_primary_here(&told.report, of_fields.at[k++]);
    variables_suggest_format(c, &told.report, name);
    if (of_fields.n) {
        variables_suggest_ignore(&told.report, &named, &of_fields, name);
    } else if (sema_mark_of(s, bound)) {
        sema_help_at(&told.report, bound, "`%s` is captured in macro and introduced a unused variable", name);
    } else {
        variables_suggest_typo(c, &told.report, u, bound);
        variables_suggest_prefix(&told.report, &named, name);
    }
    lint_end(&told);
}

static void variables_tell_set(variables_ctx *c, const borrow_unused *u)
{
    sema *s = c->s;
    const char *name = sema_text(s, u->body->locals.at[u->local].name);
    const sema_span bound = variables_first(c, u);
    lint_told told;
    if (!lint_begin(s, &told, LINT_UNUSED_VARIABLES, u->body->owner, bound,
                    "variable `%s` is assigned to, but never used", name))
        return;
    sema_note(&told.report, "consider using `_%s` instead", name);
    variables_suggest_typo(c, &told.report, u, bound);
    lint_end(&told);
}

/* ---- Assignments ---- */

/* A captured place as rustc writes it: `x.a`, `*x`. NULL: nothing is captured. */
static const char *variables_capture_name(sema *s, const borrow_unused *u)
{
    VEC(const thir_node *) steps = {0};
    VEC(const thir_body *) bodies = {0};
    thir_expr e = 0;
    const thir_body *body = borrow_captured_place(s, u->body->owner, u->capture, &e);
    while (body) {
        const thir_node *n = &body->exprs.at[e];
        vec_push(s->memory, &steps, n);
        vec_push(s->memory, &bodies, body);
        if (n->op == THIR_UPVAR)
            body = borrow_captured_place(s, body->owner, n->index, &e);
        else if (n->op == THIR_DEREF || n->op == THIR_FIELD || n->op == THIR_USE)
            e = n->a;
        else
            break;
    }
    const char *name = NULL;
    for (uint32_t i = steps.n; i-- > 0;) {
        const thir_node *n = steps.at[i];
        if (n->op == THIR_LOCAL)
            name = sema_text(s, bodies.at[i]->locals.at[n->local].name);
        if (!name)
            return NULL;
        if (n->op == THIR_DEREF)
            name = arena_format(s->memory, "*%s", name);
        if (n->op != THIR_FIELD)
            continue;
        const sema_ty of = bodies.at[i]->exprs.at[n->a].ty;
        uint32_t n_fields = 0;
        const sema_def *fields = ty_kind_of(s, of) == TY_ADT ? def_fields(s, ty_get(s, of)->def, &n_fields) : NULL;
        name = n->index < n_fields
                   ? arena_format(s->memory, "%s.%s", name, sema_text(s, def_get(s, fields[n->index])->name))
                   : arena_format(s->memory, "%s.%u", name, n->index);
    }
    return name;
}

/* `a = &b` gives the parameter `mut a: &T` another reference, where the value behind it may have been meant. False: it
 * is nothing like that. */
static bool variables_suggest_behind(sema_report *r, const borrow_unused *u)
{
    sema *s = r->s;
    const thir_body *body = u->body;
    const sema_node owner = def_get(s, body->owner)->node;
    if (!u->local || !body->locals.at[u->local].is_param || !body->locals.at[u->local].mutable ||
        def_kind_of(s, body->owner) != DEF_FN)
        return false;
    const syntax_fn parts = syntax_fn_of(s, owner);
    uint32_t param = 0;
    while (param < body->params.n && body->params.at[param].local != u->local)
        param++;
    const sema_node type =
        param < parts.params.n ? syntax_child_in(s, parts.params.at[param], RUSTG_AST_CLASS_TY, 0) : (sema_node){0, 0};
    if (!syntax_is(type) || syntax_kind(s, type) != RUSTG_AST_TyRef)
        return false;
    const sema_node written = syntax_innermost(s, u->at);
    const sema_node to = syntax_is(written) ? syntax_child_in(s, written, RUSTG_AST_CLASS_EXPR, 0) : written;
    const sema_node from = syntax_is(written) ? syntax_child_in(s, written, RUSTG_AST_CLASS_EXPR, 1) : written;
    if (!syntax_is(from) || syntax_kind(s, written) != RUSTG_AST_ExprAssign ||
        syntax_kind(s, from) != RUSTG_AST_ExprAddrOf || syntax_is_raw(s, from))
        return false;
    const sema_node behind = syntax_child_in(s, type, RUSTG_AST_CLASS_TY, 0),
                    borrowed = syntax_child_in(s, from, RUSTG_AST_CLASS_EXPR, 0);
    const sema_span pat = body->params.at[param].span, borrow = sema_node_span(s, from);
    sema_node ident;
    variables_span(s, pat, &ident);
    const sema_span name = syntax_name_span(s, ident);
    const char *text = "you might have meant to mutate the pointed at value being passed in, instead of changing the "
                       "reference in the local binding";
    sema_suggest(r, (sema_span){pat.file, pat.start, name.start}, "", "%s", text);
    if (!syntax_is_mut(s, type)) {
        const bool has_lifetime = syntax_is(syntax_child_of(s, type, RUSTG_AST_Lifetime));
        sema_suggest_further(r, source_start(sema_node_span(s, behind)), has_lifetime ? " mut " : "mut ");
    }
    sema_suggest_further(r, source_start(sema_node_span(s, to)), "*");
    sema_suggest_further(r, (sema_span){borrow.file, borrow.start, sema_node_span(s, borrowed).start}, "");
    return true;
}

static void variables_tell_value(sema *s, const borrow_unused *u)
{
    const char *name = u->local ? sema_text(s, u->body->locals.at[u->local].name) : variables_capture_name(s, u);
    lint_told told;
    if (!name || !lint_begin(s, &told, LINT_UNUSED_ASSIGNMENTS, u->body->owner, u->at, "value %s `%s` is never read",
                             u->what == UNUSED_VALUE     ? "assigned to"
                             : u->what == UNUSED_CAPTURE ? "captured by"
                                                         : "passed to",
                             name))
        return;
    if (u->what == UNUSED_CAPTURE)
        sema_help(&told.report, "did you mean to capture by reference instead?");
    else if (u->what == UNUSED_ARGUMENT || !variables_suggest_behind(&told.report, u))
        sema_help(&told.report, "maybe it is overwritten before being read?");
    lint_end(&told);
}

/* ---- `mut` ---- */

static void variables_tell_mut(variables_ctx *c, const borrow_unused *u)
{
    sema *s = c->s;
    const sema_span bound = variables_first(c, u);
    const sema_span written = sema_origin(s, bound);
    const char *text = source_text(s, written);
    uint32_t n = 0;
    while (written.start + n < written.end && text[n] > ' ')
        n++;
    while (written.start + n < written.end && text[n] <= ' ')
        n++;
    lint_told told;
    if (!lint_begin(s, &told, LINT_UNUSED_MUT, u->body->owner, bound, "variable does not need to be mutable"))
        return;
    sema_suggest_marked(&told.report, (sema_span){written.file, written.start, written.start + n}, "",
                        "remove this `mut`");
    sema_suggest_is(&told.report, "MachineApplicable");
    lint_end(&told);
}

void lint_variables(sema *s)
{
    variables_ctx c = {.s = s};
    uint32_t n;
    const borrow_unused *found = borrow_unused_list(s, &n);
    for (uint32_t i = 0; i < n; i++)
        switch ((unused_what)found[i].what) {
        case UNUSED_VARIABLE: variables_tell_unused(&c, &found[i]); break;
        case UNUSED_BUT_SET: variables_tell_set(&c, &found[i]); break;
        case UNUSED_VALUE:
        case UNUSED_ARGUMENT:
        case UNUSED_CAPTURE: variables_tell_value(s, &found[i]); break;
        case UNUSED_MUTABLE: variables_tell_mut(&c, &found[i]); break;
        }
}
