/* engine_cuda.c: runs batches through the lexer's and the parser's kernels. It has two slots, so that one batch is
 * staged while another runs. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/batch.h"
#include "base/clock.h"
#include "base/global_lock.h"
#include "base/error.h"
#include "base/parallel.h"
#include "engine/ast_memory.h"
#include "engine/engine_kernels.h"
#include "engine/cuda_parse.h"
#include "engine/engine_cuda.h"
#include "engine/stage_copy.h"
#include "engine/token_memory.h"

enum {
    ENGINE_N_SLOTS = 2,
    ENGINE_ALIGN = 256,
    ENGINE_LEAD = 256,             /* zero bytes before the source on the device */
    ENGINE_PIECE_BYTES = 16 << 20, /* staged and sent at a time */
    ENGINE_SCRATCH_ARRAYS = 7
};

/* A batch on its way. `input` holds on the host and on the device: zeros, source, zeros, file table, tile table. */
typedef struct engine_slot {
    cuda_stream stream;
    cuda_event began, copied, lexed, done;
    uint8_t *input;
    size_t input_capacity;
    uint32_t *report; /* pinned copy of file flags, first tokens and n_toks */
    size_t report_capacity;
    uint8_t *bounce; /* pinned, two halves, through which token arrays come back */
    cuda_pointer d_input, d_scratch, d_report, d_toks;
    size_t files_at, tiles_at, input_bytes, report_bytes, zeroed_bytes;
    lex_batch_view view;
} engine_slot;

struct engine_cuda {
    cuda_context_entry *context;
    const cuda_driver *driver;
    bool leave_on_device, failed;
    uint32_t n_threads;
    uint32_t next_begin, next_end;
    uint64_t scratch_bytes;
    uint64_t n_diagnosed;
    double seconds_copy, seconds_lex, seconds_parse;
    engine_slot slots[ENGINE_N_SLOTS];
};

/* Pinning memory costs more than lexing what it holds, so one closed engine a device is kept for the next open while
 * the library is initialized. */
enum { ENGINE_MAX_IDLE = 64 };
static engine_cuda *engine_idle[ENGINE_MAX_IDLE];
static bool engine_idle_wanted;

static void engine_destroy(engine_cuda *engine);

static engine_cuda *engine_take_idle(int32_t device)
{
    engine_cuda *engine = NULL;
    if (device < 0 || device >= ENGINE_MAX_IDLE)
        return NULL;
    global_lock(GLOBAL_LOCK_ENGINE_IDLE);
    engine = engine_idle[device];
    engine_idle[device] = NULL;
    global_unlock(GLOBAL_LOCK_ENGINE_IDLE);
    return engine;
}

void engine_cuda_trim(void)
{
    engine_cuda *idle[ENGINE_MAX_IDLE];
    global_lock(GLOBAL_LOCK_ENGINE_IDLE);
    memcpy(idle, engine_idle, sizeof idle);
    memset(engine_idle, 0, sizeof engine_idle);
    global_unlock(GLOBAL_LOCK_ENGINE_IDLE);
    for (int i = 0; i < ENGINE_MAX_IDLE; i++)
        engine_destroy(idle[i]);
}

void engine_cuda_keep(bool keep)
{
    global_lock(GLOBAL_LOCK_ENGINE_IDLE);
    engine_idle_wanted = keep;
    global_unlock(GLOBAL_LOCK_ENGINE_IDLE);
    if (!keep)
        engine_cuda_trim();
}

static size_t engine_align(size_t n_bytes)
{
    return (n_bytes + ENGINE_ALIGN - 1) / ENGINE_ALIGN * ENGINE_ALIGN;
}

static uint8_t *engine_pointer(cuda_pointer pointer, size_t offset)
{
    return (uint8_t *)(uintptr_t)(pointer + offset);
}

