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

static uint8_t check_kind(const cli_file *file, uint32_t tok)
{
    const rustg_file *f = &file->file;
    return tok - f->first_tok < f->n_toks ? file->batch_toks.kind[tok] : RUSTG_TOK_EOF;
}

/* Whether the token is one of the identifiers: words with a space between them. */
static bool check_is_word(const cli_file *file, uint32_t tok, const char *words)
{
    if (check_kind(file, tok) != RUSTG_TOK_IDENT)
        return false;
    const uint32_t start = file->batch_toks.start[tok];
    const size_t n_bytes = file->batch_toks.end[tok] - start;
    const uint8_t *text = file->file.bytes + (start - file->file.base);
    for (size_t n; *words; words += n + (words[n] == ' ')) {
        n = strcspn(words, " ");
        if (n == n_bytes && memcmp(words, text, n) == 0)
            return true;
    }
    return false;
}

static bool check_is_path(const cli_file *file, uint32_t tok)
{
    return check_kind(file, tok) == RUSTG_TOK_COLON && check_kind(file, tok + 1) == RUSTG_TOK_COLON;
}

/* The token behind the group that the token opens. */
static uint32_t check_past_group(const cli_file *file, uint32_t tok)
{
    int depth = 0;
    do {
        const rustg_token_class class = rustg_token_kind_class(check_kind(file, tok));
        depth += (class == RUSTG_CLASS_OPEN) - (class == RUSTG_CLASS_CLOSE);
        tok++;
    } while (depth > 0 && check_kind(file, tok) != RUSTG_TOK_EOF);
    return tok;
}

/* `kernel`, `kernel(...)`, or the same by its path. */
static bool check_is_kernel_mark(const cli_file *file, uint32_t tok)
{
    tok += check_is_path(file, tok) ? 2 : 0;
    tok += check_is_word(file, tok, "rustg_std") && check_is_path(file, tok + 1) ? 3 : 0;
    const uint8_t next = check_kind(file, tok + 1);
    return check_is_word(file, tok, "kernel") && (next == RUSTG_TOK_L_PAREN || next == RUSTG_TOK_R_PAREN ||
                                                  next == RUSTG_TOK_R_BRACKET || next == RUSTG_TOK_COMMA);
}

/* Whether the attribute, behind its `#[`, is the mark of a kernel, or a `cfg_attr` that may make it one. */
static bool check_is_kernel_attr(const cli_file *file, uint32_t tok)
{
    if (!check_is_word(file, tok, "cfg_attr") || check_kind(file, tok + 1) != RUSTG_TOK_L_PAREN)
        return check_is_kernel_mark(file, tok);
    const uint32_t past = check_past_group(file, tok + 1);
    for (tok += 2; tok < past;) {
        if (check_kind(file, tok) == RUSTG_TOK_COMMA && check_is_kernel_mark(file, tok + 1))
            return true;
        tok = rustg_token_kind_class(check_kind(file, tok)) == RUSTG_CLASS_OPEN ? check_past_group(file, tok) : tok + 1;
    }
    return false;
}

/* Whether a function follows, maybe with more attributes. In a macro some of its words may be variables. *end becomes
 * where that is known: none begins before. */
static bool check_is_function(const cli_file *file, uint32_t tok, uint32_t *end)
{
    for (;;) {
        *end = tok;
        switch (check_kind(file, tok)) {
        case RUSTG_TOK_KW_FN: return true;
        case RUSTG_TOK_POUND:
        case RUSTG_TOK_DOLLAR:
        case RUSTG_TOK_STAR:
        case RUSTG_TOK_KW_PUB:
        case RUSTG_TOK_KW_UNSAFE:
        case RUSTG_TOK_KW_CONST:
        case RUSTG_TOK_KW_ASYNC:
        case RUSTG_TOK_KW_EXTERN:
        case RUSTG_TOK_STR:
        case RUSTG_TOK_DOC_COMMENT:
        case RUSTG_TOK_IDENT: tok++; break;
        case RUSTG_TOK_L_BRACKET:
        case RUSTG_TOK_L_PAREN: tok = check_past_group(file, tok); break;
        default: return false;
        }
    }
}

