/* opt_thread_version.c: loops over threads that do without what was asked of all their threads before. */
#include "opt/opt_thread_version.h"

enum { MOST_SIDES = 6, MOST_TWICE = 3000, MOST_THRICE = 400, MOST_ASKED = 64 };

ir_value opt_thread_make(thread_loop *p, opt_list *list, ir_op op, ir_type type, ir_value x, ir_value y)
{
    const uint32_t n = y ? 2 : x ? 1 : 0;
    return opt_tree_push(p->t, list, opt_tree_node(p->t, op, type, (ir_value[]){x, y}, n, 0));
}

ir_value opt_thread_constant(thread_loop *p, opt_list *list, ir_type type, uint64_t bits)
{
    return opt_tree_push(p->t, list, opt_tree_node(p->t, IR_CONST, type, NULL, 0, bits));
}

ir_value opt_thread_ask(thread_loop *p, opt_list *list, ir_intrinsic what, ir_type type, uint64_t imm)
{
    opt_node *node = opt_tree_node(p->t, IR_INTRINSIC, type, NULL, 0, imm);
    node->i.aux = (uint16_t)what;
    return opt_tree_push(p->t, list, node);
}

ir_value opt_thread_get(thread_loop *p, opt_list *list, ir_local local, ir_type type)
{
    return opt_tree_push(p->t, list, opt_tree_node(p->t, IR_GET, type, NULL, 0, local));
}

void opt_thread_set(thread_loop *p, opt_list *list, ir_local local, ir_value v)
{
    opt_tree_push(p->t, list, opt_tree_set(p->t, local, v));
}

opt_node *opt_thread_if(thread_loop *p, opt_list *list, ir_value condition)
{
    opt_node *node = opt_tree_if(p->t, condition, 2);
    opt_tree_push(p->t, list, node);
    return node;
}

opt_node *opt_thread_loop_in(thread_loop *p, opt_list *list)
{
    opt_node *node = opt_tree_bracket(p->t, IR_LOOP, 1);
    node->i.imm = ++p->t->f->n_labels;
    opt_tree_push(p->t, list, node);
    return node;
}

void opt_thread_jump(thread_loop *p, opt_list *list, ir_op op, ir_label label)
{
    opt_tree_push(p->t, list, opt_tree_node(p->t, op, 0, NULL, 0, label));
}
void opt_thread_become(thread_loop *p, opt_node *node, ir_op op, ir_value x, ir_value y)
{
    const ir_value args[2] = {x, y};
    node->i.op = (uint8_t)op;
    node->i.aux = 0;
    node->i.imm = 0;
    node->i.n_args = y ? 2 : 1;
    node->args = arena_copy(p->t->m->memory, args, sizeof args);
}

/* ---- what is asked of all threads of a stretch ---- */

static bool opt_thread_does_nothing(const opt_list *list, uint32_t from)
{
    for (uint32_t n = from; n < list->n; n++)
        if (list->at[n]->i.op != IR_RETURN && list->at[n]->i.op != IR_GET && !opt_is_pure(&list->at[n]->i))
            return false;
    return true;
}

static bool opt_thread_is_return(const opt_list *list)
{
    return list->n && list->at[list->n - 1]->i.op == IR_RETURN && opt_thread_does_nothing(list, 0);
}

/* Whether the node is a CHECK, or an IF without which a thread panics or does nothing more. *taken: the value of the
 * condition with which it goes on. is_last: nothing is done behind the list. */
static bool opt_thread_is_guard(const opt_list *list, uint32_t n, bool is_last, bool *taken)
{
    const opt_node *node = list->at[n];
    *taken = true;
    if (node->i.op == IR_CHECK)
        return true;
    if (node->i.op != IR_IF)
        return false;
    const opt_list *yes = &node->arms[0].list, none = {0}, *no = node->n_arms == 2 ? &node->arms[1].list : &none;
    if (yes->n && yes->at[yes->n - 1]->i.op == IR_TRAP && no->n == 0) {
        *taken = false;
        return true;
    }
    if (no->n && no->at[no->n - 1]->i.op == IR_TRAP && yes->n == 0)
        return true;
    const bool ends = is_last && opt_thread_does_nothing(list, n + 1);
    if (opt_thread_is_return(no) || (ends && opt_thread_does_nothing(no, 0)))
        return true;
    *taken = false;
    return opt_thread_is_return(yes) || (ends && opt_thread_does_nothing(yes, 0));
}

