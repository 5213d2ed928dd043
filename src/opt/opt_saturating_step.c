/* opt_saturating_step.c: counters that step up to an end and stop there.
 *
 *   loop { v = get c; if v < end { if k < end - v { t = v + k + 1 } else { t = end }; set c, t; .. } else { leave } }
 *
 * The step of an iterator like `step_by` saturates: it stops at the end, since v + k + 1 might overflow. A loop that
 * leaves where c has reached the end does not see how far c is beyond it. So where the sum cannot overflow the step may
 * be a plain addition, and NVVM unrolls the loop. gvn makes it plain (opt_make_step_plain) where the end's range tells
 * so. The pass makes the range tell so: it gives a loop whose end nothing is known of two versions, one for ends up to
 * i64::MAX and one for others.
 *
 * Requires OPT_SCALARS: the counter is a scalar local. Breaks nothing: the versions are copies of what was there. */
#include "opt/opt_loop.h"

enum { MOST_BOUND = 150 };

typedef struct stepping {
    opt_loop l;
    bool changed;
} stepping;

static const opt_node *opt_step_of_op(const opt_index *index, ir_value v, ir_op op)
{
    const opt_node *node = opt_definition(index, v);
    return node && node->i.op == op ? node : NULL;
}

/* Whether the value is v plus a constant, *more, in one or two sums. */
static bool opt_step_is_sum(const opt_index *index, ir_value sum, ir_value v, uint64_t *more)
{
    *more = 0;
    for (int n = 0; n < 3 && sum != v; n++) {
        const opt_node *add = opt_step_of_op(index, sum, IR_ADD),
                       *by = add ? opt_step_of_op(index, add->args[1], IR_CONST) : NULL;
        if (!by || by->i.imm > UINT32_MAX)
            return false;
        *more += by->i.imm;
        sum = add->args[0];
    }
    return sum == v;
}

static const opt_node *opt_step_only_set(const opt_list *list)
{
    const opt_node *set = list->n ? list->at[list->n - 1] : NULL;
    for (uint32_t n = 0; n + 1 < list->n; n++)
        if (!opt_is_pure(&list->at[n]->i))
            return NULL;
    return set && set->i.op == IR_SET ? set : NULL;
}

/* Whether the IF sets a local to v + step or, where that is more than the end, to the end. */
static bool opt_step_stops_at_end(const opt_index *index, const opt_node *node, opt_stepping *s, uint64_t *local)
{
    const opt_node *less =
        node->i.op == IR_IF && node->n_arms == 2 ? opt_step_of_op(index, node->args[0], IR_LT) : NULL;
    const opt_node *k = less ? opt_step_of_op(index, less->args[0], IR_CONST) : NULL,
                   *rest = less ? opt_step_of_op(index, less->args[1], IR_SUB) : NULL;
    const opt_node *far = less ? opt_step_only_set(&node->arms[0].list) : NULL,
                   *near = less ? opt_step_only_set(&node->arms[1].list) : NULL;
    if (!k || !rest || !far || !near || far->i.imm != near->i.imm || rest->args[0] != s->end ||
        rest->args[1] != s->count)
        return false;
    *local = far->i.imm;
    return near->args[0] == s->end && opt_step_is_sum(index, far->args[0], s->count, &s->step) &&
           s->step == k->i.imm + 1;
}

bool opt_find_saturating_step(const opt_tree *t, const opt_index *index, const opt_node *loop, opt_stepping *s)
{
    const opt_list *body = &loop->arms[0].list;
    const opt_node *test = body->n ? body->at[body->n - 1] : NULL;
    const bool leaves = test && test->i.op == IR_IF && test->n_arms == 2 && opt_tree_ends(&test->arms[1].list);
    const opt_node *order = leaves ? opt_step_of_op(index, test->args[0], IR_LT) : NULL;
    const opt_node *get = order ? opt_step_of_op(index, order->args[0], IR_GET) : NULL;
    uint64_t local = 0;
    bool found = false;
    if (!get || get->i.type != IR_U64 || index->has_address[get->i.imm])
        return false;
    s->count = order->args[0];
    s->end = order->args[1];
    s->then = (opt_list *)&test->arms[0].list;
    for (s->at = 0; s->at < s->then->n; s->at++) {
        opt_node *node = s->then->at[s->at];
        if (!found) {
            found = opt_step_stops_at_end(index, node, s, &local);
            continue;
        }
        const opt_node *from =
            node->i.op == IR_SET && node->i.imm == get->i.imm ? opt_step_of_op(index, node->args[0], IR_GET) : NULL;
        if (from) /* what walks the whole function comes last */
            return from->i.imm == local && !index->has_address[local] && opt_tree_count(&t->body, IR_GET, local) == 1 &&
                   opt_tree_count(&t->body, IR_GET, get->i.imm) == 1;
        if (node->i.op != IR_GET)
            return false;
    }
    return false;
}

