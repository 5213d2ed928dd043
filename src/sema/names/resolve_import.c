/* resolve_import.c: resolves `use` and `extern crate`. An import is resolved when somebody asks for its name. While
 * it is being resolved the name counts as absent, which gives the same answers as rustc's fixed point. */
#include "sema/items/def_table.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

static sema_node resolve_import_vis_of(const sema *s, sema_node item)
{
    EACH_CHILD(s, item, c)
    if (def_node_kind(s, c) == RUSTG_AST_Vis)
        return c;
    return (sema_node){0, 0};
}

static void resolve_add_import(sema *s, def_import import)
{
    def_table *t = def_tab(s);
    def_module *m = def_module_in(s, import.module);
    vec_push(s->memory, &t->imports, arena_copy(s->memory, &import, sizeof import));
    uint32_t index = t->imports.n - 1;
    vec_push(s->memory, &m->imports, index);
    if (!import.name) {
        if (!m->globs.n && def_is_module(s, import.module) && !def_get(s, import.module)->is_library)
            vec_push(s->memory, &t->with_globs, import.module);
        vec_push(s->memory, &m->globs, index);
        return;
    }
    if (import.name != t->names.underscore)
        def_bind(s, import.module, import.name, 0, 0, index, false);
    sema_symbol last = import.n_segments ? import.segments[import.n_segments - 1].name : 0;
    if (last && last != import.name && import.name != t->names.underscore) {
        def_add_alias(s, last, import.name);
        t->epoch++;
    }
}

static void resolve_collect_tree(sema *s, def_import base, sema_node tree)
{
    const def_names *names = &def_tab(s)->names;
    syntax_path path = syntax_path_of(s, tree);
    uint32_t n = base.n_segments + path.n_segments, anchor = syntax_anchor(s, tree);
    def_import import = base;
    if (path.n_segments) {
        syntax_segment *all = ARENA_ARRAY(s->memory, syntax_segment, n);
        if (base.n_segments)
            memcpy(all, base.segments, base.n_segments * sizeof *all);
        memcpy(all + base.n_segments, path.segments, path.n_segments * sizeof *all);
        import.segments = all;
        import.n_segments = n;
    }
    import.global = base.n_segments ? base.global : path.global || base.global;
    import.node = tree;
    uint32_t kind = def_tok_kind(s, tree.file, anchor);
    if (kind == RUSTG_TOK_L_BRACE) {
        if (!sema_enter(s, sema_node_span(s, tree)))
            return;
        if (n && !syntax_is(syntax_child_of(s, tree, RUSTG_AST_UseTree)) && !def_get(s, base.module)->is_library) {
            import.name = names->underscore; /* `use a::{}` brings nothing in, but there has to be such a module */
            import.types_only = true;
            import.vis = (sema_node){0, 0};
            resolve_add_import(s, import);
        }
        EACH_CHILD(s, tree, c)
        if (def_node_kind(s, c) == RUSTG_AST_UseTree)
            resolve_collect_tree(s, import, c);
        sema_leave(s);
        return;
    }
    if (kind == RUSTG_TOK_STAR) {
        import.name = 0;
        resolve_add_import(s, import);
        return;
    }
    if (!n)
        return;
    sema_symbol last = import.segments[n - 1].name;
    if (last == names->self && n > 1) {
        import.n_segments--;
        import.types_only = true;
        last = import.segments[n - 2].name;
    }
    import.name = last;
    uint32_t last_tok = syntax_last_tok(s, tree);
    if (last_tok > 0 && def_tok_kind(s, tree.file, last_tok - 1) == RUSTG_TOK_KW_AS)
        import.name = syntax_tok_name(s, tree.file, last_tok);
    resolve_add_import(s, import);
}

/* The library's uses wait until somebody looks for a name, as most of its modules are never entered. A use that
 * renames may name an impl's trait or type, which must be known at once. */
static bool resolve_may_wait(const sema *s, sema_def module, sema_node item)
{
    if (!def_get(s, module)->is_library || def_kind_of(s, module) == DEF_BLOCK)
        return false;
    const sema_file *f = s->files.at[item.file];
    uint32_t end = f->ast.end[item.node];
    for (uint32_t tok = f->ast.tok[item.node]; tok < f->toks.n_toks && f->toks.start[tok] < end; tok++)
        if (f->toks.kind[tok] == RUSTG_TOK_KW_AS)
            return false;
    return true;
}

