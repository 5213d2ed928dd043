/* opt_unroll.c: loops of few rounds whose number constants tell become a row of bodies, where they have checks.
 *
 * Each body then has ranges of its own, which decide checks that no range for all rounds does: in five sums of what two
 * lanes have, an i32 read as an i64 stays far from overflow.
 *
 * Requires OPT_SCALARS: the counter is a scalar local. Breaks OPT_SCALARS: the counter is a constant that sroa has not
 * used yet. */
#include "opt/unroll/opt_unroll.h"

enum { MOST_ROUNDS = 8, MOST_UNROLLED = 400 };

static uint32_t opt_unroll_few(const opt_unrolling *p, const opt_list *list, uint32_t at, uint32_t *most_nodes)
{
    (void)p;
    (void)list;
    (void)at;
    *most_nodes = MOST_UNROLLED;
    return MOST_ROUNDS;
}

bool opt_unroll(opt_tree *t)
{
    return opt_unroll_loops(t, opt_unroll_few, false);
}
