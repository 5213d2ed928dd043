/* ir_interp.h: the interpreter's parts: ir_interp.c (launches, blocks, who runs next), ir_interp_decode.c (functions
 * into operations), ir_interp_run.c (the loop), ir_interp_memory.c (what pointers reach), ir_interp_pointer.c
 * (what pointers of constants belong to), ir_interp_warp.c, ir_interp_intrinsic.c, ir_interp_number.c.
 *
 * A function is decoded once a launch, when it is first called. All its values and locals have fixed places in a frame;
 * frames lie in a thread's own list of chunks and never move.
 *
 * A pointer is a number that means nothing to the machine: its upper bits tell an allocation, the lower ones an offset
 * in it. interp_reach() alone turns one into memory. Only the caller's own memory keeps its machine addresses, which
 * are below the first allocation's; the launch says where that begins and ends.
 *
 * In a constant no number is taken for a pointer. As an operand, whose type tells it from a number, a pointer whose
 * upper bits tell an allocation belongs to it: what leaves the allocation's addresses, and a number that lies at some,
 * is an address of an INTERP_IS_FAR. In memory the shadow bytes tell pointers from numbers. */
#ifndef RUSTG_IR_INTERP_H
#define RUSTG_IR_INTERP_H

#include "ir/ir_table.h"

/* Operations that differ by type are (op << 4 | kind of type); these are the others. Places are bytes from the
 * frame's start. */
typedef enum interp_code {
    INTERP_FIRST = IR_N_OPS << 4,
    INTERP_CONST_1 = INTERP_FIRST,
    INTERP_CONST_2,
    INTERP_CONST_4,
    INTERP_CONST_8, /* d = imm */
    INTERP_COPY_1,
    INTERP_COPY_2,
    INTERP_COPY_4,
    INTERP_COPY_8,
    INTERP_COPY_N, /* d = a; imm bytes of an aggregate */
    INTERP_PUT_1,
    INTERP_PUT_2,
    INTERP_PUT_4,
    INTERP_PUT_8, /* d = a, a scalar into an aggregate or a local that has an address */
    INTERP_TAKE_1,
    INTERP_TAKE_2,
    INTERP_TAKE_4,
    INTERP_TAKE_8, /* d = a, and back; aux: its kind */
    INTERP_FILL,   /* d = 0; imm bytes; aux: an interp_fill */
    INTERP_LOAD_1,
    INTERP_LOAD_2,
    INTERP_LOAD_4,
    INTERP_LOAD_8,
    INTERP_LOAD_N, /* d = *a; of N: imm bytes, alignment b; aux: the kind, and flags << 8 */
    INTERP_STORE_1,
    INTERP_STORE_2,
    INTERP_STORE_4,
    INTERP_STORE_8,
    INTERP_STORE_N, /* *a = b; of N: alignment d; aux: flags << 8 */
    INTERP_SELECT_1,
    INTERP_SELECT_2,
    INTERP_SELECT_4,
    INTERP_SELECT_8,    /* d = a ? b : imm's place */
    INTERP_PUT_POINTER, /* these four are those of 8 bytes for pointers in a constant */
    INTERP_TAKE_POINTER,
    INTERP_LOAD_POINTER,
    INTERP_STORE_POINTER,
    INTERP_LOCAL_ADDR, /* d = the address kept at a of the local imm of the function's addressed ones */
    INTERP_ADD_IMM,
    INTERP_ELEMENT,    /* d = a + imm; d = a + b * imm */
    INTERP_MOVE,       /* likewise, in a constant */
    INTERP_OFFSET,     /* likewise, within one allocation */
    INTERP_FIELD,      /* d = a + imm, within one allocation */
    INTERP_TO_INT,     /* d = a, a pointer, which in a constant has no number */
    INTERP_TO_POINTER, /* and back */
    INTERP_SHARE,      /* d = a, a pointer in a constant that is a shared reference from here on */
    INTERP_UNSHARE,    /* d = a, one that is compared */
    INTERP_NULLNESS,   /* likewise, with 0 */
    INTERP_JUMP,
    INTERP_LOOP_JUMP, /* imm: by so many operations */
    INTERP_JUMP_UNLESS,
    INTERP_SWITCH, /* unless a; on a (imm: table) */
    INTERP_CALL,
    INTERP_CALL_PTR,
    INTERP_RETURN, /* CALL: imm: call table */
    INTERP_TRAP,
    INTERP_PRINT,
    INTERP_CHECK,     /* imm: site; aux operands, in call table a; unless d */
    INTERP_INTRINSIC, /* aux: which; d; imm: slow table */
    INTERP_BARRIER,
    INTERP_WARP,    /* WARP: as INTRINSIC */
    INTERP_CONVERT, /* aux: from kind << 8 | to kind */
    INTERP_EXTEND,  /* d = a, an integer of kind aux, in 64 bits */
    INTERP_CODED_TAG,
    INTERP_CODE_TAG, /* d = tag coded in a; tag a into d; aux: its size; imm: type */
    INTERP_FALL,     /* control at the end of a function with a result */
    INTERP_N_CODES
} interp_code;

