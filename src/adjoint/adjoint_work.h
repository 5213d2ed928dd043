/* adjoint_work.h: what the files of the room share; inner header. */
#ifndef RUSTG_ADJOINT_WORK_H
#define RUSTG_ADJOINT_WORK_H

#include "adjoint/adjoint.h"
#include "opt/opt_tree.h"

/* The rows of adjoint_rule.def. */
typedef enum adjoint_rule { ADJOINT_FORMULA, ADJOINT_ZERO, ADJOINT_MOVED, ADJOINT_REFUSED } adjoint_rule;

/* What is known of a value or of what a local holds, a set.
 *   ACTIVE   it has floats that depend on what has a gradient
 *   BITS     an integer that was made of the bits of such a float
 *   PLAIN    a pointer to memory without a shadow, such as constants and integers
 *   SHADOWED a pointer to memory that has one: floats there have gradients
 *   UNKNOWN  a pointer of which that cannot be said
 *   FRAME, OUTSIDE  of a SHADOWED one: to a local of the thread, or to the memory of an argument or a block
 *   BLOCK    of an OUTSIDE one: it may lead to the memory of a block
 *   NARROW, WIDE    of a SHADOWED one: f32, or f64, are there
 *   HALF, BRAIN     likewise f16, or bf16, whose gradients are f32
 *   TAPE     a SHADOWED pointer into the tape, where what is read has the type that was written */
enum {
    ADJOINT_ACTIVE = 1,
    ADJOINT_BITS = 2,
    ADJOINT_PLAIN = 4,
    ADJOINT_SHADOWED = 8,
    ADJOINT_UNKNOWN = 16,
    ADJOINT_FRAME = 32,
    ADJOINT_OUTSIDE = 64,
    ADJOINT_NARROW = 128,
    ADJOINT_WIDE = 256,
    ADJOINT_BLOCK = 512,
    ADJOINT_HALF = 1024,
    ADJOINT_BRAIN = 2048,
    ADJOINT_TAPE = 4096,
    ADJOINT_NUMBERS = ADJOINT_NARROW | ADJOINT_WIDE | ADJOINT_HALF | ADJOINT_BRAIN,
    ADJOINT_POINTERS = ADJOINT_PLAIN | ADJOINT_SHADOWED | ADJOINT_UNKNOWN | ADJOINT_FRAME | ADJOINT_OUTSIDE |
                       ADJOINT_NUMBERS | ADJOINT_BLOCK | ADJOINT_TAPE
};

/* A value that the way back needs, and the one that stands for it there. */
typedef struct adjoint_kept {
    ir_value value, again;
    opt_node *restore; /* GET of a local, or LOAD from the tape */
} adjoint_kept;
/* A list of the way forward. loop: the innermost LOOP around it, counted from 1; 0: none. is_together: the threads of a
 * block run it together. */
typedef struct adjoint_list {
    uint32_t loop;
    bool is_together, is_replayed; /* is_replayed: its reverse repeats reads of shared arrays that it fills */
    VEC(adjoint_kept) kept;
} adjoint_list;

/* Of a GET in a LOOP: it gets first + r * step in round r, or first - r * step, and one step more if is_behind; where
 * it saturates, at most the type's greatest number. loop NULL: that is not so. */
typedef struct adjoint_step {
    const opt_node *loop;
    ir_value first, step;
    bool is_less, is_behind, saturates;
} adjoint_step;

/* n_values and n_locals count the kernel's own; tables by value or local have that many rows.
 *   out, line  where nodes go, and the line that they get
 *   primal     what stands for a value of the kernel where nodes go
 *   shadow     of pointers; in tangent mode also of floats: their tangents. 0: none
 *   home       of each value the list that defines it, a row of lists
 *   again      on the way back, what stands for a value; 0: nothing yet. undo: what to forget at a list's end */
