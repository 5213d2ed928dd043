/* tool_internal.h: declares what the files of this room share. */
#ifndef RUSTG_TOOL_INTERNAL_H
#define RUSTG_TOOL_INTERNAL_H

#include "codegen/toolchain/toolchain.h"

typedef struct _nvrtcProgram *nvrtc_program;
typedef struct nvJitLink *jitlink_handle;
typedef int jitlink_input; /* an enum of nvJitLink's */

/* Stands in generated CUDA C++ where the user's own PTX is. */
#define TOOL_PTX_MARK "/* ptx! */"

/* Stands before the name of a static that refers to itself by way of others, which NVVM does not compile. */
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

/* NVRTC, which the first call opens. NULL: it is missing, and error has RUSTG_ERR_NO_NVRTC. Thread-safe. */
const nvrtc *tool_nvrtc_open(rustg_error *error);
/* Calls make. If memory runs out in it, that ends here, and the answer is RUSTG_ERR_MEMORY for what maker made. */
rustg_status tool_guard(arena *memory, rustg_status (*make)(void *work, rustg_error *error), void *work,
                        const char *maker, rustg_error *error);
/* The same for NVRTC, and then it destroys *program. */
rustg_status tool_nvrtc_guard(arena *memory, rustg_status (*make)(void *work, rustg_error *error), void *work,
                              nvrtc_program *program, rustg_error *error);
/* Does that NVRTC know "sm_90"? RUSTG_ERR_ARGUMENT where not. */
rustg_status tool_nvrtc_check_arch(const char *arch, rustg_error *error);
/* RUSTG_ERR_ARGUMENT where the log says that products by tensor cores wait for each other on arch. */
rustg_status tool_check_wgmma(const char *log, const char *arch, rustg_error *error);
/* Whether the line says that a kernel has too much shared memory, which is then told. */
bool tool_is_shared_too_large(const char *line, const char *arch, rustg_error *error);
/* The first line with an error; "" where there is none. */
void tool_nvrtc_first_error(const char *log, char *line, size_t size);

/* For "sm_90a" returns 90, with *rest "a". Returns 0 if the name has another form. */
uint32_t tool_arch_number(const char *arch, const char **rest);
/* Gives kernels that have a stand-in in the text (its comments tell) their names in the PTX or the cubin. */
void tool_restore_names(const char *cuda, bool cubin, tool_cuda_code *result);
/* Writes the files of a PTX text's line info as the text has them, without the working folder before them. */
void tool_restore_paths(const char *cuda, tool_cuda_code *result);

/* A folder in $TMPDIR or /tmp that goes with all that lies in it: when it is ended or, where its process was killed,
 * when another of the user's begins one. */
typedef struct tool_folder {
    char path[4096];
    int fd;
} tool_folder;
/* 0, or errno's number of what failed. */
int tool_folder_begin(tool_folder *folder);
void tool_folder_end(tool_folder *folder);

/* A command.
 *   words      end with a NULL; the first is looked for along PATH
 *   n_seconds  after so long it is killed, with all that it started; 0: no limit
 *   n_bytes    of address space that each of these processes may have; 0: no limit */
typedef struct tool_run {
    char *const *words;
    uint32_t n_seconds;
    uint64_t n_bytes;
} tool_run;
enum { TOOL_MOST_LOG = 1 << 20 };
/* How a command ended.
 *   error   errno's number of why it did not start
 *   signal  the number of the signal that ended it, else 0
 *   log     what it wrote to standard output and error, malloc'd; NULL: nothing */
typedef struct tool_end {
    bool is_started, is_too_long;
    int error, code, signal;
    char *log;
} tool_end;
/* Thread-safe. Its temporary files are made in folder. */
tool_end tool_run_to_end(const tool_run *run, const tool_folder *folder);

#endif
