/* resolve_settle.c: what a name means that several globs bring with different meanings. rustc plants names into modules
 * as imports are resolved and macros expanded, and a name that was planted goes on to all that glob its module. Where
 * two globs bring different things into a module the name is ambiguous, E0659 once it is used. But rustc lets it pass,
 * with a warning, where a meaning came into a glob's module only after the glob had brought another one from there.
 * Which of these holds depends on that order, so it is gone through here, for one name at a time.
 *
 * The order: items and imports that are written; the imports among them, until no more can be resolved; items that
 * macros and derives write, in their order; the remaining imports. */
#include <stdlib.h>

#include "sema/items/def_table.h"
#include "sema/macros/macro.h"
#include "sema/names/resolve.h"

enum {
    SETTLE_MOST_IMPORTS = 1 << 14,
    SETTLE_MOST_DECLS = 1 << 16,
    SETTLE_MOST_DEPTH = 128,
    SETTLE_MOST_PASSES = 32,
    SETTLE_MOST_NAMES = 64,
    SETTLE_MOST_COMPARED = 1 << 26,
    ROUND_WRITTEN = 1,
    ROUND_EXPANDED
};

/* What one name in a module stands for, by an item or an import of it. */
typedef struct settle_decl {
    sema_def def, module, vis;
    uint32_t import;            /* 0: the item itself */
    uint32_t source, ambiguity; /* decls; 0: none */
    bool is_glob, warns;
} settle_decl;

typedef struct settle_name {
    sema_symbol name;
    uint32_t items, globs; /* decls; 0: none */
    uint32_t n_singles;    /* imports of one name that may still define it */
} settle_name;

/* When an import is resolved: in which round, and there in which pass over all of them. */
typedef struct settle_time {
    VEC(uint32_t) after; /* imports by which the modules of its path are found */
    uint32_t place;      /* among all imports */
    uint8_t round, pass;
    bool is_done;
} settle_time;

/* Imports in a block are found when its body is checked; in the source they stand before another, or behind all. */
typedef struct settle_place {
    uint32_t import, before, start;
    bool in_block;
} settle_place;

typedef struct settle_module {
    VEC(uint32_t) importers; /* globs of it, in the order in which they were resolved */
    bool is_busy;
    uint8_t expands; /* SEMA_ANSWER_*: macros are expanded in it */
} settle_module;

typedef struct settler {
    sema *s;
    res_namespace space;
    uint32_t first_import, n_imports;
    settle_time *times;
    settle_place *order; /* the imports as the source has them */
    arena_map module_at; /* of modules; of (module, name) */
    VEC(settle_module) modules;
    arena_map name_at;
    VEC(settle_name) names;
    VEC(settle_decl) decls;
    VEC(sema_symbol) wanted; /* the name, and those that it is an import of by another name */
    bool gave_up;
} settler;

/* ---- When ---- */

static bool settle_is_expanded(sema *s, sema_node item)
{
    def_attr attr;
    return macro_nest_of(s, sema_node_span(s, item)) || def_find_attr(s, item, "derive", 0, &attr) ||
           def_find_attr(s, item, "kernel", 0, &attr);
}

static settle_module *settle_module_of(settler *w, sema_def module)
{
    uint32_t *at = arena_map_at(w->s->memory, &w->module_at, module, 1);
    if (!*at) {
        vec_push(w->s->memory, &w->modules, (settle_module){0});
        *at = w->modules.n;
    }
    return &w->modules.at[*at - 1];
}

