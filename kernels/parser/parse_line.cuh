/* parse_line.cuh: the line of each unit: its own tokens side by side, as its walk reads them.
 *
 * A unit's own tokens are those of its depth, the number of units around them, between its delimiters. So tokens in the
 * order of their depths, those of a depth as they come, have each unit's side by side: a stable sort by a key of 6
 * bits. The delimiters of a unit in it are two entries of the line around it, and begin and end its own. Behind its
 * last one is an entry for the token that follows, which some rules look at before they are done. The runs of a list
 * lie within the line of the list. What a macro is given is treated as a unit that no walk reads.
 *
 * in    d_words, d_word_depth, counts of d_line_base (parse_depth.cuh); d_class, d_own_class, d_kinds, d_partner
 * out   d_line, d_line_tok, d_line_role; where the lines of files and groups begin, and of groups end; d_cut_tiles.edge
 * map   parse_line_base_kernel: a block a tile of counts; parse_line_kernel: a block a tile of tokens
 * moves 7 B read, 7 B written a token
 * ref   parse_walk_on_host.c: the trees */
#pragma once

#include "parse_depth.cuh"
#include "parse_role.cuh"

enum { LINE_WORDS = PARSE_TILE / 32 };

/* Sums before each count, in place. Their look-back has the states behind those of the slots. */
extern "C" __global__ void __launch_bounds__(PARSE_THREADS) parse_line_base_kernel(const parse_batch_view v)
{
    grid_await();
    __shared__ uint32_t warp_sums[PARSE_WARPS], shared_tile, shared_before;
    const uint32_t tile = parse_next_tile(&v.d_counters->line_ticket, &shared_tile);
    const uint32_t n = PARSE_LINE_DEPTHS * line_tiles(v), n_slot_tiles = slot_words(v) / PARSE_SLOT_WORDS + 1;
    const uint32_t first = tile * PARSE_TILE + threadIdx.x * PARSE_PER_THREAD;
    uint32_t counts[PARSE_PER_THREAD], own = 0, total;
#pragma unroll
    for (uint32_t i = 0; i < PARSE_PER_THREAD; i++) {
        counts[i] = first + i < n ? v.d_line_base[first + i] : 0;
        own += counts[i];
    }
    const uint32_t prefix = parse_block_sums(own, warp_sums, &total);
    uint32_t at = parse_tile_before(tile, total, v.d_tile_states + n_slot_tiles, &shared_before) + prefix;
#pragma unroll
    for (uint32_t i = 0; i < PARSE_PER_THREAD; i++) {
        if (first + i < n)
            v.d_line_base[first + i] = at;
        at += counts[i];
    }
    if (first < n && n - first <= PARSE_PER_THREAD) {
        v.d_counters->n_line = at;
        for (uint32_t i = 0; i < PARSE_PAD; i++) { /* what is read with the last ones */
            v.d_line[at + i] = 0;
            v.d_line_role[at + i] = PARSE_ROLE_NONE;
        }
    }
}

/* count: entries of each depth in the words of each warp. */
struct line_shared {
    uint32_t count[PARSE_WARPS][PARSE_LINE_DEPTHS], base[PARSE_LINE_DEPTHS];
    parse_slot_word words[LINE_WORDS];
    uint16_t roles[PARSE_N_KINDS]; /* role_of_kind */
    uint8_t depths[LINE_WORDS];
};

/* The next entry of each depth, of which each lane of a warp holds those of two; at: that of the depth at hand. */
struct line_next {
    uint32_t low, high, at;
};
HD_STATIC_ASSERT(PARSE_LINE_DEPTHS == 64, "two depths a lane");

RUSTG_D uint32_t line_next_of(const line_next &next, uint32_t depth)
{
    const uint32_t d = line_depth(depth);
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
    const uint32_t d = line_depth(from);
    if ((threadIdx.x & 31) == (d & 31))
        (d < 32 ? next->low : next->high) = next->at;
    next->at = line_next_of(*next, to);
}

RUSTG_D uint32_t line_entry(uint32_t class_of_tok, int32_t partner)
{
    return class_of_tok | ((uint32_t)partner & 255) << PARSE_LINE_PARTNER_SHIFT;
}

RUSTG_D void line_put(const parse_batch_view &v, uint32_t at, uint32_t tok, uint32_t class_of_tok, int32_t partner,
                      uint32_t role)
{
    v.d_line[at] = (uint16_t)line_entry(class_of_tok, partner);
    v.d_line_tok[at] = tok;
    v.d_line_role[at] = (uint8_t)role;
}

/* The first entry of the line of the unit that begins at the token. */
RUSTG_D void line_put_edge(const parse_batch_view &v, uint32_t at, uint32_t tok)
{
    v.d_units[v.d_unit_of_tok[tok]].line = at;
    atomicMax(&v.d_cut_tiles[at / PARSE_TILE].edge, at);
}

/* A lane's token of a word. role: role_of_kind; own: d_own_class where a unit begins; behind: the class of the token
 * behind a unit's last */
struct line_token {
    uint32_t kind, role, class_of_tok, partner, own, behind;
};

RUSTG_D line_token line_load(const parse_batch_view &v, const line_shared &s, uint32_t first_tok, uint32_t word)
{
    const uint32_t lane = threadIdx.x & 31, tok = first_tok + lane;
    line_token t = {0, 0, 0, 0, 0, 0};
    if (word >= LINE_WORDS || tok >= v.n_toks)
        return t;
    t = {v.d_kinds[tok], 0, v.d_class[tok], v.d_partner[tok], 0, 0};
    t.role = s.roles[t.kind];
    if ((s.words[word].begins | s.words[word].cuts) >> lane & 1)
        t.own = v.d_own_class[tok];
    if (s.words[word].ends >> lane & 1)
        t.behind = v.d_class[tok + 1];
    return t;
}

