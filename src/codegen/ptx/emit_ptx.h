/* emit_ptx.h: what the files of the PTX target tell each other. Source: PTX ISA.
 *
 *   emit_ptx.c            the order of a text, functions      emit_ptx_data.c       statics and shared arrays
 *   emit_ptx_flow.c       brackets, jumps, calls, panics      emit_ptx_value.c      registers, numbers, addresses
 *   emit_ptx_number.c     arithmetic and conversions          emit_ptx_memory.c     loads, stores, copies, parts
 *   emit_ptx_intrinsic.c  intrinsics                          emit_ptx_atomic.c     atomics
 *   emit_ptx_source.c     PTX of the source               emit_ptx_space.c      where locals' pointers point
 *
 *   emit_ptx_divide.c     quotients and remainders
 *
 * A value is one register, a number, an address that is not computed yet, the registers of its scalars, or a place in
 * memory that nothing writes while the value lives. Integers of 8 and 16 bits are kept in registers of 32, extended by
 * their sign. Bools are predicates. A local that nothing takes the address of is registers too, which PTX may set as
 * often as it likes. Names: $f12 functions, $g12 globals, $v12 locals in memory, $L12 labels; Rust's have no $. */
#ifndef RUSTG_EMIT_PTX_H
#define RUSTG_EMIT_PTX_H

#include "codegen/common/emit.h"

typedef enum emit_ptx_class {
    EMIT_PTX_PREDICATE,
    EMIT_PTX_16, /* only where an instruction wants it */
    EMIT_PTX_32,
    EMIT_PTX_64,
    EMIT_PTX_N_CLASSES
} emit_ptx_class;
typedef enum emit_ptx_form {
    EMIT_PTX_NOTHING,
    EMIT_PTX_REGISTER,
    EMIT_PTX_NUMBER,
    EMIT_PTX_ADDRESS,
    EMIT_PTX_PARTS,
    EMIT_PTX_PLACE
} emit_ptx_form;

/* The memory of what is passed, behind IR's own spaces. */
enum { EMIT_PTX_PARAM = IR_N_SPACES };

/*   reg           of a REGISTER; of an ADDRESS or PLACE the base, where symbol is NULL
 *   space         of an ADDRESS or PLACE, an ir_space or EMIT_PTX_PARAM: bases in shared memory have 32 bits, others 64
 *   is_read_only  of an ADDRESS: nothing writes there during the launch
 *   bits          of a NUMBER
 *   parts         the scalars of PARTS, in the order of emit_ptx_leaves
 *   is_loose      it is a local's own register or memory: what may outlive a change of that holds a copy
 *   is_reloaded   a REGISTER, or the base of an ADDRESS: loaded from the thread's own memory (emit_ptx_assign_scalar)
 *   is_negated    a REGISTER that is a predicate: the value is what the register is not */
typedef struct emit_ptx_value {
    uint8_t form, class, space;
    bool is_loose, is_read_only, is_reloaded, is_negated;
    uint32_t reg;
    const char *symbol;
    int64_t offset;
    uint64_t bits;
    struct emit_ptx_value *parts;
} emit_ptx_value;

/* Where a pointer points: an ir_space, and whether nothing writes there during the launch. */
typedef struct emit_ptx_where {
    uint8_t space;
    bool is_read_only;
} emit_ptx_where;

/* A scalar of a type, and where it lies in it. */
typedef struct emit_ptx_leaf {
    ir_type type;
    uint64_t offset;
} emit_ptx_leaf;
typedef struct emit_ptx_leaves {
    const emit_ptx_leaf *at;
    uint32_t n;
    bool is_known, is_memory; /* is_memory: a value of the type is a PLACE */
} emit_ptx_leaves;

/* A panic's site, written behind the function. */
typedef struct emit_ptx_fail {
    uint32_t label, site, n;
    const char *operands[IR_MOST_OPERANDS];
} emit_ptx_fail;

