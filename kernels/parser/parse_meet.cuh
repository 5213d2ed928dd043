/* parse_meet.cuh: units meet those that their walks came to, and count their nodes.
 *
 * Nodes are in preorder when they are ordered by where they begin, outer ones first. So the nodes of a unit that begin
 * between two of the units in it lie side by side, and what lies between is those units'. Each such stretch is a slot
 * (parse_slot.cuh); here the nodes that begin in it are counted. A unit that was to begin in another state than it was
 * walked in is queued for the next round.
 *
 * in    the units that were walked in this round, and their events
 * out   d_slots; of the units that they came to parent, met and wanted; d_queue; in the events the slots of these
 * map   a warp a unit
 * moves 8 B read an event
 * ref   meet_unit() in tests/parser/table/parse_units_on_host.c */
#pragma once

#include "parse_slot.cuh"

enum { UNIT_WARPS = PARSE_UNIT_THREADS / 32, MEET_BLOCKS = 24 }; /* a multiprocessor that registers leave room for */

/* Room of each warp. opened[i]: nodes that begin no later than event i; upto[i]: nodes up to event i. */
struct meet_shared {
    uint32_t opened[UNIT_WARPS][PARSE_PLACE_EVENTS], upto[UNIT_WARPS][PARSE_PLACE_EVENTS];
};

RUSTG_D bool parse_event_is_child(parse_event event)
{
    return (event.y & 255) == 0;
}

RUSTG_D uint32_t parse_event_type(parse_event event)
{
    return event.y >> PARSE_EVENT_TYPE_SHIFT & 3;
}

/* Which event the node with this number begins at. */
RUSTG_D uint32_t parse_event_mark(parse_event event, uint32_t i)
{
    return parse_event_is_child(event) ? i : i - (event.y >> PARSE_EVENT_SIZE_SHIFT & (PARSE_EVENT_LIMIT - 1));
}

/* What meeting and placing read of a unit. */
struct unit_head {
    uint32_t id, wanted, flags, line, n_events, n_first, cut_at, cut_skip, first_slot, tok;
};

RUSTG_D unit_head parse_unit_head_of(const parse_batch_view &v, uint32_t id)
{
    const uint4 *unit = (const uint4 *)&v.d_units[id], first = unit[0], second = unit[1], third = unit[2];
    return {id, first.x, first.y, first.z, second.z, second.w, second.x, second.y, third.z, third.x};
}

RUSTG_D unit_head parse_unit_head_from(const unit_head &h, int lane)
{
    return {__shfl_sync(~0u, h.id, lane),     __shfl_sync(~0u, h.wanted, lane),   __shfl_sync(~0u, h.flags, lane),
            __shfl_sync(~0u, h.line, lane),   __shfl_sync(~0u, h.n_events, lane), __shfl_sync(~0u, h.n_first, lane),
            __shfl_sync(~0u, h.cut_at, lane), __shfl_sync(~0u, h.cut_skip, lane), __shfl_sync(~0u, h.first_slot, lane),
            __shfl_sync(~0u, h.tok, lane)};
}

/* The unit's event i, which lies behind its runs where it came behind them. */
RUSTG_D parse_event *parse_event_at(const parse_batch_view &v, const unit_head &unit, uint32_t i)
{
    const uint32_t is_late = i >= unit.n_first;
    const uint32_t line = unit.line + (is_late ? unit.cut_at + unit.cut_skip : 0);
    return &v.d_events[PARSE_LINE_EVENTS * line + i - (is_late ? unit.n_first : 0)];
}

/* Of d_slots: the first one of what an event that is met stands for, and the one behind it. */
struct parse_slots {
    uint32_t first, end;
};

RUSTG_D parse_slots parse_event_slots(const parse_batch_view &v, const unit_head &unit, parse_event event)
{
    if (parse_event_type(event) == PARSE_EVENT_SLOTS)
        return {event.x, event.x + (event.y >> PARSE_EVENT_SLOTS_SHIFT)};
    const bool is_run = parse_event_type(event) == PARSE_EVENT_RUNS;
    const parse_unit &of = v.d_units[is_run ? unit.id : event.x];
    return {is_run ? of.cut_slot : of.first_slot, is_run ? of.tail_slot : of.end_slot};
}

