/* ir.h: a small typed IR with structured control flow and address spaces. It is what emitters print and the interpreter
 * runs; every generic is gone, every check is an instruction.
 *
 *   ir_op.def, ir_intrinsic.def   operations, once for builder, text, verifier, interpreter and emitters
 *   ir_build.c   the builder          ir_print.c, ir_read.c   the text form, both ways
 *   ir_verify.c  what must hold       ir_interp.c             the interpreter: any kernel, barriers included
 *   ir_layout.c  sizes and offsets, C's rules for the GPU and for x86-64 alike
 *
 * A function is one flat list of instructions in which blocks are bracketed, as in WebAssembly:
 *   IF v .. ELSE .. END    LOOP label .. END    BLOCK label .. END    SWITCH v .. CASE k .. DEFAULT .. END
 *   BREAK label (behind the END of a BLOCK or LOOP)   CONTINUE label (to the top of a LOOP)
 * A LOOP goes round at its END. Values are defined once and used only where their definition dominates: in the same
 * list of instructions behind it, or in blocks nested there. What lives longer is a local: memory of the function. */
#ifndef RUSTG_IR_H
#define RUSTG_IR_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/launch/launch_proof.h"
#include "base/panic_record.h"

typedef uint32_t ir_type;  /* 0: void */
typedef uint32_t ir_value; /* of a function; 0: none */
typedef uint32_t ir_local;
typedef uint32_t ir_label;
typedef uint32_t ir_function_id, ir_global_id, ir_site_id;

typedef enum ir_kind {
    IR_VOID,
    IR_BOOL,
    IR_I8,
    IR_I16,
    IR_I32,
    IR_I64,
    IR_U8,
    IR_U16,
    IR_U32,
    IR_U64,
    IR_F32,
    IR_F64,    /* types 0..11 are these */
    IR_PTR,    /* space; 64 bits; what it points to is told by loads and stores */
    IR_ARRAY,  /* element, n; n may be 0 */
    IR_STRUCT, /* fields in C's layout, align at least min_align; no fields: size 0 */
    IR_UNION,  /* fields all at offset 0 */
    IR_CODED   /* a tag and a union, but memory holds the union only: an integer in it that its value leaves free codes
                  the tag */
} ir_kind;
_Static_assert(IR_VOID == 0 && IR_BOOL == IR_VOID + 1 && IR_I8 == IR_BOOL + 1 && IR_I64 == IR_I8 + 3 &&
                   IR_U8 == IR_I64 + 1 && IR_U64 == IR_U8 + 3,
               "ir_kind: void, bool, then signed integers, then unsigned ones, by size");
_Static_assert(IR_F32 == IR_U64 + 1 && IR_F64 == IR_F32 + 1 && IR_PTR == IR_F64 + 1 && IR_ARRAY == IR_PTR + 1 &&
                   IR_CODED == IR_ARRAY + 3,
               "ir_kind: floats, pointers, then what has parts");
typedef enum ir_space { IR_SPACE_GENERIC, IR_SPACE_GLOBAL, IR_SPACE_SHARED, IR_SPACE_CONST, IR_SPACE_LOCAL } ir_space;
enum { IR_N_SPACES = IR_SPACE_LOCAL + 1 };
_Static_assert(IR_SPACE_GENERIC == 0 && IR_SPACE_GLOBAL == 1, "ir_space: a pointer names all but the first");

/* How an IR_CODED tells its tag: by the integer of that type at offset. The value start + k, with k < count, tells
 * the tag first + k. Any other value tells the tag `other`, whose own data covers the integer; with is_all there is
 * no such tag. */
typedef struct ir_coding {
    ir_type type; /* U8..U64 */
    uint32_t count;
    uint64_t offset, start, first, other;
    bool is_all;
} ir_coding;

typedef struct ir_type_info {
    uint8_t kind, space;
    ir_type element;
    uint64_t n;
    uint32_t first_field, n_fields; /* module->fields */
    uint32_t min_align;
    ir_coding coding;
    const char *name; /* a Rust type's, for readers of the output; not part of identity */
    uint64_t size;    /* ir_layout's; align too */
    uint32_t align;
} ir_type_info;
/* Bytes of a type, as in rustc. */
#define IR_MOST_BYTES ((UINT64_C(1) << 47) - 1)

