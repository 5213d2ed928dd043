/* opt_loop.h: loops that leave once a counter has reached an end; inner header of the passes that make versions of
 * them.
 *
 *   loop { count = get $counter; if count < end { ..; set $counter, count + step; .. } else { leave } } */
#ifndef RUSTG_OPT_LOOP_H
#define RUSTG_OPT_LOOP_H

#include "opt/opt_tree.h"

/* t, index, inside: set before the first call; the rest is of the loop that opt_loop_find_counter was asked about.
 *   inside   by value: whether the loop at hand defines it (opt_loop_mark)
 *   test     the IF that leaves the loop in its second arm
 *   step     what the counter grows by in each round; 0: it may change otherwise, though below the end only
 *   set_at   the index of the SET of the counter in the first arm of the test */
typedef struct opt_loop {
    opt_tree *t;
    opt_index index;
    uint8_t *inside;
    opt_node *loop, *test;
    ir_local counter;
    ir_value count, end;
    uint64_t step;
    uint32_t set_at;
} opt_loop;

/* Marks, or unmarks, what the list defines as inside the loop. */
void opt_loop_mark(opt_loop *p, const opt_list *list, uint8_t inside);
/* Whether the list has no loop, no call, no PTX and nothing that threads do together. Versions of such a loop may be
 * taken by some threads and not by others. */
bool opt_loop_is_simple(const opt_list *list);
/* Fills in the fields of the loop, whose list is marked; false: no counter decides when it leaves. */
bool opt_loop_find_counter(opt_loop *p, opt_node *loop);
/* What the loop's counter grows by, in a sum that stops at the largest number; 0: it changes otherwise. */
ir_value opt_loop_saturating_step(const opt_loop *p);
/* Whether the node sets the local that v was read from, or with v 0 any local, to itself plus a constant, *step. */
bool opt_loop_steps(const opt_loop *p, const opt_node *set, ir_value v, uint64_t *step);
/* How a value relates to the counter: it is the same in all rounds; it does not shrink as the counter grows, as long as
 * none of its sums and products overflows; or neither is known. */
enum { OPT_UNKNOWN, OPT_FIXED, OPT_GROWS };
int opt_loop_kind_of(opt_loop *p, ir_value v);
/* Appends a copy of the loop. */
void opt_loop_copy(opt_tree *t, opt_node *loop, opt_list *to);

#endif