void opt_make_step_plain(opt_tree *t, const opt_stepping *s)
{
    opt_node *step = opt_tree_node(t, IR_CONST, IR_U64, NULL, 0, s->step);
    opt_node *next = opt_tree_node(t, IR_ADD, IR_U64, (ir_value[]){s->count, step->i.result}, 2, 0);
    opt_list then = {0};
    for (uint32_t n = 0; n < s->then->n; n++) {
        opt_node *node = s->then->at[n];
        if (n == s->at) {
            vec_push(t->m->memory, &then, step);
            vec_push(t->m->memory, &then, next);
            node->args[0] = next->i.result;
        }
        vec_push(t->m->memory, &then, node);
    }
    *s->then = then;
}

/* ---- the pass ---- */

/* Whether the list tests `count + constant` for overflow, by comparing the sum with the counter. */
static bool opt_step_tests_overflow(const stepping *p, const opt_list *list, ir_value count)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        const bool more = node->i.op == IR_GT;
        if (more || node->i.op == IR_LT) {
            const opt_node *sum = opt_definition(&p->l.index, node->args[more ? 0 : 1]);
            const opt_node *by =
                sum && sum->i.op == IR_ADD && node->args[more ? 1 : 0] == count && sum->args[0] == count
                    ? opt_constant(&p->l.index, sum->args[1])
                    : NULL;
            if (by && by->i.imm <= UINT32_MAX)
                return true;
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            if (opt_step_tests_overflow(p, &node->arms[arm].list, count))
                return true;
    }
    return false;
}

static void opt_step_bound_list(stepping *p, opt_list *list)
{
    opt_tree *t = p->l.t;
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_step_bound_list(p, &node->arms[arm].list);
        bool splits = node->i.op == IR_LOOP && !node->i.flags && opt_loop_is_simple(&node->arms[0].list) &&
                      opt_tree_size(&node->arms[0].list) <= MOST_BOUND;
        if (splits)
            opt_loop_mark(&p->l, &node->arms[0].list, 1);
        splits = splits && opt_loop_find_counter(&p->l, node) && p->l.t->f->values.at[p->l.count] == IR_U64 &&
                 !opt_constant(&p->l.index, p->l.end) && opt_loop_kind_of(&p->l, p->l.end) == OPT_FIXED &&
                 !p->l.inside[p->l.end] && opt_step_tests_overflow(p, &p->l.test->arms[0].list, p->l.count);
        if (splits) {
            opt_node *most = opt_tree_node(t, IR_CONST, IR_U64, NULL, 0, INT64_MAX);
            opt_node *is_near = opt_tree_node(t, IR_LE, IR_BOOL, (ir_value[]){p->l.end, most->i.result}, 2, 0);
            opt_node *choose = opt_tree_if(t, is_near->i.result, 2);
            vec_push(t->m->memory, &choose->arms[0].list, node);
            opt_loop_copy(t, node, &choose->arms[1].list);
            vec_push(t->m->memory, &out, most);
            vec_push(t->m->memory, &out, is_near);
            vec_push(t->m->memory, &out, choose);
            p->changed = true;
        } else {
            vec_push(t->m->memory, &out, node);
        }
        if (node->i.op == IR_LOOP)
            opt_loop_mark(&p->l, &node->arms[0].list, 0);
    }
    *list = out;
}

bool opt_saturating_step(opt_tree *t)
{
    stepping p = {.l = {.t = t, .index = opt_tree_index(t)}};
    p.l.inside = ARENA_ARRAY(t->m->memory, uint8_t, p.l.index.n_values);
    opt_step_bound_list(&p, &t->body);
    return p.changed;
}
