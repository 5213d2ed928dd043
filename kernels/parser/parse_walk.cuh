/* parse_walk.cuh: the table of the grammar (parse_table.h) over all units, a lane a unit.
 *
 * A unit is walked from its state alone. What it finishes are events: nodes, units that it came to, with the states
 * that it wants there (parse_meet.cuh tells them), and the place of its runs.
 *
 * in    units, d_class; the frequent part of the table is held in shared memory
 * out   events of every unit; units' flags and walked
 * map   a grid that is resident at one time; lanes draw units by ticket, in rounds: the first has all units, those
 *       behind it the queued ones
 * moves 2 B read a token, 16 B written an event
 * ref   walk_unit() in tests/parser/table/parse_units_on_host.c */
#pragma once

#include "parser/table/parse_step.h"
#include "parse_guess.cuh"

/* A kernel's shared memory that is sized at its launch. */
#ifndef WALK_SHARED
#define WALK_SHARED(name) extern __shared__ uint4 name[]
#endif

enum {
    WALK_TURNS = 8, /* steps between two looks for idle lanes */
    WALK_N_FAMILIES = PARSE_WALK_FAMILY_BYTES / 2,
    WALK_NO_UNIT = 0xFFFFFFFF
};

/* A block's part of the shared memory. */
struct walk_tables {
    uint32_t *hot, *last; /* last: parse_step.v */
    uint4 *outcomes;
    uint16_t *families;
    uint4 *frames; /* [PARSE_WALK_FRAMES][blockDim.x] */
};

#ifndef WALK_HAS_PREFETCH
#define WALK_HAS_PREFETCH 1
#endif

/* Asks for the address's line of the second-level cache. */
RUSTG_D void walk_prefetch(const void *at)
{
#if WALK_HAS_PREFETCH
    asm volatile("prefetch.global.L2 [%0];" ::"l"(at));
#else
    (void)at;
#endif
}

struct walk_block {
    uint32_t next_chunk;
};

/* A unit being walked.
 *   window   the classes of the 16 tokens from window_tok on; next: of the 16 behind them
 *   stop     where something is to be looked at before the token: an end or a cut
 *   jumped_from, jumped_to   the group that was passed last, and behind it
 *   slot, n_in_chunk   where the next event goes, and how many its chunk has
 *   end, flags   the unit's */
struct walk_lane {
    uint32_t id, pos, state, start, anchor, mark, more, n_frames, n_events, n_steps;
    uint32_t slot, n_in_chunk, stop, window_tok, jumped_from, jumped_to, end, flags;
    uint4 window, next;
};

/* The classes of 16 tokens. Their partners may be asked for next, and lie in device memory that is far. */
RUSTG_D uint4 walk_load(const parse_batch_view &v, uint32_t tok)
{
    walk_prefetch(v.d_partner + tok);
    return *(const uint4 *)(v.d_class + tok);
}

RUSTG_D uint32_t walk_class(const parse_batch_view &v, walk_lane &w)
{
    const uint32_t at = w.pos & ~15u;
    if (at != w.window_tok) {
        if (at == w.window_tok + 16)
            w.window = w.next;
        else
            w.window = walk_load(v, at);
        w.next = walk_load(v, at + 16);
        w.window_tok = at;
    }
    const uint32_t low = w.pos & 4 ? w.window.y : w.window.x, high = w.pos & 4 ? w.window.w : w.window.z;
    return (w.pos & 8 ? high : low) >> (w.pos & 3) * 8 & 255;
}

RUSTG_D uint32_t walk_find(const parse_table &t, const walk_tables &s, uint32_t state, uint32_t class_of_tok)
{
    const uint32_t hot = s.hot[state + class_of_tok];
    return hot >> 16 == state ? hot & 0xFFFF : t.rows[t.row_of[state] * PARSE_MAX_CLASSES + class_of_tok];
}

RUSTG_D uint32_t walk_take_chunk(const parse_batch_view &v, walk_block &block)
{
    const uint32_t own = atomicAdd(&block.next_chunk, 1u);
    if (own < v.block_chunks)
        return blockIdx.x * v.block_chunks + own;
    const uint32_t chunk = gridDim.x * v.block_chunks + atomicAdd(&v.d_walk->n_chunks, 1u);
    if (chunk < v.n_chunks)
        return chunk;
    atomicAdd(&v.d_walk->overflow, 1u);
    return WALK_NO_UNIT;
}

