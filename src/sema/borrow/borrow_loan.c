/* borrow_loan.c: follows each loan through the graph for as long as its region lasts, and reports the accesses that
 * it forbids there. */
#include "sema/borrow/borrow_internal.h"

#include <stdlib.h>

enum { MAX_PATH = 64 };
typedef enum access_depth { ACCESS_SHALLOW, ACCESS_DEEP, ACCESS_DROP } access_depth;
typedef enum access_kind { ACCESS_NONE, ACCESS_READ, ACCESS_WRITE, ACCESS_RESERVE, ACCESS_ACTIVATE } access_kind;

/* The path of a place from the local outwards. What is beyond MAX_PATH is left out, which is safe because shorter
 * paths overlap more. */
static uint32_t borrow_loan_path_of(const borrow_ctx *c, borrow_place place, borrow_place path[MAX_PATH])
{
    uint32_t n = 0;
    for (borrow_place at = place; c->places.at[at].parent; at = c->places.at[at].parent)
        n++;
    uint32_t depth = n;
    for (borrow_place at = place; c->places.at[at].parent; at = c->places.at[at].parent)
        if (--depth < MAX_PATH)
            path[depth] = at;
    return n < MAX_PATH ? n : MAX_PATH;
}

static bool borrow_is_outside(const place_node *slice, const place_node *element)
{
    if (element->from_end)
        return slice->from_end && element->index < slice->skipped;
    return element->index < slice->index || (!slice->from_end && element->index >= slice->skipped);
}

static bool borrow_is_disjoint(const borrow_ctx *c, borrow_place a, borrow_place b)
{
    const place_node *x = &c->places.at[a], *y = &c->places.at[b];
    if (x->elem == ELEM_FIELD && y->elem == ELEM_FIELD) {
        sema_ty base = c->places.at[x->parent].ty;
        if (ty_kind_of(c->s, base) == TY_ADT && def_kind_of(c->s, ty_get(c->s, base)->def) == DEF_UNION)
            return false;
        return x->index != y->index || x->variant != y->variant;
    }
    if (x->elem == ELEM_CONST_INDEX && y->elem == ELEM_CONST_INDEX) {
        if (x->from_end == y->from_end)
            return x->index != y->index;
        const place_node *front = x->from_end ? y : x, *back = x->from_end ? x : y;
        uint32_t least = x->skipped > y->skipped ? x->skipped : y->skipped;
        return front->index + back->index + 1 < least;
    }
    if (x->elem == ELEM_SUBSLICE && y->elem == ELEM_CONST_INDEX)
        return borrow_is_outside(x, y);
    if (y->elem == ELEM_SUBSLICE && x->elem == ELEM_CONST_INDEX)
        return borrow_is_outside(y, x);
    if (x->elem == ELEM_SUBSLICE && y->elem == ELEM_SUBSLICE)
        return !x->from_end && !y->from_end && (x->skipped <= y->index || y->skipped <= x->index);
    return false;
}

static bool borrow_loan_overlaps(borrow_ctx *c, const borrow_loan *loan, borrow_place access, access_depth depth)
{
    sema *s = c->s;
    if (c->places.at[loan->place].local != c->places.at[access].local)
        return false;
    borrow_place borrowed[MAX_PATH], accessed[MAX_PATH];
    uint32_t n_borrowed = borrow_loan_path_of(c, loan->place, borrowed),
             n_accessed = borrow_loan_path_of(c, access, accessed), i = 0;
    for (; i < n_borrowed && i < n_accessed; i++)
        if (borrowed[i] != accessed[i] && borrow_is_disjoint(c, borrowed[i], accessed[i]))
            return false;
    for (; i < n_borrowed; i++) {
        const place_node *p = &c->places.at[borrowed[i]];
        if (p->elem != ELEM_DEREF)
            continue;
        sema_ty base = c->places.at[p->parent].ty;
        if (depth == ACCESS_SHALLOW || (depth == ACCESS_DROP && ty_kind_of(s, base) == TY_REF))
            return false;
    }
    return true;
}

static access_kind borrow_access_of(const borrow_ctx *c, const mir_stmt *s, access_depth *depth)
{
    *depth = ACCESS_DEEP;
    switch ((mir_op)s->op) {
    case MIR_COPY: return ACCESS_READ;
    case MIR_READ: *depth = ACCESS_SHALLOW; return ACCESS_READ;
    case MIR_MOVE: return ACCESS_WRITE;
    case MIR_BORROW: {
        const borrow_loan *loan = &c->loans.at[s->loan];
        return loan->kind == LOAN_SHARED ? ACCESS_READ : loan->two_phase ? ACCESS_RESERVE : ACCESS_WRITE;
    }
    case MIR_RAW_BORROW: return s->extra ? ACCESS_WRITE : ACCESS_READ;
    case MIR_ACTIVATE: return ACCESS_ACTIVATE;
    case MIR_WRITE: *depth = ACCESS_SHALLOW; return s->extra == WRITE_INIT ? ACCESS_NONE : ACCESS_WRITE;
    case MIR_DEAD: *depth = ACCESS_SHALLOW; return ACCESS_WRITE;
    case MIR_DROP: *depth = ACCESS_DROP; return ACCESS_WRITE;
    case MIR_NOP:
    case MIR_FAKE_READ:
    case MIR_MENTION:
    case MIR_LIVE:
    case MIR_RETURN: break;
    }
    return ACCESS_NONE;
}

