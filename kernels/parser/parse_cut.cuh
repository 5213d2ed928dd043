/* parse_cut.cuh: cuts long lists into runs of their elements, which are units.
 *
 * A list's own tokens lie side by side in its line, and the role of each says what it does there (parse_role.h). So
 * all lists are cut at once, as one array: what `<` and `|` are open before an entry is a scan that begins anew where a
 * line does, and of the places where an element may end the first in each 32 entries of the array, or 64 of a large
 * batch (run_words), is a cut. What lies between two cuts of a list is a run. Where none is such a place, a match
 * arm's pattern may be cut before a `|`:
 * the run that it is in is cut as lists are, into runs of alternatives.
 *
 * in    d_line, d_line_tok; the last edge of each tile in d_cut_tiles; units of files and groups
 * out   units of runs, but for those that begin in an earlier tile (parse_slot.cuh makes them); first_cut and last_cut
 *       of the lists' units; cuts into d_words; d_cut_tiles
 * map   a block a tile of entries, PARSE_PER_THREAD a thread; tiles chained by look-back
 * cost  O(entries) work
 * moves 2 B read an entry
 * ref   parse_next_cut() in src/parser/table/parse_units.h, which cuts where so many tokens follow the last cut */
#pragma once

#include "parse_role.cuh"

enum {
    CUT_WORDS = PARSE_TILE / PARSE_RUN_TOKS,       /* entries of which one at most is a cut */
    CUT_LANES = PARSE_RUN_TOKS / PARSE_PER_THREAD, /* which choose a cut */
    CUT_BLOCKS = 8,                                /* a multiprocessor that the registers must leave room for */
    CUT_LEAST_ENTRIES = 16,                        /* a list's first cut has as many before it */
    CUT_MOST_OPEN = 63
};
HD_STATIC_ASSERT(CUT_LANES >= 2 && CUT_LANES <= 16, "lanes of a warp choose a cut of one word, and of two");
HD_STATIC_ASSERT(CUT_WORDS % 32 == 0 && CUT_WORDS <= PARSE_THREADS, "whole warps make the runs");

/* Where an arm of a match is: not in its pattern, or in it with no `|` yet, or with one. A cut_arm says what each of
 * these becomes, from bits 0, 2 and 4 on. */
enum { CUT_NO_PATTERN, CUT_PATTERN, CUT_ALTERNATIVES };
typedef uint32_t cut_arm;

RUSTG_D cut_arm cut_arm_of(uint32_t no_pattern, uint32_t pattern, uint32_t alternatives)
{
    return no_pattern | pattern << 2 | alternatives << 4;
}

enum { CUT_SAME_ARM = CUT_NO_PATTERN | CUT_PATTERN << 2 | CUT_ALTERNATIVES << 4 };

/* What entries of a list do to what is open in it: the `<` become max(n + add, least); bit 0 of bars, and bit 1, says
 * whether it is between two `|` behind them where it was not, and where it was; far: groups that are far. is_anew: they
 * begin with an edge, so that what was before does not matter. */
struct cut_effect {
    int32_t add, least;
    uint32_t bars;
    int32_t far;
    cut_arm arm;
    bool is_anew;
};

RUSTG_D cut_effect cut_none()
{
    return {0, 0, 2, 0, CUT_SAME_ARM, false};
}

RUSTG_D int32_t cut_clamp(int32_t n)
{
    return n < -CUT_MOST_OPEN ? -CUT_MOST_OPEN : n > CUT_MOST_OPEN ? CUT_MOST_OPEN : n;
}

/* a, then b. */
RUSTG_D cut_effect cut_join(const cut_effect &a, const cut_effect &b)
{
    if (b.is_anew)
        return b;
    const int32_t least = a.least + b.add > b.least ? a.least + b.add : b.least;
    const uint32_t bars = (b.bars >> (a.bars & 1) & 1) | (b.bars >> (a.bars >> 1) & 1) << 1;
    const cut_arm arm =
        cut_arm_of(b.arm >> 2 * (a.arm & 3) & 3, b.arm >> 2 * (a.arm >> 2 & 3) & 3, b.arm >> 2 * (a.arm >> 4) & 3);
    return {cut_clamp(a.add + b.add), cut_clamp(least), bars, a.far + b.far, arm, a.is_anew};
}

