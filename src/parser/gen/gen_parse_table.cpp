/* gen_parse_table.cpp: makes the table of the grammar from the rules (rules_*.h), which it runs; writes its bytes.
 *
 * The rules run here on tokens that are not known: each question that they ask of one (its kind, its text, whether two
 * places are one) is answered in every way that earlier answers allow, one run after another. A run is a step: from a
 * control state at a token to where another token is looked at. What it did (nodes, frames, registers, tokens past) is
 * an outcome, and which answers led to it says for which classes of tokens (parse_class.h). The states that an outcome
 * leads to are run in turn, until no new one appears.
 *
 * A control state is a place in the rules (a label, or a move of the token at hand), flags, aux and ret as far as they
 * will be read, and whether the caller reads ret. Registers that hold tokens are bases that offsets count from.
 *
 *   gen_parse_table OUT [-v | -vv]   -v: its sizes are printed; -vv: and why rows are missing */
#include "gen_states.h"

/* ---- equal states are one, equal columns are one class */

static uint64_t mix(uint64_t x)
{
    x += 0x9E3779B97F4A7C15ull;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ x >> 27) * 0x94D049BB133111EBull;
    return x ^ x >> 31;
}

static std::vector<u32> block_of; /* by state */
static u32 n_blocks;

static uint64_t family_hash(int family)
{
    uint64_t h = 7;
    for (u32 r = 0; r < PARSE_N_RETS; r++)
        if (rets_of_family[family] >> r & 1)
            h = mix(h ^ r) ^ block_of[state_of_frame(family, r)];
    return mix(h);
}

static uint64_t outcome_hash(const outcome &o)
{
    uint64_t h = 1;
    uint8_t b = 0;
    auto put = [&](uint64_t v) { h = mix(h ^ v); };
    auto place = [&](tok t) {
        place_byte(t, &b);
        put(b);
    };
    for (auto &one : o.ops) {
        put(one.what * 256 + one.mark);
        place(one.start);
        place(one.anchor);
        if (one.what == OP_NODE) {
            put(one.kind * 2 + one.split);
            place(one.end);
        } else {
            put(family_hash(one.to));
        }
    }
    put(1000 + o.move * 16 + o.pops * 8 + o.ret);
    if (!o.pops) {
        place(o.start);
        place(o.anchor);
        put(o.mark);
        put(block_of[o.next]);
    }
    put(o.unit < 0 ? 0xFFFFFFFF : block_of[o.unit]);
    return h;
}

static std::vector<uint64_t> hash_of_outcome;

static void merge_states()
{
    uint64_t whole = 0;
    for (uint64_t w : cell_weight)
        whole += w;
    block_of.assign(states.size(), 0);
    n_blocks = 1;
    for (;;) {
        hash_of_outcome.assign(outcomes.size(), 0);
        for (u32 i = 1; i < outcomes.size(); i++)
            hash_of_outcome[i] = outcome_hash(outcomes[i]);
        std::unordered_map<uint64_t, u32> blocks;
        std::vector<u32> next(states.size());
        for (size_t s = 0; s < states.size(); s++) {
            uint64_t h = mix(block_of[s]);
            for (u32 kind = 0; kind < n_kinds; kind++) {
                const row_part &part = rows[s].kinds[kind];
                uint64_t sum = 0;
                if (part.what->cells.empty())
                    sum = whole * hash_of_outcome[part.outcomes[part.what->only]];
                else
                    for (auto &w : part.what->weights)
                        sum += w.second * hash_of_outcome[part.outcomes[w.first]];
                h = mix(h ^ sum);
            }
            next[s] = blocks.emplace(h, (u32)blocks.size()).first->second;
        }
        block_of = next;
        if (blocks.size() == n_blocks)
            return;
        n_blocks = (u32)blocks.size();
    }
}

static std::vector<uint16_t> class_of; /* [kind][next][facts]; 0: there is no such token */
struct cell_name {
    u32 kind, next, facts;
};
static std::vector<cell_name> classes(1);
static std::vector<char> may_leave; /* [kind][next] */
static std::vector<int> state_of_block;
static std::vector<std::vector<u32>> outcomes_of_class; /* by block */

