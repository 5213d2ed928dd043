/* lex_straddle.cuh: kind and flags of the tokens that reach from one tile into another, but for those of lex_again.cuh.
 * in    start, end of those tokens; d_source
 * out   their kind and flags; d_file_flags, or-ed
 * map   one thread a tile
 * cost  O(n_tiles) work but for numbers, which are read through */
#pragma once

#include "lex_token_info.cuh"

RUSTG_D void lex_straddle(const lex_batch_view &v)
{
    __shared__ uint8_t byte_kind[128];
    lex_fill_byte_kind(byte_kind);
    __syncthreads();
    const uint32_t tile = blockIdx.x * blockDim.x + threadIdx.x;
    if (tile >= v.n_tiles)
        return;
    const uint32_t starts = v.d_tile_starts[tile];
    const uint32_t starts_end = v.d_tile_start_base[tile] + starts;
    const uint32_t lasts_end = v.d_tile_last_base[tile] + v.d_tile_lasts[tile];
    if (starts == 0 || starts_end == lasts_end || *v.d_n_toks > v.capacity)
        return;
    const uint32_t tok = starts_end;
    const uint32_t s = v.d_tok_start[tok], n = v.d_tok_end[tok] - s;
    if (lex_was_again(v, s / LEX_CHUNK_BYTES))
        return;
    const uint32_t file = lex_file_of(v, s, v.d_tile_file[tile], v.d_tile_file[tile + 1]);
    const uint32_t edition = v.d_files[file].edition;
    lex_put_info(v, tok, file, lex_token_info(v.d_source + s, n, edition, byte_kind));
}
