/* compile_output.c: has the stages that make the outputs of a compile from a module. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "compile/compile_dump.h"
#include "compile/compile_kernels.h"
#include "compile/compile_tvm.h"

static bool compile_output_wanted(const compile_kernels *kernels, rustg_output output)
{
    return kernels->options.outputs >> output & 1;
}

static compile_output *compile_new_output(compile_kernels *kernels, rustg_output output, size_t n)
{
    kernels->outputs[output] = ARENA_ARRAY(&kernels->memory, compile_output, n);
    return kernels->outputs[output];
}

static void compile_output_keep(compile_output *output, const void *bytes, size_t n)
{
    output->bytes = bytes;
    output->n = n;
}

/* JSON. */

typedef VEC(char) json_text;

static void compile_json_put_bytes(arena *memory, json_text *out, const char *text, size_t n)
{
    vec_reserve(memory, out, n);
    memcpy(out->at + out->n, text, n);
    out->n += (uint32_t)n;
}

static void compile_json_put(arena *memory, json_text *out, const char *text)
{
    compile_json_put_bytes(memory, out, text, strlen(text));
}

static void compile_json_string(arena *memory, json_text *out, const char *text)
{
    const uint8_t *bytes = (const uint8_t *)text;
    const uint32_t n_bytes = (uint32_t)strlen(text);
    vec_push(memory, out, '"');
    for (uint32_t at = 0, length; at < n_bytes; at += length) {
        const uint32_t c = utf8_decode(bytes, n_bytes, at, &length);
        if (c == '"' || c == '\\')
            vec_push(memory, out, '\\');
        if (c == UTF8_INVALID)
            compile_json_put(memory, out, "\\ufffd");
        else if (c < ' ')
            compile_json_put(memory, out, arena_format(memory, "\\u%04x", c));
        else
            compile_json_put_bytes(memory, out, text + at, length);
    }
    vec_push(memory, out, '"');
}

static void compile_json_field(arena *memory, json_text *out, const char *name, uint64_t value)
{
    compile_json_put(memory, out, arena_format(memory, ", \"%s\": %llu", name, (unsigned long long)value));
}

static void compile_json_known(arena *memory, json_text *out, const char *name, uint32_t value)
{
    if (value == UINT32_MAX)
        compile_json_put(memory, out, arena_format(memory, ", \"%s\": null", name));
    else
        compile_json_field(memory, out, name, value);
}

static const char *const role_names[] = {"scalar", "slice", "grid_mut", "pointer"};

static void compile_json_kernel(arena *memory, json_text *out, const rustg_kernel *kernel, const char *path)
{
    compile_json_put(memory, out, "    {\"name\": ");
    compile_json_string(memory, out, kernel->name);
    compile_json_put(memory, out, ", \"path\": ");
    compile_json_string(memory, out, path);
    compile_json_field(memory, out, "line", kernel->line);
    compile_json_field(memory, out, "column", kernel->column);
    compile_json_put(
        memory, out,
        arena_format(memory, ", \"block\": [%u, %u, %u]", kernel->block[0], kernel->block[1], kernel->block[2]));
    compile_json_field(memory, out, "max_threads", kernel->max_threads);
    compile_json_field(memory, out, "min_blocks", kernel->min_blocks);
    compile_json_put(memory, out, kernel->is_unsafe ? ", \"is_unsafe\": true" : ", \"is_unsafe\": false");
    compile_json_known(memory, out, "registers", kernel->registers);
    compile_json_known(memory, out, "shared_bytes", kernel->shared_bytes);
    compile_json_known(memory, out, "local_bytes", kernel->local_bytes);
    compile_json_put(memory, out, ", \"params\": [");
    for (size_t i = 0; i < kernel->n_params; i++) {
        const rustg_kernel_param *param = &kernel->params[i];
        compile_json_put(memory, out, i ? ",\n        {\"name\": " : "\n        {\"name\": ");
        compile_json_string(memory, out, param->name);
        compile_json_put(memory, out, ", \"type\": ");
        compile_json_string(memory, out, param->rust_type);
        compile_json_put(memory, out,
                         arena_format(memory, ", \"role\": \"%s\", \"element\": \"%s\"", role_names[param->role],
                                      rustg_element_name(param->element)));
        compile_json_field(memory, out, "size", param->size);
        compile_json_field(memory, out, "align", param->align);
        compile_json_put(memory, out, "}");
    }
    compile_json_put(memory, out, "]}");
}

