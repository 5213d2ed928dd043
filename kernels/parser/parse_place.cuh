/* parse_place.cuh: events into nodes in preorder.
 *
 * The sums over slots, which are in the order of tokens, say where each unit's nodes begin and how many nodes lie in
 * the units that it came to. A unit's events are in the order in which they finished, and a node says how many of them
 * it holds. With opened(i) = the nodes of the unit, and in units that it came to, that begin no later than event i, a
 * node of that number stands at opened(i) less the nodes in it.
 *
 * in    d_slots; units that are alive and their events; the token arrays; d_source where a node ends inside a token
 * out   sums before each slot; kind, tok, start, end, next of every node and d_file_first_node
 * map   parse_base_kernel: one block a tile of slots; parse_place_kernel: a warp a unit
 * moves 8 B read an event, 17 B written a node
 * ref   parse_preorder() in src/parser/cpu/parse_preorder.c */
#pragma once

#include "rustg/ast.h"
#include "async_copy.cuh"
#include "parse_check.cuh"

/* Nodes in the unit that an event stands for, or in the runs. */
RUSTG_D uint32_t place_child_nodes(const parse_batch_view &v, const unit_head &unit, parse_event event)
{
    const parse_slots slots = parse_event_slots(v, unit, event);
    return v.d_slots[slots.end] - v.d_slots[slots.first];
}

/* What the token arrays tell of a node: its first, its own and its last token, and where it begins and ends. */
struct place_toks {
    uint32_t first, tok, last, begin, end;
};

/* Which entry of its line's d_line_tok a place of the unit is. The places before the line are those of tokens side by
 * side. cut_at: the place where the unit's runs were left out, if its walk had come to them. */
RUSTG_D uint32_t place_entry(const unit_head &unit, uint32_t place, uint32_t cut_at)
{
    return place < PARSE_LINE_FIRST ? 0 : place - PARSE_LINE_FIRST + (place >= cut_at ? unit.cut_skip : 0);
}

RUSTG_D uint32_t place_tok(const unit_head &unit, uint32_t place, uint32_t of_entry)
{
    return place < PARSE_LINE_FIRST ? unit.tok + place - PARSE_LINE_FIRST : of_entry;
}

/* Where the node ends that ends at the `.` inside its last token. */
RUSTG_D uint32_t place_split(const parse_batch_view &v, uint32_t last)
{
    uint32_t at = v.d_tok_start[last];
    while (v.d_source[at] != '.')
        at++;
    return at;
}

/* Of event i, if it is a node, the tokens; if it is PARSE_EVENT_SLOTS, how many nodes are in these, in *nodes. All that
 * either asks for is asked for at once, as a warp waits for each answer. */
RUSTG_D place_toks place_load(const parse_batch_view &v, const unit_head &unit, parse_event event, uint32_t i,
                              bool is_node, bool is_slots, uint32_t *nodes)
{
    const uint32_t start = is_node ? event.x & 0xFFFF : 0, anchor_low = event.y >> PARSE_EVENT_ANCHOR_SHIFT;
    const uint32_t n_toks = is_node ? event.x >> 16 & (PARSE_EVENT_LIMIT - 1) : 0;
    const uint32_t anchor = is_node ? anchor_low | event.x >> 29 << PARSE_EVENT_ANCHOR_BITS : 0;
    const uint32_t final = start + n_toks - (n_toks > 0);
    const uint32_t cut_at = i >= unit.n_first ? PARSE_LINE_FIRST + unit.cut_at : (uint32_t)PARSE_NO_TOK;
    const uint32_t *const line = v.d_line_tok + unit.line, *const slots = v.d_slots + event.x;
    const uint32_t one = *(is_slots ? slots : line + place_entry(unit, start, cut_at));
    const uint32_t other =
        *(is_slots ? slots + (event.y >> PARSE_EVENT_SLOTS_SHIFT) : line + place_entry(unit, final, cut_at));
    const uint32_t own = line[place_entry(unit, start + anchor, cut_at)];
    place_toks toks = {place_tok(unit, start, one), place_tok(unit, start + anchor, own), place_tok(unit, final, other),
                       0, 0};
    *nodes = other - one;
    if (is_node) {
        toks.begin = v.d_tok_start[toks.first];
        toks.end = v.d_tok_end[toks.last];
        if (event.y & PARSE_EVENT_SPLIT)
            toks.end = place_split(v, toks.last);
        toks.end = n_toks == 0 ? toks.begin : toks.end;
    }
    return toks;
}

