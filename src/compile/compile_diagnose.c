/* compile_diagnose.c: has the stages after lexing: diagnostics, then the tables of the result. */
#include "compile/compile_job.h"
#include "rustg/diagnostic_kind.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/parallel.h"
#include "diagnostics/diag_view.h"

/* The suspicious files of a batch: indices into work->files. */
typedef struct compile_suspects {
    compile_job *job;
    const batch *work;
    size_t first_source;
    size_t *files;
} compile_suspects;

static void compile_diagnose_one(void *context, size_t index, uint32_t thread)
{
    const compile_suspects *suspects = (const compile_suspects *)context;
    size_t i = suspects->files[index];
    const batch_file *file = &suspects->work->files[i];
    diag_list *list = &suspects->job->lists[thread];
    if (watch_cancelled(&suspects->job->watch) || list->failed)
        return;
    lex_diagnose(file->bytes, file->n_bytes, file->edition, (uint32_t)(suspects->first_source + i), list);
    watch_add(&suspects->job->watch, 0, thread);
}

rustg_status compile_diagnose(compile_job *job, const batch *ready)
{
    rustg_status status = RUSTG_OK;
    compile_suspects suspects = {job, ready, 0, NULL};
    double began = clock_seconds();
    uint64_t n_bytes = 0;
    size_t n_suspects = 0, n_listed = 0;

    if (!ready || ready->parse)
        return RUSTG_OK;
    for (size_t i = 0; i < ready->n_files; i++) {
        n_suspects += ready->files[i].suspicious;
        n_bytes += ready->files[i].suspicious ? ready->files[i].n_bytes : 0;
    }
    if (n_suspects == 0)
        return RUSTG_OK;
    suspects.first_source = (size_t)(ready->files - job->files);
    suspects.files = (size_t *)malloc(n_suspects * sizeof *suspects.files);
    if (!suspects.files)
        return error_set(job->error, RUSTG_ERR_MEMORY, "out of memory for a list of %zu files", n_suspects);
    for (size_t i = 0; i < ready->n_files; i++) {
        if (ready->files[i].suspicious)
            suspects.files[n_listed++] = i;
    }
    uint32_t n_threads = compile_threads(job, n_bytes, n_suspects);
    parallel_for(n_suspects, n_threads, compile_diagnose_one, &suspects);
    for (uint32_t t = 0; t < n_threads; t++) {
        if (job->lists[t].failed)
            status = error_set(job->error, RUSTG_ERR_MEMORY, "out of memory for diagnostics");
    }
    if (watch_cancelled(&job->watch))
        status = error_set(job->error, RUSTG_ERR_CANCELLED, "cancelled by the progress function");
    if (job->result->engine == RUSTG_ENGINE_CUDA)
        job->result->stats.n_diagnosed += n_suspects;
    job->result->stats.seconds_diagnose += clock_seconds() - began;
    free(suspects.files);
    return status;
}

void compile_collect_batch(compile_job *job, const batch *ready)
{
    rustg_stats *stats = &job->result->stats;
    if (!ready)
        return;
    rustg_file *files = &job->result->files[ready->files - job->files];
    for (size_t i = 0; i < ready->n_files; i++) {
        const batch_file *from = &ready->files[i];
        rustg_file *file = &files[i];
        file->first_tok = from->first_tok;
        file->n_toks = from->n_toks;
        file->first_node = from->first_node;
        file->n_nodes = from->n_nodes;
        stats->n_bytes += file->n_bytes;
        stats->n_toks += file->n_toks;
        stats->n_nodes += file->n_nodes;
        stats->n_relexed += from->relexed;
    }
}

