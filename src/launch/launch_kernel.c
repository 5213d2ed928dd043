/* launch_kernel.c: implements rustg_launch, which puts a kernel into a stream. */
#include "launch/module_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/struct_size.h"
#include "runtime/error_note.h"
#include "runtime/profile_record.h"

enum { FEW_PARAMS = 64, MOST_LANES = 8 };
enum { FEWEST_FOR_LANES = 1 << 18, BLOCKS_FOR_LANES = 4 }; /* elements; blocks of each multiprocessor */

/* Static and dynamic memory of more than 48 KiB must be asked for. */
static rustg_status launch_allow_shared(rustg_function *function, uint32_t n_bytes, rustg_error *error)
{
    rustg_module *module = function->module;
    const cuda_driver *driver = module->context->driver;
    rustg_status status = RUSTG_OK;
    if (n_bytes <= atomic_load_explicit(&function->dynamic_allowed, memory_order_relaxed))
        return RUSTG_OK;
    pthread_mutex_lock(&module->lock);
    if (n_bytes > function->dynamic_allowed) {
        status = runtime_check(module->context,
                               driver->cuFuncSetAttribute(function->cuda, CUDA_FUNCTION_DYNAMIC_SHARED, (int)n_bytes),
                               "cuFuncSetAttribute", error);
        if (status == RUSTG_OK && function->proved)
            status =
                runtime_check(module->context,
                              driver->cuFuncSetAttribute(function->proved, CUDA_FUNCTION_DYNAMIC_SHARED, (int)n_bytes),
                              "cuFuncSetAttribute", error);
        if (status == RUSTG_OK)
            function->dynamic_allowed = n_bytes;
    }
    pthread_mutex_unlock(&module->lock);
    return status;
}

/* pointers is storage for the pointers and lengths that params lead to. Returns how many params there are. */
static size_t launch_make_params(const rustg_kernel *kernel, const rustg_launch_argument *args, size_t n_args,
                                 void **params, uint64_t *pointers)
{
    void **const first = params;
    for (size_t i = 0; i < n_args; i++) {
        const rustg_kernel_param *param = &kernel->params[i];
        const rustg_buffer *buffer = args[i].buffer;
        bool is_slice = launch_is_buffer(param);
        if (!is_slice && !buffer) {
            if (!launch_is_nothing(param))
                *params++ = (void *)(uintptr_t)args[i].value;
            continue;
        }
        /* The pointer of an empty slice is aligned and not null. */
        *pointers = buffer && buffer->pointer ? buffer->pointer + args[i].offset * param->size
                    : is_slice                ? param->align
                                              : 0;
        *params++ = pointers++;
        if (is_slice)
            *params++ = (void *)(uintptr_t)&args[i].length;
    }
    return (size_t)(params - first);
}

static void launch_make_raw_params(const rustg_launch_argument *args, size_t n_args, void **params, uint64_t *pointers)
{
    for (size_t i = 0; i < n_args; i++) {
        const rustg_buffer *buffer = args[i].buffer;
        pointers[i] = buffer && buffer->pointer ? buffer->pointer + args[i].offset : 0;
        params[i] = buffer ? (void *)&pointers[i] : (void *)(uintptr_t)args[i].value;
    }
}

static bool launch_is_kernel(const rustg_module *module, const char *name)
{
    const compile_kernels *kernels = module->result->kernels;
    for (uint32_t i = 0; i < kernels->n_lowered; i++)
        if (strcmp(kernels->kernels[i].name, name) == 0)
            return true;
    return false;
}

/* The kernel's coarse entry (opt_coarsen.c), if the module has one. It is not a kernel of the user's that has such a
 * name. */
static uint32_t launch_find_coarse(rustg_function *function)
{
    rustg_module *module = function->module;
    rustg_context *context = module->context;
    const size_t n_name = strlen(function->name) + sizeof "rustg_x4294967295_";
    char *name = malloc(n_name);
    int n_multiprocessors = 0;
    uint32_t n_lanes;
    pthread_mutex_lock(&module->lock);
    n_lanes = atomic_load_explicit(&function->n_lanes, memory_order_relaxed);
    for (uint32_t lanes = 2; name && n_lanes == 0 && lanes <= MOST_LANES; lanes *= 2) {
        snprintf(name, n_name, "rustg_x%u_%s", (unsigned)lanes, function->name);
        if (!launch_is_kernel(module, name) &&
            context->driver->cuModuleGetFunction(&function->coarse, module->cuda, name) == CUDA_OK)
            n_lanes = lanes;
    }
    free(name);
    context->driver->cuDeviceGetAttribute(&n_multiprocessors, CUDA_ATTRIBUTE_MULTIPROCESSORS, context->device);
    function->n_multiprocessors = (uint32_t)n_multiprocessors;
    if (n_lanes == 0)
        n_lanes = 1;
    atomic_store_explicit(&function->n_lanes, n_lanes, memory_order_release);
    pthread_mutex_unlock(&module->lock);
    return n_lanes;
}

