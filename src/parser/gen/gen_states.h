/* gen_states.h: all steps of all states that can be reached, and what they do. */
#ifndef RUSTG_GEN_STATES_H
#define RUSTG_GEN_STATES_H

#include "gen_step.h"

/* ---- outcomes and states */

struct outcome {
    std::vector<op> ops;
    tok start, anchor;
    u32 mark; /* as op.mark */
    uint8_t move, pops, ret;
    int next, unit; /* states; -1: none */
};
enum { NO_OUTCOME = 0 };

static std::vector<key> states;
static std::unordered_map<key, int, key_hash> state_ids;
static std::vector<key> families; /* frames' states whose ret is not known yet */
static std::unordered_map<key, int, key_hash> family_ids;
static std::vector<outcome> outcomes(1);
static std::unordered_map<std::string, u32> outcome_ids;
static std::vector<int> work;
static std::map<std::string, u32> refused; /* why rows are missing */
static const u32 n_kinds = PARSE_N_KINDS;
static bool is_verbose;

static int state_of(const key &k)
{
    auto found = state_ids.find(k);
    if (found != state_ids.end())
        return found->second;
    int id = (int)states.size();
    state_ids[k] = id;
    states.push_back(k);
    work.push_back(id);
    return id;
}

static int family_of(const key &k)
{
    auto found = family_ids.find(k);
    if (found != family_ids.end())
        return found->second;
    int id = (int)families.size();
    family_ids[k] = id;
    families.push_back(k);
    key one = k;
    for (u32 r = 0; r <= (live[k.point][RET] ? (u32)rets_of[k.point] : 0u); r++) {
        one.value[RET] = (uint8_t)r;
        state_of(one);
    }
    return id;
}

static bool place_byte(tok t, uint8_t *byte)
{
    static const uint8_t from[] = {PARSE_FROM_POS, PARSE_FROM_START, PARSE_FROM_ANCHOR, PARSE_FROM_PARTNER_BEFORE,
                                   PARSE_FROM_PARTNER};
    if (t.region >= R_OTHER || t.off < -PARSE_FROM_MIDDLE || t.off >= PARSE_FROM_MIDDLE)
        return false;
    *byte = (uint8_t)(from[t.region] << PARSE_FROM_SHIFT | (t.off + PARSE_FROM_MIDDLE));
    return true;
}

static u32 keep_outcome(outcome &o)
{
    std::string bytes;
    uint8_t b;
    auto add = [&](tok t) {
        bool fits = place_byte(t, &b);
        bytes.push_back((char)b);
        return fits;
    };
    auto number = [&](int n) { bytes.append((const char *)&n, sizeof n); };
    bool fits = true;
    for (auto &one : o.ops) {
        bytes.push_back((char)one.what);
        bytes.push_back((char)one.mark);
        fits = add(one.start) && add(one.anchor) && fits;
        if (one.what == OP_NODE) {
            bytes.push_back((char)one.kind);
            bytes.push_back((char)one.split);
            fits = add(one.end) && fits;
        } else {
            number(family_of(one.to));
        }
    }
    fits = (o.pops || (add(o.start) && add(o.anchor))) && fits;
    bytes.push_back((char)o.mark);
    bytes.push_back((char)o.move);
    bytes.push_back((char)o.pops);
    bytes.push_back((char)o.ret);
    number(o.next);
    number(o.unit);
    if (!fits)
        return NO_OUTCOME;
    auto found = outcome_ids.find(bytes);
    if (found != outcome_ids.end())
        return found->second;
    u32 id = (u32)outcomes.size();
    outcome_ids[bytes] = id;
    outcomes.push_back(o);
    return id;
}

static bool is_dirty; /* a register has turned out to be live in this pass */

