/* compile_saved_check.c: the tables that launches go by, held against the IR of the same bytes. */
#include <string.h>

#include "compile/compile_saved.h"
#include "rustg/compile.h"

/* param's IR parameters begin at *at, which moves behind them. */
static bool compile_saved_param_fits(const ir_module *m, const ir_function *f, const rustg_kernel_param *param,
                                     uint32_t *at)
{
    static const ir_pointee nothing = {0, 0};
    const uint32_t first = *at, n_left = f->n_params - first;
    const uint32_t element_size = rustg_element_size(param->element);
    const uint8_t flags = n_left && f->param_flags ? f->param_flags[first] : 0;
    const ir_pointee pointee = n_left && f->pointees ? f->pointees[first] : nothing;
    const bool leads = n_left && m->types.at[f->params[first]].kind == IR_PTR && pointee.align == param->align &&
                       pointee.size == param->size;
    if (param->element == RUSTG_ELEMENT_NONE || param->element >= RUSTG_N_ELEMENTS ||
        (element_size && element_size != param->size) || !param->align || (param->align & (param->align - 1)))
        return false;
    switch (param->role) {
    case RUSTG_PARAM_SCALAR:
        if (param->size == 0)
            return true;
        *at = first + 1;
        return n_left >= 1 && !pointee.align && ir_size(m, f->params[first]) == param->size &&
               ir_align(m, f->params[first]) == param->align;
    case RUSTG_PARAM_POINTER: *at = first + 1; return leads && flags == 0;
    case RUSTG_PARAM_SLICE:
    case RUSTG_PARAM_GRID_MUT:
        *at = first + 2;
        return leads && n_left >= 2 && f->params[first + 1] == IR_U64 && (flags & IR_PARAM_NO_ALIAS) &&
               (param->role == RUSTG_PARAM_SLICE) == ((flags & IR_PARAM_READ_ONLY) != 0);
    default: return false;
    }
}

static const char *compile_saved_check_kernel(ir_module *m, const ir_function *f, const rustg_kernel *kernel)
{
    uint32_t at = 0;
    if (strcmp(f->name, kernel->name) != 0)
        return arena_format(m->memory, "kernel `%s` is `%s` in its IR", kernel->name, f->name);
    if (memcmp(f->block, kernel->block, sizeof f->block) != 0 || f->max_threads != kernel->max_threads ||
        f->min_blocks != kernel->min_blocks)
        return arena_format(m->memory, "kernel `%s` has other blocks in its IR", kernel->name);
    for (size_t i = 0; i < kernel->n_params; i++)
        if (!compile_saved_param_fits(m, f, &kernel->params[i], &at))
            return arena_format(m->memory, "parameter %zu of kernel `%s` is another one in its IR", i, kernel->name);
    return at == f->n_params ? NULL
                             : arena_format(m->memory, "kernel `%s` has more parameters in its IR", kernel->name);
}

static bool compile_saved_site_fits(const ir_site *saved, const ir_site *own)
{
    return saved->line == own->line && saved->column == own->column && saved->kind == own->kind &&
           strcmp(saved->file ? saved->file : "", own->file ? own->file : "") == 0 &&
           strcmp(saved->message, own->message ? own->message : "") == 0;
}

const char *compile_saved_wrong(const compile_saved *saved, ir_module *m)
{
    uint32_t n_kernels = 0;
    for (uint32_t output = 0; output < RUSTG_N_OUTPUTS; output++)
        if (saved->n_outputs[output] && saved->n_outputs[output] != compile_n_parts(output, saved->n_archs))
            return "an output is not there for each architecture";
    for (uint32_t i = 0; i < saved->n_archs; i++)
        if (strncmp(saved->archs[i], "sm_", 3) != 0)
            return "an architecture without a name";
    for (uint32_t f = 1; f < m->functions.n; f++) {
        if (!m->functions.at[f].is_kernel)
            continue;
        const char *wrong = n_kernels == saved->n_kernels
                                ? "its IR has more kernels"
                                : compile_saved_check_kernel(m, &m->functions.at[f], &saved->kernels[n_kernels]);
        if (wrong)
            return wrong;
        n_kernels++;
    }
    if (n_kernels < saved->n_kernels)
        return "its IR has fewer kernels";
    if (saved->n_sites != m->sites.n)
        return "its IR has another number of panic sites";
    for (uint32_t i = 1; i < saved->n_sites; i++)
        if (!compile_saved_site_fits(&saved->sites[i], &m->sites.at[i]))
            return arena_format(m->memory, "panic site %u is another one in its IR", (unsigned)i);
    return NULL;
}
