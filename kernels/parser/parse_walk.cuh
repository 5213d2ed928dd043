/* parse_walk.cuh: the table of the grammar (parse_table.h) over all units, a lane a unit.
 * in    units, d_line; the frequent part of the table is held in shared memory
 * out   events of every unit; units' flags, n_events, n_first and walked
 * map   a grid that is resident at one time; lanes draw units by ticket, in rounds: the first has all units, those
 *       behind it the queued ones. Long units are walked by few warps first, a warp a unit (parse_walk_alone.cuh)
 * moves 2 B read a token, 8 B written an event
 * ref   walk_unit() in tests/parser/table/parse_units_on_host.c */
#pragma once

#include "parse_walk_alone.cuh"

enum { WALK_APART_UNITS = 32 }; /* where a lane has fewer units on average, those of long lines are walked apart */
enum { WALK_EARLY_BLOCKS = 8 }; /* of late rounds, whose few units these take: they ask for the table at once, too */

/* Brings the frequent part of the table into shared memory. Ends with a barrier. */
RUSTG_D void walk_load(const parse_batch_view &v, const parse_table &t, const walk_tables &s)
{
    for (uint32_t i = threadIdx.x; i < v.n_hot / 4; i += blockDim.x)
        async_copy((uint4 *)s.hot + i, (const uint4 *)t.hot + i);
    for (uint32_t i = threadIdx.x; i < 2 * s.n_outcomes; i += blockDim.x)
        async_copy(s.steps + i / 2 + (i & 1) * s.n_outcomes, (const uint4 *)v.d_steps + i);
    for (uint32_t i = threadIdx.x; i < PARSE_WALK_FAMILY_BYTES / 16; i += blockDim.x)
        async_copy((uint4 *)s.families + i, (const uint4 *)t.families + i);
    if (threadIdx.x < v.n_hot % 4)
        s.hot[v.n_hot / 4 * 4 + threadIdx.x] = t.hot[v.n_hot / 4 * 4 + threadIdx.x];
    async_await();
    __syncthreads();
}

PARSE_KERNEL void __launch_bounds__(PARSE_WALK_THREADS) parse_walk_kernel(const parse_batch_view v)
{
    WALK_SHARED(shared);
    const parse_table t = parse_table_of(v.d_table);
    walk_tables s;
    s.n_outcomes = walk_keep(v.n_outcomes);
    s.steps = walk_keep_shared((uint4 *)shared);
    s.frames = (uint2 *)(s.steps + 2 * s.n_outcomes);
    s.windows = (uint4 *)(s.frames + PARSE_WALK_FRAMES * blockDim.x);
    s.families = (uint16_t *)(s.windows + WALK_N_WINDOWS * blockDim.x);
    s.hot = (uint32_t *)(s.families + WALK_N_FAMILIES);
    const bool is_early = v.round == 0 || blockIdx.x < WALK_EARLY_BLOCKS;
    if (is_early) /* no kernel writes the table, so what is ahead may still run */
        walk_load(v, t, s);
    grid_await();
    if (parse_lacks_room(v))
        return;
    const uint32_t n_waiting = v.round == 0 ? parse_unit_count(v) : v.d_walk->n_queued[v.round];
    const uint32_t *const queue = v.d_queue + (size_t)(v.round & 1) * v.capacity_units;
    const bool is_apart =
        v.round == 0 && v.n_long_blocks > 0 && n_waiting / (gridDim.x * blockDim.x) < WALK_APART_UNITS;
    const bool are_few = v.round > 0 && n_waiting <= gridDim.x * v.n_long_warps;
    const uint32_t n_apart = is_apart ? v.n_long_blocks : 0;
    if (are_few ? blockIdx.x >= n_waiting : blockIdx.x >= n_apart && (blockIdx.x - n_apart) * blockDim.x >= n_waiting)
        return;
    if (!is_early)
        walk_load(v, t, s);

    /* Unless lanes have very many units each, long ones are walked by few warps that have a multiprocessor for
     * themselves: their steps take a part of the time that they take among others. So are the few of a late round. */
    if (blockIdx.x < n_apart || are_few) {
        if (threadIdx.x / 32 >= v.n_long_warps)
            return;
        walk_alone(v, t, s, queue, are_few ? n_waiting : v.d_walk->n_long,
                   are_few ? &v.d_walk->head[v.round] : &v.d_walk->walk_long_head);
        if (are_few)
            return;
    }
    const uint32_t lane = threadIdx.x & 31;
    walk_lane w;
    w.id = WALK_NO_UNIT;
    for (bool is_more = true;;) {
        const uint32_t idle = __ballot_sync(~0u, w.id == WALK_NO_UNIT && is_more);
        if (idle) {
            uint32_t first = lane == 0 ? atomicAdd(&v.d_walk->head[v.round], (uint32_t)__popc(idle)) : 0;
            first = __shfl_sync(~0u, first, 0);
            const uint32_t ticket = first + (uint32_t)__popc(idle & ((1u << lane) - 1));
            if (idle >> lane & 1) {
                is_more = ticket < n_waiting;
                if (is_more)
                    walk_begin(v, t, w, v.round == 0 ? ticket : queue[ticket], is_apart);
                if (is_more && w.id != WALK_NO_UNIT)
                    walk_turn(v, s, w);
            }
        } else if (!__any_sync(~0u, w.id != WALK_NO_UNIT)) {
            break;
        }
        if (w.id != WALK_NO_UNIT) {
#pragma unroll 1
            for (int i = 0; i < WALK_TURNS && w.over == WALK_GOES_ON; i += WALK_LOOK) {
                walk_look(v, s, w);
#pragma unroll 1
                for (int k = 0; k < WALK_LOOK && w.over == WALK_GOES_ON; k++)
                    walk_step(v, t, s, w);
            }
            if (walk_is_over(v, w))
                walk_end(v, w);
        }
    }
}