/* Whether a branch that all threads take alike has a loop on one side; *taken: the other side, which
 * opt_single_round.c has made. */
static bool opt_thread_spares_loop(thread_loop *p, const opt_node *node, bool *taken)
{
    const bool is_first = opt_tree_has(&node->arms[0].list, IR_LOOP),
               is_second = node->n_arms == 2 && opt_tree_has(&node->arms[1].list, IR_LOOP);
    *taken = !is_first;
    return is_first != is_second && opt_monotone_trend(&p->m, node->args[0]) == OPT_TREND_FIXED;
}

/* Whether it is the counter, perhaps in another type. */
static bool opt_thread_is_count(const thread_loop *p, ir_value v)
{
    const opt_node *node = opt_definition(&p->m.index, v);
    return v == p->m.count || (node && node->i.op == IR_CONVERT && ir_is_int(p->t->m, node->i.type) &&
                               ir_size(p->t->m, node->i.type) >= 4 && opt_thread_is_count(p, node->args[0]));
}

/* Of a comparison of the counter of a block's row, which is cut where it changes: with a constant, what holds for most
 * of the row; else that it holds, for then the thread has most to do. */
static bool opt_thread_is_mostly(const thread_loop *p, const opt_node *node, bool is_left)
{
    const opt_node *bound = opt_constant(&p->m.index, node->args[is_left ? 1 : 0]);
    const bool less = node->i.op == IR_LT || node->i.op == IR_LE;
    return !bound || !p->t->f->block[0] || (less == is_left) == (bound->i.imm * 2 >= p->t->f->block[0]);
}

static bool opt_thread_is_likely(thread_loop *p, ir_value condition, bool *taken);

/* All sides of an AND are true if it is, and one that is not makes it false; the other way round for an OR. */
static bool opt_thread_are_likely(thread_loop *p, const opt_node *node, bool *taken)
{
    uint32_t n_known = 0;
    *taken = node->i.op == IR_AND;
    for (uint32_t k = 0; k < 2; k++) {
        bool side = node->i.op == IR_AND;
        const bool is_fixed = opt_monotone_trend(&p->m, node->args[k]) == OPT_TREND_FIXED;
        const bool is_known = is_fixed || opt_thread_is_likely(p, node->args[k], &side);
        n_known += is_known;
        if (is_known && side != (node->i.op == IR_AND)) {
            *taken = side;
            return p->m.takes_one_side;
        }
    }
    return n_known == 2;
}

/* Whether a comparison with the counter goes one way for nearly all threads; *taken: which. Few numbers are less than a
 * constant, and few are not less than what is told at run time, as a length is. */
static bool opt_thread_is_likely(thread_loop *p, ir_value condition, bool *taken)
{
    const opt_node *node = opt_definition(&p->m.index, condition);
    if (!node || opt_monotone_trend(&p->m, condition) == OPT_TREND_FIXED)
        return false;
    if (node->i.op == IR_OVERFLOWS) {
        *taken = false;
        return true;
    }
    if (node->i.op == IR_NOT && opt_thread_is_likely(p, node->args[0], taken)) {
        *taken = !*taken;
        return true;
    }
    if (node->i.op == IR_AND || node->i.op == IR_OR)
        return opt_thread_are_likely(p, node, taken);
    if (node->i.op != IR_LT && node->i.op != IR_LE && node->i.op != IR_GT && node->i.op != IR_GE)
        return false;
    const opt_trend x = opt_monotone_trend(&p->m, node->args[0]), y = opt_monotone_trend(&p->m, node->args[1]);
    const bool is_left = y == OPT_TREND_FIXED && x == OPT_TREND_UP,
               is_right = x == OPT_TREND_FIXED && y == OPT_TREND_UP;
    const bool less = node->i.op == IR_LT || node->i.op == IR_LE;
    if (p->range == IR_RANGE_BLOCK && opt_thread_is_count(p, node->args[is_left ? 0 : 1]))
        *taken = opt_thread_is_mostly(p, node, is_left) == (p->guesses != GUESS_OTHER);
    else
        *taken = (less == is_left) != (opt_constant(&p->m.index, node->args[is_left ? 1 : 0]) != NULL);
    return is_left || is_right;
}

