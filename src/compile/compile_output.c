/* compile_output.c: what a compile of kernels was asked to make, from its module. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "compile/compile_kernels.h"

static bool wanted(const compile_kernels *kernels, rustg_output output)
{
    return kernels->options.outputs >> output & 1;
}

static compile_output *new_output(compile_kernels *kernels, rustg_output output, size_t n)
{
    kernels->outputs[output] = ARENA_ARRAY(&kernels->memory, compile_output, n);
    return kernels->outputs[output];
}

static void keep(compile_output *output, const void *bytes, size_t n)
{
    output->bytes = bytes;
    output->n = n;
}

/* JSON. */

typedef VEC(char) json_text;

static void json_put(arena *memory, json_text *out, const char *text)
{
    size_t n = strlen(text);
    vec_reserve(memory, out, n);
    memcpy(out->at + out->n, text, n);
    out->n += (uint32_t)n;
}

static void json_string(arena *memory, json_text *out, const char *text)
{
    char escaped[8];
    vec_push(memory, out, '"');
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c < ' ') {
            snprintf(escaped, sizeof escaped, "\\u%04x", *c);
            json_put(memory, out, escaped);
            continue;
        }
        if (*c == '"' || *c == '\\')
            vec_push(memory, out, '\\');
        vec_push(memory, out, (char)*c);
    }
    vec_push(memory, out, '"');
}

static void json_field(arena *memory, json_text *out, const char *name, uint64_t value)
{
    json_put(memory, out, arena_format(memory, ", \"%s\": %llu", name, (unsigned long long)value));
}

static void json_known(arena *memory, json_text *out, const char *name, uint32_t value)
{
    if (value == UINT32_MAX)
        json_put(memory, out, arena_format(memory, ", \"%s\": null", name));
    else
        json_field(memory, out, name, value);
}

static const char *const role_names[] = {"scalar", "slice", "grid_mut", "pointer"};

static void json_kernel(arena *memory, json_text *out, const rustg_kernel *kernel, const char *path)
{
    json_put(memory, out, "    {\"name\": ");
    json_string(memory, out, kernel->name);
    json_put(memory, out, ", \"path\": ");
    json_string(memory, out, path);
    json_field(memory, out, "line", kernel->line);
    json_field(memory, out, "column", kernel->column);
    json_put(memory, out,
             arena_format(memory, ", \"block\": [%u, %u, %u]", kernel->block[0], kernel->block[1], kernel->block[2]));
    json_field(memory, out, "max_threads", kernel->max_threads);
    json_field(memory, out, "min_blocks", kernel->min_blocks);
    json_put(memory, out, kernel->is_unsafe ? ", \"is_unsafe\": true" : ", \"is_unsafe\": false");
    json_known(memory, out, "registers", kernel->registers);
    json_known(memory, out, "shared_bytes", kernel->shared_bytes);
    json_known(memory, out, "local_bytes", kernel->local_bytes);
    json_put(memory, out, ", \"params\": [");
    for (size_t i = 0; i < kernel->n_params; i++) {
        const rustg_kernel_param *param = &kernel->params[i];
        json_put(memory, out, i ? ",\n        {\"name\": " : "\n        {\"name\": ");
        json_string(memory, out, param->name);
        json_put(memory, out, ", \"type\": ");
        json_string(memory, out, param->rust_type);
        json_put(memory, out,
                 arena_format(memory, ", \"role\": \"%s\", \"element\": \"%s\"", role_names[param->role],
                              rustg_element_name(param->element)));
        json_field(memory, out, "size", param->size);
        json_field(memory, out, "align", param->align);
        json_put(memory, out, "}");
    }
    json_put(memory, out, "]}");
}