static void compile_make_json(compile_kernels *kernels)
{
    arena *memory = &kernels->memory;
    json_text out = {0};
    compile_json_put(memory, &out, "{\"kernels\": [\n");
    for (uint32_t i = 0; i < kernels->n_lowered; i++) {
        sema_span at = sema_origin(&kernels->checked, def_span(&kernels->checked, kernels->lowered[i].kernel->fn));
        compile_json_put(memory, &out, i ? ",\n" : "");
        compile_json_kernel(memory, &out, &kernels->kernels[i], kernels->checked.files.at[at.file]->name);
    }
    compile_json_put(memory, &out, "\n], \"panic_sites\": [\n");
    const char *before = "";
    for (uint32_t i = 1; i < kernels->module.sites.n; i++) {
        const ir_site *site = &kernels->module.sites.at[i];
        if (site->kind != IR_SITE_PANIC)
            continue;
        compile_json_put(memory, &out, arena_format(memory, "%s    {\"site\": %u, \"message\": ", before, i));
        before = ",\n";
        compile_json_string(memory, &out, site->message);
        compile_json_put(memory, &out, ", \"path\": ");
        compile_json_string(memory, &out, site->file ? site->file : "");
        compile_json_field(memory, &out, "line", site->line);
        compile_json_field(memory, &out, "column", site->column);
        compile_json_put(memory, &out, "}");
    }
    compile_json_put(memory, &out, "\n]}\n");
    vec_push(memory, &out, 0);
    compile_output_keep(compile_new_output(kernels, RUSTG_OUTPUT_KERNELS, 1), out.at, out.n - 1);
}

/* cubin: of the first architecture */
static void compile_note_resources(compile_kernels *kernels, const tool_cuda_code *cubin)
{
    for (uint32_t i = 0; i < kernels->n_lowered; i++) {
        rustg_kernel *kernel = &kernels->kernels[i];
        tool_resources of = tool_cubin_resources(cubin->bytes, cubin->n, kernels->options.archs[0], kernel->name);
        kernel->registers = of.registers;
        kernel->shared_bytes = of.shared_bytes;
        kernel->local_bytes = of.local_bytes;
    }
}

/* Every target. */

codegen_options compile_codegen_options(const compile_kernels *kernels)
{
    codegen_options how = {.debug = kernels->options.debug != 0, .checks = !kernels->options.no_checks};
    how.opt_level = 3 - kernels->options.no_opt_level;
    how.max_registers = kernels->options.max_registers;
    how.fast_math = kernels->options.fast_math != 0;
    how.coarsen = kernels->options.coarse_entries != 0;
    how.own_ptx = kernels->options.backend == RUSTG_KERNEL_BACKEND_PTX;
    how.cc_seconds = kernels->options.cc_seconds;
    how.cc_mebibytes = kernels->options.cc_mebibytes;
    return how;
}

rustg_status compile_verify(pipeline *p)
{
    const char *wrong = ir_verify(p->module);
    return wrong ? error_set(p->error, RUSTG_ERR_INTERNAL, "the IR is wrong, a bug of rustg: %s", wrong) : RUSTG_OK;
}

static rustg_status compile_optimize(pipeline *p)
{
    if (!codegen_takes_optimized(p->target, &p->how))
        return RUSTG_OK;
    compile_dump dump;
    const opt_options how = compile_watch_passes(&dump, p);
    p->module = opt_optimize(p->module, &how);
    return compile_end_dump(&dump, p->error);
}

