/* codegen_text_of.h: a module's text for a target, by the stages that the pipeline takes it through. */
#ifndef RUSTG_CODEGEN_TEXT_OF_H
#define RUSTG_CODEGEN_TEXT_OF_H

#include "codegen/codegen.h"
#include "opt/opt.h"

static inline codegen_text codegen_text_of(const codegen_target *target, ir_module *m, const codegen_options *options)
{
    const opt_options how = {.coarsen = options->coarsen, .for_cpu = codegen_is_for_cpu(target)};
    if (codegen_takes_optimized(target, options))
        m = opt_optimize(m, &how);
    return codegen_emit(target, m, options);
}

#endif
