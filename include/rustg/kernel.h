/* kernel.h: compiling Rust kernels: what to make and what comes out. Part of compile.h. */
#ifndef RUSTG_KERNEL_H
#define RUSTG_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Outputs of a compile; a set of them is the sum of 1u << RUSTG_OUTPUT_*. output.def says what each is. */
typedef enum rustg_output {
#define OUTPUT(name, word, ending, per_arch, is_code, text) RUSTG_OUTPUT_##name,
#include "output.def"
    RUSTG_N_OUTPUTS
} rustg_output;

/* Element types of all of rustg; element.def has their sizes and names. */
typedef enum rustg_element {
#define ELEMENT(name, value, text, n_bytes, dlpack, numpy) RUSTG_ELEMENT_##name = value,
#include "element.def"
    RUSTG_N_ELEMENTS
} rustg_element;
/* The functions that follow answer from constant tables: they cannot fail, and any number of threads may call them. */

/* "f32"; "none" for a number that is no element. Static storage. */
const char *rustg_element_name(uint32_t element);
/* Bytes of one element; 0 where the parameter tells. */
uint32_t rustg_element_size(uint32_t element);
/* DLPack's data type: code as dlpack.h numbers them, bits of one element; 0 bits for NONE and STRUCT. */
void rustg_element_dlpack(uint32_t element, uint8_t *code, uint8_t *bits);
/* The kind letter of NumPy's dtypes: 'f', 'i', 'u', 'b', 'c'; 'V' where NumPy has none. */
char rustg_element_numpy(uint32_t element);

typedef enum rustg_param_role {
    RUSTG_PARAM_SCALAR = 0,   /* a value of size bytes */
    RUSTG_PARAM_SLICE = 1,    /* &[T]: pointer, u64 length in elements; read only */
    RUSTG_PARAM_GRID_MUT = 2, /* GridMut<T>: pointer, u64 length; written */
    RUSTG_PARAM_POINTER = 3   /* a raw pointer of an unsafe kernel */
} rustg_param_role;

/* One parameter, in the kernel's order. Texts are the result's. */
typedef struct rustg_kernel_param {
    const char *name, *rust_type;
    uint32_t role;        /* rustg_param_role */
    uint32_t element;     /* rustg_element of the value or of what is pointed to */
    uint32_t size, align; /* bytes of it */
} rustg_kernel_param;

/* An entry point. registers, shared_bytes, local_bytes are of the first architecture's cubin, which
 * RUSTG_OUTPUT_KERNELS has made too where NVRTC is; UINT32_MAX where none was made. */
typedef struct rustg_kernel {
    const char *name;
    const rustg_kernel_param *params;
    size_t n_params;
    uint32_t file, line, column; /* of its name */
    uint32_t block[3];           /* as #[kernel(block = ..)] asks, else 0 */
    uint32_t max_threads, min_blocks;
    uint32_t registers, shared_bytes, local_bytes;
    uint32_t is_unsafe; /* nonzero: `unsafe fn`: checked arguments do not make a launch sound */
} rustg_kernel;

/* A place where a thread may end.
 *   message  the panic's words, in which braces are doubled ({{ and }}). A hole stands for each operand and tells what
 *            its 64 bits are: {} a u64; {i64}, {bool}, {char}, {f32} and {f64} such a value's bits; {char?}, {f32?} and
 *            {f64?} likewise, shown as by Rust's {:?}; {utf8} up to eight bytes of a text, the lowest first, zeros left
 *            out. rustg_panic_message fills the holes in
 *   path, line, column  where it is in the Rust text */
enum { RUSTG_PANIC_OPERANDS = 16 };
typedef struct rustg_panic_site {
    const char *message, *path;
    uint32_t line, column;
} rustg_panic_site;

/* Reads a `mod` file; path is where rustc would look for it. Return 0 and set bytes (which must stay valid until
 * rustg_compile returns), or nonzero where there is no such file. Called while rustg_compile runs, on its
 * caller's thread and stack or on a thread of the library's, one call at a time. */
typedef int (*rustg_read_mod_fn)(void *user, const char *path, const uint8_t **bytes, size_t *n_bytes);

/* What makes PTX of kernels.
 *   RUSTG_KERNEL_BACKEND_NVRTC  CUDA C++ and NVRTC, which the CUDA toolkit has. Where it is missing, modules that are
 *                               loaded on a device have PTX as by the other backend, if that has a form for the kernels
 *   RUSTG_KERNEL_BACKEND_PTX    rustg alone: PTX needs no toolkit; cubins, and what holds them, need the toolkit's
 *                               nvJitLink (RUSTG_ERR_NO_NVRTC where it is missing). RUSTG_ERR_ARGUMENT, with what it
 *                               is, where the kernels use what it has no form for so far */