/* The lane's of the first 32. */
RUSTG_D parse_event parse_event_of_lane(const parse_batch_view &v, const unit_head &unit)
{
    const uint32_t lane = threadIdx.x & 31;
    return lane < unit.n_events ? *parse_event_at(v, unit, lane) : make_uint2(0, 0);
}

/* Every 32nd event from the lane's first one on, which is given; behind the unit's events there are none. */
template <uint32_t PER_LANE>
RUSTG_D void parse_events_of_lane(const parse_batch_view &v, const unit_head &unit, parse_event first,
                                  parse_event (&events)[PER_LANE])
{
    events[0] = first;
#pragma unroll
    for (uint32_t k = 1; k < PER_LANE; k++) {
        const uint32_t i = (threadIdx.x & 31) + 32 * k;
        events[k] = i < unit.n_events ? *parse_event_at(v, unit, i) : make_uint2(0, 0);
    }
}

/* Calls act(unit, its lane's event) in a warp for the units that are wanted, in the order of their tokens, so that what
 * the warps of a moment write lies side by side. What a unit needs is loaded while those before it are worked on, and
 * ahead(unit) is called then. */
template <typename Wanted, typename Ahead, typename Act>
RUSTG_D void parse_unit_each(const parse_batch_view &v, Wanted wanted, Ahead ahead, Act act)
{
    const uint32_t lane = threadIdx.x & 31, n = v.d_counters->n_slots, n_warps = gridDim.x * UNIT_WARPS;
    const uint32_t n_here = min(n / n_warps + 1, 32u);
    for (uint32_t first = (blockIdx.x * UNIT_WARPS + (threadIdx.x >> 5)) * n_here; first < n;
         first += n_warps * n_here) {
        const uint32_t found = lane < n_here && first + lane < n ? v.d_slot_unit[first + lane] : 0;
        unit_head own = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        if (found)
            own = parse_unit_head_of(v, found - 1);
        uint32_t rest = __ballot_sync(~0u, found != 0 && wanted(own));
        if (!rest)
            continue;
        parse_event event = parse_event_of_lane(v, parse_unit_head_from(own, __ffs((int)rest) - 1));
        while (rest) {
            const int from = __ffs((int)rest) - 1;
            rest &= rest - 1;
            const parse_event at_hand = event;
            if (rest) {
                const unit_head next = parse_unit_head_from(own, __ffs((int)rest) - 1);
                event = parse_event_of_lane(v, next);
                ahead(next);
            }
            act(parse_unit_head_from(own, from), at_hand);
        }
    }
}

/* Inclusive sums of n values, by a warp, in place. */
RUSTG_D void meet_sums(uint32_t *values, uint32_t n)
{
    const uint32_t lane = threadIdx.x & 31;
    uint32_t before = 0;
    for (uint32_t i = lane; i - lane < n; i += 32) {
        const uint32_t sum = parse_warp_sum(i < n ? values[i] : 0) + before;
        if (i < n)
            values[i] = sum;
        before = __shfl_sync(~0u, sum, 31);
    }
    __syncwarp();
}

/* Calls act(i, event) in the lanes of a warp for each event of the unit, 32 at a time; lanes without one get its
 * number of events as i. */
template <typename Act> RUSTG_D void parse_event_each(const parse_batch_view &v, const unit_head &unit, Act act)
{
    const uint32_t n = unit.n_events;
    for (uint32_t first = 0; first < n; first += 32) {
        const uint32_t i = min(first + (threadIdx.x & 31), n);
        act(i, (const parse_event *)parse_event_at(v, unit, i));
    }
}

