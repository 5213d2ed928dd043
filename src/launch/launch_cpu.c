/* launch_cpu.c: a launch on the CPU device: natively, or by the interpreter where there is no C compiler. */
#include "launch/module_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/error_note.h"
#include "compile/initialize.h"

/* What a stream or graph keeps of a launch; behind it the bytes of the IR function's parameters, at offsets from its
 * start. */
typedef struct cpu_launch {
    rustg_function *function;
    uint32_t grid[3], block[3], dynamic_shared_bytes, n_params;
    uint32_t offsets[];
} cpu_launch;

static rustg_status interpret(rustg_function *function, const cpu_launch *launch, const void *const *params,
                              panic_record *panic, rustg_error *error)
{
    compile_kernels *kernels = function->module->result->kernels;
    ir_launch how = {.dynamic_shared = launch->dynamic_shared_bytes};
    ir_panic found = {0};
    jmp_buf out_of_memory;
    volatile ir_outcome outcome = IR_OUT_OF_MEMORY;
    volatile bool has_module = true;
    memcpy(how.grid, launch->grid, sizeof how.grid);
    memcpy(how.block, launch->block, sizeof how.block);
    pthread_mutex_lock(&kernels->running);
    kernels->memory.out_of_memory = &out_of_memory;
    if (!setjmp(out_of_memory)) {
        ir_module *module = compile_module(kernels, error);
        has_module = module != NULL;
        if (module)
            outcome = ir_run_kernel(module, compile_function(kernels, module, function->index), &how, params, &found);
    }
    kernels->memory.out_of_memory = NULL;
    pthread_mutex_unlock(&kernels->running);
    if (!has_module)
        return RUSTG_ERR_INTERNAL;
    if (found.happened) {
        _Static_assert((int)RUSTG_PANIC_OPERANDS == (int)IR_MOST_OPERANDS, "operands of a panic");
        panic->state = 2;
        panic->site = found.site;
        panic->kernel = found.kernel;
        memcpy(panic->block, found.block, sizeof panic->block);
        memcpy(panic->thread, found.thread, sizeof panic->thread);
        memcpy(panic->operands, found.operands, sizeof panic->operands);
    }
    switch (outcome) {
    case IR_RAN:
    case IR_PANICKED: return RUSTG_OK;
    case IR_DEADLOCK:
        return error_fail(error, RUSTG_ERR_DEADLOCK, "not all threads of a block reach a barrier of kernel `%s`",
                          function->name);
    case IR_OUT_OF_MEMORY: return error_fail(error, RUSTG_ERR_MEMORY, "out of memory in kernel `%s`", function->name);
    default: return error_fail(error, RUSTG_ERR_INTERNAL, "the interpreter gave up on kernel `%s`", function->name);
    }
}

static rustg_status run_native(rustg_function *function, const cpu_launch *launch, const void *const *params,
                               panic_record *panic, rustg_error *error)
{
    cpu_run_shape how = {.dyn_shared = launch->dynamic_shared_bytes, .static_shared = function->native.shared_bytes};
    uint32_t n_threads = 1;
    rustg_status status = library_threads(&n_threads, error);
    if (status != RUSTG_OK)
        return status;
    how.n_threads = function->module->n_threads ? function->module->n_threads : n_threads;
    memcpy(how.grid, launch->grid, sizeof how.grid);
    memcpy(how.block, launch->block, sizeof how.block);
    rustg_error own; /* a panic is told by the wait */
    status = cpu_run(function->native.function, &how, function->native.meets, params, panic, &own);
    if (status != RUSTG_OK && status != RUSTG_ERR_PANIC && error)
        *error = own;
    return status;
}

static rustg_status run(rustg_stream *stream, void *payload, rustg_error *error)
{
    const cpu_launch *launch = payload;
    rustg_function *function = launch->function;
    const void *some[32], **params = some;
    panic_record panic = {0};
    if (launch->n_params > sizeof some / sizeof some[0]) {
        params = malloc(launch->n_params * sizeof *params);
        if (!params)
            return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for a launch");
    }
    for (uint32_t i = 0; i < launch->n_params; i++)
        params[i] = (const uint8_t *)payload + launch->offsets[i];
    rustg_status status = function->native.function ? run_native(function, launch, params, &panic, error)
                                                    : interpret(function, launch, params, &panic, error);
    if (params != some)
        free(params);
    if ((status == RUSTG_OK || status == RUSTG_ERR_PANIC) && panic.state)
        status = launch_note_panic(stream, function->module, &panic, error);
    return status;
}

rustg_status launch_on_cpu(rustg_function *function, rustg_stream *stream, const rustg_launch_config *config,
                           const rustg_launch_argument *args, size_t n_args, rustg_error *error)
{
    const rustg_kernel *kernel = function->kernel;
    size_t n_params = 0, n_bytes;
    for (size_t i = 0; i < n_args; i++)
        n_params += launch_is_buffer(&kernel->params[i]) ? 2 : !launch_is_nothing(&kernel->params[i]);
    n_bytes = sizeof(cpu_launch) + n_params * sizeof(uint32_t);
    size_t values_at = (n_bytes + 15) / 16 * 16, at = values_at;
    for (size_t i = 0; i < n_args; i++)
        at += launch_is_buffer(&kernel->params[i]) ? 32
              : args[i].buffer                     ? 16
                                                   : (size_t)(args[i].n_bytes + 15) / 16 * 16;
    cpu_launch *launch = calloc(1, at);
    if (!launch)
        return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for a launch");
    launch->function = function;
    launch->dynamic_shared_bytes = config->dynamic_shared_bytes;
    memcpy(launch->grid, config->grid, sizeof launch->grid);
    memcpy(launch->block, config->block, sizeof launch->block);
    n_bytes = at;
    at = values_at;
    for (size_t i = 0; i < n_args; i++) {
        const rustg_kernel_param *param = &kernel->params[i];
        if (launch_is_nothing(param))
            continue;
        launch->offsets[launch->n_params++] = (uint32_t)at;
        if (launch_is_buffer(param) || args[i].buffer) {
            /* an empty slice has a pointer that is not null, and aligned */
            uint64_t pointer = args[i].buffer && args[i].buffer->pointer
                                   ? args[i].buffer->pointer + args[i].offset * param->size
                                   : param->align;
            memcpy((uint8_t *)launch + at, &pointer, sizeof pointer);
            at += 16;
            if (launch_is_buffer(param)) {
                launch->offsets[launch->n_params++] = (uint32_t)at;
                memcpy((uint8_t *)launch + at, &args[i].length, sizeof args[i].length);
                at += 16;
            }
        } else if (args[i].n_bytes) {
            memcpy((uint8_t *)launch + at, args[i].value, (size_t)args[i].n_bytes);
            at += (size_t)(args[i].n_bytes + 15) / 16 * 16;
        }
    }
    rustg_status status = stream_run(stream, run, launch, n_bytes, error);
    free(launch);
    return status;
}
