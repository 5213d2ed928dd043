/* lint_import_uses.c: finds which imports are used: those through which a path was resolved, those that hand such a
 * name on, and those that bring a trait whose item a method call took. Of macros only the names are known. */
#include "sema/warnings/lint_import.h"

static void import_use(import_lint *l, uint32_t index, sema_symbol name, res_namespace space)
{
    if (index < l->n)
        l->states[index] = IMPORT_USED;
    resolve_add_import_use(l->s, index, name, space);
}

/* ---- Traits ---- */

static uint32_t *import_bringer(import_lint *l, sema_def module, sema_def trait, bool add)
{
    return arena_map_at(l->s->memory, &l->bringers, (uint64_t)module << 32 | trait, add);
}

static sema_def import_trait_of(sema *s, uint32_t index)
{
    sema_def d;
    bool is_macro;
    const bool is_found =
        def_tab(s)->imports.at[index]->name && resolve_import(s, index, NAMESPACE_TYPE, &d, &is_macro);
    return is_found && d && def_kind_of(s, d) == DEF_TRAIT ? d : 0;
}

bool import_is_trait(import_lint *l, uint32_t index)
{
    return import_trait_of(l->s, index) != 0;
}

static void import_bring(import_lint *l, sema_def module, uint32_t index)
{
    const sema_def trait = import_trait_of(l->s, index);
    uint32_t *bringer = trait ? import_bringer(l, module, trait, true) : NULL;
    if (bringer && !*bringer)
        *bringer = index + 1;
}

/* What the module has itself needs no import. Else the first import by a name brings a trait. */
static void import_fill(import_lint *l, sema_def module)
{
    sema *s = l->s;
    uint32_t *filled = arena_map_at(s->memory, &l->filled, module, 1);
    const def_module *m = def_module_in(s, module);
    if (*filled || !m)
        return;
    *filled = 1;
    for (uint32_t i = 0; i < m->items.n; i++)
        if (def_kind_of(s, m->items.at[i]) == DEF_TRAIT)
            *import_bringer(l, module, m->items.at[i], true) = UINT32_MAX;
    for (uint32_t i = 0; i < m->imports.n; i++)
        if (def_tab(s)->imports.at[m->imports.at[i]]->name != def_tab(s)->names.underscore)
            import_bring(l, module, m->imports.at[i]);
}

/* Then the first one by a glob or a `_` does; 0: none. */
static uint32_t import_without_name(import_lint *l, sema_def module, sema_def trait)
{
    sema *s = l->s;
    const def_module *m = def_module_in(s, module);
    const sema_symbol name = def_get(s, trait)->name, underscore = def_tab(s)->names.underscore;
    for (uint32_t i = 0; i < m->imports.n; i++) {
        const uint32_t index = m->imports.at[i];
        const def_import *import = def_tab(s)->imports.at[index];
        if (import->name && (import->name != underscore || import_trait_of(s, index) != trait))
            continue;
        const sema_def target = import->name ? 0 : resolve_glob_target(s, index);
        if (import->name ||
            (target && target != module && resolve_in_module(s, target, name, NAMESPACE_TYPE, module).def == trait))
            return index;
    }
    return 0;
}

/* Marks what brings a trait into a scope. */
static void import_use_trait(import_lint *l, sema_def scope, sema_def trait)
{
    sema *s = l->s;
    for (sema_def d = scope; d; d = def_get(s, d)->parent) {
        const def_kind kind = def_kind_of(s, d);
        if ((kind != DEF_BLOCK && kind != DEF_MOD && kind != DEF_CRATE) || !def_module_in(s, d))
            continue;
        import_fill(l, d);
        const uint32_t *bringer = import_bringer(l, d, trait, false);
        const uint32_t other = bringer ? 0 : import_without_name(l, d, trait);
        if (bringer && *bringer != UINT32_MAX)
            import_use(l, *bringer - 1, def_tab(s)->imports.at[*bringer - 1]->name, NAMESPACE_TYPE);
        else if (other)
            import_use(l, other, def_get(s, trait)->name, NAMESPACE_TYPE);
        if (bringer || other || kind != DEF_BLOCK)
            return;
    }
}

/* ---- Macros ---- */

static void import_note_macro(import_lint *l, sema_symbol name)
{
    uint32_t *called = name ? arena_map_at(l->s->memory, &l->called, name, 1) : NULL;
    if (called && !*called) {
        *called = 1;
        vec_push(l->s->memory, &l->macros, name);
    }
}

/* Names before a `!`, wherever they stand: what a macro of the crate writes may call others. */
static void import_find_macros(import_lint *l)
{
    sema *s = l->s;
    for (uint32_t i = s->n_library_files; i < s->files.n; i++) {
        const sema_file *f = s->files.at[i];
        if (f->origin != SEMA_FILE_SOURCE)
            continue;
        for (uint32_t tok = 0; tok + 1 < f->toks.n_toks; tok++)
            if (f->toks.kind[tok] == RUSTG_TOK_IDENT && f->toks.kind[tok + 1] == RUSTG_TOK_BANG)
                import_note_macro(l, syntax_tok_name(s, i, tok));
    }
    const def_table *t = def_tab(s);
    for (uint32_t i = 1; i < t->derives.n; i++) {
        const def_derive *derive = &t->derives.at[i];
        if (def_get(s, derive->item)->is_library)
            continue;
        import_note_macro(l, derive->trait);
        const scope_name found = resolve_in_scope(s, derive->module, derive->trait, NAMESPACE_TYPE);
        if (found.found.import)
            import_use(l, found.found.import, derive->trait, NAMESPACE_TYPE);
    }
}