/* One step with the choices as they are. Its outcome; -1: the state is to be run again. */
static int run_step(const key &from, u32 kind)
{
    n_chosen = 0;
    int end = setjmp(step_end);
    if (end == 0) {
        if (from.point < PARSE_N_STATES) {
            step_begin(from);
            replay = nullptr;
            registers_of(from);
            at_hand = kind;
            run_rules(from);
        } else {
            const script &how = scripts[from.point];
            real_choices = choices;
            real_kind = kind;
            goal = from;
            replay = &how;
            replay_step = 0;
            step_begin(how.label);
            registers_of(how.label);
            at_hand = how.steps[0].kind;
            choices = how.steps[0].choices;
            run_rules(how.label);
        }
    }
    if (replay || end == END_LOST) {
        if (!is_dirty && end != END_LIVE)
            die("a place behind a move was not found again");
        is_dirty = true;
        return -1;
    }
    if (end == END_LIVE) {
        is_dirty = true;
        return -1;
    }
    if (end == END_BAD)
        return NO_OUTCOME;
    outcome o;
    memset((void *)&o.start, 0, sizeof(outcome) - offsetof(outcome, start));
    o.next = o.unit = -1;
    if (end == END_POPPED) {
        o.ops = ops;
        o.pops = 1;
        if (wants_ret) {
            if (255 & ~ret.written & ~(u32)live[now.point][RET]) {
                live[now.point][RET] = 255;
                spread_live();
                is_dirty = true;
                return -1;
            }
            o.ret = (uint8_t)ret.v;
            if (o.ret >= PARSE_N_RETS)
                die("ret is too large");
        }
        o.move = moved_group ? (uint8_t)PARSE_MOVE_GROUP : (uint8_t)n_moved;
        if (moved_group && pos.off != 1)
            return NO_OUTCOME;
    } else {
        if (last.point >= MOST_POINTS)
            die("too many places");
        if (last.point >= PARSE_N_STATES && !scripts.count(last.point)) {
            script how;
            if (from.point < PARSE_N_STATES)
                how.label = from;
            else
                how = scripts[from.point];
            std::vector<choice> made(choices.begin(), choices.begin() + (long)n_chosen);
            how.steps.push_back(script_step{kind, made, moves_in_step});
            scripts[last.point] = how;
        }
        key next = key_at(last.point, last.registers[FLAGS], last.registers[AUX], &last.registers[RET], last.wants_ret);
        o.ops = last_ops;
        o.next = state_of(next);
        o.start = last.start;
        o.anchor = last.anchor;
        o.mark = last.mark == MARK_REGISTER ? 0 : last.n_nodes - last.mark + 1;
        o.move = last.moved_group ? (uint8_t)PARSE_MOVE_GROUP : (uint8_t)last.n_moved;
        if (last.moved_group && last.pos.off != 1)
            return NO_OUTCOME;
    }
    if (o.move > PARSE_MOVE_GROUP)
        die("a step is too long");
    if (unit_of)
        o.unit = state_of(unit_key);
    return (int)keep_outcome(o);
}

static bool next_choices()
{
    while (!choices.empty() && choices.back().at + 1 == choices.back().n)
        choices.pop_back();
    if (choices.empty())
        return false;
    choices.back().at++;
    return true;
}

/* What a state does at a kind: the same at all its classes, or by next kind and facts. */
struct row_part {
    u32 outcome;
    std::vector<u32> cells;                        /* [next][facts]; empty: outcome everywhere */
    std::vector<std::pair<u32, uint64_t>> weights; /* of outcomes: what their cells weigh together */
};
static std::vector<uint64_t> cell_weight;
struct row {
    std::vector<row_part> kinds;
};
static std::vector<row> rows;

static u32 facts_now(u32 kind)
{
    has_moved = false;
    replay = nullptr;
    at_hand = kind;
    bool is_unit = PARSE_IS_OPEN(kind) && ask("is_unit", tok{R_POS, 0}, 2);
    return parse_facts(&tokens, tok{R_POS, 0}, kind, is_unit);
}

