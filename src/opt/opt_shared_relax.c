/* opt_shared_relax.c: reads and writes of `Shared` memory become plain where no thread can wait for another by reading
 * it.
 *
 * They are relaxed: each gives one of the values written, and equal ones may be one. What volatile adds is that a loop
 * that waits for a value reads it again. A loop waits only if it leaves on what it reads, and does not wait if it meets
 * at a barrier each round. */
#include "opt/opt_tree.h"

enum { MOST_SEARCHED = 2000 };

typedef struct relaxing {
    opt_tree *t;
    opt_index index;
    uint8_t *seen; /* locals, in the search at hand */
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

/* Whether memory tells what the value is. Which arm has set a local is told by the conditions, which are asked
 * themselves. */
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

/* Whether a branch that leads out of the loop, or round it, is told by memory. */
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
        if ((node->i.op == IR_LOAD || node->i.op == IR_STORE) && (node->i.flags & 1) &&
            opt_relax_is_of_shared(p, node->args[0])) {
            node->i.flags &= (uint8_t)~1u;
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
