/* opt_strip_mine.h: four rounds at a time, for opt_strip_mine.c and opt_partial_unroll.c. */
#ifndef RUSTG_OPT_STRIP_MINE_H
#define RUSTG_OPT_STRIP_MINE_H

#include "opt/opt_tree.h"

/* Strip mines the loops of the tree, as opt_strip_mine.c says. is_narrow: also those that count by one or by u32, that
 * read nothing, or that read what other threads may write and write nothing; larger ones, and in functions that are no
 * kernel. Returns whether it did. */
bool opt_strip_loops(opt_tree *t, bool is_narrow);

#endif
