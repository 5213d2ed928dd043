/* def_table.c: makes definitions, and answers what is known of them without looking anything up. */
#include "sema/items/def_table.h"

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

def_record *def_rec_own(sema *s, sema_def d)
{
    def_table *t = def_tab(s);
    const uint32_t block = d >> DEF_BLOCK_BITS;
    def_record *records = t->blocks.at[block];
    if (block < t->n_shared_blocks && records == t->shared_blocks[block])
        records = t->blocks.at[block] = arena_copy(s->memory, records, DEF_PER_BLOCK * sizeof *records);
    return &records[d & (DEF_PER_BLOCK - 1)];
}

def_module *def_add_module(sema *s, sema_def d)
{
    def_table *t = def_tab(s);
    def_module *module = ARENA_NEW(s->memory, def_module);
    def_rec_own(s, d)->names = t->modules.n;
    vec_push(s->memory, &t->modules, module);
    return module;
}

void def_add_alias(sema *s, sema_symbol original, sema_symbol name)
{
    def_table *t = def_tab(s);
    vec_push(s->memory, &t->aliases, (def_alias){original, name});
    t->alias_bits[name >> 6 & 15] |= (uint64_t)1 << (name & 63);
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
        about.module = parent->module;
        about.self_owner = parent->self_owner;
    } else {
        about.crate = d;
    }
    if (about.kind == DEF_MOD || about.kind == DEF_CRATE)
        about.module = d;
    if (about.kind == DEF_IMPL || about.kind == DEF_TRAIT)
        about.self_owner = d;
    def_rec_own(s, d)->about = about;
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

const sema_def *def_user_crates(const sema *s, uint32_t *n)
{
    *n = def_tab(s)->user_crates.n;
    return def_tab(s)->user_crates.at;
}

sema_def def_module_of(const sema *s, sema_def d)
{
    return d ? def_rec(s, d)->about.module : 0;
}

sema_def def_crate_of(const sema *s, sema_def d)
{
    return def_rec(s, d)->about.crate;
}

sema_def def_enum_of(sema *s, sema_def variant)
{
    return def_kind_of(s, variant) == DEF_VARIANT ? def_get(s, variant)->parent : variant;
}

sema_def def_variant_named(sema *s, sema_def of_enum, sema_symbol name)
{
    enum { FEW_VARIANTS = 16 };
    uint32_t n;
    const sema_def *variants = def_variants(s, of_enum, &n);
    for (uint32_t i = 0; n <= FEW_VARIANTS && i < n; i++)
        if (def_get(s, variants[i])->name == name)
            return variants[i];
    const uint32_t *last = n > FEW_VARIANTS ? arena_map_at(s->memory, &def_names_of(s, of_enum)->names, name, 0) : NULL;
    sema_def first = 0;
    for (uint32_t b = last ? *last : 0; b; b = def_binding_at(def_tab(s), b)->next)
        first = def_binding_at(def_tab(s), b)->def;
    return first;
}

static sema_span def_name_span(const sema *s, sema_def d)
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

bool def_is_in_const_block(sema *s, sema_def d, sema_span at)
{
    const sema_node whole = def_get(s, d)->node;
    sema_node n = syntax_innermost(s, at);
    while (syntax_is(n) && n.node != whole.node && syntax_kind(s, n) != RUSTG_AST_ExprConstBlock)
        n = syntax_parent(s, n);
    return syntax_is(n) && n.node != whole.node;
}

sema_span def_span(const sema *s, sema_def d)
{
    return def_name_span(s, d);
}

/* The span that rustc gives for an item's head: without attributes, up to where its body begins, and with its `;` if
 * it ends in one. */
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
        /* `struct S;` and `struct S(i32);` have no body to leave out. */
        sema_span all = sema_node_span(s, n);
        if (kind == RUSTG_AST_ItemStruct && syntax_shape_of(s, n) != SHAPE_NAMED)
            span.end = all.end;
        if (kind == RUSTG_AST_ItemMod && s->files.at[n.file]->bytes[all.end - 1] == ';')
            span.end = all.end;
        break;
    }
    default: break;
    }
    return span;
}

