/* lex_relex.cuh: chunks that lex_mark.cuh could not settle, and what follows them, lexed by lex_scan.h and
 * lex_ahead.cuh.
 *
 * A piece is what is lexed again for one unsettled chunk: from the last token that starts before it to the first token
 * behind it that lex_mark.cuh found too; from there on both agree, since what follows the start of a token depends on
 * the text alone. So where a piece ends does not depend on the pieces before it, and all are tried at once
 * (lex_try); then unsettled chunks are gone through in order, and those inside of an earlier piece are dropped:
 * in each region as if no piece reached into it (lex_region, which also tries the longer ones of large files),
 * and then in the regions where one does, or where a piece's end is still not known (lex_relex, which
 * lexes such a piece); then the others are written (lex_piece), as they were tried. Two pieces may share a chunk, each
 * with bits of its own.
 *
 * in    d_source, d_file_flags, d_start, d_last, d_tile_state, d_unsettled; d_hard is written anew, by lex_try
 * out   d_start, d_last of the pieces, the counts of the tiles, and in d_again the chunks that were written; d_doubtful
 * map   one warp a chunk, in lex_region a region, in lex_relex a file, lanes in unison; for most there is
 *       nothing to do
 * cost  O(bytes lexed again) work; span of a file: 64 tokens, its regions, the tokens of pieces that are longer
 *       than a region tries
 * ref   lex_token_after() in lex_scan.h */
#pragma once

#include "lex_ahead.cuh"

/* What a piece may take to find out where it ends: tokens, bytes, and chunks that are looked back over. So many pieces
 * that never agree do not take quadratic time. */
struct lex_limits {
    uint32_t toks, bytes, back;
};
enum { LEX_TRY_BYTES = 16384, LEX_TRY_AHEAD = 16, LEX_NO_LIMIT = 0xFFFFFFFF };

RUSTG_D lex_limits lex_try_limits()
{
    return {64, LEX_TRY_BYTES, 128};
}

RUSTG_D lex_limits lex_region_limits()
{
    return {LEX_NO_LIMIT, LEX_REGIONS_BYTES, LEX_REGION_CHUNKS};
}

RUSTG_D lex_limits lex_no_limits()
{
    return {LEX_NO_LIMIT, LEX_NO_LIMIT, LEX_NO_LIMIT};
}

/* Set in d_region where a piece in the region has no known end. */
#define LEX_REGION_OPEN 0x80000000u

/* Where a piece ends, as an offset in the file. It is kept in d_prefix of the piece's unsettled chunk, which nothing
 * else needs by then. LEX_PIECE_LONG says that the end is not known; LEX_PIECE_COUNTS says that the piece is
 * lex_piece's work. */
#define LEX_PIECE_LONG   0xFFFFFFFFu
#define LEX_PIECE_COUNTS (1ull << 32)

/* Above that, 1 more than the number of what lex_try has made of the piece; 0: it kept nothing. */
enum { LEX_PIECE_KEPT = 33 };

/* What was made of a piece: the words of its n chunks from `from` on, and which of their bits are the piece's. They lie
 * where the tokens' starts do later; a piece for which there is no room is lexed again. */
enum { LEX_KEPT_CHUNKS = LEX_TRY_BYTES / LEX_CHUNK_BYTES + 1 };
struct lex_kept {
    uint64_t start[LEX_KEPT_CHUNKS], last[LEX_KEPT_CHUNKS], own[LEX_KEPT_CHUNKS];
    uint32_t from, n;
};

RUSTG_D lex_kept *lex_kept_of(const lex_batch_view &v, uint32_t number)
{
    const uint64_t room = (uint64_t)v.capacity * sizeof *v.d_tok_start / sizeof(lex_kept);
    return number < room ? (lex_kept *)v.d_tok_start + number : NULL;
}

/* The same with another end. */
RUSTG_D uint64_t lex_piece_ends(uint64_t piece, uint32_t ends_at, bool counts)
{
    return piece >> LEX_PIECE_KEPT << LEX_PIECE_KEPT | (counts ? LEX_PIECE_COUNTS : 0) | ends_at;
}