/* Whether the version leaves the node's condition out, as asked before the stretch. */
static bool opt_thread_is_asked(thread_loop *p, const opt_list *list, uint32_t n, bool is_last, bool *taken)
{
    const opt_node *node = list->at[n];
    if (p->n_asked >= MOST_ASKED)
        return false;
    if (p->guesses == GUESS_OTHER && node->i.op == IR_IF && opt_thread_is_likely(p, node->args[0], taken))
        return opt_monotone_tells(&p->m, node->args[0], *taken);
    if (opt_thread_is_guard(list, n, is_last, taken))
        return opt_monotone_tells(&p->m, node->args[0], *taken);
    return p->guesses && node->i.op == IR_IF &&
           (opt_thread_is_likely(p, node->args[0], taken) || opt_thread_spares_loop(p, node, taken)) &&
           opt_monotone_tells(&p->m, node->args[0], *taken);
}

/* Whether it is made of sums and products, which a wider type may do instead. */
static bool opt_thread_is_sum(const thread_loop *p, ir_value v)
{
    const opt_node *node = opt_definition(&p->m.index, v);
    return node && (node->i.op == IR_ADD || node->i.op == IR_SUB || node->i.op == IR_MUL);
}

static void opt_thread_find_asked(thread_loop *p, const opt_list *list, bool is_last)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        bool taken;
        const bool is_asked = opt_thread_is_asked(p, list, n, is_last, &taken),
                   goes_on = node->i.op == IR_IF && is_last && opt_thread_does_nothing(list, n + 1);
        p->has_loop |= node->i.op == IR_LOOP;
        if (is_asked) {
            bool same;
            opt_monotone_require(&p->m, node->args[0], taken);
            p->n_asked++;
            p->n_guessed += !opt_thread_is_guard(list, n, is_last, &same);
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            if (!is_asked || arm == (taken ? 0 : 1))
                opt_thread_find_asked(p, &node->arms[arm].list, goes_on);
    }
}

/* ---- the loop without what was asked ---- */

static ir_value opt_thread_wide(thread_loop *p, opt_list *out, ir_value v, ir_type type)
{
    const opt_node *node = opt_definition(&p->m.index, v);
    if (node && node->i.op == IR_CONST)
        return opt_thread_make(p, out, IR_CONVERT, type, v, 0);
    if (node && node->i.op == IR_CONVERT && node->args[0] == p->m.count)
        return type == IR_U64 ? p->m.count : opt_thread_make(p, out, IR_CONVERT, type, p->m.count, 0);
    if (!opt_thread_is_sum(p, v) || opt_monotone_trend(&p->m, v) == OPT_TREND_FIXED)
        return opt_thread_make(p, out, IR_CONVERT, type, v, 0);
    ir_value x = opt_thread_wide(p, out, node->args[0], type), y = opt_thread_wide(p, out, node->args[1], type);
    return opt_thread_make(p, out, (ir_op)node->i.op, type, x, y);
}

/* Whether it makes 64 bits of a sum that is known not to overflow because an index that was asked about comes of it. */
static bool opt_thread_widens(thread_loop *p, const opt_node *node)
{
    const ir_module *m = p->t->m;
    const ir_type from = node->i.op == IR_CONVERT ? p->t->f->values.at[node->args[0]] : 0;
    if (!from || !ir_is_int(m, from) || !ir_is_int(m, node->i.type) || ir_size(m, node->i.type) != 8 ||
        ir_size(m, from) == 8 || node->i.result >= p->m.index.n_values || !p->m.is_sound[node->i.result])
        return false;
    const opt_trend trend = opt_monotone_trend(&p->m, node->args[0]);
    return (trend == OPT_TREND_UP || trend == OPT_TREND_DOWN) && opt_thread_is_sum(p, node->args[0]);
}

