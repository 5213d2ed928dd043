/* expand_library.c: a build tool. expand_library LIB.rs OUT.c reads the kernels' library from its root on,
 * replaces the calls of its macros by what they stand for, and writes the texts as C for library_files.h.
 *
 * A file's text keeps its tokens' lines and columns, so places in it are those of the source; what a macro wrote
 * stands on the line of its outermost call or, where arguments of many lines were written, on a later line of it.
 * Comments, definitions of macros, `mod x;`, and what means nothing to a compile (a comma before `}`, `allow` and
 * `doc`) are left out. Names in the text have no marks any more: an argument of a macro must not name a local variable
 * that the macro's body binds. */
#include <stdio.h>
#include <stdlib.h>

#include "base/source_read.h"
#include "rustg/diagnostic.h"
#include "sema/gen/library_collect.h"
#include "sema/items/def_table.h"
#include "sema/library/library_files.h"
#include "sema/macros/macro.h"

/* The tool itself has no library. */
const library_text *library_file(uint32_t index)
{
    (void)index;
    return NULL;
}

/* ---- One file's text ---- */

typedef struct text_writer {
    sema *s;
    uint32_t file;
    VEC(uint8_t) bytes;
    uint32_t line, column; /* of the next byte, from 0 */
} text_writer;

static void expand_put(text_writer *w, const uint8_t *bytes, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        vec_push(w->s->memory, &w->bytes, bytes[i]);
        w->line += bytes[i] == '\n';
        w->column = bytes[i] == '\n' ? 0 : w->column + 1;
    }
}

static void expand_go_to(text_writer *w, uint32_t line, uint32_t column)
{
    while (w->line < line)
        expand_put(w, (const uint8_t *)"\n", 1);
    while (w->line == line && w->column < column)
        expand_put(w, (const uint8_t *)" ", 1);
}

/* Whether it is a token that no file holds: a parenthesis around an argument, or the `crate` of `$crate`. */
static bool expand_is_put(const text_writer *w, sema_span at)
{
    const sema_piece *piece = macro_piece_at(w->s->files.at[w->file], at.start);
    return piece && !piece->copied;
}

static void expand_put_token(text_writer *w, uint32_t tok, bool touches)
{
    sema *s = w->s;
    sema_span at = syntax_tok_span(s, w->file, tok), place = sema_place(s, at);
    const sema_file *from = s->files.at[place.file];
    uint32_t line, column, before = w->bytes.n;
    rustg_line_column(from->bytes, from->n_bytes, place.start, &line, &column);
    if (!touches && !expand_is_put(w, at))
        expand_go_to(w, line - 1, sema_mark_of(s, at) ? 0 : column - 1);
    if (!touches && w->bytes.n == before && before)
        expand_put(w, (const uint8_t *)" ", 1);
    expand_put(w, s->files.at[w->file]->bytes + at.start, at.end - at.start);
}

static bool expand_is_left_out(sema *s, sema_node n)
{
    switch (syntax_kind(s, n)) {
    case RUSTG_AST_Attr: {
        syntax_path path = syntax_path_of(s, n);
        const char *name = path.n_segments ? sema_text(s, path.segments[0].name) : "";
        return strcmp(name, "allow") == 0 || strcmp(name, "doc") == 0;
    }
    case RUSTG_AST_ItemMacroDef: return true;
    case RUSTG_AST_ItemMod: return syntax_tok_kind(s, n.file, syntax_last_tok(s, n)) == RUSTG_TOK_SEMI;
    default: return false;
    }
}

/* For each token that begins an item which is left out, the token behind that item; 0 for all others. */
static uint32_t *expand_skips_of(sema *s, uint32_t file)
{
    uint32_t *skips = ARENA_ARRAY(s->memory, uint32_t, s->files.at[file]->toks.n_toks);
    for (uint32_t i = 1; i < s->files.at[file]->ast.n_nodes; i++) {
        sema_node n = {file, i};
        if (!expand_is_left_out(s, n))
            continue;
        uint32_t start = sema_node_span(s, n).start, outer = sema_node_span(s, syntax_first(s, n)).start;
        if (syntax_is(syntax_first(s, n)) && outer < start) /* an attribute */
            start = outer;
        skips[syntax_tok_at(s, file, start)] = syntax_last_tok(s, n) + 1;
    }
    return skips;
}

