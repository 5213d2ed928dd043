/* engine_cuda_kernels.c: loads the fatbins inside the library into a context. */
#include "engine/engine_kernels.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/error.h"
#include "fatbins.h"

static pthread_mutex_t kernels_lock = PTHREAD_MUTEX_INITIALIZER;

static void engine_close_kernels(cuda_context_entry *entry)
{
    if (entry->kernels->lexer)
        entry->driver->cuModuleUnload(entry->kernels->lexer);
    if (entry->kernels->parser)
        entry->driver->cuModuleUnload(entry->kernels->parser);
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

static rustg_status engine_cuda_kernels_load_all(cuda_context_entry *entry, rustg_error *error)
{
#define KERNEL_NAME(name) #name,
    static const char *const lex_names[] = {CUDA_LEX_KERNELS(KERNEL_NAME)};
    static const char *const parse_names[] = {CUDA_PARSE_KERNELS(KERNEL_NAME)};
#undef KERNEL_NAME
    const cuda_driver *driver = entry->driver;
    cuda_context previous;
    entry->kernels = calloc(1, sizeof *entry->kernels);
    if (!entry->kernels)
        return error_set(error, RUSTG_ERR_MEMORY, "out of host memory");
    entry->close_kernels = close_kernels;
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
    pthread_mutex_lock(&kernels_lock);
    if (!(*entry)->kernels)
        status = engine_cuda_kernels_load_all(*entry, error);
    pthread_mutex_unlock(&kernels_lock);
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
