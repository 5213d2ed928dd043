/* codegen.h: IR into text, and text into code.
 *
 *   emit.h           what C and CUDA C++ share, and its files; emit_c.c, emit_gpu.c: their own parts
 *   gen_nvrtc.c      NVRTC, opened with dlopen          gen_nvrtc_source.c   CUDA C++ of the user's
 *   gen_cc.c         the system's C compiler            gen_tool.h   which NVRTC and which compiler that would be, by
 * their files gen_cpu_run.c    a compiled kernel's threads on the CPU (fibers that meet at barriers)     gen_fiber.c
 * fibers and their stacks gen_cubin.c      registers and memory of a cubin's kernels gen_ptx.c        the .version that
 * a PTX text needs, by gen_ptx.def       gen_fatbin.c   several architectures in one fatbin gen_ptx_path.c   the files
 * that it names
 *
 * Generated text includes no header and is deterministic. */
#ifndef RUSTG_CODEGEN_H
#define RUSTG_CODEGEN_H

#include "ir/ir.h"
#include "rustg/status.h"

typedef struct gen_options {
    bool debug; /* #line to the Rust source, -lineinfo */
    bool checks;
    uint32_t opt_level; /* 0..3 */
    uint32_t max_registers;
    bool fast_math;
    bool coarsen;         /* gen_emit_cuda's text has ir_coarsen.c's further entries */
    const char *c_prefix; /* gen_emit_c's; NULL: "rustg_cpu_" */
} gen_options;

typedef struct gen_text {
    char *text;
    size_t n;
} gen_text; /* the arena's, ends with a 0 */
/* CUDA C++ for NVRTC. Slices are two parameters. Panics go to the module's `rustg_panic` (gen_panic below), a
 * __device__ variable that is there if any kernel can panic, and beside it `rustg_panic_flag`, where whoever loads the
 * module may put the address of a u32 in the host's memory: it is then set to 1 after the record is written.
 * `rustg_recursion` is there if any calls itself, directly or not, or calls through a pointer. A kernel whose name CUDA
 * C++ cannot give (`abs`, `int`) has a stand-in of equal length in the text, told by a comment; gen_nvrtc gives the
 * name back. In a PTX template {out} is the result and {N} operand N. */
gen_text gen_emit_cuda(ir_module *m, const gen_options *options);
/* C11 for the CPU target: every kernel K as `void rustg_cpu_K(const rustg_cpu_thread *t, const void *const *args)` with
 * args[i] -> the bytes of IR parameter i, and the numbers `rustg_cpu_K_shared_bytes` and `rustg_cpu_K_meets` (u64),
 * which gen_cpu_run wants. */
gen_text gen_emit_c(ir_module *m, const gen_options *options);

enum { GEN_LANE_SHIFT = 24, GEN_LANES_SHIFT = 28 };
/* The record in device memory; a kernel's first panicking thread fills it. Little-endian, 168 bytes. */
typedef struct gen_panic {
    uint32_t state;        /* 0 none, 1 being written, 2 written */
    uint32_t site, kernel; /* an ir_site_id, an ir_function_id; of a coarse entry also 1 + lane above GEN_LANE_SHIFT and
                              the number of lanes above GEN_LANES_SHIFT: the block of the launch that it stands for is
                              block[0] * lanes + lane */
    uint32_t block[3], thread[3];
    uint32_t reserved;
    uint64_t operands[IR_MOST_OPERANDS];
} gen_panic;

/* What generated C calls back; one a thread. The text declares the same struct. */
typedef struct rustg_cpu_thread {
    uint32_t thread[3], block[3], block_dim[3], grid_dim[3];
    uint32_t lane, dyn_shared_bytes;
    uint8_t *shared;     /* the block's: statically known part, of rustg_cpu_K_shared_bytes */
    uint8_t *dyn_shared; /* dyn_shared_bytes of it */
    gen_panic *panic;
    void *runner;
    void (*barrier)(const struct rustg_cpu_thread *t);
    /* all lanes of the warp give a value and get lane's; returns whether that lane is there */
    uint32_t (*exchange)(const struct rustg_cpu_thread *t, uint64_t value,
                         uint64_t all[32]);        /* a mask of lanes that took part */
    void (*end)(const struct rustg_cpu_thread *t); /* does not return */
} rustg_cpu_thread;
typedef void gen_cpu_kernel(const rustg_cpu_thread *t, const void *const *args);
typedef struct gen_cpu_launch {
    uint32_t grid[3], block[3];
    uint32_t static_shared, dyn_shared, n_threads;
} gen_cpu_launch;
/* Blocks are spread over n_threads. meets: the kernel has barriers or warp operations (else no fibers are needed). */
rustg_status gen_cpu_run(gen_cpu_kernel *kernel, const gen_cpu_launch *launch, bool meets, const void *const *args,
                         gen_panic *panic, rustg_error *error);
/* Whether a kernel reaches a BARRIER or a warp operation. */
bool gen_meets(const ir_module *m, ir_function_id kernel);

/* NVRTC. */
typedef struct gen_cuda_result {
    uint8_t *bytes;
    size_t n;
    char *log;
} gen_cuda_result; /* the arena's */
/* arch: "sm_90"; cubin: SASS, else PTX. RUSTG_ERR_NO_NVRTC says what to install; RUSTG_ERR_ARGUMENT: an
 * architecture that NVRTC does not know, or too much shared memory; RUSTG_ERR_INTERNAL: NVRTC refused what we wrote,
 * log and text kept. */
rustg_status gen_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin, const gen_options *options,
                       gen_cuda_result *result, rustg_error *error);
/* CUDA C++ of the user's. headers: names and texts for #include; options: passed on as they are, behind those for arch.
 * RUSTG_ERR_SOURCE: NVRTC refused the text; the message is its first error. log is there also where it fails. */
typedef struct gen_cuda_source {
    const char *text, *name;
    const char *const *header_names, *const *header_texts;
    const char *const *options;
    uint32_t n_headers, n_options;
} gen_cuda_source;
rustg_status gen_nvrtc_source(arena *memory, const gen_cuda_source *source, const char *arch, bool cubin,
                              gen_cuda_result *result, rustg_error *error);
/* Whether an architecture converts FP8 numbers: sm_89 and later. */
/* Gives a PTX text, in place, the lowest .version that its target and what it says allow, where all of it is known;
 * hints that are younger go. False: it stays as it is. */
bool gen_lower_ptx(char *text, size_t *n);
bool gen_has_fp8(const char *arch);
const char *gen_nvrtc_version(void); /* "13.0", "" without */
/* What a kernel needs, of its cubin for arch, "sm_90"; UINT32_MAX: not known. shared: static; local: the stack's bytes.
 */
typedef struct gen_resources {
    uint32_t registers, shared_bytes, local_bytes;
} gen_resources;
gen_resources gen_cubin_resources(const uint8_t *bytes, size_t n, const char *arch, const char *kernel);
/* The system's C compiler ($CC, cc, gcc, clang): C text into an object or shared object. RUSTG_ERR_NO_CC. */
rustg_status gen_cc(arena *memory, const char *c, bool shared, const gen_options *options, uint8_t **bytes, size_t *n,
                    rustg_error *error);
/* Several cubins and PTX texts into one fatbin, in our own writer. */
typedef struct gen_image {
    const char *arch;
    bool ptx;
    const uint8_t *bytes;
    size_t n;
} gen_image;
gen_text gen_fatbin(arena *memory, const gen_image *images, uint32_t n);

#endif
