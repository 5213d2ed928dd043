/* cuda_context.c: keeps one primary context and memory pool a device, and counts who uses them. */
#include "runtime/cuda_context.h"
#include "base/global_lock.h"
#include "base/limits.h"

#include <pthread.h>
#include <string.h>

#include "base/error.h"
#include "runtime/error_note.h"
#include "base/tuning.h"

enum { CONTEXT_MAX_DEVICES = LIMIT_DEVICES };

static cuda_context_entry context_entries[CONTEXT_MAX_DEVICES];
static bool context_keep;

static void context_close(cuda_context_entry *entry)
{
    const cuda_driver *driver = entry->driver;
    cuda_context previous;
    if (!entry->context)
        return;
    if (entry->pool) /* it is the device's, whatever context is current */
        driver->cuMemPoolDestroy(entry->pool);
    if (driver->cuCtxPushCurrent(entry->context) == CUDA_OK) {
        if (entry->close_kernels)
            entry->close_kernels(entry);
        driver->cuCtxPopCurrent(&previous);
    }
    driver->cuDevicePrimaryCtxRelease(entry->device);
    pthread_mutex_destroy(&entry->staging);
    memset(entry, 0, sizeof *entry);
}

static void context_make_pool(cuda_context_entry *entry)
{
    const cuda_driver *driver = entry->driver;
    int has_pools = 0;
    size_t n_total = 0;
    cuda_pool_props props = {.allocation_type = 1, .location_type = 1, .location_id = entry->ordinal};
    if (!driver->cuMemPoolCreate || !driver->cuMemPoolDestroy || !driver->cuMemPoolSetAttribute ||
        !driver->cuMemAllocFromPoolAsync || !driver->cuMemFreeAsync)
        return;
    driver->cuDeviceGetAttribute(&has_pools, CUDA_ATTRIBUTE_MEMORY_POOLS, entry->device);
    if (!has_pools || driver->cuMemPoolCreate(&entry->pool, &props) != CUDA_OK) {
        entry->pool = NULL;
        return;
    }
    driver->cuDeviceTotalMem(&n_total, entry->device);
    uint64_t keep = n_total / TUNING_DEVICE_POOL_PART;
    keep = keep > TUNING_POOL_KEEP_BYTES ? keep : TUNING_POOL_KEEP_BYTES;
    driver->cuMemPoolSetAttribute(entry->pool, CUDA_POOL_RELEASE_THRESHOLD, &keep);
}

static rustg_status context_open(cuda_context_entry *entry, int32_t ordinal, rustg_error *error)
{
    const cuda_driver *driver = entry->driver;
    cuda_context previous;
    rustg_status status;
    status = cuda_check(driver->cuDeviceGet(&entry->device, ordinal), "cuDeviceGet", error);
    if (status != RUSTG_OK)
        return status;
    status =
        cuda_check(driver->cuDevicePrimaryCtxRetain(&entry->context, entry->device), "cuDevicePrimaryCtxRetain", error);
    if (status != RUSTG_OK) {
        entry->context = NULL;
        return status;
    }
    entry->ordinal = ordinal;
    pthread_mutex_init(&entry->staging, NULL);
    status = cuda_check(driver->cuCtxPushCurrent(entry->context), "cuCtxPushCurrent", error);
    if (status != RUSTG_OK) {
        context_close(entry);
        return status;
    }
    context_make_pool(entry);
    driver->cuCtxPopCurrent(&previous);
    return RUSTG_OK;
}

rustg_status cuda_context_acquire(int32_t ordinal, cuda_context_entry **entry, rustg_error *error)
{
    const char *why;
    const cuda_driver *driver = cuda_driver_get(&why);
    rustg_status status = RUSTG_OK;
    *entry = NULL;
    if (!driver) {
        error_fail(error, RUSTG_ERR_NO_CUDA, "%s", why);
        error_hint(error, "use the CPU engine, or install an NVIDIA driver and device");
        return RUSTG_ERR_NO_CUDA;
    }
    int n_devices = driver->n_devices < CONTEXT_MAX_DEVICES ? driver->n_devices : CONTEXT_MAX_DEVICES;
    if (ordinal < 0 || ordinal >= n_devices)
        return error_fail(error, RUSTG_ERR_DEVICE, "device is %d; there %s %d CUDA device%s, counted from 0",
                          (int)ordinal, n_devices == 1 ? "is" : "are", n_devices, n_devices == 1 ? "" : "s");
    cuda_context_entry *found = &context_entries[ordinal];
    global_lock(GLOBAL_LOCK_CUDA_CONTEXT);
    if (!found->context) {
        found->driver = driver;
        status = context_open(found, ordinal, error);
    }
    if (status == RUSTG_OK) {
        found->n_users++;
        *entry = found;
    }
    global_unlock(GLOBAL_LOCK_CUDA_CONTEXT);
    return status;
}

void cuda_context_release(cuda_context_entry *entry)
{
    if (!entry)
        return;
    global_lock(GLOBAL_LOCK_CUDA_CONTEXT);
    if (--entry->n_users == 0 && !context_keep)
        context_close(entry);
    global_unlock(GLOBAL_LOCK_CUDA_CONTEXT);
}

void cuda_contexts_keep(bool keep)
{
    global_lock(GLOBAL_LOCK_CUDA_CONTEXT);
    context_keep = keep;
    for (int i = 0; !keep && i < CONTEXT_MAX_DEVICES; i++)
        if (context_entries[i].n_users == 0)
            context_close(&context_entries[i]);
    global_unlock(GLOBAL_LOCK_CUDA_CONTEXT);
}

void cuda_contexts_trim(void)
{
    cuda_context previous;
    global_lock(GLOBAL_LOCK_CUDA_CONTEXT);
    for (int i = 0; i < CONTEXT_MAX_DEVICES; i++) {
        const cuda_context_entry *entry = &context_entries[i];
        if (!entry->context || !entry->pool || !entry->driver->cuMemPoolTrimTo ||
            entry->driver->cuCtxPushCurrent(entry->context) != CUDA_OK)
            continue;
        entry->driver->cuMemPoolTrimTo(entry->pool, 0);
        entry->driver->cuCtxPopCurrent(&previous);
    }
    global_unlock(GLOBAL_LOCK_CUDA_CONTEXT);
}

bool cuda_contexts_are_kept(void)
{
    global_lock(GLOBAL_LOCK_CUDA_CONTEXT);
    bool kept = context_keep;
    global_unlock(GLOBAL_LOCK_CUDA_CONTEXT);
    return kept;
}

rustg_status cuda_allocate(cuda_context_entry *entry, size_t n_bytes, cuda_stream stream, cuda_pointer *pointer,
                           rustg_error *error)
{
    const cuda_driver *driver = entry->driver;
    *pointer = 0;
    n_bytes = cuda_whole_words(n_bytes);
    cuda_result result = entry->pool ? driver->cuMemAllocFromPoolAsync(pointer, n_bytes, entry->pool, stream)
                                     : driver->cuMemAlloc(pointer, n_bytes);
    if (result != CUDA_OK)
        *pointer = 0;
    return cuda_check_memory(result, entry->pool ? "cuMemAllocFromPoolAsync" : "cuMemAlloc", n_bytes, error);
}

void cuda_release(cuda_context_entry *entry, cuda_pointer pointer, cuda_stream stream)
{
    if (!pointer)
        return;
    if (entry->pool)
        entry->driver->cuMemFreeAsync(pointer, stream);
    else
        entry->driver->cuMemFree(pointer);
}
