/* engine_cpu.c: takes one batch through the CPU lexer and parser.
 *
 * Runs of files of about TUNING_GROUP_BYTES are handed to threads in order. Where a group's tokens go is known once
 * all groups before it have been counted. A thread whose group's place is known when it starts lexes straight into the
 * batch's arrays (one thread always does); any other lexes into scratch memory of its own, and copies when the place
 * is known by then; else the tokens wait, packed, until all groups are counted. A group's AST is made while its tokens
 * are in the cache, straight into the batch's arrays where all groups before are parsed; else it is held in memory of
 * the thread until they are, which is soon, and only if the thread holds too many it waits, packed, too. The arrays
 * are the same for any number of threads. */
#include "engine/engine_cpu.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/parallel.h"
#include "base/tuning.h"
#include "engine/ast_memory.h"
#include "engine/token_memory.h"

/* Where the tokens or nodes of a group are in the batch's arrays. first is valid below cpu_job.n_placed, and n once
 * the group is counted. */
typedef struct cpu_extent {
    size_t first, n;
    bool counted;
} cpu_extent;
enum { CPU_TOKS, CPU_NODES, CPU_N_EXTENTS };

typedef struct cpu_group {
    size_t first_file, n_files;
    uint64_t n_bytes;
    union {
        struct {
            cpu_extent toks, nodes;
        };
        cpu_extent extents[CPU_N_EXTENTS];
    };
    token_memory waiting; /* tokens not yet in the batch's arrays */
    bool in_place;        /* the nodes are where they stay */
    /* Numbers count from the group's first token, and from 1 for its first node. */
    ast_memory *held; /* the nodes, in memory of the thread that made them; NULL: in ast, or in place */
    ast_memory ast;
} cpu_group;

/* A group's nodes, made before it was known where they go. */
typedef struct cpu_held {
    cpu_group *group; /* NULL: none */
    ast_memory ast;
} cpu_held;
enum { CPU_N_HELD = 4 };

/* What a thread keeps from group to group, and a pool from compile to compile. */
typedef struct cpu_worker {
    host_kept kept;
    token_memory toks;
    parse_scratch parse;
    cpu_held held[CPU_N_HELD];
} cpu_worker;

typedef struct cpu_job {
    batch *work;
    cpu_group *groups;
    size_t n_groups;
    lex_tokens toks;      /* the batch's token arrays */
    ast_memory ast;       /* its node arrays, with room for as many nodes as real code has; empty for a small batch */
    cpu_worker **workers; /* one for each thread */
    watch *watch;
    /* All that follows is guarded by lock. */
    pthread_mutex_t lock;
    pthread_cond_t changed;         /* is signalled when n_placed or stopped changes */
    size_t n_placed[CPU_N_EXTENTS]; /* groups whose first is known; groups[n_placed - 1] may be uncounted */
    uint64_t scratch_now, scratch_most;
    bool stopped, out_of_memory; /* stopped: some groups will never be counted */
} cpu_job;

static uint64_t cpu_file_slots(const batch_file *file)
{
    return (uint64_t)file->n_bytes + 1;
}

/* How large a group is that has n_left bytes before it. */
static uint64_t cpu_group_bytes(uint64_t n_left, uint32_t n_threads)
{
    uint64_t n_bytes = n_threads > 1 ? n_left / n_threads : TUNING_GROUP_BYTES;
    if (n_bytes < TUNING_LEAST_GROUP_BYTES)
        return TUNING_LEAST_GROUP_BYTES;
    return n_bytes < TUNING_GROUP_BYTES ? n_bytes : TUNING_GROUP_BYTES;
}

/* Cuts the batch into groups; with groups == NULL only counts them. Towards the end they get smaller, so that the
 * threads end together. */
