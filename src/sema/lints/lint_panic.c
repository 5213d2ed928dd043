/* lint_panic.c: has the lints arithmetic_overflow and unconditional_panic, which report operations whose known
 * operands must overflow or panic. Each body is walked twice in the order of evaluation: once to count the writes and
 * borrows of variables, and once to follow their values. As in rustc a variable that is borrowed is never known, and
 * one that is written twice is known only up to the end of a basic block of the MIR with overflow checks. */
#include "sema/lints/lint_internal.h"

void lint_end_block(lint_ctx *c, bool is_sure)
{
    for (uint32_t i = 0; i < c->in_block.n; i++)
        c->locals[c->in_block.at[i]].value = lint_unknown(is_sure ? KNOWN_NOT : KNOWN_DOUBT);
    if (is_sure)
        c->in_block.n = 0;
}

void lint_write(lint_ctx *c, const lint_place *to, known value)
{
    if (!to->root || to->is_indirect || !c->reach)
        return;
    lint_local *local = &c->locals[to->root];
    if (c->is_counting) {
        local->n_writes++;
        return;
    }
    local->value = to->is_projected ? lint_unknown(KNOWN_NOT) : lint_fresh(c, lint_alive(c, value));
    if (local->n_writes > 1)
        vec_push(c->s->memory, &c->in_block, to->root);
}

void lint_lose(lint_ctx *c, const lint_place *place)
{
    if (place->root && !place->is_indirect && c->reach)
        c->locals[place->root].is_lost = true;
}

static lint_place lint_nowhere(known v)
{
    return (lint_place){.how = KNOWN_PARTS, .temp = v};
}

static lint_place lint_panic_field_of(lint_ctx *c, const thir_node *n)
{
    lint_place place = lint_place_of(c, n->a);
    sema_ty of = c->body->exprs.at[n->a].ty;
    place.is_projected = true;
    if (ty_kind_of(c->s, of) == TY_ADT && def_kind_of(c->s, ty_get(c->s, of)->def) == DEF_UNION)
        place.how = KNOWN_DOUBT;
    else if (place.n == LINT_MOST_STEPS)
        place.how = KNOWN_DOUBT;
    else
        place.steps[place.n++] = n->index;
    return place;
}

static lint_place lint_panic_element_of(lint_ctx *c, const thir_node *n)
{
    lint_place place = lint_place_of(c, n->a);
    known index = lint_eval(c, n->b);
    if (c->reach)
        lint_check_index(c, n, index);
    place.is_projected = true;
    if (index.kind != KNOWN_SCALAR)
        place.how = place.how == KNOWN_PARTS ? index.kind : place.how;
    else if (index.bits >= UINT32_MAX || place.n == LINT_MOST_STEPS)
        place.how = KNOWN_DOUBT;
    else
        place.steps[place.n++] = (uint32_t)index.bits;
    return place;
}

lint_place lint_place_of(lint_ctx *c, thir_expr e)
{
    const thir_node *n = &c->body->exprs.at[e];
    lint_place place = {.how = KNOWN_NOT, .is_indirect = true};
    if (!n->is_place)
        return lint_nowhere(lint_eval(c, e));
    if (!sema_enter(c->s, n->span))
        return place;
    switch ((thir_op)n->op) {
    case THIR_LOCAL: place = (lint_place){.root = n->local, .how = KNOWN_PARTS}; break;
    case THIR_FIELD: place = lint_panic_field_of(c, n); break;
    case THIR_INDEX: place = lint_panic_element_of(c, n); break;
    case THIR_USE: place = lint_place_of(c, n->a); break;
    case THIR_DEREF: lint_eval(c, n->a); break;
    case THIR_UPVAR:
    case THIR_STATIC: break;
    case THIR_CASES_NOTHING:
    case THIR_CASES_CONSTANT:
    case THIR_CASES_BORROW:
    case THIR_CASES_OPERATOR:
    case THIR_CASES_CONVERSION:
    case THIR_NEVER:
    case THIR_CASES_ASSIGN:
    case THIR_CALL:
    case THIR_CASES_AGGREGATE:
    case THIR_BLOCK:
    case THIR_CASES_BRANCH:
    case THIR_CASES_LEAVE:
    case THIR_CASES_TEXT: place = lint_nowhere(lint_unknown(KNOWN_DOUBT)); break;
    }
    sema_leave(c->s);
    return place;
}