typedef enum rustg_kernel_backend {
    RUSTG_KERNEL_BACKEND_NVRTC,
    RUSTG_KERNEL_BACKEND_PTX,
    RUSTG_N_KERNEL_BACKENDS
} rustg_kernel_backend;

/* What becomes of what a lint finds. */
typedef enum rustg_lint_level {
    RUSTG_LINT_ALLOW,
    RUSTG_LINT_WARN,
    RUSTG_LINT_DENY,
    RUSTG_LINT_FORBID,
    RUSTG_N_LINT_LEVELS
} rustg_lint_level;

/* The level of a lint ("unused_variables"), of a group of lints ("unused") or of all "warnings". A `-` in the name is a
 * `_`.
 *   level  a rustg_lint_level */
typedef struct rustg_lint {
    const char *name;
    uint32_t level;
} rustg_lint;

/* Compile kernels too. Each source is the root of a crate; their kernels go into one module. */
typedef struct rustg_kernel_options {
    size_t struct_size;       /* sizeof(rustg_kernel_options) */
    uint32_t outputs;         /* set of rustg_output; 0: check only */
    const char *const *archs; /* "sm_75", ...; NULL with n_archs 0: sm_75 */
    size_t n_archs;
    uint32_t no_opt_level;   /* 0..3: how far below -O3 */
    uint32_t no_checks;      /* nonzero: no bounds and overflow checks */
    uint32_t debug;          /* nonzero: line info to the Rust source */
    uint32_t max_registers;  /* 0: no limit */
    uint32_t fast_math;      /* nonzero: faster, less exact floating point */
    uint32_t coarse_entries; /* nonzero: where the threads of a kernel do little, and only for the element of their own
                                number, outputs for devices have a further entry `rustg_xN_NAME`, each of whose threads
                                does the work for N elements. Launches by n_elements use it. Also, an entry
                                `rustg_proved_NAME` lacks the checks that grid, lengths and scalars of a launch can
                                prove; launches that do take it. Modules that are compiled for a context
                                (rustg/module.h) have such entries anyway, from -O2 on */
    const char *const *cfgs; /* "name" or "name=\"value\"" */
    size_t n_cfgs;
    rustg_read_mod_fn read_mod; /* NULL: the file system, relative to the source's name */
    void *user;
    const char *c_prefix;   /* of the names in C text, objects and shared objects: objects of several compiles can be
                               linked into one program. NULL: "rustg_cpu_" */
    const char *dump_after; /* the optimizer's pass that RUSTG_OUTPUT_DUMP shows: a name of rustg_pass_name; NULL.
                               Passes for rustg's own PTX run with that backend alone; with another one the output is
                               empty */
    uint32_t verify_passes; /* nonzero: the IR is verified after each pass of the optimizer. RUSTG_ERR_INTERNAL names
                               the pass that broke it */
    uint32_t cc_seconds;   /* the C compiler is killed after so many seconds: RUSTG_ERR_IO. 0: 600; UINT32_MAX: never */
    uint32_t cc_mebibytes; /* of address space that it and each program it starts get. 0: 8192; UINT32_MAX: no limit */
    /* Instances of generic kernels, as a path in the root module of the first source: "k::<f32>". Generic kernels that
     * none names are checked only. rustg_instance_name tells their entry names. */
    const char *const *instances;
    size_t n_instances;
    uint32_t backend; /* a rustg_kernel_backend: what makes code for CUDA devices */
    /* nonzero: look for what rustc warns of (rustg_result_warnings). A lint that the source denies is an error then; 0
     * is rustc's --cap-lints=allow for these lints. A compile with warnings is not kept in the cache */
    uint32_t warnings;
    /* As rustc's -A, -W, -D and -F: of several of one lint the last counts, and attributes of the source count more. */
    const rustg_lint *lints;
    size_t n_lints;
} rustg_kernel_options;

/* The entry name of an instance: `m::k::<f32, Pair<u8>>` is m__k__f32__Pair__u8. Letters, digits and _ stay, a minus
 * becomes m, white space goes, what else stands between two names becomes __. Sizes as for rustg_diagnostic_message.
 * Thread-safe. */
size_t rustg_instance_name(const char *instance, char *buffer, size_t capacity);

/* The optimizer's passes, from 0 on, as src/opt/opt_pass.def lists them; NULL where there is none. Static storage.
 * Thread-safe. */
const char *rustg_pass_name(uint32_t pass);

#ifdef __cplusplus
}
#endif
#endif