/* The words of one piece being rewritten, in order. All but put() is called by all lanes.
 *   kept  where they go to instead, NULL: into the batch
 *   mask  the bits of `chunk` that are the piece's */
struct lex_rewriter {
    const lex_batch_view &v;
    bool writes;
    lex_kept *kept;
    uint32_t from, chunk; /* of the batch: the piece's first one, and the one at hand */
    uint64_t start, last, mask;

    static __device__ void set(uint64_t *word, uint64_t bits, uint64_t mask)
    {
        atomicAnd((unsigned long long *)word, ~mask | bits);
        atomicOr((unsigned long long *)word, bits);
    }
    __device__ void put(uint32_t at, uint64_t new_start, uint64_t new_last, uint64_t own)
    {
        if (kept) {
            if (at - from < LEX_KEPT_CHUNKS) {
                kept->start[at - from] = new_start;
                kept->last[at - from] = new_last;
                kept->own[at - from] = own;
            }
            return;
        }
        const uint32_t tile = at / LEX_TILE_CHUNKS;
        const uint64_t old_start = v.d_start[at] & own, old_last = v.d_last[at] & own;
        atomicAdd(&v.d_tile_starts[tile], (uint32_t)(__popcll(new_start) - __popcll(old_start)));
        atomicAdd(&v.d_tile_lasts[tile], (uint32_t)(__popcll(new_last) - __popcll(old_last)));
        atomicOr(&v.d_again[at / 32], 1u << (at & 31));
        set(&v.d_start[at], new_start, own);
        set(&v.d_last[at], new_last, own);
    }
    __device__ void advance(uint32_t to)
    {
        if (chunk >= to)
            return;
        for (uint32_t at = chunk + (threadIdx.x & 31); writes && at < to; at += 32)
            put(at, at == chunk ? start : 0, at == chunk ? last : 0, at == chunk ? mask : ~0ull);
        __syncwarp();
        chunk = to;
        start = last = 0;
        mask = ~0ull;
    }
    /* The words of a stretch that begins in `chunk`, up to an offset of the file in n_chunks chunks from there. */
    __device__ void take(const lex_stretch &s, uint32_t n_chunks, uint32_t upto)
    {
        const uint32_t lane = threadIdx.x & 31;
        const uint64_t counts = lane < n_chunks ? ~0ull : lane == n_chunks ? lex_below(upto & 63) : 0;
        const uint64_t its_start = (s.start & counts) | (lane == 0 ? start : 0);
        const uint64_t its_last = (s.last & counts) | (lane == 0 ? last : 0);
        if (writes && lane < n_chunks)
            put(chunk + lane, its_start, its_last, lane == 0 ? mask : ~0ull);
        __syncwarp();
        chunk += n_chunks;
        start = __shfl_sync(~0u, its_start, (int)n_chunks);
        last = __shfl_sync(~0u, its_last, (int)n_chunks);
        mask = n_chunks == 0 ? mask : ~0ull;
    }
    __device__ void finish(uint64_t own)
    {
        if (writes && (threadIdx.x & 31) == 0) {
            put(chunk, start, last, own);
            if (kept) {
                kept->from = from;
                kept->n = chunk - from + 1;
            }
        }
        __syncwarp();
    }
};

RUSTG_D bool lex_is_unsettled(const lex_batch_view &v, uint32_t chunk)
{
    return v.d_start[chunk] == LEX_WEIRD_START && v.d_last[chunk] == LEX_WEIRD_LAST;
}

/* One behind the last chunk of first .. from - 1 in which a token starts, or first if there is none. */
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

/* The first unsettled chunk of chunk .. end - 1, or end. Tiles without any are passed over. */
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

