/* compile_tvm.c: writes a shared object for tvm-ffi: the kernels' C text, tables that tell of them, a function for each
 * in tvm-ffi's calling convention, their fatbin, and the runtime of src/tvm. */
#include "compile/compile_tvm.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/limits.h"

enum { BYTES_A_LINE = 24 };

typedef struct tvm_text {
    arena *memory;
    VEC(char) out;
} tvm_text;

static void compile_tvm_put(tvm_text *t, const char *text)
{
    const size_t n = strlen(text);
    vec_reserve(t->memory, &t->out, n);
    memcpy(t->out.at + t->out.n, text, n);
    t->out.n += (uint32_t)n;
}

static void compile_tvm_number(tvm_text *t, const char *before, uint32_t number, const char *behind)
{
    compile_tvm_put(t, before);
    compile_tvm_put(t, arena_format(t->memory, "%uu", (unsigned)number));
    compile_tvm_put(t, behind);
}

/* A string literal of C. Trigraphs and other bytes are written by their numbers. */
static void compile_tvm_string(tvm_text *t, const char *text)
{
    compile_tvm_put(t, "\"");
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        const bool plain = *c >= ' ' && *c < 0x7F && *c != '"' && *c != '\\' && *c != '?';
        if (plain)
            vec_push(t->memory, &t->out, (char)*c);
        else
            compile_tvm_put(t, arena_format(t->memory, "\\%03o", *c));
    }
    compile_tvm_put(t, "\"");
}

static void compile_tvm_params(tvm_text *t, const rustg_kernel *kernel, size_t number)
{
    if (!kernel->n_params)
        return;
    compile_tvm_put(t, arena_format(t->memory, "static const tvm_param tvm_params_%zu[] = {\n", number));
    for (size_t i = 0; i < kernel->n_params; i++) {
        const rustg_kernel_param *param = &kernel->params[i];
        uint8_t code, bits;
        rustg_element_dlpack(param->element, &code, &bits);
        compile_tvm_put(t, "    {");
        compile_tvm_string(t, arena_format(t->memory, "%s: %s", param->name, param->rust_type));
        const uint32_t numbers[] = {param->role, param->element, code, bits, param->size, param->align};
        for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
            compile_tvm_number(t, ", ", numbers[k], "");
        compile_tvm_put(t, "},\n");
    }
    compile_tvm_put(t, "};\n");
}

static const char *compile_tvm_signature(arena *memory, const rustg_kernel *kernel)
{
    const char *text = arena_format(memory, "%s(", kernel->name);
    for (size_t i = 0; i < kernel->n_params; i++)
        text = arena_format(memory, "%s%s%s: %s", text, i ? ", " : "", kernel->params[i].name,
                            kernel->params[i].rust_type);
    return arena_format(memory, "%s)", text);
}

static void compile_tvm_kernels(tvm_text *t, const compile_kernels *kernels, const char *prefix)
{
    for (uint32_t i = 0; i < kernels->n_lowered; i++)
        compile_tvm_params(t, &kernels->kernels[i], i);
    compile_tvm_put(t, "static const tvm_kernel tvm_kernels[] = {\n");
    for (uint32_t i = 0; i < kernels->n_lowered; i++) {
        const rustg_kernel *kernel = &kernels->kernels[i];
        compile_tvm_put(t, "    {");
        compile_tvm_string(t, kernel->name);
        compile_tvm_put(t, ", ");
        compile_tvm_string(t, compile_tvm_signature(t->memory, kernel));
        compile_tvm_put(t, kernel->n_params ? arena_format(t->memory, ", tvm_params_%u", (unsigned)i) : ", 0");
        compile_tvm_number(t, ", ", (uint32_t)kernel->n_params, ", ");
        compile_tvm_number(t, "", compile_function(kernels, &kernels->module, i), "");
        for (int k = 0; k < 3; k++)
            compile_tvm_number(t, k ? ", " : ", {", kernel->block[k], k == 2 ? "}" : "");
        compile_tvm_number(t, ", ", kernel->max_threads, "");
        compile_tvm_put(t, arena_format(t->memory, ", (void (*)(void))%s%s, &%s%s_shared_bytes, &%s%s_call_kind},\n",
                                        prefix, kernel->name, prefix, kernel->name, prefix, kernel->name));
    }
    compile_tvm_put(t, "};\n");
}

static void compile_tvm_sites(tvm_text *t, const ir_module *module)
{
    compile_tvm_put(t, "static const tvm_site tvm_sites[] = {{0},\n");
    for (uint32_t i = 1; i < module->sites.n; i++) {
        const ir_site *site = &module->sites.at[i];
        compile_tvm_put(t, "    {");
        compile_tvm_string(t, site->message);
        compile_tvm_put(t, ", ");
        compile_tvm_string(t, site->file ? site->file : "?");
        compile_tvm_number(t, ", ", site->line, "");
        compile_tvm_number(t, ", ", site->column, "},\n");
    }
    compile_tvm_put(t, "};\n");
}

