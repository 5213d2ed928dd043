/* opt_tree.h: a function as a tree of brackets, which the passes of ir_optimize change; inner header of the room.
 *
 *   opt_tree.c      to and from the flat list, copies           opt_inline.c   calls into the callee's instructions
 *   opt_sroa.c    locals into fields, values forwarded         opt_jump_threading.c   switches into the arms that
 * decide them opt_inclusive_loop.c    loops over a..=b, and few rounds of them as a row opt_gvn.c      ranges and
 * orders of integers: what they decide, and equal computations opt_saturating_step.c      counters that stop at their
 * end opt_loop_versioning.c   loops without the checks that one test proves  opt_merge_checks.c    checks in a row as
 * one branch opt_shared_relax.c     shared memory without volatile, where no thread waits for another by reading it
 *   opt_strip_mine.c    loops over arguments, four rounds' reads at a time
 *   opt_coarsen.c     a second entry, whose threads work for several elements
 *   opt.c  the order of all that */
#ifndef RUSTG_IR_TREE_H
#define RUSTG_IR_TREE_H

#include "ir/ir.h"

typedef struct ir_node ir_node;
typedef struct ir_list {
    ir_node **at;
    uint32_t n, capacity;
} ir_list;
/* heads: the CASEs and DEFAULT of an arm of a SWITCH. */
typedef struct ir_arm {
    ir_list list;
    const ir_instr *heads;
    uint32_t n_heads;
} ir_arm;
/* IF has one arm or, with an ELSE, two; LOOP, BLOCK and PTX have one; SWITCH one for each list. args: n_args of i. */
struct ir_node {
    ir_instr i;
    ir_value *args;
    ir_arm *arms;
    uint32_t n_arms;
};

/* m: the module that gets the function, f: the function there, whose values, locals and labels grow. */
typedef struct ir_tree {
    ir_module *m;
    ir_function *f;
    ir_list body;
} ir_tree;

enum { IR_TREE_DEPTH = 100 }; /* functions that nest deeper are left as they are: the passes recurse on brackets */

/* opt_tree.c. False: it nests too deep. from: with m's args. */
bool ir_tree_read(ir_tree *t, const ir_module *from, const ir_function *f);
void ir_tree_write(ir_tree *t); /* into t->f->code and t->m->args */
ir_node *ir_tree_node(ir_tree *t, ir_op op, ir_type type, const ir_value *args, uint32_t n_args,
                      uint64_t imm); /* with a result, if type */
ir_node *ir_tree_bracket(ir_tree *t, ir_op op, uint32_t n_arms);
ir_value ir_tree_value(ir_tree *t, ir_type type);
ir_local ir_tree_local(ir_tree *t, ir_type type);
uint32_t ir_tree_size(const ir_list *list);
uint32_t ir_tree_depth(const ir_list *list);
/* How many of the list's nodes, or of its first n, and of what is in them, are of op with that imm. */
uint32_t ir_tree_count(const ir_list *list, ir_op op, uint64_t imm);
uint32_t ir_tree_count_first(const ir_list *list, uint32_t n, ir_op op, uint64_t imm);
/* The node of the list that sets the local last before at; NULL: there is none, or something in a node between may set
 * it. */
const ir_node *ir_tree_set_before(const ir_list *list, uint32_t at, uint64_t local);
/* Whether control does not get behind the list. */
bool ir_tree_ends(const ir_list *list);
bool ir_tree_has_default(const ir_node *node);
void ir_tree_append(ir_tree *t, ir_list *list, const ir_list *more);
/* Copies with new values and labels. values: of the list's function, what each is in t; grows with the results.
 * local_base: added to locals. */
typedef struct ir_copy {
    ir_value *values;
    uint32_t local_base;
    ir_label *labels;
    const ir_function *from;
} ir_copy;
ir_copy ir_tree_own(ir_tree *t); /* for copies within t: each value is itself so far */
void ir_tree_copy(ir_tree *t, ir_list *to, const ir_list *list, ir_copy *c);
/* What defines each value of t, NULL for parameters and for values made later; which locals' addresses are taken. In
 * the module's memory. */
typedef struct ir_index {
    const ir_node **defined;
    uint32_t n_values;
    uint8_t *has_address;
} ir_index;
ir_index ir_tree_index(const ir_tree *t);
static inline const ir_node *ir_definition(const ir_index *index, ir_value v)
{
    return v < index->n_values ? index->defined[v] : NULL;
}
bool ir_is_pure(const ir_instr *i); /* no effect, and the same wherever its operands are */
bool ir_meets(const ir_instr *i);   /* threads do it together */

/* opt_saturating_step.c: a loop whose counter steps to its end and no further. False: it is none. then, at: the list
 * that sets it, and where. */
typedef struct ir_stepping {
    ir_value count, end;
    uint64_t step;
    ir_list *then;
    uint32_t at;
} ir_stepping;
bool ir_find_stepping(const ir_tree *t, const ir_index *index, const ir_node *loop, ir_stepping *s);
void ir_plain_step(ir_tree *t, const ir_stepping *s); /* where no count below the end overflows by a step */

/* opt_inline.c */
/* Expands calls in t. body_of: the optimized tree of a function, NULL: stays a call. */
typedef const ir_tree *ir_body_of(void *user, ir_function_id f);
void ir_inline(ir_tree *t, ir_body_of *body_of, void *user);

/* True if something changed. */
bool ir_scalar(ir_tree *t);
bool ir_thread(ir_tree *t);
bool ir_unroll(ir_tree *t);
bool ir_fact(ir_tree *t);
bool ir_bound(ir_tree *t);
bool ir_version(ir_tree *t);
bool ir_stream(ir_tree *t);
bool ir_relax(ir_tree *t);
bool ir_group_checks(ir_tree *t);
/* opt_coarsen.c, before ir_group_checks. id, one_id: the kernel's number and what *one's is to be. False: not for that
 * kernel. */
bool ir_coarsen(ir_tree *kernel, ir_function_id id, ir_function_id one_id, ir_tree **one, ir_tree **entry);

#endif
