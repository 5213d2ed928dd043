/* parse_cut.cuh: cuts long lists into runs of their elements, which are units.
 *
 * A team, a warp or for the longest lists a block, reads a list, 16 tokens a thread at a time: sums tell which of them
 * lie on the list's own level, what `<` and `|` were open before each (parse_list_ahead says why that matters), and how
 * many tokens of the level there were. Of the places where an element may end the first in each PARSE_RUN_TOKS tokens
 * of the level is a cut. Behind a group that reaches beyond these tokens it goes on at the group's end.
 *
 * in    units of files and groups, those to cut in d_queue; kinds, partners
 * out   units of runs; first_cut, last_cut and run_state of the lists' units; cuts into d_words
 * map   a block a list of more than CUT_WARP_TOKS tokens, a warp one of fewer, drawn by ticket
 * cost  O(tokens of the lists, without long groups in them)
 * ref   parse_next_cut() in src/parser/table/parse_units.h, which cuts where so many tokens follow the last cut */
#pragma once

#include "parse_glue.cuh"
#include "parse_guess.cuh"

enum { CUT_PER_THREAD = 16, CUT_WARPS = PARSE_CUT_THREADS / 32 };
HD_STATIC_ASSERT(CUT_WARPS == 32, "a lane a warp in sums over the block");

/* Who reads a list: all threads of the block, or a warp. */
template <bool IS_BLOCK> RUSTG_D uint32_t cut_n_threads()
{
    return IS_BLOCK ? (uint32_t)PARSE_CUT_THREADS : 32;
}

template <bool IS_BLOCK> RUSTG_D uint32_t cut_rank()
{
    return threadIdx.x & (cut_n_threads<IS_BLOCK>() - 1);
}

/* What tokens of the level do to what is open: `<` become max(n + add, least), and whether it is between two `|`
 * becomes bit 0 of bars where it was not, bit 1 where it was. Tokens of the level. */
struct cut_effect {
    int32_t add, least;
    uint32_t bars, n_toks;
};

RUSTG_D cut_effect cut_none()
{
    return {0, 0, 2, 0};
}

/* a, then b. */
RUSTG_D cut_effect cut_join(const cut_effect &a, const cut_effect &b)
{
    const int32_t least = a.least + b.add > b.least ? a.least + b.add : b.least;
    return {a.add + b.add, least, (b.bars >> (a.bars & 1) & 1) | (b.bars >> (a.bars >> 1 & 1) & 1) << 1,
            a.n_toks + b.n_toks};
}

/* What is open behind e where nothing was before, as an effect that does not ask what was. */
RUSTG_D cut_effect cut_settle(const cut_effect &e)
{
    const int32_t n = e.add > e.least ? e.add : e.least;
    return {n, n, (e.bars & 1) * 3, e.n_toks};
}

/* A list while it is read: depth is that at token at. */
struct cut_list {
    uint32_t kind, begin, close, at;
    int32_t depth;
};

/* What the warps of a block tell one another, in two places by turns: so one barrier a sum is enough. */
struct cut_pair {
    uint32_t sum, most;
};
struct cut_shared {
    cut_effect effects[2][CUT_WARPS];
    cut_pair pairs[2][CUT_WARPS];
    uint32_t first_id;
};

RUSTG_D cut_effect cut_shuffle_up(const cut_effect &e, int d)
{
    return {__shfl_up_sync(~0u, e.add, d), __shfl_up_sync(~0u, e.least, d), __shfl_up_sync(~0u, e.bars, d),
            __shfl_up_sync(~0u, e.n_toks, d)};
}

RUSTG_D cut_effect cut_shuffle(const cut_effect &e, int lane)
{
    return {__shfl_sync(~0u, e.add, lane), __shfl_sync(~0u, e.least, lane), __shfl_sync(~0u, e.bars, lane),
            __shfl_sync(~0u, e.n_toks, lane)};
}

/* The values of the warp's lanes up to this one, joined. */
RUSTG_D cut_effect cut_warp_join(cut_effect value)
{
    const uint32_t lane = threadIdx.x & 31;
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        const cut_effect earlier = cut_shuffle_up(value, d);
        if (lane >= d)
            value = cut_join(earlier, value);
    }
    return value;
}

