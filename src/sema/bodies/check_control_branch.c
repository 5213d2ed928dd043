/* check_control_branch.c: checks `if` and `match`, with their conditions and arms. */
#include "sema/bodies/check_control_internal.h"
#include "sema/bodies/check_internal.h"
#include "sema/items/def.h"
#include "rustg/diagnostic_kind.h"

thir_arm control_arm(check *c, thir_arm_node arm)
{
    vec_push(c->s->memory, &c->frame->body->arms, arm);
    return c->frame->body->arms.n - 1;
}

thir_expr control_match(check *c, thir_expr scrutinee, const uint32_t *arms, uint32_t n_arms, sema_ty ty, sema_span at)
{
    return check_node(c, (thir_node){.op = THIR_MATCH,
                                     .ty = ty,
                                     .span = at,
                                     .a = scrutinee,
                                     .desugared = true,
                                     .first = check_list(c, arms, n_arms),
                                     .n = n_arms});
}

thir_pat control_binding_pat(check *c, thir_local local, sema_ty ty, sema_span at)
{
    return check_new_pat(c, (thir_pat_node){.op = PAT_BINDING, .ty = ty, .span = at, .local = local});
}

thir_pat control_variant_pat(check *c, sema_def variant, sema_ty ty, thir_pat inner, sema_span at)
{
    uint32_t pair[2] = {0, inner};
    return check_new_pat(c, (thir_pat_node){.op = PAT_VARIANT,
                                            .ty = ty,
                                            .span = at,
                                            .def = variant,
                                            .first = check_list(c, pair, inner ? 2 : 0),
                                            .n = inner ? 1 : 0});
}

thir_expr control_variant(check *c, sema_def variant, sema_ty ty, thir_expr inner, sema_span at)
{
    uint32_t pair[2] = {0, inner};
    return check_node(c, (thir_node){.op = THIR_ADT,
                                     .ty = ty,
                                     .span = at,
                                     .def = variant,
                                     .desugared = true,
                                     .first = check_list(c, pair, inner ? 2 : 0),
                                     .n = inner ? 1 : 0});
}

/* What branches are expected to be: nothing where that is not known. */
static check_expect branch_expect(check *c, check_expect expect)
{
    if (expect.kind == EXPECT_TYPE) {
        sema_ty ty = check_shallow(c, expect.ty);
        const ty_info *info = ty_get(c->s, ty);
        if (info->kind == TY_INFER && info->sub == INFER_GENERAL)
            return CHECK_ANY;
        expect.ty = ty;
    } else if (expect.kind == EXPECT_CASTABLE && ty_kind_of(c->s, check_shallow(c, expect.ty)) != TY_SLICE) {
        return CHECK_ANY; /* what a cast wants, its operand's branches do not hear of */
    }
    return expect;
}

/* ---- if ---- */

typedef struct if_why {
    sema_span whole, then;
    uint32_t block_end;
} if_why;

static void check_note_no_else(check *c, sema_report *report, thir_expr found, sema_ty want, void *user)
{
    const if_why *why = user;
    (void)found;
    (void)want;
    bool is_result = c->frame->result_written && syntax_is(c->frame->body_block) &&
                     check_in_tail(c, c->frame->body_block, why->whole);
    if (!is_result && why->then.end != why->block_end)
        sema_label(report, why->then, "found here");
    sema_note(report, "`if` expressions without `else` evaluate to `()`");
    sema_help(report, "consider adding an `else` block that evaluates to the expected type");
}

static void check_label_then(check *c, sema_report *report, thir_expr found, sema_ty want, void *user)
{
    const if_why *why = user;
    (void)found;
    (void)want;
    sema_label(report, why->then, "expected because of this");
    if (source_is_multiline(c->s, why->whole))
        sema_label(report, why->whole, "`if` and `else` have incompatible types");
}

/* Of a block its tail's place. */
static sema_span check_value_span(check *c, thir_expr e)
{
    const thir_node *node = check_at(c, e);
    while (node->op == THIR_BLOCK && node->a)
        node = check_at(c, node->a);
    return node->span;
}

