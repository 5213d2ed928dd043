/* gen_step.h: runs the rules for one step, from a control state at a token to where they look at another token. */
#ifndef RUSTG_GEN_STEP_H
#define RUSTG_GEN_STEP_H

#include "gen_ask.h"

/* ---- registers and the step that is being run */

enum { FLAGS, AUX, RET, N_REGISTERS };
struct key { /* a control state */
    u32 point;
    uint8_t value[N_REGISTERS], wants_ret;
    bool operator==(const key &o) const
    {
        return point == o.point && !memcmp(value, o.value, sizeof value) && wants_ret == o.wants_ret;
    }
};
struct key_hash {
    size_t operator()(const key &k) const
    {
        return (((size_t)k.point * 256 + k.value[0]) * 256 + k.value[1]) * 32 + k.value[2] * 2 + k.wants_ret;
    }
};

enum { MOST_POINTS = 4096 };
static uint8_t live[MOST_POINTS][N_REGISTERS];

/* Which bits of the registers a step carries unchanged from its state to another. */
struct carried {
    u32 from, to;
    uint8_t bits[N_REGISTERS];
};
static std::vector<carried> carries;
static std::unordered_map<u32, size_t> carry_of;

static void gen_carry(u32 from, u32 to, const uint8_t *bits)
{
    auto found = carry_of.find(from * MOST_POINTS + to);
    if (found == carry_of.end()) {
        found = carry_of.emplace(from * MOST_POINTS + to, carries.size()).first;
        carries.push_back(carried{from, to, {0, 0, 0}});
    }
    for (int i = 0; i < N_REGISTERS; i++)
        carries[found->second].bits[i] |= bits[i];
}

/* A bit that is read somewhere is live wherever it is carried from to there. */
static void gen_spread_live()
{
    for (bool any = true; any;) {
        any = false;
        for (auto &c : carries)
            for (int i = 0; i < N_REGISTERS; i++) {
                uint8_t more = (uint8_t)(live[c.to][i] & c.bits[i] & ~live[c.from][i]);
                live[c.from][i] |= more;
                any = any || more;
            }
    }
}

static key now;                    /* the state that the step began in */
static bool is_replayed;           /* the step is being brought to its place */
static bool is_probed;             /* only asks whether the place is an error before it looks at anything */
static uint8_t reads[N_REGISTERS]; /* the bits of now's registers that answers have depended on so far */
struct reg_value {
    int which;
    u32 v, written; /* written: the bits of v that this step has made */
    u32 read(u32 bits) const
    {
        if (is_probed)
            longjmp(step_end, END_MOVED);
        u32 dead = bits & ~written & ~(u32)live[now.point][which];
        if (dead) {
            live[now.point][which] |= (uint8_t)dead;
            gen_spread_live();
            longjmp(step_end, END_LIVE);
        }
        if (!is_replayed)
            reads[which] |= (uint8_t)(bits & ~written);
        return v & bits;
    }
};
struct reg : reg_value { /* assigning a reg reads it; assigning its reg_value does not */
    operator u32() const { return read(255); }
    u32 operator&(u32 bits) const { return read(bits & 255); }
    u32 operator&(int bits) const { return read((u32)bits & 255); }
    reg &operator=(u32 x)
    {
        v = x & 255;
        written = 255;
        return *this;
    }
    reg &operator=(const reg &o) { return *this = (u32)o; }
    reg &operator|=(u32 x)
    {
        v |= x & 255;
        written |= x & 255;
        return *this;
    }
    reg &operator&=(u32 x)
    {
        v &= x;
        written |= ~x & 255;
        return *this;
    }
};
static inline tok operator-(tok t, const reg &n)
{
    return t - (int)(u32)n;
}
static inline tok operator+(tok t, const reg &n)
{
    return t + (int)(u32)n;
}

/* A state that a step leads to. The bits that the step has not written are those of the state that it began in. */
struct made_key {
    key of;
    uint8_t written[N_REGISTERS];
};

struct op {
    uint8_t what, kind, split, mark;
    tok start, end, anchor;
    made_key to;
};
enum { OP_NODE, OP_PUSH, OP_UNIT };
struct frame {
    tok start, anchor;
    u32 mark;
    reg_value flags, aux;
    u32 state;
    uint8_t wants_ret;
    size_t op;
};

static tok pos, start, anchor;
static u32 mark;
static reg flags, aux, ret;
static std::vector<op> ops;
static std::vector<frame> frames;
static u32 n_nodes, n_moved;
static bool has_moved, moved_group, wants_ret;
struct assumption { /* whether a state reads ret */
    u32 point;
    bool wants_ret;
};
static std::vector<assumption> assumed;

