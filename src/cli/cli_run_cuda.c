/* cli_run_cuda.c: launches a kernel of CUDA C++. libclang reads which arguments it takes, and NVRTC compiles it for the
 * device. */
#include "cli/cli.h"
#include "rustg/profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct cuda_launch {
    const cli_options *options;
    const char *text, *name, *symbol;
    const rustg_cuda_options *how;
    rustg_cuda_signatures *signatures; /* until the module owns them */
    rustg_context *context;
    rustg_stream *stream;
    rustg_module *module;
    rustg_launch_argument *args;
    size_t n_args;
} cuda_launch;

static bool cuda_is_array(const rustg_kernel_param *param)
{
    return param->role == RUSTG_PARAM_SLICE || param->role == RUSTG_PARAM_GRID_MUT;
}

static rustg_status cuda_load(cuda_launch *of, rustg_error *error)
{
    char *log = NULL;
    rustg_status status = rustg_module_from_cuda(of->context, of->text, of->name, of->how, &of->module, &log, error);
    if (log && *log) /* NVRTC's own words, which may also be warnings */
        fprintf(stderr, "%s", log);
    fflush(stderr);
    rustg_log_free(log);
    if (status == RUSTG_OK)
        status = rustg_module_use_signatures(of->module, of->signatures, error);
    if (status == RUSTG_OK)
        of->signatures = NULL;
    return status;
}

static rustg_status cuda_send(cuda_launch *of, const rustg_kernel_param *param, const rustg_argument *arg,
                              rustg_launch_argument *to, rustg_error *error)
{
    const uint64_t n_bytes = arg->length * param->size;
    if (!cuda_is_array(param)) {
        *to = (rustg_launch_argument){.value = arg->data, .n_bytes = param->size};
        return RUSTG_OK;
    }
    rustg_status status = rustg_buffer_allocate(of->context, n_bytes, of->stream, &to->buffer, error);
    if (status == RUSTG_OK && n_bytes > 0)
        status = rustg_copy_to_buffer(to->buffer, 0, arg->data, n_bytes, of->stream, error);
    return status;
}

static rustg_status cuda_receive(cuda_launch *of, const rustg_kernel *kernel, const rustg_argument *args,
                                 rustg_error *error)
{
    rustg_status status = RUSTG_OK;
    for (size_t i = 0; i < kernel->n_params && status == RUSTG_OK; i++) {
        const rustg_kernel_param *param = &kernel->params[i];
        if (param->role == RUSTG_PARAM_GRID_MUT && args[i].length > 0)
            status = rustg_copy_from_buffer(args[i].data, of->args[i].buffer, 0, args[i].length * param->size,
                                            of->stream, error);
    }
    return status == RUSTG_OK ? rustg_stream_wait(of->stream, error) : status;
}

/* Without --block the launch takes the shape with the best occupancy. It asks the compiled kernel, for libclang does
 * not read __launch_bounds__. */
static void cuda_fit_shape(const cli_kernel_options *own, const rustg_run_options *run, rustg_launch_config *config)
{
    config->dynamic_shared_bytes = run->dynamic_shared_bytes;
    if (own->n_for > 0 && own->block[0] == 0) {
        config->n_elements = own->n_for;
        return;
    }
    memcpy(config->grid, run->grid, sizeof config->grid);
    memcpy(config->block, run->block, sizeof config->block);
}

static rustg_status cuda_run(void *user, const rustg_kernel *kernel, const rustg_run_options *run,
                             const rustg_argument *args, rustg_error *error)
{
    cuda_launch *of = user;
    rustg_launch_config config = {.struct_size = sizeof config};
    rustg_function *function;
    cuda_fit_shape(&of->options->kernels, run, &config);
    rustg_status status = rustg_context_open(RUSTG_BACKEND_CUDA, run->device, NULL, &of->context, error);
    if (status == RUSTG_OK && run->profiled)
        status = rustg_profile_start(of->context, error);
    if (status == RUSTG_OK)
        status = rustg_stream_create(of->context, &of->stream, error);
    if (status == RUSTG_OK)
        status = cuda_load(of, error);
    if (status == RUSTG_OK)
        status = rustg_module_function(of->module, of->symbol, &function, error);
    for (size_t i = 0; i < kernel->n_params && status == RUSTG_OK; i++)
        status = cuda_send(of, &kernel->params[i], &args[i], &of->args[i], error);
    if (status == RUSTG_OK)
        status = rustg_launch(function, of->stream, &config, of->args, kernel->n_params, error);
    if (status == RUSTG_OK)
        status = cuda_receive(of, kernel, args, error);
    if (status == RUSTG_OK && run->profiled)
        run->profiled(run->user, of->context);
    if (status == RUSTG_ERR_NO_CUDA)
        snprintf(error->hint, sizeof error->hint, "CUDA C++ wants a CUDA device; a kernel in Rust runs on the CPU too");
    return status;
}

static void cuda_close(cuda_launch *of)
{
    for (size_t i = 0; i < of->n_args; i++)
        rustg_buffer_free(of->args[i].buffer);
    free(of->args);
    rustg_module_free(of->module);
    rustg_stream_destroy(of->stream);
    rustg_context_close(of->context);
}

/* The function that --run names, by its name or its symbol. NULL: there is none that can be launched, which has been
 * reported. */
static const rustg_cuda_function *cuda_find(const cuda_launch *of)
{
    const char *wanted = of->options->kernels.run;
    size_t n, i = 0;
    const rustg_cuda_function *all = rustg_cuda_signatures_functions(of->signatures, &n);
    while (i < n && strcmp(all[i].name, wanted) != 0 && strcmp(all[i].symbol, wanted) != 0)
        i++;
    if (i < n && all[i].unread) {
        cli_error("%s:%u:%u: `%s` cannot be launched by --run: %s", of->name, all[i].line, all[i].column, wanted,
                  all[i].unread);
        return NULL;
    }
    if (i < n)
        return &all[i];
    cli_error("there is no kernel `%s` in `%s`", wanted, of->name);
    cli_similar similar = {0};
    for (i = 0; i < n; i++)
        cli_similar_add(&similar, wanted, strlen(wanted), all[i].name);
    if (similar.word)
        cli_hint("did you mean `%s`?", similar.word);
    for (i = 0; !similar.word && i < n; i++)
        cli_hint("there is `%s`", all[i].name);
    return NULL;
}

int cli_run_cuda(const cli_options *options, const char *text, const char *name, const rustg_cuda_options *how)
{
    cuda_launch of = {.options = options, .text = text, .name = name, .how = how};
    rustg_error error = {0};
    const rustg_status status = rustg_cuda_signatures_read(text, name, how, &of.signatures, &error);
    if (status != RUSTG_OK) {
        cli_status_error(status, &error);
        return CLI_EXIT_MACHINE;
    }
    const rustg_cuda_function *function = cuda_find(&of);
    int exit_status = CLI_EXIT_CALL;
    if (function) {
        const rustg_kernel kernel = {
            .name = function->name, .params = function->params, .n_params = function->n_params};
        of.symbol = function->symbol;
        of.args = calloc(kernel.n_params + 1, sizeof *of.args);
        of.n_args = of.args ? kernel.n_params : 0;
        if (of.args)
            exit_status = cli_run_kernel(options, &kernel, cuda_run, &of);
        else {
            exit_status = cli_no_memory();
        }
        cuda_close(&of);
    }
    rustg_cuda_signatures_free(of.signatures);
    return exit_status;
}
