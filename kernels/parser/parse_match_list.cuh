/* parse_match_list.cuh: partners of the delimiters that have theirs in another tile: those on the list.
 * in    d_list_tok, d_list_value  u32[n_list]; d_kind
 * out   d_partner; d_parse_flags of files not balanced
 * map   parse_match_list_kernel: a block settles a part of PARSE_TILE entries, all of which it has in shared memory;
 *       leaves list_tree
 *       parse_match_rest_kernel: a thread an entry that is still alone, through list_tree
 * cost  O(n_list) work, O(n_list log n_list) for the second at worst; real code has an entry in 300 tokens
 * ref   parse_groups() in src/parser/cpu/parse_groups.c */
#pragma once

#include "parse_match.cuh"

#define MATCH_SETTLED 0x80000000u /* in d_list_tok */

enum { MATCH_PARTS = PARSE_PER_THREAD / 2, MATCH_PER_THREAD = PARSE_PER_THREAD / MATCH_PARTS };

/* Entry nearest is where the partner of a closing delimiter must be. */
RUSTG_D void match_settle(const parse_batch_view &v, uint32_t tok, uint32_t nearest)
{
    const uint32_t open_tok = nearest == PARSE_NONE ? 0 : v.d_list_tok[nearest] & ~MATCH_SETTLED;
    const uint32_t open = v.d_kind[open_tok];
    if (!PARSE_IS_OPEN(open) || open + 1 != v.d_kind[tok]) {
        parse_unbalanced(v, tok);
        return;
    }
    v.d_partner[tok] = open_tok;
    v.d_partner[open_tok] = tok;
}

/* What a tile's own entries settle of a part of them. All of a thread's loads of one kind are on the way at once. */
RUSTG_D void match_settle_part(const parse_batch_view &v, const parse_tile_tree &t, uint32_t first, uint32_t n_here,
                               uint32_t part)
{
    uint32_t toks[MATCH_PER_THREAD], closes = 0;
#pragma unroll
    for (int k = 0; k < MATCH_PER_THREAD; k++) {
        const uint32_t i = threadIdx.x + (part * MATCH_PER_THREAD + k) * PARSE_THREADS;
        toks[k] = i < n_here ? v.d_list_tok[first + i] : 0;
    }
#pragma unroll
    for (int k = 0; k < MATCH_PER_THREAD; k++)
        closes |= (uint32_t)PARSE_IS_CLOSE((uint32_t)v.d_kind[toks[k]]) << k;
#pragma unroll
    for (int k = 0; k < MATCH_PER_THREAD; k++) {
        const uint32_t i = threadIdx.x + (part * MATCH_PER_THREAD + k) * PARSE_THREADS;
        if (i >= n_here || !(closes >> k & 1))
            continue;
        const uint32_t nearest = parse_tile_nearest(t, i, t.value[i]);
        if (nearest == PARSE_NONE)
            continue;
        match_settle(v, toks[k], first + nearest);
        v.d_list_tok[first + i] = toks[k] | MATCH_SETTLED;
    }
}

PARSE_KERNEL void __launch_bounds__(PARSE_THREADS) parse_match_list_kernel(const parse_batch_view v)
{
    grid_await();
    __shared__ parse_tile_tree t;
    const uint32_t n = v.d_counters->n_list, n_tiles = (n + PARSE_TILE - 1) / PARSE_TILE;
    for (uint32_t at = blockIdx.x; at < n_tiles * MATCH_PARTS; at += gridDim.x) {
        const uint32_t tile = at / MATCH_PARTS, part = at % MATCH_PARTS;
        const uint32_t first = tile * PARSE_TILE, n_here = min(n - first, (uint32_t)PARSE_TILE);
        if (part * MATCH_PER_THREAD * PARSE_THREADS >= n_here)
            continue;
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < n_here; i += PARSE_THREADS)
            t.value[i] = v.d_list_value[first + i];
        parse_tile_build(t);
        if (part == 0)
            parse_tile_store(t, v.list_tree, tile);
        match_settle_part(v, t, first, n_here, part);
    }
    parse_tree_finish(v.list_tree, n_tiles, gridDim.x, &v.d_counters->list_done);
}

PARSE_KERNEL void __launch_bounds__(PARSE_THREADS) parse_match_rest_kernel(const parse_batch_view v)
{
    grid_await();
    const uint32_t n = v.d_counters->n_list;
    for (uint32_t i = blockIdx.x * PARSE_THREADS + threadIdx.x; i < n; i += gridDim.x * PARSE_THREADS) {
        const uint32_t tok = v.d_list_tok[i];
        if (tok & MATCH_SETTLED || !PARSE_IS_CLOSE(v.d_kind[tok]))
            continue;
        const uint32_t nearest =
            parse_tree_nearest(v.list_tree, i / PARSE_TILE, v.d_list_value[i],
                               [&](uint32_t at, uint32_t bound) { return parse_below(v.d_list_value + at, bound); });
        match_settle(v, tok, nearest);
    }
}
