/* check_op.c: checks operators, as rustc's op.rs does. On scalars an operator is builtin, elsewhere it is a call of
 * its lang trait. A call whose operands turn out to be scalars once all types are inferred is made builtin at the
 * end. */
#include "sema/bodies/check_internal.h"
#include "sema/syntax/syntax.h"
#include "rustg/diagnostic_kind.h"

/* sub of the THIR_CALL that an overloaded `+=` is; the callee's sub tells the operator. */
enum { CALL_OF_ASSIGN = 255 };
typedef enum op_group { GROUP_MATH, GROUP_BITS, GROUP_SHIFT, GROUP_COMPARE, GROUP_LOGIC } op_group;
typedef struct op_row {
    syntax_op op;
    sema_lang_item trait, assign;
    const char *method, *verb, *trait_name;
    op_group group;
} op_row;
static const op_row check_op_rows[] = {
    {OP_ADD, LANG_ADD, LANG_ADD_ASSIGN, "add", "add", "Add", GROUP_MATH},
    {OP_SUB, LANG_SUB, LANG_SUB_ASSIGN, "sub", "subtract", "Sub", GROUP_MATH},
    {OP_MUL, LANG_MUL, LANG_MUL_ASSIGN, "mul", "multiply", "Mul", GROUP_MATH},
    {OP_DIV, LANG_DIV, LANG_DIV_ASSIGN, "div", "divide", "Div", GROUP_MATH},
    {OP_REM, LANG_REM, LANG_REM_ASSIGN, "rem", "calculate the remainder of", "Rem", GROUP_MATH},
    {OP_BIT_AND, LANG_BITAND, LANG_BITAND_ASSIGN, "bitand", "", "BitAnd", GROUP_BITS},
    {OP_BIT_OR, LANG_BITOR, LANG_BITOR_ASSIGN, "bitor", "", "BitOr", GROUP_BITS},
    {OP_BIT_XOR, LANG_BITXOR, LANG_BITXOR_ASSIGN, "bitxor", "", "BitXor", GROUP_BITS},
    {OP_SHL, LANG_SHL, LANG_SHL_ASSIGN, "shl", "", "Shl", GROUP_SHIFT},
    {OP_SHR, LANG_SHR, LANG_SHR_ASSIGN, "shr", "", "Shr", GROUP_SHIFT},
    {OP_EQ, LANG_EQ, LANG_EQ, "eq", "compare", "PartialEq", GROUP_COMPARE},
    {OP_NE, LANG_EQ, LANG_EQ, "ne", "compare", "PartialEq", GROUP_COMPARE},
    {OP_LT, LANG_PARTIAL_ORD, LANG_EQ, "lt", "compare", "PartialOrd", GROUP_COMPARE},
    {OP_LE, LANG_PARTIAL_ORD, LANG_EQ, "le", "compare", "PartialOrd", GROUP_COMPARE},
    {OP_GT, LANG_PARTIAL_ORD, LANG_EQ, "gt", "compare", "PartialOrd", GROUP_COMPARE},
    {OP_GE, LANG_PARTIAL_ORD, LANG_EQ, "ge", "compare", "PartialOrd", GROUP_COMPARE},
};

static const op_row *check_op_row_of(syntax_op op)
{
    for (uint32_t i = 0; i < sizeof check_op_rows / sizeof *check_op_rows; i++)
        if (check_op_rows[i].op == op)
            return &check_op_rows[i];
    return NULL;
}

static bool check_op_is_int(check *c, sema_ty t)
{
    const ty_info *i = ty_get(c->s, t);
    return ty_is_integer(c->s, t) || (i->kind == TY_INFER && i->sub == INFER_INT);
}
static bool check_is_flt(check *c, sema_ty t)
{
    const ty_info *i = ty_get(c->s, t);
    return ty_is_float(c->s, t) || (i->kind == TY_INFER && i->sub == INFER_FLOAT);
}

/* Builtin for these operand types? */
static bool check_is_builtin(check *c, sema_ty a, sema_ty b, op_group group)
{
    if (a == TY_ERROR || b == TY_ERROR)
        return true;
    switch (group) {
    case GROUP_LOGIC: return true;
    case GROUP_SHIFT: return check_op_is_int(c, a) && check_op_is_int(c, b);
    case GROUP_MATH:
        return (check_op_is_int(c, a) && check_op_is_int(c, b)) || (check_is_flt(c, a) && check_is_flt(c, b));
    case GROUP_BITS: return (check_op_is_int(c, a) && check_op_is_int(c, b)) || (a == TY_BOOL && b == TY_BOOL);
    case GROUP_COMPARE: return ty_is_scalar(c->s, a) && ty_is_scalar(c->s, b);
    }
    return false;
}

static sema_ty check_without_ref(check *c, sema_ty t)
{
    t = infer_shallow(c->infer, t);
    return ty_kind_of(c->s, t) == TY_REF ? infer_shallow(c->infer, ty_arg(c->s, t, 1)) : t;
}

/* What a builtin operator sees of an operand. */
static sema_ty check_without_shared(check *c, sema_ty t)
{
    t = infer_shallow(c->infer, t);
    return ty_kind_of(c->s, t) == TY_REF && ty_get(c->s, t)->mutable ? t : check_without_ref(c, t);
}

