/* compile_tool.c: runs NVRTC, nvJitLink and the C compiler by way of the cache, and reads modules from the IR that an
 * entry holds. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "cache/build_id.h"
#include "compile/compile_saved.h"

typedef enum tool_of { OF_CC, OF_NVRTC, OF_JITLINK } tool_of;

/* One output to make of a text. */
typedef struct tool_call {
    compile_kernels *kernels;
    tool_of tool;
    const char *text, *arch; /* arch NULL: for the C compiler */
    bool variant;            /* cubin; shared object */
    const codegen_options *how;
    const tool_cuda_code *cubin; /* NVRTC's of the same text, where PTX is asked for; NULL: none yet */
    rustg_error *error;
    tool_cuda_code made;
} tool_call;

static bool compile_identity_of(const tool_call *call, bool is_fresh, tool_identity *identity)
{
    return call->tool == OF_CC
               ? tool_identity_cc(is_fresh, identity)
               : tool_identity_library(call->tool == OF_NVRTC ? TOOL_NVRTC : TOOL_JITLINK, is_fresh, identity);
}

_Static_assert(sizeof(codegen_options) == 40 || sizeof(void *) != 8,
               "key_of knows every option; c_prefix and coarsen show in the text, and limits only end a compile");

static cache_key compile_key_of(const tool_call *call, const tool_identity *tool)
{
    const codegen_options *how = call->how;
    const uint32_t numbers[] = {call->tool,     call->variant,      how->debug,    how->checks,
                                how->opt_level, how->max_registers, how->fast_math};
    const char *what = call->arch ? call->arch : "cc";
    char folder[4096] = "";
    cache_key key;
    sha256 digest;
    if ((!call->arch || call->variant) && how->debug &&
        !getcwd(folder, sizeof folder)) /* code names it, PTX does not */
        folder[0] = 0;
    compile_begin_key(&digest, "tool");
    sha256_add(&digest, what, strlen(what) + 1);
    sha256_add(&digest, numbers, sizeof numbers);
    sha256_add(&digest, folder, strlen(folder) + 1);
    sha256_add(&digest, how->cpu ? how->cpu : "", how->cpu ? strlen(how->cpu) + 1 : 1);
    sha256_add(&digest, tool, sizeof *tool);
    sha256_add(&digest, call->text, strlen(call->text));
    sha256_end(&digest, key.bytes);
    return key;
}

static rustg_status compile_run_tool(tool_call *call)
{
    arena *memory = &call->kernels->memory;
    if (call->tool == OF_CC)
        return tool_cc(memory, call->text, call->variant, call->how, &call->made.bytes, &call->made.n, call->error);
    if (call->tool == OF_JITLINK)
        return tool_jitlink(memory, call->text, strlen(call->text), call->arch, call->how, &call->made, call->error);
    if (call->cubin)
        call->made = tool_nvrtc_ptx(call->text, call->how, call->cubin);
    return call->made.bytes
               ? RUSTG_OK
               : tool_nvrtc(memory, call->text, call->arch, call->variant, call->how, &call->made, call->error);
}

static void compile_take_blob(tool_call *call, const cache_blob *blob)
{
    arena *memory = &call->kernels->memory;
    call->made = (tool_cuda_code){arena_alloc(memory, blob->n + 1), blob->n, arena_text(memory, "", 0), NULL, 0};
    if (blob->n)
        memcpy(call->made.bytes, blob->bytes, blob->n);
}

/* Whatever ends the call, also running out of memory, ends the flight, because other threads wait for it. */
static rustg_status compile_cached(tool_call *call)
{
    arena *memory = &call->kernels->memory;
    jmp_buf *outer = memory->out_of_memory, here;
    tool_identity tool, now;
    cache_blob *volatile blob = NULL;
    cache_flight *volatile flight = NULL;
    volatile rustg_status status = RUSTG_OK;
    if (!compile_identity_of(call, false, &tool))
        return compile_run_tool(call);
    memory->out_of_memory = &here;
    if (setjmp(here)) {
        status = error_set(call->error, RUSTG_ERR_MEMORY, "out of memory for code");
    } else {
        cache_blob *found;
        cache_flight *begun;
        cache_key key = compile_key_of(call, &tool);
        cache_answer answer = cache_begin(&key, true, NULL, NULL, &found, &begun, &call->kernels->tally);
        flight = begun;
        if (answer == CACHE_HIT) {
            blob = found;
            compile_take_blob(call, found);
        } else {
            status = compile_run_tool(call);
        }
    }
    memory->out_of_memory = outer;
    bool is_kept =
        status == RUSTG_OK && flight && compile_identity_of(call, true, &now) && memcmp(&now, &tool, sizeof now) == 0;
    cache_blob *kept = cache_end(flight, is_kept ? call->made.bytes : NULL, call->made.n);
    cache_release(kept ? &kept->shared : NULL);
    cache_release(blob ? &blob->shared : NULL);
    return status;
}

rustg_status compile_nvrtc(compile_kernels *kernels, const char *cuda, const char *arch, bool cubin,
                           const codegen_options *how, const tool_cuda_code *beside, tool_cuda_code *made,
                           rustg_error *error)
{
    tool_call call = {.kernels = kernels,
                      .tool = OF_NVRTC,
                      .text = cuda,
                      .arch = arch,
                      .variant = cubin,
                      .how = how,
                      .cubin = cubin ? NULL : beside,
                      .error = error};
    rustg_status status = compile_cached(&call);
    *made = call.made;
    return status;
}

rustg_status compile_jitlink(compile_kernels *kernels, const char *ptx, const char *arch, const codegen_options *how,
                             tool_cuda_code *made, rustg_error *error)
{
    tool_call call = {
        .kernels = kernels, .tool = OF_JITLINK, .text = ptx, .arch = arch, .variant = true, .how = how, .error = error};
    rustg_status status = compile_cached(&call);
    *made = call.made;
    return status;
}

rustg_status compile_cc(compile_kernels *kernels, const char *c, bool shared, const codegen_options *how,
                        uint8_t **bytes, size_t *n, rustg_error *error)
{
    tool_call call = {.kernels = kernels, .text = c, .variant = shared, .how = how, .error = error};
    rustg_status status = compile_cached(&call);
    *bytes = call.made.bytes;
    *n = call.made.n;
    return status;
}

ir_module *compile_module(compile_kernels *kernels, rustg_error *error)
{
    const compile_saved *saved = kernels->saved;
    const char *message;
    if (!saved)
        return &kernels->module;
    if (!kernels->read_module) {
        ir_module *module = ARENA_NEW(&kernels->memory, ir_module);
        ir_begin(module, &kernels->memory);
        if (!ir_read(module, saved->ir, saved->n_ir, &message) || (message = ir_verify(module)) != NULL ||
            (message = compile_saved_wrong(saved, module)) != NULL) {
            error_set(error, RUSTG_ERR_INTERNAL, "the saved kernels are damaged: %s", message);
            return NULL;
        }
        kernels->read_module = module;
    }
    return kernels->read_module;
}

ir_function_id compile_function(const compile_kernels *kernels, const ir_module *module, uint32_t kernel)
{
    if (kernels->lowered)
        return kernels->lowered[kernel].function;
    for (uint32_t f = 1; f < module->functions.n; f++)
        if (module->functions.at[f].is_kernel &&
            strcmp(module->functions.at[f].name, kernels->kernels[kernel].name) == 0)
            return f;
    return 0;
}
