/* borrow_live.c: finds the points at which each local is still used. From these and from the constraints follow the
 * points of each region. */
#include "sema/borrow/borrow_internal.h"

/* Which block each statement is in. */
static const uint32_t *borrow_block_table(borrow_ctx *c)
{
    if (c->block_of)
        return c->block_of;
    uint32_t *of = ARENA_ARRAY(&c->s->scratch, uint32_t, c->stmts.n);
    for (uint32_t b = 0; b < c->blocks.n; b++)
        for (uint32_t i = c->blocks.at[b].first; c->blocks.at[b].started && i < c->blocks.at[b].end; i++)
            of[i] = b;
    return c->block_of = of;
}

uint32_t borrow_block_of(borrow_ctx *c, uint32_t point)
{
    return borrow_block_table(c)[point];
}

bool borrow_region_has(const borrow_ctx *c, borrow_region r, uint32_t point)
{
    const region_node *node = &c->regions.at[r];
    return node->all_points || point_set_has(&node->points, point) || (node->base && point_set_has(node->base, point));
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

typedef VEC(uint32_t) point_list;

enum { LIVE_AT_START = 1, LIVE_AT_END = 2 };

/* The points of one local. definitions: the last one first. at: what is known of each block, 0 before and after.
 * touched: those of which something is. Room is used again. operands_end: what borrow_operands_end knows of the
 * statements; NULL: nothing. */
typedef struct live_walk {
    point_list definitions, todo, touched;
    uint32_t *operands_end;
    uint8_t *at;
    VEC(point_span) found;
} live_walk;

/* Statements for operands stand in a row; `at` is one of them. The first statement behind the row. */
static uint32_t borrow_operands_end(borrow_ctx *c, live_walk *w, uint32_t at)
{
    enum { MANY_OPERANDS = 32 };
    const uint32_t n = c->stmts.n;
    uint32_t end = at;
    while (end < n && c->stmts.at[end].operand && end - at < MANY_OPERANDS)
        end++;
    if (end - at < MANY_OPERANDS)
        return end;
    w->operands_end = w->operands_end ? w->operands_end : ARENA_ARRAY(&c->s->scratch, uint32_t, n);
    if (w->operands_end[at])
        return w->operands_end[at];
    while (end < n && c->stmts.at[end].operand && !w->operands_end[end])
        end++;
    end = end < n && w->operands_end[end] ? w->operands_end[end] : end;
    for (uint32_t i = at; i < end && !w->operands_end[i]; i++)
        w->operands_end[i] = end;
    return end;
}

/* The temporary of an operand is alive until the operation that takes it is done. What an assignment replaces is
 * dropped before that. */
static uint32_t borrow_use_point(borrow_ctx *c, live_walk *w, uint32_t at)
{
    if (!c->stmts.at[at].operand)
        return at;
    const uint32_t end = borrow_operands_end(c, w, at);
    uint32_t write = end;
    if (write + 1 < c->stmts.n && (c->stmts.at[write].op == MIR_DROP || c->stmts.at[write].op == MIR_NOP) &&
        c->stmts.at[write].place && c->stmts.at[write].place == c->stmts.at[write + 1].place)
        write++;
    return write < c->stmts.n && c->stmts.at[write].op == MIR_WRITE ? write : end - 1;
}

static bool borrow_mark(borrow_ctx *c, live_walk *w, uint32_t block, uint8_t what)
{
    if (w->at[block] & what)
        return false;
    w->at[block] |= what;
    vec_push(&c->s->scratch, &w->touched, block);
    return true;
}

static void borrow_see(borrow_ctx *c, live_walk *w, uint32_t first, uint32_t end)
{
    const point_span span = {first, end};
    vec_push(&c->s->scratch, &w->found, span);
}

/* The last definition before the point, or UINT32_MAX. */
static uint32_t borrow_defined_before(const live_walk *w, uint32_t point)
{
    uint32_t low = 0, high = w->definitions.n;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (w->definitions.at[middle] >= point)
            low = middle + 1;
        else
            high = middle;
    }
    return low < w->definitions.n ? w->definitions.at[low] : UINT32_MAX;
}

