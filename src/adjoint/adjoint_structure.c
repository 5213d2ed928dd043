/* adjoint_structure.c: makes each list one that control enters at its top and leaves at its end, so that it can be
 * walked backwards.
 *
 * A jump sets an exit number, and what it jumps over stands in an IF of that number. BLOCKs dissolve. A LOOP ends with
 * a test of the number, which is its only way out, and counts its rounds:
 *
 *   set rounds, 0   loop { rounds += 1; body; if exit != 0 { break } }   if exit == this { exit = 0 }   get rounds
 */
#include "adjoint/adjoint_work.h"

/* Exit numbers: of `break 'l`, of `continue 'l`, and of `return`. */
static uint32_t adjoint_exit_number(const opt_node *jump)
{
    return jump->i.op == IR_RETURN ? 1 : 2 * (uint32_t)jump->i.imm + (jump->i.op == IR_CONTINUE);
}

static bool adjoint_is_jump(const opt_node *node)
{
    return node->i.op == IR_BREAK || node->i.op == IR_CONTINUE || node->i.op == IR_RETURN;
}

/* Whether a jump in the list leaves it. inside: of each label whether its bracket is in the list. */
static bool adjoint_leaves(const opt_list *list, bool *inside)
{
    bool leaves = false;
    for (uint32_t n = 0; n < list->n && !leaves; n++) {
        const opt_node *node = list->at[n];
        const bool has_label = node->i.op == IR_LOOP || node->i.op == IR_BLOCK;
        leaves = adjoint_is_jump(node) && (node->i.op == IR_RETURN || !inside[node->i.imm]);
        if (has_label)
            inside[node->i.imm] = true;
        for (uint32_t arm = 0; arm < node->n_arms && !leaves; arm++)
            leaves = adjoint_leaves(&node->arms[arm].list, inside);
        if (has_label)
            inside[node->i.imm] = false;
    }
    return leaves;
}

static bool adjoint_node_leaves(adjoint *a, const opt_node *node)
{
    opt_node *at = (opt_node *)node;
    const opt_list one = {.at = &at, .n = 1};
    return adjoint_leaves(&one, ARENA_ARRAY(a->m->memory, bool, a->t->f->n_labels + 1));
}

static ir_value adjoint_exit_is(adjoint *a, ir_op relation, uint32_t number)
{
    return adjoint_binary(a, relation, IR_BOOL, adjoint_get(a, a->exit), adjoint_integer(a, IR_U32, number));
}

/* Begins an IF at a->out; returns the list of its arm. */
static opt_list *adjoint_open_if(adjoint *a, ir_value condition)
{
    opt_node *node = opt_tree_if(a->t, condition, 1);
    vec_push(a->m->memory, a->out, node);
    return &node->arms[0].list;
}

static void adjoint_forget_exit(adjoint *a, uint32_t number)
{
    opt_list *outer = a->out, *arm = adjoint_open_if(a, adjoint_exit_is(a, IR_EQ, number));
    a->out = arm;
    adjoint_set(a, a->exit, adjoint_integer(a, IR_U32, 0));
    a->out = outer;
}

/* A bracket that no jump in it leaves has an exit number of its own, so that threads which leave it apart may yet be
 * together behind it (adjoint_uniform.c). Returns the one around it. */
static ir_local adjoint_open_exit(adjoint *a, const opt_node *bracket)
{
    const ir_local outer = a->exit;
    if (!adjoint_node_leaves(a, bracket))
        a->exit = adjoint_zeroed_local(a, IR_U32);
    return outer;
}

static void adjoint_structure_list(adjoint *a, const opt_list *list, uint32_t first, opt_list *out);

