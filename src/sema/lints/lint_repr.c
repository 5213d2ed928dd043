/* lint_repr.c: whether the words of a type's `repr` go together (E0566, E0692), and whether a transparent type has one
 * variant (E0731) and one field that matters (E0690), as rustc's check_attr and check_transparent tell. */
#include "sema/lints/lint.h"

#include <string.h>

#include "rustg/diagnostic_kind.h"

typedef struct repr_hints {
    VEC(sema_span) at;
    uint32_t n_integers;
    bool has_rust, has_c, has_transparent;
} repr_hints;

bool lint_is_repr_integer(const char *word)
{
    static const char *const sizes[] = {"8", "16", "32", "64", "128", "size"};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        if ((*word == 'i' || *word == 'u') && strcmp(word + 1, sizes[i]) == 0)
            return true;
    return false;
}

static void repr_add_word(sema *s, repr_hints *hints, const def_attr *attr, uint32_t first, uint32_t last)
{
    static const char *const others[] = {"align", "packed", "simd"};
    const char *word = sema_text(s, syntax_tok_name(s, attr->file, first));
    bool is_known = true;
    if (lint_is_repr_integer(word))
        hints->n_integers++;
    else if (strcmp(word, "C") == 0)
        hints->has_c = true;
    else if (strcmp(word, "Rust") == 0)
        hints->has_rust = true;
    else if (strcmp(word, "transparent") == 0)
        hints->has_transparent = true;
    else {
        is_known = false;
        for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
            is_known |= strcmp(word, others[i]) == 0;
    }
    if (is_known)
        vec_push(s->memory, &hints->at, def_toks_span(s, attr->file, first, last));
}

static repr_hints repr_hints_of(sema *s, sema_def adt)
{
    repr_hints hints = {0};
    def_attr attr;
    for (uint32_t i = 0; def_find_attr(s, def_get(s, adt)->node, "repr", i, &attr); i++) {
        uint32_t at = attr.first + 1, first, last;
        if (attr.first >= attr.last || def_tok_kind(s, attr.file, attr.first) != RUSTG_TOK_L_PAREN)
            continue;
        while (def_attr_entry(s, attr.file, &at, attr.last - 1, &first, &last))
            if (first < last)
                repr_add_word(s, &hints, &attr, first, last);
    }
    return hints;
}

/* rustc points at all words. */
static sema_report repr_error(sema *s, uint32_t kind, const repr_hints *hints)
{
    sema_report r = sema_error(s, kind, hints->at.at[0]);
    for (uint32_t i = 0; i < hints->at.n; i++)
        sema_primary_here(&r, hints->at.at[i]);
    return r;
}

static const char *repr_word_for(const sema *s, sema_def adt)
{
    const def_kind kind = def_kind_of(s, adt);
    return kind == DEF_STRUCT ? "struct" : kind == DEF_UNION ? "union" : "enum";
}

static bool repr_has_only_units(sema *s, sema_def adt)
{
    uint32_t n;
    const sema_def *variants = def_variants(s, adt, &n);
    for (uint32_t i = 0; i < n; i++)
        if (def_shape(s, variants[i]) != SHAPE_UNIT)
            return false;
    return def_kind_of(s, adt) == DEF_ENUM;
}

static void repr_check_hints(sema *s, sema_def adt, const repr_hints *hints)
{
    sema_span said;
    if (hints->has_transparent && hints->at.n > 1) {
        sema_report r = repr_error(s, RUSTG_DIAG_TRANSPARENT_HINTS, hints);
        sema_arg(&r, "%s", repr_word_for(s, adt));
    }
    if (hints->has_rust && (hints->n_integers || hints->has_c)) {
        repr_error(s, RUSTG_DIAG_REPR_CONFLICTS, hints);
        return;
    }
    if (hints->n_integers < 2 && !(hints->n_integers && hints->has_c && repr_has_only_units(s, adt)))
        return;
    if (!lint_is_denied(s, adt, sema_node_span(s, def_get(s, adt)->node), LINT_CONFLICTING_REPR_HINTS, &said))
        return;
    sema_report r = repr_error(s, RUSTG_DIAG_REPR_CONFLICTS, hints);
    lint_note_incompatible(&r, 68585);
    lint_note(s, &r, LINT_CONFLICTING_REPR_HINTS, said);
}

/* Whether values of the type surely have no bytes and need no alignment, as those of fields that a transparent type may
 * have any number of. Of a type parameter nobody knows that. */
