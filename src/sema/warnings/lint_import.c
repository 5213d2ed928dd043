/* lint_import.c: unused_imports. What is not used of one `use` is told together, with the patches that take it away.
 *
 * Source: rustc 1.95's rustc_resolve/src/check_unused.rs and rustc_hir_analysis/src/check_unused.rs. */
#include <stdio.h>
#include <stdlib.h>

#include "sema/warnings/lint_import.h"

typedef enum import_rest { REST_USED, REST_UNUSED, REST_PARTLY } import_rest;

/* What is not used of one `use`, and what to take away. */
typedef struct import_group {
    import_lint *l;
    sema_node root;
    sema_span item;
    sema_def module;
    VEC(sema_span) spans;
    VEC(sema_span) removed;
} import_group;

static sema_node import_item_of(const sema *s, sema_node tree)
{
    while (syntax_is(tree) && syntax_kind(s, tree) != RUSTG_AST_ItemUse)
        tree = syntax_parent(s, tree);
    return tree;
}

/* The import of a tree, which a group has only if it is empty; 0: none. */
static uint32_t import_of_tree(import_lint *l, sema_node tree)
{
    const uint32_t *known = arena_map_at(l->s->memory, &l->of_tree, sema_node_key(tree), 0);
    return known ? *known - 1 : 0;
}

static bool import_is_unused(import_lint *l, sema_node tree)
{
    sema *s = l->s;
    const uint32_t index = import_of_tree(l, tree);
    if (!index)
        return false;
    const def_import *import = def_tab(s)->imports.at[index];
    if (import->is_extern)
        return false;
    if (lint_is_import_exported(s, index))
        return import->name == def_tab(s)->names.underscore && !import_is_trait(l, index);
    return l->states[index] == IMPORT_UNUSED;
}

static sema_span import_between(sema_span first, sema_span last)
{
    return (sema_span){first.file, first.start, last.end};
}

/* ---- What is to be taken away ---- */

static import_rest import_rest_of(import_group *g, sema_node tree, sema_span *removed);

static sema_span import_whole(import_group *g, sema_node tree)
{
    return tree.node == g->root.node ? g->item : sema_node_span(g->l->s, tree);
}

static sema_span import_braces(const sema *s, sema_node tree)
{
    return import_between(syntax_tok_span(s, tree.file, syntax_anchor(s, tree)),
                          syntax_tok_span(s, tree.file, syntax_last_tok(s, tree)));
}

/* Whether it is a `self` that stays. */
static bool import_keeps_self(import_group *g, sema_node tree)
{
    sema *s = g->l->s;
    const bool is_simple = def_tok_kind(s, tree.file, syntax_anchor(s, tree)) != RUSTG_TOK_L_BRACE;
    return is_simple && def_tok_kind(s, tree.file, syntax_first_tok(s, tree)) == RUSTG_TOK_KW_SELF &&
           !import_is_unused(g->l, tree);
}

/* Where part i of n goes away: with the comma before it, or with the one behind it as long as nothing stays before. */
static sema_span import_part_span(sema *s, const sema_node *parts, uint32_t n, uint32_t i, bool stays,
                                  sema_span removed)
{
    if (n == 1)
        return removed;
    const sema_span own = sema_node_span(s, parts[i]);
    if (i == n - 1 || stays)
        return import_between(source_end(sema_node_span(s, parts[i - 1])), own);
    return import_between(own, source_start(sema_node_span(s, parts[i + 1])));
}

