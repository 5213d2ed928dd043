/* check_destructure.c: turns (a, b) = value, [x, _] = value and S { f, .. } = value into a `let` of new locals and
 * one assignment for each, as rustc lowers them. */
#include "sema/bodies/check_internal.h"
#include "rustg/diagnostic_kind.h"

typedef struct part {
    sema_node place;
    thir_local local;
} part;
typedef struct apart {
    check *c;
    VEC(part) parts;
} apart;

/* The variant that `Alias::V` or `Self::V` names; 0: it names none. */
static sema_def check_variant_of(check *c, sema_ty type, const syntax_path *path, uint32_t used)
{
    sema *s = c->s;
    uint32_t n = 0;
    const ty_info of = *ty_get(s, type);
    const bool is_enum = of.kind == TY_ADT && def_kind_of(s, of.def) == DEF_ENUM && used + 1 == path->n_segments;
    const sema_def *variants = is_enum ? def_variants(s, of.def, &n) : NULL;
    for (uint32_t i = 0; i < n; i++)
        if (def_get(s, variants[i])->name == path->segments[used].name)
            return variants[i];
    return 0;
}

/* What the path of a left side is the constructor of; 0: of nothing. */
static sema_def check_constructor_named(check *c, sema_node n)
{
    sema *s = c->s;
    const syntax_path path = syntax_path_of(s, n);
    if (!path.n_segments || (path.n_segments == 1 && !path.global && check_find_local(c, &path.segments[0])))
        return 0;
    if (syntax_is(path.qself))
        return path.n_qself ? 0
                            : check_variant_of(c, check_type(c, syntax_child_in(s, path.qself, RUSTG_AST_CLASS_TY, 0)),
                                               &path, 0);
    const res found = resolve_path(s, c->scope, &path, NAMESPACE_VALUE, true);
    if (found.kind == RES_SELF_TY) {
        const sema_ty self = check_shallow(c, check_self_type(c, found.def, path.span));
        if (found.n_resolved < path.n_segments)
            return check_variant_of(c, self, &path, found.n_resolved);
        return ty_kind_of(s, self) == TY_ADT ? ty_get(s, self)->def : 0;
    }
    if (found.kind != RES_DEF)
        return 0;
    const def_kind kind = def_kind_of(s, found.def);
    if (kind == DEF_TY_ALIAS)
        return check_variant_of(c, def_type(s, found.def), &path, found.n_resolved);
    return found.n_resolved == path.n_segments && (kind == DEF_STRUCT || kind == DEF_VARIANT) ? found.def : 0;
}

bool check_is_destructuring(check *c, sema_node n)
{
    switch (syntax_kind(c->s, n)) {
    case RUSTG_AST_ExprUnderscore:
    case RUSTG_AST_ExprTup:
    case RUSTG_AST_ExprArray:
    case RUSTG_AST_ExprStruct: return true;
    case RUSTG_AST_ExprParen: return check_is_destructuring(c, syntax_first_real(c->s, n));
    case RUSTG_AST_ExprPath: {
        const sema_def named = check_constructor_named(c, n);
        return named && def_shape(c->s, named) == SHAPE_UNIT && def_kind_of(c->s, named) != DEF_ENUM;
    }
    case RUSTG_AST_ExprCall: {
        const sema_node callee = syntax_first_real(c->s, n);
        return syntax_kind(c->s, callee) == RUSTG_AST_ExprPath && check_constructor_named(c, callee) != 0;
    }
    default: return false;
    }
}

static bool check_destructure_is_rest(check *c, sema_node n)
{
    return syntax_kind(c->s, n) == RUSTG_AST_ExprRange && !syntax_is(syntax_first_real(c->s, n)) &&
           syntax_operator(c->s, n) == OP_RANGE;
}

static thir_pat check_take_apart(apart *a, sema_node n, sema_ty ty);

/* Goes through the items of a list that has at most one `..`, each with the place that it has in the whole. */
static uint32_t check_list_items(apart *a, sema_node first, uint32_t n_all, sema_node *items, uint32_t *places,
                                 uint32_t capacity, bool *rest)
{
    check *c = a->c;
    uint32_t n = 0, behind = 0;
    *rest = false;
    for (sema_node k = first; syntax_is(k) && n < capacity; k = syntax_next_real(c->s, k)) {
        if (check_destructure_is_rest(c, k) && !*rest) {
            *rest = true;
            behind = n;
            continue;
        }
        places[n] = n;
        items[n++] = k;
    }
    for (uint32_t i = behind; *rest && i < n && n_all >= n; i++)
        places[i] = n_all - (n - i);
    return n;
}

static thir_pat check_error_pat(apart *a, sema_node n)
{
    return check_new_pat(a->c, (thir_pat_node){.op = PAT_ERROR, .ty = TY_ERROR, .span = sema_node_span(a->c->s, n)});
}

