/* lex_mark.cuh: where tokens start and end, as bits.
 * in    d_source, d_prefix, d_tile_state
 * out   d_start, d_last  u64[n_chunks]
 *       d_tile_starts, d_tile_lasts  u32[n_tiles]
 *       d_file_flags  u32[n_files], or-ed
 *       d_tile_state  LEX_TILE_UNSETTLED; d_unsettled, d_n_unsettled
 * map   one thread a chunk, one block a tile
 * cost  O(n_bytes) work
 * moves 1.13 B read, 0.25 B written a source byte
 * ref   chunk_bounds() in lex_marks.h, run on the host by tests/lexer/chunk_test.c */
#pragma once

#include "lex_device.cuh"

extern "C" __global__ void __launch_bounds__(LEX_TILE_CHUNKS, LEX_MARK_BLOCKS) lex_mark_kernel(lex_batch_view v)
{
    grid_await();
    __shared__ uint64_t warp_sums[LEX_TILE_CHUNKS / 32];
    const uint32_t tile = blockIdx.x;
    const uint32_t chunk = tile * LEX_TILE_CHUNKS + threadIdx.x;
    lex_bounds b = {0, 0, 0};
    if (chunk < v.n_chunks) {
        lex_place p = lex_find_place(v, tile, chunk);
        if (!p.past_end) {
            lex_chunk c;
            int state = p.begins_file ? LEX_CODE : lex_map_at(v.d_prefix[chunk], v.d_tile_state[tile]);
            chunk_load(&c, v.d_source, p.at, p.n_left, p.edition);
            b = chunk_bounds(&c, state);
            if (b.flags)
                atomicOr(&v.d_file_flags[p.file], b.flags);
        }
        if (b.flags & LEX_WEIRD) {
            b.start = LEX_WEIRD_START;
            b.last = LEX_WEIRD_LAST;
        }
        v.d_start[chunk] = b.start;
        v.d_last[chunk] = b.last;
    }
    uint64_t total;
    const uint64_t counts = (uint64_t)__popcll(b.last) << 32 | (uint32_t)__popcll(b.start);
    lex_scan_sums(counts | (uint64_t)(b.flags & LEX_WEIRD) << 48, warp_sums, &total);
    if (threadIdx.x == 0) {
        v.d_tile_starts[tile] = (uint32_t)total;
        v.d_tile_lasts[tile] = (uint32_t)(total >> 32) & 0xFFFF;
        if (total >> 48) {
            v.d_tile_state[tile] |= LEX_TILE_UNSETTLED;
            v.d_unsettled[atomicAdd(v.d_n_unsettled, 1)] = tile;
        }
    }
}
