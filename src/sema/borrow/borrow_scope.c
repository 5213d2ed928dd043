/* borrow_scope.c: adds statements and scopes to the graph, and the points at which storage ends. */
#include "sema/borrow/borrow_internal.h"

#include <string.h>

uint32_t mir_new_block(borrow_ctx *c)
{
    mir_block block = {0};
    vec_push(&c->s->scratch, &c->blocks, block);
    return c->blocks.n - 1;
}

void mir_begin_block(borrow_ctx *c, uint32_t block)
{
    c->blocks.at[c->block].end = c->stmts.n;
    c->block = block;
    c->blocks.at[block].first = c->stmts.n;
    c->blocks.at[block].started = true;
    sema_span nowhere = {0, 0, 0};
    mir_push(c, MIR_NOP, 0, nowhere);
}

void mir_goto(borrow_ctx *c, uint32_t from, uint32_t to)
{
    arena *memory = &c->s->scratch;
    vec_push(memory, &c->outs, (mir_edge){to, c->blocks.at[from].first_out});
    c->blocks.at[from].first_out = c->outs.n;
    vec_push(memory, &c->ins, (mir_edge){from, c->blocks.at[to].first_in});
    c->blocks.at[to].first_in = c->ins.n;
}

uint32_t mir_push(borrow_ctx *c, mir_op op, borrow_place place, sema_span span)
{
    mir_stmt stmt = {.op = (uint8_t)op, .place = place, .span = span};
    if (place) {
        borrow_local *local = &c->locals.at[c->places.at[place].local];
        stmt.next_of_local = local->first_stmt;
        local->first_stmt = c->stmts.n + 1;
    }
    vec_push(&c->s->scratch, &c->stmts, stmt);
    return c->stmts.n - 1;
}

void borrow_look_at(borrow_ctx *c, borrow_place place, sema_span span)
{
    if (!c->s->options->warnings)
        return;
    const uint32_t at = mir_push(c, MIR_NOP, place, span);
    c->stmts.at[at].extra = NOP_LOOKED_AT;
}

void mir_write_to(borrow_ctx *c, borrow_place place, mir_write how, sema_span span)
{
    uint32_t at = mir_push(c, MIR_WRITE, place, span);
    c->stmts.at[at].extra = (uint8_t)how;
}

void borrow_push_scope(borrow_ctx *c, build_scope *scope, bool is_temps, sema_span end)
{
    *scope = (build_scope){.outer = c->scope, .number = ++c->n_scopes, .is_temps = is_temps, .end = end};
    if (end.end > end.start)
        scope->end.start = end.end - 1;
    c->scope = scope;
}

static void borrow_end_scope(borrow_ctx *c, const build_scope *scope)
{
    for (uint32_t i = scope->locals.n; i-- > 0;) {
        const borrow_local *local = &c->locals.at[scope->locals.at[i]];
        borrow_place place = local->place;
        if (borrow_needs_drop(c, local->ty))
            mir_push(c, MIR_DROP, place, scope->end);
        mir_push(c, MIR_DEAD, place, scope->end);
    }
}

void borrow_pop_scope(borrow_ctx *c)
{
    borrow_end_scope(c, c->scope);
    c->scope = c->scope->outer;
}

void borrow_leave_scopes(borrow_ctx *c, const build_scope *until)
{
    for (const build_scope *at = c->scope; at && at != until; at = at->outer)
        borrow_end_scope(c, at);
}

void borrow_scope_local(borrow_ctx *c, build_scope *scope, uint32_t local)
{
    vec_push(&c->s->scratch, &scope->locals, local);
    c->locals.at[local].scope = scope->number;
}

void borrow_scope_temp(borrow_ctx *c, build_scope *extended, uint32_t temp)
{
    build_scope *scope = extended ? extended : c->scope;
    while (scope && !extended && !scope->is_temps)
        scope = scope->outer;
    if (scope)
        borrow_scope_local(c, scope, temp);
}

/* `let x: &'static T = ...` */
/* A local has the type that is written; a value that a pattern takes apart only has to be of it. */
static void borrow_relate_written(borrow_ctx *c, const thir_stmt_node *stmt, sema_ty ty, bool is_local)
{
    if (!stmt->written)
        return;
    sema_ty written = borrow_normalize(c, borrow_fresh(c, stmt->written));
    borrow_relate(c, ty, written, WHY_TYPE, stmt->typed);
    if (is_local)
        borrow_relate(c, written, ty, WHY_OTHER, stmt->typed);
}

/* What the pattern binds has the type that is written, too. */
static void borrow_relate_parts(borrow_ctx *c, const thir_stmt_node *stmt)
{
    sema_ty written = stmt->written ? borrow_normalize(c, borrow_fresh(c, stmt->written)) : (sema_ty)TY_ERROR;
    uint32_t whole = borrow_new_local(c, written, 0, stmt->typed);
    borrow_type_pat(c, stmt->pat, c->locals.at[whole].place, !stmt->expr);
}

