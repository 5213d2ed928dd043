/* cli_check.c: the kernels of a file that is only checked: each such file that was named is the root of a crate of
 * kernels, and its names, types and borrows are checked too. */
#define _GNU_SOURCE
#include "cli/cli.h"

#include <string.h>

/* `#[kernel]`, `#[kernel(...)]`, or the same by its path. */
static bool check_is_kernel_attr(const char *text, size_t n_bytes)
{
    static const char *const paths[] = {"rustg_std::kernel", "kernel"};
    size_t n = 0;
    char plain[64]; /* as much of it as matters, without spaces */
    for (size_t i = 0; i < n_bytes && n + 1 < sizeof plain; i++)
        if (text[i] != ' ' && text[i] != '\n' && text[i] != '\t' && text[i] != '\r')
            plain[n++] = text[i];
    plain[n] = 0;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        const size_t n_path = strlen(paths[i]);
        if (strncmp(plain, "#[", 2) == 0 && strncmp(plain + 2, paths[i], n_path) == 0 &&
            (plain[2 + n_path] == ']' || plain[2 + n_path] == '('))
            return true;
    }
    return false;
}

bool cli_has_kernels(const cli_file *file)
{
    const rustg_file *f = &file->file;
    if (f->n_bytes == 0 || memmem(f->bytes, f->n_bytes, "kernel", 6) == NULL)
        return false;
    for (uint32_t node = f->first_node; node < f->first_node + f->n_nodes; node++) {
        size_t n_bytes;
        if (file->ast.kind[node] != RUSTG_AST_Attr ||
            rustg_ast_node_kind(&file->ast, file->ast.parent[node]) != RUSTG_AST_ItemFn)
            continue;
        const uint8_t *text = rustg_ast_node_text(&file->ast, node, f->bytes, f->base, &n_bytes);
        if (text != NULL && check_is_kernel_attr((const char *)text, n_bytes))
            return true;
    }
    return false;
}

rustg_status cli_check_kernels(const cli_options *options, const cli_file *file, rustg_result **result,
                               rustg_error *error)
{
    const rustg_source source = {.name = file->file.name,
                                 .bytes = file->file.bytes,
                                 .n_bytes = file->file.n_bytes,
                                 .edition = file->file.edition};
    const rustg_kernel_options kernels = {
        .struct_size = sizeof kernels, .cfgs = options->kernels.cfgs.at, .n_cfgs = options->kernels.cfgs.n};
    const rustg_compile_options compile = {.struct_size = sizeof compile,
                                           .engine = RUSTG_ENGINE_CPU,
                                           .n_threads = options->n_threads,
                                           .kernels = &kernels};
    return rustg_compile(&source, 1, &compile, result, error);
}
