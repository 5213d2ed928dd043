/* gen_trees.h: finds what a place of the rules does at a kind, in each way that its questions can be answered. */
#ifndef RUSTG_GEN_TREES_H
#define RUSTG_GEN_TREES_H

#include "gen_step.h"

static const u32 n_kinds = PARSE_N_KINDS;
static bool is_verbose, is_dirty;          /* is_dirty: a register turned out to be live in this pass */
static std::map<std::string, u32> refused; /* why rows are missing, and how many */
static std::vector<uint64_t> cell_weight;

/* What a step does. The registers that it does not write are those of the state that it began in. */
struct effect {
    std::vector<op> ops;
    tok start, anchor;
    u32 mark; /* counted as op.mark is */
    uint8_t move, pops, ret, ret_written, has_next;
    made_key next;
};

/* What a place does at a kind while the bits of the registers that it reads have these values: the same at all classes
 * of the kind, or something by next kind and facts. effects[0] says that there is no row. */
struct tree {
    uint8_t reads[N_REGISTERS], value[N_REGISTERS];
    std::vector<assumption> assumed;
    std::vector<effect> effects;
    std::vector<kind_set> behind; /* by effect: what the token may be that it leads to */
    u32 only;
    std::vector<uint16_t> cells;                   /* [next][facts]; empty where it is only everywhere */
    std::vector<std::pair<u32, uint64_t>> weights; /* by effect: what its cells weigh together */
};
/* By place and wants_ret; those of kind k lie at k, k + n_kinds and so on. */
static std::vector<tree *> trees[MOST_POINTS][2];

static bool gen_place_byte(tok t, uint8_t *byte)
{
    static const uint8_t from[] = {PARSE_FROM_POS, PARSE_FROM_START, PARSE_FROM_ANCHOR, PARSE_FROM_PARTNER_BEFORE,
                                   PARSE_FROM_PARTNER};
    if (t.region >= R_OTHER || t.off < -PARSE_FROM_MIDDLE || t.off >= PARSE_FROM_MIDDLE)
        return false;
    *byte = (uint8_t)(from[t.region] << PARSE_FROM_SHIFT | (t.off + PARSE_FROM_MIDDLE));
    return true;
}

static bool gen_effect_fits(const effect &e)
{
    uint8_t b;
    for (auto &one : e.ops)
        if (!gen_place_byte(one.start, &b) || !gen_place_byte(one.anchor, &b) ||
            (one.what == OP_NODE && !gen_place_byte(one.end, &b)))
            return false;
    return e.pops || (gen_place_byte(e.start, &b) && gen_place_byte(e.anchor, &b));
}

static std::string gen_effect_bytes(const effect &e)
{
    std::string bytes;
    auto add = [&](const void *p, size_t n) { bytes.append((const char *)p, n); };
    for (auto &one : e.ops)
        add(&one, sizeof one);
    add(&e.start, sizeof(effect) - offsetof(effect, start));
    return bytes;
}

/* Runs one step with the choices as they are. The answer is 1 where the step has an effect, 0 where it is an error or
 * nothing that a row can hold, and -1 where the state is to be run again. */