typedef enum ir_op {
#define IR_OP(name, n_args, result, text) IR_##name,
#include "ir/ir_op.def"
    IR_N_OPS
} ir_op;
/* Operations by groups, for switches that name every one: `case IR_CASES_COMPARISON:`. */
/* clang-format off */
#define IR_CASES_CONSTANT IR_CONST: case IR_ZERO: case IR_UNDEF
#define IR_CASES_ARITHMETIC IR_ADD: case IR_SUB: case IR_MUL: case IR_DIV: case IR_REM
#define IR_CASES_BITS IR_AND: case IR_OR: case IR_XOR: case IR_SHL: case IR_SHR
#define IR_CASES_UNARY IR_NEG: case IR_NOT
#define IR_CASES_COMPARISON IR_EQ: case IR_NE: case IR_LT: case IR_LE: case IR_GT: case IR_GE
#define IR_CASES_CAST IR_CONVERT: case IR_BITCAST
#define IR_CASES_COMPUTED IR_CASES_ARITHMETIC: case IR_CASES_BITS: case IR_CASES_UNARY: \
    case IR_CASES_COMPARISON: case IR_OVERFLOWS: case IR_CASES_CAST: case IR_SELECT
#define IR_CASES_LOCAL IR_GET: case IR_SET
#define IR_CASES_MEMORY IR_LOAD: case IR_STORE
#define IR_CASES_ADDRESS IR_LOCAL_ADDR: case IR_GLOBAL_ADDR: case IR_FIELD_ADDR: case IR_ELEMENT_ADDR
#define IR_CASES_AGGREGATE IR_FIELD: case IR_MAKE
#define IR_CASES_CALL IR_CALL: case IR_CALL_PTR
#define IR_CASES_BRACKET IR_IF: case IR_ELSE: case IR_END: case IR_LOOP: case IR_BLOCK: case IR_SWITCH: \
    case IR_CASE: case IR_DEFAULT
#define IR_CASES_JUMP IR_BREAK: case IR_CONTINUE: case IR_RETURN
#define IR_CASES_STOP IR_TRAP: case IR_CHECK
#define IR_CASES_FLOW IR_CASES_BRACKET: case IR_CASES_JUMP: case IR_CASES_STOP
/* all but IR_CASES_CONSTANT and IR_CASES_COMPUTED */
#define IR_CASES_BEYOND_VALUES IR_CASES_LOCAL: case IR_CASES_MEMORY: case IR_CASES_ADDRESS: case IR_CASES_AGGREGATE: \
    case IR_CASES_CALL: case IR_FUNCTION_ADDR: case IR_INTRINSIC: case IR_PTX: case IR_CASES_FLOW: case IR_N_OPS
/* clang-format on */
typedef enum ir_intrinsic {
#define IR_INTRINSIC(name, n_args, flags, group, text) IR_IN_##name,
#include "ir/ir_intrinsic.def"
    IR_N_INTRINSICS
} ir_intrinsic;
/* The columns of ir_intrinsic.def. */
enum { IR_MEETS_BLOCK = 1, IR_MEETS_WARP = 2, IR_HAS_RESULT = 4, IR_TOUCHES_MEMORY = 8 };
typedef enum ir_group {
    IR_GROUP_PLACE,  /* imm: the axis */
    IR_GROUP_THREAD, /* what else depends on the thread or the launch */
    IR_GROUP_SYNC,
    IR_GROUP_WARP,
    IR_GROUP_ATOMIC,
    IR_GROUP_MEMORY,
    IR_GROUP_INTEGER,
    IR_GROUP_EXACT, /* of floats, with the same bits everywhere */
    IR_GROUP_MATH,  /* of floats, within stated ulps, and costly */
    IR_GROUP_FAST,  /* of floats, with low precision where the target has such a form */
    IR_GROUP_HALF,
    IR_GROUP_FP8
} ir_group;
/* imm of atomics and FENCE: scope << 8 | ordering. Of ATOMIC_ADD of floats perhaps
 *   | IR_TOGETHER  all threads of a block come by it together, add to the same float, and do not use what it was
 *   | IR_UNREAD    no thread uses what it was
 *   | axes << IR_ALIKE_SHIFT  all threads of a block come by it together, and those that differ along these axes alone
 *                  add to the same float; with IR_UNREAD */
