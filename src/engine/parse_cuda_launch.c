/* parse_cuda_launch.c: lays out the scratch of the parser's kernels and launches them. */
#include "engine/parse_cuda_launch.h"
#include "base/error.h"
#include "base/tuning.h"
#include "parser/table/parse_step.h"
#include "parser/table/parse_table.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { LAUNCH_ALIGN = 256 };

static uint32_t launch_smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static size_t launch_align(size_t n_bytes)
{
    return (n_bytes + LAUNCH_ALIGN - 1) / LAUNCH_ALIGN * LAUNCH_ALIGN;
}

static uint32_t launch_tiles_of(uint32_t n, uint32_t tile)
{
    return n / tile + (n % tile != 0);
}

static uint32_t launch_tiles(const parse_batch_view *view, uint32_t n)
{
    return launch_tiles_of(n, view->tile);
}

static uint32_t launch_small_tiles(uint32_t n)
{
    return launch_tiles_of(n, PARSE_SMALL_TILE);
}

static void *launch_take(cuda_pointer *at, size_t n_bytes)
{
    void *taken = (void *)(uintptr_t)*at;
    *at += launch_align(n_bytes);
    return taken;
}

/* The size of a level in words. Whole tiles write the first three levels, small ones the first two. */
static size_t launch_level_words(uint32_t n, int level)
{
    size_t words = (size_t)launch_tiles_of(n, PARSE_LARGE_TILE) * PARSE_LARGE_TILE;
    for (int i = 0; i <= level; i++)
        words = (words + 15) / 16;
    return (words + 15) / 16 * 16;
}

static size_t launch_tree_bytes(uint32_t n)
{
    size_t total = 0;
    for (int level = 0; level < PARSE_TREE_LEVELS; level++)
        total += launch_align(launch_level_words(n, level) * sizeof(uint32_t));
    return total;
}

static void launch_place_tree(parse_tree *tree, uint32_t n, cuda_pointer *at)
{
    for (int level = 0; level < PARSE_TREE_LEVELS; level++)
        tree->d_levels[level] = (uint32_t *)launch_take(at, launch_level_words(n, level) * sizeof(uint32_t));
}

/* Of what a tile has there is room for those of small tiles. */
static size_t launch_states_bytes(uint32_t n)
{
    return ((size_t)launch_small_tiles(n) + 1) * sizeof(uint64_t);
}

/* Kernels read and write whole groups of 16 entries. */
static size_t launch_words_bytes(uint32_t n)
{
    return ((size_t)n + 16) * sizeof(uint32_t);
}

size_t parse_cuda_list_bytes(const parse_batch_view *view)
{
    return 2 * launch_align(launch_words_bytes(view->n_toks)) + launch_tree_bytes(view->n_toks);
}

void parse_cuda_place_list(parse_batch_view *view, cuda_pointer at)
{
    view->d_list_value = (uint32_t *)launch_take(&at, launch_words_bytes(view->n_toks));
    view->d_line_of_tok = view->d_list_value; /* only match uses the lists */
    view->d_list_tok = (uint32_t *)launch_take(&at, launch_words_bytes(view->n_toks));
    launch_place_tree(&view->list_tree, view->n_toks, &at);
}

/* Tokens a unit of real code; a batch with more units leaves some groups with what is around them. */
enum { LAUNCH_TOKS_PER_UNIT = 16, LAUNCH_SLOTS_PER_UNIT = 3 };

/* A group's unit has its first and last tokens, and the one behind it, more than once. */
enum { LAUNCH_LINE_PER_UNIT = 3 };

void parse_cuda_count_units(parse_batch_view *view)
{
    view->capacity_units = view->n_files + view->n_toks / LAUNCH_TOKS_PER_UNIT + 1024;
    view->n_slots = LAUNCH_SLOTS_PER_UNIT * view->capacity_units;
    view->capacity_line = view->n_toks + LAUNCH_LINE_PER_UNIT * view->capacity_units;
}

static size_t launch_words32_bytes(const parse_batch_view *view)
{
    return ((size_t)view->n_toks / 32 + 1) * sizeof(parse_slot_word);
}

static uint32_t launch_slot_tiles(const parse_batch_view *view)
{
    return view->n_toks / 32 / PARSE_TILE_SLOT_WORDS(view->tile) + 1;
}

/* Of the cuts' look-back, and behind them of the slots'. */
static size_t launch_line_states_bytes(const parse_batch_view *view)
{
    return launch_states_bytes(view->capacity_line) + launch_states_bytes(view->n_toks);
}

