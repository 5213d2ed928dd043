/* engine_cuda_kernels.c: loads the fatbins inside the library into a context. */
#include "engine/engine_kernels.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/global_lock.h"
#include "fatbins.h"
#include "parser/table/parse_table.h"

static void engine_close_kernels(cuda_context_entry *entry)
{
    if (entry->kernels->lexer)
        entry->driver->cuModuleUnload(entry->kernels->lexer);
    if (entry->kernels->parser)
        entry->driver->cuModuleUnload(entry->kernels->parser);
    if (entry->kernels->d_table)
        entry->driver->cuMemFree(entry->kernels->d_table);
    if (entry->kernels->d_steps)
        entry->driver->cuMemFree(entry->kernels->d_steps);
    free(entry->kernels);
    entry->kernels = NULL;
    entry->close_kernels = NULL;
}

static rustg_status engine_cuda_kernels_load(const cuda_driver *driver, const unsigned char *fatbin,
                                             const char *const *names, int n_kernels, cuda_module *module,
                                             cuda_function *kernels, rustg_error *error)
{
    rustg_status status = cuda_check(driver->cuModuleLoadData(module, fatbin), "cuModuleLoadData", error);
    if (status != RUSTG_OK)
        error_hint(error, "the library holds code for %s; see RUSTG_CUDA_ARCHITECTURES", RUSTG_CUDA_ARCHITECTURES);
    for (int i = 0; i < n_kernels && status == RUSTG_OK; i++)
        status = cuda_check(driver->cuModuleGetFunction(&kernels[i], *module, names[i]), "cuModuleGetFunction", error);
    return status;
}

static rustg_status engine_cuda_send(const cuda_driver *driver, const void *bytes, size_t n_bytes, cuda_pointer *to,
                                     rustg_error *error)
{
    rustg_status status = cuda_check(driver->cuMemAlloc(to, n_bytes), "cuMemAlloc", error);
    if (status == RUSTG_OK)
        status = cuda_check(driver->cuMemcpyHtoDAsync(*to, bytes, n_bytes, NULL), "cuMemcpyHtoDAsync", error);
    if (status == RUSTG_OK)
        status = cuda_check(driver->cuStreamSynchronize(NULL), "cuStreamSynchronize", error);
    return status;
}

/* griddepcontrol is in code for sm_90 and later alone; elsewhere a kernel would begin before its input is there. */
static bool engine_may_overlap(const engine_kernels *kernels, const cuda_driver *driver)
{
    enum { LEAST_PTX_VERSION = 90 };
    int of_lexer = 0, of_parser = 0;
    return driver->cuLaunchKernelEx &&
           driver->cuFuncGetAttribute(&of_lexer, CUDA_FUNCTION_PTX_VERSION, kernels->lex[0]) == CUDA_OK &&
           driver->cuFuncGetAttribute(&of_parser, CUDA_FUNCTION_PTX_VERSION, kernels->parse[0]) == CUDA_OK &&
           of_lexer >= LEAST_PTX_VERSION && of_parser >= LEAST_PTX_VERSION;
}

rustg_status engine_kernels_launch(const cuda_context_entry *context, cuda_function kernel, uint32_t n_blocks,
                                   uint32_t n_threads, uint32_t shared_bytes, cuda_stream stream, void **parameters,
                                   rustg_error *error)
{
    const cuda_driver *driver = context->driver;
    if (!context->kernels->may_overlap)
        return cuda_check(
            driver->cuLaunchKernel(kernel, n_blocks, 1, 1, n_threads, 1, 1, shared_bytes, stream, parameters, NULL),
            "cuLaunchKernel", error);
    cuda_launch_attribute overlaps = {.kind = CUDA_LAUNCH_OVERLAPS, .value.flag = 1};
    const cuda_launch_config config = {n_blocks, 1, 1, n_threads, 1, 1, shared_bytes, stream, &overlaps, 1};
    return cuda_check(driver->cuLaunchKernelEx(&config, kernel, parameters, NULL), "cuLaunchKernelEx", error);
}

/* Copies the grammar's table to the device, for all batches of the context. */
static rustg_status engine_cuda_send_table(engine_kernels *kernels, const cuda_driver *driver, rustg_error *error)
{
    size_t n_bytes = 0;
    void *steps = engine_steps_make(&n_bytes);
    if (!steps)
        return error_set(error, RUSTG_ERR_MEMORY, "out of host memory");
    rustg_status status = engine_cuda_send(
        driver, parse_table_bytes, ((const parse_table_head *)parse_table_bytes)->n_bytes, &kernels->d_table, error);
    if (status == RUSTG_OK)
        status = engine_cuda_send(driver, steps, n_bytes, &kernels->d_steps, error);
    free(steps);
    return status;
}

static rustg_status engine_cuda_kernels_load_all(cuda_context_entry *entry, rustg_error *error)
{
#define KERNEL_NAME(name)               #name,
#define FUNCTION_NAME(launch, function) #function,
    static const char *const lex_names[] = {CUDA_LEX_KERNELS(FUNCTION_NAME)};
    static const char *const parse_names[] = {CUDA_PARSE_KERNELS(KERNEL_NAME)};
#undef FUNCTION_NAME
#undef KERNEL_NAME
    const cuda_driver *driver = entry->driver;
    cuda_context previous;
    entry->kernels = calloc(1, sizeof *entry->kernels);
    if (!entry->kernels)
        return error_set(error, RUSTG_ERR_MEMORY, "out of host memory");
    entry->close_kernels = engine_close_kernels;
    rustg_status status = cuda_check(driver->cuCtxPushCurrent(entry->context), "cuCtxPushCurrent", error);
    if (status != RUSTG_OK) {
        engine_close_kernels(entry);
        return status;
    }
    status = engine_cuda_kernels_load(driver, rustg_fatbin_lexer, lex_names, CUDA_N_KERNELS, &entry->kernels->lexer,
                                      entry->kernels->lex, error);
    if (status == RUSTG_OK)
        status = engine_cuda_kernels_load(driver, rustg_fatbin_parser, parse_names, CUDA_N_PARSE_KERNELS,
                                          &entry->kernels->parser, entry->kernels->parse, error);
    if (status == RUSTG_OK) {
        entry->kernels->may_overlap = engine_may_overlap(entry->kernels, driver);
        status = engine_cuda_send_table(entry->kernels, driver, error);
    }
    if (status != RUSTG_OK)
        engine_close_kernels(entry);
    driver->cuCtxPopCurrent(&previous);
    return status;
}

rustg_status engine_kernels_acquire(int32_t ordinal, cuda_context_entry **entry, rustg_error *error)
{
    rustg_status status = cuda_context_acquire(ordinal, entry, error);
    if (status != RUSTG_OK)
        return status;
    global_lock(GLOBAL_LOCK_ENGINE_KERNELS);
    if (!(*entry)->kernels)
        status = engine_cuda_kernels_load_all(*entry, error);
    global_unlock(GLOBAL_LOCK_ENGINE_KERNELS);
    if (status != RUSTG_OK) {
        cuda_context_release(*entry);
        *entry = NULL;
    }
    return status;
}

const char *engine_kernels_archs(void)
{
    return RUSTG_CUDA_ARCHITECTURES;
}