static thir_pat check_apart_list(apart *a, sema_node n, sema_node first, sema_ty ty, const sema_ty *types,
                                 uint32_t n_types, uint8_t op, sema_def def)
{
    check *c = a->c;
    arena *memory = c->s->memory;
    uint32_t capacity = check_count(c, first);
    sema_node *items = ARENA_ARRAY(memory, sema_node, capacity);
    uint32_t *places = ARENA_ARRAY(memory, uint32_t, capacity), *pairs = ARENA_ARRAY(memory, uint32_t, 2 * capacity);
    bool rest;
    uint32_t n_items = check_list_items(a, first, n_types, items, places, capacity, &rest);
    sema_span at = sema_node_span(c->s, n);
    if (rest ? n_items > n_types : n_items != n_types) {
        sema_ty *vars = ARENA_ARRAY(memory, sema_ty, n_items);
        for (uint32_t i = 0; i < n_items; i++)
            vars[i] = check_var(c, at);
        check_mismatch(c, at, ty,
                       op == PAT_SLICE ? ty_array(c->s, check_var(c, at), ty_usize_const(c->s, n_items))
                                       : ty_tuple(c->s, vars, n_items),
                       0, &(check_why){0});
        return check_error_pat(a, n);
    }
    if (op == PAT_SLICE) {
        uint32_t n_prefix = 0;
        for (uint32_t i = 0; i < n_items; i++) {
            n_prefix += places[i] == i;
            pairs[i] = check_take_apart(a, items[i], types[0]);
        }
        return check_new_pat(c, (thir_pat_node){.op = PAT_SLICE,
                                                .ty = ty,
                                                .span = at,
                                                .first = check_list(c, pairs, n_items),
                                                .n = n_items,
                                                .n_prefix = n_prefix,
                                                .has_rest = rest});
    }
    for (uint32_t i = 0; i < n_items; i++) {
        pairs[2 * i] = places[i];
        pairs[2 * i + 1] = check_take_apart(a, items[i], types[places[i]]);
    }
    return check_new_pat(
        c, (thir_pat_node){
               .op = op, .ty = ty, .span = at, .def = def, .first = check_list(c, pairs, 2 * n_items), .n = n_items});
}

static thir_pat check_apart_adt(apart *a, sema_node n, sema_ty ty, check_path path, bool named)
{
    check *c = a->c;
    sema *s = c->s;
    sema_span at = sema_node_span(s, n);
    sema_def adt = def_kind_of(s, path.def) == DEF_VARIANT ? def_enum_of(s, path.def) : path.def;
    sema_ty own = ty_adt(s, adt, path.args, path.n_args);
    if (!check_equal(c, at, ty, own, &(check_why){0}))
        return check_error_pat(a, n);
    uint32_t n_fields;
    const sema_def *fields = def_fields(s, path.def, &n_fields);
    sema_ty *types = ARENA_ARRAY(s->memory, sema_ty, n_fields);
    for (uint32_t i = 0; i < n_fields; i++)
        types[i] = check_field_ty(c, fields[i], adt, path.args, path.n_args, at);
    uint8_t op = def_kind_of(s, path.def) == DEF_VARIANT ? PAT_VARIANT : PAT_LEAF;
    if (!named)
        return check_apart_list(a, n, syntax_next_real(s, syntax_first_real(s, n)), own, types, n_fields, op, path.def);
    uint32_t *pairs = ARENA_ARRAY(s->memory, uint32_t, 2 * n_fields), n_pairs = 0;
    for (sema_node k = syntax_first_real(s, n); syntax_is(k); k = syntax_next_real(s, k)) {
        if (syntax_kind(s, k) != RUSTG_AST_FieldInit || !def_cfg_holds(s, k))
            continue;
        sema_node value = syntax_child_in(s, k, RUSTG_AST_CLASS_EXPR, 0);
        uint32_t i = 0;
        while (i < n_fields && def_get(s, fields[i])->name != syntax_name(s, k))
            i++;
        if (i == n_fields || n_pairs == n_fields) {
            sema_report r = check_error(c, RUSTG_DIAG_NO_FIELD, syntax_name_span(s, k));
            sema_arg(&r, "%s", sema_text(s, syntax_name(s, k)));
            sema_arg(&r, "%s", check_show(c, own));
            continue;
        }
        pairs[2 * n_pairs] = i;
        pairs[2 * n_pairs++ + 1] = check_take_apart(a, syntax_is(value) ? value : k, types[i]);
    }
    return check_new_pat(c, (thir_pat_node){.op = op,
                                            .ty = own,
                                            .span = at,
                                            .def = path.def,
                                            .first = check_list(c, pairs, 2 * n_pairs),
                                            .n = n_pairs});
}

/* `S` or `E::V`, which have no fields. */
static thir_pat check_apart_unit(apart *a, sema_node n, sema_ty ty, check_path path)
{
    sema *s = a->c->s;
    const bool is_variant = def_kind_of(s, path.def) == DEF_VARIANT;
    const sema_ty own = ty_adt(s, is_variant ? def_enum_of(s, path.def) : path.def, path.args, path.n_args);
    const sema_span at = sema_node_span(s, n);
    if (!check_equal(a->c, at, ty, own, &(check_why){0}))
        return check_error_pat(a, n);
    return check_new_pat(
        a->c, (thir_pat_node){.op = is_variant ? PAT_VARIANT : PAT_LEAF, .ty = own, .span = at, .def = path.def});
}