static size_t cpu_cut_groups(const batch *work, uint32_t n_threads, cpu_group *groups)
{
    size_t n_groups = 0, first = 0;
    uint64_t n_bytes = 0, n_left = 0;
    for (size_t i = 0; i < work->n_files; i++)
        n_left += cpu_file_slots(&work->files[i]);
    for (size_t i = 0; i < work->n_files; i++) {
        n_bytes += cpu_file_slots(&work->files[i]);
        if (n_bytes >= cpu_group_bytes(n_left, n_threads) || i + 1 == work->n_files) {
            if (groups) {
                groups[n_groups].first_file = first;
                groups[n_groups].n_files = i + 1 - first;
                groups[n_groups].n_bytes = n_bytes;
            }
            n_groups++;
            n_left -= n_bytes;
            first = i + 1;
            n_bytes = 0;
        }
    }
    return n_groups;
}

/* Puts the tokens of a group into toks. first_tok of its files counts from the group's first token. */
static size_t cpu_lex_group(const cpu_job *job, const cpu_group *group, lex_tokens toks)
{
    size_t n_toks = 0;
    for (size_t i = group->first_file; i < group->first_file + group->n_files; i++) {
        batch_file *file = &job->work->files[i];
        bool suspicious = false;
        size_t n =
            lex_cpu_file(file->bytes, file->n_bytes, file->edition, file->base, token_at(toks, n_toks), &suspicious);
        file->first_tok = (uint32_t)n_toks;
        file->n_toks = (uint32_t)(n - 1);
        file->suspicious = suspicious;
        file->relexed = false;
        n_toks += n;
    }
    return n_toks;
}

/* Publishes how many tokens or nodes a group has, which may place the groups behind it. */
static void cpu_count(cpu_job *job, cpu_group *group, int what, size_t n)
{
    size_t *n_placed = &job->n_placed[what];
    pthread_mutex_lock(&job->lock);
    group->extents[what].n = n;
    group->extents[what].counted = true;
    while (*n_placed < job->n_groups && job->groups[*n_placed - 1].extents[what].counted) {
        const cpu_extent *last = &job->groups[*n_placed - 1].extents[what];
        job->groups[*n_placed].extents[what].first = last->first + last->n;
        ++*n_placed;
    }
    pthread_cond_broadcast(&job->changed);
    pthread_mutex_unlock(&job->lock);
}

/* Where the next n nodes of a group go, of which n_nodes are being written. .kind is NULL if memory has run out. A
 * group that does not fit into the batch's arrays leaves them. */
static parse_ast cpu_room_for_nodes(const cpu_job *job, cpu_group *group, ast_memory *own, size_t n_nodes, size_t n)
{
    const parse_ast none = {0};
    if (group->in_place && group->nodes.first + n_nodes + n <= job->ast.capacity)
        return ast_at(job->ast.ast, group->nodes.first + n_nodes);
    if (!ast_grow(own, group->in_place ? 0 : n_nodes, n_nodes + n))
        return none;
    if (group->in_place) {
        ast_copy(own->ast, ast_at(job->ast.ast, group->nodes.first), n_nodes, 0u - (uint32_t)group->toks.first,
                 1u - (uint32_t)group->nodes.first);
        group->in_place = false;
    }
    return ast_at(own->ast, n_nodes);
}

/* Whether it is known where the group's tokens or nodes go. Once known, that stays so. */
static bool cpu_is_placed(cpu_job *job, int what, size_t index)
{
    pthread_mutex_lock(&job->lock);
    bool placed = index < job->n_placed[what];
    pthread_mutex_unlock(&job->lock);
    return placed;
}

/* Packs the nodes of a group, which may have to wait long. */
static bool cpu_pack_nodes(const cpu_job *job, cpu_held *held)
{
    cpu_group *group = held->group;
    if (!ast_reserve_likely(job->work->pool, &group->ast, group->nodes.n, group->nodes.n))
        return false;
    ast_used(&group->ast, group->nodes.n);
    ast_copy(group->ast.ast, held->ast.ast, group->nodes.n, 0, 0);
    group->held = NULL;
    held->group = NULL;
    return true;
}

/* Takes what the thread holds to its place where that is known, and finds memory for another group's nodes: the first,
 * which is in the cache, if it is free. NULL: memory has run out. */
