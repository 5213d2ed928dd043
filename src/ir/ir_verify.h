/* ir_verify.h: what the parts of the verifier share: ir_verify.c (module, brackets, scopes), ir_verify_op.c (types). */
#ifndef RUSTG_IR_VERIFY_H
#define RUSTG_IR_VERIFY_H

#include "ir/ir.h"

/* Returns NULL, or what is wrong with the types and numbers of an instruction. Its values are known to exist. */
const char *ir_verify_instr(ir_module *m, const ir_function *f, const ir_instr *instr);

#endif
