/* lint_dead_uses.c: finds what each item mentions: the paths in it (resolve_used.c), and what its bodies call, build
 * and read, which their THIR tells. */
#include "sema/items/def_table.h"
#include "sema/warnings/lint_dead.h"
#include "sema/names/resolve.h"
#include "sema/thir.h"

sema_def dead_item_of(const sema *s, sema_def d)
{
    for (; d; d = def_get(s, d)->parent)
        switch (def_kind_of(s, d)) {
        case DEF_FN:
        case DEF_CASES_ADT:
        case DEF_TRAIT:
        case DEF_IMPL:
        case DEF_CASES_VALUE:
        case DEF_CASES_ALIAS: return d;
        case DEF_CASES_MODULE: return 0;
        case DEF_NONE:
        case DEF_CASES_OF_ADT:
        case DEF_CASES_PARAM:
        case DEF_CASES_NAMELESS: break;
        }
    return 0;
}

static void dead_add_edge(dead_lint *l, sema_def owner, sema_def to)
{
    const sema_def from = dead_item_of(l->s, owner);
    if (dead_is_user(l, from) && dead_is_user(l, to))
        vec_push(l->s->memory, &l->edges, (dead_edge){from, to});
}

/* ---- Variants ---- */

/* An arm's number; 0: it has none yet. */
static uint32_t *dead_number_of_arm(dead_lint *l, sema_node arm, bool add)
{
    return arena_map_at(l->s->memory, &l->arms, sema_node_key(arm), add);
}

/* An arm whose pattern needs a variant is not run before the variant has been built elsewhere. A variant that is one of
 * several alternatives is not needed. */
static void dead_note_pattern(dead_lint *l, const resolve_mention *m)
{
    sema *s = l->s;
    sema_node n = syntax_innermost(s, m->at);
    if (rustg_ast_kind_class(syntax_kind(s, n)) != RUSTG_AST_CLASS_PAT)
        return;
    for (uint8_t kind; (kind = syntax_kind(s, n)) != RUSTG_AST_Arm; n = syntax_parent(s, n))
        if (kind == RUSTG_AST_PatOr ||
            (kind != RUSTG_AST_FieldPat && rustg_ast_kind_class(kind) != RUSTG_AST_CLASS_PAT))
            return;
    uint32_t *number = dead_number_of_arm(l, n, true);
    if (!*number)
        *number = ++l->n_arms;
    *arena_map_at(s->memory, &l->needed, (uint64_t)*number << 32 | m->def, 1) = 1;
}

/* Whether what is built at that place is built in an arm that needs it. */
static bool dead_is_needed(dead_lint *l, sema_def variant, sema_span at)
{
    sema *s = l->s;
    while (l->n_arms && at.file) {
        for (sema_node n = syntax_innermost(s, at); syntax_is(n); n = syntax_parent(s, n)) {
            if (syntax_kind(s, n) != RUSTG_AST_Arm)
                continue;
            const uint32_t *number = dead_number_of_arm(l, n, false);
            if (number && arena_map_at(s->memory, &l->needed, (uint64_t)*number << 32 | variant, 0))
                return true;
        }
        const sema_file *file = s->files.at[at.file];
        at = file->origin == SEMA_FILE_EXPANSION && file->from ? file->call : (sema_span){0, 0, 0};
    }
    return false;
}

static void dead_add_variant(dead_lint *l, sema_def owner, sema_def variant, sema_span at)
{
    if (!dead_is_user(l, variant))
        return;
    dead_add_edge(l, owner, def_enum_of(l->s, variant));
    if (!dead_is_needed(l, variant, at))
        dead_add_edge(l, owner, variant);
}

/* The trait of an impl is looked up from outside of it. */
static bool dead_is_of_impl(sema *s, const resolve_mention *m)
{
    return def_kind_of(s, m->def) == DEF_TRAIT && def_kind_of(s, m->scope) == DEF_BLOCK &&
           syntax_kind(s, syntax_innermost(s, m->at)) == RUSTG_AST_TraitRef;
}