/* Whether macros are called in a module, or derives stand there, so that names of it may come later. */
static bool settle_expands(settler *w, sema_def module)
{
    sema *s = w->s;
    const uint8_t known = settle_module_of(w, module)->expands;
    if (known)
        return known == SEMA_ANSWER_YES;
    const def_module *m = def_module_in(s, module);
    sema_node top = def_get(s, module)->node;
    if (def_kind_of(s, module) == DEF_MOD && m->items.n && syntax_ends_with_semicolon(s, top))
        top = (sema_node){def_get(s, m->items.at[0])->node.file, 1}; /* a file of its own */
    const rustg_ast *ast = &s->files.at[top.file]->ast;
    bool expands = false;
    for (uint32_t i = top.node + 1; i < ast->next[top.node] && !expands;) {
        const sema_node n = {top.file, i};
        const uint8_t kind = ast->kind[i];
        if (kind == RUSTG_AST_ItemMod) {
            i = ast->next[i];
            continue;
        }
        expands = kind == RUSTG_AST_ExprMacCall || kind == RUSTG_AST_StmtMacCall || kind == RUSTG_AST_PatMacCall ||
                  kind == RUSTG_AST_TyMacCall ||
                  (kind == RUSTG_AST_Attr && settle_is_expanded(s, syntax_parent(s, n))) ||
                  macro_nest_of(s, sema_node_span(s, n));
        i++;
    }
    settle_module_of(w, module)->expands = expands ? SEMA_ANSWER_YES : SEMA_ANSWER_NO;
    return expands;
}

static bool settle_is_later(settle_time a, settle_time b)
{
    return a.round > b.round || (a.round == b.round && a.pass > b.pass);
}

/* Finds by which imports the modules of a path are known. A glob's names are not sure while its module expands macros,
 * but for the path's first. */
static void settle_find_path(settler *w, uint32_t import)
{
    sema *s = w->s;
    const def_import *about = def_tab(s)->imports.at[import];
    settle_time *time = &w->times[import - w->first_import];
    const uint32_t n = about->name ? about->n_segments - 1 : about->n_segments;
    time->round = settle_is_expanded(s, about->node) ? ROUND_EXPANDED : ROUND_WRITTEN;
    time->pass = 1;
    resolve_steps steps = {0};
    resolve_import_steps(s, import, n, &steps);
    for (uint32_t i = 0; i < steps.n; i++) {
        const resolve_step step = steps.at[i];
        const def_info *found = step.def ? def_get(s, step.def) : NULL;
        if (step.import >= w->first_import) {
            vec_push(s->memory, &time->after, step.import);
            if (i && !def_tab(s)->imports.at[step.import]->name && settle_expands(w, step.inside))
                time->round = ROUND_EXPANDED;
        } else if (found && !found->is_library && found->kind != DEF_CRATE && settle_is_expanded(s, found->node)) {
            time->round = ROUND_EXPANDED;
        }
    }
}

static int settle_by_place(const void *a, const void *b)
{
    const settle_place *p = a, *q = b;
    if (p->before != q->before)
        return p->before < q->before ? -1 : 1;
    if (p->in_block != q->in_block)
        return p->in_block ? -1 : 1;
    return p->start < q->start ? -1 : p->start > q->start;
}

static void settle_find_order(settler *w)
{
    sema *s = w->s;
    const def_table *t = def_tab(s);
    uint32_t n_in_blocks = 0;
    w->order = ARENA_ARRAY(s->memory, settle_place, w->n_imports);
    for (uint32_t i = 0; i < w->n_imports; i++) {
        const def_import *import = t->imports.at[w->first_import + i];
        const bool in_block = def_kind_of(s, import->module) == DEF_BLOCK;
        w->order[i] = (settle_place){w->first_import + i, i, sema_node_span(s, import->node).start, in_block};
        n_in_blocks += in_block;
    }
    w->gave_up |= (uint64_t)n_in_blocks * w->n_imports > SETTLE_MOST_COMPARED;
    for (uint32_t i = 0; i < w->n_imports && !w->gave_up; i++) {
        settle_place *at = &w->order[i];
        const uint32_t file = t->imports.at[at->import]->node.file;
        uint32_t k = at->in_block ? 0 : i;
        while (at->in_block && k < w->n_imports &&
               (w->order[k].in_block || t->imports.at[w->first_import + k]->node.file != file ||
                w->order[k].start < at->start))
            k++;
        at->before = k;
    }
    qsort(w->order, w->n_imports, sizeof *w->order, settle_by_place);
    for (uint32_t i = 0; i < w->n_imports; i++)
        w->times[w->order[i].import - w->first_import].place = i;
}

