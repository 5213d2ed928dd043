/* def_collect.c: turns the items of files, modules and blocks into definitions and names. What is inside an item
 * (generics, fields, variants, associated items) is left until somebody asks for it (def_inside.c). */
#include "sema/macros/macro.h"
#include "sema/items/def_table.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

void def_bind(sema *s, sema_def module, sema_symbol name, uint8_t spaces, sema_def d, uint32_t import, bool is_macro)
{
    def_table *t = def_tab(s);
    def_module *m = def_module_in(s, module);
    uint32_t *at = arena_map_at(s->memory, &m->names, name, 1);
    vec_push(
        s->memory, &t->bindings,
        (def_binding){.def = d, .import = import, .next = *at, .name = name, .spaces = spaces, .is_macro = is_macro});
    *at = t->n_shared_bindings + t->bindings.n - 1;
}

void def_add_pending(sema *s, arena_map *map, sema_symbol key, def_pending pending)
{
    def_table *t = def_tab(s);
    uint32_t *at = arena_map_at(s->memory, map, (uint64_t)key + 1, 1);
    if (!*at) {
        *at = t->buckets.n;
        vec_push(s->memory, &t->buckets, (def_bucket){0});
    }
    def_bucket *bucket = &t->buckets.at[*at];
    vec_push(s->memory, &bucket->impls, pending);
    t->epoch++;
}

/* The last name outside of angle brackets in the path of a node whose anchor is its first token; 0 if the path begins
 * with `<`. */
static sema_symbol def_last_name(const sema *s, sema_node n, uint32_t *n_names)
{
    const sema_file *f = s->files.at[n.file];
    uint32_t name = 0, depth = 0, file = n.file, first = f->ast.tok[n.node], end = f->ast.end[n.node];
    *n_names = 0;
    for (uint32_t at = first; at < f->toks.n_toks && f->toks.start[at] < end; at++) {
        uint32_t kind = def_tok_kind(s, file, at);
        if (kind == RUSTG_TOK_LT) {
            if (at == first)
                return 0;
            depth++;
        } else if (kind == RUSTG_TOK_GT && depth) {
            depth--;
        } else if (kind == RUSTG_TOK_L_PAREN) {
            break;
        } else if (!depth && kind != RUSTG_TOK_COLON && kind != RUSTG_TOK_BANG) {
            name = at;
            ++*n_names;
        }
    }
    return name ? syntax_tok_name(s, file, name) : 0;
}

static sema_symbol def_type_head(sema *s, sema_node type, sema_node generics)
{
    const def_names *names = &def_tab(s)->names;
    while (def_node_kind(s, type) == RUSTG_AST_TyParen && syntax_is(syntax_first_real(s, type)))
        type = syntax_first_real(s, type);
    switch (def_node_kind(s, type)) {
    case RUSTG_AST_TySlice: return names->slice;
    case RUSTG_AST_TyArray: return names->array;
    case RUSTG_AST_TyRef: return names->ref;
    case RUSTG_AST_TyPtr: return names->ptr;
    case RUSTG_AST_TyTup: return names->tuple;
    case RUSTG_AST_TyNever: return names->never;
    case RUSTG_AST_TyFnPtr: return names->fn_ptr;
    case RUSTG_AST_TyPath: {
        uint32_t n_names;
        sema_symbol name = def_last_name(s, type, &n_names);
        if (n_names == 1 && generics.node)
            EACH_CHILD(s, generics, c)
        if (def_node_kind(s, c) == RUSTG_AST_GenericParamType && syntax_name(s, c) == name)
            return 0;
        return name;
    }
    default: return 0;
    }
}

