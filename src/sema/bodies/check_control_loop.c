/* check_control_loop.c: checks loops, and `break`, `continue` and `return`. */
#include "sema/bodies/check_control_internal.h"
#include "rustg/diagnostic_kind.h"

static thir_expr loop_node(check *c, thir_expr body, const check_loop *loop, sema_ty ty, sema_span at, bool desugared)
{
    return check_node(
        c, (thir_node){.op = THIR_LOOP, .ty = ty, .span = at, .a = body, .index = loop->label, .desugared = desugared});
}

static thir_expr check_break_node(check *c, const check_loop *loop, thir_expr value, sema_span at, bool desugared)
{
    return check_node(
        c, (thir_node){
               .op = THIR_BREAK, .ty = TY_NEVER, .span = at, .a = value, .index = loop->label, .desugared = desugared});
}

/* A loop up to its body. */
static sema_span loop_head(const sema *s, sema_node n, sema_node block)
{
    sema_span span = sema_node_span(s, n);
    uint32_t open = syntax_first_tok(s, block);
    if (open > syntax_first_tok(s, n))
        span.end = syntax_tok_span(s, n.file, open - 1).end;
    return span;
}

/* A body of which the value is (). */
static thir_expr check_unit_block(check *c, sema_node block)
{
    sema_ty unit = ty_unit(c->s);
    check_why plain = {0};
    thir_expr e = check_block(c, block, (check_expect){EXPECT_TYPE, unit});
    check_coerce(c, e, unit, &plain);
    return e;
}

thir_expr check_loop_expr(check *c, sema_node n, check_expect expect)
{
    sema *s = c->s;
    sema_span span = sema_node_span(s, n);
    check_merge breaks;
    check_merge_begin(&breaks, check_expect_ty(c, expect));
    check_loop loop = {.kind = LOOP_LOOP, .name = syntax_label(s, n), .breaks = &breaks, .span = span};
    bool before = c->frame->diverges;
    check_push_loop(c, &loop);
    thir_expr body = check_unit_block(c, syntax_child_of(s, n, RUSTG_AST_Block));
    check_pop_loop(c);
    sema_ty ty = loop.may_break ? check_merge_end(c, &breaks) : (sema_ty)TY_NEVER;
    c->frame->body->labels.at[loop.label].ty = ty;
    c->frame->diverges = loop.may_break ? before : true;
    return loop_node(c, body, &loop, ty, span, false);
}

/* loop { if condition { body } else { break } } */
thir_expr check_while(check *c, sema_node n)
{
    sema *s = c->s;
    sema_span span = sema_node_span(s, n);
    sema_node condition = syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0),
              block = syntax_child_of(s, n, RUSTG_AST_Block);
    sema_ty unit = ty_unit(s);
    check_why plain = {0};
    check_loop loop = {.kind = LOOP_WHILE, .name = syntax_label(s, n), .span = loop_head(s, n, block)};
    check_push_loop(c, &loop);
    check_scope scope = check_enter(c);
    thir_expr test = check_expr_coerce(c, condition, TY_BOOL, &plain);
    bool before = c->frame->diverges;
    thir_expr body = check_unit_block(c, block);
    check_leave(c, scope);
    check_pop_loop(c);
    c->frame->diverges = before;
    c->frame->body->labels.at[loop.label].ty = unit;
    thir_expr leave = check_break_node(c, &loop, 0, sema_node_span(s, condition), true);
    check_wrap(c, leave, (thir_node){.op = THIR_NEVER, .ty = unit, .span = span, .desugared = true});
    thir_expr branch = check_node(
        c, (thir_node){.op = THIR_IF, .ty = unit, .span = span, .a = test, .b = body, .c = leave, .desugared = true});
    return loop_node(c, branch, &loop, unit, span, true);
}

/* A `for` becomes
 *
 * match IntoIterator::into_iter(head) { mut iter => loop { match Iterator::next(&mut iter) { None => break, Some(pat)
 * => body } } } */
