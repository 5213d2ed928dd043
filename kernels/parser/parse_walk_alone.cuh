/* parse_walk_alone.cuh: the walk of a long unit by a warp, in the order of parse_walk_lane.cuh.
 *
 * Where a step goes follows from states and classes alone. So lane 0 takes up to 32 steps by these, and notes of each
 * its outcome, its entry and which frame it popped; then all lanes make what comes of the steps, one a lane: events,
 * the places and marks of the registers, and of the frames that are left. Registers that a step takes over from the one
 * before, or from a frame, are found by doubling.
 * A unit that needs the last two of the frames that a lane has room for is given up.
 * map   a warp a unit, drawn by ticket
 * cost  O(steps) work */
#pragma once

#include "parse_walk_lane.cuh"

enum {
    ALONE_STEPS = 32,
    ALONE_FRAMES = PARSE_WALK_FRAMES + PARSE_WALK_FAR_FRAMES,
    ALONE_ENTRIES = 32 * WALK_N_WINDOWS * WALK_WINDOW, /* entries that the windows of the warp's lanes hold */
    ALONE_OLD = 2 * ALONE_STEPS,                       /* a frame from before these steps: its number added */
    ALONE_ROW = 128,                                   /* numbers of 16 bits in the frames of a warp's lanes */
    ALONE_FAR_ROW = 4, /* of ALONE_ENTRIES numbers, the first row behind the stack and its like */
    ALONE_LIST = 512,  /* entries whose partners are sought at a time */
    ALONE_NO_FRAME = 0xFFFF,
    ALONE_KNOWN = 0xFFFF /* in the upper half of a register: its value is in the lower one */
};
HD_STATIC_ASSERT(ALONE_FRAMES == 64 &&
                     PARSE_WALK_FRAMES * ALONE_ROW >= ALONE_FAR_ROW * ALONE_ROW + ALONE_ENTRIES + ALONE_LIST,
                 "the rows of alone_room");

/* Shared memory of the warp, where the windows and frames of its lanes are otherwise.
 *   line     ALONE_ENTRIES entries of d_line, from first on
 *   stack    [ALONE_FRAMES] of each frame the state, and in the upper half which of these steps has pushed it, times
 *            two, and as which of its frames; or ALONE_OLD and its number
 *   low, high   places and marks of the frames from before these steps: of the first 32 and of the others
 *   steps    [ALONE_STEPS] the entry's place and the outcome, the entry and which frame was popped, as in the stack; or
 *            ALONE_NO_FRAME
 *   far      [ALONE_ENTRIES] of entries of line whose partners are far the partners' places, and behind them
 *            [ALONE_LIST] such entries; rows of ALONE_ROW, each of them `row` frames behind the one before */
struct alone_room {
    uint4 *line;
    uint32_t *stack;
    uint2 *low, *high, *steps, *far;
    uint32_t first, row;
};

RUSTG_D alone_room alone_room_of(const walk_tables &s)
{
    const uint32_t first = threadIdx.x & ~31u, row = blockDim.x;
    uint2 *frames = s.frames + first;
    return {walk_keep_shared(s.windows + WALK_N_WINDOWS * first),
            (uint32_t *)walk_keep_shared((uint4 *)frames),
            frames + row,
            frames + 2 * row,
            (uint2 *)walk_keep_shared((uint4 *)(frames + 3 * row)),
            frames + ALONE_FAR_ROW * row,
            0,
            row};
}

RUSTG_D uint16_t *alone_far(const alone_room &a, uint32_t i)
{
    return (uint16_t *)(a.far + i / ALONE_ROW * a.row) + i % ALONE_ROW;
}

/* Finds the places of far partners of the entries at hand, side by side: two loads for each, one behind the other, that
 * a lane alone would wait for at each of them. */
