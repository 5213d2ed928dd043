/* ptx.h: PTX text, run on the CPU: for tests of what NVRTC makes of our kernels where no GPU is.
 *
 *   ptx_word.c    words, scopes and names          ptx_read.c    directives: variables, functions
 *   ptx_decode.c  instructions, by ptx_instruction.def           ptx_decode_memory.c   those with many modifiers
 *   ptx_number.c  rounding, conversions, approximations          ptx_memory.c   spaces, bounds, atomics
 *   ptx_run.c     one thread                       ptx_block.c   blocks: turns, barriers, warp operations
 *   ptx_tensor.c  tensor cores, asynchronous copies              ptx_engine.c  in the place of the CUDA driver
 *   ptx_hopper.c  those of sm_90a: wgmma, mbarrier, copies of tiles
 *
 * Exact where the PTX ISA is: integers, IEEE arithmetic and its roundings, conversions. Where the ISA leaves a result
 * open (bits of a NaN, a lane that is not there, an approximation's last bits) it is some value that the ISA allows.
 * What is not known is an error with its line, and so is every access outside of a variable's space or a mapped buffer.
 */
#ifndef PTX_H
#define PTX_H

#include <stdbool.h>

#include "base/arena.h"

typedef enum ptx_space { PTX_GENERIC, PTX_GLOBAL, PTX_CONST, PTX_SHARED, PTX_LOCAL, PTX_PARAM } ptx_space;
typedef enum ptx_kind { PTX_PRED, PTX_U, PTX_S, PTX_B, PTX_F, PTX_BF } ptx_kind;
typedef struct ptx_type {
    uint8_t kind, bytes;
} ptx_type; /* a predicate has 1 byte */

typedef enum ptx_code {
    PTX_NOTHING,
#define PTX(name, words, form, ...) PTX_##name,
#include "ptx_instruction.def"
    PTX_MOVE,
    PTX_SPECIAL,
    PTX_FRAME_ADDRESS,
    PTX_PACK,
    PTX_UNPACK,
    PTX_CONVERT,
    PTX_LOAD,
    PTX_STORE,
    PTX_ATOMIC,
    PTX_BRANCH,
    PTX_BRANCH_INDEX,
    PTX_CALL,
    PTX_MMA,
    PTX_LDMATRIX,
    PTX_COPY,
    PTX_COPY_GROUP,
    PTX_COPY_WAIT,
    PTX_PHASE_INIT,
    PTX_PHASE_ARRIVE,
    PTX_PHASE_WAIT,
    PTX_PROXY_FENCE,
    PTX_MAP_FENCE,
    PTX_TILE_COPY,
    PTX_BYTES_COPY,
    PTX_TILE_STORE,
    PTX_STORE_GROUP,
    PTX_STORE_WAIT,
    PTX_STMATRIX,
    PTX_WGMMA,
    PTX_WGMMA_FENCE,
    PTX_WGMMA_COMMIT,
    PTX_WGMMA_WAIT,
    PTX_FELL_OUT,
    PTX_N_CODES
} ptx_code;

/* aux of floating instructions and conversions */
enum {
    PTX_NEAREST,
    PTX_ZERO,
    PTX_DOWN,
    PTX_UP,
    PTX_ROUNDING = 3,
    PTX_FTZ = 4,
    PTX_SAT = 8,
    PTX_INTEGRAL = 16,
    PTX_ROUNDED = 32
};

/* One instruction. d, a, b, c, e, f: slots of the frame; constants have slots too; 0: no result is kept. guard: 0, 1:
 * if slot p, 2: if not. width: bytes of the register d. Memory: type, n elements in d, b, c, e; address in a (a
 * parameter or local variable: in the frame, is_frame) plus imm. */
typedef struct ptx_op {
    uint16_t code;
    uint8_t guard, aux, space, n, width, what;
    ptx_type type, from;
    bool is_frame, nc;
    uint32_t line, p, d, a, b, c, e, f;
    uint64_t imm;
} ptx_op;

typedef struct ptx_variable {
    uint32_t offset, size;
} ptx_variable; /* of a frame's bytes */
typedef struct ptx_list {
    VEC(uint32_t) at;
} ptx_list;
typedef struct ptx_call {
    uint32_t function;
    bool through_register;
    ptx_list args, results;
} ptx_call; /* offsets in the frame */

