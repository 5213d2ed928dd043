/* module_cuda.c: compiles CUDA C++ into an image and loads it on a device. */
#include "launch/module_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/struct_size.h"
#include "codegen/toolchain/tool_clang.h"
#include "runtime/error_note.h"
#include "runtime/profile_record.h"

enum { OWN_OPTIONS = 8 };

void rustg_log_free(char *log)
{
    free(log);
}

static char *module_copy(const char *bytes, size_t n)
{
    char *text = malloc(n + 1);
    if (text) {
        memcpy(text, bytes, n);
        text[n] = 0;
    }
    return text;
}

/* full: a copy of options, of which NULL has defaults. */
static rustg_status module_cuda_check(const char *text, const rustg_cuda_options *options, rustg_cuda_options *full,
                                      rustg_error *error)
{
    rustg_error why;
    if (!text)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "text is NULL");
    if (struct_size_read(STRUCT_rustg_cuda_options, full, sizeof *full, options, "options", &why))
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s", why.message);
    if ((full->n_defines && !full->defines) || (full->n_headers && !full->headers) ||
        (full->n_options && !full->options))
        return error_fail(error, RUSTG_ERR_ARGUMENT, "an array of options is NULL and its count is not 0");
    if (full->no_opt_level > 3)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "options->no_opt_level is %u; 0 to 3",
                          (unsigned)full->no_opt_level);
    return RUSTG_OK;
}

/* The options in NVRTC's words. */
static void module_cuda_fill(arena *memory, tool_cuda_source *source, const rustg_cuda_options *options, bool is_cubin)
{
    const char **words = ARENA_ARRAY(memory, const char *, OWN_OPTIONS + options->n_defines + options->n_options);
    const char **names = ARENA_ARRAY(memory, const char *, options->n_headers + 1);
    const char **texts = ARENA_ARRAY(memory, const char *, options->n_headers + 1);
    uint32_t n = 0;
    if (options->debug)
        words[n++] = "--generate-line-info";
    if (options->max_registers)
        words[n++] = arena_format(memory, "--maxrregcount=%u", (unsigned)options->max_registers);
    if (options->no_opt_level && is_cubin)
        words[n++] = arena_format(memory, "--ptxas-options=-O%u", 3 - (unsigned)options->no_opt_level);
    if (options->fast_math)
        words[n++] = "--use_fast_math";
    for (size_t i = 0; i < options->n_defines; i++)
        words[n++] = arena_format(memory, "--define-macro=%s", options->defines[i]);
    for (size_t i = 0; i < options->n_options; i++)
        words[n++] = options->options[i];
    for (size_t i = 0; i < options->n_headers; i++) {
        names[i] = options->headers[i].name;
        texts[i] = options->headers[i].text;
    }
    source->options = words;
    source->n_options = n;
    source->header_names = names;
    source->header_texts = texts;
    source->n_headers = (uint32_t)options->n_headers;
}

typedef struct cuda_job {
    const rustg_cuda_options *options;
    tool_cuda_source source;
    bool is_cubin;
    char **image, **log;
    size_t *n_bytes;
    rustg_error *error;
} cuda_job;

static rustg_status module_compile(arena *memory, cuda_job *job)
{
    tool_cuda_code made = {0};
    module_cuda_fill(memory, &job->source, job->options, job->is_cubin);
    rustg_status status = tool_nvrtc_source(memory, &job->source, job->options->arch, job->is_cubin, &made, job->error);
    if (job->log && made.log)
        *job->log = module_copy(made.log, strlen(made.log));
    if (status != RUSTG_OK) {
        error_note(job->error);
        return status;
    }
    *job->n_bytes = made.n;
    *job->image = module_copy((const char *)made.bytes, made.n);
    return *job->image ? RUSTG_OK : error_fail(job->error, RUSTG_ERR_MEMORY, "out of memory for a module");
}

rustg_status rustg_cuda_compile(const char *text, const char *name, const rustg_cuda_options *options, int is_cubin,
                                char **image, size_t *n_bytes, char **log, rustg_error *error)
{
    arena memory = {0};
    jmp_buf out_of_memory;
    rustg_cuda_options full;
    cuda_job job = {
        .options = &full, .source = {.text = text, .name = name ? name : "source.cu"}, .is_cubin = is_cubin != 0};
    job.image = image;
    job.log = log;
    job.n_bytes = n_bytes;
    job.error = error;
    if (image)
        *image = NULL;
    if (log)
        *log = NULL;
    rustg_status status = module_cuda_check(text, options, &full, error);
    if (status == RUSTG_OK && (!image || !n_bytes || !full.arch))
        status = error_fail(error, RUSTG_ERR_ARGUMENT, "image, n_bytes, options or options->arch is NULL");
    if (status != RUSTG_OK)
        return status;
    memory.out_of_memory = &out_of_memory;
    if (setjmp(out_of_memory))
        status = error_fail(job.error, RUSTG_ERR_MEMORY, "out of memory for a module");
    else
        status = module_compile(&memory, &job);
    arena_free(&memory);
    return status;
}

