/* def_table.c: definitions themselves: making them, and what is known without looking anything up. */
#include "sema/def_table.h"

#include "sema/prelude.h"

const def_info *def_get(const sema *s, sema_def d)
{
    return &def_rec(s, d)->about;
}

def_kind def_kind_of(const sema *s, sema_def d)
{
    return (def_kind)def_rec(s, d)->about.kind;
}

uint32_t def_count(const sema *s)
{
    return def_tab(s)->n;
}

def_answers *def_answer(sema *s, sema_def d)
{
    def_record *rec = def_rec(s, d);
    if (!rec->answers)
        rec->answers = ARENA_NEW(s->memory, def_answers);
    return rec->answers;
}

sema_def def_add(sema *s, def_info about)
{
    def_table *t = def_tab(s);
    if ((t->n & (DEF_PER_BLOCK - 1)) == 0)
        vec_push(s->memory, &t->blocks, ARENA_ARRAY(s->memory, def_record, DEF_PER_BLOCK));
    sema_def d = t->n++;
    if (about.parent) {
        const def_info *parent = def_get(s, about.parent);
        about.crate = parent->crate;
        about.is_library = parent->is_library;
    } else {
        about.crate = d;
    }
    def_rec(s, d)->about = about;
    if (about.kind == DEF_ANON_CONST)
        def_register_body(s, d);
    return d;
}

void def_register_body(sema *s, sema_def d)
{
    if (!def_get(s, d)->is_library)
        vec_push(s->memory, &def_tab(s)->bodies, d);
}

const sema_def *def_all_bodies(sema *s, uint32_t *n)
{
    *n = def_tab(s)->bodies.n;
    return def_tab(s)->bodies.at;
}

sema_def def_module_of(const sema *s, sema_def d)
{
    while (d && !def_is_module(s, d))
        d = def_rec(s, d)->about.parent;
    return d;
}

sema_def def_crate_of(const sema *s, sema_def d)
{
    return def_rec(s, d)->about.crate;
}

sema_def def_enum_of(sema *s, sema_def variant)
{
    return def_kind_of(s, variant) == DEF_VARIANT ? def_get(s, variant)->parent : variant;
}

static sema_span name_span(const sema *s, sema_def d)
{
    const def_info *about = def_get(s, d);
    sema_span none = {0, 0, 0};
    if (!about->node.node)
        return none;
    if (about->name && about->kind != DEF_CRATE && about->kind != DEF_OPAQUE && about->kind != DEF_CLOSURE &&
        def_node_kind(s, about->node) != RUSTG_AST_TyImplTrait) {
        sema_span span = syntax_name_span(s, about->node);
        if (span.end > span.start)
            return span;
    }
    return def_head_span(s, d);
}

sema_span def_span(const sema *s, sema_def d)
{
    return name_span(s, d);
}

/* rustc's span of an item's head: without attributes, up to where its body begins; with `;` where it ends so. */
sema_span def_node_head(const sema *s, sema_node n)
{
    sema_span span = sema_node_span(s, n);
    uint8_t kind = def_node_kind(s, n);
    switch (kind) {
    case RUSTG_AST_ItemFn:
    case RUSTG_AST_AssocItemFn:
    case RUSTG_AST_ForeignItemFn:
        EACH_CHILD(s, n, c)
        if (def_node_kind(s, c) == RUSTG_AST_Block) {
            uint32_t brace = syntax_anchor(s, c);
            span.end = brace ? syntax_tok_span(s, n.file, brace - 1).end : span.end;
        }
        break;
    case RUSTG_AST_ItemStruct:
    case RUSTG_AST_ItemUnion:
    case RUSTG_AST_ItemEnum:
    case RUSTG_AST_ItemTrait:
    case RUSTG_AST_ItemMod:
    case RUSTG_AST_ItemImpl: {
        sema_node last = {0, 0};
        EACH_CHILD(s, n, c)
        {
            uint8_t k = def_node_kind(s, c);
            bool head = k == RUSTG_AST_Vis || k == RUSTG_AST_Generics || k == RUSTG_AST_TraitRef ||
                        k == RUSTG_AST_WhereClause || k == RUSTG_AST_Bound || k == RUSTG_AST_BoundLifetime ||
                        def_is_type(k);
            if (head)
                last = c;
        }
        if (kind == RUSTG_AST_ItemImpl) {
            if (last.node)
                span.end = sema_node_span(s, last).end;
            break;
        }
        if (last.node && def_node_kind(s, last) != RUSTG_AST_Vis) {
            span.end = sema_node_span(s, last).end;
        } else {
            sema_span name = syntax_name_span(s, n);
            if (name.end > name.start)
                span.end = name.end;
        }
        /* `struct S;` and `struct S(i32);` have no body to leave out */
        sema_span all = sema_node_span(s, n);
        if (kind == RUSTG_AST_ItemStruct && syntax_shape_of(s, n) != SHAPE_NAMED)
            span.end = all.end;
        if (kind == RUSTG_AST_ItemMod && s->files.at[n.file].bytes[all.end - 1] == ';')
            span.end = all.end;
        break;
    }
    default:
        break;
    }
    return span;
}

