/* tvm_module.h: declares the tables in which the text of a shared object for tvm-ffi tells the runtime of its kernels.
 * The text holds this header as it is, before its tables (compile_tvm.c). */
#ifndef RUSTG_TVM_MODULE_H
#define RUSTG_TVM_MODULE_H

#include <stddef.h>
#include <stdint.h>

/*   text            "y: GridMut<f32>"
 *   role, element   of rustg_kernel_param; size and align in bytes
 *   code, bits      DLPack's type; bits 0: it has none */
typedef struct tvm_param {
    const char *text;
    uint32_t role, element, code, bits, size, align;
} tvm_param;

/*   function   of rustg_linked_kernel, as shared_bytes and call_kind are
 *   id         by which panics name the kernel
 *   block      as #[kernel(block = ..)] asks, else 0; max_threads likewise */
typedef struct tvm_kernel {
    const char *name, *signature;
    const tvm_param *params;
    uint32_t n_params, id, block[3], max_threads;
    void (*function)(void);
    const unsigned long long *shared_bytes, *call_kind;
} tvm_kernel;

/* Where threads may panic, as rustg_panic_site. */
typedef struct tvm_site {
    const char *message, *path;
    uint32_t line, column;
} tvm_site;

/*   sites      the first has number 0, which no panic has
 *   image      a fatbin of all kernels; NULL: no_image says why there is none */
typedef struct tvm_module {
    const tvm_kernel *kernels;
    const tvm_site *sites;
    uint32_t n_kernels, n_sites;
    const unsigned char *image;
    const char *no_image;
} tvm_module;

/* TVMFFISafeCallType without what no kernel asks for: launches a kernel on args, TVMFFIAny[n_args]. Answers 0, or -1
 * with an error raised. */
int rustg_tvm_call(const tvm_module *module, uint32_t kernel, const void *args, int32_t n_args);
/* Waits for the CUDA devices that were used, and raises what kernels did there. */
int rustg_tvm_wait(const tvm_module *module);

#endif
