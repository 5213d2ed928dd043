/* lex_emit.cuh: bits to token arrays.
 * in    d_source, d_start, d_last, d_tile_start_base, d_tile_last_base, d_file_flags
 * out   kind u8[n_toks]  flags u8[n_toks]  start u32[n_toks]  end u32[n_toks]; tokens that reach into the next tile
 *       get kind and flags in lex_straddle.cuh, those lexed again in lex_again.cuh; d_file_first_tok u32[n_files];
 *       d_file_flags, or-ed
 * map   one block a tile, or several that share its tokens, staged in shared memory; first a thread a chunk (bits to
 *       positions), then a thread a token: each warp has a run of tokens, writes positions and settles punctuation,
 *       puts words and the rest (literals, lifetimes, doc comments) aside, and then does these, so that lanes do alike
 * cost  O(n_bytes) work
 * moves 1.25 B read a source byte, 10 B written a token
 * ref   lex_scalar_file() in src/lexer/cpu/lex_scalar.c */
#pragma once

#include "lex_token_info.cuh"

enum {
    LEX_EMIT_TOKENS = 1920, /* tokens a round; a tile of real code has 1,500. More would take room from the cache */
    LEX_EMIT_WARPS = LEX_TILE_CHUNKS / 32,
    LEX_EMIT_HALO = 64
};

/* What a block of lex_emit_kernel has in shared memory. */
struct lex_emit_tile {
    __align__(16) uint8_t text[LEX_TILE_BYTES + 2 * LEX_EMIT_HALO];
    uint16_t starts[LEX_EMIT_TOKENS], lasts[LEX_EMIT_TOKENS];
    uint16_t aside[LEX_EMIT_TOKENS]; /* of each warp's run: words from its beginning on, the rest from its end back */
    uint32_t chunk_file[LEX_TILE_CHUNKS], chunk_file_end[LEX_TILE_CHUNKS], chunk_edition[LEX_TILE_CHUNKS];
    uint8_t byte_kind[128];
};

/* The tokens first .. last - 1 of a round, by one warp.
 * in  tok      the number of the round's first token
 *     n_ended  of the round's tokens, those that end in this tile */
RUSTG_D void lex_emit_run(const lex_batch_view &v, lex_emit_tile *tile, uint32_t tile_at, uint32_t tok, uint32_t first,
                          uint32_t last, uint32_t n_ended)
{
    const uint32_t lane = threadIdx.x & 31, below = (1u << lane) - 1;
    uint32_t n_words = 0, n_others = 0;
    for (uint32_t t = first + lane; t - lane < last; t += 32) {
        bool is_word = false, is_other = false;
        if (t < last) {
            const uint32_t s = tile->starts[t];
            v.d_tok_start[tok + t] = tile_at + s;
            if (t < n_ended) {
                const uint32_t chunk = s / LEX_CHUNK_BYTES;
                const bool eof = tile_at + s == tile->chunk_file_end[chunk];
                const uint32_t e = eof ? s : tile->lasts[t] + 1u;
                v.d_tok_end[tok + t] = tile_at + e;
                const uint8_t *p = tile->text + LEX_EMIT_HALO + s;
                const uint32_t b = p[0], kind = b < 128 ? tile->byte_kind[b] : (uint32_t)RUSTG_TOK_IDENT;
                if (eof) {
                    v.d_kind[tok + t] = RUSTG_TOK_EOF;
                    v.d_flags[tok + t] = 0;
                } else if (tile->chunk_edition[chunk] != 0) {
                    is_word = kind == RUSTG_TOK_IDENT;
                    is_other = !is_word && !(TOKEN_IS_DELIMITER_OR_PUNCT(kind) && e == s + 1);
                    if (!is_word && !is_other) {
                        const lex_info info = lex_punct_info(kind, p[1], p[2], tile->byte_kind);
                        v.d_kind[tok + t] = info.kind;
                        v.d_flags[tok + t] = info.flags;
                    }
                }
            }
        }
        const uint32_t words = __ballot_sync(~0u, is_word), others = __ballot_sync(~0u, is_other);
        if (is_word)
            tile->aside[first + n_words + __popc(words & below)] = (uint16_t)t;
        if (is_other)
            tile->aside[last - 1 - n_others - __popc(others & below)] = (uint16_t)t;
        n_words += __popc(words);
        n_others += __popc(others);
    }
    __syncwarp();
    for (uint32_t k = lane; k < n_words; k += 32) {
        const uint32_t t = tile->aside[first + k], s = tile->starts[t], n = tile->lasts[t] + 1u - s;
        const uint8_t *p = tile->text + LEX_EMIT_HALO + s;
        const uint32_t chunk = s / LEX_CHUNK_BYTES, edition = tile->chunk_edition[chunk];
        lex_info info = lex_word_info(p, n, edition);
        if (info.kind == RUSTG_TOK_NONE)
            info = lex_other_info(p, n, edition, RUSTG_TOK_IDENT);
        lex_put_info(v, tok + t, tile->chunk_file[chunk], info);
    }
    for (uint32_t k = lane; k < n_others; k += 32) {
        const uint32_t t = tile->aside[last - 1 - k], s = tile->starts[t], n = tile->lasts[t] + 1u - s;
        const uint8_t *p = tile->text + LEX_EMIT_HALO + s;
        const uint32_t chunk = s / LEX_CHUNK_BYTES;
        const lex_info info = lex_other_info(p, n, tile->chunk_edition[chunk], tile->byte_kind[p[0]]);
        lex_put_info(v, tok + t, tile->chunk_file[chunk], info);
    }
}