static void settle_find_times(settler *w)
{
    settle_find_order(w);
    for (uint32_t i = 0; i < w->n_imports; i++)
        settle_find_path(w, w->first_import + i);
    bool changes = true;
    for (uint32_t turn = 0; changes && turn < SETTLE_MOST_PASSES; turn++) {
        changes = false;
        for (uint32_t i = 0; i < w->n_imports; i++) {
            settle_time *time = &w->times[i];
            for (uint32_t k = 0; k < time->after.n; k++) {
                settle_time least = w->times[time->after.at[k] - w->first_import];
                least.pass += least.place >= time->place;
                if (!settle_is_later(least, *time))
                    continue;
                time->round = least.round;
                time->pass = least.pass;
                changes = true;
            }
        }
    }
    w->gave_up |= changes;
}

/* ---- Planting ---- */

static settle_name *settle_name_of(settler *w, sema_def module, sema_symbol name)
{
    uint32_t *at = arena_map_at(w->s->memory, &w->name_at, (uint64_t)module << 32 | name, 1);
    if (!*at) {
        vec_push(w->s->memory, &w->names, (settle_name){.name = name});
        *at = w->names.n;
    }
    return &w->names.at[*at - 1];
}

static uint32_t settle_best(const settle_name *n)
{
    return n->items ? n->items : n->globs;
}

/* What the name is known to stand for: a glob's meaning only where nothing else may still define it. */
static uint32_t settle_bound(const settle_name *n)
{
    return n->items || !n->n_singles ? settle_best(n) : 0;
}

static uint32_t settle_new(settler *w, settle_decl decl)
{
    if (w->decls.n >= SETTLE_MOST_DECLS)
        w->gave_up = true;
    else
        vec_push(w->s->memory, &w->decls, decl);
    return w->decls.n - 1;
}

static uint32_t settle_imported(settler *w, uint32_t import, uint32_t source)
{
    sema *s = w->s;
    const settle_decl from = w->decls.at[source];
    const sema_def of_import = resolve_import_vis(s, import);
    const bool is_wide = from.vis == DEF_PUBLIC || (of_import != DEF_PUBLIC && resolve_sees(s, from.vis, of_import));
    return settle_new(w, (settle_decl){.def = from.def,
                                       .module = def_tab(s)->imports.at[import]->module,
                                       .vis = is_wide ? of_import : from.vis,
                                       .import = import,
                                       .source = source,
                                       .is_glob = !def_tab(s)->imports.at[import]->name});
}

static bool settle_is_ambiguous(const settler *w, uint32_t decl)
{
    for (; decl; decl = w->decls.at[decl].source)
        if (w->decls.at[decl].ambiguity)
            return true;
    return false;
}

static bool settle_warns(const settler *w, uint32_t decl)
{
    for (; decl; decl = w->decls.at[decl].source)
        if (w->decls.at[decl].warns)
            return true;
    return false;
}

/* Which of two meanings by globs of one module holds on. */
static uint32_t settle_select(settler *w, uint32_t old, uint32_t new, bool warns)
{
    settle_decl *decls = w->decls.at;
    if (decls[old].import == decls[new].import) { /* the same glob brings it anew */
        if (decls[old].ambiguity && !decls[new].ambiguity)
            decls[new].ambiguity = decls[old].ambiguity;
        if (settle_is_ambiguous(w, new))
            decls[new].warns = true;
        return new;
    }
    if (decls[old].def != decls[new].def) {
        decls[old].ambiguity = new;
        decls[old].warns = warns;
        return warns ? old : settle_new(w, decls[old]);
    }
    const sema_def had = decls[old].vis, has = decls[new].vis;
    const bool is_as_wide = had == DEF_PUBLIC || (has != DEF_PUBLIC && resolve_sees(w->s, had, has));
    if (!is_as_wide)
        return new;
    if (settle_is_ambiguous(w, new) && !settle_is_ambiguous(w, old)) {
        decls[old].ambiguity = new;
        decls[old].warns = true;
    }
    return old;
}

