/* parse_cuda_launch.c: lays out the scratch of the parser's kernels and launches them. */
#include "engine/parse_cuda_launch.h"
#include "base/error.h"

#include <stddef.h>

enum { LAUNCH_ALIGN = 256 };

static size_t launch_align(size_t n_bytes)
{
    return (n_bytes + LAUNCH_ALIGN - 1) / LAUNCH_ALIGN * LAUNCH_ALIGN;
}

static uint32_t launch_tiles(uint32_t n)
{
    return n / PARSE_TILE + (n % PARSE_TILE != 0);
}

static void *launch_take(cuda_pointer *at, size_t n_bytes)
{
    void *taken = (void *)(uintptr_t)*at;
    *at += launch_align(n_bytes);
    return taken;
}

/* The size of a level in words. Whole tiles write the first three levels. */
static size_t launch_level_words(uint32_t n, int level)
{
    size_t words = (size_t)launch_tiles(n) * PARSE_TILE;
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

static size_t launch_states_bytes(uint32_t n)
{
    return ((size_t)launch_tiles(n) + 1) * sizeof(uint64_t);
}

/* Kernels read and write whole groups of 16 entries. */
static size_t launch_words_bytes(uint32_t n)
{
    return ((size_t)n + 16) * sizeof(uint32_t);
}

size_t parse_cuda_counters_bytes(const parse_batch_view *view)
{
    return launch_align(sizeof(parse_counters)) + launch_align(launch_states_bytes(view->n_toks));
}

void parse_cuda_place_counters(parse_batch_view *view, cuda_pointer at)
{
    view->d_counters = (parse_counters *)launch_take(&at, sizeof(parse_counters));
    view->d_tile_states = (uint64_t *)launch_take(&at, launch_states_bytes(view->n_toks));
}

size_t parse_cuda_list_bytes(const parse_batch_view *view)
{
    return 2 * launch_align(launch_words_bytes(view->n_toks)) + launch_tree_bytes(view->n_toks);
}

void parse_cuda_place_list(parse_batch_view *view, cuda_pointer at)
{
    view->d_list_value = (uint32_t *)launch_take(&at, launch_words_bytes(view->n_toks));
    view->d_list_tok = (uint32_t *)launch_take(&at, launch_words_bytes(view->n_toks));
    launch_place_tree(&view->list_tree, view->n_toks, &at);
}

size_t parse_cuda_compact_bytes(const parse_batch_view *view)
{
    return launch_align(launch_words_bytes(view->n_toks)) + launch_align(launch_words_bytes(view->capacity_nodes)) +
           launch_align(launch_states_bytes(view->capacity_nodes)) + launch_align(launch_words_bytes(view->n_files)) +
           launch_tree_bytes(view->capacity_nodes);
}

void parse_cuda_place_compact(parse_batch_view *view, cuda_pointer at)
{
    view->d_base = (uint32_t *)launch_take(&at, launch_words_bytes(view->n_toks));
    view->d_opened = (uint32_t *)launch_take(&at, launch_words_bytes(view->capacity_nodes));
    view->d_node_states = (uint64_t *)launch_take(&at, launch_states_bytes(view->capacity_nodes));
    view->d_file_first_node = (uint32_t *)launch_take(&at, launch_words_bytes(view->n_files));
    launch_place_tree(&view->node_tree, view->capacity_nodes, &at);
}

static rustg_status launch_zero(const cuda_context_entry *context, cuda_stream stream, void *at, size_t n_bytes,
                                rustg_error *error)
{
    return cuda_check(context->driver->cuMemsetD8Async((cuda_pointer)(uintptr_t)at, 0, n_bytes, stream),
                      "cuMemsetD8Async", error);
}

static uint32_t launch_smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

rustg_status parse_cuda_launch_kernel(const cuda_context_entry *context, cuda_stream stream,
                                      const parse_batch_view *view, int kernel, rustg_error *error)
{
    parse_batch_view copy = *view;
    void *parameters[] = {&copy};
    uint32_t x = 1, y = 1;
    switch ((cuda_parse_kernel)kernel) {
    case CUDA_parse_match_kernel:
    case CUDA_parse_base_kernel: x = launch_tiles(view->n_toks); break;
    case CUDA_parse_match_list_kernel:
    case CUDA_parse_match_rest_kernel: x = launch_smaller(launch_tiles(view->n_toks), PARSE_LIST_BLOCKS); break;
    case CUDA_parse_opened_count_kernel:
    case CUDA_parse_scatter_kernel:
        x = view->region_records / PARSE_THREADS;
        y = PARSE_N_REGIONS;
        break;
    case CUDA_parse_opened_kernel:
    case CUDA_parse_parent_kernel: x = launch_tiles(view->capacity_nodes); break;
    case CUDA_parse_parent_rest_kernel:
        x = launch_smaller(launch_tiles(view->capacity_nodes), PARSE_LIST_BLOCKS);
        break;
    case CUDA_parse_walk_kernel: /* cuda_parse.c launches it */
    case CUDA_N_PARSE_KERNELS: return error_set(error, RUSTG_ERR_INTERNAL, "kernel %d is not launched here", kernel);
    }
    return cuda_check(context->driver->cuLaunchKernel(context->kernels->parse[kernel], x, y, 1, PARSE_THREADS, 1, 1, 0,
                                                      stream, parameters, NULL),
                      "cuLaunchKernel", error);
}

rustg_status parse_cuda_zero_match(const cuda_context_entry *context, cuda_stream stream, const parse_batch_view *view,
                                   rustg_error *error)
{
    rustg_status status = launch_zero(context, stream, view->d_counters, sizeof(parse_counters), error);
    if (status == RUSTG_OK)
        status = launch_zero(context, stream, view->d_tile_states, launch_states_bytes(view->n_toks), error);
    return status;
}

rustg_status parse_cuda_zero_compact(const cuda_context_entry *context, cuda_stream stream,
                                     const parse_batch_view *view, rustg_error *error)
{
    rustg_status status = parse_cuda_zero_match(context, stream, view, error);
    if (status == RUSTG_OK)
        status = launch_zero(context, stream, view->d_node_states, launch_states_bytes(view->capacity_nodes), error);
    if (status == RUSTG_OK)
        status = launch_zero(context, stream, view->d_opened, launch_words_bytes(view->capacity_nodes), error);
    return status;
}

rustg_status parse_cuda_launch_match(const cuda_context_entry *context, cuda_stream stream,
                                     const parse_batch_view *view, rustg_error *error)
{
    rustg_status status = parse_cuda_zero_match(context, stream, view, error);
    for (int k = CUDA_parse_match_kernel; k <= CUDA_parse_match_rest_kernel && status == RUSTG_OK; k++)
        status = parse_cuda_launch_kernel(context, stream, view, k, error);
    return status;
}

rustg_status parse_cuda_launch_compact(const cuda_context_entry *context, cuda_stream stream,
                                       const parse_batch_view *view, rustg_error *error)
{
    rustg_status status = parse_cuda_zero_compact(context, stream, view, error);
    for (int k = CUDA_parse_base_kernel; k <= CUDA_parse_parent_rest_kernel && status == RUSTG_OK; k++)
        status = parse_cuda_launch_kernel(context, stream, view, k, error);
    return status;
}
