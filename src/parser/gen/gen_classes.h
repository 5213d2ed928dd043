/* gen_classes.h: makes equal states one, and puts tokens that no state tells apart into one class. */
#ifndef RUSTG_GEN_CLASSES_H
#define RUSTG_GEN_CLASSES_H

#include "gen_states.h"

/* ---- equal states */

static uint64_t gen_mix(uint64_t x)
{
    x += 0x9E3779B97F4A7C15ull;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ x >> 27) * 0x94D049BB133111EBull;
    return x ^ x >> 31;
}

static std::vector<u32> block_of; /* by state */
static u32 n_blocks;

static uint64_t gen_family_hash(int family)
{
    uint64_t h = 7;
    for (u32 r = 0; r < PARSE_N_RETS; r++)
        if (rets_of_family[family] >> r & 1)
            h = gen_mix(h ^ r) ^ block_of[gen_state_of_frame(family, r)];
    return gen_mix(h);
}

static uint64_t gen_outcome_hash(const outcome &o)
{
    uint64_t h = 1;
    uint8_t b = 0;
    auto put = [&](uint64_t v) { h = gen_mix(h ^ v); };
    auto place = [&](tok t) {
        gen_place_byte(t, &b);
        put(b);
    };
    for (auto &one : o.ops) {
        put(one.what * 256 + one.mark);
        place(one.start);
        place(one.anchor);
        if (one.what == OP_NODE) {
            put(one.kind * 2 + one.split);
            place(one.end);
        } else if (one.what == OP_UNIT) {
            put(block_of[one.to]);
        } else {
            put(gen_family_hash(one.to));
        }
    }
    put(1000 + o.move * 16 + o.pops * 8 + o.ret);
    if (!o.pops) {
        place(o.start);
        place(o.anchor);
        put(o.mark);
        put(block_of[o.next]);
    }
    return h;
}

static std::vector<uint64_t> hash_of_outcome;

static void gen_merge_states()
{
    uint64_t whole = 0;
    for (uint64_t w : cell_weight)
        whole += w;
    block_of.assign(states.size(), 0);
    n_blocks = 1;
    for (;;) {
        hash_of_outcome.assign(outcomes.size(), 0);
        for (u32 i = 1; i < outcomes.size(); i++)
            hash_of_outcome[i] = gen_outcome_hash(outcomes[i]);
        std::unordered_map<uint64_t, u32> blocks;
        std::vector<u32> next(states.size());
        for (size_t s = 0; s < states.size(); s++) {
            uint64_t h = gen_mix(block_of[s]);
            for (u32 kind = 0; kind < n_kinds; kind++) {
                const row_part &part = rows[s].kinds[kind];
                uint64_t sum = 0;
                if (part.what->cells.empty())
                    sum = whole * hash_of_outcome[part.outcomes[part.what->only]];
                else
                    for (auto &w : part.what->weights)
                        sum += w.second * hash_of_outcome[part.outcomes[w.first]];
                h = gen_mix(h ^ sum);
            }
            next[s] = blocks.emplace(h, (u32)blocks.size()).first->second;
        }
        block_of = next;
        if (blocks.size() == n_blocks)
            return;
        n_blocks = (u32)blocks.size();
    }
}

/* ---- classes: equal columns */

static std::vector<uint16_t> class_of; /* [kind][next][facts]; 0 where there is no such token */
struct cell_name {
    u32 kind, next, facts;
};
static std::vector<cell_name> classes(1);
static std::vector<char> may_leave; /* [kind][next] */
static std::vector<int> state_of_block;
static std::vector<std::vector<u32>> outcomes_of_class; /* by block */

static u32 gen_outcome_at(const row &r, const cell_name &c)
{
    const row_part &part = r.kinds[c.kind];
    const tree *t = part.what;
    return part.outcomes[t->cells.empty() ? t->only : t->cells[c.next * PARSE_N_FACTS + c.facts]];
}

static void gen_make_classes()
{
    const u32 n_cells = n_kinds * PARSE_N_FACTS;
    std::vector<uint64_t> column((size_t)n_kinds * n_cells, 0), whole(n_kinds, 0);
    std::vector<uint8_t> exists((size_t)n_kinds * n_cells, 0);
    state_of_block.assign(n_blocks, -1);
    for (size_t s = 0; s < states.size(); s++)
        if (state_of_block[block_of[s]] < 0)
            state_of_block[block_of[s]] = (int)s;
    for (u32 b = 0; b < n_blocks; b++) {
        uint64_t weight = gen_mix(b + 12345) | 1;
        const row &r = rows[state_of_block[b]];
        for (u32 kind = 0; kind < n_kinds; kind++) {
            const row_part &part = r.kinds[kind];
            const std::vector<uint16_t> &cells = part.what->cells;
            if (cells.empty()) {
                whole[kind] += weight * hash_of_outcome[part.outcomes[part.what->only]];
                continue;
            }
            for (u32 i = 0; i < n_cells; i++)
                column[(size_t)kind * n_cells + i] += weight * hash_of_outcome[part.outcomes[cells[i]]];
        }
    }
    may_leave.assign((size_t)n_kinds * n_kinds, 0);
    for (u32 kind = 0; kind < n_kinds; kind++) {
        choices.clear();
        do {
            n_chosen = 0;
            key none;
            memset(&none, 0, sizeof none);
            if (setjmp(step_end) != 0)
                gen_die("facts");
            step_begin(none);
            u32 facts = gen_facts_now(kind);
            kind_set next = gen_kinds_at(tok{R_POS, (int)parse_kind_toks(kind)});
            for (u32 n = 0; n < n_kinds; n++)
                if (next[n] && facts == PARSE_FACTS_LEAVE)
                    may_leave[(size_t)kind * n_kinds + n] = 1;
                else if (next[n])
                    exists[(size_t)kind * n_cells + n * PARSE_N_FACTS + facts] = 1;
            choices.resize(n_chosen);
        } while (gen_next_choices());
    }
    class_of.assign((size_t)n_kinds * n_cells, 0);
    std::unordered_map<uint64_t, u32> ids;
    for (u32 kind = 0; kind < n_kinds; kind++)
        for (u32 i = 0; i < n_cells; i++) {
            size_t at = (size_t)kind * n_cells + i;
            if (!exists[at])
                continue;
            auto found = ids.emplace(column[at] + whole[kind], (u32)classes.size());
            if (found.second)
                classes.push_back(cell_name{kind, i / PARSE_N_FACTS, i % PARSE_N_FACTS});
            class_of[at] = (uint16_t)found.first->second;
        }
}

