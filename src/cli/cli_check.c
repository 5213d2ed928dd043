/* cli_check.c: the kernels of a file that is only checked: each such file that was named is the root of a crate of
 * kernels, and its names, types and borrows are checked too. */
#define _GNU_SOURCE
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* How far modules in files of their own are followed. */
enum { CHECK_MOST_DEPTH = 16, CHECK_MOST_FILES = 1000, CHECK_PATH_BYTES = 4096 };

typedef struct check_search {
    const cli_options *options;
    size_t n_files;
} check_search;

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

static bool check_modules(check_search *search, const cli_file *file, const char *folder, int depth);

/* Whether a module's file, whose own modules are in the folder, has kernels. */
static bool check_module(check_search *search, const char *path, const char *folder, uint32_t edition, int depth)
{
    if (search->n_files == CHECK_MOST_FILES || access(path, R_OK) != 0)
        return false;
    search->n_files++;
    const rustg_source source = {.name = path, .edition = edition};
    const rustg_compile_options compile = {.struct_size = sizeof compile,
                                           .engine = RUSTG_ENGINE_CPU,
                                           .n_threads = search->options->n_threads,
                                           .stop_after = RUSTG_STAGE_AST};
    rustg_result *result = NULL;
    cli_file own = {0};
    const bool is_read = rustg_compile(&source, 1, &compile, &result, NULL) == RUSTG_OK &&
                         rustg_result_file(result, 0, &own.file) == RUSTG_OK && own.file.n_diags == 0 &&
                         rustg_result_tokens(result, own.file.batch, &own.batch_toks) == RUSTG_OK &&
                         rustg_result_ast(result, own.file.batch, &own.ast) == RUSTG_OK;
    const bool has = is_read && (cli_has_kernels(&own) || check_modules(search, &own, folder, depth));
    rustg_result_free(result);
    return has;
}

/* Whether a module of the file that is in a file of its own, in the folder, has kernels. */
static bool check_modules(check_search *search, const cli_file *file, const char *folder, int depth)
{
    const rustg_file *f = &file->file;
    for (uint32_t node = f->first_node; depth < CHECK_MOST_DEPTH && node < f->first_node + f->n_nodes; node++) {
        size_t n_name, n_text;
        if (file->ast.kind[node] != RUSTG_AST_ItemMod || file->ast.parent[node] != f->first_node)
            continue;
        const uint8_t *name = rustg_ast_name(&file->ast, &file->batch_toks, node, f->bytes, f->base, &n_name);
        const uint8_t *text = rustg_ast_node_text(&file->ast, node, f->bytes, f->base, &n_text);
        if (name == NULL || text == NULL || text[n_text - 1] != ';')
            continue;
        char inner[CHECK_PATH_BYTES], path[CHECK_PATH_BYTES + 16];
        const int n = snprintf(inner, sizeof inner, "%s%.*s/", folder, (int)n_name, (const char *)name);
        if (n <= 0 || n >= (int)sizeof inner)
            continue;
        static const char *const endings[] = {".rs", "/mod.rs"};
        for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
            snprintf(path, sizeof path, "%.*s%s", n - 1, inner, endings[i]);
            if (check_module(search, path, inner, f->edition, depth + 1))
                return true;
        }
    }
    return false;
}

bool cli_modules_have_kernels(const cli_options *options, const cli_file *file)
{
    char folder[CHECK_PATH_BYTES];
    const char *slash = strrchr(file->file.name, '/');
    const size_t n = slash ? (size_t)(slash - file->file.name) + 1 : 0;
    if (n >= sizeof folder)
        return false;
    memcpy(folder, file->file.name, n);
    folder[n] = 0;
    check_search search = {.options = options};
    return check_modules(&search, file, folder, 0);
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
