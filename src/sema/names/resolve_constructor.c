/* resolve_constructor.c: whether a place sees the constructor of a tuple struct, which is as visible as its fields. */
#include "sema/items/def_table.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

bool resolve_constructor_hidden(sema *s, sema_def scope, sema_def d)
{
    if (def_kind_of(s, d) != DEF_STRUCT || def_shape(s, d) != SHAPE_TUPLE)
        return false;
    uint32_t n;
    const sema_def *fields = def_fields(s, d, &n);
    for (uint32_t i = 0; i < n; i++)
        if (!def_is_visible(s, fields[i], scope))
            return true;
    return false;
}

bool resolve_constructor_lost(sema *s, found_name found, sema_def d)
{
    enum { MOST_IMPORTS = 16 };
    if (def_kind_of(s, d) != DEF_STRUCT || def_shape(s, d) != SHAPE_TUPLE || def_get(s, d)->is_library)
        return false;
    for (uint32_t i = 0; i < MOST_IMPORTS && found.import; i++) {
        const def_import import = *def_tab(s)->imports.at[found.import];
        if (resolve_constructor_hidden(s, import.module, d))
            return true;
        const sema_def target = resolve_glob_target(s, found.import);
        if (!target || !import.n_segments)
            break;
        const sema_symbol name = import.name ? import.segments[import.n_segments - 1].name : def_get(s, d)->name;
        found = resolve_in_module(s, target, name, NAMESPACE_VALUE, import.module);
    }
    return false;
}

void resolve_report_lost(sema *s, sema_def d, const syntax_path *path)
{
    sema_report r;
    if (path->n_segments == 1) {
        r = sema_error(s, RUSTG_DIAG_NAME_IS_NO_VALUE, path->span);
        sema_arg(&r, "function, tuple struct or tuple variant");
        sema_arg(&r, "struct");
        sema_arg(&r, "%s", sema_text(s, path->segments[0].name));
    } else {
        r = sema_error(s, RUSTG_DIAG_PRIVATE_FIELDS_CONSTRUCTOR, path->span);
        sema_arg(&r, "tuple struct constructor");
        sema_arg(&r, "%s", sema_text(s, path->segments[path->n_segments - 1].name));
    }
    sema_note_at(&r, def_head_span(s, d), "an import on the way does not see the constructor, as fields are private");
}

void resolve_report_constructor(sema *s, sema_def d, const syntax_path *path)
{
    const syntax_segment *last = &path->segments[path->n_segments - 1];
    sema_report r = sema_error(
        s, path->n_segments == 1 ? RUSTG_DIAG_PRIVATE_FIELDS_CONSTRUCTOR : RUSTG_DIAG_PRIVATE_ITEM, last->span);
    sema_arg(&r, "%s", "tuple struct constructor");
    sema_arg(&r, "%s", sema_text(s, last->name));
    if (path->n_segments == 1 || def_get(s, d)->is_library)
        return;
    uint32_t n;
    const sema_def *fields = def_fields(s, d, &n);
    sema_span all = sema_node_span(s, def_get(s, fields[0])->node);
    all.end = sema_node_span(s, def_get(s, fields[n - 1])->node).end;
    sema_label(&r, all, "a constructor is private if any of the fields is private");
    sema_note_at(&r, def_head_span(s, d), "the tuple struct constructor `%s` is defined here",
                 sema_text(s, last->name));
}
