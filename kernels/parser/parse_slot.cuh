/* parse_slot.cuh: numbers the places where units begin and end and where lists are cut, in the order of tokens.
 * in    groups and cuts of d_words
 * out   before of d_words; d_counters->n_slots
 * map   one block a tile of words, 16 a thread; tiles chained by look-back
 * moves 8 B read, 4 B written 32 tokens */
#pragma once

#include "parse_guess.cuh"

RUSTG_D uint32_t slot_words(const parse_batch_view &v)
{
    return v.n_toks / 32 + 1;
}

extern "C" __global__ void __launch_bounds__(PARSE_THREADS) parse_slot_kernel(const parse_batch_view v)
{
    __shared__ uint32_t warp_sums[PARSE_WARPS], shared_tile, shared_before;
    const uint32_t tile = parse_next_tile(&v.d_counters->slot_ticket, &shared_tile), n = slot_words(v);
    const uint32_t first = tile * PARSE_TILE + threadIdx.x * PARSE_PER_THREAD;
    uint32_t own = 0, total;
    for (uint32_t i = first; i < first + PARSE_PER_THREAD && i < n; i++)
        own += (uint32_t)__popc(v.d_words[i].groups) + (uint32_t)__popc(v.d_words[i].cuts);
    const uint32_t prefix = parse_block_sums(own, warp_sums, &total);
    const uint32_t before = parse_tile_before(tile, total, v.d_tile_states, &shared_before);
    if (threadIdx.x == 0 && n - tile * PARSE_TILE <= PARSE_TILE)
        v.d_counters->n_slots = before + total;
    uint32_t at = before + prefix;
    for (uint32_t i = first; i < first + PARSE_PER_THREAD && i < n; i++) {
        v.d_words[i].before = at;
        at += (uint32_t)__popc(v.d_words[i].groups) + (uint32_t)__popc(v.d_words[i].cuts);
    }
}

/* The slot of a cut at the token. */
RUSTG_D uint32_t slot_of_cut(const parse_batch_view &v, uint32_t tok)
{
    const parse_slot_word w = v.d_words[tok / 32];
    const uint32_t below = (1u << tok % 32) - 1;
    return w.before + (uint32_t)__popc(w.groups & below) + (uint32_t)__popc(w.cuts & below);
}

/* The slot of a unit that begins or ends with the delimiter; it follows that of a cut there. */
RUSTG_D uint32_t slot_of_group(const parse_batch_view &v, uint32_t tok)
{
    return slot_of_cut(v, tok) + (v.d_words[tok / 32].cuts >> tok % 32 & 1);
}