static int gen_run_step(const key &from, u32 kind, effect *e)
{
    n_chosen = 0;
    assumed.clear();
    int end = setjmp(step_end);
    if (end == 0) {
        is_replayed = from.point >= PARSE_N_STATES;
        if (!is_replayed) {
            step_begin(from);
            replay = nullptr;
            gen_registers_of(from);
            at_hand = kind;
            gen_run_rules(from);
        } else {
            const script &how = scripts[from.point];
            real_choices = choices;
            real_kind = kind;
            goal = from;
            replay = &how;
            replay_step = 0;
            step_begin(how.steps[0].from);
            gen_registers_of(now);
            at_hand = how.steps[0].kind;
            choices = how.steps[0].choices;
            gen_run_rules(how.steps[0].from);
        }
    }
    if (replay || end == END_LOST) {
        if (!is_dirty && end != END_LIVE)
            gen_die("a place behind a move was not found again");
        is_dirty = true;
        return -1;
    }
    if (end == END_LIVE) {
        is_dirty = true;
        return -1;
    }
    if (end == END_BAD)
        return 0;
    *e = effect();
    memset((void *)&e->start, 0, sizeof(effect) - offsetof(effect, start));
    if (end == END_POPPED) {
        e->ops = ops;
        e->pops = 1;
        e->ret_written = 255;
        if (wants_ret) {
            if (255 & ~ret.written & ~(u32)live[now.point][RET]) {
                live[now.point][RET] = 255;
                gen_spread_live();
                is_dirty = true;
                return -1;
            }
            e->ret_written = (uint8_t)ret.written;
            e->ret = (uint8_t)(ret.v & ret.written);
        }
        e->move = moved_group ? (uint8_t)PARSE_MOVE_GROUP : (uint8_t)n_moved;
        if (moved_group && pos.off != 1)
            return 0;
    } else {
        if (last.point >= MOST_POINTS)
            gen_die("too many places");
        if (last.point >= PARSE_N_STATES && !scripts.count(last.point)) {
            script how;
            if (from.point >= PARSE_N_STATES)
                how = scripts[from.point];
            std::vector<choice> made(choices.begin(), choices.begin() + (long)n_chosen);
            how.steps.push_back(script_step{from, kind, made, moves_in_step});
            scripts[last.point] = how;
        }
        e->has_next = 1;
        e->next =
            gen_key_at(last.point, last.registers[FLAGS], last.registers[AUX], &last.registers[RET], last.wants_ret);
        e->ops = last_ops;
        e->start = last.start;
        e->anchor = last.anchor;
        e->mark = last.mark == MARK_REGISTER ? 0 : last.n_nodes - last.mark + 1;
        e->move = last.moved_group ? (uint8_t)PARSE_MOVE_GROUP : (uint8_t)last.n_moved;
        if (last.moved_group && last.pos.off != 1)
            return 0;
    }
    if (e->move > PARSE_MOVE_GROUP)
        gen_die("a step is too long");
    return gen_effect_fits(*e);
}

static bool gen_next_choices()
{
    while (!choices.empty() && choices.back().at + 1 == choices.back().n)
        choices.pop_back();
    if (choices.empty())
        return false;
    choices.back().at++;
    return true;
}

/* What parse_class.h says of a token of this kind; PARSE_FACTS_LEAVE, too, where the token has the class of another
 * kind. */
static u32 gen_facts_now(u32 kind)
{
    has_moved = false;
    replay = nullptr;
    at_hand = kind;
    bool is_unit = PARSE_IS_OPEN(kind) && gen_ask("is_unit", tok{R_POS, 0}, 2);
    if (parse_kind_seen(&tokens, tok{R_POS, 0}) != kind)
        return PARSE_FACTS_LEAVE;
    return parse_facts(&tokens, tok{R_POS, 0}, kind, is_unit);
}

static const char *gen_point_name(u32 point)
{
    static const char *const names[] = {
#define PARSE_STATE(name) #name,
#include "parser/parse_states.def"
#undef PARSE_STATE
    };
    return point < PARSE_N_STATES ? names[point] : "(behind a move)";
}

/* What the token may be that the last step leads to. */
static kind_set gen_kinds_behind(const effect &e)
{
    kind_set set = all_kinds;
    if (!e.has_next)
        return set;
    for (auto &fact : kind_facts)
        if (fact.at.region == last.pos.region && fact.at.off == last.pos.off)
            set = fact.set;
    return set;
}

/* Keeps an effect of the last step; the answer is its number in the tree. Effects that are alike are one. */
static u32 gen_keep_effect(tree *t, std::map<std::string, u32> *ids, const effect &e)
{
    auto found = ids->emplace(gen_effect_bytes(e), (u32)t->effects.size());
    if (found.second) {
        t->effects.push_back(e);
        t->behind.push_back(kind_set{{0, 0, 0}});
    }
    t->behind[found.first->second].add(gen_kinds_behind(e));
    return found.first->second;
}

