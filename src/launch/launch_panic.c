/* launch_panic.c: keeps which modules may have panicked, looks at them when the host waits, and reports what it
 * finds. */
#include "launch/module_internal.h"

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/error_note.h"

/* What a stream remembers of its launches.
 *   modules  the modules of a device that were launched since the last wait, each once
 *   seen     for each of them, how many panics had been found before
 *   pending  the first panic on the CPU since the last wait, which is one of pending_of
 *   last     what the last wait found in last_of, which is held so long */
struct runtime_launches {
    rustg_module **modules;
    uint64_t *seen;
    uint32_t n, capacity;
    rustg_module *pending_of, *last_of;
    panic_record pending;
    rustg_panic last;
};

static void launch_panic_forget(runtime_launches *launches)
{
    while (launches->n > 0)
        module_release(launches->modules[--launches->n]);
}

static void launch_set_last(runtime_launches *launches, rustg_module *module)
{
    if (module)
        atomic_fetch_add(&module->n_holders, 1);
    if (launches->last_of)
        module_release(launches->last_of);
    launches->last_of = module;
    if (!module)
        memset(&launches->last, 0, sizeof launches->last);
}

/* Kernels that were saved are read from their IR for it, which nothing else of native code needs. */
static void launch_kernel_name(const rustg_result *result, ir_function_id kernel, char *name, size_t capacity)
{
    compile_kernels *kernels = result->kernels;
    jmp_buf out_of_memory;
    snprintf(name, capacity, "?");
    pthread_mutex_lock(&kernels->running);
    kernels->memory.out_of_memory = &out_of_memory;
    if (!setjmp(out_of_memory)) {
        const ir_module *module = compile_module(kernels, NULL);
        if (module && kernel < module->functions.n && module->functions.at[kernel].name)
            snprintf(name, capacity, "%s", module->functions.at[kernel].name);
    }
    kernels->memory.out_of_memory = NULL;
    pthread_mutex_unlock(&kernels->running);
}

/* What a coarse entry tells becomes what the launch was. */
static panic_record launch_settle_lane(panic_record panic)
{
    const uint32_t n_lanes = panic.kernel >> PANIC_LANES_SHIFT, lane = panic.kernel >> PANIC_LANE_SHIFT & 15;
    panic.kernel &= (1u << PANIC_LANE_SHIFT) - 1;
    if (n_lanes)
        panic.block[0] = panic.block[0] * n_lanes + lane - 1;
    return panic;
}

rustg_status launch_panic_report(const rustg_result *result, const panic_record *record, rustg_panic *to,
                                 rustg_error *error)
{
    const panic_record settled = launch_settle_lane(*record), *panic = &settled;
    rustg_panic_site site = {0};
    rustg_error own;
    char words[320], name[128];
    if (!error)
        error = &own;
    to->happened = 1;
    to->site = panic->site;
    memcpy(to->block, panic->block, sizeof to->block);
    memcpy(to->thread, panic->thread, sizeof to->thread);
    memcpy(to->operands, panic->operands, sizeof to->operands);
    if (!result || rustg_result_panic_site(result, panic->site, &site) != RUSTG_OK) {
        error_set(error, RUSTG_ERR_PANIC, "a kernel panicked at its site %u (block %u,%u,%u thread %u,%u,%u)",
                  (unsigned)panic->site, (unsigned)panic->block[0], (unsigned)panic->block[1],
                  (unsigned)panic->block[2], (unsigned)panic->thread[0], (unsigned)panic->thread[1],
                  (unsigned)panic->thread[2]);
        error_hint(error, "--emit=kernels lists the panic sites of a module");
    } else {
        rustg_panic_message(result, to, words, sizeof words);
        launch_kernel_name(result, panic->kernel, name, sizeof name);
        error_set(error, RUSTG_ERR_PANIC, "kernel `%s` panicked at %s:%u:%u: %s (block %u,%u,%u thread %u,%u,%u)", name,
                  site.path, (unsigned)site.line, (unsigned)site.column, words, (unsigned)panic->block[0],
                  (unsigned)panic->block[1], (unsigned)panic->block[2], (unsigned)panic->thread[0],
                  (unsigned)panic->thread[1], (unsigned)panic->thread[2]);
    }
    error_note(error);
    return RUSTG_ERR_PANIC;
}

/* The result of a freed module may be gone. */
static rustg_status launch_panic_report_of(runtime_launches *launches, rustg_module *module, const panic_record *panic,
                                           rustg_error *error)
{
    bool has_words = module->owns_result || !atomic_load(&module->is_freed);
    launch_set_last(launches, module);
    return launch_panic_report(has_words ? module->result : NULL, panic, &launches->last, error);
}

/* Reads the record of a module in device memory and clears it for the next launch. The flag is cleared first, because
 * the next panic sets it as soon as the record is free. */
static rustg_status launch_read_record(rustg_stream *stream, rustg_module *module, panic_record *panic,
                                       rustg_error *error)
{
    rustg_context *context = stream->context;
    const cuda_driver *driver = context->driver;
    rustg_status status =
        runtime_check(context, driver->cuMemcpyDtoHAsync(panic, module->d_panic, sizeof *panic, stream->cuda),
                      "cuMemcpyDtoHAsync", error);
    if (status == RUSTG_OK)
        status = runtime_check(context, driver->cuStreamSynchronize(stream->cuda), "cuStreamSynchronize", error);
    if (status != RUSTG_OK || panic->state != PANIC_RECORD_WRITTEN)
        return status;
    if (module->panic_flag)
        atomic_store((atomic_uint *)rustg_pinned_pointer(module->panic_flag), 0);
    status = runtime_check(context, driver->cuMemsetD8Async(module->d_panic, 0, sizeof *panic, stream->cuda),
                           "cuMemsetD8Async", error);
    return status == RUSTG_OK
               ? runtime_check(context, driver->cuStreamSynchronize(stream->cuda), "cuStreamSynchronize", error)
               : status;
}