/* The scope drops what a `let` binds, n locals from `first` on, before the temporaries that its value keeps. */
static void borrow_end_bound_first(borrow_ctx *c, build_scope *scope, uint32_t first, uint32_t n)
{
    const uint32_t n_kept = scope->locals.n - first - n;
    if (n == 0 || n_kept == 0)
        return;
    uint32_t *bound = arena_copy(&c->s->scratch, &scope->locals.at[first], n * sizeof *bound);
    memmove(&scope->locals.at[first], &scope->locals.at[first + n], n_kept * sizeof *bound);
    memcpy(&scope->locals.at[first + n_kept], bound, n * sizeof *bound);
}

static void borrow_let_statement(borrow_ctx *c, const thir_stmt_node *stmt, build_scope *block)
{
    build_scope temps;
    const uint32_t first_bound = block->locals.n;
    borrow_declare(c, stmt->pat, block);
    const uint32_t n_bound = block->locals.n - first_bound;
    if (stmt->written)
        borrow_want_formed(c, borrow_normalize(c, borrow_fresh(c, stmt->written)), stmt->typed);
    if (!stmt->expr) {
        borrow_relate_parts(c, stmt);
        return;
    }
    borrow_push_scope(c, &temps, true, stmt->span);
    build_scope *extended = c->extended;
    c->extended = block;
    if (borrow_pat_binds_all(c, stmt->pat)) {
        uint32_t local = c->body->pats.at[stmt->pat].local;
        borrow_relate_written(c, stmt, c->locals.at[local].ty, true);
        borrow_into(c, stmt->expr, c->locals.at[local].place);
        borrow_end_bound_first(c, block, first_bound, n_bound);
        c->extended = extended;
        borrow_pop_scope(c);
        return;
    }
    borrow_place place;
    const bool for_ever = borrow_pat_is_for_ever(c, stmt->pat, stmt->expr);
    const thir_node *init = &c->body->exprs.at[stmt->expr];
    if (init->is_place) {
        place = borrow_as_place(c, stmt->expr);
        mir_push(c, MIR_MENTION, place, init->span);
    } else {
        uint32_t temp = borrow_new_local(c, borrow_fresh(c, init->ty), 0, init->span);
        place = c->locals.at[temp].place;
        borrow_into(c, stmt->expr, place);
        borrow_scope_local(c, borrow_pat_borrows(c, stmt->pat) ? block : &temps, temp);
    }
    borrow_end_bound_first(c, block, first_bound, n_bound);
    c->extended = extended;
    borrow_relate_written(c, stmt, c->places.at[place].ty, false);
    if (stmt->written)
        borrow_relate_parts(c, stmt);
    c->matched_span = init->span;
    borrow_test_pat(c, stmt->pat, place);
    if (stmt->otherwise) {
        uint32_t otherwise = mir_new_block(c), matched = mir_new_block(c);
        mir_goto(c, c->block, matched);
        mir_goto(c, c->block, otherwise);
        mir_begin_block(c, otherwise);
        build_scope *outer = c->scope;
        borrow_end_scope(c, outer);
        borrow_into(c, stmt->otherwise, 0);
        mir_begin_block(c, matched);
    }
    c->matched_span = init->span;
    c->matched_for_ever = for_ever;
    borrow_bind_pat(c, stmt->pat, place);
    c->matched_for_ever = false;
    borrow_pop_scope(c);
}

void borrow_block(borrow_ctx *c, const thir_node *block, borrow_place dest)
{
    build_scope scope, temps;
    build_scope *extended = c->extended;
    borrow_push_scope(c, &scope, false, block->span);
    for (uint32_t i = 0; i < block->n; i++) {
        const thir_stmt_node *stmt = &c->body->stmts.at[c->body->lists.at[block->first + i]];
        if (stmt->kind == THIR_STMT_LET) {
            c->extended = NULL;
            borrow_let_statement(c, stmt, &scope);
            continue;
        }
        c->extended = NULL;
        borrow_push_scope(c, &temps, true, stmt->span);
        borrow_into(c, stmt->expr, 0);
        borrow_check_const_unused(c, stmt->expr, temps.end);
        borrow_pop_scope(c);
    }
    c->extended = extended;
    if (block->a) {
        if (c->edition_2024 || c->scope->outer == NULL) {
            borrow_push_scope(c, &temps, true, c->edition_2024 ? c->body->exprs.at[block->a].span : block->span);
            borrow_into(c, block->a, dest);
            borrow_pop_scope(c);
        } else {
            borrow_into(c, block->a, dest);
        }
    } else if (dest && ty_kind_of(c->s, block->ty) != TY_NEVER) {
        mir_write_to(c, dest, WRITE_INIT, block->span);
    }
    borrow_pop_scope(c);
}
