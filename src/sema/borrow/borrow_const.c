/* borrow_const.c: checks what constants may do with pointers: memory that lives to the end of the program must not
 * change (E0492, E0764), pointers are not compared, and no destructor runs (E0493). */
#include "rustg/diagnostic_kind.h"
#include "sema/borrow/borrow_internal.h"
#include "sema/syntax/syntax.h"

bool borrow_is_mutable_static(borrow_ctx *c)
{
    return def_kind_of(c->s, c->owner) == DEF_STATIC && syntax_is_mut(c->s, def_get(c->s, c->owner)->node);
}

static thir_expr borrow_const_root(const thir_body *body, thir_expr e)
{
    const thir_node *node = &body->exprs.at[e];
    while ((node->op == THIR_FIELD || node->op == THIR_INDEX || node->op == THIR_USE) && node->is_place) {
        e = node->a;
        node = &body->exprs.at[e];
    }
    return e;
}

thir_expr borrow_root(const borrow_ctx *c, thir_expr e)
{
    return borrow_const_root(c->body, e);
}

/* A variable's own `let`; 0: it is a parameter, part of a pattern, or set later. */
static thir_stmt borrow_const_let_of(const thir_body *body, thir_local local)
{
    for (thir_stmt i = 1; i < body->stmts.n; i++) {
        const thir_stmt_node *stmt = &body->stmts.at[i];
        const thir_pat_node *pat = stmt->kind == THIR_STMT_LET ? &body->pats.at[stmt->pat] : NULL;
        if (pat && pat->op == PAT_BINDING && pat->local == local && pat->index == BIND_VALUE && !pat->a)
            return i;
    }
    return 0;
}

/* What a variable was declared with, or 0. */
static thir_expr borrow_const_initializer(const thir_body *body, thir_local local)
{
    const thir_stmt own = borrow_const_let_of(body, local);
    return own ? body->stmts.at[own].expr : 0;
}

/* Whether what an assignment to a variable sets may still be there at a use of it: it stands above, or both are in a
 * loop that the variable outlives. */
static bool borrow_const_reaches(const thir_body *body, sema_span let, sema_span set, sema_span use)
{
    if (set.file != use.file || set.end <= use.start)
        return true;
    for (uint32_t e = 1; e < body->exprs.n; e++) {
        const thir_node *loop = &body->exprs.at[e];
        if (loop->op == THIR_LOOP && loop->span.start > let.start && sema_is_within(set, loop->span) &&
            sema_is_within(use, loop->span))
            return true;
    }
    return false;
}

/* Asks it of the value of a named constant, among whose parameters it stands. As in rustc a constant of a trait tells
 * no more than its type, since each impl has another one. */
static bool borrow_const_value_asks(borrow_ctx *c, const thir_node *constant,
                                    bool (*asks)(borrow_ctx *c, const thir_body *body, thir_expr e))
{
    const sema_def parent = def_get(c->s, constant->def)->parent;
    const thir_body *value = parent && def_kind_of(c->s, parent) == DEF_TRAIT ? NULL : sema_body(c->s, constant->def);
    if (!value || value->failed)
        return true;
    infer_ctx *outer = c->infer;
    if (constant->n_args)
        c->infer = infer_begin(c->s, value->generics_of);
    const bool answer = asks(c, value, value->value);
    c->infer = outer;
    return answer;
}

static bool borrow_const_has_cell_in(borrow_ctx *c, const thir_body *body, thir_expr e, arena_map *seen);

/* Whether a variable may hold a cell where it is used: by what it was declared with and what was assigned to it. One
 * that is a parameter, is part of a pattern, or is borrowed to be changed holds what its type may. */
