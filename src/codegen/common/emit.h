/* emit.h: what every emitter of text shares. Inner header of the room.
 *
 *   emit_module.c     the order of a text             emit_function.c     instructions into statements
 *   emit_expression.c values into expressions         emit_intrinsic.c    intrinsics
 *   emit_type.c       types, data of constants, literals   emit_name.c    names that collide with nothing
 *   emit_helper.c     small functions the text needs  emit_text.c         the buffer
 *   emit_plan.c       what is reached, who may panic, which values are written where they are used
 *
 * A target is a codegen_target, a table of words and functions: c/emit_c.c and cuda/emit_cuda.c fill one each. Nothing
 * in this folder asks which target it works for.
 *
 * Names in the text: values v12, parameters and locals name_12, functions name_fn12, globals name_g12, types name_t12,
 * labels L12, helpers rustg_*; kernels keep their own. So none can be another. */
#ifndef RUSTG_EMIT_H
#define RUSTG_EMIT_H

#include <string.h>

#include "codegen/codegen.h"

/* The names of Rust's numbers, with which the text of each target begins. */
#define EMIT_NUMBER_TYPES                                                                                              \
    "typedef signed char i8;\n"                                                                                        \
    "typedef short i16;\n"                                                                                             \
    "typedef int i32;\n"                                                                                               \
    "typedef long long i64;\n"                                                                                         \
    "typedef unsigned char u8;\n"                                                                                      \
    "typedef unsigned short u16;\n"                                                                                    \
    "typedef unsigned int u32;\n"                                                                                      \
    "typedef unsigned long long u64;\n"                                                                                \
    "typedef float f32;\n"                                                                                             \
    "typedef double f64;\n"

typedef enum emit_helper {
#define HELPER(name, bits, c, cuda) EMIT_HELPER_##name,
#include "codegen/common/emit_helper.def"
    EMIT_N_HELPERS
} emit_helper;
enum { EMIT_N_KINDS = IR_F64 + 1 };

/* How a value is written. text is NULL for a value of size 0. place is, for an address, the lvalue behind it, which
 * has the type place_type. */
typedef struct emit_value {
    const char *text, *place;
    const char *left, *right; /* the factors of a product that fast kernels may fuse into a sum */
    ir_type place_type;
    bool atom;  /* it needs no parentheses as an operand */
    bool reads; /* it reads memory, so it may not pass a write */
    uint8_t depth;
} emit_value;

/* Flags of a function. */
enum {
    EMIT_PANICS = 1, /* it may panic, so it is told the kernel's number */
    EMIT_ADDRESSED = 2,
    EMIT_REACHED = 4,
    EMIT_SMALL = 8,
    EMIT_MEETS = 16,
    EMIT_ACTIVE = 32, /* the walk is inside of it */
    EMIT_RECURSIVE = 64
};

/* A bracket that is open. */
typedef struct emit_open {
    uint8_t op;
    ir_label label;
    bool any_case;
    uint32_t at; /* the index of its instruction */
} emit_open;

/* What jumps to a label by goto. */
enum { EMIT_LABEL_BREAK = 1, EMIT_LABEL_CONTINUE = 2 };

/* Whether a type has pointers in it, once that was asked. */
typedef enum emit_pointers { EMIT_POINTERS_UNKNOWN, EMIT_POINTERS_NONE, EMIT_POINTERS_SOME } emit_pointers;

/* How far a type of the module has come in the text. */
typedef enum emit_type_state { EMIT_TYPE_UNKNOWN, EMIT_TYPE_NAMED, EMIT_TYPE_DEFINED } emit_type_state;

typedef struct emit {
    ir_module *m;
    arena *a;
    const codegen_options *o;
    const codegen_target *target;
    void *own; /* what the target itself keeps */
    VEC(char) text;
    uint8_t *function_flags, *global_reached, *type_state; /* by id; the last: an emit_type_state */
    uint8_t *type_pointers;                                /* by id, an emit_pointers */
    bool hides_addresses;                                  /* emit_hides_addresses */
    bool has_narrow_atomics;                               /* that read and write 8 or 16 bits */
    bool prints;                                           /* what is reached does */
    bool data_meets;     /* of functions that the data at hand leads to, one meets other threads */
    const char *refused; /* codegen_text's */
    const char **type_names;
    /* The types that have names, in the order of their use: ids differ between equal modules, that order does not. */
    VEC(ir_type) types;
    bool helpers[EMIT_N_HELPERS][EMIT_N_KINDS];
    const char **kernel_names;
    const ir_function *full_of; /* emit_full.c */
    const uint8_t *full;        /* by instruction of full_of: all lanes of all warps run it */
    /* What follows is of the function at hand. */
    const ir_function *f;
    ir_function_id id;
    emit_value *values;
    uint8_t *how;                                /* EMIT_INLINE.. of each value */
    const uint32_t *n_uses;                      /* of each value: how many operands it is */
    uint32_t *defined_at, *first_set, *next_set; /* of a value, a local, an instruction: an instruction + 1, 0: none */
    uint8_t *label_used;                         /* EMIT_LABEL_BREAK and EMIT_LABEL_CONTINUE of each label */
    VEC(emit_open) open;
    uint32_t indent, line;
    bool ended;
} emit;

