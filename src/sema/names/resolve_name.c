/* resolve_name.c: looks one name up in a module, or in a scope and all that encloses it. */
#include "sema/items/def_table.h"
#include "sema/names/resolve.h"

bool resolve_sees(const sema *s, sema_def vis, sema_def from)
{
    if (vis == DEF_PUBLIC)
        return true;
    for (sema_def d = from; d; d = def_get(s, d)->parent)
        if (d == vis)
            return true;
    return false;
}

def_module *def_names_of(sema *s, sema_def d)
{
    def_module *m = def_module_in(s, d);
    if (m)
        return m;
    const def_kind kind = def_kind_of(s, d);
    if (kind != DEF_ENUM && kind != DEF_TRAIT)
        return NULL;
    m = def_add_module(s, d);
    uint32_t n;
    const sema_def *inside = kind == DEF_ENUM ? def_variants(s, d, &n) : def_assoc_items(s, d, &n);
    for (uint32_t i = 0; i < n; i++) {
        const def_info *about = def_get(s, inside[i]);
        uint8_t spaces = about->kind == DEF_VARIANT    ? 1 << NAMESPACE_TYPE | 1 << NAMESPACE_VALUE
                         : about->kind == DEF_ASSOC_TY ? 1 << NAMESPACE_TYPE
                                                       : 1 << NAMESPACE_VALUE;
        def_bind(s, d, about->name, spaces, inside[i], 0, false);
    }
    return m;
}

static void resolve_take_settled(sema *s, sema_def module, sema_symbol name, res_namespace space, found_name *found)
{
    const resolve_settled settled = resolve_settle(s, module, name, space);
    if (!settled.is_known)
        return;
    found->ambiguous = settled.is_error;
    found->def = settled.def;
    found->vis = settled.vis;
    found->import = settled.import;
    memcpy(found->glob, settled.glob, sizeof found->glob);
}

found_name resolve_in_module(sema *s, sema_def module, sema_symbol name, res_namespace space, sema_def from)
{
    found_name none = {0};
    def_module *m = def_names_of(s, module);
    if (!m)
        return none;
    def_table *t = def_tab(s);
    if (m->pending_uses.n)
        resolve_take_uses(s, module);
    uint32_t *at = arena_map_at(s->memory, &m->names, name, 0);
    uint32_t imported = 0, defined = 0; /* the last of the chain is the first in the source, which rustc keeps */
    for (uint32_t b = at ? *at : 0; b; b = def_binding_at(t, b)->next) {
        const def_binding *binding = def_binding_at(t, b);
        if (binding->import)
            imported = b;
        else if (binding->spaces & 1 << space)
            defined = b;
    }
    if (defined) {
        const def_binding binding = *def_binding_at(t, defined);
        return (found_name){.found = true,
                            .is_macro = binding.is_macro,
                            .def = binding.def,
                            .vis = binding.def ? resolve_vis_of(s, binding.def) : DEF_PUBLIC};
    }
    if (imported)
        for (uint32_t b = *arena_map_at(s->memory, &m->names, name, 0); b; b = def_binding_at(t, b)->next) {
            uint32_t import = def_binding_at(t, b)->import;
            sema_def def;
            bool is_macro;
            if (import && resolve_import(s, import, space, &def, &is_macro))
                return (found_name){.found = true,
                                    .is_macro = is_macro,
                                    .def = def,
                                    .vis = resolve_import_vis(s, import),
                                    .import = import};
        }
    if (m->visiting || !m->globs.n)
        return none;
    m->visiting = true;
    t->n_resolving++;
    found_name found = none, inner = none; /* inner: ambiguous in a module whose names a glob brings */
    for (uint32_t i = 0; i < m->globs.n; i++) {
        uint32_t import = m->globs.at[i];
        sema_def target = resolve_glob_target(s, import);
        if (!target || target == module)
            continue;
        found_name f = resolve_in_module(s, target, name, space, module);
        if (!f.found || !resolve_sees(s, f.vis, module))
            continue;
        inner = f.ambiguous ? f : inner;
        if (found.found && (f.def != found.def || f.is_macro != found.is_macro) && !found.ambiguous) {
            found.ambiguous = true;
            found.glob[0] = found.import;
            found.glob[1] = import;
        }
        const sema_def of_import = resolve_import_vis(s, import);
        const sema_def vis =
            f.vis == DEF_PUBLIC || (of_import != DEF_PUBLIC && resolve_sees(s, f.vis, of_import)) ? of_import : f.vis;
        const bool is_wider = found.found && f.def == found.def && f.is_macro == found.is_macro && vis != found.vis &&
                              found.vis != DEF_PUBLIC && (vis == DEF_PUBLIC || resolve_sees(s, vis, found.vis));
        if (is_wider) { /* the same item, that more modules see by this import */
            found.import = import;
            found.vis = vis;
        }
        if (!found.found) {
            found = f;
            found.import = import;
            found.ambiguous = false;
            found.vis = vis;
        }
    }
    m->visiting = false;
    t->n_resolving--;
    (void)from;
    if ((found.ambiguous || inner.ambiguous) && !t->n_resolving && !def_get(s, module)->is_library) {
        resolve_take_settled(s, module, name, space, &found);
    } else if (inner.ambiguous && !found.ambiguous) {
        found.ambiguous = true;
        memcpy(found.glob, inner.glob, sizeof found.glob);
    }
    return found;
}

