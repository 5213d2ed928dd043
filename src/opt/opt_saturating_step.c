/* opt_saturating_step.c: steps that stop at the end.
 *
 *   loop { v = get c; if v < end { if k < end - v { t = v + k + 1 } else { t = end }; set c, t; .. } else { leave } }
 *
 * Who leaves where c has reached the end does not see how far c is beyond it: if v + k + 1 does not overflow, it is the
 * next value, and the loop is one that NVVM unrolls. */
#include "opt/opt_tree.h"

static const ir_node *of_op(const ir_index *index, ir_value v, ir_op op)
{
    const ir_node *node = ir_definition(index, v);
    return node && node->i.op == op ? node : NULL;
}

/* v plus a constant, in one or two sums */
static bool is_sum(const ir_index *index, ir_value sum, ir_value v, uint64_t *more)
{
    *more = 0;
    for (int n = 0; n < 3 && sum != v; n++) {
        const ir_node *add = of_op(index, sum, IR_ADD), *by = add ? of_op(index, add->args[1], IR_CONST) : NULL;
        if (!by || by->i.imm > UINT32_MAX)
            return false;
        *more += by->i.imm;
        sum = add->args[0];
    }
    return sum == v;
}

static const ir_node *only_set(const ir_list *list)
{
    const ir_node *set = list->n ? list->at[list->n - 1] : NULL;
    for (uint32_t n = 0; n + 1 < list->n; n++)
        if (!ir_is_pure(&list->at[n]->i))
            return NULL;
    return set && set->i.op == IR_SET ? set : NULL;
}

/* Whether the IF sets a local to v + step or, where that is more, to the end. */
static bool stops_at_end(const ir_index *index, const ir_node *node, ir_stepping *s, uint64_t *local)
{
    const ir_node *less = node->i.op == IR_IF && node->n_arms == 2 ? of_op(index, node->args[0], IR_LT) : NULL;
    const ir_node *k = less ? of_op(index, less->args[0], IR_CONST) : NULL,
                  *rest = less ? of_op(index, less->args[1], IR_SUB) : NULL;
    const ir_node *far = less ? only_set(&node->arms[0].list) : NULL,
                  *near = less ? only_set(&node->arms[1].list) : NULL;
    if (!k || !rest || !far || !near || far->i.imm != near->i.imm || rest->args[0] != s->end ||
        rest->args[1] != s->count)
        return false;
    *local = far->i.imm;
    return near->args[0] == s->end && is_sum(index, far->args[0], s->count, &s->step) && s->step == k->i.imm + 1;
}

bool ir_find_stepping(const ir_tree *t, const ir_index *index, const ir_node *loop, ir_stepping *s)
{
    const ir_list *body = &loop->arms[0].list;
    const ir_node *test = body->n ? body->at[body->n - 1] : NULL;
    const bool leaves = test && test->i.op == IR_IF && test->n_arms == 2 && ir_tree_ends(&test->arms[1].list);
    const ir_node *order = leaves ? of_op(index, test->args[0], IR_LT) : NULL;
    const ir_node *get = order ? of_op(index, order->args[0], IR_GET) : NULL;
    uint64_t local = 0;
    bool found = false;
    if (!get || get->i.type != IR_U64 || index->has_address[get->i.imm] ||
        ir_tree_count(&t->body, IR_GET, get->i.imm) != 1)
        return false;
    s->count = order->args[0];
    s->end = order->args[1];
    s->then = (ir_list *)&test->arms[0].list;
    for (s->at = 0; s->at < s->then->n; s->at++) {
        ir_node *node = s->then->at[s->at];
        if (!found) {
            found = stops_at_end(index, node, s, &local);
            continue;
        }
        const ir_node *from =
            node->i.op == IR_SET && node->i.imm == get->i.imm ? of_op(index, node->args[0], IR_GET) : NULL;
        if (from)
            return from->i.imm == local && !index->has_address[local] && ir_tree_count(&t->body, IR_GET, local) == 1;
        if (node->i.op != IR_GET)
            return false;
    }
    return false;
}

void ir_plain_step(ir_tree *t, const ir_stepping *s)
{
    ir_node *step = ir_tree_node(t, IR_CONST, IR_U64, NULL, 0, s->step);
    ir_node *next = ir_tree_node(t, IR_ADD, IR_U64, (ir_value[]){s->count, step->i.result}, 2, 0);
    ir_list then = {0};
    for (uint32_t n = 0; n < s->then->n; n++) {
        ir_node *node = s->then->at[n];
        if (n == s->at) {
            vec_push(t->m->memory, &then, step);
            vec_push(t->m->memory, &then, next);
            node->args[0] = next->i.result;
        }
        vec_push(t->m->memory, &then, node);
    }
    *s->then = then;
}
