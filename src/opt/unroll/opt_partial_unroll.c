/* opt_partial_unroll.c: strip mining also of loops that count by one, for own PTX, which no compiler unrolls behind.
 *
 * Requires and breaks what opt_strip_mine.c does. */
#include "opt/unroll/opt_strip_mine.h"

bool opt_partial_unroll(opt_tree *t)
{
    return opt_strip_loops(t, true);
}
