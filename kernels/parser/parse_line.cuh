/* parse_line.cuh: the line of each unit: its own tokens side by side, as its walk reads them.
 *
 * A unit's own tokens are those of its depth, the number of units around them, between its delimiters. So tokens in the
 * order of their depths, those of a depth as they come, have each unit's side by side: a stable sort by a key of 6
 * bits. The delimiters of a unit in it are two entries of the line around it, and begin and end its own. Behind its
 * last one is an entry for the token that follows, which some rules look at before they are done. The runs of a list
 * lie within the line of the list. What a macro is given is treated as a unit that no walk reads.
 *
 * in    d_words, d_word_depth, counts of d_line_base (parse_depth.cuh); d_class, d_own_class, d_partner
 * out   d_line, d_line_tok; d_line_of_tok, and where the lines of groups end; d_cut_tiles.edge
 * map   parse_line_base_kernel: a block a tile of counts; parse_line_kernel: a block a tile of tokens
 * moves 5 B read, 6 B written a token
 * ref   parse_walk_on_host.c: the trees */
#pragma once

#include "parse_depth.cuh"

enum {
    LINE_WORDS = PARSE_TILE / 32,
    LINE_AHEAD = 2, /* words that are loaded while one is worked on */
    LINE_BLOCKS = 6 /* a multiprocessor that the registers must leave room for */
};

/* Sums before each count, in place. Their look-back has the states behind those of parse_depth_kernel. */
PARSE_KERNEL void __launch_bounds__(PARSE_THREADS) parse_line_base_kernel(const parse_batch_view view)
{
    grid_await();
    const parse_batch_view v = parse_counted(view);
    if (v.n_toks > view.n_toks)
        return;
    __shared__ uint32_t warp_sums[PARSE_WARPS], shared_tile, shared_before;
    const uint32_t tile = parse_next_tile(&v.d_counters->line_ticket, &shared_tile);
    const uint32_t n = PARSE_LINE_DEPTHS * parse_line_tiles(v),
                   n_slot_tiles = parse_slot_words(v) / PARSE_SLOT_WORDS + 1;
    if (tile * PARSE_TILE >= n)
        return;
    const uint32_t first = tile * PARSE_TILE + threadIdx.x * PARSE_PER_THREAD;
    uint32_t counts[PARSE_PER_THREAD], total;
    const uint32_t own = parse_load_counts(v.d_line_base, first, n, counts);
    const uint32_t prefix = parse_block_sums(own, warp_sums, &total);
    const uint32_t before = parse_tile_before(tile, total, v.d_depth_states + n_slot_tiles, &shared_before);
    const uint32_t at = parse_store_sums(v.d_line_base, first, n, counts, before + prefix);
    if (first < n && n - first <= PARSE_PER_THREAD) {
        v.d_counters->n_line = at;
        for (uint32_t i = 0; i < PARSE_PAD; i++) /* what is read with the last ones */
            v.d_line[at + i] = 0;
    }
}

/* count: entries of each depth in the words of each warp. */
struct line_shared {
    uint32_t count[PARSE_WARPS][PARSE_LINE_DEPTHS], base[PARSE_LINE_DEPTHS];
    parse_slot_word words[LINE_WORDS];
    uint8_t depths[LINE_WORDS];
};

/* The next entry of each depth, of which each lane of a warp holds those of two; at: that of the depth at hand. */
struct line_next {
    uint32_t low, high, at;
};
HD_STATIC_ASSERT(PARSE_LINE_DEPTHS == 64, "two depths a lane");

RUSTG_D uint32_t line_next_of(const line_next &next, uint32_t depth)
{
    const uint32_t d = parse_line_depth(depth);
    return __shfl_sync(~0u, d < 32 ? next.low : next.high, (int)(d & 31));
}

/* What is before the warp's words of each depth. */
RUSTG_D line_next line_begin(const line_shared &s, uint32_t depth)
{
    const uint32_t lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    line_next next = {s.base[lane], s.base[lane + 32], 0};
    for (uint32_t w = 0; w < warp; w++) {
        next.low += s.count[w][lane];
        next.high += s.count[w][lane + 32];
    }
    next.at = line_next_of(next, depth);
    return next;
}

