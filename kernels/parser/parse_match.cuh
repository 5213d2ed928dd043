/* parse_match.cuh: glued kinds, and partners of the delimiters that have theirs in the same tile.
 *
 * A delimiter's depth is that before it: the partner of a closing one is the nearest earlier delimiter of less depth.
 * An edge (slot 0, the end of a file) is less deep than all: nothing is matched across. What finds no partner in its
 * tile goes to a list, in order: closing ones before the tile's first edge, that edge, opening ones behind its last.
 * Others without a partner, and partners of different kinds, show that their file is not balanced.
 *
 * in    d_kind, d_flags  u8[n_toks]
 * out   d_kinds  u8[n_toks]; d_partner  u32[n_toks], 0 where it is not known yet; d_parse_flags of files not balanced;
 *       the list: d_list_tok, d_list_value (depth in the file, see parse_list_value), d_counters->n_list
 * map   one block a tile, PARSE_PER_THREAD tokens a thread; tiles chained by look-back, which counts the list and depth
 * cost  O(n_toks) work
 * moves 2 B read, 5 B written a token; 8 B written an entry of the list
 * ref   parse_groups() in src/parser/cpu/parse_groups.c */
#pragma once

#include "parse_glue.cuh"
#include "parse_nearest.cuh"

/* What a tile's list is to those behind it.
 *   bits 0-29 entries  bits 30-60 depth (signed): of the end, from the last edge or else from the tile's start
 *   bit 61 there is an edge */
#define PARSE_MATCH_EDGE (1ull << 61)

RUSTG_D uint64_t parse_match_summary(bool has_edge, int32_t depth, uint32_t n_entries)
{
    return (has_edge ? PARSE_MATCH_EDGE : 0) | (uint64_t)((uint32_t)depth & 0x7FFFFFFFu) << 30 | n_entries;
}

RUSTG_D uint32_t parse_match_entries(uint64_t summary)
{
    return (uint32_t)summary & 0x3FFFFFFFu;
}

RUSTG_D int32_t parse_match_depth(uint64_t summary)
{
    return (int32_t)((uint32_t)(summary >> 30) << 1) >> 1;
}

RUSTG_D uint64_t parse_match_join(uint64_t a, uint64_t b)
{
    const int32_t depth = parse_match_depth(b) + (b & PARSE_MATCH_EDGE ? 0 : parse_match_depth(a));
    return parse_match_summary((a | b) & PARSE_MATCH_EDGE, depth, parse_match_entries(a) + parse_match_entries(b));
}

/* A depth as an unsigned number that keeps the order of depths, with an edge less than all. */
RUSTG_D uint32_t parse_list_value(int32_t depth)
{
    return (uint32_t)depth ^ 0x80000000u;
}

RUSTG_D void parse_unbalanced(const parse_batch_view &v, uint32_t tok)
{
    v.d_parse_flags[parse_file_of(v, tok)] = PARSE_UNBALANCED_FILE;
}

static_assert(TOKEN_N_DELIMITERS <= 8, "token_kind.def: a delimiter has 3 bits here");
/* The delimiters and edges of a tile, in order: of each bits 0-2 the delimiter, its kind counted from T_L_PAREN, and
 * bits 3-14 the token in the tile. In the tree, where the less deep is the larger, MATCH_DEPTH_0 less its depth in the
 * tile; an edge has the largest value. */
enum { MATCH_DEPTH_0 = PARSE_TILE + 1, MATCH_EDGE_VALUE = 2 * MATCH_DEPTH_0, MATCH_EDGE = 7, MATCH_NO_TOK = 0xFFFF };
HD_STATIC_ASSERT(MATCH_EDGE_VALUE <= PARSE_SMALL_MOST, "depths in a tile fit the tree");

struct match_shared {
    parse_small_tree tree;
    uint16_t mark[PARSE_TILE], closer[PARSE_TILE]; /* closer: which marks are closing delimiters, in any order */
    __align__(16) uint16_t partner[PARSE_TILE];    /* in the tile; itself: dropped; MATCH_NO_TOK: none in the tile */
    uint32_t warp_sums[PARSE_WARPS];
    uint32_t tile, n_closers;
    uint32_t first_edge, last_edge; /* tokens of the tile; last_edge plus one, 0: none */
    uint64_t before;
};

