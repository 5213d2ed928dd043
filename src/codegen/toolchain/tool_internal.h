/* tool_internal.h: declares what the files of this room share. */
#ifndef RUSTG_TOOL_INTERNAL_H
#define RUSTG_TOOL_INTERNAL_H

#include "codegen/toolchain/toolchain.h"
#include "codegen/toolchain/toolchain.h"

typedef struct _nvrtcProgram *nvrtc_program;

/* Stands in generated CUDA C++ where the user's own PTX is. */
#define TOOL_PTX_MARK "/* ptx! */"

/* Stands before the name of a static that refers to itself through others, which NVVM does not compile. */
#define TOOL_CYCLE_MARK "// rustg-cycle: "

/* Stands before the name of a kernel that converts FP8 numbers. */
#define TOOL_FP8_MARK "// rustg-fp8: "

typedef struct nvrtc {
#define FN(name, parameters) int(*name) parameters;
#include "codegen/toolchain/tool_nvrtc.def"
    int major, minor, n_archs;
    int archs[128];
    char version[16];
} nvrtc;

/* NVRTC, opened by the first call; NULL and RUSTG_ERR_NO_NVRTC in error where it is missing. Thread-safe. */
const nvrtc *tool_nvrtc_open(rustg_error *error);
/* Calls make with memory's handler for running out of it being one that ends here, then destroys *program;
 * RUSTG_ERR_MEMORY where it was called. */
rustg_status tool_nvrtc_guard(arena *memory, rustg_status (*make)(void *work, rustg_error *error), void *work,
                              nvrtc_program *program, rustg_error *error);
/* Does that NVRTC know "sm_90"? RUSTG_ERR_ARGUMENT where not. */
rustg_status tool_nvrtc_check_arch(const char *arch, rustg_error *error);
/* The first line with an error; "" where there is none. */
void tool_nvrtc_first_error(const char *log, char *line, size_t size);

/* For "sm_90a" returns 90, with *rest "a". Returns 0 if the name has another form. */
uint32_t tool_arch_number(const char *arch, const char **rest);
/* Tells the architectures that the NVRTC which was found knows, and 0 without NVRTC. */
uint32_t tool_nvrtc_archs(const int **archs);
/* Kernels with a stand-in in the text (its comments tell) get their names in the PTX or the cubin. */
void tool_restore_names(const char *cuda, bool cubin, tool_cuda_code *result);
/* The files of a PTX text's line info as the text has them, without the working folder before them. */
void tool_restore_paths(const char *cuda, tool_cuda_code *result);

#endif
