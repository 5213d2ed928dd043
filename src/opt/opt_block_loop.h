/* opt_block_loop.h: what the files that make a block's barriers loops share; inner header of opt_block_loop.c and
 * opt_block_segment.c. */
#ifndef RUSTG_OPT_BLOCK_LOOP_H
#define RUSTG_OPT_BLOCK_LOOP_H

#include "opt/opt_thread_version.h"

enum { MOST_THREADS_OF_BLOCK = 1024 };

/* index, n_values, n_locals    of the kernel as it was
 * varies, local_varies         by value and local: whether the threads' may differ; of values in joint lists alone
 * segments                     BLOCKs that hold the nodes of a segment, and in the end what comes of it
 * segment_of                   by value: 1 + the segment whose own list defines it, or 0
 * value_arrays, local_arrays   by value and local: where it is kept by the thread's number, or 0
 * is_again                     by value: whether later segments compute it again; 0: not asked yet
 * sides, n_rows, n_threads     of the block, u64; is_row, is_flat: it has one side, or two; n_most: threads at most */
typedef struct block_loop {
    thread_loop p;
    opt_tree *t;
    opt_index index;
    uint32_t n_values, n_locals;
    uint8_t *varies, *local_varies, *is_joint_label;
    bool changed, parts;
    VEC(opt_node *) segments;
    uint32_t *segment_of;
    ir_local *value_arrays, *local_arrays;
    uint8_t *is_again;
    ir_value sides[3], n_rows, n_threads;
    bool is_row, is_flat;
    uint32_t n_most;
} block_loop;

/* opt_block_segment.c. opt_block_keep finds what is to be kept for later segments; false: it is too large.
 * opt_block_fill makes loops over threads of a segment. */
bool opt_block_keep(block_loop *b, uint64_t most_bytes);
void opt_block_fill(block_loop *b, uint32_t segment);

#endif