static import_rest import_rest_of_group(import_group *g, sema_node tree, const sema_node *parts, uint32_t n,
                                        sema_span *removed)
{
    sema *s = g->l->s;
    const uint32_t n_spans = g->spans.n, n_removed = g->removed.n;
    uint32_t n_used = 0;
    bool has_self = false, was_unused = false;
    for (uint32_t i = 0; i < n; i++) {
        sema_span part;
        const import_rest rest = import_rest_of(g, parts[i], &part);
        n_used += rest != REST_UNUSED;
        if (rest == REST_UNUSED) {
            part = import_part_span(s, parts, n, i, n_used > 0, part);
            if (was_unused && g->removed.n > n_removed)
                g->removed.at[g->removed.n - 1].end = part.end;
            else
                vec_push(s->memory, &g->removed, part);
        }
        has_self |= import_keeps_self(g, parts[i]);
        was_unused = rest == REST_UNUSED;
    }
    if (g->spans.n == n_spans)
        return REST_USED;
    if (!n_used) {
        g->removed.n = n_removed;
        *removed = import_whole(g, tree);
        return REST_UNUSED;
    }
    if (n_used == 1 && !has_self) {
        const sema_span braces = import_braces(s, tree);
        vec_push(s->memory, &g->removed,
                 import_between(source_start(braces), source_start(sema_node_span(s, parts[0]))));
        vec_push(s->memory, &g->removed,
                 import_between(source_end(sema_node_span(s, parts[n - 1])), source_end(braces)));
    }
    return REST_PARTLY;
}

static import_rest import_rest_of(import_group *g, sema_node tree, sema_span *removed)
{
    sema *s = g->l->s;
    VEC(sema_node) parts = {0};
    EACH_CHILD(s, tree, c)
    if (syntax_kind(s, c) == RUSTG_AST_UseTree)
        vec_push(s->memory, &parts, c);
    if (parts.n) {
        if (!sema_enter(s, sema_node_span(s, tree)))
            return REST_USED;
        const import_rest rest = import_rest_of_group(g, tree, parts.at, parts.n, removed);
        sema_leave(s);
        return rest;
    }
    const bool is_empty = def_tok_kind(s, tree.file, syntax_anchor(s, tree)) == RUSTG_TOK_L_BRACE;
    if (!is_empty && !import_is_unused(g->l, tree))
        return REST_USED;
    vec_push(s->memory, &g->spans, sema_node_span(s, tree));
    *removed = import_whole(g, tree);
    return REST_UNUSED;
}

/* ---- What is told ---- */

/* The module's head, if it is one for tests by its name. */
static bool import_is_test_module(sema *s, sema_def module, sema_span *head)
{
    static const char *const before[] = {"test_", "tests_"}, *const behind[] = {"_test", "_tests"};
    const sema_def around = def_module_of(s, module);
    if (def_kind_of(s, around) != DEF_MOD)
        return false;
    const char *path = def_path(s, around);
    const size_t n = strlen(path);
    bool is_test = strcmp(path, "test") == 0 || strcmp(path, "tests") == 0;
    for (int i = 0; i < 2; i++) {
        const size_t n_behind = strlen(behind[i]);
        is_test |= strncmp(path, before[i], strlen(before[i])) == 0;
        is_test |= n >= n_behind && strcmp(path + n - n_behind, behind[i]) == 0;
    }
    *head = def_head_span(s, around);
    return is_test;
}

/* "`a`", "`a` and `b`", "`a`, `b`, and `c`", in the order of the texts. */
static const char *import_names(sema *s, const sema_span *spans, uint32_t n)
{
    const char **texts = ARENA_ARRAY(s->memory, const char *, n);
    size_t n_bytes = 1;
    for (uint32_t i = 0; i < n; i++) {
        texts[i] = arena_format(s->memory, "`%s`", source_text(s, sema_origin(s, spans[i])));
        n_bytes += strlen(texts[i]) + sizeof ", and ";
    }
    qsort(texts, n, sizeof *texts, source_compare_texts);
    char *names = arena_alloc(s->memory, n_bytes), *to = names;
    for (uint32_t i = 0; i < n; i++)
        to += sprintf(to, "%s%s", !i ? "" : i + 1 < n ? ", " : n == 2 ? " and " : ", and ", texts[i]);
    return names;
}

