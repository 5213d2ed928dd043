/* resolve_used.c: keeps what paths mean, the imports through which names were found, and the traits that had to be in
 * scope. Each is kept once. */
#include "sema/items/def_table.h"
#include "sema/names/resolve.h"

resolve_uses *resolve_uses_of(sema *s)
{
    def_table *t = def_tab(s);
    if (!t->uses)
        t->uses = ARENA_NEW(s->memory, resolve_uses);
    return t->uses;
}

void resolve_add_mention(sema *s, sema_def scope, sema_def d, sema_span at)
{
    if (!def_get(s, d)->is_library && !def_get(s, scope)->is_library)
        vec_push(s->memory, &resolve_uses_of(s)->mentions, (resolve_mention){scope, d, at});
}

void resolve_add_import_use(sema *s, uint32_t import, sema_symbol name, res_namespace space)
{
    if (def_get(s, def_tab(s)->imports.at[import]->module)->is_library)
        return;
    resolve_uses *uses = resolve_uses_of(s);
    const uint64_t key = ((uint64_t)import << 32 | name) * N_NAMESPACES + space;
    uint32_t *known = arena_map_at(s->memory, &uses->known_imports, key, 1);
    if (!*known)
        vec_push(s->memory, &uses->imports, (resolve_import_use){import, space, name});
    *known = 1;
}

void resolve_add_asked(sema *s, sema_def scope, sema_def trait, sema_symbol name)
{
    while (scope && !def_rec(s, scope)->names)
        scope = def_get(s, scope)->parent;
    if (!scope || def_get(s, scope)->is_library)
        return;
    resolve_uses *uses = resolve_uses_of(s);
    const uint64_t key = ((uint64_t)scope << 32 | (trait ? trait : name)) * 2 + (trait != 0);
    uint32_t *known = arena_map_at(s->memory, &uses->known_asked, key, 1);
    if (!*known)
        vec_push(s->memory, &uses->asked, (resolve_asked){scope, trait, name});
    *known = 1;
}

void resolve_add_name(sema *s, sema_def scope, sema_symbol name, res_namespace space, sema_span at)
{
    const scope_name found = resolve_in_scope(s, scope, name, space);
    if (found.found.import)
        resolve_add_import_use(s, found.found.import, name, space);
    if (found.kind == RES_DEF && found.def)
        resolve_add_mention(s, scope, found.def, at);
}