/* An operator uses a reference to a mutable place up only for as long as it lasts: *&mut *x. */
static void check_reborrow_operand(check *c, thir_expr e)
{
    sema_ty ty = check_ty_of(c, e);
    const ty_info *i = ty_get(c->s, ty);
    if (i->kind == TY_REF && i->mutable && check_is_place(c, e))
        check_try_coerce(c, e, ty_ref(c->s, ty_erased(c->s), true, ty_arg(c->s, ty, 1)));
}

static void check_report_no_operator(check *c, const op_row *row, bool assign, thir_expr a, thir_expr b,
                                     sema_span op_span)
{
    sema *s = c->s;
    sema_ty left = check_ty_of(c, a), right = check_ty_of(c, b);
    const char *l = check_show(c, left), *r_name = check_show(c, right);
    bool unknown_right = check_is_var(c, right);
    sema_span sa = check_at(c, a)->span, sb = check_at(c, b)->span;
    sema_report r;
    if (assign) {
        r = check_error(c, RUSTG_DIAG_NO_ASSIGN_OPERATOR, (sema_span){sa.file, sa.start, sb.end});
        sema_arg(&r, "%s=", syntax_op_text(row->op));
        sema_arg(&r, "%s", l);
        sema_label(&r, sa, "cannot use `%s=` on type `%s`", syntax_op_text(row->op), l);
    } else {
        r = check_error(c, RUSTG_DIAG_NO_OPERATOR, op_span);
        const char *op = syntax_op_text(row->op);
        const char *text = NULL;
        switch (row->op) {
        case OP_ADD:
            text = unknown_right ? arena_format(s->memory, "cannot add to `%s`", l)
                                 : arena_format(s->memory, "cannot add `%s` to `%s`", r_name, l);
            break;
        case OP_SUB:
            text = unknown_right ? arena_format(s->memory, "cannot subtract from `%s`", l)
                                 : arena_format(s->memory, "cannot subtract `%s` from `%s`", r_name, l);
            break;
        case OP_MUL:
            text = arena_format(s->memory, "cannot multiply `%s`%s", l,
                                unknown_right ? "" : arena_format(s->memory, " by `%s`", r_name));
            break;
        case OP_DIV:
            text = arena_format(s->memory, "cannot divide `%s`%s", l,
                                unknown_right ? "" : arena_format(s->memory, " by `%s`", r_name));
            break;
        case OP_REM:
            text = arena_format(s->memory, "cannot calculate the remainder of `%s`%s", l,
                                unknown_right ? "" : arena_format(s->memory, " divided by `%s`", r_name));
            break;
        case OP_BIT_AND:
        case OP_BIT_OR:
        case OP_BIT_XOR:
        case OP_SHL:
        case OP_SHR:
            text = arena_format(s->memory, "no implementation for `%s %s%s%s%s`", l, op, unknown_right ? "" : " ",
                                unknown_right ? "" : r_name, "");
            break;
        case OP_NONE:
        case OP_EQ:
        case OP_NE:
        case OP_LT:
        case OP_LE:
        case OP_GT:
        case OP_GE:
        case OP_AND:
        case OP_OR:
        case OP_NEG:
        case OP_NOT:
        case OP_DEREF:
        case OP_RANGE:
        case OP_RANGE_INCLUSIVE:
            text = arena_format(s->memory, "binary operation `%s` cannot be applied to type `%s`", op, l);
            break;
        }
        sema_arg(&r, "%s", text);
        const sema_span left_at = sema_origin(s, sa), right_at = sema_origin(s, sb);
        if (left_at.start != right_at.start || left_at.file != right_at.file) { /* of a derive both are the field */
            sema_label(&r, sa, "%s", l);
            sema_label(&r, sb, "%s", r_name);
        }
    }
    const ty_info *i = ty_get(s, left);
    if (check_is_tid(c, left) && assign) {
        check_suggest_tid_assigned(c, &r, a, b);
    } else if (check_is_tid(c, left)) {
        check_suggest_tid_operand(c, &r, row->group == GROUP_SHIFT, a, b);
    } else if (check_is_atomic(c, left)) {
        check_help_atomic(&r);
    } else if (i->kind == TY_ADT && !def_get(s, i->def)->is_library) {
        const char *trait = assign ? arena_format(s->memory, "%sAssign", row->trait_name) : row->trait_name;
        bool with_right = left != right && row->group != GROUP_COMPARE;
        sema_span head = check_head_span(c, i->def);
        const char *bound = with_right ? arena_format(s->memory, "%s<%s>", trait, r_name) : trait;
        sema_note_at(&r, head, "an implementation of `%s` might be missing for `%s`", bound, l);
        sema_note_label(&r, head, "must implement `%s`", bound);
        if (row->group != GROUP_COMPARE)
            sema_note(&r, "the trait `%s` must be implemented", bound);
        else if (left == right && row->op != OP_EQ && row->op != OP_NE)
            sema_suggest(&r, source_start(head), "#[derive(PartialEq, PartialOrd)]\n",
                         "consider annotating `%s` with `#[derive(PartialEq, PartialOrd)]`", l);
        else if (left == right)
            sema_suggest(&r, source_start(head), "#[derive(PartialEq)]\n",
                         "consider annotating `%s` with `#[derive(PartialEq)]`", l);
    } else if (i->kind == TY_PARAM) {
        const char *bound = row->group == GROUP_COMPARE ? arena_format(s->memory, "%s", row->trait_name)
                            : assign                    ? arena_format(s->memory, "%sAssign", row->trait_name)
                                     : arena_format(s->memory, "%s<Output = %s>", row->trait_name, l);
        sema_def param = i->def;
        sema_node node = def_get(s, param)->node;
        sema_span end = syntax_is(node) ? sema_node_span(s, node) : def_span(s, param);
        bool bare = end.end == def_span(s, param).end;
        end.start = end.end;
        sema_suggest(&r, end,
                     arena_format(s->memory, "%sstd::%s::%s", bare ? ": " : " + ",
                                  row->group == GROUP_COMPARE ? "cmp" : "ops", bound),
                     bare ? "consider restricting type parameter `%s` with trait `%s`"
                          : "consider further restricting type parameter `%s` with trait `%s`",
                     l, row->trait_name);
        sema_suggest_is(&r, "MachineApplicable");
    }
}

