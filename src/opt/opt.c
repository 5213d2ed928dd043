/* opt.c: small functions into their callers, then locals and switches until nothing changes, then checks out of
 * loops. */
#include "opt/opt_tree.h"

enum { MOST_INLINED = 250, MOST_ROUNDS = 8, MOST_NODES = 20000, MOST_SETTLED = 3 };
enum { NOT_SEEN, ACTIVE, LEFT_ALONE, DONE, WANTED };

typedef struct optimizer {
    const ir_module *from;
    ir_module *to;
    ir_tree *trees;
    uint8_t *states;
    const ir_tree *into; /* whose calls are expanded */
    bool coarsen;
    VEC(ir_tree *) added;
} optimizer;

static void visit(optimizer *o, ir_function_id id);

static bool has_ptx(const ir_function *f)
{
    for (uint32_t i = 0; i < f->code.n; i++)
        if (f->code.at[i].op == IR_PTX)
            return true;
    return false;
}

static const ir_tree *body_of(void *user, ir_function_id id)
{
    optimizer *o = user;
    const ir_tree *into = o->into, *body = &o->trees[id];
    if (o->states[id] == NOT_SEEN)
        visit(o, id);
    o->into = into;
    if (o->states[id] != DONE || body->f->is_kernel || body->f->cold || body->f->fast_math != into->f->fast_math ||
        has_ptx(&o->from->functions.at[id]))
        return NULL;
    return ir_tree_size(&body->body) <= MOST_INLINED && into->f->values.n < MOST_NODES ? body : NULL;
}

/* Locals that nothing names are not declared. */
static void number_locals(ir_list *list, ir_local *numbers, const ir_function *from, ir_tree *t)
{
    for (uint32_t n = 0; n < list->n; n++) {
        ir_instr *i = &list->at[n]->i;
        bool names = i->op == IR_GET || i->op == IR_SET || i->op == IR_LOCAL_ADDR, is_ptx = i->op == IR_PTX && i->aux;
        uint64_t local = names ? i->imm : i->aux;
        if ((names || is_ptx) && !numbers[local]) {
            vec_push(t->m->memory, &t->f->locals, from->locals.at[local]);
            numbers[local] = t->f->locals.n - 1;
        }
        if (names)
            i->imm = numbers[local];
        if (is_ptx)
            i->aux = (uint16_t)numbers[local];
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            number_locals(&list->at[n]->arms[arm].list, numbers, from, t);
    }
}

static void write_tree(ir_tree *t)
{
    ir_function before = *t->f;
    memset(&t->f->locals, 0, sizeof t->f->locals);
    vec_push(t->m->memory, &t->f->locals, (ir_local_info){0});
    number_locals(&t->body, ARENA_ARRAY(t->m->memory, ir_local, before.locals.n + 1), &before, t);
    ir_tree_write(t);
}

static void settle(ir_tree *t)
{
    for (uint32_t round = 0; round < MOST_SETTLED && ir_fact(t); round++)
        ir_scalar(t);
}

/* After all that copies the tree into others. */
static void finish(optimizer *o, ir_tree *t)
{
    if (ir_unroll(t))
        ir_scalar(t);
    ir_relax(t);
    settle(t);
    if (ir_bound(t))
        settle(t);
    if (ir_version(t)) {
        ir_scalar(t);
        settle(t);
    }
    if (ir_stream(t))
        settle(t);
    ir_tree *one, *entry;
    if (o->coarsen && ir_coarsen(t, (ir_function_id)(t - o->trees), o->from->functions.n + o->added.n, &one, &entry)) {
        vec_push(o->to->memory, &o->added, one);
        vec_push(o->to->memory, &o->added, entry);
    }
    ir_group_checks(t);
    write_tree(t);
}

static void visit(optimizer *o, ir_function_id id)
{
    ir_tree *t = &o->trees[id];
    const ir_function *from = &o->from->functions.at[id];
    o->states[id] = ACTIVE;
    *t = (ir_tree){.m = o->to, .f = &o->to->functions.at[id]};
    if (!ir_tree_read(t, o->from, from)) {
        o->states[id] = LEFT_ALONE;
        return;
    }
    t->f->values.at = arena_copy(o->to->memory, from->values.at, from->values.n * sizeof *from->values.at);
    t->f->values.capacity = from->values.n;
    t->f->locals.at = arena_copy(o->to->memory, from->locals.at, from->locals.n * sizeof *from->locals.at);
    t->f->locals.capacity = from->locals.n;
    o->into = t;
    ir_inline(t, body_of, o);
    for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
        ir_scalar(t);
        if (!ir_thread(t))
            break;
    }
    ir_scalar(t);
    o->states[id] = DONE;
}

/* What is within all its callers is not finished. A function that was left alone calls as it did. */
static void want(optimizer *o, ir_function_id id);

static void want_calls(optimizer *o, const ir_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const ir_node *node = list->at[n];
        if (node->i.op == IR_CALL || node->i.op == IR_FUNCTION_ADDR)
            want(o, (ir_function_id)node->i.imm);
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            want_calls(o, &node->arms[arm].list);
    }
}

static void want(optimizer *o, ir_function_id id)
{
    const ir_function *f = &o->from->functions.at[id];
    if (o->states[id] == DONE) {
        o->states[id] = WANTED;
        want_calls(o, &o->trees[id].body);
    } else if (o->states[id] == LEFT_ALONE) {
        o->states[id] = ACTIVE;
        for (uint32_t k = 0; k < f->code.n; k++)
            if (f->code.at[k].op == IR_CALL || f->code.at[k].op == IR_FUNCTION_ADDR)
                want(o, (ir_function_id)f->code.at[k].imm);
    }
}

ir_module *ir_optimize(ir_module *m, bool coarsen)
{
    optimizer o = {.from = m, .coarsen = coarsen};
    o.to = ARENA_NEW(m->memory, ir_module);
    *o.to = *m;
    o.to->functions.at = arena_copy(m->memory, m->functions.at, m->functions.n * sizeof *m->functions.at);
    o.to->functions.capacity = m->functions.n;
    vec_share(&o.to->args);
    o.trees = ARENA_ARRAY(m->memory, ir_tree, m->functions.n);
    o.states = ARENA_ARRAY(m->memory, uint8_t, m->functions.n);
    for (ir_function_id id = 1; id < m->functions.n; id++)
        if (m->functions.at[id].is_kernel && o.states[id] == NOT_SEEN)
            visit(&o, id);
    for (ir_function_id id = 1; id < m->functions.n; id++)
        if (m->functions.at[id].is_kernel)
            want(&o, id);
    for (ir_function_id id = 1; id < m->functions.n; id++)
        if (o.states[id] == WANTED)
            finish(&o, &o.trees[id]);
    for (uint32_t n = 0; n < o.added.n; n++) {
        write_tree(o.added.at[n]);
        vec_push(m->memory, &o.to->functions, *o.added.at[n]->f);
    }
    return o.to;
}
