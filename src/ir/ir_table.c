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

const char *const ir_scalar_names[] = {
    [IR_VOID] = "void", [IR_BOOL] = "bool", [IR_I8] = "i8",   [IR_I16] = "i16", [IR_I32] = "i32", [IR_I64] = "i64",
    [IR_U8] = "u8",     [IR_U16] = "u16",   [IR_U32] = "u32", [IR_U64] = "u64", [IR_F32] = "f32", [IR_F64] = "f64",
};
const char *const ir_space_names[IR_N_SPACES] = {
    [IR_SPACE_GENERIC] = "generic", [IR_SPACE_GLOBAL] = "global", [IR_SPACE_SHARED] = "shared",
    [IR_SPACE_CONST] = "const",     [IR_SPACE_LOCAL] = "local",
};
const char *const ir_ordering_names[IR_N_ORDERINGS] = {
    [IR_RELAXED] = "relaxed", [IR_ACQUIRE] = "acquire", [IR_RELEASE] = "release",
    [IR_ACQ_REL] = "acq_rel", [IR_SEQ_CST] = "seq_cst",
};
const char *const ir_scope_names[IR_N_SCOPES] = {
    [IR_SCOPE_BLOCK] = "block",
    [IR_SCOPE_DEVICE] = "device",
    [IR_SCOPE_SYSTEM] = "system",
};