static void dead_add_mention(dead_lint *l, const resolve_mention *m)
{
    if (dead_is_of_impl(l->s, m))
        return;
    switch (def_kind_of(l->s, m->def)) {
    case DEF_FN:
    case DEF_CASES_ADT:
    case DEF_TRAIT:
    case DEF_IMPL:
    case DEF_CASES_VALUE:
    case DEF_CASES_ALIAS: dead_add_edge(l, m->scope, m->def); break;
    case DEF_NONE:
    case DEF_CASES_MODULE:
    case DEF_CASES_OF_ADT:
    case DEF_CASES_PARAM:
    case DEF_CASES_NAMELESS: break;
    }
}

/* ---- Bodies ---- */

static void dead_add_field(dead_lint *l, sema_def owner, sema_def variant, uint32_t index)
{
    uint32_t n;
    const sema_def *fields = dead_is_user(l, variant) ? def_fields(l->s, variant, &n) : NULL;
    if (fields && index < n)
        dead_add_edge(l, owner, fields[index]);
}

/* The trait's item that an impl's stands for; else itself. */
static sema_def dead_called(sema *s, sema_def d)
{
    const sema_def parent = def_get(s, d)->parent;
    const sema_def trait = def_kind_of(s, parent) == DEF_IMPL ? def_impl_trait(s, parent).trait : 0;
    const sema_def item = trait ? def_assoc_item(s, trait, def_get(s, d)->name, def_kind_of(s, d)) : 0;
    return item ? item : d;
}

static void dead_add_value(dead_lint *l, sema_def owner, sema_def d, sema_span at)
{
    if (!dead_is_user(l, d))
        return;
    if (def_kind_of(l->s, d) == DEF_VARIANT)
        dead_add_variant(l, owner, d, at);
    else
        dead_add_edge(l, owner, dead_called(l->s, d));
}

static void dead_add_aggregate(dead_lint *l, const thir_body *body, const thir_node *n)
{
    uint32_t n_fields;
    dead_add_value(l, body->owner, n->def, n->span);
    if (!dead_is_user(l, n->def) || def_kind_of(l->s, n->def) != DEF_UNION)
        return;
    def_fields(l->s, n->def, &n_fields);
    for (uint32_t i = 0; n_fields > 1 && i < n->n; i++)
        dead_add_field(l, body->owner, n->def, body->lists.at[n->first + 2 * i]);
}

static void dead_add_expr(dead_lint *l, const thir_body *body, const thir_node *n)
{
    sema *s = l->s;
    switch ((thir_op)n->op) {
    case THIR_FN:
        if (ty_kind_of(s, n->ty) == TY_FN_DEF)
            dead_add_value(l, body->owner, ty_get(s, n->ty)->def, n->span);
        break;
    case THIR_CONST:
    case THIR_STATIC: dead_add_value(l, body->owner, n->def, n->span); break;
    case THIR_ADT: dead_add_aggregate(l, body, n); break;
    case THIR_FIELD: {
        const sema_ty of = body->exprs.at[n->a].ty;
        if (ty_kind_of(s, of) == TY_ADT)
            dead_add_field(l, body->owner, ty_get(s, of)->def, n->index);
        break;
    }
    case THIR_CASES_NOTHING:
    case THIR_LOCAL:
    case THIR_UPVAR:
    case THIR_DEREF:
    case THIR_INDEX:
    case THIR_LITERAL:
    case THIR_STRING:
    case THIR_CONST_PARAM:
    case THIR_CASES_BORROW:
    case THIR_CASES_OPERATOR:
    case THIR_CASES_CONVERSION:
    case THIR_CASES_AS_IT_IS:
    case THIR_CASES_ASSIGN:
    case THIR_CALL:
    case THIR_TUPLE:
    case THIR_ARRAY:
    case THIR_REPEAT:
    case THIR_CLOSURE:
    case THIR_BLOCK:
    case THIR_CASES_BRANCH:
    case THIR_CASES_TEXT:
    case THIR_CASES_LEAVE: break;
    }
}

/* A pattern reads the fields that it names, but for those that are `_`. */
static void dead_add_pattern(dead_lint *l, const thir_body *body, const thir_pat_node *p)
{
    sema *s = l->s;
    if ((p->op != PAT_VARIANT && p->op != PAT_LEAF) || ty_kind_of(s, p->ty) != TY_ADT)
        return;
    const sema_def adt = ty_get(s, p->ty)->def;
    dead_add_edge(l, body->owner, adt);
    for (uint32_t i = 0; i < p->n; i++) {
        const uint32_t *pair = &body->lists.at[p->first + 2 * i];
        if (body->pats.at[pair[1]].op != PAT_WILD)
            dead_add_field(l, body->owner, p->op == PAT_VARIANT ? p->def : adt, pair[0]);
    }
}

