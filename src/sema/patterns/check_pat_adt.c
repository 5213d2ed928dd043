/* check_pat_adt.c: checks patterns of structs and of enum variants. */
#include "sema/patterns/check_pat.h"
#include "sema/items/def.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

const char *check_adt_word(check *c, sema_def d)
{
    def_kind kind = def_kind_of(c->s, d);
    return kind == DEF_VARIANT ? "variant" : kind == DEF_UNION ? "union" : "struct";
}

const char *check_adt_path(check *c, sema_def d)
{
    return def_shown_path(c->s, d);
}

/* What a definition is, as messages about paths in patterns say. */
static const char *check_found_word(check *c, sema_def d)
{
    sema *s = c->s;
    def_kind kind = def_kind_of(s, d);
    def_kind outer = def_kind_of(s, def_get(s, d)->parent);
    bool associated = outer == DEF_IMPL || outer == DEF_TRAIT;
    switch (kind) {
    case DEF_VARIANT: {
        static const char *const words[] = {
            [SHAPE_UNIT] = "unit variant", [SHAPE_TUPLE] = "tuple variant", [SHAPE_NAMED] = "struct variant"};
        return words[def_shape(s, d)];
    }
    case DEF_STRUCT: {
        static const char *const words[] = {
            [SHAPE_UNIT] = "unit struct", [SHAPE_TUPLE] = "tuple struct", [SHAPE_NAMED] = "struct"};
        return words[def_shape(s, d)];
    }
    case DEF_CONST: return associated ? "associated constant" : "constant";
    case DEF_FN: return associated ? "associated function" : "function";
    case DEF_STATIC: return "static";
    case DEF_CONST_PARAM: return "const parameter";
    case DEF_NONE:
    case DEF_CASES_MODULE:
    case DEF_UNION:
    case DEF_ENUM:
    case DEF_FIELD:
    case DEF_TRAIT:
    case DEF_IMPL:
    case DEF_CASES_ALIAS:
    case DEF_TYPE_PARAM:
    case DEF_LIFETIME_PARAM:
    case DEF_CASES_NAMELESS: break;
    }
    return "value";
}

/* A path as it is written. */
static const char *check_pat_adt_path_text(check *c, sema_node n)
{
    sema_span at = sema_origin(c->s, syntax_path_of(c->s, n).span);
    return arena_text(c->s->memory, (const char *)c->s->files.at[at.file]->bytes + at.start, at.end - at.start);
}

static sema_ty adt_type(check *c, sema_def def, const sema_ty *args, uint32_t n_args)
{
    sema_def adt = def_kind_of(c->s, def) == DEF_VARIANT ? def_enum_of(c->s, def) : def;
    return ty_adt(c->s, adt, args, n_args);
}

thir_pat pat_adt(pat_ctx *p, sema_node n, sema_def def, sema_ty ty, const uint32_t *pairs, uint32_t n_pairs)
{
    bool variant = def_kind_of(p->c->s, def) == DEF_VARIANT;
    return pat_new(p, (thir_pat_node){.op = variant ? PAT_VARIANT : PAT_LEAF,
                                      .ty = ty,
                                      .def = def,
                                      .span = sema_node_span(p->c->s, n),
                                      .first = check_list(p->c, pairs, 2 * n_pairs),
                                      .n = n_pairs});
}

thir_pat pat_unit_def(pat_ctx *p, sema_node n, sema_def def, const sema_ty *args, uint32_t n_args, sema_ty expected,
                      pat_mode mode)
{
    check *c = p->c;
    sema_span span = sema_node_span(c->s, n);
    pat_peeled peeled = pat_peel(p, expected, mode);
    sema_ty ty = adt_type(c, def, args, n_args);
    if (peeled.ty == TY_ERROR || !check_equal(c, span, peeled.ty, ty, p->why))
        return pat_error(p, n);
    return pat_wrap(p, &peeled, pat_adt(p, n, def, ty, NULL, 0), span);
}