/* From a block's beginning on: what its predecessors end with. */
static void borrow_live_before(borrow_ctx *c, live_walk *w, const mir_block *block)
{
    for (uint32_t e = block->first_in; e; e = c->ins.at[e - 1].next) {
        const uint32_t number = c->ins.at[e - 1].to;
        const mir_block *before = &c->blocks.at[number];
        if (!before->started || before->end <= before->first || !borrow_mark(c, w, number, LIVE_AT_END))
            continue;
        const uint32_t last = before->end - 1;
        if (borrow_defined_before(w, before->end) == last)
            borrow_see(c, w, last, before->end);
        else
            vec_push(&c->s->scratch, &w->todo, last);
    }
}

/* with_drops: dropping the local is a use too. */
static point_set borrow_live_points(borrow_ctx *c, const borrow_local *local, bool with_drops, const uint32_t *block_of,
                                    live_walk *w)
{
    arena *memory = &c->s->scratch;
    w->found.n = w->definitions.n = 0;
    for (uint32_t at = local->first_stmt; at; at = c->stmts.at[at - 1].next_of_local) {
        if (borrow_is_definition(c, &c->stmts.at[at - 1]))
            vec_push(memory, &w->definitions, at - 1);
        if (borrow_is_use(c, &c->stmts.at[at - 1]) && (with_drops || c->stmts.at[at - 1].op != MIR_DROP))
            vec_push(memory, &w->todo, borrow_use_point(c, w, at - 1));
    }
    while (w->todo.n) {
        const uint32_t from = w->todo.at[--w->todo.n], defined = borrow_defined_before(w, from);
        const mir_block *block = &c->blocks.at[block_of[from]];
        const bool is_defined = defined != UINT32_MAX && defined >= block->first;
        borrow_see(c, w, is_defined ? defined : block->first, from + 1);
        if (!is_defined && borrow_mark(c, w, block_of[from], LIVE_AT_START))
            borrow_live_before(c, w, block);
    }
    while (w->touched.n)
        w->at[w->touched.at[--w->touched.n]] = 0;
    point_set set = {.at = w->found.at, .n = w->found.n};
    point_set_order(&set);
    return set;
}

typedef VEC(borrow_region) region_list;

static void borrow_collect_region(borrow_ctx *c, borrow_region r, void *user)
{
    region_list *list = user;
    for (uint32_t i = 0; i < list->n; i++)
        if (list->at[i] == r)
            return;
    vec_push(&c->s->scratch, list, r);
}

static bool borrow_is_dropped(const borrow_ctx *c, const borrow_local *local)
{
    for (uint32_t at = local->first_stmt; at; at = c->stmts.at[at - 1].next_of_local)
        if (c->stmts.at[at - 1].op == MIR_DROP)
            return true;
    return false;
}

/* The regions that dropping a value uses: not those of references in it, which nothing looks behind. seen has the types
 * whose regions are in the list. As types may contain ever larger ones, all regions count of those after MAX_SEEN. */
static void borrow_each_dropped_region(borrow_ctx *c, sema_ty t, arena_map *seen, region_list *list)
{
    enum { MAX_SEEN = 256 };
    sema *s = c->s;
    if (!ty_has(s, t, TY_HAS_REGION) || !borrow_needs_drop(c, t) || arena_map_at(&s->scratch, seen, t, 0))
        return;
    *arena_map_at(&s->scratch, seen, t, 1) = 1;
    const ty_info info = *ty_get(s, t);
    const bool has_destructor = info.kind == TY_ADT && def_destructor(s, info.def);
    if (seen->n > MAX_SEEN || has_destructor ||
        (info.kind != TY_ADT && info.kind != TY_TUPLE && info.kind != TY_ARRAY)) {
        borrow_each_live_region(c, t, borrow_collect_region, list);
        return;
    }
    uint32_t n_args, n_variants, n_fields;
    const sema_ty *args = ty_args(s, t, &n_args);
    if (info.kind != TY_ADT) {
        for (uint32_t i = 0; i < n_args; i++)
            if (ty_kind_of(s, args[i]) != TY_CONST && ty_kind_of(s, args[i]) != TY_REGION)
                borrow_each_dropped_region(c, args[i], seen, list);
        return;
    }
    const sema_def *variants = def_variants(s, info.def, &n_variants);
    for (uint32_t i = 0; i < n_variants; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t k = 0; k < n_fields; k++) {
            const sema_ty field = borrow_subst(c, def_type(s, fields[k]), info.def, args, n_args, NULL);
            borrow_each_dropped_region(c, borrow_normalize(c, field), seen, list);
        }
    }
}