/* Reports that there is no impl for the operand types, which are known: E0277, "cannot add `i32` to `f32`". */
static void check_report_unfit(check *c, const op_row *row, bool assign, sema_ty left, sema_ty right, sema_span at,
                               thir_expr a, thir_expr b)
{
    sema *s = c->s;
    const char *l = check_show(c, left), *r_name = check_show(c, right);
    const char *text = NULL, *label = NULL;
    switch (row->op) {
    case OP_ADD:
        text =
            arena_format(s->memory, assign ? "cannot add-assign `%s` to `%s`" : "cannot add `%s` to `%s`", r_name, l);
        if (!assign && strcmp(l, "{float}") == 0 && strcmp(r_name, "{integer}") == 0)
            text = "cannot add an integer to a float";
        if (!assign && strcmp(l, "{integer}") == 0 && strcmp(r_name, "{float}") == 0)
            text = "cannot add a float to an integer";
        label = arena_format(s->memory, "no implementation for `%s %s %s`", l, assign ? "+=" : "+", r_name);
        break;
    case OP_SUB:
        text = arena_format(
            s->memory, assign ? "cannot subtract-assign `%s` from `%s`" : "cannot subtract `%s` from `%s`", r_name, l);
        label = arena_format(s->memory, "no implementation for `%s %s %s`", l, assign ? "-=" : "-", r_name);
        break;
    case OP_MUL:
        text = arena_format(s->memory, assign ? "cannot multiply-assign `%s` by `%s`" : "cannot multiply `%s` by `%s`",
                            l, r_name);
        label = arena_format(s->memory, "no implementation for `%s %s %s`", l, assign ? "*=" : "*", r_name);
        break;
    case OP_DIV:
        text = arena_format(s->memory, assign ? "cannot divide-assign `%s` by `%s`" : "cannot divide `%s` by `%s`", l,
                            r_name);
        label = arena_format(s->memory, "no implementation for `%s %s %s`", l, assign ? "/=" : "/", r_name);
        break;
    case OP_REM:
        text = arena_format(s->memory,
                            assign ? "cannot calculate and assign the remainder of `%s` divided by `%s`"
                                   : "cannot calculate the remainder of `%s` divided by `%s`",
                            l, r_name);
        label = arena_format(s->memory, "no implementation for `%s %s %s`", l, assign ? "%=" : "%", r_name);
        break;
    case OP_EQ:
    case OP_NE:
        text = arena_format(s->memory, "can't compare `%s` with `%s`", l, r_name);
        label = arena_format(s->memory, "no implementation for `%s == %s`", l, r_name);
        break;
    case OP_LT:
    case OP_LE:
    case OP_GT:
    case OP_GE:
        text = arena_format(s->memory, "can't compare `%s` with `%s`", l, r_name);
        label = arena_format(s->memory, "no implementation for `%s < %s` and `%s > %s`", l, r_name, l, r_name);
        break;
    case OP_NONE:
    case OP_BIT_AND:
    case OP_BIT_OR:
    case OP_BIT_XOR:
    case OP_SHL:
    case OP_SHR:
    case OP_AND:
    case OP_OR:
    case OP_NEG:
    case OP_NOT:
    case OP_DEREF:
    case OP_RANGE:
    case OP_RANGE_INCLUSIVE:
        text = arena_format(s->memory, "no implementation for `%s %s%s %s`", l, syntax_op_text(row->op),
                            assign ? "=" : "", r_name);
        label = arena_format(s->memory, "no implementation for `%s %s%s %s`", l, syntax_op_text(row->op),
                             assign ? "=" : "", r_name);
        break;
    }
    sema_report r = check_error(c, RUSTG_DIAG_OPERATOR_UNFIT, at);
    if (r.diag != UINT32_MAX)
        vec_push(s->memory, &c->unfit, r.diag);
    sema_arg(&r, "%s", text);
    sema_arg(&r, "%s", label);
    sema_help(&r, "the trait `%s%s%s` is not implemented for `%s`", row->trait_name, assign ? "Assign" : "",
              arena_format(s->memory, "<%s>", r_name), l);
    if (check_is_tid(c, right) && assign && row->group != GROUP_SHIFT)
        check_suggest_tid_assigned(c, &r, a, b);
    else if (check_is_tid(c, right))
        check_suggest_tid_operand(c, &r, row->group == GROUP_SHIFT, a, b);
    const bool is_float_left = check_is_flt(c, left);
    const thir_node *literal = check_at(c, is_float_left ? b : a);
    const ty_info *of_literal = ty_get(s, is_float_left ? right : left);
    const bool is_unsuffixed = of_literal->kind == TY_INFER && of_literal->sub == INFER_INT;
    if (literal->op == THIR_LITERAL && !literal->text && is_unsuffixed && (is_float_left || check_is_flt(c, right)))
        sema_suggest(&r, (sema_span){literal->span.file, literal->span.end, literal->span.end}, ".0",
                     "consider using a floating-point literal by writing it with `.0`");
}

