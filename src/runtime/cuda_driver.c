/* cuda_driver.c: opens libcuda, finds its functions and explains its errors. */
#include "runtime/cuda_driver.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/dynamic_symbol.h"
#include "base/error.h"
#include "runtime/error_note.h"

static pthread_once_t driver_once = PTHREAD_ONCE_INIT;
static cuda_driver driver;
static bool driver_usable;
static char driver_why[160];

typedef void (*driver_symbol)(void);

static void driver_open(void)
{
    static const char *const names[] = {"libcuda.so.1", "libcuda.so"};
    void *library = NULL;
    driver_symbol found;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !library; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(driver_why, sizeof driver_why, "libcuda.so.1 was not found: no NVIDIA driver is installed");
        return;
    }
#define FN(name, symbol, parameters)                                                                                   \
    if (!dynamic_symbol_find(library, #symbol, &found)) {                                                              \
        snprintf(driver_why, sizeof driver_why, "the NVIDIA driver is too old: it has no " #symbol);                   \
        goto fail;                                                                                                     \
    }                                                                                                                  \
    memcpy(&driver.name, &found, sizeof found);
#define OPT(name, symbol, parameters)                                                                                  \
    if (dynamic_symbol_find(library, #symbol, &found))                                                                 \
        memcpy(&driver.name, &found, sizeof found);
#include "cuda_driver.def"
    cuda_result result = driver.cuInit(0);
    const char *text = NULL;
    if (result != CUDA_OK) {
        driver.cuGetErrorString(result, &text);
        snprintf(driver_why, sizeof driver_why, "cuInit failed with %d: %s", result, text ? text : "unknown error");
        goto fail;
    }
    if (driver.cuDriverGetVersion(&driver.version) != CUDA_OK ||
        driver.cuDeviceGetCount(&driver.n_devices) != CUDA_OK || driver.n_devices < 1) {
        snprintf(driver_why, sizeof driver_why, "the NVIDIA driver found no device");
        goto fail;
    }
    driver_usable = true;
    return;
fail:
    dlclose(library);
}

const cuda_driver *cuda_driver_get(const char **why)
{
    pthread_once(&driver_once, driver_open);
    if (why)
        *why = driver_why;
    return driver_usable ? &driver : NULL;
}

rustg_status cuda_check_memory(cuda_result result, const char *call, uint64_t n_bytes, rustg_error *error)
{
    rustg_error own;
    if (result != CUDA_ERROR_MEMORY)
        return cuda_check(result, call, error);
    if (!error)
        error = &own;
    error_set(error, RUSTG_ERR_DEVICE_MEMORY, "%s could not allocate %llu bytes", call, (unsigned long long)n_bytes);
    error_hint(error, "%s", cuda_error_hint(result));
    error->cuda_result = result;
    error_note(error);
    return RUSTG_ERR_DEVICE_MEMORY;
}

rustg_status cuda_check(cuda_result result, const char *call, rustg_error *error)
{
    return cuda_check_hinted(result, call, cuda_error_hint(result), error);
}

rustg_status cuda_check_hinted(cuda_result result, const char *call, const char *hint, rustg_error *error)
{
    const char *name = NULL, *text = NULL;
    rustg_error own;
    if (result == CUDA_OK)
        return RUSTG_OK;
    if (!error)
        error = &own;
    driver.cuGetErrorName(result, &name);
    driver.cuGetErrorString(result, &text);
    rustg_status status = result == CUDA_ERROR_MEMORY ? RUSTG_ERR_DEVICE_MEMORY
                          : cuda_is_sticky(result)    ? RUSTG_ERR_CUDA_STICKY
                                                      : RUSTG_ERR_CUDA;
    error_set(error, status, "%s failed with %s (%d): %s", call, name ? name : "an unknown result", result,
              text ? text : "no description");
    error_hint(error, "%s", hint);
    error->cuda_result = result;
    error_note(error);
    return status;
}
