/* parse_check.cuh: which units are part of their file's tree, and which files the kernels do not hold.
 * in    units as the rounds left them
 *       units that wait for rounds which are not enqueued: then nothing is done
 * out   PARSE_UNIT_IS_ALIVE; d_parse_flags of files with a unit that is part of them and bad; d_slots without the nodes
 *       of other units, and (parse_gap_kernel) with the host's nodes in place of those of files that are flagged
 * map   a thread a unit, which climbs to its file
 * cost  O(units * depth) work
 * ref   meet_all() in tests/parser/table/parse_units_on_host.c */
#pragma once

#include "parse_meet.cuh"

/* Did the walks that are left come from the file to this unit? */
RUSTG_D bool check_is_alive(const parse_batch_view &v, parse_unit unit, uint32_t id)
{
    while (id >= v.n_files) {
        if (unit.wanted == PARSE_NO_STATE || unit.parent == PARSE_NO_TOK)
            return false;
        const parse_unit parent = v.d_units[unit.parent];
        if (unit.flags & PARSE_UNIT_IS_RUN ? !(parent.flags & PARSE_UNIT_IS_CUT) : unit.met != parent.walked)
            return false;
        id = unit.parent;
        unit = parent;
    }
    return unit.wanted != PARSE_NO_STATE;
}

/* A unit's nodes do not count. */
RUSTG_D void check_leave_out(const parse_batch_view &v, const parse_unit &unit, uint32_t id)
{
    if (unit.wanted == PARSE_NO_STATE)
        return;
    v.d_slots[unit.first_slot] = 0;
    if (id >= v.n_files && !(unit.flags & PARSE_UNIT_IS_RUN))
        v.d_slots[unit.end_slot] = 0;
    if (unit.flags & PARSE_UNIT_IS_CUT)
        v.d_slots[unit.tail_slot] = 0;
}

PARSE_KERNEL_ANY_TILE void __launch_bounds__(PARSE_THREADS) parse_check_kernel(const parse_batch_view v)
{
    grid_await();
    if (parse_lacks_room(v))
        return;
    const uint32_t n = parse_unit_count(v);
    uint32_t n_events = 0;
    if (v.n_rounds < PARSE_WALK_ROUNDS && v.d_walk->n_queued[v.n_rounds] > 0)
        return;
    for (uint32_t id = blockIdx.x * PARSE_THREADS + threadIdx.x; id < n; id += gridDim.x * PARSE_THREADS) {
        const parse_unit unit = v.d_units[id];
        if (unit.walked > 0 && unit.wanted != PARSE_NO_STATE && unit.last_cut != 0 && !(unit.flags & PARSE_UNIT_IS_CUT))
            v.d_slots[unit.tail_slot] = 0; /* of an earlier round */
        if (!check_is_alive(v, unit, id)) {
            check_leave_out(v, unit, id);
            continue;
        }
        if (!(unit.flags & PARSE_UNIT_IS_GOOD) || unit.queued != unit.walked) {
            v.d_parse_flags[unit.file] = PARSE_BAD_FILE;
            atomicAdd(&v.d_walk->n_bad, 1u);
        }
        if (unit.walked > 0)
            atomicAdd(&v.d_walk->n_wrong_guesses, 1u);
        v.d_units[id].flags = unit.flags | PARSE_UNIT_IS_ALIVE;
        n_events += unit.n_events;
    }
#pragma unroll
    for (int d = 16; d > 0; d /= 2)
        n_events += __shfl_down_sync(~0u, n_events, d);
    if ((threadIdx.x & 31) == 0 && n_events)
        atomicAdd(&v.d_walk->n_events, n_events);
}

PARSE_KERNEL_ANY_TILE void __launch_bounds__(PARSE_THREADS) parse_gap_kernel(const parse_batch_view v)
{
    grid_await();
    const uint32_t n = v.n_flagged ? parse_unit_count(v) : 0;
    for (uint32_t id = blockIdx.x * PARSE_THREADS + threadIdx.x; id < n; id += gridDim.x * PARSE_THREADS) {
        parse_unit &unit = v.d_units[id];
        if (!v.d_parse_flags[unit.file])
            continue;
        unit.flags &= ~(uint32_t)PARSE_UNIT_IS_ALIVE;
        check_leave_out(v, unit, id);
        if (id < v.n_files)
            v.d_slots[slot_of_cut(v, unit.tok)] = v.d_file_gap ? v.d_file_gap[id] : 0;
    }
}