/* A bracket that is open: next is where its ELSE is, end what lies behind it. */
typedef struct emit_ptx_open {
    uint8_t op;
    uint32_t next, end;
} emit_ptx_open;

typedef struct emit_ptx_own {
    emit_ptx_leaves *leaves;
    VEC(char) functions;        /* the text of those that are written */
    unsigned long architecture; /* 90 for sm_90 */
    bool uses_dyn_shared, uses_thread_index, uses_remainder, uses_zero;
    /* of the function at hand */
    emit_ptx_value *values, *locals;
    uint8_t *is_addressed; /* of each local */
    uint32_t n_registers[EMIT_PTX_N_CLASSES], n_labels, n_memory;
    uint32_t (*labels)[2]; /* of each label of the IR: to break, to continue */
    uint32_t *case_labels; /* of each instruction */
    VEC(emit_ptx_open) open;
    VEC(emit_ptx_fail) fails;
    VEC(char) memory;   /* declarations of locals in memory */
    const char *kernel; /* the operand that tells a panic its kernel */
} emit_ptx_own;
static inline emit_ptx_own *emit_ptx_of(const emit *e)
{
    return (emit_ptx_own *)e->own;
}

#define EMIT_PTX_LINE(e, ...) (emit_add(e, "\t"), emit_format(e, __VA_ARGS__), emit_add(e, ";\n"))

/* emit_ptx_value.c */
void emit_ptx_refuse(emit *e, const char *what);
ir_kind emit_ptx_kind(const emit *e, ir_type t);
bool emit_ptx_is_signed(const emit *e, ir_type t);
emit_ptx_class emit_ptx_class_of(const emit *e, ir_type t);
uint32_t emit_ptx_width(const emit *e, ir_type t); /* bits of arithmetic on the type: 32 or 64 */
emit_ptx_leaves emit_ptx_leaves_of(emit *e, ir_type t);
emit_ptx_value emit_ptx_new(emit *e, emit_ptx_class class);
emit_ptx_value emit_ptx_new_of(emit *e, ir_type t);
emit_ptx_value emit_ptx_number(emit_ptx_class class, uint64_t bits);
const char *emit_ptx_register(emit *e, emit_ptx_value v); /* the value in a register of its class: its name */
void emit_ptx_choose(emit *e, emit_ptx_value to, const char *a, const char *b, emit_ptx_value v); /* to = v ? a : b */
const char *emit_ptx_unless(emit *e, emit_ptx_value v);  /* the guard ("!%p1") of what is done where v is false */
const char *emit_ptx_operand(emit *e, emit_ptx_value v); /* likewise, but a number is written as one */
const char *emit_ptx_place(emit *e, emit_ptx_value address, uint64_t offset); /* "%rd1+8", for brackets */
emit_ptx_value emit_ptx_moved(emit_ptx_value address, int64_t by);
emit_ptx_value emit_ptx_based(emit *e, emit_ptx_value address, emit_ptx_value to);     /* in to's register, no offset */
const char *emit_ptx_space(emit_ptx_value address);                                    /* ".global", "" */
const char *emit_ptx_load_modifiers(emit *e, const char *how, emit_ptx_value address); /* how: "", ".volatile", .. */
emit_ptx_value emit_ptx_address(emit *e, emit_ptx_value v); /* of a value that is a pointer */
emit_ptx_value emit_ptx_value_of(emit *e, ir_value v);
emit_ptx_value emit_ptx_arg(emit *e, const ir_instr *i, uint32_t n);
emit_ptx_value emit_ptx_room(emit *e, uint64_t n_bytes, uint32_t align); /* memory of the function, as a PLACE */
emit_ptx_value emit_ptx_slot(emit *e, ir_type t);                        /* likewise for a value of the type */
uint32_t emit_ptx_new_label(emit *e);
emit_ptx_value emit_ptx_element(emit *e, const ir_instr *i);

