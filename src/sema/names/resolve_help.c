/* resolve_help.c: looks for a name that is not in scope in `self`, in other scopes of the function and in other
 * modules, to tell the user. */
#include "sema/items/def_table.h"
#include "sema/names/resolve.h"
#include "sema/syntax/syntax.h"

#include <stdlib.h>
#include <string.h>

/* What is looked up once for all errors. */
typedef struct help_binding {
    sema_symbol name;
    uint32_t node;
} help_binding;
typedef struct help_bindings {
    VEC(help_binding) list;
} help_bindings;
typedef struct help_item {
    sema_def def;
    uint32_t next, last; /* 1 + an index; last: of the first one of a name */
} help_item;
typedef struct help_use {
    sema_span at;
    bool before_use;
} help_use;
struct resolve_helps {
    arena_map bindings_of; /* file: 1 + an index into bindings */
    VEC(help_bindings) bindings;
    arena_map items_named; /* symbol: 1 + an index into items */
    VEC(help_item) items;
    uint32_t n_defs;   /* definitions up to here are in items, if they are the user's */
    arena_map uses_at; /* module and file: 1 + an index into uses */
    VEC(help_use) uses;
};

static struct resolve_helps *resolve_helps_of(sema *s)
{
    if (!def_tab(s)->helps)
        def_tab(s)->helps = ARENA_NEW(s->memory, struct resolve_helps);
    return def_tab(s)->helps;
}

static sema_def resolve_fn_around(const sema *s, sema_def scope)
{
    while (scope && def_kind_of(s, scope) != DEF_FN)
        scope = def_get(s, scope)->parent;
    return scope;
}

bool resolve_help_self(sema *s, sema_report *r, sema_def scope, const syntax_segment *segment, bool called)
{
    sema_def fn = resolve_fn_around(s, scope), owner = fn ? def_get(s, fn)->parent : 0;
    if (!owner || def_kind_of(s, owner) != DEF_IMPL)
        return false;
    bool has_self = def_fn_sig(s, fn).has_self;
    sema_ty self = def_self_ty(s, owner);
    uint32_t n, n_items;
    if (!called && has_self && ty_kind_of(s, self) == TY_ADT && def_kind_of(s, ty_get(s, self)->def) == DEF_STRUCT) {
        const sema_def *fields = def_fields(s, ty_get(s, self)->def, &n);
        for (uint32_t i = 0; i < n; i++)
            if (def_get(s, fields[i])->name == segment->name) {
                sema_primary_label(r, "%s", "");
                sema_suggest(r, source_start(segment->span), "self.",
                             "you might have meant to use the available field");
                return true;
            }
    }
    const sema_def *impls = called ? def_inherent_impls(s, self, &n) : NULL;
    for (uint32_t i = 0; called && i < n; i++) {
        const sema_def *items = def_assoc_items(s, impls[i], &n_items);
        for (uint32_t k = 0; k < n_items; k++) {
            if (def_get(s, items[k])->name != segment->name || def_kind_of(s, items[k]) != DEF_FN)
                continue;
            bool is_method = def_fn_sig(s, items[k]).has_self;
            sema_primary_label(r, "%s", "");
            if (is_method && has_self)
                sema_suggest(r, source_start(segment->span), "self.", "consider using the method on `Self`");
            else
                sema_suggest(r, source_start(segment->span),
                             "Self::", "consider using the associated function on `Self`");
            return true;
        }
    }
    return false;
}

void resolve_help_receiver(sema *s, sema_report *r, sema_def fn)
{
    sema_def owner = def_get(s, fn)->parent;
    if (!owner || (def_kind_of(s, owner) != DEF_IMPL && def_kind_of(s, owner) != DEF_TRAIT))
        return;
    uint32_t tok = syntax_tok_at(s, def_span(s, fn).file, def_span(s, fn).end);
    sema_span open = def_span(s, fn);
    while (def_tok_kind(s, open.file, tok) != RUSTG_TOK_L_PAREN && def_tok_kind(s, open.file, tok) != RUSTG_TOK_L_BRACE)
        tok++;
    open = syntax_tok_span(s, open.file, tok);
    syntax_fn parts = syntax_fn_of(s, def_get(s, fn)->node);
    sema_suggest(r, source_end(open), parts.params.n ? "&self, " : "&self",
                 "add a `self` receiver parameter to make the associated `fn` a method");
}

static int resolve_compare_bindings(const void *a, const void *b)
{
    const help_binding *x = a, *y = b;
    return x->name != y->name ? (x->name < y->name ? -1 : 1) : x->node < y->node ? -1 : x->node > y->node;
}