static void expand_write_text(text_writer *w)
{
    sema *s = w->s;
    const uint32_t *skips = expand_skips_of(s, w->file);
    uint32_t n_toks = (uint32_t)s->files.at[w->file]->toks.n_toks - 1, end = 0; /* the last one is the end */
    for (uint32_t tok = 0; tok < n_toks;) {
        sema_span at = syntax_tok_span(s, w->file, tok);
        if (skips[tok]) {
            tok = skips[tok];
            continue;
        }
        uint8_t kind = syntax_tok_kind(s, w->file, tok);
        bool is_last = kind == RUSTG_TOK_COMMA && syntax_tok_kind(s, w->file, tok + 1) == RUSTG_TOK_R_BRACE;
        if (kind != RUSTG_TOK_DOC_COMMENT && !is_last)
            expand_put_token(w, tok, tok && at.start == end);
        end = at.end;
        tok++;
    }
    expand_put(w, (const uint8_t *)"\n", 1);
}

/* ---- The library ---- */

/* The path of a module: "iter/adaptors" for iter::adaptors, and "lib" for the root. */
static const char *expand_module_path(sema *s, sema_def module)
{
    sema_def parent = def_get(s, module)->parent;
    const char *name = sema_text(s, def_get(s, module)->name);
    if (!parent)
        return "lib";
    return def_get(s, parent)->parent ? arena_format(s->memory, "%s/%s", expand_module_path(s, parent), name) : name;
}

/* Is the module's `mod` item `pub`, without more? */
static bool expand_is_public(sema *s, sema_def module)
{
    sema_node vis = syntax_child_of(s, def_get(s, module)->node, RUSTG_AST_Vis);
    return syntax_is(vis) && syntax_anchor(s, vis) == syntax_last_tok(s, vis);
}

/* The path that diagnostics and panics name: "library/iter/adaptors.rs", or "rustg-std/src/half.rs" for a file that
 * rustg-std lends. */
static const char *expand_shown_path(sema *s, const char *root, const char *path)
{
    static const char lent[] = "/bindings/rust/";
    const char *slash = strrchr(root, '/'), *outside = strstr(path, lent);
    if (outside)
        return outside + sizeof lent - 1;
    return arena_format(s->memory, "library/%s", slash ? path + (slash - root) + 1 : path);
}

static void expand_write_file(sema *s, FILE *out, uint32_t index, uint32_t file)
{
    text_writer w = {.s = s, .file = file};
    expand_write_text(&w);
    fprintf(out, "static const char text_%u[] = {", (unsigned)index);
    for (uint32_t i = 0; i < w.bytes.n; i++)
        fprintf(out, i % 32 == 0 ? "\n%d," : "%d,", w.bytes.at[i]);
    fprintf(out, "0};\n");
}

static void expand_write_library(sema *s, FILE *out, sema_def root, uint32_t root_file)
{
    const char *root_path = def_module_in(s, root)->file_name;
    const macro_table *t = s->macros;
    fprintf(out, "/* Made from kernels/library by expand_library. */\n#include \"sema/library/library_files.h\"\n\n");
    expand_write_file(s, out, 0, root_file);
    for (uint32_t i = 0; i < t->mods.n; i++) {
        macro_mod mod = t->mods.at[i];
        expand_write_file(s, out, i + 1, macro_expand_file(s, mod.module, mod.file, mod.scope));
    }
    fprintf(out, "\nstatic const library_text files[] = {\n");
    fprintf(out, "    {\"lib\", \"%s\", text_0, sizeof text_0 - 1, true},\n",
            expand_shown_path(s, root_path, root_path));
    for (uint32_t i = 0; i < t->mods.n; i++) {
        sema_def module = t->mods.at[i].module;
        fprintf(out, "    {\"%s\", \"%s\", text_%u, sizeof text_%u - 1, %s},\n", expand_module_path(s, module),
                expand_shown_path(s, root_path, def_module_in(s, module)->file_name), (unsigned)i + 1, (unsigned)i + 1,
                expand_is_public(s, module) ? "true" : "false");
    }
    fprintf(out, "};\n\nconst library_text *library_file(uint32_t index)\n{\n"
                 "    return index < sizeof files / sizeof files[0] ? &files[index] : NULL;\n}\n");
}