typedef struct ptx_function {
    const char *name;
    bool is_entry, is_defined;
    VEC(ptx_variable) params, results;
    VEC(ptx_op) code;
    VEC(uint64_t) slots; /* as a call begins: constants, and a pattern for registers */
    VEC(ptx_call) calls;
    VEC(ptx_list) targets;   /* of brx.idx: instructions */
    VEC(ptx_list) registers; /* of mma and the like: slots */
    uint32_t frame_bytes, shared_bytes;
    uint32_t max_threads;
} ptx_function;

/* Memory that global addresses reach. */
typedef struct ptx_segment {
    uint64_t address, n_bytes;
    uint8_t *bytes;
    const char *name;
    bool writable, written, read_only_read; /* the last: by ld.global.nc */
} ptx_segment;

typedef struct ptx_frame {
    const ptx_function *f;
    const ptx_op *back;
    uint32_t slots, bytes;
} ptx_frame; /* starts of its parts */
typedef enum ptx_state {
    PTX_READY,
    PTX_AT_BARRIER,
    PTX_AT_WARP,
    PTX_AT_WARPGROUP,
    PTX_AT_PHASE,
    PTX_AT_PART,
    PTX_ENDED
} ptx_state;

/* A copy that has begun. group: of its thread's, from 0. */
typedef struct ptx_copy {
    const ptx_op *op;
    uint64_t to, from;
    uint32_t n, group;
} ptx_copy;

/* What a test makes in the place of the driver's tensor map; a swizzle of 128 bytes. strides: of
 * the second and later dimensions, bytes. tile: elements, of so many bytes; those of 4 are rounded to tf32. */
typedef struct ptx_tensor_map {
    uint64_t magic, address, sizes[4], strides[3];
    uint32_t rank, tile[4], bytes;
    uint64_t rest[4];
} ptx_tensor_map;
_Static_assert(sizeof(ptx_tensor_map) == 128, "CUtensorMap");
#define PTX_TENSOR_MAP UINT64_C(0x50414D524F534E54)

typedef struct ptx_range {
    uint32_t at, n_bytes;
} ptx_range;
/* A copy of a tile that has begun. One to shared memory comes when a thread waits for its barrier, one to global memory
 * when its thread waits for its group. shared: where. */
typedef struct ptx_tile {
    ptx_tensor_map map; /* of bytes one behind another the address alone */
    const ptx_op *op;
    uint32_t shared, n_bytes, barrier, group, at[4];
} ptx_tile;
/* Bytes of shared memory that a product which has begun may still read. group: of its warpgroup's, from 0. */
typedef struct ptx_reading {
    uint32_t at, n_bytes, warpgroup, group, line;
} ptx_reading;
enum { PTX_MOST_WARPGROUPS = 8, PTX_N_PARTS = 16 };
/* n_groups: that were committed. registers: of a thread, as setmaxnreg says, else 0. is_fenced: registers are ordered
 * before the next product. */
typedef struct ptx_warpgroup {
    uint32_t n_groups, registers;
    bool is_fenced;
} ptx_warpgroup;

typedef struct ptx_thread {
    struct ptx_machine *m;
    ptx_state state;
    uint32_t number, index[3]; /* in its block */
    const ptx_op *at;
    uint64_t *slots; /* of all frames */
    uint8_t *bytes;
    VEC(ptx_frame) frames;
    bool carry;
    VEC(ptx_copy) copies;
    uint32_t copy_groups;    /* that have ended */
    VEC(ptx_range) unfenced; /* of shared memory: written, and seen by copies only behind a fence */
    VEC(uint64_t) maps;      /* tensor maps that it has asked for */
    VEC(ptx_tile) stores;    /* copies to global memory that have begun */
    uint32_t store_groups;   /* that have ended */
} ptx_thread;

