/* module.h: code on a device, and launching it. Part of runtime.h.
 *
 * Several threads may load modules into one context and launch one module's functions, each in streams of its own.
 * A module that a call makes is the caller's, to be freed with rustg_module_free; it is NULL where the call fails. */
#ifndef RUSTG_MODULE_H
#define RUSTG_MODULE_H

#include "compile.h"
#include "context.h"
#include "launch.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rustg_module rustg_module;
typedef struct rustg_function rustg_function; /* belongs to its module and lives as long */

/* PTX text (with a final 0 or not), a cubin or a fatbin, for a CUDA context.
 * fails RUSTG_ERR_ARGUMENT (a CPU context; no such image), _CUDA: the driver refused it; the message has its log, the
 * hint what to do (wrong architecture, too old a driver); _MEMORY, _DEVICE_MEMORY, _CUDA_STICKY */
rustg_status rustg_module_load(rustg_context *context, const void *image, size_t n_bytes, rustg_module **module,
                               rustg_error *error);
/* The same of a file. fails as rustg_module_load, and RUSTG_ERR_IO: it cannot be read */
rustg_status rustg_module_load_file(rustg_context *context, const char *path, rustg_module **module,
                                    rustg_error *error);
/* The kernels of a compile, for either backend; the outputs that it was asked for do not matter. The result must
 * outlive the module.
 * fails  RUSTG_ERR_SOURCE: the source has errors; the message is the first. _ARGUMENT, and as rustg_module_load */
rustg_status rustg_module_from_result(rustg_context *context, rustg_result *result, rustg_module **module,
                                      rustg_error *error);
/* Straight from Rust source: rustg_compile, then rustg_module_from_result, in one; the module owns the result; names of
 * sources are borrowed until then. options may be NULL; their outputs and archs are ignored.
 * fails RUSTG_ERR_SOURCE: the source is wrong; the message has the errors as rustc shows them, as many lines as it has
 *       room for: the last is "..." where there are more, and rustg_module_from_rust_log gives all.
 *       _ARGUMENT: there is no kernel in it, and as rustg_compile */
rustg_status rustg_module_from_rust(rustg_context *context, const rustg_source *sources, size_t n_sources,
                                    const rustg_kernel_options *options, rustg_module **module, rustg_error *error);
/* The same.
 * out    log   NULL, or receives all errors of the source as rustc shows them, with RUSTG_ERR_SOURCE; free with
 *              rustg_log_free. NULL with any other answer */
rustg_status rustg_module_from_rust_log(rustg_context *context, const rustg_source *sources, size_t n_sources,
                                        const rustg_kernel_options *options, rustg_module **module, char **log,
                                        rustg_error *error);

/* ---- kernels compiled ahead ----
 *
 * A build compiles kernels with outputs RUSTG_OUTPUT_OBJ (options->c_prefix keeps its names apart), _PTX and _CUBIN,
 * saves them, and links the object and the bytes into a program, which then runs its kernels where there is no C
 * compiler and no NVRTC. */

/* All that a compile made of kernels, as bytes: parameters, panic sites, IR, and the outputs that were asked for.
 * out    bytes    char[*n_bytes]; free with rustg_log_free; NULL on failure
 * fails  RUSTG_ERR_SOURCE: the source has errors; the message is the first. _ARGUMENT: no kernels; _MEMORY. Thread-safe
 */
rustg_status rustg_kernels_save(rustg_result *result, char **bytes, size_t *n_bytes, rustg_error *error);

/* A kernel's code in the program itself. For c_prefix P and a kernel K the object defines
 *   function      PK
 *   shared_bytes  const uint64_t PK_shared_bytes
 *   call_kind     const uint64_t PK_call_kind: what one call of the function stands for. 0 is a thread, 1 a thread that
 *                 meets others at barriers or in its warp, 2 a range of a row of the block, 3 a range of the grid, 4 a
 *                 block */
typedef struct rustg_linked_kernel {
    const char *name;
    void (*function)(void);
    const uint64_t *shared_bytes, *call_kind;
} rustg_linked_kernel;

/* What rustg_kernels_save wrote, as a result of kernels alone: no files, tokens and trees. Its modules run on the CPU
 * by the linked code (a kernel that is not among it by the C compiler or the interpreter), on CUDA from the cubin or
 * else the PTX that suits the device (NVRTC where none does).
 * in     bytes    read before the call returns
 *        linked   rustg_linked_kernel[n_linked], borrowed until the result is freed; NULL for none
 * fails  RUSTG_ERR_ARGUMENT: not such bytes, damaged, saved by another build of rustg, or no kernel has a linked one's
 *        name; _MEMORY. Thread-safe */
rustg_status rustg_kernels_load(const void *bytes, size_t n_bytes, const rustg_linked_kernel *linked, size_t n_linked,
                                rustg_result **result, rustg_error *error);

typedef struct rustg_cuda_header {
    const char *name, *text;
} rustg_cuda_header;