/* What helpers call for a type of numbers: the toolkit's conversion to it ($C of emit_helper.def), and its functions
 * from and to bits ($G, $H). NULL if the target's helpers do not need it. */
typedef struct emit_kind_words {
    const char *conversion, *from_bits, *to_bits;
} emit_kind_words;

/* A target: the words and functions in which its text differs from that of others. A function may be NULL if its
 * comment says so. */
struct codegen_target {
    const char *name;
    bool takes_optimized; /* codegen_takes_optimized */
    bool is_for_cpu;      /* codegen_is_for_cpu */

    const char *bool_type, *true_word, *false_word, *static_assert_word;
    const char *builtin;              /* stands before the names of the C library's functions */
    const char *inline_function;      /* stands before the result of a helper */
    const char *data, *constant_data; /* stand before the type of a static */
    const char *wide_array;           /* stands before an array of at least 16 bytes that the thread owns */
    /* The type of a function's first parameter, which is the thread that runs it; it also stands in pointers to
     * functions. "" if the language knows the thread. */
    const char *thread_param, *thread_type, *thread_arg;
    /* Stands before a kernel's parameter that is in_place, of which a local may be another name. "" if none may. */
    const char *in_place;
    const char *kernel_end;            /* stands behind the name of a kernel that begin_kernel leaves unwritten */
    const char *panic_record;          /* stands before a field of the panic's record */
    bool exchanges_words;              /* narrow atomics exchange 32 bits, so statics that may change have whole ones */
    bool casts_bools;                  /* the result of an operator on bools is turned back into one */
    const char *const *helpers;        /* [EMIT_N_HELPERS]: the target's column of emit_helper.def */
    const emit_kind_words *kind_words; /* [EMIT_N_KINDS] */

    void (*begin)(emit *e);        /* sets e->own */
    const char *(*frame)(emit *e); /* what the text begins with */
    void (*finish)(emit *e);       /* what it ends with; NULL: nothing */
    void (*kernel_names)(emit *e); /* fills e->kernel_names */
    const char *(*linkage)(emit *e, const ir_function *f, bool is_small);
    /* Writes what precedes a kernel's name. False: the whole signature is written already. */
    bool (*begin_kernel)(emit *e, ir_function_id id);
    /* At a kernel's start, for parameter n: value->text is its name in the signature. */
    void (*kernel_param)(emit *e, uint32_t n, emit_value *value);
    void (*kernel_start)(emit *e);                /* behind its parameters; NULL: nothing */
    void (*before_loop)(emit *e, uint32_t loop);  /* NULL: nothing to say */
    void (*after_check)(emit *e, ir_value known); /* may be NULL */
    void (*ptx)(emit *e, const ir_instr *i);      /* NULL: the Rust expression beside it is meant */
    void (*announce_cycle)(emit *e, const ir_global *g, const char *name); /* declares a static that reaches itself */
    void (*define_shared)(emit *e, const char *name, uint64_t size,
                          uint32_t align); /* NULL: the block's memory holds it */
    emit_value (*shared_address)(emit *e, ir_global_id id);
    const char *(*dyn_shared)(emit *e);
    emit_value (*float_binary)(emit *e, const ir_instr *i, const char *a,
                               const char *b); /* with .text NULL a plain operator is written */
    const char *(*load_constant)(
        emit *e, const ir_instr *i); /* reads global memory that does not change; NULL: as other memory */
    const char *(*store_streaming)(
        emit *e, const ir_instr *i); /* writes global memory that the kernel does not read; NULL: as other memory */
    /* May hide an operand of an order or of an overflow test from an optimizer that gets it wrong; NULL if none does.
     */
    void (*guard_order)(emit *e, const ir_instr *i, const char **left, const char **right);
    const char *(*fast_function)(const emit *e,
                                 const ir_instr *i); /* the less exact function that may stand here, or NULL */
    /* Writes threads, blocks, warps, fences and all that has no form common to the targets. NULL: there is nothing to
     * do. */
    const char *(*intrinsic)(emit *e, const ir_instr *i);
    /* Writes an atomic. p is the address, x and y are the operands (NULL where there is none), and t is the type in
     * memory. */
    const char *(*atomic)(emit *e, const ir_instr *i, ir_type t, const char *p, const char *x, const char *y);
};

