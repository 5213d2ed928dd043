/* emit.h: what the two emitters of text share. Inner header of the room.
 *
 *   emit_function.c   instructions into statements      emit_expression.c   values into expressions
 *   emit_type.c       types, constants' data, literals  emit_name.c         names that collide with nothing
 *   emit_compare.c    orders, overflow tests          emit_motion.c     what grows in a loop
 *   emit_helper.c     small functions the text needs     emit_intrinsic.c, emit_atomic.c   intrinsics
 *   emit_plan.c       what is reached, who may panic, which values are written where they are used
 *   emit_c.c, emit_cuda.c  the frame of each target       emit_text.c         the buffer
 *
 * Names in the text: values v12, parameters and locals name_12, functions name_fn12, globals name_g12, types name_t12,
 * labels L12, helpers rustg_*; kernels keep their own. So none can be another. */
#ifndef RUSTG_EMIT_H
#define RUSTG_EMIT_H

#include "codegen/codegen.h"

typedef enum emit_helper {
#define HELPER(name, c, cuda) EMIT_HELPER_##name,
#include "codegen/common/emit_helper.def"
    EMIT_N_HELPERS
} emit_helper;
enum { EMIT_N_KINDS = IR_F64 + 1 };

/* How a value is written. text: NULL for what has size 0. place: for addresses, the lvalue behind them, of place_type.
 */
typedef struct emit_value {
    const char *text, *place;
    const char *left, *right; /* of a product that fast kernels may fuse into a sum */
    ir_type place_type;
    bool atom;  /* needs no parentheses as an operand */
    bool reads; /* of memory, so it may not pass a write */
    uint8_t depth;
} emit_value;

enum {
    EMIT_PANICS = 1, /* may panic: told the kernel's number */
    EMIT_ADDRESSED = 2,
    EMIT_REACHED = 4,
    EMIT_SMALL = 8,
    EMIT_MEETS = 16,
    EMIT_ACTIVE = 32, /* being walked */
    EMIT_RECURSIVE = 64
};

typedef struct emit_open {
    uint8_t op;
    ir_label label;
    bool any_case;
    uint32_t at; /* instruction */
} emit_open;     /* a bracket that is open */

typedef struct emit {
    ir_module *m;
    arena *a;
    const codegen_options *o;
    bool cuda;
    VEC(char) text;
    uint8_t *function_flags, *global_reached, *type_state;
    const char **type_names;
    VEC(ir_type)
    types; /* that have names, in their order: ids differ between equal modules, the order of use does not */
    bool helpers[EMIT_N_HELPERS][EMIT_N_KINDS];
    uint64_t *shared_at; /* C: offset of each shared global in the block's memory */
    const char **kernel_names;
    bool *loop_calls; /* emit_compare.c: functions that loops call; NULL until asked for */
    /* of the function at hand */
    const ir_function *f;
    ir_function_id id;
    emit_value *values;
    uint8_t *how;                                /* EMIT_INLINE.. of each value */
    uint32_t n_full;                             /* instructions that all lanes of all warps run */
    uint32_t *defined_at, *first_set, *next_set; /* of a value, a local, an instruction: an instruction + 1, 0: none */
    uint8_t *label_used;                         /* 1: BREAK by goto, 2: CONTINUE by goto */
    VEC(emit_open) open;
    uint32_t indent, line;
    bool ended;
} emit;