/* emit_ptx_memory.c */
const char *emit_ptx_memory_type(emit *e, ir_type t);
emit_ptx_value emit_ptx_load(emit *e, ir_type t, emit_ptx_value address, const char *how, bool is_kept);
void emit_ptx_store(emit *e, ir_type t, emit_ptx_value address, emit_ptx_value v, const char *how);
/* modifiers: all of the instruction's, with the space: ".global.nc" */
emit_ptx_value emit_ptx_load_as(emit *e, ir_type t, emit_ptx_value address, const char *modifiers, bool is_kept);
void emit_ptx_store_as(emit *e, ir_type t, emit_ptx_value address, emit_ptx_value v, const char *modifiers);
void emit_ptx_copy(emit *e, emit_ptx_value to, emit_ptx_value from, uint64_t n, uint32_t align);
emit_ptx_value emit_ptx_field(emit *e, ir_type aggregate, emit_ptx_value v, uint32_t field);
emit_ptx_value emit_ptx_make(emit *e, const ir_instr *i);
void emit_ptx_clear(emit *e, emit_ptx_value to, uint64_t n); /* bytes of the function's memory, aligned to 8 */
emit_ptx_value emit_ptx_zero(emit *e, ir_type t, bool is_set);
void emit_ptx_assign(emit *e, ir_type t, emit_ptx_value to, emit_ptx_value from); /* to registers or a PLACE */
emit_ptx_value emit_ptx_fresh(emit *e, ir_type t);                  /* registers or a slot for a value of the type */
emit_ptx_value emit_ptx_variable(emit *e, ir_type t);               /* likewise for a local, whose bools are numbers */
emit_ptx_value emit_ptx_hold(emit *e, ir_type t, emit_ptx_value v); /* a copy of what is loose */

/* emit_ptx_number.c */
emit_ptx_value emit_ptx_binary(emit *e, const ir_instr *i);
emit_ptx_value emit_ptx_unary(emit *e, const ir_instr *i);
emit_ptx_value emit_ptx_compare(emit *e, const ir_instr *i);
emit_ptx_value emit_ptx_overflows(emit *e, const ir_instr *i);
emit_ptx_value emit_ptx_convert(emit *e, emit_ptx_value v, ir_type from, ir_type to);
emit_ptx_value emit_ptx_bitcast(emit *e, emit_ptx_value v, ir_type from, ir_type to);
emit_ptx_value emit_ptx_select(emit *e, emit_ptx_value condition, emit_ptx_value a, emit_ptx_value b);
emit_ptx_value emit_ptx_wrap(emit *e, ir_type t, emit_ptx_value v);  /* the low bits of 32, as the type has them */
emit_ptx_value emit_ptx_plain(emit *e, ir_type t, emit_ptx_value v); /* the bits of an integer without its sign's */

/* By how much an OR of two shifts rotates a number of 32 bits to the left; 0: it does not. *of: what it rotates. */
uint32_t emit_ptx_rotation(emit *e, const ir_instr *i, ir_value *of);
uint32_t emit_ptx_bits(const emit *e, ir_type t); /* of a number */

/* emit_ptx_divide.c. DIV or REM of integers into a register; false, and nothing is emitted: the instruction serves. */
bool emit_ptx_divide(emit *e, const ir_instr *i, emit_ptx_value to);

/* emit_ptx_intrinsic.c, emit_ptx_atomic.c, emit_ptx_source.c */
emit_ptx_value emit_ptx_intrinsic(emit *e, const ir_instr *i);
emit_ptx_value emit_ptx_atomic(emit *e, const ir_instr *i);
void emit_ptx_source(emit *e, const ir_instr *i);

/* emit_ptx_space.c: of each local. is_addressed: of each local. */
emit_ptx_where *emit_ptx_places(emit *e, bool is_kernel, const uint8_t *is_addressed);

/* emit_ptx_flow.c */
void emit_ptx_code(emit *e);
emit_ptx_value emit_ptx_loose(emit *e, ir_type t, emit_ptx_value of); /* a local as it is now, without a copy */
void emit_ptx_signature(emit *e, ir_function_id id);

/* emit_ptx_data.c */
void emit_ptx_globals(emit *e);

#endif
