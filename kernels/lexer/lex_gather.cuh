/* lex_gather.cuh: takes each source from where it lies, in page-locked memory of the host or in memory of the device,
 * to its place in the batch.
 * in    d_from, d_files, d_tile_file
 * out   d_gathered: each file at its base, its first n_blank bytes blank, and zeros between the files and behind them
 * map   a warp 2 KiB, 512 side by side in a row; few blocks, for they wait for the bus, and what runs beside them on
 *       their multiprocessors waits with them
 * moves 1 B read, 1 B written a source byte
 * ref   stage_file() in src/engine/engine_cuda_stage.c */
#pragma once

#include "lex_device.cuh"

enum {
    GATHER_LINE = 128,      /* the bus is asked for whole lines, or it carries less */
    GATHER_ROWS = 4,        /* loads that a lane has under way */
    GATHER_ROW_BYTES = 512, /* what a warp loads at a time */
    GATHER_PIECE = GATHER_ROWS * GATHER_ROW_BYTES,
    GATHER_FEW_FILES = 4 /* of a tile; a warp waits for each of them */
};

/* The bytes of a file, and the aligned bytes in which the first of them lies, `skip` behind their beginning. In the
 * batch each 16 bytes of the file lie as far behind its base as the aligned bytes in which they begin lie behind
 * those. */
struct gather_source {
    uint64_t begin, end, aligned;
    uint32_t skip;
};

RUSTG_D gather_source gather_open(const lex_batch_view &v, uint32_t file, uint32_t n_bytes)
{
    const uint64_t begin = v.d_from[file];
    return {begin, begin + n_bytes, begin / 16 * 16, (uint32_t)begin % 16};
}

/* The aligned 16 bytes at an address, with zeros in place of those that are not the file's, which are not read. */
RUSTG_D uint4 gather_load(const gather_source &f, uint64_t at)
{
    if (at >= f.begin && at + 16 <= f.end)
        return *(const uint4 *)(uintptr_t)at;
    uint32_t words[4] = {0, 0, 0, 0};
#pragma unroll
    for (uint32_t i = 0; i < 4; i++) {
        const uint64_t word = at + 4 * i;
        if (word >= f.begin && word + 4 <= f.end) {
            words[i] = *(const uint32_t *)(uintptr_t)word;
        } else {
            for (uint32_t j = 0; j < 4; j++)
                if (word + j >= f.begin && word + j < f.end)
                    words[i] |= (uint32_t) * (const uint8_t *)(uintptr_t)(word + j) << 8 * j;
        }
    }
    return make_uint4(words[0], words[1], words[2], words[3]);
}

/* 16 bytes out of two words that lie side by side: those that begin `skip` bytes behind the start of the first. */
RUSTG_D uint4 gather_shift(const uint4 low, const uint4 high, uint32_t skip)
{
    const bool two = skip & 8, one = skip & 4;
    const uint32_t bits = 8 * (skip & 3);
    const uint32_t a = two ? low.z : low.x, b = two ? low.w : low.y, c = two ? high.x : low.z;
    const uint32_t d = two ? high.y : low.w, e = two ? high.z : high.x, f = two ? high.w : high.y;
    const uint32_t w0 = one ? b : a, w1 = one ? c : b, w2 = one ? d : c, w3 = one ? e : d, w4 = one ? f : e;
    return make_uint4(__funnelshift_r(w0, w1, bits), __funnelshift_r(w1, w2, bits), __funnelshift_r(w2, w3, bits),
                      __funnelshift_r(w3, w4, bits));
}

/* The 16 bytes at in_file of a file, with spaces in place of those that are to be blank. */
RUSTG_D uint4 gather_blank(uint4 bytes, const lex_file_entry &entry, uint32_t in_file)
{
    const uint32_t upto = min(entry.n_blank, entry.n_bytes);
    if (in_file >= upto)
        return bytes;
    uint32_t words[4] = {bytes.x, bytes.y, bytes.z, bytes.w};
#pragma unroll
    for (uint32_t i = 0; i < 16; i++)
        if (i < upto - in_file)
            words[i / 4] = (words[i / 4] & ~(255u << 8 * (i % 4))) | ' ' << 8 * (i % 4);
    return make_uint4(words[0], words[1], words[2], words[3]);
}

RUSTG_D uint4 gather_from_lane(const uint4 bytes, uint32_t lane)
{
    return make_uint4(__shfl_sync(~0u, bytes.x, (int)lane), __shfl_sync(~0u, bytes.y, (int)lane),
                      __shfl_sync(~0u, bytes.z, (int)lane), __shfl_sync(~0u, bytes.w, (int)lane));
}