static void dead_add_body(dead_lint *l, const thir_body *body)
{
    for (uint32_t e = 1; e < body->exprs.n; e++)
        dead_add_expr(l, body, &body->exprs.at[e]);
    for (uint32_t p = 1; p < body->pats.n; p++)
        dead_add_pattern(l, body, &body->pats.at[p]);
}

typedef void (*dead_body_fn)(dead_lint *l, const thir_body *body);

static void dead_in_body(dead_lint *l, const thir_body *body, dead_body_fn fn)
{
    fn(l, body);
    for (uint32_t i = 0; i < body->closures.n; i++) {
        const thir_body *closure = sema_body(l->s, body->closures.at[i]);
        if (closure)
            dead_in_body(l, closure, fn);
    }
}

static void dead_in_bodies(dead_lint *l, dead_body_fn fn)
{
    sema *s = l->s;
    uint32_t n;
    def_all_bodies(s, &n);
    for (uint32_t i = 0; i < n; i++) {
        const sema_def d = def_all_bodies(s, &n)[i];
        const bool has_own = def_kind_of(s, d) != DEF_CLOSURE && dead_is_user(l, d) && def_has_body(s, d);
        const thir_body *body = has_own ? sema_body(s, d) : NULL;
        if (body)
            dead_in_body(l, body, fn);
    }
}

void dead_find_edges(dead_lint *l)
{
    sema *s = l->s;
    const resolve_uses *uses = resolve_uses_of(s);
    for (uint32_t i = 0; i < uses->mentions.n; i++) {
        dead_add_mention(l, &uses->mentions.at[i]);
        if (def_kind_of(s, uses->mentions.at[i].def) == DEF_VARIANT)
            dead_note_pattern(l, &uses->mentions.at[i]);
    }
    dead_in_bodies(l, dead_add_body);
    for (sema_def d = l->first; d < l->n; d++)
        if (dead_is_user(l, d) && def_kind_of(s, d) == DEF_IMPL)
            dead_add_edge(l, d, def_impl_trait(s, d).trait);
    const def_table *t = def_tab(s);
    for (uint32_t i = 0; i < t->derivatives.n; i++)
        dead_add_edge(l, t->derivatives.at[i].fn, t->derivatives.at[i].rule);
}

/* ---- Assignments to itself ---- */

/* The place without the references that are followed unasked. */
static const thir_node *dead_written_place(const thir_body *body, thir_expr e)
{
    for (uint8_t op; (op = body->exprs.at[e].op) == THIR_DEREF || op == THIR_USE; e = body->exprs.at[e].a)
        if (!lint_is_adjustment((lint_written){body, e}))
            break;
    return &body->exprs.at[e];
}

static bool dead_is_same_place(const thir_body *body, thir_expr left, thir_expr right)
{
    for (;;) {
        const thir_node *a = dead_written_place(body, left), *b = dead_written_place(body, right);
        if (a->op != b->op)
            return false;
        if (a->op == THIR_LOCAL)
            return a->local == b->local;
        if (a->op == THIR_UPVAR)
            return a->index == b->index;
        if (a->op != THIR_FIELD || a->index != b->index)
            return false;
        left = a->a;
        right = b->a;
    }
}

static void dead_check_assignments(dead_lint *l, const thir_body *body)
{
    sema *s = l->s;
    const sema_def item = dead_item_of(s, body->owner);
    if (!item || !(l->marks[item] & DEAD_LOOKED_AT))
        return;
    for (uint32_t e = 1; e < body->exprs.n; e++) {
        const thir_node *n = &body->exprs.at[e];
        lint_told told;
        if (n->op != THIR_ASSIGN || n->desugared || sema_mark_of(s, n->span) || !dead_is_same_place(body, n->a, n->b))
            continue;
        const bool is_field = dead_written_place(body, n->a)->op == THIR_FIELD;
        if (lint_begin(s, &told, LINT_DEAD_CODE, body->owner, n->span,
                       "useless assignment of %s of type `%s` to itself", is_field ? "field" : "variable",
                       ty_print(s, body->exprs.at[n->a].ty)))
            lint_end(&told);
    }
}

void dead_report_assignments(dead_lint *l)
{
    dead_in_bodies(l, dead_check_assignments);
}
