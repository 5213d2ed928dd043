/* cpu_call.h: what one call of a kernel's code for the CPU stands for. The emitter of C writes the number beside the
 * code of each kernel, as NAME_call_kind, and the CPU's runner calls accordingly. */
#ifndef RUSTG_CPU_CALL_H
#define RUSTG_CPU_CALL_H

/* THREAD  one thread, which never meets others
 * FIBER   one thread, which may meet others of its block or warp
 * ROW     threads range_first to range_end of a row of the block
 * GRID    threads range_first to range_end of the grid, by their number in it
 * BLOCK   all threads of the block, from barrier to barrier */
typedef enum cpu_call {
    CPU_CALL_THREAD,
    CPU_CALL_FIBER,
    CPU_CALL_ROW,
    CPU_CALL_GRID,
    CPU_CALL_BLOCK,
    CPU_N_CALLS
} cpu_call;

#endif