/* A warp takes the aligned bytes from at on, up to end, to their places behind the file's. */
RUSTG_D void gather_piece(const gather_source &f, uint64_t at, uint64_t end, uint8_t *to, const lex_file_entry &entry)
{
    const uint32_t lane = threadIdx.x & 31;
    const uint4 none = make_uint4(0, 0, 0, 0);
    uint4 rows[GATHER_ROWS + 1]; /* of the last row the first lane alone, for the lane before it */
    at += 16 * lane;
#pragma unroll
    for (uint32_t i = 0; i < GATHER_ROWS; i++)
        rows[i] = at + GATHER_ROW_BYTES * i < end + 16 ? gather_load(f, at + GATHER_ROW_BYTES * i) : none;
    rows[GATHER_ROWS] = f.skip && lane == 0 && at + GATHER_PIECE < end + 16 ? gather_load(f, at + GATHER_PIECE) : none;
#pragma unroll
    for (uint32_t i = 0; i < GATHER_ROWS; i++) {
        const uint64_t row = at + GATHER_ROW_BYTES * i;
        const uint4 next = gather_from_lane(lane ? rows[i] : rows[i + 1], (lane + 1) & 31);
        if (row >= f.aligned && row < end) {
            const uint32_t in_file = (uint32_t)(row - f.aligned);
            const uint4 bytes = f.skip ? gather_shift(rows[i], next, f.skip) : rows[i];
            *(uint4 *)(to + in_file) = gather_blank(bytes, entry, in_file);
        }
    }
}

/* What a file has from byte at to byte end of the batch, but for what a line of the source has that begins before these
 * or goes on behind them; and the zeros behind the file. */
RUSTG_D void gather_part(const lex_batch_view &v, uint32_t file, uint32_t at, uint32_t end)
{
    const lex_file_entry entry = v.d_files[file];
    const uint32_t next = file + 1 < v.n_files ? min(v.d_files[file + 1].base, end) : end;
    if (entry.base >= end || next <= at)
        return;
    const gather_source f = gather_open(v, file, entry.n_bytes);
    const uint32_t from = at > entry.base ? at - entry.base : 0, upto = end - entry.base;
    if (from < entry.n_bytes) {
        const uint64_t last =
            upto >= entry.n_bytes ? f.aligned + entry.n_bytes : (f.aligned + upto) / GATHER_LINE * GATHER_LINE;
        for (uint64_t line = (f.aligned + from) / GATHER_LINE * GATHER_LINE; line < last; line += GATHER_PIECE)
            gather_piece(f, line, last, v.d_gathered + entry.base, entry);
    }
    const uint32_t zeros = max(at, entry.base + (entry.n_bytes + 15) / 16 * 16);
    for (uint32_t to = zeros + 16 * (threadIdx.x & 31); to < next; to += GATHER_ROW_BYTES)
        *(uint4 *)(v.d_gathered + to) = make_uint4(0, 0, 0, 0);
}

/* The same of many small files, each 16 bytes by themselves; from earlier on, for the first file may have begun in a
 * tile of few, where gather_part left a part of a line. */
RUSTG_D void gather_small(const lex_batch_view &v, uint32_t first, uint32_t last, uint32_t at, uint32_t end)
{
    const uint32_t left = at < GATHER_LINE ? 0 : at - (GATHER_LINE - 16);
    const uint32_t from = max(left, v.d_files[first].base) + 16 * (threadIdx.x & 31);
    for (uint32_t to = from; to < end; to += GATHER_ROW_BYTES) {
        const uint32_t file = lex_file_of(v, to, first, last);
        const lex_file_entry entry = v.d_files[file];
        const gather_source f = gather_open(v, file, entry.n_bytes);
        const uint64_t source = f.aligned + (to - entry.base);
        const uint4 own = gather_load(f, source);
        const uint4 bytes = f.skip ? gather_shift(own, gather_load(f, source + 16), f.skip) : own;
        *(uint4 *)(v.d_gathered + to) = gather_blank(bytes, entry, to - entry.base);
    }
}

extern "C" __global__ void __launch_bounds__(LEX_GATHER_THREADS) lex_gather_kernel(lex_batch_view v)
{
    grid_await();
    const uint32_t n_warps = gridDim.x * (LEX_GATHER_THREADS / 32), n_parts = LEX_TILE_BYTES / GATHER_PIECE;
    const uint32_t warp = (blockIdx.x * LEX_GATHER_THREADS + threadIdx.x) / 32;
    for (uint32_t part = warp; part < n_parts * (v.n_tiles + 1); part += n_warps) {
        const uint32_t tile = part / n_parts, at = part * GATHER_PIECE, end = at + GATHER_PIECE;
        const uint32_t first = v.d_tile_file[tile], last = v.d_tile_file[min(tile + 1, v.n_tiles)];
        if (last - first > GATHER_FEW_FILES)
            gather_small(v, first, last, at, end);
        else
            for (uint32_t file = first; file <= last; file++)
                gather_part(v, file, at, end);
    }
}
