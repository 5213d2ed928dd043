/* lex_relex.cuh: files that lex_mark.cuh could not settle, lexed byte by byte.
 * in    d_source, d_file_flags
 * out   d_start, d_last of the chunks of files with LEX_WEIRD, and the counts of their tiles
 * map   one thread a file; most return at once
 * cost  O(bytes of such files) work, O(longest such file) span
 * ref   lex_next() in lex_scan.h */
#pragma once

#include "lex_device.cuh"

RUSTG_D void lex_put_bits(const lex_batch_view &v, uint32_t chunk, uint64_t start, uint64_t last)
{
    uint32_t tile = chunk / LEX_TILE_CHUNKS;
    atomicAdd(&v.d_tile_starts[tile], (uint32_t)(__popcll(start) - __popcll(v.d_start[chunk])));
    atomicAdd(&v.d_tile_lasts[tile], (uint32_t)(__popcll(last) - __popcll(v.d_last[chunk])));
    v.d_start[chunk] = start;
    v.d_last[chunk] = last;
}

extern "C" __global__ void lex_relex_kernel(lex_batch_view v)
{
    const uint32_t file = blockIdx.x * blockDim.x + threadIdx.x;
    if (file >= v.n_files || !(v.d_file_flags[file] & LEX_WEIRD))
        return;
    const lex_file_entry f = v.d_files[file];
    const lex_text text = {v.d_source + f.base, f.n_bytes, f.edition};
    const uint32_t n_chunks = f.n_bytes / LEX_CHUNK_BYTES + 1;
    const uint32_t first = f.base / LEX_CHUNK_BYTES;
    uint32_t chunk = 0;
    uint64_t start = 0, last = 0;
    for (uint32_t pos = 0; chunk < n_chunks;) {
        lex_token token = lex_next(&text, pos);
        const bool eof = token.kind == RUSTG_TOK_EOF;
        const uint32_t final = eof ? token.start : token.end - 1;
        for (; chunk < token.start / LEX_CHUNK_BYTES; chunk++, start = last = 0)
            lex_put_bits(v, first + chunk, start, last);
        start |= 1ull << (token.start & 63);
        for (; chunk < final / LEX_CHUNK_BYTES; chunk++, start = last = 0)
            lex_put_bits(v, first + chunk, start, last);
        last |= 1ull << (final & 63);
        pos = token.end;
        if (eof) {
            lex_put_bits(v, first + chunk, start, last);
            break;
        }
    }
}