static size_t launch_cut_tiles_bytes(const parse_batch_view *view)
{
    return (size_t)launch_small_tiles(view->capacity_line) * sizeof(parse_cut_tile);
}

static size_t launch_depths_bytes(const parse_batch_view *view)
{
    return (size_t)PARSE_LINE_DEPTHS * launch_small_tiles(view->n_toks) * sizeof(uint32_t);
}

static size_t launch_word_bytes(const parse_batch_view *view)
{
    return (size_t)view->n_toks / 32 + 1;
}

/* The walk reads 8 at a time, and 8 ahead. */
static size_t launch_line_bytes(const parse_batch_view *view)
{
    return ((size_t)view->capacity_line + PARSE_PAD) * sizeof(uint16_t);
}

static size_t launch_class_bytes(const parse_batch_view *view)
{
    return (size_t)view->n_toks + PARSE_PAD;
}

static size_t launch_own_class_bytes(const parse_batch_view *view)
{
    return (size_t)view->n_toks * sizeof(uint16_t);
}

size_t parse_cuda_zeroed_bytes(const parse_batch_view *view)
{
    return launch_align(view->n_files) + launch_align(sizeof(parse_counters)) +
           2 * launch_align(launch_states_bytes(view->n_toks)) + launch_align(sizeof(parse_walk_counters)) +
           launch_align(launch_words32_bytes(view)) + 2 * launch_align(launch_words_bytes(view->n_slots)) +
           launch_align(launch_line_states_bytes(view)) + launch_align(launch_cut_tiles_bytes(view)) +
           launch_align(launch_states_bytes(view->n_slots));
}

void parse_cuda_place_zeroed(parse_batch_view *view, cuda_pointer at)
{
    view->d_parse_flags = (uint8_t *)launch_take(&at, view->n_files);
    view->d_counters = (parse_counters *)launch_take(&at, sizeof(parse_counters));
    view->d_tile_states = (uint64_t *)launch_take(&at, launch_states_bytes(view->n_toks));
    view->d_depth_states = (uint64_t *)launch_take(&at, launch_states_bytes(view->n_toks));
    view->d_walk = (parse_walk_counters *)launch_take(&at, sizeof(parse_walk_counters));
    view->d_words = (parse_slot_word *)launch_take(&at, launch_words32_bytes(view));
    view->d_slots = (uint32_t *)launch_take(&at, launch_words_bytes(view->n_slots));
    view->d_slot_unit = (uint32_t *)launch_take(&at, launch_words_bytes(view->n_slots));
    view->d_line_states = (uint64_t *)launch_take(&at, launch_line_states_bytes(view));
    view->d_cut_tiles = (parse_cut_tile *)launch_take(&at, launch_cut_tiles_bytes(view));
    view->d_slot_states = (uint64_t *)launch_take(&at, launch_states_bytes(view->n_slots));
}

size_t parse_cuda_divide_bytes(const parse_batch_view *view)
{
    return launch_align(launch_class_bytes(view)) + launch_align(launch_own_class_bytes(view)) +
           launch_align(launch_words_bytes(view->n_toks)) + launch_align(view->capacity_units * sizeof(parse_unit)) +
           launch_align(launch_word_bytes(view)) + launch_align(launch_depths_bytes(view)) +
           launch_align(launch_line_bytes(view)) + launch_align(launch_words_bytes(view->capacity_line)) +
           launch_align(2 * (size_t)view->capacity_units * sizeof(uint32_t));
}

void parse_cuda_place_divide(parse_batch_view *view, cuda_pointer at)
{
    view->d_class = (uint8_t *)launch_take(&at, launch_class_bytes(view));
    view->d_own_class = (uint16_t *)launch_take(&at, launch_own_class_bytes(view));
    view->d_unit_of_tok = (uint32_t *)launch_take(&at, launch_words_bytes(view->n_toks));
    view->d_units = (parse_unit *)launch_take(&at, view->capacity_units * sizeof(parse_unit));
    view->d_word_depth = (uint8_t *)launch_take(&at, launch_word_bytes(view));
    view->d_line_base = (uint32_t *)launch_take(&at, launch_depths_bytes(view));
    view->d_line = (uint16_t *)launch_take(&at, launch_line_bytes(view));
    view->d_line_tok = (uint32_t *)launch_take(&at, launch_words_bytes(view->capacity_line));
    view->d_queue = (uint32_t *)launch_take(&at, 2 * (size_t)view->capacity_units * sizeof(uint32_t));
}

