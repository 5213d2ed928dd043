/* check_field.c: checks field accesses, which dereference automatically, and indexing. */
#include "sema/bodies/check_internal.h"
#include "sema/names/resolve.h"
#include "sema/syntax/syntax.h"
#include "rustg/diagnostic_kind.h"

#include <string.h>

static void check_list_fields(check *c, sema_report *r, sema_ty ty, sema_symbol name, sema_span at)
{
    sema *s = c->s;
    ty_info info = *ty_get(s, ty);
    const char *text = sema_text(s, name);
    if (info.kind == TY_ARRAY && text[0] >= '0' && text[0] <= '9') {
        sema_suggest(r, (sema_span){at.file, at.start - 1, at.start}, "[",
                     "instead of using tuple indexing, use array indexing");
        sema_suggest_further(r, source_end(at), "]");
        return;
    }
    if (info.kind == TY_ADT && info.def == def_lang(s, LANG_OPTION)) {
        sema_ty inner = infer_shallow(c->infer, ty_arg(s, ty, 0));
        uint32_t n_inner = 0;
        const sema_def *inside = ty_kind_of(s, inner) == TY_ADT && def_kind_of(s, ty_get(s, inner)->def) == DEF_STRUCT
                                     ? def_fields(s, ty_get(s, inner)->def, &n_inner)
                                     : NULL;
        for (uint32_t i = 0; i < n_inner; i++)
            if (def_get(s, inside[i])->name == name)
                sema_suggest(r, source_start(at), "unwrap().",
                             "one of the expressions' fields has a field of the same name");
        return;
    }
    if (info.kind == TY_TUPLE && info.n_args) {
        const char *all = "";
        for (uint32_t i = 0; i < info.n_args; i++)
            all = arena_format(s->memory, "%s%s`%u`", all, i ? ", " : "", i);
        sema_note(r, "available field%s: %s", info.n_args == 1 ? " is" : "s are", all);
        return;
    }
    if (info.kind != TY_ADT || def_kind_of(s, info.def) == DEF_ENUM)
        return;
    uint32_t n_all, n = 0;
    const sema_def *all = def_fields(s, info.def, &n_all);
    sema_def *fields = ARENA_ARRAY(s->memory, sema_def, n_all);
    for (uint32_t i = 0; i < n_all; i++)
        if (def_is_visible(s, all[i], c->scope))
            fields[n++] = all[i];
    const char *similar = check_similar_field(c, fields, n, name);
    if (similar) {
        sema_suggest(r, at, similar, "a field with a similar name exists");
        return;
    }
    if (n == 0 || n > 5)
        return;
    text = "";
    for (uint32_t i = 0; i < n; i++)
        text = arena_format(s->memory, "%s%s`%s`", text, i ? ", " : "", sema_text(s, def_get(s, fields[i])->name));
    sema_note(r, "available field%s: %s%s", n == 1 ? " is" : "s are", text, "");
}

/* Whether that field of a union is only written as a whole or has its address taken, and is never read. Its own
 * fields count if no Deref can come between. */
static bool check_is_never_read(check *c, sema_node n, sema_ty type)
{
    sema *s = c->s;
    bool by_value = ty_kind_of(s, type) == TY_ADT || ty_kind_of(s, type) == TY_TUPLE;
    for (sema_node up = syntax_parent(s, n);; n = up, up = syntax_parent(s, n))
        switch (syntax_kind(s, up)) {
        case RUSTG_AST_ExprParen: break;
        case RUSTG_AST_ExprField:
            if (!by_value)
                return false;
            break;
        case RUSTG_AST_ExprTup:
        case RUSTG_AST_ExprArray: /* a place of a destructuring assignment, if anything */
            while (syntax_kind(s, up) == RUSTG_AST_ExprTup || syntax_kind(s, up) == RUSTG_AST_ExprArray ||
                   syntax_kind(s, up) == RUSTG_AST_ExprParen)
                n = up, up = syntax_parent(s, n);
            if (syntax_kind(s, up) != RUSTG_AST_ExprAssign)
                return false;
            return syntax_first_real(s, up).node == n.node;
        case RUSTG_AST_ExprAssign: return syntax_first_real(s, up).node == n.node;
        case RUSTG_AST_ExprAddrOf: return syntax_is_raw(s, up);
        default: return false;
        }
}

