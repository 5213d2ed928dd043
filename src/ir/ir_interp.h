/* ir_interp.h: the interpreter's parts: ir_interp.c (launches, blocks, who runs next), ir_interp_decode.c (functions
 * into operations), ir_interp_run.c (the loop), ir_interp_warp.c, ir_interp_intrinsic.c, ir_interp_number.c.
 *
 * A function is decoded once a launch, when it is first called. All its values and locals have fixed places in a frame;
 * frames lie in a thread's own list of chunks and never move, so addresses of locals are plain pointers. */
#ifndef RUSTG_IR_INTERP_H
#define RUSTG_IR_INTERP_H

#include "ir/ir_table.h"

/* Operations are (op << 4 | kind of type) for what differs by type; these are the others. Places are bytes from the
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
    INTERP_COPY_N, /* d = a; imm bytes */
    INTERP_FILL,   /* d = 0; imm bytes */
    INTERP_LOAD_1,
    INTERP_LOAD_2,
    INTERP_LOAD_4,
    INTERP_LOAD_8,
    INTERP_LOAD_N, /* d = *a */
    INTERP_STORE_1,
    INTERP_STORE_2,
    INTERP_STORE_4,
    INTERP_STORE_8,
    INTERP_STORE_N, /* *a = b */
    INTERP_SELECT_1,
    INTERP_SELECT_2,
    INTERP_SELECT_4,
    INTERP_SELECT_8,    /* d = a ? b : imm's place */
    INTERP_FRAME_ADDR,  /* d = frame + a */
    INTERP_SHARED_ADDR, /* d = shared memory + imm */
    INTERP_ADD_IMM,
    INTERP_ELEMENT, /* d = a + imm; d = a + b * imm */
    INTERP_JUMP,
    INTERP_LOOP_JUMP, /* imm: by so many operations */
    INTERP_JUMP_UNLESS,
    INTERP_SWITCH, /* unless a; on a (imm: table) */
    INTERP_CALL,
    INTERP_CALL_PTR,
    INTERP_RETURN, /* CALL: imm: call table */
    INTERP_TRAP,
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

typedef struct interp_op {
    uint16_t code, aux;
    uint32_t d, a, b;
    uint64_t imm;
} interp_op;

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

typedef struct interp_function {
    interp_op *code;
    uint32_t frame_size, frame_align;
    uint32_t *params; /* places */
    uint32_t *param_sizes;
    uint32_t n_params;
    interp_switch *switches;
    interp_call *calls;
    interp_slow *slow;
} interp_function;

typedef struct interp_chunk {
    struct interp_chunk *next, *before;
    uint8_t *start, *end;
} interp_chunk;

/* At the start of every frame. */
typedef struct interp_frame {
    const interp_op *back; /* where the caller goes on; NULL: the thread's first frame */
    uint8_t *caller;
    const interp_function *caller_function;
    interp_chunk *chunk;
    uint8_t *end;
    uint32_t result; /* place in the caller's frame */
} interp_frame;
enum { INTERP_FRAME_START = 48, INTERP_ALIGN = 16 };
_Static_assert(sizeof(interp_frame) <= INTERP_FRAME_START, "a frame's head");

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
    uint64_t stack_bytes;
} interp_thread;

typedef struct interp {
    ir_module *m;
    arena memory; /* given back at the end of the launch */
    jmp_buf out_of_memory;
    interp_function **functions; /* NULL: not yet decoded */
    uint8_t **globals;           /* of each global its bytes; NULL: not yet */
    uint64_t *shared_at;         /* of each shared global its offset; laid out at the start */
    uint64_t static_shared;
    ir_launch launch;
    uint32_t block[3];
    uint8_t *shared;
    uint64_t steps, max_steps;
    ir_outcome outcome;
    ir_panic panic;
    ir_function_id kernel;
    interp_thread *thread; /* the one that runs */
    void *result;          /* of the first function, with ir_run_function */
    VEC(interp_chunk *) free_stacks;
} interp;

interp_function *interp_decode(interp *in, ir_function_id id);
uint8_t *interp_global(interp *in, ir_global_id id);
/* A new frame behind the thread's present one; NULL: the thread's stack is too large. */
uint8_t *interp_push(interp *in, interp_thread *t, const interp_function *callee);
/* Goes on until the thread ends, waits or a limit is reached; its state says which. */
void interp_run_thread(interp *in, interp_thread *t);
/* False: a bad access. */
bool interp_intrinsic(interp *in, const interp_op *op, uint8_t *frame, const interp_slow *slow);
void interp_convert(uint8_t *to, uint8_t to_kind, const uint8_t *from, uint8_t from_kind);
/* A warp operation of all threads of [first, first + n) that take part. False: they are not all at the same one. */
bool interp_warp(interp *in, interp_thread *threads, uint32_t n);

float ir_f16_to_f32(uint16_t bits);
uint16_t ir_f32_to_f16(float value);
float ir_bf16_to_f32(uint16_t bits);
uint16_t ir_f32_to_bf16(float value);
/* fraction: bits of it, 3 (E4M3) or 2 (E5M2) */
float ir_f8_to_f32(uint8_t bits, uint32_t fraction);
uint8_t ir_f32_to_f8(float value, uint32_t fraction);

#endif
