/* emit_c.h: declares what the files of the C target share. */
#ifndef RUSTG_EMIT_C_H
#define RUSTG_EMIT_C_H

#include "codegen/common/emit.h"

/* emit_c_intrinsic.c: codegen_target's functions of these names */
const char *emit_c_intrinsic(emit *e, const ir_instr *i);
const char *emit_c_dyn_shared(emit *e);
const char *emit_c_atomic(emit *e, const ir_instr *i, ir_type t, const char *p, const char *x, const char *y);

#endif