RUSTG_D void alone_find_far(const parse_batch_view &v, const alone_room &a, walk_lane &w)
{
    const uint16_t *const line = (const uint16_t *)a.line;
    const uint32_t lane = threadIdx.x & 31, end = w.line + max(w.near, w.pos + 1) - a.first;
    bool is_any = false;
    for (uint32_t from = w.line + w.pos - a.first; from < end; from += ALONE_LIST) {
        const uint32_t upto = min(end, from + ALONE_LIST);
        uint32_t n = 0;
        for (uint32_t i = from + lane; i - lane < upto; i += 32) {
            const bool is_far = i < upto && (int8_t)(line[i] >> PARSE_LINE_PARTNER_SHIFT) == PARSE_LINE_FAR;
            const uint32_t all = __ballot_sync(~0u, is_far);
            if (is_far)
                *alone_far(a, ALONE_ENTRIES + n + (uint32_t)__popc(all & ((1u << lane) - 1))) = (uint16_t)i;
            n += (uint32_t)__popc(all);
        }
        __syncwarp();
        for (uint32_t k = lane; k < n; k += 32) {
            const uint32_t i = *alone_far(a, ALONE_ENTRIES + k);
            *alone_far(a, i) = (uint16_t)(v.d_partner[v.d_line_tok[a.first + i]] - w.line);
        }
        is_any |= n > 0;
        __syncwarp();
    }
    if (is_any && parse_lacks_units(v))
        w.widest |= PARSE_EVENT_LIMIT;
}

/* Has the entry at hand and those behind it brought near. */
RUSTG_D void alone_turn(const parse_batch_view &v, alone_room &a, walk_lane &w)
{
    const uint32_t window = walk_window_of(w);
    const uint32_t end = (w.line + max(w.stop, w.pos + 1) + WALK_WINDOW - 1) / WALK_WINDOW;
    w.asked = min(window + ALONE_ENTRIES / WALK_WINDOW, end);
    a.first = window * WALK_WINDOW;
    __syncwarp();
    for (uint32_t i = window + (threadIdx.x & 31); i < w.asked; i += 32)
        async_copy(a.line + (i - window), (const uint4 *)v.d_line + i);
    walk_come(w);
    __syncwarp();
    alone_find_far(v, a, w);
}

RUSTG_D parse_step alone_outcome(const parse_batch_view &v, const walk_tables &s, uint32_t id)
{
    if (id - 1 >= s.n_outcomes - 1)
        return walk_rare_step(v, id);
    return walk_step_from(s.steps[id], s.steps[id + s.n_outcomes]);
}

/* A step that the tables in shared memory do not have. found: the outcome, or above 16 bits where it is to be looked
 * up */
RUSTG_D uint32_t alone_find_rare(const parse_table &t, uint32_t state, uint32_t class_of_tok, uint32_t found)
{
    return found >> 16 ? walk_find_cold(t, state, class_of_tok) : found;
}

/* The place of the partner of w's token, whose entry is at hand. */
RUSTG_D uint32_t alone_partner(const alone_room &a, const walk_lane &w, uint32_t entry)
{
    const int32_t on = (int8_t)(entry >> PARSE_LINE_PARTNER_SHIFT);
    return on == PARSE_LINE_FAR ? *alone_far(a, w.line + w.pos - a.first) : walk_partner(w, on);
}

/* Takes steps, by lane 0, as far as the room goes and the line is at hand, and the first one in any case; returns how
 * many there were until the walk was over. *again: the outcome of the last one, where it may come again (alone_repeat),
 * or PARSE_NO_OUTCOME.
 * An instruction takes a lane alone four cycles, and a branch more. So what a step does not ask for is left to
 * alone_make, what costs less than a branch is done whether it is asked for or not, places are numbers in place of
 * pointers, and the entry behind the token at hand is loaded a step ahead. */
