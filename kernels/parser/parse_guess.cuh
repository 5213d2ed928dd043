/* parse_guess.cuh: the state in which each unit begins: a file's is known, a group's is guessed.
 * in    d_class, d_kinds, d_partner; units of groups with their tokens and file
 * out   units of files and groups; d_class of the opening delimiters of groups that are units, d_unit_of_tok there;
 *       where units begin and end into d_words; lists that are to be cut into d_queue
 * map   a thread a unit
 * cost  O(units) work: a guess looks at PARSE_GUESS_TOKS tokens at most
 * ref   make_units() in tests/parser/table/parse_units_on_host.c */
#pragma once

#include "parser/table/parse_units.h"
#include "parse_class.cuh"

RUSTG_D uint32_t unit_count(const parse_batch_view &v)
{
    return min(v.n_files + v.d_walk->n_made, v.capacity_units);
}

RUSTG_D const uint16_t *unit_row(const parse_table &table, uint32_t kind)
{
    return &table.units[4 * kind];
}

/* Everything of a unit but its tokens and file. */
RUSTG_D void unit_begin(parse_unit *unit, uint32_t wanted, uint32_t parent, uint32_t flags)
{
    unit->wanted = wanted;
    unit->line = unit->length = unit->cut_at = unit->cut_skip = 0;
    unit->parent = parent;
    unit->met = PARSE_NO_TOK;
    unit->queued = unit->walked = 0;
    unit->first_cut = unit->last_cut = PARSE_NO_TOK;
    unit->run_state = PARSE_NO_STATE;
    unit->flags = flags;
    unit->n_events = unit->n_first = 0;
}

RUSTG_D void slot_mark_group(const parse_batch_view &v, uint32_t first, uint32_t last)
{
    atomicOr(&v.d_words[first / 32].begins, 1u << first % 32);
    atomicOr(&v.d_words[last / 32].ends, 1u << last % 32);
}

RUSTG_D void slot_mark_cut(const parse_batch_view &v, uint32_t tok)
{
    atomicOr(&v.d_words[tok / 32].cuts, 1u << tok % 32);
}

/* The lists that are cut, each in a half of d_queue, which is free until the walk: those that a block reads, and those
 * that a warp reads. */
enum {
    CUT_LEAST_TOKS = 4 * PARSE_RUN_TOKS, /* shorter lists are not cut */
    CUT_WARP_TOKS = 4096                 /* longer ones are read by a block */
};

RUSTG_D uint32_t *cut_long_lists(const parse_batch_view &v)
{
    return v.d_queue;
}

RUSTG_D uint32_t *cut_short_lists(const parse_batch_view &v)
{
    return v.d_queue + v.capacity_units;
}

RUSTG_D void cut_ask(const parse_batch_view &v, const parse_table &table, const parse_unit &unit, uint32_t id,
                     uint32_t guess)
{
    const uint32_t span = unit.end - unit.tok;
    if (span <= CUT_LEAST_TOKS || unit_row(table, guess)[2] == PARSE_LIST_NONE)
        return;
    if (span > CUT_WARP_TOKS)
        cut_long_lists(v)[atomicAdd(&v.d_walk->n_long_lists, 1u)] = id;
    else
        cut_short_lists(v)[atomicAdd(&v.d_walk->n_short_lists, 1u)] = id;
}

extern "C" __global__ void __launch_bounds__(PARSE_THREADS) parse_guess_kernel(const parse_batch_view v)
{
    const parse_table table = parse_table_of(v.d_table);
    const uint32_t n = unit_count(v);
    parse_input in = class_input(v);
    for (uint32_t id = blockIdx.x * PARSE_THREADS + threadIdx.x; id < n; id += gridDim.x * PARSE_THREADS) {
        parse_unit *unit = &v.d_units[id];
        if (id < v.n_files) {
            const bool is_left = v.d_parse_flags[id] != 0;
            const uint32_t tok = v.d_file_first_tok[id];
            unit->tok = tok;
            unit->end = parse_file_end(v, id);
            unit->file = id;
            unit_begin(unit, is_left ? (uint32_t)PARSE_NO_STATE : table.head->start, PARSE_NO_TOK,
                       PARSE_UNIT_FILE << PARSE_UNIT_KIND_SHIFT);
            slot_mark_cut(v, tok);
            if (!is_left)
                cut_ask(v, table, *unit, id, PARSE_UNIT_FILE);
            continue;
        }
        const uint32_t tok = unit->tok;
        class_enter_file(v, &in, unit->file);
        const uint32_t guess = parse_guess(table.guesses, &in, tok);
        if (guess == PARSE_UNIT_NONE) {
            const bool is_macro = parse_is_macro(&in, tok);
            unit_begin(unit, PARSE_NO_STATE, PARSE_NO_TOK, is_macro ? (uint32_t)PARSE_UNIT_IS_MACRO : 0);
            if (is_macro) {
                v.d_own_class[tok] = v.d_class[tok];
                slot_mark_group(v, tok, unit->end - 1);
            }
            continue;
        }
        unit_begin(unit, unit_row(table, guess)[0], PARSE_NO_TOK, guess << PARSE_UNIT_KIND_SHIFT);
        v.d_own_class[tok] = v.d_class[tok];
        v.d_class[tok] = (uint8_t)parse_class(&table, &in, tok, true);
        v.d_unit_of_tok[tok] = id;
        slot_mark_group(v, tok, unit->end - 1);
        cut_ask(v, table, *unit, id, guess);
    }
}
