/* pipeline.h: takes kernels through the stages of include/rustg/pipeline.def. */
#ifndef RUSTG_PIPELINE_H
#define RUSTG_PIPELINE_H

#include "codegen/codegen.h"
#include "compile/compile_job.h"
#include "lower/lower.h"

typedef enum pipeline_stage {
#define PIPELINE_STAGE(NAME, text, seconds, emit, about) PIPELINE_##NAME,
#include "rustg/pipeline.def"
    PIPELINE_N_STAGES
} pipeline_stage;

struct compile_kernels;
typedef struct pipeline pipeline;
typedef rustg_status pipeline_work(pipeline *p);

/* What the stages hand on.
 *   job         NULL after the compile, when code is made for a launch
 *   is_refused  the source has errors: no stage follows
 *   module      what the next stage takes; verified
 *   optimize .. load  the stages that the target at hand is to pass; NULL: not this one
 *   text        what emit has made
 *   fatbin      of CUDA C++, for a shared object for tvm-ffi; no_fatbin: why there is none, or NULL */
struct pipeline {
    compile_job *job;
    struct compile_kernels *kernels;
    rustg_error *error;
    rustg_status status;
    bool is_refused;
    ir_module *module;
    const codegen_target *target;
    codegen_options how;
    pipeline_work *optimize, *verify, *emit, *toolchain, *load;
    codegen_text text, fatbin;
    codegen_text *own_ptx; /* by rustg's own backend, in the order of options.archs; NULL: NVRTC makes it */
    const char *no_fatbin;
    void *user; /* of toolchain and load */
};

/* All stages behind the trees. Memory: kernels->memory, whose out_of_memory is set. */
void pipeline_kernels(pipeline *p);
/* From OPTIMIZE to LOAD, for p->target. */
void pipeline_target(pipeline *p);

/* compile_kernels.c has the stages of a crate. */
rustg_status compile_check_bodies(pipeline *p);
rustg_status compile_lint_bodies(pipeline *p);
rustg_status compile_lower_bodies(pipeline *p);
/* compile_gradient.c adds the kernels that `adjoint` and `tangent` ask for. What has no derivative is reported. */
void compile_add_gradients(struct compile_kernels *kernels, lower *lowered);
/* Keeps a text, if that is asked for. */
void compile_keep_text(struct compile_kernels *kernels, uint32_t output, const char *text, size_t n);
/* Diagnostics of these three into the result. */
void compile_report(pipeline *p);

/* compile_output.c has the stages of a target, and what is kept of them. */
rustg_status compile_verify(pipeline *p);
/* p->text: the module as PTX by rustg's own backend. is_lowered: as codegen_ptx says it. fails RUSTG_ERR_ARGUMENT: it
 * has no form for what is used, or does not know the architecture. */
rustg_status compile_emit_ptx(pipeline *p, const char *arch, bool *is_lowered);
rustg_status compile_emit_module(pipeline *p); /* typed bodies and IR, where asked for */
rustg_status compile_emit_list(pipeline *p);   /* the list of kernels, where asked for */
/* Sets up p for pipeline_target as the options ask for this target. */
void compile_for_cuda(pipeline *p);
void compile_for_c(pipeline *p);
/* Runs the stages up to EMIT for a target, on the module as lowered. */
void compile_for_target(pipeline *p, const codegen_target *target, ir_module *module, const codegen_options *how);

#endif
