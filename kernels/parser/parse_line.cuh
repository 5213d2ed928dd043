/* parse_line.cuh: the line of each unit: its own tokens side by side, as its walk reads them.
 *
 * A unit's own tokens are those of its depth, the number of units around them, between its delimiters. So tokens in the
 * order of their depths, those of a depth as they come, have each unit's side by side: a stable sort by a key of 6
 * bits. The delimiters of a unit in it are two entries of the line around it, and begin and end its own. Behind its
 * last one is an entry for the token that follows, which some rules look at before they are done. The runs of a list
 * lie within the line of the list. What a macro is given is treated as a unit that no walk reads.
 *
 * in    d_words, d_word_depth, counts of d_line_base (parse_slot.cuh); d_class, d_kinds, d_partner; units
 * out   d_line, d_line_tok, d_slot_line, d_slot_unit; lines and slots of units; units of long lines into d_queue
 * map   parse_line_base_kernel: a block a tile of counts; parse_line_kernel: a block a tile of tokens;
 *       parse_line_unit_kernel: a thread a unit
 * moves 7 B read, 6 B written a token
 * ref   parse_walk_on_host.c: the trees */
#pragma once

#include "parse_slot.cuh"

enum { LINE_WORDS = PARSE_TILE / 32 };

RUSTG_D uint32_t line_tiles(const parse_batch_view &v)
{
    return (v.n_toks + PARSE_TILE - 1) / PARSE_TILE;
}

/* Sums before each count, in place. Their look-back has the states behind those of the slots. */
extern "C" __global__ void __launch_bounds__(PARSE_THREADS) parse_line_base_kernel(const parse_batch_view v)
{
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
    if (first < n && n - first <= PARSE_PER_THREAD) /* what a walk reads ahead */
        for (uint32_t i = 0; i < PARSE_PAD; i++)
            v.d_line[at + i] = 0;
}

/* count: entries of each depth in each word, then those in the words before, then those put so far. */
struct line_shared {
    uint16_t count[PARSE_LINE_DEPTHS][LINE_WORDS];
    uint32_t base[PARSE_LINE_DEPTHS];
    parse_slot_word words[LINE_WORDS];
    uint8_t depths[LINE_WORDS];
};

/* count becomes what is before each word. */
RUSTG_D void line_sum_words(line_shared &s)
{
    const uint32_t lane = threadIdx.x & 31;
    for (uint32_t depth = threadIdx.x >> 5; depth < PARSE_LINE_DEPTHS; depth += PARSE_WARPS) {
        uint32_t own[4];
        for (int i = 0; i < 4; i++)
            own[i] = s.count[depth][4 * lane + i];
        const uint32_t sum = own[0] + own[1] + own[2] + own[3];
        if (!__any_sync(~0u, sum != 0))
            continue;
        uint32_t before = parse_warp_sum(sum) - sum;
        for (int i = 0; i < 4; i++) {
            s.count[depth][4 * lane + i] = (uint16_t)before;
            before += own[i];
        }
    }
}

RUSTG_D uint32_t line_entry(uint32_t class_of_tok, int32_t partner)
{
    return class_of_tok | ((uint32_t)partner & 255) << PARSE_LINE_PARTNER_SHIFT;
}

RUSTG_D void line_put(const parse_batch_view &v, uint32_t at, uint32_t tok, uint32_t class_of_tok, int32_t partner)
{
    v.d_line[at] = (uint16_t)line_entry(class_of_tok, partner);
    v.d_line_tok[at] = tok;
}

/* A lane's token of a word. own, behind: the classes of a unit's delimiter, as its own walk sees it, and of the token
 * behind the unit's last */
struct line_token {
    uint32_t kind, class_of_tok, partner, own, behind;
};

RUSTG_D line_token line_load(const parse_batch_view &v, const line_shared &s, uint32_t first_tok, uint32_t word)
{
    const uint32_t lane = threadIdx.x & 31, tok = first_tok + lane;
    line_token t = {0, 0, 0, 0, 0};
    if (word >= LINE_WORDS || tok >= v.n_toks)
        return t;
    t = {v.d_kinds[tok], v.d_class[tok], v.d_partner[tok], 0, 0};
    if (s.words[word].begins >> lane & 1)
        t.own = v.d_own_class[tok];
    if (s.words[word].ends >> lane & 1)
        t.behind = v.d_class[tok + 1];
    return t;
}