typedef enum interp_fill { INTERP_FILL_SCALAR, INTERP_FILL_SET, INTERP_FILL_UNSET } interp_fill;

/* site: of the launch's, in->sites */
typedef struct interp_op {
    uint16_t code, aux;
    uint32_t d, a, b;
    uint64_t imm;
    uint32_t site;
} interp_op;
typedef struct interp_site {
    ir_function_id function;
    uint32_t line : 31, is_library : 1;
} interp_site;

typedef struct interp_case {
    uint64_t bits;
    int64_t by;
} interp_case;
typedef struct interp_switch {
    interp_case *cases;
    uint32_t n;
    uint8_t size;
    int64_t otherwise;
} interp_switch;
typedef struct interp_call {
    ir_function_id callee;
    uint32_t n_args;
    const uint32_t *args;
} interp_call;
typedef struct interp_slow {
    uint8_t kind, size;
    uint32_t args[3];
    uint64_t imm;
} interp_slow; /* of an intrinsic */

typedef struct interp_local {
    uint32_t at, name;
    ir_type type;
} interp_local;

/* A frame begins with scalars. From tracked on lie values and locals for whose bytes the frame tells whether they are
 * set, with shadow bytes behind them, and then the addresses of the locals that have one. All from fresh on begins as
 * 0. */
typedef struct interp_function {
    interp_op *code;
    uint32_t frame_size, frame_align, tracked, shadow, fresh, addresses;
    uint32_t *params; /* places */
    uint32_t *param_sizes;
    uint32_t n_params;
    interp_local *addressed; /* whose addresses lie from `addresses` on, 0: not yet asked for */
    uint32_t n_addressed;
    ir_function_id id;
    interp_switch *switches;
    interp_call *calls;
    interp_slow *slow;
} interp_function;

typedef struct interp_chunk {
    struct interp_chunk *next, *before;
    uint8_t *start, *end;
} interp_chunk;

/* A call that has not returned, and where its caller goes on. */
typedef struct interp_frame {
    const interp_op *back; /* NULL: the thread's first frame */
    uint8_t *caller, *own;
    const interp_function *caller_function, *function;
    interp_chunk *chunk; /* that the own frame is in */
    uint32_t result;     /* place in the caller's frame */
} interp_frame;
enum { INTERP_LEAST_FRAME = 48, INTERP_ALIGN = 16 };
/* Bytes that are copied or filled, as steps: the binary logarithm. */
enum { INTERP_BYTES_A_STEP = 8 };

typedef enum interp_state {
    INTERP_NEW,
    INTERP_READY,
    INTERP_AT_BARRIER,
    INTERP_AT_WARP,
    INTERP_RETURNED,
    INTERP_TRAPPED,
    INTERP_STOPPED
} interp_state;

typedef struct interp_thread {
    interp_state state;
    uint32_t index[3], lane;
    const interp_op *at; /* of a warp operation: that one */
    uint8_t *frame;
    const interp_function *function;
    interp_chunk *chunks;
    uint64_t stack_bytes; /* of all chunks */
    VEC(interp_frame) calls;
    /* These are for races, and number slices (ir_interp_race.c). All up to known is ordered before the thread by what
     * it acquired, and all up to seen will be by an acquire fence. fence_slice is that of its last release fence, and
     * warp_slice the first one behind its last warp_sync. */
    uint32_t known, seen, fence_slice, warp_slice;
} interp_thread;