/* check_merge_add; where a block does not fit, its tail is shown. */
static void check_merge_value(check *c, check_merge *merge, thir_expr e, const check_why *why)
{
    sema_span before = check_at(c, e)->span, shown = check_value_span(c, e);
    bool block = check_at(c, e)->op == THIR_BLOCK;
    check_at(c, e)->span = shown;
    check_merge_add(c, merge, e, why);
    for (thir_expr at = e; block && at; at = check_at(c, at)->a)
        if (check_at(c, at)->op == THIR_BLOCK) {
            check_at(c, at)->span = before;
            return;
        }
}

thir_expr check_if(check *c, sema_node n, check_expect expect)
{
    sema *s = c->s;
    sema_span span = sema_node_span(s, n);
    sema_node condition = syntax_child(s, n, 0), block = syntax_child(s, n, 1), otherwise = syntax_child(s, n, 2);
    check_expect wish = branch_expect(c, expect);
    check_why plain = {0};
    check_scope scope = check_enter(c);
    thir_node node = {.op = THIR_IF, .span = span};
    node.a = check_expr_coerce(c, condition, TY_BOOL, &plain);
    bool before = c->frame->diverges;
    c->frame->diverges = false;
    node.b = check_block(c, block, wish);
    bool then_diverges = c->frame->diverges;
    check_leave(c, scope);
    check_merge merge;
    check_merge_begin(&merge, check_expect_ty(c, wish));
    check_merge_add(c, &merge, node.b, NULL);
    if_why spans = {span, check_value_span(c, node.b), sema_node_span(s, block).end};
    c->frame->diverges = false;
    if (syntax_is(otherwise)) {
        node.c = check_expr(c, otherwise, wish);
        check_why why = {.more = check_label_then, .user = &spans, .kind = RUSTG_DIAG_IF_ELSE_INCOMPATIBLE};
        check_merge_value(c, &merge, node.c, merge.expected ? NULL : &why);
    } else {
        check_why why = {.kind = RUSTG_DIAG_IF_NO_ELSE, .more = check_note_no_else, .user = &spans};
        check_merge_unit(c, &merge, span, &why);
    }
    c->frame->diverges = before || (then_diverges && c->frame->diverges);
    node.ty = check_merge_end(c, &merge);
    return check_node(c, node);
}

thir_expr check_let_expr(check *c, sema_node n)
{
    sema *s = c->s;
    sema_node pat = syntax_child_in(s, n, RUSTG_AST_CLASS_PAT, 0),
              value = syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0);
    thir_node node = {.op = THIR_LET, .ty = TY_BOOL, .span = sema_node_span(s, n)};
    node.a = control_matched(c, value);
    control_scrutinee scrutinee = {sema_node_span(s, value), check_ty_of(c, node.a)};
    check_why why = control_pattern_why(&scrutinee);
    node.pat = check_pat(c, pat, scrutinee.ty, &why);
    if (check_pat_wants_mut(c, node.pat))
        check_place_mut(c, node.a);
    return check_node(c, node);
}

/* ---- match ---- */

typedef struct match_arm {
    sema_node pat, guard, body;
    sema_span span;
    thir_pat made;
    uint32_t first, n; /* its names, in match_arms.names */
} match_arm;

typedef struct match_arms {
    VEC(match_arm) list;
    VEC(check_binding) names;
} match_arms;

enum { SHOWN_ARMS = 4 };
typedef struct arm_why {
    sema_span before[SHOWN_ARMS], whole;
    uint32_t n_before;
    sema_ty ty;
} arm_why;

static void check_label_earlier_arm(check *c, sema_report *report, thir_expr found, sema_ty want, void *user)
{
    const arm_why *why = user;
    (void)found;
    (void)want;
    bool many = why->n_before > SHOWN_ARMS;
    for (uint32_t i = many ? SHOWN_ARMS - 1 : 0; i < why->n_before && i < SHOWN_ARMS; i++)
        sema_label(report, why->before[i], "%s found to be of type `%s`",
                   many ? "this and all prior arms are" : "this is", check_show(c, why->ty));
    sema_label(report, why->whole, "`match` arms have incompatible types");
}

