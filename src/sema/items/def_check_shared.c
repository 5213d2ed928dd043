/* def_check_shared.c: checks that threads may share the type of a static (E0277). */
#include "sema/items/def_table.h"
#include "sema/infer/infer.h"

void def_check_shared(sema *s, sema_def constant, sema_node type)
{
    sema_ty *self = ARENA_NEW(s->memory, sema_ty);
    *self = def_type(s, constant);
    if (ty_has(s, *self, TY_HAS_ERROR))
        return;
    *self = ty_erase_regions(s, *self);
    infer_ctx *c = infer_begin(s, constant);
    infer_cause cause = {.at = sema_node_span(s, type),
                         .what = "shared static variables must have a type that implements `Sync`"};
    infer_require(
        c, (def_predicate){.kind = PREDICATE_TRAIT, .trait = def_lang(s, LANG_SYNC), .args = self, .n_args = 1}, cause);
    infer_finish(c);
}