static void make_json(compile_kernels *kernels)
{
    arena *memory = &kernels->memory;
    json_text out = {0};
    json_put(memory, &out, "{\"kernels\": [\n");
    for (uint32_t i = 0; i < kernels->n_lowered; i++) {
        sema_span at = sema_origin(&kernels->checked, def_span(&kernels->checked, kernels->lowered[i].kernel->fn));
        json_put(memory, &out, i ? ",\n" : "");
        json_kernel(memory, &out, &kernels->kernels[i], kernels->checked.files.at[at.file].name);
    }
    json_put(memory, &out, "\n], \"panic_sites\": [\n");
    for (uint32_t i = 1; i < kernels->module.sites.n; i++) {
        const ir_site *site = &kernels->module.sites.at[i];
        json_put(memory, &out, arena_format(memory, "%s    {\"site\": %u, \"message\": ", i > 1 ? ",\n" : "", i));
        json_string(memory, &out, site->message);
        json_put(memory, &out, ", \"path\": ");
        json_string(memory, &out, site->file ? site->file : "");
        json_field(memory, &out, "line", site->line);
        json_field(memory, &out, "column", site->column);
        json_put(memory, &out, "}");
    }
    json_put(memory, &out, "\n]}\n");
    vec_push(memory, &out, 0);
    keep(new_output(kernels, RUSTG_OUTPUT_KERNELS, 1), out.at, out.n - 1);
}

/* cubin: of the first architecture */
static void note_resources(compile_kernels *kernels, const tool_cuda_code *cubin)
{
    for (uint32_t i = 0; i < kernels->n_lowered; i++) {
        rustg_kernel *kernel = &kernels->kernels[i];
        tool_resources of = tool_cubin_resources(cubin->bytes, cubin->n, kernels->options.archs[0], kernel->name);
        kernel->registers = of.registers;
        kernel->shared_bytes = of.shared_bytes;
        kernel->local_bytes = of.local_bytes;
    }
}

/* For the GPU. */

static rustg_status make_device(compile_kernels *kernels, const codegen_text *cuda, const codegen_options *how,
                                rustg_error *error)
{
    const rustg_kernel_options *options = &kernels->options;
    arena *memory = &kernels->memory;
    size_t n = options->n_archs;
    bool fatbin = wanted(kernels, RUSTG_OUTPUT_FATBIN);
    bool ptx = wanted(kernels, RUSTG_OUTPUT_PTX), cubin = wanted(kernels, RUSTG_OUTPUT_CUBIN);
    compile_output *ptxs = ptx ? new_output(kernels, RUSTG_OUTPUT_PTX, n) : ARENA_ARRAY(memory, compile_output, n);
    compile_output *cubins =
        cubin ? new_output(kernels, RUSTG_OUTPUT_CUBIN, n) : ARENA_ARRAY(memory, compile_output, n);
    tool_image *images = ARENA_ARRAY(memory, tool_image, n + 1);
    size_t newest = 0;
    for (size_t i = 1; i < n; i++)
        if (atoi(options->archs[i] + 3) > atoi(options->archs[newest] + 3))
            newest = i;
    for (size_t i = 0; i < n; i++) {
        tool_cuda_code made;
        if (cubin || fatbin) {
            rustg_status status = compile_nvrtc(kernels, cuda->text, options->archs[i], true, how, &made, error);
            if (status != RUSTG_OK)
                return status;
            keep(&cubins[i], made.bytes, made.n);
            if (i == 0)
                note_resources(kernels, &made);
            images[i] = (tool_image){options->archs[i], false, made.bytes, made.n};
        }
        if (ptx || (fatbin && i == newest)) {
            rustg_status status = compile_nvrtc(kernels, cuda->text, options->archs[i], false, how, &made, error);
            if (status != RUSTG_OK)
                return status;
            keep(&ptxs[i], made.bytes, made.n);
            if (i == newest)
                images[n] = (tool_image){options->archs[i], true, made.bytes, made.n};
        }
    }
    if (fatbin) {
        codegen_text text = tool_fatbin(memory, images, (uint32_t)n + 1);
        keep(new_output(kernels, RUSTG_OUTPUT_FATBIN, 1), text.text, text.n);
    }
    return RUSTG_OK;
}

static rustg_status make_host(compile_kernels *kernels, const codegen_text *c, const codegen_options *how,
                              rustg_error *error)
{
    for (int shared = 0; shared < 2; shared++) {
        rustg_output output = shared ? RUSTG_OUTPUT_SO : RUSTG_OUTPUT_OBJ;
        uint8_t *bytes;
        size_t n;
        if (!wanted(kernels, output))
            continue;
        rustg_status status = compile_cc(kernels, c->text, shared != 0, how, &bytes, &n, error);
        if (status != RUSTG_OK)
            return status;
        keep(new_output(kernels, output, 1), bytes, n);
    }
    return RUSTG_OK;
}

