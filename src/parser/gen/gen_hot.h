/* gen_hot.h: puts the entries of the table side by side that most steps take, and numbers the states by that.
 *
 * A profile, which is a list of words, tells which entries those are. `/` and a number of 8 digits name a state; the
 * words behind it are the tokens at which the state is often met, with 5 digits each for kind, next kind and facts.
 * A name is a digest of labels and registers and holds no number of the generator's, so that most names outlive a
 * change of the rules. Entries whose name is lost are slower, and nothing else. scripts/profile_table.sh writes the
 * file anew. */
#ifndef RUSTG_GEN_HOT_H
#define RUSTG_GEN_HOT_H

#include "gen_table.h"
#include "parser/parse_batch.h"
#include "parser/table/parse_step.h"

/* The name of a state: a digest of its label, of how far behind the label its move stands, and of its registers. */
static u32 gen_state_name(const key &k)
{
    u32 label = k.point, off = 0;
    if (label >= PARSE_N_STATES) {
        const u32 site = label - PARSE_N_STATES;
        u32 nearest = 0;
        label = PARSE_N_STATES;
        for (u32 point = 0; point < PARSE_N_STATES; point++)
            if (site_of_label[point] && site_of_label[point] <= site && site_of_label[point] >= nearest) {
                nearest = site_of_label[point];
                label = point;
            }
        off = site - nearest + 1;
    }
    uint64_t h = off + 1;
    if (label < PARSE_N_STATES)
        for (const char *c = gen_point_name(label); *c; c++)
            h = gen_mix(h ^ (uint8_t)*c);
    for (int i = 0; i < N_REGISTERS; i++)
        h = gen_mix(h ^ k.value[i]);
    return (u32)gen_mix(h ^ k.wants_ret);
}

/* A file of words, which breaks its lines. */
struct word_file {
    FILE *out;
    u32 column;
    explicit word_file(const char *path) : out(fopen(path, "w")), column(0)
    {
        if (!out)
            gen_die("cannot write words");
    }
    ~word_file()
    {
        fprintf(out, "\n");
        if (fclose(out) != 0)
            gen_die("cannot write words");
    }
    void put(const char *format, u32 number, u32 width)
    {
        fprintf(out, column + width > 118 ? "\n" : column ? " " : "");
        column = (column + width > 118 ? 0 : column) + width + 1;
        fprintf(out, format, number);
    }
};

/* ---- the profile */

static std::vector<std::vector<u32>> hot_classes; /* by block */

static void gen_read_profile(const char *path)
{
    FILE *in = fopen(path, "r");
    if (!in)
        gen_die("cannot read the profile");
    std::unordered_map<u32, u32> blocks;
    for (size_t s = 0; s < states.size(); s++)
        blocks.emplace(gen_state_name(states[s]), block_of[s]);
    hot_classes.resize(n_blocks);
    char word[16];
    u32 block = n_blocks;
    while (fscanf(in, "%15s", word) == 1) {
        const u32 number = (u32)strtoul(word + (word[0] == '/'), nullptr, 16);
        if (word[0] == '/') {
            auto found = blocks.find(number);
            block = found == blocks.end() ? n_blocks : found->second;
            continue;
        }
        const u32 kind = number >> 12, next = number >> 4 & 255, facts = number & 15;
        if (block == n_blocks || kind >= n_kinds || next >= n_kinds || facts >= PARSE_N_FACTS)
            continue;
        const u32 c = class_of[((size_t)kind * n_kinds + next) * PARSE_N_FACTS + facts];
        std::vector<u32> &all = hot_classes[block];
        if (c && table_rows[block * PARSE_MAX_CLASSES + c] != PARSE_NO_OUTCOME &&
            std::find(all.begin(), all.end(), c) == all.end())
            all.push_back(c);
    }
    fclose(in);
}

/* Writes a profile of the most frequent entries, as many as make 99.96% of all steps.
 * counts  a file of u64: how often each row met each class */
static void gen_write_profile(const char *counts, const char *path)
{
    std::vector<uint64_t> steps((size_t)n_blocks * PARSE_MAX_CLASSES);
    FILE *in = fopen(counts, "rb");
    if (!in || fread(steps.data(), 8, steps.size(), in) != steps.size())
        gen_die("the counts are not of this table");
    std::vector<u32> order, cell_of_class(PARSE_MAX_CLASSES, 0);
    uint64_t all = 0, sum = 0;
    for (u32 i = 0; i < steps.size(); i++) {
        all += steps[i];
        if (steps[i])
            order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(), [&](u32 a, u32 b) { return steps[a] > steps[b]; });
    for (size_t i = class_of.size(); i-- > 0;)
        cell_of_class[class_of[i]] = (u32)i;
    std::vector<std::vector<u32>> chosen(n_blocks);
    for (u32 i : order) {
        if (sum >= all - all / 2500)
            break;
        sum += steps[i];
        chosen[i / PARSE_MAX_CLASSES].push_back(cell_of_class[i % PARSE_MAX_CLASSES]);
    }
    word_file out(path);
    for (u32 b = 0; b < n_blocks; b++) {
        if (!chosen[b].empty())
            out.put("/%08x", gen_state_name(states[state_of_block[b]]), 9);
        for (u32 cell : chosen[b]) {
            const u32 pair = cell / PARSE_N_FACTS;
            out.put("%05x", pair / n_kinds << 12 | pair % n_kinds << 4 | cell % PARSE_N_FACTS, 5);
        }
    }
}

