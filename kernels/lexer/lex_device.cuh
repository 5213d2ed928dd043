/* lex_device.cuh: what the lexer's kernels share: which file a chunk belongs to, composing maps, block scans. */
#pragma once

#include "lex_warp.cuh" /* first: lex_scan.h asks for it */

#include "grid_await.cuh"

#include "lexer/lex_batch.h"
#include "lex_chunk_map.h"

/* The bits of a chunk that lex_mark.cuh could not settle, which lex_relex.cuh replaces. No chunk has these bits
 * otherwise, because a token of one byte ends where it starts. */
#define LEX_WEIRD_START 0ull
#define LEX_WEIRD_LAST  (~0ull)

/* How many blocks a multiprocessor the registers must leave room for. Of 8, 9, 10 and 12, and of 1 and 16 before, these
 * were the fastest on an H200, over 256 MiB of the corpus. */
enum { LEX_MAP_BLOCKS = 8, LEX_MARK_BLOCKS = 8, LEX_HARD_BLOCKS = 8, LEX_EMIT_BLOCKS = 10 };

struct lex_place {
    uint32_t file;
    uint32_t at;     /* first byte of the chunk in the batch */
    uint32_t n_left; /* bytes from there to the end of the file; 0 behind the end */
    uint32_t edition;
    bool begins_file;
    bool past_end; /* the chunk lies behind the byte that ends the file */
};

/* The last of files lo..hi that begins at or before byte at. */
RUSTG_D uint32_t lex_file_of(const lex_batch_view &v, uint32_t at, uint32_t lo, uint32_t hi)
{
    while (lo < hi) {
        uint32_t mid = (lo + hi + 1) / 2;
        if (v.d_files[mid].base <= at)
            lo = mid;
        else
            hi = mid - 1;
    }
    return lo;
}

RUSTG_D lex_place lex_find_place(const lex_batch_view &v, uint32_t tile, uint32_t chunk)
{
    lex_place p;
    p.at = chunk * LEX_CHUNK_BYTES;
    p.file = lex_file_of(v, p.at, v.d_tile_file[tile], v.d_tile_file[tile + 1]);
    lex_file_entry f = v.d_files[p.file];
    uint32_t end = f.base + f.n_bytes;
    p.n_left = end > p.at ? end - p.at : 0;
    p.edition = f.edition;
    p.begins_file = f.base == p.at;
    p.past_end = p.at > end;
    return p;
}

/* The map of first, then second. Byte permutes look four states up at a time. */
RUSTG_D uint64_t lex_compose(uint64_t first, uint64_t second)
{
    uint32_t lo = (uint32_t)second, hi = (uint32_t)(second >> 32);
    uint32_t even = lo & 0x0F0F0F0Fu, odd = lo >> 4 & 0x0F0F0F0Fu;
    uint32_t b0 = __byte_perm(even, odd, 0x5140), b1 = __byte_perm(even, odd, 0x7362);
    even = hi & 0x0F0F0F0Fu;
    odd = hi >> 4 & 0x0F0F0F0Fu;
    uint32_t b2 = __byte_perm(even, odd, 0x5140), b3 = __byte_perm(even, odd, 0x7362);
    uint32_t out[4];
#pragma unroll
    for (int g = 0; g < 4; g++) {
        uint32_t states = (uint32_t)(first >> 16 * g) & 0xFFFFu;
        uint32_t low = states & 0x7777u;
        uint32_t upper = __byte_perm(0x0000FF00u, 0, states >> 3 & 0x1111u);
        uint32_t r = (__byte_perm(b0, b1, low) & ~upper) | (__byte_perm(b2, b3, low) & upper);
        r |= r >> 4;
        out[g] = __byte_perm(r, 0, 0x4420) & 0xFFFFu;
    }
    return lex_join(out[0] | out[1] << 16, out[2] | out[3] << 16);
}

RUSTG_D uint64_t lex_add_counts(uint64_t a, uint64_t b)
{
    return a + b;
}

/* The combination of the lane's value and those of the lanes below it. */
template <typename Combine> RUSTG_D uint64_t lex_scan_warp(uint64_t value, Combine combine)
{
    const uint32_t lane = threadIdx.x & 31;
#pragma unroll
    for (uint32_t d = 1; d < 32; d *= 2) {
        const uint64_t before = __shfl_up_sync(~0u, value, d);
        if (lane >= d)
            value = combine(before, value);
    }
    return value;
}

