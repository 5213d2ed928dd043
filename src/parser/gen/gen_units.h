/* gen_units.h: finds the states in which units begin, and those in which runs of their lists' elements do. */
#ifndef RUSTG_GEN_UNITS_H
#define RUSTG_GEN_UNITS_H

#include "gen_hot.h"

struct unit_kind {
    u32 state, run, list; /* states before merging; list is PARSE_LIST_NONE where no list is cut */
    int alternatives;     /* the state before a `|` of an element's pattern; -1: none */
};
static std::vector<unit_kind> unit_kinds(1, unit_kind{0, 0, PARSE_LIST_NONE, -1}); /* number 0 is no unit */

/* Finds the state in which the unit's own list goes on behind an element. It is reached from state while no frame lies
 * upon the unit's own. */
static void gen_find_list(unit_kind *u, u32 state)
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
        const u32 list = list_of_place[states[found[i]].point];
        u->list = list == PARSE_LIST_ALTERNATIVES ? (u32)PARSE_LIST_NONE : list;
        u->run = found[i];
        if (u->list != PARSE_LIST_NONE)
            return;
        for (auto &part : rows[found[i]].kinds)
            for (u32 id : part.outcomes) {
                int frames_[16];
                const outcome &o = outcomes[id];
                if (id != NO_OUTCOME && gen_frames_of(o, frames_) > 0)
                    for (u32 ret = 0; ret < PARSE_N_RETS; ret++)
                        if (rets_of_family[frames_[0]] >> ret & 1)
                            add(gen_state_of_frame(frames_[0], ret));
                if (id != NO_OUTCOME && gen_frames_of(o, frames_) == 0 && !o.pops)
                    add(o.next);
            }
    }
}

/* The nearest state before another alternative of a pattern that elements of a list come to; -1: none. */
static int gen_find_alternatives(u32 run)
{
    std::vector<u32> found(1, run);
    std::vector<uint8_t> is_found(states.size(), 0);
    is_found[run] = 1;
    for (size_t i = 0; i < found.size(); i++) {
        if (list_of_place[states[found[i]].point] == PARSE_LIST_ALTERNATIVES)
            return (int)found[i];
        for (auto &part : rows[found[i]].kinds)
            for (u32 id : part.outcomes) {
                int frames_[16];
                if (id == NO_OUTCOME)
                    continue;
                std::vector<int> next;
                const int n = gen_frames_of(outcomes[id], frames_);
                for (int f = 0; f < n; f++)
                    for (u32 ret = 0; ret < PARSE_N_RETS; ret++)
                        if (rets_of_family[frames_[f]] >> ret & 1)
                            next.push_back(gen_state_of_frame(frames_[f], ret));
                if (!outcomes[id].pops)
                    next.push_back(outcomes[id].next);
                for (int s : next) {
                    if (s >= 0 && !is_found[s])
                        found.push_back((u32)s);
                    if (s >= 0)
                        is_found[s] = 1;
                }
            }
    }
    return -1;
}

/* Numbers the kinds of units, of which a file is the first. A list may also be found one step further on: a block that
 * is an expression is read by a rule of its own, one frame up. */
static void gen_find_units()
{
    std::map<u32, u32> seen;
    unit_kinds.push_back(unit_kind{0, 0, PARSE_LIST_NONE, -1});
    for (auto &o : outcomes)
        for (auto &one : o.ops)
            if (one.what == OP_UNIT && seen.emplace(block_of[one.to], 0).second)
                unit_kinds.push_back(unit_kind{(u32)one.to, 0, PARSE_LIST_NONE, -1});
    if (unit_kinds.size() > PARSE_MOST_UNITS)
        gen_die("too many kinds of units");
    for (size_t i = 1; i < unit_kinds.size(); i++) {
        unit_kind *u = &unit_kinds[i];
        gen_find_list(u, u->state);
        for (auto &part : rows[u->state].kinds)
            for (u32 id : part.outcomes)
                if (u->list == PARSE_LIST_NONE && id != NO_OUTCOME && outcomes[id].next >= 0)
                    gen_find_list(u, (u32)outcomes[id].next);
        if (u->list == PARSE_LIST_ARMS)
            u->alternatives = gen_find_alternatives(u->run);
    }
}

/* ---- guesses */

static std::vector<u32> guesses(PARSE_N_GUESSES + PARSE_N_SHIFTS, 0);

/* Finds the shifts by which each key has a place of its own, and puts the guesses there. Where many keys have one
 * shift it is sought first. */