static void settle_plant(settler *w, sema_symbol name, uint32_t decl, bool warns, uint32_t depth);

/* Hands a name on to all that glob its module, if it means another thing than before. */
static void settle_hand_on(settler *w, sema_def module, sema_symbol name, uint32_t before, bool warns, uint32_t depth)
{
    sema *s = w->s;
    const uint32_t bound = settle_bound(settle_name_of(w, module, name));
    if (!bound || bound == before || settle_module_of(w, module)->is_busy)
        return;
    if (depth > SETTLE_MOST_DEPTH) {
        w->gave_up = true;
        return;
    }
    settle_module_of(w, module)->is_busy = true;
    for (uint32_t i = 0; i < settle_module_of(w, module)->importers.n && !w->gave_up; i++) {
        const uint32_t import = settle_module_of(w, module)->importers.at[i];
        if (resolve_sees(s, w->decls.at[bound].vis, def_tab(s)->imports.at[import]->module))
            settle_plant(w, name, settle_imported(w, import, bound), warns || before, depth + 1);
    }
    settle_module_of(w, module)->is_busy = false;
}

static void settle_plant(settler *w, sema_symbol name, uint32_t decl, bool warns, uint32_t depth)
{
    const sema_def module = w->decls.at[decl].module;
    const bool is_glob = w->decls.at[decl].is_glob;
    settle_name *n = settle_name_of(w, module, name);
    const uint32_t before = settle_bound(n);
    if (is_glob && n->globs)
        n->globs = settle_select(w, n->globs, decl, warns && !n->items);
    else if (is_glob)
        n->globs = decl;
    else if (!n->items)
        n->items = decl;
    settle_hand_on(w, module, name, before, warns, depth);
}

/* ---- Imports ---- */

static bool settle_is_wanted(const settler *w, sema_symbol name)
{
    for (uint32_t i = 0; i < w->wanted.n; i++)
        if (w->wanted.at[i] == name)
            return true;
    return false;
}

/* A module whose names are all known from the beginning: the library's, an enum or a trait. */
static bool settle_is_closed(const sema *s, sema_def module)
{
    const def_kind kind = def_kind_of(s, module);
    return def_get(s, module)->is_library || (kind != DEF_MOD && kind != DEF_CRATE && kind != DEF_BLOCK);
}

static uint32_t settle_from_closed(settler *w, sema_def module, sema_symbol name, sema_def from)
{
    const found_name found = resolve_in_module(w->s, module, name, w->space, from);
    return found.found && found.def ? settle_new(w, (settle_decl){.def = found.def, .module = module, .vis = found.vis})
                                    : 0;
}

static void settle_glob(settler *w, uint32_t import, sema_def target)
{
    sema *s = w->s;
    const sema_def module = def_tab(s)->imports.at[import]->module;
    if (target == module)
        return;
    settle_module *from = settle_module_of(w, target);
    vec_push(s->memory, &from->importers, import);
    for (uint32_t i = 0; i < w->wanted.n && !w->gave_up; i++) {
        const sema_symbol name = w->wanted.at[i];
        const uint32_t decl = settle_is_closed(s, target) ? settle_from_closed(w, target, name, module)
                                                          : settle_bound(settle_name_of(w, target, name));
        if (!decl || !resolve_sees(s, w->decls.at[decl].vis, module))
            continue;
        const bool warns = settle_warns(w, settle_bound(settle_name_of(w, module, name)));
        settle_plant(w, name, settle_imported(w, import, decl), warns, 0);
    }
}