/* 64 bits, by halves: operations on words of 64 bits take three times as many instructions. */
struct lex_halves {
    uint32_t bits[2];
};

RUSTG_D lex_halves lex_halves_of(uint64_t bits)
{
    return {{(uint32_t)bits, (uint32_t)(bits >> 32)}};
}

RUSTG_D uint32_t lex_count(const lex_halves &of)
{
    return (uint32_t)__popc(of.bits[0]) + (uint32_t)__popc(of.bits[1]);
}

/* Takes the lowest n bits, or all if there are fewer. */
RUSTG_D lex_halves lex_take_bits(lex_halves *of, uint32_t n)
{
    const lex_halves all = *of;
    const uint64_t bits = lex_join(all.bits[0], all.bits[1]);
    uint64_t later = bits;
    of->bits[0] = of->bits[1] = 0;
    if (n >= lex_count(all))
        return all;
    for (uint32_t i = 0; i < n; i++)
        later &= later - 1;
    *of = lex_halves_of(later);
    return lex_halves_of(bits ^ later);
}

/* Positions of set bits, from local on, side by side. */
RUSTG_D void lex_put_positions(const lex_halves &of, uint32_t local, uint16_t *positions)
{
#pragma unroll
    for (uint32_t half = 0; half < 2; half++) {
        const uint32_t at = local + 32 * half - 1; /* __ffs counts from 1 */
        for (uint32_t bits = of.bits[half]; bits; bits &= bits - 1)
            *positions++ = (uint16_t)(at + (uint32_t)__ffs((int)bits));
    }
}

