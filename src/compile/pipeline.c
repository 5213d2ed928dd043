/* compile.c: rustg_compile, from sources to a result. */
#define _GNU_SOURCE
#include "compile/compile_kernels.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "base/parallel.h"
#include "base/tuning.h"
#include "compile/initialize.h"
#include "compile/session.h"

double compile_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

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

/* Copy the caller's options, whatever release it was built for, and put values where it left defaults. */
static rustg_status compile_check_options(const rustg_compile_options *options, rustg_compile_options *full,
                                          rustg_error *error)
{
    const size_t oldest = offsetof(rustg_compile_options, user) + sizeof options->user;
    memset(full, 0, sizeof *full);
    if (options) {
        if (options->struct_size < oldest)
            return error_set(error, RUSTG_ERR_ARGUMENT,
                             "options->struct_size is %zu; set it to sizeof(rustg_compile_options)",
                             options->struct_size);
        memcpy(full, options, options->struct_size < sizeof *full ? options->struct_size : sizeof *full);
    }
    full->struct_size = sizeof *full;
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
    if (full->batch_bytes == 0)
        full->batch_bytes = TUNING_BATCH_BYTES;
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

static rustg_status compile_check(const rustg_source *sources, size_t n_sources, const rustg_compile_options *options,
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
    }
    job->sources = sources;
    job->n_sources = n_sources;
    return compile_check_options(options, &job->options, job->error);
}

static rustg_status compile_open(compile_job *job)
{
    size_t n = job->n_sources + 1; /* so that no size is 0 */
    if (job->options.n_threads > PARALLEL_MAX_THREADS)
        job->options.n_threads = PARALLEL_MAX_THREADS;
    job->result = (rustg_result *)calloc(1, sizeof *job->result);
    if (job->result) {
        job->result->n_files = job->n_sources;
        job->result->files = (rustg_file *)calloc(n, sizeof *job->result->files);
        job->result->read_bytes = (uint8_t **)calloc(n, sizeof *job->result->read_bytes);
        job->result->batches = (batch *)calloc(n, sizeof *job->result->batches);
    }
    job->inputs = (compile_input *)calloc(n, sizeof *job->inputs);
    job->files = (batch_file *)calloc(n, sizeof *job->files);
    job->lists = (diag_list *)calloc(job->options.n_threads, sizeof *job->lists);
    job->n_lists = job->lists ? job->options.n_threads : 0;
    if (!job->result || !job->result->files || !job->result->read_bytes || !job->result->batches || !job->inputs ||
        !job->files || !job->lists)
        return error_set(job->error, RUSTG_ERR_MEMORY, "out of memory for the tables of %zu sources", job->n_sources);
    job->pool = session_pool(job->options.session);
    job->watch.progress = job->options.progress;
    job->watch.user = job->options.user;
    return RUSTG_OK;
}

static void compile_close(compile_job *job)
{
    compile_devices_close(job);
    compile_cache_close(&job->lookup);
    for (uint32_t t = 0; t < job->n_lists; t++)
        free(job->lists[t].data);
    free(job->lists);
    free(job->files);
    free(job->inputs);
    rustg_result_free(job->result);
    host_pool_release(job->pool);
}

/* Sources become batches, batches become tokens, trees and diagnostics; on the CUDA engine one batch is read and
 * planned while others are parsed. */
static rustg_status compile_batches(compile_job *job)
{
    rustg_status status = RUSTG_OK;
    while (status == RUSTG_OK && (job->n_planned < job->n_sources || compile_devices_busy(job))) {
        batch *fresh = NULL, *ready = NULL;
        status = compile_read(job);
        if (status == RUSTG_OK)
            fresh = compile_plan(job);
        if (status == RUSTG_OK)
            status = compile_parse(job, fresh, &ready);
        if (status == RUSTG_OK)
            status = compile_diagnose(job, ready);
    }
    if (status == RUSTG_OK && !watch_add(&job->watch, 0, 0)) /* the last report: all is done */
        status = error_set(job->error, RUSTG_ERR_CANCELLED, "cancelled by the progress function");
    return status;
}

static rustg_status compile_all(compile_job *job)
{
    rustg_status status = compile_open(job);
    if (status != RUSTG_OK)
        return status;
    compile_measure(job);
    status = compile_choose_engine(job);
    if (status == RUSTG_OK)
        status = compile_batches(job);
    if (compile_retry_on_cpu(job, status))
        status = compile_batches(job);
    if (status != RUSTG_OK)
        return status;
    compile_devices_close(job);
    status = compile_collect(job);
    if (status == RUSTG_OK)
        status = compile_run_kernels(job);
    if (status == RUSTG_OK)
        status = compile_collect_message(job);
    if (status == RUSTG_OK)
        compile_cache_share(job);
    return status;
}

rustg_status rustg_compile(const rustg_source *sources, size_t n_sources, const rustg_compile_options *options,
                           rustg_result **result, rustg_error *error)
{
    rustg_error failure;
    compile_job job;
    double began = compile_clock();

    memset(&failure, 0, sizeof failure);
    memset(&job, 0, sizeof job);
    job.error = &failure;
    rustg_status status = compile_check(sources, n_sources, options, result, &job);
    if (status != RUSTG_OK)
        goto done;
    bool is_found;
    status = compile_cache_recent(&job, &is_found);
    if (status == RUSTG_OK && !is_found)
        status = compile_all(&job);
    if (status != RUSTG_OK)
        goto done;
    job.result->stats.seconds_total = compile_clock() - began;
    *result = job.result;
    job.result = NULL;
done:
    compile_close(&job);
    if (status != RUSTG_OK && error)
        *error = failure;
    return status;
}
