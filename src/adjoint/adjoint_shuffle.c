/* adjoint_shuffle.c: gives the adjoints of what lanes of a warp got from one another back to whom it came from.
 *
 * An exchange by the same mask in all lanes is its own inverse, also where a lane has no partner and keeps its own.
 * Otherwise each lane looks at all 32 and adds the adjoints of those that had its value. */
#include "adjoint/adjoint_work.h"

enum { LANES = 32 };

static ir_value adjoint_warp(adjoint *a, ir_intrinsic what, ir_type type, const ir_value *args, uint32_t n_args)
{
    opt_node *node = adjoint_put_node(a, IR_INTRINSIC, type, args, n_args, 0);
    node->i.aux = (uint16_t)what;
    return node->i.result;
}

static ir_value adjoint_u32(adjoint *a, uint32_t n)
{
    return adjoint_integer(a, IR_U32, n);
}

static ir_value adjoint_chosen_lane(adjoint *a, ir_value condition, ir_value x, ir_value y)
{
    return adjoint_put(a, IR_SELECT, IR_U32, (ir_value[]){condition, x, y}, 3, 0);
}

static ir_value adjoint_is_there(adjoint *a, ir_value mask, ir_value lane)
{
    const ir_value shifted = adjoint_binary(a, IR_SHR, IR_U32, mask, lane);
    const ir_value bit = adjoint_binary(a, IR_AND, IR_U32, shifted, adjoint_u32(a, 1));
    return adjoint_binary(a, IR_NE, IR_BOOL, bit, adjoint_u32(a, 0));
}

/* The lane whose value this lane got. */
static ir_value adjoint_source_lane(adjoint *a, ir_intrinsic what, ir_value lane, ir_value by, ir_value mask)
{
    ir_value from = adjoint_binary(a, IR_AND, IR_U32, by, adjoint_u32(a, LANES - 1));
    if (what == IR_IN_SHUFFLE_XOR) {
        from = adjoint_binary(a, IR_XOR, IR_U32, lane, from);
    } else if (what == IR_IN_SHUFFLE_DOWN) {
        const ir_value sum = adjoint_binary(a, IR_ADD, IR_U32, lane, from);
        from = adjoint_chosen_lane(a, adjoint_binary(a, IR_LT, IR_BOOL, sum, adjoint_u32(a, LANES)), sum, lane);
    } else if (what == IR_IN_SHUFFLE_UP) {
        const ir_value fits = adjoint_binary(a, IR_GE, IR_BOOL, lane, from);
        from = adjoint_chosen_lane(a, fits, adjoint_binary(a, IR_SUB, IR_U32, lane, from), lane);
    }
    return adjoint_chosen_lane(a, adjoint_is_there(a, mask, from), from, lane);
}

static ir_value adjoint_gathered(adjoint *a, const opt_node *node, ir_value d, ir_value by)
{
    const ir_type type = node->i.type;
    const ir_value all = adjoint_put(a, IR_CONST, IR_BOOL, NULL, 0, 1);
    const ir_value mask = adjoint_warp(a, IR_IN_BALLOT, IR_U32, &all, 1);
    const ir_value lane = adjoint_warp(a, IR_IN_LANE, IR_U32, NULL, 0);
    const ir_value from = adjoint_source_lane(a, (ir_intrinsic)node->i.aux, lane, by, mask);
    const ir_local counter = opt_tree_local(a->t, IR_U32), sum = opt_tree_local(a->t, type);
    opt_list *outer = a->out;
    opt_node *loop = opt_tree_bracket(a->t, IR_LOOP, 1);
    loop->i.imm = ++a->t->f->n_labels;
    adjoint_set(a, counter, adjoint_u32(a, 0));
    adjoint_set(a, sum, adjoint_float(a, type, 0));
    vec_push(a->m->memory, a->out, loop);
    a->out = &loop->arms[0].list;
    const ir_value other = adjoint_get(a, counter);
    opt_node *end = opt_tree_if(a->t, adjoint_binary(a, IR_GE, IR_BOOL, other, adjoint_u32(a, LANES)), 1);
    vec_push(a->m->memory, &end->arms[0].list, opt_tree_node(a->t, IR_BREAK, 0, NULL, 0, loop->i.imm));
    vec_push(a->m->memory, a->out, end);
    const ir_value theirs = adjoint_warp(a, IR_IN_SHUFFLE, type, (ir_value[]){d, other}, 2);
    const ir_value they_had = adjoint_warp(a, IR_IN_SHUFFLE, IR_U32, (ir_value[]){from, other}, 2);
    const ir_value was_mine = adjoint_binary(a, IR_EQ, IR_BOOL, they_had, lane);
    const ir_value counts = adjoint_binary(a, IR_AND, IR_BOOL, was_mine, adjoint_is_there(a, mask, other));
    const ir_value more =
        adjoint_put(a, IR_SELECT, type, (ir_value[]){counts, theirs, adjoint_float(a, type, 0)}, 3, 0);
    adjoint_set(a, sum, adjoint_binary(a, IR_ADD, type, adjoint_get(a, sum), more));
    adjoint_set(a, counter, adjoint_binary(a, IR_ADD, IR_U32, other, adjoint_u32(a, 1)));
    a->out = outer;
    return adjoint_get(a, sum);
}

void adjoint_back_shuffle(adjoint *a, const opt_node *node)
{
    const ir_value d = adjoint_take(a, node->i.result), by = adjoint_need(a, node->args[1]);
    if (node->i.aux == IR_IN_SHUFFLE_XOR && adjoint_is_uniform(a, node->args[1]))
        adjoint_grow(a, node->args[0], adjoint_warp(a, IR_IN_SHUFFLE_XOR, node->i.type, (ir_value[]){d, by}, 2));
    else
        adjoint_grow(a, node->args[0], adjoint_gathered(a, node, d, by));
}