#define ENGINE_TRY(call, arguments)                                                                                    \
    do {                                                                                                               \
        status = cuda_check(driver->call arguments, #call, error);                                                     \
        if (status != RUSTG_OK)                                                                                        \
            goto out;                                                                                                  \
    } while (0)

static rustg_status engine_pinned(const cuda_driver *driver, void **buffer, size_t *capacity, size_t n_bytes,
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

rustg_status engine_cuda_open(int32_t device, bool leave_on_device, uint32_t n_threads, engine_cuda **engine,
                              rustg_error *error)
{
    cuda_context previous;
    rustg_status status;
    engine_cuda *made = engine_take_idle(device);
    *engine = made;
    if (made) {
        made->leave_on_device = leave_on_device;
        made->n_threads = n_threads ? n_threads : 1;
        return RUSTG_OK;
    }
    made = calloc(1, sizeof *made);
    if (!made)
        return error_set(error, RUSTG_ERR_MEMORY, "out of host memory");
    status = engine_kernels_acquire(device, &made->context, error);
    if (status != RUSTG_OK) {
        free(made);
        return status;
    }
    const cuda_driver *driver = made->driver = made->context->driver;
    made->leave_on_device = leave_on_device;
    made->n_threads = n_threads ? n_threads : 1;
    status = cuda_check(driver->cuCtxPushCurrent(made->context->context), "cuCtxPushCurrent", error);
    if (status != RUSTG_OK) {
        engine_destroy(made);
        return status;
    }
    for (int i = 0; i < ENGINE_N_SLOTS; i++) {
        engine_slot *slot = &made->slots[i];
        ENGINE_TRY(cuStreamCreate, (&slot->stream, CUDA_STREAM_NON_BLOCKING));
        ENGINE_TRY(cuEventCreate, (&slot->began, CUDA_EVENT_DEFAULT));
        ENGINE_TRY(cuEventCreate, (&slot->copied, CUDA_EVENT_DEFAULT));
        ENGINE_TRY(cuEventCreate, (&slot->lexed, CUDA_EVENT_DEFAULT));
        ENGINE_TRY(cuEventCreate, (&slot->done, CUDA_EVENT_DEFAULT));
    }
out:
    driver->cuCtxPopCurrent(&previous);
    if (status == RUSTG_OK)
        *engine = made;
    else
        engine_destroy(made);
    return status;
}

/* Stages the input: it copies each file to its base, blanks what precedes its tokens, and puts zeros behind it. */
typedef struct engine_stage {
    batch_file *files;
    size_t n_files;
    uint32_t n_bytes; /* of the batch */
    uint8_t *source;
} engine_stage;

static void engine_stage_file(void *context, size_t index, uint32_t thread)
{
    const engine_stage *stage = context;
    batch_file *file = &stage->files[index];
    uint32_t slot_end = index + 1 < stage->n_files ? file[1].base : stage->n_bytes;
    uint8_t *to = stage->source + file->base;
    (void)thread;
    file->suspicious = false;
    if (file->n_bytes > 0) {
        uint32_t n_blank = lex_prologue(file->bytes, file->n_bytes);
        stage_copy(to, file->bytes, file->n_bytes);
        memset(to, ' ', n_blank);
        file->suspicious = n_blank > 0; /* frontmatter has errors of its own */
    }
    memset(to + file->n_bytes, 0, slot_end - file->base - file->n_bytes);
}

/* Makes the host's side of the input, all but the source: lead, tail and tables. */
static void engine_fill_tables(engine_slot *slot, const batch *work)
{
    lex_file_entry *files = (lex_file_entry *)(slot->input + slot->files_at);
    uint32_t *tile_file = (uint32_t *)(slot->input + slot->tiles_at);
    size_t f = 0;
    memset(slot->input, 0, ENGINE_LEAD);
    memset(slot->input + ENGINE_LEAD + work->n_bytes, 0, slot->files_at - ENGINE_LEAD - work->n_bytes);
    for (size_t i = 0; i < work->n_files; i++) {
        lex_file_entry entry = {work->files[i].base, work->files[i].n_bytes, work->files[i].edition, 0};
        files[i] = entry;
    }
    for (uint32_t t = 0; t <= slot->view.n_tiles; t++) {
        while (f + 1 < work->n_files && work->files[f + 1].base <= (uint64_t)t * LEX_TILE_BYTES)
            f++;
        tile_file[t] = (uint32_t)f;
    }
}

enum { ENGINE_SMALL_BLOCK = 128 };

static uint32_t engine_blocks(uint32_t n, uint32_t a_block)
{
    return (n + a_block - 1) / a_block;
}

static uint32_t engine_groups(uint32_t n_tiles)
{
    return engine_blocks(n_tiles, LEX_SCAN_THREADS);
}

static rustg_status engine_launch(engine_cuda *engine, engine_slot *slot, int kernel, rustg_error *error)
{
    const lex_batch_view *v = &slot->view;
    void *parameters[] = {&slot->view};
    uint32_t n_blocks = v->n_tiles, n_threads = LEX_TILE_CHUNKS;
    switch ((cuda_lex_kernel)kernel) {
    case CUDA_lex_tile_state_kernel:
    case CUDA_lex_tile_base_kernel:
        n_blocks = engine_groups(v->n_tiles);
        n_threads = LEX_SCAN_THREADS;
        break;
    case CUDA_lex_relex_kernel:
        n_blocks = engine_blocks(v->n_files, LEX_RELEX_THREADS / 32);
        n_threads = LEX_RELEX_THREADS;
        break;
    case CUDA_lex_straddle_kernel:
        n_blocks = engine_blocks(v->n_tiles, ENGINE_SMALL_BLOCK);
        n_threads = ENGINE_SMALL_BLOCK;
        break;
    case CUDA_lex_try_kernel:
    case CUDA_lex_piece_kernel:
    case CUDA_lex_again_kernel:
    case CUDA_lex_doubt_kernel: n_blocks = v->n_tiles < LEX_FEW_BLOCKS ? v->n_tiles : LEX_FEW_BLOCKS; break;
    case CUDA_lex_map_kernel:
    case CUDA_lex_mark_kernel:
    case CUDA_lex_emit_kernel: break; /* a block for each tile */
    case CUDA_N_KERNELS: return error_set(error, RUSTG_ERR_INTERNAL, "kernel %d is not launched here", kernel);
    }
    return cuda_check(engine->driver->cuLaunchKernel(engine->context->kernels->lex[kernel], n_blocks, 1, 1, n_threads,
                                                     1, 1, 0, slot->stream, parameters, NULL),
                      "cuLaunchKernel", error);
}

static rustg_status engine_launch_lexer(engine_cuda *engine, engine_slot *slot, int first, rustg_error *error)
{
    rustg_status status = RUSTG_OK;
    for (int kernel = first; kernel < CUDA_N_KERNELS && status == RUSTG_OK; kernel++)
        status = engine_launch(engine, slot, kernel, error);
    return status;
}

/* Device arrays for capacity tokens. */
static rustg_status engine_allocate_toks(engine_cuda *engine, engine_slot *slot, uint32_t capacity, rustg_error *error)
{
    size_t bytes = engine_align(capacity), words = engine_align((size_t)capacity * 4);
    cuda_release(engine->context, slot->d_toks, slot->stream);
    rustg_status status = cuda_allocate(engine->context, 2 * bytes + 2 * words, slot->stream, &slot->d_toks, error);
    slot->view.capacity = capacity;
    slot->view.d_tok_start = (uint32_t *)engine_pointer(slot->d_toks, 0);
    slot->view.d_tok_end = (uint32_t *)engine_pointer(slot->d_toks, words);
    slot->view.d_kind = engine_pointer(slot->d_toks, 2 * words);
    slot->view.d_flags = engine_pointer(slot->d_toks, 2 * words + bytes);
    return status;
}

static size_t engine_carve(size_t *total, size_t n_bytes)
{
    size_t at = *total;
    *total += engine_align(n_bytes);
    return at;
}

static rustg_status engine_allocate(engine_cuda *engine, engine_slot *slot, const batch *work, rustg_error *error)
{
    lex_batch_view *v = &slot->view;
    size_t at[ENGINE_SCRATCH_ARRAYS], scratch = 0;
    memset(v, 0, sizeof *v);
    v->n_chunks = work->n_bytes / LEX_CHUNK_BYTES;
    v->n_tiles = (v->n_chunks + LEX_TILE_CHUNKS - 1) / LEX_TILE_CHUNKS;
    v->n_files = (uint32_t)work->n_files;
    uint32_t n_groups = engine_groups(v->n_tiles);

    slot->files_at = engine_align(ENGINE_LEAD + (size_t)v->n_tiles * LEX_TILE_BYTES + LEX_TILE_BYTES);
    slot->tiles_at = slot->files_at + engine_align(work->n_files * sizeof(lex_file_entry));
    slot->input_bytes = slot->tiles_at + engine_align((v->n_tiles + 1) * sizeof(uint32_t));
    slot->report_bytes = (2 * work->n_files + 1) * sizeof(uint32_t);
    slot->zeroed_bytes = slot->report_bytes + (4 + 2 * (size_t)n_groups + v->n_chunks / 32 + 1) * sizeof(uint32_t);
    rustg_status status =
        engine_pinned(engine->driver, (void **)&slot->input, &slot->input_capacity, slot->input_bytes, error);
    if (status == RUSTG_OK)
        status =
            engine_pinned(engine->driver, (void **)&slot->report, &slot->report_capacity, slot->report_bytes, error);
    if (status != RUSTG_OK)
        return status;

    at[0] = engine_carve(&scratch, (size_t)v->n_chunks * 8);
    at[1] = engine_carve(&scratch, (size_t)v->n_chunks * 8);
    at[2] = engine_carve(&scratch, (size_t)v->n_chunks * 8);
    at[3] = engine_carve(&scratch, (size_t)v->n_tiles * 8);
    at[4] = engine_carve(&scratch, (size_t)v->n_tiles * 20 + (size_t)v->n_files * 4);
    at[5] = engine_carve(&scratch, v->n_tiles);
    at[6] = engine_carve(&scratch, (size_t)n_groups * 16);
    status = cuda_allocate(engine->context, slot->input_bytes, slot->stream, &slot->d_input, error);
    if (status == RUSTG_OK)
        status = cuda_allocate(engine->context, scratch, slot->stream, &slot->d_scratch, error);
    if (status == RUSTG_OK)
        status = cuda_allocate(engine->context, slot->zeroed_bytes, slot->stream, &slot->d_report, error);
    if (status != RUSTG_OK)
        return status;
    if (scratch + slot->zeroed_bytes > engine->scratch_bytes)
        engine->scratch_bytes = scratch + slot->zeroed_bytes;

    v->d_source = engine_pointer(slot->d_input, ENGINE_LEAD);
    v->d_files = (const lex_file_entry *)engine_pointer(slot->d_input, slot->files_at);
    v->d_tile_file = (const uint32_t *)engine_pointer(slot->d_input, slot->tiles_at);
    v->d_prefix = (uint64_t *)engine_pointer(slot->d_scratch, at[0]);
    v->d_start = (uint64_t *)engine_pointer(slot->d_scratch, at[1]);
    v->d_last = (uint64_t *)engine_pointer(slot->d_scratch, at[2]);
    v->d_tile_map = (uint64_t *)engine_pointer(slot->d_scratch, at[3]);
    v->d_tile_starts = (uint32_t *)engine_pointer(slot->d_scratch, at[4]);
    v->d_tile_lasts = v->d_tile_starts + v->n_tiles;
    v->d_tile_start_base = v->d_tile_lasts + v->n_tiles;
    v->d_tile_last_base = v->d_tile_start_base + v->n_tiles;
    v->d_unsettled = v->d_tile_last_base + v->n_tiles;
    v->d_doubtful = v->d_unsettled + v->n_tiles;
    v->d_tile_state = engine_pointer(slot->d_scratch, at[5]);
    v->d_file_flags = (uint32_t *)engine_pointer(slot->d_report, 0);
    v->d_file_first_tok = v->d_file_flags + v->n_files;
    v->d_n_toks = v->d_file_first_tok + v->n_files;
    v->d_tickets = v->d_n_toks + 1;
    v->d_state_flags = v->d_tickets + 2;
    v->d_base_flags = v->d_state_flags + n_groups;
    v->d_n_unsettled = v->d_base_flags + n_groups;
    v->d_n_doubtful = v->d_n_unsettled + 1;
    v->d_again = v->d_n_doubtful + 1;
    v->d_group_own = (uint64_t *)engine_pointer(slot->d_scratch, at[6]);
    v->d_group_upto = v->d_group_own + n_groups;
    /* Real code has a token in 5.5 bytes; denser batches are emitted again with the memory that they need. */
    return engine_allocate_toks(engine, slot, work->n_bytes / 4 + 2 * (uint32_t)work->n_files + 64, error);
}

static rustg_status engine_send(engine_cuda *engine, engine_slot *slot, const batch *work, rustg_error *error)
{
    const cuda_driver *driver = engine->driver;
    engine_stage stage = {work->files, work->n_files, work->n_bytes, slot->input + ENGINE_LEAD};
    rustg_status status;
    size_t sent = 0;
    engine_fill_tables(slot, work);
    for (size_t first = 0; first < work->n_files;) {
        size_t end = first;
        uint32_t from = work->files[first].base, to = from;
        while (end < work->n_files && (end == first || to - from < ENGINE_PIECE_BYTES)) {
            end++;
            to = end < work->n_files ? work->files[end].base : work->n_bytes;
        }
        engine_stage piece = stage;
        piece.files += first;
        piece.n_files -= first;
        parallel_for(end - first, to - from > (1u << 20) ? engine->n_threads : 1, engine_stage_file, &piece);
        first = end;
        size_t ready = first < work->n_files ? ENGINE_LEAD + to : slot->input_bytes;
        ENGINE_TRY(cuMemcpyHtoDAsync, (slot->d_input + sent, slot->input + sent, ready - sent, slot->stream));
        sent = ready;
    }
    status = RUSTG_OK;
out:
    return status;
}

rustg_status engine_cuda_begin(engine_cuda *engine, batch *work, rustg_error *error)
{
    const cuda_driver *driver = engine->driver;
    engine_slot *slot = &engine->slots[engine->next_begin++ % ENGINE_N_SLOTS];
    cuda_context previous;
    rustg_status status = cuda_check(driver->cuCtxPushCurrent(engine->context->context), "cuCtxPushCurrent", error);
    if (status != RUSTG_OK)
        return status;
    status = engine_allocate(engine, slot, work, error);
    if (status != RUSTG_OK)
        goto out;
    ENGINE_TRY(cuMemsetD8Async, (slot->d_report, 0, slot->zeroed_bytes, slot->stream));
    ENGINE_TRY(cuEventRecord, (slot->began, slot->stream));
    status = engine_send(engine, slot, work, error);
    if (status != RUSTG_OK)
        goto out;
    ENGINE_TRY(cuEventRecord, (slot->copied, slot->stream));
    status = engine_launch_lexer(engine, slot, 0, error);
    if (status != RUSTG_OK)
        goto out;
    ENGINE_TRY(cuEventRecord, (slot->lexed, slot->stream));
    ENGINE_TRY(cuMemcpyDtoHAsync, (slot->report, slot->d_report, slot->report_bytes, slot->stream));
    ENGINE_TRY(cuEventRecord, (slot->done, slot->stream));
out:
    engine->failed |= status != RUSTG_OK;
    driver->cuCtxPopCurrent(&previous);
    return status;
}

typedef struct engine_copy {
    uint8_t *to;
    const uint8_t *from;
    size_t n_bytes;
} engine_copy;

enum { ENGINE_COPY_BYTES = 1 << 20, ENGINE_BOUNCE_BYTES = 8 << 20 };

static void engine_copy_part(void *context, size_t index, uint32_t thread)
{
    const engine_copy *copy = context;
    size_t at = index * ENGINE_COPY_BYTES;
    size_t n = copy->n_bytes - at < ENGINE_COPY_BYTES ? copy->n_bytes - at : ENGINE_COPY_BYTES;
    (void)thread;
    memcpy(copy->to + at, copy->from + at, n);
}

/* Copies from the device to pageable memory through two pinned halves: one is filled while the other is copied on. */
static rustg_status engine_fetch(engine_cuda *engine, engine_slot *slot, void *to, const void *d_from, size_t n_bytes,
                                 rustg_error *error)
{
    const cuda_driver *driver = engine->driver;
    cuda_pointer from = (cuda_pointer)(uintptr_t)d_from;
    rustg_status status = RUSTG_OK;
    size_t capacity = slot->bounce ? 2 * ENGINE_BOUNCE_BYTES : 0;
    engine_copy ready = {NULL, NULL, 0};
    status = engine_pinned(driver, (void **)&slot->bounce, &capacity, 2 * ENGINE_BOUNCE_BYTES, error);
    if (status != RUSTG_OK)
        return status;
    for (size_t at = 0, half = 0; at < n_bytes || ready.n_bytes; half ^= 1) {
        engine_copy next = {NULL, NULL, 0};
        if (at < n_bytes) {
            next.n_bytes = n_bytes - at < ENGINE_BOUNCE_BYTES ? n_bytes - at : ENGINE_BOUNCE_BYTES;
            next.to = (uint8_t *)to + at;
            next.from = slot->bounce + half * ENGINE_BOUNCE_BYTES;
            ENGINE_TRY(cuMemcpyDtoHAsync,
                       (slot->bounce + half * ENGINE_BOUNCE_BYTES, from + at, next.n_bytes, slot->stream));
            at += next.n_bytes;
        }
        if (ready.n_bytes)
            parallel_for((ready.n_bytes + ENGINE_COPY_BYTES - 1) / ENGINE_COPY_BYTES, engine->n_threads,
                         engine_copy_part, &ready);
        ENGINE_TRY(cuStreamSynchronize, (slot->stream));
        ready = next;
    }
out:
    return status;
}

static void engine_read_report(const engine_slot *slot, batch *work)
{
    const uint32_t *flags = slot->report, *first_tok = flags + work->n_files;
    for (size_t i = 0; i < work->n_files; i++) {
        batch_file *file = &work->files[i];
        uint32_t end_tok = i + 1 < work->n_files ? first_tok[i + 1] : (uint32_t)work->n_toks;
        file->first_tok = first_tok[i];
        file->n_toks = end_tok - first_tok[i] - 1;
        file->relexed = flags[i] & LEX_WEIRD;
        file->suspicious |= (flags[i] & LEX_BAD) != 0;
    }
}

/* Hands the source and token arrays over to the caller. */
static void engine_leave(engine_cuda *engine, engine_slot *slot, batch *work)
{
    const lex_batch_view *v = &slot->view;
    engine_left *left = work->device_memory;
    rustg_device_tokens device = {.device = engine->context->ordinal,
                                  .d_kind = (uint64_t)(uintptr_t)v->d_kind,
                                  .d_flags = (uint64_t)(uintptr_t)v->d_flags,
                                  .d_start = (uint64_t)(uintptr_t)v->d_tok_start,
                                  .d_end = (uint64_t)(uintptr_t)v->d_tok_end,
                                  .d_source = (uint64_t)(uintptr_t)v->d_source,
                                  .n_toks = work->n_toks,
                                  .n_bytes = work->n_bytes};
    left->d_input = slot->d_input;
    left->d_toks = slot->d_toks;
    slot->d_input = slot->d_toks = 0;
    work->device = device;
    work->on_device = true;
}

static rustg_status engine_bring(engine_cuda *engine, engine_slot *slot, batch *work, rustg_error *error)
{
    const lex_batch_view *v = &slot->view;
    token_memory memory;
    rustg_status status = RUSTG_OK;
    if (!token_reserve_from(work->pool, &memory, work->n_toks))
        return error_set(error, RUSTG_ERR_MEMORY, "out of host memory for %zu tokens", work->n_toks);
    token_trim(&memory, work->n_toks);
    work->toks = memory.toks;
    work->toks_block = memory.block;
    status = engine_fetch(engine, slot, memory.toks.start, v->d_tok_start, work->n_toks * 4, error);
    if (status == RUSTG_OK)
        status = engine_fetch(engine, slot, memory.toks.end, v->d_tok_end, work->n_toks * 4, error);
    if (status == RUSTG_OK)
        status = engine_fetch(engine, slot, memory.toks.kind, v->d_kind, work->n_toks, error);
    if (status == RUSTG_OK)
        status = engine_fetch(engine, slot, memory.toks.flags, v->d_flags, work->n_toks, error);
    return status;
}

/* The AST arrays to the host. */
static rustg_status engine_bring_ast(engine_cuda *engine, engine_slot *slot, batch *work, const cuda_parse *parse,
                                     rustg_error *error)
{
    const parse_batch_view *v = &parse->view;
    ast_memory memory;
    size_t n = work->n_nodes;
    if (!ast_reserve_likely(work->pool, &memory, n, n))
        return error_set(error, RUSTG_ERR_MEMORY, "out of host memory for %zu nodes", n);
    work->ast = memory.ast;
    ast_used(&memory, n);
    work->ast_block = memory.block;
    work->ast_capacity = memory.capacity;
    uint32_t *words[] = {memory.ast.tok, memory.ast.start, memory.ast.end, memory.ast.next, memory.ast.parent};
    const uint32_t *d_words[] = {v->d_node_tok, v->d_node_start, v->d_node_end, v->d_node_next, v->d_node_parent};
    rustg_status status = engine_fetch(engine, slot, memory.ast.kind, v->d_node_kind, n, error);
    for (int i = 0; i < 5 && status == RUSTG_OK; i++)
        status = engine_fetch(engine, slot, words[i], d_words[i], n * sizeof(uint32_t), error);
    return status;
}

/* Hands the AST arrays over to the caller. */
static void engine_leave_ast(engine_cuda *engine, batch *work, cuda_parse *parse)
{
    const parse_batch_view *v = &parse->view;
    rustg_device_ast device = {.device = engine->context->ordinal,
                               .d_kind = (uint64_t)(uintptr_t)v->d_node_kind,
                               .d_tok = (uint64_t)(uintptr_t)v->d_node_tok,
                               .d_start = (uint64_t)(uintptr_t)v->d_node_start,
                               .d_end = (uint64_t)(uintptr_t)v->d_node_end,
                               .d_next = (uint64_t)(uintptr_t)v->d_node_next,
                               .d_parent = (uint64_t)(uintptr_t)v->d_node_parent,
                               .n_nodes = work->n_nodes};
    engine_left *left = work->device_memory;
    left->d_nodes = parse->d_nodes;
    parse->d_nodes = 0;
    work->device_ast = device;
}

/* Makes the AST behind the tokens, on the device, or brought to the host. */
static rustg_status engine_parse(engine_cuda *engine, engine_slot *slot, batch *work, rustg_error *error)
{
    cuda_parse parse;
    double began = clock_seconds();
    memset(&parse, 0, sizeof parse);
    rustg_status status =
        cuda_parse_run(engine->context, slot->stream, &slot->view, work, engine->n_threads, &parse, error);
    engine->seconds_parse += clock_seconds() - began;
    engine->n_diagnosed += parse.n_diagnosed;
    if (parse.scratch_bytes > engine->scratch_bytes)
        engine->scratch_bytes = parse.scratch_bytes;
    if (status == RUSTG_OK && engine->leave_on_device)
        engine_leave_ast(engine, work, &parse);
    else if (status == RUSTG_OK)
        status = engine_bring_ast(engine, slot, work, &parse, error);
    cuda_parse_release(engine->context, slot->stream, &parse);
    return status;
}

static void engine_release_slot(engine_cuda *engine, engine_slot *slot)
{
    cuda_release(engine->context, slot->d_input, slot->stream);
    cuda_release(engine->context, slot->d_scratch, slot->stream);
    cuda_release(engine->context, slot->d_report, slot->stream);
    cuda_release(engine->context, slot->d_toks, slot->stream);
    slot->d_input = slot->d_scratch = slot->d_report = slot->d_toks = 0;
}

rustg_status engine_cuda_end(engine_cuda *engine, batch *work, rustg_error *error)
{
    const cuda_driver *driver = engine->driver;
    engine_slot *slot = &engine->slots[engine->next_end++ % ENGINE_N_SLOTS];
    cuda_context previous;
    float copy_ms = 0, lex_ms = 0;
    rustg_status status = cuda_check(driver->cuCtxPushCurrent(engine->context->context), "cuCtxPushCurrent", error);
    if (status != RUSTG_OK)
        return status;
    ENGINE_TRY(cuEventSynchronize, (slot->done));
    work->n_toks = slot->report[2 * work->n_files];
    if (work->n_toks > slot->view.capacity) {
        status = engine_allocate_toks(engine, slot, (uint32_t)work->n_toks, error);
        if (status == RUSTG_OK)
            status = engine_launch_lexer(engine, slot, CUDA_lex_emit_kernel, error);
        if (status != RUSTG_OK)
            goto out;
        ENGINE_TRY(cuEventRecord, (slot->lexed, slot->stream));
        ENGINE_TRY(cuMemcpyDtoHAsync, (slot->report, slot->d_report, slot->report_bytes, slot->stream));
        ENGINE_TRY(cuStreamSynchronize, (slot->stream));
    }
    engine_read_report(slot, work);
    if (driver->cuEventElapsedTime(&copy_ms, slot->began, slot->copied) == CUDA_OK)
        engine->seconds_copy += copy_ms * 1e-3;
    if (driver->cuEventElapsedTime(&lex_ms, slot->copied, slot->lexed) == CUDA_OK)
        engine->seconds_lex += lex_ms * 1e-3;
    if (engine->leave_on_device) {
        engine_left *left = calloc(1, sizeof *left);
        if (!left) {
            status = error_set(error, RUSTG_ERR_MEMORY, "out of host memory");
            goto out;
        }
        status = cuda_context_acquire(engine->context->ordinal, &left->context, error);
        if (status != RUSTG_OK) {
            free(left);
            goto out;
        }
        work->device_memory = left;
    } else {
        status = engine_bring(engine, slot, work, error);
    }
    if (status == RUSTG_OK && work->parse)
        status = engine_parse(engine, slot, work, error);
    if (status == RUSTG_OK && engine->leave_on_device)
        engine_leave(engine, slot, work);
    engine_release_slot(engine, slot);
out:
    engine->failed |= status != RUSTG_OK;
    driver->cuCtxPopCurrent(&previous);
    return status;
}

void engine_cuda_release(batch *work)
{
    engine_left *left = work->device_memory;
    cuda_context previous;
    if (!left)
        return;
    const cuda_driver *driver = left->context->driver;
    if (driver->cuCtxPushCurrent(left->context->context) == CUDA_OK) {
        cuda_release(left->context, left->d_input, NULL);
        cuda_release(left->context, left->d_toks, NULL);
        cuda_release(left->context, left->d_nodes, NULL);
        driver->cuCtxPopCurrent(&previous);
    }
    cuda_context_release(left->context);
    free(left);
    work->device_memory = NULL;
    work->on_device = false;
}

void engine_cuda_stats(const engine_cuda *engine, rustg_stats *stats)
{
    if (engine->scratch_bytes > stats->scratch_bytes)
        stats->scratch_bytes = engine->scratch_bytes;
    stats->seconds_copy += engine->seconds_copy;
    stats->seconds_lex += engine->seconds_lex;
    stats->seconds_parse += engine->seconds_parse;
    stats->n_diagnosed += engine->n_diagnosed;
}

void engine_cuda_close(engine_cuda *engine)
{
    bool kept = false;
    if (!engine)
        return;
    /* An engine that failed between begin and end may hold anything, so it is not kept. */
    if (engine->next_begin == engine->next_end && !engine->failed) {
        engine->scratch_bytes = 0;
        engine->n_diagnosed = 0;
        engine->seconds_copy = engine->seconds_lex = engine->seconds_parse = 0;
        global_lock(GLOBAL_LOCK_ENGINE_IDLE);
        engine_cuda **slot = &engine_idle[engine->context->ordinal];
        if (engine_idle_wanted && !*slot) {
            *slot = engine;
            kept = true;
        }
        global_unlock(GLOBAL_LOCK_ENGINE_IDLE);
    }
    if (!kept)
        engine_destroy(engine);
}

static void engine_destroy(engine_cuda *engine)
{
    cuda_context previous;
    if (!engine)
        return;
    const cuda_driver *driver = engine->driver;
    if (driver->cuCtxPushCurrent(engine->context->context) == CUDA_OK) {
        for (int i = 0; i < ENGINE_N_SLOTS; i++) {
            engine_slot *slot = &engine->slots[i];
            if (slot->stream) {
                engine_release_slot(engine, slot);
                driver->cuStreamSynchronize(slot->stream);
                driver->cuStreamDestroy(slot->stream);
            }
            cuda_event events[] = {slot->began, slot->copied, slot->lexed, slot->done};
            for (size_t e = 0; e < sizeof events / sizeof events[0]; e++)
                if (events[e])
                    driver->cuEventDestroy(events[e]);
            void *pinned[] = {slot->input, slot->report, slot->bounce};
            for (size_t p = 0; p < sizeof pinned / sizeof pinned[0]; p++)
                if (pinned[p])
                    driver->cuMemFreeHost(pinned[p]);
        }
        driver->cuCtxPopCurrent(&previous);
    }
    cuda_context_release(engine->context);
    free(engine);
}

rustg_status engine_cuda_time(engine_cuda *engine, batch *work, int n_repeats, engine_cuda_times *times,
                              rustg_error *error)
{
    const cuda_driver *driver = engine->driver;
    engine_slot *slot = &engine->slots[engine->next_begin % ENGINE_N_SLOTS];
    cuda_event marks[CUDA_N_KERNELS + CUDA_N_PARSE_KERNELS + 1] = {NULL};
    const int n_kernels = CUDA_N_KERNELS + (work->parse ? CUDA_N_PARSE_KERNELS : 0);
    cuda_parse parse;
    cuda_context previous;
    rustg_status status = engine_cuda_begin(engine, work, error);
    engine->next_begin = engine->next_end;
    memset(&parse, 0, sizeof parse);
    if (status != RUSTG_OK)
        return status;
    const lex_batch_view *v = &slot->view;
    status = cuda_check(driver->cuCtxPushCurrent(engine->context->context), "cuCtxPushCurrent", error);
    if (status != RUSTG_OK)
        return status;
    ENGINE_TRY(cuEventSynchronize, (slot->done));
    times->n_toks = slot->report[2 * work->n_files];
    if (times->n_toks > v->capacity) {
        status = engine_allocate_toks(engine, slot, times->n_toks, error);
        if (status != RUSTG_OK)
            goto out;
    }
    if (work->parse) {
        work->n_toks = times->n_toks;
        engine_read_report(slot, work);
        status = cuda_parse_prepare(engine->context, slot->stream, v, work, &parse, error);
        if (status != RUSTG_OK)
            goto out;
        times->n_units = parse.walked.n_made;
        times->n_wrong_guesses = parse.walked.n_wrong_guesses;
        times->n_events = parse.walked.n_events;
        times->n_left_files = times->n_left_bytes = 0;
        for (size_t i = 0; i < work->n_files; i++) {
            times->n_left_files += parse.report[i] != 0;
            times->n_left_bytes += parse.report[i] != 0 ? work->files[i].n_bytes : 0;
        }
    }
    for (int i = 0; i <= n_kernels; i++)
        ENGINE_TRY(cuEventCreate, (&marks[i], CUDA_EVENT_DEFAULT));
    for (int r = 0; r < n_repeats; r++) {
        ENGINE_TRY(cuEventRecord, (marks[0], slot->stream));
        if (times->from_pinned)
            ENGINE_TRY(cuMemcpyHtoDAsync, (slot->d_input, slot->input, slot->input_bytes, slot->stream));
        ENGINE_TRY(cuMemsetD8Async, (slot->d_report, 0, slot->zeroed_bytes, slot->stream));
        for (int k = 0; k < n_kernels; k++) {
            status = k < CUDA_N_KERNELS
                         ? engine_launch(engine, slot, k, error)
                         : cuda_parse_enqueue(engine->context, slot->stream, &parse, k - CUDA_N_KERNELS, error);
            if (status != RUSTG_OK)
                goto out;
            if (times->by_kernel)
                ENGINE_TRY(cuEventRecord, (marks[k + 1], slot->stream));
        }
        if (!times->by_kernel)
            ENGINE_TRY(cuEventRecord, (marks[n_kernels], slot->stream));
        ENGINE_TRY(cuStreamSynchronize, (slot->stream));
        for (int k = 0; times->by_kernel && k < n_kernels; k++) {
            float ms = 0;
            ENGINE_TRY(cuEventElapsedTime, (&ms, marks[k], marks[k + 1]));
            times->kernel_ms[r * n_kernels + k] = ms;
        }
        ENGINE_TRY(cuEventElapsedTime, (&times->total_ms[r], marks[0], marks[n_kernels]));
    }
out:
    for (int i = 0; i <= n_kernels; i++)
        if (marks[i])
            driver->cuEventDestroy(marks[i]);
    cuda_parse_release(engine->context, slot->stream, &parse);
    engine_release_slot(engine, slot);
    driver->cuCtxPopCurrent(&previous);
    return status;
}