thir_expr check_for(check *c, sema_node n)
{
    sema *s = c->s;
    sema_span span = sema_node_span(s, n);
    sema_node pat = syntax_child_in(s, n, RUSTG_AST_CLASS_PAT, 0),
              head = syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0);
    sema_node block = syntax_child_of(s, n, RUSTG_AST_Block);
    sema_span head_span = sema_node_span(s, head), pat_span = sema_node_span(s, pat);
    sema_ty unit = ty_unit(s);
    thir_expr value = check_expr(c, head, CHECK_ANY);
    const char *where = check_const_context(c);
    if (where && !c->frame->is_closure) {
        const check_late l = {RUSTG_DIAG_NON_CONST_FOR, head_span, where, NULL, check_ty_of(c, value)};
        vec_push(s->memory, &c->late, l);
    }
    thir_expr into = check_lang_call(c, def_lang(s, LANG_INTO_ITERATOR), "into_iter", check_ty_of(c, value), &value, 1,
                                     head_span, NULL);
    sema_ty iter_ty = check_shallow(c, check_at(c, into)->ty);
    thir_local iter = check_local_new(c, 0, iter_ty, head_span, true);
    check_loop loop = {.kind = LOOP_FOR, .name = syntax_label(s, n), .span = loop_head(s, n, block)};
    check_push_loop(c, &loop);
    check_scope scope = check_enter(c);
    thir_expr borrowed = check_borrow(c, check_local_expr(c, iter, head_span), BORROW_MUT, head_span);
    thir_expr next = check_lang_call(c, def_lang(s, LANG_ITERATOR), "next", iter_ty, &borrowed, 1, head_span, NULL);
    sema_ty option = check_shallow(c, check_at(c, next)->ty);
    sema_ty item = ty_kind_of(s, option) == TY_ADT ? ty_arg(s, option, 0) : (sema_ty)TY_ERROR;
    bool before = c->frame->diverges;
    check_why why = {.at = head_span,
                     .label =
                         arena_format(s->memory, "this is an iterator with items of type `%s`", check_show(c, item))};
    thir_pat inner = check_pat(c, pat, item, &why);
    thir_expr body = check_unit_block(c, block);
    check_leave(c, scope);
    check_pop_loop(c);
    c->frame->diverges = before;
    c->frame->body->labels.at[loop.label].ty = unit;
    if (option == TY_ERROR || item == TY_ERROR)
        return check_error_expr(c, span);
    thir_expr leave = check_break_node(c, &loop, 0, head_span, true);
    check_wrap(c, leave, (thir_node){.op = THIR_NEVER, .ty = unit, .span = head_span, .desugared = true});
    uint32_t arms[2];
    thir_pat none = control_variant_pat(c, def_lang(s, LANG_OPTION_NONE), option, 0, head_span);
    thir_pat some = control_variant_pat(c, def_lang(s, LANG_OPTION_SOME), option, inner, pat_span);
    arms[0] = control_arm(c, (thir_arm_node){.pat = none, .body = leave, .span = span});
    arms[1] = control_arm(c, (thir_arm_node){.pat = some, .body = body, .span = span});
    thir_expr step = control_match(c, next, arms, 2, unit, span);
    thir_expr whole = loop_node(c, step, &loop, unit, span, true);
    thir_pat binding = control_binding_pat(c, iter, iter_ty, head_span);
    arms[0] = control_arm(c, (thir_arm_node){.pat = binding, .body = whole, .span = span});
    return control_match(c, into, arms, 1, unit, span);
}

/* ---- break, continue ---- */

static const char *loop_word(uint8_t kind)
{
    return kind == LOOP_WHILE ? "while" : "for";
}

static const check_loop *loop_outside(const check_frame *frame, sema_symbol name)
{
    for (frame = frame->outer; frame; frame = frame->outer)
        for (const check_loop *loop = frame->loops; loop; loop = loop->outer)
            if (loop->name == name)
                return loop;
    return NULL;
}

static void check_report_in_closure(check *c, sema_node n, const char *word)
{
    sema *s = c->s;
    sema_report r = check_error(c, RUSTG_DIAG_BREAK_IN_CLOSURE, sema_node_span(s, n));
    sema_arg(&r, "%s", word);
    sema_span closure = sema_node_span(s, c->frame->closure);
    sema_node body = syntax_child_in(s, c->frame->closure, RUSTG_AST_CLASS_EXPR, 0);
    if (syntax_is(body) && sema_node_span(s, body).start > closure.start)
        closure.end = syntax_tok_span(s, body.file, syntax_first_tok(s, body) - 1).end;
    sema_label(&r, closure, "enclosing closure");
}

/* Looks outwards. Past the definition of the macro that wrote the label, the macro's expansion is taken off the
 * label. */
static check_loop *check_named_loop(check *c, check_loop *loop, sema_symbol name, sema_span at)
{
    uint32_t mark = sema_mark_of(c->s, at), k = c->bindings.n;
    for (; loop; loop = loop->outer) {
        for (; mark && k > loop->n_bindings; k--)
            if (c->bindings.at[k - 1].macro)
                name = sema_local_outside(c->s, name, c->bindings.at[k - 1].macro, mark, &mark);
        if (loop->name == name)
            break;
    }
    return loop;
}

