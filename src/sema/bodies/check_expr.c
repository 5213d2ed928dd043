/* check_expr.c: dispatches on the kind of an expression. It checks the small kinds itself; the others are in their
 * own files. */
#include "sema/bodies/check_internal.h"
#include "sema/syntax/syntax.h"
#include "rustg/diagnostic_kind.h"

static thir_expr check_paren(check *c, sema_node n, check_expect expect)
{
    thir_expr e = check_expr(c, syntax_first_real(c->s, n), expect);
    check_at(c, e)->span = sema_node_span(c->s, n);
    return e;
}

static thir_expr check_tuple(check *c, sema_node n, check_expect expect)
{
    sema *s = c->s;
    sema_ty wish = check_expect_ty(c, expect);
    uint32_t n_wish = 0;
    const sema_ty *wishes = wish && ty_kind_of(s, wish) == TY_TUPLE ? ty_args(s, wish, &n_wish) : NULL;
    VEC(thir_expr) items = {0};
    VEC(sema_ty) types = {0};
    for (sema_node k = syntax_first_real(s, n); syntax_is(k); k = syntax_next_real(s, k)) {
        thir_expr e;
        if (items.n < n_wish) {
            e = check_expr_coerce(c, k, wishes[items.n], &(check_why){0});
        } else
            e = check_expr(c, k, CHECK_ANY);
        sema_ty ty = check_ty_of(c, e);
        check_require_sized(c, ty, sema_node_span(s, k),
                            "only the last element of a tuple may have a dynamically sized type");
        vec_push(s->memory, &items, e);
        vec_push(s->memory, &types, ty);
    }
    return check_node(c, (thir_node){.op = THIR_TUPLE,
                                     .ty = ty_tuple(s, types.at, types.n),
                                     .span = sema_node_span(s, n),
                                     .first = check_list(c, items.at, items.n),
                                     .n = items.n});
}

static sema_ty check_wished_element(check *c, check_expect expect)
{
    sema_ty wish = expect.kind == EXPECT_NONE ? (sema_ty)TY_NONE : check_shallow(c, expect.ty);
    ty_kind kind = wish ? ty_kind_of(c->s, wish) : TY_NONE;
    return kind == TY_ARRAY || kind == TY_SLICE ? ty_arg(c->s, wish, 0) : (sema_ty)TY_NONE;
}

static thir_expr check_array(check *c, sema_node n, check_expect expect)
{
    sema *s = c->s;
    sema_ty element = check_wished_element(c, expect);
    check_merge merge;
    check_merge_begin(&merge, element);
    VEC(thir_expr) items = {0};
    for (sema_node k = syntax_first_real(s, n); syntax_is(k); k = syntax_next_real(s, k)) {
        sema_ty wish = merge.ty ? merge.ty : element;
        const bool is_known = wish && !check_is_var(c, check_shallow(c, wish));
        thir_expr e = check_expr(c, k, is_known ? (check_expect){EXPECT_TYPE, wish} : CHECK_ANY);
        check_merge_add(c, &merge, e, &(check_why){0});
        vec_push(s->memory, &items, e);
    }
    sema_span at = sema_node_span(s, n);
    sema_ty ty = items.n ? check_merge_end(c, &merge) : element ? element : check_var(c, at);
    check_require_sized(c, ty, at, "slice and array elements must have `Sized` type");
    return check_node(c, (thir_node){.op = THIR_ARRAY,
                                     .ty = ty_array(s, ty, ty_usize_const(s, items.n)),
                                     .span = at,
                                     .first = check_list(c, items.at, items.n),
                                     .n = items.n});
}

/* What is repeated is copied if it is there more than once. That tells nothing of its type, so all else comes first. */
static bool check_step_repeat(check *c, check_deferred *d, bool last)
{
    sema *s = c->s;
    const sema_ty length = infer_resolve(c->infer, d->other);
    const ty_info l = *ty_get(s, length);
    if (l.kind == TY_INFER && !last)
        return false;
    if (l.kind == TY_INFER && !c->failed) {
        sema_report r = check_error(c, RUSTG_DIAG_TYPE_ANNOTATIONS_NEEDED, d->span);
        sema_arg(&r, " for `%s`", check_show(c, ty_array(s, infer_resolve(c->infer, d->ty), length)));
        return true;
    }
    if (l.kind != TY_CONST || l.value > 1)
        check_require_trait(
            c, def_lang(s, LANG_COPY), d->ty, d->span,
            "the `Copy` trait is required because this value will be copied for each element of the array");
    return true;
}