/* Room for the closing delimiters of each thread; called by a whole warp. */
RUSTG_D uint32_t match_take_closers(match_shared &s, uint32_t n)
{
    const uint32_t upto = parse_warp_sum(n);
    const uint32_t at = (threadIdx.x & 31) == 31 ? atomicAdd(&s.n_closers, upto) : 0;
    return __shfl_sync(~0u, at, 31) + upto - n;
}

/* Collects the delimiters and edges of the tile, in order; ends with the tree built. */
RUSTG_D void match_gather(match_shared &s, const parse_thread_toks &toks, const parse_bytes &kinds)
{
    uint32_t total;
    const int32_t net = __popc(toks.opens) - __popc(toks.closes);
    const uint32_t marks = toks.opens | toks.closes | toks.edges;
    const uint32_t sums = parse_block_sums((uint32_t)net << 16 | (uint32_t)__popc(marks), s.warp_sums, &total);
    uint32_t at = sums & 0xFFFF, closer = match_take_closers(s, (uint32_t)__popc(toks.closes));
    int32_t depth = (int32_t)sums >> 16;
    for (uint32_t rest = marks; rest; rest &= rest - 1) {
        const uint32_t i = (uint32_t)__ffs((int)rest) - 1;
        const uint32_t tok = threadIdx.x * PARSE_PER_THREAD + i;
        const uint32_t delimiter = (parse_window(kinds, i) & 255) - T_L_PAREN;
        const bool is_edge = toks.edges >> i & 1;
        s.mark[at] = (uint16_t)(tok << 3 | (is_edge ? MATCH_EDGE : delimiter));
        parse_small_set(s.tree.value + at / 16 * 8, at % 16,
                        is_edge ? MATCH_EDGE_VALUE : (uint32_t)(MATCH_DEPTH_0 - depth));
        if (toks.closes >> i & 1)
            s.closer[closer++] = (uint16_t)at;
        at++;
        depth += (int32_t)(toks.opens >> i & 1) - (int32_t)(toks.closes >> i & 1);
    }
    parse_small_build(s.tree);
}

/* Finds the partners in the tile of all its closing delimiters. Ends with a barrier. */
RUSTG_D void match_tile(const parse_batch_view &v, match_shared &s, uint32_t tile_tok)
{
    for (uint32_t k = threadIdx.x; k < s.n_closers; k += PARSE_THREADS) {
        const uint32_t i = s.closer[k], mark = s.mark[i], delimiter = mark & 7;
        const uint32_t value = parse_small_get(s.tree.value + i / 16 * 8, i % 16);
        const uint32_t nearest = parse_small_nearest(s.tree, i, value);
        if (nearest == PARSE_NONE)
            continue;
        const uint32_t tok = mark >> 3, open = s.mark[nearest], open_tok = open >> 3;
        if ((open & 7) + 1 != delimiter)
            parse_unbalanced(v, tile_tok + tok);
        if ((open & 7) == MATCH_EDGE) {
            s.partner[tok] = (uint16_t)tok;
        } else {
            s.partner[tok] = (uint16_t)open_tok;
            s.partner[open_tok] = (uint16_t)tok;
        }
    }
    __syncthreads();
}

/* What the thread's tokens add to the list: bits. */
struct match_left {
    uint32_t opens, closes;
};

RUSTG_D match_left match_what_is_left(const parse_batch_view &v, const match_shared &s, uint32_t tile_tok,
                                      const parse_thread_toks &toks)
{
    match_left left = {0, 0};
    for (uint32_t rest = toks.opens | toks.closes; rest; rest &= rest - 1) {
        const uint32_t i = (uint32_t)__ffs((int)rest) - 1, tok = threadIdx.x * PARSE_PER_THREAD + i;
        if (s.partner[tok] != MATCH_NO_TOK)
            continue;
        if (toks.closes >> i & 1)
            left.closes |= 1u << i;
        else if (tok < s.last_edge)
            parse_unbalanced(v, tile_tok + tok);
        else
            left.opens |= 1u << i;
    }
    return left;
}

RUSTG_D void match_put(const parse_batch_view &v, uint32_t at, uint32_t tok, uint32_t value)
{
    v.d_list_tok[at] = tok;
    v.d_list_value[at] = value;
}

