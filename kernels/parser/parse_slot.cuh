/* parse_slot.cuh: numbers the places where units begin and end and where lists are cut, in the order of tokens, and
 * tells each unit which are its, and where its line lies.
 * in    bits of d_words; d_cut_tiles; lines of units, as far as those that made them knew
 * out   before of d_words; d_counters->n_slots; runs that begin in an earlier tile of entries than they end in;
 *       d_slot_unit; lines and slots of units; units of long lines into d_queue
 * map   parse_slot_kernel: a thread SLOT_PER_THREAD words, a block a tile of PARSE_SLOT_WORDS; tiles chained by
 *       look-back; parse_line_unit_kernel: a thread a unit
 * moves 16 B read, 4 B written 32 tokens */
#pragma once

#include "parse_cut.cuh"

RUSTG_D uint32_t slot_count(const parse_slot_word &w)
{
    return (uint32_t)(__popc(w.begins) + __popc(w.ends) + __popc(w.cuts));
}

/* The run that ends at a tile's first cut and began in an earlier tile. Tiles between without a cut of the list are
 * read one by one: such an element is longer than a walk is. */
RUSTG_D void slot_make_run(const parse_batch_view &v, uint32_t tile)
{
    const parse_cut_tile own = v.d_cut_tiles[tile];
    if (own.first == 0)
        return;
    for (uint32_t before = tile; before > own.list / PARSE_TILE; before--) {
        const uint32_t from = v.d_cut_tiles[before - 1].last;
        if (from > own.list) {
            cut_make_run(v, v.n_files + atomicAdd(&v.d_walk->n_made, 1u), cut_owner(v, own.list), from, own.first, 0,
                         0);
            return;
        }
    }
}

PARSE_KERNEL void __launch_bounds__(PARSE_THREADS) parse_slot_kernel(const parse_batch_view view)
{
    grid_await();
    const parse_batch_view v = parse_counted(view);
    if (v.n_toks > view.n_toks)
        return;
    __shared__ uint32_t warp_sums[PARSE_WARPS], shared_tile, shared_before;
    const uint32_t tile = parse_next_tile(&v.d_counters->slot_ticket, &shared_tile), n = parse_slot_words(v);
    const uint32_t first = tile * PARSE_SLOT_WORDS + threadIdx.x * SLOT_PER_THREAD;
    const uint32_t n_line_tiles = (v.d_counters->n_line + PARSE_TILE - 1) / PARSE_TILE;
    for (uint32_t i = tile * PARSE_THREADS + threadIdx.x; i < n_line_tiles; i += gridDim.x * PARSE_THREADS)
        slot_make_run(v, i);
    if (tile * PARSE_SLOT_WORDS >= n)
        return;
    uint32_t counts[SLOT_PER_THREAD], own = 0, total;
#pragma unroll
    for (uint32_t i = 0; i < SLOT_PER_THREAD; i++) {
        counts[i] = first + i < n ? slot_count(v.d_words[first + i]) : 0;
        own += counts[i];
    }
    const uint32_t prefix = parse_block_sums(own, warp_sums, &total);
    uint64_t *states = v.d_line_states + (v.capacity_line + PARSE_TILE - 1) / PARSE_TILE;
    uint32_t at = parse_tile_before(tile, total, states, &shared_before) + prefix;
    if (threadIdx.x == 0 && n - tile * PARSE_SLOT_WORDS <= PARSE_SLOT_WORDS)
        v.d_counters->n_slots = at + total;
#pragma unroll
    for (uint32_t i = 0; i < SLOT_PER_THREAD; i++) {
        if (first + i < n)
            v.d_words[first + i].before = at;
        at += counts[i];
    }
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

/* The depth of what is around the token. */
RUSTG_D uint32_t parse_line_depth_of(const parse_batch_view &v, uint32_t tok)
{
    const parse_slot_word w = v.d_words[tok / 32];
    const uint32_t below = (1u << tok % 32) - 1;
    return v.d_word_depth[tok / 32] + (uint32_t)__popc(w.begins & below) - (uint32_t)__popc(w.ends & below);
}

RUSTG_D void parse_line_of_unit(const parse_batch_view &v, parse_unit *unit, uint32_t id)
{
    const bool is_run = unit->flags & PARSE_UNIT_IS_RUN;
    unit->first_slot = id < v.n_files || is_run ? slot_of_cut(v, unit->tok) : slot_of_group(v, unit->tok);
    v.d_slot_unit[unit->first_slot] = id + 1;
    if (!is_run)
        unit->line = v.d_line_of_tok[unit->tok];
    if (id < v.n_files) {
        const uint32_t end = id + 1 < v.n_files ? v.d_line_of_tok[v.d_file_first_tok[id + 1]]
                                                : v.d_line_base[parse_line_tiles(v)]; /* of depth 0 */
        unit->length = end - unit->line;
    } else if (!is_run) {
        unit->end_slot = slot_of_group(v, unit->end - 1);
        unit->length = v.d_unit_of_tok[unit->end - 1] + 1 - unit->line;
        if (parse_line_depth_of(v, unit->tok) + 1 >= PARSE_LINE_DEPTHS - 1)
            unit->length = PARSE_NO_TOK;
    }
    unit->cut_at = unit->length;
    if (unit->last_cut == unit->first_cut || parse_lacks_units(v))
        unit->last_cut = 0;
    if (unit->last_cut == 0)
        return;
    unit->flags |= PARSE_UNIT_IS_CUT;
    unit->cut_slot = slot_of_cut(v, v.d_line_tok[unit->first_cut]);
    unit->tail_slot = slot_of_cut(v, v.d_line_tok[unit->last_cut]);
    unit->cut_at = unit->first_cut - unit->line;
    unit->cut_skip = unit->last_cut - unit->first_cut;
}

/* Of a long group that is read with what is around it d_partner becomes the entry of d_line. */
RUSTG_D void parse_line_tell_partners(const parse_batch_view &v, uint32_t open, uint32_t close)
{
    v.d_partner[open] = v.d_unit_of_tok[close];
    v.d_partner[close] = v.d_unit_of_tok[open];
}

PARSE_KERNEL void __launch_bounds__(PARSE_THREADS) parse_line_unit_kernel(const parse_batch_view view)
{
    grid_let_next(); /* the walk begins by loading its table */
    grid_await();
    const parse_batch_view v = parse_counted(view);
    if (v.n_toks > view.n_toks)
        return;
    const uint32_t n = parse_unit_count(v);
    for (uint32_t id = blockIdx.x * PARSE_THREADS + threadIdx.x; id < n; id += gridDim.x * PARSE_THREADS) {
        parse_unit unit = v.d_units[id];
        if (unit.wanted == PARSE_NO_STATE && id >= v.n_files) {
            if (!(unit.flags & (PARSE_UNIT_IS_RUN | PARSE_UNIT_IS_MACRO)))
                parse_line_tell_partners(v, unit.tok, unit.end - 1);
            continue;
        }
        parse_line_of_unit(v, &unit, id);
        v.d_units[id] = unit;
        if (unit.wanted != PARSE_NO_STATE && unit.length - unit.cut_skip >= v.long_entries)
            v.d_queue[atomicAdd(&v.d_walk->n_long, 1u)] = id;
    }
}