static bool borrow_forbids(borrow_ctx *c, uint32_t index, uint32_t point)
{
    const borrow_loan *loan = &c->loans.at[index];
    const mir_stmt *s = &c->stmts.at[point];
    access_depth depth;
    access_kind kind = s->place ? borrow_access_of(c, s, &depth) : ACCESS_NONE;
    if (kind == ACCESS_NONE || (kind == ACCESS_ACTIVATE && s->loan == index))
        return false;
    bool active = !loan->activated || point <= loan->point || point >= loan->activated;
    if (kind == ACCESS_READ && (loan->kind == LOAN_SHARED || !active))
        return false;
    if (kind == ACCESS_RESERVE && loan->kind == LOAN_SHARED)
        return false;
    return borrow_loan_overlaps(c, loan, s->place, depth);
}

/* Loans of what lies behind a shared reference or raw pointer forbid nothing. */
static bool borrow_is_tracked(const borrow_ctx *c, const borrow_loan *loan)
{
    if (c->locals.at[c->places.at[loan->place].local].is_static)
        return false;
    for (borrow_place at = loan->place; c->places.at[at].parent; at = c->places.at[at].parent) {
        if (c->places.at[at].elem != ELEM_DEREF)
            continue;
        const ty_info *base = ty_get(c->s, c->places.at[c->places.at[at].parent].ty);
        if (base->kind != TY_REF || !base->mutable)
            return false;
    }
    return true;
}

/* The borrowed place is another one from here on. */
static bool borrow_kills(const borrow_ctx *c, const borrow_loan *loan, const mir_stmt *s)
{
    if (s->op != MIR_WRITE && s->op != MIR_DEAD && s->op != MIR_LIVE)
        return false;
    for (borrow_place at = s->place; at; at = c->places.at[at].parent)
        if (c->places.at[at].elem == ELEM_INDEX)
            return false;
    for (borrow_place at = loan->place; at; at = c->places.at[at].parent)
        if (at == s->place)
            return true;
    return false;
}

/* A panic, a loop without an end and a return leave the body with all its locals: what is borrowed for longer than the
 * body ends there, though no way leads to the end of its storage. */
static uint32_t borrow_loan_end(const borrow_ctx *c, const borrow_loan *loan)
{
    if (!c->regions.at[loan->region].all_points)
        return 0;
    for (borrow_place at = loan->place; c->places.at[at].parent; at = c->places.at[at].parent)
        if (c->places.at[at].elem == ELEM_DEREF)
            return 0;
    for (uint32_t at = c->locals.at[c->places.at[loan->place].local].first_stmt; at;
         at = c->stmts.at[at - 1].next_of_local)
        if (c->stmts.at[at - 1].op == MIR_DEAD)
            return at - 1;
    return 0;
}

static int borrow_compare_points(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

void borrow_check_loans(borrow_ctx *c)
{
    arena *memory = &c->s->scratch;
    uint32_t *seen = ARENA_ARRAY(memory, uint32_t, c->blocks.n);
    VEC(uint32_t) todo = {0};
    VEC(uint64_t) found = {0};
    for (uint32_t l = 0; l < c->loans.n; l++) {
        const borrow_loan *loan = &c->loans.at[l];
        if (!borrow_is_tracked(c, loan) || !c->blocks.at[borrow_block_of(c, loan->point)].reachable)
            continue;
        uint32_t at = loan->point + 1, block = borrow_block_of(c, loan->point);
        const uint32_t n_before = found.n;
        todo.n = 0;
        for (;;) {
            bool on = true;
            for (; at < c->blocks.at[block].end; at++) {
                if (!borrow_region_has(c, loan->region, at)) {
                    on = false;
                    break;
                }
                if (borrow_forbids(c, l, at))
                    vec_push(memory, &found, (uint64_t)at << 32 | l);
                if (borrow_kills(c, loan, &c->stmts.at[at])) {
                    on = false;
                    break;
                }
            }
            for (uint32_t e = on ? c->blocks.at[block].first_out : 0; e; e = c->outs.at[e - 1].next)
                if (seen[c->outs.at[e - 1].to] != l + 1) {
                    seen[c->outs.at[e - 1].to] = l + 1;
                    vec_push(memory, &todo, c->outs.at[e - 1].to);
                }
            if (!todo.n)
                break;
            block = todo.at[--todo.n];
            at = c->blocks.at[block].first;
        }
        const uint32_t end = found.n == n_before ? borrow_loan_end(c, loan) : 0;
        if (end)
            vec_push(memory, &found, (uint64_t)end << 32 | l);
    }
    if (!found.n)
        return;
    qsort(found.at, found.n, sizeof *found.at, borrow_compare_points);
    for (uint32_t i = 0; i < found.n; i++)
        borrow_report_conflict(c, &c->loans.at[(uint32_t)found.at[i]], (uint32_t)(found.at[i] >> 32));
}