enum { IR_TOGETHER = 1 << 16, IR_UNREAD = 1 << 17, IR_ALIKE_SHIFT = 18, IR_ALIKE_AXES = 7 };
/* imm of shuffles: all lanes of the warp are there. */
enum { IR_WHOLE = 1 };
typedef enum ir_ordering { IR_RELAXED, IR_ACQUIRE, IR_RELEASE, IR_ACQ_REL, IR_SEQ_CST, IR_N_ORDERINGS } ir_ordering;
typedef enum ir_scope { IR_SCOPE_BLOCK, IR_SCOPE_DEVICE, IR_SCOPE_SYSTEM, IR_N_SCOPES } ir_scope;
static inline ir_ordering ir_ordering_of(uint64_t imm)
{
    return (ir_ordering)(imm & 0xFF);
}
static inline ir_scope ir_scope_of(uint64_t imm)
{
    return (ir_scope)(imm >> 8 & 0xFF);
}
static inline bool ir_is_together(uint64_t imm)
{
    return (imm & IR_TOGETHER) != 0;
}
static inline bool ir_is_unread(uint64_t imm)
{
    return (imm & IR_UNREAD) != 0;
}
static inline uint32_t ir_alike_of(uint64_t imm)
{
    return (uint32_t)(imm >> IR_ALIKE_SHIFT & IR_ALIKE_AXES);
}
static inline bool ir_is_ordering_and_scope(uint64_t imm)
{
    const uint64_t more = imm >> 16;
    return (imm & 0xFF) < IR_N_ORDERINGS && (imm >> 8 & 0xFF) < IR_N_SCOPES &&
           (more <= 1 || (ir_is_unread(imm) && !ir_is_together(imm) && imm >> IR_ALIKE_SHIFT <= IR_ALIKE_AXES));
}
/* imm of RANGE_FIRST, RANGE_END and RANGE_AT, and an ir_function's range: threads by THREAD_IDX x, within a row of a
 * block, or by THREAD_INDEX, or all of a block. A CHECK in a kernel of whole blocks notes its panic and goes on, and a
 * BARRIER there makes known what was noted: such a kernel is for the C target alone. */
typedef enum ir_range { IR_RANGE_NONE, IR_RANGE_ROW, IR_RANGE_GRID, IR_RANGE_BLOCK, IR_N_RANGES } ir_range;
/* Of an ir_intrinsic. */
ir_group ir_group_of(uint32_t intrinsic);
uint8_t ir_flags_of(uint32_t intrinsic);
static inline bool ir_is_fp8(uint32_t intrinsic)
{
    return ir_group_of(intrinsic) == IR_GROUP_FP8;
}

/* Kinds of undefined behaviour that UNDEFINED_UNLESS tells. */
typedef enum ir_undefined {
#define IR_UNDEFINED(name, words) IR_UNDEFINED_##name,
#include "ir/ir_undefined.def"
    IR_N_UNDEFINED
} ir_undefined;

/* imm of ALIGNED_AROUND: how many bytes are accessed, whether they are written, and the alignment of the place. */
static inline uint64_t ir_around(uint64_t n_bytes, bool writes, uint32_t align)
{
    return n_bytes << 8 | (uint64_t)writes << 7 | (uint64_t)__builtin_ctz(align);
}
static inline uint64_t ir_around_bytes(uint64_t imm)
{
    return imm >> 8;
}
static inline bool ir_around_writes(uint64_t imm)
{
    return imm >> 7 & 1;
}
static inline uint64_t ir_around_align(uint64_t imm)
{
    return UINT64_C(1) << (imm & 63);
}