static void adjoint_structure_loop(adjoint *a, opt_node *loop)
{
    opt_list *outer = a->out, body = {0};
    const ir_local outer_exit = adjoint_open_exit(a, loop);
    const ir_label label = (ir_label)loop->i.imm;
    const bool continues = opt_tree_count(&loop->arms[0].list, IR_CONTINUE, label) > 0;
    const bool breaks = opt_tree_count(&loop->arms[0].list, IR_BREAK, label) > 0;
    const ir_local rounds = opt_tree_local(a->t, IR_U64);
    adjoint_set(a, rounds, adjoint_integer(a, IR_U64, 0));
    a->out = &body;
    adjoint_set(a, rounds, adjoint_binary(a, IR_ADD, IR_U64, adjoint_get(a, rounds), adjoint_integer(a, IR_U64, 1)));
    adjoint_structure_list(a, &loop->arms[0].list, 0, &body);
    a->out = &body;
    if (continues)
        adjoint_forget_exit(a, 2 * label + 1);
    if (breaks || adjoint_node_leaves(a, loop)) {
        a->out = adjoint_open_if(a, adjoint_exit_is(a, IR_NE, 0));
        adjoint_put(a, IR_BREAK, 0, NULL, 0, label);
    }
    loop->arms[0].list = body;
    a->out = outer;
    vec_push(a->m->memory, a->out, loop);
    if (breaks)
        adjoint_forget_exit(a, 2 * label);
    *arena_map_at(a->m->memory, &a->rounds, (uint64_t)(uintptr_t)loop, 1) = adjoint_get(a, rounds);
    a->exit = outer_exit;
}

/* The arm of an IF that goes on where the other one always jumps; -1: there is none. */
static int adjoint_going_arm(adjoint *a, opt_node *node)
{
    if (node->i.op != IR_IF || !adjoint_node_leaves(a, node))
        return -1;
    if (node->n_arms == 1) {
        opt_arm *arms = ARENA_ARRAY(a->m->memory, opt_arm, 2);
        arms[0] = node->arms[0];
        node->arms = arms;
        node->n_arms = 2;
    }
    for (int arm = 0; arm < 2; arm++) {
        opt_node going = *node;
        going.arms = &node->arms[arm];
        going.n_arms = 1;
        if (opt_tree_ends(&node->arms[1 - arm].list) && !adjoint_node_leaves(a, &going))
            return arm;
    }
    return -1;
}

static void adjoint_structure_list(adjoint *a, const opt_list *list, uint32_t first, opt_list *out)
{
    opt_list *outer = a->out;
    for (uint32_t n = first; n < list->n; n++) {
        opt_node *node = list->at[n];
        a->out = out;
        a->line = node->i.line;
        if (adjoint_is_jump(node)) {
            adjoint_set(a, a->exit, adjoint_integer(a, IR_U32, adjoint_exit_number(node)));
            break;
        }
        const bool leaves = node->n_arms && adjoint_node_leaves(a, node);
        const int going = leaves ? adjoint_going_arm(a, node) : -1;
        if (going >= 0) { /* what follows moves into it */
            for (uint32_t k = n + 1; k < list->n; k++)
                vec_push(a->m->memory, &node->arms[going].list, list->at[k]);
        }
        const bool rest_leaves = going >= 0;
        if (node->i.op == IR_LOOP) {
            adjoint_structure_loop(a, node);
        } else if (node->i.op == IR_BLOCK) {
            const bool breaks = opt_tree_count(&node->arms[0].list, IR_BREAK, node->i.imm) > 0;
            const ir_local outer_exit = adjoint_open_exit(a, node);
            adjoint_structure_list(a, &node->arms[0].list, 0, out);
            a->out = out;
            if (breaks)
                adjoint_forget_exit(a, 2 * (uint32_t)node->i.imm);
            a->exit = outer_exit;
        } else {
            for (uint32_t arm = 0; arm < node->n_arms; arm++) {
                opt_list body = {0};
                adjoint_structure_list(a, &node->arms[arm].list, 0, &body);
                node->arms[arm].list = body;
            }
            vec_push(a->m->memory, out, node);
        }
        if (rest_leaves)
            break;
        if (leaves && n + 1 < list->n) {
            a->out = out;
            adjoint_structure_list(a, list, n + 1, adjoint_open_if(a, adjoint_exit_is(a, IR_EQ, 0)));
            break;
        }
    }
    a->out = outer;
}

void adjoint_structure(adjoint *a)
{
    opt_list body = {0};
    a->exit = adjoint_zeroed_local(a, IR_U32);
    adjoint_structure_list(a, &a->t->body, 0, &body);
    a->t->body = body;
}
