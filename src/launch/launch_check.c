/* launch_check.c: checks the arguments and the shape of a launch against the kernel. */
#include "launch/module_internal.h"

#include <stdlib.h>

#include "base/error.h"
#include "runtime/error_note.h"

enum { FEW_ARGS = 16, HINT_BYTES = sizeof((rustg_error *)0)->hint };
static const char HINT_CONTEXT[] = "a launch takes buffers of the context that its module was loaded in";
#define MOST_THREADS 1024u
#define MOST_Z       64u
#define MOST_GRID_X  2147483647u
#define MOST_GRID_YZ 65535u

rustg_status launch_wrong_count(const char *what, const char *name, const rustg_kernel_param *params, size_t n_params,
                                size_t n_args, rustg_error *error)
{
    char hint[HINT_BYTES] = "it takes ";
    bool fits = true;
    for (size_t i = 0; i < n_params && fits; i++)
        fits = error_list_add(hint, sizeof hint, "`%s: %s`", params[i].name, params[i].rust_type);
    return error_refuse(error, n_params ? hint : "it takes no arguments", "%s `%s` takes %zu argument%s, not %zu", what,
                        name, n_params, n_params == 1 ? "" : "s", n_args);
}

static rustg_status check_buffer(const rustg_function *function, size_t i, const rustg_launch_argument *arg,
                                 rustg_error *error)
{
    const rustg_kernel_param *param = &function->kernel->params[i];
    if (arg->value)
        return error_fail(error, RUSTG_ERR_ARGUMENT,
                          "args[%zu] has a value; `%s` of kernel `%s` is a %s and wants a buffer", i, param->name,
                          function->kernel->name, param->rust_type);
    if (!arg->buffer)
        return arg->length == 0
                   ? RUSTG_OK
                   : error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu].buffer is NULL; `%s` of kernel `%s` is a %s", i,
                                param->name, function->kernel->name, param->rust_type);
    if (arg->buffer->context != function->module->context)
        return error_refuse(error, HINT_CONTEXT, "args[%zu].buffer belongs to another context", i);
    uint64_t n_elements = param->size ? arg->buffer->n_bytes / param->size : UINT64_MAX;
    if (arg->offset > n_elements || arg->length > n_elements - arg->offset)
        return error_fail(
            error, RUSTG_ERR_ARGUMENT,
            "args[%zu]: elements %llu to %llu of `%s` are not all in its buffer of %llu bytes (%u bytes each)", i,
            (unsigned long long)arg->offset, (unsigned long long)(arg->offset + arg->length), param->name,
            (unsigned long long)arg->buffer->n_bytes, (unsigned)param->size);
    if (param->align && (arg->buffer->pointer + arg->offset * param->size) % param->align)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu]: `%s` is not aligned to %u bytes", i, param->name,
                          (unsigned)param->align);
    return RUSTG_OK;
}

static rustg_status check_value(const rustg_function *function, size_t i, const rustg_launch_argument *arg,
                                rustg_error *error)
{
    const rustg_kernel_param *param = &function->kernel->params[i];
    if (param->role == RUSTG_PARAM_POINTER) {
        if (arg->buffer && arg->buffer->context != function->module->context)
            return error_refuse(error, HINT_CONTEXT, "args[%zu].buffer belongs to another context", i);
        if (arg->buffer && arg->offset > (param->size ? arg->buffer->n_bytes / param->size : 0))
            return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu].offset is behind the end of its buffer", i);
        if (!arg->buffer && (!arg->value || arg->n_bytes != 8))
            return error_fail(error, RUSTG_ERR_ARGUMENT,
                              "args[%zu] wants a buffer or the 8 bytes of a pointer; `%s` of kernel `%s` is a %s", i,
                              param->name, function->kernel->name, param->rust_type);
        return RUSTG_OK;
    }
    if (arg->buffer || (!arg->value && param->size))
        return error_fail(error, RUSTG_ERR_ARGUMENT,
                          "args[%zu] wants a value and no buffer; `%s` of kernel `%s` is a %s", i, param->name,
                          function->kernel->name, param->rust_type);
    if (arg->n_bytes != param->size)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu].n_bytes is %llu; `%s: %s` of kernel `%s` has %u bytes",
                          i, (unsigned long long)arg->n_bytes, param->name, param->rust_type, function->kernel->name,
                          (unsigned)param->size);
    return RUSTG_OK;
}