/* The step as it was when it passed its last label or move. */
struct snapshot {
    tok pos, start, anchor;
    u32 mark, n_nodes, point;
    reg_value registers[N_REGISTERS];
    size_t n_ops;
    uint8_t wants_ret;
    u32 n_moved;
    bool moved_group;
};
static snapshot last;
static std::vector<op> last_ops;

static u32 site_of_label[PARSE_N_STATES]; /* its place among the sites of moves; 0 where it was never passed */

static void gen_snap(u32 point)
{
    if (!has_moved)
        return;
    last = snapshot{pos,        start,     anchor,  mark,       n_nodes, point, {flags, aux, ret},
                    ops.size(), wants_ret, n_moved, moved_group};
    last_ops = ops;
}

/* A script tells how a place behind a move is reached from a label. */
struct script_step {
    key from;
    u32 kind;
    std::vector<choice> choices;
    u32 n_moves;
};
struct script {
    std::vector<script_step> steps;
};
static std::map<u32, script> scripts; /* by the place's point */
static const script *replay;
static size_t replay_step;
static u32 moves_in_step;
static key goal;

static void step_begin(const key &k)
{
    now = k;
    answers.clear();
    kind_facts.clear();
    others.clear();
    epoch++;
    pos = tok{R_POS, 0};
    start = tok{R_START, 0};
    anchor = tok{R_ANCHOR, 0};
    mark = MARK_REGISTER;
    n_nodes = MARK_NODES;
    ops.clear();
    frames.clear();
    has_moved = moved_group = false;
    n_moved = moves_in_step = 0;
}

static void gen_registers_of(const key &k)
{
    (reg_value &)flags = reg_value{FLAGS, k.value[FLAGS], 0};
    (reg_value &)aux = reg_value{AUX, k.value[AUX], 0};
    (reg_value &)ret = reg_value{RET, k.value[RET], 0};
    wants_ret = k.wants_ret;
}

static void gen_look()
{
    if (has_moved && !replay)
        longjmp(step_end, END_MOVED);
}

struct kreg {
    operator u32() const
    {
        gen_look();
        return at_hand;
    }
    template <class T> kreg &operator=(const T &) { return *this; }
};
static kreg k;

static std::vector<choice> real_choices; /* those of the step, kept while a script is replayed */
static u32 real_kind;

static tok gen_do_move(tok to, u32 site)
{
    if (is_probed)
        longjmp(step_end, END_MOVED);
    moves_in_step++;
    if (replay) {
        if (moves_in_step < replay->steps[replay_step].n_moves) {
            pos = to;
            return to;
        }
        replay_step++;
        if (replay_step < replay->steps.size()) {
            step_begin(replay->steps[replay_step].from);
            gen_registers_of(now);
            at_hand = replay->steps[replay_step].kind;
            choices = replay->steps[replay_step].choices;
            n_chosen = 0;
            return pos;
        }
        replay = nullptr;
        is_replayed = false;
        step_begin(goal);
        gen_registers_of(goal);
        at_hand = real_kind;
        choices = real_choices;
        n_chosen = 0;
        return pos;
    }
    if (to.region != R_POS && to.region != R_PARTNER)
        longjmp(step_end, END_BAD);
    has_moved = true;
    if (to.region == R_PARTNER)
        moved_group = true;
    pos = to;
    n_moved = moved_group ? 0 : (u32)to.off;
    gen_snap(PARSE_N_STATES + site);
    return to;
}

/* The state that this step leads to, at point. */
static made_key gen_key_at(u32 point, const reg_value &f, const reg_value &a, const reg_value *r, uint8_t wants)
{
    made_key made;
    memset(&made, 0, sizeof made);
    made.of.point = point;
    made.of.wants_ret = wants;
    const reg_value *all[N_REGISTERS] = {&f, &a, r};
    uint8_t bits[N_REGISTERS];
    for (int i = 0; i < N_REGISTERS; i++) {
        made.written[i] = all[i] ? (uint8_t)all[i]->written : 255;
        made.of.value[i] = all[i] ? (uint8_t)(all[i]->v & all[i]->written) : 0;
        bits[i] = (uint8_t)~made.written[i];
    }
    gen_carry(now.point, point, bits);
    return made;
}

static uint8_t is_error_place[MOST_POINTS]; /* it is an error whatever the token and the registers are */

