/* check_control.c: checks statements and blocks. */
#include "sema/bodies/check_control_internal.h"
#include "sema/bodies/check_internal.h"
#include "sema/macros/macro.h"
#include "rustg/diagnostic_kind.h"

static thir_stmt control_stmt(check *c, thir_stmt_node stmt)
{
    vec_push(c->s->memory, &c->frame->body->stmts, stmt);
    return c->frame->body->stmts.n - 1;
}

static void check_label_scrutinee(check *c, sema_report *report, thir_expr found, sema_ty want, void *user)
{
    const control_scrutinee *scrutinee = user;
    (void)found;
    (void)want;
    sema_label(report, scrutinee->at, "this expression has type `%s`", check_show(c, scrutinee->ty));
    if (check_is_tid(c, scrutinee->ty))
        sema_suggest(report, source_end(scrutinee->at), ".get()", "`get` gives the number of a `Tid`");
}

thir_expr control_matched(check *c, sema_node value)
{
    thir_expr e = check_expr(c, value, CHECK_ANY);
    if (check_ty_of(c, e) == TY_NEVER)
        check_coerce(c, e, check_var(c, sema_node_span(c->s, value)), NULL);
    return e;
}

check_why control_pattern_why(control_scrutinee *scrutinee)
{
    return (check_why){.more = check_label_scrutinee, .user = scrutinee};
}

/* ---- let ---- */

/* The block behind `else`, which must not end. */
static thir_expr check_let_else(check *c, sema_node block)
{
    bool before = c->frame->diverges;
    c->frame->diverges = false;
    thir_expr e = check_block(c, block, CHECK_ANY);
    sema_ty ty = check_ty_of(c, e);
    if (ty != TY_NEVER && ty != TY_ERROR && !c->frame->diverges) {
        check_why why = {.kind = RUSTG_DIAG_LET_ELSE_ENDS};
        sema_report r = check_mismatch(c, sema_node_span(c->s, block), TY_NEVER, ty, 0, &why);
        sema_help(&r, "try adding a diverging expression, such as `return` or `panic!(..)`");
        sema_help(&r, "...or use `match` instead of `let...else`");
    }
    c->frame->diverges = before;
    return e;
}

static thir_stmt check_let(check *c, sema_node n)
{
    sema *s = c->s;
    sema_node pat = syntax_child_in(s, n, RUSTG_AST_CLASS_PAT, 0), type = syntax_child_in(s, n, RUSTG_AST_CLASS_TY, 0);
    sema_node init = syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0), otherwise = syntax_child_of(s, n, RUSTG_AST_Block);
    sema_span span = sema_node_span(s, n);
    thir_stmt_node stmt = {.kind = THIR_STMT_LET, .span = span, .typed = sema_node_span(s, type)};
    sema_ty ty = syntax_is(type) ? check_written_type(c, type, &stmt.written) : (sema_ty)TY_NONE;
    check_why typed = {.at = stmt.typed, .label = "expected due to this"};
    if (syntax_is(init)) {
        if (ty) {
            stmt.expr = check_expr_coerce(c, init, ty, &typed);
        } else {
            stmt.expr = control_matched(c, init);
            ty = check_ty_of(c, stmt.expr);
        }
    } else if (!ty) {
        ty = check_var(c, sema_node_span(s, pat));
    }
    if (syntax_is(otherwise))
        stmt.otherwise = check_let_else(c, otherwise);
    control_scrutinee scrutinee = {sema_node_span(s, init), ty};
    check_why why = control_pattern_why(&scrutinee);
    stmt.pat = check_pat(c, pat, ty, syntax_is(type) ? &typed : syntax_is(init) ? &why : NULL);
    if (stmt.expr && check_pat_wants_mut(c, stmt.pat))
        check_place_mut(c, stmt.expr);
    return control_stmt(c, stmt);
}

/* ---- Statements ---- */

static bool check_control_holds(sema *s, sema_node stmt)
{
    sema_node inner = syntax_first_real(s, stmt);
    return def_cfg_holds(s, stmt) && (!syntax_is(inner) || def_cfg_holds(s, inner));
}

/* The statement that gives the block's value, or none. */
static sema_node check_tail_of(sema *s, sema_node block)
{
    sema_node last = {0, 0}, none = {0, 0};
    for (sema_node at = syntax_first_real(s, block); syntax_is(at); at = syntax_next_real(s, at))
        if (check_control_holds(s, at))
            last = at;
    uint8_t kind = syntax_kind(s, last);
    if (kind == RUSTG_AST_StmtExpr || (kind == RUSTG_AST_StmtMacCall && !syntax_ends_with_semicolon(s, last)))
        return last;
    return none;
}