/* An operand of something larger. Structs and arrays are not followed into it. */
static known lint_panic_operand(lint_ctx *c, thir_expr e)
{
    known v = lint_eval(c, e);
    return v.kind == KNOWN_PARTS ? lint_unknown(KNOWN_NOT) : v;
}

static known lint_parts_of(lint_ctx *c, const thir_node *n, sema_def variant, uint32_t n_parts)
{
    if (c->is_counting || lint_is_large(c->s, n->ty))
        return lint_unknown(c->is_counting ? KNOWN_NOT : KNOWN_DOUBT);
    known v = {.kind = KNOWN_PARTS, .variant = variant, .n = n_parts};
    v.parts = ARENA_ARRAY(c->s->memory, known, n_parts);
    return v;
}

/* The whole is made when all parts are there. */
static known lint_made(lint_ctx *c, known v)
{
    for (uint32_t i = 0; i < v.n; i++)
        v.parts[i] = lint_alive(c, v.parts[i]);
    return lint_fresh(c, v);
}

static known lint_sequence(lint_ctx *c, const thir_node *n, sema_def variant)
{
    known v = lint_parts_of(c, n, variant, n->n);
    for (uint32_t i = 0; i < n->n; i++) {
        known part = lint_panic_operand(c, c->body->lists.at[n->first + i]);
        if (v.kind == KNOWN_PARTS)
            v.parts[i] = part;
    }
    return lint_made(c, v);
}

static sema_def lint_variant_or_none(const lint_ctx *c, sema_def variant)
{
    return def_kind_of(c->s, variant) == DEF_VARIANT ? variant : 0;
}

static known lint_panic_structure(lint_ctx *c, const thir_node *n)
{
    uint32_t n_fields;
    def_fields(c->s, n->def, &n_fields);
    if (def_kind_of(c->s, n->def) == DEF_UNION)
        n_fields = 0;
    known v = lint_parts_of(c, n, lint_variant_or_none(c, n->def), n_fields);
    bool *given = ARENA_ARRAY(c->s->memory, bool, n_fields);
    for (uint32_t i = 0; i < n->n; i++) {
        uint32_t field = c->body->lists.at[n->first + 2 * i];
        known part = lint_panic_operand(c, c->body->lists.at[n->first + 2 * i + 1]);
        if (v.kind == KNOWN_PARTS && field < n_fields) {
            v.parts[field] = part;
            given[field] = true;
        }
    }
    if (!n->b)
        return lint_made(c, v);
    lint_place base = lint_place_of(c, n->b);
    for (uint32_t i = 0; i < n_fields && v.kind == KNOWN_PARTS; i++) {
        lint_place of = base;
        if (given[i])
            continue;
        of.how = of.n == LINT_MOST_STEPS ? KNOWN_DOUBT : of.how;
        if (of.how == KNOWN_PARTS)
            of.steps[of.n++] = i;
        v.parts[i] = lint_read(c, &of);
        if (v.parts[i].kind == KNOWN_PARTS)
            v.parts[i] = lint_unknown(KNOWN_NOT);
    }
    return lint_made(c, v);
}

static known lint_panic_call(lint_ctx *c, const thir_node *n)
{
    sema *s = c->s;
    const thir_node *callee = &c->body->exprs.at[n->a];
    if (callee->op == THIR_FN && ty_kind_of(s, callee->ty) == TY_FN_DEF) {
        sema_def fn = ty_get(s, callee->ty)->def;
        if (def_kind_of(s, fn) == DEF_STRUCT || def_kind_of(s, fn) == DEF_VARIANT)
            return lint_sequence(c, n, lint_variant_or_none(c, fn));
    }
    lint_eval(c, n->a);
    for (uint32_t i = 0; i < n->n; i++)
        lint_eval(c, c->body->lists.at[n->first + i]);
    lint_end_block(c, true);
    if (ty_kind_of(s, n->ty) == TY_NEVER)
        c->reach = REACH_NOT;
    return lint_unknown(KNOWN_NOT);
}

