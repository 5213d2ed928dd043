/* parse_walk_lane.cuh: the walk of a unit by a lane, along the unit's line, by the table of the grammar
 * (parse_table.h).
 *
 * A unit is walked from its state alone, along its line. What it finishes are events: nodes, units that it came to,
 * with the states that it wants there (parse_meet.cuh tells them), and the place of its runs. Places are numbered along
 * the line without the runs of a list, so 16 bits hold each, and two are made at a time.
 *
 * in    a unit, d_line; the frequent part of the table is held in shared memory
 * out   its events, flags, n_events, n_first and walked
 * moves 2 B read a token, 8 B written an event
 * ref   walk_unit() in tests/parser/table/parse_units_on_host.c */
#pragma once

#include "async_copy.cuh"
#include "parser/table/parse_step.h"
#include "parse_slot.cuh"

/* A kernel's shared memory that is sized at its launch. */
#ifndef WALK_SHARED
#define WALK_SHARED(name) extern __shared__ uint4 name[]
#endif

enum {
    WALK_TURNS = 16, /* steps between two looks for idle lanes */
    WALK_N_FAMILIES = PARSE_WALK_FAMILY_BYTES / 2,
    WALK_LOOK = 4,   /* steps between two looks at how much of the line is at hand */
    WALK_WINDOW = 8, /* entries that a lane loads at a time */
    WALK_N_WINDOWS = PARSE_WALK_WINDOW_BYTES / 16,
    WALK_NO_UNIT = 0xFFFFFFFF
};
HD_STATIC_ASSERT(PARSE_WALK_FAMILY_BYTES % 16 == 0, "families are copied by 16 bytes, and what is behind them");

HD_STATIC_ASSERT(WALK_TURNS % WALK_LOOK == 0 && 2 * WALK_LOOK <= WALK_WINDOW, "a step takes at most two entries");

/* Bytes of two words, by a selector whose nibbles with bit 3 set ask for the sign of a byte alone; __byte_perm masks
 * that bit. */
RUSTG_D uint32_t walk_permute(uint32_t x, uint32_t y, uint32_t selector)
{
#ifdef __CUDA_ARCH__
    uint32_t out;
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(out) : "r"(x), "r"(y), "r"(selector));
    return out;
#else
    uint32_t out = __byte_perm(x, y, selector);
    for (int i = 0; i < 4; i++)
        if (selector >> 4 * i & 8)
            out = (out & ~(255u << 8 * i)) | (out >> 8 * i & 128 ? 255u : 0) << 8 * i;
    return out;
#endif
}

/* Values that are the same in all lanes, held in registers: what is had from a parameter, or from where shared memory
 * begins, would be made anew, and waited for, at each step. */
RUSTG_D uint32_t walk_keep(uint32_t value)
{
    return __shfl_sync(~0u, value, 0);
}

RUSTG_D uint4 *walk_keep_shared(uint4 *shared)
{
#ifdef __CUDA_ARCH__
    return (uint4 *)__cvta_shared_to_generic(walk_keep((uint32_t)__cvta_generic_to_shared(shared)));
#else
    return shared;
#endif
}

/* A block's part of the shared memory. */
struct walk_tables {
    uint4 *steps;   /* [2][n_outcomes] halves of parse_step */
    uint2 *frames;  /* [PARSE_WALK_FRAMES][blockDim.x] start and anchor, state and mark, the first in the lower half */
    uint4 *windows; /* [blockDim.x][WALK_N_WINDOWS] WALK_WINDOW entries of the line each */
    uint16_t *families;
    uint32_t *hot;
    uint32_t n_outcomes;
};

/* How a unit's walk is over: at its end as a run, wrongly, or with its first rule's return. */
enum walk_over { WALK_GOES_ON, WALK_IS_DONE, WALK_IS_WRONG, WALK_RETURNS };

/* A unit being walked.
 *   at_places   start, and in the upper half anchor
 *   before      the partner of the token before
 *   line        where the entry of place 0 would be: behind the runs of a list it is further on by them
 *   asked       windows of the line before this one are in shared memory, or were asked for since the last look
 *   stop        where something is to be looked at before the token: an end or a cut
 *   near        the first place that is not in shared memory yet, or stop
 *   top         where the next frame is, in s.frames
 *   over        a walk_over
 *   events, room   where the unit's first event would be, and how many there is room for up to here
 *   widest      the bits of all fields of nodes; PARSE_EVENT_LIMIT where one does not fit, or a frame found no room
 *   end, flags  the unit's, end as a place */