static thir_expr check_stmt_expr(check *c, sema_node n)
{
    sema *s = c->s;
    if (syntax_kind(s, n) == RUSTG_AST_StmtMacCall)
        return check_macro(c, n, CHECK_ANY, true);
    sema_node expr = syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0);
    if (syntax_kind(s, n) == RUSTG_AST_StmtSemi)
        return check_expr(c, expr, CHECK_ANY);
    check_why none = {0};
    return check_expr_coerce(c, expr, ty_unit(s), &none);
}

/* What a macro's body names is looked for from here outwards. */
static void check_note_macro(check *c, sema_node item)
{
    uint32_t macro = syntax_kind(c->s, item) == RUSTG_AST_ItemMacroDef ? macro_def_of(c->s, item) : 0;
    if (macro)
        vec_push(c->s->memory, &c->bindings, (check_binding){.frame = c->frame, .macro = macro});
}

/* False: the statement leaves nothing to run. */
static bool check_stmt(check *c, sema_node n, thir_stmt *made)
{
    sema *s = c->s;
    switch (syntax_kind(s, n)) {
    case RUSTG_AST_StmtLet: *made = check_let(c, n); return true;
    case RUSTG_AST_StmtExpr:
    case RUSTG_AST_StmtSemi:
    case RUSTG_AST_StmtMacCall: {
        thir_expr e = check_stmt_expr(c, n);
        *made = control_stmt(c, (thir_stmt_node){.kind = THIR_STMT_EXPR, .expr = e, .span = sema_node_span(s, n)});
        return true;
    }
    case RUSTG_AST_StmtItem:
        check_note_macro(c, syntax_first_real(s, n));
        return false; /* items were collected with the block */
    case RUSTG_AST_StmtEmpty: return false;
    default:
        if (rustg_ast_kind_class(syntax_kind(s, n)) == RUSTG_AST_CLASS_STMT)
            check_not_yet(c, n, "this kind of statement", "another form of it");
        return false; /* the block's attributes and label */
    }
}

/* ---- Blocks ---- */

typedef struct missing_tail {
    sema_node block, last; /* last: a StmtSemi whose value would do */
} missing_tail;

static void check_suggest_semicolon(check *c, sema_report *report, thir_expr found, sema_ty want, void *user)
{
    const missing_tail *missing = user;
    const sema *s = c->s;
    (void)found;
    (void)want;
    if (missing->block.node == c->frame->body_block.node && !c->frame->is_closure && c->frame->result_written)
        sema_label(report, def_span(s, c->owner),
                   "implicitly returns `()` as its body has no tail or `return` expression");
    if (syntax_is(missing->last)) {
        sema_span semi = syntax_tok_span(s, missing->last.file, syntax_last_tok(s, missing->last));
        sema_suggest_beside(report, semi, "", "remove this semicolon to return this value");
        sema_suggest_is(report, "MachineApplicable");
    }
}

static void check_report_missing_tail(check *c, sema_node block, sema_ty want, const thir_stmt *stmts, uint32_t n_stmts)
{
    sema *s = c->s;
    sema_node last = {0, 0};
    for (sema_node at = syntax_first_real(s, block); syntax_is(at); at = syntax_next_real(s, at))
        last = at;
    missing_tail missing = {.block = block};
    if (n_stmts && syntax_kind(s, last) == RUSTG_AST_StmtSemi) {
        thir_expr e = c->frame->body->stmts.at[stmts[n_stmts - 1]].expr;
        infer_snapshot before = infer_save(c->infer);
        if (check_ty_of(c, e) != TY_ERROR && infer_unify(c->infer, want, check_ty_of(c, e)))
            missing.last = last;
        infer_restore(c->infer, before);
    }
    check_why why = {.more = check_suggest_semicolon, .user = &missing};
    bool is_body = block.node == c->frame->body_block.node && block.file == c->frame->body_block.file;
    sema_span at = is_body && !c->frame->is_closure ? c->frame->result_span : sema_node_span(s, block);
    check_mismatch(c, at, want, ty_unit(s), 0, &why);
    c->failed = c->frame->body->failed = true;
}

static thir_expr check_tail(check *c, sema_node tail, check_expect expect)
{
    if (syntax_kind(c->s, tail) == RUSTG_AST_StmtMacCall)
        return check_macro(c, tail, expect, false);
    return check_expr(c, syntax_child_in(c->s, tail, RUSTG_AST_CLASS_EXPR, 0), expect);
}

