/* parse_walk_unit.cuh: units of the walk, the contexts that read them, and the nodes they finish.
 *
 * A unit is a stretch of tokens that is read on its own: a file, a delimited group, or a run of the items or statements
 * of one list. */
#ifndef RUSTG_PARSE_WALK_UNIT_CUH
#define RUSTG_PARSE_WALK_UNIT_CUH

#include "parser/parse_batch.h"
#include "parser/grammar/parse_machine.h"
#include "parser/table/parse_units.h"

/* The kernel's own states. */
enum {
    S_walk_fetch = PARSE_N_STATES,
    S_walk_run, /* and those behind it: what a run is of, in the order of WALK_ITEMS and so on */
    S_walk_run_stmts,
    S_walk_run_exprs,
    S_walk_run_arms,
    S_walk_run_fields,
    S_walk_run_expr_end,
    S_walk_run_field_end,
    S_walk_divide_begin, /* anchor: the list's end; ret: what it is of */
    S_walk_divide,       /* and pos: looks ahead; start: first token not given away; mark: walk_ahead */
    S_walk_finished,
    WALK_N_STATES,
    WALK_IDLE = 0xFFFF
};

/* What lists are of: PARSE_LIST_ITEMS and so on, 1 taken off. */
enum { WALK_ITEMS, WALK_STMTS, WALK_EXPRS, WALK_ARMS, WALK_FIELDS, WALK_VARIANTS, WALK_FIELD_DEFS };

/* The state in which a run of them begins. */
RUSTG_D uint32_t walk_run_state(uint32_t what)
{
    return what == WALK_VARIANTS     ? (uint32_t)S_variants_next
           : what == WALK_FIELD_DEFS ? (uint32_t)S_fields_named_next
                                     : S_walk_run + what;
}

enum {
    WALK_CHUNK = 8,                   /* records a context takes at a time */
    WALK_MARK_BITS = 6,               /* of a mark: nodes finished at its token; above: tokens since the unit's first */
    WALK_MARK_LATER = 1 << 30,        /* of a mark: to be made, below it the token */
    WALK_DIVIDE_TOKS = PARSE_RUN_TOKS /* and a state looks at so many */
};

/* A unit's nodes so far.
 *   key    twice the token that nodes finished now count for, 1 more where they are late; order: how many there are,
 *          first_order of them other units'
 *   slot   where the next record goes; a multiple of WALK_CHUNK: take a chunk first; the next unit goes on with it
 *   is_bad what the records cannot hold has been met, or they are full
 *   edition in threes of years since 2015 */
struct walk_nodes {
    uint32_t key, unit_first, unit_end, slot;
    uint8_t order, first_order;
    uint8_t is_bad : 1, is_run : 1, is_divided : 1, edition : 2;
};

/* A unit between two states: the registers of its machine but for the token at hand. It has an odd number of words,
 * so that lanes meet few bank conflicts. */
struct walk_context {
    uint32_t pos, start, mark, anchor, file;
    uint8_t flags, aux, ret, n_frames;
    walk_nodes nodes;
};

/* What a state hands on, in one word, because most of it is known when the kernel is compiled: the next state, for a
 * call also the caller's next state, what is to be done behind the switch, and the kind of the node that the state
 * has finished (0: none). */
enum {
    WALK_STATE_BITS = 9,
    WALK_STATE_MASK = (1 << WALK_STATE_BITS) - 1,
    WALK_POP = 1 << 2 * WALK_STATE_BITS,
    WALK_PUSH = WALK_POP << 1,
    WALK_GROUP = WALK_POP << 2,
    WALK_GIVEN = WALK_POP << 3,
    WALK_KIND_SHIFT = 2 * WALK_STATE_BITS + 4,
    WALK_SPLIT = 1 << (WALK_KIND_SHIFT + 8)
};

/* Takes a first free slot of WALK_CHUNK records. The regions spread the counters. n_record_slots: all regions are
 * full. */
static __device__ __noinline__ uint32_t walk_take_records(const parse_batch_view &v)
{
    uint32_t region = blockIdx.x % PARSE_N_REGIONS;
    for (uint32_t tried = 0; tried < PARSE_N_REGIONS; tried++) {
        uint32_t at = atomicAdd(&v.d_region_used[region], (uint32_t)WALK_CHUNK);
        if (at + WALK_CHUNK <= v.region_records)
            return region * v.region_records + at;
        region = (region + 1) % PARSE_N_REGIONS;
    }
    atomicAdd(&v.d_walk->overflow, 1u);
    return v.n_record_slots;
}

/* Behind a unit's last token, nodes count for that token, because the next token is another unit's. Those of a run
 * are late, because that token may be the last of a group that is a unit itself. */
RUSTG_D uint32_t walk_key(const walk_nodes &nodes, uint32_t pos)
{
    return pos == nodes.unit_end ? 2 * (pos - 1) + nodes.is_run : 2 * pos;
}