typedef struct ptx_machine {
    arena memory;
    VEC(ptx_function) functions; /* [0] none */
    VEC(ptx_segment) segments;   /* by address */
    uint64_t next_address;
    uint32_t static_shared; /* bytes of shared memory, statically known */
    const char *entry;      /* that will be launched: bodies that it cannot reach are skipped; NULL: all are read */
    /* a launch */
    uint32_t grid[3], block[3], block_index[3], n_threads, shared_bytes, dynamic_shared;
    uint8_t *shared;
    ptx_thread *threads;
    VEC(ptx_tile) tiles;
    VEC(ptx_reading) readings;
    uint32_t n_stores; /* that have begun, of all threads */
    ptx_warpgroup warpgroups[PTX_MOST_WARPGROUPS];
    uint32_t passed[PTX_N_PARTS]; /* threads that count as here at a barrier and did not wait */
    uint64_t steps, max_steps;
    bool failed;
    char message[512];
} ptx_machine;

/* Windows of the generic address space, and of functions. */
#define PTX_GLOBAL_WINDOW UINT64_C(0x700000000000)
#define PTX_SHARED_WINDOW UINT64_C(0x500000000000)
#define PTX_LOCAL_WINDOW  UINT64_C(0x400000000000)
#define PTX_CODE_WINDOW   UINT64_C(0x300000000000)
#define PTX_PARAM_WINDOW  UINT64_C(0x200000000000)
enum {
    PTX_SHARED_START = 1024,
    PTX_SHARED_DYNAMIC = 50 << 10, /* a matrix descriptor has 18 bits of address */
    PTX_LOCAL_START = 256,
    PTX_LOCAL_BYTES = 512 << 10,
    PTX_N_SLOTS = 128 << 10
};

/* False: m->message says why ("line 12: ..."). m is zeroed before the first call, but for the entry; ptx_free gives all
 * back. */
bool ptx_read(ptx_machine *m, const char *text);
void ptx_free(ptx_machine *m);
/* The device address of the host's bytes, which have to outlive the machine. */
uint64_t ptx_map(ptx_machine *m, const char *name, void *bytes, uint64_t n_bytes, bool writable);
ptx_segment *ptx_find_variable(ptx_machine *m, const char *name); /* of the module; NULL: none */
/* params[i]: the bytes of parameter i. */
typedef struct ptx_launch {
    const char *kernel;
    uint32_t grid[3], block[3], dynamic_shared;
    const void *const *params;
    size_t n_params;
} ptx_launch;
bool ptx_run(ptx_machine *m, const ptx_launch *launch);

/* Inner: always false. */
bool ptx_fail(ptx_machine *m, uint32_t line, const char *format, ...) __attribute__((format(printf, 3, 4)));
uint8_t *ptx_reach(ptx_thread *t, const ptx_op *op, uint64_t address, uint32_t n_bytes, bool write); /* NULL: failed */
bool ptx_atomic(ptx_thread *t, const ptx_op *op, uint64_t *r);
void ptx_run_thread(ptx_thread *t, uint64_t n_steps);
bool ptx_begin_thread(ptx_thread *t, const ptx_function *f);
bool ptx_copy_later(ptx_thread *t, const ptx_op *op, const uint64_t *r); /* cp.async, and what waits for it */
void ptx_serve_tensor(ptx_thread *lanes, uint32_t mask);                 /* all lanes wait in it */
bool ptx_hopper(ptx_thread *t, const ptx_op *op,
                const uint64_t *r);      /* PTX_PHASE_INIT to PTX_STORE_WAIT but PTX_PHASE_WAIT */
bool ptx_release_phases(ptx_machine *m); /* whether a thread that waits could go on */
bool ptx_release_warpgroups(ptx_machine *m);
bool ptx_release_parts(ptx_machine *m);     /* barriers of so many threads */
bool ptx_store_matrices(ptx_thread *lanes); /* all lanes wait in it */
/* False: a copy or product under way is at these bytes of shared memory. */
bool ptx_is_quiet(ptx_thread *t, const ptx_op *op, uint32_t at, uint32_t n_bytes, bool write);
void ptx_set_registers(ptx_thread *t, uint32_t n); /* of its warpgroup */
bool ptx_end_hopper(ptx_machine *m);               /* of a block; false: something is still under way */
bool ptx_release_warp(ptx_machine *m, uint32_t first, uint32_t end);
uint64_t ptx_load_value(const uint8_t *from, ptx_type type, uint32_t width);
void ptx_store_value(uint8_t *to, ptx_type type, uint64_t value);

#endif