RUSTG_D void place_node(const parse_batch_view &v, const place_toks &toks, uint32_t kind, uint32_t at, uint32_t size)
{
    v.d_node_kind[at] = (uint8_t)kind;
    v.d_node_tok[at] = toks.tok;
    v.d_node_start[at] = toks.begin;
    v.d_node_end[at] = toks.end;
    v.d_node_next[at] = at + size;
}

/* A unit of at most 32 * PER_LANE events. first: the lane's of the first 32; opened: room of the warp */
template <uint32_t PER_LANE>
RUSTG_D void place_few(const parse_batch_view &v, const unit_head &unit, parse_event first, uint32_t *opened)
{
    const uint32_t lane = threadIdx.x & 31, n = unit.n_events, base = v.d_slots[unit.first_slot];
    parse_event event[PER_LANE];
    parse_events_of_lane<PER_LANE>(v, unit, first, event);
    place_toks toks[PER_LANE];
    uint32_t mark[PER_LANE], nodes[PER_LANE];
#pragma unroll
    for (uint32_t k = 0; k < PER_LANE; k++)
        opened[lane + 32 * k] = 0;
    __syncwarp();
#pragma unroll
    for (uint32_t k = 0; k < PER_LANE; k++) {
        const uint32_t i = lane + 32 * k;
        const bool is_child = i < n && parse_event_is_child(event[k]), is_node = i < n && !is_child;
        const bool is_slots = is_child && parse_event_type(event[k]) == PARSE_EVENT_SLOTS;
        toks[k] = place_load(v, unit, event[k], i, is_node, is_slots, &nodes[k]);
        if (!is_slots)
            nodes[k] = is_child ? place_child_nodes(v, unit, event[k]) : is_node;
        mark[k] = i < n ? parse_event_mark(event[k], i) : i;
    }
#pragma unroll
    for (uint32_t k = 0; k < PER_LANE; k++)
        if (nodes[k] > 0)
            atomicAdd(&opened[mark[k]], nodes[k]);
    __syncwarp();
    uint32_t n_opened[PER_LANE], upto[PER_LANE], opened_before = 0, upto_before = 0;
#pragma unroll
    for (uint32_t k = 0; k < PER_LANE; k++) {
        n_opened[k] = parse_warp_sum(opened[lane + 32 * k]) + opened_before;
        upto[k] = parse_warp_sum(nodes[k]) + upto_before;
        opened_before = __shfl_sync(~0u, n_opened[k], 31);
        upto_before = __shfl_sync(~0u, upto[k], 31);
    }
#pragma unroll
    for (uint32_t k = 0; k < PER_LANE; k++) {
        uint32_t before = 0; /* nodes in the events before the one that the node begins at */
#pragma unroll
        for (uint32_t j = 0; j <= k; j++) {
            const uint32_t its = __shfl_sync(~0u, upto[j], (int)mark[k] - 1 & 31);
            before = mark[k] > 0 && (mark[k] - 1) / 32 == j ? its : before;
        }
        const uint32_t size = upto[k] - before;
        if (lane + 32 * k < n && !parse_event_is_child(event[k]))
            place_node(v, toks[k], event[k].y, base + n_opened[k] - size, size);
    }
    __syncwarp();
}

/* event: the lane's of its first ones */
RUSTG_D void place_unit(const parse_batch_view &v, meet_shared &s, const unit_head &unit, parse_event event)
{
    const uint32_t lane = threadIdx.x & 31, warp = threadIdx.x >> 5, n = unit.n_events;
    uint32_t *opened = s.opened[warp], *upto = s.upto[warp];
    switch ((n + 31) / 32) {
    case 0: return;
    case 1: place_few<1>(v, unit, event, opened); return;
    case 2: place_few<2>(v, unit, event, opened); return;
    case 3: place_few<3>(v, unit, event, opened); return;
    default: break;
    }
    if (n > PARSE_PLACE_EVENTS) {
        opened = v.d_place + v.d_units[unit.id].scratch;
        upto = opened + v.n_place;
    }
    for (uint32_t i = lane; i < n; i += 32)
        opened[i] = 0;
    __syncwarp();
    parse_event_each(v, unit, [&](uint32_t i, const parse_event *at) {
        if (i < n) {
            const uint32_t nodes = parse_event_is_child(*at) ? place_child_nodes(v, unit, *at) : 1;
            upto[i] = nodes;
            atomicAdd(&opened[parse_event_mark(*at, i)], nodes);
        }
    });
    __syncwarp();
    meet_sums(opened, n);
    meet_sums(upto, n);
    const uint32_t base = v.d_slots[unit.first_slot];
    parse_event_each(v, unit, [&](uint32_t i, const parse_event *at) {
        if (i < n && !parse_event_is_child(*at)) {
            const parse_event event = *at;
            const uint32_t mark = parse_event_mark(event, i), size = upto[i] - (mark ? upto[mark - 1] : 0);
            uint32_t nodes;
            place_node(v, place_load(v, unit, event, i, true, false, &nodes), event.y, base + opened[i] - size, size);
        }
    });
    __syncwarp();
}