/* Of a stretch: where the piece ends in it, or else where its last token starts. *agrees: it ends. */
RUSTG_D uint32_t lex_stretch_upto(const lex_batch_view &v, const lex_stretch &s, uint32_t first, uint32_t unsettled,
                                  uint32_t ends_at, uint32_t n_bytes, bool *agrees)
{
    const uint32_t lane = threadIdx.x & 31, at = (s.first + lane) * LEX_CHUNK_BYTES;
    const bool is_good = lane < s.n_good && at <= n_bytes;
    uint64_t ends = 0;
    if (ends_at != LEX_PIECE_LONG)
        ends = ends_at - at < LEX_CHUNK_BYTES ? 1ull << (ends_at & 63) : 0;
    else if (is_good && first + s.first + lane > unsettled)
        ends = v.d_start[first + s.first + lane];
    if (n_bytes - at < LEX_CHUNK_BYTES)
        ends &= lex_below(n_bytes & 63);
    ends &= is_good ? s.start : 0;
    const uint32_t end_lanes = __ballot_sync(~0u, ends != 0), lanes = __ballot_sync(~0u, is_good && s.start != 0);
    *agrees = end_lanes != 0;
    const int its = end_lanes ? __ffs((int)end_lanes) - 1 : 31 - __clz((int)lanes);
    const int bit = end_lanes ? lex_lowest(ends | 1ull << 63) : lex_highest(s.start | 1);
    return (s.first + (uint32_t)its) * LEX_CHUNK_BYTES + (uint32_t)__shfl_sync(~0u, bit, its);
}

/* A piece.
 * in   ends_at  where it ends, LEX_PIECE_LONG where that is to be found out
 *      limits   with any, only find out; may fail
 *      kept     what is made is kept there; NULL: it is written, unless there are limits
 * out  where it ends: a token's offset in the file, text.n_bytes for the end; LEX_PIECE_LONG where a try fails */
RUSTG_D_CALL uint32_t lex_relex_piece(const lex_batch_view &v, lex_text text, uint32_t first, uint32_t unsettled,
                                      uint32_t ends_at, lex_limits limits, lex_kept *kept)
{
    const uint32_t n_bytes = text.n_bytes;
    const bool is_try = limits.bytes != LEX_NO_LIMIT, is_far = unsettled - first > limits.back;
    const uint32_t back_to = is_far ? unsettled - limits.back : first;
    uint32_t from = lex_start_before(v, back_to, unsettled), pos = 0;
    if (is_far && from == back_to)
        return LEX_PIECE_LONG;
    uint64_t mask = ~0ull;
    if (from > first) {
        from--;
        const int bit = lex_highest(v.d_start[from]);
        pos = (from - first) * LEX_CHUNK_BYTES + bit;
        mask = lex_from(bit);
    }
    __syncwarp(); /* before a lane writes what others read */
    const bool is_cut = n_bytes - pos > limits.bytes;
    if (is_cut)
        text.n_bytes = pos + limits.bytes;
    lex_rewriter out = {v, !is_try || kept, kept, from, from, 0, 0, mask};
    lex_token token = lex_make_token(pos, pos, RUSTG_TOK_NONE, 0);
    uint32_t ahead_from = (unsettled - first) * LEX_CHUNK_BYTES;
    for (uint32_t n_toks = 0; n_toks < limits.toks; n_toks++) {
        token = lex_token_after(&text, token);
        /* near the cut, and behind hashes, what comes next is not known */
        if (is_cut && (token.end + LEX_TRY_AHEAD > text.n_bytes || token.kind == RUSTG_TOK_GUARDED_STR))
            return LEX_PIECE_LONG;
        const uint32_t start_chunk = first + token.start / LEX_CHUNK_BYTES;
        const bool eof = token.kind == RUSTG_TOK_EOF;
        bool agrees = token.start == ends_at;
        if (ends_at == LEX_PIECE_LONG && start_chunk > unsettled)
            agrees = v.d_start[start_chunk] >> (token.start & 63) & 1;
        __syncwarp();
        out.advance(start_chunk);
        if (agrees && !eof) {
            out.finish(lex_below(token.start & 63));
            return token.start;
        }
        if (!eof && token.start >= ahead_from && lex_starts_alone(&text, token.start)) {
            lex_stretch stretch;
            lex_mark_ahead(&text, token.start, n_bytes, &stretch);
            if (is_cut)
                stretch.n_good = min(stretch.n_good, (text.n_bytes - LEX_TRY_AHEAD) / LEX_CHUNK_BYTES - stretch.first);
            const uint32_t upto = stretch.n_good == 0
                                      ? token.start
                                      : lex_stretch_upto(v, stretch, first, unsettled, ends_at, n_bytes, &agrees);
            if (agrees || upto > token.start) {
                __syncwarp();
                out.take(stretch, upto / LEX_CHUNK_BYTES - stretch.first, upto);
                if (agrees) {
                    out.finish(lex_below(upto & 63));
                    return upto;
                }
                token = lex_make_token(upto, upto, RUSTG_TOK_NONE, 0);
                continue;
            }
            ahead_from = (stretch.first + stretch.n_good + 1) * LEX_CHUNK_BYTES; /* behind what is not settled there */
        }
        out.start |= 1ull << (token.start & 63);
        const uint32_t final = eof ? token.start : token.end - 1;
        out.advance(first + final / LEX_CHUNK_BYTES);
        out.last |= 1ull << (final & 63);
        if (eof) {
            out.finish(out.mask);
            return n_bytes;
        }
    }
    return LEX_PIECE_LONG;
}