static void def_new_impl(sema *s, sema_def impl)
{
    def_table *t = def_tab(s);
    sema_node node = def_get(s, impl)->node, trait = {0, 0}, self = {0, 0}, generics = {0, 0};
    EACH_CHILD(s, node, c)
    {
        uint8_t kind = def_node_kind(s, c);
        if (kind == RUSTG_AST_Generics)
            generics = c;
        else if (kind == RUSTG_AST_TraitRef)
            trait = c;
        else if (def_is_type(kind)) {
            self = c;
            break;
        }
    }
    if (!self.node)
        return;
    sema_symbol head = def_type_head(s, self, generics);
    def_record *rec = def_rec_own(s, impl);
    rec->head = head;
    rec->impl_trait = trait.node;
    rec->impl_self = self.node;
    uint32_t n_names;
    if (trait.node)
        def_add_pending(s, &t->trait_buckets, def_last_name(s, trait, &n_names), (def_pending){impl, 0});
    else
        def_add_pending(s, &t->self_buckets, head, (def_pending){impl, 0});
}

static sema_def def_new_item(sema *s, def_kind kind, sema_def parent, sema_node node, sema_symbol name)
{
    sema_def d = def_add(s, (def_info){.kind = (uint8_t)kind, .name = name, .parent = parent, .node = node});
    def_module *m = def_module_in(s, parent);
    vec_push(s->memory, &m->items, d);
    uint32_t *wanted = arena_map_at(s->memory, &def_tab(s)->item_at, sema_node_key(node), 0);
    if (wanted)
        *wanted = d;
    return d;
}

static void collect_mod(sema *s, sema_def parent, sema_node node)
{
    sema_symbol name = syntax_name(s, node);
    bool is_file = s->files.at[node.file]->bytes[sema_node_span(s, node).end - 1] == ';';
    sema_def module = 0;
    if (is_file && def_get(s, parent)->is_library) {
        /* Each of the library's files is a module already. */
        def_module *m = def_module_in(s, parent);
        uint32_t *at = arena_map_at(s->memory, &m->names, name, 0);
        if (at && *at && def_binding_at(def_tab(s), *at)->def)
            return;
    }
    module = def_new_item(s, DEF_MOD, parent, node, name);
    def_add_module(s, module);
    def_bind(s, parent, name, 1 << NAMESPACE_TYPE, module, 0, false);
    if (!is_file) {
        def_inline_dirs(s, module, parent, node);
        def_collect_items(s, module, node);
    } else if (!def_get(s, parent)->is_library) {
        uint32_t file = def_read_mod(s, module, parent, node);
        if (file)
            def_collect_items(s, module, (sema_node){file, 1});
    }
}

static void collect_foreign(sema *s, sema_def parent, sema_node block)
{
    bool is_library = def_get(s, parent)->is_library;
    if (!is_library) {
        sema_report r = sema_error(s, RUSTG_DIAG_NOT_COMPILED_YET, def_node_head(s, block));
        sema_arg(&r, "an `extern` block");
        sema_arg(&r, "call functions of rustg_std or of the crate instead");
    }
    EACH_CHILD(s, block, c)
    {
        if (def_node_kind(s, c) != RUSTG_AST_ForeignItemFn || !def_cfg_holds(s, c))
            continue;
        sema_symbol name = syntax_name(s, c);
        sema_def d = def_new_item(s, DEF_FN, parent, c, name);
        def_rec_own(s, d)->about.is_unsafe = true;
        def_rec_own(s, d)->about.is_intrinsic = is_library;
        def_bind(s, parent, name, 1 << NAMESPACE_VALUE, d, 0, false);
    }
}

static void def_alias_of_type(sema *s, sema_node node, sema_symbol name)
{
    EACH_CHILD(s, node, c)
    if (def_is_type(def_node_kind(s, c))) {
        sema_symbol original = def_type_head(s, c, (sema_node){0, 0});
        if (original && original != name) {
            def_add_alias(s, original, name);
            def_tab(s)->epoch++;
        }
    }
}

static void def_collect_not_yet(sema *s, sema_node node, const char *what, const char *instead)
{
    if (s->files.at[node.file]->origin == SEMA_FILE_LIBRARY)
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_NOT_COMPILED_YET, def_node_head(s, node));
    sema_arg(&r, "%s", what);
    sema_arg(&r, "%s", instead);
}