/* Goes on at another depth. */
RUSTG_D void line_turn(line_next *next, uint32_t from, uint32_t to)
{
    const uint32_t d = parse_line_depth(from);
    if ((threadIdx.x & 31) == (d & 31))
        (d < 32 ? next->low : next->high) = next->at;
    next->at = line_next_of(*next, to);
}

RUSTG_D void line_put(const parse_batch_view &v, uint32_t at, uint32_t tok, uint32_t class_of_tok, int32_t partner)
{
    v.d_line[at] = (uint16_t)(class_of_tok | (uint32_t)partner << PARSE_LINE_PARTNER_SHIFT);
    v.d_line_tok[at] = tok;
}

/* The first entry of the line of the unit that begins at the token. */
RUSTG_D void line_put_edge(const parse_batch_view &v, uint32_t at, uint32_t tok)
{
    v.d_line_of_tok[tok] = at;
    atomicMax(&v.d_cut_tiles[at / PARSE_TILE].edge, at);
}

/* A lane's token of a word. beside: where a unit or a file begins d_own_class, at a unit's last token the class of the
 * one behind it */
struct line_token {
    uint32_t class_of_tok, partner, beside;
};

RUSTG_D line_token line_load(const parse_batch_view &v, const line_shared &s, uint32_t first_tok, uint32_t word,
                             uint32_t end_word)
{
    const uint32_t lane = threadIdx.x & 31, tok = first_tok + lane;
    line_token t = {0, 0, 0};
    if (word >= end_word || tok >= v.n_toks)
        return t;
    const parse_slot_word w = s.words[word];
    t.class_of_tok = v.d_class[tok];
    t.partner = v.d_partner[tok];
    if (w.ends >> lane & 1)
        t.beside = v.d_class[tok + 1];
    else if ((w.begins | w.cuts) >> lane & 1)
        t.beside = v.d_own_class[tok];
    return t;
}

HD_STATIC_ASSERT(TUNING_MANY_INLINE_TOKS <= PARSE_LINE_NEAR, "entries tell how long a group is that has no units");

/* How far on in its line the partner of a token is that is no unit's delimiter; 0 where it has none. Groups of
 * inline_toks tokens have no units in them, so entries are as far from one another as their tokens. */
RUSTG_D int32_t line_partner(const parse_batch_view &v, uint32_t tok, uint32_t partner)
{
    const uint32_t span = partner ? partner - tok : 0;
    return span + v.inline_toks <= 2 * v.inline_toks ? (int32_t)span : (int32_t)PARSE_LINE_FAR;
}

/* A word by a warp, a lane a token: up to each delimiter of a unit the tokens lie side by side. */
RUSTG_D void line_put_word(const parse_batch_view &v, const line_shared &s, line_next *next, const line_token &t,
                           uint32_t first_tok, uint32_t word)
{
    const uint32_t lane = threadIdx.x & 31, bit = 1u << lane, tok = first_tok + lane;
    const parse_slot_word w = s.words[word];
    const uint32_t edges = w.begins | w.ends;
    uint32_t from = 0, depth = s.depths[word], place = 0, own = 0;
    for (uint32_t rest = edges; rest; rest &= rest - 1) {
        const uint32_t at = (uint32_t)__ffs((int)rest) - 1, is_end = w.ends >> at & 1, first = next->at;
        next->at += at - from + 1 + is_end;
        line_turn(next, depth, depth + (is_end ? ~0u : 1));
        depth += is_end ? ~0u : 1;
        if (lane >= from && lane <= at)
            place = first + lane - from;
        if (lane == at) {
            own = is_end ? place : next->at;
            place = is_end ? next->at : place;
        }
        next->at++;
        from = at + 1;
    }
    if (lane >= from)
        place = next->at + lane - from;
    next->at += 32 - from;
    if (tok >= v.n_toks)
        return;
    const int32_t list = PARSE_LINE_EDGE + (int32_t)(t.beside >> PARSE_OWN_LIST_SHIFT);
    int32_t partner = line_partner(v, tok, t.partner);
    if (((edges | w.cuts) & bit) == 0) {
        if (partner == PARSE_LINE_FAR)
            v.d_unit_of_tok[tok] = place; /* for parse_line_unit_kernel */
        line_put(v, place, tok, t.class_of_tok, partner);
        return;
    }
    partner = w.begins & bit ? 1 : w.ends & bit ? -1 : partner;
    if (w.cuts & bit) {
        partner = list;
        line_put_edge(v, place, tok);
    }
    /* no walk of what is around a unit stops at its end */
    line_put(v, place, tok, w.ends & bit ? 0 : t.class_of_tok, partner);
    if (w.begins & bit) {
        line_put(v, own, tok, t.beside & 255, list);
        line_put_edge(v, own, tok);
    } else if (w.ends & bit) {
        line_put(v, own, tok, t.class_of_tok, PARSE_LINE_END);
        line_put(v, own + 1, tok + 1, t.beside, PARSE_LINE_BEHIND);
        v.d_unit_of_tok[tok] = own;
    }
}

