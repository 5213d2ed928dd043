/* lex_relex.cuh: chunks that lex_mark.cuh could not settle, and what follows them, lexed byte by byte.
 * in    d_source, d_file_flags, d_start, d_last
 * out   d_start, d_last from each unsettled chunk to the first token after it that lex_mark.cuh found too (from there
 *       on both agree, since what follows the start of a token depends on the text alone), and the counts of the tiles
 * map   one thread a file; most return at once
 * cost  O(bytes lexed again) work, O(those of one file) span
 * ref   lex_token_after() in lex_scan.h */
#pragma once

#include "lex_device.cuh"

/* The words of one file being rewritten, in order. */
struct lex_rewriter {
    const lex_batch_view &v;
    uint32_t chunk; /* of the batch */
    uint64_t start, last;

    __device__ void put(uint64_t new_start, uint64_t new_last)
    {
        const uint32_t tile = chunk / LEX_TILE_CHUNKS;
        const uint64_t old_start = v.d_start[chunk], old_last = v.d_last[chunk];
        atomicAdd(&v.d_tile_starts[tile], (uint32_t)(__popcll(new_start) - __popcll(old_start)));
        atomicAdd(&v.d_tile_lasts[tile], (uint32_t)(__popcll(new_last) - __popcll(old_last)));
        v.d_start[chunk] = new_start;
        v.d_last[chunk] = new_last;
    }
    __device__ void advance(uint32_t to)
    {
        for (; chunk < to; chunk++, start = last = 0)
            put(start, last);
    }
};

RUSTG_D bool lex_is_unsettled(const lex_batch_view &v, uint32_t chunk)
{
    return v.d_start[chunk] == LEX_WEIRD_START && v.d_last[chunk] == LEX_WEIRD_LAST;
}

/* From the last token that starts before an unsettled chunk of the file; returns the chunk in which lexing agrees with
 * the marks again, or the chunk behind the file's end. */
RUSTG_D uint32_t lex_relex_from(const lex_batch_view &v, const lex_text &text, uint32_t first, uint32_t unsettled,
                                uint32_t end_chunk)
{
    uint32_t from = unsettled;
    uint64_t kept_start = 0, kept_last = 0;
    uint32_t pos = 0;
    while (from > first && v.d_start[from - 1] == 0)
        from--;
    if (from > first) {
        from--;
        const int bit = lex_highest(v.d_start[from]);
        pos = (from - first) * LEX_CHUNK_BYTES + bit;
        kept_start = v.d_start[from] & lex_below(bit);
        kept_last = v.d_last[from] & lex_below(bit);
    } else {
        from = first;
    }
    lex_rewriter out = {v, from, kept_start, kept_last};
    lex_token token = lex_make_token(pos, pos, RUSTG_TOK_NONE, 0);
    for (;;) {
        token = lex_token_after(&text, token);
        const uint32_t start_chunk = first + token.start / LEX_CHUNK_BYTES;
        const bool eof = token.kind == RUSTG_TOK_EOF;
        if (start_chunk > unsettled && !lex_is_unsettled(v, start_chunk) &&
            (v.d_start[start_chunk] >> (token.start & 63) & 1)) {
            const uint64_t kept = lex_from(token.start & 63);
            out.advance(start_chunk);
            out.put(out.start | (v.d_start[start_chunk] & kept), out.last | (v.d_last[start_chunk] & kept));
            return start_chunk;
        }
        out.advance(start_chunk);
        out.start |= 1ull << (token.start & 63);
        const uint32_t final = eof ? token.start : token.end - 1;
        out.advance(first + final / LEX_CHUNK_BYTES);
        out.last |= 1ull << (final & 63);
        if (eof) {
            out.put(out.start, out.last);
            return end_chunk;
        }
    }
}

extern "C" __global__ void lex_relex_kernel(lex_batch_view v)
{
    const uint32_t file = blockIdx.x * blockDim.x + threadIdx.x;
    if (file >= v.n_files || !(v.d_file_flags[file] & LEX_WEIRD))
        return;
    const lex_file_entry f = v.d_files[file];
    const lex_text text = {v.d_source + f.base, f.n_bytes, f.edition};
    const uint32_t first = f.base / LEX_CHUNK_BYTES;
    const uint32_t end = first + f.n_bytes / LEX_CHUNK_BYTES + 1;
    for (uint32_t chunk = first; chunk < end;) {
        if (lex_is_unsettled(v, chunk))
            chunk = lex_relex_from(v, text, first, chunk, end);
        else
            chunk++;
    }
}
