/* lex_tile_state.cuh: the state at the first byte of every tile.
 * in    d_tile_map   u64[n_tiles]
 * out   d_tile_state u8[n_tiles]
 * map   one block; each thread a run of tiles
 * cost  O(n_tiles) work; one pass composes runs, a second applies them
 * moves 16 B read, 1 B written a tile */
#pragma once

#include "lex_device.cuh"

extern "C" __global__ void __launch_bounds__(LEX_SCAN_THREADS) lex_tile_state_kernel(lex_batch_view v)
{
    __shared__ uint64_t warp_maps[LEX_SCAN_THREADS / 32];
    const uint32_t run = (v.n_tiles + LEX_SCAN_THREADS - 1) / LEX_SCAN_THREADS;
    const uint32_t first = min(threadIdx.x * run, v.n_tiles), end = min(first + run, v.n_tiles);
    uint64_t map = LEX_MAP_IDENTITY;
    for (uint32_t t = first; t < end; t++)
        map = lex_compose(map, v.d_tile_map[t]);
    uint64_t total;
    int state = lex_map_at(lex_scan_maps(map, warp_maps, &total), LEX_CODE);
    for (uint32_t t = first; t < end; t++) {
        v.d_tile_state[t] = (uint8_t)state;
        state = lex_map_at(v.d_tile_map[t], state);
    }
}
