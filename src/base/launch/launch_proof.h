/* launch_proof.h: what must hold of a launch so that certain checks of a kernel fail in none of its threads.
 *
 * A proof is a list of steps. Each stands for a value of the kernel and makes the interval in which that value lies in
 * all threads of the launch, from the grid, the block, the arguments and earlier steps. src/opt/opt_launch_version.c
 * writes proofs beside entries without these checks, emitters put them into the module's code as the variable
 * rustg_launch_proofs, and src/launch/launch_proof.c computes them.
 *
 *   word 0   bits 0..7 the step, 8..15 its kind, 16..31 and 32..47 the numbers of its arguments, from 0 on
 *   word 1   imm
 *
 * The variable holds for each such entry: how many words follow of it, the bytes of the kernel's name, these bytes with
 * zeros up to a whole word, and the steps. */
#ifndef RUSTG_LAUNCH_PROOF_H
#define RUSTG_LAUNCH_PROOF_H

#include <stdint.h>

typedef enum launch_step {
#define STEP(NAME, n_args) LAUNCH_##NAME,
#include "base/launch/launch_step.def"
    LAUNCH_N_STEPS
} launch_step;

/* A kind is the number of bits, which is 1 for a bool; LAUNCH_SIGNED is added if the number is signed. */
enum { LAUNCH_SIGNED = 128, LAUNCH_BOOL = 1, LAUNCH_U64 = 64 };
enum { LAUNCH_MOST_STEPS = 512 };

typedef struct launch_proof_step {
    uint64_t what, imm;
} launch_proof_step;

static inline launch_proof_step launch_proof_make(launch_step step, uint32_t kind, uint32_t a, uint32_t b, uint64_t imm)
{
    return (launch_proof_step){(uint64_t)step | (uint64_t)kind << 8 | (uint64_t)a << 16 | (uint64_t)b << 32, imm};
}

static inline uint32_t launch_proof_op(const launch_proof_step *step)
{
    return step->what & 0xFF;
}

static inline uint32_t launch_proof_kind(const launch_proof_step *step)
{
    return step->what >> 8 & 0xFF;
}

static inline uint32_t launch_proof_arg(const launch_proof_step *step, uint32_t n)
{
    return step->what >> (16 + 16 * n) & 0xFFFF;
}

#endif
