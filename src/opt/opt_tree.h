/* opt_tree.h: a function as a tree of brackets, which the passes change; inner header of the room.
 *
 *   opt_tree.c             to and from the flat list of instructions; copies
 *   opt_pass.def           the passes, one a file, and what they need and break; opt.c: which runs when
 *   opt_range.h, .c        what is known of integers: of opt_gvn.c */
#ifndef RUSTG_OPT_TREE_H
#define RUSTG_OPT_TREE_H

#include "ir/ir.h"

typedef struct opt_node opt_node;
typedef struct opt_list {
    opt_node **at;
    uint32_t n, capacity;
} opt_list;
/* One list of a bracket. heads are the CASEs and the DEFAULT that lead to an arm of a SWITCH. */
typedef struct opt_arm {
    opt_list list;
    const ir_instr *heads;
    uint32_t n_heads;
} opt_arm;
/* IF has one arm or, with an ELSE, two; LOOP, BLOCK and PTX have one; SWITCH one for each list. args
 * holds the i.n_args arguments. */
struct opt_node {
    ir_instr i;
    ir_value *args;
    opt_arm *arms;
    uint32_t n_arms;
};

/* A copy of nodes, with new values and labels. values and labels say what those of the function that is copied from are
 * in t; copying adds the new ones. local_base is added to each local. */
typedef struct opt_copy {
    ir_value *values;
    uint32_t local_base;
    ir_label *labels;
    const ir_function *from;
    struct opt_own_copy *own; /* of opt_tree_own_again, else NULL */
} opt_copy;

/* m is the module that gets the function, and f is the function in it. Passes add values, locals and labels to f. */
typedef struct opt_tree opt_tree;
struct opt_tree {
    ir_module *m;
    ir_function *f;
    opt_list body;
    struct opt_own_copy *own; /* opt_tree_own_again's */
    struct opt_work *work;    /* opt.c's */
    uint8_t holds;            /* opt.c's: a set of opt_property */
    bool has_ptx;             /* the function that was read has a PTX */
};

/* The passes recurse on brackets, so a function that nests deeper is left as it is. */
enum { OPT_TREE_DEPTH = 100 };

/* opt_tree.c. Reads f, whose arguments are from's; false: it nests too deep. */
bool opt_tree_read(opt_tree *t, const ir_module *from, const ir_function *f);
void opt_tree_write(opt_tree *t); /* into t->f->code and t->m->args */
/* A new node, with a new value as its result unless type is 0. */
opt_node *opt_tree_node(opt_tree *t, ir_op op, ir_type type, const ir_value *args, uint32_t n_args, uint64_t imm);
/* Puts a node at the end of a list, and returns its result. */
ir_value opt_tree_push(opt_tree *t, opt_list *list, opt_node *node);
opt_node *opt_tree_bracket(opt_tree *t, ir_op op, uint32_t n_arms);
opt_node *opt_tree_if(opt_tree *t, ir_value condition, uint32_t n_arms);
opt_node *opt_tree_set(opt_tree *t, ir_local local, ir_value v);
ir_local opt_tree_local(opt_tree *t, ir_type type);
uint32_t opt_tree_size(const opt_list *list);
uint32_t opt_tree_depth(const opt_list *list);
/* Whether a node that is such a one is in the list, at any depth. */
bool opt_tree_any(const opt_list *list, bool (*is)(const opt_node *node));
/* Whether a node with that op is in the list, at any depth. */
bool opt_tree_has(const opt_list *list, ir_op op);
/* Whether that very node is in the list, at any depth. */
bool opt_tree_holds(const opt_list *list, const opt_node *node);
/* How many nodes with that op and imm are in the list, or in its first n nodes, at any depth. */
uint32_t opt_tree_count(const opt_list *list, ir_op op, uint64_t imm);
uint32_t opt_tree_count_first(const opt_list *list, uint32_t n, ir_op op, uint64_t imm);
/* The last node before list[at] that sets the local; NULL: there is none, or a bracket after it may set the local. */
const opt_node *opt_tree_set_before(const opt_list *list, uint32_t at, uint64_t local);
/* Whether control never gets behind the list. */
bool opt_tree_ends(const opt_list *list);
bool opt_tree_has_default(const opt_node *node);
void opt_tree_append(opt_tree *t, opt_list *list, const opt_list *more);
opt_copy opt_tree_own(opt_tree *t); /* for copies within t, where each value is itself until it is copied */
/* The same in time and memory of what is copied, not of all values: it ends the one before, whose arrays it takes. */
opt_copy opt_tree_own_again(opt_tree *t);
void opt_tree_copy_is(opt_tree *t, opt_copy *c, ir_value v, ir_value in_copy); /* before what uses v is copied */
void opt_tree_copy(opt_tree *t, opt_list *to, const opt_list *list, opt_copy *c);
/* A function like the kernel, which stays as it is, but for more parameters behind its own, and without a body. */
opt_tree *opt_tree_begin_like(opt_tree *kernel, ir_function_id id, const char *name, const ir_type *more,
                              const char *const *more_names, uint32_t n_more);
/* For copies of the kernel into such a function. */
opt_copy opt_tree_like(const opt_tree *t, const ir_function *kernel);
opt_tree *opt_tree_twin(opt_tree *kernel, ir_function_id id, const char *name); /* with the kernel's body */
/* Which node defines each value of t, and which locals' addresses are taken. A parameter, and a value that was made
 * after the index, has no definition. */