/* How far on in its line the partner of a delimiter is that is not a unit's. Groups of inline_toks tokens have no units
 * in them, so entries are as far from one another as their tokens. */
RUSTG_D int32_t line_partner(const parse_batch_view &v, uint32_t tok, uint32_t partner)
{
    const int32_t span = (int32_t)(partner - tok), far = (int32_t)min(v.inline_toks, 126u);
    return span <= far && span >= -far ? span : (int32_t)PARSE_LINE_FAR;
}

/* Takes n entries of a depth for the word; by all lanes of a warp. */
RUSTG_D uint32_t line_take(line_shared &s, uint32_t word, uint32_t depth, uint32_t n)
{
    const uint32_t d = line_depth(depth), count = s.count[d][word];
    __syncwarp();
    if ((threadIdx.x & 31) == 0)
        s.count[d][word] = (uint16_t)(count + n);
    __syncwarp();
    return s.base[d] + count;
}

/* A word by a warp, a lane a token: up to each delimiter of a unit the tokens lie side by side. */
RUSTG_D void line_put_word(const parse_batch_view &v, line_shared &s, const line_token &t, uint32_t first_tok,
                           uint32_t word)
{
    const uint32_t lane = threadIdx.x & 31, bit = 1u << lane, below = bit - 1, tok = first_tok + lane;
    const bool is_tok = tok < v.n_toks;
    uint32_t class_of_tok = t.class_of_tok;
    const parse_slot_word w = s.words[word];
    int32_t partner = 0;
    if (w.begins & bit) {
        partner = 1;
    } else if (w.ends & bit) { /* no walk of what is around the unit stops here */
        partner = -1;
        class_of_tok = 0;
    } else if (PARSE_IS_OPEN(t.kind) || PARSE_IS_CLOSE(t.kind)) {
        partner = line_partner(v, tok, t.partner);
    }
    uint32_t from = 0, depth = s.depths[word], place = 0, own = 0;
    for (uint32_t rest = w.begins | w.ends; rest; rest &= rest - 1) {
        const uint32_t at = (uint32_t)__ffs((int)rest) - 1, is_end = w.ends >> at & 1;
        const uint32_t first = line_take(s, word, depth, at - from + 1 + is_end);
        depth += is_end ? ~0u : 1;
        const uint32_t other = line_take(s, word, depth, 1);
        if (lane >= from && lane <= at)
            place = first + lane - from;
        if (lane == at) {
            own = is_end ? place : other;
            place = is_end ? other : place;
        }
        from = at + 1;
    }
    const uint32_t first = line_take(s, word, depth, 32 - from);
    if (lane >= from)
        place = first + lane - from;
    if (!is_tok)
        return;
    line_put(v, place, tok, class_of_tok, partner);
    if (partner == PARSE_LINE_FAR)
        v.d_unit_of_tok[tok] = place; /* for parse_line_unit_kernel */
    if (w.begins & bit) {
        line_put(v, own, tok, t.own, PARSE_LINE_EDGE);
    } else if (w.ends & bit) {
        line_put(v, own, tok, t.class_of_tok, PARSE_LINE_EDGE);
        line_put(v, own + 1, tok + 1, t.behind, 0);
    }
    if ((w.begins | w.ends | w.cuts) & bit) {
        uint32_t slot =
            w.before + (uint32_t)(__popc(w.begins & below) + __popc(w.ends & below) + __popc(w.cuts & below));
        if (w.cuts & bit)
            v.d_slot_line[slot++] = place;
        if ((w.begins | w.ends) & bit)
            v.d_slot_line[slot] = own;
    }
}