typedef struct adjoint {
    ir_module *m;
    const adjoint_request *request;
    opt_tree *t;
    uint32_t n_values, n_locals;
    const opt_node **defined;
    uint16_t *bits, *local_bits;
    uint16_t stored_bits, held_bits; /* of pointers: those written through pointers, and those in any local in memory */
    bool *is_shadowed;               /* of each type of the module whether memory with a shadow holds it */
    bool changed;
    const char *reason;
    uint32_t reason_line;
    ir_value *gradient;
    bool *is_own;
    opt_list *out;
    uint32_t line;
    ir_value (*primal)(struct adjoint *a, ir_value v);
    ir_value *shadow;
    ir_local *shadow_local;
    ir_global_id *shadow_global;     /* of the shared arrays among the first n_globals */
    uint32_t n_globals, shared_line; /* shared_line: where one is first named */
    bool has_shared;
    VEC(ir_local) zeroed; /* locals that begin as zero */
    ir_local exit;        /* of the list at hand */
    arena_map rounds;     /* of each LOOP node, the value that counts its rounds */
    /* Of LOOPs that go round once for each number from `first` below `end`, by steps of `stride` (0: one), and once
     * more. */
    arena_map firsts, ends, strides;
    arena_map full;        /* LOOPs of which the way back leaves out the last round */
    arena_map rounds_left; /* of each LOOP node, the local that on the way back has the number of the round */
    uint32_t *filled_in;   /* of each of the first n_globals, 1 + the list that fills it; 0: it is not replayed */
    adjoint_step *steps;   /* of the first n_steps values */
    uint32_t n_steps;
    arena_map list_numbers;
    VEC(adjoint_list) lists;
    uint32_t n_loops, loop, *home; /* loop: of the list at hand */
    ir_local *adjoint_local;
    uint32_t list;        /* the row of lists that is gone through backwards */
    uint32_t *is_zero_in; /* of each local, 1 + the list in which its shadow has been set to zero; 0: it may be more */
    const uint8_t *has_address;
    uint32_t *n_uses, *half_uses; /* half_uses: those that adjoint_half.c knows */
    ir_value *again;
    VEC(ir_value) undo;
    uint16_t *costs;
    ir_local tape_used;
    ir_value tape, tape_capacity, n_threads, thread;
    ir_site_id tape_short;
    bool has_tape, needs_tape;
    /* adjoint_uniform.c's: of each value and local, a bit for each axis along which a block's threads may differ */
    uint8_t *axes, *local_axes;
    bool refuses_apart;
} adjoint;

