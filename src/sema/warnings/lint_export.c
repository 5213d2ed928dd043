/* lint_export.c: finds what can be named or reached from outside of a crate.
 *
 * Sources: rustc 1.95's rustc_resolve/src/effective_visibilities.rs and rustc_privacy's EmbargoVisitor. */
#include "sema/items/def_table.h"
#include "sema/names/resolve.h"
#include "sema/warnings/lint_warn.h"

/* What is exported is reachable, too. */
enum { EXPORT_REACHABLE = 1, EXPORT_NAMED = 2, EXPORT_BOTH = EXPORT_REACHABLE | EXPORT_NAMED };

struct lint_exports {
    uint8_t *levels; /* by definition, n of them */
    uint32_t n;
    arena_map imports; /* those that are exported -> 1 */
};

/* What is done while they are found.
 *   modules   whose public names are exported, to be looked through; opened has all that ever were among them
 *   reached   definitions whose parts are to be looked at
 *   seen      types whose parts have been reached
 *   waiting   a definition that is not reachable: the last impl that waits for it; next_waiting: from impl to impl */
typedef struct exporter {
    sema *s;
    struct lint_exports *made;
    VEC(sema_def) modules;
    VEC(sema_def) reached;
    arena_map opened, seen, waiting, next_waiting;
} exporter;

static bool export_is_user(const exporter *x, sema_def d)
{
    return d && d < x->made->n && !def_get(x->s, d)->is_library;
}

static void export_open(exporter *x, sema_def module)
{
    uint32_t *opened = arena_map_at(x->s->memory, &x->opened, module, 1);
    if (!*opened && export_is_user(x, module))
        vec_push(x->s->memory, &x->modules, module);
    *opened = 1;
}

/* Gives the level to a definition, if it is public where it stands. */
static void export_raise(exporter *x, sema_def d, uint8_t level)
{
    if (!export_is_user(x, d) || (x->made->levels[d] & level) == level || resolve_vis_of(x->s, d) != DEF_PUBLIC)
        return;
    x->made->levels[d] |= level;
    vec_push(x->s->memory, &x->reached, d);
    if (level == EXPORT_BOTH && def_kind_of(x->s, d) == DEF_MOD)
        export_open(x, d);
}

/* ---- What imports show ---- */

/* The import through which an import has a name itself; 0: none. */
static uint32_t export_source(sema *s, uint32_t index, sema_symbol name, res_namespace space)
{
    const def_import import = *def_tab(s)->imports.at[index];
    const sema_def target = resolve_glob_target(s, index);
    if (import.name)
        name = import.segments[import.n_segments - 1].name;
    if (target)
        return resolve_in_module(s, target, name, space, import.module).import;
    return import.name && !import.global ? resolve_in_scope(s, import.module, name, space).found.import : 0;
}

/* An import that hands a name on is exported with the import that shows it. */
static void export_chain(exporter *x, uint32_t index, sema_symbol name, res_namespace space)
{
    sema *s = x->s;
    for (uint32_t n = 0; index && n < def_tab(s)->imports.n; n++) {
        const def_import *import = def_tab(s)->imports.at[index];
        if (def_get(s, import->module)->is_library || resolve_import_vis(s, index) != DEF_PUBLIC)
            return;
        *arena_map_at(s->memory, &x->made->imports, index, 1) = 1;
        const uint32_t source = export_source(s, index, name, space);
        if (import->name)
            name = import->segments[import->n_segments - 1].name;
        index = source == index ? 0 : source;
    }
}

/* Whether it is this glob that brings the name into its module, for all to see. */
static bool export_is_shown(sema *s, uint32_t index, sema_symbol name)
{
    const sema_def module = def_tab(s)->imports.at[index]->module;
    for (int space = 0; space < N_NAMESPACES; space++) {
        const found_name found = resolve_in_module(s, module, name, (res_namespace)space, module);
        if (found.found && found.import == index && found.vis == DEF_PUBLIC)
            return true;
    }
    return false;
}

/* Names may be there twice. looked: modules whose names are there -> 1 */
static void export_collect_names(sema *s, sema_def there, arena_map *looked, lint_named *names)
{
    uint32_t n = 0;
    const sema_def *variants = def_kind_of(s, there) == DEF_ENUM ? def_variants(s, there, &n) : NULL;
    for (uint32_t i = 0; i < n; i++)
        vec_push(s->memory, names, ((lint_name_in){def_get(s, variants[i])->name, 0}));
    uint32_t *known = arena_map_at(s->memory, looked, there, 1);
    const def_module *m = def_is_module(s, there) && !*known ? def_module_in(s, there) : NULL;
    *known = 1;
    for (uint32_t i = 0; m && i < m->items.n; i++)
        if (def_kind_of(s, m->items.at[i]) != DEF_IMPL)
            vec_push(s->memory, names, ((lint_name_in){def_get(s, m->items.at[i])->name, 0}));
    for (uint32_t i = 0; m && i < m->imports.n; i++) {
        const uint32_t import = m->imports.at[i];
        const sema_symbol name = def_tab(s)->imports.at[import]->name;
        const sema_def target = name ? 0 : resolve_glob_target(s, import);
        const bool is_nameless = name == def_tab(s)->names.underscore;
        if (name)
            vec_push(s->memory, names, ((lint_name_in){is_nameless ? 0 : name, is_nameless ? import : 0}));
        else if (target)
            export_collect_names(s, target, looked, names);
    }
}

