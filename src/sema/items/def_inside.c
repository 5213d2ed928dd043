/* def_inside.c: reads what is inside items: variants, fields, associated items, discriminants and repr. */
#include <stdlib.h>

#include "sema/macros/macro.h"
#include "sema/items/def_table.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

typedef VEC(sema_def) def_list;

const sema_def *def_variants(sema *s, sema_def adt, uint32_t *n)
{
    def_answers *a = def_answer(s, adt);
    if (a->variants_state != STATE_DONE) {
        a->variants_state = STATE_DONE;
        def_list list = {0};
        if (def_kind_of(s, adt) != DEF_ENUM) {
            vec_push(s->memory, &list, adt);
        } else {
            sema_node node = def_get(s, adt)->node;
            EACH_CHILD(s, node, c)
            if (def_node_kind(s, c) == RUSTG_AST_Variant && def_cfg_holds(s, c))
                vec_push(s->memory, &list,
                         def_add(s, (def_info){.kind = DEF_VARIANT,
                                               .name = syntax_name(s, c),
                                               .parent = adt,
                                               .node = c,
                                               .index = list.n}));
        }
        a->variants = list.at;
        a->n_variants = list.n;
    }
    *n = a->n_variants;
    return a->variants;
}

bool def_has_one_variant(sema *s, sema_ty t)
{
    uint32_t n = 0;
    if (ty_kind_of(s, t) == TY_ADT)
        def_variants(s, ty_get(s, t)->def, &n);
    return n == 1;
}

const sema_def *def_fields(sema *s, sema_def variant, uint32_t *n)
{
    def_answers *a = def_answer(s, variant);
    if (a->fields_state != STATE_DONE) {
        a->fields_state = STATE_DONE;
        def_list list = {0};
        sema_node node = def_get(s, variant)->node;
        bool tuple = def_shape(s, variant) == SHAPE_TUPLE;
        EACH_CHILD(s, node, c)
        if (def_node_kind(s, c) == RUSTG_AST_FieldDef && def_cfg_holds(s, c)) {
            sema_symbol name = tuple ? sema_intern_text(s, arena_format(s->memory, "%u", list.n)) : syntax_name(s, c);
            vec_push(
                s->memory, &list,
                def_add(s, (def_info){.kind = DEF_FIELD, .name = name, .parent = variant, .node = c, .index = list.n}));
        }
        a->fields = list.at;
        a->n_fields = list.n;
    }
    *n = a->n_fields;
    return a->fields;
}

syntax_shape def_shape(sema *s, sema_def variant)
{
    return syntax_shape_of(s, def_get(s, variant)->node);
}

const sema_def *def_assoc_items(sema *s, sema_def owner, uint32_t *n)
{
    def_answers *a = def_answer(s, owner);
    if (a->items_state != STATE_DONE) {
        a->items_state = STATE_DONE;
        def_list list = {0};
        sema_node node = def_get(s, owner)->node;
        EACH_CHILD(s, node, c)
        {
            uint8_t kind = def_node_kind(s, c);
            if (!def_is_assoc(kind) || !def_cfg_holds(s, c))
                continue;
            def_kind as = kind == RUSTG_AST_AssocItemFn      ? DEF_FN
                          : kind == RUSTG_AST_AssocItemConst ? DEF_CONST
                          : kind == RUSTG_AST_AssocItemType  ? DEF_ASSOC_TY
                                                             : DEF_NONE;
            if (!as) {
                if (kind == RUSTG_AST_AssocItemMacCall) {
                    macro_report_missing(s, c);
                } else if (!def_get(s, owner)->is_library) {
                    sema_report r = sema_error(s, RUSTG_DIAG_NOT_COMPILED_YET, def_node_head(s, c));
                    const bool is_delegation =
                        kind == RUSTG_AST_AssocItemDelegation || kind == RUSTG_AST_AssocItemDelegationMac;
                    sema_arg(&r, is_delegation ? "delegation" : "this kind of associated item");
                    sema_arg(&r, is_delegation ? "write the items out" : "another form of it");
                }
                continue;
            }
            sema_def d = def_add(
                s, (def_info){
                       .kind = (uint8_t)as, .name = syntax_name(s, c), .parent = owner, .node = c, .index = list.n});
            if (as == DEF_FN) {
                def_rec_own(s, d)->about.is_unsafe = syntax_is_unsafe(s, c);
                def_rec_own(s, d)->about.is_const = syntax_is_const(s, c);
            }
            vec_push(s->memory, &list, d);
            if ((as == DEF_FN || as == DEF_CONST) && def_has_body(s, d))
                def_register_body(s, d);
        }
        a->items = list.at;
        a->n_items = list.n;
    }
    *n = a->n_items;
    return a->items;
}

