/* tool_nvrtc_source.c: compiles CUDA C++ that the user wrote. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "codegen/toolchain/tool_internal.h"

static rustg_status tool_nvrtc_source_refused(const tool_cuda_source *source, const tool_cuda_code *result,
                                              rustg_error *error)
{
    char line[300];
    tool_nvrtc_first_error(result->log, line, sizeof line);
    if (!line[0]) {
        size_t n = strcspn(result->log, "\n");
        n = n < sizeof line ? n : sizeof line - 1;
        memcpy(line, result->log, n);
        line[n] = 0;
    }
    error_set(error, RUSTG_ERR_SOURCE, "NVRTC refuses `%s`: %s", source->name, line[0] ? line : "it does not say why");
    error_hint(error, "the log has all that NVRTC says");
    return RUSTG_ERR_SOURCE;
}

/* Where the toolkit that NVRTC belongs to has its headers, or NULL. Of a distribution's NVRTC that is the compiler's
 * own folder, in which NVRTC must not look. */
static const char *tool_nvrtc_headers(arena *memory, const nvrtc *library)
{
    static const char *const ways[] = {"../include", "../../include", "../../../include"};
    Dl_info about;
    void *symbol;
    memcpy(&symbol, &library->nvrtcVersion, sizeof symbol);
    if (!dladdr(symbol, &about) || !about.dli_fname)
        return NULL;
    const char *slash = strrchr(about.dli_fname, '/');
    for (size_t i = 0; slash && i < sizeof ways / sizeof *ways; i++) {
        const char *folder = arena_format(memory, "%.*s/%s", (int)(slash - about.dli_fname), about.dli_fname, ways[i]);
        if (access(arena_format(memory, "%s/cuda_fp16.h", folder), R_OK) == 0)
            return access(arena_format(memory, "%s/stdio.h", folder), R_OK) == 0 ? NULL : folder;
    }
    return NULL;
}

typedef struct source_work {
    arena *memory;
    const nvrtc *library;
    const tool_cuda_source *source;
    const char *arch;
    bool cubin;
    tool_cuda_code *result;
    nvrtc_program program;
} source_work;

static rustg_status tool_nvrtc_source_make(void *work, rustg_error *error)
{
    source_work *w = work;
    const nvrtc *library = w->library;
    const tool_cuda_source *source = w->source;
    tool_cuda_code *result = w->result;
    enum { OWN_WORDS = 3 };
    const char *rest, **options = ARENA_ARRAY(w->memory, const char *, source->n_options + OWN_WORDS);
    uint32_t number = tool_arch_number(w->arch, &rest);
    size_t n = 0;
    int n_options = 1 + (int)source->n_options;
    options[0] = arena_format(w->memory, "--gpu-architecture=%s_%u%s", w->cubin ? "sm" : "compute", number, rest);
    for (uint32_t i = 0; i < source->n_options; i++)
        options[i + 1] = source->options[i];
    const char *headers = tool_nvrtc_headers(w->memory, library);
    if (headers) { /* CUB and libcu++ lie in a folder of their own from CUDA 13 on */
        options[n_options++] = arena_format(w->memory, "--include-path=%s", headers);
        options[n_options++] = arena_format(w->memory, "--include-path=%s/cccl", headers);
    }
    int code = library->nvrtcCreateProgram(&w->program, source->text, source->name, (int)source->n_headers,
                                           source->header_texts, source->header_names);
    if (code == 0)
        code = library->nvrtcCompileProgram(w->program, n_options, options);
    if (w->program && library->nvrtcGetProgramLogSize(w->program, &n) == 0 && n > 1) {
        result->log = arena_alloc(w->memory, n + 1);
        library->nvrtcGetProgramLog(w->program, result->log);
    }
    if (code == 0)
        code = w->cubin ? library->nvrtcGetCUBINSize(w->program, &n) : library->nvrtcGetPTXSize(w->program, &n);
    if (code == 0) {
        result->bytes = arena_alloc(w->memory, n + 1);
        result->n = w->cubin || n == 0 ? n : n - 1;
        code = w->cubin ? library->nvrtcGetCUBIN(w->program, (char *)result->bytes)
                        : library->nvrtcGetPTX(w->program, (char *)result->bytes);
    }
    switch (code) { /* nvrtcResult */
    case 0: return RUSTG_OK;
    case 1: return error_set(error, RUSTG_ERR_MEMORY, "NVRTC ran out of memory for `%s`", source->name);
    case 5:
        return error_set(error, RUSTG_ERR_ARGUMENT, "NVRTC does not know one of the options for `%s`: %.300s",
                         source->name, result->log);
    case 6: return tool_nvrtc_source_refused(source, result, error);
    default: return error_set(error, RUSTG_ERR_INTERNAL, "NVRTC answered %d for `%s`", code, source->name);
    }
}

rustg_status tool_nvrtc_source(arena *memory, const tool_cuda_source *source, const char *arch, bool cubin,
                               tool_cuda_code *result, rustg_error *error)
{
    memset(result, 0, sizeof *result);
    result->log = arena_text(memory, "", 0);
    const nvrtc *library = tool_nvrtc_open(error);
    if (!library)
        return RUSTG_ERR_NO_NVRTC;
    rustg_status status = tool_nvrtc_check_arch(arch, error);
    if (status != RUSTG_OK)
        return status;
    source_work work = {
        .memory = memory, .library = library, .source = source, .arch = arch, .cubin = cubin, .result = result};
    status = tool_nvrtc_guard(memory, tool_nvrtc_source_make, &work, &work.program, error);
    if (status == RUSTG_OK && !cubin)
        tool_lower_ptx((char *)result->bytes, &result->n);
    return status;
}
