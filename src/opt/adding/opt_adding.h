/* opt_adding.h: what passes put nodes with that make atomic additions of several threads one; inner header of the room.
 *
 *   opt_together_add.c   those of all threads of a block to one float
 *   opt_alike_add.c      those of threads of a row or column to one float each, and of neighbours to neighbours */
#ifndef RUSTG_OPT_ADDING_H
#define RUSTG_OPT_ADDING_H

#include "opt/opt_tree.h"

enum {
    LANES = 32,
    ALL_SHARED = 48 << 10, /* what a block may have without asking for more */
    SHARED_ALIGN = 16
};

/* out, line: where nodes go, and the line that they get.
 * shared: bytes of the memory of a block that the kernel has, and those that sums have taken. */
typedef struct opt_adding {
    opt_tree *t;
    opt_list *out;
    uint32_t line;
    opt_index index;
    uint64_t shared;
} opt_adding;

static inline ir_value opt_add_put(opt_adding *p, ir_op op, ir_type type, const ir_value *args, uint32_t n_args,
                                   uint64_t imm)
{
    opt_node *node = opt_tree_node(p->t, op, op == IR_STORE ? 0 : type, args, n_args, imm);
    node->i.type = type;
    node->i.line = p->line;
    vec_push(p->t->m->memory, p->out, node);
    return node->i.result;
}

static inline ir_value opt_add_binary(opt_adding *p, ir_op op, ir_type type, ir_value x, ir_value y)
{
    return opt_add_put(p, op, type, (ir_value[]){x, y}, 2, 0);
}

static inline ir_value opt_add_intrinsic(opt_adding *p, ir_intrinsic what, ir_type type, const ir_value *args,
                                         uint32_t n_args, uint64_t imm)
{
    const ir_value v = opt_add_put(p, IR_INTRINSIC, type, args, n_args, imm);
    p->out->at[p->out->n - 1]->i.aux = (uint16_t)what;
    return v;
}

static inline ir_value opt_add_number(opt_adding *p, ir_type type, uint64_t n)
{
    return opt_add_put(p, IR_CONST, type, NULL, 0, n);
}

static inline opt_node *opt_add_if(opt_adding *p, ir_value x, ir_value y, uint32_t n_arms)
{
    opt_node *node = opt_tree_if(p->t, opt_add_binary(p, IR_EQ, IR_BOOL, x, y), n_arms);
    vec_push(p->t->m->memory, p->out, node);
    return node;
}

static inline void opt_add_atomic(opt_adding *p, ir_type type, ir_value to, ir_value x, ir_scope scope)
{
    opt_add_intrinsic(p, IR_IN_ATOMIC_ADD, type, (ir_value[]){to, x}, 2, (uint64_t)scope << 8 | IR_RELAXED);
}

static inline void opt_add_barrier(opt_adding *p)
{
    opt_add_intrinsic(p, IR_IN_BARRIER, 0, NULL, 0, 0);
}

static inline ir_value opt_add_get(opt_adding *p, ir_local local)
{
    return opt_add_put(p, IR_GET, p->t->f->locals.at[local].type, NULL, 0, local);
}

static inline void opt_add_set(opt_adding *p, ir_local local, ir_value v)
{
    vec_push(p->t->m->memory, p->out, opt_tree_set(p->t, local, v));
}

static inline ir_value opt_add_select(opt_adding *p, ir_type type, ir_value condition, ir_value x, ir_value y)
{
    return opt_add_put(p, IR_SELECT, type, (ir_value[]){condition, x, y}, 3, 0);
}

static inline ir_value opt_add_bits(opt_adding *p, ir_value x, uint64_t mask)
{
    return opt_add_binary(p, IR_AND, IR_U32, x, opt_add_number(p, IR_U32, mask));
}

/* Whether a bit of x is set. */
static inline ir_value opt_add_has_bit(opt_adding *p, ir_value x, uint32_t bit)
{
    return opt_add_binary(p, IR_NE, IR_BOOL, opt_add_bits(p, x, 1u << bit), opt_add_number(p, IR_U32, 0));
}

/* Half of the lanes go on with x, and half, whose number has the bit, with y: each with the sum of its own and that of
 * the lane whose number differs in the bit alone. */
static inline ir_value opt_add_halves(opt_adding *p, ir_type type, ir_value has_bit, uint32_t bit, ir_value x,
                                      ir_value y)
{
    const ir_value own = opt_add_select(p, type, has_bit, y, x);
    const ir_value with[2] = {opt_add_select(p, type, has_bit, x, y), opt_add_number(p, IR_U32, 1u << bit)};
    return opt_add_binary(p, IR_ADD, type, own, opt_add_intrinsic(p, IR_IN_SHUFFLE_XOR, type, with, 2, IR_WHOLE));
}

/* opt_together_add.c: whether the block had room for so many bytes more, which are then taken. */
bool opt_add_takes_room(opt_adding *p, uint64_t n_bytes);
bool opt_add_alike(opt_adding *p); /* opt_alike_add.c; true: something changed */

#endif