/* imm of SCALARS_AT: one scalar, or two side by side, of which the second has size 0 where there is one. */
typedef struct ir_scalars {
    uint8_t sizes[2];
    bool are_pointers[2];
    uint32_t align;
} ir_scalars;
static inline uint64_t ir_scalars_imm(ir_scalars s)
{
    return s.sizes[0] | (uint64_t)s.sizes[1] << 8 | (uint64_t)s.are_pointers[0] << 16 |
           (uint64_t)s.are_pointers[1] << 17 | (uint64_t)__builtin_ctz(s.align) << 18;
}
static inline ir_scalars ir_scalars_of(uint64_t imm)
{
    return (ir_scalars){{(uint8_t)imm, (uint8_t)(imm >> 8)}, {imm >> 16 & 1, imm >> 17 & 1}, 1u << (imm >> 18 & 31)};
}

/* Flags of LOAD and STORE. INVARIANT, of LOAD alone, says that nothing writes there during the launch. STREAMING, of
 * STORE alone, says that the place is in global memory and the kernel does not read there, so that other memory
 * deserves a cache's room more. */
enum { IR_VOLATILE = 1, IR_INVARIANT = 2, IR_STREAMING = 4 };
/* aux in constants, else 0: ELEMENT_ADDR stays within one allocation, and BITCAST gives one of two numbers that are
 * compared or subtracted, or one that is compared with 0, or makes a pointer that nothing is written through. */
enum { IR_WITHIN_ALLOCATION = 1, IR_COMPARED = 1, IR_SHARED_REFERENCE = 2, IR_COMPARED_WITH_NULL = 3 };
/* One instruction. ir_op.def says what each field means for each operation. type is that of the result, or of what is
 * stored. The arguments are module->args[first_arg..first_arg+n_args]. */
typedef struct ir_instr {
    uint8_t op, flags;
    uint16_t aux; /* an intrinsic, an operation, a local */
    ir_type type;
    ir_value result;
    uint32_t first_arg, n_args;
    uint64_t imm;
    uint32_t line; /* of the Rust source, for -g; 0: none. file: of the function */
} ir_instr;

typedef struct ir_local_info {
    ir_type type;
    const char *name;
} ir_local_info;

/* What a kernel's parameter promises. Of a pointer, READ_ONLY says that nothing writes there during the launch
 * (`&[T]`), and NO_ALIAS that no other parameter reaches its memory (`&[T]`, GridMut). Of a number, LENGTH says that
 * it is the length of memory that exists, so it is at most i64::MAX. Of a struct or an array, IN_PLACE says that
 * nothing writes it: a local that gets it may be the memory in which the launch put it. */
enum { IR_PARAM_READ_ONLY = 1, IR_PARAM_NO_ALIAS = 2, IR_PARAM_LENGTH = 4, IR_PARAM_IN_PLACE = 8 };

/* The elements that a kernel's pointer parameter leads to, for who launches it. align 0: not told. */
typedef struct ir_pointee {
    uint32_t size, align;
} ir_pointee;

typedef struct ir_function {
    const char *name; /* unique in the module; a kernel's is its entry name */
    const ir_type *params;
    const char **param_names;
    uint32_t n_params; /* values 1..n_params */
    ir_type result;
    VEC(ir_instr) code;
    VEC(ir_type) values;       /* type of each value; [0] void */
    VEC(ir_local_info) locals; /* [0] none */
    uint32_t n_labels;
    uint32_t file; /* module->files, for -g */
    bool is_kernel;
    uint32_t block[3], max_threads, min_blocks;
    bool fast_math, cold;     /* cold: seldom called, never expanded in a caller */
    ir_function_id coarse_of; /* the kernel that a function of opt_coarsen.c or a further entry stands for; else 0 */
    uint32_t n_lanes;         /* likewise: elements a thread */
    /* Of opt_launch_version.c's entries, whose coarse_of is the kernel and whose n_lanes is 0: when a launch may take
     * it; else NULL. */
    const launch_proof_step *proof;
    uint32_t n_proof;
    ir_range range;             /* the threads that opt_thread_loop.c has made a call of the kernel stand for */
    const uint8_t *param_flags; /* of a kernel's parameters: IR_PARAM_*; NULL: none */
    const ir_pointee *pointees; /* of a kernel's parameters; NULL: none is told */
} ir_function;