thir_expr check_field(check *c, sema_node n)
{
    sema *s = c->s;
    sema_span at = sema_node_span(s, n), name_span = syntax_name_span(s, n);
    sema_symbol name = syntax_name(s, n);
    resolve_note_asked(s, c->scope, 0, name);
    thir_expr base = check_expr(c, syntax_first_real(s, n), CHECK_ANY);
    sema_ty ty = check_known(c, check_at(c, base)->ty, check_at(c, base)->span);
    if (ty == TY_ERROR)
        return check_error_expr(c, at);
    check_steps steps;
    check_autoderef(c, ty, &steps, false);
    const sema_ty past_limit = check_past_deref_limit(c, &steps);
    if (past_limit)
        check_report_deref_limit(c, past_limit, at);
    sema_def hidden = 0;
    sema_ty hidden_in = TY_NONE;
    for (uint32_t i = 0; i < steps.n; i++) {
        sema_ty step = steps.ty[i];
        ty_info info = *ty_get(s, step);
        if (info.kind == TY_TUPLE) {
            const char *digits = sema_text(s, name);
            uint32_t index = 0;
            bool number = digits[0] >= '0' && digits[0] <= '9' && strlen(digits) < 8;
            for (uint32_t k = 0; number && digits[k]; k++) {
                number = digits[k] >= '0' && digits[k] <= '9';
                index = index * 10 + (uint32_t)(digits[k] - '0');
            }
            if (number && index < info.n_args) {
                thir_expr place = check_apply_steps(c, base, &steps, i, check_at(c, base)->span);
                return check_field_of(c, place, index, ty_arg(s, step, index), at);
            }
            continue;
        }
        if (info.kind != TY_ADT || def_kind_of(s, info.def) == DEF_ENUM)
            continue;
        uint32_t n_fields, n_args;
        const sema_def *fields = def_fields(s, info.def, &n_fields);
        for (uint32_t k = 0; k < n_fields; k++) {
            if (def_get(s, fields[k])->name != name)
                continue;
            if (!def_is_visible(s, fields[k], c->scope)) {
                hidden = fields[k];
                hidden_in = step;
                break;
            }
            thir_expr place = check_apply_steps(c, base, &steps, i, check_at(c, base)->span);
            const sema_ty *args = ty_args(s, step, &n_args);
            sema_ty type = check_field_ty(c, fields[k], info.def, args, n_args, at);
            if (def_kind_of(s, info.def) == DEF_UNION && !check_is_never_read(c, n, check_shallow(c, type)))
                check_need_unsafe(c, at, "access to union field",
                                  "the field may not be properly initialized: using uninitialized data will cause "
                                  "undefined behavior");
            return check_field_of(c, place, k, type, at);
        }
    }
    if (hidden) {
        sema_report r = check_error(c, RUSTG_DIAG_PRIVATE_FIELD, name_span);
        sema_arg(&r, "%s", def_shown_ident(s, name));
        sema_arg(&r, "%s", check_prefix(c, hidden_in));
        sema_arg(&r, "%s",
                 ty_kind_of(s, hidden_in) == TY_ADT ? def_shown_name(s, ty_get(s, hidden_in)->def)
                                                    : check_show(c, hidden_in));
        check_pick pick;
        bool reported = true;
        if (check_probe_method(c, base, name, name_span, &pick, &reported))
            sema_suggest(&r, source_end(name_span), "()", "a method `%s` also exists, call it with parentheses",
                         sema_text(s, name));
        return check_error_expr(c, at);
    }
    if (check_is_error(c, steps.ty[steps.n - 1]))
        return check_error_expr(c, at);
    if (steps.unknown) {
        check_known(c, steps.ty[steps.n - 1], check_at(c, base)->span);
        return check_error_expr(c, at);
    }
    sema_symbol method = name;
    check_pick pick;
    bool reported = false;
    uint32_t n_diags = s->diags.n;
    if (check_probe_method(c, base, method, name_span, &pick, &reported)) {
        sema_report r = check_error(c, RUSTG_DIAG_METHOD_AS_FIELD, name_span);
        sema_arg(&r, "%s", sema_text(s, name));
        sema_arg(&r, "%s", check_show(c, ty));
        sema_suggest(&r, (sema_span){name_span.file, name_span.end, name_span.end}, "()",
                     "use parentheses to call the method");
        return check_error_expr(c, at);
    }
    if (s->diags.n != n_diags)
        return check_error_expr(c, at);
    sema_ty last = steps.ty[steps.n - 1];
    ty_kind kind = ty_kind_of(s, last);
    if ((kind >= TY_BOOL && kind <= TY_F64) || kind == TY_INFER) {
        sema_report r = check_error(c, RUSTG_DIAG_FIELD_OF_PRIMITIVE, name_span);
        sema_arg(&r, "%s", check_show(c, ty));
        return check_error_expr(c, at);
    }
    sema_report r = check_error(c, RUSTG_DIAG_NO_FIELD, name_span);
    sema_arg(&r, "%s", def_shown_ident(s, name));
    sema_arg(&r, "%s", check_show(c, ty));
    if (kind == TY_PTR)
        sema_suggest(&r, check_at(c, base)->span,
                     arena_format(s->memory, "(*%s)", source_text(s, check_at(c, base)->span)),
                     "`%s` is a raw pointer; try dereferencing it", source_text(s, check_at(c, base)->span));
    else
        check_list_fields(c, &r, last, name, name_span);
    if (check_is_tid(c, last))
        sema_help(
            &r, "a `Tid` is one number, which `get` gives; `thread::idx_x()` and the like give the places of CUDA C++");
    return check_error_expr(c, at);
}