/* ---- places */

/* A state's number is its place among the hot entries: the one at place + class is the state's where it says so. */
static std::vector<u32> place_of_block, row_of_place, hot_entries;
static u32 n_hot_outcomes;

/* The room in a block's shared memory, on sm_90, for what the walk keeps of the table beside the lanes' own part. */
enum {
    HOT_MOST_BYTES = (226 << 10) - 2048 - PARSE_WALK_FAMILY_BYTES -
                     PARSE_WALK_THREADS * (PARSE_WALK_FRAMES * (int)sizeof(parse_event) + PARSE_WALK_WINDOW_BYTES)
};

static void gen_place_states(const char *profile)
{
    gen_read_profile(profile);
    std::vector<u32> order;
    for (u32 b = 0; b < n_blocks; b++)
        order.push_back(b);
    std::stable_sort(order.begin(), order.end(),
                     [](u32 a, u32 b) { return hot_classes[a].size() > hot_classes[b].size(); });
    std::vector<uint8_t> is_used, is_taken;
    size_t n_places = 0;
    place_of_block.assign(n_blocks, 0);
    for (u32 b : order)
        for (u32 at = 0;; at++) {
            if (at + PARSE_MAX_CLASSES > is_used.size()) {
                is_used.resize(at + 64 * PARSE_MAX_CLASSES, 0);
                is_taken.resize(is_used.size(), 0);
            }
            bool fits = !is_taken[at];
            for (size_t i = 0; fits && i < hot_classes[b].size(); i++)
                fits = !is_used[at + hot_classes[b][i]];
            if (!fits)
                continue;
            for (u32 c : hot_classes[b])
                is_used[at + c] = 1;
            is_taken[at] = 1;
            place_of_block[b] = at;
            n_places = std::max<size_t>(n_places, at + 1);
            break;
        }
    if (n_places >= PARSE_FAMILY_BIT)
        gen_die("too many places of states");
    row_of_place.assign(n_places, 0);
    hot_entries.assign(n_places + PARSE_MAX_CLASSES, 0xFFFFFFFF);
    for (u32 b = 0; b < n_blocks; b++)
        row_of_place[place_of_block[b]] = b;
}

/* Numbers states by their places, and outcomes so that those of hot entries come first. */
static void gen_renumber()
{
    std::vector<u32> id_of(table_outcomes.size(), 0);
    std::vector<parse_outcome> sorted(1, table_outcomes[0]);
    auto take = [&](u32 id) {
        for (; id != PARSE_NO_OUTCOME && !id_of[id]; id = table_outcomes[id].next) {
            id_of[id] = (u32)sorted.size();
            sorted.push_back(table_outcomes[id]);
            if (!(table_outcomes[id].does & PARSE_DOES_MORE))
                break;
        }
    };
    for (u32 b = 0; b < n_blocks; b++)
        for (u32 c : hot_classes[b])
            take(table_rows[b * PARSE_MAX_CLASSES + c]);
    n_hot_outcomes = (u32)sorted.size();
    if (n_hot_outcomes * sizeof(parse_step) + hot_entries.size() * sizeof(u32) > HOT_MOST_BYTES)
        gen_die("the profile has more entries than a block of the walk has room for");
    for (u32 id = 1; id < table_outcomes.size(); id++)
        take(id);
    auto place = [](u32 state) {
        return (uint16_t)(state & PARSE_FAMILY_BIT || state == PARSE_NO_STATE ? state : place_of_block[state]);
    };
    for (auto &o : sorted) {
        o.pushed[0] = place(o.pushed[0]);
        o.pushed[1] = place(o.pushed[1]);
        if (o.does & PARSE_DOES_MORE)
            o.next = (uint16_t)id_of[o.next];
        else if (!(o.does & PARSE_DOES_POP))
            o.next = place(o.next);
    }
    table_outcomes = sorted;
    for (u32 &state : table_families)
        state = place(state);
    for (u32 &id : table_rows)
        id = id_of[id];
    for (u32 b = 0; b < n_blocks; b++)
        for (u32 c : hot_classes[b])
            hot_entries[place_of_block[b] + c] = place_of_block[b] << 16 | table_rows[b * PARSE_MAX_CLASSES + c];
}

#endif
