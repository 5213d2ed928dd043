/* resolve_offered.c: paths at which `std` and `rustg_std` show their items, to those who have not imported them. */
#include "sema/items/def_table.h"
#include "sema/names/resolve.h"

#include <string.h>

enum { DEEPEST = 4 };

typedef struct offered_item {
    sema_def def;
    uint32_t next; /* of the same name: 1 + an index, or 0 */
    uint32_t n_segments;
    const char *path;
} offered_item;
struct resolve_offers {
    arena_map items_named; /* symbol: 1 + an index into items */
    VEC(offered_item) items;
};

/* One path for each item: the first of those with the fewest segments, as rustc's. */
static void resolve_offer_item(sema *s, struct resolve_offers *o, sema_symbol name, offered_item item)
{
    uint32_t *first = arena_map_at(s->memory, &o->items_named, name, 1);
    for (uint32_t i = *first; i; i = o->items.at[i - 1].next) {
        offered_item *other = &o->items.at[i - 1];
        if (other->def != item.def)
            continue;
        if (item.n_segments < other->n_segments) {
            other->path = item.path;
            other->n_segments = item.n_segments;
        }
        return;
    }
    item.next = *first;
    vec_push(s->memory, &o->items, item);
    *first = o->items.n;
}

static void resolve_offer_module(sema *s, struct resolve_offers *o, sema_def module, const char *path,
                                 uint32_t n_segments);

static void resolve_offer(sema *s, struct resolve_offers *o, sema_symbol name, sema_def d, const char *path,
                          uint32_t n_segments)
{
    const char *text = sema_text(s, name);
    if (text[0] == '_' || strcmp(text, "prelude") == 0)
        return;
    const char *whole = arena_format(s->memory, "%s::%s", path, text);
    resolve_offer_item(s, o, name, (offered_item){.def = d, .path = whole, .n_segments = n_segments + 1});
    if (def_is_module(s, d) && n_segments < DEEPEST)
        resolve_offer_module(s, o, d, whole, n_segments + 1);
}

/* All that others see in the module, which stands at the path. */
static void resolve_offer_module(sema *s, struct resolve_offers *o, sema_def module, const char *path,
                                 uint32_t n_segments)
{
    def_module *m = def_names_of(s, module);
    if (!m || m->visiting)
        return;
    m->visiting = true;
    for (uint32_t i = 0; i < m->names.capacity; i++)
        for (uint32_t b = m->names.keys[i] ? m->names.values[i] : 0; b; b = def_binding_at(def_tab(s), b)->next) {
            const def_binding binding = *def_binding_at(def_tab(s), b);
            if (!binding.import && binding.def && resolve_vis_of(s, binding.def) == DEF_PUBLIC)
                resolve_offer(s, o, binding.name, binding.def, path, n_segments);
            if (!binding.import || resolve_import_vis(s, binding.import) != DEF_PUBLIC)
                continue;
            for (int space = NAMESPACE_TYPE; space < NAMESPACE_MACRO; space++) {
                bool is_macro;
                sema_def d = 0;
                if (resolve_import(s, binding.import, (res_namespace)space, &d, &is_macro) && d)
                    resolve_offer(s, o, binding.name, d, path, n_segments);
            }
        }
    for (uint32_t i = 0; i < m->globs.n; i++) {
        const sema_def target = resolve_glob_target(s, m->globs.at[i]);
        if (target && resolve_import_vis(s, m->globs.at[i]) == DEF_PUBLIC)
            resolve_offer_module(s, o, target, path, n_segments);
    }
    m->visiting = false;
}

bool resolve_has_inside(sema *s, sema_def d, sema_symbol inside)
{
    bool has = !inside;
    for (int space = NAMESPACE_TYPE; !has && space < N_NAMESPACES; space++)
        has = resolve_in_module(s, d, inside, (res_namespace)space, d).found;
    return has;
}

uint32_t resolve_offered(sema *s, sema_def module, sema_symbol name, resolve_similarity what, sema_symbol inside,
                         const char **paths, const char **kind, uint32_t most)
{
    def_table *t = def_tab(s);
    if (!t->offers) {
        t->offers = ARENA_NEW(s->memory, struct resolve_offers);
        const sema_symbol crates[] = {def_is_no_std(s, def_crate_of(s, module)) ? t->names.core : t->names.std,
                                      t->names.rustg_std};
        for (uint32_t i = 0; i < sizeof crates / sizeof *crates; i++)
            resolve_offer_module(s, t->offers, resolve_crate_name(s, crates[i], false), sema_text(s, crates[i]), 1);
    }
    const uint32_t *first = arena_map_at(s->memory, &t->offers->items_named, name, 0);
    uint32_t n = 0;
    for (uint32_t i = first ? *first : 0; i && n < most; i = t->offers->items.at[i - 1].next) {
        const offered_item *item = &t->offers->items.at[i - 1];
        if (!resolve_is_similar(s, what, item->def) || !resolve_has_inside(s, item->def, inside))
            continue;
        paths[n++] = item->path;
        const char *own = def_kind_text(s, item->def);
        *kind = *kind && strcmp(*kind, own) != 0 ? "item" : own;
    }
    return n;
}
