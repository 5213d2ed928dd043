/* ir_table.h: declares the rows of ir_op.def and ir_intrinsic.def as arrays. */
#ifndef RUSTG_IR_TABLE_H
#define RUSTG_IR_TABLE_H

#include "ir/ir.h"

typedef struct ir_op_row {
    const char *text;
    int8_t n_args; /* -1: any number */
    bool result;
} ir_op_row;
typedef struct ir_intrinsic_row {
    const char *text;
    int8_t n_args;
    uint8_t flags, group; /* ir_group */
} ir_intrinsic_row;

extern const ir_op_row ir_op_rows[IR_N_OPS];
extern const ir_intrinsic_row ir_intrinsic_rows[IR_N_INTRINSICS];
extern const char *const ir_scalar_names[]; /* of IR_VOID .. IR_F64 */
extern const char *const ir_space_names[IR_N_SPACES];
extern const char *const ir_ordering_names[IR_N_ORDERINGS], *const ir_scope_names[IR_N_SCOPES];

static inline bool ir_is_atomic(ir_intrinsic what)
{
    return ir_intrinsic_rows[what].group == IR_GROUP_ATOMIC;
}
static inline bool ir_is_place(ir_intrinsic what)
{
    return ir_intrinsic_rows[what].group == IR_GROUP_PLACE;
}
#endif
