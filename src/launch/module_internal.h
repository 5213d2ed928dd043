/* module.h: what stands behind the handles of rustg/module.h, and what its files share.
 *
 *   module_load.c   images, functions, what a device says of them     module_rust.c   kernels of a compile
 *   module_cuda.c   CUDA C++ through NVRTC                        module_adjoint.c a kernel's gradient
 *   launch_check.c  arguments against parameters                      launch_cpu.c    a launch on the CPU device
 *   launch_proof.c  whether checks may fail
 *   launch_kernel.c one launch put into a stream
 *   launch_panic.c  panics at a wait                                  launch_print.c  what kernels print, at a wait
 *   launch_host.c   rustg_result_run */
#ifndef RUSTG_MODULE_INTERNAL_H
#define RUSTG_MODULE_INTERNAL_H

#include "base/panic_record.h"
#include "compile/compile_kernels.h"
#include "runtime/runtime_objects.h"
#include "rustg/module.h"

/* A module on a device.
 *   cuda             NULL on the CPU
 *   d_panic          the module's record of panics in device memory; 0 if there is none
 *   panic_flag       a word in the host's memory that a panicking thread sets, so that a wait without a panic copies
 *                    nothing. NULL if the device or the image cannot do that; then each wait reads the record
 *   d_printed        the ring of what the module's kernels print, in device memory; 0 if they print nothing
 *   printed          the same on the CPU, made by the first message; n_lost: of either, lost messages that were told
 *   recursion_stack  the bytes of a thread's stack if kernels recurse, else 0
 *   n_holders        counts the handle, and each stream that is to read the module's panics
 *   proofs           u64[n_proof_words], or NULL: what the code says of launches (base/launch/launch_proof.h)
 *   functions        those that were asked for so far
 *   found, n_found   the last panic that was read from the record, and how many have been
 *   lock             guards functions, what they were allowed, found, the record and the rings */
struct rustg_module {
    rustg_context *context;
    cuda_module cuda;
    cuda_pointer d_panic, d_printed;
    print_ring *_Atomic printed;
    uint64_t n_lost;
    rustg_pinned *panic_flag;
    size_t recursion_stack;
    rustg_result *result;
    bool owns_result, interpret; /* interpret: though there may be a C compiler */
    uint32_t n_threads;          /* of the CPU; 0: as initialized */
    atomic_bool is_freed;
    atomic_uint n_holders;
    pthread_mutex_t lock;
    uint64_t *proofs;
    size_t n_proof_words;
    rustg_function *functions;
    rustg_cuda_signatures *signatures; /* of an image's functions, or NULL */
    panic_record found;
    uint64_t n_found;
};

/* What the last launch that asked was told: launches are mostly like the one before. */
enum { LAUNCH_MOST_VALUES = 24 };
typedef struct launch_memory {
    atomic_flag is_busy;
    bool is_filled, holds;
    uint32_t grid[3], block[3];
    uint64_t values[LAUNCH_MOST_VALUES];
} launch_memory;

/* A proof, as launches of a kernel ask for it. asked: the numbers of the steps that are arguments; UINT32_MAX of them:
 * there are more than memory has room for. */
typedef struct launch_proof {
    uint32_t n, n_asked;
    launch_memory memory;
    uint16_t asked[LAUNCH_MOST_VALUES];
    launch_proof_step steps[LAUNCH_MOST_STEPS];
} launch_proof;

/* A function of a module. kernel is NULL if the module was loaded from an image; else it is number `index` of its
 * compile. If native.function is NULL, the interpreter runs it. */
struct rustg_function {
    rustg_module *module;
    rustg_function *next;
    const rustg_kernel *kernel;
    const rustg_cuda_function *signature; /* of an image's function, where it is known */
    uint32_t index, most_threads;         /* of a block */
    cuda_function cuda;
    compile_native native;
    atomic_uint dynamic_allowed;    /* bytes of dynamic shared memory that were asked of the driver */
    atomic_uint_fast64_t occupancy; /* launch_check.c's memory of module_occupancy */
    atomic_uint n_lanes;            /* of the coarse entry, 1: there is none, 0: not looked for yet */
    cuda_function coarse;           /* set before n_lanes */
    uint32_t n_multiprocessors;     /* likewise */
    cuda_function proved;           /* the entry for launches of which launch_proof_holds; NULL: none */
    launch_proof *proof;            /* likewise */
    uint32_t n_params;              /* of an image's function; UINT32_MAX: the driver does not tell */
    size_t *param_bytes;            /* size_t[n_params] */
    uint32_t *gradients;            /* of a kernel's adjoint: rustg_adjoint's, once they were asked for */
    char name[];
};

/* module_load.c */
rustg_status module_make(rustg_context *context, rustg_module **module, rustg_error *error);
/* "sm_90" of a CUDA context's device. */
void module_arch(const rustg_context *context, char arch[16]);
/* Loads an image into a module of a CUDA context. what names the image in messages. */
rustg_status module_load_image(rustg_module *module, const void *image, const char *what, rustg_error *error);
/* Does rustg_function_occupancy for blocks of at most this many threads; 0 means any number. */
rustg_status module_occupancy(const rustg_function *function, uint32_t dynamic_shared_bytes, int most_threads,
                              uint32_t *block, uint32_t *min_grid, rustg_error *error);
