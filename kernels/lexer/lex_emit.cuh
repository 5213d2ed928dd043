/* lex_emit.cuh: bits to token arrays.
 * in    d_source, d_start, d_last, d_tile_start_base, d_tile_last_base, d_file_flags
 * out   kind u8[n_toks]  flags u8[n_toks]  start u32[n_toks]  end u32[n_toks]; tokens that reach into the next tile
 *       get kind and flags in lex_straddle.cuh, those lexed again in lex_again.cuh; d_file_first_tok u32[n_files];
 *       d_file_flags, or-ed
 * map   one block a tile, staged in shared memory; first a thread a chunk (bits to positions), then a thread a token;
 *       numbers are put aside by each warp until it has 32, so that they do not hold up the words beside them
 * cost  O(n_bytes) work
 * moves 1.25 B read a source byte, 10 B written a token
 * ref   lex_scalar_file() in src/lexer/cpu/lex_scalar.c */
#pragma once

#include "lex_token_info.cuh"

enum {
    LEX_EMIT_TOKENS = 1920, /* tokens a round; a tile of real code has 1,500. More would take room from the cache */
    LEX_EMIT_HALO = 64
};

extern "C" __global__ void __launch_bounds__(LEX_TILE_CHUNKS, LEX_EMIT_BLOCKS) lex_emit_kernel(lex_batch_view v)
{
    __shared__ __align__(16) uint8_t text[LEX_TILE_BYTES + 2 * LEX_EMIT_HALO];
    __shared__ uint16_t starts[LEX_EMIT_TOKENS], lasts[LEX_EMIT_TOKENS];
    __shared__ uint16_t aside[LEX_TILE_CHUNKS / 32][64]; /* each warp's numbers */
    __shared__ uint32_t chunk_file[LEX_TILE_CHUNKS], chunk_file_end[LEX_TILE_CHUNKS], chunk_edition[LEX_TILE_CHUNKS];
    __shared__ uint64_t warp_sums[LEX_TILE_CHUNKS / 32];
    __shared__ uint8_t byte_kind[128];
    const uint32_t tile = blockIdx.x, tile_at = tile * LEX_TILE_BYTES;
    const uint32_t chunk = tile * LEX_TILE_CHUNKS + threadIdx.x;

    const uint4 *from = (const uint4 *)(v.d_source + tile_at - LEX_EMIT_HALO);
    for (uint32_t i = threadIdx.x; i < sizeof text / 16; i += blockDim.x)
        ((uint4 *)text)[i] = from[i];
    lex_fill_byte_kind(byte_kind);
    uint64_t start = 0, last = 0;
    lex_place place;
    place.begins_file = false;
    if (chunk < v.n_chunks) {
        start = v.d_start[chunk];
        last = v.d_last[chunk];
        place = lex_find_place(v, tile, chunk);
        chunk_file[threadIdx.x] = place.file;
        chunk_file_end[threadIdx.x] = place.at + place.n_left;
        chunk_edition[threadIdx.x] = lex_was_again(v, chunk) ? 0 : place.edition; /* 0: lexed again */
    }
    uint64_t total;
    const uint64_t sums = lex_scan_sums((uint64_t)__popcll(last) << 32 | (uint32_t)__popcll(start), warp_sums, &total);
    const uint32_t n_starts = (uint32_t)total, n_lasts = (uint32_t)(total >> 32);
    const uint32_t start_base = v.d_tile_start_base[tile];
    const uint32_t open = start_base - v.d_tile_last_base[tile]; /* 1: a token of an earlier tile is still open */
    const uint32_t first_tok = 1 + start_base;
    if (place.begins_file)
        v.d_file_first_tok[place.file] = first_tok + (uint32_t)sums;
    if (*v.d_n_toks > v.capacity)
        return; /* the host makes room and runs this kernel again */
    if (tile == 0 && threadIdx.x == 0) {
        v.d_kind[0] = v.d_flags[0] = 0;
        v.d_tok_start[0] = v.d_tok_end[0] = 0;
    }

    uint32_t start_index = (uint32_t)sums, last_index = (uint32_t)(sums >> 32) - open;
    const uint32_t local = threadIdx.x * LEX_CHUNK_BYTES;
    for (uint32_t round = 0; round == 0 || round < n_starts; round += LEX_EMIT_TOKENS) {
        const uint32_t round_end = min(round + LEX_EMIT_TOKENS, n_starts);
        for (; start && start_index < round_end; start &= start - 1, start_index++)
            starts[start_index - round] = (uint16_t)(local + lex_lowest(start));
        for (; last && (last_index == ~0u || last_index < round_end); last &= last - 1, last_index++) {
            const uint32_t position = local + lex_lowest(last);
            if (last_index == ~0u)
                v.d_tok_end[first_tok - 1] = tile_at + position + 1;
            else
                lasts[last_index - round] = (uint16_t)position;
        }
        __syncthreads();
        const uint32_t lane = threadIdx.x & 31;
        uint16_t *const numbers = aside[threadIdx.x / 32];
        uint32_t n_numbers = 0;
        for (uint32_t first = round + threadIdx.x - lane; first < round_end || n_numbers > 0; first += blockDim.x) {
            const uint32_t t = first + lane, tok = first_tok + t;
            bool is_number = false;
            if (t < round_end) {
                const uint32_t s = starts[t - round];
                v.d_tok_start[tok] = tile_at + s;
                if (t + open < n_lasts) {
                    uint32_t e = lasts[t - round] + 1u;
                    const uint32_t local_chunk = s / LEX_CHUNK_BYTES, edition = chunk_edition[local_chunk];
                    lex_info info = {RUSTG_TOK_EOF, 0, false};
                    const bool eof = tile_at + s == chunk_file_end[local_chunk];
                    if (eof)
                        e = s;
                    else if (edition != 0)
                        info = lex_token_info(text + LEX_EMIT_HALO + s, e - s, edition, byte_kind);
                    v.d_tok_end[tok] = tile_at + e;
                    is_number = info.kind == RUSTG_TOK_NONE;
                    if (!is_number && (eof || edition != 0))
                        lex_put_info(v, tok, chunk_file[local_chunk], info);
                }
            }
            const uint32_t found = __ballot_sync(~0u, is_number);
            if (is_number)
                numbers[n_numbers + __popc(found & ((1u << lane) - 1))] = (uint16_t)(t - round);
            n_numbers += __popc(found);
            __syncwarp();
            if (n_numbers >= 32 || (first + blockDim.x >= round_end && n_numbers > 0)) {
                const uint32_t n_now = min(n_numbers, 32u);
                const uint32_t number = numbers[lane], spare = numbers[32 + lane];
                if (lane < n_now) {
                    const uint32_t s = starts[number], local_chunk = s / LEX_CHUNK_BYTES;
                    lex_put_info(
                        v, first_tok + round + number, chunk_file[local_chunk],
                        lex_number_info(text + LEX_EMIT_HALO + s, lasts[number] + 1u - s, chunk_edition[local_chunk]));
                }
                __syncwarp();
                numbers[lane] = (uint16_t)spare;
                n_numbers -= n_now;
                __syncwarp();
            }
        }
        __syncthreads();
    }
}
