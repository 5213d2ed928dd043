/* parse_slot.cuh: numbers the places where units begin and end and where lists are cut, in the order of tokens, and
 * counts how many units are around each, and how many entries of lines (parse_line.cuh) each tile has by that depth.
 * in    bits of d_words
 * out   before of d_words, d_word_depth, counts of d_line_base; d_counters->n_slots
 * map   one block a tile of PARSE_SLOT_WORDS words, a warp a tile of tokens; tiles chained by look-back
 * moves 16 B read, 5 B written 32 tokens */
#pragma once

#include "parse_guess.cuh"

enum { SLOT_PER_THREAD = PARSE_SLOT_WORDS / PARSE_THREADS };
HD_STATIC_ASSERT(SLOT_PER_THREAD * 32 * 32 == PARSE_TILE, "a warp counts a tile of tokens");

RUSTG_D uint32_t slot_words(const parse_batch_view &v)
{
    return v.n_toks / 32 + 1;
}

RUSTG_D uint32_t slot_count(const parse_slot_word &w)
{
    return (uint32_t)(__popc(w.begins) + __popc(w.ends) + __popc(w.cuts));
}

/* Slots in the lower half, depth in the upper one, which may be less than that of earlier tiles. */
RUSTG_D uint64_t slot_add(uint64_t a, uint64_t b)
{
    return (a + b) & PARSE_SCAN_VALUE;
}

/* The tokens of a word that there are, as bits. */
RUSTG_D uint32_t line_valid(const parse_batch_view &v, uint32_t word)
{
    const uint32_t n = word * 32 < v.n_toks ? v.n_toks - word * 32 : 0;
    return n >= 32 ? ~0u : (1u << n) - 1;
}

/* What is deeper shares a depth; those units are not walked. */
RUSTG_D uint32_t line_depth(uint32_t depth)
{
    return min(depth, (uint32_t)PARSE_LINE_DEPTHS - 1);
}

/* Calls add(depth, n) for the entries that a word's tokens have in lines: n at a depth. Delimiters of units are tokens
 * of the unit and of what is around it, and a unit's last one is followed by the token behind it. */
template <typename Add> RUSTG_D void line_each_depth(const parse_slot_word &w, uint32_t valid, uint32_t depth, Add add)
{
    uint32_t rest = w.begins | w.ends, done = 0;
    for (; rest; rest &= rest - 1) {
        const uint32_t bit = rest & (0 - rest), upto = bit | (bit - 1);
        add(line_depth(depth), (uint32_t)__popc(upto & ~done) + (w.ends & bit ? 1 : 0));
        depth += w.begins & bit ? 1 : ~0u;
        add(line_depth(depth), 1u);
        done = upto;
    }
    add(line_depth(depth), (uint32_t)__popc(valid & ~done));
}

extern "C" __global__ void __launch_bounds__(PARSE_THREADS) parse_slot_kernel(const parse_batch_view v)
{
    __shared__ uint32_t warp_sums[PARSE_WARPS], shared_tile, shared_slots, shared_depth;
    __shared__ uint32_t counts[PARSE_WARPS][PARSE_LINE_DEPTHS];
    const uint32_t tile = parse_next_tile(&v.d_counters->slot_ticket, &shared_tile), n = slot_words(v);
    const uint32_t first = tile * PARSE_SLOT_WORDS + threadIdx.x * SLOT_PER_THREAD;
    const uint32_t lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    parse_slot_word words[SLOT_PER_THREAD];
    uint32_t own = 0, own_depth = 0, total, total_depth;
#pragma unroll
    for (uint32_t i = 0; i < SLOT_PER_THREAD; i++) {
        words[i] = {0, 0, 0, 0};
        if (first + i < n)
            words[i] = v.d_words[first + i];
        own += slot_count(words[i]);
        own_depth += (uint32_t)(__popc(words[i].begins) - __popc(words[i].ends));
    }
    const uint32_t prefix = parse_block_sums(own, warp_sums, &total);
    const uint32_t prefix_depth = parse_block_sums(own_depth, warp_sums, &total_depth);
    for (uint32_t i = lane; i < PARSE_LINE_DEPTHS; i += 32)
        counts[warp][i] = 0;
    if (threadIdx.x < 32) {
        const uint64_t both = ((uint64_t)total_depth << 32 | total) & PARSE_SCAN_VALUE;
        const uint64_t before = parse_look_back(tile, both, v.d_tile_states, slot_add);
        if (threadIdx.x == 0) {
            shared_slots = (uint32_t)before;
            shared_depth = (uint32_t)(before >> 32); /* 30 bits of it, which no depth fills */
        }
    }
    __syncthreads();
    if (threadIdx.x == 0 && n - tile * PARSE_SLOT_WORDS <= PARSE_SLOT_WORDS)
        v.d_counters->n_slots = shared_slots + total;
    uint32_t at = shared_slots + prefix, depth = (shared_depth + prefix_depth) & 0x3FFFFFFF;
#pragma unroll
    for (uint32_t i = 0; i < SLOT_PER_THREAD; i++) {
        if (first + i < n) {
            v.d_words[first + i].before = at;
            v.d_word_depth[first + i] = (uint8_t)min(depth, 255u);
            line_each_depth(words[i], line_valid(v, first + i), depth, [&](uint32_t d, uint32_t n_entries) {
                if (n_entries)
                    atomicAdd(&counts[warp][d], n_entries);
            });
        }
        at += slot_count(words[i]);
        depth += (uint32_t)(__popc(words[i].begins) - __popc(words[i].ends));
    }
    __syncwarp();
    const uint32_t n_tiles = (v.n_toks + PARSE_TILE - 1) / PARSE_TILE, tok_tile = tile * PARSE_WARPS + warp;
    if (tok_tile < n_tiles)
        for (uint32_t i = lane; i < PARSE_LINE_DEPTHS; i += 32)
            v.d_line_base[(size_t)i * n_tiles + tok_tile] = counts[warp][i];
}

/* The slot of a cut at the token. */
RUSTG_D uint32_t slot_of_cut(const parse_batch_view &v, uint32_t tok)
{
    parse_slot_word w = v.d_words[tok / 32];
    const uint32_t below = (1u << tok % 32) - 1;
    w.begins &= below;
    w.ends &= below;
    w.cuts &= below;
    return w.before + slot_count(w);
}

/* The slot of a unit that begins or ends with the delimiter; it follows that of a cut there. */
RUSTG_D uint32_t slot_of_group(const parse_batch_view &v, uint32_t tok)
{
    return slot_of_cut(v, tok) + (v.d_words[tok / 32].cuts >> tok % 32 & 1);
}