static void gen_do_push(u32 to)
{
    if (is_probed)
        longjmp(step_end, END_MOVED);
    if (is_error_place[to])
        longjmp(step_end, END_BAD);
    op o;
    memset((void *)&o, 0, sizeof o);
    o.what = OP_PUSH;
    o.to = gen_key_at(to, flags, aux, nullptr, wants_ret);
    o.start = start;
    o.anchor = anchor;
    u32 m = mark;
    o.mark = m == MARK_REGISTER ? 0 : (uint8_t)(n_nodes - m + 1);
    frames.push_back(frame{start, anchor, mark, flags, aux, to, (uint8_t)wants_ret, ops.size()});
    ops.push_back(o);
    wants_ret = live[to][RET] != 0;
    assumed.push_back(assumption{to, wants_ret != 0});
}

static void gen_do_node(u32 kind, u32 split, tok a, tok s, tok e, u32 m)
{
    op o;
    memset((void *)&o, 0, sizeof o);
    o.what = OP_NODE;
    o.kind = (uint8_t)kind;
    o.split = (uint8_t)split;
    o.start = s;
    o.end = e;
    o.anchor = a;
    if (m != MARK_REGISTER && (m > n_nodes || m < MARK_NODES))
        gen_die("a mark is kept in a variable over a token");
    o.mark = m == MARK_REGISTER ? 0 : (uint8_t)(n_nodes - m + 1);
    ops.push_back(o);
    n_nodes++;
}

static tok gen_as_tok(tok t)
{
    return t;
}
static tok gen_as_tok(u32 code)
{
    return gen_tok_of(code);
}

/* ---- the rules */

#define PARSE_LABEL(name) L_##name : (site_of_label[S_##name] = __COUNTER__ - first_site + 1, gen_snap(S_##name));
#define GOTO(state)       goto L_##state
#define RETURN()                                                                                                       \
    do {                                                                                                               \
        if (frames.empty())                                                                                            \
            longjmp(step_end, END_POPPED);                                                                             \
        {                                                                                                              \
            const frame &f = frames.back();                                                                            \
            start = f.start;                                                                                           \
            anchor = f.anchor;                                                                                         \
            mark = f.mark;                                                                                             \
            (reg_value &)flags = f.flags;                                                                              \
            (reg_value &)aux = f.aux;                                                                                  \
            wants_ret = f.wants_ret;                                                                                   \
            gen_drop_push(f.op);                                                                                       \
            local_state = f.state;                                                                                     \
            frames.pop_back();                                                                                         \
        }                                                                                                              \
        goto *labels[local_state];                                                                                     \
    } while (0)
