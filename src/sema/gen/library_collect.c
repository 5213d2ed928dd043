/* library_collect.c: parses the kernels' library and collects its definitions. */
#include "sema/gen/library_collect.h"

#include "sema/items/def_table.h"
#include "sema/library/library_files.h"
#include "sema/names/resolve.h"

static const char *const primitive_names[TY_STR + 1] = {
    [TY_BOOL] = "bool", [TY_CHAR] = "char",   [TY_I8] = "i8",   [TY_I16] = "i16", [TY_I32] = "i32", [TY_I64] = "i64",
    [TY_I128] = "i128", [TY_ISIZE] = "isize", [TY_U8] = "u8",   [TY_U16] = "u16", [TY_U32] = "u32", [TY_U64] = "u64",
    [TY_U128] = "u128", [TY_USIZE] = "usize", [TY_F32] = "f32", [TY_F64] = "f64", [TY_STR] = "str"};

static void library_intern_names(sema *s)
{
    def_names *n = &def_tab(s)->names;
    n->self = sema_intern_text(s, "self");
    n->self_type = sema_intern_text(s, "Self");
    n->super = sema_intern_text(s, "super");
    n->crate = sema_intern_text(s, "crate");
    n->underscore = sema_intern_text(s, "_");
    n->core = sema_intern_text(s, "core");
    n->std = sema_intern_text(s, "std");
    n->alloc = sema_intern_text(s, "alloc");
    n->rustg_std = sema_intern_text(s, "rustg_std");
    n->slice = sema_intern_text(s, "[]");
    n->array = sema_intern_text(s, "[;]");
    n->ref = sema_intern_text(s, "&");
    n->ptr = sema_intern_text(s, "*");
    n->tuple = sema_intern_text(s, "()");
    n->never = sema_intern_text(s, "!");
    n->fn_ptr = sema_intern_text(s, "fn");
    n->kernel = sema_intern_text(s, "kernel");
    n->drop = sema_intern_text(s, "drop");
    n->output = sema_intern_text(s, "Output");
    for (uint32_t i = 0; i <= TY_STR; i++)
        if (primitive_names[i]) {
            n->primitives[i] = sema_intern_text(s, primitive_names[i]);
            *arena_map_at(s->memory, &def_tab(s)->primitive_of, n->primitives[i], 1) = i;
        }
}

/* Finds #[lang = "x"] and the items that it stands on, by scanning the attributes of one library file. */
static void library_note_lang_items(sema *s, uint32_t file)
{
    static const char *const names[LANG_N] = {
#define LANG(name) #name,
#include "sema/lang_item.def"
    };
    const sema_file *f = s->files.at[file];
    for (const uint8_t *kind = f->ast.kind, *end = kind + f->ast.n_nodes;
         (kind = memchr(kind, RUSTG_AST_Attr, (size_t)(end - kind))) != NULL; kind++) {
        uint32_t n = (uint32_t)(kind - f->ast.kind), tok = f->ast.tok[n] + 2;
        if (tok + 2 >= f->toks.n_toks || f->toks.end[tok] - f->toks.start[tok] != 4 ||
            memcmp(f->bytes + f->toks.start[tok], "lang", 4) != 0 || f->toks.kind[tok + 2] != RUSTG_TOK_STR)
            continue;
        const char *text = (const char *)f->bytes + f->toks.start[tok + 2] + 1;
        uint32_t length = f->toks.end[tok + 2] - f->toks.start[tok + 2] - 2;
        for (uint32_t i = 0; i < LANG_N; i++) {
            uint32_t at = 0;
            while (at < length && names[i][at] && (names[i][at] | 32) == (text[at] | 32))
                at++;
            if (at < length || names[i][at])
                continue;
            /* Notes the item, or the one in which it stands; collecting fills in the definition. */
            uint32_t node = f->ast.parent[n];
            def_tab(s)->lang_nodes[i] = (sema_node){file, node};
            arena_map_at(s->memory, &def_tab(s)->item_at, (uint64_t)file << 32 | node, 1);
            arena_map_at(s->memory, &def_tab(s)->item_at, (uint64_t)file << 32 | f->ast.parent[node], 1);
        }
    }
}

static sema_def library_child_at(sema *s, sema_node node)
{
    def_table *t = def_tab(s);
    uint32_t *at = arena_map_at(s->memory, &t->item_at, sema_node_key(node), 0);
    if (at && *at)
        return *at;
    sema_node parent = {node.file, def_ast(s, node.file)->parent[node.node]};
    at = arena_map_at(s->memory, &t->item_at, sema_node_key(parent), 0);
    if (!at || !*at)
        return 0;
    uint32_t n;
    const sema_def *inside = def_kind_of(s, *at) == DEF_ENUM ? def_variants(s, *at, &n) : def_assoc_items(s, *at, &n);
    for (uint32_t i = 0; i < n; i++)
        if (def_get(s, inside[i])->node.node == node.node)
            return inside[i];
    return 0;
}

