/* tool_nvrtc.c: opens NVRTC with dlopen, and its companion that holds the built-in functions. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/dynamic_symbol.h"
#include "base/error.h"
#include "codegen/toolchain/tool_internal.h"
#include "codegen/toolchain/tool_identity.h"

static pthread_once_t nvrtc_once = PTHREAD_ONCE_INIT;
static nvrtc nvrtc_library;
static bool nvrtc_is_usable;
static char nvrtc_why[256];

/* When it first compiles, NVRTC opens the companion by its bare name. One that is open already serves. */
static bool tool_open_builtins(const nvrtc *of)
{
    Dl_info about;
    char name[64], path[1200];
    void *symbol;
    memcpy(&symbol, &of->nvrtcVersion, sizeof symbol);
    snprintf(name, sizeof name, "libnvrtc-builtins.so.%d.%d", of->major, of->minor);
    if (dladdr(symbol, &about) && about.dli_fname) {
        const char *slash = strrchr(about.dli_fname, '/');
        int n =
            slash ? snprintf(path, sizeof path, "%.*s/%s", (int)(slash - about.dli_fname), about.dli_fname, name) : 0;
        if (n > 0 && (size_t)n < sizeof path && dlopen(path, RTLD_NOW | RTLD_LOCAL))
            return true;
    }
    return dlopen(name, RTLD_NOW | RTLD_LOCAL) != NULL;
}