RUSTG_D uint32_t alone_steps(const parse_batch_view &v, const parse_table &t, const walk_tables &s, const alone_room &a,
                             walk_lane &w, uint32_t *again)
{
    const uint16_t *const line = (const uint16_t *)a.line;
    const uint32_t near = w.line + w.near - a.first, behind_line = a.first - w.line; /* added to `at`: the place */
    uint32_t at = w.line + w.pos - a.first, top = w.n_frames, state = w.state, more = w.more, n = 0;
    uint32_t entry = line[at], last = top ? a.stack[top - 1] : 0;
    for (bool is_over = false; !is_over;) {
        const uint32_t following = line[at + 1], found = s.hot[state + (entry & 255)] ^ state << 16;
        uint32_t id = more != PARSE_NO_OUTCOME ? more : found;
        uint2 o;
        if (id - 1 < s.n_outcomes - 1) {
            o = *(const uint2 *)&s.steps[id];
        } else {
            id = alone_find_rare(t, state, entry & 255, id);
            if (id == PARSE_NO_OUTCOME) {
                w.over = WALK_IS_WRONG;
                break;
            }
            const parse_step rare = walk_rare_step(v, id);
            o = make_uint2(rare.next_and_push, rare.push_and_does);
        }
        const uint32_t does = o.y >> 24, next = o.x & 0xFFFF, move = does & PARSE_DOES_MOVE;
        const uint32_t n_pushed = does >> PARSE_DOES_PUSH_SHIFT & 3, before = state;
        const bool is_second = more != PARSE_NO_OUTCOME;
        const uint32_t first = o.x >> 16 | n << 17, second = (o.y & 0xFFFF) | n << 17 | 1u << 16;
        const bool pops = does & PARSE_DOES_POP;
        a.stack[top] = first; /* what is written above the top counts for nothing */
        a.stack[top + 1] = second;
        top += n_pushed;
        last = n_pushed == 0 ? last : n_pushed == 1 ? first : second;
        const bool is_last = pops & (top == 0);
        const uint32_t popped = pops & !is_last ? last & 0xFFFF0000 : (uint32_t)ALONE_NO_FRAME << 16;
        a.steps[n] = make_uint2((behind_line + at) | id << 16, entry | popped);
        more = does & PARSE_DOES_MORE ? next : (uint32_t)PARSE_NO_OUTCOME;
        state = does & PARSE_DOES_MORE ? state : next;
        n++;
        if (pops) {
            const uint32_t told = last & 0xFFFF;
            more = PARSE_NO_OUTCOME;
            top -= !is_last;
            last = a.stack[max(top, 1u) - 1];
            state = told;
            if (told & PARSE_FAMILY_BIT && !is_last)
                state = s.families[(told & ~(uint32_t)PARSE_FAMILY_BIT) + next];
        }
        if (move > 1) {
            w.pos = behind_line + at;
            at += move == PARSE_MOVE_GROUP ? alone_partner(a, w, entry) + 1 - w.pos : move;
            entry = at < near ? line[at] : 0;
        } else {
            const bool is_same = does == 1 && state == before && ((following ^ entry) & 255) == 0 && !is_second;
            at += move;
            entry = move ? following : entry;
            if (is_same && at < near && alone_outcome(v, s, id).marks & PARSE_STEP_ADDS) {
                *again = id;
                break;
            }
        }
        is_over = is_last | (state == PARSE_NO_STATE) | (at >= near) | (n == ALONE_STEPS) | (top + 2 > ALONE_FRAMES);
        w.over = is_last ? WALK_RETURNS : state == PARSE_NO_STATE ? WALK_IS_WRONG : WALK_GOES_ON;
    }
    w.widest |= top + 2 > ALONE_FRAMES ? (uint32_t)PARSE_EVENT_LIMIT : 0;
    w.n_frames = top;
    w.pos = behind_line + at;
    w.state = state;
    w.more = more;
    w.n_steps += n;
    return n;
}

/* Gives all lanes what lane 0 has come to. */
RUSTG_D void alone_share(walk_lane &w)
{
    w.pos = __shfl_sync(~0u, w.pos, 0);
    w.state = __shfl_sync(~0u, w.state, 0);
    w.more = __shfl_sync(~0u, w.more, 0);
    w.n_frames = __shfl_sync(~0u, w.n_frames, 0);
    w.n_steps = __shfl_sync(~0u, w.n_steps, 0);
    w.over = __shfl_sync(~0u, w.over, 0);
    w.widest = __shfl_sync(~0u, w.widest, 0);
}

