/* cuda_parse.c: parses one batch with CUDA, from tokens on the device to the AST on the device. */
#include "engine/cuda_parse.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/parallel.h"
#include "base/tuning.h"
#include "engine/ast_memory.h"
#include "engine/token_memory.h"

enum {
    CUDA_PARSE_ALIGN = 256,
    CUDA_PARSE_SURE_TOKS = 1 << 18 /* a batch of fewer tokens seldom has a unit that was guessed wrongly */
};

/* A file that the host parses. Its tree is numbered from 0 and waits for its place. */
typedef struct host_file {
    size_t index;
    ast_memory ast;
    uint32_t n_nodes;
    bool flagged; /* the kernels' tree does not count */
    bool is_left; /* the host parsed it though it has no error */
} host_file;

typedef struct host_worker {
    parse_scratch parse;
    token_memory toks;
} host_worker;

typedef struct host_job {
    batch *work;
    const uint8_t *flags; /* [work->n_files] files that want the host */
    host_file *files;
    size_t n_files;
    host_worker *workers;
    bool failed;
} host_job;

static size_t cuda_parse_align(size_t n_bytes)
{
    return (n_bytes + CUDA_PARSE_ALIGN - 1) / CUDA_PARSE_ALIGN * CUDA_PARSE_ALIGN;
}

static void *cuda_parse_take(cuda_pointer *at, size_t n_bytes)
{
    void *taken = (void *)(uintptr_t)*at;
    *at += cuda_parse_align(n_bytes);
    return taken;
}

static cuda_pointer cuda_parse_address(const void *pointer)
{
    return (cuda_pointer)(uintptr_t)pointer;
}