/* emit_text.c puts text into the buffer; emit_print puts it into the arena. */
void emit_add_bytes(emit *e, const char *bytes, size_t n);
/* Here, so that compilers know the length of a literal. */
static inline void emit_add(emit *e, const char *text)
{
    emit_add_bytes(e, text, strlen(text));
}
void emit_format(emit *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *emit_print(emit *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
void emit_new_line(emit *e); /* with indentation */
/* Makes a new text in which $x is replaced by values[i] where keys[i] == x. */
const char *emit_fill(emit *e, const char *form, const char *keys, const char *const *values);

/* emit_plan.c */
void emit_plan(emit *e);
bool emit_any_panics(const emit *e); /* of what is reached */
bool emit_any_long_panics(const emit *e);
bool emit_any_recursion(const emit *e);
const char *emit_fp8_kernel(const emit *e); /* the first kernel that converts FP8 numbers, or NULL */
enum { EMIT_NAMED, EMIT_NAMED_BASE, EMIT_INLINE, EMIT_UNUSED }; /* the second: elements lie behind it */
uint32_t emit_behind(const ir_function *f, uint32_t at);        /* where the bracket that opens at `at` has its END */
void emit_plan_function(emit *e);
uint64_t emit_most_threads(const ir_function *f); /* of a block of the kernel; 0: any number */
uint32_t emit_kernel_number(const emit *e);       /* of the kernel at hand, as the record of a panic has it */
/* rustg_launch_proofs (launch_proof.h), for entries of launches that prove their checks. n 0: there are none. */
const uint64_t *emit_proof_words(emit *e, size_t *n);

/* emit_full.c: whether all lanes of every warp run the instruction, which is of the function at hand. */
bool emit_has_full_warps(emit *e, const ir_instr *i);

/* emit_name.c */
const char *emit_clean(emit *e, const char *name, const char *otherwise);
const char *emit_local_name(emit *e, ir_local l);
const char *emit_function_name(emit *e, ir_function_id f);
const char *emit_global_name(emit *e, ir_global_id g);

/* emit_type.c */
const char *emit_type_name(emit *e, ir_type t); /* "void" for what has size 0 */
bool emit_is_nothing(const emit *e, ir_type t); /* void or size 0 */
bool emit_has_pointers(emit *e, ir_type t);
/* Whether addresses of locals are to be kept from NVVM. Of a struct of 16 bytes or more with that alignment, which it
 * copies as one number, it does not see that a pointer in it leads to a local, and drops what is written there. */
bool emit_hides_addresses(emit *e);
void emit_types(emit *e);
const char *emit_literal(emit *e, ir_type t, uint64_t bits, bool *atom);
void emit_globals(emit *e);
void emit_quoted(emit *e, const char *text);

/* The parameter, counted from 1, that the kernel's local gets and that is in_place; else 0. */
uint32_t emit_in_place(const emit *e, ir_local l);

/* emit_expression.c writes the value of an instruction. */
emit_value emit_expression(emit *e, const ir_instr *i);
const char *emit_operand(emit *e, ir_value v); /* in parentheses where it needs them */
const char *emit_plain(emit *e, ir_value v);
const char *emit_lvalue(emit *e, ir_value pointer, ir_type t, bool is_volatile);
emit_value emit_value_of(emit *e, const char *text, bool atom);
ir_type emit_type_of(const emit *e, ir_value v);
ir_value emit_arg(const emit *e, const ir_instr *i, uint32_t n);
const ir_instr *emit_definition(const emit *e,
                                ir_value v); /* the instruction that makes a value, NULL for parameters */
const char *emit_unsigned_of(ir_type t);     /* the unsigned type of a scalar's width */

/* emit_intrinsic.c writes an expression, or a statement without its semicolon. NULL: there is nothing to do. */
const char *emit_intrinsic_text(emit *e, const ir_instr *i);
/* A call that prints: open is the function's name with what stands before the site. */
const char *emit_message(emit *e, const ir_instr *i, const char *open);
const char *emit_fill_args(emit *e, const ir_instr *i, const char *form,
                           const char *extra); /* $0 $1 $2 $T, $X: extra */
typedef struct emit_atomic_row {
    const char *c, *cuda, *ptx, *sign;
} emit_atomic_row;
extern const char *const emit_ptx_scopes[IR_N_SCOPES], *const emit_ptx_orders[IR_N_ORDERINGS]; /* PTX's words */
extern const emit_atomic_row emit_atomic_names[]; /* of atomics that read, modify and write, by ir_intrinsic */
const char *emit_to_bits(emit *e, ir_type t, const char *text); /* a scalar as the unsigned number of its width */
const char *emit_of_bits(emit *e, ir_type t, const char *text);

/* Whether a list of a SWITCH begins there. */
static inline bool emit_is_case(const ir_instr *i)
{
    return i->op == IR_CASE || i->op == IR_DEFAULT;
}
/* Whether it is opt_coarsen.c's function for one element, in which a panic ends the element and not the thread. */
static inline bool emit_goes_on(const ir_function *f)
{
    return f->coarse_of && !f->is_kernel;
}
/* Whether it is opt_block_loop.c's kernel, in which a check that fails notes the panic, and control goes on. */
static inline bool emit_notes(const ir_function *f)
{
    return f->range == IR_RANGE_BLOCK;
}
bool emit_any_notes(const emit *e); /* whether such a function may panic */

/* emit_helper.c */
const char *emit_helper_name(emit *e, emit_helper h, ir_type kind); /* marks it as needed */
void emit_helpers(emit *e);

/* emit_function.c */
void emit_prototype(emit *e, ir_function_id id);
void emit_params(emit *e, ir_function_id id); /* in parentheses, the thread among them */
void emit_body(emit *e);
void emit_begin_function(emit *e, ir_function_id id);

#endif