PARSE_KERNEL void __launch_bounds__(PARSE_THREADS) parse_match_kernel(const parse_batch_view view)
{
    grid_await();
    const parse_batch_view v = parse_counted(view);
    if (v.n_toks > view.n_toks)
        return;
    __shared__ match_shared s;
    if (threadIdx.x == 0) {
        s.n_closers = 0;
        s.first_edge = PARSE_TILE;
        s.last_edge = 0;
    }
    for (uint32_t i = threadIdx.x; i < PARSE_TILE / 8; i += PARSE_THREADS)
        ((uint4 *)s.partner)[i] = make_uint4(PARSE_NONE, PARSE_NONE, PARSE_NONE, PARSE_NONE);
    const uint32_t tile = parse_next_tile(&v.d_counters->match_ticket, &s.tile), tile_tok = tile * PARSE_TILE;
    if (tile_tok >= v.n_toks)
        return;
    const uint32_t first = threadIdx.x * PARSE_PER_THREAD;

    parse_bytes kinds = {{0}};
    parse_thread_toks toks = {0, 0, 0};
    if (tile_tok + first < v.n_toks)
        toks = parse_glue_toks(v, tile_tok + first, v.n_toks - tile_tok - first, &kinds);
    if (toks.edges) {
        atomicMin(&s.first_edge, first + (uint32_t)__ffs((int)toks.edges) - 1);
        atomicMax(&s.last_edge, first + parse_last_bit(toks.edges) + 1);
    }
    match_gather(s, toks, kinds);
    match_tile(v, s, tile_tok);

    const match_left left = match_what_is_left(v, s, tile_tok, toks);
    uint32_t total;
    const uint32_t ranks =
        parse_block_sums((uint32_t)__popc(left.opens) << 16 | (uint32_t)__popc(left.closes), s.warp_sums, &total);
    const uint32_t n_closes = total & 0xFFFF, n_opens = total >> 16;
    const bool has_edge = s.last_edge > 0;
    if (threadIdx.x < 32) {
        const int32_t depth = (int32_t)n_opens - (has_edge ? 0 : (int32_t)n_closes);
        const uint64_t own = parse_match_summary(has_edge, depth, n_closes + has_edge + n_opens);
        const uint64_t before = parse_look_back(tile, own, false, v.d_tile_states, parse_match_join);
        if (threadIdx.x == 0) {
            const uint32_t at = parse_match_entries(before) + n_closes;
            s.before = before;
            if (has_edge) {
                match_put(v, at, tile_tok + s.first_edge, 0);
                if (parse_match_depth(before) != (int32_t)n_closes)
                    parse_unbalanced(v, tile_tok + s.first_edge);
            }
            if (v.n_toks - tile_tok <= PARSE_TILE)
                v.d_counters->n_list = at + has_edge + n_opens;
        }
    }
    for (uint32_t i = threadIdx.x; i < PARSE_TILE / 4; i += PARSE_THREADS) {
        if (tile_tok + 4 * i >= v.n_toks)
            break;
        const ushort4 p = ((const ushort4 *)s.partner)[i];
        *(uint4 *)(v.d_partner + tile_tok + 4 * i) =
            make_uint4(p.x == MATCH_NO_TOK ? 0 : tile_tok + p.x, p.y == MATCH_NO_TOK ? 0 : tile_tok + p.y,
                       p.z == MATCH_NO_TOK ? 0 : tile_tok + p.z, p.w == MATCH_NO_TOK ? 0 : tile_tok + p.w);
    }
    __syncthreads();
    const int32_t depth = parse_match_depth(s.before);
    const int32_t open_depth = has_edge ? 0 : depth - (int32_t)n_closes;
    const uint32_t close_at = parse_match_entries(s.before), open_at = close_at + n_closes + has_edge;
    uint32_t rank = ranks & 0xFFFF;
    for (uint32_t rest = left.closes; rest; rest &= rest - 1, rank++)
        match_put(v, close_at + rank, tile_tok + first + (uint32_t)__ffs((int)rest) - 1,
                  parse_list_value(depth - (int32_t)rank));
    rank = ranks >> 16;
    for (uint32_t rest = left.opens; rest; rest &= rest - 1, rank++)
        match_put(v, open_at + rank, tile_tok + first + (uint32_t)__ffs((int)rest) - 1,
                  parse_list_value(open_depth + (int32_t)rank));
}
