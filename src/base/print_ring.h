/* print_ring.h: defines the ring into which kernels put what they print, on every device. Generated code for GPUs has
 * the same (codegen/common/emit_helper.def). */
#ifndef RUSTG_PRINT_RING_H
#define RUSTG_PRINT_RING_H

#include <stdint.h>

#include "base/panic_record.h"

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
