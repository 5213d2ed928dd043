/* parse_guess.cuh: the state in which each unit begins: a file's is known, a group's is guessed.
 * in    d_class, d_kinds, d_partner; units of groups with their tokens and file, d_unit_of_tok where they begin
 * out   units of files and groups; d_class of the opening delimiters of groups that are units, d_unit_of_tok there;
 *       and d_own_class; where units begin and end into d_words
 * map   a thread a unit; parse_guess_rest_kernel: one a group that asks what is around it, which is such a group, too,
 *       and so has its key
 * cost  O(units) work: a key looks at PARSE_GUESS_TOKS tokens at most
 * ref   make_units() in tests/parser/table/parse_units_on_host.c */
#pragma once

#include "parse_guess_key.cuh"

RUSTG_D uint32_t parse_unit_count(const parse_batch_view &v)
{
    return min(v.n_files + v.d_walk->n_made, v.capacity_units);
}

/* Is there no room for some units of groups and runs? */
RUSTG_D bool parse_lacks_units(const parse_batch_view &v)
{
    return v.n_files + v.d_walk->n_made > v.capacity_units;
}

RUSTG_D const uint16_t *parse_unit_row(const parse_table &table, uint32_t kind)
{
    return &table.units[4 * kind];
}

/* A unit that no walk has read. */
RUSTG_D parse_unit parse_unit_of(uint32_t tok, uint32_t end, uint32_t file, uint32_t wanted, uint32_t parent,
                                 uint32_t flags)
{
    parse_unit unit = {wanted, flags};
    unit.tok = tok;
    unit.end = end;
    unit.file = file;
    unit.parent = parent;
    unit.met = PARSE_NO_TOK;
    unit.first_cut = PARSE_NO_TOK;
    unit.run_state = PARSE_NO_STATE;
    return unit;
}

RUSTG_D void parse_slot_mark_group(const parse_batch_view &v, uint32_t first, uint32_t last)
{
    atomicOr(&v.d_words[first / 32].begins, 1u << first % 32);
    atomicOr(&v.d_words[last / 32].ends, 1u << last % 32);
}

RUSTG_D void parse_slot_mark_cut(const parse_batch_view &v, uint32_t tok)
{
    atomicOr(&v.d_words[tok / 32].cuts, 1u << tok % 32);
}

/* The list in a unit of that kind that is to be cut, PARSE_LIST_NONE: none, as d_own_class holds it. */
RUSTG_D uint32_t parse_unit_list(const parse_batch_view &v, const uint16_t *row, const parse_unit &unit)
{
    return unit.end - unit.tok > v.list_toks ? (uint32_t)row[2] << PARSE_OWN_LIST_SHIFT : 0;
}

/* A group's key, 0 where it is no unit; the unit of the group around it, PARSE_NO_TOK where that is not asked for or
 * not close by. They lie where the queue of the walk does later. */
struct guess_group {
    uint32_t key, around;
};

RUSTG_D guess_group *guess_groups(const parse_batch_view &v)
{
    return (guess_group *)v.d_queue;
}

/* The groups that ask what is around them, n_asking of them, where the walk's events lie later. */
RUSTG_D uint32_t *guess_asking(const parse_batch_view &v)
{
    return (uint32_t *)v.d_events;
}

RUSTG_D void guess_make_file(const parse_batch_view &v, const parse_table &table, uint32_t id)
{
    const bool is_left = v.d_parse_flags[id] != 0;
    const uint32_t tok = v.d_file_first_tok[id], state = is_left ? (uint32_t)PARSE_NO_STATE : table.head->start;
    const uint16_t *row = parse_unit_row(table, PARSE_UNIT_FILE);
    parse_unit unit =
        parse_unit_of(tok, parse_file_end(v, id), id, state, PARSE_NO_TOK, PARSE_UNIT_FILE << PARSE_UNIT_KIND_SHIFT);
    unit.run_state = row[1];
    v.d_units[id] = unit;
    v.d_own_class[tok] = (uint16_t)(is_left ? 0 : parse_unit_list(v, row, unit));
    v.d_unit_of_tok[tok] = id;
    parse_slot_mark_cut(v, tok);
}

