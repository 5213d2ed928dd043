/* library_collect.h: the kernels' library as the tables of a sema, made from the texts of library_files.h. */
#ifndef RUSTG_LIBRARY_COLLECT_H
#define RUSTG_LIBRARY_COLLECT_H

#include "sema/sema.h"

/* All that it holds lies in the arena, itself included; memory->out_of_memory must be set. sema_begin takes it. */
const sema *library_collect(arena *memory);

#endif
