/* tool_nvrtc_source.c: compiles CUDA C++ that the user wrote. */
#include <string.h>

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
    const char *rest, **options = ARENA_ARRAY(w->memory, const char *, source->n_options + 1);
    uint32_t number = tool_arch_number(w->arch, &rest);
    size_t n = 0;
    options[0] = arena_format(w->memory, "--gpu-architecture=%s_%u%s", w->cubin ? "sm" : "compute", number, rest);
    for (uint32_t i = 0; i < source->n_options; i++)
        options[i + 1] = source->options[i];
    int code = library->nvrtcCreateProgram(&w->program, source->text, source->name, (int)source->n_headers,
                                           source->header_texts, source->header_names);
    if (code == 0)
        code = library->nvrtcCompileProgram(w->program, (int)source->n_options + 1, options);
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