static void import_tell(import_group *g)
{
    sema *s = g->l->s;
    const uint32_t n = g->spans.n;
    lint_told told;
    sema_span head;
    if (!lint_begin(s, &told, LINT_UNUSED_IMPORTS, g->module, g->spans.at[0], "unused import%s: %s", n == 1 ? "" : "s",
                    import_names(s, g->spans.at, n)))
        return;
    sema_report *r = &told.report;
    for (uint32_t i = 0; i < n && n > 1; i++)
        sema_primary_here(r, g->spans.at[i]);
    const bool is_whole = g->removed.n == 1 && sema_same_span(g->removed.at[0], g->item);
    sema_suggest_hidden(r, g->removed.at[0], "", "%s",
                        is_whole ? "remove the whole `use` item"
                        : n == 1 ? "remove the unused import"
                                 : "remove the unused imports");
    for (uint32_t i = 1; i < g->removed.n; i++)
        sema_suggest_further(r, g->removed.at[i], "");
    sema_suggest_is(r, "MachineApplicable");
    if (import_is_test_module(s, g->module, &head))
        sema_help_at(r, head, "if this is a test module, consider adding a `#[cfg(test)]` to the containing module");
    lint_end(&told);
}

static sema_span import_item_span(const sema *s, sema_node item)
{
    sema_span whole = sema_node_span(s, item);
    for (sema_node c = syntax_first(s, item); syntax_is(c); c = syntax_next(s, c)) {
        const uint32_t start = sema_node_span(s, c).start;
        whole.start = start < whole.start ? start : whole.start;
    }
    return whole;
}

static void import_check_item(import_lint *l, sema_node item, sema_def module)
{
    sema *s = l->s;
    import_group g = {.l = l,
                      .root = syntax_child_of(s, item, RUSTG_AST_UseTree),
                      .item = import_item_span(s, item),
                      .module = module};
    sema_span removed;
    const import_rest rest = import_rest_of(&g, g.root, &removed);
    /* Of a path that a macro is given rustc shows the `$path`. */
    if (rest == REST_USED || !sema_is_within(sema_origin(s, g.spans.at[0]), sema_origin(s, g.item)))
        return;
    if (rest == REST_UNUSED)
        vec_push(s->memory, &g.removed, removed);
    import_tell(&g);
}

/* One that only brings a trait, which no call has needed. */
static void import_tell_asked(import_lint *l, uint32_t index)
{
    sema *s = l->s;
    const def_import *import = def_tab(s)->imports.at[index];
    const syntax_path path = syntax_path_of(s, import->node);
    lint_told told;
    if (resolve_import_vis(s, index) == DEF_PUBLIC || !path.n_segments)
        return;
    sema_span at = path.segments[0].span;
    at.end = path.segments[path.n_segments - 1].span.end;
    if (lint_begin(s, &told, LINT_UNUSED_IMPORTS, import->module, at, "unused import: `%s`",
                   source_text(s, sema_origin(s, at))))
        lint_end(&told);
}

/* ---- Globs that are more public than what they bring ---- */

static bool import_is_as_public(const sema *s, sema_def vis, sema_def as)
{
    return vis == DEF_PUBLIC || (as != DEF_PUBLIC && resolve_sees(s, vis, as));
}

/* The greatest visibility of what a glob brings; 0: it brings nothing. */
static sema_def import_most_public(sema *s, sema_def target, sema_def module)
{
    const lint_named names = lint_names_in(s, target);
    sema_def most = 0;
    for (uint32_t i = 0; i < names.n; i++)
        for (int space = 0; space < N_NAMESPACES; space++) {
            const lint_name_in *at = &names.at[i];
            found_name found = {.found = !at->name, .vis = at->name ? 0 : resolve_import_vis(s, at->import)};
            if (at->name)
                found = resolve_in_module(s, target, at->name, (res_namespace)space, module);
            if (found.found && import_is_as_public(s, found.vis, module) &&
                (!most || import_is_as_public(s, found.vis, most)))
                most = found.vis;
        }
    return most;
}