static bool repr_is_trivial(sema *s, sema_ty t)
{
    const ty_info info = *ty_get(s, t);
    const sema_span nowhere = {0, 0, 0};
    uint32_t n, n_fields;
    bool is_trivial = true;
    if (info.kind == TY_NEVER || info.kind == TY_FN_DEF || info.kind == TY_ERROR)
        return true;
    if ((info.kind != TY_TUPLE && info.kind != TY_ARRAY && info.kind != TY_ADT) || !sema_enter(s, nowhere))
        return false;
    const sema_ty *args = ty_args(s, t, &n);
    if (info.kind == TY_TUPLE) {
        for (uint32_t i = 0; i < n; i++)
            is_trivial &= repr_is_trivial(s, args[i]);
    } else if (info.kind == TY_ARRAY) {
        const ty_info *length = ty_get(s, args[1]);
        const ty_kind element = ty_kind_of(s, args[0]);
        const bool is_byte = element == TY_BOOL || (ty_is_integer(s, args[0]) && ty_bits(s, args[0]) == 8);
        is_trivial = repr_is_trivial(s, args[0]) || (is_byte && length->kind == TY_CONST && !length->value);
    } else {
        const def_repr repr = def_repr_of(s, info.def);
        const ty_subst subst = {info.def, args, n};
        uint32_t n_variants;
        const sema_def *variants = def_variants(s, info.def, &n_variants);
        is_trivial = n_variants < 2 && repr.align < 2 && !repr.tag &&
                     !(repr.c && def_kind_of(s, info.def) == DEF_ENUM) && !def_is_infinite(s, info.def);
        for (uint32_t v = 0; v < n_variants && is_trivial; v++) {
            const sema_def *fields = def_fields(s, variants[v], &n_fields);
            for (uint32_t i = 0; i < n_fields && is_trivial; i++)
                is_trivial = repr_is_trivial(s, ty_substitute(s, def_type(s, fields[i]), &subst));
        }
    }
    sema_leave(s);
    return is_trivial;
}

static void repr_check_transparent(sema *s, sema_def adt)
{
    uint32_t n_variants, n_fields, n = 0;
    const sema_def *variants = def_variants(s, adt, &n_variants);
    const bool is_enum = def_kind_of(s, adt) == DEF_ENUM;
    if (is_enum && n_variants != 1) {
        sema_report r = sema_error(s, RUSTG_DIAG_TRANSPARENT_VARIANTS, def_type_head_span(s, adt));
        sema_arg(&r, "%u", n_variants);
        for (uint32_t i = 0; i < n_variants; i++) {
            const sema_span at = syntax_name_span(s, def_get(s, variants[i])->node);
            if (i + 1 < n_variants)
                sema_label(&r, at, "variant here");
            else
                sema_label(&r, at, "too many variants in `%s`", sema_text(s, def_get(s, adt)->name));
        }
        return;
    }
    if (def_kind_of(s, adt) == DEF_UNION)
        lint_unstable(s, def_type_head_span(s, adt), 60405, "transparent unions are unstable");
    const sema_def *fields = def_fields(s, variants[0], &n_fields);
    sema_def *full = ARENA_ARRAY(s->memory, sema_def, n_fields);
    for (uint32_t i = 0; i < n_fields; i++)
        if (!repr_is_trivial(s, def_type(s, fields[i])))
            full[n++] = fields[i];
    if (n < 2)
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_TRANSPARENT_FIELDS, def_type_head_span(s, adt));
    sema_arg(&r, "%s%s", is_enum ? "the variant of a transparent " : "transparent ", repr_word_for(s, adt));
    sema_arg(&r, "%u", n);
    for (uint32_t i = 0; i < n; i++)
        sema_label(&r, sema_node_span(s, def_get(s, full[i])->node),
                   "this field has non-zero size or requires alignment");
}

void lint_check_reprs(sema *s)
{
    uint32_t n_crates;
    const sema_def *crates = def_user_crates(s, &n_crates);
    for (sema_def d = n_crates ? crates[0] : def_count(s); d < def_count(s); d++) {
        const def_kind kind = def_kind_of(s, d);
        if ((kind != DEF_STRUCT && kind != DEF_ENUM && kind != DEF_UNION) || def_get(s, d)->is_library)
            continue;
        const repr_hints hints = repr_hints_of(s, d);
        if (!hints.at.n)
            continue;
        repr_check_hints(s, d, &hints);
        if (hints.has_transparent)
            repr_check_transparent(s, d);
    }
}
