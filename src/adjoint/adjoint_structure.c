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
        a->exit = adjoint_zeroed_local(a, IR_U32, "exit");
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
    a->exit = adjoint_zeroed_local(a, IR_U32, "exit");
    adjoint_structure_list(a, &a->t->body, 0, &body);
    a->t->body = body;
}

/* ---- once the way back is there ---- */

/* The IF before the loop's way out of which one arm, and nothing else in the loop, sets the exit number; NULL: there is
 * none, or something is between them. */
static opt_node *adjoint_only_leaver(const opt_list *body, ir_local *exit)
{
    const opt_node *way_out = body->n ? body->at[body->n - 1] : NULL;
    uint32_t n = body->n - 1;
    *exit = 0;
    if (!way_out || !adjoint_is_way_out(way_out))
        return NULL;
    while (n-- > 0 && !body->at[n]->n_arms) {
        if (body->at[n]->i.op == IR_GET && !*exit)
            *exit = (ir_local)body->at[n]->i.imm;
        else if (!opt_is_pure(&body->at[n]->i))
            return NULL;
    }
    opt_node *leaver = n < body->n ? body->at[n] : NULL;
    return *exit && leaver && leaver->i.op == IR_IF && leaver->n_arms == 2 && opt_tree_count(body, IR_SET, *exit) == 1
               ? leaver
               : NULL;
}

/* Whether the way back has nothing to do for the node. */
static bool adjoint_is_idle(const adjoint *a, const opt_node *node)
{
    if (node->i.op == IR_SET)
        return node->i.imm >= a->n_locals || !(a->local_bits[node->i.imm] & ADJOINT_ACTIVE);
    const bool is_active = node->i.result < a->n_values && (a->bits[node->i.result] & ADJOINT_ACTIVE);
    return !is_active && (opt_is_pure(&node->i) || node->i.op == IR_GET);
}

const opt_list *adjoint_full_round(const adjoint *a, const opt_node *loop)
{
    const opt_list *body = &loop->arms[0].list;
    ir_local exit;
    const opt_node *leaver = adjoint_only_leaver(body, &exit);
    if (!leaver || !arena_map_at(a->m->memory, (arena_map *)&a->firsts, (uint64_t)(uintptr_t)loop, 0))
        return NULL;
    for (uint32_t n = 0; n < leaver->arms[1].list.n; n++)
        if (leaver->arms[1].list.at[n]->i.op != IR_CONST && leaver->arms[1].list.at[n]->i.op != IR_SET)
            return NULL;
    for (uint32_t n = 0; n + 1 < body->n; n++)
        if (body->at[n] != leaver && !adjoint_is_idle(a, body->at[n]))
            return NULL;
    return &leaver->arms[0].list;
}

/* A loop whose threads have the exit number 0 when they come to it, and set it in one place, leave there. */
static void adjoint_leave_at_once(adjoint *a, opt_node *loop)
{
    opt_list *body = &loop->arms[0].list;
    ir_local exit;
    const opt_node *leaver = adjoint_only_leaver(body, &exit);
    for (uint32_t arm = 0; leaver && arm < 2; arm++) {
        opt_list *list = &leaver->arms[arm].list;
        const opt_node *last = list->n ? list->at[list->n - 1] : NULL;
        if (!last || last->i.op != IR_SET || last->i.imm != exit)
            continue;
        vec_push(a->m->memory, list, body->at[body->n - 1]->arms[0].list.at[0]);
        body->n--;
        return;
    }
}

/* Of a loop whose rounds are known without. */
static void adjoint_stop_counting(adjoint *a, opt_node *loop)
{
    const uint64_t key = (uint64_t)(uintptr_t)loop;
    const uint32_t *rounds = arena_map_at(a->m->memory, &a->rounds, key, 0);
    opt_list *body = &loop->arms[0].list;
    if (!rounds || !arena_map_at(a->m->memory, &a->firsts, key, 0))
        return;
    for (uint32_t n = 0; n < body->n; n++)
        if (body->at[n]->i.op == IR_SET && body->at[n]->i.imm == a->defined[*rounds]->i.imm) {
            memmove(body->at + n, body->at + n + 1, (body->n - n - 1) * sizeof *body->at);
            body->n--;
            return;
        }
}

void adjoint_tidy_loops(adjoint *a, opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            adjoint_tidy_loops(a, &node->arms[arm].list);
        if (node->i.op != IR_LOOP)
            continue;
        adjoint_stop_counting(a, node);
        adjoint_leave_at_once(a, node);
    }
}
