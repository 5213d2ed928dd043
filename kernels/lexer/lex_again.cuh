/* lex_again.cuh: kind and flags of the tokens that start in chunks that were lexed again.
 * in    d_again, d_start, start and end of the tokens; d_source
 * out   their kind and flags
 * map   a warp a chunk, a thread a token, the whole warp for a long one; most warps find nothing to do. Of the kernel's
 *       blocks the first do what lex_straddle.cuh says, for which no launch of its own is worth while
 * moves 1/64 B, mostly from the cache, read a source byte where nothing was lexed again */
#pragma once

#include "lex_straddle.cuh"

enum { LEX_AGAIN_UNIT = 4 }; /* chunks a warp takes at a time */

/* The tokens of one such chunk. */
RUSTG_D void lex_again_chunk(const lex_batch_view &v, uint32_t chunk)
{
    const uint32_t lane = threadIdx.x & 31, tile = chunk / LEX_TILE_CHUNKS;
    const uint64_t start = v.d_start[chunk];
    uint32_t before = 0;
    if (start == 0)
        return;
    for (uint32_t c = tile * LEX_TILE_CHUNKS + lane; c < chunk; c += 32)
        before += __popcll(v.d_start[c]);
    for (int d = 16; d > 0; d /= 2)
        before += __shfl_xor_sync(~0u, before, d);
    const uint32_t file = lex_file_of(v, chunk * LEX_CHUNK_BYTES, v.d_tile_file[tile], v.d_tile_file[tile + 1]);
    const lex_file_entry entry = v.d_files[file];
    const lex_text text = {v.d_source + entry.base, entry.n_bytes, entry.edition};
    const uint32_t first_tok = 1 + v.d_tile_start_base[tile] + before;
    for (uint32_t k = lane; k - lane < (uint32_t)__popcll(start); k += 32) {
        const bool is_one = k < (uint32_t)__popcll(start);
        const uint32_t tok = first_tok + (is_one ? k : 0), s = v.d_tok_start[tok], n = v.d_tok_end[tok] - s;
        const bool is_mine = is_one && n > 0; /* the end of the file is known */
        if (is_mine && n <= LEX_ALONE_BYTES)
            lex_put_info(v, tok, file, lex_token_info_slow(text, s - entry.base, n));
        lex_put_long(v, is_mine && n > LEX_ALONE_BYTES, tok, file, s, n);
    }
}

/* By n_blocks blocks, of which this one is `block`. */
RUSTG_D void lex_again(const lex_batch_view &v, uint32_t block, uint32_t n_blocks)
{
    const uint32_t lane = threadIdx.x & 31, n_units = v.n_chunks / LEX_AGAIN_UNIT + 1;
    const uint32_t warp = (block * blockDim.x + threadIdx.x) / 32, n_warps = n_blocks * blockDim.x / 32;
    if (*v.d_n_unsettled == 0 || *v.d_n_toks > v.capacity)
        return;
    /* such chunks lie beside each other: neighbours go to different warps */
    for (uint32_t first = warp; first < n_units; first += 32 * n_warps) {
        const uint32_t unit = first + lane * n_warps, chunk = unit * LEX_AGAIN_UNIT;
        uint32_t mine = 0;
        if (unit < n_units)
            mine = v.d_again[chunk / 32] >> (chunk & 31) & ((1u << LEX_AGAIN_UNIT) - 1);
        for (uint32_t units = __ballot_sync(~0u, mine != 0); units; units &= units - 1) {
            const int from = __ffs((int)units) - 1;
            for (uint32_t bits = __shfl_sync(~0u, mine, from); bits; bits &= bits - 1)
                lex_again_chunk(v, (first + from * n_warps) * LEX_AGAIN_UNIT + (uint32_t)__ffs((int)bits) - 1);
        }
    }
}

extern "C" __global__ void __launch_bounds__(LEX_TILE_CHUNKS) lex_again_kernel(lex_batch_view v)
{
    grid_await();
    const uint32_t n_straddle = (v.n_tiles + blockDim.x - 1) / blockDim.x;
    if (blockIdx.x < n_straddle)
        lex_straddle(v);
    else
        lex_again(v, blockIdx.x - n_straddle, gridDim.x - n_straddle);
}