size_t parse_cuda_events_bytes(const parse_batch_view *view)
{
    return (size_t)PARSE_LINE_EVENTS * view->capacity_line * sizeof(parse_event);
}

size_t parse_cuda_compact_bytes(const parse_batch_view *view)
{
    return launch_align(launch_words_bytes(view->capacity_nodes)) + launch_align(launch_words_bytes(view->n_files)) +
           launch_tree_bytes(view->capacity_nodes);
}

void parse_cuda_place_compact(parse_batch_view *view, cuda_pointer at)
{
    view->d_rest = (uint32_t *)launch_take(&at, launch_words_bytes(view->capacity_nodes));
    view->d_file_first_node = (uint32_t *)launch_take(&at, launch_words_bytes(view->n_files));
    launch_place_tree(&view->node_tree, view->capacity_nodes, &at);
}

void *engine_steps_make(size_t *n_bytes)
{
    const parse_table table = parse_table_of(parse_table_bytes);
    const uint32_t n = table.head->n_outcomes;
    *n_bytes = n * sizeof(parse_step);
    parse_step *steps = (parse_step *)malloc(*n_bytes);
    for (uint32_t i = 0; steps && i < n; i++)
        steps[i] = parse_step_of(&table.outcomes[i], table.places);
    return steps;
}

/* A block's shared memory by what the walk keeps in it. */
static uint32_t launch_walk_bytes(const parse_batch_view *view, uint32_t n_threads, uint32_t n_outcomes)
{
    return n_outcomes * (uint32_t)sizeof(parse_step) +
           n_threads * (PARSE_WALK_FRAMES * (uint32_t)sizeof(parse_event) + PARSE_WALK_WINDOW_BYTES) +
           view->n_hot * (uint32_t)sizeof(uint32_t) + PARSE_WALK_FAMILY_BYTES;
}

rustg_status parse_cuda_size_walk(const cuda_context_entry *context, parse_batch_view *view, parse_walk_grid *grid,
                                  rustg_error *error)
{
    enum { RESERVED_BYTES = 2048, LEAST_THREADS = 128, TOKS_PER_THREAD = 16, LEAST_OUTCOMES = 64 };
    /* One of so many blocks walks long units first; or so many for each other one, where there is room for these. */
    enum { LONG_PART = 8, FEW_LONG_PART = 2 };
    const parse_table_head *head = (const parse_table_head *)parse_table_bytes;
    int n_sms = 1, shared_bytes = 48 << 10;
    context->driver->cuDeviceGetAttribute(&n_sms, CUDA_ATTRIBUTE_MULTIPROCESSORS, context->device);
    context->driver->cuDeviceGetAttribute(&shared_bytes, CUDA_ATTRIBUTE_MULTIPROCESSOR_SHARED, context->device);
    const uint32_t room = (uint32_t)shared_bytes - RESERVED_BYTES;
    view->d_table = (const uint8_t *)(uintptr_t)context->kernels->d_table;
    view->d_steps = (const void *)(uintptr_t)context->kernels->d_steps;
    view->n_hot = head->n_states + PARSE_MAX_CLASSES;
    view->n_outcomes = head->n_hot_outcomes;
    grid->n_threads = PARSE_WALK_THREADS;
    while (grid->n_threads > LEAST_THREADS && launch_walk_bytes(view, grid->n_threads, view->n_outcomes) > room)
        grid->n_threads /= 2;
    while (view->n_outcomes > LEAST_OUTCOMES && launch_walk_bytes(view, grid->n_threads, view->n_outcomes) > room)
        view->n_outcomes -= LEAST_OUTCOMES / 2;
    grid->shared_bytes = launch_walk_bytes(view, grid->n_threads, view->n_outcomes);
    const uint32_t most = (uint32_t)n_sms, wanted = view->n_toks / (grid->n_threads * TOKS_PER_THREAD) + 1;
    const bool has_few = wanted < most / (FEW_LONG_PART + 1);
    view->n_long_blocks = has_few && wanted <= TUNING_FEWEST_BLOCKS ? most - wanted
                          : has_few                                 ? FEW_LONG_PART * wanted
                                                                    : launch_smaller(wanted, most / LONG_PART + 1);
    view->n_long_blocks = launch_smaller(view->n_long_blocks, most - 1); /* one has all of its warps at work */
    grid->n_blocks = launch_smaller(wanted + view->n_long_blocks, most);
    view->n_long_warps = TUNING_LONG_WARPS;
    view->long_entries = has_few                            ? TUNING_FEW_LONG_ENTRIES
                         : view->n_toks >= TUNING_MANY_TOKS ? TUNING_MANY_LONG_ENTRIES
                                                            : TUNING_LONG_ENTRIES;
    /* other engines share the function, so one value holds for all of their batches */
    return cuda_check(context->driver->cuFuncSetAttribute(context->kernels->parse[CUDA_parse_walk_kernel],
                                                          CUDA_FUNCTION_DYNAMIC_SHARED, (int)grid->shared_bytes),
                      "cuFuncSetAttribute", error);
}