/* An effect in 28 bits, of which none is 0: bits 0-6 add, 7-12 least, 13-14 bars, 15-20 far, 21-26 arm, 27 is_anew. */
enum { CUT_ANEW = 1 << 27 };

RUSTG_D uint32_t cut_pack(const cut_effect &e)
{
    return ((uint32_t)e.add & 127) | ((uint32_t)e.least & 63) << 7 | (e.bars ^ 2) << 13 | ((uint32_t)e.far & 63) << 15 |
           (e.arm ^ CUT_SAME_ARM) << 21 | (e.is_anew ? (uint32_t)CUT_ANEW : 0);
}

RUSTG_D cut_effect cut_unpack(uint32_t packed)
{
    return {(int32_t)(packed << 25) >> 25, (int32_t)(packed >> 7 & 63),        (packed >> 13 & 3) ^ 2,
            (int32_t)(packed << 11) >> 26, (packed >> 21 & 63) ^ CUT_SAME_ARM, (packed & CUT_ANEW) != 0};
}

RUSTG_D uint32_t cut_join_packed(uint32_t a, uint32_t b)
{
    if (a == 0 || b & CUT_ANEW)
        return b;
    return b == 0 ? a : cut_pack(cut_join(cut_unpack(a), cut_unpack(b)));
}

RUSTG_D uint64_t cut_join_states(uint64_t a, uint64_t b)
{
    return cut_join_packed((uint32_t)a, (uint32_t)b);
}

/* Whether lists of this kind are cut after `;`; all others are cut after commas. */
RUSTG_D bool cut_is_by_semi(uint32_t list)
{
    return list == PARSE_LIST_STMTS || list == PARSE_LIST_ITEMS;
}

/* Does an entry do anything to what is open in the list? */
RUSTG_D bool cut_matters(uint32_t list, uint32_t role)
{
    const uint32_t far = 1u << PARSE_ROLE_OPEN | 1u << PARSE_ROLE_CLOSE;
    const uint32_t open = far | 1u << PARSE_ROLE_LT | 1u << PARSE_ROLE_LT_OPERAND | 1u << PARSE_ROLE_GT |
                          1u << PARSE_ROLE_SHR | 1u << PARSE_ROLE_OR | 1u << PARSE_ROLE_OR_OPERAND |
                          1u << PARSE_ROLE_FAT_ARROW;
    const uint32_t arms = open | 1u << PARSE_ROLE_COMMA | 1u << PARSE_ROLE_IF;
    if (list == PARSE_LIST_ARMS)
        return arms >> (role & PARSE_ROLE_MASK) & 1 || role & PARSE_ROLE_ENDS_ARM;
    return (cut_is_by_semi(list) ? far : open) >> (role & PARSE_ROLE_MASK) & 1;
}

/* Roles and lists are plain numbers here, which no compiler counts. */
HD_STATIC_ASSERT(PARSE_N_ROLES == 14, "parse_role.h: let cut_matters and cut_effect_of say what the new role does");
HD_STATIC_ASSERT(PARSE_N_LISTS == 9, "parse_table_form.h: let cut_may say where the new list may be cut");

