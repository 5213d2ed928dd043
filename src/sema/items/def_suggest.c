/* def_suggest.c: writes out what an impl lacks, as it would stand there. */
#include "sema/items/def_table.h"
#include "sema/syntax/source.h"

void def_suggest_member(sema *s, sema_report *r, sema_def impl, sema_def item)
{
    sema_span body = sema_node_span(s, def_get(s, impl)->node);
    sema_span at = {body.file, body.end - 1, body.end - 1};
    const char *text = NULL, *name = sema_text(s, def_get(s, item)->name), *margin = source_indentation(s, at);
    uint32_t n_own;
    switch (def_kind_of(s, item)) {
    case DEF_FN: {
        (void)def_own_params(s, item, &n_own);
        if (n_own)
            return;
        def_sig sig = def_fn_sig(s, item);
        syntax_fn parts = syntax_fn_of(s, def_get(s, item)->node);
        text = arena_format(s->memory, "fn %s(", name);
        for (uint32_t i = 0; i < sig.n_inputs; i++) {
            bool is_self = i == 0 && parts.has_self;
            text = arena_format(s->memory, "%s%s%s%s", text, i ? ", " : "", is_self ? "" : "_: ",
                                is_self ? source_text(s, sema_node_span(s, parts.params.at[0]))
                                        : ty_print(s, sig.inputs[i]));
        }
        text = syntax_is(parts.result) ? arena_format(s->memory, "%s) -> %s { todo!() }", text, ty_print(s, sig.output))
                                       : arena_format(s->memory, "%s) { todo!() }", text);
        break;
    }
    case DEF_CONST: {
        sema_ty ty = def_type(s, item);
        const char *value = ty_is_integer(s, ty) ? "42"
                            : ty_is_float(s, ty) ? "3.14159"
                            : ty == TY_BOOL      ? "false"
                                                 : NULL;
        if (!value)
            return;
        text = arena_format(s->memory, "const %s: %s = %s;", name, ty_print(s, ty), value);
        break;
    }
    case DEF_NONE:
    case DEF_CASES_MODULE:
    case DEF_CASES_ADT:
    case DEF_CASES_OF_ADT:
    case DEF_TRAIT:
    case DEF_IMPL:
    case DEF_STATIC:
    case DEF_CASES_ALIAS:
    case DEF_CASES_PARAM:
    case DEF_CASES_NAMELESS: text = arena_format(s->memory, "type %s = /* Type */;", name); break;
    }
    sema_suggest_hidden(r, at, arena_format(s->memory, "%s%s\n%s", margin, text, margin),
                        "implement the missing item: `%s`", text);
    sema_suggest_is(r, "HasPlaceholders");
}