/* The combination of the values of all threads before this one, in a block of at most LEX_SCAN_THREADS, where each warp
 * scans the totals of all; *total is that of all threads. */
template <typename Combine>
RUSTG_D uint64_t lex_scan_tiles(uint64_t value, uint64_t identity, uint64_t *warp_totals, uint64_t *total,
                                Combine combine)
{
    static_assert(LEX_SCAN_THREADS == 32 * 32, "a warp scans the totals of as many warps");
    const uint32_t lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const uint64_t inclusive = lex_scan_warp(value, combine);
    if (lane == 31)
        warp_totals[warp] = inclusive;
    __syncthreads();
    const uint64_t upto = lex_scan_warp(lane < blockDim.x / 32 ? warp_totals[lane] : identity, combine);
    const uint64_t prefix = warp ? __shfl_sync(~0u, upto, (int)warp - 1) : identity;
    const uint64_t before = __shfl_up_sync(~0u, inclusive, 1);
    *total = __shfl_sync(~0u, upto, 31);
    return lane ? combine(prefix, before) : prefix;
}

/* The map of all threads before this one; *total is that of all threads, in those of the last warp alone. n_warps is
 * blockDim.x / 32, at most 32. Ends with a barrier. */
RUSTG_D uint64_t lex_scan_maps(uint64_t map, uint64_t *warp_maps, uint64_t *total)
{
    const uint32_t lane = threadIdx.x & 31, warp = threadIdx.x >> 5, n_warps = blockDim.x >> 5;
    const uint64_t inclusive = lex_scan_warp(map, lex_compose);
    if (lane == 31)
        warp_maps[warp] = inclusive;
    __syncthreads();
    uint64_t prefix = LEX_MAP_IDENTITY;
    for (uint32_t w = 0; w < warp; w++)
        prefix = lex_compose(prefix, warp_maps[w]);
    if (warp == n_warps - 1)
        *total = lex_compose(prefix, warp_maps[warp]);
    uint64_t before = __shfl_up_sync(~0u, inclusive, 1);
    __syncthreads();
    return lane ? lex_compose(prefix, before) : prefix;
}

/* The sum over all threads before this one, *total over all; ends with a barrier. Packs two u32 counts in a u64. */
RUSTG_D uint64_t lex_scan_sums(uint64_t value, uint64_t *warp_sums, uint64_t *total)
{
    const uint32_t lane = threadIdx.x & 31, warp = threadIdx.x >> 5, n_warps = blockDim.x >> 5;
    const uint64_t inclusive = lex_scan_warp(value, lex_add_counts);
    if (lane == 31)
        warp_sums[warp] = inclusive;
    __syncthreads();
    uint64_t prefix = 0, all = 0;
    for (uint32_t w = 0; w < n_warps; w++) {
        if (w == warp)
            prefix = all;
        all += warp_sums[w];
    }
    *total = all;
    __syncthreads();
    return prefix + inclusive - value;
}

/* The prefix of one group of tiles in a scan over groups (decoupled look-back): called by one thread of each of the
 * blocks that run at once, groups handed out in order by lex_next_group.
 *   flags  0: nothing yet, 1: own[g] is valid, 2: upto[g] too; zero on entry */
template <typename Combine>
RUSTG_D uint64_t lex_look_back(uint32_t group, uint64_t own_value, uint64_t identity, volatile uint32_t *flags,
                               volatile uint64_t *own, volatile uint64_t *upto, Combine combine)
{
    uint64_t before = identity;
    if (group > 0) {
        own[group] = own_value;
        __threadfence();
        flags[group] = 1;
        for (uint32_t g = group; g-- > 0;) {
            uint32_t flag;
            while ((flag = flags[g]) == 0) {
            }
            __threadfence();
            if (flag == 2) {
                before = combine(upto[g], before);
                break;
            }
            before = combine(own[g], before);
        }
    }
    upto[group] = combine(before, own_value);
    __threadfence();
    flags[group] = 2;
    return before;
}

/* Hands out groups in the order in which blocks start, so that a block only waits for blocks that run. Ends with a
 * barrier. */
RUSTG_D uint32_t lex_next_group(uint32_t *ticket, uint32_t *shared_group)
{
    if (threadIdx.x == 0)
        *shared_group = atomicAdd(ticket, 1);
    __syncthreads();
    return *shared_group;
}
