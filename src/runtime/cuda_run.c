/* cuda_run.c: module, arguments, launch, results, one after another on a stream of its own. */
#include "runtime/cuda_run.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "runtime/cuda_context.h"

typedef struct run_job {
    const cuda_run *run;
    cuda_context_entry *entry;
    cuda_module module;
    cuda_function function;
    cuda_stream stream;
    cuda_pointer *d_buffers; /* of each argument; 0: none */
    rustg_error *error;
} run_job;

static rustg_status load(run_job *job)
{
    const cuda_driver *driver = job->entry->driver;
    rustg_status status = cuda_check(driver->cuModuleLoadData(&job->module, job->run->image), "cuModuleLoadData", job->error);
    if (status == RUSTG_OK)
        status = cuda_check(driver->cuModuleGetFunction(&job->function, job->module, job->run->kernel),
                            "cuModuleGetFunction", job->error);
    if (status == RUSTG_OK)
        status = cuda_check(driver->cuStreamCreate(&job->stream, CUDA_STREAM_NON_BLOCKING), "cuStreamCreate", job->error);
    if (status == RUSTG_OK && job->run->dynamic_shared_bytes > 48 << 10)
        status = cuda_check(driver->cuFuncSetAttribute(job->function, CUDA_FUNCTION_DYNAMIC_SHARED,
                                                       (int)job->run->dynamic_shared_bytes),
                            "cuFuncSetAttribute", job->error);
    return status;
}

static rustg_status upload(run_job *job, size_t index)
{
    const cuda_run_argument *arg = &job->run->args[index];
    if (!arg->is_buffer || arg->n_bytes == 0)
        return RUSTG_OK;
    rustg_status status = cuda_allocate(job->entry, arg->n_bytes, job->stream, &job->d_buffers[index], job->error);
    if (status == RUSTG_OK)
        status = cuda_check(job->entry->driver->cuMemcpyHtoDAsync(job->d_buffers[index], arg->data, arg->n_bytes, job->stream),
                            "cuMemcpyHtoDAsync", job->error);
    return status;
}

static rustg_status launch(run_job *job)
{
    const cuda_run *run = job->run;
    void **params = malloc((2 * run->n_args + 1) * sizeof *params);
    size_t n = 0;
    if (!params)
        return error_set(job->error, RUSTG_ERR_MEMORY, "out of memory for %zu arguments", run->n_args);
    for (size_t i = 0; i < run->n_args; i++) {
        params[n++] = run->args[i].is_buffer ? (void *)&job->d_buffers[i] : run->args[i].data;
        if (run->args[i].is_buffer)
            params[n++] = (void *)&run->args[i].length;
    }
    cuda_result result = job->entry->driver->cuLaunchKernel(
        job->function, run->grid[0], run->grid[1], run->grid[2], run->block[0], run->block[1], run->block[2],
        run->dynamic_shared_bytes, job->stream, params, NULL);
    free(params);
    return cuda_check(result, "cuLaunchKernel", job->error);
}

static rustg_status download(run_job *job)
{
    const cuda_driver *driver = job->entry->driver;
    const cuda_run *run = job->run;
    cuda_pointer d_panic;
    size_t n_panic;
    rustg_status status = RUSTG_OK;
    for (size_t i = 0; i < run->n_args && status == RUSTG_OK; i++)
        if (run->args[i].is_written && job->d_buffers[i])
            status = cuda_check(driver->cuMemcpyDtoHAsync(run->args[i].data, job->d_buffers[i], run->args[i].n_bytes,
                                                          job->stream),
                                "cuMemcpyDtoHAsync", job->error);
    if (status == RUSTG_OK && run->panic && driver->cuModuleGetGlobal(&d_panic, &n_panic, job->module, "rustg_panic") == CUDA_OK &&
        n_panic == run->panic_bytes)
        status = cuda_check(driver->cuMemcpyDtoHAsync(run->panic, d_panic, n_panic, job->stream), "cuMemcpyDtoHAsync",
                            job->error);
    if (status == RUSTG_OK)
        status = cuda_check(driver->cuStreamSynchronize(job->stream), "cuStreamSynchronize", job->error);
    return status;
}

rustg_status cuda_run_kernel(const cuda_run *run, rustg_error *error)
{
    run_job job = {.run = run, .error = error};
    cuda_context previous;
    rustg_status status = cuda_context_acquire(run->device, &job.entry, error);
    if (status != RUSTG_OK)
        return status;
    const cuda_driver *driver = job.entry->driver;
    status = cuda_check(driver->cuCtxPushCurrent(job.entry->context), "cuCtxPushCurrent", error);
    if (status != RUSTG_OK)
        goto release;
    job.d_buffers = calloc(run->n_args + 1, sizeof *job.d_buffers);
    if (!job.d_buffers)
        status = error_set(error, RUSTG_ERR_MEMORY, "out of memory for %zu arguments", run->n_args);
    if (status == RUSTG_OK)
        status = load(&job);
    for (size_t i = 0; i < run->n_args && status == RUSTG_OK; i++)
        status = upload(&job, i);
    if (status == RUSTG_OK)
        status = launch(&job);
    if (status == RUSTG_OK)
        status = download(&job);
    for (size_t i = 0; job.d_buffers && i < run->n_args; i++)
        cuda_release(job.entry, job.d_buffers[i], job.stream);
    free(job.d_buffers);
    if (job.stream) {
        driver->cuStreamSynchronize(job.stream);
        driver->cuStreamDestroy(job.stream);
    }
    if (job.module)
        driver->cuModuleUnload(job.module);
    driver->cuCtxPopCurrent(&previous);
release:
    cuda_context_release(job.entry);
    return status;
}

rustg_status cuda_run_arch(int32_t device, char arch[16], rustg_error *error)
{
    const char *why;
    const cuda_driver *driver = cuda_driver_get(&why);
    cuda_device handle;
    int major = 0, minor = 0;
    if (!driver)
        return error_set(error, RUSTG_ERR_NO_CUDA, "%s", why);
    rustg_status status = cuda_check(driver->cuDeviceGet(&handle, device), "cuDeviceGet", error);
    if (status != RUSTG_OK)
        return status;
    driver->cuDeviceGetAttribute(&major, CUDA_ATTRIBUTE_COMPUTE_MAJOR, handle);
    driver->cuDeviceGetAttribute(&minor, CUDA_ATTRIBUTE_COMPUTE_MINOR, handle);
    snprintf(arch, 16, "sm_%d%d", major, minor);
    return RUSTG_OK;
}
