/* cli_launch.c: writes the launch header of kernels and the C text that holds them, for programs in C and C++. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli_launch.h"

#include "rustg/module.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* C types of scalars; NULL: a value is passed by its address. rustg/typed.h has those of rustg. */
static const char *const launch_types[RUSTG_N_ELEMENTS] = {
    [RUSTG_ELEMENT_BOOL] = "bool",
    [RUSTG_ELEMENT_I8] = "int8_t",
    [RUSTG_ELEMENT_I16] = "int16_t",
    [RUSTG_ELEMENT_I32] = "int32_t",
    [RUSTG_ELEMENT_I64] = "int64_t",
    [RUSTG_ELEMENT_U8] = "uint8_t",
    [RUSTG_ELEMENT_U16] = "uint16_t",
    [RUSTG_ELEMENT_U32] = "uint32_t",
    [RUSTG_ELEMENT_U64] = "uint64_t",
    [RUSTG_ELEMENT_F16] = "rustg_f16",
    [RUSTG_ELEMENT_BF16] = "rustg_bf16",
    [RUSTG_ELEMENT_F32] = "float",
    [RUSTG_ELEMENT_F64] = "double",
    [RUSTG_ELEMENT_COMPLEX_F32] = "rustg_complex_f32",
    [RUSTG_ELEMENT_COMPLEX_F64] = "rustg_complex_f64",
    [RUSTG_ELEMENT_F8_E4M3] = "rustg_f8_e4m3",
    [RUSTG_ELEMENT_F8_E5M2] = "rustg_f8_e5m2",
    [RUSTG_ELEMENT_CHAR] = "uint32_t",
};

bool launch_name(const char *stem, char name[LAUNCH_NAME_BYTES])
{
    const char *slash = strrchr(stem, '/'), *from = slash ? slash + 1 : stem;
    size_t n = 0;
    if (isdigit((unsigned char)*from))
        name[n++] = '_';
    for (; *from && n + 1 < LAUNCH_NAME_BYTES; from++)
        name[n++] = isalnum((unsigned char)*from) ? *from : '_';
    name[n] = 0;
    return n > 0 && *from == 0;
}

static bool launch_is_one_of(const char *word, const char *const *words, size_t n)
{
    size_t i = 0;
    while (i < n && strcmp(word, words[i]) != 0)
        i++;
    return i < n;
}

/* What may follow a kernel's or a parameter's name, so that it is no keyword of C or C++ and no name of the text's. */
static const char *launch_tail(const char *name, bool is_param)
{
    static const char *const keywords[] = {
        "alignas",  "alignof", "and",       "asm",      "auto",    "bool",     "case",      "catch",        "char",
        "class",    "compl",   "constexpr", "decltype", "default", "delete",   "double",    "explicit",     "export",
        "float",    "friend",  "goto",      "inline",   "int",     "long",     "mutable",   "namespace",    "new",
        "noexcept", "not",     "nullptr",   "operator", "or",      "private",  "protected", "public",       "register",
        "restrict", "short",   "signed",    "sizeof",   "switch",  "template", "this",      "thread_local", "throw",
        "typedef",  "typeid",  "typename",  "typeof",   "union",   "unsigned", "using",     "virtual",      "void",
        "volatile", "wchar_t", "xor",       "try",      "do",      "typeof",   "concept",   "requires"};
    static const char *const of_params[] = {"args", "config", "error", "kernels", "stream"};
    static const char *const of_kernels[] = {"free", "kernels", "load", "module", "result"};
    if (launch_is_one_of(name, keywords, sizeof keywords / sizeof *keywords))
        return "_";
    if (is_param)
        return launch_is_one_of(name, of_params, sizeof of_params / sizeof *of_params) ? "_" : "";
    return launch_is_one_of(name, of_kernels, sizeof of_kernels / sizeof *of_kernels) ? "_kernel" : "";
}