/* In place of the conversion of a sum comes the sum of conversions, which is as good because nothing overflows. */
static void opt_thread_widen(thread_loop *p, opt_list *out, opt_node *node)
{
    const ir_type from = p->t->f->values.at[node->args[0]];
    const ir_type type = ir_is_signed(p->t->m, from) ? IR_I64 : IR_U64;
    opt_thread_become(p, node, IR_CONVERT, opt_thread_wide(p, out, node->args[0], type), 0);
}

/* The condition has this value throughout, wherever else it is used. */
static void opt_thread_decide(thread_loop *p, ir_value condition, bool taken)
{
    const opt_node *node = opt_definition(&p->m.index, condition);
    if (!node || node->i.op == IR_CONST)
        return;
    opt_node *own = (opt_node *)(uintptr_t)node;
    own->i.op = IR_CONST;
    own->i.aux = 0;
    own->i.imm = taken;
    own->i.n_args = 0;
}

static void opt_thread_settle(thread_loop *p, const opt_list *list, bool is_last, opt_list *out)
{
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        bool taken;
        const bool goes_on = node->i.op == IR_IF && is_last && opt_thread_does_nothing(list, n + 1);
        if (opt_thread_is_asked(p, list, n, is_last, &taken)) {
            const uint32_t arm = taken ? 0 : 1;
            p->n_asked++;
            if (node->i.op == IR_IF)
                opt_thread_decide(p, node->args[0], taken);
            if (arm < node->n_arms)
                opt_thread_settle(p, &node->arms[arm].list, goes_on, out);
            continue;
        }
        if (opt_thread_widens(p, node))
            opt_thread_widen(p, out, node);
        for (uint32_t arm = 0; arm < node->n_arms; arm++) {
            opt_list settled = {0};
            opt_thread_settle(p, &node->arms[arm].list, goes_on, &settled);
            node->arms[arm].list = settled;
        }
        opt_tree_push(p->t, out, node);
    }
}

/* ---- the whole ---- */

/* A thread that is done goes on with the next one. */
static void opt_thread_end(opt_list *list, ir_label next)
{
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        if (node->i.op == IR_RETURN) {
            node->i.op = IR_CONTINUE;
            node->i.imm = next;
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_thread_end(&node->arms[arm].list, next);
    }
}

/* Whether somebody may ask which thread is at work. */
static bool opt_thread_stops(const thread_loop *p, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        if (node->i.op == IR_CHECK || node->i.op == IR_TRAP || node->i.op == IR_CALL_PTR ||
            (node->i.op == IR_CALL && p->calls_stop))
            return true;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            if (opt_thread_stops(p, &node->arms[arm].list))
                return true;
    }
    return false;
}

static void opt_thread_run_of_block(thread_loop *p, opt_list *then, thread_body *body, ir_label next, ir_value now)
{
    const ir_value at = opt_thread_make(p, then, IR_ADD, IR_U64, p->row_first, now);
    opt_block_end(p, &body->list, next, at);
    if (p->done && !body->knows_no_done) {
        const ir_value flags = opt_tree_push(
            p->t, then, opt_tree_node(p->t, IR_LOCAL_ADDR, ir_ptr(p->t->m, IR_SPACE_GENERIC), NULL, 0, p->done));
        opt_node *flag = opt_tree_node(p->t, IR_ELEMENT_ADDR, ir_ptr(p->t->m, IR_SPACE_GENERIC),
                                       (ir_value[]){flags, at}, 2, IR_BOOL);
        opt_tree_push(p->t, then, flag);
        opt_node *skip = opt_thread_if(p, then, opt_thread_make(p, then, IR_LOAD, IR_BOOL, flag->i.result, 0));
        opt_thread_jump(p, &skip->arms[0].list, IR_CONTINUE, next);
    }
    opt_tree_append(p->t, then, &body->list);
}