void resolve_take_uses(sema *s, sema_def module)
{
    def_module *m = def_module_in(s, module);
    uint32_t n = m->pending_uses.n;
    m->pending_uses.n = 0;
    for (uint32_t i = 0; i < n; i++) {
        sema_node item = m->pending_uses.at[i];
        def_import base = {.module = module, .vis = resolve_import_vis_of(s, item)};
        EACH_CHILD(s, item, c)
        if (def_node_kind(s, c) == RUSTG_AST_UseTree)
            resolve_collect_tree(s, base, c);
    }
}

void resolve_collect_use(sema *s, sema_def module, sema_node item)
{
    if (resolve_may_wait(s, module, item)) {
        def_module *m = def_module_in(s, module);
        vec_push(s->memory, &m->pending_uses, item);
        return;
    }
    def_import base = {.module = module, .vis = resolve_import_vis_of(s, item)};
    EACH_CHILD(s, item, c)
    if (def_node_kind(s, c) == RUSTG_AST_UseTree)
        resolve_collect_tree(s, base, c);
}

void resolve_collect_extern_crate(sema *s, sema_def module, sema_node item)
{
    uint32_t tok = syntax_anchor(s, item) + 1, last = syntax_last_tok(s, item);
    syntax_segment *segment = ARENA_NEW(s->memory, syntax_segment);
    segment->name = syntax_tok_name(s, item.file, tok);
    segment->span = syntax_tok_span(s, item.file, tok);
    def_import import = {.module = module,
                         .vis = resolve_import_vis_of(s, item),
                         .node = item,
                         .name = segment->name,
                         .segments = segment,
                         .n_segments = 1,
                         .is_extern = true};
    if (def_tok_kind(s, item.file, tok + 1) == RUSTG_TOK_KW_AS && tok + 2 <= last)
        import.name = syntax_tok_name(s, item.file, tok + 2);
    if (import.name != segment->name && module == def_crate_of(s, module) && !def_get(s, module)->is_library &&
        resolve_crate_name(s, import.name, false) && sema_mark_of(s, sema_node_span(s, item)))
        sema_error(s, RUSTG_DIAG_EXTERN_CRATE_SHADOWS, sema_node_span(s, item));
    resolve_add_import(s, import);
}

sema_def resolve_crate_name(const sema *s, sema_symbol name, bool is_extern)
{
    const def_table *t = def_tab(s);
    const def_module *crates = def_module_in(s, t->crates);
    for (uint32_t i = 0; i < crates->items.n; i++)
        if (def_get(s, crates->items.at[i])->name == name && (is_extern || name != t->names.alloc))
            return crates->items.at[i];
    return 0;
}

/* Finds the definition that the first n segments name, in the type namespace. *failed_at is the segment that was not
 * found, and *inside where it was looked for (0: in scope). */
static sema_def resolve_walk_steps(sema *s, uint32_t index, uint32_t n, uint32_t *failed_at, sema_def *inside,
                                   resolve_steps *steps)
{
    const def_import import = *def_tab(s)->imports.at[index];
    const def_names *names = &def_tab(s)->names;
    sema_def at = 0, module = def_module_of(s, import.module);
    uint32_t edition = s->files.at[import.node.file]->edition;
    *inside = 0;
    for (uint32_t i = 0; i < n; i++) {
        sema_symbol name = import.segments[i].name;
        found_name found = {0};
        *failed_at = i;
        if (name == names->crate && i == 0) {
            at = def_crate_of(s, import.module);
        } else if (name == names->self && i == 0) {
            at = module;
        } else if (import.global && i == 0 && (name == names->super || name == names->self)) {
            return 0;
        } else if (name == names->super &&
                   (i == 0 || import.segments[i - 1].name == names->super || import.segments[0].name == names->self)) {
            at = def_module_of(s, def_get(s, i ? at : module)->parent);
            if (!at)
                return 0;
        } else if (i == 0 && (import.global || import.is_extern)) {
            at = resolve_crate_name(s, name, import.is_extern);
            if (!at && edition == 2015 && !import.is_extern)
                found = resolve_in_module(s, def_crate_of(s, import.module), name, NAMESPACE_TYPE, import.module);
        } else if (i == 0) {
            if (edition == 2015 && !def_get(s, import.module)->is_library) {
                found = resolve_in_module(s, def_crate_of(s, import.module), name, NAMESPACE_TYPE, import.module);
                at = found.def ? 0 : resolve_crate_name(s, name, false);
            } else {
                const scope_name in_scope = resolve_in_scope(s, import.module, name, NAMESPACE_TYPE);
                at = in_scope.kind == RES_DEF ? in_scope.def : 0;
                found = in_scope.found;
            }
        } else {
            *inside = at;
            at = 0;
            found = resolve_in_module(s, *inside, name, NAMESPACE_TYPE, import.module);
        }
        at = at ? at : found.def;
        if (!at)
            return 0;
        resolve_note_import(s, found.import, name, NAMESPACE_TYPE);
        if (steps)
            vec_push(s->memory, steps, ((resolve_step){at, *inside, found.import}));
    }
    return at;
}

