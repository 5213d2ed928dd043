/* tool_jitlink.c: assembles PTX into a cubin by nvJitLink, which is opened with dlopen. */
#include <pthread.h>
#include <stdio.h>

#include "base/dynamic_symbol.h"
#include "base/error.h"
#include "codegen/toolchain/tool_identity.h"
#include "codegen/toolchain/tool_internal.h"

enum { INPUT_PTX = 2, UNRECOGNIZED_OPTION = 1, UNRECOGNIZED_ARCH = 16, UNSUPPORTED_ARCH = 17 };

typedef struct jitlink {
#define FN(name, parameters) int(*name) parameters;
#include "codegen/toolchain/tool_jitlink.def"
} jitlink;

static pthread_once_t jitlink_once = PTHREAD_ONCE_INIT;
static jitlink jitlink_library;
static bool jitlink_is_usable;
static const char *jitlink_why;

static void tool_jitlink_open_once(void)
{
    void *handle = tool_open_library(TOOL_JITLINK);
    if (!handle) {
        jitlink_why = "libnvJitLink.so was not found (CUDA_PATH, the loader's path, /usr/local/cuda/lib64)";
        return;
    }
#define FN(name, parameters)                                                                                           \
    if (!dynamic_symbol_find(handle, #name, &jitlink_library.name)) {                                                  \
        jitlink_why = "the nvJitLink found is too old: it has no " #name;                                              \
        dlclose(handle);                                                                                               \
        return;                                                                                                        \
    }
#include "codegen/toolchain/tool_jitlink.def"
    tool_identity_loaded(TOOL_JITLINK, &jitlink_library.nvJitLinkCreate);
    jitlink_is_usable = true;
}

typedef struct jitlink_work {
    arena *memory;
    const char *ptx, *arch;
    size_t n;
    const codegen_options *options;
    tool_cuda_code *result;
    jitlink_handle handle;
} jitlink_work;

static void tool_keep_jitlink_log(jitlink_work *w, int (*size)(jitlink_handle, size_t *),
                                  int (*text)(jitlink_handle, char *))
{
    size_t n = 0;
    if (!w->handle || size(w->handle, &n) || !n)
        return;
    w->result->log = arena_alloc(w->memory, n + 1);
    if (text(w->handle, w->result->log))
        w->result->log[0] = 0;
}

static rustg_status tool_jitlink_refused(int code, jitlink_work *w, rustg_error *error)
{
    char line[256];
    tool_keep_jitlink_log(w, jitlink_library.nvJitLinkGetErrorLogSize, jitlink_library.nvJitLinkGetErrorLog);
    if (code == UNRECOGNIZED_OPTION || code == UNRECOGNIZED_ARCH || code == UNSUPPORTED_ARCH) {
        error_set(error, RUSTG_ERR_ARGUMENT, "the architecture `%s` is not known to nvJitLink", w->arch);
        error_hint(error, "--emit=ptx needs no nvJitLink; a newer CUDA toolkit may know it");
        return RUSTG_ERR_ARGUMENT;
    }
    tool_nvrtc_first_error(w->result->log, line, sizeof line);
    if (tool_is_shared_too_large(line, w->arch, error))
        return RUSTG_ERR_ARGUMENT;
    error_set(error, RUSTG_ERR_INTERNAL, "nvJitLink does not assemble what rustg generated for %s (result %d)%s%s",
              w->arch, code, line[0] ? ": " : "", line);
    error_hint(error, "the text of a `ptx!` may be wrong; if there is none, this is a bug of rustg: please report it "
                      "with the source and the text that --emit=ptx writes");
    return RUSTG_ERR_INTERNAL;
}

static rustg_status tool_jitlink_make(void *work, rustg_error *error)
{
    jitlink_work *w = work;
    arena *memory = w->memory;
    const char *options[] = {arena_format(memory, "-arch=%s", w->arch),
                             arena_format(memory, "-Xptxas=-O%u", (unsigned)w->options->opt_level), "-lineinfo"};
    const uint32_t n_options = w->options->debug ? 3 : 2;
    size_t n = 0;
    int code = jitlink_library.nvJitLinkCreate(&w->handle, n_options, options);
    if (code)
        w->handle = NULL;
    if (code == 0)
        code = jitlink_library.nvJitLinkAddData(w->handle, INPUT_PTX, w->ptx, w->n + 1, "rustg.ptx");
    if (code == 0)
        code = jitlink_library.nvJitLinkComplete(w->handle);
    if (code == 0)
        code = jitlink_library.nvJitLinkGetLinkedCubinSize(w->handle, &n);
    if (code == 0) {
        w->result->bytes = arena_alloc(memory, n + 1);
        w->result->n = n;
        code = jitlink_library.nvJitLinkGetLinkedCubin(w->handle, w->result->bytes);
    }
    if (code)
        return tool_jitlink_refused(code, w, error);
    tool_keep_jitlink_log(w, jitlink_library.nvJitLinkGetInfoLogSize, jitlink_library.nvJitLinkGetInfoLog);
    return tool_check_wgmma(w->result->log, w->arch, error);
}

rustg_status tool_jitlink(arena *memory, const char *ptx, size_t n, const char *arch, const codegen_options *options,
                          tool_cuda_code *result, rustg_error *error)
{
    memset(result, 0, sizeof *result);
    result->log = arena_text(memory, "", 0);
    pthread_once(&jitlink_once, tool_jitlink_open_once);
    if (!jitlink_is_usable) {
        error_set(error, RUSTG_ERR_NO_NVRTC, "cubins of the backend ptx need nvJitLink: %s", jitlink_why);
        error_hint(error, "install the CUDA toolkit's nvJitLink, version 12 or 13 (package libnvjitlink), or set "
                          "CUDA_PATH; --emit=ptx works without, and the driver takes PTX");
        return RUSTG_ERR_NO_NVRTC;
    }
    jitlink_work work = {.memory = memory, .ptx = ptx, .n = n, .arch = arch, .options = options, .result = result};
    const rustg_status status = tool_guard(memory, tool_jitlink_make, &work, "nvJitLink", error);
    if (work.handle)
        jitlink_library.nvJitLinkDestroy(&work.handle);
    return status;
}