/* ---- Indexing ---- */

static void check_report_not_indexable(check *c, sema_span at, sema_ty ty)
{
    sema_report r = check_error(c, RUSTG_DIAG_CANNOT_INDEX, at);
    sema_arg(&r, "%s", check_show(c, ty));
    const ty_info *of = ty_get(c->s, infer_shallow(c->infer, ty));
    const def_info *about = of->kind == TY_ADT ? def_get(c->s, of->def) : NULL;
    const char *name = about && about->is_library ? sema_text(c->s, about->name) : "";
    if (strcmp(name, "Shared") == 0 || strcmp(name, "DynShared") == 0)
        sema_help(&r, "shared memory is read by `get(i)` and written by `set(i, value)`");
}

/* *Index::index(&base, index) */
static thir_expr check_overloaded_index(check *c, thir_expr place, bool unsize, sema_ty self, const sema_ty *args,
                                        thir_expr index, sema_span at)
{
    sema *s = c->s;
    sema_def trait = def_lang(s, LANG_INDEX);
    sema_def fn = def_assoc_item(s, trait, sema_intern_text(s, "index"), DEF_FN);
    sema_def output = def_assoc_item(s, trait, sema_intern_text(s, "Output"), DEF_ASSOC_TY);
    thir_expr borrow = check_borrow(c, place, BORROW_SHARED, at);
    if (unsize)
        borrow = check_node(
            c, (thir_node){.op = THIR_UNSIZE, .ty = ty_ref(s, ty_erased(s), false, self), .span = at, .a = borrow});
    sema_ty to = infer_shallow(c->infer, check_norm(c, ty_projection(s, output, args, 2), at));
    thir_expr values[2] = {borrow, index};
    thir_expr callee = check_fn_value(c, fn, args, 2, at);
    thir_expr call = check_node(c, (thir_node){.op = THIR_CALL,
                                               .ty = ty_ref(s, ty_erased(s), false, to),
                                               .span = at,
                                               .a = callee,
                                               .desugared = true,
                                               .first = check_list(c, values, 2),
                                               .n = 2});
    return check_node(c, (thir_node){.op = THIR_DEREF, .is_place = true, .ty = to, .span = at, .a = call});
}

/* `-1` */
static bool check_is_negative_index(check *c, thir_expr index)
{
    const thir_node *n = check_at(c, index);
    return n->op == THIR_UNARY && n->sub == OP_NEG && check_at(c, n->a)->op == THIR_LITERAL;
}