/* Constant data, statics and shared arrays. bytes has the size of the type, in host byte order; NULL stands for
 * zeros, or for unset bytes in shared memory. A relocation puts the address of another global plus addend at offset, or
 * that of a function.
 * set says of each byte whether it has a value, for the interpreter; NULL means that all have. is_unready: of a static
 * whose value is being computed, so that it has an address and no constant may read it. Neither is part of the text
 * form. */
typedef struct ir_relocation {
    uint64_t offset;
    ir_global_id global; /* 0: it is a function's */
    int64_t addend;
    ir_function_id function;
} ir_relocation;
typedef struct ir_global {
    const char *name;
    ir_type type;
    uint8_t space; /* CONST, GLOBAL or SHARED */
    bool dynamic;  /* SHARED: as large as the launch says */
    bool is_unready;
    const uint8_t *bytes, *set;
    const ir_relocation *relocations; /* by offset, none within another */
    uint32_t n_relocations;
} ir_global;

/* Where and why a thread may end, or what it prints to which output. message has {{ and }} for braces, and a hole for
 * each operand of the TRAP, CHECK or print (64 bits), which tells how the operand is shown: {} as a u64, {i64}, {bool},
 * {char}, {f32} and {f64} from their bits, {u128} and {i128} as the upper half of a number whose lower half is in the
 * operand before, which has {low} and is not shown, {x32} as 0x and 8 digits, {char?}, {f32?} and {f64?} as {:?} writes
 * them. {text} and {text?} show a text: the operand is its length, and its first bytes are in the operands before,
 * which have {part} and hold eight each, the first one lowest; of a text that has more, [...] tells. Behind a colon in
 * a hole stands how, as in Rust.
 * In what {text} shows may be bytes that UTF-8 has not. IR_SHOWN_INDENT: so many times four spaces as the next byte
 * says. IR_SHOWN_SHORT + a kind: a number of that kind. IR_SHOWN_VALUE: a kind with IR_SHOWN_DEBUG if {:?} shows it,
 * and with IR_SHOWN_OPTIONS if the options that ir_site_options makes of a specification come next; then the number in
 * one or two parts, or the length of a text and its bytes. Numbers are LEB128, those of floats their bits. */
typedef enum ir_shown {
    IR_SHOWN_UNSIGNED,
    IR_SHOWN_SIGNED, /* zigzag */
    IR_SHOWN_U128,   /* the lower half, then the upper one */
    IR_SHOWN_I128,
    IR_SHOWN_F32,
    IR_SHOWN_F64,
    IR_SHOWN_TEXT,
    IR_SHOWN_BOOL,
    IR_SHOWN_CHAR,
    IR_SHOWN_POINTER,
    IR_N_SHOWN
} ir_shown;
enum {
    IR_SHOWN_VALUE = 0xFF,
    IR_SHOWN_INDENT = 0xFE,
    IR_SHOWN_SHORT = 0xF8,
    IR_SHOWN_DEBUG = 0x40,
    IR_SHOWN_OPTIONS = 0x80
};
typedef enum ir_site_kind { IR_SITE_PANIC, IR_SITE_OUTPUT, IR_SITE_ERROR_OUTPUT, IR_N_SITE_KINDS } ir_site_kind;
typedef struct ir_site {
    const char *message, *file;
    uint32_t line, column;
    ir_site_kind kind;
} ir_site;
enum { IR_MOST_OPERANDS = PANIC_MOST_OPERANDS };

typedef struct ir_module {
    arena *memory;
    VEC(ir_type_info) types;
    VEC(ir_type) fields;
    VEC(ir_function) functions; /* [0] none */
    VEC(ir_global) globals;     /* [0] none */
    VEC(ir_site) sites;         /* [0] none */
    VEC(uint32_t) args;
    VEC(const char *) files;
    bool hides_lines;        /* ir_print leaves them out */
    bool data_has_functions; /* some global holds a function's address */
    arena_map type_map;
    struct interp_tables *tables; /* what runs of constants share, each of which leaves it all 0 */
} ir_module;

void ir_begin(ir_module *m, arena *memory);

