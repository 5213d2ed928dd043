/* engine_cpu.h: runs one batch through the CPU lexer and parser. */
#ifndef RUSTG_ENGINE_CPU_H
#define RUSTG_ENGINE_CPU_H

#include "engine/batch.h"
#include "engine/watch.h"

/* Lex, and where work->parse says so parse, the files of a batch on at most n_threads threads and fill its outputs.
 * Scratch: at most 10 bytes a source byte of the groups being lexed (256 KiB of source a thread, or a larger file), of
 * which only what tokens fill is touched, and on several threads about 64 MiB of tokens that wait for a group before
 * them. One thread needs none.
 * out    scratch_bytes  the most scratch memory touched at one time
 * fails  RUSTG_ERR_MEMORY, RUSTG_ERR_CANCELLED; the batch then holds no tokens */
rustg_status engine_cpu_run(batch *work, uint32_t n_threads, watch *progress, uint64_t *scratch_bytes,
                            rustg_error *error);

#endif