/* The most branches that a function has; C compilers work on a loop as on four. */
static uint32_t compile_most_branches(const ir_module *m)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < m->functions.n; i++) {
        uint32_t n = 0;
        for (uint32_t k = 0; k < m->functions.at[i].code.n; k++) {
            const ir_op op = (ir_op)m->functions.at[i].code.at[k].op;
            n += op == IR_LOOP ? 4 : op == IR_IF || op == IR_CASE || op == IR_CHECK;
        }
        most = n > most ? n : most;
    }
    return most;
}

static rustg_status compile_emit(pipeline *p)
{
    const uint32_t n = codegen_is_for_cpu(p->target) ? compile_most_branches(p->module) : 0;
    const uint32_t level = n > 10 * LIMIT_CC_BRANCHES ? 0 : n > LIMIT_CC_BRANCHES ? 1 : p->how.opt_level;
    p->how.opt_level = level < p->how.opt_level ? level : p->how.opt_level;
    p->text = codegen_emit(p->target, p->module, &p->how);
    if (!p->text.refused)
        return RUSTG_OK;
    error_set(p->error, RUSTG_ERR_ARGUMENT, "CUDA C++ has no form for %s", p->text.refused);
    error_hint(p->error, "leave it to rustg's own PTX (--backend=ptx)");
    return RUSTG_ERR_ARGUMENT;
}

rustg_status compile_emit_ptx(pipeline *p, const char *arch, bool *is_lowered)
{
    if (!tool_knows_target(arch)) {
        error_set(p->error, RUSTG_ERR_ARGUMENT, "the architecture `%s` is not known to the backend ptx", arch);
        error_hint(p->error, "it knows %s", tool_targets(p->module->memory));
        return RUSTG_ERR_ARGUMENT;
    }
    p->text = codegen_ptx(p->module, &p->how, arch, is_lowered);
    if (!p->text.refused)
        return RUSTG_OK;
    error_set(p->error, RUSTG_ERR_ARGUMENT, "the backend ptx has no form yet for %s", p->text.refused);
    error_hint(p->error, "leave the backend to NVRTC (--backend=nvrtc)");
    return RUSTG_ERR_ARGUMENT;
}

void compile_for_target(pipeline *p, const codegen_target *target, ir_module *module, const codegen_options *how)
{
    p->target = target;
    p->module = module;
    p->how = *how;
    p->optimize = compile_optimize;
    p->verify = NULL;
    p->emit = compile_emit;
    p->toolchain = p->load = NULL;
#ifndef NDEBUG
    p->verify = compile_verify;
#endif
    if (p->kernels->options.verify_passes)
        p->verify = compile_verify;
}

void compile_keep_text(compile_kernels *kernels, uint32_t output, const char *text, size_t n)
{
    if (compile_output_wanted(kernels, output))
        compile_output_keep(compile_new_output(kernels, output, 1), text, n);
}

/* CUDA C++ or PTX, and what NVRTC or nvJitLink make of it. */

enum {
    TVM_FFI = 1u << RUSTG_OUTPUT_TVM_FFI,
    CUBINS = 1u << RUSTG_OUTPUT_CUBIN | 1u << RUSTG_OUTPUT_FATBIN | TVM_FFI,
    DEVICE = CUBINS | 1u << RUSTG_OUTPUT_PTX,
    OF_TOOLCHAIN = DEVICE | 1u << RUSTG_OUTPUT_KERNELS,
    OF_CUDA = OF_TOOLCHAIN | 1u << RUSTG_OUTPUT_CUDA,
    HOST = 1u << RUSTG_OUTPUT_OBJ | 1u << RUSTG_OUTPUT_SO | TVM_FFI,
    OF_C = HOST | 1u << RUSTG_OUTPUT_C
};