/* Reports `E::V` and `E::V(..)` where V has named fields. */
static bool check_is_struct_variant(pat_ctx *p, sema_node n, uint32_t kind)
{
    check *c = p->c;
    sema *s = c->s;
    syntax_path path = syntax_path_of(s, n);
    if (path.n_segments < 2 || syntax_is(path.qself))
        return false;
    res found = resolve_path(s, c->scope, &path, NAMESPACE_TYPE, true);
    if (found.kind != RES_DEF || found.n_resolved != path.n_segments || def_kind_of(s, found.def) != DEF_VARIANT ||
        def_shape(s, found.def) != SHAPE_NAMED)
        return false;
    sema_report r = check_error(c, kind, sema_node_span(s, n));
    sema_arg(&r, "struct variant");
    sema_arg(&r, "%s", check_pat_adt_path_text(c, n));
    return true;
}

/* E0424: `self` is bound by the parameter alone. */
static bool check_binds_self(check *c, sema_node pat)
{
    sema *s = c->s;
    const syntax_path path = syntax_path_of(s, pat);
    if (path.n_segments != 1 || strcmp(sema_text(s, path.segments[0].name), "self") != 0)
        return false;
    sema_node fn = syntax_parent(s, pat);
    while (syntax_is(fn) && syntax_kind(s, fn) != RUSTG_AST_AssocItemFn && syntax_kind(s, fn) != RUSTG_AST_ItemFn)
        fn = syntax_parent(s, fn);
    sema_report r = check_error(c, RUSTG_DIAG_SELF_BOUND, path.span);
    sema_arg(&r, "%s", syntax_is(fn) && syntax_fn_of(s, fn).has_self ? "local variable" : "module");
    return true;
}

thir_pat pat_path(pat_ctx *p, sema_node n, sema_ty expected, pat_mode mode)
{
    check *c = p->c;
    sema *s = c->s;
    if (check_is_struct_variant(p, n, RUSTG_DIAG_PATTERN_NOT_UNIT_FN) || check_binds_self(c, n))
        return pat_error(p, n);
    check_path path = check_value_path(c, n);
    if (!path.def)
        return pat_error(p, n);
    def_kind kind = def_kind_of(s, path.def);
    if (kind == DEF_CONST)
        return pat_const_def(p, n, path.def, path.args, path.n_args, path.ty, expected);
    if ((kind == DEF_VARIANT || kind == DEF_STRUCT) && def_shape(s, path.def) == SHAPE_UNIT) {
        uint32_t n_args;
        const sema_ty *args = ty_kind_of(s, path.ty) == TY_ADT ? ty_args(s, path.ty, &n_args) : NULL;
        if (!args) {
            args = path.args;
            n_args = path.n_args;
        }
        return pat_unit_def(p, n, path.def, args, n_args, expected, mode);
    }
    const char *written = check_adt_path(c, path.def);
    sema_span span = sema_node_span(s, n);
    bool function = kind == DEF_FN;
    bool shaped = kind == DEF_VARIANT || kind == DEF_STRUCT;
    sema_report r = check_error(c, function ? RUSTG_DIAG_PATTERN_NOT_UNIT_FN : RUSTG_DIAG_PATTERN_NOT_UNIT, span);
    sema_arg(&r, "%s", check_found_word(c, path.def));
    sema_arg(&r, "%s", function ? check_pat_adt_path_text(c, n) : written);
    sema_arg(&r, "%s", shaped ? "" : "not a unit struct, unit variant or constant");
    if (shaped)
        sema_label(&r, sema_node_span(s, def_get(s, path.def)->node), "`%s` defined here", written);
    if (shaped && def_shape(s, path.def) == SHAPE_TUPLE) {
        uint32_t n_fields;
        def_fields(s, path.def, &n_fields);
        const char *holes = "";
        for (uint32_t i = 0; i < n_fields; i++)
            holes = arena_format(s->memory, "%s%s_", holes, i ? ", " : "");
        sema_span end = {span.file, span.end, span.end};
        sema_suggest(&r, end, arena_format(s->memory, "(%s)", holes), "use the tuple %s pattern syntax instead",
                     check_adt_word(c, path.def));
    }
    return pat_error(p, n);
}

/* ---- Tuple structs ---- */