static cpu_held *cpu_release(cpu_job *job, cpu_worker *worker)
{
    cpu_held *oldest = &worker->held[0], *free = NULL;
    for (uint32_t k = CPU_N_HELD; k--;) {
        cpu_held *held = &worker->held[k];
        cpu_group *group = held->group;
        if (group && cpu_is_placed(job, CPU_NODES, (size_t)(group - job->groups)) &&
            group->nodes.first + group->nodes.n <= job->ast.capacity) {
            ast_copy(ast_at(job->ast.ast, group->nodes.first), held->ast.ast, group->nodes.n,
                     (uint32_t)group->toks.first, (uint32_t)group->nodes.first - 1);
            group->in_place = true;
            group->held = NULL;
            held->group = NULL;
        }
        if (!held->group)
            free = held;
        else if (held->group < oldest->group)
            oldest = held;
    }
    if (!free && !cpu_pack_nodes(job, oldest))
        return NULL;
    return free ? free : oldest;
}

/* Makes the AST of a group whose tokens are toks, and the diagnostics of its files. With in_place the places of its
 * tokens and nodes are known. False: memory has run out. */
static bool cpu_parse_group(cpu_job *job, cpu_group *group, lex_tokens toks, bool in_place, uint32_t thread)
{
    cpu_worker *worker = job->workers[thread];
    cpu_held *held = cpu_release(job, worker);
    size_t n_nodes = 0;
    group->in_place = in_place;
    if (!held)
        return false;
    for (size_t i = group->first_file; i < group->first_file + group->n_files; i++) {
        batch_file *file = &job->work->files[i];
        lex_tokens of_file = token_at(toks, file->first_tok);
        parse_file text = {file->bytes,   file->n_bytes, file->base,  file->edition, of_file.kind,
                           of_file.flags, of_file.start, of_file.end, file->n_toks};
        if (parse_whole_file(&text, file->suspicious, job->work->first_source + (uint32_t)i, &worker->parse,
                             &job->work->lists[thread]) != PARSE_GOOD)
            return false;
        size_t n = worker->parse.n_nodes;
        parse_ast room = cpu_room_for_nodes(job, group, &held->ast, n_nodes, n);
        const size_t first_tok = file->first_tok + (group->in_place ? group->toks.first : 0);
        const size_t first_node = n_nodes + (group->in_place ? group->nodes.first : 1);
        if (!room.kind ||
            parse_preorder(&text, &worker->parse, (uint32_t)first_tok, (uint32_t)first_node, room) != PARSE_GOOD)
            return false;
        file->first_node = (uint32_t)n_nodes;
        file->n_nodes = (uint32_t)n;
        n_nodes += n;
    }
    cpu_count(job, group, CPU_NODES, n_nodes);
    if (group->in_place)
        return true;
    if (group->n_bytes >= 8 * TUNING_GROUP_BYTES) { /* a large group's arrays are handed over and not copied */
        group->ast = held->ast;
        memset(&held->ast, 0, sizeof held->ast);
        parse_scratch_free(&worker->parse);
        return true;
    }
    group->held = &held->ast;
    held->group = group;
    return true;
}

static void cpu_stop(cpu_job *job, bool out_of_memory)
{
    pthread_mutex_lock(&job->lock);
    job->stopped = true;
    job->out_of_memory |= out_of_memory;
    pthread_cond_broadcast(&job->changed);
    pthread_mutex_unlock(&job->lock);
}

static bool cpu_stopped(cpu_job *job)
{
    pthread_mutex_lock(&job->lock);
    bool stopped = job->stopped;
    pthread_mutex_unlock(&job->lock);
    return stopped;
}

/* Whether a counted group is placed, or will be once others that run have counted theirs. If little waits, it answers
 * at once. The first uncounted group never waits here, so the wait ends. */
static bool cpu_await_place(cpu_job *job, size_t index)
{
    pthread_mutex_lock(&job->lock);
    job->scratch_now += job->groups[index].toks.n * 10;
    if (job->scratch_now > job->scratch_most)
        job->scratch_most = job->scratch_now;
    while (index >= job->n_placed[CPU_TOKS] && job->scratch_now > TUNING_WAITING_BYTES && !job->stopped)
        pthread_cond_wait(&job->changed, &job->lock);
    bool placed = index < job->n_placed[CPU_TOKS];
    if (placed)
        job->scratch_now -= job->groups[index].toks.n * 10;
    pthread_mutex_unlock(&job->lock);
    return placed;
}

