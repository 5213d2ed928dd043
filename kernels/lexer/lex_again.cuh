/* lex_again.cuh: kind and flags of the tokens that start in chunks that were lexed again.
 * in    d_again, d_start, start and end of the tokens; d_source
 * out   their kind and flags
 * map   a warp a chunk, a thread a token, the whole warp for a long one; most warps find nothing to do
 * moves 1/512 B read a source byte where nothing was lexed again */
#pragma once

#include "lex_token_info.cuh"

/* The tokens of one such chunk. */
RUSTG_D void lex_again_chunk(const lex_batch_view &v, uint32_t chunk)
{
    const uint32_t lane = threadIdx.x & 31, tile = chunk / LEX_TILE_CHUNKS;
    uint32_t before = 0;
    for (uint32_t c = tile * LEX_TILE_CHUNKS + lane; c < chunk; c += 32)
        before += __popcll(v.d_start[c]);
    for (int d = 16; d > 0; d /= 2)
        before += __shfl_xor_sync(~0u, before, d);
    const uint32_t file = lex_file_of(v, chunk * LEX_CHUNK_BYTES, v.d_tile_file[tile], v.d_tile_file[tile + 1]);
    const lex_file_entry entry = v.d_files[file];
    const lex_text text = {v.d_source + entry.base, entry.n_bytes, entry.edition};
    const uint32_t first_tok = 1 + v.d_tile_start_base[tile] + before;
    const uint64_t start = v.d_start[chunk];
    for (uint32_t k = lane; k - lane < (uint32_t)__popcll(start); k += 32) {
        const bool is_one = k < (uint32_t)__popcll(start);
        const uint32_t tok = first_tok + (is_one ? k : 0), s = v.d_tok_start[tok], n = v.d_tok_end[tok] - s;
        const bool is_mine = is_one && n > 0; /* the end of the file is known */
        if (is_mine && n <= LEX_ALONE_BYTES)
            lex_put_info(v, tok, file, lex_token_info_slow(text, s - entry.base, n));
        lex_put_long(v, is_mine && n > LEX_ALONE_BYTES, tok, file, s, n);
    }
}

extern "C" __global__ void __launch_bounds__(LEX_TILE_CHUNKS) lex_again_kernel(lex_batch_view v)
{
    const uint32_t lane = threadIdx.x & 31, n_words = v.n_chunks / 32 + 1;
    if (*v.d_n_unsettled == 0 || *v.d_n_toks > v.capacity)
        return;
    for (uint32_t first = blockIdx.x * blockDim.x + threadIdx.x - lane; first < n_words;
         first += gridDim.x * blockDim.x) {
        const uint32_t word = first + lane < n_words ? v.d_again[first + lane] : 0;
        for (uint32_t words = __ballot_sync(~0u, word != 0); words; words &= words - 1) {
            const int from = __ffs((int)words) - 1;
            for (uint32_t bits = __shfl_sync(~0u, word, from); bits; bits &= bits - 1)
                lex_again_chunk(v, (first + from) * 32 + (uint32_t)__ffs((int)bits) - 1);
        }
    }
}
