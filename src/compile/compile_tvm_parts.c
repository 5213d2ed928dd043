/* compile_tvm_parts.c: holds what the build made for shared objects for tvm-ffi: the runtime, and the header of its
 * tables. */
#include "compile/compile_tvm.h"

__asm__(".pushsection .rodata\n"
        ".balign 16\n"
        ".globl compile_tvm_object, compile_tvm_object_end, compile_tvm_header\n"
        "compile_tvm_object:\n"
        ".incbin \"" TVM_OBJECT_FILE "\"\n"
        "compile_tvm_object_end:\n"
        "compile_tvm_header:\n"
        ".incbin \"" TVM_HEADER_FILE "\"\n"
        ".byte 0\n"
        ".popsection\n");