/* A slice promises that nobody writes it, and a GridMut that nobody else touches it. */
rustg_status launch_check_overlap(const rustg_kernel *kernel, const launch_range *ranges, size_t n_ranges,
                                  rustg_error *error)
{
    for (size_t i = 0; i < n_ranges; i++)
        for (size_t k = i + 1; k < n_ranges; k++) {
            const launch_range *a = &ranges[i], *b = &ranges[k];
            if (!(a->is_output | b->is_output) || a->begin >= b->end || b->begin >= a->end)
                continue;
            uint32_t out = a->is_output ? a->param : b->param, other = a->is_output ? b->param : a->param;
            return error_refuse(error, "give the output a buffer, or a part of one, of its own",
                                "args[%u] (`%s`) overlaps the output args[%u] (`%s`)", (unsigned)other,
                                kernel->params[other].name, (unsigned)out, kernel->params[out].name);
        }
    return RUSTG_OK;
}

/* Whether an argument is right, by the cheap tests first. check_buffer and check_value decide the same, and say what
 * is wrong. */
static inline bool launch_is_right(const rustg_context *context, const rustg_kernel_param *param,
                                   const rustg_launch_argument *arg)
{
    uint64_t end, n_bytes;
    const rustg_buffer *buffer = arg->buffer;
    if (!launch_is_buffer(param))
        return param->role == RUSTG_PARAM_SCALAR && !buffer && arg->value && arg->n_bytes == param->size;
    return buffer && !arg->value && buffer->context == context &&
           !__builtin_add_overflow(arg->offset, arg->length, &end) &&
           !__builtin_mul_overflow(end, (uint64_t)param->size, &n_bytes) && n_bytes <= buffer->n_bytes &&
           ((buffer->pointer + arg->offset * param->size) & ((uint64_t)param->align - 1)) == 0;
}

static rustg_status check_all(const rustg_function *function, const rustg_launch_argument *args, launch_range *ranges,
                              rustg_error *error)
{
    const rustg_kernel *kernel = function->kernel;
    const rustg_context *context = function->module->context;
    size_t n_ranges = 0;
    for (size_t i = 0; i < kernel->n_params; i++) {
        const rustg_kernel_param *param = &kernel->params[i];
        if (!launch_is_right(context, param, &args[i])) {
            rustg_status status = launch_is_buffer(param) ? check_buffer(function, i, &args[i], error)
                                                          : check_value(function, i, &args[i], error);
            if (status != RUSTG_OK)
                return status;
        }
        uint64_t n_bytes = args[i].length * param->size;
        if (!args[i].buffer || !launch_is_buffer(param) || n_bytes == 0)
            continue;
        uint64_t begin = args[i].buffer->pointer + args[i].offset * param->size;
        ranges[n_ranges++] = (launch_range){begin, begin + n_bytes, (uint32_t)i, param->role == RUSTG_PARAM_GRID_MUT};
    }
    return launch_check_overlap(kernel, ranges, n_ranges, error);
}

/* A parameter of CUDA C++, whose argument has a value or a buffer. */
static rustg_status launch_check_signature(const rustg_cuda_function *signature, size_t i,
                                           const rustg_launch_argument *arg, rustg_error *error)
{
    const rustg_kernel_param *param = &signature->params[i];
    const bool is_pointer = param->role != RUSTG_PARAM_SCALAR;
    const uint64_t n_bytes = is_pointer ? sizeof(uint64_t) : param->size;
    if (arg->buffer && !is_pointer)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu] is a buffer; `%s` of function `%s` is a value, `%s`", i,
                          param->name, signature->name, param->rust_type);
    if (!arg->buffer && arg->n_bytes != n_bytes)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu] has %llu bytes; `%s %s` of function `%s` has %llu", i,
                          (unsigned long long)arg->n_bytes, param->rust_type, param->name, signature->name,
                          (unsigned long long)n_bytes);
    if (arg->buffer && param->role != RUSTG_PARAM_POINTER && param->align > 0 &&
        (arg->buffer->pointer + arg->offset) % param->align != 0)
        return error_fail(
            error, RUSTG_ERR_ARGUMENT, "args[%zu].offset is %llu bytes; `%s %s` of function `%s` wants %u", i,
            (unsigned long long)arg->offset, param->rust_type, param->name, signature->name, param->align);
    return RUSTG_OK;
}