typedef enum interp_kind {
    INTERP_IS_LOCAL,
    INTERP_IS_GLOBAL,
    INTERP_IS_SHARED,
    INTERP_IS_CALLERS,
    INTERP_IS_FUNCTION, /* at which nothing can be read */
    INTERP_IS_FAR
} interp_kind;

/* One allocation. start is its address, and size is 0 once it is gone. set says of each byte whether it has a value;
 * NULL means that all have; in a constant it also tells pointers (interp_byte). what is a global, a function, an index
 * into the caller's memory, or the name of a local, whose function is owner.
 *
 * One that is INTERP_IS_FAR stands for addresses of a constant that others do not have: of an interp_pointee of what,
 * from far on. */
typedef struct interp_allocation {
    uint64_t start, size;
    uint8_t *bytes, *set;
    uint32_t align, what, owner;
    uint8_t kind;
    bool is_read_only, is_gone;
    bool is_again;   /* its number was another's before */
    bool is_barred;  /* a static that may change, seen from a constant */
    bool is_unready; /* ir_global's */
    uint64_t extent; /* its size, also when it is gone */
    uint64_t far;
    struct interp_cells *cells; /* who was there; NULL: no races are looked for */
} interp_allocation;

typedef struct interp_slice {
    uint32_t block, thread; /* block: counted from 1 */
} interp_slice;

/* The upper bits of an address tell the allocation; those of machine addresses (47 bits) tell none. */
enum { INTERP_REGION = 36, INTERP_FIRST_REGION = 0x2F6B1A5, INTERP_MOST_ALLOCATIONS = 1 << 25 };
#define INTERP_LARGEST (UINT64_C(1) << (INTERP_REGION - 1))
#define INTERP_INSIDE  ((UINT64_C(1) << INTERP_REGION) - 1)
/* This bit of an address in a constant says that a shared reference has led to it, through which nothing is written. */
#define INTERP_SHARED (UINT64_C(1) << 63)

/* What the shadow byte of a byte tells; outside of constants only the first two. From INTERP_WHOLE on are the eight
 * bytes of a pointer, which then lie side by side. A byte that has been taken out of one is the lower bits of a number
 * of in->parted; the upper bits, and which of the eight it is, are in the shadow byte. */
typedef enum interp_byte { INTERP_UNSET, INTERP_SET, INTERP_WHOLE, INTERP_PARTED = INTERP_WHOLE + 8 } interp_byte;
enum { INTERP_MOST_PARTED = (UINT8_MAX + 1 - INTERP_PARTED) / 8 << 8 };
#define INTERP_ALL_SET   UINT64_C(0x0101010101010101)
#define INTERP_ALL_WHOLE UINT64_C(0x0908070605040302)

/* A constant is run with the tables of its module: one as long as the module for each would be the square of their
 * number. */
typedef struct interp_tables {
    interp_function **functions;
    uint64_t *globals;
    uint32_t n_functions, n_globals; /* room */
    uint32_t n_looked_at;            /* the first globals: has_shared says whether one of them is shared */
    bool has_shared;
} interp_tables;

typedef struct interp {
    ir_module *m;
    arena memory; /* given back at the end of the launch */
    jmp_buf out_of_memory;
    interp_function **functions; /* NULL: not yet decoded */
    uint64_t *globals;           /* of each global its address; 0: not yet; shared ones have theirs from the start */
    VEC(ir_function_id) decoded; /* of a constant: what is in functions, and in globals */
    VEC(ir_global_id) placed;
    uint64_t static_shared, dynamic_at;
    VEC(interp_allocation) allocations;
    VEC(uint32_t) free_allocations;
    arena_map functions_at, far_at; /* indices of allocations: of functions; by what and the upper bits of far */
    uint32_t n_far;                 /* how many are INTERP_IS_FAR */
    VEC(uint64_t) parted;           /* of a constant: pointers of which single bytes lie somewhere */
    arena_map parted_at;
    interp_allocation *callers; /* the caller's memory, by address */
    uint32_t n_callers, last_caller;
    interp_allocation anything;  /* addresses of the caller's that it did not describe; of size 0 unless it may be so */
    bool is_constant, is_static; /* a static's value is a constant too */
    VEC(interp_site) sites;
    bool finds_races;
    VEC(interp_slice) slices;    /* those of this launch begin at first_slice; slice 0 stands for none */
    uint32_t first_slice, slice; /* slice: the one that runs */
    arena_map releases;          /* by address: the slice that a release there ended */
    uint32_t block_number, barrier_slice;
    interp_thread *threads; /* of the block */
    ir_launch launch;
    uint32_t block[3];
    uint8_t *shared, *shared_set;
    uint64_t shared_bytes;
    uint64_t steps, max_steps, most_stack;
    bool is_stack_full;
    ir_outcome outcome;
    ir_panic panic;
    ir_function_id kernel;
    interp_thread *thread; /* the one that runs */
    void *result;          /* of the first function, with ir_run_function */
    uint8_t *result_set;   /* which of its bytes have values */
    VEC(interp_chunk *) free_stacks;
} interp;