static sema_def library_module(sema *s, sema_def root, const char *name, size_t n_name)
{
    sema_symbol symbol = sema_intern(s, name, n_name);
    uint32_t *at = arena_map_at(s->memory, &def_module_in(s, root)->names, symbol, 0);
    for (uint32_t b = at ? *at : 0; b; b = def_binding_at(def_tab(s), b)->next)
        if (def_binding_at(def_tab(s), b)->def && def_is_module(s, def_binding_at(def_tab(s), b)->def))
            return def_binding_at(def_tab(s), b)->def;
    sema_def module = def_add(s, (def_info){.kind = DEF_MOD, .name = symbol, .parent = root});
    def_add_module(s, module);
    def_rec_own(s, module)->vis = DEF_PUBLIC;
    def_take_dirs(s, module, root);
    vec_push(s->memory, &def_module_in(s, root)->items, module);
    def_bind(s, root, symbol, 1 << NAMESPACE_TYPE, module, 0, false);
    return module;
}

static void library_bind_macros(sema *s, sema_def module, const char *const *macros, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        def_bind(s, module, sema_intern_text(s, macros[i]), 1 << NAMESPACE_MACRO, 0, 0, true);
}

/* The modules of `crates` are the crates that paths may begin with. */
static void library_open_crates(sema *s, sema_def root)
{
    static const char *const std_macros[] = {
        "assert", "assert_eq",   "assert_ne", "debug_assert",  "debug_assert_eq", "debug_assert_ne",
        "panic",  "unreachable", "todo",      "unimplemented", "matches"};
    static const char *const kernel_macros[] = {"kernel", "derivative", "ptx"}, *const ptr_macros[] = {"addr_of",
                                                                                                       "addr_of_mut"};
    static const char *const mem_macros[] = {"offset_of"};
    def_table *t = def_tab(s);
    sema_def crates = library_module(s, root, "crates", strlen("crates"));
    t->crates = crates;
    for (uint32_t i = 0; i < def_module_in(s, crates)->items.n; i++) {
        sema_def crate = def_module_in(s, crates)->items.at[i];
        sema_symbol name = def_get(s, crate)->name;
        def_rec_own(s, crate)->about.kind = DEF_CRATE;
        if (name == t->names.rustg_std)
            library_bind_macros(s, crate, kernel_macros, sizeof kernel_macros / sizeof kernel_macros[0]);
        else if (name == t->names.core)
            library_bind_macros(s, crate, std_macros, sizeof std_macros / sizeof std_macros[0]);
    }
    library_bind_macros(s, library_module(s, root, "prelude", strlen("prelude")), kernel_macros,
                        sizeof kernel_macros / sizeof kernel_macros[0]);
    library_bind_macros(s, library_module(s, root, "ptr", strlen("ptr")), ptr_macros,
                        sizeof ptr_macros / sizeof ptr_macros[0]);
    library_bind_macros(s, library_module(s, root, "mem", strlen("mem")), mem_macros,
                        sizeof mem_macros / sizeof mem_macros[0]);
    t->prelude_module = library_module(s, root, "std_prelude", strlen("std_prelude"));
}

/* Finds the module of a path: for "a/b" it is module b inside module a. */
static sema_def library_module_at(sema *s, sema_def root, const char *path)
{
    sema_def module = root;
    for (const char *part = path, *slash; part; part = slash ? slash + 1 : NULL) {
        slash = strchr(part, '/');
        module = library_module(s, module, part, slash ? (size_t)(slash - part) : strlen(part));
    }
    return module;
}

static void library_collect_files(sema *s)
{
    def_table *t = def_tab(s);
    sema_def root = def_add(s, (def_info){.kind = DEF_CRATE, .name = sema_intern_text(s, "library")});
    def_record *rec = def_rec_own(s, root);
    rec->about.crate = root;
    rec->about.is_library = true;
    rec->vis = DEF_PUBLIC;
    def_module *names = def_add_module(s, root);
    names->dir = names->path_dir = names->file_name = arena_text(s->memory, "", 0);
    t->library = root;
    const library_text *library;
    for (uint32_t i = 0; (library = library_file(i)) != NULL; i++) {
        uint32_t file = i + 1;
        sema_node top = {file, 1};
        library_note_lang_items(s, file);
        sema_def module = i ? library_module_at(s, root, library->module) : root;
        if (!library->is_public)
            def_rec_own(s, module)->vis = root;
        if (!def_rec(s, module)->about.node.node)
            def_rec_own(s, module)->about.node = top;
        def_collect_items(s, module, top);
    }
    library_open_crates(s, root);
}

