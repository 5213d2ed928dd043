/* cuda_run.h: one launch of a kernel of the user's over host memory. */
#ifndef RUSTG_CUDA_RUN_H
#define RUSTG_CUDA_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rustg/status.h"

/* A buffer is copied to the device and passed as pointer and length; a scalar is passed as its bytes. */
typedef struct cuda_run_argument {
    void *data;
    uint64_t n_bytes, length;
    bool is_buffer, is_written;
} cuda_run_argument;

typedef struct cuda_run {
    int32_t device;
    const void *image; /* cubin, PTX or fatbin */
    const char *kernel;
    uint32_t grid[3], block[3], dynamic_shared_bytes;
    const cuda_run_argument *args;
    size_t n_args;
    void *panic; /* receives the module's variable `rustg_panic`; NULL: no kernel can panic, there is none */
    size_t panic_bytes;
} cuda_run;

/* Waits for the end. fails RUSTG_ERR_NO_CUDA, _DEVICE, _DEVICE_MEMORY, _CUDA, _CUDA_STICKY, _MEMORY */
rustg_status cuda_run_kernel(const cuda_run *run, rustg_error *error);
/* "sm_90" of a device. */
rustg_status cuda_run_arch(int32_t device, char arch[16], rustg_error *error);

#endif