static void borrow_live_extend(borrow_ctx *c, const region_list *regions, point_set live)
{
    for (uint32_t r = 0; r < regions->n; r++) {
        region_node *node = &c->regions.at[regions->at[r]];
        if (!node->all_points)
            point_set_add(&c->s->scratch, &node->points, &live);
    }
}

static const point_set *borrow_live_both(arena *memory, const point_set *a, const point_set *b)
{
    point_set *both = ARENA_NEW(memory, point_set);
    point_set_add(memory, both, a);
    point_set_add(memory, both, b);
    return both;
}

/* Makes a base of a region's points where they are many. */
static void borrow_live_make_base(arena *memory, region_node *node)
{
    enum { MANY_SPANS = 32 };
    const uint32_t n_base = node->base ? node->base->n : 0;
    if (node->points.n < MANY_SPANS || node->points.n < n_base / 2)
        return;
    if (node->base) {
        node->base = borrow_live_both(memory, node->base, &node->points);
    } else {
        point_set *base = ARENA_NEW(memory, point_set);
        *base = node->points;
        node->base = base;
    }
    node->points = (point_set){0};
}

/* Whether the region has grown, or may have. */
static bool borrow_live_add_base(arena *memory, region_node *to, const point_set *base)
{
    if (to->base == base || point_set_has_all(&to->points, base) || (to->base && point_set_has_all(to->base, base)))
        return false;
    to->base = !to->base || point_set_has_all(base, to->base) ? base : borrow_live_both(memory, to->base, base);
    return true;
}

typedef VEC(point_span) span_list;

/* What regions of many spans are to get, in any order, once their turn comes: one merge takes it all. */
typedef struct live_gains {
    arena_map of; /* by 1 + the region: 1 + the index of its list */
    VEC(span_list) lists;
} live_gains;

/* Whether the region has grown, or will. */
static bool borrow_live_add_points(borrow_ctx *c, live_gains *gains, borrow_region sup, const point_set *from)
{
    enum { MANY_SPANS = 32, TIMES_MORE = 8 };
    arena *memory = &c->s->scratch;
    point_set *to = &c->regions.at[sup].points;
    if (to->n < MANY_SPANS || from->n > to->n / TIMES_MORE)
        return point_set_add(memory, to, from);
    if (point_set_has_all(to, from))
        return false;
    uint32_t *list = arena_map_at(memory, &gains->of, (uint64_t)sup + 1, 1);
    if (!*list) {
        vec_push(memory, &gains->lists, (span_list){0});
        *list = gains->lists.n;
    }
    vec_push_all(memory, &gains->lists.at[*list - 1], from->at, from->n);
    return true;
}

static void borrow_live_take_gains(borrow_ctx *c, live_gains *gains, borrow_region r)
{
    const uint32_t *list = arena_map_at(&c->s->scratch, &gains->of, (uint64_t)r + 1, 0);
    if (!list)
        return;
    span_list *spans = &gains->lists.at[*list - 1];
    point_set set = {.at = spans->at, .n = spans->n};
    point_set_order(&set);
    point_set_add(&c->s->scratch, &c->regions.at[r].points, &set);
    spans->n = 0;
}

