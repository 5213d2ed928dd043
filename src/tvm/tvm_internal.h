/* tvm_internal.h: declares what the files of the runtime show each other. */
#ifndef RUSTG_TVM_INTERNAL_H
#define RUSTG_TVM_INTERNAL_H

#include <stdbool.h>

#include "base/panic_record.h"
#include "tvm/tvm_abi.h"
#include "tvm/tvm_module.h"

enum { TVM_MOST_PARAMS = 64 };

/* A launch. params leads to values: of a slice its pointer and its length, of others the value. */
typedef struct tvm_call {
    const tvm_module *module;
    const tvm_kernel *kernel;
    uint32_t grid[3], block[3];
    int32_t device;
    bool is_on_cuda;
    uint32_t n_params;
    const void *params[2 * TVM_MOST_PARAMS];
    uint64_t values[2 * TVM_MOST_PARAMS];
} tvm_call;

/* Raises an error of tvm-ffi, whose kind is the name of Python's exception, and answers -1. */
int tvm_raise(const char *kind, const char *format, ...) __attribute__((format(printf, 2, 3)));
int tvm_raise_panic(const tvm_module *module, const panic_record *panic);
/* A function of tvm-ffi's library, which the process has loaded; NULL where it has not. */
void *tvm_function(const char *name);

/* Puts the launch into the framework's stream. 0, or -1 with an error raised, as of a panic of an earlier launch. */
int tvm_cuda_launch(const tvm_call *call);
int tvm_cuda_wait(const tvm_module *module);

#endif
