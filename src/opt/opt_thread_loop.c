/* opt_thread_loop.c: a call of a kernel does the work of a range of threads, in a loop.
 *
 * On the CPU the threads of a kernel that never meet run one after another. As calls of the kernel they cost a call
 * and the loads of its arguments each, and no compiler can make vector instructions of them. So:
 *
 *   at = range_first; most = 4096
 *   loop {
 *       if at < range_end {
 *           n = min(most, range_end - at)
 *           if all that the kernel asks of its number holds for at and for at + n - 1 {
 *               for count in at..at + n { the kernel's instructions for count, without what was asked }
 *               at += n
 *           } else if what it asks by checks and guards does {
 *               for count in at..at + n { the same with its other branches }
 *               at += n
 *           } else if n <= 256 {
 *               for count in at..at + n { the kernel's instructions for count }
 *               at += n
 *           } else { most = 256 }
 *       } else { return }
 *   }
 *
 * A guard is a condition without which the thread does nothing more. The first version is made where another branch is
 * likely to go one way for nearly all threads, as at the borders of an array (`i > 0 && i + 1 < n`). opt_monotone.h
 * says what the ends of a stretch tell. In versions without checks a number of 32 bits that becomes one of 64 is
 * computed with 64 throughout, because compilers must take it that 32 bits wrap.
 *
 * Requires OPT_INLINED, OPT_SCALARS and OPT_SINGLE_CHECKS: it looks for the thread's number, and for checks of it.
 * Breaks OPT_SCALARS. */
#include "opt/opt_monotone.h"

enum { MOST_THREADS = 4096, FEW_THREADS = 256, MOST_TWICE = 3000, MOST_THRICE = 400, MOST_ASKED = 64 };

typedef struct thread_loop {
    opt_tree *t;
    ir_range range;
    bool calls_stop;
    ir_value first_index, first_lane; /* of thread 0 of the row */
    opt_monotone m;                   /* of the version at hand */
    bool guesses;                     /* whether the version takes likely branches for granted */
    uint32_t n_asked, n_guessed;
    bool has_loop; /* whether the version has */
} thread_loop;

/* The kernel's instructions for one thread, whose number is what `count` reads. */
typedef struct thread_body {
    opt_list list;
    opt_node *count;
    bool guesses; /* as a version: whether likely branches are asked about */
} thread_body;

static ir_value opt_thread_push(thread_loop *p, opt_list *list, opt_node *node)
{
    vec_push(p->t->m->memory, list, node);
    return node->i.result;
}

static ir_value opt_thread_make(thread_loop *p, opt_list *list, ir_op op, ir_type type, ir_value x, ir_value y)
{
    const uint32_t n = y ? 2 : x ? 1 : 0;
    return opt_thread_push(p, list, opt_tree_node(p->t, op, type, (ir_value[]){x, y}, n, 0));
}

static ir_value opt_thread_constant(thread_loop *p, opt_list *list, ir_type type, uint64_t bits)
{
    return opt_thread_push(p, list, opt_tree_node(p->t, IR_CONST, type, NULL, 0, bits));
}

static ir_value opt_thread_ask(thread_loop *p, opt_list *list, ir_intrinsic what, ir_type type, uint64_t imm)
{
    opt_node *node = opt_tree_node(p->t, IR_INTRINSIC, type, NULL, 0, imm);
    node->i.aux = (uint16_t)what;
    return opt_thread_push(p, list, node);
}

static ir_value opt_thread_get(thread_loop *p, opt_list *list, ir_local local, ir_type type)
{
    return opt_thread_push(p, list, opt_tree_node(p->t, IR_GET, type, NULL, 0, local));
}

static void opt_thread_set(thread_loop *p, opt_list *list, ir_local local, ir_value v)
{
    opt_thread_push(p, list, opt_tree_set(p->t, local, v));
}

static opt_node *opt_thread_if(thread_loop *p, opt_list *list, ir_value condition)
{
    opt_node *node = opt_tree_if(p->t, condition, 2);
    opt_thread_push(p, list, node);
    return node;
}

static opt_node *opt_thread_loop_in(thread_loop *p, opt_list *list)
{
    opt_node *node = opt_tree_bracket(p->t, IR_LOOP, 1);
    node->i.imm = ++p->t->f->n_labels;
    opt_thread_push(p, list, node);
    return node;
}

static void opt_thread_jump(thread_loop *p, opt_list *list, ir_op op, ir_label label)
{
    opt_thread_push(p, list, opt_tree_node(p->t, op, 0, NULL, 0, label));
}

