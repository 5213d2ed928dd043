/* adjoint_uniform.c: finds along which axes of a block values differ, and which code its threads run together. A warp
 * operation gives its lanes' adjoints back by warp operations, so the same lanes must meet there on both ways, as the
 * threads of a block must at a barrier.
 *
 * Everything is taken for uniform at first, and that is taken back until nothing changes. */
#include "adjoint/adjoint_work.h"

enum { ALL_AXES = 7 };

static uint8_t adjoint_axes_of_node(const adjoint *a, const opt_node *node)
{
    uint8_t axes = 0;
    for (uint32_t k = 0; k < node->i.n_args; k++)
        axes |= a->axes[node->args[k]];
    if (node->i.op == IR_GET)
        return a->local_axes[node->i.imm];
    if (node->i.op == IR_INTRINSIC && node->i.aux == IR_IN_THREAD_IDX)
        return (uint8_t)(1u << node->i.imm);
    if (node->i.op == IR_INTRINSIC &&
        (ir_group_of(node->i.aux) == IR_GROUP_THREAD || ir_group_of(node->i.aux) == IR_GROUP_PLACE))
        return node->i.aux == IR_IN_BLOCK_IDX || node->i.aux == IR_IN_BLOCK_DIM || node->i.aux == IR_IN_GRID_DIM
                   ? 0
                   : ALL_AXES;
    return opt_is_pure(&node->i) || (node->i.op == IR_LOAD && adjoint_stays(a, node->args[0])) ? axes : ALL_AXES;
}

static void adjoint_add_axes(adjoint *a, uint8_t *axes, uint8_t more)
{
    a->changed |= (more & ~*axes) != 0;
    *axes |= more;
}

bool adjoint_is_uniform(const adjoint *a, ir_value v)
{
    return a->axes[v] == 0;
}

static void adjoint_see_list(adjoint *a, const opt_list *list, bool together)
{
    adjoint_list_of(a, list)->is_together = together;
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        bool inner = together && (node->i.n_args == 0 || adjoint_is_uniform(a, node->args[0]));
        if (node->i.result)
            adjoint_add_axes(a, &a->axes[node->i.result], adjoint_axes_of_node(a, node));
        if (node->i.op == IR_SET)
            adjoint_add_axes(a, &a->local_axes[node->i.imm], together ? a->axes[node->args[0]] : ALL_AXES);
        if (node->i.op == IR_LOCAL_ADDR)
            adjoint_add_axes(a, &a->local_axes[node->i.imm], ALL_AXES);
        if (node->i.op == IR_LOOP) {
            const opt_list *body = &node->arms[0].list;
            const opt_node *last = body->n ? body->at[body->n - 1] : NULL;
            inner = together && last && (!adjoint_is_way_out(last) || adjoint_is_uniform(a, last->args[0]));
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
    a->axes = ARENA_ARRAY(a->m->memory, uint8_t, n_values);
    a->local_axes = ARENA_ARRAY(a->m->memory, uint8_t, n_locals);
    for (a->changed = true; a->changed;) {
        a->changed = false;
        adjoint_see_list(a, &a->t->body, true);
    }
    a->refuses_apart = true;
    adjoint_see_list(a, &a->t->body, true);
}