#define CALL(rule, to)                                                                                                 \
    do {                                                                                                               \
        gen_do_push(S_##to);                                                                                           \
        GOTO(rule);                                                                                                    \
    } while (0)
#define CALL_WITH(rule, to, new_flags, new_aux)                                                                        \
    do {                                                                                                               \
        gen_do_push(S_##to);                                                                                           \
        flags = (u32)(new_flags);                                                                                      \
        aux = (u32)(new_aux);                                                                                          \
        GOTO(rule);                                                                                                    \
    } while (0)
/* A group is left to another walk where its class says so. It counts as a node, so that marks lie before or behind
 * it. */
static void gen_leave_unit(u32 rule, const reg &f, const reg &a)
{
    op o;
    memset((void *)&o, 0, sizeof o);
    o.what = OP_UNIT;
    o.to = gen_key_at(rule, f, a, nullptr, 0);
    ops.push_back(o);
    n_nodes++;
}
/* By place: which list's elements begin there (PARSE_LIST_ of parse_table_form.h). */
static uint8_t list_of_place[MOST_POINTS];
static void gen_note_list(u32 what, u32 to)
{
    if (now.point == to && !has_moved && !replay && frames.empty() && ops.empty())
        list_of_place[to] = (uint8_t)what;
}
#define LIST_ELEMENT(what, to) gen_note_list(PARSE_LIST_##what, S_##to)
#define IS_UNIT()              (PARSE_IS_OPEN((u32)k) && (gen_look(), gen_ask("is_unit", tok{R_POS, 0}, 2)))
#define CALL_GROUP(rule, to)                                                                                           \
    do {                                                                                                               \
        if (live[S_##to][RET])                                                                                         \
            gen_die("the rule of a group tells its caller something: " #to);                                           \
        if (IS_UNIT()) {                                                                                               \
            gen_leave_unit(S_##rule, flags, aux);                                                                      \
            PARSE_MOVE(in->partner[pos] + 1);                                                                          \
            GOTO(to);                                                                                                  \
        }                                                                                                              \
        CALL(rule, to);                                                                                                \
    } while (0)
#define CALL_GROUP_WITH(rule, to, new_flags, new_aux)                                                                  \
    do {                                                                                                               \
        if (live[S_##to][RET])                                                                                         \
            gen_die("the rule of a group tells its caller something: " #to);                                           \
        if (IS_UNIT()) {                                                                                               \
            reg f_(flags), a_(aux);                                                                                    \
            f_ = (u32)(new_flags);                                                                                     \
            a_ = (u32)(new_aux);                                                                                       \
            gen_leave_unit(S_##rule, f_, a_);                                                                          \
            PARSE_MOVE(in->partner[pos] + 1);                                                                          \
            GOTO(to);                                                                                                  \
        }                                                                                                              \
        CALL_WITH(rule, to, new_flags, new_aux);                                                                       \
    } while (0)
#define MARK()                       n_nodes
#define EMIT_AT(kind, a, s, e, m)    gen_do_node(RUSTG_AST_##kind, 0, gen_as_tok(a), gen_as_tok(s), gen_as_tok(e), m)
#define EMIT_SPLIT(kind, a, s, e, m) gen_do_node(RUSTG_AST_##kind, 1, gen_as_tok(a), gen_as_tok(s), gen_as_tok(e), m)
#define PARSE_MOVED()                ((void)0)
#define PARSE_TABLE_LEAVES()         longjmp(step_end, END_BAD)
#define WANT(what)                   ((void)0)
#define UNEXPECTED()                 longjmp(step_end, END_BAD)
#define ERROR(kind, from, to)        longjmp(step_end, END_BAD)
#define SOFT_ERROR(kind, from, to)   longjmp(step_end, END_BAD)
#define PARSE_MOVE(to)               (gen_do_move((to), __COUNTER__ - first_site))
#include "parser/grammar/parse_words.h"
/* Whether the step goes into a group that is left to another walk, as only the group's own rule may. */
static bool gen_is_step_into_unit()
{
    return PARSE_IS_OPEN((u32)k) && (gen_look(), gen_ask("is_unit", tok{R_POS, 0}, 2));
}
#undef PARSE_MOVE
#define PARSE_MOVE(to) (gen_do_move((to), __COUNTER__ - first_site))
#undef BUMP
#define BUMP() (gen_is_step_into_unit() ? longjmp(step_end, END_BAD) : (void)0, PARSE_MOVE(pos + parse_kind_toks(k)))
#undef BUMP_ONE
#define BUMP_ONE() (step_into(), PARSE_MOVE(pos + 1))
#undef SKIP_GROUP
#define SKIP_GROUP() (gen_look(), PARSE_MOVE(in->partner[pos] + 1))
/* Only the first move of a step is asked: a second one passes a token that was seen before, which opens no such
 * group. */
static void step_into()
{
    if (!has_moved && gen_is_step_into_unit())
        longjmp(step_end, END_BAD);
}

static void gen_drop_push(size_t at)
{
    ops.erase(ops.begin() + (long)at);
}

static const parse_input tokens = {{}, {}, {}, {'s'}, {'e'}, nullptr, 0, 0, 0, {}};

/* All rules are one function. Optimizing it takes longer than running it ever does, so it is left as it stands. */
#ifdef __clang__
#define GEN_AS_IT_STANDS __attribute__((optnone))
#else
#define GEN_AS_IT_STANDS __attribute__((optimize("O0")))
#endif
GEN_AS_IT_STANDS static void gen_run_rules(const key &k0)
{
    enum { first_site = __COUNTER__ + 1 };
    static const void *const labels[PARSE_N_STATES] = {
#define PARSE_STATE(name) &&L_##name,
#include "parser/parse_states.def"
#undef PARSE_STATE
    };
    const parse_input *in = &tokens;
    u32 local_state;
    goto *labels[k0.point];
#include "parser/grammar/rules.h"
    PARSE_LABEL(finished)
    gen_die("the file's frame was popped");
}

/* A frame that would go on at such a place is an error when it is pushed, so that what only errors ask splits no
 * class. */
static void gen_find_error_places()
{
    for (u32 point = 0; point < S_finished; point++) {
        key k0;
        memset(&k0, 0, sizeof k0);
        k0.point = point;
        step_begin(k0);
        gen_registers_of(k0);
        has_moved = true; /* looking at a token ends the run */
        is_probed = true;
        int end = setjmp(step_end);
        if (end == 0)
            gen_run_rules(k0);
        is_error_place[point] = end == END_BAD;
        is_probed = false;
    }
}

#endif
