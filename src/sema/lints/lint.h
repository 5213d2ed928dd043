/* lint.h: declares the lints that are errors by default: with one of these, rustc refuses the program unless an
 * `allow` stands over the place. */
#ifndef RUSTG_LINT_H
#define RUSTG_LINT_H

#include "sema/items/def_table.h"
#include "sema/thir.h"

typedef enum lint_name {
    LINT_OVERFLOWING_LITERALS,
    LINT_ARITHMETIC_OVERFLOW,
    LINT_UNCONDITIONAL_PANIC,
    LINT_SEMICOLON_IN_MACRO,
    LINT_INVALID_ATOMIC_ORDERING
} lint_name;

/* Is the lint an error at that place? The innermost of `allow`, `expect`, `warn`, `deny` and `forbid` around it says
 * so: on expressions, statements, items and modules, those of mod files included. owner: the body that the place is in.
 * said: the attribute that denies it, or nowhere. */
bool lint_is_denied(sema *s, sema_def owner, sema_span at, lint_name lint, sema_span *said);
/* Is the attribute one of those five? */
bool lint_is_level(const sema *s, const def_attr *attr);
/* Checks the form of lint attributes in all files of the user's crates (lint_attribute.c). */
void lint_check_attributes(sema *s);
/* Who denies it, as rustc tells with the first error of each lint. */
void lint_note(sema *s, sema_report *r, lint_name lint, sema_span said);

/* Runs the lint invalid_atomic_ordering over one body (lint_ordering.c). */
void lint_orderings(sema *s, const thir_body *body);
/* That, arithmetic_overflow and unconditional_panic in every body of the user's crates that has no errors:
 * lint_panic.c. */
void lint_panics(sema *s);

#endif