/* The code for the i-th architecture, by either backend. cubin: that for the same one, NULL before it is made. */
static rustg_status compile_make_code(pipeline *p, size_t i, bool is_cubin, const tool_cuda_code *cubin,
                                      tool_cuda_code *made)
{
    compile_kernels *kernels = p->kernels;
    const char *arch = kernels->options.archs[i];
    if (!p->own_ptx)
        return compile_nvrtc(kernels, p->text.text, arch, is_cubin, &p->how, cubin, made, p->error);
    if (is_cubin)
        return compile_jitlink(kernels, p->own_ptx[i].text, arch, &p->how, made, p->error);
    *made = (tool_cuda_code){.bytes = (uint8_t *)p->own_ptx[i].text, .n = p->own_ptx[i].n};
    return RUSTG_OK;
}

static rustg_status compile_make_device(pipeline *p)
{
    compile_kernels *kernels = p->kernels;
    const rustg_kernel_options *options = &kernels->options;
    arena *memory = &kernels->memory;
    size_t n = options->n_archs;
    bool fatbin =
        compile_output_wanted(kernels, RUSTG_OUTPUT_FATBIN) || compile_output_wanted(kernels, RUSTG_OUTPUT_TVM_FFI);
    bool ptx = compile_output_wanted(kernels, RUSTG_OUTPUT_PTX),
         cubin = compile_output_wanted(kernels, RUSTG_OUTPUT_CUBIN);
    compile_output *ptxs =
        ptx ? compile_new_output(kernels, RUSTG_OUTPUT_PTX, n) : ARENA_ARRAY(memory, compile_output, n);
    compile_output *cubins =
        cubin ? compile_new_output(kernels, RUSTG_OUTPUT_CUBIN, n) : ARENA_ARRAY(memory, compile_output, n);
    tool_image *images = ARENA_ARRAY(memory, tool_image, n + 1);
    size_t newest = 0;
    for (size_t i = 1; i < n; i++)
        if (atoi(options->archs[i] + 3) > atoi(options->archs[newest] + 3))
            newest = i;
    for (size_t i = 0; i < n; i++) {
        tool_cuda_code code = {0}, made = {0};
        if (cubin || fatbin) {
            rustg_status status = compile_make_code(p, i, true, NULL, &code);
            if (status != RUSTG_OK)
                return status;
            compile_output_keep(&cubins[i], code.bytes, code.n);
            if (i == 0)
                compile_note_resources(kernels, &code);
            images[i] = (tool_image){options->archs[i], false, code.bytes, code.n};
        }
        if (ptx || (fatbin && i == newest)) {
            rustg_status status = compile_make_code(p, i, false, &code, &made);
            if (status != RUSTG_OK)
                return status;
            compile_output_keep(&ptxs[i], made.bytes, made.n);
            if (i == newest)
                images[n] = (tool_image){options->archs[i], true, made.bytes, made.n};
        }
    }
    if (fatbin) {
        p->fatbin = tool_fatbin(memory, images, (uint32_t)n + 1);
        compile_keep_text(kernels, RUSTG_OUTPUT_FATBIN, p->fatbin.text, p->fatbin.n);
    }
    return RUSTG_OK;
}

/* A shared object for tvm-ffi is for the CPU alone where there is no NVRTC (or nvJitLink), and nothing else was asked
 * of it. */
static rustg_status compile_make_device_or_none(pipeline *p)
{
    const rustg_status status = compile_make_device(p);
    if (status != RUSTG_ERR_NO_NVRTC || (p->kernels->options.outputs & DEVICE) != TVM_FFI)
        return status;
    p->no_fatbin = p->own_ptx ? "this object has no code for CUDA: nvJitLink was not found when it was made"
                              : "this object has no code for CUDA: NVRTC was not found when it was made";
    return RUSTG_OK;
}