/* The values of all threads of the team before this one, joined; *total: of all. */
template <bool IS_BLOCK>
RUSTG_D cut_effect cut_before(cut_shared &s, uint32_t *turn, cut_effect value, cut_effect *total)
{
    const uint32_t lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const cut_effect upto = cut_warp_join(value);
    cut_effect before = cut_shuffle_up(upto, 1);
    if (lane == 0)
        before = cut_none();
    if (!IS_BLOCK) {
        *total = cut_shuffle(upto, 31);
        return before;
    }
    cut_effect *of_warps = s.effects[(*turn)++ & 1];
    if (lane == 31)
        of_warps[warp] = upto;
    __syncthreads();
    const cut_effect warps = cut_warp_join(of_warps[lane]), earlier = cut_shuffle(warps, warp ? (int)warp - 1 : 0);
    *total = cut_shuffle(warps, 31);
    return warp ? cut_join(earlier, before) : before;
}

RUSTG_D cut_pair cut_pair_join(const cut_pair &a, const cut_pair &b)
{
    return {a.sum + b.sum, a.most > b.most ? a.most : b.most};
}

RUSTG_D cut_pair cut_pair_shuffle(const cut_pair &p, int lane)
{
    return {__shfl_sync(~0u, p.sum, lane), __shfl_sync(~0u, p.most, lane)};
}

RUSTG_D cut_pair cut_warp_pair(cut_pair value)
{
    const uint32_t lane = threadIdx.x & 31;
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        const cut_pair earlier = {__shfl_up_sync(~0u, value.sum, d), __shfl_up_sync(~0u, value.most, d)};
        if (lane >= d)
            value = cut_pair_join(earlier, value);
    }
    return value;
}

/* The sum of one value and the largest of another of all threads of the team before this one; *total: of all. */
template <bool IS_BLOCK>
RUSTG_D cut_pair cut_pair_before(cut_shared &s, uint32_t *turn, uint32_t sum, uint32_t most, cut_pair *total)
{
    const uint32_t lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const cut_pair upto = cut_warp_pair({sum, most});
    cut_pair before = {upto.sum - sum, __shfl_up_sync(~0u, upto.most, 1)};
    before.most = lane == 0 ? 0 : before.most;
    if (!IS_BLOCK) {
        *total = cut_pair_shuffle(upto, 31);
        return before;
    }
    cut_pair *of_warps = s.pairs[(*turn)++ & 1];
    if (lane == 31)
        of_warps[warp] = upto;
    __syncthreads();
    const cut_pair warps = cut_warp_pair(of_warps[lane]), earlier = cut_pair_shuffle(warps, warp ? (int)warp - 1 : 0);
    *total = cut_pair_shuffle(warps, 31);
    return warp ? cut_pair_join(earlier, before) : before;
}

/* A thread's 16 tokens from first on, as bits.
 *   valid   they are the list's, and not behind what has been read
 *   level   of its own level, no delimiters, nor what another covers; ends: closing delimiters of groups of the level
 */
struct cut_tokens {
    parse_bytes kinds;
    uint32_t first, last_before, valid, opens, closes, level, ends, n_group_toks, last_open;
};

/* The tokens that the glued ones cover. */
RUSTG_D uint32_t cut_covered(const cut_tokens &t, uint32_t covered, uint32_t glued)
{
    for (uint32_t rest = glued; rest; rest &= rest - 1) {
        const uint32_t i = (uint32_t)__ffs((int)rest) - 1;
        if (!(covered >> i & 1))
            covered |= ((1u << (parse_kind_toks(parse_window(t.kinds, i) & 255) - 1)) - 1) << (i + 1);
    }
    return covered;
}

RUSTG_D cut_tokens cut_load(const parse_batch_view &v, const cut_list &list, uint32_t first)
{
    cut_tokens t;
    uint32_t glued = 0;
    t.kinds = {{0, 0, 0, 0, 0}};
    t.first = first;
    t.valid = t.opens = t.closes = t.level = t.ends = t.n_group_toks = t.last_open = t.last_before = 0;
    if (first >= list.close)
        return t;
    parse_load_bytes(t.kinds, v.d_kinds + first, true);
    t.valid = list.close - first < CUT_PER_THREAD ? (1u << (list.close - first)) - 1 : 0xFFFF;
    if (list.at > first)
        t.valid &= list.at - first < CUT_PER_THREAD ? ~((1u << (list.at - first)) - 1) : 0;
#pragma unroll
    for (int i = 0; i < CUT_PER_THREAD; i++) {
        const uint32_t kind = parse_byte(t.kinds, i), delimiter = kind - T_L_PAREN;
        if (delimiter < TOKEN_N_DELIMITERS) {
            if (delimiter & 1)
                t.closes |= 1u << i;
            else
                t.opens |= 1u << i;
        }
        glued |= (uint32_t)(kind > T_INNER_DOC) << i;
    }
    t.opens &= t.valid;
    t.closes &= t.valid;
    uint32_t covered = 0;
    if (first >= 8 && list.at <= first) {
        const uint2 words = *(const uint2 *)(v.d_kinds + first - 8);
        uint32_t skipped = 0;
        t.last_before = words.y >> 24;
#pragma unroll
        for (int i = 2; i < 8; i++) {
            const uint32_t kind = (i < 4 ? words.x : words.y) >> (i & 3) * 8 & 255;
            if (skipped > 0)
                skipped--;
            else if (first - 8 + i >= list.begin)
                skipped = parse_kind_toks(kind) - 1;
        }
        covered = (1u << skipped) - 1;
    }
    t.valid &= ~cut_covered(t, covered, glued & t.valid);
    return t;
}