/* For an image the driver tells at most sizes. An argument is a value or a buffer. */
static rustg_status launch_check_check_raw(const rustg_function *function, const rustg_launch_argument *args,
                                           size_t n_args, rustg_error *error)
{
    bool is_known = function->n_params != UINT32_MAX;
    const rustg_cuda_function *signature = function->signature;
    if (signature && n_args != signature->n_params)
        return launch_wrong_count("function", signature->name, signature->params, signature->n_params, n_args, error);
    if (is_known && n_args != function->n_params)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "function `%s` takes %u argument%s, not %zu", function->name,
                          (unsigned)function->n_params, function->n_params == 1 ? "" : "s", n_args);
    for (size_t i = 0; i < n_args; i++) {
        if (!args[i].buffer == !args[i].value)
            return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu] must have a value or a buffer, and not both", i);
        if (args[i].buffer && args[i].buffer->context != function->module->context)
            return error_refuse(error, HINT_CONTEXT, "args[%zu].buffer belongs to another context", i);
        if (args[i].buffer && args[i].offset > args[i].buffer->n_bytes)
            return error_fail(error, RUSTG_ERR_ARGUMENT, "args[%zu].offset is behind the end of its buffer", i);
        if (signature) {
            rustg_status status = launch_check_signature(signature, i, &args[i], error);
            if (status != RUSTG_OK)
                return status;
        }
        size_t n_bytes = args[i].buffer ? sizeof(uint64_t) : (size_t)args[i].n_bytes;
        if (is_known && function->param_bytes[i] != n_bytes)
            return error_fail(error, RUSTG_ERR_ARGUMENT,
                              "args[%zu] has %zu bytes; that parameter of function `%s` has %zu", i, n_bytes,
                              function->name, function->param_bytes[i]);
    }
    return RUSTG_OK;
}

rustg_status launch_check_arguments(const rustg_function *function, const rustg_launch_argument *args, size_t n_args,
                                    rustg_error *error)
{
    const rustg_kernel *kernel = function->kernel;
    if (!args && n_args > 0)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "args is NULL");
    if (!kernel)
        return launch_check_check_raw(function, args, n_args, error);
    if (n_args != kernel->n_params)
        return launch_wrong_count("kernel", kernel->name, kernel->params, kernel->n_params, n_args, error);
    launch_range few[FEW_ARGS], *ranges = n_args <= FEW_ARGS ? few : malloc(n_args * sizeof *ranges);
    if (!ranges)
        return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for %zu arguments", n_args);
    rustg_status status = check_all(function, args, ranges, error);
    if (ranges != few)
        free(ranges);
    return status;
}

/* The driver gives the same answer each time, and it costs more than a launch. So the last one is kept, as shared
 * memory above the block's threads. */
enum {
    MOST_CHOSEN = 256
}; /* where blocks share no memory: of two that fill a multiprocessor, the smaller ones are done sooner */

static rustg_status launch_best_block(const rustg_function *function, uint32_t dynamic_shared_bytes, uint32_t *block,
                                      rustg_error *error)
{
    atomic_uint_fast64_t *memory = &((rustg_function *)(uintptr_t)function)->occupancy;
    uint64_t kept = atomic_load_explicit(memory, memory_order_relaxed);
    uint32_t min_grid;
    *block = (uint32_t)kept & 0xFFFF;
    if (*block > 0 && kept >> 16 == dynamic_shared_bytes)
        return RUSTG_OK;
    const int most_threads = dynamic_shared_bytes ? 0 : MOST_CHOSEN;
    rustg_status status = module_occupancy(function, dynamic_shared_bytes, most_threads, block, &min_grid, error);
    if (status == RUSTG_OK && *block <= 0xFFFF)
        atomic_store_explicit(memory, (uint64_t)dynamic_shared_bytes << 16 | *block, memory_order_relaxed);
    return status;
}