RUSTG_D bool walk_put(const parse_batch_view &v, walk_block &block, walk_lane &w, uint4 event)
{
    if (w.n_in_chunk == PARSE_CHUNK - 1) {
        const uint32_t chunk = walk_take_chunk(v, block);
        if (chunk == WALK_NO_UNIT)
            return false;
        if (w.n_events > 0)
            v.d_events[w.slot] = make_uint4(chunk, 0, 0, 0);
        else
            v.d_units[w.id].events = chunk;
        w.slot = chunk * PARSE_CHUNK;
        w.n_in_chunk = 0;
    }
    v.d_events[w.slot++] = event;
    w.n_in_chunk++;
    w.n_events++;
    return true;
}

RUSTG_D void walk_begin(const parse_batch_view &v, walk_lane &w, uint32_t id)
{
    const parse_unit &unit = v.d_units[id];
    w.id = id;
    w.state = unit.wanted;
    if (w.state == PARSE_NO_STATE) {
        w.id = WALK_NO_UNIT;
        return;
    }
    w.pos = w.start = w.anchor = unit.tok;
    w.jumped_from = w.jumped_to = PARSE_NO_TOK;
    w.mark = w.n_frames = w.n_events = w.n_steps = 0;
    w.more = PARSE_NO_OUTCOME;
    w.n_in_chunk = PARSE_CHUNK - 1;
    w.end = unit.end;
    w.flags = unit.flags & ~(uint32_t)PARSE_UNIT_IS_GOOD;
    if (v.round > 0)
        w.flags &= ~(uint32_t)PARSE_UNIT_IS_CUT; /* another list, perhaps */
    v.d_units[id].walked = v.round;
    w.stop = w.flags & PARSE_UNIT_IS_RUN ? w.end : w.flags & PARSE_UNIT_IS_CUT ? unit.first_cut : v.n_toks;
    w.window_tok = w.pos & ~15u;
    w.window = walk_load(v, w.window_tok);
    w.next = walk_load(v, w.window_tok + 16);
    const uint32_t shift = (w.pos & 3) * 8, keep = ~(255u << shift), put = unit.first_class << shift;
    const uint32_t word = w.pos >> 2 & 3;
    w.window.x = word == 0 ? (w.window.x & keep) | put : w.window.x;
    w.window.y = word == 1 ? (w.window.y & keep) | put : w.window.y;
    w.window.z = word == 2 ? (w.window.z & keep) | put : w.window.z;
    w.window.w = word == 3 ? (w.window.w & keep) | put : w.window.w;
}

RUSTG_D void walk_end(const parse_batch_view &v, walk_lane &w, bool is_good)
{
    v.d_units[w.id].n_events = w.n_events;
    v.d_units[w.id].flags = w.flags | (is_good ? (uint32_t)PARSE_UNIT_IS_GOOD : 0);
    w.id = WALK_NO_UNIT;
}

enum walk_at_stop { WALK_GOES_ON, WALK_IS_DONE, WALK_IS_WRONG };

/* The walk is at a cut: what was behind it must be about to do what its list's state does, or first return from what it
 * has read. */
RUSTG_D walk_at_stop walk_stop(const parse_batch_view &v, const parse_table &t, const walk_tables &s, walk_block &block,
                               walk_lane &w)
{
    const parse_unit &unit = v.d_units[w.id];
    const bool is_run = w.flags & PARSE_UNIT_IS_RUN;
    if (w.stop == v.n_toks || w.pos != w.stop)
        return WALK_IS_WRONG;
    const uint32_t c = walk_class(v, w), list = is_run ? unit.wanted : unit.run_state;
    const uint32_t id = w.more != PARSE_NO_OUTCOME ? w.more : walk_find(t, s, w.state, c);
    if (id == PARSE_NO_OUTCOME)
        return WALK_IS_WRONG;
    if (w.more == PARSE_NO_OUTCOME && id == walk_find(t, s, list, c) && !(is_run && w.n_frames > 0)) {
        if (is_run)
            return WALK_IS_DONE;
        if (!walk_put(v, block, w, make_uint4(w.id, PARSE_EVENT_RUNS, 0, 0)))
            return WALK_IS_WRONG;
        w.pos = unit.last_cut;
        w.state = list;
        w.stop = v.n_toks;
        return WALK_GOES_ON;
    }
    const uint32_t does = t.outcomes[id].does;
    return does & (PARSE_DOES_POP | PARSE_DOES_MORE) && !(does & PARSE_DOES_MOVE) ? WALK_GOES_ON : WALK_IS_WRONG;
}

