/* lex_tile_state.cuh: the state at the first byte of every tile.
 * in    d_tile_map   u64[n_tiles]
 * out   d_tile_state u8[n_tiles]
 * map   one thread a tile, at most LEX_SCAN_THREADS tiles a block; blocks chained by look-back
 * cost  O(n_tiles) work
 * moves 8 B read, 1 B written a tile */
#pragma once

#include "lex_device.cuh"

extern "C" __global__ void __launch_bounds__(LEX_SCAN_THREADS) lex_tile_state_kernel(lex_batch_view v)
{
    grid_await();
    __shared__ uint64_t warp_maps[LEX_SCAN_THREADS / 32];
    __shared__ uint32_t group;
    __shared__ int entry;
    const uint32_t g = lex_next_group(&v.d_tickets[0], &group);
    const uint32_t tile = g * LEX_SCAN_THREADS + threadIdx.x;
    uint64_t total = 0;
    const uint64_t map = tile < v.n_tiles ? v.d_tile_map[tile] : LEX_MAP_IDENTITY;
    const uint64_t prefix = lex_scan_tiles(map, LEX_MAP_IDENTITY, warp_maps, &total, lex_compose);
    if (threadIdx.x == blockDim.x - 1)
        entry = lex_map_at(
            lex_look_back(g, total, LEX_MAP_IDENTITY, v.d_state_flags, v.d_group_own, v.d_group_upto, lex_compose),
            LEX_CODE);
    __syncthreads();
    if (tile < lex_whole_words(v.n_tiles)) /* lex_mark_unsettled takes them by words */
        v.d_tile_state[tile] = (uint8_t)lex_map_at(prefix, entry);
}