/* The unit at a group's first token is to begin in a state. */
RUSTG_D uint32_t meet_child(const parse_batch_view &v, uint32_t id, uint32_t tok, uint32_t state)
{
    const uint32_t child_id = v.d_unit_of_tok[tok];
    parse_unit *child = &v.d_units[child_id];
    if (child->wanted != state) {
        child->wanted = state;
        child->queued = v.round + 1;
        if (v.round + 1 < PARSE_WALK_ROUNDS) {
            const uint32_t at = atomicAdd(&v.d_walk->n_queued[v.round + 1], 1u);
            v.d_queue[(size_t)(v.round + 1 & 1) * v.capacity_units + at] = child_id;
        }
    }
    child->parent = id;
    child->met = v.round;
    return child_id;
}

/* Room for many events: where it begins. *n_events becomes 0 where there is none. */
RUSTG_D uint32_t meet_prepare(const parse_batch_view &v, uint32_t id, uint32_t *n_events)
{
    const uint32_t n = *n_events;
    if (n <= PARSE_PLACE_EVENTS)
        return 0;
    uint32_t scratch = (threadIdx.x & 31) == 0 ? atomicAdd(&v.d_walk->n_scratch, n) : 0;
    scratch = __shfl_sync(~0u, scratch, 0);
    const bool has_room = scratch <= v.n_place && n <= v.n_place - scratch;
    if ((threadIdx.x & 31) == 0) {
        v.d_units[id].scratch = scratch;
        if (!has_room) {
            v.d_units[id].n_events = 0;
            v.d_units[id].flags &= ~(uint32_t)PARSE_UNIT_IS_GOOD;
        }
    }
    *n_events = has_room ? n : 0;
    return scratch;
}

/* The units among 32 events, one a lane, are met, and the slots between them filled. n_opened: the unit's nodes that
 * begin before the event; slot_before, opened_before: of the last unit before these events. */
RUSTG_D void meet_children(const parse_batch_view &v, const unit_head &unit, uint32_t i, bool is_child,
                           uint32_t n_opened, uint32_t *slot_before, uint32_t *opened_before)
{
    const uint32_t lane = threadIdx.x & 31, children = __ballot_sync(~0u, is_child);
    if (!children)
        return;
    const uint32_t lower = children & ((1u << lane) - 1);
    uint32_t slot = 0;
    if (is_child) {
        parse_event *event = parse_event_at(v, unit, i);
        if (parse_event_type(*event) == PARSE_EVENT_GROUP) {
            const uint32_t at = (event->x & 0xFFFF) - PARSE_LINE_FIRST + (i >= unit.n_first ? unit.cut_skip : 0);
            const uint32_t child = meet_child(v, unit.id, v.d_line_tok[unit.line + at], event->x >> 16);
            *event = make_uint2(child, PARSE_EVENT_UNIT << PARSE_EVENT_TYPE_SHIFT);
        }
        const parse_slots slots = parse_event_slots(v, unit, *event);
        slot = slots.end;
        if (slots.end - slots.first < PARSE_EVENT_MANY_SLOTS)
            *event = make_uint2(slots.first, PARSE_EVENT_SLOTS << PARSE_EVENT_TYPE_SHIFT |
                                                 (slots.end - slots.first) << PARSE_EVENT_SLOTS_SHIFT);
    }
    const int from = lower ? 31 - __clz((int)lower) : 0, last = 31 - __clz((int)children);
    const uint32_t slot_lower = __shfl_sync(~0u, slot, from), opened_lower = __shfl_sync(~0u, n_opened, from);
    if (is_child)
        v.d_slots[lower ? slot_lower : *slot_before] = n_opened - (lower ? opened_lower : *opened_before);
    *slot_before = __shfl_sync(~0u, slot, last);
    *opened_before = __shfl_sync(~0u, n_opened, last);
}