/* Keeps a group's tokens until its place is known. Scratch of a large group is handed over, not copied. */
static bool cpu_keep(const cpu_job *job, cpu_group *group, token_memory *scratch)
{
    if (group->n_bytes >= 8 * TUNING_GROUP_BYTES) {
        group->waiting = *scratch;
        memset(scratch, 0, sizeof *scratch);
        token_trim(&group->waiting, group->toks.n);
        return true;
    }
    if (!token_reserve_from(job->work->pool, &group->waiting, group->toks.n))
        return false;
    token_copy(group->waiting.toks, scratch->toks, group->toks.n);
    token_trim(&group->waiting, group->toks.n);
    return true;
}

static void cpu_lex_into_scratch(cpu_job *job, size_t index, uint32_t thread)
{
    cpu_group *group = &job->groups[index];
    token_memory *scratch = &job->workers[thread]->toks;
    size_t capacity = (size_t)group->n_bytes + lex_max_toks(0);

    if (scratch->capacity < capacity) {
        token_free(scratch);
        if (!token_reserve(scratch, capacity)) {
            cpu_stop(job, true);
            return;
        }
    }
    size_t n_toks = cpu_lex_group(job, group, scratch->toks);
    cpu_count(job, group, CPU_TOKS, n_toks);
    if (job->work->parse && !cpu_parse_group(job, group, scratch->toks, false, thread)) {
        cpu_stop(job, true);
        return;
    }
    if (cpu_await_place(job, index))
        token_copy(token_at(job->toks, group->toks.first), scratch->toks, n_toks);
    else if (!cpu_keep(job, group, scratch))
        cpu_stop(job, true);
    /* A thread that has met one large group must not hold on to its pages. */
    if (group->n_bytes >= 8 * TUNING_GROUP_BYTES)
        token_free(scratch);
}

static void cpu_do_group(void *context, size_t index, uint32_t thread)
{
    cpu_job *job = (cpu_job *)context;
    cpu_group *group = &job->groups[index];
    if (watch_cancelled(job->watch) || cpu_stopped(job)) {
        cpu_stop(job, false);
        return;
    }
    if (cpu_is_placed(job, CPU_TOKS, index)) {
        lex_tokens toks = token_at(job->toks, group->toks.first);
        cpu_count(job, group, CPU_TOKS, cpu_lex_group(job, group, toks));
        bool in_place = job->ast.capacity > 0 && cpu_is_placed(job, CPU_NODES, index);
        if (job->work->parse && !cpu_parse_group(job, group, toks, in_place, thread))
            cpu_stop(job, true);
    } else {
        cpu_lex_into_scratch(job, index, thread);
    }
    watch_add(job->watch, group->n_bytes - group->n_files, thread);
}

/* Moves waiting tokens, and the files' first tokens, to their place. */
static void cpu_settle_group(void *context, size_t index, uint32_t thread)
{
    cpu_job *job = (cpu_job *)context;
    cpu_group *group = &job->groups[index];
    (void)thread;
    if (group->waiting.toks.kind) {
        token_copy(token_at(job->toks, group->toks.first), group->waiting.toks, group->toks.n);
        token_free(&group->waiting);
    }
    for (size_t i = group->first_file; i < group->first_file + group->n_files; i++) {
        job->work->files[i].first_tok += (uint32_t)group->toks.first;
        job->work->files[i].first_node += (uint32_t)group->nodes.first;
    }
    if (job->work->parse && !group->in_place) {
        const ast_memory *from = group->held ? group->held : &group->ast;
        ast_copy(ast_at(job->work->ast, group->nodes.first), from->ast, group->nodes.n, (uint32_t)group->toks.first,
                 (uint32_t)group->nodes.first - 1);
        ast_free(&group->ast);
    }
}

/* Allocates the batch's AST arrays, and decides where each group's nodes go. If the reserved arrays are too small,
 * nodes that are in place move. */