static void check_report_field_count(pat_ctx *p, sema_node n, sema_def def, uint32_t n_pats, uint32_t n_fields,
                                     const sema_def *fields)
{
    check *c = p->c;
    sema *s = c->s;
    sema_span span = sema_node_span(s, n);
    VEC(sema_span) given = {0};
    for (sema_node at = syntax_first_real(s, n); syntax_is(at); at = syntax_next_real(s, at)) {
        const uint8_t kind = syntax_kind(s, at);
        if (rustg_ast_kind_class(kind) != RUSTG_AST_CLASS_PAT || kind == RUSTG_AST_PatRest)
            continue;
        span = sema_node_span(s, at);
        vec_push(s->memory, &given, span);
    }
    sema_report r = check_error(c, RUSTG_DIAG_PATTERN_FIELD_COUNT, span);
    for (uint32_t i = 0; i + 1 < given.n; i++)
        sema_primary_here(&r, given.at[i]);
    sema_arg(&r, "%u field%s", n_pats, n_pats == 1 ? "" : "s");
    sema_arg(&r, "%s", check_found_word(c, def));
    sema_arg(&r, "%u field%s", n_fields, n_fields == 1 ? "" : "s");
    sema_arg(&r, "%u", n_pats);
    for (uint32_t i = 0; i + 1 < n_fields; i++)
        sema_label(&r, sema_node_span(s, def_get(s, fields[i])->node), "%s", "");
    sema_span fields_at = n_fields ? sema_node_span(s, def_get(s, fields[n_fields - 1])->node) : def_span(s, def);
    sema_label(&r, fields_at, "%s has %u field%s", check_found_word(c, def), n_fields, n_fields == 1 ? "" : "s");
    if (given.n && n_pats < n_fields) {
        const char *holes = "";
        for (uint32_t i = n_pats; i < n_fields; i++)
            holes = arena_format(s->memory, "%s, _", holes);
        sema_suggest(&r, (sema_span){span.file, span.end, span.end}, holes, "use `_` to explicitly ignore each field");
    }
}

/* Whether it is a single name that means nothing, for which patterns have words of their own. */
static bool check_is_unknown(pat_ctx *p, sema_node n)
{
    check *c = p->c;
    syntax_path path = syntax_path_of(c->s, n);
    if (path.n_segments != 1 || path.global || syntax_is(path.qself))
        return false;
    for (uint32_t i = c->bindings.n; i-- > 0;)
        if (c->bindings.at[i].name == path.segments[0].name)
            return false;
    res found = resolve_path(c->s, c->scope, &path, NAMESPACE_VALUE, true);
    if (found.kind != RES_UNRESOLVED)
        return false;
    res type = resolve_path(c->s, c->scope, &path, NAMESPACE_TYPE, true);
    if (type.kind == RES_DEF && type.n_resolved == 1 && def_kind_of(c->s, type.def) == DEF_STRUCT) {
        const char *name = check_pat_adt_path_text(c, n);
        sema_report r = check_error(c, RUSTG_DIAG_PATTERN_NOT_TUPLE, sema_node_span(c->s, n));
        sema_arg(&r, "struct");
        sema_arg(&r, "%s", name);
        sema_arg(&r, "help: use struct pattern syntax instead: `%s { /* fields */ }`", name);
        sema_label(&r, sema_node_span(c->s, def_get(c->s, type.def)->node), "`%s` defined here", name);
        return true;
    }
    if (type.kind == RES_PRIMITIVE || (type.kind == RES_DEF && type.n_resolved == 1)) {
        sema_report r = check_error(c, RUSTG_DIAG_PATTERN_NOT_TUPLE, path.span);
        sema_arg(&r, "%s", type.kind == RES_PRIMITIVE ? "builtin type" : check_def_word(c, type.def));
        sema_arg(&r, "%s", check_pat_adt_path_text(c, n));
        sema_arg(&r, "not a tuple struct or tuple variant");
        return true;
    }
    sema_report r = check_error(c, RUSTG_DIAG_PATTERN_UNKNOWN, path.span);
    sema_arg(&r, "%s", check_pat_adt_path_text(c, n));
    return true;
}