/* adjoint.c: nodes at a->out. */
ir_value adjoint_put(adjoint *a, ir_op op, ir_type type, const ir_value *args, uint32_t n_args, uint64_t imm);
opt_node *adjoint_put_node(adjoint *a, ir_op op, ir_type type, const ir_value *args, uint32_t n_args, uint64_t imm);
ir_value adjoint_binary(adjoint *a, ir_op op, ir_type type, ir_value x, ir_value y);
ir_value adjoint_integer(adjoint *a, ir_type type, uint64_t n);
ir_value adjoint_float(adjoint *a, ir_type type, double x);
ir_value adjoint_zero(adjoint *a, ir_type type);
ir_value adjoint_get(adjoint *a, ir_local local);
void adjoint_set(adjoint *a, ir_local local, ir_value v);
ir_value adjoint_element_of(adjoint *a, ir_type element, ir_value pointer, ir_value index);
ir_value adjoint_field_of(adjoint *a, ir_type aggregate, ir_value pointer, uint32_t field);
bool adjoint_is_scalar(const adjoint *a, ir_type type); /* a float */
ir_type adjoint_type_of(const adjoint *a, ir_value v);
/* A loop over index from 0 to n - 1: what is put between begin and end is its body. */
typedef struct adjoint_rounds {
    opt_list *outer;
    ir_local counter;
    ir_value index;
} adjoint_rounds;
adjoint_rounds adjoint_begin_rounds(adjoint *a, ir_value n);
void adjoint_end_rounds(adjoint *a, const adjoint_rounds *rounds);
/* A new local that is zero when the kernel begins. */
ir_local adjoint_zeroed_local(adjoint *a, ir_type type, const char *name);
/* The one that stands for a local, made when it is first asked for. */
ir_local adjoint_shadow_local(adjoint *a, ir_local l);
/* Keeps the first reason. node: where; NULL: nowhere in particular. */
void adjoint_refuse(adjoint *a, const opt_node *node, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The intrinsic that the node computes, itself or as a call of a function of the library; IR_N_INTRINSICS: none. */
uint32_t adjoint_intrinsic_of(const adjoint *a, const opt_node *node);

/* adjoint_layout.c: why floats of a union in the type have no gradients; NULL: they may have. */
const char *adjoint_overlaps(const ir_module *m, ir_type type);
/* Of a union that holds floats, the field that has one wherever another field has; their number: there is none. */
uint32_t adjoint_field_of_floats(const ir_module *m, ir_type type);
bool adjoint_is_part(const ir_module *m, ir_type part, ir_type of); /* that, or a type with the same scalars */
/* Whether the scalar may be there in the type: what is there is a float as it is, or none as it is none. */
bool adjoint_has_at(const ir_module *m, ir_type of, uint64_t offset, ir_type scalar);

/* adjoint_half.c. Of a conversion of half precision to f32 what it converts: what lies at a pointer, an f32 that was
 * rounded, a constant. */
typedef struct adjoint_half {
    enum { ADJOINT_HALF_UNKNOWN, ADJOINT_HALF_READ, ADJOINT_HALF_ROUNDED, ADJOINT_HALF_CONSTANT } kind;
    ir_value pointer, value;
} adjoint_half;
adjoint_half adjoint_half_of(const adjoint *a, const opt_node *node); /* UNKNOWN also of any other node */
uint16_t adjoint_half_format(const opt_node *node);                   /* HALF or BRAIN of a conversion, else 0 */
/* Whether what is stored was an f32, *v, or a constant: 0. */
bool adjoint_half_stored(const adjoint *a, const opt_node *store, uint16_t format, ir_value *v);
void adjoint_count_half_uses(adjoint *a);
bool adjoint_half_stays_one(const adjoint *a, ir_value v); /* its bits are used as a number alone */
void adjoint_move_half_reads(adjoint *a);

/* adjoint_given.c: calls of functions that have a rule by `#[derivative]` */
bool adjoint_is_given(const adjoint *a, const opt_node *node);
void adjoint_check_given(adjoint *a, const opt_node *node, uint16_t joined); /* joined: of all arguments */
void adjoint_back_given(adjoint *a, const opt_node *node);
ir_value adjoint_tangent_of_given(adjoint *a, const opt_node *node);

void adjoint_copy_by_floats(adjoint *a);                     /* adjoint_copy.c */
bool adjoint_is_of_floats(const ir_module *m, ir_type type); /* of one type, and nothing else is in it */
void adjoint_merge_reads(adjoint *a);                        /* adjoint_merge.c */
void adjoint_find_activity(adjoint *a);                      /* adjoint_activity.c */
int adjoint_own_name(const char *name); /* the length of a function's name in the IR without the number at its end */
void adjoint_mirror(adjoint *a);        /* adjoint_mirror.c */
void adjoint_structure(adjoint *a);     /* adjoint_structure.c */
void adjoint_tidy_loops(adjoint *a, opt_list *list); /* once nobody asks for their form any more */
/* On the way back: how often the loop goes round, and once less where its rounds are full. */
ir_value adjoint_rounds_of(adjoint *a, const opt_node *loop);
/* Of a loop whose rounds are known: what a round does but the last, which does nothing that has a way back. NULL: the
 * last one may do so too. */
const opt_list *adjoint_full_round(const adjoint *a, const opt_node *loop);
bool adjoint_is_full(const adjoint *a, const opt_node *loop); /* the way back leaves out its last round */
void adjoint_drop_frame(adjoint *a, const opt_list *list);    /* what the list has pushed last, if it does */
void adjoint_find_steps(adjoint *a);                          /* adjoint_step.c */
void adjoint_find_own(adjoint *a);                            /* adjoint_own.c */
void adjoint_find_uniform(adjoint *a); /* adjoint_uniform.c; refuses warp operations of threads that are apart */
bool adjoint_is_uniform(const adjoint *a, ir_value v); /* the same in all threads of a block */
void adjoint_go_back(adjoint *a);                      /* adjoint_reverse.c */
adjoint_rule adjoint_rule_of(const adjoint *a, const opt_node *node, const char **about);
/* adjoint_formula.c: s times the partial derivative of the node's result by its k-th operand; 0: that is zero. */
ir_value adjoint_scaled(adjoint *a, const opt_node *node, uint32_t k, ir_value s);

/* adjoint_reverse.c: adds x to the adjoint of v, if that has one; takes the adjoint of a float. */
void adjoint_grow(adjoint *a, ir_value v, ir_value x);
ir_value adjoint_take(adjoint *a, ir_value v);
void adjoint_grow_from(adjoint *a, ir_value v, ir_value from); /* adds what lies there, and leaves it as it is */
void adjoint_back_shuffle(adjoint *a, const opt_node *node);   /* adjoint_shuffle.c */
/* Sets each float of the type at `to` to zero. */
void adjoint_clear(adjoint *a, ir_type type, ir_value to);

/* adjoint_shared.c */
ir_global_id adjoint_shadow_of_global(adjoint *a, ir_global_id g);
void adjoint_clear_shared(adjoint *a);               /* what the threads of a block do together before they go back */
void adjoint_meet(adjoint *a, const opt_node *node); /* a barrier, of a block or of a warp, on the way back */

void adjoint_barrier(adjoint *a, ir_intrinsic what);

/* adjoint_replay.c */
void adjoint_find_replays(adjoint *a);
void adjoint_replay(adjoint *a, const opt_list *list);                /* fills what the list fills, where nodes go */
ir_global_id adjoint_shared_root(const adjoint *a, ir_value pointer); /* 0: it leads elsewhere */

/* adjoint_keep.c */
/* Whether to compute the value again costs less than to keep a float. */
bool adjoint_is_cheaper_than_float(adjoint *a, ir_value v);
void adjoint_number_lists(adjoint *a);
/* Whether nothing writes during the launch where the pointer leads. */
bool adjoint_stays(const adjoint *a, ir_value pointer);
/* Whether it is the way out of a LOOP that adjoint_structure.c makes. */
bool adjoint_is_way_out(const opt_node *node);
adjoint_list *adjoint_list_of(adjoint *a, const opt_list *list);
/* What stands for the value on the way back, in the list that a->out is. */
ir_value adjoint_need(adjoint *a, ir_value v);
/* Puts what the list keeps at its end, or behind its definition, and what takes it up before `back`. */
void adjoint_keep_list(adjoint *a, opt_list *list, opt_list *back);

#endif