/* Does what collecting leaves for later and what every compile would otherwise work out anew. */
static void library_settle(sema *s)
{
    def_table *t = def_tab(s);
    sema_def n = t->n;
    for (uint32_t i = 0; i < LANG_N; i++)
        if (t->lang_nodes[i].node)
            t->lang[i] = library_child_at(s, t->lang_nodes[i]);
    for (sema_def d = 1; d < n; d++)
        if (def_is_module(s, d))
            resolve_take_uses(s, d);
    for (uint32_t i = 1; i < t->derives.n; i++)
        def_expand_derive(s, i);
    library_answer_all(s);
}

/* From here on nothing that the table holds is written to. */
static void library_share_defs(sema *s)
{
    def_table *t = def_tab(s);
    t->last_attr = (def_last_attr){0}; /* its name lies in the program */
    vec_share(&t->blocks);
    vec_share(&t->imports);
    vec_share(&t->buckets);
    vec_share(&t->derives);
    vec_share(&t->aliases);
    vec_share(&t->lists);
    vec_share(&t->bodies);
    for (uint32_t i = 0; i < t->buckets.n; i++)
        vec_share(&t->buckets.at[i].impls);
    for (uint32_t i = 0; i < t->lists.n; i++) {
        vec_share(&t->lists.at[i]->impls);
        t->lists.at[i]->known.shared = true;
        vec_share(&t->lists.at[i]->seen);
        t->lists.at[i]->seen_shared = true;
    }
    t->primitive_of.shared = t->item_at.shared = t->trait_buckets.shared = t->self_buckets.shared = true;
    t->impls_of.shared = t->inherent_of.shared = true;
    vec_share(&t->modules);
    for (uint32_t i = 1; i < t->modules.n; i++) {
        def_module *module = t->modules.at[i];
        vec_share(&module->globs);
        vec_share(&module->imports);
        vec_share(&module->pending_uses);
        vec_share(&module->items);
        module->names.shared = true;
    }
}

static void library_collect_defs(sema *s)
{
    def_table *t = ARENA_NEW(s->memory, def_table);
    s->defs = t;
    vec_push(s->memory, &t->blocks, ARENA_ARRAY(s->memory, def_record, DEF_PER_BLOCK));
    vec_push(s->memory, &t->modules, NULL);
    t->n = 1;
    vec_push(s->memory, &t->bindings, (def_binding){0});
    vec_push(s->memory, &t->imports, ARENA_NEW(s->memory, def_import));
    vec_push(s->memory, &t->buckets, (def_bucket){0});
    vec_push(s->memory, &t->derives, (def_derive){0});
    vec_push(s->memory, &t->lists, ARENA_NEW(s->memory, def_impl_list));
    library_intern_names(s);
    library_collect_files(s);
    library_settle(s);
    library_share_defs(s);
    library_pack_answers(s);
}

/* The texts are copied, so that nothing of the tables points out of the arena. */
static void library_parse_files(sema *s)
{
    enum { LEXER_READS_BEHIND = 64 };
    const library_text *library;
    for (uint32_t i = 0; (library = library_file(i)) != NULL; i++) {
        uint8_t *bytes = arena_alloc(s->memory, library->n_bytes + LEXER_READS_BEHIND);
        memcpy(bytes, library->text, library->n_bytes);
        VEC(uint32_t) lines = {0};
        vec_push(s->memory, &lines, 0);
        for (size_t k = 0; k < library->n_bytes; k++)
            if (bytes[k] == '\n')
                vec_push(s->memory, &lines, (uint32_t)k + 1);
        sema_add_file(s, (sema_file){.lines = lines.at,
                                     .n_lines = lines.n,
                                     .name = arena_text(s->memory, library->path, strlen(library->path)),
                                     .bytes = bytes,
                                     .n_bytes = (uint32_t)library->n_bytes,
                                     .edition = 2024,
                                     .origin = SEMA_FILE_LIBRARY});
    }
}

/* There is nothing here that could evaluate a constant. */
static bool library_has_no_value(sema *s, sema_def constant, const sema_ty *args, uint32_t n_args, wide_u128 *bits)
{
    (void)s, (void)constant, (void)args, (void)n_args;
    *bits = 0;
    return false;
}

/* Notes that a value was asked for: another function stands in its place then. */
static bool library_evaluate(sema *s, sema_def constant, const sema_ty *args, uint32_t n_args, wide_u128 *bits)
{
    s->evaluate = library_has_no_value;
    return library_has_no_value(s, constant, args, n_args, bits);
}

const sema *library_collect(arena *memory)
{
    sema *s = ARENA_NEW(memory, sema);
    s->memory = memory;
    s->evaluate = library_evaluate;
    library_parse_files(s);
    ty_begin_library(s);
    library_collect_defs(s);
    vec_share(&s->files);
    const bool is_good = s->diags.n == 0 && s->evaluate == library_evaluate;
    s->memory = NULL;
    s->evaluate = NULL;
    diag_list_free(&s->diags);
    memset(&s->diags, 0, sizeof s->diags);
    return is_good ? s : NULL;
}