static bool borrow_live_add_all(borrow_ctx *c, live_gains *gains, borrow_region sup, borrow_region sub)
{
    region_node *to = &c->regions.at[sup], *from = &c->regions.at[sub];
    bool changed = point_set_add(&c->s->scratch, &to->ends, &from->ends);
    for (uint32_t i = 0; changed && i < c->any_lifetimes.n; i++) {
        const region_node *any = &c->regions.at[c->any_lifetimes.at[i]];
        if (any->universe <= to->universe || !point_set_has(&to->ends, any->end))
            continue;
        const point_set *of_static = &c->regions.at[c->of_static].ends; /* nothing less outlives any lifetime */
        point_set_add(&c->s->scratch, &to->ends, of_static);
        to->all_points = true;
    }
    if (to->all_points)
        return changed;
    if (from->all_points) {
        to->all_points = true;
        return true;
    }
    borrow_live_make_base(&c->s->scratch, from);
    if (from->base)
        changed |= borrow_live_add_base(&c->s->scratch, to, from->base);
    if (!to->base || !point_set_has_all(to->base, &from->points))
        changed |= borrow_live_add_points(c, gains, sup, &from->points);
    return changed;
}

/* Regions before those that outlive them, but for circles. */
static const borrow_region *borrow_live_order(borrow_ctx *c)
{
    arena *memory = &c->s->scratch;
    const uint32_t n = c->regions.n;
    borrow_region *order = ARENA_ARRAY(memory, borrow_region, n), *path = ARENA_ARRAY(memory, borrow_region, n);
    uint32_t *next = ARENA_ARRAY(memory, uint32_t, n), left = n;
    uint8_t *seen = ARENA_ARRAY(memory, uint8_t, n);
    for (uint32_t root = 0; root < n; root++) {
        uint32_t depth = 0;
        borrow_region enter = root;
        while (!seen[root] || depth) {
            if (!seen[enter]) {
                seen[enter] = 1;
                next[enter] = c->regions.at[enter].first_out;
                path[depth++] = enter;
            }
            const borrow_region at = path[depth - 1];
            if (next[at]) {
                enter = c->constraints.at[next[at] - 1].sup;
                next[at] = c->constraints.at[next[at] - 1].next;
            } else {
                order[--left] = at;
                depth--;
            }
        }
    }
    return order;
}

void borrow_solve_regions(borrow_ctx *c)
{
    arena *memory = &c->s->scratch;
    const uint32_t *block_of = borrow_block_table(c);
    live_walk walk = {.at = ARENA_ARRAY(memory, uint8_t, c->blocks.n)};
    for (uint32_t i = 1; i < c->locals.n; i++) {
        const borrow_local *local = &c->locals.at[i];
        if (!ty_has(c->s, local->ty, TY_HAS_REGION) || !local->first_stmt)
            continue;
        region_list regions = {0}, dropped = {0};
        borrow_each_live_region(c, local->ty, borrow_collect_region, &regions);
        borrow_live_extend(c, &regions, borrow_live_points(c, local, false, block_of, &walk));
        if (borrow_is_dropped(c, local))
            borrow_each_dropped_region(c, local->ty, &(arena_map){0}, &dropped);
        if (dropped.n > 0)
            borrow_live_extend(c, &dropped, borrow_live_points(c, local, true, block_of, &walk));
    }
    for (uint32_t r = 0; r < c->regions.n; r++) { /* what they grow to from here on lies elsewhere */
        c->regions.at[r].points.capacity = 0;
        c->regions.at[r].live = c->regions.at[r].points;
    }
    uint32_t n_queued = 0;
    for (uint32_t r = 0; r < c->regions.n; r++) {
        region_node *node = &c->regions.at[r];
        node->queued = node->points.n || node->ends.n || node->all_points;
        n_queued += node->queued;
    }
    const borrow_region *order = borrow_live_order(c);
    live_gains gains = {0};
    for (bool forward = true; n_queued; forward = !forward) /* a chain of circles takes one turn each way */
        for (uint32_t i = 0; i < c->regions.n; i++) {
            const borrow_region sub = order[forward ? i : c->regions.n - 1 - i];
            if (!c->regions.at[sub].queued)
                continue;
            c->regions.at[sub].queued = false;
            n_queued--;
            borrow_live_take_gains(c, &gains, sub);
            for (uint32_t e = c->regions.at[sub].first_out; e; e = c->constraints.at[e - 1].next) {
                region_node *sup = &c->regions.at[c->constraints.at[e - 1].sup];
                if (borrow_live_add_all(c, &gains, c->constraints.at[e - 1].sup, sub) && !sup->queued) {
                    sup->queued = true;
                    n_queued++;
                }
            }
        }
}