/* Start, anchor and mark, each a value of 16 bits; or what is to be added to a register behind an earlier step, of
 * which the upper half has 4 * its lane and which register it is. */
struct alone_registers {
    uint32_t start, anchor, mark;
};

/* What a place is, that counts from a register behind the step before, or from the tokens at hand. */
RUSTG_D uint32_t alone_place(uint32_t selector, int32_t on, uint32_t at_tokens, uint32_t step)
{
    const uint32_t from = selector >> 1 & 3;
    if (from < 2)
        return ((uint32_t)on & 0xFFFF) | (4 * (step - 1) + from) << 16;
    return (((from == 2 ? at_tokens : at_tokens >> 16) + (uint32_t)on) & 0xFFFF) | (uint32_t)ALONE_KNOWN << 16;
}

/* The registers that places and a mark of a step make. n_events: behind the step */
RUSTG_D alone_registers alone_registers_of(parse_step_places places, uint32_t mark, uint32_t at_tokens,
                                           uint32_t n_events, uint32_t step)
{
    return {alone_place(places & 15, (int8_t)(places >> 16), at_tokens, step),
            alone_place(places >> 8 & 15, (int8_t)(places >> 24), at_tokens, step),
            mark == 0 ? (4 * (step - 1) + 2) << 16 : ((n_events + 1 - mark) & 0xFFFF) | (uint32_t)ALONE_KNOWN << 16};
}

RUSTG_D uint32_t alone_known(uint32_t value)
{
    return (value & 0xFFFF) | (uint32_t)ALONE_KNOWN << 16;
}

/* A register, with what is known of the one that it counts from; base: those before the steps, of 16 bits each */
RUSTG_D uint32_t alone_found(const alone_registers &r, uint32_t own, const alone_registers &base)
{
    const uint32_t ref = own >> 16, which = ref & 3;
    const int lane = (int)(ref >> 2 & 31);
    const uint32_t start = __shfl_sync(~0u, r.start, lane), anchor = __shfl_sync(~0u, r.anchor, lane);
    const uint32_t mark = __shfl_sync(~0u, r.mark, lane);
    if (ref == ALONE_KNOWN)
        return own;
    const bool is_base = ref >= 4 * ALONE_STEPS; /* of step -1 */
    const uint32_t b = which == 0 ? base.start : which == 1 ? base.anchor : base.mark;
    const uint32_t f = is_base ? alone_known(b) : which == 0 ? start : which == 1 ? anchor : mark;
    return (f & 0xFFFF0000) | ((f + own) & 0xFFFF);
}

/* The partner of the token before each step's own, and of that behind the n steps in w.before. partner: of the step's
 * own token */
RUSTG_D uint32_t alone_before(walk_lane &w, bool is_step, uint32_t does, uint32_t pos, uint32_t partner)
{
    const uint32_t lane = threadIdx.x & 31, move = does & PARSE_DOES_MOVE;
    const uint32_t moved = __ballot_sync(~0u, is_step && move != 0), earlier = moved & ((1u << lane) - 1);
    const uint32_t left = move == PARSE_MOVE_GROUP ? pos : partner;
    const uint32_t found = __shfl_sync(~0u, left, earlier ? parse_last_bit(earlier) : 0);
    const uint32_t at_end = __shfl_sync(~0u, left, moved ? parse_last_bit(moved) : 0);
    const uint32_t before = earlier ? found : w.before;
    w.before = moved ? at_end : w.before;
    return before;
}

