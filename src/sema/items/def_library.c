/* def_library.c: begins a compile with the library's definitions, which it shares until it writes to them. */
#include "sema/items/def_table.h"

sema_def def_lang(const sema *s, sema_lang_item item)
{
    return def_tab(s)->lang[item];
}

/* Copies an array of the library with room for what most compiles add. */
#define COPY_ARRAY(a, v)                                                                                               \
    do {                                                                                                               \
        (v)->capacity = 0;                                                                                             \
        vec_reserve((a), (v), DEF_COPY_ROOM);                                                                          \
    } while (0)
enum { DEF_COPY_ROOM = 32 };

void def_begin(sema *s, const sema *library)
{
    arena *a = s->memory;
    def_table *t = s->defs = arena_copy(a, library->defs, sizeof *t);
    t->shared_bindings = t->bindings.at;
    t->n_shared_bindings = t->bindings.n;
    memset(&t->bindings, 0, sizeof t->bindings);
    t->shared_blocks = t->blocks.at;
    t->n_shared_blocks = t->blocks.n;
    COPY_ARRAY(a, &t->blocks);
    t->below = library->defs;
    COPY_ARRAY(a, &t->modules);
    t->unpacked = ARENA_ARRAY(a, def_answers **, t->n_shared_blocks);
    /* Of these elements change in place, or each compile adds some. */
    COPY_ARRAY(a, &t->imports);
    COPY_ARRAY(a, &t->buckets);
    COPY_ARRAY(a, &t->derives);
    COPY_ARRAY(a, &t->lists);
}