/* A name without the mark of a raw identifier. */
static const char *launch_plain(const char *name)
{
    return strncmp(name, "r#", 2) == 0 ? name + 2 : name;
}

/* Rust's text within a comment of C. */
static void launch_put_comment(cli_writer *out, const char *text)
{
    for (const char *c = text; *c; c++) {
        if (c > text && (*c == '/' || *c == '*') && (c[-1] == '*' || c[-1] == '/'))
            writer_char(out, ' ');
        writer_char(out, *c == '\n' ? ' ' : *c);
    }
}

static void launch_put_signature(cli_writer *out, const rustg_kernel *kernel)
{
    writer_string(out, kernel->is_unsafe ? "/* unsafe: " : "/* ");
    launch_put_comment(out, kernel->name);
    writer_char(out, '(');
    for (size_t i = 0; i < kernel->n_params; i++) {
        writer_string(out, i ? ", " : "");
        launch_put_comment(out, kernel->params[i].name);
        writer_string(out, ": ");
        launch_put_comment(out, kernel->params[i].rust_type);
    }
    writer_string(out, ") */\n");
}

static void launch_put_param(cli_writer *out, const rustg_kernel_param *param)
{
    const char *name = launch_plain(param->name), *tail = launch_tail(name, true);
    writer_string(out, ",\n    ");
    switch ((rustg_param_role)param->role) {
    case RUSTG_PARAM_SLICE:
    case RUSTG_PARAM_GRID_MUT:
        writer_format(out, "rustg_slice_%s%s %s%s", param->role == RUSTG_PARAM_SLICE ? "" : "mut_",
                      rustg_element_name(param->element), name, tail);
        if (param->element == RUSTG_ELEMENT_STRUCT)
            writer_format(out, " /* of %u bytes */", param->size);
        break;
    case RUSTG_PARAM_POINTER: writer_format(out, "uint64_t %s%s /* an address on the device */", name, tail); break;
    case RUSTG_PARAM_SCALAR:
        if (launch_types[param->element])
            writer_format(out, "%s %s%s", launch_types[param->element], name, tail);
        else
            writer_format(out, "const void *%s%s /* %u bytes */", name, tail, param->size);
    }
}

/* is_image: a pointer of CUDA C++ has no length, and its offset counts bytes. */
static void launch_put_argument(cli_writer *out, const rustg_kernel_param *param, bool is_image)
{
    const char *name = launch_plain(param->name), *tail = launch_tail(name, true);
    if (is_image && (param->role == RUSTG_PARAM_SLICE || param->role == RUSTG_PARAM_GRID_MUT))
        writer_format(out, "        {NULL, 0, %s%s.buffer, %s%s.offset * %u, 0},\n", name, tail, name, tail,
                      param->size);
    else if (param->role == RUSTG_PARAM_SLICE || param->role == RUSTG_PARAM_GRID_MUT)
        writer_format(out, "        {NULL, 0, %s%s.buffer, %s%s.offset, %s%s.length},\n", name, tail, name, tail, name,
                      tail);
    else if (param->role == RUSTG_PARAM_SCALAR && !launch_types[param->element])
        writer_format(out, "        {%s%s, %u, NULL, 0, 0},\n", name, tail, param->size);
    else
        writer_format(out, "        {&%s%s, sizeof %s%s, NULL, 0, 0},\n", name, tail, name, tail);
}

static void launch_put_function(cli_writer *out, const char *own, const rustg_kernel *kernel, bool is_image)
{
    const char *name = launch_plain(kernel->name), *tail = launch_tail(name, false);
    writer_char(out, '\n');
    launch_put_signature(out, kernel);
    writer_format(out,
                  "static inline rustg_status %s_%s%s(const %s_kernels *kernels, rustg_stream *stream,\n"
                  "    const rustg_launch_config *config",
                  own, name, tail, own);
    for (size_t i = 0; i < kernel->n_params; i++)
        launch_put_param(out, &kernel->params[i]);
    writer_string(out, ",\n    rustg_error *error)\n{\n");
    if (kernel->n_params > 0) {
        writer_string(out, "    const rustg_launch_argument args[] = {\n");
        for (size_t i = 0; i < kernel->n_params; i++)
            launch_put_argument(out, &kernel->params[i], is_image);
        writer_string(out, "    };\n");
    }
    writer_format(out, "    return rustg_launch(kernels->%s%s, stream, config, %s, %zu, error);\n}\n", name, tail,
                  kernel->n_params ? "args" : "NULL", kernel->n_params);
}