RUSTG_D lex_text lex_warp_text(const lex_file_entry &f, const lex_batch_view &v)
{
    lex_text text = {v.d_source + f.base, f.n_bytes, f.edition};
    text.is_warp = true;
    return text;
}

RUSTG_D lex_file_entry lex_file_at(const lex_batch_view &v, uint32_t chunk)
{
    const uint32_t tile = chunk / LEX_TILE_CHUNKS;
    return v.d_files[lex_file_of(v, chunk * LEX_CHUNK_BYTES, v.d_tile_file[tile], v.d_tile_file[tile + 1])];
}

/* Tries the piece of an unsettled chunk, by a warp. */
RUSTG_D void lex_try_chunk(const lex_batch_view &v, uint32_t chunk)
{
    const uint32_t lane = threadIdx.x & 31, drawn = lane == 0 ? atomicAdd(v.d_n_kept, 1u) : 0;
    const uint32_t number = __shfl_sync(~0u, drawn, 0);
    const lex_file_entry f = lex_file_at(v, chunk);
    lex_kept *kept = lex_kept_of(v, number);
    const uint32_t ends_at = lex_relex_piece(v, lex_warp_text(f, v), f.base / LEX_CHUNK_BYTES, chunk, LEX_PIECE_LONG,
                                             lex_try_limits(), kept);
    const uint64_t has = kept && ends_at != LEX_PIECE_LONG ? (uint64_t)(number + 1) << LEX_PIECE_KEPT : 0;
    if (lane == 0) {
        v.d_prefix[chunk] = has | ends_at;
        v.d_hard[number] = chunk;
    }
}

/* Finds the unsettled chunks of the tiles that have any, a block a part of a tile. A warp looks at few chunks, for
 * neighbours are often unsettled together. */
RUSTG_D void lex_try(const lex_batch_view &v)
{
    const uint32_t lane = threadIdx.x & 31, n_parts = LEX_UNSETTLED_PARTS * *v.d_n_unsettled;
    for (uint32_t i = blockIdx.x; i < n_parts; i += gridDim.x) {
        const uint32_t first = (i % LEX_UNSETTLED_PARTS * LEX_TILE_CHUNKS + (threadIdx.x & ~31u)) / LEX_UNSETTLED_PARTS;
        const uint32_t chunk = v.d_unsettled[i / LEX_UNSETTLED_PARTS] * LEX_TILE_CHUNKS + first;
        const bool is_it =
            lane < 32 / LEX_UNSETTLED_PARTS && chunk + lane < v.n_chunks && lex_is_unsettled(v, chunk + lane);
        for (uint32_t rest = __ballot_sync(~0u, is_it); rest; rest &= rest - 1)
            lex_try_chunk(v, chunk + (uint32_t)__ffs((int)rest) - 1);
    }
}

