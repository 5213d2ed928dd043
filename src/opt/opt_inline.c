/* opt_inline.c: inlining: a call becomes the callee's instructions.
 *
 * A callee that returns in the middle becomes a BLOCK, and its returns become breaks out of it. Such a break hides from
 * later passes what follows it. So where only one arm of an IF or SWITCH goes on, what follows the bracket moves into
 * that arm, and the break at the end of another arm is not needed. A BLOCK that no break leaves dissolves into its
 * list; this is done to the caller's own BLOCKs too.
 *
 * Requires OPT_SINGLE_CHECKS: a callee's checks must be apart when it is copied. Makes OPT_INLINED. Breaks OPT_SCALARS:
 * arguments and results of struct types lie in locals. */
#include "opt/opt_tree.h"

enum { MOST_NESTED = 40 };

typedef struct inlining {
    opt_tree *t;
    bool changed;
    ir_value *instead; /* by value: what replaces the result of a call that is gone; 0: nothing */
} inlining;

static uint32_t opt_inline_count(const opt_list *list, uint8_t op, uint64_t imm)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < list->n; k++) {
        const opt_node *node = list->at[k];
        n += node->i.op == op && (op == IR_RETURN || node->i.imm == imm);
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            n += opt_inline_count(&node->arms[arm].list, op, imm);
    }
    return n;
}

static void opt_inline_returns_to_breaks(opt_tree *t, opt_list *list, ir_local result, ir_label label)
{
    for (uint32_t k = 0; k < list->n; k++) {
        opt_node *node = list->at[k];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_inline_returns_to_breaks(t, &node->arms[arm].list, result, label);
        if (node->i.op != IR_RETURN)
            continue;
        list->n = k;
        if (node->i.n_args && result) {
            opt_node *set = opt_tree_node(t, IR_SET, 0, node->args, 1, result);
            set->i.type = t->f->values.at[node->args[0]];
            set->i.line = node->i.line;
            vec_push(t->m->memory, list, set);
        }
        vec_push(t->m->memory, list, opt_tree_node(t, IR_BREAK, 0, NULL, 0, label));
    }
}

static bool opt_inline_ends_with_break(const opt_list *list, ir_label label)
{
    const opt_node *last = list->n ? list->at[list->n - 1] : NULL;
    if (last && last->i.op == IR_BREAK)
        return last->i.imm == label;
    for (uint32_t arm = 0; last && arm < last->n_arms && (last->i.op == IR_IF || last->i.op == IR_SWITCH); arm++)
        if (opt_inline_ends_with_break(&last->arms[arm].list, label))
            return true;
    return false;
}

/* The only arm whose end control reaches, where another arm breaks out to the label; -1: there is no such arm. An IF
 * without an ELSE gets an empty one where that is the arm. */
static int opt_inline_arm_that_goes_on(opt_tree *t, opt_node *node, ir_label label)
{
    bool breaks = false;
    int live = -1;
    if (node->i.op != IR_IF && !(node->i.op == IR_SWITCH && opt_tree_has_default(node)))
        return -1;
    for (uint32_t k = 0; k < node->n_arms; k++) {
        breaks |= opt_inline_ends_with_break(&node->arms[k].list, label);
        if (opt_tree_ends(&node->arms[k].list))
            continue;
        if (live >= 0)
            return -1;
        live = (int)k;
    }
    if (!breaks || (node->i.op == IR_IF && node->n_arms == 1 && live == 0))
        return -1;
    if (node->i.op == IR_IF && node->n_arms == 1) {
        opt_arm *arms = ARENA_ARRAY(t->m->memory, opt_arm, 2);
        arms[0] = node->arms[0];
        node->arms = arms;
        node->n_arms = 2;
        return 1;
    }
    return live;
}

/* Settles a list at whose end control leaves the BLOCK anyway: a break there is not needed. */
static void opt_inline_settle(opt_tree *t, opt_list *list, ir_label label, uint32_t depth)
{
    for (uint32_t k = 0; k + 1 < list->n && depth < MOST_NESTED; k++) {
        int live = opt_inline_arm_that_goes_on(t, list->at[k], label);
        if (live < 0)
            continue;
        opt_list rest = {.at = list->at + k + 1, .n = list->n - k - 1};
        opt_tree_append(t, &list->at[k]->arms[live].list, &rest);
        list->n = k + 1;
    }
    if (list->n && list->at[list->n - 1]->i.op == IR_BREAK && list->at[list->n - 1]->i.imm == label)
        list->n--;
    opt_node *last = list->n ? list->at[list->n - 1] : NULL;
    if (!last || (last->i.op != IR_IF && last->i.op != IR_SWITCH) || depth >= MOST_NESTED)
        return;
    for (uint32_t arm = 0; arm < last->n_arms; arm++)
        opt_inline_settle(t, &last->arms[arm].list, label, depth + 1);
}

