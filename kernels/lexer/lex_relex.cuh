/* lex_relex.cuh: chunks that lex_mark.cuh could not settle, and what follows them, lexed by lex_scan.h.
 * in    d_source, d_file_flags, d_start, d_last, d_tile_state
 * out   d_start, d_last from each unsettled chunk to the first token after it that lex_mark.cuh found too (from there
 *       on both agree, since what follows the start of a token depends on the text alone), the counts of the tiles, and
 *       in d_again the chunks that were written
 * map   one warp a file, its lanes in unison; most return at once
 * cost  O(bytes lexed again) work, O(tokens lexed again + bytes / 2048) span of one file
 * ref   lex_token_after() in lex_scan.h */
#pragma once

#include "lex_device.cuh"

/* The words of one file being rewritten, in order. All but put() is called by all lanes. */
struct lex_rewriter {
    const lex_batch_view &v;
    uint32_t chunk; /* of the batch */
    uint64_t start, last;

    __device__ void put(uint32_t at, uint64_t new_start, uint64_t new_last)
    {
        const uint32_t tile = at / LEX_TILE_CHUNKS;
        const uint64_t old_start = v.d_start[at], old_last = v.d_last[at];
        atomicAdd(&v.d_tile_starts[tile], (uint32_t)(__popcll(new_start) - __popcll(old_start)));
        atomicAdd(&v.d_tile_lasts[tile], (uint32_t)(__popcll(new_last) - __popcll(old_last)));
        atomicOr(&v.d_again[at / 32], 1u << (at & 31));
        v.d_start[at] = new_start;
        v.d_last[at] = new_last;
    }
    __device__ void advance(uint32_t to)
    {
        if (chunk >= to)
            return;
        for (uint32_t at = chunk + (threadIdx.x & 31); at < to; at += 32)
            put(at, at == chunk ? start : 0, at == chunk ? last : 0);
        __syncwarp();
        chunk = to;
        start = last = 0;
    }
    __device__ void finish(uint64_t final_start, uint64_t final_last)
    {
        if ((threadIdx.x & 31) == 0)
            put(chunk, final_start, final_last);
        __syncwarp();
    }
};

RUSTG_D bool lex_is_unsettled(const lex_batch_view &v, uint32_t chunk)
{
    return v.d_start[chunk] == LEX_WEIRD_START && v.d_last[chunk] == LEX_WEIRD_LAST;
}

/* One behind the last chunk of first .. from - 1 in which a token starts; first if there is none. */
RUSTG_D uint32_t lex_start_before(const lex_batch_view &v, uint32_t first, uint32_t from)
{
    const uint32_t lane = threadIdx.x & 31;
    for (;; from -= 32) {
        const bool has = from - first > lane && v.d_start[from - 1 - lane] != 0;
        const uint32_t found = __ballot_sync(~0u, has);
        if (found)
            return from - (uint32_t)(__ffs((int)found) - 1);
        if (from - first <= 32)
            return first;
    }
}

/* The first unsettled chunk of chunk .. end - 1; end if there is none. Tiles without any are passed over. */
RUSTG_D uint32_t lex_next_unsettled(const lex_batch_view &v, uint32_t chunk, uint32_t end)
{
    const uint32_t lane = threadIdx.x & 31;
    while (chunk < end) {
        const uint32_t tile = chunk / LEX_TILE_CHUNKS, n_tiles = (end - 1) / LEX_TILE_CHUNKS + 1 - tile;
        const uint32_t tiles = __ballot_sync(~0u, lane < n_tiles && v.d_tile_state[tile + lane] & LEX_TILE_UNSETTLED);
        const uint32_t n_pass = tiles ? (uint32_t)__ffs((int)tiles) - 1 : 32;
        if (n_pass > 0) {
            chunk = min((uint64_t)(tile + n_pass) * LEX_TILE_CHUNKS, (uint64_t)end);
            continue;
        }
        const uint32_t tile_end = min((tile + 1) * LEX_TILE_CHUNKS, end);
        for (; chunk < tile_end; chunk += 32) {
            const bool is_it = chunk + lane < tile_end && lex_is_unsettled(v, chunk + lane);
            const uint32_t found = __ballot_sync(~0u, is_it);
            if (found)
                return chunk + (uint32_t)__ffs((int)found) - 1;
        }
        chunk = tile_end;
    }
    return end;
}

/* From the last token that starts before an unsettled chunk of the file; returns the chunk in which lexing agrees with
 * the marks again, or the chunk behind the file's end. */
RUSTG_D uint32_t lex_relex_from(const lex_batch_view &v, const lex_text &text, uint32_t first, uint32_t unsettled,
                                uint32_t end_chunk)
{
    uint32_t from = lex_start_before(v, first, unsettled);
    uint64_t kept_start = 0, kept_last = 0;
    uint32_t pos = 0;
    if (from > first) {
        from--;
        const int bit = lex_highest(v.d_start[from]);
        pos = (from - first) * LEX_CHUNK_BYTES + bit;
        kept_start = v.d_start[from] & lex_below(bit);
        kept_last = v.d_last[from] & lex_below(bit);
    }
    __syncwarp(); /* before a lane writes what others read */
    lex_rewriter out = {v, from, kept_start, kept_last};
    lex_token token = lex_make_token(pos, pos, RUSTG_TOK_NONE, 0);
    for (;;) {
        token = lex_token_after(&text, token);
        const uint32_t start_chunk = first + token.start / LEX_CHUNK_BYTES;
        const bool eof = token.kind == RUSTG_TOK_EOF;
        const uint64_t found_start = v.d_start[start_chunk], found_last = v.d_last[start_chunk];
        const bool is_settled = found_start != LEX_WEIRD_START || found_last != LEX_WEIRD_LAST;
        __syncwarp();
        if (start_chunk > unsettled && is_settled && (found_start >> (token.start & 63) & 1)) {
            const uint64_t kept = lex_from(token.start & 63);
            out.advance(start_chunk);
            out.finish(out.start | (found_start & kept), out.last | (found_last & kept));
            return start_chunk;
        }
        out.advance(start_chunk);
        out.start |= 1ull << (token.start & 63);
        const uint32_t final = eof ? token.start : token.end - 1;
        out.advance(first + final / LEX_CHUNK_BYTES);
        out.last |= 1ull << (final & 63);
        if (eof) {
            out.finish(out.start, out.last);
            return end_chunk;
        }
    }
}

extern "C" __global__ void __launch_bounds__(LEX_RELEX_THREADS) lex_relex_kernel(lex_batch_view v)
{
    const uint32_t file = (blockIdx.x * LEX_RELEX_THREADS + threadIdx.x) / 32;
    if (file >= v.n_files || !(v.d_file_flags[file] & LEX_WEIRD))
        return;
    const lex_file_entry f = v.d_files[file];
    lex_text text = {v.d_source + f.base, f.n_bytes, f.edition};
    text.is_warp = true;
    const uint32_t first = f.base / LEX_CHUNK_BYTES;
    const uint32_t end = first + f.n_bytes / LEX_CHUNK_BYTES + 1;
    uint32_t chunk = first;
    while ((chunk = lex_next_unsettled(v, chunk, end)) < end)
        chunk = lex_relex_from(v, text, first, chunk, end);
}