static const char *point_name(u32 point);
static bool run_kind(int state, u32 kind, row_part *part)
{
    const key from = states[state];
    bool is_uniform = true, is_first = true;
    u32 first = 0;
    choices.clear();
    do {
        int id = run_step(from, kind);
        if (id < 0)
            return false;
        if (!is_first && (u32)id != first)
            is_uniform = false;
        first = is_first ? (u32)id : first;
        is_first = false;
        choices.resize(n_chosen);
    } while ((is_uniform || is_dirty) && next_choices());
    part->outcome = first;
    part->cells.clear();
    if (is_uniform || is_dirty) /* a pass that is dirty is for its states alone */
        return true;
    const u32 unset = 0xFFFFFFFF;
    std::vector<u32> &cells = part->cells;
    cells.assign(n_kinds * PARSE_N_FACTS, unset);
    std::map<u32, std::string> conflicts;
    choices.clear();
    do {
        int id = run_step(from, kind);
        if (id < 0)
            return false;
        std::string told;
        if (is_verbose) {
            for (auto &a : answers)
                told += std::string(a.what) + " " + (a.text ? a.text : "") + "; ";
            for (auto &f : kind_facts)
                if (f.at.region != R_POS || f.at.off != (int)parse_kind_toks(kind))
                    told += tok_name(f.at) + "; ";
        }
        if (setjmp(step_end) != 0)
            die("the facts of a class look at what the rules do not know");
        u32 facts = facts_now(kind);
        if (facts >= PARSE_N_FACTS)
            die("too many facts");
        kind_set next = kinds_at(tok{R_POS, (int)parse_kind_toks(kind)});
        for (u32 n = 0; n < n_kinds; n++) {
            if (!next[n])
                continue;
            u32 &cell = cells[n * PARSE_N_FACTS + facts];
            if (cell == unset)
                cell = (u32)id;
            else if (cell != (u32)id) {
                cell = NO_OUTCOME - 2;
                if (is_verbose)
                    conflicts[n * PARSE_N_FACTS + facts] = told;
            }
        }
        choices.resize(n_chosen);
    } while (next_choices());
    for (auto &cell : cells)
        if (cell == unset || cell == (u32)NO_OUTCOME - 2)
            cell = NO_OUTCOME;
    for (auto &c : conflicts)
        refused[std::string(point_name(from.point)) + ", kind " + std::to_string(kind) + ": " + c.second] += 1;
    std::map<u32, uint64_t> weights;
    for (u32 i = 0; i < cells.size(); i++)
        if (cells[i] != NO_OUTCOME)
            weights[cells[i]] += cell_weight[i];
    part->weights.assign(weights.begin(), weights.end());
    return true;
}

static const char *point_name(u32 point)
{
    static const char *const names[] = {
#define PARSE_STATE(name) #name,
#include "parser/parse_states.def"
#undef PARSE_STATE
    };
    return point < PARSE_N_STATES ? names[point] : "(behind a move)";
}

static void explore()
{
    u32 n_passes = 0;
    do {
        is_dirty = false;
        u32 n_late = 0;
        states.clear();
        state_ids.clear();
        families.clear();
        family_ids.clear();
        outcomes.assign(1, outcome());
        outcome_ids.clear();
        scripts.clear();
        rows.clear();
        refused.clear();
        work.clear();
        key whole;
        memset(&whole, 0, sizeof whole);
        whole.point = S_file;
        state_of(whole);
        for (size_t i = 0; i < work.size(); i++) {
            rows.resize(states.size() > rows.size() ? states.size() : rows.size());
            row one;
            one.kinds.resize(n_kinds);
            for (u32 kind = 0; kind < n_kinds; kind++)
                if (!run_kind(work[i], kind, &one.kinds[kind]))
                    break;
            rows.resize(states.size() > rows.size() ? states.size() : rows.size());
            rows[work[i]] = one;
            if (is_dirty && ++n_late > 2000)
                break;
        }
        n_passes++;
        if (is_verbose || getenv("PASSES"))
            fprintf(stderr, "pass %u: %zu states, %zu outcomes%s\n", n_passes, states.size(), outcomes.size(),
                    is_dirty ? ", dirty" : "");
    } while (is_dirty);
}

#endif