/* emit_text.c: text into the buffer; emit_print: into the arena. */
void emit_add(emit *e, const char *text);
void emit_format(emit *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *emit_print(emit *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
void emit_new_line(emit *e); /* with indentation */
/* Replaces $x by values[i] where keys[i] == x, into a new text. */
const char *emit_fill(emit *e, const char *form, const char *keys, const char *const *values);

/* emit_plan.c */
void emit_plan(emit *e);
bool emit_any_panics(const emit *e); /* of what is reached */
bool emit_any_long_panics(const emit *e);
bool emit_any_recursion(const emit *e);
const char *emit_fp8_kernel(const emit *e); /* the first kernel that converts FP8 numbers, or NULL */
enum { EMIT_NAMED, EMIT_INLINE, EMIT_UNUSED };
uint32_t emit_behind(const ir_function *f, uint32_t at); /* the END of the bracket that opens there */
/* A loop of few rounds over the thread's own array: only unrolled does the array become registers, where it can at all.
 * 0: another. */
enum { EMIT_ONE_ROUND = 1, EMIT_SOME_ROUNDS = 4 };
unsigned emit_rounds_unrolled(emit *e, uint32_t loop);
bool emit_sincos(emit *e, const ir_instr *i); /* both of an argument at once; false: the one stands alone */
void emit_plan_function(emit *e);
bool emit_has_full_warps(const emit *e, const ir_instr *i); /* whether all 32 lanes of each warp are at it */
bool emit_is_read(ir_op op);

/* emit_name.c */
const char *emit_clean(emit *e, const char *name, const char *otherwise);
const char *emit_local_name(emit *e, ir_local l);
const char *emit_function_name(emit *e, ir_function_id f);
const char *emit_global_name(emit *e, ir_global_id g);
void emit_kernel_names(emit *e);

/* emit_type.c */
const char *emit_type_name(emit *e, ir_type t); /* "void" for what has size 0 */
bool emit_is_nothing(const emit *e, ir_type t); /* void or size 0 */
void emit_types(emit *e);
const char *emit_literal(emit *e, ir_type t, uint64_t bits, bool *atom);
void emit_globals(emit *e);
void emit_quoted(emit *e, const char *text);

/* emit_expression.c: the value of an instruction. */
emit_value emit_expression(emit *e, const ir_instr *i);
const char *emit_operand(emit *e, ir_value v); /* in parentheses where it needs them */
const char *emit_plain(emit *e, ir_value v);
const char *emit_lvalue(emit *e, ir_value pointer, ir_type t, bool is_volatile);
emit_value emit_value_of(emit *e, const char *text, bool atom);
ir_type emit_type_of(const emit *e, ir_value v);
ir_value emit_arg(const emit *e, const ir_instr *i, uint32_t n);

/* emit_compare.c. The instruction that makes a value, NULL for parameters. */
const ir_instr *emit_definition(const emit *e, ir_value v);
emit_value emit_compare(emit *e, const ir_instr *i, const char *sign);

/* emit_motion.c: what rounds of the loop of instructions first..last may do to a value; whether it is made of more than
 * constants. */
enum { EMIT_GROWS = 1, EMIT_SHRINKS = 2 };
unsigned emit_motion(const emit *e, ir_value v, uint32_t first, uint32_t last);
bool emit_is_unknown(const emit *e, ir_value v);
emit_value emit_overflows(emit *e, const ir_instr *i);

/* emit_intrinsic.c: an expression, or a statement without its semicolon. NULL: nothing to do. */
const char *emit_intrinsic_text(emit *e, const ir_instr *i);
const char *emit_atomic(emit *e, const ir_instr *i);
void emit_ptx(emit *e, const ir_instr *i);

/* opt_coarsen.c's function for one element: a panic ends it, not the thread. */
static inline bool emit_goes_on(const ir_function *f)
{
    return f->coarse_of && !f->is_kernel;
}
bool emit_any_notes(const emit *e); /* whether such a function may panic */

/* emit_helper.c */
const char *emit_helper_name(emit *e, emit_helper h, ir_type kind); /* marks it as needed */
void emit_helpers(emit *e);

/* emit_function.c */
void emit_prototype(emit *e, ir_function_id id);
void emit_body(emit *e);
void emit_begin_function(emit *e, ir_function_id id);

/* emit_c.c: the order of a text: frame, types, helpers, data, prototypes, functions. */
codegen_text emit_module(emit *e, const char *(*frame)(emit *e));

#endif
