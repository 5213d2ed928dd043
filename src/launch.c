/* launch.c: rustg_result_run: a compiled kernel over host memory, natively, interpreted or on a GPU. */
#define _GNU_SOURCE
#include "rustg/launch.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/error.h"
#include "compile_kernels.h"
#include "library.h"
#include "runtime/cuda_run.h"

/* One run. params: the bytes of each parameter of the IR function: a slice is two. */
typedef struct launch_job {
    compile_kernels *kernels;
    ir_module *module; /* and the kernel's function there */
    ir_function_id function;
    uint32_t index;
    const rustg_kernel *kernel;
    rustg_run_options options;
    const rustg_argument *args;
    const void **params;
    gen_panic panic;
    rustg_error *error;
} launch_job;

static bool is_buffer(const rustg_kernel_param *param)
{
    return param->role == RUSTG_PARAM_SLICE || param->role == RUSTG_PARAM_GRID_MUT;
}

static rustg_status check_argument(const launch_job *job, size_t i)
{
    const rustg_kernel_param *param = &job->kernel->params[i];
    const rustg_argument *arg = &job->args[i];
    if (!arg->data && (!is_buffer(param) || arg->length > 0))
        return error_set(job->error, RUSTG_ERR_ARGUMENT, "args[%zu].data is NULL; `%s` of kernel `%s` is a %s", i, param->name,
                         job->kernel->name, param->rust_type);
    if (is_buffer(param) && param->size && arg->length > SIZE_MAX / param->size)
        return error_set(job->error, RUSTG_ERR_ARGUMENT, "args[%zu].length is too large for elements of %u bytes", i,
                         (unsigned)param->size);
    if (is_buffer(param) && param->align && (uintptr_t)arg->data % param->align)
        return error_set(job->error, RUSTG_ERR_ARGUMENT, "args[%zu].data is not aligned to %u bytes", i,
                         (unsigned)param->align);
    return RUSTG_OK;
}

/* A slice promises that nobody writes it, a GridMut that nobody else touches it. */
static rustg_status check_overlap(const launch_job *job)
{
    for (size_t i = 0; i < job->kernel->n_params; i++) {
        const rustg_kernel_param *out = &job->kernel->params[i];
        uintptr_t out_begin = (uintptr_t)job->args[i].data, out_end = out_begin + job->args[i].length * out->size;
        for (size_t k = 0; out->role == RUSTG_PARAM_GRID_MUT && k < job->kernel->n_params; k++) {
            const rustg_kernel_param *other = &job->kernel->params[k];
            uintptr_t begin = (uintptr_t)job->args[k].data, end = begin + job->args[k].length * other->size;
            if (k != i && is_buffer(other) && begin < out_end && out_begin < end)
                return error_set(job->error, RUSTG_ERR_ARGUMENT, "args[%zu] (`%s`) overlaps the output args[%zu] (`%s`)", k,
                                 other->name, i, out->name);
        }
    }
    return RUSTG_OK;
}

static rustg_status check(launch_job *job, size_t n_args)
{
    const rustg_run_options *options = &job->options;
    uint64_t n_threads = (uint64_t)options->block[0] * options->block[1];
    if (n_args != job->kernel->n_params)
        return error_set(job->error, RUSTG_ERR_ARGUMENT, "kernel `%s` takes %zu arguments, not %zu", job->kernel->name,
                         job->kernel->n_params, n_args);
    for (int axis = 0; axis < 3; axis++)
        if (options->grid[axis] == 0 || options->block[axis] == 0)
            return error_set(job->error, RUSTG_ERR_ARGUMENT, "grid and block must not be 0 in any dimension");
    if (n_threads > 1024 || n_threads * options->block[2] > 1024)
        return error_set(job->error, RUSTG_ERR_ARGUMENT, "a block of %ux%ux%u threads is too large; at most 1024",
                         (unsigned)options->block[0], (unsigned)options->block[1], (unsigned)options->block[2]);
    for (size_t i = 0; i < n_args; i++) {
        rustg_status status = check_argument(job, i);
        if (status != RUSTG_OK)
            return status;
    }
    return check_overlap(job);
}

static void make_params(launch_job *job)
{
    uint32_t n = 0;
    job->params = ARENA_ARRAY(&job->kernels->memory, const void *, 2 * job->kernel->n_params);
    for (size_t i = 0; i < job->kernel->n_params; i++) {
        bool buffer = is_buffer(&job->kernel->params[i]);
        job->params[n++] = buffer ? (const void *)&job->args[i].data : job->args[i].data;
        if (buffer)
            job->params[n++] = &job->args[i].length;
    }
}