lint_named lint_names_in(sema *s, sema_def there)
{
    lint_named names = {0};
    arena_map looked = {0};
    export_collect_names(s, there, &looked, &names);
    return names;
}

/* Whether the glob shows anything of what is named there. */
static bool export_shows(sema *s, uint32_t index, sema_def there)
{
    const lint_named names = lint_names_in(s, there);
    for (uint32_t i = 0; i < names.n; i++)
        if (names.at[i].name ? export_is_shown(s, index, names.at[i].name)
                             : resolve_import_vis(s, names.at[i].import) == DEF_PUBLIC)
            return true;
    return false;
}

static void export_glob(exporter *x, uint32_t index)
{
    sema *s = x->s;
    const sema_def target = resolve_glob_target(s, index);
    if (target && export_is_user(x, target) && def_kind_of(s, target) != DEF_CRATE && !export_shows(s, index, target))
        return;
    *arena_map_at(s->memory, &x->made->imports, index, 1) = 1;
    if (!target)
        return;
    if (def_is_module(s, target)) {
        export_open(x, target);
        return;
    }
    uint32_t n;
    const sema_def *variants = def_kind_of(s, target) == DEF_ENUM ? def_variants(s, target, &n) : NULL;
    for (uint32_t i = 0; variants && i < n; i++)
        export_raise(x, variants[i], EXPORT_BOTH);
}

static void export_import(exporter *x, uint32_t index)
{
    sema *s = x->s;
    const def_import *import = def_tab(s)->imports.at[index];
    if (resolve_import_vis(s, index) != DEF_PUBLIC)
        return;
    if (!import->name) {
        export_glob(x, index);
        return;
    }
    *arena_map_at(s->memory, &x->made->imports, index, 1) = 1;
    for (int space = 0; space < N_NAMESPACES; space++) {
        sema_def d;
        bool is_macro;
        if (!resolve_import(s, index, (res_namespace)space, &d, &is_macro))
            continue;
        export_raise(x, d, EXPORT_BOTH);
        export_chain(x, index, import->name, (res_namespace)space);
    }
}

static void export_names_of(exporter *x, sema_def module)
{
    const def_module *m = def_module_in(x->s, module);
    for (uint32_t i = 0; m && i < m->items.n; i++)
        if (def_kind_of(x->s, m->items.at[i]) != DEF_IMPL)
            export_raise(x, m->items.at[i], EXPORT_BOTH);
    for (uint32_t i = 0; m && i < m->imports.n; i++)
        export_import(x, m->imports.at[i]);
}

/* ---- What is reached by types ---- */

static void export_predicates(exporter *x, const def_predicate *p, uint32_t n);

static void export_type(exporter *x, sema_ty t)
{
    sema *s = x->s;
    uint32_t *seen = arena_map_at(s->memory, &x->seen, (uint64_t)t + 1, 1);
    if (*seen)
        return;
    *seen = 1;
    const ty_info info = *ty_get(s, t);
    if (info.kind == TY_ADT || info.kind == TY_DYN)
        export_raise(x, info.def, EXPORT_REACHABLE);
    if (info.kind == TY_PROJECTION)
        export_raise(x, def_get(s, info.def)->parent, EXPORT_REACHABLE);
    if (info.kind == TY_OPAQUE) {
        uint32_t n;
        const def_predicate *bounds = def_bounds(s, info.def, &n);
        export_predicates(x, bounds, n);
    }
    for (uint32_t i = 0; i < info.n_args; i++)
        export_type(x, ty_arg(s, t, i));
}

static void export_predicates(exporter *x, const def_predicate *p, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (p[i].kind == PREDICATE_TRAIT)
            export_raise(x, p[i].trait, EXPORT_REACHABLE);
        if (p[i].kind == PREDICATE_PROJECTION) {
            export_raise(x, def_get(x->s, p[i].trait)->parent, EXPORT_REACHABLE);
            export_type(x, p[i].equals);
        }
        for (uint32_t k = 0; k < p[i].n_args; k++)
            export_type(x, p[i].args[k]);
    }
}

static void export_own_predicates(exporter *x, sema_def d)
{
    uint32_t n;
    const def_predicate *p = def_predicates(x->s, d, &n);
    export_predicates(x, p, n);
}

static void export_items_of(exporter *x, sema_def owner, uint8_t level)
{
    uint32_t n;
    const sema_def *items = def_assoc_items(x->s, owner, &n);
    for (uint32_t i = 0; i < n; i++)
        export_raise(x, items[i], level);
}