/* Finds the loop or block that a break or continue means. NULL: an error was reported. */
static check_loop *check_jump_target(check *c, sema_node n, const char *word)
{
    sema *s = c->s;
    sema_span span = sema_node_span(s, n);
    sema_symbol name = syntax_label(s, n);
    bool is_continue = *word == 'c';
    check_loop *loop = c->frame->loops;
    if (name) {
        loop = check_named_loop(c, loop, name, syntax_tok_span(s, n.file, syntax_anchor(s, n) + 1));
        if (!loop) {
            const check_loop *outside = loop_outside(c->frame, name);
            sema_report r = check_error(c, outside ? RUSTG_DIAG_LABEL_UNREACHABLE : RUSTG_DIAG_LABEL_UNDECLARED,
                                        syntax_tok_span(s, n.file, syntax_anchor(s, n) + 1));
            sema_arg(&r, "%s", sema_text(s, name));
            if (outside) {
                sema_span label =
                    syntax_tok_span(s, outside->span.file, syntax_tok_at(s, outside->span.file, outside->span.start));
                sema_label(&r, label, "unreachable label defined here");
                check_report_in_closure(c, n, word);
            }
            return NULL;
        }
        if (is_continue && loop->kind == LOOP_BLOCK) {
            sema_report r = check_error(c, RUSTG_DIAG_CONTINUE_BLOCK, span);
            sema_label(&r, loop->span, "labeled block the `continue` points to");
            return NULL;
        }
        return loop;
    }
    if (loop && loop->kind == LOOP_BLOCK) {
        const check_loop *outer = loop;
        while (outer && outer->kind == LOOP_BLOCK)
            outer = outer->outer;
        if (outer) {
            sema_report r = check_error(c, RUSTG_DIAG_BREAK_UNLABELLED, span);
            sema_arg(&r, "%s", word);
            return NULL;
        }
        loop = NULL;
    }
    if (loop)
        return loop;
    if (c->frame->is_closure) {
        check_report_in_closure(c, n, word);
    } else {
        sema_report r = check_error(c, RUSTG_DIAG_BREAK_OUTSIDE, span);
        sema_arg(&r, "%s", word);
        sema_arg(&r, "%s", is_continue ? "" : " or labeled block");
    }
    return NULL;
}

thir_expr check_break(check *c, sema_node n)
{
    sema *s = c->s;
    sema_span span = sema_node_span(s, n);
    sema_node value = syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0);
    check_loop *loop = check_jump_target(c, n, "break");
    thir_expr e = 0;
    if (loop)
        loop->may_break = true;
    if (syntax_is(value)) {
        bool takes = loop && loop->breaks;
        sema_ty wish = takes ? loop->breaks->ty ? loop->breaks->ty : loop->breaks->expected : (sema_ty)TY_NONE;
        e = check_expr_want(c, value, wish);
        if (takes) {
            check_merge_add(c, loop->breaks, e, NULL);
        } else if (loop) {
            sema_report r = check_error(c, RUSTG_DIAG_BREAK_VALUE, span);
            sema_arg(&r, "%s", loop_word(loop->kind));
            sema_label(&r, loop->span, "you can't `break` with a value in a `%s` loop", loop_word(loop->kind));
            sema_symbol name = syntax_label(s, n);
            sema_suggest(&r, span, name ? arena_format(s->memory, "break '%s", sema_text(s, name)) : "break",
                         "use `break` on its own without a value inside this `%s` loop", loop_word(loop->kind));
        }
    } else if (loop && loop->breaks) {
        check_merge_unit(c, loop->breaks, span, NULL);
    }
    c->frame->diverges = true;
    if (!loop)
        return check_node(c, (thir_node){.op = THIR_ERROR, .ty = TY_NEVER, .span = span});
    return check_break_node(c, loop, e, span, false);
}

thir_expr check_continue(check *c, sema_node n)
{
    sema_span span = sema_node_span(c->s, n);
    const check_loop *loop = check_jump_target(c, n, "continue");
    c->frame->diverges = true;
    return check_node(
        c, (thir_node){
               .op = loop ? THIR_CONTINUE : THIR_ERROR, .ty = TY_NEVER, .span = span, .index = loop ? loop->label : 0});
}

/* ---- return ---- */

thir_expr check_return(check *c, sema_node n)
{
    sema *s = c->s;
    check_frame *frame = c->frame;
    sema_span span = sema_node_span(s, n);
    sema_node value = syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0);
    thir_node node = {.op = THIR_RETURN, .ty = TY_NEVER, .span = span};
    if (frame->is_const && !frame->is_closure) {
        check_error(c, RUSTG_DIAG_RETURN_OUTSIDE, span);
        node.op = THIR_ERROR;
        if (syntax_is(value))
            check_expr(c, value, CHECK_ANY);
        return check_node(c, node);
    }
    check_why why = {0};
    if (frame->result_written && !frame->is_closure)
        why = (check_why){
            .at = frame->result_span,
            .label = arena_format(s->memory, "expected `%s` because of return type", check_show(c, frame->result))};
    if (syntax_is(value)) {
        if (frame->returns) {
            node.a = check_expr_want(c, value, frame->returns->ty ? frame->returns->ty : frame->result);
            check_merge_add(c, frame->returns, node.a, &why);
        } else {
            node.a = check_expr_coerce(c, value, frame->result, &why);
        }
    } else if (frame->returns) {
        check_merge_unit(c, frame->returns, span, &why);
    } else if (!infer_unify(c->infer, frame->result, ty_unit(s)) && !check_is_error(c, frame->result)) {
        sema_report r = check_error(c, RUSTG_DIAG_RETURN_NO_VALUE, span);
        if (frame->result_written)
            sema_label(&r, frame->result_span, "expected `%s` because of this return type",
                       check_show(c, frame->result));
    }
    frame->diverges = true;
    return check_node(c, node);
}