static rustg_status cpu_place_nodes(cpu_job *job, rustg_error *error)
{
    ast_memory memory = job->ast;
    uint64_t n_nodes = 1, n_in_place = 1;
    for (size_t g = 0; g < job->n_groups; g++) {
        job->groups[g].nodes.first = (size_t)n_nodes;
        n_nodes += job->groups[g].nodes.n;
        if (job->groups[g].in_place)
            n_in_place = n_nodes;
    }
    if (n_nodes > UINT32_MAX)
        return error_set(error, RUSTG_ERR_MEMORY, "%llu nodes in a batch do not fit 32 bits: make batch_bytes smaller",
                         (unsigned long long)n_nodes);
    if (n_nodes > memory.capacity && !ast_reserve_likely(job->work->pool, &memory, (size_t)n_nodes, (size_t)n_nodes))
        return error_set(error, RUSTG_ERR_MEMORY, "out of memory for %llu nodes", (unsigned long long)n_nodes);
    if (memory.ast.kind != job->ast.ast.kind) { /* the gaps between groups in place are filled later */
        if (n_in_place > 1)
            ast_copy(ast_at(memory.ast, 1), ast_at(job->ast.ast, 1), (size_t)n_in_place - 1, 0, 0);
        ast_used(&job->ast, job->ast.capacity);
        ast_free(&job->ast);
    }
    memset(&job->ast, 0, sizeof job->ast);
    job->work->ast = memory.ast;
    job->work->ast_capacity = memory.capacity;
    ast_used(&memory, (size_t)n_nodes);
    job->work->ast_block = memory.block;
    job->work->n_nodes = (size_t)n_nodes;
    memory.ast.kind[0] = 0;
    memory.ast.tok[0] = memory.ast.start[0] = memory.ast.end[0] = memory.ast.parent[0] = 0;
    memory.ast.next[0] = 1;
    return RUSTG_OK;
}

static void cpu_free_worker(host_kept *kept)
{
    cpu_worker *worker = (cpu_worker *)kept;
    token_free(&worker->toks);
    for (uint32_t k = 0; k < CPU_N_HELD; k++)
        ast_free(&worker->held[k].ast);
    parse_scratch_free(&worker->parse);
    free(worker);
}

/* How many bytes of scratch the thread has, without its token arrays, which are counted where they lie. */
static size_t cpu_worker_bytes(const cpu_worker *worker)
{
    const parse_scratch *parse = &worker->parse;
    size_t held = 0;
    for (uint32_t k = 0; k < CPU_N_HELD; k++)
        held += worker->held[k].ast.block.n_bytes;
    return sizeof *worker + worker->toks.block.n_bytes + held +
           parse->capacity_toks * (sizeof *parse->kinds + sizeof *parse->partner) +
           parse->capacity_frames * sizeof *parse->frames + parse->capacity_nodes * sizeof *parse->nodes +
           parse->capacity_opened * sizeof *parse->opened;
}

static void cpu_give_workers(host_pool *pool, cpu_worker **workers, uint32_t n)
{
    for (uint32_t t = 0; workers && t < n && workers[t]; t++) {
        for (uint32_t k = 0; k < CPU_N_HELD; k++)
            workers[t]->held[k].group = NULL;
        workers[t]->kept.n_bytes = cpu_worker_bytes(workers[t]);
        host_pool_give_kept(workers[t]->kept.n_bytes <= TUNING_WORKER_KEEP_BYTES ? pool : NULL, &workers[t]->kept);
    }
    free(workers);
}

/* NULL when memory ran out. */
static cpu_worker **cpu_take_workers(host_pool *pool, uint32_t n)
{
    cpu_worker **workers = calloc(n, sizeof(cpu_worker *));
    for (uint32_t t = 0; workers && t < n; t++) {
        workers[t] = (cpu_worker *)host_pool_take_kept(pool);
        if (!workers[t])
            workers[t] = calloc(1, sizeof *workers[t]);
        if (!workers[t]) {
            cpu_give_workers(pool, workers, n);
            return NULL;
        }
        workers[t]->kept.free = cpu_free_worker;
    }
    return workers;
}

