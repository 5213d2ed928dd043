/* gen_table.h: puts states, outcomes and rows into the form of parse_table_form.h, but for their order. */
#ifndef RUSTG_GEN_TABLE_H
#define RUSTG_GEN_TABLE_H

#include "gen_classes.h"

static std::vector<parse_outcome> table_outcomes(1);
static std::unordered_map<std::string, u32> table_outcome_ids;
static std::vector<u32> table_families, table_places, table_rows;
static std::unordered_map<std::string, u32> table_family_ids;

static u32 gen_keep_table_outcome(const parse_outcome &o)
{
    std::string bytes((const char *)&o, sizeof o);
    auto found = table_outcome_ids.emplace(bytes, (u32)table_outcomes.size());
    if (found.second)
        table_outcomes.push_back(o);
    return found.first->second;
}

static u32 gen_frame_state(int family)
{
    const u32 rets = rets_of_family[family];
    u32 row_[PARSE_N_RETS], only = PARSE_NO_STATE;
    bool is_one = true;
    for (u32 r = 0; r < PARSE_N_RETS; r++) {
        row_[r] = rets >> r & 1 ? block_of[gen_state_of_frame(family, r)] : (u32)PARSE_NO_STATE;
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

static void gen_put_place(parse_outcome *o, u32 bit, tok t)
{
    uint8_t byte = 0;
    gen_place_byte(t, &byte);
    size_t at = std::find(table_places.begin(), table_places.end(), byte) - table_places.begin();
    if (at == table_places.size())
        table_places.push_back(byte);
    if (at >= PARSE_MOST_PLACES)
        gen_die("too many places in outcomes");
    o->where |= (uint64_t)at << bit;
}

static void gen_put_mark(parse_outcome *o, u32 bit, u32 mark)
{
    if (mark > 15)
        gen_die("too many nodes in a step");
    o->where |= (uint64_t)mark << bit;
}

/* A part of an outcome that does nothing and leaves the registers as they are. */
static parse_outcome gen_blank_outcome()
{
    parse_outcome o;
    memset(&o, 0, sizeof o);
    o.next = o.pushed[0] = o.pushed[1] = PARSE_NO_STATE;
    gen_put_place(&o, PARSE_AT_START, tok{R_START, 0});
    gen_put_place(&o, PARSE_AT_ANCHOR, tok{R_ANCHOR, 0});
    return o;
}

static u32 table_outcome_of(const outcome &from)
{
    std::vector<parse_outcome> parts(1, gen_blank_outcome());
    std::vector<u32> n_pushes(1, 0);
    for (auto &one : from.ops) {
        const bool is_unit = parts.back().does & PARSE_DOES_UNIT;
        if (one.what == OP_PUSH   ? n_pushes.back() == (is_unit ? 1 : 2)
            : one.what == OP_NODE ? parts.back().kind || n_pushes.back()
                                  : parts.back().kind || n_pushes.back() || is_unit) {
            parts.push_back(gen_blank_outcome());
            n_pushes.push_back(0);
        }
        parse_outcome *o = &parts.back();
        if (one.what == OP_UNIT) {
            o->does |= PARSE_DOES_UNIT;
            o->pushed[1] = (uint16_t)block_of[one.to];
            continue;
        }
        const bool is_node = one.what == OP_NODE;
        const u32 i = n_pushes.back();
        gen_put_place(o, is_node ? (u32)PARSE_AT_NODE_START : PARSE_AT_PUSH_START + 10 * i, one.start);
        gen_put_place(o, is_node ? (u32)PARSE_AT_NODE_ANCHOR : PARSE_AT_PUSH_ANCHOR + 10 * i, one.anchor);
        gen_put_mark(o, is_node ? (u32)PARSE_AT_NODE_MARK : PARSE_AT_PUSH_MARK + 4 * i, one.mark);
        if (is_node) {
            o->kind = one.kind;
            gen_put_place(o, PARSE_AT_NODE_END, one.end);
            o->where |= (uint64_t)one.split << PARSE_AT_SPLIT;
        } else {
            o->pushed[i] = (uint16_t)gen_frame_state(one.to);
            n_pushes.back()++;
        }
    }
    parse_outcome *o = &parts.back();
    o->does |= from.move;
    if (from.pops) {
        o->does |= PARSE_DOES_POP;
        o->next = from.ret;
    } else {
        o->where &= ~((uint64_t)1023 << PARSE_AT_START);
        gen_put_place(o, PARSE_AT_START, from.start);
        gen_put_place(o, PARSE_AT_ANCHOR, from.anchor);
        gen_put_mark(o, PARSE_AT_MARK, from.mark);
        o->next = (uint16_t)block_of[from.next];
    }
    u32 id = 0;
    for (size_t i = parts.size(); i-- > 0;) {
        parts[i].does |= (uint8_t)(n_pushes[i] << PARSE_DOES_PUSH_SHIFT);
        if (i + 1 < parts.size()) {
            parts[i].does |= PARSE_DOES_MORE;
            parts[i].next = (uint16_t)id;
        }
        id = gen_keep_table_outcome(parts[i]);
    }
    if (id >= 1 << 16)
        gen_die("too many outcomes");
    return id;
}

static void gen_make_table()
{
    std::vector<u32> kept(outcomes.size(), PARSE_NO_OUTCOME);
    if (outcomes_of_class.size() > PARSE_MAX_CLASSES || n_blocks >= PARSE_FAMILY_BIT)
        gen_die("too many classes or states");
    for (u32 b = 0; b < n_blocks; b++)
        for (u32 c = 0; c < PARSE_MAX_CLASSES; c++) {
            u32 id = c < outcomes_of_class.size() ? outcomes_of_class[c][b] : (u32)NO_OUTCOME;
            if (id != NO_OUTCOME && kept[id] == PARSE_NO_OUTCOME)
                kept[id] = table_outcome_of(outcomes[id]);
            table_rows.push_back(kept[id]);
        }
}

#endif
