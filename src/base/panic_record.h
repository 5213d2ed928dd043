/* panic_record.h: defines what kernels leave for the host on every device: the record of the first thread that panics,
 * and the ring of what is printed. Generated code writes them (emit_cuda.c, emit_helper.def), launches read them. */
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

/* The ring into which kernels put what they print. */
enum { PRINT_SLOTS = 4096 };
/* One message. turn is 1 + how often the ring had gone round before it, and is written last. */
typedef struct print_slot {
    uint32_t site, turn; /* site: an ir_site_id */
    uint64_t operands[PANIC_MOST_OPERANDS];
} print_slot;
/* Little-endian, 557,088 bytes; empty where all bytes are 0.
 *   taken  how many slots threads have taken so far; number n is slots[n % PRINT_SLOTS]
 *   freed  how many of them the host has read, which alone writes it
 *   lost   how many messages found no slot, since the ring was made */
typedef struct print_ring {
    uint64_t taken, freed, lost, reserved;
    print_slot slots[PRINT_SLOTS];
} print_ring;
_Static_assert(sizeof(print_ring) == 32 + PRINT_SLOTS * 136, "print_ring: as the generated code has it");

#endif
