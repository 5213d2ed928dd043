/* opt_thread_version.h: loops over threads, and their versions without what was asked of all threads before; inner
 * header of opt_thread_loop.c and opt_block_loop.c.
 *
 * A guard is a condition without which the thread does nothing more. A version that guesses takes branches for granted
 * that are likely to go one way for nearly all threads, as at the borders of an array (`i > 0 && i + 1 < n`).
 * opt_monotone.h says what the ends of a stretch tell. In versions without checks a number of 32 bits that becomes one
 * of 64 is computed with 64 throughout, because compilers must take it that 32 bits wrap. */
#ifndef RUSTG_OPT_THREAD_VERSION_H
#define RUSTG_OPT_THREAD_VERSION_H

#include "opt/opt_monotone.h"

/* What a version takes for granted besides guards: nothing; likely branches; or these, but that comparisons of the
 * counter of a block's row go the other way, as in the other stretches of a row that is cut there. */
typedef enum thread_guess { GUESS_NOTHING, GUESS_LIKELY, GUESS_OTHER } thread_guess;

typedef struct thread_loop {
    opt_tree *t;
    ir_range range;
    bool calls_stop;
    ir_value first_index, first_lane; /* of thread 0 of the row */
    /* Of IR_RANGE_BLOCK: the number in the block of the row's first thread; which threads are done, by that number, and
     * how many; 0: none is before the last. */
    ir_value row_first;
    ir_local done, n_done;
    opt_monotone m; /* of the version at hand */
    thread_guess guesses;
    uint32_t n_asked, n_guessed;
    bool has_loop; /* whether the version has */
} thread_loop;

/* The kernel's instructions for one thread, whose number is what `count` reads. */
typedef struct thread_body {
    opt_list list;
    opt_node *count;
    thread_guess guesses; /* as a version */
    bool knows_no_done;   /* of IR_RANGE_BLOCK, as a version: it is for when no thread is done */
} thread_body;

/* The stretch at hand: from, n and up to before stop; last is stop - 1. at: what is set to stop behind it, or 0. */
typedef struct thread_stretch {
    ir_local at, most;
    ir_value from, n, stop, last;
} thread_stretch;

/* Numbers where a row of a block is cut into stretches, in each of which a comparison of the counter goes one way: u64
 * values. of, bits, is_next: what they were made of. */
enum { MOST_CUTS = 3 };
typedef struct thread_cuts {
    ir_value at[MOST_CUTS], of[MOST_CUTS];
    uint64_t bits[MOST_CUTS];
    bool is_next[MOST_CUTS];
    uint32_t n;
} thread_cuts;

/* Nodes at the end of a list. */
ir_value opt_thread_make(thread_loop *p, opt_list *list, ir_op op, ir_type type, ir_value x, ir_value y);
ir_value opt_thread_constant(thread_loop *p, opt_list *list, ir_type type, uint64_t bits);
ir_value opt_thread_ask(thread_loop *p, opt_list *list, ir_intrinsic what, ir_type type, uint64_t imm);
ir_value opt_thread_get(thread_loop *p, opt_list *list, ir_local local, ir_type type);
void opt_thread_set(thread_loop *p, opt_list *list, ir_local local, ir_value v);
opt_node *opt_thread_if(thread_loop *p, opt_list *list, ir_value condition);
opt_node *opt_thread_loop_in(thread_loop *p, opt_list *list);
void opt_thread_jump(thread_loop *p, opt_list *list, ir_op op, ir_label label);
/* The node is another operation from now on, with the same result. */
void opt_thread_become(thread_loop *p, opt_node *node, ir_op op, ir_value x, ir_value y);

thread_body opt_thread_copy(opt_tree *t, const thread_body *body, thread_guess guesses);
/* How much a version asks, and how much of it is guessed; nothing if the version is not worth while. */
void opt_thread_count(thread_loop *p, const thread_body *body, thread_guess guesses);
/* Appends to the list what computes the cuts. */
void opt_thread_find_cuts(thread_loop *p, const thread_body *body, opt_list *list, thread_cuts *cuts);
/* if what the body asks holds { it runs without } else { what the returned list will hold } */
opt_list *opt_thread_write_version(thread_loop *p, opt_list *list, thread_body *body, const thread_stretch *s);
/* for counter in from..stop { body } */
void opt_thread_run(thread_loop *p, opt_list *list, thread_body *body, ir_value from, ir_value stop);

/* opt_block_segment.c: a thread that returns or panics is done, and the loop `next` goes on with the next one. at: its
 * number in the block. */
void opt_block_end(thread_loop *p, opt_list *list, ir_label next, ir_value at);

#endif