rustg_status engine_cpu_run(batch *work, uint32_t n_threads, watch *progress, uint64_t *scratch_bytes,
                            rustg_error *error)
{
    rustg_status status = RUSTG_OK;
    cpu_job job;
    token_memory memory;
    uint64_t n_slots = 1;
    const uint32_t n_asked = n_threads;

    memset(&job, 0, sizeof job);
    memset(&memory, 0, sizeof memory);
    job.work = work;
    job.watch = progress;
    job.n_groups = cpu_cut_groups(work, n_threads, NULL);
    if (n_threads > job.n_groups)
        n_threads = job.n_groups ? (uint32_t)job.n_groups : 1;
    if (pthread_mutex_init(&job.lock, NULL) != 0)
        return error_set(error, RUSTG_ERR_MEMORY, "out of memory for a lock");
    if (pthread_cond_init(&job.changed, NULL) != 0) {
        pthread_mutex_destroy(&job.lock);
        return error_set(error, RUSTG_ERR_MEMORY, "out of memory for a condition variable");
    }

    for (size_t i = 0; i < work->n_files; i++)
        n_slots += cpu_file_slots(&work->files[i]);
    job.groups = (cpu_group *)calloc(job.n_groups + 1, sizeof *job.groups);
    job.workers = cpu_take_workers(work->pool, n_threads);
    if (!job.groups || !job.workers || !token_reserve_from(work->pool, &memory, (size_t)n_slots + lex_max_toks(0))) {
        status = error_set(error, RUSTG_ERR_MEMORY, "out of memory for the tokens of %llu source bytes",
                           (unsigned long long)work->n_bytes);
        goto done;
    }
    cpu_cut_groups(work, n_asked, job.groups);
    job.toks = memory.toks;
    job.toks.kind[0] = job.toks.flags[0] = 0;
    job.toks.start[0] = job.toks.end[0] = 0;
    job.groups[0].toks.first = 1;
    job.groups[0].nodes.first = work->parse ? 1 : 0;
    job.n_placed[CPU_TOKS] = job.n_placed[CPU_NODES] = 1;
    if (work->parse && work->n_bytes >= TUNING_PLACED_NODES_BYTES &&
        !ast_reserve_likely(work->pool, &job.ast, (size_t)n_slots, (size_t)n_slots / TUNING_BYTES_PER_NODE)) {
        status = error_set(error, RUSTG_ERR_MEMORY, "out of memory for the nodes of %llu source bytes",
                           (unsigned long long)work->n_bytes);
        goto done;
    }

    parallel_for(job.n_groups, n_threads, cpu_do_group, &job);
    if (watch_cancelled(progress)) {
        status = error_set(error, RUSTG_ERR_CANCELLED, "cancelled by the progress function");
        goto done;
    }
    if (job.out_of_memory) {
        status = error_set(error, RUSTG_ERR_MEMORY, "out of memory while lexing and parsing %llu source bytes",
                           (unsigned long long)work->n_bytes);
        goto done;
    }
    if (work->parse) {
        status = cpu_place_nodes(&job, error);
        if (status != RUSTG_OK)
            goto done;
    }
    parallel_for(job.n_groups, n_threads, cpu_settle_group, &job);

    work->n_toks = 1;
    if (job.n_groups > 0)
        work->n_toks = job.groups[job.n_groups - 1].toks.first + job.groups[job.n_groups - 1].toks.n;
    token_trim(&memory, work->n_toks);
    work->toks = memory.toks;
    work->toks_block = memory.block;
    memset(&memory, 0, sizeof memory);
    if (job.scratch_most > *scratch_bytes)
        *scratch_bytes = job.scratch_most;
done:
    memory.block.n_used = memory.block.n_bytes; /* who knows how much was written: too much to keep */
    job.ast.block.n_used = job.ast.block.n_bytes;
    token_free(&memory);
    ast_free(&job.ast);
    for (size_t i = 0; job.groups && i < job.n_groups; i++) {
        token_free(&job.groups[i].waiting);
        ast_free(&job.groups[i].ast);
    }
    cpu_give_workers(work->pool, job.workers, n_threads);
    free(job.groups);
    pthread_cond_destroy(&job.changed);
    pthread_mutex_destroy(&job.lock);
    return status;
}