/* Whether the token begins the mark of a kernel. *end: as check_is_function has it, 0 at first. */
static bool check_marks_function(const cli_file *file, uint32_t tok, uint32_t *end)
{
    return check_kind(file, tok) == RUSTG_TOK_POUND && check_kind(file, tok + 1) == RUSTG_TOK_L_BRACKET &&
           tok >= *end && check_is_kernel_attr(file, tok + 2) &&
           check_is_function(file, check_past_group(file, tok + 1), end);
}

bool cli_marks_kernel(const cli_file *file, uint32_t name_start)
{
    const rustg_file *f = &file->file;
    uint32_t fn = 0;
    for (uint32_t tok = f->first_tok; tok < f->first_tok + f->n_toks; tok++)
        if (check_marks_function(file, tok, &fn) && check_kind(file, fn + 1) != RUSTG_TOK_EOF &&
            file->batch_toks.start[fn + 1] - f->base == name_start)
            return true;
    return false;
}

/* Names of rustg_std that only kernels have a use for, and one that only hosts have. */
#define CHECK_KERNEL_NAMES "prelude kernel thread block warp atomic hopper mma GridMut Shared DynShared"
#define CHECK_HOST_NAMES   "cpu"
/* Modules of std that kernels do not have. */
#define CHECK_HOST_MODULES "collections env error fs io net path process thread time"

typedef struct check_names {
    bool of_kernels, of_hosts;
} check_names;

static void check_name(const cli_file *file, uint32_t tok, check_names *names)
{
    names->of_kernels |= check_is_word(file, tok, CHECK_KERNEL_NAMES);
    names->of_hosts |= check_is_word(file, tok, CHECK_HOST_NAMES);
}

/* What the token says: a name behind `rustg_std::`, or what a host's program has and a crate of kernels has not. */
static void check_see_names(const cli_file *file, uint32_t tok, check_names *names)
{
    const uint8_t kind = check_kind(file, tok);
    const bool is_path = check_is_path(file, tok + 1);
    if ((kind == RUSTG_TOK_KW_CRATE && is_path) || (kind == RUSTG_TOK_KW_FN && check_is_word(file, tok + 1, "main")) ||
        (is_path && check_is_word(file, tok, "std") && check_is_word(file, tok + 3, CHECK_HOST_MODULES)))
        names->of_hosts = true;
    if (!check_is_word(file, tok, "rustg_std"))
        return;
    names->of_kernels |= check_kind(file, tok - 1) == RUSTG_TOK_KW_CRATE;
    if (!is_path)
        return;
    check_name(file, tok + 3, names);
    if (check_kind(file, tok + 3) != RUSTG_TOK_L_BRACE)
        return;
    for (uint32_t at = tok + 4, past = check_past_group(file, tok + 3); at < past; at++)
        check_name(file, at, names);
}

bool cli_has_kernels(const cli_file *file)
{
    const rustg_file *f = &file->file;
    if (f->n_bytes == 0 ||
        (memmem(f->bytes, f->n_bytes, "kernel", 6) == NULL && memmem(f->bytes, f->n_bytes, "rustg_std", 9) == NULL))
        return false;
    check_names names = {0};
    uint32_t end = 0;
    for (uint32_t tok = f->first_tok; tok < f->first_tok + f->n_toks; tok++) {
        if (check_marks_function(file, tok, &end))
            return true;
        check_see_names(file, tok, &names);
    }
    return names.of_kernels && !names.of_hosts;
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
        .struct_size = sizeof kernels,
        .cfgs = options->kernels.cfgs.at,
        .n_cfgs = options->kernels.cfgs.n,
        .instances = options->kernels.instances.at,
        /* of several files, each a crate of its own here, nothing says whose they are */
        .n_instances = options->n_inputs == 1 ? options->kernels.instances.n : 0,
        .warnings = !options->kernels.caps_lints,
        .lints = options->kernels.lints,
        .n_lints = options->kernels.n_lints};
    const rustg_compile_options compile = {.struct_size = sizeof compile,
                                           .engine = RUSTG_ENGINE_CPU,
                                           .n_threads = options->n_threads,
                                           .kernels = &kernels};
    return rustg_compile(&source, 1, &compile, result, error);
}