static thir_pat check_take_apart(apart *a, sema_node n, sema_ty ty)
{
    check *c = a->c;
    sema *s = c->s;
    sema_span at = sema_node_span(s, n);
    if (syntax_kind(s, n) == RUSTG_AST_ExprUnderscore)
        return check_new_pat(c, (thir_pat_node){.op = PAT_WILD, .ty = ty, .span = at});
    if (syntax_kind(s, n) == RUSTG_AST_ExprParen)
        return check_take_apart(a, syntax_first_real(s, n), ty);
    if (!check_is_destructuring(c, n)) {
        thir_local local = check_local_new(c, 0, ty, at, false);
        vec_push(s->memory, &a->parts, (part){n, local});
        return check_new_pat(c, (thir_pat_node){.op = PAT_BINDING, .ty = ty, .span = at, .local = local});
    }
    uint32_t n_types;
    switch (syntax_kind(s, n)) {
    case RUSTG_AST_ExprStruct: {
        check_path path = check_struct_path(c, n);
        return path.def ? check_apart_adt(a, n, ty, path, true) : check_error_pat(a, n);
    }
    case RUSTG_AST_ExprPath: {
        check_path path = check_value_path(c, n);
        return path.def ? check_apart_unit(a, n, ty, path) : check_error_pat(a, n);
    }
    case RUSTG_AST_ExprCall: {
        check_path path = check_value_path(c, syntax_first_real(s, n));
        return path.def ? check_apart_adt(a, n, ty, path, false) : check_error_pat(a, n);
    }
    default: break;
    }
    ty = check_known(c, ty, at);
    if (ty == TY_ERROR)
        return check_error_pat(a, n);
    ty_kind kind = ty_kind_of(s, ty);
    bool tuple = syntax_kind(s, n) == RUSTG_AST_ExprTup;
    const sema_ty *types = ty_args(s, ty, &n_types);
    if (tuple && kind == TY_TUPLE)
        return check_apart_list(a, n, syntax_first_real(s, n), ty, types, n_types, PAT_LEAF, 0);
    uint32_t n_items = check_count(c, syntax_first_real(s, n));
    if (!tuple && kind == TY_ARRAY) {
        const ty_info *length = ty_get(s, infer_shallow(c->infer, types[1]));
        return check_apart_list(a, n, syntax_first_real(s, n), ty, types,
                                length->kind == TY_CONST ? (uint32_t)length->value : n_items, PAT_SLICE, 0);
    }
    sema_ty *vars = ARENA_ARRAY(s->memory, sema_ty, n_items);
    for (uint32_t i = 0; i < n_items; i++)
        vars[i] = check_var(c, at);
    check_mismatch(c, at, ty,
                   tuple ? ty_tuple(s, vars, n_items) : ty_array(s, check_var(c, at), ty_usize_const(s, n_items)), 0,
                   &(check_why){0});
    return check_error_pat(a, n);
}

thir_expr check_destructuring(check *c, sema_node n, sema_node left, sema_node right)
{
    sema *s = c->s;
    sema_span at = sema_node_span(s, n);
    thir_expr value = check_expr(c, right, CHECK_ANY);
    apart a = {.c = c};
    thir_pat pat = check_take_apart(&a, left, check_at(c, value)->ty);
    uint32_t *list = ARENA_ARRAY(s->memory, uint32_t, a.parts.n + 1);
    vec_push(s->memory, &c->frame->body->stmts,
             (thir_stmt_node){.kind = THIR_STMT_LET, .expr = value, .pat = pat, .span = at});
    list[0] = c->frame->body->stmts.n - 1;
    for (uint32_t i = 0; i < a.parts.n; i++) {
        sema_span span = sema_node_span(s, a.parts.at[i].place);
        thir_expr place = check_expr(c, a.parts.at[i].place, CHECK_ANY);
        thir_expr part_value = check_local_expr(c, a.parts.at[i].local, span);
        if (!check_is_place(c, place) && check_ty_of(c, place) != TY_ERROR) {
            sema_report r =
                check_error(c, RUSTG_DIAG_INVALID_LEFT_SIDE, syntax_tok_span(s, n.file, syntax_anchor(s, n)));
            sema_label(&r, span, "cannot assign to this expression");
        } else
            check_place_mut(c, place);
        check_coerce(c, part_value, check_ty_of(c, place), &(check_why){0});
        thir_expr assign =
            check_node(c, (thir_node){.op = THIR_ASSIGN, .ty = ty_unit(s), .span = span, .a = place, .b = part_value});
        vec_push(s->memory, &c->frame->body->stmts,
                 (thir_stmt_node){.kind = THIR_STMT_EXPR, .expr = assign, .span = at});
        list[i + 1] = c->frame->body->stmts.n - 1;
    }
    return check_node(c, (thir_node){.op = THIR_BLOCK,
                                     .ty = ty_unit(s),
                                     .span = at,
                                     .first = check_list(c, list, a.parts.n + 1),
                                     .n = a.parts.n + 1,
                                     .desugared = true});
}