/* Blocks of a kernel that takes a warp a unit: several units a warp, but where that leaves multiprocessors idle. */
static uint32_t launch_unit_blocks(const parse_batch_view *view, uint32_t most)
{
    enum { UNITS_PER_WARP = 8, WARPS = PARSE_UNIT_THREADS / 32, FEW_BLOCKS = 4096 };
    const uint32_t n_blocks = view->capacity_units / (UNITS_PER_WARP * WARPS) + 1;
    const uint32_t of_one_each = launch_smaller(view->capacity_units / WARPS + 1, FEW_BLOCKS);
    return launch_smaller(n_blocks < of_one_each ? of_one_each : n_blocks, most);
}

static rustg_status launch_walk(const cuda_context_entry *context, cuda_stream stream, const parse_batch_view *view,
                                const parse_walk_grid *grid, uint32_t round, rustg_error *error)
{
    cuda_function kernel = context->kernels->parse[CUDA_parse_walk_kernel];
    parse_batch_view copy = *view;
    void *parameters[] = {&copy};
    copy.round = round;
    copy.most_steps = round == 0 ? TUNING_WALK_STEPS : TUNING_WALK_LATE_STEPS;
    return engine_kernels_launch(context, kernel, grid->n_blocks, grid->n_threads, grid->shared_bytes, stream,
                                 parameters, error);
}

static rustg_status launch_meet(const cuda_context_entry *context, cuda_stream stream, const parse_batch_view *view,
                                uint32_t round, rustg_error *error)
{
    enum { LATE_BLOCKS = 512 }; /* of the rounds for few units */
    parse_batch_view copy = *view;
    void *parameters[] = {&copy};
    copy.round = round;
    uint32_t n_blocks = launch_unit_blocks(view, PARSE_MEET_BLOCKS);
    if (round > 0)
        n_blocks = launch_smaller(n_blocks, LATE_BLOCKS);
    return engine_kernels_launch(context, context->kernels->parse[CUDA_parse_meet_kernel], n_blocks, PARSE_UNIT_THREADS,
                                 0, stream, parameters, error);
}

static rustg_status launch_rounds(const cuda_context_entry *context, cuda_stream stream, const parse_batch_view *view,
                                  const parse_walk_grid *grid, uint32_t first, rustg_error *error)
{
    rustg_status status = RUSTG_OK;
    for (uint32_t round = first; round < view->n_rounds && status == RUSTG_OK; round++) {
        status = launch_walk(context, stream, view, grid, round, error);
        if (status == RUSTG_OK)
            status = launch_meet(context, stream, view, round, error);
    }
    return status;
}