/* module_cuda.c: what signatures say of a function, by symbol or else by name; NULL: nothing. */
const rustg_cuda_function *module_cuda_signature(const rustg_cuda_signatures *signatures, const char *name);
/* Answers RUSTG_ERR_ARGUMENT, with the names that there are for a hint. */
rustg_status module_no_kernel(const compile_kernels *kernels, const char *name, rustg_error *error);
/* One holder less; the last one unloads. */
void module_release(rustg_module *module);

/* A slice or GridMut. */
static inline bool launch_is_buffer(const rustg_kernel_param *param)
{
    return param->role == RUSTG_PARAM_SLICE || param->role == RUSTG_PARAM_GRID_MUT;
}

/* Whether it is a value of size 0, for which the kernel's code has no parameter. */
static inline bool launch_is_nothing(const rustg_kernel_param *param)
{
    return param->role == RUSTG_PARAM_SCALAR && param->size == 0;
}

/* launch_check.c checks launches and words RUSTG_ERR_ARGUMENT. */
/* The most threads of a block that the kernel is compiled for. kernel may be NULL. */
uint32_t launch_most_threads(const rustg_kernel *kernel);
/* Answers RUSTG_ERR_ARGUMENT, with the parameters for a hint. what: "kernel" or "function" */
rustg_status launch_wrong_count(const char *what, const char *name, const rustg_kernel_param *params, size_t n_params,
                                size_t n_args, rustg_error *error);
rustg_status launch_check_arguments(const rustg_function *function, const rustg_launch_argument *args, size_t n_args,
                                    rustg_error *error);
/* The bytes of a slice or GridMut that is not empty; param is its number. */
typedef struct launch_range {
    uint64_t begin, end;
    uint32_t param;
    bool is_output;
} launch_range;
/* Answers RUSTG_ERR_ARGUMENT if an output overlaps another argument. */
rustg_status launch_check_overlap(const rustg_kernel *kernel, const launch_range *ranges, size_t n_ranges,
                                  rustg_error *error);
/* Fills in grid and block for n_elements, which is not 0. */
rustg_status launch_choose_shape(const rustg_function *function, rustg_launch_config *config, rustg_error *error);
rustg_status launch_check_shape(const rustg_function *function, const rustg_launch_config *config, rustg_error *error);

/* launch_proof.c. Fills in what the words tell of the kernel; false: they tell nothing. */
bool launch_proof_find(const uint64_t *words, size_t n_words, const rustg_kernel *kernel, launch_proof *proof);
/* Whether a launch can have no check fail that the kernel's further entry lacks. params: those of the kernel's code. */
bool launch_proof_holds(const launch_proof_step *steps, uint32_t n_steps, const uint32_t grid[3],
                        const uint32_t block[3], void *const *params);
/* Puts copies of the numbers that the proof asks for in their places among params, so that a launch takes the numbers
 * that the proof was about, whatever another thread of the caller writes there. copies: u64[LAUNCH_MOST_STEPS] */
void launch_proof_copy_params(const launch_proof *proof, void **params, uint64_t *copies);
/* The same, remembered. */
bool launch_proof_holds_of(launch_proof *proof, const uint32_t grid[3], const uint32_t block[3], void *const *params);

/* launch_cpu.c puts a launch into stream, whose context is the CPU. */
rustg_status launch_on_cpu(rustg_function *function, rustg_stream *stream, const rustg_launch_config *config,
                           const rustg_launch_argument *args, size_t n_args, rustg_error *error);

/* launch_print.c */
/* Puts a message into the ring of a module on the CPU; the module is `user`. */
void launch_print(void *user, uint32_t site, const uint64_t *operands, uint32_t n);
/* Tells one message. result is NULL if the module was loaded from an image. */
void launch_print_message(const rustg_result *result, const print_slot *slot, rustg_print_fn print, void *user);
/* Tells the context's function what the module's kernels have printed. The host has waited for the stream. */
rustg_status launch_print_tell(rustg_stream *stream, rustg_module *module, rustg_error *error);

/* launch_panic.c */
/* Notes that a kernel of the module was put into stream; the next wait looks for its panic. */
rustg_status launch_note(rustg_stream *stream, rustg_module *module, rustg_error *error);
/* Words the record of a panic. result is NULL if the module was loaded from an image. Returns RUSTG_ERR_PANIC. */
rustg_status launch_panic_report(const rustg_result *result, const panic_record *record, rustg_panic *to,
                                 rustg_error *error);
/* Keeps a panic of the CPU, which the next wait reports if it is the first. */
rustg_status launch_note_panic(rustg_stream *stream, rustg_module *module, const panic_record *panic,
                               rustg_error *error);

#endif