/* An indexing or deref on a value that is there. */
static thir_expr check_index_on(check *c, thir_expr base, thir_expr index, sema_span at, sema_span base_span)
{
    sema *s = c->s;
    sema_ty ty = check_known(c, check_at(c, base)->ty, base_span);
    sema_ty by = check_shallow(c, check_at(c, index)->ty);
    check_settle_unfit(c);
    if (ty == TY_ERROR || by == TY_ERROR)
        return check_error_expr(c, at);
    check_steps steps;
    check_autoderef(c, ty, &steps, false);
    const ty_info *b = ty_get(s, by);
    bool by_usize = by == TY_USIZE || (b->kind == TY_INFER && b->sub == INFER_INT);
    sema_def trait = def_lang(s, LANG_INDEX);
    for (uint32_t i = 0; i < steps.n; i++) {
        ty_kind kind = ty_kind_of(s, steps.ty[i]);
        if ((kind == TY_ARRAY || kind == TY_SLICE) && check_is_negative_index(c, index)) {
            sema_report r = check_error(c, RUSTG_DIAG_NEGATIVE_INDEX, check_at(c, index)->span);
            sema_arg(&r, "%s", check_show(c, steps.ty[i]));
            return check_error_expr(c, at);
        }
        if (by_usize && (kind == TY_ARRAY || kind == TY_SLICE)) {
            infer_unify(c->infer, by, TY_USIZE);
            thir_expr place = check_apply_steps(c, base, &steps, i, base_span);
            return check_node(c, (thir_node){.op = THIR_INDEX,
                                             .is_place = true,
                                             .ty = ty_arg(s, steps.ty[i], 0),
                                             .span = at,
                                             .a = place,
                                             .b = index});
        }
        for (uint32_t unsize = 0; trait && unsize <= (kind == TY_ARRAY); unsize++) {
            sema_ty self = unsize ? ty_slice(s, ty_arg(s, steps.ty[i], 0)) : steps.ty[i];
            sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, 2);
            args[0] = self;
            args[1] = check_var(c, at);
            if (infer_holds(c->infer, trait, args, 2) == ANSWER_NO)
                continue;
            sema_ty wanted = infer_shallow(c->infer, args[1]);
            bool is_list = kind == TY_ARRAY || kind == TY_SLICE;
            sema_ty known[2] = {self, by};
            if (is_list && infer_holds(c->infer, trait, known, 2) == ANSWER_NO) {
                if (kind == TY_ARRAY && !unsize)
                    continue;
                sema_report r = check_error(c, RUSTG_DIAG_CANNOT_BE_INDEXED_BY, check_at(c, index)->span);
                sema_arg(&r, "%s", check_show(c, self));
                sema_arg(&r, "%s", check_show(c, by));
                sema_help(&r, "the trait `SliceIndex<%s>` is not implemented for `%s`", check_show(c, self),
                          check_show(c, by));
                sema_note(&r, "required for `%s` to implement `Index<%s>`", check_show(c, self), check_show(c, by));
                check_suggest_index(c, &r, index);
                return check_error_expr(c, at);
            }
            if (kind == TY_STR && by_usize) {
                sema_report r = check_error(c, RUSTG_DIAG_CANNOT_BE_INDEXED_BY, check_at(c, index)->span);
                sema_arg(&r, "str");
                sema_arg(&r, "%s", check_show(c, by));
                sema_primary_label(&r, "string indices are ranges of `usize`");
                sema_help(&r, "the trait `SliceIndex<str>` is not implemented for `%s`", check_show(c, by));
                sema_note(
                    &r, "you can use `.chars().nth()` or `.bytes().nth()`\nfor more information, see chapter 8 in The "
                        "Book: <https://doc.rust-lang.org/book/ch08-02-strings.html#indexing-into-strings>");
                return check_error_expr(c, at);
            }
            const bool fits = check_coerce(c, index, wanted, &(check_why){0});
            args[1] = infer_shallow(c->infer, args[1]);
            check_require(c, trait, args, 2, at, NULL);
            thir_expr place = check_apply_steps(c, base, &steps, i, base_span);
            const thir_expr element = check_overloaded_index(c, place, unsize, self, args, index, at);
            if (fits)
                return element;
            const sema_ty of = check_ty_of(c, element);
            return check_node(c, (thir_node){.op = THIR_ERROR, .is_place = true, .ty = of, .span = at});
        }
    }
    check_report_not_indexable(c, (sema_span){at.file, base_span.end, at.end}, ty);
    return check_error_expr(c, at);
}

/* What an index of it is, as far as suggestions tell it. */
static sema_ty check_wished_index(check *c, thir_expr base)
{
    sema_ty ty = check_ty_of(c, base);
    while (ty_kind_of(c->s, ty) == TY_REF)
        ty = infer_shallow(c->infer, ty_arg(c->s, ty, 1));
    const ty_info *of = ty_get(c->s, ty);
    const sema_def tid = def_lang(c->s, LANG_TID);
    return of->kind == TY_ADT && tid && of->def == def_lang(c->s, LANG_GRID_MUT) ? ty_adt(c->s, tid, NULL, 0)
                                                                                 : (sema_ty)TY_USIZE;
}

thir_expr check_index(check *c, sema_node n)
{
    sema *s = c->s;
    sema_node base = syntax_first_real(s, n), index = syntax_next_real(s, base);
    thir_expr b = check_expr(c, base, CHECK_ANY);
    const sema_ty wished = c->wished;
    c->wished = check_wished_index(c, b);
    thir_expr i = check_expr(c, index, CHECK_ANY);
    c->wished = wished;
    return check_index_on(c, b, i, sema_node_span(s, n), sema_node_span(s, base));
}