static void lint_panic_assign(lint_ctx *c, const thir_node *n)
{
    thir_expr outer = c->assigned;
    sema_span outer_span = c->assigned_span;
    c->assigned = n->op == THIR_ASSIGN ? n->b : 0;
    c->assigned_span = n->span;
    known v = lint_eval(c, n->b);
    c->assigned = outer;
    c->assigned_span = outer_span;
    lint_place place = lint_place_of(c, n->a);
    if (n->op == THIR_ASSIGN_OP)
        v = lint_binary(c, n, &place, lint_read(c, &place), v.kind == KNOWN_PARTS ? lint_unknown(KNOWN_NOT) : v);
    lint_write(c, &place, v);
}

/* Goes on behind a loop or block. Its own jumps lead nowhere else; with only one of them, nothing has ended before. */
static void lint_left_behind(lint_ctx *c, const lint_label *label, uint32_t n_exits, uint32_t level)
{
    bool is_plain = label->n_jumps <= 1 && c->n_exits - n_exits == label->n_jumps;
    c->dead_until = is_plain ? level : c->now;
    c->n_exits -= label->n_jumps;
}

static known lint_panic_block(lint_ctx *c, const thir_node *n)
{
    known v = lint_unknown(KNOWN_NOT);
    for (uint32_t i = 0; i < n->n && c->reach; i++) {
        const thir_stmt_node *stmt = &c->body->stmts.at[c->body->lists.at[n->first + i]];
        if (stmt->kind == THIR_STMT_LET)
            lint_let(c, stmt);
        else
            lint_eval(c, stmt->expr);
        if (c->has_drops)
            lint_end_block(c, false);
    }
    if (n->a)
        v = lint_eval(c, n->a);
    if (c->has_drops)
        lint_end_block(c, false);
    if (!n->index)
        return v;
    lint_end_block(c, false);
    if (c->labels[n->index].n_jumps)
        lint_left_behind(c, &c->labels[n->index], c->n_exits, c->now);
    uint8_t out = c->labels[n->index].out;
    c->reach = c->reach > out ? c->reach : out;
    return c->labels[n->index].n_breaks ? lint_unknown(KNOWN_DOUBT) : v;
}

static known lint_panic_repeat(lint_ctx *c, const thir_node *n)
{
    lint_label *label = &c->labels[n->index];
    uint32_t n_exits = c->n_exits, level = c->dead_until;
    label->value = lint_unknown(KNOWN_NOT);
    label->out = REACH_NOT;
    label->n_jumps = 0;
    lint_end_block(c, label->has_back_edge);
    lint_eval(c, n->a);
    if (c->is_counting && c->reach)
        label->has_back_edge = true;
    c->reach = label->out;
    lint_left_behind(c, label, n_exits, level);
    lint_end_block(c, false);
    return label->n_breaks == 1 ? label->value : lint_unknown(KNOWN_NOT);
}

static void lint_panic_leave(lint_ctx *c, const thir_node *n)
{
    known v = n->a ? lint_eval(c, n->a) : lint_unknown(KNOWN_NOT);
    lint_label *label = n->op == THIR_RETURN ? NULL : &c->labels[n->index];
    c->n_exits += c->reach != REACH_NOT;
    if (label && c->reach)
        label->n_jumps++;
    if (label && n->op == THIR_BREAK && c->reach) {
        label->out = c->reach > label->out ? c->reach : label->out;
        label->n_breaks += c->is_counting;
        label->value = v;
    }
    if (label && n->op == THIR_CONTINUE && c->is_counting && c->reach)
        label->has_back_edge = true;
    c->reach = REACH_NOT;
}

/* Operands of messages are borrowed. rustc expands ptx! to code of its own. */
static void lint_panic_shown(lint_ctx *c, const thir_node *n)
{
    for (uint32_t i = 0; i < n->n; i++) {
        thir_expr e = c->body->lists.at[n->first + i];
        while (c->body->exprs.at[e].op == THIR_USE)
            e = c->body->exprs.at[e].a;
        lint_place place = lint_place_of(c, e);
        lint_lose(c, &place);
        if (n->op == THIR_PTX && place.root)
            c->locals[place.root].is_doubt = true;
    }
    if (n->op == THIR_PANIC)
        c->reach = REACH_NOT;
    else if (n->a)
        lint_eval(c, n->a);
}