/* Where a macro's name is known. An exported macro belongs to the crate's root. */
static sema_def def_macro_home(sema *s, sema_def parent, sema_node node)
{
    def_attr attr;
    if (def_get(s, parent)->is_library)
        return def_tab(s)->library;
    return def_find_attr(s, node, "macro_export", 0, &attr) ? def_crate_of(s, parent) : parent;
}

static void collect_item(sema *s, sema_def parent, sema_node node)
{
    enum { TYPE = 1 << NAMESPACE_TYPE, VALUE = 1 << NAMESPACE_VALUE };
    def_kind kind = DEF_NONE;
    uint8_t spaces = TYPE;
    if (!def_cfg_holds(s, node))
        return;
    switch (def_node_kind(s, node)) {
    case RUSTG_AST_ItemFn: kind = DEF_FN, spaces = VALUE; break;
    case RUSTG_AST_ItemStruct:
        kind = DEF_STRUCT;
        spaces = syntax_shape_of(s, node) == SHAPE_NAMED ? TYPE : TYPE | VALUE;
        break;
    case RUSTG_AST_ItemUnion: kind = DEF_UNION; break;
    case RUSTG_AST_ItemEnum: kind = DEF_ENUM; break;
    case RUSTG_AST_ItemTrait: kind = DEF_TRAIT; break;
    case RUSTG_AST_ItemTyAlias: kind = DEF_TY_ALIAS; break;
    case RUSTG_AST_ItemConst: kind = DEF_CONST, spaces = VALUE; break;
    case RUSTG_AST_ItemStatic: kind = DEF_STATIC, spaces = VALUE; break;
    case RUSTG_AST_ItemImpl: kind = DEF_IMPL; break;
    case RUSTG_AST_ItemMod: collect_mod(s, parent, node); return;
    case RUSTG_AST_ItemUse: resolve_collect_use(s, parent, node); return;
    case RUSTG_AST_ItemExternCrate: resolve_collect_extern_crate(s, parent, node); return;
    case RUSTG_AST_ItemForeignMod: collect_foreign(s, parent, node); return;
    case RUSTG_AST_ItemMacroDef: {
        sema_symbol name = syntax_name(s, node);
        if (name)
            def_bind(s, def_macro_home(s, parent, node), name, 1 << NAMESPACE_MACRO, 0, 0, true);
        if (syntax_tok_kind(s, node.file, syntax_anchor(s, node)) != RUSTG_TOK_WEAK_MACRO_RULES)
            def_collect_not_yet(s, node, "a macro by `macro`", "define it by `macro_rules!`");
        return;
    }
    case RUSTG_AST_ItemMacCall: macro_report_missing(s, node); return;
    case RUSTG_AST_ItemConstBlock:
        def_collect_not_yet(s, node, "a `const` block item", "write `const _: () = ...;` instead");
        return;
    case RUSTG_AST_ItemTraitAlias:
        def_collect_not_yet(s, node, "a trait alias", "write a trait with a blanket impl instead");
        return;
    case RUSTG_AST_ItemGlobalAsm:
        def_collect_not_yet(s, node, "global assembly", "use `ptx!` inside of a function instead");
        return;
    case RUSTG_AST_ItemDelegation:
    case RUSTG_AST_ItemDelegationMac: def_collect_not_yet(s, node, "delegation", "write the functions out"); return;
    default: def_collect_not_yet(s, node, "this kind of item", "another form of it"); return;
    }
    sema_symbol name = kind == DEF_IMPL ? 0 : syntax_name(s, node);
    sema_def d = def_new_item(s, kind, parent, node, name);
    def_record *rec = def_rec_own(s, d);
    if (kind == DEF_IMPL) {
        def_new_impl(s, d);
        return;
    }
    if (name && name != def_tab(s)->names.underscore)
        def_bind(s, parent, name, spaces, d, 0, false);
    switch (kind) {
    case DEF_FN:
        rec->about.is_unsafe = syntax_is_unsafe(s, node);
        rec->about.is_const = syntax_is_const(s, node);
        def_register_body(s, d);
        break;
    case DEF_CONST:
    case DEF_STATIC: def_register_body(s, d); break;
    case DEF_TRAIT: rec->about.is_unsafe = syntax_is_unsafe(s, node); break;
    case DEF_STRUCT:
    case DEF_UNION:
    case DEF_ENUM: def_collect_derives(s, d, node); break;
    case DEF_TY_ALIAS: def_alias_of_type(s, node, name); break;
    case DEF_NONE:
    case DEF_CASES_MODULE:
    case DEF_CASES_OF_ADT:
    case DEF_IMPL:
    case DEF_ASSOC_TY:
    case DEF_CASES_PARAM:
    case DEF_CASES_NAMELESS: break;
    }
}

