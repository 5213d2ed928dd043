/* opt_merge_checks.c: checks in a row become one branch.
 *
 *   check a; x = load; check b    ->    if !(a & b) { check a; trap b } x = load
 *
 * The branch is not taken as long as all checks hold. Where one fails, each is made again in its order, so that the
 * same check panics as before. Between the checks there may be computations and reads of memory; a read moves behind
 * the branch if no check depends on it.
 *
 * Requires nothing. Breaks OPT_SINGLE_CHECKS, so it runs last. */
#include "opt/opt_tree.h"

enum { MOST_CHECKS = 8, MOST_BETWEEN = 48 };

typedef struct grouping {
    opt_tree *t;
    uint8_t *late; /* by value: whether it must be computed behind the checks */
    uint8_t *
        equal; /* by value: whether it is an EQ; behind such a check the emitter tells NVVM what follows, so it stays */
    uint32_t n_values;
    bool changed;
} grouping;

static bool opt_merge_is_late(const grouping *p, ir_value v)
{
    return v < p->n_values && p->late[v];
}

static bool opt_merge_waits(const grouping *p, const opt_node *node)
{
    bool waits = node->i.op == IR_LOAD || ((node->i.op == IR_DIV || node->i.op == IR_REM) && node->i.type < IR_F32);
    for (uint32_t k = 0; k < node->i.n_args; k++)
        waits |= opt_merge_is_late(p, node->args[k]) ||
                 (node->i.op == IR_CHECK && node->args[k] < p->n_values && p->equal[node->args[k]]);
    return waits;
}

static void opt_merge_note(grouping *p, const opt_node *node)
{
    if (node->i.result && node->i.result < p->n_values)
        p->equal[node->i.result] = node->i.op == IR_EQ;
}

static void opt_merge_forget(grouping *p, const opt_list *list, uint32_t from)
{
    for (uint32_t n = from; n < list->n && n - from < MOST_BETWEEN; n++)
        if (list->at[n]->i.result < p->n_values)
            p->late[list->at[n]->i.result] = 0;
}

/* The index behind the last check of the row that begins at `from`; `from` itself: there is only one check. */
static uint32_t opt_merge_end_of_row(grouping *p, const opt_list *list, uint32_t from, uint32_t *n_checks)
{
    uint32_t end = from;
    *n_checks = 0;
    for (uint32_t n = from; n < list->n && n - from < MOST_BETWEEN && *n_checks < MOST_CHECKS; n++) {
        const opt_node *node = list->at[n];
        opt_merge_note(p, node);
        if (node->i.op == IR_CHECK) {
            if (opt_merge_waits(p, node))
                break;
            ++*n_checks;
            end = n + 1;
        } else if (opt_is_pure(&node->i) || node->i.op == IR_GET ||
                   (node->i.op == IR_LOAD && !(node->i.flags & IR_VOLATILE))) {
            if (node->i.result && node->i.result < p->n_values)
                p->late[node->i.result] = opt_merge_waits(p, node);
        } else {
            break;
        }
    }
    return *n_checks > 1 ? end : from;
}

static void opt_merge_group(grouping *p, const opt_list *list, uint32_t from, uint32_t end, opt_list *out)
{
    opt_tree *t = p->t;
    opt_list late = {0}, fail = {0};
    ir_value all = 0;
    for (uint32_t n = from; n < end; n++) {
        opt_node *node = list->at[n];
        if (node->i.op != IR_CHECK) {
            vec_push(t->m->memory, opt_merge_waits(p, node) ? &late : out, node);
            continue;
        }
        if (all) {
            opt_node *both = opt_tree_node(t, IR_AND, IR_BOOL, (ir_value[]){all, node->args[0]}, 2, 0);
            vec_push(t->m->memory, out, both);
            all = both->i.result;
        } else {
            all = node->args[0];
        }
        if (n + 1 == end) { /* the checks before it have passed, so it is the one that fails */
            node->i.op = IR_TRAP;
            node->i.n_args--;
            node->args++;
        }
        vec_push(t->m->memory, &fail, node);
    }
    opt_node *fails = opt_tree_node(t, IR_NOT, IR_BOOL, &all, 1, 0);
    opt_node *branch = opt_tree_if(t, fails->i.result, 1);
    vec_push(t->m->memory, out, fails);
    branch->arms[0].list = fail;
    vec_push(t->m->memory, out, branch);
    opt_tree_append(t, out, &late);
    p->changed = true;
}

static void opt_merge_group_list(grouping *p, opt_list *list)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n;) {
        opt_node *node = list->at[n];
        uint32_t n_checks, end = node->i.op == IR_CHECK ? opt_merge_end_of_row(p, list, n, &n_checks) : n;
        opt_merge_note(p, node);
        if (end > n)
            opt_merge_group(p, list, n, end, &out);
        if (node->i.op == IR_CHECK)
            opt_merge_forget(p, list, n);
        if (end > n) {
            n = end;
            continue;
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_merge_group_list(p, &node->arms[arm].list);
        vec_push(p->t->m->memory, &out, node);
        n++;
    }
    *list = out;
}

bool opt_merge_checks(opt_tree *t)
{
    grouping p = {.t = t, .n_values = t->f->values.n};
    p.late = ARENA_ARRAY(t->m->memory, uint8_t, p.n_values);
    p.equal = ARENA_ARRAY(t->m->memory, uint8_t, p.n_values);
    opt_merge_group_list(&p, &t->body);
    return p.changed;
}