interp_function *interp_decode(interp *in, ir_function_id id);
/* Tells what a constant's bytes are, of which set says what they are as shadow bytes do. f: whose temporaries may be
 * pointed at. */
void interp_describe(const interp *in, ir_function_id f, const uint8_t *set, uint64_t size, ir_constant *constant);
/* The address of a global. */
uint64_t interp_global(interp *in, ir_global_id id);
/* Pushes a frame onto the thread's stack. NULL: the stack is too large. back is NULL for the first frame. */
uint8_t *interp_push(interp *in, interp_thread *t, const interp_function *callee, const interp_op *back,
                     uint32_t result);
/* Tells why interp_push gave no frame; op: the call, or NULL. */
void interp_too_deep(interp *in, const interp_op *op);
/* Ends the last call, with its locals. */
void interp_pop(interp *in, interp_thread *t);
/* Goes on until the thread ends or waits, or a limit is reached; the thread's state says which. */
void interp_run_thread(interp *in, interp_thread *t);
/* False: a bad access. */
bool interp_intrinsic(interp *in, const interp_op *op, uint8_t *frame, const interp_slow *slow);

/* ---- memory (ir_interp_memory.c) ---- */

void interp_memory_begin(interp *in);
/* An address without what a constant's pointers have beside it. */
static inline uint64_t interp_bare(const interp *in, uint64_t address)
{
    return in->is_constant && (address & INTERP_SHARED) ? address & ~INTERP_SHARED : address;
}
/* The address of new memory; bytes and set as in interp_allocation. */
uint64_t interp_allocate(interp *in, interp_allocation about);
void interp_forget(interp *in, uint64_t address);
/* Ends the scope of the local that lies at an address, if it is one of the function that runs in that frame. Its bytes
 * have no values then, and it gets a new address when it is asked for one. */
void interp_end_scope(interp *in, uint8_t *frame, uint64_t address);
const interp_allocation *interp_find(const interp *in, uint64_t address); /* NULL: in none that is there */
/* Describes what is wrong, unless something has been described before, and returns false. */
bool interp_fail(interp *in, const interp_op *op, const char *format, ...) __attribute__((format(printf, 3, 4)));
uint8_t *interp_refuse(interp *in, const interp_op *op, uint64_t address, uint64_t n, uint64_t align, bool writes);
/* Some of n bytes at an address, or 0, have no value or are those of a pointer, where a number is read. */
bool interp_unset(interp *in, const interp_op *op, uint64_t address, const uint8_t *set, uint64_t n);
/* Whether a pointer of a constant has that alignment. False: it has not, which has been reported. */
bool interp_is_aligned(interp *in, const interp_op *op, uint64_t address, uint64_t align);
/* Whether a place is aligned of which a part is accessed next; imm: of ALIGNED_AROUND. A part that cannot be reached is
 * told by its access. False: it is not, which has been reported. */
bool interp_is_aligned_around(interp *in, const interp_op *op, uint64_t place, uint64_t part, uint64_t imm);
interp_allocation *interp_callers(interp *in, uint64_t address);
/* The allocation that the upper bits of a bare address tell, or that of the caller's own memory. */
static inline interp_allocation *interp_told_by(interp *in, uint64_t bare)
{
    const uint64_t id = (bare >> INTERP_REGION) - INTERP_FIRST_REGION;
    return id < in->allocations.n ? &in->allocations.at[id] : interp_callers(in, bare);
}
/* The first of the addresses whose upper bits tell the allocation with that index. */
static inline uint64_t interp_region_of(uint64_t id)
{
    return (INTERP_FIRST_REGION + id) << INTERP_REGION;
}
/* Whether a pointer and the one that is so many elements from it lie in one allocation, or at its end. False: that
 * has been reported. */