sema_span def_head_span(const sema *s, sema_def d)
{
    sema_span none = {0, 0, 0};
    const def_info *about = def_get(s, d);
    return about->node.node ? def_node_head(s, about->node) : none;
}

static bool shows_in_path(def_kind kind)
{
    return kind != DEF_BLOCK && kind != DEF_CRATE && kind != DEF_ANON_CONST;
}

const char *def_path(sema *s, sema_def d)
{
    const char *text = NULL;
    for (; d; d = def_get(s, d)->parent) {
        const def_info *about = def_get(s, d);
        if (!shows_in_path((def_kind)about->kind))
            continue;
        const char *name = about->name ? sema_text(s, about->name) : NULL;
        if (about->kind == DEF_CLOSURE)
            name = "{closure}";
        if (about->kind == DEF_IMPL) {
            sema_ty self = def_type(s, d);
            def_trait_ref trait = def_impl_trait(s, d);
            name = trait.trait ? arena_format(s->memory, "<%s as %s>", ty_print(s, self),
                                              sema_text(s, def_get(s, trait.trait)->name))
                               : ty_print(s, self);
            if (!text)
                return name;
            return arena_format(s->memory, "%s::%s", name, text);
        }
        if (!name)
            continue;
        text = text ? arena_format(s->memory, "%s::%s", name, text) : name;
    }
    return text ? text : "";
}

bool def_fn_has_self(const sema *s, sema_node item)
{
    EACH_CHILD(s, item, c)
    if (def_node_kind(s, c) == RUSTG_AST_Param) {
        sema_node pat = syntax_first_real(s, c);
        return syntax_is(pat) && def_tok_kind(s, pat.file, syntax_last_tok(s, pat)) == RUSTG_TOK_KW_SELF;
    }
    return false;
}

const char *def_kind_text(const sema *s, sema_def d)
{
    const def_info *about = def_get(s, d);
    uint8_t parent = about->parent ? def_get(s, about->parent)->kind : DEF_NONE;
    bool assoc = parent == DEF_TRAIT || parent == DEF_IMPL;
    switch ((def_kind)about->kind) {
    case DEF_CRATE:
        return about->is_library ? "crate" : "module";
    case DEF_MOD:
        return "module";
    case DEF_FN: {
        if (!assoc)
            return "function";
        return def_fn_has_self(s, about->node) ? "method" : "associated function";
    }
    case DEF_STRUCT:
        return "struct";
    case DEF_UNION:
        return "union";
    case DEF_ENUM:
        return "enum";
    case DEF_VARIANT:
        return "variant";
    case DEF_FIELD:
        return "field";
    case DEF_TRAIT:
        return "trait";
    case DEF_IMPL:
        return "implementation";
    case DEF_CONST:
        return assoc ? "associated constant" : "constant";
    case DEF_STATIC:
        return "static";
    case DEF_TY_ALIAS:
        return "type alias";
    case DEF_ASSOC_TY:
        return "associated type";
    case DEF_TYPE_PARAM:
        return "type parameter";
    case DEF_CONST_PARAM:
        return "const parameter";
    case DEF_LIFETIME_PARAM:
        return "lifetime parameter";
    case DEF_CLOSURE:
        return "closure";
    case DEF_OPAQUE:
        return "opaque type";
    default:
        return "item";
    }
}