/* What of the tokens is of the list's level, by the depth before them. */
RUSTG_D void cut_find_level(cut_tokens *t, int32_t depth)
{
    uint32_t behind = 0;  /* tokens up to the last delimiter */
    uint32_t counted = 0; /* tokens up to the last group's first, where that is here; those of such a group count */
    for (uint32_t rest = t->opens | t->closes; rest; rest &= rest - 1) {
        const uint32_t bit = rest & (0 - rest);
        if (depth == 0)
            t->level |= (bit - 1) & ~behind;
        if (t->opens & bit) {
            if (depth++ == 0) {
                t->last_open = t->first + (uint32_t)__ffs((int)bit) - 1;
                t->n_group_toks++;
                counted = bit | (bit - 1);
            }
        } else if (--depth == 0) {
            t->ends |= bit;
            t->n_group_toks += counted ? (uint32_t)__popc((bit | (bit - 1)) & ~counted) : 1;
        }
        behind = bit | (bit - 1);
    }
    if (depth == 0)
        t->level |= ~behind;
    t->level &= t->valid & ~(t->opens | t->closes);
}

/* What a token of the level does to `<` and bars; last: the kind before it. */
RUSTG_D cut_effect cut_effect_of(const cut_list &list, uint32_t kind, uint32_t last)
{
    const bool is_behind_operand = parse_ends_operand(last);
    if (kind == T_LT && (list.kind == PARSE_LIST_VARIANTS || list.kind == PARSE_LIST_FIELD_DEFS || !is_behind_operand))
        return {1, 0, 2, 0};
    if (kind == T_GT || kind == T_SHR)
        return {kind == T_SHR ? -2 : -1, 0, 2, 0};
    if (kind == T_OR) /* closes one that is open, opens one where no operand is before it */
        return {0, 0, is_behind_operand ? 0u : 1u, 0};
    if (kind == T_FAT_ARROW)
        return {-(1 << 20), 0, 0, 0};
    return cut_none();
}

/* Is a list cut behind `;`? Else behind commas. */
RUSTG_D bool cut_is_by_semi(const cut_list &list)
{
    return list.kind == PARSE_LIST_STMTS || list.kind == PARSE_LIST_ITEMS;
}

/* Applies the tokens of the level to *effect. Returns the commas behind which nothing is open, as bits, where effect
 * began as what was before. */
RUSTG_D uint32_t cut_read(const cut_list &list, const cut_tokens &t, cut_effect *effect)
{
    uint32_t told = 0, commas = 0, free_commas = 0;
#pragma unroll
    for (int i = 0; i < CUT_PER_THREAD; i++) {
        const uint32_t kind = parse_byte(t.kinds, i);
        told |= (uint32_t)(kind == T_LT || kind == T_GT || kind == T_SHR || kind == T_OR || kind == T_FAT_ARROW) << i;
        commas |= (uint32_t)(kind == T_COMMA) << i;
    }
    commas &= t.level;
    for (uint32_t rest = (told & t.level) | commas; rest; rest &= rest - 1) {
        const uint32_t i = (uint32_t)__ffs((int)rest) - 1;
        if (commas >> i & 1) {
            free_commas |= (uint32_t)((effect->bars & 1) == 0 && effect->least <= 0) << i;
            continue;
        }
        const uint32_t last = i > 0 ? parse_window(t.kinds, i - 1) & 255 : t.last_before;
        *effect = cut_join(*effect, cut_effect_of(list, parse_window(t.kinds, i) & 255, last));
    }
    effect->n_toks += (uint32_t)__popc(t.level) + t.n_group_toks;
    return free_commas;
}