/* PTX by rustg's own backend for all architectures. */
static rustg_status compile_emit_own_ptx(pipeline *p)
{
    const rustg_kernel_options *options = &p->kernels->options;
    codegen_text *texts = ARENA_ARRAY(&p->kernels->memory, codegen_text, options->n_archs);
    for (size_t i = 0; i < options->n_archs; i++) {
        bool is_lowered;
        rustg_status status = compile_emit_ptx(p, options->archs[i], &is_lowered);
        if (status != RUSTG_OK)
            return status;
        texts[i] = p->text;
    }
    p->own_ptx = texts;
    return RUSTG_OK;
}

/* The list of kernels tells their registers where NVRTC (or nvJitLink) is. */
static rustg_status compile_find_resources(pipeline *p)
{
    compile_kernels *kernels = p->kernels;
    arena *memory = &kernels->memory;
    const char *arch = kernels->options.archs[0];
    tool_cuda_code made;
    rustg_error unseen, *error = p->error;
    rustg_status status = RUSTG_OK;
    if (kernels->options.backend != RUSTG_KERNEL_BACKEND_PTX) {
        status = tool_nvrtc(memory, p->text.text, arch, true, &p->how, &made, &unseen);
    } else {
        p->error = &unseen;
        status = p->own_ptx ? RUSTG_OK : compile_emit_own_ptx(p);
        p->error = error;
        if (status == RUSTG_OK)
            status = tool_jitlink(memory, p->own_ptx[0].text, p->own_ptx[0].n, arch, &p->how, &made, &unseen);
    }
    if (status == RUSTG_OK)
        compile_note_resources(kernels, &made);
    return RUSTG_OK;
}

static rustg_status compile_run_toolchain(pipeline *p)
{
    const uint32_t outputs = p->kernels->options.outputs;
    rustg_status status = outputs & DEVICE ? compile_make_device_or_none(p) : RUSTG_OK;
    if (status == RUSTG_OK && compile_output_wanted(p->kernels, RUSTG_OUTPUT_KERNELS) &&
        (!(outputs & CUBINS) || p->no_fatbin))
        status = compile_find_resources(p);
    return status;
}

static rustg_status compile_emit_cuda(pipeline *p)
{
    if (compile_output_wanted(p->kernels, RUSTG_OUTPUT_IR_OPT)) {
        const char *text = ir_print(p->module);
        compile_keep_text(p->kernels, RUSTG_OUTPUT_IR_OPT, text, strlen(text));
    }
    const bool is_own = p->kernels->options.backend == RUSTG_KERNEL_BACKEND_PTX;
    const uint32_t outputs = p->kernels->options.outputs;
    if (outputs & (is_own ? 1u << RUSTG_OUTPUT_CUDA : OF_CUDA)) {
        const rustg_status status = compile_emit(p);
        if (status != RUSTG_OK)
            return status;
    }
    compile_keep_text(p->kernels, RUSTG_OUTPUT_CUDA, p->text.text, p->text.n);
    return is_own && outputs & DEVICE ? compile_emit_own_ptx(p) : RUSTG_OK;
}

void compile_for_cuda(pipeline *p)
{
    const codegen_options how = compile_codegen_options(p->kernels);
    const uint32_t outputs = p->kernels->options.outputs;
    compile_for_target(p, &codegen_target_cuda, &p->kernels->module, &how);
    p->emit = compile_emit_cuda;
    p->toolchain = outputs & OF_TOOLCHAIN ? compile_run_toolchain : NULL;
    const bool is_wanted = outputs & (OF_CUDA | 1u << RUSTG_OUTPUT_IR_OPT), is_of_c = outputs & OF_C;
    if (!is_wanted && (is_of_c || !(outputs & 1u << RUSTG_OUTPUT_DUMP))) /* a dump shows the passes of a text alone */
        p->optimize = p->verify = p->emit = NULL;
}

/* C, and what the C compiler makes of it. */