/* Two classes become one where their columns differ only in states that are never at such a token, or in whether an
 * error is told at once or one token later. */

static std::vector<kind_set> may_be_in_block;
static std::vector<std::vector<std::pair<u32, u32>>> kinds_of_class; /* pairs of a kind and the next one */

static bool gen_is_empty_part(u32 block, u32 kind)
{
    static std::vector<uint8_t> known; /* 0 not yet, 1 no, 2 yes */
    if (known.empty())
        known.assign((size_t)n_blocks * n_kinds, 0);
    uint8_t &is = known[(size_t)block * n_kinds + kind];
    if (is)
        return is == 2;
    const row_part &part = rows[state_of_block[block]].kinds[kind];
    bool any = part.what->cells.empty() && part.outcomes[part.what->only] != NO_OUTCOME;
    for (uint16_t cell : part.what->cells)
        any = any || part.outcomes[cell] != NO_OUTCOME;
    is = any ? 1 : 2;
    return !any;
}

/* Whether what is done at a token of a kind leads to a state in which the next kind is an error. */
static bool gen_is_error_behind(u32 id, u32 kind, u32 next)
{
    const outcome &o = outcomes[id];
    if (o.pops || o.move != parse_kind_toks(kind))
        return false;
    const u32 to = block_of[o.next];
    return may_be_in_block[to][next] && gen_is_empty_part(to, next);
}

/* Whether class c may have the outcome wanted in a block. */
static bool gen_class_accepts(u32 c, u32 block, u32 wanted)
{
    const u32 is = outcomes_of_class[c][block];
    if (hash_of_outcome[is] == hash_of_outcome[wanted])
        return true;
    if (is != NO_OUTCOME && wanted != NO_OUTCOME)
        return false;
    for (auto &k : kinds_of_class[c])
        if (!(is == NO_OUTCOME && !may_be_in_block[block][k.first]) &&
            !gen_is_error_behind(is == NO_OUTCOME ? wanted : is, k.first, k.second))
            return false;
    return true;
}

static void gen_join_classes()
{
    struct group {
        std::vector<u32> members, outcome_ids;
    };
    std::vector<group> groups;
    std::vector<u32> group_of(classes.size(), 0);
    may_be_in_block.assign(n_blocks, kind_set{{0, 0, 0}});
    for (size_t s = 0; s < states.size(); s++)
        may_be_in_block[block_of[s]].add(may_be[s]);
    kinds_of_class.resize(classes.size());
    for (size_t i = 0; i < class_of.size(); i++) {
        const std::pair<u32, u32> two((u32)(i / PARSE_N_FACTS / n_kinds), (u32)(i / PARSE_N_FACTS % n_kinds));
        auto &all = kinds_of_class[class_of[i]];
        if (class_of[i] && (all.empty() || all.back() != two))
            all.push_back(two);
    }
    for (auto &c : classes) {
        outcomes_of_class.emplace_back(n_blocks, (u32)NO_OUTCOME);
        for (u32 b = 0; b < n_blocks && outcomes_of_class.size() > 1; b++)
            outcomes_of_class.back()[b] = gen_outcome_at(rows[state_of_block[b]], c);
    }
    groups.push_back(group{{0}, outcomes_of_class[0]});
    for (u32 c = 1; c < classes.size(); c++) {
        const std::vector<u32> &mine = outcomes_of_class[c];
        u32 into = 0;
        std::vector<u32> joined;
        for (u32 g = 1; g < groups.size() && !into; g++) {
            if (classes[groups[g].members[0]].kind != classes[c].kind)
                continue;
            joined = groups[g].outcome_ids;
            into = g;
            for (u32 b = 0; b < n_blocks && into; b++) {
                if (gen_class_accepts(c, b, joined[b]))
                    continue;
                joined[b] = mine[b];
                for (u32 member : groups[g].members)
                    into = into && gen_class_accepts(member, b, mine[b]) ? into : 0;
            }
        }
        if (into) {
            groups[into].members.push_back(c);
            groups[into].outcome_ids = joined;
        } else {
            into = (u32)groups.size();
            groups.push_back(group{{c}, mine});
        }
        group_of[c] = into;
    }
    for (auto &c : class_of)
        c = (uint16_t)group_of[c];
    outcomes_of_class.clear();
    for (auto &g : groups)
        outcomes_of_class.push_back(g.outcome_ids);
}

#endif