/* Checks a block. label is that of a labelled block, whose breaks give its value as well; NULL for other blocks. */
static thir_expr check_block_in(check *c, sema_node block, check_expect expect, check_loop *label)
{
    sema *s = c->s;
    sema_span span = sema_node_span(s, block);
    check_scope scope = check_enter_block(c, block);
    sema_node tail = check_tail_of(s, block);
    VEC(thir_stmt) stmts = {0};
    bool before = c->frame->diverges;
    c->frame->diverges = false;
    for (sema_node at = syntax_first_real(s, block); syntax_is(at); at = syntax_next_real(s, at)) {
        thir_stmt made;
        if (at.node != tail.node && check_control_holds(s, at) && check_stmt(c, at, &made))
            vec_push(s->memory, &stmts, made);
    }
    bool demands = expect.kind == EXPECT_TYPE;
    thir_node node = {.op = THIR_BLOCK, .ty = ty_unit(s), .span = span};
    if (syntax_is(tail)) {
        node.a = check_tail(c, tail, expect);
        if (label)
            check_merge_add(c, label->breaks, node.a, NULL);
        else if (demands && check_ty_of(c, node.a) != TY_NEVER)
            check_coerce(c, node.a, expect.ty, NULL);
        node.ty = check_at(c, node.a)->ty;
    } else if (c->frame->diverges) {
        node.ty = TY_NEVER;
    } else if (label) {
        check_merge_unit(c, label->breaks, span, NULL);
    } else if (demands && !infer_unify(c->infer, expect.ty, node.ty)) {
        check_report_missing_tail(c, block, expect.ty, stmts.at, stmts.n);
        node.ty = TY_ERROR;
    }
    if (label)
        node.index = label->label;
    check_leave(c, scope);
    c->frame->diverges |= before;
    node.first = check_list(c, stmts.at, stmts.n);
    node.n = stmts.n;
    return check_node(c, node);
}

thir_expr check_block(check *c, sema_node block, check_expect expect)
{
    sema *s = c->s;
    if (!sema_enter(s, sema_node_span(s, block)))
        return check_error_expr(c, sema_node_span(s, block));
    thir_expr e = check_block_in(c, block, expect, NULL);
    sema_leave(s);
    return e;
}

static thir_expr check_labelled(check *c, sema_node n, sema_node block, check_expect expect)
{
    check_merge breaks;
    check_merge_begin(&breaks, check_expect_ty(c, expect));
    check_loop label = {
        .kind = LOOP_BLOCK, .name = syntax_label(c->s, n), .breaks = &breaks, .span = sema_node_span(c->s, n)};
    bool before = c->frame->diverges;
    check_push_loop(c, &label);
    thir_expr e = check_block_in(c, block, expect, &label);
    check_pop_loop(c);
    sema_ty ty = check_merge_end(c, &breaks);
    check_at(c, e)->ty = ty;
    c->frame->body->labels.at[label.label].ty = ty;
    if (label.may_break)
        c->frame->diverges = before;
    return e;
}

/* A const block is evaluated where it stands; it sees no local variables and cannot be left. */
static thir_expr check_const_block(check *c, sema_node n, check_expect expect)
{
    check_frame *frame = c->frame;
    check_loop *loops = frame->loops;
    bool was_const = frame->is_const;
    uint32_t n_bindings = c->bindings.n;
    check_binding *hidden = ARENA_ARRAY(c->s->memory, check_binding, n_bindings);
    check_forget_locals(c, 0);
    for (uint32_t i = 0; i < n_bindings; i++) {
        hidden[i] = c->bindings.at[i];
        if (!c->bindings.at[i].items)
            c->bindings.at[i].name = 0;
    }
    frame->loops = NULL;
    frame->is_const = true;
    frame->body->has_const_block = true;
    thir_expr e = check_expr(c, syntax_child_in(c->s, n, RUSTG_AST_CLASS_EXPR, 0), expect);
    frame->loops = loops;
    frame->is_const = was_const;
    check_forget_locals(c, 0);
    for (uint32_t i = 0; i < n_bindings; i++)
        c->bindings.at[i] = hidden[i];
    if (check_ty_of(c, e) == TY_ERROR)
        return e;
    return check_node(
        c,
        (thir_node){
            .op = THIR_USE, .sub = USE_CONST_BLOCK, .ty = check_at(c, e)->ty, .span = sema_node_span(c->s, n), .a = e});
}

thir_expr check_block_expr(check *c, sema_node n, check_expect expect)
{
    sema *s = c->s;
    if (syntax_kind(s, n) == RUSTG_AST_ExprConstBlock)
        return check_const_block(c, n, expect);
    sema_node block = syntax_child_of(s, n, RUSTG_AST_Block);
    bool is_unsafe = syntax_is_unsafe(s, n);
    c->unsafe_depth += is_unsafe;
    thir_expr e = syntax_label(s, n) ? check_labelled(c, n, block, expect) : check_block(c, block, expect);
    c->unsafe_depth -= is_unsafe;
    return e;
}
