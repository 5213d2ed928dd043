/* compile_dump.h: shows and verifies what the optimizer's passes leave, where that is asked for. */
#ifndef RUSTG_COMPILE_DUMP_H
#define RUSTG_COMPILE_DUMP_H

#include "compile/pipeline.h"
#include "opt/opt.h"

/* One run of the optimizer that is watched.
 *   is_output    RUSTG_OUTPUT_DUMP is asked for; text: of it so far
 *   wrong, pass  what the verifier said first, and behind which pass; NULL: nothing */
typedef struct compile_dump {
    struct compile_kernels *kernels;
    bool is_output;
    VEC(char) text;
    const char *wrong, *pass, *function;
} compile_dump;

/* Options by which the optimizer's run is watched as the kernels' options ask; dump must outlive it. */
opt_options compile_watch_passes(compile_dump *dump, const pipeline *p);
/* Ends what compile_watch_passes began, after the optimizer's run. fails RUSTG_ERR_INTERNAL: a pass broke the IR */
rustg_status compile_end_dump(compile_dump *dump, rustg_error *error);

#endif
