/* emit_cuda.h: what the files of the CUDA C++ target tell each other.
 *
 *   emit_cuda.c            the frame and the table      emit_cuda_name.c    names of kernels
 *   emit_cuda_intrinsic.c  intrinsics                   emit_cuda_atomic.c  atomics
 *   emit_cuda_ptx.c        PTX of the source
 *   emit_compare.c         orders that the optimizer of CUDA 13.0 errs about, by emit_motion.c
 *   emit_unroll.c          loops that are told to unroll    emit_size.c      how much code a call brings along */
#ifndef RUSTG_EMIT_CUDA_H
#define RUSTG_EMIT_CUDA_H

#include "codegen/common/emit.h"

/* The target's own in an emit. */
typedef struct emit_cuda_own {
    bool *loop_calls; /* emit_compare.c: functions that loops call; NULL until asked for */
    uint32_t *sizes;  /* emit_size.c: of functions, likewise */
    bool *is_large;
} emit_cuda_own;
static inline emit_cuda_own *emit_cuda_of(const emit *e)
{
    return (emit_cuda_own *)e->own;
}

/* These are codegen_target's functions of the same names. */
/* A number as CUDA's overloaded functions name it. */
const char *emit_cuda_number(emit *e, ir_type t);
void emit_cuda_kernel_names(emit *e);
void emit_cuda_before_loop(emit *e, uint32_t loop);
void emit_cuda_ptx(emit *e, const ir_instr *i);
void emit_cuda_guard_order(emit *e, const ir_instr *i, const char **left, const char **right);
const char *emit_cuda_fast_function(const emit *e, const ir_instr *i);
const char *emit_cuda_dyn_shared(emit *e);
const char *emit_cuda_intrinsic(emit *e, const ir_instr *i);
const char *emit_cuda_atomic(emit *e, const ir_instr *i, ir_type t, const char *p, const char *x, const char *y);

/* emit_size.c: instructions of a function that is reached, with those that its calls bring along; and whether copies of
 * it in the places of its calls would be much code. */
uint32_t emit_cuda_size(emit *e, ir_function_id id);
bool emit_cuda_is_large(emit *e, ir_function_id id);

/* emit_motion.c tells what the rounds of the loop of instructions first..last may do to a value, and whether the
 * value is made of more than constants. */
enum { EMIT_GROWS = 1, EMIT_SHRINKS = 2 };
unsigned emit_motion(const emit *e, ir_value v, uint32_t first, uint32_t last);
bool emit_is_unknown(const emit *e, ir_value v);

#endif
