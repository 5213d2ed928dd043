/* check_local.c: finds the local that a name means. Where many are in scope, each knows the next one outwards of its
 * name, and a map has the innermost of each name. */
#include "sema/bodies/check_internal.h"
#include "sema/names/resolve.h"

enum { FEW = 32 }; /* bindings that are looked through one by one */

/* The innermost binding of this name among those in the map, plus 1; 0: there is none. */
static uint32_t *check_innermost(check *c, sema_symbol name)
{
    return arena_map_at(c->s->memory, &c->innermost, (uint64_t)name + 1, 1);
}

void check_forget_locals(check *c, uint32_t n)
{
    for (; c->n_in_map > n; c->n_in_map--) {
        const check_binding *b = &c->bindings.at[c->n_in_map - 1];
        *check_innermost(c, b->name) = b->outer;
    }
}

static void check_learn_locals(check *c)
{
    for (; c->n_in_map < c->bindings.n; c->n_in_map++) {
        check_binding *b = &c->bindings.at[c->n_in_map];
        uint32_t *innermost = check_innermost(c, b->name);
        b->outer = *innermost;
        *innermost = c->n_in_map + 1;
    }
}

const check_binding *check_find_local(check *c, const syntax_segment *segment)
{
    sema_symbol name = sema_local_name(c->s, segment->name, segment->span);
    uint32_t mark = name == segment->name ? 0 : sema_mark_of(c->s, segment->span);
    const bool by_map = c->bindings.n > FEW;
    if (by_map)
        check_learn_locals(c);
    uint32_t named = by_map ? *check_innermost(c, name) : 0, nameless = by_map ? *check_innermost(c, 0) : 0;
    for (uint32_t i = c->bindings.n; by_map ? (i = named > nameless ? named : nameless) != 0 : i > 0;) {
        const check_binding *b = &c->bindings.at[--i];
        if (!b->name)
            nameless = b->outer;
        if (b->macro) {
            const sema_symbol before = name;
            name = sema_local_outside(c->s, name, b->macro, mark, &mark);
            if (by_map && name != before)
                for (named = *check_innermost(c, name); named > i; named = c->bindings.at[named - 1].outer) {
                }
        } else if (b->items) {
            res found = resolve_name(c->s, b->items, segment->name, NAMESPACE_VALUE);
            if (found.kind == RES_DEF && def_get(c->s, found.def)->parent == b->items)
                return NULL;
        } else if (b->name == name) {
            return b;
        }
    }
    return NULL;
}
