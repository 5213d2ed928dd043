/* library_collect.h: the kernels' library as the tables of a sema, made from the texts of library_files.h. */
#ifndef RUSTG_LIBRARY_COLLECT_H
#define RUSTG_LIBRARY_COLLECT_H

#include "sema/sema.h"

/* All that it holds lies in the arena, itself included; memory->out_of_memory must be set. sema_begin takes it.
 * NULL: it has errors, or a signature needs the value of a constant that only lowering can work out. */
const sema *library_collect(arena *memory);

/* A part of library_collect: answers what compiles ask of the library's definitions (library_answer.c). */
void library_answer_all(sema *s);
/* The last part: no question can be asked of these tables then but through sema_begin. */
void library_pack_answers(sema *s);

#endif