/* The answer false says that the state is to be run again. */
static bool gen_make_tree(const key &from, u32 kind, tree *t)
{
    std::map<std::string, u32> ids;
    effect e;
    u32 first = 0;
    bool is_uniform = true, is_first = true;
    t->effects.resize(1);
    t->behind.resize(1);
    memset(reads, 0, sizeof reads);
    auto assume = [&]() {
        for (auto &a : assumed) {
            bool is_new = true;
            for (auto &b : t->assumed)
                is_new = is_new && b.point != a.point;
            if (is_new)
                t->assumed.push_back(a);
        }
    };
    choices.clear();
    do {
        int end = gen_run_step(from, kind, &e);
        if (end < 0)
            return false;
        u32 id = end ? gen_keep_effect(t, &ids, e) : 0;
        assume();
        is_uniform = is_uniform && (is_first || id == first);
        first = id;
        is_first = false;
        choices.resize(n_chosen);
    } while (is_uniform && gen_next_choices());
    t->only = first;
    if (!is_uniform) {
        const u32 unset = 0xFFFF, in_conflict = 0xFFFE;
        std::vector<uint16_t> &cells = t->cells;
        cells.assign(n_kinds * PARSE_N_FACTS, (uint16_t)unset);
        std::map<u32, std::string> conflicts;
        t->effects.resize(1);
        t->behind.resize(1);
        ids.clear();
        choices.clear();
        do {
            int end = gen_run_step(from, kind, &e);
            if (end < 0)
                return false;
            assume();
            std::string told;
            if (is_verbose) {
                for (auto &a : answers)
                    told += std::string(a.what) + " " + (a.text ? a.text : "") + "; ";
                for (auto &f : kind_facts)
                    if (f.at.region != R_POS || f.at.off != (int)parse_kind_toks(kind))
                        told += gen_tok_name(f.at) + "; ";
            }
            if (setjmp(step_end) != 0)
                gen_die("the facts of a class look at what the rules do not know");
            u32 facts = gen_facts_now(kind);
            choices.resize(n_chosen);
            if (facts == PARSE_FACTS_LEAVE)
                continue;
            if (facts >= PARSE_N_FACTS)
                gen_die("too many facts");
            u32 id = end ? gen_keep_effect(t, &ids, e) : 0;
            kind_set next = gen_kinds_at(tok{R_POS, (int)parse_kind_toks(kind)});
            for (u32 n = 0; n < n_kinds; n++) {
                if (!next[n])
                    continue;
                uint16_t &cell = cells[n * PARSE_N_FACTS + facts];
                if (cell == unset)
                    cell = (uint16_t)id;
                else if (cell != id) {
                    cell = (uint16_t)in_conflict;
                    if (is_verbose)
                        conflicts[n * PARSE_N_FACTS + facts] = told;
                }
            }
        } while (gen_next_choices());
        for (auto &cell : cells)
            if (cell == unset || cell == in_conflict)
                cell = 0;
        for (auto &c : conflicts)
            refused[std::string(gen_point_name(from.point)) + ", kind " + std::to_string(kind) + ": " + c.second] += 1;
        std::map<u32, uint64_t> weights;
        for (u32 i = 0; i < cells.size(); i++)
            if (cells[i])
                weights[cells[i]] += cell_weight[i];
        t->weights.assign(weights.begin(), weights.end());
    }
    for (int i = 0; i < N_REGISTERS; i++) {
        t->reads[i] = reads[i];
        t->value[i] = from.value[i] & reads[i];
    }
    return true;
}

/* The tree of a state at a kind, which is made where there is none. NULL says that the state is to be run again. */
static tree *gen_tree_of(const key &from, u32 kind)
{
    std::vector<tree *> &all = trees[from.point][from.wants_ret];
    size_t at = kind;
    for (; at < all.size(); at += n_kinds) {
        tree *t = all[at];
        bool fits = t != nullptr;
        for (int i = 0; fits && i < N_REGISTERS; i++)
            fits = (from.value[i] & t->reads[i]) == t->value[i];
        for (size_t i = 0; fits && i < t->assumed.size(); i++)
            fits = (live[t->assumed[i].point][RET] != 0) == t->assumed[i].wants_ret;
        if (fits)
            return t;
        if (!t)
            break;
    }
    tree *t = nullptr;
    /* The state has no bits of what has just turned out to be live: this pass goes on with zeros. */
    for (u32 i = 0; !t; i++) {
        if (i > 8 * N_REGISTERS)
            return nullptr;
        t = new tree();
        if (gen_make_tree(from, kind, t))
            break;
        delete t;
        t = nullptr;
    }
    if (at >= all.size())
        all.resize(all.size() + n_kinds, nullptr);
    all[at] = t;
    return t;
}

#endif