/* A wrong expression whose type is known all the same. */
static thir_expr check_error_of(check *c, sema_ty ty, sema_span at)
{
    const thir_expr e = check_error_expr(c, at);
    check_at(c, e)->ty = ty;
    return e;
}

/* core has several impls of PartialEq for a reference, an array or a slice, so that none of them says what the right
 * side has to be. */
static bool check_has_several_equals(check *c, const op_row *row, sema_ty left)
{
    const ty_kind kind = ty_kind_of(c->s, left);
    return (row->op == OP_EQ || row->op == OP_NE) && (kind == TY_REF || kind == TY_ARRAY || kind == TY_SLICE);
}

/* Of a comparison whose right side is not of the type that the left side wants. */
static void check_report_compared(check *c, const op_row *row, sema_ty left, sema_ty right, sema_span op_span,
                                  thir_expr a, thir_expr b)
{
    const check_why why = {.at = check_at(c, a)->span,
                           .left = a,
                           .label = arena_format(c->s->memory, "expected because this is `%s`", check_show(c, left))};
    if (!check_has_several_equals(c, row, left)) {
        check_mismatch(c, check_at(c, b)->span, left, right, b, &why);
        return;
    }
    const sema_ty bare_left = check_without_shared(c, left), bare_right = check_without_shared(c, right);
    const bool are_refs = ty_kind_of(c->s, left) == TY_REF && ty_kind_of(c->s, right) == TY_REF;
    const sema_ty without_left = are_refs ? check_without_ref(c, left) : left;
    const sema_ty without_right = are_refs ? check_without_ref(c, right) : right;
    const infer_snapshot before = infer_save(c->infer);
    const bool is_other =
        check_is_builtin(c, bare_left, bare_right, GROUP_COMPARE) && !infer_unify(c->infer, bare_left, bare_right);
    infer_restore(c->infer, before);
    const bool is_literal = ty_is_numeric_var(c->s, right); /* what it may not be is known at once */
    if (is_literal)
        check_report_unfit(c, row, false, without_left, without_right, op_span, a, b);
    if (is_other)
        check_mismatch(c, check_at(c, b)->span, bare_left, bare_right, b, &why);
    if (!is_literal)
        check_report_unfit(c, row, false, without_left, without_right, op_span, a, b);
}

static thir_expr check_overloaded(check *c, const op_row *row, bool assign, thir_expr a, thir_expr b, sema_span op_span,
                                  sema_span at)
{
    sema *s = c->s;
    sema_def trait = def_lang(s, assign ? row->assign : row->trait);
    sema_ty left = check_shallow(c, check_at(c, a)->ty), right = check_shallow(c, check_at(c, b)->ty);
    if (left == TY_ERROR || right == TY_ERROR)
        return check_error_expr(c, at);
    sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, 2);
    args[0] = left;
    args[1] = check_var(c, check_at(c, b)->span);
    const char *name = assign ? arena_format(s->memory, "%s_assign", row->method) : row->method;
    sema_def fn = trait ? def_assoc_item(s, trait, sema_intern_text(s, name), DEF_FN) : 0;
    if (!fn || infer_holds(c->infer, trait, args, 2) == ANSWER_NO) {
        check_report_no_operator(c, row, assign, a, b, op_span);
        return check_error_expr(c, at);
    }
    bool compare = row->group == GROUP_COMPARE;
    if (compare && check_is_var(c, infer_shallow(c->infer, args[1])))
        infer_take_only_impl(c->infer, trait, args, 2);
    sema_ty wanted = infer_shallow(c->infer, args[1]);
    bool has_one = !check_is_var(c, wanted);
    if (!compare && has_one) {
        /* Only one impl fits, so its right side is what is expected and coerced to. */
        if (!check_try_coerce(c, b, wanted))
            check_mismatch(c, check_at(c, b)->span, wanted, right, b, &(check_why){0});
        args[1] = wanted;
    } else {
        if (!has_one && !compare)
            check_reborrow_operand(c, b);
        if (has_one ? !check_try_coerce(c, b, wanted) : !infer_unify(c->infer, wanted, check_at(c, b)->ty)) {
            if (compare && !check_has_several_equals(c, row, left))
                check_mismatch(c, check_at(c, b)->span, wanted, right, b,
                               &(check_why){.at = check_at(c, a)->span,
                                            .left = a,
                                            .label = arena_format(s->memory, "expected because this is `%s`",
                                                                  check_show(c, left))});
            else if (compare)
                check_report_compared(c, row, left, right, op_span, a, b);
            else
                check_report_unfit(c, row, assign, left, right, op_span, a, b);
            return compare ? check_error_of(c, TY_BOOL, at) : check_error_expr(c, at);
        }
    }
    if (infer_holds(c->infer, trait, args, 2) == ANSWER_NO) {
        sema_ty alone[2] = {left, left};
        if (compare && !check_is_var(c, right) && infer_holds(c->infer, trait, alone, 2) == ANSWER_YES)
            check_report_compared(c, row, left, right, op_span, a, b);
        else
            check_report_unfit(c, row, assign, left, right, op_span, a, b);
        return compare ? check_error_of(c, TY_BOOL, at) : check_error_expr(c, at);
    }
    check_require(c, trait, args, 2, op_span, NULL);
    thir_expr values[2] = {a, b};
    sema_ty result = TY_BOOL;
    if (assign) {
        values[0] = check_borrow(c, a, BORROW_TWO_PHASE, check_at(c, a)->span);
        check_at(c, values[0])->desugared = true;
        result = ty_unit(s);
    } else if (compare) {
        values[0] = check_borrow(c, a, BORROW_SHARED, check_at(c, a)->span);
        values[1] = check_borrow(c, b, BORROW_SHARED, check_at(c, b)->span);
        check_at(c, values[0])->desugared = check_at(c, values[1])->desugared = true;
    } else {
        sema_def output = def_assoc_item(s, trait, sema_intern_text(s, "Output"), DEF_ASSOC_TY);
        result = check_norm(c, ty_projection(s, output, args, 2), op_span);
    }
    thir_expr callee = check_fn_value(c, fn, args, 2, op_span);
    check_at(c, callee)->sub = row->op;
    return check_node(c, (thir_node){.op = THIR_CALL,
                                     .sub = assign ? CALL_OF_ASSIGN : row->op,
                                     .ty = result,
                                     .span = at,
                                     .a = callee,
                                     .first = check_list(c, values, 2),
                                     .n = 2,
                                     .desugared = true});
}