/* CUDA C++ through NVRTC. */
typedef struct rustg_cuda_options {
    size_t struct_size; /* sizeof(rustg_cuda_options) */
    const char *arch;   /* "sm_90"; NULL: the context's device */
    uint32_t debug;     /* nonzero: line info */
    uint32_t max_registers;
    uint32_t no_opt_level; /* 0..3: how far below -O3 */
    uint32_t fast_math;
    const char *const *defines; /* "NAME" or "NAME=value" */
    size_t n_defines;
    const rustg_cuda_header *headers; /* for #include "name" */
    size_t n_headers;
    const char *const *options; /* passed on to NVRTC as they are */
    size_t n_options;
} rustg_cuda_options;

/* Frees a text that a function of this header gave. NULL is accepted. Thread-safe. */
void rustg_log_free(char *log);
/* The headers of the toolkit that NVRTC belongs to are found behind the folders of options->options.
 * out    log   NULL, or receives NVRTC's log, warnings too, also where it fails
 * fails  RUSTG_ERR_SOURCE: NVRTC refused the text; RUSTG_ERR_NO_NVRTC, _ARGUMENT, and as rustg_module_load */
rustg_status rustg_module_from_cuda(rustg_context *context, const char *text, const char *name,
                                    const rustg_cuda_options *options, rustg_module **module, char **log,
                                    rustg_error *error);
/* The same without a device. image: u8[*n_bytes], PTX or, is_cubin, a cubin; free with rustg_log_free. options->arch is
 * needed. Thread-safe. fails RUSTG_ERR_SOURCE: NVRTC refused the text; _NO_NVRTC, _ARGUMENT, _MEMORY */
rustg_status rustg_cuda_compile(const char *text, const char *name, const rustg_cuda_options *options, int is_cubin,
                                char **image, size_t *n_bytes, char **log, rustg_error *error);
/* A __global__ function of a CUDA C++ text.
 *   name, symbol  as the text and as the image has it, which differ but for extern "C"; symbol "" of a template.
 *                 An explicit instantiation or specialization has its arguments: "scale<float>"
 *   params        a pointer has role SLICE where it is to const, else GRID_MUT, and the element, size and alignment of
 *                 what it points to; POINTER where that is no element (void, a pointer). rust_type is the type in C++
 *   unread        why its parameters are not known, and n_params is 0; NULL where they are */
typedef struct rustg_cuda_function {
    const char *name, *symbol;
    const rustg_kernel_param *params;
    size_t n_params;
    const char *unread;
    uint32_t line, column;
} rustg_cuda_function;
typedef struct rustg_cuda_signatures rustg_cuda_signatures;

/* What the kernels of a text take, read by libclang, which is opened when this is first called: $RUSTG_LIBCLANG, else
 * that of the system. Headers of the toolkit are not read: known of their types are numbers (cuda::std::size_t), half,
 * bfloat16, FP8, FP6 and FP4 alone and packed, vectors such as float4, texture and surface objects, streams, tensor
 * maps and states of cuRAND, and not what a header defines that is not found.
 * in     options     as for rustg_cuda_compile; may be NULL. Macros and folders of headers are used
 * out    signatures  free with rustg_cuda_signatures_free; NULL on failure
 * fails  RUSTG_ERR_ARGUMENT, _MEMORY, RUSTG_ERR_NO_CC: there is no libclang. A wrong text is no failure
 * Thread-safe */
rustg_status rustg_cuda_signatures_read(const char *text, const char *name, const rustg_cuda_options *options,
                                        rustg_cuda_signatures **signatures, rustg_error *error);
/* rustg_cuda_function[*n_functions], in the order of the text; belongs to signatures. */
const rustg_cuda_function *rustg_cuda_signatures_functions(const rustg_cuda_signatures *signatures,
                                                           size_t *n_functions);
/* NULL is accepted. */
void rustg_cuda_signatures_free(rustg_cuda_signatures *signatures);
/* Launches of functions that are asked of module from now on, by name or symbol, are checked against signatures: how
 * many arguments there are, values where values are taken and of their size, buffers where pointers are, at aligned
 * offsets (an address in a value of 8 bytes stays possible). What signatures do not know is checked as before.
 * module must have been loaded from an image or from CUDA C++; it owns signatures from then on.
 * fails RUSTG_ERR_ARGUMENT: NULL, a module of Rust kernels, or one that has signatures: they stay the caller's */
rustg_status rustg_module_use_signatures(rustg_module *module, rustg_cuda_signatures *signatures, rustg_error *error);
/* Waits for the context. NULL is accepted. */
void rustg_module_free(rustg_module *module);
/* The compile behind it, which stays its owner's; NULL where it was loaded from an image. */
const rustg_result *rustg_module_result(const rustg_module *module);

/* A function by its name; the module's. Thread-safe.
 * fails RUSTG_ERR_ARGUMENT: no such function; the message names those there are, where they are known;
 * _MEMORY, _CUDA, _CUDA_STICKY, on the CPU also as the C compiler answers: RUSTG_ERR_IO */
