/* engine_cuda_small.c: takes a small batch from its source to the AST with one wait. All of its kernels are enqueued
 * before the host knows how many tokens and nodes there are, for to wait for that takes as long as the kernels do. */
#include "engine/engine_cuda_state.h"

#include "base/clock.h"
#include "base/tuning.h"

bool engine_cuda_is_small(const batch *work)
{
    return work->parse && work->n_bytes <= TUNING_SMALL_BYTES;
}

/* Enqueues the parser's kernels, for as many tokens as there is room for; its arrays are allocated while the lexer's
 * kernels run. */
static rustg_status small_parse(engine_cuda *engine, batch *work, cuda_parse *parse, rustg_error *error)
{
    rustg_status status = engine_cuda_parse_begin(engine, work, parse, error);
    work->n_toks = engine->view.capacity;
    if (status == RUSTG_OK)
        status = cuda_parse_small_begin(engine->context, engine->stream, &engine->view, work, parse, error);
    return status == RUSTG_OK ? cuda_parse_small_enqueue(engine->context, engine->stream, parse, error) : status;
}

/* Waits. */
static rustg_status small_end(engine_cuda *engine, batch *work, const cuda_parse *parse, bool *is_done,
                              rustg_error *error)
{
    ENGINE_TRY(cuMemcpyDtoHAsync, (engine->report, engine->d_report, engine->report_bytes, engine->stream));
    ENGINE_TRY(cuStreamSynchronize, (engine->stream));
    work->n_toks = engine->report[2 * work->n_files];
    engine_cuda_read_report(engine, work);
    *is_done = cuda_parse_small_end(parse, work);
    return RUSTG_OK;
}

static rustg_status small_run(engine_cuda *engine, batch *work, cuda_parse *parse, bool *is_done, rustg_error *error)
{
    rustg_status status = engine_cuda_bring(engine, work, error);
    const double began = clock_seconds(), lex_before = engine->seconds_lex;
    if (status == RUSTG_OK)
        status = engine_cuda_enqueue_lexer(engine, CUDA_lex_map_kernel, error);
    if (status == RUSTG_OK)
        status = small_parse(engine, work, parse, error);
    if (status == RUSTG_OK)
        status = small_end(engine, work, parse, is_done, error);
    if (status != RUSTG_OK)
        return status;
    engine_cuda_count_seconds(engine);
    engine->seconds_parse += clock_seconds() - began - (engine->seconds_lex - lex_before);
    return RUSTG_OK;
}

/* Hands the results over. */
static rustg_status small_give(engine_cuda *engine, batch *work, cuda_parse *parse, rustg_error *error)
{
    rustg_status status = engine->leave_on_device ? engine_cuda_leave_begin(engine, work, error)
                                                  : engine_cuda_fetch_tokens(engine, work, error);
    if (status != RUSTG_OK)
        return status;
    if (engine->leave_on_device) {
        engine_cuda_leave_ast(engine, work, parse);
        engine_cuda_leave_tokens(engine, work);
        return RUSTG_OK;
    }
    status = engine_cuda_fetch_ast(engine, work, parse, error);
    const rustg_status fetched = engine_cuda_fetched(engine, status == RUSTG_OK ? error : NULL);
    return status == RUSTG_OK ? fetched : status;
}

rustg_status engine_cuda_small(engine_cuda *engine, batch *work, bool *is_done, rustg_error *error)
{
    cuda_parse parse = {0};
    rustg_status status = small_run(engine, work, &parse, is_done, error);
    if (status == RUSTG_OK && *is_done)
        status = small_give(engine, work, &parse, error);
    if (parse.scratch_bytes > engine->scratch_bytes)
        engine->scratch_bytes = parse.scratch_bytes;
    cuda_parse_release(engine->context, engine->stream, &parse);
    if (status == RUSTG_OK && !*is_done && work->n_toks > engine->view.capacity)
        engine_cuda_drop(engine);
    return status;
}
