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
    if (parse_event_type(event) == PARSE_EVENT_RUNS)
        return v.d_slots[v.d_units[unit.id].tail_slot] - v.d_slots[v.d_units[unit.id].cut_slot];
    const parse_unit &child = v.d_units[event.x];
    return v.d_slots[child.end_slot] - v.d_slots[child.first_slot];
}

/* The token at a place of the unit; cut_at: the place where its runs were left out, if it had come to them. */
RUSTG_D uint32_t place_tok(const parse_batch_view &v, const unit_head &unit, uint32_t place, uint32_t cut_at)
{
    const bool is_before = place < PARSE_LINE_FIRST;
    const uint32_t on = is_before ? 0 : place - PARSE_LINE_FIRST + (place >= cut_at ? unit.cut_skip : 0);
    const uint32_t tok = v.d_line_tok[unit.line + on];
    return is_before ? unit.tok + place - PARSE_LINE_FIRST : tok;
}

/* Where the node ends that ends at the `.` inside its last token. */
RUSTG_D uint32_t place_split(const parse_batch_view &v, uint32_t last)
{
    uint32_t at = v.d_tok_start[last];
    while (v.d_source[at] != '.')
        at++;
    return at;
}

/* All loads come before the stores, which the compiler may not move them over. */
RUSTG_D void place_node(const parse_batch_view &v, const unit_head &unit, parse_event event, uint32_t i, uint32_t at,
                        uint32_t size)
{
    const uint32_t start = event.x & 0xFFFF, n_toks = event.x >> 16 & (PARSE_EVENT_LIMIT - 1);
    const uint32_t anchor = event.y >> PARSE_EVENT_ANCHOR_SHIFT | event.x >> 29 << PARSE_EVENT_ANCHOR_BITS;
    const uint32_t cut_at = i >= unit.n_first ? PARSE_LINE_FIRST + unit.cut_at : (uint32_t)PARSE_NO_TOK;
    const uint32_t first = place_tok(v, unit, start, cut_at), tok = place_tok(v, unit, start + anchor, cut_at);
    const uint32_t last = place_tok(v, unit, start + n_toks - (n_toks > 0), cut_at);
    const uint32_t begin = v.d_tok_start[first];
    uint32_t end = v.d_tok_end[last];
    if (event.y & PARSE_EVENT_SPLIT)
        end = place_split(v, last);
    v.d_node_kind[at] = (uint8_t)event.y;
    v.d_node_tok[at] = tok;
    v.d_node_start[at] = begin;
    v.d_node_end[at] = n_toks == 0 ? begin : end;
    v.d_node_next[at] = at + size;
}

/* A unit of at most 32 events. opened: room of the warp */
RUSTG_D void place_small(const parse_batch_view &v, const unit_head &unit, parse_event event, uint32_t *opened)
{
    const uint32_t lane = threadIdx.x & 31, n = unit.n_events;
    if (n == 0)
        return;
    const uint32_t base = v.d_slots[unit.first_slot], mark = lane < n ? parse_event_mark(event, lane) : lane;
    const bool is_child = lane < n && parse_event_is_child(event);
    opened[lane] = 0;
    __syncwarp();
    const uint32_t nodes = is_child ? place_child_nodes(v, unit, event) : lane < n;
    if (nodes > 0)
        atomicAdd(&opened[mark], nodes);
    __syncwarp();
    const uint32_t n_opened = parse_warp_sum(opened[lane]), upto = parse_warp_sum(nodes);
    const uint32_t before = __shfl_sync(~0u, upto, mark ? (int)mark - 1 : 0), size = upto - (mark ? before : 0);
    if (lane < n && !is_child)
        place_node(v, unit, event, lane, base + n_opened - size, size);
    __syncwarp();
}

/* event: the lane's of its first ones */
RUSTG_D void place_unit(const parse_batch_view &v, meet_shared &s, const unit_head &unit, parse_event event)
{
    const uint32_t lane = threadIdx.x & 31, warp = threadIdx.x >> 5, n = unit.n_events;
    uint32_t *opened = s.opened[warp], *upto = s.upto[warp];
    if (n <= 32) {
        place_small(v, unit, event, opened);
        return;
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
            const uint32_t mark = parse_event_mark(*at, i), size = upto[i] - (mark ? upto[mark - 1] : 0);
            place_node(v, unit, *at, i, base + opened[i] - size, size);
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
    const bool lacks_room = parse_lacks_room(v);
    const uint32_t thread = blockIdx.x * PARSE_UNIT_THREADS + threadIdx.x;
    for (uint32_t file = thread; file < v.n_files; file += gridDim.x * PARSE_UNIT_THREADS) /* the host reads all */
        v.d_file_first_node[file] = lacks_room ? 0 : v.d_slots[slot_of_cut(v, v.d_file_first_tok[file])];
    if (lacks_room || v.d_counters->n_nodes > v.capacity_nodes || parse_is_left(v))
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