/* for counter in from..stop { body } */
void opt_thread_run(thread_loop *p, opt_list *list, thread_body *body, ir_value from, ir_value stop)
{
    const ir_local counter = (ir_local)body->count->i.imm;
    opt_thread_set(p, list, counter, from);
    opt_node *loop = opt_thread_loop_in(p, list);
    opt_list *in = &loop->arms[0].list;
    const ir_value now = opt_tree_push(p->t, in, body->count);
    opt_node *test = opt_thread_if(p, in, opt_thread_make(p, in, IR_LT, IR_BOOL, now, stop));
    opt_list *then = &test->arms[0].list;
    opt_thread_set(p, then, counter,
                   opt_thread_make(p, then, IR_ADD, IR_U64, now, opt_thread_constant(p, then, IR_U64, 1)));
    if (p->range == IR_RANGE_BLOCK) {
        opt_thread_run_of_block(p, then, body, (ir_label)loop->i.imm, now);
        opt_thread_jump(p, &test->arms[1].list, IR_BREAK, (ir_label)loop->i.imm);
        return;
    }
    if (opt_thread_stops(p, &body->list)) {
        opt_node *at = opt_tree_node(p->t, IR_INTRINSIC, 0, &now, 1, p->range);
        at->i.aux = IR_IN_RANGE_AT;
        opt_tree_push(p->t, then, at);
    }
    opt_thread_end(&body->list, (ir_label)loop->i.imm);
    const opt_node *last = body->list.n ? body->list.at[body->list.n - 1] : NULL;
    if (last && last->i.op == IR_CONTINUE && last->i.imm == loop->i.imm)
        body->list.n--;
    opt_tree_append(p->t, then, &body->list);
    opt_thread_jump(p, &test->arms[1].list, IR_BREAK, (ir_label)loop->i.imm);
}

/* Begins a version: p->m is about the body. */
static void opt_thread_begin_version(thread_loop *p, const thread_body *body, thread_guess guesses)
{
    const opt_list whole = p->t->body;
    p->t->body = body->list;
    opt_monotone_begin(&p->m, p->t, body->count->i.result);
    p->t->body = whole;
    if (p->range == IR_RANGE_ROW)
        p->m.trends[p->first_index] = p->m.trends[p->first_lane] = OPT_TREND_FIXED;
    for (ir_value v = 1; p->range == IR_RANGE_BLOCK && v < p->m.index.n_values; v++)
        if (!p->m.index.defined[v] && v != p->m.count) /* it is there before the loop */
            p->m.trends[v] = OPT_TREND_FIXED;
    p->m.takes_one_side = p->range == IR_RANGE_BLOCK;
    p->guesses = guesses;
    p->n_asked = p->n_guessed = 0;
    p->has_loop = false;
}

/* Where a comparison of the counter with what is there before the loop changes: cuts gets the first number behind. */
static void opt_thread_cut(thread_loop *p, ir_value condition, uint32_t depth, opt_list *list, thread_cuts *cuts)
{
    const opt_node *node = opt_definition(&p->m.index, condition);
    if (!node || !depth || node->i.n_args > 2)
        return;
    if (node->i.type == IR_BOOL && (node->i.op == IR_AND || node->i.op == IR_OR || node->i.op == IR_NOT)) {
        for (uint32_t k = 0; k < node->i.n_args; k++)
            opt_thread_cut(p, node->args[k], depth - 1, list, cuts);
        return;
    }
    if (node->i.op != IR_LT && node->i.op != IR_LE && node->i.op != IR_GT && node->i.op != IR_GE)
        return;
    const bool is_left = opt_thread_is_count(p, node->args[0]), less = node->i.op == IR_LT || node->i.op == IR_LE,
               is_strict = node->i.op == IR_LT || node->i.op == IR_GT;
    ir_value bound = node->args[is_left ? 1 : 0];
    const opt_node *known = opt_definition(&p->m.index, bound);
    if ((!is_left && !opt_thread_is_count(p, node->args[1])) || (known && known->i.op != IR_CONST))
        return;
    const bool is_next = (less == is_left) != is_strict;
    for (uint32_t k = 0; k < cuts->n; k++)
        if (cuts->is_next[k] == is_next && (cuts->of[k] == bound || (known && cuts->bits[k] == known->i.imm)))
            return;
    if (cuts->n == MOST_CUTS)
        return;
    cuts->is_next[cuts->n] = is_next;
    cuts->of[cuts->n] = bound;
    cuts->bits[cuts->n] = known ? known->i.imm : UINT64_MAX;
    if (known)
        bound = opt_thread_constant(p, list, known->i.type, known->i.imm);
    bound = opt_thread_make(p, list, IR_CONVERT, IR_U64, bound, 0);
    if (is_next)
        bound = opt_thread_make(p, list, IR_ADD, IR_U64, bound, opt_thread_constant(p, list, IR_U64, 1));
    cuts->at[cuts->n++] = bound;
}