const char *def_article(const char *text)
{
    return strchr("aeiou", text[0]) && *text ? "an" : "a";
}

static const char *const primitive_names[TY_STR + 1] = {
    [TY_BOOL] = "bool", [TY_CHAR] = "char",   [TY_I8] = "i8",   [TY_I16] = "i16", [TY_I32] = "i32", [TY_I64] = "i64",
    [TY_I128] = "i128", [TY_ISIZE] = "isize", [TY_U8] = "u8",   [TY_U16] = "u16", [TY_U32] = "u32", [TY_U64] = "u64",
    [TY_U128] = "u128", [TY_USIZE] = "usize", [TY_F32] = "f32", [TY_F64] = "f64", [TY_STR] = "str"};

static void intern_names(sema *s)
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

/* #[lang = "x"] and what it stands on, by a scan of the attributes of one library file. */
static void note_lang_items(sema *s, uint32_t file)
{
    static const char *const names[LANG_N] = {
#define LANG(name) #name,
#include "sema/lang_item.def"
    };
    const sema_file *f = &s->files.at[file];
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
            /* the item, or the one that it stands in: collecting fills in the definition */
            uint32_t node = f->ast.parent[n];
            def_tab(s)->lang_nodes[i] = (sema_node){file, node};
            arena_map_at(s->memory, &def_tab(s)->item_at, (uint64_t)file << 32 | node, 1);
            arena_map_at(s->memory, &def_tab(s)->item_at, (uint64_t)file << 32 | f->ast.parent[node], 1);
        }
    }
}

static sema_def child_at(sema *s, sema_node node)
{
    def_table *t = def_tab(s);
    uint32_t *at = arena_map_at(s->memory, &t->item_at, (uint64_t)node.file << 32 | node.node, 0);
    if (at && *at)
        return *at;
    sema_node parent = {node.file, def_ast(s, node.file)->parent[node.node]};
    at = arena_map_at(s->memory, &t->item_at, (uint64_t)parent.file << 32 | parent.node, 0);
    if (!at || !*at)
        return 0;
    uint32_t n;
    const sema_def *inside = def_kind_of(s, *at) == DEF_ENUM ? def_variants(s, *at, &n) : def_assoc_items(s, *at, &n);
    for (uint32_t i = 0; i < n; i++)
        if (def_get(s, inside[i])->node.node == node.node)
            return inside[i];
    return 0;
}

sema_def def_lang(const sema *s, sema_lang_item item)
{
    def_table *t = def_tab(s);
    if (!t->lang[item] && t->lang_nodes[item].node)
        t->lang[item] = child_at((sema *)(uintptr_t)s, t->lang_nodes[item]);
    return t->lang[item];
}

static sema_def library_module(sema *s, sema_def root, const char *name, size_t n_name)
{
    sema_symbol symbol = sema_intern(s, name, n_name);
    uint32_t *at = arena_map_at(s->memory, &def_rec(s, root)->module->names, symbol, 0);
    for (uint32_t b = at ? *at : 0; b; b = def_tab(s)->bindings.at[b].next)
        if (def_tab(s)->bindings.at[b].def && def_is_module(s, def_tab(s)->bindings.at[b].def))
            return def_tab(s)->bindings.at[b].def;
    sema_def module = def_add(s, (def_info){.kind = DEF_MOD, .name = symbol, .parent = root});
    def_rec(s, module)->module = ARENA_NEW(s->memory, def_module);
    def_rec(s, module)->vis = DEF_PUBLIC;
    vec_push(s->memory, &def_rec(s, root)->module->items, module);
    def_bind(s, root, symbol, 1 << NAMESPACE_TYPE, module, 0, false);
    return module;
}