RUSTG_D cut_effect cut_effect_of(uint32_t list, uint32_t role)
{
    const bool is_types = list == PARSE_LIST_VARIANTS || list == PARSE_LIST_FIELD_DEFS;
    const cut_arm ends = cut_arm_of(CUT_PATTERN, CUT_PATTERN, CUT_PATTERN);
    const cut_arm alternative = cut_arm_of(CUT_NO_PATTERN, CUT_ALTERNATIVES, CUT_ALTERNATIVES);
    cut_effect e = cut_none();
    if (role & PARSE_ROLE_ENDS_ARM)
        e.arm = ends;
    switch (role & PARSE_ROLE_MASK) {
    case PARSE_ROLE_LT: e.add = 1; break;
    case PARSE_ROLE_LT_OPERAND: e.add = is_types ? 1 : 0; break;
    case PARSE_ROLE_GT: e.add = -1; break;
    case PARSE_ROLE_SHR: e.add = -2; break;
    case PARSE_ROLE_OR: /* closes one that is open, or opens one */
        e.bars = 1;
        e.arm = alternative;
        break;
    case PARSE_ROLE_OR_OPERAND:
        e.bars = 0;
        e.arm = alternative;
        break;
    case PARSE_ROLE_COMMA: e.arm = cut_arm_of(CUT_PATTERN, CUT_PATTERN, CUT_ALTERNATIVES); break;
    case PARSE_ROLE_IF: e.arm = cut_arm_of(CUT_NO_PATTERN, CUT_NO_PATTERN, CUT_NO_PATTERN); break;
    case PARSE_ROLE_FAT_ARROW:
        e.add = -CUT_MOST_OPEN;
        e.bars = 0;
        e.arm = cut_arm_of(CUT_NO_PATTERN, CUT_NO_PATTERN, CUT_NO_PATTERN);
        break;
    case PARSE_ROLE_OPEN: e.far = 1; break;
    case PARSE_ROLE_CLOSE: e.far = -1; break;
    default: break;
    }
    return e;
}

/* May an arm's pattern be cut before an entry, which is a `|` behind another? */
RUSTG_D bool cut_may_before(uint32_t list, uint32_t role, const cut_effect &e)
{
    const uint32_t what = role & PARSE_ROLE_MASK;
    return list == PARSE_LIST_ARMS && (what == PARSE_ROLE_OR || what == PARSE_ROLE_OR_OPERAND) && e.far == 0 &&
           e.least <= 0 && e.add <= 0 && (e.arm >> 2 * CUT_PATTERN & 3) == CUT_ALTERNATIVES;
}

/* May the list be cut behind an entry? e: what is open before it, from the line's beginning on */
RUSTG_D bool cut_may(uint32_t list, uint32_t role, const cut_effect &e)
{
    const uint32_t what = role & PARSE_ROLE_MASK;
    if (e.far - (what == PARSE_ROLE_CLOSE ? 1 : 0) != 0)
        return false;
    switch (list) {
    case PARSE_LIST_STMTS: return what == PARSE_ROLE_SEMI || role & PARSE_ROLE_ENDS_STMT;
    case PARSE_LIST_ITEMS: return what == PARSE_ROLE_SEMI || role & PARSE_ROLE_ENDS_ITEM;
    case PARSE_LIST_ARMS:
        if (role & PARSE_ROLE_ENDS_ARM)
            return true;
        break;
    default: break;
    }
    return what == PARSE_ROLE_COMMA && e.least <= 0 && e.add <= 0 && !(e.bars & 1);
}

/* What a cut is before: an element of the list, the end of a list of arms, or a `|` of a pattern. Of those in a word
 * the first of these is taken. */
enum cut_kind { CUT_ELEMENT, CUT_END, CUT_ALTERNATIVE };

/* Of each word:
 *   cut     the entry that it is cut before, 0: none; edge: where its list's line begins; kind: a cut_kind
 *   run     where it is cut before an alternative: 1 more than the word whose cut ends the run that the alternative is
 *           in, 0: that run is not cut so
 *   id      the run that ends there */
struct cut_shared {
    role_shared role;
    uint32_t edges[PARSE_WARPS], effects[PARSE_WARPS], warp_sums[PARSE_WARPS];
    uint32_t tile, edge_before, first_id;
    uint32_t cut[CUT_WORDS], edge[CUT_WORDS], run[CUT_WORDS], id[CUT_WORDS];
    uint8_t kind[CUT_WORDS];
};