static const char *import_vis_text(sema *s, sema_def vis, sema_def module)
{
    if (vis == DEF_PUBLIC)
        return "pub";
    if (def_kind_of(s, vis) == DEF_CRATE)
        return "pub(crate)";
    return vis == module ? "pub(self)" : arena_format(s->memory, "pub(in crate::%s)", def_path(s, vis));
}

static void import_check_glob(sema *s, uint32_t index)
{
    const def_import *import = def_tab(s)->imports.at[index];
    const sema_def module = def_module_of(s, import->module), vis = resolve_import_vis(s, index);
    const sema_def target = resolve_glob_target(s, index);
    if (!target || vis == module || def_get(s, target)->is_library)
        return;
    const sema_def most = import_most_public(s, target, module);
    const sema_span at = sema_node_span(s, import->node);
    const sema_span star = syntax_tok_span(s, at.file, syntax_last_tok(s, import->node));
    lint_told told;
    if (!most || import_is_as_public(s, most, vis) ||
        !lint_begin_about(
            s, &told, LINT_UNUSED_IMPORTS, import->module, at, star,
            "glob import doesn't reexport anything with visibility `%s` because no imported item is public enough",
            import_vis_text(s, vis, module)))
        return;
    sema_note_at(&told.report, at, "the most public imported item is `%s`", import_vis_text(s, most, module));
    sema_help(&told.report, "reduce the glob import's visibility or increase visibility of imported items");
    lint_end(&told);
}

/* `use {};`, which imports nothing. */
static bool import_is_empty(const sema *s, sema_node item)
{
    const sema_file *f = s->files.at[item.file];
    for (uint32_t node = item.node; node < f->ast.next[item.node]; node++)
        if (f->ast.kind[node] == RUSTG_AST_UseTree &&
            def_tok_kind(s, item.file, syntax_anchor(s, (sema_node){item.file, node})) != RUSTG_TOK_L_BRACE)
            return false;
    return true;
}

static void import_check_empty(import_lint *l)
{
    sema *s = l->s;
    for (uint32_t file = s->n_library_files; file < s->files.n; file++) {
        const sema_file *f = s->files.at[file];
        for (uint32_t node = 1; lint_looks_into(s, file) && node < f->ast.n_nodes;) {
            const sema_node n = {file, node};
            const bool is_there = def_cfg_holds(s, n);
            if (is_there && f->ast.kind[node] == RUSTG_AST_ItemUse && import_is_empty(s, n))
                import_check_item(l, n, lint_module_of(s, n));
            node = is_there ? node + 1 : f->ast.next[node];
        }
    }
}

void lint_unused_imports(sema *s)
{
    const def_table *t = def_tab(s);
    import_lint l = {.s = s, .n = t->imports.n};
    l.states = arena_alloc(s->memory, l.n);
    import_find_uses(&l);
    for (uint32_t i = 1; i < l.n; i++) {
        const def_import *import = t->imports.at[i];
        if (!def_get(s, import->module)->is_library)
            *arena_map_at(s->memory, &l.of_tree, sema_node_key(import->node), 1) = i + 1;
    }
    sema_node last = {0, 0};
    for (uint32_t i = 1; i < l.n; i++) {
        const def_import *import = t->imports.at[i];
        if (def_get(s, import->module)->is_library || import->is_extern)
            continue;
        const sema_node item = import_item_of(s, import->node);
        if (item.file != last.file || item.node != last.node)
            import_check_item(&l, item, import->module);
        last = item;
        if (!import->name)
            import_check_glob(s, i);
        if (l.states[i] == IMPORT_ASKED && !lint_is_import_exported(s, i))
            import_tell_asked(&l, i);
    }
    import_check_empty(&l);
}
