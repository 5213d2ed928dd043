/* launch_host.c: implements rustg_result_run, which runs a compiled kernel over host memory: it opens a context,
 * copies to buffers, launches once and copies the results back. */
#include "rustg/launch.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/struct_size.h"
#include "runtime/error_note.h"
#include "compile/initialize.h"
#include "launch/module_internal.h"
#include "rustg/profile.h"

typedef struct host_run {
    const rustg_kernel *kernel;
    const rustg_argument *args;
    rustg_context *context;
    rustg_stream *stream;
    rustg_module *module;
    rustg_launch_argument *launch_args;
    rustg_error *error;
} host_run;

static rustg_status launch_check_argument(const host_run *run, size_t i)
{
    const rustg_kernel_param *param = &run->kernel->params[i];
    const rustg_argument *arg = &run->args[i];
    bool buffer = launch_is_buffer(param);
    if (!arg->data && (!buffer || arg->length > 0))
        return error_fail(run->error, RUSTG_ERR_ARGUMENT, "args[%zu].data is NULL; `%s` of kernel `%s` is a %s", i,
                          param->name, run->kernel->name, param->rust_type);
    if (buffer && param->size && arg->length > SIZE_MAX / param->size)
        return error_fail(run->error, RUSTG_ERR_ARGUMENT, "args[%zu].length is too large for elements of %u bytes", i,
                          (unsigned)param->size);
    if (buffer && param->align && (uintptr_t)arg->data % param->align)
        return error_fail(run->error, RUSTG_ERR_ARGUMENT, "args[%zu].data is not aligned to %u bytes", i,
                          (unsigned)param->align);
    return RUSTG_OK;
}

/* On the host, for a device has a copy of each argument. */
static rustg_status launch_host_check_overlap(const host_run *run)
{
    const rustg_kernel *kernel = run->kernel;
    size_t n_ranges = 0;
    launch_range *ranges = calloc(kernel->n_params + 1, sizeof *ranges);
    if (!ranges)
        return error_fail(run->error, RUSTG_ERR_MEMORY, "out of memory for %zu arguments", kernel->n_params);
    for (size_t i = 0; i < kernel->n_params; i++) {
        const rustg_kernel_param *param = &kernel->params[i];
        uint64_t begin = (uintptr_t)run->args[i].data, n_bytes = run->args[i].length * param->size;
        if (launch_is_buffer(param) && n_bytes > 0)
            ranges[n_ranges++] =
                (launch_range){begin, begin + n_bytes, (uint32_t)i, param->role == RUSTG_PARAM_GRID_MUT};
    }
    rustg_status status = launch_check_overlap(kernel, ranges, n_ranges, run->error);
    free(ranges);
    return status;
}

/* The CPU uses the caller's memory as it is. */
static rustg_status launch_send(host_run *run, size_t i)
{
    const rustg_kernel_param *param = &run->kernel->params[i];
    const rustg_argument *arg = &run->args[i];
    rustg_launch_argument *to = &run->launch_args[i];
    uint64_t n_bytes = arg->length * param->size;
    if (!launch_is_buffer(param)) {
        to->value = arg->data;
        to->n_bytes = param->role == RUSTG_PARAM_POINTER ? sizeof(void *) : param->size;
        return RUSTG_OK;
    }
    to->length = arg->length;
    if (run->context->backend == RUSTG_BACKEND_CPU)
        return arg->data
                   ? rustg_buffer_wrap(run->context, (uint64_t)(uintptr_t)arg->data, n_bytes, &to->buffer, run->error)
                   : RUSTG_OK;
    rustg_status status = rustg_buffer_allocate(run->context, n_bytes, run->stream, &to->buffer, run->error);
    if (status == RUSTG_OK && n_bytes)
        status = rustg_copy_to_buffer(to->buffer, 0, arg->data, n_bytes, run->stream, run->error);
    return status;
}

/* After a panic too: the other threads have run on. */
static rustg_status launch_receive(host_run *run, rustg_status so_far)
{
    rustg_error own;
    rustg_status status = RUSTG_OK;
    for (size_t i = 0; i < run->kernel->n_params && status == RUSTG_OK; i++) {
        const rustg_kernel_param *param = &run->kernel->params[i];
        if (param->role == RUSTG_PARAM_GRID_MUT && run->launch_args[i].buffer && run->args[i].length)
            status = rustg_copy_from_buffer(run->args[i].data, run->launch_args[i].buffer, 0,
                                            run->args[i].length * param->size, run->stream,
                                            so_far == RUSTG_OK ? run->error : &own);
    }
    if (status == RUSTG_OK)
        status = rustg_stream_wait(run->stream, so_far == RUSTG_OK ? run->error : &own);
    return so_far == RUSTG_OK ? status : so_far;
}