static bool borrow_const_local_has_cell(borrow_ctx *c, const thir_body *body, thir_expr use, arena_map *seen)
{
    const thir_local local = body->exprs.at[use].local;
    const thir_stmt own = borrow_const_let_of(body, local);
    if (!own || body->stmts.at[own].otherwise)
        return true;
    uint32_t *known = arena_map_at(c->s->memory, seen, use, 1);
    if (*known) /* what it holds has been asked */
        return false;
    *known = 1;
    for (thir_expr e = 1; e < body->exprs.n; e++) {
        const thir_node *node = &body->exprs.at[e];
        const bool is_set = node->op == THIR_ASSIGN || node->op == THIR_ASSIGN_OP,
                   is_lent = (node->op == THIR_BORROW && node->index != BORROW_SHARED) || node->op == THIR_RAW_BORROW;
        const thir_expr to = is_set || is_lent ? borrow_const_root(body, node->a) : 0;
        if (!to || body->exprs.at[to].op != THIR_LOCAL || body->exprs.at[to].local != local)
            continue;
        if (is_lent || (borrow_const_reaches(body, body->stmts.at[own].span, node->span, body->exprs.at[use].span) &&
                        borrow_const_has_cell_in(c, body, node->b, seen)))
            return true;
    }
    const thir_expr value = body->stmts.at[own].expr;
    return value && borrow_const_has_cell_in(c, body, value, seen);
}

/* Whether a value may hold a cell. As in rustc the parts of what is built here tell: None of an Option<Cell> holds
 * none. */
bool borrow_const_holds_cell(borrow_ctx *c, const thir_body *body, thir_expr e)
{
    arena_map seen = {0};
    return borrow_const_has_cell_in(c, body, e, &seen);
}

static bool borrow_const_has_cell_in(borrow_ctx *c, const thir_body *body, thir_expr e, arena_map *seen)
{
    const thir_node *node = &body->exprs.at[e];
    if (!borrow_has_cell(c, node->ty) || !sema_enter(c->s, node->span))
        return false;
    bool holds = true;
    switch ((thir_op)node->op) {
    case THIR_REPEAT: {
        const ty_info *length = ty_get(c->s, ty_arg(c->s, node->ty, 1));
        holds = !(length->kind == TY_CONST && length->value == 0) && borrow_const_has_cell_in(c, body, node->a, seen);
        break;
    }
    case THIR_USE: holds = borrow_const_has_cell_in(c, body, node->a, seen); break;
    case THIR_BLOCK:
        if (node->a)
            holds = borrow_const_has_cell_in(c, body, node->a, seen);
        break;
    case THIR_CONST: holds = borrow_const_value_asks(c, node, borrow_const_holds_cell); break;
    case THIR_TUPLE:
    case THIR_ARRAY:
    case THIR_ADT: {
        const uint32_t step = node->op == THIR_ADT ? 2 : 1;
        holds = node->op == THIR_ADT && (node->b || def_kind_of(c->s, node->def) == DEF_UNION);
        for (uint32_t i = 0; i < node->n && !holds; i++)
            holds = borrow_const_has_cell_in(c, body, body->lists.at[node->first + step * i + step - 1], seen);
        break;
    }
    case THIR_CALL: {
        const thir_node *callee = &body->exprs.at[node->a];
        if (callee->op != THIR_FN || ty_kind_of(c->s, callee->ty) != TY_FN_DEF ||
            def_kind_of(c->s, ty_get(c->s, callee->ty)->def) == DEF_FN)
            break;
        holds = false;
        for (uint32_t i = 0; i < node->n && !holds; i++)
            holds = borrow_const_has_cell_in(c, body, body->lists.at[node->first + i], seen);
        break;
    }
    case THIR_LOCAL: holds = borrow_const_local_has_cell(c, body, e, seen); break;
    case THIR_CASES_NOTHING:
    case THIR_UPVAR:
    case THIR_DEREF:
    case THIR_FIELD:
    case THIR_INDEX:
    case THIR_STATIC:
    case THIR_LITERAL:
    case THIR_STRING:
    case THIR_FN:
    case THIR_CONST_PARAM:
    case THIR_CASES_BORROW:
    case THIR_CASES_OPERATOR:
    case THIR_CASES_CONVERSION:
    case THIR_NEVER:
    case THIR_CASES_ASSIGN:
    case THIR_CLOSURE:
    case THIR_CASES_BRANCH:
    case THIR_CASES_LEAVE:
    case THIR_CASES_TEXT: break;
    }
    sema_leave(c->s);
    return holds;
}

