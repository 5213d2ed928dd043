/* engine_cuda.c: runs batches through the lexer's and the parser's kernels. */
#define _GNU_SOURCE
#include "engine/engine_cuda_state.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/global_lock.h"
#include "base/tuning.h"

/* Pinning memory costs more than lexing what it holds, so closed engines are kept for the next opens while the library
 * is initialized. */
enum { ENGINE_MAX_DEVICES = 64 };
static engine_cuda *engine_idle[ENGINE_MAX_DEVICES]; /* lists of at most TUNING_DEVICE_LANES */
static bool engine_idle_wanted;

static void engine_destroy(engine_cuda *engine);

static engine_cuda *engine_take_idle(int32_t device)
{
    if (device < 0 || device >= ENGINE_MAX_DEVICES)
        return NULL;
    global_lock(GLOBAL_LOCK_ENGINE_IDLE);
    engine_cuda *engine = engine_idle[device];
    if (engine)
        engine_idle[device] = engine->next_idle;
    global_unlock(GLOBAL_LOCK_ENGINE_IDLE);
    return engine;
}

/* False: enough of the device are kept, or none is wanted. */
static bool engine_give_idle(engine_cuda *engine)
{
    uint32_t n = 0;
    global_lock(GLOBAL_LOCK_ENGINE_IDLE);
    engine_cuda **first = &engine_idle[engine->context->ordinal];
    for (const engine_cuda *idle = *first; idle; idle = idle->next_idle)
        n++;
    const bool is_kept = engine_idle_wanted && n < TUNING_DEVICE_LANES;
    if (is_kept) {
        engine->next_idle = *first;
        *first = engine;
    }
    global_unlock(GLOBAL_LOCK_ENGINE_IDLE);
    return is_kept;
}

bool engine_cuda_is_warm(int32_t device)
{
    global_lock(GLOBAL_LOCK_ENGINE_IDLE);
    const bool is_warm = device >= 0 && device < ENGINE_MAX_DEVICES && engine_idle[device];
    global_unlock(GLOBAL_LOCK_ENGINE_IDLE);
    return is_warm;
}

void engine_cuda_trim(void)
{
    for (int32_t device = 0; device < ENGINE_MAX_DEVICES; device++)
        for (engine_cuda *idle; (idle = engine_take_idle(device)) != NULL;)
            engine_destroy(idle);
    cuda_contexts_trim();
}

void engine_cuda_keep(bool keep)
{
    global_lock(GLOBAL_LOCK_ENGINE_IDLE);
    engine_idle_wanted = keep;
    global_unlock(GLOBAL_LOCK_ENGINE_IDLE);
    if (!keep)
        engine_cuda_trim();
}

rustg_status engine_cuda_pinned(const cuda_driver *driver, void **buffer, size_t *capacity, size_t n_bytes,
                                rustg_error *error)
{
    if (*buffer && *capacity >= n_bytes)
        return RUSTG_OK;
    if (*buffer)
        driver->cuMemFreeHost(*buffer);
    *buffer = NULL;
    *capacity = n_bytes + n_bytes / 8;
    cuda_result result = driver->cuMemHostAlloc(buffer, *capacity, CUDA_HOST_PORTABLE);
    if (result == CUDA_OK)
        return RUSTG_OK;
    *buffer = NULL;
    if (result == CUDA_ERROR_MEMORY)
        return error_set(error, RUSTG_ERR_MEMORY, "cuMemHostAlloc could not pin %zu bytes", *capacity);
    return cuda_check(result, "cuMemHostAlloc", error);
}