RUSTG_D uint32_t cut_semis(const cut_tokens &t)
{
    uint32_t semis = 0;
#pragma unroll
    for (int i = 0; i < CUT_PER_THREAD; i++)
        semis |= (uint32_t)(parse_byte(t.kinds, i) == T_SEMI) << i;
    return semis & t.level;
}

/* May the list be cut behind its group that ends at `at`? */
RUSTG_D bool cut_behind_group(const parse_batch_view &v, const cut_list &list, uint32_t at)
{
    if (v.d_kinds[at] != T_R_BRACE)
        return false;
    const uint32_t next = v.d_kinds[at + 1];
    if (list.kind == PARSE_LIST_ITEMS)
        return parse_begins_item(next);
    if (list.kind == PARSE_LIST_STMTS)
        return parse_begins_stmt(next);
    return list.kind == PARSE_LIST_ARMS && v.d_kinds[v.d_partner[at] - 2] == T_FAT_ARROW && next != T_COMMA &&
           next != T_DOT && next != T_QUESTION;
}

RUSTG_D void cut_make_run(const parse_batch_view &v, uint32_t run_id, uint32_t id, uint32_t state, uint32_t tok,
                          uint32_t end)
{
    parse_unit *run = &v.d_units[run_id];
    run->tok = tok;
    run->end = end;
    run->file = v.d_units[id].file;
    unit_begin(run, state, id, PARSE_UNIT_IS_RUN);
}

RUSTG_D void cut_end(parse_unit *unit, const uint16_t *row, uint32_t last)
{
    if (last == PARSE_NO_TOK || last == unit->first_cut)
        return;
    unit->last_cut = last;
    unit->run_state = row[1];
    unit->flags |= PARSE_UNIT_IS_CUT;
}

/* The runs that end at these cuts, one at most of each thread; *last: the cut before them, PARSE_NO_TOK: none. False
 * where there is no room for them. */
template <bool IS_BLOCK>
RUSTG_D bool cut_make_runs(const parse_batch_view &v, cut_shared &s, uint32_t *turn, uint32_t id, const uint16_t *row,
                           uint32_t cut, uint32_t *last)
{
    const uint32_t is_first = *last == PARSE_NO_TOK;
    cut_pair of_all;
    const cut_pair before_it = cut_pair_before<IS_BLOCK>(s, turn, cut != 0, cut, &of_all);
    const uint32_t rank = before_it.sum, before = before_it.most, total = of_all.sum, last_here = of_all.most;
    if (total == 0)
        return true;
    uint32_t first_id = 0;
    if (cut_rank<IS_BLOCK>() == 0)
        first_id = v.n_files + (total > is_first ? atomicAdd(&v.d_walk->n_made, total - is_first) : 0);
    if (IS_BLOCK) {
        if (threadIdx.x == 0)
            s.first_id = first_id;
        __syncthreads(); /* the next sum's barrier comes before first_id is written again */
        first_id = s.first_id;
    } else {
        first_id = __shfl_sync(~0u, first_id, 0);
    }
    if (first_id + total > v.capacity_units) {
        for (uint32_t i = first_id + cut_rank<IS_BLOCK>(); i < v.capacity_units && i < first_id + total - is_first;
             i += cut_n_threads<IS_BLOCK>())
            unit_begin(&v.d_units[i], PARSE_NO_STATE, PARSE_NO_TOK, PARSE_UNIT_IS_RUN);
        return false;
    }
    if (cut != 0) {
        const uint32_t previous = before ? before : *last;
        slot_mark_cut(v, cut);
        if (previous != PARSE_NO_TOK)
            cut_make_run(v, first_id + rank - is_first, id, row[1], previous, cut);
        else
            v.d_units[id].first_cut = cut;
    }
    *last = last_here;
    return true;
}

RUSTG_D cut_list cut_begin(const parse_batch_view &v, const uint16_t *row, uint32_t id)
{
    const parse_unit &unit = v.d_units[id];
    const uint32_t begin = unit.tok + (id >= v.n_files);
    return {row[2], begin, unit.end - 1, begin, 0};
}

RUSTG_D const uint16_t *cut_row(const parse_batch_view &v, const parse_table &table, uint32_t id)
{
    return unit_row(table, v.d_units[id].flags >> PARSE_UNIT_KIND_SHIFT);
}

