/* launch_cpu.c: launches on the CPU device: native code, or the interpreter where there is no C compiler. */
#include "launch/module_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/limits.h"
#include "runtime/device_info.h"
#include "runtime/error_note.h"
#include "compile/initialize.h"

/* What a stream or graph keeps of a launch. Behind it lie the bytes of the IR function's parameters, at offsets from
 * its start, and at memory_at the memory that its pointers may reach. With is_open they may reach more, because the
 * kernel takes pointers to anything. */
typedef struct cpu_launch {
    rustg_function *function;
    uint32_t grid[3], block[3], dynamic_shared_bytes, n_params;
    uint32_t memory_at, n_memory;
    bool is_open;
    uint32_t offsets[];
} cpu_launch;

static rustg_status launch_interpret(rustg_function *function, const cpu_launch *launch, const void *const *params,
                                     panic_record *panic, rustg_error *error)
{
    compile_kernels *kernels = function->module->result->kernels;
    ir_launch how = {.dynamic_shared = launch->dynamic_shared_bytes,
                     .memory = (const ir_memory *)(const void *)((const uint8_t *)launch + launch->memory_at),
                     .n_memory = launch->n_memory,
                     .is_open = launch->is_open};
    how.print = launch_print;
    how.user = function->module;
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
        panic->state = PANIC_RECORD_WRITTEN;
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
    case IR_TOO_DEEP:
        return error_fail(error, RUSTG_ERR_MEMORY,
                          "calls are too deep in kernel `%s`: %d MiB of a thread's stack are full", function->name,
                          LIMIT_THREAD_STACK_KIB >> 10);
    case IR_TOO_LONG:
    case IR_BAD_ACCESS: break;
    }
    return error_fail(
        error, RUSTG_ERR_PANIC, "undefined behaviour in kernel `%s` at %s:%u: %s (block %u,%u,%u thread %u,%u,%u)",
        function->name, found.file && found.file[0] ? found.file : "?", (unsigned)found.line,
        found.words[0] ? found.words : "it cannot go on", (unsigned)found.block[0], (unsigned)found.block[1],
        (unsigned)found.block[2], (unsigned)found.thread[0], (unsigned)found.thread[1], (unsigned)found.thread[2]);
}

static rustg_status launch_run_native(rustg_function *function, const cpu_launch *launch, const void *const *params,
                                      panic_record *panic, rustg_error *error)
{
    cpu_run_shape how = {.dyn_shared = launch->dynamic_shared_bytes, .static_shared = function->native.shared_bytes};
    uint32_t n_threads = 1;
    rustg_status status = library_threads(&n_threads, error);
    if (status != RUSTG_OK)
        return status;
    how.n_threads = function->module->n_threads ? function->module->n_threads : n_threads;
    how.print = launch_print;
    how.user = function->module;
    memcpy(how.grid, launch->grid, sizeof how.grid);
    memcpy(how.block, launch->block, sizeof how.block);
    rustg_error own; /* a panic is told by the wait */
    status = cpu_run(function->native.function, &how, function->native.call, params, panic, &own);
    if (status != RUSTG_OK && status != RUSTG_ERR_PANIC && error)
        *error = own;
    return status;
}

static rustg_status launch_cpu_run(rustg_stream *stream, void *payload, rustg_error *error)
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
    rustg_status status = function->native.function ? launch_run_native(function, launch, params, &panic, error)
                                                    : launch_interpret(function, launch, params, &panic, error);
    if (params != some)
        free(params);
    if (atomic_load(&function->module->printed)) {
        rustg_error own;
        const rustg_status noted = launch_note(stream, function->module, status == RUSTG_OK ? error : &own);
        status = status == RUSTG_OK ? noted : status;
    }
    if ((status == RUSTG_OK || status == RUSTG_ERR_PANIC) && panic.state)
        status = launch_note_panic(stream, function->module, &panic, error);
    return status;
}

