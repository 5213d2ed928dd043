/* devices.c: lists the devices of the machine, the CPU first. */
#include "rustg/device.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/struct_size.h"
#include "engine/engine_kernels.h"
#include "runtime/device_info.h"

const char *rustg_driver_missing(void)
{
    const char *why;
    return cuda_driver_get(&why) ? "" : why;
}

const char *rustg_cuda_missing(void)
{
    return engine_kernels_archs()[0] ? rustg_driver_missing() : "this library was built without CUDA";
}

const rustg_gpu_interface *rustg_gpu_interface_at(size_t index)
{
    static const rustg_gpu_interface known[] = {
        {"Vulkan", "needs SPIR-V, which rustg does not emit"},
        {"Metal", "needs Apple's Metal shading language, which rustg does not emit"},
        {"WebGPU", "needs WGSL, which rustg does not emit and which has no 64-bit integers"},
        {"ROCm", "needs code for AMD's GPUs, which rustg does not emit"},
        {"OpenCL", "needs SPIR-V or OpenCL C, which rustg does not emit"},
        {"OpenGL", "needs GLSL compute shaders, which rustg does not emit"},
        {"OpenGL ES", "needs GLSL compute shaders, which rustg does not emit"},
        {"WebGL2", "has no compute shaders"},
    };
    return index < sizeof known / sizeof known[0] ? &known[index] : NULL;
}

size_t rustg_device_count(void)
{
    const cuda_driver *driver = cuda_driver_get(NULL);
    return 1 + (driver ? (size_t)driver->n_devices : 0);
}

/* Whether the CUDA engine can use it. */
static void devices_tell_usable(rustg_device_info *info)
{
    cuda_context_entry *entry;
    rustg_error why;
    if (engine_kernels_acquire(info->ordinal, &entry, &why) != RUSTG_OK) {
        snprintf(info->reason, sizeof info->reason, "%.150s", why.message);
        return;
    }
    info->usable = 1;
    snprintf(info->reason, sizeof info->reason, "kernels for %s", engine_kernels_archs());
    cuda_context_release(entry);
}

/* Copies as much of full as to->struct_size has room for; fails when that is less than the first release's size. */
static rustg_status devices_deliver(const rustg_device_info *full, rustg_device_info *to, rustg_error *error)
{
    const rustg_status status = struct_size_check(STRUCT_rustg_device_info, to, "info", error);
    if (status == RUSTG_OK)
        struct_size_write(to, full, sizeof *full);
    return status;
}

rustg_status rustg_device_info_get(size_t index, rustg_device_info *info, rustg_error *error)
{
    rustg_device_info full;
    rustg_status status = RUSTG_OK;
    if (!info)
        return error_set(error, RUSTG_ERR_ARGUMENT, "info is NULL");
    if (index >= rustg_device_count())
        return error_set(error, RUSTG_ERR_DEVICE, "index is %zu; there are %zu devices", index, rustg_device_count());
    if (index == 0) {
        device_cpu_info(&full);
    } else {
        status = device_cuda_info((int32_t)index - 1, &full, error);
        if (status == RUSTG_OK)
            devices_tell_usable(&full);
    }
    return status == RUSTG_OK ? devices_deliver(&full, info, error) : status;
}
