/* opt_streaming_store.c: what a kernel writes and does not read leaves the L2 cache to what it reads again.
 *
 *   loop { sum += x[i] } loop { y[i] = x[i] / sum }        the store to y becomes `store streaming`
 *
 * A kernel that goes over an argument in several loops finds it in the L2 cache the second time, unless what was
 * written since has taken its place. Stores to arguments of which the kernel reads nothing are marked: their lines are
 * evicted first (PTX ISA, "Cache Operators", .cs). No value changes. Where it is not known to which memory a pointer
 * leads, nothing is marked.
 *
 * Requires OPT_INLINED and OPT_SCALARS, for it does not look through calls and locals. Breaks nothing. */
#include "opt/opt_tree.h"

typedef struct rereading {
    const opt_tree *t;
    opt_index index;
    const opt_node **read_in; /* by parameter: the loop that the first of its loads in a loop stands in */
    uint8_t *is_read;         /* by parameter */
    bool is_read_again;       /* an argument, in another loop */
    bool is_known;            /* to which memory all pointers lead */
    bool changed;
} rereading;

static bool opt_streaming_is_pointer(const rereading *p, ir_value v)
{
    return p->t->m->types.at[p->t->f->values.at[v]].kind == IR_PTR;
}

/* What a node reads through a pointer or gives away. */
static void opt_streaming_note(rereading *p, ir_value pointer, const opt_node *loop)
{
    const uint32_t memory = opt_memory_of(p->t, &p->index, pointer);
    p->is_known &= memory != 0;
    if (memory == 0 || memory > p->t->f->n_params)
        return;
    p->is_read[memory] = 1;
    p->is_read_again |= loop && p->read_in[memory] && p->read_in[memory] != loop;
    if (!p->read_in[memory])
        p->read_in[memory] = loop;
}

static void opt_streaming_look(rereading *p, const opt_list *list, const opt_node *loop)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        const bool is_address = node->i.op == IR_ELEMENT_ADDR || node->i.op == IR_FIELD_ADDR;
        for (uint32_t k = node->i.op == IR_STORE; k < node->i.n_args && !is_address; k++)
            if (opt_streaming_is_pointer(p, node->args[k]))
                opt_streaming_note(p, node->args[k], node->i.op == IR_LOAD ? loop : NULL);
        p->is_known &= node->i.op != IR_STORE || opt_memory_of(p->t, &p->index, node->args[0]) != 0;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_streaming_look(p, &node->arms[arm].list, node->i.op == IR_LOOP ? node : loop);
    }
}

static void opt_streaming_mark(rereading *p, opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        if (node->i.op == IR_STORE && !(node->i.flags & (IR_VOLATILE | IR_STREAMING)) && ir_is_number(node->i.type)) {
            const uint32_t memory = opt_memory_of(p->t, &p->index, node->args[0]);
            if (memory <= p->t->f->n_params && !p->is_read[memory]) {
                node->i.flags |= IR_STREAMING;
                p->changed = true;
            }
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_streaming_mark(p, &node->arms[arm].list);
    }
}

bool opt_streaming_store(opt_tree *t)
{
    if (!t->f->is_kernel || !opt_tree_has(&t->body, IR_LOOP))
        return false;
    rereading p = {.t = t, .index = opt_tree_index(t), .is_known = true};
    p.read_in = ARENA_ARRAY(t->m->memory, const opt_node *, t->f->n_params + 1);
    p.is_read = ARENA_ARRAY(t->m->memory, uint8_t, t->f->n_params + 1);
    opt_streaming_look(&p, &t->body, NULL);
    if (p.is_known && p.is_read_again)
        opt_streaming_mark(&p, &t->body);
    return p.changed;
}