/* Types, interned. */
ir_type ir_ptr(ir_module *m, ir_space space);
ir_type ir_array(ir_module *m, ir_type element, uint64_t n);
ir_type ir_struct(ir_module *m, const ir_type *fields, uint32_t n, uint32_t min_align, const char *name);
ir_type ir_union(ir_module *m, const ir_type *fields, uint32_t n, uint32_t min_align);
ir_type ir_coded(ir_module *m, ir_type tag, ir_type content, const ir_coding *coding, uint32_t min_align,
                 const char *name);
uint64_t ir_size(const ir_module *m, ir_type t);
uint32_t ir_align(const ir_module *m, ir_type t);
uint64_t ir_field_offset(const ir_module *m, ir_type t, uint32_t field);
/* What F16_TO_F32, F32_TO_F16, BF16_TO_F32 or F32_TO_BF16 gives, from bits to bits. */
uint64_t ir_half_bits(ir_intrinsic what, uint64_t bits);
/* Reads and writes an integer of at most 8 bytes. */
uint64_t ir_load_bits(const uint8_t *from, uint64_t size);
void ir_store_bits(uint8_t *to, uint64_t bits, uint64_t size);
/* ir_coded_tag reads the tag that the bytes of an IR_CODED hold, and ir_tag_of_coding that which its integer tells.
 * ir_code_tag makes them hold a tag; call it once the content is there. It returns false if the content tells the tag
 * already. */
uint64_t ir_tag_of_coding(const ir_module *m, ir_type t, uint64_t bits);
uint64_t ir_coded_tag(const ir_module *m, ir_type t, const uint8_t *bytes);
bool ir_code_tag(const ir_module *m, ir_type t, uint64_t tag, uint8_t *bytes);
/* The bits that a value of that size has. */
static inline uint64_t ir_low_bits(uint64_t bits, uint64_t size)
{
    return size < 8 ? bits & ((UINT64_C(1) << (8 * size)) - 1) : bits;
}
/* n, or where that is none the next multiple of `to`. */
static inline uint64_t ir_round_up(uint64_t n, uint64_t to)
{
    return (n + to - 1) / to * to;
}
/* I8..F64, of which a type's id is its kind. */
static inline bool ir_is_number(ir_type t)
{
    return t >= IR_I8 && t <= IR_F64;
}
bool ir_is_int(const ir_module *m, ir_type t); /* I8..U64 */
bool ir_is_signed(const ir_module *m, ir_type t);
bool ir_is_float(const ir_module *m, ir_type t);

/* Tells each function whose address a global holds, in itself or in what it points to, once. */
void ir_functions_in(const ir_module *m, ir_global_id global, void (*tell)(void *user, ir_function_id function),
                     void *user);

/* The builder. Functions are declared first, so that calls may be recursive, and then built one at a time. */
ir_function_id ir_declare(ir_module *m, const char *name, const ir_type *params, uint32_t n_params, ir_type result);
ir_global_id ir_add_global(ir_module *m, ir_global about);
/* Orders n relocations, which are kept, and makes them the global's. */
void ir_put_relocations(ir_global *global, ir_relocation *relocations, uint32_t n);
/* Of n relocations by offset, the last one that begins before `end`; NULL: none does. */
const ir_relocation *ir_relocation_before(const ir_relocation *relocations, uint32_t n, uint64_t end);
ir_site_id ir_add_site(ir_module *m, ir_site about); /* equal ones are one */
typedef struct ir_builder {
    ir_module *m;
    ir_function_id f;
    uint32_t line;
} ir_builder;
ir_local ir_add_local(ir_builder *b, ir_type type, const char *name);
ir_label ir_new_label(ir_builder *b);
/* Appends any operation. Returns its result, or 0 if it has none. */
ir_value ir_emit(ir_builder *b, ir_op op, ir_type type, const ir_value *args, uint32_t n_args, uint16_t aux,
                 uint64_t imm);
