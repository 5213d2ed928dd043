/* device_info.h: declares the descriptions of devices. */
#ifndef RUSTG_DEVICE_INFO_H
#define RUSTG_DEVICE_INFO_H

#include "rustg/device.h"

/* No failure: what cannot be found out is 0 or empty. */
void device_cpu_info(rustg_device_info *info);
/* All but usable, and reason only where there is no context to be had. The driver must be there. */
rustg_status device_cuda_info(int32_t ordinal, rustg_device_info *info, rustg_error *error);

#endif