/* Makes what comes of n steps. */
RUSTG_D void alone_make(const parse_batch_view &v, const walk_tables &s, const alone_room &a, walk_lane &w, uint32_t n)
{
    const uint32_t lane = threadIdx.x & 31;
    const bool is_step = lane < n;
    const uint2 noted = is_step ? a.steps[lane] : make_uint2(1u << 16, 0);
    const parse_step o = alone_outcome(v, s, noted.x >> 16);
    const uint32_t does = o.push_and_does >> 24;
    walk_lane own = w;
    own.pos = noted.x & 0xFFFF;
    const uint32_t partner = is_step ? alone_partner(a, own, noted.y) : 0;
    const uint32_t before = alone_before(w, is_step, does, own.pos, partner);
    const uint32_t at_tokens = own.pos | (o.marks & PARSE_STEP_ASKS_PARTNER_BEFORE ? before : partner) << 16;
    const bool is_unit = is_step && does & PARSE_DOES_UNIT, is_node = is_step && o.push_and_does >> 16 & 0xFF;
    const uint32_t n_events = w.n_events + parse_warp_sum((uint32_t)is_unit + is_node); /* behind the step */

    const uint32_t popped = is_step ? noted.y >> 16 : (uint32_t)ALONE_NO_FRAME;
    const int by = (int)(popped >> 1 & 31);
    const uint32_t first = __shfl_sync(~0u, o.push[0], by), second = __shfl_sync(~0u, o.push[1], by);
    const uint32_t its_marks = __shfl_sync(~0u, o.marks, by), its_tokens = __shfl_sync(~0u, at_tokens, by);
    const uint32_t its_events = __shfl_sync(~0u, n_events, by);
    const bool is_own = popped == ALONE_NO_FRAME, is_new = popped < ALONE_OLD;
    const uint32_t frame_mark = its_marks >> (PARSE_STEP_MARK_PUSH + 4 * (popped & 1)) & 15;
    alone_registers r =
        is_own ? alone_registers_of(o.at, o.marks >> PARSE_STEP_MARK_AT & 15, at_tokens, n_events, lane)
               : alone_registers_of(popped & 1 ? second : first, frame_mark, its_tokens, its_events, (uint32_t)by);
    if (!is_own && !is_new) {
        const uint32_t i = popped - ALONE_OLD;
        const uint2 frame = i < 32 ? a.low[i] : a.high[i - 32];
        r = {alone_known(frame.x), alone_known(frame.x >> 16), alone_known(frame.y)};
    }
    const alone_registers base = {w.at_places & 0xFFFF, w.at_places >> 16, w.mark & 0xFFFF};
    for (int round = 0; round < 6; round++) { /* step -1 is one round more */
        const bool is_open = (r.start & r.anchor & r.mark) >> 16 != ALONE_KNOWN;
        if (!__any_sync(~0u, is_step && is_open))
            break;
        r = {alone_found(r, r.start, base), alone_found(r, r.anchor, base), alone_found(r, r.mark, base)};
    }
    const uint32_t places = (r.start & 0xFFFF) | r.anchor << 16, mark = r.mark & 0xFFFF;

    own.at_places = __shfl_up_sync(~0u, places, 1);
    own.mark = __shfl_up_sync(~0u, mark, 1);
    own.at_places = lane == 0 ? w.at_places : own.at_places;
    own.mark = lane == 0 ? w.mark : own.mark;
    const uint32_t at_node = n_events - is_node;
    walk_put(own, own.pos | o.push_and_does << 16, PARSE_EVENT_GROUP << PARSE_EVENT_TYPE_SHIFT, at_node - is_unit,
             is_unit);
    walk_put_node(own, o, at_tokens, at_node, is_node);
    for (int d = 16; d > 0; d /= 2)
        own.widest |= __shfl_xor_sync(~0u, own.widest, d);

    const uint32_t pushed[] = {walk_places(own.at_places, at_tokens, o.push[0]),
                               walk_places(own.at_places, at_tokens, o.push[1])};
    const uint32_t marks = (walk_mark(own, n_events, o.marks, PARSE_STEP_MARK_PUSH) & 0xFFFF) |
                           walk_mark(own, n_events, o.marks, PARSE_STEP_MARK_PUSH + 4) << 16;
    for (uint32_t i = lane; i - lane < w.n_frames; i += 32) {
        const uint32_t frame = i < w.n_frames ? a.stack[i] : (uint32_t)ALONE_OLD << 16, from = frame >> 16;
        const int step = (int)(from >> 1 & 31);
        const uint32_t low = __shfl_sync(~0u, pushed[0], step), high = __shfl_sync(~0u, pushed[1], step);
        const uint32_t its = __shfl_sync(~0u, marks, step);
        if (from >= ALONE_OLD)
            continue;
        (i < 32 ? a.low[i] : a.high[i - 32]) = make_uint2(from & 1 ? high : low, from & 1 ? its >> 16 : its & 0xFFFF);
        a.stack[i] = (frame & 0xFFFF) | (ALONE_OLD + i) << 16;
    }
    __syncwarp();
    w.widest |= own.widest;
    if (n == 0)
        return;
    w.n_events = __shfl_sync(~0u, n_events, 31);
    w.at_places = __shfl_sync(~0u, places, (int)n - 1);
    w.mark = __shfl_sync(~0u, mark, (int)n - 1);
}