/* How many elements a thread works for: several, if that still gives all multiprocessors something to do. */
static uint32_t launch_lanes_for(rustg_function *function, const rustg_launch_config *config)
{
    const uint32_t *block = config->block;
    if (!function->cuda || !function->kernel || config->cooperative || config->dynamic_shared_bytes || block[1] != 1 ||
        block[2] != 1 || config->n_elements < FEWEST_FOR_LANES)
        return 1;
    uint32_t n_lanes = atomic_load_explicit(&function->n_lanes, memory_order_acquire);
    if (n_lanes == 0)
        n_lanes = launch_find_coarse(function);
    return config->n_elements / block[0] / n_lanes >= (uint64_t)function->n_multiprocessors * BLOCKS_FOR_LANES ? n_lanes
                                                                                                               : 1;
}

static rustg_status launch_coarse(rustg_function *function, rustg_stream *stream, const rustg_launch_config *config,
                                  uint32_t n_lanes, void **params, size_t n_params, rustg_error *error)
{
    uint64_t n_threads = (uint64_t)config->grid[0] * config->block[0];
    uint32_t grid = config->grid[0] / n_lanes + (config->grid[0] % n_lanes != 0);
    params[n_params] = &n_threads;
    return runtime_check(stream->context,
                         stream->context->driver->cuLaunchKernel(function->coarse, grid, 1, 1, config->block[0], 1, 1,
                                                                 0, stream->cuda, params, NULL),
                         "cuLaunchKernel", error);
}

static rustg_status launch_on_cuda(rustg_function *function, rustg_stream *stream, const rustg_launch_config *config,
                                   const rustg_launch_argument *args, size_t n_args, rustg_error *error)
{
    const cuda_driver *driver = stream->context->driver;
    size_t n_params = 2 * n_args;
    void *few[FEW_PARAMS], **params = few;
    uint64_t few_pointers[FEW_PARAMS], *pointers = few_pointers;
    rustg_status status = launch_allow_shared(function, config->dynamic_shared_bytes, error);
    if (status != RUSTG_OK)
        return status;
    if (n_params + 1 > FEW_PARAMS) {
        params = malloc((n_params + 1) * (sizeof *params + sizeof *pointers));
        if (!params)
            return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for %zu arguments", n_args);
        pointers = (uint64_t *)(void *)(params + n_params + 1);
    }
    if (function->kernel)
        n_params = launch_make_params(function->kernel, args, n_args, params, pointers);
    else
        launch_make_raw_params(args, n_args, params, pointers);
    const uint32_t *grid = config->grid, *block = config->block,
                   n_lanes = config->n_elements ? launch_lanes_for(function, config) : 1;
    /* A cooperative grid was made for the blocks of the kernel itself that are resident. */
    const bool may_be_proved = n_lanes == 1 && function->proof && !config->cooperative;
    uint64_t copies[LAUNCH_MOST_STEPS];
    if (may_be_proved)
        launch_proof_copy_params(function->proof, params, copies);
    const cuda_function code = may_be_proved && launch_proof_holds_of(function->proof, grid, block, params)
                                   ? function->proved
                                   : function->cuda;
    if (n_lanes > 1)
        status = launch_coarse(function, stream, config, n_lanes, params, n_params, error);
    else if (config->cooperative)
        status = runtime_check(stream->context,
                               driver->cuLaunchCooperativeKernel(code, grid[0], grid[1], grid[2], block[0], block[1],
                                                                 block[2], config->dynamic_shared_bytes, stream->cuda,
                                                                 params),
                               "cuLaunchCooperativeKernel", error);
    else
        status = runtime_check(stream->context,
                               driver->cuLaunchKernel(code, grid[0], grid[1], grid[2], block[0], block[1], block[2],
                                                      config->dynamic_shared_bytes, stream->cuda, params, NULL),
                               "cuLaunchKernel", error);
    if (params != few)
        free(params);
    return status;
}