thir_pat pat_tuple_struct(pat_ctx *p, sema_node n, sema_ty expected, pat_mode mode)
{
    check *c = p->c;
    sema *s = c->s;
    sema_span span = sema_node_span(s, n);
    if (check_is_struct_variant(p, n, RUSTG_DIAG_PATTERN_CALL) || check_is_unknown(p, n))
        return pat_error(p, n);
    check_path path = check_value_path(c, n);
    const sema_ty written = c->written;
    if (path.local) {
        sema_report r = check_error(c, RUSTG_DIAG_PATTERN_NOT_TUPLE, syntax_path_of(s, n).span);
        sema_arg(&r, "local variable");
        sema_arg(&r, "%s", check_pat_adt_path_text(c, n));
        sema_arg(&r, "not a tuple struct or tuple variant");
    }
    if (!path.def)
        return pat_error(p, n);
    sema_def def = path.def;
    def_kind kind = def_kind_of(s, def);
    if ((kind != DEF_VARIANT && kind != DEF_STRUCT) || def_shape(s, def) != SHAPE_TUPLE) {
        def_kind above = def_kind_of(s, def_get(s, def)->parent);
        bool associated = above == DEF_IMPL || above == DEF_TRAIT;
        if (kind == DEF_FN && !associated) {
            check_error(c, RUSTG_DIAG_PATTERN_FN_CALL, syntax_path_of(s, n).span);
            return pat_error(p, n);
        }
        bool shaped = kind == DEF_VARIANT || kind == DEF_STRUCT;
        bool unit = shaped && def_shape(s, def) == SHAPE_UNIT;
        sema_span path_span = syntax_path_of(s, n).span;
        sema_report r = check_error(c, associated ? RUSTG_DIAG_PATTERN_CALL : RUSTG_DIAG_PATTERN_NOT_TUPLE,
                                    associated || unit ? span : path_span);
        sema_arg(&r, "%s", check_found_word(c, def));
        sema_arg(&r, "%s", shaped ? check_adt_path(c, def) : check_pat_adt_path_text(c, n));
        sema_arg(&r, "%s", unit ? "" : "not a tuple struct or tuple variant");
        if (unit) {
            sema_label(&r, sema_node_span(s, def_get(s, def)->node), "`%s` defined here", check_adt_path(c, def));
            sema_suggest(&r, span, check_pat_adt_path_text(c, n), "use this syntax instead");
        }
        if (kind == DEF_FN) {
            sema_primary_label(&r, "`fn` calls are not allowed in patterns");
            sema_help(&r, "for more information, visit https://doc.rust-lang.org/book/ch19-00-patterns.html");
        }
        return pat_error(p, n);
    }
    sema_def adt = kind == DEF_VARIANT ? def_enum_of(s, def) : def;
    uint32_t n_args = path.n_args;
    const sema_ty *args = path.args;
    pat_peeled peeled = pat_peel(p, expected, mode);
    sema_ty ty = ty_adt(s, adt, args, n_args);
    const bool fits = peeled.ty != TY_ERROR && check_equal(c, span, peeled.ty, ty, p->why);
    uint32_t n_fields, n_pats = 0, rest = UINT32_MAX;
    const sema_def *fields = def_fields(s, def, &n_fields);
    for (sema_node at = syntax_first_real(s, n); syntax_is(at); at = syntax_next_real(s, at)) {
        if (rustg_ast_kind_class(syntax_kind(s, at)) != RUSTG_AST_CLASS_PAT)
            continue;
        if (syntax_kind(s, at) == RUSTG_AST_PatRest && rest == UINT32_MAX)
            rest = n_pats;
        else
            n_pats++;
    }
    if (rest == UINT32_MAX ? n_pats != n_fields : n_pats > n_fields) {
        check_report_field_count(p, n, def, n_pats, n_fields, fields);
        return pat_error(p, n);
    }
    uint32_t *pairs = ARENA_ARRAY(s->memory, uint32_t, 2 * n_pats);
    uint32_t k = 0, field = 0;
    bool past_rest = false;
    for (sema_node at = syntax_first_real(s, n); syntax_is(at); at = syntax_next_real(s, at)) {
        if (rustg_ast_kind_class(syntax_kind(s, at)) != RUSTG_AST_CLASS_PAT)
            continue;
        if (syntax_kind(s, at) == RUSTG_AST_PatRest && !past_rest) {
            field += n_fields - n_pats;
            past_rest = true;
            continue;
        }
        sema_ty field_ty = check_field_ty(c, fields[field], adt, args, n_args, span);
        pairs[2 * k] = field;
        pairs[2 * k + 1] = pat_check(p, at, field_ty, peeled.mode);
        k++;
        field++;
    }
    if (!fits)
        return pat_failed(p, n);
    const thir_pat made = pat_adt(p, n, def, ty, pairs, k);
    check_pat_at(c, made)->written = written;
    return pat_wrap(p, &peeled, made, span);
}
