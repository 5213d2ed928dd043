/* opt_full_unroll.c: loops whose number of rounds constants tell become a row of bodies, for own PTX, which no compiler
 * unrolls behind: those of few rounds, and longer ones where they index an array of the function by what changes in
 * them: its elements can then be registers (opt_mem2reg.c).
 *
 * Requires and breaks what opt_unroll.c does. */
#include "opt/unroll/opt_unroll.h"

/* Of any loop, of one that indexes an array, of one of these that something else may end too, and of a function. */
enum { MOST_ROUNDS = 16, MOST_UNROLLED = 800 };
enum { MOST_INDEXING_ROUNDS = 64, MOST_INDEXING = 6000, MOST_LEFT_ROUNDS = 16, MOST_NODES = 12000 };

/* Whether the list addresses an element of an array of the function by an index that is no constant. */
static bool opt_full_indexes(const opt_unrolling *p, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n], *of = NULL;
        if (node->i.op == IR_ELEMENT_ADDR && !opt_constant(&p->index, node->args[1]))
            of = opt_definition(&p->index, node->args[0]);
        while (of && (of->i.op == IR_FIELD_ADDR || of->i.op == IR_ELEMENT_ADDR))
            of = opt_definition(&p->index, of->args[0]);
        if (of && of->i.op == IR_LOCAL_ADDR)
            return true;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            if (opt_full_indexes(p, &node->arms[arm].list))
                return true;
    }
    return false;
}

/* Whether the condition depends only on a local that is a constant before list[at]. */
static bool opt_full_is_counted(const opt_unrolling *p, ir_value condition, const opt_list *list, uint32_t at)
{
    opt_unrolling other = *p;
    uint64_t unused;
    const opt_node *get = opt_unroll_counter_of(p, condition, OPT_UNROLL_DEPTH),
                   *start = get ? opt_unroll_start(p, list, at, get->i.imm) : NULL;
    other.counter = get ? get->i.imm : 0;
    return start && !p->index.has_address[other.counter] &&
           opt_unroll_compute(&other, condition, start->i.imm, &unused, OPT_UNROLL_DEPTH);
}

/* Whether what is no counter may leave the loop list[at] in the list. */
static bool opt_full_is_left(const opt_unrolling *p, const opt_list *in, const opt_list *list, uint32_t at)
{
    for (uint32_t n = 0; n < in->n; n++) {
        const opt_node *node = in->at[n];
        if (node->i.op == IR_BREAK && node->i.imm == p->loop->i.imm)
            return true;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            if (opt_full_is_left(p, &node->arms[arm].list, list, at) &&
                (node->i.op != IR_IF || !opt_full_is_counted(p, node->args[0], list, at)))
                return true;
    }
    return false;
}

static uint32_t opt_full_limits(const opt_unrolling *p, const opt_list *list, uint32_t at, uint32_t *most_nodes)
{
    *most_nodes = MOST_UNROLLED;
    if (!opt_full_indexes(p, &list->at[at]->arms[0].list))
        return MOST_ROUNDS;
    *most_nodes = MOST_INDEXING;
    return opt_full_is_left(p, &p->then, list, at) ? MOST_LEFT_ROUNDS : MOST_INDEXING_ROUNDS;
}

bool opt_full_unroll(opt_tree *t)
{
    return opt_tree_size(&t->body) <= MOST_NODES && opt_unroll_loops(t, opt_full_limits, true);
}