/* One behind the file's last chunk. */
RUSTG_D uint32_t lex_chunk_end(const lex_file_entry &f)
{
    return f.base / LEX_CHUNK_BYTES + f.n_bytes / LEX_CHUNK_BYTES + 1;
}

/* The chunk in which a piece ends that ends at an offset of the file. */
RUSTG_D uint32_t lex_chunk_behind(const lex_file_entry &f, uint32_t ends_at)
{
    return ends_at == f.n_bytes ? lex_chunk_end(f) : (f.base + ends_at) / LEX_CHUNK_BYTES;
}

/* A warp a region. */
RUSTG_D void lex_region(const lex_batch_view &v)
{
    const uint32_t region = (blockIdx.x * LEX_RELEX_THREADS + threadIdx.x) / 32;
    const uint32_t end = min((region + 1) * LEX_REGION_CHUNKS, v.n_chunks);
    uint32_t chunk = region * LEX_REGION_CHUNKS, upto = 0, open = 0;
    if (chunk >= end || *v.d_n_unsettled == 0)
        return;
    while (chunk < end && (chunk = lex_next_unsettled(v, chunk, end)) < end) {
        const lex_file_entry f = lex_file_at(v, chunk);
        const uint64_t piece = v.d_prefix[chunk];
        uint32_t ends_at = (uint32_t)piece;
        __syncwarp();
        /* lex_relex lexes a small file's long pieces once, where those that are tried are lexed twice. */
        if (ends_at == LEX_PIECE_LONG && f.n_bytes > LEX_REGIONS_BYTES)
            ends_at = lex_relex_piece(v, lex_warp_text(f, v), f.base / LEX_CHUNK_BYTES, chunk, LEX_PIECE_LONG,
                                      lex_region_limits(), NULL);
        if (ends_at == LEX_PIECE_LONG) { /* lex_relex goes through the file's chunks here again */
            open = LEX_REGION_OPEN;
            chunk = lex_chunk_end(f);
            continue;
        }
        if ((threadIdx.x & 31) == 0)
            v.d_prefix[chunk] = lex_piece_ends(piece, ends_at, true);
        chunk = upto = lex_chunk_behind(f, ends_at);
    }
    if ((threadIdx.x & 31) == 0)
        v.d_region[region] = upto | open;
}

/* Goes through the unsettled chunks from chunk to end of a file, of which those below upto lie in a piece. Returns what
 * that is behind them. */
RUSTG_D uint32_t lex_relex_region(const lex_batch_view &v, const lex_file_entry &f, uint32_t chunk, uint32_t end,
                                  uint32_t upto)
{
    for (; chunk < end && (chunk = lex_next_unsettled(v, chunk, end)) < end; chunk++) {
        const uint64_t piece = v.d_prefix[chunk];
        uint32_t ends_at = (uint32_t)piece;
        const bool counts = chunk >= upto;
        __syncwarp();
        if (counts && ends_at == LEX_PIECE_LONG)
            ends_at = lex_relex_piece(v, lex_warp_text(f, v), f.base / LEX_CHUNK_BYTES, chunk, LEX_PIECE_LONG,
                                      lex_no_limits(), NULL);
        else if ((threadIdx.x & 31) == 0)
            v.d_prefix[chunk] = lex_piece_ends(piece, ends_at, counts);
        if (counts)
            upto = lex_chunk_behind(f, ends_at);
        __syncwarp();
    }
    return upto;
}

