/* macro_root.c: calls of macros of the crate's root. Macros are expanded before modules have names, so that where globs
 * bring the root's names goes by what is written. */
#include "sema/macros/macro.h"
#include "rustg/diagnostic_kind.h"

enum { TO_ROOT = UINT32_MAX };

/* How many modules outwards a glob leads by `super` alone; TO_ROOT: to the crate's root. False: elsewhere. */
static bool macro_root_of_glob(sema *s, sema_node tree, uint32_t *n_up)
{
    uint32_t n_segments = 0;
    bool is_of_crate = false;
    *n_up = 0;
    for (sema_node at = tree; syntax_kind(s, at) == RUSTG_AST_UseTree; at = syntax_parent(s, at)) {
        const syntax_path path = syntax_path_of(s, at);
        for (uint32_t i = 0; i < path.n_segments; i++, n_segments++) {
            const char *name = sema_text(s, path.segments[i].name);
            if (strcmp(name, "super") == 0)
                ++*n_up;
            else if (strcmp(name, "crate") == 0)
                is_of_crate = true;
            else if (strcmp(name, "self") != 0)
                return false;
        }
    }
    if (is_of_crate || (!n_segments && s->files.at[tree.file]->edition == 2015))
        *n_up = TO_ROOT;
    return *n_up != 0;
}

/* Marks the modules around that a module's globs lead to. levels[0] is the innermost of all, levels[n - 1] the root. */
static void macro_root_take_globs(sema *s, sema_node module, uint32_t level, bool *reached, uint32_t n)
{
    EACH_CHILD(s, module, item)
    {
        if (syntax_kind(s, item) != RUSTG_AST_ItemUse)
            continue;
        const rustg_ast *ast = &s->files.at[item.file]->ast;
        for (uint32_t i = item.node + 1; i < ast->next[item.node]; i++) {
            const sema_node tree = {item.file, i};
            uint32_t n_up;
            if (ast->kind[i] != RUSTG_AST_UseTree ||
                syntax_tok_kind(s, item.file, syntax_anchor(s, tree)) != RUSTG_TOK_STAR ||
                !macro_root_of_glob(s, tree, &n_up))
                continue;
            const uint32_t to = n_up > n - 1 - level ? n - 1 : level + n_up;
            if (n_up == TO_ROOT || level + n_up <= n - 1)
                reached[to] = true;
        }
    }
}

bool macro_sees_root(sema *s, sema_node n)
{
    VEC(sema_node) modules = {0};
    for (; syntax_is(n); n = syntax_parent(s, n))
        if (syntax_kind(s, n) == RUSTG_AST_ItemMod)
            vec_push(s->memory, &modules, n);
    bool *reached = ARENA_ARRAY(s->memory, bool, modules.n + 1);
    reached[0] = true;
    for (uint32_t i = 0; i < modules.n; i++)
        if (reached[i])
            macro_root_take_globs(s, modules.at[i], i, reached, modules.n + 1);
    return reached[modules.n];
}

bool macro_is_inner(const sema *s, const syntax_path *path)
{
    const macro_table *t = s->macros;
    const uint32_t mark = path->n_segments == 1 && !path->global ? sema_mark_of(s, path->segments[0].span) : 0;
    return mark && t->defs.at[t->expansions.at[t->marks.at[mark].expansion].def].local_inner;
}

bool macro_report_inner(sema *s, sema_node call)
{
    const syntax_path path = syntax_path_of(s, call);
    if (!macro_is_inner(s, &path))
        return false;
    const char *name = sema_text(s, path.segments[0].name);
    sema_report r = sema_error(s, RUSTG_DIAG_UNRESOLVED_SEGMENT, path.segments[0].span);
    sema_arg(&r, "%s", name);
    sema_arg(&r, "`$crate`");
    sema_primary_label(&r, "could not find `%s` in the crate root", name);
    return true;
}
