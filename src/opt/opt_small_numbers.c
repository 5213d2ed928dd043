/* opt_small_numbers.c: a kernel gets a version for arguments below 2^31.
 *
 *   body    ->    if width < 2^31 & height < 2^31 { body } else { body }
 *
 * In the first one ranges prove what they cannot for all 64 bits: that sums and products of sizes and of what lies
 * below them do not overflow. All threads of a launch go the same way. Whether the version has so many fewer checks in
 * loops that it is worth its length shows once gvn has seen it; else opt_settle_small_numbers takes the branch out
 * again.
 *
 * Requires OPT_SINGLE_CHECKS. Breaks nothing: both are copies of what was there. */
#include "opt/opt_tree.h"

enum { FEWEST_CHECKS = 6, FEWEST_PROVED = 4, MOST_NODES = 1500, MOST_NUMBERS = 4 };

static uint32_t opt_small_count_checks(const opt_list *list, bool in_loop)
{
    uint32_t n_checks = 0;
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        n_checks += in_loop && node->i.op == IR_CHECK;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            n_checks += opt_small_count_checks(&node->arms[arm].list, in_loop || node->i.op == IR_LOOP);
    }
    return n_checks;
}

/* Whether the list has a call, PTX or what threads do together, of which a copy could cost more than checks. */
static bool opt_small_is_plain(const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        if (node->i.op == IR_CALL || node->i.op == IR_CALL_PTR || node->i.op == IR_PTX || opt_is_collective(&node->i))
            return false;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            if (!opt_small_is_plain(&node->arms[arm].list))
                return false;
    }
    return true;
}

static ir_value opt_small_push(opt_tree *t, opt_list *list, opt_node *node)
{
    vec_push(t->m->memory, list, node);
    return node->i.result;
}

/* Whether all sizes that are arguments are small; 0: there are none, or too many. */
static ir_value opt_small_ask(opt_tree *t, opt_list *list)
{
    const ir_value most = opt_small_push(t, list, opt_tree_node(t, IR_CONST, IR_U64, NULL, 0, INT32_MAX));
    ir_value all = 0;
    uint32_t n_numbers = 0;
    for (uint32_t v = 1; v <= t->f->n_params; v++) {
        const bool is_length = t->f->param_flags && (t->f->param_flags[v - 1] & IR_PARAM_LENGTH);
        if (is_length || t->f->params[v - 1] != IR_U64)
            continue;
        const ir_value is = opt_small_push(t, list, opt_tree_node(t, IR_LE, IR_BOOL, (ir_value[]){v, most}, 2, 0));
        all = all ? opt_small_push(t, list, opt_tree_node(t, IR_AND, IR_BOOL, (ir_value[]){all, is}, 2, 0)) : is;
        n_numbers++;
    }
    return n_numbers <= MOST_NUMBERS ? all : 0;
}

bool opt_small_numbers(opt_tree *t)
{
    opt_list out = {0};
    if (!t->f->is_kernel || t->f->block[0] || opt_tree_size(&t->body) > MOST_NODES ||
        opt_small_count_checks(&t->body, false) < FEWEST_CHECKS || !opt_small_is_plain(&t->body))
        return false;
    const ir_value is_small = opt_small_ask(t, &out);
    if (!is_small)
        return false;
    opt_node *choose = opt_tree_if(t, is_small, 2);
    opt_copy c = opt_tree_own(t);
    opt_tree_copy(t, &choose->arms[0].list, &t->body, &c);
    choose->arms[1].list = t->body;
    vec_push(t->m->memory, &out, choose);
    t->body = out;
    return true;
}

void opt_settle_small_numbers(opt_tree *t)
{
    opt_list out = {0};
    opt_node *choose = NULL;
    uint32_t at = 0;
    while (at < t->body.n && t->body.at[at]->i.op != IR_IF)
        at++;
    choose = at < t->body.n ? t->body.at[at] : NULL;
    if (!choose || choose->n_arms != 2 ||
        opt_small_count_checks(&choose->arms[0].list, false) + FEWEST_PROVED <=
            opt_small_count_checks(&choose->arms[1].list, false))
        return;
    for (uint32_t n = 0; n < at; n++)
        vec_push(t->m->memory, &out, t->body.at[n]);
    opt_tree_append(t, &out, &choose->arms[1].list);
    for (uint32_t n = at + 1; n < t->body.n; n++)
        vec_push(t->m->memory, &out, t->body.at[n]);
    t->body = out;
}
