/* opt.h: IR to IR, for a target. */
#ifndef RUSTG_OPT_H
#define RUSTG_OPT_H

#include "ir/ir.h"

/* A module for emitters that means the same: small functions are within their callers, what iterators keep is in scalar
 * locals. coarsen: with opt_coarsen.c's further entries. opt.c and its inner header opt_tree.h. In m's arena; m
 * stays as it is. */
ir_module *ir_optimize(ir_module *m, bool coarsen);

#endif
