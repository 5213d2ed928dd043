/* opt_unroll.h: loops whose number of rounds constants tell, for opt_unroll.c and opt_full_unroll.c.
 *
 *   set c, 16; loop { v = get c; if v > 0 { body; set c, v >> 1 } else { break } }    ->    body; set c, 8; body; .. */
#ifndef RUSTG_OPT_UNROLL_H
#define RUSTG_OPT_UNROLL_H

#include "opt/opt_tree.h"

enum { OPT_UNROLL_DEPTH = 8 }; /* of computations that lead from a counter */

typedef struct opt_unrolling opt_unrolling;

/* The most rounds of the loop list[at], and the most nodes that they may make together. */
typedef uint32_t opt_unroll_limits(const opt_unrolling *p, const opt_list *list, uint32_t at, uint32_t *most_nodes);

/* limits, is_full: of opt_unroll_loops. What follows changed is of the loop at hand: head and then are what a round
 * does before and behind the test, and the loop goes on where what is tested is goes_on. */
struct opt_unrolling {
    opt_tree *t;
    opt_index index;
    opt_unroll_limits *limits;
    bool is_full, changed;
    const opt_node *loop, *test;
    opt_list head, then;
    bool goes_on;
    uint64_t counter;
};

/* Makes rows of bodies of the tree's loops, as far as the limits say, inner ones first. is_full: also of loops without
 * checks, with loops in them or with a `break` in place of an `else`. Returns whether it did. */
bool opt_unroll_loops(opt_tree *t, opt_unroll_limits *limits, bool is_full);

/* The GET that v depends on, or NULL. */
const opt_node *opt_unroll_counter_of(const opt_unrolling *p, ir_value v, uint32_t depth);
/* The value of v in the round in which the counter is `now`; false: it depends on more. */
bool opt_unroll_compute(const opt_unrolling *p, ir_value v, uint64_t now, uint64_t *out, uint32_t depth);
/* The constant that the local is before list[at]; NULL: it may be another. */
const opt_node *opt_unroll_start(const opt_unrolling *p, const opt_list *list, uint32_t at, uint64_t local);

#endif