rustg_status parse_cuda_launch_kernel(const cuda_context_entry *context, cuda_stream stream,
                                      const parse_batch_view *view, const parse_walk_grid *grid, int kernel,
                                      rustg_error *error)
{
    parse_batch_view copy = *view;
    void *parameters[] = {&copy};
    uint32_t x = 1, n_threads = PARSE_THREADS, tile = view->tile;
    if (kernel == CUDA_parse_gap_kernel && view->n_flagged == 0)
        return RUSTG_OK;
    switch ((cuda_parse_kernel)kernel) {
    case CUDA_parse_match_kernel: x = launch_tiles(view, view->n_toks); break;
    case CUDA_parse_match_list_kernel:
    case CUDA_parse_match_rest_kernel: x = launch_smaller(launch_tiles(view, view->n_toks), PARSE_LIST_BLOCKS); break;
    case CUDA_parse_class_kernel:
        tile = view->lone_tile;
        x = launch_tiles_of(view->n_toks, tile);
        break;
    case CUDA_parse_depth_kernel:
    case CUDA_parse_slot_kernel: x = launch_slot_tiles(view); break;
    case CUDA_parse_line_base_kernel:
        x = launch_tiles(view, PARSE_LINE_DEPTHS * launch_tiles(view, view->n_toks));
        break;
    case CUDA_parse_line_kernel: x = launch_tiles(view, view->n_toks); break;
    case CUDA_parse_line_unit_kernel:
        x = launch_smaller(view->capacity_units / PARSE_THREADS + 1, PARSE_LINE_UNIT_BLOCKS);
        break;
    case CUDA_parse_base_kernel: x = launch_tiles(view, view->n_slots); break;
    case CUDA_parse_cut_kernel: x = launch_tiles(view, view->capacity_line); break;
    case CUDA_parse_guess_kernel: x = launch_smaller(view->capacity_units / 64 + 1, PARSE_GUESS_BLOCKS); break;
    case CUDA_parse_guess_rest_kernel:
    case CUDA_parse_check_kernel:
    case CUDA_parse_gap_kernel: x = launch_smaller(view->capacity_units / 64 + 1, PARSE_LIST_BLOCKS); break;
    case CUDA_parse_place_kernel:
        x = launch_unit_blocks(view, PARSE_PLACE_BLOCKS);
        n_threads = PARSE_UNIT_THREADS;
        break;
    case CUDA_parse_parent_kernel:
        tile = view->lone_tile;
        x = launch_tiles_of(view->capacity_nodes, tile);
        break;
    case CUDA_parse_parent_rest_kernel:
        tile = view->lone_tile;
        x = launch_smaller(launch_tiles_of(view->capacity_nodes, tile), PARSE_LIST_BLOCKS);
        break;
    case CUDA_parse_walk_kernel: return launch_walk(context, stream, view, grid, 0, error);
    case CUDA_parse_meet_kernel: {
        rustg_status status = launch_meet(context, stream, view, 0, error);
        return status == RUSTG_OK ? launch_rounds(context, stream, view, grid, 1, error) : status;
    }
    case CUDA_N_PARSE_KERNELS: return error_set(error, RUSTG_ERR_INTERNAL, "kernel %d is not launched here", kernel);
    }
    const cuda_function *functions =
        tile == PARSE_SMALL_TILE ? context->kernels->of_small_tiles : context->kernels->parse;
    return engine_kernels_launch(context, functions[kernel], x, n_threads, 0, stream, parameters, error);
}

rustg_status parse_cuda_zero(const cuda_context_entry *context, cuda_stream stream, const parse_batch_view *view,
                             rustg_error *error)
{
    const cuda_pointer at = (cuda_pointer)(uintptr_t)view->d_parse_flags; /* the first of the stretch */
    return cuda_check(context->driver->cuMemsetD8Async(at, 0, parse_cuda_zeroed_bytes(view), stream), "cuMemsetD8Async",
                      error);
}

static rustg_status launch_range(const cuda_context_entry *context, cuda_stream stream, const parse_batch_view *view,
                                 const parse_walk_grid *grid, int first, int last, rustg_error *error)
{
    rustg_status status = RUSTG_OK;
    for (int k = first; k <= last && status == RUSTG_OK; k++)
        status = parse_cuda_launch_kernel(context, stream, view, grid, k, error);
    return status;
}

rustg_status parse_cuda_launch_match(const cuda_context_entry *context, cuda_stream stream,
                                     const parse_batch_view *view, rustg_error *error)
{
    rustg_status status = parse_cuda_zero(context, stream, view, error);
    return status == RUSTG_OK
               ? launch_range(context, stream, view, NULL, CUDA_parse_match_kernel, CUDA_parse_match_rest_kernel, error)
               : status;
}

rustg_status parse_cuda_launch_walk(const cuda_context_entry *context, cuda_stream stream, const parse_batch_view *view,
                                    const parse_walk_grid *grid, rustg_error *error)
{
    return launch_range(context, stream, view, grid, CUDA_parse_class_kernel, CUDA_parse_check_kernel, error);
}

rustg_status parse_cuda_launch_late(const cuda_context_entry *context, cuda_stream stream, parse_batch_view *view,
                                    const parse_walk_grid *grid, rustg_error *error)
{
    const uint32_t first = view->n_rounds;
    view->n_rounds = PARSE_WALK_ROUNDS;
    rustg_status status = launch_rounds(context, stream, view, grid, first, error);
    return status == RUSTG_OK ? parse_cuda_launch_kernel(context, stream, view, grid, CUDA_parse_check_kernel, error)
                              : status;
}

rustg_status parse_cuda_launch_compact(const cuda_context_entry *context, cuda_stream stream,
                                       const parse_batch_view *view, rustg_error *error)
{
    return launch_range(context, stream, view, NULL, CUDA_parse_gap_kernel, CUDA_parse_parent_rest_kernel, error);
}
