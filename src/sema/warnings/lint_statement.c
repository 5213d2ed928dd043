/* lint_statement.c: finds the statements of bodies for the lints that look at their values, and is the lint
 * path_statements itself: it reports statements that only name something. */
#include "sema/warnings/lint_statement.h"
#include "sema/macros/macro.h"
#include "sema/syntax/syntax.h"

sema_node lint_without_parens(const sema *s, sema_node n)
{
    while (syntax_kind(s, n) == RUSTG_AST_ExprParen)
        n = syntax_first_real(s, n);
    return n;
}

static bool statement_is_written(const sema *s, sema_node paren)
{
    const sema_file *file = s->files.at[paren.file];
    const sema_piece *piece =
        file->origin == SEMA_FILE_EXPANDED ? macro_piece_at(file, sema_node_span(s, paren).start) : NULL;
    return !piece || piece->copied;
}

static bool statement_is_paren(const sema *s, sema_node n)
{
    const uint8_t kind = syntax_kind(s, n);
    return kind == RUSTG_AST_ExprParen || kind == RUSTG_AST_PatParen || kind == RUSTG_AST_TyParen;
}

sema_node lint_real(const sema *s, sema_node n)
{
    while (statement_is_paren(s, n) && !statement_is_written(s, n))
        n = syntax_first_real(s, n);
    return n;
}

/* ---- path_statements ---- */

static void statement_check_path(lint_statement *t)
{
    sema *s = t->s;
    const thir_expr e = t->stmt->expr;
    const sema_span at = t->stmt->span;
    lint_told told;
    if (t->is_of_block || syntax_kind(s, t->written) != RUSTG_AST_ExprPath)
        return;
    arena_map known = {0};
    infer_ctx *in = infer_begin(s, t->body->generics_of);
    const bool is_dropped = trait_needs_drop(s, in, &known, t->body->exprs.at[e].ty);
    if (!lint_begin(s, &told, LINT_PATH_STATEMENTS, t->body->owner, at, "%s",
                    is_dropped ? "path statement drops value" : "path statement with no effect"))
        return;
    if (is_dropped) {
        const char *value = source_text(s, sema_origin(s, t->body->exprs.at[e].span));
        sema_suggest_beside(&told.report, at, arena_format(s->memory, "drop(%s);", value),
                            "use `drop` to clarify the intent");
        sema_suggest_is(&told.report, "MachineApplicable");
    }
    lint_end(&told);
}

/* ---- All statements ---- */

static bool statement_has_semicolon(const sema *s, sema_node n)
{
    const uint8_t kind = syntax_kind(s, n);
    return kind == RUSTG_AST_StmtSemi || (kind == RUSTG_AST_StmtMacCall && syntax_ends_with_semicolon(s, n));
}

static void statement_check(sema *s, const thir_body *body, const thir_stmt_node *stmt)
{
    if (stmt->kind != THIR_STMT_EXPR || sema_is_derived(s, stmt->span.file))
        return;
    const sema_node node = syntax_innermost(s, stmt->span);
    if (!syntax_is(node) || !statement_has_semicolon(s, node))
        return;
    lint_statement t = {.s = s, .body = body, .stmt = stmt, .value = stmt->expr};
    const thir_node *value = &body->exprs.at[t.value];
    while (value->op == THIR_BLOCK && value->a) {
        t.is_of_block = true;
        t.value = value->a;
        value = &body->exprs.at[t.value];
    }
    t.written = lint_without_parens(s, syntax_innermost(s, value->span));
    lint_must_use(&t);
    statement_check_path(&t);
}

void lint_statements(sema *s, const thir_body *body)
{
    for (uint32_t i = 1; i < body->stmts.n; i++)
        statement_check(s, body, &body->stmts.at[i]);
}