static void launch_add_memory(cpu_launch *launch, const char *name, uint64_t start, uint64_t n_bytes, bool is_read_only)
{
    ir_memory *all = (ir_memory *)(void *)((uint8_t *)launch + launch->memory_at);
    uint32_t n = 0;
    uint64_t end = start + n_bytes;
    if (!n_bytes)
        return;
    for (uint32_t i = 0; i < launch->n_memory; i++) { /* parts of one buffer may be several arguments */
        const uint64_t other = (uint64_t)(uintptr_t)all[i].start, other_end = other + all[i].n_bytes;
        if (other_end <= start || end <= other) {
            all[n++] = all[i];
            continue;
        }
        name = all[i].name;
        is_read_only &= all[i].is_read_only;
        start = other < start ? other : start;
        end = other_end > end ? other_end : end;
    }
    all[n++] = (ir_memory){(const void *)(uintptr_t)start, end - start, name, is_read_only};
    launch->n_memory = n;
}

/* What the interpreter lets the kernel reach: of a slice its elements, and of a raw pointer into a buffer the whole
 * buffer. */
static void launch_note_memory(cpu_launch *launch, const rustg_kernel_param *param, const rustg_launch_argument *arg)
{
    const rustg_buffer *buffer = arg->buffer;
    if (strchr(param->rust_type, '*') && (!buffer || param->role != RUSTG_PARAM_POINTER))
        launch->is_open = true;
    if (buffer && launch_is_buffer(param))
        launch_add_memory(launch, param->name, buffer->pointer + arg->offset * param->size, arg->length * param->size,
                          param->role == RUSTG_PARAM_SLICE);
    else if (buffer)
        launch_add_memory(launch, param->name, buffer->pointer, buffer->n_bytes, false);
}

rustg_status launch_on_cpu(rustg_function *function, rustg_stream *stream, const rustg_launch_config *config,
                           const rustg_launch_argument *args, size_t n_args, rustg_error *error)
{
    const rustg_kernel *kernel = function->kernel;
    size_t n_params = 0, n_bytes;
    const uint64_t shared_bytes = (uint64_t)function->native.shared_bytes + config->dynamic_shared_bytes;
    if (shared_bytes > DEVICE_CPU_SHARED_BYTES) {
        return error_refuse(error, "ask for less dynamic shared memory, or for less in the kernel",
                            "a block of `%s` wants %llu bytes of shared memory; the CPU device has %d", function->name,
                            (unsigned long long)shared_bytes, DEVICE_CPU_SHARED_BYTES);
    }
    for (size_t i = 0; i < n_args; i++)
        n_params += launch_is_buffer(&kernel->params[i]) ? 2 : !launch_is_nothing(&kernel->params[i]);
    n_bytes = sizeof(cpu_launch) + n_params * sizeof(uint32_t);
    size_t values_at = (n_bytes + 15) / 16 * 16, at = values_at;
    for (size_t i = 0; i < n_args; i++)
        at += launch_is_buffer(&kernel->params[i]) ? 32
              : args[i].buffer                     ? 16
                                                   : (size_t)(args[i].n_bytes + 15) / 16 * 16;
    const size_t memory_at = at;
    at += n_args * sizeof(ir_memory);
    cpu_launch *launch = calloc(1, at);
    if (!launch)
        return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for a launch");
    launch->function = function;
    launch->memory_at = (uint32_t)memory_at;
    launch->dynamic_shared_bytes = config->dynamic_shared_bytes;
    memcpy(launch->grid, config->grid, sizeof launch->grid);
    memcpy(launch->block, config->block, sizeof launch->block);
    n_bytes = at;
    at = values_at;
    for (size_t i = 0; i < n_args; i++) {
        const rustg_kernel_param *param = &kernel->params[i];
        if (launch_is_nothing(param))
            continue;
        launch_note_memory(launch, param, &args[i]);
        launch->offsets[launch->n_params++] = (uint32_t)at;
        if (launch_is_buffer(param) || args[i].buffer) {
            /* The pointer of an empty slice is aligned and not null. */
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
    rustg_status status = stream_run(stream, launch_cpu_run, launch, n_bytes, error);
    free(launch);
    return status;
}