static void launch_header(cli_writer *out, const launch_kernels *of)
{
    const char *own = of->name;
    writer_string(out, "/* Made by rustgc from ");
    launch_put_comment(out, of->source);
    writer_format(out,
                  ". */\n#ifndef RUSTG_LAUNCH_OF_%s\n#define RUSTG_LAUNCH_OF_%s\n\n#include <rustg/typed.h>\n\n"
                  "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
                  "/* The kernels on one context; threads may share them. */\ntypedef struct %s_kernels {\n"
                  "    rustg_result *result;\n    rustg_module *module;\n",
                  own, own, own);
    for (size_t i = 0; i < of->n; i++) {
        const char *name = launch_plain(of->kernels[i].name);
        writer_format(out, "    rustg_function *%s%s;\n", name, launch_tail(name, false));
    }
    writer_format(out,
                  "} %s_kernels;\n\n"
                  "/* Puts the kernels that the program carries onto a context, for %s_free to take off again before "
                  "the context\n * is closed. After a failure there is nothing to free. */\n"
                  "rustg_status %s_load(rustg_context *context, %s_kernels *kernels, rustg_error *error);\n"
                  "void %s_free(%s_kernels *kernels);\n\n"
                  "/* Each puts a launch into stream, as rustg_launch does. */\n",
                  own, own, own, own, own, own);
    for (size_t i = 0; i < of->n; i++)
        launch_put_function(out, own, &of->kernels[i], of->is_image);
    writer_string(out, "\n#ifdef __cplusplus\n}\n#endif\n#endif\n");
}

static void launch_put_bytes(cli_writer *out, const uint8_t *bytes, size_t n)
{
    writer_string(out, "static const unsigned char image[] = {");
    for (size_t i = 0; i < n; i++) {
        writer_string(out, i % 32 == 0 ? "\n    " : "");
        char *at = writer_room(out, 4);
        at = writer_digits_u32(at, bytes[i]);
        *at++ = ',';
        writer_advance(out, at);
    }
    writer_string(out, "\n};\n\n");
}

static void launch_put_linked(cli_writer *out, const launch_kernels *of)
{
    for (size_t i = 0; i < of->n; i++) {
        const char *name = of->kernels[i].name;
        writer_format(out, "void %s" LAUNCH_CPU "%s(void);\n", of->name, name);
        writer_format(out, "extern const uint64_t %s" LAUNCH_CPU "%s_shared_bytes, %s" LAUNCH_CPU "%s_call_kind;\n",
                      of->name, name, of->name, name);
    }
    writer_string(out, "static const rustg_linked_kernel linked[] = {\n");
    for (size_t i = 0; i < of->n; i++) {
        const char *name = of->kernels[i].name;
        writer_format(out, "    {\"%s\", %s" LAUNCH_CPU "%s, &%s" LAUNCH_CPU "%s_shared_bytes, ", name, of->name, name,
                      of->name, name);
        writer_format(out, "&%s" LAUNCH_CPU "%s_call_kind},\n", of->name, name);
    }
    writer_string(out, "};\n\n");
}