extern "C" __global__ void __launch_bounds__(LEX_TILE_CHUNKS, LEX_EMIT_BLOCKS) lex_emit_kernel(lex_batch_view v)
{
    grid_await();
    __shared__ lex_emit_tile here;
    __shared__ uint64_t warp_sums[LEX_EMIT_WARPS];
    const uint32_t n_parts = gridDim.x / v.n_tiles, part = blockIdx.x % n_parts;
    const uint32_t tile = blockIdx.x / n_parts, tile_at = tile * LEX_TILE_BYTES;
    const uint32_t chunk = tile * LEX_TILE_CHUNKS + threadIdx.x;

    const uint4 *from = (const uint4 *)(v.d_source + tile_at - LEX_EMIT_HALO);
    for (uint32_t i = threadIdx.x; i < sizeof here.text / 16; i += blockDim.x)
        async_copy((uint4 *)here.text + i, from + i);
    lex_fill_byte_kind(here.byte_kind);
    lex_halves start = {{0, 0}}, last = {{0, 0}};
    lex_place place;
    place.begins_file = false;
    if (chunk < v.n_chunks) {
        start = lex_halves_of(v.d_start[chunk]);
        last = lex_halves_of(v.d_last[chunk]);
        place = lex_find_place(v, tile, chunk);
        here.chunk_file[threadIdx.x] = place.file;
        here.chunk_file_end[threadIdx.x] = place.at + place.n_left;
        here.chunk_edition[threadIdx.x] = lex_was_again(v, chunk) ? 0 : place.edition; /* 0: lexed again */
    }
    uint64_t total;
    const uint64_t sums = lex_scan_sums((uint64_t)lex_count(last) << 32 | lex_count(start), warp_sums, &total);
    const uint32_t n_starts = (uint32_t)total, n_lasts = (uint32_t)(total >> 32);
    const uint32_t start_base = v.d_tile_start_base[tile];
    const uint32_t open = start_base - v.d_tile_last_base[tile]; /* 1: a token of an earlier tile is still open */
    const uint32_t first_tok = 1 + start_base;
    if (place.begins_file)
        v.d_file_first_tok[place.file] = first_tok + (uint32_t)sums;
    if (*v.d_n_toks > v.capacity)
        return;                                        /* the host makes room and runs this kernel again */
    const uint32_t behind = *v.d_n_toks + threadIdx.x; /* the parser reads 16 at a time */
    if (tile == 0 && threadIdx.x < 16 && behind / 16 == (*v.d_n_toks - 1) / 16)
        v.d_kind[behind] = v.d_flags[behind] = 0;
    if (tile == 0 && threadIdx.x == 0) {
        v.d_kind[0] = v.d_flags[0] = 0;
        v.d_tok_start[0] = v.d_tok_end[0] = 0;
    }

    uint32_t start_index = (uint32_t)sums, last_index = (uint32_t)(sums >> 32) - open;
    const uint32_t local = threadIdx.x * LEX_CHUNK_BYTES;
    if (last_index == ~0u && lex_count(last) > 0) { /* that of a token of an earlier tile */
        const uint64_t bits = lex_join(last.bits[0], last.bits[1]);
        v.d_tok_end[first_tok - 1] = tile_at + local + (uint32_t)lex_lowest(bits) + 1;
        last = lex_halves_of(bits & (bits - 1));
        last_index++;
    }
    async_await();
    for (uint32_t round = 0; round == 0 || round < n_starts; round += LEX_EMIT_TOKENS) {
        const uint32_t round_end = min(round + LEX_EMIT_TOKENS, n_starts);
        const lex_halves starts = lex_take_bits(&start, start_index < round_end ? round_end - start_index : 0);
        const lex_halves lasts = lex_take_bits(&last, last_index < round_end ? round_end - last_index : 0);
        lex_put_positions(starts, local, here.starts + (start_index - round));
        lex_put_positions(lasts, local, here.lasts + (last_index - round));
        start_index += lex_count(starts);
        last_index += lex_count(lasts);
        __syncthreads();
        const uint32_t n_here = round_end - round, n_ended = n_lasts - open - round;
        const uint32_t n_threads = n_parts * LEX_TILE_CHUNKS, run = (n_here + n_threads - 1) / n_threads * 32;
        const uint32_t first = min((part * LEX_EMIT_WARPS + threadIdx.x / 32) * run, n_here);
        lex_emit_run(v, &here, tile_at, first_tok + round, first, min(first + run, n_here), n_ended);
        __syncthreads();
    }
}
