/* compile_kernels.h: declares what rustg_compile keeps of kernels in the result. */
#ifndef RUSTG_COMPILE_KERNELS_H
#define RUSTG_COMPILE_KERNELS_H

#include <pthread.h>
#include <stdatomic.h>

#include "codegen/codegen.h"
#include "runtime/cpu_run.h"
#include "compile/pipeline.h"
#include "lower/lower.h"
#include "rustg/module.h"

/* One output. Some have one for each architecture that is given, as output.def says. */
typedef struct compile_output {
    const uint8_t *bytes;
    size_t n;
} compile_output;
/* How many a rustg_output has. */
static inline uint32_t compile_n_parts(uint32_t output, size_t n_archs)
{
    static const uint8_t per_arch[RUSTG_N_OUTPUTS] = {
#define OUTPUT(name, word, ending, per_arch, is_code, text) per_arch,
#include "rustg/output.def"
    };
    return per_arch[output] ? (uint32_t)n_archs : 1;
}

/* memory holds all that follows, also the texts of diagnostics and mod files. options are the caller's, with their
 * texts copied. Whoever adds to memory after the compile holds running. */
typedef struct compile_kernels {
    arena memory;
    rustg_kernel_options options;
    sema_library *library; /* which texts of `checked` and of what was made from it may lie in */
    sema checked;
    ir_module module;
    const lower_kernel *lowered;
    uint32_t n_lowered;
    bool is_good; /* no errors: module and kernels are there */
    rustg_kernel *kernels;
    compile_output *outputs[RUSTG_N_OUTPUTS]; /* NULL: not asked for */
    pthread_mutex_t running;
    void *native; /* compile_native.c's: the C target, loaded from native_fd */
    int native_fd;
    uint8_t *image; /* and the cubin or PTX for image_arch */
    char image_arch[16];
    bool image_is_ptx;
    cache_tally tally;
    _Atomic uint64_t nanoseconds[PIPELINE_N_STAGES]; /* added to by launches too */
    const rustg_linked_kernel *linked; /* the program's own code of kernels (rustg/module.h); the caller's */
    size_t n_linked;
    struct compile_saved *saved; /* NULL: compiled; else from the cache: texts and outputs lie there, checked, module's
                                    functions and lowered are empty, module.sites is complete */
    ir_module *read_module;      /* compile_module's */
    struct compile_stack *stack; /* while the compile runs */
} compile_kernels;

/* Runs after parsing, on a result whose files and diagnostics are complete. It runs pipeline_kernels on a stack with
 * room for sema's recursion, unless the cache has what that would make. Errors of the source join the result's
 * diagnostics. */
rustg_status compile_run_kernels(compile_job *job);
/* Zeroed; NULL without memory. */
compile_kernels *compile_new_kernels(void);
rustg_status compile_check_kernel_options(const rustg_kernel_options *options, rustg_error *error);
void compile_free_kernels(compile_kernels *kernels);

codegen_options compile_codegen_options(const compile_kernels *kernels);
/* compile_native.c makes native code of kernel number `index`. call is what a call of function stands for, and
 * shared_bytes is the static shared memory of a block. RUSTG_ERR_NO_CC: there is no C compiler. The code lives as long
 * as kernels. Thread-safe. */
typedef struct compile_native {
    cpu_kernel *function;
    uint32_t shared_bytes;
    cpu_call call;
} compile_native;
rustg_status compile_native_kernel(compile_kernels *kernels, uint32_t index, compile_native *native,
                                   rustg_error *error);
/* All kernels as a cubin or PTX that runs on arch ("sm_90"), which the compile has made or which is made now. It
 * lives as long as kernels. Thread-safe. */
rustg_status compile_image(compile_kernels *kernels, const char *arch, const uint8_t **image, rustg_error *error);
/* For a driver that refused that image: PTX whose .version is as low as its instructions allow. *image is NULL if
 * there is none and NVRTC is not newer than the driver, so that the cubin was refused for another reason. A
 * driver_version of 12040 is 12.4. */
rustg_status compile_image_for_old_driver(compile_kernels *kernels, const char *arch, int driver_version,
                                          const uint8_t **image, rustg_error *error);

/* Adds to a stage's time. Thread-safe. */
void compile_add_seconds(compile_kernels *kernels, pipeline_stage stage, double seconds);
/* Into the fields of stats that pipeline.def names. Thread-safe. */
void compile_read_seconds(compile_kernels *kernels, rustg_stats *stats);

#endif