static void launch_code(cli_writer *out, const launch_kernels *of, const uint8_t *bytes, size_t n_bytes)
{
    const char *own = of->name, *slash = strrchr(of->stem, '/');
    writer_string(out, "/* Made by rustgc from ");
    launch_put_comment(out, of->source);
    writer_format(out, ". */\n#include \"%s.launch.h\"\n\n", slash ? slash + 1 : of->stem);
    launch_put_bytes(out, bytes, n_bytes);
    const bool is_linked = of->is_linked && of->n > 0;
    if (is_linked)
        launch_put_linked(out, of);
    writer_format(out,
                  "rustg_status %s_load(rustg_context *context, %s_kernels *kernels, rustg_error *error)\n{\n"
                  "    kernels->result = NULL;\n    kernels->module = NULL;\n"
                  "    rustg_status status = RUSTG_CHECK_VERSION(error);\n    if (status == RUSTG_OK)\n",
                  own, own);
    if (of->is_image)
        writer_string(out,
                      "        status = rustg_module_load(context, image, sizeof image, &kernels->module, error);\n");
    else
        writer_format(out,
                      "        status = rustg_kernels_load(image, sizeof image, %s, %zu, &kernels->result, error);\n"
                      "    if (status == RUSTG_OK)\n"
                      "        status = rustg_module_from_result(context, kernels->result, &kernels->module, error);\n",
                      is_linked ? "linked" : "NULL", is_linked ? of->n : 0);
    for (size_t i = 0; i < of->n; i++) {
        const char *name = launch_plain(of->kernels[i].name);
        writer_format(out,
                      "    if (status == RUSTG_OK)\n"
                      "        status = rustg_module_function(kernels->module, \"%s\", &kernels->%s%s, error);\n",
                      of->symbols ? of->symbols[i] : of->kernels[i].name, name, launch_tail(name, false));
    }
    writer_format(out,
                  "    if (status != RUSTG_OK)\n        %s_free(kernels);\n    return status;\n}\n\n"
                  "void %s_free(%s_kernels *kernels)\n{\n"
                  "    rustg_module_free(kernels->module);\n    rustg_result_free(kernels->result);\n"
                  "    kernels->module = NULL;\n    kernels->result = NULL;\n}\n",
                  own, own, own);
}

int launch_write(const launch_kernels *of, bool is_header, const uint8_t *bytes, size_t n_bytes, const char *path)
{
    cli_writer out;
    const bool is_open = writer_open(&out, path);
    if (is_open && is_header)
        launch_header(&out, of);
    else if (is_open)
        launch_code(&out, of, bytes, n_bytes);
    if (writer_close(&out))
        return CLI_EXIT_OK;
    cli_write_error(path, out.error);
    return CLI_EXIT_MACHINE;
}

int launch_write_result(const cli_options *options, const char *stem, rustg_result *result, bool is_header,
                        const char *path)
{
    rustg_file root;
    char name[LAUNCH_NAME_BYTES], *bytes = NULL;
    size_t n_bytes = 0;
    const size_t n = rustg_result_n_kernels(result);
    if (!launch_name(stem, name) || rustg_result_file(result, 0, &root) != RUSTG_OK) {
        cli_error("`%s` does not make a name of C", stem);
        return CLI_EXIT_CALL;
    }
    rustg_kernel *kernels = calloc(n + 1, sizeof *kernels);
    if (!kernels)
        return cli_no_memory();
    for (size_t i = 0; i < n; i++)
        rustg_result_kernel(result, i, &kernels[i]);
    const launch_kernels of = {.stem = stem,
                               .name = name,
                               .source = root.name,
                               .kernels = kernels,
                               .n = n,
                               .is_linked = options->kernels.outputs >> RUSTG_OUTPUT_OBJ & 1};
    rustg_error error;
    const rustg_status status = is_header ? RUSTG_OK : rustg_kernels_save(result, &bytes, &n_bytes, &error);
    int exit_status = CLI_EXIT_MACHINE;
    if (status == RUSTG_OK)
        exit_status = launch_write(&of, is_header, (const uint8_t *)bytes, n_bytes, path);
    else
        cli_status_error(status, &error);
    rustg_log_free(bytes);
    free(kernels);
    return exit_status;
}