/* The bindings in a file's patterns, by name and then in order. */
static const help_bindings *resolve_bindings_of(sema *s, uint32_t file)
{
    struct resolve_helps *h = resolve_helps_of(s);
    uint32_t *at = arena_map_at(s->memory, &h->bindings_of, file, 1);
    if (!*at) {
        const rustg_ast *ast = &s->files.at[file]->ast;
        help_bindings all = {0};
        *at = h->bindings.n + 1;
        for (uint32_t n = 1; n < ast->n_nodes; n++)
            if (ast->kind[n] == RUSTG_AST_PatIdent)
                vec_push(s->memory, &all.list, (help_binding){syntax_name(s, (sema_node){file, n}), n});
        if (all.list.n)
            qsort(all.list.at, all.list.n, sizeof *all.list.at, resolve_compare_bindings);
        vec_push(s->memory, &h->bindings, all);
        return &h->bindings.at[h->bindings.n - 1];
    }
    return &h->bindings.at[*at - 1];
}

void resolve_help_scope(sema *s, sema_report *r, sema_def scope, const syntax_segment *segment)
{
    sema_def fn = resolve_fn_around(s, scope);
    sema_node node = fn ? def_get(s, fn)->node : (sema_node){0, 0};
    if (!node.node || node.file != segment->span.file)
        return;
    const help_bindings *all = resolve_bindings_of(s, node.file);
    const help_binding wanted = {segment->name, node.node};
    uint32_t low = 0, high = all->list.n;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (resolve_compare_bindings(&all->list.at[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == all->list.n || all->list.at[low].name != segment->name ||
        all->list.at[low].node >= s->files.at[node.file]->ast.next[node.node])
        return;
    sema_primary_label(r, "%s", "");
    sema_help_at(r, syntax_name_span(s, (sema_node){node.file, all->list.at[low].node}),
                 "the binding `%s` is available in a different scope in the same function",
                 sema_text(s, segment->name));
}

/* The modules up to the crate's root, which may all be named from there. */
static bool resolve_is_reachable(sema *s, sema_def d, sema_def from)
{
    for (; d && def_kind_of(s, d) != DEF_CRATE; d = def_get(s, d)->parent)
        if (!def_is_module(s, def_get(s, d)->parent) || !def_is_visible(s, d, from))
            return false;
    return d != 0;
}

/* An item's place, its attributes included. */
static sema_span resolve_whole_item(const sema *s, sema_node node)
{
    sema_span at = sema_node_span(s, node);
    sema_node attr = syntax_child_of(s, node, RUSTG_AST_Attr);
    if (syntax_is(attr) && sema_node_span(s, attr).start < at.start)
        at.start = sema_node_span(s, attr).start;
    return at;
}

/* The place in front of the module's first `use`, or of its first item. */
static sema_span resolve_find_place_of_use(sema *s, sema_def module, uint32_t file, bool *before_use)
{
    sema_span first = {0, 0, 0};
    *before_use = false;
    for (uint32_t i = 1; i < def_tab(s)->imports.n; i++) {
        const def_import *import = def_tab(s)->imports.at[i];
        sema_node node = import->node;
        while (syntax_is(node) && syntax_kind(s, node) != RUSTG_AST_ItemUse)
            node = syntax_parent(s, node);
        if (import->module != module || !syntax_is(node) || node.file != file)
            continue;
        sema_span at = resolve_whole_item(s, node);
        if (!*before_use || at.start < first.start)
            first = at;
        *before_use = true;
    }
    for (sema_def d = 1; !*before_use && d < def_count(s); d++) {
        const def_info *about = def_get(s, d);
        if (about->parent != module || !about->node.node || about->node.file != file)
            continue;
        sema_span at = resolve_whole_item(s, about->node);
        if (!first.file || at.start < first.start)
            first = at;
    }
    return source_start(first);
}

static sema_span resolve_place_of_use(sema *s, sema_def module, uint32_t file, bool *before_use)
{
    struct resolve_helps *h = resolve_helps_of(s);
    uint32_t *at = arena_map_at(s->memory, &h->uses_at, (uint64_t)module << 32 | file, 1);
    if (!*at) {
        help_use use = {.before_use = false};
        use.at = resolve_find_place_of_use(s, module, file, &use.before_use);
        vec_push(s->memory, &h->uses, use);
        *at = h->uses.n;
    }
    *before_use = h->uses.at[*at - 1].before_use;
    return h->uses.at[*at - 1].at;
}

void resolve_help_trait(sema *s, sema_report *r, sema_def scope, sema_def trait, sema_symbol item)
{
    sema_def module = def_module_of(s, scope);
    bool before_use;
    sema_span at = resolve_is_reachable(s, trait, module)
                       ? resolve_place_of_use(s, module, def_span(s, trait).file, &before_use)
                       : (sema_span){0, 0, 0};
    sema_help(r, "items from traits can only be used if the trait is in scope");
    if (at.file)
        sema_suggest(r, at, arena_format(s->memory, "use crate::%s;\n", def_path(s, trait)),
                     "trait `%s` which provides `%s` is implemented but not in scope; perhaps you want to import it",
                     sema_text(s, def_get(s, trait)->name), sema_text(s, item));
}

/* The first of the user's definitions of a name, as 1 + an index into items; their next lead to the others. */
static uint32_t resolve_items_named(sema *s, sema_symbol name)
{
    struct resolve_helps *h = resolve_helps_of(s);
    for (; h->n_defs < def_count(s); h->n_defs++) {
        const def_info *about = def_get(s, h->n_defs);
        if (!h->n_defs || about->is_library || !about->parent || !about->name)
            continue;
        uint32_t *first = arena_map_at(s->memory, &h->items_named, about->name, 1);
        vec_push(s->memory, &h->items, (help_item){h->n_defs, 0, h->items.n + 1});
        if (*first)
            h->items.at[h->items.at[*first - 1].last - 1].next = h->items.n;
        else
            *first = h->items.n;
        h->items.at[*first - 1].last = h->items.n;
    }
    const uint32_t *first = arena_map_at(s->memory, &h->items_named, name, 0);
    return first ? *first : 0;
}

bool resolve_help_import(sema *s, sema_report *r, sema_def scope, const syntax_segment *segment,
                         resolve_similarity what, sema_symbol inside)
{
    enum { MAX_FOUND = 8 };
    const char *paths[MAX_FOUND], *kind = NULL;
    uint32_t n = 0;
    sema_def module = def_module_of(s, scope);
    for (uint32_t i = module ? resolve_items_named(s, segment->name) : 0; i && n < MAX_FOUND;
         i = resolve_helps_of(s)->items.at[i - 1].next) {
        const sema_def d = resolve_helps_of(s)->items.at[i - 1].def;
        const def_info *about = def_get(s, d);
        if (about->parent == module || !resolve_is_similar(s, what, d) || !resolve_has_inside(s, d, inside))
            continue;
        bool is_variant = about->kind == DEF_VARIANT;
        if (!(is_variant || def_is_module(s, about->parent)) ||
            !resolve_is_reachable(s, is_variant ? about->parent : d, module))
            continue;
        paths[n++] = arena_format(s->memory, "crate::%s", def_path(s, d));
        const char *own = !is_variant                     ? def_kind_text(s, d)
                          : def_shape(s, d) == SHAPE_UNIT ? "unit variant"
                                                          : "tuple variant";
        kind = kind && strcmp(kind, own) != 0 ? "item" : own;
    }
    if (module)
        n += resolve_offered(s, module, segment->name, what, inside, paths + n, &kind, MAX_FOUND - n);
    if (n)
        qsort(paths, n, sizeof *paths, source_compare_texts);
    bool before_use;
    sema_span at = n ? resolve_place_of_use(s, module, segment->span.file, &before_use) : (sema_span){0, 0, 0};
    if (!at.file)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        const char *text = arena_format(s->memory, "use %s;\n%s", paths[i], before_use ? "" : "\n");
        if (i > 0)
            sema_suggest_or(r, at, text);
        else if (n == 1)
            sema_suggest(r, at, text, "consider importing this %s", kind);
        else
            sema_suggest(r, at, text, "consider importing one of these %ss", kind);
    }
    return true;
}

bool resolve_help_absent(sema *s, sema_report *r, sema_symbol name)
{
    static const struct {
        const char *name, *help;
    } rows[] = {
#define ABSENT(name, help) {name, help},
#include "sema/names/absent_name.def"
    };
    const char *text = sema_text(s, name);
    size_t i = 0;
    while (i < sizeof rows / sizeof *rows && strcmp(rows[i].name, text) != 0)
        i++;
    if (i == sizeof rows / sizeof *rows)
        return false;
    sema_help(r, "%s", rows[i].help);
    return true;
}

bool resolve_help_absent_type(sema *s, sema_report *r, const syntax_segment *segment)
{
    static const struct {
        const char *name, *type;
    } rows[] = {
#define ABSENT_TYPE(name, type) {name, type},
#include "sema/names/absent_name.def"
    };
    const char *text = sema_text(s, segment->name);
    size_t i = 0;
    while (i < sizeof rows / sizeof *rows && strcmp(rows[i].name, text) != 0)
        i++;
    if (i == sizeof rows / sizeof *rows)
        return false;
    sema_suggest_beside(r, segment->span, rows[i].type, "perhaps you intended to use this type");
    return true;
}

bool resolve_help_prelude(sema *s, sema_report *r, sema_def scope, const syntax_segment *segment, res_namespace space)
{
    const sema_def crate = resolve_crate_name(s, def_tab(s)->names.rustg_std, false);
    const sema_def module = def_module_of(s, scope);
    if (!crate || !module)
        return false;
    const found_name prelude = resolve_in_module(s, crate, sema_intern_text(s, "prelude"), NAMESPACE_TYPE, scope);
    if (!prelude.found || !resolve_in_module(s, prelude.def, segment->name, space, scope).found)
        return false;
    bool before_use;
    const sema_span at = resolve_place_of_use(s, module, segment->span.file, &before_use);
    if (at.file)
        sema_suggest(r, at, before_use ? "use rustg_std::prelude::*;\n" : "use rustg_std::prelude::*;\n\n",
                     "consider importing what kernels use, `%s` among it", sema_text(s, segment->name));
    return at.file != 0;
}
