/* codegen.h: optimized IR into text, for a target.
 *
 *   common/     what all targets share, and the table that a target is (common/emit.h)
 *   c/, cuda/   the targets
 *   ptx/        PTX, rust/ Rust text, by emitters of their own
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
    bool own_ptx;                      /* code for CUDA devices is made by codegen_ptx, not by NVRTC */
    const char *cpu;                   /* the C compiler's -march; NULL: the baseline */
    const char *c_prefix;              /* of kernels' names in C; NULL: "rustg_cpu_" */
    uint32_t cc_seconds, cc_mebibytes; /* rustg_kernel_options' limits of the C compiler */
} codegen_options;

typedef struct codegen_text {
    char *text;
    size_t n;
    const char *refused; /* NULL, or what has no form in the target's language, and then the text is of no use */
} codegen_text;          /* the arena's, ends with a 0 */

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

/* Makes PTX of the module, as optimized for CUDA C++, for arch ("sm_90"), with the same variables beside the kernels as
 * codegen_target_cuda's text has. The text is in m's arena. is_lowered: its .version is the oldest that serves; else it
 * is the newest, as PTX of the source may need that. */
codegen_text codegen_ptx(ir_module *m, const codegen_options *options, const char *arch, bool *is_lowered);

/* A kernel's parameter: role is a rustg_param_role, element what is passed or the elements' type, type as the source
 * writes it; of the IR function first_param, n_params. */
typedef struct codegen_rust_param {
    const char *name, *type;
    uint8_t role;
    ir_type element;
    uint32_t first_param, n_params;
} codegen_rust_param;
typedef struct codegen_rust_kernel {
    ir_function_id function;
    const codegen_rust_param *params;
    uint32_t n_params;
} codegen_rust_kernel;
/* math_of   1 + the intrinsic that a function of the library computes; another number: it is another function
 * body_of   a function that they call, with as few calls as can be; NULL: it nests too deep
 * line_of   a line of the function's source, without the white space around it; NULL: none
 * user      passed to both */
typedef struct codegen_rust_request {
    const char *source;
    const codegen_rust_kernel *kernels;
    uint32_t n_kernels;
    uint16_t (*math_of)(void *user, ir_function_id f);
    const ir_function *(*body_of)(void *user, ir_function_id f);
    const char *(*line_of)(void *user, const ir_function *f, uint32_t line);
    void *user;
} codegen_rust_request;
/* refused: NULL, or why the kernel numbered `which`, or what it calls, has no form in Rust; then there is no text. */
typedef struct codegen_rust_answer {
    codegen_text text;
    const char *refused;
    uint32_t which;
} codegen_rust_answer;
/* Makes Rust text of kernels that are not optimized, which rustg and rustc compile and people can read. The text is in
 * m's arena. */
codegen_rust_answer codegen_rust(ir_module *m, const codegen_rust_request *request);

/* Whether a kernel reaches a barrier or a warp operation. */
bool codegen_meets(const ir_module *m, ir_function_id kernel);

/* The sign of an operation on two operands, which C, CUDA C++ and Rust write alike; NULL: it has none. */
const char *codegen_sign(ir_op op);

#endif