/* What places count from, PARSE_FROM_MIDDLE taken off. partner: the one that the outcome asks for; none asks for both
 */
struct walk_bases {
    uint32_t start, anchor, pos, partner;
};

RUSTG_D uint32_t walk_place(const walk_bases &from, uint32_t places, int shift)
{
    const bool is_odd = places >> shift & PARSE_STEP_ODD;
    const uint32_t early = is_odd ? from.anchor : from.start, late = is_odd ? from.partner : from.pos;
    return (places >> shift & PARSE_STEP_LATE ? late : early) + (places >> shift & 31);
}

RUSTG_D uint32_t walk_mark(uint32_t mark, uint32_t own, uint32_t n_events)
{
    return (mark & 15) == 0 ? own : n_events - ((mark & 15) - 1);
}

RUSTG_D uint4 *walk_far_frame(const parse_batch_view &v, uint32_t i)
{
    return &v.d_frames[((size_t)blockIdx.x * PARSE_WALK_FAR_FRAMES + i - PARSE_WALK_FRAMES) * blockDim.x + threadIdx.x];
}

RUSTG_D void walk_push(const parse_batch_view &v, const walk_tables &s, walk_lane &w, uint4 frame)
{
    if (w.n_frames < PARSE_WALK_FRAMES)
        s.frames[w.n_frames * blockDim.x + threadIdx.x] = frame;
    else
        *walk_far_frame(v, w.n_frames) = frame;
    w.n_frames++;
}

RUSTG_D uint4 walk_pop(const parse_batch_view &v, const walk_tables &s, walk_lane &w)
{
    w.n_frames--;
    return w.n_frames < PARSE_WALK_FRAMES ? s.frames[w.n_frames * blockDim.x + threadIdx.x]
                                          : *walk_far_frame(v, w.n_frames);
}

RUSTG_D void walk_step(const parse_batch_view &v, const parse_table &t, const walk_tables &s, walk_block &block,
                       walk_lane &w)
{
    if (w.pos >= w.stop) {
        const walk_at_stop what = walk_stop(v, t, s, block, w);
        if (what != WALK_GOES_ON) {
            walk_end(v, w, what == WALK_IS_DONE);
            return;
        }
    }
    const uint32_t id = w.more != PARSE_NO_OUTCOME ? w.more : walk_find(t, s, w.state, walk_class(v, w));
    if (id == PARSE_NO_OUTCOME || ++w.n_steps > v.most_steps ||
        w.n_frames + 3 > PARSE_WALK_FRAMES + PARSE_WALK_FAR_FRAMES) {
        walk_end(v, w, false);
        return;
    }
    parse_step o;
    if (id < v.n_outcomes) {
        const uint4 four = s.outcomes[id];
        o = {four.x, four.y, four.z, four.w, s.last[id]};
    } else {
        const uint4 four = v.d_steps[id];
        o = {four.x, four.y, four.z, four.w, v.d_last_steps[id]};
    }
    const uint32_t pos = w.pos, does = o.y >> 24;
    walk_bases from = {w.start - PARSE_FROM_MIDDLE, w.anchor - PARSE_FROM_MIDDLE, pos - PARSE_FROM_MIDDLE, 0};
    if (o.v & (PARSE_STEP_ASKS_PARTNER_BEFORE | PARSE_STEP_ASKS_PARTNER)) {
        if (o.v & PARSE_STEP_ASKS_PARTNER)
            from.partner = v.d_partner[pos] - PARSE_FROM_MIDDLE;
        else
            from.partner = (pos == w.jumped_to ? w.jumped_from : v.d_partner[pos - (pos > 0)]) - PARSE_FROM_MIDDLE;
    }
    bool has_room = true;
    if (does & PARSE_DOES_UNIT)
        has_room = walk_put(v, block, w, make_uint4(pos, PARSE_EVENT_GROUP, o.y & 0xFFFF, 0));
    const uint32_t kind = o.y >> 16 & 0xFF;
    if (kind) {
        const uint32_t mark = walk_mark(o.z >> 24, w.mark, w.n_events);
        has_room &= walk_put(v, block, w,
                             make_uint4(walk_place(from, o.z, 0), walk_place(from, o.z, 8), walk_place(from, o.z, 16),
                                        kind | (o.v & PARSE_STEP_SPLIT ? 1u << 8 : 0) | (w.n_events - mark) << 9));
    }
    const uint32_t n_pushed = does >> PARSE_DOES_PUSH_SHIFT & 3;
    if (n_pushed > 0) {
        walk_push(v, s, w,
                  make_uint4(o.x >> 16, walk_place(from, o.w, 0), walk_place(from, o.w, 8),
                             walk_mark(o.v >> 16, w.mark, w.n_events)));
        if (n_pushed > 1)
            walk_push(v, s, w,
                      make_uint4(o.y & 0xFFFF, walk_place(from, o.w, 16), walk_place(from, o.w, 24),
                                 walk_mark(o.v >> 20, w.mark, w.n_events)));
    }
    const uint32_t move = does & PARSE_DOES_MOVE;
    if (move == PARSE_MOVE_GROUP) {
        w.pos = w.jumped_to = v.d_partner[pos] + 1;
        w.jumped_from = pos;
    } else {
        w.pos = pos + move;
    }
    w.more = PARSE_NO_OUTCOME;
    if (!(does & PARSE_DOES_POP)) {
        w.mark = walk_mark(o.z >> 28, w.mark, w.n_events);
        w.start = walk_place(from, o.v, 0);
        w.anchor = walk_place(from, o.v, 8);
        if (does & PARSE_DOES_MORE)
            w.more = o.x & 0xFFFF;
        else
            w.state = o.x & 0xFFFF;
    } else if (w.n_frames == 0) {
        walk_end(v, w, has_room && !(w.flags & PARSE_UNIT_IS_RUN) && w.pos + (w.id < v.n_files) == w.end);
        return;
    } else {
        const uint4 frame = walk_pop(v, s, w);
        w.state = frame.x;
        if (w.state & PARSE_FAMILY_BIT)
            w.state = s.families[(w.state & ~(uint32_t)PARSE_FAMILY_BIT) + (o.x & 0xFFFF)];
        w.start = frame.y;
        w.anchor = frame.z;
        w.mark = frame.w;
        has_room &= w.state != PARSE_NO_STATE;
    }
    if (!has_room)
        walk_end(v, w, false);
}

