/* engine_cuda_kernels.c: loads the fatbins inside the library into a context. */
#include "engine/engine_kernels.h"

#include <stdlib.h>
#include <string.h>

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
    if (entry->kernels->parser_small)
        entry->driver->cuModuleUnload(entry->kernels->parser_small);
    if (entry->kernels->d_table)
        entry->driver->cuMemFree(entry->kernels->d_table);
    if (entry->kernels->d_steps)
        entry->driver->cuMemFree(entry->kernels->d_steps);
    free(entry->kernels);
    entry->kernels = NULL;
    entry->close_kernels = NULL;
}

static rustg_status engine_cuda_load(const cuda_driver *driver, const unsigned char *fatbin, cuda_module *module,
                                     rustg_error *error)
{
    rustg_status status = cuda_check(driver->cuModuleLoadData(module, fatbin), "cuModuleLoadData", error);
    if (status != RUSTG_OK)
        error_hint(error, "the library holds code for %s; see RUSTG_CUDA_ARCHITECTURES", RUSTG_CUDA_ARCHITECTURES);
    return status;
}

static rustg_status engine_cuda_find(const cuda_driver *driver, cuda_module module, const char *const *names,
                                     int n_kernels, cuda_function *kernels, rustg_error *error)
{
    rustg_status status = RUSTG_OK;
    for (int i = 0; i < n_kernels && status == RUSTG_OK; i++)
        status = cuda_check(driver->cuModuleGetFunction(&kernels[i], module, names[i]), "cuModuleGetFunction", error);
    return status;
}

static rustg_status engine_cuda_find_tiles(engine_kernels *kernels, const cuda_driver *driver, rustg_error *error)
{
#define TILE_KERNEL_NAME(name)  #name,
#define TILE_KERNEL_INDEX(name) CUDA_##name,
    static const char *const names[] = {CUDA_TILED_KERNELS(TILE_KERNEL_NAME)};
    static const int numbers[] = {CUDA_TILED_KERNELS(TILE_KERNEL_INDEX)};
#undef TILE_KERNEL_INDEX
#undef TILE_KERNEL_NAME
    enum { N_TILE_KERNELS = sizeof numbers / sizeof numbers[0] };
    cuda_function found[N_TILE_KERNELS];
    memcpy(kernels->of_small_tiles, kernels->parse, sizeof kernels->parse);
    rustg_status status = engine_cuda_find(driver, kernels->parser_small, names, N_TILE_KERNELS, found, error);
    for (int i = 0; i < N_TILE_KERNELS && status == RUSTG_OK; i++)
        kernels->of_small_tiles[numbers[i]] = found[i];
    return status;
}

/* The modules of the context, which is current, and all kernels of them. */
static rustg_status engine_cuda_kernels_load(engine_kernels *kernels, const cuda_driver *driver, rustg_error *error)
{
#define KERNEL_NAME(name)               #name,
#define FUNCTION_NAME(launch, function) #function,
    static const char *const lex[] = {CUDA_LEX_KERNELS(FUNCTION_NAME)};
    static const char *const parse[] = {CUDA_PARSE_KERNELS(KERNEL_NAME)};
#undef FUNCTION_NAME
#undef KERNEL_NAME
    rustg_status status = engine_cuda_load(driver, rustg_fatbin_lexer, &kernels->lexer, error);
    if (status == RUSTG_OK)
        status = engine_cuda_load(driver, rustg_fatbin_parser, &kernels->parser, error);
    if (status == RUSTG_OK)
        status = engine_cuda_load(driver, rustg_fatbin_parser_small, &kernels->parser_small, error);
    if (status == RUSTG_OK)
        status = engine_cuda_find(driver, kernels->lexer, lex, CUDA_N_KERNELS, kernels->lex, error);
    if (status == RUSTG_OK)
        status = engine_cuda_find(driver, kernels->parser, parse, CUDA_N_PARSE_KERNELS, kernels->parse, error);
    if (status == RUSTG_OK)
        status = engine_cuda_find_tiles(kernels, driver, error);
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
    status = engine_cuda_kernels_load(entry->kernels, driver, error);
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