static rustg_status engine_make_streams(engine_cuda *engine, rustg_error *error)
{
    ENGINE_TRY(cuStreamCreate, (&engine->stream, CUDA_STREAM_NON_BLOCKING));
    ENGINE_TRY(cuStreamCreate, (&engine->fetches, CUDA_STREAM_NON_BLOCKING));
    ENGINE_TRY(cuStreamCreateWithPriority, (&engine->bus, CUDA_STREAM_NON_BLOCKING, ENGINE_BUS_PRIORITY));
    ENGINE_TRY(cuEventCreate, (&engine->began, CUDA_EVENT_DEFAULT));
    ENGINE_TRY(cuEventCreate, (&engine->copied, CUDA_EVENT_DEFAULT));
    ENGINE_TRY(cuEventCreate, (&engine->lexed, CUDA_EVENT_DEFAULT));
    ENGINE_TRY(cuEventCreate, (&engine->done, CUDA_EVENT_DEFAULT));
    return RUSTG_OK;
}

rustg_status engine_cuda_open(int32_t device, bool leave_on_device, uint32_t n_threads, engine_cuda **engine,
                              rustg_error *error)
{
    cuda_context previous;
    rustg_status status;
    engine_cuda *made = engine_take_idle(device);
    *engine = NULL;
    if (!made) {
        made = (engine_cuda *)calloc(1, sizeof *made);
        if (!made)
            return error_set(error, RUSTG_ERR_MEMORY, "out of host memory");
        status = engine_kernels_acquire(device, &made->context, error);
        if (status != RUSTG_OK) {
            free(made);
            return status;
        }
        made->driver = made->context->driver;
        status = cuda_check(made->driver->cuCtxPushCurrent(made->context->context), "cuCtxPushCurrent", error);
        if (status == RUSTG_OK) {
            status = engine_make_streams(made, error);
            made->driver->cuCtxPopCurrent(&previous);
        }
        if (status != RUSTG_OK) {
            engine_destroy(made);
            return status;
        }
    }
    made->leave_on_device = leave_on_device;
    made->n_threads = n_threads ? n_threads : 1;
    *engine = made;
    return RUSTG_OK;
}

void engine_cuda_drop(engine_cuda *engine)
{
    cuda_pointer *pointers[] = {&engine->d_input, &engine->d_scratch, &engine->d_report, &engine->d_toks,
                                &engine->d_span};
    for (size_t i = 0; i < sizeof pointers / sizeof pointers[0]; i++) {
        cuda_release(engine->context, *pointers[i], engine->stream);
        *pointers[i] = 0;
    }
}

rustg_status engine_cuda_enqueue_lexer(engine_cuda *engine, int first, rustg_error *error)
{
    for (int kernel = first; kernel < CUDA_N_KERNELS; kernel++) {
        rustg_status status = engine_cuda_lex_launch(engine, kernel, engine->stream, error);
        if (status != RUSTG_OK)
            return status;
    }
    ENGINE_TRY(cuEventRecord, (engine->lexed, engine->stream));
    return RUSTG_OK;
}

/* The same, with the report's way back, for which it waits. */
static rustg_status engine_launch_lexer(engine_cuda *engine, int first, rustg_error *error)
{
    rustg_status status = engine_cuda_enqueue_lexer(engine, first, error);
    if (status != RUSTG_OK)
        return status;
    ENGINE_TRY(cuMemcpyDtoHAsync, (engine->report, engine->d_report, engine->report_bytes, engine->stream));
    ENGINE_TRY(cuEventRecord, (engine->done, engine->stream));
    ENGINE_TRY(cuEventSynchronize, (engine->done));
    return RUSTG_OK;
}

void engine_cuda_read_report(const engine_cuda *engine, batch *work)
{
    const uint32_t *flags = engine->report, *first_tok = flags + work->n_files;
    for (size_t i = 0; i < work->n_files; i++) {
        batch_file *file = &work->files[i];
        uint32_t end_tok = i + 1 < work->n_files ? first_tok[i + 1] : (uint32_t)work->n_toks;
        file->first_tok = first_tok[i];
        file->n_toks = end_tok - first_tok[i] - 1;
        file->relexed = flags[i] & LEX_WEIRD;
        file->suspicious |= (flags[i] & LEX_BAD) != 0;
    }
}