struct walk_lane {
    uint32_t id, pos, state, at_places, mark, more, before, n_frames, top, n_events, n_first, n_steps, over;
    uint32_t line, stop, near, asked, room, end, flags, widest;
    parse_event *events;
};

RUSTG_D void walk_ask(const parse_batch_view &v, const walk_tables &s, walk_lane &w)
{
    async_copy(s.windows + WALK_N_WINDOWS * threadIdx.x + w.asked % WALK_N_WINDOWS, (const uint4 *)v.d_line + w.asked);
    w.asked++;
}

RUSTG_D uint32_t walk_window_of(const walk_lane &w)
{
    return (w.line + w.pos) / WALK_WINDOW;
}

/* All that was asked for is there. */
RUSTG_D void walk_come(walk_lane &w)
{
    async_await();
    w.near = min(w.stop, w.asked * WALK_WINDOW - w.line);
}

/* Waits for the entry at hand and the window behind it: behind a long group, behind the runs, or in a new unit. */
RUSTG_D void walk_turn(const parse_batch_view &v, const walk_tables &s, walk_lane &w)
{
    const uint32_t window = walk_window_of(w);
    async_await();
    for (w.asked = max(w.asked, window); w.asked < window + 2;)
        walk_ask(v, s, w);
    walk_come(w);
}

/* Every WALK_LOOK steps: what was asked for at the last look is there, and one window more is asked for, so that the
 * next steps find two windows. */
RUSTG_D void walk_look(const parse_batch_view &v, const walk_tables &s, walk_lane &w)
{
    walk_come(w);
    if (w.asked < walk_window_of(w) + 3)
        walk_ask(v, s, w);
}

/* The entry at hand, which is in shared memory. */
RUSTG_D uint32_t walk_entry_here(const walk_tables &s, const walk_lane &w)
{
    const uint16_t *windows = (const uint16_t *)(s.windows + WALK_N_WINDOWS * threadIdx.x);
    return windows[(w.line + w.pos) % (WALK_N_WINDOWS * WALK_WINDOW)];
}

RUSTG_D uint32_t walk_find_cold(const parse_table &t, uint32_t state, uint32_t class_of_tok)
{
    return t.rows[t.row_of[state] * PARSE_MAX_CLASSES + class_of_tok];
}

RUSTG_D uint32_t walk_find(const parse_table &t, const walk_tables &s, uint32_t state, uint32_t class_of_tok)
{
    const uint32_t hot = s.hot[state + class_of_tok];
    return hot >> 16 == state ? hot & 0xFFFF : walk_find_cold(t, state, class_of_tok);
}

/* The place of the partner of a long group's delimiter, or none where the group is in no list of units. */
RUSTG_D uint32_t walk_far_partner(const parse_batch_view &v, walk_lane &w)
{
    w.widest |= parse_lacks_units(v) ? (uint32_t)PARSE_EVENT_LIMIT : 0;
    return v.d_partner[v.d_line_tok[w.line + w.pos]] - w.line;
}

/* The place of the partner of the token at hand, unless it is far. */
RUSTG_D uint32_t walk_partner(const walk_lane &w, int32_t on)
{
    return on <= PARSE_LINE_BEHIND ? PARSE_LINE_FIRST + w.end - 1 - w.pos : w.pos + (uint32_t)on;
}

/* Event i, where is_one. Those for which there is no room are counted, too (walk_is_wrong). */
RUSTG_D void walk_put(walk_lane &w, uint32_t x, uint32_t y, uint32_t i, bool is_one)
{
    if (is_one & (i < w.room))
        w.events[i] = make_uint2(x, y);
}

RUSTG_D bool walk_is_wrong(const walk_lane &w)
{
    return w.widest >= PARSE_EVENT_LIMIT || w.n_events > w.room;
}

RUSTG_D void walk_end(const parse_batch_view &v, walk_lane &w)
{
    parse_unit *unit = &v.d_units[w.id];
    const uint32_t n = min(w.n_events, w.room);
    const bool is_whole = !(w.flags & PARSE_UNIT_IS_RUN) && w.pos + (w.id < v.n_files) == w.end;
    const bool is_good = w.over == WALK_IS_DONE || (w.over == WALK_RETURNS && is_whole);
    unit->flags = w.flags | (is_good && !walk_is_wrong(w) ? (uint32_t)PARSE_UNIT_IS_GOOD : 0);
    unit->n_events = n;
    unit->n_first = min(w.n_first, n);
    unit->walked = v.round;
    w.id = WALK_NO_UNIT;
}

