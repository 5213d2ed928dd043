/* opt_div_rem_pairs.c: a remainder beside the quotient of the same numbers is computed from that.
 *
 *   q = div a, b; .. r = rem a, b    ->    q = div a, b; .. d = div a, b; r = a - d * b
 *
 * gvn then leaves one division of the two. By constants a remainder is made so anyhow.
 *
 * Requires nothing. Breaks nothing. It runs behind what learns from remainders, since ranges see less in a difference.
 */
#include "opt/opt_tree.h"

typedef struct pairs {
    opt_tree *t;
    opt_index index;
    VEC(const opt_node *) quotients;
    bool changed;
} pairs;

static bool opt_div_rem_is_number(const opt_node *node)
{
    return node->i.type >= IR_I8 && node->i.type <= IR_U64;
}

static void opt_div_rem_find(pairs *p, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        if (list->at[n]->i.op == IR_DIV && opt_div_rem_is_number(list->at[n]) &&
            !opt_constant(&p->index, list->at[n]->args[1]))
            vec_push(p->t->m->memory, &p->quotients, list->at[n]);
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            opt_div_rem_find(p, &list->at[n]->arms[arm].list);
    }
}

static bool opt_div_rem_is_paired(const pairs *p, const opt_node *node)
{
    for (uint32_t k = 0; k < p->quotients.n; k++)
        if (p->quotients.at[k]->args[0] == node->args[0] && p->quotients.at[k]->args[1] == node->args[1])
            return true;
    return false;
}

static void opt_div_rem_list(pairs *p, opt_list *list)
{
    arena *a = p->t->m->memory;
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        if (node->i.op == IR_REM && opt_div_rem_is_number(node) && opt_div_rem_is_paired(p, node)) {
            opt_node *q = opt_tree_node(p->t, IR_DIV, node->i.type, node->args, 2, 0);
            vec_push(a, &out, q);
            opt_node *whole = opt_tree_node(p->t, IR_MUL, node->i.type, (ir_value[]){q->i.result, node->args[1]}, 2, 0);
            vec_push(a, &out, whole);
            node->i.op = IR_SUB;
            node->args = arena_copy(a, node->args, 2 * sizeof *node->args);
            node->args[1] = whole->i.result;
            p->changed = true;
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_div_rem_list(p, &node->arms[arm].list);
        vec_push(a, &out, node);
    }
    *list = out;
}

bool opt_div_rem_pairs(opt_tree *t)
{
    pairs p = {.t = t, .index = opt_tree_index(t)};
    opt_div_rem_find(&p, &t->body);
    if (p.quotients.n)
        opt_div_rem_list(&p, &t->body);
    return p.changed;
}
