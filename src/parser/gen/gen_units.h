/* gen_units.h: finds the states in which units begin, and those in which runs of their lists' elements do. */
#ifndef RUSTG_GEN_UNITS_H
#define RUSTG_GEN_UNITS_H

#include "gen_hot.h"

struct unit_kind {
    u32 state, run, list; /* states before merging; list is PARSE_LIST_NONE where no list is cut */
};
static std::vector<unit_kind> unit_kinds(1, unit_kind{0, 0, PARSE_LIST_NONE}); /* number 0 is no unit */

/* Finds the state in which the unit's own list goes on behind an element. It is reached from state while no frame lies
 * upon the unit's own. */
static void find_list(unit_kind *u, u32 state)
{
    std::vector<u32> found(1, state);
    std::vector<uint8_t> is_found(states.size(), 0);
    is_found[state] = 1;
    auto add = [&](int s) {
        if (!is_found[s])
            found.push_back((u32)s);
        is_found[s] = 1;
    };
    for (size_t i = 0; i < found.size(); i++) {
        u->list = list_of_place[states[found[i]].point];
        u->run = found[i];
        if (u->list != PARSE_LIST_NONE)
            return;
        for (auto &part : rows[found[i]].kinds)
            for (u32 id : part.outcomes) {
                int frames_[16];
                const outcome &o = outcomes[id];
                if (id != NO_OUTCOME && frames_of(o, frames_) > 0)
                    for (u32 ret = 0; ret < PARSE_N_RETS; ret++)
                        if (rets_of_family[frames_[0]] >> ret & 1)
                            add(state_of_frame(frames_[0], ret));
                if (id != NO_OUTCOME && frames_of(o, frames_) == 0 && !o.pops)
                    add(o.next);
            }
    }
}

/* Numbers the kinds of units, of which a file is the first. A list may also be found one step further on: a block that
 * is an expression is read by a rule of its own, one frame up. */
static void find_units()
{
    std::map<u32, u32> seen;
    unit_kinds.push_back(unit_kind{0, 0, PARSE_LIST_NONE});
    for (auto &o : outcomes)
        for (auto &one : o.ops)
            if (one.what == OP_UNIT && seen.emplace(block_of[one.to], 0).second)
                unit_kinds.push_back(unit_kind{(u32)one.to, 0, PARSE_LIST_NONE});
    if (unit_kinds.size() > PARSE_MOST_UNITS)
        die("too many kinds of units");
    for (size_t i = 1; i < unit_kinds.size(); i++) {
        unit_kind *u = &unit_kinds[i];
        find_list(u, u->state);
        for (auto &part : rows[u->state].kinds)
            for (u32 id : part.outcomes)
                if (u->list == PARSE_LIST_NONE && id != NO_OUTCOME && outcomes[id].next >= 0)
                    find_list(u, (u32)outcomes[id].next);
    }
}

/* ---- guesses */

static std::vector<u32> guesses(PARSE_N_GUESSES, 0);

/* Reads words: `/` and a unit's name, and behind it the places of PARSE_PART_GUESSES that hold that unit. */
static void read_guesses(const char *path)
{
    FILE *in = fopen(path, "r");
    if (!in)
        die("cannot read the guesses");
    char word[16];
    u32 unit = 0;
    while (fscanf(in, "%15s", word) == 1) {
        const u32 number = (u32)strtoul(word + (word[0] == '/'), nullptr, 16);
        if (word[0] != '/') {
            if (number < PARSE_N_GUESSES)
                guesses[number] = unit;
            continue;
        }
        unit = 0;
        for (u32 i = 1; i < unit_kinds.size(); i++)
            if (state_name(states[unit_kinds[i].state]) == number)
                unit = i;
    }
    fclose(in);
}

/* Writes the guess for each place.
 * counts  a file of u32: how many groups of each kind of unit each place had */
static void write_guesses(const char *counts, const char *path)
{
    std::vector<u32> groups((size_t)PARSE_N_GUESSES * PARSE_MOST_UNITS);
    FILE *in = fopen(counts, "rb");
    if (!in || fread(groups.data(), sizeof(u32), groups.size(), in) != groups.size())
        die("the counts are not of groups");
    word_file out(path);
    const u32 NONE_WEIGHS = 8;
    for (u32 i = 1; i < unit_kinds.size(); i++) {
        bool is_named = false;
        for (u32 at = 0; at < PARSE_N_GUESSES; at++) {
            u32 *of = &groups[(size_t)at * PARSE_MOST_UNITS];
            /* A walk in a macro's tokens, for nothing, costs less than reading a group with what is around it. */
            of[PARSE_UNIT_NONE] /= i == 1 ? NONE_WEIGHS : 1;
            if (std::max_element(of, of + PARSE_MOST_UNITS) - of != i || of[i] == 0)
                continue;
            if (!is_named)
                out.put("/%08x", state_name(states[unit_kinds[i].state]), 9);
            is_named = true;
            out.put("%05x", at, 5);
        }
    }
}

#endif