/* guess: the kind of unit that the group most likely is */
RUSTG_D void guess_make_group(const parse_batch_view &v, const parse_table &table, const parse_input &in, uint32_t id,
                              uint32_t tok, uint32_t file, uint32_t guess)
{
    const uint32_t end = v.d_partner[tok] + 1;
    if (guess == PARSE_UNIT_NONE) {
        const bool is_macro = parse_is_macro(&in, tok);
        v.d_units[id] =
            parse_unit_of(tok, end, file, PARSE_NO_STATE, PARSE_NO_TOK, is_macro ? (uint32_t)PARSE_UNIT_IS_MACRO : 0);
        if (is_macro) {
            v.d_own_class[tok] = v.d_class[tok];
            parse_slot_mark_group(v, tok, end - 1);
        }
        return;
    }
    const uint16_t *row = parse_unit_row(table, guess);
    parse_unit unit = parse_unit_of(tok, end, file, row[0], PARSE_NO_TOK, guess << PARSE_UNIT_KIND_SHIFT);
    unit.run_state = row[1];
    v.d_units[id] = unit;
    v.d_own_class[tok] = (uint16_t)(v.d_class[tok] | parse_unit_list(v, row, unit));
    v.d_class[tok] = (uint8_t)parse_class(&table, &in, tok, true);
    parse_slot_mark_group(v, tok, end - 1);
}

enum { GUESS_FEW_SPREAD = 8 }; /* 4 groups a warp */

/* One of so many threads works where there are more threads than there is work, since lanes of a warp that look at
 * unlike tokens wait for one another. */
RUSTG_D uint32_t guess_spread(uint32_t n)
{
    uint32_t spread = 1;
    while (spread < 32 && 2 * spread * n <= gridDim.x * PARSE_THREADS)
        spread *= 2;
    return spread;
}

/* Guesses what the group of a unit is, for which is_one, by all lanes of the warp. are_few: groups of a warp */
RUSTG_D void guess_group_of(const parse_batch_view &v, const parse_table &table, parse_input &in, uint32_t id,
                            bool is_one, bool are_few)
{
    const uint32_t tok = is_one ? v.d_units[id].tok : 0, file = is_one ? v.d_units[id].file : 0;
    if (is_one)
        class_enter_file(v, &in, file);
    guess_group group = {guess_key(in, tok, is_one, are_few), PARSE_NO_TOK};
    const uint32_t guess = group.key ? parse_guess_of_key(table.guesses, group.key) : (uint32_t)PARSE_UNIT_NONE;
    const uint32_t around = guess_around(in, tok, guess & PARSE_GUESS_ASKS, are_few);
    if (!is_one)
        return;
    group.around = around ? v.d_unit_of_tok[around] : (uint32_t)PARSE_NO_TOK;
    guess_groups(v)[id] = group;
    if (group.around == PARSE_NO_TOK)
        guess_make_group(v, table, in, id, tok, file, guess & ~(uint32_t)PARSE_GUESS_ASKS);
    else
        guess_asking(v)[atomicAdd(&v.d_walk->n_asking, 1u)] = id;
}

PARSE_KERNEL_ANY_TILE void __launch_bounds__(PARSE_THREADS) parse_guess_kernel(const parse_batch_view v)
{
    grid_await();
    if (parse_lacks_room(v))
        return;
    const parse_table table = parse_table_of(v.d_table);
    const uint32_t n = parse_unit_count(v), spread = guess_spread(n), n_at_once = gridDim.x * PARSE_THREADS / spread;
    const uint32_t thread = blockIdx.x * PARSE_THREADS + threadIdx.x;
    parse_input in = class_input(v);
    for (uint32_t first = 0; first < n; first += n_at_once) {
        const uint32_t id = first + thread / spread;
        const bool is_one = thread % spread == 0 && id < n;
        if (is_one && id < v.n_files)
            guess_make_file(v, table, id);
        if (__any_sync(~0u, is_one && id >= v.n_files))
            guess_group_of(v, table, in, id, is_one && id >= v.n_files, spread >= GUESS_FEW_SPREAD);
    }
}

/* As parse_guess(), by the keys. */
RUSTG_D uint32_t guess_kind(const parse_batch_view &v, const parse_table &table, uint32_t id)
{
    guess_group group = guess_groups(v)[id];
    uint32_t keys[PARSE_GUESS_AROUND], n = 0;
#pragma unroll
    for (; n < PARSE_GUESS_AROUND && group.around != PARSE_NO_TOK; n++) {
        keys[n] = group.key;
        group = guess_groups(v)[group.around];
    }
    return parse_guess_within(table.guesses, keys, n, group.key);
}

PARSE_KERNEL_ANY_TILE void __launch_bounds__(PARSE_THREADS) parse_guess_rest_kernel(const parse_batch_view v)
{
    grid_await();
    const parse_table table = parse_table_of(v.d_table);
    const uint32_t n = v.d_walk->n_asking, spread = guess_spread(n);
    const uint32_t thread = blockIdx.x * PARSE_THREADS + threadIdx.x;
    parse_input in = class_input(v);
    if (thread % spread != 0)
        return;
    for (uint32_t i = thread / spread; i < n; i += gridDim.x * PARSE_THREADS / spread) {
        const uint32_t id = guess_asking(v)[i], tok = v.d_units[id].tok, file = v.d_units[id].file;
        class_enter_file(v, &in, file);
        guess_make_group(v, table, in, id, tok, file, guess_kind(v, table, id));
    }
}