static sema_def resolve_walk_prefix(sema *s, uint32_t index, uint32_t n, uint32_t *failed_at, sema_def *inside)
{
    return resolve_walk_steps(s, index, n, failed_at, inside, NULL);
}

void resolve_import_steps(sema *s, uint32_t import, uint32_t n, resolve_steps *steps)
{
    uint32_t failed_at;
    sema_def inside;
    resolve_walk_steps(s, import, n, &failed_at, &inside, steps);
}

sema_def resolve_glob_target(sema *s, uint32_t index)
{
    def_import *import = def_tab(s)->imports.at[index];
    if (import->target_state == STATE_DONE)
        return import->target;
    if (import->target_state == STATE_RUNNING)
        return 0;
    import = def_import_own(s, index);
    import->target_state = STATE_RUNNING;
    def_tab(s)->n_resolving++;
    uint32_t n = import->name ? import->n_segments - 1 : import->n_segments, failed_at;
    sema_def inside, target = 0;
    if (n)
        target = resolve_walk_prefix(s, index, n, &failed_at, &inside);
    else if (!import->name)
        target =
            import->global && s->files.at[import->node.file]->edition != 2015 ? 0 : def_crate_of(s, import->module);
    import->target = target;
    import->target_state = STATE_DONE;
    def_tab(s)->n_resolving--;
    return target;
}

bool resolve_import(sema *s, uint32_t index, res_namespace space, sema_def *def, bool *is_macro)
{
    def_import *import = def_tab(s)->imports.at[index];
    *def = import->found[space];
    *is_macro = import->found_macro && space == NAMESPACE_MACRO;
    if (import->state[space] == STATE_DONE)
        return *def || *is_macro;
    if (import->state[space] == STATE_RUNNING || (import->types_only && space != NAMESPACE_TYPE))
        return false;
    import = def_import_own(s, index);
    import->state[space] = STATE_RUNNING;
    def_tab(s)->n_resolving++;
    bool macro = false;
    sema_def found = 0;
    sema_symbol last = import->segments[import->n_segments - 1].name;
    const def_names *names = &def_tab(s)->names;
    uint32_t n = import->n_segments, failed_at;
    bool keyword = last == names->crate || last == names->self || last == names->super;
    if (n == 1 || keyword || import->is_extern) {
        sema_def inside;
        if (keyword || import->is_extern || import->global || s->files.at[import->node.file]->edition == 2015) {
            if (space == NAMESPACE_TYPE)
                found = resolve_walk_prefix(s, index, n, &failed_at, &inside);
            else if (!keyword && !import->is_extern && !import->global) {
                const found_name in_root =
                    resolve_in_module(s, def_crate_of(s, import->module), last, space, import->module);
                found = in_root.def;
                resolve_note_import(s, in_root.import, last, space);
            }
        } else {
            scope_name in_scope = resolve_in_scope(s, import->module, last, space);
            resolve_note_import(s, in_scope.found.import, last, space);
            found = in_scope.kind == RES_DEF ? in_scope.def : 0;
            macro = in_scope.is_macro;
        }
    } else {
        if (import->target_state == STATE_RUNNING) {
            import->state[space] = STATE_UNKNOWN;
            def_tab(s)->n_resolving--;
            return false;
        }
        sema_def target = resolve_glob_target(s, index);
        if (target) {
            found_name inside = resolve_in_module(s, target, last, space, import->module);
            resolve_note_import(s, inside.import, last, space);
            found = inside.def;
            macro = inside.is_macro;
            /* A meaning that may not be seen loses to another meaning of the name. Alone it is E0603
             * (resolve_check_imports). */
        }
    }
    def_tab(s)->n_resolving--;
    import->state[space] = STATE_DONE;
    import->found[space] = found;
    import->found_macro = import->found_macro || macro;
    *def = found;
    *is_macro = macro;
    return found || macro;
}