/* The last edge before the tile, 0: none; by a warp. */
RUSTG_D uint32_t cut_edge_before(const parse_batch_view &v, uint32_t tile)
{
    const uint32_t lane = threadIdx.x & 31;
    for (uint32_t end = tile; end > 0; end -= min(end, 32u)) {
        const uint32_t edge = lane < end ? v.d_cut_tiles[end - 1 - lane].edge : 0;
        const uint32_t found = __ballot_sync(~0u, edge != 0);
        if (found)
            return __shfl_sync(~0u, edge, __ffs((int)found) - 1);
    }
    return 0;
}

/* Finds the line that each thread's first entry is in. Ends with a barrier. */
RUSTG_D void cut_find_edge(const parse_batch_view &v, cut_shared &s, role_entries *t)
{
    const uint32_t lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    uint32_t last = 0; /* 1 more than the entry in the tile, and its list */
    if (t->edges) {
        const uint32_t i = parse_last_bit(t->edges);
        last = (threadIdx.x * PARSE_PER_THREAD + i + 1) << 3 | role_list_of_edge(v.d_line[t->first + i]);
    }
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        const uint32_t earlier = __shfl_up_sync(~0u, last, d);
        last = lane >= (uint32_t)d && earlier > last ? earlier : last;
    }
    if (lane == 31)
        s.edges[warp] = last;
    const uint32_t edge_before = warp == 0 ? cut_edge_before(v, s.tile) : 0;
    if (threadIdx.x == 0)
        s.edge_before = edge_before;
    uint32_t before = __shfl_up_sync(~0u, last, 1);
    before = lane == 0 ? 0 : before;
    __syncthreads();
    for (uint32_t w = warp; w > 0 && before == 0; w--)
        before = s.edges[w - 1];
    t->edge = before ? s.tile * PARSE_TILE + (before >> 3) - 1 : s.edge_before;
    t->list = before          ? before & 7
              : s.edge_before ? role_list_of_edge(v.d_line[s.edge_before])
                              : (uint32_t)PARSE_LIST_NONE;
}

/* Does a list that is to be cut begin among the entries? */
RUSTG_D bool cut_has_list(const parse_batch_view &v, const role_entries &t)
{
    bool has_list = false;
    for (uint32_t rest = t.edges; rest; rest &= rest - 1)
        has_list |= role_list_of_edge(v.d_line[t.first + (uint32_t)__ffs((int)rest) - 1]) != PARSE_LIST_NONE;
    return has_list;
}

/* What the thread's entries do. */
RUSTG_D uint32_t cut_effect_of_thread(const role_entries &t)
{
    cut_effect e = cut_none();
    e.is_anew = t.edges != 0;
    uint32_t list = t.list;
    for (uint32_t rest = t.some; rest; rest &= rest - 1) {
        const uint32_t role = role_at(t, (uint32_t)__ffs((int)rest) - 1);
        if (role & PARSE_ROLE_EDGE) {
            list = role & PARSE_ROLE_MASK;
            e = cut_none();
            e.is_anew = true;
        } else if (list != PARSE_LIST_NONE && cut_matters(list, role)) {
            e = cut_join(e, cut_effect_of(list, role));
        }
    }
    return cut_pack(e);
}

