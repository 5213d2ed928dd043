/* lex_ahead.cuh: where tokens start and end in the 2 KB behind the start of a token, by a warp: what lex_map.cuh and
 * lex_mark.cuh do to a batch, from a place where the state is known.
 * map   a lane a chunk
 * ref   lex_token_after() in lex_scan.h */
#pragma once

#include "lex_device.cuh"

/* The lane's chunk, of those from `first` of the file on. n_good: chunks that are settled, those behind them are not */
struct lex_stretch {
    uint64_t start, last;
    uint32_t first, n_good;
};

/* Whether nothing before a token matters to what it is: white space stands there, or the file begins. */
RUSTG_D bool lex_starts_alone(const lex_text *text, uint32_t start)
{
    return start == 0 || lex_space_at(text, start - 1) == 1;
}

/* in  text   a file, n_bytes its own size where the text is cut
 *     start  of a token for which lex_starts_alone, an offset in the file
 * out marks from there on; no flags are told, for whoever asks looks at each token */
RUSTG_D_CALL void lex_mark_ahead(const lex_text *text, uint32_t start, uint32_t n_bytes, lex_stretch *out)
{
    const uint32_t lane = threadIdx.x & 31, first = start / LEX_CHUNK_BYTES, at = (first + lane) * LEX_CHUNK_BYTES;
    const bool is_in = at <= n_bytes;
    lex_chunk c;
    lex_bounds b = {0, 0, 0};
    uint64_t map = LEX_MAP_IDENTITY;
    if (is_in) {
        lex_chunk_load(&c, text->bytes, at, n_bytes - at, text->edition);
        const uint64_t stays = lex_from(lane == 0 ? (int)(start & 63) : 0);
        lex_keep_masks(&c.m, stays);
        c.m.space |= ~stays;
        map = chunk_map(&c, false);
    }
    const uint64_t before = __shfl_up_sync(~0u, lex_scan_warp(map, lex_compose), 1);
    if (is_in)
        b = lex_chunk_bounds(&c, lane == 0 ? (int)LEX_CODE : lex_map_at(before, LEX_CODE));
    const bool is_bad = b.flags & LEX_WEIRD || (lane == 0 && !(b.start >> (start & 63) & 1));
    const uint32_t unsettled = __ballot_sync(~0u, is_bad);
    out->start = b.start;
    out->last = b.last;
    out->first = first;
    out->n_good = unsettled ? (uint32_t)__ffs((int)unsettled) - 1 : 32;
}