typedef struct opt_index {
    const opt_node **defined;
    uint32_t n_values;
    uint8_t *has_address;
} opt_index;
opt_index opt_tree_index(const opt_tree *t);
static inline const opt_node *opt_definition(const opt_index *index, ir_value v)
{
    return v < index->n_values ? index->defined[v] : NULL;
}
/* A number of the memory that a pointer leads to, of a parameter its own; no two numbers share bytes. 0: not known. */
uint32_t opt_memory_of(const opt_tree *t, const opt_index *index, ir_value pointer);
/* The constant that defines v, or NULL. */
static inline const opt_node *opt_constant(const opt_index *index, ir_value v)
{
    const opt_node *node = opt_definition(index, v);
    return node && node->i.op == IR_CONST ? node : NULL;
}
/* The constant that the last SET of the local before list[at] sets it to; NULL: none is known. */
static inline const opt_node *opt_start_of(const opt_index *index, const opt_list *list, uint32_t at, uint64_t local)
{
    const opt_node *set = opt_tree_set_before(list, at, local);
    return set ? opt_constant(index, set->args[0]) : NULL;
}
/* Of a value's type, which is its kind where it is a number or a bool. */
static inline bool opt_is_integer_or_bool(ir_type type)
{
    return type >= IR_BOOL && type <= IR_U64;
}
static inline bool opt_is_signed(ir_type type)
{
    return type >= IR_I8 && type <= IR_I64;
}
static inline bool opt_is_unsigned(ir_type type)
{
    return type >= IR_U8 && type <= IR_U64;
}
/* Whether it is an integer of 64 bits, as places in memory are counted in. */
static inline bool opt_is_wide(ir_type type)
{
    return type == IR_U64 || type == IR_I64;
}
/* The bits that a value of the type has. */
static inline uint64_t opt_low_bits(const opt_tree *t, ir_type type, uint64_t bits)
{
    return ir_low_bits(bits, ir_size(t->m, type));
}
/* Whether it has no effect and gives the same wherever its operands are there. */
bool opt_is_pure(const ir_instr *i);
/* Whether the threads of a warp or block do it together. */
bool opt_is_collective(const ir_instr *i);

/* opt_together.c */
bool opt_lanes_stay_together(const opt_tree *t, const opt_index *index);

/* opt_saturating_step.c: a loop whose counter's step stops at the end. then, at: the list that sets the counter, and
 * the index of the IF that chooses between the step and the end. */
typedef struct opt_stepping {
    ir_value count, end;
    uint64_t step;
    opt_list *then;
    uint32_t at;
} opt_stepping;
bool opt_find_saturating_step(const opt_tree *t, const opt_index *index, const opt_node *loop, opt_stepping *s);
/* The caller knows that no counter below the end overflows by a step. */
void opt_make_step_plain(opt_tree *t, const opt_stepping *s);

/* The passes of opt_pass.def. Each file says what its pass requires and what it breaks. True: something changed. */
bool opt_ptx_template(opt_tree *t);
bool opt_inline(opt_tree *t);
bool opt_sroa(opt_tree *t);
bool opt_jump_threading(opt_tree *t);
bool opt_inclusive_loop(opt_tree *t);
bool opt_unroll(opt_tree *t);
bool opt_full_unroll(opt_tree *t);
bool opt_fold(opt_tree *t);
bool opt_mem2reg(opt_tree *t);
bool opt_shared_relax(opt_tree *t);
bool opt_gvn(opt_tree *t);
bool opt_streaming_store(opt_tree *t);
bool opt_add_together(opt_tree *t);
bool opt_single_round(opt_tree *t);
bool opt_small_numbers(opt_tree *t);
void opt_settle_small_numbers(opt_tree *t); /* once gvn has seen what it made */
bool opt_saturating_step(opt_tree *t);
bool opt_loop_versioning(opt_tree *t);
bool opt_strip_mine(opt_tree *t);
bool opt_if_convert(opt_tree *t);
bool opt_div_rem_pairs(opt_tree *t);
bool opt_load_combine(opt_tree *t);
bool opt_partial_unroll(opt_tree *t);
bool opt_reassociate(opt_tree *t);
bool opt_merge_checks(opt_tree *t);
/* opt_launch_version.c: the further entry of a kernel, whose number is id; NULL: no launch proves a check. */
opt_tree *opt_launch_version(opt_tree *kernel, ir_function_id id);
/* id, one_id: the kernel's number and what *one's is to be. False: the kernel is not one that gains. */
bool opt_coarsen(opt_tree *kernel, ir_function_id id, ir_function_id one_id, opt_tree **one, opt_tree **entry);

/* range: the numbers by which a call is to be told its threads. calls_stop: see below. */
bool opt_thread_loop(opt_tree *kernel, ir_range range, bool calls_stop);
/* opt_block_rounds.c marks a loop that opt_block_loop.c is to do round by round, in the flags of its LOOP. Other passes
 * leave it as it is. */
enum { OPT_LOOP_ROUNDS = 1 };
bool opt_block_rounds(opt_tree *kernel);
/* The kernel's range is IR_RANGE_BLOCK. False: nothing changed, since its threads may part before a barrier. */
bool opt_block_loop(opt_tree *kernel);
/* opt_thread_range.c: the range that suits the kernel, or IR_RANGE_NONE if its threads must be called one by one. from:
 * the module before the passes. *calls_stop: whether functions that stay calls may panic, or ask for the thread's
 * place. */
ir_range opt_thread_range(const opt_tree *kernel, const ir_module *from, bool *calls_stop);

/* opt.c: the prepared tree of a function that calls in t are to be replaced by; NULL: they stay calls. */
const opt_tree *opt_callee(const opt_tree *t, ir_function_id f);

#endif
