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
 * opt_thread_version.h tells of guards and of the first version, opt_monotone.h what the ends of a stretch tell.
 *
 * Requires OPT_INLINED, OPT_SCALARS and OPT_SINGLE_CHECKS: it looks for the thread's number, and for checks of it.
 * Breaks OPT_SCALARS. */
#include "opt/opt_thread_version.h"

enum { MOST_THREADS = 4096, FEW_THREADS = 256 };

/* ---- the thread's number ---- */

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
        opt_tree_push(p->t, out, node);
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
/* ---- the whole ---- */

/* Computes the stretch that begins at s->at. */
static void opt_thread_measure(thread_loop *p, opt_list *list, ir_value end, thread_stretch *s)
{
    const ir_value left = opt_thread_make(p, list, IR_SUB, IR_U64, end, s->from),
                   bound = opt_thread_get(p, list, s->most, IR_U64),
                   is_less = opt_thread_make(p, list, IR_LT, IR_BOOL, left, bound);
    s->n = opt_tree_push(p->t, list, opt_tree_node(p->t, IR_SELECT, IR_U64, (ir_value[]){is_less, left, bound}, 3, 0));
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
    opt_thread_count(&p, &body, GUESS_LIKELY);
    if (p.n_guessed)
        versions[n_versions++] = opt_thread_copy(t, &body, GUESS_LIKELY);
    opt_thread_count(&p, &body, GUESS_NOTHING);
    if (p.n_asked)
        versions[n_versions++] = opt_thread_copy(t, &body, GUESS_NOTHING);
    versions[n_versions++] = body;
    opt_thread_write(&p, &whole, versions, n_versions);
    opt_tree_push(p.t, &whole, opt_tree_node(t, IR_RETURN, 0, NULL, 0, 0));
    t->body = whole;
    t->f->range = range;
    return true;
}
