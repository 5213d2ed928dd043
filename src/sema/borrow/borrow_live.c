/* borrow_live.c: finds the points at which each local is still used. From these and from the constraints follow the
 * points of each region. */
#include "sema/borrow/borrow_internal.h"

uint32_t borrow_block_of(const borrow_ctx *c, uint32_t point)
{
    uint32_t low = 0, high = c->blocks.n;
    /* Blocks begin in the order of their statements only where they were begun in order: search by position. */
    for (low = 0; low < high; low++)
        if (c->blocks.at[low].started && c->blocks.at[low].first <= point && point < c->blocks.at[low].end)
            return low;
    return 0;
}

bool borrow_region_has(const borrow_ctx *c, borrow_region r, uint32_t point)
{
    const region_node *node = &c->regions.at[r];
    return node->all_points || (node->points && (node->points[point / 64] >> (point % 64) & 1));
}

/* Which block each statement is in. */
static uint32_t *borrow_block_table(borrow_ctx *c)
{
    uint32_t *of = ARENA_ARRAY(c->s->memory, uint32_t, c->stmts.n);
    for (uint32_t b = 0; b < c->blocks.n; b++)
        for (uint32_t i = c->blocks.at[b].first; c->blocks.at[b].started && i < c->blocks.at[b].end; i++)
            of[i] = b;
    return of;
}

static bool borrow_is_definition(const borrow_ctx *c, const mir_stmt *s)
{
    return (s->op == MIR_WRITE || s->op == MIR_LIVE || s->op == MIR_DEAD) && c->places.at[s->place].elem == ELEM_LOCAL;
}

static bool borrow_is_use(const borrow_ctx *c, const mir_stmt *s)
{
    switch ((mir_op)s->op) {
    case MIR_NOP:
    case MIR_LIVE:
    case MIR_DEAD:
    case MIR_ACTIVATE:
    case MIR_FAKE_READ:
    case MIR_RETURN: return false;
    case MIR_WRITE: return c->places.at[s->place].elem != ELEM_LOCAL;
    case MIR_COPY:
    case MIR_MOVE:
    case MIR_READ:
    case MIR_MENTION:
    case MIR_BORROW:
    case MIR_RAW_BORROW:
    case MIR_DROP: break;
    }
    return true;
}

/* An operand's temporary is alive until the operation that takes it is done. */
static uint32_t borrow_use_point(const borrow_ctx *c, uint32_t at)
{
    if (!c->stmts.at[at].operand)
        return at;
    while (at + 1 < c->stmts.n && c->stmts.at[at + 1].operand)
        at++;
    return at + 1 < c->stmts.n && c->stmts.at[at + 1].op == MIR_WRITE ? at + 1 : at;
}

typedef VEC(uint32_t) point_list;

static void live_points(borrow_ctx *c, const borrow_local *local, const uint32_t *block_of, uint64_t *live,
                        point_list *todo)
{
    arena *memory = c->s->memory;
    memset(live, 0, c->n_words * sizeof *live);
    for (uint32_t at = local->first_stmt; at; at = c->stmts.at[at - 1].next_of_local)
        if (borrow_is_use(c, &c->stmts.at[at - 1]))
            vec_push(memory, todo, borrow_use_point(c, at - 1));
    while (todo->n) {
        uint32_t at = todo->at[--todo->n];
        const mir_block *block = &c->blocks.at[block_of[at]];
        for (;;) {
            if (live[at / 64] >> (at % 64) & 1)
                break;
            live[at / 64] |= (uint64_t)1 << (at % 64);
            if (at == block->first) {
                for (uint32_t e = block->first_in; e; e = c->ins.at[e - 1].next) {
                    const mir_block *before = &c->blocks.at[c->ins.at[e - 1].to];
                    if (before->started && before->end > before->first) {
                        uint32_t last = before->end - 1;
                        const mir_stmt *s = &c->stmts.at[last];
                        if (s->place && c->places.at[s->place].local == c->places.at[local->place].local &&
                            borrow_is_definition(c, s))
                            live[last / 64] |= (uint64_t)1 << (last % 64);
                        else
                            vec_push(memory, todo, last);
                    }
                }
                break;
            }
            at--;
            const mir_stmt *s = &c->stmts.at[at];
            if (s->place && c->places.at[s->place].local == c->places.at[local->place].local &&
                borrow_is_definition(c, s)) {
                live[at / 64] |= (uint64_t)1 << (at % 64);
                break;
            }
        }
    }
}

