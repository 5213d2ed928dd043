/* queries.c: asks questions of the trees of all Rust files of a folder: which functions are unsafe, which take many
 * parameters, and how deep blocks nest in each. Usage: queries FOLDER */
#include <rustg/rustg.h>
#include <stdio.h>

#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        if ((call) != RUSTG_OK)                                                                                        \
            return fprintf(stderr, "%s\n%s\n", error.message, error.hint), 1;                                          \
    } while (0)

enum { MANY_PARAMS = 4 };

/* One file of a result with the arrays of its batch. */
typedef struct tree {
    rustg_file file;
    rustg_tokens toks;
    rustg_ast ast;
} tree;

static unsigned line_of(const tree *t, uint32_t node)
{
    unsigned line = 1;
    const uint32_t start = rustg_ast_node_span(&t->ast, node).start - t->file.base;
    for (uint32_t i = 0; i < start; i++)
        line += t->file.bytes[i] == '\n';
    return line;
}

/* Whether there is an `unsafe` between the function's first token and its name. */
static int is_unsafe(const tree *t, uint32_t fn)
{
    uint32_t tok = rustg_ast_name_tok(&t->ast, &t->toks, fn);
    while (tok > 1 && t->toks.start[tok - 1] >= rustg_ast_node_span(&t->ast, fn).start)
        if (t->toks.kind[--tok] == RUSTG_TOK_KW_UNSAFE)
            return 1;
    return 0;
}

static void tell_function(const tree *t, uint32_t fn)
{
    unsigned n_params = 0, deepest = 0;
    rustg_ast_cursor at;
    /* Parameters are children of the function; blocks lie anywhere below. */
    for (uint32_t child = rustg_ast_node_first_child(&t->ast, fn); child;
         child = rustg_ast_node_next_sibling(&t->ast, child))
        n_params += rustg_ast_node_kind(&t->ast, child) == RUSTG_AST_Param;
    for (int more = rustg_ast_cursor_begin(&at, &t->ast, fn); more; more = rustg_ast_cursor_next(&at)) {
        unsigned depth = 0;
        for (uint32_t up = at.node; up != fn; up = rustg_ast_node_parent(&t->ast, up))
            depth += rustg_ast_kind_class(rustg_ast_node_kind(&t->ast, up)) == RUSTG_AST_CLASS_BLOCK;
        deepest = depth > deepest ? depth : deepest;
    }
    size_t n_name;
    const uint8_t *name = rustg_ast_name(&t->ast, &t->toks, fn, t->file.bytes, t->file.base, &n_name);
    printf("%s:%u: %.*s: %u parameter%s%s, blocks %u deep%s\n", t->file.name, line_of(t, fn), (int)n_name,
           (const char *)name, n_params, n_params == 1 ? "" : "s", n_params > MANY_PARAMS ? " (many)" : "", deepest,
           is_unsafe(t, fn) ? ", unsafe" : "");
}

static void tell_file(const tree *t)
{
    rustg_ast_cursor at;
    for (int more = rustg_ast_cursor_begin(&at, &t->ast, t->file.first_node); more; more = rustg_ast_cursor_next(&at)) {
        const uint8_t kind = rustg_ast_node_kind(&t->ast, at.node);
        if (kind == RUSTG_AST_ItemFn || kind == RUSTG_AST_AssocItemFn)
            tell_function(t, at.node);
    }
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : ".";
    rustg_error error;
    rustg_found *found;
    rustg_result *result;
    size_t n_sources;
    TRY(rustg_initialize(NULL, &error));
    TRY(rustg_find_sources(&folder, 1, NULL, &found, &error));
    const rustg_source *sources = rustg_found_sources(found, &n_sources);
    TRY(rustg_compile(sources, n_sources, NULL, &result, &error));
    for (size_t i = 0; i < rustg_result_n_files(result); i++) {
        tree t;
        if (rustg_result_file(result, i, &t.file) == RUSTG_OK && t.file.n_nodes > 0 &&
            rustg_result_tokens(result, t.file.batch, &t.toks) == RUSTG_OK &&
            rustg_result_ast(result, t.file.batch, &t.ast) == RUSTG_OK)
            tell_file(&t);
    }
    rustg_result_free(result);
    rustg_found_free(found);
    rustg_shutdown();
    return 0;
}