rustg_status launch_choose_shape(const rustg_function *function, rustg_launch_config *config, rustg_error *error)
{
    const rustg_kernel *kernel = function->kernel;
    uint32_t block;
    for (int axis = 0; axis < 3; axis++)
        if (config->grid[axis] || config->block[axis])
            return error_fail(error, RUSTG_ERR_ARGUMENT, "n_elements is given, so grid and block must be 0");
    if (kernel && kernel->block[0]) {
        for (int axis = 0; axis < 3; axis++)
            config->block[axis] = kernel->block[axis] ? kernel->block[axis] : 1;
    } else {
        rustg_status status = launch_best_block(function, config->dynamic_shared_bytes, &block, error);
        if (status != RUSTG_OK)
            return status;
        if (block == 0)
            return error_refuse(error, "ask for less dynamic shared memory",
                                "no block of `%s` fits the device with %u bytes of dynamic shared memory",
                                function->name, (unsigned)config->dynamic_shared_bytes);
        config->block[0] = block;
        config->block[1] = config->block[2] = 1;
    }
    uint64_t n_threads = (uint64_t)config->block[0] * config->block[1] * config->block[2];
    uint64_t n_blocks = config->n_elements / n_threads + (config->n_elements % n_threads != 0);
    if (n_blocks > MOST_GRID_X)
        return error_refuse(error, "launch several times, each time for a part of the elements",
                            "n_elements is %llu: more blocks of %llu threads than a grid can have",
                            (unsigned long long)config->n_elements, (unsigned long long)n_threads);
    config->grid[0] = (uint32_t)n_blocks;
    config->grid[1] = config->grid[2] = 1;
    return RUSTG_OK;
}

/* If a block has another shape than `block = ..`, but no more threads, it starts, and the kernel panics as it does
 * under rustc. */
uint32_t launch_most_threads(const rustg_kernel *kernel)
{
    uint32_t most = kernel && kernel->max_threads ? kernel->max_threads : MOST_THREADS, asked = 1;
    if (!kernel || !kernel->block[0])
        return most;
    for (int axis = 0; axis < 3; axis++)
        asked *= kernel->block[axis] ? kernel->block[axis] : 1;
    return asked < most ? asked : most;
}

rustg_status launch_check_shape(const rustg_function *function, const rustg_launch_config *config, rustg_error *error)
{
    const uint32_t *block = config->block, *grid = config->grid;
    /* A dimension of 0, less 1, is too large as well. */
    if (grid[0] - 1 < MOST_GRID_X && grid[1] - 1 < MOST_GRID_YZ && grid[2] - 1 < MOST_GRID_YZ &&
        block[0] - 1 < MOST_THREADS && block[1] - 1 < MOST_THREADS && block[2] - 1 < MOST_Z &&
        block[0] * block[1] * block[2] <= function->most_threads)
        return RUSTG_OK;
    for (int axis = 0; axis < 3; axis++)
        if (grid[axis] == 0 || block[axis] == 0)
            return error_refuse(error, "launch by a number of elements above 0: that chooses both",
                                "grid and block must not be 0 in any dimension");
    uint64_t n_threads = (uint64_t)block[0] * block[1];
    if (n_threads > MOST_THREADS || n_threads * block[2] > MOST_THREADS || block[2] > MOST_Z)
        return error_refuse(error, "take more blocks of fewer threads; a launch by a number of elements chooses both",
                            "a block of %ux%ux%u threads is too large; at most 1024, and 64 in z", (unsigned)block[0],
                            (unsigned)block[1], (unsigned)block[2]);
    if (grid[0] > MOST_GRID_X || grid[1] > MOST_GRID_YZ || grid[2] > MOST_GRID_YZ)
        return error_refuse(error, "take larger blocks, or let each thread work on several elements",
                            "a grid of %ux%ux%u blocks is too large; at most 2147483647x65535x65535", (unsigned)grid[0],
                            (unsigned)grid[1], (unsigned)grid[2]);
    return error_refuse(error,
                        "take smaller blocks, or have it compiled for larger ones: `#[kernel(max_threads = 1024)]`",
                        "`%s` is compiled for blocks of at most %u threads, not %llu", function->name,
                        (unsigned)function->most_threads, (unsigned long long)(n_threads * block[2]));
}