/* The same step again for all tokens of the class behind its own, one a lane: lines of comments. */
RUSTG_D void alone_repeat(const parse_batch_view &v, walk_lane &w, const parse_step &o)
{
    const uint32_t lane = threadIdx.x & 31, first = w.pos, class_of_tok = v.d_line[w.line + first] & 255;
    uint32_t n = 32;
    while (n == 32 && w.pos - first < v.most_steps) {
        const uint32_t at = w.pos + lane;
        const uint32_t others = __ballot_sync(~0u, at >= w.stop || (v.d_line[w.line + at] & 255) != class_of_tok);
        n = others ? (uint32_t)__ffs((int)others) - 1 : 32;
        walk_put_node(w, o, at, w.n_events + lane, lane < n);
        w.n_events += n;
        w.pos += n;
    }
    for (int d = 16; d > 0; d /= 2)
        w.widest |= __shfl_xor_sync(~0u, w.widest, d);
    w.n_steps += w.pos - first;
    w.before = w.pos - 1; /* which has no other partner */
}

/* A unit, all lanes of the warp. */
RUSTG_D void alone_walk(const parse_batch_view &v, const parse_table &t, const walk_tables &s, alone_room &a,
                        walk_lane &w)
{
    while (!walk_is_over(v, w)) {
        if (w.pos >= w.near) {
            if (w.pos >= w.stop)
                w.over = walk_stop(v, t, s, w);
            if (w.over != WALK_GOES_ON)
                continue;
            alone_turn(v, a, w);
        }
        uint32_t n = 0, again = PARSE_NO_OUTCOME;
        if ((threadIdx.x & 31) == 0)
            n = alone_steps(v, t, s, a, w, &again);
        __syncwarp();
        alone_share(w);
        alone_make(v, s, a, w, __shfl_sync(~0u, n, 0));
        again = __shfl_sync(~0u, again, 0);
        if (again != PARSE_NO_OUTCOME && w.over == WALK_GOES_ON)
            alone_repeat(v, w, alone_outcome(v, s, again));
    }
}

/* The n units of a queue, of which *head have been drawn. */
RUSTG_D void walk_alone(const parse_batch_view &v, const parse_table &t, const walk_tables &s, const uint32_t *queue,
                        uint32_t n, uint32_t *head)
{
    alone_room a = alone_room_of(s);
    const uint32_t lane = threadIdx.x & 31;
    for (;;) {
        uint32_t ticket = lane == 0 ? atomicAdd(head, 1u) : 0;
        ticket = __shfl_sync(~0u, ticket, 0);
        if (ticket >= n)
            return;
        walk_lane w = {};
        w.id = WALK_NO_UNIT;
        walk_begin(v, t, w, queue[ticket], false);
        if (w.id == WALK_NO_UNIT)
            continue;
        alone_walk(v, t, s, a, w);
        if (lane == 0)
            walk_end(v, w);
        __syncwarp();
    }
}
