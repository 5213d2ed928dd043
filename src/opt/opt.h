/* opt.h: IR to IR, for targets that want it.
 *
 * opt_pass.def lists the passes, with what each needs and breaks; opt.c runs them; opt_tree.h is what they work on. */
#ifndef RUSTG_OPT_H
#define RUSTG_OPT_H

#include "ir/ir.h"

/* coarsen     kernels get coarse entries (opt_coarsen.c) and entries for launches that prove checks
 *             (opt_launch_version.c)
 * for_cpu     kernels whose threads never meet become loops over threads (opt_thread_loop.c), and what helps a GPU
 *             alone is left out
 * for_ptx     the IR becomes PTX without another compiler, which leaves to the passes what NVVM would do
 * after_pass  called behind each run of a pass on a function, with a module in which function id is as the pass left it
 *             and which is valid during the call; NULL: nobody watches
 * user        passed to after_pass
 * keeps       of opt_flatten */
typedef struct opt_options {
    bool coarsen, for_cpu, for_ptx;
    void (*after_pass)(void *user, const char *pass, ir_module *m, ir_function_id id);
    void *user;
    bool (*keeps)(void *user, ir_function_id f);
} opt_options;

/* A module that means the same, with fewer and simpler instructions in the functions that kernels reach. It is in m's
 * arena and shares what did not change; m stays as it is. */
ir_module *opt_optimize(ir_module *m, const opt_options *options);

/* For differentiation, which calls no function that it has no rule for: the kernel with all calls expanded that can be,
 * and with scalars in place of structs. keeps: which calls are to stay. The tree's function is no part of m, which gets
 * the types that were made. NULL: it nests too deep. */
struct opt_tree *opt_flatten(ir_module *m, ir_function_id kernel, bool (*keeps)(void *user, ir_function_id f),
                             void *user);

/* The passes' names, with commas between. */
extern const char *const opt_pass_names;
bool opt_knows_pass(const char *name);

/* How often a pass ran without what its row says it needs, in this process: 0 unless the order of passes is wrong. */
uint32_t opt_n_unmet(void);

#endif
