/* engine_cuda_lex.c: the arrays of a batch on the device, and the lexer's kernels. */
#include "engine/engine_cuda_state.h"

#include "base/tuning.h"

#include <string.h>

enum { ENGINE_ALIGN = 256, ENGINE_SCRATCH_ARRAYS = 8 };

static size_t engine_align(size_t n_bytes)
{
    return (n_bytes + ENGINE_ALIGN - 1) / ENGINE_ALIGN * ENGINE_ALIGN;
}

static uint8_t *engine_pointer(cuda_pointer pointer, size_t offset)
{
    return (uint8_t *)(uintptr_t)(pointer + offset);
}

static uint32_t engine_blocks(uint32_t n, uint32_t a_block)
{
    return (n + a_block - 1) / a_block;
}

static uint32_t engine_groups(uint32_t n_tiles)
{
    return engine_blocks(n_tiles, LEX_SCAN_THREADS);
}

/* Blocks that share a tile's tokens: several where there are so few tiles that one block each leaves most of a GPU
 * idle. */
static uint32_t engine_emit_parts(uint32_t n_tiles)
{
    enum { EMIT_MOST_PARTS = 4, EMIT_BLOCKS = 2048 }; /* a few more than a GPU has at one time */
    const uint32_t n_parts = n_tiles ? EMIT_BLOCKS / n_tiles : 1;
    return n_parts < 1 ? 1 : n_parts < EMIT_MOST_PARTS ? n_parts : EMIT_MOST_PARTS;
}

/* For kernels that mostly find nothing to do. */
static uint32_t engine_few_blocks(const lex_batch_view *v)
{
    return v->n_tiles < LEX_FEW_BLOCKS ? v->n_tiles : LEX_FEW_BLOCKS;
}

rustg_status engine_cuda_lex_launch(engine_cuda *engine, int kernel, cuda_stream stream, rustg_error *error)
{
    lex_batch_view view = engine->view, *v = &view;
    void *parameters[] = {v};
    uint32_t n_blocks = v->n_tiles, n_threads = LEX_TILE_CHUNKS;
    switch ((cuda_lex_kernel)kernel) {
    case CUDA_lex_gather_kernel:
        if (!v->d_from)
            return RUSTG_OK;
        n_blocks = stream == engine->bus ? LEX_GATHER_BUS_BLOCKS : LEX_GATHER_BLOCKS;
        n_blocks = v->n_tiles < n_blocks ? v->n_tiles + 1 : n_blocks;
        n_threads = LEX_GATHER_THREADS;
        break;
    case CUDA_lex_tile_state_kernel:
    case CUDA_lex_tile_base_kernel:
        n_blocks = engine_groups(v->n_tiles);
        n_threads = v->n_tiles < LEX_SCAN_THREADS ? (v->n_tiles + 31) / 32 * 32 : LEX_SCAN_THREADS;
        break;
    case CUDA_lex_relex_kernel:
        v->step = LEX_STEP_RELEX;
        n_blocks = engine_blocks(v->n_files, LEX_RELEX_THREADS / 32);
        n_threads = LEX_RELEX_THREADS;
        break;
    case CUDA_lex_region_kernel:
        if (!v->d_region)
            return RUSTG_OK;
        v->step = LEX_STEP_REGION;
        n_blocks = engine_blocks(v->n_chunks / LEX_REGION_CHUNKS + 1, LEX_RELEX_THREADS / 32);
        n_threads = LEX_RELEX_THREADS;
        break;
    case CUDA_lex_try_kernel:
    case CUDA_lex_piece_kernel:
        v->step = kernel == CUDA_lex_try_kernel ? LEX_STEP_TRY : LEX_STEP_PIECE;
        n_blocks = kernel == CUDA_lex_try_kernel ? LEX_TRY_BLOCKS : LEX_FEW_BLOCKS;
        if (v->n_tiles < n_blocks / LEX_UNSETTLED_PARTS)
            n_blocks = LEX_UNSETTLED_PARTS * v->n_tiles;
        break;
    case CUDA_lex_again_kernel:
        n_blocks = engine_few_blocks(v) + engine_blocks(v->n_tiles, n_threads); /* these of lex_straddle.cuh */
        break;
    case CUDA_lex_doubt_kernel: n_blocks = engine_few_blocks(v); break;
    case CUDA_lex_hard_kernel: n_blocks = 2 * LEX_FEW_BLOCKS; break;
    case CUDA_lex_map_kernel: /* a block for each tile */
        if (v->n_tiles >= TUNING_LEX_MAP_TWO_TILES)
            n_threads = LEX_TILE_CHUNKS / 2;
        break;
    case CUDA_lex_mark_kernel: break;
    case CUDA_lex_emit_kernel: n_blocks = engine_emit_parts(v->n_tiles) * v->n_tiles; break;
    case CUDA_N_KERNELS: return error_set(error, RUSTG_ERR_INTERNAL, "kernel %d is not launched here", kernel);
    }
    return engine_kernels_launch(engine->context, engine->context->kernels->lex[kernel], n_blocks, n_threads, 0, stream,
                                 parameters, error);
}

