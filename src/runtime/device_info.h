/* device_info.h: declares the descriptions of devices. */
#ifndef RUSTG_DEVICE_INFO_H
#define RUSTG_DEVICE_INFO_H

#include "rustg/device.h"

/* The most shared memory of a block on the CPU device, static and dynamic: what the largest GPU so far gives. */
enum { DEVICE_CPU_SHARED_BYTES = 227 << 10 };

/* No failure: what cannot be found out is 0 or empty. */
void device_cpu_info(rustg_device_info *info);
/* Fills in all but usable, and reason only if no context can be had. The driver must be there. */
rustg_status device_cuda_info(int32_t ordinal, rustg_device_info *info, rustg_error *error);

#endif