/* A unit of at most 32 * PER_LANE events. first: the lane's of the first 32; opened: room of the warp */
template <uint32_t PER_LANE>
RUSTG_D void meet_few(const parse_batch_view &v, const unit_head &unit, parse_event first, uint32_t *opened)
{
    const uint32_t lane = threadIdx.x & 31, n = unit.n_events;
    parse_event event[PER_LANE];
    parse_events_of_lane<PER_LANE>(v, unit, first, event);
#pragma unroll
    for (uint32_t k = 0; k < PER_LANE; k++)
        opened[lane + 32 * k] = 0;
    __syncwarp();
#pragma unroll
    for (uint32_t k = 0; k < PER_LANE; k++)
        if (lane + 32 * k < n && !parse_event_is_child(event[k]))
            atomicAdd(&opened[parse_event_mark(event[k], lane + 32 * k)], 1u);
    __syncwarp();
    uint32_t slot_before = unit.first_slot, opened_before = 0, n_all = 0;
#pragma unroll
    for (uint32_t k = 0; k < PER_LANE; k++) {
        const bool is_child = lane + 32 * k < n && parse_event_is_child(event[k]);
        const uint32_t n_opened = parse_warp_sum(opened[lane + 32 * k]) + n_all;
        meet_children(v, unit, lane + 32 * k, is_child, n_opened, &slot_before, &opened_before);
        n_all = __shfl_sync(~0u, n_opened, 31);
    }
    if (lane == 0)
        v.d_slots[slot_before] = n_all - opened_before;
    __syncwarp();
}

/* event: the lane's of its first ones */
RUSTG_D void meet_unit(const parse_batch_view &v, meet_shared &s, unit_head unit, parse_event event)
{
    const uint32_t lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const uint32_t scratch = meet_prepare(v, unit.id, &unit.n_events), n = unit.n_events;
    switch ((n + 31) / 32) {
    case 0:
    case 1: meet_few<1>(v, unit, event, s.opened[warp]); return;
    case 2: meet_few<2>(v, unit, event, s.opened[warp]); return;
    case 3: meet_few<3>(v, unit, event, s.opened[warp]); return;
    default: break;
    }
    uint32_t *opened = n > PARSE_PLACE_EVENTS ? v.d_place + scratch : s.opened[warp];
    for (uint32_t i = lane; i < n; i += 32)
        opened[i] = 0;
    __syncwarp();
    parse_event_each(v, unit, [&](uint32_t i, const parse_event *at) {
        if (i < n && !parse_event_is_child(*at))
            atomicAdd(&opened[parse_event_mark(*at, i)], 1u);
    });
    __syncwarp();
    meet_sums(opened, n);
    uint32_t slot_before = unit.first_slot, opened_before = 0;
    parse_event_each(v, unit, [&](uint32_t i, const parse_event *at) {
        const bool is_child = i < n && parse_event_is_child(*at);
        meet_children(v, unit, i, is_child, is_child ? opened[i] : 0, &slot_before, &opened_before);
    });
    if (lane == 0)
        v.d_slots[slot_before] = opened[n - 1] - opened_before;
    __syncwarp();
}

PARSE_KERNEL_ANY_TILE void __launch_bounds__(PARSE_UNIT_THREADS, MEET_BLOCKS)
    parse_meet_kernel(const parse_batch_view v)
{
    grid_await();
    __shared__ meet_shared s;
    if (v.round + 1 < v.n_rounds)
        grid_let_next();
    if (v.round == 0) {
        parse_unit_each(
            v, [](const unit_head &unit) { return unit.wanted != PARSE_NO_STATE; }, [](const unit_head &) {},
            [&](const unit_head &unit, parse_event event) { meet_unit(v, s, unit, event); });
        return;
    }
    const uint32_t n = v.d_walk->n_queued[v.round];
    for (uint32_t i = blockIdx.x * UNIT_WARPS + threadIdx.x / 32; i < n; i += gridDim.x * UNIT_WARPS) {
        const unit_head unit = parse_unit_head_of(v, v.d_queue[(size_t)(v.round & 1) * v.capacity_units + i]);
        meet_unit(v, s, unit, parse_event_of_lane(v, unit));
    }
}
