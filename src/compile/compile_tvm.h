/* compile_tvm.h: declares how kernels become a shared object for tvm-ffi, and what the build made for that. */
#ifndef RUSTG_COMPILE_TVM_H
#define RUSTG_COMPILE_TVM_H

#include "compile/compile_kernels.h"

/* The object of src/tvm, to its end; and the text of tvm_module.h. */
extern const uint8_t compile_tvm_object[], compile_tvm_object_end[];
extern const char compile_tvm_header[];

/* Makes RUSTG_OUTPUT_TVM_FFI of the C text of a pipeline and its fatbin.
 * fails  RUSTG_ERR_ARGUMENT: kernels that print, or with too many parameters; as tool_cc */
rustg_status compile_make_tvm(pipeline *p);

#endif