ir_value ir_const(ir_builder *b, ir_type type, uint64_t bits);
ir_value ir_unary(ir_builder *b, ir_op op, ir_type type, ir_value a);
ir_value ir_binary(ir_builder *b, ir_op op, ir_type type, ir_value x, ir_value y);
ir_value ir_convert(ir_builder *b, ir_type to, ir_value a); /* `as` between scalars: Rust's meaning */
ir_value ir_get(ir_builder *b, ir_local l);
void ir_set(ir_builder *b, ir_local l, ir_value v);
ir_value ir_local_addr(ir_builder *b, ir_local l);
ir_value ir_global_addr(ir_builder *b, ir_global_id g);
ir_value ir_load(ir_builder *b, ir_type type, ir_value ptr);
void ir_store(ir_builder *b, ir_value ptr, ir_value v);
ir_value ir_field_addr(ir_builder *b, ir_type aggregate, ir_value ptr, uint32_t field);
ir_value ir_element_addr(ir_builder *b, ir_type element, ir_value ptr, ir_value index);
ir_value ir_field(ir_builder *b, ir_value aggregate, uint32_t field);
ir_value ir_make(ir_builder *b, ir_type aggregate, const ir_value *fields, uint32_t n);
ir_value ir_call(ir_builder *b, ir_function_id f, const ir_value *args, uint32_t n_args);
ir_value ir_intrinsic_call(ir_builder *b, ir_intrinsic what, ir_type result, const ir_value *args, uint32_t n_args,
                           uint64_t imm);
void ir_if(ir_builder *b, ir_value condition);
void ir_else(ir_builder *b);
void ir_end(ir_builder *b);
void ir_loop(ir_builder *b, ir_label label);
void ir_block(ir_builder *b, ir_label label);
void ir_switch(ir_builder *b, ir_value v);
void ir_case(ir_builder *b, uint64_t bits); /* also ends the case before */
void ir_default(ir_builder *b);
void ir_break(ir_builder *b, ir_label label);
void ir_continue(ir_builder *b, ir_label label);
void ir_return(ir_builder *b, ir_value v);
void ir_trap(ir_builder *b, ir_site_id site, const ir_value *operands, uint32_t n);
void ir_check(ir_builder *b, ir_value condition, ir_site_id site, const ir_value *operands, uint32_t n);
bool ir_ends_here(
    const ir_builder *b); /* the last instruction is BREAK, CONTINUE, RETURN or TRAP: what follows is dead */

/* The text form. It is always the same for the same module, and ir_read(ir_print(m)) is m again. */
const char *ir_print(ir_module *m);
/* One function of the module, for people. Types have the numbers that they have in the whole text. In m's arena. */
const char *ir_print_function(ir_module *m, ir_function_id id);
/* Reads a module. False: *message says why ("line 3: ...", in the module's arena). */
bool ir_read(ir_module *m, const char *text, size_t n_bytes, const char **message);
/* Returns NULL, or a text in the module's arena that says what is wrong, which is a bug of whoever built the module. */
const char *ir_verify(ir_module *m);

/* The interpreter. Threads of a block take turns at barriers and warp operations, and blocks run one after another.
 * The memory of arguments is the caller's: pointers are host addresses and reach what the launch lists.
 *
 * With IR_BAD_ACCESS, words, file, line, block and thread tell what was done and where. In a constant, line is
 * whatever the builder put there. */
/* A call that had not returned when a constant's evaluation ended, and the line where it stood. */
typedef struct ir_frame {
    ir_function_id function;
    uint32_t line;
} ir_frame;
/* What a constant came to. All but bytes lies in the arena of its module. What is IR_WORD_TEMPORARY points to a
 * nameless local of the constant's own function, which rustc may keep.
 *   bytes     the result; the caller gives the room for it
 *   set       for each of these bytes, 1 if it has a value
 *   words     for each of them an ir_word: what pointer it is one of the eight bytes of, or IR_WORD_PART and which of
 *             them where the others are not around it
 *   pointers  by offset, what each pointer and each part of one points to, if that is a global or a function */
typedef enum ir_word {
    IR_WORD_PLAIN,
    IR_WORD_GLOBAL,
    IR_WORD_GONE,
    IR_WORD_TEMPORARY,
    IR_WORD_FUNCTION,
    IR_WORD_PART /* the last one, and those behind it */
} ir_word;
typedef struct ir_constant {
    void *bytes;
    const uint8_t *set, *words;
    const ir_relocation *pointers;
    uint32_t n_pointers;
} ir_constant;
/* frames: of a constant, the innermost first. memory: what it read where nothing is set, of n_memory bytes; its bytes
 * are NULL after anything else. All is in the arena of its module. */