bool interp_stays_within(interp *in, const interp_op *op, uint64_t address, int64_t count, uint64_t size);
/* A kernel's bool that is neither 0 nor 1 is an error; a constant may hold one until it is looked at. */
bool interp_check_bool(interp *in, const interp_op *op, uint8_t value);
/* The address of a function. */
uint64_t interp_function_address(interp *in, ir_function_id id);
/* The function at whose address that is; 0: none. */
ir_function_id interp_function_at(const interp *in, uint64_t address);

/* ---- pointers of constants (ir_interp_pointer.c) ---- */

/* of: 1 + the index of the allocation that a pointer belongs to; 0: none. at: which of its addresses it is, counted as
 * in their lower bits, or the number. */
typedef struct interp_pointee {
    uint32_t of;
    uint64_t at;
} interp_pointee;
static inline interp_pointee interp_pointee_of(const interp *in, uint64_t address)
{
    const uint64_t bare = interp_bare(in, address), id = (bare >> INTERP_REGION) - INTERP_FIRST_REGION;
    if (id >= in->allocations.n)
        return (interp_pointee){0, address};
    const interp_allocation *a = &in->allocations.at[id];
    if (a->kind == INTERP_IS_FAR)
        return (interp_pointee){a->what, a->far + (bare & INTERP_INSIDE)};
    return (interp_pointee){(uint32_t)id + 1, bare & INTERP_INSIDE};
}
/* The allocation, and how far from its start; NULL: there is none, and *offset is the number. */
static inline const interp_allocation *interp_belongs_to(const interp *in, uint64_t address, uint64_t *offset)
{
    const interp_pointee p = interp_pointee_of(in, address);
    const interp_allocation *a = p.of ? &in->allocations.at[p.of - 1] : NULL;
    *offset = a ? p.at - (a->start & INTERP_INSIDE) : p.at;
    return a;
}
/* Makes a number the pointer of a constant that it stands for. False: an error has been reported, which needs an op. */
bool interp_from_number(interp *in, const interp_op *op, uint64_t *number);
/* The number by which pointers of constants are compared: those that belong to one allocation are as far apart as
 * they are. */
uint64_t interp_compared(const interp *in, uint64_t address);
bool interp_move_far(interp *in, const interp_op *op, uint64_t *address, uint64_t by);
/* False: as interp_from_number. */
static inline bool interp_move(interp *in, const interp_op *op, uint64_t *address, uint64_t by)
{
    const uint64_t to = *address + by;
    if ((to ^ *address) >> INTERP_REGION)
        return interp_move_far(in, op, address, by);
    *address = to;
    return true;
}
/* The pointer out of which a byte has been taken. */
uint64_t interp_parted(const interp *in, uint8_t byte, uint8_t set);
/* The pointer that begins there in what n bytes follow, if one does: whole, or put together again. */
bool interp_find_pointer(const interp *in, const uint8_t *bytes, const uint8_t *set, uint64_t n, uint64_t *pointer);
/* Reads a pointer of which not all bytes are set as a number's or lie as they were. False: an error has been
 * reported. */
bool interp_join(interp *in, const interp_op *op, uint64_t address, const uint8_t *bytes, const uint8_t *set,
                 uint64_t *pointer);
/* Reads a pointer; address: of it, or 0; set may be NULL. */
static inline bool interp_get_pointer(interp *in, const interp_op *op, uint64_t address, const uint8_t *bytes,
                                      const uint8_t *set, uint64_t *pointer)
{
    uint64_t what = INTERP_ALL_SET;
    memcpy(pointer, bytes, sizeof *pointer);
    if (set)
        memcpy(&what, set, sizeof what);
    if (what == INTERP_ALL_WHOLE)
        return true;
    if (what != INTERP_ALL_SET)
        return interp_join(in, op, address, bytes, set, pointer);
    return interp_from_number(in, op, pointer);
}
/* Whether a pointer of a constant could be null as far as rustc can tell: one that points neither into what it belongs
 * to nor to its end, and is as aligned as that is. */
