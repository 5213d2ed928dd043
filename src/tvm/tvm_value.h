/* tvm_value.h: declares how tvm-ffi's integers and numbers become a kernel's scalars. */
#ifndef RUSTG_TVM_VALUE_H
#define RUSTG_TVM_VALUE_H

#include <stdbool.h>

#include "tvm/tvm_abi.h"
#include "tvm/tvm_module.h"

typedef enum tvm_fit { TVM_FITS, TVM_WRONG_TYPE, TVM_OUT_OF_RANGE, TVM_NO_SUCH_VALUES } tvm_fit;

/* Writes the bytes of the value of a scalar parameter. TVM_NO_SUCH_VALUES: nothing that can be given is of its type. */
tvm_fit tvm_value(const tvm_param *param, const tvm_any *given, uint64_t *value);

#endif