static bool import_shows_macro(import_lint *l, uint32_t index)
{
    sema *s = l->s;
    const def_import *import = def_tab(s)->imports.at[index];
    if (import->name) {
        sema_def d;
        bool is_macro;
        const sema_symbol last = import->segments[import->n_segments - 1].name;
        return (arena_map_at(s->memory, &l->called, import->name, 0) || arena_map_at(s->memory, &l->called, last, 0)) &&
               resolve_import(s, index, NAMESPACE_MACRO, &d, &is_macro) && is_macro;
    }
    const sema_def target = resolve_glob_target(s, index);
    for (uint32_t i = 0; i < l->macros.n && target; i++)
        if (resolve_in_module(s, target, l->macros.at[i], NAMESPACE_MACRO, import->module).is_macro)
            return true;
    return false;
}

/* ---- All ---- */

/* What a glob brings may be handed on by another import. Named imports have told of theirs when they were resolved. */
static void import_follow(import_lint *l)
{
    sema *s = l->s;
    const resolve_uses *uses = resolve_uses_of(s);
    for (uint32_t i = 0; i < uses->imports.n; i++) {
        const resolve_import_use use = uses->imports.at[i];
        const def_import *import = def_tab(s)->imports.at[use.import];
        if (use.import < l->n)
            l->states[use.import] = IMPORT_USED;
        const sema_def target = import->name ? 0 : resolve_glob_target(s, use.import);
        if (!target || def_get(s, target)->is_library)
            continue;
        const found_name found = resolve_in_module(s, target, use.name, (res_namespace)use.space, import->module);
        if (found.import)
            import_use(l, found.import, use.name, (res_namespace)use.space);
    }
}

/* Notes the names that were looked for in the traits in scope, for each block and module whose traits are. */
static void import_note_asked(import_lint *l)
{
    sema *s = l->s;
    const resolve_uses *uses = resolve_uses_of(s);
    for (uint32_t i = 0; i < uses->asked.n; i++) {
        const sema_symbol name = uses->asked.at[i].name;
        for (sema_def d = uses->asked.at[i].scope; d && name; d = def_get(s, d)->parent) {
            *arena_map_at(s->memory, &l->asked, (uint64_t)d << 32 | name, 1) = 1;
            *arena_map_at(s->memory, &l->asked, (uint64_t)d << 32, 1) = 1;
            if (def_is_module(s, d))
                break;
        }
    }
}

static bool import_is_asked(import_lint *l, sema_def module, sema_def trait)
{
    uint32_t n;
    const sema_def *items = def_assoc_items(l->s, trait, &n);
    for (uint32_t i = 0; i < n; i++)
        if (def_kind_of(l->s, items[i]) != DEF_ASSOC_TY &&
            arena_map_at(l->s->memory, &l->asked, (uint64_t)module << 32 | def_get(l->s, items[i])->name, 0))
            return true;
    return false;
}

/* Whether the module has a trait alias, Thin, which rustg has not: rustc looks for every name in it. */
static bool import_has_alias(sema *s, sema_def module)
{
    return def_get(s, module)->is_library && strcmp(def_path(s, module), "ptr") == 0;
}

/* Whether an import that is not used brings a trait with an item whose name was looked for: rustc tells of these one by
 * one. */
static bool import_brings_asked(import_lint *l, uint32_t index)
{
    sema *s = l->s;
    const def_import *import = def_tab(s)->imports.at[index];
    const sema_def trait = import_trait_of(s, index), target = import->name ? 0 : resolve_glob_target(s, index);
    if (trait)
        return import_is_asked(l, import->module, trait);
    const def_module *m = target && def_is_module(s, target) ? def_module_in(s, target) : NULL;
    if (m && arena_map_at(s->memory, &l->asked, (uint64_t)import->module << 32, 0) && import_has_alias(s, target))
        return true;
    for (uint32_t i = 0; m && i < m->items.n; i++) {
        const sema_def of = m->items.at[i];
        if (def_kind_of(s, of) != DEF_TRAIT || !import_is_asked(l, import->module, of))
            continue;
        const found_name found =
            resolve_in_module(s, import->module, def_get(s, of)->name, NAMESPACE_TYPE, import->module);
        if (found.def == of && found.import == index) /* not another glob, which stands before it */
            return true;
    }
    return false;
}

/* `use core as _;`, which is there for a crate to be linked. */
static bool import_links(const sema *s, const def_import *import)
{
    return import->n_segments == 1 && import->found[NAMESPACE_TYPE] &&
           def_kind_of(s, import->found[NAMESPACE_TYPE]) == DEF_CRATE &&
           syntax_tok_is(s, import->node.file, syntax_last_tok(s, import->node), "_");
}

void import_find_uses(import_lint *l)
{
    sema *s = l->s;
    const resolve_uses *uses = resolve_uses_of(s);
    import_find_macros(l);
    for (uint32_t i = 0; i < uses->asked.n; i++)
        if (uses->asked.at[i].trait)
            import_use_trait(l, uses->asked.at[i].scope, uses->asked.at[i].trait);
    import_follow(l);
    import_note_asked(l);
    for (uint32_t i = 1; i < l->n; i++) {
        if (l->states[i] || def_get(s, def_tab(s)->imports.at[i]->module)->is_library)
            continue;
        if (import_shows_macro(l, i) || import_links(s, def_tab(s)->imports.at[i]))
            l->states[i] = IMPORT_USED;
        else if (import_brings_asked(l, i))
            l->states[i] = IMPORT_ASKED;
    }
}
