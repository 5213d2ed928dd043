/* def_check_packed.c: checks that a packed struct or union asks for no alignment, itself (E0587) or in what it holds
 * (E0588), and for one packing only (E0634). */
#include "sema/items/def_table.h"
#include "rustg/diagnostic_kind.h"

enum { PACKED_DEEPEST = 64 };

/* The fields that lead to a type with an alignment of its own. */
typedef struct packed_path {
    sema_def fields[PACKED_DEEPEST];
    uint32_t n;
} packed_path;

static bool packed_find_aligned(sema *s, sema_def adt, packed_path *path)
{
    uint32_t n_variants, n_fields;
    if (path->n && def_repr_of(s, adt).align)
        return true;
    if (path->n == PACKED_DEEPEST || def_is_infinite(s, adt))
        return false;
    const sema_def *variants = def_variants(s, adt, &n_variants);
    for (uint32_t i = 0; i < n_variants; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t k = 0; k < n_fields; k++) {
            const ty_info *of = ty_get(s, def_type(s, fields[k]));
            if (of->kind != TY_ADT)
                continue;
            path->fields[path->n++] = fields[k];
            if (packed_find_aligned(s, of->def, path))
                return true;
            path->n--;
        }
    }
    return false;
}

static const char *packed_type_name(sema *s, sema_def field)
{
    return sema_text(s, def_get(s, ty_get(s, def_type(s, field))->def)->name);
}

/* A field is told by its name, or by its type if it has none. */
static sema_span packed_field_span(sema *s, sema_def field)
{
    const sema_node node = def_get(s, field)->node;
    const sema_span name = syntax_name_span(s, node);
    return name.end > name.start ? name : sema_node_span(s, syntax_child_in(s, node, RUSTG_AST_CLASS_TY, 0));
}

void def_check_packed(sema *s, sema_def adt)
{
    const def_repr repr = def_repr_of(s, adt);
    packed_path path = {.n = 0};
    if (!repr.packed || def_get(s, adt)->is_library)
        return;
    if (repr.packs_twice)
        sema_error(s, RUSTG_DIAG_PACKED_TWICE, def_type_head_span(s, adt));
    if (repr.align) {
        sema_error(s, RUSTG_DIAG_PACKED_ALIGNED, def_type_head_span(s, adt));
        return;
    }
    if (!packed_find_aligned(s, adt, &path))
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_PACKED_HOLDS_ALIGNED, def_type_head_span(s, adt));
    const sema_def aligned = ty_get(s, def_type(s, path.fields[path.n - 1]))->def;
    sema_note_at(&r, def_type_head_span(s, aligned), "`%s` has a `#[repr(align)]` attribute",
                 sema_text(s, def_get(s, aligned)->name));
    for (uint32_t i = 0; i < path.n && path.n > 1; i++) {
        const char *type = packed_type_name(s, path.fields[i]);
        if (i == 0)
            sema_note_at(&r, packed_field_span(s, path.fields[i]), "`%s` contains a field of type `%s`",
                         sema_text(s, def_get(s, adt)->name), type);
        else
            sema_note_at(&r, packed_field_span(s, path.fields[i]), "...which contains a field of type `%s`", type);
    }
}