void engine_cuda_count_seconds(engine_cuda *engine)
{
    const cuda_driver *driver = engine->driver;
    float copy_ms = 0, lex_ms = 0;
    if (driver->cuEventElapsedTime(&copy_ms, engine->began, engine->copied) == CUDA_OK)
        engine->seconds_copy += copy_ms * 1e-3;
    if (driver->cuEventElapsedTime(&lex_ms, engine->copied, engine->lexed) == CUDA_OK)
        engine->seconds_lex += lex_ms * 1e-3;
}

rustg_status engine_cuda_bring(engine_cuda *engine, batch *work, rustg_error *error)
{
    engine_cuda_find_sources(engine, work);
    rustg_status status = engine_cuda_lex_allocate(engine, work, error);
    if (status != RUSTG_OK)
        return status;
    ENGINE_TRY(cuMemsetD8Async, (engine->d_report, 0, engine->zeroed_bytes, engine->stream));
    ENGINE_TRY(cuMemsetD8Async, (engine->d_input, 0, ENGINE_LEAD, engine->stream));
    ENGINE_TRY(cuEventRecord, (engine->began, engine->stream));
    status = engine->is_gathered ? engine_cuda_gather(engine, work, error) : engine_cuda_stage(engine, work, error);
    if (status != RUSTG_OK)
        return status;
    ENGINE_TRY(cuEventRecord, (engine->copied, engine->stream));
    return RUSTG_OK;
}

rustg_status engine_cuda_lex(engine_cuda *engine, batch *work, rustg_error *error)
{
    rustg_status status = engine_cuda_bring(engine, work, error);
    if (status == RUSTG_OK)
        status = engine_launch_lexer(engine, CUDA_lex_map_kernel, error);
    if (status != RUSTG_OK)
        return status;
    work->n_toks = engine->report[2 * work->n_files];
    if (work->n_toks > engine->view.capacity) {
        status = engine_cuda_lex_tokens(engine, (uint32_t)work->n_toks, error);
        if (status == RUSTG_OK)
            status = engine_launch_lexer(engine, CUDA_lex_emit_kernel, error);
        if (status != RUSTG_OK)
            return status;
    }
    engine_cuda_read_report(engine, work);
    engine_cuda_count_seconds(engine);
    return RUSTG_OK;
}

rustg_status engine_cuda_parse_begin(engine_cuda *engine, const batch *work, cuda_parse *parse, rustg_error *error)
{
    memset(parse, 0, sizeof *parse);
    rustg_status status = engine_cuda_pinned(engine->driver, (void **)&engine->told, &engine->told_capacity,
                                             cuda_parse_told_bytes(work->n_files), error);
    parse->told = engine->told;
    return status;
}

/* Makes the AST behind the tokens, on the device, or brought to the host. */
static rustg_status engine_parse(engine_cuda *engine, batch *work, rustg_error *error)
{
    cuda_parse parse;
    double began = clock_seconds();
    rustg_status status = engine_cuda_parse_begin(engine, work, &parse, error);
    if (status == RUSTG_OK)
        status = cuda_parse_run(engine->context, engine->stream, &engine->view, work, engine->n_threads, &parse, error);
    engine->seconds_parse += clock_seconds() - began;
    engine->n_diagnosed += parse.n_diagnosed;
    engine->n_left_files += parse.n_left_files;
    engine->n_left_bytes += parse.n_left_bytes;
    if (parse.scratch_bytes > engine->scratch_bytes)
        engine->scratch_bytes = parse.scratch_bytes;
    if (status == RUSTG_OK && engine->leave_on_device)
        engine_cuda_leave_ast(engine, work, &parse);
    else if (status == RUSTG_OK)
        status = engine_cuda_fetch_ast(engine, work, &parse, error);
    rustg_status fetched = engine_cuda_fetched(engine, status == RUSTG_OK ? error : NULL);
    cuda_parse_release(engine->context, engine->stream, &parse);
    return status == RUSTG_OK ? fetched : status;
}

