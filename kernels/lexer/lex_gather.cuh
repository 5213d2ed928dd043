/* lex_gather.cuh: takes each source from where it lies, in page-locked memory of the host or in memory of the device,
 * to its place in the batch.
 * in    d_from, d_files, d_tile_file
 * out   d_gathered: each file at its base, its first n_blank bytes blank, and zeros between the files and behind them
 * map   a block a tile, a lane 16 bytes; few blocks, for they wait for the bus most of the time
 * moves 1 B read, 1 B written a source byte
 * ref   stage_file() in src/engine/engine_cuda_stage.c */
#pragma once

#include "lex_device.cuh"

/* Aligned 16 bytes that a lane has loaded. It has them only where all of them belong to the file. */
struct gather_word {
    uint4 bytes;
    uint64_t at;
    bool has;
};

RUSTG_D gather_word gather_load(uint64_t at, uint64_t begin, uint64_t end)
{
    gather_word word = {make_uint4(0, 0, 0, 0), at, at >= begin && at + 16 <= end};
    if (word.has)
        word.bytes = *(const uint4 *)(uintptr_t)at;
    return word;
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

/* The first n of the 16 bytes at an address, with zeros in place of the others. */
RUSTG_D uint4 gather_bytes(uint64_t from, uint32_t n)
{
    uint32_t words[4] = {0, 0, 0, 0};
#pragma unroll
    for (uint32_t i = 0; i < 16; i++)
        if (i < n)
            words[i / 4] |= (uint32_t) * (const uint8_t *)(uintptr_t)(from + i) << 8 * (i % 4);
    return make_uint4(words[0], words[1], words[2], words[3]);
}

/* The 16 bytes with spaces in place of the first n. */
RUSTG_D uint4 gather_blank(uint4 bytes, uint32_t n)
{
    uint32_t words[4] = {bytes.x, bytes.y, bytes.z, bytes.w};
#pragma unroll
    for (uint32_t i = 0; i < 16; i++)
        if (i < n)
            words[i / 4] = (words[i / 4] & ~(255u << 8 * (i % 4))) | ' ' << 8 * (i % 4);
    return make_uint4(words[0], words[1], words[2], words[3]);
}

/* The 16 bytes that belong at a place of the batch. All lanes of a warp call it: neighbours share what they load. */
RUSTG_D uint4 gather_at(const lex_batch_view &v, uint32_t at, uint32_t file)
{
    const lex_file_entry f = v.d_files[file];
    const uint32_t in_file = at - f.base, n_left = f.n_bytes > in_file ? f.n_bytes - in_file : 0;
    const uint64_t begin = v.d_from[file], end = begin + f.n_bytes, from = begin + in_file;
    const uint32_t skip = (uint32_t)from & 15;
    const gather_word own = gather_load(from - skip, begin, end);
    gather_word next;
    next.bytes = make_uint4(__shfl_down_sync(~0u, own.bytes.x, 1), __shfl_down_sync(~0u, own.bytes.y, 1),
                            __shfl_down_sync(~0u, own.bytes.z, 1), __shfl_down_sync(~0u, own.bytes.w, 1));
    next.at = __shfl_down_sync(~0u, own.at, 1);
    next.has = __shfl_down_sync(~0u, (uint32_t)own.has, 1) && (threadIdx.x & 31) < 31 && next.at == own.at + 16;
    if (!next.has && own.has && skip > 0)
        next = gather_load(own.at + 16, begin, end);
    uint4 bytes;
    if (n_left >= 16 && own.has && (skip == 0 || next.has))
        bytes = gather_shift(own.bytes, next.bytes, skip);
    else
        bytes = gather_bytes(from, n_left < 16 ? n_left : 16);
    return in_file < f.n_blank ? gather_blank(bytes, min(f.n_blank - in_file, n_left)) : bytes;
}

extern "C" __global__ void __launch_bounds__(LEX_GATHER_THREADS) lex_gather_kernel(lex_batch_view v)
{
    grid_await();
    for (uint32_t tile = blockIdx.x; tile <= v.n_tiles; tile += gridDim.x) {
        const uint32_t first = v.d_tile_file[tile], last = v.d_tile_file[min(tile + 1, v.n_tiles)];
        for (uint32_t i = threadIdx.x; i < LEX_TILE_BYTES / 16; i += LEX_GATHER_THREADS) {
            const uint32_t at = tile * LEX_TILE_BYTES + 16 * i;
            *(uint4 *)(v.d_gathered + at) = gather_at(v, at, lex_file_of(v, at, first, last));
        }
    }
}