/* Has what placing a unit's nodes reads brought near: that of the tokens at its line's beginning. */
RUSTG_D void place_ask(const parse_batch_view &v, const unit_head &unit)
{
    enum { LINE_TOKS = 32, LINES = 3 }; /* tokens of which a line of the cache holds 4 bytes each */
    const uint32_t lane = threadIdx.x & 31, array = lane / LINES, on = lane % LINES * LINE_TOKS;
    const uint32_t *from =
        array == 0 ? v.d_line_tok + unit.line : (array == 1 ? v.d_tok_start : v.d_tok_end) + unit.tok;
    if (array < 3 && on <= unit.cut_at)
        async_ask(from + on);
}

/* Sums before each slot, in place; slot 0 of the nodes is no node. */
PARSE_KERNEL void __launch_bounds__(PARSE_THREADS) parse_base_kernel(const parse_batch_view v)
{
    grid_await();
    __shared__ uint32_t warp_sums[PARSE_WARPS], shared_tile, shared_before;
    const uint32_t n = v.d_counters->n_slots, tile = parse_next_tile(&v.d_counters->base_ticket, &shared_tile);
    if (tile * PARSE_TILE >= n)
        return;
    const uint32_t first = tile * PARSE_TILE + threadIdx.x * PARSE_PER_THREAD;
    uint32_t counts[PARSE_PER_THREAD], total;
    const uint32_t own = parse_load_counts(v.d_slots, first, n, counts);
    const uint32_t prefix = parse_block_sums(own, warp_sums, &total);
    const uint32_t before = parse_tile_before(tile, total, v.d_slot_states, &shared_before);
    if (threadIdx.x == 0 && n - tile * PARSE_TILE <= PARSE_TILE)
        v.d_counters->n_nodes = before + total + 1;
    parse_store_sums(v.d_slots, first, n, counts, before + prefix + 1);
}

/* Nodes that the host will put in; parents are sought among all. */
RUSTG_D void place_gaps(const parse_batch_view &v)
{
    const uint32_t thread = blockIdx.x * PARSE_UNIT_THREADS + threadIdx.x;
    for (uint32_t file = thread / 32; file < v.n_files; file += gridDim.x * UNIT_WARPS) {
        const uint32_t n = v.d_parse_flags[file] ? v.d_file_gap[file] : 0;
        const uint32_t first = n ? v.d_slots[slot_of_cut(v, v.d_file_first_tok[file])] : 0;
        for (uint32_t i = threadIdx.x & 31; i < n; i += 32) {
            v.d_node_next[first + i] = 0;
            v.d_node_kind[first + i] = RUSTG_AST_None;
        }
    }
}

PARSE_KERNEL_ANY_TILE void __launch_bounds__(PARSE_UNIT_THREADS) parse_place_kernel(const parse_batch_view v)
{
    grid_await();
    __shared__ meet_shared s;
    const uint32_t thread = blockIdx.x * PARSE_UNIT_THREADS + threadIdx.x;
    if (parse_lacks_room(v)) {
        for (uint32_t file = thread; file < v.n_files; file += gridDim.x * PARSE_UNIT_THREADS)
            v.d_file_first_node[file] = 0; /* the host reads them, too, before it parses the batch again */
        return;
    }
    for (uint32_t file = thread; file < v.n_files; file += gridDim.x * PARSE_UNIT_THREADS)
        v.d_file_first_node[file] = v.d_slots[slot_of_cut(v, v.d_file_first_tok[file])];
    if (v.d_counters->n_nodes > v.capacity_nodes || parse_is_left(v))
        return;
    const uint32_t n_nodes = v.d_counters->n_nodes, behind = n_nodes + thread; /* parents are sought 16 at a time */
    if (thread < 16 && behind / 16 == (n_nodes - 1) / 16)
        v.d_node_next[behind] = 0;
    if (thread == 0) {
        v.d_node_kind[0] = RUSTG_AST_None;
        v.d_node_tok[0] = v.d_node_start[0] = v.d_node_end[0] = v.d_node_parent[0] = 0;
        v.d_node_next[0] = 1;
    }
    if (v.n_flagged && v.d_file_gap)
        place_gaps(v);
    parse_unit_each(
        v, [](const unit_head &unit) { return (unit.flags & PARSE_UNIT_IS_ALIVE) != 0; },
        [&](const unit_head &next) { place_ask(v, next); },
        [&](const unit_head &unit, parse_event event) { place_unit(v, s, unit, event); });
}