/* Are elements of a unit that begins in the state what they are in one whose runs begin in run_state? */
RUSTG_D bool walk_has_runs(const parse_table &t, uint32_t state, uint32_t run_state)
{
    for (uint32_t kind = 0; kind < PARSE_MOST_UNITS; kind++)
        if (parse_unit_row(t, kind)[0] == state && parse_unit_row(t, kind)[1] == run_state)
            return true;
    return false;
}

/* may_be_later: one of a long line is another ticket's. */
RUSTG_D void walk_begin(const parse_batch_view &v, const parse_table &t, walk_lane &w, uint32_t id, bool may_be_later)
{
    const uint4 *unit = (const uint4 *)&v.d_units[id];
    const uint4 begin = unit[0], cut = unit[1]; /* wanted, flags, line, length; cut_at, cut_skip */
    bool is_cut = begin.y & PARSE_UNIT_IS_CUT;
    if (v.round > 0 && is_cut)
        is_cut = walk_has_runs(t, begin.x, v.d_units[id].run_state);
    w.state = begin.x;
    if (w.state == PARSE_NO_STATE || (may_be_later && begin.w - cut.y >= v.long_entries))
        return;
    w.id = id;
    w.flags = begin.y & ~(uint32_t)(PARSE_UNIT_IS_GOOD | (is_cut ? 0 : PARSE_UNIT_IS_CUT)); /* another list */
    w.line = begin.z - PARSE_LINE_FIRST;
    const uint32_t length = is_cut ? begin.w - cut.y : begin.w;
    w.end = PARSE_LINE_FIRST + length;
    w.pos = w.before = PARSE_LINE_FIRST;
    w.at_places = PARSE_LINE_FIRST << 16 | PARSE_LINE_FIRST;
    w.mark = w.n_frames = w.n_events = w.n_steps = w.widest = 0;
    w.top = threadIdx.x;
    w.over = WALK_GOES_ON;
    w.n_first = PARSE_NO_TOK;
    w.more = PARSE_NO_OUTCOME;
    w.events = v.d_events + PARSE_LINE_EVENTS * begin.z;
    w.room = PARSE_LINE_EVENTS * (is_cut ? cut.x : length);
    if (length > PARSE_LINE_MOST) {
        w.over = WALK_IS_WRONG;
        return;
    }
    w.stop = is_cut ? PARSE_LINE_FIRST + cut.x : w.end + !(w.flags & PARSE_UNIT_IS_RUN);
    w.asked = w.near = 0;
}

/* The walk is at a cut: what was behind it must be about to do what its list's state does, or first return from what it
 * has read. */
RUSTG_D walk_over walk_stop(const parse_batch_view &v, const parse_table &t, const walk_tables &s, walk_lane &w)
{
    const parse_unit &unit = v.d_units[w.id];
    const bool at_end = !(w.flags & PARSE_UNIT_IS_CUT) || w.n_first != PARSE_NO_TOK; /* of a run */
    if (w.stop > w.end || w.pos != w.stop)
        return WALK_IS_WRONG;
    const uint32_t c = v.d_line[w.line + w.pos] & 255, list = at_end ? unit.wanted : unit.run_state;
    const uint32_t id = w.more != PARSE_NO_OUTCOME ? w.more : walk_find(t, s, w.state, c);
    if (id == PARSE_NO_OUTCOME)
        return WALK_IS_WRONG;
    if (w.more == PARSE_NO_OUTCOME && id == walk_find(t, s, list, c) && !(at_end && w.n_frames > 0)) {
        if (at_end)
            return WALK_IS_DONE;
        walk_put(w, 0, PARSE_EVENT_RUNS << PARSE_EVENT_TYPE_SHIFT, w.n_events, true);
        w.n_events++;
        if (walk_is_wrong(w))
            return WALK_IS_WRONG;
        w.n_first = w.n_events;
        w.line += unit.cut_skip;
        w.events = v.d_events + PARSE_LINE_EVENTS * (w.line + w.pos) - w.n_events;
        w.room = w.n_events + PARSE_LINE_EVENTS * (w.end - w.pos);
        w.state = list;
        w.stop = w.end + !(w.flags & PARSE_UNIT_IS_RUN);
        return WALK_GOES_ON;
    }
    const uint32_t does = t.outcomes[id].does;
    return does & (PARSE_DOES_POP | PARSE_DOES_MORE) && !(does & PARSE_DOES_MOVE) ? WALK_GOES_ON : WALK_IS_WRONG;
}