sema_span def_head_span(const sema *s, sema_def d)
{
    sema_span none = {0, 0, 0};
    const def_info *about = def_get(s, d);
    return about->node.node ? def_node_head(s, about->node) : none;
}

sema_span def_closure_head(const sema *s, sema_def closure)
{
    const sema_node node = def_get(s, closure)->node;
    return syntax_is(node) && syntax_kind(s, node) == RUSTG_AST_ExprClosure ? syntax_closure_head(s, node)
                                                                            : def_span(s, closure);
}

sema_span def_type_head_span(const sema *s, sema_def d)
{
    sema_node n = def_get(s, d)->node;
    sema_span name = def_span(s, d);
    uint8_t kind = syntax_is(n) ? syntax_kind(s, n) : RUSTG_AST_None;
    if (kind != RUSTG_AST_ItemStruct && kind != RUSTG_AST_ItemEnum && kind != RUSTG_AST_ItemUnion)
        return name;
    sema_node generics = syntax_child_of(s, n, RUSTG_AST_Generics);
    sema_span whole = sema_node_span(s, n);
    return (sema_span){whole.file, whole.start, syntax_is(generics) ? sema_node_span(s, generics).end : name.end};
}

static bool def_shows_in_path(def_kind kind)
{
    return kind != DEF_BLOCK && kind != DEF_CRATE && kind != DEF_ANON_CONST;
}

const char *def_crate_text(sema *s, sema_def root)
{
    const char *name = s->files.at[def_get(s, root)->node.file]->name, *slash = strrchr(name, '/');
    const char *begin = slash ? slash + 1 : name, *dot = strrchr(name, '.');
    char *text = arena_text(s->memory, begin, dot && dot > begin ? (size_t)(dot - begin) : strlen(begin));
    for (char *at = text; *at; at++)
        *at = *at == '-' ? '_' : *at;
    return text;
}

const char *def_path(sema *s, sema_def d)
{
    const char *text = NULL;
    for (; d; d = def_get(s, d)->parent) {
        const def_info *about = def_get(s, d);
        if (!def_shows_in_path((def_kind)about->kind))
            continue;
        const char *name = about->name ? sema_text(s, about->name) : NULL;
        if (about->kind == DEF_CLOSURE)
            name = "{closure}";
        if (about->kind == DEF_IMPL) {
            sema_ty self = def_type(s, d);
            def_trait_ref trait = def_impl_trait(s, d);
            name = trait.trait ? arena_format(s->memory, "<%s as %s>", ty_print_short(s, self),
                                              sema_text(s, def_get(s, trait.trait)->name))
                               : ty_print_short(s, self);
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

static bool def_fn_has_self(const sema *s, sema_node item)
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
    case DEF_CRATE: return about->is_library ? "crate" : "module";
    case DEF_MOD: return "module";
    case DEF_FN: {
        if (!assoc)
            return "function";
        return def_fn_has_self(s, about->node) ? "method" : "associated function";
    }
    case DEF_STRUCT: return "struct";
    case DEF_UNION: return "union";
    case DEF_ENUM: return "enum";
    case DEF_VARIANT: return "variant";
    case DEF_FIELD: return "field";
    case DEF_TRAIT: return "trait";
    case DEF_IMPL: return "implementation";
    case DEF_CONST: return assoc ? "associated constant" : "constant";
    case DEF_STATIC: return "static";
    case DEF_TY_ALIAS: return "type alias";
    case DEF_ASSOC_TY: return "associated type";
    case DEF_TYPE_PARAM: return "type parameter";
    case DEF_CONST_PARAM: return "const parameter";
    case DEF_LIFETIME_PARAM: return "lifetime parameter";
    case DEF_CLOSURE: return "closure";
    case DEF_OPAQUE: return "opaque type";
    case DEF_NONE:
    case DEF_ANON_CONST:
    case DEF_BLOCK: break;
    }
    return "item";
}

const char *def_article(const char *text)
{
    return strchr("aeiou", text[0]) && *text ? "an" : "a";
}