/* The right side of a comparison with a raw or fn pointer is coerced to it. */
static sema_ty check_compared_pointer(check *c, const op_row *row, thir_expr b, sema_ty left, sema_ty right)
{
    const ty_kind kind = ty_kind_of(c->s, left);
    if (row->group == GROUP_COMPARE && left != right && (kind == TY_PTR || kind == TY_FN_PTR) &&
        check_try_coerce(c, b, left))
        return check_shallow(c, check_at(c, b)->ty);
    return right;
}

/* Requires that both sides of a builtin operator agree. False: an error was reported. */
static bool check_enforce_builtin(check *c, const op_row *row, thir_expr a, thir_expr b, sema_ty left, sema_ty right,
                                  bool assign, sema_span op_span)
{
    if (row->group == GROUP_SHIFT || left == TY_ERROR || right == TY_ERROR || infer_unify(c->infer, left, right))
        return true;
    if (row->group == GROUP_COMPARE) {
        check_mismatch(
            c, check_at(c, b)->span, left, right, b,
            &(check_why){.at = check_at(c, a)->span,
                         .left = a,
                         .label = arena_format(c->s->memory, "expected because this is `%s`", check_show(c, left))});
        return false;
    }
    sema_report r =
        check_mismatch(c, check_at(c, b)->span, left, right, b, &(check_why){.kind_of_use = USE_BY_OPERATOR});
    check_suggest_agreement(c, &r, a, b);
    check_report_unfit(c, row, assign, left, right, op_span, a, b);
    return false;
}

/* References to fn pointers compare as what they refer to. */
static bool check_is_ref_to_fn(check *c, sema_ty t)
{
    const sema_ty bare = check_without_ref(c, t);
    return bare != t && ty_kind_of(c->s, bare) == TY_FN_PTR;
}

/* Where a side is in error, comparisons are still bool and other operators what is on their left. */
static thir_expr check_binary_error(check *c, const op_row *row, sema_ty left, sema_span at)
{
    const bool is_number = ty_is_integer(c->s, left) || ty_is_float(c->s, left) || ty_is_numeric_var(c->s, left);
    const sema_ty ty = row->group == GROUP_COMPARE ? (sema_ty)TY_BOOL : is_number ? left : (sema_ty)TY_ERROR;
    return check_error_of(c, ty, at);
}