sema_def def_assoc_item(sema *s, sema_def owner, sema_symbol name, def_kind kind)
{
    uint32_t n;
    const sema_def *items = def_assoc_items(s, owner, &n);
    sema_def type = 0;
    for (uint32_t i = 0; i < n; i++) {
        const def_info *about = &def_rec(s, items[i])->about;
        if (about->name != name || (kind != DEF_NONE && about->kind != kind))
            continue;
        if (kind != DEF_NONE || about->kind != DEF_ASSOC_TY)
            return items[i];
        type = items[i]; /* a value may have its name */
    }
    return type;
}

bool def_has_body(sema *s, sema_def d)
{
    const def_info *about = def_get(s, d);
    EACH_CHILD(s, about->node, c)
    {
        uint8_t kind = def_node_kind(s, c);
        if (about->kind == DEF_FN ? kind == RUSTG_AST_Block : def_is_expr(kind))
            return true;
    }
    return about->kind == DEF_ANON_CONST;
}

/* ---- Discriminants and repr ---- */

/* `3`, `-3`: most of them. */
static bool def_literal_value(sema *s, sema_node expr, int64_t *value)
{
    bool negative = false;
    while (def_node_kind(s, expr) == RUSTG_AST_ExprParen)
        expr = syntax_first_real(s, expr);
    if (def_node_kind(s, expr) == RUSTG_AST_ExprUnary && syntax_operator(s, expr) == OP_NEG) {
        negative = true;
        expr = syntax_first_real(s, expr);
    }
    if (def_node_kind(s, expr) != RUSTG_AST_ExprLit)
        return false;
    syntax_lit lit = syntax_literal(s, expr);
    if ((lit.kind != LIT_INT && lit.kind != LIT_BYTE) || lit.too_large)
        return false;
    *value = (int64_t)(negative ? 0 - lit.bits : lit.bits);
    return true;
}

/* The suffix of a number; 0: it has none, or the expression is no number. */
static sema_symbol def_literal_suffix(sema *s, sema_node expr)
{
    while (def_node_kind(s, expr) == RUSTG_AST_ExprParen ||
           (def_node_kind(s, expr) == RUSTG_AST_ExprUnary && syntax_operator(s, expr) == OP_NEG))
        expr = syntax_first_real(s, expr);
    return def_node_kind(s, expr) == RUSTG_AST_ExprLit ? syntax_literal(s, expr).suffix : 0;
}

static int64_t def_work_out_discriminant(sema *s, sema_def variant)
{
    const def_info *about = def_get(s, variant);
    sema_node expr = syntax_child_in(s, about->node, RUSTG_AST_CLASS_EXPR, 0);
    int64_t value = 0;
    def_repr repr = def_repr_of(s, about->parent);
    sema_ty type = repr.tag ? repr.tag : TY_ISIZE;
    if (!syntax_is(expr)) {
        uint32_t n;
        const sema_def *all = def_variants(s, about->parent, &n);
        if (!about->index)
            return 0;
        int64_t before = def_discriminant(s, all[about->index - 1]);
        uint32_t bits = ty_bits(s, type) < 64 ? ty_bits(s, type) : 64;
        uint64_t top = ty_is_signed(s, type) ? ((uint64_t)1 << (bits - 1)) - 1
                       : bits == 64          ? UINT64_MAX
                                             : ((uint64_t)1 << bits) - 1;
        if ((uint64_t)before == top && !about->is_library) {
            sema_report r = sema_error(s, RUSTG_DIAG_DISCRIMINANT_OVERFLOW, sema_node_span(s, about->node));
            sema_arg(&r, ty_is_signed(s, type) ? "%lld" : "%llu", (long long)before);
            sema_arg(&r, "%s = %s", sema_text(s, about->name),
                     ty_is_signed(s, type) ? arena_format(s->memory, "%lld", (long long)(-(int64_t)top - 1)) : "0");
        }
        return (int64_t)((uint64_t)before + 1);
    }
    const sema_symbol suffix = def_literal_suffix(s, expr);
    if (suffix && strcmp(sema_text(s, suffix), ty_print(s, type)) != 0) {
        sema_report r = sema_error(s, RUSTG_DIAG_MISMATCHED_TYPES, sema_node_span(s, expr));
        sema_primary_label(&r, "expected `%s`, found `%s`", ty_print(s, type), sema_text(s, suffix));
        return 0;
    }
    if (def_literal_value(s, expr, &value)) {
        uint32_t bits = ty_bits(s, type) < 64 ? ty_bits(s, type) : 64;
        bool fits = ty_is_signed(s, type)
                        ? bits == 64 || (value >= -((int64_t)1 << (bits - 1)) && value < (int64_t)1 << (bits - 1))
                        : bits == 64 || (value >= 0 && (uint64_t)value < (uint64_t)1 << bits);
        if (!fits && !about->is_library) {
            sema_report r = sema_error(s, RUSTG_DIAG_DISCRIMINANT_OUT_OF_RANGE, sema_node_span(s, expr));
            sema_arg(&r, "%s", ty_print(s, type));
            sema_arg(&r, "%lld", (long long)value);
        }
        return value;
    }
    sema_def anon = def_add(s, (def_info){.kind = DEF_ANON_CONST, .parent = about->parent, .node = expr});
    def_answer(s, anon)->anon_type = type;
    wide_u128 bits = 0;
    return s->evaluate && s->evaluate(s, anon, NULL, 0, &bits) ? (int64_t)bits : 0;
}