RUSTG_D void walk_flush(const parse_batch_view &v, const walk_nodes &nodes)
{
    if (nodes.order > nodes.first_order)
        ((uint8_t *)v.d_counts)[nodes.key] = (uint8_t)nodes.order;
}

static __device__ __noinline__ uint32_t walk_mark(const walk_nodes *nodes, uint32_t pos)
{
    uint32_t key = walk_key(*nodes, pos);
    return (key / 2 - nodes->unit_first) << WALK_MARK_BITS | (key == nodes->key ? nodes->order : 0);
}

/* node: start, end, anchor, mark; what: kind and split where a state hands them on */
static __device__ __noinline__ void walk_put(const parse_batch_view *v, walk_nodes *nodes, uint32_t pos, uint4 node,
                                             uint32_t what)
{
    uint32_t key = walk_key(*nodes, pos);
    if (node.w & WALK_MARK_LATER)
        node.w = walk_mark(nodes, node.w & ~WALK_MARK_LATER);
    if (key != nodes->key) {
        walk_flush(*v, *nodes);
        nodes->key = key;
        nodes->order = nodes->first_order = 0;
    }
    uint32_t slot = nodes->slot;
    if (slot % WALK_CHUNK == 0)
        slot = walk_take_records(*v);
    if (slot == v->n_record_slots || nodes->order >= PARSE_MAX_MARK_COUNT) {
        nodes->is_bad = 1;
        return;
    }
    uint2 *record = (uint2 *)&v->d_records[slot];
    record[0] = make_uint2(node.x, node.y);
    record[1] = make_uint2(node.z, key / 2);
    record[2] = make_uint2(nodes->unit_first + (node.w >> WALK_MARK_BITS),
                           (what >> WALK_KIND_SHIFT & 0xFF) | (what & WALK_SPLIT ? 1u << 14 : 0) |
                               (node.w & PARSE_MAX_MARK_COUNT) << 8 | (key & 1 ? PARSE_LATE : 0) |
                               (uint32_t)nodes->order << 16);
    nodes->slot = slot + 1;
    nodes->order++;
}

/* Puts a node that another of the same state follows, and the mark that was made before it. */
RUSTG_D void walk_put_later(const parse_batch_view *v, walk_nodes *nodes, uint32_t pos, const uint4 &node,
                            uint32_t *what, uint32_t *mark)
{
    if (*mark & WALK_MARK_LATER)
        *mark = walk_mark(nodes, *mark & ~(uint32_t)WALK_MARK_LATER);
    walk_put(v, nodes, pos, node, *what);
    *what = 0;
}

/* Gives [pos, end) to whoever draws its ticket; with end 0 it gives the group that pos opens. what holds the unit's
 * first state, its flags in bits 9 to 16 and aux in 17 to 24. The parent's nodes at pos are counted now, because the
 * unit may finish others there. Returns false if there is no room; the unit counts all the same. */
static __device__ __noinline__ bool walk_leave(const parse_batch_view &v, walk_nodes *nodes, uint32_t pos, uint32_t end,
                                               uint32_t file, uint32_t what)
{
    uint32_t order = 0;
    if (nodes->key == 2 * pos) {
        walk_flush(v, *nodes);
        order = nodes->first_order = nodes->order;
    }
    uint32_t slot = atomicAdd(&v.d_walk->tail, 1u);
    if (slot >= v.capacity_units)
        return false;
    v.d_units[slot] = make_uint4(pos, end, file, 0);
    __threadfence();
    *(volatile uint32_t *)&v.d_units[slot].w = 1u << 31 | order << 25 | what;
    return true;
}

RUSTG_D bool walk_is_over(const parse_batch_view &v)
{
    uint32_t finished = *(volatile uint32_t *)&v.d_walk->finished;
    __threadfence();
    return finished == v.n_files + *(volatile uint32_t *)&v.d_walk->tail;
}

/* Draws up to n tickets of files and units that are there; the blocks share what waits. Returns how many it got. */
RUSTG_D uint32_t walk_draw(const parse_batch_view &v, uint32_t n, uint32_t *first)
{
    for (;;) {
        uint32_t head = *(volatile uint32_t *)&v.d_walk->head;
        uint32_t there = v.n_files + min(*(volatile uint32_t *)&v.d_walk->tail, v.capacity_units);
        if (head >= there)
            return 0;
        uint32_t n_drawn = min(n, (there - head - 1) / gridDim.x + 1);
        if (atomicCAS(&v.d_walk->head, head, head + n_drawn) == head) {
            *first = head;
            return n_drawn;
        }
    }
}

RUSTG_D bool walk_ahead(const parse_batch_view &v, uint32_t what, uint32_t *pos, uint32_t *seen)
{
    return parse_list_ahead(v.d_kinds, v.d_partner, PARSE_LIST_ITEMS + what, pos, seen);
}

#endif