static thir_expr check_binary_of(check *c, const op_row *row, thir_expr a, thir_expr b, sema_span op_span, sema_span at)
{
    check_settle_unfit(c);
    sema_ty left = check_shallow(c, check_at(c, a)->ty), right = check_shallow(c, check_at(c, b)->ty);
    if (left == TY_ERROR || right == TY_ERROR)
        return check_binary_error(c, row, left, at);
    if (left == TY_NEVER || right == TY_NEVER) {
        if (left == TY_NEVER && !check_is_var(c, right))
            check_try_coerce(c, a, right), left = right;
        else if (right == TY_NEVER)
            check_try_coerce(c, b, left), right = left;
    }
    if (row->group == GROUP_COMPARE && check_is_ref_to_fn(c, left) && check_is_ref_to_fn(c, right)) {
        a = check_deref(c, a, check_at(c, a)->span);
        b = check_deref(c, b, check_at(c, b)->span);
        return check_binary_of(c, row, a, b, op_span, at);
    }
    right = check_compared_pointer(c, row, b, left, right);
    if (check_is_builtin(c, left, right, row->group)) {
        const bool agrees = check_enforce_builtin(c, row, a, b, left, right, false, op_span);
        sema_ty ty = row->group == GROUP_COMPARE ? (sema_ty)TY_BOOL : infer_shallow(c->infer, left);
        if (!agrees)
            return check_error_of(c, ty, at);
        return check_node(
            c, (thir_node){.op = THIR_BINARY, .sub = (uint8_t)row->op, .ty = ty, .span = at, .a = a, .b = b});
    }
    sema_ty bare_left = check_without_ref(c, left), bare_right = check_without_ref(c, right);
    /* In 5.0 + &x the literal takes the type of what is behind the reference. */
    bool through_ref = (left != bare_left || right != bare_right) && row->group != GROUP_COMPARE &&
                       check_is_builtin(c, bare_left, bare_right, row->group) && !check_is_var(c, bare_left) &&
                       !check_is_var(c, bare_right);
    if (through_ref && row->group != GROUP_SHIFT && !infer_unify(c->infer, bare_left, bare_right)) {
        check_mismatch(c, check_at(c, b)->span, bare_left, bare_right, b, &(check_why){.kind_of_use = USE_BY_OPERATOR});
        check_report_unfit(c, row, false, left, right, op_span, a, b);
        return check_error_of(c, bare_left, at);
    }
    thir_expr e = check_overloaded(c, row, false, a, b, op_span, at);
    if (through_ref && check_at(c, e)->ty != TY_ERROR)
        infer_unify(c->infer, check_at(c, e)->ty, bare_left);
    return e;
}

static thir_expr check_logical(check *c, sema_node n, syntax_op op, sema_node left, sema_node right)
{
    sema *s = c->s;
    thir_expr a = check_expr_coerce(c, left, TY_BOOL, &(check_why){0});
    bool diverges = c->frame->diverges;
    thir_expr b = check_expr_coerce(
        c, right, TY_BOOL, &(check_why){.at = sema_node_span(s, left), .label = "expected because this is `bool`"});
    c->frame->diverges = diverges;
    return check_node(
        c, (thir_node){
               .op = THIR_LOGICAL, .sub = (uint8_t)op, .ty = TY_BOOL, .span = sema_node_span(s, n), .a = a, .b = b});
}

/* The right side of the only impl that the operator has for the left operand. 0: there are several impls, or none. */
static sema_ty check_right_of_only_impl(check *c, const op_row *row, sema_ty left, sema_span at)
{
    sema_def trait = def_lang(c->s, row->trait);
    if (!trait || left == TY_ERROR || left == TY_NEVER || ty_is_scalar(c->s, left) || check_is_var(c, left))
        return 0;
    sema_ty *args = ARENA_ARRAY(c->s->memory, sema_ty, 2);
    args[0] = left;
    args[1] = check_var(c, at);
    infer_holds(c->infer, trait, args, 2);
    sema_ty right = infer_shallow(c->infer, args[1]);
    return check_is_var(c, right) ? 0 : right;
}

/* Keeps what is wished of an operator in check.wished, for the operators in it too. Returns what was there. */
static sema_ty check_wish(check *c, sema_node n, check_expect expect)
{
    const sema_ty before = c->wished;
    sema_node around = syntax_parent(c->s, n);
    while (syntax_kind(c->s, around) == RUSTG_AST_ExprParen)
        around = syntax_parent(c->s, around);
    const uint8_t kind = syntax_kind(c->s, around);
    const bool is_part = kind == RUSTG_AST_ExprIndex || kind == RUSTG_AST_ExprBinary || kind == RUSTG_AST_ExprUnary;
    if (expect.kind == EXPECT_TYPE)
        c->wished = expect.ty;
    else if (!is_part)
        c->wished = TY_NONE;
    const op_row *row = syntax_kind(c->s, n) == RUSTG_AST_ExprBinary ? check_op_row_of(syntax_operator(c->s, n)) : NULL;
    if (row && row->group == GROUP_COMPARE)
        c->wished = TY_NONE;
    return before;
}