rustg_status rustg_module_function(rustg_module *module, const char *name, rustg_function **function,
                                   rustg_error *error);
/* The kernels that compute a kernel's gradient (docs/gradients.md).
 *   adjoint    `NAME_adjoint`: takes the kernel's parameters, then a GridMut for the gradient of each of them that has
 *              floats, then, where there is a tape, that
 *   tape       `NAME_tape`: tells how many words of the tape the adjoint takes on the same arguments, in its last
 *              parameter; NULL: the adjoint has no tape
 *   gradients  uint32_t[n_params], one for each parameter of the kernel: which parameter of the adjoint is its
 *              gradient, or UINT32_MAX. Belongs to the module */
typedef struct rustg_adjoint {
    size_t struct_size; /* sizeof(rustg_adjoint) */
    rustg_function *adjoint, *tape;
    const uint32_t *gradients;
    size_t n_params;
} rustg_adjoint;
/* The gradient of the kernel of this name, for which its source must ask: `#[kernel(adjoint)]`. Thread-safe.
 * fails RUSTG_ERR_ARGUMENT: there is no such kernel; it has no adjoint; NAME_adjoint was written by hand and takes
 * something else; the module was loaded from an image. As rustg_module_function */
rustg_status rustg_module_adjoint(rustg_module *module, const char *name, rustg_adjoint *adjoint, rustg_error *error);
void *rustg_function_raw(const rustg_function *function); /* CUfunction; NULL on the CPU */
typedef struct rustg_function_info {
    size_t struct_size;
    uint32_t max_threads;                 /* the most threads that a block may have */
    uint32_t registers;                   /* of a thread */
    uint32_t shared_bytes;                /* of a block, without dynamic shared memory */
    uint32_t local_bytes;                 /* of a thread */
    uint32_t const_bytes;                 /* of the function */
    uint32_t ptx_version, binary_version; /* 90 for compute_90; 0 on the CPU */
} rustg_function_info;
/* Thread-safe. fails RUSTG_ERR_ARGUMENT: NULL, or struct_size is wrong; _CUDA, _CUDA_STICKY */
rustg_status rustg_function_info_get(const rustg_function *function, rustg_function_info *info, rustg_error *error);
/* The block size for which most threads are resident, and the blocks that then fill the device.
 * On the CPU 256 threads, or as few as the kernel is compiled for. Thread-safe.
 * fails RUSTG_ERR_ARGUMENT: NULL; _CUDA, _CUDA_STICKY */
rustg_status rustg_function_occupancy(const rustg_function *function, uint32_t dynamic_shared_bytes, uint32_t *block,
                                      uint32_t *min_grid, rustg_error *error);

/* One argument. For kernels compiled from Rust, as its parameter:
 *   scalar           value, n_bytes; buffer NULL
 *   slice, GridMut   buffer, offset and length in elements; buffer NULL where length is 0
 * For other modules a value is passed as it is, a buffer as its pointer (offset in bytes; length unused); the driver of
 * CUDA 12.4 and later tells how many there must be and their bytes. */
typedef struct rustg_launch_argument {
    const void *value;
    uint64_t n_bytes;
    rustg_buffer *buffer;
    uint64_t offset, length;
} rustg_launch_argument;

/* grid and block, or n_elements, for which they are chosen: #[kernel(block = ..)]'s block or the occupancy's, of at
 * most 256 threads unless dynamic_shared_bytes is given, and a grid that covers the elements one thread each. On CUDA
 * fewer threads may do it, several elements each, where a kernel's threads only see their own number
 * (rustg_kernel_options.coarse_entries). */
typedef struct rustg_launch_config {
    size_t struct_size; /* sizeof(rustg_launch_config) */
    uint32_t grid[3], block[3];
    uint64_t n_elements; /* nonzero: grid and block must be 0 */
    uint32_t dynamic_shared_bytes;
    uint32_t cooperative; /* nonzero: all blocks resident at once (cuLaunchCooperativeKernel) */
} rustg_launch_config;

/* Put a launch into stream. Arguments are read before the call returns. On the CPU blocks begin in the order of their
 * numbers, by as many threads as that is worth, so a block must not wait for a later one.
 * fails RUSTG_ERR_ARGUMENT: number, size, element type's size, alignment, buffers of another context, an output that
 * overlaps another argument, a shape the kernel or device does not allow; on the CPU RUSTG_ERR_DEADLOCK and _MEMORY,
 * and _PANIC where the interpreter finds undefined behaviour. Panics are told by rustg_stream_wait */
rustg_status rustg_launch(rustg_function *function, rustg_stream *stream, const rustg_launch_config *config,
                          const rustg_launch_argument *args, size_t n_args, rustg_error *error);

/* The panic that the last rustg_stream_wait reported. site is of module's compile. module may be NULL.
 * happened 0: none. fails RUSTG_ERR_ARGUMENT: stream or panic is NULL */
rustg_status rustg_stream_panic(const rustg_stream *stream, rustg_panic *panic, const rustg_module **module);

#ifdef __cplusplus
}
#endif
#endif