/* What is open before the thread's first entry. Ends with a barrier. */
RUSTG_D uint32_t cut_open_before(const parse_batch_view &v, cut_shared &s, uint32_t own)
{
    const uint32_t lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    uint32_t upto = own;
    if (__any_sync(~0u, (own & ~(uint32_t)CUT_ANEW) != 0)) {
#pragma unroll
        for (int d = 1; d < 32; d *= 2) {
            const uint32_t earlier = __shfl_up_sync(~0u, upto, d);
            if (lane >= (uint32_t)d)
                upto = cut_join_packed(earlier, upto);
        }
    } else {
        const uint32_t anew = __ballot_sync(~0u, own != 0);
        upto = anew & (~0u >> (31 - lane)) ? (uint32_t)CUT_ANEW : 0;
    }
    if (lane == 31)
        s.effects[warp] = upto;
    uint32_t before = __shfl_up_sync(~0u, upto, 1);
    before = lane == 0 ? 0 : before;
    __syncthreads();
    if (warp == 0) {
        uint32_t of_warp = lane < PARSE_WARPS ? s.effects[lane] : 0;
#pragma unroll
        for (int d = 1; d < PARSE_WARPS; d *= 2) {
            const uint32_t earlier = __shfl_up_sync(~0u, of_warp, d);
            if (lane >= (uint32_t)d)
                of_warp = cut_join_packed(earlier, of_warp);
        }
        const uint32_t all = __shfl_sync(~0u, of_warp, PARSE_WARPS - 1);
        const bool is_anew = all & CUT_ANEW;
        uint32_t of_tiles = (uint32_t)parse_look_back(s.tile, all, is_anew, v.d_line_states, cut_join_states);
        of_tiles = __shfl_sync(~0u, of_tiles, 0);
        const uint32_t earlier = __shfl_up_sync(~0u, of_warp, 1);
        if (lane < PARSE_WARPS)
            s.effects[lane] = lane == 0 ? of_tiles : cut_join_packed(of_tiles, earlier);
    }
    __syncthreads();
    return cut_join_packed(s.effects[warp], before);
}

/* A cut, 0: none, and where its list's line begins. */
struct cut_place {
    uint32_t at, edge, kind;
};

/* The thread's first cut of the kind to be taken. n: entries of all lines */
RUSTG_D cut_place cut_find(const parse_batch_view &v, const cut_shared &s, const role_entries &t, uint32_t open,
                           uint32_t n)
{
    cut_effect e = cut_unpack(open);
    uint32_t list = t.list, edge = t.edge;
    cut_place found = {0, 0, CUT_ALTERNATIVE};
    for (uint32_t rest = t.some; rest; rest &= rest - 1) {
        const uint32_t i = (uint32_t)__ffs((int)rest) - 1, role = role_at(t, i), at = t.first + i;
        const uint32_t next = role_at(t, i + 1);
        bool has_next = next != PARSE_ROLE_END && !(next & PARSE_ROLE_EDGE) && at + 1 < n;
        if (i + 1 == PARSE_PER_THREAD)
            has_next = at + 1 < n && !role_is_over(s.role, v.d_line[at + 1]);
        if (role & PARSE_ROLE_EDGE) {
            list = role & PARSE_ROLE_MASK;
            edge = at;
            e = cut_none();
            if (list == PARSE_LIST_ARMS && has_next) { /* the first arm is a run, too, but behind attributes */
                const uint32_t kind = v.d_kinds[v.d_line_tok[at + 1]];
                if (kind != T_POUND && kind != T_INNER_DOC)
                    return {at + 1, edge, CUT_ELEMENT};
            }
        } else if (list != PARSE_LIST_NONE) {
            const bool may = at - edge >= CUT_LEAST_ENTRIES && cut_may(list, role, e);
            if (has_next && may)
                return {at + 1, edge, CUT_ELEMENT};
            if (may && list == PARSE_LIST_ARMS && at + 1 < n && found.kind != CUT_END)
                found = {at + 1, edge, CUT_END};
            else if (found.at == 0 && cut_may_before(list, role, e))
                found = {at, edge, CUT_ALTERNATIVE};
            if (cut_matters(list, role))
                e = cut_join(e, cut_effect_of(list, role));
        }
    }
    return found;
}

/* Of the lane's cut and that of another one so many lanes on: that of the kind to be taken, or else the first. */
RUSTG_D cut_place cut_choose(const cut_place &own, uint32_t lanes)
{
    const cut_place other = {__shfl_down_sync(~0u, own.at, lanes), __shfl_down_sync(~0u, own.edge, lanes),
                             __shfl_down_sync(~0u, own.kind, lanes)};
    return own.at == 0 || (other.at != 0 && other.kind < own.kind) ? other : own;
}

