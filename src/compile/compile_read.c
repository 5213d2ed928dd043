/* compile_read.c: has the stages before lexing: it sizes and reads the sources, and puts them into batches. */
#include "compile/compile_job.h"

#include <errno.h>
#include <string.h>

#include "base/error.h"
#include "base/parallel.h"
#include "base/source_read.h"

/* The bytes of a source that has none. */
static const uint8_t compile_no_bytes[1] = {0};

static uint64_t compile_slot(uint64_t n_bytes)
{
    return (n_bytes + LEX_FILE_GAP + LEX_FILE_ALIGN - 1) / LEX_FILE_ALIGN * LEX_FILE_ALIGN;
}

static void compile_measure_one(void *context, size_t index, uint32_t thread)
{
    compile_job *job = (compile_job *)context;
    const rustg_source *source = &job->sources[index];
    uint64_t n_bytes = source->bytes ? source->n_bytes : source_size(source->name);
    (void)thread;
    job->inputs[index].n_bytes_hint = n_bytes <= COMPILE_MAX_BYTES ? n_bytes : 0;
}

void compile_measure(compile_job *job)
{
    uint64_t total = 0;
    size_t n_paths = 0;
    for (size_t i = 0; i < job->n_sources; i++)
        n_paths += job->sources[i].bytes == NULL;
    parallel_for(job->n_sources, compile_threads(job, 0, n_paths / 16), compile_measure_one, job);
    for (size_t i = 0; i < job->n_sources; i++)
        total += job->inputs[i].n_bytes_hint;
    job->watch.n_bytes_total = total;
}

/* Sources that compile_read reads together: first .. first + n - 1. */
typedef struct compile_window {
    compile_job *job;
    size_t first;
} compile_window;

static void compile_read_one(void *context, size_t index, uint32_t thread)
{
    const compile_window *window = (const compile_window *)context;
    compile_job *job = window->job;
    size_t i = window->first + index;
    const rustg_source *source = &job->sources[i];
    rustg_file *file = &job->result->files[i];
    compile_input *input = &job->inputs[i];

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
        input->unread = source_read(source->name, COMPILE_MAX_BYTES, &job->result->read_bytes[i], &file->n_bytes);
        file->bytes = job->result->read_bytes[i];
        watch_add(&job->watch, 0, thread);
    }
    if (input->unread) {
        file->bytes = compile_no_bytes;
        file->n_bytes = 0;
    }
    input->n_bytes_hint = file->n_bytes;
}

/* Read more sources, by their hints enough to fill a batch that already holds n_bytes. */
static rustg_status compile_read_window(compile_job *job, uint64_t n_bytes)
{
    compile_window window = {job, job->n_read};
    uint64_t n_read_bytes = 0;
    size_t end = job->n_read, n_paths = 0;
    bool filled = false;
    while (end < job->n_sources && !filled) {
        bool is_path = job->sources[end].bytes == NULL;
        n_bytes += compile_slot(job->inputs[end].n_bytes_hint);
        n_paths += is_path;
        n_read_bytes += is_path ? job->inputs[end].n_bytes_hint : 0;
        filled = n_bytes > job->options.batch_bytes;
        end++;
    }
    uint32_t n_threads = n_paths > 1 ? compile_threads(job, n_read_bytes, n_paths) : 1;
    parallel_for(end - window.first, n_threads, compile_read_one, &window);
    job->n_read = end;
    if (watch_cancelled(&job->watch))
        return error_set(job->error, RUSTG_ERR_CANCELLED, "cancelled by the progress function");
    for (size_t i = window.first; i < end; i++) {
        if (job->inputs[i].unread == ENOMEM && !job->sources[i].bytes) {
            error_set(job->error, RUSTG_ERR_MEMORY, "out of memory for the bytes of sources[%zu]", i);
            job->error->source = i;
            return RUSTG_ERR_MEMORY;
        }
    }
    return RUSTG_OK;
}

/* Sources from n_planned on that fit one batch, of those read; *n_bytes their slots. */
static size_t compile_fit(const compile_job *job, uint64_t *n_bytes)
{
    size_t i = job->n_planned;
    uint64_t end = 0;
    for (; i < job->n_read; i++) {
        uint64_t next = end + compile_slot(job->result->files[i].n_bytes);
        if (next > job->options.batch_bytes && i > job->n_planned)
            break;
        end = next;
    }
    *n_bytes = end;
    return i - job->n_planned;
}

rustg_status compile_read(compile_job *job)
{
    rustg_status status = RUSTG_OK;
    double began = compile_clock();
    uint64_t n_bytes;
    while (status == RUSTG_OK && job->n_read < job->n_sources &&
           job->n_planned + compile_fit(job, &n_bytes) == job->n_read && n_bytes < job->options.batch_bytes)
        status = compile_read_window(job, n_bytes);
    job->result->stats.seconds_read += compile_clock() - began;
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