/* Why a source has no bytes, as a diagnostic. */
static rustg_diagnostic compile_unread(const compile_job *job, size_t index)
{
    static const rustg_diagnostic_part placeless = {.kind = RUSTG_PART_PLACELESS, .text = "", .patch = ""};
    rustg_diagnostic diag = {.n_parts = 1, .parts = &placeless};
    int unread = job->inputs[index].unread;
    diag.file = (uint32_t)index;
    diag.kind = unread == EFBIG ? RUSTG_DIAG_FILE_TOO_LONG : RUSTG_DIAG_FILE_UNREADABLE;
    diag.argument = unread == EFBIG ? 0 : (uint32_t)unread;
    return diag;
}

/* Merges the threads' lists into one, by file: it counts, places and fills. The rows of a file lie in one list, in
 * order. */
static rustg_status compile_collect_diags(compile_job *job)
{
    rustg_result *result = job->result;
    rustg_file *files = result->files;
    uint64_t n_diags = job->n_unread;

    for (uint32_t t = 0; t < job->n_lists; t++)
        n_diags += job->lists[t].n;
    if (n_diags == 0)
        return RUSTG_OK;
    if (n_diags < UINT32_MAX)
        result->diags = (rustg_diagnostic *)malloc((size_t)n_diags * sizeof *result->diags);
    if (!result->diags)
        return error_set(job->error, RUSTG_ERR_MEMORY, "out of memory for %llu diagnostics",
                         (unsigned long long)n_diags);
    for (uint32_t t = 0; t < job->n_lists; t++) {
        for (size_t d = 0; d < job->lists[t].n; d++)
            files[job->lists[t].data[d].file].n_diags++;
    }
    uint32_t first = 0;
    for (size_t i = 0; i < job->n_sources; i++) {
        files[i].first_diag = first;
        if (job->inputs[i].unread) {
            result->diags[first] = compile_unread(job, i);
            files[i].n_diags = 1;
        }
        first += files[i].n_diags;
    }
    for (uint32_t t = 0; t < job->n_lists; t++) {
        const diag_list *list = &job->lists[t];
        for (size_t d = 0, n; d < list->n; d += n) {
            uint32_t file = list->data[d].file;
            n = files[file].n_diags;
            memcpy(&result->diags[files[file].first_diag], &list->data[d], n * sizeof *list->data);
        }
    }
    result->n_diags = (size_t)n_diags;
    for (uint32_t t = 0; t < job->n_lists; t++)
        diag_list_free_rows(&job->lists[t]);
    result->lists = job->lists; /* what the rows' parts lie in */
    result->n_lists = job->n_lists;
    job->lists = NULL;
    job->n_lists = 0;
    return RUSTG_OK;
}

/* Writes the first diagnostic as `path:line:column: message`, without the place if the file was not read. */
rustg_status compile_collect_message(compile_job *job)
{
    rustg_result *result = job->result;
    diag_text text = {0};
    char place[32] = "";
    if (result->n_diags == 0)
        return RUSTG_OK;
    const rustg_diagnostic *diag = &result->diags[0];
    const rustg_file *file = &result->files[diag->file];
    if (diag->file >= job->n_sources || !job->inputs[diag->file].unread) {
        uint32_t line, column;
        rustg_line_column(file->bytes, file->n_bytes, diag->start, &line, &column);
        snprintf(place, sizeof place, ":%u:%u", (unsigned)line, (unsigned)column);
    }
    text_string(&text, file->name);
    text_string(&text, place);
    text_string(&text, ": ");
    diag_message(&text, diag, diag_kind_message(diag->kind), file->name, file->bytes, file->n_bytes);
    text_replace_nul(&text, "\xE2\x90\x80", 3); /* as it is drawn: the message is a C string */
    if (text.failed) {
        text_free(&text);
        return error_set(job->error, RUSTG_ERR_MEMORY, "out of memory for the message of the first error");
    }
    result->message = text.data;
    return RUSTG_OK;
}

rustg_status compile_collect(compile_job *job)
{
    job->result->stats.struct_size = sizeof job->result->stats;
    job->result->stats.n_files = job->n_sources;
    for (size_t b = 0; b < job->result->n_batches; b++)
        job->result->batches[b].files = NULL;
    return compile_collect_diags(job);
}