/* By all threads of the team. */
template <bool IS_BLOCK>
RUSTG_D void cut_whole(const parse_batch_view &v, const parse_table &table, cut_shared &s, uint32_t id)
{
    const uint16_t *row = cut_row(v, table, id);
    cut_list list = cut_begin(v, row, id);
    cut_effect before = cut_none();
    uint32_t last = PARSE_NO_TOK, bucket = 0, turn = 0;
    while (list.at < list.close) {
        const uint32_t window = list.at & ~15u;
        cut_tokens t = cut_load(v, list, window + cut_rank<IS_BLOCK>() * CUT_PER_THREAD);
        uint32_t cuts = 0;
        cut_pair of_all;
        const uint32_t net = (uint32_t)__popc(t.opens) - (uint32_t)__popc(t.closes);
        const int32_t depth = list.depth + (int32_t)cut_pair_before<IS_BLOCK>(s, &turn, net, 0, &of_all).sum;
        list.depth += (int32_t)of_all.sum;
        cut_find_level(&t, depth);
        cut_effect effect = cut_none(), effect_of_all = cut_none();
        const uint32_t n_level = (uint32_t)__popc(t.level) + t.n_group_toks;
        effect.n_toks = before.n_toks + cut_pair_before<IS_BLOCK>(s, &turn, n_level, t.last_open, &of_all).sum;
        const uint32_t last_open = of_all.most;
        effect_of_all.n_toks = of_all.sum;
        if (cut_is_by_semi(list)) {
            cuts = cut_semis(t);
        } else {
            cut_effect own = cut_none();
            cut_read(list, t, &own);
            effect = cut_settle(cut_join(before, cut_before<IS_BLOCK>(s, &turn, own, &effect_of_all)));
            cut_effect behind = effect;
            cuts = cut_read(list, t, &behind);
        }
        const uint32_t toks_before = effect.n_toks;
        if (cut_is_by_semi(list) || list.kind == PARSE_LIST_ARMS)
            for (uint32_t rest = t.ends; rest; rest &= rest - 1)
                cuts |= cut_behind_group(v, list, t.first + (uint32_t)__ffs((int)rest) - 1) ? rest & (0 - rest) : 0;
        if (t.first + CUT_PER_THREAD >= list.close && t.first < list.close) /* other elements must follow */
            cuts &= (1u << (list.close - 1 - t.first)) - 1;
        const uint32_t own_bucket = cuts ? toks_before / PARSE_RUN_TOKS : 0;
        uint32_t bucket_before = cut_pair_before<IS_BLOCK>(s, &turn, 0, own_bucket, &of_all).most;
        bucket_before = bucket_before > bucket ? bucket_before : bucket;
        bucket = of_all.most > bucket ? of_all.most : bucket;
        const uint32_t cut = own_bucket > bucket_before ? t.first + (uint32_t)__ffs((int)cuts) : 0;
        if (!cut_make_runs<IS_BLOCK>(v, s, &turn, id, row, cut, &last))
            break;
        before = cut_settle(cut_join(before, effect_of_all));
        list.at = window + cut_n_threads<IS_BLOCK>() * CUT_PER_THREAD;
        const uint32_t group_end = list.depth > 0 && last_open ? v.d_partner[last_open] : 0;
        if (group_end > list.at) { /* behind the group that these tokens end in */
            list.at = group_end;
            list.depth = 1;
        }
    }
    if (cut_rank<IS_BLOCK>() == 0)
        cut_end(&v.d_units[id], row, last);
}

extern "C" __global__ void __launch_bounds__(PARSE_CUT_THREADS) parse_cut_kernel(const parse_batch_view v)
{
    __shared__ cut_shared s;
    __shared__ uint32_t ticket;
    const parse_table table = parse_table_of(v.d_table);
    const uint32_t n_long = v.d_walk->n_long_lists, n_short = v.d_walk->n_short_lists;
    for (;;) {
        if (threadIdx.x == 0)
            ticket = atomicAdd(&v.d_walk->long_head, 1u);
        __syncthreads();
        const uint32_t i = ticket;
        if (i >= n_long)
            break;
        cut_whole<true>(v, table, s, cut_long_lists(v)[i]);
        __syncthreads();
    }
    for (;;) {
        uint32_t i = (threadIdx.x & 31) == 0 ? atomicAdd(&v.d_walk->short_head, 1u) : 0;
        i = __shfl_sync(~0u, i, 0);
        if (i >= n_short)
            break;
        cut_whole<false>(v, table, s, cut_short_lists(v)[i]);
        __syncwarp();
    }
}
