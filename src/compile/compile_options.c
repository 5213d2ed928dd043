/* compile_options.c: checks and completes what a caller of rustg_compile gave. */
#define _GNU_SOURCE
#include "compile/compile_job.h"

#include <string.h>

#include "base/error.h"
#include "base/parallel.h"
#include "base/struct_size.h"
#include "base/tuning.h"
#include "compile/initialize.h"

uint32_t compile_threads(const compile_job *job, uint64_t n_bytes, size_t n_files)
{
    uint64_t n_wanted = 1 + n_bytes / TUNING_THREAD_BYTES + n_files / TUNING_THREAD_FILES;
    return n_wanted < job->options.n_threads ? (uint32_t)n_wanted : job->options.n_threads;
}

static rustg_status compile_check_source(const rustg_source *source, size_t index, rustg_error *error)
{
    rustg_status status = RUSTG_OK;
    if (!source->name)
        status = error_set(error, RUSTG_ERR_ARGUMENT, "sources[%zu].name is NULL", index);
    else if (source->edition != 0 && source->edition != 2015 && source->edition != 2018 && source->edition != 2021 &&
             source->edition != 2024)
        status = error_set(error, RUSTG_ERR_ARGUMENT, "sources[%zu].edition is %u; it must be 2015, 2018, 2021 or 2024",
                           index, (unsigned)source->edition);
    if (status != RUSTG_OK)
        error->source = index;
    return status;
}

/* Copies the caller's options, whatever release it was built for, and puts values where it left defaults. */
static rustg_status compile_check_options(const rustg_compile_options *options, rustg_compile_options *full,
                                          rustg_error *error)
{
    const rustg_status status =
        struct_size_read(STRUCT_rustg_compile_options, full, sizeof *full, options, "options", error);
    if (status != RUSTG_OK)
        return status;
    if (full->engine != RUSTG_ENGINE_AUTO && full->engine != RUSTG_ENGINE_CPU && full->engine != RUSTG_ENGINE_CUDA)
        return error_set(error, RUSTG_ERR_ARGUMENT, "options->engine is %d; it must be a rustg_engine",
                         (int)full->engine);
    if (full->stop_after != RUSTG_STAGE_AUTO && full->stop_after != RUSTG_STAGE_TOKENS &&
        full->stop_after != RUSTG_STAGE_AST)
        return error_set(error, RUSTG_ERR_ARGUMENT, "options->stop_after is %d; it must be a rustg_stage",
                         (int)full->stop_after);
    if (full->device < 0)
        return error_set(error, RUSTG_ERR_ARGUMENT, "options->device is %d; the first device is 0", (int)full->device);
    if (full->n_devices > RUSTG_MAX_DEVICES && full->n_devices != RUSTG_ALL_DEVICES)
        return error_set(error, RUSTG_ERR_ARGUMENT,
                         "options->n_devices is %u; it must be at most %u, or RUSTG_ALL_DEVICES",
                         (unsigned)full->n_devices, (unsigned)RUSTG_MAX_DEVICES);
    if (full->devices && full->n_devices == RUSTG_ALL_DEVICES)
        return error_set(error, RUSTG_ERR_ARGUMENT, "options->devices is given and n_devices is RUSTG_ALL_DEVICES");
    for (uint32_t d = 0; full->devices && d < full->n_devices; d++)
        if (full->devices[d] < 0)
            return error_set(error, RUSTG_ERR_ARGUMENT, "options->devices[%u] is %d; the first device is 0",
                             (unsigned)d, (int)full->devices[d]);
    if (full->batch_bytes > COMPILE_MAX_BYTES)
        return error_set(error, RUSTG_ERR_ARGUMENT, "options->batch_bytes is %llu; it must be at most %llu",
                         (unsigned long long)full->batch_bytes, (unsigned long long)COMPILE_MAX_BYTES);
    if (full->kernels && (full->stop_after == RUSTG_STAGE_TOKENS || full->leave_on_device))
        return error_set(error, RUSTG_ERR_ARGUMENT,
                         "options->kernels needs the AST on the host: leave stop_after and leave_on_device at 0");
    if (full->stop_after == RUSTG_STAGE_AUTO)
        full->stop_after = RUSTG_STAGE_AST;
    if (full->n_threads == 0)
        return library_threads(&full->n_threads, error);
    uint32_t ignored;
    return library_threads(&ignored, error);
}

static rustg_status compile_copy_kernel_options(compile_job *job)
{
    const rustg_kernel_options *given = job->options.kernels;
    job->options.kernels = &job->kernel_options;
    return struct_size_read(STRUCT_rustg_kernel_options, &job->kernel_options, sizeof job->kernel_options, given,
                            "options->kernels", job->error);
}

rustg_status compile_check_call(const rustg_source *sources, size_t n_sources, const rustg_compile_options *options,
                                rustg_result **result, compile_job *job)
{
    if (!result)
        return error_set(job->error, RUSTG_ERR_ARGUMENT, "result is NULL");
    *result = NULL;
    if (!sources && n_sources > 0)
        return error_set(job->error, RUSTG_ERR_ARGUMENT, "sources is NULL and n_sources is %zu", n_sources);
    if (n_sources >= UINT32_MAX || n_sources > SIZE_MAX / sizeof(batch))
        return error_set(job->error, RUSTG_ERR_ARGUMENT, "n_sources is %zu; it must be below %u", n_sources,
                         (unsigned)UINT32_MAX);
    for (size_t i = 0; i < n_sources; i++) {
        rustg_status status = compile_check_source(&sources[i], i, job->error);
        if (status != RUSTG_OK)
            return status;
        job->n_paths += sources[i].bytes == NULL;
    }
    job->sources = sources;
    job->n_sources = n_sources;
    rustg_status status = compile_check_options(options, &job->options, job->error);
    if (status == RUSTG_OK && job->options.kernels)
        status = compile_copy_kernel_options(job);
    return status;
}
