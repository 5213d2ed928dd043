/* compile_parse.c: runs batches through an engine. */
#include "compile/compile_job.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/tuning.h"
#include "engine/engine_cpu.h"
#include "rustg/device.h"

/* Uses no more devices than there can be batches, as a context takes a third of a second to open. */
static rustg_status compile_choose_devices(compile_job *job)
{
    const rustg_compile_options *options = &job->options;
    if (options->n_devices == 0)
        return compile_devices_open(job, &options->device, 1);
    if (options->n_devices != RUSTG_ALL_DEVICES)
        return compile_devices_open(job, options->devices, options->n_devices);
    size_t n_devices = rustg_device_count() - 1;
    uint64_t n_batches = 2 * (job->watch.n_bytes_total / options->batch_bytes) + 1;
    n_batches = n_batches < job->n_sources ? n_batches : job->n_sources;
    n_devices = n_devices < n_batches ? n_devices : (size_t)n_batches;
    n_devices = n_devices < RUSTG_MAX_DEVICES ? n_devices : RUSTG_MAX_DEVICES;
    return compile_devices_open(job, NULL, n_devices > 0 ? (uint32_t)n_devices : 1);
}

/* From how many bytes on CUDA is faster. */
static uint64_t compile_crossover(const rustg_compile_options *options)
{
    const bool is_tokens = options->stop_after == RUSTG_STAGE_TOKENS;
    if (options->leave_on_device)
        return is_tokens ? TUNING_CROSSOVER_BYTES : TUNING_TREE_CROSSOVER_BYTES;
    if (engine_cuda_is_warm(options->device))
        return TUNING_HOST_CROSSOVER_BYTES;
    return is_tokens ? UINT64_MAX : TUNING_COLD_CROSSOVER_BYTES;
}

rustg_status compile_choose_engine(compile_job *job)
{
    rustg_engine engine = job->options.engine;
    if (engine == RUSTG_ENGINE_AUTO) {
        const bool is_worth_it = job->watch.n_bytes_total >= compile_crossover(&job->options);
        engine = is_worth_it && rustg_cuda_missing()[0] == 0 ? RUSTG_ENGINE_CUDA : RUSTG_ENGINE_CPU;
    }
    job->result->engine = engine;
    if (engine == RUSTG_ENGINE_CPU)
        return RUSTG_OK;
    return compile_choose_devices(job);
}

static rustg_status compile_parse_cpu(compile_job *job, batch *fresh)
{
    rustg_stats *stats = &job->result->stats;
    double began = clock_seconds();
    uint32_t n_threads = compile_threads(job, fresh->n_bytes, 0);
    rustg_status status = engine_cpu_run(fresh, n_threads, &job->watch, &stats->scratch_bytes, job->error);
    *(fresh->parse ? &stats->seconds_parse : &stats->seconds_lex) += clock_seconds() - began;
    return status;
}

static uint64_t compile_source_bytes(const batch *work)
{
    uint64_t n_bytes = 0;
    for (size_t i = 0; i < work->n_files; i++)
        n_bytes += work->files[i].n_bytes;
    return n_bytes;
}

static rustg_status compile_parse_cuda(compile_job *job, batch *fresh, batch **ready)
{
    rustg_status status = compile_devices_run(job, fresh, ready);
    if (status == RUSTG_OK && *ready && !watch_add(&job->watch, compile_source_bytes(*ready), 0))
        status = error_set(job->error, RUSTG_ERR_CANCELLED, "cancelled by the progress function");
    return status;
}

rustg_status compile_parse(compile_job *job, batch *fresh, batch **ready)
{
    *ready = NULL;
    if (fresh) {
        fresh->parse = job->options.stop_after >= RUSTG_STAGE_AST;
        fresh->first_source = (uint32_t)(fresh->files - job->files);
        fresh->lists = job->lists;
        fresh->pool = job->pool;
    }
    if (job->devices)
        return compile_parse_cuda(job, fresh, ready);
    if (!fresh)
        return RUSTG_OK;
    *ready = fresh;
    return compile_parse_cpu(job, fresh);
}

bool compile_retry_on_cpu(compile_job *job, rustg_status status)
{
    rustg_result *result = job->result;
    bool is_curable = status == RUSTG_ERR_NO_CUDA || status == RUSTG_ERR_DEVICE || status == RUSTG_ERR_DEVICE_MEMORY ||
                      status == RUSTG_ERR_CUDA;
    if (!is_curable || job->options.engine != RUSTG_ENGINE_AUTO || result->engine != RUSTG_ENGINE_CUDA)
        return false;
    compile_devices_close(job);
    for (size_t b = 0; b < result->n_batches; b++) {
        engine_cuda_release(&result->batches[b]);
        batch_free_toks(&result->batches[b]);
        batch_free_ast(&result->batches[b]);
        memset(&result->batches[b], 0, sizeof result->batches[b]);
    }
    for (uint32_t t = 0; t < job->n_lists; t++)
        job->lists[t].n = 0;
    result->n_batches = 0;
    result->engine = RUSTG_ENGINE_CPU;
    double seconds_read = result->stats.seconds_read;
    memset(&result->stats, 0, sizeof result->stats);
    result->stats.seconds_read = seconds_read;
    job->n_planned = 0;
    atomic_store(&job->watch.n_bytes_done, 0);
    return true;
}
