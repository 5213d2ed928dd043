/* opt_together_add.c: an atomic addition that all threads of a block do together to one float (IR_TOGETHER) becomes one
 * of a warp in loops, and one of the block elsewhere. On the CPU, whose threads of a block take turns, it stays what it
 * is. What is added in which order was not said before either. */
#include "opt/opt_tree.h"

enum { LANES = 32 };

typedef struct adding {
    opt_tree *t;
    bool for_cpu;
    opt_list *out;
    uint32_t line;
} adding;

static ir_value opt_add_put(adding *p, ir_op op, ir_type type, const ir_value *args, uint32_t n_args, uint64_t imm)
{
    opt_node *node = opt_tree_node(p->t, op, op == IR_STORE ? 0 : type, args, n_args, imm);
    node->i.type = type;
    node->i.line = p->line;
    vec_push(p->t->m->memory, p->out, node);
    return node->i.result;
}

static ir_value opt_add_binary(adding *p, ir_op op, ir_type type, ir_value x, ir_value y)
{
    return opt_add_put(p, op, type, (ir_value[]){x, y}, 2, 0);
}

static ir_value opt_add_intrinsic(adding *p, ir_intrinsic what, ir_type type, const ir_value *args, uint32_t n_args,
                                  uint64_t imm)
{
    const ir_value v = opt_add_put(p, IR_INTRINSIC, type, args, n_args, imm);
    p->out->at[p->out->n - 1]->i.aux = (uint16_t)what;
    return v;
}

static ir_value opt_add_number(adding *p, ir_type type, uint64_t n)
{
    return opt_add_put(p, IR_CONST, type, NULL, 0, n);
}

static opt_node *opt_add_if(adding *p, ir_value x, ir_value y, uint32_t n_arms)
{
    opt_node *node = opt_tree_if(p->t, opt_add_binary(p, IR_EQ, IR_BOOL, x, y), n_arms);
    vec_push(p->t->m->memory, p->out, node);
    return node;
}

static void opt_add_atomic(adding *p, ir_type type, ir_value to, ir_value x, ir_scope scope)
{
    opt_add_intrinsic(p, IR_IN_ATOMIC_ADD, type, (ir_value[]){to, x}, 2, (uint64_t)scope << 8 | IR_RELAXED);
}

/* The lanes of a whole warp sum what they add, and the first adds it; in another warp each adds its own. */
static void opt_add_of_warp(adding *p, ir_type type, ir_value to, ir_value x, ir_scope scope)
{
    opt_list *outer = p->out;
    const ir_value all = opt_add_number(p, IR_BOOL, 1);
    const ir_value mask = opt_add_intrinsic(p, IR_IN_BALLOT, IR_U32, &all, 1, 0);
    opt_node *is_whole = opt_add_if(p, mask, opt_add_number(p, IR_U32, UINT32_MAX), 2);
    ir_value sum = x;
    p->out = &is_whole->arms[0].list;
    for (uint32_t by = LANES / 2; by > 0; by /= 2) {
        const ir_value with[2] = {sum, opt_add_number(p, IR_U32, by)};
        sum = opt_add_binary(p, IR_ADD, type, sum, opt_add_intrinsic(p, IR_IN_SHUFFLE_XOR, type, with, 2, 0));
    }
    const ir_value lane = opt_add_intrinsic(p, IR_IN_LANE, IR_U32, NULL, 0, 0);
    opt_node *is_first = opt_add_if(p, lane, opt_add_number(p, IR_U32, 0), 1);
    p->out = &is_first->arms[0].list;
    opt_add_atomic(p, type, to, sum, scope);
    p->out = &is_whole->arms[1].list;
    opt_add_atomic(p, type, to, x, scope);
    p->out = outer;
}

static opt_list *opt_add_open_first_thread(adding *p)
{
    ir_value sum = 0;
    for (uint64_t axis = 0; axis < 3; axis++) {
        const ir_value place = opt_add_intrinsic(p, IR_IN_THREAD_IDX, IR_U32, NULL, 0, axis);
        sum = sum ? opt_add_binary(p, IR_OR, IR_U32, sum, place) : place;
    }
    return &opt_add_if(p, sum, opt_add_number(p, IR_U32, 0), 1)->arms[0].list;
}

static void opt_add_barrier(adding *p)
{
    opt_add_intrinsic(p, IR_IN_BARRIER, 0, NULL, 0, 0);
}

/* In shared memory, which begins as zero. */
static void opt_add_of_block(adding *p, ir_type type, ir_value to, ir_value x, ir_scope scope)
{
    opt_list *outer = p->out;
    const ir_global about = {
        .name = arena_format(p->t->m->memory, "sum_g%u", p->t->m->globals.n), .type = type, .space = IR_SPACE_SHARED};
    const ir_global_id sum = ir_add_global(p->t->m, about);
    const ir_value at = opt_add_put(p, IR_GLOBAL_ADDR, ir_ptr(p->t->m, IR_SPACE_GENERIC), NULL, 0, sum);
    p->out = opt_add_open_first_thread(p);
    opt_add_put(p, IR_STORE, type, (ir_value[]){at, opt_add_number(p, type, 0)}, 2, 0);
    p->out = outer;
    opt_add_barrier(p);
    opt_add_of_warp(p, type, at, x, IR_SCOPE_BLOCK);
    opt_add_barrier(p);
    p->out = opt_add_open_first_thread(p);
    opt_add_atomic(p, type, to, opt_add_put(p, IR_LOAD, type, &at, 1, 0), scope);
    p->out = outer;
}

static void opt_add_list(adding *p, opt_list *list, bool is_once)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_add_list(p, &node->arms[arm].list, is_once && node->i.op != IR_LOOP);
        const bool is_together =
            node->i.op == IR_INTRINSIC && node->i.aux == IR_IN_ATOMIC_ADD && ir_is_together(node->i.imm);
        if (is_together)
            node->i.imm &= ~(uint64_t)IR_TOGETHER;
        if (!is_together || p->for_cpu) {
            vec_push(p->t->m->memory, &out, node);
            continue;
        }
        p->out = &out;
        p->line = node->i.line;
        const ir_type type = p->t->f->values.at[node->args[1]];
        (is_once ? opt_add_of_block : opt_add_of_warp)(p, type, node->args[0], node->args[1], ir_scope_of(node->i.imm));
    }
    *list = out;
}

void opt_add_together(opt_tree *t, bool for_cpu)
{
    adding p = {.t = t, .for_cpu = for_cpu};
    opt_add_list(&p, &t->body, true);
}