/* How far on in its line the partner of a token is that is no unit's delimiter; 0 where it has none. Groups of
 * inline_toks tokens have no units in them, so entries are as far from one another as their tokens. */
RUSTG_D int32_t line_partner(const parse_batch_view &v, const role_delimiter &d)
{
    const int32_t span = d.is_open ? (int32_t)d.distance : -(int32_t)d.distance;
    return !d.is_one ? 0 : d.distance <= min(v.inline_toks, 126u) ? span : (int32_t)PARSE_LINE_FAR;
}

/* A word by a warp, a lane a token: up to each delimiter of a unit the tokens lie side by side. */
RUSTG_D void line_put_word(const parse_batch_view &v, const line_shared &s, line_next *next, const line_token &t,
                           role_beside *beside, uint32_t first_tok, uint32_t word)
{
    const uint32_t lane = threadIdx.x & 31, bit = 1u << lane, tok = first_tok + lane;
    const bool is_tok = tok < v.n_toks;
    const parse_slot_word w = s.words[word];
    const bool begins = w.begins & bit, ends = w.ends & bit;
    const role_delimiter d = role_delimiter_of(t.kind, tok, t.partner);
    uint32_t role = role_of(v, beside, first_tok, t.role, t.kind, t.partner, d, begins || ends);
    /* no walk of what is around a unit stops at its end */
    const int32_t partner = begins ? 1 : ends ? -1 : line_partner(v, d);
    const uint32_t class_of_tok = ends ? 0 : t.class_of_tok;
    uint32_t from = 0, depth = s.depths[word], place = 0, own = 0;
    for (uint32_t rest = w.begins | w.ends; rest; rest &= rest - 1) {
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
    if (!is_tok)
        return;
    if (w.cuts & bit) {
        role = PARSE_ROLE_EDGE | t.own >> PARSE_OWN_LIST_SHIFT;
        line_put_edge(v, place, tok);
    }
    line_put(v, place, tok, class_of_tok, partner, role);
    if (partner == PARSE_LINE_FAR)
        v.d_unit_of_tok[tok] = place; /* for parse_line_unit_kernel */
    if (!begins && !ends)
        return;
    line_put(v, own, tok, begins ? t.own & 255 : t.class_of_tok, PARSE_LINE_EDGE,
             begins ? PARSE_ROLE_EDGE | t.own >> PARSE_OWN_LIST_SHIFT : (uint32_t)PARSE_ROLE_END);
    if (begins) {
        line_put_edge(v, own, tok);
    } else {
        line_put(v, own + 1, tok + 1, t.behind, 0, PARSE_ROLE_NONE);
        v.d_unit_of_tok[tok] = own;
    }
}

extern "C" __global__ void __launch_bounds__(PARSE_THREADS) parse_line_kernel(const parse_batch_view v)
{
    grid_await();
    __shared__ line_shared s;
    const uint32_t tile = blockIdx.x, word = tile * LINE_WORDS + threadIdx.x;
    const bool has_word = threadIdx.x < LINE_WORDS && word < slot_words(v);
    for (uint32_t i = threadIdx.x; i < PARSE_WARPS * PARSE_LINE_DEPTHS; i += PARSE_THREADS)
        s.count[i / PARSE_LINE_DEPTHS][i % PARSE_LINE_DEPTHS] = 0;
    if (threadIdx.x < PARSE_N_KINDS)
        s.roles[threadIdx.x] = (uint16_t)role_of_kind(threadIdx.x);
    if (threadIdx.x < PARSE_LINE_DEPTHS)
        s.base[threadIdx.x] = v.d_line_base[(size_t)threadIdx.x * line_tiles(v) + tile];
    if (threadIdx.x < LINE_WORDS) {
        s.words[threadIdx.x] = has_word ? v.d_words[word] : parse_slot_word{0, 0, 0, 0};
        s.depths[threadIdx.x] = has_word ? v.d_word_depth[word] : (uint8_t)0;
    }
    __syncthreads();
    enum { WARP_WORDS = LINE_WORDS / PARSE_WARPS };
    if (has_word)
        line_each_depth(s.words[threadIdx.x], line_valid(v, word), s.depths[threadIdx.x], [&](uint32_t d, uint32_t n) {
            if (n)
                atomicAdd(&s.count[threadIdx.x / WARP_WORDS][d], n);
        });
    __syncthreads();
    const uint32_t first_tok = tile * PARSE_TILE, first_word = (threadIdx.x >> 5) * WARP_WORDS;
    const uint32_t warp_tok = first_tok + 32 * first_word;
    line_token next = line_load(v, s, warp_tok, first_word);
    role_beside beside = {0, 0, warp_tok < v.n_toks ? role_end_before(v, warp_tok) : 0, false};
    if (warp_tok > 0 && warp_tok < v.n_toks) {
        beside.last = s.roles[v.d_kinds[warp_tok - 1]];
        beside.is_covered = beside.last & ROLE_COVERS && !(s.roles[v.d_kinds[warp_tok - 2]] & ROLE_COVERS);
    }
    line_next places = line_begin(s, s.depths[first_word]);
    for (uint32_t i = first_word; i < first_word + WARP_WORDS && first_tok + 32 * i < v.n_toks; i++) {
        const line_token t = next;
        if (i + 1 < LINE_WORDS) {
            next = line_load(v, s, first_tok + 32 * (i + 1), i + 1);
            beside.next = __shfl_sync(~0u, next.role, 0);
        } else {
            beside.next = s.roles[v.d_kinds[first_tok + PARSE_TILE]];
        }
        line_put_word(v, s, &places, t, &beside, first_tok + 32 * i, i);
        beside.last = __shfl_sync(~0u, t.role, 31);
    }
}
