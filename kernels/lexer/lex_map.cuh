/* lex_map.cuh: what each chunk does to the state, for every state it may be entered in.
 * in    d_source  u8[n_chunks * 64]
 * out   d_prefix  u64[n_chunks]  map of the chunks before it in its tile
 *       d_tile_map u64[n_tiles]  map of the whole tile
 * map   one block a tile; one thread a chunk, or where there are many tiles two, whose maps are composed before those
 *       of threads are
 * cost  O(n_bytes) work, O(log tile) span
 * moves 1 B read, 1/8 B written a source byte
 * ref   chunk_map() in lex_chunk_map.h, run on the host by tests/lexer/chunk_test.c */
#pragma once

#include "lex_device.cuh"

RUSTG_D uint64_t lex_map_of(const lex_batch_view &v, uint32_t tile, uint32_t chunk)
{
    if (chunk >= v.n_chunks)
        return LEX_MAP_IDENTITY;
    const lex_place p = lex_find_place(v, tile, chunk);
    if (p.past_end)
        return LEX_MAP_IDENTITY;
    lex_chunk c;
    lex_chunk_load(&c, v.d_source, p.at, p.n_left, p.edition);
    return chunk_map(&c, p.begins_file);
}

extern "C" __global__ void __launch_bounds__(LEX_TILE_CHUNKS, LEX_MAP_BLOCKS) lex_map_kernel(lex_batch_view v)
{
    grid_await();
    __shared__ uint64_t warp_maps[LEX_TILE_CHUNKS / 32];
    const uint32_t tile = blockIdx.x, n = LEX_TILE_CHUNKS / blockDim.x;
    const uint32_t chunk = tile * LEX_TILE_CHUNKS + n * threadIdx.x;
    uint64_t first = LEX_MAP_IDENTITY, last = LEX_MAP_IDENTITY;
#pragma unroll 1
    for (uint32_t i = 0; i < n; i++) {
        first = last;
        last = lex_map_of(v, tile, chunk + i);
    }
    uint64_t total = 0;
    const uint64_t prefix = lex_scan_maps(lex_compose(first, last), warp_maps, &total);
    if (chunk < v.n_chunks)
        v.d_prefix[chunk] = prefix;
    if (n > 1 && chunk + 1 < v.n_chunks)
        v.d_prefix[chunk + 1] = lex_compose(prefix, first);
    if (threadIdx.x == blockDim.x - 1)
        v.d_tile_map[tile] = total;
}
