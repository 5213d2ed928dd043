/* check_control_struct.c: checks struct literals and ranges. */
#include "sema/bodies/check_control_internal.h"
#include "sema/patterns/check_pat.h"
#include "sema/items/def.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

/* ---- Struct literals ---- */

static const char *check_control_similar_field(check *c, sema_symbol name, const sema_def *fields, uint32_t n_fields,
                                               const bool *seen)
{
    sema *s = c->s;
    sema_symbol *names = ARENA_ARRAY(s->memory, sema_symbol, n_fields + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < n_fields; i++)
        if (!seen[i] && def_is_visible(s, fields[i], c->scope))
            names[n++] = def_get(s, fields[i])->name;
    sema_symbol closest = resolve_closest(s, name, names, n);
    return closest ? sema_text(s, closest) : NULL;
}

static void check_report_unknown_field(check *c, sema_def def, sema_node field, const sema_def *fields,
                                       uint32_t n_fields, const bool *seen)
{
    sema *s = c->s;
    bool variant = def_kind_of(s, def) == DEF_VARIANT;
    sema_report r =
        check_error(c, variant ? RUSTG_DIAG_VARIANT_NO_FIELD : RUSTG_DIAG_STRUCT_NO_FIELD, syntax_name_span(s, field));
    sema_arg(&r, "%s", check_adt_word(c, def));
    sema_arg(&r, "%s", check_adt_path(c, def));
    sema_arg(&r, "%s", def_shown_ident(s, syntax_name(s, field)));
    const char *names = "", *similar = check_control_similar_field(c, syntax_name(s, field), fields, n_fields, seen);
    if (similar) {
        sema_primary_label(&r, "unknown field");
        sema_suggest(&r, syntax_name_span(s, field), similar, "a field with a similar name exists");
        return;
    }
    uint32_t n_free = 0;
    for (uint32_t i = 0; i < n_fields; i++)
        if (!seen[i] && def_is_visible(s, fields[i], c->scope))
            names = arena_format(s->memory, "%s%s`%s`", names, n_free++ ? ", " : "",
                                 sema_text(s, def_get(s, fields[i])->name));
    if (n_free)
        sema_note(&r, "available fields are: %s", names);
    else if (n_fields)
        sema_note(&r, "all struct fields are already assigned");
}

static void check_control_struct_report_missing(check *c, sema_ty type, sema_span at, const sema_def *fields,
                                                uint32_t n_fields, const bool *seen)
{
    sema *s = c->s;
    uint32_t n = 0, k = 0;
    for (uint32_t i = 0; i < n_fields; i++)
        n += !seen[i];
    if (!n)
        return;
    const char *names = "";
    for (uint32_t i = 0; i < n_fields && k < 3; i++) {
        if (seen[i])
            continue;
        const char *join = k == 0 ? "" : k + 1 == n ? " and " : ", ";
        names = arena_format(s->memory, "%s%s`%s`", names, join, sema_text(s, def_get(s, fields[i])->name));
        k++;
    }
    if (n > 3)
        names = arena_format(s->memory, "%s and %u other field%s", names, n - 3, n == 4 ? "" : "s");
    sema_report r = check_error(c, RUSTG_DIAG_STRUCT_MISSING_FIELDS, at);
    sema_arg(&r, "%s %s", n == 1 ? "" : "s", names);
    sema_arg(&r, "%s", ty_print(s, type)); /* without what the fields have told of it */
    sema_arg(&r, "%s", names);
}

