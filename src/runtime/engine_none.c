/* engine_none.c: what stands in for the CUDA engine and its devices where CUDA is not built in. */
#ifndef RUSTG_WITH_CUDA

#include "base/batch.h"
#include "base/error.h"
#include "runtime/cuda_run.h"
#include "runtime/engine_cuda.h"
#include "runtime/device_cpu.h"

const char *rustg_cuda_missing(void)
{
    return "this library was built without CUDA";
}

size_t rustg_device_count(void)
{
    return 1;
}

rustg_status rustg_device_info_get(size_t index, rustg_device_info *info, rustg_error *error)
{
    rustg_device_info full;
    if (!info)
        return error_set(error, RUSTG_ERR_ARGUMENT, "info is NULL");
    if (index >= rustg_device_count())
        return error_set(error, RUSTG_ERR_DEVICE, "index is %zu; there is one device, the CPU", index);
    device_cpu_info(&full);
    return device_info_deliver(&full, info, error);
}

void engine_cuda_keep(bool keep)
{
    (void)keep;
}

static rustg_status none_fail(rustg_error *error)
{
    error_set(error, RUSTG_ERR_NO_CUDA, "%s", rustg_cuda_missing());
    error_hint(error, "use the CPU engine, or build rustg where the CUDA toolkit is installed");
    return RUSTG_ERR_NO_CUDA;
}

rustg_status cuda_run_kernel(const cuda_run *run, rustg_error *error)
{
    (void)run;
    return none_fail(error);
}

rustg_status cuda_run_arch(int32_t device, char arch[16], rustg_error *error)
{
    (void)device;
    arch[0] = 0;
    return none_fail(error);
}

rustg_status engine_cuda_open(int32_t device, bool leave_on_device, uint32_t n_threads, engine_cuda **engine,
                              rustg_error *error)
{
    (void)device;
    (void)leave_on_device;
    (void)n_threads;
    *engine = NULL;
    return none_fail(error);
}

rustg_status engine_cuda_begin(engine_cuda *engine, batch *work, rustg_error *error)
{
    (void)engine;
    (void)work;
    return none_fail(error);
}

rustg_status engine_cuda_end(engine_cuda *engine, batch *work, rustg_error *error)
{
    (void)engine;
    (void)work;
    return none_fail(error);
}

void engine_cuda_stats(const engine_cuda *engine, rustg_stats *stats)
{
    (void)engine;
    (void)stats;
}

void engine_cuda_close(engine_cuda *engine)
{
    (void)engine;
}

void engine_cuda_release(batch *work)
{
    (void)work;
}

#else

/* ISO C wants a declaration in every file. */
typedef int engine_none_is_not_built;

#endif
