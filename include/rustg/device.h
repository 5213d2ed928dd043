/* device.h: engines and devices. */
#ifndef RUSTG_DEVICE_H
#define RUSTG_DEVICE_H

#include "status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rustg_backend { RUSTG_BACKEND_CPU, RUSTG_BACKEND_CUDA } rustg_backend;

/* A device is (backend, ordinal). Sizes in bytes. */
typedef struct rustg_device_info {
    size_t struct_size; /* set by the caller to sizeof(rustg_device_info) */
    rustg_backend backend;
    int32_t ordinal;
    char name[128];
    int32_t compute_major, compute_minor; /* 0 for the CPU */
    int32_t n_multiprocessors;            /* CPU: hardware threads */
    int32_t l2_bytes;
    uint64_t memory_total, memory_free;
    uint64_t memory_bandwidth; /* bytes/s from bus width and clock; 0 for the CPU */
    int32_t usable;            /* nonzero when the library holds code for this device */
    char reason[160];          /* why it is not usable, or what the CPU engine uses ("AVX-512") */
    uint64_t peers;            /* a bit for each CUDA ordinal whose memory this device can reach */
    uint8_t uuid[16];          /* all 0: not known */
    /* Limits and properties, int32_t each; 0: none, no or not known. The CPU's are those of rustg's CPU device. */
#define ATTRIBUTE(field, cuda, number, text) int32_t field;
#include "device_attribute.def"
} rustg_device_info;

/* Devices, the CPU first (always there). No CUDA library is loaded by this before the first call that needs it.
 * Thread-safe. */
size_t rustg_device_count(void);
/* index: 0 .. rustg_device_count() - 1. Thread-safe.
 * fails RUSTG_ERR_ARGUMENT: info is NULL, or its struct_size is wrong; _DEVICE: there is no such device, and as the
 *       driver answers _CUDA, _CUDA_STICKY */
rustg_status rustg_device_info_get(size_t index, rustg_device_info *info, rustg_error *error);
/* Why the CUDA engine cannot be used ("libcuda.so.1 was not found", "this library was built without CUDA", ...), or ""
 * where it can. Static storage. Thread-safe. */
const char *rustg_cuda_missing(void);
/* Why there is no CUDA driver to run kernels with, or "". Kernels of yours need no more than it; the engine needs
 * rustg's own kernels too. Static storage. Thread-safe. */
const char *rustg_driver_missing(void);

/* Interfaces to GPUs that rustg knows of and does not support, each with the reason. Static storage. */
typedef struct rustg_gpu_interface {
    const char *name, *reason;
} rustg_gpu_interface;
/* NULL past the end. Thread-safe. */
const rustg_gpu_interface *rustg_gpu_interface_at(size_t index);

#ifdef __cplusplus
}
#endif
#endif
