/* gen_parse_table.cpp: makes the table of the grammar from the rules (rules_*.h), which it runs; writes a C header.
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
 *   gen_parse_table OUT.h [-v] */
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

/* ---- the table */

static std::vector<parse_outcome> table_outcomes;
static std::unordered_map<std::string, u32> table_outcome_ids;
static std::vector<u32> place_of_block, place_of_chain;
static std::vector<u32> chains; /* states that only do an outcome */
static std::unordered_map<u32, u32> chain_ids;
static std::vector<u32> table_families;
static std::unordered_map<std::string, u32> table_family_ids;
enum { IS_CHAIN = 1 << 29 };

static u32 keep_table_outcome(const parse_outcome &o)
{
    std::string bytes((const char *)&o, sizeof o);
    auto found = table_outcome_ids.emplace(bytes, (u32)table_outcomes.size());
    if (found.second)
        table_outcomes.push_back(o);
    return found.first->second;
}

/* A frame's state, blocks for places until all have one. */
static u32 frame_state(int family)
{
    const u32 rets = rets_of_family[family];
    u32 row_[PARSE_N_RETS];
    for (u32 r = 0; r < PARSE_N_RETS; r++)
        row_[r] = rets >> r & 1 ? block_of[state_of_frame(family, r)] : (u32)PARSE_NO_ROW;
    bool is_one = true;
    u32 only = (u32)PARSE_NO_ROW;
    for (u32 r = 0; r < PARSE_N_RETS; r++) {
        if (row_[r] == (u32)PARSE_NO_ROW)
            continue;
        is_one = is_one && (only == (u32)PARSE_NO_ROW || only == row_[r]);
        only = row_[r];
    }
    if (is_one)
        return only;
    std::string bytes((const char *)row_, sizeof row_);
    auto found = table_family_ids.emplace(bytes, (u32)table_families.size());
    if (found.second)
        table_families.insert(table_families.end(), row_, row_ + PARSE_N_RETS);
    return PARSE_NEXT_BIT | found.first->second;
}

static u32 table_outcome_of(const outcome &from)
{
    const uint8_t start_kept = PARSE_FROM_START << PARSE_FROM_SHIFT | PARSE_FROM_MIDDLE;
    const uint8_t anchor_kept = PARSE_FROM_ANCHOR << PARSE_FROM_SHIFT | PARSE_FROM_MIDDLE;
    parse_outcome blank;
    memset(&blank, 0, sizeof blank);
    blank.start = start_kept;
    blank.anchor = anchor_kept;
    blank.next = blank.unit = PARSE_NO_ROW;
    std::vector<parse_outcome> parts(1, blank);
    for (auto &one : from.ops) {
        parse_outcome *o = &parts.back();
        if (one.what == OP_NODE ? o->kind || o->n_pushes : o->n_pushes == 2) {
            parts.push_back(blank);
            o = &parts.back();
        }
        if (one.what == OP_NODE) {
            o->kind = one.kind;
            o->split = one.split;
            o->node_mark = one.mark;
            place_byte(one.start, &o->node_start);
            place_byte(one.end, &o->node_end);
            place_byte(one.anchor, &o->node_anchor);
        } else {
            parse_outcome_push *p = &o->pushes[o->n_pushes++];
            p->state = frame_state(one.to);
            place_byte(one.start, &p->start);
            place_byte(one.anchor, &p->anchor);
            p->mark = one.mark;
        }
    }
    parse_outcome *o = &parts.back();
    o->move = from.move;
    if (from.pops) {
        o->next = PARSE_NEXT_BIT | from.ret;
    } else {
        place_byte(from.start, &o->start);
        place_byte(from.anchor, &o->anchor);
        o->mark = (uint8_t)from.mark;
        o->next = block_of[from.next];
    }
    if (from.unit >= 0)
        o->unit = block_of[from.unit];
    u32 id = keep_table_outcome(*o);
    for (size_t i = parts.size() - 1; i-- > 0;) {
        auto found = chain_ids.emplace(id, (u32)chains.size());
        if (found.second)
            chains.push_back(id);
        parts[i].next = IS_CHAIN | found.first->second;
        id = keep_table_outcome(parts[i]);
    }
    return id;
}

static std::vector<parse_entry_of_row> entries;

static u32 find_place(const std::vector<u32> &columns, std::vector<uint8_t> &used, std::vector<uint8_t> &taken)
{
    for (u32 at = 0;; at++) {
        if (at + 2 * PARSE_MAX_CLASSES >= used.size()) {
            used.resize(2 * used.size() + 8 * PARSE_MAX_CLASSES, 0);
            taken.resize(used.size(), 0);
        }
        bool fits = !taken[at];
        for (size_t i = 0; fits && i < columns.size(); i++)
            fits = !used[at + columns[i]];
        if (!fits)
            continue;
        for (u32 c : columns)
            used[at + c] = 1;
        taken[at] = 1;
        return at;
    }
}