static void lint_panic_borrow(lint_ctx *c, const thir_node *n)
{
    lint_place place = lint_place_of(c, n->a);
    lint_lose(c, &place);
}

static known lint_literal(const lint_ctx *c, const thir_node *n)
{
    if (c->is_counting)
        return lint_unknown(KNOWN_NOT);
    ty_kind kind = ty_kind_of(c->s, n->ty);
    if ((!ty_is_integer(c->s, n->ty) && kind != TY_BOOL && kind != TY_CHAR) || lint_is_wide(c->s, n->ty))
        return lint_unknown(KNOWN_DOUBT);
    return lint_scalar(lint_fit(c->s, n->ty, n->bits));
}

static known lint_panic_unary(lint_ctx *c, const thir_node *n)
{
    const thir_node *a = &c->body->exprs.at[n->a];
    known v = lint_panic_operand(c, n->a);
    if (n->sub == OP_NEG && a->op == THIR_LITERAL && v.kind == KNOWN_SCALAR)
        return lint_scalar(lint_fit(c->s, n->ty, 0 - v.bits));
    if (n->sub == OP_NEG)
        return lint_negate(c, n, v);
    if (v.kind != KNOWN_SCALAR)
        return v;
    return lint_scalar(ty_kind_of(c->s, n->ty) == TY_BOOL ? !v.bits : lint_fit(c->s, n->ty, ~v.bits));
}

/* What a `const { .. }` does is evaluated, whatever lints say: here in a fn that is not generic, because rustc does so
 * even if nothing calls it, and for others where they are compiled. */
static known lint_const_block(lint_ctx *c, thir_expr e)
{
    sema *s = c->s;
    const sema_def owner = c->body->owner;
    const def_generics_list generics = def_generics(s, owner);
    bool is_generic = false;
    for (uint32_t i = 0; i < generics.n_params; i++)
        is_generic |= def_kind_of(s, generics.params[i]) != DEF_LIFETIME_PARAM;
    if (!c->is_counting && c->reach == REACH_YES && !is_generic && def_kind_of(s, owner) == DEF_FN && s->evaluate_block)
        s->evaluate_block(s, owner, c->body, e);
    const bool before = c->is_in_const_block;
    const uint8_t reached = c->reach;
    c->is_in_const_block = true;
    const known value = lint_eval(c, c->body->exprs.at[e].a);
    c->is_in_const_block = before;
    if (ty_kind_of(s, c->body->exprs.at[e].ty) != TY_NEVER) /* control does not go through it */
        c->reach = reached;
    return value;
}