static void opt_thread_cut_list(thread_loop *p, const opt_list *nodes, opt_list *list, thread_cuts *cuts)
{
    for (uint32_t n = 0; n < nodes->n; n++) {
        if (nodes->at[n]->i.op == IR_IF)
            opt_thread_cut(p, nodes->at[n]->args[0], MOST_SIDES, list, cuts);
        for (uint32_t arm = 0; arm < nodes->at[n]->n_arms; arm++)
            opt_thread_cut_list(p, &nodes->at[n]->arms[arm].list, list, cuts);
    }
}

void opt_thread_find_cuts(thread_loop *p, const thread_body *body, opt_list *list, thread_cuts *cuts)
{
    opt_thread_begin_version(p, body, GUESS_LIKELY);
    opt_thread_cut_list(p, &body->list, list, cuts);
}

/* How much a version asks, and how much of it is guessed; nothing if the version is not worth while. A thread that has
 * a loop is at work there, and no vector instructions come of the loop around it. */
void opt_thread_count(thread_loop *p, const thread_body *body, thread_guess guesses)
{
    opt_thread_begin_version(p, body, guesses);
    if (opt_tree_size(&body->list) <= (guesses ? MOST_THRICE : MOST_TWICE))
        opt_thread_find_asked(p, &body->list, true);
    if (p->has_loop && p->range != IR_RANGE_BLOCK)
        p->n_asked = p->n_guessed = 0;
}

opt_list *opt_thread_write_version(thread_loop *p, opt_list *list, thread_body *body, const thread_stretch *s)
{
    opt_list settled = {0};
    opt_thread_begin_version(p, body, body->guesses);
    p->m.first = s->from;
    p->m.last = s->last;
    opt_thread_find_asked(p, &body->list, true);
    opt_tree_append(p->t, list, &p->m.ahead);
    ir_value holds = p->m.all;
    if (body->knows_no_done) {
        const ir_value n_done = opt_thread_get(p, list, p->n_done, IR_U64),
                       none = opt_thread_make(p, list, IR_EQ, IR_BOOL, n_done, opt_thread_constant(p, list, IR_U64, 0));
        holds = holds ? opt_thread_make(p, list, IR_AND, IR_BOOL, holds, none) : none;
    }
    opt_node *choose = opt_thread_if(p, list, holds);
    p->n_asked = 0;
    opt_thread_settle(p, &body->list, true, &settled);
    body->list = settled;
    opt_thread_run(p, &choose->arms[0].list, body, s->from, s->stop);
    if (s->at)
        opt_thread_set(p, &choose->arms[0].list, s->at, s->stop);
    return &choose->arms[1].list;
}

thread_body opt_thread_copy(opt_tree *t, const thread_body *body, thread_guess guesses)
{
    opt_copy c = opt_tree_own(t);
    opt_node *count = body->count;
    const opt_list one = {.at = &count, .n = 1};
    opt_list counts = {0};
    thread_body copy = {.guesses = guesses};
    opt_tree_copy(t, &counts, &one, &c);
    opt_tree_copy(t, &copy.list, &body->list, &c);
    copy.count = counts.at[0];
    return copy;
}