/* All patterns come first: later ones may tell what the scrutinee is. */
static void check_match_patterns(check *c, sema_node n, thir_expr scrutinee, check_why *why, match_arms *arms)
{
    sema *s = c->s;
    sema_ty ty = check_ty_of(c, scrutinee);
    for (sema_node at = syntax_first_real(s, n); syntax_is(at); at = syntax_next_real(s, at)) {
        if (syntax_kind(s, at) != RUSTG_AST_Arm || !def_cfg_holds(s, at))
            continue;
        match_arm arm = {.span = sema_node_span(s, at)};
        arm.pat = syntax_child_in(s, at, RUSTG_AST_CLASS_PAT, 0);
        sema_node first = syntax_child_in(s, at, RUSTG_AST_CLASS_EXPR, 0),
                  second = syntax_child_in(s, at, RUSTG_AST_CLASS_EXPR, 1);
        bool guarded = syntax_tok_kind(s, at.file, syntax_last_tok(s, arm.pat) + 1) == RUSTG_TOK_KW_IF;
        arm.guard = guarded ? first : second;
        arm.body = guarded ? second : first;
        check_scope scope = check_enter(c);
        arm.made = check_pat(c, arm.pat, ty, why);
        arm.first = arms->names.n;
        for (uint32_t i = scope.n_bindings; i < c->bindings.n; i++)
            vec_push(s->memory, &arms->names, c->bindings.at[i]);
        arm.n = arms->names.n - arm.first;
        check_leave(c, scope);
        if (check_pat_wants_mut(c, arm.made))
            check_place_mut(c, scrutinee);
        vec_push(s->memory, &arms->list, arm);
    }
}

thir_expr check_match(check *c, sema_node n, check_expect expect)
{
    sema *s = c->s;
    sema_span span = sema_node_span(s, n);
    sema_node value = syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0);
    bool has_arms = syntax_is(syntax_child_of(s, n, RUSTG_AST_Arm));
    thir_expr scrutinee = has_arms ? control_matched(c, value) : check_expr(c, value, CHECK_ANY);
    control_scrutinee about = {sema_node_span(s, value), check_ty_of(c, scrutinee)};
    check_why pattern_why = control_pattern_why(&about);
    match_arms arms = {0};
    check_match_patterns(c, n, scrutinee, &pattern_why, &arms);
    check_expect wish = branch_expect(c, expect);
    check_merge merge;
    check_merge_begin(&merge, check_expect_ty(c, wish));
    bool before = c->frame->diverges, all_diverge = true;
    check_why plain = {0};
    uint32_t *list = ARENA_ARRAY(s->memory, uint32_t, arms.list.n);
    arm_why earlier = {.n_before = 0};
    sema_span head = {span.file, span.start, about.at.end};
    bool any_multiline = !source_is_multiline(s, span); /* of one line the head is shown */
    for (uint32_t i = 0; i < arms.list.n; i++) {
        match_arm *arm = &arms.list.at[i];
        check_scope scope = check_enter(c);
        for (uint32_t k = 0; k < arm->n; k++)
            vec_push(s->memory, &c->bindings, arms.names.at[arm->first + k]);
        thir_arm_node made = {.pat = arm->made, .span = arm->span};
        c->frame->diverges = false;
        if (syntax_is(arm->guard))
            made.guard = check_expr_coerce(c, arm->guard, TY_BOOL, &plain);
        c->frame->diverges = false;
        made.body = check_expr(c, arm->body, wish);
        earlier.ty = merge.ty;
        earlier.whole = any_multiline ? head : span;
        check_why why = {.more = check_label_earlier_arm, .user = &earlier, .kind = RUSTG_DIAG_MATCH_ARMS_INCOMPATIBLE};
        any_multiline |= source_is_multiline(s, arm->span);
        sema_span shown = check_value_span(c, made.body);
        check_merge_value(c, &merge, made.body, !merge.ty ? NULL : &why);
        if (check_ty_of(c, made.body) != TY_NEVER) {
            uint32_t k = earlier.n_before < SHOWN_ARMS ? earlier.n_before : SHOWN_ARMS - 1;
            earlier.before[k] = shown;
            earlier.n_before++;
        }
        all_diverge &= c->frame->diverges;
        check_leave(c, scope);
        list[i] = control_arm(c, made);
    }
    c->frame->diverges = before || all_diverge;
    sema_ty ty = check_merge_end(c, &merge);
    thir_expr e = control_match(c, scrutinee, list, arms.list.n, ty, span);
    check_at(c, e)->desugared = false;
    return e;
}