static rustg_status compile_run_cc(pipeline *p)
{
    compile_kernels *kernels = p->kernels;
    for (int shared = 0; shared < 2; shared++) {
        rustg_output output = shared ? RUSTG_OUTPUT_SO : RUSTG_OUTPUT_OBJ;
        uint8_t *bytes;
        size_t n;
        if (!compile_output_wanted(kernels, output))
            continue;
        rustg_status status = compile_cc(kernels, p->text.text, shared != 0, &p->how, &bytes, &n, p->error);
        if (status != RUSTG_OK)
            return status;
        compile_output_keep(compile_new_output(kernels, output, 1), bytes, n);
    }
    return compile_output_wanted(kernels, RUSTG_OUTPUT_TVM_FFI) ? compile_make_tvm(p) : RUSTG_OK;
}

static rustg_status compile_emit_c(pipeline *p)
{
    compile_emit(p);
    compile_keep_text(p->kernels, RUSTG_OUTPUT_C, p->text.text, p->text.n);
    return RUSTG_OK;
}

void compile_for_c(pipeline *p)
{
    codegen_options how = compile_codegen_options(p->kernels);
    const uint32_t outputs = p->kernels->options.outputs;
    how.c_prefix = p->kernels->options.c_prefix;
    compile_for_target(p, &codegen_target_c, &p->kernels->module, &how);
    p->emit = compile_emit_c;
    p->toolchain = outputs & HOST ? compile_run_cc : NULL;
    if (outputs & OF_C)
        return;
    const compile_output *dump = p->kernels->outputs[RUSTG_OUTPUT_DUMP];
    p->verify = p->emit = NULL;
    if (!dump || dump->n > 0) /* a pass that CUDA C++ does not take is shown as C takes it */
        p->optimize = NULL;
}

/* What no target makes. */

rustg_status compile_emit_module(pipeline *p)
{
    if (compile_output_wanted(p->kernels, RUSTG_OUTPUT_THIR)) {
        const char *text = thir_print_crate(&p->kernels->checked);
        compile_keep_text(p->kernels, RUSTG_OUTPUT_THIR, text, strlen(text));
    }
    if (compile_output_wanted(p->kernels, RUSTG_OUTPUT_IR)) {
        const char *text = ir_print(p->module);
        compile_keep_text(p->kernels, RUSTG_OUTPUT_IR, text, strlen(text));
    }
    return RUSTG_OK;
}

/* Whether an output that was asked for is there. A row of output.def that no stage above makes does not compile here.
 */
static bool compile_is_made(const compile_kernels *kernels, rustg_output output)
{
    switch (output) {
    case RUSTG_OUTPUT_CUDA:
    case RUSTG_OUTPUT_PTX:
    case RUSTG_OUTPUT_CUBIN:
    case RUSTG_OUTPUT_FATBIN:
    case RUSTG_OUTPUT_C:
    case RUSTG_OUTPUT_OBJ:
    case RUSTG_OUTPUT_SO:
    case RUSTG_OUTPUT_IR:
    case RUSTG_OUTPUT_KERNELS:
    case RUSTG_OUTPUT_THIR:
    case RUSTG_OUTPUT_IR_OPT:
    case RUSTG_OUTPUT_ADJOINT:
    case RUSTG_OUTPUT_TVM_FFI:
    case RUSTG_OUTPUT_DUMP: return kernels->outputs[output] != NULL;
    case RUSTG_N_OUTPUTS: break;
    }
    return true;
}

rustg_status compile_emit_list(pipeline *p)
{
    if (compile_output_wanted(p->kernels, RUSTG_OUTPUT_KERNELS))
        compile_make_json(p->kernels);
    for (rustg_output output = RUSTG_OUTPUT_CUDA; output < RUSTG_N_OUTPUTS; output++)
        if (compile_output_wanted(p->kernels, output) && !compile_is_made(p->kernels, output))
            return error_set(p->error, RUSTG_ERR_INTERNAL, "output.def: nothing makes output %u", output);
    return RUSTG_OK;
}
