/* macro_mod.c: reads the files of `mod x;` for the macros in them, before their modules are collected. */
#include "sema/macros/macro.h"

static uint64_t mod_key(const sema *s, sema_node item)
{
    return sema_start_key(sema_origin(s, sema_node_span(s, item)));
}

static macro_mod *macro_mod_known_mod(const sema *s, sema_node item)
{
    uint32_t *index = s->macros ? arena_map_at(s->memory, &s->macros->mod_of, mod_key(s, item), 0) : NULL;
    return index ? &s->macros->mods.at[*index] : NULL;
}

uint32_t macro_read_mod(sema *s, sema_def parent, sema_node item, uint32_t scope)
{
    macro_mod *known = macro_mod_known_mod(s, item);
    if (!known && sema_enter(s, sema_node_span(s, item))) {
        macro_mod made = {.scope = scope};
        made.module = def_add_mod_file(s, parent, item, &made.file);
        uint32_t *end = made.file ? arena_map_at(s->memory, &s->macros->end_of, made.file, 0) : NULL;
        made.end = end ? *end : scope;
        *arena_map_at(s->memory, &s->macros->mod_of, mod_key(s, item), 1) = s->macros->mods.n;
        vec_push(s->memory, &s->macros->mods, made);
        sema_leave(s);
        return made.end;
    }
    return known ? known->end : scope;
}

bool macro_known_mod(sema *s, sema_def module, sema_node item, uint32_t *file)
{
    const macro_mod *known = macro_mod_known_mod(s, item);
    if (!known || known->module == module)
        return false;
    def_take_dirs(s, module, known->module);
    /* The file may call macros by paths that were read after it, so it is expanded again. */
    *file = known->file ? macro_expand_file(s, module, known->file, known->scope) : 0;
    return true;
}