#define CUDA_PARSE_TRY(call, arguments)                                                                                \
    do {                                                                                                               \
        rustg_status tried = cuda_check(context->driver->call arguments, #call, error);                                \
        if (tried != RUSTG_OK)                                                                                         \
            return tried;                                                                                              \
    } while (0)

static void cuda_parse_count_scratch(cuda_parse *parse, uint64_t n_bytes)
{
    if (n_bytes > parse->scratch_bytes)
        parse->scratch_bytes = n_bytes;
}

/* The lists of match, over which d_place lies. In a small batch all events may be of units that want room there. */
static size_t cuda_parse_list_bytes(const parse_batch_view *v)
{
    enum { SMALL_TOKS = 1 << 16 };
    const size_t list = parse_cuda_list_bytes(v);
    const size_t place = cuda_parse_align((size_t)2 * PARSE_LINE_EVENTS * v->capacity_line * sizeof(uint32_t));
    return v->n_toks > SMALL_TOKS || list > place ? list : place;
}

static rustg_status cuda_parse_allocate(cuda_context_entry *context, cuda_stream stream, const lex_batch_view *lexed,
                                        const batch *work, cuda_parse *parse, rustg_error *error)
{
    const uint32_t n_toks = (uint32_t)work->n_toks;
    parse_batch_view *v = &parse->view;
    if (n_toks > PARSE_MAX_TOKS)
        return error_set(error, RUSTG_ERR_DEVICE_MEMORY,
                         "a batch of %u tokens is more than the GPU parses at once: make batch_bytes smaller", n_toks);
    v->d_source = lexed->d_source;
    v->d_files = lexed->d_files;
    v->d_file_first_tok = lexed->d_file_first_tok;
    v->d_kind = lexed->d_kind;
    v->d_flags = lexed->d_flags;
    v->d_tok_start = lexed->d_tok_start;
    v->d_tok_end = lexed->d_tok_end;
    v->n_files = lexed->n_files;
    v->n_toks = n_toks;
    const bool is_large = n_toks >= TUNING_MANY_TOKS;
    v->inline_toks = is_large ? TUNING_MANY_INLINE_TOKS : TUNING_INLINE_TOKS;
    v->list_toks = is_large ? TUNING_MANY_LIST_TOKS : TUNING_LIST_TOKS;
    v->run_words = is_large ? 2 : 1;
    v->tile = n_toks < TUNING_SMALL_TILE_TOKS ? PARSE_SMALL_TILE : PARSE_LARGE_TILE;
    v->lone_tile = n_toks < TUNING_SMALL_LONE_TILE_TOKS ? PARSE_SMALL_TILE : PARSE_LARGE_TILE;
    v->n_rounds = n_toks < CUDA_PARSE_SURE_TOKS ? 1 : PARSE_WALK_FIRST_ROUNDS;
    for (size_t i = 0; i < work->n_files; i++)
        v->has_old_edition |= work->files[i].edition < 2018;
    parse_cuda_count_units(v);
    rustg_status status = parse_cuda_size_walk(context, v, &parse->grid, error);
    if (status != RUSTG_OK)
        return status;

    const size_t zeroed = parse_cuda_zeroed_bytes(v), words = cuda_parse_align(((size_t)n_toks + 16) * 4);
    const size_t kinds = cuda_parse_align((size_t)n_toks + PARSE_PAD), list = cuda_parse_list_bytes(v);
    const size_t frames = cuda_parse_align((size_t)parse->grid.n_blocks * parse->grid.n_threads *
                                           PARSE_WALK_FAR_FRAMES * sizeof(parse_event));
    parse->words = (uint32_t *)(parse->told + 1);
    parse->report = (uint8_t *)(parse->words + v->n_files);
    parse->work_bytes = zeroed + words + kinds + list + frames + parse_cuda_divide_bytes(v);
    status = cuda_allocate(context, parse->work_bytes, stream, &parse->d_work, error);
    if (status != RUSTG_OK)
        return status;
    cuda_pointer at = parse->d_work;
    parse_cuda_place_zeroed(v, at);
    at += zeroed;
    v->d_partner = (uint32_t *)cuda_parse_take(&at, words);
    v->d_kinds = (uint8_t *)cuda_parse_take(&at, kinds);
    v->d_frames = (parse_event *)cuda_parse_take(&at, frames);
    parse_cuda_place_list(v, at);
    v->d_place = v->d_list_value; /* only match uses the lists */
    v->n_place = (uint32_t)(list / sizeof(uint32_t) / 2);
    at += list;
    parse_cuda_place_divide(v, at);
    if ((uint64_t)PARSE_LINE_EVENTS * v->capacity_line > UINT32_MAX)
        return error_set(error, RUSTG_ERR_DEVICE_MEMORY,
                         "the nodes of a batch do not fit 32 bits: make batch_bytes smaller");
    const size_t events = parse_cuda_events_bytes(v);
    status = cuda_allocate(context, events, stream, &parse->d_pool, error);
    v->d_events = (parse_event *)(uintptr_t)parse->d_pool;
    cuda_parse_count_scratch(parse, parse->work_bytes + events);
    return status;
}

static rustg_status cuda_parse_enqueue_walk(cuda_context_entry *context, cuda_stream stream, cuda_parse *parse,
                                            rustg_error *error)
{
    parse_batch_view *v = &parse->view;
    rustg_status status = parse_cuda_launch_match(context, stream, v, error);
    return status == RUSTG_OK ? parse_cuda_launch_walk(context, stream, v, &parse->grid, error) : status;
}

static rustg_status cuda_parse_allocate_nodes(cuda_context_entry *context, cuda_stream stream, uint32_t capacity_nodes,
                                              cuda_parse *parse, rustg_error *error)
{
    parse_batch_view *v = &parse->view;
    v->capacity_nodes = capacity_nodes;
    size_t words = cuda_parse_align(((size_t)capacity_nodes + 16) * 4);
    size_t kinds = cuda_parse_align((size_t)capacity_nodes + 16), compact = parse_cuda_compact_bytes(v);
    cuda_release(context, parse->d_nodes, stream);
    cuda_release(context, parse->d_compact, stream);
    parse->d_compact = 0;
    rustg_status status = cuda_allocate(context, 5 * words + kinds, stream, &parse->d_nodes, error);
    if (status == RUSTG_OK)
        status = cuda_allocate(context, compact, stream, &parse->d_compact, error);
    if (status != RUSTG_OK)
        return status;
    cuda_pointer at = parse->d_nodes;
    v->d_node_tok = (uint32_t *)cuda_parse_take(&at, words);
    v->d_node_start = (uint32_t *)cuda_parse_take(&at, words);
    v->d_node_end = (uint32_t *)cuda_parse_take(&at, words);
    v->d_node_next = (uint32_t *)cuda_parse_take(&at, words);
    v->d_node_parent = (uint32_t *)cuda_parse_take(&at, words);
    v->d_node_kind = (uint8_t *)cuda_parse_take(&at, kinds);
    parse_cuda_place_compact(v, parse->d_compact);
    cuda_parse_count_scratch(parse, parse->work_bytes + compact + parse_cuda_events_bytes(v));
    return RUSTG_OK;
}

/* Enqueues the way to the host of what the walk tells. */
static rustg_status cuda_parse_fetch_walk(cuda_context_entry *context, cuda_stream stream, cuda_parse *parse,
                                          rustg_error *error)
{
    const parse_batch_view *v = &parse->view;
    CUDA_PARSE_TRY(cuMemcpyDtoHAsync, (parse->report, cuda_parse_address(v->d_parse_flags), v->n_files, stream));
    CUDA_PARSE_TRY(cuMemcpyDtoHAsync,
                   (&parse->told->walked, cuda_parse_address(v->d_walk), sizeof parse->told->walked, stream));
    return RUSTG_OK;
}

/* The same for what compaction tells. */
static rustg_status cuda_parse_fetch_nodes(cuda_context_entry *context, cuda_stream stream, cuda_parse *parse,
                                           rustg_error *error)
{
    const parse_batch_view *v = &parse->view;
    CUDA_PARSE_TRY(cuMemcpyDtoHAsync,
                   (&parse->told->counters, cuda_parse_address(v->d_counters), sizeof parse->told->counters, stream));
    CUDA_PARSE_TRY(cuMemcpyDtoHAsync, (parse->words, cuda_parse_address(v->d_file_first_node),
                                       (size_t)v->n_files * sizeof(uint32_t), stream));
    return RUSTG_OK;
}

/* The files' nodes, when what compaction tells is there. */
static void cuda_parse_read_nodes(const cuda_parse *parse, batch *work)
{
    work->n_nodes = parse->told->counters.n_nodes;
    for (size_t i = 0; i < work->n_files; i++) {
        const uint32_t first = parse->words[i];
        work->files[i].first_node = first;
        work->files[i].n_nodes = (i + 1 < work->n_files ? parse->words[i + 1] : (uint32_t)work->n_nodes) - first;
    }
}

/* Waits for what has been enqueued, and reads what the walk tells. */
static rustg_status cuda_parse_read_walk(cuda_context_entry *context, cuda_stream stream, cuda_parse *parse,
                                         rustg_error *error)
{
    rustg_status status = cuda_parse_fetch_walk(context, stream, parse, error);
    if (status != RUSTG_OK)
        return status;
    CUDA_PARSE_TRY(cuStreamSynchronize, (stream));
    return RUSTG_OK;
}

/* Waits for match and walk, which have been enqueued, and has the rounds made that are left. */
static rustg_status cuda_parse_walk(cuda_context_entry *context, cuda_stream stream, cuda_parse *parse,
                                    rustg_error *error)
{
    parse_batch_view *v = &parse->view;
    rustg_status status = cuda_parse_read_walk(context, stream, parse, error);
    if (status != RUSTG_OK || v->n_rounds == PARSE_WALK_ROUNDS || parse->told->walked.n_queued[v->n_rounds] == 0)
        return status;
    status = parse_cuda_launch_late(context, stream, v, &parse->grid, error);
    return status == RUSTG_OK ? cuda_parse_read_walk(context, stream, parse, error) : status;
}

/* Makes the tokens again with the CPU's lexer, and then everything that must be reported, and the tree. */
static bool cuda_host_parse(const host_job *job, host_file *one, host_worker *worker, diag_list *list, bool has_errors)
{
    batch_file *file = &job->work->files[one->index];
    uint32_t index = job->work->first_source + (uint32_t)one->index;
    bool suspicious;
    if (worker->toks.capacity < lex_max_toks(file->n_bytes)) {
        token_free(&worker->toks);
        if (!token_reserve(&worker->toks, lex_max_toks(file->n_bytes)))
            return false;
    }
    lex_tokens toks = worker->toks.toks;
    size_t n_toks = lex_cpu_file(file->bytes, file->n_bytes, file->edition, file->base, toks, &suspicious);
    parse_file text = {file->bytes, file->n_bytes, file->base, file->edition,       toks.kind,
                       toks.flags,  toks.start,    toks.end,   (uint32_t)n_toks - 1};
    parse_verdict verdict = has_errors ? parse_diagnose_file(&text, &worker->parse, index, list)
                                       : parse_whole_file(&text, false, index, &worker->parse, list);
    if (verdict != PARSE_GOOD)
        return false;
    one->n_nodes = (uint32_t)worker->parse.n_nodes;
    one->flagged = true;
    return ast_reserve(&one->ast, one->n_nodes) &&
           parse_preorder(&text, &worker->parse, file->first_tok, 1, one->ast.ast) == PARSE_GOOD;
}

static void cuda_host_do_file(void *context, size_t i, uint32_t thread)
{
    host_job *job = (host_job *)context;
    host_file *one = &job->files[i];
    batch_file *file = &job->work->files[one->index];
    diag_list *list = &job->work->lists[thread];
    size_t n_before = list->n;
    if (job->failed)
        return;
    if (file->suspicious)
        lex_diagnose(file->bytes, file->n_bytes, file->edition, job->work->first_source + (uint32_t)one->index, list);
    bool has_errors = list->n > n_before;
    if (list->failed ||
        ((has_errors || job->flags[one->index]) && !cuda_host_parse(job, one, &job->workers[thread], list, has_errors)))
        job->failed = true;
    one->is_left = one->flagged && list->n == n_before;
}

static bool cuda_host_wants(const host_job *job, size_t file)
{
    return job->flags[file] != 0 || job->work->files[file].suspicious;
}

/* Parses the files that flags tell, and looks at those that may have lexical errors. */
static rustg_status cuda_parse_on_host(host_job *job, const uint8_t *flags, uint32_t n_threads, rustg_error *error)
{
    batch *work = job->work;
    size_t n = 0;
    job->flags = flags;
    for (size_t i = 0; i < work->n_files; i++)
        n += cuda_host_wants(job, i);
    if (n == 0)
        return RUSTG_OK;
    job->files = (host_file *)calloc(n, sizeof *job->files);
    job->workers = (host_worker *)calloc(n_threads, sizeof *job->workers);
    if (!job->files || !job->workers)
        return error_set(error, RUSTG_ERR_MEMORY, "out of memory for a list of %zu files", n);
    for (size_t i = 0; i < work->n_files; i++)
        if (cuda_host_wants(job, i))
            job->files[job->n_files++].index = i;
    parallel_for(n, n < n_threads ? (uint32_t)n : n_threads, cuda_host_do_file, job);
    return job->failed ? error_set(error, RUSTG_ERR_MEMORY, "out of memory while parsing on the host") : RUSTG_OK;
}

static void cuda_host_free(host_job *job, uint32_t n_threads)
{
    for (size_t i = 0; job->files && i < job->n_files; i++)
        ast_free(&job->files[i].ast);
    for (uint32_t t = 0; job->workers && t < n_threads; t++) {
        token_free(&job->workers[t].toks);
        parse_scratch_free(&job->workers[t].parse);
    }
    free(job->files);
    free(job->workers);
}

/* Copies the trees that the host made into the places that compaction left for them. */
static rustg_status cuda_parse_splice(cuda_context_entry *context, cuda_stream stream, const parse_batch_view *v,
                                      const host_job *job, rustg_error *error)
{
    for (size_t i = 0; i < job->n_files; i++) {
        host_file *one = &job->files[i];
        uint32_t first = job->work->files[one->index].first_node;
        if (!one->flagged)
            continue;
        parse_ast ast = one->ast.ast;
        for (uint32_t node = 0; node < one->n_nodes; node++) {
            ast.next[node] += first - 1;
            ast.parent[node] += ast.parent[node] ? first - 1 : 0;
        }
        uint32_t *d_words[] = {v->d_node_tok, v->d_node_start, v->d_node_end, v->d_node_next, v->d_node_parent};
        uint32_t *words[] = {ast.tok, ast.start, ast.end, ast.next, ast.parent};
        for (int w = 0; w < 5; w++)
            CUDA_PARSE_TRY(cuMemcpyHtoDAsync, (cuda_parse_address(d_words[w] + first), words[w],
                                               (size_t)one->n_nodes * sizeof(uint32_t), stream));
        CUDA_PARSE_TRY(cuMemcpyHtoDAsync, (cuda_parse_address(v->d_node_kind + first), ast.kind, one->n_nodes, stream));
    }
    return RUSTG_OK;
}

/* Sends the flags and gaps that compaction wants where the host has parsed files. */
static rustg_status cuda_parse_send_gaps(cuda_context_entry *context, cuda_stream stream, cuda_parse *parse,
                                         const host_job *job, cuda_pointer *d_gaps, rustg_error *error)
{
    parse_batch_view *v = &parse->view;
    if (job->n_files == 0)
        return RUSTG_OK;
    memset(parse->words, 0, v->n_files * sizeof(uint32_t));
    for (size_t i = 0; i < job->n_files; i++) {
        if (!job->files[i].flagged)
            continue;
        v->n_flagged++;
        parse->report[job->files[i].index] = 1;
        parse->words[job->files[i].index] = job->files[i].n_nodes;
    }
    if (v->n_flagged == 0)
        return RUSTG_OK;
    rustg_status status = cuda_allocate(context, (size_t)v->n_files * sizeof(uint32_t), stream, d_gaps, error);
    if (status != RUSTG_OK)
        return status;
    v->d_file_gap = (const uint32_t *)(uintptr_t)*d_gaps;
    CUDA_PARSE_TRY(cuMemcpyHtoDAsync, (*d_gaps, parse->words, (size_t)v->n_files * sizeof(uint32_t), stream));
    CUDA_PARSE_TRY(cuMemcpyHtoDAsync, (cuda_parse_address(v->d_parse_flags), parse->report, v->n_files, stream));
    return RUSTG_OK;
}

static rustg_status cuda_parse_compact(cuda_context_entry *context, cuda_stream stream, cuda_parse *parse,
                                       const host_job *job, rustg_error *error)
{
    parse_batch_view *v = &parse->view;
    uint64_t capacity = 1 + (uint64_t)parse->told->walked.n_events;
    for (size_t i = 0; i < job->n_files; i++)
        capacity += job->files[i].n_nodes;
    if (capacity > UINT32_MAX - 64)
        return error_set(error, RUSTG_ERR_DEVICE_MEMORY,
                         "the nodes of a batch do not fit 32 bits: make batch_bytes smaller");
    rustg_status status = cuda_parse_allocate_nodes(context, stream, (uint32_t)capacity, parse, error);
    if (status == RUSTG_OK)
        status = parse_cuda_launch_compact(context, stream, v, error);
    if (status == RUSTG_OK)
        status = cuda_parse_fetch_nodes(context, stream, parse, error);
    if (status != RUSTG_OK)
        return status;
    CUDA_PARSE_TRY(cuStreamSynchronize, (stream));
    cuda_parse_read_nodes(parse, job->work);
    return cuda_parse_splice(context, stream, v, job, error);
}

size_t cuda_parse_told_bytes(size_t n_files)
{
    return sizeof(cuda_parse_told) + n_files * (sizeof(uint32_t) + 1);
}

rustg_status cuda_parse_run(cuda_context_entry *context, cuda_stream stream, const lex_batch_view *lexed, batch *work,
                            uint32_t n_threads, cuda_parse *parse, rustg_error *error)
{
    host_job job;
    cuda_pointer d_gaps = 0;
    memset(&job, 0, sizeof job);
    job.work = work;
    rustg_status status = cuda_parse_allocate(context, stream, lexed, work, parse, error);
    if (status == RUSTG_OK)
        status = cuda_parse_enqueue_walk(context, stream, parse, error);
    if (status == RUSTG_OK)
        status = cuda_parse_walk(context, stream, parse, error);
    if (status == RUSTG_OK)
        status = cuda_parse_on_host(&job, parse->report, n_threads, error);
    parse->n_diagnosed = job.n_files;
    for (size_t i = 0; i < job.n_files; i++) {
        parse->n_left_files += job.files[i].is_left;
        parse->n_left_bytes += job.files[i].is_left ? work->files[job.files[i].index].n_bytes : 0;
    }
    if (status == RUSTG_OK)
        status = cuda_parse_send_gaps(context, stream, parse, &job, &d_gaps, error);
    if (status == RUSTG_OK)
        status = cuda_parse_compact(context, stream, parse, &job, error);
    cuda_release(context, d_gaps, stream);
    if (status == RUSTG_OK && parse->view.n_flagged > 0) /* the host's trees are freed below */
        status = cuda_check(context->driver->cuStreamSynchronize(stream), "cuStreamSynchronize", error);
    cuda_host_free(&job, n_threads);
    return status;
}

rustg_status cuda_parse_small_begin(cuda_context_entry *context, cuda_stream stream, const lex_batch_view *lexed,
                                    const batch *work, cuda_parse *parse, rustg_error *error)
{
    enum { SMALL_TOKS_PER_NODE = 2 }; /* real code has one in 2.3 tokens */
    rustg_status status = cuda_parse_allocate(context, stream, lexed, work, parse, error);
    parse->view.d_n_toks = lexed->d_n_toks;
    parse->view.n_rounds = 1;
    parse->view.tile = parse->view.lone_tile = PARSE_SMALL_TILE;
    return status == RUSTG_OK ? cuda_parse_allocate_nodes(
                                    context, stream, (uint32_t)work->n_toks / SMALL_TOKS_PER_NODE + 64, parse, error)
                              : status;
}

rustg_status cuda_parse_small_enqueue(cuda_context_entry *context, cuda_stream stream, cuda_parse *parse,
                                      rustg_error *error)
{
    rustg_status status = cuda_parse_enqueue_walk(context, stream, parse, error);
    if (status == RUSTG_OK)
        status = parse_cuda_launch_compact(context, stream, &parse->view, error);
    if (status == RUSTG_OK)
        status = cuda_parse_fetch_walk(context, stream, parse, error);
    return status == RUSTG_OK ? cuda_parse_fetch_nodes(context, stream, parse, error) : status;
}

bool cuda_parse_small_end(const cuda_parse *parse, batch *work)
{
    const parse_batch_view *v = &parse->view;
    if (work->n_toks > v->n_toks || parse->told->counters.n_nodes > v->capacity_nodes ||
        parse->told->walked.n_queued[v->n_rounds] > 0)
        return false;
    for (size_t i = 0; i < work->n_files; i++)
        if (parse->report[i] != 0 || work->files[i].suspicious)
            return false;
    cuda_parse_read_nodes(parse, work);
    return true;
}

rustg_status cuda_parse_prepare(cuda_context_entry *context, cuda_stream stream, const lex_batch_view *lexed,
                                const batch *work, cuda_parse *parse, rustg_error *error)
{
    rustg_status status = cuda_parse_allocate(context, stream, lexed, work, parse, error);
    if (status == RUSTG_OK)
        status = cuda_parse_enqueue_walk(context, stream, parse, error);
    if (status == RUSTG_OK)
        status = cuda_parse_walk(context, stream, parse, error);
    if (status != RUSTG_OK)
        return status;
    for (uint32_t i = 0; i < parse->view.n_files; i++)
        parse->view.n_flagged += parse->report[i] != 0;
    return cuda_parse_allocate_nodes(context, stream, parse->told->walked.n_events + 1, parse, error);
}

rustg_status cuda_parse_enqueue(cuda_context_entry *context, cuda_stream stream, cuda_parse *parse, int kernel,
                                rustg_error *error)
{
    rustg_status status = RUSTG_OK;
    if (kernel == CUDA_parse_match_kernel)
        status = parse_cuda_zero(context, stream, &parse->view, error);
    return status == RUSTG_OK ? parse_cuda_launch_kernel(context, stream, &parse->view, &parse->grid, kernel, error)
                              : status;
}

void cuda_parse_release(cuda_context_entry *context, cuda_stream stream, cuda_parse *parse)
{
    cuda_release(context, parse->d_work, stream);
    cuda_release(context, parse->d_pool, stream);
    cuda_release(context, parse->d_compact, stream);
    cuda_release(context, parse->d_nodes, stream);
    memset(parse, 0, sizeof *parse);
}
