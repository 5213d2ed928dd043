/* opt_launch_proof.h: values of a kernel as steps of a proof (base/launch/launch_proof.h); inner header of
 * opt_launch_version.c, which walks the kernel, and opt_launch_proof.c. */
#ifndef RUSTG_OPT_LAUNCH_PROOF_H
#define RUSTG_OPT_LAUNCH_PROOF_H

#include "base/launch/launch_proof.h"
#include "opt/opt_tree.h"

enum { LAUNCH_NO_STEP = 0xFFFF, LAUNCH_MOST_NARROWED = 64 };
/* What the numbers of a launch can tell about a step's value: a lower bound, an upper one, both. Of a bool: that it is
 * true, that it is false, either. */
enum {
    LAUNCH_TELLS_LOW = 1,
    LAUNCH_TELLS_HIGH = 2,
    LAUNCH_TELLS_BOTH = 3,
    LAUNCH_TELLS_TRUE = 1,
    LAUNCH_TELLS_FALSE = 2
};

/* What the branches around tell of a value. `step` narrows it; its arguments are the value and the step `by`. */
typedef struct launch_narrowed {
    ir_value v;
    launch_step step;
    uint32_t by;
} launch_narrowed;

/* t is of the entry. */
typedef struct launch_versioning {
    opt_tree *t;
    opt_index index;
    launch_proof_step steps[LAUNCH_MOST_STEPS];
    uint8_t tells[LAUNCH_MOST_STEPS];
    uint32_t n_steps, n_removed;
    launch_narrowed narrowed[LAUNCH_MOST_NARROWED];
    uint32_t n_narrowed;
    uint32_t *held;             /* by local: the step of what it holds, or LAUNCH_NO_STEP */
    uint32_t *found;            /* by value that is not computed from others: 1 more than its step; 0: none */
    uint32_t *known, *known_in; /* by value: its step, while as many changes of what is narrowed have been */
    uint32_t n_changes;
} launch_versioning;

/* The kind of a step of such a value; 0: it is no number. */
uint32_t opt_launch_kind(ir_type type);
/* The number of such a step; equal ones are one. LAUNCH_NO_STEP: an argument is, or there are too many. */
uint32_t opt_launch_step(launch_versioning *p, launch_step step, uint32_t kind, uint32_t a, uint32_t b, uint64_t imm);
/* Of a value of which nothing is known. */
uint32_t opt_launch_any(launch_versioning *p, uint32_t kind);
/* The step of a value where the walk is; LAUNCH_NO_STEP: it is no number. */
uint32_t opt_launch_value(launch_versioning *p, ir_value v);
/* The condition holds, or does not, until opt_launch_forget goes back to as many narrowed values. */
void opt_launch_assume(launch_versioning *p, ir_value condition, bool holds);
void opt_launch_forget(launch_versioning *p, uint32_t n_narrowed);
/* The launch must make the condition true, or false; false: it cannot. */
bool opt_launch_require(launch_versioning *p, ir_value condition, bool wanted);
/* Puts the steps that conditions need into t->f. */
void opt_launch_write(const launch_versioning *p);

#endif