/* Operands nest to the left as deep as the source is long, so the chain is walked without recursion. */
thir_expr check_binary(check *c, sema_node n, check_expect expect)
{
    sema *s = c->s;
    syntax_op op = syntax_operator(s, n);
    sema_node left = syntax_first_real(s, n), right = syntax_next_real(s, left);
    if (op == OP_AND || op == OP_OR)
        return check_logical(c, n, op, left, right);
    const op_row *row = check_op_row_of(op);
    if (!row)
        return check_not_yet(c, n, "this operator", "another operator");
    VEC(sema_node) chain = {0};
    sema_node first = n;
    while (syntax_kind(s, first) == RUSTG_AST_ExprBinary) {
        syntax_op o = syntax_operator(s, first);
        if (o == OP_AND || o == OP_OR || !check_op_row_of(o))
            break;
        vec_push(s->memory, &chain, first);
        first = syntax_first_real(s, first);
    }
    const sema_ty wished = check_wish(c, n, expect); /* as in rustc, operands are not told */
    thir_expr a = check_expr(c, first, CHECK_ANY);
    for (uint32_t i = chain.n; i-- > 0;) {
        sema_node at = chain.at[i];
        const op_row *r = check_op_row_of(syntax_operator(s, at));
        sema_node other = syntax_next_real(s, syntax_first_real(s, at));
        if (check_is_var(c, check_shallow(c, check_at(c, a)->ty)) && r->group == GROUP_COMPARE)
            infer_progress(c->infer);
        if (r->group != GROUP_COMPARE)
            check_reborrow_operand(c, a);
        sema_ty left_ty = check_ty_of(c, a);
        bool scalar = r->group != GROUP_SHIFT && ty_is_scalar(s, left_ty) && !ty_is_numeric_var(s, left_ty);
        sema_ty wanted = !scalar ? check_right_of_only_impl(c, r, left_ty, syntax_operator_span(s, at))
                         : r->group == GROUP_COMPARE ? left_ty
                                                     : 0;
        thir_expr b = check_expr(c, other, wanted ? (check_expect){EXPECT_TYPE, wanted} : CHECK_ANY);
        a = check_binary_of(c, r, a, b, syntax_operator_span(s, at), sema_node_span(s, at));
    }
    c->wished = wished;
    return a;
}

thir_expr check_assign_op(check *c, sema_node n)
{
    sema *s = c->s;
    sema_span at = sema_node_span(s, n);
    const op_row *row = check_op_row_of(syntax_operator(s, n));
    sema_node left = syntax_first_real(s, n), right = syntax_next_real(s, left);
    if (!row)
        return check_not_yet(c, n, "this operator", "another operator");
    thir_expr a = check_expr(c, left, CHECK_ANY);
    thir_expr b = check_expr(c, right, CHECK_ANY);
    sema_ty lt = check_shallow(c, check_at(c, a)->ty), rt = check_shallow(c, check_at(c, b)->ty);
    thir_expr e;
    if (lt == TY_ERROR || rt == TY_ERROR)
        e = check_error_expr(c, at);
    else {
        if (rt == TY_NEVER)
            check_try_coerce(c, b, lt), rt = lt;
        if (check_is_builtin(c, lt, rt, row->group)) {
            bool ok = check_enforce_builtin(c, row, a, b, lt, rt, true, syntax_operator_span(s, n));
            e = ok ? check_node(c, (thir_node){.op = THIR_ASSIGN_OP,
                                               .sub = (uint8_t)row->op,
                                               .ty = ty_unit(s),
                                               .span = at,
                                               .a = a,
                                               .b = b})
                   : check_error_expr(c, at);
        } else {
            sema_ty bare_left = check_without_ref(c, lt), bare_right = check_without_ref(c, rt);
            if (lt == bare_left && rt != bare_right && check_is_builtin(c, bare_left, bare_right, row->group) &&
                row->group != GROUP_SHIFT)
                infer_unify(c->infer, bare_left, bare_right);
            e = check_overloaded(c, row, true, a, b, syntax_operator_span(s, n), at);
        }
    }
    if (!check_is_place(c, a) && lt != TY_ERROR) {
        sema_report r = check_error(c, RUSTG_DIAG_INVALID_LEFT_SIDE_OF_OP, syntax_operator_span(s, n));
        sema_label(&r, sema_node_span(s, left), "cannot assign to this expression");
        return check_error_expr(c, at);
    }
    check_place_mut(c, a);
    return e;
}

/* ---- Unary ---- */

/* The place of an expression with the parentheses around it. */
static sema_span check_op_in_parens(const sema *s, sema_node n)
{
    while (syntax_kind(s, syntax_parent(s, n)) == RUSTG_AST_ExprParen)
        n = syntax_parent(s, n);
    return sema_node_span(s, n);
}

/* The call of `not` or `neg`. told: where it is said that there is none. */
static thir_expr check_unary_call(check *c, syntax_op op, thir_expr a, sema_span at, sema_span told)
{
    sema *s = c->s;
    const sema_ty ty = check_ty_of(c, a);
    sema_def trait = def_lang(s, op == OP_NOT ? LANG_NOT : LANG_NEG);
    sema_ty *args = ARENA_NEW(s->memory, sema_ty);
    *args = ty;
    if (!trait || infer_holds(c->infer, trait, args, 1) == ANSWER_NO) {
        sema_report r = check_error(c, RUSTG_DIAG_NO_UNARY_OPERATOR, told);
        sema_arg(&r, "%s", op == OP_NOT ? "!" : "-");
        sema_arg(&r, "%s", check_show_value(c, a));
        sema_arg(&r, "cannot apply unary operator `%s`", op == OP_NOT ? "!" : "-");
        if (check_is_tid(c, ty))
            check_suggest_tid_unary(c, &r, op == OP_NOT, a);
        const ty_info *operand = ty_get(s, infer_shallow(c->infer, ty));
        if (operand->kind == TY_ADT && !def_get(s, operand->def)->is_library) {
            const char *wanted = op == OP_NOT ? "Not" : "Neg";
            sema_span head = check_head_span(c, operand->def);
            sema_note_at(&r, head, "an implementation of `%s` might be missing for `%s`", wanted, check_show(c, ty));
            sema_note_label(&r, head, "must implement `%s`", wanted);
            sema_note(&r, "the trait `%s` must be implemented", wanted);
        }
        return check_error_expr(c, at);
    }
    check_require(c, trait, args, 1, at, NULL);
    sema_def fn = def_assoc_item(s, trait, sema_intern_text(s, op == OP_NOT ? "not" : "neg"), DEF_FN);
    return check_call_item(c, fn, args, 1, &a, 1, at);
}

