/* lex_tile_base.cuh: how many tokens start and end before each tile.
 * in    d_tile_starts, d_tile_lasts  u32[n_tiles]
 * out   d_tile_start_base, d_tile_last_base  u32[n_tiles]; d_n_toks  u32[1]
 * map   one block; each thread a run of tiles
 * moves 16 B read, 8 B written a tile */
#pragma once

#include "lex_device.cuh"

extern "C" __global__ void __launch_bounds__(LEX_SCAN_THREADS) lex_tile_base_kernel(lex_batch_view v)
{
    __shared__ uint64_t warp_sums[LEX_SCAN_THREADS / 32];
    const uint32_t run = (v.n_tiles + LEX_SCAN_THREADS - 1) / LEX_SCAN_THREADS;
    const uint32_t first = min(threadIdx.x * run, v.n_tiles), end = min(first + run, v.n_tiles);
    uint64_t sum = 0;
    for (uint32_t t = first; t < end; t++)
        sum += (uint64_t)v.d_tile_lasts[t] << 32 | v.d_tile_starts[t];
    uint64_t total;
    sum = lex_scan_sums(sum, warp_sums, &total);
    for (uint32_t t = first; t < end; t++) {
        v.d_tile_start_base[t] = (uint32_t)sum;
        v.d_tile_last_base[t] = (uint32_t)(sum >> 32);
        sum += (uint64_t)v.d_tile_lasts[t] << 32 | v.d_tile_starts[t];
    }
    if (threadIdx.x == 0)
        *v.d_n_toks = (uint32_t)total + 1;
}