/* Without a flag, that is known only of a record that was read. */
static bool launch_is_clear(const rustg_module *module)
{
    return module->panic_flag && atomic_load((const atomic_uint *)rustg_pinned_pointer(module->panic_flag)) == 0;
}

/* Whether the module has had a panic since `seen` of them were found, in this stream or another. Each stream that
 * waits for the module is told. */
static rustg_status launch_find_panic(rustg_stream *stream, rustg_module *module, uint64_t seen, panic_record *panic,
                                      bool *is_new, rustg_error *error)
{
    rustg_status status = RUSTG_OK;
    if (!module->d_panic)
        return RUSTG_OK;
    pthread_mutex_lock(&module->lock);
    if (!launch_is_clear(module))
        status = launch_read_record(stream, module, panic, error);
    if (status == RUSTG_OK && panic->state == PANIC_RECORD_WRITTEN) {
        module->found = *panic;
        module->n_found++;
    }
    *is_new = module->n_found > seen;
    *panic = module->found;
    pthread_mutex_unlock(&module->lock);
    return status;
}

static rustg_status launch_after_wait(rustg_stream *stream, rustg_error *error)
{
    runtime_launches *launches = stream->launches;
    rustg_status status = RUSTG_OK;
    launch_set_last(launches, NULL);
    for (uint32_t i = 0; i < launches->n; i++) {
        rustg_error ignored;
        const rustg_status told =
            launch_print_tell(stream, launches->modules[i], status == RUSTG_OK ? error : &ignored);
        status = status == RUSTG_OK ? told : status;
    }
    if (launches->pending_of) {
        rustg_module *of = launches->pending_of;
        launches->pending_of = NULL;
        status = launch_panic_report_of(launches, of, &launches->pending, error);
        module_release(of);
        launch_panic_forget(launches);
        return status;
    }
    for (uint32_t i = 0; i < launches->n; i++) {
        rustg_error ignored;
        panic_record panic = {0};
        bool is_new = false;
        rustg_status found = launch_find_panic(stream, launches->modules[i], launches->seen[i], &panic, &is_new,
                                               status == RUSTG_OK ? error : &ignored);
        if (status == RUSTG_OK)
            status = found == RUSTG_OK && is_new ? launch_panic_report_of(launches, launches->modules[i], &panic, error)
                                                 : found;
    }
    launch_panic_forget(launches);
    return status;
}

static void launch_close_launches(rustg_stream *stream)
{
    runtime_launches *launches = stream->launches;
    for (uint32_t i = 0; i < launches->n; i++)
        if (launches->modules[i]->cuda && atomic_load(&launches->modules[i]->is_freed)) { /* its work may still run */
            stream->context->driver->cuStreamSynchronize(stream->cuda);
            break;
        }
    launch_panic_forget(launches);
    launch_set_last(launches, NULL);
    if (launches->pending_of)
        module_release(launches->pending_of);
    free(launches->modules);
    free(launches->seen);
    free(launches);
    stream->launches = NULL;
}

static rustg_status launch_open_launches(rustg_stream *stream, rustg_error *error)
{
    if (stream->launches)
        return RUSTG_OK;
    stream->launches = calloc(1, sizeof *stream->launches);
    if (!stream->launches)
        return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for a launch");
    stream->after_wait = launch_after_wait;
    stream->close_launches = launch_close_launches;
    return RUSTG_OK;
}

rustg_status launch_note(rustg_stream *stream, rustg_module *module, rustg_error *error)
{
    rustg_status status = launch_open_launches(stream, error);
    if (status != RUSTG_OK)
        return status;
    runtime_launches *launches = stream->launches;
    for (uint32_t i = launches->n; i-- > 0;)
        if (launches->modules[i] == module)
            return RUSTG_OK;
    if (launches->n == launches->capacity) {
        uint32_t capacity = launches->capacity ? 2 * launches->capacity : 4;
        rustg_module **more = realloc(launches->modules, capacity * sizeof *more);
        if (!more)
            return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for a launch");
        launches->modules = more;
        uint64_t *seen = realloc(launches->seen, capacity * sizeof *seen);
        if (!seen)
            return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for a launch");
        launches->seen = seen;
        launches->capacity = capacity;
    }
    atomic_fetch_add(&module->n_holders, 1);
    pthread_mutex_lock(&module->lock);
    launches->seen[launches->n] = module->n_found;
    pthread_mutex_unlock(&module->lock);
    launches->modules[launches->n++] = module;
    return RUSTG_OK;
}

rustg_status launch_note_panic(rustg_stream *stream, rustg_module *module, const panic_record *panic,
                               rustg_error *error)
{
    rustg_status status = launch_open_launches(stream, error);
    if (status != RUSTG_OK || stream->launches->pending_of)
        return status;
    atomic_fetch_add(&module->n_holders, 1);
    stream->launches->pending_of = module;
    stream->launches->pending = *panic;
    return RUSTG_OK;
}

rustg_status rustg_stream_panic(const rustg_stream *stream, rustg_panic *panic, const rustg_module **module)
{
    if (!stream || !panic)
        return RUSTG_ERR_ARGUMENT;
    memset(panic, 0, sizeof *panic);
    if (stream->launches)
        *panic = stream->launches->last;
    if (module)
        *module = stream->launches && stream->launches->last_of && !atomic_load(&stream->launches->last_of->is_freed)
                      ? stream->launches->last_of
                      : NULL;
    return RUSTG_OK;
}
