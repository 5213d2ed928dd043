/* codegen.h: optimized IR into text, for a target.
 *
 *   common/     what all targets share, and the table that a target is (common/emit.h)
 *   c/, cuda/   the targets
 *   toolchain/  text into code: NVRTC, the C compiler, fatbins, what PTX and cubins say
 *
 * Generated text includes no header and is deterministic. */
#ifndef RUSTG_CODEGEN_H
#define RUSTG_CODEGEN_H

#include "ir/ir.h"
#include "rustg/status.h"

typedef struct codegen_options {
    bool debug; /* #line to the Rust source, -lineinfo */
    bool checks;
    uint32_t opt_level; /* 0..3 */
    uint32_t max_registers;
    bool fast_math;
    bool coarsen;                      /* the optimizer adds coarse entries (src/opt/opt_coarsen.c) */
    const char *cpu;                   /* the C compiler's -march; NULL: the baseline */
    const char *c_prefix;              /* of kernels' names in C; NULL: "rustg_cpu_" */
    uint32_t cc_seconds, cc_mebibytes; /* rustg_kernel_options' limits of the C compiler */
} codegen_options;

typedef struct codegen_text {
    char *text;
    size_t n;
} codegen_text; /* the arena's, ends with a 0 */

typedef struct codegen_target codegen_target;
/* Makes CUDA C++ for NVRTC. A slice is two parameters. If any kernel can panic, the text has the __device__ variable
 * `rustg_panic`, the record of panics (panic_record.h). Beside it stands `rustg_panic_flag`, into which whoever loads
 * the module may put the address of a u32 in the host's memory; that is set to 1 after the record is written. The
 * text has `rustg_recursion` if a function calls itself, directly or not, or calls through a pointer. A kernel whose
 * name CUDA C++ cannot give (`abs`, `int`) has a stand-in of equal length in the text, which a comment tells;
 * tool_nvrtc gives the name back. In a PTX template {out} is the result and {N} is operand N. */
extern const codegen_target codegen_target_cuda;
/* Makes C11 for the CPU target. A kernel K becomes `void rustg_cpu_K(const rustg_cpu_thread *t, const void *const
 * *args)`, where args[i] points to the bytes of IR parameter i. Beside it stand the numbers
 * `rustg_cpu_K_shared_bytes` and `rustg_cpu_K_call_kind` (u64), which cpu_run needs. */
extern const codegen_target codegen_target_c;

/* Whether the target's text is made of optimized IR. C's is not, because the C compiler inlines and splits locals
 * itself. With debug no text is, because lines belong to the function that they are in. */
/* Whether it is optimized for the CPU (opt_options). */
bool codegen_is_for_cpu(const codegen_target *target);
bool codegen_takes_optimized(const codegen_target *target, const codegen_options *options);
/* Only emits; src/compile/pipeline.c does what precedes it. The text is in m's arena. */
codegen_text codegen_emit(const codegen_target *target, ir_module *m, const codegen_options *options);

/* What codegen_ptx says of a text.
 *   refused     NULL, or what has no form in PTX yet, and then the text is of no use
 *   is_lowered  its .version is the oldest that serves; else it is the newest, as PTX of the source may need that */
typedef struct codegen_ptx_answer {
    const char *refused;
    bool is_lowered;
} codegen_ptx_answer;
/* Makes PTX of the module, as optimized for CUDA C++, for arch ("sm_90"), with the same variables beside the kernels as
 * codegen_target_cuda's text has. The text is in m's arena. */
codegen_text codegen_ptx(ir_module *m, const codegen_options *options, const char *arch, codegen_ptx_answer *answer);

/* Whether a kernel reaches a barrier or a warp operation. */
bool codegen_meets(const ir_module *m, ir_function_id kernel);

#endif
