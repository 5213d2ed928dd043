/* opt_shared_relax.c: accesses to shared memory that need not be volatile become plain.
 *
 * Accesses to `Shared` memory are relaxed: a read gives one of the values written, and two equal reads may become one.
 * What volatile adds is that a loop which waits for another thread's write reads again in each round. A loop can only
 * wait if what it reads decides whether it leaves, and a loop whose threads meet at a barrier in each round does not
 * wait by reading. In a kernel without a loop that may wait, all accesses to shared memory become plain.
 *
 * Requires OPT_INLINED: a function that is still called may hide a loop, and then nothing is changed. Breaks nothing.
 */
#include "opt/opt_tree.h"

enum { MOST_SEARCHED = 2000 };

typedef struct relaxing {
    opt_tree *t;
    opt_index index;
    uint8_t *seen; /* by local: visited by the search at hand */
    uint32_t n_searched;
} relaxing;

static bool opt_relax_meets_each_round(const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        if (node->i.op == IR_INTRINSIC && node->i.aux == IR_IN_BARRIER)
            return true;
        for (uint32_t arm = 0; arm < node->n_arms; arm++) {
            bool always = node->i.op == IR_BLOCK ||
                          (node->i.op == IR_IF && node->n_arms == 2 && opt_tree_ends(&node->arms[1 - arm].list));
            if (always && opt_relax_meets_each_round(&node->arms[arm].list))
                return true;
        }
    }
    return false;
}

static bool opt_relax_depends(relaxing *p, const opt_list *loop, ir_value v);

static bool opt_relax_is_set_by_reads(relaxing *p, const opt_list *loop, const opt_list *list, uint64_t local)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        if (node->i.op == IR_SET && node->i.imm == local && opt_relax_depends(p, loop, node->args[0]))
            return true;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            if (opt_relax_is_set_by_reads(p, loop, &node->arms[arm].list, local))
                return true;
    }
    return false;
}

/* Whether the value may depend on what is in memory. A local may depend on it by what it is set to; which arm has set
 * it depends on conditions, and the caller asks those. */
static bool opt_relax_depends(relaxing *p, const opt_list *loop, ir_value v)
{
    const opt_node *node = opt_definition(&p->index, v);
    if (!node)
        return v >= p->index.n_values;
    if (++p->n_searched > MOST_SEARCHED)
        return true;
    if (node->i.op == IR_GET) {
        if (p->index.has_address[node->i.imm])
            return true;
        if (p->seen[node->i.imm])
            return false;
        p->seen[node->i.imm] = 1;
        return opt_relax_is_set_by_reads(p, loop, loop, node->i.imm);
    }
    if (!opt_is_pure(&node->i) && !opt_is_collective(&node->i))
        return true;
    for (uint32_t k = 0; k < node->i.n_args; k++)
        if (opt_relax_depends(p, loop, node->args[k]))
            return true;
    return false;
}

static bool opt_relax_leaves(const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const uint8_t op = list->at[n]->i.op;
        if (op == IR_BREAK || op == IR_RETURN || op == IR_CONTINUE)
            return true;
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            if (opt_relax_leaves(&list->at[n]->arms[arm].list))
                return true;
    }
    return false;
}

/* Whether a branch that leaves the loop, or goes on to its next round, may depend on what is in memory. */
static bool opt_relax_leaves_on_reads(relaxing *p, const opt_list *loop, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        bool exits = false;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            exits |= opt_relax_leaves(&node->arms[arm].list);
        if (!exits)
            continue;
        if (node->i.op == IR_IF || node->i.op == IR_SWITCH) {
            memset(p->seen, 0, p->t->f->locals.n + 1);
            if (opt_relax_depends(p, loop, node->args[0]))
                return true;
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            if (opt_relax_leaves_on_reads(p, loop, &node->arms[arm].list))
                return true;
    }
    return false;
}

static bool opt_relax_may_loop(const ir_function *f)
{
    for (uint32_t k = 0; k < f->code.n; k++) {
        const uint8_t op = f->code.at[k].op;
        if (op == IR_LOOP || op == IR_CALL || op == IR_CALL_PTR || op == IR_PTX)
            return true;
    }
    return false;
}

static bool opt_relax_may_wait(relaxing *p, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        if ((node->i.op == IR_CALL && opt_relax_may_loop(&p->t->m->functions.at[node->i.imm])) ||
            node->i.op == IR_CALL_PTR || node->i.op == IR_PTX)
            return true;
        if (node->i.op == IR_LOOP) {
            const opt_list *loop = &node->arms[0].list;
            if ((!opt_relax_meets_each_round(loop) || opt_tree_count(loop, IR_CONTINUE, node->i.imm)) &&
                opt_relax_leaves_on_reads(p, loop, loop))
                return true;
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            if (opt_relax_may_wait(p, &node->arms[arm].list))
                return true;
    }
    return false;
}

static bool opt_relax_is_of_shared(const relaxing *p, ir_value v)
{
    const opt_node *node = opt_definition(&p->index, v);
    while (node && (node->i.op == IR_ELEMENT_ADDR || node->i.op == IR_FIELD_ADDR))
        node = opt_definition(&p->index, node->args[0]);
    if (node && node->i.op == IR_INTRINSIC)
        return node->i.aux == IR_IN_DYN_SHARED;
    return node && node->i.op == IR_GLOBAL_ADDR && p->t->m->globals.at[node->i.imm].space == IR_SPACE_SHARED;
}

static bool opt_relax_relax_list(relaxing *p, const opt_list *list)
{
    bool changed = false;
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        if ((node->i.op == IR_LOAD || node->i.op == IR_STORE) && (node->i.flags & IR_VOLATILE) &&
            opt_relax_is_of_shared(p, node->args[0])) {
            node->i.flags &= (uint8_t)~IR_VOLATILE;
            changed = true;
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            changed |= opt_relax_relax_list(p, &node->arms[arm].list);
    }
    return changed;
}

bool opt_shared_relax(opt_tree *t)
{
    relaxing p = {.t = t, .index = opt_tree_index(t)};
    p.seen = ARENA_ARRAY(t->m->memory, uint8_t, t->f->locals.n + 1);
    return t->f->is_kernel && !opt_relax_may_wait(&p, &t->body) && opt_relax_relax_list(&p, &t->body);
}