rustg_status engine_cuda_lex_tokens(engine_cuda *engine, uint32_t capacity, rustg_error *error)
{
    size_t bytes = engine_align(capacity), words = engine_align((size_t)capacity * 4);
    cuda_release(engine->context, engine->d_toks, engine->stream);
    rustg_status status = cuda_allocate(engine->context, 2 * bytes + 2 * words, engine->stream, &engine->d_toks, error);
    engine->view.capacity = capacity;
    engine->view.d_tok_start = (uint32_t *)engine_pointer(engine->d_toks, 0);
    engine->view.d_tok_end = (uint32_t *)engine_pointer(engine->d_toks, words);
    engine->view.d_kind = engine_pointer(engine->d_toks, 2 * words);
    engine->view.d_flags = engine_pointer(engine->d_toks, 2 * words + bytes);
    return status;
}

static size_t engine_carve(size_t *total, size_t n_bytes)
{
    size_t at = *total;
    *total += engine_align(n_bytes);
    return at;
}

static bool engine_has_long_file(const batch *work)
{
    bool has_one = false;
    for (size_t i = 0; i < work->n_files; i++)
        has_one |= work->files[i].n_bytes > LEX_REGIONS_BYTES;
    return has_one;
}

rustg_status engine_cuda_lex_allocate(engine_cuda *engine, const batch *work, rustg_error *error)
{
    lex_batch_view *v = &engine->view;
    size_t at[ENGINE_SCRATCH_ARRAYS], scratch = 0;
    memset(v, 0, sizeof *v);
    v->n_chunks = work->n_bytes / LEX_CHUNK_BYTES;
    v->n_tiles = (v->n_chunks + LEX_TILE_CHUNKS - 1) / LEX_TILE_CHUNKS;
    v->n_files = (uint32_t)work->n_files;
    uint32_t n_groups = engine_groups(v->n_tiles);

    engine->files_at = engine_align(ENGINE_LEAD + (size_t)v->n_tiles * LEX_TILE_BYTES + LEX_TILE_BYTES);
    engine->tiles_at = engine->files_at + engine_align(work->n_files * sizeof(lex_file_entry));
    engine->from_at = engine->tiles_at + engine_align((v->n_tiles + 1) * sizeof(uint32_t));
    engine->input_bytes = engine->from_at + (engine->is_gathered ? work->n_files * sizeof(uint64_t) : 0);
    engine->report_bytes = (2 * work->n_files + 1) * sizeof(uint32_t);
    engine->zeroed_bytes = engine->report_bytes + (6 + 2 * (size_t)n_groups + v->n_chunks / 32 + 1) * sizeof(uint32_t);
    rustg_status status = engine_cuda_pinned(engine->driver, (void **)&engine->input, &engine->input_capacity,
                                             engine->input_bytes - (engine->is_gathered ? engine->files_at : 0), error);
    if (status == RUSTG_OK)
        status = engine_cuda_pinned(engine->driver, (void **)&engine->report, &engine->report_capacity,
                                    engine->report_bytes, error);
    if (status != RUSTG_OK)
        return status;

    at[0] = engine_carve(&scratch, (size_t)v->n_chunks * 8);
    at[1] = engine_carve(&scratch, (size_t)v->n_chunks * 8);
    at[2] = engine_carve(&scratch, (size_t)v->n_chunks * 8);
    at[3] = engine_carve(&scratch, (size_t)v->n_tiles * 8);
    at[4] = engine_carve(&scratch, (size_t)v->n_tiles * 20 + (size_t)v->n_files * 4 +
                                       (v->n_chunks / LEX_REGION_CHUNKS + 1) * sizeof(uint32_t));
    at[5] = engine_carve(&scratch, lex_whole_words(v->n_tiles));
    at[6] = engine_carve(&scratch, (size_t)n_groups * 16);
    at[7] = engine_carve(&scratch, (size_t)v->n_chunks * sizeof(uint32_t));
    status = cuda_allocate(engine->context, engine->input_bytes, engine->stream, &engine->d_input, error);
    if (status == RUSTG_OK)
        status = cuda_allocate(engine->context, scratch, engine->stream, &engine->d_scratch, error);
    if (status == RUSTG_OK)
        status = cuda_allocate(engine->context, engine->zeroed_bytes, engine->stream, &engine->d_report, error);
    if (status != RUSTG_OK)
        return status;
    if (scratch + engine->zeroed_bytes > engine->scratch_bytes)
        engine->scratch_bytes = scratch + engine->zeroed_bytes;

    v->d_source = engine_pointer(engine->d_input, ENGINE_LEAD);
    v->d_files = (const lex_file_entry *)engine_pointer(engine->d_input, engine->files_at);
    v->d_tile_file = (const uint32_t *)engine_pointer(engine->d_input, engine->tiles_at);
    if (engine->is_gathered) {
        v->d_from = (const uint64_t *)engine_pointer(engine->d_input, engine->from_at);
        v->d_gathered = engine_pointer(engine->d_input, ENGINE_LEAD);
    }
    v->d_prefix = (uint64_t *)engine_pointer(engine->d_scratch, at[0]);
    v->d_start = (uint64_t *)engine_pointer(engine->d_scratch, at[1]);
    v->d_last = (uint64_t *)engine_pointer(engine->d_scratch, at[2]);
    v->d_tile_map = (uint64_t *)engine_pointer(engine->d_scratch, at[3]);
    v->d_tile_starts = (uint32_t *)engine_pointer(engine->d_scratch, at[4]);
    v->d_tile_lasts = v->d_tile_starts + v->n_tiles;
    v->d_tile_start_base = v->d_tile_lasts + v->n_tiles;
    v->d_tile_last_base = v->d_tile_start_base + v->n_tiles;
    v->d_unsettled = v->d_tile_last_base + v->n_tiles;
    v->d_doubtful = v->d_unsettled + v->n_tiles;
    if (engine_has_long_file(work))
        v->d_region = v->d_doubtful + v->n_files;
    v->d_tile_state = engine_pointer(engine->d_scratch, at[5]);
    v->d_file_flags = (uint32_t *)engine_pointer(engine->d_report, 0);
    v->d_file_first_tok = v->d_file_flags + v->n_files;
    v->d_n_toks = v->d_file_first_tok + v->n_files;
    v->d_tickets = v->d_n_toks + 1;
    v->d_state_flags = v->d_tickets + 2;
    v->d_base_flags = v->d_state_flags + n_groups;
    v->d_n_hard = v->d_base_flags + n_groups;
    v->d_n_unsettled = v->d_n_hard + 1;
    v->d_n_doubtful = v->d_n_unsettled + 1;
    v->d_n_kept = v->d_n_doubtful + 1;
    v->d_again = v->d_n_kept + 1;
    v->d_hard = (uint32_t *)engine_pointer(engine->d_scratch, at[7]);
    v->d_group_own = (uint64_t *)engine_pointer(engine->d_scratch, at[6]);
    v->d_group_upto = v->d_group_own + n_groups;
    /* Real code has a token in 5.5 bytes; denser batches are emitted again with the memory that they need. */
    return engine_cuda_lex_tokens(engine, work->n_bytes / 4 + 2 * (uint32_t)work->n_files + 64, error);
}
