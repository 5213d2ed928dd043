/* def_library.c: begins a compile with the library's definitions, which it shares until it writes to them. */
#include "sema/items/def_table.h"

sema_def def_lang(const sema *s, sema_lang_item item)
{
    return def_tab(s)->lang[item];
}

#define COPY_ARRAY(a, v) ((v)->at = arena_copy((a), (v)->at, (v)->n * sizeof *(v)->at))

void def_begin(sema *s, const sema *library)
{
    arena *a = s->memory;
    def_table *t = s->defs = arena_copy(a, library->defs, sizeof *t);
    COPY_ARRAY(a, &t->blocks);
    for (uint32_t i = 0; i < t->blocks.n; i++)
        t->blocks.at[i] = arena_copy(a, t->blocks.at[i], DEF_PER_BLOCK * sizeof *t->blocks.at[i]);
    for (sema_def d = 1; d < t->n; d++) {
        def_record *rec = def_rec(s, d);
        if (rec->module)
            rec->module = arena_copy(a, rec->module, sizeof *rec->module);
    }
    /* These are the arrays whose elements change in place. */
    COPY_ARRAY(a, &t->imports);
    COPY_ARRAY(a, &t->buckets);
    COPY_ARRAY(a, &t->derives);
    COPY_ARRAY(a, &t->lists);
}
