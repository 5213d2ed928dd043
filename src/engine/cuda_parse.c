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
    CUDA_PARSE_TOKS_PER_BLOCK = 512,  /* at least */
    CUDA_PARSE_TOKS_PER_CONTEXT = 16, /* at least */
    CUDA_PARSE_STATIC_BYTES =
        PARSE_WALK_STATIC_BYTES + 1024 /* of a block's shared memory, the driver's part included */
};

bool cuda_parse_leaves(const batch_file *file)
{
    return file->n_toks > TUNING_WALK_TOKS;
}

/* A file that the host parses: its tree, numbered from 0, waits for its place. */
typedef struct host_file {
    size_t index;
    ast_memory ast;
    uint32_t n_nodes;
    bool flagged; /* the kernels' tree is void */
} host_file;

typedef struct host_worker {
    parse_scratch parse;
    token_memory toks;
} host_worker;

typedef struct host_job {
    batch *work;
    const uint8_t *flags; /* [work->n_files] files that want the host */
    host_file *files;
    size_t first, n_files; /* files below first are done */
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

/* The record pool for about n_records records, at least as large as the lists that lie in its place before. */
static rustg_status cuda_parse_allocate_pool(cuda_context_entry *context, cuda_stream stream, uint64_t n_records,
                                             cuda_parse *parse, rustg_error *error)
{
    parse_batch_view *v = &parse->view;
    uint64_t region = n_records / PARSE_N_REGIONS + PARSE_REGION_ALIGN;
    v->region_records = (uint32_t)(region / PARSE_REGION_ALIGN * PARSE_REGION_ALIGN);
    v->n_record_slots = v->region_records * PARSE_N_REGIONS;
    size_t n_bytes = (size_t)v->n_record_slots * sizeof(parse_record);
    if (n_bytes < parse_cuda_list_bytes(v))
        n_bytes = parse_cuda_list_bytes(v);
    cuda_release(context, parse->d_pool, stream);
    rustg_status status = cuda_allocate(context, n_bytes, stream, &parse->d_pool, error);
    v->d_records = (parse_record *)(uintptr_t)parse->d_pool;
    if (status == RUSTG_OK)
        parse_cuda_place_list(v, parse->d_pool);
    cuda_parse_count_scratch(parse, n_bytes + (uint64_t)v->n_toks * 7);
    return status;
}

/* The walk's grid: all that is resident at one time, with as many contexts as fit; fewer for a small batch. */
static void cuda_parse_size_walk(const cuda_context_entry *context, cuda_parse *parse)
{
    parse_batch_view *v = &parse->view;
    int n_sms = 1, shared_bytes = 48 << 10;
    context->driver->cuDeviceGetAttribute(&n_sms, CUDA_ATTRIBUTE_MULTIPROCESSORS, context->device);
    context->driver->cuDeviceGetAttribute(&shared_bytes, CUDA_ATTRIBUTE_MULTIPROCESSOR_SHARED, context->device);
    uint32_t n_blocks = (uint32_t)n_sms * PARSE_WALK_BLOCKS_PER_SM;
    if (n_blocks > v->n_toks / CUDA_PARSE_TOKS_PER_BLOCK + 1)
        n_blocks = v->n_toks / CUDA_PARSE_TOKS_PER_BLOCK + 1;
    uint32_t most =
        ((uint32_t)shared_bytes / PARSE_WALK_BLOCKS_PER_SM - CUDA_PARSE_STATIC_BYTES) / PARSE_WALK_CONTEXT_BYTES;
    if (most > PARSE_WALK_PER_THREAD * PARSE_WALK_THREADS)
        most = PARSE_WALK_PER_THREAD * PARSE_WALK_THREADS;
    v->n_contexts = v->n_toks / CUDA_PARSE_TOKS_PER_CONTEXT / n_blocks + 64;
    if (v->n_contexts > most)
        v->n_contexts = most;
    v->n_contexts = v->n_contexts / 32 * 32;
    v->n_turns = TUNING_WALK_TURNS;
    parse->walk_blocks = n_blocks;
    parse->walk_most_bytes = most * PARSE_WALK_CONTEXT_BYTES;
}

static rustg_status cuda_parse_allocate(cuda_context_entry *context, cuda_stream stream, const lex_batch_view *lexed,
                                        uint32_t n_toks, cuda_parse *parse, rustg_error *error)
{
    parse_batch_view *v = &parse->view;
    v->d_source = lexed->d_source;
    v->d_files = lexed->d_files;
    v->d_file_first_tok = lexed->d_file_first_tok;
    v->d_kind = lexed->d_kind;
    v->d_flags = lexed->d_flags;
    v->d_tok_start = lexed->d_tok_start;
    v->d_tok_end = lexed->d_tok_end;
    v->n_files = lexed->n_files;
    v->n_toks = n_toks;
    v->inline_toks = TUNING_INLINE_TOKS;
    v->capacity_units = n_toks / 8 + 1024;

    size_t flags = cuda_parse_align(v->n_files), walk = cuda_parse_align(sizeof(parse_walk_counters));
    size_t regions = cuda_parse_align(PARSE_N_REGIONS * sizeof(uint32_t));
    size_t words = cuda_parse_align(((size_t)n_toks + 16) * 4);
    size_t kinds = cuda_parse_align((size_t)n_toks + 16), counts = cuda_parse_align(((size_t)n_toks + 16) * 2);
    size_t units = cuda_parse_align((size_t)v->capacity_units * sizeof(parse_unit));
    cuda_parse_size_walk(context, parse);
    size_t frames = (size_t)parse->walk_blocks * v->n_contexts * PARSE_WALK_FRAMES * sizeof(parse_unit);
    parse->report_bytes = flags + walk + regions;
    parse->report = (uint8_t *)malloc(parse->report_bytes);
    parse->large = (uint8_t *)calloc(v->n_files, 1);
    if (!parse->report || !parse->large)
        return error_set(error, RUSTG_ERR_MEMORY, "out of host memory");
    size_t n_bytes = parse->report_bytes + words + kinds + counts + units + frames + parse_cuda_counters_bytes(v);
    rustg_status status = cuda_allocate(context, n_bytes, stream, &parse->d_work, error);
    if (status != RUSTG_OK)
        return status;
    cuda_pointer at = parse->d_work;
    v->d_parse_flags = (uint8_t *)cuda_parse_take(&at, v->n_files);
    v->d_walk = (parse_walk_counters *)cuda_parse_take(&at, sizeof(parse_walk_counters));
    v->d_region_used = (uint32_t *)cuda_parse_take(&at, PARSE_N_REGIONS * sizeof(uint32_t));
    v->d_partner = (uint32_t *)cuda_parse_take(&at, words);
    v->d_kinds = (uint8_t *)cuda_parse_take(&at, kinds);
    v->d_counts = (uint16_t *)cuda_parse_take(&at, counts);
    v->d_units = (parse_unit *)cuda_parse_take(&at, units);
    v->d_frames = (parse_unit *)cuda_parse_take(&at, frames);
    parse_cuda_place_counters(v, at);
    parse->scratch_bytes = n_bytes;
    /* real code has 0.4 nodes a token; a batch with more is walked again */
    return cuda_parse_allocate_pool(context, stream, (uint64_t)n_toks * 3 / 4, parse, error);
}

static rustg_status cuda_parse_launch_walk(cuda_context_entry *context, cuda_stream stream, cuda_parse *parse,
                                           rustg_error *error)
{
    parse_batch_view *v = &parse->view;
    void *parameters[] = {v};
    cuda_function kernel = context->kernels->parse[CUDA_parse_walk_kernel];
    const uint32_t shared_bytes = v->n_contexts * PARSE_WALK_CONTEXT_BYTES;
    /* the function is shared with other engines: one value for all of their batches */
    CUDA_PARSE_TRY(cuFuncSetAttribute, (kernel, CUDA_FUNCTION_DYNAMIC_SHARED, (int)parse->walk_most_bytes));
    CUDA_PARSE_TRY(cuMemsetD8Async, (cuda_parse_address(v->d_walk), 0, sizeof(parse_walk_counters), stream));
    CUDA_PARSE_TRY(cuMemsetD8Async,
                   (cuda_parse_address(v->d_region_used), 0, PARSE_N_REGIONS * sizeof(uint32_t), stream));
    CUDA_PARSE_TRY(cuMemsetD8Async, (cuda_parse_address(v->d_counts), 0, ((size_t)v->n_toks + 16) * 2, stream));
    CUDA_PARSE_TRY(cuMemsetD8Async,
                   (cuda_parse_address(v->d_units), 0, (size_t)v->capacity_units * sizeof(parse_unit), stream));
    CUDA_PARSE_TRY(cuLaunchKernel, (kernel, parse->walk_blocks, 1, 1, PARSE_WALK_THREADS, 1, 1, shared_bytes, stream,
                                    parameters, NULL));
    return RUSTG_OK;
}

static rustg_status cuda_parse_enqueue_walk(cuda_context_entry *context, cuda_stream stream, cuda_parse *parse,
                                            rustg_error *error)
{
    CUDA_PARSE_TRY(cuMemcpyHtoDAsync,
                   (cuda_parse_address(parse->view.d_parse_flags), parse->large, parse->view.n_files, stream));
    rustg_status status = parse_cuda_launch_match(context, stream, &parse->view, error);
    return status == RUSTG_OK ? cuda_parse_launch_walk(context, stream, parse, error) : status;
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
    cuda_parse_count_scratch(parse,
                             compact + (uint64_t)v->n_record_slots * sizeof(parse_record) + (uint64_t)v->n_toks * 7);
    return RUSTG_OK;
}

static uint32_t *cuda_parse_regions(const cuda_parse *parse)
{
    return (uint32_t *)(parse->report + cuda_parse_align(parse->view.n_files) +
                        cuda_parse_align(sizeof(parse_walk_counters)));
}

/* Waits for match and walk, which have been enqueued; again with a pool for the worst case where the first was too
 * small. */
static rustg_status cuda_parse_walk(cuda_context_entry *context, cuda_stream stream, cuda_parse *parse,
                                    rustg_error *error)
{
    const parse_walk_counters *counters =
        (const parse_walk_counters *)(parse->report + cuda_parse_align(parse->view.n_files));
    for (int round = 0; round < 2; round++) {
        rustg_status status = round > 0 ? cuda_parse_enqueue_walk(context, stream, parse, error) : RUSTG_OK;
        if (status != RUSTG_OK)
            return status;
        CUDA_PARSE_TRY(cuMemcpyDtoHAsync, (parse->report, parse->d_work, parse->report_bytes, stream));
        CUDA_PARSE_TRY(cuStreamSynchronize, (stream));
        if (!counters->overflow || round == 1)
            break;
        status = cuda_parse_allocate_pool(context, stream, (uint64_t)parse->view.n_toks * 4 + (1u << 21), parse, error);
        if (status != RUSTG_OK)
            return status;
    }
    return RUSTG_OK;
}

/* Tokens again, by the CPU's lexer; then everything that wants reporting, and the tree. */
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
    host_file *one = &job->files[job->first + i];
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
}