static u32 outcome_at(const row &r, const cell_name &c)
{
    const row_part &part = r.kinds[c.kind];
    const tree *t = part.what;
    return part.outcomes[t->cells.empty() ? t->only : t->cells[c.next * PARSE_N_FACTS + c.facts]];
}

static void make_classes()
{
    const u32 n_cells = n_kinds * PARSE_N_FACTS;
    std::vector<uint64_t> column((size_t)n_kinds * n_cells, 0), whole(n_kinds, 0);
    std::vector<uint8_t> exists((size_t)n_kinds * n_cells, 0);
    state_of_block.assign(n_blocks, -1);
    for (size_t s = 0; s < states.size(); s++)
        if (state_of_block[block_of[s]] < 0)
            state_of_block[block_of[s]] = (int)s;
    for (u32 b = 0; b < n_blocks; b++) {
        uint64_t weight = mix(b + 12345) | 1;
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
                die("facts");
            step_begin(none);
            u32 facts = facts_now(kind);
            kind_set next = kinds_at(tok{R_POS, (int)parse_kind_toks(kind)});
            for (u32 n = 0; n < n_kinds; n++)
                if (next[n] && facts == PARSE_FACTS_LEAVE)
                    may_leave[(size_t)kind * n_kinds + n] = 1;
                else if (next[n])
                    exists[(size_t)kind * n_cells + n * PARSE_N_FACTS + facts] = 1;
            choices.resize(n_chosen);
        } while (next_choices());
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

/* Classes whose columns differ only where one is an error at once and the other one token later, or where the state is
 * never at such a token, are one. */

static std::vector<kind_set> may_be_in_block;
static std::vector<std::vector<std::pair<u32, u32>>> kinds_of_class; /* the kind and the next */

static bool is_empty_part(u32 block, u32 kind)
{
    static std::vector<uint8_t> known; /* 1: no, 2: yes */
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

/* Does what is done at the token of a kind lead to where the next is an error? */
static bool is_error_behind(u32 id, u32 kind, u32 next)
{
    const outcome &o = outcomes[id];
    if (o.pops || o.unit >= 0 || o.move != parse_kind_toks(kind))
        return false;
    const u32 to = block_of[o.next];
    return may_be_in_block[to][next] && is_empty_part(to, next);
}

/* May class c have the outcome wanted in a block? */
static bool class_accepts(u32 c, u32 block, u32 wanted)
{
    const u32 is = outcomes_of_class[c][block];
    if (hash_of_outcome[is] == hash_of_outcome[wanted])
        return true;
    if (is != NO_OUTCOME && wanted != NO_OUTCOME)
        return false;
    for (auto &k : kinds_of_class[c])
        if (!(is == NO_OUTCOME && !may_be_in_block[block][k.first]) &&
            !is_error_behind(is == NO_OUTCOME ? wanted : is, k.first, k.second))
            return false;
    return true;
}

static void join_classes()
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
            outcomes_of_class.back()[b] = outcome_at(rows[state_of_block[b]], c);
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
                if (class_accepts(c, b, joined[b]))
                    continue;
                joined[b] = mine[b];
                for (u32 member : groups[g].members)
                    into = into && class_accepts(member, b, mine[b]) ? into : 0;
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

/* ---- the table */

static std::vector<parse_outcome> table_outcomes(1);
static std::unordered_map<std::string, u32> table_outcome_ids;
static std::vector<u32> table_families, table_places, table_rows;
static std::unordered_map<std::string, u32> table_family_ids;

static u32 keep_table_outcome(const parse_outcome &o)
{
    std::string bytes((const char *)&o, sizeof o);
    auto found = table_outcome_ids.emplace(bytes, (u32)table_outcomes.size());
    if (found.second)
        table_outcomes.push_back(o);
    return found.first->second;
}

static u32 frame_state(int family)
{
    const u32 rets = rets_of_family[family];
    u32 row_[PARSE_N_RETS], only = PARSE_NO_STATE;
    bool is_one = true;
    for (u32 r = 0; r < PARSE_N_RETS; r++) {
        row_[r] = rets >> r & 1 ? block_of[state_of_frame(family, r)] : (u32)PARSE_NO_STATE;
        if (row_[r] == PARSE_NO_STATE)
            continue;
        is_one = is_one && (only == PARSE_NO_STATE || only == row_[r]);
        only = row_[r];
    }
    if (is_one)
        return only;
    std::string bytes((const char *)row_, sizeof row_);
    auto found = table_family_ids.emplace(bytes, (u32)table_families.size());
    if (found.second)
        table_families.insert(table_families.end(), row_, row_ + PARSE_N_RETS);
    return PARSE_FAMILY_BIT | found.first->second;
}

static void put_place(parse_outcome *o, u32 bit, tok t)
{
    uint8_t byte = 0;
    place_byte(t, &byte);
    size_t at = std::find(table_places.begin(), table_places.end(), byte) - table_places.begin();
    if (at == table_places.size())
        table_places.push_back(byte);
    if (at >= PARSE_MOST_PLACES)
        die("too many places in outcomes");
    o->where |= (uint64_t)at << bit;
}

static void put_mark(parse_outcome *o, u32 bit, u32 mark)
{
    if (mark > 15)
        die("too many nodes in a step");
    o->where |= (uint64_t)mark << bit;
}

/* A part of an outcome without anything, which leaves the registers as they are. */
static parse_outcome blank_outcome()
{
    parse_outcome o;
    memset(&o, 0, sizeof o);
    o.next = o.pushed[0] = o.pushed[1] = PARSE_NO_STATE;
    put_place(&o, PARSE_AT_START, tok{R_START, 0});
    put_place(&o, PARSE_AT_ANCHOR, tok{R_ANCHOR, 0});
    return o;
}

static u32 table_outcome_of(const outcome &from)
{
    std::vector<parse_outcome> parts(1, blank_outcome());
    std::vector<u32> n_pushes(1, 0);
    for (auto &one : from.ops) {
        const bool is_node = one.what == OP_NODE;
        if (is_node ? parts.back().kind || n_pushes.back() : n_pushes.back() == 2) {
            parts.push_back(blank_outcome());
            n_pushes.push_back(0);
        }
        parse_outcome *o = &parts.back();
        const u32 i = n_pushes.back();
        put_place(o, is_node ? (u32)PARSE_AT_NODE_START : PARSE_AT_PUSH_START + 10 * i, one.start);
        put_place(o, is_node ? (u32)PARSE_AT_NODE_ANCHOR : PARSE_AT_PUSH_ANCHOR + 10 * i, one.anchor);
        put_mark(o, is_node ? (u32)PARSE_AT_NODE_MARK : PARSE_AT_PUSH_MARK + 4 * i, one.mark);
        if (is_node) {
            o->kind = one.kind;
            put_place(o, PARSE_AT_NODE_END, one.end);
            o->where |= (uint64_t)one.split << PARSE_AT_SPLIT;
        } else {
            o->pushed[i] = (uint16_t)frame_state(one.to);
            n_pushes.back()++;
        }
    }
    if (from.unit >= 0 && n_pushes.back() == 2) {
        parts.push_back(blank_outcome());
        n_pushes.push_back(0);
    }
    parse_outcome *o = &parts.back();
    o->does = from.move;
    if (from.unit >= 0) {
        o->does |= PARSE_DOES_UNIT;
        o->pushed[1] = (uint16_t)block_of[from.unit];
    }
    if (from.pops) {
        o->does |= PARSE_DOES_POP;
        o->next = from.ret;
    } else {
        o->where &= ~((uint64_t)1023 << PARSE_AT_START);
        put_place(o, PARSE_AT_START, from.start);
        put_place(o, PARSE_AT_ANCHOR, from.anchor);
        put_mark(o, PARSE_AT_MARK, from.mark);
        o->next = (uint16_t)block_of[from.next];
    }
    u32 id = 0;
    for (size_t i = parts.size(); i-- > 0;) {
        parts[i].does |= (uint8_t)(n_pushes[i] << PARSE_DOES_PUSH_SHIFT);
        if (i + 1 < parts.size()) {
            parts[i].does |= PARSE_DOES_MORE;
            parts[i].next = (uint16_t)id;
        }
        id = keep_table_outcome(parts[i]);
    }
    if (id >= 1 << 16)
        die("too many outcomes");
    return id;
}

static void make_table()
{
    std::vector<u32> kept(outcomes.size(), PARSE_NO_OUTCOME);
    if (outcomes_of_class.size() > PARSE_MAX_CLASSES || n_blocks >= PARSE_FAMILY_BIT)
        die("too many classes or states");
    for (u32 b = 0; b < n_blocks; b++)
        for (u32 c = 0; c < PARSE_MAX_CLASSES; c++) {
            u32 id = c < outcomes_of_class.size() ? outcomes_of_class[c][b] : (u32)NO_OUTCOME;
            if (id != NO_OUTCOME && kept[id] == PARSE_NO_OUTCOME)
                kept[id] = table_outcome_of(outcomes[id]);
            table_rows.push_back(kept[id]);
        }
}

/* ---- its bytes */

static std::string table_bytes;

template <class T> static void put_part(u32 part, const std::vector<u32> &words)
{
    table_bytes.resize((table_bytes.size() + 15) & ~(size_t)15);
    ((parse_table_head *)&table_bytes[0])->at[part] = (u32)table_bytes.size();
    for (u32 word : words) {
        const T one = (T)word;
        table_bytes.append((const char *)&one, sizeof one);
    }
}

static void put_classes()
{
    std::vector<u32> pairs, facts;
    for (u32 kind = 0; kind < n_kinds; kind++)
        for (u32 n = 0; n < n_kinds; n++) {
            const uint16_t *c = &class_of[((size_t)kind * n_kinds + n) * PARSE_N_FACTS];
            u32 only = 0, more = may_leave[(size_t)kind * n_kinds + n];
            for (u32 f = 0; f < PARSE_N_FACTS; f++)
                if (c[f]) {
                    more |= only && c[f] != only;
                    only = c[f];
                }
            if (more && only) {
                only = PARSE_CLASS_MORE | (u32)facts.size() / PARSE_N_FACTS;
                facts.insert(facts.end(), c, c + PARSE_N_FACTS);
            }
            pairs.push_back(only);
        }
    put_part<uint16_t>(PARSE_PART_PAIRS, pairs);
    put_part<uint16_t>(PARSE_PART_FACTS, facts);
}

static void write_table(const char *path)
{
    table_bytes.assign(sizeof(parse_table_head), 0);
    put_classes();
    put_part<uint16_t>(PARSE_PART_FAMILIES, table_families);
    put_part<uint16_t>(PARSE_PART_ROWS, table_rows);
    put_part<uint8_t>(PARSE_PART_PLACES, table_places);
    put_part<uint8_t>(PARSE_PART_OUTCOMES, std::vector<u32>());
    table_bytes.append((const char *)table_outcomes.data(), table_outcomes.size() * sizeof(parse_outcome));
    parse_table_head *head = (parse_table_head *)&table_bytes[0];
    head->n_bytes = (u32)table_bytes.size();
    head->n_states = n_blocks;
    head->n_classes = (u32)outcomes_of_class.size();
    head->n_outcomes = (u32)table_outcomes.size();
    head->start = block_of[0];
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(table_bytes.data(), 1, table_bytes.size(), out) != table_bytes.size() || fclose(out) != 0)
        die("cannot write");
}

static void tell_sizes()
{
    size_t n_used = 0;
    for (u32 id : table_rows)
        n_used += id != PARSE_NO_OUTCOME;
    printf("states %zu, merged %u; classes %zu; outcomes %zu; places %zu; rows %zu; families %zu; %zu bytes\n",
           states.size(), n_blocks, outcomes_of_class.size() - 1, table_outcomes.size(), table_places.size(), n_used,
           table_families.size() / PARSE_N_RETS, table_bytes.size());
}

int main(int argc, char **argv)
{
    if (argc < 2)
        die("OUT [-v | -vv]");
    const bool is_told = argc > 2;
    is_verbose = is_told && !strcmp(argv[2], "-vv");
    for (u32 i = 1; i < n_kinds; i++)
        all_kinds.add(i);
    for (u32 i = 0; i < n_kinds * PARSE_N_FACTS; i++)
        cell_weight.push_back(mix(i) | 1);
    find_error_places();
    explore();
    for (auto &r : refused)
        printf("no row: %u cells at %s\n", r.second, r.first.c_str());
    merge_states();
    make_classes();
    join_classes();
    make_table();
    write_table(argv[1]);
    if (is_told)
        tell_sizes();
}