static rustg_status interpret(launch_job *job)
{
    ir_launch launch = {.dynamic_shared = job->options.dynamic_shared_bytes};
    ir_panic panic = {0};
    memcpy(launch.grid, job->options.grid, sizeof launch.grid);
    memcpy(launch.block, job->options.block, sizeof launch.block);
    ir_outcome outcome = ir_run_kernel(job->module, job->function, &launch, job->params, &panic);
    if (panic.happened) {
        _Static_assert((int)RUSTG_PANIC_OPERANDS == (int)IR_MOST_OPERANDS, "operands of a panic");
        job->panic.state = 2;
        job->panic.site = panic.site;
        memcpy(job->panic.block, panic.block, sizeof panic.block);
        memcpy(job->panic.thread, panic.thread, sizeof panic.thread);
        memcpy(job->panic.operands, panic.operands, sizeof panic.operands);
    }
    switch (outcome) {
    case IR_RAN:
    case IR_PANICKED: return RUSTG_OK;
    case IR_DEADLOCK:
        return error_set(job->error, RUSTG_ERR_DEADLOCK, "not all threads of a block reach a barrier of kernel `%s`",
                         job->kernel->name);
    case IR_OUT_OF_MEMORY: return error_set(job->error, RUSTG_ERR_MEMORY, "out of memory in kernel `%s`", job->kernel->name);
    default: return error_set(job->error, RUSTG_ERR_INTERNAL, "the interpreter gave up on kernel `%s`", job->kernel->name);
    }
}

/* The C target as a loaded library. RUSTG_ERR_NO_CC: there is no compiler. */
static rustg_status load_native(launch_job *job)
{
    compile_kernels *kernels = job->kernels;
    gen_options how = compile_gen_options(kernels);
    uint8_t *bytes;
    size_t n, done = 0;
    char path[64];
    if (kernels->native)
        return RUSTG_OK;
    gen_text c = gen_emit_c(job->module, &how);
    rustg_status status = compile_cc(kernels, c.text, true, &how, &bytes, &n, job->error);
    if (status != RUSTG_OK)
        return status;
    int fd = memfd_create("rustg", MFD_CLOEXEC);
    while (fd >= 0 && done < n) {
        ssize_t written = write(fd, bytes + done, n - done);
        if (written <= 0)
            break;
        done += (size_t)written;
    }
    if (done == n) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        kernels->native = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
    if (fd >= 0)
        close(fd);
    if (!kernels->native)
        return error_set(job->error, RUSTG_ERR_IO, "the compiled kernels cannot be loaded: %s", done == n ? dlerror() : "no memory file");
    return RUSTG_OK;
}

static rustg_status run_native(launch_job *job)
{
    compile_kernels *kernels = job->kernels;
    gen_cpu_launch launch = {.dyn_shared = job->options.dynamic_shared_bytes, .n_threads = job->options.n_threads};
    char symbol[512];
    rustg_status status = load_native(job);
    if (status != RUSTG_OK)
        return status;
    gen_cpu_kernel *function;
    snprintf(symbol, sizeof symbol, "rustg_cpu_%s", job->kernel->name);
    void *found = dlsym(kernels->native, symbol);
    snprintf(symbol, sizeof symbol, "rustg_cpu_%s_shared_bytes", job->kernel->name);
    const uint64_t *shared = dlsym(kernels->native, symbol);
    if (!found || !shared)
        return error_set(job->error, RUSTG_ERR_INTERNAL, "kernel `%s` is missing in its own library", job->kernel->name);
    memcpy(&function, &found, sizeof function);
    memcpy(launch.grid, job->options.grid, sizeof launch.grid);
    memcpy(launch.block, job->options.block, sizeof launch.block);
    launch.static_shared = (uint32_t)*shared;
    return gen_cpu_run(function, &launch, gen_meets(job->module, job->function), job->params, &job->panic,
                       job->error);
}

static rustg_status run_cuda(launch_job *job)
{
    compile_kernels *kernels = job->kernels;
    const rustg_kernel *kernel = job->kernel;
    char arch[16];
    rustg_status status = cuda_run_arch(job->options.device, arch, job->error);
    if (status != RUSTG_OK)
        return status;
    if (!kernels->image || kernels->image_device != job->options.device) {
        gen_options how = compile_gen_options(kernels);
        gen_text cuda = gen_emit_cuda(job->module, &how);
        gen_cuda_result made;
        status = compile_nvrtc(kernels, cuda.text, arch, true, &how, &made, job->error);
        if (status != RUSTG_OK)
            return status;
        kernels->image = made.bytes;
        kernels->image_device = job->options.device;
    }
    cuda_run_argument *args = ARENA_ARRAY(&kernels->memory, cuda_run_argument, kernel->n_params);
    for (size_t i = 0; i < kernel->n_params; i++) {
        args[i].data = job->args[i].data;
        args[i].length = job->args[i].length;
        args[i].is_buffer = is_buffer(&kernel->params[i]);
        args[i].is_written = kernel->params[i].role == RUSTG_PARAM_GRID_MUT;
        args[i].n_bytes = args[i].is_buffer ? args[i].length * kernel->params[i].size : kernel->params[i].size;
    }
    cuda_run run = {.device = job->options.device, .image = kernels->image, .kernel = kernel->name, .args = args};
    memcpy(run.grid, job->options.grid, sizeof run.grid);
    memcpy(run.block, job->options.block, sizeof run.block);
    run.dynamic_shared_bytes = job->options.dynamic_shared_bytes;
    run.n_args = kernel->n_params;
    run.panic = kernels->module.sites.n > 1 ? &job->panic : NULL;
    run.panic_bytes = sizeof job->panic;
    return cuda_run_kernel(&run, job->error);
}

