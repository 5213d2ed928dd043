/* device_cuda.c: describes CUDA devices, without opening a context where the driver allows that. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "runtime/cuda_context.h"
#include "runtime/device_info.h"

static int32_t device_attribute(const cuda_driver *driver, int attribute, cuda_device device)
{
    int value = 0;
    return driver->cuDeviceGetAttribute(&value, attribute, device) == CUDA_OK ? value : 0;
}

static void device_tell_identity(const cuda_driver *driver, cuda_device device, rustg_device_info *info)
{
    cuda_uuid uuid;
    if (driver->cuDeviceGetUuid && driver->cuDeviceGetUuid(&uuid, device) == CUDA_OK)
        memcpy(info->uuid, uuid.bytes, sizeof info->uuid);
    for (int i = 0; i < driver->n_devices && i < 64; i++) {
        cuda_device peer;
        int can = 0;
        if (i != info->ordinal && driver->cuDeviceGet(&peer, i) == CUDA_OK &&
            driver->cuDeviceCanAccessPeer(&can, device, peer) == CUDA_OK && can)
            info->peers |= UINT64_C(1) << i;
    }
}

rustg_status device_cuda_info(int32_t ordinal, rustg_device_info *info, rustg_error *error)
{
    const cuda_driver *driver = cuda_driver_get(NULL);
    cuda_context_entry *entry;
    cuda_context previous;
    cuda_device device;
    size_t n_total = 0, n_free = 0;
    rustg_error why;
    memset(info, 0, sizeof *info);
    info->struct_size = sizeof *info;
    info->backend = RUSTG_BACKEND_CUDA;
    info->ordinal = ordinal;
    rustg_status status = cuda_check(driver->cuDeviceGet(&device, ordinal), "cuDeviceGet", error);
    if (status == RUSTG_OK)
        status = cuda_check(driver->cuDeviceGetName(info->name, sizeof info->name, device), "cuDeviceGetName", error);
    if (status == RUSTG_OK)
        status = cuda_check(driver->cuDeviceTotalMem(&n_total, device), "cuDeviceTotalMem", error);
    if (status != RUSTG_OK)
        return status;
    info->compute_major = device_attribute(driver, CUDA_ATTRIBUTE_COMPUTE_MAJOR, device);
    info->compute_minor = device_attribute(driver, CUDA_ATTRIBUTE_COMPUTE_MINOR, device);
    info->n_multiprocessors = device_attribute(driver, CUDA_ATTRIBUTE_MULTIPROCESSORS, device);
    info->l2_bytes = device_attribute(driver, CUDA_ATTRIBUTE_L2_BYTES, device);
    info->memory_total = n_total;
    /* The clock is in kHz, a cycle has two transfers, and the bus width is in bits. */
    info->memory_bandwidth = (uint64_t)device_attribute(driver, CUDA_ATTRIBUTE_MEMORY_CLOCK, device) * 1000 * 2 *
                             ((uint64_t)device_attribute(driver, CUDA_ATTRIBUTE_BUS_WIDTH, device) / 8);
#define ATTRIBUTE(field, cuda, number, text) info->field = device_attribute(driver, number, device);
#include "rustg/device_attribute.def"
    device_tell_identity(driver, device, info);
    if (cuda_context_acquire(ordinal, &entry, &why) != RUSTG_OK) {
        snprintf(info->reason, sizeof info->reason, "%.150s", why.message);
        return RUSTG_OK;
    }
    if (driver->cuCtxPushCurrent(entry->context) == CUDA_OK) {
        if (driver->cuMemGetInfo(&n_free, &n_total) == CUDA_OK)
            info->memory_free = n_free;
        driver->cuCtxPopCurrent(&previous);
    }
    cuda_context_release(entry);
    return RUSTG_OK;
}