/* ---- the thread's number ---- */

static void opt_thread_become(thread_loop *p, opt_node *node, ir_op op, ir_value x, ir_value y)
{
    const ir_value args[2] = {x, y};
    node->i.op = (uint8_t)op;
    node->i.aux = 0;
    node->i.imm = 0;
    node->i.n_args = y ? 2 : 1;
    node->args = arena_copy(p->t->m->memory, args, sizeof args);
}

/* Tells where the thread is by the counter. */
static void opt_thread_renumber(thread_loop *p, ir_value count, const opt_list *list, opt_list *out)
{
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        const bool is_place = node->i.op == IR_INTRINSIC;
        if (is_place && node->i.aux == IR_IN_THREAD_IDX && node->i.imm == 0) {
            opt_thread_become(p, node, IR_CONVERT, count, 0);
        } else if (is_place && node->i.aux == IR_IN_THREAD_INDEX) {
            const bool is_count = p->range == IR_RANGE_GRID;
            opt_thread_become(p, node, is_count ? IR_CONVERT : IR_ADD, is_count ? count : p->first_index,
                              is_count ? 0 : count);
        } else if (is_place && node->i.aux == IR_IN_LANE) {
            ir_value x = opt_thread_make(p, out, IR_CONVERT, IR_U32, count, 0),
                     sum = opt_thread_make(p, out, IR_ADD, IR_U32, p->first_lane, x);
            opt_thread_become(p, node, IR_AND, sum, opt_thread_constant(p, out, IR_U32, 31));
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++) {
            opt_list made = {0};
            opt_thread_renumber(p, count, &node->arms[arm].list, &made);
            node->arms[arm].list = made;
        }
        opt_thread_push(p, out, node);
    }
}

/* first_index and first_lane, before all loops: of the thread whose x is 0. */
static void opt_thread_find_first(thread_loop *p, opt_list *list)
{
    ir_value x = opt_thread_ask(p, list, IR_IN_THREAD_IDX, IR_U32, 0);
    p->first_index = opt_thread_make(p, list, IR_SUB, IR_U64, opt_thread_ask(p, list, IR_IN_THREAD_INDEX, IR_U64, 0),
                                     opt_thread_make(p, list, IR_CONVERT, IR_U64, x, 0));
    p->first_lane = opt_thread_make(p, list, IR_SUB, IR_U32, opt_thread_ask(p, list, IR_IN_LANE, IR_U32, 0), x);
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
    const bool ends = is_last && opt_thread_does_nothing(list, n + 1);
    if (opt_thread_is_return(no) || (ends && opt_thread_does_nothing(no, 0)))
        return true;
    *taken = false;
    return opt_thread_is_return(yes) || (ends && opt_thread_does_nothing(yes, 0));
}

static bool opt_thread_has_loop(const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        if (list->at[n]->i.op == IR_LOOP)
            return true;
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            if (opt_thread_has_loop(&list->at[n]->arms[arm].list))
                return true;
    }
    return false;
}

/* Whether a branch that all threads take alike has a loop on one side; *taken: the other side, which
 * opt_single_round.c has made. */
static bool opt_thread_spares_loop(thread_loop *p, const opt_node *node, bool *taken)
{
    const bool is_first = opt_thread_has_loop(&node->arms[0].list),
               is_second = node->n_arms == 2 && opt_thread_has_loop(&node->arms[1].list);
    *taken = !is_first;
    return is_first != is_second && opt_monotone_trend(&p->m, node->args[0]) == OPT_TREND_FIXED;
}

/* Whether a comparison with the counter goes one way for nearly all threads; *taken: which. Few numbers are less than a
 * constant, and few are not less than what is told at run time, as a length is. */
static bool opt_thread_is_likely(thread_loop *p, ir_value condition, bool *taken)
{
    const opt_node *node = opt_definition(&p->m.index, condition);
    if (!node || opt_monotone_trend(&p->m, condition) == OPT_TREND_FIXED)
        return false;
    if (node->i.op == IR_AND || node->i.op == IR_OR) {
        bool second;
        return opt_thread_is_likely(p, node->args[0], taken) && opt_thread_is_likely(p, node->args[1], &second) &&
               *taken == second && *taken == (node->i.op == IR_AND);
    }
    if (node->i.op != IR_LT && node->i.op != IR_LE && node->i.op != IR_GT && node->i.op != IR_GE)
        return false;
    const opt_trend x = opt_monotone_trend(&p->m, node->args[0]), y = opt_monotone_trend(&p->m, node->args[1]);
    const bool is_left = y == OPT_TREND_FIXED && x == OPT_TREND_UP,
               is_right = x == OPT_TREND_FIXED && y == OPT_TREND_UP;
    const bool less = node->i.op == IR_LT || node->i.op == IR_LE;
    *taken = (less == is_left) != (opt_constant(&p->m.index, node->args[is_left ? 1 : 0]) != NULL);
    return is_left || is_right;
}