struct rustg_cuda_signatures {
    arena memory;
    rustg_cuda_function *functions;
    size_t n;
};

rustg_status rustg_cuda_signatures_read(const char *text, const char *name, const rustg_cuda_options *options,
                                        rustg_cuda_signatures **signatures, rustg_error *error)
{
    jmp_buf out_of_memory;
    if (signatures)
        *signatures = NULL;
    rustg_cuda_options full;
    rustg_status status = module_cuda_check(text, options, &full, error);
    if (status == RUSTG_OK && !signatures)
        status = error_fail(error, RUSTG_ERR_ARGUMENT, "signatures is NULL");
    rustg_cuda_signatures *volatile made = status == RUSTG_OK ? calloc(1, sizeof *made) : NULL;
    if (status != RUSTG_OK)
        return status;
    if (!made || setjmp(out_of_memory)) {
        rustg_cuda_signatures_free(made);
        return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for the signatures of kernels");
    }
    made->memory.out_of_memory = &out_of_memory;
    status = tool_clang_read(&made->memory, text, name ? name : "source.cu", &full, &made->functions, &made->n, error);
    if (status != RUSTG_OK) {
        rustg_cuda_signatures_free(made);
        return status;
    }
    made->memory.out_of_memory = NULL;
    *signatures = made;
    return RUSTG_OK;
}

const rustg_cuda_function *rustg_cuda_signatures_functions(const rustg_cuda_signatures *signatures, size_t *n_functions)
{
    if (n_functions)
        *n_functions = signatures ? signatures->n : 0;
    return signatures ? signatures->functions : NULL;
}

void rustg_cuda_signatures_free(rustg_cuda_signatures *signatures)
{
    if (signatures)
        arena_free(&signatures->memory);
    free(signatures);
}

const rustg_cuda_function *module_cuda_signature(const rustg_cuda_signatures *signatures, const char *name)
{
    const rustg_cuda_function *named = NULL;
    size_t n_named = 0;
    for (size_t i = 0; signatures && i < signatures->n; i++) {
        const rustg_cuda_function *function = &signatures->functions[i];
        if (!function->unread && strcmp(function->symbol, name) == 0)
            return function;
        if (!function->unread && strcmp(function->name, name) == 0) {
            named = function;
            n_named++;
        }
    }
    return n_named == 1 ? named : NULL; /* of overloads the name says nothing */
}

rustg_status rustg_module_use_signatures(rustg_module *module, rustg_cuda_signatures *signatures, rustg_error *error)
{
    if (!module || !signatures)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "module or signatures is NULL");
    rustg_status status = RUSTG_OK;
    pthread_mutex_lock(&module->lock);
    if (module->result || module->signatures)
        status = error_fail(error, RUSTG_ERR_ARGUMENT, "the module knows what its functions take already");
    else
        module->signatures = signatures;
    pthread_mutex_unlock(&module->lock);
    return status;
}

rustg_status rustg_module_from_cuda(rustg_context *context, const char *text, const char *name,
                                    const rustg_cuda_options *options, rustg_module **module, char **log,
                                    rustg_error *error)
{
    rustg_cuda_options how;
    char *image = NULL, arch[16];
    size_t n_bytes = 0;
    if (module)
        *module = NULL;
    if (log)
        *log = NULL;
    if (!context || !module)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "context or module is NULL");
    if (context->backend != RUSTG_BACKEND_CUDA)
        return error_refuse(error, "open a CUDA context, or write the kernel in Rust, which the CPU runs too",
                            "CUDA C++ runs in a CUDA context only");
    rustg_status status = module_cuda_check(text, options, &how, error);
    if (status != RUSTG_OK)
        return status;
    if (!how.arch) {
        module_arch(context, arch);
        how.arch = arch;
    }
    profile_span span;
    profile_host_begin(context, RUSTG_PROFILE_COMPILE, name ? name : "source.cu", &span);
    status = rustg_cuda_compile(text, name, &how, 1, &image, &n_bytes, log, error);
    if (status == RUSTG_OK)
        status = rustg_module_load(context, image, n_bytes, module, error);
    profile_host_end(context, &span);
    free(image);
    return status;
}
