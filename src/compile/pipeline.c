/* pipeline.c: the whole compiler, in order.
 *
 *   bytes -> tokens -> tree -> typed bodies -> IR -> optimized IR -> CUDA C++ | C | PTX -> PTX, cubin, object -> module
 *            tokens    tree    check, lint     lower, verify  optimize  emit               toolchain              load
 *
 * Those are the stages of include/rustg/pipeline.def. An engine does the tokens and the tree of a batch in one call;
 * each later stage is a call of pipeline_run, timed under its name, and VERIFY, EMIT and what follows run once for each
 * target. compile_kernels.c and compile_output.c have the functions that it calls: they give each room its input and
 * keep its output. */
#include "compile/pipeline.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/parallel.h"
#include "compile/compile_kernels.h"
#include "compile/session_pool.h"

/* Runs and times one stage. It does nothing if work is NULL or an earlier stage has ended the compile. */
static void pipeline_run(pipeline *p, pipeline_stage stage, pipeline_work *work)
{
    if (!work || p->status != RUSTG_OK || p->is_refused)
        return;
    double began = clock_seconds();
    p->status = work(p);
    compile_add_seconds(p->kernels, stage, clock_seconds() - began);
}

/* Turns sources into batches, and batches into tokens, trees and diagnostics. An engine makes the tokens and the
 * trees of a batch in one call and times both. The CUDA engine works on one batch while the host reads and plans
 * others. */
static rustg_status pipeline_tokens_and_trees(compile_job *job)
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
        if (status == RUSTG_OK)
            compile_collect_batch(job, ready);
    }
    if (status == RUSTG_OK && !watch_add(&job->watch, 0, 0)) /* the last report: all is done */
        status = error_set(job->error, RUSTG_ERR_CANCELLED, "cancelled by the progress function");
    return status;
}

/* Turns trees into outputs. CHECK, LINT and LOWER report errors of the source, which refuse the program. */
void pipeline_kernels(pipeline *p)
{
    pipeline_run(p, PIPELINE_CHECK, compile_check_bodies);
    pipeline_run(p, PIPELINE_LINT, compile_lint_bodies);
    pipeline_run(p, PIPELINE_LOWER, compile_lower_bodies);
    compile_report(p);
    pipeline_run(p, PIPELINE_VERIFY, compile_verify);
    pipeline_run(p, PIPELINE_EMIT, compile_emit_module);
    compile_for_cuda(p);
    pipeline_target(p);
    compile_for_c(p);
    pipeline_target(p);
    pipeline_run(p, PIPELINE_EMIT, compile_emit_list);
}

/* Takes a verified module to the text and code of one target. */
void pipeline_target(pipeline *p)
{
    pipeline_run(p, PIPELINE_OPTIMIZE, p->optimize);
    pipeline_run(p, PIPELINE_VERIFY, p->verify);
    pipeline_run(p, PIPELINE_EMIT, p->emit);
    pipeline_run(p, PIPELINE_TOOLCHAIN, p->toolchain);
    pipeline_run(p, PIPELINE_LOAD, p->load);
}

static rustg_status pipeline_open(compile_job *job)
{
    size_t n = job->n_sources + 1; /* so that no size is 0 */
    if (job->options.n_threads > PARALLEL_MAX_THREADS)
        job->options.n_threads = PARALLEL_MAX_THREADS;
    job->result = (rustg_result *)calloc(1, sizeof *job->result);
    if (job->result) {
        job->result->n_files = job->n_sources;
        job->result->files = (rustg_file *)malloc(n * sizeof *job->result->files);
        job->result->read_bytes = (uint8_t **)calloc(n, sizeof *job->result->read_bytes);
    }
    job->inputs = (compile_input *)malloc(n * sizeof *job->inputs);
    job->files = (batch_file *)malloc(n * sizeof *job->files);
    job->lists = (diag_list *)calloc(job->options.n_threads, sizeof *job->lists);
    job->n_lists = job->lists ? job->options.n_threads : 0;
    if (!job->result || !job->result->files || !job->result->read_bytes || !job->inputs || !job->files || !job->lists)
        return error_set(job->error, RUSTG_ERR_MEMORY, "out of memory for the tables of %zu sources", job->n_sources);
    job->pool = session_pool(job->options.session);
    job->watch.progress = job->options.progress;
    job->watch.user = job->options.user;
    return RUSTG_OK;
}

static void pipeline_close(compile_job *job)
{
    compile_devices_close(job);
    compile_cache_close(&job->lookup);
    for (uint32_t t = 0; t < job->n_lists; t++)
        diag_list_free(&job->lists[t]);
    free(job->lists);
    free(job->files);
    free(job->inputs);
    rustg_result_free(job->result);
    host_pool_release(job->pool);
}

static rustg_status pipeline_all(compile_job *job)
{
    rustg_status status = pipeline_open(job);
    if (status != RUSTG_OK)
        return status;
    status = compile_measure(job);
    if (status == RUSTG_OK)
        status = compile_choose_engine(job);
    if (status == RUSTG_OK)
        status = pipeline_tokens_and_trees(job);
    if (compile_retry_on_cpu(job, status))
        status = pipeline_tokens_and_trees(job);
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
    double began = clock_seconds();

    memset(&failure, 0, sizeof failure);
    memset(&job, 0, sizeof job);
    job.error = &failure;
    rustg_status status = compile_check_call(sources, n_sources, options, result, &job);
    if (status != RUSTG_OK)
        goto done;
    bool is_found;
    status = compile_cache_recent(&job, &is_found);
    if (status == RUSTG_OK && !is_found)
        status = pipeline_all(&job);
    if (status != RUSTG_OK)
        goto done;
    job.result->stats.seconds_total = clock_seconds() - began;
    *result = job.result;
    job.result = NULL;
done:
    pipeline_close(&job);
    if (status != RUSTG_OK && error)
        *error = failure;
    return status;
}
