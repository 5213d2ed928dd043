/* compile_read.c: has the stages before lexing: it sizes and reads the sources, and puts them into batches. */
#include "compile/compile_job.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/source_read.h"
#include "base/tuning.h"

/* The bytes of a source that has none. */
static const uint8_t compile_no_bytes[1] = {0};

static uint64_t compile_slot(uint64_t n_bytes)
{
    return (n_bytes + LEX_FILE_GAP + LEX_FILE_ALIGN - 1) / LEX_FILE_ALIGN * LEX_FILE_ALIGN;
}

/* The first batch is a COMPILE_RAMP-th, the next one of twice as many bytes: while they are on the bus nothing else is
 * done. */
enum { COMPILE_RAMP = 4 };

static uint64_t compile_batch_bytes(const compile_job *job, size_t index)
{
    const uint64_t n_bytes = job->options.batch_bytes;
    if (!job->is_ramped || index >= 2)
        return n_bytes;
    return n_bytes / COMPILE_RAMP << index;
}

static void compile_measure_one(void *context, size_t index, uint32_t thread)
{
    compile_job *job = (compile_job *)context;
    const rustg_source *source = &job->sources[index];
    uint64_t n_bytes = source->bytes ? source->n_bytes : source_size(source->name);
    (void)thread;
    job->inputs[index] = (compile_input){.n_bytes_hint = n_bytes <= COMPILE_MAX_BYTES ? n_bytes : 0};
}

/* There are at most as many batches as sources; where the sizes of all are known for certain fewer, for any two batches
 * side by side are more than one holds. */
static size_t compile_most_batches(const compile_job *job, uint64_t n_slot_bytes, size_t n_paths)
{
    const uint64_t n = n_paths ? job->n_sources : COMPILE_RAMP * (n_slot_bytes / job->options.batch_bytes) + 3;
    return n < job->n_sources ? (size_t)n : job->n_sources;
}

/* What batch_bytes means where the caller left it 0. */
static uint64_t compile_default_batch(uint64_t n_bytes, bool reads_files)
{
    const uint64_t part = n_bytes / TUNING_FILE_BATCH_PART;
    if (!reads_files || part > TUNING_BATCH_BYTES)
        return TUNING_BATCH_BYTES;
    return part > TUNING_FILE_BATCH_BYTES ? part : TUNING_FILE_BATCH_BYTES;
}

rustg_status compile_measure(compile_job *job)
{
    uint64_t total = 0, n_slot_bytes = 0;
    const size_t n_paths = job->n_paths;
    if (n_paths)
        parallel_for(job->n_sources, compile_threads(job, 0, n_paths / 16), compile_measure_one, job);
    for (size_t i = 0; i < job->n_sources; i++) {
        if (!n_paths)
            compile_measure_one(job, i, 0);
        total += job->inputs[i].n_bytes_hint;
        n_slot_bytes += compile_slot(job->inputs[i].n_bytes_hint);
    }
    job->watch.n_bytes_total = total;
    if (job->options.batch_bytes == 0)
        job->options.batch_bytes = compile_default_batch(total, n_paths > 0);
    job->is_ramped = n_slot_bytes > job->options.batch_bytes && job->options.batch_bytes >= TUNING_RAMP_BYTES;
    job->result->batches =
        (batch *)calloc(compile_most_batches(job, n_slot_bytes, n_paths) + 1, sizeof *job->result->batches);
    if (!job->result->batches)
        return error_set(job->error, RUSTG_ERR_MEMORY, "out of memory for the tables of %zu sources", job->n_sources);
    return RUSTG_OK;
}

/* Sources that compile_read reads together: first .. first + n - 1.
 *   room  where their texts go, each to its place: u64[n + 1] offsets; NULL: each is malloc'd */
typedef struct compile_window {
    compile_job *job;
    size_t first;
    uint8_t *room;
    uint64_t *places;
} compile_window;

static void compile_read_one(void *context, size_t index, uint32_t thread)
{
    const compile_window *window = (const compile_window *)context;
    compile_job *job = window->job;
    size_t i = window->first + index;
    const rustg_source *source = &job->sources[i];
    rustg_file *file = &job->result->files[i];
    compile_input *input = &job->inputs[i];

    memset(file, 0, sizeof *file);
    file->name = source->name;
    file->edition = source->edition ? source->edition : 2024;
    if (source->bytes) {
        file->bytes = source->bytes;
        file->n_bytes = source->n_bytes;
        if (source->n_bytes > COMPILE_MAX_BYTES)
            input->unread = EFBIG;
    } else if (watch_cancelled(&job->watch)) {
        input->unread = ECANCELED;
    } else {
        uint8_t *room = window->room ? window->room + window->places[index] : NULL, *bytes;
        const size_t n_room = window->room ? (size_t)(window->places[index + 1] - window->places[index]) : 0;
        input->unread = source_read_into(source->name, COMPILE_MAX_BYTES, room, n_room, &bytes, &file->n_bytes);
        file->bytes = bytes;
        if (bytes != room)
            job->result->read_bytes[i] = bytes;
        watch_add(&job->watch, 0, thread);
    }
    if (input->unread) {
        file->bytes = compile_no_bytes;
        file->n_bytes = 0;
    }
    input->n_bytes_hint = file->n_bytes;
}