static rustg_status launch_host_launch(host_run *run, const rustg_run_options *options)
{
    rustg_launch_config config = {.struct_size = sizeof config, .dynamic_shared_bytes = options->dynamic_shared_bytes};
    rustg_function *function;
    memcpy(config.grid, options->grid, sizeof config.grid);
    memcpy(config.block, options->block, sizeof config.block);
    rustg_status status = rustg_module_function(run->module, run->kernel->name, &function, run->error);
    for (size_t i = 0; i < run->kernel->n_params && status == RUSTG_OK; i++)
        status = launch_send(run, i);
    if (status == RUSTG_OK)
        status = rustg_launch(function, run->stream, &config, run->launch_args, run->kernel->n_params, run->error);
    rustg_error own; /* what was printed before a failure is told too */
    const rustg_status waited = rustg_stream_wait(run->stream, status == RUSTG_OK ? run->error : &own);
    return status == RUSTG_OK ? waited : status;
}

static rustg_status launch_open_and_launch(host_run *run, rustg_result *result, const rustg_run_options *options,
                                           rustg_panic *panic)
{
    bool is_cuda = options->target == RUSTG_TARGET_CUDA;
    rustg_status status = rustg_context_open(is_cuda ? RUSTG_BACKEND_CUDA : RUSTG_BACKEND_CPU,
                                             is_cuda ? options->device : 0, NULL, &run->context, run->error);
    rustg_context_on_print(run->context, options->print, options->user);
    if (status == RUSTG_OK && options->profiled)
        status = rustg_profile_start(run->context, run->error);
    if (status == RUSTG_OK)
        status = rustg_stream_create(run->context, &run->stream, run->error);
    if (status == RUSTG_OK)
        status = rustg_module_from_result(run->context, result, &run->module, run->error);
    if (status != RUSTG_OK)
        return status;
    run->module->interpret = options->target == RUSTG_TARGET_INTERPRETER;
    run->module->n_threads = options->n_threads;
    status = launch_host_launch(run, options);
    if (panic)
        rustg_stream_panic(run->stream, panic, NULL);
    if (is_cuda && (status == RUSTG_OK || status == RUSTG_ERR_PANIC))
        status = launch_receive(run, status);
    return status;
}

static void launch_close(host_run *run)
{
    for (size_t i = 0; run->launch_args && i < run->kernel->n_params; i++)
        rustg_buffer_free(run->launch_args[i].buffer);
    free(run->launch_args);
    rustg_module_free(run->module);
    rustg_stream_destroy(run->stream);
    rustg_context_close(run->context);
}

rustg_status rustg_result_run(rustg_result *result, const char *kernel, const rustg_run_options *options,
                              const rustg_argument *args, size_t n_args, rustg_panic *panic, rustg_error *error)
{
    host_run run = {.args = args, .error = error};
    uint32_t n_threads;
    if (panic)
        memset(panic, 0, sizeof *panic);
    const char *missing;
    rustg_status status = result_has_kernels(result, &missing);
    if (status != RUSTG_OK)
        return error_fail(error, status, "%s", missing);
    rustg_run_options full;
    if (!options || (!args && n_args > 0) ||
        struct_size_read(STRUCT_rustg_run_options, &full, sizeof full, options, "options", NULL) != RUSTG_OK)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "options or args is NULL, or options->struct_size is wrong");
    options = &full;
    status = library_threads(&n_threads, error);
    if (status != RUSTG_OK)
        return status;
    compile_kernels *kernels = result->kernels;
    for (uint32_t i = 0; kernel && i < kernels->n_lowered; i++)
        if (strcmp(kernels->kernels[i].name, kernel) == 0)
            run.kernel = &kernels->kernels[i];
    if (!run.kernel)
        return module_no_kernel(kernels, kernel ? kernel : "NULL", error);
    if (n_args != run.kernel->n_params)
        return launch_wrong_count("kernel", kernel, run.kernel->params, run.kernel->n_params, n_args, error);
    for (size_t i = 0; i < n_args && status == RUSTG_OK; i++)
        status = launch_check_argument(&run, i);
    if (status == RUSTG_OK)
        status = launch_host_check_overlap(&run);
    if (status != RUSTG_OK)
        return status;
    run.launch_args = calloc(n_args + 1, sizeof *run.launch_args);
    if (!run.launch_args)
        return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for %zu arguments", n_args);
    status = launch_open_and_launch(&run, result, options, panic);
    if (run.context && options->profiled)
        options->profiled(options->user, run.context);
    launch_close(&run);
    return status;
}

size_t rustg_panic_message(const rustg_result *result, const rustg_panic *panic, char *buffer, size_t capacity)
{
    const ir_site *site = NULL;
    if (panic && panic->happened && rustg_result_n_kernels(result) && panic->site < result->kernels->module.sites.n)
        site = &result->kernels->module.sites.at[panic->site];
    if (capacity)
        buffer[0] = 0;
    return site ? ir_site_text(site, panic->operands, buffer, capacity) : 0;
}