static known lint_panic_eval(lint_ctx *c, thir_expr e)
{
    const thir_node *n = &c->body->exprs.at[e];
    const known not = lint_unknown(KNOWN_NOT);
    if (n->is_place) {
        lint_place place = lint_place_of(c, e);
        known v = lint_read(c, &place);
        return v.kind == KNOWN_PARTS ? not : v;
    }
    switch ((thir_op)n->op) {
    case THIR_LITERAL: return lint_literal(c, n);
    case THIR_CONST: return lint_constant(c, n);
    case THIR_BORROW:
    case THIR_RAW_BORROW: lint_panic_borrow(c, n); return not ;
    case THIR_BINARY: {
        known a = lint_panic_operand(c, n->a), b = lint_panic_operand(c, n->b);
        if (c->body->exprs.at[n->a].op != THIR_LITERAL && c->body->exprs.at[n->a].op != THIR_CONST)
            a = lint_alive(c, a);
        return c->reach ? lint_binary(c, n, NULL, a, b) : not ;
    }
    case THIR_LOGICAL:
    case THIR_LET: return lint_logical(c, e);
    case THIR_UNARY: return lint_panic_unary(c, n);
    case THIR_CAST: return lint_cast(c, n, lint_eval(c, n->a));
    case THIR_USE: return n->sub == USE_CONST_BLOCK ? lint_const_block(c, e) : lint_eval(c, n->a);
    case THIR_ASSIGN:
    case THIR_ASSIGN_OP: lint_panic_assign(c, n); return not ;
    case THIR_CALL: return lint_panic_call(c, n);
    case THIR_TUPLE:
    case THIR_ARRAY: return lint_sequence(c, n, 0);
    case THIR_ADT: return lint_panic_structure(c, n);
    case THIR_CLOSURE: lint_sequence(c, n, 0); return not ;
    case THIR_BLOCK:
        if (n->index) {
            c->labels[n->index].out = REACH_NOT;
            c->labels[n->index].n_jumps = 0;
        }
        return lint_panic_block(c, n);
    case THIR_IF: return lint_if(c, e);
    case THIR_MATCH: return lint_match(c, e);
    case THIR_LOOP: return lint_panic_repeat(c, n);
    case THIR_BREAK:
    case THIR_CONTINUE:
    case THIR_RETURN: lint_panic_leave(c, n); return not ;
    case THIR_PANIC:
    case THIR_CASES_TEXT: lint_panic_shown(c, n); return not ;
    case THIR_UNSIZE:
    case THIR_REIFY:
    case THIR_NEVER:
    case THIR_REPEAT: lint_eval(c, n->a); return not ;
    case THIR_CASES_NOTHING:
    case THIR_CASES_PLACE:
    case THIR_STRING:
    case THIR_FN:
    case THIR_CONST_PARAM: break;
    }
    return not ;
}

known lint_eval(lint_ctx *c, thir_expr e)
{
    if (!e || !c->reach || !sema_enter(c->s, c->body->exprs.at[e].span))
        return lint_unknown(KNOWN_NOT);
    known v = lint_fresh(c, lint_panic_eval(c, e));
    sema_leave(c->s);
    return v;
}

static void lint_panic_walk(lint_ctx *c, bool is_counting)
{
    const thir_body *body = c->body;
    c->is_counting = is_counting;
    c->reach = REACH_YES;
    c->in_block.n = 0;
    c->now = c->dead_until = c->n_exits = 0;
    for (uint32_t i = 0; i < body->params.n; i++) {
        const thir_param *p = &body->params.at[i];
        lint_place whole = {.root = p->local, .how = KNOWN_PARTS};
        lint_write(c, &whole, lint_unknown(KNOWN_NOT));
        const thir_pat_node *pat = p->pat ? &body->pats.at[p->pat] : NULL;
        if (pat && !(pat->op == PAT_BINDING && pat->local == p->local))
            lint_bind(c, p->pat, whole, false);
    }
    lint_eval(c, body->value);
}

static void lint_panic_check_body(sema *s, const thir_body *body, bool has_drops)
{
    if (body->failed || !body->value)
        return;
    lint_ctx c = {.s = s, .body = body, .has_drops = has_drops};
    c.locals = ARENA_ARRAY(s->memory, lint_local, body->locals.n);
    c.labels = ARENA_ARRAY(s->memory, lint_label, body->labels.n);
    c.n_ends = ARENA_ARRAY(s->memory, uint8_t, body->exprs.n);
    lint_panic_walk(&c, true);
    lint_panic_walk(&c, false);
    lint_orderings(s, body);
    for (uint32_t i = 0; i < body->closures.n; i++) {
        const thir_body *closure = sema_body(s, body->closures.at[i]);
        if (closure)
            lint_panic_check_body(s, closure, has_drops);
    }
}

void lint_panics(sema *s)
{
    uint32_t n;
    bool has_drops = def_has_destructors(s);
    def_all_bodies(s, &n);
    for (uint32_t i = 0; i < n; i++) {
        sema_def d = def_all_bodies(s, &n)[i];
        def_kind kind = def_kind_of(s, d), parent = def_kind_of(s, def_get(s, d)->parent);
        if (kind != DEF_FN && !(kind == DEF_CONST && (parent == DEF_IMPL || parent == DEF_TRAIT)))
            continue;
        const thir_body *body = def_has_body(s, d) ? sema_body(s, d) : NULL;
        if (body)
            lint_panic_check_body(s, body, has_drops);
    }
}