static thir_expr check_repeat(check *c, sema_node n, check_expect expect)
{
    sema *s = c->s;
    sema_span at = sema_node_span(s, n);
    sema_node value = syntax_first_real(s, n), count = syntax_next_real(s, value);
    sema_ty element = check_wished_element(c, expect);
    sema_ty length = check_array_length(c, count);
    thir_expr e;
    if (element && !check_is_var(c, check_shallow(c, element)))
        e = check_expr_coerce(c, value, element, &(check_why){0});
    else {
        e = check_expr(c, value, CHECK_ANY);
        element = check_ty_of(c, e);
    }
    bool is_constant = check_at(c, e)->op == THIR_CONST || check_at(c, e)->op == THIR_CONST_PARAM ||
                       syntax_kind(s, value) == RUSTG_AST_ExprConstBlock;
    if (!is_constant)
        check_defer(c,
                    (check_deferred){
                        .step = check_step_repeat, .ty = element, .other = length, .span = sema_node_span(s, value)});
    check_require_sized(c, element, at, "slice and array elements must have `Sized` type");
    return check_node(c, (thir_node){.op = THIR_REPEAT, .ty = ty_array(s, element, length), .span = at, .a = e});
}

/* Whether a value that never is comes from a block's tail, which is of the type that the block is expected to have. Of
 * editions before 2021 `panic!()` is such a block of std's. */
static bool check_is_never_tail(check *c, sema_node value, thir_expr e)
{
    sema *s = c->s;
    if (check_ty_of(c, e) != TY_NEVER)
        return false;
    if (syntax_kind(s, value) != RUSTG_AST_ExprMacCall)
        return check_at(c, e)->op == THIR_BLOCK && check_at(c, e)->a;
    const syntax_path path = syntax_path_of(s, value);
    uint32_t first = 0, last = 0;
    return s->files.at[value.file]->edition < 2021 && path.n_segments &&
           strcmp(sema_text(s, path.segments[path.n_segments - 1].name), "panic") == 0 &&
           (path.n_segments == 1 || strcmp(sema_text(s, path.segments[0].name), "std") == 0) &&
           syntax_group(s, syntax_child_of(s, value, RUSTG_AST_TokenTree), &first, &last) && first == last;
}

static thir_expr check_addr_of(check *c, sema_node n, check_expect expect)
{
    sema *s = c->s;
    sema_span at = sema_node_span(s, n);
    bool mutable = syntax_is_mut(s, n), raw = syntax_is_raw(s, n);
    sema_node inner = syntax_first_real(s, n);
    check_expect hint = CHECK_ANY;
    sema_ty wish = check_expect_ty(c, expect);
    if (wish) {
        const ty_info *w = ty_get(s, wish);
        if (w->kind == TY_REF || w->kind == TY_PTR) {
            sema_ty to = check_shallow(c, ty_arg(s, wish, w->kind == TY_REF));
            /* Of an array behind a slice only the element is known. Places keep their own types. */
            bool is_path = syntax_kind(s, inner) == RUSTG_AST_ExprPath ||
                           syntax_kind(s, inner) == RUSTG_AST_ExprField || syntax_kind(s, inner) == RUSTG_AST_ExprIndex;
            sema_node value = inner;
            while (syntax_kind(s, value) == RUSTG_AST_ExprParen)
                value = syntax_first_real(s, value);
            is_path |= check_is_unsized_adt(c, to); /* another value has to become it */
            if (ty_kind_of(s, to) == TY_DYN)        /* what is behind an object tells closures their signature alone */
                is_path |= syntax_kind(s, value) != RUSTG_AST_ExprClosure;
            if (!is_path)
                hint = (check_expect){
                    ty_kind_of(s, to) == TY_SLICE || ty_kind_of(s, to) == TY_DYN ? EXPECT_CASTABLE : EXPECT_TYPE, to};
        }
    }
    sema_node place = inner;
    while (syntax_kind(s, place) == RUSTG_AST_ExprParen)
        place = syntax_first_real(s, place);
    const bool names_static = raw && syntax_kind(s, place) == RUSTG_AST_ExprPath;
    c->unsafe_depth += names_static; /* the address of a mutable static can be taken safely */
    thir_expr e = check_expr(c, inner, hint);
    c->unsafe_depth -= names_static;
    if (check_ty_of(c, e) == TY_ERROR)
        return check_error_expr(c, at);
    if (hint.kind == EXPECT_TYPE && check_is_never_tail(c, place, e))
        check_try_coerce(c, e, hint.ty);
    if (mutable)
        check_place_mut(c, e);
    sema_ty to = check_ty_of(c, e);
    if (raw) {
        if (!check_is_lasting(c, e)) {
            check_error(c, RUSTG_DIAG_ADDRESS_OF_TEMPORARY, check_at(c, e)->span);
            return check_error_expr(c, at);
        }
        return check_node(
            c, (thir_node){.op = THIR_RAW_BORROW, .ty = ty_ptr(s, mutable, to), .span = at, .a = e, .index = mutable});
    }
    return check_node(c, (thir_node){.op = THIR_BORROW,
                                     .ty = ty_ref(s, ty_erased(s), mutable, to),
                                     .span = at,
                                     .a = e,
                                     .index = mutable ? BORROW_MUT : BORROW_SHARED});
}

