/* parse_depth.cuh: how many units are around each 32 tokens, and how many entries of lines (parse_line.cuh) each tile
 * has by that depth.
 * in    begins and ends of d_words
 * out   d_word_depth, counts of d_line_base
 * map   one block a tile of PARSE_SLOT_WORDS words, a warp a tile of tokens; tiles chained by look-back
 * moves 16 B read, 1 B written 32 tokens */
#pragma once

#include "parse_guess.cuh"

enum { SLOT_PER_THREAD = PARSE_SLOT_WORDS / PARSE_THREADS };
HD_STATIC_ASSERT(SLOT_PER_THREAD * 32 * 32 == PARSE_TILE, "a warp counts a tile of tokens");

RUSTG_D uint32_t parse_slot_words(const parse_batch_view &v)
{
    return v.n_toks / 32 + 1;
}

RUSTG_D uint32_t parse_line_tiles(const parse_batch_view &v)
{
    return (v.n_toks + PARSE_TILE - 1) / PARSE_TILE;
}

/* The tokens of a word that there are, as bits. */
RUSTG_D uint32_t parse_line_valid(const parse_batch_view &v, uint32_t word)
{
    const uint32_t n = word * 32 < v.n_toks ? v.n_toks - word * 32 : 0;
    return n >= 32 ? ~0u : (1u << n) - 1;
}

/* What is deeper shares a depth; those units are not walked. */
RUSTG_D uint32_t parse_line_depth(uint32_t depth)
{
    return min(depth, (uint32_t)PARSE_LINE_DEPTHS - 1);
}

/* Calls add(depth, n) for the entries that a word's tokens have in lines: n at a depth. Delimiters of units are tokens
 * of the unit and of what is around it, and a unit's last one is followed by the token behind it. */
template <typename Add>
RUSTG_D void parse_line_each_depth(const parse_slot_word &w, uint32_t valid, uint32_t depth, Add add)
{
    uint32_t rest = w.begins | w.ends, done = 0;
    for (; rest; rest &= rest - 1) {
        const uint32_t bit = rest & (0 - rest), upto = bit | (bit - 1);
        add(parse_line_depth(depth), (uint32_t)__popc(upto & ~done) + (w.ends & bit ? 1 : 0));
        depth += w.begins & bit ? 1 : ~0u;
        add(parse_line_depth(depth), 1u);
        done = upto;
    }
    add(parse_line_depth(depth), (uint32_t)__popc(valid & ~done));
}

PARSE_KERNEL void __launch_bounds__(PARSE_THREADS) parse_depth_kernel(const parse_batch_view view)
{
    grid_await();
    const parse_batch_view v = parse_counted(view);
    if (v.n_toks > view.n_toks)
        return;
    __shared__ uint32_t warp_sums[PARSE_WARPS], shared_tile, shared_before;
    __shared__ uint32_t counts[PARSE_WARPS][PARSE_LINE_DEPTHS];
    const uint32_t tile = parse_next_tile(&v.d_counters->depth_ticket, &shared_tile), n = parse_slot_words(v);
    if (tile * PARSE_SLOT_WORDS >= n)
        return;
    const uint32_t first = tile * PARSE_SLOT_WORDS + threadIdx.x * SLOT_PER_THREAD;
    const uint32_t lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    parse_slot_word words[SLOT_PER_THREAD];
    uint32_t own = 0, total;
#pragma unroll
    for (uint32_t i = 0; i < SLOT_PER_THREAD; i++) {
        words[i] = {0, 0, 0, 0};
        if (first + i < n)
            words[i] = v.d_words[first + i];
        own += (uint32_t)(__popc(words[i].begins) - __popc(words[i].ends));
    }
    const uint32_t prefix = parse_block_sums(own, warp_sums, &total);
    for (uint32_t i = lane; i < PARSE_LINE_DEPTHS; i += 32)
        counts[warp][i] = 0;
    /* sums that may be less than those of earlier tiles, in 32 bits */
    uint32_t depth = parse_tile_before(tile, total, v.d_depth_states, &shared_before) + prefix;
#pragma unroll
    for (uint32_t i = 0; i < SLOT_PER_THREAD; i++) {
        if (first + i < n) {
            v.d_word_depth[first + i] = (uint8_t)min(depth, 255u);
            parse_line_each_depth(words[i], parse_line_valid(v, first + i), depth, [&](uint32_t d, uint32_t n_entries) {
                if (n_entries)
                    atomicAdd(&counts[warp][d], n_entries);
            });
        }
        depth += (uint32_t)(__popc(words[i].begins) - __popc(words[i].ends));
    }
    __syncwarp();
    const uint32_t tok_tile = tile * PARSE_WARPS + warp;
    if (tok_tile < parse_line_tiles(v))
        for (uint32_t i = lane; i < PARSE_LINE_DEPTHS; i += 32)
            v.d_line_base[(size_t)i * parse_line_tiles(v) + tok_tile] = counts[warp][i];
}