/* What an import of one name imports, as far as that is known yet. */
static uint32_t settle_source(settler *w, uint32_t import, sema_def target, uint32_t round)
{
    sema *s = w->s;
    const def_import about = *def_tab(s)->imports.at[import];
    const def_names *names = &def_tab(s)->names;
    const sema_symbol name = about.segments[about.n_segments - 1].name;
    const bool in_scope = about.n_segments == 1 && !target,
               is_other = about.is_extern || (about.global && !target) || (in_scope && about.name == name) ||
                          name == names->self || name == names->super || name == names->crate;
    const sema_def module = in_scope ? about.module : target;
    if (!is_other && module && !settle_is_closed(s, module)) {
        const settle_name *n = settle_name_of(w, module, name);
        const bool may_change = !in_scope && round == ROUND_WRITTEN && !n->items && settle_expands(w, module);
        if (settle_bound(n) || !in_scope || resolve_in_module(s, module, name, w->space, module).found)
            return may_change ? 0 : settle_bound(n);
    }
    return settle_new(
        w, (settle_decl){.def = def_tab(s)->imports.at[import]->found[w->space], .module = module, .vis = DEF_PUBLIC});
}

static bool settle_resolve(settler *w, uint32_t import, uint32_t round)
{
    sema *s = w->s;
    const def_import about = *def_tab(s)->imports.at[import];
    const bool in_2015 = s->files.at[about.node.file]->edition == 2015;
    const sema_def target = about.n_segments > 1 || !about.name ? resolve_glob_target(s, import)
                            : in_2015 && !about.is_extern       ? def_crate_of(s, about.module)
                                                                : 0;
    if (!about.name) {
        if (target)
            settle_glob(w, import, target);
        return true;
    }
    const uint32_t source = settle_source(w, import, target, round);
    if (!source || w->gave_up)
        return false;
    settle_name_of(w, about.module, about.name)->n_singles--;
    settle_plant(w, about.name, settle_imported(w, import, source), false, 0);
    return true;
}

static bool settle_is_of_name(settler *w, uint32_t import)
{
    sema *s = w->s;
    const def_import *about = def_tab(s)->imports.at[import];
    sema_def def;
    bool is_macro;
    return !about->name ||
           (settle_is_wanted(w, about->name) && resolve_import(s, import, w->space, &def, &is_macro) && def);
}

static void settle_imports(settler *w, uint32_t round)
{
    bool goes_on = true;
    for (uint32_t pass = 1; goes_on && pass <= SETTLE_MOST_PASSES && !w->gave_up; pass++) {
        goes_on = false;
        for (uint32_t i = 0; i < w->n_imports && !w->gave_up; i++) {
            const uint32_t import = w->order[i].import;
            settle_time *time = &w->times[import - w->first_import];
            if (time->is_done || time->round > round || !settle_is_of_name(w, import))
                continue;
            if (time->round == round && time->pass > pass)
                goes_on = true;
            else if (settle_resolve(w, import, round))
                time->is_done = goes_on = true;
        }
    }
    w->gave_up |= goes_on;
}

/* The items of the wanted names that are written, or else those that macros and derives write. */
static void settle_items(settler *w, uint32_t round)
{
    sema *s = w->s;
    const def_table *t = def_tab(s);
    for (uint32_t i = 0; i < t->bindings.n && !w->gave_up; i++) {
        const def_binding binding = t->bindings.at[i];
        if (!binding.def || !(binding.spaces & 1 << w->space) || !settle_is_wanted(w, binding.name))
            continue;
        const sema_def module = def_get(s, binding.def)->parent;
        const bool is_expanded = settle_is_expanded(s, def_get(s, binding.def)->node);
        if (settle_is_closed(s, module) || is_expanded != (round == ROUND_EXPANDED))
            continue;
        const uint32_t decl =
            settle_new(w, (settle_decl){.def = binding.def, .module = module, .vis = resolve_vis_of(s, binding.def)});
        settle_plant(w, binding.name, decl, false, 0);
    }
}

