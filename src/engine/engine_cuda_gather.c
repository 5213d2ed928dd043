/* engine_cuda_gather.c: batches whose sources all lie in page-locked memory. No thread copies them: the device reads
 * them itself, or one copy takes the stretch of memory that holds them all. */
#include "engine/engine_cuda_state.h"

#include "base/parallel.h"

enum {
    /* The driver is asked about at most one address for each so many source bytes, and about a few more. */
    GATHER_ASK_BYTES = 64 << 10,
    GATHER_FEW_ASKED = 16,
    GATHER_PART_FILES = 256,      /* how many files a thread looks at before it takes more */
    GATHER_ALONE_BYTES = 16 << 20 /* larger batches cross the bus one after the other */
};

/* A range of page-locked memory, which the device knows by the same addresses. */
typedef struct gather_range {
    uintptr_t begin, end;
} gather_range;

static bool gather_ask(const cuda_driver *driver, uintptr_t at, gather_range *range)
{
    unsigned type = 0;
    cuda_pointer on_device = 0, begin = 0;
    size_t n_bytes = 0;
    int asked[] = {CUDA_POINTER_MEMORY_TYPE, CUDA_POINTER_DEVICE_POINTER, CUDA_POINTER_RANGE_START,
                   CUDA_POINTER_RANGE_BYTES};
    void *told[] = {&type, &on_device, &begin, &n_bytes};
    /* For an address that it does not know the driver answers zeros. */
    if (driver->cuPointerGetAttributes(sizeof asked / sizeof *asked, asked, told, at) != CUDA_OK ||
        type != CUDA_MEMORY_TYPE_HOST || on_device != at)
        return false;
    *range = (gather_range){(uintptr_t)begin, (uintptr_t)begin + n_bytes};
    return true;
}

static bool gather_holds(const gather_range *range, uintptr_t at, uint32_t n_bytes)
{
    return range->begin <= at && at < range->end && n_bytes <= range->end - at;
}

void engine_cuda_find_sources(engine_cuda *engine, const batch *work)
{
    const size_t most_asked = work->n_bytes / GATHER_ASK_BYTES + GATHER_FEW_ASKED;
    gather_range range = {0, 0};
    uintptr_t first = UINTPTR_MAX, last = 0;
    uint64_t n_source_bytes = 0;
    size_t n_asked = 0;
    engine->is_gathered = false;
    engine->span_bytes = 0;
    if (engine->always_stages || !engine->driver->cuPointerGetAttributes)
        return;
    for (size_t i = 0; i < work->n_files; i++) {
        const batch_file *file = &work->files[i];
        const uintptr_t at = (uintptr_t)file->bytes;
        if (file->n_bytes == 0)
            continue;
        if (!gather_holds(&range, at, file->n_bytes) &&
            (n_asked++ == most_asked || !gather_ask(engine->driver, at, &range) ||
             !gather_holds(&range, at, file->n_bytes)))
            return;
        first = at < first ? at : first;
        last = at + file->n_bytes > last ? at + file->n_bytes : last;
        n_source_bytes += file->n_bytes;
    }
    engine->is_gathered = n_source_bytes > 0;
    /* Sources that lie side by side are copied at once, with the little that lies between them. */
    if (engine->is_gathered && n_asked == 1 && last - first <= n_source_bytes + n_source_bytes / 8) {
        engine->span = first;
        engine->span_bytes = last - first;
    }
}

typedef struct gather_job {
    engine_cuda *engine;
    const batch *work;
    lex_file_entry *entries;
    uint64_t *from;
} gather_job;

static void gather_do(void *context, size_t part, uint32_t thread)
{
    const gather_job *job = (const gather_job *)context;
    const batch *work = job->work;
    const size_t first = part * GATHER_PART_FILES;
    const size_t end = work->n_files - first > GATHER_PART_FILES ? first + GATHER_PART_FILES : work->n_files;
    (void)thread;
    for (size_t i = first; i < end; i++) {
        batch_file *file = &work->files[i];
        const uint32_t n_blank = file->n_bytes > 0 ? lex_prologue(file->bytes, file->n_bytes) : 0;
        file->suspicious = n_blank > 0; /* frontmatter may have errors of its own */
        job->entries[i].n_blank = n_blank;
        job->from[i] = (uintptr_t)file->bytes;
        if (job->engine->span_bytes > 0 && file->n_bytes > 0)
            job->from[i] += job->engine->d_span - job->engine->span;
    }
}

/* Large batches read the host's memory one after the other. If they shared the bus, none could be lexed before nearly
 * all of them had come over it. */
static rustg_status gather_alone(engine_cuda *engine, rustg_error *error)
{
    ENGINE_TRY(cuEventRecord, (engine->copied, engine->stream));
    ENGINE_TRY(cuStreamWaitEvent, (engine->bus, engine->copied, 0));
    pthread_mutex_lock(&engine->context->staging);
    rustg_status status = engine_cuda_lex_launch(engine, CUDA_lex_gather_kernel, engine->bus, error);
    if (status == RUSTG_OK)
        status = cuda_check(engine->driver->cuStreamSynchronize(engine->bus), "cuStreamSynchronize", error);
    pthread_mutex_unlock(&engine->context->staging);
    return status;
}

static rustg_status gather_span(engine_cuda *engine, rustg_error *error)
{
    rustg_status status = cuda_allocate(engine->context, engine->span_bytes, engine->stream, &engine->d_span, error);
    if (status != RUSTG_OK)
        return status;
    ENGINE_TRY(cuMemcpyHtoDAsync, (engine->d_span, (const void *)engine->span, engine->span_bytes, engine->stream));
    return RUSTG_OK;
}

rustg_status engine_cuda_gather(engine_cuda *engine, const batch *work, rustg_error *error)
{
    uint8_t *tables = engine->input;
    gather_job job = {engine, work, (lex_file_entry *)tables,
                      (uint64_t *)(tables + engine->from_at - engine->files_at)};
    engine_cuda_tables(engine, work, tables);
    const size_t n_parts = (work->n_files + GATHER_PART_FILES - 1) / GATHER_PART_FILES;
    rustg_status status = engine->span_bytes > 0 ? gather_span(engine, error) : RUSTG_OK;
    if (status != RUSTG_OK)
        return status;
    parallel_for(n_parts, n_parts < engine->n_threads ? (uint32_t)n_parts : engine->n_threads, gather_do, &job);
    ENGINE_TRY(cuMemcpyHtoDAsync,
               (engine->d_input + engine->files_at, tables, engine->input_bytes - engine->files_at, engine->stream));
    if (engine->span_bytes == 0 && work->n_bytes > GATHER_ALONE_BYTES)
        return gather_alone(engine, error);
    status = engine_cuda_lex_launch(engine, CUDA_lex_gather_kernel, engine->stream, error);
    cuda_release(engine->context, engine->d_span, engine->stream);
    engine->d_span = 0;
    return status;
}
