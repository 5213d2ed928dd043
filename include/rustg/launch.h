/* launch.h: running a compiled kernel on host memory, in one call. */
#ifndef RUSTG_LAUNCH_H
#define RUSTG_LAUNCH_H

#include "compile.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rustg_target {
    RUSTG_TARGET_CPU, /* native code by the system's C compiler; the interpreter where there is none */
    RUSTG_TARGET_CUDA,
    RUSTG_TARGET_INTERPRETER
} rustg_target;

/* One argument, in the kernel's order.
 *   scalar           data: size bytes; length unused
 *   slice, GridMut   data: length elements of size bytes, host memory, aligned as the kernel's parameter says; NULL
 *                    where length is 0 */
typedef struct rustg_argument {
    void *data;
    uint64_t length;
} rustg_argument;

typedef struct rustg_run_options {
    size_t struct_size; /* sizeof(rustg_run_options) */
    rustg_target target;
    int32_t device;             /* CUDA ordinal */
    uint32_t grid[3], block[3]; /* none may be 0 */
    uint32_t dynamic_shared_bytes;
    uint32_t n_threads; /* CPU threads for this run; 0: as initialized */
    /* Not NULL: the run is recorded (profile.h), and this is called at its end. */
    void (*profiled)(void *user, rustg_context *context);
    void *user;
    rustg_print_fn print; /* as of rustg_context_on_print, with user; may be NULL */
} rustg_run_options;

/* The first thread that panicked. happened is 0 where none did; rustg_result_panic_site tells what site is. */
typedef struct rustg_panic {
    uint32_t happened, site;
    uint32_t block[3], thread[3];
    uint64_t operands[RUSTG_PANIC_OPERANDS];
} rustg_panic;

/* Run a kernel once and wait for it.
 * in     result   of a compile with options->kernels and no errors
 *        kernel   an entry's name
 *        args     rustg_argument[n_args]; data of GridMut arguments is written, all else is read
 * out    panic    may be NULL. After a panic the other threads have run on; what they wrote is in the arguments
 * fails  RUSTG_ERR_SOURCE (the source has errors; the message is the first), RUSTG_ERR_ARGUMENT (no such kernel; a
 *        wrong number of arguments, an output that overlaps another argument, misaligned data; the launch's shape),
 *        RUSTG_ERR_PANIC, RUSTG_ERR_DEADLOCK, _MEMORY, and for CUDA _NO_CUDA, _NO_NVRTC, _DEVICE_MEMORY, _CUDA,
 *        _CUDA_STICKY
 * thread-safe: any number at once; the interpreter runs calls on one result one after the other */
rustg_status rustg_result_run(rustg_result *result, const char *kernel, const rustg_run_options *options,
                              const rustg_argument *args, size_t n_args, rustg_panic *panic, rustg_error *error);

/* The panic's words with its operands, as Rust's: "index out of bounds: the len is 4 but the index is 9"; sizes as for
 * rustg_diagnostic_message. "" and 0 where no thread panicked. Thread-safe on a result that no thread is freeing. */
size_t rustg_panic_message(const rustg_result *result, const rustg_panic *panic, char *buffer, size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