RUSTG_D uint32_t cut_owner(const parse_batch_view &v, uint32_t edge)
{
    return v.d_unit_of_tok[v.d_line_tok[edge]];
}

/* The unit of the entries between two cuts. */
RUSTG_D parse_unit cut_run_of(const parse_batch_view &v, uint32_t from, uint32_t to, uint32_t file, uint32_t parent,
                              uint32_t state)
{
    parse_unit run = parse_unit_of(v.d_line_tok[from], v.d_line_tok[to], file, state, parent, PARSE_UNIT_IS_RUN);
    run.line = from;
    run.length = to - from;
    return run;
}

/* The run of a list between two cuts, of which the alternatives from first to last are runs, too, where these differ.
 */
RUSTG_D void cut_make_run(const parse_batch_view &v, uint32_t run_id, uint32_t list_id, uint32_t from, uint32_t to,
                          uint32_t first, uint32_t last)
{
    if (run_id >= v.capacity_units)
        return;
    const parse_unit &list = v.d_units[list_id];
    parse_unit run = cut_run_of(v, from, to, list.file, list_id, list.run_state);
    if (first != last) {
        run.first_cut = first;
        run.last_cut = last;
        run.run_state = parse_unit_row(parse_table_of(v.d_table), list.flags >> PARSE_UNIT_KIND_SHIFT)[3];
    }
    v.d_units[run_id] = run;
}

/* Of the cut between elements at the end of a word: the one before it, 0: none in the tile; and the cuts in a pattern
 * between them, of which there are none or several. */
struct cut_before {
    uint32_t from, first, last;
};

RUSTG_D cut_before cut_look_before(cut_shared &s, uint32_t word)
{
    cut_before b = {0, 0, 0};
    uint32_t w = word;
    for (; w > 0 && b.from == 0; w--) {
        const uint32_t cut = s.cut[w - 1];
        if (cut != 0 && s.kind[w - 1] != CUT_ALTERNATIVE) {
            b.from = cut;
        } else if (cut != 0) {
            b.first = cut;
            b.last = b.last ? b.last : cut;
        }
    }
    if (b.from <= s.edge[word])
        b.from = 0;
    if (b.from == 0 || b.first == b.last)
        b.first = b.last = 0;
    for (uint32_t inside = w + 1; b.first && inside < word; inside++)
        s.run[inside] = word + 1;
    return b;
}

/* Drops the cuts before ends of lists but those that make a run of an arm whose pattern is cut. Ends with a barrier. */
RUSTG_D void cut_drop_ends(cut_shared &s)
{
    const uint32_t word = threadIdx.x;
    bool is_dropped = false;
    if (word < CUT_WORDS && s.cut[word] != 0 && s.kind[word] == CUT_END) {
        uint32_t n = 0, w = word;
        while (w > 0 && (s.cut[w - 1] == 0 || s.kind[w - 1] == CUT_ALTERNATIVE))
            n += s.cut[--w] != 0;
        is_dropped = w == 0 || n < 2 || s.cut[w - 1] <= s.edge[word];
    }
    __syncthreads();
    if (is_dropped)
        s.cut[word] = 0;
    __syncthreads();
}

