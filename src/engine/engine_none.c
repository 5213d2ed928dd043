/* engine_none.c: stands in for the CUDA engine in builds without CUDA. */
#ifndef RUSTG_WITH_CUDA

#include "engine/batch.h"
#include "base/error.h"
#include "engine/engine_cuda.h"

void engine_cuda_keep(bool keep)
{
    (void)keep;
}

void engine_cuda_trim(void) {}

static rustg_status none_fail(rustg_error *error)
{
    error_set(error, RUSTG_ERR_NO_CUDA, "this library was built without CUDA");
    error_hint(error, "use the CPU engine, or build rustg where the CUDA toolkit is installed");
    return RUSTG_ERR_NO_CUDA;
}

rustg_status engine_kernels_acquire(int32_t ordinal, cuda_context_entry **entry, rustg_error *error)
{
    (void)ordinal;
    *entry = NULL;
    return none_fail(error);
}

const char *engine_kernels_archs(void)
{
    return "";
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

rustg_status engine_cuda_run(engine_cuda *engine, batch *work, rustg_error *error)
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

bool engine_cuda_is_warm(int32_t device)
{
    (void)device;
    return false;
}

void engine_cuda_release(batch *work)
{
    (void)work;
}

#else

/* ISO C wants a declaration in every file. */
typedef int engine_none_is_not_built;

#endif
