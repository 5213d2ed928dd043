/* module_adjoint.c: which kernels of a module are a kernel's gradient. */
#include <stdlib.h>
#include <string.h>

#include "base/struct_size.h"
#include "launch/module_internal.h"
#include "runtime/error_note.h"

static bool adjoint_is_same(const rustg_kernel_param *a, const rustg_kernel_param *b)
{
    return a->role == b->role && a->element == b->element && a->size == b->size && a->align == b->align;
}

/* Whether the parameter is `d_` and the name, and perhaps `_`s, which keep it apart from others. */
static bool adjoint_is_gradient(const rustg_kernel_param *param, const rustg_kernel_param *of)
{
    const size_t n = strlen(of->name);
    const bool is_half = of->element == RUSTG_ELEMENT_F16 || of->element == RUSTG_ELEMENT_BF16;
    const bool fits = is_half ? param->element == RUSTG_ELEMENT_F32
                              : param->element == of->element && param->size == of->size && param->align == of->align;
    return strncmp(param->name, "d_", 2) == 0 && strncmp(param->name + 2, of->name, n) == 0 &&
           param->name[2 + n + strspn(param->name + 2 + n, "_")] == 0 && param->role == RUSTG_PARAM_GRID_MUT && fits;
}

/* Reads which parameters of the kernel have a gradient among those of its adjoint; false: it is not its adjoint.
 * gradients: uint32_t[kernel->n_params] */
static bool adjoint_read(const rustg_kernel *kernel, const rustg_kernel *adjoint, bool has_tape, uint32_t *gradients)
{
    size_t next = kernel->n_params;
    for (size_t i = 0; i < kernel->n_params; i++)
        if (i >= adjoint->n_params || !adjoint_is_same(&kernel->params[i], &adjoint->params[i]))
            return false;
    for (size_t i = 0; i < kernel->n_params; i++) {
        const bool has = next < adjoint->n_params && adjoint_is_gradient(&adjoint->params[next], &kernel->params[i]);
        gradients[i] = has ? (uint32_t)next++ : UINT32_MAX;
    }
    if (has_tape && next < adjoint->n_params && adjoint->params[next].role == RUSTG_PARAM_GRID_MUT &&
        adjoint->params[next].element == RUSTG_ELEMENT_U64)
        next++;
    return next > kernel->n_params && next == adjoint->n_params;
}

static const rustg_kernel *adjoint_kernel(const rustg_module *module, const char *name, const char *ending)
{
    const compile_kernels *kernels = module->result->kernels;
    const size_t n = strlen(name);
    for (uint32_t i = 0; i < kernels->n_lowered; i++)
        if (strncmp(kernels->kernels[i].name, name, n) == 0 && strcmp(kernels->kernels[i].name + n, ending) == 0)
            return &kernels->kernels[i];
    return NULL;
}

/* The list belongs to the adjoint's function: it is read once. */
static rustg_status adjoint_list(rustg_function *function, const rustg_kernel *kernel, bool has_tape,
                                 rustg_error *error)
{
    rustg_status status = RUSTG_OK;
    pthread_mutex_lock(&function->module->lock);
    if (!function->gradients) {
        uint32_t *gradients = calloc(kernel->n_params + 1, sizeof *gradients);
        if (!gradients) {
            status = error_fail(error, RUSTG_ERR_MEMORY, "out of memory for a function");
        } else if (!adjoint_read(kernel, function->kernel, has_tape, gradients)) {
            free(gradients);
            status = error_fail(error, RUSTG_ERR_ARGUMENT, "`%s` has other parameters than the adjoint of `%s`",
                                function->name, kernel->name);
        } else {
            function->gradients = gradients;
        }
    }
    pthread_mutex_unlock(&function->module->lock);
    return status;
}

rustg_status rustg_module_adjoint(rustg_module *module, const char *name, rustg_adjoint *adjoint, rustg_error *error)
{
    rustg_adjoint found = {0};
    if (!module || !name || !adjoint || struct_size_check(STRUCT_rustg_adjoint, adjoint, "adjoint", NULL) != RUSTG_OK)
        return error_fail(error, RUSTG_ERR_ARGUMENT,
                          "module, name or adjoint is NULL, or adjoint->struct_size is wrong");
    if (!module->result)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "gradients of kernels of an image are not known");
    const rustg_kernel *kernel = adjoint_kernel(module, name, "");
    const rustg_kernel *reverse = adjoint_kernel(module, name, "_adjoint"),
                       *tape = adjoint_kernel(module, name, "_tape");
    if (!kernel)
        return module_no_kernel(module->result->kernels, name, error);
    if (!reverse)
        return error_refuse(error, "ask for one: `#[kernel(adjoint)]`", "the kernel `%s` has no adjoint", name);
    rustg_status status = rustg_module_function(module, reverse->name, &found.adjoint, error);
    if (status == RUSTG_OK && tape)
        status = rustg_module_function(module, tape->name, &found.tape, error);
    if (status == RUSTG_OK)
        status = adjoint_list(found.adjoint, kernel, tape != NULL, error);
    if (status != RUSTG_OK)
        return status;
    found.gradients = found.adjoint->gradients;
    found.n_params = kernel->n_params;
    struct_size_write(adjoint, &found, sizeof found);
    return RUSTG_OK;
}