static void compile_tvm_image(tvm_text *t, const codegen_text *image)
{
    compile_tvm_put(t, "static const unsigned char tvm_image[] __attribute__((aligned(16))) = {");
    vec_reserve(t->memory, &t->out, 5 * image->n);
    for (size_t i = 0; i < image->n; i++) {
        char number[8];
        snprintf(number, sizeof number, "%s%u,", i % BYTES_A_LINE ? "" : "\n", (unsigned)(unsigned char)image->text[i]);
        compile_tvm_put(t, number);
    }
    compile_tvm_put(t, "\n};\n");
}

/* The functions that tvm-ffi looks for; their parameters are TVMFFISafeCallType's. */
static void compile_tvm_entries(tvm_text *t, const compile_kernels *kernels)
{
    static const char head[] =
        "__attribute__((visibility(\"default\"))) int __tvm_ffi_%s(void *handle, const void *args, "
        "int n_args, void *result)\n{\n    (void)handle, (void)result%s;\n    return ";
    for (uint32_t i = 0; i < kernels->n_lowered; i++) {
        compile_tvm_put(t, arena_format(t->memory, head, kernels->kernels[i].name, ""));
        compile_tvm_number(t, "rustg_tvm_call(&tvm_all, ", i, ", args, n_args);\n}\n");
    }
    compile_tvm_put(t, arena_format(t->memory, head, "rustg_synchronize", ", (void)args, (void)n_args"));
    compile_tvm_put(t, "rustg_tvm_wait(&tvm_all);\n}\n");
}

static rustg_status compile_tvm_check(const compile_kernels *kernels, rustg_error *error)
{
    for (uint32_t i = 0; i < kernels->n_lowered; i++) {
        const rustg_kernel *kernel = &kernels->kernels[i];
        if (kernel->n_params > LIMIT_TVM_PARAMETERS)
            return error_set(error, RUSTG_ERR_ARGUMENT, "kernel `%s` has %zu parameters; for tvm-ffi at most %d",
                             kernel->name, kernel->n_params, LIMIT_TVM_PARAMETERS);
        if (strcmp(kernel->name, "rustg_synchronize") == 0)
            return error_set(error, RUSTG_ERR_ARGUMENT, "for tvm-ffi no kernel may be named `%s`", kernel->name);
    }
    for (uint32_t i = 1; i < kernels->module.sites.n; i++) {
        const ir_site *site = &kernels->module.sites.at[i];
        if (site->kind == IR_SITE_PANIC)
            continue;
        error_set(error, RUSTG_ERR_ARGUMENT,
                  "a kernel prints at %s:%u:%u, and nobody reads that of a shared object for tvm-ffi",
                  site->file ? site->file : "?", (unsigned)site->line, (unsigned)site->column);
        error_hint(error, "leave it out; modules of rustg's runtime show what kernels print");
        return RUSTG_ERR_ARGUMENT;
    }
    return RUSTG_OK;
}

rustg_status compile_make_tvm(pipeline *p)
{
    compile_kernels *kernels = p->kernels;
    tvm_text t = {.memory = &kernels->memory};
    const tool_object runtime = {compile_tvm_object, (size_t)(compile_tvm_object_end - compile_tvm_object)};
    const char *no_image = p->no_fatbin;
    uint8_t *bytes;
    size_t n;
    rustg_status status = compile_tvm_check(kernels, p->error);
    if (status != RUSTG_OK)
        return status;
    compile_tvm_put(&t, "#pragma GCC visibility push(hidden)\n");
    compile_tvm_put(&t, p->text.text);
    compile_tvm_put(&t, "\n");
    compile_tvm_put(&t, compile_tvm_header);
    compile_tvm_kernels(&t, kernels, p->how.c_prefix ? p->how.c_prefix : "rustg_cpu_");
    compile_tvm_sites(&t, &kernels->module);
    if (!no_image)
        compile_tvm_image(&t, &p->fatbin);
    compile_tvm_put(&t, "static const tvm_module tvm_all = {tvm_kernels, tvm_sites, ");
    compile_tvm_number(&t, "", kernels->n_lowered, ", ");
    compile_tvm_number(&t, "", kernels->module.sites.n, no_image ? ", 0, " : ", tvm_image, ");
    compile_tvm_string(&t, no_image ? no_image : "");
    compile_tvm_put(&t, "};\n#pragma GCC visibility pop\n");
    compile_tvm_entries(&t, kernels);
    vec_push(t.memory, &t.out, 0);
    status = tool_cc_link(&kernels->memory, t.out.at, &runtime, &p->how, &bytes, &n, p->error);
    if (status != RUSTG_OK)
        return status;
    compile_output *made = ARENA_ARRAY(&kernels->memory, compile_output, 1);
    *made = (compile_output){bytes, n};
    kernels->outputs[RUSTG_OUTPUT_TVM_FFI] = made;
    return RUSTG_OK;
}