/* A warp a file. */
RUSTG_D void lex_relex(const lex_batch_view &v)
{
    const uint32_t file = (blockIdx.x * LEX_RELEX_THREADS + threadIdx.x) / 32, lane = threadIdx.x & 31;
    if (file >= v.n_files)
        return;
    const uint32_t flags = v.d_file_flags[file];
    if (lex_flags_doubtful(flags) && lane == 0)
        v.d_doubtful[atomicAdd(v.d_n_doubtful, 1u)] = file;
    if (!(flags & LEX_WEIRD))
        return;
    const lex_file_entry f = v.d_files[file];
    const uint32_t first = f.base / LEX_CHUNK_BYTES, end = lex_chunk_end(f);
    const uint32_t n_regions = (end - 1) / LEX_REGION_CHUNKS + 1;
    uint32_t upto = first;
    for (uint32_t region = first / LEX_REGION_CHUNKS; region < n_regions;) {
        const uint32_t own = region + lane, begin = own * LEX_REGION_CHUNKS;
        const uint32_t state = v.d_region && own < n_regions ? v.d_region[own] : LEX_REGION_OPEN;
        uint32_t before = __shfl_up_sync(~0u, state & ~LEX_REGION_OPEN, 1);
        before = lane == 0 ? upto : before;
        const uint32_t bad =
            __ballot_sync(~0u, (state & LEX_REGION_OPEN) != 0 || before > (begin > first ? begin : first));
        const uint32_t n_good = bad ? (uint32_t)__ffs((int)bad) - 1 : 32;
        if (n_good > 0) {
            const uint32_t behind = __shfl_sync(~0u, state & ~LEX_REGION_OPEN, (int)n_good - 1);
            upto = behind > upto ? behind : upto;
            region += n_good;
        } else {
            const uint32_t from = region * LEX_REGION_CHUNKS;
            upto = lex_relex_region(v, f, from > first ? from : first, min(from + LEX_REGION_CHUNKS, end), upto);
            region++;
        }
    }
}

/* Writes a piece as it was kept; returns whether it was. */
RUSTG_D bool lex_put_kept(const lex_batch_view &v, uint64_t piece)
{
    const uint32_t number = (uint32_t)(piece >> LEX_PIECE_KEPT), lane = threadIdx.x & 31;
    if (number == 0)
        return false;
    const lex_kept *kept = lex_kept_of(v, number - 1);
    if (!kept || kept->n > LEX_KEPT_CHUNKS)
        return false;
    lex_rewriter out = {v, true, NULL, kept->from, kept->from, 0, 0, 0};
    for (uint32_t i = lane; i < kept->n; i += 32)
        out.put(kept->from + i, kept->start[i], kept->last[i], kept->own[i]);
    __syncwarp();
    return true;
}

/* A warp a chunk that lex_try has found: others may look unsettled while their words are being written. Those that
 * lex_relex has written are settled by now. */
RUSTG_D void lex_piece(const lex_batch_view &v)
{
    const uint32_t n_warps = gridDim.x * (blockDim.x / 32), n = *v.d_n_kept;
    for (uint32_t i = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32; i < n; i += n_warps) {
        const uint32_t chunk = v.d_hard[i];
        const uint64_t piece = v.d_prefix[chunk];
        const bool is_left = lex_is_unsettled(v, chunk);
        __syncwarp();
        if (!is_left || !(piece & LEX_PIECE_COUNTS) || (uint32_t)piece == LEX_PIECE_LONG || lex_put_kept(v, piece))
            continue;
        const lex_file_entry f = lex_file_at(v, chunk);
        lex_relex_piece(v, lex_warp_text(f, v), f.base / LEX_CHUNK_BYTES, chunk, (uint32_t)piece, lex_no_limits(),
                        NULL);
    }
}

/* One kernel for all steps: they share the code that lexes a piece, which is long and, where lone warps run it for the
 * first time, comes from far. */
extern "C" __global__ void __launch_bounds__(LEX_RELEX_THREADS)
    lex_pieces_kernel(const __grid_constant__ lex_batch_view v)
{
    grid_await();
    switch ((lex_step)v.step) {
    case LEX_STEP_TRY: lex_try(v); break;
    case LEX_STEP_REGION: lex_region(v); break;
    case LEX_STEP_RELEX: lex_relex(v); break;
    case LEX_STEP_PIECE: lex_piece(v); break;
    }
}