static void make_table()
{
    std::vector<u32> kept(outcomes.size(), PARSE_NO_ROW);
    std::vector<std::vector<std::pair<u32, u32>>> wanted(n_blocks);
    std::vector<u32> order;
    for (u32 b = 0; b < n_blocks; b++) {
        std::map<u32, u32> counts;
        std::vector<u32> at(classes.size(), PARSE_NO_ROW);
        for (u32 c = 1; c < classes.size(); c++) {
            u32 id = outcome_at(rows[state_of_block[b]], classes[c]);
            if (id != NO_OUTCOME) {
                if (kept[id] == PARSE_NO_ROW)
                    kept[id] = table_outcome_of(outcomes[id]);
                at[c] = kept[id];
            }
            counts[at[c]]++;
        }
        u32 common = PARSE_NO_ROW, most = 0;
        for (auto &c : counts)
            if (c.second > most)
                common = c.first, most = c.second;
        wanted[b].push_back({0, common});
        for (u32 c = 1; c < classes.size(); c++)
            if (at[c] != common)
                wanted[b].push_back({c, at[c]});
        order.push_back(b);
    }
    std::stable_sort(order.begin(), order.end(), [&](u32 a, u32 b) { return wanted[a].size() > wanted[b].size(); });
    std::vector<uint8_t> used(1, 0), taken(1, 0);
    used.clear(), taken.clear();
    used.resize(16 * PARSE_MAX_CLASSES), taken.resize(16 * PARSE_MAX_CLASSES);
    place_of_block.assign(n_blocks, 0);
    for (u32 b : order) {
        std::vector<u32> columns;
        for (auto &w : wanted[b])
            columns.push_back(w.first);
        place_of_block[b] = find_place(columns, used, taken);
    }
    for (size_t i = 0; i < chains.size(); i++)
        place_of_chain.push_back(find_place(std::vector<u32>(1, 0), used, taken));
    size_t n = 0;
    for (size_t i = 0; i < used.size(); i++)
        n = used[i] || taken[i] ? i + 1 : n;
    entries.assign(n + classes.size(), parse_entry_of_row{PARSE_NO_ROW, PARSE_NO_ROW});
    for (u32 b = 0; b < n_blocks; b++)
        for (auto &w : wanted[b])
            entries[place_of_block[b] + w.first] = parse_entry_of_row{place_of_block[b], w.second};
    for (size_t i = 0; i < chains.size(); i++)
        entries[place_of_chain[i]] = parse_entry_of_row{place_of_chain[i], chains[i]};
    auto settle = [&](u32 s) {
        return s == PARSE_NO_ROW || s & PARSE_NEXT_BIT ? s
               : s & IS_CHAIN                          ? place_of_chain[s & ~(u32)IS_CHAIN]
                                                       : place_of_block[s];
    };
    for (auto &o : table_outcomes) {
        o.next = settle(o.next);
        o.unit = settle(o.unit);
        for (u32 i = 0; i < o.n_pushes; i++)
            o.pushes[i].state = settle(o.pushes[i].state);
    }
    for (auto &f : table_families)
        f = settle(f);
}

static void write_words(FILE *out, const char *type, const char *name, const std::vector<u32> &words)
{
    fprintf(out, "RUSTG_TABLE %s %s[%zu] = {", type, name, words.size());
    for (size_t i = 0; i < words.size(); i++)
        fprintf(out, "%s%u,", i % 24 ? "" : "\n", words[i]);
    fprintf(out, "\n};\n");
}

static void write_table(const char *path)
{
    FILE *out = fopen(path, "w");
    if (!out)
        die("cannot write");
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
    fprintf(out, "/* Made from src/parser/grammar/rules_*.h by gen_parse_table.cpp. */\n");
    fprintf(out, "enum { PARSE_TABLE_CLASSES = %zu, PARSE_TABLE_ENTRIES = %zu, PARSE_TABLE_START = %u };\n",
            classes.size(), entries.size(), place_of_block[block_of[0]]);
    write_words(out, "uint16_t", "parse_table_pairs", pairs);
    write_words(out, "uint16_t", "parse_table_facts", facts);
    write_words(out, "uint32_t", "parse_table_families", table_families);
    fprintf(out, "RUSTG_TABLE parse_entry_of_row parse_table_entries[%zu] = {\n", entries.size());
    for (auto &e : entries)
        fprintf(out, "{%u,%u},\n", e.state, e.outcome);
    fprintf(out, "};\nRUSTG_TABLE parse_outcome parse_table_outcomes[%zu] = {\n", table_outcomes.size());
    for (auto &o : table_outcomes)
        fprintf(out, "{%u,%u,%u,%u,%u,%u,%u,%u,%u,%u,%u,%u,%u,0,{{%u,%u,%u,%u,0},{%u,%u,%u,%u,0}}},\n", o.next, o.unit,
                o.move, o.n_pushes, o.kind, o.split, o.node_start, o.node_end, o.node_anchor, o.node_mark, o.start,
                o.anchor, o.mark, o.pushes[0].state, o.pushes[0].start, o.pushes[0].anchor, o.pushes[0].mark,
                o.pushes[1].state, o.pushes[1].start, o.pushes[1].anchor, o.pushes[1].mark);
    fprintf(out, "};\n");
    if (fclose(out) != 0)
        die("cannot write");
    size_t n_used = 0;
    for (auto &e : entries)
        n_used += e.state != PARSE_NO_ROW;
    printf("states %zu, merged %u; classes %zu; outcomes %zu, in the table %zu; entries %zu of %zu; families %zu; "
           "facts for %zu pairs\n",
           states.size(), n_blocks, classes.size() - 1, outcomes.size(), table_outcomes.size(), n_used, entries.size(),
           table_families.size() / PARSE_N_RETS, facts.size() / PARSE_N_FACTS);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        die("OUT.h");
    is_verbose = argc > 2;
    for (u32 i = 1; i < n_kinds; i++)
        all_kinds.add(i);
    for (u32 i = 0; i < n_kinds * PARSE_N_FACTS; i++)
        cell_weight.push_back(mix(i) | 1);
    explore();
    for (auto &r : refused)
        printf("no row: %u cells at %s\n", r.second, r.first.c_str());
    merge_states();
    make_classes();
    make_table();
    write_table(argv[1]);
}