static bool opt_inline_returns_at_its_end(const opt_list *body)
{
    return opt_inline_count(body, IR_RETURN, 0) == 1 && body->at[body->n - 1]->i.op == IR_RETURN;
}

/* Lines are of the function's file: what comes from another file stands at the call. */
static void opt_inline_lines(opt_list *list, uint32_t line)
{
    for (uint32_t n = 0; n < list->n; n++) {
        list->at[n]->i.line = line;
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            opt_inline_lines(&list->at[n]->arms[arm].list, line);
    }
}

static void opt_inline_splice(inlining *in, opt_list *to, const opt_node *call, const opt_tree *callee)
{
    opt_tree *t = in->t;
    opt_copy c = {.from = callee->f, .local_base = t->f->locals.n - 1};
    opt_list body = {0};
    c.values = ARENA_ARRAY(t->m->memory, ir_value, callee->f->values.n);
    c.labels = ARENA_ARRAY(t->m->memory, ir_label, callee->f->n_labels + 1);
    for (uint32_t k = 0; k < call->i.n_args; k++)
        c.values[k + 1] = call->args[k];
    for (ir_local l = 1; l < callee->f->locals.n; l++)
        vec_push(t->m->memory, &t->f->locals, callee->f->locals.at[l]);
    opt_tree_copy(t, &body, &callee->body, &c);
    if (callee->f->file != t->f->file)
        opt_inline_lines(&body, call->i.line);
    uint32_t n_returns = opt_inline_count(&body, IR_RETURN, 0);
    if (n_returns == 0 || opt_inline_returns_at_its_end(&body)) {
        const opt_node *last = n_returns ? body.at[--body.n] : NULL;
        opt_tree_append(t, to, &body);
        if (last && last->i.n_args && call->i.result) {
            in->instead[call->i.result] = last->args[0];
        } else if (call->i.result) { /* nothing uses it, since control does not come back */
            opt_node *none = opt_tree_node(t, IR_UNDEF, 0, NULL, 0, 0);
            none->i.type = call->i.type;
            none->i.result = call->i.result;
            vec_push(t->m->memory, to, none);
        }
        return;
    }
    opt_node *block = opt_tree_bracket(t, IR_BLOCK, 1);
    ir_label label = ++t->f->n_labels;
    ir_local result = call->i.result ? opt_tree_local(t, call->i.type) : 0;
    block->i.imm = label;
    opt_inline_returns_to_breaks(t, &body, result, label);
    opt_inline_settle(t, &body, label, 0);
    block->arms[0].list = body;
    if (opt_inline_count(&body, IR_BREAK, label))
        vec_push(t->m->memory, to, block);
    else
        opt_tree_append(t, to, &body);
    if (result) {
        opt_node *get = opt_tree_node(t, IR_GET, 0, NULL, 0, result);
        get->i.type = call->i.type;
        get->i.result = call->i.result;
        vec_push(t->m->memory, to, get);
    }
}

static void opt_inline_expand(inlining *in, opt_list *list, uint32_t depth)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n && !opt_tree_ends(&out); n++) {
        opt_node *node = list->at[n];
        for (uint32_t k = 0; k < node->i.n_args; k++)
            if (in->instead[node->args[k]])
                node->args[k] = in->instead[node->args[k]];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_inline_expand(in, &node->arms[arm].list, depth + 1);
        const opt_tree *callee = node->i.op == IR_CALL || node->i.op == IR_FUNCTION_ADDR
                                     ? opt_callee(in->t, (ir_function_id)node->i.imm)
                                     : NULL;
        if (node->i.op == IR_BLOCK) {
            opt_list *body = &node->arms[0].list;
            opt_inline_settle(in->t, body, (ir_label)node->i.imm, depth);
            if (opt_inline_count(body, IR_BREAK, node->i.imm) == 0) {
                opt_tree_append(in->t, &out, body);
                in->changed = true;
                continue;
            }
        }
        if (node->i.op == IR_CALL && callee && depth + opt_tree_depth(&callee->body) < OPT_TREE_DEPTH / 2)
            opt_inline_splice(in, &out, node, callee);
        else
            vec_push(in->t->m->memory, &out, node);
        in->changed |= node->i.op == IR_CALL && callee;
    }
    *list = out;
}

bool opt_inline(opt_tree *t)
{
    inlining in = {.t = t};
    in.instead = ARENA_ARRAY(t->m->memory, ir_value, t->f->values.n);
    opt_inline_expand(&in, &t->body, 0);
    return in.changed;
}
