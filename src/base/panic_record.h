/* panic_record.h: defines what a kernel's first panicking thread leaves on every device. Generated code writes it,
 * launches read it. */
#ifndef RUSTG_PANIC_RECORD_H
#define RUSTG_PANIC_RECORD_H

#include <stdint.h>

enum { PANIC_MOST_OPERANDS = 16 };
enum { PANIC_LANE_SHIFT = 24, PANIC_LANES_SHIFT = 28 };
enum { PANIC_RECORD_EMPTY, PANIC_RECORD_IN_WORK, PANIC_RECORD_WRITTEN };
/* The record in device memory; a kernel's first panicking thread fills it. Little-endian, 168 bytes. */
typedef struct panic_record {
    uint32_t state;        /* PANIC_RECORD_EMPTY and so on; generated code has the numbers */
    uint32_t site, kernel; /* an ir_site_id, an ir_function_id; of a coarse entry also 1 + lane above PANIC_LANE_SHIFT
                              and the number of lanes above PANIC_LANES_SHIFT: the block of the launch that it stands
                              for is block[0] * lanes + lane */
    uint32_t block[3], thread[3];
    uint32_t reserved;
    uint64_t operands[PANIC_MOST_OPERANDS];
} panic_record;

#endif