/* Whether the name comes from an import that names nothing. That import is reported itself, so what uses the name
 * stays silent. */
bool resolve_import_failed(sema *s, sema_def scope, sema_symbol name)
{
    sema_def module = def_module_of(s, scope);
    for (uint32_t i = 0; i < def_tab(s)->imports.n; i++) {
        const def_import *import = def_tab(s)->imports.at[i];
        if (import->name != name)
            continue;
        sema_def at = scope;
        while (at && at != module && at != import->module)
            at = def_get(s, at)->parent;
        if (at != import->module)
            continue;
        bool found = false, is_macro = false;
        for (int space = 0; space < 3 && !found && !is_macro; space++) {
            sema_def def;
            found = resolve_import(s, i, (res_namespace)space, &def, &is_macro);
        }
        if (!found && !is_macro)
            return true;
    }
    return false;
}

sema_def resolve_import_vis(sema *s, uint32_t index)
{
    def_import *import = def_tab(s)->imports.at[index];
    return resolve_vis(s, import->vis, import->module);
}

static const char *resolve_segments_text(sema *s, const def_import *import, uint32_t n)
{
    const char *text = "";
    for (uint32_t i = 0; i < n; i++)
        text = arena_format(s->memory, "%s%s%s", text, i ? "::" : "", sema_text(s, import->segments[i].name));
    return text;
}

static const char *resolve_module_text(sema *s, sema_def module, sema_symbol written)
{
    if (def_kind_of(s, module) == DEF_CRATE && !def_get(s, module)->is_library)
        return "the crate root";
    return arena_format(s->memory, "`%s`", sema_text(s, written ? written : def_get(s, module)->name));
}

