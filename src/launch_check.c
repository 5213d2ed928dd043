/* launch_check.c: a launch's arguments and shape against what the kernel says. */
#include "module.h"

#include "base/error.h"
#include "runtime/error_note.h"

enum { MOST_THREADS = 1024, MOST_Z = 64 };
#define MOST_GRID_X 2147483647u
#define MOST_GRID_YZ 65535u

bool launch_is_buffer(const rustg_kernel_param *param)
{
    return param->role == RUSTG_PARAM_SLICE || param->role == RUSTG_PARAM_GRID_MUT;
}

bool launch_is_nothing(const rustg_kernel_param *param)
{
    return param->role == RUSTG_PARAM_SCALAR && param->size == 0;
}

static rustg_status check_buffer(const rustg_function *function, size_t i, const rustg_launch_argument *arg, rustg_error *error)
{
    const rustg_kernel_param *param = &function->kernel->params[i];
    if (arg->value)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu] has a value; `%s` of kernel `%s` is a %s and wants a buffer", i, param->name,
                         function->kernel->name, param->rust_type);
    if (!arg->buffer)
        return arg->length == 0 ? RUSTG_OK
                                : error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu].buffer is NULL; `%s` of kernel `%s` is a %s", i,
                                            param->name, function->kernel->name, param->rust_type);
    if (arg->buffer->context != function->module->context)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu].buffer belongs to another context", i);
    uint64_t n_elements = param->size ? arg->buffer->n_bytes / param->size : UINT64_MAX;
    if (arg->offset > n_elements || arg->length > n_elements - arg->offset)
        return error_fail(error, RUSTG_ERR_ARGUMENT,
                         "args[%zu]: elements %llu to %llu of `%s` are not all in its buffer of %llu bytes (%u bytes each)", i,
                         (unsigned long long)arg->offset, (unsigned long long)(arg->offset + arg->length), param->name,
                         (unsigned long long)arg->buffer->n_bytes, (unsigned)param->size);
    if (param->align && (arg->buffer->pointer + arg->offset * param->size) % param->align)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu]: `%s` is not aligned to %u bytes", i, param->name, (unsigned)param->align);
    return RUSTG_OK;
}

static rustg_status check_value(const rustg_function *function, size_t i, const rustg_launch_argument *arg, rustg_error *error)
{
    const rustg_kernel_param *param = &function->kernel->params[i];
    if (param->role == RUSTG_PARAM_POINTER) {
        if (arg->buffer && arg->buffer->context != function->module->context)
            return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu].buffer belongs to another context", i);
        if (arg->buffer && arg->offset > (param->size ? arg->buffer->n_bytes / param->size : 0))
            return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu].offset is behind the end of its buffer", i);
        if (!arg->buffer && (!arg->value || arg->n_bytes != 8))
            return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu] wants a buffer or the 8 bytes of a pointer; `%s` of kernel `%s` is a %s", i,
                             param->name, function->kernel->name, param->rust_type);
        return RUSTG_OK;
    }
    if (arg->buffer || (!arg->value && param->size))
        return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu] wants a value and no buffer; `%s` of kernel `%s` is a %s", i, param->name,
                         function->kernel->name, param->rust_type);
    if (arg->n_bytes != param->size)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu].n_bytes is %llu; `%s: %s` of kernel `%s` has %u bytes", i,
                         (unsigned long long)arg->n_bytes, param->name, param->rust_type, function->kernel->name, (unsigned)param->size);
    return RUSTG_OK;
}

/* A slice promises that nobody writes it, a GridMut that nobody else touches it. */
rustg_status launch_check_overlap(const rustg_kernel *kernel, launch_range_of *range_of, const void *args, rustg_error *error)
{
    for (size_t i = 0; i < kernel->n_params; i++) {
        if (kernel->params[i].role != RUSTG_PARAM_GRID_MUT)
            continue;
        launch_range out = range_of(args, &kernel->params[i], i);
        for (size_t k = 0; k < kernel->n_params && out.begin < out.end; k++) {
            if (k == i || !launch_is_buffer(&kernel->params[k]))
                continue;
            launch_range other = range_of(args, &kernel->params[k], k);
            if (other.begin < other.end && other.begin < out.end && out.begin < other.end)
                return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu] (`%s`) overlaps the output args[%zu] (`%s`)", k,
                                 kernel->params[k].name, i, kernel->params[i].name);
        }
    }
    return RUSTG_OK;
}

static launch_range range_of_buffer(const void *args, const rustg_kernel_param *param, size_t i)
{
    const rustg_launch_argument *arg = &((const rustg_launch_argument *)args)[i];
    uint64_t begin = arg->buffer ? arg->buffer->pointer + arg->offset * param->size : 0;
    return (launch_range){begin, arg->buffer ? begin + arg->length * param->size : 0};
}