static void expand_print_errors(const sema *s)
{
    for (uint32_t i = 0; i < s->diags.n; i++) {
        const rustg_diagnostic *d = &s->diags.data[i];
        const sema_file *file = s->files.at[1];
        for (uint32_t k = 1; k < s->files.n; k++)
            if (s->files.at[k]->origin == SEMA_FILE_SOURCE && s->files.at[k]->index == d->file)
                file = s->files.at[k];
        static char text[1 << 16];
        rustg_diagnostic_render(d, file->name, file->bytes, file->n_bytes, RUSTG_FORMAT_HUMAN, 0, text, sizeof text);
        fprintf(stderr, "%s\n", text);
    }
}

/* Reads and expands the root and all its modules. 0: errors were reported. */
static uint32_t expand_expand(sema *s, const char *path, sema_def *root)
{
    uint8_t *bytes = NULL;
    size_t n_bytes = 0;
    if (source_read(path, UINT32_MAX / 2, &bytes, &n_bytes) != 0) {
        fprintf(stderr, "expand_library: cannot read %s\n", path);
        return 0;
    }
    uint8_t *text = arena_alloc(s->memory, n_bytes + 64); /* the lexer reads whole vectors */
    memcpy(text, bytes, n_bytes);
    free(bytes);
    s->n_sources = 1;
    uint32_t file = sema_add_file(s, (sema_file){.name = path,
                                                 .bytes = text,
                                                 .n_bytes = (uint32_t)n_bytes,
                                                 .edition = 2024,
                                                 .origin = SEMA_FILE_SOURCE,
                                                 .report_syntax = true});
    *root = def_add(s, (def_info){.kind = DEF_CRATE, .name = sema_intern_text(s, "library"), .node = {file, 1}});
    def_record *rec = def_rec_own(s, *root);
    rec->about.crate = *root;
    def_add_module(s, *root);
    def_root_dirs(s, *root, path, true);
    vec_push(s->memory, &def_tab(s)->user_crates, *root);
    uint32_t expanded = s->files.at[file]->bad_syntax ? 0 : macro_expand_crate(s, *root, file);
    for (uint32_t i = 0; expanded && i < s->macros->mods.n; i++)
        if (!s->macros->mods.at[i].file)
            expanded = 0;
    return s->diags.n ? 0 : expanded;
}

/* Writes the files that the arguments name. */
static bool expand_make(sema *s, char **argv)
{
    sema_def root;
    uint32_t file = expand_expand(s, argv[1], &root);
    FILE *out = file ? fopen(argv[2], "wb") : NULL;
    if (!out)
        return false;
    expand_write_library(s, out, root, file);
    if (fclose(out) == 0 && !s->diags.n)
        return true;
    remove(argv[2]);
    return false;
}

int main(int argc, char **argv)
{
    arena memory = {0};
    jmp_buf out_of_memory;
    sema s = {.memory = &memory};
    if (argc != 3) {
        fprintf(stderr, "usage: expand_library LIB.rs OUT.c\n");
        return 1;
    }
    if (setjmp(out_of_memory)) {
        fprintf(stderr, "expand_library: out of memory\n");
        return 1;
    }
    memory.out_of_memory = &out_of_memory;
    sema_begin(&s, library_collect(&memory)); /* of no files */
    bool good = expand_make(&s, argv);
    expand_print_errors(&s);
    if (!good)
        fprintf(stderr, "expand_library: %s is not written\n", argv[2]);
    arena_free(&memory);
    arena_release_kept();
    return good ? 0 : 1;
}