static void resolve_report_import(sema *s, uint32_t index)
{
    def_import import = *def_tab(s)->imports.at[index];
    uint32_t n = import.n_segments, failed_at = n - 1;
    sema_def inside = 0;
    sema_span at = sema_node_span(s, import.node);
    if (import.is_extern) {
        sema_report r = sema_error(s, RUSTG_DIAG_CRATE_MISSING, at);
        sema_arg(&r, "%s", sema_text(s, import.segments[0].name));
        return;
    }
    const def_names *names = &def_tab(s)->names;
    const sema_symbol begins = import.segments[0].name;
    if (import.global && (begins == names->super || begins == names->self || begins == names->crate)) {
        sema_report r = sema_error(s, RUSTG_DIAG_GLOBAL_KEYWORD, import.segments[0].span);
        sema_arg(&r, "%s", sema_text(s, begins));
        return;
    }
    uint32_t prefix = import.name ? n - 1 : n;
    sema_def target = prefix ? resolve_walk_prefix(s, index, prefix, &failed_at, &inside) : 0;
    bool prefix_failed = prefix && !target;
    if (prefix_failed) {
        sema_symbol name = import.segments[failed_at].name;
        if (resolve_std_only(s, import.segments, failed_at, inside))
            return;
        if (name == def_tab(s)->names.super) {
            sema_error(s, RUSTG_DIAG_TOO_MANY_SUPER, import.segments[failed_at].span);
            return;
        }
        if (failed_at + 1 < prefix) {
            syntax_path path = {
                .segments = import.segments, .n_segments = n, .global = import.global, .span = import.segments[0].span};
            resolve_report_segment(s, import.module, &path, failed_at, inside);
            return;
        }
        sema_report r = sema_error(s, RUSTG_DIAG_UNRESOLVED_IMPORT, import.segments[failed_at].span);
        sema_arg(&r, "%s", resolve_segments_text(s, &import, failed_at + 1));
        if (inside) {
            sema_primary_label(&r, "could not find `%s` in %s", sema_text(s, name),
                               resolve_module_text(s, inside, failed_at == 1 ? import.segments[0].name : 0));
        } else if (import.global) {
            sema_primary_label(&r, "could not find `%s` in the list of imported crates", sema_text(s, name));
        } else {
            sema_primary_label(&r, "use of unresolved module or unlinked crate `%s`", sema_text(s, name));
            similar_name similar =
                resolve_similar_in_scope(s, import.module, name, NAMESPACE_TYPE, SIMILAR_MODULE, NULL, 0);
            if (similar.name)
                sema_suggest(&r, import.segments[failed_at].span, sema_text(s, similar.name),
                             "there is a crate or module with a similar name");
            else if (!resolve_help_absent(s, &r, name))
                sema_help(&r, "you might be missing a crate named `%s`", sema_text(s, name));
        }
        return;
    }
    sema_symbol last = import.segments[n - 1].name;
    if (target && resolve_std_only(s, import.segments, n - 1, target))
        return;
    /* In a group the name alone is shown. */
    sema_node parent = syntax_parent(s, import.node);
    bool grouped = syntax_kind(s, parent) == RUSTG_AST_UseTree;
    sema_report r = sema_error(s, RUSTG_DIAG_UNRESOLVED_IMPORT, grouped ? import.segments[n - 1].span : at);
    sema_arg(&r, "%s", resolve_segments_text(s, &import, n));
    if (!target) {
        sema_primary_label(&r, "no external crate `%s`", sema_text(s, last));
        return;
    }
    sema_primary_label(&r, "no `%s` in %s", sema_text(s, last),
                       def_kind_of(s, target) == DEF_CRATE ? "the root" : resolve_module_text(s, target, 0));
    similar_name similar = resolve_similar_in_module(s, target, last, -1, SIMILAR_ANY, import.module);
    if (similar.name)
        sema_suggest(&r, import.segments[n - 1].span, sema_text(s, similar.name),
                     "a similar name exists in the module");
}

/* Private segments and private last names: E0603. */
static void resolve_check_private(sema *s, uint32_t index)
{
    def_import import = *def_tab(s)->imports.at[index];
    uint32_t n = import.n_segments, failed_at;
    sema_def inside;
    for (uint32_t i = 1; i < n; i++) {
        sema_def outer = resolve_walk_prefix(s, index, i, &failed_at, &inside);
        if (!outer)
            return;
        bool any = false;
        found_name hidden = {0};
        for (int space = 0; space < 3; space++) {
            if (i + 1 < n && space != NAMESPACE_TYPE)
                continue;
            found_name f = resolve_in_module(s, outer, import.segments[i].name, (res_namespace)space, import.module);
            if (!f.found)
                continue;
            if (resolve_sees(s, f.vis, import.module))
                any = true;
            else if (!hidden.found)
                hidden = f;
        }
        if (!any && hidden.found && hidden.def) {
            resolve_report_private(s, hidden.def, hidden.import, import.segments[i].span);
            return;
        }
    }
}

/* Reports an import that shows more than what it names (E0364, E0365). It is right if the name means, in some
 * namespace, something that may be shown so far. */
