/* adjoint_uniform.c: finds which values are the same in all threads of a block, and which code they run together. A
 * warp operation gives its lanes' adjoints back by warp operations, so the same lanes must meet there on both ways, as
 * the threads of a block must at a barrier.
 *
 * Everything is taken for uniform at first, and that is taken back until nothing changes. */
#include "adjoint/adjoint_work.h"

static bool adjoint_is_uniform_node(const adjoint *a, const opt_node *node)
{
    for (uint32_t k = 0; k < node->i.n_args; k++)
        if (!a->is_uniform[node->args[k]])
            return false;
    if (node->i.op == IR_GET)
        return a->is_uniform_local[node->i.imm];
    if (node->i.op == IR_INTRINSIC &&
        (ir_group_of(node->i.aux) == IR_GROUP_THREAD || ir_group_of(node->i.aux) == IR_GROUP_PLACE))
        return node->i.aux == IR_IN_BLOCK_IDX || node->i.aux == IR_IN_BLOCK_DIM || node->i.aux == IR_IN_GRID_DIM;
    return opt_is_pure(&node->i) || (node->i.op == IR_LOAD && adjoint_stays(a, node->args[0]));
}

static void adjoint_take_back(adjoint *a, bool *is_uniform, bool still)
{
    a->changed |= *is_uniform && !still;
    *is_uniform &= still;
}

static void adjoint_see_list(adjoint *a, const opt_list *list, bool together)
{
    adjoint_list_of(a, list)->is_together = together;
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        bool inner = together && (node->i.n_args == 0 || a->is_uniform[node->args[0]]);
        if (node->i.result)
            adjoint_take_back(a, &a->is_uniform[node->i.result], adjoint_is_uniform_node(a, node));
        if (node->i.op == IR_SET)
            adjoint_take_back(a, &a->is_uniform_local[node->i.imm], inner);
        if (node->i.op == IR_LOCAL_ADDR)
            adjoint_take_back(a, &a->is_uniform_local[node->i.imm], false);
        if (node->i.op == IR_LOOP) {
            const opt_list *body = &node->arms[0].list;
            const opt_node *last = body->n ? body->at[body->n - 1] : NULL;
            inner = together && last && (!adjoint_is_way_out(last) || a->is_uniform[last->args[0]]);
        }
        if (node->i.op == IR_INTRINSIC && opt_is_collective(&node->i) && !together && a->refuses_apart)
            adjoint_refuse(a, node, "threads of a block may not be together at this %s",
                           node->i.aux == IR_IN_BARRIER ? "barrier" : "warp operation");
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            adjoint_see_list(a, &node->arms[arm].list, inner);
    }
}

void adjoint_find_uniform(adjoint *a)
{
    const uint32_t n_values = a->t->f->values.n, n_locals = a->t->f->locals.n;
    a->is_uniform = ARENA_ARRAY(a->m->memory, bool, n_values);
    a->is_uniform_local = ARENA_ARRAY(a->m->memory, bool, n_locals);
    memset(a->is_uniform, true, n_values);
    memset(a->is_uniform_local, true, n_locals);
    for (a->changed = true; a->changed;) {
        a->changed = false;
        adjoint_see_list(a, &a->t->body, true);
    }
    a->refuses_apart = true;
    adjoint_see_list(a, &a->t->body, true);
}
