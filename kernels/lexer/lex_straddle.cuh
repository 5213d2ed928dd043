/* lex_straddle.cuh: kind and flags of the tokens that reach from one tile into another, but for those of lex_again.cuh.
 * in    start, end of those tokens; d_source
 * out   their kind and flags; d_file_flags, or-ed
 * map   one thread a tile; a warp for a long number
 * cost  O(n_tiles) work but for numbers, which are read through, 2 KB at a time */
#pragma once

#include "lex_token_info.cuh"

extern "C" __global__ void lex_straddle_kernel(lex_batch_view v)
{
    __shared__ uint8_t byte_kind[128];
    lex_fill_byte_kind(byte_kind);
    __syncthreads();
    const uint32_t tile = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t tok = 0, s = 0, n = 0, file = 0;
    bool is_long = false;
    const uint32_t starts = tile < v.n_tiles ? v.d_tile_starts[tile] : 0;
    const uint32_t starts_end = starts ? v.d_tile_start_base[tile] + starts : 0;
    if (starts && starts_end != v.d_tile_last_base[tile] + v.d_tile_lasts[tile] && *v.d_n_toks <= v.capacity) {
        tok = starts_end;
        s = v.d_tok_start[tok];
        n = v.d_tok_end[tok] - s;
        if (!lex_was_again(v, s / LEX_CHUNK_BYTES)) {
            file = lex_file_of(v, s, v.d_tile_file[tile], v.d_tile_file[tile + 1]);
            const uint32_t edition = v.d_files[file].edition;
            lex_info info = lex_token_info(v.d_source + s, n, edition, byte_kind);
            is_long = info.kind == RUSTG_TOK_NONE && n > LEX_ALONE_BYTES;
            if (info.kind == RUSTG_TOK_NONE && !is_long)
                info = lex_number_info(v.d_source + s, n, edition);
            if (!is_long)
                lex_put_info(v, tok, file, info);
        }
    }
    lex_put_long_number(v, is_long, tok, file, s, n);
}