/* What a path is: a variant of the variant's own enum, a constant, or neither. */
static sema_def def_number_names(sema *s, sema_node path_node, sema_def scope, sema_def variant)
{
    const syntax_path path = syntax_path_of(s, path_node);
    uint32_t n;
    if (!path.n_segments || syntax_is(path.qself))
        return 0;
    const res found = resolve_path(s, scope, &path, NAMESPACE_VALUE, true);
    if (found.kind == RES_DEF && found.n_resolved == path.n_segments)
        return found.def;
    const sema_def of = def_get(s, variant)->parent, *variants = def_variants(s, of, &n);
    for (uint32_t i = 0; found.kind == RES_SELF_TY && found.def == of && path.n_segments == 2 && i < n; i++)
        if (def_get(s, variants[i])->name == path.segments[1].name)
            return variants[i];
    return 0;
}

/* Whether a variant's number is worked out from itself, or from a value of its enum. The cast of another variant that
 * is named alone asks for that one's number only. */
static bool def_number_asks(sema *s, sema_node expr, sema_def scope, sema_def variant, uint32_t depth)
{
    enum { MOST_CONSTANTS = 8 };
    const rustg_ast *ast = def_ast(s, expr.file);
    for (uint32_t k = expr.node; k < ast->next[expr.node]; k++) {
        const sema_node n = {expr.file, k};
        if (ast->kind[k] != RUSTG_AST_ExprPath && ast->kind[k] != RUSTG_AST_ExprStruct)
            continue;
        const sema_def named = def_number_names(s, n, scope, variant);
        if (!named)
            continue;
        if (def_kind_of(s, named) == DEF_VARIANT && def_get(s, named)->parent == def_get(s, variant)->parent &&
            (named == variant || ast->kind[k] == RUSTG_AST_ExprStruct ||
             ast->kind[ast->parent[k]] != RUSTG_AST_ExprCast))
            return true;
        const sema_node value = def_kind_of(s, named) == DEF_CONST && !def_get(s, named)->is_library
                                    ? syntax_child_in(s, def_get(s, named)->node, RUSTG_AST_CLASS_EXPR, 0)
                                    : (sema_node){0, 0};
        if (syntax_is(value) && depth < MOST_CONSTANTS && def_number_asks(s, value, named, variant, depth + 1))
            return true;
        ast = def_ast(s, expr.file);
    }
    return false;
}

int64_t def_discriminant(sema *s, sema_def variant)
{
    if (def_kind_of(s, variant) != DEF_VARIANT)
        return 0;
    def_answers *a = def_answer(s, variant);
    const sema_node number = syntax_child_in(s, def_get(s, variant)->node, RUSTG_AST_CLASS_EXPR, 0);
    if (a->discriminant_state == STATE_RUNNING && syntax_is(number) && !def_get(s, variant)->is_library &&
        def_number_asks(s, number, def_get(s, variant)->parent, variant, 0)) {
        const char *doing = arena_format(s->memory, "simplifying constant for the type system `%s::{constant#0}`",
                                         def_path(s, variant));
        sema_report r = sema_error(s, RUSTG_DIAG_CYCLE, sema_node_span(s, number));
        sema_arg(&r, "%s", doing);
        sema_note(&r, "...which immediately requires %s again", doing);
    }
    if (a->discriminant_state == STATE_UNKNOWN) {
        /* Earlier variants are asked first, so that the calls of a long enum do not nest. */
        uint32_t n, index = def_get(s, variant)->index;
        const sema_def *all = def_variants(s, def_get(s, variant)->parent, &n);
        uint32_t first = index;
        while (first > 0 && def_answer(s, all[first - 1])->discriminant_state == STATE_UNKNOWN)
            first--;
        for (uint32_t i = first; i < index; i++)
            def_discriminant(s, all[i]);
        a->discriminant_state = STATE_RUNNING;
        a->discriminant = def_work_out_discriminant(s, variant);
        a->discriminant_state = STATE_DONE;
    }
    return a->discriminant;
}
