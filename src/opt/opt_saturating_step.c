/* opt_saturating_step.c: steps that stop at the end.
 *
 *   loop { v = get c; if v < end { if k < end - v { t = v + k + 1 } else { t = end }; set c, t; .. } else { leave } }
 *
 * Who leaves where c has reached the end does not see how far c is beyond it: if v + k + 1 does not overflow, it is the
 * next value, and the loop is one that NVVM unrolls. */
#include "opt/opt_tree.h"

static const opt_node *opt_step_of_op(const opt_index *index, ir_value v, ir_op op)
{
    const opt_node *node = opt_definition(index, v);
    return node && node->i.op == op ? node : NULL;
}

/* v plus a constant, in one or two sums */
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

/* Whether the IF sets a local to v + step or, where that is more, to the end. */
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
    if (!get || get->i.type != IR_U64 || index->has_address[get->i.imm] ||
        opt_tree_count(&t->body, IR_GET, get->i.imm) != 1)
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
        if (from)
            return from->i.imm == local && !index->has_address[local] && opt_tree_count(&t->body, IR_GET, local) == 1;
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