typedef struct ir_panic {
    bool happened;
    ir_site_id site;
    uint64_t operands[IR_MOST_OPERANDS];
    uint32_t block[3], thread[3];
    ir_function_id kernel;
    char words[480];
    ir_global_id unready; /* which global IR_READS_ITSELF is about */
    const char *file;
    uint32_t line;
    const ir_frame *frames;
    uint32_t n_frames;
    ir_constant memory;
    uint64_t n_memory;
    uint32_t memory_align;
} ir_panic;
typedef struct ir_memory {
    const void *start;
    uint64_t n_bytes;
    const char *name; /* for what is said of it */
    bool is_read_only;
} ir_memory;
/* memory is the caller's, in any order and without overlaps. is_open says that there is more, which is reached
 * unchecked. With allows_races threads run one after another as always, but nobody asks what would order them. */
typedef struct ir_launch {
    uint32_t grid[3], block[3];
    uint64_t dynamic_shared;
    uint64_t max_steps; /* 0: no limit */
    const ir_memory *memory;
    uint32_t n_memory;
    bool is_open, allows_races;
    void (*print)(void *user, ir_site_id site, const uint64_t *operands,
                  uint32_t n); /* NULL: what is printed is lost */
    void *user;
} ir_launch;
typedef enum ir_outcome {
    IR_RAN,
    IR_PANICKED,
    IR_DEADLOCK /* a barrier not all reach */,
    IR_TOO_LONG,
    IR_OUT_OF_MEMORY,
    IR_TOO_DEEP /* calls, or a stack that is full */,
    IR_BAD_ACCESS
} ir_outcome;
/* Runs a launch. args[i] are the bytes of parameter i. Only the first panic is kept; the other threads go on. */
ir_outcome ir_run_kernel(ir_module *m, ir_function_id kernel, const ir_launch *launch, const void *const *args,
                         ir_panic *panic);
/* Runs one function as a single thread. It does not look at grid and block of how; result has the bytes of its type. */
ir_outcome ir_run_function(ir_module *m, ir_function_id f, const ir_launch *how, const void *const *args, void *result,
                           ir_panic *panic);
/* Runs a function without arguments by the rules for constants, with the words of E0080. is_static says that it is
 * for a static's value. IR_READS_ITSELF tells that it reads a global that is unready. */
#define IR_READS_ITSELF "encountered static that tried to access itself during initialization"
ir_outcome ir_run_constant(ir_module *m, ir_function_id f, bool is_static, uint64_t max_steps, ir_constant *constant,
                           ir_panic *panic);
/* Writes the message with its operands as Rust prints them. Returns the bytes that it needs without the final 0;
 * capacity cuts it. */
size_t ir_site_text(const ir_site *site, const uint64_t operands[IR_MOST_OPERANDS], char *buffer, size_t capacity);
/* Writes a text as a specification of Rust's formats it: fill, alignment and width, and its first characters if it has
 * a precision, unless it is of a number. Returns the bytes that it needs; capacity cuts it. */
size_t ir_site_pad(const char *spec, size_t n_spec, const char *text, size_t n_text, bool is_number, char *buffer,
                   size_t capacity);
/* What stands behind the colon of a hole, as a number: the fill's code ^ ' ' in 21 bits, 2 bits of 1 <, 2 ^, 3 >, then
 * a bit each for +, # and 0, one for a width and 16 of it, one for a precision and 16 of it, and at bit 61 the number
 * of the letter in " xXbo". */
uint64_t ir_site_options(const char *spec, size_t n_spec);
/* Writes a text as {:?} does: in quotes, with escapes. Returns the bytes that it needs; capacity cuts it. */
size_t ir_site_quote(const char *text, size_t n_text, char *buffer, size_t capacity);
/* The panic's words, as Rust's. */
const char *ir_panic_text(ir_module *m, const ir_panic *panic);

#endif
