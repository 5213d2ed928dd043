/* parse_scan.cuh: scans in one pass: within a block, and over the tiles of a grid by decoupled look-back; which file a
 * token belongs to. */
#pragma once

#include "grid_await.cuh"
#include "parser/parse_batch.h"

/* How kernels are declared. Those that know of no tiles are built once, with the large ones: where tiles are small they
 * are templates that nothing makes a kernel of. */
#define PARSE_KERNEL extern "C" __global__
#ifdef PARSE_SMALL_TILES
#define PARSE_KERNEL_ANY_TILE template <typename> __global__
#else
#define PARSE_KERNEL_ANY_TILE PARSE_KERNEL
#endif

enum { PARSE_WARPS = PARSE_THREADS / 32 };

/* Of a small batch the host does not know how many tokens there are. */
RUSTG_D uint32_t parse_n_toks(const parse_batch_view &v)
{
    return v.d_n_toks ? *v.d_n_toks : v.n_toks;
}

/* Are there more than there is room for? Then kernels do nothing, and the host has the batch parsed again. */
RUSTG_D bool parse_lacks_room(const parse_batch_view &v)
{
    return v.d_n_toks && *v.d_n_toks > v.n_toks;
}

/* Is the small batch left to the host, or to more rounds? Then its nodes are not all there. */
RUSTG_D bool parse_is_left(const parse_batch_view &v)
{
    return v.d_n_toks && (v.d_walk->n_bad > 0 || v.d_walk->n_queued[v.n_rounds] > 0);
}

/* The view with as many tokens as there are. Whoever indexes its trees needs the view itself, since a copy of these
 * would lie in memory; and large tiles are of batches whose tokens the host knows. */
RUSTG_D parse_batch_view parse_counted(const parse_batch_view &view)
{
    parse_batch_view v = view;
    if (PARSE_TILE == PARSE_SMALL_TILE)
        v.n_toks = parse_n_toks(view);
    return v;
}

/* The sum of the values of the warp's lanes up to this one. */
RUSTG_D uint32_t parse_warp_sum(uint32_t value)
{
    const uint32_t lane = threadIdx.x & 31;
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        const uint32_t earlier = __shfl_up_sync(~0u, value, d);
        value += lane >= d ? earlier : 0;
    }
    return value;
}

/* The sum over all threads of the block before this one, *total over all. Packs two counts of 16 bits where no sum of
 * the lower ones passes 65535. Ends with a barrier; warp_sums is free again then. */
RUSTG_D uint32_t parse_block_sums(uint32_t value, uint32_t *warp_sums, uint32_t *total)
{
    const uint32_t lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const uint32_t inclusive = parse_warp_sum(value);
    if (lane == 31)
        warp_sums[warp] = inclusive;
    __syncthreads();
    uint32_t prefix = 0, all = 0;
#pragma unroll
    for (uint32_t w = 0; w < PARSE_WARPS; w++) {
        if (w == warp)
            prefix = all;
        all += warp_sums[w];
    }
    *total = all;
    __syncthreads();
    return prefix + inclusive - value;
}

/* Hands out tiles in the order in which blocks start, so that a block only waits for blocks that run. Ends with a
 * barrier. */
RUSTG_D uint32_t parse_next_tile(uint32_t *ticket, uint32_t *shared_tile)
{
    if (threadIdx.x == 0)
        *shared_tile = atomicAdd(ticket, 1u);
    __syncthreads();
    return *shared_tile;
}

/* The state of a tile. Bits 62-63 tell what bits 0-61 hold; both are in one word, so no fence is needed between them.
 */
#define PARSE_SCAN_OWN   (1ull << 62) /* the value of the tile */
#define PARSE_SCAN_UPTO  (2ull << 62) /* of it and all tiles before it */
#define PARSE_SCAN_VALUE ((1ull << 62) - 1)

/* The combined value of all tiles before this one, in lane 0; called by one whole warp of each block.
 * in  tile      from parse_next_tile
 *     own       62 bits; combine is associative and need not commute; 0 is its identity
 *     is_anew   what is before the tile does not matter to those behind it
 *     states    u64[n_tiles], zero before the launch */