static bool cuda_host_wants(const host_job *job, size_t file, bool and_suspicious)
{
    return job->flags[file] != 0 || (and_suspicious && job->work->files[file].suspicious);
}

/* Parse the files that flags tell, and look at those that may have lexical errors where that is asked for; not at those
 * that are done already, whose flags are set still. */
static rustg_status cuda_parse_on_host(host_job *job, const uint8_t *flags, bool and_suspicious, uint32_t n_threads,
                                       rustg_error *error)
{
    batch *work = job->work;
    size_t n = 0, first = job->n_files, next = 0;
    job->flags = flags;
    for (size_t i = 0; i < work->n_files; i++)
        n += cuda_host_wants(job, i, and_suspicious);
    if (n == first)
        return RUSTG_OK;
    host_file *files = (host_file *)calloc(n, sizeof *files);
    if (!job->workers)
        job->workers = (host_worker *)calloc(n_threads, sizeof *job->workers);
    if (!files || !job->workers) {
        free(files);
        return error_set(error, RUSTG_ERR_MEMORY, "out of memory for a list of %zu files", n);
    }
    if (first > 0)
        memcpy(files, job->files, first * sizeof *files);
    free(job->files);
    job->files = files;
    for (size_t i = 0; i < work->n_files; i++) {
        if (next < first && job->files[next].index == i)
            next++; /* listed: indices rise in the first part */
        else if (cuda_host_wants(job, i, and_suspicious))
            job->files[job->n_files++].index = i;
    }
    job->first = first;
    parallel_for(job->n_files - first, n - first < n_threads ? (uint32_t)(n - first) : n_threads, cuda_host_do_file,
                 job);
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

/* Flags and gaps for compaction, where the host has parsed files. */
static rustg_status cuda_parse_send_gaps(cuda_context_entry *context, cuda_stream stream, cuda_parse *parse,
                                         const host_job *job, cuda_pointer *d_gaps, uint32_t *gaps, rustg_error *error)
{
    parse_batch_view *v = &parse->view;
    for (size_t i = 0; i < job->n_files; i++) {
        if (!job->files[i].flagged)
            continue;
        v->n_flagged++;
        parse->report[job->files[i].index] = 1;
        gaps[job->files[i].index] = job->files[i].n_nodes;
    }
    if (v->n_flagged == 0)
        return RUSTG_OK;
    rustg_status status = cuda_allocate(context, (size_t)v->n_files * sizeof(uint32_t), stream, d_gaps, error);
    if (status != RUSTG_OK)
        return status;
    v->d_file_gap = (const uint32_t *)(uintptr_t)*d_gaps;
    CUDA_PARSE_TRY(cuMemcpyHtoDAsync, (*d_gaps, gaps, (size_t)v->n_files * sizeof(uint32_t), stream));
    CUDA_PARSE_TRY(cuMemcpyHtoDAsync, (cuda_parse_address(v->d_parse_flags), parse->report, v->n_files, stream));
    return RUSTG_OK;
}

static rustg_status cuda_parse_compact(cuda_context_entry *context, cuda_stream stream, cuda_parse *parse,
                                       const host_job *job, uint32_t *words, rustg_error *error)
{
    parse_batch_view *v = &parse->view;
    batch *work = job->work;
    uint64_t capacity = 1;
    parse_counters counters;
    const uint32_t *used = cuda_parse_regions(parse);
    for (int r = 0; r < PARSE_N_REGIONS; r++)
        capacity += used[r] < v->region_records ? used[r] : v->region_records;
    for (size_t i = 0; i < job->n_files; i++)
        capacity += job->files[i].n_nodes;
    if (capacity > UINT32_MAX - 64)
        return error_set(error, RUSTG_ERR_DEVICE_MEMORY,
                         "the nodes of a batch do not fit 32 bits: make batch_bytes smaller");
    rustg_status status = cuda_parse_allocate_nodes(context, stream, (uint32_t)capacity, parse, error);
    if (status == RUSTG_OK)
        status = parse_cuda_launch_compact(context, stream, v, error);
    if (status != RUSTG_OK)
        return status;
    CUDA_PARSE_TRY(cuMemcpyDtoHAsync, (&counters, cuda_parse_address(v->d_counters), sizeof counters, stream));
    CUDA_PARSE_TRY(cuMemcpyDtoHAsync,
                   (words, cuda_parse_address(v->d_file_first_node), (size_t)v->n_files * sizeof(uint32_t), stream));
    CUDA_PARSE_TRY(cuStreamSynchronize, (stream));
    work->n_nodes = counters.n_nodes;
    for (size_t i = 0; i < work->n_files; i++) {
        work->files[i].first_node = words[i];
        work->files[i].n_nodes = (i + 1 < work->n_files ? words[i + 1] : counters.n_nodes) - words[i];
    }
    return cuda_parse_splice(context, stream, v, job, error);
}

static void cuda_parse_find_large(const batch *work, cuda_parse *parse)
{
    for (size_t i = 0; i < work->n_files; i++)
        parse->large[i] = cuda_parse_leaves(&work->files[i]);
}

rustg_status cuda_parse_run(cuda_context_entry *context, cuda_stream stream, const lex_batch_view *lexed, batch *work,
                            uint32_t n_threads, cuda_parse *parse, rustg_error *error)
{
    host_job job;
    cuda_pointer d_gaps = 0;
    uint32_t *words = (uint32_t *)calloc(work->n_files + 1, sizeof *words);
    memset(&job, 0, sizeof job);
    job.work = work;
    if (!words)
        return error_set(error, RUSTG_ERR_MEMORY, "out of host memory");
    rustg_status status = cuda_parse_allocate(context, stream, lexed, (uint32_t)work->n_toks, parse, error);
    if (status == RUSTG_OK)
        cuda_parse_find_large(work, parse);
    if (status == RUSTG_OK)
        status = cuda_parse_enqueue_walk(context, stream, parse, error);
    if (status == RUSTG_OK) /* while the device walks */
        status = cuda_parse_on_host(&job, parse->large, false, n_threads, error);
    if (status == RUSTG_OK)
        status = cuda_parse_walk(context, stream, parse, error);
    if (status == RUSTG_OK)
        status = cuda_parse_on_host(&job, parse->report, true, n_threads, error);
    parse->n_diagnosed = job.n_files;
    if (status == RUSTG_OK)
        status = cuda_parse_send_gaps(context, stream, parse, &job, &d_gaps, words, error);
    if (status == RUSTG_OK)
        status = cuda_parse_compact(context, stream, parse, &job, words, error);
    cuda_release(context, d_gaps, stream);
    if (status == RUSTG_OK && parse->view.n_flagged > 0) /* the host's trees are freed below */
        status = cuda_check(context->driver->cuStreamSynchronize(stream), "cuStreamSynchronize", error);
    cuda_host_free(&job, n_threads);
    free(words);
    return status;
}

rustg_status cuda_parse_prepare(cuda_context_entry *context, cuda_stream stream, const lex_batch_view *lexed,
                                const batch *work, cuda_parse *parse, rustg_error *error)
{
    uint64_t capacity = 1;
    rustg_status status = cuda_parse_allocate(context, stream, lexed, (uint32_t)work->n_toks, parse, error);
    if (status == RUSTG_OK)
        cuda_parse_find_large(work, parse);
    if (status == RUSTG_OK)
        status = cuda_parse_enqueue_walk(context, stream, parse, error);
    if (status == RUSTG_OK)
        status = cuda_parse_walk(context, stream, parse, error);
    if (status != RUSTG_OK)
        return status;
    for (int r = 0; r < PARSE_N_REGIONS; r++)
        capacity += cuda_parse_regions(parse)[r];
    for (uint32_t i = 0; i < parse->view.n_files; i++)
        parse->view.n_flagged += parse->report[i] != 0;
    return cuda_parse_allocate_nodes(context, stream, (uint32_t)capacity, parse, error);
}

rustg_status cuda_parse_enqueue(cuda_context_entry *context, cuda_stream stream, cuda_parse *parse, int kernel,
                                rustg_error *error)
{
    rustg_status status = RUSTG_OK;
    if (kernel == CUDA_parse_walk_kernel)
        return cuda_parse_launch_walk(context, stream, parse, error);
    if (kernel == CUDA_parse_match_kernel) {
        CUDA_PARSE_TRY(cuMemcpyHtoDAsync,
                       (cuda_parse_address(parse->view.d_parse_flags), parse->large, parse->view.n_files, stream));
        status = parse_cuda_zero_match(context, stream, &parse->view, error);
    } else if (kernel == CUDA_parse_base_kernel) {
        status = parse_cuda_zero_compact(context, stream, &parse->view, error);
    }
    return status == RUSTG_OK ? parse_cuda_launch_kernel(context, stream, &parse->view, kernel, error) : status;
}

void cuda_parse_release(cuda_context_entry *context, cuda_stream stream, cuda_parse *parse)
{
    cuda_release(context, parse->d_work, stream);
    cuda_release(context, parse->d_pool, stream);
    cuda_release(context, parse->d_compact, stream);
    cuda_release(context, parse->d_nodes, stream);
    free(parse->report);
    free(parse->large);
    memset(parse, 0, sizeof *parse);
}
