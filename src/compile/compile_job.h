/* compile_job.h: defines one compile under way. pipeline.c calls all that makes its tokens and trees, in order. */
#ifndef RUSTG_COMPILE_JOB_H
#define RUSTG_COMPILE_JOB_H

#include "engine/batch.h"
#include "base/limits.h"
#include "engine/watch.h"
#include "compile/compile_cache.h"
#include "compile/result.h"

/* A batch's bytes fit u32 with the slot of the longest file, rounded up. */
#define COMPILE_MAX_BYTES ((uint64_t)LIMIT_SOURCE_KIB << 10)

/* What is known of a source besides its row in result->files, which is made when the source is read.
 *   n_bytes_hint  its size, or what the system says it is until it is read
 *   unread        errno value why it has no bytes, EFBIG for too long; 0 for none */
typedef struct compile_input {
    uint64_t n_bytes_hint;
    int unread;
} compile_input;

typedef struct compile_devices compile_devices;

typedef struct compile_job {
    const rustg_source *sources;
    size_t n_sources, n_paths;           /* of all; of those that are to be read */
    rustg_compile_options options;       /* complete: no zero stands for a default */
    rustg_kernel_options kernel_options; /* where options.kernels points, if the caller gave any */
    rustg_error *error;                  /* never NULL */
    rustg_result *result;
    compile_input *inputs;
    batch_file *files;        /* batch_file[n_sources], shared out to the batches, each made when it is planned */
    bool is_ramped;           /* by the hints there is more than one batch: the first ones are smaller */
    size_t n_read;            /* sources read so far */
    size_t n_unread;          /* of them, those without bytes */
    size_t n_planned;         /* sources that lie in a batch */
    compile_devices *devices; /* NULL: the CPU engine */
    diag_list *lists;         /* diag_list[n_lists]: each thread's diagnostics, a file's in one run */
    uint32_t n_lists;         /* at least n_threads, and one for each thread of each device */
    host_pool *pool;          /* the session's; NULL: nothing is kept */
    watch watch;
    compile_lookup lookup;
} compile_job;

/* compile_options.c checks what the caller gave and puts it into *job; *result is NULL after it. */
rustg_status compile_check_call(const rustg_source *sources, size_t n_sources, const rustg_compile_options *options,
                                rustg_result **result, compile_job *job);

/* compile_read.c: sizes of all sources, then their bytes batch by batch. */

/* Sizes the sources, as hints for reading them later, with their sum in watch.n_bytes_total, and makes the table of
 * the batches. fails RUSTG_ERR_MEMORY */
rustg_status compile_measure(compile_job *job);
/* Reads the bytes of at least all sources that fit the next batch. A source that cannot be read gets none. fails
 * RUSTG_ERR_MEMORY, _CANCELLED */
rustg_status compile_read(compile_job *job);
/* Plans the next batch, by sizes and batch_bytes alone. NULL: all sources are planned. */
batch *compile_plan(compile_job *job);

/* compile_parse.c: batches through an engine. */

/* Settles the engine, in result->engine and job->devices. */
rustg_status compile_choose_engine(compile_job *job);
/* Lexes and parses `fresh` (NULL when there is none left). *ready is a batch that is complete, or NULL, because the
 * CUDA engine answers some calls later, so that the host prepares a batch while the devices work on others. */
rustg_status compile_parse(compile_job *job, batch *fresh, batch **ready);
/* Whether the CPU may take over when CUDA, which compile_choose_engine chose by itself, has failed. If so, all
 * batches are undone, the bytes that were read are kept, and the job starts again on the CPU. */
bool compile_retry_on_cpu(compile_job *job, rustg_status status);

/* compile_devices.c gives batches to the CUDA devices in turn. */

/* Opens engines for the devices, with a thread each unless there is one. ordinals is int32_t[n_devices]; NULL means 0
 * to n_devices - 1. It fails as engine_cuda_open does; compile_devices_close is needed in any case. */
rustg_status compile_devices_open(compile_job *job, const int32_t *ordinals, uint32_t n_devices);
/* As compile_parse. */
rustg_status compile_devices_run(compile_job *job, batch *fresh, batch **ready);
/* Whether batches are under way. */
bool compile_devices_busy(const compile_job *job);
/* Ends the engines and adds their figures to the result. Does nothing if there are none. */
void compile_devices_close(compile_job *job);

/* compile_diagnose.c: errors of the source. */

/* Puts the lexical errors of the suspicious files of a batch into job->lists. Does nothing for NULL, or if parsing
 * has reported them. */
rustg_status compile_diagnose(compile_job *job, const batch *ready);
/* The rows of a batch's files and what they sum up to into the result, while the devices work on other batches. Does
 * nothing for NULL. */
void compile_collect_batch(compile_job *job, const batch *ready);
/* Diagnostics into the result, once all batches are complete. */
rustg_status compile_collect(compile_job *job);
/* The first error in a line, once all are known. */
rustg_status compile_collect_message(compile_job *job);

/* Threads worth starting for so much work; at least 1. */
uint32_t compile_threads(const compile_job *job, uint64_t n_bytes, size_t n_files);

#endif