static rustg_status launch_use_buffers(const rustg_function *function, rustg_stream *stream,
                                       const rustg_launch_argument *args, size_t n_args, rustg_error *error)
{
    const rustg_kernel *kernel = function->kernel;
    for (size_t i = 0; i < n_args; i++) {
        if (!args[i].buffer)
            continue;
        bool is_written = !kernel || kernel->params[i].role != RUSTG_PARAM_SLICE;
        rustg_status status = buffer_note_use(args[i].buffer, stream, is_written, error);
        if (status != RUSTG_OK)
            return status;
    }
    return RUSTG_OK;
}

static rustg_status launch_note_again(rustg_stream *stream, void *module, rustg_error *error)
{
    return launch_note(stream, module, error);
}

static rustg_status launch_kernel_note(rustg_stream *stream, rustg_module *module, rustg_error *error)
{
    if (!module->cuda)
        return RUSTG_OK;
    return stream->capture ? graph_add_hook(stream, launch_note_again, module, error)
                           : launch_note(stream, module, error);
}

static rustg_status launch_kernel_put(rustg_function *function, rustg_stream *stream, const rustg_launch_config *config,
                                      const rustg_launch_argument *args, size_t n_args, rustg_error *error)
{
    return function->module->cuda ? launch_on_cuda(function, stream, config, args, n_args, error)
                                  : launch_on_cpu(function, stream, config, args, n_args, error);
}

static rustg_status launch_put_profiled(rustg_function *function, rustg_stream *stream,
                                        const rustg_launch_config *config, const rustg_launch_argument *args,
                                        size_t n_args, rustg_error *error)
{
    const rustg_kernel *kernel = function->kernel;
    profile_span span;
    uint64_t n_bytes = 0;
    for (size_t i = 0; i < n_args; i++) {
        if (kernel && launch_is_buffer(&kernel->params[i]))
            n_bytes += args[i].length * kernel->params[i].size;
        else if (args[i].buffer)
            n_bytes += args[i].buffer->n_bytes - args[i].offset * (kernel ? kernel->params[i].size : 1);
    }
    double occupancy =
        function->cuda ? profile_occupancy(stream->context, function->cuda, config->block, config->dynamic_shared_bytes)
                       : 0;
    profile_begin(stream, RUSTG_PROFILE_KERNEL, function->name, n_bytes, &span);
    span.occupancy = occupancy;
    rustg_status status = launch_kernel_put(function, stream, config, args, n_args, error);
    profile_end(stream, &span, status);
    return status;
}

rustg_status rustg_launch(rustg_function *function, rustg_stream *stream, const rustg_launch_config *config,
                          const rustg_launch_argument *args, size_t n_args, rustg_error *error)
{
    rustg_launch_config chosen;
    if (!function || !stream || !config ||
        struct_size_read(STRUCT_rustg_launch_config, &chosen, sizeof chosen, config, "config", NULL) != RUSTG_OK)
        return error_fail(error, RUSTG_ERR_ARGUMENT,
                          "function, stream or config is NULL, or config->struct_size is wrong");
    config = &chosen;
    rustg_module *module = function->module;
    if (stream->context != module->context)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "the stream belongs to another context than the module of `%s`",
                          function->name);
    rustg_status status = RUSTG_OK;
    if (chosen.n_elements)
        status = launch_choose_shape(function, &chosen, error);
    if (status == RUSTG_OK)
        status = launch_check_shape(function, config, error);
    if (status == RUSTG_OK)
        status = launch_check_arguments(function, args, n_args, error);
    if (status == RUSTG_OK)
        status = context_enter(stream->context, error);
    if (status != RUSTG_OK)
        return status;
    status = launch_use_buffers(function, stream, args, n_args, error);
    if (status == RUSTG_OK)
        status = launch_kernel_note(stream, module, error);
    if (module->recursion_stack)
        context_note_recursion(module->context, function->name, module->recursion_stack);
    if (status == RUSTG_OK)
        status = profile_is_on(stream->context) ? launch_put_profiled(function, stream, config, args, n_args, error)
                                                : launch_kernel_put(function, stream, config, args, n_args, error);
    if (status == RUSTG_OK)
        runtime_submitted(stream);
    context_leave(stream->context);
    return status;
}
