/* gen_states.h: finds all states that can be reached, and what they do. */
#ifndef RUSTG_GEN_STATES_H
#define RUSTG_GEN_STATES_H

#include "gen_trees.h"

/* ---- outcomes and states */

struct outcome_op {
    uint8_t what, kind, split, mark;
    tok start, end, anchor;
    int to; /* a family, or the state that a unit begins in */
};
struct outcome {
    std::vector<outcome_op> ops;
    tok start, anchor;
    u32 mark; /* counted as op.mark is */
    uint8_t move, pops, ret;
    int next; /* a state, or -1 for none */
};
enum { NO_OUTCOME = 0 };

static std::vector<key> states;
static std::unordered_map<key, int, key_hash> state_ids;
static std::vector<key> families; /* the states of frames, whose ret is not known yet */
static std::unordered_map<key, int, key_hash> family_ids;
/* By bit: what a frame may be told, and what a state's frame may tell. */
static std::vector<uint8_t> rets_of_family, rets_of_state;
static std::vector<outcome> outcomes(1);
static std::unordered_map<std::string, u32> outcome_ids;
static std::vector<int> work;

struct row_part {
    const tree *what;
    std::vector<u32> outcomes; /* by the effect's number */
};
struct row {
    std::vector<row_part> kinds;
};
static std::vector<row> rows;
static std::vector<kind_set> may_be; /* by state: what the token at hand may be */
static std::vector<char> is_at_work; /* by state */
static const tree *no_tree;          /* that of a state without a row at any class */

/* What becomes of each answer of a state: it goes to the frames of an outcome, from the last on, and what the first of
 * them answers is an answer of the state target. */
struct link {
    int target;
    u32 outcome, n_frames;
};
static std::vector<std::vector<link>> links; /* by state */
static std::unordered_map<std::string, char> links_known;
struct answer_of_state {
    int state;
    u32 ret;
};
static std::vector<answer_of_state> answers_to_tell;

/* The number of the state k, which is reached at tokens of these kinds. */
static int gen_state_of(const key &k, const kind_set &kinds)
{
    auto found = state_ids.emplace(k, (int)states.size());
    int id = found.first->second;
    if (found.second) {
        states.push_back(k);
        rets_of_state.push_back(0);
        links.emplace_back();
        may_be.push_back(kind_set{{0, 0, 0}});
        is_at_work.push_back(0);
    }
    if (may_be[id].add(kinds) && !is_at_work[id]) {
        is_at_work[id] = 1;
        work.push_back(id);
    }
    return id;
}

static int gen_family_of(const key &k)
{
    auto found = family_ids.emplace(k, (int)families.size());
    if (found.second) {
        families.push_back(k);
        rets_of_family.push_back(0);
    }
    return found.first->second;
}

/* The state in which a frame goes on. */
static int gen_state_of_frame(int family, u32 ret)
{
    key one = families[family];
    one.value[RET] = live[one.point][RET] ? (uint8_t)ret : 0;
    return gen_state_of(one, all_kinds);
}

static void gen_add_answer(int state, u32 ret)
{
    if (rets_of_state[state] >> ret & 1)
        return;
    rets_of_state[state] |= (uint8_t)(1 << ret);
    answers_to_tell.push_back(answer_of_state{state, ret});
}

static u32 gen_frames_of(const outcome &o, int *all)
{
    u32 n = 0;
    for (auto &one : o.ops)
        if (one.what == OP_PUSH)
            all[n++] = one.to;
    return n;
}

static void gen_follow(const link &l, u32 ret);

static void gen_add_link(int state, const link &l)
{
    int id[4] = {state, l.target, (int)l.outcome, (int)l.n_frames};
    if (l.n_frames == 0) /* it no longer matters which outcome it was */
        id[2] = 0;
    if (!links_known.emplace(std::string((const char *)id, sizeof id), 0).second)
        return;
    links[state].push_back(l);
    for (u32 r = 0; r < PARSE_N_RETS; r++)
        if (rets_of_state[state] >> r & 1)
            gen_follow(l, r);
}

static void gen_follow(const link &l, u32 ret)
{
    int frames_[16];
    if (l.n_frames == 0) {
        gen_add_answer(l.target, ret);
        return;
    }
    gen_frames_of(outcomes[l.outcome], frames_);
    int family = frames_[l.n_frames - 1];
    rets_of_family[family] |= (uint8_t)(1 << ret);
    gen_add_link(gen_state_of_frame(family, ret), link{l.target, l.outcome, l.n_frames - 1});
}

static void gen_tell_answers()
{
    while (!answers_to_tell.empty()) {
        answer_of_state a = answers_to_tell.back();
        answers_to_tell.pop_back();
        for (size_t i = 0; i < links[a.state].size(); i++)
            gen_follow(link(links[a.state][i]), a.ret);
    }
}

