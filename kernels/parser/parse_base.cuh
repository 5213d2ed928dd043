/* parse_base.cuh: how many nodes are finished before each token.
 * in    d_counts  u16[n_toks], void in flagged files
 * out   d_base  u32[n_toks], PARSE_NO_TOK in flagged files; d_counters->n_nodes;
 *       of flagged files d_file_first_node, and what opens in their gap into d_opened
 * map   one block a tile, 16 tokens a thread; tiles chained by look-back
 * moves 2 B read, 4 B written a token */
#pragma once

#include "parse_scan.cuh"

/* The bits of the tokens that lie in flagged files. *gap is how many nodes the host puts in at those of them that end
 * a file. */
RUSTG_D uint32_t base_flagged(const parse_batch_view &v, uint32_t tok, uint32_t n, uint32_t *gap)
{
    uint32_t file = parse_file_of(v, tok), flagged = 0;
    *gap = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t next_first = parse_file_end(v, file);
        const bool is_flagged = v.d_parse_flags[file] != 0 && tok + i >= v.d_file_first_tok[file];
        flagged |= (uint32_t)is_flagged << i;
        if (tok + i + 1 == next_first) {
            if (is_flagged && v.d_file_gap)
                *gap += v.d_file_gap[file];
            file++;
        }
    }
    return flagged;
}

/* The base of tokens some of which are flagged, and the places of flagged files that end there. at is the number of
 * nodes before tok. */
RUSTG_D void base_put_flagged(const parse_batch_view &v, uint32_t tok, uint32_t n, uint32_t flagged, uint32_t at)
{
    uint32_t file = parse_file_of(v, tok);
    for (uint32_t i = 0; i < n; i++) {
        const bool is_flagged = flagged >> i & 1;
        v.d_base[tok + i] = is_flagged ? PARSE_NO_TOK : at;
        at += is_flagged ? 0 : parse_count_all(v.d_counts[tok + i]);
        if (tok + i + 1 != parse_file_end(v, file))
            continue;
        if (is_flagged) {
            const uint32_t gap = v.d_file_gap ? v.d_file_gap[file] : 0;
            v.d_file_first_node[file] = at + 1;
            if (gap && at < v.capacity_nodes)
                atomicAdd(&v.d_opened[at], gap);
            at += gap;
        }
        file++;
    }
}

extern "C" __global__ void __launch_bounds__(PARSE_THREADS) parse_base_kernel(const parse_batch_view v)
{
    __shared__ uint32_t warp_sums[PARSE_WARPS], shared_tile, shared_before;
    const uint32_t tile = parse_next_tile(&v.d_counters->base_ticket, &shared_tile);
    const uint32_t tok = tile * PARSE_TILE + threadIdx.x * PARSE_PER_THREAD;
    const uint32_t n = tok < v.n_toks ? min(v.n_toks - tok, (uint32_t)PARSE_PER_THREAD) : 0;
    uint4 words[2] = {make_uint4(0, 0, 0, 0), make_uint4(0, 0, 0, 0)};
    if (n > 0) {
        words[0] = ((const uint4 *)(v.d_counts + tok))[0];
        words[1] = ((const uint4 *)(v.d_counts + tok))[1];
    }
    const uint32_t pairs[8] = {words[0].x, words[0].y, words[0].z, words[0].w,
                               words[1].x, words[1].y, words[1].z, words[1].w};
    uint32_t gap = 0, own = 0, total;
    const uint32_t flagged = v.n_flagged && n > 0 ? base_flagged(v, tok, n, &gap) : 0;
    const uint32_t counted = ~flagged & ((1u << n) - 1);
#pragma unroll
    for (int i = 0; i < 16; i++)
        own += counted >> i & 1 ? parse_count_all(pairs[i / 2] >> 16 * (i & 1) & 0xFFFF) : 0;
    const uint32_t prefix = parse_block_sums(own + gap, warp_sums, &total);
    const uint32_t before = parse_tile_before(tile, total, v.d_tile_states, &shared_before);
    uint32_t at = before + prefix;
    if (threadIdx.x == 0 && v.n_toks - tile * PARSE_TILE <= PARSE_TILE)
        v.d_counters->n_nodes = before + total + 1;
    if (n == 0)
        return;
    if (flagged) {
        base_put_flagged(v, tok, n, flagged, at);
        return;
    }
    uint32_t base[PARSE_PER_THREAD];
#pragma unroll
    for (int i = 0; i < 16; i++) {
        base[i] = at;
        at += parse_count_all(pairs[i / 2] >> 16 * (i & 1) & 0xFFFF);
    }
#pragma unroll
    for (int i = 0; i < 4; i++)
        ((uint4 *)(v.d_base + tok))[i] = make_uint4(base[4 * i], base[4 * i + 1], base[4 * i + 2], base[4 * i + 3]);
}