static void gen_place_guesses(const std::map<u32, u32> &guess_of_key)
{
    std::vector<std::vector<u32>> keys(PARSE_N_SHIFTS);
    std::vector<u32> order(PARSE_N_SHIFTS);
    for (auto &one : guess_of_key)
        keys[one.first % PARSE_N_SHIFTS].push_back(one.first);
    for (u32 i = 0; i < PARSE_N_SHIFTS; i++)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](u32 a, u32 b) { return keys[a].size() > keys[b].size(); });
    std::vector<uint8_t> is_taken(PARSE_N_GUESSES, 0);
    for (u32 i : order) {
        u32 shift = 0;
        for (bool is_good = false; !is_good; shift += !is_good) {
            std::set<u32> places;
            if (shift > 255)
                gen_die("too many guesses for their places");
            for (u32 key : keys[i])
                if (!is_taken[parse_guess_place(key, shift)])
                    places.insert(parse_guess_place(key, shift));
            is_good = places.size() == keys[i].size();
        }
        guesses[PARSE_N_GUESSES + i] = shift;
        for (u32 key : keys[i]) {
            is_taken[parse_guess_place(key, shift)] = 1;
            guesses[parse_guess_place(key, shift)] = guess_of_key.at(key);
        }
    }
}

static u32 gen_unit_of_name(u32 name)
{
    for (u32 i = 1; i < unit_kinds.size(); i++)
        if (gen_state_name(states[unit_kinds[i].state]) == name)
            return i;
    return 0;
}

/* Reads words: `/` and a unit's name, and behind it the keys of the groups that are that unit; `?` and the name of what
 * is around the groups of the keys behind it. */
static void gen_read_guesses(const char *path)
{
    FILE *in = fopen(path, "r");
    if (!in)
        gen_die("cannot read the guesses");
    char word[16];
    u32 unit = 0, around = 0;
    std::map<u32, u32> guess_of_key;
    std::set<u32> asking;
    while (fscanf(in, "%15s", word) == 1) {
        const bool is_unit = word[0] == '/', is_around = word[0] == '?';
        const u32 number = (u32)strtoul(word + (is_unit || is_around), nullptr, 16);
        if (is_unit) {
            unit = gen_unit_of_name(number);
            around = 0;
        } else if (is_around) {
            around = gen_unit_of_name(number);
        } else {
            guess_of_key[around ? parse_guess_key_in(number, around) : number] = unit;
            if (around)
                asking.insert(number);
        }
    }
    fclose(in);
    for (u32 key : asking)
        guess_of_key[key] |= PARSE_GUESS_ASKS;
    gen_place_guesses(guess_of_key);
}

/* How many groups were of each kind of unit. */
struct group_counts {
    u32 of[PARSE_MOST_UNITS];
};

/* The kind that most are. A walk in a macro's tokens, for nothing, costs less than reading a group with what is around
 * it. */
static u32 gen_most_are(const group_counts &counts)
{
    const u32 NONE_WEIGHS = 8;
    group_counts c = counts;
    c.of[PARSE_UNIT_NONE] /= NONE_WEIGHS;
    return (u32)(std::max_element(c.of, c.of + PARSE_MOST_UNITS) - c.of);
}

/* Writes the guess for each key, and for those whose groups are of several kinds that for what is around them.
 * groups  a file of u32, three of each group: its key, the kind of the unit around it, its own */
static void gen_write_guesses(const char *groups, const char *path)
{
    std::map<u32, group_counts> counts;
    std::map<std::pair<u32, u32>, group_counts> counts_in;
    FILE *in = fopen(groups, "rb");
    if (!in)
        gen_die("cannot read the groups");
    u32 one[3];
    while (fread(one, sizeof one, 1, in) == 1) {
        if (one[1] >= PARSE_MOST_UNITS || one[2] >= PARSE_MOST_UNITS)
            gen_die("the file is not of groups");
        counts[one[0]].of[one[2]]++;
        if (one[1] != PARSE_UNIT_NONE)
            counts_in[{one[0], one[1]}].of[one[2]]++;
    }
    fclose(in);
    /* by the kind that is guessed and what is around it, 0: whatever that is */
    std::map<std::pair<u32, u32>, std::vector<u32>> keys;
    std::set<u32> asking;
    for (auto &c : counts)
        if (gen_most_are(c.second) != PARSE_UNIT_NONE)
            keys[{gen_most_are(c.second), 0}].push_back(c.first);
    for (auto &c : counts_in)
        if (gen_most_are(c.second) != gen_most_are(counts[c.first.first]))
            asking.insert(c.first.first);
    for (auto &c : counts_in)
        if (asking.count(c.first.first) && gen_most_are(c.second) != PARSE_UNIT_NONE)
            keys[{gen_most_are(c.second), c.first.second}].push_back(c.first.first);
    word_file out(path);
    u32 unit = 0;
    for (auto &k : keys) {
        if (k.first.first != unit)
            out.put("/%08x", gen_state_name(states[unit_kinds[k.first.first].state]), 9);
        unit = k.first.first;
        if (k.first.second)
            out.put("?%08x", gen_state_name(states[unit_kinds[k.first.second].state]), 9);
        for (u32 key : k.second)
            out.put("%08x", key, 8);
    }
}

#endif