static rustg_status run(launch_job *job)
{
    rustg_status status;
    job->module = compile_module(job->kernels, job->error);
    if (!job->module)
        return RUSTG_ERR_INTERNAL;
    job->function = compile_function(job->kernels, job->module, job->index);
    make_params(job);
    switch (job->options.target) {
    case RUSTG_TARGET_CUDA: return run_cuda(job);
    case RUSTG_TARGET_INTERPRETER: return interpret(job);
    default:
        status = run_native(job);
        return status == RUSTG_ERR_NO_CC ? interpret(job) : status;
    }
}

static rustg_status find(launch_job *job, const rustg_result *result, const char *name)
{
    compile_kernels *kernels = result->kernels;
    for (uint32_t i = 0; name && i < kernels->n_lowered; i++)
        if (strcmp(kernels->kernels[i].name, name) == 0) {
            job->kernels = kernels;
            job->index = i;
            job->kernel = &kernels->kernels[i];
            return RUSTG_OK;
        }
    return error_set(job->error, RUSTG_ERR_ARGUMENT, "there is no kernel `%s`", name ? name : "NULL");
}

rustg_status rustg_result_run(rustg_result *result, const char *kernel, const rustg_run_options *options,
                              const rustg_argument *args, size_t n_args, rustg_panic *panic, rustg_error *error)
{
    launch_job job = {.args = args, .error = error};
    jmp_buf out_of_memory;
    if (panic)
        memset(panic, 0, sizeof *panic);
    if (!result || !result->kernels || !result->kernels->is_good)
        return error_set(error, RUSTG_ERR_ARGUMENT, "result holds no kernels");
    if (!options || options->struct_size < sizeof *options || (!args && n_args > 0))
        return error_set(error, RUSTG_ERR_ARGUMENT, "options or args is NULL, or options->struct_size is wrong");
    job.options = *options;
    rustg_status status = library_threads(&job.options.n_threads, error);
    if (options->n_threads)
        job.options.n_threads = options->n_threads;
    if (status == RUSTG_OK)
        status = find(&job, result, kernel);
    if (status == RUSTG_OK)
        status = check(&job, n_args);
    if (status != RUSTG_OK)
        return status;
    pthread_mutex_lock(&job.kernels->running);
    job.kernels->memory.out_of_memory = &out_of_memory;
    if (setjmp(out_of_memory))
        status = error_set(error, RUSTG_ERR_MEMORY, "out of memory for a launch");
    else
        status = run(&job);
    result->kernels->memory.out_of_memory = NULL;
    pthread_mutex_unlock(&result->kernels->running);
    if ((status != RUSTG_OK && status != RUSTG_ERR_PANIC) || job.panic.state == 0)
        return status;
    if (panic) {
        panic->happened = 1;
        panic->site = job.panic.site;
        memcpy(panic->block, job.panic.block, sizeof panic->block);
        memcpy(panic->thread, job.panic.thread, sizeof panic->thread);
        memcpy(panic->operands, job.panic.operands, sizeof panic->operands);
    }
    rustg_panic_site site = {0};
    if (rustg_result_panic_site(result, job.panic.site, &site) != RUSTG_OK)
        return error_set(error, RUSTG_ERR_INTERNAL, "kernel `%s` left a panic without a place", kernel);
    rustg_panic happened = {.happened = 1, .site = job.panic.site};
    char words[256];
    memcpy(happened.operands, job.panic.operands, sizeof happened.operands);
    rustg_panic_message(result, &happened, words, sizeof words);
    return error_set(error, RUSTG_ERR_PANIC, "kernel `%s` panicked at %s:%u:%u: %s (block %u,%u,%u thread %u,%u,%u)", kernel,
                     site.path, (unsigned)site.line, (unsigned)site.column, words, (unsigned)job.panic.block[0],
                     (unsigned)job.panic.block[1], (unsigned)job.panic.block[2], (unsigned)job.panic.thread[0],
                     (unsigned)job.panic.thread[1], (unsigned)job.panic.thread[2]);
}

size_t rustg_panic_message(const rustg_result *result, const rustg_panic *panic, char *buffer, size_t capacity)
{
    size_t n = 0;
    const ir_site *site = NULL;
    if (panic && panic->happened && rustg_result_n_kernels(result) && panic->site < result->kernels->module.sites.n)
        site = &result->kernels->module.sites.at[panic->site];
    if (capacity)
        buffer[0] = 0;
    if (!site)
        return 0;
    n = ir_site_text(site, panic->operands, buffer, capacity);
    return n;
}