extern "C" __global__ void __launch_bounds__(PARSE_WALK_THREADS) parse_walk_kernel(const parse_batch_view v)
{
    WALK_SHARED(shared);
    __shared__ walk_block block;
    const uint32_t n_waiting = v.round == 0 ? unit_count(v) : v.d_walk->n_queued[v.round];
    if (blockIdx.x * blockDim.x >= n_waiting)
        return;
    const parse_table t = parse_table_of(v.d_table);
    walk_tables s;
    s.outcomes = (uint4 *)shared;
    s.frames = s.outcomes + v.n_outcomes;
    s.hot = (uint32_t *)(s.frames + PARSE_WALK_FRAMES * blockDim.x);
    s.last = s.hot + v.n_hot;
    s.families = (uint16_t *)(s.last + v.n_outcomes);
    for (uint32_t i = threadIdx.x; i < v.n_hot; i += blockDim.x)
        s.hot[i] = t.hot[i];
    for (uint32_t i = threadIdx.x; i < v.n_outcomes; i += blockDim.x) {
        s.outcomes[i] = v.d_steps[i];
        s.last[i] = v.d_last_steps[i];
    }
    for (uint32_t i = threadIdx.x; i < WALK_N_FAMILIES; i += blockDim.x)
        s.families[i] = t.families[i];
    if (threadIdx.x == 0)
        block.next_chunk = v.round == 0 ? 0 : v.block_chunks;
    __syncthreads();

    const uint32_t lane = threadIdx.x & 31;
    walk_lane w;
    w.id = WALK_NO_UNIT;
    for (bool is_more = true;;) {
        const uint32_t idle = __ballot_sync(~0u, w.id == WALK_NO_UNIT && is_more);
        if (idle) {
            uint32_t first = lane == 0 ? atomicAdd(&v.d_walk->head[v.round], (uint32_t)__popc(idle)) : 0;
            first = __shfl_sync(~0u, first, 0);
            if (idle >> lane & 1) {
                const uint32_t ticket = first + (uint32_t)__popc(idle & ((1u << lane) - 1));
                is_more = ticket < n_waiting;
                if (is_more)
                    walk_begin(v, w,
                               v.round == 0 ? ticket : v.d_queue[(size_t)(v.round & 1) * v.capacity_units + ticket]);
            }
        } else if (!__any_sync(~0u, w.id != WALK_NO_UNIT)) {
            break;
        }
        for (int i = 0; i < WALK_TURNS; i++)
            if (w.id != WALK_NO_UNIT)
                walk_step(v, t, s, block, w);
    }
}
