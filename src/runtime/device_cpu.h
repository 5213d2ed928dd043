/* device_cpu.h: the CPU as a device. */
#ifndef RUSTG_DEVICE_CPU_H
#define RUSTG_DEVICE_CPU_H

#include "rustg/device.h"

/* No failure: what cannot be found out is 0 or empty. */
void device_cpu_info(rustg_device_info *info);
/* Copies as much of full as to->struct_size has room for; fails when that is less than the first release's size. */
rustg_status device_info_deliver(const rustg_device_info *full, rustg_device_info *to, rustg_error *error);

#endif