static void export_adt(exporter *x, sema_def adt, uint8_t level)
{
    uint32_t n, n_fields;
    const sema_def *variants = def_variants(x->s, adt, &n);
    for (uint32_t i = 0; i < n; i++) {
        if (variants[i] != adt)
            export_raise(x, variants[i], level);
        const sema_def *fields = def_fields(x->s, variants[i], &n_fields);
        for (uint32_t k = 0; k < n_fields; k++)
            export_raise(x, fields[k], level);
    }
    export_own_predicates(x, adt);
}

static void export_assoc_type(exporter *x, sema_def d)
{
    uint32_t n;
    if (def_kind_of(x->s, def_get(x->s, d)->parent) == DEF_TRAIT) {
        const def_predicate *bounds = def_bounds(x->s, d, &n);
        export_predicates(x, bounds, n);
    }
    export_type(x, def_type(x->s, d));
}

/* An impl is reachable once its type and its trait are, whatever their arguments. */
static void export_impl(exporter *x, sema_def impl)
{
    sema *s = x->s;
    const ty_info self = *ty_get(s, def_type(s, impl));
    const sema_def of[] = {def_impl_trait(s, impl).trait, self.kind == TY_ADT || self.kind == TY_DYN ? self.def
                                                          : self.kind == TY_PROJECTION ? def_get(s, self.def)->parent
                                                                                       : 0};
    for (uint32_t i = 0; i < sizeof of / sizeof *of; i++) {
        if (!export_is_user(x, of[i]) || x->made->levels[of[i]])
            continue;
        uint32_t *last = arena_map_at(s->memory, &x->waiting, of[i], 1);
        const uint32_t before = *last;
        *last = impl;
        *arena_map_at(s->memory, &x->next_waiting, impl, 1) = before;
        return;
    }
    export_raise(x, impl, EXPORT_REACHABLE);
}

static void export_wake(exporter *x, sema_def d)
{
    uint32_t *first = arena_map_at(x->s->memory, &x->waiting, d, 0);
    uint32_t impl = first ? *first : 0;
    if (first)
        *first = 0;
    while (impl) {
        const uint32_t next = *arena_map_at(x->s->memory, &x->next_waiting, impl, 1);
        export_impl(x, impl);
        impl = next;
    }
}

static void export_fn(exporter *x, sema_def fn)
{
    const def_sig sig = def_fn_sig(x->s, fn);
    export_own_predicates(x, fn);
    for (uint32_t i = 0; i < sig.n_inputs; i++)
        export_type(x, sig.inputs[i]);
    export_type(x, sig.output);
}

static void export_parts(exporter *x, sema_def d)
{
    sema *s = x->s;
    const uint8_t level = x->made->levels[d];
    switch (def_kind_of(s, d)) {
    case DEF_FN: export_fn(x, d); break;
    case DEF_CASES_VALUE:
    case DEF_FIELD: export_type(x, def_type(s, d)); break;
    case DEF_TY_ALIAS:
        export_own_predicates(x, d);
        export_type(x, def_type(s, d));
        break;
    case DEF_ASSOC_TY: export_assoc_type(x, d); break;
    case DEF_CASES_ADT: export_adt(x, d, level); break;
    case DEF_TRAIT:
        export_own_predicates(x, d);
        export_items_of(x, d, level);
        break;
    case DEF_IMPL:
        export_own_predicates(x, d);
        export_items_of(x, d, level);
        break;
    case DEF_NONE:
    case DEF_CASES_MODULE:
    case DEF_VARIANT:
    case DEF_CASES_PARAM:
    case DEF_CASES_NAMELESS: break;
    }
    export_wake(x, d);
}

static struct lint_exports *lint_exports_of(sema *s)
{
    if (s->exports)
        return s->exports;
    struct lint_exports *made = s->exports = ARENA_NEW(s->memory, struct lint_exports);
    uint32_t n_crates;
    const sema_def *crates = def_user_crates(s, &n_crates);
    exporter x = {.s = s, .made = made};
    made->n = def_count(s);
    made->levels = arena_alloc(s->memory, made->n);
    for (uint32_t i = 0; i < n_crates; i++) {
        made->levels[crates[i]] = EXPORT_BOTH;
        export_open(&x, crates[i]);
    }
    for (sema_def d = n_crates ? crates[0] : made->n; d < made->n; d++)
        if (def_kind_of(s, d) == DEF_IMPL && export_is_user(&x, d))
            export_impl(&x, d);
    while (x.modules.n || x.reached.n) {
        if (x.reached.n)
            export_parts(&x, x.reached.at[--x.reached.n]);
        else
            export_names_of(&x, x.modules.at[--x.modules.n]);
    }
    return made;
}

bool lint_is_exported(sema *s, sema_def d)
{
    const struct lint_exports *made = lint_exports_of(s);
    return d < made->n && (made->levels[d] & EXPORT_NAMED);
}

bool lint_is_reachable(sema *s, sema_def d)
{
    const struct lint_exports *made = lint_exports_of(s);
    return d < made->n && made->levels[d];
}

bool lint_is_import_exported(sema *s, uint32_t import)
{
    return arena_map_at(s->memory, &lint_exports_of(s)->imports, import, 0) != NULL;
}