bool borrow_check_kept(borrow_ctx *c, const thir_node *borrow)
{
    const thir_expr of = borrow_root(c, borrow->a);
    const bool is_shared = borrow->index == BORROW_SHARED;
    if (!c->for_ever || c->extended != c->for_ever || c->body->exprs.at[of].is_place)
        return false;
    if (is_shared ? !borrow_has_cell(c, c->body->exprs.at[borrow->a].ty) || !borrow_const_holds_cell(c, c->body, of)
                  : borrow_is_mutable_static(c) && !c->in_const_block)
        return false;
    sema_report r =
        sema_error(c->s, is_shared ? RUSTG_DIAG_CONST_CELL_BORROW : RUSTG_DIAG_CONST_MUT_BORROW, borrow->span);
    sema_note(&r, "temporaries in constants and statics can have their lifetime extended until the end of the program");
    sema_note(&r, "to avoid accidentally creating global mutable state, such temporaries must be immutable");
    return true;
}

void borrow_check_constant(borrow_ctx *c)
{
    const def_info *owner = def_get(c->s, c->owner);
    const bool is_const = !c->is_closure && (owner->is_const || c->is_const);
    if (!is_const && !c->body->has_const_block)
        return;
    for (uint32_t e = 1; e < c->body->exprs.n; e++) {
        const thir_node *node = &c->body->exprs.at[e];
        if (node->op != THIR_BINARY || node->sub < OP_EQ || node->sub > OP_GE)
            continue;
        const ty_kind kind = ty_kind_of(c->s, c->body->exprs.at[node->a].ty);
        if ((kind == TY_PTR || kind == TY_FN_PTR) && (is_const || borrow_is_in_const_block(c, node->span)))
            sema_error(c->s, RUSTG_DIAG_CONST_POINTER_COMPARE, node->span);
    }
}

/* Whether a value may need to be dropped, as rustc asks: by its parts where it is made here, so that None of an Option
 * needs not be. A variable that is set elsewhere counts by its type only if that has a destructor. */
bool borrow_const_drops(borrow_ctx *c, const thir_body *body, thir_expr e)
{
    const thir_node *node = &body->exprs.at[e];
    if (!borrow_needs_drop(c, node->ty) || !sema_enter(c->s, node->span))
        return false;
    const ty_info *info = ty_get(c->s, node->ty);
    bool drops = info->kind == TY_PARAM || (info->kind == TY_ADT && borrow_has_own_destructor(c, info->def));
    const bool is_block = node->op == THIR_BLOCK && node->a;
    if (!drops && (is_block || node->op == THIR_USE || node->op == THIR_REPEAT)) {
        const ty_info *length = node->op == THIR_REPEAT ? ty_get(c->s, ty_arg(c->s, node->ty, 1)) : NULL;
        drops = !(length && length->kind == TY_CONST && length->value == 0) && borrow_const_drops(c, body, node->a);
    } else if (!drops && node->op == THIR_CONST) {
        drops = borrow_const_value_asks(c, node, borrow_const_drops);
    } else if (!drops && (node->op == THIR_TUPLE || node->op == THIR_ARRAY || node->op == THIR_ADT)) {
        const uint32_t step = node->op == THIR_ADT ? 2 : 1;
        for (uint32_t i = 0; i < node->n && !drops; i++)
            drops = borrow_const_drops(c, body, body->lists.at[node->first + step * i + step - 1]);
    } else if (!drops && node->op == THIR_LOCAL) {
        const thir_expr set = borrow_const_initializer(body, node->local);
        drops = body->locals.at[node->local].is_param || (set && borrow_const_drops(c, body, set));
    } else if (!drops && node->op == THIR_CALL) {
        const thir_node *callee = &body->exprs.at[node->a];
        drops = callee->op != THIR_FN || ty_kind_of(c->s, callee->ty) != TY_FN_DEF ||
                def_kind_of(c->s, ty_get(c->s, callee->ty)->def) == DEF_FN;
        for (uint32_t i = 0; i < node->n && !drops; i++)
            drops = borrow_const_drops(c, body, body->lists.at[node->first + i]);
    }
    sema_leave(c->s);
    return drops;
}