PARSE_KERNEL void __launch_bounds__(PARSE_THREADS, LINE_BLOCKS) parse_line_kernel(const parse_batch_view view)
{
    grid_await();
    const parse_batch_view v = parse_counted(view);
    if (v.n_toks > view.n_toks)
        return;
    __shared__ line_shared s;
    const uint32_t tile = blockIdx.x, word = tile * LINE_WORDS + threadIdx.x;
    if (tile * PARSE_TILE >= v.n_toks)
        return;
    const bool has_word = threadIdx.x < LINE_WORDS && word < parse_slot_words(v);
    for (uint32_t i = threadIdx.x; i < PARSE_WARPS * PARSE_LINE_DEPTHS; i += PARSE_THREADS)
        s.count[i / PARSE_LINE_DEPTHS][i % PARSE_LINE_DEPTHS] = 0;
    if (threadIdx.x < PARSE_LINE_DEPTHS)
        s.base[threadIdx.x] = v.d_line_base[(size_t)threadIdx.x * parse_line_tiles(v) + tile];
    if (threadIdx.x < LINE_WORDS) {
        s.words[threadIdx.x] = has_word ? v.d_words[word] : parse_slot_word{0, 0, 0, 0};
        s.depths[threadIdx.x] = has_word ? v.d_word_depth[word] : (uint8_t)0;
    }
    __syncthreads();
    enum { WARP_WORDS = LINE_WORDS / PARSE_WARPS };
    if (has_word)
        parse_line_each_depth(s.words[threadIdx.x], parse_line_valid(v, word), s.depths[threadIdx.x],
                              [&](uint32_t d, uint32_t n) {
                                  if (n)
                                      atomicAdd(&s.count[threadIdx.x / WARP_WORDS][d], n);
                              });
    __syncthreads();
    const uint32_t first_tok = tile * PARSE_TILE, first_word = (threadIdx.x >> 5) * WARP_WORDS;
    const uint32_t warp_tok = first_tok + 32 * first_word;
    line_token ahead[LINE_AHEAD];
#pragma unroll
    for (uint32_t k = 0; k < LINE_AHEAD; k++)
        ahead[k] = line_load(v, s, warp_tok + 32 * k, first_word + k, first_word + WARP_WORDS);
    line_next places = line_begin(s, s.depths[first_word]);
    for (uint32_t i = 0; i < WARP_WORDS && warp_tok + 32 * i < v.n_toks; i += LINE_AHEAD) {
#pragma unroll
        for (uint32_t k = 0; k < LINE_AHEAD; k++) {
            const line_token t = ahead[k];
            const uint32_t at = i + k, later = at + LINE_AHEAD;
            ahead[k] = line_load(v, s, warp_tok + 32 * later, first_word + later, first_word + WARP_WORDS);
            line_put_word(v, s, &places, t, warp_tok + 32 * at, first_word + at);
        }
    }
}