typedef VEC(borrow_region) region_list;

static void borrow_collect_region(borrow_ctx *c, borrow_region r, void *user)
{
    region_list *list = user;
    for (uint32_t i = 0; i < list->n; i++)
        if (list->at[i] == r)
            return;
    vec_push(c->s->memory, list, r);
}

static uint64_t *borrow_points_of(borrow_ctx *c, borrow_region r)
{
    region_node *node = &c->regions.at[r];
    if (!node->points)
        node->points = ARENA_ARRAY(c->s->memory, uint64_t, c->n_words);
    return node->points;
}

static bool borrow_live_add_all(borrow_ctx *c, borrow_region sup, borrow_region sub)
{
    region_node *to = &c->regions.at[sup], *from = &c->regions.at[sub];
    uint32_t n_ends = (c->universals.n + 63) / 64;
    bool changed = false;
    if (from->ends) {
        if (!to->ends)
            to->ends = ARENA_ARRAY(c->s->memory, uint64_t, n_ends);
        for (uint32_t i = 0; i < n_ends; i++) {
            changed |= (from->ends[i] & ~to->ends[i]) != 0;
            to->ends[i] |= from->ends[i];
        }
    }
    if (to->all_points)
        return changed;
    if (from->all_points) {
        to->all_points = true;
        return true;
    }
    if (from->points) {
        uint64_t *points = borrow_points_of(c, sup);
        if (points == to->live) {
            points = to->points = ARENA_ARRAY(c->s->memory, uint64_t, c->n_words);
            memcpy(points, to->live, c->n_words * sizeof *points);
        }
        for (uint32_t i = 0; i < c->n_words; i++) {
            changed |= (from->points[i] & ~points[i]) != 0;
            points[i] |= from->points[i];
        }
    }
    return changed;
}

void borrow_solve_regions(borrow_ctx *c)
{
    arena *memory = c->s->memory;
    c->n_words = (c->stmts.n + 63) / 64;
    const uint32_t *block_of = borrow_block_table(c);
    uint64_t *live = ARENA_ARRAY(memory, uint64_t, c->n_words);
    point_list todo = {0};
    for (uint32_t i = 1; i < c->locals.n; i++) {
        const borrow_local *local = &c->locals.at[i];
        if (!ty_has(c->s, local->ty, TY_HAS_REGION) || !local->first_stmt)
            continue;
        region_list regions = {0};
        borrow_each_region(c, local->ty, borrow_collect_region, &regions);
        live_points(c, local, block_of, live, &todo);
        for (uint32_t r = 0; r < regions.n; r++) {
            if (c->regions.at[regions.at[r]].all_points)
                continue;
            uint64_t *points = borrow_points_of(c, regions.at[r]);
            for (uint32_t w = 0; w < c->n_words; w++)
                points[w] |= live[w];
            c->regions.at[regions.at[r]].live = points;
        }
    }
    VEC(borrow_region) work = {0};
    for (uint32_t r = 0; r < c->regions.n; r++) {
        const region_node *node = &c->regions.at[r];
        if (node->points || node->ends || node->all_points) {
            vec_push(memory, &work, r);
            c->regions.at[r].queued = true;
        }
    }
    for (uint32_t i = 0; i < work.n; i++) {
        borrow_region sub = work.at[i];
        c->regions.at[sub].queued = false;
        for (uint32_t e = c->regions.at[sub].first_out; e; e = c->constraints.at[e - 1].next) {
            borrow_region sup = c->constraints.at[e - 1].sup;
            if (borrow_live_add_all(c, sup, sub) && !c->regions.at[sup].queued) {
                c->regions.at[sup].queued = true;
                vec_push(memory, &work, sup);
            }
        }
    }
}
