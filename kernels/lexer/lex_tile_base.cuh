/* lex_tile_base.cuh: how many tokens start and end before each tile.
 * in    d_tile_starts, d_tile_lasts  u32[n_tiles]
 * out   d_tile_start_base, d_tile_last_base  u32[n_tiles]; d_n_toks  u32[1]
 * map   one thread a tile, at most LEX_SCAN_THREADS tiles a block; blocks chained by look-back
 * moves 8 B read, 8 B written a tile */
#pragma once

#include "lex_device.cuh"

extern "C" __global__ void __launch_bounds__(LEX_SCAN_THREADS) lex_tile_base_kernel(lex_batch_view v)
{
    grid_await();
    __shared__ uint64_t warp_sums[LEX_SCAN_THREADS / 32];
    __shared__ uint32_t group;
    __shared__ uint64_t before;
    const uint32_t g = lex_next_group(&v.d_tickets[1], &group);
    const uint32_t tile = g * LEX_SCAN_THREADS + threadIdx.x;
    uint64_t total;
    const uint64_t own = tile < v.n_tiles ? (uint64_t)v.d_tile_lasts[tile] << 32 | v.d_tile_starts[tile] : 0;
    const uint64_t prefix = lex_scan_tiles(own, 0, warp_sums, &total, lex_add_counts);
    if (threadIdx.x == 0)
        before = lex_look_back(g, total, 0, v.d_base_flags, v.d_group_own, v.d_group_upto, lex_add_counts);
    __syncthreads();
    if (tile < v.n_tiles) {
        const uint64_t base = before + prefix;
        v.d_tile_start_base[tile] = (uint32_t)base;
        v.d_tile_last_base[tile] = (uint32_t)(base >> 32);
        if (tile == v.n_tiles - 1)
            *v.d_n_toks = (uint32_t)(base + own) + 1;
    }
}