/* A block for the texts of the window's sources up to end. Without one, for there is no memory or little to read, each
 * text is malloc'd. */
static void compile_read_room(compile_job *job, compile_window *window, size_t end)
{
    rustg_result *result = job->result;
    const size_t n = end - window->first;
    uint64_t n_bytes = 0;
    window->places = (uint64_t *)malloc((n + 1) * sizeof *window->places);
    host_block *blocks = realloc(result->read_blocks, (result->n_read_blocks + 1) * sizeof *blocks);
    result->read_blocks = blocks ? blocks : result->read_blocks;
    if (!window->places || !blocks)
        return;
    for (size_t i = 0; i < n; i++) {
        const uint64_t n_hint = job->sources[window->first + i].bytes ? 0 : job->inputs[window->first + i].n_bytes_hint;
        window->places[i] = n_bytes;
        n_bytes += n_hint > 0 ? (n_hint + 1 + LEX_FILE_ALIGN - 1) / LEX_FILE_ALIGN * LEX_FILE_ALIGN : 0;
    }
    window->places[n] = n_bytes;
    if (n_bytes < TUNING_POOL_BYTES || n_bytes > SIZE_MAX / 2 ||
        !host_pool_take(job->pool, (size_t)n_bytes, (size_t)n_bytes, &blocks[result->n_read_blocks]))
        return;
    host_block *block = &blocks[result->n_read_blocks++];
    if (block->n_used < n_bytes)
        block->n_used = (size_t)n_bytes;
    window->room = (uint8_t *)block->data;
}

/* Reads more sources, by their hints enough to fill a batch that already holds n_bytes. */
static rustg_status compile_read_window(compile_job *job, uint64_t n_bytes)
{
    compile_window window = {job, job->n_read, NULL, NULL};
    uint64_t n_read_bytes = 0;
    size_t end = job->n_read, n_paths = 0;
    bool filled = false;
    while (end < job->n_sources && !filled) {
        bool is_path = job->sources[end].bytes == NULL;
        n_bytes += compile_slot(job->inputs[end].n_bytes_hint);
        n_paths += is_path;
        n_read_bytes += is_path ? job->inputs[end].n_bytes_hint : 0;
        filled = n_bytes > compile_batch_bytes(job, job->result->n_batches);
        end++;
    }
    uint32_t n_threads = n_paths > 1 ? compile_threads(job, n_read_bytes, n_paths) : 1;
    if (n_paths > 0)
        compile_read_room(job, &window, end);
    parallel_for(end - window.first, n_threads, compile_read_one, &window);
    free(window.places);
    job->n_read = end;
    if (watch_cancelled(&job->watch))
        return error_set(job->error, RUSTG_ERR_CANCELLED, "cancelled by the progress function");
    for (size_t i = window.first; i < end; i++) {
        job->n_unread += job->inputs[i].unread != 0;
        if (job->inputs[i].unread == ENOMEM && !job->sources[i].bytes) {
            error_set(job->error, RUSTG_ERR_MEMORY, "out of memory for the bytes of sources[%zu]", i);
            job->error->source = i;
            return RUSTG_ERR_MEMORY;
        }
    }
    return RUSTG_OK;
}

/* How many sources from n_planned on, of those that are read, fit the next batch; *n_bytes gets the size of their
 * slots. */
static size_t compile_fit(const compile_job *job, uint64_t *n_bytes)
{
    const uint64_t most = compile_batch_bytes(job, job->result->n_batches);
    size_t i = job->n_planned;
    uint64_t end = 0;
    for (; i < job->n_read; i++) {
        uint64_t next = end + compile_slot(job->result->files[i].n_bytes);
        if (next > most && i > job->n_planned)
            break;
        end = next;
    }
    *n_bytes = end;
    return i - job->n_planned;
}

rustg_status compile_read(compile_job *job)
{
    rustg_status status = RUSTG_OK;
    double began = clock_seconds();
    uint64_t n_bytes;
    while (status == RUSTG_OK && job->n_read < job->n_sources &&
           job->n_planned + compile_fit(job, &n_bytes) == job->n_read &&
           n_bytes < compile_batch_bytes(job, job->result->n_batches))
        status = compile_read_window(job, n_bytes);
    job->result->stats.seconds_read += clock_seconds() - began;
    return status;
}

batch *compile_plan(compile_job *job)
{
    uint64_t n_bytes, base = 0;
    size_t n_files = compile_fit(job, &n_bytes);
    if (n_files == 0)
        return NULL;
    uint32_t index = (uint32_t)job->result->n_batches++;
    batch *fresh = &job->result->batches[index];
    fresh->files = &job->files[job->n_planned];
    fresh->n_files = n_files;
    fresh->n_bytes = (uint32_t)n_bytes;
    for (size_t i = 0; i < n_files; i++) {
        rustg_file *file = &job->result->files[job->n_planned + i];
        batch_file *work = &fresh->files[i];
        memset(work, 0, sizeof *work);
        work->bytes = file->bytes;
        work->n_bytes = (uint32_t)file->n_bytes;
        work->edition = file->edition;
        work->base = (uint32_t)base;
        file->batch = index;
        file->base = (uint32_t)base;
        base += compile_slot(file->n_bytes);
    }
    job->n_planned += n_files;
    return fresh;
}