/* Two places. */
RUSTG_D uint32_t walk_places(uint32_t at_places, uint32_t at_tokens, parse_step_places places)
{
    return __vadd2(walk_permute(at_places, at_tokens, places), walk_permute(places, 0, 0xB3A2));
}

/* n_events: the unit's so far */
RUSTG_D uint32_t walk_mark(const walk_lane &w, uint32_t n_events, uint32_t marks, int shift)
{
    const uint32_t mark = marks >> shift & 15;
    return mark == 0 ? w.mark : n_events + 1 - mark;
}

RUSTG_D uint2 *walk_far_frame(const parse_batch_view &v, uint32_t i)
{
    return &v.d_frames[((size_t)blockIdx.x * PARSE_WALK_FAR_FRAMES + i - PARSE_WALK_FRAMES) * blockDim.x + threadIdx.x];
}

RUSTG_D void walk_push_far(const parse_batch_view &v, const walk_tables &s, walk_lane &w, uint2 frame)
{
    if (w.n_frames < PARSE_WALK_FRAMES)
        s.frames[w.top] = frame;
    else if (w.n_frames < PARSE_WALK_FRAMES + PARSE_WALK_FAR_FRAMES)
        *walk_far_frame(v, w.n_frames) = frame;
    else
        w.widest |= PARSE_EVENT_LIMIT;
    w.n_frames++;
    w.top += blockDim.x;
}

/* The frames near and beyond the end of those in shared memory, which few units need. */
RUSTG_D uint2 walk_far_frames(const parse_batch_view &v, const walk_tables &s, walk_lane &w, uint2 first, uint2 second,
                              uint32_t n_pushed, bool pops)
{
    if (n_pushed > 0)
        walk_push_far(v, s, w, first);
    if (n_pushed > 1)
        walk_push_far(v, s, w, second);
    if (!pops)
        return first;
    w.n_frames--;
    w.top -= blockDim.x;
    if (w.n_frames < PARSE_WALK_FRAMES)
        return s.frames[w.top];
    return *walk_far_frame(v, min(w.n_frames, PARSE_WALK_FRAMES + PARSE_WALK_FAR_FRAMES - 1u));
}

/* Pushes frames and pops one; what is written above the top counts for nothing. */
RUSTG_D uint2 walk_frames(const parse_batch_view &v, const walk_tables &s, walk_lane &w, uint2 first, uint2 second,
                          uint32_t n_pushed, bool pops)
{
    if (w.n_frames + 2 > PARSE_WALK_FRAMES)
        return walk_far_frames(v, s, w, first, second, n_pushed, pops);
    s.frames[w.top] = first;
    s.frames[w.top + blockDim.x] = second;
    w.n_frames += n_pushed - pops;
    w.top += (n_pushed - pops) * blockDim.x;
    return s.frames[w.top];
}

RUSTG_D parse_step walk_step_from(const uint4 &a, const uint4 &b)
{
    return {a.x, a.y, a.z, a.w, {b.x, b.y}, b.z, b.w};
}

/* Of an outcome that is no frequent one. */
RUSTG_D parse_step walk_rare_step(const parse_batch_view &v, uint32_t id)
{
    const uint4 *far = (const uint4 *)v.d_steps + 2 * (size_t)id;
    return walk_step_from(far[0], far[1]);
}

/* Puts the node that the step finishes at the token, as event i, where is_one. */
RUSTG_D void walk_put_node(walk_lane &w, const parse_step &o, uint32_t at_tokens, uint32_t i, bool is_one)
{
    const uint32_t kind = o.push_and_does >> 16 & 0xFF;
    const uint32_t both = walk_places(w.at_places, at_tokens, o.node), start = both & 0xFFFF;
    const uint32_t n_toks = (both >> 16) - start, size = i - walk_mark(w, i, o.marks, PARSE_STEP_MARK);
    const uint32_t anchor = (walk_places(w.at_places, at_tokens, o.anchor) & 0xFFFF) - start;
    w.widest |= is_one ? n_toks | size | anchor : 0;
    walk_put(w, start | n_toks << 16 | anchor >> PARSE_EVENT_ANCHOR_BITS << 29,
             kind | (o.marks & PARSE_STEP_SPLIT) >> PARSE_STEP_SPLIT_SHIFT << PARSE_EVENT_TYPE_SHIFT |
                 size << PARSE_EVENT_SIZE_SHIFT | anchor << PARSE_EVENT_ANCHOR_SHIFT,
             i, is_one);
}