static void bind_macros(sema *s, sema_def module, const char *const *macros, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        def_bind(s, module, sema_intern_text(s, macros[i]), 1 << NAMESPACE_MACRO, 0, 0, true);
}

/* The modules of `crates` are the crates that paths may begin with. */
static void open_crates(sema *s, sema_def root)
{
    static const char *const std_macros[] = {"assert",       "assert_eq",       "assert_ne",
                                             "debug_assert", "debug_assert_eq", "debug_assert_ne",
                                             "panic",        "unreachable",     "todo",
                                             "unimplemented", "matches"};
    static const char *const kernel_macros[] = {"kernel", "ptx"};
    def_table *t = def_tab(s);
    sema_def crates = library_module(s, root, "crates", strlen("crates"));
    t->crates = crates;
    for (uint32_t i = 0; i < def_rec(s, crates)->module->items.n; i++) {
        sema_def crate = def_rec(s, crates)->module->items.at[i];
        sema_symbol name = def_get(s, crate)->name;
        def_rec(s, crate)->about.kind = DEF_CRATE;
        if (name == t->names.rustg_std)
            bind_macros(s, crate, kernel_macros, sizeof kernel_macros / sizeof kernel_macros[0]);
        else if (name == t->names.core)
            bind_macros(s, crate, std_macros, sizeof std_macros / sizeof std_macros[0]);
    }
    bind_macros(s, library_module(s, root, "prelude", strlen("prelude")), kernel_macros,
                sizeof kernel_macros / sizeof kernel_macros[0]);
    t->prelude_module = library_module(s, root, "std_prelude", strlen("std_prelude"));
}

static void load_library(sema *s)
{
    def_table *t = def_tab(s);
    sema_def root = def_add(s, (def_info){.kind = DEF_CRATE, .name = sema_intern_text(s, "library")});
    def_record *rec = def_rec(s, root);
    rec->about.crate = root;
    rec->about.is_library = true;
    rec->vis = DEF_PUBLIC;
    rec->module = ARENA_NEW(s->memory, def_module);
    rec->module->dir = rec->module->path_dir = "";
    t->library = root;
    const char *name;
    size_t n_bytes;
    uint32_t n_files;
    const sema_file *files = sema_library(&n_files);
    if (!files)
        longjmp(*s->memory->out_of_memory, 1);
    for (uint32_t i = 0; i < n_files; i++) {
        prelude_file(i, &name, &n_bytes);
        uint32_t file = sema_add_file(s, files[i]);
        sema_node top = {file, 1};
        note_lang_items(s, file);
        size_t n_name = strcspn(name, ".");
        sema_def module = root;
        if (!(n_name == 3 && memcmp(name, "lib", 3) == 0)) {
            /* "a/b" is module b of module a */
            const char *part = name, *end = name + n_name;
            while (part < end) {
                const char *slash = memchr(part, '/', (size_t)(end - part));
                size_t n_part = slash ? (size_t)(slash - part) : (size_t)(end - part);
                module = library_module(s, module, part, n_part);
                part += n_part + (slash != NULL);
            }
        }
        if (!def_rec(s, module)->about.node.node)
            def_rec(s, module)->about.node = top;
        def_collect_items(s, module, top);
    }
    open_crates(s, root);
}

void def_begin(sema *s)
{
    def_table *t = ARENA_NEW(s->memory, def_table);
    s->defs = t;
    vec_push(s->memory, &t->blocks, ARENA_ARRAY(s->memory, def_record, DEF_PER_BLOCK));
    t->n = 1;
    vec_push(s->memory, &t->bindings, (def_binding){0});
    vec_push(s->memory, &t->imports, (def_import){0});
    vec_push(s->memory, &t->buckets, (def_bucket){0});
    vec_push(s->memory, &t->derives, (def_derive){0});
    vec_push(s->memory, &t->lists, (def_impl_list){0});
    intern_names(s);
    load_library(s);
}