/* Whether the version leaves the node's condition out, as asked before the stretch. */
static bool opt_thread_is_asked(thread_loop *p, const opt_list *list, uint32_t n, bool is_last, bool *taken)
{
    const opt_node *node = list->at[n];
    if (p->n_asked >= MOST_ASKED)
        return false;
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

static void opt_thread_settle(thread_loop *p, const opt_list *list, bool is_last, opt_list *out)
{
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        bool taken;
        const bool goes_on = node->i.op == IR_IF && is_last && opt_thread_does_nothing(list, n + 1);
        if (opt_thread_is_asked(p, list, n, is_last, &taken)) {
            const uint32_t arm = taken ? 0 : 1;
            p->n_asked++;
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
        opt_thread_push(p, out, node);
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

/* for counter in from..stop { body } */
static void opt_thread_run(thread_loop *p, opt_list *list, thread_body *body, ir_value from, ir_value stop)
{
    const ir_local counter = (ir_local)body->count->i.imm;
    opt_thread_set(p, list, counter, from);
    opt_node *loop = opt_thread_loop_in(p, list);
    opt_list *in = &loop->arms[0].list;
    const ir_value now = opt_thread_push(p, in, body->count);
    opt_node *test = opt_thread_if(p, in, opt_thread_make(p, in, IR_LT, IR_BOOL, now, stop));
    opt_list *then = &test->arms[0].list;
    opt_thread_set(p, then, counter,
                   opt_thread_make(p, then, IR_ADD, IR_U64, now, opt_thread_constant(p, then, IR_U64, 1)));
    if (opt_thread_stops(p, &body->list)) {
        opt_node *at = opt_tree_node(p->t, IR_INTRINSIC, 0, &now, 1, p->range);
        at->i.aux = IR_IN_RANGE_AT;
        opt_thread_push(p, then, at);
    }
    opt_thread_end(&body->list, (ir_label)loop->i.imm);
    const opt_node *last = body->list.n ? body->list.at[body->list.n - 1] : NULL;
    if (last && last->i.op == IR_CONTINUE && last->i.imm == loop->i.imm)
        body->list.n--;
    opt_tree_append(p->t, then, &body->list);
    opt_thread_jump(p, &test->arms[1].list, IR_BREAK, (ir_label)loop->i.imm);
}

/* Begins a version: p->m is about the body. */
static void opt_thread_begin_version(thread_loop *p, const thread_body *body, bool guesses)
{
    const opt_list whole = p->t->body;
    p->t->body = body->list;
    opt_monotone_begin(&p->m, p->t, body->count->i.result);
    p->t->body = whole;
    if (p->range == IR_RANGE_ROW)
        p->m.trends[p->first_index] = p->m.trends[p->first_lane] = OPT_TREND_FIXED;
    p->guesses = guesses;
    p->n_asked = p->n_guessed = 0;
    p->has_loop = false;
}

/* How much a version asks, and how much of it is guessed; nothing if the version is not worth while. A thread that has
 * a loop is at work there, and no vector instructions come of the loop around it. */
static void opt_thread_count(thread_loop *p, const thread_body *body, bool guesses)
{
    opt_thread_begin_version(p, body, guesses);
    if (opt_tree_size(&body->list) <= (guesses ? MOST_THRICE : MOST_TWICE))
        opt_thread_find_asked(p, &body->list, true);
    if (p->has_loop)
        p->n_asked = p->n_guessed = 0;
}

/* The stretch at hand. */
typedef struct thread_stretch {
    ir_local at, most;
    ir_value from, n, stop, last;
} thread_stretch;

/* if what the body asks holds { it runs without } else { what the returned list will hold } */
static opt_list *opt_thread_write_version(thread_loop *p, opt_list *list, thread_body *body, const thread_stretch *s)
{
    opt_list settled = {0};
    opt_thread_begin_version(p, body, body->guesses);
    p->m.first = s->from;
    p->m.last = s->last;
    opt_thread_find_asked(p, &body->list, true);
    opt_tree_append(p->t, list, &p->m.ahead);
    opt_node *choose = opt_thread_if(p, list, p->m.all);
    p->n_asked = 0;
    opt_thread_settle(p, &body->list, true, &settled);
    body->list = settled;
    opt_thread_run(p, &choose->arms[0].list, body, s->from, s->stop);
    opt_thread_set(p, &choose->arms[0].list, s->at, s->stop);
    return &choose->arms[1].list;
}

/* Computes the stretch that begins at s->at. */
static void opt_thread_measure(thread_loop *p, opt_list *list, ir_value end, thread_stretch *s)
{
    const ir_value left = opt_thread_make(p, list, IR_SUB, IR_U64, end, s->from),
                   bound = opt_thread_get(p, list, s->most, IR_U64),
                   is_less = opt_thread_make(p, list, IR_LT, IR_BOOL, left, bound);
    s->n = opt_thread_push(p, list, opt_tree_node(p->t, IR_SELECT, IR_U64, (ir_value[]){is_less, left, bound}, 3, 0));
    s->stop = opt_thread_make(p, list, IR_ADD, IR_U64, s->from, s->n);
    s->last = opt_thread_make(p, list, IR_SUB, IR_U64, s->stop, opt_thread_constant(p, list, IR_U64, 1));
}

/* The loop over stretches. versions: the last one is the kernel as it is, and before it come those that ask. */
static void opt_thread_write(thread_loop *p, opt_list *list, thread_body *versions, uint32_t n_versions)
{
    opt_tree *t = p->t;
    thread_stretch s = {.at = opt_tree_local(t, IR_U64), .most = opt_tree_local(t, IR_U64)};
    const ir_value first = opt_thread_ask(p, list, IR_IN_RANGE_FIRST, IR_U64, p->range),
                   end = opt_thread_ask(p, list, IR_IN_RANGE_END, IR_U64, p->range);
    thread_body *slow = &versions[n_versions - 1];
    if (n_versions == 1) {
        opt_thread_run(p, list, slow, first, end);
        return;
    }
    opt_thread_set(p, list, s.at, first);
    opt_thread_set(p, list, s.most, opt_thread_constant(p, list, IR_U64, MOST_THREADS));
    opt_node *loop = opt_thread_loop_in(p, list);
    opt_list *in = &loop->arms[0].list;
    s.from = opt_thread_get(p, in, s.at, IR_U64);
    opt_node *test = opt_thread_if(p, in, opt_thread_make(p, in, IR_LT, IR_BOOL, s.from, end));
    opt_thread_jump(p, &test->arms[1].list, IR_BREAK, (ir_label)loop->i.imm);
    opt_list *to = &test->arms[0].list;
    opt_thread_measure(p, to, end, &s);
    for (uint32_t k = 0; k + 1 < n_versions; k++)
        to = opt_thread_write_version(p, to, &versions[k], &s);
    opt_node *few = opt_thread_if(
        p, to, opt_thread_make(p, to, IR_LE, IR_BOOL, s.n, opt_thread_constant(p, to, IR_U64, FEW_THREADS)));
    opt_list *run = &few->arms[0].list, *again = &few->arms[1].list;
    opt_thread_run(p, run, slow, s.from, s.stop);
    opt_thread_set(p, run, s.at, s.stop);
    opt_thread_set(p, again, s.most, opt_thread_constant(p, again, IR_U64, FEW_THREADS));
}

static thread_body opt_thread_copy(opt_tree *t, const thread_body *body, bool guesses)
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

bool opt_thread_loop(opt_tree *t, ir_range range, bool calls_stop)
{
    thread_loop p = {.t = t, .range = range, .calls_stop = calls_stop};
    const ir_local counter = opt_tree_local(t, IR_U64);
    thread_body body = {.count = opt_tree_node(t, IR_GET, IR_U64, NULL, 0, counter)}, versions[3];
    opt_list whole = {0};
    uint32_t n_versions = 0;
    if (range == IR_RANGE_ROW)
        opt_thread_find_first(&p, &whole);
    opt_thread_renumber(&p, body.count->i.result, &t->body, &body.list);
    opt_thread_count(&p, &body, true);
    if (p.n_guessed)
        versions[n_versions++] = opt_thread_copy(t, &body, true);
    opt_thread_count(&p, &body, false);
    if (p.n_asked)
        versions[n_versions++] = opt_thread_copy(t, &body, false);
    versions[n_versions++] = body;
    opt_thread_write(&p, &whole, versions, n_versions);
    opt_thread_push(&p, &whole, opt_tree_node(t, IR_RETURN, 0, NULL, 0, 0));
    t->body = whole;
    t->f->range = range;
    return true;
}
