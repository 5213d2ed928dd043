/* borrow_unused_mut.c: finds variables that are `mut` and need not be, for a lint: nothing that can be reached gives
 * them a second value, writes a part of them or borrows them mutably, and neither does a closure that holds them. */
#include "sema/borrow/borrow_internal.h"

/* Whether the place lies where its variable does: not behind a reference or pointer. */
static bool unused_mut_is_own(const borrow_ctx *c, borrow_place place)
{
    for (; place; place = c->places.at[place].parent) {
        if (c->places.at[place].elem != ELEM_DEREF)
            continue;
        const ty_kind behind = ty_kind_of(c->s, c->places.at[c->places.at[place].parent].ty);
        if (behind == TY_REF || behind == TY_PTR)
            return false;
    }
    return true;
}

/* What a closure changes in a capture of its own, it changes in a copy, too. */
static bool unused_mut_in_closure(const borrow_ctx *c, uint32_t at)
{
    if (!(borrow_capture_flags(c, at) & CAPTURE_IS_CHANGED))
        return false;
    for (borrow_place place = c->stmts.at[at].place; place; place = c->places.at[place].parent)
        if (c->places.at[place].elem == ELEM_DEREF) {
            const ty_info *behind = ty_get(c->s, c->places.at[c->places.at[place].parent].ty);
            if (behind->kind == TY_REF && behind->mutable)
                return false;
        }
    return true;
}

/* A REASSIGNED_..: does the statement want the variable to be `mut`? */
static uint8_t unused_mut_wants(const borrow_ctx *c, const borrow_local *local, uint32_t at)
{
    const mir_stmt *s = &c->stmts.at[at];
    bool wants = false;
    switch ((mir_op)s->op) {
    case MIR_WRITE:
        if (s->extra == WRITE_INIT || !unused_mut_is_own(c, s->place))
            return REASSIGNED_NO;
        return local->declared_bare && s->place == local->place ? REASSIGNED_ASKED : REASSIGNED_YES;
    case MIR_BORROW:
        wants =
            (c->loans.at[s->loan].kind == LOAN_MUT && unused_mut_is_own(c, s->place)) || unused_mut_in_closure(c, at);
        break;
    case MIR_RAW_BORROW: wants = s->extra && unused_mut_is_own(c, s->place); break;
    case MIR_COPY:
    case MIR_MOVE: wants = unused_mut_in_closure(c, at); break;
    case MIR_NOP:
    case MIR_READ:
    case MIR_FAKE_READ:
    case MIR_MENTION:
    case MIR_ACTIVATE:
    case MIR_LIVE:
    case MIR_DEAD:
    case MIR_DROP:
    case MIR_RETURN: break;
    }
    return wants ? REASSIGNED_YES : REASSIGNED_NO;
}

/* A variable that never gets a value is told of as unused, or stands where control does not get. */
static uint8_t unused_mut_answer(borrow_ctx *c, const borrow_local *local)
{
    uint8_t answer = REASSIGNED_NO;
    bool is_set = false;
    for (uint32_t at = local->first_stmt; at && answer != REASSIGNED_YES; at = c->stmts.at[at - 1].next_of_local) {
        if (!c->blocks.at[borrow_block_of(c, at - 1)].reachable)
            continue;
        is_set |= c->stmts.at[at - 1].op == MIR_WRITE;
        const uint8_t wants = unused_mut_wants(c, local, at - 1);
        answer = wants > answer ? wants : answer;
    }
    return is_set ? answer : REASSIGNED_YES;
}

void borrow_note_unused_mut(borrow_ctx *c, uint8_t *flags)
{
    uint8_t *answers = ARENA_ARRAY(&c->s->scratch, uint8_t, c->locals.n);
    for (uint32_t i = 1; i < c->first_upvar + c->body->captures.n; i++) {
        const borrow_local *local = &c->locals.at[i];
        const bool is_asked = local->is_upvar || (local->is_user && local->mutable);
        answers[i] = is_asked ? unused_mut_answer(c, local) : REASSIGNED_YES;
        if (local->is_upvar && answers[i] == REASSIGNED_YES)
            flags[i - c->first_upvar] |= CAPTURE_IS_CHANGED;
    }
    borrow_ask_reassigned(c, answers);
    for (uint32_t i = 1; i < c->first_upvar; i++)
        if (answers[i] == REASSIGNED_NO && sema_text(c->s, c->locals.at[i].name)[0] != '_')
            borrow_push_unused(c, (borrow_unused){.what = UNUSED_MUTABLE, .local = i});
}