template <typename Combine>
RUSTG_D uint64_t parse_look_back(uint32_t tile, uint64_t own, bool is_anew, uint64_t *states, Combine combine)
{
    const uint32_t lane = threadIdx.x & 31;
    volatile uint64_t *state = states;
    uint64_t before = 0;
    if (lane == 0)
        state[tile] = own | (tile == 0 || is_anew ? PARSE_SCAN_UPTO : PARSE_SCAN_OWN);
    for (uint32_t end = tile; end > 0; end -= 32) {
        uint64_t word;
        uint32_t reached, missing; /* as far as the nearest that has all before it, none may be missing */
        do {
            word = lane < end ? state[end - 1 - lane] : PARSE_SCAN_UPTO;
            reached = __ballot_sync(~0u, word >= PARSE_SCAN_UPTO);
            missing = __ballot_sync(~0u, word < PARSE_SCAN_OWN);
        } while (missing & (reached ^ (reached - 1)));
        uint64_t value = reached && lane > (uint32_t)__ffs((int)reached) - 1 ? 0 : word & PARSE_SCAN_VALUE;
#pragma unroll
        for (int d = 1; d < 32; d *= 2) {
            const uint64_t earlier = __shfl_down_sync(~0u, value, d);
            if (lane + d < 32)
                value = combine(earlier, value);
        }
        before = combine(value, before);
        if (reached || end <= 32)
            break;
    }
    if (lane == 0 && tile > 0 && !is_anew)
        state[tile] = combine(before, own) | PARSE_SCAN_UPTO;
    return before;
}

RUSTG_D uint64_t parse_add(uint64_t a, uint64_t b)
{
    return a + b;
}

/* The sum over all tiles before this one, in every thread; ends with a barrier. */
RUSTG_D uint32_t parse_tile_before(uint32_t tile, uint32_t own, uint64_t *states, uint32_t *shared_before)
{
    if (threadIdx.x < 32) {
        const uint64_t before = parse_look_back(tile, own, false, states, parse_add);
        if (threadIdx.x == 0)
            *shared_before = (uint32_t)before;
    }
    __syncthreads();
    return *shared_before;
}

/* The thread's numbers, those from first on, of n; 0 behind them. */
RUSTG_D uint32_t parse_load_counts(const uint32_t *from, uint32_t first, uint32_t n,
                                   uint32_t (&counts)[PARSE_PER_THREAD])
{
    uint32_t own = 0;
#pragma unroll
    for (uint32_t i = 0; i < PARSE_PER_THREAD; i += 4) {
        uint4 four = {0, 0, 0, 0};
        if (first + i + 4 <= n)
            four = *(const uint4 *)(from + first + i);
        else if (first + i < n)
            four = {from[first + i], first + i + 1 < n ? from[first + i + 1] : 0,
                    first + i + 2 < n ? from[first + i + 2] : 0, 0};
        counts[i] = four.x;
        counts[i + 1] = four.y;
        counts[i + 2] = four.z;
        counts[i + 3] = four.w;
        own += four.x + four.y + four.z + four.w;
    }
    return own;
}

/* Puts the sum before each of them in its place; `at` is that before the first. Returns the sum behind the last. */
RUSTG_D uint32_t parse_store_sums(uint32_t *to, uint32_t first, uint32_t n, const uint32_t (&counts)[PARSE_PER_THREAD],
                                  uint32_t at)
{
#pragma unroll
    for (uint32_t i = 0; i < PARSE_PER_THREAD; i += 4) {
        const uint32_t second = at + counts[i], third = second + counts[i + 1], fourth = third + counts[i + 2];
        if (first + i + 4 <= n) {
            *(uint4 *)(to + first + i) = {at, second, third, fourth};
        } else {
            const uint32_t sums[] = {at, second, third, fourth};
#pragma unroll
            for (uint32_t j = 0; j < 4; j++)
                if (first + i + j < n)
                    to[first + i + j] = sums[j];
        }
        at = fourth + counts[i + 3];
    }
    return at;
}

/* Behind the file's last token, its EOF. */
RUSTG_D uint32_t parse_file_end(const parse_batch_view &v, uint32_t file)
{
    return file + 1 < v.n_files ? v.d_file_first_tok[file + 1] : parse_n_toks(v);
}

/* parse_file_of, by a warp for a token that all lanes name. */
RUSTG_D uint32_t parse_file_by_warp(const parse_batch_view &v, uint32_t tok)
{
    const uint32_t lane = threadIdx.x & 31;
    uint32_t low = 0, n = v.n_files; /* the file is one of n from low on */
    while (n > 1) {
        const uint32_t step = (n + 31) / 32, file = low + lane * step;
        const bool is_before = lane == 0 || (lane * step < n && v.d_file_first_tok[file] <= tok);
        const uint32_t last = 31 - (uint32_t)__clz((int)__ballot_sync(~0u, is_before));
        n = min(step, n - last * step);
        low += last * step;
    }
    return low;
}

/* The last of the files that begins at or before a token. */
RUSTG_D uint32_t parse_file_of(const parse_batch_view &v, uint32_t tok)
{
    uint32_t low = 0, high = v.n_files - 1;
    while (low < high) {
        const uint32_t middle = (low + high + 1) / 2;
        if (v.d_file_first_tok[middle] <= tok)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}