/* The runs that end at the tile's cuts, by the threads of its words. */
RUSTG_D void cut_make_runs(const parse_batch_view &v, cut_shared &s)
{
    const uint32_t word = threadIdx.x, cut = word < CUT_WORDS ? s.cut[word] : 0, edge = cut ? s.edge[word] : 0;
    const bool is_alternative = cut && s.kind[word] == CUT_ALTERNATIVE;
    uint32_t next = word + 1, total;
    cut_before before = {0, 0, 0};
    if (cut && !is_alternative)
        before = cut_look_before(s, word);
    __syncthreads();
    const uint32_t run = is_alternative ? s.run[word] : 0;
    for (uint32_t w = word; run && w > 0 && before.from == 0 && s.run[w - 1] == run; w--)
        before.from = s.cut[w - 1];
    const uint32_t rank = parse_block_sums(before.from != 0, s.warp_sums, &total);
    if (threadIdx.x == 0)
        s.first_id = v.n_files + (total ? atomicAdd(&v.d_walk->n_made, total) : 0);
    __syncthreads();
    const uint32_t id = s.first_id + rank;
    if (word < CUT_WORDS)
        s.id[word] = id;
    __syncthreads();
    if (cut == 0 || (is_alternative && run == 0))
        return;
    const uint32_t list_id = cut_owner(v, edge);
    parse_slot_mark_cut(v, v.d_line_tok[cut]);
    if (is_alternative) {
        if (before.from && id < v.capacity_units) {
            const parse_unit &list = v.d_units[list_id];
            const uint32_t state = parse_unit_row(parse_table_of(v.d_table), list.flags >> PARSE_UNIT_KIND_SHIFT)[3];
            v.d_units[id] = cut_run_of(v, before.from, cut, list.file, s.id[run - 1], state);
        }
        return;
    }
    if (before.from)
        cut_make_run(v, id, list_id, before.from, cut, before.first, before.last);
    else
        atomicMin(&v.d_units[list_id].first_cut, cut);
    while (next < CUT_WORDS && (s.cut[next] == 0 || s.kind[next] == CUT_ALTERNATIVE))
        next++;
    if (next == CUT_WORDS || s.edge[next] != edge)
        atomicMax(&v.d_units[list_id].last_cut, cut);
    if (next == CUT_WORDS)
        v.d_cut_tiles[s.tile].last = cut;
    if (before.from == 0 && edge < s.tile * PARSE_TILE) {
        v.d_cut_tiles[s.tile].first = cut;
        v.d_cut_tiles[s.tile].list = edge;
    }
}

PARSE_KERNEL void __launch_bounds__(PARSE_THREADS, CUT_BLOCKS) parse_cut_kernel(const parse_batch_view v)
{
    grid_await();
    __shared__ cut_shared s;
    const uint32_t tile = parse_next_tile(&v.d_counters->cut_ticket, &s.tile), n = v.d_counters->n_line;
    if (tile * PARSE_TILE >= n)
        return;
    const uint32_t first = tile * PARSE_TILE + threadIdx.x * PARSE_PER_THREAD;
    const role_words words = role_load(v, first, n);
    role_entries t = {{{0}}, first, role_edges(v, role_marks(words), first), 0, 0, PARSE_LIST_NONE};
    s.role.roles[threadIdx.x] = parse_table_of(v.d_table).roles[threadIdx.x];
    role_put_reach(v, s.role, words, s.tile, n);
    cut_find_edge(v, s, &t);
    if (__any_sync(~0u, t.list != PARSE_LIST_NONE || cut_has_list(v, t)))
        role_find(v, s.role, words, &t, n, role_covered(s.role));
    const uint32_t open = cut_open_before(v, s, cut_effect_of_thread(t));
    cut_place chosen = cut_find(v, s, t, open, n);
#pragma unroll
    for (uint32_t lanes = 1; lanes < CUT_LANES; lanes *= 2)
        chosen = cut_choose(chosen, lanes);
    if (v.run_words > 1) {
        const cut_place first = cut_choose(chosen, CUT_LANES);
        chosen = threadIdx.x & CUT_LANES ? cut_place{0, 0, CUT_ELEMENT} : first;
    }
    const bool has_word = threadIdx.x % CUT_LANES == 0;
    if (has_word) {
        const uint32_t word = threadIdx.x / CUT_LANES;
        s.cut[word] = chosen.at;
        s.edge[word] = chosen.edge;
        s.kind[word] = (uint8_t)chosen.kind;
        s.run[word] = 0;
    }
    if (__syncthreads_or(has_word && chosen.at != 0 && chosen.kind == CUT_END))
        cut_drop_ends(s);
    cut_make_runs(v, s);
}