/* Finds whose type the value should have. A variable has its type from its `let`, or from its first value. */
static void check_label_target(check *c, sema_report *r, thir_expr found, sema_ty want, void *user)
{
    const sema *s = c->s;
    const thir_node *place = check_at(c, *(thir_expr *)user);
    (void)found;
    if (ty_kind_of(s, infer_shallow(c->infer, want)) == TY_CLOSURE) /* that is labelled itself */
        return;
    sema_span at = place->span;
    const char *of = "";
    if (place->op == THIR_LOCAL) {
        at = c->frame->body->locals.at[place->local].span;
        sema_node let = source_parent(s, at, RUSTG_AST_StmtLet), param = source_parent(s, at, RUSTG_AST_Param);
        sema_node type = syntax_is(let)     ? syntax_child_in(s, let, RUSTG_AST_CLASS_TY, 0)
                         : syntax_is(param) ? syntax_child_in(s, param, RUSTG_AST_CLASS_TY, 0)
                                            : let;
        sema_node value = syntax_is(let) ? syntax_child_in(s, let, RUSTG_AST_CLASS_EXPR, 0) : let;
        of = syntax_is(type) ? syntax_is(let) ? " type" : " parameter type" : syntax_is(value) ? " value" : "";
        if (*of) {
            sema_span from = sema_node_span(s, syntax_is(type) ? type : value);
            if (source_is_multiline(s, (sema_span){at.file, at.end, from.start}))
                sema_label(r, at, "expected due to the type of this binding");
            at = from;
        }
    }
    sema_label(r, at, *of ? "expected due to this%s" : "expected due to the type of this binding%s", of);
}

static thir_expr check_assign(check *c, sema_node n, check_expect expect)
{
    sema *s = c->s;
    sema_span at = sema_node_span(s, n);
    sema_node left = syntax_first_real(s, n), right = syntax_next_real(s, left);
    sema_ty wish = check_expect_ty(c, expect);
    if (wish == TY_BOOL) { /* `if a = b`: == was meant */
        sema_report r = check_error(c, RUSTG_DIAG_MISMATCHED_TYPES, at);
        sema_primary_label(&r, "expected `bool`, found `()`");
        sema_suggest(&r, source_end(syntax_tok_span(s, n.file, syntax_anchor(s, n))), "=",
                     "you might have meant to compare for equality");
        sema_suggest_is(&r, "MachineApplicable");
        return check_error_expr(c, at);
    }
    if (check_is_destructuring(c, left))
        return check_destructuring(c, n, left, right);
    thir_expr place = check_expr(c, left, CHECK_ANY);
    sema_ty ty = check_at(c, place)->ty;
    if (!check_is_place(c, place) && check_ty_of(c, place) != TY_ERROR) {
        check_expr(c, right, (check_expect){EXPECT_TYPE, ty});
        sema_report r = check_error(c, RUSTG_DIAG_INVALID_LEFT_SIDE, syntax_tok_span(s, n.file, syntax_anchor(s, n)));
        sema_label(&r, sema_node_span(s, left), "cannot assign to this expression");
        return check_error_expr(c, at);
    }
    check_place_mut(c, place);
    sema_span left_span = sema_node_span(s, left);
    check_why why = {.more = check_label_target, .user = &place, .kind_of_use = USE_BY_OPERATOR};
    thir_expr value = check_expr_coerce(c, right, ty, &why);
    check_require_sized(c, ty, left_span, "the left-hand-side of an assignment must have a statically known size");
    return check_node(c, (thir_node){.op = THIR_ASSIGN, .ty = ty_unit(s), .span = at, .a = place, .b = value});
}