/* Of an image the driver tells sizes at most; an argument is a value or a buffer. */
static rustg_status check_raw(const rustg_function *function, const rustg_launch_argument *args, size_t n_args, rustg_error *error)
{
    bool is_known = function->n_params != UINT32_MAX;
    if (is_known && n_args != function->n_params)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "function `%s` takes %u arguments, not %zu", function->name,
                         (unsigned)function->n_params, n_args);
    for (size_t i = 0; i < n_args; i++) {
        if (!args[i].buffer == !args[i].value)
            return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu] must have a value or a buffer, and not both", i);
        if (args[i].buffer && args[i].buffer->context != function->module->context)
            return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu].buffer belongs to another context", i);
        if (args[i].buffer && args[i].offset > args[i].buffer->n_bytes)
            return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu].offset is behind the end of its buffer", i);
        size_t n_bytes = args[i].buffer ? sizeof(uint64_t) : (size_t)args[i].n_bytes;
        if (is_known && function->param_bytes[i] != n_bytes)
            return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu] has %zu bytes; that parameter of function `%s` has %zu", i, n_bytes,
                             function->name, function->param_bytes[i]);
    }
    return RUSTG_OK;
}

rustg_status launch_check_arguments(const rustg_function *function, const rustg_launch_argument *args, size_t n_args, rustg_error *error)
{
    const rustg_kernel *kernel = function->kernel;
    rustg_status status = RUSTG_OK;
    if (!args && n_args > 0)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "args is NULL");
    if (!kernel)
        return check_raw(function, args, n_args, error);
    if (n_args != kernel->n_params)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "kernel `%s` takes %zu arguments, not %zu", kernel->name, kernel->n_params, n_args);
    for (size_t i = 0; i < n_args && status == RUSTG_OK; i++)
        status = launch_is_buffer(&kernel->params[i]) ? check_buffer(function, i, &args[i], error)
                                                      : check_value(function, i, &args[i], error);
    return status == RUSTG_OK ? launch_check_overlap(kernel, range_of_buffer, args, error) : status;
}

static rustg_status choose(const rustg_function *function, rustg_launch_config *config, rustg_error *error)
{
    const rustg_kernel *kernel = function->kernel;
    uint32_t block, min_grid;
    for (int axis = 0; axis < 3; axis++)
        if (config->grid[axis] || config->block[axis])
            return error_fail(error, RUSTG_ERR_ARGUMENT, "n_elements is given, so grid and block must be 0");
    if (kernel && kernel->block[0]) {
        for (int axis = 0; axis < 3; axis++)
            config->block[axis] = kernel->block[axis] ? kernel->block[axis] : 1;
    } else {
        rustg_status status = rustg_function_occupancy(function, config->dynamic_shared_bytes, &block, &min_grid, error);
        if (status != RUSTG_OK)
            return status;
        if (block == 0)
            return error_fail(error, RUSTG_ERR_ARGUMENT, "no block of `%s` fits the device with %u bytes of dynamic shared memory",
                             function->name, (unsigned)config->dynamic_shared_bytes);
        config->block[0] = block;
        config->block[1] = config->block[2] = 1;
    }
    uint64_t n_threads = (uint64_t)config->block[0] * config->block[1] * config->block[2];
    uint64_t n_blocks = config->n_elements / n_threads + (config->n_elements % n_threads != 0);
    if (n_blocks > MOST_GRID_X)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "n_elements is %llu: more blocks of %llu threads than a grid can have",
                         (unsigned long long)config->n_elements, (unsigned long long)n_threads);
    config->grid[0] = (uint32_t)n_blocks;
    config->grid[1] = config->grid[2] = 1;
    return RUSTG_OK;
}

/* Blocks of another shape than `block = ..` but no more threads start, and the kernel panics, as it does under rustc. */
uint32_t launch_most_threads(const rustg_kernel *kernel)
{
    uint32_t most = kernel && kernel->max_threads ? kernel->max_threads : MOST_THREADS, asked = 1;
    if (!kernel || !kernel->block[0])
        return most;
    for (int axis = 0; axis < 3; axis++)
        asked *= kernel->block[axis] ? kernel->block[axis] : 1;
    return asked < most ? asked : most;
}

rustg_status launch_check_shape(const rustg_function *function, rustg_launch_config *config, rustg_error *error)
{
    const rustg_kernel *kernel = function->kernel;
    const uint32_t *block = config->block, *grid = config->grid;
    if (config->n_elements) {
        rustg_status status = choose(function, config, error);
        if (status != RUSTG_OK)
            return status;
    }
    for (int axis = 0; axis < 3; axis++)
        if (grid[axis] == 0 || block[axis] == 0)
            return error_fail(error, RUSTG_ERR_ARGUMENT, "grid and block must not be 0 in any dimension");
    uint64_t n_threads = (uint64_t)block[0] * block[1];
    if (n_threads > MOST_THREADS || n_threads * block[2] > MOST_THREADS || block[2] > MOST_Z)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "a block of %ux%ux%u threads is too large; at most 1024, and 64 in z",
                         (unsigned)block[0], (unsigned)block[1], (unsigned)block[2]);
    n_threads *= block[2];
    if (grid[0] > MOST_GRID_X || grid[1] > MOST_GRID_YZ || grid[2] > MOST_GRID_YZ)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "a grid of %ux%ux%u blocks is too large; at most 2147483647x65535x65535",
                         (unsigned)grid[0], (unsigned)grid[1], (unsigned)grid[2]);
    uint32_t most = launch_most_threads(kernel);
    if (n_threads > most)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "`%s` is compiled for blocks of at most %u threads, not %llu", function->name,
                         (unsigned)most, (unsigned long long)n_threads);
    return RUSTG_OK;
}