/* The expression that a temporary holds the value of. */
static thir_expr borrow_const_temp_value(const borrow_ctx *c, const borrow_local *temp)
{
    for (uint32_t e = 1; e < c->body->exprs.n; e++) {
        const thir_node *node = &c->body->exprs.at[e];
        if (!node->is_place && node->span.file == temp->span.file && node->span.start == temp->span.start &&
            node->span.end == temp->span.end)
            return e;
    }
    return 0;
}

static bool borrow_const_local_drops(borrow_ctx *c, uint32_t index)
{
    const borrow_local *local = &c->locals.at[index];
    const ty_info *info = ty_get(c->s, local->ty);
    if (local->is_param || info->kind == TY_PARAM || (info->kind == TY_ADT && borrow_has_own_destructor(c, info->def)))
        return borrow_needs_drop(c, local->ty);
    const thir_expr value =
        local->is_user ? borrow_const_initializer(c->body, index) : borrow_const_temp_value(c, local);
    return value && borrow_const_drops(c, c->body, value);
}

/* Whether something above has assigned a value to the variable that may need to be dropped. */
static bool borrow_const_is_set_to_drop(borrow_ctx *c, uint32_t local, sema_span below)
{
    for (uint32_t e = 1; e < c->body->exprs.n && c->locals.at[local].is_user; e++) {
        const thir_node *node = &c->body->exprs.at[e];
        const thir_expr to = node->op == THIR_ASSIGN ? borrow_root(c, node->a) : 0;
        if (to && c->body->exprs.at[to].op == THIR_LOCAL && c->body->exprs.at[to].local == local &&
            node->span.end <= below.start && borrow_const_drops(c, c->body, node->b))
            return true;
    }
    return false;
}

bool borrow_is_in_const_block(borrow_ctx *c, sema_span at)
{
    return def_is_in_const_block(c->s, c->owner, at);
}

static bool borrow_const_is_const(borrow_ctx *c, sema_span at)
{
    return (!c->is_closure && (def_get(c->s, c->owner)->is_const || c->is_const)) ||
           (c->body->has_const_block && borrow_is_in_const_block(c, at));
}

/* part: in another one the same value is dropped once more */
static void borrow_const_report_drop(borrow_ctx *c, sema_ty ty, sema_span at, sema_span dropped, sema_span part)
{
    const def_info *owner = def_get(c->s, c->owner);
    sema_report r = sema_error_about(c->s, RUSTG_DIAG_DESTRUCTOR_IN_CONST, at, part);
    sema_arg(&r, "%s", ty_print(c->s, ty_erase_regions(c->s, ty)));
    sema_arg(&r, "%s",
             borrow_is_in_const_block(c, at) ? "constant"
             : owner->kind == DEF_FN         ? "constant function"
             : owner->kind == DEF_STATIC     ? "static"
                                             : "constant");
    sema_label(&r, dropped, "value is dropped here");
}

void borrow_check_const_drop(borrow_ctx *c, uint32_t point)
{
    const mir_stmt *s = &c->stmts.at[point];
    const uint32_t index = c->places.at[s->place].local;
    const mir_stmt *next = point + 1 < c->stmts.n && c->stmts.at[point + 1].place == s->place ? s + 1 : NULL;
    if (!borrow_const_is_const(c, s->span) || !next || c->places.at[s->place].parent ||
        (next->op != MIR_DEAD && next->op != MIR_WRITE))
        return;
    const bool ends = next->op == MIR_DEAD;
    if (borrow_const_local_drops(c, index) || borrow_const_is_set_to_drop(c, index, s->span))
        borrow_const_report_drop(c, c->locals.at[index].ty, c->locals.at[index].span, ends ? s->span : s->by, s->by);
}

void borrow_check_const_unused(borrow_ctx *c, thir_expr value, sema_span end)
{
    const thir_node *node = &c->body->exprs.at[value];
    if (borrow_const_is_const(c, node->span) && !node->is_place && borrow_const_drops(c, c->body, value))
        borrow_const_report_drop(c, node->ty, node->span, end, (sema_span){0, 0, 0});
}

void borrow_check_const_assigned(borrow_ctx *c, borrow_place place, sema_span at)
{
    if (borrow_const_is_const(c, at) && c->places.at[place].parent)
        borrow_const_report_drop(c, c->places.at[place].ty, at, at, (sema_span){0, 0, 0});
}
