/* lex_mark.cuh: where tokens start and end, as bits.
 * in    d_source, d_prefix, d_tile_state; d_tile_starts and d_tile_lasts of zeros
 * out   d_start, d_last  u64[n_chunks]
 *       d_tile_starts, d_tile_lasts  u32[n_tiles]
 *       d_file_flags  u32[n_files], or-ed
 *       d_tile_state  LEX_TILE_UNSETTLED; d_unsettled, d_n_unsettled
 * map   one thread a chunk, one block a warp: chunks differ much in what they take, and warps that wait for one another
 *       took a fifth of the time
 * cost  O(n_bytes) work
 * moves 1.13 B read, 0.25 B written a source byte
 * ref   chunk_bounds() in lex_marks.h, run on the host by tests/lexer/chunk_test.c */
#pragma once

#include "lex_device.cuh"

/* The tile has a chunk that is not settled. Its byte of d_tile_state may be read meanwhile, so readers mask the bit. */
RUSTG_D void lex_mark_unsettled(const lex_batch_view &v, uint32_t tile)
{
    const uint32_t bit = (uint32_t)LEX_TILE_UNSETTLED << 8 * (tile & 3);
    if (!(atomicOr((uint32_t *)v.d_tile_state + tile / 4, bit) & bit))
        v.d_unsettled[atomicAdd(v.d_n_unsettled, 1)] = tile;
}

extern "C" __global__ void __launch_bounds__(LEX_MARK_THREADS, LEX_MARK_BLOCKS) lex_mark_kernel(lex_batch_view v)
{
    grid_await();
    const uint32_t chunk = blockIdx.x * LEX_MARK_THREADS + threadIdx.x, tile = chunk / LEX_TILE_CHUNKS;
    lex_bounds b = {0, 0, 0};
    if (chunk < v.n_chunks) {
        lex_place p = lex_find_place(v, tile, chunk);
        if (!p.past_end) {
            lex_chunk c;
            const int entry = v.d_tile_state[tile] & ~LEX_TILE_UNSETTLED;
            int state = p.begins_file ? LEX_CODE : lex_map_at(v.d_prefix[chunk], entry);
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
    const bool is_unsettled = __any_sync(~0u, (b.flags & LEX_WEIRD) != 0);
    uint32_t counts = (uint32_t)__popcll(b.last) << 16 | (uint32_t)__popcll(b.start);
#pragma unroll
    for (int d = 16; d > 0; d /= 2)
        counts += __shfl_down_sync(~0u, counts, d);
    if (threadIdx.x == 0 && chunk < v.n_chunks) {
        atomicAdd(&v.d_tile_starts[tile], counts & 0xFFFF);
        atomicAdd(&v.d_tile_lasts[tile], counts >> 16);
        if (is_unsettled)
            lex_mark_unsettled(v, tile);
    }
}