static thir_expr expr_of_kind(check *c, sema_node n, check_expect expect)
{
    sema *s = c->s;
    switch (syntax_kind(s, n)) {
    case RUSTG_AST_ExprParen: return check_paren(c, n, expect);
    case RUSTG_AST_ExprLit: return check_literal(c, n, expect);
    case RUSTG_AST_ExprPath: return check_path_expr(c, n, expect);
    case RUSTG_AST_ExprTup: return check_tuple(c, n, expect);
    case RUSTG_AST_ExprArray: return check_array(c, n, expect);
    case RUSTG_AST_ExprRepeat: return check_repeat(c, n, expect);
    case RUSTG_AST_ExprCall: return check_call(c, n, expect);
    case RUSTG_AST_ExprMethodCall: return check_method_call(c, n, expect);
    case RUSTG_AST_ExprBinary: return check_binary(c, n, expect);
    case RUSTG_AST_ExprUnary: return check_unary(c, n, expect);
    case RUSTG_AST_ExprCast: return check_cast(c, n, expect);
    case RUSTG_AST_ExprLet: return check_let_expr(c, n);
    case RUSTG_AST_ExprIf: return check_if(c, n, expect);
    case RUSTG_AST_ExprWhile: return check_while(c, n);
    case RUSTG_AST_ExprForLoop: return check_for(c, n);
    case RUSTG_AST_ExprLoop: return check_loop_expr(c, n, expect);
    case RUSTG_AST_ExprMatch: return check_match(c, n, expect);
    case RUSTG_AST_ExprClosure: return check_closure(c, n, expect);
    case RUSTG_AST_ExprBlock: return check_block_expr(c, n, expect);
    case RUSTG_AST_ExprConstBlock: return check_block_expr(c, n, expect);
    case RUSTG_AST_ExprAssign: return check_assign(c, n, expect);
    case RUSTG_AST_ExprAssignOp: return check_assign_op(c, n);
    case RUSTG_AST_ExprField: return check_field(c, n);
    case RUSTG_AST_ExprIndex: return check_index(c, n);
    case RUSTG_AST_ExprRange: return check_range(c, n, expect);
    case RUSTG_AST_ExprAddrOf: return check_addr_of(c, n, expect);
    case RUSTG_AST_ExprBreak: return check_break(c, n);
    case RUSTG_AST_ExprContinue: return check_continue(c, n);
    case RUSTG_AST_ExprRet: return check_return(c, n);
    case RUSTG_AST_ExprMacCall: return check_macro(c, n, expect, false);
    case RUSTG_AST_ExprStruct: return check_struct_expr(c, n, expect);
    case RUSTG_AST_ExprTry: return check_try(c, n);
    case RUSTG_AST_ExprUnderscore:
        check_error(c, RUSTG_DIAG_UNDERSCORE_EXPRESSION, sema_node_span(s, n));
        return check_error_expr(c, sema_node_span(s, n));
    case RUSTG_AST_ExprGen: return check_not_yet(c, n, "an async or gen block", "write a plain block");
    case RUSTG_AST_ExprAwait: return check_not_yet(c, n, "`await`", "call a plain function");
    case RUSTG_AST_ExprTryBlock:
        return check_not_yet(c, n, "a try block", "move it into a function that returns an Option");
    case RUSTG_AST_ExprInlineAsm: return check_not_yet(c, n, "inline assembly", "use ptx!");
    case RUSTG_AST_ExprOffsetOf: return check_not_yet(c, n, "`offset_of!`", "write the number of bytes");
    case RUSTG_AST_ExprYield:
    case RUSTG_AST_ExprYeet:
    case RUSTG_AST_ExprBecome: return check_not_yet(c, n, "this unstable expression", "stable Rust");
    case RUSTG_AST_Error: return check_error_expr(c, sema_node_span(s, n));
    default: return check_not_yet(c, n, "this expression", "another form of it");
    }
}

thir_expr check_expr(check *c, sema_node n, check_expect expect)
{
    sema_span at = sema_node_span(c->s, n);
    if (!syntax_is(n))
        return check_error_expr(c, at);
    if (!sema_enter(c->s, at))
        return check_error_expr(c, at);
    thir_expr e = expr_of_kind(c, n, expect);
    sema_leave(c->s);
    if (check_at(c, e)->ty == TY_NEVER)
        c->frame->diverges = true;
    return e;
}

thir_expr check_expr_want(check *c, sema_node n, sema_ty wish)
{
    return check_expr(c, n, wish ? (check_expect){EXPECT_TYPE, wish} : CHECK_ANY);
}
