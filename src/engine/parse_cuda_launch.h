/* parse_cuda_launch.h: scratch and launches of the parser's kernels. Nothing here allocates or waits.
 *
 * A batch is parsed in this order, on one stream:
 *   parse_cuda_launch_match     kinds, partners and files that are not balanced
 *   parse_cuda_launch_walk      units, their events, and files that the kernels do not hold: the host then reads
 *                               d_parse_flags and d_walk
 *   parse_cuda_launch_late      where d_walk->n_queued[n_rounds] is not 0: the rounds that are left; the host then
 *                               reads both again
 *   parse_cuda_launch_compact   AST arrays, d_counters->n_nodes, d_file_first_node; where n_nodes is more than
 *                               capacity_nodes no arrays are written
 * Where the view has d_n_toks, nothing need be read in between: kernels do nothing where there are more tokens than
 * n_toks, and write no arrays where files are bad or rounds are left. */
#ifndef RUSTG_PARSE_CUDA_LAUNCH_H
#define RUSTG_PARSE_CUDA_LAUNCH_H

#include "parser/parse_batch.h"
#include "engine/engine_kernels.h"

/* The walk's launches: blocks that can all be resident, and their size. */
typedef struct parse_walk_grid {
    uint32_t n_blocks, n_threads, shared_bytes;
} parse_walk_grid;

/* Sets capacity_units, n_slots and capacity_line by n_toks and n_files. */
void parse_cuda_count_units(parse_batch_view *view);
/* Sets the view's table, and what of it the walk keeps in shared memory, too. The context must be current. */
rustg_status parse_cuda_size_walk(const cuda_context_entry *context, parse_batch_view *view, parse_walk_grid *grid,
                                  rustg_error *error);

/* Bytes of the four stretches of scratch, multiples of 256. view wants n_toks and n_files; launches and
 * parse_cuda_size_walk want its tile, too; for all but match alone what
 * parse_cuda_count_units sets; for compact capacity_nodes too.
 *   zeroed    from the first launch, which zeroes it, to the last; d_parse_flags and d_walk are in it
 *   list      during match
 *   divide    from the walk's first launch to the last of compact
 *   compact   during compact; d_file_first_node is in it, the result
 * and of the events, from the walk on. */
size_t parse_cuda_zeroed_bytes(const parse_batch_view *view);
size_t parse_cuda_list_bytes(const parse_batch_view *view);
size_t parse_cuda_divide_bytes(const parse_batch_view *view);
size_t parse_cuda_compact_bytes(const parse_batch_view *view);
size_t parse_cuda_events_bytes(const parse_batch_view *view);

/* Sets the view's pointers into a stretch that begins at a multiple of 256. */
void parse_cuda_place_zeroed(parse_batch_view *view, cuda_pointer at);
void parse_cuda_place_list(parse_batch_view *view, cuda_pointer at);
void parse_cuda_place_divide(parse_batch_view *view, cuda_pointer at);
void parse_cuda_place_compact(parse_batch_view *view, cuda_pointer at);

/* Enqueue; the context must be current. n_toks is at most PARSE_MAX_TOKS, n_files at least 1, n_rounds
 * from 1 to PARSE_WALK_ROUNDS. */
rustg_status parse_cuda_launch_match(const cuda_context_entry *context, cuda_stream stream,
                                     const parse_batch_view *view, rustg_error *error);
rustg_status parse_cuda_launch_walk(const cuda_context_entry *context, cuda_stream stream, const parse_batch_view *view,
                                    const parse_walk_grid *grid, rustg_error *error);
/* Sets the view's n_rounds to all. */
rustg_status parse_cuda_launch_late(const cuda_context_entry *context, cuda_stream stream, parse_batch_view *view,
                                    const parse_walk_grid *grid, rustg_error *error);
rustg_status parse_cuda_launch_compact(const cuda_context_entry *context, cuda_stream stream,
                                       const parse_batch_view *view, rustg_error *error);
/* What launch_match does first: zeroes what a batch's kernels count up from zero. */
rustg_status parse_cuda_zero(const cuda_context_entry *context, cuda_stream stream, const parse_batch_view *view,
                             rustg_error *error);
/* One kernel, of meet the rounds behind it too; kernel is CUDA_parse_match_kernel and the like; grid is the walk's. For
 * benchmarks, which time each. */
rustg_status parse_cuda_launch_kernel(const cuda_context_entry *context, cuda_stream stream,
                                      const parse_batch_view *view, const parse_walk_grid *grid, int kernel,
                                      rustg_error *error);

#endif
