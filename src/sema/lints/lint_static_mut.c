/* lint_static_mut.c: is the lint static_mut_refs, an error from edition 2024 on: it reports references to mutable
 * statics. As in rustc what is written counts: a `&`, a method's receiver, a `ref`, and what macros borrow. */
#include "rustg/ast.h"
#include "rustg/diagnostic_kind.h"
#include "sema/lints/lint.h"
#include "sema/syntax/syntax.h"

/* Whether what is written there is a mutable static or a field of one. */
static bool lint_is_static_mut(sema *s, const thir_body *body, thir_expr e)
{
    for (;;) {
        while (lint_is_adjustment((lint_written){body, e}))
            e = body->exprs.at[e].a;
        const thir_node *n = &body->exprs.at[e];
        if (n->op != THIR_FIELD)
            return n->op == THIR_STATIC && syntax_is_mut(s, def_get(s, n->def)->node);
        e = n->a;
    }
}

/* borrow: the place of a `&` that may become a `&raw`, or nowhere. */
static void lint_static_mut_report(sema *s, sema_def owner, sema_span at, bool mutable, sema_span borrow)
{
    sema_span said;
    if (!lint_is_denied(s, owner, at, LINT_STATIC_MUT_REFS, &said) ||
        (!said.file && s->files.at[sema_origin(s, at).file]->edition < 2024))
        return;
    const char *const word = mutable ? "mutable" : "shared";
    sema_report r = sema_error(s, RUSTG_DIAG_STATIC_MUT_REFERENCE, at);
    sema_arg(&r, "%s", word);
    sema_note(&r, "%s",
              mutable ? "mutable references to mutable statics are dangerous; it's undefined behavior if any other "
                        "pointer to the static is used or if any other reference is created for the static while the "
                        "mutable reference lives"
                      : "shared references to mutable statics are dangerous; it's undefined behavior if the static is "
                        "mutated or if a mutable reference is created for it while the shared reference lives");
    sema_note(&r, "for more information, see "
                  "<https://doc.rust-lang.org/edition-guide/rust-2024/static-mut-references.html>");
    lint_note(s, &r, LINT_STATIC_MUT_REFS, said);
    if (borrow.file)
        sema_suggest(&r, borrow, mutable ? "&raw mut " : "&raw const ", "use `&raw %s` instead to create a raw pointer",
                     mutable ? "mut" : "const");
}

static void lint_static_mut_borrow(sema *s, const thir_body *body, const thir_node *n)
{
    const thir_node *of = &body->exprs.at[n->a];
    const bool is_expanded = sema_mark_of(s, n->span);
    sema_span sign = {0, 0, 0};
    if (!is_expanded) {
        const char *text = source_text(s, n->span);
        uint32_t end = 1;
        while (text[end] == ' ' || (n->index && strncmp(text + end, "mut", 3) == 0))
            end += text[end] == ' ' ? 1 : 3;
        sign = (sema_span){n->span.file, n->span.start, n->span.start + end};
    }
    lint_static_mut_report(s, body->owner, is_expanded ? of->span : n->span, n->index != BORROW_SHARED, sign);
}

static void lint_static_mut_method(sema *s, const thir_body *body, const thir_node *call)
{
    const thir_node *callee = &body->exprs.at[call->a];
    if (callee->op != THIR_FN || ty_kind_of(s, callee->ty) != TY_FN_DEF || !call->n)
        return;
    const sema_def fn = ty_get(s, callee->ty)->def;
    const thir_expr receiver = body->lists.at[call->first];
    const sema_node written = syntax_innermost(s, call->span);
    if (def_kind_of(s, fn) != DEF_FN || !lint_is_static_mut(s, body, receiver) || !syntax_is(written) ||
        syntax_kind(s, written) != RUSTG_AST_ExprMethodCall)
        return;
    const def_sig sig = def_fn_sig(s, fn);
    if (sig.has_self && ty_kind_of(s, sig.inputs[0]) == TY_REF)
        lint_static_mut_report(s, body->owner, sema_mark_of(s, call->span) ? body->exprs.at[receiver].span : call->span,
                               ty_get(s, sig.inputs[0])->mutable, (sema_span){0, 0, 0});
}

/* What a macro that shows or compares values borrows of them. */
static void lint_static_mut_shown(sema *s, const thir_body *body, const thir_node *n)
{
    for (uint32_t i = 0; i < n->n; i++) {
        const thir_expr e = body->lists.at[n->first + i];
        if (lint_is_static_mut(s, body, e))
            lint_static_mut_report(s, body->owner, body->exprs.at[e].span, false, (sema_span){0, 0, 0});
    }
}

/* Whether an operator borrows: `A[1..3]` and `*A` borrow A where a trait implements them, and rustc does not warn. */
static bool lint_is_by_operator(sema *s, const thir_node *borrow)
{
    const sema_node written = syntax_innermost(s, borrow->span);
    const rustg_ast_kind kind = syntax_is(written) ? syntax_kind(s, written) : RUSTG_AST_None;
    return kind == RUSTG_AST_ExprIndex || kind == RUSTG_AST_ExprUnary;
}

void lint_static_references(sema *s, const thir_body *body)
{
    for (uint32_t e = 1; e < body->exprs.n; e++) {
        const thir_node *n = &body->exprs.at[e];
        if (n->op == THIR_BORROW && !lint_is_adjustment((lint_written){body, e}) && lint_is_static_mut(s, body, n->a) &&
            !lint_is_by_operator(s, n))
            lint_static_mut_borrow(s, body, n);
        else if (n->op == THIR_CALL)
            lint_static_mut_method(s, body, n);
        else if (n->op == THIR_PRINT || n->op == THIR_PANIC || (n->op == THIR_TUPLE && n->desugared))
            lint_static_mut_shown(s, body, n);
    }
    for (uint32_t i = 1; i < body->stmts.n; i++) {
        const thir_stmt_node *stmt = &body->stmts.at[i];
        const thir_pat_node *pat = stmt->kind == THIR_STMT_LET ? &body->pats.at[stmt->pat] : NULL;
        if (pat && pat->op == PAT_BINDING && pat->index != BIND_VALUE && stmt->expr &&
            lint_is_static_mut(s, body, stmt->expr))
            lint_static_mut_report(s, body->owner, body->exprs.at[stmt->expr].span, pat->index == BIND_REF_MUT,
                                   (sema_span){0, 0, 0});
    }
}
