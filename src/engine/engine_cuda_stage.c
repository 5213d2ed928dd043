/* engine_cuda_stage.c: takes a batch from where its files lie to the device.
 *
 * All threads copy to pinned memory, in spans of about a megabyte; whoever finishes the last span of a piece sends the
 * piece. Threads are started once a batch, for starting them takes as long as they take for 15 MB. */
#include "engine/engine_cuda_state.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "engine/stage_copy.h"

enum {
    STAGE_SPAN_BYTES = 1 << 20,
    STAGE_PIECE_SPANS = 16,
    STAGE_THREAD_BYTES = 2 << 20 /* for less a thread is not worth its start */
};

/* Whole files, or a part of one: the bytes from `from` of file `first` up to base `end` of the batch.
 *   n_blank  of a part of a file: bytes that precede its tokens */
typedef struct stage_span {
    size_t first, n_files;
    uint32_t from, end, n_blank;
} stage_span;

typedef struct stage_job {
    engine_cuda *engine;
    const batch *work;
    const stage_span *spans;
    size_t n_spans;
    atomic_uint *n_left;  /* of each piece: spans, and what fills the tables counts to the last */
    pthread_mutex_t lock; /* of what follows */
    rustg_status status;
    rustg_error *error;
} stage_job;

static uint32_t stage_slot_end(const batch *work, size_t file)
{
    return file + 1 < work->n_files ? work->files[file + 1].base : work->n_bytes;
}

static uint32_t stage_part_end(const batch_file *file, uint32_t slot_end, uint32_t at)
{
    return slot_end - file->base - at > STAGE_SPAN_BYTES ? file->base + at + STAGE_SPAN_BYTES : slot_end;
}

/* The spans of a batch; spans may be NULL, to count them. */
static size_t stage_divide(const batch *work, stage_span *spans)
{
    size_t n = 0;
    for (size_t i = 0; i < work->n_files;) {
        const batch_file *file = &work->files[i];
        const uint32_t slot_end = stage_slot_end(work, i);
        if (slot_end - file->base > STAGE_SPAN_BYTES) {
            const uint32_t n_blank = spans && file->n_bytes > 0 ? lex_prologue(file->bytes, file->n_bytes) : 0;
            for (uint64_t at = 0; at < slot_end - file->base; at += STAGE_SPAN_BYTES, n++)
                if (spans)
                    spans[n] = (stage_span){i, 0, (uint32_t)at, stage_part_end(file, slot_end, (uint32_t)at), n_blank};
            i++;
            continue;
        }
        const size_t first = i;
        uint32_t end = slot_end;
        for (i++; i < work->n_files && stage_slot_end(work, i) - file->base <= STAGE_SPAN_BYTES; i++)
            end = stage_slot_end(work, i);
        if (spans)
            spans[n] = (stage_span){first, i - first, 0, end, 0};
        n++;
    }
    return n;
}

static void stage_file(uint8_t *source, batch_file *file, uint32_t slot_end)
{
    uint8_t *to = source + file->base;
    file->suspicious = false;
    if (file->n_bytes > 0) {
        const uint32_t n_blank = lex_prologue(file->bytes, file->n_bytes);
        stage_copy(to, file->bytes, file->n_bytes);
        memset(to, ' ', n_blank);
        file->suspicious = n_blank > 0; /* frontmatter has errors of its own */
    }
    memset(to + file->n_bytes, 0, slot_end - file->base - file->n_bytes);
}

static void stage_part(uint8_t *source, batch_file *file, const stage_span *span)
{
    uint8_t *to = source + file->base + span->from;
    const uint32_t n = span->end - file->base - span->from;
    const uint32_t n_text = file->n_bytes <= span->from       ? 0
                            : file->n_bytes - span->from >= n ? n
                                                              : file->n_bytes - span->from;
    if (span->from == 0)
        file->suspicious = span->n_blank > 0;
    stage_copy(to, file->bytes + span->from, n_text);
    if (span->n_blank > span->from)
        memset(to, ' ', span->n_blank - span->from < n_text ? span->n_blank - span->from : n_text);
    memset(to + n_text, 0, n - n_text);
}

void engine_cuda_tables(const engine_cuda *engine, const batch *work, uint8_t *to)
{
    lex_file_entry *files = (lex_file_entry *)to;
    uint32_t *tile_file = (uint32_t *)(to + engine->tiles_at - engine->files_at);
    size_t f = 0;
    for (size_t i = 0; i < work->n_files; i++) {
        lex_file_entry entry = {work->files[i].base, work->files[i].n_bytes, work->files[i].edition, 0};
        files[i] = entry;
    }
    for (uint32_t t = 0; t <= engine->view.n_tiles; t++) {
        while (f + 1 < work->n_files && work->files[f + 1].base <= (uint64_t)t * LEX_TILE_BYTES)
            f++;
        tile_file[t] = (uint32_t)f;
    }
}

