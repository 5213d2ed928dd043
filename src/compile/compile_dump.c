/* compile_dump.c: makes RUSTG_OUTPUT_DUMP, and verifies the IR behind each pass (verify_passes). */
#include "compile/compile_dump.h"

#include <string.h>

#include "base/error.h"
#include "compile/compile_kernels.h"

static void compile_dump_add(compile_dump *dump, const char *text)
{
    const size_t n = strlen(text);
    vec_reserve(&dump->kernels->memory, &dump->text, n + 1);
    memcpy(dump->text.at + dump->text.n, text, n);
    dump->text.n += (uint32_t)n;
}

static void compile_after_pass(void *user, const char *pass, ir_module *m, ir_function_id id)
{
    compile_dump *dump = user;
    const rustg_kernel_options *options = &dump->kernels->options;
    if (options->verify_passes && !dump->wrong && (dump->wrong = ir_verify(m)) != NULL) {
        dump->pass = pass;
        dump->function = m->functions.at[id].name;
    }
    if (dump->is_output && strcmp(pass, options->dump_after) == 0) {
        compile_dump_add(dump, arena_format(&dump->kernels->memory, "\n// after %s", pass));
        compile_dump_add(dump, ir_print_function(m, id));
    }
}

opt_options compile_watch_passes(compile_dump *dump, const pipeline *p)
{
    const rustg_kernel_options *options = &p->kernels->options;
    opt_options how = {.coarsen = p->how.coarsen, .for_cpu = codegen_is_for_cpu(p->target), .user = dump};
    how.for_ptx = !how.for_cpu && p->how.own_ptx;
    *dump = (compile_dump){.kernels = p->kernels};
    dump->is_output = p->job && (options->outputs >> RUSTG_OUTPUT_DUMP & 1);
    if (options->verify_passes || dump->is_output)
        how.after_pass = compile_after_pass;
    return how;
}

rustg_status compile_end_dump(compile_dump *dump, rustg_error *error)
{
    compile_kernels *kernels = dump->kernels;
    if (dump->wrong)
        return error_set(error, RUSTG_ERR_INTERNAL, "the IR of `%s` is wrong behind the pass %s, a bug of rustg: %s",
                         dump->function, dump->pass, dump->wrong);
    if (dump->is_output) {
        compile_dump_add(dump, "");
        dump->text.at[dump->text.n] = 0;
        compile_output *output = kernels->outputs[RUSTG_OUTPUT_DUMP];
        const char *before = output ? (const char *)output->bytes : ""; /* of the target before */
        const char *all = arena_format(&kernels->memory, "%s%s", before, dump->text.at);
        kernels->outputs[RUSTG_OUTPUT_DUMP] = output = ARENA_ARRAY(&kernels->memory, compile_output, 1);
        *output = (compile_output){(const uint8_t *)all, strlen(all)};
    }
    return RUSTG_OK;
}
