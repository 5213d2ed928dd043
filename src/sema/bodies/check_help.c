/* check_help.c: suggests, for a method that is not found, where one of that name could come from. */
#include "sema/bodies/check_internal.h"
#include "sema/items/def_table.h"
#include "sema/syntax/source.h"

void check_help_trait(check *c, sema_report *r, sema_ty self, sema_symbol name)
{
    sema *s = c->s;
    sema_def trait = 0;
    for (sema_def d = 1; d < def_count(s); d++) {
        if (def_kind_of(s, d) != DEF_FN || def_get(s, d)->name != name ||
            def_kind_of(s, def_get(s, d)->parent) != DEF_TRAIT)
            continue;
        if (trait || def_get(s, d)->is_library)
            return; /* rustc lists them all, those of its own library with their places there */
        trait = def_get(s, d)->parent;
    }
    if (!trait)
        return;
    const char *of = sema_text(s, def_get(s, trait)->name), *item = sema_text(s, name);
    if (ty_kind_of(s, self) == TY_PARAM) {
        sema_def param = ty_get(s, self)->def;
        sema_node node = def_get(s, param)->node;
        sema_span at = syntax_is(node) ? sema_node_span(s, node) : def_span(s, param);
        bool bare = at.end == def_span(s, param).end;
        sema_help(r, "items from traits can only be used if the type parameter is bounded by the trait");
        sema_suggest(
            r, source_end(at), arena_format(s->memory, "%s%s", bare ? ": " : " + ", of),
            "the following trait defines an item `%s`, perhaps you need to restrict type parameter `%s` with it:", item,
            sema_text(s, def_get(s, param)->name));
        return;
    }
    if (infer_holds(c->infer, trait, &self, 1) == ANSWER_YES) {
        resolve_help_trait(s, r, c->scope, trait, name);
        return;
    }
    sema_help(r, "items from traits can only be used if the trait is implemented and in scope");
    sema_note_at(r, def_head_span(s, trait), "`%s` defines an item `%s`, perhaps you need to implement it", of, item);
}
