/* lex_map.cuh: what each chunk does to the state, for every state it may be entered in.
 * in    d_source  u8[n_chunks * 64]
 * out   d_prefix  u64[n_chunks]  map of the chunks before it in its tile
 *       d_tile_map u64[n_tiles]  map of the whole tile
 * map   one thread a chunk, one block a tile
 * cost  O(n_bytes) work, O(log tile) span
 * moves 1 B read, 1/8 B written a source byte
 * ref   chunk_map() in lex_chunk_map.h, run on the host by tests/lexer/chunk_test.c */
#pragma once

#include "lex_device.cuh"

extern "C" __global__ void __launch_bounds__(LEX_TILE_CHUNKS, LEX_MAP_BLOCKS) lex_map_kernel(lex_batch_view v)
{
    grid_await();
    __shared__ uint64_t warp_maps[LEX_TILE_CHUNKS / 32];
    const uint32_t tile = blockIdx.x;
    const uint32_t chunk = tile * LEX_TILE_CHUNKS + threadIdx.x;
    uint64_t map = LEX_MAP_IDENTITY;
    if (chunk < v.n_chunks) {
        lex_place p = lex_find_place(v, tile, chunk);
        if (!p.past_end) {
            lex_chunk c;
            lex_chunk_load(&c, v.d_source, p.at, p.n_left, p.edition);
            map = chunk_map(&c, p.begins_file);
        }
    }
    uint64_t total = 0;
    const uint64_t prefix = lex_scan_maps(map, warp_maps, &total);
    if (chunk < v.n_chunks)
        v.d_prefix[chunk] = prefix;
    if (threadIdx.x == LEX_TILE_CHUNKS - 1)
        v.d_tile_map[tile] = total;
}
