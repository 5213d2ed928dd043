/* engine_cuda_time.c: times the kernels over one batch, for benchmarks. */
#include "engine/engine_cuda_state.h"

#include <string.h>

enum { TIME_MOST_MARKS = CUDA_N_KERNELS + CUDA_N_PARSE_KERNELS + 1 };

/* The parser's arrays, and what a first parse tells of the batch. */
static rustg_status time_prepare_parse(engine_cuda *engine, batch *work, cuda_parse *parse, engine_cuda_times *times,
                                       rustg_error *error)
{
    rustg_status status = engine_cuda_parse_begin(engine, work, parse, error);
    if (status == RUSTG_OK)
        status = cuda_parse_prepare(engine->context, engine->stream, &engine->view, work, parse, error);
    if (status != RUSTG_OK)
        return status;
    times->n_units = parse->told->walked.n_made;
    times->n_wrong_guesses = parse->told->walked.n_wrong_guesses;
    times->n_events = parse->told->walked.n_events;
    times->n_left_files = times->n_left_bytes = 0;
    for (size_t i = 0; i < work->n_files; i++) {
        times->n_left_files += parse->report[i] != 0;
        times->n_left_bytes += parse->report[i] != 0 ? work->files[i].n_bytes : 0;
    }
    return RUSTG_OK;
}

static rustg_status time_run(engine_cuda *engine, int n_kernels, cuda_parse *parse, const cuda_event *marks, int run,
                             engine_cuda_times *times, rustg_error *error)
{
    cuda_stream stream = engine->stream;
    ENGINE_TRY(cuEventRecord, (marks[0], stream));
    const int first = times->from_tokens ? CUDA_N_KERNELS : 0;
    if (times->from_pinned)
        ENGINE_TRY(cuMemcpyHtoDAsync, (engine->d_input, engine->input, engine->input_bytes, stream));
    if (!times->from_tokens)
        ENGINE_TRY(cuMemsetD8Async, (engine->d_report, 0, engine->zeroed_bytes, stream));
    for (int k = first; k < n_kernels; k++) {
        rustg_status status = k < CUDA_N_KERNELS
                                  ? engine_cuda_lex_launch(engine, k, engine->stream, error)
                                  : cuda_parse_enqueue(engine->context, stream, parse, k - CUDA_N_KERNELS, error);
        if (status != RUSTG_OK)
            return status;
        if (times->by_kernel)
            ENGINE_TRY(cuEventRecord, (marks[k + 1], stream));
    }
    if (!times->by_kernel)
        ENGINE_TRY(cuEventRecord, (marks[n_kernels], stream));
    ENGINE_TRY(cuStreamSynchronize, (stream));
    for (int k = 0; times->by_kernel && k < n_kernels; k++)
        ENGINE_TRY(cuEventElapsedTime, (&times->kernel_ms[run * n_kernels + k], marks[k], marks[k + 1]));
    ENGINE_TRY(cuEventElapsedTime, (&times->total_ms[run], marks[0], marks[n_kernels]));
    return RUSTG_OK;
}

static rustg_status time_all(engine_cuda *engine, batch *work, int n_repeats, cuda_parse *parse, cuda_event *marks,
                             engine_cuda_times *times, rustg_error *error)
{
    const int n_kernels = CUDA_N_KERNELS + (work->parse ? CUDA_N_PARSE_KERNELS : 0);
    rustg_status status = engine_cuda_lex(engine, work, error);
    times->n_toks = (uint32_t)work->n_toks;
    if (status == RUSTG_OK && work->parse)
        status = time_prepare_parse(engine, work, parse, times, error);
    if (status != RUSTG_OK)
        return status;
    for (int i = 0; i <= n_kernels; i++)
        ENGINE_TRY(cuEventCreate, (&marks[i], CUDA_EVENT_DEFAULT));
    for (int run = 0; run < n_repeats && status == RUSTG_OK; run++)
        status = time_run(engine, n_kernels, parse, marks, run, times, error);
    return status;
}

rustg_status engine_cuda_time(engine_cuda *engine, batch *work, int n_repeats, engine_cuda_times *times,
                              rustg_error *error)
{
    cuda_event marks[TIME_MOST_MARKS] = {NULL};
    cuda_parse parse;
    cuda_context previous;
    memset(&parse, 0, sizeof parse);
    rustg_status status =
        cuda_check(engine->driver->cuCtxPushCurrent(engine->context->context), "cuCtxPushCurrent", error);
    if (status != RUSTG_OK)
        return status;
    engine->always_stages = true; /* a run copies the whole batch again, and the span is given back by then */
    status = time_all(engine, work, n_repeats, &parse, marks, times, error);
    for (int i = 0; i < TIME_MOST_MARKS; i++)
        if (marks[i])
            engine->driver->cuEventDestroy(marks[i]);
    cuda_parse_release(engine->context, engine->stream, &parse);
    engine_cuda_drop(engine);
    engine->always_stages = false;
    engine->driver->cuCtxPopCurrent(&previous);
    return status;
}