/* The names that the wanted ones are imports of. */
static void settle_want(settler *w, sema_symbol name)
{
    const def_table *t = def_tab(w->s);
    vec_push(w->s->memory, &w->wanted, name);
    for (uint32_t k = 0; k < w->wanted.n; k++)
        for (uint32_t i = w->first_import; i < t->imports.n; i++) {
            const def_import *import = t->imports.at[i];
            if (import->name != w->wanted.at[k] || !import->n_segments)
                continue;
            const sema_symbol last = import->segments[import->n_segments - 1].name;
            if (last != import->name && !settle_is_wanted(w, last))
                vec_push(w->s->memory, &w->wanted, last);
        }
    w->gave_up |= w->wanted.n > SETTLE_MOST_NAMES;
}

static resolve_settled settle_go_through(sema *s, sema_def module, sema_symbol name, res_namespace space)
{
    const def_table *t = def_tab(s);
    settler w = {.s = s, .space = space};
    w.first_import = t->below ? t->below->imports.n : 1;
    w.n_imports = t->imports.n - w.first_import;
    if (space == NAMESPACE_MACRO || w.n_imports > SETTLE_MOST_IMPORTS || settle_is_closed(s, module))
        return (resolve_settled){0};
    w.times = ARENA_ARRAY(s->memory, settle_time, w.n_imports);
    vec_push(s->memory, &w.decls, (settle_decl){0});
    settle_want(&w, name);
    settle_find_times(&w);
    for (uint32_t i = 0; i < w.n_imports; i++) {
        const def_import *import = t->imports.at[w.first_import + i];
        if (import->name && settle_is_of_name(&w, w.first_import + i))
            settle_name_of(&w, import->module, import->name)->n_singles++;
    }
    for (uint32_t round = ROUND_WRITTEN; round <= ROUND_EXPANDED; round++) {
        settle_items(&w, round);
        settle_imports(&w, round);
    }
    const uint32_t best = settle_best(settle_name_of(&w, module, name));
    if (w.gave_up || !best)
        return (resolve_settled){0};
    resolve_settled settled = {
        .is_known = true, .def = w.decls.at[best].def, .vis = w.decls.at[best].vis, .import = w.decls.at[best].import};
    bool warns = false;
    for (uint32_t at = best; at && !settled.is_error; at = w.decls.at[at].source) {
        const settle_decl *decl = &w.decls.at[at];
        warns |= decl->warns;
        settled.is_error = decl->ambiguity && !warns;
        settled.glob[0] = decl->import;
        settled.glob[1] = decl->ambiguity ? w.decls.at[decl->ambiguity].import : 0;
    }
    return settled;
}

/* What was found out, as long as there are no more imports. */
struct resolve_settlings {
    uint32_t n_imports;
    arena_map at; /* of module, name and namespace */
    VEC(resolve_settled) found;
};

resolve_settled resolve_settle(sema *s, sema_def module, sema_symbol name, res_namespace space)
{
    def_table *t = def_tab(s);
    struct resolve_settlings *all = t->settlings;
    if (!all || all->n_imports != t->imports.n) {
        all = t->settlings = ARENA_NEW(s->memory, struct resolve_settlings);
        all->n_imports = t->imports.n;
    }
    const uint64_t key = ((uint64_t)module << 32 | name) << 1 | (space == NAMESPACE_TYPE);
    const uint32_t *known = arena_map_at(s->memory, &all->at, key, 0);
    if (known)
        return all->found.at[*known];
    t->n_resolving++; /* nothing else is settled on the way */
    const resolve_settled settled = settle_go_through(s, module, name, space);
    t->n_resolving--;
    vec_push(s->memory, &all->found, settled);
    *arena_map_at(s->memory, &all->at, key, 1) = all->found.n - 1;
    return settled;
}