extern "C" __global__ void __launch_bounds__(PARSE_THREADS) parse_line_kernel(const parse_batch_view v)
{
    __shared__ line_shared s;
    const uint32_t tile = blockIdx.x, word = tile * LINE_WORDS + threadIdx.x;
    const bool has_word = threadIdx.x < LINE_WORDS && word < slot_words(v);
    for (uint32_t i = threadIdx.x; i < PARSE_LINE_DEPTHS * LINE_WORDS / 2; i += PARSE_THREADS)
        ((uint32_t *)s.count)[i] = 0;
    if (threadIdx.x < PARSE_LINE_DEPTHS)
        s.base[threadIdx.x] = v.d_line_base[(size_t)threadIdx.x * line_tiles(v) + tile];
    if (threadIdx.x < LINE_WORDS) {
        s.words[threadIdx.x] = has_word ? v.d_words[word] : parse_slot_word{0, 0, 0, 0};
        s.depths[threadIdx.x] = has_word ? v.d_word_depth[word] : (uint8_t)0;
    }
    __syncthreads();
    if (has_word)
        line_each_depth(s.words[threadIdx.x], line_valid(v, word), s.depths[threadIdx.x],
                        [&](uint32_t d, uint32_t n) { s.count[d][threadIdx.x] += (uint16_t)n; });
    __syncthreads();
    line_sum_words(s);
    __syncthreads();
    const uint32_t first_tok = tile * PARSE_TILE;
    uint32_t i = threadIdx.x >> 5;
    line_token next = line_load(v, s, first_tok + 32 * i, i);
    for (; i < LINE_WORDS && first_tok + 32 * i < v.n_toks; i += PARSE_WARPS) {
        const line_token t = next;
        next = line_load(v, s, first_tok + 32 * (i + PARSE_WARPS), i + PARSE_WARPS);
        line_put_word(v, s, t, first_tok + 32 * i, i);
    }
}

/* The depth of what is around the token. */
RUSTG_D uint32_t line_depth_of(const parse_batch_view &v, uint32_t tok)
{
    const parse_slot_word w = v.d_words[tok / 32];
    const uint32_t below = (1u << tok % 32) - 1;
    return v.d_word_depth[tok / 32] + (uint32_t)__popc(w.begins & below) - (uint32_t)__popc(w.ends & below);
}

RUSTG_D void line_of_unit(const parse_batch_view &v, parse_unit *unit, uint32_t id)
{
    const bool is_group = id >= v.n_files && !(unit->flags & PARSE_UNIT_IS_RUN);
    unit->first_slot = is_group ? slot_of_group(v, unit->tok) : slot_of_cut(v, unit->tok);
    unit->line = v.d_slot_line[unit->first_slot];
    v.d_slot_unit[unit->first_slot] = id + 1;
    if (is_group) {
        unit->end_slot = slot_of_group(v, unit->end - 1);
        unit->length = v.d_slot_line[unit->end_slot] + 1 - unit->line;
        if (line_depth_of(v, unit->tok) + 1 >= PARSE_LINE_DEPTHS - 1)
            unit->length = PARSE_NO_TOK;
    } else if (unit->end < v.n_toks) {
        unit->length = v.d_slot_line[slot_of_cut(v, unit->end)] - unit->line;
    } else {
        unit->length = v.d_line_base[line_tiles(v)] - unit->line; /* the last of depth 0 */
    }
    unit->cut_at = unit->length;
    unit->cut_skip = 0;
    if (unit->flags & PARSE_UNIT_IS_CUT) {
        unit->cut_slot = slot_of_cut(v, unit->first_cut);
        unit->tail_slot = slot_of_cut(v, unit->last_cut);
        unit->cut_at = v.d_slot_line[unit->cut_slot] - unit->line;
        unit->cut_skip = v.d_slot_line[unit->tail_slot] - v.d_slot_line[unit->cut_slot];
    }
}

/* Of a long group that is read with what is around it d_partner becomes the entry of d_line. */
RUSTG_D void line_tell_partners(const parse_batch_view &v, uint32_t open, uint32_t close)
{
    v.d_partner[open] = v.d_unit_of_tok[close];
    v.d_partner[close] = v.d_unit_of_tok[open];
}

extern "C" __global__ void __launch_bounds__(PARSE_THREADS) parse_line_unit_kernel(const parse_batch_view v)
{
    const uint32_t n = unit_count(v);
    for (uint32_t id = blockIdx.x * PARSE_THREADS + threadIdx.x; id < n; id += gridDim.x * PARSE_THREADS) {
        parse_unit *unit = &v.d_units[id];
        if (unit->wanted == PARSE_NO_STATE && id >= v.n_files) {
            if (!(unit->flags & (PARSE_UNIT_IS_RUN | PARSE_UNIT_IS_MACRO)))
                line_tell_partners(v, unit->tok, unit->end - 1);
            continue;
        }
        line_of_unit(v, unit, id);
        if (unit->wanted != PARSE_NO_STATE && unit->length - unit->cut_skip >= PARSE_LINE_LONG)
            v.d_queue[atomicAdd(&v.d_walk->n_long, 1u)] = id;
    }
}