static u32 gen_keep_outcome(const outcome &o)
{
    std::string bytes;
    auto add = [&](tok t) {
        bytes.push_back((char)t.region);
        bytes.push_back((char)t.off);
    };
    auto number = [&](int n) { bytes.append((const char *)&n, sizeof n); };
    for (auto &one : o.ops) {
        bytes.push_back((char)one.what);
        bytes.push_back((char)one.mark);
        add(one.start);
        add(one.anchor);
        if (one.what == OP_NODE) {
            bytes.push_back((char)one.kind);
            bytes.push_back((char)one.split);
            add(one.end);
        } else {
            number(one.to);
        }
    }
    if (!o.pops) {
        add(o.start);
        add(o.anchor);
    }
    bytes.push_back((char)o.mark);
    bytes.push_back((char)o.move);
    bytes.push_back((char)o.pops);
    bytes.push_back((char)o.ret);
    number(o.next);
    auto found = outcome_ids.emplace(bytes, (u32)outcomes.size());
    if (found.second)
        outcomes.push_back(o);
    return found.first->second;
}

static key gen_key_of(const made_key &made, const key &from)
{
    key k = made.of;
    for (int i = 0; i < N_REGISTERS; i++)
        k.value[i] =
            (uint8_t)(((k.value[i] & made.written[i]) | (from.value[i] & ~made.written[i])) & live[k.point][i]);
    return k;
}

/* The outcome that an effect is in a state. */
static u32 gen_outcome_of(const effect &e, const kind_set &behind, const key &from)
{
    outcome o;
    o.start = e.start;
    o.anchor = e.anchor;
    o.mark = e.mark;
    o.move = e.move;
    o.pops = e.pops;
    o.ret = 0;
    o.next = -1;
    for (auto &one : e.ops)
        o.ops.push_back(outcome_op{one.what, one.kind, one.split, one.mark, one.start, one.end, one.anchor,
                                   one.what == OP_PUSH   ? gen_family_of(gen_key_of(one.to, from))
                                   : one.what == OP_UNIT ? gen_state_of(gen_key_of(one.to, from), all_kinds)
                                                         : -1});
    if (e.pops)
        o.ret = (uint8_t)((e.ret & e.ret_written) | (from.value[RET] & ~e.ret_written));
    if (o.ret >= PARSE_N_RETS)
        gen_die("ret is too large");
    if (e.has_next)
        o.next = gen_state_of(gen_key_of(e.next, from), behind);
    return gen_keep_outcome(o);
}

/* Finds what a state does at the kinds that are new to it. The answer false says that it is to be run again. */
static bool gen_make_row(int state)
{
    const key from = states[state];
    if (rows.size() <= (size_t)state)
        rows.resize(2 * (size_t)state + 1);
    if (rows[state].kinds.empty())
        rows[state].kinds.resize(n_kinds, row_part{no_tree, std::vector<u32>(1, NO_OUTCOME)});
    is_at_work[state] = 0;
    for (u32 kind = 0; kind < n_kinds; kind++) {
        if (!may_be[state][kind] || rows[state].kinds[kind].what != no_tree)
            continue;
        const tree *t = gen_tree_of(from, kind);
        if (!t)
            return false;
        std::vector<u32> made(t->effects.size(), NO_OUTCOME);
        for (size_t i = 1; i < t->effects.size(); i++) {
            u32 id = gen_outcome_of(t->effects[i], t->behind[i], from);
            made[i] = id;
            const outcome &o = outcomes[id];
            if (o.pops) {
                gen_add_answer(state, o.ret);
            } else {
                int frames_[16];
                gen_add_link(o.next, link{state, id, gen_frames_of(o, frames_)});
            }
        }
        rows[state].kinds[kind] = row_part{t, made};
    }
    return true;
}

static void gen_explore()
{
    u32 n_passes = 0;
    tree *none = new tree();
    none->effects.resize(1);
    no_tree = none;
    do {
        is_dirty = false;
        u32 n_late = 0;
        states.clear();
        state_ids.clear();
        families.clear();
        family_ids.clear();
        rets_of_family.clear();
        rets_of_state.clear();
        outcomes.assign(1, outcome());
        outcome_ids.clear();
        rows.clear();
        links.clear();
        links_known.clear();
        answers_to_tell.clear();
        work.clear();
        may_be.clear();
        is_at_work.clear();
        key whole;
        memset(&whole, 0, sizeof whole);
        whole.point = S_file;
        gen_state_of(whole, all_kinds);
        for (size_t i = 0; i < work.size(); i++) {
            gen_make_row(work[i]);
            gen_tell_answers();
            if (is_dirty && ++n_late > 2000)
                break;
        }
        rows.resize(states.size());
        n_passes++;
        if (is_verbose)
            fprintf(stderr, "pass %u: %zu states, %zu outcomes%s\n", n_passes, states.size(), outcomes.size(),
                    is_dirty ? ", dirty" : "");
    } while (is_dirty);
}

#endif