static void tool_nvrtc_open_once(void)
{
    void *handle = tool_open_library(TOOL_NVRTC);
    if (!handle) {
        snprintf(nvrtc_why, sizeof nvrtc_why,
                 "libnvrtc.so was not found (CUDA_PATH, the loader's path, /usr/local/cuda/lib64)");
        return;
    }
#define FN(name, parameters)                                                                                           \
    if (!dynamic_symbol_find(handle, #name, &nvrtc_library.name)) {                                                    \
        snprintf(nvrtc_why, sizeof nvrtc_why, "the NVRTC found is too old: it has no " #name);                         \
        goto fail;                                                                                                     \
    }
#include "codegen/toolchain/tool_nvrtc.def"
    if (nvrtc_library.nvrtcVersion(&nvrtc_library.major, &nvrtc_library.minor) ||
        nvrtc_library.nvrtcGetNumSupportedArchs(&nvrtc_library.n_archs) || nvrtc_library.n_archs < 1 ||
        nvrtc_library.n_archs > 128 || nvrtc_library.nvrtcGetSupportedArchs(nvrtc_library.archs)) {
        snprintf(nvrtc_why, sizeof nvrtc_why, "the NVRTC found does not answer");
        goto fail;
    }
    if (!tool_open_builtins(&nvrtc_library)) {
        snprintf(nvrtc_why, sizeof nvrtc_why,
                 "libnvrtc-builtins.so.%d.%d, which belongs to the NVRTC found, was not found beside it",
                 nvrtc_library.major, nvrtc_library.minor);
        goto fail;
    }
    snprintf(nvrtc_library.version, sizeof nvrtc_library.version, "%d.%d", nvrtc_library.major, nvrtc_library.minor);
    tool_identity_loaded(TOOL_NVRTC, &nvrtc_library.nvrtcVersion);
    nvrtc_is_usable = true;
    return;
fail:
    dlclose(handle);
}

const char *tool_nvrtc_version(void)
{
    pthread_once(&nvrtc_once, tool_nvrtc_open_once);
    return nvrtc_is_usable ? nvrtc_library.version : "";
}

const nvrtc *tool_nvrtc_open(rustg_error *error)
{
    pthread_once(&nvrtc_once, tool_nvrtc_open_once);
    if (nvrtc_is_usable)
        return &nvrtc_library;
    error_set(error, RUSTG_ERR_NO_NVRTC, "PTX and cubins need NVRTC: %s", nvrtc_why);
    error_hint(
        error,
        "install the CUDA toolkit's NVRTC, version 12 or 13 (package cuda-nvrtc), or set CUDA_PATH; --backend=ptx, "
        "--emit=cuda and the CPU target work without");
    return NULL;
}

uint32_t tool_arch_number(const char *arch, const char **rest)
{
    uint32_t number = 0;
    const char *at = strncmp(arch, "sm_", 3) == 0 ? arch + 3 : strncmp(arch, "compute_", 8) == 0 ? arch + 8 : "";
    for (; *at >= '0' && *at <= '9' && number < 100000; at++)
        number = number * 10 + (uint32_t)(*at - '0');
    if (rest)
        *rest = at;
    return number;
}

rustg_status tool_nvrtc_check_arch(const char *arch, rustg_error *error)
{
    const char *rest;
    uint32_t number = tool_arch_number(arch, &rest);
    char known[200] = "";
    size_t n = 0;
    bool form = number && (!*rest || ((*rest == 'a' || *rest == 'f') && !rest[1]));
    for (int i = 0; i < nvrtc_library.n_archs; i++) {
        if (form && (uint32_t)nvrtc_library.archs[i] == number)
            return RUSTG_OK;
        if (n < sizeof known - 16)
            n += (size_t)snprintf(known + n, sizeof known - n, "%ssm_%d", i ? ", " : "", nvrtc_library.archs[i]);
    }
    error_set(error, RUSTG_ERR_ARGUMENT, "the architecture `%s` is not known to NVRTC %s", arch, nvrtc_library.version);
    error_hint(error, "it knows %s", known);
    return RUSTG_ERR_ARGUMENT;
}

enum { FIRST_WITH_OWN = 90 }; /* sm_90a came with CUDA 12.0, which is the oldest that we take */

const char *tool_own_arch(arena *memory, const char *cuda, const char *arch)
{
    const char *rest;
    const bool is_plain = tool_arch_number(arch, &rest) >= FIRST_WITH_OWN && !*rest;
    return is_plain && strstr(cuda, TOOL_PTX_MARK) ? arena_format(memory, "%sa", arch) : arch;
}

void tool_nvrtc_first_error(const char *log, char *line, size_t size)
{
    const char *at = strstr(log, "error");
    while (at && at > log && at[-1] != '\n')
        at--;
    size_t n = at ? strcspn(at, "\n") : 0;
    n = n < size ? n : size - 1;
    if (n)
        memcpy(line, at, n);
    line[n] = 0;
}

bool tool_is_shared_too_large(const char *line, const char *arch, rustg_error *error)
{
    if (!strstr(line, "uses too much shared data"))
        return false;
    error_set(error, RUSTG_ERR_ARGUMENT, "a kernel's shared memory is too large for %s: %s", arch, line);
    error_hint(error, "make the `Shared` arrays smaller, or use `DynShared`, whose size the launch gives; a gradient "
                      "has each array of floats twice, and `DynShared` has none");
    return true;
}

static rustg_status tool_nvrtc_refused(int code, const char *cuda, const char *arch, const tool_cuda_code *result,
                                       rustg_error *error)
{
    char line[256];
    if (code == 1)
        return error_set(error, RUSTG_ERR_MEMORY, "NVRTC %s ran out of memory for %s", nvrtc_library.version, arch);
    tool_nvrtc_first_error(result->log, line, sizeof line);
    if (tool_is_shared_too_large(line, arch, error))
        return RUSTG_ERR_ARGUMENT;
    error_set(error, RUSTG_ERR_INTERNAL, "NVRTC %s does not compile what rustg generated for %s (result %d)%s%s",
              nvrtc_library.version, arch, code, line[0] ? ": " : "", line);
    if (strstr(cuda, TOOL_PTX_MARK))
        error_hint(error, "the text of a `ptx!` may be wrong; if it is not, this is a bug of rustg: please report it");
    else
        error_hint(error,
                   "this is a bug of rustg: please report it with the source and the text that --emit=cuda writes");
    return RUSTG_ERR_INTERNAL;
}

/* ptxas makes each wgmma wait for the one before where it cannot keep accumulators in their registers, and only says so
 * (C7510 to C7520). */
rustg_status tool_check_wgmma(const char *log, const char *arch, rustg_error *error)
{
    static const char words[] = "wgmma.mma_async instructions are serialized";
    const char *at = strstr(log, words);
    if (!at)
        return RUSTG_OK;
    while (at > log && at[-1] != '\n')
        at--;
    error_set(error, RUSTG_ERR_ARGUMENT, "a kernel's products by tensor cores would wait for each other on %s: %.*s",
              arch, (int)strcspn(at, "\n"), at);
    error_hint(error,
               "nothing may read or write the accumulators between wgmma.fence and wgmma.wait_group, nor pass them "
               "to a fn that is not inlined, and there must be registers for all of them");
    return RUSTG_ERR_ARGUMENT;
}

static uint32_t tool_list_options(arena *a, const char *arch, bool cubin, const codegen_options *o, const char **list)
{
    uint32_t n = 0;
    const char *rest;
    uint32_t number = tool_arch_number(arch, &rest);
    list[n++] = arena_format(a, "--gpu-architecture=%s_%u%s", cubin ? "sm" : "compute", number, rest);
    list[n++] = "--std=c++17";
    list[n++] = "--disable-warnings";
    list[n++] = o->fast_math ? "--use_fast_math" : "--fmad=false";
    if (o->debug)
        list[n++] = "--generate-line-info";
    if (o->max_registers)
        list[n++] = arena_format(a, "--maxrregcount=%u", o->max_registers);
    if (cubin && o->opt_level < 3)
        list[n++] = arena_format(a, "--ptxas-options=-O%u", o->opt_level);
    list[n++] = "--minimal"; /* the last: older ones do not know it */
    return n;
}

rustg_status tool_guard(arena *memory, rustg_status (*make)(void *work, rustg_error *error), void *work,
                        const char *maker, rustg_error *error)
{
    jmp_buf *outer = memory->out_of_memory, here;
    volatile rustg_status status;
    memory->out_of_memory = &here;
    if (setjmp(here))
        status = error_set(error, RUSTG_ERR_MEMORY, "out of memory for what %s made", maker);
    else
        status = make(work, error);
    memory->out_of_memory = outer;
    return status;
}

rustg_status tool_nvrtc_guard(arena *memory, rustg_status (*make)(void *work, rustg_error *error), void *work,
                              nvrtc_program *program, rustg_error *error)
{
    const rustg_status status = tool_guard(memory, make, work, "NVRTC", error);
    if (*program)
        nvrtc_library.nvrtcDestroyProgram(program);
    return status;
}

/* A text for NVRTC. */
typedef struct nvrtc_work {
    arena *memory;
    const char *cuda, *arch;
    bool cubin;
    const codegen_options *options;
    tool_cuda_code *result;
    nvrtc_program program;
} nvrtc_work;

static void tool_keep_log(nvrtc_work *w)
{
    size_t n = 0;
    if (w->program && nvrtc_library.nvrtcGetProgramLogSize(w->program, &n) == 0 && n) {
        w->result->log = arena_alloc(w->memory, n + 1);
        nvrtc_library.nvrtcGetProgramLog(w->program, w->result->log);
    }
}

static rustg_status tool_nvrtc_make(void *work, rustg_error *error)
{
    nvrtc_work *w = work;
    tool_cuda_code *result = w->result;
    const char *list[8];
    uint32_t n_options = tool_list_options(w->memory, w->arch, w->cubin, w->options, list);
    int code = 0;
    for (uint32_t again = 0; again < 2; again++) {
        code = nvrtc_library.nvrtcCreateProgram(&w->program, w->cuda, "rustg.cu", 0, NULL, NULL);
        if (code == 0)
            code = nvrtc_library.nvrtcCompileProgram(w->program, (int)(n_options - again), list);
        tool_keep_log(w);
        if (code != 5) /* an option is not known: without the last one */
            break;
        nvrtc_library.nvrtcDestroyProgram(&w->program);
        w->program = NULL;
    }
    size_t n = 0;
    if (code == 0)
        code =
            w->cubin ? nvrtc_library.nvrtcGetCUBINSize(w->program, &n) : nvrtc_library.nvrtcGetPTXSize(w->program, &n);
    if (code == 0) {
        result->bytes = arena_alloc(w->memory, n + 1);
        code = w->cubin ? nvrtc_library.nvrtcGetCUBIN(w->program, (char *)result->bytes)
                        : nvrtc_library.nvrtcGetPTX(w->program, (char *)result->bytes);
        result->n = w->cubin || n == 0 ? n : n - 1;
    }
    if (code == 0 && w->cubin && nvrtc_library.nvrtcGetPTXSize(w->program, &n) == 0 && n > 1) {
        uint8_t *ptx = arena_alloc(w->memory, n + 1);
        if (nvrtc_library.nvrtcGetPTX(w->program, (char *)ptx) == 0 && strstr((const char *)ptx, "\n.version ")) {
            result->ptx = ptx;
            result->n_ptx = n - 1;
        }
    }
    return code ? tool_nvrtc_refused(code, w->cuda, w->arch, result, error)
                : tool_check_wgmma(result->log, w->arch, error);
}

uint32_t tool_number_of_arch(const char *arch)
{
    return tool_arch_number(arch, NULL);
}

/* sm_90 has these conversions since CUDA 11.8, sm_89 since 12.1: PTX ISA, cvt. */
static rustg_status tool_check_fp8(const char *cuda, const char *arch, rustg_error *error)
{
    const char *kernel = strstr(cuda, TOOL_FP8_MARK);
    const uint32_t number = tool_arch_number(arch, NULL);
    bool is_old = number == 89 && nvrtc_library.major == 12 && nvrtc_library.minor < 1;
    if (!kernel || (number >= 89 && !is_old))
        return RUSTG_OK;
    kernel += strlen(TOOL_FP8_MARK);
    error_set(error, RUSTG_ERR_ARGUMENT, "the kernel `%.*s` converts FP8 numbers, which %s%s does not",
              (int)strcspn(kernel, "\n"), kernel, is_old ? "NVRTC 12.0 for " : "", arch);
    error_hint(error, "%s",
               is_old ? "install NVRTC 12.1 or later"
                      : "sm_89 and later do; keep the numbers as f16 or bf16 for others");
    return RUSTG_ERR_ARGUMENT;
}

static void tool_nvrtc_finish_ptx(const char *cuda, const codegen_options *options, tool_cuda_code *ptx)
{
    tool_restore_names(cuda, false, ptx);
    if (options->debug)
        tool_restore_paths(cuda, ptx);
    tool_lower_ptx((char *)ptx->bytes, &ptx->n);
}

rustg_status tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin, const codegen_options *options,
                        tool_cuda_code *result, rustg_error *error)
{
    memset(result, 0, sizeof *result);
    result->log = arena_text(memory, "", 0);
    if (!tool_nvrtc_open(error))
        return RUSTG_ERR_NO_NVRTC;
    rustg_status status = tool_nvrtc_check_arch(arch, error);
    if (status != RUSTG_OK)
        return status;
    const char *cycle = strstr(cuda, TOOL_CYCLE_MARK);
    if (cycle) {
        cycle += strlen(TOOL_CYCLE_MARK);
        error_set(error, RUSTG_ERR_ARGUMENT,
                  "the static `%.*s` refers to itself, through others maybe, which NVRTC does not compile",
                  (int)strcspn(cycle, "\n"), cycle);
        error_hint(error, "keep indices into an array in the place of references; the CPU target takes it as it is");
        return RUSTG_ERR_ARGUMENT;
    }
    status = tool_check_fp8(cuda, arch, error);
    if (status != RUSTG_OK)
        return status;
    nvrtc_work work = {
        .memory = memory, .cuda = cuda, .arch = arch, .cubin = cubin, .options = options, .result = result};
    status = tool_nvrtc_guard(memory, tool_nvrtc_make, &work, &work.program, error);
    if (status == RUSTG_OK && cubin)
        tool_restore_names(cuda, true, result);
    else if (status == RUSTG_OK)
        tool_nvrtc_finish_ptx(cuda, options, result);
    return status;
}

tool_cuda_code tool_nvrtc_ptx(const char *cuda, const codegen_options *options, const tool_cuda_code *cubin)
{
    tool_cuda_code ptx = {.bytes = cubin->ptx, .n = cubin->n_ptx, .log = cubin->log};
    if (ptx.bytes)
        tool_nvrtc_finish_ptx(cuda, options, &ptx);
    return ptx;
}