thir_expr check_assertion(check *c, thir_expr a, sema_span at)
{
    const sema_ty ty = check_shallow(c, check_ty_of(c, a));
    if (ty == TY_BOOL || ty == TY_NEVER || ty == TY_ERROR || check_op_is_int(c, ty) || ty_has(c->s, ty, TY_HAS_INFER))
        return a;
    const thir_expr failed = check_unary_call(c, OP_NOT, a, at, at);
    if (check_shallow(c, check_ty_of(c, failed)) != TY_BOOL)
        return failed;
    return check_node(c, (thir_node){.op = THIR_UNARY, .sub = OP_NOT, .ty = TY_BOOL, .span = at, .a = failed});
}

thir_expr check_unary(check *c, sema_node n, check_expect expect)
{
    sema *s = c->s;
    sema_span at = sema_node_span(s, n);
    syntax_op op = syntax_operator(s, n);
    sema_node inner = syntax_first_real(s, n);
    if (op == OP_DEREF)
        return check_deref_of(c, check_expr(c, inner, CHECK_ANY), at);
    thir_expr a = check_expr(c, inner, expect);
    check_settle_unfit(c);
    sema_ty ty = check_known(c, check_at(c, a)->ty, sema_node_span(s, inner));
    if (ty == TY_ERROR)
        return check_error_expr(c, at);
    bool builtin =
        op == OP_NOT ? ty == TY_BOOL || check_op_is_int(c, ty) : check_op_is_int(c, ty) || check_is_flt(c, ty);
    if (builtin) {
        if (op == OP_NEG && ty_is_integer(s, ty) && !ty_is_signed(s, ty)) {
            sema_report r = check_error(c, RUSTG_DIAG_NO_UNARY_OPERATOR, check_op_in_parens(s, n));
            sema_arg(&r, "-");
            sema_arg(&r, "%s", check_show(c, ty));
            sema_arg(&r, "cannot apply unary operator `-`");
            sema_note(&r, "unsigned values cannot be negated");
            const thir_node *operand = check_at(c, a);
            if (operand->op == THIR_LITERAL && operand->bits == 1)
                sema_suggest(&r, at, arena_format(s->memory, "%s::MAX", check_show(c, ty)),
                             "you may have meant the maximum value of `%s`", check_show(c, ty));
            return check_error_of(c, ty, at);
        }
        thir_expr e = check_node(c, (thir_node){.op = THIR_UNARY, .sub = (uint8_t)op, .ty = ty, .span = at, .a = a});
        return e;
    }
    const sema_ty wished = check_wish(c, n, expect);
    const thir_expr e = check_unary_call(c, op, a, at, check_op_in_parens(s, n));
    c->wished = wished;
    return e;
}

/* ---- Writing back ---- */

static thir_expr check_behind_borrow(thir_body *body, thir_expr e)
{
    return body->exprs.at[e].op == THIR_BORROW ? body->exprs.at[e].a : e;
}

void check_op_write_back(check *c, thir_body *body, thir_expr e)
{
    sema *s = c->s;
    thir_node *n = &body->exprs.at[e];
    if (n->op == THIR_UNARY && n->sub == OP_NEG && ty_is_integer(s, n->ty) && !ty_is_signed(s, n->ty)) {
        body->failed = c->failed = true;
        sema_report r = sema_error(s, RUSTG_DIAG_TRAIT_NOT_SATISFIED, n->span); /* its type was told later */
        sema_arg(&r, "%s", ty_print(s, n->ty));
        sema_arg(&r, "Neg");
        sema_arg(&r, "%s", "");
        sema_primary_label(&r, "the trait `Neg` is not implemented for `%s`", ty_print(s, n->ty));
        return;
    }
    if (n->op != THIR_CALL || !n->sub || n->n != 2)
        return;
    bool assign = n->sub == CALL_OF_ASSIGN;
    syntax_op op = assign ? body->exprs.at[n->a].sub : n->sub;
    n->sub = 0;
    body->exprs.at[n->a].sub = 0;
    const op_row *row = check_op_row_of(op);
    if (!row)
        return;
    uint32_t first = n->first;
    thir_expr a = body->lists.at[first], b = body->lists.at[first + 1];
    if (assign || row->group == GROUP_COMPARE)
        a = check_behind_borrow(body, a);
    if (row->group == GROUP_COMPARE)
        b = check_behind_borrow(body, b);
    sema_ty left = body->exprs.at[a].ty, right = body->exprs.at[b].ty;
    if (left == TY_ERROR || right == TY_ERROR || !check_is_builtin(c, left, right, row->group))
        return;
    n->op = assign ? THIR_ASSIGN_OP : THIR_BINARY;
    n->sub = (uint8_t)op;
    n->a = a;
    n->b = b;
    n->n = 0;
    n->desugared = false;
}