/* What few lanes come to lies in few branches, for each costs a warp a twentieth of a step. */
RUSTG_D void walk_step(const parse_batch_view &v, const parse_table &t, const walk_tables &s, walk_lane &w)
{
    if (w.pos >= w.near) {
        if (w.pos >= w.stop)
            w.over = walk_stop(v, t, s, w);
        if (w.over != WALK_GOES_ON)
            return;
        walk_turn(v, s, w);
    }
    const uint32_t entry = walk_entry_here(s, w), hot = s.hot[w.state + (entry & 255)];
    const int32_t on = (int8_t)(entry >> PARSE_LINE_PARTNER_SHIFT);
    const bool is_more = w.more != PARSE_NO_OUTCOME, is_cold = !is_more & (hot >> 16 != w.state);
    uint32_t id = is_more ? w.more : hot & 0xFFFF, partner = walk_partner(w, on);
    parse_step o;
    if (is_cold | (id - 1 >= s.n_outcomes - 1) | (on == PARSE_LINE_FAR)) {
        if (is_cold)
            id = walk_find_cold(t, w.state, entry & 255);
        if (id == PARSE_NO_OUTCOME) {
            w.over = WALK_IS_WRONG;
            return;
        }
        if (on == PARSE_LINE_FAR)
            partner = walk_far_partner(v, w);
        o = walk_rare_step(v, id);
    } else {
        o = walk_step_from(s.steps[id], s.steps[id + s.n_outcomes]);
    }
    w.n_steps++;
    const uint32_t does = o.push_and_does >> 24, next = o.next_and_push & 0xFFFF, move = does & PARSE_DOES_MOVE;
    const uint32_t at_tokens = w.pos | (o.marks & PARSE_STEP_ASKS_PARTNER_BEFORE ? w.before : partner) << 16;
    const bool is_unit = does & PARSE_DOES_UNIT, is_node = o.push_and_does >> 16 & 0xFF;
    walk_put(w, w.pos | o.push_and_does << 16, PARSE_EVENT_GROUP << PARSE_EVENT_TYPE_SHIFT, w.n_events, is_unit);
    w.n_events += is_unit;
    walk_put_node(w, o, at_tokens, w.n_events, is_node);
    w.n_events += is_node;
    const uint2 first =
        make_uint2(walk_places(w.at_places, at_tokens, o.push[0]),
                   o.next_and_push >> 16 | walk_mark(w, w.n_events, o.marks, PARSE_STEP_MARK_PUSH) << 16);
    const uint2 second =
        make_uint2(walk_places(w.at_places, at_tokens, o.push[1]),
                   (o.push_and_does & 0xFFFF) | walk_mark(w, w.n_events, o.marks, PARSE_STEP_MARK_PUSH + 4) << 16);
    const uint32_t n_pushed = does >> PARSE_DOES_PUSH_SHIFT & 3;
    const bool pops = does & PARSE_DOES_POP, is_last = pops & (w.n_frames + n_pushed == 0);
    const uint32_t before = move == PARSE_MOVE_GROUP ? w.pos : partner;
    const uint32_t mark = walk_mark(w, w.n_events, o.marks, PARSE_STEP_MARK_AT),
                   state = does & PARSE_DOES_MORE ? w.state : next;
    const uint32_t places = walk_places(w.at_places, at_tokens, o.at);
    w.before = move == 0 ? w.before : before;
    w.pos = move == PARSE_MOVE_GROUP ? partner + 1 : w.pos + move;
    w.more = does & PARSE_DOES_MORE ? next : (uint32_t)PARSE_NO_OUTCOME;
    const uint2 frame = walk_frames(v, s, w, first, second, n_pushed, pops & !is_last);
    const uint32_t popped = frame.y & 0xFFFF;
    const bool asks = pops & !is_last & (popped & PARSE_FAMILY_BIT) != 0;
    const uint32_t told = asks ? s.families[(popped & ~(uint32_t)PARSE_FAMILY_BIT) + next] : popped;
    w.state = pops ? told : state;
    w.at_places = pops ? frame.x : places;
    w.mark = pops ? frame.y >> 16 : mark;
    w.over = is_last ? WALK_RETURNS : w.state == PARSE_NO_STATE ? WALK_IS_WRONG : WALK_GOES_ON;
}

/* Is the lane's walk over, or to be given up? */
RUSTG_D bool walk_is_over(const parse_batch_view &v, walk_lane &w)
{
    if (w.over == WALK_GOES_ON && (walk_is_wrong(w) || w.n_steps > v.most_steps))
        w.over = WALK_IS_WRONG;
    return w.over != WALK_GOES_ON;
}
