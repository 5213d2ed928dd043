/* module_rust.c: loads the kernels of a compile on a device. */
#include "launch/module_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/struct_size.h"
#include "runtime/error_note.h"
#include "runtime/profile_record.h"

static rustg_status module_load_on_device(rustg_module *module, rustg_error *error)
{
    rustg_context *context = module->context;
    const uint8_t *image;
    char arch[16];
    module_arch(context, arch);
    rustg_status status = compile_image(module->result->kernels, arch, &image, error);
    if (status != RUSTG_OK)
        return status;
    rustg_error refused = {0};
    status = module_load_image(module, image, "the compiled kernels", &refused);
    if (status != RUSTG_OK && (refused.cuda_result == CUDA_INVALID_IMAGE || refused.cuda_result == CUDA_NO_BINARY)) {
        const uint8_t *ptx;
        if (compile_image_for_old_driver(module->result->kernels, arch, context->driver->version, &ptx, NULL) ==
                RUSTG_OK &&
            ptx && ptx != image)
            status = module_load_image(module, ptx, "the compiled kernels", &refused);
    }
    if (status != RUSTG_OK && error)
        *error = refused;
    return status;
}

static rustg_status module_from_result(rustg_context *context, rustg_result *result, rustg_module **module,
                                       rustg_error *error)
{
    rustg_module *made;
    const char *missing;
    rustg_status status = result_has_kernels(result, &missing);
    if (status != RUSTG_OK)
        return error_fail(error, status, "%s", missing);
    status = module_make(context, &made, error);
    if (status != RUSTG_OK)
        return status;
    made->result = result;
    if (context->backend == RUSTG_BACKEND_CUDA)
        status = module_load_on_device(made, error);
    if (status == RUSTG_OK)
        *module = made;
    else
        module_release(made);
    return status;
}

/* The name that a module has in a profile. */
static const char *module_rust_name_of(const rustg_result *result)
{
    rustg_file file;
    return rustg_result_file(result, 0, &file) == RUSTG_OK && file.name ? file.name : "kernels";
}

rustg_status rustg_module_from_result(rustg_context *context, rustg_result *result, rustg_module **module,
                                      rustg_error *error)
{
    profile_span span;
    if (module)
        *module = NULL;
    if (!context || !module)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "context or module is NULL");
    profile_host_begin(context, RUSTG_PROFILE_COMPILE, result ? module_rust_name_of(result) : "kernels", &span);
    rustg_status status = module_from_result(context, result, module, error);
    profile_host_end(context, &span);
    return status;
}

/* NULL without memory, as the message stands without it. */
static char *module_rendered(const rustg_result *result)
{
    size_t n = rustg_result_render(result, RUSTG_FORMAT_HUMAN, 0, NULL, 0);
    char *text = malloc(n + 1);
    if (text)
        rustg_result_render(result, RUSTG_FORMAT_HUMAN, 0, text, n + 1);
    return text;
}

/* As much of what rustc would print as the message has room for: whole lines, then a line that says that there is
 * more. */
static rustg_status module_rust_fail_source(const rustg_result *result, const char *rendered, rustg_error *error)
{
    static const char more[] = "\n...";
    rustg_error wrong;
    if (!rendered)
        return error_fail(error, RUSTG_ERR_SOURCE, "%s", rustg_result_message(result));
    size_t n = strlen(rendered);
    while (n > 0 && rendered[n - 1] == '\n')
        n--;
    const bool fits = n < sizeof wrong.message;
    if (!fits) {
        n = sizeof wrong.message - sizeof more;
        while (n > 0 && rendered[n] != '\n')
            n--;
    }
    if (n == 0) /* the first line alone is too long */
        return error_fail(error, RUSTG_ERR_SOURCE, "%s", rustg_result_message(result));
    error_set(&wrong, RUSTG_ERR_SOURCE, "%.*s%s", (int)n, rendered, fits ? "" : more);
    if (!fits)
        error_hint(&wrong, "rustg_module_from_rust_log gives all that is wrong with the source");
    error_note(&wrong);
    if (error)
        *error = wrong;
    return RUSTG_ERR_SOURCE;
}

static rustg_status module_from_rust(rustg_context *context, const rustg_source *sources, size_t n_sources,
                                     const rustg_kernel_options *options, rustg_module **module, char **log,
                                     rustg_error *error)
{
    rustg_kernel_options kernels;
    rustg_result *result;
    rustg_error why;
    if (struct_size_read(STRUCT_rustg_kernel_options, &kernels, sizeof kernels, options, "options", &why))
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s", why.message);
    kernels.outputs = 0;
    kernels.archs = NULL;
    kernels.n_archs = 0;
    rustg_compile_options how = {.struct_size = sizeof how, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_status status = rustg_compile(sources, n_sources, &how, &result, error);
    if (status != RUSTG_OK)
        return status;
    if (!rustg_result_success(result)) {
        char *rendered = module_rendered(result);
        status = module_rust_fail_source(result, rendered, error);
        if (log)
            *log = rendered;
        else
            free(rendered);
        rustg_result_free(result);
        return status;
    }
    if (rustg_result_n_kernels(result) == 0) {
        status = error_fail(error, RUSTG_ERR_ARGUMENT, "there is no kernel in `%s`", module_rust_name_of(result));
        error_hint(error, "a kernel is a function with `#[kernel]`; of a generic one options->instances says what is "
                          "wanted");
    } else {
        status = module_from_result(context, result, module, error);
    }
    if (status == RUSTG_OK)
        (*module)->owns_result = true;
    else
        rustg_result_free(result);
    return status;
}

rustg_status rustg_module_from_rust_log(rustg_context *context, const rustg_source *sources, size_t n_sources,
                                        const rustg_kernel_options *options, rustg_module **module, char **log,
                                        rustg_error *error)
{
    profile_span span;
    if (module)
        *module = NULL;
    if (log)
        *log = NULL;
    if (!context || !module)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "context or module is NULL");
    profile_host_begin(context, RUSTG_PROFILE_COMPILE,
                       sources && n_sources && sources->name ? sources->name : "kernels", &span);
    rustg_status status = module_from_rust(context, sources, n_sources, options, module, log, error);
    profile_host_end(context, &span);
    return status;
}

rustg_status rustg_module_from_rust(rustg_context *context, const rustg_source *sources, size_t n_sources,
                                    const rustg_kernel_options *options, rustg_module **module, rustg_error *error)
{
    return rustg_module_from_rust_log(context, sources, n_sources, options, module, NULL, error);
}
