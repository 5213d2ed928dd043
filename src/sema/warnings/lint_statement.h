/* lint_statement.h: what the lints of expression statements share (lint_statement.c). */
#ifndef RUSTG_LINT_STATEMENT_H
#define RUSTG_LINT_STATEMENT_H

#include "sema/warnings/lint_warn.h"

/* A statement with a semicolon.
 *   value, written  its value, without the blocks around it, and that without parentheses
 *   is_of_block     there are blocks around it */
typedef struct lint_statement {
    sema *s;
    const thir_body *body;
    const thir_stmt_node *stmt;
    thir_expr value;
    sema_node written;
    bool is_of_block;
} lint_statement;
sema_node lint_without_parens(const sema *s, sema_node n);
/* Without the parentheses around what a macro's call or argument stands for, which are written nowhere. */
sema_node lint_real(const sema *s, sema_node n);
void lint_must_use(lint_statement *t); /* lint_must_use.c */

#endif