static bool resolve_leaves_item(def_kind kind)
{
    switch (kind) {
    case DEF_FN:
    case DEF_STRUCT:
    case DEF_UNION:
    case DEF_ENUM:
    case DEF_TRAIT:
    case DEF_IMPL:
    case DEF_CONST:
    case DEF_STATIC:
    case DEF_TY_ALIAS:
    case DEF_MOD: return true;
    case DEF_NONE:
    case DEF_CRATE:
    case DEF_CASES_OF_ADT:
    case DEF_ASSOC_TY:
    case DEF_CASES_PARAM:
    case DEF_CASES_NAMELESS: break;
    }
    return false;
}

bool resolve_prelude_has(const sema *s, sema_def scope, sema_symbol name)
{
    static const struct {
        const char *name;
        uint32_t since;
    } later[] = {{"TryFrom", 2021}, {"TryInto", 2021}, {"FromIterator", 2021}, {"Future", 2024}, {"IntoFuture", 2024}};
    const uint32_t edition = s->files.at[def_get(s, scope)->node.file]->edition;
    if (edition >= 2024 || !edition || def_get(s, scope)->is_library)
        return true;
    for (uint32_t i = 0; i < sizeof later / sizeof later[0]; i++)
        if (edition < later[i].since && strcmp(sema_text(s, name), later[i].name) == 0)
            return false;
    return true;
}

bool resolve_has_no_prelude(sema *s, sema_def module)
{
    def_module *m = def_get(s, module)->is_library ? NULL : def_module_in(s, module);
    if (m && !m->no_prelude) {
        def_attr attr;
        const sema_def above = def_module_of(s, def_get(s, module)->parent);
        const bool has_none = def_find_attr(s, def_get(s, module)->node, "no_implicit_prelude", 0, &attr) ||
                              (above && resolve_has_no_prelude(s, above));
        m->no_prelude = has_none ? SEMA_ANSWER_YES : SEMA_ANSWER_NO;
    }
    return m && m->no_prelude == SEMA_ANSWER_YES;
}

scope_name resolve_in_scope(sema *s, sema_def scope, sema_symbol name, res_namespace space)
{
    scope_name result = {.kind = RES_UNRESOLVED};
    def_table *t = def_tab(s);
    sema_def outer_item = 0, came_from = 0;
    sema_def d = scope;
    for (; d; d = def_get(s, d)->parent) {
        const def_record *rec = def_rec(s, d);
        def_kind kind = (def_kind)rec->about.kind;
        if (rec->names && (kind == DEF_MOD || kind == DEF_CRATE || kind == DEF_BLOCK)) {
            /* Generics further out are not those of an item that is left for its block. */
            if (kind == DEF_BLOCK && came_from && !outer_item && resolve_leaves_item(def_kind_of(s, came_from)))
                outer_item = came_from;
            found_name found = resolve_in_module(s, d, name, space, scope);
            if (found.found)
                return (scope_name){.kind = RES_DEF, .def = found.def, .found = found, .is_macro = found.is_macro};
            if (kind != DEF_BLOCK)
                break;
        } else if (space != NAMESPACE_MACRO && kind != DEF_VARIANT && kind != DEF_FIELD && kind != DEF_BLOCK) {
            sema_def param = def_param_named(s, d, name, space == NAMESPACE_TYPE ? DEF_TYPE_PARAM : DEF_CONST_PARAM);
            if (param)
                return (scope_name){.kind = RES_DEF, .def = param, .outer = outer_item};
        }
        came_from = d;
    }
    if (space == NAMESPACE_TYPE) {
        sema_def crate = resolve_crate_name(s, name, false);
        if (crate)
            return (scope_name){.kind = RES_DEF, .def = crate};
    }
    if (t->prelude_module) {
        found_name found = resolve_in_module(s, t->prelude_module, name, space, scope);
        if (found.found && found.vis == DEF_PUBLIC && resolve_prelude_has(s, scope, name))
            return (scope_name){.kind = RES_DEF, .def = found.def, .found = found, .is_macro = found.is_macro};
    }
    if (space == NAMESPACE_TYPE) {
        uint32_t *primitive = arena_map_at(s->memory, &t->primitive_of, name, 0);
        if (primitive)
            return (scope_name){.kind = RES_PRIMITIVE, .ty = *primitive};
    }
    return result;
}

res resolve_name(sema *s, sema_def scope, sema_symbol name, res_namespace space)
{
    scope_name found = resolve_in_scope(s, scope, name, space);
    return (res){
        .kind = found.kind, .def = found.def, .ty = found.ty, .n_resolved = found.kind == RES_UNRESOLVED ? 0 : 1};
}
