/* adjoint_merge.c: reads of the same element of memory that nothing writes become one, since each would add to the
 * element's gradient. A read stands for those that come behind it in its list and in lists in there. */
#include "adjoint/adjoint_work.h"

enum { MOST_LOOKED_AT = 512 };

typedef struct merging {
    adjoint *a;
    ir_value *same; /* of each value the one that stands for it */
    VEC(const opt_node *) known;
} merging;

static bool adjoint_may_merge(const adjoint *a, const opt_node *node)
{
    if (node->i.op == IR_LOAD)
        return !(node->i.flags & IR_VOLATILE) && adjoint_stays(a, node->args[0]);
    return node->i.op == IR_ELEMENT_ADDR || node->i.op == IR_FIELD_ADDR;
}

static bool adjoint_is_equal(const opt_node *x, const opt_node *y)
{
    return x->i.op == y->i.op && x->i.type == y->i.type && x->i.imm == y->i.imm && x->i.aux == y->i.aux &&
           x->i.flags == y->i.flags && x->i.n_args == y->i.n_args &&
           memcmp(x->args, y->args, x->i.n_args * sizeof *x->args) == 0;
}

static const opt_node *adjoint_known(const merging *p, const opt_node *node)
{
    const uint32_t last = p->known.n > MOST_LOOKED_AT ? p->known.n - MOST_LOOKED_AT : 0;
    for (uint32_t n = p->known.n; n-- > last;)
        if (adjoint_is_equal(p->known.at[n], node))
            return p->known.at[n];
    return NULL;
}

static void adjoint_merge_list(merging *p, opt_list *list)
{
    const uint32_t n_known = p->known.n;
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t k = 0; k < node->i.n_args; k++)
            node->args[k] = p->same[node->args[k]];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            adjoint_merge_list(p, &node->arms[arm].list);
        if (adjoint_may_merge(p->a, node)) {
            const opt_node *known = adjoint_known(p, node);
            if (known) {
                p->same[node->i.result] = known->i.result;
                continue;
            }
            vec_push(p->a->m->memory, &p->known, node);
        }
        vec_push(p->a->m->memory, &out, node);
    }
    p->known.n = n_known;
    *list = out;
}

void adjoint_merge_reads(adjoint *a)
{
    merging p = {.a = a, .same = ARENA_ARRAY(a->m->memory, ir_value, a->t->f->values.n)};
    for (ir_value v = 0; v < a->t->f->values.n; v++)
        p.same[v] = v;
    a->defined = opt_tree_index(a->t).defined;
    adjoint_merge_list(&p, &a->t->body);
}