static rustg_status engine_work(engine_cuda *engine, batch *work, rustg_error *error)
{
    rustg_status status = RUSTG_OK;
    bool is_done = false;
    if (engine_cuda_is_small(work))
        status = engine_cuda_small(engine, work, &is_done, error);
    if (status != RUSTG_OK || is_done)
        return status;
    if (engine->d_toks == 0)
        status = engine_cuda_lex(engine, work, error);
    if (status == RUSTG_OK)
        status = engine->leave_on_device ? engine_cuda_leave_begin(engine, work, error)
                                         : engine_cuda_fetch_tokens(engine, work, error);
    if (status == RUSTG_OK && work->parse)
        status = engine_parse(engine, work, error);
    else if (status == RUSTG_OK)
        status = engine_cuda_fetched(engine, error);
    if (status == RUSTG_OK && engine->leave_on_device)
        engine_cuda_leave_tokens(engine, work);
    return status;
}

rustg_status engine_cuda_run(engine_cuda *engine, batch *work, rustg_error *error)
{
    const cuda_driver *driver = engine->driver;
    cuda_context previous;
    rustg_status status = cuda_check(driver->cuCtxPushCurrent(engine->context->context), "cuCtxPushCurrent", error);
    if (status != RUSTG_OK)
        return status;
    status = engine_work(engine, work, error);
    if (status != RUSTG_OK) { /* nothing may still be on its way to memory that is given back next */
        driver->cuStreamSynchronize(engine->bus);
        driver->cuStreamSynchronize(engine->fetches);
        driver->cuStreamSynchronize(engine->stream);
        engine->failed = true;
    }
    engine_cuda_drop(engine);
    driver->cuCtxPopCurrent(&previous);
    return status;
}

void engine_cuda_stats(const engine_cuda *engine, rustg_stats *stats)
{
    if (engine->scratch_bytes > stats->scratch_bytes)
        stats->scratch_bytes = engine->scratch_bytes;
    stats->seconds_copy += engine->seconds_copy;
    stats->seconds_lex += engine->seconds_lex;
    stats->seconds_parse += engine->seconds_parse;
    stats->n_diagnosed += engine->n_diagnosed;
    stats->n_left_files += engine->n_left_files;
    stats->n_left_bytes += engine->n_left_bytes;
}

void engine_cuda_close(engine_cuda *engine)
{
    if (!engine)
        return;
    engine->scratch_bytes = 0;
    engine->n_diagnosed = engine->n_left_files = engine->n_left_bytes = 0;
    engine->seconds_copy = engine->seconds_lex = engine->seconds_parse = 0;
    if (engine->failed || !engine_give_idle(engine))
        engine_destroy(engine);
}

static void engine_destroy(engine_cuda *engine)
{
    cuda_context previous;
    const cuda_driver *driver = engine->driver;
    if (driver->cuCtxPushCurrent(engine->context->context) == CUDA_OK) {
        cuda_stream streams[] = {engine->bus, engine->fetches, engine->stream};
        for (size_t i = 0; i < sizeof streams / sizeof streams[0]; i++) {
            if (!streams[i])
                continue;
            driver->cuStreamSynchronize(streams[i]);
            driver->cuStreamDestroy(streams[i]);
        }
        cuda_event events[] = {engine->began, engine->copied, engine->lexed, engine->done};
        for (size_t i = 0; i < sizeof events / sizeof events[0]; i++)
            if (events[i])
                driver->cuEventDestroy(events[i]);
        void *pinned[] = {engine->input, engine->report, engine->told, engine->bounce};
        for (size_t i = 0; i < sizeof pinned / sizeof pinned[0]; i++)
            if (pinned[i])
                driver->cuMemFreeHost(pinned[i]);
        driver->cuCtxPopCurrent(&previous);
    }
    cuda_context_release(engine->context);
    free(engine);
}