static void resolve_check_reexport(sema *s, uint32_t index)
{
    def_import import = *def_tab(s)->imports.at[index];
    uint32_t n = import.n_segments, failed_at;
    sema_def inside, vis = resolve_import_vis(s, index);
    sema_def outer =
        n > 1 ? resolve_walk_prefix(s, index, n - 1, &failed_at, &inside) : def_module_of(s, import.module);
    int worst = -1;
    bool in_crate = false;
    const def_names *names = &def_tab(s)->names;
    const sema_symbol last = import.segments[n - 1].name;
    for (int space = 0; outer && space < 3; space++) {
        found_name f = resolve_in_module(s, outer, last, (res_namespace)space, import.module);
        if (last == names->self || last == names->super) { /* a module around */
            f.def = space == NAMESPACE_TYPE ? resolve_walk_prefix(s, index, n, &failed_at, &inside) : 0;
            f.found = f.def != 0;
            f.vis = f.def ? resolve_vis_of(s, f.def) : DEF_PUBLIC;
        }
        if (!f.found || !f.def || f.import == index)
            continue;
        if (f.vis == DEF_PUBLIC || (vis != DEF_PUBLIC && resolve_sees(s, f.vis, vis)))
            return;
        in_crate |= def_kind_of(s, f.vis) == DEF_CRATE;
        worst = space;
    }
    if (worst < 0)
        return;
    bool is_type = worst == NAMESPACE_TYPE;
    const char *name = sema_text(s, import.segments[n - 1].name);
    sema_node parent = syntax_parent(s, import.node);
    bool grouped = syntax_kind(s, parent) == RUSTG_AST_UseTree && n == 1;
    sema_span at = grouped ? import.segments[n - 1].span : sema_node_span(s, import.node);
    sema_report r = sema_error(s, is_type ? RUSTG_DIAG_REEXPORT_TYPE : RUSTG_DIAG_REEXPORT_VALUE, at);
    sema_arg(&r, "%s", name);
    sema_arg(&r, "%s", in_crate ? "only public within the crate" : "private");
    sema_arg(&r, "%s", in_crate ? " outside" : "");
    sema_arg(&r, "%s", in_crate ? "crate public" : "private");
    if (!is_type)
        sema_note_at(&r, at, "consider marking `%s` as `pub` in the imported module", name);
}

static void resolve_report_own_glob(sema *s, uint32_t index)
{
    const def_import *import = def_tab(s)->imports.at[index];
    sema_report r = sema_error(s, RUSTG_DIAG_UNRESOLVED_IMPORT, sema_node_span(s, import->node));
    sema_arg(&r, "%s::*", resolve_segments_text(s, import, import->n_segments));
    sema_primary_label(&r, "cannot glob-import a module into itself");
}

/* E0659: the name that is imported is in two globs. */
static bool resolve_check_ambiguous(sema *s, uint32_t index)
{
    const def_import import = *def_tab(s)->imports.at[index];
    const uint32_t n = import.n_segments;
    const sema_symbol last = import.segments[n - 1].name;
    if (import.is_extern || def_get(s, import.module)->is_library || (n == 1 && import.global))
        return false;
    const bool in_2015 = s->files.at[import.node.file]->edition == 2015;
    const sema_def target = n > 1 ? resolve_glob_target(s, index) : in_2015 ? def_crate_of(s, import.module) : 0;
    for (int space = 0; space < 2; space++) {
        found_name f = {0};
        if (target)
            f = resolve_in_module(s, target, last, (res_namespace)space, import.module);
        else if (n == 1)
            f = resolve_in_scope(s, import.module, last, (res_namespace)space).found;
        if (!f.found || !f.ambiguous || !f.def)
            continue;
        resolve_report_ambiguous(s, &f, last, import.segments[n - 1].span);
        return true;
    }
    return false;
}

void resolve_check_imports(sema *s, sema_def module)
{
    def_module *m = def_module_in(s, module);
    resolve_take_uses(s, module);
    for (uint32_t i = 0; i < m->imports.n; i++) {
        uint32_t index = m->imports.at[i];
        const def_import *import = def_tab(s)->imports.at[index];
        if (import->reported)
            continue;
        def_import_own(s, index)->reported = true;
        bool found = false;
        if (!import->name) {
            sema_def target = resolve_glob_target(s, index);
            found = target && def_names_of(s, target);
            if (!import->n_segments)
                continue;
            if (target == module && !def_get(s, module)->is_library) {
                resolve_report_own_glob(s, index);
                continue;
            }
        } else {
            for (int space = 0; space < 3; space++) {
                sema_def def;
                bool is_macro;
                found = resolve_import(s, index, (res_namespace)space, &def, &is_macro) || found;
            }
        }
        if (found) {
            uint32_t n_diags = s->diags.n;
            if (!def_tab(s)->imports.at[index]->name || !resolve_check_ambiguous(s, index))
                resolve_check_private(s, index);
            if (s->diags.n == n_diags && def_tab(s)->imports.at[index]->name &&
                !def_tab(s)->imports.at[index]->is_extern)
                resolve_check_reexport(s, index);
        } else
            resolve_report_import(s, index);
    }
}