codegen_options compile_gen_options(const compile_kernels *kernels)
{
    codegen_options how = {.debug = kernels->options.debug != 0, .checks = !kernels->options.no_checks};
    how.opt_level = 3 - kernels->options.no_opt_level;
    how.max_registers = kernels->options.max_registers;
    how.fast_math = kernels->options.fast_math != 0;
    how.coarsen = kernels->options.coarse_entries != 0;
    return how;
}

/* The texts that outputs are made from. A row of output.def that is missing here does not compile. */
enum { FROM_CUDA = 1, FROM_C = 2 };
static uint32_t texts_for(uint32_t outputs)
{
    uint32_t texts = 0;
    for (rustg_output output = RUSTG_OUTPUT_CUDA; output < RUSTG_N_OUTPUTS; output++) {
        if (!(outputs >> output & 1))
            continue;
        switch (output) {
        case RUSTG_OUTPUT_CUDA:
        case RUSTG_OUTPUT_PTX:
        case RUSTG_OUTPUT_CUBIN:
        case RUSTG_OUTPUT_FATBIN:
        case RUSTG_OUTPUT_KERNELS: texts |= FROM_CUDA; break;
        case RUSTG_OUTPUT_C:
        case RUSTG_OUTPUT_OBJ:
        case RUSTG_OUTPUT_SO: texts |= FROM_C; break;
        case RUSTG_OUTPUT_IR:
        case RUSTG_N_OUTPUTS: break;
        }
    }
    return texts;
}

rustg_status compile_make_outputs(compile_kernels *kernels, rustg_stats *stats, rustg_error *error)
{
    const uint32_t cubins = 1u << RUSTG_OUTPUT_CUBIN | 1u << RUSTG_OUTPUT_FATBIN;
    const uint32_t device = 1u << RUSTG_OUTPUT_PTX | cubins;
    const uint32_t host = 1u << RUSTG_OUTPUT_OBJ | 1u << RUSTG_OUTPUT_SO;
    uint32_t outputs = kernels->options.outputs;
    codegen_options how = compile_gen_options(kernels);
    rustg_status status = RUSTG_OK;
    double began = compile_clock();
    codegen_text cuda = {0}, c = {0};
    codegen_options for_c = how;
    for_c.c_prefix = kernels->options.c_prefix;

    if (texts_for(outputs) & FROM_CUDA)
        cuda = codegen_cuda(&kernels->module, &how);
    if (texts_for(outputs) & FROM_C)
        c = codegen_c(&kernels->module, &for_c);
    if (wanted(kernels, RUSTG_OUTPUT_CUDA))
        keep(new_output(kernels, RUSTG_OUTPUT_CUDA, 1), cuda.text, cuda.n);
    if (wanted(kernels, RUSTG_OUTPUT_C))
        keep(new_output(kernels, RUSTG_OUTPUT_C, 1), c.text, c.n);
    if (wanted(kernels, RUSTG_OUTPUT_IR)) {
        const char *text = ir_print(&kernels->module);
        keep(new_output(kernels, RUSTG_OUTPUT_IR, 1), text, strlen(text));
    }
    stats->seconds_emit += compile_clock() - began;
    began = compile_clock();
    if (outputs & device)
        status = make_device(kernels, &cuda, &how, error);
    if (status == RUSTG_OK && (outputs & host))
        status = make_host(kernels, &c, &how, error);
    stats->seconds_backend += compile_clock() - began;
    if (status == RUSTG_OK && wanted(kernels, RUSTG_OUTPUT_KERNELS)) {
        tool_cuda_code made;
        rustg_error unseen;
        if (!(outputs & cubins) &&
            tool_nvrtc(&kernels->memory, cuda.text, kernels->options.archs[0], true, &how, &made, &unseen) == RUSTG_OK)
            note_resources(kernels, &made);
        make_json(kernels);
    }
    for (uint32_t output = 0; status == RUSTG_OK && output < RUSTG_N_OUTPUTS; output++)
        if (wanted(kernels, (rustg_output)output) && !kernels->outputs[output])
            status = error_set(error, RUSTG_ERR_INTERNAL, "output.def: nothing makes output %u", output);
    return status;
}