/* What lies behind the source: zeros and tables. */
static void stage_tables(engine_cuda *engine, const batch *work)
{
    memset(engine->input + ENGINE_LEAD + work->n_bytes, 0, engine->files_at - ENGINE_LEAD - work->n_bytes);
    engine_cuda_tables(engine, work, engine->input + engine->files_at);
}

static size_t stage_pieces(const stage_job *job)
{
    return (job->n_spans + STAGE_PIECE_SPANS - 1) / STAGE_PIECE_SPANS;
}

/* Where span i of the batch begins in the input; with the number of spans, where the input ends. */
static size_t stage_begin(const stage_job *job, size_t i)
{
    if (i == job->n_spans)
        return job->engine->input_bytes;
    const stage_span *span = &job->spans[i];
    return ENGINE_LEAD + job->work->files[span->first].base + span->from;
}

static void stage_send(stage_job *job, size_t piece)
{
    const engine_cuda *engine = job->engine;
    const cuda_driver *driver = engine->driver;
    const size_t first = piece * STAGE_PIECE_SPANS, last = first + STAGE_PIECE_SPANS;
    const size_t from = stage_begin(job, first), to = stage_begin(job, last < job->n_spans ? last : job->n_spans);
    cuda_context previous;
    rustg_error error;
    rustg_status status = cuda_check(driver->cuCtxPushCurrent(engine->context->context), "cuCtxPushCurrent", &error);
    if (status == RUSTG_OK) {
        status = cuda_check(
            driver->cuMemcpyHtoDAsync(engine->d_input + from, engine->input + from, to - from, engine->stream),
            "cuMemcpyHtoDAsync", &error);
        driver->cuCtxPopCurrent(&previous);
    }
    if (status == RUSTG_OK)
        return;
    pthread_mutex_lock(&job->lock);
    if (job->status == RUSTG_OK) {
        job->status = status;
        *job->error = error;
    }
    pthread_mutex_unlock(&job->lock);
}

/* The tables first, then the spans in their order. */
static void stage_do(void *context, size_t index, uint32_t thread)
{
    stage_job *job = (stage_job *)context;
    const batch *work = job->work;
    uint8_t *source = job->engine->input + ENGINE_LEAD;
    size_t piece = stage_pieces(job) - 1;
    (void)thread;
    if (index == 0) {
        stage_tables(job->engine, work);
    } else {
        const stage_span *span = &job->spans[index - 1];
        piece = (index - 1) / STAGE_PIECE_SPANS;
        for (size_t i = span->first; i < span->first + span->n_files; i++)
            stage_file(source, &work->files[i], stage_slot_end(work, i));
        if (span->n_files == 0)
            stage_part(source, &work->files[span->first], span);
    }
    if (atomic_fetch_sub_explicit(&job->n_left[piece], 1, memory_order_acq_rel) == 1)
        stage_send(job, piece);
}

rustg_status engine_cuda_stage(engine_cuda *engine, const batch *work, rustg_error *error)
{
    stage_job job = {.engine = engine, .work = work, .n_spans = stage_divide(work, NULL), .error = error};
    const size_t n_pieces = stage_pieces(&job);
    stage_span *spans = (stage_span *)malloc(job.n_spans * sizeof *spans);
    job.n_left = (atomic_uint *)malloc(n_pieces * sizeof *job.n_left);
    if (!spans || !job.n_left) {
        free(spans);
        free(job.n_left);
        return error_set(error, RUSTG_ERR_MEMORY, "out of host memory");
    }
    stage_divide(work, spans);
    job.spans = spans;
    for (size_t i = 0; i < n_pieces; i++)
        atomic_init(&job.n_left[i],
                    i + 1 < n_pieces ? STAGE_PIECE_SPANS : (unsigned)(job.n_spans - i * STAGE_PIECE_SPANS) + 1);
    pthread_mutex_init(&job.lock, NULL);
    const uint32_t n_worth = work->n_bytes / STAGE_THREAD_BYTES + 1;
    pthread_mutex_lock(&engine->context->staging); /* so that the first batch is not as late as the last */
    parallel_for(job.n_spans + 1, n_worth < engine->n_threads ? n_worth : engine->n_threads, stage_do, &job);
    pthread_mutex_unlock(&engine->context->staging);
    pthread_mutex_destroy(&job.lock);
    free(spans);
    free(job.n_left);
    return job.status;
}
