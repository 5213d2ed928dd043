/* opt_together.c: whether the lanes of a warp come to each warp operation together, one instruction and the same round.
 *
 * Lanes may also meet at different instructions, where a condition parts them: what one lane shuffles is then another
 * value than what it gets. They stay together where conditions around warp operations, and around jumps out of brackets
 * that hold some, are computed from what is the same for all: constants, arguments, the block's place and locals that
 * are set to nothing else. A lane that has ended takes no part. */
#include "opt/opt_tree.h"

typedef struct together {
    const opt_tree *t;
    const opt_index *index;
    uint8_t *varies;  /* by local: lanes may have set it to different values */
    uint8_t *is_left; /* by label: some lanes may leave the bracket, or begin its next round, before others */
    bool changed, parts;
} together;

static bool opt_together_is_same(const together *p, ir_value v, uint32_t depth)
{
    const opt_node *node = opt_definition(p->index, v);
    if (!node)
        return v && v <= p->t->f->n_params;
    if (node->i.op == IR_GET)
        return !p->varies[node->i.imm] && !p->index->has_address[node->i.imm];
    const bool is_place = node->i.op == IR_INTRINSIC && ir_group_of(node->i.aux) == IR_GROUP_PLACE;
    if (!depth || !opt_is_pure(&node->i) || (node->i.op == IR_INTRINSIC && !is_place) ||
        (is_place && node->i.aux == IR_IN_THREAD_IDX) || node->i.op == IR_LOCAL_ADDR)
        return false;
    for (uint32_t k = 0; k < node->i.n_args; k++)
        if (!opt_together_is_same(p, node->args[k], depth - 1))
            return false;
    return true;
}

static void opt_together_note(together *p, uint8_t *what)
{
    p->changed |= !*what;
    *what = 1;
}

static void opt_together_walk(together *p, const opt_list *list, bool all)
{
    enum { DEEPEST = 16 };
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        const bool chooses = node->i.op == IR_IF || node->i.op == IR_SWITCH,
                   has_label = node->i.op == IR_LOOP || node->i.op == IR_BLOCK;
        if (node->i.op == IR_CALL || node->i.op == IR_CALL_PTR || node->i.op == IR_PTX ||
            (opt_is_collective(&node->i) && !all))
            p->parts = true;
        if (node->i.op == IR_SET && (!all || !opt_together_is_same(p, node->args[0], DEEPEST)))
            opt_together_note(p, &p->varies[node->i.imm]);
        if ((node->i.op == IR_BREAK || node->i.op == IR_CONTINUE) && !all)
            opt_together_note(p, &p->is_left[node->i.imm]);
        const bool within = all && !(chooses && !opt_together_is_same(p, node->args[0], DEEPEST)) &&
                            !(has_label && p->is_left[node->i.imm]);
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_together_walk(p, &node->arms[arm].list, within);
    }
}

bool opt_lanes_stay_together(const opt_tree *t, const opt_index *index)
{
    together p = {.t = t, .index = index};
    p.varies = ARENA_ARRAY(t->m->memory, uint8_t, t->f->locals.n + 1);
    p.is_left = ARENA_ARRAY(t->m->memory, uint8_t, t->f->n_labels + 1);
    do {
        p.changed = p.parts = false;
        opt_together_walk(&p, &t->body, t->f->is_kernel);
    } while (p.changed);
    return !p.parts;
}
