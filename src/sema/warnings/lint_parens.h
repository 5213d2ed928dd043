/* lint_parens.h: what lint_parens*.c share. */
#ifndef RUSTG_LINT_PARENS_H
#define RUSTG_LINT_PARENS_H

#include "sema/lints/lint.h"

/* Reports the parentheses of a node around `inner`; what: what is in them. keeps: a space has to stay on that side. */
void lint_parens_report(sema *s, sema_node n, sema_span inner, const char *what, bool keeps_before, bool keeps_behind);
/* lint_parens_type.c */
void lint_parens_of_type(sema *s, sema_node paren);
void lint_parens_of_bound(sema *s, sema_node bound); /* of an object or `impl Trait` */

#endif