void def_collect_items(sema *s, sema_def parent, sema_node container)
{
    if (!sema_enter(s, sema_node_span(s, container)))
        return;
    EACH_CHILD(s, container, c)
    {
        uint8_t kind = def_node_kind(s, c);
        if (def_is_item(kind))
            collect_item(s, parent, c);
        else if (kind == RUSTG_AST_StmtItem)
            EACH_CHILD(s, c, item)
        if (def_is_item(def_node_kind(s, item)))
            collect_item(s, parent, item);
    }
    sema_leave(s);
}

sema_def def_collect_crate(sema *s, uint32_t file, const char *crate_name, bool is_library)
{
    sema_node top = {file, 1};
    sema_def root = def_add(s, (def_info){.kind = DEF_CRATE, .name = sema_intern_text(s, crate_name), .node = top});
    def_record *rec = def_rec_own(s, root);
    rec->about.crate = root;
    rec->about.is_library = is_library;
    rec->vis = DEF_PUBLIC;
    def_add_module(s, root);
    def_root_dirs(s, root, s->files.at[file]->name, true);
    if (!is_library)
        vec_push(s->memory, &def_tab(s)->user_crates, root);
    if (def_cfg_holds(s, top)) {
        uint32_t expanded = is_library ? file : macro_expand_crate(s, root, file);
        if (expanded)
            def_rec_own(s, root)->about.node.file = expanded;
        if (expanded)
            def_collect_items(s, root, (sema_node){expanded, 1});
    }
    return root;
}

sema_def def_collect_block(sema *s, sema_node block, sema_def scope)
{
    bool any = false;
    EACH_CHILD(s, block, c)
    if (def_node_kind(s, c) == RUSTG_AST_StmtItem)
        any = true;
    if (!any)
        return scope;
    uint64_t key = sema_node_key(block);
    uint32_t *known = arena_map_at(s->memory, &def_tab(s)->item_at, key, 0);
    if (known)
        return *known;
    sema_def d = def_add(s, (def_info){.kind = DEF_BLOCK, .parent = scope, .node = block});
    def_add_module(s, d);
    def_module *outer = def_module_in(s, def_module_of(s, scope));
    def_module_in(s, d)->dir = outer->dir;
    def_module_in(s, d)->path_dir = outer->path_dir;
    def_module_in(s, d)->file_name = outer->file_name;
    *arena_map_at(s->memory, &def_tab(s)->item_at, key, 1) = d;
    uint32_t first_derive = def_tab(s)->derives.n;
    def_collect_items(s, d, block);
    if (!def_get(s, d)->is_library) {
        for (uint32_t i = first_derive; i < def_tab(s)->derives.n; i++)
            def_expand_derive(s, i);
        def_check_names(s, d);
        for (uint32_t i = 0; i < def_module_in(s, d)->items.n; i++)
            def_check_item(s, def_module_in(s, d)->items.at[i]);
    }
    return d;
}
