/* ir_table.c: knows the names and shapes of operations. */
#include "ir/ir_table.h"

const ir_op_row ir_op_rows[IR_N_OPS] = {
#define IR_OP(name, n_args, result, text) [IR_##name] = {text, n_args, result},
#include "ir/ir_op.def"
};

const ir_intrinsic_row ir_intrinsic_rows[IR_N_INTRINSICS] = {
#define IR_INTRINSIC(name, n_args, flags, group, text) [IR_IN_##name] = {text, n_args, flags, IR_GROUP_##group},
#include "ir/ir_intrinsic.def"
};

ir_group ir_group_of(uint32_t intrinsic)
{
    return (ir_group)ir_intrinsic_rows[intrinsic].group;
}

uint8_t ir_flags_of(uint32_t intrinsic)
{
    return ir_intrinsic_rows[intrinsic].flags;
}

const char *const ir_scalar_names[] = {"void", "bool", "i8",  "i16", "i32", "i64",
                                       "u8",   "u16",  "u32", "u64", "f32", "f64"};
const char *const ir_space_names[] = {"generic", "global", "shared", "const", "local"};
const char *const ir_ordering_names[5] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
const char *const ir_scope_names[3] = {"block", "device", "system"};
