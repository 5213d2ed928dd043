/* lex_mark.cuh: where tokens start and end, as bits.
 * in    d_source, d_prefix, d_tile_state
 * out   d_start, d_last  u64[n_chunks]
 *       d_tile_starts, d_tile_lasts  u32[n_tiles]
 *       d_file_flags  u32[n_files], or-ed
 *       d_tile_state  LEX_TILE_UNSETTLED; d_unsettled, d_n_unsettled
 * map   lex_mark_kernel: one thread a chunk, which does what is plain and lists the other chunks in d_hard;
 *       lex_hard_kernel: one thread a listed chunk
 * cost  O(n_bytes) work
 * moves 1.13 B read, 0.25 B written a source byte
 * ref   lex_chunk_plain_bounds() in lex_plain.h and lex_chunk_bounds() in lex_marks.h, run on the host by
 *       tests/lexer/chunk_test.c */
#pragma once

#include "lex_device.cuh"
#include "lex_plain.h"

/* The tile has a chunk that is not settled. Its byte of d_tile_state may be read meanwhile, so readers mask the bit. */
RUSTG_D void lex_mark_unsettled(const lex_batch_view &v, uint32_t tile)
{
    const uint32_t bit = (uint32_t)LEX_TILE_UNSETTLED << 8 * (tile & 3);
    if (!(atomicOr((uint32_t *)v.d_tile_state + tile / 4, bit) & bit))
        v.d_unsettled[atomicAdd(v.d_n_unsettled, 1)] = tile;
}

/* Loads a chunk that is not past its file's end, and tells the state at its first byte. */
RUSTG_D int lex_mark_load(const lex_batch_view &v, const lex_place &p, uint32_t tile, uint32_t chunk, lex_chunk *c)
{
    const int entry = v.d_tile_state[tile] & ~LEX_TILE_UNSETTLED;
    lex_chunk_load(c, v.d_source, p.at, p.n_left, p.edition);
    return p.begins_file ? LEX_CODE : lex_map_at(v.d_prefix[chunk], entry);
}

extern "C" __global__ void __launch_bounds__(LEX_TILE_CHUNKS, LEX_MARK_BLOCKS) lex_mark_kernel(lex_batch_view v)
{
    grid_await();
    __shared__ uint32_t counts, n_hard, hard_base;
    const uint32_t tile = blockIdx.x, chunk = tile * LEX_TILE_CHUNKS + threadIdx.x, lane = threadIdx.x & 31;
    lex_bounds b = {0, 0, 0};
    bool is_hard = false;
    if (threadIdx.x == 0)
        counts = n_hard = 0;
    __syncthreads();
    if (chunk < v.n_chunks) {
        const lex_place p = lex_find_place(v, tile, chunk);
        if (!p.past_end) {
            lex_chunk c;
            const int state = lex_mark_load(v, p, tile, chunk, &c);
            is_hard = !lex_chunk_plain_bounds(&c, state, &b);
            if (!is_hard && b.flags)
                atomicOr(&v.d_file_flags[p.file], b.flags);
        }
        if (!is_hard) {
            v.d_start[chunk] = b.start;
            v.d_last[chunk] = b.last;
        }
    }
    const uint32_t hard = __ballot_sync(~0u, is_hard);
    uint32_t own = is_hard ? 0 : (uint32_t)__popcll(b.last) << 16 | (uint32_t)__popcll(b.start), at = 0;
#pragma unroll
    for (int d = 16; d > 0; d /= 2)
        own += __shfl_down_sync(~0u, own, d);
    if (lane == 0) {
        atomicAdd(&counts, own);
        at = hard ? atomicAdd(&n_hard, (uint32_t)__popc(hard)) : 0;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        v.d_tile_starts[tile] = counts & 0xFFFF;
        v.d_tile_lasts[tile] = counts >> 16;
        hard_base = n_hard ? atomicAdd(v.d_n_hard, n_hard) : 0;
    }
    __syncthreads();
    at = __shfl_sync(~0u, at, 0) + (uint32_t)__popc(hard & ((1u << lane) - 1));
    if (is_hard)
        v.d_hard[hard_base + at] = chunk;
}

extern "C" __global__ void __launch_bounds__(LEX_TILE_CHUNKS, LEX_HARD_BLOCKS) lex_hard_kernel(lex_batch_view v)
{
    grid_await();
    /* few chunks are spread over all warps, since lanes that read unlike chunks wait for one another */
    const uint32_t n_hard = *v.d_n_hard, n_warps = gridDim.x * (LEX_TILE_CHUNKS / 32), lane = threadIdx.x & 31;
    const uint32_t n_lanes = min((n_hard + n_warps - 1) / n_warps, 32u);
    const uint32_t first = (blockIdx.x * (LEX_TILE_CHUNKS / 32) + threadIdx.x / 32) * n_lanes + lane;
    for (uint32_t i = first; lane < n_lanes && i < n_hard; i += n_warps * n_lanes) {
        const uint32_t chunk = v.d_hard[i], tile = chunk / LEX_TILE_CHUNKS;
        const lex_place p = lex_find_place(v, tile, chunk);
        lex_chunk c;
        const int state = lex_mark_load(v, p, tile, chunk, &c);
        lex_bounds b = lex_chunk_bounds(&c, state);
        if (b.flags)
            atomicOr(&v.d_file_flags[p.file], b.flags);
        if (b.flags & LEX_WEIRD) {
            b.start = LEX_WEIRD_START;
            b.last = LEX_WEIRD_LAST;
            lex_mark_unsettled(v, tile);
        }
        v.d_start[chunk] = b.start;
        v.d_last[chunk] = b.last;
        atomicAdd(&v.d_tile_starts[tile], (uint32_t)__popcll(b.start));
        atomicAdd(&v.d_tile_lasts[tile], (uint32_t)__popcll(b.last));
    }
}