thir_expr check_struct_expr(check *c, sema_node n, check_expect expect)
{
    sema *s = c->s;
    sema_span span = sema_node_span(s, n);
    check_path path = check_struct_path(c, n);
    const sema_ty written = c->written, written_self = c->written_self;
    uint32_t n_fields = 0, n_args = 0, k = 0;
    const sema_def *fields = path.def ? def_fields(s, path.def, &n_fields) : NULL;
    sema_def adt = path.def && def_kind_of(s, path.def) == DEF_VARIANT ? def_enum_of(s, path.def) : path.def;
    const sema_ty *args = path.def ? ty_args(s, path.ty, &n_args) : NULL;
    sema_ty wish = check_expect_ty(c, expect);
    if (path.def && wish && ty_kind_of(s, wish) == TY_ADT)
        infer_unify(c->infer, path.ty, wish);
    bool *seen = ARENA_ARRAY(s->memory, bool, n_fields), failed = !path.def;
    sema_span *first = ARENA_ARRAY(s->memory, sema_span, n_fields);
    uint32_t *pairs = ARENA_ARRAY(s->memory, uint32_t, 2 * (size_t)n_fields);
    sema_node base = syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0);
    for (sema_node at = syntax_first_real(s, n); syntax_is(at); at = syntax_next_real(s, at)) {
        if (syntax_kind(s, at) != RUSTG_AST_FieldInit || !def_cfg_holds(s, at))
            continue;
        sema_node value = syntax_child_in(s, at, RUSTG_AST_CLASS_EXPR, 0);
        sema_symbol name = syntax_name(s, at);
        uint32_t i = 0;
        while (i < n_fields && def_get(s, fields[i])->name != name)
            i++;
        if (i == n_fields || seen[i]) {
            if (path.def && i == n_fields) {
                check_report_unknown_field(c, path.def, at, fields, n_fields, seen);
            } else if (path.def) {
                sema_report r = check_error(c, RUSTG_DIAG_STRUCT_FIELD_TWICE, syntax_name_span(s, at));
                sema_arg(&r, "%s", def_shown_ident(s, name));
                sema_label(&r, first[i], "first use of `%s`", def_shown_ident(s, name));
            }
            failed = true;
            check_expr(c, value, CHECK_ANY);
            continue;
        }
        seen[i] = true;
        first[i] = sema_node_span(s, at);
        if (!def_is_visible(s, fields[i], c->scope)) {
            sema_report r = check_error(c, RUSTG_DIAG_FIELD_PRIVATE, syntax_name_span(s, at));
            sema_arg(&r, "%s", def_shown_ident(s, name));
            sema_arg(&r, "%s `%s`", check_adt_word(c, path.def), check_adt_path(c, path.def));
        }
        sema_ty field_ty = check_field_ty(c, fields[i], adt, args, n_args, span);
        bool shorthand = sema_node_span(s, value).start == syntax_name_span(s, at).start;
        check_why plain = {.kind_of_use = shorthand ? USE_SHORTHAND : USE_IN_FIELD};
        pairs[2 * k] = i;
        pairs[2 * k + 1] = check_expr_coerce(c, value, field_ty, &plain);
        k++;
    }
    thir_expr from = 0;
    if (syntax_is(base)) {
        check_why plain = {0};
        from = path.def ? check_expr_coerce(c, base, path.ty, &plain) : check_expr(c, base, CHECK_ANY);
        if (path.def && def_kind_of(s, path.def) != DEF_STRUCT) {
            check_error(c, RUSTG_DIAG_STRUCT_BASE_NOT_STRUCT, sema_node_span(s, base));
            failed = true;
        }
        for (uint32_t i = 0; i < n_fields && path.def && !failed; i++) {
            if (seen[i] || def_is_visible(s, fields[i], c->scope))
                continue;
            sema_report r = check_error(c, RUSTG_DIAG_FIELD_PRIVATE, sema_node_span(s, base));
            sema_arg(&r, "%s", sema_text(s, def_get(s, fields[i])->name));
            sema_arg(&r, "%s `%s`", check_adt_word(c, path.def), check_adt_path(c, path.def));
            break;
        }
    } else if (!failed && def_kind_of(s, path.def) == DEF_UNION) {
        if (k != 1)
            check_error(c, RUSTG_DIAG_UNION_EXPRESSION, span);
    } else if (!failed) {
        check_control_struct_report_missing(c, path.ty, syntax_path_of(s, n).span, fields, n_fields, seen);
    }
    if (failed && !path.def)
        return check_error_expr(c, span);
    return check_node(c, (thir_node){.op = THIR_ADT,
                                     .ty = path.ty,
                                     .span = span,
                                     .def = path.def,
                                     .bits = written,
                                     .high = written_self,
                                     .b = from,
                                     .first = check_list(c, pairs, 2 * k),
                                     .n = k});
}

/* ---- Ranges ---- */

static sema_lang_item check_range_item(bool from, bool to, bool inclusive)
{
    if (inclusive)
        return from ? LANG_RANGE_INCLUSIVE : LANG_RANGE_TO_INCLUSIVE;
    if (from)
        return to ? LANG_RANGE : LANG_RANGE_FROM;
    return to ? LANG_RANGE_TO : LANG_RANGE_FULL;
}

thir_expr check_range(check *c, sema_node n, check_expect expect)
{
    sema *s = c->s;
    sema_span span = sema_node_span(s, n);
    sema_node first = syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0),
              second = syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 1);
    bool from =
        syntax_is(first) && sema_node_span(s, first).start < syntax_tok_span(s, n.file, syntax_anchor(s, n)).start;
    sema_node ends[2] = {from ? first : (sema_node){0, 0}, from ? second : first};
    bool to = syntax_is(ends[1]);
    sema_lang_item item = check_range_item(from, to, syntax_inclusive(s, n));
    sema_def adt = def_lang(s, item);
    sema_ty element = TY_NONE, wish = check_expect_ty(c, expect);
    if (!from && !to)
        return check_node(c, (thir_node){.op = THIR_ADT, .ty = ty_adt(s, adt, NULL, 0), .span = span, .def = adt});
    if (wish && ty_kind_of(s, wish) == TY_ADT && ty_get(s, wish)->def == adt)
        element = ty_arg(s, wish, 0);
    else
        element = check_var(c, span);
    thir_expr values[2];
    uint32_t pairs[4], k = 0;
    check_why why = {.kind_of_use = USE_IN_RANGE};
    for (uint32_t i = 0; i < 2; i++) {
        if (!syntax_is(ends[i]))
            continue;
        values[k] = check_expr_coerce(c, ends[i], element, &why);
        why.left = values[0];
        pairs[2 * k] = k;
        pairs[2 * k + 1] = values[k];
        k++;
    }
    if (item == LANG_RANGE_INCLUSIVE)
        return check_call_item(c, def_lang(s, LANG_RANGE_INCLUSIVE_NEW), &element, 1, values, k, span);
    return check_node(c, (thir_node){.op = THIR_ADT,
                                     .ty = ty_adt(s, adt, &element, 1),
                                     .span = span,
                                     .def = adt,
                                     .first = check_list(c, pairs, 2 * k),
                                     .n = k});
}