bool interp_may_be_null(const interp *in, uint64_t address);
/* Leaves the bits of the integer by which an IR_CODED of that type, in a constant, tells its tag as they are, or makes
 * them those of the pointer that lies there. False: an error has been reported. */
bool interp_get_coding(interp *in, const interp_op *op, ir_type coded, const uint8_t *bytes, const uint8_t *set,
                       uint64_t *bits);
/* Writes a pointer over what is no part of another one. */
void interp_put_pointer(const interp *in, uint64_t pointer, uint8_t *bytes, uint8_t *set);
/* What lies there will be overwritten: pointers that reach beyond it are taken apart. False: an error has been
 * reported. */
bool interp_overwrite(interp *in, const interp_op *op, uint8_t *bytes, uint8_t *set, uint64_t n);
/* Copies bytes of a constant, which may overlap, with what tells what they are; from_set may be NULL. is_fresh: what
 * lies there counts no more. False: an error has been reported. */
bool interp_copy(interp *in, const interp_op *op, uint8_t *to, uint8_t *to_set, const uint8_t *from,
                 const uint8_t *from_set, uint64_t n, bool is_fresh);
/* Whether scalars can be read at an address. False: they cannot, which has been reported. */
bool interp_has_scalars(interp *in, const interp_op *op, uint64_t address, ir_scalars s);
/* Whether two pointers may be subtracted. False: they may not, which has been reported. */
bool interp_are_of_one(interp *in, const interp_op *op, uint64_t a, uint64_t b);

typedef struct interp_words {
    char text[160];
} interp_words;
/* The memory, as a sentence about a kernel names it. */
interp_words interp_name_of(const interp *in, const interp_allocation *a);
/* Keeps the calls that have not returned, which tell where a constant failed. */
void interp_trace(interp *in, const interp_op *op);
/* Where a user would look: at what called the library. */
uint32_t interp_place_of(const interp *in, const interp_op *op);
const char *interp_file_of(const interp *in, const interp_site *site);

/* ---- races (ir_interp_race.c) ---- */

/* False: a race, which is told. */
bool interp_race(interp *in, const interp_op *op, interp_allocation *a, uint64_t offset, uint64_t n, bool writes);
void interp_races_begin(interp *in, interp_allocation *a);
void interp_slice_begin(interp *in);
/* Makes an atomic access. */
void interp_meet(interp *in, uint64_t address, bool reads, bool writes, ir_ordering ordering);
void interp_fence(interp *in, ir_ordering ordering);

/* Finds the n bytes at an address; *set tells which of them have values (NULL: all). n is not 0, and align is a power
 * of two. NULL: the bytes cannot be reached, which has then been reported. */
static inline uint8_t *interp_reach(interp *in, const interp_op *op, uint64_t address, uint64_t n, uint64_t align,
                                    bool writes, uint8_t **set)
{
    const uint64_t told = address;
    address = interp_bare(in, address);
    interp_allocation *a = interp_told_by(in, address);
    const uint64_t offset = address - a->start, aligned = in->is_constant ? offset | a->align : address;
    if (__builtin_expect(offset > a->size || a->size - offset < n || (aligned & (align - 1)) ||
                             (writes && (a->is_read_only || address != told)),
                         0)) {
        *set = NULL;
        return interp_refuse(in, op, told, n, align, writes);
    }
    *set = a->set ? a->set + offset : NULL;
    return a->cells && !interp_race(in, op, a, offset, n, writes) ? NULL : a->bytes + offset;
}

void interp_convert(uint8_t *to, uint8_t to_kind, const uint8_t *from, uint8_t from_kind);
/* Does a warp operation for all threads of [first, first + n) that take part. False: they are not all at the same
 * one. */
bool interp_warp(interp *in, interp_thread *threads, uint32_t n);

float ir_f16_to_f32(uint16_t bits);
uint16_t ir_f32_to_f16(float value);
float ir_bf16_to_f32(uint16_t bits);
uint16_t ir_f32_to_bf16(float value);
/* fraction is the number of bits of the fraction, 3 (E4M3) or 2 (E5M2). */
float ir_f8_to_f32(uint8_t bits, uint32_t fraction);
uint8_t ir_f32_to_f8(float value, uint32_t fraction);

#endif
